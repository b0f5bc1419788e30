"""The tic-tac-toe table: whole games by keyboard and by mouse, values, undo, seats, stages."""

from pathlib import Path

import pytest

from game.agent_entries import AgentEntry
from game.match.table_spec import TableSpec
from game.rules.tic_tac_toe import TicTacToeState
from game.study.judgements import AskJudgement, Mark
from game.study.play import AskValues, Decide
from game.study.words import merit, threatened_lines
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.tables.tic_tac_toe.view import best_squares
from game.window.ui.input import Key
from game.window.views import board
from tests.full_disk import fill_disk
from tests.window.conftest import Sit
from tests.window.driver import press
from tests.window.tables import (
    LEARNER,
    Table,
    TableWorker,
    decide,
    fail_to_decide,
    perfect_judgement,
    perfect_values,
)
from tests.window.test_layout import assert_readable

AGAINST_ADA = TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0")
LEARNING = TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0", teaching=True)
TWO_LEARNING = TableSpec("tic-tac-toe", ("you", "guest"), first="seat-0", teaching=True)
TWO_PEOPLE = TableSpec("tic-tac-toe", ("you", "guest"), first="seat-0")
RANDOM = AgentEntry("dice", "tic-tac-toe", "random", "Plays any free square.")


def open_table(
    opened: list[Table], tmp_path: Path, spec: TableSpec = AGAINST_ADA, **options: object
) -> Table:
    worker = options.pop("worker", None) or TableWorker(
        {AskValues: perfect_values, AskJudgement: perfect_judgement}
    )
    opened.append(Table(tmp_path, PlayTicTacToe, spec, worker, **options))  # type: ignore[arg-type]
    return opened[-1]


def click_square(table: Table, cell: int) -> None:
    x, y, w, h = board.square(table.table.board.rect, cell)
    table.click_at(x + w / 2, y + h / 2)


def test_a_whole_game_by_number_keys(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(0, 1)}))
    table.keys("5", "3", "7")
    assert table.screen.phase == "over"
    assert table.screen.session.total(table.screen.below) == 1
    assert table.focus == "rematch"
    table.key("return")
    assert table.screen.session.hand_number == 2


def test_a_decision_that_failed_has_no_probability(sit: Sit) -> None:
    shown = []
    for answer in (decide(0, 1), fail_to_decide):
        table = sit(TableSpec("tic-tac-toe", ("you", "random")), worker=TableWorker({Decide: answer}))
        table.keys("5", "3", "7")
        assert table.screen.phase == "over"
        shown.append("100%" in table.texts())
    assert shown == [True, False]


def test_a_whole_game_by_arrows_and_enter(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(0, 1)}))
    assert table.focus == "board"
    table.key("return")  # the cursor starts in the centre
    table.keys("up", "right", "return")  # over the occupied square to the corner
    table.keys("down", "down", "left", "left", "return")
    assert table.screen.view.state.board == (1, 1, -1, 0, -1, 0, -1, 0, 0)
    assert table.screen.phase == "over"


