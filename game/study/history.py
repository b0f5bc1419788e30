"""Requests of several features about the history: results, luck, errors, erasing it, and importing logs."""

from __future__ import annotations

from dataclasses import dataclass

from game.archive.hands import PlayedHand
from game.archive.imported import ImportedLog
from game.archive.statistics import ErrorRate, HandLuck, Luck, Statistics
from game.archive.store import EVERYTHING, HistoryFilter
from game.request import Request
from game.rules.betting import HoldemRules


@dataclass(frozen=True, slots=True)
class CountResults(Request[Statistics]):
    """The player's results over the hands of a filter."""

    filter: HistoryFilter = EVERYTHING


@dataclass(frozen=True, slots=True)
class EraseHistory(Request[int]):
    """Delete the history and the records. Return the number of deleted files."""


@dataclass(frozen=True, slots=True)
class AskLuck(Request[tuple[HandLuck, ...]]):
    """The luck of hands that the player has finished, each for itself."""

    hands: tuple[PlayedHand, ...]


@dataclass(frozen=True, slots=True)
class CountLuck(Request[Luck]):
    """Return the luck of all hands of the history that pass a filter. The filter must name a game."""

    filter: HistoryFilter


@dataclass(frozen=True, slots=True)
class CountErrors(Request[ErrorRate]):
    """Return the costs of the decisions in the newest hands that pass a filter. The filter must name a game."""

    filter: HistoryFilter
    hands: int


@dataclass(frozen=True, slots=True)
class ImportLog(Request[ImportedLog]):
    """Import files as one log: `paths` as typed, separated by `;`. `table` applies to logs that name none."""

    paths: str
    table: HoldemRules | None = None
