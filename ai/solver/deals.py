"""The boards of each street up to suit permutations, and the hands that each board leaves.

Two kinds of permutations of the deck change nothing. First, two cards of one rank may be swapped if neither suit
can make a flush any more and both ranges treat them alike; such cards are of one *kind*. Second, whole suits may be
permuted if that changes neither the board nor the ranges. Together these permutations form a group, and each orbit
of hands or cards needs only one representative. After a card is dealt, only the permutations that keep that card in
place remain: those within the kinds without the card, and every permutation of suits that takes the card to one of
its kind, followed by the swap of these two.

A *class* is an orbit of hands (ai/solver/deals.py): all have one strategy and one value, and one of them stands
for the class. Only hands are listed that a player's range holds. What a card's dealing makes of a class: several
smaller ones, and hands that hold the card drop out. Boards that are alike are dealt once, and count as often.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.hands.boards import rivers
from ai.hands.canonical_boards import exchanges
from ai.hands.combos import CARDS, HANDS, Bools, Floats, left_by
from game.rules.cards import DECK, Card, rank_of, suit_of

Ints = npt.NDArray[np.int64]

_PLACE = np.zeros((52, 52), np.int64)
_PLACE[CARDS[:, 0], CARDS[:, 1]] = _PLACE[CARDS[:, 1], CARDS[:, 0]] = np.arange(len(HANDS))
"""int64[52, 52]: the index of the hand of two cards."""
_FULL_BOARD, _FLUSH = 5, 3  # cards; of a suit on the full board, so that somebody can have a flush


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """The permutations: `kinds`, int64[52], and `maps`, int64[n, 52], the image of each card."""

    kinds: Ints
    maps: Ints

    def fixing(self, card: Card) -> Symmetry:
        """Return the permutations that keep `card` in place."""
        kinds = self.kinds.copy()
        kinds[card] = kinds.max() + 1
        left = []
        for moved in self.maps[self.kinds[self.maps[:, card]] == self.kinds[card]]:
            put_back = np.arange(len(DECK))
            put_back[[card, moved[card]]] = moved[card], card
            left.append(put_back[moved])
        return Symmetry(kinds, np.array(left))

    def bringing(self, card: Card) -> Ints:
        """Return int64[52], a move that takes `card` to the least card of its orbit."""
        least = int(self.cards()[card])
        moved = self.maps[self.kinds[self.maps[:, card]] == self.kinds[least]][0]
        put = np.arange(len(DECK))
        put[[moved[card], least]] = least, moved[card]
        found: Ints = put[moved]
        return found

    def cards(self) -> Ints:
        """Return int64[52]: the orbit of every card, named after its least card."""
        same = np.equal.outer(self.kinds, self.kinds)
        return _orbits(np.argmax(same, axis=1), self.maps)

    def hands(self) -> Ints:
        """Return int64[1326]: the orbit of every hand, named after its least place."""
        first, second = np.sort(self.kinds[CARDS], axis=1).T
        suited_kinds = first * (self.kinds.max() + 1) + second
        _, least, which = np.unique(suited_kinds, return_index=True, return_inverse=True)
        return _orbits(least[which], np.array([places_after(moved) for moved in self.maps]))


def places_after(moved: Ints) -> Ints:
    """Return int64[1326]: what a move, int64[52], makes of each hand."""
    places: Ints = _PLACE[moved[CARDS[:, 0]], moved[CARDS[:, 1]]]
    return places


NO_MOVES = Symmetry(np.arange(52), np.arange(52)[None])


def symmetry(board: Sequence[Card], ranges: Sequence[Floats]) -> Symmetry:
    """Return the permutations that change neither the board nor the two ranges, float[1326] each."""
    suits = np.array(exchanges(ranges, board))
    maps = suits[:, np.array([suit_of(card) for card in DECK])] * 13 + np.arange(52) % 13
    return Symmetry(_kinds(board, ranges), maps)


def _kinds(board: Sequence[Card], ranges: Sequence[Floats]) -> Ints:
    to_come = _FULL_BOARD - len(board)
    on_board = [sum(suit_of(card) == suit for card in board) for suit in range(4)]
    dead = [suit for suit in range(4) if on_board[suit] + to_come < _FLUSH]
    kinds = np.arange(52)
    for card in DECK:
        if suit_of(card) in dead and card not in board:
            before = [13 * suit + rank_of(card) for suit in dead if suit < suit_of(card)]
            alike = [one for one in before if one not in board and _change_places(one, card, ranges)]
            kinds[card] = kinds[alike[0]] if alike else card
    return kinds


def _change_places(one: Card, other: Card, ranges: Sequence[Floats]) -> bool:
    """Return whether the ranges stay the same if two cards are swapped."""
    moved = np.arange(52)
    moved[[one, other]] = other, one
    places = places_after(moved)
    return all(np.array_equal(weights[places], weights) for weights in ranges)


def _orbits(least: Ints, moves: Ints) -> Ints:
    """Return the least member of every orbit, where `least` joins some already and `moves` join the rest."""
    while True:
        joined = least.copy()
        for moved in moves:
            np.minimum.at(joined, least[moved], least)
            np.minimum.at(joined, least, least[moved])
        after = joined[least]
        if np.array_equal(after, least):
            return least
        least = after


Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Float32s = npt.NDArray[np.float32]
Float64s = npt.NDArray[np.float64]

HELD = 4
"""Cards that the two players hold."""


class StreetHands(NamedTuple):
    """The classes of one player on all boards of a street, board by board; on rivers the weakest first.

    first: int64[boards + 1], where those of each board begin. Most others have an entry a class. place: int32, of
    the hand that stands for it. times: float32, its hands. parent: int32, its class on the board before. share:
    float32, what part of that class's value its own is, chance included. low, high: int32, the orbits of its cards,
    and low_part, high_part: float64, one over their sizes. same: int32, the other player's class of these hands, or
    -1. group: int64[boards + 1], where the strengths of each board begin, and end: int32, the classes up to each.
    """

    first: Int64s
    place: Int32s
    times: Float32s
    parent: Int32s
    share: Float32s
    low: Int32s
    high: Int32s
    low_part: Float64s
    high_part: Float64s
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
    hands: tuple[StreetHands, StreetHands]

    def classes(self, player: int, board: int) -> int:
        first = self.hands[player].first
        return int(first[board + 1] - first[board])

    def after(self, before: int) -> tuple[int, int]:
        """Return the first and the last, exclusive, of the boards that follow on one of the street before."""
        parents = [board.parent for board in self.boards]
        return bisect_left(parents, before), bisect_right(parents, before)


@dataclass(frozen=True, slots=True)
class _Classes:
    """The classes of one player on a board: of each the hand that stands for it, its size, and its parent."""

    place: Int64s
    times: Int64s
    parent: Int32s
    share: npt.NDArray[np.float64]


def first_deals(cards: tuple[Card, ...], kept: Sequence[Bools], symmetry: Symmetry) -> Deals:
    """Return the board on which a subgame begins; kept: two of bool[1326], the hands that count."""
    orbits, found = symmetry.hands(), []
    for of_player in kept:
        place, times = _classes(orbits, of_player & left_by(cards))
        found.append(_Classes(place, times, np.zeros(len(place), np.int32), np.ones(len(place))))
    deals = _sorted([(cards, symmetry, 0)], [orbits], [(found[0], found[1])])
    oop, ip = (hands._replace(parent=np.arange(len(hands.place), dtype=np.int32)) for hands in deals.hands)
    return Deals(deals.boards, (oop, ip))


def next_deals(before: Deals) -> Deals:
    """Return the boards with one card more."""
    boards, all_orbits, found = [], [], []
    for number, parent in enumerate(before.boards):
        card_orbits = parent.symmetry.cards()
        counts = np.bincount(card_orbits, minlength=len(DECK))
        for card in np.flatnonzero(counts).tolist():
            if card in parent.cards:
                continue
            symmetry = parent.symmetry.fixing(card)
            orbits = symmetry.hands()
            probability = counts[card] / (len(DECK) - len(parent.cards) - HELD)
            oop, ip = (_classes_after(before, number, player, orbits, card) for player in (0, 1))
            boards.append(((*parent.cards, card), symmetry, number))
            all_orbits.append(orbits)
            found.append(
                (replace(oop, share=oop.share * probability), replace(ip, share=ip.share * probability))
            )
    return _sorted(boards, all_orbits, found)


def _classes_after(before: Deals, board: int, player: int, orbits: Int64s, card: Card) -> _Classes:
    """Return what is left of a player's classes where `card` is dealt on a board."""
    class_before, hands = before.boards[board].class_of[player], before.hands[player]
    place, times = _classes(orbits, (class_before >= 0) & left_by([card]))
    parent = class_before[place]
    return _Classes(place, times, parent, times / hands.times[hands.first[board] + parent])


