"""CFR reaches the published equilibria of both Kuhn games, each variant by its own weighting."""

import random

import pytest

from ai.algorithms.best_response import Policy, exploitability
from ai.algorithms.cfr import CFR, constant, floored, linear, summed
from game.core import State
from game.rules.kuhn_poker import classic, half_street


def average_policy(run: CFR) -> Policy:
    table = {k: dict(zip(i.actions, i.average_strategy(), strict=True)) for k, i in run.infosets.items()}
    return lambda info: table[info.key]


def plus(root: State) -> CFR:
    return CFR(root, regret=floored, weight=linear)


@pytest.mark.parametrize(
    ("root", "value"), [(classic(), -1 / 18), (half_street(1), 1 / 18), (half_street(2), 1 / 10)]
)
def test_cfr_plus_reaches_the_value_of_the_game(root: State, value: float) -> None:
    run = plus(root)
    run.iterate(1_500)
    measured = exploitability(root, (average_policy(run),) * 2)
    assert measured.exploitability < 1e-4
    assert measured.value == pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize(("blinds", "bluff", "call"), [(1, 1 / 3, 1 / 3), (2, 1 / 5, 3 / 5)])
def test_half_street_bluffs_and_calls_as_the_exact_solution(blinds: int, bluff: float, call: float) -> None:
    run = plus(half_street(blinds))
    run.iterate(1_500)
    bets = {key: infoset.average_strategy()[1] for key, infoset in run.infosets.items()}
    assert bets["Q"] == pytest.approx(bluff, abs=2e-3)
    assert bets["Kb"] == pytest.approx(call, abs=2e-3)
    assert bets["A"] > 0.999
    assert bets["K"] < 1e-3
    assert bets["Ab"] > 0.999
    assert bets["Qb"] < 1e-3


def test_the_half_street_game_has_no_bluff_below_blinds_of_one_half() -> None:
    run = plus(half_street(0.25))
    run.iterate(300)
    bets = {key: infoset.average_strategy()[1] for key, infoset in run.infosets.items()}
    measured = exploitability(half_street(0.25), (average_policy(run),) * 2)
    assert bets["Q"] < 1e-2
    assert bets["Kb"] < 1e-2
    assert measured.value == pytest.approx(0, abs=1e-4)


def test_vanilla_falls_like_one_over_the_root_and_plus_is_ahead() -> None:
    vanilla, faster = CFR(classic()), plus(classic())
    vanilla.iterate(100)
    early = exploitability(classic(), (average_policy(vanilla),) * 2).exploitability
    vanilla.iterate(400)
    faster.iterate(500)
    late = exploitability(classic(), (average_policy(vanilla),) * 2).exploitability
    assert late < early < 1e-2
    assert exploitability(classic(), (average_policy(faster),) * 2).exploitability < late


def test_chance_sampling_comes_near_with_one_deal_an_iteration() -> None:
    run = CFR(half_street(1), rng=random.Random(0))
    run.iterate(5_000)
    assert exploitability(half_street(1), (average_policy(run),) * 2).exploitability < 0.02


def test_before_the_first_iteration_the_average_is_uniform() -> None:
    run = plus(classic())
    assert len(run.infosets) == 12
    assert all(infoset.average_strategy() == [0.5, 0.5] for infoset in run.infosets.values())


def test_a_run_resumed_from_its_totals_goes_on_as_if_it_had_never_stopped() -> None:
    whole, half = plus(classic()), plus(classic())
    whole.iterate(60)
    half.iterate(25)
    resumed = plus(classic())
    for key, infoset in half.infosets.items():
        resumed.infosets[key].regret = list(infoset.regret)
        resumed.infosets[key].strategy_sum = list(infoset.strategy_sum)
    resumed.resume(25)
    resumed.iterate(35)
    assert resumed.iteration == 60
    for key, infoset in whole.infosets.items():
        assert resumed.infosets[key].strategy_sum == infoset.strategy_sum
        assert resumed.infosets[key].regret == infoset.regret


def test_the_rules_of_regret_and_weight() -> None:
    assert (summed(-1.0), floored(-1.0), floored(2.0)) == (-1.0, 0.0, 2.0)
    assert (constant(7), linear(7)) == (1.0, 7.0)
