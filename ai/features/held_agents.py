"""The loaded agents and advisers, and the registry of caches that can be dropped when memory is short.

An agent stays loaded between requests until its file changes, and an outside agent until the user leaves its table.
Each cache registers a function that clears it. The cache fills again on its next use.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from ai import catalog
from ai.agents.advisers import Advisers
from ai.steps import BEAT_SECONDS, in_thread
from game.core import Agent, BadInput, Progress
from game.match.outside_agents import OutsideAgent, end_programs, note_starting, session_seed
from game.study.play import AgentKey

Release = Callable[[], None]

_releases: list[Release] = []


def releases_cache(release: Release) -> Release:
    _releases.append(release)
    return release


def release_caches() -> None:
    for release in _releases:
        release()


MAX_AGENTS = 16  # loaded at a time


@dataclass(slots=True)
class _Loaded:
    """An agent with its file and the file's modification time when it was read, 0 without a file."""

    agent: Agent
    file: Path | None
    mtime: int


@dataclass(slots=True, eq=False)
class _Loading:
    """An agent that is being loaded in a thread. It is not wanted any more if its table was left meanwhile.

    `outside_agents` has it if it is one: its program may not have answered yet.
    """

    key: AgentKey
    is_wanted: bool = True
    outside_agents: list[OutsideAgent] = field(default_factory=list)
    end: threading.Event = field(default_factory=threading.Event)
    error: BaseException | None = None


@dataclass(slots=True)
class HeldAgents:
    """The loaded agents by their keys. If there are too many, the least recently used agent is dropped."""

    loaded: OrderedDict[AgentKey, _Loaded] = field(default_factory=OrderedDict)
    _loading: list[_Loading] = field(default_factory=list)

    def has(self, key: AgentKey) -> bool:
        return key in self.loaded

    def find(self, key: AgentKey) -> Agent | None:
        """Return an agent if it is loaded. Its file may have changed since."""
        known = self.loaded.get(key)
        return known.agent if known is not None else None

    def take(self, key: AgentKey) -> tuple[Agent, Hashable]:
        """Return an agent, and a key for the agent and the version of its file.

        If the file has changed, the agent is loaded again. If the file is deleted, the agent stays loaded.

        Raises:
            BadInput: If there is no agent of this name.
        """
        known = self.loaded.get(key)
        if known is None or _mtime(known.file) not in (known.mtime, 0):
            fresh = self._load(key)
            if known is not None:
                end_programs([known.agent])
            known = fresh
        self.loaded.move_to_end(key)
        if len(self.loaded) > MAX_AGENTS:
            end_programs([self.loaded.popitem(last=False)[1].agent])
        return known.agent, (key, known.mtime)

    def _load(self, key: AgentKey) -> _Loaded:
        loading = _Loading(key)
        self._loading.append(loading)
        try:
            file = catalog.find(key.game, key.name, key.blinds).file
            with note_starting(loading.outside_agents):
                loaded = _Loaded(catalog.load(key.game, key.name, key.blinds), file, _mtime(file))
            if not loading.is_wanted:
                end_programs([loaded.agent])
                raise BadInput(f"{key.name} was ended because its table was left.")
            self.loaded[key] = loaded
        except BaseException as error:
            loading.error = error
            raise
        finally:
            self._loading.remove(loading)
            loading.end.set()
        return loaded

    def load_in_thread(self, key: AgentKey, seed: int = 0, doing: str = "") -> Iterator[Progress]:
        """Load an agent in a thread, unless it is loaded, and yield progress.

        If another request is loading it, wait for that, so that a program is started once.

        Args:
            key: The agent.
            seed: The seed of the session for the program of an outside agent.
            doing: What the reports say.

        Raises:
            BadInput: If there is no such agent, or it was ended because its table was left.
            ConnectionFailed: If the program of an outside agent does not answer.
        """
        began = time.monotonic()
        while not self.has(key) and (other := self._find_loading(key)) is not None:
            if other.end.wait(BEAT_SECONDS) and other.error is not None:
                raise other.error
            yield Progress(0, None, time.monotonic() - began, doing=doing)
        if not self.has(key):
            for seconds in in_thread(lambda: self._load_with_seed(key, seed)):
                yield Progress(0, None, seconds, doing=doing)

    def _load_with_seed(self, key: AgentKey, seed: int) -> None:
        with session_seed(seed):
            self.take(key)

    def _find_loading(self, key: AgentKey) -> _Loading | None:
        return next((one for one in self._loading if one.key == key and one.is_wanted), None)

    def drop_bots(self, keep: Collection[AgentKey]) -> list[OutsideAgent]:
        """Forget the outside agents except those in `keep`, and return them, also those that are being loaded."""
        unwanted = [loading for loading in self._loading if loading.key not in keep]
        for loading in unwanted:
            loading.is_wanted = False
        left = [
            key for key, one in self.loaded.items() if isinstance(one.agent, OutsideAgent) and key not in keep
        ]
        starting = [agent for loading in unwanted for agent in loading.outside_agents]
        return [*starting, *(cast(OutsideAgent, self.loaded.pop(key).agent) for key in left)]


held_agents = HeldAgents()


def held_agent(key: AgentKey) -> Agent:
    return held_agents.take(key)[0]


def _mtime(file: Path | None) -> int:
    return file.stat().st_mtime_ns if file is not None and file.exists() else 0


advisers = Advisers(lambda game, name, blinds: held_agent(AgentKey(game, name, blinds)))
