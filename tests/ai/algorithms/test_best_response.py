"""Best responses: exact, compiled and trained, and checks of equilibria."""

import random
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.algorithms import cfr_kernels, mccfr_kernel
from ai.algorithms.best_response import Policy, best_response, expected_returns, exploitability
from ai.algorithms.cfr_kernels import empty_trace
from ai.algorithms.dice import Dice
from ai.algorithms.game_tree import (
    GameTree,
    SolverState,
    Vector,
    flatten,
    initial_state,
    normalise_strategy,
    uniform_strategy,
)
from ai.algorithms.mccfr import MCCFR, SmallGame, trained_response
from ai.algorithms.mccfr_kernel import Strategy, play
from ai.algorithms.public_tree import Layout, PublicTree
from ai.algorithms.sequence_form import SequenceForm, merge_infosets, sequence_form
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.library.open_spiel import policy, registered
from ai.steps import relay, run_to_end
from game.core import CHANCE, TERMINAL, Action, Player, State
from game.rules.kuhn_poker import classic, half_street
from tests.ai.algorithms.plain_cfr import best_response as plain_best_response
from tests.ai.algorithms.plain_cfr import expected, solve, strategy, swapped, to_mix
from tests.ai.algorithms.small_games import CardDealer, LeducState, kuhn_tree, leduc_tree

GAMES = {"classic": classic(), "half-street 1": half_street(1), "half-street 0.5": half_street(0.5)}


def uniform(info: object) -> dict[Action, float]:
    return {0: 0.5, 1: 0.5}


def list_keys(state: State, player: Player) -> set[str]:
    actor = state.current_player()
    if actor == TERMINAL:
        return set()
    own = {state.information_state(player).key} if actor == player else set()
    return own.union(*(list_keys(state.child(action), player) for action in state.legal_actions()))


def random_policy(root: State, seed: int) -> Policy:
    rng = random.Random(seed)
    table = {}
    for key in sorted(list_keys(root, 0) | list_keys(root, 1)):
        bet = rng.choice((0.0, 1.0, rng.random()))
        table[key] = {0: 1 - bet, 1: bet}
    return lambda info: table[info.key]


def value_of_plan(state: State, responder: Player, plan: dict[str, Action], opponent: Policy) -> float:
    """Return the value of `plan` to the responder, computed without the tested code.

    A plan has one fixed action for each information set.
    """
    actor = state.current_player()
    if actor == TERMINAL:
        return state.returns()[responder]
    if actor == CHANCE:
        followers = state.chance_outcomes()
    else:
        info = state.information_state(actor)
        followers = [(plan[info.key], 1.0)] if actor == responder else list(opponent(info).items())
    return sum(p * value_of_plan(state.child(a), responder, plan, opponent) for a, p in followers if p)


def best_of_all_plans(root: State, responder: Player, opponent: Policy) -> float:
    keys = sorted(list_keys(root, responder))
    plans = (dict(zip(keys, actions, strict=True)) for actions in product((0, 1), repeat=len(keys)))
    return max(value_of_plan(root, responder, plan, opponent) for plan in plans)


def test_nash_conv_of_the_uniform_policy_is_eleven_twelfths_in_classic_kuhn() -> None:
    measured = exploitability(classic(), (uniform, uniform))
    assert measured.nash_conv == pytest.approx(11 / 12)
    assert measured.exploitability == pytest.approx(11 / 24)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("responder", [0, 1])
@settings(max_examples=8)
@given(seed=st.integers(0, 1_000_000))
def test_no_plan_does_better_than_the_best_response(game: str, responder: Player, seed: int) -> None:
    root = GAMES[game]
    opponent = random_policy(root, seed)
    response = best_response(root, responder, opponent)
    assert response.value == pytest.approx(best_of_all_plans(root, responder, opponent), abs=1e-12)
    plan = dict(response.reply)
    assert value_of_plan(root, responder, plan, opponent) == pytest.approx(response.value, abs=1e-12)


