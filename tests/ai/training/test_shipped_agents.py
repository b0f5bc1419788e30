"""Built-in agents: made from checkpoints, named by depth and stage, and reproducible bit for bit."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai import catalog
from ai.abstraction import card_abstraction
from ai.abstraction.bet_menu import load_menu
from ai.abstraction.betting_tree import build
from ai.abstraction.blueprint import LEVELS, in_parts
from ai.agents import blueprint
from ai.agents.network_agents import PhasedSearchAgent
from ai.algorithms.mccfr import MCCFR
from ai.algorithms.mccfr_kernel import CERTAIN
from ai.algorithms.public_tree import DECISION
from ai.hands.combos import hand_index, unblocked_hands
from ai.knowledge.network_strategy import NetworkStrategy
from ai.storage import load_model, save_model
from ai.training import runs, shipped
from ai.training.checkpoint_agents import main, make_blueprint_agent, make_network_agent
from ai.training.run import train
from game.core import BadInput
from game.files.manifest import Manifest, read_manifest
from game.rules.betting import HoldemRules
from game.rules.cards import parse
from tests.ai.abstraction.oracles import StrengthBuckets
from tests.ai.knowledge.tables import at, write_log

CARDS = StrengthBuckets()
MANIFEST = Manifest(
    "holdem", "blueprint", "learned", run="holdem-blueprint", config={"stack": 3}, iterations=200
)


@pytest.fixture
def checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(card_abstraction, "with_digest", lambda digest, beside, named: CARDS)
    blueprint.open_blueprint.cache_clear()
    tree = build(load_menu("half-pot"), 3)
    training = MCCFR(tree.public, CARDS.counts)
    training.learn(CARDS, 200)
    arrays = {
        "strategy": training.average(),
        "buckets": training.layout.buckets,
        "menu": np.array(tree.menu.text),
        "abstraction": np.array(CARDS.digest),
        "iteration": np.array(200),
    }
    file = tmp_path / "run.npz"
    save_model(file, MANIFEST, arrays)
    return file


def test_a_checkpoint_becomes_an_agent_of_its_depth_and_stage(checkpoint: Path, tmp_path: Path) -> None:
    file = make_blueprint_agent(checkpoint, "early", tmp_path / "models")
    assert file.name == "blueprint-3-early.npz"
    model = load_model(file)
    assert (model.manifest.family, model.manifest.stage) == ("blueprint", "early")
    full = make_blueprint_agent(checkpoint, "full", tmp_path / "models")
    assert (full.name, load_model(full).manifest.stage) == ("blueprint-3.npz", "all training")


def test_what_ships_is_what_is_played_rounded_to_fifteenths_after_the_flop(
    checkpoint: Path, tmp_path: Path
) -> None:
    file = make_blueprint_agent(checkpoint, "full", tmp_path / "models")
    before, after = blueprint.open_blueprint(checkpoint), blueprint.open_blueprint(file)
    tree, layout, exact, rounded = (
        before.tree.public,
        before.layout,
        before.effective_strategy(),
        after.pack(),
    )
    known = 0
    for node in np.flatnonzero(tree.kind == DECISION):
        entries = layout.rows(tree, int(node))[:, None] + np.arange(tree.actions[node])
        levels = LEVELS if tree.round[node] else CERTAIN
        found = rounded[entries].sum(axis=1)
        assert set(found.tolist()) <= {0, levels}
        shares = exact[entries] / exact[entries].sum(axis=1, keepdims=True)
        assert np.abs(rounded[entries] / levels - shares)[found > 0].max(initial=0) <= 1 / levels
        known += int((found > 0).sum())
    assert known > 100
    assert (load_model(file).array("strategy", (-1,), "u") == rounded).all()
    assert blueprint.BlueprintAgent("one", {3: checkpoint}).blueprint(HoldemRules()) is before


def test_with_shares_left_out_that_are_below_one_every_hand_does_one_thing(
    checkpoint: Path, tmp_path: Path
) -> None:
    """With the bound 1, every hand keeps only its most probable action.

    This must hold even if two actions have equal probabilities, as is common in built-in agents.
    """
    model, root = load_model(checkpoint), slice(0, 3)
    strategy = model.array("strategy", (-1,), "u").copy()
    strategy[root] = (100, 100, 55)
    save_model(checkpoint, model.manifest, {**model.arrays, "strategy": strategy})
    pure = load_model(make_blueprint_agent(checkpoint, "pure", tmp_path, least=1)).array(
        "strategy", (-1,), "u"
    )
    tree, layout = (
        blueprint.open_blueprint(checkpoint).tree.public,
        blueprint.open_blueprint(checkpoint).layout,
    )
    assert pure[root].tolist() == [CERTAIN, 0, 0]
    for node in np.flatnonzero(tree.kind == DECISION):
        entries = layout.rows(tree, int(node))[:, None] + np.arange(tree.actions[node])
        seen = strategy[entries].any(axis=1)
        assert ((pure[entries] > 0).sum(axis=1) == seen).all()
        assert (strategy[entries][pure[entries] > 0] == strategy[entries][seen].max(axis=1)).all()


def test_another_bound_may_hold_before_the_flop(checkpoint: Path) -> None:
    opened = blueprint.open_blueprint(checkpoint)
    usual, bounded = opened.pack(), opened.pack(min_preflop=1)
    later = np.zeros(len(usual), bool)
    for node in np.flatnonzero(opened.tree.public.kind == DECISION):
        entries = opened.layout.rows(opened.tree.public, int(node))[:, None]
        entries = entries + np.arange(opened.tree.public.actions[node])
        later[entries] = opened.tree.public.round[node] > 0
    assert (usual[later] == bounded[later]).all()
    assert (bounded[~later] == opened.pack(1)[~later]).all()
    assert (usual[~later] != bounded[~later]).any()


def test_with_a_bound_of_nothing_shares_are_only_rounded(checkpoint: Path) -> None:
    opened = blueprint.open_blueprint(checkpoint)
    tree, layout, found = opened.tree.public, opened.layout, opened.pack(0.0)
    shares = load_model(checkpoint).array("strategy", (-1,), "u").astype(float)
    for node in np.flatnonzero(tree.kind == DECISION):
        entries = layout.rows(tree, int(node))[:, None] + np.arange(tree.actions[node])
        seen = shares[entries].any(axis=1)
        exact = shares[entries][seen] / shares[entries][seen].sum(axis=1, keepdims=True)
        levels = LEVELS if tree.round[node] else CERTAIN
        assert (found[entries][seen] == in_parts(exact, levels)).all()
    assert (found > 0).sum() > (opened.pack(0.5) > 0).sum()


@pytest.mark.parametrize(
    "words", [["full"], ["full", "x.npz", "--least", "2"], ["full", "x.npz", "--least", "a"]]
)
def test_what_cannot_be_meant_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(("blueprint", *words))


def test_what_is_no_checkpoint_is_refused(checkpoint: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.npz"
    save_model(other, replace(MANIFEST, agent="imitator"), {})
    with pytest.raises(BadInput, match="is a model of 'imitator', not of 'blueprint'"):
        make_blueprint_agent(other, "full", tmp_path)
    no_depth = tmp_path / "flat.npz"
    save_model(no_depth, replace(MANIFEST, config={}), load_model(checkpoint).arrays)
    with pytest.raises(BadInput, match="does not say for which stack"):
        make_blueprint_agent(no_depth, "full", tmp_path)


SHIPPED = sorted((catalog.SHIPPED / "holdem").glob("search-network-*.npz"))


@pytest.fixture
def network_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    run = runs.start("holdem-network", [f"logs={write_log(tmp_path / 'evening.log')}"], 3)
    list(train(run, tmp_path / "net.npz"))
    return tmp_path / "net.npz"


def test_a_checkpoint_becomes_an_agent_that_searches(network_checkpoint, tmp_path):
    file = make_network_agent(network_checkpoint, "evening", folder=tmp_path, origin="a quiet evening")
    ours, theirs = load_model(file), load_model(network_checkpoint)
    assert ours.arrays["first"].dtype == np.float16
    assert set(ours.arrays) == {
        name for name in theirs.arrays if not name.endswith(("_mean", "_square", "iteration"))
    }
    assert ours.manifest.data == {"origin": "a quiet evening", **theirs.manifest.data}
    assert isinstance(catalog.load("holdem", str(file)), PhasedSearchAgent)
    public = at("r300 c /", "QsJh2h")
    shares = [NetworkStrategy.of(model).range_strategy(public).shares for model in (ours, theirs)]
    assert np.abs(shares[0] - shares[1]).max() < 0.01


def test_a_checkpoint_that_was_not_examined_is_no_agent_yet(network_checkpoint, tmp_path):
    run = runs.start("holdem-network", [f"logs={tmp_path / 'evening.log'}"], 3)
    run.save(tmp_path / "fresh.npz")
    with pytest.raises(BadInput, match="not been evaluated"):
        make_network_agent(tmp_path / "fresh.npz", "evening", folder=tmp_path)


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
    assert np.allclose(strategy.range_strategy(public).shares[unblocked_hands(())].sum(axis=1), 1, atol=1e-4)


def _aces_and_rags():
    return hand_index(parse("AsAh")), hand_index(parse("7s2h"))


def test_a_run_made_again_is_the_run_that_ships(tmp_path: Path) -> None:
    for run in (
        replace(shipped.SHIPPED_RUNS[0], stages=(20, 500)),
        replace(shipped.SHIPPED_RUNS[3], stages=(3, 30)),
    ):
        reports = list(shipped.make(run, tmp_path))
        assert sum(report.done for report in reports) == 2
        for stage in run.stages:
            place = Path(run.game) / f"{run.stem}-{stage}.npz"
            made, ships = load_model(tmp_path / place), load_model(shipped.MODELS / place)
            assert made.manifest == ships.manifest
            assert made.arrays.keys() == ships.arrays.keys()
            assert all(np.array_equal(made.arrays[name], ships.arrays[name]) for name in made.arrays)


def test_the_manifest_of_a_character_made_again_is_the_one_that_ships(tmp_path: Path) -> None:
    for character in shipped.CHARACTERS:
        for game in character.games:
            made = shipped.describe(character, game, tmp_path)
            assert made == read_manifest(shipped.MODELS / game / f"{character.name}.yaml")
            assert read_manifest(tmp_path / game / f"{character.name}.yaml") == made


def test_making_everything_says_what_was_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shipped, "SHIPPED_RUNS", (replace(shipped.SHIPPED_RUNS[1], stages=(3,)),))
    monkeypatch.setattr(shipped, "rank", lambda *_: {"sound": "3 of 5"})
    shipped.main(tmp_path)
    said = capsys.readouterr().out
    assert "vesper-3.npz" in said
    assert "tic-tac-toe/random" in said
    assert "holdem/sound: 3 of 5" in said


def test_one_game_alone_can_be_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shipped, "rank", lambda *_: {"sound": "3 of 5"})
    shipped.main(tmp_path, ("holdem",))
    said = capsys.readouterr().out
    assert "holdem/sound" in said
    assert "tic-tac-toe" not in said + "".join(folder.name for folder in tmp_path.iterdir())
