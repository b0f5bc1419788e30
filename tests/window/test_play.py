"""The behaviour that all tables share, and the parts of a table."""

from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from game.app.app import App
from game.app.start import find_pages
from game.match.session import Session, Step
from game.match.table_spec import TableSpec
from game.study.play import Decide
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.tables.parts import TablePart
from game.tables.replay import Replay
from game.tables.screen import TableScreen
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.tables.watch.screen import Watch
from game.window.frame.screen import Screen
from game.window.ui.input import Key
from tests.full_disk import fill_disk
from tests.window.conftest import Sit
from tests.window.tables import Table, TableWorker, decide

BOARD = TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0")
KUHN = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0")
HALF_STREET = TableSpec("kuhn-half-street", ("you", "kuhn-cfr-final"), first="seat-0")
HOLDEM = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0")
MOVES = {"tic-tac-toe": "5", "kuhn-poker": "c", "kuhn-half-street": "b", "holdem": "c"}
ALL = [BOARD, KUHN, HALF_STREET, HOLDEM]


def _table(app: App, session: Session) -> Any:
    return find_pages()[session.spec.game].make(app, session)


def open_table(opened: list[Table], folder: Path, spec: TableSpec | Session, **settings: object) -> Table:
    worker = settings.pop("worker", None) or TableWorker()
    opened.append(Table(folder, _table, spec, worker, **settings))  # type: ignore[arg-type]
    return opened[-1]


def test_each_game_has_its_table(opened: list[Table], tmp_path: Path) -> None:
    kinds = [type(open_table(opened, tmp_path / str(i), spec).table) for i, spec in enumerate(ALL)]
    assert kinds == [PlayTicTacToe, PlayKuhn, PlayKuhn, PlayHoldem]


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.game)
def test_every_action_is_saved_as_soon_as_it_is_played(
    sit: Sit, spec: TableSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(spec)
    kept: list[int] = []
    keep = table.app.saves.keep

    def counted(session: Session) -> None:
        kept.append(len(session.steps))
        keep(session)

    monkeypatch.setattr(table.app.saves, "keep", counted)
    before = len(table.session.steps)
    table.key(MOVES[spec.game])
    assert len(kept) == sum(step.player >= 0 for step in table.session.steps[before:])
    saved = table.app.saves.unfinished(spec.game)
    assert saved is not None
    assert saved.session.to_dict() == table.session.to_dict()


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.game)
def test_no_key_does_two_things_at_any_moment_of_a_hand(sit: Sit, spec: TableSpec) -> None:
    table = sit(spec)
    for key in "5c1b23467":
        keys = Counter(key for one in table.table.actions for key in one.action.keys)
        assert [key for key, count in keys.items() if count > 1] == []
        table.key(key)
    assert table.actions


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.game)
def test_a_saved_game_goes_on_where_it_was(opened: list[Table], tmp_path: Path, spec: TableSpec) -> None:
    table = open_table(opened, tmp_path, spec)
    table.key(MOVES[spec.game])
    before = (table.session.hand_number, table.actions, table.table.phase)
    saved = table.app.saves.unfinished(spec.game)
    assert saved is not None
    resumed = open_table(opened, tmp_path / "again", saved.session)
    assert (resumed.session.hand_number, resumed.actions, resumed.table.phase) == before


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.game)
def test_when_the_worker_dies_the_game_waits_and_one_may_try_again(sit: Sit, spec: TableSpec) -> None:
    worker = TableWorker()
    table = sit(spec, worker=worker)
    worker.dead = True
    table.key(MOVES[spec.game])
    assert table.screen.phase == "lost"
    assert table.focus == "try-again"
    assert "left the table." in table.words()
    assert "Game saved." in table.words()
    assert "ended" in table.words()
    actions = table.actions
    worker.dead = False
    table.key("return")
    assert table.screen.phase != "lost"
    assert table.actions[: len(actions)] == actions
    assert len(table.actions) > len(actions)


def test_a_finished_hand_needs_no_worker(sit: Sit) -> None:
    table = sit(HOLDEM)
    table.key("f")
    table.worker.dead = True
    table.key("space")
    assert table.screen.session.hand_number == 2


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.game)
def test_step_by_step_the_opponent_waits_for_the_key(sit: Sit, spec: TableSpec) -> None:
    table = sit(spec, speed="step")
    table.key(MOVES[spec.game])
    waiting = table.actions
    assert table.screen.phase == "theirs"
    assert table.control("step").enabled
    assert table.focus == "step"
    table.key("s")
    assert len(table.actions) > len(waiting)


