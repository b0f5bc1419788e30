"""AIVAT: what a hand of Hold'em brought without most of its luck, and without bias.

After Burch, Schmid, Moravčík, Morrill and Bowling (2018). Two things take the luck out. Imaginary observations:
of a player whose strategy is known, every hand that would have acted so counts with its probability, not only the
one that was dealt. Corrections: wherever chance or a known player chose, a baseline tells what each choice would
have been worth; what the one that came was worth beyond the mean of all is luck, and is taken off. The mean of a
correction is 0 whatever the baseline is, so a poor baseline costs precision and never truth.

The baseline is one that anybody could work out: how much likelier one range wins a showdown than the other, times
the chips that usually come to be at stake; at decisions one action of a known opponent further on. A player whose
strategy is not known is held to the hand that he had, and only the deal and the board are corrected beside him; he
may play as he likes, but the baseline expects that he folds where a bet costs more than that.
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
    left_by,
    opposing_weight,
    place_of,
    treats_classes_alike,
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

Strategies = tuple[RangeStrategy | None, RangeStrategy | None]
"""By player; None for one whose strategy is not known."""
Ranges = tuple[Floats, Floats]
"""By player, float64[1326]: how likely each hand is, as far as the other's cards allow."""

ANYTHING: Ranges = (np.ones(len(HANDS)), np.ones(len(HANDS)))
PLAYERS: tuple[Player, Player] = (0, 1)
FLOP_CARDS = BOARD_CARDS[Street.FLOP]
GROWTH = {Street.FLOP: 4.0, Street.TURN: 3.0, Street.RIVER: 1.8}
"""By how much the bets to come usually multiply what each has put in before a round."""
GROWTH_IN_A_ROUND = {Street.PREFLOP: 4.0, Street.FLOP: 3.0, Street.TURN: 2.4, Street.RIVER: 1.0}
"""The same while a round is played, with half of a bet that nobody has answered yet."""
OVERBET = 2.0
"""Pots above which a bet is asked after on the flop."""

_HANDS_OF_CLASS: Floats = np.bincount(CLASS_OF, minlength=len(CLASS_NAMES)).astype(np.float64)


@dataclass(frozen=True, slots=True)
class _Mix:
    """What each hand does: float64[1326, actions], rows that add up to 1 where the hand can be held."""

    actions: tuple[Action, ...]
    shares: Floats

    @staticmethod
    def of(mix: RangeMix) -> _Mix:
        """Take the mix of a strategy, whose small numbers may have been rounded."""
        shares = mix.shares.astype(np.float64)
        totals = shares.sum(axis=1, keepdims=True)
        return _Mix(mix.actions, np.divide(shares, totals, out=np.zeros_like(shares), where=totals > 0.0))


@dataclass(frozen=True, slots=True)
class _Option:
    """An action that a known player may take: with which hands, how likely that is, and what comes of it."""

    action: Action
    shares: Floats
    likely: float
    spot: _Spot


@dataclass(frozen=True, slots=True)
class _Opposed:
    """What each hand meets in a range and what it wins of that at a showdown: float64[1326] both.

    `likely` is what it meets with these very weights; before the flop, where a table answers by classes of hands,
    `met` and `won` take the mean weight of each class.
    """

    likely: Floats
    met: Floats
    won: Floats


@dataclass(frozen=True, slots=True)
class _Spot:
    """A public moment of the hand, and what each player may hold there."""

    board: tuple[Card, ...]
    betting: PublicBetting
    ranges: Ranges

    def after(self, player: Player, action: Action, shares: Floats) -> _Spot:
        """Return the spot after an action that each hand takes with these shares."""
        weights = self.ranges[player] * shares
        ranges = _with(self.ranges, player, weights / weights.max())
        return replace(self, betting=self.betting.child(action), ranges=ranges)

    def dealt(self, board: tuple[Card, ...], betting: PublicBetting) -> _Spot:
        """Return the spot after cards have come."""
        left = left_by(board)
        return _Spot(board, betting, (self.ranges[0] * left, self.ranges[1] * left))

    @property
    def is_exact(self) -> bool:
        """Whether the equity is exact here: always on a board, before it where hands of a class weigh alike.

        A range of one hand does no harm, as long as the other one is none.
        """
        if self.board:
            return True
        loose = [weights for weights in self.ranges if not treats_classes_alike(weights)]
        return not loose or (len(loose) == 1 and np.count_nonzero(loose[0]) == 1)


