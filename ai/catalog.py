"""What can be played, watched and trained: the one list that menu and commands offer.

The list is read from the manifests: those that ship (assets/models/<game>) and those of the user's own agents
(`agents/<game>` in the user's folder). An agent's name is the name of its file. What an agent is like stands in
the text file, under its family or name; an agent trained here is described by its manifest. A file that cannot
be used is left out, and `broken` says why.

The window imports this module and nothing else of `ai`; numpy, the models and the runs are loaded only when an
agent or the list of runs is asked for, which is the work of another process.
"""

from __future__ import annotations

import importlib
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import yaml

from game import user_files
from game.core import Agent, AgentEntry, BadInput, Kind, RunEntry, Strength
from game.rules import games

_ASSETS = Path(__file__).parents[1] / "assets"
SHIPPED = _ASSETS / "models"
TEXTS = _ASSETS / "texts" / "en.yaml"

NAME = re.compile(r"[a-z0-9-]+")
MODEL_SUFFIXES = (".npz", ".yaml")
STRONGER_IS_LESS = ("lost lines", "exploitability")

_READERS = {
    "holdem-rules": "holdem_rules",
    "kuhn": "kuhn_tables",
    "perfect": "perfect_agent",
    "table": "table_agent",
    "uniform": "uniform_agent",
    "values": "value_agent",
}
_KINDS = get_args(Kind)
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def agents(game: str | None = None) -> list[AgentEntry]:
    """Return the agents of `game`, or of every game in turn, weakest first."""
    wanted = games.NAMES if game is None else (games.checked(game),)
    found = _scan().entries
    return [entry for name in wanted for entry in sorted(found, key=_strength_order) if entry.game == name]


def broken() -> list[tuple[Path, str]]:
    """Return the files that should be agents and are not, each with the sentence that says why."""
    return list(_scan().broken)


def runs(game: str | None = None) -> list[RunEntry]:
    """Return what can be trained, for `game` if given."""
    if game is not None:
        games.checked(game)
    entries: list[RunEntry] = importlib.import_module("ai.training.runs").entries()
    return [entry for entry in entries if game in (None, entry.game)]


def find(game: str, name: str, blinds: float = 1) -> AgentEntry:
    """Return the agent of this name, or of this model file; `BadInput` if there is none that fits the game."""
    games.checked(game)
    entry = _of_file(Path(name)) if _is_path(name) else _of_name(game, name)
    if entry.game != game:
        raise BadInput(f"{entry.name} plays {entry.game}, not {game}.")
    if game == games.KUHN_HALF_STREET and entry.blinds not in (None, blinds):
        raise BadInput(f"{entry.name} plays for blinds of {entry.blinds:g}, not of {blinds:g}.")
    return entry


def load(game: str, name: str, blinds: float = 1) -> Agent:
    """Return the agent of this name or model file, ready to decide."""
    entry = find(game, name, blinds)
    assert entry.file is not None
    reader = _manifest(entry.file)["agent"]
    module = importlib.import_module(f"ai.agents.{_READERS[reader]}")
    source = (
        (entry.name,) if reader == "holdem-rules" else (entry.file, games.initial_state(game, blinds=blinds))
    )
    agent: Agent = module.load(*source)
    return agent


def user_folder(game: str) -> Path:
    """Return the folder of the user's own agents for `game`."""
    return user_files.home() / "agents" / game


def _is_path(name: str) -> bool:
    return name.endswith(MODEL_SUFFIXES) or "/" in name or "\\" in name


def _of_name(game: str, name: str) -> AgentEntry:
    known = {entry.name: entry for entry in agents(game)}
    if name in known:
        return known[name]
    for file, sentence in broken():
        if (file.parent.name, file.stem) == (game, name):
            raise BadInput(sentence)
    raise BadInput(f"There is no agent {name!r} for {game}: the agents are {', '.join(known)}.")


def _of_file(path: Path) -> AgentEntry:
    if path.suffix not in MODEL_SUFFIXES:
        raise BadInput(f"{path} is no model file: those end in .npz, with a .yaml beside it.")
    return _entry(path.with_suffix(".yaml"))


@dataclass(frozen=True, slots=True)
class _Scan:
    entries: tuple[AgentEntry, ...]
    broken: tuple[tuple[Path, str], ...]


