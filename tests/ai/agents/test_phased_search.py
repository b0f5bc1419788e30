"""The agent that searches: what its manifest may say, and that it follows what it finds."""

import random
from pathlib import Path

import pytest
import yaml

from ai import catalog
from ai.agents.phased_search import PhasedSearchAgent, load
from game.core import BadInput, Budget
from game.rules import games
from game.rules.holdem import CALL, FOLD
from tests.ai.search.spots import spot

ROOT = games.initial_state(games.HOLDEM)
FACING = spot("2c3d7s6s", "QsJh2h8d5c", CALL, CALL, CALL, CALL, CALL, CALL, 1_500, stacks=(20_000, 20_000))


def manifest(folder: Path, **config: str) -> Path:
    file = folder / "searcher.yaml"
    content = {"format": 1, "game": "holdem", "agent": "phased-search", "kind": "search", "config": config}
    file.write_text(yaml.safe_dump(content))
    return file


STRATEGIES = [("sound", "maniac"), ("expert-sound", "expert-tight"), ("rock", "random")]


@pytest.mark.parametrize(("own", "opposing"), STRATEGIES)
def test_it_plays_the_best_of_what_it_found(tmp_path: Path, own: str, opposing: str) -> None:
    agent = load(manifest(tmp_path, own=own, opposing=opposing), ROOT)
    info = FACING.information_state(1)
    search = agent.search(info, random.Random(0), Budget(work=20))
    assert list(search.steps())
    report = search.report()
    decision = agent.decide(info, random.Random(0), Budget(work=20))
    assert {FOLD, CALL} <= set(report.values)
    assert decision.action == report.best
    assert decision.strategy == {report.best: 1.0}


def test_where_one_action_is_advised_nothing_is_searched(tmp_path: Path) -> None:
    agent = load(manifest(tmp_path, own="sound", opposing="sound"), ROOT)
    first = spot("2c3d7s2h", "").information_state(1)
    assert agent.decide(first, random.Random(0)).action == FOLD
    assert agent.answers.hits == 0


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ({"own": "sound"}, "does not name its opposing strategy"),
        ({"own": "expert-wild", "opposing": "sound"}, "the experts are sound"),
        ({"own": "nobody", "opposing": "sound"}, "the characters are"),
        ({"own": "sound", "opposing": "network"}, "searcher.yaml lacks its searcher.npz"),
    ],
)
def test_a_strategy_that_there_is_not_is_refused_by_name(
    tmp_path: Path, config: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        load(manifest(tmp_path, **config), ROOT)


def test_the_one_that_ships_takes_the_expert_for_both() -> None:
    assert isinstance(catalog.load(games.HOLDEM, "search-expert"), PhasedSearchAgent)
