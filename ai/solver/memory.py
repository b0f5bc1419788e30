"""How much memory there is to use."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from game.files import user_files

UNKNOWN = 4 * 2**30
"""What is taken for granted where the system does not say."""
_LINUX = Path("/proc/meminfo")
_KEY = "MemAvailable:"
MAX_BYTES = 2**16


def available_bytes() -> int:
    """Return how many bytes can be used without others being pushed out."""
    with suppress(OSError, ValueError, IndexError):
        for line in user_files.read_text(_LINUX, MAX_BYTES).splitlines():
            if line.startswith(_KEY):
                return int(line.split()[1]) * 1024
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
    return UNKNOWN
