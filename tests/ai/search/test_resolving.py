"""Re-solving while one plays: bets that no tree has, what is kept of the play before them, and time."""

import time
from functools import cache

import numpy as np
import pytest

from ai import catalog
from ai.abstraction.minimum_defence import break_even_folds
from ai.agents.blueprint import BlueprintAgent
from ai.hands.combos import left_by, opposing_weight, place_of
from ai.hands.range_strategy import PublicState
from ai.search.resolving import Resolver, solve_goal
from ai.search.starting_ranges import StartingRanges
from ai.search.street_line import line_in_play
from ai.solver.solving import Goal
from ai.steps import run_to_end
from game.core import Budget
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.cards import parse
from game.rules.holdem import HoldemState
from tests.played_hands import spot

FEW, MORE = Goal(iterations=10), Goal(iterations=100)
RIVER = ("2c7dAsAh", CALL, CALL, "AdKc2h", CALL, CALL, "9s", CALL, CALL, "3d")
RERAISED_RIVER = ("2c7dAsAh", 300, 900, CALL, "Kh8h3c", 1_500, CALL, "9s", CALL, CALL, "2d")


@cache
def blueprint() -> BlueprintAgent:
    agent = catalog.load(games.HOLDEM, "blueprint-200")
    assert isinstance(agent, BlueprintAgent)
    return agent


def public(*actions: int | str) -> PublicState:
    return PublicState.of(spot(*actions))  # type: ignore[arg-type]


def test_the_first_bet_of_a_street_is_added_to_its_tree() -> None:
    line = line_in_play(public(*RIVER, 237).betting)
    assert line.before is None
    assert line.path == ("bet 137",)


def test_a_bet_after_others_begins_a_tree_where_it_was_made() -> None:
    line = line_in_play(public(*RIVER, CALL, 237).betting)
    assert line.before is not None
    assert line.before.path == ("check",)
    assert (line.begin.player, line.begin.chips, line.begin.checked) == (1, (0.0, 0.0), True)
    assert line.path == ("bet 137",)
    raised = line_in_play(public(*RIVER, CALL, 237, 1111).betting)
    assert raised.before == line
    assert raised.begin.chips == (0.0, 137.0)
    assert not raised.begin.checked


def test_a_bet_of_the_tree_needs_no_other_tree() -> None:
    plain = line_in_play(public(*RIVER).betting)
    name = next(
        name for name in plain.node.actions if name.startswith("bet") and float(name.split()[1]) >= 100
    )
    line = line_in_play(public(*RIVER, 100 + round(float(name.split()[1]))).betting)
    assert line.tree == plain.tree
    assert line.path == (name,)


@pytest.mark.parametrize("odd", [(), (CALL, 537), (CALL, 537, 1999)], ids=["river", "odd bet", "odd raise"])
def test_where_time_ends_a_solve_at_once_the_blueprint_plays(odd: tuple[int, ...]) -> None:
    """One iteration would fold, call and raise alike with every hand."""
    decision, no_time = public(*RIVER, *odd), Goal(seconds=1e-6)
    resolver = Resolver(blueprint())
    mix, trained = resolver.range_strategy(decision, no_time), blueprint().range_strategy(decision)
    assert mix.actions == trained.actions
    assert np.array_equal(mix.shares, trained.shares)
    bet = next(action for action in trained.actions if action not in (CALL, FOLD))
    likely = resolver.likelihood(decision, bet, no_time)
    assert np.array_equal(likely, blueprint().likelihood(decision, bet))


@pytest.mark.parametrize("odd", [(), (CALL, 537)], ids=["river", "odd bet"])
def test_a_solve_after_one_that_had_no_time_starts_from_the_blueprint(odd: tuple[int, ...]) -> None:
    decision, resolver = public(*RIVER, *odd), Resolver(blueprint())
    begun = public(*RIVER, *odd[:-1])
    start = run_to_end(resolver._started(decision, line_in_play(decision.betting), Goal(seconds=1e-6), 1.0))
    wanted = StartingRanges(blueprint()).by_blueprint(begun.board, begun.betting)
    assert start.opt_out is None
    assert all(map(np.array_equal, start.ranges, wanted.ranges))