def test_a_whole_game_by_mouse(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(0, 1)}))
    for cell in (4, 2, 6):
        click_square(table, cell)
    assert table.screen.phase == "over"
    table.click("rematch")
    assert (table.screen.session.hand_number, table.screen.phase) == (2, "yours")


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_taken_square_plays_nothing_and_says_and_sounds_so(
    sit: Sit, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(worker=TableWorker({Decide: decide(0)}))
    heard: list[str] = []
    monkeypatch.setattr(table.app.sound, "play", lambda name, ticks=3: heard.append(name))
    table.key("5")
    before, heard[:] = table.actions, []
    click_square(table, 4) if way == "click" else table.key("5")
    assert table.actions == before
    assert (heard, table.state["notice"]) == (["taken"], "Centre is taken.")


def test_who_begins_is_as_agreed(sit: Sit) -> None:
    spec = TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-1")
    table = sit(spec, worker=TableWorker({Decide: decide(8)}))
    assert table.screen.view.state.board[8] == -1
    assert table.screen.phase == "yours"


def test_undo_and_redo_by_key_and_by_icon(sit: Sit) -> None:
    table = sit(LEARNING, worker=TableWorker({Decide: decide(0, 1)}))
    table.keys("5", "9")
    played = table.screen.view.state.board
    table.key("z")
    assert table.actions == [4, 0]
    table.click("undo")
    assert table.actions == []
    assert not table.control("undo").enabled
    table.key("y")
    table.click("redo")
    assert table.screen.view.state.board == played


def test_a_serious_game_is_final(sit: Sit) -> None:
    answers = {Decide: decide(0, 1, 2), AskValues: perfect_values, AskJudgement: perfect_judgement}
    table = sit(worker=TableWorker(answers))
    table.key("5")
    table.keys("z", "n")
    assert table.actions == [4, 0]
    assert not table.control("undo").enabled
    table.keys("7", "9")
    table.settle()
    table.keys("z", "t")
    assert table.screen.phase == "over"
    assert "retry" not in {control.name for control in table.app.controls()}
    record = table.app.saves.record_against("tic-tac-toe", "values-10k")
    assert (record.hands, record.losses) == (1, 1)


def test_a_finished_game_taken_back_counts_once(sit: Sit) -> None:
    table = sit(LEARNING, worker=TableWorker({Decide: decide(0, 1, 1)}))
    table.keys("5", "3", "7")
    table.keys("z", "7")
    record = table.app.saves.record_against("tic-tac-toe", "values-10k")
    assert (record.hands, record.wins) == (1, 1)


def view(table: Table) -> tuple[str, object]:
    return table.screen.values.view, table.screen.values.visible_values


def test_v_goes_round_hers_the_truth_and_off(sit: Sit) -> None:
    hers = {cell: cell / 10 for cell in range(9)}
    worker = TableWorker({AskValues: lambda request: hers, AskJudgement: perfect_judgement})
    table = sit(LEARNING, worker=worker)
    assert view(table) == ("theirs", hers)
    assert {"WHAT VALUES THINKS", "Values: Values's"} <= set(table.texts())
    table.key("v")
    assert view(table) == ("truth", dict.fromkeys(range(9), 0.5))
    assert {"THE TRUTH, WITH PERFECT PLAY", "Values: the truth"} <= set(table.texts())
    table.click("values")
    assert view(table) == ("off", None)
    assert "Values: off" in table.texts()
    table.key("v")
    assert table.screen.values.view == "theirs"


def test_h_shows_the_true_values_of_the_squares_as_a_hint(sit: Sit) -> None:
    table = sit(LEARNING)
    table.key("h")
    assert table.screen.values.view == "truth"
    table = sit()
    table.key("h")
    assert table.app.notice == "Hints are off. A teaching table gives them."


def test_values_are_asked_of_the_opponent_for_your_position(sit: Sit) -> None:
    table = sit(LEARNING)
    request = table.worker.all_asked(AskValues)[0]
    assert request.agent.name == "values-10k"
    assert request.info.player == 0


def test_a_serious_game_gives_no_hints(sit: Sit) -> None:
    worker = TableWorker({Decide: decide(0, 2), AskValues: perfect_values, AskJudgement: perfect_judgement})
    table = sit(worker=worker)
    table.keys("v", "5", "9", "v")
    table.table.hint()
    assert view(table) == ("off", None)
    assert table.table.sentences()[0] == "Your move."
    assert not table.worker.all_asked(AskValues)
    assert not table.table._own_grades()
    assert "values" not in {control.name for control in table.app.controls()}


def test_an_agent_that_thinks_all_squares_equal_says_so_and_none_is_marked(sit: Sit) -> None:
    nearly_equal = TableWorker(
        {
            AskValues: lambda request: {cell: 0.5 + cell / 10_000 for cell in request.info.legal_actions},
            AskJudgement: perfect_judgement,
        }
    )
    table = sit(LEARNING, worker=nearly_equal)
    table.key("1")
    assert table.table.sentences()[1] == "Values thinks all squares are equal."
    assert not any(square.best for square in table.table.picture().values.values())
    assert "draws" not in " ".join(table.table.sentences())


def test_that_all_squares_are_equal_in_truth_is_said_in_one_line(sit: Sit) -> None:
    table = sit(LEARNING)
    table.key("v")
    shown = set(table.texts())
    assert "Every square draws." in shown
    assert "Top left" not in shown


@pytest.mark.parametrize("spec", [AGAINST_ADA, LEARNING])
@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (800, 1100)])
def test_after_a_game_the_opponent_tells_what_each_of_their_moves_was_worth_to_them(
    spec: TableSpec, size: tuple[int, int], sit: Sit
) -> None:
    worker = TableWorker({Decide: decide(0, 1), AskValues: lambda request: dict.fromkeys(range(9), 0.37)})
    table = sit(spec, worker=worker, size=size)
    table.keys("5", "3", "7")
    if table.table.regions.has_drawer:
        table.key("l")
    shown = set(table.texts())
    assert {"Top left", "Top centre", "0.37"} <= shown
    assert "WHAT VALUES THOUGHT" in shown
    assert not any(word.startswith("Values:") for word in shown)


