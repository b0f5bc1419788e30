"""Flops that are solved to the end of their round: what the ends are worth, when they are solved, what follows."""

import time
from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest

from ai.algorithms.public_tree import DECISION, FOLD
from ai.hands.combos import left_by, place_of
from ai.search.continuations import CHOICES, GROUPS, LEAN, Continuations
from ai.search.flop_ends import ALL_IN, FlopEnds, StreetEnd, evaluate_ends
from ai.search.resolving import Resolver
from ai.search.street_line import line_in_play
from ai.solver import sweeps
from ai.solver.solving import Goal
from ai.steps import run_to_end
from game.rules.betting import CALL, HoldemRules, PublicBetting, Street
from game.rules.cards import parse
from tests.ai.search.test_resolving import blueprint, public

RERAISED = ("2c7dAsAh", 300, 900, CALL)
LIMPED = ("2c7dAsAh", CALL, CALL)
FLOP = "Qh8c5s"
FEW, LITTLE = Goal(iterations=60), Goal(iterations=5)


@cache
def continuations() -> Continuations:
    return Continuations(blueprint().blueprint(HoldemRules()))


def turn_node(*actions: int) -> int:
    """Return the node of the tree at which the turn begins after a reraised pot and some actions on the flop."""
    betting = PublicBetting.start(HoldemRules())
    for action in (300, 900, CALL):
        betting = betting.child(action)
    betting = betting.next_round()
    for action in actions:
        betting = betting.child(action)
    return continuations().blueprint.nearest_node(betting.next_round())


def plain_value(node: int, street: int, groups: tuple[int, int], chooser: int, choice: int) -> float:
    """Return the chips that player 0 wins, pair of groups by pair of groups: the oracle."""
    made, ways = continuations(), continuations().to_come
    tree = made.blueprint.tree
    if tree.public.kind[node] == FOLD:
        return float(tree.public.stake[node]) * (-1 if tree.public.player[node] == 0 else 1)
    if tree.public.kind[node] != DECISION:
        fares = ways.river if street == Street.RIVER else ways.turn
        return float(tree.public.stake[node] * fares[groups])
    if tree.public.round[node] != street:
        first, second = (ways.becomes[group] for group in groups)
        return sum(
            first[one] * second[other] * plain_value(node, Street.RIVER, (one, other), chooser, choice)
            for one, other in product(np.flatnonzero(first), np.flatnonzero(second))
        )
    player = int(tree.public.player[node])
    shares = made.blueprint.mixes(node).reshape(GROUPS, -1, tree.public.actions[node]).mean(axis=1)
    mix = shares[groups[player]].copy()
    fractions = tree.fraction[list(tree.children(node))]
    if player == chooser and choice:
        mix[{1: fractions == -1, 2: fractions == 0, 3: fractions > 0}[choice]] *= LEAN
    return sum(
        share / mix.sum() * plain_value(child, street, groups, chooser, choice)
        for share, child in zip(mix, tree.children(node), strict=True)
        if share > 0
    )


@pytest.mark.parametrize("choice", range(CHOICES))
def test_a_continuation_is_worth_what_a_plain_walk_of_its_tree_says(choice: int) -> None:
    node = river_node()
    made = continuations()
    chooser = choice % 2
    found = made._value(node, Street.RIVER, chooser)[0, choice]
    for groups in ((0, 0), (10, 30), (49, 20)):
        assert found[groups] == pytest.approx(plain_value(node, Street.RIVER, groups, chooser, choice))


def river_node() -> int:
    """Return the first node below a turn at which the river begins."""
    tree = continuations().blueprint.tree
    ahead = [turn_node(CALL, CALL)]
    while True:
        node = ahead.pop(0)
        if tree.public.kind[node] == DECISION:
            if tree.public.round[node] == Street.RIVER:
                return node
            ahead += tree.children(node)


def test_the_other_wins_more_from_a_chooser_who_leans_to_fold() -> None:
    made = continuations()
    at = made.at(turn_node(CALL, CALL), 1)
    won = (at.won + at.stake * made.to_come.turn).mean(axis=(1, 2))
    assert won[1] > won[0]
    assert at.stake[1].mean() < at.stake[0].mean() < at.stake[2].mean()


def test_every_group_becomes_some_group_and_showdowns_sum_to_zero() -> None:
    ways = continuations().to_come
    assert ways.becomes.sum(axis=1) == pytest.approx(1)
    assert np.abs(ways.river + ways.river.T).max() < 1e-9
    assert (np.diff(ways.river.mean(axis=1)) > 0).all()


