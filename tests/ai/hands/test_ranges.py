"""Ranges: notation, malformed input, ranges estimated from the betting, and exported ranges.

The tests read exported ranges by the rules of the target programs, not by our own parser. WASM Postflop follows
b-inary/postflop-solver, `src/range.rs`, with spans and weights. The other programs accept only classes and single
hands.
"""

import re
import string
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ai.hands import evaluator
from ai.hands.combos import (
    CLASS_NAMES,
    CLASSES,
    HANDS,
    Bools,
    Floats,
    Weights,
    hand_index,
    parse_range,
    unblocked_hands,
    write_by_class,
    write_range,
    write_range_as,
)
from ai.hands.range_equity import cleared
from ai.hands.range_scanner import BadToken
from ai.hands.range_strategy import PublicState, ReadingStyle, opponent_range, strength_ranks
from game.core import CHANCE, BadInput
from game.rules.cards import DECK, RANKS, name, parse
from game.rules.hand_rank import rank
from game.rules.holdem import BUTTON, CALL, HoldemRules, HoldemState
from game.study.odds import RANGE_FORMS, RangeForm
from game.texts import retell, use
from tests.ai.asking import get_json


def list_classes(text: str) -> set[str]:
    return {CLASSES[index] for index in np.flatnonzero(parse_range(text))}


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
    assert list_classes("JJ+,ATs+,KQo") == {"JJ", "QQ", "KK", "AA", "ATs", "AJs", "AQs", "AKs", "KQo"}
    assert list_classes("87s-85s") == {"87s", "86s", "85s"}


def test_the_last_of_overlapping_tokens_counts() -> None:
    weights = parse_range("random:0.1, AsAh:0.5")
    assert weights[hand_index(parse("AsAh"))] == 0.5
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


def test_what_is_wrong_is_told_again_in_another_language() -> None:
    with pytest.raises(BadToken) as refused:
        parse_range("AKs, 77s")
    try:
        use("de")
        told = retell(str(refused.value))
    finally:
        use("en")
    assert told == "„77s“ gehört in keine Range: Ein Paar ist weder suited noch offsuit."


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


NOTATIONS = {
    "AKs:0.25,AKo:0.25,QQ": [
        "[25%]AKs,AKo[/25%],QQ",
        "[25]AK[/25] QQ",
        "25: AK, 100: QQ",
        "AK@25 QQ",
        "AK:25%\nQQ,",
    ],
    "99-66,AQo-ATo:0.75": [
        "99–66, AQo−ATo:0.75",
        "99 - 66 ATo - AQo : 75%",
        "100: 99-66, 75%: ATo, 75%: AJo-AQo",
    ],
    "JTs,T9s,98s,87s": ["JTs-87s", "87s-JTs", "J10s - 87s"],
    "A2+": ["Ax", "AX", "A2s+ A2o+"],
    "K2s+": ["Kxs"],
    "TT": ["1010", "10s10h 10s10d 10s10c 10h10d 10h10c 10d10c"],
    "QsJs,AhKd": ["Q♠J♠ A♥K♦", "qSjS, ah kD", "QsJs; AhKd".replace(";", ",")],
    "random": ["any", "ANY2", "100%", " ".join(["1"] * 1326)],
}


