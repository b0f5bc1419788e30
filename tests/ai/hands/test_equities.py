"""Exact and sampled equities of hands and ranges, compared with plain counts and published values."""

from hashlib import sha256

import numpy as np
import pytest

from ai.hands import range_equity
from ai.hands.boards import rivers, run_outs
from ai.hands.combos import (
    CLASSES,
    HANDS,
    Floats,
    Hole,
    Weights,
    apart,
    hand_index,
    parse_range,
    treats_classes_alike,
    unblocked_hands,
)
from ai.hands.equities import (
    SAMPLES_AT_A_TIME,
    RandomDeals,
    class_equities,
    equities,
    next_card_equities,
    quick_equities,
    sampled_equity,
    win_and_tie_probabilities,
)
from ai.hands.equity_walk import won_and_met
from ai.hands.preflop import starting_hand
from ai.hands.range_equity import cleared, exact_equity
from game.core import BadInput, Progress
from game.rules.cards import Card, parse
from game.study.odds import RangeEquity
from tests.ai.hands.plain_equity import plain_equity

RIVERS = ("QsJh2h8d5c", "QsJs2s8d5c", "5s6s7s8sKh", "2s3s4s5s9s", "2s2h2c2dAs", "AsKsQsJsTs", "7h7c7dKsKd")
"""Boards without a possible flush, with three, four and five cards of a suit, and with sets."""


def weighted(seed: int = 0) -> Floats:
    rng = np.random.default_rng(seed)
    return rng.random(len(HANDS)) * (rng.random(len(HANDS)) < 0.6)


def as_mapping(weights: Floats) -> dict[Hole, float]:
    return {hand: float(weight) for hand, weight in zip(HANDS, weights, strict=True) if weight}


