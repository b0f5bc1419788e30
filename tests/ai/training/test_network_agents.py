import re

import numpy as np
import pytest

from ai import catalog
from ai.agents.phased_search import PhasedSearchAgent
from ai.hands.combos import left_by, place_of
from ai.knowledge.network_strategy import NetworkStrategy
from ai.storage import load_model
from ai.training import network_agents, runs
from ai.training.run import train
from game.core import BadInput
from game.files.manifest import read_manifest
from game.rules.cards import parse
from tests.ai.knowledge.logs_on_disk import write_log
from tests.ai.knowledge.tables import at

SHIPPED = sorted((catalog.SHIPPED / "holdem").glob("search-network-*.npz"))


@pytest.fixture
def checkpoint(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    run = runs.start("holdem-network", [f"logs={write_log(tmp_path / 'evening.log')}"], 3)
    list(train(run, tmp_path / "net.npz"))
    return tmp_path / "net.npz"


def test_a_checkpoint_becomes_an_agent_that_searches(checkpoint, tmp_path):
    file = network_agents.make(checkpoint, "evening", folder=tmp_path, origin="a quiet evening")
    ours, theirs = load_model(file), load_model(checkpoint)
    assert ours.arrays["first"].dtype == np.float16
    assert set(ours.arrays) == {
        name for name in theirs.arrays if not name.endswith(("_mean", "_square", "iteration"))
    }
    assert ours.manifest.data == {"origin": "a quiet evening", **theirs.manifest.data}
    assert isinstance(catalog.load("holdem", str(file)), PhasedSearchAgent)
    public = at("r300 c /", "QsJh2h")
    shares = [NetworkStrategy.of(model).range_strategy(public).shares for model in (ours, theirs)]
    assert np.abs(shares[0] - shares[1]).max() < 0.01


def test_a_checkpoint_that_was_not_examined_is_no_agent_yet(checkpoint, tmp_path):
    run = runs.start("holdem-network", [f"logs={tmp_path / 'evening.log'}"], 3)
    run.save(tmp_path / "fresh.npz")
    with pytest.raises(BadInput, match="not been evaluated"):
        network_agents.make(tmp_path / "fresh.npz", "evening", folder=tmp_path)


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_what_ships_says_what_it_saw_and_names_nobody(file):
    manifest = read_manifest(file.with_suffix(".yaml"))
    assert file.stat().st_size < 2_000_000
    assert {"origin", "logs", "players", "hands", "decisions_learnt", "decisions_held_out", "split"} <= set(
        manifest.data
    )
    assert not re.search(r"\bP\d\d|/", file.with_suffix(".yaml").read_text().replace("mbb/hand", ""))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_what_ships_foretells_better_than_frequencies_and_keeps_its_word(file):
    data = read_manifest(file.with_suffix(".yaml")).data
    assert data["log_loss"] < data["log_loss_table"] - 0.1
    assert data["accuracy"] > data["accuracy_table"] + 0.1
    assert data["worst_bin"] < 0.03
    most = {"professionals": (0.64, 0.68), "hyperborean": (0.42, 0.8)}.get(file.stem.rpartition("-")[2])
    assert most is None or (data["log_loss"] <= most[0] and data["accuracy"] >= most[1])


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_what_ships_raises_aces_and_folds_rags(file):
    public = at("r300 r900")
    strategy = NetworkStrategy.of(load_model(file))
    aces, rags = (strategy.strategy(public.with_hand(place)).get(0, 0.0) for place in _aces_and_rags())
    assert aces < 0.05
    assert rags > 0.6
    assert np.allclose(strategy.range_strategy(public).shares[left_by(())].sum(axis=1), 1, atol=1e-4)


def _aces_and_rags():
    return place_of(parse("AsAh")), place_of(parse("7s2h"))
