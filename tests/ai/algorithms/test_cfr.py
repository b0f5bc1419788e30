"""The CFR family and MCCFR: equal iterates in plain Python and kernels, and published equilibria."""

from dataclasses import replace
from functools import cache
from math import inf

import numpy as np
import pytest

from ai.algorithms.dice import Dice
from ai.algorithms.game_tree import GameTree, SolverState, flatten, normalise_strategy, uniform_strategy
from ai.algorithms.mccfr import DISCOUNTED, LINEAR, MCCFR, WEIGHTINGS, UpdateRule, Weighting
from ai.algorithms.mccfr_kernel import play
from ai.algorithms.public_tree import DECISION, Layout, PublicTree
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY, FullWidth, RegretRule, Sampled, Sampling
from game.core import State
from game.rules.kuhn_poker import classic, half_street
from tests.ai.algorithms.plain_cfr import CFR, PlainMCCFR, best_response, expected, to_mix
from tests.ai.algorithms.small_games import CardDealer, LeducState, kuhn_tree, leduc_tree

FULL_WIDTH = [name for name, variant in FAMILY.items() if isinstance(variant, FullWidth)]
SAMPLED = [name for name, variant in FAMILY.items() if isinstance(variant, Sampled)]
LEDUC_VALUE = -0.085606424078
"""The value of Leduc poker to player 0, computed by linear_program.py."""


@cache
def tree(game: str) -> GameTree:
    return flatten(state(game))


def state(game: str) -> State:
    known: dict[str, State] = {"classic": classic(), "half 1": half_street(1), "half 2": half_street(2)}
    return known[game] if game in known else LeducState()


def solved(game: str, variant: str, iterations: int, seed: int = 0) -> Solver:
    solver = Solver(tree(game), FAMILY[variant], seed)
    solver.iterate(iterations)
    return solver


def difference(plain: CFR, fast: Solver) -> float:
    """Return the largest difference between the regrets, strategies and averages of both runs.

    If a number of the plain run exceeds 1, the difference is divided by this number.
    """
    totals = fast.totals()
    ours = np.concatenate((totals.regret, totals.strategy, fast.average()))
    sets = [plain.infosets[infoset.key] for infoset in fast.tree.infosets]
    parts = (
        [one.regret for one in sets],
        [one.strategy for one in sets],
        [one.average_strategy() for one in sets],
    )
    theirs = np.array([number for part in parts for row in part for number in row])
    return float(np.max(np.abs(ours - theirs) / np.maximum(1.0, np.abs(theirs))))


def both(game: str, variant: str) -> tuple[CFR, Solver]:
    """Return the plain and the compiled run from the same random start.

    From the uniform start, some actions of classic Kuhn poker sooner or later have exactly equal values. Rounding
    alone then decides between these actions, so the two runs would diverge.
    """
    plain, fast = CFR(state(game), FAMILY[variant], Dice(7)), Solver(tree(game), FAMILY[variant], 7)
    start = np.random.default_rng(3).random(len(uniform_strategy(tree(game).first)))
    strategy = normalise_strategy(tree(game).first, start)
    fast.resume(0, SolverState(start, strategy, np.zeros_like(start), np.array([7], dtype=np.uint64)))
    ends = tree(game).first.tolist()
    for infoset, begin, end in zip(tree(game).infosets, ends, ends[1:], strict=False):
        plain.infosets[infoset.key].regret = start[begin:end].tolist()
        plain.infosets[infoset.key].strategy = strategy[begin:end].tolist()
    return plain, fast


@pytest.mark.parametrize("game", ["classic", "half 2"])
@pytest.mark.parametrize("variant", FAMILY)
def test_the_compiled_solver_goes_through_the_iterates_of_the_plain_one(game: str, variant: str) -> None:
    plain, fast = both(game, variant)
    for _ in range(3):
        plain.iterate(6)
        fast.iterate(6)
        assert difference(plain, fast) < 1e-12


@pytest.mark.parametrize("variant", ["external-sampling", "outcome-sampling"])
def test_it_does_so_where_cards_come_between_the_rounds(variant: str) -> None:
    plain, fast = both("leduc", variant)
    plain.iterate(2)
    fast.iterate(2)
    assert difference(plain, fast) < 1e-12


