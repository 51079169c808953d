"""Compiled code is found again, never goes stale, and needs no writable installation."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scrabble_util.numba_setup import cache_folder, kernel_sources, source_key


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package like ours: a kernel file that imports another file, which imports a third; and one apart."""
    folder = tmp_path / "scrabble_util"
    (folder / "deep").mkdir(parents=True)
    (folder / "numba_setup.py").write_text("")
    (folder / "deep" / "__init__.py").write_text("")
    (folder / "deep" / "hot.py").write_text(
        "from scrabble_util.numba_setup import kernel\nfrom scrabble_util.deep import (\n    callee,\n)\n"
    )
    (folder / "deep" / "callee.py").write_text("import scrabble_util.constants\n")
    (folder / "constants.py").write_text("LIMIT = 1\n")
    (folder / "apart.py").write_text("from scrabble_util.constants import LIMIT\n")
    return folder


@pytest.fixture(autouse=True)
def forget_the_folder() -> Iterator[None]:
    cache_folder.cache_clear()
    yield
    cache_folder.cache_clear()


def test_compiled_code_depends_on_kernel_files_and_all_that_they_import(package: Path) -> None:
    names = [str(path.relative_to(package)) for path in kernel_sources(package)]
    assert names == ["constants.py", "deep/__init__.py", "deep/callee.py", "deep/hot.py", "numba_setup.py"]


def test_a_changed_callee_in_another_file_gives_another_cache(package: Path) -> None:
    before = source_key(package)
    (package / "constants.py").write_text("LIMIT = 2\n")
    assert source_key(package) != before


def test_a_change_that_no_kernel_can_see_keeps_the_cache(package: Path) -> None:
    before = source_key(package)
    (package / "apart.py").write_text("")
    assert source_key(package) == before


def test_the_folder_lies_in_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "scrabble-referee" / "kernels" / source_key()


def test_a_cache_that_cannot_be_written_falls_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(blocked))
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    assert cache_folder().is_relative_to(temporary)


def test_a_folder_that_anyone_can_write_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "open"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "open" / "scrabble-referee").mkdir(parents=True)
    (tmp_path / "open" / "scrabble-referee").chmod(0o777)
    assert cache_folder().is_relative_to(tmp_path / "home")
