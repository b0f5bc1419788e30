"""Local best response (LBR): a lower bound of the exploitability of an agent (Lisý and Bowling, 2017).

The response knows the opponent's strategy and updates the opponent's range by Bayes' rule. At each decision, the
response takes the action with the highest expected value, assuming that both players check and call afterwards. The
value of a call is the equity against the range. The value of a bet follows from the probability that the opponent
folds, and from the equity against the hands that call. The winnings are a lower bound of the winnings of a best
response.

In each deal, the board is fixed, and every hand of the response plays against every hand of the opponent. Two facts
make this cheap. The strategy returns the action probabilities of all hands at once, and computing the equities of
all hands costs as much as computing one equity. Folds and showdowns are exact. The value of an all-in is the equity
over the possible boards.

A deal branches into many betting lines. Lines with a small expected stake (pot times reach) are sampled with a
probability proportional to the stake. The inverse of this probability is the weight of a sampled line, so the mean
is unbiased (importance sampling).

Each deal is played in both seats. The deal counts as two hands, and their mean is one sample. Every deal has its
own seed. The results therefore do not depend on the number of processes, and a longer measurement starts with the
same deals as a shorter measurement.
"""

from __future__ import annotations

import math
import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from math import comb
from statistics import fmean, stdev

import numpy as np

from ai.evaluation.head_to_head import one_at_a_time, run_on_executor
from ai.evaluation.lbr_spec import ALWAYS_PLAYED_STAKE, HANDS_A_DEAL, MENUS, STREETS, LbrSpec
from ai.hands.combos import (
    HANDS,
    Bools,
    Floats,
    class_means,
    opposing_weight,
    treats_classes_alike,
    unblocked_hands,
)
from ai.hands.equities import equities, quick_equities
from ai.hands.range_strategy import PublicState, RangeStrategy, within
from game.core import Action, Agent, BadInput, Player, Progress
from game.match.outside_agents import FaultCount, Faults, add_faults, check_faults, session_seed, take_faults
from game.match.series import NORMAL_95
from game.rules import games
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting, Street
from game.rules.cards import DECK, Card
from game.rules.holdem import BOARD_CARDS

_PAIRS_OF_HANDS = len(HANDS) * comb(50, 2)
CARDS_A_BOARD = {Street.FLOP: comb(52, 3) / comb(48, 3), Street.TURN: 49 / 45, Street.RIVER: 48 / 44}
"""The inverse of the probability that the new cards of a street are not among the cards of two given hands."""

_Mix = dict[Action, Floats]
"""The probability of each action with every hand, float64[1326]."""
_Mixes = dict[PublicState, _Mix]


@dataclass(frozen=True, slots=True)
class Response:
    """The possible bets of the response, and the first street on which the response chooses its actions.

    Bets are fractions of the pot. Before its first street, the response only checks and calls.
    """

    bets: tuple[float, ...]
    begins: Street

    def choices(self, betting: PublicBetting) -> tuple[Action, ...]:
        """Return the possible actions of the response: fold, call, and bets in ascending order."""
        if betting.street < self.begins:
            return (CALL,)
        bets = {betting.raise_to_for_fraction(fraction) for fraction in self.bets}
        passive = (FOLD, CALL) if betting.to_call else (CALL,)
        return (*passive, *sorted(bet for bet in bets if bet is not None))