def test_an_opponent_without_values_tells_how_often_each_move_is_played(sit: Sit) -> None:
    spec = TableSpec("tic-tac-toe", ("you", "dice"), first="seat-0")
    worker = TableWorker({Decide: decide(0, 1, shares={0: 0.25, 1: 0.75})})
    table = sit(spec, worker=worker, agents=[RANDOM])
    table.keys("5", "3", "7")
    assert {"Top left", "25%", "Top centre", "75%"} <= set(table.texts())
    assert not worker.all_asked(AskValues)


def test_squares_that_are_shown_alike_are_marked_alike() -> None:
    assert best_squares({0: 0.601, 1: 0.599, 2: 0.2}) == {0, 1}
    assert best_squares({0: 1.0, 1: 1.0}) == frozenset()
    assert best_squares({}) == frozenset()


def test_an_opponent_without_values_offers_the_truth_alone(sit: Sit) -> None:
    spec = TableSpec("tic-tac-toe", ("you", "dice"), first="seat-0", teaching=True)
    worker = TableWorker({AskJudgement: perfect_judgement})
    table = sit(spec, worker=worker, agents=[RANDOM])
    assert table.screen.values.view == "truth"
    assert table.screen.values.visible_values is not None
    table.key("v")
    assert view(table) == ("off", None)
    table.key("v")
    assert table.screen.values.view == "truth"
    assert not table.worker.all_asked(AskValues)


def test_without_values_the_game_goes_on(sit: Sit) -> None:
    table = sit(LEARNING, worker=TableWorker())
    assert any("no values" in mark.words.lower() for mark in table.marks())
    table.key("5")
    assert table.actions[0] == 4


def test_the_sentence_tells_no_more_than_the_view(sit: Sit) -> None:
    worker = TableWorker({Decide: decide(0, 2), AskValues: perfect_values, AskJudgement: perfect_judgement})
    table = sit(LEARNING, worker=worker)
    assert table.table.sentences()[0] == "You start. Any square."
    table.keys("5", "9")
    assert table.table.sentences()[0] == "O threatens the top row."
    table.key("v")
    assert table.table.sentences()[0] == "O threatens the top row. Only one square draws."
    table.key("v")
    assert table.table.sentences()[0] == "O threatens the top row."


def test_threats_are_lines_with_two_marks_and_a_gap() -> None:
    state = TicTacToeState((1, 0, 1, 0, -1, 0, 0, 0, -1))
    assert threatened_lines(state, 1) == [(0, 1, 2)]
    assert threatened_lines(state, 0) == []


