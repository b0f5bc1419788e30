"""External sampling Monte Carlo CFR (MCCFR) on a public tree, and approximate best responses trained with it.

External sampling (M. Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NIPS 2009)
samples chance and the opponent, while the traverser tries all actions. In each iteration, both players in turn are
the traverser in the same deal. The average strategy is updated at the decisions of the player who is sampled.

The strategies of early iterations are poor, so later iterations get more weight. In linear CFR, iteration t has
weight t. In discounted CFR, iteration t multiplies the old regrets by t^a / (t^a + 1) and the old strategy sums by
(t / (t + 1))^g (N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret minimization",
AAAI 2019). This module gives larger weights to later iterations instead of discounting the tables. The result is
the same up to a factor, but needs no pass over the tables. Iterations are divided into blocks. All iterations of a
block have the same weight, and the first block has weight 1. Positive and negative regrets have the same discount.

Threads update the same tables without locks. Sometimes a thread overwrites an update of another thread, which adds
a little to the sampling noise. With one thread, the same seed gives the same tables.

If the tree is too large for an exact best response, `trained_response` learns an approximate best response: one
player learns by external sampling against a fixed strategy (F. Timbers et al., "Approximate exploitability:
learning a best response", IJCAI 2022, use networks instead of tables). The winnings of the learnt response in new
deals are a lower bound on the value of a best response. The response starts as the fixed strategy, so it plays
sensibly in rarely visited information sets.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf

import numpy as np

from ai.algorithms import mccfr_kernel
from ai.algorithms.dice import Dice
from ai.algorithms.mccfr_kernel import (
    CERTAIN,
    NEVER,
    DealtHands,
    Floats32,
    Strategy,
    UpdateSettings,
    play,
    put_regrets,
    quantise,
    sum_of_regrets,
)
from ai.algorithms.public_tree import PLAYERS, DealBatch, Dealer, Int64s, Layout, PublicTree
from game.files.memory_limit import threads_under_limit

BATCH = 512
"""The number of deals between two reports, which are a few milliseconds apart."""
PRIOR = 40.0
"""The initial regret of an action with probability 1, as a multiple of the largest stake.

