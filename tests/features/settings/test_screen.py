"""The settings pages and their store."""

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from game.core import BadInput
from game.features.settings.page import SettingsScreen
from game.study.saves import Saves
from game.window.frame.settings_store import FILE_NAME, KIND, VERSION, Settings, SettingsStore
from tests.full_disk import UNSYNCED_STEPS, fill_disk
from tests.window import samples as histories
from tests.window.conftest import Open
from tests.window.driver import Driver, LoggingPainter
from tests.window.tables import HistoryWorker


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
    ],
)
def test_appearance_is_set_by_keyboard(window: Driver, name: str, key: str, expected: object) -> None:
    focus(window, name)
    window.key(key)
    assert getattr(window.app.settings, name) == expected
    window.app.change(full_screen=False)


@pytest.mark.parametrize("name", ["textures", "hand_in_words"])
def test_switches_are_turned_by_mouse(window: Driver, name: str) -> None:
    window.click(name)
    assert getattr(window.app.settings, name) is False


def test_the_pot_odds_are_turned_off_on_the_page_of_the_coach(window: Driver) -> None:
    open_page(window, "coach")
    window.click("pot_odds")
    assert not window.app.settings.pot_odds


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
    assert "No sound device" in window.words()


def test_the_coach_is_set_for_new_tables(window: Driver) -> None:
    open_page(window, "coach")
    focus(window, "coaching")
    window.key("down")
    assert window.app.settings.coaching == "teaching"


def test_history_and_record_are_deleted_after_a_question(open_window: Open, user_folder: Path) -> None:
    Saves(user_folder).add_result("holdem", "tight", 4, (1, 1))
    histories.keep(user_folder, histories.kuhn(2))
    window = open_window()
    window.app.worker = HistoryWorker()  # type: ignore[assignment]
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
    assert said not in set(window.texts())
    window.app.change(theme="contrast")
    assert said in set(window.texts())


def test_a_small_window_scrolls_to_the_focus(open_window: Open) -> None:
    window = open_window(size=(900, 560), text_size=200)
    open_page(window, "appearance")
    for _ in range(9):
        window.key("tab")
    assert window.focus == "hand_in_words"
    _, y, _, height = window.control("hand_in_words").rect
    assert 0 < y < y + height < 560
    window.wheel(300, 200, 30)
    assert window.control("hand_in_words").rect[3] <= 1, "scrolled out of view: it cannot be hit"


OTHERS = Settings(
    language="en",
    theme="contrast",
    deck="four",
    card_back="plum",
    text_size=140,
    amounts="blinds",
    full_screen=True,
    textures=False,
    hand_in_words=False,
    pot_odds=False,
    speed="step",
    reduced_motion=True,
    volume=15,
    muted=True,
    voice=True,
    voice_rate=150,
    toured=True,
    watched_folder="/poker/HandHistory",
    coaching="teaching",
    auto_next=True,
    talk=False,
    window=(5, 6, 1000, 700),
    tables={"holdem": {"agent": "tight", "stack": "50"}},
)


def test_every_setting_survives_a_round_trip(user_folder: Path) -> None:
    assert all(getattr(OTHERS, field.name) != getattr(Settings(), field.name) for field in fields(Settings))
    store = SettingsStore(user_folder)
    store.change(**{field.name: getattr(OTHERS, field.name) for field in fields(Settings)})
    store.flush()
    again = SettingsStore(user_folder)
    assert again.settings == OTHERS
    assert again.warning is None


def test_nothing_is_written_before_it_is_flushed_or_when_nothing_changed(user_folder: Path) -> None:
    store = SettingsStore(user_folder)
    store.flush()
    store.change(volume=10)
    assert not (user_folder / FILE_NAME).exists()
    store.flush()
    assert (user_folder / FILE_NAME).exists()


def test_a_value_that_fails_leaves_everything_as_it_was(user_folder: Path) -> None:
    store = SettingsStore(user_folder)
    for wrong in ({"theme": "pink"}, {"text_size": 500}, {"volume": -1}):
        with pytest.raises(BadInput):
            store.change(**wrong)
    assert store.settings == Settings()


def test_defaults_are_restored_by_name(user_folder: Path) -> None:
    store = SettingsStore(user_folder)
    store.change(theme="light", deck="four")
    assert store.restore(("theme",)) == replace(Settings(), deck="four")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"theme": "pink"}, "theme is 'pink'"),
        ({"thme": "dark"}, "'thme' is not a setting"),
        ({"text_size": "large"}, "text_size is 'large'"),
        ({"muted": 1}, "muted is 1"),
        ({"text_size": 79}, "from 80 to 200"),
        ({"window": [1, 2, 3]}, "four whole numbers"),
        ({"tables": {"holdem": {"stack": 50}}}, "words for each table"),
        ({"tables": 3}, "words for each table"),
    ],
)
def test_a_file_that_cannot_be_used_is_moved_aside_with_a_sentence(
    user_folder: Path, content: dict[str, object], sentence: str
) -> None:
    user_folder.mkdir(parents=True)
    file = user_folder / FILE_NAME
    file.write_text(json.dumps({"kind": KIND, "version": VERSION, "content": content}))
    store = SettingsStore(user_folder)
    assert store.settings == Settings()
    assert store.warning is not None
    assert sentence in store.warning
    assert not file.exists()
    assert (user_folder / f"{FILE_NAME}.broken-1").exists()


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"kind": "saved game", "version": 1, "content": {}}'])
def test_a_broken_or_foreign_file_is_moved_aside(user_folder: Path, broken: str) -> None:
    user_folder.mkdir(parents=True)
    (user_folder / FILE_NAME).write_text(broken)
    store = SettingsStore(user_folder)
    assert store.settings == Settings()
    assert store.warning is not None


def test_a_folder_that_refuses_is_said_and_survived(user_folder: Path) -> None:
    user_folder.write_text("a file where the folder should be")
    store = SettingsStore(user_folder)
    store.change(volume=3)
    store.flush()
    assert "could not be kept" in store.trouble


@pytest.mark.parametrize("step", UNSYNCED_STEPS)
def test_a_full_disk_is_said_and_the_settings_before_stay(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    store = SettingsStore(user_folder)
    store.change(volume=30)
    store.flush()
    store.change(volume=40)
    with monkeypatch.context() as patch:
        fill_disk(patch, step)
        store.flush()
    assert store.trouble == "The settings could not be kept: No space left on device."
    again = SettingsStore(user_folder)
    assert (again.settings.volume, again.warning) == (30, None)
    store.change(volume=50)
    store.flush()
    assert store.trouble == ""
    assert SettingsStore(user_folder).settings.volume == 50


@pytest.mark.parametrize(("speed", "pace"), [("0.5", 0.5), ("4", 4.0), ("step", 1.0), ("instant", None)])
def test_the_pace_of_a_speed(speed: str, pace: float | None) -> None:
    assert Settings(speed=speed).pace == pace
