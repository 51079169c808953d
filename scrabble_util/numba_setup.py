"""Numba, tamed: one decorator for kernels, one place for their compiled code, one moment to compile.

    @kernel("int64(int64[::1], int64)")
    def total(numbers, start): ...

    make_ready(total)      # at set-up: loads compiled code, or compiles and says so; never while a clock runs

Numba's own cache looks at the file of a function alone, and would go on using old code when a function that
it calls, in another file, has changed. So the folder of the cache is named by a hash of every file that can
matter: those that use this module, and all of this package that they import. The folder lies in the user's
cache folder, so that a read-only installation works; where that cannot be written, in a temporary one.

Importing this module does not import numba; decorating a function does.
"""

import fcntl
import hashlib
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

PACKAGE = Path(__file__).parent
FOLDER = "scrabble-referee"
READY = "ready"
"""A file in the cache folder for each kernel that has been compiled there."""
LOCK = "lock"
"""The file that the process which compiles holds a lock on."""

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(signature: str = "", **options: Any) -> Callable[[Function], Function]:
    """Make a numba function of a Python function, cached; `make_ready` compiles it for `signature`.

    A kernel that is only called from other kernels needs no signature. Kernels release the GIL, and their
    arithmetic is that of the machine: division by zero is for the kernel itself to look out for.
    """

    def decorate(function: Function) -> Function:
        import numba  # takes 0.3 s: only those pay who have a kernel

        settings: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", **options}
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache_folder())  # read when a function is decorated
        try:
            dispatcher: Any = numba.njit(**settings)(function)
        finally:
            config.CACHE_DIR = before
        dispatcher.entry_signature = signature
        return dispatcher  # type: ignore[no-any-return]

    return decorate


def make_ready(*kernels: Any, say: Callable[[str], object] | None = None) -> None:
    """Load the compiled code of these kernels, or compile it. From then on they take their signature's types
    and no others: an array of another type is an error and not a second compilation.

    Compiling takes seconds, once: `say` is then told so first (by default, a line on standard error). Of several
    processes that need the same kernels at once, one compiles, and the others wait for it.
    """
    waiting = [item for item in kernels if not item.signatures]
    if all(_marker(item).exists() for item in waiting):
        _load(waiting)
        return
    (say or _say)("compiling the kernels (once, some seconds) ...")
    with (cache_folder() / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _load(waiting)


def _load(kernels: list[Any]) -> None:
    """Have each kernel in its compiled form, from the cache where it is there."""
    for item in kernels:
        item.compile(item.entry_signature)
        item.disable_compile()
        _marker(item).touch()


def _say(message: str) -> None:
    sys.stderr.write(f"{message}\n")
    sys.stderr.flush()


def _marker(item: Any) -> Path:
    return cache_folder() / f"{item.py_func.__module__}.{item.py_func.__qualname__}.{READY}"


# --- where the compiled code lies


@cache
def cache_folder() -> Path:
    """Return the folder for compiled code of exactly these sources; it exists and is ours to write."""
    return user_folder(f"kernels/{source_key()}")


def user_folder(name: str) -> Path:
    """Return a folder of this name in the user's cache, for what is made once and used by many processes."""
    for root in _roots():
        folder = root / name
        if _is_usable(root) and _is_usable(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix=f"{FOLDER}-"))


def _roots() -> Iterator[Path]:
    for chosen in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        if os.environ.get(chosen):
            yield Path(os.environ[chosen]) / FOLDER
    # No home (an account without one, a container with another user id) makes expanduser give "~" back.
    home = Path("~/.cache").expanduser()
    if home.is_absolute():
        yield home / FOLDER
    yield Path(tempfile.gettempdir()) / f"{FOLDER}-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


def _is_usable(folder: Path) -> bool:
    """Whether the folder can be made and written, and nobody else could have put code there for us to run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except OSError:
        return False
    if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & stat.S_IWOTH):
        return False
    return os.access(folder, os.W_OK | os.X_OK)


# --- what the compiled code depends on


def source_key(package: Path = PACKAGE) -> str:
    """Return a hash of the versions and of every source file that compiled code may depend on."""
    digest = hashlib.sha256()
    for name in ("numba", "llvmlite", "numpy"):
        digest.update(f"{name} {version(name)}\n".encode())
    digest.update(f"{sys.version_info}\n".encode())
    for path in kernel_sources(package):
        digest.update(f"{path.relative_to(package)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def kernel_sources(package: Path = PACKAGE) -> list[Path]:
    """Return the files that use this module, and all of the package that they import, sorted."""
    texts = {path: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    this = package / Path(__file__).name
    found: set[Path] = set()
    waiting = [this, *(path for path, text in texts.items() if this in _imported(text, package))]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(_imported(texts[path], package) & texts.keys())
    return sorted(found)


def _imported(text: str, package: Path) -> set[Path]:
    """Return the files of the package that a source text imports."""
    name = re.escape(package.name)
    modules = set(re.findall(rf"^\s*import ({name}[\w.]*)", text, re.MULTILINE))
    for module, names in re.findall(rf"^\s*from ({name}[\w.]*) import (\([^)]*|[^\n]*)", text, re.MULTILINE):
        modules |= {module, *(f"{module}.{item}" for item in re.findall(r"\w+", names))}
    return {_file(module, package) for module in modules}


def _file(module: str, package: Path) -> Path:
    path = package.parent.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
