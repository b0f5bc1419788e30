"""The hash table of all hands: none lost, none invented, the same as both evaluators; kept, mapped, rebuilt."""

from itertools import chain, combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from ai.hands import evaluator, hash_table
from ai.hands.hash_table import (
    HANDS,
    ROW,
    HandTable,
    Statistics,
    build,
    draw_numbers,
    independent,
    load,
    ready,
)
from game.core import BadInput, Progress
from game.rules import hand_rank
from game.rules.cards import DECK, parse
from game.rules.hand_rank import Category
from tests.ai.hands.random_hands import random_hands
from tests.rules.test_hand_rank import FIVE_CARD_COUNTS


@pytest.fixture(scope="module")
def table() -> HandTable:
    *_, built = build()
    assert isinstance(built, HandTable)
    return built


@pytest.fixture(scope="module")
def all_hands() -> np.ndarray:
    return np.fromiter(chain.from_iterable(combinations(DECK, 5)), np.uint8, 5 * HANDS).reshape(-1, 5)


def test_a_row_has_sixteen_bytes() -> None:
    assert ROW.itemsize == 16


def test_all_hands_count_as_in_the_book_in_7462_classes(table: HandTable) -> None:
    filled = table.rows[table.rows["filled"] == 1]
    assert len(filled) == HANDS
    assert {Category(n): int((filled["category"] == n).sum()) for n in range(9)} == FIVE_CARD_COUNTS
    assert np.count_nonzero(np.bincount(filled["category"].astype(int) << 13 | filled["rank"])) == 7462


def test_all_hands_rank_as_the_fast_evaluator_says(table: HandTable, all_hands: np.ndarray) -> None:
    assert np.array_equal(table.ranks(all_hands), evaluator.ranks(all_hands))


def test_a_hand_of_every_class_ranks_as_the_plain_evaluator_says(
    table: HandTable, all_hands: np.ndarray
) -> None:
    classes, first = np.unique(table.ranks(all_hands), return_index=True)
    assert classes.tolist() == [hand_rank.rank(hand) for hand in all_hands[first].tolist()]
    assert classes.tolist() == list(range(1, 7463))


def test_random_hands_rank_as_the_plain_evaluator_says(table: HandTable) -> None:
    hands = random_hands(20_000, 5)
    assert table.ranks(hands).tolist() == [hand_rank.rank(hand) for hand in hands.tolist()]


@pytest.mark.long
def test_all_hands_rank_as_the_plain_evaluator_says(table: HandTable, all_hands: np.ndarray) -> None:
    plain = (hand_rank.rank(hand) for hand in combinations(DECK, 5))
    assert np.array_equal(table.ranks(all_hands), np.fromiter(plain, np.uint16, HANDS))


@pytest.mark.parametrize("size", [6, 7])
def test_more_cards_are_the_best_of_their_fives(size: int, table: HandTable) -> None:
    hands = random_hands(20_000, size)
    assert np.array_equal(table.ranks(hands), evaluator.ranks(hands))
    assert table.rank(hands[0].tolist()) == hand_rank.rank(hands[0].tolist())


def test_what_is_no_hand_is_not_found(table: HandTable) -> None:
    for size in (0, 1, 2, 3, 4, 6, 7):
        for cards in random_hands(200, max(size, 1))[:, :size].tolist():
            assert table.find(cards) is None
            assert not table.rows[table.way(cards).slots[-1]]["filled"]


def test_a_hand_is_found_step_by_step(table: HandTable) -> None:
    for hand in random_hands(500, 5).tolist():
        found = table.find(hand)
        assert found is not None
        way = found.way
        assert way.slots[0] == way.address % len(table.rows)
        assert table.rows[way.slots[-1]]["code"] == way.code
        assert all(table.rows[slot]["code"] != way.code for slot in way.slots[:-1])
        assert all((slot + 1) % len(table.rows) == after for slot, after in pairwise(way.slots))
        assert found.category == hand_rank.category(hand)
    royal = table.find(parse("AsKsQsJsTs"))
    assert royal is not None
    assert (royal.category, royal.rank_in_category) == (Category.STRAIGHT_FLUSH, 0)


def test_statistics_tell_how_far_hands_lie_from_home(table: HandTable) -> None:
    *reports, found = table.statistics()
    assert isinstance(found, Statistics)
    assert [report.iteration for report in reports if isinstance(report, Progress)][-1] == HANDS
    assert sum(found.probes) == HANDS
    assert found.longest_probe == len(found.probes)
    assert found.probes[-1] > 0
    assert len(table.way(found.farthest).slots) == found.longest_probe
    assert found.displaced == HANDS - found.probes[0]
    assert found.load == pytest.approx(0.6196, abs=1e-4)
    longest = max(
        (table.way(hand) for hand in random_hands(2_000, 5).tolist()), key=lambda one: len(one.slots)
    )
    assert len(longest.slots) <= found.longest_probe < 200
    assert 1 < found.mean_probes < 3
    assert 0 < found.displaced < HANDS


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
    assert independent(codes.tolist())


def test_a_kept_table_is_mapped_and_not_built_again(table: HandTable, tmp_path: Path) -> None:
    hash_table.keep(table, tmp_path)
    (mapped,) = ready(tmp_path)
    assert isinstance(mapped, HandTable)
    assert isinstance(mapped.rows, np.memmap)
    hands = random_hands(1_000, 5)
    assert np.array_equal(mapped.ranks(hands), table.ranks(hands))


@pytest.mark.parametrize("damage", ["rows", "short", "label", "version", "missing"])
def test_a_damaged_table_is_not_mapped(damage: str, table: HandTable, tmp_path: Path) -> None:
    hash_table.keep(table, tmp_path)
    rows, label = tmp_path / "hands.table", tmp_path / "hands.json"
    content = rows.read_bytes()
    if damage == "rows":
        rows.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    elif damage == "short":
        rows.write_bytes(content[: len(content) // 2])
    elif damage == "label":
        label.write_text("{")
    elif damage == "version":
        label.write_text(label.read_text().replace('"version": 1', '"version": 0'))
    else:
        rows.unlink()
    assert load(tmp_path) is None


def test_a_missing_table_is_built_with_progress_and_kept(tmp_path: Path) -> None:
    *reports, built = ready(tmp_path)
    assert isinstance(built, HandTable)
    assert all(isinstance(report, Progress) for report in reports)
    assert [report.iteration for report in reports if isinstance(report, Progress)][-1] == 2 * HANDS
    assert load(tmp_path) is not None


def test_a_folder_that_cannot_be_written_costs_only_the_next_start(
    table: HandTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.user_files.atomic_write", full)
    hash_table.keep(table, tmp_path)
    assert load(tmp_path) is None


def test_hands_of_four_or_eight_cards_are_refused(table: HandTable) -> None:
    for size in (4, 8):
        with pytest.raises(BadInput, match="five, six or seven cards"):
            table.rank(range(size))
