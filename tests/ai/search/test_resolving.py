"""Re-solving during play: off-tree bets, depth-limited flops, single decisions."""

import time
from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest

from ai import catalog
from ai.abstraction.blueprint import break_even_folds
from ai.agents.blueprint import BlueprintAgent
from ai.algorithms.public_tree import DECISION
from ai.algorithms.public_tree import FOLD as PUBLIC_TREE_FOLD
from ai.hands.combos import Floats, hand_index, opposing_weight, unblocked_hands
from ai.hands.range_strategy import PublicState
from ai.search.continuations import CHOICES, GROUPS, LEAN, NODES_A_STEP, Continuations
from ai.search.decision_solving import DecisionSolve, DecisionSolver, Effort, beside_menu
from ai.search.flop_solving import ALL_IN, FlopEnds, StreetEnd, evaluate_ends
from ai.search.resolving import Resolver, solve_goal
from ai.search.starting_ranges import StartingRanges
from ai.search.street_line import line_in_play, sizes_in_play, street_line, whole_street
from ai.solver import sweeps
from ai.solver.held_solve import HeldSolve
from ai.solver.solving import Goal
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Limits
from ai.steps import run_to_end
from game.core import Action, Budget
from game.match.spot_texts import read_id
from game.rules import games
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting, Street
from game.rules.cards import parse
from game.rules.holdem import HoldemInformationState, HoldemState
from game.tables.holdem.bet_panel import bet_sizes
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
    """If the time runs out before a solve has iterated enough, the blueprint plays.

    After a single iteration, every hand would fold, call and raise equally often.
    """
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
    start = run_to_end(resolver._root(decision, line_in_play(decision.betting), Goal(seconds=1e-6), 1.0))
    wanted = StartingRanges(blueprint()).by_blueprint(begun.board, begun.betting)
    assert start.opt_out is None
    assert all(map(np.array_equal, start.ranges, wanted.ranges))


def test_what_was_played_before_an_odd_bet_stays_as_it_was() -> None:
    """A solve after an off-tree bet keeps the range with which the bettor's opponent has checked.

    If the street were solved again from its start, other hands would check.
    """
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
    resolver = Resolver(blueprint())
    return resolver, range_of_bettor(resolver, public(*RIVER), 200, MORE)


@pytest.mark.parametrize("raised_to", [301, 700, 3_000, 20_000])
def test_a_hand_that_always_loses_wins_nothing_at_once_by_an_odd_raise(raised_to: int) -> None:
    """An off-tree raise with a hand that loses every showdown must not make a profit from folds.

    A raise that costs C into a pot of P breaks even if the opponent folds C / (C + P) of the hands that are
    compatible with the raiser's hand.
    """
    resolver, reach = bettor_on_the_river()
    bet = public(*RIVER, 200)
    folds = resolver.range_strategy(public(*RIVER, 200, raised_to), MORE).of_action(FOLD)
    cost, pot = raised_to - 100, bet.betting.pot
    for hand in ("6c5d", "8c7d", "7h6s", "5c4d", "Tc8d"):
        index = hand_index(parse(hand))
        share = float(opposing_weight(reach * folds)[index] / opposing_weight(reach)[index])
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
    begun = run_to_end(resolver._root(after, line, FEW, 1.0)).ranges[bettor]
    assert begun / begun.max() == pytest.approx(np.where(held < 0.001, 0.0, held), abs=1e-3)


@pytest.mark.parametrize("raised_to", [300, 1_700])
def test_a_hand_too_unlikely_for_the_solve_plays_as_the_blueprint_does(raised_to: int) -> None:
    """Hands that are too rare for the solve play by the blueprint. By the solve, the best hand would fold."""
    resolver, river = Resolver(blueprint()), public(*RIVER, raised_to)
    line = line_in_play(river.betting)
    state = resolver._solved(river, line, FEW).at(line.path)
    left_out = np.isnan(state.strategy).any(axis=1) & unblocked_hands(river.board)
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


