"""Suit isomorphism: one representative for each orbit of boards, and for each orbit of hands on a board.

Two types of permutations of the deck leave a spot unchanged. First, two cards of the same rank may be swapped if a
flush is no longer possible in either suit, and both ranges treat the two cards alike. Such cards are of one *kind*.
Second, whole suits may be permuted if this changes neither the board nor the ranges. Together these permutations
form a group, and each orbit of hands or cards needs only one representative. After a card is dealt, only the
permutations that fix this card remain. These have two forms. The first is a swap, within a kind, of two other
cards. The second is a permutation of suits that takes the card to a card of the same kind, followed by the swap of
these two cards.

A *class* is an orbit of hands. Its hands have the same strategy and the same value, so one hand represents the
class. Classes without a hand in the player's range are left out. When a card is dealt, a class splits into smaller
classes, and the hands with that card drop out. Of equivalent boards, only one is solved, with a weight equal to
their number.
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
from ai.hands.combos import CARDS, HANDS, Bools, Floats, unblocked_hands
from game.rules.cards import DECK, Card, get_rank, get_suit

Ints = npt.NDArray[np.int64]

_INDEX = np.zeros((52, 52), np.int64)
_INDEX[CARDS[:, 0], CARDS[:, 1]] = _INDEX[CARDS[:, 1], CARDS[:, 0]] = np.arange(len(HANDS))
"""int64[52, 52]: the index of the hand of two cards."""
_FULL_BOARD = 5  # cards
_FLUSH = 3  # cards of a suit on the full board that make a flush possible


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """The permutations that leave a spot unchanged.

    Attributes:
        kinds: int64[52], the kind of each card. Cards of one kind are interchangeable.
        maps: int64[n, 52], the image of each card under each permutation of suits.
    """

    kinds: Ints
    maps: Ints

    def stabilizer(self, card: Card) -> Symmetry:
        """Return the permutations that keep `card` in place."""
        kinds = self.kinds.copy()
        kinds[card] = kinds.max() + 1
        left = []
        for moved in self.maps[self.kinds[self.maps[:, card]] == self.kinds[card]]:
            put_back = np.arange(len(DECK))
            put_back[[card, moved[card]]] = moved[card], card
            left.append(put_back[moved])
        return Symmetry(kinds, np.array(left))

    def to_lowest(self, card: Card) -> Ints:
        """Return a permutation that takes `card` to the lowest card of its orbit, int64[52]."""
        least = int(self.cards()[card])
        moved = self.maps[self.kinds[self.maps[:, card]] == self.kinds[least]][0]
        put = np.arange(len(DECK))
        put[[moved[card], least]] = least, moved[card]
        found: Ints = put[moved]
        return found

    def cards(self) -> Ints:
        """Return the orbit of every card, given by the lowest card in the orbit, int64[52]."""
        same = np.equal.outer(self.kinds, self.kinds)
        return _orbits(np.argmax(same, axis=1), self.maps)

    def hands(self) -> Ints:
        """Return the orbit of every hand, given by the lowest hand index in the orbit, int64[1326]."""
        first, second = np.sort(self.kinds[CARDS], axis=1).T
        suited_kinds = first * (self.kinds.max() + 1) + second
        lowest = np.zeros(suited_kinds.max() + 1, np.int64)
        lowest[suited_kinds[::-1]] = np.arange(len(HANDS))[::-1]  # of equal kinds, the last assignment stays
        return _orbits(lowest[suited_kinds], np.array([permute_hands(moved) for moved in self.maps]))


def permute_hands(moved: Ints) -> Ints:
    """Return the image of every hand, int64[1326], under a permutation of the cards, int64[52]."""
    indices: Ints = _INDEX[moved[CARDS[:, 0]], moved[CARDS[:, 1]]]
    return indices


NO_MOVES = Symmetry(np.arange(52), np.arange(52)[None])


def symmetry(board: Sequence[Card], ranges: Sequence[Floats]) -> Symmetry:
    """Return the permutations that change neither the board nor the two ranges, float64[1326] each."""
    suits = np.array(exchanges(ranges, board))
    maps = suits[:, np.array([get_suit(card) for card in DECK])] * 13 + np.arange(52) % 13
    return Symmetry(_kinds(board, ranges), maps)


def _kinds(board: Sequence[Card], ranges: Sequence[Floats]) -> Ints:
    to_come = _FULL_BOARD - len(board)
    on_board = [sum(get_suit(card) == suit for card in board) for suit in range(4)]
    dead = [suit for suit in range(4) if on_board[suit] + to_come < _FLUSH]
    kinds = np.arange(52)
    for card in DECK:
        if get_suit(card) in dead and card not in board:
            before = [13 * suit + get_rank(card) for suit in dead if suit < get_suit(card)]
            alike = [other for other in before if other not in board and _can_swap(other, card, ranges)]
            kinds[card] = kinds[alike[0]] if alike else card
    return kinds


def _can_swap(first: Card, second: Card, ranges: Sequence[Floats]) -> bool:
    """Return whether swapping two cards leaves the ranges unchanged."""
    moved = np.arange(52)
    moved[[first, second]] = second, first
    hands = permute_hands(moved)
    return all(np.array_equal(weights[hands], weights) for weights in ranges)


def _orbits(least: Ints, moves: Ints) -> Ints:
    """Return the lowest member of the orbit of every element, int64[n].

    Args:
        least: int64[n], the lowest known member of the orbit of every element.
        moves: int64[permutations, n], the permutations that generate the orbits, with the identity.
    """
    if len(moves) == 1:
        return least
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

HOLE_CARDS = 4
"""The number of cards in both hands."""


class StreetHands(NamedTuple):
    """The classes of one player on all boards of a street, board by board. On rivers the weakest class is first.

    Attributes:
        first: int64[boards + 1], the index of the first class of each board.
        place: int32[classes], the index of the hand that represents the class.
        times: float32[classes], the number of hands in the class.
        parent: int32[classes], the class on the previous board that contains this class.
        share: float32[classes], the weight of the class in the value of the parent class: its share of the parent's
            hands, times the probability of the new card.
        low: int32[classes], the orbit of the hand's first card.
        high: int32[classes], the orbit of the hand's second card.
        low_part: float64[classes], 1 / size of the orbit `low`.
        high_part: float64[classes], 1 / size of the orbit `high`.
        same: int32[classes], the other player's class with the same hands, -1 if there is none.
        group: int64[boards + 1], the index in `end` of the first strength of each board.
        end: int32[strengths], the number of classes on the board that have at most this strength.
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
    """A board of a subgame.

    Attributes:
        cards: The board.
        symmetry: The permutations that leave the spot and this board unchanged.
        hand_classes: The class of every hand, or -1, int32[1326] for each player.
        parent: The index of the previous board (without the last card) among the boards of the previous street.
    """

    cards: tuple[Card, ...]
    symmetry: Symmetry
    hand_classes: tuple[Int32s, Int32s]
    parent: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """All boards of a street, grouped by the board of the previous street, and the classes of both players."""

    boards: tuple[Board, ...]
    hands: tuple[StreetHands, StreetHands]

    def classes(self, player: int, board: int) -> int:
        first = self.hands[player].first
        return int(first[board + 1] - first[board])

    def after(self, before: int) -> tuple[int, int]:
        """Return the range of boards that follow a board of the previous street, as (first, end)."""
        parents = [board.parent for board in self.boards]
        return bisect_left(parents, before), bisect_right(parents, before)


