"""Where the boards and the dictionary lie: in the checkout, or inside an installed wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent
_INSTALLED = _PACKAGE / "_data"


def _find(name: str) -> Path:
    """Return the path of a top-level file or folder of the project, wherever it was put."""
    for root in (_CHECKOUT, _INSTALLED):
        # Another project's `boards` may lie beside an installed package: our own data comes first there.
        if root == _CHECKOUT and not (root / "pyproject.toml").exists():
            continue
        if (root / name).exists():
            return root / name
    raise FileNotFoundError(f"{name} is missing from this installation; install the project again")


def boards_folder() -> Path:
    """Return the folder of the boards that ship."""
    return _find("boards")


def english_dictionary() -> Path:
    """Return the path of the word list that ships."""
    return _find("EnglishDictionary.txt")
