"""What `replay` and `verify` share: reading a record, and finding the dictionary it was played with."""

from pathlib import Path

from referee.cli.output import Wrong, bad_usage
from referee.records import Header, Record, RecordError, read_record
from scrabble_util.dictionary import Dictionary, DictionaryError
from scrabble_util.resources import english_dictionary


def record_from(path: str) -> Record:
    """Read a record; one that is not there is bad usage, one that cannot be read is wrong."""
    if not Path(path).exists():
        bad_usage(f"{path}: no such file")
    try:
        return read_record(path)
    except RecordError as error:
        raise Wrong(str(error)) from None


def dictionary_of(header: Header, path: str | None) -> Dictionary | None:
    """Return the dictionary a record was played with: the one given, or the one that ships."""
    wanted = header.dictionary_sha256
    if wanted is None:
        return None
    try:
        dictionary = Dictionary.from_file(Path(path) if path else english_dictionary())
        if dictionary.sha256 == wanted:
            return dictionary
    except DictionaryError as error:
        bad_usage(str(error))
    which = path or "the dictionary that ships"
    raise Wrong(
        f"the game was played with another dictionary than {which}: its hash is {wanted[:12]}…, "
        f"and this one's {dictionary.sha256[:12]}…; give the right one with --dictionary FILE"
    )
