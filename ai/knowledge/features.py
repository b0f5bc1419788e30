"""The inputs of a network at a decision in Hold'em: five planes of 4 x 13, and numbers.

Four planes hold cards, a row for each suit and a column for each rank: the hole cards, the flop, the turn, the
river. The fifth holds the betting, a row for each street and a column for each fact about it, as the player to act
sees it. The numbers describe the situation (pot odds, stacks, position, texture of the board) and the hand
(ai/knowledge/hand_strength.py). The betting and the situation are public, so they are the same for every hand. All
numbers are about 0 to 1, amounts as logarithms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log1p

import numpy as np
import numpy.typing as npt

from ai.hands.range_strategy import PublicState
from ai.knowledge.hand_strength import NO_CARD
from game.core import Player
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting, Round, Street
from game.rules.cards import Card

Floats32 = npt.NDArray[np.float32]
CardNumbers = npt.NDArray[np.uint8]

STREETS = len(Street)
SUITS, RANKS = 4, 13
CELLS = SUITS * RANKS
OWN, FLOP, TURN, RIVER = range(4)
CARD_PLANES = 4
SITUATION = 27
PLANE_OF_PLACE = (OWN, OWN, FLOP, FLOP, FLOP, TURN, RIVER)
"""The plane of each of seven cards in the order hand, flop, turn, river."""

_MOST_RAISES = 4
_MOST_POTS = 4.0


def planes(cards: CardNumbers) -> Floats32:
    """Return float32[n, 4, 4, 13], zeros and ones: the four planes of uint8[n, 7] cards; NO_CARD is still to come.

    >>> planes(np.array([[12, 25, 0, 1, 2, NO_CARD, NO_CARD]], np.uint8)).sum(axis=(2, 3)).tolist()
    [[2.0, 3.0, 0.0, 0.0]]
    """
    found = np.zeros((len(cards), CARD_PLANES * CELLS + 1), np.float32)
    rows = np.arange(len(cards))
    for place, plane in enumerate(PLANE_OF_PLACE):
        card = cards[:, place].astype(np.int64)
        found[rows, np.where(card == NO_CARD, CARD_PLANES * CELLS, plane * CELLS + card)] = 1.0
    return found[:, :-1].reshape(-1, CARD_PLANES, SUITS, RANKS)


def seven_cards(hole: Sequence[Card], board: Sequence[Card]) -> list[int]:
    """Return hand and board as seven numbers."""
    return [*hole, *board, *[NO_CARD] * (5 - len(board))]


def betting_plane(betting: PublicBetting) -> Floats32:
    """Return float32[4, 13]: the betting so far, a row for each street, as the player to act sees it."""
    plane = np.zeros((SUITS, RANKS), np.float32)
    assert betting.actor is not None
    for street, round_ in enumerate(_rounds(betting)):
        plane[street] = _row(round_, betting.actor, betting.rules.big_blind)
    plane[betting.street, 1] = 1.0
    return plane


def situation(public: PublicState) -> Floats32:
    """Return float32[SITUATION]: pot odds, stacks, position and the texture of the board."""
    betting = public.betting
    player, pot, to_call = public.player, betting.effective_pot, betting.to_call
    behind = betting.effective_stack - to_call
    big_blind = betting.rules.big_blind
    played = betting.history[-1]
    aggressor = _last_raiser(betting.history)
    before = _last_raiser(betting.history[:-1])
    numbers = [
        *(float(street == betting.street) for street in Street),
        float(player == BUTTON),
        float(to_call > 0),
        betting.pot_odds * 2,
        _pots(to_call, pot - to_call),
        log1p(max(behind, 0) / (pot + to_call)) / 4,
        pot / (2 * min(betting.rules.stacks)),
        log1p(pot / big_blind) / 6,
        log1p(min(betting.rules.stacks) / big_blind) / 6,
        min(sum(action > CALL for _, action in played), _MOST_RAISES) / _MOST_RAISES,
        float(aggressor == player),
        float(aggressor == 1 - player),
        float(before == player),
        float(before == 1 - player),
        float(betting.min_raise_to is not None),
        float(len(played) > 0),
        *_look(public.board),
    ]
    return np.array(numbers, np.float32)


def _look(board: Sequence[Card]) -> list[float]:
    """Return 8 numbers: the longest suit, pairs, high cards and how connected the ranks are."""
    if not board:
        return [0.0] * 8
    ranks = sorted((card % 13 for card in board), reverse=True)
    different = sorted(set(ranks))
    fullest = max(sum(card // 13 == suit for card in board) for suit in range(4))
    near = max(sum(low <= rank <= low + 4 for rank in different) for low in range(-1, 9))
    most = max(ranks.count(rank) for rank in different)
    return [
        float(fullest == 2),
        float(fullest == 3),
        float(fullest >= 4),
        float(len(different) < len(ranks)),
        float(most >= 3 or len(ranks) - len(different) > 1),
        ranks[0] / 12,
        sum(rank >= 8 for rank in ranks) / 5,
        near / 5,
    ]


@dataclass(frozen=True, slots=True)
class _Round:
    """A round of betting: what was done, the pot before it, and the chips put in by each when it began."""

    played: Round
    committed: tuple[int, int]


def _rounds(betting: PublicBetting) -> list[_Round]:
    """Return the rounds begun so far."""
    found: list[_Round] = []
    committed = (
        min(betting.rules.big_blind, betting.rules.stacks[0]),
        min(betting.rules.small_blind, betting.rules.stacks[1]),
    )
    for actions in betting.history:
        played = tuple((actor, betting.effective(action)) for actor, action in actions)
        found.append(_Round(played, committed))
        level = max(*committed, *(action for _, action in played))
        committed = (level, level)
    return found


def _row(round_: _Round, player: Player, big_blind: int) -> list[float]:
    """Return the 13 numbers of a street; of numbers for both players, the player to act comes first."""
    committed = list(round_.committed)
    pot_before = sum(committed)
    raises, last, largest, passive = [0, 0], [0.0, 0.0], [0.0, 0.0], [0, 0]
    raiser = -1
    for actor, action in round_.played:
        level = max(committed)
        if action > CALL:
            size = (action - level) / (2 * level)
            raises[actor] += 1
            last[actor], largest[actor] = size, max(largest[actor], size)
            raiser = actor
            committed[actor] = action
        elif action != FOLD:
            passive[actor] += 1
            committed[actor] = level
    return [
        1.0,
        0.0,
        _pots(committed[player] - round_.committed[player], pot_before),
        _pots(committed[1 - player] - round_.committed[1 - player], pot_before),
        min(raises[player], _MOST_RAISES) / _MOST_RAISES,
        min(raises[1 - player], _MOST_RAISES) / _MOST_RAISES,
        min(last[player], _MOST_POTS) / 2,
        min(last[1 - player], _MOST_POTS) / 2,
        float(raiser == player),
        float(raiser == 1 - player),
        min(passive[player], 2) / 2,
        min(passive[1 - player], 2) / 2,
        log1p(pot_before / big_blind) / 6,
    ]


def _pots(chips: int, pot: int) -> float:
    return log1p(chips / max(pot, 1)) / 2


def _last_raiser(history: Sequence[Round]) -> Player | None:
    for played in reversed(history):
        for actor, action in reversed(played):
            if action > CALL:
                return actor
    return None
