"""Finds the pages and builds the program."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from game import features, tables
from game.agent_entries import AgentEntry
from game.app.app import App
from game.match.worker import Worker
from game.study.saves import Saves
from game.window.frame.pages import RegisteredPage, declared_in, registry
from game.window.frame.settings_store import SettingsStore


@cache
def find_pages() -> Mapping[str, RegisteredPage]:
    """Import every module of features and tables, and return the pages that the program declares.

    Raises:
        ValueError: If two pages have the same name or menu key, or a key is not a free letter.
    """
    for package in (features, tables):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    return registry(declared_in(__name__.removesuffix(".app.start")))


def make_app(
    folder: Path,
    worker: Worker,
    list_agents: Callable[[], Sequence[AgentEntry]],
    notes: Sequence[str] = (),
) -> App:
    """Return the program for a user's folder. The menu shows the sentences of `notes` at first."""
    saves = Saves(folder)
    saves.warnings.extend(notes)
    return App(
        folder=folder,
        store=SettingsStore(folder),
        saves=saves,
        worker=worker,
        agents=list_agents(),
        pages=find_pages(),
        list_agents=list_agents,
    )
