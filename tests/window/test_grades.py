"""Grades at a table, their texts, and the tutor."""

import math
import random
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.archive.imported import ImportedHands
from game.archive.store import page
from game.core import BadInput
from game.match.table_spec import TableSpec
from game.request import Refusal
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting, Street
from game.study.history import summarize_hands
from game.study.holdem import AskDuel
from game.study.judgements import AskJudgement, Judgement, Mark, OpponentValues, question_at
from game.study.play import AskValues, Decide
from game.study.words import (
    ends_betting,
    format_best,
    format_cost,
    format_equity,
    format_grades,
    format_mark,
    format_source,
    format_verdict_cost,
)
from game.tables.holdem.screen import PlayHoldem
from game.tables.position_view import worth_of_answers
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.tables.tutor import _is_harmless
from game.texts import signed, use
from game.window.ui.input import Key
from game.window.ui.widgets.widget import overlap
from tests.played_hands import make_opponent_values, spot
from tests.window.driver import Kind
from tests.window.tables import (
    Answerer,
    SlowJudge,
    Table,
    TableWorker,
    decide,
    judged,
    perfect_judgement,
    perfect_values,
)
from tests.window.test_play_holdem import CASH, TEACHING

VALUES = {FOLD: 0.0, CALL: -0.4}


@pytest.mark.parametrize(
    ("best", "equity", "price", "last", "end"),
    [
        (CALL, 0.39, None, False, "Your equity against the likely hands is 39%."),
        (FOLD, 0.21, 0.33, False, "; a call needs 33%."),
        (CALL, 0.39, 0.33, False, "; a call needs 33%."),
        (FOLD, 0.39, 0.33, False, "A call needs 33%, but later bets cost more than that gains."),
        (CALL, 0.21, 0.33, False, "A call needs 33%, but folds and later bets make up the difference."),
        (FOLD, 0.39, 0.33, True, "; a call needs 33%."),
        (FOLD, 0.34, 0.33, False, "A call needs 33%, but later bets cost more than that gains."),
        (CALL, 0.34, 0.33, False, "; a call needs 33%."),
        (900, 0.08, 0.33, True, "A call needs 33%, but folds make up the difference."),
    ],
)
def test_equity_and_price_lead_to_the_best_action(
    best: int, equity: float, price: float | None, last: bool, end: str
) -> None:
    known = judged(VALUES | {best: 0.0}, best, source="solve", equity=equity, price=price)
    assert format_equity(known, last=last).endswith(end)


@pytest.mark.parametrize(("folds", "is_told"), [(0.0, False), (0.4, True)])
def test_folds_make_up_no_difference_against_somebody_who_never_folds(folds: float, is_told: bool) -> None:
    against = make_opponent_values({CALL: -0.4, 900: 0.5}, 0.1, {900: folds})
    known = judged(VALUES | {900: 0.0}, 900, source="solve", equity=0.08, price=0.33, against=against)
    assert ("folds make up the difference" in format_equity(known, last=True)) == is_told


def test_after_a_call_of_all_chips_or_on_the_river_nobody_bets() -> None:
    start = PublicBetting.start(HoldemRules())
    assert not ends_betting(start)  # after a limp, the big blind may still raise
    assert not ends_betting(start.child(300))
    assert ends_betting(start.child(20_000))
    rivers = start.child(CALL).child(CALL)
    for _ in range(2):
        rivers = rivers.next_round().child(CALL).child(CALL)
    assert ends_betting(rivers.next_round().child(300))


def test_a_cost_has_two_digits_and_its_share_of_the_pot() -> None:
    grade = judged({1: 1.0, 300: 1.35}, 300, stake=2.9).grade(1)
    assert format_cost("holdem", grade) == "costs 0.35 bb, 12% of the pot"


def test_a_cost_above_the_pot_has_no_share() -> None:
    grade = judged({1: 1.0, 300: 4.0}, 300, stake=1.5).grade(1)
    assert format_cost("holdem", grade) == "costs 3.00 bb, more than the pot"


def test_a_cost_within_the_error_is_not_told() -> None:
    assert not format_cost("holdem", judged({1: 1.0, 300: 1.35}, 300, error=0.4).grade(1))


def test_an_action_with_a_bound_above_the_best_has_no_known_cost() -> None:
    known = judged({1: 1.0, 300: 1.35}, 1, bounds=frozenset({300}))
    assert format_cost("holdem", known.grade(300)) == "cost not known"
    assert not format_verdict_cost("holdem", known.grade(300), "Steady", "Raise")


def test_a_hand_is_summed_up_in_one_line() -> None:
    good = judged({1: 1.0, 2: 1.03}, 2, stake=4.0).grade(1)
    bad = judged({1: 1.0, 2: 1.16}, 2, stake=4.0).grade(1)
    said = format_grades("holdem", [good, good, bad], waiting=1)
    assert said == "2 good moves, 1 inaccuracy. Largest loss: 0.16 bb. 1 not graded yet."
    assert format_grades("holdem", [], waiting=2) == "2 not graded yet."


COSTS = {Street.PREFLOP: 0.0, Street.FLOP: 0.05, Street.TURN: 2.5, Street.RIVER: 0.4}


def judge(request: AskJudgement) -> Judgement:
    """Judge a decision. A check or a call is worse than the minimum bet or raise by `COSTS[street]`."""
    info: Any = request.info
    cost, betting = COSTS[info.betting.street], info.betting
    bet = betting.min_raise_to
    price = betting.pot_odds if betting.to_call else None
    more: Any = {"source": "solve", "equity": 0.614, "price": price, "stake": betting.pot / 100}
    return judged({1: 1.0, bet: 1.0 + cost}, bet if cost else 1, **more)


def play_passive_hand(
    opened: list[Table], folder: Path, spec: Any = CASH, judge: Answerer = judge, **settings: Any
) -> Table:
    """Return a table after a hand in which the person has only checked and called."""
    known: dict[Kind, Answerer] = {AskJudgement: judge, AskDuel: lambda _: Refusal("No odds.")}
    opened.append(Table(folder, PlayHoldem, spec, TableWorker(known), **settings))
    table = opened[-1]
    while table.screen.phase == "yours":
        assert not {"Best", "Blunder"} & set(table.texts()), "a grade is shown after the hand alone"
        table.key("c")
        table.settle()
    assert table.screen.phase == "over"
    return table


