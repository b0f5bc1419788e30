"""The command `solve` for other programs: one spot, many boards, and refused input."""

import importlib.util
import json
import re
import signal
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import yaml

from ai.command_line import main
from ai.commands import solving_answers
from ai.solver import solve_files, solving
from ai.solver.board_solving import BoardTask, SolvedLine, solve_board
from ai.solver.flops import flop_sample, read_boards
from ai.solver.held_solve import HeldSolve
from ai.solver.subgame import Limits, Subgame
from game.files import locks
from game.rules.cards import DECK, RANKS, get_rank, get_suit, parse
from tests.ai.asking import get_json, get_refusal

SPOT = {
    "board": "QsJh2h8d5c",
    "oop": "22+,A2s+,KQ",
    "ip": "random",
    "pot": 100,
    "stack": 300,
    "bets": "50%,100%,a",
    "raises": "100%",
}
BOARDS = ("QsJh2h8d5c", "KsKh2h8d5c", "AsTh9h8d5c")
WriteSpot = Refuse = Callable[..., str]
Solve = Callable[..., Any]


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str]) -> Solve:
    return partial(get_json, capsys, "solve")


@pytest.fixture
def refuse(capsys: pytest.CaptureFixture[str]) -> Refuse:
    return partial(get_refusal, capsys, "solve")


@pytest.fixture
def spot(tmp_path: Path) -> WriteSpot:
    def write(**changed: object) -> str:
        file = tmp_path / "spot.yaml"
        known = {key: value for key, value in {**SPOT, **changed}.items() if value != "left out"}
        file.write_text(yaml.safe_dump(known))
        return str(file)

    return write


@pytest.fixture
def boards(tmp_path: Path) -> str:
    file = tmp_path / "boards.txt"
    file.write_text("\n".join(BOARDS) + "\n\n")
    return str(file)


def test_the_first_decision_is_answered_hand_by_hand(spot: WriteSpot, solve: Solve) -> None:
    row = solve(spot(), "--target", "0.3")
    assert list(row) == [
        *("ev", "exploitability_pct", "reached", "iterations", "seconds", "memory_mb", "bits"),
        *("actions", "frequencies", "hands"),
    ]
    assert sum(row["ev"]) == pytest.approx(100)
    assert row["actions"] == ["check", "bet 50", "bet 100", "all-in 300"]
    assert sum(row["frequencies"]) == pytest.approx(1, abs=1e-4)
    assert row["reached"]
    assert row["exploitability_pct"] <= 0.3
    assert len(row["hands"]["AhKh"]["strategy"]) == 4
    assert not {"KhAh", "QhQs"} & set(row["hands"])
    assert "QhQd" in row["hands"]


def test_a_hand_that_never_loses_wins_more_than_half_the_pot(spot: WriteSpot, solve: Solve) -> None:
    row = solve(spot(oop="QhQd,5s4s", ip="JsJd,2s2d"))
    assert row["hands"]["QhQd"]["ev"] > 100
    assert row["hands"]["5s4s"]["ev"] < 100


def test_actions_are_named_by_the_chips_they_put_in(spot: WriteSpot, solve: Solve) -> None:
    row = solve(spot(pot=33.5, bets="33%,37.5%", stack=12.5))
    assert row["actions"] == ["check", "bet 11.055", "all-in 12.5"]


def test_a_solve_bound_by_seconds_ends_in_time(spot: WriteSpot, solve: Solve) -> None:
    assert solve(spot(), "--seconds", "0.2")["seconds"] < 0.5


