"""What the window asks of leagues: how one stands, to play on, to write it down."""

from __future__ import annotations

from dataclasses import dataclass

from game.messages.league_answers import League, LeagueSettings
from game.request import Request


@dataclass(frozen=True, slots=True)
class AskStandings(Request[League]):
    """How a league stands."""

    settings: LeagueSettings


@dataclass(frozen=True, slots=True)
class PlayLeague(Request[League]):
    """Play a league on until every pair has met for so many deals."""

    settings: LeagueSettings
    deals: int


@dataclass(frozen=True, slots=True)
class ExportLeague(Request[str]):
    """Write the cross-table as CSV; the answer is the file."""

    settings: LeagueSettings
    file: str
