"""Typed numbers: a comma between three digits counts thousands, every other comma is refused."""

import pytest

from game.core import BadInput
from game.features.lab.page import read_whole as read_lab_number
from game.files import yaml_text
from game.match.typed_numbers import read_number, read_whole
from game.study.amounts import Amounts


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1,500", 1500.0),
        ("1,234,567.5", 1234567.5),
        ("97.5", 97.5),
        (".5", 0.5),
        (" 5 ", 5.0),
        ("2e3", 2000.0),
    ],
)
def test_a_plain_or_grouped_number_is_read(typed: str, value: float) -> None:
    assert read_number(typed) == value


@pytest.mark.parametrize(
    ("typed", "right"),
    [("97,5", "97.5"), ("0,500", "0.500"), ("1.234,56", "1234.56"), ("1,50", "1.50"), (",5", "0.5")],
)
def test_a_decimal_comma_is_refused_with_what_would_be_right(typed: str, right: str) -> None:
    with pytest.raises(BadInput, match=f"write {right}, with a decimal point"):
        read_number(typed)


@pytest.mark.parametrize("typed", ["", "x", "1,,500", "1_000", "nan", "1 500", "0x10"])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(BadInput, match="is not a number"):
        read_number(typed)


@pytest.mark.parametrize("typed", ["2.5", "2,5", "1e3", "9" * 30, ""])
def test_a_whole_number_has_digits_alone(typed: str) -> None:
    with pytest.raises(BadInput, match="is not a whole number"):
        read_whole(typed)


@pytest.mark.parametrize("words", ["0100", "1:30", "-07", "1:30.5"])
def test_yaml_numbers_that_mean_something_else_to_people_are_refused(words: str) -> None:
    with pytest.raises(yaml_text.NotYaml, match="is not a plain number"):
        yaml_text.read(f"pot: {words}")


def test_an_amount_at_the_table_with_a_decimal_comma_is_refused() -> None:
    assert Amounts(True, 100).read("2.5") == 250
    assert Amounts(False, 100).read("1,500") == 1500
    with pytest.raises(BadInput, match=r"write 2\.5, with a decimal point"):
        Amounts(True, 100).read("2,5")
    with pytest.raises(BadInput, match="not a whole number of chips"):
        Amounts(False, 100).read("2.5")


def test_a_number_of_the_lab_with_a_decimal_comma_is_refused() -> None:
    assert read_lab_number("iterations", "25,000") == 25_000
    with pytest.raises(BadInput, match="is not a number of iterations"):
        read_lab_number("iterations", "2,5")
