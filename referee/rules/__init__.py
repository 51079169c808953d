"""The kinds of game that the referee knows, by name. One module each."""

from collections.abc import Mapping

from referee.rules.base import Rules
from referee.rules.scrabble import Scrabble

RULES: Mapping[str, Rules] = {
    "scrabble": Scrabble(),
}


def rules_named(name: str) -> Rules:
    """Return the rules with this name."""
    rules = RULES.get(name)
    if rules is None:
        raise ValueError(f"no rules are called {name!r}; there are: {', '.join(RULES)}")
    return rules
