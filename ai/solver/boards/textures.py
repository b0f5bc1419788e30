"""What kind of board it is: paired, of one suit, or such that a straight can be made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from game.rules.cards import RANKS, Card, rank_of, suit_of
from game.study.reports import Texture

STRAIGHT, OF_BOARD = 5, 3
ACE = len(RANKS) - 1


def texture_of(board: Sequence[Card]) -> Texture:
    """Return the texture of three, four or five cards.

    >>> from game.rules.cards import parse
    >>> [texture_of(parse(board)) for board in ("QsQh2c", "As9s2s", "Ts9s4h", "Jh9s8c", "5h3cAd")]
    ['paired', 'monotone', 'apart-two-tone', 'connected-rainbow', 'connected-rainbow']
    """
    ranks = set(map(rank_of, board))
    if len(ranks) < len(board):
        return "paired"
    suited = max(Counter(map(suit_of, board)).values())
    if suited >= OF_BOARD:
        return "monotone"
    if makes_straights(ranks):
        return "connected-two-tone" if suited > 1 else "connected-rainbow"
    return "apart-two-tone" if suited > 1 else "apart-rainbow"


def makes_straights(ranks: set[int]) -> bool:
    """Return whether two cards can make a straight of three of the ranks; an ace is also below the two."""
    low = ranks | ({-1} if ACE in ranks else set())
    return any(max(three) - min(three) < STRAIGHT for three in combinations(sorted(low), OF_BOARD))
