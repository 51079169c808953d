"""`debug_print` writes whole lines to the log, whichever thread says them."""

import subprocess
import sys
from datetime import datetime

from scrabble_util.debug import debug_line

THREADS = """
import threading
from scrabble_util.debug import debug_print

def talk(name):
    for count in range(200):
        debug_print(name * 50, count)

threads = [threading.Thread(target=talk, args=(name,)) for name in "abcd"]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_lines_of_several_threads_do_not_mix() -> None:
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    said = [line.split()[-2:] for line in done.stderr.splitlines()]
    assert sorted(said) == sorted([name * 50, str(count)] for name in "abcd" for count in range(200))


def test_what_was_printed_before_comes_before() -> None:
    code = (
        "import sys; from scrabble_util.debug import debug_print\n"
        "sys.stderr.write('one '); debug_print('two', 2, sep='-'); sys.stderr.write('three')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.startswith("one ")
    assert done.stderr.endswith(" two-2\nthree")


def test_a_line_tells_the_time_and_the_thread() -> None:
    now = datetime(2024, 5, 6, 7, 8, 9, 12345)
    assert debug_line("hello", now, "MainThread") == "07:08:09.012 hello\n"
    assert debug_line("a\nb", now, "worker") == "07:08:09.012 [worker] a\n             b\n"
