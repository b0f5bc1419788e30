"""Reads and writes the user's folder: settings, saves, trained agents, logs. Every write is atomic.

`PARLOUR_HOME` overrides the system's default folder, and `PARLOUR_CACHE` overrides the folder for files that can be
built again. The new content of a file is written to a temporary file in the same folder. The temporary file then
replaces the file. Structured files are JSON with a kind and a version, and keep one backup. A file that cannot be
read is renamed and never deleted. The caller gets a message with the new name.

The run `kuhn-cfr-1` has the folder `runs/kuhn-cfr-1`. In this folder, `kuhn-cfr-300.yaml` is the manifest of the
checkpoint `kuhn-cfr-1@300`. The file `kuhn-cfr-300.played` marks a checkpoint that has played a hand. Such a
checkpoint is kept as long as its run.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

import platformdirs

from game.agent_entries import AT, checkpoint_name
from game.core import BadInput
from game.files import damage
from game.quoting import quoted

APPLICATION = "Parlour"
PART = ".part"
PART_NAME = re.compile(rf"\.(?P<file>.+?)(\.bak)?\.[a-z0-9_]{{8}}{re.escape(PART)}")
"""Matches the temporary files of this program, but not those of other programs.

Each becomes a file or its backup.
"""
LEFTOVER_SECONDS = 60.0
FOLDER_VARIABLES = (
    *("PARLOUR_HOME", "PARLOUR_CACHE", "HOME", "USERPROFILE"),
    *("LOCALAPPDATA", "XDG_DATA_HOME", "XDG_CACHE_HOME"),
)
"""The environment variables that `home` and `cache_folder` follow."""
MAX_BYTES = 64 * 2**20
"""The maximum size of a structured file, in bytes."""

T = TypeVar("T")


def home() -> Path:
    """Return the path of the user's folder, which may not exist yet."""
    chosen = os.environ.get("PARLOUR_HOME")
    return _whole(chosen) if chosen else Path(platformdirs.user_data_dir(APPLICATION, False))


def cache_folder() -> Path:
    """Return the folder for files that can be built again."""
    if chosen := os.environ.get("PARLOUR_CACHE"):
        return _whole(chosen)
    if os.environ.get("PARLOUR_HOME"):
        return home() / "cache"
    return Path(platformdirs.user_cache_dir(APPLICATION, False))


def agents_folder() -> Path:
    """Return the folder of the user's own agents. It has a subfolder for each game."""
    return home() / "agents"


def typed_path(words: str) -> Path:
    """Convert a path that a user has typed to an absolute path. `~` is the user's home.

    Raises:
        BadInput: If the text is not a file name.
    """
    try:
        found = _whole(words)
    except ValueError as error:
        raise BadInput(f"{quoted(words)} is not a file name.") from error
    if not words or not found.name or "\0" in words:
        raise BadInput(f"{quoted(words)} is not a file name.")
    return found


def _whole(words: str) -> Path:
    """Return an absolute path in which `..` remains, because only the system can resolve `..` after a link."""
    return Path(os.path.expanduser(words)).absolute()


def from_home(path: Path) -> str:
    """Return a path as text, with ~ in place of the user's home."""
    own = Path.home()
    if own == Path(own.anchor) or not path.is_relative_to(own):
        return str(path)
    return Path("~", path.relative_to(own)).as_posix()


