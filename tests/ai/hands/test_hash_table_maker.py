"""How the hash table is built: its numbers, and the progress that is told. What it holds: test_hash_table.py."""

import numpy as np

from ai.hands.hash_table import FIVE_CARD_HANDS, HandTable
from ai.hands.hash_table_maker import are_independent, build_table, draw_numbers
from game.core import Progress


def test_progress_counts_every_hand_entered_and_found_again(table: HandTable) -> None:
    *reports, built = build_table()
    assert [report.iteration for report in reports if isinstance(report, Progress)][-1] == 2 * FIVE_CARD_HANDS
    assert isinstance(built, HandTable)
    assert np.array_equal(built.rows, table.rows), "the seed decides the table"


def test_numbers_are_drawn_until_they_are_independent() -> None:
    class Dependent:
        """Dice that at first give numbers of which the last is the XOR of two others."""

        def __init__(self) -> None:
            self.dice = np.random.default_rng(1)
            self.calls = 0

        def integers(self, low: int, high: int, size: int, dtype: type) -> np.ndarray:
            numbers = self.dice.integers(low, high, size, dtype)
            self.calls += 1
            if self.calls == 1:
                numbers[51] = numbers[0] ^ numbers[1]
            return numbers

    dice = Dependent()
    codes, _ = draw_numbers(dice)  # type: ignore[arg-type]
    assert dice.calls == 3
    assert are_independent(codes.tolist())
