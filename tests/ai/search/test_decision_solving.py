"""Single decisions that are solved: bets that no size gives, hands that never come there, actions nobody takes."""

from functools import cache

import numpy as np
import pytest

from ai import catalog
from ai.agents.blueprint import BlueprintAgent
from ai.hands.combos import place_of
from ai.search.decision_solving import DecisionSolve, DecisionSolver, Effort, beside_menu
from ai.search.street_line import sizes_in_play, street_line, whole_street
from ai.solver.held_solve import HeldSolve
from ai.solver.solving import Goal
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Limits
from ai.steps import run_to_end
from game.core import Action
from game.match.spot_texts import read_id
from game.rules import games
from game.rules.betting import CALL
from game.rules.holdem import HoldemInformationState
from tests.played_hands import spot

FEW = Effort(Goal(iterations=30), Goal(iterations=720))
MORE = Effort(Goal(iterations=120), Goal(iterations=2880))
RIVER = ("2c7dAsAh", CALL, CALL, "AdKc2h", CALL, CALL, "9s", CALL, CALL, "3d")
RARE_BET = ("QhTs5h9c", 200, CALL, "2sKd5c", CALL, 332, CALL, "Jc", CALL, 996, CALL, "5s", CALL, 2988)
"""The second player bets half the pot more than all, which the solve of this river hardly ever does."""


@cache
def solver() -> DecisionSolver:
    agent = catalog.load(games.HOLDEM, "blueprint-200")
    assert isinstance(agent, BlueprintAgent)
    return DecisionSolver(agent)


def solved(info: HoldemInformationState, action: Action | None, effort: Effort = FEW) -> DecisionSolve:
    return run_to_end(solver().solve_decision(info, action, effort))


def value(info: HoldemInformationState, found: DecisionSolve, action: Action) -> float:
    """Return the value of an action for the hand of a decision, in chips."""
    state = found.held.walk.at()
    index = next(number for number, name in enumerate(state.actions) if found.actions[name] == action)
    return float(state.action_ev[place_of(info.hole), index])


def test_all_bets_that_were_made_stand_in_one_tree_of_the_street() -> None:
    info = spot(*RIVER, CALL, 237, 1111)
    line = whole_street(info.betting, sizes_in_play(info.betting), last=True)
    assert line.path == ("check", "bet 137", "raise 1011")
    assert line.extra_chips == {("check",): (137.0,), ("check", "bet 137"): (1011.0,)}


def test_the_text_of_a_decision_says_what_was_bet_and_what_is_possible_beside_the_sizes() -> None:
    info = spot(*RIVER, CALL, 237)
    assert beside_menu(info.betting, 555)
    found = solved(info, 555)
    assert found.held.texts.begun == "check, bet 137 / raise 455"
    node = found.held.game.streets[0].trees.nodes[0]
    assert (node.player, node.put_in) == (0, (0.0, 137.0))
    assert "raise 455" in node.actions
    assert found.actions["raise 455"] == 555


def test_a_decision_that_is_solved_from_its_text_has_the_same_values() -> None:
    found = solved(spot(*RIVER, CALL, 237), 555)
    texts = read_id(found.held.texts.id)
    again = HeldSolve.start(texts, spot_of_texts(texts), Limits(1))
    list(again.solve_to(FEW.river))
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
    """Left to the noise of the solve of the street, the hands behind the bet moved them by a third of the pot."""
    info = spot(*RARE_BET)
    quick, longer = (solved(info, CALL, effort) for effort in (FEW, MORE))
    state = longer.held.walk.at()
    for number, name in enumerate(state.actions):
        if state.strategy[place_of(info.hole), number] >= 0.01:
            action = longer.actions[name]
            assert abs(value(info, quick, action) - value(info, longer, action)) <= 0.02 * info.betting.pot


def test_who_bets_as_the_solve_hardly_ever_does_holds_what_the_blueprint_would_bet_so() -> None:
    """Eight times the pot, all in: the blueprint does that with a higher straight, the solve with nothing."""
    info = spot("2c2d7d8s", 200, 600, CALL, "7sJsTd", CALL, CALL, "9h", CALL, 1200, 20_000)
    assert value(info, solved(info, CALL), CALL) < -0.4 * info.betting.pot


def test_a_solve_says_nothing_of_the_hidden_cards() -> None:
    first, second = (solved(spot(cards, *RIVER[1:], CALL), 237) for cards in ("2c7dAsAh", "QcJdAsAh"))
    assert first.held.texts == second.held.texts
