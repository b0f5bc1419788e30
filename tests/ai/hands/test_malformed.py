"""Whatever is typed for cards, a range or a board is read, or refused in one line; no other error comes out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.hands import evaluator
from ai.hands.combos import CLASSES, HANDS, parse_range
from ai.hands.range_equity import cleared
from game.core import BadInput
from game.rules.cards import DECK, name, parse

ALL = np.ones(len(HANDS), np.float32)
READERS = {
    "cards": lambda text: evaluator.rank(parse(text)),
    "range": parse_range,
    "board": lambda text: cleared(ALL, ALL, parse(text)),
    "board that wipes out": lambda text: cleared(parse_range("AsAh,KsKh:0.5"), ALL, parse(text)),
}

parts = st.one_of(
    st.sampled_from([name(card) for card in DECK]),
    st.sampled_from([*CLASSES, "AK", "22+", "A5s-A2s", "random", "QhJh"]),
    st.sampled_from(
        [*"+-:,. _", ":0.5", ":nan", ":-1", ":1e-400", ":inf", "10", "\n", "\0", "\ud800", "ß", "²", "٣"]
    ),
    st.text(max_size=3),
)
texts = st.lists(parts, max_size=12).map("".join) | st.text(max_size=40)


def refusal(reader: str, text: str) -> str | None:
    try:
        READERS[reader](text)
    except BadInput as sentence:
        return str(sentence)
    return None


def is_read_or_refused_in_one_line(reader: str, text: str) -> bool:
    said = refusal(reader, text)
    return said is None or (said.isprintable() and 10 < len(said) < 250)


@settings(max_examples=300)
@given(st.sampled_from(sorted(READERS)), texts)
def test_malformed_text_is_refused_in_one_line(reader: str, text: str) -> None:
    assert is_read_or_refused_in_one_line(reader, text)


@pytest.mark.long
@settings(max_examples=100_000)
@given(st.sampled_from(sorted(READERS)), texts)
def test_100000_malformed_texts_are_refused_in_one_line(reader: str, text: str) -> None:
    assert is_read_or_refused_in_one_line(reader, text)
