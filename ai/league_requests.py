"""What the window asks about leagues: how one stands, to play on, to write it down.

Every answer is a generator, as the worker wants it: it may yield `Progress` and yields its value last. A league
that is closed while it plays is kept as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

from ai import catalog
from ai.agents.expert_editions import note_all
from ai.evaluation.exact_league import exact_league, is_exact
from ai.evaluation.league import Table, claimed, csv_of
from ai.evaluation.league_play import play
from ai.spare_memory import make_room
from game import locks
from game.core import BadInput, Progress
from game.league import League, LeagueSettings

Payload = Mapping[str, Any]

_at_work: dict[LeagueSettings, Table] = {}


def _league(payload: Payload) -> Iterator[League]:
    """Return how a league stands: {settings}."""
    settings = payload["settings"]
    if is_exact(settings.game):
        agents = [entry.name for entry in catalog.entrants(settings.game, settings.blinds)]
        yield exact_league(settings, agents[::-1], catalog.load)
        return
    playing = _at_work.get(settings)
    yield playing.league(playing=True) if playing is not None else _table(settings).league()


def _league_play(payload: Payload) -> Generator[Progress | League]:
    """Play a league on until every pair has met for so many deals: {settings, deals}."""
    settings = payload["settings"]
    if settings in _at_work:
        raise BadInput("This league is already running.")
    make_room()
    note_all(catalog.user_folder(settings.game))
    with claimed(settings):
        table = _at_work[settings] = _table(settings)
        try:
            table.raise_to(payload["deals"])
            yield from play(table, catalog.load)
        finally:
            del _at_work[settings]
    yield table.league()


def _league_export(payload: Payload) -> Iterator[None]:
    """Write the cross-table as CSV: {settings, file}."""
    [standing] = _league(payload)
    file = Path(payload["file"])
    locks.write_alone(file, csv_of(standing).encode())
    yield None


def _table(settings: LeagueSettings) -> Table:
    """Return the league as it is kept, with the agents that there are now, weakest first."""
    found = catalog.entrants(settings.game, settings.blinds)
    return Table(settings, {entry.name: entry.version for entry in found})


ANSWERS: Mapping[str, Callable[[Payload], Iterator[Any]]] = {
    "league": _league,
    "league_play": _league_play,
    "league_export": _league_export,
}