def test_the_reply_covers_every_information_set_of_the_responder() -> None:
    assert set(best_response(classic(), 1, uniform).reply) == list_keys(classic(), 1)


def test_sets_that_the_opponent_never_brings_about_are_not_met() -> None:
    response = best_response(
        half_street(1), 1, lambda info: {0: float(info.key != "A"), 1: float(info.key == "A")}
    )
    assert response.reachable == {"Kb", "Qb"}


def test_the_reply_is_the_same_whatever_the_opponent_holds() -> None:
    """A best response has one action per information set.

    If the opponent always bets, a king cannot fold against an ace and call against a queen.
    """
    response = best_response(half_street(1), 1, lambda info: {0: 0.0, 1: 1.0})
    assert response.reply == {"Ab": 1, "Kb": 1, "Qb": 0}
    assert response.value == pytest.approx((2 + 0 - 1) / 3)


@settings(max_examples=20)
@given(first=st.integers(0, 1_000), second=st.integers(0, 1_000), game=st.sampled_from(sorted(GAMES)))
def test_expected_returns_are_zero_sum_and_no_better_than_the_best_response(
    first: int, second: int, game: str
) -> None:
    root = GAMES[game]
    policies = random_policy(root, first), random_policy(root, second)
    returns = expected_returns(root, policies)
    assert sum(returns) == pytest.approx(0, abs=1e-12)
    for player in (0, 1):
        assert best_response(root, player, policies[1 - player]).value >= returns[player] - 1e-12


TREES = {name: flatten(root) for name, root in GAMES.items()}


def some_strategy(first: Vector, seed: int) -> Vector:
    """Return a random strategy in which some actions are certain, some impossible and some mixed."""
    rng = random.Random(seed)
    return normalise_strategy(
        first, np.array([rng.choice((0.0, 1.0, rng.random())) for _ in range(first[-1])])
    )


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25)
@given(seed=st.integers(0, 1_000_000))
def test_measures_are_those_of_the_plain_best_response(game: str, seed: int) -> None:
    root, tree = GAMES[game], TREES[game]
    strategy = some_strategy(tree.first, seed)
    table = tree.table(strategy)
    form = sequence_form(tree)
    plain = exploitability(root, (lambda info: table[info.key],) * 2)
    fast = cfr_kernels.exploitability(form, strategy)
    assert fast.nash_conv == pytest.approx(plain.nash_conv, abs=1e-12)
    assert fast.value == pytest.approx(plain.value, abs=1e-12)


def test_compiled_nash_conv_of_the_uniform_policy_is_eleven_twelfths_in_classic_kuhn() -> None:
    tree = TREES["classic"]
    measured = cfr_kernels.exploitability(sequence_form(tree), uniform_strategy(tree.first))
    assert measured.nash_conv == pytest.approx(11 / 12)


def test_nash_conv_of_the_uniform_policy_in_leduc_is_the_known_one() -> None:
    tree = flatten(LeducState())
    measured = cfr_kernels.exploitability(sequence_form(tree), uniform_strategy(tree.first))
    assert measured.nash_conv == pytest.approx(4.747222, abs=1e-6)


JUDGED_GAMES: dict[str, State] = {
    "classic": classic(),
    "half_street_1": half_street(1),
    "half_street_2": half_street(2),
    "leduc": LeducState(),
}
VALUES = {"classic": -1 / 18, "half_street_1": 1 / 18, "half_street_2": 1 / 10, "leduc": -0.0856064}


def peer(game: str) -> pyspiel.Game:
    known = {"classic": "kuhn_poker", "leduc": "leduc_poker"}
    return pyspiel.load_game(known[game]) if game in known else registered(game, JUDGED_GAMES[game])


