"""Model files: the learnt arrays (`name.npz`) and a manifest (`name.yaml`) next to them.

The arrays are in numpy's zip format and are read without pickle, so an untrusted file can contain only numbers and
texts, but no code. The manifest (game/files/manifest.py) describes the model.

Both files are written atomically, the arrays first. The arrays include the state of a training run (counter and
random generator). The run can therefore be resumed even if the process dies between the two writes. Both files
contain `identity`, a digest of the constant settings of the run. If the old manifest has another identity, the
manifest is removed before the arrays are replaced. An unusable file raises `BadInput` with one sentence that names
the file.
"""

from __future__ import annotations

import io
import math
import os
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from game.core import BadInput
from game.files import damage, user_files
from game.files.manifest import (
    COMPRESSIONS,
    MAX_BYTES,
    Manifest,
    check_size,
    manifest_to_yaml,
    max_model_bytes,
    read_manifest,
    unreadable,
)
from game.quoting import quoted
from game.texts import text

Array = npt.NDArray[Any]

MAX_HEADER_BYTES = 2**12
SUFFIX = ".npy"
_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}

LARGEST = float(np.finfo(np.float32).max)
"""The largest number in float32. A comparison with it also rejects NaN, because comparisons with NaN are False."""


@dataclass(frozen=True, slots=True)
class Model:
    """A loaded model: its manifest, its arrays, and the file name for error messages."""

    manifest: Manifest
    arrays: Mapping[str, Array]
    file: Path

    def array(self, name: str, shape: tuple[int, ...], kind: str = "f") -> Array:
        """Return the array `name` of `shape` (-1 for any length) and numpy kind (f, i, u or U).

        Raises:
            BadInput: If the array is missing, has another shape or kind, or contains NaN or infinity.
        """
        found = self.arrays.get(name)
        if found is None:
            raise BadInput(text("agent_errors.model.incomplete", file=self.file.name, name=quoted(name)))
        fits = len(found.shape) == len(shape) and all(
            w in (-1, h) for w, h in zip(shape, found.shape, strict=True)
        )
        if not fits or found.dtype.kind != kind:
            said = f"{found.dtype.name}{found.shape}"
            raise BadInput(
                text("agent_errors.model.shape", file=self.file.name, name=quoted(name), shape=said)
            )
        if kind == "f" and found.size and not -LARGEST <= float(found.min()) <= float(found.max()) <= LARGEST:
            raise BadInput(text("agent_errors.model.no_number", file=self.file.name, name=quoted(name)))
        return found


def model_files(path: Path) -> tuple[Path, Path]:
    """Return the two files of a model: arrays and manifest. `path` may be either of these files.

    Raises:
        BadInput: If the name has another suffix.

    >>> [file.name for file in model_files(Path("ada-100.npz"))]
    ['ada-100.npz', 'ada-100.yaml']
    """
    if path.suffix not in (".npz", ".yaml"):
        raise BadInput(text("agent_errors.file.not_a_model", path=str(path)))
    return path.with_suffix(".npz"), path.with_suffix(".yaml")


def save_model(path: Path, manifest: Manifest, arrays: Mapping[str, Array]) -> None:
    """Write a model to `path` (.npz) and its manifest next to it.

    The output is deterministic: equal content gives equal bytes.

    Raises:
        BadInput: If a file can't be written.
    """
    arrays_file, manifest_file = model_files(path)
    packed = io.BytesIO()
    np.savez_compressed(packed, allow_pickle=False, identity=np.array(manifest.identity), **arrays)
    try:
        with (
            user_files.written_beside(arrays_file, packed.getvalue()) as new_arrays,
            user_files.written_beside(manifest_file, manifest_to_yaml(manifest)) as new_manifest,
        ):
            if not _is_of(manifest_file, manifest.identity):
                manifest_file.unlink(missing_ok=True)
            os.replace(new_arrays, arrays_file)
            os.replace(new_manifest, manifest_file)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(text("input_errors.files.unwritable", file=str(path), reason=reason)) from error


def keep_former(path: Path) -> bool:
    """Copy the model at `path` to `name.npz.bak` and `name.yaml.bak` before a training overwrites it.

    Returns:
        Whether there was a model to copy.

    Raises:
        BadInput: If a copy cannot be written.
    """
    files = model_files(path)
    if not all(file.exists() for file in files):
        return False
    try:
        for file in files:
            user_files.atomic_write(file.with_name(f"{file.name}.bak"), file.read_bytes())
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(text("agent_errors.file.not_set_aside", path=str(path), reason=reason)) from error
    return True


