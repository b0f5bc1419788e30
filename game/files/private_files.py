"""Files that only their owner may read. `open(path, mode, opener=private)` opens such a file.

Files that are written atomically (game/files/user_files.py) are private anyway. This module is for files to
which text is appended.
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
    """Open a file for its owner only, and return its descriptor. Other users lose their access to an existing file.

    Raises:
        OSError: If the file cannot be opened.
    """
    descriptor = os.open(path, flags, PRIVATE)
    if sys.platform != "win32" and stat.S_IMODE(os.fstat(descriptor).st_mode) != PRIVATE:
        with suppress(OSError):  # some file systems keep no modes
            os.fchmod(descriptor, PRIVATE)
    return descriptor


def make_private(path: Path) -> None:
    """Create an empty file with access for its owner only. If the file exists, remove the access of other users.

    An existing file is not opened, because closing it would release the locks that SQLite holds on it in this
    process.

    Raises:
        OSError: If the operating system refuses.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except FileExistsError:
        with suppress(
            OSError
        ):  # some file systems keep no modes, and a link may lead to a file that is not there yet
            if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) != PRIVATE:
                path.chmod(PRIVATE)