@cache
def ends() -> FlopEnds:
    board = parse(FLOP)
    counted = np.zeros((2, 1326), np.bool_)
    rng = np.random.default_rng(1)
    counted[:, rng.choice(np.flatnonzero(left_by(board)), 60, replace=False)] = True
    for hand in ("AcAd", "KcKd", "AcKh"):
        counted[:, place_of(parse(hand))] = True
    places = [StreetEnd(turn_node(CALL, CALL), 900.0, 1.0), StreetEnd(ALL_IN, 20_000.0, 1.0)]
    return run_to_end(evaluate_ends(board, counted, places, 1, continuations()))


def value_of(first: str, second: str, end: int) -> float:
    """Return the winnings of player 0 with a hand against a hand."""
    reach = np.zeros((2 * CHOICES, 1326), np.float32)
    reach[:, place_of(parse(second))] = 1
    return float(ends().values(0, reach)[end, place_of(parse(first))])


def test_what_one_wins_the_other_loses() -> None:
    rng = np.random.default_rng(0)
    first, second = rng.random((2, 1326)).astype(np.float32)
    reach = np.repeat(first[None], 2 * CHOICES, axis=0), np.repeat(second[None], 2 * CHOICES, axis=0)
    won = (ends().values(0, reach[1]) * first).sum(axis=1)
    lost = (ends().values(1, reach[0]) * second).sum(axis=1)
    assert won == pytest.approx(-lost, rel=1e-3, abs=1)


def test_hands_that_share_a_card_win_nothing_of_each_other() -> None:
    assert value_of("AcAd", "AcKh", 0) == 0
    assert value_of("AcAd", "KcKd", 0) > 0


def test_an_all_in_is_worth_the_equity() -> None:
    """Aces beat kings on this flop on 91.6 % of all run-outs."""
    assert value_of("AcAd", "KcKd", CHOICES) == pytest.approx(20_000 * (2 * 0.916 - 1), rel=0.08)


def test_a_flop_is_solved_where_the_goal_leaves_time() -> None:
    resolver = Resolver(blueprint(), leaf_blueprint=blueprint().blueprint)
    reraised, limped = public(*RERAISED, FLOP), public(*LIMPED, FLOP)
    assert resolver.resolves(reraised, FEW)
    assert not resolver.resolves(reraised, LITTLE)
    assert not resolver.resolves(limped, FEW)
    assert resolver.resolves(limped, Goal(seconds=10.0))
    assert not Resolver(blueprint()).resolves(reraised, FEW)


def test_a_turn_starts_from_the_ranges_of_the_flop_that_was_solved() -> None:
    resolver = Resolver(blueprint(), leaf_blueprint=blueprint().blueprint)
    flop, turn = public(*RERAISED, FLOP), public(*RERAISED, FLOP, CALL, CALL, "Td")
    checked = resolver.likelihood(flop, CALL, FEW)
    held = resolver._solved(turn, line_in_play(turn.betting), FEW).at(()).reach[0]
    before = resolver._solved(flop, line_in_play(flop.betting), FEW).at(()).reach[0]
    expected = np.where(left_by(turn.board), np.nan_to_num(before) * checked, 0)
    expected /= expected.max()
    both = np.isfinite(held) & (expected > 0.01)
    assert both.sum() > 100
    assert held[both] == pytest.approx(expected[both], abs=1e-3)


def test_a_flop_is_solved_by_kernels_that_are_prepared() -> None:
    sweeps.compile_kernels()
    prepared = set(sweeps.ascend.signatures)
    resolver = Resolver(blueprint(), leaf_blueprint=blueprint().blueprint)
    resolver.range_strategy(public(*RERAISED, FLOP), Goal(iterations=1))
    assert set(sweeps.ascend.signatures) == prepared


def test_an_odd_bet_on_a_flop_is_answered_from_where_it_was_made() -> None:
    resolver = Resolver(blueprint(), leaf_blueprint=blueprint().blueprint)
    mix = resolver.range_strategy(public(*RERAISED, FLOP, CALL, 1_237), FEW)
    assert 0 in mix.actions
    assert mix.shares[place_of(parse("QsQd"))][mix.actions.index(0)] < 0.01


def test_the_same_work_gives_the_same_flop() -> None:
    first, second = (
        Resolver(blueprint(), leaf_blueprint=blueprint().blueprint).range_strategy(
            public(*RERAISED, FLOP), FEW
        )
        for _ in range(2)
    )
    assert first.actions == second.actions
    assert (first.shares == second.shares).all()


def test_a_flop_that_is_hurried_ends_with_what_it_has() -> None:
    resolver = Resolver(blueprint(), leaf_blueprint=blueprint().blueprint)
    flop = public(*RERAISED, FLOP)
    reports: Iterator[object] = resolver.solve_decision(flop, Goal(seconds=60.0))
    next(reports)
    began = time.perf_counter()
    resolver.hurried = True
    assert len(list(reports)) < 100
    assert time.perf_counter() - began < 20
