"""Board reports: checks, resumed solves, means, files, and samples of flops."""

import csv
import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.features import reports as requests
from ai.hands.combos import opposing_weight, parse_range, unblocked_hands
from ai.hands.equities import quick_equities
from ai.service import answer
from ai.solver import board_solving as report_files
from ai.solver.board_means import BoardDecision, SolvedBoard, texture_means
from ai.solver.board_solving import texture_shares
from ai.solver.flops import WeightedFlop, all_flops, classify_texture, flop_sample, read_boards, turn_boards
from ai.solver.lines import select_hands
from ai.solver.solving import Goal, solve
from ai.solver.spot import parse_spot
from ai.solver.spot_forms import spot_document
from ai.solver.subgame import Limits, Subgame
from ai.solver.walk import SolvedState, Walk
from game.core import BadInput, Progress
from game.features.reports import (
    AskReport,
    CheckReport,
    CompareReports,
    ExportReport,
    ForgetReport,
    ListReports,
    RunReport,
)
from game.match.spot_texts import SpotTexts
from game.match.worker import Worker
from game.request import Refusal, Request
from game.rules.cards import names, parse
from game.study.reports import TEXTURES, BoardReport, BoardRow, ReportForm
from tests.match.heard import Heard

SPOT = SpotTexts("", "22+,A2s+,KQ", "QQ-77,AT+", "100", "300", "50%,a", "100%")
BOARDS = ("QsJh2h8d5c", "KsKh2h8d5c", "As9s4s8d5c")
CHECKS = BoardDecision(("check",), (1.0,), {})
FORM = ReportForm(SPOT, ", ".join(BOARDS), 1.0)


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch, user_folder: Path) -> None:
    monkeypatch.setattr(requests, "once_met", lambda need: iter(()))


def last(items: Iterator[Any]) -> Any:
    *_, found = items
    return found


def ran(form: ReportForm = FORM) -> BoardReport:
    return last(requests.run(RunReport(form)))


def test_every_board_has_a_row_and_the_means_are_weighed_by_deals() -> None:
    report = ran()
    assert [names(row.board) for row in report.rows] == list(BOARDS)
    assert [row.texture for row in report.rows] == ["connected-two-tone", "paired", "monotone"]
    assert all(sum(row.ev) == pytest.approx(100, abs=1e-4) for row in report.rows)
    assert all(0 < row.equity < 1 and row.exploitability <= 1 for row in report.rows)
    every, *by_texture = report.means
    total = sum(row.weight for row in report.rows)
    assert every.bets[0] == pytest.approx(sum(row.weight * row.bets[0] for row in report.rows) / total)
    checks = [row.weight * (1 - row.bets[0]) for row in report.rows]
    after_checks = [check * row.bets[1] for check, row in zip(checks, report.rows, strict=True)]
    assert every.bets[1] == pytest.approx(sum(after_checks) / sum(checks))
    assert every.equity == pytest.approx(sum(row.weight * row.equity for row in report.rows) / total)
    assert [mean.texture for mean in by_texture] == [
        one for one in TEXTURES if one in {row.texture for row in report.rows}
    ]
    assert sum(mean.share for mean in by_texture) == pytest.approx(1)


def test_kinds_of_hands_have_the_frequencies_and_evs_of_their_hands_on_all_boards() -> None:
    first, second = ran().means[0].decisions
    assert first.actions == second.actions == ("all-in 300", "bet 50", "check")
    walks = [solve_walk(board) for board in BOARDS]
    for line, decision in (((), first), (("check",), second)):
        states = [walk.at(line) for walk in walks]
        for kind in decision.kinds:
            chosen = [select_hands(kind.name, state.board) for state in states]
            weights = np.array(
                [weigh_hands(state) @ held for state, held in zip(states, chosen, strict=True)]
            )
            parts = [state.frequencies(held)[::-1] for state, held in zip(states, chosen, strict=True)]
            assert kind.mix.shares == pytest.approx(weights @ parts / weights.sum(), abs=1e-5)
            won = sum(
                np.nansum(weigh_hands(state) * state.ev[state.player] * held)
                for state, held in zip(states, chosen, strict=True)
            )
            assert kind.mix.ev == pytest.approx(won / weights.sum(), abs=1e-3)
            assert kind.boards == np.count_nonzero(weights)
        every, *kinds = decision.kinds
        assert (every.name, every.share) == ("", 1)
        assert sum(kind.share for kind in kinds) == pytest.approx(1, abs=1e-5)


