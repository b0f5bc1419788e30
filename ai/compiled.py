"""Decorate and cache the functions that numba compiles ("kernels").

Kernels compile on their first call, in the worker or in a command but never in the window. The first start compiles
the kernels of play (ai/preparation.py), and ai/kernel_cache.py stores each compiled file with a checksum. If the
cache folder is not writable or the disk is full, every process compiles its kernels again.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from ai import kernel_cache
from game.core import BadInput
from game.files import damage, user_files
from game.files.memory_limit import check_memory

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

CACHE_VARIABLE = "NUMBA_CACHE_DIR"
MIN_LLVM_BYTES, MIN_LOADING_BYTES, MIN_COMPILING_BYTES = 256 * 2**20, 160 * 2**20, 512 * 2**20
"""The free memory that is needed to load LLVM, to load a kernel, and to compile a kernel."""
FAST_CODE = "Fast code"
"""The name of the kernels in messages about memory. Without enough memory, LLVM aborts the process."""
ANNOUNCEMENT = "Compiling fast code, once on this computer: it takes up to a minute ..."


def reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


class Bookkeeping:
    """All kernels of this process, the compiled kernels, and the reason if a kernel could not be stored."""

    def __init__(self) -> None:
        self.kernels: list[Callable[..., Any]] = []
        self.compiled_kernels: set[Callable[..., Any]] = set()
        self.trouble = ""
        self.after_compiling: Callable[[], None] | None = None
        self._announced = False

    def announce(self) -> None:
        """Explain in the terminal why the first answer takes long. The text is printed only once."""
        if self._announced or multiprocessing.parent_process() is not None or not sys.stderr.isatty():
            return
        self._announced = True
        print(ANNOUNCEMENT, file=sys.stderr)

    def note(self, function: Callable[..., Any]) -> None:
        """Record that a kernel was compiled."""
        self.compiled_kernels.add(function)
        if self.after_compiling is not None:
            self.after_compiling()


book = Bookkeeping()


def _open_cache() -> bool:
    """Let numba store its files in the cache folder. Return whether the folder is writable."""
    folder = kernel_cache.folder()
    try:
        user_files.ensure_writable(folder)
    except BadInput:
        book.trouble = f"{folder.parent} cannot be written"
        return False
    os.environ[CACHE_VARIABLE] = str(folder)
    kernel_cache.drop_unused()
    return True


check_memory(FAST_CODE, MIN_LLVM_BYTES)
_keeps = _open_cache()

import numba  # noqa: E402 - it reads the variable when it is imported
from numba.core.caching import IndexDataCacheFile  # noqa: E402

_OPTIONS: dict[str, Any] = {
    "cache": _keeps,
    "nogil": True,
    "boundscheck": False,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,  # no C code calls kernels, and the wrapper would take a tenth of the compilation time
}


def kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile `function` on its first call. The compiled function runs without the GIL and without bounds checks.

    Global arrays of the function's module become part of the compiled code, which avoids reference counting.
    """
    compiled: Any = numba.njit(**_OPTIONS)(function)
    compiled._cache = _ForgivingCache(function, compiled._cache)
    book.kernels.append(function)
    typed: Callable[Arguments, Result] = compiled
    return typed


_FilesOfKernel: Any = IndexDataCacheFile  # its methods have no types


class _CheckedFiles(_FilesOfKernel):  # type: ignore[misc]
    """Reads and writes the index and the compiled code of a kernel, with a checksum (see ai/kernel_cache.py)."""

    def _load_index(self) -> Any:
        content = kernel_cache.read_checked(Path(self._index_path))
        stamp, names = (None, {}) if content is None else pickle.loads(content)
        return names if stamp == self._source_stamp else {}

    def _save_index(self, overloads: Any) -> None:
        kernel_cache.write_checked(Path(self._index_path), self._dump((self._source_stamp, overloads)))

    def _load_data(self, name: str) -> Any:
        content = kernel_cache.read_checked(Path(self._data_path(name)))
        return None if content is None else pickle.loads(content)

    def _save_data(self, name: str, data: Any) -> None:
        kernel_cache.write_checked(Path(self._data_path(name)), self._dump(data))


class _ForgivingCache:
    """Wraps numba's cache of a kernel. If a cache file cannot be read, the kernel is compiled.

    Failed writes are ignored.
    """

    def __init__(self, function: Callable[..., Any], cache: Any) -> None:
        self._function = function
        self._cache = cache
        if _keeps:
            files = cache._cache_file
            cache._cache_file = _CheckedFiles(
                files._cache_path, files._index_name.removesuffix(".nbi"), files._source_stamp
            )

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the cached code for a signature, or None if the kernel must be compiled."""
        check_memory(FAST_CODE, MIN_LOADING_BYTES)
        try:
            found = self._cache.load_overload(signature, context)
        except damage.KERNELS as error:
            if not isinstance(error, MemoryError):
                with suppress(*damage.KERNELS):
                    self._cache.flush()
            found = None
        if found is None:
            check_memory(FAST_CODE, MIN_COMPILING_BYTES)
            book.announce()
        return found

    def save_overload(self, signature: Any, result: Any) -> None:
        """Store the compiled code if possible."""
        try:
            self._cache.save_overload(signature, result)
        except damage.KERNELS as error:
            book.trouble = reason(error)
        book.note(self._function)