It is so large that a few lucky deals cannot outweigh it.
"""
_ONLY = (np.float32(1.0), np.float32(0.0), NEVER, np.float32(1.0))
"""Settings: equal weights for all deals, no strategy sums, no pruning, and stakes as the unit."""


@dataclass(frozen=True, slots=True)
class SmallGame:
    """A public tree, the layout of its tables, and the dealer."""

    tree: PublicTree
    layout: Layout
    dealer: Dealer


def trained_response(
    game: SmallGame, strategy: Strategy, deals: int, dice: Dice
) -> Generator[int, None, Strategy]:
    """Train a response for each seat, and return both responses as one strategy, uint8[entries].

    Args:
        game: The tree, its layout and the dealer.
        strategy: The fixed strategy, uint8[entries].
        deals: The number of deals for each seat.
        dice: The random numbers.

    Yields:
        The number of deals so far, after every batch. The last number is `PLAYERS * deals`.
    """
    tree, layout = mccfr_kernel.kernel_tree(game.tree, game.layout), game.layout
    found = np.zeros(layout.entries, np.uint8)
    for seat in range(PLAYERS):
        first, end = layout.entry_range(seat)
        tables = np.zeros(2 * layout.entries, np.float32)
        put_regrets(tree, tables, layout.buckets, strategy)
        tables[2 * first : 2 * end] *= PRIOR * float(game.tree.stake.max()) / CERTAIN
        for done in range(0, deals, BATCH):
            dealt = game.dealer.deal(min(BATCH, deals - done), dice)
            settings = UpdateSettings(*_ONLY, seat, seat + 1)
            dealt_hands = DealtHands(dealt.buckets.reshape(len(dealt), -1), dealt.results)
            counter = np.array([dice.counter], np.uint64)
            mccfr_kernel.learn(tree, tables, dealt_hands, settings, counter)
            dice.counter = int(counter[0])
            yield seat * deals + done + len(dealt)
        reply = np.zeros(layout.entries, np.uint8)
        quantise(tree, tables, layout.buckets, reply)
        found[first:end] = reply[first:end]
    return found


@dataclass(frozen=True, slots=True)
class Weighting:
    """The exponents of discounted CFR. In the formulas of this module, a is `regrets`, and g is `sums`."""

    regrets: float
    sums: float

    def of_block(self, block: int) -> tuple[float, float]:
        """Return the weights of regrets and of strategy sums in a block. The first block is number 1.

        >>> LINEAR.of_block(3), DISCOUNTED.of_block(2)
        ((3.0, 3.0), (2.0, 4.0))
        """
        earlier = np.arange(1.0, block)
        shrinking = np.log1p(earlier**-self.regrets).sum()
        return round(float(np.exp(shrinking)), 9), float(block**self.sums)


LINEAR = Weighting(1.0, 1.0)
DISCOUNTED = Weighting(1.5, 2.0)
WEIGHTINGS: Mapping[str, Weighting] = {"linear": LINEAR, "discounted": DISCOUNTED}


BATCH_DEALS = 512
"""The number of deals in a batch of one thread. A batch takes some milliseconds."""
SEED_SHIFT = 16
"""The seed is shifted by this many bits. The low bits number the random streams, two for each thread."""


@dataclass(frozen=True, slots=True)
class UpdateRule:
    """The weighting, the number of iterations in a block, and the threshold of regret-based pruning.

    Actions with a regret below -`prune_after` are pruned. `prune_after` is in units of the payoffs, and is
    multiplied by the weight of the current block. If `prune_after` is infinite, no action is pruned.
    """

    weighting: Weighting = LINEAR
    block: int = 100_000
    prune_after: float = inf


class MCCFR:
    """A training run of external sampling MCCFR.

    Args:
        tree: The public tree.
        buckets: The number of buckets in each round.
        rule: Weighting, block length and pruning.
        unit: The regret that corresponds to a payoff of 1.
        seed: The random seed.
        threads: The number of threads.

    Attributes:
        tables: float32[2 * entries], regrets and strategy sums.
        weight: The total weight of the iterations.
        dice: Two random streams for each thread, the first for deals and the second for the sampled actions.
    """

    def __init__(
        self,
        tree: PublicTree,
        buckets: Sequence[int],
        rule: UpdateRule | None = None,
        *,
        unit: float = 1.0,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        self.tree = tree
        self.layout = Layout.of(tree, buckets)
        self.kernel_tree = mccfr_kernel.kernel_tree(tree, self.layout)
        self.rule = rule or UpdateRule()
        self.unit = unit
        self.tables: Floats32 = np.zeros(2 * self.layout.entries, np.float32)
        self.iterations = 0
        self.weight = 0.0
        self.dice = [Dice.from_seed((seed << SEED_SHIFT) + stream) for stream in range(2 * threads)]

    def learn(self, dealer: Dealer, iterations: int) -> None:
        """Run iterations, shared among the threads."""
        end = self.iterations + iterations
        while self.iterations < end:
            block = self.iterations // self.rule.block
            number = min(end, (block + 1) * self.rule.block) - self.iterations
            settings = self._settings(block + 1)
            self._learn_at_one_weight(dealer, number, settings)
            self.iterations += number
            self.weight += number * float(settings.regret_weight)

    def average(self) -> Strategy:
        """Return the average strategy, uint8[entries]."""
        found = np.zeros(self.layout.entries, np.uint8)
        quantise(self.kernel_tree, self.tables, self.layout.buckets, found)
        return found

    def regret(self) -> float:
        """Return the sum of both players' average regrets, divided by the number of players.

        This regret is an upper bound on the exploitability in this tree (M. Zinkevich et al., "Regret
        minimization in games with incomplete information", NIPS 2007, theorem 3).
        """
        return (
            float(sum_of_regrets(self.kernel_tree, self.tables, self.layout.buckets))
            / max(self.weight, 1.0)
            / PLAYERS
        )

    def bar(self, first: Int64s, actions: int, action: int, regret: float | None) -> None:
        """Remove an action from the average strategy of information sets with `actions` actions.

        `first` is int64[sets], the first entry of each set. The strategy sum of the action becomes 0, and its
        regret becomes `regret`. If `regret` is minus infinity, training never takes the action. If `regret` is 0,
        training may try the action. If `regret` is None, the regret does not change. Further training may add
        to the strategy sum and raise a finite regret, so the caller must repeat the call from time to time.
        """
        if regret is not None:
            self.tables[2 * first + action] = regret
        self.tables[2 * first + actions + action] = 0.0

    def _settings(self, block: int) -> UpdateSettings:
        of_regrets, of_sums = map(np.float32, self.rule.weighting.of_block(block))
        below = np.float32(-self.rule.prune_after) * of_regrets
        return UpdateSettings(of_regrets, of_sums, below, np.float32(self.unit))

    def _learn_at_one_weight(self, dealer: Dealer, iterations: int, settings: UpdateSettings) -> None:
        threads = len(self.dice) // 2
        batches = iter([min(BATCH_DEALS, iterations - start) for start in range(0, iterations, BATCH_DEALS)])

        def work(thread: int) -> None:
            # Each thread takes the next batch as soon as it is free, so no thread waits for a slower one.
            for batch in batches:
                self._work(dealer, batch, settings, self.dice[2 * thread : 2 * thread + 2])

        if threads == 1 or not (at_a_time := threads_under_limit(threads)):
            work(0)
            return
        with ThreadPoolExecutor(at_a_time) as pool:
            list(pool.map(work, range(at_a_time)))

    def _work(self, dealer: Dealer, batch: int, settings: UpdateSettings, dice: Sequence[Dice]) -> None:
        """Learn from a batch in one thread.

        `dice` has two random streams, one for the deals and one for the sampled actions.
        """
        of_deals, of_samples = dice
        deals = dealer.deal(batch, of_deals)
        counter = np.array([of_samples.counter], np.uint64)
        dealt_hands = DealtHands(deals.buckets.reshape(len(deals), -1), deals.results)
        mccfr_kernel.learn(self.kernel_tree, self.tables, dealt_hands, settings, counter)
        of_samples.counter = int(counter[0])


def compile_kernels() -> None:
    """Compile the kernels by learning from one deal of the smallest game."""
    kind, nobody, actions = (np.array(column, np.int8) for column in ([0, 2, 2], [0, 0, 0], [2, 0, 0]))
    first_child, stake = np.array([1, 0, 0], np.int32), np.array([0, 1, 1], np.int32)
    tree = PublicTree(kind, nobody, nobody, actions, first_child, stake)
    training = MCCFR(tree, [1])
    training.learn(_OneDeal(), 1)
    training.regret()
    average = training.average()
    play(training.kernel_tree, average, average, _OneDeal().deal(1, Dice(0)), Dice(0))
    list(trained_response(SmallGame(tree, training.layout, _OneDeal()), average, 1, Dice(0)))


class _OneDeal:
    """A dealer that always returns the same deal."""

    def deal(self, number: int, dice: Dice) -> DealBatch:
        return DealBatch(np.zeros((number, PLAYERS, 1), np.int16), np.ones(number, np.int8))
