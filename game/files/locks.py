"""Locks for writing: one window per user's folder, and one process per file.

A lock is a separate file, which a process locks. The operating system releases the lock when the process ends or
crashes. If the system can lock folders, the window also locks the user's folder itself. The lock on the folder
remains even if the lock file is deleted. A process that is killed can leave its lock file and temporary files
behind. These files are deleted when another process writes the same file, or when the window starts. On a file
system without locks, any process may write.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import IO

from game.core import BadInput
from game.files import user_files
from game.files.private_files import private

SUFFIX = ".lock"
WINDOW = f"parlour{SUFFIX}"
LOCKED = (".npz", ".json", ".jsonl")
"""The suffixes of files that are locked in the user's folder."""


class FileLock:
    """A lock file that one process can hold at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def acquire(self) -> bool:
        """Try to take the lock. Return whether this process now holds it.

        Raises:
            OSError: If the lock file cannot be created.
        """
        user_files.make_folder(self._path.parent)
        while self._file is None:
            file = open(self._path, "a+b", opener=private)  # noqa: SIM115
            if not _lock(file):
                file.close()
                return False
            if _is_at(file, self._path):
                self._file = file
            else:
                file.close()  # its holder took the file away before it was locked here: the next one counts
        return True

    def release(self) -> None:
        """Release the lock."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def withdraw(self) -> None:
        """Release the lock and delete its file."""
        if self._file is None:
            return
        if sys.platform == "win32":  # removes no file that is open, here or elsewhere
            self.release()
        with suppress(OSError):
            if self._file is None or _is_at(self._file, self._path):  # another one may lie there by now
                self._path.unlink()
        self.release()


class FolderLock:
    """A lock that allows one running window per user's folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = FileLock(folder / WINDOW)
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Try to take the lock. Return whether this process now holds the folder."""
        if self._descriptor is not None:
            return True
        if not self._file.acquire():
            return False
        if sys.platform != "win32" and not self._lock_folder():
            self._file.release()
            return False
        return True

    def release(self) -> None:
        """Release the lock."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        self._file.release()

    def _lock_folder(self) -> bool:
        """Lock the folder itself. Return False only if another process holds the lock."""
        try:
            descriptor = os.open(self._folder, os.O_RDONLY)
        except OSError:
            return True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            return not isinstance(error, BlockingIOError)
        self._descriptor = descriptor
        return True


@contextmanager
def only_writer(path: Path, otherwise: str, *beside: Path) -> Iterator[None]:
    """Hold the lock of the file `path` during the `with` block. The lock also covers the files `beside`.

    Temporary files of a process that was killed are removed first.

    Args:
        path: The file to write.
        otherwise: The message of the BadInput if another process holds the lock.
        beside: Other files that only the holder of the lock writes.

    Raises:
        BadInput: If another process holds the lock, or the lock cannot be created.
    """
    lock = FileLock(path.with_name(f".{path.name}{SUFFIX}"))
    try:
        free = lock.acquire()
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from error
    if not free:
        raise BadInput(otherwise)
    try:
        _remove_parts(path.parent, {path.name, *(one.name for one in beside)})
        yield
    finally:
        lock.withdraw()


def write_alone(path: Path, data: bytes) -> None:
    """Write a file while holding its lock.

    Raises:
        BadInput: If the file cannot be written.
    """
    with only_writer(path, f"Another command is writing {path}: wait for it, or name another file."):
        try:
            user_files.atomic_write(path, data)
        except OSError as error:
            raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from error


def remove_abandoned(folder: Path) -> None:
    """Remove the lock files of models and leagues in subfolders of `folder`, unless a process holds the lock.

    Lock files that are not empty are kept, and other files are not touched.
    """
    for path in chain(folder.glob(f"*/.*{SUFFIX}"), folder.glob(f"*/*/.*{SUFFIX}")):
        lock = FileLock(path)
        with suppress(OSError):  # what cannot be opened stays
            if path.stem.endswith(LOCKED) and user_files.check_file(path) == 0 and lock.acquire():
                lock.withdraw()


def _remove_parts(folder: Path, names: Collection[str]) -> None:
    """Remove the temporary files of the files `names`. The caller holds the lock of these files."""
    for part in folder.glob(f".*{user_files.PART}"):
        found = user_files.PART_NAME.fullmatch(part.name)
        if found is not None and found["file"] in names:
            with suppress(OSError):  # what the folder keeps stays
                part.unlink()


def _is_at(file: IO[bytes], path: Path) -> bool:
    """Return whether an open file is still the file at `path`."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return error.errno not in (errno.EACCES, errno.EDEADLOCK)
        return True

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return not isinstance(error, BlockingIOError)
        return True