@dataclass(frozen=True, slots=True)
class _Classes:
    """The columns of `StreetHands` for one player on one board, before the classes are sorted."""

    place: Int64s
    times: Int64s
    parent: Int32s
    share: npt.NDArray[np.float64]


def first_deals(cards: tuple[Card, ...], kept: Sequence[Bools], symmetry: Symmetry) -> Deals:
    """Return the board at the root of a subgame. `kept` has a mask of each player's hands, bool[1326]."""
    orbits, found = symmetry.hands(), []
    for of_player in kept:
        hands, times = _classes(orbits, of_player & unblocked_hands(cards))
        found.append(_Classes(hands, times, np.zeros(len(hands), np.int32), np.ones(len(hands))))
    deals = _sorted([(cards, symmetry, 0)], [orbits], [(found[0], found[1])])
    oop, ip = (hands._replace(parent=np.arange(len(hands.place), dtype=np.int32)) for hands in deals.hands)
    return Deals(deals.boards, (oop, ip))


def next_deals(before: Deals) -> Deals:
    """Return the boards of the next street.

    The boards that follow one board are completed before the boards that follow the next board. This order needs
    little memory in addition to the result.
    """
    parts = [_deals_after(before, number) for number in range(len(before.boards))]
    boards = tuple(board for part in parts for board in part.boards)
    oop, ip = (_joined([part.hands[player] for part in parts]) for player in (0, 1))
    return Deals(boards, (oop, ip))


