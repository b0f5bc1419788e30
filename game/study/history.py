"""What is asked of stored hands: pages of them, counts, luck, logs and exports."""

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
    """Delete the history and the records; the answer is how many files went."""


@dataclass(frozen=True, slots=True)
class AskLuck(Request[tuple[HandLuck, ...]]):
    """The luck of hands that the player has finished, each for itself."""

    hands: tuple[PlayedHand, ...]


@dataclass(frozen=True, slots=True)
class CountLuck(Request[Luck]):
    """The luck of all hands of the history that a filter lets through; it must name a game."""

    filter: HistoryFilter


@dataclass(frozen=True, slots=True)
class CountErrors(Request[ErrorRate]):
    """What the decisions of the newest hands cost that a filter lets through; it must name a game."""

    filter: HistoryFilter
    hands: int


@dataclass(frozen=True, slots=True)
class ImportLog(Request[ImportedLog]):
    """Import files as one log: `paths` as typed, separated by `;`. `table` applies to logs that name none."""

    paths: str
    table: HoldemRules | None = None
