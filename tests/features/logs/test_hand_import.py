"""Hands of poker rooms are dropped or typed into the window, and are then in the history."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.archive import store
from game.study.history import ImportHands
from game.study.review import ReviewTarget
from game.tables.replay import Replay
from tests.features.logs.logs_for_tests import Browsing, Open
from tests.histories.room_writers import pokerstars, winamax
from tests.histories.simulated_hands import simulate


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
    assert "12 hands imported." in window.words()
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
    window.click("review")
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
    assert "12 hands imported." in window.words()


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


def test_the_name_at_a_room_is_asked_once(browse: Open, tmp_path: Path, user_folder: Path) -> None:
    def observed(seed: int) -> str:
        lines = winamax(simulate(seed)).splitlines()
        return "\n".join(line for line in lines if not line.startswith("Dealt to")) + "\n\n"

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
        watch.advance(window.app.settings.watched_folder, 1e9 + now)  # long after the program's current time
        window.answer()
        window.app.step([], 0.0)

    window.drop(folder)
    window.click("watch")
    window.answer()
    assert "3 hands imported." in window.words()
    assert "is watched: new hands appear by themselves." in window.words()
    assert window.app.settings.watched_folder == str(folder)
    window.key("escape")
    window.answer()
    write(file, count=5)
    look(10.0)
    assert store.page(user_folder).total == window.screen.pages.total == 3, "the file may still be written"
    look(20.0)
    assert store.page(user_folder).total == window.screen.pages.total == 5
    assert window.state["notice"] == "2 new hands from your watched folder."
    look(30.0)
    assert not window.app.worker.waiting
    folder.rename(tmp_path / "moved")
    look(40.0)
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