def test_what_was_played_before_an_odd_bet_stays_as_it_was() -> None:
    """A new solve from the start of the street would let other hands check."""
    resolver = Resolver(blueprint())
    before, after = public(*RIVER), public(*RIVER, CALL, 537)
    checked = resolver.likelihood(before, CALL, FEW)
    line = line_in_play(after.betting)
    walk = resolver._solved(after, line, FEW)
    held = walk.at(()).reach[before.player]
    root = resolver._solved(before, line_in_play(before.betting), FEW).at(()).reach[before.player]
    expected = root * checked
    expected /= np.nanmax(expected)
    both = np.isfinite(held) & (expected > 0.01)
    assert held[both] == pytest.approx(expected[both], abs=1e-3)
    assert both.sum() > 100


def test_no_hand_of_who_makes_an_odd_bet_gains_by_the_solve_of_it() -> None:
    resolver = Resolver(blueprint())
    after = public(*RIVER, CALL, 537)
    line = line_in_play(after.betting)
    assert line.before is not None
    walk = resolver._solved(after, line, MORE)
    before = resolver._solved(after, line.before, MORE).at(line.before.path)
    found = walk.at(())
    bettor = found.player
    weights = np.nan_to_num(found.reach[bettor])
    gained = np.nan_to_num(found.ev[bettor] - before.ev[bettor])
    assert float((weights * gained).sum() / weights.sum()) < 0.01 * line.pot
    assert np.percentile(gained[weights > 0.05], 95) < 0.05 * line.pot


@cache
def bettor_on_the_river() -> tuple[Resolver, np.ndarray]:
    """Return a resolver, and by it float64[1326], the range of the player who bet on the river."""
    resolver = Resolver(blueprint())
    return resolver, range_of_bettor(resolver, public(*RIVER), 200, MORE)


@pytest.mark.parametrize("raised_to", [301, 700, 3_000, 20_000])
def test_a_hand_that_always_loses_wins_nothing_at_once_by_an_odd_raise(raised_to: int) -> None:
    """A raise that costs C into a pot of P needs C / (C + P) folds of the hands that can be held beside it."""
    resolver, reach = bettor_on_the_river()
    bet = public(*RIVER, 200)
    folds = resolver.range_strategy(public(*RIVER, 200, raised_to), MORE).of_action(FOLD)
    cost, pot = raised_to - 100, bet.betting.pot
    for hand in ("6c5d", "8c7d", "7h6s", "5c4d", "Tc8d"):
        place = place_of(parse(hand))
        share = float(opposing_weight(reach * folds)[place] / opposing_weight(reach)[place])
        assert share - (1 - share) * cost / pot <= 0.01


def test_hands_that_opt_out_before_the_river_may_still_make_an_odd_bet() -> None:
    resolver = Resolver(blueprint())
    after = public(*RIVER, CALL, 237)
    line = line_in_play(after.betting)
    assert line.before is not None
    before = resolver._solved(after, line.before, FEW)
    gate, bettor = before.game.gate, 1
    assert gate is not None
    assert gate.player == bettor
    assert gate.stay_probability_of_hands().min() < 0.5
    held = before.game.spot.ranges[bettor]
    begun = run_to_end(resolver._started(after, line, FEW, 1.0)).ranges[bettor]
    assert begun / begun.max() == pytest.approx(np.where(held < 0.001, 0.0, held), abs=1e-3)


@pytest.mark.parametrize("raised_to", [300, 1_700])
def test_a_hand_too_unlikely_for_the_solve_plays_as_the_blueprint_does(raised_to: int) -> None:
    """It would fold the best hand otherwise."""
    resolver, river = Resolver(blueprint()), public(*RIVER, raised_to)
    line = line_in_play(river.betting)
    state = resolver._solved(river, line, FEW).at(line.path)
    left_out = np.isnan(state.strategy).any(axis=1) & left_by(river.board)
    assert 0 < left_out.sum() < 500
    mix, trained = resolver.range_strategy(river, FEW), blueprint().range_strategy(river)
    for action in (FOLD, CALL):
        assert mix.of_action(action)[left_out] == pytest.approx(trained.of_action(action)[left_out], abs=1e-6)
        likely = resolver.likelihood(river, action, FEW)[left_out]
        assert likely == pytest.approx(blueprint().likelihood(river, action)[left_out], abs=1e-6)
    assert mix.shares[left_out].sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    assert {*mix.actions} == {line.table_action(name, river.betting) for name in state.actions}


