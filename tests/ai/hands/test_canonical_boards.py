"""Boards that stand for all."""

import numpy as np

from ai.hands.canonical_boards import all_boards, exchanges
from ai.hands.combos import parse_range
from game.rules.cards import parse


def test_134459_boards_stand_for_all() -> None:
    boards, multiplicities = all_boards()
    assert boards.shape == (134_459, 5)
    assert multiplicities.sum() == 2_598_960
    assert sorted(np.unique(multiplicities)) == [4, 12, 24]


def test_suits_are_exchanged_where_neither_range_nor_board_tells_them_apart() -> None:
    classes, hand = parse_range("QQ+,AKs").astype(float), parse_range("AsAh").astype(float)
    assert len(exchanges((classes,), ())) == 24
    assert exchanges((classes,), parse("AsKh2d")) == [(0, 1, 2, 3)]
    assert len(exchanges((classes,), parse("AsKs2s"))) == 6
    assert len(exchanges((classes, hand), ())) == 4
