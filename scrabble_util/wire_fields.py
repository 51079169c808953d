"""Fields of messages: plain msgpack data <-> the types of this project, made from their annotations.

A `Reader` takes what msgpack decoded, checks it in full and returns the value; what is wrong is a `WireError`
that names the place. `plain` goes the other way. Everything is positional: a record is a list of its fields
in order, a mapping a list of [key, value] pairs, a hand a list of piece ids, an error `[kind, fields…]`.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from scrabble_util.frames import WireError
from scrabble_util.messages import (
    GameplayError,
    GPEEmptyMove,
    GPEEmptyTile,
    GPEFirstWordNotOverCenter,
    GPEFirstWordTooShort,
    GPEInvalidPieceInst,
    GPENotEnoughPieces,
    GPEOccupiedTile,
    GPEPieceDoesNotExist,
    GPEPlayerDoesNotHavePiece,
    GPEWordNotAdjacent,
    GPEWordNotConnected,
    GPEWordNotInDictionary,
    GPEWordNotOnRowOrColumn,
    GPEWordOutsideBoard,
)
from scrabble_util.types import Coord, Hand, Letter, Placement, Tile

Reader: TypeAlias = Callable[[object], Any]

_MOST = 2**63 - 1
"""The largest integer; msgpack itself has none below -(2**63), but some above this."""
_SHOWN = 40
_new_tuple = tuple.__new__
_new, _set = object.__new__, object.__setattr__


def plain(value: object) -> object:
    """Return what msgpack can pack in place of a value it does not know: its `default` hook."""
    match value:
        case Hand():
            return list(value)
        case frozenset():
            return sorted(value)
        case GameplayError():
            return [type(value).__name__, *field_values(value)]
        case _ if is_dataclass(value):
            return field_values(value)
        case _ if hasattr(value, "__index__"):  # an integer of numpy's
            return value.__index__()
    raise WireError(f"a {type(value).__name__} cannot be sent: {_shown(value)}")


def field_values(record: object) -> list[object]:
    """Return the positional fields of a dataclass, mappings as lists of pairs."""
    return [_pairs(getattr(record, name)) for name in field_names(type(record))]


def field_names(record: type) -> tuple[str, ...]:
    """Return the names of the positional fields; the keyword-only ones stand elsewhere in a frame."""
    return tuple(each.name for each in fields(record) if not each.kw_only)


def _pairs(value: object) -> object:
    if isinstance(value, Mapping):
        return [(key, _pairs(inner)) for key, inner in value.items()]
    return value


def reader_of(hint: Any) -> Reader:
    """Return the reader of a type, as it is written in an annotation."""
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is types.UnionType:
        return _optional(reader_of(arguments[0]))
    if origin is tuple and arguments[-1] is not ...:
        return _record(tuple, [str(i) for i in range(len(arguments))], [reader_of(a) for a in arguments])
    if origin is tuple or origin is frozenset:
        return _many(reader_of(arguments[0]), origin)
    if origin is Mapping:
        return _many(_record(tuple, ["key", "value"], [reader_of(a) for a in arguments]), dict)
    return record_reader(hint)


def record_reader(record: type) -> Reader:
    """Return the reader of a named tuple or dataclass: a list of its fields in order."""
    hints = get_type_hints(record)
    if issubclass(record, tuple):
        names = list(hints)
        return _record(lambda values: _new_tuple(record, values), names, [reader_of(hints[n]) for n in names])
    names = list(field_names(record))
    return _record(_maker(record, names), names, [reader_of(hints[name]) for name in names])


def _maker(record: type, names: list[str]) -> Callable[[list[Any]], Any]:
    """Return what makes a frozen dataclass of values that were read: they need no second conversion."""

    def make(values: list[Any]) -> Any:
        made: Any = _new(record)
        for name, value in zip(names, values, strict=True):
            _set(made, name, value)
        return made

    return make


def tagged_reader(records: Mapping[str, type]) -> Reader:
    """Return the reader of `[kind, fields…]`, where kind is one of these names."""
    readers = {kind: record_reader(record) for kind, record in records.items()}

    def read(raw: object) -> object:
        if type(raw) is not tuple or not raw:
            raise _wrong("a list that starts with a kind", raw)
        reader = readers.get(raw[0]) if type(raw[0]) is str else None
        if reader is None:
            raise _wrong(f"one of {', '.join(readers)}", raw[0])
        try:
            return reader(raw[1:])
        except WireError as error:
            raise error.inside(str(raw[0])) from None

    return read


def _read_int(raw: object) -> int:
    if type(raw) is not int:
        raise _wrong("an integer", raw)
    if raw > _MOST:
        raise _wrong("an integer of 64 bits", raw)
    return raw


def _read_str(raw: object) -> str:
    if type(raw) is not str:
        raise _wrong("a string", raw)
    return raw


def _read_bool(raw: object) -> bool:
    if type(raw) is not bool:
        raise _wrong("true or false", raw)
    return raw


def _read_char(raw: object) -> str:
    if type(raw) is not str or len(raw) != 1:
        raise _wrong("one character", raw)
    return raw


def _read_hand(raw: object) -> Hand:
    return Hand(_read_ints(raw))


def _many(one: Reader, collect: Callable[[list[Any]], Any]) -> Reader:
    def read(raw: object) -> Any:
        if type(raw) is not tuple:
            raise _wrong("a list", raw)
        values: list[Any] = []
        try:
            for item in raw:
                values.append(one(item))
        except WireError as error:
            raise error.inside(f"[{len(values)}]") from None
        return collect(values)

    return read


def _record(make: Callable[[list[Any]], Any], names: list[str], readers: list[Reader]) -> Reader:
    def read(raw: object) -> Any:
        if type(raw) is not tuple:
            raise _wrong(f"a list of {_fields(names)}", raw)
        if len(raw) != len(readers):
            raise WireError(f"expected {_fields(names)}, got {len(raw)}")
        values: list[Any] = []
        try:
            for reader, item in zip(readers, raw, strict=True):
                values.append(reader(item))
        except WireError as error:
            raise error.inside(names[len(values)]) from None
        return make(values)

    return read


def _optional(one: Reader) -> Reader:
    return lambda raw: None if raw is None else one(raw)


def _read_placements(raw: object) -> tuple[Placement, ...]:
    """Read the field that every move carries: checked in one loop; the slow reader tells what is wrong."""
    read: list[Placement] = []
    try:
        for (x, y), (piece, (char, points)) in raw:  # type: ignore[attr-defined]
            if not (type(x) is type(y) is type(piece) is type(points) is int and type(char) is str):
                return _explain_placements(raw)
            if len(char) != 1 or x > _MOST or y > _MOST or piece > _MOST or points > _MOST:
                return _explain_placements(raw)
            letter = _new_tuple(Letter, (char, points))
            read.append(_new_tuple(Placement, (_new_tuple(Coord, (x, y)), _new_tuple(Tile, (piece, letter)))))
    except (TypeError, ValueError):
        return _explain_placements(raw)
    return tuple(read)


def _explain_placements(raw: object) -> tuple[Placement, ...]:
    result: tuple[Placement, ...] = _slow_placements(raw)
    return result


def _wrong(expected: str, got: object) -> WireError:
    return WireError(f"expected {expected}, got {_shown(got)}")


def _shown(value: object) -> str:
    text = "a list" if type(value) is tuple else repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _fields(names: list[str]) -> str:
    if not names:
        return "no fields"
    return f"{len(names)} field{'s' * (len(names) > 1)} ({', '.join(names)})"


_read_ints = _many(_read_int, tuple)
_read_letter = _record(lambda values: _new_tuple(Letter, values), ["char", "points"], [_read_char, _read_int])
_SIMPLE: dict[Any, Reader] = {
    int: _read_int,
    str: _read_str,
    bool: _read_bool,
    Hand: _read_hand,
    Letter: _read_letter,
}
_slow_placements = _many(record_reader(Placement), tuple)
_SIMPLE[tuple[Placement, ...]] = _read_placements
_ERRORS: tuple[type, ...] = (
    GPEEmptyMove, GPEPieceDoesNotExist, GPEPlayerDoesNotHavePiece, GPEInvalidPieceInst, GPEOccupiedTile,
    GPEEmptyTile, GPEWordOutsideBoard, GPEWordNotOnRowOrColumn, GPEWordNotConnected,
    GPEFirstWordNotOverCenter, GPEFirstWordTooShort, GPEWordNotAdjacent, GPEWordNotInDictionary,
    GPENotEnoughPieces,
)  # fmt: skip
_SIMPLE[GameplayError] = tagged_reader({kind.__name__: kind for kind in _ERRORS})
