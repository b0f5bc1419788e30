"""The symmetries of a subgame: which hands and which next cards are equivalent, so that one stands for all.

Two kinds of permutations of the deck change nothing. First, two cards of one rank may be swapped if neither suit
can make a flush any more and both ranges treat them alike; such cards are of one *kind*. Second, whole suits may be
permuted if that changes neither the board nor the ranges. Together these permutations form a group, and each orbit
of hands or cards needs only one representative. After a card is dealt, only the permutations that keep that card in
place remain: those within the kinds without the card, and every permutation of suits that takes the card to one of
its kind, followed by the swap of these two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ai.hands.canonical_boards import exchanges
from ai.hands.combos import CARDS, HANDS, Floats
from game.rules.cards import DECK, Card, get_rank, get_suit

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
