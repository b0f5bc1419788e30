"""What flop hands become on the river: every turn and river is looked at, once."""

from functools import cache
from itertools import combinations

import numpy as np

from ai.abstraction.clustering import FromFlopToRiver
from ai.abstraction.isomorphism import cell_index, cells, pairs_of_kinds
from ai.abstraction.runouts import RUNOUTS


@cache
def _rivers() -> FromFlopToRiver:
    return FromFlopToRiver((np.arange(cells(5)) * 7919 % 1009 % 200).astype(np.uint8))


def _plainly(flop: list[int], hand: list[int]) -> list[int]:
    left = [card for card in range(52) if card not in (*flop, *hand)]
    boards = (np.array([*flop, *runout], np.uint8) for runout in combinations(left, 2))
    return sorted(int(_rivers().after[cell_index(board, np.array(hand, np.uint8))]) for board in boards)


def test_a_deal_reaches_each_of_its_runouts_once() -> None:
    deals = [[0, 14, 28, 3, 50], [10, 23, 36, 49, 12]]
    points = _rivers().of_deals(np.array(deals, np.uint8))
    assert points.shape == (2, RUNOUTS)
    for deal, point in zip(deals, points, strict=True):
        assert point.tolist() == _plainly(deal[:3], deal[3:])


def test_all_hands_of_a_flop_reach_what_each_reaches_alone() -> None:
    flop = [0, 1, 15]
    hands = _rivers().of_boards(np.array([flop], np.uint8), np.full(1, 12))
    assert 0 < len(hands.points) <= pairs_of_kinds(2)
    assert hands.multiplicities.sum() == 12 * 49 * 48 // 2
    for hand in ([13, 26], [2, 51], [27, 40]):
        place = np.flatnonzero(hands.where == cell_index(np.array(flop, np.uint8), np.array(hand, np.uint8)))
        assert hands.points[place[0]].tolist() == _plainly(flop, hand)
