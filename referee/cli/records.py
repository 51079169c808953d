"""What the commands about records share: reading one, its dictionary, and what to say of one that is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.cli.output import Wrong, bad_usage
from referee.records import Header, Record, RecordError, read_record
from scrabble_util.board import BoardErrors
from scrabble_util.dictionary import Dictionary, DictionaryError
from scrabble_util.resources import english_dictionary


def record_from(path: str) -> Record:
    """Read a record; one that is not there is bad usage, one that cannot be read is wrong."""
    if not Path(path).exists():
        bad_usage(f"{path}: no such file")
    if Path(path).is_dir():
        bad_usage(f"{path}: a record is a file, and this is a folder")
    try:
        return read_record(path)
    except RecordError as error:
        raise Wrong(str(error)) from None


@contextmanager
def telling(path: str) -> Iterator[None]:
    """Say what is wrong with a record that could be read but not be told: its board, or its own story."""
    try:
        yield
    except BoardErrors as errors:
        raise Wrong(f"{path}: the board of the record cannot be loaded\n{errors}") from None
    except ValueError as error:
        raise Wrong(f"{path}: the record contradicts itself: {error}; `referee verify` says more") from None


def dictionary_of(header: Header, path: str | None) -> Dictionary | None:
    """Return the dictionary a record was played with: the one given, or the one that ships."""
    wanted = header.dictionary_sha256
    if wanted is None:
        return None
    dictionary = _dictionary_from(path)
    if dictionary.sha256 == wanted:
        return dictionary
    which = path or "the dictionary that ships"
    raise Wrong(
        f"the game was played with another dictionary than {which}: its hash is {wanted[:12]}…, "
        f"and this one's {dictionary.sha256[:12]}…; give the right one with --dictionary FILE"
    )


def words_for(header: Header, path: str | None) -> Dictionary:
    """Return the words to look for moves with: those of the game, or a list where any word counted in it."""
    return dictionary_of(header, path) or _dictionary_from(path)


def _dictionary_from(path: str | None) -> Dictionary:
    try:
        dictionary = Dictionary.from_file(Path(path) if path else english_dictionary())
        dictionary.read()
    except DictionaryError as error:
        bad_usage(str(error))
    return dictionary
