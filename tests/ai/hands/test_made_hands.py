"""Made hands: against a plain enumeration of all deals, on every street."""

from itertools import combinations, product

import numpy as np
import pytest

from ai.hands import made_hands as module
from ai.hands.combos import HANDS, Weights, parse_range
from ai.hands.made_hands import MadeHands, made_hands
from game.core import BadInput
from game.rules import hand_rank
from game.rules.cards import DECK, parse


def made(first: str, second: str, board: str) -> MadeHands:
    *_, found = made_hands(parse_range(first), parse_range(second), parse(board), np.random.default_rng(0))
    return found


def plainly(first: Weights, second: Weights, board: tuple[int, ...]) -> np.ndarray:
    """Deal everything, one deal after the other."""
    tally = np.zeros((2, 9))
    for one, other in product(np.flatnonzero(first), np.flatnonzero(second)):
        known = {*HANDS[one], *HANDS[other], *board}
        if len(known) < 4 + len(board):
            continue
        left = [card for card in DECK if card not in known]
        for rest in combinations(left, 5 - len(board)):
            for side, hand in enumerate((one, other)):
                rank = hand_rank.rank((*HANDS[hand], *board, *rest))
                tally[side, hand_rank.category_of_rank(rank)] += first[one] * second[other]
    return tally / tally.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(
    ("first", "second", "board"),
    [
        ("AhKh,9s9d:0.5", "JhTh:0.25,AsKs", "Qh7h2c"),
        ("KK,65s:0.3", "A2s+:0.2,AA", "9s8s7dKs"),
        ("QQ+", "AKs,22:0.5", "2s2h7dKsAs"),
    ],
)
def test_the_shares_are_those_of_all_deals(first: str, second: str, board: str) -> None:
    found = made(first, second, board)
    plain = plainly(parse_range(first), parse_range(second), parse(board))
    assert found.exact
    assert np.array(found.shares) == pytest.approx(plain)


def test_before_the_flop_a_pair_of_aces_makes_what_is_known_of_it() -> None:
    found = made("AsAh", "KdKc", "")
    assert found.exact
    assert sum(found.shares[0]) == pytest.approx(1)
    assert found.shares[0][hand_rank.Category.HIGH_CARD] == 0
    assert found.shares[0][hand_rank.Category.FOUR_OF_A_KIND] == pytest.approx(0.00876, abs=0.0008)


def test_wide_ranges_before_the_flop_are_drawn_and_near_the_count_of_all_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "DRAWN_BOARDS", 6_000)
    monkeypatch.setattr(module, "MOST_RANKINGS", 0)
    found = made("random", "random", "")
    assert not found.exact
    of_seven = np.array([23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584])
    assert np.array(found.shares[0]) == pytest.approx(of_seven / 133_784_560, abs=0.012)
    assert found.shares[0] == pytest.approx(found.shares[1])


def test_what_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(BadInput, match="leaves no hand"):
        made("AsAh", "KK", "As2h3d")
