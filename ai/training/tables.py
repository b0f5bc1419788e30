"""The tables of a run that are too large for its model: a file of their own beside the checkpoint, `name.tables`.

The model holds what an agent needs, the tables what the run needs to go on. They are written first, whole or not at
all, so a checkpoint that counts has its tables; each part carries the check sum of its archive, and the identity
of the run tells tables from those of another one. A checkpoint that is only looked back at goes without.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ai.storage import Array, Model, unpacked
from game.core import BadInput
from game.files import damage, user_files
from game.quoting import quoted

SUFFIX = ".tables"
MAX_RATIO, MAX_SMALL_BYTES = 32, 2**24
"""Tables take at most this many times the memory of their model. Those of small models are not limited by it."""


def tables_file(model_file: Path) -> Path:
    """Return the file of the tables that belong to a model."""
    return model_file.with_suffix(SUFFIX)


def max_bytes(model: Model) -> int:
    """Return the most that the tables of a model take in memory."""
    return max(MAX_SMALL_BYTES, MAX_RATIO * sum(one.nbytes for one in model.arrays.values()))


def save_tables(model_file: Path, identity: str, arrays: Mapping[str, Array]) -> None:
    """Write the tables beside a model. `BadInput` if they cannot be written, and then nothing is lost."""
    file = tables_file(model_file)
    try:
        with user_files.opened_beside(file) as part:
            np.savez(part, allow_pickle=False, identity=np.array(identity), **arrays)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}.") from error


def load_tables(model: Model, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Array]:
    """Return the arrays of these names and shapes (-1: any length).

    `BadInput` if they are missing, broken or of another run.
    """
    file = tables_file(model.file)
    try:
        found = unpacked(file, max_bytes(model))
    except FileNotFoundError as error:
        raise BadInput(
            f"{model.file.name} is a saved agent, not a checkpoint: there is no {file.name} to continue from."
        ) from error
    except damage.ARRAYS as error:
        damage.pass_shortage(error)
        raise BadInput(f"{file.name} cannot be read: it is truncated or damaged.") from error
    if str(found.get("identity")) != model.manifest.identity:
        raise BadInput(f"{file.name} and {model.file.name} do not belong together.")
    for name, shape in shapes.items():
        if name not in found or not _fits(found[name].shape, shape):
            raise BadInput(f"{file.name} does not belong to this run: {quoted(name)} does not fit.")
    return found


def _fits(found: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return len(found) == len(wanted) and all(
        size in (-1, there) for size, there in zip(wanted, found, strict=True)
    )
