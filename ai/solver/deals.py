"""The boards of a street and the hands that can be held there, alike ones once: arrays for kernels.

A *class* is an orbit of hands (ai/solver/symmetry.py): all have one strategy and one value, and one of them stands
for the class. Only hands are listed that a player's range holds. What a card's dealing makes of a class: several
smaller ones, and hands that hold the card drop out. Boards that are alike are dealt once, and count as often.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.hands.boards import rivers
from ai.hands.combos import CARDS, Bools, left_by
from ai.solver.symmetry import Symmetry
from game.rules.cards import DECK, Card

Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Float32s = npt.NDArray[np.float32]

HELD = 4
"""Cards that the two players hold."""


class Hands(NamedTuple):
    """The classes of one player on all boards of a street, board by board; on rivers the weakest first.

    first: int64[boards + 1], where those of each board begin. The others have an entry a class. place: int32, of the
    hand that stands for it. times: float32, its hands. parent: int32, its class on the board before. share: float32,
    what part of that class's value its own is, chance included. low, high: int32, the orbits of its cards, and
    low_part, high_part: float32, one over their sizes. same: int32, the other player's class of these hands, or -1.
    group: int64[boards + 1], where the strengths of each board begin, and end: int32, the classes up to each.
    """

    first: Int64s
    place: Int32s
    times: Float32s
    parent: Int32s
    share: Float32s
    low: Int32s
    high: Int32s
    low_part: Float32s
    high_part: Float32s
    same: Int32s
    group: Int64s
    end: Int32s


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board of a subgame, the moves that change nothing there, and the class of each hand by player, or -1.

    class_of: two of int32[1326].
    """

    cards: tuple[Card, ...]
    symmetry: Symmetry
    class_of: tuple[Int32s, Int32s]
    parent: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """All boards of a street, grouped by the board before, and the classes of both players there."""

    boards: tuple[Board, ...]
    hands: tuple[Hands, Hands]

    def classes(self, player: int, board: int) -> int:
        """Return how many classes a player has on a board."""
        first = self.hands[player].first
        return int(first[board + 1] - first[board])

    def after(self, before: int) -> tuple[int, int]:
        """Return the first and the last, exclusive, of the boards that follow on one of the street before."""
        parents = [board.parent for board in self.boards]
        return bisect_left(parents, before), bisect_right(parents, before)


@dataclass(slots=True)
class _OnBoard:
    """The classes of one player on one board, before they are joined with the others."""

    place: Int64s
    times: Int64s
    parent: Int32s
    share: npt.NDArray[np.float64]


def first_deals(cards: tuple[Card, ...], kept: Sequence[Bools], symmetry: Symmetry) -> Deals:
    """Return the board on which a subgame begins; kept: two of bool[1326], the hands that count."""
    orbits = symmetry.hands()
    found = []
    for of_player in kept:
        place, times = _classes(orbits, of_player & left_by(cards))
        found.append(_OnBoard(place, times, np.zeros(len(place), np.int32), np.ones(len(place))))
    deals = _joined([(cards, symmetry, 0)], [orbits], [(found[0], found[1])])
    oop, ip = (hands._replace(parent=np.arange(len(hands.place), dtype=np.int32)) for hands in deals.hands)
    return Deals(deals.boards, (oop, ip))


def next_deals(before: Deals) -> Deals:
    """Return the boards with one card more."""
    boards, all_orbits, found = [], [], []
    for number, parent in enumerate(before.boards):
        chance = 1 / (len(DECK) - len(parent.cards) - HELD)
        card_orbits = parent.symmetry.cards()
        counts = np.bincount(card_orbits, minlength=len(DECK))
        for card in np.flatnonzero(counts).tolist():
            if card in parent.cards:
                continue
            cards, symmetry = (*parent.cards, card), parent.symmetry.fixing(card)
            orbits, left = symmetry.hands(), left_by([card])
            of_players = []
            for player in (0, 1):
                class_before = parent.class_of[player]
                times_before = before.hands[player].times[before.hands[player].first[number] :]
                place, times = _classes(orbits, (class_before >= 0) & left)
                above = class_before[place]
                share = counts[card] * chance * times / times_before[above]
                of_players.append(_OnBoard(place, times, above, share))
            boards.append((cards, symmetry, number))
            all_orbits.append(orbits)
            found.append((of_players[0], of_players[1]))
    return _joined(boards, all_orbits, found)


def _classes(orbits: Int64s, kept: Bools) -> tuple[Int64s, Int64s]:
    """Return the hands that stand for the orbits that are kept, and how many are in each."""
    place, times = np.unique(orbits[kept], return_counts=True)
    return place, times


def _joined(
    boards: Sequence[tuple[tuple[Card, ...], Symmetry, int]],
    orbits: Sequence[Int64s],
    found: Sequence[tuple[_OnBoard, _OnBoard]],
) -> Deals:
    """Sort the classes of every board by strength where it is full, and join those of all boards."""
    full = len(boards[0][0]) == 5
    ranks = rivers(np.array([cards for cards, _, _ in boards], np.uint8))[0] if full else None
    parts: tuple[list[tuple[npt.NDArray[np.generic], ...]], ...] = ([], [])
    done = []
    for number, (cards, symmetry, parent) in enumerate(boards):
        card_orbits = symmetry.cards()
        part = 1 / np.bincount(card_orbits, minlength=len(DECK))[card_orbits]
        strengths = [
            -ranks[number][one.place].astype(np.int64) if ranks is not None else None for one in found[number]
        ]
        every = np.unique(np.concatenate(strengths)) if ranks is not None else np.empty(0, np.int64)
        orders, class_of = [], []
        for one, strength in zip(found[number], strengths, strict=True):
            order = np.arange(len(one.place)) if strength is None else np.argsort(strength, kind="stable")
            of_orbit = np.full(len(orbits[number]), -1, np.int32)
            of_orbit[one.place[order]] = np.arange(len(order))
            orders.append(order)
            class_of.append(np.where(left_by(cards), of_orbit[orbits[number]], -1).astype(np.int32))
        done.append(Board(cards, symmetry, (class_of[0], class_of[1]), parent))
        for player, one in enumerate(found[number]):
            order, strength = orders[player], strengths[player]
            place = one.place[order]
            low, high = CARDS[place].T
            end = every if strength is None else np.searchsorted(strength[order], every, side="right")
            parts[player].append(
                (
                    place,
                    one.times[order],
                    one.parent[order],
                    one.share[order],
                    card_orbits[low],
                    card_orbits[high],
                    part[low],
                    part[high],
                    class_of[1 - player][place],
                    end,
                )
            )
    return Deals(tuple(done), (_hands(parts[0]), _hands(parts[1])))


def _hands(parts: Sequence[tuple[npt.NDArray[np.generic], ...]]) -> Hands:
    def begins(column: int) -> Int64s:
        return np.cumsum([0, *(len(part[column]) for part in parts)])

    def joined(column: int, kind: type[np.generic]) -> npt.NDArray[np.generic]:
        return np.concatenate([part[column] for part in parts]).astype(kind)

    columns = list(
        zip(range(10), (np.int32, np.float32, np.int32, np.float32, *([np.int32] * 2)), strict=False)
    )
    place, times, parent, share, low, high = (joined(column, kind) for column, kind in columns)
    low_part, high_part = joined(6, np.float32), joined(7, np.float32)
    same, end = joined(8, np.int32), joined(9, np.int32)
    return Hands(begins(0), place, times, parent, share, low, high, low_part, high_part, same, begins(9), end)