def _classes(orbits: Int64s, kept: Bools) -> tuple[Int64s, Int64s]:
    """Return the hands that stand for the orbits that are kept, and how many are in each."""
    place, times = np.unique(orbits[kept], return_counts=True)
    return place, times


def _sorted(
    boards: Sequence[tuple[tuple[Card, ...], Symmetry, int]],
    orbits: Sequence[Int64s],
    found: Sequence[tuple[_Classes, _Classes]],
) -> Deals:
    """Sort the classes of every board by strength where it is full, and join those of all boards."""
    full = len(boards[0][0]) == 5
    ranks = rivers(np.array([cards for cards, _, _ in boards], np.uint8))[0] if full else None
    done: list[Board] = []
    hands: tuple[list[StreetHands], list[StreetHands]] = ([], [])
    for number, (cards, symmetry, parent) in enumerate(boards):
        classes = found[number]
        strengths = [
            np.zeros(len(one.place), np.int64)
            if ranks is None
            else -ranks[number][one.place].astype(np.int64)
            for one in classes
        ]
        orders = [np.argsort(strength, kind="stable") for strength in strengths]
        every = np.unique(np.concatenate(strengths)) if full else np.empty(0, np.int64)
        class_of = [
            _class_of(orbits[number], one.place[order]) for one, order in zip(classes, orders, strict=True)
        ]
        done.append(Board(cards, symmetry, (class_of[0], class_of[1]), parent))
        for player in (0, 1):
            end = np.searchsorted(strengths[player][orders[player]], every, side="right")
            other = class_of[1 - player]
            hands[player].append(_hands(classes[player], orders[player], symmetry.cards(), other, end))
    return Deals(tuple(done), (_joined(hands[0]), _joined(hands[1])))