def ensure_writable(folder: Path) -> None:
    """Create `folder` if it does not exist, and test that a file can be written into it.

    The root of a disk is refused, because the program deletes old files in and below the folder.

    Raises:
        BadInput: If the folder cannot be written. The message names the folder.
    """
    if folder == Path(folder.anchor):
        raise BadInput(f"The folder {folder} is the root of a disk: set PARLOUR_HOME to a folder below it.")
    try:
        make_folder(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = error.strerror or "it cannot be written"
        raise BadInput(
            f"The folder {folder} cannot be written ({reason}): set PARLOUR_HOME to a folder that can."
        ) from error


def make_folder(folder: Path) -> None:
    """Create a folder and its parents.

    Raises:
        OSError: If the folder cannot be created, or a file has its name.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        wrong = next((one for one in (folder, *folder.parents) if one.exists() and not one.is_dir()), folder)
        raise NotADirectoryError(
            errno.ENOTDIR, f"{wrong.name} must be a folder, not a file", str(folder)
        ) from error


def check_file(path: Path) -> int:
    """Return the size of a regular file in bytes.

    Raises OSError if the file is missing, or is a folder, a pipe or a device.
    """
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder, not a file", str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is not a plain file", str(path))
    return found.st_size


def read_bytes(path: Path, most: int) -> bytes:
    """Return the content of a regular file.

    Raises OSError if the file has more than `most` bytes or cannot be read.
    """
    if check_file(path) > most:
        raise OSError(errno.EFBIG, f"it holds more than {most:,} bytes", str(path))
    with path.open("rb") as file:
        return file.read(most + 1)


def read_text(path: Path, most: int = MAX_BYTES) -> str:
    """Return the UTF-8 text in a regular file of at most `most` bytes.

    Raises:
        OSError: If the file cannot be read or is larger than `most` bytes.
        UnicodeDecodeError: If the content is not UTF-8.
    """
    return read_bytes(path, most).decode("utf-8")


def check_replaceable(path: Path) -> None:
    """Check that `path` does not exist or is a regular file.

    Raises:
        OSError: If `path` is a folder, or a pipe or device, which an atomic write would replace.
    """
    if path.exists():
        check_file(path)


def atomic_write(path: Path, data: bytes, *, durable: bool = True, backup: bool = False) -> None:
    """Write `data` to `path` completely or not at all. If `backup`, keep the former content as `path.bak`.

    If `durable`, wait until the data is on the disk. Otherwise, the new file survives if this process is killed,
    but may be lost if the machine crashes. Models and settings are durable. An autosave is not durable, because the
    wait would delay a frame.
    """
    with written_beside(path, data, durable=durable) as part:
        if backup and path.exists():
            os.replace(path, _backup_path(path))
        os.replace(part, path)


@contextmanager
def written_beside(path: Path, data: bytes, *, durable: bool = True) -> Iterator[Path]:
    """Write `data` to a temporary file in the folder of `path`. The caller renames the temporary file to `path`.

    At the end of the `with` block, a temporary file that was not renamed is removed.

    Raises:
        OSError: If `path` exists and is not a regular file, or the data cannot be written.
    """
    check_replaceable(path)
    make_folder(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=PART)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        yield part
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def opened_beside(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file in the folder of `path`, for content that is too large for memory.

    At the end of the `with` block, the temporary file replaces `path`.
    """
    with written_beside(path, b"", durable=False) as part:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of killed processes in and below `folder`.

    Recent temporary files are kept, because the processes that write them may still be running.
    """
    oldest = time.time() - LEFTOVER_SECONDS
    for part in folder.rglob(f".*{PART}"):
        with suppress(
            OSError
        ):  # its writer has just finished, or the folder refuses: the next start tries again
            if PART_NAME.fullmatch(part.name) and part.stat().st_mtime < oldest:
                part.unlink()


@dataclass(frozen=True, slots=True)
class Loaded(Generic[T]):
    """The content of a structured file (None if there is no file), and a message about any problem."""

    content: T | None
    warning: str | None = None


def write_versioned(
    path: Path, kind: str, version: int, content: Mapping[str, Any], *, durable: bool = True
) -> None:
    """Write `content` as JSON with its kind and version, keeping one backup."""
    document = {"kind": kind, "version": version, "content": content}
    data = json.dumps(document, ensure_ascii=False).encode(errors="surrogatepass")
    atomic_write(path, data, durable=durable, backup=True)


def read_versioned(
    path: Path, kind: str, version: int, decode: Callable[[Mapping[str, Any]], T]
) -> Loaded[T]:
    """Read a file written by `write_versioned`. `decode` converts the content, or raises BadInput.

    If the file is broken or unusable, it is renamed, and its backup is read in the same way.
    """
    problems: list[str] = []
    for candidate in (path, _backup_path(path)):
        if not candidate.exists():
            continue
        try:
            content = decode(_parse(candidate, kind, version))
        except BadInput as reason:
            problems.append(f"{candidate.name} could not be read ({reason}); {set_aside(candidate)}.")
            continue
        if problems:
            problems.append("The copy before it is used.")
        return Loaded(content, " ".join(problems) or None)
    return Loaded(None, " ".join(problems) or None)


def peek_versioned(path: Path, kind: str, version: int) -> Mapping[str, Any]:
    """Return the content of a file written by `write_versioned`, or else of its backup.

    A file that cannot be read is not renamed.

    Raises:
        BadInput: If neither the file nor its backup can be read.
    """
    try:
        return _parse(path, kind, version)
    except BadInput:
        return _parse(_backup_path(path), kind, version)


def move_aside(path: Path) -> Path:
    """Rename a broken file to `name.broken-N` with the first free number. Return the new path.

    Raises:
        OSError: If the file cannot be renamed.
    """
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    os.replace(path, aside)
    return aside


def set_aside(path: Path) -> str:
    """Rename a broken file, if possible. Return the end of a message, which names the new file or the error."""
    try:
        return f"it was set aside as {move_aside(path).name}"
    except OSError as error:
        return f"it could not be set aside ({error.strerror or error})"


def remove_versioned(path: Path) -> None:
    """Remove a structured file and its backup.

    The backup is removed first. Otherwise, a crash between the two steps would bring the old content back.
    """
    _backup_path(path).unlink(missing_ok=True)
    path.unlink(missing_ok=True)


def _parse(path: Path, kind: str, version: int) -> dict[str, Any]:
    try:
        document = json.loads(read_bytes(path, MAX_BYTES))
    except OSError as error:
        damage.pass_shortage(error)
        raise BadInput(error.strerror or str(error)) from error
    except damage.JSON as error:
        raise BadInput("it is not complete JSON") from error
    if not isinstance(document, dict) or document.get("kind") != kind:
        raise BadInput(f"it is not a {kind} file")
    if document.get("version") != version:
        raise BadInput(f"its version is {quoted(document.get('version'))}, this program reads {version}")
    content = document.get("content")
    if not isinstance(content, dict):
        raise BadInput("its content is missing")
    return content


def _backup_path(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


PLAYED = ".played"
OF_RUN = "runs/"
"""The prefix of the id of a run in file names."""

_NAME = re.compile(rf"(?P<run>[a-z0-9-]+)-(?P<number>[0-9]+){AT}(?P<iteration>[0-9]+)", re.ASCII)
_RUN = re.compile(r"[a-z0-9-]+-[0-9]+", re.ASCII)
_MARK = re.compile(r".+-(?P<iteration>[0-9]+)", re.ASCII)


def is_run(name: str) -> bool:
    """Return whether `name` is a name for the folder of a run. A broken run is renamed to a name that is not.

    >>> is_run("kuhn-cfr-1"), is_run("kuhn-cfr-1.broken-1")
    (True, False)
    """
    return _RUN.fullmatch(name) is not None


def runs_folder() -> Path:
    return home() / OF_RUN


def find_manifest(name: str) -> Path:
    """Return the path of the manifest of a checkpoint.

    Raises:
        BadInput: If the checkpoint does not exist.
    """
    if (found := _NAME.fullmatch(name)) is not None:
        run_folder = runs_folder() / f"{found['run']}-{found['number']}"
        file = run_folder / f"{found['run']}-{found['iteration']}.yaml"
        if file.exists():
            return file
    raise BadInput(f"There is no checkpoint {name} any more: its run was deleted or no longer keeps it.")


def list_played() -> Iterator[str]:
    """Return the names of the checkpoints that were played."""
    for mark in sorted(runs_folder().glob(f"*/*{PLAYED}")):
        if (found := _MARK.fullmatch(mark.stem)) is not None:
            yield checkpoint_name(mark.parent.name, int(found["iteration"]))


MAX_REPORTS = 20


@dataclass(frozen=True, slots=True)
class UncleanEnd:
    """An abnormal end of the program, with the path of its report, or None if the report could not be written."""

    report: Path | None


def write_report(folder: Path, text: str, at: float | None = None) -> Path | None:
    """Write the report of a crash, with ~ in place of the home folder. Old reports are deleted.

    Return the path of the report, or None if it could not be written.
    """
    moment = time.strftime("%Y%m%d-%H%M%S", time.localtime(at))
    report = _free_place(folder / "crashes", f"crash-{moment}")
    try:
        atomic_write(report, _with_tilde(text).encode(errors="backslashreplace"))
    except OSError:
        return None
    for old in sorted(report.parent.glob("crash-*.txt"))[:-MAX_REPORTS]:
        with suppress(OSError):
            old.unlink()
    return report


def _free_place(folder: Path, name: str) -> Path:
    """Return a path that does not exist yet, so that an earlier report of the same second is kept.

    The first error tells more than the errors that follow from it.
    """
    numbered = (folder / f"{name}{f'-{number}' if number > 1 else ''}.txt" for number in count(1))
    return next(file for file in numbered if not file.exists())


def _with_tilde(text: str) -> str:
    """Replace the home folder by ~, also in the form in which Python quotes it on Windows.

    A home folder that is a root is not replaced, because it identifies no user.
    """
    home = str(Path.home())
    if home.endswith(("/", "\\")):
        return text
    spellings = "|".join(re.escape(spelling) for spelling in (home.replace("\\", "\\\\"), home))
    return re.sub(rf"(?<!\w)(?:{spellings})(?![\w-]|\.\w)", "~", text)