def test_bet_sizes_have_the_frequencies_of_all_deals_that_come_to_the_decision() -> None:
    for mean in ran().means:
        for decision, bets in zip(mean.decisions, mean.bets, strict=True):
            every, *_ = decision.kinds
            assert decision.shares == pytest.approx(every.mix.shares, abs=1e-5)
            assert sum(decision.shares[:-1]) == pytest.approx(bets, abs=1e-5)


def test_boards_of_different_streets_share_the_bets_that_both_have() -> None:
    rows = [BoardRow(parse(board), "paired", 1, 1.0) for board in ("KsKh2h", "KsKh2h8d")]
    offered = {"bet 50": 0.5, "bet 90": 0.2}
    decisions = [BoardDecision((bet, "check"), (often, 1 - often), {}) for bet, often in offered.items()]
    boards = [SolvedBoard(row, (one, one)) for row, one in zip(rows, decisions, strict=True)]
    first, _ = next(texture_means(boards)).decisions
    assert dict(zip(first.actions, first.shares, strict=True)) == pytest.approx(
        {"bet 90": 0.1, "bet 50": 0.25, "check": 0.65}
    )


def solve_walk(board: str) -> Walk:
    """Solve a board as a report does, and return a `Walk` through the solution."""
    game = Subgame(parse_spot(spot_document(SPOT), parse(board)), limits=Limits(1))
    for _ in solve(game, Goal(target=FORM.target)):
        pass
    return Walk(game)


def weigh_hands(state: SolvedState) -> np.ndarray:
    mine, theirs = (np.nan_to_num(state.reach[player]) for player in (state.player, 1 - state.player))
    return mine * opposing_weight(theirs)


def test_a_report_of_an_earlier_version_has_all_but_kinds_of_hands() -> None:
    whole = ran()
    [file] = report_files.user_files.home().glob("reports/*.jsonl")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        del line["kinds"], line["after_check"]["kinds"]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    report = last(requests.ask(AskReport(FORM)))
    assert report.rows == whole.rows
    for decision, known in zip(report.means[0].decisions, whole.means[0].decisions, strict=True):
        assert decision == replace(known, kinds=())
    assert [replace(mean, decisions=()) for mean in report.means] == [
        replace(mean, decisions=()) for mean in whole.means
    ]


def test_texture_shares_are_those_of_all_flops() -> None:
    shares = texture_shares("random", "random")
    assert shares["monotone"] == pytest.approx(4 * 286 / 22_100)
    assert shares["paired"] == pytest.approx(1 - 64 * 286 / 22_100)
    assert sum(shares.values()) == pytest.approx(1)
    assert texture_shares("KK", "QQ")["paired"] != pytest.approx(shares["paired"], abs=1e-4)


def test_a_part_of_the_boards_has_the_texture_shares_of_all_flops() -> None:
    shares = texture_shares(SPOT.oop, SPOT.ip)
    boards = [BoardRow(board, classify_texture(board), times, 1.0) for board, times in flop_sample(25)[:4]]
    whole, *some = texture_means([SolvedBoard(row, (CHECKS, CHECKS)) for row in boards], shares)
    assert whole.share == 1
    assert {mean.texture: mean.share for mean in some} == {row.texture: shares[row.texture] for row in boards}
    report = BoardReport(ReportForm(SPOT, "sample-25", 1.0), 25, tuple(boards))
    assert (report.solved, report.flops) == (4, 1_755)


def test_what_is_cancelled_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    work = requests.run(RunReport(FORM))
    for item in work:
        if isinstance(item, Progress) and item.iteration == 1:
            break
    work.close()
    [stored] = last(requests.list_reports(ListReports()))
    assert (stored.form, stored.done, stored.total) == (FORM, 1, 3)
    solved, real = [], requests.solving_board
    monkeypatch.setattr(requests, "solving_board", lambda task: solved.append(task.board) or real(task))
    assert [names(row.board) for row in ran().rows] == list(BOARDS)
    assert solved == [parse(board) for board in BOARDS[1:]]


def test_a_report_whose_last_line_was_cut_off_goes_on_from_the_line_before() -> None:
    whole = ran()
    [file] = report_files.user_files.home().glob("reports/*.jsonl")
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], lines[2][:60]]))
    assert len(last(requests.ask(AskReport(FORM))).rows) == 2
    again = ran()
    assert again == whole


def answer_until_killed(request: Request[Any]) -> Iterator[Any]:
    """Answer a request as the worker does. After the second board of a report, kill the process, but only once."""
    killed = report_files.user_files.home() / "killed"
    for item in answer(request):
        yield item
        if isinstance(item, Progress) and item.iteration == 2 and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)