def _class_of(orbits: Int64s, place: Int64s) -> Int32s:
    """Return int32[1326]: the class of every hand, where the classes stand in this order; -1 for none."""
    of_orbit = np.full(len(orbits), -1, np.int32)
    of_orbit[place] = np.arange(len(place))
    return of_orbit[orbits]


def _hands(classes: _Classes, order: Int64s, card_orbits: Int64s, other: Int32s, end: Int64s) -> StreetHands:
    """Return the classes of one board in order; other: int32[1326], the other player's class of every hand."""
    part = 1 / np.bincount(card_orbits)[card_orbits]
    place = classes.place[order]
    low, high = CARDS[place].T
    return StreetHands(
        np.array([0, len(place)]),
        place.astype(np.int32),
        classes.times[order].astype(np.float32),
        classes.parent[order],
        classes.share[order].astype(np.float32),
        card_orbits[low].astype(np.int32),
        card_orbits[high].astype(np.int32),
        part[low],
        part[high],
        other[place],
        np.array([0, len(end)]),
        end.astype(np.int32),
    )


def _joined(boards: Sequence[StreetHands]) -> StreetHands:
    """Join the classes of several boards."""
    columns = StreetHands(*(np.concatenate(column) for column in zip(*boards, strict=True)))
    first = np.cumsum([0, *(len(board.place) for board in boards)])
    group = np.cumsum([0, *(len(board.end) for board in boards)])
    return columns._replace(first=first, group=group)
