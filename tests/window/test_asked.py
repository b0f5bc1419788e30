"""One question to the worker at a time: how far it has come, and what of it stays."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from game.core import Progress
from game.request import Request
from game.window.frame.requests import Asked, AskedAfterPause
from tests.window.fake_worker import FakeWorker


@dataclass(frozen=True)
class Greet(Request[str]):
    """A greeting."""

    name: str = ""


class Question(Asked[str]):
    """A question, and how often it has changed."""

    def __init__(self) -> None:
        self.worker = FakeWorker()
        self.changes = 0
        app: Any = SimpleNamespace(worker=self.worker)
        super().__init__(app, self._count)

    def _count(self) -> None:
        self.changes += 1

    def answer(self, **found: Any) -> None:
        """Answer what was asked last."""
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
