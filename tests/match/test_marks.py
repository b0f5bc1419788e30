"""Marks: one scale for all games, from a checked file."""

import math
from copy import deepcopy
from itertools import pairwise
from typing import Any

import pytest

from game.core import BadInput
from game.files import yaml_text
from game.messages.grades_answers import MARKS, Mark
from game.messages.marks import SHIPPED, Marks, shipped


def test_marks_go_by_the_share_of_the_pot() -> None:
    pot, ends = 8.0, yaml_text.read_file(SHIPPED)["marks"]
    assert tuple(ends) == MARKS
    for mark, following in pairwise(MARKS):
        assert shipped().of(ends[mark] * pot, pot) == mark
        assert shipped().of(ends[mark] * pot * 1.01, pot) == following
    assert shipped().of(math.inf, pot) == Mark.BLUNDER


def test_what_the_file_holds_back_is_held_back_and_everything_worse() -> None:
    stored = yaml_text.read_file(SHIPPED)
    for least in MARKS[1:]:
        marks = Marks({**stored, "held-back": least})
        assert [mark for mark in MARKS if marks.holds_back(mark)] == list(MARKS[MARKS.index(least) :])


def test_another_file_gives_other_marks() -> None:
    stored = yaml_text.read_file(SHIPPED)
    strict = Marks(
        {**stored, "marks": {**stored["marks"], "good": 0.01, "inaccuracy": 0.02, "mistake": 0.03}}
    )
    assert (strict.of(0.5, 10.0), shipped().of(0.5, 10.0)) == (Mark.BLUNDER, Mark.INACCURACY)


def without_a_mark(stored: Any) -> None:
    del stored["marks"]["good"]


def with_another_key(stored: Any) -> None:
    stored["names"] = {}


def with_words(stored: Any) -> None:
    stored["stakes"]["tic-tac-toe"] = "much"


def out_of_order(stored: Any) -> None:
    stored["marks"]["good"] = 0.5


def with_an_end(stored: Any) -> None:
    stored["marks"]["blunder"] = 1.0


def with_an_unknown_mark(stored: Any) -> None:
    stored["held-back"] = "disaster"


def with_everything_held_back(stored: Any) -> None:
    stored["held-back"] = "best"


def with_a_list(stored: Any) -> None:
    stored["held-back"] = ["mistake"]


@pytest.mark.parametrize(
    "spoil",
    [
        without_a_mark,
        with_another_key,
        with_words,
        out_of_order,
        with_an_end,
        with_an_unknown_mark,
        with_everything_held_back,
        with_a_list,
    ],
)
def test_a_file_that_is_wrong_is_refused_in_a_sentence(spoil: Any) -> None:
    stored = deepcopy(yaml_text.read_file(SHIPPED))
    spoil(stored)
    with pytest.raises(BadInput, match=r"(?i)\bthe file of the marks\b.*\.$"):
        Marks(stored)
