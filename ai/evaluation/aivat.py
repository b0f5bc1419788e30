"""AIVAT: an unbiased, low-variance estimate of the winnings in a hand of Hold'em (Burch et al., 2018).

Two techniques reduce the variance:

- Imaginary observations: for a player with a known strategy, the estimate is the mean over all hands with which the
  player could have taken the same actions. The weight of a hand is the probability of these actions with the hand.
- Control variates: each chance event and each decision of a known player has a correction, the baseline value of
  the outcome minus the expected baseline value. The corrections are subtracted from the result. A correction has
  mean 0 for any baseline, so a poor baseline costs precision but adds no bias.

The baseline value of a state is the product of two factors: the expected stake of each player, and the probability
of winning a showdown minus the probability of losing it. For a decision of a known player, the baseline is averaged
over the opponent's next action.

If the strategy of a player is unknown, the estimate uses the hand that was dealt. The luck of the deal and the
board cards is then corrected, but not the luck in this player's actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import comb

import numpy as np

from ai.hands.boards import run_outs
from ai.hands.combos import (
    CLASS_NAMES,
    CLASS_OF,
    HANDS,
    Floats,
    hand_index,
    opposing_weight,
    treats_classes_alike,
    unblocked_hands,
)
from ai.hands.equity_walk import won_and_met
from ai.hands.preflop import table
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy, ThinkingAgent, within
from game.core import CHANCE, DEFAULT_BUDGET, Action, Agent, BadInput, Budget, Player
from game.match.session import Session
from game.match.table_spec import SEATS
from game.rules.betting import PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState
from game.texts import text

Strategies = tuple[RangeStrategy | None, RangeStrategy | None]
"""The strategy of each player, None if it is unknown."""
Ranges = tuple[Floats, Floats]
"""The range of each player, float64[1326]. Blockers are not removed."""

ANYTHING: Ranges = (np.ones(len(HANDS)), np.ones(len(HANDS)))
PLAYERS: tuple[Player, Player] = (0, 1)
FLOP_CARDS = BOARD_CARDS[Street.FLOP]
GROWTH = {Street.FLOP: 4.0, Street.TURN: 3.0, Street.RIVER: 1.8}
"""The usual ratio of a player's chips in the pot at the end of the hand to those at the start of a street."""
GROWTH_IN_A_ROUND = {Street.PREFLOP: 4.0, Street.FLOP: 3.0, Street.TURN: 2.4, Street.RIVER: 1.0}
"""The usual ratio of a player's chips in the pot at the end of the hand to the chips during a street.

The chips during a street are the mean over both players.
"""
OVERBET = 2.0
"""After a bet on the flop above this size, in pots, the baseline looks one action ahead."""

_HANDS_OF_CLASS: Floats = np.bincount(CLASS_OF, minlength=len(CLASS_NAMES)).astype(np.float64)


@dataclass(frozen=True, slots=True)
class _Mix:
    """The action probabilities of every hand, float64[1326, actions]. Rows of possible hands sum to 1."""

    actions: tuple[Action, ...]
    shares: Floats

    @staticmethod
    def of(mix: RangeMix) -> _Mix:
        """Return the probabilities in `mix` with rows scaled to sum 1. Rounded strategies may have other sums."""
        shares = mix.shares.astype(np.float64)
        totals = shares.sum(axis=1, keepdims=True)
        return _Mix(mix.actions, np.divide(shares, totals, out=np.zeros_like(shares), where=totals > 0.0))


@dataclass(frozen=True, slots=True)
class _Option:
    """An action that a known player can take.

    Attributes:
        shares: float64[1326], the probability of the action with each hand.
        likely: The probability of the action, averaged over the range.
        spot: The public state after the action.
    """

    action: Action
    shares: Floats
    likely: float
    spot: _Spot


@dataclass(frozen=True, slots=True)
class _Showdowns:
    """The showdown results of each hand against the opponent's range.

    Attributes:
        likely: float64[1326], for each hand the total weight of the opponent's hands that share no card with
            the hand.
        weight: float64[1326], the total weight of the showdowns of each hand. Before the flop, every hand of
            the range gets the mean weight of its hand class.
        won: float64[1326], the part of `weight` that the hand wins. A tie counts half.
    """

    likely: Floats
    weight: Floats
    won: Floats