@pytest.mark.parametrize("line", [(237,), (CALL, 200), (CALL, 1_000), (CALL, 20_000)])
@pytest.mark.parametrize("street", [RIVER[:-3], RIVER])
def test_a_bet_meets_no_more_folds_than_its_price_allows(
    street: tuple[object, ...], line: tuple[int, ...]
) -> None:
    resolver = Resolver(blueprint())
    before, after = public(*street, *line[:-1]), public(*street, *line)
    folds = resolver.likelihood(after, FOLD, FEW)
    solved = line_in_play(after.betting)
    state = resolver._solved(after, solved, FEW).at(solved.path)
    reach = np.nan_to_num(state.reach[after.player])
    assert (reach * folds).sum() / reach.sum() <= break_even_folds(before.betting, line[-1]) + 1e-3


def test_the_least_bet_of_a_solve_is_legal() -> None:
    """The smallest bet of a solve is legal at the table.

    A bet of a third of a limped pot is less than a big blind, so the table would replace this bet by another bet.
    """
    for cards in (RIVER[:4], RIVER[:7], RIVER):
        limped = public(*cards).betting
        bets = [name for name in line_in_play(limped).node.actions if name.startswith("bet")]
        assert min(float(name.split()[1]) for name in bets) >= limped.rules.big_blind


RERAISED = ("2c7dAsAh", 300, 900, CALL)
LIMPED = ("2c7dAsAh", CALL, CALL)
FLOP = "Qh8c5s"
FLOP_FEW, LITTLE = Goal(iterations=60), Goal(iterations=5)


@cache
def continuations() -> Continuations:
    return Continuations(blueprint().blueprint(HoldemRules()))


def turn_node(*actions: int) -> int:
    """Return the node at the start of the turn in a three-bet pot, after `actions` on the flop."""
    betting = PublicBetting.start(HoldemRules())
    for action in (300, 900, CALL):
        betting = betting.child(action)
    betting = betting.next_round()
    for action in actions:
        betting = betting.child(action)
    return continuations().blueprint.nearest_node(betting.next_round())


def plain_value(node: int, street: int, groups: tuple[int, int], chooser: int, choice: int) -> float:
    """Return the winnings of player 0 for one pair of hand groups, by a plain visit of the tree."""
    made, ways = continuations(), continuations().to_come
    tree = made.blueprint.tree
    if tree.public.kind[node] == PUBLIC_TREE_FOLD:
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
    found = run_to_end(made._value(node, Street.RIVER, chooser))[0, choice]
    for groups in ((0, 0), (10, 30), (49, 20)):
        assert found[groups] == pytest.approx(plain_value(node, Street.RIVER, groups, chooser, choice))


def test_a_leaf_is_computed_in_steps_of_few_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Continuations(continuations().blueprint)
    decisions, strategy = [0], made._strategy

    def counted(node: int, chooser: int) -> Floats:
        decisions[-1] += 1
        return strategy(node, chooser)

    monkeypatch.setattr(made, "_strategy", counted)
    for _ in made.compute(turn_node(CALL, CALL), 0):
        decisions.append(0)
    assert len(decisions) > 1
    assert max(decisions) <= NODES_A_STEP
    assert made.has(turn_node(CALL, CALL), 0)


def river_node() -> int:
    """Return the first river node below a turn node."""
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
    counted[:, rng.choice(np.flatnonzero(unblocked_hands(board)), 60, replace=False)] = True
    for hand in ("AcAd", "KcKd", "AcKh"):
        counted[:, hand_index(parse(hand))] = True
    places = [StreetEnd(turn_node(CALL, CALL), 900.0, 1.0), StreetEnd(ALL_IN, 20_000.0, 1.0)]
    return run_to_end(evaluate_ends(board, counted, places, 1, continuations()))


def get_value(first: str, second: str, end: int) -> float:
    """Return the winnings of player 0 with the first hand against the second at a terminal node of the flop.

    `end` is a row of `FlopEnds.values`: an index of the terminal node times `CHOICES`, plus the number of the
    continuation strategy.
    """
    reach = np.zeros((2 * CHOICES, 1326), np.float32)
    reach[:, hand_index(parse(second))] = 1
    return float(ends().values(0, reach)[end, hand_index(parse(first))])


