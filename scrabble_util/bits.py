"""The two bit operations that numba lacks and every kernel on word graphs needs."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def bit_count(_context: Any, _word: Any) -> Any:
    """Count the ones of a uint64."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def lowest_bit(_context: Any, _word: Any) -> Any:
    """Return the index of the lowest one of a uint64 that is not zero."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate
