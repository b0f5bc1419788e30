"""Strategies for all hands at once, and beliefs about the opponent's hand by Bayes' theorem.

`RangeStrategy` is the interface for beliefs, range grids and everything else that needs the strategy with every
possible hand. Computing this strategy takes some tens of milliseconds, except for a `ThinkingAgent`.

If the strategy is known, each decision (a public state and the chosen action) has a likelihood for every hand. The
product of the likelihoods is a belief. The width of a belief is its perplexity: the number of hands in a uniform
belief of the same entropy.

If the strategy is unknown, `opponent_range` estimates the range with a `ReadingStyle`.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ai.hands.combos import CARDS, CLASSES, HANDS, Floats, Ints, unblocked_hands
from ai.hands.evaluator import ranks
from ai.hands.preflop import percentiles
from game.core import Action, Budget, Player
from game.rules.betting import ActionKind, PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS, HoldemInformationState
from game.study.holdem import Belief

Shares = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PublicState:
    """The public information: the player to act, the board and the betting."""

    player: Player
    board: tuple[Card, ...]
    betting: PublicBetting

    @staticmethod
    def of(info: HoldemInformationState) -> PublicState:
        return PublicState(info.player, info.board, info.betting)

    def with_hand(self, hand_index: int) -> HoldemInformationState:
        return HoldemInformationState(self.player, HANDS[hand_index], self.board, self.betting)


@dataclass(frozen=True, slots=True)
class RangeMix:
    """The action probabilities of every hand. Blocked hands have 0 for every action."""

    actions: tuple[Action, ...]
    shares: Shares
    """The probability of each action with each hand, float32[1326, actions]."""

    @staticmethod
    def of(columns: Mapping[Action, Floats], hands: Ints) -> RangeMix:
        """Build a `RangeMix` from a column for each action: its probabilities, float64[hands]."""
        actions = tuple(sorted(action for action, shares in columns.items() if shares.any()))
        shares = np.zeros((len(HANDS), len(actions)), np.float32)
        shares[hands] = np.stack([columns[action] for action in actions], axis=1)
        return RangeMix(actions, shares)

    def of_action(self, action: Action) -> Shares:
        """Return the probability of one action with every hand, float32[1326]."""
        if action not in self.actions:
            return np.zeros(len(self.shares), dtype=np.float32)
        return self.shares[:, self.actions.index(action)]


@runtime_checkable
class RangeStrategy(Protocol):
    """An agent that gives the strategy of all hands at once.

    The strategy of each hand equals the strategy that the agent gives for this hand alone.
    """

    def range_strategy(self, public: PublicState) -> RangeMix: ...


@runtime_checkable
class ThinkingAgent(RangeStrategy, Protocol):
    """An agent that must search to find the strategy of all hands.

    The search takes as long as a decision: some tenths of a second or more.
    """

    def with_budget(self, budget: Budget) -> ThinkingAgent: ...

    @property
    def quick(self) -> RangeStrategy: ...


def within(agent: RangeStrategy, budget: Budget) -> RangeStrategy:
    """Return the agent with a budget for each computation of its strategy.

    An agent that does not search is returned unchanged.
    """
    return agent.with_budget(budget) if isinstance(agent, ThinkingAgent) else agent


@runtime_checkable
class ActionLikelihood(RangeStrategy, Protocol):
    """An agent whose bet sizes represent all similar sizes.

    The strategy of such an agent has few bet sizes, but players bet any size. `likelihood` gives the probability of
    any observed bet.
    """

    def likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return the likelihood of each hand given the action, float32[1326], up to a common factor."""
        ...


def action_likelihood(strategy: RangeStrategy, public: PublicState, action: Action) -> Shares:
    """Return the likelihood of each hand given an observed action, float32[1326], up to a common factor."""
    if isinstance(strategy, ActionLikelihood):
        return strategy.likelihood(public, action)
    return strategy.range_strategy(public).of_action(action)


MAX_CACHED_LIKELIHOODS = 256  # decisions

ObservedDecision = tuple[PublicState, Action]
"""A decision as all players see it: the public state and the action."""


