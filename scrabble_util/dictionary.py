"""A word list: read from a file, asked for a word, known by the hash of its content.

It is read when it is first looked into, so that a process which only passes it on (or which has the packed
word graph of `lexicon.py` on disk already) never pays for it.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from pathlib import Path


class DictionaryError(ValueError):
    """A word list that cannot be used: handled by the command that was given it."""


class Dictionary(Collection[str]):
    """A sorted set of upper-case words."""

    def __init__(
        self, words: Iterable[str] = (), *, path: Path | None = None, sha: str | None = None
    ) -> None:
        """Make one of words, or (with `path`) of a file that is read when it is first needed."""
        self.path = path
        self._sha = sha
        if path is None:
            self.__dict__["words"] = _sorted_upper(list(words))

    @classmethod
    def from_file(cls, path: Path | str) -> "Dictionary":
        """Make one of a file with a word a line, in UTF-8; case and order are free."""
        path = Path(path)
        if not path.is_file():
            raise DictionaryError(f"{path}: no such word list")
        return cls(path=path)

    @cached_property
    def words(self) -> list[str]:
        """All words, sorted, upper case, each once."""
        assert self.path is not None
        try:
            text = self.path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise DictionaryError(
                f"{self.path}: not UTF-8 (byte {error.start}); save the word list as UTF-8"
            ) from None
        except OSError as error:
            raise DictionaryError(f"{self.path}: {error.strerror}") from None
        words = _sorted_upper(text.split())
        if not words:
            raise DictionaryError(f"{self.path}: no words in it; one word a line is expected")
        return words

    @cached_property
    def _set(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def sha256(self) -> str:
        """The hash of the words, whatever file they came from: two lists with the same words are the same."""
        return self._sha or hashlib.sha256("\n".join(self.words).encode()).hexdigest()

    def read(self) -> None:
        """Read the words now, so that the first question need not wait for it."""
        self.__contains__("")

    def __contains__(self, word: object) -> bool:
        return word in self._set

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"Dictionary({str(self.path)!r})" if self.path else f"Dictionary({len(self):,} words)"


def _sorted_upper(words: list[str]) -> list[str]:
    """Return the words as the class keeps them; quick for a list that is in that form already."""
    joined = "\n".join(words)
    upper = joined.upper()
    if upper != joined:
        words = upper.split("\n")
    if all(a < b for a, b in pairwise(words)):
        return words
    return sorted({word for word in words if word})
