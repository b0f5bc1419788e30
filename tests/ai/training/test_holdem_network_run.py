from dataclasses import replace

import numpy as np
import pytest

from ai.agents import network_agents
from ai.hands.range_strategy import RangeStrategy
from ai.knowledge.decisions import HELD_OUT, HELD_OUT_EACH, deal_number
from ai.storage import load_model
from ai.training import holdem_network_run, runs, store
from ai.training.checkpoints import Checkpoint, strongest_checkpoint
from ai.training.run import train
from game.core import BadInput
from game.match.acpc import to_acpc
from game.rules.holdem import HoldemState
from tests.ai.knowledge.tables import at, random_hands, write_log


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("ai.knowledge.batches.BATCH_DECISIONS", 32)
    monkeypatch.setattr(holdem_network_run, "TEST_DECISIONS", 60)
    monkeypatch.setattr("ai.training.holdem_network_run.MIN_BATCHES_BETWEEN_TESTS", 4)


def start(tmp_path, *words, iterations=12, hands=120):
    log = write_log(tmp_path / "evening.log", hands)
    return runs.start("holdem-network", [f"logs={log}", *words], iterations)


def finish(run, file):
    return list(train(run, file))


def test_a_run_reads_learns_and_is_examined(tmp_path):
    reports = finish(start(tmp_path), tmp_path / "net.npz")
    last = reports[-1]
    assert last.done
    assert last.iteration == last.total == 12
    assert set(last.metrics) == {entry.key for entry in runs.KINDS["holdem-network"].metrics}
    assert 0.3 < last.metrics["log_loss"] < 1.5
    assert any(report.metrics for report in reports[:-1])


def test_the_manifest_says_which_logs_were_seen_and_how_it_did(tmp_path):
    finish(start(tmp_path), tmp_path / "net.npz")
    manifest = load_model(tmp_path / "net.npz").manifest
    data = manifest.data
    assert data["logs"] == "evening.log"
    assert data["hands"] == 120
    assert data["decisions_learnt"] > data["decisions_held_out"] > 0
    assert data["decisions_learnt"] > data["decisions_set_aside"] > 0
    assert data["examined"] == data["decisions_held_out"]
    assert data["examined_set_aside"] == data["decisions_set_aside"]
    assert "CRC-32" in data["split"]
    assert {"log_loss", "log_loss_table", "accuracy_river", "log_loss_own_classes"} <= set(data)
    assert not any(name in str(data.values()) for name in ("ann", "bob"))
    assert "evening.log" in manifest.description


def test_the_checkpoint_that_foretells_best_what_is_set_aside_is_proposed(tmp_path):
    run = start(tmp_path)
    assert run.manifest().strength is None
    finish(run, tmp_path / "net.npz")
    strength = load_model(tmp_path / "net.npz").manifest.strength
    assert (strength.metric, strength.mean) == ("log-loss", run.manifest().data["log_loss_set_aside"])
    fresh, better, later = (
        Checkpoint(at, tmp_path / f"{at}.npz", replace(run.manifest(), strength=one))
        for at, one in ((0, None), (100, replace(strength, mean=0.5)), (200, replace(strength, mean=0.6)))
    )
    assert strongest_checkpoint([fresh, better, later]) == better
    assert strongest_checkpoint([fresh]) == fresh


def test_all_checkpoints_of_a_run_are_compared_by_the_same_decisions(tmp_path, monkeypatch):
    monkeypatch.setattr(holdem_network_run, "CALIBRATION_DECISIONS", 40)
    run = start(tmp_path)
    strengths = [run.manifest().strength for report in train(run, tmp_path / "net.npz") if report.metrics]
    assert len(strengths) > 1
    assert {strength.hands for strength in strengths} == {40}


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path):
    whole = start(tmp_path)
    finish(whole, tmp_path / "whole.npz")
    stopped = start(tmp_path)
    reports = train(stopped, tmp_path / "stopped.npz")
    while next(reports).iteration < 3:
        pass
    reports.close()
    finish(runs.resume("holdem-network", tmp_path / "stopped.npz"), tmp_path / "stopped.npz")
    ours, theirs = (load_model(tmp_path / f"{name}.npz").arrays for name in ("whole", "stopped"))
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


def test_a_run_stopped_while_it_reads_goes_on(tmp_path):
    reports = train(start(tmp_path), tmp_path / "net.npz")
    next(reports)
    reports.close()
    run = runs.resume("holdem-network", tmp_path / "net.npz")
    assert run.iteration == 0
    assert finish(run, tmp_path / "net.npz")[-1].done


@pytest.mark.parametrize("classes", ["3", "6"])
def test_what_was_learnt_plays(tmp_path, classes):
    finish(start(tmp_path, f"classes={classes}"), tmp_path / "net.npz")
    agent = network_agents.load_imitator(tmp_path / "net.npz", HoldemState())
    assert isinstance(agent, RangeStrategy)
    public = at("r300 c /", "QsJh2h")
    mix = agent.strategy(public.with_hand(1325))
    assert sum(mix.values()) == pytest.approx(1)
    assert agent.likelihood(public, 737).any()