def test_a_report_whose_process_is_killed_goes_on_in_the_next_one() -> None:
    form = replace(FORM, boards=", ".join(f"QsJh2h8d{card}" for card in ("3c", "4c", "5c", "6c")))
    worker = Worker(f"{__name__}:{answer_until_killed.__name__}")
    try:
        assert isinstance(Heard(worker, RunReport(form)).wait(), Refusal)
        worker.restart()
        [stored] = Heard(worker, ListReports()).wait()
        assert (stored.done, stored.total) == (2, 4)
        resumed = Heard(worker, RunReport(form)).wait()
    finally:
        worker.close()
    assert len(resumed.rows) == 4
    last(requests.forget(ForgetReport(form)))
    assert resumed == ran(form)


def test_two_reports_of_one_spot_are_compared_on_the_boards_of_both() -> None:
    report = ran()
    two = replace(FORM, boards=f"{BOARDS[2]}, {BOARDS[0]}, 2c3c4d5h6h", texts=replace(SPOT, bets="100%"))
    other = ran(two)
    found = last(requests.compare(CompareReports(FORM, two)))
    assert [(names(row.board), names(same.board)) for row, same in found.boards] == [
        (board, board) for board in (BOARDS[0], BOARDS[2])
    ]
    assert found.boards[0] == (report.rows[0], other.rows[1])
    weights = [row.weight for row, _ in found.boards]
    for mean, rows in zip(found.means, zip(*found.boards, strict=True), strict=True):
        assert mean.boards == 2
        assert mean.ev[0] == pytest.approx(np.average([row.ev[0] for row in rows], weights=weights))
    same = last(requests.compare(CompareReports(FORM, FORM)))
    assert same.means == (report.means[0], report.means[0])


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"boards": "2c3c4d5h6h"}, "no board in common"),
        ({"texts": replace(SPOT, pot="60")}, "different spots"),
        ({"texts": replace(SPOT, oop="AA,KK")}, "different spots"),
    ],
)
def test_reports_that_cannot_be_compared_are_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        last(requests.compare(CompareReports(FORM, replace(FORM, **changed))))


def test_another_target_is_another_report_and_each_can_be_removed() -> None:
    ran()
    finer = replace(FORM, target=0.5)
    ran(finer)
    assert {one.form for one in last(requests.list_reports(ListReports()))} == {FORM, finer}
    last(requests.forget(ForgetReport(FORM)))
    assert [one.form for one in last(requests.list_reports(ListReports()))] == [finer]
    assert last(requests.ask(AskReport(FORM))).rows == ()


def test_a_report_at_work_is_neither_run_twice_nor_removed() -> None:
    work = requests.run(RunReport(FORM))
    next(work)
    with pytest.raises(BadInput, match="already running"):
        ran()
    with pytest.raises(BadInput, match="pause it first"):
        last(requests.forget(ForgetReport(FORM)))
    work.close()
    assert len(ran().rows) == 3


def test_a_board_that_leaves_no_hand_has_a_row_that_says_so_and_is_tried_again() -> None:
    report = ran(replace(FORM, texts=replace(SPOT, oop="QsQh,JhJs"), boards="QsJh2h8d5c, 2c3c4d5h6h"))
    failed, found = report.rows
    assert "every hand of the range meets the board" in failed.problem
    assert found.problem == ""
    assert report.means[0].boards == 1
    [stored] = last(requests.list_reports(ListReports()))
    assert (stored.done, stored.total) == (1, 2)


