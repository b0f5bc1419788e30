"""The record of recent events has no personal data, is preserved after a kill, and is deleted after a clean end."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pygame
import pytest

from game.app.app import App
from game.app.recorder import FILE_NAME, MAX_NOTES, MAX_NOTES_ON_DISK, Recorder
from game.files.manifest import CODE_VERSION
from game.files.user_files import write_report
from game.window.frame.screen import Screen
from game.window.ui.input import Key, Pointer
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.text_entry import TextEntry, is_name_letter
from tests.full_disk import fill_disk
from tests.window.conftest import Open
from tests.window.driver import Driver, blank_screens

ROOT = Path(__file__).parents[2]


@pytest.fixture
def drawn_when_read() -> None:
    """Draw every frame, because a failed frame is reported."""


class Form(Screen):
    """A screen with a text field."""

    name = "form"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.entry = TextEntry("who", "Name", "", lambda words: None, allowed=is_name_letter)
        self.button = Button("agent.my-secret", "Go", lambda: None)

    def layout(self, width: float, height: float) -> None:
        self.entry.rect, self.button.rect = (20, 20, 200, 44), (20, 90, 200, 44)
        self.place([self.entry, self.button])

    def about(self) -> Mapping[str, object]:
        return {"seed": 77}


def notes(folder: Path) -> str:
    return (folder / FILE_NAME).read_text()


def test_screens_keys_and_clicks_are_noted_and_nothing_that_is_typed(user_folder: Path) -> None:
    driver = Driver(user_folder, blank_screens(Form))
    assert driver.app.watch_over() is None
    driver.type("alice")
    driver.key("return")
    driver.click("agent.my-secret")
    driver.key("f")
    driver.key("left", shift=True)
    driver.resize(900, 560)
    text = notes(user_folder)
    assert "screen form, seed 77" in text
    assert text.count("key (typing)") == 5
    assert "key return" in text
    assert "key f" in text
    assert "key shift+left" in text
    assert "on agent\n" in text
    assert "window 900 x 560" in text
    assert "secret" not in text
    assert f"Parlour {CODE_VERSION}, Python {sys.version}" in text
    assert pygame.version.ver in text
    driver.close()
    assert not (user_folder / FILE_NAME).exists()


def test_a_table_tells_the_seed_and_the_actions_of_its_hand(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, user_folder: Path
) -> None:
    monkeypatch.setenv("PARLOUR_SEED", "41")
    window = open_window()
    window.app.watch_over()
    for name in ("1", "return", "5"):
        window.key(name)
    assert "screen play-tic-tac-toe, game tic-tac-toe, seed 41, hand 1, actions 4" in notes(user_folder)


def test_a_failure_of_a_screen_is_reported_with_what_led_to_it(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, user_folder: Path
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError(f"nothing at {Path.home()}")

    window = open_window()
    window.may_crash = True
    window.key("2")
    monkeypatch.setattr("game.features.new_game.page.NewGame.draw", fail)
    window.app.screen.dirty = True
    window.settle()
    [report] = (user_folder / "crashes").iterdir()
    text = report.read_text()
    assert "key 2" in text
    assert "screen new_game" in text
    assert "RuntimeError: nothing at ~" in text
    assert str(Path.home()) not in text.replace("~", "")


def test_an_evening_that_was_killed_leaves_its_report_to_the_next(user_folder: Path) -> None:
    Recorder(user_folder).begin()
    Recorder(user_folder / "other").begin()
    former = Recorder(user_folder)
    former.begin()
    assert former.begin() is not None
    for report in (user_folder / "crashes").iterdir():
        report.unlink()
    former.note("key f")
    ended = Recorder(user_folder).begin()
    assert ended is not None
    assert ended.report is not None
    assert "Parlour closed unexpectedly." in ended.report.read_text()
    assert "key f" in ended.report.read_text()


def test_a_folder_that_refuses_is_survived_and_no_report_is_promised(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Recorder(user_folder).begin()
    fill_disk(monkeypatch, "write")
    ended = Recorder(user_folder).begin()
    assert ended is not None
    assert ended.report is None
    blocked = user_folder / "blocked"
    blocked.write_text("a file where the folder should be")
    recorder = Recorder(blocked)
    assert recorder.begin() is None
    recorder.note("key f")
    recorder.catch_faults()
    recorder.end()


def test_the_notes_are_bounded_in_memory_and_on_the_disk(user_folder: Path) -> None:
    recorder = Recorder(user_folder)
    recorder.begin()
    for number in range(3 * MAX_NOTES_ON_DISK):
        recorder.note(f"key {number}")
        assert number % 500 or len(notes(user_folder).splitlines()) <= MAX_NOTES_ON_DISK + 10
    assert len(recorder.text().splitlines()) <= MAX_NOTES + 10
    assert f"key {3 * MAX_NOTES_ON_DISK - 1}" in notes(user_folder)
    recorder.end()


def test_moves_of_the_mouse_and_held_keys_are_not_noted(user_folder: Path) -> None:
    driver = Driver(user_folder, blank_screens(Form))
    driver.app.watch_over()
    before = notes(user_folder)
    driver.app.send(Pointer("move", 700, 500))
    driver.app.send(Key("f", "f", repeat=True))
    driver.app.send(Pointer("up", 700, 500))
    assert notes(user_folder) == before
    driver.close()


def test_old_reports_make_room_for_new_ones(user_folder: Path) -> None:
    folder = user_folder / "crashes"
    folder.mkdir(parents=True)
    for number in range(30):
        (folder / f"crash-2020{number:02}.txt").write_text("old")
    write_report(user_folder, "new")
    assert len(list(folder.iterdir())) == 20
    assert not (folder / "crash-202000.txt").exists()


FAULT = """
import ctypes, sys
sys.path.insert(0, {root!r})
from pathlib import Path
from game.app.recorder import Recorder
recorder = Recorder(Path({home!r}))
recorder.begin()
recorder.catch_faults()
ctypes.string_at(0)
"""


def test_a_fault_below_python_says_where_it_struck(user_folder: Path) -> None:
    code = FAULT.format(root=str(ROOT), home=str(user_folder))
    done = subprocess.run(
        [sys.executable, "-c", code], env=dict(os.environ), check=False, capture_output=True
    )
    assert done.returncode != 0
    ended = Recorder(user_folder).begin()
    assert ended is not None
    assert ended.report is not None
    assert "string_at" in ended.report.read_text()


def test_two_reports_of_one_second_are_two_files(user_folder: Path) -> None:
    first, second = (write_report(user_folder, words, at=0.0) for words in ("the cause", "what followed"))
    assert first is not None
    assert second is not None
    assert (first.read_text(), second.read_text()) == ("the cause", "what followed")
    assert second.stem == f"{first.stem}-2"


def test_the_folder_of_the_user_is_not_told_in_any_spelling(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: "C:\\Users\\Eve")
    report = write_report(user_folder, r"C:\Users\Eve\x.py and 'C:\\Users\\Eve\\y.py'")
    assert report is not None
    assert "Eve" not in report.read_text()


def test_a_report_has_its_name_also_where_an_old_one_cannot_be_deleted(user_folder: Path) -> None:
    folder = user_folder / "crashes"
    for number in range(30):
        (folder / f"crash-2020{number:02}.txt").mkdir(parents=True)
    report = write_report(user_folder, "new")
    assert report is not None
    assert report.read_text() == "new"


@pytest.mark.parametrize(
    ("own", "text", "expected"),
    [
        ("/home/al", 'File "/home/al/x.py", "/home/al"', 'File "~/x.py", "~"'),
        ("/home/al", "/home/alice/x.py", "/home/alice/x.py"),
        ("/home/al", "in file:///home/al.", "in file://~."),
        ("/home/al", "/home/al.bak, /home/al-2", "/home/al.bak, /home/al-2"),
        ("/home/al", "/mnt/home/al/x.py", "/mnt/home/al/x.py"),
        ("/", "/usr/lib/x.py, 1/2", "/usr/lib/x.py, 1/2"),
        ("C:\\", "C:\\x.py", "C:\\x.py"),
    ],
)
def test_only_the_home_folder_itself_becomes_a_tilde(
    own: str, text: str, expected: str, user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: own)
    report = write_report(user_folder, text)
    assert report is not None
    assert report.read_text() == expected
