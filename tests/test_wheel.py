"""A wheel built from the checkout and unpacked elsewhere finds its boards and its dictionary."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
ASK = """
from scrabble_util.board_file import load_board, shipped_boards
from scrabble_util.dictionary import Dictionary
from scrabble_util.resources import boards_folder, english_dictionary
print(boards_folder())
assert load_board("standard").extent() == (-7, -7, 7, 7)
assert len(shipped_boards()) >= 8
assert "FATED" in Dictionary.from_file(english_dictionary())
import bots, referee.cli
"""


def test_an_installed_wheel_brings_its_boards_and_its_dictionary(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    elsewhere = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(elsewhere)
    asked = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tmp_path, env={"PYTHONPATH": str(elsewhere)}, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    assert asked.stdout.startswith(str(elsewhere))
    assert (elsewhere / "scrabble_util" / "_data" / "EnglishDictionary.NOTICE.txt").is_file()
