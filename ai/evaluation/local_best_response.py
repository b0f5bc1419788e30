"""Local best response.

After Lisý and Bowling (2017), "Equilibrium approximation quality of current no-limit poker bots". The response
knows the strategy, so it keeps the opponent's range: every hand, weighed by Bayes with the shares with which the
strategy takes what it took. At each decision it supposes that after its own action both check and call to the end,
and takes what is worth most then: a call by its equity against the range, a bet by how much of the range would fold
and by its equity against the rest. What it wins is a lower bound on what a best response would win.

What a deal brings is not left to two dealt hands. The strategy answers for all its hands at once and an equity
against a range costs the same for all hands as for one, so a deal is a board, on which every hand of the response
plays against every hand of the opponent: hands that choose the same action stay together, and so do those of the
opponent. Folds and showdowns are counted as they are; an all-in is worth its equity over the boards that may come.

A deal so branches into many courses of betting. Courses that matter less than others are followed by lot: with a
probability in proportion to the chips that are at stake there, times how often it comes so far, and then count for
all that were left out. The mean stays what it was.

A deal is a board, played from both seats over all hands of both players (ai/evaluation/local_best_response.py), so
it counts as two hands, and their mean is one sample. Every deal has its own seed, so the results do not depend on
which process plays it, and a longer measurement repeats the deals of a shorter one.
"""

from __future__ import annotations

import math
import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import comb
from statistics import fmean, stdev

import numpy as np

from ai.evaluation.head_to_head import one_at_a_time, run_on_executor
from ai.evaluation.lbr_spec import FOLLOWED, HANDS_A_DEAL, MENUS, STREETS, LbrSpec
from ai.hands.combos import HANDS, Bools, Floats, class_means, left_by, opposing_weight, treats_classes_alike
from ai.hands.equities import equities, quick_equities
from ai.hands.range_strategy import PublicState, RangeStrategy, within
from game.core import Action, Agent, BadInput, Player, Progress
from game.match.series import NORMAL_95
from game.rules import games
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting, Street
from game.rules.cards import DECK, Card
from game.rules.holdem import BOARD_CARDS

_PAIRS_OF_HANDS = len(HANDS) * comb(50, 2)
CARDS_A_BOARD = {
    Street.FLOP: comb(52, 3) / comb(48, 3),
    Street.TURN: 49 / 45,
    Street.RIVER: 48 / 44,
}
"""By how much the cards of a round make two hands rarer that share none with them."""

_Mix = dict[Action, Floats]
"""For every action that some hand takes, float64[1326]: with which share each hand takes it."""
_Mixes = dict[PublicState, _Mix]


@dataclass(frozen=True, slots=True)
class Response:
    """What the response may do: bets as fractions of the pot, and from which street on it has a choice at all."""

    bets: tuple[float, ...]
    begins: Street

    def choices(self, betting: PublicBetting) -> tuple[Action, ...]:
        """Return what it may do where it is to act: fold, call and bets, each larger than the last."""
        if betting.street < self.begins:
            return (CALL,)
        bets = {betting.raise_to_for_fraction(fraction) for fraction in self.bets}
        passive = (FOLD, CALL) if betting.to_call else (CALL,)
        return (*passive, *sorted(bet for bet in bets if bet is not None))


@dataclass(frozen=True, slots=True)
class _Spot:
    """A public moment: which hands of the response come here, and how often each of the opponent's does.

    mine: bool[1326]; theirs: float64[1326], so that the sum over all pairs of hands that share no card is how often
    it comes so far on a deal. What was left out by lot counts here.
    """

    board: tuple[Card, ...]
    betting: PublicBetting
    mine: Bools
    theirs: Floats

    @property
    def likely(self) -> float:
        """How often it comes so far."""
        return float(opposing_weight(self.theirs)[self.mine].sum())

    @property
    def stake(self) -> float:
        """Chips in the pot, times how often it comes so far."""
        return self.betting.pot * self.likely

    def after(self, action: Action, *, mine: Bools | None = None, theirs: Floats | None = None) -> _Spot:
        """Return the spot after an action of these hands of one side; what is not told stays."""
        return replace(
            self,
            betting=self.betting.child(action),
            mine=self.mine if mine is None else mine,
            theirs=self.theirs if theirs is None else theirs,
        )

    def dealt(self, deal: Sequence[Card]) -> _Spot:
        """Return the spot when the next cards of a deal have come."""
        betting = self.betting.next_round()
        board = tuple(deal[: BOARD_CARDS[betting.street]])
        left = left_by(board)
        theirs = self.theirs * left * CARDS_A_BOARD[betting.street]
        return _Spot(board, betting, self.mine & left, theirs)


