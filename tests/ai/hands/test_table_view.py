"""What the window is told of the hash table: its statistics, and the way of a set of cards through it."""

from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import Any

import pytest

from ai import service
from ai.hands import evaluator, hash_table_maker, table_view
from ai.hands.hash_table import FIVE_CARD_HANDS, HandTable
from ai.kernel_cache import KernelSet
from game.core import BadInput, Progress
from game.features.odds.asks import CountHandTable, LookUpHand
from game.request import Request
from game.rules.cards import parse
from game.study.odds import COMPILING, HandRow


@pytest.fixture(scope="module", autouse=True)
def one_table(table: HandTable) -> Iterator[None]:
    """One table for all tests, without a cache folder."""
    table_view._kept.table = table
    yield
    table_view._kept.table = table_view._kept.statistics = None


def asked(request: Request[Any]) -> tuple[list[Progress], Any]:
    *reports, found = service.answer(request)
    return reports, found


def test_statistics_come_after_progress_and_at_once_when_asked_again() -> None:
    reports, found = asked(CountHandTable())
    assert reports[-1].iteration == reports[-1].total == FIVE_CARD_HANDS
    assert found.hands == FIVE_CARD_HANDS
    assert asked(CountHandTable()) == ([], found)


def test_five_cards_are_one_set_that_ends_at_its_own_row() -> None:
    _, found = asked(LookUpHand(cards=parse("AsAhAdKsKh")))
    [only] = found.sets
    assert found.best == 0
    assert only.code == reduce(xor, (code for code, _ in found.numbers)) == only.slots[-1].code
    assert only.address == reduce(xor, (address for _, address in found.numbers))
    assert only.home == only.address % (1 << 22)
    assert only.row == HandRow(category=6, place=0, places=156, rank=167)


@pytest.mark.parametrize(("cards", "sets"), [("AsKsQsJsTs2d", 6), ("7c2d3h9sKdQcJh", 21)])
def test_of_more_cards_every_five_is_looked_up_and_the_best_is_named(cards: str, sets: int) -> None:
    _, found = asked(LookUpHand(cards=parse(cards)))
    assert len(found.sets) == sets
    assert found.sets[found.best].row.rank == evaluator.rank(parse(cards))


@pytest.mark.parametrize("cards", ["As", "AsKs", "AsKsQs", "AsKsQsJs"])
def test_what_is_no_hand_ends_at_an_empty_row(cards: str) -> None:
    _, found = asked(LookUpHand(cards=parse(cards)))
    [only] = found.sets
    assert found.best is None
    assert only.slots[-1].code is None
    assert only.row is None


@pytest.mark.parametrize("cards", [(), (0, 0), tuple(range(8))])
def test_other_numbers_of_cards_are_refused(cards: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="one to seven different cards"):
        asked(LookUpHand(cards=cards))


def test_the_table_is_built_when_it_is_first_asked_for_after_its_kernels(
    monkeypatch: pytest.MonkeyPatch, table: HandTable
) -> None:
    """The kernels are compiled in another process, which ends when the request is cancelled."""
    parts: list[KernelSet] = []

    def loaded(part: KernelSet, load: object) -> Iterator[Progress]:
        parts.append(part)
        yield Progress(1, 2, 0.5)

    monkeypatch.setattr(table_view, "kernels_loaded", loaded)
    monkeypatch.setattr(hash_table_maker, "load_or_build", lambda folder: iter([Progress(1, 9, 0.5), table]))
    monkeypatch.setattr(table_view._kept, "table", None)
    reports, found = asked(LookUpHand(cards=parse("7s5h4c3d2s")))
    assert found.sets[0].row.rank == 7462
    assert [report.doing for report in reports] == [COMPILING, ""]
    assert parts == [KernelSet.HAND_TABLE]
