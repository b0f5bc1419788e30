"""The catalogue: every agent that can be played or watched, and every kind of training run.

The catalogue reads the manifests of the built-in agents (assets/models/<game>) and of the user's own agents
(`agents/<game>` in the user's folder). An agent's name is the name of its file. The description of a built-in agent
is in the text files, under its family or name. The description of an agent that the user has trained is in its
manifest. The catalogue leaves out files that cannot be used, and `broken` gives the reasons.

The window imports this module and nothing else of `ai`. The models and the runs are loaded only if an agent or the
list of runs is requested. Only the worker process makes such requests.
"""

from __future__ import annotations

import hashlib
import importlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, partial
from pathlib import Path
from typing import Protocol, cast, get_args, runtime_checkable

from game import agent_entries, texts
from game.agent_entries import AGENT_NAME, AT, AgentEntry, Kind, Strength, one_a_stage
from game.core import Agent, BadInput
from game.files import user_files
from game.files.manifest import (
    ABSTRACTION,
    ACPC,
    BLUEPRINT,
    EXTERNAL,
    JSON,
    Manifest,
    check_archive,
    check_size,
    read_manifest,
)
from game.files.outside_code import installed_classes, read_games
from game.quoting import list_names, quoted
from game.rules import games
from game.study.training import RunEntry
from game.texts import text

_ASSETS = Path(__file__).parents[1] / "assets"
SHIPPED = _ASSETS / "models"

CLASS_MARK = ".py:"
"""A part of the name of every agent that is a class in a file."""
MODEL_SUFFIXES = (".npz", ".yaml")
STRONGER_IS_LESS = ("lost lines", "exploitability")
NEAREST = 3
MAX_SUGGESTED = 8
"""The maximum number of names in the error for an unknown name."""
MAX_COMMAND = 120
NOT_AT_THE_TABLE = ("log-loss",)
"""The metrics that don't measure strength at the table."""


