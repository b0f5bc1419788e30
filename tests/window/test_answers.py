"""Questions about a table: each asked once, forgotten with the position."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from game.request import Refusal, Request
from game.window.frame.requests import Answers, Requests
from tests.window.fake_worker import FakeWorker


@dataclass(frozen=True)
class Count(Request[int]):
    """A question about some board cards."""

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
