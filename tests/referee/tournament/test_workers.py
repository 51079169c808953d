"""Local workers: a processor each where there are enough."""

import multiprocessing
import os
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
