"""Deals of Hold'em: every card once, buckets as the abstraction says, and the winner by the plain rules."""

from collections import Counter

import numpy as np
import pytest

from ai.abstraction.card_abstraction import CardAbstraction, Tables
from ai.abstraction.card_deals import CardDealer, draw_deals
from ai.abstraction.isomorphism import cells
from ai.algorithms.dice import Dice
from game.rules.hand_rank import rank


@pytest.fixture(scope="module")
def dealer() -> CardDealer:
    rng = np.random.default_rng(0)
    flop, turn, river = (rng.integers(0, 50, cells(cards), np.uint8) for cards in (3, 4, 5))
    return CardDealer(CardAbstraction((169, 50, 50, 50), Tables(flop, turn, river), "random"))


def test_buckets_and_results_are_those_of_the_cards(dealer: CardDealer) -> None:
    deals, dealt = dealer.deal(60, Dice(5)), draw_deals(60, Dice(5))
    for number, cards in enumerate(dealt.tolist()):
        one, other, board = cards[:2], cards[2:4], cards[4:]
        for player, hand in enumerate((one, other)):
            known = [dealer.cards.bucket(hand, board[:shown]) for shown in (0, 3, 4, 5)]
            assert deals.buckets[number, player].tolist() == known
        ranks = rank((*one, *board)), rank((*other, *board))
        assert deals.results[number] == np.sign(ranks[1] - ranks[0])


def test_nine_different_cards_are_drawn_and_all_come_alike() -> None:
    dealt = draw_deals(20_000, Dice(1))
    assert all(len(set(cards)) == 9 for cards in dealt[:500].tolist())
    counts = Counter(dealt.ravel().tolist())
    assert len(counts) == 52
    assert max(abs(count - 20_000 * 9 / 52) for count in counts.values()) < 5 * (20_000 * 9 / 52) ** 0.5


def test_the_dice_go_on_where_the_last_deals_ended(dealer: CardDealer) -> None:
    dice = Dice(9)
    parts = [dealer.deal(10, dice) for _ in range(2)]
    whole = dealer.deal(20, Dice(9))
    assert np.array_equal(np.concatenate([part.buckets for part in parts]), whole.buckets)
    assert np.array_equal(np.concatenate([part.results for part in parts]), whole.results)
