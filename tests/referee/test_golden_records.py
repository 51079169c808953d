"""Whole games on every board, kept byte for byte; see `tests/support/goldens.py` for how to write them anew."""

import pytest

from referee.records import parse_record
from referee.verify import verify
from tests.support.goldens import FOLDER, LEXICON, names, play


@pytest.mark.parametrize("name", names())
def test_the_same_seed_gives_the_golden_record(name: str) -> None:
    assert play(name) == (FOLDER / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize("name", names())
def test_a_golden_record_holds(name: str) -> None:
    record = parse_record((FOLDER / f"{name}.jsonl").read_bytes())
    assert record.result is not None
    assert verify(record, LEXICON) is None


def test_there_is_a_golden_record_for_every_board_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(names())
