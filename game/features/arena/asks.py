"""Requests about leagues: read the standings, play more deals, export the cross-table.

In each request, `agents` holds the names of the agents that play. If it is empty, all agents play.
"""

from __future__ import annotations

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
