"""Opposing hands after an action: Bayes by hand, bets that a strategy does not know, and a little doubt."""

import numpy as np
import pytest

from ai.hands.combos import HANDS, left_by
from ai.hands.range_strategy import PublicState, RangeMix, Shares
from ai.search.answers import DOUBT, action_likelihood, translate_likelihood, update_range
from game.rules.cards import certain_rank
from game.rules.holdem import CALL, HoldemRules, PublicBetting

FIRST = PublicState(1, (), PublicBetting.start(HoldemRules()))
PAIRS = np.array([certain_rank(a) == certain_rank(b) for a, b in HANDS])
SMALL, LARGE = 300, 1_100
MIX = RangeMix.of(
    {CALL: np.where(PAIRS, 0.0, 0.7), SMALL: np.where(PAIRS, 0.2, 0.3), LARGE: np.where(PAIRS, 0.8, 0.0)},
    np.arange(len(HANDS)),
)


def test_an_action_that_is_known_has_the_share_of_each_hand() -> None:
    assert (translate_likelihood(MIX, FIRST, SMALL) == MIX.of_action(SMALL)).all()


def test_a_bet_between_two_sizes_is_partly_the_one_and_partly_the_other() -> None:
    found = translate_likelihood(MIX, FIRST, 500)
    small, large, bet = 1.0, 5.0, 2.0  # in pots, after a call of 50 into 150
    part = (large - bet) * (1 + small) / ((large - small) * (1 + bet))
    assert found[PAIRS] == pytest.approx(part * 0.2 + (1 - part) * 0.8)
    assert found[~PAIRS] == pytest.approx(part * 0.3)


@pytest.mark.parametrize(("bet", "nearest"), [(200, SMALL), (20_000, LARGE)])
def test_a_bet_beyond_the_known_sizes_is_the_nearest(bet: int, nearest: int) -> None:
    assert (translate_likelihood(MIX, FIRST, bet) == MIX.of_action(nearest)).all()


class Classes:
    """Says itself what an action means."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        return MIX

    def likelihood(self, public: PublicState, action: int) -> Shares:
        return PAIRS.astype(np.float32)


def test_a_strategy_that_reads_actions_itself_is_asked() -> None:
    assert (action_likelihood(Classes(), FIRST, 777) == PAIRS).all()


def test_weights_follow_bayes_but_for_a_little_doubt() -> None:
    prior = left_by((0, 1)) / left_by((0, 1)).sum()
    after = update_range(prior, translate_likelihood(MIX, FIRST, LARGE))
    average = 0.8 * prior[PAIRS].sum()
    assert after.sum() == pytest.approx(1)
    assert after[PAIRS & (prior > 0)] == pytest.approx(prior.max() * ((1 - DOUBT) * 0.8 / average + DOUBT))
    assert after[~PAIRS & (prior > 0)] == pytest.approx(prior.max() * DOUBT)
    assert not after[prior == 0].any()


def test_what_the_strategy_never_does_says_nothing() -> None:
    prior = np.full(len(HANDS), 1 / len(HANDS))
    assert update_range(prior, translate_likelihood(MIX, FIRST, 0)) is prior
