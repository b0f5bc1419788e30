"""Imported logs in the window: they are browsed, replayed and removed, and errors are shown.

Files with hands of poker rooms are dropped onto the window, or their paths are typed. The hands are then in the
history.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ai.knowledge import log_store
from ai.training.runs import entries
from game.archive import store
from game.features.history.filters import format_log_title
from game.match.acpc import to_acpc
from game.study.history import ImportHands
from game.study.review import ReviewTarget
from game.study.training import StoredRuns
from game.tables.replay import Replay
from game.window.ui import input
from tests.features.logs import show
from tests.features.logs.show import Browsing, Open, records, write_log
from tests.histories.room_writers import pokerstars, winamax
from tests.histories.simulated_hands import simulate
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
    assert (window.screen.list.chosen.number, window.focus) == (21, "hands")
    window.choose("reached.river")
    window.keys("g", "9", "9", "return")
    window.answer()
    assert window.screen.list.chosen.number == max(hand.number for hand in _hands(window))


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
    assert (window.state["screen"], window.screen.list.chosen.number) == ("logs", 1)


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
    assert window.screen.list.chosen.number == 7


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


def write(file: Path, players: int = 2, count: int = 12) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    hands = [simulate(seed, players) for seed in range(count)]
    file.write_text("".join(map(pokerstars, hands)), encoding="utf-8")
    return file


def look_back(browse: Open) -> Browsing:
    window = browse()
    window.key("b")
    window.answer()
    return window


def import_files(window: Browsing) -> None:
    window.key("return")
    window.answer()


def test_a_dropped_file_becomes_history(browse: Open, tmp_path: Path) -> None:
    window = look_back(browse)
    window.drop(write(tmp_path / "room.txt"))
    assert (window.state["screen"], window.widget("path").value) == (
        "import_hands",
        str(tmp_path / "room.txt"),
    )
    import_files(window)
    assert "12 new hands imported." in window.words()
    window.key("escape")
    window.answer()
    assert window.state["screen"] == "history"
    assert window.screen.pages.total == 12
    assert "PokerStars" in window.words() or "bob.2" in window.words()


def test_mistakes_are_three_presses_from_a_dropped_file(
    browse: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[object, ...]] = []
    window = look_back(browse)
    monkeypatch.setattr(window.app, "open", lambda *given: opened.append(given))
    monkeypatch.setattr(window.app, "once_ready", lambda need, act: act())
    window.drop(write(tmp_path / "room.txt"))
    import_files(window)
    assert window.state["focus"] == "review", "the highlighted button"
    window.key("return")
    assert opened == [("review", ReviewTarget("imported", "imported"))]


def test_a_folder_is_dropped_on_the_menu(browse: Open, tmp_path: Path) -> None:
    write(tmp_path / "month" / "one.txt")
    window = browse()
    window.drop(tmp_path / "month")
    import_files(window)
    window.key("escape")
    window.answer()
    assert (window.state["screen"], window.screen.pages.total) == ("history", 12)


def test_a_path_is_typed_and_imported_by_keyboard(browse: Open, tmp_path: Path) -> None:
    file = write(tmp_path / "room.txt")
    window = look_back(browse)
    window.key("m")
    window.type(str(file))
    import_files(window)
    assert "12 new hands imported." in window.words()


def test_what_was_skipped_is_listed_with_line_and_reason(browse: Open, tmp_path: Path) -> None:
    window = look_back(browse)
    window.drop(write(tmp_path / "six.txt", players=6, count=30))
    import_files(window)
    said = window.words()
    assert "begin on the flop." in said
    assert "hands, the first in six.txt, line" in said
    assert "The hand ends before the flop at a table of more than two." in said


def test_a_file_without_hands_says_so_and_changes_nothing(
    browse: Open, tmp_path: Path, user_folder: Path
) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("dear diary")
    window = look_back(browse)
    window.drop(file)
    import_files(window)
    assert "diary.txt: The file holds no hands of a layout that Parlour reads." in window.words()
    assert window.widget("path").value == str(file)
    window.widget("path").set_words(str(tmp_path / "absent.txt"))
    import_files(window)
    assert "There is no file" in window.words()
    assert store.page(user_folder).total == 0


def observed(seed: int) -> str:
    lines = winamax(simulate(seed)).splitlines()
    return "\n".join(line for line in lines if not line.startswith("Dealt to")) + "\n\n"


def test_the_name_at_a_room_is_asked_once(browse: Open, tmp_path: Path, user_folder: Path) -> None:
    first, second = tmp_path / "one.txt", tmp_path / "two.txt"
    first.write_text(observed(3), encoding="utf-8")
    second.write_text(observed(4), encoding="utf-8")
    window = look_back(browse)
    window.drop(first)
    import_files(window)
    assert "Winamax does not say which player you are." in window.words()
    window.type("bob.2")
    import_files(window)
    assert [hand.own_seat for hand in store.page(user_folder).hands] == [0]
    window.drop(second)
    import_files(window)
    assert "which player you are" not in window.words()
    assert [hand.own_seat for hand in store.page(user_folder).hands] == [0, 0]


def test_a_name_that_no_hand_holds_is_said_and_another_case_is_found(
    browse: Open, tmp_path: Path, user_folder: Path
) -> None:
    file = tmp_path / "observed.txt"
    file.write_text("\n\n".join(observed(seed) for seed in range(3)), encoding="utf-8")
    window = look_back(browse)
    window.drop(file)
    import_files(window)
    window.type("Bobby")
    import_files(window)
    said = window.words()
    assert "which player you are" not in said
    assert "Bobby is in none of these hands. Most often in them: " in said
    assert "bob.2" in said
    window.widget("name").set_words("BOB.2")
    import_files(window)
    said = window.words()
    assert "0 new hands imported. 3 were there before. 3 hands of the history are yours now." in said
    assert "none of these hands" not in said
    assert {hand.own_seat for hand in store.page(user_folder).hands} == {0}
    window.drop(file)
    import_files(window)
    assert "0 new hands imported. 3 were there before. " in window.words()
    assert "yours now" not in window.words()


def test_a_cancelled_import_keeps_what_was_read(browse: Open, tmp_path: Path) -> None:
    window = look_back(browse)
    window.drop(write(tmp_path / "room.txt"))
    window.logs.silent = True
    window.key("return")
    window.app.models.hand_imports.cancel()
    assert window.app.models.hand_imports.at_work is None
    assert isinstance(window.logs.asked[-1], ImportHands)


def test_hands_of_a_watched_folder_appear_by_themselves(
    browse: Open, tmp_path: Path, user_folder: Path
) -> None:
    folder = tmp_path / "HandHistory"
    file = write(folder / "one.txt", count=3)
    window = look_back(browse)
    watch = window.app.models.folder_watch

    def look(now: float) -> None:
        watch.advance(
            window.app.settings.watched_folder, 1e9 + 100 * now
        )  # long after the program's current time
        window.answer()
        window.app.step([], 0.0)

    window.drop(folder)
    window.click("watch")
    window.answer()
    assert "3 new hands imported." in window.words()
    assert "is watched: new hands appear by themselves." in window.words()
    assert window.app.settings.watched_folder == str(folder)
    assert "from your watched folder" not in window.words()
    write(file, count=4)
    look(10.0)
    look(20.0)
    window.app.say("")
    window.answer()
    assert "One new hand from your watched folder." in window.words(), "the open dialog tells it"
    window.key("escape")
    window.answer()
    write(file, count=6)
    look(30.0)
    assert store.page(user_folder).total == window.screen.pages.total == 4, "the file may still be written"
    look(40.0)
    assert store.page(user_folder).total == window.screen.pages.total == 6
    assert window.state["notice"] == "2 new hands from your watched folder."
    look(50.0)
    assert not window.app.worker.waiting
    folder.rename(tmp_path / "moved")
    look(60.0)
    assert "The watched folder cannot be read now." in window.state["notice"]
    window.key("m")
    window.click("stop")
    assert window.app.settings.watched_folder == ""
    window.app.models.folder_watch.advance("", 2e9)
    assert "watched" not in window.words()


def test_a_replay_never_shows_cards_that_nobody_knows(browse: Open, tmp_path: Path) -> None:
    window = look_back(browse)
    window.drop(write(tmp_path / "room.txt"))
    import_files(window)
    window.key("escape")
    window.answer()
    hidden = next(hand for hand in store.page(window.app.folder).hands if hand.hidden_seats)
    screen = Replay(window.app, hidden)
    window.app.go(screen)
    window.app.step([], 0.0)
    screen.to_end()
    window.app.step([], 0.0)
    other = screen.session.get_player(1)
    picture = screen.view.picture(None, 1.0)
    assert [card.turned for card in picture.hole[0]] == [0.0, 0.0]
    assert [card.turned for card in picture.hole[1]] == [1.0, 1.0]
    assert other in screen.session.hidden_players