def test_winners_alone_can_be_learnt_from(tmp_path):
    both, winners = start(tmp_path), start(tmp_path, "strength=winners")
    finish(both, tmp_path / "both.npz")
    finish(winners, tmp_path / "winners.npz")
    of_both, of_winners = (load_model(tmp_path / f"{name}.npz").manifest.data for name in ("both", "winners"))
    assert of_winners["decisions_learnt"] < of_both["decisions_learnt"]
    assert of_winners["decisions_set_aside"] < of_both["decisions_set_aside"]
    assert of_winners["decisions_held_out"] == of_both["decisions_held_out"]


def test_what_is_held_out_has_no_say_in_what_is_learnt_and_proposed(tmp_path):
    records = random_hands(120)
    held_out = [index for index, one in enumerate(records) if deal_number(one) % HELD_OUT_EACH == HELD_OUT]
    found = []
    for left_out in ([], held_out[1:]):
        kept = [to_acpc(one) for index, one in enumerate(records) if index not in left_out]
        (tmp_path / "some.log").write_text("\n".join(["# sb=50 bb=100 stack=20000", *kept, ""]))
        finish(runs.start("holdem-network", [f"logs={tmp_path / 'some.log'}"], 12), tmp_path / "net.npz")
        found.append(load_model(tmp_path / "net.npz"))
    whole, less = found
    assert less.manifest.data["decisions_held_out"] < whole.manifest.data["decisions_held_out"]
    assert less.manifest.strength == whole.manifest.strength
    assert all(np.array_equal(whole.arrays[name], less.arrays[name]) for name in whole.arrays)


def test_a_log_of_other_hands_can_be_held_out(tmp_path):
    other = write_log(tmp_path / "other.log", 60, seed=1)
    other.write_text(other.read_text() + "no hand at all\n")
    run = runs.start("holdem-network", [f"logs={write_log(tmp_path / 'evening.log', 120)},!{other}"], 2)
    finish(run, tmp_path / "net.npz")
    data = load_model(tmp_path / "net.npz").manifest.data
    assert (data["logs"], data["held_out_logs"], data["hands"]) == ("evening.log", "other.log", 120)
    assert data["bad_lines"] == 0
    assert data["examined"] == data["decisions_held_out"] > data["decisions_set_aside"]


def test_the_snapshot_tells_how_much_is_foretold_by_street(tmp_path):
    run = start(tmp_path)
    assert run.snapshot().table == {}
    finish(run, tmp_path / "net.npz")
    snapshot = run.snapshot()
    assert snapshot.meaning == "accuracy"
    assert set(snapshot.table) == {f"{who}{street}" for who in "NT" for street in "0123"}
    assert all(sum(row.values()) == pytest.approx(1) for row in snapshot.table.values())


def test_the_rate_rises_and_falls(tmp_path):
    run = start(tmp_path, iterations=100)
    rates = []
    for taken in range(100):
        run._adam.steps = taken
        rates.append(run._rate())
    assert max(rates) == pytest.approx(run.config.rate, rel=0.05)
    assert rates[0] < rates[10] > rates[50] > rates[99] > 0


def test_a_log_too_short_to_hold_deals_out_is_refused(tmp_path):
    with pytest.raises(BadInput, match="too few hands"):
        finish(start(tmp_path, hands=1), tmp_path / "net.npz")


def test_a_log_that_is_away_is_missed_when_the_run_goes_on_and_costs_no_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    log = write_log(tmp_path / "evening.log")
    stored = store.create_run("holdem-network", {"logs": str(log), "iterations": 5})
    log.rename(tmp_path / "away.log")
    assert store.run_snapshot(stored.id).table == {}
    with pytest.raises(BadInput, match="There is no log"):
        list(store.continue_run(stored.id))
    (tmp_path / "away.log").rename(log)
    assert list(store.continue_run(stored.id))[-1].done


def test_a_log_that_is_not_there_is_told_at_the_start(tmp_path):
    with pytest.raises(BadInput, match="There is no log"):
        runs.start("holdem-network", [f"logs={tmp_path / 'none.log'}"])
    with pytest.raises(BadInput, match="Which logs"):
        runs.start("holdem-network")


def test_a_checkpoint_of_another_shape_is_refused(tmp_path):
    finish(start(tmp_path, iterations=2), tmp_path / "net.npz")
    model = load_model(tmp_path / "net.npz")
    arrays = {**model.arrays, "first_mean": np.zeros((2, 2), np.float32)}
    with pytest.raises(BadInput, match="first_mean"):
        runs.KINDS["holdem-network"].resume(
            start(tmp_path).config, type(model)(model.manifest, arrays, model.file)
        )