def judgement_requests(table: Table) -> list[AskJudgement]:
    worker: Any = table.worker
    found: list[AskJudgement] = worker.all_asked(AskJudgement)
    return found


def test_every_decision_of_the_player_is_judged_once_while_the_hand_is_played(
    opened: list[Table], tmp_path: Path
) -> None:
    table = play_passive_hand(opened, tmp_path)
    own = [step for step in table.session.steps if step.player == table.table.own_player]
    assert [one.action for one in judgement_requests(table)] == [step.action for step in own]
    assert {"Best", "Blunder"} <= set(table.texts())
    table.settle()
    assert len(judgement_requests(table)) == len(own)


def test_a_decision_is_not_graded_yet_until_its_judgement_is_sure(
    opened: list[Table], tmp_path: Path
) -> None:
    worker = SlowJudge({AskDuel: lambda _: Refusal("No odds.")})
    opened.append(Table(tmp_path, PlayHoldem, CASH, worker))
    table = opened[-1]
    while table.screen.phase == "yours":
        table.key("c")
    assert "Not graded yet" in set(table.texts())
    first = judgement_requests(table)[0]
    worker.give(AskJudgement, judge(first))
    table.settle()
    assert table.table.grades.summary().startswith("1 best move.")
    assert "not graded yet" in table.table.grades.summary()


def test_one_line_sums_up_the_grades(opened: list[Table], tmp_path: Path) -> None:
    table = play_passive_hand(opened, tmp_path)
    said = table.table.grades.summary()
    assert "blunder" in said
    assert said.endswith("Largest loss: 2.50 bb.")
    assert said in table.words()


def test_a_player_is_told_what_a_mistake_cost_and_what_was_better(
    opened: list[Table], tmp_path: Path
) -> None:
    table = play_passive_hand(opened, tmp_path)
    review = table.table.side.review
    own = [made for made in table.table.view.words.actions() if made[1].player == table.table.own_player]
    turn = next(made for made in own if made[0].street == Street.TURN)
    found = review.grades.of(turn[1])
    assert found is not None
    assert found.mark == Mark.BLUNDER
    said = " ".join(review.why(turn[0], found))
    assert re.match(r"Best: bet [\d,]+\. Your equity against the likely hands is 61%\.", said)


def test_at_a_teaching_table_the_worst_decision_is_played_again(opened: list[Table], tmp_path: Path) -> None:
    table = play_passive_hand(opened, tmp_path, TEACHING)
    table.key("t")
    state: Any = table.session.state
    assert table.screen.phase == "yours"
    assert state.street == Street.TURN


def test_a_retried_mistake_leaves_the_played_result_as_it_was(opened: list[Table], tmp_path: Path) -> None:
    table = play_passive_hand(opened, tmp_path, TEACHING)
    app, total = table.app, table.session.total(table.table.below)
    record, kept = app.saves.record_against("holdem", "steady"), page(tmp_path).hands
    table.key("t")
    assert table.table.shown_total(table.table.below) == total
    state: Any = table.session.state
    table.table.act(state.betting.max_raise_to)
    table.settle()
    assert table.screen.phase == "over"
    assert abs(state.betting.max_raise_to) != total
    assert table.session.total(table.table.below) == total
    assert (app.saves.record_against("holdem", "steady"), page(tmp_path).hands) == (record, kept)
    assert f"the hand counts as you played it first, {signed(total)}." in table.words()
    table.key("space")
    assert table.session.total(table.table.below) == total


@pytest.mark.parametrize("spec", [CASH, replace(CASH, duplicate=True)])
def test_a_serious_hand_is_not_played_again(opened: list[Table], tmp_path: Path, spec: Any) -> None:
    table = play_passive_hand(opened, tmp_path, spec)
    assert "retry" not in {control.name for control in table.app.controls()}
    table.key("t")
    assert table.screen.phase == "over"


def test_without_a_mistake_there_is_nothing_to_play_again(opened: list[Table], tmp_path: Path) -> None:
    table = play_passive_hand(opened, tmp_path, TEACHING, lambda _: judged({1: 1.0}, 1, equity=0.5))
    assert table.table.grades.costliest() is None
    table.key("t")
    assert table.screen.phase == "over"


def test_a_decision_that_cannot_be_graded_says_so(opened: list[Table], tmp_path: Path) -> None:
    table = play_passive_hand(opened, tmp_path, CASH, lambda _: Refusal("No grade."))
    assert "This decision could not be graded." in set(table.texts())


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_the_cost_of_a_decision_is_never_cut(
    opened: list[Table], tmp_path: Path, size: tuple[int, int]
) -> None:
    def judge_dear(request: AskJudgement) -> Judgement:
        found = judge(request)
        return judged(
            {1: 0.0, found.best + 1: 130.57}, found.best + 1, source="solve", stake=181.0, equity=0.5
        )

    table = play_passive_hand(opened, tmp_path, judge=judge_dear, size=size)
    assert "costs 130.57 bb, 72% of the pot" in table.words()


def test_an_action_that_is_best_against_the_opponent_is_never_a_mistake() -> None:
    against = make_opponent_values({1: 1.0, 300: 2.0, 900: 0.5}, 0.1)
    known = judged({1: 1.0, 300: -5.0, 900: -5.0}, 1, against=against)
    assert known.choice == 300
    assert (known.grade(300).mark, known.grade(300).sure_cost) == (Mark.BEST, 0.0)
    assert (known.grade(1).mark, known.grade(1).sure_cost) == (Mark.BLUNDER, 1.0), "there is one verdict"
    assert known.grade(900).sure_cost == 1.5
    assert known.grade(300).mark == Mark.BEST
    mixed = replace(known, shares={1: 0.5, 300: 0.5}, advice=frozenset((1,)))
    assert mixed.grade(1).mark == Mark.BLUNDER, (
        "advice and a mix of theory excuse nothing against an opponent"
    )


def test_the_equity_of_theory_does_not_argue_against_what_is_best_against_the_opponent() -> None:
    theory = judged({FOLD: 0.0, CALL: 0.02}, CALL, equity=0.25, price=0.25)
    against = make_opponent_values({FOLD: 0.0, CALL: -6.68}, 0.1)
    assert (
        format_equity(theory, last=True) == "Your equity against the likely hands is 25%; a call needs 25%."
    )
    assert not format_equity(replace(theory, against=against), last=True)


