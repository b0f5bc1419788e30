"""The PettingZoo environments pass PettingZoo's API test, and follow the rules of the games."""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np
import pytest

import parlour
from ai import library
from game.rules import games
from game.rules.betting import CALL

zoo: Any = pytest.importorskip("pettingzoo")
SIZES = {
    games.TIC_TAC_TOE: (18, 9),
    games.KUHN_POKER: (9, 2),
    games.KUHN_HALF_STREET: (9, 2),
    games.HOLDEM: (117, 6),
}


@pytest.mark.filterwarnings("ignore:Observation")  # it warns of dictionaries, which its own games have
@pytest.mark.parametrize("game", games.NAMES)
def test_the_test_of_pettingzoo_passes(game: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(parlour.pettingzoo.env(game), num_cycles=100)
    seed_test(lambda: parlour.pettingzoo.env(game), num_cycles=20)


def play(environment: Any, rng: random.Random) -> tuple[list[int], list[float]]:
    """Play random legal actions. Return the actions and the final rewards."""
    actions, rewards = [], [0.0, 0.0]
    for agent in environment.agent_iter():
        seen, reward, is_over, _, _ = environment.last()
        rewards[environment.possible_agents.index(agent)] = reward
        legal = np.flatnonzero(seen["action_mask"])
        assert is_over == (len(legal) == 0)
        actions.append(-1 if is_over else int(rng.choice(legal)))
        environment.step(None if is_over else actions[-1])
    return actions, rewards


@pytest.mark.parametrize("game", games.NAMES)
def test_a_game_follows_the_mask_and_pays_what_the_rules_say(game: str) -> None:
    environment, rng = parlour.pettingzoo.env(game, blinds=2), random.Random(0)
    size, actions = SIZES[game]
    assert environment.observation_space("player_0")["observation"].shape == (size,)
    assert environment.action_space("player_1").n == actions
    for seed in range(30):
        environment.reset(seed=seed)
        inner = environment.unwrapped
        seen = environment.observe(environment.agent_selection)
        assert environment.observation_space("player_0").contains(seen)
        _, rewards = play(environment, rng)
        assert inner.state.is_terminal()
        assert rewards == list(inner.state.returns())


def test_the_seed_fixes_the_cards() -> None:
    environment = parlour.pettingzoo.env(games.HOLDEM)
    environment.reset(seed=3)
    first = environment.unwrapped.state.hole
    environment.reset()
    second = environment.unwrapped.state.hole
    environment.reset(seed=3)
    assert environment.unwrapped.state.hole == first != second


def test_a_player_sees_no_card_of_the_opponent() -> None:
    environment = parlour.pettingzoo.env(games.HOLDEM)
    environment.reset(seed=1)
    for player, agent in enumerate(environment.possible_agents):
        seen = environment.observe(agent)["observation"]
        assert sorted(np.flatnonzero(seen[:104])) == sorted(environment.unwrapped.state.hole[player])


def test_raises_are_shares_of_the_pot_and_other_raises_become_the_nearest() -> None:
    environment = parlour.pettingzoo.env(games.HOLDEM, stack_bb=20, raises=(0.5, 1))
    environment.reset(seed=0)
    inner = environment.unwrapped
    assert list(environment.observe("player_1")["action_mask"]) == [1] * 5
    assert [inner.find_index(action) for action in (0, CALL, 200, 210, 320, 1999, 2000)] == [
        0,
        1,
        2,
        2,
        3,
        4,
        4,
    ]
    environment.step(3)
    assert inner.state.betting.acpc == "r300"
    environment.step(4)
    assert list(environment.observe("player_1")["action_mask"]) == [1, 1, 0, 0, 0], "the opponent is all-in"
    with pytest.raises(parlour.BadInput, match="The action 500 is illegal here"):
        inner.find_index(500)


def test_an_illegal_action_ends_the_game_at_the_price_of_the_largest_loss() -> None:
    environment = parlour.pettingzoo.env(games.TIC_TAC_TOE)
    environment.reset()
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"player_0": 0, "player_1": -1}
    environment.reset()
    environment.unwrapped.step(4)
    with pytest.raises(parlour.BadInput, match="The action 4 is illegal here"):
        environment.unwrapped.step(4)
    environment = parlour.pettingzoo.env(games.HOLDEM, stack_bb=20)
    environment.reset()
    environment.step(5)
    environment.step(2)  # a raise, though the opponent is all-in
    assert environment.rewards["player_0"] == -2000


def test_agents_of_the_program_play_in_an_environment() -> None:
    environment, rng = parlour.pettingzoo.env("kuhn-poker"), random.Random(0)
    agent = parlour.load("kuhn-poker", "station")
    environment.reset(seed=5)
    for _ in environment.agent_iter():
        *_, is_over, _, more = environment.last()
        decision = None if is_over else agent.decide(more["information_state"], rng, parlour.Budget())
        environment.step(None if decision is None else environment.unwrapped.find_index(decision.action))
    assert abs(environment.unwrapped.state.returns()[0]) in (1, 2)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"game": "chess"}, "There is no game"),
        ({"raises": (1, 0.5)}, "are not shares of the pot in rising order"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(parlour.BadInput, match=sentence):
        parlour.pettingzoo.env(**words)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parlour.pettingzoo.env
    monkeypatch.delattr(library, "pettingzoo")
    monkeypatch.delitem(sys.modules, "ai.library.pettingzoo")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match="needs the package pettingzoo: run pip install pettingzoo"):
        parlour.pettingzoo  # noqa: B018