class LikelihoodCache:
    """A cache, for each agent, of the likelihoods of recent decisions."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[Hashable, ObservedDecision], Shares] = OrderedDict()

    def find(self, agent: Hashable, observed: ObservedDecision) -> Shares | None:
        """Return the cached probability of an observed action with every hand, float32[1326].

        Return None if the probability is not cached.
        """
        found = self._cache.pop((agent, observed), None)
        if found is not None:
            self._cache[agent, observed] = found
        return found

    def keep(self, agent: Hashable, observed: ObservedDecision, likelihood: Shares) -> Shares:
        """Cache a likelihood, float32[1326].

        If there are too many likelihoods, the least recently used is dropped.
        """
        self._cache[agent, observed] = likelihood
        if len(self._cache) > MAX_CACHED_LIKELIHOODS:
            self._cache.popitem(last=False)
        return likelihood


def observed_decisions(
    player: Player, board: Sequence[Card], betting: PublicBetting
) -> list[ObservedDecision]:
    """Return every decision of a player in a hand, with its public state."""
    return [
        (PublicState(player, tuple(board[: BOARD_CARDS[before.street]]), before), action)
        for before, action in betting.steps()
        if before.actor == player
    ]


def summarise_belief(weights: Floats, prior: Floats, *, explained: bool) -> Belief:
    """Return a summary of a belief and its prior by hand class.

    `weights` is the belief, float64[1326] with sum 1. `explained` is False if no hand takes the observed actions.
    """
    held = weights[weights > 0.0]
    width = float(np.exp(-(held * np.log(held)).sum()))
    return Belief(_by_class(weights), _by_class(prior), width, int((prior > 0.0).sum()), explained)


def _by_class(weights: Floats) -> dict[str, float]:
    sums: dict[str, float] = {}
    for name, weight in zip(CLASSES, weights.tolist(), strict=True):
        if weight > 0.0:
            sums[name] = sums.get(name, 0.0) + weight
    return sums


@dataclass(frozen=True, slots=True)
class ReadingStyle:
    """Assumptions for estimating a range: the share of the range, from 0 to 1, that takes each kind of action.

    With `share_of_calls` = 1, the share 1 / (1 + f) of a range calls a bet of f pots. This is the minimum defence
    frequency, at which a bluff with any two cards gains nothing.
    """

    share_of_opens: float
    """The share of hands that open with a raise to three big blinds. A larger raise has a smaller share."""
    share_of_reraises: float
    """The share of the remaining range that makes the second raise before the flop.

    For the third raise, it is half of this share, for the fourth a third.
    """
    share_of_bets: float
    """A bet of f pots after the flop keeps the part `share_of_bets` / (1 + f) of the range."""
    share_of_raises: float
    """A raise of f pots after the flop keeps the part `share_of_raises` / (1 + f) of the range."""
    share_of_calls: float
    """A call of f pots keeps the part `share_of_calls` / (1 + f) of the range."""
    doubt: float
    """The weight of the hands outside the part of the range that an action keeps, as a multiple of this part."""
    slow_play: float
    """The weight of hands that check although they are strong enough to bet."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """The factors by which an action multiplies the weights of a range.

    The factor is `strong` for the strongest `share` of the hands, and `weak` for the rest.

    Between the strongest hands and the rest, the factor changes gradually.
    """

    share: float
    strong: float
    weak: float

    def weights(self, percentiles: Floats) -> Floats:
        """Return the factor for hands at each of these percentiles. Argument and result are float64[n]."""
        inside = ramp(percentiles - (1.0 - self.share), -SIEVE_EDGE, SIEVE_EDGE)
        return self.weak + (self.strong - self.weak) * inside


SIEVE_EDGE = 0.08
_USUAL_OPEN = 3.0
_LARGE_OPEN_EXPONENT = 0.6
_USUAL_BET = 0.5


def ramp(values: Floats, low: float, high: float) -> Floats:
    """Return 0 for values up to `low`, 1 for values from `high` on, and linear interpolation between.

    >>> ramp(np.array([0.25, -1.0, 7.0]), 0.0, 1.0).tolist()
    [0.25, 0.0, 1.0]
    """
    return np.minimum(1.0, np.maximum(0.0, (values - low) / (high - low)))


@lru_cache(maxsize=64)
def opponent_range(public: PublicState, reading: ReadingStyle) -> Floats:
    """Return the range of the player who is not to act, estimated from the betting, float64[1326].

    Only public information is used, so the range does not depend on the cards of the player to act. The caller must
    remove the hands that these cards block. All hands start with weight 1. Each action keeps the strongest part of
    the range. Before the flop, strength is the equity of the starting hand. Later, strength is the rank of the made
    hand. The larger the bet, the smaller the part. Players also bluff and draw, so the other hands keep some weight
    (`reading.doubt`). A check reduces the weight of the strongest hands.

    Blocked hands have weight 0. The array is cached and read-only.
    """
    weights = np.ones(len(HANDS))
    betting = PublicBetting.start(public.betting.rules)
    for street, played in enumerate(public.betting.history):
        board = public.board[: BOARD_CARDS[Street(street)]]
        if street:
            betting = betting.next_round()
            weights *= unblocked_hands(board)
        for player, action in played:
            if player != public.player:
                weights *= _sieve_factors(
                    weights, strength_ranks(board), action_sieve(betting, action, reading)
                )
            betting = betting.child(action)
    weights.flags.writeable = False
    return weights


def _sieve_factors(weights: Floats, strength: Ints, sieve: Sieve) -> Floats:
    """Return the factor of each hand, float64[1326].

    Hands of equal strength have the same percentile: the percentile in the middle of these hands.
    """
    equal = np.bincount(strength, weights)
    up_to = np.cumsum(equal)
    return sieve.weights((up_to - equal / 2) / up_to[-1])[strength]


@lru_cache(maxsize=64)
def strength_ranks(board: tuple[Card, ...]) -> Ints:
    """Return the rank of each hand by strength on a board, int64[1326]. The weakest hand has rank 0.

    Hands of equal strength have equal ranks. Before the flop, hands are ordered by equity, and later by made hand.
    Blocked hands have rank 0.
    """
    if not board:
        return np.unique(percentiles(), return_inverse=True)[1]
    left = np.flatnonzero(unblocked_hands(board))
    cards = np.hstack([CARDS[left], np.tile(board, (len(left), 1))]).astype(np.uint8)
    found = np.zeros(len(HANDS), np.int64)
    found[left] = np.unique(-ranks(cards).astype(np.int64), return_inverse=True)[1]
    return found


def action_sieve(betting: PublicBetting, action: Action, reading: ReadingStyle) -> Sieve:
    """Return the factors by which `action`, taken at `betting`, narrows the range."""
    kind = betting.kind(action)
    if kind == ActionKind.CHECK or (kind == ActionKind.CALL and not _raises(betting)):
        return Sieve(_share_of_strong(betting, reading), reading.slow_play, 1.0)
    if kind == ActionKind.CALL:
        faced = betting.to_call / max(1, betting.effective_pot - betting.to_call)
        return _strong_sieve(reading.share_of_calls / (1.0 + faced), reading)
    return _strong_sieve(_share_of_raise(betting, action, reading), reading)


def _strong_sieve(share: float, reading: ReadingStyle) -> Sieve:
    return Sieve(share, 1.0, reading.doubt * share)


def _share_of_strong(betting: PublicBetting, reading: ReadingStyle) -> float:
    """Return the share of hands that would bet instead of checking or limping."""
    if betting.street == Street.PREFLOP:
        return reading.share_of_reraises
    return reading.share_of_bets / (1.0 + _USUAL_BET)


def _share_of_raise(betting: PublicBetting, action: Action, reading: ReadingStyle) -> float:
    if betting.street == Street.PREFLOP:
        if raises := _raises(betting):
            return reading.share_of_reraises / raises
        size = max(_USUAL_OPEN, betting.effective(action) / betting.rules.big_blind)
        return reading.share_of_opens * math.pow(_USUAL_OPEN / size, _LARGE_OPEN_EXPONENT)
    share = reading.share_of_raises if _raises(betting) else reading.share_of_bets
    return share / (1.0 + betting.raise_fraction(action))


def _raises(betting: PublicBetting) -> int:
    return sum(action > 1 for _, action in betting.history[-1])