@pytest.mark.parametrize(
    ("changed", "field", "sentence"),
    [
        ({"boards": ""}, "boards", "Name a board"),
        ({"boards": "QsJh"}, "boards", "three, four or five"),
        ({"boards": "QsJh2h QsJh2h"}, "boards", "named twice"),
        ({"boards": "sample-3"}, "boards", "from sample-10 to sample-500"),
        ({"boards": "turns-"}, "boards", "Turn cards follow a flop"),
        ({"boards": "turns-Kd7c2h3s"}, "boards", "one flop, like Kd7c2h"),
        ({"boards": "turns-Kd7c2x"}, "boards", "one flop, like Kd7c2h"),
        ({"texts": replace(SPOT, pot="none")}, "pot", "not a number of chips"),
        ({"texts": replace(SPOT, bets="half")}, "bets", "not a bet size"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(changed: dict[str, Any], field: str, sentence: str) -> None:
    checked = last(requests.check(CheckReport(replace(FORM, **changed))))
    assert sentence in checked.problems[field]


def test_the_turn_cards_of_a_flop_are_the_boards_of_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    form = replace(FORM, boards="turns-Kd7c2h", texts=replace(SPOT, oop="AhAd,QhQd", ip="JsJd"), target=50.0)
    boards = report_files.form_boards(form)
    assert len(boards) == len({board for board, _ in boards}) == 49
    assert all(board[:3] == parse("Kd7c2h") and times == 1 for board, times in boards)
    monkeypatch.setattr(report_files, "turn_boards", lambda flop: turn_boards(flop)[:2])
    report = ran(form)
    assert [names(row.board) for row in report.rows] == ["Kd7c2h2s", "Kd7c2h3s"]
    assert (report.total, report.flops) == (2, 2)
    [stored] = last(requests.list_reports(ListReports()))
    assert stored.form == form
    assert read_boards("turns-Kd7c2h") == boards


def test_a_form_says_how_many_boards_it_has_and_how_long_they_take() -> None:
    checked = last(requests.check(CheckReport(replace(FORM, boards="sample-25"))))
    assert checked.boards == 25
    assert checked.seconds > 10
    assert 0 < checked.memory < checked.allowed
    all_flops = last(requests.check(CheckReport(replace(FORM, boards="all-flops"))))
    assert all_flops.boards == 1_755
    assert all_flops.seconds > 20 * checked.seconds


def test_the_csv_has_a_line_for_every_board(tmp_path: Path) -> None:
    ran()
    file = tmp_path / "report.csv"
    last(requests.export_report(ExportReport(FORM, str(file))))
    first, *lines = csv.DictReader(file.read_text().splitlines())
    assert first["board"] == BOARDS[0]
    assert float(first["ev oop"]) + float(first["ev ip"]) == pytest.approx(100, abs=1e-4)
    assert len(lines) == 2


def test_the_csv_of_the_kinds_of_hands_has_what_the_report_shows(tmp_path: Path) -> None:
    report, file = ran(), tmp_path / "kinds.csv"
    last(requests.export_report(ExportReport(FORM, str(file), has_kinds=True)))
    lines = list(csv.DictReader(file.read_text().splitlines()))
    assert len(lines) == sum(len(decision.kinds) for mean in report.means for decision in mean.decisions)
    for decision, player in zip(report.means[0].decisions, ("oop", "ip after check"), strict=True):
        written = [line for line in lines if (line["texture"], line["player"]) == ("all", player)]
        assert [line["hands"] for line in written] == [kind.name or "all" for kind in decision.kinds]
        for line, kind in zip(written, decision.kinds, strict=True):
            figures = [float(line[action]) for action in decision.actions]
            assert figures == pytest.approx(kind.mix.shares, abs=1e-5)
            assert float(line["ev"]) == pytest.approx(kind.mix.ev, abs=1e-5)
            assert float(line["ev check"]) == pytest.approx(kind.mix.action_ev[-1], abs=1e-5)


@pytest.mark.parametrize(
    "damaged",
    [
        {"ev": "much"},
        {"kinds": {"": {"weight": 1.0}}},
        {"kinds": []},
        {"frequencies": [1.0]},
        {"actions": 3},
        {"actions": ["check", "bet half", "all-in 300"]},
    ],
)
def test_a_file_that_was_written_over_is_a_sentence(damaged: dict[str, Any]) -> None:
    ran(replace(FORM, boards=BOARDS[0]))
    [file] = report_files.user_files.home().glob("reports/*.jsonl")
    line = json.loads(file.read_text().splitlines()[0])
    file.write_text(json.dumps({**line, **damaged}) + "\n")
    with pytest.raises(BadInput, match="is damaged"):
        last(requests.ask(AskReport(replace(FORM, boards=BOARDS[0]))))


RANGES = {
    "wide against tight": ("22+,A2s+,K7s+,Q9s+,J9s+,T8s+,A9o+,KTo+", "22+,A8s+,KTs+,QTs+,JTs,T9s,98s,AJo+"),
    "any hand against the strongest": ("random", "QQ+,AK"),
}


@pytest.mark.long
@pytest.mark.parametrize("pair", RANGES)
def test_the_mean_equity_over_95_flops_is_that_over_all_within_a_tenth_of_a_point(pair: str) -> None:
    oop, ip = (np.asarray(parse_range(words), float) for words in RANGES[pair])
    known: dict[tuple[int, ...], tuple[float, float]] = {}

    def mean(flops: list[WeightedFlop]) -> float:
        won = met = 0.0
        for flop, times in flops:
            if flop not in known:
                live = unblocked_hands(flop)
                mine, theirs = oop * live, ip * live
                meeting = mine * opposing_weight(theirs)
                known[flop] = (float(np.nansum(quick_equities(theirs, flop) * meeting)), float(meeting.sum()))
            won += times * known[flop][0]
            met += times * known[flop][1]
        return won / met

    assert mean(flop_sample(95)) == pytest.approx(mean(all_flops()), abs=0.00105)