def test_only_the_verdict_calls_an_action_best() -> None:
    against = make_opponent_values({1: 1.0, 300: 2.0, 600: 1.95}, 0.1)
    known = judged({1: 0.2, 300: -5.0, 600: -5.0}, 1, against=against, equity=0.3)
    theory = "In theory: play 1, +0.20 bb."

    def said(action: int) -> list[str]:
        return format_best(known.grade(action), "Steady", lambda one: f"Play {one}")

    assert said(300) == ["Best against Steady.", theory]
    assert said(1) == ["Fine in theory. Better against Steady: play 300 or play 600."]
    assert said(600) == ["As good against Steady: play 300.", theory]
    assert known.grade(600).mark == Mark.BEST
    known = replace(known, equity=None)
    assert said(300) == ["Best against Steady."], "the values of Kuhn poker are in chips"


def test_every_action_that_is_best_within_the_error_is_named() -> None:
    values, errors = {FOLD: 0.0, CALL: -1.0, 300: 0.04, 900: -0.3}, {"error": 0.05, "source": "solve"}

    def said(shares: dict[int, float], **more: Any) -> list[str]:
        known = judged(values, 300, shares, **errors, **more)
        return format_best(known.grade(CALL), "", lambda one: f"Play {one}")

    assert said({300: 0.9, FOLD: 0.1}) == ["Best: play 300 or play 0."]
    assert said({300: 1.0}, advice=frozenset({FOLD, 300})) == ["Best: play 300 or play 0."]
    assert said({300: 1.0}, advice=frozenset({900, 300})) == ["Best: play 300."], (
        "worse by more than the error"
    )
    assert said({300: 1.0}) == ["Best: play 300."], "the strategy never folds"
    assert said({300: 0.9, FOLD: 0.1}, bounds=frozenset({FOLD})) == ["Best: play 300."]


def test_a_grade_names_no_action_that_the_advice_leaves_out() -> None:
    values = {FOLD: 0.0, CALL: 0.7, 200: 0.9, 300: 0.8, 500: 1.0}
    known = judged(values, CALL, against=make_opponent_values(values, 1.1), equity=0.5)
    assert known.best_actions == [CALL, 500, 200, 300]
    assert known.named_actions == [CALL, 500], "the advice has room for two"
    said = format_best(known.grade(500), "Steady", lambda one: f"Play {one}")
    assert said[0] == "As good against Steady: play 1."


def test_an_all_in_that_is_a_gamble_is_shown_but_never_advised() -> None:
    values = {CALL: 0.9, 300: 1.1, 20_000: 6.7}
    against = replace(make_opponent_values(values, 0.05), gambles=frozenset({20_000}))
    known = judged(values, 300, {300: 0.9, CALL: 0.1}, against=against, stake=1.5, equity=0.52)
    assert (known.choice, known.best_actions) == (300, [300])
    assert known.grade(CALL).sure_cost == pytest.approx(0.2)
    assert known.grade(20_000).mark == Mark.GOOD
    assert "All-in wins more on average, but risks your whole stack." in format_source(known, "Steady")
    said = format_best(known.grade(20_000), "Steady", lambda one: f"Play {one}")
    assert said == ["All-in wins more on average, but risks your whole stack."]
    assert known.with_opponent(against).against == against


def test_of_equally_good_actions_the_surest_is_named() -> None:
    """The hand is 8-4 suited against a calling station.

    The largest raise has the highest value, but also an error of two big blinds, so the raise is not named.
    """
    values, errors = {CALL: 0.53, 200: 0.66, 500: 0.7}, {CALL: 0.2, 200: 0.25, 500: 2.0}
    against = OpponentValues(values, errors)
    known = judged(values, CALL, {CALL: 0.6, 200: 0.4}, against=against, stake=1.5, equity=0.43)
    assert known.named_actions == [CALL, 200]


def test_a_fold_costs_what_a_call_surely_wins_however_wide_the_error_of_a_raise() -> None:
    values, errors = {FOLD: 0.0, CALL: 0.7, 300: 0.8, 500: 1.0}, {FOLD: 0.0, CALL: 0.3, 300: 0.5, 500: 1.2}
    shares = {CALL: 0.7, 300: 0.3}
    known = judged(values, CALL, shares, against=OpponentValues(values, errors), stake=2.5)
    assert known.choice == CALL
    assert known.best_actions == [CALL, 300, 500], "the surest value first"
    assert known.grade(FOLD).sure_cost == 0.7
    assert known.grade(FOLD).error == 0.3
    assert known.grade(FOLD).is_mistake()
    assert known.grade(500).mark == Mark.BEST, (
        "worth more than the advice, and not surely worse than anything"
    )


def test_the_error_of_a_difference_is_measured_on_the_same_cards() -> None:
    values = {CALL: 2.49, 500: 3.8}
    together = OpponentValues(values, {CALL: 1.3, 500: 1.3}, noise={CALL: (1.2, 0.5), 500: (1.2, 0.4)})
    assert together.compare(500, CALL) == pytest.approx((1.31, 0.1))
    assert replace(together, noise={CALL: (), 500: ()}).compare(500, CALL) == pytest.approx((1.31, 0.0))
    apart = OpponentValues({FOLD: 0.0}, noise={FOLD: (0.0, 0.0)}).with_values(together)
    assert apart.compare(500, FOLD) == pytest.approx((3.8, math.hypot(1.2, 0.4))), "of two searches"
    assert judged(values, CALL, against=together).choice == 500
    assert apart.among([CALL, 500]) == together


def test_a_value_with_a_large_error_is_not_named_best() -> None:
    """The hand is 9-4 offsuit against a calling station. After a check, one flop in twelve wins a stack.

    The check has the highest value, but its error is so large that the all-in is named best.
    """
    values, errors = {CALL: 12.59, 300: 2.97, 20_000: 6.71}, {CALL: 19.67, 300: 1.52}
    known = judged(values, 300, against=OpponentValues(values, errors), stake=2.0, equity=0.4)
    assert known.best_actions == [20_000]
    assert known.grade(CALL).mark == Mark.GOOD
    assert known.is_unsettled
    in_theory = replace(known, best=CALL, shares={CALL: 1.0})
    assert in_theory.best_actions == [CALL], "nothing is surely better than the play of theory"


