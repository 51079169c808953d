"""A person at the table: shows the game when it is their turn, asks until a move makes sense, and sends it.

It is a player like any bot, with a state of its own. What is typed is understood in `typed.py`, what is seen is
made in `screen.py`, and the terminal itself is `terminal.py`'s; tests sit somebody else there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bots.chair.screen import name_of, score_line, screen, tiles_text
from bots.chair.typed import (
    HELP,
    Command,
    Hint,
    NotUnderstood,
    Said,
    ShowHelp,
    ShowScore,
    ShowTiles,
    ToggleBonus,
    raw_text,
    understand,
)
from scrabble_util.checks import Attempt, check_change, check_play
from scrabble_util.drawing import Style
from scrabble_util.messages import (
    RGPE,
    ClientMessage,
    CMChange,
    CMChangeSuccess,
    CMForfeit,
    CMGameOver,
    CMPassed,
    CMPlayed,
    CMPlayFailed,
    CMPlaySuccess,
    CMTimeOut,
    GameplayError,
    SMChange,
    SMForfeit,
    SMPlay,
)
from scrabble_util.reasons import reasons
from scrabble_util.scoring import words_formed
from scrabble_util.state import State
from scrabble_util.types import Coord


class Terminal(Protocol):
    """What a person sits at."""

    style: Style

    def size(self) -> tuple[int, int]:
        """Return columns and lines."""

    def draw(self, text: str) -> None:
        """Draw a whole screen, in place of the last one where that can be done."""

    def say(self, text: str) -> None:
        """Print some lines below what was drawn."""

    def ask(self, prompt: str) -> str:
        """Ask for a line; raise KeyboardInterrupt or EOFError where the person wants to stop."""

    def wait(self, receive: Callable[[], ClientMessage]) -> ClientMessage:
        """Wait for the next message, so that the person can still interrupt."""


Hinter: TypeAlias = Callable[[State, int], Sequence[str]]
"""Finds the best so many moves, each in words that can be typed again."""


@dataclass(frozen=True)
class Habits:
    """How a person wants to be served."""

    strict: bool = False
    """Send moves also when they are wrong."""
    shared: bool = False
    """Other people use the same terminal: nobody sees another's hand."""
    any_word: bool = False
    """The referee checks no words."""


