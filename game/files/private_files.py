"""Files that only their user may read: `open(path, mode, opener=private)`.

Atomic writes (game/files/user_files.py) are private anyway. This is for files that grow in place.
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
    """Open a file for its user alone and return its descriptor. Other users lose their access.

    Raises:
        OSError: If it cannot be opened.
    """
    descriptor = os.open(path, flags, PRIVATE)
    if sys.platform != "win32" and stat.S_IMODE(os.fstat(descriptor).st_mode) != PRIVATE:
        with suppress(OSError):  # some file systems keep no modes
            os.fchmod(descriptor, PRIVATE)
    return descriptor


def make_private(path: Path) -> None:
    """Create an empty file for its user alone, or remove the access of others to an existing one.

    An existing file is not opened: closing it would free the locks that SQLite holds on it in this process.

    Raises:
        OSError: If the system refuses.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except FileExistsError:
        with suppress(
            OSError
        ):  # some file systems keep no modes, and a link may lead to a file that is not there yet
            if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) != PRIVATE:
                path.chmod(PRIVATE)
