"""Which processes stand below one, and how much memory they use: read from /proc."""

import os
from pathlib import Path

_PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    """Return the children of a process; none when it is gone."""
    found: list[int] = []
    try:
        for thread in (_PROC / str(pid) / "task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    except (FileNotFoundError, ProcessLookupError):
        return found
    return found


def below(pid: int) -> list[int]:
    """Return all processes below one: children, their children, and so on; the dead that nobody buried too."""
    found: list[int] = []
    level = children(pid)
    while level:
        found += level
        level = [child for parent in level for child in children(parent)]
    return found


def resident_bytes(pid: int) -> int:
    """Return the memory a process uses; 0 when it is gone."""
    try:
        return int((_PROC / str(pid) / "statm").read_text().split()[1]) * _PAGE
    except (FileNotFoundError, ProcessLookupError):
        return 0


def own_bytes(pid: int) -> int:
    """Return the memory of a process with what it shares divided among the sharers: slower, and fairer."""
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def is_dead(pid: int) -> bool:
    """Whether a process is gone, or dead and not yet buried by its parent."""
    try:
        state = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"


def oom_kills() -> int:
    """Return how many processes the kernel has killed for want of memory since it started."""
    try:
        lines = (_PROC / "vmstat").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))


def marked(name: str, start: str) -> list[int]:
    """Return the processes in whose first environment the value of `name` begins with `start`."""
    needle = f"{name}={start}".encode()
    found: list[int] = []
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            variables = (entry / "environ").read_bytes().split(b"\0")
        except (OSError, ValueError):
            continue
        if any(variable.startswith(needle) for variable in variables):
            found.append(int(entry.name))
    return found
