"""Agents that ship, made of checkpoints: named for their depth and stage, in fifteenths."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.abstraction import card_abstraction
from ai.abstraction.bet_menu import load_menu
from ai.abstraction.betting_tree import build
from ai.abstraction.blueprint import LEVELS, in_fifteenths
from ai.agents import blueprint
from ai.algorithms.mccfr import MCCFR
from ai.algorithms.public_tree import DECISION
from ai.storage import load_model, save_model
from ai.training.blueprint_agents import main, make
from game.core import BadInput
from game.files.manifest import Manifest
from game.rules.betting import HoldemRules
from tests.ai.abstraction.strength_buckets import StrengthBuckets

CARDS = StrengthBuckets()
MANIFEST = Manifest(
    "holdem", "blueprint", "learned", run="holdem-blueprint", config={"stack": 3}, iterations=200
)


@pytest.fixture
def checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(card_abstraction, "with_digest", lambda digest, beside, named: CARDS)
    blueprint.opened.cache_clear()
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
    file = make(checkpoint, "early", tmp_path / "models")
    assert file.name == "blueprint-3-early.npz"
    model = load_model(file)
    assert (model.manifest.family, model.manifest.stage) == ("blueprint", "early")
    full = make(checkpoint, "full", tmp_path / "models")
    assert (full.name, load_model(full).manifest.stage) == ("blueprint-3.npz", "all training")


def test_what_ships_is_what_is_played_in_fifteenths(checkpoint: Path, tmp_path: Path) -> None:
    file = make(checkpoint, "full", tmp_path / "models")
    before, after = blueprint.opened(checkpoint), blueprint.opened(file)
    tree, layout, exact, rounded = before.tree.public, before.layout, before.played(), after.packed()
    assert rounded.max() == LEVELS
    known = 0
    for node in np.flatnonzero(tree.kind == DECISION):
        entries = layout.rows(tree, int(node))[:, None] + np.arange(tree.actions[node])
        found = rounded[entries].sum(axis=1)
        assert set(found.tolist()) <= {0, LEVELS}
        shares = exact[entries] / exact[entries].sum(axis=1, keepdims=True)
        assert np.abs(rounded[entries] / LEVELS - shares)[found > 0].max(initial=0) <= 1 / LEVELS
        known += int((found > 0).sum())
    assert known > 100
    assert (load_model(file).array("strategy", (-1,), "u") == rounded).all()
    assert blueprint.BlueprintAgent("one", {3: checkpoint}).blueprint(HoldemRules()) is before


def test_with_shares_left_out_that_are_below_one_every_hand_does_one_thing(
    checkpoint: Path, tmp_path: Path
) -> None:
    """Also where two actions have equally large shares, as is common among what ships."""
    model, root = load_model(checkpoint), slice(0, 3)
    strategy = model.array("strategy", (-1,), "u").copy()
    strategy[root] = (100, 100, 55)
    save_model(checkpoint, model.manifest, {**model.arrays, "strategy": strategy})
    pure = load_model(make(checkpoint, "pure", tmp_path, least=1)).array("strategy", (-1,), "u")
    tree, layout = blueprint.opened(checkpoint).tree.public, blueprint.opened(checkpoint).layout
    assert pure[root].tolist() == [LEVELS, 0, 0]
    for node in np.flatnonzero(tree.kind == DECISION):
        entries = layout.rows(tree, int(node))[:, None] + np.arange(tree.actions[node])
        seen = strategy[entries].any(axis=1)
        assert ((pure[entries] > 0).sum(axis=1) == seen).all()
        assert (strategy[entries][pure[entries] > 0] == strategy[entries][seen].max(axis=1)).all()


def test_another_bound_may_hold_before_the_flop(checkpoint: Path) -> None:
    opened = blueprint.opened(checkpoint)
    usual, bounded = opened.packed(), opened.packed(least_preflop=1)
    later = np.zeros(len(usual), bool)
    for node in np.flatnonzero(opened.tree.public.kind == DECISION):
        entries = opened.layout.rows(opened.tree.public, int(node))[:, None]
        entries = entries + np.arange(opened.tree.public.actions[node])
        later[entries] = opened.tree.public.round[node] > 0
    assert (usual[later] == bounded[later]).all()
    assert (bounded[~later] == opened.packed(1)[~later]).all()
    assert (usual[~later] != bounded[~later]).any()


def test_with_a_bound_of_nothing_shares_are_only_rounded(checkpoint: Path) -> None:
    opened = blueprint.opened(checkpoint)
    tree, layout, found = opened.tree.public, opened.layout, opened.packed(0.0)
    shares = load_model(checkpoint).array("strategy", (-1,), "u").astype(float)
    for node in np.flatnonzero(tree.kind == DECISION):
        entries = layout.rows(tree, int(node))[:, None] + np.arange(tree.actions[node])
        seen = shares[entries].any(axis=1)
        exact = shares[entries][seen] / shares[entries][seen].sum(axis=1, keepdims=True)
        assert (found[entries][seen] == in_fifteenths(exact)).all()
    assert (found > 0).sum() > (opened.packed(0.5) > 0).sum()


@pytest.mark.parametrize(
    "words", [["full"], ["full", "x.npz", "--least", "2"], ["full", "x.npz", "--least", "a"]]
)
def test_what_cannot_be_meant_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(words)


def test_what_is_no_checkpoint_is_refused(checkpoint: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.npz"
    save_model(other, replace(MANIFEST, agent="imitator"), {})
    with pytest.raises(BadInput, match="is a model of 'imitator', not of 'blueprint'"):
        make(other, "full", tmp_path)
    no_depth = tmp_path / "flat.npz"
    save_model(no_depth, replace(MANIFEST, config={}), load_model(checkpoint).arrays)
    with pytest.raises(BadInput, match="does not say for which stack"):
        make(no_depth, "full", tmp_path)