def test_what_one_wins_the_other_loses() -> None:
    rng = np.random.default_rng(0)
    first, second = rng.random((2, 1326)).astype(np.float32)
    reach = np.repeat(first[None], 2 * CHOICES, axis=0), np.repeat(second[None], 2 * CHOICES, axis=0)
    won = (ends().values(0, reach[1]) * first).sum(axis=1)
    lost = (ends().values(1, reach[0]) * second).sum(axis=1)
    assert won == pytest.approx(-lost, rel=1e-3, abs=1)


def test_hands_that_share_a_card_win_nothing_of_each_other() -> None:
    assert get_value("AcAd", "AcKh", 0) == 0
    assert get_value("AcAd", "KcKd", 0) > 0


def test_an_all_in_is_worth_the_equity() -> None:
    """An all-in is worth the equity. On this flop, aces win against kings on 91.6 % of all run-outs."""
    assert get_value("AcAd", "KcKd", CHOICES) == pytest.approx(20_000 * (2 * 0.916 - 1), rel=0.08)


def test_a_flop_is_solved_where_the_goal_leaves_time() -> None:
    resolver = Resolver(blueprint(), leaf_blueprint=blueprint().blueprint)
    reraised, limped = public(*RERAISED, FLOP), public(*LIMPED, FLOP)
    assert resolver.resolves(reraised, FLOP_FEW)
    assert not resolver.resolves(reraised, LITTLE)
    assert not resolver.resolves(limped, FLOP_FEW)
    assert resolver.resolves(limped, Goal(seconds=10.0))
    assert not Resolver(blueprint()).resolves(reraised, FLOP_FEW)


def test_a_turn_starts_from_the_ranges_of_the_flop_that_was_solved() -> None:
    resolver = Resolver(blueprint(), leaf_blueprint=blueprint().blueprint)
    flop, turn = public(*RERAISED, FLOP), public(*RERAISED, FLOP, CALL, CALL, "Td")
    checked = resolver.likelihood(flop, CALL, FLOP_FEW)
    held = resolver._solved(turn, line_in_play(turn.betting), FLOP_FEW).at(()).reach[0]
    before = resolver._solved(flop, line_in_play(flop.betting), FLOP_FEW).at(()).reach[0]
    expected = np.where(unblocked_hands(turn.board), np.nan_to_num(before) * checked, 0)
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
    mix = resolver.range_strategy(public(*RERAISED, FLOP, CALL, 1_237), FLOP_FEW)
    assert 0 in mix.actions
    assert mix.shares[hand_index(parse("QsQd"))][mix.actions.index(0)] < 0.01


