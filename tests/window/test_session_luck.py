"""Beside the result of a session: what the cards gave, and what the decisions gave, in words and at the tables."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from game.archive.hands import finished
from game.archive.statistics import HandLuck
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.amounts import luck_in_words
from game.study.history import AskLuck
from game.study.judgements import AskJudgement
from game.study.play import Decide
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.tables.session_parts import SessionLuck
from game.window.frame.requests import Requests
from tests.window.fake_worker import FakeWorker
from tests.window.tables import Table, TableWorker, decide, judged

KUHN = TableSpec("kuhn-poker", ("you", "equilibrium"), seed=3)
HOLDEM = TableSpec("holdem", ("you", "sound"), seed=3)


class App:
    """Just enough of the program to ask."""

    def __init__(self) -> None:
        self.worker = FakeWorker()


def session_of(spec: TableSpec, hands: int) -> Session:
    session = Session(spec)
    for number in range(hands):
        if number:
            session.next_hand()
        while not session.hand_over:
            session.act(0 if 0 in session.state.legal_actions() else 1)
    return session


def lucky(request: AskLuck) -> tuple[HandLuck, ...]:
    """Say that in every hand the cards gave two units and the decisions a half."""
    return tuple(HandLuck(2.5, 0.5) for _ in request.hands)


def test_hands_are_asked_for_once_and_all_that_are_missing_at_a_time() -> None:
    app, session = App(), session_of(KUHN, 3)
    luck = SessionLuck(KUHN, Requests(app))  # type: ignore[arg-type]
    assert luck.rows(session.results[:2], in_blinds=False) == ()
    luck.rows(session.results, in_blinds=False)
    [request] = app.worker.all_asked(AskLuck)
    assert [hand.number for hand in request.hands] == [1, 2]
    app.worker.give(AskLuck, lucky(request))
    assert luck.rows(session.results, in_blinds=False)[-1] == ("Luck counted in", "2 of 3 hands")
    assert [hand.number for hand in app.worker.all_asked(AskLuck)[-1].hands] == [3]
    app.worker.give(AskLuck, (HandLuck(2.5, 0.5),))
    expected = [("Cards gave", "+6.00"), ("Decisions gave", "+1.50 ± 0.00")]
    assert luck.rows(session.results, in_blinds=False) == expected
    assert len(app.worker.all_asked(AskLuck)) == 2


def test_what_was_refused_is_not_asked_again() -> None:
    app, session = App(), session_of(KUHN, 1)
    luck = SessionLuck(KUHN, Requests(app))  # type: ignore[arg-type]
    luck.rows(session.results, in_blinds=False)
    app.worker.give(AskLuck, error="It cannot be told.")
    assert luck.rows(session.results, in_blinds=False) == ()
    assert len(app.worker.all_asked(AskLuck)) == 1


@pytest.mark.parametrize(
    ("in_blinds", "words"),
    [(False, ["+400", "+100 ± 196"]), (True, ["+4 bb", "+1 bb ± 1.96 bb"])],
)
def test_amounts_at_holdem_are_written_as_the_player_wants_them(*, in_blinds: bool, words: list[str]) -> None:
    hands: Sequence[HandLuck] = [HandLuck(3.0, 1.0), HandLuck(2.0, 0.0)]
    played = finished(HOLDEM, session_of(HOLDEM, 2).results)
    assert [figure for _, figure in luck_in_words(played, hands, HOLDEM, in_blinds=in_blinds)] == words


def test_where_blinds_rise_every_hand_counts_in_its_own() -> None:
    levels = ((50, 100, 1), (100, 200, 1))
    spec = TableSpec("holdem", ("you", "rock"), form="match", stacks=(5_000, 7_000), schedule=levels)
    played = finished(spec, session_of(spec, 2).results)
    assert [hand.spec.big_blind for hand in played] == [100, 200]
    rows = luck_in_words(played, [HandLuck(3.0, 1.0), HandLuck(3.0, 1.0)], spec, in_blinds=False)
    assert rows[0] == ("Cards gave", "+600")


def test_two_people_who_are_not_you_and_games_without_luck_have_none() -> None:
    app = App()
    for spec in (
        TableSpec("tic-tac-toe", ("you", "perfect")),
        TableSpec("kuhn-poker", ("honest", "bluffer")),
    ):
        session = Session(spec)
        while not session.hand_over:
            session.act(session.state.legal_actions()[0])
        assert SessionLuck(spec, Requests(app)).rows(session.results, in_blinds=False) == ()  # type: ignore[arg-type]
    assert not app.worker.asked


@pytest.fixture
def opened() -> Iterator[list[Table]]:
    tables: list[Table] = []
    yield tables
    for table in tables:
        table.close()


def words(table: Table) -> str:
    return " ".join(mark.words for mark in table.marks())


def test_the_session_of_holdem_tells_luck_and_skill_below_its_result(
    opened: list[Table], tmp_path: Path
) -> None:
    table = Table(
        tmp_path, PlayHoldem, HOLDEM, TableWorker({Decide: decide(), AskLuck: lucky}), size=(1920, 1080)
    )
    opened.append(table)
    table.key("f")
    table.key("return")
    table.settle()
    assert "Cards gave +200 Decisions gave +50" in words(table)


def test_kuhn_tells_the_session_with_luck_and_skill_below_the_record(
    opened: list[Table], tmp_path: Path
) -> None:
    hint = judged({0: 0.0, 1: 0.0}, 0)
    worker = TableWorker({Decide: decide(0), AskLuck: lucky, AskJudgement: lambda request: hint})
    table = Table(tmp_path, PlayKuhn, KUHN, worker, size=(1280, 720))
    opened.append(table)
    while table.screen.phase != "over":
        table.key("c")
    table.key("space")
    table.settle()
    assert "Cards gave +2.00 Decisions gave +0.50" in words(table)
