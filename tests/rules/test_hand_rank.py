"""Ranks of hands: book values, the literal rule, and an independent evaluator."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from ai.hands.canonical_boards import all_boards
from game.rules import hand_rank
from game.rules.cards import DECK, Card, certain_rank, name, parse
from game.rules.hand_rank import Category

FIVE_CARD_COUNTS = {
    Category.STRAIGHT_FLUSH: 40,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
BEST_TO_WORST = [
    "AsKsQsJsTs",
    "5h4h3h2hAh",
    "AsAhAcAdKs",
    "2s2h2c2d3s",
    "AsAhAcKdKs",
    "AcKcQcJc9c",
    "7c5c4c3c2c",
    "AsKhQsJcTd",
    "5h4s3c2dAh",
    "AsAhAcKdQs",
    "AsAhKcKdQs",
    "AsAhKcQdJs",
    "2s2h5c4d3s",
    "AsKhQcJd9s",
    "7s5h4c3d2s",
]

seven_cards = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)


def some_hands(size: int, number: int) -> list[list[Card]]:
    rng = random.Random(size)
    return [rng.sample(DECK, size) for _ in range(number)]


def some_suited_hands(number: int) -> list[list[Card]]:
    rng = random.Random(0)
    return [[*rng.sample(range(13), 5), *rng.sample(range(13, 52), 2)] for _ in range(number)]


def test_royal_flush_is_one_and_seven_high_is_7462() -> None:
    assert hand_rank.rank(parse("AhKhQhJhTh")) == 1
    assert hand_rank.rank(parse("7s5h4c3d2s")) == hand_rank.WORST_RANK == 7462


def test_hands_stand_in_the_order_of_the_book() -> None:
    ranks = [hand_rank.rank(parse(hand)) for hand in BEST_TO_WORST]
    assert all(better < worse for better, worse in pairwise(ranks))


def test_every_rank_of_1_to_7462_is_some_hand() -> None:
    ranks = hand_rank._ranks_of_strengths()
    assert sorted(ranks.values()) == list(range(1, 7463))
    assert Counter(hand_rank.category_of_rank(one) for one in ranks.values()) == {
        Category.STRAIGHT_FLUSH: 10,
        Category.FOUR_OF_A_KIND: 156,
        Category.FULL_HOUSE: 156,
        Category.FLUSH: 1277,
        Category.STRAIGHT: 10,
        Category.THREE_OF_A_KIND: 858,
        Category.TWO_PAIR: 858,
        Category.PAIR: 2860,
        Category.HIGH_CARD: 1277,
    }


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
def test_all_five_card_hands_count_as_in_the_book_in_7462_classes() -> None:
    """Exchanging suits changes no rank (see below), so each board stands for all that differ by suits."""
    ranks: Counter[int] = Counter()
    for board, boards in zip(*(found.tolist() for found in all_boards()), strict=True):
        ranks[hand_rank.rank(board)] += int(boards)
    assert len(ranks) == 7462
    categories: Counter[Category] = Counter()
    for one, count in ranks.items():
        categories[hand_rank.category_of_rank(one)] += count
    assert categories == FIVE_CARD_COUNTS


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
def test_five_cards_rank_as_the_rule_book_orders_them() -> None:
    ranks = hand_rank._ranks_of_strengths()
    for hand in some_hands(5, 5000):
        assert hand_rank.rank(hand) == ranks[hand_rank.five_card_strength(hand)]


@given(seven_cards, st.permutations(range(4)))
def test_exchanging_suits_changes_no_rank(hand: list[Card], suits: list[int]) -> None:
    exchanged = [suits[card // 13] * 13 + card % 13 for card in hand]
    for size in (5, 7):
        assert hand_rank.rank(exchanged[:size]) == hand_rank.rank(hand[:size])


@given(seven_cards)
def test_rank_of_seven_is_the_best_of_the_21_fives_by_the_literal_rule(hand: list[Card]) -> None:
    best = max(hand_rank.five_card_strength(five) for five in combinations(hand, 5))
    assert hand_rank.rank(hand) == hand_rank._ranks_of_strengths()[best]


def test_flushes_among_seven_rank_by_the_literal_rule() -> None:
    for hand in some_suited_hands(1000):
        best = max(hand_rank.five_card_strength(five) for five in combinations(hand, 5))
        assert hand_rank.rank(hand) == hand_rank._ranks_of_strengths()[best]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_ranks_equal_phevaluators(size: int) -> None:
    for hand in some_hands(size, 20_000):
        assert hand_rank.rank(hand) == evaluate_cards(*map(name, hand))


def test_keys_of_cards_add_up() -> None:
    board, hole = parse("Qs Jh 2h 8d 5c"), parse("QdQh")
    whole = hand_rank.key(board) + sum(hand_rank.CARD_KEYS[card] for card in hole)
    assert hand_rank.rank_of_key(whole) == hand_rank.rank((*board, *hole))


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("KsQh Kd7s2s 9c3h", "KsKdQh9c7s"),
        ("KsKh 7d7cKc 2s3d", "KsKhKc7d7c"),
        ("As2h 3d4c5s Kd9h", "5s4c3d2hAs"),
        ("9s9h 9d9cAc KdKs", "9s9h9d9cAc"),
        ("AhKh QhJh2h 3h9s", "AhKhQhJh3h"),
    ],
)
def test_best_five_stand_with_the_weightiest_first(cards: str, five: str) -> None:
    best = hand_rank.best_five(parse(cards))
    assert [certain_rank(card) for card in best] == [certain_rank(card) for card in parse(five)]
    assert set(best) <= set(parse(cards))


@given(seven_cards)
def test_best_five_rank_as_the_seven(hand: list[Card]) -> None:
    assert hand_rank.rank(hand_rank.best_five(hand)) == hand_rank.rank(hand)


def test_categories_have_the_labels_of_the_commands() -> None:
    assert [
        kind.label for kind in (Category.STRAIGHT_FLUSH, Category.FOUR_OF_A_KIND, Category.HIGH_CARD)
    ] == [
        "straight flush",
        "four of a kind",
        "high card",
    ]
