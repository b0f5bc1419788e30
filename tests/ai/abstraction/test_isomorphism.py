"""Suit isomorphism of hands and boards, and the runouts of a board."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.abstraction.clustering import FromFlopToRiver
from ai.abstraction.isomorphism import boards, cell_index, cells, pairs_of_kinds, rows
from ai.abstraction.runouts import RUNOUTS
from ai.hands.canonical_boards import all_boards
from game.rules.cards import DECK, get_rank, get_suit, parse

DEALS = st.permutations(DECK).map(lambda deck: deck[:7])
STREETS = st.sampled_from([3, 4, 5])


def test_there_are_as_many_flops_and_turns_as_exchanging_suits_leaves() -> None:
    assert (rows(3), rows(4)) == (1_755, 16_432)


def test_the_rivers_are_fewer_than_exchanging_suits_leaves_and_stand_for_all() -> None:
    found, multiplicities = boards(5)
    held = multiplicities > 0
    assert int(held.sum()) == 42_783 < len(all_boards()[0])
    assert int(multiplicities.sum()) == 2_598_960
    assert {len(set(board)) for board in found[held].tolist()} == {5}


@pytest.mark.parametrize(("cards", "deals"), [(3, 22_100), (4, 270_725)])
def test_boards_of_a_row_add_up_to_all(cards: int, deals: int) -> None:
    _, multiplicities = boards(cards)
    assert int(multiplicities.sum()) == deals
    assert multiplicities.min() > 0


@given(DEALS, st.permutations(range(4)), STREETS)
def test_exchanged_suits_change_no_cell_unless_two_live_suits_hold_the_same(
    deal: Sequence[int], suits: Sequence[int], cards: int
) -> None:
    moved = [suits[get_suit(card)] * 13 + get_rank(card) for card in deal]
    cell, moved_cell = _cell(deal, cards), _cell(moved, cards)
    assert _has_twins(deal, cards) or cell == moved_cell
    assert 0 <= cell < cells(cards)


@given(DEALS, STREETS)
@settings(max_examples=200)
def test_who_shares_a_cell_is_alike(deal: Sequence[int], cards: int) -> None:
    for card in set(DECK) - set(deal):
        other = [deal[0], card, *deal[2:]]
        same_cell, alike = (
            _cell(deal, cards) == _cell(other, cards),
            _plain(deal, cards) == _plain(other, cards),
        )
        assert same_cell == alike or (alike and _has_twins(deal, cards))


def test_suits_that_make_no_flush_any_more_are_as_one() -> None:
    board = "Ks8s5h2d"
    assert (
        _cell(parse("AhQd" + board), 4) == _cell(parse("AcQc" + board), 4) != _cell(parse("AsQc" + board), 4)
    )


def _cell(deal: Sequence[int], cards: int) -> int:
    return cell_index(np.array(deal[2 : 2 + cards], np.uint8), np.array(deal[:2], np.uint8))


def _live(deal: Sequence[int], cards: int) -> list[int]:
    board = [get_suit(card) for card in deal[2 : 2 + cards]]
    return [suit for suit in range(4) if board.count(suit) + 5 - cards >= 3]


def _ranks(some: Sequence[int], suits: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(get_rank(card) for card in some if get_suit(card) in suits))


def _plain(deal: Sequence[int], cards: int) -> object:
    """Return the ranks of board and hand, grouped by suit. Suits without a possible flush form one group."""
    hand, board, live = deal[:2], deal[2 : 2 + cards], _live(deal, cards)
    dead = [suit for suit in range(4) if suit not in live]
    by_suit = sorted((_ranks(board, [suit]), _ranks(hand, [suit])) for suit in live)
    return by_suit, _ranks(board, dead), _ranks(hand, dead)


def _has_twins(deal: Sequence[int], cards: int) -> bool:
    held = [_ranks(deal[2 : 2 + cards], [suit]) for suit in _live(deal, cards)]
    return len(set(held)) < len(held)


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
        index = np.flatnonzero(hands.where == cell_index(np.array(flop, np.uint8), np.array(hand, np.uint8)))
        assert hands.points[index[0]].tolist() == _plainly(flop, hand)
