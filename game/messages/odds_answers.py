"""Answers about the hash table of all hands: how it is filled, and lookups step by step."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.cards import Card

COMPILING = "compiling"
"""`doing` of the progress while the kernels of the table are compiled, before the table is built."""


@dataclass(frozen=True, slots=True)
class HandTableStatistics:
    """How the table is filled. `probes` counts the hands found in the first slot, in the second, and so on."""

    rows: int
    load: float
    displaced: int
    """How many hands are outside their home slot."""
    mean_probes: float
    probes: tuple[int, ...]
    farthest: tuple[Card, ...]
    """A hand with the longest probe sequence."""

    @property
    def hands(self) -> int:
        """All hands."""
        return sum(self.probes)

    @property
    def longest_probe(self) -> int:
        """How many slots the lookup of `farthest` reads."""
        return len(self.probes)


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot that a lookup read: its number and the code in it, None if it is empty."""

    number: int
    code: int | None


@dataclass(frozen=True, slots=True)
class HandRow:
    """The table row of a hand; `place` in its category counts from 0, the best; `rank` among all hands from 1."""

    category: int
    place: int
    places: int
    rank: int


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The lookup of a set of cards (as indices into the cards asked for); `row` is None if it is not a hand."""

    places: tuple[int, ...]
    code: int
    address: int
    slots: tuple[Slot, ...]
    row: HandRow | None

    @property
    def home(self) -> int:
        """The slot where the lookup begins."""
        return self.slots[0].number


@dataclass(frozen=True, slots=True)
class CardLookup:
    """A lookup of cards: their 64-bit and 32-bit keys, every set of them, and the index of the best set."""

    cards: tuple[Card, ...]
    numbers: tuple[tuple[int, int], ...]
    sets: tuple[LookedUp, ...]
    best: int | None
