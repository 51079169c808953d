"""What numba lacks and every kernel on word graphs needs: two bit operations, and plain pointers.

An array costs a kernel a count of references wherever it is handed on, a check for negative indices at every
access, seven registers, and time when Python hands it over. A pointer costs none of that. So kernels are handed
one table of numbers with the addresses of the arrays (`addresses`), make pointers of them (`numbers_at` and the
like), and index those as they would the arrays. Whoever calls keeps the arrays alive, and the kernels keep to
their sizes.
"""

from collections.abc import Iterable
from typing import Any

from llvmlite import ir
from numba import types as numba_types
from numba.extending import intrinsic

types: Any = numba_types


def addresses(arrays: Iterable[Any]) -> list[int]:
    """Return where arrays lie. They must have no gaps, and must outlive the use of their addresses."""
    found = []
    for array in arrays:
        if not array.flags.c_contiguous:
            raise ValueError("an array with gaps has no address that a kernel could go by")
        found.append(array.ctypes.data)
    return found


def _bit_count(_context: Any, _word: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _lowest_bit(_context: Any, _word: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


def _pointer_maker(element: Any) -> Any:
    kind = types.CPointer(element)

    def make(_context: Any, _address: Any) -> Any:
        def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], target.get_value_type(kind))

        return kind(types.int64), generate

    return intrinsic(make)


def _start_of(_context: Any, array: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return target.make_array(signature.args[0])(target, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


bit_count: Any = intrinsic(_bit_count)
"""Count the ones of a uint64."""
lowest_bit: Any = intrinsic(_lowest_bit)
"""Return the index of the lowest one of a uint64 that is not zero."""

start_of: Any = intrinsic(_start_of)
"""Make a pointer to the first element of an array: of a table, that is."""
numbers_at: Any = _pointer_maker(types.int64)
"""Make a pointer of the address of an int64 array."""
masks_at: Any = _pointer_maker(types.uint64)
"""The same for uint64."""
words_at: Any = _pointer_maker(types.uint32)
"""The same for uint32."""
halves_at: Any = _pointer_maker(types.uint16)
"""The same for uint16."""
bytes_at: Any = _pointer_maker(types.uint8)
"""The same for uint8."""
