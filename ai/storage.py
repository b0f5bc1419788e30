"""Model files: what was learned (`name.npz`) and a manifest about it (`name.yaml`), side by side.

The arrays are numpy's zip format, read without pickle, so a file from a stranger can hold numbers and nothing
else. The manifest says which game and agent it is for, with which settings and seed it was trained, how strong
it measured and which version of the program wrote it. An agent of rules has a manifest only.

Both files are written whole or not at all, the arrays first. What changes while training goes on (the counter,
the state of the dice) lies in the arrays, so a process that dies between the two files leaves a model that
resumes. `identity`, in both files, is a digest of what never changes within a run; it tells a manifest from
that of another model. Whatever cannot be used is `BadInput`, one sentence with the file's name.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import yaml

from game import user_files
from game.core import BadInput, Strength

Array = npt.NDArray[Any]

FORMAT = 1
CODE_VERSION = "0.1.0"
MOST_BYTES = 2**30
"""More than any model of ours unpacks to; a larger file is refused before it fills the memory."""

_UNREADABLE = (
    OSError,
    ValueError,
    EOFError,
    KeyError,
    MemoryError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a model is and where it came from; `agent` names its reader, the name of the file is its own."""

    game: str
    agent: str
    kind: str
    run: str | None = None
    config: Mapping[str, object] = field(default_factory=dict)
    seed: int | None = None
    iterations: int | None = None
    blinds: float | None = None
    family: str | None = None
    stage: str | None = None
    description: str | None = None
    strength: Strength | None = None
    version: str = CODE_VERSION

    @property
    def identity(self) -> str:
        """Return a digest of what stays the same throughout a training run, its length excepted."""
        settings = {key: value for key, value in self.config.items() if key != "iterations"}
        fixed = [self.game, self.agent, self.run, self.blinds, self.seed, settings]
        return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Model:
    """A loaded model: its manifest, its arrays, and the file that errors name."""

    manifest: Manifest
    arrays: Mapping[str, Array]
    file: Path

    def array(self, name: str, shape: tuple[int, ...], kind: str = "f") -> Array:
        """Return the array `name` of `shape` (-1: any length) and numpy kind (f, i, u or U), free of NaN."""
        found = self.arrays.get(name)
        if found is None:
            raise BadInput(f"{self.file.name} holds no {name!r}: it is not a complete model.")
        fits = len(found.shape) == len(shape) and all(
            w in (-1, h) for w, h in zip(shape, found.shape, strict=True)
        )
        if not fits or found.dtype.kind != kind:
            raise BadInput(
                f"{self.file.name} is not for this game: {name!r} is {found.dtype.name}{found.shape}."
            )
        if kind == "f" and not np.isfinite(found).all():
            raise BadInput(f"{self.file.name} is damaged: {name!r} holds something that is no number.")
        return found


def model_files(path: Path) -> tuple[Path, Path]:
    """Return the arrays' and the manifest's file of a model named by either of them.

    >>> [file.name for file in model_files(Path("ada-100.npz"))]
    ['ada-100.npz', 'ada-100.yaml']
    """
    if path.suffix not in (".npz", ".yaml"):
        raise BadInput(f"{path.name} is no model file: those end in .npz, with a .yaml beside it.")
    return path.with_suffix(".npz"), path.with_suffix(".yaml")


def save_model(path: Path, manifest: Manifest, arrays: Mapping[str, Array]) -> None:
    """Write the model to `path` (.npz) and its manifest beside it; the same content gives the same bytes."""
    arrays_file, manifest_file = model_files(path)
    packed = io.BytesIO()
    np.savez_compressed(packed, allow_pickle=False, identity=np.array(manifest.identity), **arrays)
    try:
        user_files.atomic_write(arrays_file, packed.getvalue())
        write_manifest(manifest_file, manifest)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from error


def load_model(path: Path, *, game: str | None = None, agent: str | None = None) -> Model:
    """Read a model and check that it is whole, ours, and for `game` and `agent` where these are given."""
    arrays_file, manifest_file = model_files(path)
    manifest = read_manifest(manifest_file)
    if game is not None and manifest.game != game:
        raise BadInput(f"{path.name} was made for {manifest.game}, not for {game}.")
    if agent is not None and manifest.agent != agent:
        raise BadInput(f"{path.name} is a model of {manifest.agent!r}, not of {agent!r}.")
    arrays = _read_arrays(arrays_file)
    identity = arrays.pop("identity", None)
    if identity is None or str(identity) != manifest.identity:
        raise BadInput(f"{arrays_file.name} and {manifest_file.name} do not belong together.")
    return Model(manifest, arrays, arrays_file)


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write a manifest as YAML, leaving out what is empty."""
    document: dict[str, object] = {"format": FORMAT}
    for entry in fields(manifest):
        value = getattr(manifest, entry.name)
        if entry.name == "strength" and value is not None:
            value = {part.name: getattr(value, part.name) for part in fields(value)}
        if value not in (None, {}):
            document[entry.name] = dict(value) if isinstance(value, Mapping) else value
    text = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)
    user_files.atomic_write(path, text.encode())


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; `BadInput` names the file and what is wrong with it."""
    document = _read_mapping(path)
    found = document.pop("format", None)
    if found != FORMAT:
        raise BadInput(f"{path.name} has the format {found!r}; this program reads {FORMAT}.")
    known = {entry.name: entry for entry in fields(Manifest)}
    if unknown := sorted(str(key) for key in document if key not in known):
        raise BadInput(f"{path.name} has the unknown key {unknown[0]!r}; known are {', '.join(known)}.")
    for name, kinds in _KINDS.items():
        value = document.get(name)
        if name not in document and name in ("game", "agent", "kind"):
            raise BadInput(f"{path.name} does not say its {name}.")
        if name in document and (not isinstance(value, kinds) or isinstance(value, bool)):
            raise BadInput(f"{path.name} has {value!r} for its {name}, which cannot be.")
    if "strength" in document:
        document["strength"] = _strength(document["strength"], path)
    return Manifest(**document)


_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("game", "agent", "kind", "run", "family", "stage", "description", "version"), (str,)),
    **dict.fromkeys(("seed", "iterations"), (int,)),
    **dict.fromkeys(("config", "strength"), (dict,)),
    "blinds": (int, float),
}


def _strength(stored: Mapping[str, Any], path: Path) -> Strength:
    names = {entry.name for entry in fields(Strength)}
    if set(stored) != names or not isinstance(stored["mean"], int | float):
        raise BadInput(
            f"{path.name} has a strength that cannot be read: it needs {', '.join(sorted(names))}."
        )
    return Strength(**stored)


def _read_mapping(path: Path) -> dict[str, Any]:
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadInput(f"There is no {path.name} in {path.parent}.") from error
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise BadInput(f"{path.name} cannot be read: it is no complete YAML file.") from error
    if not isinstance(document, dict):
        raise BadInput(f"{path.name} is no manifest of a model.")
    return document


def _read_arrays(path: Path) -> dict[str, Array]:
    if not path.exists():
        raise BadInput(f"There is no {path.name} in {path.parent}.")
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
                raise BadInput(f"{path.name} is larger than any model of this program.")
        with np.load(path, allow_pickle=False) as stored:
            return {name: _checked(stored[name]) for name in stored.files}
    except BadInput:
        raise
    except _UNREADABLE as error:
        raise BadInput(f"{path.name} cannot be read: it is truncated or no model file.") from error


def _checked(array: object) -> Array:
    if not isinstance(array, np.ndarray):
        raise ValueError("a member that is no array")
    return array
