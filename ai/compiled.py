"""Kernels: the functions that numba compiles, and where their compiled form is kept.

Compiled code lies in the user's cache folder, in a folder named after the sources it was made from. Numba alone
would look only at the file of the outermost function, and go on with old code when a function that it calls has
changed. Kernels are compiled when they are first called, in the worker or a command, never in the window.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from game import user_files

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

CACHE_VARIABLE = "NUMBA_CACHE_DIR"
_SOURCES = Path(__file__).parent


def cache_folder() -> Path:
    """Return the folder of the compiled form of these very sources."""
    digest = hashlib.sha256(sys.version.encode())
    for source in sorted(_SOURCES.rglob("*.py")):
        digest.update(source.read_bytes())
    return user_files.cache_folder() / "kernels" / digest.hexdigest()[:16]


def drop_outdated(folder: Path) -> None:
    """Remove what was compiled from other sources than `folder`."""
    for other in folder.parent.glob("*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)


if CACHE_VARIABLE not in os.environ:
    _folder = cache_folder()
    drop_outdated(_folder)
    os.environ[CACHE_VARIABLE] = str(_folder)

import numba  # noqa: E402 - it reads the variable when it is imported


def kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile `function` when it is first called; it runs without Python's lock and without bounds checks.

    Arrays that are global where it stands are part of the compiled code, which costs no reference counts.
    """
    compiled: Callable[Arguments, Result] = numba.njit(
        cache=True, nogil=True, boundscheck=False, error_model="numpy"
    )(function)
    return compiled