def _is_overbet(spot: _Spot) -> bool:
    """Return whether a player has to call more than `OVERBET` times what was in the pot."""
    to_call = spot.betting.to_call
    return to_call > OVERBET * (spot.betting.pot - to_call)


def for_seats(agents: Sequence[Agent], budget: Budget = DEFAULT_BUDGET) -> Callable[[Session], float]:
    """Return what estimates a finished hand of a session, in chips of seat 0, by what is known of the agents.

    The strategy of one that does not answer for all hands is not known; one that thinks is asked with the budget of
    its decisions.
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
    """Estimates what player 0 won in the hands of two players.

    `ranges` are what may be dealt to each player where the hands begin, which need not be before the flop.
    """

    def __init__(self, strategies: Strategies, ranges: Ranges = ANYTHING) -> None:
        self._strategies = strategies
        self._ranges = ranges
        self._mixes: dict[tuple[PublicState, int], _Mix] = {}
        self._met: dict[tuple[bytes, tuple[Card, ...]], _Opposed] = {}

    def estimate(self, states: Sequence[HoldemState]) -> float:
        """Return what player 0 won in chips, for the states of a hand from a moment after the deal to its end.

        `BadInput` where a known player does what its strategy never does: the estimate would be worth nothing.
        """
        self._forget()
        spot, luck = self._begin(states[0])
        for before, after in pairwise(states):
            if spot.betting.is_all_in and spot.is_exact:
                break
            player = before.current_player()
            if player != CHANCE:
                spot, lucky = self._acted(spot, player, before, after)
                luck += lucky
            elif len(after.board) >= FLOP_CARDS:
                spot, lucky = self._dealt(spot, after)
                luck += lucky
        return self._value(spot) - luck

    def _forget(self) -> None:
        """Forget what is of no use to another hand."""
        self._met.clear()
        self._mixes = {key: mix for key, mix in self._mixes.items() if not key[0].board}

    # ---- what came, beside what could have come ---------------------------------------------------------------
    def _begin(self, state: HoldemState) -> tuple[_Spot, float]:
        """Return what is known after the deal, and what that was worth beyond the mean of all deals."""
        anything = _Spot(state.board, state.betting, self._ranges).dealt(state.board, state.betting)
        spot = anything
        for player in PLAYERS:
            if self._strategies[player] is None:
                held = np.zeros(len(HANDS))
                held[place_of(state.hole[player])] = 1.0
                spot = replace(spot, ranges=_with(spot.ranges, player, held))
        return spot, 0.0 if spot is anything else self._value(spot) - self._value(anything)

    def _dealt(self, spot: _Spot, state: HoldemState) -> tuple[_Spot, float]:
        """Return the spot with its new cards, and what these were worth beyond the mean of all cards."""
        after = spot.dealt(state.board, state.betting)
        if not spot.is_exact:
            return after, 0.0
        return after, (self._lead(after) - self._lead(spot)) * _stake(after.betting)

    def _acted(
        self, spot: _Spot, player: Player, before: HoldemState, after: HoldemState
    ) -> tuple[_Spot, float]:
        """Return the spot after an action, and what this was worth beyond the mean of the player's strategy."""
        strategy = self._strategies[player]
        if strategy is None:
            return replace(spot, betting=after.betting), 0.0
        _, action = after.betting.history[before.street][-1]
        options, place = self._options(spot, player, strategy), place_of(before.hole[player])
        taken = next((one for one in options if one.action == action and one.shares[place] > 0.0), None)
        if taken is None:
            raise BadInput("AIVAT needs a whole strategy, but a player acted outside it.")
        worth = {one.action: self._one_action_ahead(one.spot, player) for one in options}
        return taken.spot, worth[action] - sum(one.likely * worth[one.action] for one in options)

    # ---- the baseline -------------------------------------------------------------------------------------------
    def _one_action_ahead(self, spot: _Spot, player: Player) -> float:
        """Return what a spot is worth to player 0 after an action, by what a known opponent answers.

        A flop without an overbet is left at what the baseline says, and one that thinks is taken to answer as its
        quick strategy does: asking for all these answers would take most of the time. One who is not known will not
        lose more than a fold does.
        """
        answers = spot.betting.actor
        if answers is None:
            return self._value(spot, player)
        known = self._strategies[answers]
        if known is None:
            return self._at_least_a_fold(spot, player, answers)
        if spot.betting.street == Street.FLOP and not _is_overbet(spot):
            return self._value(spot, player)
        quick = known.quick if isinstance(known, ThinkingAgent) else known
        return sum(one.likely * self._value(one.spot, answers) for one in self._options(spot, answers, quick))

    def _at_least_a_fold(self, spot: _Spot, player: Player, answers: Player) -> float:
        """Return what a spot is worth to player 0 where one who faces a bet can fold.

        This is for actions of the other alone: over the cards that may come its mean is not that of any equity.
        """
        value, committed = self._value(spot, player), spot.betting.committed
        if committed[answers] == max(committed):
            return value
        lost = float(committed[answers])
        return min(value, lost) if answers else max(value, -lost)

    def _value(self, spot: _Spot, player: Player = 0) -> float:
        """Return about what a spot is worth to player 0; at the end of the hand, what it brought."""
        if spot.betting.folded is not None:
            lost = float(spot.betting.committed[spot.betting.folded])
            return lost if spot.betting.folded else -lost
        return self._lead(spot, player) * _stake(spot.betting)

    def _lead(self, spot: _Spot, player: Player = 0) -> float:
        """Return how much likelier player 0 wins a showdown than the other, counted over the hands of `player`."""
        opposed, hands = self._opposed(spot.ranges[1 - player], spot.board), spot.ranges[player]
        lead = 2.0 * float(opposed.won @ hands / (opposed.met @ hands)) - 1.0
        return -lead if player else lead

    def _options(self, spot: _Spot, player: Player, strategy: RangeStrategy) -> list[_Option]:
        """Return what a strategy does with any of the hands that may be held here."""
        mix = self._mix(PublicState(player, spot.board, spot.betting), strategy)
        opposed = self._opposed(spot.ranges[1 - player], spot.board)
        likely = (opposed.likely * spot.ranges[player]) @ mix.shares
        return [
            _Option(action, shares, chance, spot.after(player, action, shares))
            for action, shares, chance in zip(mix.actions, mix.shares.T, likely / likely.sum(), strict=True)
            if chance > 0.0
        ]

    def _mix(self, public: PublicState, strategy: RangeStrategy) -> _Mix:
        """Ask a strategy, once."""
        key = (public, id(strategy))
        if key not in self._mixes:
            self._mixes[key] = _Mix.of(strategy.range_strategy(public))
        return self._mixes[key]

    def _opposed(self, weights: Floats, board: tuple[Card, ...]) -> _Opposed:
        """Return what each hand meets in a range, worked out once."""
        key = weights.tobytes(), board
        if key not in self._met:
            self._met[key] = _opposed(weights, board)
        return self._met[key]


def _stake(betting: PublicBetting) -> float:
    """Return about how many chips each will have put in; where nobody bets any more, how many each has."""
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


def _opposed(weights: Floats, board: tuple[Card, ...]) -> _Opposed:
    likely = opposing_weight(weights)
    if not board:
        by_class = np.bincount(CLASS_OF, weights, len(CLASS_NAMES)) / _HANDS_OF_CLASS
        found = table()
        met = found.pairs @ by_class / _HANDS_OF_CLASS
        won = (found.wins + found.ties / 2) @ by_class / _HANDS_OF_CLASS
        return _Opposed(likely, met[CLASS_OF], won[CLASS_OF])
    won, met = won_and_met(run_outs(board), weights)
    boards_a_pair = comb(48 - len(board), 5 - len(board))
    return _Opposed(likely, met / boards_a_pair, won / boards_a_pair)


def _with(ranges: Ranges, player: Player, weights: Floats) -> Ranges:
    return (weights, ranges[1]) if player == 0 else (ranges[0], weights)