def test_it_does_so_where_equal_information_sets_are_solved_once() -> None:
    plain, fast = CFR(LeducState(), FAMILY["pdcfr+"]), Solver(tree("leduc"), FAMILY["pdcfr+"])
    plain.iterate(2)
    fast.iterate(2)
    assert difference(plain, fast) < 1e-12


@pytest.mark.parametrize(("game", "value"), [("classic", -1 / 18), ("half 1", 1 / 18), ("half 2", 1 / 10)])
@pytest.mark.parametrize("variant", FULL_WIDTH)
def test_full_width_variants_reach_the_value_of_kuhn_poker(variant: str, game: str, value: float) -> None:
    measured = solved(game, variant, 20_000).exploitability()
    assert measured.exploitability < 1e-3
    assert measured.value == pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize(("game", "bluff", "call"), [("half 1", 1 / 3, 1 / 3), ("half 2", 1 / 5, 3 / 5)])
@pytest.mark.parametrize("variant", FULL_WIDTH)
def test_the_half_street_game_is_bluffed_and_called_as_the_exact_solution_does(
    variant: str, game: str, bluff: float, call: float
) -> None:
    bets = {key: row[1] for key, row in tree(game).table(solved(game, variant, 200_000).average()).items()}
    expected = {"A": 1.0, "K": 0.0, "Q": bluff, "Ab": 1.0, "Kb": call, "Qb": 0.0}
    assert bets == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("variant", FULL_WIDTH)
def test_full_width_variants_reach_the_value_of_leduc_poker(variant: str) -> None:
    measured = solved("leduc", variant, 30_000 if variant == "cfr" else 3_000).exploitability()
    assert measured.nash_conv < 1e-2
    assert measured.value == pytest.approx(LEDUC_VALUE, abs=1e-4)


@pytest.mark.parametrize("game", ["classic", "half 1"])
@pytest.mark.parametrize("variant", SAMPLED)
def test_the_error_of_sampled_variants_falls_with_the_root_of_the_iterations(variant: str, game: str) -> None:
    """After a hundred times as many iterations, the mean error of six runs is about a tenth as large."""
    early, late = (
        np.mean([solved(game, variant, n, seed).exploitability().exploitability for seed in range(6)])
        for n in (1_000, 100_000)
    )
    assert 5 < early / late < 20
    assert late < 1e-2


def test_before_the_first_iteration_the_average_is_uniform() -> None:
    assert (Solver(tree("classic"), FAMILY["cfr+"]).average() == 0.5).all()


@pytest.mark.parametrize("variant", FAMILY)
def test_a_run_resumed_from_its_totals_goes_on_as_if_it_had_never_stopped(variant: str) -> None:
    whole, part = solved("leduc", variant, 9, seed=3), solved("leduc", variant, 4, seed=3)
    resumed = Solver(tree("leduc"), FAMILY[variant])
    resumed.resume(part.iteration, part.totals())
    resumed.iterate(5)
    assert resumed.iteration == 9
    assert all(map(np.array_equal, resumed.totals(), whole.totals()))


def test_what_a_run_was_resumed_from_is_left_as_it_was() -> None:
    totals = solved("classic", "outcome-sampling", 5).totals()
    before = SolverState(*(one.copy() for one in totals))
    resumed = Solver(tree("classic"), FAMILY["outcome-sampling"])
    resumed.resume(5, totals)
    resumed.iterate(50)
    assert all(map(np.array_equal, totals, before))


@pytest.mark.parametrize("variant", SAMPLED)
def test_the_seed_decides_what_is_sampled(variant: str) -> None:
    first, again, other = (solved("classic", variant, 50, seed).totals() for seed in (1, 1, 2))
    assert np.array_equal(first.regret, again.regret)
    assert not np.array_equal(first.regret, other.regret)


def test_linear_cfr_is_discounted_cfr_with_exponents_of_one() -> None:
    linear, same = (
        solved("classic", "linear", 50),
        Solver(tree("classic"), FullWidth(RegretRule(1.0, 1.0), 1.0)),
    )
    same.iterate(50)
    assert np.array_equal(linear.average(), same.average())


