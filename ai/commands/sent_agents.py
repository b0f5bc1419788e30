"""Send the user's own agents to the workers of a cluster: models, and classes in files.

The files are written into the cache of every worker, in a folder named by a digest of their content. Every worker
already has the built-in agents. An outside agent, which is a separate program, cannot be sent.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ai import catalog
from ai.agents import own_class
from ai.cluster import sent_folder
from game.agent_entries import AgentEntry
from game.core import Agent, BadInput
from game.files import user_files
from game.files.manifest import ABSTRACTION, read_manifest


class LoadAgent(Protocol):
    """Loads an agent by game, name and blinds, here or in another process."""

    def __call__(self, game: str, name: str, blinds: float = 1) -> Agent: ...


@dataclass(frozen=True, slots=True)
class SentAgents:
    """Loads agents on a worker: agents that were sent from the worker's cache, and other agents by name."""

    places: tuple[tuple[str, str], ...]

    def __call__(self, game: str, name: str, blinds: float = 1) -> Agent:
        place = dict(self.places).get(name)
        if place is None:
            return catalog.load_warmed_up(game, name, blinds)
        sent = str(sent_folder() / place)
        if catalog.CLASS_MARK in name:  # its errors say the name that the user typed
            return own_class.load_file(name, *catalog.split_class(sent), game)
        return catalog.load_warmed_up(game, sent, blinds)


def pack_agents(
    options: argparse.Namespace, game: str, names: Iterable[str], blinds: float = 1
) -> tuple[LoadAgent, Mapping[str, bytes]]:
    """Return a loader of agents for the workers, and the files to send. Without a cluster, no files are sent.

    Raises:
        BadInput: If an agent cannot be sent.
    """
    if options.cluster is None:
        return catalog.load_warmed_up, {}
    places: list[tuple[str, str]] = []
    files: dict[str, bytes] = {}
    for name in names:
        entry = catalog.find(game, name, blinds)
        if entry.command:
            raise BadInput(f"{name} is a program of this computer: it plays without --cluster.")
        if own := list(_files_of(name, entry)):
            held = {file.name: user_files.read_bytes(file, user_files.MAX_BYTES) for file in own}
            folder = _digest(held)
            files |= {f"{folder}/{file}": content for file, content in held.items()}
            kind = name.rpartition(":")[2] if catalog.CLASS_MARK in name else ""
            places.append((name, f"{folder}/{own[0].name}" + (f":{kind}" if kind else "")))
    return SentAgents(tuple(places)), files


def _files_of(name: str, entry: AgentEntry) -> Iterator[Path]:
    """Yield the files of an agent that is not built in. The agent's own files come first."""
    if catalog.CLASS_MARK in name:
        yield catalog.split_class(name)[0]
        return
    if entry.file is None or entry.file.is_relative_to(catalog.SHIPPED):
        return
    yield from _both(entry.file)
    own = read_manifest(entry.file)
    for other in sorted(entry.file.parent.glob("*.yaml")):
        with suppress(BadInput):
            found = read_manifest(other)
            same = own.family is not None and (own.family, own.stage) == (found.family, found.stage)
            if other != entry.file and (same or found.kind == ABSTRACTION):
                yield from _both(other)


def _both(manifest: Path) -> Iterator[Path]:
    """Yield a manifest, and its arrays if there are any."""
    yield manifest
    if (arrays := manifest.with_suffix(".npz")).exists():
        yield arrays


def _digest(held: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for name, content in sorted(held.items()):
        found.update(f"{name} {len(content)} ".encode())
        found.update(content)
    return found.hexdigest()[:24]
