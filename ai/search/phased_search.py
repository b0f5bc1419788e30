"""Expectimax with a model of the opponent's strategy, expanded best-first over this street and the next.

The method is like Miximax (Billings et al., "Game-tree search with adaptation in stochastic imperfect-information
games", 2004): it takes the maximum at the agent's own decisions, and the mean at chance nodes and at the opponent's
decisions.

The opponent's range is the posterior, by Bayes' rule, after the actions so far. The model gives the likelihoods of
these actions, and the probabilities of the opponent's later actions. The agent takes the best of the actions that
its own strategy considers.

The search expands this street first. The expansion starts with the states that the opponent's hands reach with the
highest weight. The remaining budget expands the next street on sampled cards, one sample at a time. All leaves of
this street use the same cards (common random numbers), so that no action is favoured by luck. An unfinished sample
is ignored.

One unit of work is one public state at which a strategy is evaluated.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

import numpy as np

from ai.hands.combos import Floats, hand_index, unblocked_hands
from ai.hands.range_strategy import PublicState, RangeStrategy, observed_decisions, summarise_belief
from ai.search.answers import StrategyCache, update_range
from ai.search.phased_tree import PhasedNode, PhasedTree, Role, candidates
from game.core import Action, Budget, Progress
from game.match.series import student_t
from game.rules.betting import CALL, FOLD, Street
from game.rules.cards import DECK, Card
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemInformationState
from game.study.holdem import Belief, ExpectedStep, SearchLine, SearchReport
from game.study.judgements import OpponentValues

DEFAULT_WORK = 12
"""The default budget in units of work. It takes about 0.05 s if both strategies are rules."""
MIN_ROOT_SHARE = 0.002
"""States that a smaller share of the opponent's range reaches are not expanded."""
MAX_PASSES = {Street.PREFLOP: 16, Street.FLOP: 47, Street.TURN: 46, Street.RIVER: 0}
"""The maximum number of samples of the next street: a sample of flops before the flop, later every card."""
MAX_CARDS = 12
"""The number of samples of the next street in `opponent_values`."""
MIN_CONTROLLED = 4
"""The minimum number of samples for a regression."""
REGRESSION_ERROR = 1.25
"""The factor of the intervals of a regression on few samples. With it, about nine of ten differences of values
are within the interval of their difference, as measured on turns on which every river card was searched."""
DIGITS = 5
"""The decimals of the noise in big blinds, which is stored with every grade."""
MIN_SPREAD = 1e-9
"""The minimum sum of squared deviations of the equity for a regression. Less is rounding: no card changes it."""
UNBOUNDED = Budget(work=1_000_000)
"""The budget of a search that ends after its last sample."""


def _now() -> float:
    return time.perf_counter()


@dataclass(slots=True)
class Meter:
    """Measures the work and time of a search, and compares both with the budget."""

    budget: Budget
    began: float = field(default_factory=_now)
    nodes: int = 0
    longest: float = 0.0
    _step: float = 0.0

    @property
    def seconds(self) -> float:
        return _now() - self.began

    @property
    def may_go_on(self) -> bool:
        """Whether the budget allows one more step, assuming that it takes as long as the longest step so far."""
        if self.budget.seconds is not None:
            return self.seconds + self.longest <= self.budget.seconds
        return self.nodes < (DEFAULT_WORK if self.budget.work is None else self.budget.work)

    def count(self) -> None:
        """Count a step and its time."""
        now = self.seconds
        self.longest = max(self.longest, now - self._step)
        self._step = now
        self.nodes += 1


