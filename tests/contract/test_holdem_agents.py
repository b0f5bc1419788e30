"""What every Hold'em agent keeps to: legal, deterministic, blind to what it must not see, quick."""

import random
import time
from collections.abc import Iterator

import pytest

from ai import catalog
from ai.agents.blueprint import BlueprintAgent
from ai.agents.expert_agent import ExpertAgent
from ai.agents.holdem_rules import HoldemRandomPlayer, HoldemRulePlayer
from ai.agents.phased_search import PhasedSearchAgent
from ai.agents.resolving import ResolvingAgent
from ai.hands.combos import place_of
from ai.hands.range_strategy import PublicState, RangeStrategy
from game.core import Budget, sample
from game.rules import games
from game.rules.holdem import HoldemState
from tests.played_hands import decisions_against_random, with_other_hidden_cards

HANDS = 40
QUICK = Budget(work=2)

KnownAgent = HoldemRulePlayer | HoldemRandomPlayer | ExpertAgent | BlueprintAgent
HoldemAgent = KnownAgent | PhasedSearchAgent | ResolvingAgent

ENTRIES = catalog.agents(games.HOLDEM)
NAMES = [entry.name for entry in ENTRIES]
every_agent = pytest.mark.parametrize("name", NAMES)
every_known_agent = pytest.mark.parametrize(
    "name", [entry.name for entry in ENTRIES if entry.kind != "search"]
)


def load(name: str) -> HoldemAgent:
    agent = catalog.load(games.HOLDEM, name)
    assert isinstance(agent, HoldemAgent)
    return agent


def hands_of(name: str) -> int:
    """Return how many hands are swept: of those who search only a few."""
    return 4 if catalog.find(games.HOLDEM, name).kind == "search" else HANDS


def decisions(agent: HoldemAgent, hands: int) -> Iterator[tuple[HoldemState, random.Random]]:
    """Play hands against random moves; yield every state in which the agent is to act, with its dice."""
    for seed in range(hands):
        for state in decisions_against_random(agent, seed, QUICK):
            yield state, random.Random(seed)


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@every_agent
def test_every_action_of_its_strategy_is_legal_and_the_probabilities_sum_to_one(name: str) -> None:
    agent = load(name)
    for state, rng in decisions(agent, hands_of(name)):
        decision = agent.decide(state.information_state(state.current_player()), rng, QUICK)
        legal = state.legal_actions()
        assert decision.action in legal
        assert all(action in legal for action in decision.strategy)
        assert sum(decision.strategy.values()) == pytest.approx(1.0)
        assert min(decision.strategy.values()) > 0
        assert len(decision.strategy) <= 7


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@every_agent
def test_same_information_and_dice_give_the_same_decision(name: str) -> None:
    for state, _ in decisions(load(name), hands_of(name) // 2):
        info = state.information_state(state.current_player())
        first, second = (load(name).decide(info, random.Random(5), QUICK) for _ in range(2))
        assert first == second


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@every_agent
def test_other_hidden_cards_change_nothing(name: str) -> None:
    agent = load(name)
    for state, rng in decisions(agent, hands_of(name) // 2):
        other = with_other_hidden_cards(state, rng)
        assert other.dealt != state.dealt
        here, there = (
            agent.decide(one.information_state(one.current_player()), random.Random(5), QUICK)
            for one in (state, other)
        )
        assert here == there


@every_known_agent
def test_decision_is_the_die_thrown_over_the_known_strategy(name: str) -> None:
    agent = load(name)
    assert isinstance(agent, KnownAgent)
    for state, _ in decisions(agent, 10):
        info = state.information_state(state.current_player())
        assert agent.decide(info, random.Random(5)) == sample(agent.strategy(info), random.Random(5))


@every_known_agent
def test_the_mix_of_a_hand_is_its_row_among_all_hands(name: str) -> None:
    """Beliefs and AIVAT rest on it."""
    agent = load(name)
    assert isinstance(agent, RangeStrategy)
    for state, rng in decisions(agent, 3):
        info = state.information_state(state.current_player())
        mix = agent.range_strategy(PublicState.of(info))
        row = dict(zip(mix.actions, mix.shares[place_of(info.hole)].tolist(), strict=True))
        taken = {action: share for action, share in row.items() if share}
        assert agent.decide(info, rng, QUICK).strategy == pytest.approx(taken, abs=1e-6)


@every_known_agent
def test_decisions_at_the_default_budget_are_quick(name: str) -> None:
    """The aim is 10 ms; a busy machine gets more."""
    agent = load(name)
    infos = [state.information_state(state.current_player()) for state, _ in decisions(agent, 20)]
    started = time.process_time()
    for info in infos:
        agent.decide(info, random.Random(0))
    assert (time.process_time() - started) / len(infos) < 0.05
