"""AIVAT: no bias and less variance, and beliefs by Bayes' rule."""

import math
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from ai import catalog
from ai.evaluation.aivat import Aivat
from ai.evaluation.head_to_head import MatchSpec, play_batch, play_match
from ai.features.holdem import believe
from ai.hands import range_strategy
from ai.hands.combos import HANDS, hand_index, unblocked_hands
from ai.hands.range_strategy import LikelihoodCache, PublicState, RangeMix, observed_decisions
from game.core import CHANCE, Action, BadInput, Progress
from game.rules.betting import CALL, FOLD, HoldemRules, Street
from game.rules.cards import get_rank, parse
from game.rules.holdem import BUTTON, HoldemState
from game.study.holdem import Belief
from tests.ai.search.oracles import spot

HOLDINGS = (("AhAd", "Kh2h", "7c6c"), ("QsQd", "Ac5c", "9s8s"))


class Leaning:
    """Calls or folds against a bet, with a probability that depends on the hand.

    Without a bet, this agent checks before the river. On the river, the agent checks or bets the pot, also with a
    probability that depends on the hand.
    """

    def __init__(self, tilt: float) -> None:
        self.tilt = tilt

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(unblocked_hands(public.board))
        bold = (hands * self.tilt) % 1.0
        if public.betting.to_call:
            return RangeMix.of({FOLD: 1.0 - bold, CALL: bold}, hands)
        if public.betting.street != Street.RIVER:
            return RangeMix.of({CALL: np.ones(len(hands))}, hands)
        bet = public.betting.raise_to_for_fraction(1.0)
        assert bet is not None
        return RangeMix.of({CALL: 1.0 - bold, bet: bold}, hands)

    def share(self, state: HoldemState, action: Action) -> float:
        public = PublicState.of(state.information_state(state.current_player()))
        mix = self.range_strategy(public).of_action(action)
        return float(mix[hand_index(state.hole[state.current_player()])])


class Caller:
    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(unblocked_hands(public.board))
        return RangeMix.of({CALL: np.ones(len(hands))}, hands)


PLAYERS = (Leaning(0.377), Leaning(0.618))


def ranges() -> tuple[np.ndarray, np.ndarray]:
    both = np.zeros((2, len(HANDS)))
    for player, hands in enumerate(HOLDINGS):
        for index, hand in enumerate(hands):
            both[player, hand_index(parse(hand))] = 1.0 - 0.3 * index
    return both[0], both[1]


def starts(board: str, holdings: tuple[int, int]) -> Iterator[tuple[float, HoldemState]]:
    """Yield a state on `board` for every pair of holdings, with the weight of the pair.

    `holdings` is the number of hands of each player. The pot is raised before the flop, and all later streets are
    checked.
    """
    weights = ranges()
    for first in HOLDINGS[0][: holdings[0]]:
        for second in HOLDINGS[1][: holdings[1]]:
            state = HoldemState(HoldemRules(50, 100, (2_000, 2_000)))
            for card in parse(first + second):
                state = state.child(card)
            for action in (200, CALL):
                state = state.child(action)
            for card in parse(board):
                while state.current_player() != CHANCE:
                    state = state.child(CALL)
                state = state.child(card)
            weight = weights[0][hand_index(parse(first))] * weights[1][hand_index(parse(second))]
            yield weight, state


def ways(states: list[HoldemState]) -> Iterator[tuple[float, list[HoldemState]]]:
    """Yield every way to continue a hand to its end, with its probability."""
    state = states[-1]
    if state.is_terminal():
        yield 1.0, states
        return
    if state.current_player() == CHANCE:
        choices = list(state.chance_outcomes())
    else:
        player = PLAYERS[state.current_player()]
        bet = state.betting.raise_to_for_fraction(1.0)
        options = [FOLD, CALL] if state.to_call else [CALL, bet]
        choices = [(one, player.share(state, one)) for one in options if one is not None]
    for action, chance in choices:
        if chance > 0.0:
            for rest, way in ways([*states, state.child(action)]):
                yield chance * rest, way


