"""The main loop and its services: global keys, overlays, resizing, crashes, the trace."""

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.app.app import App
from game.app.recorder import StateTrace
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.screen import Screen
from game.window.frame.settings_store import SettingsStore
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key, Pointer
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.controls import MIN_SECONDS
from game.window.ui.window import Window
from tests.full_disk import fill_disk
from tests.window.conftest import Open
from tests.window.driver import Blank, Driver, blank_screens


@pytest.fixture
def drawn_when_read() -> None:
    """Draw every frame, because these tests check when frames are drawn and what happens if drawing fails."""


class TwoButtons(Screen):
    """A screen that has two buttons and counts its events."""

    name = "two"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.done: list[str] = []
        self.frames = 0
        self.heard = 0
        self.fails = False
        self.animates = 0.0
        self.first = Button("first", "First", lambda: self.done.append("first"))
        self.second = Button("second", "Second", lambda: self.done.append("second"))

    def layout(self, width: float, height: float) -> None:
        self.first.rect = (20, 20, 120, 44)
        self.second.rect = (width - 140, 20, 120, 44)
        self.place([self.first, self.second])

    def key(self, event: Key) -> bool:
        if event.name == "x":
            raise ZeroDivisionError("a mistake of ours")
        return event.name == "z"

    def update(self, dt: float) -> bool:
        self.animates = max(0.0, self.animates - dt)
        return self.animates > 0

    def background_changed(self) -> None:
        self.heard += 1

    def draw(self, painter: Painter) -> None:
        if self.fails:
            raise KeyError("nothing to draw")
        self.frames += 1
        super().draw(painter)


@pytest.fixture
def driver(user_folder: Path) -> Iterator[Driver]:
    driver = Driver(user_folder, blank_screens(TwoButtons))
    yield driver
    driver.close()


def top(driver: Driver) -> TwoButtons:
    screen = driver.app.screen
    assert isinstance(screen, TwoButtons)
    return screen


def test_nothing_is_drawn_while_nothing_happens(driver: Driver) -> None:
    before = top(driver).frames
    for _ in range(50):
        assert not driver.app.step([], 0.1)
    assert top(driver).frames == before


def test_frames_are_wanted_while_something_moves(driver: Driver) -> None:
    top(driver).animates = 0.05
    assert driver.app.step([], 0.02)
    assert driver.app.step([], 0.02)
    assert not driver.app.step([], 0.02)


def test_a_screen_that_changes_as_time_passes_is_laid_out_before_all_rests(driver: Driver) -> None:
    class Late(Screen):
        laid_out = 0
        due = False

        def layout(self, width: float, height: float) -> None:
            self.laid_out += 1

        def update(self, dt: float) -> bool:
            if self.due:
                self.due = False
                self.relayout()
            return False

    late = Late(driver.app)
    driver.app.go(late)
    driver.settle()
    before, late.due = late.laid_out, True
    driver.settle()
    assert late.laid_out == before + 1


def test_a_screen_that_comes_as_time_passes_is_drawn_where_it_lies(driver: Driver) -> None:
    drawn = []

    class Later(TwoButtons):
        def draw(self, painter: Painter) -> None:
            drawn.append((self.width, self.height))
            super().draw(painter)

    class Opener(TwoButtons):
        def update(self, dt: float) -> bool:
            self.app.replace(Later(self.app))
            return False

    driver.app.go(Opener(driver.app))
    driver.app.step([], 0.016)
    assert drawn == [(driver.app.painter.W, driver.app.painter.H)]


def test_events_of_pygame_become_acts(driver: Driver) -> None:
    x, y, width, height = driver.control("second").rect
    place = {"pos": (x + width // 2, y + height // 2), "button": 1}
    events = [
        pygame.event.Event(pygame.MOUSEMOTION, pos=place["pos"], rel=(1, 1), buttons=(0, 0, 0)),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, **place),
        pygame.event.Event(pygame.MOUSEBUTTONUP, **place),
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"),
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"),
        pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0),
    ]
    driver.app.step(events, 0.01)
    assert top(driver).done == ["second", "second"], "one click, and one act of the held key"


