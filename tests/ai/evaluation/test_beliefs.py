"""Beliefs: Bayes by hand, what the cards that one sees rule out, and work that is not lost."""

import math

import numpy as np
import pytest

from ai.features.holdem import believe
from ai.hands import reading
from ai.hands.combos import HANDS, left_by
from ai.hands.range_strategy import PublicState, RangeMix
from ai.hands.reading import LikelihoodCache, observed_decisions
from game.core import Progress
from game.rules.cards import certain_rank
from game.rules.holdem import BUTTON, CALL, HoldemState
from game.study.holdem import Belief
from tests.ai.search.spots import spot

RAISE = 300


class PairsRaise:
    """Raises with every pair, and with one other hand in four; counts the decisions that it was asked for."""

    def __init__(self) -> None:
        self.asked = 0

    def range_strategy(self, public: PublicState) -> RangeMix:
        self.asked += 1
        hands = np.flatnonzero(left_by(public.board))
        pairs = np.array([certain_rank(HANDS[hand][0]) == certain_rank(HANDS[hand][1]) for hand in hands])
        raises = np.where(pairs, 1.0, 0.25)
        return RangeMix.of({CALL: 1 - raises, RAISE: raises}, hands)


def hand(*actions: int, deal: str = "AsAhKsQs", board: str = "") -> HoldemState:
    return spot(deal, board, *actions, stacks=(20_000, 20_000))


def believed(state: HoldemState, agent: PairsRaise, memory: LikelihoodCache | None = None) -> Belief:
    decisions = observed_decisions(BUTTON, state.board, state.betting)
    seen = (*state.hole[1 - BUTTON], *state.board)
    *reports, found = believe(agent, "pairs", decisions, seen, memory or LikelihoodCache())
    assert all(isinstance(report, Progress) for report in reports)
    assert isinstance(found, Belief)
    return found


def test_before_anybody_acts_all_1225_hands_are_alike() -> None:
    found = believed(hand(), PairsRaise())
    assert found.width == pytest.approx(1225)
    assert found.probability == found.prior
    assert (found.prior["AA"], found.prior["KK"]) == (pytest.approx(1 / 1225), pytest.approx(6 / 1225))
    assert found.prior["AKs"] == pytest.approx(2 / 1225)


def test_a_raise_makes_what_raises_likelier_by_the_rule_of_bayes() -> None:
    found = believed(hand(RAISE), PairsRaise())
    pairs = 12 * 6 + 1
    raised = pairs + 0.25 * (1225 - pairs)
    assert found.probability["KK"] == pytest.approx(6 / raised)
    assert found.probability["72o"] == pytest.approx(0.25 * 12 / raised)
    assert sum(found.probability.values()) == pytest.approx(1)
    entropy = -pairs / raised * math.log(1 / raised) - (1 - pairs / raised) * math.log(0.25 / raised)
    assert found.width == pytest.approx(math.exp(entropy))


def test_the_board_rules_hands_out_and_each_decision_counts() -> None:
    state = hand(RAISE, CALL, CALL, CALL, board="KdKh2c")
    found = believed(state, PairsRaise())
    assert len(observed_decisions(BUTTON, state.board, state.betting)) == 2
    assert found.prior["KK"] == pytest.approx(1 / 1081)
    assert "KK" not in found.probability  # after the flop a pair never calls
    assert found.probability["72o"] > 0


def test_where_no_hand_acts_so_nothing_is_learned() -> None:
    found = believed(hand(900), PairsRaise())
    assert not found.explained
    assert found.probability == found.prior


def test_what_was_worked_out_is_kept_also_when_it_was_given_up() -> None:
    agent, memory = PairsRaise(), LikelihoodCache()
    state = hand(RAISE, CALL, CALL, CALL, board="KdKh2c")
    begun = believe(agent, "pairs", observed_decisions(BUTTON, (), state.betting), state.hole[0], memory)
    report = next(begun)
    assert isinstance(report, Progress)
    assert (report.iteration, report.total, agent.asked) == (1, 2, 1)
    begun.close()
    believed(hand(RAISE), agent, memory)
    assert agent.asked == 1
    believed(state, agent, memory)
    believed(state, agent, memory)
    assert agent.asked == 2


def test_what_was_asked_for_lately_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_CACHED_LIKELIHOODS", 2)
    agent, memory = PairsRaise(), LikelihoodCache()
    for size in (200, 300, 200, 400, 200, 300):
        believed(hand(size), agent, memory)
    assert agent.asked == 4
