"""A simple bot: it lays the first word it finds, the longest ones first.

It tries words through every letter that lies on the board (over the centre, to begin with), and asks the referee's
own rules whether that would be legal. When it finds nothing it changes its hand, else passes. It knows nothing of
points, never lays a word beside another, and keeps its blanks.
"""

from collections.abc import Callable, Iterator
from typing import Any

from scrabble_util.checks import Attempt, check_play
from scrabble_util.messages import ServerMessage, SMChange, SMPass, SMPlay
from scrabble_util.state import State
from scrabble_util.types import Coord, Direction, Placement, Tile


def start_game(*setup: Any) -> Callable[[], None]:
    """Sort the words, then return the function that plays the game."""
    state = State(*setup)
    words = longest_first(state)

    def play() -> None:
        while not state.over:
            if state.is_my_turn:
                state.send(choose(state, words))
            state.receive()

    return play


def longest_first(state: State) -> list[tuple[int, str]]:
    """Return the words that a hand and one letter on the board can make, each with its letters as bits."""
    short = [word for word in state.dictionary if len(word) <= state.hand_size + 1]
    return [(bits(word), word) for word in sorted(short, key=len, reverse=True)]


def bits(letters: str) -> int:
    """Return a set of letters as a number, so that two sets are compared at once."""
    found = 0
    for char in letters:
        found |= 1 << ord(char)
    return found


def choose(state: State, words: list[tuple[int, str]]) -> ServerMessage:
    """Say what to do: the first legal play, else a change, else nothing."""
    tiles = [Tile(piece, *state.pieces[piece]) for piece in state.hand if len(state.pieces[piece]) == 1]
    held = bits("".join(tile.letter.char for tile in tiles))
    lying = bits("".join(letter.char for letter in state.laid.values()))
    for letters, word in words:
        other = letters & ~held
        if other & (other - 1) or other & ~lying:
            continue  # it needs more than one letter of the board, or one that is not there
        for moves in plays(state, word, tiles):
            if is_legal(state, moves):
                return SMPlay(moves)
    count = state.can_change
    return SMChange(list(state.hand)[:count]) if count else SMPass()


def plays(state: State, word: str, tiles: list[Tile]) -> Iterator[tuple[Placement, ...]]:
    """Yield the plays of a word that the hand allows: through each letter that lies there, both ways."""
    for coord in state.laid or (state.board.center,):
        for index, char in enumerate(word):
            if coord in state.laid and state.laid[coord].char != char:
                continue
            for direction in Direction:
                if moves := fill(state, word, direction.step(coord, -index), direction, tiles):
                    yield moves


def fill(
    state: State, word: str, start: Coord, direction: Direction, tiles: list[Tile]
) -> tuple[Placement, ...]:
    """Return the pieces that make the word from here; none where the hand or the board does not allow it."""
    left = list(tiles)
    moves: list[Placement] = []
    for index, char in enumerate(word):
        coord = direction.step(start, index)
        if coord in state.laid:
            if state.laid[coord].char != char:
                return ()
            continue
        tile = next((tile for tile in left if tile.letter.char == char), None)
        if tile is None:
            return ()
        left.remove(tile)
        moves.append(Placement(coord, tile))
    return tuple(moves)


def is_legal(state: State, moves: tuple[Placement, ...]) -> bool:
    """Ask the rules of the referee."""
    attempt = Attempt(
        state.player_number, moves, state.hand, state.pieces, state.board, state.laid, state.dictionary
    )
    return not check_play(attempt)
