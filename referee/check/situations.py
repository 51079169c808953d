"""The situations a bot is put through, as a list one can read. How they are run is `runner.py`'s subject."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from referee.check import cast
from referee.check.cast import Script
from referee.check.twists import ERRORS, Twist, refuse_first, too_late
from scrabble_util.board import BoardProg
from scrabble_util.board_file import load_board, shipped_boards
from scrabble_util.pieces import DANISH, ENGLISH, ENGLISH_ALPHABET
from scrabble_util.types import Coord, Letter, PieceId, Pieces

BOT = "BOT"
"""The seat of the bot that is checked."""

_DANISH_WORDS = tuple(
    "AD AF AL AN AT BÅD BÆR BØR DAG DEN DET DU DØD DØR EN ER ET FÅ FÅR FØR GAD GIK GÅ GØR HAR HAV HUN HÅR HÆL "
    "HØ I IS JEG JO JÆR KAN KO KØ KØR LAD LE LÅS LÆR LØN MAD MEN MÅ MÅL NED NI NU NÅ NÆR NØD OG OM OP ORD OS OST "
    "PÅ RÅ RÆD RØD SAD SE SEN SNE SOL SØ SØN SÅ SÆL TAG TE TI TO TÅ TÆT TØR UD UR VAR VED VI VÅD VÆR ØL ØRE ÅL ÅR "
    "ÆBLE ÆG ÆRE ØRN ÅND".split()
)


@dataclass(frozen=True)
class Situation:
    """A game in which something happens that a bot must live with."""

    name: str
    about: str
    """What happens, in a line."""
    seats: tuple[str | Script, ...]
    """Who plays: `BOT`, another bot by name, or a script."""
    board: str | BoardProg = "standard"
    hand_size: int = 7
    tiles: int | Mapping[PieceId, int] = 1
    alphabet: str = ENGLISH_ALPHABET
    pieces: Pieces | None = None
    dictionary: tuple[str, ...] | None = None
    timeout: int | None = None
    """A time for a move that belongs to the situation; None takes the kit's."""
    twist: Callable[[], Twist] | None = None
    """Bends the rules at one place; made anew for each game."""
    excused: int = 0
    """How many timeouts of the bot are the twist's doing."""

    @property
    def player(self) -> int:
        """The number of the bot's seat."""
        return self.seats.index(BOT) + 1


def situations() -> tuple[Situation, ...]:
    """Return all of them, the simplest first."""
    return (*_basics(), *_messages(), *_errors(), *_whole_games(), *_odd_games())


def _basics() -> list[Situation]:
    return [
        Situation("sets-up", "the game is over before the first turn of the bot", (cast.forfeits, BOT)),
        Situation("first-move", "moves first, the other passes and leaves", (BOT, cast.passes(1))),
        Situation("second-move", "moves second, the other passes and leaves", (cast.passes(1), BOT)),
    ]


def _messages() -> list[Situation]:
    """Everything that can be heard of another player, and of the clock."""

    def hears(name: str, about: str, act: Script) -> Situation:
        return Situation(f"hears-{name}", about, (cast.first(act), BOT))

    return [
        hears("played", "another player lays a word (CMPlayed)", cast.opens),
        hears("passed", "another player passes (CMPassed)", cast.passes()),
        hears("changed", "another player changes pieces (CMChange)", cast.changes),
        hears("play-failed", "another player's play is refused (CMPlayFailed)", cast.plays_nonsense),
        hears("change-failed", "another player's change is refused (CMPlayFailed)", cast.changes_nonsense),
        Situation(
            "hears-timeout", "another player runs out of time (CMTimeOut)", (cast.passes(), BOT),
            twist=partial(too_late, 1),
        ),
        Situation(
            "own-timeout", "its own first answers come too late (CMTimeOut)", (BOT, cast.passes(4)),
            twist=partial(too_late, 1, 2), excused=2,
        ),
        Situation("hears-forfeit", "one of two others leaves (CMForfeit)", (cast.forfeits, BOT, cast.passes())),
        Situation("hears-hang-up", "one of two others hangs up", (cast.hangs_up, BOT, cast.passes())),
        Situation("all-others-leave", "both others leave, one after the other", (cast.passes(1), cast.passes(1), BOT)),
    ]  # fmt: skip


def _errors() -> list[Situation]:
    """Each error, as the answer to the bot's first play or change."""
    return [
        Situation(
            f"error-{name}", f"its first play or change is refused with {name}", (BOT, cast.passes(3)),
            twist=partial(refuse_first, 1, name),
        )
        for name in ERRORS
    ]  # fmt: skip


def _whole_games() -> list[Situation]:
    """A game to the end on every board, and at larger tables."""
    boards = [
        Situation(f"board-{name}", f"a whole game on the board {name}", (BOT, "anyword"), board=name)
        for name in sorted(shipped_boards())
    ]
    return [
        *boards,
        Situation("three-players", "a whole game of three", ("anyword", BOT, "passer")),
        Situation("five-players", "a whole game of five, two of whom leave",
                  (cast.passes(2), "passer", cast.hangs_up, "anyword", BOT)),
        Situation("against-itself", "a whole game against itself", (BOT, "itself")),
    ]  # fmt: skip


def _odd_games() -> list[Situation]:
    """What is unlike the game that people know."""
    elsewhere = load_board("infinite").spec
    both = (BOT, "anyword")
    return [
        Situation("centre-elsewhere", "the centre is at (40, -25)", both,
                  board=replace(elsewhere, center=Coord(40, -25))),
        Situation("empty-bag", "the bag is empty from the start", both, tiles=_first_tiles(14)),
        Situation("must-change", "no word can be made of the pieces: it may change, or pass", (BOT, cast.passes(6)),
                  tiles={ENGLISH_ALPHABET.index("Q") + 1: 40}),
        Situation("only-blanks", "there are only blanks", both, tiles={0: 20}, hand_size=4),
        Situation("odd-pieces", "pieces that can be several letters with points", both,
                  pieces=_ODD_PIECES, tiles=dict.fromkeys(_ODD_PIECES, 6)),
        Situation("hand-of-1", "hands of one piece", both, hand_size=1, tiles=_first_tiles(30)),
        Situation("hand-of-10", "hands of ten pieces", both, hand_size=10),
        Situation("danish", "Danish letters and words, sent over the wire", both,
                  alphabet=DANISH.alphabet, dictionary=_DANISH_WORDS),
        Situation("one-second", "a second for each move", both, timeout=1000),
    ]  # fmt: skip


def _first_tiles(count: int) -> dict[PieceId, int]:
    """Return so many tiles that words can be made of: a few of each common letter."""
    common = "EAIONRTLSUDG"
    return {
        ENGLISH_ALPHABET.index(char) + 1: count // len(common) + (index < count % len(common))
        for index, char in enumerate(common)
    }


_ODD_PIECES: Pieces = {
    **{piece: ENGLISH.pieces[piece] for piece in (0, 1, 5, 9, 15, 20)},
    30: frozenset({Letter("S", 1), Letter("Z", 10)}),
    31: frozenset({Letter("R", 1), Letter("R", 3)}),
    32: frozenset({Letter("A", 2), Letter("E", 2), Letter("I", 2)}),
}
