"""The hash table of all hands: building, file, statistics, and page."""

import os
import shutil
import time
from collections.abc import Iterator
from functools import reduce
from itertools import chain, combinations, pairwise
from operator import xor
from pathlib import Path

import numpy as np
import pytest

from ai import steps
from ai.hands import evaluator, hash_table_maker
from ai.hands.hash_table import FIVE_CARD_HANDS, ROW, HandTable
from ai.hands.hash_table_maker import (
    are_independent,
    build_table,
    count_probes,
    draw_numbers,
    load_or_build,
    load_table,
    save_table,
)
from ai.kernel_cache import KernelSet
from game.core import BadInput, Progress
from game.features.odds import CountHandTable, LookUpHand
from game.rules import hand_rank
from game.rules.cards import DECK, parse
from game.rules.hand_rank import Category
from game.study.odds import COMPILING, HandRow, HandTableStatistics
from tests.ai.asking import ask_with_reports
from tests.ai.hands.plain_equity import random_hands
from tests.rules.test_cards import FIVE_CARD_COUNTS


@pytest.fixture(scope="module")
def table() -> HandTable:
    *_, built = build_table()
    assert isinstance(built, HandTable)
    return built


@pytest.fixture(scope="module")
def all_hands() -> np.ndarray:
    return np.fromiter(chain.from_iterable(combinations(DECK, 5)), np.uint8, 5 * FIVE_CARD_HANDS).reshape(
        -1, 5
    )


def test_a_row_has_sixteen_bytes() -> None:
    assert ROW.itemsize == 16


def test_all_hands_count_as_in_the_book_in_7462_classes(table: HandTable) -> None:
    filled = table.rows[table.rows["filled"] == 1]
    assert len(filled) == FIVE_CARD_HANDS
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
    assert np.array_equal(table.ranks(all_hands), np.fromiter(plain, np.uint16, FIVE_CARD_HANDS))


@pytest.mark.parametrize("size", [6, 7])
def test_more_cards_are_the_best_of_their_fives(size: int, table: HandTable) -> None:
    hands = random_hands(20_000, size)
    assert np.array_equal(table.ranks(hands), evaluator.ranks(hands))
    assert table.rank(hands[0].tolist()) == hand_rank.rank(hands[0].tolist())


def test_what_is_no_hand_is_not_found(table: HandTable) -> None:
    for size in (0, 1, 2, 3, 4, 6, 7):
        for cards in random_hands(200, max(size, 1))[:, :size].tolist():
            assert not table.rows[table.way(cards).slots[-1]]["filled"]


def test_a_hand_is_found_step_by_step(table: HandTable) -> None:
    for hand in random_hands(500, 5).tolist():
        way = table.way(hand)
        row = table.rows[way.slots[-1]]
        assert row["filled"]
        assert row["code"] == way.code
        assert row["category"] == hand_rank.category(hand)
        assert way.slots[0] == way.address % len(table.rows)
        assert all(table.rows[slot]["code"] != way.code for slot in way.slots[:-1])
        assert all((slot + 1) % len(table.rows) == after for slot, after in pairwise(way.slots))
    royal = table.rows[table.way(parse("AsKsQsJsTs")).slots[-1]]
    assert (royal["filled"], royal["category"], royal["rank"]) == (1, Category.STRAIGHT_FLUSH, 0)


def test_hands_of_four_or_eight_cards_are_refused(table: HandTable) -> None:
    for size in (4, 8):
        with pytest.raises(BadInput, match="five, six or seven cards"):
            table.rank(range(size))


FULL = OSError(28, "No space left on device")


