"""Why a player left, and why a game ended: two closed lists with a line on each member.

A verdict is data. It goes into the record and the summary with a sentence of detail (`exit status 1`,
`frame of 4 GB`); who finds it out is the shell's business (`server.py`, `launch.py`), what follows from
it is `game.py`'s.
"""

from enum import Enum


class Verdict(Enum):
    """What became of a player, or of one turn of theirs. The value is what stands in the record."""

    FINISHED = "finished"
    """Played to the end of the game."""
    FORFEITED = "forfeited"
    """Left by saying so (`SMForfeit`)."""
    TIMED_OUT = "timed out"
    """Took longer than the time for a move: the turn is lost, the player stays in."""
    STALLED = "stalled"
    """Said nothing for so long, in a game without a time for a move, that the referee stopped waiting."""
    NEVER_STARTED = "never started"
    """Was not ready to play within the time for setting up."""
    CRASHED = "crashed"
    """The bot's code raised an error, or a signal killed its process."""
    EXITED = "exited"
    """The bot's process ended, or its function returned, before the game did."""
    DISCONNECTED = "disconnected"
    """Hung up while the game was going on."""
    PROTOCOL_ERROR = "protocol error"
    """Sent bytes that are no message; the detail says which field is wrong."""
    OUT_OF_TURN = "out of turn"
    """Sent a message for a turn that was not theirs."""
    OUT_OF_MEMORY = "out of memory"
    """Wanted more memory than a bot may have."""
    OUT_OF_CPU = "out of cpu"
    """Used more processor time than a bot may use in a game."""
    INTERRUPTED = "interrupted"
    """Was still in when the referee itself was stopped."""

    @property
    def leaves(self) -> bool:
        """Whether a player with this verdict is out of the game before it ends."""
        return self not in _STAYING

    @property
    def is_fault(self) -> bool:
        """Whether the player did wrong: such a game is not clean, and `referee play` exits with 1."""
        return self not in _BLAMELESS


_STAYING = frozenset({Verdict.FINISHED, Verdict.TIMED_OUT, Verdict.INTERRUPTED})
_BLAMELESS = frozenset({Verdict.FINISHED, Verdict.FORFEITED, Verdict.TIMED_OUT, Verdict.INTERRUPTED})


class End(Enum):
    """How a game ended. The value is what stands in the record."""

    WENT_OUT = "went out"
    """A player has no pieces, and the bag is empty."""
    NO_PLAYS = "no plays"
    """Every player still in has had three turns since a play last succeeded."""
    ONE_LEFT = "one left"
    """All other players left."""
    NOBODY_LEFT = "nobody left"
    """The last players left together (none of them ever started, say)."""
    INTERRUPTED = "interrupted"
    """The referee was stopped; points stand as they were, and nobody wins."""
