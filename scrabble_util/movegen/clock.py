"""The clock, for kernels: the same that Python's `time.monotonic_ns` reads."""

import time
from typing import Any

from numba import types as numba_types

from scrabble_util.numba_setup import kernel

_types: Any = numba_types
_CLOCK = int(time.CLOCK_MONOTONIC)
_clock_gettime: Any = _types.ExternalFunction(
    "clock_gettime", _types.int32(_types.int32, _types.CPointer(_types.int64))
)


@kernel()
def monotonic_ns(clock: Any) -> Any:
    """Return the time in nanoseconds; `clock` points to room for two numbers."""
    _clock_gettime(_CLOCK, clock)
    return clock[0] * 1_000_000_000 + clock[1]
