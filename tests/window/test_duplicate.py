"""A table that deals everything twice: what is closed, what is said of both passes, and what is kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.archive.store import page
from game.features.history.details import described
from game.match.dealt_again import block_of
from game.match.table_spec import TableSpec
from game.study.play import Decide
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from tests.window.tables import Table

HOLDEM = TableSpec("holdem", ("you", "steady"), seed=5, duplicate=True, duplicate_block=2)
KUHN = TableSpec("kuhn-poker", ("you", "vesper"), seed=5, duplicate=True, duplicate_block=2)
TABLES = [(PlayHoldem, HOLDEM), (PlayKuhn, KUHN)]


@pytest.fixture
def opened() -> Iterator[list[Table]]:
    tables: list[Table] = []
    yield tables
    for table in tables:
        table.close()


def sit(opened: list[Table], folder: Path, make: Any, spec: TableSpec) -> Table:
    opened.append(Table(folder, make, spec))
    return opened[-1]


def words(table: Table) -> str:
    return " ".join(mark.words for mark in table.marks())


def check_down(table: Table, hands: int) -> None:
    """Play so many hands to their end by checking and calling, and stay at the end of the last."""
    for number in range(hands):
        if number:
            table.key("space")
            table.settle()
        while table.table.phase == "yours":
            table.key("c")
            table.settle()


@pytest.mark.parametrize(("make", "spec"), TABLES)
def test_a_card_at_the_end_of_a_block_says_what_both_made_of_the_same_cards(
    opened: list[Table], tmp_path: Path, make: Any, spec: TableSpec
) -> None:
    table = sit(opened, tmp_path, make, spec)
    check_down(table, 3)
    assert table.state["screen"] == table.table.name
    check_down_last(table)
    assert table.state["screen"] == "match-card"
    block = block_of(spec, table.session.results, 0)
    assert len(block.deals) == 2
    said = words(table)
    assert "Same cards," in said
    assert "Difference, ±" in said


def check_down_last(table: Table) -> None:
    table.key("space")
    table.settle()
    while table.app.screen is table.table and table.table.phase == "yours":
        table.key("c")
        table.settle()


def test_new_deals_follow_the_card_and_leaving_goes_to_the_menu(opened: list[Table], tmp_path: Path) -> None:
    table = sit(opened, tmp_path, PlayKuhn, KUHN)
    check_down(table, 3)
    check_down_last(table)
    table.click("next-deals")
    table.settle()
    assert (table.state["screen"], table.screen.session.hand_number) == ("play-kuhn", 5)


@pytest.mark.parametrize(("make", "spec"), TABLES)
def test_in_the_second_pass_it_is_said_what_the_other_made_of_these_cards(
    opened: list[Table], tmp_path: Path, make: Any, spec: TableSpec
) -> None:
    table = sit(opened, tmp_path, make, spec)
    check_down(table, 2)
    assert table.table.same_cards == ""
    check_down_last(table)
    first = table.session.results[0]
    assert first.number == 1
    assert "with these cards" in table.table.same_cards
    assert "with these cards" in words(table)
    assert f"{abs(first.returns[1]):g}" in table.table.same_cards


def test_at_holdem_the_other_hand_stays_closed_until_its_cards_come_back(
    opened: list[Table], tmp_path: Path
) -> None:
    table = sit(opened, tmp_path, PlayHoldem, HOLDEM)
    table.key("f")
    table.key("f")
    table.settle()
    assert table.screen.phase == "over"
    assert "Both sides" not in words(table)
    assert "review" not in {control.name for control in table.app.controls()}
    table.key("g")
    table.key("e")
    table.settle()
    assert table.state["screen"] == "play-holdem"
    check_down_after(table)
    assert "review" in {control.name for control in table.app.controls()}


def check_down_after(table: Table) -> None:
    """Play on into the second pass, and stay at the end of its first hand."""
    for _ in range(2):
        check_down_last(table)


def test_the_other_side_is_asked_in_the_same_words_in_both_passes(
    opened: list[Table], tmp_path: Path
) -> None:
    """What the worker is asked names neither the pass nor the deal."""
    table = sit(opened, tmp_path, PlayHoldem, HOLDEM)
    check_down(table, 4)
    asked = [request for request in table.worker.asked if isinstance(request, Decide)]
    assert asked
    for request in asked:
        assert {type(request.info).__name__} == {"HoldemInformationState"}
        assert "duplicate" not in repr(request)


def test_hands_are_kept_as_duplicate_deals_that_deal_the_same_cards_again(
    opened: list[Table], tmp_path: Path
) -> None:
    table = sit(opened, tmp_path, PlayKuhn, KUHN)
    check_down(table, 3)
    kept = page(table.app.folder).hands
    assert "Duplicate, deal 1, seats swapped." in described(table.app, kept[0]).count
    assert [hand.spec.duplicate for hand in kept] == [True] * 3
    cards = {hand.number: hand.session().state.cards for hand in kept}  # type: ignore[attr-defined]
    assert cards[1] == cards[3]
    roles = {hand.number: hand.session().player_of(0) for hand in kept}
    assert roles[1] != roles[3]
