"""Which hands and which cards to come are alike in a subgame, so that one of them stands for all.

Two kinds of moves of the deck change nothing. Cards of one rank change places where neither suit can make a flush
any more and both ranges treat them alike: they are of one *kind*. And suits change places all at once, where that
changes neither the board nor the ranges. Together these moves make a group, of which hands and cards have orbits.
After a card is dealt, only the moves are left that let it lie where it is; they are the kinds without that card,
and every exchange of suits that takes it to a card of its kind, put back by changing places with that card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ai.hands.canonical_boards import exchanges
from ai.hands.combos import CARDS, HANDS, Floats
from game.rules.cards import DECK, Card, rank_of, suit_of

Ints = npt.NDArray[np.int64]

_PLACE = np.zeros((52, 52), np.int64)
_PLACE[CARDS[:, 0], CARDS[:, 1]] = _PLACE[CARDS[:, 1], CARDS[:, 0]] = np.arange(len(HANDS))
"""int64[52, 52]: the place of each hand."""
_FULL_BOARD, _FLUSH = 5, 3  # cards; of a suit on the full board, so that somebody can have a flush


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """The moves: `kinds`, int64[52], and `maps`, int64[moves, 52], what each exchange makes of each card."""

    kinds: Ints
    maps: Ints

    def fixing(self, card: Card) -> Symmetry:
        """Return the moves that let `card` lie where it is."""
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
    """Return the moves that change neither board nor ranges, two of float[1326]."""
    suits = np.array(exchanges(ranges, board))
    maps = suits[:, np.array([suit_of(card) for card in DECK])] * 13 + np.arange(52) % 13
    return Symmetry(_kinds(board, ranges), maps)


def _kinds(board: Sequence[Card], ranges: Sequence[Floats]) -> Ints:
    to_come = _FULL_BOARD - len(board)
    lying = [sum(suit_of(card) == suit for card in board) for suit in range(4)]
    dead = [suit for suit in range(4) if lying[suit] + to_come < _FLUSH]
    kinds = np.arange(52)
    for card in DECK:
        if suit_of(card) in dead and card not in board:
            before = [13 * suit + rank_of(card) for suit in dead if suit < suit_of(card)]
            alike = [one for one in before if one not in board and _change_places(one, card, ranges)]
            kinds[card] = kinds[alike[0]] if alike else card
    return kinds


def _change_places(one: Card, other: Card, ranges: Sequence[Floats]) -> bool:
    """Return whether the ranges stay as they are when two cards change places."""
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
