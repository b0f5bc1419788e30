"""Reads the manifest of a model and checks that its archive is complete, without reading the arrays.

The manifest (`name.yaml`) names the game and the agent of the model, the settings and the seed of the training, the
measured strength, and the version of the program that trained the model. The model of a rule-based agent has only a
manifest. This module checks all entries, so that neither the catalogue nor an agent checks them again. Anything
unusable raises `BadInput` with the name of the file. This module does not import numpy, so the window can list
models.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import yaml

from game.agent_entries import MAX_DIAMONDS, Strength
from game.core import BadInput
from game.files import damage, user_files, yaml_text
from game.quoting import list_names, quoted

FORMAT = 1
CODE_VERSION = "1.0.0"
BLUEPRINT = "blueprint"
EXTERNAL = "external"
"""The reader of outside agents, which are separate programs."""
JSON, ACPC = "json", "acpc"
"""The protocols of outside agents."""
MAX_SECONDS = 3600
ABSTRACTION = "abstraction"
"""The kind of model that is not an agent, but a card abstraction."""
SHIPPED_ABSTRACTION = "shipped"
"""The name for the built-in abstraction, whatever its file is called."""
MAX_BYTES = 64 * 2**20
MAX_BLUEPRINT_BYTES = 2**30
"""The maximum unpacked size of a model, in bytes. A larger file is refused before it fills the memory."""
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The allowed compressions of arrays. Other methods can ask for gigabytes before they unpack a byte."""

_NEEDED = ("game", "agent", "kind")


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a model: its content and its origin.

    `agent` names the code that reads the model. The file name is the name of the model.
    """

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
    data: Mapping[str, object] = field(default_factory=dict)
    """The training data, and the accuracy on held-out data if the model has no strength at the table."""
    command: Sequence[str] | None = None
    """The words that start an outside agent, in the folder of the manifest."""
    protocol: str | None = None
    seconds: float | None = None
    """The time-out of a decision of an outside agent."""
    version: str = CODE_VERSION
    """The version of the program that trained the model or first described it.

    A later measurement does not change it.
    """

    @property
    def identity(self) -> str:
        """A digest of everything that is fixed during a training run, except the number of iterations."""
        settings = {key: value for key, value in self.config.items() if key != "iterations"}
        fixed = [self.game, self.agent, self.run, self.blinds, self.seed, settings]
        return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def digest(self) -> str:
        """A short digest of the origin of the model. Models with other digests may play differently."""
        made: list[object] = [self.identity, self.iterations, self.version]
        if self.command is not None:
            made += [list(self.command), self.protocol]
        return hashlib.sha256(json.dumps(made).encode()).hexdigest()[:8]


def read_manifest(path: Path) -> Manifest:
    """Read a manifest.

    Raises:
        BadInput: If the manifest cannot be used. The message names the file and the fault.
    """
    document = _read_mapping(path)
    if missing := [name for name in _NEEDED if name not in document]:
        raise BadInput(f"{path.name} is not a model manifest: it does not say its {missing[0]}.")
    found = document.pop("format", None)
    if found != FORMAT:
        raise BadInput(f"{path.name} has the format {quoted(found)}; this program reads {FORMAT}.")
    known = {entry.name: entry for entry in fields(Manifest)}
    if unknown := sorted(str(key) for key in document if key not in known):
        raise BadInput(
            f"{path.name} has the unknown key {quoted(unknown[0])}; known are {list_names(known)}."
        )
    for name, value in document.items():
        if not _FITS[name](value):
            raise BadInput(f"{path.name} has an impossible value for its {name}: {quoted(value)}.")
    if "strength" in document:
        document["strength"] = _strength(document["strength"], path)
    if (document["agent"] == EXTERNAL) != ("command" in document):
        raise BadInput(
            f"{path.name} needs a command and the agent {EXTERNAL}: one does not go without the other."
        )
    return Manifest(**document)


def write_manifest(path: Path, manifest: Manifest) -> None:
    user_files.atomic_write(path, manifest_to_yaml(manifest))


def manifest_to_yaml(manifest: Manifest) -> bytes:
    """Return a manifest as YAML, without empty entries."""
    document: dict[str, object] = {"format": FORMAT}
    for entry in fields(manifest):
        value = getattr(manifest, entry.name)
        if entry.name == "strength" and value is not None:
            value = {
                name: part
                for name, part in asdict(value).items()
                if name in _NEEDED_OF_STRENGTH or part is not None
            }
        if value not in (None, {}):
            document[entry.name] = dict(value) if isinstance(value, Mapping) else value
    text: str = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)
    return text.encode()


def check_archive(path: Path, agent: str = "") -> None:
    """Raise `BadInput` if an array file is missing, damaged, or larger than a model of `agent` can be."""
    check_size(path, agent)
    try:
        with zipfile.ZipFile(path) as archive:
            damaged = archive.testzip()
    except damage.ARRAYS as error:
        damage.pass_shortage(error)
        raise unreadable(path) from error
    if damaged is not None:
        raise BadInput(f"{path.name} cannot be read: its part {damaged} is damaged.")


def check_size(path: Path, agent: str = "") -> None:
    """Raise `BadInput` if the archive is missing, or declares a larger size than a model of `agent` can have."""
    try:
        user_files.check_file(path)
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except FileNotFoundError as error:
        raise _lacks(path.with_suffix(".yaml"), path) from error
    except damage.ARRAYS as error:
        damage.pass_shortage(error)
        raise unreadable(path) from error
    if any(member.compress_type not in COMPRESSIONS for member in members):
        raise unreadable(path)
    if sum(member.file_size for member in members) > max_model_bytes(agent):
        raise BadInput(f"{path.name} is larger than any model of this program.")


def max_model_bytes(agent: str) -> int:
    return MAX_BLUEPRINT_BYTES if agent == BLUEPRINT else MAX_BYTES


def unreadable(path: Path) -> BadInput:
    return BadInput(f"{path.name} cannot be read: it is truncated or not a model file.")


def _lacks(there: Path, missing: Path) -> BadInput:
    return BadInput(f"{there.name} lacks its {missing.name}: a model is both files, side by side.")


# ---- the entries of a manifest ------------------------------------------------------------------------------
def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: object) -> bool:
    """Return whether `value` is a number that is finite as a float."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def _is_above_zero(value: Any) -> bool:
    return _is_number(value) and value > 0