@pytest.mark.parametrize("right", NOTATIONS)
def test_ranges_are_read_as_other_programs_write_them(right: str) -> None:
    for text in NOTATIONS[right]:
        assert np.array_equal(parse_range(text), parse_range(right)), text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AKs@0.5", 'write the weight as ":0.5", or as "0.5%"'),
        ("[1]AK[/1]", 'write the weight as ":1", or as "1%"'),
        ("AKs:50", 'like ":0.5" or ":50%"'),
        ("22:55", 'write "22:0.5" or "55:0.22"'),
        ("50: AQs, AJs", "give each its own"),
        ("[25%]AK[/30%]", r'write "\[/25%\]"'),
        ("[25%]AK", "is not closed"),
        ("AK[/25%]", "closes no bracket"),
        ("[25%]AK, [50%]QQ[/50%]", "close that first"),
        ("[50]AA:0.5[/50]", "has two weights"),
        ("2x", "no rank is below 2"),
        ("0.01%", "less than one class"),
        ("AKs@101", "up to 100 percent"),
        (" ".join(["1"] * 1325), "has 1,326 of them, and this one has 1,325"),
        (" ".join(["100"] * 1326), "divide all of them by the largest"),
        ("JTs-87o", "mixes two kinds"),
    ],
)
def test_what_is_ambiguous_is_refused_with_the_right_form(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        parse_range(text)


def test_numbers_are_in_the_order_of_piosolver() -> None:
    numbers = ["0"] * 1326
    numbers[0], numbers[3], numbers[-1] = "1", "0.5", "0.25"
    assert write_range(parse_range(",".join(numbers))) == "2s2c:0.5,2c2d,AsAh:0.25"


def test_a_share_is_the_strongest_hands_by_equity() -> None:
    weights = parse_range("10%")
    assert abs(np.count_nonzero(weights) - 132.6) <= 6
    assert {"AA", "AKs", "88"} <= list_classes("10%")
    assert list_classes("5%") < list_classes("10%") < list_classes("50%")


def test_a_wrong_token_says_where_it_stands() -> None:
    with pytest.raises(BadToken) as wrong:
        parse_range("AA,  KxQ:0.5 ,22")
    assert (wrong.value.start, wrong.value.end) == (5, 12)


READING = ReadingStyle(
    share_of_opens=0.8,
    share_of_reraises=0.2,
    share_of_bets=0.8,
    share_of_raises=0.4,
    share_of_calls=1.0,
    doubt=0.2,
    slow_play=0.5,
)
BOARD = parse("Kd7s2s 9c 3h")


def read_by(player: int, *actions: int) -> Floats:
    """Return the opponent's range that `player` infers from the actions on `BOARD`."""
    deck = iter([*parse("2c3c4c5c"), *BOARD])
    bets = iter(actions)
    state = HoldemState(HoldemRules(50, 100, (20_000, 20_000)))
    while True:
        action = next(deck if state.current_player() == CHANCE else bets, None)
        if action is None:
            return opponent_range(PublicState(player, state.board, state.betting), READING)
        state = state.child(action)


def weight(weights: Floats, cards: str) -> float:
    return float(weights[hand_index(parse(cards))])


def test_nothing_is_known_before_the_opponent_acts() -> None:
    weights = read_by(BUTTON)
    assert (weights == 1.0).all()


def test_hands_that_hold_a_card_of_the_board_are_impossible() -> None:
    weights = read_by(0, 300, CALL, CALL, 500)
    assert (weights > 0).sum() == 49 * 48 / 2
    assert weight(weights, "Kd2d") == 0.0


def test_a_raise_before_the_flop_keeps_the_better_hands() -> None:
    weights = read_by(0, 300)
    assert weight(weights, "QhQd") == 1.0
    assert weight(weights, "7d2c") == pytest.approx(READING.doubt * 0.8)


def test_a_larger_raise_keeps_fewer_hands() -> None:
    usual, large = (read_by(0, to) for to in (300, 3000))
    assert large.sum() < usual.sum()
    assert weight(large, "Jh8h") < weight(usual, "Jh8h")


def test_a_reraise_keeps_a_part_of_what_was_left() -> None:
    weights = read_by(BUTTON, 300, 900)
    assert weight(weights, "QhQd") == 1.0
    assert weight(weights, "Jh8h") == pytest.approx(READING.doubt * 0.2)


def test_each_further_raise_keeps_less() -> None:
    third = read_by(0, 300, 900, 2700)
    second = read_by(BUTTON, 300, 900)
    assert third.sum() < second.sum()


def test_a_call_keeps_hands_in_proportion_to_the_odds() -> None:
    weights = read_by(0, 300, CALL, 900, CALL)
    assert weight(weights, "KcKh") == 1.0 > weight(weights, "9h8h") > weight(weights, "6h4c")


def test_a_limp_or_check_takes_weight_from_the_strongest() -> None:
    limped = read_by(0, CALL)
    assert weight(limped, "QhQd") == READING.slow_play
    assert weight(limped, "7d2c") == 1.0
    checked = read_by(0, CALL, CALL, CALL, CALL)
    assert weight(checked, "7h2c") == pytest.approx(READING.slow_play)


def test_a_bet_after_the_flop_keeps_the_hands_that_hit() -> None:
    weights = read_by(BUTTON, CALL, CALL, 300)
    assert weight(weights, "7h2c") == 1.0
    assert weight(weights, "Jh6d") == pytest.approx(READING.doubt * 0.8 / 2)


def test_a_raise_after_the_flop_keeps_less_than_a_bet() -> None:
    bet = read_by(0, CALL, CALL, CALL, 300)
    raised = read_by(0, CALL, CALL, 300, 900)
    assert raised.sum() < bet.sum()


def test_own_actions_tell_nothing_about_the_opponent() -> None:
    one, other = (read_by(0, CALL, CALL, to) for to in (300, 9000))
    assert (one == other).all()


@pytest.mark.parametrize("cards", [6, 8, 10])
def test_after_the_flop_hands_stand_as_they_rank(cards: int) -> None:
    board = BOARD[: cards // 2]
    found = strength_ranks(board)
    left = [index for index, hand in enumerate(HANDS) if not set(hand) & set(board)][::7]
    by_rank = sorted(left, key=lambda index: -rank((*HANDS[index], *board)))
    assert (found[by_rank][1:] >= found[by_rank][:-1]).all()
    for one, other in pairwise(by_rank):
        equal = rank((*HANDS[one], *board)) == rank((*HANDS[other], *board))
        assert (found[one] == found[other]) == equal
    assert not found[~unblocked_hands(board)].any()


def test_what_was_read_is_shared_and_stays() -> None:
    with pytest.raises(ValueError, match="read-only"):
        read_by(0, 300)[0] = 0.0


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


SINHALA_CONJUNCT = "\u0dca\u200d"
"""Joins two letters. Python counts it as not printable, but a terminal prints it."""


def refusal(reader: str, text: str) -> str | None:
    try:
        READERS[reader](text)
    except BadInput as sentence:
        return str(sentence)
    return None


def is_read_or_refused_in_one_line(reader: str, text: str) -> bool:
    said = refusal(reader, text)
    return said is None or (said.replace(SINHALA_CONJUNCT, "").isprintable() and 10 < len(said) < 250)


@settings(max_examples=300)
@example("board", SINHALA_CONJUNCT)
@given(st.sampled_from(sorted(READERS)), texts)
def test_malformed_text_is_refused_in_one_line(reader: str, text: str) -> None:
    assert is_read_or_refused_in_one_line(reader, text)


@pytest.mark.long
@settings(max_examples=100_000)
@given(st.sampled_from(sorted(READERS)), texts)
def test_100000_malformed_texts_are_refused_in_one_line(reader: str, text: str) -> None:
    assert is_read_or_refused_in_one_line(reader, text)


@pytest.mark.parametrize("form", RANGE_FORMS)
@pytest.mark.parametrize(
    "typed", ["random", "QQ+, A5s-A2s:0.125, KQ, 9h8h:0.001, 72o", "AA:0.5", "JJ:0.25, AhKh:0.25, QJs"]
)
def test_other_programs_read_the_same_range(form: RangeForm, typed: str) -> None:
    weights = parse_range(typed)
    written = write_range_as(weights, form)
    assert np.array_equal(parse_range(written), weights)
    assert "random" not in written
    if form == "pio":
        assert "+" not in written


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
    """Set the weight of all hands that a token of a range names.

    A token without a weight gives its hands weight 1. If `with_spans` is False, the token must not be a span.
    """
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
    for hand, number in zip(names, text.split(" "), strict=True):
        weights[hand_index(parse(hand))] = float(number)
    return weights


PROGRAMS: dict[str, Callable[[str], Weights]] = {
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


@pytest.mark.parametrize("form", PROGRAMS)
@settings(max_examples=8)
@given(drawn=ranges)
def test_a_program_that_reads_its_own_notation_reads_the_range(
    form: str, drawn: tuple[list[float], dict[int, float]]
) -> None:
    by_class, alone = drawn
    weights = np.zeros(len(HANDS), np.float32)
    for shape, weight in zip(CLASS_NAMES, by_class, strict=True):
        weights[mask(shape)] = weight
    for index, weight in alone.items():
        weights[index] = weight
    weights[0] = 1.0
    assert np.allclose(PROGRAMS[form](write_range_as(weights, form)), weights, atol=1e-6)  # type: ignore[arg-type]


@pytest.mark.parametrize(("form", "written"), [("GTO+", "AA,[50%]KK[/50%]"), ("pio", "AA,KK:0.5")])
def test_the_command_takes_the_name_of_a_program_for_its_form(
    form: str, written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    row = get_json(
        capsys, "equity", "AA,KK:0.5", "QQ", "--board", "2c7d9h", "--samples", "10", "--ranges", form
    )
    assert row["ranges"] == [written, "QQ"]