@pytest.fixture(scope="module")
def saved_table(table: HandTable, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    save_table(table, folder)
    return folder


@pytest.fixture
def built_at_once(table: HandTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hash_table_maker, "build_table", lambda: iter([Progress(1, 2, 0.0), table]))


def test_a_kept_table_is_mapped_and_not_built_again(table: HandTable, saved_table: Path) -> None:
    (mapped,) = load_or_build(saved_table)
    assert isinstance(mapped, HandTable)
    assert isinstance(mapped.rows, np.memmap)
    hands = random_hands(1_000, 5)
    assert np.array_equal(mapped.ranks(hands), table.ranks(hands))


@pytest.mark.parametrize("damage", ["rows", "short", "label", "version", "missing"])
def test_a_damaged_table_is_not_mapped(damage: str, saved_table: Path, tmp_path: Path) -> None:
    rows, label = tmp_path / "hands.table", tmp_path / "hands.json"
    shutil.copy(saved_table / label.name, label)
    if damage == "rows":
        shutil.copy(saved_table / rows.name, rows)
        with rows.open("r+b") as file:
            first = file.read(1)[0]
            file.seek(0)
            file.write(bytes([first ^ 1]))
    elif damage == "short":
        rows.write_bytes(bytes(1_000))
    elif damage != "missing":
        os.link(saved_table / rows.name, rows)
    if damage == "label":
        label.write_text("{")
    elif damage == "version":
        label.write_text(label.read_text().replace('"version": 1', '"version": 0'))
    assert load_table(tmp_path) is None


def test_a_missing_table_is_built_with_progress_and_kept(tmp_path: Path, built_at_once: None) -> None:
    *reports, built = load_or_build(tmp_path)
    assert isinstance(built, HandTable)
    assert reports[0] == Progress(1, 2, 0.0)
    assert load_table(tmp_path) is not None


def test_while_the_table_is_written_reports_go_on(
    built_at_once: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(hash_table_maker, "save_table", lambda *_: time.sleep(0.1))
    *reports, _ = load_or_build(tmp_path)
    assert len(reports) > 3


def test_a_folder_that_cannot_be_written_costs_only_the_next_start(
    built_at_once: None, table: HandTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise FULL

    monkeypatch.setattr("game.files.user_files.atomic_write", full)
    with pytest.raises(OSError, match="No space left"):
        save_table(table, tmp_path)
    *_, built = load_or_build(tmp_path)
    assert built is table
    assert load_table(tmp_path) is None


def test_progress_counts_every_hand_entered_and_found_again(table: HandTable) -> None:
    *reports, built = build_table()
    assert [report.iteration for report in reports if isinstance(report, Progress)][-1] == 2 * FIVE_CARD_HANDS
    assert isinstance(built, HandTable)
    assert np.array_equal(built.rows, table.rows), "the seed decides the table"


def test_numbers_are_drawn_until_they_are_independent() -> None:
    class Dependent:
        """A generator whose first result is linearly dependent: the last number is the XOR of two others."""

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


def test_statistics_tell_how_far_hands_lie_from_home(table: HandTable) -> None:
    *reports, found = count_probes(table)
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


@pytest.fixture(scope="module", autouse=True)
def one_table(table: HandTable) -> Iterator[None]:
    """Let all tests share one hash table, without a cache folder."""
    hash_table_maker._cache.table = table
    yield
    hash_table_maker._cache.table = hash_table_maker._cache.statistics = None


def test_statistics_come_after_progress_and_at_once_when_asked_again() -> None:
    reports, found = ask_with_reports(CountHandTable())
    assert reports[-1].iteration == reports[-1].total == FIVE_CARD_HANDS
    assert found.hands == FIVE_CARD_HANDS
    assert ask_with_reports(CountHandTable()) == ([], found)


def test_five_cards_are_one_set_that_ends_at_its_own_row() -> None:
    _, found = ask_with_reports(LookUpHand(cards=parse("AsAhAdKsKh")))
    [only] = found.sets
    assert found.best == 0
    assert only.code == reduce(xor, (code for code, _ in found.numbers)) == only.slots[-1].code
    assert only.address == reduce(xor, (address for _, address in found.numbers))
    assert only.home == only.address % (1 << 22)
    assert only.row == HandRow(category=6, index=0, size=156, rank=167)


@pytest.mark.parametrize(("cards", "sets"), [("AsKsQsJsTs2d", 6), ("7c2d3h9sKdQcJh", 21)])
def test_of_more_cards_every_five_is_looked_up_and_the_best_is_named(cards: str, sets: int) -> None:
    _, found = ask_with_reports(LookUpHand(cards=parse(cards)))
    assert len(found.sets) == sets
    assert found.sets[found.best].row.rank == evaluator.rank(parse(cards))


@pytest.mark.parametrize("cards", ["As", "AsKs", "AsKsQs", "AsKsQsJs"])
def test_what_is_no_hand_ends_at_an_empty_row(cards: str) -> None:
    _, found = ask_with_reports(LookUpHand(cards=parse(cards)))
    [only] = found.sets
    assert found.best is None
    assert only.slots[-1].code is None
    assert only.row is None


@pytest.mark.parametrize("cards", [(), (0, 0), tuple(range(8))])
def test_other_numbers_of_cards_are_refused(cards: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="one to seven different cards"):
        ask_with_reports(LookUpHand(cards=cards))


def test_the_table_is_built_when_it_is_first_asked_for_after_its_kernels(
    monkeypatch: pytest.MonkeyPatch, table: HandTable
) -> None:
    """The first lookup compiles the kernels of the table, then builds the table, and then answers.

    Both steps are replaced by generators that yield one report each.
    """
    parts: list[KernelSet] = []

    def loaded(part: KernelSet, load: object) -> Iterator[Progress]:
        parts.append(part)
        yield Progress(1, 2, 0.5)

    monkeypatch.setattr(hash_table_maker, "kernels_loaded", loaded)
    monkeypatch.setattr(hash_table_maker, "load_or_build", lambda folder: iter([Progress(1, 9, 0.5), table]))
    monkeypatch.setattr(hash_table_maker._cache, "table", None)
    reports, found = ask_with_reports(LookUpHand(cards=parse("7s5h4c3d2s")))
    assert found.sets[0].row.rank == 7462
    assert [report.doing for report in reports] == [COMPILING, ""]
    assert parts == [KernelSet.HAND_TABLE]
