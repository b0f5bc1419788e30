"""Equity by deals at random: within its interval, honest with few deals, and never held up by collisions."""

import numpy as np
import pytest

from ai.hands.combos import parse_range, place_of
from ai.hands.equities import SAMPLES_AT_A_TIME, RandomDeals, sampled_equity
from ai.hands.range_equity import cleared, exact_equity
from game.core import Progress
from game.rules.cards import Card, parse
from game.study.odds import RangeEquity


def deals_of(first: str, second: str, board: str = "") -> RandomDeals:
    cards = parse(board)
    return RandomDeals(*cleared(parse_range(first), parse_range(second), cards), cards)


def hands_of(deals: np.ndarray, side: int) -> list[int]:
    pairs: list[list[Card]] = deals[:, 2 * side : 2 * side + 2].tolist()
    return [place_of(pair) for pair in pairs]


def test_no_card_is_dealt_twice_and_the_board_lies_as_it_is() -> None:
    deals = deals_of("random", "AA,AK", "2c7d9h").throw(2_000, np.random.default_rng(0))
    assert all(len(set(deal)) == 9 for deal in deals.tolist())
    assert (deals[:, 4:7] == parse("2c7d9h")).all()
    assert len(deals) > 1_000


def test_pairs_come_in_proportion_to_the_product_of_their_weights() -> None:
    deals = deals_of("AsAh:0.5,KsKh", "AsKs,QdQc:0.25").throw(40_000, np.random.default_rng(1))
    kings = np.array(hands_of(deals, 0)) == place_of(parse("KsKh"))
    assert set(hands_of(deals, 1)) == {place_of(parse("QdQc"))}, "AsKs meets both hands of the other side"
    assert kings.mean() == pytest.approx(2 / 3, abs=0.015)


def test_hands_that_share_a_card_hold_nothing_up() -> None:
    deals = deals_of("AsAh", "AK,AQ,AJ,2c2d:0.000001").throw(1_000, np.random.default_rng(0))
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
