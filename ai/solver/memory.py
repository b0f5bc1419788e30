"""The memory that a solve may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from game.files import user_files
from game.files.memory_limit import bytes_under_limit

UNKNOWN = 4 * 2**30
"""What is assumed if the system does not say."""
MAX_BYTES = 2**16
SYSTEM = Path("/")


def available_bytes() -> int:
    """Return the bytes that this process can use within its limits and without pushing others out."""
    return max(0, min(_limits(), default=UNKNOWN))


def _limits() -> Iterator[int]:
    """Yield the bytes that are left on this computer, in its container, and under `ulimit -v`."""
    free = _table(SYSTEM / "proc/meminfo").get("MemAvailable:")
    if free is not None:
        yield 1024 * free
    elif hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        yield int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
    with suppress(OSError, ValueError):  # no container has a limit, or the limit is "max"
        group = SYSTEM / "sys/fs/cgroup"
        limit, used = (
            int(user_files.read_text(group / name, MAX_BYTES)) for name in ("memory.max", "memory.current")
        )
        yield limit - used + _table(group / "memory.stat").get("inactive_file", 0)
    if (left := bytes_under_limit()) is not None:
        yield left


def _table(file: Path) -> dict[str, int]:
    """Return the whole numbers in the second column of a file by the words in the first."""
    with suppress(OSError, ValueError):
        rows = [line.split() for line in user_files.read_text(file, MAX_BYTES).splitlines()]
        return {row[0]: int(row[1]) for row in rows if len(row) > 1 and row[1].isdigit()}
    return {}
