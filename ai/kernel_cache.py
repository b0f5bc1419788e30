"""Manage the files of compiled kernels (folder, checksums and stamp) without loading the compiler.

The folder is named after a digest of the kernels' sources: the modules with kernels, all modules that these import,
and the tables that become part of the code. Numba itself checks only the file of the outermost kernel. If a
function that this kernel calls has changed, numba would therefore run old code. The digest also covers what numba
checks (path and modification time of a file), so numba accepts every kernel in the folder.

Every file of a kernel begins with a checksum of its name and content. The checksum is verified before numba or LLVM
reads the content, because LLVM aborts the process if compiled code is damaged. A damaged file is removed and its
kernel is compiled again. All other files stay.

When all kernels of a need (game/needs.py) are compiled, their files are listed in a file called the stamp. The next
start therefore prepares only what is missing. If nothing is missing, the next start doesn't load the compiler.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cache
from importlib import metadata
from itertools import takewhile
from pathlib import Path
from typing import Any

from game.files import damage, user_files
from game.needs import NEEDS, Need

ROOT = Path(__file__).parents[__name__.count(".")]
"""The folder from which modules are imported: the checkout, or the folder of installed packages."""
PACKAGE = Path(__file__).parent
TABLES = PACKAGE.parent / "assets" / "tables"
KERNEL_MODULE, KERNEL = "ai.compiled", "ai.compiled.kernel"
STAMP = "prepared.json"
SUFFIXES = (".nbc", ".nbi")
"""The suffixes of numba's files: compiled code, and the index of the code by types."""
CHECKSUM_BYTES = 16
MAX_KERNEL_BYTES = 64 * 2**20
UNUSED_SECONDS = 86_400.0

_OURS = r"((?:parlour\.)?(?:ai|game)\b[\w.]*)"
_IMPORT = re.compile(
    rf"^[ \t]*(?:from {_OURS} import (?:\(([^)]*)\)|([^\n(]*))|import {_OURS})", re.MULTILINE
)


class KernelSet(StrEnum):
    """Kernels that are compiled together. The first start compiles only the kernels of play.

    The kernels of a training run are compiled when the run starts. The kernels of the page of similar hands, and of
    the page of the hash table, are compiled when the page is opened.
    """

    PLAY = "play"
    TRAINING = "training"
    ABSTRACTION = "abstraction"
    HAND_TABLE = "hand-table"


def folder() -> Path:
    return _kernels() / _digest()


def remove_all() -> None:
    """Remove all compiled kernels. The program does this if the process that runs kernels crashes repeatedly."""
    shutil.rmtree(_kernels(), ignore_errors=True)


def _kernels() -> Path:
    return user_files.cache_folder() / "kernels"


def kernel_modules() -> list[str]:
    """Return the names of the modules with kernels, sorted."""
    files = sorted(PACKAGE.rglob("*.py"))
    return [
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in files
        if KERNEL in _imported(user_files.read_text(file))
    ]


def drop_unused() -> None:
    """Remove kernels of other source versions that were unused for a day, and files of interrupted writes."""
    oldest = time.time() - UNUSED_SECONDS
    own = folder()
    for other in own.parent.glob("*"):
        with suppress(OSError):  # another window may remove it at the same time
            if other != own and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)
    user_files.remove_leftovers(own)


# ---- the files of a kernel ----------------------------------------------------------------------------------
def write_checked(path: Path, content: bytes) -> None:
    """Write a kernel file with its checksum.

    Raises:
        OSError: If the file cannot be written.
    """
    user_files.atomic_write(path, _checksum(path, content) + content, durable=False)


def read_checked(path: Path) -> bytes | None:
    """Return the content of a kernel file, or None if the file is missing, damaged or unreadable.

    A damaged file is removed. The checksum includes the file name, so a copy of another file counts as damaged.
    """
    try:
        data = user_files.read_bytes(path, MAX_KERNEL_BYTES)
    except (OSError, MemoryError):
        if path.is_file():  # a file that cannot be read now may be undamaged
            return None
        data = b""
    content = data[CHECKSUM_BYTES:]
    if len(data) >= CHECKSUM_BYTES and data[:CHECKSUM_BYTES] == _checksum(path, content):
        return content
    with suppress(OSError):
        path.unlink()
    return None


def _checksum(path: Path, content: bytes) -> bytes:
    name = f"{path.parent.name}/{path.name}".encode()
    return hashlib.blake2b(name + b"\0" + content, digest_size=CHECKSUM_BYTES).digest()