def test_a_window_that_is_closed_ends_the_loop(driver: Driver) -> None:
    driver.app.step([pygame.event.Event(pygame.QUIT)], 0.01)
    assert not driver.app.running


def test_what_changes_behind_the_screens_reaches_every_open_one(driver: Driver) -> None:
    below = top(driver)
    driver.app.go(Blank(driver.app))
    heard = below.heard
    driver.app.models.imports.version += 1
    driver.settle()
    assert below.heard == heard + 1


def test_an_overlay_returns_the_focus_to_where_it_was(driver: Driver) -> None:
    driver.key("tab")
    assert driver.focus == "second"
    asked: list[str] = []
    replies = [
        Reply("stay", "Stay", nothing),
        Reply("leave", "Leave", lambda: asked.append("left"), "danger"),
    ]
    driver.app.overlay(Question(driver.app, "Leave the table?", "The hand is kept.", replies))
    driver.settle()
    assert (driver.state["screen"], driver.focus) == ("question", "stay")
    driver.key("escape")
    assert (driver.state["screen"], driver.focus, asked) == ("two", "second", [])


def test_a_question_acts_on_its_reply(driver: Driver) -> None:
    asked: list[str] = []
    replies = [Reply("stay", "Stay", nothing), Reply("leave", "Leave", lambda: asked.append("left"))]
    driver.app.overlay(Question(driver.app, "Leave the table?", "The hand is kept.", replies))
    driver.click("leave")
    assert (driver.state["screen"], asked) == ("two", ["left"])


def test_a_long_question_puts_its_buttons_below_each_other(user_folder: Path) -> None:
    driver = Driver(user_folder, blank_screens(TwoButtons), size=(900, 560), text_size=200)
    replies = [Reply(f"reply-{i}", "A reply that is rather long", nothing) for i in range(3)]
    driver.app.overlay(Question(driver.app, "Well?", "What shall it be? " * 4, replies))
    rects = [control.rect for control in driver.app.controls()]
    assert len({rect[0] for rect in rects}) == 1
    assert all(rect[1] + rect[3] <= 560 for rect in rects)
    driver.close()


def test_escape_closes_screen_by_screen_and_leaves_the_last(driver: Driver) -> None:
    driver.app.go(Blank(driver.app))
    driver.app.go(Blank(driver.app))
    driver.key("escape")
    assert len(driver.app.screens) == 2
    driver.app.go(Blank(driver.app))
    driver.app.home()
    driver.key("escape")
    assert [screen.name for screen in driver.app.screens] == ["two"]


def test_question_mark_opens_help_and_m_mutes(driver: Driver) -> None:
    driver.key("m")
    assert driver.app.settings.muted
    assert driver.state["notice"]
    driver.key("m")
    assert not driver.app.settings.muted
    driver.key("/", "?")
    assert driver.state["screen"] == "blank"


def test_a_key_that_the_screen_uses_is_not_a_global_key(driver: Driver) -> None:
    driver.key("z", "?")
    assert driver.state["screen"] == "two"


def test_f11_fills_the_screen_and_comes_back(driver: Driver) -> None:
    driver.key("f11")
    assert driver.app.settings.full_screen
    driver.app.send(Key("f11", repeat=True))
    assert driver.app.settings.full_screen
    driver.key("f11")
    assert not driver.app.settings.full_screen
    assert driver.state["size"] == [1280, 720]


