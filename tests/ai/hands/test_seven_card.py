"""Many seven-card hands at a stroke, against the plain evaluator."""

import random

import numpy as np

from ai.hands.seven_card import RANK_WEIGHTS, Cards, prepare
from game.rules.cards import DECK, parse
from game.rules.hand_rank import rank


def test_ranks_are_those_of_the_plain_evaluator() -> None:
    rng = random.Random(0)
    hands = [rng.sample(DECK, 7) for _ in range(4000)]
    assert Cards.of(np.array(hands)).ranks().tolist() == [rank(hand) for hand in hands]


def test_flushes_are_ranked_too() -> None:
    rng = random.Random(1)
    suited = [rng.sample(range(13), rng.choice((5, 6, 7))) for _ in range(1000)]
    hands = [[*held, *rng.sample(range(13, 52), 7 - len(held))] for held in suited]
    assert Cards.of(np.array(hands)).ranks().tolist() == [rank(hand) for hand in hands]


def test_the_best_and_the_worst_hand() -> None:
    hands = np.array([parse("AsKsQsJsTs2h3d"), parse("2s3h4d5c7s8h9d")])
    assert Cards.of(hands).ranks().tolist() == [1, rank(hands[1].tolist())]


def test_sets_are_joined_before_they_are_ranked() -> None:
    board = Cards.of(np.array(parse("Kd7s2s9c3h")))
    holes = Cards.of(np.array([parse("KsKh"), parse("AsAh")]))
    assert (holes + board).ranks().tolist() == [rank(parse(hole + "Kd7s2s9c3h")) for hole in ("KsKh", "AsAh")]


def test_no_two_hands_weigh_the_same() -> None:
    assert len(list(prepare())) == 3
    from ai.hands.seven_card import _multisets

    sums = RANK_WEIGHTS[_multisets(7)].sum(axis=1)
    assert len(np.unique(sums)) == len(sums) == 49_205
