"""How the hash table is filled."""

import pytest

from ai.hands.hash_table import FIVE_CARD_HANDS, HandTable
from ai.hands.hash_table_statistics import statistics
from game.core import Progress
from game.study.odds import HandTableStatistics
from tests.ai.hands.random_hands import random_hands


def test_statistics_tell_how_far_hands_lie_from_home(table: HandTable) -> None:
    *reports, found = statistics(table)
    assert isinstance(found, HandTableStatistics)
    assert [report.iteration for report in reports if isinstance(report, Progress)][-1] == FIVE_CARD_HANDS
    assert sum(found.probes) == FIVE_CARD_HANDS
    assert found.longest_probe == len(found.probes)
    assert found.probes[-1] > 0
    assert len(table.way(found.farthest).slots) == found.longest_probe
    assert found.displaced == FIVE_CARD_HANDS - found.probes[0]
    assert found.load == pytest.approx(0.6196, abs=1e-4)
    longest = max(
        (table.way(hand) for hand in random_hands(2_000, 5).tolist()), key=lambda one: len(one.slots)
    )
    assert len(longest.slots) <= found.longest_probe < 200
    assert 1 < found.mean_probes < 3
    assert 0 < found.displaced < FIVE_CARD_HANDS