@pytest.mark.parametrize("size", [(900, 560), (1920, 1080), (1000, 1100)])
def test_resizing_lays_out_anew(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    x, _, width, _ = driver.control("second").rect
    assert driver.state["size"] == list(size)
    assert size[0] - 60 < x + width <= size[0]


def test_the_window_never_stays_below_its_least_size(driver: Driver) -> None:
    driver.resize(640, 300)
    assert driver.state["size"] == [900, 560]


def test_text_size_changes_the_scale(driver: Driver) -> None:
    before = driver.control("first").rect
    driver.app.change(text_size=200)
    after = driver.control("first").rect
    assert after[2] == pytest.approx(2 * before[2], abs=2)


def test_settings_and_window_place_are_kept(driver: Driver, user_folder: Path) -> None:
    driver.app.change(theme="light")
    driver.app.step([pygame.event.Event(pygame.WINDOWMOVED, x=40, y=60)], 0.1)
    driver.app.close()
    stored = json.loads((user_folder / "settings.json").read_text())["content"]
    assert (stored["theme"], stored["window"]) == ("light", [40, 60, 1280, 720])
    driver.app.start()


def test_a_failing_screen_leaves_a_report_and_the_program_goes_on(driver: Driver, user_folder: Path) -> None:
    driver.app.go(TwoButtons(driver.app))
    event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_x, mod=0, unicode="x")
    driver.app.step([event], 0.1)
    assert [screen.name for screen in driver.app.screens] == ["two", "blank"]
    (report,) = (user_folder / "crashes").iterdir()
    assert "ZeroDivisionError: a mistake of ours" in report.read_text()
    driver.may_crash = True
    driver.settle()


def test_what_fails_again_and_again_ends_the_program(driver: Driver) -> None:
    def fail_often() -> None:
        for _ in range(10):
            broken = TwoButtons(driver.app)
            broken.fails = True
            driver.app.go(broken)
            driver.app.step([], 0.1)

    with pytest.raises(KeyError):
        fail_often()


