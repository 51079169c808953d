"""A word list as a packed word graph: built once, kept on disk, mapped into memory by every process.

    lexicon = load_lexicon(dictionary, alphabet, longest=15)
    "QUIXOTRY" in lexicon, lexicon.has_prefix("QUIX")

The graph holds the words that can be laid: of two letters or more, at most `longest`, all of the alphabet.
Words with other characters are left out; a board never sees them. `lexicon_build.py` makes the graph,
`lexicon_format.py` tells how its arcs are packed, `movegen/` walks it.

**The file** is named by a hash of words, letters and format, written beside its place and moved there in one
step: processes that build it at once, or one that is killed, leave a whole file or none. A file that was
damaged since is found by its checksum and built again.
"""

import contextlib
import functools
import hashlib
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from scrabble_util.dictionary import Dictionary
from scrabble_util.lexicon_format import (
    LINK_BITS,
    MOST_ARCS,
    NARROW_LETTERS,
    NARROW_SEPARATOR,
    WIDE_LETTERS,
    WIDE_SEPARATOR,
)
from scrabble_util.numba_setup import user_folder

_FORMAT = b"LEXICON1"
_HEADER = struct.Struct("<8sIIQQQQQQ")
"""Format, checksum of what follows, wide, longest, words, then how many arcs, slots, starts, letters."""
_PAGE = 64
"""The sections begin at multiples of this."""
_KEPT = 8
"""How many graphs a process keeps at hand; they are mapped files, and take no memory that others could not have."""


class LexiconError(ValueError):
    """A word list or an alphabet that no graph can be made of; told to whoever gave it."""


@dataclass(frozen=True)
class Lexicon:
    """The word graph and the table of anagrams, as read-only arrays."""

    letters: str
    """The alphabet in order of its characters: a letter's index is its bit in every mask."""
    longest: int
    """The length of the longest word."""
    size: int
    """How many words there are."""
    wide: bool
    """Whether an arc takes two numbers."""
    arcs: npt.NDArray[np.uint64]
    slots: npt.NDArray[np.uint64]
    """The hash table of anagrams: see `lexicon_build.build_anagrams`."""
    word_starts: npt.NDArray[np.uint32]
    word_letters: npt.NDArray[np.uint8]

    @functools.cached_property
    def index(self) -> dict[str, int]:
        """The index of each letter."""
        return {char: index for index, char in enumerate(self.letters)}

    @functools.cached_property
    def keys(self) -> npt.NDArray[np.uint64]:
        """A random number for each letter; the sum over a word is the same for all its anagrams."""
        return letter_keys()

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and len(word) > 1 and self._walk(word)[0]

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[str]:
        """Yield every word, in the order of the alphabet."""
        for char in self.letters:
            yield from self.starting_with(char)

    def has_prefix(self, text: str) -> bool:
        """Whether some word begins with this text (or is it)."""
        if not text:
            return self.size > 0
        ends, node = self._walk(text)
        return ends or (node is not None and node.mask != 0)

    def starting_with(self, prefix: str) -> Iterator[str]:
        """Yield the words that begin with a text of one letter or more, in the order of the alphabet."""
        ends, node = self._walk(prefix)
        if ends and len(prefix) > 1:
            yield prefix
        waiting = [(prefix, node)] if node is not None else []
        while waiting:
            text, node = waiting.pop()
            if text != prefix and node.ends:
                yield text
            for index in reversed(node.letters()):
                waiting.append((text + self.letters[index], self.node(node.child(index))))

    # --- the graph, one node at a time

    @property
    def separator(self) -> int:
        """The bit of the separator in a mask."""
        return WIDE_SEPARATOR if self.wide else NARROW_SEPARATOR

    @property
    def root(self) -> "Node":
        """Where every walk begins."""
        return self.node(0)

    def node(self, arc: int) -> "Node":
        """Return what an arc leads to."""
        if self.wide:
            link, mask = int(self.arcs[2 * arc]), int(self.arcs[2 * arc + 1])
        else:
            number = int(self.arcs[arc])
            link, mask = number & (1 << LINK_BITS) - 1, number >> LINK_BITS
        return Node(mask, link >> 1, bool(link & 1))

    def _walk(self, text: str) -> tuple[bool, "Node | None"]:
        """Spell a text from its first letter on: whether it is a word, and what can follow."""
        index = self.index
        if any(char not in index for char in text) or not text:
            return False, None
        node: Node | None = self.root.step(self, index[text[0]])
        if node is None:
            return False, None
        ends = node.ends
        node = node.step(self, self.separator)
        for char in text[1:]:
            node = node and node.step(self, index[char])
            if node is None:
                return False, None
            ends = node.ends
        return ends, node


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the graph, with whether the arc that led to it ends a word."""

    mask: int
    first: int
    ends: bool

    def letters(self) -> list[int]:
        """The indices of its letters; the separator may be among them."""
        return [index for index in range(self.mask.bit_length()) if self.mask >> index & 1]

    def child(self, letter: int) -> int:
        """The arc of a letter that the mask has."""
        return self.first + (self.mask & (1 << letter) - 1).bit_count()

    def step(self, lexicon: Lexicon, letter: int) -> "Node | None":
        """Follow a letter (or the separator), if it is there."""
        return lexicon.node(self.child(letter)) if self.mask >> letter & 1 else None


def letter_keys() -> npt.NDArray[np.uint64]:
    """Return the keys of the hash of anagrams, one for each letter there can be: always the same."""
    digests = (hashlib.sha256(b"letter %d" % index).digest()[:8] for index in range(WIDE_LETTERS + 1))
    keys = np.array([int.from_bytes(digest, "little") for digest in digests], np.uint64)
    keys.setflags(write=False)
    return keys


# --- from words to a lexicon


def load_lexicon(
    dictionary: Dictionary,
    alphabet: str,
    longest: int | None = None,
    *,
    folder: Path | None = None,
    say: Callable[[str], object] | None = None,
) -> Lexicon:
    """Return the lexicon of a dictionary: mapped from the cache folder, or built and put there first.

    `longest` leaves out words that no row of the board can take, which makes the graph smaller. Building
    takes a few seconds, once; `say` is told so (by default, a line on standard error).
    """
    letters = "".join(sorted(set(alphabet)))
    if len(letters) > WIDE_LETTERS:
        raise LexiconError(f"an alphabet of {len(letters)} letters; a word graph takes up to {WIDE_LETTERS}")
    content = repr((_FORMAT, dictionary.sha256, letters, longest)).encode()
    path = (folder or user_folder("lexicons")) / f"{hashlib.sha256(content).hexdigest()[:32]}.lexicon"
    lexicon = _map(path, letters)
    if lexicon is not None:
        return lexicon
    with _locked(path):
        lexicon = _map(path, letters)  # another process may have built it while we waited
        if lexicon is not None:
            return lexicon
        (say or _say)(f"building the word graph of {len(dictionary):,} words (once) ...")
        lexicon = build_lexicon(dictionary.words, letters, longest)
        _save(lexicon, path)
    return _map(path, letters) or lexicon


def build_lexicon(words: list[str], alphabet: str, longest: int | None = None) -> Lexicon:
    """Make a lexicon of words that come sorted, each once."""
    from scrabble_util.lexicon_build import build_anagrams, build_graph  # numba: only those pay who build

    letters = "".join(sorted(set(alphabet)))
    wide = len(letters) > NARROW_LETTERS
    spelled, starts = _spell(words, letters, longest)
    lengths = np.diff(starts)
    greatest = int(lengths.max()) if lengths.size else 0
    arcs = build_graph(spelled, starts, greatest, wide)
    if arcs.size >> wide >= MOST_ARCS:
        raise LexiconError(f"{len(words):,} words are too many for one graph: split the list")
    slots, word_starts, word_letters = build_anagrams(spelled, starts, letter_keys())
    for array in (arcs, slots, word_starts, word_letters):
        array.setflags(write=False)
    return Lexicon(letters, greatest, lengths.size, wide, arcs, slots, word_starts, word_letters)


def _spell(
    words: list[str], letters: str, longest: int | None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return the words as letter indices, one after the other, and where each begins; skip unusable ones."""
    known = set(letters)
    limit = longest if longest is not None else sys.maxsize
    usable = [word for word in words if 1 < len(word) <= limit and known.issuperset(word)]
    codes = np.frombuffer("".join(usable).encode("utf-32-le"), np.uint32)
    order = np.array([ord(char) for char in letters], np.uint32)
    starts = np.zeros(len(usable) + 1, np.int64)
    np.cumsum([len(word) for word in usable], out=starts[1:])
    return np.searchsorted(order, codes).astype(np.uint8), starts


