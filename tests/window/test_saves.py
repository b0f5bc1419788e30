"""Saved games and recorded results."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.app.app import App
from game.app.start import find_pages
from game.archive import lines
from game.archive.store import HistoryFilter, page
from game.files import user_files
from game.match.session import Session, TableSpec
from game.match.table_spec import TableSpec as TableSpecTableSpec
from game.study.play import Decide
from game.study.saves import MAX_OPEN, RECORD_KIND, SAVE_KIND, VERSION, Record, Saves, format_record
from tests.full_disk import UNSYNCED_STEPS, fill_disk, no_space
from tests.window.tables import Table, TableWorker, decide
from tests.window.watching import Watching

BOARD = TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0")
KUHN = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0")
HOLDEM = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", teaching=True)


def _table(app: App, session: Session) -> Any:
    return find_pages()[session.spec.game].make(app, session)


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


def session(game: str = "tic-tac-toe") -> Session:
    return Session(TableSpecTableSpec(game, ("you", "somebody"), seed=4, first="seat-0"))


def test_an_unfinished_game_comes_back_as_it_was(user_folder: Path) -> None:
    saves = Saves(user_folder, now=lambda: 1000.0)
    played = session()
    played.act(4)
    saves.keep(played)
    kept = Saves(user_folder).unfinished("tic-tac-toe")
    assert kept is not None
    assert kept.saved_at == 1000.0
    assert kept.session.to_dict() == played.to_dict()
    assert Saves(user_folder).unfinished("holdem") is None


def test_the_game_that_was_touched_last_is_offered(user_folder: Path) -> None:
    clock = iter((10.0, 30.0, 20.0))
    saves = Saves(user_folder, now=lambda: next(clock))
    assert saves.latest() is None
    for game in ("tic-tac-toe", "holdem", "kuhn-poker"):
        saves.keep(session(game))
    latest = saves.latest()
    assert latest is not None
    assert latest.session.spec.game == "holdem"


def at(seed: int, opponent: str = "somebody") -> Session:
    return Session(TableSpecTableSpec("holdem", ("you", opponent), seed=seed))


def test_several_tables_of_a_game_stay_open_the_last_one_first(user_folder: Path) -> None:
    clock = iter(range(10, 100))
    saves = Saves(user_folder, now=lambda: float(next(clock)))
    for seed in (1, 2, 3):
        saves.keep(at(seed))
    saves.keep(at(2))
    again = Saves(user_folder)
    assert [one.session.spec.seed for one in again.open_tables()] == [2, 3, 1]
    again.forget(at(3))
    again.keep(at(9))
    assert {one.session.spec.seed for one in Saves(user_folder).open_tables("holdem")} == {1, 2, 9}


def test_the_table_that_was_left_last_is_offered_even_between_hands(user_folder: Path) -> None:
    clock = iter((10.0, 20.0))
    saves = Saves(user_folder, now=lambda: next(clock))
    saves.keep(at(1))
    finished = at(2)
    finished.act(0)
    saves.keep(finished)
    latest = saves.latest()
    assert latest is not None
    assert latest.session.spec.seed == 2


def test_a_new_table_beyond_the_limit_takes_the_place_of_the_oldest_between_hands(user_folder: Path) -> None:
    clock = iter(range(10, 100))
    saves = Saves(user_folder, now=lambda: float(next(clock)))
    for seed in range(MAX_OPEN):
        table = at(seed)
        if seed in (2, 4):
            table.act(0)
        saves.keep(table)
    saves.keep(at(50))
    seeds = {one.session.spec.seed for one in Saves(user_folder).open_tables()}
    assert seeds == {*range(MAX_OPEN), 50} - {2}


def test_a_save_of_an_older_version_is_one_of_the_open_tables(user_folder: Path) -> None:
    Saves(user_folder).keep(at(1))
    file = user_folder / "saves" / "holdem.json"
    stored = json.loads(file.read_text())
    del stored["content"]["session"]["table"]["deals_first"]
    file.write_text(json.dumps(stored))
    saves = Saves(user_folder)
    saves.keep(at(2))
    assert [one.session.spec.seed for one in saves.open_tables()] == [2, 1]
    assert saves.warnings == []


def test_a_match_left_between_hands_is_offered_before_an_older_hand_in_play(user_folder: Path) -> None:
    clock = iter((10.0, 20.0))
    saves = Saves(user_folder, now=lambda: next(clock))
    kuhn = session("kuhn-poker")
    kuhn.act(0)
    saves.keep(kuhn)
    match = Session(
        TableSpecTableSpec("holdem", ("you", "somebody"), seed=4, form="match", stacks=(2000, 2000))
    )
    match.act(0)
    assert match.hand_over
    saves.keep(match)
    latest = saves.latest()
    assert latest is not None
    assert latest.session.spec.form == "match"


def test_a_game_that_has_ended_is_forgotten(user_folder: Path) -> None:
    saves = Saves(user_folder)
    saves.keep(session())
    saves.keep(session())
    saves.forget(session())
    assert saves.unfinished("tic-tac-toe") is None
    assert saves.warnings == []


@pytest.mark.parametrize(
    "content",
    [
        {"saved_at": 1.0},
        {"saved_at": "noon", "session": {}},
        {
            "saved_at": 1,
            "session": {"table": {"game": "chess", "seats": ["you", "x"]}, "past": [], "hand": []},
        },
        {"saved_at": 1, "session": {"table": {"game": "holdem"}, "past": [], "hand": []}},
        {"saved_at": 1e300, "session": session().to_dict()},
    ],
)
def test_a_save_that_cannot_be_played_is_moved_aside(user_folder: Path, content: dict[str, object]) -> None:
    file = user_folder / "saves" / "tic-tac-toe.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"kind": SAVE_KIND, "version": VERSION, "content": content}))
    saves = Saves(user_folder)
    assert saves.unfinished("tic-tac-toe") is None
    assert "set aside" in saves.warnings[0]
    assert not file.exists()
    assert saves.unfinished("tic-tac-toe") is None
    assert len(saves.warnings) == 1, "said once"


def test_a_broken_save_that_cannot_be_set_aside_is_said_once_and_written_over(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = user_folder / "saves" / "tic-tac-toe.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")

    def refuse(*paths: Path) -> None:
        raise PermissionError(13, "Permission denied")

    saves = Saves(user_folder)
    with monkeypatch.context() as refusing:
        refusing.setattr(user_files.os, "replace", refuse)
        assert [saves.latest(), saves.latest()] == [None, None]
    assert len(saves.warnings) == 1
    assert "could not be set aside (Permission denied)" in saves.warnings[0]
    saves.keep(session())
    assert saves.unfinished("tic-tac-toe") is not None


def test_a_broken_save_falls_back_to_the_one_before(user_folder: Path) -> None:
    saves = Saves(user_folder)
    saves.keep(session())
    saves.keep(session())
    (user_folder / "saves" / "tic-tac-toe.json").write_text("{")
    again = Saves(user_folder)
    assert again.unfinished("tic-tac-toe") is not None
    assert len(again.warnings) == 1


def test_results_add_up_by_table_and_by_opponent(user_folder: Path) -> None:
    saves = Saves(user_folder)
    for game, opponent, net, hand in (
        ("kuhn-poker", "a", 1.0, (7, 1)),
        ("kuhn-poker", "b", -2.0, (7, 2)),
        ("kuhn-half-street", "a", 0.0, (8, 1)),
        ("holdem", "a", 3.5, (9, 1)),
    ):
        saves.add_result(game, opponent, net, hand)
    again = Saves(user_folder)
    assert again.record("kuhn-poker", "kuhn-half-street") == Record(3, 1, 1, 1, -1.0, 5.0)
    assert again.record_against("kuhn-poker", "b") == Record(1, 0, 0, 1, -2.0, 4.0)
    assert again.record_against("holdem", "b") == Record()
    again.forget_records()
    assert again.record("holdem") == Record()


def test_a_hand_taken_back_and_finished_again_after_a_restart_counts_as_it_was_at_last(
    user_folder: Path,
) -> None:
    Saves(user_folder).add_result("kuhn-poker", "a", 1.0, (7, 1))
    Saves(user_folder).add_result("kuhn-poker", "a", -2.0, (7, 1))
    assert Saves(user_folder).record("kuhn-poker") == Record(1, 0, 0, 1, -2.0, 4.0)
    Saves(user_folder).add_result("kuhn-poker", "a", -2.0, (7, 2))
    assert Saves(user_folder).record("kuhn-poker").hands == 2


def test_a_hand_without_a_result_is_counted_apart_and_once(user_folder: Path) -> None:
    for net, found in (
        (None, Record(left_out=1)),
        (None, Record(left_out=1)),
        (1.0, Record(1, 1, 0, 0, 1, 1)),
    ):
        Saves(user_folder).add_result("kuhn-poker", "a", net, (7, 1))
        assert Saves(user_folder).record("kuhn-poker") == found
    Saves(user_folder).add_result("kuhn-poker", "b", None, (7, 2))
    again = Saves(user_folder)
    assert again.record("kuhn-poker") == Record(1, 1, 0, 0, 1.0, 1.0, 1)
    assert again.scores("kuhn-poker") == {"a": (1, 1.0)}
    assert again.warnings == []


def test_after_the_records_are_cleared_a_hand_finished_again_counts_anew(user_folder: Path) -> None:
    saves = Saves(user_folder)
    saves.add_result("kuhn-poker", "a", 1.0, (7, 1))
    saves.forget_records()
    saves.add_result("kuhn-poker", "a", -1.0, (7, 1))
    assert saves.record("kuhn-poker") == Record(1, 0, 0, 1, -1.0, 1.0)


ROW = {"game": "holdem", "opponent": "a", "hands": 1, "wins": 1, "draws": 0, "losses": 0, "net": 1.0}


@pytest.mark.parametrize(
    "rows",
    [
        [ROW | {"net": 10**400}],
        [ROW | {"net": float("nan")}],
        [ROW | {"hands": -3}],
        [ROW | {"wins": -1, "losses": 2}],
    ],
)
def test_impossible_records_are_moved_aside(user_folder: Path, rows: object) -> None:
    file = user_folder / "records.json"
    file.parent.mkdir(parents=True)
    content = {"rows": rows, "counted": {}}
    file.write_text(json.dumps({"kind": RECORD_KIND, "version": VERSION, "content": content}))
    assert "set aside" in Saves(user_folder).warnings[0]


@pytest.mark.parametrize(
    "counted", [[], {"holdem": 3}, {"holdem": [1]}, {"holdem": ["a", 2]}, {"holdem": [1, 2, "a", 1e99]}]
)
def test_impossible_counts_are_moved_aside(user_folder: Path, counted: object) -> None:
    file = user_folder / "records.json"
    file.parent.mkdir(parents=True)
    content = {"rows": [ROW], "counted": counted}
    file.write_text(json.dumps({"kind": RECORD_KIND, "version": VERSION, "content": content}))
    assert "set aside" in Saves(user_folder).warnings[0]


@pytest.mark.parametrize(
    "rows", [3, [{"game": "holdem"}], [{"game": "holdem", "opponent": "a", "hands": True}], [4]]
)
def test_broken_records_are_moved_aside(user_folder: Path, rows: object) -> None:
    file = user_folder / "records.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"kind": RECORD_KIND, "version": VERSION, "content": {"rows": rows}}))
    saves = Saves(user_folder)
    assert saves.record("holdem") == Record()
    assert "set aside" in saves.warnings[0]
    assert not file.exists()


def test_records_that_are_no_json_are_said(user_folder: Path) -> None:
    user_folder.mkdir(parents=True)
    (user_folder / "records.json").write_text("nothing")
    assert len(Saves(user_folder).warnings) == 1


def test_a_folder_that_refuses_is_said_and_survived(user_folder: Path) -> None:
    user_folder.mkdir(parents=True)
    (user_folder / "saves").write_text("in the way")
    saves = Saves(user_folder)
    saves.keep(session())
    assert "could not be kept" in saves.trouble


@pytest.mark.parametrize("step", UNSYNCED_STEPS)
def test_a_full_disk_is_said_until_there_is_room_and_what_was_kept_stays(
    user_folder: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    saves = Saves(user_folder)
    played = session()
    before = played.to_dict()
    saves.keep(played)
    saves.add_result("holdem", "a", 2.0, (1, 1))
    played.act(4)
    with monkeypatch.context() as patch:
        fill_disk(patch, step)
        saves.keep(played)
        saves.add_result("holdem", "a", 3.0, (1, 2))
    assert "tic-tac-toe.json could not be kept: No space left on device." in saves.trouble
    again = Saves(user_folder)
    kept = again.unfinished("tic-tac-toe")
    assert kept is not None
    assert kept.session.to_dict() == before
    assert again.record("holdem").hands == (1 if "records" in saves.trouble else 2)
    assert again.warnings == []
    saves.keep(played)
    saves.add_result("holdem", "a", 4.0, (1, 3))
    assert saves.trouble == ""
    assert Saves(user_folder).record("holdem").hands == 3


@pytest.mark.parametrize(
    ("table", "record", "words"),
    [
        ("tic-tac-toe", Record(), "No results here yet"),
        ("tic-tac-toe", Record(50, 3, 41, 6, -3), "Won 3, drawn 41, lost 6"),
        ("tic-tac-toe", Record(1, 0, 1, 0, 0), "Won 0, drawn 1, lost 0"),
        ("kuhn-poker", Record(250, 100, 0, 150, 10.0, 600.0), "+0.040 ± 0.192 chips a hand over 250"),
        ("kuhn-poker", Record(1, 0, 0, 1, -1.0, 1.0), "−1 chip over one hand"),
        ("kuhn-poker", Record(2, 1, 0, 1, 1.0, 5.0), "+1 chip over 2 hands"),
        ("kuhn-poker", Record(2, 0, 0, 2, -3.0, 5.0), "−3 chips over 2 hands"),
        ("holdem", Record(1204, 600, 4, 600, -21.7, 90_000.0), "−1.8 ± 48.9 bb/100 over 1,204"),
        ("holdem", Record(1, 0, 0, 1, -200.0, 40_000.0), "−200 bb in one hand"),
        ("holdem", Record(29, 10, 0, 19, -12.5, 800.0), "−12.5 bb over 29 hands"),
        ("holdem", Record(1204, 600, 4, 600, -21.7, None), "−21.7 bb over 1,204 hands"),
    ],
)
def test_a_record_in_words(table: str, record: Record, words: str) -> None:
    assert format_record(table, record) == words


def test_records_of_an_earlier_version_have_no_interval_and_stay(user_folder: Path) -> None:
    saves = Saves(user_folder)
    saves.add_result("holdem", "a", 2.0, (1, 1))
    file = user_folder / "records.json"
    stored = json.loads(file.read_text())
    assert stored["content"]["rows"][0].pop("squares") == 4.0
    file.write_text(json.dumps(stored))
    again = Saves(user_folder)
    again.add_result("holdem", "a", -1.0, (1, 2))
    assert (again.record("holdem").net, again.record("holdem").squares) == (1.0, None)
    assert again.warnings == []


def test_the_sum_of_squares_follows_a_hand_that_is_played_again(user_folder: Path) -> None:
    saves = Saves(user_folder)
    saves.add_result("holdem", "a", 2.0, (1, 1))
    saves.add_result("holdem", "a", -3.0, (1, 1))
    saves.add_result("holdem", "b", 1.0, (1, 2))
    assert Saves(user_folder).record("holdem").squares == 10.0