def test_people_read_values_actions_and_exploitability(
    spot: WriteSpot, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", spot()]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("oop wins ")
    assert lines[1].startswith("check ")
    assert "% of the pot: " in lines[-1]


def test_no_value_is_minus_zero(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "QsJh2h8d3c; AA,KK; QQ; 100; 0.5; 50%,a; 100%", "--target", "0.00001", "--hands", "AA"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "oop wins 0.000" in printed
    assert "-0.000" not in printed


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"oop": "QsQh"}, "spot.yaml: oop: every hand of the range meets the board QsJh2h8d5c."),
        ({"oop": "AsKs", "ip": "AsKd"}, "no deal is possible"),
        ({"ip": "AZ"}, 'spot.yaml: ip: "AZ" is not part of a range'),
        ({"ip": ""}, "ip: The range is empty"),
        ({"stack": -1}, "stack: -1 is not a number of chips above 0 and up to 1,000,000,000."),
        ({"stack": float("nan")}, "stack: nan is not a number of chips above 0 and up to 1,000,000,000."),
        ({"pot": "much"}, "pot: 'much' is not a number of chips."),
        ({"pot": 10**400}, "is not a number of chips above 0 and up to 1,000,000,000."),
        ({"bets": "0%"}, "bets: '0%' must be above 0% and at most 10,000%"),
        ({"raises": "1000000%"}, "raises: '1000000%' must be above 0% and at most 10,000%"),
        ({"bets": "half"}, "bets: 'half' is not a bet size; sizes are percent of the pot"),
        ({"raises": "0.01%", "stack": 1e9}, "raises fit in the stack: name larger sizes"),
        ({"board": "QsJh"}, "board: QsJh is not three, four or five different cards"),
        ({"board": "QsJh2h8d5c3c"}, "board: QsJh2h8d5c3c is not three, four or five different cards"),
        ({"board": "QsQs2h8d5c"}, 'board: Card "Qs" appears twice'),
        ({"board": "left out"}, "the key board is missing"),
        (
            {"river": 1},
            "'river' is not a key of a spot; its keys are board, oop, ip, pot, stack, bets, raises",
        ),
    ],
)
def test_a_bad_spot_is_one_sentence(
    spot: WriteSpot, refuse: Refuse, changed: dict[str, object], sentence: str
) -> None:
    assert sentence in refuse(spot(**changed))


def test_a_solve_that_needs_more_memory_than_allowed_is_refused_before_it_starts(
    spot: WriteSpot, refuse: Refuse
) -> None:
    sentence = refuse(spot(board="QsJh2h8d"), "--memory", "20")
    assert "MB in 16 bits, and 20 MB may be used" in sentence


def test_a_flop_with_all_hands_and_many_sizes_takes_more_memory_than_there_is(
    spot: WriteSpot, refuse: Refuse
) -> None:
    words = spot(board="QsJh2h", oop="random", stack=2000, bets="25%,50%,100%,a", raises="50%,100%,a")
    assert "may be used" in (said := refuse(words)) or "bet tree has more than" in said


def test_a_missing_file_and_options_of_many_boards_are_refused(
    spot: WriteSpot, refuse: Refuse, tmp_path: Path
) -> None:
    assert "There is no spot file" in refuse(str(tmp_path / "none.yaml"))
    assert "name them with --boards" in refuse(spot(), "--short")
    assert "--resume continues a file" in refuse(spot(), "--resume")
    assert "--lock is for one spot" in refuse(spot(), "--lock", "locks.yaml", "--boards", "all-flops")
    assert "named with --boards" in refuse(spot(), "--workers", "2")


