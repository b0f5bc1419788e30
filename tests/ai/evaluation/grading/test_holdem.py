"""Grades in Hold'em: what is plainly wrong costs much, what the strategy does costs nothing."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from ai import catalog, service
from ai.agents.advisers import training_at
from ai.agents.blueprint import BlueprintAgent
from ai.evaluation.grading.holdem import ADVICE, FULL, Effort, HoldemGrader
from ai.hands.range_strategy import RangeStrategy
from ai.search.decision_solving import DecisionSolver
from ai.solver.solving import Goal
from game.core import Action, Progress
from game.messages.grades_answers import Grade, Mark
from game.messages.holdem import AskCoach
from game.messages.holdem_answers import Counsel
from game.messages.marks import regraded, stake_of
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from tests.played_hands import spot

FEW = Effort(Goal(iterations=20))


@cache
def parts() -> tuple[BlueprintAgent, RangeStrategy]:
    trained, solid = catalog.load(games.HOLDEM, "blueprint-200"), catalog.load(games.HOLDEM, "sound")
    assert isinstance(trained, BlueprintAgent)
    assert isinstance(solid, RangeStrategy)
    return trained, solid


def grade(info: HoldemInformationState, action: Action, effort: Effort = FEW) -> Grade:
    trained, solid = parts()
    grader = HoldemGrader(trained, training_at(trained, info), solid, DecisionSolver(trained), effort)
    *before, last = grader.grade(info, action)
    assert all(isinstance(one, Progress) for one in before)
    assert isinstance(last, Grade)
    return last


NUTS = ("2c7dAsAh", CALL, CALL, "AdAc2h", CALL, CALL, "9s", CALL, CALL, "3d", 300)
FIRST_ON_THE_TURN = ("8c7hAsAd", 300, CALL, "Qs7s2d", CALL, 400, CALL, "5c")
FIRST_ON_THE_RIVER = ("9c7hKsJc", 300, CALL, "Qs7s2d", CALL, 400, CALL, "5c", CALL, CALL, "5h")
BET_INTO = (*FIRST_ON_THE_RIVER, 1_000)


def test_to_fold_the_nuts_to_a_bet_is_a_blunder() -> None:
    info = spot(*NUTS)
    folded = grade(info, FOLD)
    assert (folded.source, folded.mark) == ("solved", Mark.BLUNDER)
    assert folded.best > FOLD
    assert folded.equity == pytest.approx(1.0)
    assert folded.price == pytest.approx(200 / 600)
    assert folded.values[FOLD] == pytest.approx(0.0, abs=1e-3)


def advice(info: HoldemInformationState) -> Counsel:
    trained, solid = parts()
    grader = HoldemGrader(trained, training_at(trained, info), solid, DecisionSolver(trained), FEW)
    *_, last = grader.advise(info)
    assert isinstance(last, Counsel)
    return last


@pytest.mark.parametrize("line", [NUTS, FIRST_ON_THE_TURN, FIRST_ON_THE_RIVER, BET_INTO])
def test_advice_on_turn_and_river_is_within_its_margin_of_the_solve_behind_it(
    line: tuple[Action | str, ...],
) -> None:
    info = spot(*line)
    said, solve = advice(info), grade(info, CALL, Effort(ADVICE))
    assert said.source == "solved"
    assert said.margin == pytest.approx(0.05 * info.betting.pot / info.rules.big_blind)
    assert said.values == pytest.approx(solve.values, abs=said.margin + 1e-6)
    assert said.values[said.best] == max(said.values.values())
    assert {said.values[action] for action in said.shares} == {said.values[said.best]}
    assert sum(said.shares.values()) == pytest.approx(1.0)
    assert said.values.get(FOLD, 0.0) == 0.0
    assert list(said.values) == sorted(said.values)
    assert not said.capped


def test_advice_on_the_river_is_what_a_full_grade_calls_best() -> None:
    info = spot(*NUTS)
    *_, said = service.answer(AskCoach(info))
    assert isinstance(said, Counsel)
    assert (said.source, said.best) == ("solved", grade(info, CALL, FULL).best)


@pytest.mark.parametrize(
    ("solved", "mixed", "shares", "values"),
    [
        (
            (0.0, 7.0, 9.0, 9.1),
            (0.0, 0.2, 0.65, 0.15),
            (0.0, 0.0, 0.8125, 0.1875),
            (0.0, 7.0, 9.01875, 9.01875),
        ),
        ((0.0, -0.2, -0.1, 0.1), (0.5, 0.0, 0.5, 0.0), (0.5, 0.0, 0.5, 0.0), (0.0, -0.2, 0.0, 0.0)),
        ((0.0, 7.0, 9.0, 9.9), (0.0, 0.5, 0.5, 0.0), (0.0, 0.0, 0.0, 1.0), (0.0, 7.0, 9.0, 9.9)),
    ],
)
def test_advice_mixes_what_is_worth_the_same_within_its_margin(
    solved: Sequence[float],
    mixed: Sequence[float],
    shares: Sequence[float],
    values: Sequence[float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An action that is worth less has a share only since the solve is brief."""
    info, actions = spot(*NUTS), (FOLD, CALL, 600, 900)
    by_hand = replace(
        grade(info, CALL),
        values=dict(zip(actions, solved, strict=True)),
        shares=dict(zip(actions, mixed, strict=True)),
    )
    monkeypatch.setattr(HoldemGrader, "_by_solve", lambda *_: iter([by_hand]))
    said = advice(info)
    assert [said.shares.get(action, 0.0) for action in actions] == pytest.approx(shares)
    assert [said.values[action] for action in actions] == pytest.approx(values)
    assert said.best == actions[shares.index(max(shares))]