def enumerate_luck(
    board: str, known: Sequence[bool], holdings: tuple[int, int] = (3, 3)
) -> tuple[float, float, float, float]:
    """Return the exact means and standard deviations of the winnings and of the AIVAT estimates.

    The order is mean of the winnings, mean of the estimates, standard deviation of the winnings, standard deviation
    of the estimates. `known` says for each player whether AIVAT knows the player's strategy.
    """
    first, second = (one if is_known else None for one, is_known in zip(PLAYERS, known, strict=True))
    kept = ranges()
    for player in (0, 1):
        for hand in HOLDINGS[player][holdings[player] :]:
            kept[player][hand_index(parse(hand))] = 0.0
    aivat = Aivat((first, second), kept)
    rows = [
        (weight * chance, float(way[-1].returns()[0]), aivat.estimate(way))
        for weight, start in starts(board, holdings)
        for chance, way in ways([start])
    ]
    weights, won, estimates = map(np.array, zip(*rows, strict=True))
    weights /= weights.sum()
    means = [float(weights @ values) for values in (won, estimates)]
    spread = [
        sqrt(float(weights @ (values - mean) ** 2))
        for values, mean in zip((won, estimates), means, strict=True)
    ]
    return means[0], means[1], spread[0], spread[1]


@pytest.mark.parametrize("known", [(True, True), (True, False), (False, True), (False, False)])
def test_on_a_river_the_mean_of_all_estimates_is_what_is_won(known: tuple[bool, bool]) -> None:
    won, estimated, luck, left = enumerate_luck("Th9d4s3c2d", known)
    assert estimated == pytest.approx(won, abs=1e-3)
    assert left < luck or not all(known)


@pytest.mark.parametrize("known", [(True, True), (True, False)])
def test_with_a_card_to_come_the_mean_of_all_estimates_is_what_is_won(known: tuple[bool, bool]) -> None:
    won, estimated, luck, left = enumerate_luck("Th9d4s3c", known, holdings=(1, 2))
    assert estimated == pytest.approx(won, abs=1e-3)
    assert left < luck or not all(known)


def test_over_all_deals_the_luck_of_the_deal_is_none() -> None:
    aivat = Aivat((Leaning(0.5), None))
    estimates = []
    for hole in HANDS:
        state = HoldemState(HoldemRules(50, 100, (2_000, 2_000)))
        for card in [*[card for card in range(4) if card not in hole][:2], *hole]:
            state = state.child(card)
        estimates.append(aivat.estimate([state, state.child(FOLD)]))
    assert fmean(estimates) == pytest.approx(50)
    assert stdev(estimates) > 0


def test_who_always_calls_and_is_known_wins_nothing_of_his_like() -> None:
    state = HoldemState(HoldemRules(50, 100, (2_000, 2_000)))
    for card in parse("AhAdKsKc"):
        state = state.child(card)
    states, board = [state], iter(parse("2c7d9hTs4d"))
    while not states[-1].is_terminal():
        states.append(states[-1].child(next(board) if states[-1].current_player() == CHANCE else CALL))
    assert Aivat((Caller(), Caller())).estimate(states) == pytest.approx(0, abs=1e-6)


def test_a_player_who_does_what_he_never_does_is_refused() -> None:
    [(_, start), *_] = starts("Th9d4s3c2d", (1, 1))
    raised = start.child(500)
    with pytest.raises(BadInput, match="needs a whole strategy"):
        Aivat(PLAYERS, ranges()).estimate([start, raised, raised.child(FOLD)])


def test_a_match_counts_the_estimates_and_keeps_what_was_won() -> None:
    plain, lean = (MatchSpec("holdem", "rock", "maniac", hands=6, seed=3, aivat=on) for on in (False, True))
    agents = [catalog.load("holdem", name) for name in ("rock", "maniac")]
    played, estimated = play_batch(plain, 0, agents), play_batch(lean, 0, agents)
    assert estimated.results == played.results == played.samples
    assert stdev(estimated.samples) < stdev(played.samples)
    [*_, result] = play_match(lean, catalog.load)
    assert result.mean == pytest.approx(fmean(estimated.samples))
    assert result.wins == sum(won > 0 for won in played.results)


