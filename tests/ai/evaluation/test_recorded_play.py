"""What a recorded person can be beaten for, and the interval about it."""

from collections.abc import Mapping, Sequence

import pytest

from ai.agents import kuhn_tables
from ai.algorithms.best_response import exploitability
from ai.features.play import empirical_exploitability
from game.core import InformationState
from game.rules.kuhn_poker import classic, half_street
from game.study.play import RecordedExploitability

ROOT = half_street(1)
PERFECT = kuhn_tables.by_name(kuhn_tables.EQUILIBRIUM, ROOT.rules).strategy


def found(counts: Mapping[str, Sequence[int]]) -> RecordedExploitability:
    return empirical_exploitability(ROOT, counts, PERFECT)


def test_the_estimate_is_no_bound_of_its_interval() -> None:
    """Who never bluffed and never folded in a few hands may do either; the record's own figure is the most."""
    root = classic()
    perfect = kuhn_tables.by_name(kuhn_tables.EQUILIBRIUM, root.rules).strategy
    counts = {"Q": (0, 5), "K": (0, 5), "A": (0, 5), "Qb": (0, 4), "Kb": (0, 4), "Ab": (0, 4)}
    answer = empirical_exploitability(root, counts, perfect)
    low, high = answer.interval
    assert 0 < low < answer.exploitability < high
    assert high < 1 / 3  # the exploitability of exactly these shares


def test_with_the_hands_the_estimate_comes_to_the_exploitability_of_the_shares_and_the_interval_narrows() -> (
    None
):
    table = {"Q": {0: 0.25, 1: 0.75}, "Kb": {0: 5 / 6, 1: 1 / 6}, "A": {0: 0.0, 1: 1.0}}

    def policy(info: InformationState) -> Mapping[int, float]:
        return table.get(info.key) or PERFECT(info)

    true = exploitability(ROOT, (policy, policy)).exploitability
    few, many = (found({"Q": (n, 3 * n), "Kb": (5 * n, n), "A": (0, 4 * n)}) for n in (2, 2_000))
    assert few == found({"Q": (2, 6), "Kb": (10, 2), "A": (0, 8)})
    assert many.exploitability == pytest.approx(true, rel=0.02)
    assert many.interval[1] - many.interval[0] < (few.interval[1] - few.interval[0]) / 4


def test_what_was_played_perfectly_and_what_never_was_is_worth_nothing() -> None:
    assert found({"A": (0, 9), "K": (9, 0), "Qb": (7, 0), "Q": (0, 0)}).interval == pytest.approx((0, 0))


def test_there_is_no_reply_to_what_was_never_done() -> None:
    """Who only checks is answered with nothing where a bet would be faced."""
    reply = found({"Q": (5, 0), "K": (5, 0), "A": (5, 0)}).reply
    assert {key for key, action in reply.items() if action is None} == {"Ab", "Kb", "Qb"}