@dataclass(frozen=True, slots=True)
class _Spot:
    """A public state of a deal.

    Attributes:
        mine: bool[1326], the hands of the response that reach the state.
        theirs: float64[1326], the reach of the opponent's hands. In a sampled line, this reach is multiplied
            by the line's weight. The sum of `theirs` over all pairs of hands without a common card is the
            reach of the state.
    """

    board: tuple[Card, ...]
    betting: PublicBetting
    mine: Bools
    theirs: Floats

    @property
    def reach(self) -> float:
        return float(opposing_weight(self.theirs)[self.mine].sum())

    @property
    def stake(self) -> float:
        return self.betting.pot * self.reach

    def after(self, action: Action, *, mine: Bools | None = None, theirs: Floats | None = None) -> _Spot:
        """Return the state after an action. `mine` or `theirs` has the remaining hands of the player who acted."""
        return replace(
            self,
            betting=self.betting.child(action),
            mine=self.mine if mine is None else mine,
            theirs=self.theirs if theirs is None else theirs,
        )

    def next_street(self, deal: Sequence[Card]) -> _Spot:
        """Return the state after the next board cards of a deal."""
        betting = self.betting.next_round()
        board = tuple(deal[: BOARD_CARDS[betting.street]])
        left = unblocked_hands(board)
        theirs = self.theirs * left * CARDS_A_BOARD[betting.street]
        return _Spot(board, betting, self.mine & left, theirs)


class LocalBestResponse:
    """The local best response to a strategy.

    Args:
        strategy: The strategy of the opponent.
        response: The possible actions of the response.
        always_played_stake: The minimum expected stake, in chips, at which a betting line is always played.
    """

    def __init__(
        self, strategy: RangeStrategy, response: Response, always_played_stake: float = ALWAYS_PLAYED_STAKE
    ) -> None:
        self._strategy = strategy
        self._response = response
        self._always_played_stake = always_played_stake
        self._before_flop: _Mixes = {}

    def value(self, rules: HoldemRules, board: Sequence[Card], player: Player, rng: random.Random) -> float:
        """Return the mean winnings of the response as `player`, over all hands, in chips per hand.

        `board` has five cards.
        """
        every = np.ones(len(HANDS))
        start = _Spot((), PublicBetting.start(rules), every > 0.0, every / _PAIRS_OF_HANDS)
        return self._walk(board, player, rng).value(start)

    def _walk(self, board: Sequence[Card], player: Player, rng: random.Random) -> _Walk:
        opponent = _Opponent(self._strategy, self._before_flop)
        return _Walk(opponent, self._response, self._always_played_stake, board, player, rng)


class _Opponent:
    """The opponent's strategy, cached by public state. Preflop states stay cached.

    Later states are cached for one deal only.
    """

    def __init__(self, strategy: RangeStrategy, before_flop: _Mixes) -> None:
        self._strategy = strategy
        self._before_flop = before_flop
        self._on_board: _Mixes = {}

    def mix(self, spot: _Spot) -> _Mix:
        """Return the opponent's probability of each action at a decision."""
        actor = spot.betting.actor
        assert actor is not None
        public = PublicState(actor, spot.board, spot.betting)
        cache = self._on_board if spot.board else self._before_flop
        if public not in cache:
            mix = self._strategy.range_strategy(public)
            shares = mix.shares.astype(np.float64)
            totals = shares.sum(axis=1, keepdims=True)
            shares = np.divide(shares, totals, out=np.zeros_like(shares), where=totals > 0.0)
            cache[public] = dict(zip(mix.actions, shares.T, strict=True))
        return cache[public]


