"""Imported logs in the window: browsed, replayed, removed, with messages for errors."""

from pathlib import Path
from typing import Any

import pytest

from ai.knowledge import log_store
from ai.training.runs import entries
from game.features.history.filters import format_log_title
from game.match.acpc import to_acpc
from game.study.training import StoredRuns
from game.window.ui import input
from tests.features.logs import show
from tests.features.logs.logs_for_tests import Browsing, Open, records, write_log
from tests.window.test_layout import check


# ---- browsing ------------------------------------------------------------------------------------------------
def test_filters_leave_what_they_name_and_are_taken_off_by_one_button(browse: Open, log: Path) -> None:
    window = browse(log)
    window.choose("player.next")
    first = window.app.screen.filters.player.chosen  # type: ignore[attr-defined]
    some = window.screen.pages.total
    assert 0 < some < 30
    assert f"{some} of 30 hands" in window.words()
    assert window.control("hands").value.startswith(f"{first} v ")
    for choice in ("reached.showdown", "pot.small"):
        window.choose(choice)
    assert window.screen.pages.total == 0
    assert "No hand matches these filters" in window.words()
    window.choose("show-all")
    assert (window.screen.pages.total, window.focus) == (30, "hands")


def test_a_player_is_found_by_a_part_of_the_name(browse: Open, log: Path) -> None:
    window = browse(log)
    window.key("p")
    assert (window.state["screen"], window.focus) == ("option_search", "find")
    assert window.screen.found[0].label == "Everybody"
    window.type("an")
    assert [option.label for option in window.screen.found] == ["Ann", "Hyperborean"]
    window.keys("down", "return")
    window.answer()
    assert window.control("player").value == "Hyperborean"
    assert 0 < window.screen.pages.total < 30


def test_a_log_is_found_among_many_by_the_mouse(browse: Open, log: Path, tmp_path: Path) -> None:
    window = browse(log)
    window.drop(write_log(tmp_path / "late.log", 5, seed=2))
    window.read()
    window.click("log")
    assert [option.label for option in window.screen.found] == ["late.log", "evening.log"]
    window.type("xyz")
    assert "No matching name." in window.words()
    window.key("escape")
    assert [option.label for option in window.screen.found] == ["late.log", "evening.log"]
    window.choose("names.1")
    assert (format_log_title(window.screen.registry.log), window.screen.pages.total) == ("evening.log", 30)


def test_a_hand_is_gone_to_by_its_number(browse: Open, log: Path) -> None:
    window = browse(log)
    window.keys("g", "2", "1", "return")
    window.answer()
    assert (window.screen.list.chosen.place, window.focus) == (21, "hands")
    window.choose("reached.river")
    window.keys("g", "9", "9", "return")
    window.answer()
    assert window.screen.list.chosen.place == max(hand.place for hand in _hands(window))


def _hands(window: Browsing) -> list[Any]:
    pages = window.app.screen.pages  # type: ignore[attr-defined]
    return [pages.hand(place) for place in range(pages.total)]


def test_what_is_in_the_log_is_told_with_every_line_that_was_left_out(browse: Open, log: Path) -> None:
    window = browse(log)
    window.click("side.log")
    said = window.words()
    assert "50/100, 200 bb" in said
    assert "3 players".upper() in said.upper()
    assert "Line 32: Not an ACPC hand" in said
    assert "Line 33: Payoffs" in said


def test_a_hand_is_played_again_on_the_table_with_its_neighbours(browse: Open, log: Path) -> None:
    window = browse(log)
    window.keys("down", "return")
    assert (window.state["screen"], window.screen.hand.number) == ("replay", 2)
    assert "from a log." in window.words()
    window.key("end")
    assert window.screen.phase == "done"
    window.key("n")
    assert window.screen.hand.number == 3
    window.keys("p", "p", "p")
    assert window.screen.hand.number == 1
    window.key("c")
    assert input.get() == to_acpc(records(30)[0])
    window.keys("escape")
    assert (window.state["screen"], window.screen.list.chosen.place) == ("logs", 1)