class PhasedSearch:
    """A search. The generator `steps` runs the search, and `report` returns the result so far.

    Args:
        answers: The strategies of both players.
        info: The decision.
        budget: The limit of the search.
        rng: The generator that draws the cards of the next street.
        compared: The actions to compare. If `compared` is empty, the search compares the actions that the agent's
            own strategy considers.
        cards: The maximum number of samples of cards. A search with a higher maximum starts with the same samples.
        follows: Whether the agent follows its own strategy after the compared action. Otherwise, the agent
            takes the best of the actions that its strategy considers.
        is_careful: Whether the agent makes no large all-in (`is_large_all_in`) after the compared action.
    """

    def __init__(
        self,
        answers: StrategyCache,
        info: HoldemInformationState,
        budget: Budget,
        rng: random.Random,
        *,
        compared: Sequence[Action] = (),
        cards: int | None = None,
        follows: bool = False,
        is_careful: bool = False,
    ) -> None:
        self._answers = answers
        self._info = info
        self._public = PublicState.of(info)
        self._hand = hand_index(info.hole)
        self._meter = Meter(budget)
        self._rng = rng
        self._actions = compared
        self._cards = cards
        self._tree_options = {"follows": follows, "is_careful": is_careful}
        limit = MAX_PASSES[info.street]
        self._max_passes = limit if cards is None else min(cards, limit)
        self._hits = answers.hits
        self._prior = unblocked_hands((*info.hole, *info.board)).astype(np.float64)
        self._weights = self._prior / self._prior.sum()
        self._tree: PhasedTree | None = None
        self._sampled: list[tuple[Card, ...]] = []
        self._first = count()
        self._first_at = 0.0  # the seconds at which the first sample was done

    # ---- searching --------------------------------------------------------------------------------------------
    def steps(self) -> Iterator[None]:
        """Run the search, and yield after every step."""
        yield from self._weigh()
        self._tree = tree = PhasedTree(
            self._answers, self._public, self._hand, self._weights, self._actions, **self._tree_options
        )
        done = yield from self._unfold(tree, [tree.root])
        if done:
            yield from self._deal(tree)

    def _weigh(self) -> Iterator[None]:
        """Weight the opponent's hands by the actions so far, until the time of the budget is up.

        A budget that limits work, not time, doesn't limit this step.
        """
        info = self._info
        for public, action in observed_decisions(1 - info.player, info.board, info.betting):
            if self._meter.budget.seconds is not None and not self._meter.may_go_on:
                return
            self._weights = update_range(self._weights, self._answers.likelihood(public, action))
            self._meter.count()
            yield

    def _unfold(self, tree: PhasedTree, roots: list[PhasedNode]) -> Generator[None, None, bool]:
        """Expand states up to the end of the street, the most likely first.

        States that the opponent's hands reach with less than the share `MIN_ROOT_SHARE` of their weight at the root
        are never expanded. Return whether all other states were expanded.
        """
        waiting: list[tuple[float, int, PhasedNode]] = []
        self._queue(waiting, roots, tree)
        while waiting and (self._meter.may_go_on or tree.root.is_open):
            _, _, node = heappop(waiting)
            self._queue(waiting, tree.expand(node), tree)
            self._meter.count()
            yield
        return not waiting

    def _queue(
        self, waiting: list[tuple[float, int, PhasedNode]], nodes: list[PhasedNode], tree: PhasedTree
    ) -> None:
        for node in nodes:
            if node.is_open and node.weight >= MIN_ROOT_SHARE * tree.root.weight:
                heappush(waiting, (-node.weight, next(self._first), node))

    def _deal(self, tree: PhasedTree) -> Iterator[None]:
        """Search the next street, one sample of cards at a time."""
        ends = [end for end in tree.closed() if end.weight >= MIN_ROOT_SHARE * tree.root.weight]
        for cards in self._cards_to_come() if ends else ():
            done = yield from self._unfold(tree, [tree.deal(end, cards) for end in ends])
            if not done:
                return
            tree.passes += 1
            self._sampled.append(cards)
            if tree.passes == 1:
                self._first_at = self._meter.seconds

    def _cards_to_come(self) -> Iterator[tuple[Card, ...]]:
        """Yield random cards for the next street, at most `_max_passes` times."""
        street, known = self._info.street, {*self._info.hole, *self._info.board}
        left = [card for card in DECK if card not in known]
        if street == Street.PREFLOP:
            for _ in range(self._max_passes):
                yield tuple(sorted(self._rng.sample(left, BOARD_CARDS[Street.FLOP])))
            return
        for card in self._rng.sample(left, MAX_PASSES[street])[: self._max_passes]:
            yield (card,)

    # ---- results ----------------------------------------------------------------------------------------------
    def choices(self) -> list[Action]:
        return candidates(self._answers, self._public, self._hand)

    @property
    def own_mix(self) -> Mapping[Action, float]:
        return self._answers.of_own(self._public, self._hand)

    def values(self) -> dict[Action, float]:
        """Return for each action the expected chips won over the whole hand.

        Before the first expansion, the result is empty.
        """
        return self._tree.values() if self._tree is not None else {}

    def margins(self) -> dict[Action, float]:
        """Return the half-widths of the 95% intervals of the values in chips.

        A half-width is 0 if every card was searched. The result is empty if there are fewer than two samples of
        cards.
        """
        rows = self._values_by_sample()
        if len(rows) < 2:
            return {}
        half = student_t(len(rows) - 1) * math.sqrt(self._unsampled / len(rows))
        return {action: half * statistics.stdev(row[action] for row in rows) for action in self.values()}

    def controlled_values(self) -> tuple[dict[Action, float], dict[Action, Floats]]:
        """Return the values and their noise (`OpponentValues.noise`) in chips, with reduced variance.

        The equity after the sampled cards is a control variate (Glasserman, "Monte Carlo Methods in Financial
        Engineering", 2004, section 4.1). The mean of this equity over all cards is known. A regression of the
        values on the equity therefore removes most of the luck of the sample. With fewer than `MIN_CONTROLLED`
        samples, the values are not corrected.
        """
        rows, values = self._values_by_sample(), self.values()
        if len(rows) < 2:
            return values, {}
        sampled = {action: np.array([row[action] for row in rows]) for action in values}
        noise = {action: one - one.mean() for action, one in sampled.items()}
        degrees, factor, of_mean = len(rows) - 1, 1.0, 1 / len(rows)
        if len(rows) >= MIN_CONTROLLED and self._unsampled:
            equities = np.array([self._equity_after(cards) for cards in self._sampled])
            luck, deviations = float(equities.mean()) - self._mean_equity(), equities - equities.mean()
            spread = float(deviations @ deviations)
            if spread >= MIN_SPREAD:
                degrees, factor, of_mean = len(rows) - 2, REGRESSION_ERROR, of_mean + luck**2 / spread
                for action, one in noise.items():
                    slope = float(deviations @ one) / spread
                    values[action] -= slope * luck
                    noise[action] = one - slope * deviations
        half = factor * student_t(degrees) * math.sqrt(of_mean * self._unsampled / degrees)
        return values, {action: half * one for action, one in noise.items()}

    def _values_by_sample(self) -> list[dict[Action, float]]:
        tree = self._tree
        passes = tree.passes if tree is not None else 0
        return (
            [tree.values(slice(number, number + 1)) for number in range(passes)] if tree is not None else []
        )

    @property
    def _unsampled(self) -> float:
        """The part of the next street's cards that was not sampled, 1 before the flop."""
        street = self._info.street
        return 1.0 if street == Street.PREFLOP else 1.0 - len(self._sampled) / MAX_PASSES[street]

    def _equity_after(self, cards: tuple[Card, ...]) -> float:
        """Return the equity after `cards`, over the opponent's hands that share no card with `cards`.

        The result is scaled so that its mean over all cards is the equity now.
        """
        board = (*self._info.board, *cards)
        left = len(DECK) - HOLE_CARDS // 2 - len(self._info.board)
        kept = math.comb(left - 2, len(cards)) / math.comb(left, len(cards))
        weights = self._weights * unblocked_hands(board)
        return float(weights @ self._answers.shares(self._hand, board)) / kept

    def _mean_equity(self) -> float:
        """Return the mean of `_equity_after` over all cards.

        Before the flop, the mean is `equity`. Later, the mean is computed card by card, because `equity` is sampled
        on the flop.
        """
        if self._info.street == Street.PREFLOP:
            return self.equity
        known = {*self._info.hole, *self._info.board}
        return statistics.fmean(self._equity_after((card,)) for card in DECK if card not in known)

    def fold_shares(self) -> dict[Action, float]:
        """Return, for each bet or raise, the probability that the opponent folds immediately.

        Actions whose probability is unknown are left out.
        """
        children = self._tree.root.children if self._tree is not None else {}
        return {
            action: min(1.0, node.children[FOLD].weight / node.weight) if FOLD in node.children else 0.0
            for action, node in children.items()
            if action > CALL and node.role is Role.OPPOSING and node.children and node.weight > 0
        }

    @property
    def equity(self) -> float:
        """Return the equity against the opponent's estimated range if there is no further betting."""
        shares = self._answers.shares(self._hand, self._public.board)
        return float(self._weights @ shares) / float(self._weights.sum())

    def belief(self) -> Belief:
        prior: Floats = self._prior / self._prior.sum()
        return summarise_belief(self._weights, prior, explained=True)

    def progress(self) -> Progress:
        """Return the progress: in samples of cards if their number limits the search, otherwise in work.

        With samples, the remaining time is known after the second sample. The first sample is not measured, because
        it also loads the kernels.
        """
        if self._cards is not None:
            done, seconds = self._tree.passes if self._tree is not None else 0, self._meter.seconds
            pace = (seconds - self._first_at) / (done - 1) if done > 1 else None
            left = None if pace is None else pace * (self._max_passes - done)
            return Progress(done, self._max_passes, seconds, left)
        return Progress(self._meter.nodes, self._meter.budget.work, self._meter.seconds)

    def report(self) -> SearchReport:
        """Return the result so far. At least one step must have run."""
        values = self.values()
        order = sorted(values, key=lambda action: -values[action])
        return SearchReport(
            values=values,
            margins=self.margins(),
            lines=tuple(self._line(action, values[action]) for action in order),
            advised=dict(self.own_mix),
            nodes=self._meter.nodes,
            hits=self._answers.hits - self._hits,
            cards=self._tree.passes if self._tree is not None else 0,
            seconds=self._meter.seconds,
            belief=self.belief(),
        )

    def _line(self, action: Action, value: float) -> SearchLine:
        """Return the line after an action: the agent's best actions and the opponent's most likely actions.

        The line ends with the street.
        """
        tree = self._tree
        assert tree is not None
        player = self._info.player
        steps = [ExpectedStep(player, action, None)]
        node = tree.root.children[action]
        while node.children:
            if node.role is Role.OWN:
                action = max(node.children, key=lambda choice: tree.value(node.children[choice]))
                steps.append(ExpectedStep(player, action, None))
            else:
                action = max(node.children, key=lambda choice: node.children[choice].weight)
                share = node.children[action].weight / node.weight
                steps.append(ExpectedStep(1 - player, action, share))
            node = node.children[action]
        return SearchLine(value, tuple(steps))


def opponent_values(
    info: HoldemInformationState, own: RangeStrategy, opponent: RangeStrategy, actions: Sequence[Action]
) -> Iterator[Progress | OpponentValues]:
    """Yield the progress of a search and finally the value of each action in big blinds. A fold is worth 0."""
    answers = StrategyCache(own, opponent)
    search = PhasedSearch(
        answers,
        info,
        UNBOUNDED,
        random.Random(0),
        compared=tuple(actions),
        cards=MAX_CARDS,
        is_careful=True,
    )
    for _ in search.steps():
        yield search.progress()
    put_in, blind = info.betting.committed[info.player], info.rules.big_blind
    chips, noise = search.controlled_values()
    values = {action: 0.0 if action == FOLD else (value + put_in) / blind for action, value in chips.items()}
    noises = {action: tuple((one / blind).round(DIGITS).tolist()) for action, one in noise.items()}
    errors = {action: math.hypot(*one) for action, one in noises.items()}
    yield OpponentValues(values, errors, search.fold_shares(), noise=noises)
