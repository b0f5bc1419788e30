"""The imports: hands of poker rooms by the command or the watched folder, and strategies of other programs.

Each hand and each refusal is counted once, whatever happens between two imports. An imported strategy plays
with the same probabilities as its source.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from zipfile import ZipFile

import pytest

from ai.commands.log_answers import review_target
from ai.drills.mistakes import collect_mistakes
from ai.drills.store import DrillStore
from ai.evaluation.grading.decisions import decisions_by_seat, own_decisions
from ai.features.history import luck_of_hand
from ai.knowledge.importing import import_histories, look_in_folder
from ai.knowledge.log_store import LogSource
from ai.knowledge.logs import BadLine
from ai.review.analysis import Results, grade_hands
from ai.review.hands import ReviewHands, read_hands
from ai.steps import run_to_end
from game.archive import imported, store
from game.archive.export import export, from_id
from game.archive.hands import Origin, PlayedHand
from game.archive.imported import ImportedHands, RoomStore
from game.archive.statistics import statistics
from game.archive.store import HistoryFilter
from game.core import BadInput, Progress
from game.files import user_files
from game.histories.reading import read_histories
from game.match.table_spec import ChipUnit
from game.rules import games
from game.study.drills import MISTAKES
from game.study.history import group_reasons
from game.study.judgements import AskJudgement, Judgement
from game.study.review import Review, ReviewTarget
from tests.ai.asking import Run, run_json
from tests.histories.plain_hands import HANDS
from tests.histories.room_writers import SUFFIXES, WRITERS, pokerstars, winamax
from tests.histories.simulated_hands import simulate
from tests.played_hands import make_judgement


def write(folder: Path, count: int = 30, players: int = 2) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"hands-{players}.txt"
    file.write_text("".join(pokerstars(simulate(seed, players)) for seed in range(count)), encoding="utf-8")
    return file


def history() -> list[PlayedHand]:
    return list(store.page(user_files.home(), limit=10_000).hands)


def test_heads_up_hands_stand_in_the_history(run: Run, tmp_path: Path) -> None:
    code, out, err = run("import", str(write(tmp_path)), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"read": 30, "from_flop": 0, "skipped": []}
    hands = history()
    assert len(hands) == 30
    assert {hand.own_seat for hand in hands} == {0}
    assert sorted(hand.id for hand in hands) == sorted(
        hand.id for hand in read_histories([tmp_path / "hands-2.txt"]) if isinstance(hand, PlayedHand)
    )


def test_the_same_hand_is_never_stored_twice(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path)
    run("import", str(file))
    code, out, _ = run("import", str(file), str(tmp_path))
    assert code == 0
    assert "0 new hands imported. 60 were there before." in out.splitlines()
    assert len(history()) == 30


def test_an_import_that_ends_half_way_goes_on_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.knowledge.importing.HANDS_A_BATCH", 7)
    monkeypatch.setattr("ai.knowledge.importing.STEP_SECONDS", 0.0)
    files, home = [write(tmp_path)], user_files.home()
    work = import_histories(home, files)
    assert len(list(islice(work, 17))) == 17
    work.close()  # type: ignore[attr-defined]
    assert len(history()) == 14
    *_, found = import_histories(home, files)
    assert (getattr(found, "read", 0), getattr(found, "new", 0)) == (30, 16)
    assert len(history()) == 30


def test_hands_are_stored_while_the_history_is_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imported, "ROWS_AT_ONCE", 4)
    monkeypatch.setattr(imported, "WAIT_SECONDS", 0.0)
    run("import", str(write(tmp_path)))
    folder = user_files.home() / store.FOLDER
    rows = imported.read_rows(folder)
    first = [next(rows) for _ in range(6)]
    run("import", str(write(tmp_path / "more", count=40)))
    again = list(imported.read_rows(folder))
    read = [row.number for row in (*first, *rows) if row is not None]
    assert sorted({*read}) == sorted(read), "a hand is read twice"
    assert len(again) == 40
    assert len(read) >= 30


def test_a_dry_run_stores_nothing(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("import", str(write(tmp_path)), "--dry-run", "--json")
    assert (code, json.loads(out)["read"]) == (0, 30)
    assert history() == []
    assert not (user_files.home() / store.FOLDER / imported.NAME).exists()


def test_what_is_skipped_is_listed_by_file_line_and_reason(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, 40, players=6)
    code, out, _ = run("import", str(file), "--json")
    found = json.loads(out)
    assert code == 0
    assert found["from_flop"] == found["read"] > 0
    assert found["read"] + sum(one["hands"] for one in found["skipped"]) == 40
    assert {tuple(one) for one in found["skipped"]} == {("file", "line", "reason", "hands")}
    assert "The hand ends before the flop at a table of more than two." in {
        one["reason"] for one in found["skipped"]
    }
    for name in "abc":
        (tmp_path / f"{name}.png").write_bytes(b"\x89PNG")
    code, out, _ = run("import", str(tmp_path))
    lines = out.splitlines()
    assert "a.png, b.png, c.png: The file is a picture." in lines
    assert len(lines) == 2 + len({one["reason"] for one in found["skipped"]})


def test_nothing_read_is_bad_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("dear diary")
    code, out, err = run("import", str(file), "--json")
    assert (code, out) == (2, "")
    assert (
        err == "No hand could be read. diary.txt: The file holds no hands of a layout that Parlour reads.\n"
    )
    assert run("import", "") == (2, "", "A path is empty: name a file or a folder.\n")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("winamax", "names no player: write a room and your name"),
        ("stars=Ada", "is no room: the rooms are pokerstars"),
    ],
)
def test_a_name_without_a_room_is_bad_input(run: Run, tmp_path: Path, name: str, said: str) -> None:
    code, out, err = run("import", str(write(tmp_path)), "--name", name)
    assert (code, out) == (2, "")
    assert said in err


def test_a_name_that_is_told_later_claims_the_hands_and_is_remembered(run: Run, tmp_path: Path) -> None:
    lines = [line for line in winamax(simulate(3)).splitlines() if not line.startswith("Dealt to")]
    file = tmp_path / "observed.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    _, out, _ = run("import", str(file))
    assert "winamax: no hand is known to be yours. Name yourself with --name winamax=NAME." in out
    assert "NAME. Most often in the files: " in out
    assert [hand.own_seat for hand in history()] == [None]
    wrong = ("--name", "winamax=Bo", "--name", "pokerstars=Ada")
    _, out, _ = run("import", str(file), *wrong)
    assert "winamax: Bo is in none of the hands. Most often in the files: Ada, bob.2." in out
    assert "pokerstars: no hand of this room was read, so Ada is in none." in out
    run("import", str(file), "--name", "winamax=bob.2")
    assert [hand.own_seat for hand in history()] == [0]
    other = tmp_path / "other.txt"
    other.write_text("\n".join(lines).replace("1000003", "1000004"), encoding="utf-8")
    run("import", str(other))
    assert [hand.own_seat for hand in history()] == [0, 0]


def test_a_hand_that_lacks_the_line_of_the_own_cards_is_found_by_the_name_in_other_hands(
    run: Run, tmp_path: Path
) -> None:
    marked, unmarked = (pokerstars(simulate(seed)) for seed in (1, 2))
    lines = [line for line in unmarked.splitlines(keepends=True) if not line.startswith("Dealt to")]
    file = tmp_path / "hands.txt"
    file.write_text(marked + "".join(lines), encoding="utf-8")
    run("import", str(file))
    assert [hand.own_seat for hand in history()] == [0, 0]


def test_a_player_of_a_research_format_is_not_the_user_in_other_hands(tmp_path: Path) -> None:
    one, both = tmp_path / "one.phh", tmp_path / "both.phh"
    both.write_text(HANDS["phh"], encoding="utf-8")
    one.write_text(HANDS["phh"].replace("dh p2 AcAd", "dh p2 ????"), encoding="utf-8")
    found = read_histories([one, both])
    assert [hand.own_seat for hand in found if isinstance(hand, PlayedHand)] == [0, None]


@pytest.mark.parametrize(
    ("seats", "name", "own", "frequent"),
    [
        (("Bob", "Al"), "bob", 3, ()),
        (("Bob", "Al"), "Bob", 3, ()),
        (("Straße", "Al"), "STRASSE", 3, ()),
        (("Bob", "bob"), "bob", 3, ()),
        (("Bob", "bob"), "BOB", 0, ("Bob", "bob")),
        (("Bob", "Al"), "Bo", 0, ("Bob", "Al")),
    ],
)
def test_a_name_is_found_in_any_case_if_only_one_player_has_it(
    tmp_path: Path, seats: tuple[str, str], name: str, own: int, frequent: tuple[str, ...]
) -> None:
    hands = [replace(simulate(seed), names=list(seats)) for seed in range(3)]
    lines = "\n".join(map(winamax, hands)).splitlines()
    file = tmp_path / "observed.txt"
    file.write_text("\n".join(line for line in lines if not line.startswith("Dealt to")), encoding="utf-8")
    *_, found = import_histories(user_files.home(), [file], {"winamax": name})
    assert isinstance(found, ImportedHands)
    assert (found.read, found.new, found.claimed) == (3, 3, 0)
    assert sum(hand.own_seat is not None for hand in history()) == own
    assert set(found.frequent.get("winamax", ())) == set(frequent)
    assert found.nameless == (("winamax",) if frequent else ())


def test_a_name_that_is_in_no_hand_is_said_although_the_room_marks_the_own_cards(
    run: Run, tmp_path: Path
) -> None:
    _, out, _ = run("import", str(write(tmp_path)), "--name", "pokerstars=Nobody")
    assert "pokerstars: Nobody is in none of the hands. Most often in the files: Ada, bob.2." in out
    _, out, _ = run("import", str(write(tmp_path)), "--name", "pokerstars=ada")
    assert "in none" not in out


def test_imported_hands_keep_room_unit_and_rake(run: Run, tmp_path: Path) -> None:
    hands = [simulate(seed) for seed in range(len(WRITERS))]
    for hand, (room, writer) in zip(hands, WRITERS.items(), strict=True):
        (tmp_path / room).write_text(writer(hand), encoding="utf-8")
    run("import", str(tmp_path))
    by_room = {hand.origin.room: hand.origin for hand in history() if hand.origin is not None}
    assert set(by_room) == set(WRITERS)
    assert {by_room[room].unit for room in ("pokerstars", "winamax", "ipoker")} == {"USD", "EUR", "GBP"}
    for hand, room in zip(hands, WRITERS, strict=True):
        assert float(by_room[room].rake) * 100 == pytest.approx(hand.rake)


def test_an_id_brings_back_an_imported_hand(run: Run, tmp_path: Path) -> None:
    run("import", str(write(tmp_path)), str(write(tmp_path / "six", 40, players=6)))
    for hand in history():
        again = from_id(hand.id)
        assert (again, again.hidden_seats, again.from_flop) == (hand, hand.hidden_seats, hand.from_flop)
        assert PlayedHand.from_dict(json.loads(json.dumps(hand.to_dict()))) == hand


@pytest.mark.parametrize(
    ("room", "players"), [("pokerstars", 2), *((room, 6) for room in WRITERS if room != "phh")]
)
def test_results_of_imported_hands_are_what_the_room_says(
    run: Run, tmp_path: Path, room: str, players: int
) -> None:
    """The imported results are net of the rake. The chips of folded players do not count as bets of the others.

    PHH is not tested with six players, because the test finds hands by their ids, which PHH does not have.
    """
    simulated = [simulate(seed, players, ante=12 * (players > 2) * (seed % 2)) for seed in range(60)]
    (tmp_path / f"month{SUFFIXES.get(room, '.txt')}").write_text(
        "".join(map(WRITERS[room], simulated)), encoding="utf-8"
    )
    names = [f"--name={room}={simulated[0].names[0]}"] if players > 2 else []
    run("import", str(tmp_path), *names)
    read = [hand for hand in history() if hand.origin is not None]
    if players > 2:
        assert len(read) >= 5
        for hand in read:
            assert hand.origin is not None
            number = hand.origin.id.rpartition("/")[2].removeprefix("RC").removeprefix("7700-")
            one = next(one for one in simulated if str(one.number) == number.partition("-")[0])
            factor = hand.spec.big_blind / 100
            for seat, name in enumerate(hand.spec.seats):
                player = one.names.index(name.partition("/")[2]) if name != "you" else 0
                assert hand.results[seat] == pytest.approx((one.nets[player] - one.rakes[player]) * factor)
                net = hand.session().net_returns[hand.session().get_player(seat)]
                assert net == hand.results[seat]
            assert replace(hand, origin=replace(hand.origin, nets="")).results == pytest.approx(
                hand.results, abs=13 * factor
            )
        return
    hands = {hand.origin.id: hand for hand in history() if hand.origin is not None}
    assert any(one.rake for one in simulated)
    won = []
    for one in simulated:
        hand, factor = hands[str(one.number)], hands[str(one.number)].spec.big_blind / 100
        nets = [(net - rake) * factor for net, rake in zip(one.nets, one.rakes, strict=True)]
        expected = nets[one.hero], nets[1 - one.hero]
        assert hand.results == pytest.approx(expected, abs=factor), one.number
        assert hand.net == hand.results[0]
        assert hand.returns == hand.session().results[-1].returns, "chips add up before the rake"
        assert hand.rake == pytest.approx(one.rake * factor)
        won.append(nets[one.hero] / hand.spec.big_blind)
    overall = statistics(user_files.home()).games[games.HOLDEM].overall
    assert overall.total == pytest.approx(sum(won), abs=0.1)
    assert (overall.wins, overall.draws) == (sum(net > 0 for net in won), sum(net == 0 for net in won))
    lost = store.page(user_files.home(), store.HistoryFilter(result="lost"), limit=100)
    assert lost.total == overall.losses == sum(net < 0 for net in won)


def test_a_rake_that_is_no_amount_is_none() -> None:
    for rake, big_blind in (("a", "1"), ("1", "0"), ("nan", "1"), ("-1", "1"), ("1e999", "1"), ("1", "b")):
        origin = Origin("winamax", "7", "EUR", big_blind, rake, nets=f"{rake} 1")
        assert origin.convert_rake(100) == 0
        if (rake, big_blind) != ("-1", "1"):
            assert origin.settle((5.0, -5.0), 100, 7, from_flop=True) == (12, 2)
    assert Origin("winamax", "7", "EUR", "0.50", "0.07").convert_rake(200) == pytest.approx(28)


def test_statistics_count_imported_hands_by_their_opponent(run: Run, tmp_path: Path) -> None:
    run("import", str(write(tmp_path)))
    found = statistics(user_files.home()).games[games.HOLDEM]
    assert found.overall.hands == 30
    assert set(found.opponents) <= {"pokerstars/Ada", "pokerstars/bob.2"}
    assert found.overall.total == pytest.approx(sum(hand.net or 0 for hand in history()) / 100)


def test_hands_from_the_flop_on_count_nothing_before_it(run: Run, tmp_path: Path) -> None:
    run("import", str(write(tmp_path, 60, players=6)))
    hands = history()
    assert all(hand.from_flop for hand in hands)
    for hand in hands:
        for _, (asked, _) in decisions_by_seat(hand):
            assert len(asked.info.board) >= 3  # type: ignore[attr-defined]
    own = statistics(user_files.home()).games[games.HOLDEM].poker
    assert own is not None
    assert own[0].played.chances == own[0].raised.chances == own[0].three_bets.chances == 0
    assert own[0].showdowns.chances > 0


def test_decisions_with_unknown_cards_are_nobodys_to_judge(run: Run, tmp_path: Path) -> None:
    run("import", str(write(tmp_path)))
    hidden = [hand for hand in history() if hand.hidden_seats]
    assert hidden
    for hand in hidden:
        assert {seat for seat, _ in decisions_by_seat(hand)} <= {hand.own_seat}
        luck = run_to_end(luck_of_hand(hand))
        assert luck.adjusted == luck.net
        with pytest.raises(BadInput, match="need all hole cards"):
            export([hand], "phh")
        assert "unknown cards" in export([hand], "text")
    assert any(list(own_decisions(hand)) for hand in hidden)


def test_networks_learn_only_from_hands_whose_cards_are_known(run: Run, tmp_path: Path) -> None:
    run("import", str(write(tmp_path)))
    items = [item for item in LogSource("played-here", None).hands() if item is not None]
    assert sum(isinstance(item, BadLine) for item in items) == sum(
        bool(hand.hidden_seats) for hand in history()
    )


def test_a_damaged_store_is_told_and_the_history_goes_on(tmp_path: Path) -> None:
    folder = user_files.home() / store.FOLDER
    with RoomStore(folder) as rooms:
        rooms.add([one for one in read_histories([write(tmp_path, 3)]) if isinstance(one, PlayedHand)])
    file = folder / imported.NAME
    file.write_bytes(b"SQLite format 3\0" + b"\xff" * 5_000)
    page = store.page(user_files.home())
    assert page.hands == ()
    assert any(imported.NAME in warning for warning in page.warnings)


def test_erasing_the_history_erases_imported_hands(run: Run, tmp_path: Path) -> None:
    run("import", str(write(tmp_path)))
    assert store.erase(user_files.home()) >= 1
    assert history() == []


def test_a_review_of_imported_hands_begins_with_the_largest_results(run: Run, tmp_path: Path) -> None:
    run("import", str(write(tmp_path)), str(write(tmp_path, 60, players=6)))
    *_, found = read_hands(ReviewTarget("imported", "imported"))
    assert isinstance(found, ReviewHands)
    hands = [hand for hand in found.hands if isinstance(hand, PlayedHand)]
    stakes = [abs(hand.returns[0]) / hand.spec.big_blind for hand in hands]
    own = [hand for hand in history() if hand.own_seat is not None]
    assert stakes == sorted(stakes, reverse=True)
    assert sorted(hand.id for hand in hands) == sorted(hand.id for hand in own)
    others = len(history()) - len(own)
    assert others
    assert found.title == f"your imported hands ({others} between others left out)"
    *_, table = read_hands(ReviewTarget("session", own[0].id))
    assert isinstance(table, ReviewHands)
    assert len(table.hands) == len(own), "all of them were played at the same table of the room"
    *_, table = read_hands(ReviewTarget("session", own[0].id, origin=own[0].origin))
    assert isinstance(table, ReviewHands)
    assert [abs(hand.returns[0]) / hand.spec.big_blind for hand in table.hands] == stakes
    assert table.title == "PokerStars, Vega II"
    lost = HistoryFilter(result="lost")
    *_, some = read_hands(ReviewTarget("imported", "imported", filter=lost))
    assert isinstance(some, ReviewHands)
    assert sorted(hand.id for hand in some.hands) == sorted(hand.id for hand in own if (hand.net or 0) < 0)
    assert review_target(Namespace(what="imported", session=False, player="")) == found.target


def test_imported_hands_are_reviewed_in_the_unit_of_their_room(run: Run, tmp_path: Path) -> None:
    run("import", str(write(tmp_path)))
    own = next(hand for hand in history() if list(own_decisions(hand)))
    assert own.chip_unit == ChipUnit(0.01, "USD")

    def judge(request: AskJudgement) -> Iterator[Progress | Judgement]:
        yield make_judgement(dict.fromkeys((0, 1, request.action or 1), 0.0))

    for origin in (None, own.origin):  # the second review takes the stored grades
        *_, hands = read_hands(ReviewTarget("hand", own.id, origin=origin))
        assert isinstance(hands, ReviewHands)
        *_, review = grade_hands(hands, Results(user_files.home(), hands.target, "1"), judge)
        assert isinstance(review, Review)
        graded, shown = (*review.mistakes, *review.good), replace(own, origin=origin)
        assert {(one.unit, one.room_number) for one in graded} == {(shown.chip_unit, shown.room_number)}


def test_imported_hands_of_any_age_become_drills_once(run: Run, tmp_path: Path) -> None:
    home = user_files.home()
    drills = DrillStore(home)
    diary = drills.diary()
    diary.graded_until = 2e9
    drills.keep_diary(diary)
    run("import", str(write(tmp_path)))
    asked: list[AskJudgement] = []

    def judge(request: AskJudgement) -> Iterator[Progress | Judgement]:
        asked.append(request)
        values = dict.fromkeys((0, 1, request.action or 1), 0.0) | {1: 500.0}
        yield make_judgement(values)

    with RoomStore(home / store.FOLDER) as rooms:
        stakes = [abs(hand.returns[0]) / hand.spec.big_blind for hand in rooms.find_ungraded(1_000)]
    assert stakes == sorted(stakes, reverse=True)
    *_, new = collect_mistakes(home, drills, judge, 2e9)
    decisions = sum(len(list(own_decisions(hand))) for hand in history())
    assert len(asked) == decisions > 20
    assert isinstance(new, int)
    assert new > 0
    assert {card.unit for card in drills.deck(MISTAKES).cards.values()} == {ChipUnit(0.01, "USD")}
    *_, again = collect_mistakes(home, drills, judge, 2e9)
    assert (again, len(asked)) == (0, decisions)


BAD = pokerstars(simulate(900)).replace("posts big blind", "posts straddle")
REASON = "A player straddles."


def look(folder: Path) -> ImportedHands:
    *_, found = look_in_folder(user_files.home(), folder, is_first=True)
    assert isinstance(found, ImportedHands)
    return found


def told(found: ImportedHands) -> list[tuple[str, int]]:
    return [(one.reason, one.hands) for one in found.skipped]


def test_a_file_that_grows_reports_each_refusal_once(tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(pokerstars(simulate(0)) + BAD)
    assert told(look(tmp_path)) == [(REASON, 1)]
    for seed in (1, 2, 3):
        with file.open("a") as more:
            more.write(pokerstars(simulate(seed)))
        found = look(tmp_path)
        assert (found.new, told(found)) == (1, [])
    with file.open("a") as more:
        more.write(BAD)
    assert told(look(tmp_path)) == [(REASON, 1)]
    assert told(look(tmp_path)) == []


def test_what_holds_no_hand_or_a_damaged_part_is_told_once(tmp_path: Path) -> None:
    notes, session, array = (tmp_path / name for name in ("notes.txt", "session.xml", "hands.json"))
    notes.write_text("dear diary\n")
    session.write_text("</game>\n" + WRITERS["ipoker"](simulate(0)))
    array.write_text(WRITERS["ohh"](simulate(0)) + '{"ohh": {"rounds": [')
    with ZipFile(tmp_path / "month.zip", "w") as archive:
        archive.writestr("a.txt", BAD)
        archive.writestr("b.txt", pokerstars(simulate(4)))
    assert len(told(look(tmp_path))) == 4
    for file, more in ((notes, "again\n"), (session, WRITERS["ipoker"](simulate(1))), (array, " ")):
        with file.open("a") as end:
            end.write(more)
    with ZipFile(tmp_path / "month.zip", "a") as archive:
        archive.writestr("c.txt", pokerstars(simulate(5)))
    found = look(tmp_path)
    assert (found.new, told(found)) == (2, [])


def test_a_file_that_is_written_anew_tells_its_refusals_again(tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(pokerstars(simulate(0)) + BAD)
    look(tmp_path)
    file.write_text(BAD)
    assert told(look(tmp_path)) == [(REASON, 1)]


@pytest.mark.skipif(sys.platform != "linux", reason="the file system has only Unicode names")
def test_a_name_that_is_no_unicode_is_watched(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text(pokerstars(simulate(0)))
    assert look(tmp_path).new == 1
    assert look(tmp_path).read == 0


# ---- strategies ---------------------------------------------------------------------------------------------
ROWS = {key: {"p": 0.5, "b": 0.5} for card in "QKA" for key in (card, f"{card}b", f"{card}p", f"{card}pb")}


@pytest.mark.parametrize(
    ("game", "agent"),
    [("kuhn-poker", "vesper-10000"), ("tic-tac-toe", "ada-500"), ("kuhn-half-street", "bluffer")],
)
def test_a_strategy_that_was_written_measures_the_same(
    game: str, agent: str, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "strategy.json"
    assert run("strategy", game, agent, "--out", str(file))[0] == 0
    row = run_json(run, "import-strategy", str(file), "--game", game, "--name", "copy")
    assert (row["name"], row["game"]) == ("copy", game)
    copy, source = run_json(run, "measure", game, "copy"), run_json(run, "measure", game, agent)
    assert copy == pytest.approx(source, abs=1e-9)
    assert "copy" in [entry["name"] for entry in run_json(run, "agents", "--game", game)["agents"]]


def test_a_policy_of_open_spiel_measures_as_open_spiel_says(tmp_path: Path, run: Run) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("kuhn_poker")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    file = tmp_path / "spiel.txt"
    file.write_text(policy.serialize(), encoding="utf-8")
    run_json(run, "import-strategy", str(file), "--game", "kuhn-poker")
    found = run_json(run, "measure", "kuhn-poker", "spiel")["nash_conv"]
    assert found == pytest.approx(pyspiel.nash_conv(game, policy), abs=1e-9)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[1, 2]", "is not a strategy"),
        ("{", "is not JSON"),
        ("[" * 50_000, "is not JSON"),
        ('{"K": [0.5, 0.5]}', "is not a strategy"),
        (json.dumps(ROWS | {"K": {"p": 0.5, "b": 0.4}}), "the probabilities at K add up to 0.9, not to 1."),
        (json.dumps(ROWS | {"K": {"p": 2, "b": -1}}), "The probability 2 at K is not a number from 0 to 1."),
        (json.dumps(ROWS | {"K": {"p": True}}), "is not a number from 0 to 1."),
        (json.dumps(ROWS | {"Kbb": {"p": 1}}), "it has no information state 'Kbb'."),
        (
            json.dumps(ROWS | {"K": {"r": 1}}),
            "The action 'r' does not exist in kuhn-poker: the actions are p and b.",
        ),
        (json.dumps(ROWS | {"K": {"7": 1}}), "has the action 7 at K, which is illegal."),
        (json.dumps({"K": {"p": 1}}), "lacks 11 information states of kuhn-poker, the first is 'A'."),
        ("TabularPolicy:0<~>0=0x1p-1,1=zz", "is damaged"),
        ("TabularPolicy:0<~>", "is damaged"),
    ],
)
def test_a_file_that_is_no_strategy_is_one_sentence(
    content: str, sentence: str, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "strategy.json"
    file.write_text(content, encoding="utf-8")
    code, out, err = run("import-strategy", str(file), "--game", "kuhn-poker")
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_name_that_is_taken_or_no_name_is_refused(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "My Strategy.json"
    file.write_text(json.dumps(ROWS), encoding="utf-8")
    words = ("import-strategy", str(file), "--game", "kuhn-poker")
    assert "choose lowercase letters, digits and hyphens with --name" in run(*words)[2]
    assert "There is an agent station already" in run(*words, "--name", "station")[2]
    assert run(*words, "--name", "mine")[0] == 0
    assert "There is an agent mine already" in run(*words, "--name", "mine")[2]
    assert "There is no file" in run("import-strategy", "nowhere.json", "--game", "kuhn-poker")[2]
    assert "'.' is a folder: name a file" in run("import-strategy", ".", "--game", "kuhn-poker")[2]


def test_hands_that_differ_in_names_and_figures_have_one_reason(run: Run, tmp_path: Path) -> None:
    before, flop, _ = HANDS["pokerstars"].partition("*** FLOP *** [9s 4d 2c]\n")
    played = (
        f"{before}{flop}Iris: folds\nTom collected $10 from pot\n*** SUMMARY ***\nTotal pot $10 | Rake $0\n"
    )
    hands = [
        played.replace("Iris", name).replace("#2", f"#{9 + at}2") for at, name in enumerate(("Ann", "Bo"))
    ]
    for at, name in enumerate(("Cid", "Dora")):
        hands.append(hands[0].replace("Ann", name).replace("#92", f"#{90 + at}1"))
    file = tmp_path / "folds.txt"
    file.write_text("\n\n\n".join([*hands, HANDS["pokerstars"]]), encoding="utf-8")
    code, out, _ = run("import", str(file), "--json")
    (skipped,) = json.loads(out)["skipped"]
    assert (code, skipped["hands"], skipped["line"]) == (0, 4, 12)
    assert "Ann" in skipped["reason"], "the reason of the first hand"


def test_reasons_of_one_kind_are_grouped_over_files_after_their_way_from_the_worker(tmp_path: Path) -> None:
    """Two refusals differ only in a player's name, so they count as one reason.

    The refusals are pickled first, as on their way from the worker. Pickling removes the key of a text.
    """
    before, flop, _ = HANDS["pokerstars"].partition("*** FLOP *** [9s 4d 2c]\n")
    played = (
        f"{before}{flop}Iris: folds\nTom collected $10 from pot\n*** SUMMARY ***\nTotal pot $10 | Rake $0\n"
    )
    files = [tmp_path / f"{name}.txt" for name in ("Ann", "Bo")]
    for file in files:
        file.write_text(played.replace("Iris", file.stem), encoding="utf-8")
    *_, found = import_histories(user_files.home(), files)
    sent = pickle.loads(pickle.dumps(found))
    assert len({one.reason for one in sent.skipped}) == 2
    assert [(one.file, one.hands) for one in group_reasons(sent.skipped)] == [("Ann.txt", 2)]