def test_two_people_play_at_one_board(sit: Sit) -> None:
    table = sit(TWO_PEOPLE)
    table.keys("1", "5", "2", "9", "3")
    assert table.screen.phase == "over"
    assert table.table.sentences()[0] == "X wins along the top row."
    assert not table.worker.all_asked(Decide)


def test_two_people_see_what_perfect_play_makes_of_the_squares(sit: Sit) -> None:
    table = sit(TWO_LEARNING)
    table.key("1")
    assert table.screen.values.visible_values[4] == 0.5
    assert table.screen.values.visible_values[1] == 0.0


def test_two_people_who_play_seriously_see_nothing(sit: Sit) -> None:
    table = sit(TWO_PEOPLE)
    table.keys("1", "v")
    assert table.screen.values.visible_values is None
    assert table.table.sentences()[0] == "O to move."


def test_at_a_board_of_two_it_stays_visible_whose_turn_it_is(sit: Sit) -> None:
    table = sit(TWO_LEARNING)
    table.keys("1", "5", "2")
    assert table.table.sentences() == (
        "O to move.",
        "X threatens the top row. Only one square draws. Top right blocks.",
    )
    table.app.send(Key("3", "3"))
    assert table.screen.phase == "moving"
    assert table.table.sentences()[0] == "X to move."


def test_no_key_of_two_who_type_quickly_is_lost_or_played_for_the_other(sit: Sit) -> None:
    table = sit(TWO_PEOPLE)
    for number in "12345":
        table.app.send(Key(number, number))
        table.app.step([], 0.1)
    table.settle()
    assert table.actions == [0, 1, 2, 3, 4]
    assert table.screen.view.state.board == (-1, 1, -1, 1, -1, 0, 0, 0, 0)


def test_a_key_pressed_while_an_agent_thinks_or_moves_is_not_played(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(8)}))
    for number in "123456789":
        table.app.send(Key(number, number))
        table.app.step([], 0.02)
    table.settle()
    assert table.actions == [0, 8]


def test_two_people_keep_a_score_across_games_and_seats(sit: Sit) -> None:
    table = sit(TWO_PEOPLE)
    table.keys("1", "5", "2", "9", "3")
    assert table.table.sentences()[1] == "At this table: you won 1, your guest 0, drawn 0."
    assert {"SCORE", "You (X)", "Your guest (O)"} <= set(table.texts())
    table.keys("n", "1", "2", "4", "3", "7", "x")
    assert table.table.subtitle == "You are O, your guest is X"
    assert table.table.score() == [("You (O)", 2), ("Your guest (X)", 0), ("Draws", 0)]


def test_a_draw_is_called_a_draw(sit: Sit) -> None:
    table = sit(TWO_PEOPLE)
    table.keys("1", "5", "9", "2", "8", "7", "3", "6", "4")
    assert table.screen.phase == "over"
    assert table.table.sentences()[0] == "Draw."


def test_a_rematch_in_the_middle_takes_everything_back(sit: Sit) -> None:
    table = sit(LEARNING)
    table.keys("5", "n")
    assert table.actions == []
    assert table.screen.session.hand_number == 1


def test_swapping_seats_asks_while_a_game_is_in_play(table: Table) -> None:
    table.keys("5", "x")
    assert table.state["screen"] == "question"
    table.key("escape")
    assert table.actions
    table.key("x")
    table.click("leave")
    assert table.state["screen"] == "play-tic-tac-toe"
    assert table.session.get_seat(0) == 1


def test_swapping_before_the_first_mark_asks_nothing(table: Table) -> None:
    table.key("x")
    assert table.session.get_seat(0) == 1


def test_the_learner_can_be_met_at_another_stage(table: Table) -> None:
    table.app.screen.controls.focus("stages")
    table.key("right")
    assert table.session.spec.seats[1] == LEARNER[3].name
    table.keys("5", "tab")
    table.app.screen.controls.focus("stages")
    table.key("left")
    assert table.state["screen"] == "question"
    table.click("stay")
    assert table.session.spec.seats[1] == LEARNER[3].name
    assert table.control("stages").value == "1 M"


