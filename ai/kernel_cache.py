"""The files of compiled kernels: their folder, their checksums and the stamp, all without loading the compiler.

The folder is named after the sources that the kernels were made from: the modules that hold kernels, all that these
import, and the tables that become part of the code. Numba by itself checks only the file of the outermost function,
and would run old code after a change in a function that it calls. The name also covers what numba checks, the path
of a file and the time of its last change, so numba accepts every kernel that it finds in the folder.

Every file of a kernel begins with a checksum of its name and content. It is verified before numba or LLVM gets the
content, because LLVM aborts the process when compiled code is damaged. A damaged file is removed and its kernel is
compiled again. All other files stay.

Whenever a need is met (game/needs.py, ai/preparation.py) a stamp lists the files. So the next start prepares only
what is missing, and doesn't load the compiler if nothing is.
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
"""The folder from which modules are imported: the checkout, or that of installed packages."""
PACKAGE = Path(__file__).parent
TABLES = PACKAGE.parent / "assets" / "tables"
KERNEL_MODULE, KERNEL = "ai.compiled", "ai.compiled.kernel"
STAMP = "prepared.json"
SUFFIXES = (".nbc", ".nbi")
"""The files of a kernel as numba names them: compiled code, and the index of the code by types."""
CHECKSUM_BYTES = 16
MAX_KERNEL_BYTES = 64 * 2**20
UNUSED_SECONDS = 86_400.0

_OURS = r"((?:parlour\.)?(?:ai|game)\b[\w.]*)"
_IMPORT = re.compile(
    rf"^[ \t]*(?:from {_OURS} import (?:\(([^)]*)\)|([^\n(]*))|import {_OURS})", re.MULTILINE
)


class KernelSet(StrEnum):
    """Kernels that are compiled together. The first start compiles only those of play.

    A training run compiles those of training, the page of similar hands those that compare hands, and the page of
    the hash table those that build the table.
    """

    PLAY = "play"
    TRAINING = "training"
    ABSTRACTION = "abstraction"
    HAND_TABLE = "hand-table"


def folder() -> Path:
    """Return the folder of the kernels compiled from the present sources. It may not exist yet."""
    return _kernels() / _digest()


def remove_all() -> None:
    """Remove all compiled kernels, because the process that runs them has crashed again and again."""
    shutil.rmtree(_kernels(), ignore_errors=True)


def _kernels() -> Path:
    return user_files.cache_folder() / "kernels"


def kernel_modules() -> list[str]:
    """Return the names of the modules that hold kernels, in the order of their names."""
    files = sorted(PACKAGE.rglob("*.py"))
    return [
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in files
        if KERNEL in _imported(user_files.read_text(file))
    ]


def drop_unused() -> None:
    """Remove kernels of other sources that were not used for a day, and what killed writers left."""
    oldest = time.time() - UNUSED_SECONDS
    own = folder()
    for other in own.parent.glob("*"):
        with suppress(OSError):  # another window may remove it at the same time
            if other != own and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)
    user_files.remove_leftovers(own)


# ---- the files of a kernel ----------------------------------------------------------------------------------
def write_checked(path: Path, content: bytes) -> None:
    """Write a file of a kernel with its checksum.

    Raises:
        OSError: The file cannot be written.
    """
    user_files.atomic_write(path, _checksum(path, content) + content, durable=False)


def read_checked(path: Path) -> bytes | None:
    """Return the content of a file of a kernel, or None if it is missing, damaged or cannot be read now.

    A damaged file is removed. The name is part of the checksum, so a copy of another file counts as damaged.
    """
    try:
        data = user_files.read_bytes(path, MAX_KERNEL_BYTES)
    except (OSError, MemoryError):
        if path.is_file():  # it may be whole, and readable later
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
    return met() == NEEDS


def met() -> tuple[Need, ...]:
    """Return the needs that this machine's stamp lists, in order, or none if a file that it lists is damaged."""
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
            os.utime(own)  # it is in use
    except damage.JSON:
        return ()
    return found


def write_stamp(need: Need, tables: Sequence[Path] = ()) -> None:
    """Add a need to the stamp, with the tables built for it, which are files of the cache folder.

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
    """Return whether a set of kernels was compiled on this machine. Kernels damaged since are compiled again."""
    try:
        return user_files.read_bytes(_note_file(part), user_files.MAX_BYTES) == _machine().encode()
    except OSError:
        return False


def note(part: KernelSet) -> None:
    """Note that a set of kernels is compiled.

    Raises:
        OSError: If the note cannot be written.
    """
    user_files.atomic_write(_note_file(part), _machine().encode())


def _note_file(part: KernelSet) -> Path:
    return folder() / f"{part}.ready"


def forget_if_damaged() -> None:
    """Remove each damaged file of a kernel, and the stamp if a kernel that it lists is damaged or missing.

    A missing table, or a stamp from another machine, removes nothing.
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
    """Return a name for this machine: compiled code fits its processor alone."""
    return f"{platform.node()} {platform.machine()}"


# ---- the sources --------------------------------------------------------------------------------------------
@cache
def _digest() -> str:
    """Return the digest of the sources, 16 hexadecimal digits. It is computed once in a process."""
    digest = hashlib.sha256(f"{sys.version} {metadata.version('numba')} {ROOT}".encode())
    for source in [*_sources_of_kernels(), *sorted(TABLES.iterdir())]:
        digest.update(f"{source.relative_to(ROOT)} {source.stat().st_mtime_ns} ".encode())
        digest.update(user_files.read_bytes(source, user_files.MAX_BYTES))
    return digest.hexdigest()[:16]


def _sources_of_kernels() -> list[Path]:
    """Return the files of the modules that hold kernels and of all modules here that these import, sorted."""
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
    """Yield the modules of `ai` and `game` that a source imports, for `from a import b` also a.b."""
    for source, several, one, plain in _IMPORT.findall(text):
        yield source or plain
        yield from (f"{source}.{name}" for name in re.findall(r"\w+", several or one))
