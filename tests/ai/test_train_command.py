"""The commands `train`, `measure` and `strategy`, for other programs."""

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ai import command_line
from ai.algorithms import td_kernel
from ai.command_line import main
from ai.commands.measuring import MENUS_IN_WORDS, STREETS_IN_WORDS
from ai.commands.options import agent_stack
from ai.evaluation.lbr_spec import MENUS, STREETS
from ai.storage import load_model
from ai.training import runs
from ai.training.run import train
from ai.training.store import claim_model_file
from game.agent_entries import AgentEntry
from game.archive import export
from game.files.manifest import read_manifest
from tests.ai.asking import Run, run_json

ROOT = Path(__file__).parents[2]


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


def test_a_truncated_model_is_bad_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.npz"
    run("train", "kuhn-cfr", "--iterations", "5", "--out", str(file))
    file.write_bytes(file.read_bytes()[:100])
    for words in (("measure", "kuhn-poker", str(file)), ("train", "kuhn-cfr", "--resume", str(file))):
        code, _, err = run(*words)
        assert code == 2
        assert "new.npz cannot be read" in err


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
        game = export.from_id(game_id)
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
    assert "the order is that of the ratings in a league of all agents" in " ".join(
        capsys.readouterr().out.split()
    )


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
