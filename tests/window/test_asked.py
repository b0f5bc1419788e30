"""Requests to the worker, and the example page in the README of game/window."""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import game.window
from game.app.start import find_pages
from game.core import Decision, Progress
from game.request import Refusal, Request
from game.study.play import Band, make_die
from game.texts import english
from game.window.frame.pages import declared_in, registry
from game.window.frame.requests import Answers, Asked, AskedAfterPause, Requests
from game.window.ui.charts.axes import count_axis, linear
from game.window.ui.charts.chart import Chart, Plot, Series
from game.window.ui.layout.box import Column
from game.window.ui.leaves.control import Picture
from tests.window.conftest import Open
from tests.window.driver import Driver, FakeWorker, LoggingPainter


@dataclass(frozen=True)
class Greet(Request[str]):
    name: str = ""


class Question(Asked[str]):
    """A request that counts the changes of its state."""

    def __init__(self) -> None:
        self.worker = FakeWorker()
        self.changes = 0
        app: Any = SimpleNamespace(worker=self.worker)
        super().__init__(app, self._count)

    def _count(self) -> None:
        self.changes += 1

    def answer(self, **found: Any) -> None:
        self.worker.give(Greet, **found)


def test_a_question_waits_reports_and_is_answered() -> None:
    asked = Question()
    assert asked.state == "idle"
    asked.ask(Greet("Ada"))
    assert asked.state == "waiting"
    asked.answer(progress=Progress(1, 4, 0.0))
    assert (asked.state, asked.share) == ("partly", 0.25)
    asked.answer(value="Good evening")
    assert (asked.state, asked.value, asked.changes) == ("answered", "Good evening", 3)


def test_a_failure_keeps_the_last_answer() -> None:
    asked = Question()
    asked.ask(Greet())
    asked.answer(value="Good evening")
    asked.ask(Greet("again"))
    asked.answer(error="Nobody is there.")
    assert (asked.state, asked.problem, asked.value) == ("failed", "Nobody is there.", "Good evening")
    assert asked.fresh is None


def test_a_question_that_was_dropped_is_idle_though_an_older_answer_is_known() -> None:
    asked = Question()
    asked.ask(Greet("4"))
    asked.answer(value="shallow")
    asked.ask(Greet("64"))
    asked.drop()
    assert (asked.state, asked.value) == ("idle", "shallow")
    asked.ask(Greet("4"))
    asked.drop()
    assert asked.state == "answered"


def test_what_is_forgotten_is_gone() -> None:
    asked = Question()
    asked.ask(Greet())
    asked.answer(value="Good evening")
    asked.forget()
    assert (asked.state, asked.value) == ("idle", None)


def test_a_question_after_a_pause_is_asked_once_nothing_changes_any_more() -> None:
    worker, names = FakeWorker(), ["A"]
    app: Any = SimpleNamespace(worker=worker)
    asked = AskedAfterPause[str](app, lambda: None, lambda: Greet(names[-1]))
    asked.ask_in(0.2)
    assert asked.update(0.15)
    names.append("Ada")
    asked.ask_in(0.2)
    assert asked.update(0.15)
    assert worker.all_asked(Greet) == []
    assert not asked.update(0.15)
    assert worker.all_asked(Greet) == [Greet("Ada")]
    worker.give(Greet, value="Good evening")
    assert asked.fresh == "Good evening"
    asked.ask_in(0.2)
    assert (asked.state, asked.fresh, asked.value) == ("waiting", None, "Good evening")


def test_a_question_that_was_dropped_in_its_pause_is_not_asked() -> None:
    worker = FakeWorker()
    app: Any = SimpleNamespace(worker=worker)
    asked = AskedAfterPause[str](app, lambda: None, Greet)
    asked.ask_in(0.2)
    asked.drop()
    assert asked.state == "idle"
    assert not asked.update(1.0)
    assert worker.all_asked(Greet) == []
    asked.ask_in(0.2)
    asked.ask(Greet("at once"))
    assert not asked.update(1.0)
    assert worker.all_asked(Greet) == [Greet("at once")]


@dataclass(frozen=True)
class Count(Request[int]):
    """A request to count something about `board` board cards."""

    board: int = 0


def answers() -> tuple[Answers[str, int], FakeWorker]:
    worker = FakeWorker()
    app: Any = SimpleNamespace(worker=worker)
    return Answers(Requests(app)), worker


def test_a_question_is_asked_once_and_its_answer_kept_by_its_key() -> None:
    known, worker = answers()
    for _ in range(3):
        known.ask("flop", Count(3))
    assert worker.asked == [Count(3)]
    assert known.get("flop") is None
    worker.hand_over(1, 7)
    assert (known.get("flop"), known.get("turn")) == (7, None)


def test_what_could_not_be_answered_is_asked_again_only_on_demand() -> None:
    known, worker = answers()
    known.ask("flop", Count())
    worker.hand_over(1, Refusal("The other process ended unexpectedly."))
    assert "flop" in known.failed
    known.ask("flop", Count())
    assert len(worker.asked) == 1
    known.ask("flop", Count(), again=True)
    assert (len(worker.asked), known.failed) == (2, {})


def test_what_is_forgotten_is_dropped_and_may_be_asked_anew() -> None:
    known, worker = answers()
    known.ask("flop", Count())
    worker.hand_over(1, 7)
    known.ask("turn", Count())
    known.forget()
    assert (known.get("flop"), worker.open) == (None, {})
    known.ask("flop", Count())
    assert len(worker.asked) == 3


