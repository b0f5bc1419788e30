"""Grades in the review of a Hold'em hand: on demand, never before its end, and back to the worst decision."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from game.messages.marks import shipped

from game.messages.holdem import AskDuel
from game.messages.judgements import AskJudgement, Mark
from game.request import Refusal
from game.rules.betting import Street
from game.screens.tables.holdem.screen import PlayHoldem
from tests.screens.fake_worker import Kind
from tests.screens.tables import Answerer, Table, TableWorker
from tests.screens.test_play_holdem import CASH, TEACHING, words

COSTS = {Street.PREFLOP: 0.0, Street.FLOP: 0.05, Street.TURN: 2.5, Street.RIVER: 0.4}


def grade(request: Any) -> Grade:
    """Let a decision cost what its street says, beside a bet that would have been better."""
    cost, betting = COSTS[request.info.betting.street], request.info.betting
    bet = betting.min_raise_to
    values = {request.action: 1.0, bet: 1.0 + cost}
    best = bet if cost else request.action
    mark = shipped().of(cost, betting.pot / 100)
    price = betting.pot_odds if betting.to_call else None
    return Grade(request.action, best, values, {best: 1.0}, mark, "solved", 0.1, 0.614, price)


@pytest.fixture
def opened() -> Iterator[list[Table]]:
    tables: list[Table] = []
    yield tables
    for table in tables:
        table.close()


def played(opened: list[Table], folder: Path, spec: Any = CASH, **answers: Answerer) -> Table:
    """Return a table after a hand in which the person has only checked and called."""
    known: dict[Kind, Answerer] = {AskJudgement: grade, AskDuel: lambda _: Refusal("No odds.")}
    opened.append(Table(folder, PlayHoldem, spec, TableWorker(known)))
    table = opened[-1]
    while table.state["phase"] == "yours":
        assert not table.worker.all_asked(AskJudgement)  # type: ignore[attr-defined]
        table.key("c")
    assert table.state["phase"] == "over"
    return table


def asked(table: Table) -> list[AskJudgement]:
    worker: Any = table.worker
    found: list[AskJudgement] = worker.all_asked(AskJudgement)
    return [one for one in found if not one.early]


def test_nothing_is_graded_unless_it_is_asked_for(opened: list[Table], tmp_path: Path) -> None:
    table = played(opened, tmp_path)
    assert not asked(table)
    assert not {"Best", "Mistake"} & words(table)


@pytest.mark.parametrize("way", ["e", "grade"])
def test_every_decision_of_the_player_is_graded_once(opened: list[Table], tmp_path: Path, way: str) -> None:
    table = played(opened, tmp_path)
    table.key(way) if way == "e" else table.click(way)
    own = [step for step in table.session.steps if step.player == table.table.own_player]
    assert [one.action for one in asked(table)] == [step.action for step in own]
    table.key("e")
    table.settle()
    assert len(asked(table)) == len(own)
    assert "Best" in words(table)


class SlowGrader(TableWorker):
    """Gives early grades at once, and the others when it has finished."""

    def consider(self, ticket: int, request: Any) -> None:
        if not isinstance(request, AskJudgement) or request.early:
            super().consider(ticket, request)

    def finish(self) -> None:
        for ticket, waiting in list(self.open.items()):
            if isinstance(waiting.request, AskJudgement):
                super().consider(ticket, waiting.request)


def test_an_early_grade_stands_until_the_better_one_is_there(opened: list[Table], tmp_path: Path) -> None:
    def by_its_work(request: AskJudgement) -> Grade:
        return replace(grade(request), mark=Mark.BLUNDER if request.early else Mark.BEST)

    worker = SlowGrader({AskJudgement: by_its_work, AskDuel: lambda _: Refusal("No odds.")})
    opened.append(Table(tmp_path, PlayHoldem, CASH, worker))
    table = opened[-1]
    while table.state["phase"] == "yours":
        table.key("c")
    table.key("e")
    table.settle()
    own = [made for made in table.table.view.words.actions() if made[1].player == table.table.own_player]
    grades = table.table.side.review.grades
    assert {grades.of(step).mark for _, step in own} == {Mark.BLUNDER}
    assert any("Still thinking. Better" in one for one in words(table))
    worker.finish()
    table.settle()
    assert {grades.of(step).mark for _, step in own} == {Mark.BEST}
    assert not any(grades.is_early(step) for _, step in own)
    assert not any("Still thinking" in one for one in words(table))


def test_a_player_is_told_what_a_mistake_cost_and_what_was_better(
    opened: list[Table], tmp_path: Path
) -> None:
    table = played(opened, tmp_path)
    table.key("e")
    table.settle()
    review = table.table.side.review
    own = [made for made in table.table.view.words.actions() if made[1].player == table.table.own_player]
    turn = next(made for made in own if made[0].street == Street.TURN)
    found = review.grades.of(turn[1])
    assert found is not None
    assert found.mark == Mark.BLUNDER
    said = " ".join(review.why(turn[0], found))
    assert said.startswith("Best: Bet ")
    assert "61%" in said


def test_the_next_hand_is_graded_without_asking_again(opened: list[Table], tmp_path: Path) -> None:
    table = played(opened, tmp_path)
    table.key("e")
    before = len(asked(table))
    table.key("space")
    assert len(asked(table)) == before
    while table.state["phase"] == "yours":
        assert len(asked(table)) == before
        table.key("c")
    table.settle()
    assert len(asked(table)) > before


def test_at_a_teaching_table_the_worst_decision_is_played_again(opened: list[Table], tmp_path: Path) -> None:
    table = played(opened, tmp_path, TEACHING)
    table.key("e")
    table.settle()
    table.key("t")
    state: Any = table.session.state
    assert table.state["phase"] == "yours"
    assert state.street == Street.TURN


@pytest.mark.parametrize("spec", [CASH, replace(CASH, duplicate=True)])
def test_a_serious_hand_is_not_played_again(opened: list[Table], tmp_path: Path, spec: Any) -> None:
    table = played(opened, tmp_path, spec)
    table.key("e")
    table.settle()
    assert "retry" not in {control.name for control in table.app.controls()}
    table.key("t")
    assert table.state["phase"] == "over"


def test_without_a_mistake_there_is_nothing_to_play_again(
    opened: list[Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COSTS, Street.TURN, 0.0)
    monkeypatch.setitem(COSTS, Street.RIVER, 0.0)
    monkeypatch.setitem(COSTS, Street.FLOP, 0.0)
    table = played(opened, tmp_path, TEACHING)
    table.key("e")
    table.settle()
    assert table.table.side.review.grades.costliest() is None
    table.key("t")
    assert table.state["phase"] == "over"


def test_a_decision_that_cannot_be_graded_says_so(opened: list[Table], tmp_path: Path) -> None:
    table = played(opened, tmp_path)
    table.worker.answerers[AskJudgement] = lambda _: Refusal("No grade.")  # type: ignore[attr-defined]
    table.key("e")
    table.settle()
    assert "This decision could not be graded." in words(table)
