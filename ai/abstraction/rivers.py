"""The strengths of all hands on all rivers, worked out once and kept in the cache folder.

Two files: the strengths, mapped when they are read, and a label with how often each strength occurs among all
deals and the checksum of both. The strengths are written first: killed in between, the label is that of other
ones, and they are worked out again.
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
from ai.steps import finished
from game.files import damage, user_files

VERSION = 2
ROWS_AT_A_TIME = 500
"""Some 20 ms."""


@dataclass(frozen=True, slots=True)
class Rivers:
    """table: uint16[cells(5)]; counts: int64[1981], of how many deals each strength comes."""

    table: Strengths
    counts: Ints


def ready(folder: Path) -> Rivers:
    """Return what is kept in `folder`, or work it out and keep it."""
    return finished(worked_out(folder))


def worked_out(folder: Path) -> Generator[None, None, Rivers]:
    """Return what is kept in `folder`; otherwise work it out, with a word after every block, and keep it."""
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
    """Map what is kept in `folder`; None where it is missing, damaged or of another version."""
    try:
        label = json.loads(_label_file(folder).read_text(encoding="utf-8"))
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
