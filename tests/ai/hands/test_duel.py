"""Two open hands: known values, and what adds up."""

import pytest

from ai.hands.duel import duel
from ai.hands.equity import Equity, against_range
from game.core import Progress
from game.rules.cards import parse


def odds(first: str, second: str, board: str = "") -> Equity:
    *reports, found = duel(parse(first), parse(second), parse(board))
    assert all(isinstance(report, Progress) and report.iteration <= found.deals for report in reports)
    assert isinstance(found, Equity)
    return found


def test_ace_king_suited_against_queens_is_as_published() -> None:
    found = odds("AsKs", "QhQd")
    assert found.equity == pytest.approx(0.462145, abs=1e-6)
    assert (found.exact, found.ci95, found.deals) == (True, 0.0, 1_712_304)


@pytest.mark.parametrize(("board", "deals"), [("Kd7s2s", 990), ("Kd7s2s3c", 44), ("Kd7s2s3c4c", 1)])
def test_after_the_flop_it_is_what_the_plain_one_counts(board: str, deals: int) -> None:
    import random

    found = odds("AsKs", "QhQd", board)
    plain = against_range(parse("AsKs"), parse(board), {parse("QhQd"): 1.0}, 2000, random.Random(0))
    assert plain.exact
    assert (found.deals, found.equity) == (deals, pytest.approx(plain.equity))


def test_both_shares_add_up_to_the_pot() -> None:
    one, other = odds("9s8s", "9h8h", "7d6d2c"), odds("9h8h", "9s8s", "7d6d2c")
    assert one.equity + other.equity == pytest.approx(1.0)
    assert one.tie == other.tie > 0.9
