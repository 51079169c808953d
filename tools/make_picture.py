"""Make docs/game.svg, the picture of the README: the last board of a seeded game, as a terminal shows it.

python -m tools.make_picture
"""

import io
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

OUTPUT = Path(__file__).parents[1] / "docs" / "game.svg"
SEED = 4
_COLUMNS = 58
_REFEREE = [sys.executable, "-c", "from referee.cli import main; main()"]
_SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g>
</g></svg>
"""


def main() -> None:
    """Play the game, draw its end, and keep the picture."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "game.jsonl"
        play = ["play", "oxyphenbutazone*2", "--seed", str(SEED), "--record", str(record), "--quiet"]
        subprocess.run([*_REFEREE, *play], check=True, capture_output=True)
        replay = [*_REFEREE, "replay", str(record), "--ansi"]
        told = subprocess.run(replay, check=True, capture_output=True, text=True).stdout
    board = told[told.rindex("\nturn ") + 1 :]
    console = Console(record=True, width=_COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(board.partition("\n\n")[2]))
    console.save_svg(str(OUTPUT), title="referee play oxyphenbutazone*2", code_format=_SVG)


if __name__ == "__main__":
    main()
