"""The arena: a league of all agents of a game, as a cross-table that is filled while the league runs."""

from dataclasses import dataclass

from game.request import Request
from game.study.league import League, LeagueSettings


@dataclass(frozen=True, slots=True)
class AskStandings(Request[League]):
    """Ask for the standings of a league."""

    settings: LeagueSettings
    agents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayLeague(Request[League]):
    """Play until every pair of a league has played `deals` deals."""

    settings: LeagueSettings
    deals: int
    agents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportLeague(Request[str]):
    """Write the cross-table to `file` as CSV, and return the path of the file."""

    settings: LeagueSettings
    file: str
    agents: tuple[str, ...] = ()
