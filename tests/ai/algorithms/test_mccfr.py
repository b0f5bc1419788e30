"""Monte Carlo CFR on public trees: the plain version, known values of small games, threads, weights and pruning."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from ai.algorithms.dice import Dice
from ai.algorithms.mccfr import DISCOUNTED, LINEAR, MCCFR, UpdateRule, Weighting
from ai.algorithms.mccfr_kernel import play
from ai.algorithms.public_tree import DECISION, Layout, PublicTree
from tests.ai.algorithms.plain_mccfr import PlainMCCFR, best_response, expected, mix_of
from tests.ai.algorithms.small_public_trees import CardDealer, kuhn_tree, leduc_tree

KUHN, LEDUC = CardDealer(1, 1), CardDealer(2, 2)
ALIKE = Weighting(inf, 0.0)


def kuhn(iterations: int, rule: UpdateRule, threads: int = 1) -> MCCFR:
    training = MCCFR(kuhn_tree(), KUHN.buckets, rule, threads=threads)
    training.learn(KUHN, iterations)
    return training


def nash_conv(tree: PublicTree, training: MCCFR, dealer: CardDealer) -> float:
    mix, deals = mix_of(training.average(), tree, training.layout), dealer.deals_of(dealer.all)
    return sum(best_response(tree, mix, deals, player) for player in range(2))


def test_the_trees_have_the_information_sets_of_kuhn_and_leduc() -> None:
    assert [len(kuhn_tree()), int((leduc_tree().kind == DECISION).sum())] == [9, 6 + 5 * 6]
    for tree, dealer, known in ((kuhn_tree(), KUHN, 12), (leduc_tree(), LEDUC, 288)):
        layout = Layout.of(tree, dealer.buckets)
        decisions = np.flatnonzero(tree.kind == DECISION)
        assert sum(len(layout.rows(tree, int(node))) for node in decisions) == known


@pytest.mark.parametrize("weighting", [LINEAR, DISCOUNTED])
def test_the_kernel_does_what_the_plain_version_does(weighting: Weighting) -> None:
    training = MCCFR(leduc_tree(), LEDUC.buckets, UpdateRule(weighting, block=40), seed=3)
    plain = PlainMCCFR(training)
    for block in range(3):
        training.learn(LEDUC, 40)
        plain.learn(LEDUC.deal(40, plain.of_deals), weighting.of_block(block + 1))
        assert [dice.counter for dice in training.dice] == [plain.of_deals.counter, plain.of_samples.counter]
    for node in np.flatnonzero(training.tree.kind == DECISION):
        actions = int(training.tree.actions[node])
        for row in training.layout.rows(training.tree, int(node)):
            mine = training.tables[2 * row : 2 * (row + actions)]
            assert mine[:actions].tolist() == plain.regrets[row : row + actions].tolist()
            assert mine[actions:].tolist() == plain.sums[row : row + actions].tolist()


@pytest.mark.parametrize(
    "rule",
    [UpdateRule(LINEAR, 1_000), UpdateRule(DISCOUNTED, 1_000), UpdateRule(LINEAR, 1_000, prune_after=50)],
)
def test_kuhn_comes_to_its_value(rule: UpdateRule) -> None:
    """-1/18 for the first player; the uniform strategy has a NashConv of 11/12."""
    training = kuhn(60_000, rule)
    tree = training.tree
    mix = mix_of(training.average(), tree, training.layout)
    assert expected(tree, mix, KUHN.deals_of(KUHN.all)) == pytest.approx(-1 / 18, abs=0.01)
    assert nash_conv(tree, training, KUHN) < 0.04


def test_what_kuhn_knows_shows_in_the_strategy() -> None:
    """A king is bet three times as often as a jack, and called for certain; a jack folds to a bet."""
    training = kuhn(60_000, UpdateRule(LINEAR, 1_000))
    mix = mix_of(training.average(), training.tree, training.layout)
    jack, king = mix(0, 0), mix(0, 2)
    assert king[1] == pytest.approx(3 * jack[1], abs=0.12)
    facing_bet = int(training.tree.first_child[0]) + 1
    assert mix(facing_bet, 0)[0] > 0.97
    assert mix(facing_bet, 2)[1] > 0.97


def test_leduc_comes_near_its_equilibrium() -> None:
    training = MCCFR(leduc_tree(), LEDUC.buckets, UpdateRule(LINEAR, 2_000))
    training.learn(LEDUC, 30_000)
    tree = training.tree
    mix = mix_of(training.average(), tree, training.layout)
    assert expected(tree, mix, LEDUC.deals_of(LEDUC.all)) == pytest.approx(-0.0856, abs=0.02)
    assert nash_conv(tree, training, LEDUC) < 0.25


def test_no_reply_wins_more_than_the_regrets_say() -> None:
    training = kuhn(5_000, UpdateRule(ALIKE, 10**9))
    assert nash_conv(training.tree, training, KUHN) / 2 <= training.regret() + 0.01


def test_the_same_seed_gives_the_same_tables_whatever_the_steps() -> None:
    one = kuhn(1_000, UpdateRule(LINEAR, 300))
    other = MCCFR(kuhn_tree(), KUHN.buckets, UpdateRule(LINEAR, 300))
    for _ in range(10):
        other.learn(KUHN, 100)
    assert (one.iterations, one.weight) == (other.iterations, other.weight)
    assert [dice.counter for dice in one.dice] == [dice.counter for dice in other.dice]
    assert (one.tables == other.tables).all()


def test_threads_share_the_tables_and_all_iterations_are_done() -> None:
    training = kuhn(40_001, UpdateRule(LINEAR, 1_000), threads=3)
    assert training.iterations == 40_001
    assert nash_conv(training.tree, training, KUHN) < 0.06


def test_what_is_left_out_does_not_fall_on() -> None:
    rule = UpdateRule(ALIKE, 10**9, prune_after=20)
    low, unbounded = (kuhn(4_000, one).tables.min() for one in (rule, replace(rule, prune_after=inf)))
    assert unbounded < -22
    assert -21.1 <= low < -20


def test_a_better_strategy_wins_from_a_worse_one_and_draws_with_itself() -> None:
    training = kuhn(20_000, UpdateRule(LINEAR, 1_000))
    good, uniform = training.average(), np.zeros(training.layout.entries, np.uint8)
    deals = KUHN.deal(20_000, Dice(1))
    assert play(training.kernel_tree, good, uniform, deals, Dice(2)).mean() > 0.05
    assert play(training.kernel_tree, good, good, deals, Dice(2)).mean() == pytest.approx(0, abs=0.03)


def test_the_average_of_nothing_learnt_is_nothing() -> None:
    assert not MCCFR(kuhn_tree(), KUHN.buckets).average().any()