@pytest.mark.parametrize("cards", RIVERS)
def test_on_the_river_every_hand_has_its_plain_equity(cards: str) -> None:
    board, weights = parse(cards), weighted()
    found = equities(weights, board)
    left = np.flatnonzero(unblocked_hands(board))
    assert np.isnan(np.delete(found, left)).all()
    for index in left[:: len(left) // 8]:
        win, tie = plain_equity(HANDS[index], board, as_mapping(weights))
        assert found[index] == pytest.approx(win + tie / 2)
        assert win_and_tie_probabilities(int(index), weights, board) == pytest.approx((win, tie))


@pytest.mark.parametrize("cards", ["QsJh2h8d", "5s6s7s8s"])
def test_on_the_turn_a_hand_has_its_plain_equity(cards: str) -> None:
    board, weights = parse(cards), parse_range("77+,KQ:0.5,AhTh,JcTc").astype(float)
    hand = hand_index(parse("AcQd"))
    win, tie = plain_equity(HANDS[hand], board, as_mapping(weights))
    assert equities(weights, board)[hand] == pytest.approx(win + tie / 2)
    assert win_and_tie_probabilities(hand, weights, board) == pytest.approx((win, tie))


@pytest.mark.parametrize("cards", ["QsJh2h", "5s6s7s", "As2s9s9h"])
def test_a_hand_alone_has_the_equity_that_it_has_among_all(cards: str) -> None:
    board, weights = parse(cards), weighted(1)
    found = equities(weights, board)
    for index in np.flatnonzero(unblocked_hands(board))[::150]:
        win, tie = win_and_tie_probabilities(int(index), weights, board)
        assert found[index] == pytest.approx(win + tie / 2)


@pytest.mark.parametrize("cards", ["QsJh2h", "5s6s7s8s", "2s2h2c2dAs"])
def test_against_itself_a_range_has_half_of_every_pot(cards: str) -> None:
    board, weights = parse(cards), weighted(2) * unblocked_hands(parse(cards))
    of_card = [sum(weights[index] for index, hand in enumerate(HANDS) if card in hand) for card in range(52)]
    beside = np.array([weights.sum() - of_card[a] - of_card[b] for a, b in HANDS]) + weights
    share = np.nan_to_num(equities(weights, board)) @ (weights * beside)
    assert share / (weights @ beside) == pytest.approx(0.5)


def test_before_the_flop_the_table_answers() -> None:
    aces = hand_index(parse("AsAh"))
    assert equities(np.ones(len(HANDS)), ())[aces] == pytest.approx(starting_hand(parse("AsAh")).equity)


def test_without_an_opponent_there_is_no_equity() -> None:
    alone = np.zeros(len(HANDS))
    alone[hand_index(parse("AcQd"))] = 1.0
    found = equities(alone, parse("QsJh2h8d5c"))
    assert np.isnan(found[hand_index(parse("Ac3c"))])
    assert found[hand_index(parse("JcJd"))] == 1.0


def test_other_boards_are_refused() -> None:
    with pytest.raises(BadInput, match="three, four or five"):
        equities(np.ones(len(HANDS)), parse("QsJh"))


BOARDS = (
    "QsJh2h8d5c",
    "QhJh2h8d5c",
    "9h8h7hTcKd",
    "QhJh2h8h5c",
    "QhJh2h8h5h",
    "AsKsQdJdTc",
    "AsAdAh2c2d",
    "KhKd7h7d2h",
)


@pytest.mark.parametrize("cards", BOARDS)
def test_every_hand_wins_and_meets_what_a_plain_comparison_finds(cards: str) -> None:
    board = np.array([parse(cards)], np.uint8)
    weights = np.random.default_rng(2).random(len(HANDS)) ** 3 * unblocked_hands(parse(cards))
    rank = rivers(board)[0][0].astype(int)
    beats = (rank[:, None] < rank) + (rank[:, None] == rank) / 2
    left = unblocked_hands(parse(cards))
    won, met = won_and_met(board, weights)
    np.testing.assert_allclose(won[left], ((beats * apart()) @ weights)[left], atol=1e-9)
    np.testing.assert_allclose(met[left], (apart() @ weights)[left], atol=1e-9)


def test_hands_that_meet_a_board_win_and_meet_nothing_on_it() -> None:
    boards = np.array([parse(cards) for cards in BOARDS[:3]], np.uint8)
    weights = np.ones(len(HANDS))
    single = [won_and_met(boards[index : index + 1], weights) for index in range(3)]
    won, met = won_and_met(boards, weights)
    np.testing.assert_allclose(won, sum(one for one, _ in single))
    np.testing.assert_allclose(met, sum(one for _, one in single))
    assert not single[0][0][~unblocked_hands(parse(BOARDS[0]))].any()
    assert not single[0][1][~unblocked_hands(parse(BOARDS[0]))].any()


@pytest.mark.parametrize(
    ("board", "digest"),
    [
        ((0, 14, 29), "7fc2644d2a830590"),
        ((0, 1, 29), "3f823bffab02f82b"),
        ((0, 1, 2), "a5927d47fae2fd47"),
        ((0, 1, 2, 3), "0987f9a05782e877"),
        ((5, 18, 31, 44), "28fc85130b5ae7d3"),
        ((12, 25, 38, 51, 0), "5ec90df35ab8b858"),
    ],
)
def test_the_walk_adds_in_one_order_so_that_its_sums_are_the_same_to_the_bit(
    board: tuple[int, ...], digest: str
) -> None:
    random = np.random.default_rng(7)
    weights = random.random(len(HANDS)) * (random.random(len(HANDS)) < 0.6)
    won, met = won_and_met(run_outs(board), weights)
    assert sha256(won.tobytes() + met.tobytes()).hexdigest()[:16] == digest


FLOP = parse("Qs7h2h")


def count_equity(first: Weights, second: Weights, board: tuple[Card, ...]) -> float:
    *_, found = exact_equity(first, second, board)
    assert isinstance(found, RangeEquity)
    return found.equity[0]


def only(weights: Weights, name: str) -> Weights:
    return np.where(np.array(CLASSES) == name, weights, np.float32(0))


@pytest.mark.parametrize("board", [FLOP, parse("Qs7h2hKd"), parse("Qs7h2hKdQh")])
def test_every_class_has_the_equity_of_its_hands(board: tuple[Card, ...]) -> None:
    first, second = parse_range("77,AhKh,A5s:0.25"), parse_range("QQ-TT,AQ:0.5,KhJh")
    one, other = cleared(first, second, board)
    found = class_equities(one, other, equities(other, board))
    assert set(found) == {"77", "AKs", "A5s"} - ({"AKs"} if parse("Kh")[0] in board else set())
    for name, share in found.items():
        assert share == pytest.approx(count_equity(only(first, name), second, board)), name


def test_before_the_flop_classes_come_from_the_table() -> None:
    first, second = parse_range("QQ,AsKs"), parse_range("AA,AKo")
    one, other = cleared(first, second, ())
    found = class_equities(one, other, equities(other, ()))
    assert found["QQ"] == pytest.approx(count_equity(only(first, "QQ"), second, ()), abs=1e-6)
    assert found["AKs"] == pytest.approx(count_equity(only(first, "AKs"), second, ()), abs=1e-6)


def test_after_each_next_card_stands_the_equity_on_that_board() -> None:
    first, second = parse_range("AhKh,QdJd:0.5"), parse_range("QQ,JTs,9h8h")
    found = dict(next_card_equities(*cleared(first, second, FLOP), FLOP))
    assert len(found) == 49
    for card in parse("AsKhQh3h4cJd"):
        assert found[card] == pytest.approx(count_equity(first, second, (*FLOP, card)))


def test_a_card_that_ends_the_deal_is_left_out() -> None:
    found = dict(next_card_equities(*cleared(parse_range("AhKh"), parse_range("QdQc"), FLOP), FLOP))
    assert set(found).isdisjoint(parse("AhKhQdQc"))
    with pytest.raises(BadInput):
        count_equity(parse_range("AhKh"), parse_range("QdQc"), (*FLOP, *parse("Qd")))


@pytest.mark.parametrize(("text", "alike"), [("AA,AKs:0.5", True), ("random", True), ("AsKs", False)])
def test_classes_are_treated_alike_or_not(text: str, alike: bool) -> None:
    assert treats_classes_alike(parse_range(text).astype(float)) == alike


def some_range() -> np.ndarray:
    return np.random.default_rng(1).random(len(HANDS)) ** 3


@pytest.mark.parametrize("flop", ["QsJh2h", "8h7h6h", "KsKd4c"])
def test_on_the_flop_they_are_within_a_point_or_two_of_the_exact_ones(flop: str) -> None:
    board = parse(flop)
    off = (quick_equities(some_range(), board) - equities(some_range(), board))[unblocked_hands(board)]
    assert abs(off.mean()) < 0.004
    assert off.std() < 0.014
    assert abs(off).max() < 0.05


@pytest.mark.parametrize("cards", ["QsJh2h8d", "QsJh2h8d5c"])
def test_on_the_turn_and_the_river_they_are_exact(cards: str) -> None:
    board = parse(cards)
    np.testing.assert_array_equal(quick_equities(some_range(), board), equities(some_range(), board))


def test_hands_that_no_hand_of_the_range_can_be_held_beside_have_none() -> None:
    board = parse("QsJh2h")
    only = np.zeros(len(HANDS))
    only[[HANDS.index((0, 1))]] = 1.0
    found = quick_equities(only, board)
    assert np.isnan(found[HANDS.index((0, 1))])
    assert 0.0 <= found[HANDS.index((2, 3))] <= 1.0


def test_the_same_board_and_range_give_the_same_figures() -> None:
    board = parse("QsJh2h")
    np.testing.assert_array_equal(quick_equities(some_range(), board), quick_equities(some_range(), board))


def equity(a: str, b: str, board: str = "") -> RangeEquity:
    *reports, found = exact_equity(parse_range(a), parse_range(b), parse(board))
    assert isinstance(found, RangeEquity)
    assert all(isinstance(report, Progress) for report in reports)
    return found


def test_two_aces_against_any_hand() -> None:
    found = equity("AsAh", "random")
    assert found.deals == 2_097_572_400
    assert found.equity[0] == pytest.approx(0.852037, abs=5e-7)
    assert found.win[0] + found.tie / 2 == pytest.approx(found.equity[0])
    assert found.win[0] == pytest.approx(0.8493, abs=5e-5)
    assert (found.exact, found.ci95) == (True, 0.0)


def test_two_kings_against_any_hand() -> None:
    """Two kings have an equity of 0.8239568 against a random hand.

    The source is "Hold'em heads up", http://jazbo.com/poker/huholdem.html (all 169 classes).
    """
    assert equity("KsKh", "random").equity[0] == pytest.approx(0.8239568, abs=5e-8)


@pytest.mark.parametrize(
    ("a", "b", "wins", "ties"), [("AsKs", "QhQd", 787_966, 6_732), ("6s6h", "5d5c", 1_365_284, 32_116)]
)
def test_two_hands_win_as_often_as_published(a: str, b: str, wins: int, ties: int) -> None:
    """Sixes against fives win 1,365,284 deals, lose 314,904 deals and tie 32,116 deals.

    This hand of G. Hansen and D. Negreanu is in the documentation of the Rust crate wincounter 0.1.6 (docs.rs,
    heads_up.rs).
    """
    found = equity(a, b)
    assert found.deals == 1_712_304
    assert found.win[0] * found.deals == pytest.approx(wins)
    assert found.tie * found.deals == pytest.approx(ties)


@pytest.mark.parametrize(
    ("a", "b", "win", "tie"), [("AsAc", "KsQc", 0.8765, 0.0049), ("AsAc", "7d6d", 0.7681, 0.0032)]
)
def test_two_hands_win_the_share_that_is_published(a: str, b: str, win: float, tie: float) -> None:
    """AsAc wins 87.65 % against KsQc (0.49 % ties) and 76.81 % against 7d6d (0.32 % ties), to 0.01 %.

    The source is Wikipedia, "Poker probability (Texas hold 'em)", head-to-head starting hand matchups.
    """
    found = equity(a, b)
    assert found.win[0] == pytest.approx(win, abs=5e-5)
    assert found.tie == pytest.approx(tie, abs=5e-5)


PAIRS = [("QQ+,AKs", "22,JTs:0.5,9h8h"), ("77+,AT+", "KhQh,KdQd,7c7d:0.25"), ("AcKd", "random")]
RANGE_BOARDS = ("QsJh2h", "QsJh2h8d5c", "5s6s7s8s", "As2s9s9h")


@pytest.mark.parametrize("board", RANGE_BOARDS)
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_counted_as_one_by_one(a: str, b: str, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting whole ranges at once and counting hand by hand must give the same equities and numbers of deals."""
    whole = equity(a, b, board)
    monkeypatch.setattr(range_equity._Part, "work", 0.0)
    by_hand = equity(a, b, board)
    monkeypatch.setattr(range_equity, "FEW_HANDS", 0)
    without_list = equity(a, b, board)
    for found in (by_hand, without_list):
        assert found.equity == pytest.approx(whole.equity)
        assert found.tie == pytest.approx(whole.tie)
        assert found.deals == whole.deals


@pytest.mark.parametrize("board", ["QsJh2h8d", "QsJh2h8d5c"])
def test_a_hand_against_a_range_is_as_the_plain_one_counts(board: str) -> None:
    weights = parse_range("77+,KQ:0.5,AhTh,JcTc")
    against = {hand: float(weight) for hand, weight in zip(HANDS, weights, strict=True) if weight}
    ace, queen = parse("AcQd")
    win, tie = plain_equity((ace, queen), parse(board), against)
    found = equity("AcQd", "77+,KQ:0.5,AhTh,JcTc", board)
    assert found.win[0] == pytest.approx(win)
    assert found.tie == pytest.approx(tie)


def test_what_can_be_held_at_once_counts_however_little_it_weighs() -> None:
    """Only the opponent's compatible hands count, however small their weight is.

    In this test, a blocked hand has 10^17 times the weight of the compatible hand. Subtracting the blocked
    weight from the total would therefore leave 0.
    """
    weights = parse_range("AsKs,2c2d")
    weights[hand_index(parse("2c2d"))] = 1e-17
    for board in ("", "7h8h9d"):
        *_, found = exact_equity(parse_range("AsAh"), weights, parse(board))
        alone = equity("AsAh", "2c2d", board)
        assert isinstance(found, RangeEquity)
        assert found.equity == pytest.approx(alone.equity)


def test_hands_that_differ_by_suits_alone_are_counted_once() -> None:
    *reports, found = exact_equity(parse_range("AA"), parse_range("AA"), ())
    assert isinstance(found, RangeEquity)
    assert found.equity == pytest.approx((0.5, 0.5))
    assert found.deals == 6 * 1_712_304
    assert isinstance(reports[-1], Progress)
    assert reports[-1].iteration < 2_118_760 / 3


def test_a_range_against_a_hand_is_counted_as_quickly_as_the_hand_against_the_range() -> None:
    *forth, found = exact_equity(parse_range("AsAh"), parse_range("random"), parse("2c7d9h"))
    *back, exchanged = exact_equity(parse_range("random"), parse_range("AsAh"), parse("2c7d9h"))
    assert [item.iteration for item in forth] == [item.iteration for item in back]
    assert found == exchanged.exchanged()


def test_sides_exchanged_exchange_the_shares() -> None:
    found, exchanged = equity("AKs", "QQ", "2c7d9h"), equity("QQ", "AKs", "2c7d9h")
    assert found.equity == pytest.approx(exchanged.equity[::-1])
    assert found.tie == pytest.approx(exchanged.tie)


@pytest.mark.parametrize(
    ("a", "b", "board", "words"),
    [
        ("AA", "KK", "As", "three, four or five different cards, or none"),
        ("AsAh", "KK", "As2s3s", "The board As2s3s leaves no hand of the first range"),
        ("AA", "KsKh", "Ks2s3s", "no hand of the second range"),
        ("AsAh", "AsKs", "", "Every hand of the first range shares a card with every hand of the second"),
    ],
)
def test_what_cannot_be_dealt_is_said(a: str, b: str, board: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        equity(a, b, board)


def make_deals(first: str, second: str, board: str = "") -> RandomDeals:
    cards = parse(board)
    return RandomDeals(*cleared(parse_range(first), parse_range(second), cards), cards)


def list_hands(deals: np.ndarray, side: int) -> list[int]:
    pairs: list[list[Card]] = deals[:, 2 * side : 2 * side + 2].tolist()
    return [hand_index(pair) for pair in pairs]


def test_no_card_is_dealt_twice_and_the_board_lies_as_it_is() -> None:
    deals = make_deals("random", "AA,AK", "2c7d9h").throw(2_000, np.random.default_rng(0))
    assert all(len(set(deal)) == 9 for deal in deals.tolist())
    assert (deals[:, 4:7] == parse("2c7d9h")).all()
    assert len(deals) > 1_000


def test_pairs_come_in_proportion_to_the_product_of_their_weights() -> None:
    deals = make_deals("AsAh:0.5,KsKh", "AsKs,QdQc:0.25").throw(40_000, np.random.default_rng(1))
    kings = np.array(list_hands(deals, 0)) == hand_index(parse("KsKh"))
    assert set(list_hands(deals, 1)) == {hand_index(parse("QdQc"))}, "AsKs meets both hands of the other side"
    assert kings.mean() == pytest.approx(2 / 3, abs=0.015)


def test_hands_that_share_a_card_hold_nothing_up() -> None:
    deals = make_deals("AsAh", "AK,AQ,AJ,2c2d:0.000001").throw(1_000, np.random.default_rng(0))
    assert len(deals) > 400


def test_samples_meet_the_count_within_their_interval() -> None:
    *_, exact = exact_equity(parse_range("AKs,77"), parse_range("QQ:0.5,JTs"), parse("2c7d9h"))
    rng = np.random.default_rng(3)
    *reports, found = sampled_equity(
        parse_range("AKs,77"), parse_range("QQ:0.5,JTs"), parse("2c7d9h"), rng, samples=200_000
    )
    assert isinstance(found, RangeEquity)
    assert isinstance(exact, RangeEquity)
    assert found.deals == 200_000
    assert abs(found.equity[0] - exact.equity[0]) < 2 * found.ci95 < 0.01
    assert [report.iteration for report in reports if isinstance(report, Progress)][-1] == 200_000


def test_few_samples_never_look_certain() -> None:
    *_, found = sampled_equity(
        parse_range("AsAh"), parse_range("7c2d"), parse("AdAcKh"), np.random.default_rng(0), samples=3
    )
    assert isinstance(found, RangeEquity)
    assert found.equity == (1.0, 0.0)
    assert found.ci95 > 0.2


def test_samples_end_with_their_time() -> None:
    *_, found = sampled_equity(
        parse_range("AA"), parse_range("KK"), (), np.random.default_rng(0), seconds=1e-6
    )
    assert isinstance(found, RangeEquity)
    assert found.deals == SAMPLES_AT_A_TIME
