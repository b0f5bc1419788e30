"""The decisions of a log in the cache folder, so that a resumed run need not read the log again.

A file is named after a digest of the log's bytes, the chosen players and the version of the features. It is written
part by part under a temporary name and renamed when complete; the latest few stay.
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
from game.files import damage, user_files

FEATURES = 1
"""The version of the file's content: with another one, the log is read again."""
FILES_KEPT = 8
BYTES_A_STEP = 1 << 22

_ABOUT = "about.json"


@dataclass(frozen=True, slots=True)
class About:
    """A summary of a log: hands with a chosen player, bad lines, and the big blinds won by player."""

    hands: int
    bad: int
    players: tuple[str, ...]
    net_bb: tuple[float, ...]


def digest_of(file: Path, learn_from: str) -> Generator[None, None, str]:
    """Return the cache name of a log, yielding after every piece; OSError where it cannot be read."""
    digest = hashlib.sha256(f"{FEATURES} {learn_from}\n".encode())
    with file.open("rb") as stream:
        while part := stream.read(BYTES_A_STEP):
            digest.update(part)
            yield
    return digest.hexdigest()[:24]


def read(name: str) -> Generator[Decisions, None, About | None]:
    """Yield the cached decisions part by part, and return the summary; None without a complete file."""
    try:
        with zipfile.ZipFile(_file(name)) as archive:
            about = json.loads(archive.read(_ABOUT))
            for part in range(about["parts"]):
                yield Decisions(*(_array(archive, entry.name, part) for entry in fields(Decisions)))
            return About(about["hands"], about["bad"], tuple(about["players"]), tuple(about["net_bb"]))
    except damage.ARRAYS:
        return None


class Writer:
    """Writes the decisions of a log, part by part; if the disk refuses, they are just not cached."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._place = _file(name)
        self._beside = self._place.with_name(f".{name}.{secrets.token_hex(4)}{user_files.PART}")
        self._parts = 0
        self._archive: zipfile.ZipFile | None = None
        self._refused = False

    def add(self, part: Decisions) -> None:
        """Write some decisions."""
        if self._refused:
            return
        try:
            if self._archive is None:
                self._place.parent.mkdir(parents=True, exist_ok=True)
                self._archive = zipfile.ZipFile(self._beside, "w")
            for entry in fields(part):
                with self._archive.open(f"{entry.name}-{self._parts}.npy", "w") as stream:
                    np.lib.format.write_array(stream, getattr(part, entry.name), allow_pickle=False)
            self._parts += 1
        except OSError:
            self.drop()

    def finish(self, about: About) -> None:
        """Rename the complete file, and delete the oldest ones."""
        if self._archive is None:
            return
        try:
            self._archive.writestr(_ABOUT, json.dumps({**asdict(about), "parts": self._parts}))
            self._archive.close()
            self._archive = None
            os.replace(self._beside, self._place)
            _tidy(self._place.parent)
        except OSError:
            self.drop()

    def drop(self) -> None:
        """Delete the file and stop writing."""
        self._refused = True
        with suppress(OSError):
            if self._archive is not None:
                self._archive.close()
        self._archive = None
        with suppress(OSError):
            self._beside.unlink(missing_ok=True)


def _file(name: str) -> Path:
    return user_files.cache_folder() / "decisions" / f"{name}.zip"


def _array(archive: zipfile.ZipFile, name: str, part: int) -> Any:
    with archive.open(f"{name}-{part}.npy") as stream:
        return np.lib.format.read_array(stream, allow_pickle=False)


def _tidy(folder: Path) -> None:
    user_files.remove_leftovers(folder)
    for file in _oldest_first(folder)[:-FILES_KEPT]:
        file.unlink(missing_ok=True)


def _oldest_first(folder: Path) -> list[Path]:
    def changed(file: Path) -> float:
        return file.stat().st_mtime

    return sorted(folder.glob("*.zip"), key=changed)
