"""A blueprint at the table keeps to what every Hold'em agent keeps to, for any stacks and bets."""

import random
from pathlib import Path

import numpy as np
import pytest

from ai.abstraction import card_abstraction
from ai.abstraction.bet_menu import load_menu
from ai.abstraction.betting_tree import build
from ai.agents import blueprint
from ai.agents.blueprint import BlueprintAgent
from ai.algorithms.mccfr import MCCFR
from ai.storage import save_model
from game.core import BadInput, sample
from game.files.manifest import Manifest
from game.rules.holdem import HoldemState
from tests.ai.abstraction.strength_buckets import StrengthBuckets
from tests.contract.test_holdem_agents import decisions

CARDS = StrengthBuckets()


def saved(file: Path, depth: int, menu: str, deals: int = 500) -> Path:
    tree = build(load_menu(menu), depth)
    training = MCCFR(tree.public, CARDS.counts, unit=0.01)
    training.learn(CARDS, deals)
    arrays = {
        "strategy": training.average(),
        "buckets": training.layout.buckets,
        "menu": np.array(tree.menu.text),
        "abstraction": np.array(CARDS.digest),
    }
    manifest = Manifest("holdem", "blueprint", "learned", config={"stack": depth}, family="b", stage="full")
    save_model(file, manifest, arrays)
    return file


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BlueprintAgent:
    monkeypatch.setattr(card_abstraction, "with_digest", lambda digest, beside, named: CARDS)
    blueprint.opened.cache_clear()
    saved(tmp_path / "b-5.npz", 5, "half-pot")
    return blueprint.load(saved(tmp_path / "b-30.npz", 30, "wide"), HoldemState())


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
def test_whatever_happens_its_strategy_is_legal_adds_up_and_is_what_it_decides(agent: BlueprintAgent) -> None:
    seen = 0
    for state, _ in decisions(agent, 25):
        info = state.information_state(state.current_player())
        strategy = agent.strategy(info)
        seen += 1
        assert all(action in info.legal_actions and share > 0 for action, share in strategy.items())
        assert sum(strategy.values()) == pytest.approx(1)
        assert len(strategy) <= 7
        assert list(strategy) == sorted(strategy)
        assert agent.decide(info, random.Random(5)) == sample(strategy, random.Random(5))
    assert seen > 40


def test_a_file_that_stands_alone_plays_all_stacks(agent: BlueprintAgent, tmp_path: Path) -> None:
    alone = blueprint.load(saved(tmp_path / "alone" / "b-5.npz", 5, "half-pot", 10), HoldemState())
    assert list(alone.files) == [5]
    assert sorted(agent.files) == [5, 30]


def test_a_broken_sibling_is_left_out(agent: BlueprintAgent, tmp_path: Path) -> None:
    (tmp_path / "b-9.yaml").write_text("{", encoding="utf-8")
    assert sorted(blueprint.load(tmp_path / "b-30.npz", HoldemState()).files) == [5, 30]


def test_a_model_of_other_buckets_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blueprint.opened.cache_clear()
    monkeypatch.setattr(card_abstraction, "with_digest", lambda digest, beside, named: StrengthBuckets(9))
    file = saved(tmp_path / "b-5.npz", 5, "half-pot", 10)
    with pytest.raises(BadInput, match="does not have the buckets of its abstraction"):
        blueprint.load(file, HoldemState())