def test_an_interrupt_is_not_a_crash(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(driver.worker, "poll", interrupted)
    with pytest.raises(KeyboardInterrupt):
        driver.app.step([], 0.1)


def test_a_crash_in_a_folder_that_refuses_reports_is_still_survived(
    driver: Driver, user_folder: Path
) -> None:
    user_folder.mkdir(exist_ok=True)
    (user_folder / "crashes").write_text("in the way")
    top(driver).fails = True
    top(driver).dirty = True
    driver.app.step([], 0.1)
    assert driver.app.screen.name == "blank"


def test_a_page_fades_into_the_next(driver: Driver) -> None:
    driver.app.go(Blank(driver.app))
    moving = [driver.app.step([], 0.05) for _ in range(8)]
    assert moving[0]
    assert not moving[-1]


def test_a_tooltip_shows_after_a_rest_and_at_once_for_the_disabled(driver: Driver) -> None:
    screen = top(driver)
    screen.first.tooltip = "More about it."
    x, y = driver.middle("first")
    driver.app.send(Pointer("move", x, y))
    driver.app.step([], 0.1)
    assert screen.waiting
    driver.app.step([], 0.5)
    assert screen.tooltip.words == "More about it."
    screen.second.disabled = "Not now."
    driver.app.send(Pointer("move", 400, 400))
    driver.key("tab")
    assert screen.tooltip.words == "Not now."
    driver.key("return")
    assert screen.done == []


class Leaves(TwoButtons):
    """A screen that moves for some frames, stays still for a while, and then closes."""

    rested = 0

    def update(self, dt: float) -> bool:
        self.rested += 1
        if self.rested > 6:
            self.app.quit()
        return self.rested < 3


def test_the_loop_runs_rests_and_ends_with_everything_kept(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.app.app.IDLE_WAIT_MS", 12)
    closed: list[bool] = []
    monkeypatch.setattr(Window, "close", lambda window: closed.append(True))
    driver = Driver(user_folder, blank_screens(Leaves))
    driver.app.running = True
    driver.app.change(volume=11)
    driver.app.run()
    assert driver.worker.closed
    assert SettingsStore(user_folder).settings.volume == 11
    assert closed == [True]


def test_the_loop_naps_until_something_comes(driver: Driver) -> None:
    pygame.event.clear()
    assert driver.app.wait() == []
    pygame.event.post(pygame.event.Event(pygame.USEREVENT))
    assert [event.type for event in driver.app.wait()] == [pygame.USEREVENT]


def test_while_an_answer_is_awaited_the_naps_are_short(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps: list[int] = []
    monkeypatch.setattr(pygame.time, "wait", lambda milliseconds: naps.append(milliseconds) or milliseconds)
    pygame.event.clear()
    driver.app.wait()
    patient = sum(naps)
    naps.clear()
    driver.worker.hand_in(99, None)
    driver.app.wait()
    assert sum(naps) < patient / 10


def test_a_window_that_was_covered_is_drawn_again(driver: Driver) -> None:
    before = top(driver).frames
    driver.app.step([pygame.event.Event(pygame.WINDOWEXPOSED)], 0.01)
    assert top(driver).frames == before + 1


def test_a_crash_is_told_and_leads_back_to_the_menu(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError("a mistake of ours")

    driver = open_window()
    driver.key("1")
    driver.may_crash = True
    monkeypatch.setattr("game.features.new_game.page.NewGame.draw", fail)
    driver.app.screen.dirty = True
    driver.settle()
    assert driver.screen.title == "Something went wrong"
    driver.key("return")
    assert driver.state["screen"] == "menu"


def test_seeds_differ_unless_one_is_fixed(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_SEED")
    assert len({driver.app.new_seed() for _ in range(20)}) == 20
    monkeypatch.setenv("PARLOUR_SEED", "5")
    assert driver.app.new_seed() == 5


def test_a_notice_that_was_read_goes_with_the_screen(driver: Driver) -> None:
    for seconds, shows in ((0.1, True), (MIN_SECONDS, False)):
        driver.app.say("Saved.")
        driver.app.step([], seconds)
        driver.app.send(Key("/", "?"))
        driver.app.step([], 0.01)
        assert len(driver.app.screens) == 2
        assert bool(driver.state["notice"]) is shows
        driver.key("escape")
        driver.app.step([], MIN_SECONDS)
        assert not driver.state["notice"]


def test_a_disk_that_refuses_is_said_once_while_it_does(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        fill_disk(patch, "write")
        driver.app.change(volume=12)
        driver.app.step([], 0.1)
        assert driver.state["notice"] == "The settings could not be kept: No space left on device."
        driver.app.step([], 10.0)
        driver.app.change(volume=13)
        driver.app.step([], 0.1)
        assert driver.state["notice"] == ""
    driver.app.change(volume=14)
    driver.app.step([], 0.1)
    assert SettingsStore(driver.app.folder).settings.volume == 14


def test_a_sentence_goes_away_by_itself(driver: Driver) -> None:
    driver.app.say("Saved.")
    driver.app.step([], 0.1)
    assert driver.state["notice"] == "Saved."
    driver.app.step([], 10.0)
    assert driver.state["notice"] == ""


def test_the_trace_prints_changes_only(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    for mode, listed in (("1", False), ("controls", True)):
        monkeypatch.setenv("PARLOUR_TRACE", mode)
        lines.clear()
        trace = StateTrace(lines.append)
        trace.follow(driver.app.state, driver.app.controls)
        trace.follow(driver.app.state, driver.app.controls)
        driver.key("tab")
        trace.follow(driver.app.state, driver.app.controls)
        first, second = (json.loads(line) for line in lines)
        assert first["ready"]
        assert "ready" not in second
        assert first["focus"] != second["focus"]
        assert ("controls" in first) == listed


def test_the_trace_is_silent_unless_asked_for(driver: Driver) -> None:
    lines: list[str] = []
    StateTrace(lines.append).follow(driver.app.state, driver.app.controls)
    assert lines == []
