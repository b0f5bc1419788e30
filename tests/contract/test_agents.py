"""The contract of every agent: its decisions are legal, deterministic, quick, and independent of hidden cards.

If an agent has only the method `decide`, every command works, or says in one sentence which method is missing.
"""

import math
import random
import time
from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

from ai import catalog
from ai.agents.blueprint import BlueprintAgent, ResolvingAgent
from ai.agents.expert_agent import ExpertAgent
from ai.agents.holdem_rules import HoldemRandomPlayer, HoldemRulePlayer
from ai.agents.network_agents import PhasedSearchAgent
from ai.command_line import main
from ai.hands.combos import hand_index
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy
from ai.knowledge.decisions import betting_plane, situation
from ai.search.answers import action_likelihood
from game.agent_entries import AgentEntry
from game.core import CHANCE, DEFAULT_BUDGET, Action, Agent, Budget, Decision, InformationState, State, sample
from game.match.betting_line import BettingLine, parse_line
from game.rules import games
from game.rules.betting import HoldemRules
from game.rules.cards import DECK
from game.rules.holdem import BOARD_CARDS, HoldemState
from game.rules.kuhn_poker import DECK as KUHN_DECK
from game.rules.kuhn_poker import KuhnState
from tests.played_hands import decisions_against_random
from tests.played_hands import with_other_hidden_cards as with_other_holdem_cards

QUICK = Budget(work=4)
HANDS = {games.TIC_TAC_TOE: 25, games.KUHN_POKER: 40, games.KUHN_HALF_STREET: 40, games.HOLDEM: 4}

ENTRIES = catalog.agents()


def name_entry(entry: AgentEntry) -> str:
    return f"{entry.game}-{entry.name}"


every_agent = pytest.mark.parametrize("entry", ENTRIES, ids=name_entry)


def load_agent(entry: AgentEntry) -> Agent:
    return catalog.load(entry.game, entry.name, entry.blinds or 1)


def decisions(entry: AgentEntry, agent: Agent) -> Iterator[State]:
    """Play the agent against itself, with a random action in every fourth decision on average. Yield the states."""
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
    """Yield copies of the state in which other cards replace the cards that the player to act cannot see."""
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
    agent = load_agent(entry)
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
    agent = load_agent(entry)
    positions = [state.information_state(state.current_player()) for state in decisions(entry, agent)]
    forward = [agent.decide(info, random.Random(7), QUICK) for info in positions]
    fresh = load_agent(entry)
    backward = [fresh.decide(info, random.Random(7), QUICK) for info in reversed(positions)]
    assert forward == backward[::-1]


@every_agent
def test_an_agent_is_blind_to_hidden_cards(entry: AgentEntry) -> None:
    agent = load_agent(entry)
    for state in decisions(entry, agent):
        player = state.current_player()
        info = state.information_state(player)
        decision = agent.decide(info, random.Random(3), QUICK)
        for other in with_other_hidden_cards(state):
            assert other.information_state(player) == info
            assert agent.decide(other.information_state(player), random.Random(3), QUICK) == decision


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.game != games.HOLDEM], ids=name_entry)
def test_a_known_strategy_is_the_one_that_decides(entry: AgentEntry) -> None:
    agent = load_agent(entry)
    for state in decisions(entry, agent):
        info = state.information_state(state.current_player())
        assert agent.strategy(info) == agent.decide(info, random.Random(5), QUICK).strategy


def test_every_game_has_agents_from_the_random_player_to_the_strongest() -> None:
    for game in games.NAMES:
        assert len([entry for entry in ENTRIES if entry.game == game]) >= 5


HOLDEM_HANDS = 40
QUICK_HOLDEM = Budget(work=2)

KnownAgent = HoldemRulePlayer | HoldemRandomPlayer | ExpertAgent | BlueprintAgent
HoldemAgent = KnownAgent | PhasedSearchAgent | ResolvingAgent

HOLDEM_ENTRIES = catalog.agents(games.HOLDEM)
NAMES = [entry.name for entry in HOLDEM_ENTRIES]
every_holdem_agent = pytest.mark.parametrize("name", NAMES)
every_known_agent = pytest.mark.parametrize(
    "name", [entry.name for entry in HOLDEM_ENTRIES if entry.kind != "search"]
)


def load(name: str) -> HoldemAgent:
    agent = catalog.load(games.HOLDEM, name)
    assert isinstance(agent, HoldemAgent)
    return agent


