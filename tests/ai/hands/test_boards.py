"""Full boards: every hand ranked as alone, in order; and the boards that fewer cards can become."""

import numpy as np
import pytest

from ai.hands import evaluator
from ai.hands.boards import HANDS_LEFT, rivers, run_outs
from ai.hands.combos import CARDS
from game.core import BadInput
from game.rules.cards import parse
from tests.ai.hands.random_hands import random_hands

SUITED = np.array(
    [parse(cards) for cards in ("AsKsQsJsTs", "2s3s4s5sKh", "2s3s4sKhQd", "2s2h2c2dAs")], np.uint8
)


@pytest.mark.parametrize("boards", [random_hands(400, 5), SUITED], ids=["random", "suited"])
def test_every_hand_has_the_rank_that_it_has_alone(boards: np.ndarray) -> None:
    ranks, _ = rivers(boards)
    for board, found in zip(boards, ranks, strict=True):
        left = ~np.isin(CARDS, board).any(axis=1)
        alone = np.hstack([np.tile(board, (HANDS_LEFT, 1)), CARDS[left]]).astype(np.uint8)
        assert np.array_equal(found[left], evaluator.ranks(alone))
        assert not found[~left].any()


@pytest.mark.parametrize("boards", [random_hands(400, 5), SUITED], ids=["random", "suited"])
def test_hands_stand_from_the_weakest_to_the_strongest(boards: np.ndarray) -> None:
    ranks, order = rivers(boards)
    for found, places in zip(ranks, order, strict=True):
        assert sorted(places) == np.flatnonzero(found).tolist()
        assert (np.diff(found[places].astype(int)) <= 0).all()


def test_a_flop_can_become_1176_boards_a_turn_48_a_river_itself() -> None:
    for cards, number in (("QsJh2h", 1176), ("QsJh2h8d", 48), ("QsJh2h8d5c", 1)):
        boards = run_outs(parse(cards))
        assert len(np.unique(np.sort(boards), axis=0)) == len(boards) == number
        assert (boards[:, : len(cards) // 2] == parse(cards)).all()


def test_known_cards_do_not_come() -> None:
    boards = run_outs(parse("QsJh2h"), parse("AsAh"))
    assert len(boards) == 1081
    assert not np.isin(boards, parse("AsAh")).any()
    assert len(run_outs(parse("QsJh2h8d"), parse("AsAhQs"))) == 46


def test_boards_of_other_sizes_are_refused() -> None:
    with pytest.raises(BadInput, match="five cards"):
        rivers(random_hands(3, 4))
    for cards in ("", "QsJh", "QsJh2h8d5c3c"):
        with pytest.raises(BadInput, match="not a board of three, four or five"):
            run_outs(parse(cards))
