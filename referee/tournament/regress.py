"""Golden games: played once and kept, played again and compared, word for word but for the clocks.

A folder of goldens holds `regress.toml` (who plays, on what, with which seeds) and one record a game, without
clock times: it belongs into the repository of a bot. Games have no timeout, so that nothing depends on how
fast the machine is. Comparing is pure; playing is left to `play.py`.
"""

import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.events import Ended, Event, PlayerEvent
from referee.records import Record, RecordError, parse_record
from referee.telling import event_text
from referee.tournament.config import ENGLISH, Config, ConfigError, read_config
from referee.tournament.games import GameSpec

DESCRIPTION = "regress.toml"
DIVERGED = "diverged"
"""The folder inside that of the goldens where the new record of a game goes that came out otherwise."""
_FIELDS = ("bots", "boards", "seeds", "dictionary", "hand_size", "tiles", "alphabet")


class RegressError(ValueError):
    """A folder of goldens that cannot be used: handled by the command that was given it."""


@dataclass(frozen=True)
class Golden:
    """What the golden games of a folder are: every seed on every board, by the same bots in the same seats."""

    config: Config
    seeds: tuple[int, ...]

    def games(self) -> Iterator[tuple[str, GameSpec]]:
        """Yield the name of each game's file, without its ending, and the game."""
        seats = tuple(range(len(self.config.bots)))
        for board in self.config.boards:
            for seed in self.seeds:
                spec = GameSpec("regress", 0, 0, seats, seed, board, self.config.dictionaries[0])
                yield f"{Path(board).stem}-{seed}", spec


@dataclass(frozen=True)
class Divergence:
    """Where a game came out otherwise: `before` and `after` say what happened there, in words."""

    game: str
    turn: int
    player: str
    """Whose turn it was; empty where it is not a player's doing."""
    before: str
    after: str
    scores: tuple[str, str]
    """The final scores, before and after."""


def make_golden(values: dict[str, Any], place: str) -> Golden:
    """Make a set of goldens of plain values, as they stand in the file; raises RegressError."""
    for name in values:
        if name not in _FIELDS:
            raise RegressError(f"{place}: there is no field {name!r}; fields are {', '.join(_FIELDS)}")
    seeds = values.get("seeds")
    if not isinstance(seeds, list) or not seeds or not all(type(seed) is int and seed >= 0 for seed in seeds):
        raise RegressError(f"{place}: seeds is {seeds!r}; wanted is a list of whole numbers, 0 or more")
    rest = {name: value for name, value in values.items() if name not in ("seeds", "dictionary")}
    try:
        config = read_config({**rest, "dictionaries": [values.get("dictionary", ENGLISH)]}, place)
    except ConfigError as error:
        raise RegressError(str(error)) from None
    stems = [Path(board).stem for board in config.boards]
    if len(set(stems)) < len(stems):
        raise RegressError(f"{place}: two boards are called alike, and so would be their games")
    return Golden(config, tuple(seeds))


def read_golden(folder: Path) -> Golden:
    """Read the description of a folder of goldens; raises RegressError where there is none."""
    path = folder / DESCRIPTION
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RegressError(
            f"{folder} holds no golden games ({DESCRIPTION} is missing); make some: "
            f"referee regress record {folder} BOT BOT --seeds 1..10"
        ) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RegressError(f"{path}: {error}") from None
    return make_golden(values, str(path))


def description(golden: Golden) -> str:
    """Return the text of the description."""
    config = golden.config
    lines = ["# Golden games; `referee regress check` plays them again and compares."]
    # A JSON string is a TOML string.
    bots = ", ".join(
        f"{{ bot = {json.dumps(entrant.bot)}, name = {json.dumps(entrant.name)} }}" for entrant in config.bots
    )
    lines += [
        f"bots = [{bots}]",
        f"boards = {json.dumps(list(config.boards))}",
        f"seeds = {json.dumps(list(golden.seeds))}",
        f"dictionary = {json.dumps(config.dictionaries[0])}",
        f"hand_size = {config.hand_size}",
        f"tiles = {config.tiles}",
    ]
    lines += [f"alphabet = {json.dumps(config.alphabet, ensure_ascii=False)}"] if config.alphabet else []
    return "\n".join(lines) + "\n"