def count_hands(name: str) -> int:
    return 4 if catalog.find(games.HOLDEM, name).kind == "search" else HOLDEM_HANDS


def holdem_decisions(agent: HoldemAgent, hands: int) -> Iterator[tuple[HoldemState, random.Random]]:
    """Play hands of the agent against random moves.

    Yield every state in which the agent acts, and a random generator for its decision.
    """
    for seed in range(hands):
        for state in decisions_against_random(agent, seed, QUICK_HOLDEM):
            yield state, random.Random(seed)


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@every_holdem_agent
def test_every_action_of_its_strategy_is_legal_and_the_probabilities_sum_to_one(name: str) -> None:
    agent = load(name)
    for state, rng in holdem_decisions(agent, count_hands(name)):
        decision = agent.decide(state.information_state(state.current_player()), rng, QUICK_HOLDEM)
        legal = state.legal_actions()
        assert decision.action in legal
        assert all(action in legal for action in decision.strategy)
        assert sum(decision.strategy.values()) == pytest.approx(1.0)
        assert min(decision.strategy.values()) > 0
        assert len(decision.strategy) <= 7


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@every_holdem_agent
def test_same_information_and_dice_give_the_same_decision(name: str) -> None:
    for state, _ in holdem_decisions(load(name), count_hands(name) // 2):
        info = state.information_state(state.current_player())
        first, second = (load(name).decide(info, random.Random(5), QUICK_HOLDEM) for _ in range(2))
        assert first == second


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@every_holdem_agent
def test_other_hidden_cards_change_nothing(name: str) -> None:
    agent = load(name)
    for state, rng in holdem_decisions(agent, count_hands(name) // 2):
        other = with_other_holdem_cards(state, rng)
        assert other.dealt != state.dealt
        here, there = (
            agent.decide(one.information_state(one.current_player()), random.Random(5), QUICK_HOLDEM)
            for one in (state, other)
        )
        assert here == there


@every_known_agent
def test_decision_is_the_die_thrown_over_the_known_strategy(name: str) -> None:
    agent = load(name)
    assert isinstance(agent, KnownAgent)
    for state, _ in holdem_decisions(agent, 10):
        info = state.information_state(state.current_player())
        assert agent.decide(info, random.Random(5)) == sample(agent.strategy(info), random.Random(5))


@every_known_agent
def test_the_mix_of_a_hand_is_its_row_among_all_hands(name: str) -> None:
    """The strategy of a hand equals the hand's row in the strategy for all hands.

    Beliefs and AIVAT rely on this.
    """
    agent = load(name)
    assert isinstance(agent, RangeStrategy)
    for state, rng in holdem_decisions(agent, 3):
        info = state.information_state(state.current_player())
        mix = agent.range_strategy(PublicState.of(info))
        row = dict(zip(mix.actions, mix.shares[hand_index(info.hole)].tolist(), strict=True))
        taken = {action: share for action, share in row.items() if share}
        assert agent.decide(info, rng, QUICK_HOLDEM).strategy == pytest.approx(taken, abs=1e-6)


@every_known_agent
def test_decisions_at_the_default_budget_are_quick(name: str) -> None:
    """The target is 10 ms. The limit in this test is higher, to allow for a busy machine."""
    agent = load(name)
    infos = [state.information_state(state.current_player()) for state, _ in holdem_decisions(agent, 20)]
    started = time.process_time()
    for info in infos:
        agent.decide(info, random.Random(0))
    assert (time.process_time() - started) / len(infos) < 0.05


SHORT, DEEP = 2_000, 20_000
LINES = ("", "c", "r300 c / QsJh2h", "r300 c / QsJh2h c", "r300 c / QsJh2h c r600 c / 8d r900")
every_line = pytest.mark.parametrize("line", LINES)
beyond = pytest.mark.parametrize("bet", [SHORT + 1, DEEP])


def strategy(name: str) -> RangeStrategy:
    agent = catalog.load(games.HOLDEM, name)
    assert isinstance(agent, RangeStrategy)
    return agent


def expected_answer(name: str, public: PublicState) -> RangeMix:
    """Return the strategy of an agent.

    For an agent with phased search, return the strategy that the agent expects of its opponent.
    """
    agent = catalog.load(games.HOLDEM, name)
    if isinstance(agent, PhasedSearchAgent):
        return agent.answers.of_opponent(public)
    return strategy(name).range_strategy(public)


def before(line: str) -> BettingLine:
    """Return the betting line `line` with unequal stacks. The player to act has the larger stack."""
    for stacks in ((DEEP, SHORT), (SHORT, DEEP)):
        played = parse_line(line, HoldemRules(stacks=stacks))
        if played.player is not None and stacks[played.player] == DEEP:
            return played
    raise AssertionError(line)


def decision(line: BettingLine) -> PublicState:
    assert line.player is not None
    return PublicState(line.player, line.board[: BOARD_CARDS[line.betting.street]], line.betting)


@pytest.mark.parametrize(
    "name", ["blueprint-20", "blueprint-200", "sound", "expert-sound", "search-network-all"]
)
@every_line
@beyond
def test_it_is_answered_like_a_bet_of_all_that_the_opponent_has(name: str, line: str, bet: Action) -> None:
    played = before(line)
    of_all = expected_answer(name, decision(played.after(SHORT)))
    of_more = expected_answer(name, decision(played.after(bet)))
    assert of_more.actions == of_all.actions
    np.testing.assert_array_equal(of_more.shares, of_all.shares)


@pytest.mark.parametrize("name", ["blueprint-20", "blueprint-200", "sound", "expert-sound"])
@every_line
@beyond
def test_it_says_as_much_of_the_bettor_s_hand(name: str, line: str, bet: Action) -> None:
    agent, public = strategy(name), decision(before(line))
    np.testing.assert_array_equal(
        action_likelihood(agent, public, bet), action_likelihood(agent, public, SHORT)
    )


@every_line
@beyond
def test_the_network_sees_the_same_numbers(line: str, bet: Action) -> None:
    of_all, of_more = (decision(before(line).after(action)) for action in (SHORT, bet))
    np.testing.assert_array_equal(situation(of_more), situation(of_all))
    np.testing.assert_array_equal(betting_plane(of_more.betting), betting_plane(of_all.betting))


@every_line
@beyond
def test_its_size_is_that_of_all_that_the_opponent_has(line: str, bet: Action) -> None:
    betting = before(line).betting
    assert betting.raise_fraction(bet) == betting.raise_fraction(SHORT)


BARE = {games.TIC_TAC_TOE: "random", games.KUHN_POKER: "uniform", games.HOLDEM: "random"}
"""The agent of each game that is replaced by one that only decides."""
PLAYED = {
    "match tic-tac-toe random perfect --hands 4",
    "match kuhn-poker uniform station --hands 4 --duplicate",
    "match kuhn-half-street uniform honest --hands 4",
    "match holdem random rock --hands 2 --aivat",
    "league tic-tac-toe random perfect --hands 4",
    "league holdem random rock --hands 2 --aivat",
    "play tic-tac-toe random --seat 1",
    "play kuhn-poker uniform --seat 1",
    "play holdem random --seat 1",
    "agents",
}
SAID = {
    "league kuhn-poker uniform station": "only decides",
    "measure kuhn-poker uniform": "only decides",
    "measure tic-tac-toe random": "only decides",
    "measure holdem random --hands 2 --workers 1": "cannot give its strategy for every hand",
    "strategy kuhn-poker uniform": "only decides",
    "strategy tic-tac-toe random": "only decides",
    "strategy holdem random": "strategy",
    "foretell random hands.log": "has no network",
    "acpc 127.0.0.1 1 random": "127.0.0.1",
}


class Bare:
    """An agent whose only method takes one of the first two legal actions at random."""

    def __init__(self, name: str) -> None:
        self.name = name

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        action = rng.choice(list(info.legal_actions)[:2])
        return Decision(action, {action: 1.0})


@pytest.fixture
def bare_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    load = catalog.load

    def load_bare(game: str, name: str, blinds: float = 1) -> Agent:
        return Bare(name) if name in BARE.values() else load(game, name, blinds)

    def leave(question: str = "") -> str:
        raise EOFError

    monkeypatch.setattr(catalog, "load", load_bare)
    monkeypatch.setattr("builtins.input", leave)


@pytest.mark.usefixtures("bare_agents")
@pytest.mark.parametrize("words", sorted(PLAYED))
def test_a_command_that_plays_needs_decisions_only(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 0, capsys.readouterr().err


@pytest.mark.usefixtures("bare_agents")
@pytest.mark.parametrize("words", sorted(SAID))
def test_a_command_that_needs_more_says_so_in_a_sentence(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) in (2, 3)
    said = capsys.readouterr()
    assert said.out == ""
    assert SAID[words] in said.err
    assert said.err.count("\n") == 1
    assert "fault in Parlour" not in said.err
