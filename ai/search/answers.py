"""Cached strategies of both players in a search, Bayesian updates of the opponent's range, and showdown equities.

If the opponent's model lacks a bet size, the bet is translated into a mixture of the two neighbouring sizes
(pseudo-harmonic mapping, ai/abstraction/tree_walk.py). No opponent model is exact, so each update mixes the
likelihood of a hand with the average likelihood (`DOUBT`).

The value of a showdown leaf is a dot product: the equities of the agent's hand against every hand, times the
opponent's weights. The equities are therefore computed only once per board. Equities before the flop are read
from the shipped table of hand classes. Equities on the flop are estimated from an evenly spread sample of
run-outs. Equities on turn and river are exact.

A search counts every expanded state as work, even if its strategy is cached. The cache therefore saves time but
never changes a decision.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ai.abstraction.tree_walk import translate_size
from ai.compiled import kernel
from ai.hands.boards import HAND_KEYS, HAND_MASKS, joined, run_outs
from ai.hands.combos import CARDS, CLASS_OF, HANDS, Floats, unblocked_hands
from ai.hands.equities import sampled_boards
from ai.hands.evaluator import Cards, rank_of_key
from ai.hands.preflop import table
from ai.hands.range_strategy import ActionLikelihood, PublicState, RangeMix, RangeStrategy
from game.core import Action
from game.rules.betting import CALL
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState


def shares_of_pot(hand: int, board: Sequence[Card]) -> Floats:
    """Return the equity of a hand, given by its index, against each hand, float64[1326].

    The equity is 0 against hands that share a card with the hand.
    """
    if not board:
        return _before_the_flop(hand)
    if len(board) == 3:
        sampled = sampled_boards(tuple(board))
        boards = sampled[~np.isin(sampled, CARDS[hand]).any(axis=1)]
    else:
        boards = run_outs(board, HANDS[hand])
    won, met = np.zeros(len(HANDS)), np.zeros(len(HANDS))
    _compare(hand, boards, won, met)
    shares: Floats = won / np.maximum(met, 1.0)
    return shares


def compile_kernels() -> None:
    shares_of_pot(0, (10, 20, 25, 30, 40))


def _before_the_flop(hand: int) -> Floats:
    found, own = table(), CLASS_OF[hand]
    by_class = (found.wins[own] + found.ties[own] / 2) / np.maximum(found.pairs[own], 1.0)
    shares: Floats = by_class[CLASS_OF] * unblocked_hands(HANDS[hand])
    return shares


@kernel
def _compare(hand: int, boards: Cards, won: Floats, met: Floats) -> None:
    """Count the wins and the showdowns of a hand against every other hand, float64[1326] for each count.

    A tie is half a win.
    """
    for board in range(len(boards)):
        key, mask, _ = joined(boards[board])
        rank = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
        taken = mask | HAND_MASKS[hand]
        for other in range(1326):
            if HAND_MASKS[other] & taken:
                continue
            found = rank_of_key(key + HAND_KEYS[other], mask | HAND_MASKS[other])
            met[other] += 1.0
            if rank < found:
                won[other] += 1.0
            elif rank == found:
                won[other] += 0.5


DOUBT = 0.05
"""The weight of the average likelihood in the likelihood of each hand."""
MAX_CACHED = 1024


def update_range(weights: Floats, likelihood: Floats) -> Floats:
    """Return the posterior range after a decision, float64[1326], with sum 1.

    If no hand of the range takes the action, the range stays the same.

    Args:
        weights: float64[1326], the prior range.
        likelihood: float64[1326], the probability that each hand takes the action.
    """
    average = float(weights @ likelihood) / float(weights.sum())
    if average <= 0.0:
        return weights
    found = weights * ((1.0 - DOUBT) * likelihood + DOUBT * average)
    after: Floats = found / found.sum()
    return after


def action_likelihood(strategy: RangeStrategy, public: PublicState, action: Action) -> Floats:
    """Return the probability that each hand takes an action, float64[1326], up to a common factor."""
    if isinstance(strategy, ActionLikelihood):
        return strategy.likelihood(public, action).astype(np.float64)
    return translate_likelihood(strategy.range_strategy(public), public, action)


def translate_likelihood(mix: RangeMix, public: PublicState, action: Action) -> Floats:
    """Return the probability that each hand takes an action, float64[1326].

    If the strategy lacks the bet size, the bet is translated as the module's docstring describes.
    """
    if action in mix.actions:
        return mix.of_action(action).astype(np.float64)
    raises = [known for known in mix.actions if known > CALL]
    if action <= CALL or not raises:
        return np.zeros(len(HANDS))
    sizes = [public.betting.raise_fraction(known) for known in raises]
    found = np.zeros(len(HANDS))
    for index, part in translate_size(public.betting.raise_fraction(action), sizes):
        found += part * mix.of_action(raises[index])
    return found


@runtime_checkable
class _KnowsOneHand(Protocol):
    """A strategy with a faster method for a single hand."""

    def strategy(self, info: HoldemInformationState) -> Mapping[Action, float]: ...


class StrategyCache:
    """The cached strategies of both players in a search. `hits` is the number of answers from the cache."""

    def __init__(self, own: RangeStrategy, opposing: RangeStrategy) -> None:
        self._own = own
        self._opponent = opposing
        self._cache: OrderedDict[Hashable, Any] = OrderedDict()
        self.hits = 0

    def of_opponent(self, public: PublicState) -> RangeMix:
        found: RangeMix = self._find(("opposing", public), lambda: self._opponent.range_strategy(public))
        return found

    def likelihood(self, public: PublicState, action: Action) -> Floats:
        """Return the probability that each of the opponent's hands takes an action, float64[1326]."""
        key = "seen", public, action
        found: Floats = self._find(key, lambda: action_likelihood(self._opponent, public, action))
        return found

    def of_own(self, public: PublicState, hand: int) -> Mapping[Action, float]:
        found: Mapping[Action, float] = self._find(("own", public, hand), lambda: self._row(public, hand))
        return found

    def shares(self, hand: int, board: tuple[Card, ...]) -> Floats:
        """Return the equity of a hand, given by its index, against each hand, float64[1326].

        The equities are cached by board.
        """
        flop, later = tuple(sorted(board[:3])), tuple(sorted(board[3:]))
        found: Floats = self._find(("shares", hand, flop + later), lambda: shares_of_pot(hand, board))
        return found

    def _row(self, public: PublicState, hand: int) -> Mapping[Action, float]:
        if isinstance(self._own, _KnowsOneHand):
            return self._own.strategy(public.with_hand(hand))
        mix = self._own.range_strategy(public)
        return {
            action: float(share)
            for action, share in zip(mix.actions, mix.shares[hand], strict=True)
            if share > 0
        }

    def _find(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key in self._cache:
            self.hits += 1
            self._cache.move_to_end(key)
            return self._cache[key]
        found = self._cache[key] = make()
        if len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)
        return found
