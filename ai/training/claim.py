"""One writer a file: a run claims the model that it writes, so that no other run writes over its checkpoints."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ai.storage import model_files
from ai.training import store
from ai.training.tables import tables_file
from game.core import BadInput
from game.files import locks


@contextmanager
def claimed(file: Path) -> Iterator[None]:
    """Hold the model `file` for this process; `BadInput` if another one does, or a stored run owns it.

    The system frees the claim however the process ends.
    """
    if _resolved(file).is_relative_to(_resolved(store.folder())):
        raise BadInput(f"{file} belongs to a run of the window: name another file with --out.")
    otherwise = f"Another run is writing {file}: wait for it, or name another file with --out."
    with locks.only_writer(file, otherwise, *model_files(file), tables_file(file)):
        yield


def _resolved(path: Path) -> Path:
    """Follow the links of a path; `Path.resolve` raises RuntimeError where they go in a circle."""
    return Path(os.path.realpath(path))
