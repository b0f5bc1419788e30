"""Single decisions that are solved: bets that no size gives, hands that never come there, actions nobody takes."""

from functools import cache

import numpy as np
import pytest

from ai import catalog
from ai.agents.blueprint import BlueprintAgent
from ai.hands.combos import place_of
from ai.hands.range_strategy import PublicState
from ai.search.decision_solving import DecisionSolver, Evaluation
from ai.search.resolving_menu import sizes_of
from ai.search.street_line import decision_line, street_line, taken, whole_street
from ai.solver.solving import Goal
from ai.steps import finished
from game.core import Action
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from tests.played_hands import spot

FEW, MORE = Goal(iterations=30), Goal(iterations=120)
RIVER = ("2c7dAsAh", CALL, CALL, "AdKc2h", CALL, CALL, "9s", CALL, CALL, "3d")
RARE_BET = ("QhTs5h9c", 200, CALL, "2sKd5c", CALL, 332, CALL, "Jc", CALL, 996, CALL, "5s", CALL, 2988)
"""The second player bets half the pot more than all, which the solve of this river hardly ever does."""


@cache
def solver() -> DecisionSolver:
    agent = catalog.load(games.HOLDEM, "blueprint-200")
    assert isinstance(agent, BlueprintAgent)
    return DecisionSolver(agent)


def evaluated(info: HoldemInformationState, action: Action, goal: Goal) -> Evaluation:
    return finished(solver().evaluating(PublicState.of(info), action, place_of(info.hole), goal))


def test_all_bets_that_were_made_stand_in_one_tree_of_the_street() -> None:
    info = spot(*RIVER, CALL, 237, 1111)
    line = whole_street(info.betting, sizes_of(info.betting), last=True)
    assert line.path == ("check", "bet 137", "raise 1011")
    assert line.extra_chips == {("check",): (137.0,), ("check", "bet 137"): (1011.0,)}
    here = decision_line(line, info.betting, sizes_of(info.betting), True, 5000)
    assert (here.begin.player, here.begin.chips, here.path) == (1, (1011.0, 137.0), ())
    assert taken(here, info.betting, 5000) == "raise 4763"
    assert taken(here, info.betting, FOLD) == "fold"


def test_without_its_last_action_a_line_stands_at_the_decision_where_that_was_taken() -> None:
    betting = spot(*RIVER, CALL).betting
    line = street_line(betting, sizes_of(betting), True, (237,))
    assert (line.path, line.node.player) == (("bet 137",), 0)
    assert (line.last_decision.path, line.last_decision.node.player) == ((), 1)


def test_a_hand_that_the_blueprint_never_has_is_in_the_solve() -> None:
    info = spot("AcAd7s2h", 400, 1200, 4000, CALL, "KsQd8c", CALL, CALL, "4h")
    found = evaluated(info, CALL, FEW)
    assert np.isfinite(found.values[CALL][place_of(info.hole)])


def test_a_river_that_begins_with_the_decision_is_solved_once() -> None:
    first, later = spot(*RIVER), spot(*RIVER, CALL)
    assert last_report(first) == 24 * 5
    assert last_report(later) == 48 * 5  # the street first


def last_report(info: HoldemInformationState) -> int:
    """Return the highest number of iterations that is reported on the way."""
    work = DecisionSolver(solver().blueprint).evaluating(
        PublicState.of(info), CALL, place_of(info.hole), Goal(iterations=5)
    )
    return max(report.total or 0 for report in work)


def test_values_hold_where_a_bet_is_answered_that_hardly_anybody_makes() -> None:
    """Left to the noise of the solve of the street, the hands behind the bet moved them by a third of the pot."""
    info = spot(*RARE_BET)
    place = place_of(info.hole)
    quick, longer = (evaluated(info, CALL, goal) for goal in (FEW, MORE))
    for action, mix in longer.mix.items():
        if mix[place] >= 0.01:
            apart = quick.values[action][place] - longer.values[action][place]
            assert abs(apart) <= 0.02 * info.betting.pot
    assert longer.solve.exploitability() < 0.1


def test_who_bets_as_the_solve_hardly_ever_does_holds_what_the_blueprint_would_bet_so() -> None:
    """Eight times the pot, all in: the blueprint does that with a higher straight, the solve with nothing."""
    info = spot("2c2d7d8s", 200, 600, CALL, "7sJsTd", CALL, CALL, "9h", CALL, 1200, 20_000)
    found = evaluated(info, CALL, FEW)
    assert found.values[CALL][place_of(info.hole)] < -0.4 * info.betting.pot


def test_a_solve_says_nothing_of_the_hidden_cards() -> None:
    first, second = (evaluated(spot(cards, *RIVER[1:], CALL), 237, FEW) for cards in ("2c7dAsAh", "QcJdAsAh"))
    for action, values in first.values.items():
        assert values == pytest.approx(second.values[action], nan_ok=True)
