"""Local workers: a processor each where there are enough."""

import multiprocessing
import os
import signal
from contextlib import closing
from threading import Barrier

from referee.tournament.workers import LocalWorkers, cores, own_processors


def processors(meeting: Barrier) -> frozenset[int]:
    meeting.wait(60)  # so that no worker takes two of the calls
    return frozenset(os.sched_getaffinity(0))


def test_each_worker_has_a_processor_to_itself() -> None:
    count = min(2, cores())
    with multiprocessing.Manager() as manager, closing(LocalWorkers(count)) as workers:
        meeting = manager.Barrier(count)
        calls = [workers.executor().submit(processors, meeting) for _ in range(count)]
        asked = [call.result() for call in calls]
    assert all(len(mine) == 1 for mine in asked)
    assert len(set(asked)) == count


def test_more_workers_than_processors_share_them() -> None:
    assert own_processors(cores() + 1) == []
    assert len(own_processors(cores())) == cores()


def test_a_worker_does_not_hear_ctrl_c_from_its_first_moment_on() -> None:
    with closing(LocalWorkers(1)) as workers:
        call = workers.executor().submit(os.getpid)
        for process in multiprocessing.active_children():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGINT)
        worker = call.result(60)
        os.kill(worker, signal.SIGINT)
        assert workers.executor().submit(os.getpid).result(60) == worker
        held_back = workers.executor().submit(signal.pthread_sigmask, signal.SIG_BLOCK, set())
        assert signal.SIGINT not in held_back.result(60)  # what it starts would inherit that