@dataclass(frozen=True, slots=True)
class _Walk:
    """The evaluation of one deal with the response in one seat, over all or sampled betting lines."""

    opponent: _Opponent
    response: Response
    always_played_stake: float
    deal: Sequence[Card]
    me: Player
    rng: random.Random

    def value(self, spot: _Spot) -> float:
        """Return the winnings from a state on, in chips, times the reach of the state."""
        betting = spot.betting
        if betting.actor is None:
            is_exact = betting.is_all_in and (bool(spot.board) or treats_classes_alike(spot.theirs))
            if betting.street == Street.RIVER or is_exact:
                return betting.committed[self.me] * float(lead(spot.theirs, spot.board)[spot.mine].sum())
            return self.value(spot.next_street(self.deal))
        won, branches = self._respond(spot) if betting.actor == self.me else self._answer(spot)
        for branch, weight in self._sample(branches):
            won += self.value(replace(branch, theirs=branch.theirs * weight))
        return won

    def _sample(self, branches: Sequence[_Spot]) -> Iterator[tuple[_Spot, float]]:
        """Yield the sampled branches with their weights, by systematic sampling with one random number.

        Each branch is an interval as long as its stake, and the intervals are adjacent. Marks at distances of
        `always_played_stake` select the branches, so a branch with at least this stake is always selected.
        """
        next_mark = self.rng.random() * self.always_played_stake
        for branch in branches:
            stake = branch.stake
            next_mark -= stake
            if next_mark < 0.0:
                yield branch, max(1.0, self.always_played_stake / stake)
                next_mark %= self.always_played_stake

    # ---- the response -------------------------------------------------------------------------------------------
    def _respond(self, spot: _Spot) -> tuple[float, list[_Spot]]:
        """Return the total value of the hands that the response folds, and the states after its other actions."""
        actions = self.response.choices(spot.betting)
        if len(actions) == 1:
            return 0.0, [spot.after(actions[0])]
        values = np.stack([self._action_value(spot, action) for action in actions])
        chosen = values.argmax(axis=0)
        won, branches = 0.0, []
        for number, action in enumerate(actions):
            mine = spot.mine & (chosen == number)
            if action == FOLD:
                won = float(values[number][mine].sum())
            elif mine.any():
                branches.append(spot.after(action, mine=mine))
        return won, branches

    def _action_value(self, spot: _Spot, action: Action) -> Floats:
        """Return the expected value of an action with each hand, in chips, times the reach, float64[1326]."""
        betting = spot.betting
        if action == FOLD:
            return -betting.committed[self.me] * opposing_weight(spot.theirs)
        if action == CALL:
            paid = betting.committed[self.me] + betting.to_call
            return paid * lead(spot.theirs, spot.board, quick=True)
        folds = spot.theirs * self.opponent.mix(spot.after(action)).get(FOLD, 0.0)
        gained: Floats = betting.committed[1 - self.me] * opposing_weight(folds)
        paid = min(action, *betting.rules.stacks)
        return gained + paid * lead(spot.theirs - folds, spot.board, quick=True)

    # ---- the opponent -------------------------------------------------------------------------------------------
    def _answer(self, spot: _Spot) -> tuple[float, list[_Spot]]:
        """Return the total value of the hands that the opponent folds, and the states after the other actions."""
        won, branches = 0.0, []
        for action, shares in self.opponent.mix(spot).items():
            theirs = spot.theirs * shares
            if action == FOLD:
                won = spot.betting.committed[1 - self.me] * replace(spot, theirs=theirs).reach
            else:
                branches.append(spot.after(action, theirs=theirs))
        return won, branches


def lead(weights: Floats, board: Sequence[Card], *, quick: bool = False) -> Floats:
    """Return for each hand the weight of the hands that lose to it, minus the weight of the hands that beat it.

    The result is float64[1326], averaged over all full boards. Before the flop, each weight is replaced by the mean
    weight of the hand's class. If `quick` is True, the boards after a flop are sampled.
    """
    met = opposing_weight(weights)
    if not met.any():
        return met
    averaged = weights if board else class_means(weights)
    found = quick_equities(averaged, board) if quick else equities(averaged, board)
    return met * np.nan_to_num(2.0 * found - 1.0)


BOARD = 5

LoadAgent = Callable[[str, str], Agent]
"""Loads an agent by game, and name or file. It must be a module-level function that can be pickled."""


@dataclass(frozen=True, slots=True)
class LbrResult:
    """The winnings of the response in mbb/hand.

    `ci95` is the half-width of the 95 % interval, None for a single deal.

    `faults` counts the failed answers of an outside agent.
    """

    mean: float
    ci95: float | None
    hands: int
    seconds: float
    faults: Faults = field(default_factory=dict)


