"""The lines of a GCG file, read: who did what, as it stands there. What it means for a game is `gcg_import.py`'s."""

import re
from dataclasses import dataclass, field
from enum import Enum


class GcgError(ValueError):
    """A file that is no GCG, or tells a game that cannot have been; handled by the command that was given it."""


class Kind(Enum):
    """What a line tells."""

    PLAY = "play"
    """Pieces were laid."""
    CHANGE = "change"
    """Pieces were exchanged; `text` is which, or how many."""
    PASS = "pass"
    """Nothing was done."""
    WITHDRAWN = "withdrawn"
    """The play before was challenged, and taken back."""
    OTHER = "other"
    """Points at the end, for a challenge or for time: our rules count their own, or know none."""


@dataclass(frozen=True)
class Line:
    """One event line of the file."""

    number: int
    nick: str
    rack: str
    kind: Kind
    place: str = ""
    text: str = ""
    points: int = 0


@dataclass
class GcgFile:
    """What a file says."""

    names: dict[str, str] = field(default_factory=dict)
    """Nickname -> name, in the order of the file."""
    lines: list[Line] = field(default_factory=list)
    racks: dict[str, str] = field(default_factory=dict)
    """Nickname -> what the player still held where the file ends."""


_EVENT = re.compile(r">\s*(?P<nick>[^:]+):\s*(?P<rest>.*)")
_POINTS = r"(?P<points>[+-]\d+)(?:\s+(?P<total>-?\d+))?.*"
_FORMS = (
    (Kind.OTHER, re.compile(rf"(?:(?P<rack>\S+)\s+)?\((?P<text>[^)]*)\)\s+{_POINTS}")),
    (Kind.WITHDRAWN, re.compile(rf"(?P<rack>\S+)\s+--\s+{_POINTS}")),
    (Kind.PASS, re.compile(rf"(?P<rack>\S+)\s+-\s+{_POINTS}")),
    (Kind.CHANGE, re.compile(rf"(?P<rack>\S+)\s+-(?P<text>\S+)\s+{_POINTS}")),
    (Kind.PLAY, re.compile(rf"(?P<rack>\S+)\s+(?P<place>\w+)\s+(?P<text>\S+)\s+{_POINTS}")),
)


def decode_gcg(content: bytes) -> str:
    """Return the text of a file: in UTF-8 where it says so or can be, else in Latin-1, as the format was."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def parse_gcg(text: str) -> GcgFile:
    """Read the lines of a file; raise GcgError with the number of one that cannot be read."""
    told = GcgFile()
    in_note = False
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if line.startswith("#"):
            _pragma(told, number, line)
            in_note = line.startswith(("#note", "#description"))
        elif line.startswith(">"):
            told.lines.append(event := _event(told, number, line))
            _note_last_rack(told, event)
            in_note = False
        elif line and not in_note:
            raise GcgError(f"line {number}: {line[:60]!r} is neither an event (>) nor a remark (#)")
    if len(told.names) != 2:
        raise GcgError(
            f"the file names {len(told.names)} players with #player1, #player2, ...; two are needed"
        )
    return told


def _pragma(told: GcgFile, number: int, line: str) -> None:
    if found := re.match(r"#player\d+\s+(\S+)\s*(.*)", line):
        if found[1] in told.names:
            raise GcgError(f"line {number}: both players are called {found[1]}")
        told.names[found[1]] = found[2].strip() or found[1]
    elif (found := re.match(r"#rack([12])\s+(\S+)", line)) and len(told.names) == 2:
        told.racks[list(told.names)[int(found[1]) - 1]] = found[2]


def _note_last_rack(told: GcgFile, line: Line) -> None:
    """Keep what the reckoning says about hands: one's own before it, else the other player's."""
    if line.kind is Kind.OTHER and line.text not in ("challenge", "time"):
        owner = (
            line.nick if line.rack else next((nick for nick in told.names if nick != line.nick), line.nick)
        )
        told.racks[owner] = line.text


def _event(told: GcgFile, number: int, line: str) -> Line:
    found = _EVENT.fullmatch(line)
    if found is None:
        raise GcgError(f"line {number}: an event is like '>name: RACK 8D WORD +20 20'")
    nick, rest = found["nick"].strip(), found["rest"].strip()
    if nick not in told.names:
        raise GcgError(f"line {number}: no #player line names {nick!r}")
    for kind, form in _FORMS:
        parts = form.fullmatch(rest)
        if parts is not None:
            given = parts.groupdict()
            return Line(
                number, nick, given.get("rack") or "", kind, given.get("place") or "", given.get("text") or "",
                int(given["points"]),
            )  # fmt: skip
    raise GcgError(f"line {number}: {rest[:60]!r} is no play, change, pass or reckoning")
