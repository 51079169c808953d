"""`make bench`: every benchmark in turn, each in a process of its own, so that none warms up another."""

import subprocess
import sys

BENCHMARKS = ("dsl", "movegen", "game", "referee", "tournament")
"""The modules of this package, in the order in which they run."""


def main() -> int:
    """Run them all; return the number of those that failed."""
    failed = 0
    for name in BENCHMARKS:
        print(f"== {name}", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode != 0
        print(flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