@dataclass(frozen=True, slots=True)
class _Spot:
    """A public state of the hand, with the range of each player."""

    board: tuple[Card, ...]
    betting: PublicBetting
    ranges: Ranges

    def after(self, player: Player, action: Action, shares: Floats) -> _Spot:
        """Return the state after an action that each hand takes with the probability `shares`, float64[1326]."""
        weights = self.ranges[player] * shares
        ranges = _with(self.ranges, player, weights / weights.max())
        return replace(self, betting=self.betting.child(action), ranges=ranges)

    def with_board(self, board: tuple[Card, ...], betting: PublicBetting) -> _Spot:
        left = unblocked_hands(board)
        return _Spot(board, betting, (self.ranges[0] * left, self.ranges[1] * left))

    @property
    def is_exact(self) -> bool:
        """Whether the equity is exact.

        If there are board cards, the equity is always exact. Before the flop, all hands of a class must have the
        same weight, or one of the ranges must be a single hand.
        """
        if self.board:
            return True
        loose = [weights for weights in self.ranges if not treats_classes_alike(weights)]
        return not loose or (len(loose) == 1 and np.count_nonzero(loose[0]) == 1)


def for_seats(agents: Sequence[Agent], budget: Budget = DEFAULT_BUDGET) -> Callable[[Session], float]:
    """Return a function that estimates the winnings of seat 0 in a finished hand, in chips.

    An agent that doesn't give the strategy of all hands counts as unknown. An agent that searches gets `budget` for
    each decision.
    """
    known = [within(agent, budget) if isinstance(agent, RangeStrategy) else None for agent in agents]
    by_first = [Aivat((known[seat], known[1 - seat])) for seat in SEATS]

    def estimate(session: Session) -> float:
        first = session.get_seat(0)
        won = by_first[first].estimate(
            [step.state for step in session.steps[HOLE_CARDS - 1 :] if isinstance(step.state, HoldemState)]
        )
        return -won if first else won

    return estimate


class Aivat:
    """Estimates the winnings of player 0.

    Args:
        strategies: The strategy of each player, None if it is unknown.
        ranges: The range of each player at the first state, float64[1326]. The first state may be after the flop.
    """

    def __init__(self, strategies: Strategies, ranges: Ranges = ANYTHING) -> None:
        self._strategies = strategies
        self._ranges = ranges
        self._mixes: dict[tuple[PublicState, int], _Mix] = {}
        self._showdown_cache: dict[tuple[bytes, tuple[Card, ...]], _Showdowns] = {}

    def estimate(self, states: Sequence[HoldemState]) -> float:
        """Return the estimated winnings of player 0 in chips.

        Args:
            states: The consecutive states of a hand, from any state after the deal to the end.

        Raises:
            BadInput: If a known player took an action with probability 0.
        """
        self._showdown_cache.clear()  # no later hand can use it
        self._mixes = {key: mix for key, mix in self._mixes.items() if not key[0].board}
        spot, luck = self._begin(states[0])
        for before, after in pairwise(states):
            if spot.betting.is_all_in and spot.is_exact:
                break
            player = before.current_player()
            if player != CHANCE:
                spot, correction = self._after_action(spot, player, before, after)
                luck += correction
            elif len(after.board) >= FLOP_CARDS:
                spot, correction = self._after_cards(spot, after)
                luck += correction
        return self._value(spot) - luck

    # ---- control variates -------------------------------------------------------------------------------------
    def _begin(self, state: HoldemState) -> tuple[_Spot, float]:
        """Return the state after the deal, and the correction for the deal."""
        anything = _Spot(state.board, state.betting, self._ranges).with_board(state.board, state.betting)
        spot = anything
        for player in PLAYERS:
            if self._strategies[player] is None:
                held = np.zeros(len(HANDS))
                held[hand_index(state.hole[player])] = 1.0
                spot = replace(spot, ranges=_with(spot.ranges, player, held))
        return spot, 0.0 if spot is anything else self._value(spot) - self._value(anything)

    def _after_cards(self, spot: _Spot, state: HoldemState) -> tuple[_Spot, float]:
        """Return the state with the new board cards, and the correction for these cards."""
        after = spot.with_board(state.board, state.betting)
        if not spot.is_exact:
            return after, 0.0
        return after, (self._lead(after) - self._lead(spot)) * _stake(after.betting)

    def _after_action(
        self, spot: _Spot, player: Player, before: HoldemState, after: HoldemState
    ) -> tuple[_Spot, float]:
        """Return the state after an action, and the correction for the action."""
        strategy = self._strategies[player]
        if strategy is None:
            return replace(spot, betting=after.betting), 0.0
        _, action = after.betting.history[before.street][-1]
        options, hand = self._options(spot, player, strategy), hand_index(before.hole[player])
        taken = next((one for one in options if one.action == action and one.shares[hand] > 0.0), None)
        if taken is None:
            raise BadInput(text("solver_errors.league.outside_strategy"))
        values = {one.action: self._one_action_ahead(one.spot, player) for one in options}
        return taken.spot, values[action] - sum(one.likely * values[one.action] for one in options)

    # ---- the baseline -------------------------------------------------------------------------------------------
    def _one_action_ahead(self, spot: _Spot, player: Player) -> float:
        """Return the baseline value for player 0 after an action.

        The value is averaged over the next action of a known opponent.

        Two simplifications save time. On the flop, only the value of an overbet looks one action ahead. For an
        agent that searches, its quick strategy is used. An unknown opponent is assumed to fold if the baseline
        value is worse than a fold.
        """
        answers = spot.betting.actor
        if answers is None:
            return self._value(spot, player)
        known = self._strategies[answers]
        if known is None:
            return self._at_least_a_fold(spot, player, answers)
        to_call = spot.betting.to_call
        if spot.betting.street == Street.FLOP and to_call <= OVERBET * (spot.betting.pot - to_call):
            return self._value(spot, player)
        quick = known.quick if isinstance(known, ThinkingAgent) else known
        return sum(one.likely * self._value(one.spot, answers) for one in self._options(spot, answers, quick))

    def _at_least_a_fold(self, spot: _Spot, player: Player, answers: Player) -> float:
        """Return the baseline value for player 0 if the player `answers` can fold to a bet.

        This value may be used only at decisions. At a chance event, the mean of this value over the cards would
        differ from the value before the event.
        """
        value, committed = self._value(spot, player), spot.betting.committed
        if committed[answers] == max(committed):
            return value
        lost = float(committed[answers])
        return min(value, lost) if answers else max(value, -lost)

    def _value(self, spot: _Spot, player: Player = 0) -> float:
        """Return the baseline value of a state for player 0.

        At the end of the hand, this is the result of the hand.
        """
        if spot.betting.folded is not None:
            lost = float(spot.betting.committed[spot.betting.folded])
            return lost if spot.betting.folded else -lost
        return self._lead(spot, player) * _stake(spot.betting)

    def _lead(self, spot: _Spot, player: Player = 0) -> float:
        """Return the probability that player 0 wins a showdown minus the probability of losing it.

        The result is the mean over the hands of `player`.
        """
        showdowns, hands = self._showdowns(spot.ranges[1 - player], spot.board), spot.ranges[player]
        lead = 2.0 * float(showdowns.won @ hands / (showdowns.weight @ hands)) - 1.0
        return -lead if player else lead

    def _options(self, spot: _Spot, player: Player, strategy: RangeStrategy) -> list[_Option]:
        """Return the actions that at least one hand of the range takes."""
        public = PublicState(player, spot.board, spot.betting)
        key = (public, id(strategy))
        if key not in self._mixes:
            self._mixes[key] = _Mix.of(strategy.range_strategy(public))
        mix = self._mixes[key]
        showdowns = self._showdowns(spot.ranges[1 - player], spot.board)
        likely = (showdowns.likely * spot.ranges[player]) @ mix.shares
        return [
            _Option(action, shares, chance, spot.after(player, action, shares))
            for action, shares, chance in zip(mix.actions, mix.shares.T, likely / likely.sum(), strict=True)
            if chance > 0.0
        ]

    def _showdowns(self, weights: Floats, board: tuple[Card, ...]) -> _Showdowns:
        key = weights.tobytes(), board
        if key not in self._showdown_cache:
            self._showdown_cache[key] = _showdowns(weights, board)
        return self._showdown_cache[key]


