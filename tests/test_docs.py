"""The docs are true: every command in them runs and prints what they say.

In a page, a fenced block that opens with a line `# file: NAME` is written to that file, and the lines of a
```console block that start with `$ ` are run, in order, in one empty folder per page. The lines under a command
are what it prints (`...` stands for any lines); none means that only the exit status counts. A block opened
with ```console exit=1 expects that status.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Command:
    line: str
    expected: list[str]
    status: int


def commands(body: str, status: int) -> Iterator[Command]:
    for chunk in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        line, *expected = chunk.rstrip("\n").split("\n")
        while line.endswith("\\"):
            line = line[:-1] + expected.pop(0)
        yield Command(line, expected, status)


def matches(expected: list[str], printed: list[str]) -> bool:
    pattern = "".join(
        ".*?" if line.strip() == "..." else re.escape(line.rstrip()) + "\n" for line in expected
    )
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in printed), re.DOTALL) is not None


def environment(folder: Path) -> dict[str, str]:
    keep = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{keep['PATH']}"
    return {**keep, "PATH": path, "COLUMNS": "100", "PWD": str(folder)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_does_what_the_page_says(page: Path, tmp_path: Path) -> None:
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        info, body = block["info"].split(), block["body"]
        if file := re.match(r"# file: (\S+)\n", body):
            (tmp_path / file[1]).write_text(body, encoding="utf-8")
        elif info[:1] == ["console"]:
            status = int(info[1].removeprefix("exit=")) if len(info) > 1 else 0
            for command in commands(body, status):
                run(command, tmp_path)


def run(command: Command, folder: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", command.line], cwd=folder, env=environment(folder), text=True, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
    )  # fmt: skip
    assert done.returncode == command.status, f"$ {command.line}\n{done.stdout}"
    if command.expected:
        printed = done.stdout.splitlines()
        assert matches(command.expected, printed), f"$ {command.line}\nprinted:\n{done.stdout}"
