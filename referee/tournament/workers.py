"""Who plays the games: processes on this machine, or a Dask cluster; to the runner both are an `Executor`.

A local worker lives as long as a pipe to the runner does: when the runner ends, in whatever way, the pipe
closes and the worker goes too, with the bots it started. It does not hear Ctrl-C: the runner does, and decides.

Where there are no more workers than processors, each has one to itself, for the referee and the bots of its game:
players take turns, so a game needs no more than one, and no game takes time from the clocks of another.
"""

import logging
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.queues import SimpleQueue
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class WorkersError(Exception):
    """Workers that cannot be had: handled by the command, whose user is told what to do."""


class Workers(Protocol):
    """Where games are played."""

    def executor(self) -> Executor:
        """Return what plays games; it is started when it is first asked for."""

    def renew(self) -> Executor:
        """Return a new one, because the last is broken."""

    def capacity(self) -> int:
        """Return how many games can be played at once, now."""

    def close(self) -> None:
        """Stop playing at once; games under way are lost."""


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Worker(SpawnProcess):
    """A process that does not hear Ctrl-C from its first moment on: until it can ignore it, that is held back."""

    def start(self) -> None:
        """Start with the signal blocked, which a new process inherits."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _WorkerContext(SpawnContext):
    """Where an executor gets its processes from."""

    Process = _Worker


class LocalWorkers:
    """Worker processes on this machine."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._context = _WorkerContext()
        self._pool: ProcessPoolExecutor | None = None
        self._alive: Connection | None = None

    def executor(self) -> Executor:
        """Return the processes; start them when that is first asked."""
        return self._pool or self.renew()

    def renew(self) -> Executor:
        """Start new processes in the place of the old ones."""
        self.close()
        theirs, self._alive = self._context.Pipe(duplex=False)
        places = self._context.SimpleQueue()
        for place in own_processors(self._count):
            places.put(place)
        self._pool = ProcessPoolExecutor(
            self._count, mp_context=self._context, initializer=_live_with, initargs=(theirs, places)
        )
        return self._pool

    def capacity(self) -> int:
        """Return how many processes there are."""
        return self._count

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        if self._alive is not None:
            self._alive.close()
            self._alive = None
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def own_processors(count: int) -> list[int]:
    """Return a processor for each of so many workers; none where they would have to share."""
    if not hasattr(os, "sched_getaffinity") or count > cores():
        return []
    return sorted(os.sched_getaffinity(0))[:count]


def _live_with(runner: Connection, places: "SimpleQueue[int]") -> None:
    """Prepare a worker: on its own processor, deaf to Ctrl-C, and gone as soon as the runner is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if not places.empty():
        os.sched_setaffinity(0, {places.get()})

    def watch() -> None:
        with suppress(EOFError):
            runner.recv_bytes()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class _ClusterExecutor(Executor):
    """A cluster's face of an executor, which says in the usual way when it is broken."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._cluster: Executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Send a call to the cluster."""
        try:
            return self._cluster.submit(fn, *args, **kwargs)
        except Exception as error:
            if self._client.status == "running":
                raise
            raise BrokenExecutor(str(error)) from error


class ClusterWorkers:
    """The workers of a Dask scheduler; it plays a dead worker's game elsewhere by itself."""

    def __init__(self, address: str, patience: float = 10.0) -> None:
        """Join the cluster; give up after so many seconds without an answer."""
        self._address = address
        try:
            from distributed import Client
        except ImportError:
            raise WorkersError(
                "a cluster needs the extra `cluster`: pip install 'scrabble-referee[cluster]'"
            ) from None
        # What it logs of a lost connection is told better by us.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        try:
            self._client: Any = Client(address, timeout=patience)
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkersError(f"no Dask scheduler answers at {address}: {error}") from error

    def executor(self) -> Executor:
        """Return the cluster's face of an executor."""
        return _ClusterExecutor(self._client)

    def renew(self) -> Executor:
        """Return a new face of the same cluster; raise where it is gone."""
        if self._client.status != "running":
            raise WorkersError(f"the Dask scheduler at {self._address} is gone")
        return self.executor()

    def capacity(self) -> int:
        """Return how many threads the cluster has now; workers may come and go."""
        try:
            threads: dict[str, int] = self._client.nthreads()
        except (OSError, RuntimeError):  # being lost: the next game that is sent will say so
            return 1
        return max(1, sum(threads.values()))

    def close(self) -> None:
        """Leave the cluster; what it still plays for us is dropped."""
        self._client.close()