def test_the_same_work_gives_the_same_flop() -> None:
    first, second = (
        Resolver(blueprint(), leaf_blueprint=blueprint().blueprint).range_strategy(
            public(*RERAISED, FLOP), FLOP_FEW
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


FEW_HANDS = Effort(Goal(iterations=30), Goal(iterations=720))
MORE_HANDS = Effort(Goal(iterations=120), Goal(iterations=2880))

RARE_BET = ("QhTs5h9c", 200, CALL, "2sKd5c", CALL, 332, CALL, "Jc", CALL, 996, CALL, "5s", CALL, 2988)
"""On the river, the second player bets the pot, which the solve almost never does."""


@cache
def solver() -> DecisionSolver:
    agent = catalog.load(games.HOLDEM, "blueprint-200")
    assert isinstance(agent, BlueprintAgent)
    return DecisionSolver(agent)


def solved(info: HoldemInformationState, action: Action | None, effort: Effort = FEW_HANDS) -> DecisionSolve:
    return run_to_end(solver().solve_decision(info, action, effort))


def value(info: HoldemInformationState, found: DecisionSolve, action: Action) -> float:
    """Return the value of `action` with the hand in `info`, in chips, by the solve `found`."""
    state = found.held.walk.at()
    index = next(number for number, name in enumerate(state.actions) if found.actions[name] == action)
    return float(state.action_ev[hand_index(info.hole), index])


def test_all_bets_that_were_made_stand_in_one_tree_of_the_street() -> None:
    info = spot(*RIVER, CALL, 237, 1111)
    line = whole_street(info.betting, sizes_in_play(info.betting), last=True)
    assert line.path == ("check", "bet 137", "raise 1011")
    assert line.extra_chips == {("check",): (137.0,), ("check", "bet 137"): (1011.0,)}


def test_the_text_of_a_decision_says_what_was_bet_and_what_is_possible_beside_the_sizes() -> None:
    info = spot(*RIVER, CALL, 237)
    assert beside_menu(info.betting, 620)
    found = solved(info, 620)
    assert found.held.texts.begun == "check, bet 137 / raise 295, raise 374, raise 453, raise 611, raise 520"
    node = found.held.game.streets[0].trees.nodes[0]
    assert (node.player, node.put_in) == (0, (0.0, 137.0))
    assert "raise 520" in node.actions
    assert found.actions["raise 520"] == 620


def test_the_bets_that_a_table_offers_on_the_river_are_no_actions_beside_the_menu() -> None:
    info = spot(*RIVER, CALL)
    sizes = [size.raise_to for size in bet_sizes(info.betting) if size.unit == "pot"]
    assert len(sizes) > 1
    assert not [raise_to for raise_to in sizes if beside_menu(info.betting, raise_to)]
    assert {*sizes} <= {*solved(info, sizes[0]).actions.values()}


def test_a_decision_that_is_solved_from_its_text_has_the_same_values() -> None:
    found = solved(spot(*RIVER, CALL, 237), 555)
    texts = read_id(found.held.texts.id)
    again = HeldSolve.start(texts, spot_of_texts(texts), Limits(1))
    list(again.solve_to(FEW_HANDS.river))
    assert again.walk.at().action_ev == pytest.approx(found.held.walk.at().action_ev, nan_ok=True)


def test_without_its_last_action_a_line_stands_at_the_decision_where_that_was_taken() -> None:
    betting = spot(*RIVER, CALL).betting
    line = street_line(betting, sizes_in_play(betting), True, (237,))
    assert (line.path, line.node.player) == (("bet 137",), 0)
    assert (line.last_decision.path, line.last_decision.node.player) == ((), 1)


def test_a_hand_that_the_blueprint_never_has_is_in_the_solve() -> None:
    info = spot("AcAd7s2h", 400, 1200, 4000, CALL, "KsQd8c", CALL, CALL, "4h")
    assert np.isfinite(value(info, solved(info, CALL), CALL))


def test_values_hold_if_a_bet_is_answered_that_hardly_any_hand_makes() -> None:
    """After a bet that almost no hand makes, a short solve and a longer solve find similar values.

    Every hand makes the bet with a minimum probability (tremble). Without this minimum, the betting range would be
    noise, and the values would move by a third of the pot.
    """
    info = spot(*RARE_BET)
    quick, longer = (solved(info, CALL, effort) for effort in (FEW_HANDS, MORE_HANDS))
    state = longer.held.walk.at()
    for number, name in enumerate(state.actions):
        if state.strategy[hand_index(info.hole), number] >= 0.01:
            action = longer.actions[name]
            assert abs(value(info, quick, action) - value(info, longer, action)) <= 0.02 * info.betting.pot


def test_who_bets_as_the_solve_hardly_ever_does_holds_what_the_blueprint_would_bet_so() -> None:
    """After a bet that the solve hardly ever makes, the bettor has the blueprint's betting range.

    The bet is an all-in of eight times the pot. The blueprint makes this bet with a higher straight, so a call
    loses.
    """
    info = spot("2c2d7d8s", 200, 600, CALL, "7sJsTd", CALL, CALL, "9h", CALL, 1200, 20_000)
    assert value(info, solved(info, CALL), CALL) < -0.4 * info.betting.pot


def test_a_solve_says_nothing_of_the_hidden_cards() -> None:
    first, second = (solved(spot(cards, *RIVER[1:], CALL), 237) for cards in ("2c7dAsAh", "QcJdAsAh"))
    assert first.held.texts == second.held.texts
