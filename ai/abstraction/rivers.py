"""The strengths of all hands on all rivers, computed once and kept in the cache folder.

There are two files: the strengths, which are memory-mapped, and a label with the count of every strength among all
deals and the checksum of both. The strengths are written first: if the program is killed in between, the label does
not match, and they are computed again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ai.abstraction.isomorphism import Ints, boards, cells
from ai.abstraction.parallel import blocks, cores, in_turns
from ai.abstraction.strengths import VALUES, Strengths, no_strengths, river_strengths
from ai.steps import run_to_end
from game.files import damage, user_files

VERSION = 2
ROWS_AT_A_TIME = 500
"""Rows that take some 20 ms."""


@dataclass(frozen=True, slots=True)
class Rivers:
    """table: uint16[cells(5)], strengths; counts: int64[1981], the number of deals with each strength."""

    table: Strengths
    counts: Ints


def ready(folder: Path) -> Rivers:
    """Return the strengths in `folder`, or compute and store them."""
    return run_to_end(worked_out(folder))


def worked_out(folder: Path) -> Generator[None, None, Rivers]:
    """Return the strengths in `folder`; otherwise compute them, yielding after every block, and store them."""
    kept = load(folder)
    if kept is not None:
        return kept
    rivers, multiplicities = boards(5)
    table, counts = no_strengths(5)

    def work(part: slice) -> Ints:
        counted = np.zeros(VALUES, np.int64)
        river_strengths(rivers[part], multiplicities[part], table, counted)
        return counted

    for counted in in_turns(work, blocks(len(rivers), ROWS_AT_A_TIME), cores()):
        counts += counted
        yield
    found = Rivers(table, counts)
    with suppress(OSError):  # it is worked out again next time
        keep(found, folder)
    return found


def keep(rivers: Rivers, folder: Path) -> None:
    """Write table and label; OSError where the folder cannot be written."""
    content = rivers.table.tobytes()
    label = {"version": VERSION, "checksum": _checksum(rivers), "counts": rivers.counts.tolist()}
    user_files.atomic_write(_table_file(folder), content, durable=False)
    user_files.atomic_write(_label_file(folder), json.dumps(label).encode())


def load(folder: Path) -> Rivers | None:
    """Map the strengths in `folder` into memory; None where they are missing, damaged or of another version."""
    try:
        label = json.loads(user_files.read_text(_label_file(folder)))
        user_files.check_file(_table_file(folder))
        table = np.memmap(_table_file(folder), np.uint16, "r", shape=(cells(5),))
        found = Rivers(table, np.array(label["counts"], np.int64))
        whole = (label["version"], label["checksum"]) == (VERSION, _checksum(found))
    except damage.JSON:
        return None
    return found if whole and found.counts.shape == (VALUES,) else None


def _checksum(rivers: Rivers) -> int:
    return zlib.crc32(rivers.counts.tobytes(), zlib.crc32(rivers.table.view(np.uint8).data))


def _table_file(folder: Path) -> Path:
    return folder / "rivers.table"


def _label_file(folder: Path) -> Path:
    return folder / "rivers.json"
