"""The hash table of all hands: none lost, none invented, the same as both evaluators."""

from itertools import chain, combinations, pairwise

import numpy as np
import pytest

from ai.hands import evaluator
from ai.hands.hash_table import FIVE_CARD_HANDS, ROW, HandTable
from game.core import BadInput
from game.rules import hand_rank
from game.rules.cards import DECK, parse
from game.rules.hand_rank import Category
from tests.ai.hands.random_hands import random_hands
from tests.rules.test_hand_rank import FIVE_CARD_COUNTS


@pytest.fixture(scope="module")
def all_hands() -> np.ndarray:
    return np.fromiter(chain.from_iterable(combinations(DECK, 5)), np.uint8, 5 * FIVE_CARD_HANDS).reshape(
        -1, 5
    )


def test_a_row_has_sixteen_bytes() -> None:
    assert ROW.itemsize == 16


def test_all_hands_count_as_in_the_book_in_7462_classes(table: HandTable) -> None:
    filled = table.rows[table.rows["filled"] == 1]
    assert len(filled) == FIVE_CARD_HANDS
    assert {Category(n): int((filled["category"] == n).sum()) for n in range(9)} == FIVE_CARD_COUNTS
    assert np.count_nonzero(np.bincount(filled["category"].astype(int) << 13 | filled["rank"])) == 7462


def test_all_hands_rank_as_the_fast_evaluator_says(table: HandTable, all_hands: np.ndarray) -> None:
    assert np.array_equal(table.ranks(all_hands), evaluator.ranks(all_hands))


def test_a_hand_of_every_class_ranks_as_the_plain_evaluator_says(
    table: HandTable, all_hands: np.ndarray
) -> None:
    classes, first = np.unique(table.ranks(all_hands), return_index=True)
    assert classes.tolist() == [hand_rank.rank(hand) for hand in all_hands[first].tolist()]
    assert classes.tolist() == list(range(1, 7463))


def test_random_hands_rank_as_the_plain_evaluator_says(table: HandTable) -> None:
    hands = random_hands(20_000, 5)
    assert table.ranks(hands).tolist() == [hand_rank.rank(hand) for hand in hands.tolist()]


@pytest.mark.long
def test_all_hands_rank_as_the_plain_evaluator_says(table: HandTable, all_hands: np.ndarray) -> None:
    plain = (hand_rank.rank(hand) for hand in combinations(DECK, 5))
    assert np.array_equal(table.ranks(all_hands), np.fromiter(plain, np.uint16, FIVE_CARD_HANDS))


@pytest.mark.parametrize("size", [6, 7])
def test_more_cards_are_the_best_of_their_fives(size: int, table: HandTable) -> None:
    hands = random_hands(20_000, size)
    assert np.array_equal(table.ranks(hands), evaluator.ranks(hands))
    assert table.rank(hands[0].tolist()) == hand_rank.rank(hands[0].tolist())


def test_what_is_no_hand_is_not_found(table: HandTable) -> None:
    for size in (0, 1, 2, 3, 4, 6, 7):
        for cards in random_hands(200, max(size, 1))[:, :size].tolist():
            assert not table.rows[table.way(cards).slots[-1]]["filled"]


def test_a_hand_is_found_step_by_step(table: HandTable) -> None:
    for hand in random_hands(500, 5).tolist():
        way = table.way(hand)
        row = table.rows[way.slots[-1]]
        assert row["filled"]
        assert row["code"] == way.code
        assert row["category"] == hand_rank.category(hand)
        assert way.slots[0] == way.address % len(table.rows)
        assert all(table.rows[slot]["code"] != way.code for slot in way.slots[:-1])
        assert all((slot + 1) % len(table.rows) == after for slot, after in pairwise(way.slots))
    royal = table.rows[table.way(parse("AsKsQsJsTs")).slots[-1]]
    assert (royal["filled"], royal["category"], royal["rank"]) == (1, Category.STRAIGHT_FLUSH, 0)


def test_hands_of_four_or_eight_cards_are_refused(table: HandTable) -> None:
    for size in (4, 8):
        with pytest.raises(BadInput, match="five, six or seven cards"):
            table.rank(range(size))