def test_step_by_step_by_mouse_and_by_space(sit: Sit) -> None:
    table = sit(HOLDEM, speed="step")
    table.key("c")
    table.click("step")
    assert len(table.actions) >= 2
    while table.screen.phase == "theirs":
        table.key("space")
    assert table.screen.phase == "yours"


def test_s_goes_through_the_speeds(sit: Sit) -> None:
    table = sit(HOLDEM)
    seen = []
    for _ in range(4):
        table.key("s") if table.app.settings.speed != "step" else table.click("speed")
        seen.append(table.app.settings.speed)
    assert seen == ["2", "4", "instant", "step"]
    table.click("speed")
    assert table.app.settings.speed == "0.5"


def test_at_normal_speed_the_opponent_takes_a_moment(sit: Sit) -> None:
    table = sit(BOARD)
    table.app.send(Key("5", "5"))
    for _ in range(6):
        table.app.step([], 0.05)
    assert table.actions == [4]
    for _ in range(20):
        table.app.step([], 0.05)
    assert len(table.actions) == 2


def test_instantly_nothing_is_waited_for(sit: Sit) -> None:
    table = sit(BOARD, speed="instant")
    table.app.send(Key("5", "5"))
    for _ in range(4):
        table.app.step([], 0.001)
    assert len(table.actions) == 2


def test_reduced_motion_plays_the_same_game(sit: Sit) -> None:
    table = sit(HOLDEM, reduced_motion=True)
    table.keys("c", "c", "c", "c")
    assert table.screen.phase == "over"


@pytest.mark.parametrize("spec", [replace(one, teaching=True) for one in (BOARD, KUHN, HALF_STREET, HOLDEM)])
def test_ctrl_z_and_ctrl_y_take_back_and_play_again(sit: Sit, spec: TableSpec) -> None:
    table = sit(spec)
    table.key(MOVES[spec.game])
    played = table.actions
    table.key("z", ctrl=True)
    assert table.actions == []
    table.key("y", ctrl=True)
    assert table.actions == played
    table.key("z", ctrl=True)
    table.key("z", ctrl=True, shift=True)
    assert table.actions == played
    table.key("c", ctrl=True)
    assert table.actions == played


def test_at_a_match_table_ctrl_z_takes_nothing_back(sit: Sit) -> None:
    table = sit(HOLDEM)
    table.key("c")
    table.key("z", ctrl=True)
    assert table.actions


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.game)
def test_leaving_a_hand_that_is_saved_asks_nothing(sit: Sit, spec: TableSpec) -> None:
    table = sit(spec)
    table.keys(MOVES[spec.game], "escape")
    assert table.state["screen"] == "blank"
    assert table.app.saves.unfinished(spec.game) is not None


