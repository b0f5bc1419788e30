"""What is played and watched in the window lies in the history, once, and agrees with the records."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.app.app import App
from game.app.start import find_pages
from game.archive import lines
from game.archive.store import HistoryFilter, page
from game.match.session import Session, TableSpec
from game.study.play import Decide
from game.study.records import Saves
from tests.full_disk import no_space
from tests.window.tables import Table, TableWorker, decide
from tests.window.watching import Watching

BOARD = TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0")
KUHN = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0")
HOLDEM = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", teaching=True)


def _table(app: App, session: Session) -> Any:
    return find_pages()[session.spec.game].make(app, session)


@pytest.fixture
def opened() -> Iterator[list[Table]]:
    tables: list[Table] = []
    yield tables
    for table in tables:
        table.close()


def sit(opened: list[Table], folder: Path, spec: TableSpec, *moves: int) -> Table:
    opened.append(Table(folder, _table, spec, TableWorker({Decide: decide(*moves)})))
    return opened[-1]


@pytest.mark.parametrize(("spec", "keys"), [(BOARD, "537"), (KUHN, "c"), (HOLDEM, "f")])
def test_a_finished_hand_lies_in_the_history(
    opened: list[Table], user_folder: Path, spec: TableSpec, keys: str
) -> None:
    table = sit(opened, user_folder, spec, 0, 1)
    assert page(user_folder).total == 0
    table.keys(*keys)
    [kept] = page(user_folder).hands
    assert kept.session().steps == table.session.steps
    assert (kept.number, kept.opponent, kept.watched) == (1, spec.seats[1], False)
    assert kept.at > 1e9


def test_a_hand_tells_the_version_of_the_agent(opened: list[Table], user_folder: Path) -> None:
    table = sit(opened, user_folder, BOARD, 0, 1)
    table.app.agents = [replace(entry, version="0a1b2c3d") for entry in table.app.agents]
    table.keys("5", "3", "7")
    assert page(user_folder).hands[0].versions == ("", "0a1b2c3d")


def test_a_game_taken_back_and_finished_again_counts_as_it_was_at_last(
    opened: list[Table], user_folder: Path
) -> None:
    table = sit(opened, user_folder, BOARD, 0, 1, 6)
    table.keys("5", "3", "7")
    table.keys("z", "z")
    table.keys("4", "6")
    [kept] = page(user_folder).hands
    assert kept.actions == tuple(table.actions)
    record = Saves(user_folder).record_against("tic-tac-toe", "values-10k")
    assert record.hands == 1
    assert record.net == kept.net


def test_every_hand_of_an_evening_is_there_and_agrees_with_the_record(
    opened: list[Table], user_folder: Path
) -> None:
    table = sit(opened, user_folder, KUHN)
    for _ in range(12):
        table.key("c" if table.screen.phase == "yours" else "space")
    kept = page(user_folder).hands
    assert len(kept) > 3
    assert [hand.number for hand in kept] == list(range(len(kept), 0, -1))
    record = Saves(user_folder).record_against("kuhn-poker", "kuhn-cfr-final")
    assert (record.hands, record.net) == (len(kept), sum(hand.net or 0 for hand in kept))


def test_a_full_disk_is_said_and_the_game_goes_on(
    opened: list[Table], user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(opened, user_folder, BOARD, 0, 1)

    def refuse(path: Path, line: bytes) -> None:
        raise no_space()

    with monkeypatch.context() as full:
        full.setattr(lines, "add_line", refuse)
        table.keys("5", "3", "7")
    assert "The history could not be kept: No space left on device." in table.state["notice"]
    table.key("return")
    table.keys("1")
    assert table.screen.session.hand_number == 2


# ---- watching ------------------------------------------------------------------------------------------------
def test_hands_watched_one_by_one_are_kept_once(user_folder: Path) -> None:
    window = Watching(user_folder, "kuhn-poker").begin()
    for _ in range(3):
        window.key("right")
        window.pass_time(12)
    window.keys("left", "left")
    window.key("space")
    window.pass_time(40)
    counted = window.screen.series.account.hands
    window.close()
    found = page(user_folder, HistoryFilter(watched=True))
    assert found.total == counted > 2
    assert [hand.number for hand in found.hands] == list(range(counted, 0, -1))
    assert all(decision is not None for hand in found.hands for decision in hand.decisions)


def test_hands_played_at_a_stroke_are_not_kept(user_folder: Path) -> None:
    window = Watching(user_folder, "kuhn-poker").begin()
    window.keys("5", "space")
    window.pass_time(30, 0.01)
    assert window.screen.series.account.hands == 20
    window.close()
    assert page(user_folder).total == 0


@pytest.mark.parametrize("sight", ["open", "closed"])
def test_a_hand_that_was_taken_over_is_the_player_s_unless_its_cards_were_seen(
    user_folder: Path, sight: str
) -> None:
    window = Watching(user_folder, "holdem")
    window.click("begin")
    watched: Any = window.app.screen
    watched.set_sight(sight)
    if sight == "closed":
        watched.series._seen_deals.clear()
    window.keys("space", "t")
    window.click("seat-0")
    screen: Any = window.app.screen
    for _ in range(40):
        window.pass_time(3)
        if screen.session.hand_over:
            break
        window.key("c")
    window.close()
    kept = [(hand.own_seat, hand.watched, hand.number) for hand in page(user_folder).hands]
    assert kept == ([] if sight == "open" else [(0, False, 1)])