@runtime_checkable
class CompilesLate(Protocol):
    """An agent that can compile the kernels of its decisions before its first decision."""

    def warm_up(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Reader:
    """The module and function of ai.agents that load a kind of agent, and the games that such an agent can play."""

    module: str
    games: tuple[str, ...]
    function: str = "load"


_SMALL_GAMES = (games.TIC_TAC_TOE, *games.KUHN_GAMES)
_READERS = {
    BLUEPRINT: _Reader("blueprint", (games.HOLDEM,)),
    EXTERNAL: _Reader("external_agent", games.NAMES),
    "expert": _Reader("expert_agent", (games.HOLDEM,)),
    "holdem-rules": _Reader("holdem_rules", (games.HOLDEM,)),
    "imitator": _Reader("network_agents", (games.HOLDEM,), "load_imitator"),
    "kuhn": _Reader("small_games", games.KUHN_GAMES, "load_kuhn"),
    "phased-search": _Reader("network_agents", (games.HOLDEM,), "load_phased_search"),
    "resolving": _Reader("blueprint", (games.HOLDEM,), "load_resolving"),
    "perfect": _Reader("small_games", (games.TIC_TAC_TOE,), "load_perfect"),
    "table": _Reader("small_games", _SMALL_GAMES, "load_table"),
    "uniform": _Reader("small_games", _SMALL_GAMES, "load_uniform"),
    "values": _Reader("small_games", (games.TIC_TAC_TOE,), "load_values"),
}
_KINDS = get_args(Kind)
_UNRANKED, _UNMEASURED = agent_entries.MAX_DIAMONDS + 1, agent_entries.MAX_DIAMONDS + 2


def agents(game: str | None = None) -> list[AgentEntry]:
    """Return the agents of `game`, or of every game in turn, weakest first."""
    wanted = games.NAMES if game is None else (games.checked(game),)
    found = _scan().entries
    return [entry for name in wanted for entry in _in_order(found) if entry.game == name]


def entrants(game: str, blinds: float = 1) -> list[AgentEntry]:
    """Return the agents that can play `game` with `blinds`, weakest first.

    `blinds` is the ante of half-street Kuhn poker. Each family appears at only one stack depth.
    """
    return one_a_stage(entry for entry in agents(game) if entry.blinds in (None, blinds))


def strongest_first(game: str, names: Iterable[str]) -> list[str]:
    """Return the names of agents of `game`, strongest first. Model files and checkpoints come last."""
    known = [entry.name for entry in agents(game)]
    order = {name: -index for index, name in enumerate(known)}
    return sorted(names, key=lambda name: order.get(name, 1))


def players() -> list[AgentEntry]:
    """Return all players whose names the window may show: all agents, and all checkpoints that have played."""
    checkpoints = []
    for name in user_files.list_played():
        with suppress(BadInput):  # the page of its run reports a broken checkpoint
            checkpoints.append(_of_checkpoint(name))
    return [*agents(), *checkpoints]


def broken() -> list[tuple[Path, str]]:
    """Return the agent files that cannot be used, each with a sentence that gives the reason."""
    return [(file, texts.retell(sentence)) for file, sentence in _scan().broken]


def runs(game: str | None = None) -> list[RunEntry]:
    """Return the kinds of training runs: all, or those for `game`."""
    if game is not None:
        games.checked(game)
    from ai.training import runs as catalogue  # noqa: PLC0415 - who asks for agents loads no run

    return [entry for entry in catalogue.entries() if game in (None, entry.game)]


def find(game: str, name: str, blinds: float = 1) -> AgentEntry:
    """Return the agent of this name or model file. `blinds` is the ante of half-street Kuhn poker.

    Raises:
        BadInput: If there is no such agent for the game and the blinds.
    """
    games.checked(game)
    if CLASS_MARK in name:
        return _of_class(game, name)
    entry = _of_file(Path(name)) if _is_path(name) else _of_name(game, name)
    if entry.game != game:
        raise BadInput(text("agent_errors.catalog.game", name=entry.name, games=entry.game, game=game))
    if game == games.KUHN_HALF_STREET and entry.blinds not in (None, blinds):
        own = f"{entry.blinds:g}"
        raise BadInput(text("agent_errors.catalog.blinds", name=entry.name, own=own, blinds=f"{blinds:g}"))
    return entry


def who_plays(entry: AgentEntry, stack_bb: float) -> AgentEntry:
    """Return the entry of the same family and stage whose stack depth is nearest to `stack_bb`."""
    beside = []
    if entry.file is not None and entry.depth is not None and entry.family is not None:
        for file in sorted(entry.file.parent.glob("*.yaml")):
            with suppress(BadInput):
                beside.append(_read(file))
    return agent_entries.who_plays(entry, (*beside, entry), stack_bb)


def load(game: str, name: str, blinds: float = 1) -> Agent:
    """Load the agent of this name or model file, for `game`.

    `blinds` is the ante of half-street Kuhn poker.
    """
    entry = find(game, name, blinds)
    if entry.file is None:
        return _load_class(game, name)
    kind = read_manifest(entry.file).agent
    reader = _READERS[kind]
    module = importlib.import_module(f"ai.agents.{reader.module}")
    source = (
        (entry.name,) if kind == "holdem-rules" else (entry.file, games.initial_state(game, blinds=blinds))
    )
    agent: Agent = getattr(module, reader.function)(*source)
    return agent


def load_warmed_up(game: str, name: str, blinds: float = 1) -> Agent:
    """Load the agent of this name for `game`, and all kernels of its decisions.

    `blinds` is the ante of half-street Kuhn poker. Commands need this function, because no worker process has
    loaded the kernels before.
    """
    agent = load(game, name, blinds)
    if isinstance(agent, CompilesLate):
        agent.warm_up()
    return agent


def read_one_by_one() -> Iterator[int]:
    """Read the user's own agents one by one into the cache, and yield the number of agents read so far."""
    for number, file in enumerate(_manifests(user_files.agents_folder())):
        with suppress(BadInput):
            _read(file)
        yield number + 1


def is_taken(game: str, name: str) -> bool:
    """Return whether an agent or a family of `game` has this name, or a file for an agent of this name exists."""
    known = agents(game)
    files = (user_folder(game) / f"{name}{suffix}" for suffix in MODEL_SUFFIXES)
    return any(name in (entry.name, entry.family) for entry in known) or any(file.exists() for file in files)


def user_folder(game: str) -> Path:
    return user_files.agents_folder() / game


def _is_path(name: str) -> bool:
    return name.endswith(MODEL_SUFFIXES) or "/" in name or "\\" in name


def _of_name(game: str, name: str) -> AgentEntry:
    if AT in name:
        return _of_checkpoint(name)
    for entry in _scan_shipped().entries:
        if (entry.game, entry.name) == (game, name):
            return entry
    own = user_folder(game) / f"{name}.yaml"
    if AGENT_NAME.fullmatch(name) and own.exists():
        return _read(own)
    for entry in _installed_agents():
        if (entry.game, entry.name) == (game, name):
            return entry
    for file, sentence in broken():
        if (file.parent.name, file.stem) == (game, name):
            raise BadInput(sentence)
    elsewhere = [entry.game for entry in agents() if entry.name == name]
    known = _nearest_first(name, agents(game))
    shown = "nearest" if len(known) > MAX_SUGGESTED else "all"
    fields = {"game": game, "known": list_names(known[:MAX_SUGGESTED]), "count": len(known)}
    if elsewhere:
        others = ", ".join(elsewhere)
        raise BadInput(text(f"agent_errors.catalog.elsewhere.{shown}", name=name, games=others, **fields))
    raise BadInput(text(f"agent_errors.catalog.unknown.{shown}", name=quoted(name), **fields))


def _nearest_first(name: str, entries: Iterable[AgentEntry]) -> list[str]:
    """Return the names of agents: names similar to `name` first, and then the other names in alphabetical order.

    The stages of a family stay together, in the given order.
    """
    found = [entry.name for entry in sorted(entries, key=lambda entry: entry.family or entry.name)]
    meant = get_close_matches(name, found, NEAREST)
    return [*meant, *(other for other in found if other not in meant)]


def _of_file(path: Path) -> AgentEntry:
    if path.suffix not in MODEL_SUFFIXES:
        raise BadInput(text("agent_errors.file.not_a_model", path=str(path)))
    return _entry(path.with_suffix(".yaml"))


def _of_class(game: str, name: str) -> AgentEntry:
    """Return the entry of an agent that is named by its file and class, like `bots/mine.py:MyBot`."""
    file, _ = split_class(name)
    try:
        version = hashlib.sha256(user_files.read_bytes(file, user_files.MAX_BYTES)).hexdigest()[:8]
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(text("input_errors.files.unreadable", file=str(file), reason=reason)) from error
    return AgentEntry(name, game, "rules", f"A class of {file.name}.", version=version)


def split_class(name: str) -> tuple[Path, str]:
    """Return the file and the class of an agent's name.

    >>> split_class("bots/mine.py:MyBot")
    (PosixPath('bots/mine.py'), 'MyBot')
    """
    stem, _, kind = name.rpartition(CLASS_MARK)
    return Path(f"{stem}.py"), kind


def _load_class(game: str, name: str) -> Agent:
    from ai.agents import own_class  # noqa: PLC0415 - the window loads no agent

    if CLASS_MARK in name:
        return own_class.load_file(name, *split_class(name), game)
    return own_class.load_installed(installed_classes()[name], game)


def _installed_agents() -> list[AgentEntry]:
    """Return the agents of installed packages. An agent plays every game, unless its class limits the games."""
    found = []
    for name, entry in installed_classes().items():
        declared = read_games(entry)
        origin = text("agent_origins.package", package=entry.value.partition(":")[0])
        found += [
            AgentEntry(name, game, "rules", origin)
            for game in games.NAMES
            if declared is None or game in declared
        ]
    return found


def _of_checkpoint(name: str) -> AgentEntry:
    return replace(_entry(user_files.find_manifest(name)), name=name)


@dataclass(frozen=True, slots=True)
class _Scan:
    entries: tuple[AgentEntry, ...]
    broken: tuple[tuple[Path, str], ...]


def _scan() -> _Scan:
    """Return all agents. The built-in manifests are read once.

    The user's manifests are read every time, to find new agents.
    """
    shipped = _scan_shipped()
    own = _read_folder(user_files.agents_folder())
    taken = {(entry.game, entry.name) for entry in shipped.entries}
    fresh = [entry for entry in own.entries if (entry.game, entry.name) not in taken]
    installed = [entry for entry in _installed_agents() if (entry.game, entry.name) not in taken]
    own_names = {(entry.game, entry.name) for entry in fresh}
    fresh += [entry for entry in installed if (entry.game, entry.name) not in own_names]
    clashes = [
        (entry.file, text("agent_errors.catalog.taken", file=entry.file.name))
        for entry in own.entries
        if entry.file is not None and (entry.game, entry.name) in taken
    ]
    return _Scan((*shipped.entries, *fresh), (*shipped.broken, *own.broken, *clashes))


class _NoAgent(BadInput):
    """A valid model that is not an agent, such as an abstraction."""


@dataclass(frozen=True, slots=True)
class _CachedEntry:
    """The entry of a manifest, and the state of the agent's files when the manifest was read.

    For a bad manifest, a function that creates the error replaces the entry.

    The error itself is not cached, because the traceback of a raised error would keep the callers' agents in
    memory.
    """

    state: tuple[tuple[int, int], ...]
    entry: AgentEntry | partial[BadInput]


_entry_cache: dict[Path, _CachedEntry] = {}


@cache
def _scan_shipped() -> _Scan:
    return _read_folder(SHIPPED)


def _read_folder(folder: Path) -> _Scan:
    entries, unusable = [], _closed_folders(folder)
    for file in _manifests(folder):
        try:
            entry = _read(file)
            if entry.game != file.parent.name:
                place = file.parent.name
                raise BadInput(
                    text("agent_errors.catalog.folder", file=file.name, game=entry.game, folder=place)
                )
            entries.append(entry)
        except _NoAgent:
            continue
        except BadInput as sentence:
            unusable.append((file, str(sentence)))
    return _Scan(tuple(entries), tuple(unusable))


def _closed_folders(folder: Path) -> list[tuple[Path, str]]:
    """Return the folders that cannot be listed, each with the reason. `Path.glob` skips such folders."""
    closed = []
    for place in (folder, *(folder / game for game in games.NAMES)):
        try:
            os.scandir(place).close()
        except FileNotFoundError:
            continue
        except OSError as error:
            reason = error.strerror or str(error)
            closed.append((place, text("agent_errors.catalog.closed", folder=str(place), reason=reason)))
    return closed[:1] if closed and closed[0][0] == folder else closed


def _manifests(folder: Path) -> Iterator[Path]:
    for game in games.NAMES:
        yield from sorted((folder / game).glob("*.yaml"))


def _read(file: Path) -> AgentEntry:
    """Return the entry of a manifest, which is cached until one of the agent's files changes."""
    state = tuple(_state(file.with_suffix(suffix)) for suffix in MODEL_SUFFIXES)
    cached = _entry_cache.get(file)
    if cached is None or cached.state != state:
        try:
            cached = _CachedEntry(state, _entry(file))
        except BadInput as error:
            cached = _CachedEntry(state, partial(_raised_again, type(error), str(error)))
        _entry_cache[file] = cached
    if isinstance(cached.entry, partial):
        raise cached.entry()
    return cached.entry


def _raised_again(kind: type[BadInput], sentence: str) -> BadInput:
    return kind(texts.retell(sentence))


def _state(file: Path) -> tuple[int, int]:
    """Return the modification time and the size of a file, (0, 0) if the file does not exist."""
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def _entry(file: Path) -> AgentEntry:
    """Read a manifest into an entry.

    Raises:
        BadInput: If the manifest cannot be used.
    """
    manifest = read_manifest(file)
    check_name(file)
    if manifest.kind == ABSTRACTION:
        raise _NoAgent(text("agent_errors.catalog.abstraction", file=file.name))
    if manifest.game not in games.NAMES or manifest.kind not in _KINDS or manifest.agent not in _READERS:
        raise BadInput(text("agent_errors.catalog.unplayable", file=file.name))
    if manifest.game not in _READERS[manifest.agent].games:
        kind, game = quoted(manifest.agent), manifest.game
        raise BadInput(text("agent_errors.catalog.cannot_play", file=file.name, agent=kind, game=game))
    if manifest.protocol == ACPC and manifest.game != games.HOLDEM:
        fields = {"protocol": ACPC, "game": games.HOLDEM, "other": JSON}
        raise BadInput(text("agent_errors.catalog.protocol", file=file.name, **fields))
    has_arrays = manifest.kind == "learned" and manifest.agent != EXTERNAL
    if has_arrays or file.with_suffix(".npz").exists():
        check = check_size if file.is_relative_to(SHIPPED) else check_archive
        check(file.with_suffix(".npz"), manifest.agent)
    return AgentEntry(
        name=file.stem,
        game=manifest.game,
        kind=cast(Kind, manifest.kind),
        description=_description(file.stem, manifest),
        strength=manifest.strength,
        blinds=manifest.blinds,
        family=manifest.family,
        stage=manifest.stage,
        file=file,
        version=manifest.digest,
        depth=_depth(manifest),
        iterations=manifest.iterations or 0,
        command=tuple(manifest.command or ()),
    )


def _depth(manifest: Manifest) -> int | None:
    """Return the stacks for which a blueprint was trained, in big blinds, or None for other agents."""
    stack = manifest.config.get("stack") if manifest.agent == BLUEPRINT else None
    return stack if isinstance(stack, int) and stack > 0 else None


def check_name(file: Path) -> None:
    """Check that the name of `file` is a valid name for an agent.

    Raises:
        BadInput: If the name is not valid.
    """
    if not AGENT_NAME.fullmatch(file.stem):
        raise BadInput(text("agent_errors.catalog.name", file=file.name))


def name_in_window(entry: AgentEntry) -> str:
    return _word("name", entry.name, entry.family)


def _description(name: str, manifest: Manifest) -> str:
    """Return the agent's description from the texts or from its manifest, or else a sentence about its origin."""
    return (
        _word("line", name, manifest.family)
        or manifest.description
        or (
            text("agent_origins.program", command=" ".join(manifest.command)[:MAX_COMMAND])
            if manifest.command
            else ""
        )
        or f"Trained here by {manifest.run or 'hand'}: {manifest.stage or 'no stage'}."
    )


def _word(kind: str, name: str, family: str | None) -> str:
    """Return a text about an agent or its family, or an empty text if there is none."""
    about = _agent_texts()
    keys = (f"agents.{key}.{kind}" for key in (name, family))
    return next((about(key) for key in keys if about.has(key)), "")


@cache
def _agent_texts() -> texts.Texts:
    """Load only the texts about agents, because commands need no other texts."""
    return texts.load(texts.ENGLISH, "agents")


def _in_order(entries: Iterable[AgentEntry]) -> list[AgentEntry]:
    """Return agents weakest first.

    Stages of the same training are in the order of training, even if a later stage is weaker.
    """
    every = list(entries)
    ranked = {entry.together: entry.strength for entry in every if entry.family and _is_ranked(entry)}
    found = sorted(every, key=lambda entry: _strength_order(entry, ranked.get(entry.together)))
    for training in {_training(entry) for entry in found if entry.kind == "learned" and entry.family}:
        indices = [index for index, entry in enumerate(found) if _training(entry) == training]
        stages = sorted((found[index] for index in indices), key=lambda entry: entry.iterations)
        for index, entry in zip(indices, stages, strict=True):
            found[index] = entry
    return found


def _training(entry: AgentEntry) -> tuple[str, str | None, int | None]:
    return entry.game, entry.family, entry.depth


def _is_ranked(entry: AgentEntry) -> bool:
    return entry.strength is not None and entry.strength.diamonds is not None


def _strength_order(entry: AgentEntry, ranked: Strength | None) -> tuple[int, float, int]:
    """Return a key that sorts agents weakest first: by their league result if any, or else by their metric.

    `ranked` is the league strength of the same agent at another depth. Agents without a measured strength have a
    fixed key.
    """
    kind = _KINDS.index(entry.kind) if entry.kind != "solved" else len(_KINDS)
    strength = entry.strength if _is_ranked(entry) or ranked is None else ranked
    if strength is None or strength.metric in NOT_AT_THE_TABLE:
        return _UNMEASURED, 0.0, kind
    if strength.diamonds is not None:
        return strength.diamonds, strength.rating or 0.0, entry.depth or 0
    less = strength.metric in STRONGER_IS_LESS
    return _UNRANKED, -strength.mean if less else strength.mean, kind