def test_a_hand_is_copied_as_a_line(browse: Open, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window = browse(log)
    window.keys("down", "c")
    assert input.get() == to_acpc(records(30)[1])
    monkeypatch.setattr(input, "put", lambda words: False)
    window.key("c")
    assert "No clipboard" in window.state["notice"]


def test_one_of_several_logs_is_chosen_and_the_latest_shown_first(
    browse: Open, log: Path, tmp_path: Path
) -> None:
    window = browse(log)
    window.drop(write_log(tmp_path / "late.log", 5, seed=2))
    window.key("return")
    window.answer()
    assert (format_log_title(window.screen.registry.log), window.screen.pages.total) == ("late.log", 5)
    window.choose("log.next")
    assert (format_log_title(window.screen.registry.log), window.screen.pages.total) == ("evening.log", 30)


def test_a_log_is_removed_after_a_question_and_keeping_it_is_the_first_answer(
    browse: Open, log: Path
) -> None:
    window = browse(log)
    window.key("delete")
    assert (window.state["screen"], window.focus) == ("question", "keep")
    window.key("return")
    window.key("delete")
    window.choose("remove-now")
    assert len(window.screen.registry.logs) == 0
    assert "No logs imported yet" in window.words()
    assert window.focus == "bring"
    assert log.exists()


def test_a_log_is_trained_on_with_its_run_and_itself_chosen(browse: Open, log: Path, tmp_path: Path) -> None:
    window = browse(log)
    window.logs.answerers |= {
        "runs": lambda request: entries(),
        "stored_runs": lambda request: StoredRuns(()),
    }
    window.key("t")
    window.answer()
    assert (window.state["screen"], window.widget("kind").chosen) == ("train_setup", "holdem-network")
    window.key("escape")
    window.drop(write_log(tmp_path / "late.log", 5, seed=2))
    window.key("return")
    window.answer()
    late, evening = log_store.all_logs(window.app.folder).logs
    for chosen in (late, evening):
        window.click("side.log")
        window.choose("train")
        assert (window.state["screen"], window.widget("kind").chosen) == ("train_setup", "holdem-network")
        assert window.control("setting.logs").value == chosen.files[0]
        window.key("escape")
        window.choose("log.next")


def test_imported_hands_are_in_no_history_and_no_statistics(
    browse: Open, log: Path, user_folder: Path
) -> None:
    browse(log)
    assert not (user_folder / "history").exists()


def test_a_store_that_cannot_be_read_is_said_and_tried_again(browse: Open, log: Path) -> None:
    window = browse(log)
    window.logs.broken = "The other process ended unexpectedly."
    window.choose("reached.flop")
    assert "could not be loaded. The other process ended" in window.words()
    window.keys("g", "3", "return")
    window.answer()
    window.logs.broken = ""
    window.choose("try-again")
    assert window.screen.pages.total is not None


def test_waiting_is_said_after_a_moment(browse: Open, log: Path) -> None:
    window = browse(log)
    window.logs.silent = True
    window.click("reached.flop")
    window.settle()
    assert "Loading the log." in window.words()


def test_the_wheel_moves_what_it_is_over(browse: Open, log: Path) -> None:
    window = browse(log, size=(900, 560))
    seen = window.words()
    window.wheel(*window.middle("hands"), -5)
    assert window.words() != seen
    window.click("side.log")
    seen = window.words()
    window.key("page down")
    assert window.words() != seen


def test_in_a_small_window_list_hand_log_and_filters_take_turns(browse: Open, log: Path) -> None:
    window = browse(log, size=(900, 560), text_size=200)
    assert "hands" in {control.name for control in window.app.controls()}
    window.click("tab.log")
    assert "Imported" in window.words()
    window.click("tab.hand")
    assert "replay" in {control.name for control in window.app.controls()}
    window.keys("g", "7", "return")
    window.answer()
    window.click("tab.hands")
    assert window.screen.list.chosen.place == 7


def test_a_log_that_cannot_be_removed_is_said_and_stays(browse: Open, log: Path) -> None:
    window = browse(log)
    window.key("delete")
    window.logs.broken = "It could not be removed: it is in use."
    window.choose("remove-now")
    assert "it is in use" in window.words()
    window.logs.broken = ""
    window.choose("try-again")
    assert (len(window.screen.registry.logs), window.screen.pages.total) == (1, 30)


def test_a_broken_log_is_set_aside_and_the_others_are_shown(browse: Open, log: Path) -> None:
    window = browse(log)
    window.key("escape")
    (window.app.folder / "imported" / "broken.sqlite").write_bytes(b"nothing of the kind" * 100)
    window.logs.silent = True
    window.key("i")
    window.logs.silent = False
    window.answer()
    assert "set aside" in window.state["notice"]
    assert window.screen.pages.total == 30


# ---- drawing -------------------------------------------------------------------------------------------------
@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080), (900, 1100)])
def test_the_replay_can_be_read_in_every_size(browse: Open, size: tuple[int, int]) -> None:
    window = browse(size=size)
    show.replay(window.app)
    check(window, "replay", may_shorten=False)
