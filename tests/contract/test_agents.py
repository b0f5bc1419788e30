"""What every agent of the catalogue keeps to: legal, deterministic, blind to what its player cannot see."""

import math
import random
from collections.abc import Iterator
from itertools import permutations

import pytest

from ai import catalog
from game.agent_entries import AgentEntry
from game.core import CHANCE, Agent, Budget, State
from game.rules import games
from game.rules.cards import DECK
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import DECK as KUHN_DECK
from game.rules.kuhn_poker import KuhnState

QUICK = Budget(work=4)
HANDS = {games.TIC_TAC_TOE: 25, games.KUHN_POKER: 40, games.KUHN_HALF_STREET: 40, games.HOLDEM: 4}

ENTRIES = catalog.agents()


def str_of(entry: AgentEntry) -> str:
    return f"{entry.game}-{entry.name}"


every_agent = pytest.mark.parametrize("entry", ENTRIES, ids=str_of)


def seated(entry: AgentEntry) -> Agent:
    return catalog.load(entry.game, entry.name, entry.blinds or 1)


def decisions(entry: AgentEntry, agent: Agent) -> Iterator[State]:
    """Play hands of the agent against itself, one action in four drawn at random; yield where it decides."""
    for seed in range(1 if entry.kind == "search" else HANDS[entry.game]):
        rng = random.Random(seed)
        state = games.initial_state(entry.game, blinds=entry.blinds or 1)
        while not state.is_terminal():
            player = state.current_player()
            if player == CHANCE:
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state = state.child(rng.choices(outcomes, weights)[0])
                continue
            yield state
            info = state.information_state(player)
            action = agent.decide(info, rng, QUICK).action
            actions = info.legal_actions
            state = state.child(
                actions[rng.randrange(min(len(actions), 9))] if rng.random() < 0.25 else action
            )


def with_other_hidden_cards(state: State) -> Iterator[State]:
    """Yield the same situation with other cards where the player to act cannot see them."""
    player = state.current_player()
    if isinstance(state, KuhnState):
        for cards in permutations(KUHN_DECK, 2):
            if cards[player] == state.cards[player]:
                yield KuhnState(state.rules, cards, state.betting)
    elif isinstance(state, HoldemState):
        left = [card for card in DECK if card not in state.dealt]
        hole = list(state.hole)
        for start in (0, 20):
            hole[1 - player] = (left[start], left[start + 1])
            yield HoldemState(state.rules, (*hole[0], *hole[1], *state.board), state.betting)


@every_agent
def test_an_agent_decides_legally_and_its_strategy_adds_up(entry: AgentEntry) -> None:
    agent = seated(entry)
    for state in decisions(entry, agent):
        info = state.information_state(state.current_player())
        decision = agent.decide(info, random.Random(1), QUICK)
        assert decision.action in info.legal_actions
        assert decision.strategy[decision.action] > 0
        assert all(action in info.legal_actions for action, share in decision.strategy.items() if share > 0)
        assert all(share >= 0 for share in decision.strategy.values())
        assert math.isclose(sum(decision.strategy.values()), 1, abs_tol=1e-9)
        assert decision.roll is not None
        assert 0 <= decision.roll < 1


@every_agent
def test_the_same_dice_give_the_same_decision_whatever_was_decided_before(entry: AgentEntry) -> None:
    agent = seated(entry)
    positions = [state.information_state(state.current_player()) for state in decisions(entry, agent)]
    forward = [agent.decide(info, random.Random(7), QUICK) for info in positions]
    fresh = seated(entry)
    backward = [fresh.decide(info, random.Random(7), QUICK) for info in reversed(positions)]
    assert forward == backward[::-1]


@every_agent
def test_an_agent_is_blind_to_hidden_cards(entry: AgentEntry) -> None:
    agent = seated(entry)
    for state in decisions(entry, agent):
        player = state.current_player()
        info = state.information_state(player)
        decision = agent.decide(info, random.Random(3), QUICK)
        for other in with_other_hidden_cards(state):
            assert other.information_state(player) == info
            assert agent.decide(other.information_state(player), random.Random(3), QUICK) == decision


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.game != games.HOLDEM], ids=str_of)
def test_a_known_strategy_is_the_one_that_decides(entry: AgentEntry) -> None:
    agent = seated(entry)
    for state in decisions(entry, agent):
        info = state.information_state(state.current_player())
        assert agent.strategy(info) == agent.decide(info, random.Random(5), QUICK).strategy


def test_every_game_has_agents_from_the_random_player_to_the_strongest() -> None:
    for game in games.NAMES:
        assert len([entry for entry in ENTRIES if entry.game == game]) >= 5
