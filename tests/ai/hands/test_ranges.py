"""Ranges: the notation to weights and back, and a sentence that names the token."""

import string
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.hands.combos import CLASSES, HANDS, BadToken, parse_range, place_of, write_by_class, write_range
from game.core import BadInput
from game.rules.cards import parse


def hands_of(text: str) -> set[str]:
    return {CLASSES[place] for place in np.flatnonzero(parse_range(text))}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("random", 1326),
        ("22+", 78),
        ("AKs", 4),
        ("AKo", 12),
        ("KQ", 16),
        ("A2s+", 48),
        ("ATo+", 48),
        ("99-66", 24),
        ("A5s-A2s", 16),
        ("66-99", 24),
        ("QhJh", 1),
        (" as kd ,Qh Jh:0.5", 2),
        ("hq, jh".replace("hq", "qh").replace(", jh", "JH"), 1),
        ("22+,A2s+,KQ", 78 + 48 + 16),
        ("QJ,JQ", 16),
        ("aks", 4),
        ("tt-88,KQO", 30),
        ("Random", 1326),
    ],
)
def test_a_token_names_as_many_hands_as_players_count(text: str, number: int) -> None:
    assert np.count_nonzero(parse_range(text)) == number


def test_classes_are_those_that_are_named() -> None:
    assert hands_of("JJ+,ATs+,KQo") == {"JJ", "QQ", "KK", "AA", "ATs", "AJs", "AQs", "AKs", "KQo"}
    assert hands_of("87s-85s") == {"87s", "86s", "85s"}


def test_the_last_of_overlapping_tokens_counts() -> None:
    weights = parse_range("random:0.1, AsAh:0.5")
    assert weights[place_of(parse("AsAh"))] == 0.5
    assert np.count_nonzero(weights == np.float32(0.1)) == 1325


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The range is empty"),
        (" , ", "The range is empty"),
        ("AKs,,QQ", "There is no hand between two commas"),
        ("AKx", '"AKx" is not part of a range'),
        ("77s", "a pair is neither suited nor offsuit"),
        ("AK:0", '"AK:0" needs a weight from 0.000001 to 1'),
        ("AK:2", '"AK:2" needs a weight'),
        ("AK:1e-7", '"AK:1e-7" needs a weight'),
        ("AK:", '"AK:" needs a weight'),
        ("AK:nan", "needs a weight"),
        ("99-A5s", "mixes two kinds of hands"),
        ("A5s-K2s", "mixes two kinds"),
        ("AsAs", "twice"),
        ("1h2h", '"1h2h" is not part'),
        ("22++", '"22\\+\\+" is not part'),
    ],
)
def test_what_is_wrong_is_named(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        parse_range(text)


weights = st.lists(
    st.tuples(st.sampled_from([*sorted(set(CLASSES)), *("AK", "72", "KsQd", "2h2c")]), st.integers(1, 1000)),
    min_size=1,
    max_size=30,
).map(lambda parts: parse_range(",".join(f"{name}:{share / 1000}" for name, share in parts)))


@given(weights)
def test_what_is_written_is_read_back(range_: np.ndarray) -> None:
    assert np.allclose(parse_range(write_range(range_)), range_, atol=5e-4)


def test_all_hands_are_written_as_random() -> None:
    assert write_range(np.ones(len(HANDS), np.float32)) == "random"


@given(st.text(alphabet=string.printable, max_size=30))
def test_any_text_is_a_range_or_bad_input(text: str) -> None:
    with suppress(BadInput):
        assert parse_range(text).any()


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("AA,KK,QQ", "QQ+"),
        ("99,88,77,66", "99-66"),
        ("AKs,AQs,AJs,AKo", "AK,AQs-AJs"),
        ("KQs,KJs:0.5,KTs:0.5", "KQs,KJs-KTs:0.5"),
        ("32,42,43", "42+,32"),
        ("AA,AsKs,22:0.25", "AA,22:0.25,AsKs"),
    ],
)
def test_neighbours_are_written_at_a_stroke(text: str, short: str) -> None:
    assert write_range(parse_range(text)) == short


def test_a_range_is_written_class_by_class() -> None:
    assert write_by_class(parse_range("QJs:0.5, AsKs, 22")) == {"AKs": "AsKs", "QJs": "QJs:0.5", "22": "22"}


def test_a_wrong_token_says_where_it_stands() -> None:
    with pytest.raises(BadToken) as wrong:
        parse_range("AA,  KxQ:0.5 ,22")
    assert (wrong.value.start, wrong.value.end) == (5, 12)