def test_a_finished_game_is_not_offered_again(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(0, 1)}))
    table.keys("5", "3")
    assert table.app.saves.unfinished("tic-tac-toe") is not None
    table.keys("7", "escape")
    assert table.state["screen"] == "blank"
    assert table.app.saves.unfinished("tic-tac-toe") is None


def test_an_empty_board_is_nothing_to_come_back_to(sit: Sit) -> None:
    table = sit(LEARNING)
    assert table.app.saves.unfinished("tic-tac-toe") is None
    table.key("5")
    assert table.app.saves.unfinished("tic-tac-toe") is not None
    while table.session.can_undo:
        table.key("z")
    assert table.app.saves.unfinished("tic-tac-toe") is None


def test_what_a_learner_believes_is_worded_as_belief(sit: Sit) -> None:
    table = sit(LEARNING)
    table.key("5")
    said = {square.word for square in table.table.picture().values.values()}
    assert said <= {"thinks it wins", "thinks it draws", "thinks it loses"}


def test_what_perfect_play_makes_of_a_square_is_a_fact(sit: Sit) -> None:
    table = sit(TWO_LEARNING)
    table.key("1")
    assert {square.word for square in table.table.picture().values.values()} == {"draws", "loses"}


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080), (900, 1100)])
def test_every_free_square_stands_in_the_list(size: tuple[int, int], sit: Sit) -> None:
    worker = TableWorker(
        {AskValues: lambda request: {cell: cell / 10 for cell in range(9)}, AskJudgement: perfect_judgement}
    )
    table = sit(LEARNING, size=size, worker=worker)
    shown = set(table.texts())
    assert all(name in shown for name in table.table.board.names), shown


def test_one_person_is_spoken_to_and_two_are_named_by_their_mark(opened: list[Table], tmp_path: Path) -> None:
    alone = open_table(opened, tmp_path, worker=TableWorker({Decide: decide(8)}))
    alone.key("1")
    assert alone.table.sentences()[0] == "Your move."
    together = open_table(opened, tmp_path / "two", TWO_PEOPLE)
    assert together.table.sentences()[0] == "X starts. Any square."
    together.key("5")
    assert together.table.sentences()[0] == "O to move."


def test_leaving_a_game_that_could_not_be_saved_speaks_of_the_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as disk:
        fill_disk(disk, "write")
        table.key("5")
    table.key("escape")
    said = table.words()
    assert "This game could not be saved" in said


@pytest.mark.parametrize(
    ("board", "cell", "expected"),
    [
        ((-1, -1, 0, 1, 1, 0, 0, 0, 0), 2, "takes_win"),
        ((-1, -1, 0, 0, 1, 0, 0, 0, 0), 2, "stops_three"),
        ((-1, 0, 0, 0, 1, 0, 0, 1, -1), 1, "stops_three"),
        ((-1, 1, 0, 0, 0, 0, 0, 0, 0), 4, None),
        ((-1, 0, 0, 0, 1, 0, 1, 0, -1), 2, "stops_three"),
        ((-1, 1, 0, 0, 1, 0, 0, -1, 0), 6, "two_threats"),
    ],
)
def test_what_stands_out_about_a_square(board: tuple[int, ...], cell: int, expected: str | None) -> None:
    assert merit(TicTacToeState(board), cell) == expected


def test_where_the_truth_shows_the_best_square_has_its_reason(sit: Sit) -> None:
    worker = TableWorker({Decide: decide(0, 1), AskValues: perfect_values, AskJudgement: perfect_judgement})
    table = sit(LEARNING, worker=worker)
    table.keys("v", "5", "9")
    assert table.table.sentences()[1] == "Top right blocks."
    table.keys("3")
    assert table.table.sentences()[1] in ("Bottom left wins now.", "Middle right wins now.")


