"""`referee new-bot`: what it writes works at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.cli import ROOT, referee


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("new")
    told = referee("new-bot", "mine", cwd=made)
    assert told.status == 0
    assert "referee play ./mine.py passer" in told.out
    return made


def test_the_new_bot_beats_the_beginners(folder: Path) -> None:
    for other in ("passer", "haskell"):
        told = referee(
            "play", "./mine.py", other, "--json", "--no-record", "--seed", 4, cwd=folder, timeout=120
        )
        assert told.status == 0, told.err
        assert told.json["winners"] == [1]


def test_its_tests_pass(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "5 passed" in done.stdout


def test_it_survives_the_kit(folder: Path) -> None:
    chosen = [
        "sets-up",
        "error-*",
        "hears-*",
        "own-timeout",
        "must-change",
        "danish",
        "odd-pieces",
        "hand-of-1",
    ]
    only = [part for name in chosen for part in ("--only", name)]
    told = referee("check", "./mine.py", *only, cwd=folder, timeout=300)
    assert told.status == 0, told.out
    assert "refused, the first" not in told.out


def test_nothing_is_written_over(folder: Path) -> None:
    (folder / "test_other.py").write_text("precious")
    told = referee("new-bot", "other", cwd=folder)
    assert told.status == 1
    assert "test_other.py is there already" in told.err
    assert not (folder / "other.py").exists()
    assert referee("new-bot", "mine", cwd=folder).status == 1


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("my-bot", "'my-bot' is no name for a Python module; try my_bot"),
        ("bot.py", "try bot"),
        ("7up", "'7up' is no name"),
        ("class", "'class' is no name"),
        ("random", "random is the name of another module"),
        ("referee", "referee is the name of another module"),
    ],
)
def test_a_name_that_python_cannot_import_is_bad_usage(name: str, complaint: str, tmp_path: Path) -> None:
    told = referee("new-bot", name, cwd=tmp_path)
    assert told.status == 2
    assert complaint in told.err
    assert not list(tmp_path.iterdir())


def test_another_folder_may_be_named(tmp_path: Path) -> None:
    told = referee("new-bot", "mine", "--folder", tmp_path / "deep" / "er", cwd=tmp_path)
    assert told.status == 0
    assert (tmp_path / "deep/er/mine.py").exists()
