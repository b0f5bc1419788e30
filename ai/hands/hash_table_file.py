"""The hash table of all hands in the cache folder: a memory-mapped file of rows, and a label with its checksum.

The rows are written first. If the program is killed before the label is written, the label does not match the
rows, and the table is built again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np

from ai.hands.hash_table import ROW, ROW_BITS, HandTable
from ai.hands.hash_table_maker import SEED, build, draw_numbers
from ai.steps import in_thread
from game.core import Progress
from game.files import damage, user_files

VERSION = 1


@dataclass(frozen=True, slots=True)
class _Label:
    """The label file: the version and seed that the rows were made with, and their checksum."""

    version: int
    seed: int
    checksum: int


def ready(folder: Path) -> Iterator[Progress | HandTable]:
    """Yield the table stored in `folder`. If it is missing or damaged, build and store it, with progress.

    If the folder cannot be written, the table is built again next time.
    """
    table = load(folder)
    if table is None:
        for item in build():
            if isinstance(item, HandTable):
                table = item
            else:
                report = item
                yield item
        assert table is not None, "the table comes last"
        for _ in in_thread(partial(_keep_if_possible, table, folder)):  # longer than an item may take
            yield report
    yield table


def _keep_if_possible(table: HandTable, folder: Path) -> None:
    with suppress(OSError):
        keep(table, folder)


def keep(table: HandTable, folder: Path) -> None:
    """Write the rows and their label atomically. OSError if the folder cannot be written."""
    content = table.rows.tobytes()
    label = _Label(VERSION, SEED, zlib.crc32(content))
    user_files.atomic_write(_rows_file(folder), content, durable=False)
    user_files.atomic_write(_label_file(folder), json.dumps(asdict(label)).encode())


def load(folder: Path) -> HandTable | None:
    """Map the table that is kept in `folder`; None where it is missing, damaged or of another version."""
    try:
        label = _Label(**json.loads(user_files.read_text(_label_file(folder))))
        user_files.check_file(_rows_file(folder))
        rows = np.memmap(_rows_file(folder), ROW, "c", shape=(1 << ROW_BITS,))
    except damage.JSON:
        return None
    if label != _Label(VERSION, SEED, zlib.crc32(rows.view(np.uint8).data)):
        return None
    codes, addresses = draw_numbers(np.random.default_rng(SEED))
    return HandTable(codes.reshape(4, 13), addresses.reshape(4, 13), rows)


def files(folder: Path) -> list[Path]:
    """Return the files in which the table is kept."""
    return [_rows_file(folder), _label_file(folder)]


def _rows_file(folder: Path) -> Path:
    return folder / "hands.table"


def _label_file(folder: Path) -> Path:
    return folder / "hands.json"
