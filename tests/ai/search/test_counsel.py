"""The coach before the turn: one voice, the trained one where training has been, and values that agree with it."""

import pytest

from ai import catalog, service
from ai.search.counsel import consistent
from ai.search.starting_ranges import TrainingAmount, estimate_visits
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemState
from game.study.judgements import AskJudgement, Judgement
from tests.ai.search.spots import spot

DEEP = (20_000, 20_000)
OPEN = spot("8c4hAsKd", "", stacks=DEEP)
RAISED = spot("AsKd8c4h", "", 250, stacks=DEEP)
WEAK = spot("8s4c9c7h", "", 250, stacks=DEEP)
SHOVED = spot("Ts2c8c7h", "", 20_000, stacks=DEEP)
CALLING_ACES = spot("AsAd8c7h", "Qs7s2d", 300, CALL, CALL, 400, stacks=DEEP)
ODD = spot("KsJc9c7h", "", 5_000, stacks=DEEP)
FACING = spot("AsKd8c7h", "Qs7s2d", 300, CALL, CALL, 400, stacks=DEEP)
SPOTS = [OPEN, RAISED, WEAK, SHOVED, CALLING_ACES, ODD, FACING]


def said(state: HoldemState) -> Judgement:
    *_, found = service.answer(AskJudgement(games.HOLDEM, state.information_state(state.current_player())))
    assert isinstance(found, Judgement)
    return found


@pytest.mark.parametrize("state", SPOTS)
def test_no_action_is_worth_more_than_the_one_that_is_advised(state: HoldemState) -> None:
    found = said(state)
    assert found.values[found.best] == max(found.values.values())
    assert set(found.shares) <= set(found.values)
    assert sum(found.shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("state", SPOTS)
def test_fold_is_zero_and_every_kind_of_action_has_a_value(state: HoldemState) -> None:
    found, info = said(state), state.information_state(state.current_player())
    assert CALL in found.values
    assert found.values.get(FOLD, 0.0) == 0.0
    assert (FOLD in found.values) == bool(info.to_call)
    assert any(action > CALL for action in found.values) == (info.betting.min_raise_to is not None)


def test_the_same_question_has_the_same_answer() -> None:
    assert said(RAISED) == said(RAISED)


def test_the_trained_strategy_speaks_where_training_has_been() -> None:
    assert [said(state).source for state in (OPEN, RAISED, WEAK)] == ["blueprint"] * 3
    assert said(WEAK).best == FOLD
    assert said(RAISED).best > CALL


def test_counted_equity_speaks_where_training_hardly_went() -> None:
    """Its own hand would never have come here, or the opponent's raise is on no tree."""
    assert [said(state).source for state in (CALLING_ACES, ODD)] == ["equity"] * 2


def test_stacks_far_from_every_depth_of_the_training_count_as_untrained() -> None:
    assert said(spot("AsKd8c4h", "", 250, stacks=(600, 600))).source == "equity"


def test_a_hopeless_call_loses_what_equity_and_price_say() -> None:
    found = said(SHOVED)
    assert found.best == FOLD
    assert found.values[CALL] == pytest.approx(400 * found.equity - 199, abs=0.01)


def test_visits_fall_with_each_action_and_end_off_the_tree() -> None:
    trained = catalog.load(games.HOLDEM, "blueprint-200")
    training = TrainingAmount(1_000_000, (169, 1_000, 1_000, 1_000))
    opening, raised, odd = (
        estimate_visits(trained, training, state.information_state(state.current_player()))  # type: ignore[arg-type]
        for state in (OPEN, RAISED, ODD)
    )
    assert opening == pytest.approx(1_000_000 / 169)
    assert opening > raised > odd == 0.0


def test_mixed_actions_are_worth_the_same_and_no_other_is_worth_more() -> None:
    shares = {CALL: 0.5, 300: 0.5}
    assert consistent({CALL: 1.0, 300: 2.0, 500: 9.0, 700: 0.5}, shares) == {
        CALL: 1.5,
        300: 1.5,
        500: 1.5,
        700: 0.5,
    }
    assert consistent({FOLD: 0.0, CALL: 2.0}, {FOLD: 0.5, CALL: 0.5}) == {FOLD: 0.0, CALL: 0.0}
    assert consistent({FOLD: 0.0, CALL: -2.0}, {CALL: 1.0}) == {FOLD: 0.0, CALL: 0.0}
    assert consistent({CALL: -1.0, 300: -0.5, 500: -2.0}, {300: 1.0}) == {CALL: 0.0, 300: 0.0, 500: -2.0}
