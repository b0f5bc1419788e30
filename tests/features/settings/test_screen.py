"""The settings screen: everything applies at once, by keyboard and by mouse."""

from pathlib import Path

import pytest

from game.features.settings.page import SettingsScreen
from game.study.records import Saves
from game.window.frame.settings_store import Settings
from tests.window import histories
from tests.window.conftest import Open
from tests.window.driver import Driver, LoggingPainter


@pytest.fixture
def window(open_window: Open) -> Driver:
    window = open_window()
    window.click("settings")
    return window


def open_page(window: Driver, page: str) -> None:
    window.app.replace(SettingsScreen(window.app, page))
    window.settle()


def focus(window: Driver, name: str) -> None:
    window.app.screen.controls.focus(name)


def test_a_theme_applies_at_once_and_to_every_screen(open_window: Open) -> None:
    window = open_window(painter=LoggingPainter)
    window.click("settings")
    focus(window, "theme")
    dark = window.app.painter.s.get_at((5, 300))
    window.key("right")
    assert window.app.settings.theme == "light"
    assert window.app.painter.s.get_at((5, 300)) != dark
    window.key("escape")
    assert window.app.painter.s.get_at((5, 300)) != dark


@pytest.mark.parametrize(
    ("name", "key", "expected"),
    [
        ("deck", "right", "four"),
        ("card_back", "right", "plum"),
        ("amounts", "end", "blinds"),
        ("text_size", "left", 90),
        ("full_screen", "return", True),
        ("textures", "space", False),
        ("hand_in_words", "return", False),
        ("pot_odds", "return", False),
    ],
)
def test_appearance_is_set_by_keyboard(window: Driver, name: str, key: str, expected: object) -> None:
    focus(window, name)
    window.key(key)
    assert getattr(window.app.settings, name) == expected
    window.app.change(full_screen=False)


@pytest.mark.parametrize("name", ["textures", "hand_in_words", "pot_odds"])
def test_switches_are_turned_by_mouse(window: Driver, name: str) -> None:
    window.click(name)
    assert getattr(window.app.settings, name) is False


def test_the_text_size_does_not_run_away_under_the_mouse(window: Driver) -> None:
    x, y, width, height = window.control("text_size").rect
    scale = window.app.painter.u
    window.click_at((x + width * 0.3) / scale, (y + height / 2) / scale)
    assert 100 < window.app.settings.text_size < 150
    assert window.control("text_size").value == f"{window.app.settings.text_size}%"


def test_a_setting_changed_elsewhere_shows(window: Driver) -> None:
    window.app.change(muted=True, text_size=90)
    open_page(window, "sound")
    assert window.control("muted").value == "on"
    window.key("m")
    assert window.control("muted").value == "off"


def test_defaults_are_restored_page_by_page(window: Driver) -> None:
    window.app.change(theme="light", deck="four", volume=10)
    window.click("restore")
    assert window.app.settings.theme == "dark"
    assert window.app.settings.deck == "two"
    assert window.app.settings.volume == 10


def test_pages_are_walked_by_arrows_and_by_mouse(window: Driver) -> None:
    assert window.focus == "page"
    pages = []
    for _ in range(5):
        window.key("down")
        pages.append(window.widget("page").chosen)
    assert pages == ["pace", "sound", "coach", "keys", "files"]
    x, y, width, _ = window.control("page").rect
    scale = window.app.painter.u
    window.click_at((x + width / 2) / scale, (y + 20) / scale)
    assert window.widget("page").chosen == "appearance"


def test_speed_and_motion_are_shown_by_a_card(window: Driver) -> None:
    open_page(window, "pace")
    focus(window, "speed")
    window.app.step([], 0.01)
    window.app.change(speed="2")
    assert window.app.step([], 0.05), "the card moves"
    window.settle()
    window.click("reduced_motion")
    assert window.app.settings.reduced_motion
    assert not window.app.step([], 0.05)
    window.click("again")


def test_sounds_can_be_listened_to_unless_muted(window: Driver) -> None:
    open_page(window, "sound")
    window.click("listen.chips")
    focus(window, "volume")
    window.key("left")
    assert window.app.settings.volume == Settings().volume - 5
    window.click("muted")
    assert not window.control("listen.chips").enabled
    window.app.change(muted=False)


def test_a_computer_without_a_device_says_so(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.window.ui.sound._open_mixer", lambda: False)
    window = open_window()
    open_page(window, "sound")
    assert not window.control("listen.chips").enabled
    assert any("No sound device" in mark.words for mark in window.marks())


def test_the_coach_is_set_for_new_tables(window: Driver) -> None:
    open_page(window, "coach")
    focus(window, "coaching")
    window.key("down")
    assert window.app.settings.coaching == "teaching"


def test_history_and_record_are_deleted_after_a_question(open_window: Open, user_folder: Path) -> None:
    Saves(user_folder).add_result("holdem", "tight", 4, (1, 1))
    histories.keep(user_folder, histories.kuhn(2))
    window = open_window()
    window.app.worker = histories.HistoryWorker()  # type: ignore[assignment]
    open_page(window, "files")
    window.click("delete-data")
    window.key("return")
    assert window.app.saves.record("holdem").hands == 1
    window.click("delete-data")
    window.click("delete-now")
    window.app.step([], 0.0)
    assert window.state["screen"] == "settings"
    assert window.app.saves.record("holdem").hands == 0
    assert not list((user_folder / "history").iterdir())


def test_high_contrast_has_one_back(window: Driver) -> None:
    window.app.change(theme="contrast")
    assert not window.control("card_back").enabled


def test_high_contrast_says_beside_the_card_back_that_it_has_its_own(window: Driver) -> None:
    said = "high contrast has its own"
    assert said not in {mark.words for mark in window.marks()}
    window.app.change(theme="contrast")
    assert said in {mark.words for mark in window.marks()}


def test_a_small_window_scrolls_to_the_focus(open_window: Open) -> None:
    window = open_window(size=(900, 560), text_size=200)
    open_page(window, "appearance")
    for _ in range(9):
        window.key("tab")
    assert window.focus == "pot_odds"
    _, y, _, height = window.control("pot_odds").rect
    assert 0 < y < y + height < 560
    window.wheel(300, 200, 30)
    assert window.control("pot_odds").rect[3] <= 1, "scrolled out of view: it cannot be hit"
