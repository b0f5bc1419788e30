"""What is said of the hash table of all hands: how it is filled, and cards looked up in it step by step."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.cards import Card


@dataclass(frozen=True, slots=True)
class HandTableStatistics:
    """How the table is filled; `probes` counts the hands found in the first slot, in the second, and so on."""

    rows: int
    load: float
    displaced: int
    """Hands that lie outside their home slot."""
    mean_probes: float
    probes: tuple[int, ...]
    farthest: tuple[Card, ...]
    """A hand with the longest way."""

    @property
    def hands(self) -> int:
        """All hands."""
        return sum(self.probes)

    @property
    def longest_probe(self) -> int:
        """As many slots as are looked at to find `farthest`."""
        return len(self.probes)


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot that was looked at: its number and the code in it, None where it is empty."""

    number: int
    code: int | None


@dataclass(frozen=True, slots=True)
class HandRow:
    """What the row of a hand says; places in the category from 0, the best; `rank` among all from 1."""

    category: int
    place: int
    places: int
    rank: int


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A set of cards (their places among those that were asked for) and its way; `row` is None for no hand."""

    places: tuple[int, ...]
    code: int
    address: int
    slots: tuple[Slot, ...]
    row: HandRow | None

    @property
    def home(self) -> int:
        """Where the search begins."""
        return self.slots[0].number


@dataclass(frozen=True, slots=True)
class CardLookup:
    """Cards that were looked up: their numbers (64 and 32 bits), every set of them, and which one is the best."""

    cards: tuple[Card, ...]
    numbers: tuple[tuple[int, int], ...]
    sets: tuple[LookedUp, ...]
    best: int | None
