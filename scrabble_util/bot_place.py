"""Where a bot is: given by the name of one that ships, by file, or by module."""

import difflib
import sys
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_SHIPPED = "bots"


class BotError(Exception):
    """A bot that cannot be found or run, in a sentence for whoever named it."""


@dataclass(frozen=True)
class BotPlace:
    """What to import: the file, and the module's name where it is to be found by that."""

    file: str
    module: str | None = None

    @property
    def name(self) -> str:
        """A short name for people: the last part of the module's, or the file's without its ending."""
        return self.module.rpartition(".")[2] if self.module else Path(self.file).stem


def find_bot(text: str) -> BotPlace:
    """Find a bot as people name it: `passer` (it ships), `./my_bot.py` (a file), `mypkg.bot` (a module)."""
    if text.endswith(".py") or "/" in text:
        return _find_file(Path(text))
    if "." not in text and (file := _file_of(f"{_SHIPPED}.{text}")):
        return BotPlace(file, f"{_SHIPPED}.{text}")
    if file := _file_of(text):
        return BotPlace(file, text)
    raise BotError(_not_found(text))


def shipped_bots() -> list[str]:
    """Return the names of the bots that ship."""
    return sorted(path.stem for path in (_ROOT / _SHIPPED).glob("*.py") if not path.stem.startswith("_"))


def _find_file(path: Path) -> BotPlace:
    if path.is_dir():
        raise BotError(f"{path}: a bot is a Python file, and this is a folder")
    if not path.is_file():
        near = difflib.get_close_matches(path.name, [p.name for p in path.parent.glob("*.py")], 1)
        hint = f"; did you mean {path.parent / near[0]}?" if near else ""
        raise BotError(f"{path}: no such file{hint}")
    return BotPlace(str(path.resolve()))


def _file_of(module: str) -> str | None:
    """Return the file of a module without importing anything: that is for the bot's own process to do."""
    parts = module.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    for folder in (_ROOT, Path.cwd(), *map(Path, sys.path)):
        stem = folder.joinpath(*parts)
        for file in (stem.with_suffix(".py"), stem / "__init__.py"):
            if file.is_file():
                return str(file.resolve())
    return None


def _not_found(text: str) -> str:
    shipped = shipped_bots()
    near = difflib.get_close_matches(text, shipped, 1)
    if near:
        return f"no bot is called {text!r}; did you mean {near[0]!r}?"
    return (
        f"no bot is called {text!r}: name one that ships ({', '.join(shipped)}), a file (./my_bot.py), "
        "a module (mypkg.bot), or remote"
    )
