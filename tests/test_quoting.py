"""A value from outside never makes a sentence longer than anybody reads."""

import csv
import pickle
import time

import pytest

from game.core import MAX_MESSAGE_LENGTH, BadInput
from game.quoting import MAX_QUOTED_LENGTH, csv_line, list_names, quoted

_shared: list[object] = ["x"]
for _ in range(40):
    _shared = [_shared, _shared, _shared]


@pytest.mark.parametrize(
    "value",
    [
        "x" * 1_000_000,
        "\U000e0001" * 100,
        b"\0" * 1_000_000,
        16**5_000,
        -(16**5_000),
        list(range(1_000)),
        {str(key): "y" * 100 for key in range(1_000)},
        [["z" * 100] * 10] * 10,
        _shared,
        1e308,
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_quoted_value_is_short_and_quickly_made(value: object) -> None:
    began = time.perf_counter()
    assert len(quoted(value)) <= MAX_QUOTED_LENGTH
    assert time.perf_counter() - began < 1.0


@pytest.mark.parametrize("value", ["fold", "it's", 7, -0.5, None, True, [1, 2], {"a": 1}, "\ud800", "a\0b"])
def test_a_short_value_is_quoted_as_python_writes_it(value: object) -> None:
    assert quoted(value) == repr(value)


def test_a_long_word_ends_in_dots_within_its_quotation_marks() -> None:
    assert quoted("7" * 5_000).endswith("7...'")


def test_no_sentence_about_bad_input_is_longer_than_300_letters() -> None:
    sentence = str(BadInput(f"begins {'x' * 100_000} ends"))
    assert len(sentence) <= MAX_MESSAGE_LENGTH == 300
    assert sentence.startswith("begins x")
    assert sentence.endswith("x ends")
    assert str(pickle.loads(pickle.dumps(BadInput(sentence)))) == sentence
    assert str(BadInput("x" * 300)) == "x" * 300


@pytest.mark.parametrize("name", ["=cmd|' /C calc'!A0", "+1+1", "@SUM(1+1)", "-2+3", "-1_0", "\t=1", "\n=1"])
def test_no_text_is_a_formula_in_a_table(name: str) -> None:
    [[cell]] = csv.reader([csv_line([name])])
    assert cell[0] in "'\\"
    assert cell.isprintable()


def test_numbers_of_a_table_remain_numbers() -> None:
    assert csv_line([-3, -0.5, "-1.5e-07", "+2", ""]) == "-3,-0.5,-1.5e-07,+2,\n"


def test_a_long_list_ends_between_two_names() -> None:
    names = [f"value-learner-{number}" for number in range(40)]
    *shown, last = list_names(names).split(", ")
    name, more = last.split(" and ")
    assert [*shown, name] == names[: len(shown) + 1]
    assert more == f"{40 - len(shown) - 1} more"
