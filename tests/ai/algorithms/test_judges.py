"""What the solvers find, judged by OpenSpiel and by a linear program."""

import numpy as np
import pyspiel
import pytest

from ai.algorithms import exact
from ai.algorithms.game_tree import flatten, sequence_form
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from game.core import State
from game.rules.kuhn_poker import classic, half_street
from tests.ai.algorithms.leduc_poker import LeducState
from tests.ai.algorithms.linear_program import solve, strategy, swapped
from tests.ai.algorithms.open_spiel_games import policy, registered

GAMES: dict[str, State] = {
    "classic": classic(),
    "half_street_1": half_street(1),
    "half_street_2": half_street(2),
    "leduc": LeducState(),
}
VALUES = {"classic": -1 / 18, "half_street_1": 1 / 18, "half_street_2": 1 / 10, "leduc": -0.0856064}


def peer(game: str) -> pyspiel.Game:
    """Return the game as OpenSpiel has it; the half-street games it learns from us."""
    known = {"classic": "kuhn_poker", "leduc": "leduc_poker"}
    return pyspiel.load_game(known[game]) if game in known else registered(game, GAMES[game])


@pytest.mark.parametrize("game", GAMES)
def test_open_spiel_measures_the_same_nash_conv_of_what_was_found(game: str) -> None:
    tree, theirs = flatten(GAMES[game]), peer(game)
    for variant in ("cfr+", "external-sampling"):
        run = Solver(tree, FAMILY[variant])
        run.iterate(100)
        exported = policy(theirs, GAMES[game], tree.table(run.average()))
        ours = run.exploitability()
        assert ours.nash_conv == pytest.approx(pyspiel.nash_conv(theirs, exported), abs=1e-9)
        values = pyspiel.expected_returns(theirs.new_initial_state(), exported, -1, True)
        assert ours.value == pytest.approx(values[0], abs=1e-9)


@pytest.mark.parametrize("game", ["classic", "leduc"])
def test_cfr_plus_of_open_spiel_goes_through_strategies_of_the_same_nash_conv(game: str) -> None:
    run, theirs = Solver(flatten(GAMES[game]), FAMILY["cfr+"]), peer(game)
    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(4):
        run.iterate(1)
        solver.evaluate_and_update_policy()
        found = pyspiel.nash_conv(theirs, solver.average_policy())
        assert run.exploitability().nash_conv == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_a_linear_program_finds_the_same_value(game: str) -> None:
    form = sequence_form(flatten(GAMES[game]))
    assert solve(form).value == pytest.approx(VALUES[game], abs=1e-7)


@pytest.mark.parametrize("game", ["classic", "half_street_2"])
def test_nothing_can_be_won_from_what_the_linear_program_plays(game: str) -> None:
    form = sequence_form(flatten(GAMES[game]))
    exactly = strategy(form, solve(form).reaches, solve(swapped(form)).reaches)
    assert exact.exploitability(form, exactly).nash_conv == pytest.approx(0, abs=1e-9)


def test_both_judges_agree_on_leduc_poker_with_what_pdcfr_plus_finds() -> None:
    run = Solver(flatten(LeducState()), FAMILY["pdcfr+"])
    run.iterate(15_000)
    measured = run.exploitability()
    assert measured.nash_conv < 1e-6
    assert measured.value == pytest.approx(solve(sequence_form(run.tree)).value, abs=1e-6)
    assert np.isfinite(run.average()).all()
