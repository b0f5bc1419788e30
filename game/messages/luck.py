"""What the window asks of luck and skill: what the cards gave, what the decisions gave, and what errors cost."""

from __future__ import annotations

from dataclasses import dataclass

from game.archive.errors import ErrorRate
from game.archive.hands import PlayedHand
from game.archive.luck import HandLuck, Luck
from game.archive.store import HistoryFilter
from game.request import Request


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
