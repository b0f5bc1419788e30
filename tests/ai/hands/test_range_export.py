"""Exported ranges, checked by the rules of the target programs instead of our own reader.

The rules of WASM Postflop are those of b-inary/postflop-solver, `src/range.rs`. They allow spans and weights.
The other programs accept only classes and hands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.hands.combos import CLASS_NAMES, HANDS, Bools, Weights, hand_index, parse_range, write_range_as
from game.rules.cards import RANKS, parse
from tests.ai.asking import get_json

TOKEN = re.compile(
    r"(?P<first>[2-9TJQKA]{2}[os]?|(?:[2-9TJQKA][cdhs]){2})(?P<more>\+|-(?P<last>[2-9TJQKA]{2}[os]?))?"
    r"(?::(?P<weight>[01](?:\.\d*)?|\.\d+))?"
)
BRACKET = re.compile(r"\[(?P<share>[\d.]+)%\](?P<inside>[^\[\]]*)\[/(?P=share)%\],?")


@cache
def mask(name: str) -> Bools:
    return parse_range(name) > 0


def put(weights: Weights, first: str, second: str, suits: str, weight: float) -> None:
    name = max(first, second, key=RANKS.index) + min(first, second, key=RANKS.index) + suits
    weights[mask(name)] = weight


def put_token(weights: Weights, token: str, *, with_spans: bool) -> None:
    """Set the weight of all hands that a token names."""
    found = TOKEN.fullmatch(token)
    assert found is not None, token
    first, weight = found["first"], float(found["weight"] or 1)
    assert with_spans or not found["more"], token
    if len(first) == 4:
        weights[hand_index(parse(first))] = weight
        return
    high, low, suits = RANKS.index(first[0]), RANKS.index(first[1]), first[2:]
    pairs = [(high, low)]
    if found["more"] == "+":
        steps = range(high, len(RANKS)) if high - low <= 1 else range(low, high)
        pairs = [(one, one - high + low) if high - low <= 1 else (high, one) for one in steps]
    elif last := found["last"]:
        end = RANKS.index(last[0]), RANKS.index(last[1])
        assert suits == last[2:], token
        if end[0] == high:
            assert end[1] < low, token
            pairs = [(high, one) for one in range(end[1], low + 1)]
        else:
            assert end[0] - end[1] == high - low, token
            assert end[0] < high, token
            pairs = [(one, one - high + low) for one in range(end[0], high + 1)]
    for one, other in pairs:
        put(weights, RANKS[one], RANKS[other], suits, weight)


def read_spans(text: str) -> Weights:
    weights = np.zeros(len(HANDS), np.float32)
    for token in text.split(","):
        put_token(weights, token, with_spans=True)
    return weights


def read_alone(text: str) -> Weights:
    weights = np.zeros(len(HANDS), np.float32)
    for token in text.split(","):
        put_token(weights, token, with_spans=False)
    return weights


def read_brackets(text: str) -> Weights:
    weights = np.zeros(len(HANDS), np.float32)
    for share, inside in BRACKET.findall(text):
        for token in inside.split(","):
            put_token(weights, f"{token}:{float(share) / 100:.3f}", with_spans=False)
    for token in filter(None, BRACKET.sub("", text).split(",")):
        assert ":" not in token
        put_token(weights, token, with_spans=False)
    return weights


def read_numbers(text: str) -> Weights:
    """Read one weight per hand, in the order 2d2c, 2h2c, 2h2d, 2s2c ... AsAh."""
    cards = [rank + suit for rank in RANKS for suit in "cdhs"]
    names = [cards[high] + cards[low] for high in range(52) for low in range(high)]
    weights = np.zeros(len(HANDS), np.float32)
    for name, number in zip(names, text.split(" "), strict=True):
        weights[hand_index(parse(name))] = float(number)
    return weights


READERS: dict[str, Callable[[str], Weights]] = {
    "pio": read_alone,
    "gto-plus": read_brackets,
    "wasm-postflop": read_spans,
    "weights": read_numbers,
}
WEIGHTS = (0.0, 0.001, 0.125, 0.5, 0.999, 1.0)
ranges = st.tuples(
    st.lists(st.sampled_from(WEIGHTS), min_size=len(CLASS_NAMES), max_size=len(CLASS_NAMES)),
    st.dictionaries(st.integers(0, len(HANDS) - 1), st.sampled_from(WEIGHTS), max_size=6),
)


@pytest.mark.parametrize("form", READERS)
@settings(max_examples=8)
@given(drawn=ranges)
def test_a_program_that_reads_its_own_notation_reads_the_range(
    form: str, drawn: tuple[list[float], dict[int, float]]
) -> None:
    by_class, alone = drawn
    weights = np.zeros(len(HANDS), np.float32)
    for name, weight in zip(CLASS_NAMES, by_class, strict=True):
        weights[mask(name)] = weight
    for index, weight in alone.items():
        weights[index] = weight
    weights[0] = 1.0
    assert np.allclose(READERS[form](write_range_as(weights, form)), weights, atol=1e-6)  # type: ignore[arg-type]


@pytest.mark.parametrize(("form", "written"), [("GTO+", "AA,[50%]KK[/50%]"), ("pio", "AA,KK:0.5")])
def test_the_command_takes_the_name_of_a_program_for_its_form(
    form: str, written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    row = get_json(
        capsys, "equity", "AA,KK:0.5", "QQ", "--board", "2c7d9h", "--samples", "10", "--ranges", form
    )
    assert row["ranges"] == [written, "QQ"]
