"""The memory that this process can still allocate under the limit set by `ulimit -v`.

Threads, NumPy and LLVM hang or crash if they get no memory, so the program checks beforehand that enough memory is
left.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from game.core import BadInput
from game.files import user_files

_PAGES = Path("/proc/self/statm")
MAX_BYTES = 2**12
MEGABYTE = 2**20
MIN_BYTES = 64 * MEGABYTE
"""The memory that must stay for everything small."""
THREAD_BYTES = 80 * MEGABYTE
"""The memory of a thread: its stack, and the address space that the C library reserves for it."""


def bytes_under_limit() -> int | None:
    """Return the bytes of address space that are left, or None if there is no limit."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 - Windows has none

    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    if allowed == resource.RLIM_INFINITY:
        return None
    used = 0
    with suppress(OSError, ValueError, IndexError):
        used = int(user_files.read_text(_PAGES, MAX_BYTES).split()[0]) * resource.getpagesize()
    return max(0, allowed - used)


def check_memory(subject: str, needed: int) -> None:
    """Check that the limit of this process leaves enough memory for `subject`.

    Raises:
        BadInput: If less than `needed` bytes are left.
    """
    left = bytes_under_limit()
    if left is not None and left < needed:
        raise BadInput(
            f"{subject} needs {-(-needed // MEGABYTE):,} MB more, and the limit of this terminal leaves "
            f"{left // MEGABYTE:,} MB: raise it with ulimit -v unlimited."
        )


def threads_under_limit(wanted: int) -> int:
    """Return the number of threads, at most `wanted`, that get enough memory under the limit of this process."""
    left = bytes_under_limit()
    return wanted if left is None else min(wanted, max(0, (left - MIN_BYTES) // THREAD_BYTES))


def check_thread() -> None:
    """Check that the limit of this process leaves enough memory for a thread.

    Raises:
        BadInput: If not enough memory is left.
    """
    check_memory("A thread", MIN_BYTES + THREAD_BYTES)