# ---- many boards -------------------------------------------------------------------------------------------------
def printed_lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_board_has_a_line_in_order(
    spot: WriteSpot, boards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", spot(board="left out"), "--boards", boards]) == 0
    rows = printed_lines(capsys)
    assert [row["board"] for row in rows] == list(BOARDS)
    assert all(sum(row["ev"]) == pytest.approx(100) for row in rows)


def test_workers_find_what_one_process_finds(
    spot: WriteSpot, boards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for number in ("1", "2"):
        assert main(["solve", spot(), "--boards", boards, "--workers", number]) == 0
        found.append([{**row, "seconds": 0} for row in printed_lines(capsys)])
    assert found[0] == found[1]


def test_each_line_tells_equity_and_what_is_done_after_a_check(
    spot: WriteSpot, boards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", spot(oop="QhQd", ip="JsJd"), "--boards", boards, "--short"]) == 0
    nuts, behind, _ = printed_lines(capsys)
    assert (nuts["equity"], behind["equity"]) == (1.0, 1.0)
    assert nuts["ev"][0] == pytest.approx(100, abs=0.5)
    assert nuts["after_check"]["actions"] == ["check", "bet 50", "bet 100", "all-in 300"]
    assert sum(nuts["after_check"]["frequencies"]) == pytest.approx(1, abs=1e-4)
    assert nuts["weight"] == 1.0
    assert "hands" not in nuts


def test_the_equity_of_a_turn_is_the_mean_over_all_rivers(
    spot: WriteSpot, boards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(boards).write_text("QsJh2h8d")
    assert main(["solve", spot(oop="AhKd", ip="QdTc"), "--boards", boards]) == 0
    (row,) = printed_lines(capsys)
    seen = parse("QsJh2h8dAhKdQdTc")
    better = [card for card in DECK if card not in seen and RANKS[get_rank(card)] in "AKT"]
    assert row["equity"] == pytest.approx(len(better) / 44, abs=1e-6)


def test_what_was_done_is_kept_and_only_the_rest_is_solved(
    spot: WriteSpot,
    boards: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "solved.jsonl"
    words = ["solve", spot(), "--boards", boards, "--out", str(file), "--json"]
    assert main(words) == 0
    whole = file.read_text().splitlines()
    file.write_text(whole[0] + "\n" + whole[1][:50])
    asked, real = [], solving_answers.solve_board
    monkeypatch.setattr(solving_answers, "solve_board", lambda task: asked.append(task.board) or real(task))
    capsys.readouterr()
    assert main([*words, "--resume"]) == 0
    assert json.loads(capsys.readouterr().out) == {"boards": 3, "failed": 0, "file": str(file)}
    assert len(asked) == 2
    assert [json.loads(line)["board"] for line in file.read_text().splitlines()] == list(BOARDS)
    assert "was solved for another spot or target" in get_refusal(
        capsys, "solve", *words[1:-1], "--resume", "--target", "2"
    )


def test_only_one_command_writes_a_file_of_boards(
    spot: WriteSpot, boards: str, tmp_path: Path, refuse: Refuse
) -> None:
    file = tmp_path / "solved.jsonl"
    with locks.only_writer(file, "busy"):
        assert "Another command is writing" in refuse(
            spot(), "--boards", boards, "--out", str(file), "--resume"
        )
    assert main(["solve", spot(), "--boards", boards, "--out", str(file), "--json"]) == 0


def test_a_board_that_leaves_no_hand_has_a_line_that_says_so(
    spot: WriteSpot, boards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", spot(oop="QsQh,Kc2c"), "--boards", boards]) == 0
    capsys.readouterr()
    assert main(["solve", spot(oop="QsQh"), "--boards", boards]) == 2
    rows = printed_lines(capsys)
    assert ["error" in row for row in rows] == [True, False, False]


def test_a_bad_board_is_refused_with_its_line(spot: WriteSpot, boards: str, refuse: Refuse) -> None:
    for line, sentence in (
        ("QsJh", "line 2: a board has three"),
        ("QsXx2h", "line 2: "),
        ("Qs Jh 2h", "twice"),
    ):
        Path(boards).write_text(f"QsJh2h\n{line}\n")
        assert sentence in refuse(spot(), "--boards", boards)
    assert "There is no file" in refuse(spot(), "--boards", "none-of-them")
    assert "'.' is a folder: name a file of boards" in refuse(spot(), "--boards", ".")


def test_all_flops_are_1755_and_stand_for_22100() -> None:
    flops = read_boards("all-flops")
    assert len(flops) == 1_755
    assert sum(times for _, times in flops) == 22_100


@pytest.mark.parametrize("size", [10, 95, 500])
def test_a_sample_stands_for_all_flops_and_is_always_the_same(size: int) -> None:
    sample, flops = flop_sample(size), {board for board, _ in read_boards("all-flops")}
    assert sample == flop_sample(size) == read_boards(f"sample-{size}")
    assert len({board for board, _ in sample} & flops) == size
    assert sum(times for _, times in sample) == 22_100


def test_in_a_sample_of_95_every_rank_and_suit_pattern_comes_as_often_as_in_all_flops() -> None:
    def shares(weighed: list[tuple[tuple[int, ...], int]]) -> np.ndarray:
        of = np.zeros((2, 13))
        suits = np.zeros(4)
        for board, times in weighed:
            of[0, max(map(get_rank, board))] += times
            of[1, min(map(get_rank, board))] += times
            suits[len(set(map(get_suit, board)))] += times
        return np.concatenate([*of, suits]) / 22_100

    off = shares(flop_sample(95)) - shares(read_boards("all-flops"))
    assert np.abs(off).max() < 0.01


def test_a_sample_of_no_such_size_is_refused(spot: WriteSpot, refuse: Refuse) -> None:
    for name in ("sample-9", "sample-501", "sample-many", "sample-"):
        assert "from sample-10 to sample-500" in refuse(spot(), "--boards", name)


class DyingPool(Executor):
    """An executor that solves one board and fails on the next board, as a pool with a dead process does."""

    def submit(self, work, task):  # type: ignore[no-untyped-def, override]
        future: Future[object] = Future()
        if task.board == parse(BOARDS[0]):
            future.set_result(work(task))
        else:
            future.set_exception(BrokenProcessPool())
        return future


def test_boards_are_kept_when_a_worker_dies(
    spot: WriteSpot, boards: str, tmp_path: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving_answers, "open_executor", lambda options: DyingPool())
    file = tmp_path / "solved.jsonl"
    sentence = refuse(spot(), "--boards", boards, "--out", str(file), "--workers", "2", code=3)
    assert "continue with --resume" in sentence
    assert [json.loads(line)["board"] for line in file.read_text().splitlines()] == [BOARDS[0]]


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="distributed is not installed")
def test_a_cluster_that_is_away_is_a_sentence_and_finished_boards_are_kept(
    spot: WriteSpot, boards: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "solved.jsonl"
    words = (spot(), "--boards", boards, "--out", str(file))
    assert main(["solve", *words]) == 0
    whole = file.read_text().splitlines()
    file.write_text("\n".join(whole[:2]) + "\n")
    capsys.readouterr()
    away = (*words, "--resume", "--cluster", "tcp://127.0.0.1:1")
    assert "No scheduler answers" in get_refusal(capsys, "solve", *away, code=3)
    assert file.read_text().splitlines() == whole[:2]


def test_an_interrupted_solve_prints_the_solution_so_far(
    spot: WriteSpot, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    iterate = Subgame.iterate

    def interrupted(game: Subgame) -> Generator[None, None, None]:
        yield from iterate(game)
        if game.iterations == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Subgame, "iterate", interrupted)
    assert main(["solve", spot(), "--target", "0.001", "--json"]) == 130
    out, err = capsys.readouterr()
    row = json.loads(out)
    assert (row["iterations"], row["reached"]) == (3, False)
    assert sum(row["ev"]) == pytest.approx(100)
    assert err.startswith("Interrupted after 3 iterations: the solution so far has an exploitability of ")


def test_an_interrupted_solve_that_takes_long_to_measure_ends_without_a_solution(
    spot: WriteSpot, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    iterate = Subgame.iterate

    def interrupted(game: Subgame) -> Generator[None, None, None]:
        yield from iterate(game)
        if game.iterations == 3:
            signal.raise_signal(signal.SIGINT)
            for _ in range(5):
                yield

    monkeypatch.setattr(Subgame, "iterate", interrupted)
    monkeypatch.setattr(solving, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(solving_answers, "MIN_FINISH_SECONDS", 0.0)
    monkeypatch.setattr(solving_answers, "FINISH_SHARE", 0.0)  # however slow the machine is
    assert main(["solve", spot(), "--target", "0.001"]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert "Interrupted after 3 iterations, before the solution so far could be measured." in err


@pytest.mark.parametrize("ends", [True, False])
def test_an_iteration_that_outlasts_an_interrupt_ends_the_process(
    ends: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(solving_answers, "MIN_FINISH_SECONDS", 0.0)
    monkeypatch.setattr(solving_answers, "GRACE_SECONDS", 0.01)
    codes: list[int] = []
    monkeypatch.setattr(solving_answers.os, "_exit", codes.append)
    interrupted, measured = threading.Event(), threading.Event()
    interrupted.set()
    if ends:
        measured.set()
    game = SimpleNamespace(iterations=7)
    solving_answers._end_late(interrupted, measured, game, time.monotonic())  # type: ignore[arg-type]
    assert codes == ([] if ends else [130])
    assert ("Interrupted after 7 iterations" in capsys.readouterr().err) == (not ends)


def test_a_solve_tells_its_memory_and_time_before_it_starts(
    spot: WriteSpot, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", spot(), "--target", "50"]) == 0
    said = r"This solve takes [\d,]+ MB and about [\d.]+ s an iteration\. \d+ iterations are usual\.\n"
    assert re.fullmatch(said, capsys.readouterr().err)
    assert main(["solve", spot(), "--target", "50", "--json"]) == 0
    assert capsys.readouterr().err == ""


def test_interrupted_boards_are_counted(
    spot: WriteSpot,
    boards: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(task: BoardTask) -> SolvedLine:
        if task.board != parse(BOARDS[0]):
            raise KeyboardInterrupt
        return solve_board(task)

    monkeypatch.setattr(solving_answers, "solve_board", interrupted)
    out = tmp_path / "out.jsonl"
    words = ["solve", spot(board="left out"), "--boards", boards, "--out", str(out), "--target", "5"]
    assert main(words) == 130
    assert capsys.readouterr().err == f"Interrupted; 1 of 3 boards are in {out}. Continue with --resume.\n"


# ---- the whole solution in a file -------------------------------------------------------------------------------
def test_a_solution_is_written_whole_and_continued(spot: WriteSpot, solve: Solve, tmp_path: Path) -> None:
    file = tmp_path / "river.npz"
    first = solve(spot(), "--target", "5", "--out", str(file))
    assert first["file"] == str(file)
    again = solve(spot(), "--target", "0.5", "--out", str(file), "--resume")
    assert again["iterations"] > first["iterations"]
    assert again["exploitability_pct"] <= 0.5
    kept = solve(spot(), "--target", "5", "--out", str(file), "--resume")
    assert kept["iterations"] >= again["iterations"]


def test_a_solution_is_continued_as_if_it_had_not_been_interrupted(
    spot: WriteSpot, solve: Solve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        solving_answers, "solve_goal", lambda options: solving.Goal(iterations=options.threads)
    )
    file, whole = tmp_path / "part.npz", tmp_path / "whole.npz"
    solve(spot(), "--threads", "6", "--out", str(file))
    continued = solve(spot(), "--threads", "12", "--out", str(file), "--resume")
    straight = solve(spot(), "--threads", "12", "--out", str(whole))
    for row in (continued, straight):
        del row["seconds"], row["file"]
    assert continued == straight


def test_a_name_keeps_the_solution_for_the_solver_page(spot: WriteSpot, solve: Solve) -> None:
    solve(spot(), "--target", "20", "--out", "my river")
    [found] = [one for one in solve_files.list_solves().solves if one.name == "my river"]
    assert found.texts.board == SPOT["board"]
    *_, held = solve_files.open_solve("my river", Limits())
    assert isinstance(held, HeldSolve)
    assert held.walk.at().actions == ("check", "bet 50", "bet 100", "all-in 300")
    assert held.exploitability <= 20


def test_a_stored_solve_is_opened_again_by_its_file_or_name(
    spot: WriteSpot, solve: Solve, refuse: Refuse, tmp_path: Path
) -> None:
    before = solve(spot(), "--target", "5", "--out", "my river")
    again = solve("my river", "--line", "check", "--hands", "pair")
    assert again["reached"]
    assert again["exploitability_pct"] <= before["exploitability_pct"]
    assert (again["line"], again["file"]) == ("check", before["file"])
    further = solve(before["file"], "--target", "1")
    assert further["iterations"] > again["iterations"]
    assert further["exploitability_pct"] <= 1
    assert "--lock is for a new solve" in refuse("my river", "--lock", "locks.yaml")
    for words in (str(tmp_path / "other.npz"), f"{'long' * 500}.npz", "~nobody.npz"):
        assert "There is no stored solve" in refuse(words)
    assert "There is no spot file 'not kept'" in refuse("not kept")


def test_a_file_of_another_spot_or_a_wrong_name_is_refused(
    spot: WriteSpot, solve: Solve, refuse: Refuse, tmp_path: Path
) -> None:
    file = tmp_path / "river.npz"
    solve(spot(), "--target", "20", "--out", str(file))
    assert "holds the solution of another spot" in refuse(spot(pot=90), "--out", str(file), "--resume")
    assert "does not end in .npz" in refuse(spot(), "--out", str(tmp_path / "river.json"))
    assert 'begin with "autosave"' in refuse(spot(), "--out", "autosave 1")
    locks = tmp_path / "locks.yaml"
    locks.write_text("hands: {AA: {check: 1}}")
    words = ("--out", str(file), "--resume", "--lock", str(locks))
    assert "solved with other locks" in refuse(spot(), *words)


def test_an_interrupted_solution_is_kept_and_told(
    spot: WriteSpot,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    solve: Solve,
) -> None:
    iterate, file = Subgame.iterate, tmp_path / "river.npz"

    def interrupted(game: Subgame) -> Generator[None, None, None]:
        yield from iterate(game)
        if game.iterations == 3:
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(Subgame, "iterate", interrupted)
        patched.setattr(solving_answers, "MIN_FINISH_SECONDS", 0.0)
        patched.setattr(solving, "REPORT_SECONDS", 0.0)
        assert main(["solve", spot(), "--target", "0.001", "--json", "--out", str(file)]) == 130
    out, err = capsys.readouterr()
    assert json.loads(out)["iterations"] == 3
    assert f"{file} has it: continue with --resume." in err
    assert solve(spot(), "--target", "5", "--out", str(file), "--resume")["iterations"] > 3


def test_the_betting_before_a_pasted_spot_counts(solve: Solve) -> None:
    row = solve("QsJh2h8d5c; AA,76s; KK,QJs; 100; 300; 50%; 100%; bet 50", "--target", "5")
    assert row["actions"] == ["fold", "call", "raise 250"]
