"""Imported logs: atomic imports, filters, and reports of skipped lines."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.features import history as log_requests
from ai.knowledge import log_store
from ai.knowledge.log_store import FOLDER
from game.archive.hands import HandPage
from game.archive.imported import SHOWDOWN, ImportedHand, ImportedLog, LogFilter
from game.core import CHANCE, BadInput, Progress
from game.features.history import FindLogHand, ForgetLog, ListLogHands, ListLogs
from game.match.acpc import from_acpc, header, to_acpc
from game.match.phh import to_phh
from game.rules.betting import HoldemRules
from game.study.history import ImportLog
from tests.full_disk import fill_disk

TABLE = HoldemRules(1, 2, (200, 200))
LINES = [
    "STATE:0:r6c/cr18f:Ac6d|JsAs/Tc4s7h:-6|6:ann|bob",
    "STATE:1:f:As8d|8c3h:1|-1:bob|ann",
    "STATE:2:cr200c///:KsAc|6cJs/5h9dAh/Tc/Ad:200|-200:ann|bob",
    "STATE:3:r6c/cc/cc/cc:KsAc|6cJs/5h9dAh/Tc/Ad:6|-6:ann|cid",
    "STATE:4:r6c/cc/cc/cr10f:KsAc|6cJs/5h9dAh/Tc/Ad:-6|6:bob|ann",
]


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    log_requests._filtered_indices.clear()
    yield
    log_requests._filtered_indices.clear()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "evening.log"
    file.write_text("\n".join([header(TABLE), *LINES[:3], "nonsense", *LINES[3:]]) + "\n")
    return file


def imported(user_folder: Path, *files: Path, **more: HoldemRules) -> ImportedLog:
    *_, found = log_store.import_logs(user_folder, files, **more)
    assert isinstance(found, ImportedLog)
    return found


def page(wanted: LogFilter, **more: int) -> HandPage[ImportedHand]:
    *_, found = log_requests.list_log_hands(ListLogHands(wanted, **more))
    assert isinstance(found, HandPage)
    return found


def places(wanted: LogFilter) -> list[int]:
    return [hand.number for hand in page(wanted).hands]


def test_an_imported_log_tells_what_is_in_it_and_what_was_left_out(user_folder: Path, log: Path) -> None:
    found = imported(user_folder, log)
    assert (found.files, found.hands, found.bad, found.tables) == (("evening.log",), 5, 1, (TABLE,))
    assert [(player.name, player.hands) for player in found.players] == [("ann", 5), ("bob", 4), ("cid", 1)]
    assert found.players[0].net_bb == pytest.approx((-6 - 1 + 200 + 6 + 6) / 2)
    (left_out,) = found.left_out
    assert (left_out.file, left_out.number) == ("evening.log", 5)
    assert log_store.all_logs(user_folder).logs == (found,)
    assert not found.assumed


def test_a_log_that_names_no_table_is_replayed_at_the_one_that_is_told(
    user_folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "bare"
    file.write_text("\n".join(LINES))
    found = imported(user_folder, file, assumed=TABLE)
    assert (found.assumed, found.tables, found.hands) == (("bare",), (TABLE,), 5)


def test_several_files_make_one_log(user_folder: Path, log: Path, tmp_path: Path) -> None:
    other = tmp_path / "one.phh"
    other.write_text(to_phh(from_acpc(LINES[0], TABLE)))
    found = imported(user_folder, log, other)
    assert (found.hands, found.files) == (6, ("evening.log", "one.phh"))


def test_reports_tell_the_share_and_the_lines_left_out(
    user_folder: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_store, "ITEMS_A_STEP", 2)
    reports = [item for item in log_store.import_logs(user_folder, [log]) if isinstance(item, Progress)]
    assert [report.iteration for report in reports] == [2, 3, 5]
    assert reports[-1].metrics == {"share": 1.0, "bad": 1}
    assert 0 < reports[0].metrics["share"] < 1
    assert reports[0].seconds_left is not None


def test_a_step_ends_when_its_time_is_over(
    user_folder: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_store, "STEP_SECONDS", -1.0)
    reports = [item for item in log_store.import_logs(user_folder, [log]) if isinstance(item, Progress)]
    assert len(reports) == len(LINES) + 1


def test_an_import_that_is_cancelled_leaves_nothing(user_folder: Path, log: Path) -> None:
    reading = log_store.import_logs(user_folder, [log])
    next(reading)
    reading.close()  # type: ignore[attr-defined]
    assert not list((user_folder / FOLDER).iterdir())


def test_a_disk_that_is_full_is_said_and_nothing_half_written_stays(
    user_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "long.log"
    file.write_text("\n".join([header(TABLE), *LINES * 200]))
    with monkeypatch.context() as patched:
        patched.setattr(log_store, "_TABLES", (*log_store._TABLES, "PRAGMA max_page_count = 6"))
        with pytest.raises(BadInput, match=r"^The log cannot be kept: database or disk is full"):
            imported(user_folder, file)
    with monkeypatch.context() as patched:
        fill_disk(patched, "replace")
        with pytest.raises(BadInput, match=r"^The log cannot be kept: No space left on device"):
            imported(user_folder, file)
    assert not list((user_folder / FOLDER).iterdir())


def test_where_no_hand_can_be_read_the_first_reason_is_said_and_nothing_kept(
    user_folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann,\nthank you.\n")
    with pytest.raises(
        BadInput, match=r"No hand could be read. Line 1 of letter.txt: Not an ACPC hand.*name.$"
    ):
        imported(user_folder, file)
    with pytest.raises(
        BadInput, match=r"No hand could be read. gone.log: The file cannot be read: No such file"
    ):
        imported(user_folder, tmp_path / "gone.log")
    file.write_text(header(TABLE))
    with pytest.raises(BadInput, match=r"comments but no hands"):
        imported(user_folder, file)
    assert not list((user_folder / FOLDER).iterdir())


def test_where_the_assumed_table_may_be_the_reason_it_is_asked_for(user_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "bare.log"
    file.write_text(LINES[0])
    with pytest.raises(BadInput, match=r"minimum is 200.*was it 50/100 with 20,000 chips each\?"):
        imported(user_folder, file)


def test_hands_come_back_as_they_were_logged_with_the_busiest_player_first(
    user_folder: Path, log: Path
) -> None:
    hands = page(LogFilter(imported(user_folder, log).id)).hands
    assert [hand.id for hand in hands] == LINES
    assert [hand.spec.seats[0] for hand in hands] == ["ann"] * 5
    assert [hand.returns[0] for hand in hands] == [-6, -1, 200, 6, 6]
    assert all(hand.own_seat is None and hand.game == "holdem" for hand in hands)


def test_the_table_of_a_hand_plays_it_with_the_cards_of_the_log(user_folder: Path, log: Path) -> None:
    for hand in page(LogFilter(imported(user_folder, log).id)).hands:
        session = hand.session()
        final = hand.record.final_state()
        assert session.state == final
        assert session.results[-1].returns == hand.returns
        assert hand.cards == (final.hole[hand.first], final.board)
        assert session.spec.seats[session.get_seat(0)] == hand.record.names[0]


def test_taking_back_and_playing_on_meets_the_cards_of_the_log(user_folder: Path, log: Path) -> None:
    session = page(LogFilter(imported(user_folder, log).id)).hands[2].session()
    actions = [step.action for step in session.steps if step.player != CHANCE]
    final = session.state
    while session.can_step_back:
        session.step_back()
    for action in actions:
        session.act(action)
    assert session.state == final


def test_filters_leave_who_played_how_far_it_went_and_how_much_was_in_the_pot(
    user_folder: Path, log: Path
) -> None:
    found = imported(user_folder, log).id
    assert places(LogFilter(found, player="cid")) == [4]
    assert page(LogFilter(found, player="bob")).hands[0].spec.seats == ("bob", "ann")
    assert places(LogFilter(found, reached=1)) == [1, 3, 4, 5]
    assert places(LogFilter(found, reached=3)) == [3, 4, 5]
    assert places(LogFilter(found, reached=SHOWDOWN)) == [3, 4]
    assert places(LogFilter(found, pot=(0, 6))) == [2]
    assert places(LogFilter(found, pot=(100, None))) == [3]
    assert places(LogFilter(found, player="cid", pot=(100, None))) == []
    assert places(LogFilter(found, player="nobody")) == []


def test_pages_are_cut_from_the_whole_and_a_hand_is_gone_to(
    user_folder: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_store, "ROWS_A_STEP", 2)
    found = imported(user_folder, log).id
    some = page(LogFilter(found), offset=2, limit=2)
    assert ([hand.number for hand in some.hands], some.total) == ([3, 4], 5)
    for position, index in ((1, 0), (2, 0), (3, 1), (99, 2)):
        *_, where = log_requests.find_log_hand(FindLogHand(LogFilter(found, reached=3), position))
        assert where == (max(0, position - 3) if position < 6 else 2), (position, index)


def test_what_was_looked_for_is_remembered_and_the_oldest_forgotten(user_folder: Path, log: Path) -> None:
    found = imported(user_folder, log).id
    for reached in (0, 1, 2, 3, 4):
        page(LogFilter(found, reached=reached))  # type: ignore[arg-type]
    assert len(log_requests._filtered_indices) == log_requests.MAX_CACHED_FILTERS
    page(LogFilter(found))


def test_records_of_a_log_come_in_their_order(
    user_folder: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_store, "ITEMS_A_STEP", 2)
    found = imported(user_folder, log).id
    assert [to_acpc(record) for record in log_store.records(user_folder, found)] == LINES


def test_a_forgotten_log_is_gone_and_its_file_stays(user_folder: Path, log: Path) -> None:
    found = imported(user_folder, log)
    assert list(log_requests.forget_log(ForgetLog(found.id))) == [None]
    assert log_store.all_logs(user_folder).logs == ()
    assert log.exists()
    for ask in (lambda: log_store.forget(user_folder, found.id), lambda: page(LogFilter(found.id))):
        with pytest.raises(BadInput, match="not among the imported ones any more"):
            ask()
    with pytest.raises(BadInput):
        log_store.forget(user_folder, "../settings")


def test_a_broken_store_is_set_aside_and_said(user_folder: Path, log: Path) -> None:
    good = imported(user_folder, log)
    folder = user_folder / FOLDER
    (folder / "broken.sqlite").write_bytes(b"nothing of the kind" * 100)
    newer = sqlite3.connect(folder / "newer.sqlite")
    newer.execute("PRAGMA user_version = 9")
    newer.close()
    hollow = sqlite3.connect(folder / "hollow.sqlite")
    hollow.executescript(f"PRAGMA user_version = {log_store.VERSION}; CREATE TABLE about (content TEXT);")
    hollow.close()
    found = log_store.all_logs(user_folder)
    assert found.logs == (good,)
    assert len(found.warnings) == 3
    assert all("set aside" in warning for warning in found.warnings)
    assert len(log_store.all_logs(user_folder).warnings) == 0


def test_names_that_would_break_a_line_or_a_screen_are_made_safe(user_folder: Path, tmp_path: Path) -> None:
    record = from_acpc(LINES[0], TABLE)
    file = tmp_path / "odd.phh"
    file.write_text(to_phh(record).replace("ann", "a:b|c").replace("bob", "b\\u0007" + "x" * 99), "utf-8")
    hand: ImportedHand = page(LogFilter(imported(user_folder, file).id)).hands[0]
    assert "a-b-c" in hand.record.names
    assert from_acpc(hand.id, TABLE).names == hand.record.names
    assert all(name.isprintable() and len(name) < 50 for name in hand.record.names)


def test_of_many_bad_lines_the_first_are_told(
    user_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_store, "MAX_LINES", 3)
    monkeypatch.setattr(log_store, "ITEMS_A_STEP", 2)
    file = tmp_path / "bad.log"
    file.write_text("\n".join([header(TABLE), *["nonsense"] * 9, LINES[0]]))
    found = imported(user_folder, file)
    assert (found.bad, [one.number for one in found.left_out]) == (9, [2, 3, 4])


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("/logs/a.log", ["/logs/a.log"]),
        ("  '/logs/a b.log'  ", ["/logs/a b.log"]),
        ('"/logs/a.log"; file:///logs/b%20c.phhs;', ["/logs/a.log", "/logs/b c.phhs"]),
        ("~nobody-here/a.log", ["~nobody-here/a.log"]),
        ("x" * 999, ["x" * 999]),
    ],
)
def test_paths_are_understood_as_they_are_typed_dropped_or_pasted(typed: str, names: list[str]) -> None:
    assert [str(file) for file in log_requests.parse_files(typed)] == names


def test_a_file_whose_name_holds_the_sign_between_files_is_one(tmp_path: Path) -> None:
    file = tmp_path / "a;b.log"
    file.touch()
    assert log_requests.parse_files(str(file)) == [file]


def test_nothing_typed_is_answered_with_what_to_do() -> None:
    with pytest.raises(BadInput, match="Type the path of a log"):
        list(log_requests.import_log(ImportLog(" ; ")))


def test_the_window_imports_and_lists_through_the_service(user_folder: Path, log: Path) -> None:
    *_, found = log_requests.import_log(ImportLog(str(log)))
    (listed,) = log_requests.list_logs(ListLogs())
    assert listed.logs == (found,)