# --- the file


def _say(message: str) -> None:
    sys.stderr.write(f"{message}\n")
    sys.stderr.flush()


def _aligned(size: int) -> int:
    return -(-size // _PAGE) * _PAGE


def _save(lexicon: Lexicon, path: Path) -> None:
    """Write the file beside its place, then move it there. A full or read-only disk is no error: the graph
    then lives in this process alone."""
    arrays = (lexicon.arcs, lexicon.slots, lexicon.word_starts, lexicon.word_letters)
    body = b"".join(array.tobytes().ljust(_aligned(array.nbytes), b"\0") for array in arrays)
    header = _HEADER.pack(
        _FORMAT, zlib.crc32(body), lexicon.wide, lexicon.longest, lexicon.size, *(a.size for a in arrays)
    )
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(prefix=path.stem, suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(header.ljust(_aligned(_HEADER.size), b"\0"))
                file.write(body)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)


def _map(path: Path, letters: str) -> Lexicon | None:
    """Map a file into memory; None where there is none, or where it is not whole."""
    try:
        file = path.stat()
    except OSError:
        return None
    return _map_once(path, letters, (file.st_ino, file.st_mtime_ns, file.st_size))


@functools.lru_cache(maxsize=_KEPT)
def _map_once(path: Path, letters: str, state: tuple[int, int, int]) -> Lexicon | None:
    """Map a file in this state of it: to go over it for its checksum takes longer than many a whole game."""
    try:
        content = np.memmap(path, np.uint8, "r")
    except (OSError, ValueError):  # a missing file, an empty one
        return None
    start = _aligned(_HEADER.size)
    if content.size < start:
        return None
    format_, checksum, wide, longest, size, *counts = _HEADER.unpack(content[: _HEADER.size].tobytes())
    types: list[npt.DTypeLike] = [np.uint64, np.uint64, np.uint32, np.uint8]
    nbytes = [count * np.dtype(kind).itemsize for count, kind in zip(counts, types, strict=True)]
    if format_ != _FORMAT or content.size != start + sum(map(_aligned, nbytes)):
        return None
    if zlib.crc32(content[start:].data) != checksum:
        return None
    arrays: list[Any] = []
    for length, kind in zip(nbytes, types, strict=True):
        arrays.append(np.asarray(content[start : start + length]).view(kind))
        start += _aligned(length)
    return Lexicon(letters, longest, size, bool(wide), *arrays)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Let one process build at a time, so that ten that start together do the work once.

    The lock only saves work: where it cannot be had, all build, and the last file stays. A process that is
    killed gives its lock back.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError, ImportError):
            import fcntl

            file: IO[bytes] = stack.enter_context(path.with_suffix(".lock").open("wb"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
