"""Answer the requests about leagues: standings, play, and export.

Every handler is a generator that may yield `Progress` and finally yields its answer. If the user closes a
league during play, the results so far are kept.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from dataclasses import replace
from pathlib import Path

from ai import catalog
from ai.agents.expert_agent import note_all_digests
from ai.evaluation.league import LeagueTable, claim, league_csv
from ai.evaluation.league_play import exact_league, is_exact, play_league
from ai.features.held_agents import release_caches
from ai.steps import run_with_reports
from game.agent_entries import AgentEntry
from game.core import BadInput, Progress
from game.features.arena import AskStandings, ExportLeague, PlayLeague
from game.files import locks, outside_code
from game.match.outside_agents import OutsideAgent, end_programs, note_starting
from game.study.league import League, LeagueSettings
from game.texts import text

_at_work: dict[LeagueSettings, LeagueTable] = {}


@AskStandings.handler
def _standings(request: AskStandings) -> Iterator[Progress | League]:
    yield (yield from _standing(request))


def _standing(request: AskStandings | ExportLeague) -> Generator[Progress, None, League]:
    """Return the current league. Yield progress while external programs are asked for their strategies."""
    settings = request.settings
    entries, refused = _entrants(settings, request.agents)
    if not is_exact(settings.game):
        playing = _at_work.get(settings)
        table = playing or _table(settings, request.agents)
        return replace(table.league(playing=playing is not None), left_out=refused)
    starting: list[OutsideAgent] = []

    def compute() -> League:
        names = [entry.name for entry in entries]
        with note_starting(starting):
            league = exact_league(settings, names, catalog.load, skip_unknown=True)
            return replace(league, left_out={**league.left_out, **refused})

    if not any(entry.command for entry in entries):
        return compute()
    try:
        return (yield from run_with_reports(compute))
    finally:
        end_programs(starting)


@PlayLeague.handler
def _play_league(request: PlayLeague) -> Iterator[Progress | League]:
    """Continue a league until every pair has played the requested number of deals."""
    settings = request.settings
    if settings in _at_work:
        raise BadInput(text("input_errors.agents.league_runs"))
    release_caches()
    note_all_digests(catalog.user_folder(settings.game))
    with claim(settings):
        table = _at_work[settings] = _table(settings, request.agents)
        try:
            table.raise_to(request.deals)
            yield from play_league(table, catalog.load)
        finally:
            del _at_work[settings]
    yield table.league()


@ExportLeague.handler
def _export_league(request: ExportLeague) -> Iterator[Progress | str]:
    league = yield from _standing(request)
    locks.write_alone(Path(request.file), league_csv(league).encode())
    yield request.file


def _entrants(settings: LeagueSettings, names: Collection[str]) -> tuple[list[AgentEntry], dict[str, str]]:
    """Return the named agents that can play, strongest first, and the reasons why the other agents cannot play.

    A reason is the key of a text. If `names` is empty, all agents of the game are considered.

    Outside agents can play if the user has allowed their commands.
    """
    found = catalog.entrants(settings.game, settings.blinds)
    named = [entry for entry in reversed(found) if not names or entry.name in names]
    refused = {entry.name: "not_allowed" for entry in named if not _may_play(entry)}
    return [entry for entry in named if entry.name not in refused], refused


def _may_play(entry: AgentEntry) -> bool:
    return (
        not entry.command or entry.file is None or outside_code.is_allowed(entry.command, entry.file.parent)
    )


def _table(settings: LeagueSettings, names: Collection[str]) -> LeagueTable:
    """Return the stored league with the current agents, strongest first. Agents that search play last."""
    found, _ = _entrants(settings, names)
    slow = [entry.name for entry in found if entry.kind == "search"]
    return LeagueTable(settings, {entry.name: entry.version for entry in found}, slow=slow)
