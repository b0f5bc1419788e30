"""Requests of the abstraction explorer: buckets, neighbours, distances of two hands, and EMD examples."""

from __future__ import annotations

from dataclasses import dataclass

from game.request import Request
from game.rules.cards import Card
from game.study.abstraction import AbstractionHand, Apart, Earth, Neighbours

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ListAbstractions(Request[tuple[tuple[str, str], ...]]):
    """The names and titles of the abstractions that can be explored."""


@dataclass(frozen=True, slots=True)
class LookUpBucket(Request[AbstractionHand]):
    """A hand on a board of three to five cards, and its bucket."""

    abstraction: str
    hand: Cards
    board: Cards


@dataclass(frozen=True, slots=True)
class FindNeighbours(Request[Neighbours]):
    """The neighbours of a hand on the flop."""

    abstraction: str
    hand: Cards
    board: Cards


@dataclass(frozen=True, slots=True)
class MeasureDistance(Request[Apart]):
    """The distance of two hands on the flop; `other` is a hand and its board."""

    abstraction: str
    hand: Cards
    board: Cards
    other: tuple[Cards, Cards]


@dataclass(frozen=True, slots=True)
class WorkEmdExample(Request[Earth]):
    """A small example of the earth mover's distance with every move: "article" or "greedy"."""

    example: str
