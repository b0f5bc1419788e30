"""The tutor: a costly move is held back once in each decision, and the player says what is done with it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.core import BadInput
from game.match.table_spec import TableSpec
from game.request import Refusal
from game.study.judgements import AskJudgement
from game.study.play import AskValues, Decide
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from tests.window.tables import Table, TableWorker, decide, perfect_judgement, perfect_values

TUTORED = TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0", teaching=True, tutor=True)


@pytest.fixture
def opened() -> Iterator[list[Table]]:
    tables: list[Table] = []
    yield tables
    for table in tables:
        table.close()


def at_blunder(opened: list[Table], folder: Path, spec: TableSpec = TUTORED, **answers: Any) -> Table:
    """Return a table at which X has the centre, O two squares of the top row, and X has just left the third."""
    known = {
        Decide: decide(0, 1),
        AskValues: perfect_values,
        AskJudgement: answers.get("grade", perfect_judgement),
    }
    opened.append(Table(folder, PlayTicTacToe, spec, TableWorker(known)))
    table = opened[-1]
    table.keys("5", "7", "9")
    table.settle()
    return table


def played(table: Table) -> int:
    return len(table.actions)


def test_a_costly_move_is_held_back(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    assert table.app.screen.name == "question"
    assert table.app.screen.title == "This looks like a blunder"  # type: ignore[attr-defined]
    assert table.app.screen.body == "It gives away the game."  # type: ignore[attr-defined]
    assert len([step for step in table.session.steps if step.player >= 0]) == 4


@pytest.mark.parametrize("way", ["escape", "think"])
def test_to_think_again_changes_nothing_and_the_next_choice_is_played(
    opened: list[Table], tmp_path: Path, way: str
) -> None:
    table = at_blunder(opened, tmp_path)
    table.key("escape") if way == "escape" else table.click("think")
    assert (table.screen.phase, played(table)) == ("yours", 4)
    table.key("9")
    table.settle()
    assert table.app.screen.name != "question"
    assert played(table) >= 5


def test_the_player_may_insist(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    table.click("anyway")
    table.settle()
    assert table.actions[4] == 8


def test_the_tutor_shows_what_is_best(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    table.click("show")
    table.settle()
    assert table.screen.values.view == "truth"
    assert played(table) == 4


def test_the_tutor_can_be_stopped(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    table.click("stop")
    table.key("9")
    table.settle()
    assert table.app.screen.name != "question"
    assert played(table) >= 5


def test_a_good_move_is_played_without_a_word(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path)
    table.key("escape")
    table.key("3")
    table.settle()
    assert table.screen.phase == "over"
    assert table.screen.session.total(table.screen.below) == 1


def test_what_cannot_be_graded_is_played(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path, grade=lambda _: Refusal("No grade."))
    assert table.app.screen.name != "question"
    assert played(table) >= 5


def test_nothing_is_held_back_where_no_tutor_sits(opened: list[Table], tmp_path: Path) -> None:
    table = at_blunder(opened, tmp_path, replace(TUTORED, tutor=False))
    assert table.app.screen.name != "question"


def test_a_tutor_sits_only_where_the_table_teaches() -> None:
    with pytest.raises(BadInput, match="teaches"):
        replace(TUTORED, teaching=False)


class SlowTutor(TableWorker):
    """Says what a decision cost when it is told to."""

    silent = True

    def consider(self, ticket: int, request: Any) -> None:
        if isinstance(request, AskJudgement):
            self.kept = ticket, request
        else:
            super().consider(ticket, request)

    def tell(self) -> None:
        super().consider(*self.kept)


def test_as_long_as_the_tutor_looks_it_says_so(opened: list[Table], tmp_path: Path) -> None:
    worker = SlowTutor({Decide: decide(0, 1), AskValues: perfect_values})
    opened.append(Table(tmp_path, PlayTicTacToe, TUTORED, worker))
    table = opened[-1]
    table.key("5")
    said = []
    for _ in range(40):
        table.app.step([], 0.5)
        said.append(table.state["notice"])
    assert said[-10:] == ["The tutor looks at your move."] * 10
    worker.tell()
    table.app.step([], 0.1)
    assert not table.state["notice"]
