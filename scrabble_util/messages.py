"""What players and referee say to each other, as frozen dataclasses.

`SM*` goes to the server, `CM*` to a client, `GPE*` says what was wrong with a move. The names and fields are
those of the course that the game comes from. How they become bytes is `wire.py`'s subject.

Every message to a client also tells how the game stands after it: which turn is now to be played, by whom,
and how many pieces the bag holds. Those three are keyword-only, so a `match` statement need not name them:

    match connection.recv():
        case CMPlayed(player, moves, points): ...
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from scrabble_util.types import Coord, Hand, Letter, PieceId, Placement, PlacementLike, placements

NOBODY = 0
"""`next_player` when the game is over."""


# --- to the server


@dataclass(frozen=True, slots=True)
class ServerMessage:
    """What a player may say when it is their turn."""


@dataclass(frozen=True, slots=True, init=False)
class SMPlay(ServerMessage):
    """Lay pieces on the board, in any order: ``SMPlay([((x, y), (piece, (char, points))), ...])``."""

    moves: tuple[Placement, ...]

    def __init__(self, moves: Iterable[PlacementLike]) -> None:
        object.__setattr__(self, "moves", placements(moves))


@dataclass(frozen=True, slots=True)
class SMPass(ServerMessage):
    """Do nothing this turn."""


@dataclass(frozen=True, slots=True)
class SMForfeit(ServerMessage):
    """Leave the game."""


@dataclass(frozen=True, slots=True, init=False)
class SMChange(ServerMessage):
    """Give pieces back and draw as many others: ``SMChange([piece, ...])``."""

    pieces: tuple[PieceId, ...]

    def __init__(self, pieces: Iterable[PieceId]) -> None:
        object.__setattr__(self, "pieces", tuple(pieces))


# --- what was wrong with a move


@dataclass(frozen=True, slots=True)
class GameplayError:
    """One reason why a play or a change was refused."""


@dataclass(frozen=True, slots=True)
class GPEEmptyMove(GameplayError):
    """The play had no pieces (or the change named none)."""


@dataclass(frozen=True, slots=True)
class GPEPieceDoesNotExist(GameplayError):
    """There is no piece with this id in the game."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class GPEPlayerDoesNotHavePiece(GameplayError):
    """The player does not hold this piece, or not that often."""

    player: int
    piece: PieceId


@dataclass(frozen=True, slots=True)
class GPEInvalidPieceInst(GameplayError):
    """The piece cannot be laid as this letter with these points."""

    piece: PieceId
    letter: Letter


@dataclass(frozen=True, slots=True)
class GPEOccupiedTile(GameplayError):
    """`letter` was to be laid on `coord`, where `current` lies (or was laid by the same move)."""

    letter: Letter
    coord: Coord
    current: Letter


@dataclass(frozen=True, slots=True)
class GPEEmptyTile(GameplayError):
    """There is no square at this coordinate: it is a hole, or outside the board."""

    coord: Coord


@dataclass(frozen=True, slots=True)
class GPEWordOutsideBoard(GameplayError):
    """Part of the move is outside the board; comes once, beside a `GPEEmptyTile` for each such coordinate."""


@dataclass(frozen=True, slots=True)
class GPEWordNotOnRowOrColumn(GameplayError):
    """The pieces do not stand in one row or one column."""

    coords: tuple[Coord, ...]


@dataclass(frozen=True, slots=True)
class GPEWordNotConnected(GameplayError):
    """There is a gap between the pieces that no laid letter fills."""


@dataclass(frozen=True, slots=True)
class GPEFirstWordNotOverCenter(GameplayError):
    """The first word must cover the centre, which is here."""

    center: Coord


@dataclass(frozen=True, slots=True)
class GPEFirstWordTooShort(GameplayError):
    """The first word needs two letters at least."""


@dataclass(frozen=True, slots=True)
class GPEWordNotAdjacent(GameplayError):
    """The move touches nothing that lies on the board."""


@dataclass(frozen=True, slots=True)
class GPEWordNotInDictionary(GameplayError):
    """The move would form this word, which the dictionary does not have."""

    word: str


@dataclass(frozen=True, slots=True)
class GPENotEnoughPieces(GameplayError):
    """`wanted` pieces were to be changed, and the bag holds only `available`."""

    wanted: int
    available: int


# --- to a client


@dataclass(frozen=True, slots=True)
class ClientMessage:
    """What the referee tells a player, with how the game stands after it."""

    turn: int = field(default=0, kw_only=True)
    """The turn that is now to be played; an answer to the referee carries it."""
    next_player: int = field(default=NOBODY, kw_only=True)
    """Who is to play it; 0 when the game is over."""
    bag: int = field(default=0, kw_only=True)
    """How many pieces are left to draw."""


@dataclass(frozen=True, slots=True)
class CMPlayed(ClientMessage):
    """Another player laid `moves` for `points`."""

    player: int
    moves: tuple[Placement, ...]
    points: int


@dataclass(frozen=True, slots=True)
class CMPlaySuccess(ClientMessage):
    """Your play was good for `points`; you drew `new_pieces`."""

    moves: tuple[Placement, ...]
    points: int
    new_pieces: Hand


@dataclass(frozen=True, slots=True)
class CMPlayFailed(ClientMessage):
    """Another player's play or change was refused and cost them the turn (`moves` is empty for a change)."""

    player: int
    moves: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class CMPassed(ClientMessage):
    """A player passed; also sent to that player."""

    player: int


@dataclass(frozen=True, slots=True)
class CMForfeit(ClientMessage):
    """A player left the game, by choice or by fault; also sent to that player where it still listens."""

    player: int


@dataclass(frozen=True, slots=True)
class CMChange(ClientMessage):
    """Another player changed this many pieces."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class CMChangeSuccess(ClientMessage):
    """Your change was good; you drew `new_pieces`."""

    new_pieces: Hand


@dataclass(frozen=True, slots=True)
class CMTimeOut(ClientMessage):
    """A player ran out of time, which counts as a pass; also sent to that player."""

    player: int


@dataclass(frozen=True, slots=True)
class CMGameOver(ClientMessage):
    """The game is over; (player, final points) of every player, those who left included."""

    scores: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RGPE(ClientMessage):
    """Your play or change was refused, for these reasons, and your turn is over."""

    errors: tuple[GameplayError, ...]
