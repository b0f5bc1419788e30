"""What the other process tells of the hash table, in the terms of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.rules.cards import Card

ADDRESS_BITS = 22
"""As many bits of the 32-bit number as say the home slot."""


@dataclass(frozen=True, slots=True)
class Filling:
    """How the table is filled; `probes` counts the hands found in the first slot, in the second, and so on."""

    rows: int
    load: float
    displaced: int
    mean_probes: float
    probes: Sequence[int]
    farthest: Sequence[Card]

    @staticmethod
    def of(told: Mapping[str, Any]) -> Filling:
        """Read an answer."""
        return Filling(**{name: told[name] for name in Filling.__slots__})

    @property
    def hands(self) -> int:
        """All hands."""
        return sum(self.probes)


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot that was looked at: its number and the code in it, None where it is empty."""

    number: int
    code: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """What the row of a hand says; places in the category from 0, the best; `rank` among all from 1."""

    category: int
    place: int
    places: int
    rank: int


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A set of cards (their places among those that were asked for) and its way; `row` is None for no hand."""

    places: Sequence[int]
    code: int
    address: int
    slots: Sequence[Slot]
    row: Row | None

    @property
    def home(self) -> int:
        """Where the search begins."""
        return self.slots[0].number

    @staticmethod
    def of(told: Mapping[str, Any]) -> LookedUp:
        """Read one set of an answer."""
        says = [told[name] for name in ("category", "rank_in_category", "ranks_in_category", "rank")]
        slots = [Slot(number, code) for number, code in told["slots"]]
        row = None if told["rank"] is None else Row(*says)
        return LookedUp(told["places"], told["code"], told["address"], slots, row)


@dataclass(frozen=True, slots=True)
class Lookup:
    """Cards that were looked up: their numbers (64 and 32 bits), every set of them, and which one is the best."""

    cards: tuple[Card, ...]
    numbers: Sequence[tuple[int, int]]
    sets: Sequence[LookedUp]
    best: int | None

    @staticmethod
    def of(cards: tuple[Card, ...], told: Mapping[str, Any]) -> Lookup:
        """Read an answer."""
        return Lookup(cards, told["numbers"], [LookedUp.of(one) for one in told["sets"]], told["best"])
