"""Grades in the review of a Hold'em hand: computed while it is played, shown after its end, and retried."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.request import Refusal
from game.rules.betting import Street
from game.study.holdem import AskDuel
from game.study.judgements import AskJudgement, Judgement, Mark
from game.tables.holdem.screen import PlayHoldem
from tests.window.fake_worker import Kind
from tests.window.tables import Answerer, Table, TableWorker, judged
from tests.window.test_play_holdem import CASH, TEACHING, words

COSTS = {Street.PREFLOP: 0.0, Street.FLOP: 0.05, Street.TURN: 2.5, Street.RIVER: 0.4}


def judge(request: AskJudgement) -> Judgement:
    """Let a check or call cost what its street says, compared with a bet."""
    info: Any = request.info
    cost, betting = COSTS[info.betting.street], info.betting
    bet = betting.min_raise_to
    price = betting.pot_odds if betting.to_call else None
    more: Any = {"source": "solve", "equity": 0.614, "price": price, "stake": betting.pot / 100}
    return judged({1: 1.0, bet: 1.0 + cost}, bet if cost else 1, **more)


@pytest.fixture
def opened() -> Iterator[list[Table]]:
    tables: list[Table] = []
    yield tables
    for table in tables:
        table.close()


def played(opened: list[Table], folder: Path, spec: Any = CASH, judge: Answerer = judge) -> Table:
    """Return a table after a hand in which the person has only checked and called."""
    known: dict[Kind, Answerer] = {AskJudgement: judge, AskDuel: lambda _: Refusal("No odds.")}
    opened.append(Table(folder, PlayHoldem, spec, TableWorker(known)))
    table = opened[-1]
    while table.screen.phase == "yours":
        assert not {"Best", "Blunder"} & words(table), "a grade is shown after the hand alone"
        table.key("c")
        table.settle()
    assert table.screen.phase == "over"
    return table


def asked(table: Table) -> list[AskJudgement]:
    worker: Any = table.worker
    found: list[AskJudgement] = worker.all_asked(AskJudgement)
    return found


def test_every_decision_of_the_player_is_judged_once_while_the_hand_is_played(
    opened: list[Table], tmp_path: Path
) -> None:
    table = played(opened, tmp_path)
    own = [step for step in table.session.steps if step.player == table.table.own_player]
    assert [one.action for one in asked(table)] == [step.action for step in own]
    assert {"Best", "Blunder"} <= words(table)
    table.settle()
    assert len(asked(table)) == len(own)


class Unhurried(TableWorker):
    """Judges nothing by itself."""

    def consider(self, ticket: int, request: Any) -> None:
        if not isinstance(request, AskJudgement):
            super().consider(ticket, request)


def test_a_decision_is_not_graded_yet_until_its_judgement_is_sure(
    opened: list[Table], tmp_path: Path
) -> None:
    worker = Unhurried({AskDuel: lambda _: Refusal("No odds.")})
    opened.append(Table(tmp_path, PlayHoldem, CASH, worker))
    table = opened[-1]
    while table.screen.phase == "yours":
        table.key("c")
    assert "Not graded yet" in words(table)
    first = asked(table)[0]
    worker.give(AskJudgement, judge(first))
    table.settle()
    assert table.table.grades.summary().startswith("1 best.")
    assert "not graded yet" in table.table.grades.summary()


def test_one_line_sums_up_the_grades(opened: list[Table], tmp_path: Path) -> None:
    table = played(opened, tmp_path)
    said = table.table.grades.summary()
    assert "blunder" in said
    assert said.endswith("bb.")
    assert said in " ".join(mark.words for mark in table.marks())


def test_a_player_is_told_what_a_mistake_cost_and_what_was_better(
    opened: list[Table], tmp_path: Path
) -> None:
    table = played(opened, tmp_path)
    review = table.table.side.review
    own = [made for made in table.table.view.words.actions() if made[1].player == table.table.own_player]
    turn = next(made for made in own if made[0].street == Street.TURN)
    found = review.grades.of(turn[1])
    assert found is not None
    assert found.mark == Mark.BLUNDER
    said = " ".join(review.why(turn[0], found))
    assert said.startswith("You win 61% here. Best: Bet ")


def test_at_a_teaching_table_the_worst_decision_is_played_again(opened: list[Table], tmp_path: Path) -> None:
    table = played(opened, tmp_path, TEACHING)
    table.key("t")
    state: Any = table.session.state
    assert table.screen.phase == "yours"
    assert state.street == Street.TURN


@pytest.mark.parametrize("spec", [CASH, replace(CASH, duplicate=True)])
def test_a_serious_hand_is_not_played_again(opened: list[Table], tmp_path: Path, spec: Any) -> None:
    table = played(opened, tmp_path, spec)
    assert "retry" not in {control.name for control in table.app.controls()}
    table.key("t")
    assert table.screen.phase == "over"


def test_without_a_mistake_there_is_nothing_to_play_again(opened: list[Table], tmp_path: Path) -> None:
    table = played(opened, tmp_path, TEACHING, lambda _: judged({1: 1.0}, 1, equity=0.5))
    assert table.table.grades.costliest() is None
    table.key("t")
    assert table.screen.phase == "over"


def test_a_decision_that_cannot_be_graded_says_so(opened: list[Table], tmp_path: Path) -> None:
    table = played(opened, tmp_path, CASH, lambda _: Refusal("No grade."))
    assert "This decision could not be graded." in words(table)