def test_what_an_odd_bet_says_of_a_hand_is_what_the_solve_of_it_takes_it_to_say() -> None:
    resolver, before = Resolver(blueprint()), public(*RIVER, CALL)
    begun, after = line_in_play(before.betting), line_in_play(before.betting, 237)
    held = resolver._solved(before, begun, FEW).at(begun.path).reach[before.player]
    wanted = np.nan_to_num(resolver._solved(before, after, FEW).at(after.path).reach[before.player])
    found = np.nan_to_num(held) * resolver.likelihood(before, 237, FEW) * (wanted > 0)
    assert found / found.max() == pytest.approx(wanted / wanted.max(), abs=1e-3)


def range_of_bettor(resolver: Resolver, before: PublicState, bet: int, goal: Goal) -> np.ndarray:
    line = line_in_play(before.betting, bet)
    return np.nan_to_num(resolver._solved(before, line, goal).at(line.path).reach[before.player])


def test_a_solve_that_is_hurried_ends_with_what_it_has() -> None:
    resolver = Resolver(blueprint())
    turn = public(*RIVER[:-3])
    reports = resolver.solve_decision(turn, Goal(seconds=60.0))
    next(reports)
    began = time.perf_counter()
    resolver.hurried = True
    assert not list(reports)
    assert time.perf_counter() - began < 10
    assert resolver.range_strategy(turn, Goal(seconds=60.0)).shares.sum() > 100


def test_work_counts_iterations_and_seconds_count_where_no_work_is_given() -> None:
    assert solve_goal(Budget(work=12), 1.0) == Goal(iterations=60)
    assert solve_goal(Budget(seconds=3.0), 1.0) == Goal(seconds=3.0)
    assert solve_goal(Budget(), 1.0) == Goal(seconds=1.0)


def test_what_is_solved_knows_no_hidden_cards() -> None:
    first, second = (HoldemState(), HoldemState())
    for one, other in zip(parse("2c7dAsAh"), parse("KcQdAsAh"), strict=True):
        first, second = first.child(one), second.child(other)
    assert PublicState.of(first.information_state(1)) == PublicState.of(second.information_state(1))


@pytest.mark.parametrize("raised_to", [1_700, 3_400, 20_000])
def test_a_raise_on_the_river_meets_no_more_folds_than_its_price_allows(raised_to: int) -> None:
    resolver, river = Resolver(blueprint()), (*RERAISED_RIVER, CALL)
    before, after = public(*river, 1_600), public(*river, 1_600, raised_to)
    own = range_of_bettor(resolver, public(*river), 1_600, FEW)
    folds, calls = (resolver.likelihood(after, action, FEW) for action in (FOLD, CALL))
    assert (own * folds).sum() / own.sum() <= break_even_folds(before.betting, raised_to) + 1e-3
    mix = resolver.range_strategy(after, FEW)
    solved = folds + calls > 0
    assert mix.of_action(CALL)[solved] == pytest.approx(calls[solved], abs=1e-6)
    assert mix.of_action(FOLD)[solved] == pytest.approx(folds[solved], abs=1e-6)


def test_the_least_bet_of_a_solve_is_legal() -> None:
    """A third of a limped pot is less than a big blind: solved as such, it would be played as another bet."""
    for cards in (RIVER[:4], RIVER[:7], RIVER):
        limped = public(*cards).betting
        bets = [name for name in line_in_play(limped).node.actions if name.startswith("bet")]
        assert min(float(name.split()[1]) for name in bets) >= limped.rules.big_blind
