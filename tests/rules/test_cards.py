"""Cards, ranks of hands, and hands in words."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from ai.hands.canonical_boards import all_boards
from game.core import BadInput
from game.rules import cards, hand_rank
from game.rules.cards import DECK, Card, get_rank, name, parse
from game.rules.hand_rank import ENGLISH_PHRASES, Category, describe_hand, describe_hand_against, rank

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


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
def test_all_five_card_hands_count_as_in_the_book_in_7462_classes() -> None:
    """Five-card hands have 7,462 ranks, and each category has the number of hands that the literature gives.

    One hand represents all its suit permutations, which have equal ranks.
    """
    ranks: Counter[int] = Counter()
    for board, boards in zip(*(found.tolist() for found in all_boards()), strict=True):
        ranks[hand_rank.rank(board)] += int(boards)
    assert len(ranks) == 7462
    categories: Counter[Category] = Counter()
    for one, count in ranks.items():
        categories[hand_rank.category_of_rank(one)] += count
    assert categories == FIVE_CARD_COUNTS


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
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
    assert [get_rank(card) for card in best] == [get_rank(card) for card in parse(five)]
    assert set(best) <= set(parse(cards))


@given(seven_cards)
def test_best_five_rank_as_the_seven(hand: list[Card]) -> None:
    assert hand_rank.rank(hand_rank.best_five(hand)) == hand_rank.rank(hand)


def test_categories_have_the_labels_of_the_commands() -> None:
    assert [
        kind.label for kind in (Category.STRAIGHT_FLUSH, Category.FOUR_OF_A_KIND, Category.HIGH_CARD)
    ] == ["straight flush", "four of a kind", "high card"]


hands = st.lists(st.sampled_from(cards.DECK), unique=True, max_size=7)


def test_suits_are_spades_hearts_clubs_diamonds_and_ranks_two_to_ace() -> None:
    assert cards.parse("2s As 2h 2c 2d Ad") == (0, 12, 13, 26, 39, 51)


@pytest.mark.parametrize("text", ["As Kd Th 2c", "AsKdTh2c", "as,kd, TH2C", "  AsKd\tTh 2c\n"])
def test_cards_are_read_joined_or_apart(text: str) -> None:
    assert cards.names(cards.parse(text)) == "AsKdTh2c"


def test_no_text_is_no_cards() -> None:
    assert cards.parse("") == ()


@pytest.mark.parametrize(("text", "token"), [("AsXd", "Xd"), ("As K", "K"), ("AsKdT", "T"), ("1s", "1s")])
def test_bad_token_is_named(text: str, token: str) -> None:
    with pytest.raises(BadInput, match=rf'^No card "{token}": .*\.$'):
        cards.parse(text)


def test_duplicate_card_is_named() -> None:
    with pytest.raises(BadInput, match=r'^Card "Kd" appears twice\.$'):
        cards.parse("Kd As kd")


@given(st.text(max_size=12))
def test_any_text_is_cards_or_bad_input(text: str) -> None:
    try:
        read = cards.parse(text)
    except BadInput:
        return
    assert set(read) <= set(cards.DECK)


@given(hands)
def test_names_are_read_back(hand: list[int]) -> None:
    assert cards.parse(cards.names(hand)) == tuple(hand)


@pytest.mark.parametrize(
    ("hole", "board", "said"),
    [
        ("AsKs", "", "ace-king suited"),
        ("7cTd", "", "ten-seven offsuit"),
        ("7d7c", "", "pocket sevens"),
        ("As9h", "Kd7s2s", "ace-high"),
        ("KsQh", "Kd7s2s", "pair of kings, queen kicker"),
        ("3d2h", "As7d7c", "pair of sevens on the board, ace kicker"),
        ("KsKh", "7d7c2c", "two pair, kings and sevens, two kicker"),
        ("9s9h", "9dKcAc", "three nines"),
        ("9s8h", "7d6c5s", "nine-high straight"),
        ("As2h", "3d4c5s", "five-high straight"),
        ("Kh3h", "2h9hTh", "king-high flush"),
        ("KsKh", "7d7cKc", "kings full of sevens"),
        ("9s9h", "9d9cAc", "four nines"),
        ("5c4c", "3c2cAc", "five-high straight flush"),
        ("As2c", "KsQsJsTs3d", "royal flush"),
    ],
)
def test_made_hands_are_said_as_players_say_them(hole: str, board: str, said: str) -> None:
    assert describe_hand(parse(hole), parse(board)) == said


@pytest.mark.parametrize(
    ("hole", "board", "said"),
    [
        ("KsQs", "Kd7s2s", "pair of kings, flush draw"),
        ("9s8h", "7d6c2s", "nine-high, open-ended straight draw"),
        ("5s4h", "3d2cKs", "king-high, open-ended straight draw"),
        ("9s8h", "7d5c2s", "nine-high, gutshot"),
        ("AsKh", "QdJc2s", "ace-high, gutshot"),
        ("9h7h", "5d6c3sJs", "jack-high, double gutshot"),
        ("9s8s", "7s6s2h", "nine-high, flush draw, open-ended straight draw"),
        ("9s8s", "7s6s5h", "nine-high straight, flush draw"),
    ],
)
def test_draws_are_said_while_cards_are_to_come(hole: str, board: str, said: str) -> None:
    assert describe_hand(parse(hole), parse(board)) == said


@pytest.mark.parametrize(
    ("hole", "board", "said"),
    [
        ("9s7h", "6d6c2s", "pair of sixes on the board, nine kicker"),
        ("9s7s", "6s6c2s", "pair of sixes on the board, flush draw"),
        ("9s6h", "6d7c2s", "pair of sixes, nine kicker"),
        ("AsKh", "9d9c6s6h2d", "two pair on the board, nines and sixes, ace kicker"),
        ("9sKh", "9d6c6s", "two pair, nines and sixes, king kicker"),
        ("AsKh", "6d6c6s", "three sixes on the board"),
        ("AsKh", "6d6c6s6h2d", "four sixes on the board"),
        ("9s2h", "KdQcJsTh9d", "king-high straight on the board"),
        ("3s2h", "KsQsJs9s4s", "king-high flush on the board"),
        ("5s2h", "KsQsJs9s4s", "king-high flush"),
    ],
)
def test_a_hand_that_the_board_alone_makes_is_said_to_be_on_the_board(
    hole: str, board: str, said: str
) -> None:
    assert describe_hand(parse(hole), parse(board)) == said
    assert "on the board" not in describe_hand_against(parse(hole), parse("3d3c"), parse(board))


def test_a_missed_draw_is_not_said_on_the_river() -> None:
    assert describe_hand(parse("KsQs"), parse("Kd7s2s9h3c")) == "pair of kings, queen kicker"


def test_a_draw_that_lies_on_the_board_is_not_ours() -> None:
    assert describe_hand(parse("2c3d"), parse("9sTsJsQs")) == "queen-high"


@pytest.mark.parametrize(
    ("better", "worse", "board", "said"),
    [
        ("AsJs", "Ac9c", "AdKh7s5d2c", ("pair of aces, king and jack kickers", "king and nine")),
        ("AsJs", "Ac9c", "AdKhQs5d2c", ("pair of aces, king and jack kickers", "king and nine")),
        ("Js4s", "9c3c", "AdKh7s5d2c", ("ace-high, jack kicker", "ace-high, nine kicker")),
        ("9sKs", "9cQc", "9d9h7s5d2c", ("three nines, king kicker", "three nines, queen kicker")),
        ("As3s", "Kc2c", "9d9h9s9c5d", ("four nines, ace kicker", "four nines, king kicker")),
        ("KsJd", "Qs2h", "As9s7s5s2c", ("ace-high flush, king kicker", "ace-high flush, queen kicker")),
        ("AsQs", "AcJc", "AdKh7s5d5c", ("two pair, aces and fives, king kicker", "king kicker")),
        ("AsQs", "KcJc", "Ad7h6s5d2c", ("pair of aces, queen kicker", "ace-high")),
    ],
)
def test_where_two_hands_are_told_alike_what_decides_is_named(
    better: str, worse: str, board: str, said: tuple[str, str]
) -> None:
    one, other, shared = parse(better), parse(worse), parse(board)
    assert describe_hand_against(one, other, shared) == said[0]
    assert said[1] in describe_hand_against(other, one, shared)


@given(st.lists(st.sampled_from(DECK), min_size=9, max_size=9, unique=True))
def test_two_hands_are_told_alike_only_where_they_are_equal(deck: list[int]) -> None:
    one, other, board = deck[:2], deck[2:4], deck[4:]
    alike = describe_hand_against(one, other, board) == describe_hand_against(other, one, board)
    assert alike == (rank((*one, *board)) == rank((*other, *board)))


def test_another_phrase_book_speaks_another_language() -> None:
    german = dict(ENGLISH_PHRASES) | {
        "plural ranks": "Zweien Dreien Vieren Fünfen Sechsen Siebenen Achten Neunen Zehnen Buben Damen Könige Asse",
        "pocket pair": "ein Paar {first_plural}",
    }
    assert describe_hand(parse("KsKd"), (), german) == "ein Paar Könige"


@given(st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True), st.sampled_from([0, 3, 4, 5]))
def test_every_hand_has_words(deck: list[int], board: int) -> None:
    said = describe_hand(deck[:2], deck[2 : 2 + board])
    assert said
    assert "{" not in said