def _is_command(value: object) -> bool:
    """Return whether `value` is a list of strings that can start a program."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(word, str) and "\0" not in word for word in value)
        and bool(value[0])
    )


def _is_settings(value: object) -> bool:
    return isinstance(value, dict) and all(
        _is_text(key) and (_is_text(entry) or _is_number(entry)) for key, entry in value.items()
    )


_FITS: Mapping[str, Callable[[Any], bool]] = {
    **dict.fromkeys((*_NEEDED, "run", "family", "stage", "description", "version"), _is_text),
    **dict.fromkeys(("seed", "iterations"), _is_count),
    "blinds": _is_above_zero,
    "command": _is_command,
    "protocol": lambda value: value in (JSON, ACPC),
    "seconds": lambda value: _is_above_zero(value) and value <= MAX_SECONDS,
    **dict.fromkeys(("config", "data"), _is_settings),
    "strength": lambda value: isinstance(value, dict),
}

_STRENGTH_FITS: Mapping[str, Callable[[Any], bool]] = {
    "metric": _is_text,
    "mean": _is_number,
    "ci95": lambda value: value is None or (_is_number(value) and value >= 0),
    "against": lambda value: value is None or _is_text(value),
    "hands": lambda value: value is None or _is_count(value),
    **dict.fromkeys(("worst", "lbr", "rating"), _is_number),
    **dict.fromkeys(
        ("worst_ci95", "lbr_ci95", "rating_ci95"), lambda value: _is_number(value) and value >= 0
    ),
    **dict.fromkeys(("ahead", "met"), _is_count),
    "worst_against": _is_text,
    "diamonds": lambda value: _is_count(value) and 1 <= value <= MAX_DIAMONDS,
}
_NEEDED_OF_STRENGTH = ("metric", "mean", "ci95", "against", "hands")


def _strength(stored: Mapping[str, Any], path: Path) -> Strength:
    if not set(_NEEDED_OF_STRENGTH) <= set(stored) <= set(_STRENGTH_FITS):
        raise BadInput(
            f"{path.name} has a strength that cannot be read: it needs {', '.join(_NEEDED_OF_STRENGTH)}."
        )
    for name, value in stored.items():
        if not _STRENGTH_FITS[name](value):
            raise BadInput(f"{path.name} has a strength that cannot be read: its {name} is {quoted(value)}.")
    return Strength(**stored)


def _read_mapping(path: Path) -> dict[Any, Any]:
    try:
        document = yaml_text.read_file(path)
    except FileNotFoundError as error:
        arrays = path.with_suffix(".npz")
        if arrays.exists():
            raise _lacks(arrays, path) from error
        raise BadInput(f"There is no {arrays}, and no {path.name} beside it.") from error
    if not isinstance(document, dict):
        raise BadInput(f"{path.name} is not a model manifest.")
    return document
