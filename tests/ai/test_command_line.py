"""The commands as other programs call them: shapes, exit codes, one sentence on stderr for bad input."""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from ai import catalog, command_line
from ai.algorithms import td_kernel
from ai.command_line import main
from ai.commands import matching, output, training
from ai.commands.executors import interrupts_noted
from ai.commands.measuring import MENUS_IN_WORDS, STREETS_IN_WORDS
from ai.commands.options import agent_stack
from ai.commands.output import format_number, format_signed
from ai.evaluation.head_to_head import MatchSpec, play_match
from ai.evaluation.lbr_spec import MENUS, STREETS
from ai.storage import load_model
from ai.training import runs
from ai.training.run import train
from ai.training.store import claim_model_file
from game.agent_entries import AgentEntry
from game.archive import text_id
from game.core import Decision, Progress
from game.files import user_files
from game.files.manifest import read_manifest
from game.match import acpc, phh
from game.match.history import HandRecord
from tests.ai.asking import Run, run_json
from tests.full_disk import refuse_space

ROOT = Path(__file__).parents[2]


# ---- what can be played and trained -----------------------------------------------------------------------
def test_agents_lists_every_agent_with_its_strength(run: Run) -> None:
    rows = run_json(run, "agents")["agents"]
    assert {row["game"] for row in rows} >= {"tic-tac-toe", "kuhn-poker", "kuhn-half-street"}
    for row in rows:
        assert list(row)[:8] == [
            "name",
            "game",
            "kind",
            "stage",
            "blinds",
            "depth",
            "description",
            "strength",
        ]
        assert list(row)[8:] == ["league"]
        assert row["strength"] is None or set(row["strength"]) == {
            "metric",
            "mean",
            "ci95",
            "against",
            "hands",
        }


def test_agents_of_one_game_come_weakest_first(run: Run) -> None:
    rows = run_json(run, "agents", "--game", "tic-tac-toe")["agents"]
    assert [row["name"] for row in rows] == [
        "random",
        "ada-20",
        "ada-500",
        "ada-2000",
        "ada-1000000",
        "perfect",
    ]


def test_the_list_for_people_tells_what_was_left_out(run: Run) -> None:
    folder = catalog.user_folder("tic-tac-toe")
    folder.mkdir(parents=True)
    (folder / "torn.yaml").write_text("game: [")
    for words in ("agents", "agents --json"):
        code, out, err = run(*words.split())
        assert code == 0
        assert "ada-1000000" in out
        assert err.startswith("Left out: torn.yaml cannot be read")


def test_runs_lists_settings_with_their_defaults(run: Run) -> None:
    rows = run_json(run, "runs", "--game", "kuhn-poker")["runs"]
    assert [row["name"] for row in rows] == ["kuhn-cfr", "kuhn-cfr-sampled", "kuhn-cfr-vanilla"]
    assert rows[0]["settings"]["variant"] == "cfr+"
    assert "iterations=10000" in run("runs")[1]


def test_people_read_what_settings_may_be_and_how_strong_agents_are(run: Run) -> None:
    settings = run("runs")[1]
    assert "more than 0, at most 1" in settings
    assert "memory limit for the tables; in MB, at least 1" in settings
    assert "both stacks; in big blinds, at least 2" in settings
    assert "number of games; at least 1" in settings
    ada = next(line for line in run("agents")[1].splitlines() if "ada-500 " in line)
    assert "after 500" in ada
    assert "lost lines" in ada


def test_however_long_a_name_is_the_columns_stand_below_each_other(run: Run) -> None:
    lines = run("agents", "--game", "holdem")[1].splitlines()
    rows = {line.split()[1]: line for line in lines}
    entries = {entry.name: entry for entry in catalog.agents("holdem")}
    assert max(map(len, entries)) > 16
    assert len({line.index(entries[name].description) for name, line in rows.items()}) == 1
    assert len({line.index(f" {entries[name].kind} ", 20) for name, line in rows.items()}) == 1


def test_people_read_what_an_agent_is_called_in_the_window(run: Run) -> None:
    lines = run("agents", "--game", "holdem")[1].splitlines()
    rows = [line.split() for line in lines]
    assert {row[2:4] == ["The", "Architect"] for row in rows if row[1].startswith("blueprint-")} == {True}


def test_a_style_is_no_stage_of_training(run: Run) -> None:
    out = run("agents", "--game", "holdem")[1]
    assert "style: tight" in out
    assert "style: arena" in out
    trained = [line.split()[1] for line in out.splitlines() if " after " in line]
    assert trained
    assert all(name.startswith("blueprint-") for name in trained)


# ---- matches ----------------------------------------------------------------------------------------------
def test_a_match_reports_mean_interval_and_counts(run: Run) -> None:
    row = run_json(run, "match", "kuhn-poker", "vesper-10000", "uniform", "--hands", "200", "--duplicate")
    assert list(row) == ["a", "b", "hands", "mean", "ci95", "unit", "wins", "draws", "losses", "seconds"]
    assert (row["a"], row["hands"], row["unit"]) == ("vesper-10000", 200, "chips/hand")
    assert row["wins"] + row["draws"] + row["losses"] == 200