def test_no_worse_action_is_advised_because_its_value_is_exact() -> None:
    """A raise is surely better than the call that theory advises, so the raise is advised.

    A fold is not advised, although its value is known more precisely than the values of the call and the raise.
    """
    values, noise = {FOLD: 0.0, CALL: 2.5, 300: 4.0}, {FOLD: (0.0,), CALL: (4.5,), 300: (4.6,)}
    errors = {CALL: 4.5, 300: 4.6}
    against = OpponentValues(values, errors, noise=noise)
    assert judged(values, CALL, against=against, stake=2.5, equity=0.5).choice == 300


def test_the_cost_of_a_move_is_that_against_the_advised_move() -> None:
    """The cost of a call is measured against the advised fold, and not against the raise.

    The raise is surely better than the call, but not surely better than the fold that theory advises. Against this
    opponent, the fold has the lowest value of the three.
    """
    values, noise = {FOLD: 0.0, CALL: 2.5, 300: 4.0}, {FOLD: (0.0,), CALL: (4.4,), 300: (4.5,)}
    against = OpponentValues(values, {CALL: 4.4, 300: 4.5}, noise=noise)
    known = judged(
        {FOLD: 0.0, CALL: 0.0}, FOLD, {FOLD: 0.7, CALL: 0.3}, against=against, stake=5.0, equity=0.4
    )
    assert known.choice == FOLD
    assert (known.grade(CALL).sure_cost, known.grade(CALL).mark) == (0.0, Mark.GOOD)
    assert not known.grade(CALL).is_held_back


def test_values_against_an_opponent_with_too_large_errors_are_left_out() -> None:
    """The hand is 8-2 offsuit against a calling station. The error of a raise is 18 bb, in a pot of 2 bb."""
    theory = judged({CALL: 0.2, 300: 0.0}, CALL, stake=2.0, equity=0.3)
    noisy = OpponentValues({CALL: 1.2, 300: 8.0}, {300: 18.0}, noise={CALL: (0.1,), 300: (18.0,)})
    typed = noisy.with_values(OpponentValues({1_800: 9.0}, {1_800: 30.0}, noise={1_800: (30.0,)}))
    assert theory.with_opponent(typed).theory_alone == "unsure"
    assert theory.with_opponent(noisy) == replace(theory, theory_alone="unsure")
    higher = OpponentValues({CALL: 0.0, 300: 1.57}, {300: 1.6}, noise={CALL: (0.1,), 300: (1.7,)})
    assert theory.with_opponent(higher).theory_alone == "unsure", (
        "the list would name 300 above the advised call"
    )
    even = replace(higher, values={CALL: 0.0, 300: 0.2})
    assert theory.with_opponent(even).against == even
    sure = replace(noisy, values={CALL: 1.2, 300: 30.0})
    assert theory.with_opponent(sure).choice == 300
    fine = replace(noisy, noise={CALL: (0.1,), 300: (2.0,)})
    assert theory.with_opponent(fine).against == fine


def test_no_action_that_is_clearly_worse_in_the_list_is_called_as_good() -> None:
    values = {CALL: 2.49, 500: 3.8}
    known = judged(values, CALL, against=make_opponent_values(values, 1.32), stake=3.0, equity=0.5)
    assert known.best_actions == [CALL], "nothing is surely better than the play of theory"
    assert (known.grade(500).mark, known.grade(500).sure_cost) == (Mark.GOOD, 0.0)
    assert "The difference to the closest other move is accurate to 1.32 bb." in format_source(
        known, "Steady"
    )
    sure = replace(known, against=make_opponent_values(values, 1.3))
    assert sure.best_actions == [500]
    assert "The gain over theory is accurate to 1.30 bb." in format_source(sure, "Steady")
    assert "Another move may be as good or better" in format_source(known, "Steady")
    close = replace(known, stake=30.0)
    assert close.best_actions == [CALL, 500]
    assert "Another move" not in format_source(close, "Steady")


def test_an_action_that_theory_never_takes_is_not_best_if_its_value_is_lower() -> None:
    values = {FOLD: 0.0, CALL: 0.5, 300: 0.8}
    known = judged(values, CALL, {CALL: 1.0}, against=make_opponent_values(values, 1.0))
    assert known.best_actions == [CALL, 300]
    assert (known.grade(FOLD).mark, known.grade(FOLD).sure_cost) == (Mark.GOOD, 0.0)


def test_a_missed_bet_is_explained_by_the_reply_of_the_opponent() -> None:
    def said(share: float, action: int = 300) -> list[str]:
        against = make_opponent_values({CALL: 1.6, 300: 3.3, 5_000: 16.8}, 1.0, {5_000: share})
        known = judged({CALL: 1.6, 300: 1.8, 5_000: 2.0}, 5_000, against=against, equity=0.65)
        return format_best(known.grade(action), "Steady", lambda one: f"Play {one}")

    assert said(0.1)[:2] == ["Best against Steady: play 5000.", "Steady stays in 90% of the time."]
    assert said(0.7)[1] == "Steady folds to it 70% of the time."
    assert len(said(0.1, 5_000)) == 2, "no reason for what was done"


def test_the_reply_of_the_opponent_is_told_only_with_the_bet_that_it_answers() -> None:
    values, folds = {CALL: 1.0, 300: 2.9, 900: 3.0}, {300: 0.4, 900: 0.6}
    against = make_opponent_values(values, 0.2, folds)
    known = judged({CALL: -5.0, 300: 2.0, 900: 2.0}, 900, {300: 0.5, 900: 0.5}, against=against)

    def said(judgement: Judgement) -> list[str]:
        return format_best(judgement.grade(CALL), "Steady", lambda one: f"Play {one}")

    assert known.best_actions == [900, 300]
    assert said(known) == ["Best against Steady: play 900 or play 300."]
    sound = replace(known, values={CALL: 2.0, 300: -5.0, 900: -5.0}, best=CALL, shares={CALL: 1.0})
    told = "Fine in theory. But Steady folds 60% of the time to a bet, so a bet wins more: play 900."
    assert said(sound) == [told]


