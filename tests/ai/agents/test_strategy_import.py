"""A strategy imported from a file plays with the same probabilities as its source."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.ai.asking import Run, run_json

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