@pytest.mark.parametrize("game", JUDGED_GAMES)
def test_open_spiel_measures_the_same_nash_conv_of_what_was_found(game: str) -> None:
    tree, theirs = flatten(JUDGED_GAMES[game]), peer(game)
    for variant in ("cfr+", "external-sampling"):
        run = Solver(tree, FAMILY[variant])
        run.iterate(100)
        exported = policy(theirs, JUDGED_GAMES[game], tree.table(run.average()))
        ours = run.exploitability()
        assert ours.nash_conv == pytest.approx(pyspiel.nash_conv(theirs, exported), abs=1e-9)
        values = pyspiel.expected_returns(theirs.new_initial_state(), exported, -1, True)
        assert ours.value == pytest.approx(values[0], abs=1e-9)


@pytest.mark.parametrize("game", ["classic", "leduc"])
def test_cfr_plus_of_open_spiel_goes_through_strategies_of_the_same_nash_conv(game: str) -> None:
    run, theirs = Solver(flatten(JUDGED_GAMES[game]), FAMILY["cfr+"]), peer(game)
    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(4):
        run.iterate(1)
        solver.evaluate_and_update_policy()
        found = pyspiel.nash_conv(theirs, solver.average_policy())
        assert run.exploitability().nash_conv == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize("game", JUDGED_GAMES)
def test_a_linear_program_finds_the_same_value(game: str) -> None:
    form = sequence_form(flatten(JUDGED_GAMES[game]))
    assert solve(form).value == pytest.approx(VALUES[game], abs=1e-7)


@pytest.mark.parametrize("game", ["classic", "half_street_2"])
def test_nothing_can_be_won_from_what_the_linear_program_plays(game: str) -> None:
    form = sequence_form(flatten(JUDGED_GAMES[game]))
    exactly = strategy(form, solve(form).reaches, solve(swapped(form)).reaches)
    assert cfr_kernels.exploitability(form, exactly).nash_conv == pytest.approx(0, abs=1e-9)


def test_both_judges_agree_on_leduc_poker_with_what_pdcfr_plus_finds() -> None:
    run = Solver(flatten(LeducState()), FAMILY["pdcfr+"])
    run.iterate(15_000)
    measured = run.exploitability()
    assert measured.nash_conv < 1e-6
    assert measured.value == pytest.approx(solve(sequence_form(run.tree)).value, abs=1e-6)
    assert np.isfinite(run.average()).all()


@cache
def leduc() -> GameTree:
    return flatten(LeducState())


def iterate(form: SequenceForm, variant: str, iterations: int) -> SolverState:
    totals = initial_state(form.first)
    cfr_kernels.iterate_full_width(form, FAMILY[variant], totals, empty_trace(form.sequences), iterations)
    return totals


def test_payoffs_are_zero_sum_and_weighed_by_chance() -> None:
    form = sequence_form(leduc())
    matrix = np.zeros((form.sequences + 2,) * 2)
    matrix[np.repeat(np.arange(len(matrix)), np.diff(form.row)), form.column] = form.payoff
    assert np.array_equal(matrix, -matrix.T)
    assert np.abs(form.payoff).max() == pytest.approx(13 / (6 * 5 * 4))


def test_leduc_poker_says_everything_once_for_each_suit() -> None:
    form = merge_infosets(sequence_form(leduc()))
    assert len(form.parent) == 288
    assert form.sequences == 672


@pytest.mark.parametrize("root", [classic(), half_street(2)])
def test_kuhn_poker_says_nothing_twice(root: object) -> None:
    whole = sequence_form(flatten(root))
    form = merge_infosets(whole)
    assert form.sequences == whole.sequences
    assert all(map(np.array_equal, form, whole))


@pytest.mark.parametrize("variant", ["cfr", "pdcfr+"])
def test_solving_one_of_each_class_goes_through_the_same_iterates(variant: str) -> None:
    whole = sequence_form(leduc())
    once = merge_infosets(whole)
    all_of_them, one_of_each = iterate(whole, variant, 10), iterate(once, variant, 10)
    for ours, theirs in zip(one_of_each[:3], all_of_them[:3], strict=True):
        assert ours[once.stands_for] == pytest.approx(theirs, rel=1e-9, abs=1e-12)


