"""Look for new hands in a folder that a poker room writes to.

A file is read when two successive looks find it unchanged, so that no hand is read while the room writes it. For
each file, the store has its size and time at the last reading, the line of its last hand, and the hands that were
refused. If a file grows, only the hands from that line on are read, and each refusal is reported once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ai.knowledge.importing import import_histories
from game.archive.room_store import ImportedHands, ReadFile, RoomStore
from game.archive.store import FOLDER
from game.core import BadInput, Progress
from game.histories.files import list_folder
from game.histories.layout import ReadingState

_looked_at: dict[Path, tuple[int, int]] = {}
"""The size and modification time of each changed file at the last look."""


def look_in_folder(
    home: Path, folder: Path, names: Mapping[str, str] | None = None, *, is_first: bool = False
) -> Iterator[Progress | ImportedHands]:
    """Import the new hands in a folder. Yield reports, and finally the result.

    Args:
        home: The user's folder.
        folder: The folder. Its subfolders are included.
        names: The player's own names by room, which are remembered.
        is_first: Whether to read every changed file at once, because the user waits for the result.

    Raises:
        BadInput: If the folder cannot be read, or the history cannot be written.
    """
    began = time.monotonic()
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder: choose the folder that your poker room writes its hands to.")
    folder = folder.absolute()
    signs = {file: (status.st_size, status.st_mtime_ns) for file, status in list_folder(folder)}
    with RoomStore(home / FOLDER) as store:
        known = store.read_files(folder)
    changed = {file: sign for file, sign in signs.items() if file not in known or known[file].sign != sign}
    calm = [file for file, sign in changed.items() if is_first or _looked_at.get(file) == sign]
    for file in set(_looked_at) - set(changed):
        del _looked_at[file]
    _looked_at.update(changed)
    if not calm:
        yield ImportedHands(0, 0, 0, (), folder=str(folder), seconds=time.monotonic() - began)
        return
    grown = {file: known[file] for file in calm if file in known and known[file].sign[0] <= signs[file][0]}
    reading = ReadingState(
        begin_lines={file: known.line for file, known in grown.items()},
        refusals={file: set(known.refusals) for file, known in grown.items()},
    )
    for item in import_histories(home, calm, names, reading):
        if isinstance(item, Progress):
            yield item
            continue
        with RoomStore(home / FOLDER) as store:
            store.keep_files(
                {
                    file: ReadFile(
                        signs[file], reading.last_lines.get(file, 0), frozenset(reading.repeatable(file))
                    )
                    for file in calm
                }
            )
        yield replace(item, folder=str(folder), seconds=time.monotonic() - began)