def _scan() -> _Scan:
    """Read the manifests: what ships once, the user's own every time, so that a new agent is there at once."""
    shipped = _shipped()
    own = _read_folder(user_files.home() / "agents")
    taken = {(entry.game, entry.name) for entry in shipped.entries}
    fresh = [entry for entry in own.entries if (entry.game, entry.name) not in taken]
    clashes = [
        (entry.file, f"{entry.file.name} has the name of an agent that ships: rename it and it appears.")
        for entry in own.entries
        if entry.file is not None and (entry.game, entry.name) in taken
    ]
    return _Scan((*shipped.entries, *fresh), (*shipped.broken, *own.broken, *clashes))


@cache
def _shipped() -> _Scan:
    return _read_folder(SHIPPED)


def _read_folder(folder: Path) -> _Scan:
    entries, unusable = [], []
    for file in _manifests(folder):
        try:
            entries.append(_entry(file))
        except BadInput as sentence:
            unusable.append((file, str(sentence)))
    return _Scan(tuple(entries), tuple(unusable))


def _manifests(folder: Path) -> Iterator[Path]:
    for game in games.NAMES:
        yield from sorted((folder / game).glob("*.yaml"))


def _entry(file: Path) -> AgentEntry:
    """Return what the manifest `file` says of its agent; `BadInput` if it cannot be used."""
    manifest = _manifest(file)
    if not NAME.fullmatch(file.stem):
        raise BadInput(f"{file.name} cannot be an agent's name: small letters, digits and hyphens only.")
    if (
        manifest["game"] not in games.NAMES
        or manifest["kind"] not in _KINDS
        or manifest["agent"] not in _READERS
    ):
        raise BadInput(f"{file.name} is the manifest of something that this program cannot play with.")
    if manifest["kind"] == "learned":
        _check_archive(file.with_suffix(".npz"))
    entry = AgentEntry(
        name=file.stem,
        game=manifest["game"],
        kind=manifest["kind"],
        description=manifest.get("description", ""),
        strength=_strength(manifest.get("strength"), file),
        blinds=manifest.get("blinds"),
        family=manifest.get("family"),
        stage=manifest.get("stage"),
        file=file,
    )
    return replace(entry, description=_description(entry, manifest))


def _manifest(file: Path) -> Mapping[str, Any]:
    """Return the manifest with the three entries that every one has."""
    try:
        document = yaml.load(file.read_text(encoding="utf-8"), _LOADER)
    except FileNotFoundError as error:
        raise BadInput(f"There is no {file.name} in {file.parent}.") from error
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise BadInput(f"{file.name} cannot be read: it is no complete YAML file.") from error
    needed = ("game", "agent", "kind")
    if not isinstance(document, dict) or not all(isinstance(document.get(key), str) for key in needed):
        raise BadInput(f"{file.name} is no manifest of a model.")
    return document


def _check_archive(file: Path) -> None:
    """Check without numpy that the arrays are there and whole."""
    try:
        with zipfile.ZipFile(file) as archive:
            damaged = archive.testzip()
    except FileNotFoundError as error:
        raise BadInput(f"There is no {file.name} in {file.parent}.") from error
    except (OSError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile) as error:
        raise BadInput(f"{file.name} cannot be read: it is truncated or no model file.") from error
    if damaged is not None:
        raise BadInput(f"{file.name} cannot be read: its part {damaged} is damaged.")


def _strength(stored: object, file: Path) -> Strength | None:
    if stored is None:
        return None
    names = {entry.name for entry in fields(Strength)}
    if not isinstance(stored, dict) or set(stored) != names or not isinstance(stored["mean"], int | float):
        raise BadInput(
            f"{file.name} has a strength that cannot be read: it needs {', '.join(sorted(names))}."
        )
    return Strength(**stored)


def _description(entry: AgentEntry, manifest: Mapping[str, Any]) -> str:
    """Return the line of character in the text file, or what the manifest tells of an agent trained here."""
    texts = _texts()
    for key in (entry.name, entry.family):
        if key is not None and key in texts:
            return str(texts[key]["line"])
    return entry.description or f"Trained here by {manifest.get('run', 'hand')}: {entry.stage or 'no stage'}."


@cache
def _texts() -> Mapping[str, Any]:
    """Return the section of the text file that describes the agents."""
    section: Mapping[str, Any] = yaml.load(TEXTS.read_text(encoding="utf-8"), _LOADER)["agents"]
    return section


def _strength_order(entry: AgentEntry) -> tuple[bool, float, int]:
    """Sort weakest first, and what was never measured after everything that was."""
    place = _KINDS.index(entry.kind) if entry.kind != "solved" else len(_KINDS)
    if entry.strength is None:
        return True, 0.0, place
    less = entry.strength.metric in STRONGER_IS_LESS
    return False, -entry.strength.mean if less else entry.strength.mean, place