def test_no_action_that_is_named_best_has_a_cost() -> None:
    rng = random.Random(690)
    for _ in range(2_000):
        values = {action: rng.uniform(-1, 1) for action in (FOLD, CALL, 300, 900)}
        known = make_opponent_values(values, rng.uniform(0, 1))
        against = judged(dict.fromkeys(values, 0.0), rng.choice([*values]), against=known)
        assert not any(against.grade(action).sure_cost for action in against.best_actions)
        assert against.choice == against.best or not known.is_best(against.best)


def test_only_an_action_that_is_named_best_has_the_best_mark() -> None:
    unnamed = judged({CALL: 1.0, 300: 0.9}, CALL, error=0.2)
    assert (unnamed.grade(300).sure_cost, unnamed.grade(300).mark) == (0.0, Mark.GOOD)
    rng = random.Random(71)
    for _ in range(2_000):
        values = {action: rng.uniform(-0.1, 0.1) for action in (FOLD, CALL, 300, 900)}
        shares = {action: rng.choice([0.0, 0.02, 0.1, 0.9]) for action in values}
        bounds = frozenset(action for action in values if rng.random() < 0.2)
        met = make_opponent_values(values, rng.uniform(0, 0.1))
        against = rng.choice([None, met])
        known = judged(
            values, rng.choice([*values]), shares, error=rng.uniform(0, 0.2), bounds=bounds, against=against
        )
        best = [action for action in values if known.grade(action).mark == Mark.BEST]
        assert best == sorted(known.best_actions)


def test_exact_values_that_differ_by_their_rounding_are_equal() -> None:
    known = make_opponent_values({FOLD: -1.0, CALL: -1.0000000000000002})
    against = judged({FOLD: -1.0, CALL: -1.5}, FOLD, against=known)
    assert against.best_actions == [FOLD, CALL]
    assert against.grade(CALL).mark == Mark.BEST


def test_a_move_that_puts_in_too_much_against_the_opponent_misses_no_gain() -> None:
    against = make_opponent_values({FOLD: 0.0, CALL: -2.0, 300: -4.0}, 0.1)
    known = judged({FOLD: 0.0, CALL: 0.1, 300: 0.1}, CALL, {CALL: 0.5, 300: 0.5}, against=against)
    grades = [known.grade(CALL), known.grade(300)]
    assert [format_mark(one) for one in grades] == ["Costly here"] * 2
    assert format_grades("holdem", grades, waiting=0).startswith("2 costly here.")
    assert format_best(grades[0], "Steady", str) == ["Fine in theory. Better against Steady: 0."]
    folding = replace(
        known, against=make_opponent_values({CALL: 0.0, 300: 4.0, 900: 1.0}, 0.1, {300: 0.7, 900: 0.8})
    )
    values, shares = dict.fromkeys((CALL, 300, 900), 0.1), {CALL: 0.4, 300: 0.3, 900: 0.3}
    bet = replace(folding, values=values, errors=dict.fromkeys(values, 0.0), shares=shares).grade(900)
    assert format_best(bet, "Steady", str) == ["Fine in theory. Better against Steady: 300."]


@pytest.mark.parametrize(
    ("folds", "equity", "said"),
    [
        (
            0.1,
            0.7,
            "But Steady stays in 90% of the time, and your hand is ahead of the likely hands: play 300.",
        ),
        (0.1, 0.3, "Better against Steady: play 300."),
        (0.8, 0.3, "But Steady folds 80% of the time to a bet, so a bet wins more: play 300."),
    ],
)
def test_a_move_that_costs_only_against_the_opponent_is_a_missed_gain_and_tells_its_habit(
    folds: float, equity: float, said: str
) -> None:
    against = make_opponent_values({1: 1.0, 300: 3.0}, 0.1, {300: folds})
    known = judged({1: 0.2, 300: -5.0}, 1, equity=equity, against=against)
    missed, lost = known.grade(1), judged({1: -5.0, 300: 0.2}, 300, against=against).grade(1)
    assert (missed.mark, missed.shown_mark) == (Mark.BLUNDER, Mark.MISSED), (
        "its cost and its mark are the same"
    )
    assert (lost.mark, lost.shown_mark) == (Mark.BLUNDER, Mark.BLUNDER), "theory calls this a blunder, too"
    assert format_best(missed, "Steady", lambda one: f"Play {one}") == [f"Fine in theory. {said}"]
    told = format_grades("holdem", [known.grade(300), missed, lost], waiting=0)
    assert (
        told == "1 best move, 1 missed gain, 1 blunder. Largest loss: 2.00 bb. Largest missed gain: 2.00 bb."
    )
    assert format_cost("holdem", missed) == "wins 2.00 bb less than the best move", "no loss in theory"
    assert [format_mark(one) for one in (missed, lost)] == ["Missed gain", "Blunder"]


def test_an_action_that_theory_never_takes_is_not_sound_however_wide_the_error() -> None:
    """The hand is 8-5 offsuit before the flop. Theory always folds, but a call costs less than the error."""
    against = make_opponent_values({FOLD: 0.0, CALL: -2.0}, 0.1)
    known = judged({FOLD: 0.0, CALL: -0.6}, FOLD, {FOLD: 1.0}, error=1.0, against=against, equity=0.3)
    assert (known.theory.grade(CALL).mark, known.grade(CALL).shown_mark) == (Mark.GOOD, Mark.BLUNDER)
    best, theory = format_best(known.grade(CALL), "Steady", {FOLD: "Fold", CALL: "Call"}.__getitem__)
    assert (best, theory) == ("Best against Steady: fold.", "In theory: fold, 0.00 bb.")
    mixed = replace(known, shares={FOLD: 0.9, CALL: 0.1})
    assert mixed.grade(CALL).shown_mark == Mark.COSTLY
    advised = replace(known, advice=frozenset({FOLD, CALL}))
    assert advised.grade(CALL).shown_mark == Mark.BLUNDER, "an earlier hint that theory no longer shares"
    assert advised.theory_actions == [FOLD]


def test_a_cost_that_theory_does_not_know_is_known_against_the_opponent() -> None:
    against = make_opponent_values({1: 1.0, 300: 2.0, 900: 0.5}, 0.1)
    known = judged({1: 1.0, 300: 1.5, 900: 3.0}, 1, against=against, bounds=frozenset({300, 900}))
    assert known.grade(300).mark == Mark.BEST
    assert (known.grade(900).is_unknown, known.grade(900).sure_cost) == (False, 1.5)
    assert replace(known, against=None).grade(900).is_unknown