def parse_seeds(text: str) -> tuple[int, ...]:
    """Read seeds as people write them: ``7``, ``1..50``, ``1,2,10..20``."""
    seeds: list[int] = []
    for part in text.split(","):
        first, dots, last = part.strip().partition("..")
        try:
            low, high = int(first), int(last if dots else first)
        except ValueError:
            raise RegressError(f"{part.strip()!r} is no seed; write 7, or 1..50, or 1,2,10..20") from None
        if low < 0 or high < low:
            raise RegressError(f"{part.strip()!r}: seeds run upwards, from 0 or more")
        seeds += range(low, high + 1)
    if len(set(seeds)) < len(seeds):
        raise RegressError(f"{text!r} names a seed twice")
    return tuple(seeds)


# --- comparing


def compare(game: str, before: bytes, after: bytes) -> Divergence | None:
    """Return where two records of a game part, or None; both are given without clocks."""
    if before == after:
        return None
    old, new = parse_record(before), parse_record(after)
    scores = (_final(old), _final(new))
    if old.lines[0] != new.lines[0]:
        return Divergence(game, 0, "", *_header_difference(old.lines[0], new.lines[0]), scores)
    for number in range(max(len(old.events), len(new.events))):
        was = old.events[number] if number < len(old.events) else None
        now = new.events[number] if number < len(new.events) else None
        if was != now:
            event = was or now
            assert event is not None
            player = old.header.name(event.player) if isinstance(event, PlayerEvent) else ""
            return Divergence(game, event.turn, player, *_both(was, now, old), scores)
    raise RecordError("the records differ in their bytes and not in what they say")


def _both(was: Event | None, now: Event | None, record: Record) -> tuple[str, str]:
    """Say both events so that one sees the difference, also where the words are the same."""
    name, pieces = record.header.name, record.header.pieces
    before, after = (event_text(event, name, pieces) if event else "nothing" for event in (was, now))
    if before == after and was is not None and now is not None:
        changed = [
            field
            for field in type(was).__dataclass_fields__
            if getattr(was, field, None) != getattr(now, field, None)
        ]
        before += "".join(f"; {field} {_value(getattr(was, field))}" for field in changed)
        after += "".join(f"; {field} {_value(getattr(now, field))}" for field in changed)
    return before, after


def _value(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def _header_difference(old: dict[str, Any], new: dict[str, Any]) -> tuple[str, str]:
    """Say in which respect two games were not even set up alike."""
    for field in sorted(set(old) | set(new)):
        if old.get(field) != new.get(field):
            if field == "board":
                return "the board of the golden game", f"another board ({new['board']['sha256'][:12]}…)"
            if field == "dictionary":
                return "the dictionary of the golden game", f"another dictionary ({str(new[field])[:12]}…)"
            return f"{field}: {_value(old.get(field))}", f"{field}: {_value(new.get(field))}"
    return "the fields of the header in this order", "another order"


def _final(record: Record) -> str:
    last = record.events[-1] if record.events else None
    if not isinstance(last, Ended):
        return "no end"
    return " : ".join(str(score) for _, score in last.result.scores)


def lines(found: Divergence) -> list[str]:
    """Say a divergence for people."""
    whose = f", {found.player}'s turn" if found.player else ""
    where = f"at turn {found.turn}{whose}" if found.turn else "before the deal"
    return [
        f"{found.game}: diverges {where}",
        f"  - {found.before}",
        f"  + {found.after}",
        f"  final scores {found.scores[0]}, now {found.scores[1]}",
    ]


def missing_files(golden: Golden, folder: Path) -> list[str]:
    """Return the games of the description that have no record in the folder."""
    return [name for name, _ in golden.games() if not (folder / f"{name}.jsonl").is_file()]


def unexpected_files(golden: Golden, folder: Path) -> Sequence[str]:
    """Return records in the folder that the description does not name."""
    known = {f"{name}.jsonl" for name, _ in golden.games()}
    return sorted(path.name for path in folder.glob("*.jsonl") if path.name not in known)
