"""Equity of ranges: published match-ups, the plain count, and the two ways to count beside each other."""

import pytest

from ai.hands import range_equity
from ai.hands.combos import HANDS, parse_range, place_of
from ai.hands.range_equity import exact_equity
from game.core import BadInput, Progress
from game.rules.cards import parse
from game.study.odds import RangeEquity
from tests.ai.hands.plain_equity import plain_equity


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
    """0.8239568: "Hold'em heads up", http://jazbo.com/poker/huholdem.html, all 169 classes to seven decimals."""
    assert equity("KsKh", "random").equity[0] == pytest.approx(0.8239568, abs=5e-8)


@pytest.mark.parametrize(
    ("a", "b", "wins", "ties"), [("AsKs", "QhQd", 787_966, 6_732), ("6s6h", "5d5c", 1_365_284, 32_116)]
)
def test_two_hands_win_as_often_as_published(a: str, b: str, wins: int, ties: int) -> None:
    """Sixes against fives as in the documentation of the Rust crate wincounter 0.1.6 (docs.rs, heads_up.rs).

    A hand of G. Hansen and D. Negreanu: 1,365,284 won, 314,904 lost, 32,116 tied.
    """
    found = equity(a, b)
    assert found.deals == 1_712_304
    assert found.win[0] * found.deals == pytest.approx(wins)
    assert found.tie * found.deals == pytest.approx(ties)


@pytest.mark.parametrize(
    ("a", "b", "win", "tie"), [("AsAc", "KsQc", 0.8765, 0.0049), ("AsAc", "7d6d", 0.7681, 0.0032)]
)
def test_two_hands_win_the_share_that_is_published(a: str, b: str, win: float, tie: float) -> None:
    """Wikipedia, "Poker probability (Texas hold 'em)", head-to-head starting hand matchups, to 0.01 %.

    AsAc wins 87.65 % against KsQc (0.49 % split) and 76.81 % against 7d6d (0.32 % split).
    """
    found = equity(a, b)
    assert found.win[0] == pytest.approx(win, abs=5e-5)
    assert found.tie == pytest.approx(tie, abs=5e-5)


PAIRS = [("QQ+,AKs", "22,JTs:0.5,9h8h"), ("77+,AT+", "KhQh,KdQd,7c7d:0.25"), ("AcKd", "random")]
BOARDS = ("QsJh2h", "QsJh2h8d5c", "5s6s7s8s", "As2s9s9h")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_counted_as_one_by_one(a: str, b: str, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole ranges walked through together, and hand by hand against few or many."""
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
    """The hand that shares a card weighs 10^17 times as much: a difference of sums would leave nothing."""
    weights = parse_range("AsKs,2c2d")
    weights[place_of(parse("2c2d"))] = 1e-17
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
