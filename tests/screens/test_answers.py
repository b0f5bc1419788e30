"""Questions about a table: each asked once, forgotten with the position."""

from collections.abc import Mapping
from typing import Any, cast

from game.screens.frame.requests import Received, Requests
from game.screens.tables.answers import Answers


class Asked:
    """Notes what is asked and dropped; the test answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Mapping[str, Any], Received]] = []
        self.dropped: list[int] = []

    def ask(self, kind: str, payload: Mapping[str, Any], received: Received) -> int:
        self.asked.append((kind, payload, received))
        return len(self.asked)

    def drop(self, ticket: int) -> None:
        self.dropped.append(ticket)

    def answer(self, value: object, problem: str = "") -> None:
        self.asked[-1][2](value, problem)


def answers() -> tuple[Answers[str, int], Asked]:
    asked = Asked()
    return Answers(cast(Requests, asked), "duel"), asked


def test_a_question_is_asked_once_and_its_answer_kept_by_its_key() -> None:
    known, asked = answers()
    for _ in range(3):
        known.ask("flop", {"board": 3})
    assert [(kind, payload) for kind, payload, _ in asked.asked] == [("duel", {"board": 3})]
    assert known.get("flop") is None
    asked.answer(7)
    assert (known.get("flop"), known.get("turn")) == (7, None)


def test_what_could_not_be_answered_is_asked_again_only_on_demand() -> None:
    known, asked = answers()
    known.ask("flop", {})
    asked.answer(None, "The other process ended unexpectedly.")
    assert "flop" in known.failed
    known.ask("flop", {})
    assert len(asked.asked) == 1
    known.ask("flop", {}, again=True)
    assert (len(asked.asked), known.failed) == (2, {})


def test_what_is_forgotten_is_dropped_and_may_be_asked_anew() -> None:
    known, asked = answers()
    known.ask("flop", {})
    asked.answer(7)
    known.ask("turn", {})
    known.forget()
    assert (known.get("flop"), asked.dropped) == (None, [1, 2])
    known.ask("flop", {})
    assert len(asked.asked) == 3