def test_the_record_counts_every_stage_of_the_opponent(sit: Sit) -> None:
    table = sit(worker=TableWorker({Decide: decide(0, 1)}))
    table.app.saves.add_result("tic-tac-toe", "values-100", 1.0, (9, 1))
    table.keys("5", "3", "7")
    assert table.table.record.against_opponent.wins == 2
    assert "All time against Values, every stage: won 2, drawn 0, lost 0." in " ".join(
        mark.words for mark in table.marks()
    )


@pytest.mark.parametrize(
    ("squares", "replies", "character"),
    [
        (("5", "3", "7"), (0, 1), "Every move of yours was best."),
        (("3", "5", "7"), (0, 1), "Your move 2, centre, made a sure win a draw. Best: middle right."),
        (
            ("5", "7", "9"),
            (0, 1, 2),
            "Your move 3, bottom right, made a sure win a sure loss. Best: top right.",
        ),
    ],
)
def test_after_a_game_the_worst_own_move_is_told(
    sit: Sit, squares: tuple[str, ...], replies: tuple[int, ...], character: str
) -> None:
    worker = TableWorker(
        {Decide: decide(*replies), AskValues: perfect_values, AskJudgement: perfect_judgement}
    )
    table = sit(worker=worker)
    table.keys(*squares[:-1])
    assert not table.table._own_grades()
    table.key(squares[-1])
    table.settle()
    assert table.table._character(None) == character


@pytest.fixture
def lost(sit: Sit) -> Table:
    """Return a table after a game in which X gave away a won position with the third move, and lost."""
    answers = {Decide: decide(0, 1, 2), AskValues: perfect_values, AskJudgement: perfect_judgement}
    table = sit(LEARNING, worker=TableWorker(answers))
    table.keys("5", "7", "9")
    table.settle()
    return table


def test_every_own_move_has_its_mark_on_the_board_once_the_game_is_over(lost: Table) -> None:
    marks = lost.table.picture().grades
    assert marks == {4: Mark.BEST, 6: Mark.BEST, 8: Mark.BLUNDER}
    assert {"Best", "Blunder"} <= set(lost.texts())
    lost.key("n")
    assert not lost.table.picture().grades


@pytest.mark.parametrize("way", ["t", "retry"])
def test_the_worst_mistake_is_retried(lost: Table, way: str) -> None:
    lost.key(way) if way == "t" else lost.click(way)
    assert (lost.screen.phase, lost.actions) == ("yours", [4, 0, 6, 1])
    assert not lost.table.picture().grades


@pytest.mark.parametrize("is_open", [False, True])
def test_beside_a_drawer_and_in_it_the_mistake_can_be_retried_too(sit: Sit, is_open: bool) -> None:
    answers = {Decide: decide(0, 1, 2), AskValues: perfect_values, AskJudgement: perfect_judgement}
    table = sit(LEARNING, worker=TableWorker(answers), size=(900, 560), text_size=200)
    table.keys("5", "7", "9")
    table.settle()
    assert table.table.regions.has_drawer
    if is_open:
        table.key("l")
    names = [control.name for control in table.app.controls()]
    assert names.count("rematch") == names.count("retry") == 1
    assert_readable(table.marks(), table.app.painter.s.get_rect(), "with a drawer")
    press(table.app, "retry")
    table.settle()
    assert (table.screen.phase, table.actions) == ("yours", [4, 0, 6, 1])
    assert not table.table.drawer_open


def test_without_a_mistake_nothing_is_retried(sit: Sit) -> None:
    answers = {Decide: decide(0, 1), AskValues: perfect_values, AskJudgement: perfect_judgement}
    table = sit(worker=TableWorker(answers))
    table.keys("5", "3", "7")
    table.settle()
    table.key("t")
    assert table.screen.phase == "over"
    assert "retry" not in {control.name for control in table.app.controls()}
