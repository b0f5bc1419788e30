"""The worked example: blocks are moved step by step, forth and back, in three ways."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.features.lab.asks import WorkEmdExample
from game.features.lab.emd_page import EmdDemoScreen
from tests.features.lab.abstraction import answers
from tests.window.asking import Asking
from tests.window.tables import TableWorker


@pytest.fixture
def window(user_folder: Path) -> Iterator[Asking]:
    opened = Asking(user_folder, TableWorker(answers.ANSWERS))
    opened.key("l")
    opened.click("game.holdem")
    opened.click("page.emd")
    opened.arrive()
    yield opened
    opened.close()


def test_the_moves_are_made_one_by_one_and_add_up(window: Asking) -> None:
    assert (window.screen.done, len(window.screen.moves), window.screen.plan.cost) == (0, 4, 8.0)
    window.key("right")
    words = window.words()
    assert "pass 1: 2 from 0 to 2, 2 apart" in words
    assert "2 × 2 = 4" in words
    window.click("step")
    window.key("space")
    window.key("return")
    assert window.screen.done == 4
    assert "4 of 4 moves so far 8" in window.words()
    window.keys("right", "left")
    assert window.screen.done == 3
    window.keys("end", "return")
    assert window.screen.done == 0
    window.key("end")
    window.click("step-back")
    assert window.screen.done == 3


def test_another_way_and_another_example_begin_anew(window: Asking) -> None:
    window.key("right")
    window.key("m")
    assert (window.widget("way").chosen, window.screen.done) == ("line", 0)
    window.click("way.passes")
    window.key("2")
    window.arrive()
    assert (window.widget("example").chosen, window.screen.plan.cost) == ("greedy", 10.0)
    assert "3 takes its nearest hole, 4" in window.words()
    window.click("example.article")
    window.arrive()
    assert "finds only 6" in window.words()


def test_the_hands_lie_below(window: Asking) -> None:
    assert isinstance(window.app.screen, EmdDemoScreen)
    window.click("page.abstraction")
    assert window.state["screen"] == "abstraction"


def test_another_game_is_opened_from_there(window: Asking) -> None:
    window.click("game.tic-tac-toe")
    assert window.state["screen"] == "value_explorer"
    window.key("escape")
    assert window.state["screen"] == "menu"


def test_when_nobody_answers_a_sentence_says_so(window: Asking) -> None:
    del window.worker.answerers[WorkEmdExample]  # type: ignore[attr-defined]
    window.key("2")
    window.arrive()
    assert window.screen.problem == "Nobody answers that."
    assert "Nobody answers that." in window.words()