def _stake(betting: PublicBetting) -> float:
    """Return the chips that each player is expected to have put into the pot by the end of the hand.

    If no betting follows, the number is exact.
    """
    low, high = sorted(betting.committed)
    if betting.is_all_in or (betting.actor is None and betting.street == Street.RIVER):
        return float(low)
    if betting.actor is None:
        expected = GROWTH[Street(betting.street + 1)] * low
    elif betting.history[-1] or betting.street == Street.PREFLOP:
        expected = GROWTH_IN_A_ROUND[betting.street] * (low + high) / 2
    else:
        expected = GROWTH[betting.street] * low
    return min(expected, float(min(betting.rules.stacks)))


def _showdowns(weights: Floats, board: tuple[Card, ...]) -> _Showdowns:
    likely = opposing_weight(weights)
    if not board:
        by_class = np.bincount(CLASS_OF, weights, len(CLASS_NAMES)) / _HANDS_OF_CLASS
        found = table()
        met = found.pairs @ by_class / _HANDS_OF_CLASS
        won = (found.wins + found.ties / 2) @ by_class / _HANDS_OF_CLASS
        return _Showdowns(likely, met[CLASS_OF], won[CLASS_OF])
    won, met = won_and_met(run_outs(board), weights)
    boards_a_pair = comb(48 - len(board), 5 - len(board))
    return _Showdowns(likely, met / boards_a_pair, won / boards_a_pair)


def _with(ranges: Ranges, player: Player, weights: Floats) -> Ranges:
    return (weights, ranges[1]) if player == 0 else (ranges[0], weights)
