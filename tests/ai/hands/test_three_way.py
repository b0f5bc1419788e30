"""Equities of three ranges, compared with plain enumeration, a known value and two-way equities."""

from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
import pytest

from ai.hands import three_way
from ai.hands.combos import HANDS, parse_range
from ai.hands.evaluator import ranks
from ai.hands.three_way import three_way_equity
from game.core import BadInput, Progress
from game.features.odds import AskThreeWay
from game.rules.cards import DECK, Card, parse
from game.study.odds import ThreeWayEquity
from tests.ai.asking import ask, get_last

TURN, RIVER = parse("Qs7h2hKd"), parse("Qs7h2hKd3c")


def find(texts: Sequence[str], board: Sequence[Card] = (), seed: int = 1) -> ThreeWayEquity:
    ranges = [parse_range(text) for text in texts]
    found = get_last(three_way_equity(ranges, board, np.random.default_rng(seed)))
    assert isinstance(found, ThreeWayEquity)
    return found


def count_plainly(texts: Sequence[str], board: Sequence[Card]) -> list[float]:
    """Return the equities of the ranges `texts`, by counting the deals one by one."""
    sides = [
        [(hole, float(one)) for hole, one in zip(HANDS, parse_range(text), strict=True) if one]
        for text in texts
    ]
    won, total = [0.0, 0.0, 0.0], 0.0
    for dealt in product(*sides):
        held = [card for hole, _ in dealt for card in hole]
        weight = np.prod([one for _, one in dealt])
        if len({*held, *board}) < 6 + len(board):
            continue
        for more in combinations(
            [card for card in DECK if card not in held and card not in board], 5 - len(board)
        ):
            cards = [[*hole, *board, *more] for hole, _ in dealt]
            found = ranks(np.array(cards, np.uint8)).tolist()
            best = found.count(min(found))
            total += weight
            for side, rank in enumerate(found):
                won[side] += weight * (rank == min(found)) / best
    return [one / total for one in won]


@pytest.mark.parametrize("board", [TURN, RIVER])
def test_few_deals_are_counted_as_by_a_plain_enumeration(board: tuple[Card, ...]) -> None:
    texts = ("AhKh,A5s:0.25", "QQ,9h8h", "77:0.5,AdJd,KsJs")
    found = find(texts, board)
    assert found.is_exact
    assert found.equity == pytest.approx(count_plainly(texts, board), abs=1e-9)
    assert found.ci95 == (0.0, 0.0, 0.0)


def test_a_third_player_who_shares_every_pot_takes_a_third() -> None:
    found = find(("AsKs", "AhKh", "AdKd"), parse("QcJcTc2d3h"))  # the same straight for all
    assert found.equity == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_samples_hold_the_exact_equities_within_their_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ("AK,QJs", "TT-77", "A5s,KQs,JTs")
    exact = count_plainly(texts, RIVER)
    monkeypatch.setattr(three_way, "MAX_EXACT_DEALS", 0)
    monkeypatch.setattr(three_way, "MAX_SAMPLES", 20_000)
    misses = 0
    for seed in range(12):
        found = find(texts, RIVER, seed)
        assert not found.is_exact
        assert sum(found.equity) == pytest.approx(1)
        misses += sum(abs(a - b) > c for a, b, c in zip(found.equity, exact, found.ci95, strict=True))
    assert misses <= 6  # of 36 intervals of 95 %, three of each seed


def test_a_certain_win_of_few_samples_keeps_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(three_way, "MAX_EXACT_DEALS", 0)
    monkeypatch.setattr(three_way, "FIRST_SAMPLES", 50)
    ranges = [parse_range(text) for text in ("AsAh", "KsKh", "QdJd")]
    first = next(three_way_equity(ranges, parse("AdAc2h"), np.random.default_rng(0)))
    assert isinstance(first, Progress)
    assert ThreeWayEquity.of_samples(first).ci95[0] > 0.01


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [(("AA", "AA", "AA"), "share their cards"), (("AsKs", "AsQs", "22"), "shares a card with every hand")],
)
def test_hands_that_cannot_be_dealt_together_are_said(texts: tuple[str, str, str], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        ask(AskThreeWay(texts, ()))