@pytest.mark.parametrize(
    ("against", "said"),
    [
        (None, "Call: in theory it costs 1.00 bb, 25% of the pot."),
        (
            make_opponent_values({1: 0.0, 300: 3.0}, 0.1),
            "Call: against Steady it costs 3.00 bb, 75% of the pot.",
        ),
        (
            make_opponent_values({1: 0.0, 300: 0.8}, 0.1),
            "Call: against Steady it costs 0.80 bb, 20% of the pot.",
        ),
    ],
)
def test_the_tutor_names_the_move_and_the_measure_of_its_cost(
    opened: list[Table], tmp_path: Path, against: OpponentValues | None, said: str
) -> None:
    spec = replace(TEACHING, tutor=True)
    opened.append(Table(tmp_path, PlayHoldem, spec, TableWorker({Decide: decide(1)})))
    grade = judged({1: 0.0, 300: 1.0}, 300, equity=0.5, against=against).grade(1)
    opened[-1].table.tutor._warn(1, grade)
    assert said in opened[-1].words()


# ---- the tutor -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("error", "harmless"), [(2.0, False), (0.01, True)])
def test_an_estimate_lets_a_fold_pass_only_if_the_best_action_is_known_well(
    error: float, harmless: bool
) -> None:
    """The value of a fold is known exactly, so the error of its cost is that of the best action."""
    info = spot("2c3dAsAh", 250)
    estimate = judged({FOLD: 0.0, CALL: 0.5}, CALL, stage="estimate", source="solve", stake=10.0)
    estimate = replace(estimate, errors={FOLD: 0.0, CALL: error})
    assert _is_harmless(estimate, question_at("holdem", info, FOLD)) == harmless


TUTORED = TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0", teaching=True, tutor=True)


def at_blunder(opened: list[Table], folder: Path, spec: TableSpec = TUTORED, **answers: Any) -> Table:
    """Return a table of tic-tac-toe at which X has just made a mistake.

    O holds two squares of the top row. X has taken a corner instead of the third square of this row.
    """
    known = {
        Decide: decide(0, 1),
        AskValues: perfect_values,
        AskJudgement: answers.get("grade", perfect_judgement),
    }
    answers.pop("grade", None)
    opened.append(Table(folder, PlayTicTacToe, spec, TableWorker(known), **answers))
    table = opened[-1]
    table.keys("5", "7", "9")
    table.settle()
    return table


