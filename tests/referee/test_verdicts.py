"""The lists of verdicts are closed, told in words, and say who is to blame."""

import inspect
from enum import Enum

import pytest

from referee.verdicts import End, Verdict


@pytest.mark.parametrize("kind", [Verdict, End])
def test_every_member_has_a_line_that_says_what_it_means(kind: type[Enum]) -> None:
    lines = [line.strip() for line in inspect.getsource(kind).splitlines()]
    for member in kind:
        at = next(index for index, line in enumerate(lines) if line.startswith(f"{member.name} = "))
        assert lines[at + 1].startswith('"""') and lines[at + 1].endswith('."""')


def test_only_what_ends_a_players_game_makes_them_leave() -> None:
    staying = {verdict for verdict in Verdict if not verdict.leaves}
    assert staying == {Verdict.FINISHED, Verdict.TIMED_OUT, Verdict.INTERRUPTED}


def test_leaving_by_choice_is_no_fault_and_any_other_leaving_is() -> None:
    for verdict in Verdict:
        assert verdict.is_fault == (verdict.leaves and verdict is not Verdict.FORFEITED)
