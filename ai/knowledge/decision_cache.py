"""Caches the decisions of a log, so that a resumed run does not read the log again.

Each log has one zip file of arrays, named after a digest of the log's bytes, the chosen players and the version of
the features. The file is written part by part under a temporary name and renamed when complete. The newest
`FILES_KEPT` files stay.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import zipfile
from collections.abc import Generator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from ai.knowledge.decisions import Decisions
from ai.storage import read_array
from game.files import damage, user_files

FEATURES_VERSION = 1
"""Part of the digest: with another version, no cached file is found and the log is read again."""
FILES_KEPT = 8
BYTES_A_STEP = 1 << 22
"""Bytes hashed between two yields."""
MAX_ARRAY_BYTES = 2**25
"""More than an array of one part takes, unpacked."""

_SUMMARY = "about.json"


@dataclass(frozen=True, slots=True)
class LogSummary:
    """A summary of a log: the number of hands with a chosen player and of bad lines, and big blinds won by player.

    `net_bb` is in the order of `players`, and `Decisions.player` is an index into them.
    """

    hands: int
    bad: int
    players: tuple[str, ...]
    net_bb: tuple[float, ...]


def digest_of(file: Path, learn_from: str) -> Generator[None, None, str]:
    """Return the name of a log in the cache; yield after every `BYTES_A_STEP` bytes.

    `learn_from` is the setting that chooses the players. Raises OSError if the log cannot be read.
    """
    digest = hashlib.sha256(f"{FEATURES_VERSION} {learn_from}\n".encode())
    with file.open("rb") as stream:
        while chunk := stream.read(BYTES_A_STEP):
            digest.update(chunk)
            yield
    return digest.hexdigest()[:24]


def read(name: str) -> Generator[Decisions, None, LogSummary | None]:
    """Yield the cached decisions part by part, and return the summary of the log.

    Returns None if the file is missing or damaged, perhaps after some parts: discard those.
    """
    try:
        user_files.check_file(_file(name))
        with zipfile.ZipFile(_file(name)) as archive:
            if archive.getinfo(_SUMMARY).file_size > user_files.MAX_BYTES:
                return None
            stored = json.loads(archive.read(_SUMMARY))
            for part in range(stored["parts"]):
                yield Decisions(*(_array(archive, entry.name, part) for entry in fields(Decisions)))
            return LogSummary(
                stored["hands"], stored["bad"], tuple(stored["players"]), tuple(stored["net_bb"])
            )
    except damage.ARRAYS:
        return None


class Writer:
    """Writes the decisions of a log to the cache, part by part.

    If a write fails (the disk is full, say), the file is deleted, no error is raised, and later calls do nothing.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._file = _file(name)
        self._temporary = self._file.with_name(f".{name}.{secrets.token_hex(4)}{user_files.PART}")
        self._parts = 0
        self._archive: zipfile.ZipFile | None = None
        self._failed = False

    def add(self, part: Decisions) -> None:
        """Write the next part."""
        if self._failed:
            return
        try:
            if self._archive is None:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                self._archive = zipfile.ZipFile(self._temporary, "w")
            for entry in fields(part):
                with self._archive.open(f"{entry.name}-{self._parts}.npy", "w") as stream:
                    np.lib.format.write_array(stream, getattr(part, entry.name), allow_pickle=False)
            self._parts += 1
        except OSError:
            self.drop()

    def finish(self, summary: LogSummary) -> None:
        """Write the summary, rename the file, which is now complete, and delete the oldest files of the cache."""
        if self._archive is None:
            return
        try:
            self._archive.writestr(_SUMMARY, json.dumps({**asdict(summary), "parts": self._parts}))
            self._archive.close()
            self._archive = None
            os.replace(self._temporary, self._file)
            _delete_old_files(self._file.parent)
        except OSError:
            self.drop()

    def drop(self) -> None:
        """Delete the unfinished file and stop writing. A finished file stays."""
        self._failed = True
        with suppress(OSError):
            if self._archive is not None:
                self._archive.close()
        self._archive = None
        with suppress(OSError):
            self._temporary.unlink(missing_ok=True)


def _file(name: str) -> Path:
    return user_files.cache_folder() / "decisions" / f"{name}.zip"


def _array(archive: zipfile.ZipFile, name: str, part: int) -> Any:
    return read_array(archive, f"{name}-{part}", MAX_ARRAY_BYTES)


def _delete_old_files(folder: Path) -> None:
    user_files.remove_leftovers(folder)
    for file in _oldest_first(folder)[:-FILES_KEPT]:
        file.unlink(missing_ok=True)


def _oldest_first(folder: Path) -> list[Path]:
    def changed(file: Path) -> float:
        return file.stat().st_mtime

    return sorted(folder.glob("*.zip"), key=changed)