def test_a_costly_move_is_held_back(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    assert table.focus == "think"
    words = table.words()
    assert "This looks like a blunder" in words
    assert "it gives away the game. O threatens the top row." in words
    assert len([step for step in table.session.steps if step.player >= 0]) == 4


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_the_tutor_covers_neither_board_nor_cards(
    opened: list[Table], tmp_path: Path, size: tuple[int, int]
) -> None:
    table = at_blunder(opened, tmp_path, size=size)
    assert not table.app.screen.overlay
    names = {control.name: control.rect for control in table.app.controls()}
    board = names["board"]
    for name in ("think", "anyway"):
        _, _, width, height = overlap(board, names[name])
        assert not (width and height)


@pytest.mark.parametrize("way", ["escape", "return", "w", "click"])
def test_to_think_again_changes_nothing_and_the_next_choice_is_played(
    opened: list[Table], tmp_path: Path, way: str
) -> None:
    table = at_blunder(opened, tmp_path)
    table.click("think") if way == "click" else table.key(way)
    assert (table.screen.phase, len(table.actions)) == ("yours", 4)
    table.key("9")
    table.settle()
    assert table.table.tutor.warning is None
    assert len(table.actions) >= 5


def test_every_costly_move_of_a_decision_is_held_back_once(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    for square in ("8", "6"):
        table.key("escape")
        table.key(square)
        table.settle()
        assert table.table.tutor.warning is not None, "another bad move of the same decision"
        assert table.table.tutor.warning.action == int(square) - 1
    table.key("escape")
    table.key("9")
    table.settle()
    assert len(table.actions) >= 5, "the move that the player was warned of before"


def test_a_decision_that_is_played_again_is_held_back_again(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    table.key("p")
    table.settle()
    table.table.rewind(4)
    table.settle()
    table.key("9")
    table.settle()
    assert table.table.tutor.warning is not None
    assert len(table.actions) == 4


@pytest.mark.parametrize("way", ["p", "click"])
def test_the_player_may_insist(opened: list[Table], tmp_path: Path, way: str) -> None:
    table = at_blunder(opened, tmp_path)
    table.click("anyway") if way == "click" else table.key(way)
    table.settle()
    assert table.actions[4] == 8


def test_the_key_of_a_move_under_a_warning_names_the_answers(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    table.app.send(Key("9", "9"))
    assert table.state["notice"].startswith("Think again: press W")
    spec = replace(TEACHING, tutor=True)
    opened.append(Table(tmp_path, PlayHoldem, spec, TableWorker({Decide: decide(1)})))
    grade = judged({1: 0.0, 300: 1.0}, 300).grade(1)
    for key in "fcr":
        opened[-1].app.say("")
        opened[-1].table.tutor._warn(1, grade)
        opened[-1].settle()
        opened[-1].app.send(Key(key, key))
        assert opened[-1].state["notice"].startswith("Think again: press W")
    assert not opened[-1].actions


def test_a_judged_move_is_not_played_in_the_first_moment_after_another_page(
    opened: list[Table], tmp_path: Path
) -> None:
    worker = SlowJudge({Decide: decide(1)})
    opened.append(Table(tmp_path, PlayHoldem, replace(TEACHING, tutor=True), worker))
    table = opened[-1]
    table.table.act(CALL)
    assert table.table.tutor.is_looking
    table.app.show_settings()
    table.settle()
    table.app.back()
    table.app.step([], 0.1)
    worker.give(AskJudgement, judged({0: 0.0, 1: 1.0, 300: 0.0}, 1))
    for _ in range(4):
        table.app.step([], 0.1)
    assert not table.actions
    table.settle()
    assert table.actions[0] == CALL


def test_the_tutor_shows_what_is_best(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    table.click("show")
    table.settle()
    assert table.screen.values.view == "truth"
    assert len(table.actions) == 4


def test_the_tutor_can_be_stopped(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    table.key("q")
    table.key("9")
    table.settle()
    assert table.table.tutor.warning is None
    assert len(table.actions) >= 5


def test_a_good_move_is_played_without_a_word(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    table.key("escape")
    table.key("3")
    table.settle()
    assert table.screen.phase == "over"
    assert table.screen.session.total(table.screen.below) == 1


def test_what_cannot_be_graded_is_played(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path, grade=lambda _: Refusal("No grade."))
    assert table.table.tutor.warning is None
    assert len(table.actions) >= 5


def test_nothing_is_held_back_where_no_tutor_sits(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path, replace(TUTORED, tutor=False))
    assert table.table.tutor.warning is None


def test_a_tutor_sits_only_where_the_table_teaches() -> None:
    with pytest.raises(BadInput, match="teaches"):
        replace(TUTORED, teaching=False)


class SlowTutor(TableWorker):
    """A worker that leaves grades open until the test gives them."""

    silent = True

    def consider(self, ticket: int, request: Any) -> None:
        if isinstance(request, AskJudgement):
            self.request = ticket, request
        else:
            super().consider(ticket, request)

    def tell(self) -> None:
        super().consider(*self.request)


def test_as_long_as_the_tutor_looks_it_says_so(opened: list[Table], tmp_path: Path) -> None:
    worker = SlowTutor({Decide: decide(0, 1), AskValues: perfect_values})
    opened.append(Table(tmp_path, PlayTicTacToe, TUTORED, worker))
    table = opened[-1]
    table.key("5")
    said = []
    for _ in range(40):
        table.app.step([], 0.5)
        said.append(table.state["notice"])
    assert said[-10:] == ["The tutor looks at your move. Play anyway: press P"] * 10
    worker.tell()
    table.app.step([], 0.1)
    assert not table.state["notice"]


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_the_tutor_of_holdem_looks_in_the_bar_and_covers_nothing(
    opened: list[Table], tmp_path: Path, size: tuple[int, int]
) -> None:
    worker = SlowJudge({Decide: decide(1)})
    opened.append(Table(tmp_path, PlayHoldem, replace(TEACHING, tutor=True), worker, size=size))
    table = opened[-1]
    table.table.act(CALL)
    for _ in range(3):
        table.app.step([], 0.5)
    assert "The tutor looks at your move." in table.words()
    assert "Play anyway: press P" in table.words()
    assert not table.state["notice"]
    preparation = table.app.models.preparation
    preparation.working, preparation.seconds_left = True, 12.0
    table.table.relayout()
    table.app.step([], 0.1)
    assert "15 s left. Play anyway: press P" in table.words(), "the sentence is whole"
    has_room = size != (900, 560)
    assert ("The tutor looks, slowed by the set-up: 15 s left." in table.words()) == has_room
    before = len(table.session.steps)
    table.key("p")
    assert [step.action for step in table.session.steps[before:][:1]] == [CALL], (
        "P does not wait for the tutor"
    )
    assert not table.table.tutor.is_looking


KINDS = {"fold": FOLD, "check": CALL, "call": CALL, "bet": 500, "raise": 900, "all_in": 20_000}
EQUITIES = (0.05, 0.24, 0.31, 0.45, 0.7)


def reasons_against(table: Table, action: int, best: int) -> set[str]:
    """Return the tutor's reasons against `action`, for each equity in `EQUITIES`."""
    found = set()
    for equity in EQUITIES:
        known = judged({action: 0.0, best: 3.0}, best, source="solve", equity=equity)
        found.add(table.table.explain(known.grade(action)))
    return found


@pytest.mark.parametrize(
    ("raised", "kind", "words"),
    [
        (True, "fold", "a call needs"),
        (True, "call", "call"),
        (True, "raise", "raise"),
        (True, "all_in", "all-in risks 19,900 for a pot of 400, and"),
        (False, "check", "check"),
        (False, "bet", "bet"),
        (False, "all_in", "all-in risks 19,900 for a pot of 200, and"),
    ],
)
def test_the_reason_of_the_tutor_is_about_the_action_that_it_holds_back(
    opened: list[Table], tmp_path: Path, *, raised: bool, kind: str, words: str
) -> None:
    spec = replace(TEACHING, first="seat-1")
    worker = TableWorker({Decide: decide(300 if raised else 1), AskJudgement: judge})
    opened.append(Table(tmp_path, PlayHoldem, spec, worker))
    table, action = opened[-1], KINDS[kind]
    assert table.screen.phase == "yours"
    others = [FOLD, CALL, 900] if raised else [CALL, 900]
    for best in others:
        if best == action:
            continue
        for said in reasons_against(table, action, best):
            assert words in said.lower() or (best > CALL and action > CALL), (best, said)
            assert said.endswith(".")


def test_a_bet_of_the_wrong_size_is_told_which_amount_wins_more(opened: list[Table], tmp_path: Path) -> None:
    opened.append(
        Table(tmp_path, PlayHoldem, replace(TEACHING, first="seat-1"), TableWorker({Decide: decide(1)}))
    )
    assert reasons_against(opened[-1], 900, 300) == {"A smaller amount wins more."}
    assert reasons_against(opened[-1], 300, 900) == {"A larger amount wins more."}


@pytest.mark.parametrize(
    ("folds", "action", "said"),
    [
        ({900: 0.0}, 900, "Steady never folds to this."),
        ({900: 0.253}, 900, "Steady folds to this only 25% of the time."),
        ({}, 900, ""),
        ({20_000: 0.0}, 20_000, "Steady never folds to this."),
        ({20_000: 0.94}, 20_000, ""),
    ],
)
def test_the_reason_against_a_known_opponent_is_how_often_this_opponent_folds(
    opened: list[Table], tmp_path: Path, folds: dict[int, float], action: int, said: str
) -> None:
    opened.append(
        Table(tmp_path, PlayHoldem, replace(TEACHING, first="seat-1"), TableWorker({Decide: decide(300)}))
    )
    against = make_opponent_values({1: 3.0, action: 0.0}, 0.1, folds)
    known = judged({1: 0.0, action: 3.0}, action, source="solve", equity=0.7, against=against)
    written = opened[-1].table.explain(known.grade(action))
    assert "orse hands" not in written
    assert written == said


def test_an_all_in_of_a_hand_that_is_behind_risks_too_much(opened: list[Table], tmp_path: Path) -> None:
    worker = TableWorker({Decide: decide(300)})
    opened.append(Table(tmp_path, PlayHoldem, replace(TEACHING, first="seat-1"), worker))
    against = make_opponent_values({900: 3.0, 20_000: 0.0}, 0.1, {900: 0.5, 20_000: 0.6})
    known = judged({900: 3.0, 20_000: 0.0}, 900, source="solve", equity=0.4, against=against)
    assert opened[-1].table.explain(known.grade(20_000)).endswith("and better hands call.")


@pytest.mark.parametrize(
    ("best", "equity", "said"),
    [(CALL, 0.7, "too much to fold."), (900, 0.7, "too much to fold."), (CALL, 0.1, "")],
)
def test_a_fold_against_a_known_opponent_is_told_price_and_equity(
    opened: list[Table], tmp_path: Path, best: int, equity: float, said: str
) -> None:
    worker = TableWorker({Decide: decide(300)})
    opened.append(Table(tmp_path, PlayHoldem, replace(TEACHING, first="seat-1"), worker))
    against = make_opponent_values({FOLD: 0.0, best: 3.0}, 0.1, {900: 0.1})
    known = judged({FOLD: 0.0, best: 3.0}, best, source="solve", equity=equity, against=against)
    written = opened[-1].table.explain(known.grade(FOLD))
    assert written.endswith(said)
    assert bool(said) == bool(written), "an equity in theory below the price does not speak for a call"


def test_the_coach_names_two_equally_good_actions_and_marks_all(opened: list[Table], tmp_path: Path) -> None:
    raises = 200, 300, 400, 600

    def alike(request: AskJudgement) -> Judgement:
        values = {FOLD: -1.0, **dict.fromkeys((CALL, *raises), 1.0)}
        return judged(values, CALL, {CALL: 0.4, **dict.fromkeys(raises, 0.15)}, equity=0.5, stake=1.5)

    opened.append(Table(tmp_path, PlayHoldem, TEACHING, TableWorker({AskJudgement: alike})))
    table = opened[-1]
    table.key("h")
    table.settle()
    advice = table.table.side.coach.advice
    assert advice.headline() == "Call or raise to 200: equally good.", "at most two"
    chosen = [row.label for row in advice.rows() if row.chosen]
    assert chosen == ["Call", *(f"Raise to {amount}" for amount in raises)]
    against = make_opponent_values({FOLD: -1.0, CALL: 1.0, 200: 1.0, 300: 1.0}, 0.1)
    known = replace(advice, judgement=replace(advice.judgement, against=against))
    assert known.headline() == "Call. About as good: raise to 200."


def test_folds_are_no_reason_between_two_bets(opened: list[Table], tmp_path: Path) -> None:
    opened.append(
        Table(tmp_path, PlayHoldem, replace(TEACHING, first="seat-1"), TableWorker({Decide: decide(300)}))
    )
    against = make_opponent_values({900: 3.0, 600: 0.0}, 0.1, {900: 0.1, 600: 0.1})
    known = judged({900: 3.0, 600: 0.0}, 900, source="solve", equity=0.7, against=against)
    assert not opened[-1].table.explain(known.grade(600))


def test_show_me_shows_the_action_that_was_held_back(opened: list[Table], tmp_path: Path) -> None:
    def many(request: AskJudgement) -> Judgement:
        values = {FOLD: 0.0, CALL: 3.0, **dict.fromkeys((200, 250, 300, 400, 600), 1.0), 20_000: -20.0}
        shares = {amount: 0.1 for amount in values if amount != 20_000}
        return judged(values, CALL, shares, equity=0.5, stake=1.5, source="solve", error=0.4)

    spec = replace(TEACHING, tutor=True)
    opened.append(Table(tmp_path, PlayHoldem, spec, TableWorker({AskJudgement: many})))
    table = opened[-1]
    table.table.act(20_000)
    table.settle()
    assert table.table.tutor.warning is not None
    assert "The cost is accurate to 0.40 bb." in table.table.tutor.sentences
    assert "The cost is accurate to 0.40 bb." in table.words()
    table.key("h")
    table.settle()
    labels = [row.label for row in table.table.side.coach.advice.rows()]
    assert labels == ["Fold", "Call", "Raise to 200", "Raise to 250", "All-in 20,000 (yours)"]
    cost = "All-in 20,000: in theory it costs 23.00 bb, more than the pot."
    assert table.table.side.coach.advice.held_cost() == cost, "it is the cost that the tutor stated"
    assert cost in table.words()


class PlainWords:
    """A replacement for the texts of a game, which formats values as plain numbers."""

    opponent = "Steady"
    label = staticmethod(str)
    question = SimpleNamespace(info=None)

    def value(self, value: float, *, is_bound: bool) -> str:
        return str(value)


def test_an_answer_without_a_value_against_the_opponent_is_among_the_answers() -> None:
    against = make_opponent_values({FOLD: 0.0, CALL: 1.0})
    grade = judged({FOLD: 0.0, CALL: -0.4, 900: -2.0}, FOLD, against=against).grade(900)
    worth: Any = worth_of_answers
    assert len(worth(PlainWords(), grade)) == 1 + len(grade.judgement.values)
    assert len(worth(PlainWords(), replace(grade, action=CALL))) == 1 + len(against.values)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (ImportedHands(92, 0, 0, ()), "0 new hands imported. 92 were there before."),
        (ImportedHands(92, 0, 91, ()), "91 new hands imported. One was there before."),
        (ImportedHands(1, 0, 1, ()), "One new hand imported."),
        (
            ImportedHands(60, 7, 1, ()),
            "One new hand imported. 59 were there before. 7 of the hands read begin on the flop.",
        ),
    ],
)
def test_an_import_counts_only_the_new_hands_as_imported(found: ImportedHands, said: str) -> None:
    assert summarize_hands(found) == said


def test_sentences_of_a_language_without_spaces_follow_each_other() -> None:
    found = ImportedHands(3, 1, 0, ())
    use("zh")
    try:
        assert "。" in summarize_hands(found)
        assert "。 " not in summarize_hands(found)
    finally:
        use("en")
