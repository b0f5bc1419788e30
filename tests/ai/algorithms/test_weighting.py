"""What blocks of iterations weigh: the same as tables that shrink between them."""

import pytest

from ai.algorithms.mccfr import DISCOUNTED, LINEAR, WEIGHTINGS, Weighting


@pytest.mark.parametrize("weighting", WEIGHTINGS.values())
def test_later_blocks_weigh_what_shrinking_tables_would_make_of_them(weighting: Weighting) -> None:
    regrets = sums = 0.0
    for block in range(1, 8):
        if block > 1:
            before = block - 1
            regrets *= before**weighting.regrets / (before**weighting.regrets + 1)
            sums *= (before / block) ** weighting.sums
        regrets, sums = regrets + 1, sums + 1
    weights = [weighting.of_block(block) for block in range(1, 8)]
    assert sum(one for one, _ in weights) / weights[-1][0] == pytest.approx(regrets)
    assert sum(one for _, one in weights) / weights[-1][1] == pytest.approx(sums)


def test_linear_weights_rise_by_one() -> None:
    assert [LINEAR.of_block(block) for block in (1, 2, 5)] == [(1, 1), (2, 2), (5, 5)]


def test_discounted_sums_rise_faster_than_linear_ones() -> None:
    assert DISCOUNTED.of_block(5)[1] == 25
