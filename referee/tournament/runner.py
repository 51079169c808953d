"""Plays a tournament: asks the schedule what is next, hands games to workers, stores what comes back.

It knows neither bots nor sockets: a game is played by a function from `GameSpec` to `GameResult` that some
`concurrent.futures.Executor` runs. A game that raises, or whose worker dies, is *void*: it is kept apart and
played again. When workers die, the games that were under way are played one at a time, so that a game which
kills its worker is found out and takes no other with it.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass, replace
from typing import Protocol

from referee.tournament import sprt
from referee.tournament.config import Config
from referee.tournament.games import GameResult, GameSpec, PairSpec, Played
from referee.tournament.schedule import games_foreseen, plan, to_play
from referee.tournament.store import Store, VoidGame
from referee.tournament.workers import Workers

Play = Callable[[GameSpec], GameResult]
"""Plays a game; it travels to other processes, so it must be picklable."""

MOST_TRIES = 3
"""How often a game may fail for our own reasons before the run gives up."""
_TICK = 0.5
"""Seconds between two looks at the clock while no game ends."""


_DIED = "the worker process died"


class RunError(Exception):
    """A run that cannot go on; what was stored is safe. Handled by the command."""


@dataclass(frozen=True)
class Moment:
    """How a run stands: what those who show it are given."""

    config: Config
    played: Played
    foreseen: int
    fresh: int
    """Games finished in this run, not in one before it."""
    seconds: float
    """Since this run began."""
    voids: int
    test: sprt.State | None


class Watcher(Protocol):
    """Someone who shows how a run goes."""

    def began(self, moment: Moment) -> None:
        """The run begins."""

    def finished(self, result: GameResult, moment: Moment) -> None:
        """A game was played and stored."""

    def void(self, game: VoidGame, moment: Moment) -> None:
        """A game failed for our own reasons; it is played again."""

    def ticked(self, moment: Moment) -> None:
        """Some time went by in which no game ended."""


@dataclass(frozen=True)
class _Waiting:
    """Games to be played; suspects were under way when a worker died, and are played first and alone."""

    games: deque[GameSpec]
    suspects: deque[GameSpec]

    def __bool__(self) -> bool:
        return bool(self.games or self.suspects)


class Runner:
    """One run of a tournament, from what is stored to the end of the schedule."""

    def __init__(
        self,
        store: Store,
        config: Config,
        workers: Workers,
        play: Play,
        watcher: Watcher,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._config = config
        self._setting = config.setting
        self._workers = workers
        self._play = play
        self._watcher = watcher
        self._clock = clock
        self._done = {result.spec.key: result for result in store.results()}
        self._foreseen = games_foreseen(self._setting)
        self._before = len(self._done)
        self._voids = len(store.voids())
        self._failures: Counter[str] = Counter()
        self._suspected: set[str] = set()
        """Games that were under way when a worker died, and have not come to an end since."""
        self._start = clock()
        self._pairs: tuple[PairSpec, ...] = ()
        self._test = sprt.Follower(config.sprt) if config.sprt else None

    def run(self) -> Played:
        """Play what is left to play, and return all results."""
        self._start = self._clock()
        games = self._next_games()
        self._watcher.began(self.moment())
        if games:
            executor = self._workers.executor()
            while games:
                executor = self._play_all(games, executor)
                games = self._next_games()
        return Played(self._done)

    def moment(self) -> Moment:
        """Return how the run stands."""
        planned = len(self._pairs) * self._setting.table_size
        return Moment(
            config=self._config,
            played=Played(self._done),
            foreseen=max(self._foreseen, planned),
            fresh=len(self._done) - self._before,
            seconds=self._clock() - self._start,
            voids=self._voids,
            test=self._test.state if self._test else None,
        )

    def _next_games(self) -> tuple[GameSpec, ...]:
        """Plan: the games that can be played now, none when the tournament is over."""
        self._pairs = plan(self._setting, Played(self._done))
        self._follow()
        return () if self._decided() else to_play(self._pairs, Played(self._done))

    def _follow(self) -> None:
        """Feed the sequential test with the pairs that are complete, in order, up to the first gap."""
        if self._test is None:
            return
        played = Played(self._done)
        for spec in self._pairs[self._test.state.pairs :]:
            pair = played.pair(spec)
            if pair is None or self._test.state.decided:
                return
            self._test.add(pair.share(0))

    def _decided(self) -> bool:
        return self._test is not None and self._test.state.decided

    # --- playing

    def _play_all(self, games: Iterable[GameSpec], executor: Executor) -> Executor:
        """Play these games, whatever becomes of workers; return the executor that is good now."""
        waiting = _Waiting(deque(games), deque())
        flying: dict[Future[GameResult], GameSpec] = {}
        while (waiting or flying) and not self._decided():
            broken = self._send_off(waiting, flying, executor)
            ready, _ = wait(flying, timeout=_TICK, return_when=FIRST_COMPLETED)
            if not ready:
                self._watcher.ticked(self.moment())
            for future in ready:
                broken |= self._take(future, flying.pop(future), waiting)
            if broken:
                for spec in flying.values():
                    self._suspect(spec, waiting)
                flying.clear()
                executor = self._workers.renew()
        return executor

    def _send_off(
        self, waiting: "_Waiting", flying: dict[Future[GameResult], GameSpec], executor: Executor
    ) -> bool:
        """Hand out as many games as there is room for; return whether the executor turned out broken."""
        alone = waiting.suspects or any(spec.key in self._suspected for spec in flying.values())
        room = 1 if alone else 2 * self._workers.capacity()
        while waiting and len(flying) < room:
            queue = waiting.suspects or waiting.games
            try:
                flying[executor.submit(self._play, queue[0])] = queue[0]
            except BrokenExecutor:
                return True
            queue.popleft()
        return False

    def _take(self, future: Future[GameResult], spec: GameSpec, waiting: "_Waiting") -> bool:
        """Keep a result, or put the game back; return whether its worker died."""
        try:
            result = future.result()
        except (BrokenExecutor, CancelledError):
            self._suspect(spec, waiting)
            return True
        except Exception as error:
            waiting.games.append(spec)
            self._void(spec, f"{type(error).__name__}: {error}")
        else:
            self._keep(result)
        return False

    def _suspect(self, spec: GameSpec, waiting: "_Waiting") -> None:
        """Put a game back whose worker died: it may have been the reason."""
        waiting.suspects.append(spec)
        self._suspected.add(spec.key)
        self._void(spec, _DIED)

    def _keep(self, result: GameResult) -> None:
        """Store a result; only then does it count."""
        self._store.add(result)
        # The record is on disk now; a hundred thousand of them would not fit in here.
        self._done[result.spec.key] = replace(result, packed=b"")
        self._suspected.discard(result.spec.key)
        self._follow()
        self._watcher.finished(result, self.moment())

    def _void(self, spec: GameSpec, reason: str) -> None:
        """Note a game that failed for our own reasons; give up where it has failed too often."""
        self._store.add_void(spec.key, reason)
        self._voids += 1
        self._failures[spec.key] += 1
        self._watcher.void(VoidGame(spec.key, reason), self.moment())
        if self._failures[spec.key] >= MOST_TRIES:
            names = ", ".join(self._config.bots[bot].name for bot in spec.seats)
            raise RunError(
                f"game {spec.key} ({names}; seed {spec.seed}, board {spec.board}) failed "
                f"{MOST_TRIES} times for the referee's own reasons, the last being: {reason}"
            )