def test_advice_before_the_turn_is_from_training() -> None:
    assert advice(spot("2c7dAsAh")).source == "trained"


def test_what_the_hand_of_the_other_is_changes_nothing() -> None:
    other = spot("KcQdAsAh", *NUTS[1:])
    assert grade(spot(*NUTS), FOLD) == grade(other, FOLD)


def test_a_bet_of_an_odd_size_is_valued_as_it_is() -> None:
    info = spot("2c7dAsAh", CALL, CALL, "AdKc2h", CALL, CALL, "9s")
    bet = grade(info, 237)
    assert bet.action == 237
    assert 237 in bet.values


def test_to_fold_aces_before_the_flop_is_a_blunder_by_training() -> None:
    info = spot("2c7dAsAh")
    folded = grade(info, FOLD)
    assert (folded.source, folded.mark) == ("trained", Mark.BLUNDER)
    assert folded.margin > 0


def test_what_the_blueprint_does_before_the_flop_costs_nothing_or_next_to_nothing() -> None:
    trained, _ = parts()
    for cards in ("2c7dAsAh", "2c7dKs9h", "2c7d8s7s", "2c7d4h2d"):
        info = spot(cards)
        likeliest = max(trained.strategy(info).items(), key=lambda one: one[1])[0]
        assert grade(info, likeliest).mark in (Mark.BEST, Mark.GOOD)


def test_a_hand_that_the_blueprint_never_has_here_is_graded_too() -> None:
    info = spot("AcAd7s2h", 400, 1200, 4000, CALL, "KsQd8c", CALL, CALL, "4h")
    checked = grade(info, CALL)
    assert checked.equity == pytest.approx(0.70, abs=0.05)
    assert 0.5 * info.pot < checked.values[CALL] * info.rules.big_blind < info.pot


def test_what_training_never_does_is_not_called_good_whether_played_or_answered_later() -> None:
    """Its value is cut to that of the mix, so its cost would look like nothing."""
    info = spot("2c7dAsAh")
    shoved = grade(info, 20_000)
    for given in (shoved, regraded(shoved, 20_000, stake_of(info), info)):
        assert given.never_taken
        assert given.mark not in (Mark.BEST, Mark.GOOD)


def test_a_raise_near_a_size_of_the_training_is_one_that_it_takes() -> None:
    info = spot("2c7dAsAh")
    trained, _ = parts()
    assert {200, 300} <= trained.strategy(info).keys()
    raised = grade(info, 250)
    assert not raised.never_taken
    assert raised.mark is Mark.BEST
    assert regraded(grade(info, 250), 250, stake_of(info), info).mark is Mark.BEST


def test_a_raise_near_the_best_one_is_as_good_where_only_equity_is_counted() -> None:
    info = spot("2c3d9h9d", 2_000, CALL, "Qs7h2d", CALL)
    best = grade(info, CALL).best
    near = grade(info, 4_800)
    assert (near.source, near.never_taken, best) == ("counted", False, 6_000)
    assert near.values[4_800] == near.values[best]


def test_not_to_bluff_is_no_mistake_where_only_equity_is_counted() -> None:
    """A bet seems to win more, by the folds of a solid player who is not at the table."""
    checked = grade(spot("KsKdQd7s", 250, 875, CALL, "Jd5hAh", CALL), CALL)
    assert (checked.source, checked.best > CALL) == ("counted", True)
    assert checked.cost > 1
    assert checked.mark is Mark.BEST


def test_an_early_grade_before_the_turn_compares_fewer_actions() -> None:
    info = spot("2c7dAsAh")
    trained, solid = parts()
    effort = Effort(FEW.goal, brief=True)
    grader = HoldemGrader(trained, training_at(trained, info), solid, DecisionSolver(trained), effort)
    *_, early = grader.grade(info, FOLD)
    assert isinstance(early, Grade)
    assert early.mark is Mark.BLUNDER
    assert early.values.keys() < grade(info, FOLD).values.keys()


def test_a_blind_is_no_bet_to_be_priced() -> None:
    assert grade(spot("2c7dAsAh"), CALL).price is None
    assert grade(spot("2c7dAsAh", 300), CALL).price is not None


def test_a_river_is_graded_from_what_the_blueprint_says_that_both_hold() -> None:
    """So that it is one fixed spot, whose values do not hang on a solve of the turn."""
    info = spot(*NUTS[:-1])
    trained, solid = parts()
    quick, longer = (
        HoldemGrader(
            trained, training_at(trained, info), solid, DecisionSolver(trained), Effort(FEW.goal.times(times))
        )
        for times in (6, 24)
    )
    *_, first = quick.grade(info, CALL)
    *_, second = longer.grade(info, CALL)
    assert isinstance(first, Grade)
    assert isinstance(second, Grade)
    pot = info.betting.pot / info.rules.big_blind
    for action, share in second.shares.items():
        if share > 0.01:
            assert first.values[action] == pytest.approx(second.values[action], abs=0.005 * pot)
