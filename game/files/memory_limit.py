"""The memory that a limit of this process leaves, as `ulimit -v` sets it."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from game.files import user_files

_PAGES = Path("/proc/self/statm")
MAX_BYTES = 2**12


def bytes_under_limit() -> int | None:
    """Return the bytes of address space that are left, or None without a limit."""
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