def _kernel_files() -> list[Path]:
    return [file for file in folder().rglob("*") if file.suffix in SUFFIXES]


# ---- the stamp ----------------------------------------------------------------------------------------------
def is_prepared() -> bool:
    return met_needs() == NEEDS


def met_needs() -> tuple[Need, ...]:
    """Return the needs in this machine's stamp, in order. If a file listed in the stamp is damaged, return ()."""
    own, tables = folder(), user_files.cache_folder()
    try:
        stamp = _read_stamp()
        whole = (
            stamp["machine"] == _machine()
            and all(read_checked(own / name) is not None for name in stamp["kernels"])
            and all((tables / name).stat().st_size == size for name, size in stamp["tables"].items())
        )
        found = tuple(takewhile(stamp["needs"].__contains__, NEEDS)) if whole else ()
        if found:
            os.utime(own)  # marks the folder as used
    except damage.JSON:
        return ()
    return found


def write_stamp(need: Need, tables: Sequence[Path] = ()) -> None:
    """Add a need to the stamp, with the files of the tables that were built for the need.

    Raises:
        OSError: If the stamp cannot be written.
    """
    own, root = folder(), user_files.cache_folder()
    before = _stamp_of_this_machine()
    stamp = {
        "machine": _machine(),
        "needs": sorted({*before.get("needs", ()), need}, key=NEEDS.index),
        "kernels": [file.relative_to(own).as_posix() for file in _kernel_files()],
        "tables": before.get("tables", {})
        | {table.relative_to(root).as_posix(): table.stat().st_size for table in tables},
    }
    user_files.atomic_write(own / STAMP, json.dumps(stamp).encode())


def _stamp_of_this_machine() -> dict[str, Any]:
    try:
        stamp: dict[str, Any] = _read_stamp()
        return stamp if stamp["machine"] == _machine() else {}
    except damage.JSON:
        return {}


def has(part: KernelSet) -> bool:
    """Return whether a set of kernels was compiled on this machine. Damaged kernels are compiled again on use."""
    try:
        return user_files.read_bytes(_note_file(part), user_files.MAX_BYTES) == _machine().encode()
    except OSError:
        return False


def note(part: KernelSet) -> None:
    """Record that a set of kernels is compiled.

    Raises:
        OSError: If the record cannot be written.
    """
    user_files.atomic_write(_note_file(part), _machine().encode())


def _note_file(part: KernelSet) -> Path:
    return folder() / f"{part}.ready"


def forget_if_damaged() -> None:
    """Remove damaged kernel files. If a kernel in the stamp is damaged or missing, remove the stamp, too.

    If a table is missing, or the stamp is from another machine, nothing is removed.
    """
    own = folder()
    for file in _kernel_files():
        read_checked(file)
    try:
        whole = all((own / name).is_file() for name in _read_stamp()["kernels"])
    except FileNotFoundError:
        return
    except damage.JSON:
        whole = False
    if not whole:
        with suppress(OSError):
            (own / STAMP).unlink()


def _read_stamp() -> Any:
    return json.loads(user_files.read_bytes(folder() / STAMP, user_files.MAX_BYTES))


def _machine() -> str:
    return f"{platform.node()} {platform.machine()}"


# ---- the sources --------------------------------------------------------------------------------------------
@cache
def _digest() -> str:
    """Return the digest of the sources, 16 hexadecimal digits. The digest is computed once per process."""
    digest = hashlib.sha256(f"{sys.version} {metadata.version('numba')} {ROOT}".encode())
    for source in [*_sources_of_kernels(), *sorted(TABLES.iterdir())]:
        digest.update(f"{source.relative_to(ROOT)} {source.stat().st_mtime_ns} ".encode())
        digest.update(user_files.read_bytes(source, user_files.MAX_BYTES))
    return digest.hexdigest()[:16]


def _sources_of_kernels() -> list[Path]:
    """Return the files of the modules with kernels and of all modules that they import, sorted."""
    reached: dict[str, Path] = {}
    ahead = [KERNEL_MODULE, *kernel_modules()]
    while ahead:
        module = ahead.pop()
        file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
        if module not in reached and file.is_file():
            reached[module] = file
            ahead.extend(_imported(user_files.read_text(file)))
    return sorted(reached.values())


def _imported(text: str) -> Iterator[str]:
    """Yield the modules of `ai` and `game` that a source imports. For `from a import b`, also yield a.b."""
    for source, several, one, plain in _IMPORT.findall(text):
        yield source or plain
        yield from (f"{source}.{name}" for name in re.findall(r"\w+", several or one))
