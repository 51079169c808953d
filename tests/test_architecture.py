"""Imports only point downwards, and the light process stays light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("referee", "bots", "scrabble_util")
MAY_IMPORT = {
    "referee": {"referee", "scrabble_util"},
    "bots": {"bots", "scrabble_util"},
    "scrabble_util": {"scrabble_util"},
}
USED_BY = {
    "referee.cli": (),
    "referee.tournament": ("referee.cli",),
    "referee.check": ("referee.cli",),
    "referee.match": ("referee.cli", "referee.tournament", "referee.check", "referee.api"),
    "referee.server": ("referee.match",),
}
"""Part of the referee -> who else may import it: a layer is used by those above it alone."""
BESIDE_THE_GAME = tuple(f"referee.{name}." for name in ("game", "rules", "events", "verdicts", "bag"))
PURE = (
    "referee/game.py",
    "referee/rules",
    "scrabble_util/wire.py",
    "scrabble_util/checks.py",
    "scrabble_util/scoring.py",
)
IMPURE_MODULES = {"socket", "asyncio", "time", "random", "subprocess", "threading", "datetime"}


def imported_modules(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports from the package's own name"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)  # a module, or a name in one
    return names


def sources(*places: str) -> list[Path]:
    paths: list[Path] = []
    for place in places:
        start = ROOT / place
        paths += [start] if start.is_file() else sorted(start.rglob("*.py"))
    return paths


@pytest.mark.parametrize("package", PACKAGES)
def test_no_import_points_upwards(package: str) -> None:
    for path in sources(package):
        ours = {name.split(".")[0] for name in imported_modules(path)} & set(PACKAGES)
        assert ours <= MAY_IMPORT[package], f"{path.relative_to(ROOT)} imports {ours - MAY_IMPORT[package]}"


@pytest.mark.parametrize(("part", "users"), USED_BY.items())
def test_inside_the_referee_only_those_above_import_a_part(part: str, users: tuple[str, ...]) -> None:
    for path in sources("referee"):
        place = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        if not f"{place}.".startswith(tuple(f"{user}." for user in (part, *users))):
            found = {name for name in imported_modules(path) if f"{name}.".startswith(f"{part}.")}
            assert not found, f"{path.relative_to(ROOT)} imports {found}"


def test_the_pure_game_knows_nothing_of_what_runs_it() -> None:
    for path in sources("referee/game.py", "referee/rules"):
        found = {name for name in imported_modules(path) if name.startswith("referee.")}
        beside = {name for name in found if not f"{name}.".startswith(BESIDE_THE_GAME)}
        assert not beside, f"{path.relative_to(ROOT)} imports {beside}"


def test_pure_modules_know_no_socket_clock_or_chance() -> None:
    for path in sources(*PURE):
        impure = {name.split(".")[0] for name in imported_modules(path)} & IMPURE_MODULES
        assert not impure, f"{path.relative_to(ROOT)} is pure but imports {impure}"


def test_scrabble_util_below_the_board_does_not_know_the_layers_above() -> None:
    above = {
        "scrabble_util.movegen",
        "scrabble_util.state",
        "scrabble_util.connection",
        "scrabble_util.board",
    }
    for path in sources("scrabble_util/dsl", "scrabble_util/types.py", "scrabble_util/messages.py"):
        found = {name for name in imported_modules(path) for up in above if name.startswith(up)}
        assert not found, f"{path.relative_to(ROOT)} imports {found}"


def test_the_referee_process_does_not_import_numba() -> None:
    code = "import sys, referee.cli; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
