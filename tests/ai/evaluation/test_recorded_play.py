"""What a recorded person can be beaten for, and the interval about it."""

from collections.abc import Mapping, Sequence

import pytest

from ai.agents import kuhn_tables
from ai.algorithms.best_response import exploitability
from ai.evaluation.recorded_play import Beaten, beaten
from game.core import InformationState
from game.rules.kuhn_poker import half_street

ROOT = half_street(1)
PERFECT = kuhn_tables.by_name(kuhn_tables.EQUILIBRIUM, ROOT.rules).strategy


def found(counts: Mapping[str, Sequence[int]]) -> Beaten:
    return beaten(ROOT, counts, PERFECT)


def test_the_figure_is_that_of_the_shares_and_lies_in_its_interval() -> None:
    played = {"Q": (1, 3), "Kb": (5, 1), "A": (0, 4)}
    table = {"Q": {0: 0.25, 1: 0.75}, "Kb": {0: 5 / 6, 1: 1 / 6}, "A": {0: 0.0, 1: 1.0}}

    def policy(info: InformationState) -> Mapping[int, float]:
        return table.get(info.key) or PERFECT(info)

    answer = found(played)
    assert answer.exploitability == pytest.approx(exploitability(ROOT, (policy, policy)).exploitability)
    low, high = answer.interval
    assert 0 <= low < answer.exploitability < high


def test_the_interval_is_the_same_for_the_same_record_and_narrows_with_the_hands() -> None:
    few, many = found({"Q": (2, 4), "Kb": (6, 2)}), found({"Q": (200, 400), "Kb": (600, 200)})
    assert few == found({"Q": (2, 4), "Kb": (6, 2)})
    assert few.exploitability == pytest.approx(many.exploitability)
    assert many.interval[1] - many.interval[0] < (few.interval[1] - few.interval[0]) / 4


def test_what_was_played_perfectly_and_what_never_was_is_worth_nothing() -> None:
    assert found({"A": (0, 9), "K": (9, 0), "Qb": (7, 0), "Q": (0, 0)}).interval == pytest.approx((0, 0))


def test_there_is_no_reply_to_what_was_never_done() -> None:
    """Who only checks is answered with nothing where a bet would be faced."""
    reply = found({"Q": (5, 0), "K": (5, 0), "A": (5, 0)}).reply
    assert {key for key, action in reply.items() if action is None} == {"Ab", "Kb", "Qb"}
