"""The tree of a window for AccessKit, and the requests of a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.app import narrator
from game.app.narrator import controls_in_pixels
from game.match.table_spec import TableSpec
from game.study.play import Decide
from game.tables.holdem.screen import PlayHoldem
from game.window.ui import screen_reader
from game.window.ui.screen_reader import STATUS, TITLE, WINDOW, ScreenReader, make_adapter
from game.window.ui.widgets.controls import ControlInfo
from tests.window.conftest import Open
from tests.window.tables import Table, TableWorker, decide

accesskit = pytest.importorskip("accesskit", reason="accesskit is only pinned for Linux")


class Desktop:
    """A fake of AccessKit's adapter and of the screen reader, without an accessibility bus."""

    def __init__(self) -> None:
        self.reader = ScreenReader(self.count_wake, self.connect)
        self.wakes = self.built = 0
        self.has_focus: list[bool] = []
        self.nodes: dict[int, Any] = {}
        self.focus = 0
        self.said: list[str] = []
        """The announced statuses. An unchanged status is not repeated."""

    def count_wake(self) -> None:
        self.wakes += 1

    def connect(
        self, activate: Callable[[], None], ask: Callable[[Any], None], deactivate: Callable[[], None]
    ) -> Desktop:
        self.activate, self.ask, self.deactivate = activate, ask, deactivate
        return self

    def update_if_active(self, build: Callable[[], Any]) -> None:
        update = build()
        self.built += 1
        self.nodes, self.focus = dict(update.nodes), update.focus
        status = self.nodes[STATUS].label
        if not self.said or status != self.said[-1]:
            self.said.append(status)

    def update_window_focus_state(self, is_focused: bool) -> None:
        self.has_focus.append(is_focused)

    def find(self, label: str) -> int:
        [found] = (number for number, node in self.nodes.items() if node.label == label)
        return found

    def request(self, action: Any, label: str) -> None:
        self.ask(SimpleNamespace(action=action, target=self.find(label)))


@pytest.fixture
def desktop() -> Desktop:
    return Desktop()


def begin(desktop: Desktop, step: Callable[[], Any]) -> None:
    desktop.reader.open()
    desktop.activate()
    step()


def test_nothing_is_built_before_a_reader_begins_and_after_it_ends(
    desktop: Desktop, open_window: Open
) -> None:
    driver = open_window(reader=desktop.reader)
    desktop.reader.open()
    driver.key("tab")
    assert desktop.built == 0
    desktop.activate()
    driver.settle()
    assert (desktop.built, desktop.wakes) == (1, 1)
    desktop.deactivate()
    driver.key("tab")
    assert desktop.built == 1


def test_the_tree_has_the_controls_in_order_and_is_built_when_something_has_changed(
    desktop: Desktop, open_window: Open
) -> None:
    driver = open_window(reader=desktop.reader)
    begin(desktop, driver.settle)
    labels = [control.label for control in driver.app.controls()]
    shown = [desktop.nodes[number].label.split(",")[0] for number in desktop.nodes[WINDOW].children[2:]]
    assert shown == [label.split(",")[0] for label in labels]
    built = desktop.built
    driver.app.step([], 0.1)
    assert desktop.built == built
    driver.key("tab")
    focused = driver.app.screen.controls.focused
    assert focused is not None
    assert desktop.built > built
    assert desktop.nodes[desktop.focus].label.startswith(focused.label)


def test_the_reader_moves_the_focus_presses_and_chooses(desktop: Desktop, open_window: Open) -> None:
    driver = open_window(reader=desktop.reader)
    begin(desktop, driver.settle)
    desktop.request(accesskit.Action.FOCUS, "Settings")
    driver.settle()
    assert driver.app.state()["focus"] == "settings"
    desktop.request(accesskit.Action.CLICK, "Settings")
    driver.settle()
    assert driver.app.screen.name == "settings"
    room = desktop.nodes[desktop.find("The room, Evening, 1 of 3")]
    options = [desktop.nodes[number] for number in room.children]
    assert [option.is_selected for option in options] == [True, False, False]
    assert ([option.position_in_set for option in options], room.size_of_set) == ([0, 1, 2], 3)
    desktop.request(accesskit.Action.CLICK, "Morning")
    driver.settle()
    assert driver.app.settings.theme == "light"


def test_a_request_for_what_has_gone_or_cannot_be_done_changes_nothing(
    desktop: Desktop, open_window: Open
) -> None:
    driver = open_window(reader=desktop.reader)
    begin(desktop, driver.settle)
    settings = desktop.find("Settings")
    driver.click("settings")
    before = driver.app.state()
    for action, target in (
        (accesskit.Action.CLICK, settings),
        (accesskit.Action.SCROLL_DOWN, WINDOW),
        ("", 10**9),
    ):
        desktop.ask(SimpleNamespace(action=action, target=target))
        driver.settle()
    assert driver.app.state() == before