class LocalBestResponse:
    """Plays against a strategy whatever brings most by its own reckoning.

    followed: chips at stake, times how often it comes so far, from which a course of betting is always followed.
    """

    def __init__(self, strategy: RangeStrategy, response: Response, followed: float = FOLLOWED) -> None:
        self._strategy = strategy
        self._response = response
        self._followed = followed
        self._before_flop: _Mixes = {}

    def value(self, rules: HoldemRules, board: Sequence[Card], player: Player, rng: random.Random) -> float:
        """Return what it wins as `player`, in chips a hand, on a board of five cards, over all hands of both."""
        every = np.ones(len(HANDS))
        start = _Spot((), PublicBetting.start(rules), every > 0.0, every / _PAIRS_OF_HANDS)
        return self._walk(board, player, rng).value(start)

    def _walk(self, board: Sequence[Card], player: Player, rng: random.Random) -> _Walk:
        opponent = _Opponent(self._strategy, self._before_flop)
        return _Walk(opponent, self._response, self._followed, board, player, rng)


class _Opponent:
    """What the strategy does with every hand; asked once for a public state, before the flop once for all deals."""

    def __init__(self, strategy: RangeStrategy, before_flop: _Mixes) -> None:
        self._strategy = strategy
        self._before_flop = before_flop
        self._on_board: _Mixes = {}

    def mix(self, spot: _Spot) -> _Mix:
        """Return what it does where it is to act."""
        actor = spot.betting.actor
        assert actor is not None
        public = PublicState(actor, spot.board, spot.betting)
        known = self._on_board if spot.board else self._before_flop
        if public not in known:
            known[public] = self._asked(public)
        return known[public]

    def _asked(self, public: PublicState) -> _Mix:
        mix = self._strategy.range_strategy(public)
        shares = mix.shares.astype(np.float64)
        totals = shares.sum(axis=1, keepdims=True)
        shares = np.divide(shares, totals, out=np.zeros_like(shares), where=totals > 0.0)
        return dict(zip(mix.actions, shares.T, strict=True))


@dataclass(frozen=True, slots=True)
class _Walk:
    """One deal from the side of one player, through all courses of betting that are followed."""

    opponent: _Opponent
    response: Response
    followed: float
    deal: Sequence[Card]
    me: Player
    rng: random.Random

    def value(self, spot: _Spot) -> float:
        """Return the chips that come of a spot, times how often it comes."""
        betting = spot.betting
        if betting.actor is None:
            if betting.street == Street.RIVER or (betting.is_all_in and _is_exact(spot)):
                return betting.committed[self.me] * float(lead(spot.theirs, spot.board)[spot.mine].sum())
            return self.value(spot.dealt(self.deal))
        won, courses = self._respond(spot) if betting.actor == self.me else self._answer(spot)
        for course, times in self._drawn(courses):
            won += self.value(replace(course, theirs=course.theirs * times))
        return won

    def _drawn(self, courses: Sequence[_Spot]) -> Iterator[tuple[_Spot, float]]:
        """Yield the courses that are followed, and how many times each counts.

        One die for all: laid end to end by their stakes, those are met that hold a mark, and the marks are as far
        apart as the stake that is always followed.
        """
        next_mark = self.rng.random() * self.followed
        for course in courses:
            stake = course.stake
            next_mark -= stake
            if next_mark < 0.0:
                yield course, max(1.0, self.followed / stake)
                next_mark %= self.followed

    # ---- the response -------------------------------------------------------------------------------------------
    def _respond(self, spot: _Spot) -> tuple[float, list[_Spot]]:
        """Return what its folds cost, and how each of its other choices goes on."""
        actions = self.response.choices(spot.betting)
        if len(actions) == 1:
            return 0.0, [spot.after(actions[0])]
        worth = np.stack([self._worth(spot, action) for action in actions])
        chosen = worth.argmax(axis=0)
        won, courses = 0.0, []
        for number, action in enumerate(actions):
            mine = spot.mine & (chosen == number)
            if action == FOLD:
                won = float(worth[number][mine].sum())
            elif mine.any():
                courses.append(spot.after(action, mine=mine))
        return won, courses

    def _worth(self, spot: _Spot, action: Action) -> Floats:
        """Return float64[1326]: the chips that each hand expects of an action, times how often it is held here."""
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
        """Return what the folds of the opponent bring, and how each of its other actions goes on."""
        won, courses = 0.0, []
        for action, shares in self.opponent.mix(spot).items():
            theirs = spot.theirs * shares
            if action == FOLD:
                won = spot.betting.committed[1 - self.me] * replace(spot, theirs=theirs).likely
            else:
                courses.append(spot.after(action, theirs=theirs))
        return won, courses