def take_back(path: Path, *, former_kept: bool) -> None:
    """Remove a model whose training failed. If `former_kept` is True, restore the copies made by `keep_former`."""
    for file in model_files(path):
        if former_kept:
            file.with_name(f"{file.name}.bak").replace(file)
        else:
            file.unlink(missing_ok=True)


def is_cut_off(path: Path) -> bool:
    """Return whether a model lacks its manifest because `save_model` was killed between the two writes."""
    arrays_file, manifest_file = model_files(path)
    if manifest_file.exists():
        return False
    try:
        user_files.check_file(arrays_file)
        with zipfile.ZipFile(arrays_file) as archive:
            read_array(archive, "identity", MAX_HEADER_BYTES)
    except damage.ARRAYS:
        return False
    return True


def _is_of(manifest_file: Path, identity: str) -> bool:
    try:
        return read_manifest(manifest_file).identity == identity
    except BadInput:
        return False


def load_model(path: Path, *, game: str | None = None, agent: str | None = None) -> Model:
    """Read a model.

    Raises:
        BadInput: If the model is missing or damaged, or if it is not for the given `game` and `agent`.
    """
    arrays_file, manifest_file = model_files(path)
    manifest = read_manifest(manifest_file)
    if game is not None and manifest.game != game:
        raise BadInput(text("agent_errors.model.game", file=path.name, found=manifest.game, wanted=game))
    if agent is not None and manifest.agent != agent:
        found, wanted = quoted(manifest.agent), quoted(agent)
        raise BadInput(text("agent_errors.model.agent", file=path.name, found=found, wanted=wanted))
    arrays = _read_arrays(arrays_file, manifest.agent)
    identity = arrays.pop("identity", None)
    if identity is None or str(identity) != manifest.identity:
        raise BadInput(text("agent_errors.file.mismatch", first=arrays_file.name, second=manifest_file.name))
    return Model(manifest, arrays, arrays_file)


def _read_arrays(path: Path, agent: str) -> dict[str, Array]:
    check_size(path, agent)
    try:
        return unpacked(path, max_model_bytes(agent))
    except damage.ARRAYS as error:
        damage.pass_shortage(error)
        raise unreadable(path) from error


def unpacked(path: Path, max_bytes: int = MAX_BYTES) -> dict[str, Array]:
    """Return the arrays in an archive. If the archive declares more than `max_bytes`, nothing is unpacked.

    Raises:
        One of the errors `damage.ARRAYS`, if the archive is missing, damaged or too large.
    """
    user_files.check_file(path)
    with zipfile.ZipFile(path) as archive:
        if sum(member.file_size for member in archive.infolist()) > max_bytes:
            raise ValueError("an archive that is too large")
        return {
            member.filename.removesuffix(SUFFIX): read_array(
                archive, member.filename.removesuffix(SUFFIX), member.file_size
            )
            for member in archive.infolist()
        }


def read_array(archive: zipfile.ZipFile, name: str, max_bytes: int) -> Array:
    """Return one array of an archive in its stored dtype and shape. An array that is too large is not unpacked.

    Raises:
        ValueError: If the array is too large, or its compression method could need unlimited memory. A missing or
            damaged array raises another error of `damage.ARRAYS`.
    """
    found = archive.getinfo(f"{name}{SUFFIX}")
    if found.compress_type not in COMPRESSIONS:
        raise ValueError("a compression that this program does not use")
    if found.file_size > max_bytes + MAX_HEADER_BYTES:
        raise ValueError("an array that is too large")
    with archive.open(found) as stream:
        shape, _, dtype = _HEADERS[np.lib.format.read_magic(stream)](stream)
    if math.prod(shape) * dtype.itemsize > max_bytes:
        raise ValueError("an array that is too large")
    with archive.open(found) as stream:
        return _checked(np.lib.format.read_array(stream, allow_pickle=False))


def _checked(array: object) -> Array:
    if not isinstance(array, np.ndarray):
        raise ValueError("a member that is no array")
    if array.dtype.kind == "U" and array.size:
        codes = (
            np.ascontiguousarray(array)
            .reshape(-1)
            .view(np.dtype(np.uint32).newbyteorder(array.dtype.byteorder))
        )
        if codes.max(initial=0) > sys.maxunicode:
            raise ValueError("a text that holds no letters")
    return array
