"""Who sits where: from what people type to seats with names, and the token by which a player finds its seat."""

import re
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path

from referee.match_options import REMOTE, SeatSpec
from scrabble_util.bot_place import BotError, BotPlace, find_bot

_TIMES = re.compile(r"(?P<bot>.+)\*(?P<count>\d+)")
_TERMINAL = re.compile(r"^TERMINAL(: bool)? = True$", re.MULTILINE)
_MOST = 100


def seat_specs(bots: Iterable[str], names: Sequence[str] = ()) -> tuple[SeatSpec, ...]:
    """Return a seat for each bot as it is typed, `BOT*3` being three; raise `BotError` for one that is not there.

    Where one bot sits more than once its seats are numbered: passer-1, passer-2. `names` are used instead where
    they are given, for the first seats.
    """
    texts = [text for bot in bots for text in repeated(bot)]
    if len(names) > len(texts):
        raise BotError(f"{len(names)} names for {len(texts)} seats")
    for text in (*texts, *names):
        # What a terminal hands over that is no text could be neither sent nor recorded.
        if any("\ud800" <= char <= "\udfff" for char in text):
            raise BotError(f"{text!r} is not text in UTF-8")
    return name_seats([(own_name(text), text) for text in texts], names)


def name_seats(bots: Sequence[tuple[str, str]], names: Sequence[str] = ()) -> tuple[SeatSpec, ...]:
    """Return seats of (name, bot), the names made different where they are not."""
    asked = [*names, *[""] * (len(bots) - len(names))]
    wanted = distinct([given or name for given, (name, _) in zip(asked, bots, strict=True)])
    return tuple(
        SeatSpec(name, bot, terminal=wants_terminal(bot)) for name, (_, bot) in zip(wanted, bots, strict=True)
    )


def distinct(names: Sequence[str]) -> list[str]:
    """Return names people can tell apart: one that comes more than once is numbered."""
    often = Counter(names)
    made: list[str] = []
    for name in names:
        numbered = (f"{name}-{number}" for number in count(1))
        taken = {*made, *names}
        made.append(next(new for new in numbered if new not in taken) if often[name] > 1 else name)
    return made


def own_name(bot: str) -> str:
    """Return what a bot is called for short; raise `BotError` where there is none."""
    return REMOTE if bot == REMOTE else find_bot(bot).name


def place_of(seat: SeatSpec) -> BotPlace | None:
    """Return where the bot of a seat is; None for one that comes from outside."""
    return None if seat.bot == REMOTE else find_bot(seat.bot)


def wants_terminal(bot: str) -> bool:
    """Whether a bot says that it is to run in the foreground: a line `TERMINAL = True` in its file."""
    if bot == REMOTE:
        return False
    source = Path(find_bot(bot).file).read_text(encoding="utf-8", errors="replace")
    return _TERMINAL.search(source) is not None


def new_token() -> str:
    """Return a token nobody can guess."""
    return secrets.token_hex(16)


def repeated(text: str) -> list[str]:
    """Return what is typed, as often as it says: `BOT*3` is three of them."""
    match = _TIMES.fullmatch(text)
    if match is None:
        return [text]
    times = int(match["count"])
    if not 1 <= times <= _MOST:
        raise BotError(f"{text}: a bot can take 1 to {_MOST} seats")
    return [match["bot"]] * times