def test_leaving_a_hand_that_could_not_be_saved_is_asked_about(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(HOLDEM)
    with monkeypatch.context() as disk:
        fill_disk(disk, "write")
        table.key("c")
    table.key("escape")
    assert (table.state["screen"], table.focus) == ("question", "stay")
    table.key("return")
    assert table.state["screen"] == "play-holdem"
    table.click("back")
    table.click("leave")
    assert table.state["screen"] == "blank"


def test_leaving_a_saved_hand_asks_nothing_where_another_file_could_not_be_written(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(HOLDEM)
    table.key("c")
    with monkeypatch.context() as disk:
        fill_disk(disk, "write")
        table.app.saves.add_result("kuhn-poker", "you", 1.0, (0, 1))
    assert table.app.saves.trouble
    table.key("escape")
    assert table.state["screen"] == "blank"


def test_leaving_between_two_hands_asks_nothing(sit: Sit) -> None:
    table = sit(HOLDEM)
    table.keys("f", "escape")
    assert table.state["screen"] == "blank"
    assert table.app.saves.unfinished("holdem") is not None


def test_leaving_an_empty_board_asks_nothing(sit: Sit) -> None:
    table = sit(BOARD)
    table.key("escape")
    assert table.state["screen"] == "blank"


def test_an_answer_to_a_position_that_was_taken_back_is_dropped(sit: Sit) -> None:
    worker = TableWorker({Decide: decide(0, 8)})
    table = sit(replace(BOARD, teaching=True), worker=worker)
    worker.silent = True
    table.key("5")
    table.key("z")
    assert table.actions == []
    worker.silent = False
    table.key("1")
    assert table.actions == [0, 8]


def test_the_same_position_is_asked_with_the_same_seed(sit: Sit) -> None:
    table = sit(replace(BOARD, teaching=True))
    table.keys("5", "z", "5")
    seeds = [request.seed for request in table.worker.all_asked(Decide)]
    assert len(seeds) == 2
    assert len(set(seeds)) == 1


def test_agents_are_told_nothing_but_their_information_state(sit: Sit) -> None:
    table = sit(HOLDEM)
    table.key("c")
    for request in table.worker.all_asked(Decide):
        assert {one.name for one in fields(request)} == {"agent", "info", "seed", "budget"}
        assert request.info.player == table.session.get_player(1)


def test_space_finishes_what_moves(sit: Sit) -> None:
    table = sit(HOLDEM)
    table.keys("f")
    table.app.send(Key("space", " "))
    table.app.step([], 0.01)
    assert table.screen.phase == "moving"
    table.app.send(Key("space", " "))
    table.app.step([], 0.01)
    assert table.screen.phase in ("yours", "theirs")


def test_with_large_text_the_side_column_is_a_drawer(sit: Sit) -> None:
    spec = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", teaching=True)
    table = sit(spec, text_size=200)
    assert "tabs" not in {control.name for control in table.app.controls()}
    table.key("l")
    assert "tabs" in {control.name for control in table.app.controls()}
    assert "call" not in {control.name for control in table.app.controls()}
    table.key("escape")
    assert table.state["screen"] == "play-holdem"
    assert table.focus == "call"
    table.key("h")
    assert table.table.drawer_open


def test_the_wheel_and_the_keys_scroll_a_long_column(sit: Sit) -> None:
    table = sit(BOARD, text_size=200)
    table.key("l")
    x, y, w, h = table.table.regions.sides[0]
    table.wheel(x + w / 2, y + h / 2, -3)
    assert table.table.side_scroll.offset > 0
    for _ in range(8):
        table.key("tab")
    assert table.state["screen"] == "play-tic-tac-toe"


def test_focus_in_the_header_stays_when_the_move_changes(sit: Sit) -> None:
    table = sit(HOLDEM)
    table.app.screen.controls.focus("help")
    table.table.panel.call()
    table.settle()
    assert table.focus == "help"


def test_dropping_what_was_not_asked_changes_nothing(sit: Sit) -> None:
    table = sit(BOARD)
    table.table.requests.drop(None)
    assert table.screen.phase == "yours"


TABLES = [PlayHoldem, PlayKuhn, PlayTicTacToe, Replay, Watch]
CALLERS = ("after_change", "show_steps", "follow_phase", "update", "apply")


class Listener(TablePart):
    def __init__(self, name: str, heard: list[tuple[str, str]]) -> None:
        self.name, self.heard = name, heard

    def on_change(self) -> None:
        self.heard.append((self.name, "change"))

    def on_step(self, step: Step) -> None:
        self.heard.append((self.name, f"step {step.action}"))

    def on_phase(self, phase: str, before: str) -> None:
        self.heard.append((self.name, f"{before} to {phase}"))


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_at_most_three_classes_below_screen(table: type[Screen]) -> None:
    screens = [base for base in table.__mro__ if issubclass(base, Screen) and base is not Screen]
    assert screens[-1] is TableScreen
    assert len(screens) <= 3


@pytest.mark.parametrize("table", TABLES)
def test_only_the_base_of_tables_calls_parts(table: type[Screen]) -> None:
    below = table.__mro__[: table.__mro__.index(TableScreen)]
    assert not [(base.__name__, name) for base in below for name in CALLERS if name in vars(base)]


def test_parts_hear_of_the_change_then_of_its_steps_then_of_the_phase_in_their_order(tmp_path: Path) -> None:
    spec = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), 3, first="seat-0")
    window = Table(tmp_path, PlayKuhn, spec)
    heard: list[tuple[str, str]] = []
    table: Any = window.table
    table.parts = (Listener("first", heard), *table.parts, Listener("last", heard))
    window.worker.silent = True
    table.act(0)
    assert heard == [
        ("first", "change"),
        ("last", "change"),
        ("first", "step 0"),
        ("last", "step 0"),
        ("first", "yours to moving"),
        ("last", "yours to moving"),
    ]
    window.close()


def test_an_action_is_saved_before_its_animation_begins(tmp_path: Path) -> None:
    spec = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), 3, first="seat-0")
    window = Table(tmp_path, PlayKuhn, spec)
    saved: list[int] = []

    class Looker(TablePart):
        def on_step(self, step: Step) -> None:
            game = window.app.saves.unfinished("kuhn-poker")
            assert game is not None
            saved.append(len(game.session.steps))

    table: Any = window.table
    table.parts = (Looker(), *table.parts)
    window.worker.silent = True
    table.act(0)
    assert saved == [len(window.session.steps)]
    window.close()