def test_each_kind_of_sampling_takes_in_the_one_before() -> None:
    assert Sampling.CHANCE < Sampling.OTHERS < Sampling.ALL


@pytest.mark.parametrize("variant", ["cfr+", "external-sampling"])
@pytest.mark.parametrize("game", ["classic", "leduc"])
def test_a_trace_holds_what_was_known_after_every_so_many_iterations(game: str, variant: str) -> None:
    traced, stepped = solved(game, variant, 7), solved(game, variant, 7)
    trace = traced.track(25, every=10)
    assert trace.iterations.tolist() == [10, 20, 30]
    for row, steps in enumerate((3, 10, 10)):
        stepped.iterate(steps)
        totals = stepped.totals()
        assert np.array_equal(trace.regret[row], totals.regret)
        assert np.array_equal(trace.strategy[row], totals.strategy)
        assert np.array_equal(trace.strategy_sum[row], totals.strategy_sum)
    stepped.iterate(2)
    assert traced.iteration == stepped.iteration == 32
    assert all(map(np.array_equal, traced.totals(), stepped.totals()))


KUHN, LEDUC = CardDealer(1, 1), CardDealer(2, 2)
ALIKE = Weighting(inf, 0.0)


def kuhn(iterations: int, rule: UpdateRule, threads: int = 1) -> MCCFR:
    training = MCCFR(kuhn_tree(), KUHN.buckets, rule, threads=threads)
    training.learn(KUHN, iterations)
    return training


def nash_conv(tree: PublicTree, training: MCCFR, dealer: CardDealer) -> float:
    mix, deals = to_mix(training.average(), tree, training.layout), dealer.make_batch(dealer.all)
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
    """The game is worth -1/18 to the first player. The uniform strategy has a NashConv of 11/12."""
    training = kuhn(60_000, rule)
    tree = training.tree
    mix = to_mix(training.average(), tree, training.layout)
    assert expected(tree, mix, KUHN.make_batch(KUHN.all)) == pytest.approx(-1 / 18, abs=0.01)
    assert nash_conv(tree, training, KUHN) < 0.04


def test_what_kuhn_knows_shows_in_the_strategy() -> None:
    """A king bets three times as often as a jack, and always calls. A jack folds to a bet."""
    training = kuhn(60_000, UpdateRule(LINEAR, 1_000))
    mix = to_mix(training.average(), training.tree, training.layout)
    jack, king = mix(0, 0), mix(0, 2)
    assert king[1] == pytest.approx(3 * jack[1], abs=0.12)
    facing_bet = int(training.tree.first_child[0]) + 1
    assert mix(facing_bet, 0)[0] > 0.97
    assert mix(facing_bet, 2)[1] > 0.97


def test_leduc_comes_near_its_equilibrium() -> None:
    training = MCCFR(leduc_tree(), LEDUC.buckets, UpdateRule(LINEAR, 2_000))
    training.learn(LEDUC, 30_000)
    tree = training.tree
    mix = to_mix(training.average(), tree, training.layout)
    assert expected(tree, mix, LEDUC.make_batch(LEDUC.all)) == pytest.approx(-0.0856, abs=0.02)
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


@pytest.mark.parametrize("weighting", WEIGHTINGS.values())
def test_later_blocks_weigh_what_shrinking_tables_would_make_of_them(weighting: Weighting) -> None:
    regrets = sums = 0.0
    for block in range(1, 8):
        if block > 1:
            before = block - 1
            regrets *= before**weighting.regrets / (before**weighting.regrets + 1)
            sums *= (before / block) ** weighting.sums
        regrets, sums = regrets + 1, sums + 1
    weights = [weighting.of_block(block) for block in range(1, 8)]
    assert sum(one for one, _ in weights) / weights[-1][0] == pytest.approx(regrets)
    assert sum(one for _, one in weights) / weights[-1][1] == pytest.approx(sums)


def test_linear_weights_rise_by_one() -> None:
    assert [LINEAR.of_block(block) for block in (1, 2, 5)] == [(1, 1), (2, 2), (5, 5)]


def test_discounted_sums_rise_faster_than_linear_ones() -> None:
    assert DISCOUNTED.of_block(5)[1] == 25
