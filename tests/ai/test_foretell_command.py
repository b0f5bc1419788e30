import json

import pytest

from ai import command_line
from ai.commands.prediction_answers import baseline_in_words
from tests.ai.knowledge.logs_on_disk import write_log

AGENT = "search-network-professionals"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))


def asked(capsys, *words):
    code = command_line.main(["foretell", *map(str, words)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_network_is_judged_on_a_log(capsys, tmp_path):
    log = write_log(tmp_path / "evening.log", 120)
    code, out, _ = asked(capsys, AGENT, log, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["agent"], found["logs"], found["hands"]) == (AGENT, ["evening.log"], 120)
    assert found["decisions"] == sum(row["decisions"] for row in found["streets"].values())
    assert 0 < found["accuracy"] < 1 < 3 * found["log_loss"]


@pytest.mark.parametrize("more", [(), ("--held-out",)])
def test_a_table_of_frequencies_stands_beside_the_network(capsys, tmp_path, more):
    log = write_log(tmp_path / "evening.log", 120)
    found = json.loads(asked(capsys, AGENT, log, "--json", *more)[1])
    assert found["table"]["decisions"] == found["decisions"]
    assert 0 < found["table"]["log_loss"] != found["log_loss"]


def test_held_out_deals_and_single_players_can_be_asked_for(capsys, tmp_path):
    log = write_log(tmp_path / "evening.log", 120)
    counts = [
        json.loads(asked(capsys, AGENT, log, "--json", *more)[1])["decisions"]
        for more in ((), ("--held-out",), ("--players", "ann"))
    ]
    assert 0 < counts[1] < counts[0] / 4
    assert counts[0] / 4 < counts[2] < counts[0]


def test_a_log_that_is_held_out_is_judged_like_any(capsys, tmp_path):
    log = write_log(tmp_path / "evening.log", 60)
    one, held_out = (json.loads(asked(capsys, AGENT, words, "--json")[1]) for words in (log, f"! {log}"))
    assert held_out == one
    assert held_out["hands"] == 60


def test_people_get_a_line_a_street(capsys, tmp_path):
    _, out, _ = asked(capsys, AGENT, write_log(tmp_path / "evening.log"))
    *rows, baseline = out.splitlines()
    assert baseline.startswith("table: how often each action was chosen, counted on these same decisions.")
    assert [line.split()[0] for line in rows] == [
        "all",
        "table",
        "preflop",
        "flop",
        "turn",
        "river",
    ]


@pytest.mark.parametrize(
    ("ours", "compared"), [(0.4, "better than"), (0.6, "worse than"), (0.5, "as well as")]
)
def test_people_are_told_whether_the_network_beats_the_table(ours, compared):
    sentence = baseline_in_words({"log_loss": ours, "table": {"log_loss": 0.5}}, held_out=True)
    assert sentence.endswith(f"the network predicts {compared} the table.")
    assert "counted on all other deals" in sentence


@pytest.mark.parametrize(
    ("agent", "log", "said"),
    [
        (AGENT, "none.log", "There is no log"),
        (AGENT, "", "Which logs"),
        ("sound", "evening.log", "has no network"),
        ("nobody", "evening.log", "no agent"),
    ],
)
def test_what_cannot_be_judged_is_said(capsys, tmp_path, agent, log, said):
    write_log(tmp_path / "evening.log", 5)
    code, out, err = asked(capsys, agent, log and tmp_path / log)
    assert (code, out) == (2, "")
    assert said in err


def test_a_log_without_held_out_deals_is_said(capsys, tmp_path):
    log = write_log(tmp_path / "evening.log", 1)
    code, _, err = asked(capsys, AGENT, log, "--held-out")
    assert code == 2
    assert "held out" in err
