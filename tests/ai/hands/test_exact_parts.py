"""The parts of an equity: each is the equity of its own ranges, counted one by one."""

import numpy as np
import pytest

from ai.hands.combos import CLASSES, Weights, parse_range, treats_classes_alike
from ai.hands.equities import class_equities, next_card_equities
from ai.hands.range_equity import cleared, exact_equity
from game.core import BadInput
from game.rules.cards import Card, parse
from game.study.odds import RangeEquity

FLOP = parse("Qs7h2h")


def counted(first: Weights, second: Weights, board: tuple[Card, ...]) -> float:
    *_, found = exact_equity(first, second, board)
    assert isinstance(found, RangeEquity)
    return found.equity[0]


def only(weights: Weights, name: str) -> Weights:
    return np.where(np.array(CLASSES) == name, weights, np.float32(0))


@pytest.mark.parametrize("board", [FLOP, parse("Qs7h2hKd"), parse("Qs7h2hKdQh")])
def test_every_class_has_the_equity_of_its_hands(board: tuple[Card, ...]) -> None:
    first, second = parse_range("77,AhKh,A5s:0.25"), parse_range("QQ-TT,AQ:0.5,KhJh")
    found = class_equities(*cleared(first, second, board), board)
    assert set(found) == {"77", "AKs", "A5s"} - ({"AKs"} if parse("Kh")[0] in board else set())
    for name, share in found.items():
        assert share == pytest.approx(counted(only(first, name), second, board)), name


def test_before_the_flop_classes_come_from_the_table() -> None:
    first, second = parse_range("QQ,AsKs"), parse_range("AA,AKo")
    found = class_equities(*cleared(first, second, ()), ())
    assert found["QQ"] == pytest.approx(counted(only(first, "QQ"), second, ()), abs=1e-6)
    assert found["AKs"] == pytest.approx(counted(only(first, "AKs"), second, ()), abs=1e-6)


def test_after_each_next_card_stands_the_equity_on_that_board() -> None:
    first, second = parse_range("AhKh,QdJd:0.5"), parse_range("QQ,JTs,9h8h")
    found = dict(next_card_equities(*cleared(first, second, FLOP), FLOP))
    assert len(found) == 49
    for card in parse("AsKhQh3h4cJd"):
        assert found[card] == pytest.approx(counted(first, second, (*FLOP, card)))


def test_a_card_that_ends_the_deal_is_left_out() -> None:
    found = dict(next_card_equities(*cleared(parse_range("AhKh"), parse_range("QdQc"), FLOP), FLOP))
    assert set(found).isdisjoint(parse("AhKhQdQc"))
    with pytest.raises(BadInput):
        counted(parse_range("AhKh"), parse_range("QdQc"), (*FLOP, *parse("Qd")))


@pytest.mark.parametrize(("text", "alike"), [("AA,AKs:0.5", True), ("random", True), ("AsKs", False)])
def test_classes_are_treated_alike_or_not(text: str, alike: bool) -> None:
    assert treats_classes_alike(parse_range(text).astype(float)) == alike