def test_a_form_merged_again_stays_as_it_is() -> None:
    once = merge_infosets(sequence_form(leduc()))
    again = merge_infosets(once)
    assert np.array_equal(again.first, once.first)
    assert again.repeats == pytest.approx(once.repeats)
    assert np.array_equal(again.stands_for, once.stands_for)


class Forgetful(LeducState):
    """Leduc poker in which the public card makes both players forget the betting of the first round."""

    def child(self, action: int) -> "Forgetful":
        after = super().child(action)
        return Forgetful(after.cards, after.rounds)

    def information_state(self, player: int) -> object:
        info = super().information_state(player)
        return replace(info, rounds=((), info.rounds[1])) if self.street else info


def test_a_player_that_forgets_is_refused() -> None:
    with pytest.raises(ValueError, match="its player forgets what led there"):
        sequence_form(flatten(Forgetful()))


RESPONSE_GAMES = {"kuhn": (kuhn_tree(), CardDealer(1, 1)), "leduc": (leduc_tree(), CardDealer(2, 2))}


def response(
    tree: PublicTree, dealer: CardDealer, strategy: Strategy, deals: int
) -> tuple[Strategy, list[int]]:
    game = SmallGame(tree, Layout.of(tree, dealer.buckets), dealer)
    learning = trained_response(game, strategy, deals, Dice.from_seed(1))
    steps: list[int] = []
    return run_to_end(relay(learning, steps.append)), steps


def value(tree: PublicTree, dealer: CardDealer, first: Strategy, second: Strategy) -> float:
    """Return the exact expected value of player 0, who plays `first` against `second`."""
    layout = Layout.of(tree, dealer.buckets)
    both = first.copy()
    other = slice(*layout.entry_range(1))
    both[other] = second[other]
    return expected(tree, to_mix(both, tree, layout), dealer.make_batch(dealer.all))


@pytest.mark.parametrize("name", RESPONSE_GAMES)
@pytest.mark.parametrize("learnt", [0, 200])
def test_it_wins_nearly_what_the_best_response_wins_and_never_more(name: str, learnt: int) -> None:
    tree, dealer = RESPONSE_GAMES[name]
    training = MCCFR(tree, dealer.buckets)
    training.learn(dealer, learnt)
    strategy = training.average()
    found, _ = response(tree, dealer, strategy, 20_000)
    won = value(tree, dealer, found, strategy) - value(tree, dealer, strategy, found)
    mix, deals = to_mix(strategy, tree, training.layout), dealer.make_batch(dealer.all)
    best = sum(plain_best_response(tree, mix, deals, player) for player in range(2))
    assert 0.93 * best < won <= best + 1e-9


def test_what_it_wins_in_fresh_deals_is_its_value() -> None:
    tree, dealer = RESPONSE_GAMES["kuhn"]
    uniform = np.zeros(Layout.of(tree, dealer.buckets).entries, np.uint8)
    found, _ = response(tree, dealer, uniform, 5_000)
    exact = (value(tree, dealer, found, uniform) - value(tree, dealer, uniform, found)) / 2
    packed = mccfr_kernel.kernel_tree(tree, Layout.of(tree, dealer.buckets))
    sampled = play(packed, found, uniform, dealer.deal(40_000, Dice(3)), Dice(4))
    assert sampled.mean() == pytest.approx(exact, abs=0.02)


def test_every_batch_is_reported_and_the_same_dice_give_the_same_response() -> None:
    tree, dealer = RESPONSE_GAMES["kuhn"]
    uniform = np.zeros(Layout.of(tree, dealer.buckets).entries, np.uint8)
    one, steps = response(tree, dealer, uniform, 1_300)
    other, _ = response(tree, dealer, uniform, 1_300)
    assert (one == other).all()
    assert steps == [512, 1_024, 1_300, 1_812, 2_324, 2_600]