def test_aivat_is_for_holdem() -> None:
    with pytest.raises(BadInput, match="AIVAT is for holdem"):
        MatchSpec("kuhn-poker", "cfr", "honest", aivat=True)


RAISE = 300


class PairsRaise:
    """Raises with every pair, and with other hands with probability 1/4. Counts its decisions."""

    def __init__(self) -> None:
        self.calls = 0

    def range_strategy(self, public: PublicState) -> RangeMix:
        self.calls += 1
        hands = np.flatnonzero(unblocked_hands(public.board))
        pairs = np.array([get_rank(HANDS[hand][0]) == get_rank(HANDS[hand][1]) for hand in hands])
        raises = np.where(pairs, 1.0, 0.25)
        return RangeMix.of({CALL: 1 - raises, RAISE: raises}, hands)


def hand(*actions: int, deal: str = "AsAhKsQs", board: str = "") -> HoldemState:
    return spot(deal, board, *actions, stacks=(20_000, 20_000))


def get_belief(state: HoldemState, agent: PairsRaise, memory: LikelihoodCache | None = None) -> Belief:
    decisions = observed_decisions(BUTTON, state.board, state.betting)
    seen = (*state.hole[1 - BUTTON], *state.board)
    *reports, found = believe(agent, "pairs", decisions, seen, memory or LikelihoodCache())
    assert all(isinstance(report, Progress) for report in reports)
    assert isinstance(found, Belief)
    return found


def test_before_anybody_acts_all_1225_hands_are_alike() -> None:
    found = get_belief(hand(), PairsRaise())
    assert found.width == pytest.approx(1225)
    assert found.probability == found.prior
    assert (found.prior["AA"], found.prior["KK"]) == (pytest.approx(1 / 1225), pytest.approx(6 / 1225))
    assert found.prior["AKs"] == pytest.approx(2 / 1225)


def test_a_raise_makes_what_raises_likelier_by_the_rule_of_bayes() -> None:
    found = get_belief(hand(RAISE), PairsRaise())
    pairs = 12 * 6 + 1
    raised = pairs + 0.25 * (1225 - pairs)
    assert found.probability["KK"] == pytest.approx(6 / raised)
    assert found.probability["72o"] == pytest.approx(0.25 * 12 / raised)
    assert sum(found.probability.values()) == pytest.approx(1)
    entropy = -pairs / raised * math.log(1 / raised) - (1 - pairs / raised) * math.log(0.25 / raised)
    assert found.width == pytest.approx(math.exp(entropy))


def test_the_board_rules_hands_out_and_each_decision_counts() -> None:
    state = hand(RAISE, CALL, CALL, CALL, board="KdKh2c")
    found = get_belief(state, PairsRaise())
    assert len(observed_decisions(BUTTON, state.board, state.betting)) == 2
    assert found.prior["KK"] == pytest.approx(1 / 1081)
    assert "KK" not in found.probability  # after the flop a pair never calls
    assert found.probability["72o"] > 0


def test_where_no_hand_acts_so_nothing_is_learned() -> None:
    found = get_belief(hand(900), PairsRaise())
    assert not found.explained
    assert found.probability == found.prior


def test_what_was_worked_out_is_kept_also_when_it_was_given_up() -> None:
    agent, memory = PairsRaise(), LikelihoodCache()
    state = hand(RAISE, CALL, CALL, CALL, board="KdKh2c")
    begun = believe(agent, "pairs", observed_decisions(BUTTON, (), state.betting), state.hole[0], memory)
    report = next(begun)
    assert isinstance(report, Progress)
    assert (report.iteration, report.total, agent.calls) == (1, 2, 1)
    begun.close()
    get_belief(hand(RAISE), agent, memory)
    assert agent.calls == 1
    get_belief(state, agent, memory)
    get_belief(state, agent, memory)
    assert agent.calls == 2


def test_what_was_asked_for_lately_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(range_strategy, "MAX_CACHED_LIKELIHOODS", 2)
    agent, memory = PairsRaise(), LikelihoodCache()
    for size in (200, 300, 200, 400, 200, 300):
        get_belief(hand(size), agent, memory)
    assert agent.calls == 4
