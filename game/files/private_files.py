"""Files that only their user may read: `open(path, mode, opener=private)`.

What is written whole (game/files/user_files.py) is private by itself; this is for what grows in its place.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600
"""Read and written by the user alone."""


def private(path: str | os.PathLike[str], flags: int) -> int:
    """Open a file for its user alone and return its descriptor; whoever could read it before no longer can.

    OSError where it cannot be opened.
    """
    descriptor = os.open(path, flags, PRIVATE)
    if sys.platform != "win32" and stat.S_IMODE(os.fstat(descriptor).st_mode) != PRIVATE:
        with suppress(OSError):  # some file systems keep no modes
            os.fchmod(descriptor, PRIVATE)
    return descriptor


def make_private(path: Path) -> None:
    """Make an empty file for its user alone, or close one that is there to everybody else; OSError where refused.

    What is there is not opened: to close it again would free the locks that SQLite holds on it in this process.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except FileExistsError:
        with suppress(
            OSError
        ):  # some file systems keep no modes, and a link may lead to a file that is not there yet
            if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) != PRIVATE:
                path.chmod(PRIVATE)
