"""AIVAT: without bias, to the last digit where all that may happen can be counted, and with far less luck."""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from ai import catalog
from ai.evaluation.aivat import Aivat
from ai.evaluation.head_to_head import MatchSpec, play_batch, play_match
from ai.hands.combos import HANDS, left_by, place_of
from ai.hands.range_strategy import PublicState, RangeMix
from game.core import CHANCE, Action, BadInput
from game.rules.betting import CALL, FOLD, HoldemRules, Street
from game.rules.cards import parse
from game.rules.holdem import HoldemState

HOLDINGS = (("AhAd", "Kh2h", "7c6c"), ("QsQd", "Ac5c", "9s8s"))


class Leaning:
    """Checks or bets the pot, calls or folds, each hand with shares of its own; before the river it checks."""

    def __init__(self, tilt: float) -> None:
        self.tilt = tilt

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(left_by(public.board))
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
        return float(mix[place_of(state.hole[state.current_player()])])


class Caller:
    """Calls with everything."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        hands = np.flatnonzero(left_by(public.board))
        return RangeMix.of({CALL: np.ones(len(hands))}, hands)


PLAYERS = (Leaning(0.377), Leaning(0.618))


def ranges() -> tuple[np.ndarray, np.ndarray]:
    both = np.zeros((2, len(HANDS)))
    for player, hands in enumerate(HOLDINGS):
        for place, hand in enumerate(hands):
            both[player, place_of(parse(hand))] = 1.0 - 0.3 * place
    return both[0], both[1]


def starts(board: str, holdings: tuple[int, int]) -> Iterator[tuple[float, HoldemState]]:
    """Yield every deal of the end game with its weight: a raised pot, checked down so far."""
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
            weight = weights[0][place_of(parse(first))] * weights[1][place_of(parse(second))]
            yield weight, state


def ways(states: list[HoldemState]) -> Iterator[tuple[float, list[HoldemState]]]:
    """Yield every way that a hand may end, with its probability."""
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


def counted(
    board: str, known: Sequence[bool], holdings: tuple[int, int] = (3, 3)
) -> tuple[float, float, float, float]:
    """Return mean and deviation of what was won and of the estimate, over everything that may happen."""
    first, second = (one if is_known else None for one, is_known in zip(PLAYERS, known, strict=True))
    kept = ranges()
    for player in (0, 1):
        for hand in HOLDINGS[player][holdings[player] :]:
            kept[player][place_of(parse(hand))] = 0.0
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
    won, estimated, luck, left = counted("Th9d4s3c2d", known)
    assert estimated == pytest.approx(won, abs=1e-3)
    assert left < luck or not all(known)


@pytest.mark.parametrize("known", [(True, True), (True, False)])
def test_with_a_card_to_come_the_mean_of_all_estimates_is_what_is_won(known: tuple[bool, bool]) -> None:
    won, estimated, luck, left = counted("Th9d4s3c", known, holdings=(1, 2))
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