class Sitting:
    """One person in one game."""

    def __init__(
        self, state: State, names: Sequence[str], terminal: Terminal, habits: Habits, hints: Hinter
    ) -> None:
        """Sit down."""
        self.state = state
        self.names = names
        self.terminal = terminal
        self.habits = habits
        self.hints = hints
        self.bonus = True
        self.news: list[str] = []
        """What happened since the person last moved."""
        self.fresh: list[Coord] = []
        self.leaving = False

    def play(self) -> None:
        """Play to the end."""
        while not self.state.over:
            if self.state.is_my_turn:
                self.state.send(self.decide())
            self.hear()

    def hear(self) -> None:
        """Wait for a message, take it in, and keep it as news."""
        try:
            message = self.terminal.wait(lambda: self.state.receive())
        except KeyboardInterrupt:
            self.leaving = self.wants_to_leave()
            return
        if isinstance(message, CMPlayed | CMPlaySuccess):
            self.fresh = [coord for coord, _ in message.moves]
        told = self.told(message)
        if self.habits.shared:
            self.news += told  # somebody else may be looking: this person sees it all when it is their turn
        elif self.terminal.style is Style.ANSI or self.state.over:
            self.news += told
            self.draw()
        else:
            self.terminal.say("\n".join(told))

    # --- a turn

    def decide(self) -> Said:
        """Ask the person until there is something to send."""
        if self.leaving:
            return SMForfeit()
        if self.habits.shared:
            self.terminal.draw(f"It is {self.me}'s turn.")
            try:
                self.terminal.ask("Press Enter to see your hand. ")
            except (KeyboardInterrupt, EOFError):
                if self.wants_to_leave():
                    return SMForfeit()
        self.draw()
        self.news = []
        while True:
            try:
                said = self.answer(self.terminal.ask("> "))
            except (KeyboardInterrupt, EOFError):
                if self.wants_to_leave():
                    return SMForfeit()
                continue
            if said is not None:
                return said

    def answer(self, text: str) -> Said | None:
        """Do what a line says; return what is to be sent, if anything."""
        if not text.strip():
            return None
        try:
            command = understand(text, self.state, self.ask_blank)
        except NotUnderstood as problem:
            self.terminal.say(str(problem))
            return None
        if not isinstance(command, Said):
            self.obey(command)
            return None
        if isinstance(command, SMForfeit) and not self.wants_to_leave():
            return None
        errors = () if self.habits.strict else self.errors(command)
        if errors:
            self.terminal.say(reasons(errors, self.state.pieces))
            return None
        if self.habits.strict and isinstance(command, SMPlay):
            self.terminal.say(raw_text(command.moves))
        return command

    def obey(self, command: Command) -> None:
        """Do something that is not sent."""
        match command:
            case Hint(count):
                told = self.hints(self.state, count)
                self.terminal.say("\n".join(told) or "There is no move: you can only :swap or :pass.")
            case ToggleBonus():
                self.bonus = not self.bonus
                self.draw()
            case ShowScore():
                self.terminal.say(score_line(self.state, self.names))
            case ShowTiles():
                self.terminal.say(tiles_text(self.state.unseen, self.state.pieces))
            case ShowHelp():
                self.terminal.say(HELP)

    def errors(self, said: Said) -> tuple[GameplayError, ...]:
        """Return what the referee would object to."""
        state = self.state
        if isinstance(said, SMPlay):
            words = None if self.habits.any_word else state.dictionary
            return check_play(
                Attempt(
                    state.player_number, said.moves, state.hand, state.pieces, state.board, state.laid, words
                )
            )
        if isinstance(said, SMChange):
            bag = state.bag if state.bag is not None else len(state.hand)
            return check_change(state.player_number, said.pieces, state.hand, state.pieces, bag)
        return ()

    def ask_blank(self) -> str:
        """Ask which letter a blank is to be."""
        return self.terminal.ask("Which letter is the blank? ")

    def wants_to_leave(self) -> bool:
        """Ask whether the person means it; another Ctrl-C is a yes."""
        try:
            return self.terminal.ask("Leave the game? [y/N] ").strip().lower().startswith("y")
        except (KeyboardInterrupt, EOFError):
            return True

    # --- what is seen

    @property
    def me(self) -> str:
        """What the person is called."""
        return name_of(self.state.player_number, self.names)

    def draw(self) -> None:
        """Draw the board and the hand, then tell the news."""
        size = self.terminal.size() if self.terminal.style is Style.ANSI else None
        drawn = screen(
            self.state, self.names, style=self.terminal.style, bonus=self.bonus, size=size, fresh=self.fresh
        )  # fmt: skip
        self.terminal.draw("\n".join([drawn, "", *self.news]))

    def told(self, message: ClientMessage) -> list[str]:
        """Return a message in words."""
        match message:
            case CMPlaySuccess(_, points, new_pieces):
                drew = f"You drew {len(new_pieces)}." if new_pieces else "The bag is empty."
                return [f"You laid {self.last_word()} for {points}. {drew}"]
            case CMPlayed(player, _, points):
                return [f"{self.name(player)} laid {self.last_word()} for {points}."]
            case RGPE(errors):
                return [f"The referee refused: {reasons(errors, self.state.pieces)}"]
            case CMPlayFailed(player, _):
                return [f"{self.name(player)} was refused a move."]
            case CMPassed(player):
                return [f"{self.name(player)} passed."]
            case CMChange(player, count):
                return [f"{self.name(player)} changed {count} pieces."]
            case CMChangeSuccess(new_pieces):
                return [f"You changed {len(new_pieces)} pieces."]
            case CMTimeOut(player):
                return [f"{self.name(player)} ran out of time."]
            case CMForfeit(player):
                return [f"{self.name(player)} left the game."]
            case CMGameOver():
                return ["The game is over.", score_line(self.state, self.names)]
        return []

    def name(self, player: int) -> str:
        """Return what a player is called in a sentence."""
        return "You" if player == self.state.player_number else name_of(player, self.names)

    def last_word(self) -> str:
        """Return the main word of the play that was made last."""
        play = self.state.last_play
        assert play is not None
        before = {coord: letter for coord, letter in self.state.laid.items() if coord not in dict(play.moves)}
        words = words_formed(before, play.moves)
        return words[0].text if words else "a letter"