def measure(
    spec: LbrSpec, load: LoadAgent, executor: Executor | None = None
) -> Iterator[Progress | LbrResult]:
    """Measure an agent by its local best response. Yield progress after every deal and finally the result.

    Closing the generator cancels the deals that have not started.

    Raises:
        BadInput: If the agent doesn't give its strategy for every hand.
        ConnectionFailed: If an outside agent failed in too many answers for a valid result.
    """
    with session_seed(spec.seed):
        agent = load(games.HOLDEM, spec.agent)
    response = response_to(spec, agent)
    began = time.monotonic()
    work = partial(_value_here, spec, response, agent)
    if executor is not None:
        work = partial(_value_there, spec, load=load, run=secrets.token_hex(8))
    values = map(work, spec.deals) if executor is None else run_on_executor(executor, work, spec.deals)
    found: list[float] = []
    faults: dict[str, FaultCount] = {}
    for value, failed in values:
        found.append(value)
        add_faults(faults, [spec.agent], failed)
        report = _report(spec, found, time.monotonic() - began)
        yield report
        if report.iteration == report.total:
            break
    check_faults(faults)
    ci95 = NORMAL_95 * stdev(found) / math.sqrt(len(found)) if len(found) > 1 else None
    yield LbrResult(fmean(found), ci95, HANDS_A_DEAL * len(found), time.monotonic() - began, faults)


def response_to(spec: LbrSpec, agent: Agent) -> LocalBestResponse:
    """Return the local best response to an agent.

    Raises:
        BadInput: If the agent doesn't give its strategy for every hand.
    """
    if not isinstance(agent, RangeStrategy):
        raise BadInput(
            f"{spec.agent} cannot give its strategy for every hand, which a local best response needs: "
            "a class of your own needs the method range_strategy, a program needs answers to all_hands, and a "
            "search cannot be measured this way."
        )
    return LocalBestResponse(
        within(agent, spec.budget),
        Response(MENUS[spec.menu], STREETS[spec.streets]),
        spec.always_played_stake,
    )


Value = tuple[float, tuple[FaultCount | None, ...]]
"""The value of a deal, and the failed answers of the agent on it."""


def _value_here(spec: LbrSpec, response: LocalBestResponse, agent: Agent, deal: int) -> Value:
    return deal_value(spec, response, deal), take_faults([agent])


def _value_there(spec: LbrSpec, deal: int, load: LoadAgent, run: str) -> Value:
    """Return the value of a deal in a process of the executor. The process loads the agent once per `run`."""
    with one_at_a_time:
        response, agent = _response_there(spec, load, run)
        return _value_here(spec, response, agent, deal)


@lru_cache(maxsize=1)
def _response_there(spec: LbrSpec, load: LoadAgent, run: str) -> tuple[LocalBestResponse, Agent]:
    with session_seed(spec.seed):
        agent = load(games.HOLDEM, spec.agent)
    return response_to(spec, agent), agent


def deal_value(spec: LbrSpec, response: LocalBestResponse, deal: int) -> float:
    """Return the winnings of the response on a deal, in mbb/hand."""
    rng = random.Random(f"{spec.seed}/deal {deal}")
    board = rng.sample(DECK, BOARD)
    rules = games.cash_rules(spec.stack_bb)
    chips = fmean(response.value(rules, board, player, rng) for player in (0, 1))
    return chips * 1000 / rules.big_blind


def _report(spec: LbrSpec, found: list[float], seconds: float) -> Progress:
    """Return the progress in hands. Once the time limit has passed, the total is the number of hands so far."""
    hands = HANDS_A_DEAL * len(found)
    if spec.seconds is None:
        total: int | None = spec.hands
        left = seconds / hands * (spec.hands - hands)
    else:
        left = max(0.0, spec.seconds - seconds)
        total = None if left else hands
    return Progress(hands, total, seconds, left, {"mean": fmean(found)})