def test_a_table_is_read_without_the_voice(desktop: Desktop, tmp_path: Path) -> None:
    spec = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0")
    table = Table(
        tmp_path, PlayHoldem, spec, TableWorker({Decide: decide(1, 1, 1, 1)}), reader=desktop.reader
    )
    begin(desktop, table.settle)
    assert not table.app.settings.voice
    desktop.said.clear()
    table.keys("c", "f6", "f6")
    board = "Board: ace of diamonds, two of diamonds, nine of diamonds."
    assert desktop.said == [
        "You call.",
        "Steady checks. Flop: ace of diamonds, two of diamonds, nine of diamonds.",
        "Steady checks.",
        "Your turn. Ace-high flush. Pot 200. Check: press C. Bet 100: press R. "
        "Up and down change the amount, 100 to 19,900.",
        board,
        f"{board} ",  # a reader says only what has changed
    ]
    table.key("up")  # the focus stays on Check
    assert desktop.said[-1] == "Bet 200."
    table.close()


def test_the_title_of_a_page_is_told_once_and_heads_its_controls(desktop: Desktop, open_window: Open) -> None:
    driver = open_window(reader=desktop.reader)
    begin(desktop, driver.settle)
    driver.click("settings")
    labels = {number: node.label for number, node in desktop.nodes.items()}
    assert (labels[WINDOW], labels[TITLE]) == ("Parlour", "Settings")
    assert desktop.said[-1] == "Settings."


def test_a_control_is_described_by_its_notes_and_tooltip(desktop: Desktop, open_window: Open) -> None:
    driver = open_window(reader=desktop.reader)
    begin(desktop, driver.settle)
    driver.app.open("new_game", "tic-tac-toe")
    driver.settle()
    style = desktop.nodes[desktop.find("Kind of table, Serious, 1 of 4")]
    assert style.description == "no hints, counts for the ladder."
    driver.app.open("new_game", "holdem")
    driver.settle()
    assert desktop.nodes[desktop.find("Start here")].description.startswith("An easy opponent")


def test_the_controls_are_described_when_something_has_changed(
    desktop: Desktop, open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = 0

    def describe(screen: Any, painter: Any) -> list[ControlInfo]:
        nonlocal described
        described += 1
        return controls_in_pixels(screen, painter)

    monkeypatch.setattr(narrator, "controls_in_pixels", describe)
    driver = open_window(reader=desktop.reader)
    begin(desktop, driver.settle)
    driver.texts()  # a frame is drawn
    before = described
    for _ in range(5):
        driver.app.step([], 0.02)
    assert (before > 0, described) == (True, before)
    driver.key("tab")
    assert described > before


def test_a_control_that_is_off_can_be_found_and_not_pressed() -> None:
    where = (1.0, 2.0, 3.0, 4.0)
    info = ControlInfo("bet", "button", "Bet", "", where, enabled=False, focused=True, reason="Not now.")
    update = screen_reader.build_tree("Table", [info], "", lambda name: 7)
    node = dict(update.nodes)[7]
    assert update.focus == 7
    assert node.is_disabled
    assert node.description == "Not now."
    assert not node.supports_action(accesskit.Action.CLICK)
    assert (node.bounds.x0, node.bounds.y0, node.bounds.x1, node.bounds.y1) == (1.0, 2.0, 4.0, 6.0)


@pytest.mark.parametrize("role", ["button", "option", "text"])
def test_a_name_with_signs_of_control_breaks_no_tree(role: str) -> None:
    name = "Bob\0\ud800"
    info = ControlInfo(
        "bet", role, name, name, (1.0, 2.0, 3.0, 4.0), enabled=False, focused=True, reason=name
    )
    nodes = dict(screen_reader.build_tree(name, [info], name, lambda _: 7).nodes)
    told = [nodes[STATUS].label, nodes[TITLE].label, nodes[7].label, nodes[7].description, nodes[7].value]
    assert set(told) <= {"Bob  ", "Bob  , Bob  ", None}


def test_without_the_package_there_is_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(screen_reader.importlib, "import_module", missing)
    assert make_adapter(print, print, print) is None
    reader = ScreenReader(print)
    reader.open()
    reader.show("Menu", [], has_focus=True)
    reader.say("Nobody hears this.")
    assert (reader.is_active, reader.take()) == (False, [])