def _deals_after(before: Deals, number: int) -> Deals:
    """Return the boards that follow board `number`."""
    parent = before.boards[number]
    card_orbits = parent.symmetry.cards()
    counts = np.bincount(card_orbits, minlength=len(DECK))
    boards, all_orbits, found = [], [], []
    for card in np.flatnonzero(counts).tolist():
        if card in parent.cards:
            continue
        symmetry = parent.symmetry.stabilizer(card)
        orbits = symmetry.hands()
        probability = counts[card] / (len(DECK) - len(parent.cards) - HOLE_CARDS)
        oop, ip = (_classes_after(before, number, player, orbits, card) for player in (0, 1))
        boards.append(((*parent.cards, card), symmetry, number))
        all_orbits.append(orbits)
        found.append((replace(oop, share=oop.share * probability), replace(ip, share=ip.share * probability)))
    return _sorted(boards, all_orbits, found)


def _classes_after(before: Deals, board: int, player: int, orbits: Int64s, card: Card) -> _Classes:
    """Return the classes of a player after `card` is dealt on a board."""
    class_before, hands = before.boards[board].hand_classes[player], before.hands[player]
    left, times = _classes(orbits, (class_before >= 0) & unblocked_hands([card]))
    parent = class_before[left]
    return _Classes(left, times, parent, times / hands.times[hands.first[board] + parent])


def _classes(orbits: Int64s, kept: Bools) -> tuple[Int64s, Int64s]:
    """Return a representative and the number of hands of each orbit, int64[classes] each.

    Only hands in the mask `kept` are counted. Orbits without such a hand are left out.
    """
    times = np.bincount(orbits[kept])
    representatives = np.flatnonzero(times)
    return representatives, times[representatives]


def _sorted(
    boards: Sequence[tuple[tuple[Card, ...], Symmetry, int]],
    orbits: Sequence[Int64s],
    found: Sequence[tuple[_Classes, _Classes]],
) -> Deals:
    """Sort the classes of every five-card board by strength, and join the classes of all boards."""
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
        hand_classes = [
            _number_classes(orbits[number], one.place[order])
            for one, order in zip(classes, orders, strict=True)
        ]
        done.append(Board(cards, symmetry, (hand_classes[0], hand_classes[1]), parent))
        card_orbits = symmetry.cards()
        for player in (0, 1):
            end = np.searchsorted(strengths[player][orders[player]], every, side="right")
            other = hand_classes[1 - player]
            hands[player].append(_hands(classes[player], orders[player], card_orbits, other, end))
    return Deals(tuple(done), (_joined(hands[0]), _joined(hands[1])))


def _number_classes(orbits: Int64s, representatives: Int64s) -> Int32s:
    """Return the class of every hand, int32[1326], or -1. A class is an index into `representatives`."""
    orbit_classes = np.full(len(orbits), -1, np.int32)
    orbit_classes[representatives] = np.arange(len(representatives))
    return orbit_classes[orbits]


def _hands(classes: _Classes, order: Int64s, card_orbits: Int64s, other: Int32s, end: Int64s) -> StreetHands:
    """Return the classes of one board in order.

    `other` holds the other player's class of every hand, int32[1326].
    """
    part = 1 / np.bincount(card_orbits)[card_orbits]
    representatives = classes.place[order]
    low, high = CARDS[representatives].T
    return StreetHands(
        np.array([0, len(representatives)]),
        representatives.astype(np.int32),
        classes.times[order].astype(np.float32),
        classes.parent[order],
        classes.share[order].astype(np.float32),
        card_orbits[low].astype(np.int32),
        card_orbits[high].astype(np.int32),
        part[low],
        part[high],
        other[representatives],
        np.array([0, len(end)]),
        end.astype(np.int32),
    )


def _joined(parts: Sequence[StreetHands]) -> StreetHands:
    """Concatenate the classes of all parts."""
    columns = StreetHands(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    first, group = (
        np.concatenate([[0], np.cumsum(np.concatenate([np.diff(starts) for starts in of_parts]))])
        for of_parts in ([part.first for part in parts], [part.group for part in parts])
    )
    return columns._replace(first=first, group=group)