def test_the_seed_and_not_the_number_of_workers_decides_a_match(run: Run) -> None:
    words = ("match", "tic-tac-toe", "random", "ada-20", "--hands", "120")
    first, again, other = (
        run_json(run, *words, *more)
        for more in (("--seed", "3"), ("--seed", "3", "--workers", "2"), ("--seed", "4"))
    )
    for row in (first, again, other):
        del row["seconds"]
    assert first == again
    assert first != other


def test_a_match_says_whose_depth_plays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    anybody = catalog.load("holdem", "random")
    monkeypatch.setattr(catalog, "load", lambda game, name, blinds: anybody)
    _, err = run("match", "holdem", "blueprint-20", "sound", "--hands", "2")[1:]
    assert err == "At 200 big blinds blueprint-200 plays for blueprint-20, which plays at --stack 20.\n"
    assert run("match", "holdem", "blueprint-20", "sound", "--hands", "2", "--stack", "20")[2] == ""


@pytest.mark.parametrize(
    "words",
    [
        ("match", "holdem", "{}", "sound", "--hands", "1"),
        ("acpc", "localhost", "1", "{}"),
        ("play", "holdem", "{}"),
    ],
)
def test_an_agent_that_thinks_is_warm_before_it_decides(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    class Thinking:
        name = "thinking"
        is_warm = False

        def warm_up(self) -> None:
            self.is_warm = True

        def decide(self, *position: Any) -> Decision:
            assert self.is_warm
            return anybody.decide(*position)

    anybody, agent, load = catalog.load("holdem", "random"), Thinking(), catalog.load
    monkeypatch.setattr(
        catalog, "load", lambda game, name, *more: agent if name == "random" else load(game, name)
    )
    run(*(word.format("random") for word in words))
    assert agent.is_warm


def test_a_match_in_words(run: Run) -> None:
    code, out, _ = run("match", "tic-tac-toe", "perfect", "random", "--hands", "1", "--seed", "1")
    assert code == 0
    assert out.startswith("perfect against random, 1 hands: ")
    assert "points/game" in out


@pytest.mark.parametrize(
    ("value", "mean", "interval"),
    [
        (2210.43, "+2,210", "2,210"),
        (-12345.6, "-12,346", "-12,346"),
        (0.0556, "+0.0556", "0.0556"),
        (0.325, "+0.325", "0.325"),
        (9.63e-06, "+0.00000963", "0.00000963"),
        (2.8e-17, "0", "0"),
        (-2.8e-17, "0", "0"),
        (0.0, "0", "0"),
    ],
)
def test_figures_have_four_digits_and_no_exponent(value: float, mean: str, interval: str) -> None:
    assert (format_signed(value, 4), format_number(value, 4)) == (mean, interval)


def test_thousands_of_a_match_are_written_out(run: Run) -> None:
    words = ("match", "holdem", "maniac", "station", "--hands", "6", "--seed", "2")
    row = run_json(run, *words)
    out = run(*words)[1]
    assert f": {row['mean']:+,.0f} ± {row['ci95']:,.0f} mbb/hand" in out


def test_half_street_matches_take_blinds_as_fractions_too(run: Run) -> None:
    row = run_json(
        run, "match", "kuhn-half-street", "equilibrium", "station", "--blinds", "1/2", "--hands", "40"
    )
    assert row["hands"] == 40


@pytest.mark.parametrize("name", ["log.txt", "log.phhs", "log.phh"])
def test_hands_of_holdem_are_logged_in_the_format_of_the_ending(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    words = ("match", "holdem", "random", "random", "--hands", "3", "--stack", "20", "--log", str(file))
    assert run_json(run, *words)["unit"] == "mbb/hand"
    if name == "log.txt":
        header, *lines = file.read_text().splitlines()
        rules = acpc.rules_from_header(header)
        assert rules is not None
        records = [acpc.from_acpc(line, rules) for line in lines]
    else:
        records = list(phh.from_phhs(file.read_text()))
    assert [record.rules.stacks for record in records] == [(2_000, 2_000)] * 3


def test_a_single_hand_makes_a_plain_phh_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.phh"
    run_json(run, "match", "holdem", "random", "random", "--hands", "1", "--log", str(file))
    assert phh.from_phh(file.read_text()).number == 1


# ---- training ---------------------------------------------------------------------------------------------
def test_training_reports_lines_of_json_and_leaves_a_playable_agent(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.npz"
    code, out, err = run("train", "kuhn-cfr", "--iterations", "30", "--out", str(file), "--json")
    assert (code, err) == (0, "")
    reports = [json.loads(line) for line in out.splitlines()]
    keys = ["iteration", "total", "seconds", "seconds_left", "metrics", "done", "file"]
    assert all(list(report) == keys for report in reports)
    assert [report["done"] for report in reports] == [False] * (len(reports) - 1) + [True]
    assert reports[-1]["file"] == str(file)
    assert run_json(run, "measure", "kuhn-poker", str(file))["exploitability"] < 0.1


def test_settings_and_seed_come_by_the_command_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.npz"
    words = ("train", "value-learner", "--set", "alpha=0.5", "--set", "epsilon=0.2", "--seed", "9")
    code, out, _ = run(*words, "--iterations", "50", "--out", str(file))
    assert code == 0
    assert out.startswith(f"{file}: 50 games, lost_lines_x")
    config = load_model(file).manifest.config
    assert (config["alpha"], config["epsilon"], config["seed"]) == (0.5, 0.2, 9)


def test_without_a_file_the_agent_goes_to_the_users_own(run: Run) -> None:
    for number in (1, 2):
        code, out, _ = run("train", "kuhn-half-street-cfr", "--set", "blinds=2", "--iterations", "10")
        assert code == 0
        assert f"kuhn-half-street-cfr-{number}.npz" in out
    names = [row["name"] for row in run_json(run, "agents", "--game", "kuhn-half-street")["agents"]]
    assert {"kuhn-half-street-cfr-1", "kuhn-half-street-cfr-2"} <= set(names)


def test_a_run_bounded_in_seconds_says_that_it_is_done(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.npz"
    td_kernel.compile_kernels()
    words = (
        "train",
        "value-learner",
        "--iterations",
        "1000000000",
        "--seconds",
        "0.2",
        "--out",
        str(file),
        "--json",
    )
    reports = [json.loads(line) for line in run(*words)[1].splitlines()]
    assert reports[-1]["done"]
    assert 0 < reports[-1]["iteration"] < 1_000_000_000


def test_every_option_of_training_says_what_it_does() -> None:
    words = argparse.ArgumentParser().add_subparsers()
    training.add_train(words)
    assert [action.dest for action in words.choices["train"]._actions if not action.help] == []


def test_a_resumed_run_goes_on_in_its_file_to_the_same_model(run: Run, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    run("train", "kuhn-cfr", "--iterations", "40", "--out", str(whole))
    run("train", "kuhn-cfr", "--iterations", "15", "--out", str(parts))
    assert run("train", "kuhn-cfr", "--resume", str(parts), "--iterations", "40")[0] == 0
    assert (load_model(whole).arrays["regret"] == load_model(parts).arrays["regret"]).all()


def test_ctrl_c_keeps_the_checkpoint_and_exits_130(tmp_path: Path) -> None:
    file = tmp_path / "new.npz"
    words = [sys.executable, "main.py", "train", "value-learner", "--out", str(file), "--json"]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    while not json.loads(process.stdout.readline())["iteration"]:
        pass
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == f"Interrupted; {file} continues with --resume.\n"
    played = load_model(file).manifest.iterations
    assert played is not None
    assert 0 < played < 1_000_000
    reports = train(runs.resume("value-learner", file, iterations=played), file)
    assert next(reports).iteration == played


def test_a_run_that_cannot_begin_leaves_no_model_and_the_former_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, file = tmp_path / "empty.log", tmp_path / "net.npz"
    log.touch()
    words = ["train", "holdem-network", "--set", f"logs={log}", "--out", str(file)]
    assert main(words) == 2
    assert "There is no hand to read. empty.log: The file is empty." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [log]
    runs.start("holdem-network", [f"logs={log}"]).save(file)
    former = {part: part.read_bytes() for part in tmp_path.iterdir()}
    assert main(words) == 2
    assert {part: part.read_bytes() for part in tmp_path.iterdir()} == former


@pytest.fixture
def ctrl_c_interrupts() -> Iterator[None]:
    """Let Ctrl-C do what it does in a terminal, also if the tests run in the background and it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_interrupts")
def test_a_second_ctrl_c_does_not_wait() -> None:
    def interrupt() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)

    with interrupts_noted() as noted:
        interrupt()
        assert noted.is_set()
        with pytest.raises(KeyboardInterrupt):
            interrupt()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def without_notices(err: str) -> str:
    """Return the output of a command without the line on the start of worker processes."""
    return "".join(line for line in err.splitlines(True) if not line.startswith("Preparing "))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="sends Ctrl-C to a group of processes")
@pytest.mark.usefixtures("ctrl_c_interrupts")
@pytest.mark.parametrize("seconds", [0.5, 1.0, 2.0])
def test_ctrl_c_ends_a_match_at_once_while_its_workers_start_or_play(seconds: float) -> None:
    words = [sys.executable, "main.py", "match", "holdem", "blueprint-200", "sound", "--hands", "200000"]
    with subprocess.Popen(
        [*words, "--workers", "2"], cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, without_notices(err)) == (130, "Interrupted.\n")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="sends Ctrl-C to a group of processes")
@pytest.mark.usefixtures("ctrl_c_interrupts")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_the_finished_hands_of_a_match_with_a_log(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "evening.log"
    words = [sys.executable, "main.py", "match", "holdem", "random", "random", "--hands", "2000000"]
    with subprocess.Popen(
        [*words, "--log", str(file), "--workers", workers],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(6.0)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    found = re.fullmatch(r"Interrupted; ([0-9,]+) finished hands kept in (.*)\.\n", without_notices(err))
    assert found is not None, err
    table, *lines = file.read_text().splitlines()
    rules = acpc.rules_from_header(table)
    assert rules is not None
    assert len([acpc.from_acpc(line, rules) for line in lines]) == int(found[1].replace(",", "")) > 0


def test_hands_that_are_finished_before_an_interruption_are_there_one_by_one() -> None:
    finished: list[HandRecord] = []
    played = 0

    class Interrupting:
        name = "random"

        def decide(self, *asked: object) -> Decision:
            nonlocal played
            played += 1
            if len(finished) == 7:
                raise KeyboardInterrupt
            return Decision(0, {0: 1.0})  # the button folds

    spec = MatchSpec("holdem", "random", "random", record=True)
    with pytest.raises(KeyboardInterrupt):
        list(play_match(spec, lambda *named: Interrupting(), None, finished))
    assert [record.number for record in finished] == [1, 2, 3, 4, 5, 6, 7]
    assert played == 8


# ---- measuring and asking ---------------------------------------------------------------------------------
def test_the_champion_is_measured_from_both_seats(run: Run) -> None:
    row = run_json(run, "measure", "tic-tac-toe", "ada-1000000")
    expected = {f"{kind}_lines_{seat}" for kind in ("lost", "drawn", "won") for seat in "xo"}
    assert set(row) == expected
    assert (row["lost_lines_x"], row["lost_lines_o"]) == (0, 0)


def test_the_first_line_that_beats_an_agent_is_shown_with_an_id_that_replays_it(run: Run) -> None:
    _, out, _ = run("measure", "tic-tac-toe", "ada-20")
    for seat in "xo":
        cells, _, game_id = next(
            line for line in out.splitlines() if line.startswith(f"first_lost_line_{seat}: ")
        ).rpartition(", to replay: ")
        game = text_id.from_id(game_id)
        assert cells.split()[1:] == [str(cell) for cell in game.actions]
        assert (game.opponent, game.result) == ("ada-20", "won")
    assert "first_lost_line" not in run("measure", "tic-tac-toe", "perfect")[1]


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (("kuhn-poker", "vesper-10000"), -1 / 18),
        (("kuhn-half-street", "vesper-s1-10000"), 1 / 18),
        (("kuhn-half-street", "vesper-s2-10000", "--blinds", "2"), 1 / 10),
    ],
)
def test_kuhn_is_measured_by_its_best_reply(run: Run, words: tuple[str, ...], value: float) -> None:
    row = run_json(run, "measure", *words)
    assert set(row) == {"nash_conv", "exploitability", "value"}
    assert row["exploitability"] == pytest.approx(row["nash_conv"] / 2)
    assert row["exploitability"] <= 1e-4
    assert row["value"] == pytest.approx(value, abs=1e-3)


@pytest.mark.parametrize(("stack", "depth", "played"), [(None, 20, 20), (50, 20, 50), (None, None, 200)])
def test_an_agent_is_measured_at_its_own_depth(stack: int | None, depth: int | None, played: int) -> None:
    options = argparse.Namespace(game="holdem", stack=stack)
    assert agent_stack(options, AgentEntry("plan", "holdem", "learned", "", depth=depth)) == played


def test_the_help_of_measure_explains_every_menu(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["measure", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "fc: fold or call; fcpa: also bet the pot or all-in" in said
    assert all(f"{menu}: " in said for menu in MENUS)


def test_the_help_of_agents_says_by_what_they_are_ordered(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["agents", "--help"]) == 0
    assert "nobody ranks below an agent that they beat" in " ".join(capsys.readouterr().out.split())


def test_holdem_is_measured_by_a_local_best_response(run: Run) -> None:
    words = ("measure", "holdem", "rock", "--hands", "2", "--menu", "fc", "--seed", "4")
    one, two = (run_json(run, *words, "--workers", workers)["lbr"] for workers in "12")
    assert list(one) == ["mean", "ci95", "unit", "hands", "stack", "menu", "streets"]
    assert list(one.values())[1:] == [None, "mbb/hand", 2, 200, "fc", "turn-river"]
    assert one == two


def test_published_values_stand_beside_what_a_local_best_response_wins(run: Run) -> None:
    words = ("measure", "holdem", "rock", "--hands", "2", "--workers", "1")
    assert set(MENUS_IN_WORDS) == set(MENUS)
    assert set(STREETS_IN_WORDS) == set(STREETS)
    _, out, _ = run(*words)
    assert out.startswith("A local best response wins ")
    assert "mbb/hand from rock (2 hands, 200 big blinds; it may fold, call, bet the pot or all-in, " in out
    assert "on turn and river)" in out
    assert "Slumbot 2016 4,020, Hyperborean 2014 3,852, Act1 2016 2,597, always folding 750" in out
    _, out, _ = run(*words, "--stack", "20")
    assert "values are published at 200 big blinds for fc on all, fcpa on turn-river" in out


def test_a_measure_in_words(run: Run) -> None:
    assert "exploitability: " in run("measure", "kuhn-poker", "honest")[1]


def test_the_strategy_of_kuhn_has_letters_for_actions(run: Run) -> None:
    table = run_json(run, "strategy", "kuhn-poker", "honest")["information_states"]
    assert len(table) == 12
    assert table["Kpb"] == {"p": 0.0, "b": 1.0}


def test_the_strategy_of_tic_tac_toe_has_every_position_with_a_choice(run: Run) -> None:
    table = run_json(run, "strategy", "tic-tac-toe", "perfect")["information_states"]
    assert len(table) == 4_520
    assert set(table["0"]) == {str(cell) for cell in range(9)}
    assert all(abs(sum(row.values()) - 1) < 1e-9 for row in table.values())


def test_a_strategy_can_be_written_to_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "honest.json"
    code, out, _ = run("strategy", "kuhn-half-street", "honest", "--out", str(file))
    assert (code, out) == (0, f"Written to {file}.\n")
    assert set(json.loads(file.read_text())["information_states"]) == {"A", "K", "Q", "Ab", "Kb", "Qb"}
    assert "Kb" in run("strategy", "kuhn-half-street", "honest")[1]


# ---- the terminal game ------------------------------------------------------------------------------------
@pytest.fixture
def type_words(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def answers(*lines: str) -> None:
        remaining: Iterator[str] = iter(lines)

        def typed(prompt: str) -> str:
            try:
                return next(remaining)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", typed)

    return answers


def test_a_game_is_played_at_the_terminal_and_another_one_offered(
    run: Run, type_words: Callable[..., None]
) -> None:
    type_words("1", "99", "2", "3", "4", "5", "6", "7", "8", "9", "q")
    code, out, err = run("play", "tic-tac-toe", "perfect")
    assert (code, err) == (0, "")
    assert "perfect takes square 5." in out
    assert "'99' is not a free square" in out


def test_question_and_answer_stand_on_lines_of_their_own(run: Run, type_words: Callable[..., None]) -> None:
    type_words("5", "q")
    lines = run("play", "tic-tac-toe", "perfect")[1].splitlines()
    assert "Your square (1, 2, 3, 4, 5, 6, 7, 8, 9):" in lines
    assert any(line.startswith("perfect takes square") for line in lines)


def test_after_a_wrong_entry_the_question_stands_once(run: Run, type_words: Callable[..., None]) -> None:
    type_words("x", "q")
    assert run("play", "kuhn-poker", "station")[1].count("Check (c) or bet 1 (b)?") == 2


def test_help_lists_what_can_be_typed_and_asks_again(run: Run, type_words: Callable[..., None]) -> None:
    type_words("help", "b", "?", "g", "q")
    code, out, err = run("play", "kuhn-poker", "equilibrium", "--seed", "4")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert {"c: check, or call 1", "b: bet 1", "f: fold", "q: leave", "help or ?: this list"} <= set(lines)
    assert out.count("Check (c) or bet 1 (b)?") == 2
    assert "Enter: another hand or game" in lines
    assert "1. bets 1: " in out
    type_words("5", "1", "?", "x", "q")
    tutored = run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")[1]
    assert "x: play on without the tutor" in tutored.splitlines()


def test_kuhn_and_holdem_are_played_too_from_either_seat(run: Run, type_words: Callable[..., None]) -> None:
    type_words(*["c"] * 6, "q")
    assert "You hold" in run("play", "kuhn-poker", "station", "--seat", "1")[1]
    type_words(*["c"] * 40)
    code, out, _ = run("play", "holdem", "random", "--stack", "20", "--work", "1")
    assert code == 0
    assert "Board:" in out


def test_the_tutor_holds_a_costly_move_back_once_and_lets_the_player_insist(
    run: Run, type_words: Callable[..., None]
) -> None:
    asked = "Play anyway (p), think again (t), show me (s), or stop the tutor (x)?"
    type_words("5", "1", "t", "1", "q")
    code, out, _ = run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")
    assert code == 0
    assert out.count("This looks like a mistake: it costs 0.50 points on average.") == out.count(asked) == 1
    type_words("5", "1", "s", "1", "q")
    shown = run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")[1]
    assert "takes square 1: mistake, costs 0.50 points. Best: takes square" in shown
    type_words("5", "1", "p", "q")
    assert run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")[1].count("Your square") == 3


def test_the_tutor_can_be_stopped_and_is_silent_unless_asked_for(
    run: Run, type_words: Callable[..., None]
) -> None:
    type_words("5", "1", "x", "1", "4", "6", "q")
    assert run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")[1].count("This looks like") == 1
    type_words("5", "1", "q")
    assert "This looks like" not in run("play", "tic-tac-toe", "perfect", "--seat", "1")[1]


def test_after_a_hand_the_decisions_are_graded_when_asked_for(
    run: Run, type_words: Callable[..., None]
) -> None:
    type_words("b", "g", "", "q")
    out = run("play", "kuhn-poker", "equilibrium", "--seed", "4")[1]
    assert "1. bets 1: " in out
    assert "Values in chips: checks" in out
    assert "A bet gains nothing: the queen folds and the ace calls." in out
    assert out.count("Enter for another, g for grades of your decisions, q to leave:") == 2


def test_the_end_of_the_input_ends_the_game(run: Run, type_words: Callable[..., None]) -> None:
    type_words()
    assert run("play", "kuhn-half-street", "honest", "--blinds", "0.5")[0] == 0
    type_words("c", "", "c", "", "q")
    assert run("play", "kuhn-half-street", "honest")[0] == 0


# ---- bad input --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("dance", "choose from"),
        ("", "COMMAND"),
        ("agents --game chess", "There is no game 'chess': the games are tic-tac-toe"),
        ("agents --gam tic-tac-toe", "the options are --help, --game, --json"),
        ("match chess a b", "'chess' is not one of tic-tac-toe, kuhn-poker, kuhn-half-street, holdem"),
        (
            "match kuhn-poker hal uniform",
            "There is no agent 'hal' for kuhn-poker: the agents are bluffer, equilibrium",
        ),
        ("match kuhn-poker uniform hal", "There is no agent 'hal'"),
        ("match kuhn-poker uniform", "required: b"),
        ("match kuhn-poker uniform uniform --hands 0", "'0' is not a whole number of at least 1"),
        ("match kuhn-poker uniform uniform --hands x", "'x' is not a whole number"),
        ("match kuhn-poker uniform uniform --hands 7 --duplicate", "7 hands cannot be duplicate"),
        ("match kuhn-poker uniform uniform --aivat", "AIVAT is for holdem"),
        ("match kuhn-poker uniform uniform --work 1 --think 1", "not allowed with"),
        (
            "match kuhn-poker uniform uniform --blinds 2",
            "--blinds is for kuhn-half-street, not for kuhn-poker",
        ),
        ("match kuhn-poker uniform uniform --stack 20", "--stack is for holdem, not for kuhn-poker"),
        ("match kuhn-poker uniform uniform --log x.txt", "Only hands of holdem are logged"),
        ("match holdem random random --log /nowhere/x.txt", "There is no folder /nowhere"),
        (
            "match holdem random random --stack 0",
            "'0' is not a whole number of at least 1 and at most 1,000,000",
        ),
        ("match kuhn-half-street uniform uniform --blinds 0", "'0' is not a number above 0"),
        ("match kuhn-half-street uniform uniform --blinds -1", "--blinds"),
        ("match kuhn-half-street uniform uniform --blinds x", "'x' is not a number above 0"),
        ("match kuhn-half-street uniform uniform --blinds 1/0", "'1/0' is not a number above 0"),
        ("match kuhn-half-street uniform vesper-s2-3", "vesper-s2-3 plays for blinds of 2, not of 1"),
        ("match tic-tac-toe missing.npz random", "There is no missing.npz, and no missing.yaml beside it."),
        ("match tic-tac-toe ../missing.yaml random", "There is no ../missing.npz, and no missing.yaml"),
        ("train magic", "There is no run 'magic': the runs are value-learner"),
        ("train value-learner --set gamma=1", "the settings are iterations, alpha"),
        ("train value-learner --set alpha=2", "alpha must be a number above 0 to 1, not 2.0"),
        ("train value-learner --iterations 0", "'0' is not a whole number of at least 1"),
        ("train value-learner --iterations 1000000000000", "iterations must be a whole number"),
        ("train value-learner --seconds 0", "'0' is not a number above 0"),
        ("train value-learner --out model.txt", "model.txt is not a model file"),
        ("train value-learner --resume /nope", "/nope is not a model file"),
        ("train value-learner --resume missing.npz", "There is no missing.npz, and no missing.yaml"),
        ("train value-learner --resume a.npz --set alpha=1", "keeps its settings"),
        ("strategy holdem search-expert", "cannot give its strategy for every hand"),
        ("measure holdem nobody", "There is no agent 'nobody' for holdem"),
        ("measure holdem search-expert --workers 1", "search-expert cannot give its strategy for every hand"),
        (
            "measure holdem sound --hands 7",
            "7 hands cannot be measured: every deal is played from both sides",
        ),
        ("measure holdem nobody --hands 7", "There is no agent 'nobody' for holdem"),
        (
            "measure holdem blueprint-300",
            "the agents are blueprint-200, blueprint-100, blueprint-50, blueprint-20",
        ),
        ("measure holdem sound --hands 8 --seconds 2", "not allowed with argument --hands"),
        (
            "measure holdem sound --trained 5",
            "sound is not a blueprint: only a blueprint has an abstract game",
        ),
        ("measure holdem sound --trained 5 --menu fc", "--menu is for the local best response"),
        ("measure kuhn-poker honest --trained 5", "--trained is for holdem, not for kuhn-poker"),
        ("measure holdem sound --menu all", "'all' (choose from"),
        ("measure holdem sound --streets river", "'river' (choose from"),
        ("measure holdem sound --blinds 2", "--blinds is for kuhn-half-street, not for holdem"),
        ("measure kuhn-poker uniform --menu fcpa", "--menu is for holdem, not for kuhn-poker"),
        ("measure kuhn-poker uniform --workers 2", "--workers is for holdem, not for kuhn-poker"),
        ("strategy tic-tac-toe perfect --out /nowhere/x.json", "There is no folder /nowhere"),
        ("play tic-tac-toe perfect --seat 2", "--seat"),
        ("play tic-tac-toe perfect --json", "there is no '--json' here"),
        (f"play tic-tac-toe perfect --seed {'7' * 5_000}", "...' is not a whole number of at least 0"),
        ("match kuhn-half-street uniform uniform --blinds 1e99999999", "is not a number above 0"),
        ("match kuhn-half-street uniform uniform --blinds 1e300", "is not a number above 0"),
        ("match kuhn-half-street uniform uniform --blinds nan", "is not a number above 0"),
        (f"match kuhn-half-street uniform uniform --blinds 1/{'7' * 5_000}", "is not a number above 0"),
        ("match kuhn-poker uniform uniform --think 1e99999999", "is not a number above 0"),
        ("match kuhn-poker uniform uniform --workers 62", "at least 1 and at most 61"),
        ("train value-learner --seconds 1e99999999", "is not a number above 0"),
        ("train value-learner --out Foo_Bar.npz", "Foo_Bar.npz cannot be an agent's name"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(run: Run, words: str, sentence: str) -> None:
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_model_of_another_game_is_bad_input(run: Run) -> None:
    ada = str(catalog.find("tic-tac-toe", "ada-20").file)
    code, out, err = run("measure", "kuhn-poker", ada)
    assert (code, out) == (2, "")
    assert "ada-20 plays tic-tac-toe, not kuhn-poker" in err


@pytest.mark.parametrize(("left", "lacks"), [(".npz", ".yaml"), (".yaml", ".npz")])
def test_a_model_of_which_one_file_is_there_lacks_the_other(
    run: Run, tmp_path: Path, left: str, lacks: str
) -> None:
    file = tmp_path / f"half{left}"
    shutil.copy((catalog.SHIPPED / "tic-tac-toe" / "ada-20").with_suffix(left), file)
    code, out, err = run("measure", "tic-tac-toe", str(tmp_path / "half.npz"))
    assert (code, out) == (2, "")
    assert f"half{left} lacks its half{lacks}: a model is both files" in err


def test_a_truncated_model_is_bad_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.npz"
    run("train", "kuhn-cfr", "--iterations", "5", "--out", str(file))
    file.write_bytes(file.read_bytes()[:100])
    for words in (("measure", "kuhn-poker", str(file)), ("train", "kuhn-cfr", "--resume", str(file))):
        code, _, err = run(*words)
        assert code == 2
        assert "new.npz cannot be read" in err


def test_a_file_that_cannot_be_written_is_bad_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    code, _, err = run("strategy", "kuhn-poker", "honest", "--out", str(tmp_path / "taken"))
    assert code == 2
    assert "cannot be written" in err


def test_help_is_shown_on_request(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert "match" in out


def test_a_log_that_cannot_be_written_is_said_before_the_match(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(matching, "play_match", lambda *_: pytest.fail("the match was played"))
    words = ("match", "holdem", "random", "random", "--hands", "2", "--log")
    assert run(*words, str(tmp_path))[::2] == (2, f"{tmp_path} cannot be written: it is a folder.\n")
    monkeypatch.setattr("game.files.user_files.written_beside", full)
    file = tmp_path / "log.txt"
    assert run(*words, str(file))[::2] == (2, f"{file} cannot be written: the disk is full.\n")


def test_training_overwrites_no_agent_of_another_run(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    for length in ("5", "6"):
        assert run("train", "kuhn-cfr", "--iterations", length, "--out", str(file))[0] == 0
    before = file.read_bytes()
    for other in ("value-learner", "kuhn-half-street-cfr"):
        code, _, err = run("train", other, "--iterations", "5", "--out", str(file))
        assert (code, file.read_bytes()) == (2, before)
        assert "mine.npz holds an agent of kuhn-cfr for kuhn-poker: it is not overwritten" in err
    file.with_suffix(".yaml").write_text("my notes")
    code, _, err = run("train", "kuhn-cfr", "--iterations", "5", "--out", str(file))
    assert code == 2
    assert "already exists and is not overwritten" in err


def test_a_training_killed_between_its_two_files_starts_again_by_the_same_command(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "mine.npz"
    words = ("train", "kuhn-cfr", "--iterations", "5", "--out", str(file))
    assert run(*words)[0] == 0
    file.with_suffix(".yaml").unlink()
    assert run(*words)[0] == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == ["mine.npz", "mine.yaml"]
    file.with_suffix(".yaml").unlink()
    file.write_bytes(b"my notes")
    assert run(*words)[0] == 2
    assert file.read_bytes() == b"my notes"


def test_what_is_trained_over_is_kept_beside_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    for seed in ("1", "2"):
        said = run("train", "kuhn-cfr", "--iterations", "5", "--seed", seed, "--out", str(file))[1]
    assert "is kept as mine.npz.bak and mine.yaml.bak" in said
    assert read_manifest(file.with_suffix(".yaml")).seed == 2
    assert read_manifest(tmp_path / "mine.yaml.bak").seed == 1
    words = ("train", "kuhn-cfr", "--iterations", "9", "--resume", str(file))
    assert "is kept as" not in run(*words)[1], "a run that goes on takes nothing away"


def test_two_runs_never_write_one_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    assert run("train", "kuhn-cfr", "--iterations", "5", "--out", str(file))[0] == 0
    before = file.read_bytes()
    with claim_model_file(file):
        for words in (("--out", str(file)), ("--resume", str(file))):
            code, out, err = run("train", "kuhn-cfr", *words)
            assert (code, out, file.read_bytes()) == (2, "", before)
            assert err.startswith(f"Another run is writing {file}")
    assert not file.with_name("mine.npz.bak").exists()


# ---- faults and interruptions -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("trouble", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "Interrupted."),
        (BrokenProcessPool(), 1, "Worker processes ended unexpectedly again and again."),
    ],
)
def test_trouble_ends_in_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, trouble: BaseException, code: int, said: str
) -> None:
    def fails(*_: object) -> None:
        raise trouble

    monkeypatch.setattr(matching, "play_match", fails)
    ended, out, err = run("match", "kuhn-poker", "uniform", "uniform")
    assert (ended, out, err) == (code, "", said + "\n")


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (KeyError("agent"), "This could not be done because of a fault in Parlour (KeyError). The report is"),
        (MemoryError(), "This needs more memory than this computer or the limit of this terminal has left."),
        (OSError(28, "No space left on device", "/x"), "/x: No space left on device."),
    ],
)
def test_any_trouble_ends_in_one_sentence_and_a_fault_of_ours_leaves_a_report(
    run: Run, monkeypatch: pytest.MonkeyPatch, user_folder: Path, trouble: Exception, said: str
) -> None:
    def fails(*_: object) -> None:
        raise trouble

    monkeypatch.setattr(matching, "play_match", fails)
    ended, out, err = run("match", "kuhn-poker", "uniform", "uniform")
    code = 2 if isinstance(trouble, OSError | MemoryError) else 1
    assert (ended, out, err.count("\n")) == (code, "", 1)
    assert err.startswith(said)
    reports = list((user_folder / "crashes").glob("*.txt"))
    assert len(reports) == (code == 1)
    assert all(str(report) in err and "Traceback" in report.read_text() for report in reports)


def test_a_reader_that_has_read_enough_is_no_error() -> None:
    words = f"{sys.executable} main.py strategy tic-tac-toe perfect | head -n 1"
    done = subprocess.run(words, cwd=ROOT, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("0 ")
    assert done.stderr == ""


def test_progress_goes_to_the_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reports = (Progress(5, 10, 1.0, 1.0), Progress(6, None, 1.0), Progress(10, 10, 2.0, 0.0))
    for report in reports:
        output.show_progress(report)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for report in reports:
        output.show_progress(report)
    said = capsys.readouterr().err
    assert "50% 5, about 1 s left" in said
    assert "measuring" in said
    assert said.endswith("\n")


COMMANDS = (
    "agents",
    "runs",
    "play",
    "match",
    "league",
    "acpc",
    "train",
    "measure",
    "strategy",
    "foretell",
    "lab",
)
TOOLS = ("rank", "equity", "solve", "bench")


@pytest.mark.parametrize("command", [*COMMANDS, *TOOLS])
def test_help_says_what_every_argument_is(command: str) -> None:
    [words] = [one for one in command_line._parser()._actions if isinstance(one.choices, dict)]
    assert words.choices is not None
    arguments = words.choices[command]._actions
    assert [one.dest for one in arguments if not one.help] == []
    assert "%%" not in words.choices[command].format_help()


# ---- streams that are closed, full, or hold no text -------------------------------------------------------
def _in_shell(words: str, home: Path) -> subprocess.CompletedProcess[str]:
    line = f"exec {sys.executable} main.py {words}"
    return subprocess.run(
        ["sh", "-c", line],
        cwd=ROOT,
        env={**os.environ, "PARLOUR_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("stdout", [">&-", "> /dev/full"])
def test_a_result_that_nobody_takes_is_a_sentence(stdout: str, tmp_path: Path) -> None:
    done = _in_shell(f"rank AsKsQsJsTs {stdout}", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("The result cannot be written: ")


@pytest.mark.parametrize("stderr", ["2>&-", "2> /dev/full"])
def test_a_sentence_that_nobody_takes_is_not_said_on_stdout(stderr: str, tmp_path: Path) -> None:
    done = _in_shell(f"match kuhn-poker nobody uniform {stderr}", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize("stdout", [">&-", "> /dev/full"])
def test_a_training_goes_on_when_its_reports_are_not_taken(stdout: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    done = _in_shell(f"train kuhn-cfr --iterations 50 --json --out {file} {stdout}", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("The reports cannot be written: ")
    assert read_manifest(file.with_suffix(".yaml")).iterations == 50


def test_what_is_no_text_on_stdin_is_an_answer_like_any_other(tmp_path: Path) -> None:
    typed = tmp_path / "typed"
    typed.write_bytes(b"\xff\xfe\nq\n")
    done = _in_shell(f"play tic-tac-toe perfect < {typed}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "is not a free square" in done.stdout


def test_the_figures_of_a_match_are_printed_though_its_log_cannot_be_written(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(user_files, "atomic_write", refuse_space)
    words = ("match", "holdem", "random", "random", "--hands", "4", "--stack", "20", "--json")
    code, out, err = run(*words, "--log", str(tmp_path / "m.log"))
    assert (code, json.loads(out)["hands"]) == (2, 4)
    assert err == f"{tmp_path / 'm.log'} cannot be written: No space left on device.\n"
