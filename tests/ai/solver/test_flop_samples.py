"""A sample of flops against all of them, by the equities of ranges."""

import numpy as np
import pytest

from ai.hands.combos import left_by, opposing_weight, parse_range
from ai.hands.equities import quick_equities
from ai.solver.boards.flops import WeightedFlop, all_flops, flop_sample

RANGES = {
    "wide against tight": (
        "22+,A2s+,K7s+,Q9s+,J9s+,T8s+,A9o+,KTo+",
        "22+,A8s+,KTs+,QTs+,JTs,T9s,98s,AJo+",
    ),
    "any hand against the strongest": ("random", "QQ+,AK"),
}


@pytest.mark.long
@pytest.mark.parametrize("pair", RANGES)
def test_the_mean_equity_over_95_flops_is_that_over_all_within_a_tenth_of_a_point(pair: str) -> None:
    oop, ip = (np.asarray(parse_range(words), float) for words in RANGES[pair])
    known: dict[tuple[int, ...], tuple[float, float]] = {}

    def mean(flops: list[WeightedFlop]) -> float:
        won = met = 0.0
        for flop, times in flops:
            if flop not in known:
                live = left_by(flop)
                mine, theirs = oop * live, ip * live
                meeting = mine * opposing_weight(theirs)
                known[flop] = (
                    float(np.nansum(quick_equities(theirs, flop) * meeting)),
                    float(meeting.sum()),
                )
            won += times * known[flop][0]
            met += times * known[flop][1]
        return won / met

    assert mean(flop_sample(95)) == pytest.approx(mean(all_flops()), abs=0.00105)