def lead(weights: Floats, board: Sequence[Card], *, quick: bool = False) -> Floats:
    """Return float64[1326]: by how much weight each hand wins against a range rather than loses, over all boards.

    Quick, flops are sampled, and before the flop the hands of a class are taken for alike.
    """
    met = opposing_weight(weights)
    if not met.any():
        return met
    known = weights if board else class_means(weights)
    found = quick_equities(known, board) if quick else equities(known, board)
    return met * np.nan_to_num(2.0 * found - 1.0)


def _is_exact(spot: _Spot) -> bool:
    """Return whether `lead` is exact: on any board, and before it where the hands of a class weigh alike."""
    return bool(spot.board) or treats_classes_alike(spot.theirs)


BOARD = 5

LoadAgent = Callable[[str, str], Agent]
"""(game, name or file) -> agent. Must be a module-level function, because it is sent to other processes."""


@dataclass(frozen=True, slots=True)
class LbrResult:
    """What the response wins, in mbb/hand. `ci95` is the half-width of the interval, None with too few deals."""

    mean: float
    ci95: float | None
    hands: int
    seconds: float


def measure(
    spec: LbrSpec, load: LoadAgent, executor: Executor | None = None
) -> Iterator[Progress | LbrResult]:
    """Let the response play; yield progress after every deal and, last, the result.

    `BadInput` where nobody knows what the agent would do with every hand. Closing the generator ends it: deals that
    have not begun are dropped.
    """
    response = response_to(spec, load)
    began = time.monotonic()
    work = partial(deal_value, spec, response)
    if executor is not None:
        work = partial(_value_there, spec, load=load, run=secrets.token_hex(8))
    values = map(work, spec.deals) if executor is None else run_on_executor(executor, work, spec.deals)
    found: list[float] = []
    for value in values:
        found.append(value)
        report = _report(spec, found, time.monotonic() - began)
        yield report
        if report.iteration == report.total:
            break
    yield LbrResult(fmean(found), _ci95(found), HANDS_A_DEAL * len(found), time.monotonic() - began)


def response_to(spec: LbrSpec, load: LoadAgent) -> LocalBestResponse:
    """Return the response to an agent; `BadInput` where nobody knows what it would do with every hand."""
    agent = load(games.HOLDEM, spec.agent)
    if not isinstance(agent, RangeStrategy):
        raise BadInput(
            f"{agent.name} cannot give its strategy for every hand, which a local best response needs: "
            "agents that search cannot be measured this way."
        )
    return LocalBestResponse(
        within(agent, spec.budget), Response(MENUS[spec.menu], STREETS[spec.streets]), spec.followed
    )


def _value_there(spec: LbrSpec, deal: int, load: LoadAgent, run: str) -> float:
    """Return what a deal brings, in a process of the executor, which loads the agent once a run."""
    with one_at_a_time:
        return deal_value(spec, _response_there(spec, load, run), deal)


@lru_cache(maxsize=1)
def _response_there(spec: LbrSpec, load: LoadAgent, run: str) -> LocalBestResponse:
    return response_to(spec, load)


def deal_value(spec: LbrSpec, response: LocalBestResponse, deal: int) -> float:
    """Return what the response wins on a deal, in mbb/hand."""
    rng = random.Random(f"{spec.seed}/deal {deal}")
    board = rng.sample(DECK, BOARD)
    rules = games.cash_rules(spec.stack_bb)
    chips = fmean(response.value(rules, board, player, rng) for player in (0, 1))
    return chips * 1000 / rules.big_blind


def _report(spec: LbrSpec, found: list[float], seconds: float) -> Progress:
    """Return how far it is; when time is up, this is all."""
    hands = HANDS_A_DEAL * len(found)
    if spec.seconds is None:
        total: int | None = spec.hands
        left = seconds / hands * (spec.hands - hands)
    else:
        left = max(0.0, spec.seconds - seconds)
        total = None if left else hands
    return Progress(hands, total, seconds, left, {"mean": fmean(found)})


def _ci95(found: list[float]) -> float | None:
    return NORMAL_95 * stdev(found) / math.sqrt(len(found)) if len(found) > 1 else None