README = Path(game.window.__file__).with_name("README.md")
CODE = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)

WORDS = {
    "die.title": "A die",
    "die.actions.roll.label": "Roll",
    "die.actions.roll.hint": "roll",
    "die.actions.roll.help": "roll the die once",
    "help.groups.die": "At the die",
}


@pytest.fixture
def first_window(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Return a function that opens the program with the example page from the README of game/window."""
    for key, words in WORDS.items():
        monkeypatch.setitem(english()._entries, key, words)

    def opener(**settings: Any) -> Driver:
        exec(CODE[0], {"__name__": "die.page"})
        others = [page for page in find_pages().values() if page.name != "die" and page.key != "g"]
        pages = registry([*others, declared_in("die")[-1]])
        return open_window(screens=pages, **settings)

    return opener


def first_page(driver: Driver) -> Any:
    driver.key("g")
    return driver.app.screen


def test_it_is_in_the_menu_between_the_pages_whose_positions_are_next_to_its_own(first_window: Open) -> None:
    driver = first_window()
    names = [control.name for control in driver.app.controls()]
    positions = {
        page.name: page.position for page in find_pages().values() if page.key and page.name in names
    }
    before = max((name for name in positions if positions[name] < 45), key=lambda name: positions[name])
    after = min((name for name in positions if positions[name] > 45), key=lambda name: positions[name])
    assert names.index(before) < names.index("die") < names.index(after)
    driver.app.open("die")
    assert driver.state["screen"] == "die"


def test_its_key_and_its_button_do_the_same(first_window: Open) -> None:
    driver = first_window()
    first_page(driver)
    assert "rolls 0" in driver.words()
    driver.key("r")
    driver.click("roll")
    assert "rolls 2" in driver.words()


def test_it_stands_beside_or_below_as_there_is_room(first_window: Open) -> None:
    driver = first_window()
    page = first_page(driver)
    left, right = page.panels()
    assert left[1] == right[1]
    driver.resize(900, 560)
    driver.app.change(text_size=150)
    driver.settle()
    above, below = page.panels()
    assert (above[0], above[2]) == (below[0], below[2])
    assert below[1] > above[1] + above[3]


def test_it_is_left_by_escape_and_its_focus_walks_from_head_to_page(first_window: Open) -> None:
    driver = first_window()
    first_page(driver)
    seen = []
    for _ in range(4):
        driver.key("tab")
        seen.append(driver.focus)
    assert set(seen) == {"back", "roll", "help", "settings"}
    driver.key("escape")
    assert driver.state["screen"] == "menu"


def test_a_reason_stops_its_key_and_is_said_by_its_button(first_window: Open) -> None:
    driver = first_window()
    page = first_page(driver)
    page._counts = [1_000] * 6
    page.show()
    driver.key("r")
    assert "rolls 6000" in driver.words()
    assert driver.app.screen.controls.find("roll").hint == "The die is worn out."


def test_its_key_stands_in_its_hint_and_in_the_help(first_window: Open) -> None:
    driver = first_window(painter=LoggingPainter)
    first_page(driver)
    assert "R roll" in driver.words()
    driver.key("/", "?")
    assert "AT THE DIE R roll the die once" in driver.words()


def test_its_chart_is_drawn_as_it_stands_there(first_window: Open) -> None:
    driver = first_window(painter=LoggingPainter)
    page = first_page(driver)
    found: dict[str, Any] = {
        "partial": partial,
        "Plot": Plot,
        "Chart": Chart,
        "Series": Series,
        "counted": count_axis,
        "linear": linear,
        "Picture": Picture,
    }
    exec(CODE[1], found)
    page.compose = lambda window: Column(found["box"])
    page.show()
    driver.settle()
    assert "90%" in driver.words()


def test_the_die_of_the_sketch() -> None:
    die = make_die(Decision(1, {1: 1 / 3, 0: 2 / 3}, 0.205))
    assert die is not None
    assert (die.number, die.sides) == (21, 100)
    assert die.bands == (Band(1, 1, 33), Band(0, 34, 100))


def test_no_die_is_thrown_for_a_certain_action() -> None:
    assert make_die(Decision(1, {0: 0.0, 1: 1.0}, 0.4)) is None
    assert make_die(Decision(1, {0: 0.5, 1: 0.5}, None)) is None


def test_more_sides_where_a_hundred_would_tell_a_lie() -> None:
    die = make_die(Decision(0, {0: 0.334, 1: 0.666}, 0.3335))
    assert die is not None
    assert die.sides == 1_000


@given(
    st.lists(st.floats(0.01, 1.0), min_size=2, max_size=5),
    st.floats(0.0, 1.0, exclude_max=True),
)
def test_the_number_always_lies_in_the_band_of_what_was_done(weights: list[float], roll: float) -> None:
    total = sum(weights)
    strategy = {action: weight / total for action, weight in enumerate(weights)}
    passed, chosen = 0.0, len(weights) - 1
    for action, share in strategy.items():
        passed += share
        if roll < passed:
            chosen = action
            break
    die = make_die(Decision(chosen, strategy, roll))
    if die is None:
        return
    band = next(band for band in die.bands if band.action == chosen)
    assert band.first <= die.number <= band.last
    assert die.bands[0].first == 1
    assert die.bands[-1].last == die.sides
    assert all(a.last + 1 == b.first for a, b in zip(die.bands, die.bands[1:], strict=False))
