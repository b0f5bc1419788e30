"""The fast evaluator: equal to the plain one, to a peer, and to the book's counts of all hands."""

from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from ai.compiled import kernel
from ai.hands import evaluator, evaluator_table
from ai.hands.canonical_boards import all_boards
from ai.hands.evaluator import CARD_KEYS, CARD_MASKS, START_7, rank_of_key
from ai.hands.evaluator_table import counts_of_ranks, make_table, read_table
from game.core import BadInput
from game.rules import hand_rank
from game.rules.cards import DECK
from game.rules.hand_rank import WORST_RANK, Category, category_of_rank
from tests.ai.hands.random_hands import random_hands

SEVEN_CARD_COUNTS = {
    Category.STRAIGHT_FLUSH: 41_584,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}


def test_shipped_table_holds_every_combination_of_ranks_in_a_slot_of_its_own() -> None:
    table = read_table()
    counts = np.array(list(counts_of_ranks()))
    sums = (counts @ table.rank_keys + table.starts[counts.sum(axis=1)]) % (1 << 24)
    slots = sums + table.displacements[sums >> 10]
    assert len(counts) == 6_175 + 18_395 + 49_205 == len(table.ranks)
    assert np.array_equal(np.sort(slots), np.arange(len(counts)))
    assert len(np.unique(table.ranks)) == WORST_RANK - 10 - 1_277


def test_a_damaged_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = tmp_path / "evaluator.npz"
    cut.write_bytes(evaluator_table.TABLE_FILE.read_bytes()[:5000])
    for file in (cut, tmp_path / "missing.npz"):
        monkeypatch.setattr(evaluator_table, "TABLE_FILE", file)
        with pytest.raises(BadInput, match=f"{file.name} is damaged"):
            read_table()


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
def test_five_cards_rank_as_the_plain_evaluator_says() -> None:
    boards, _ = all_boards()
    assert evaluator.ranks(boards).tolist() == list(map(hand_rank.rank, boards.tolist()))


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_rank_as_the_plain_evaluator_says(size: int) -> None:
    hands = random_hands(20_000, size)
    assert evaluator.ranks(hands).tolist() == [hand_rank.rank(hand) for hand in hands.tolist()]


@pytest.mark.no_cover  # swept untraced: others cover what it passes through
@pytest.mark.parametrize("size", [5, 6, 7])
def test_200000_random_hands_rank_as_phevaluator_says(size: int) -> None:
    evaluate = pytest.importorskip("phevaluator").evaluate_cards
    suits = np.array([3, 2, 0, 1])  # it counts clubs, diamonds, hearts, spades
    hands = random_hands(200_000, size)
    theirs = hands % 13 * 4 + suits[hands // 13]
    assert evaluator.ranks(hands).tolist() == [evaluate(*hand) for hand in theirs.tolist()]


def test_all_seven_card_hands_count_as_in_the_book() -> None:
    counts = count_ranks_of_sevens()
    assert counts.sum() == comb(52, 7) == 133_784_560
    by_category = dict.fromkeys(Category, 0)
    for rank in range(1, WORST_RANK + 1):
        by_category[category_of_rank(rank)] += int(counts[rank])
    assert by_category == SEVEN_CARD_COUNTS


@pytest.mark.long
def test_the_table_made_again_is_the_table_that_ships() -> None:
    made, shipped = make_table(), read_table()
    assert all(np.array_equal(getattr(made, part), getattr(shipped, part)) for part in shipped.__slots__)


@pytest.mark.long
def test_all_five_card_hands_rank_as_the_plain_evaluator_says() -> None:
    hands = np.array(list(combinations(DECK, 5)), np.uint8)
    assert evaluator.ranks(hands).tolist() == [hand_rank.rank(hand) for hand in hands.tolist()]


def test_hands_of_four_or_eight_cards_are_refused() -> None:
    for size in (4, 8):
        with pytest.raises(BadInput, match="five, six or seven cards"):
            evaluator.rank(range(size))


@kernel
def count_ranks_of_sevens() -> np.ndarray:
    """Return int64[7463]: how many of all seven-card hands have each rank."""
    counts = np.zeros(WORST_RANK + 1, np.int64)
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    key_4 = START_7 + CARD_KEYS[a] + CARD_KEYS[b] + CARD_KEYS[c] + CARD_KEYS[d]
                    mask_4 = CARD_MASKS[a] | CARD_MASKS[b] | CARD_MASKS[c] | CARD_MASKS[d]
                    for e in range(d + 1, 52):
                        key_5, mask_5 = key_4 + CARD_KEYS[e], mask_4 | CARD_MASKS[e]
                        for f in range(e + 1, 52):
                            key_6, mask_6 = key_5 + CARD_KEYS[f], mask_5 | CARD_MASKS[f]
                            for g in range(f + 1, 52):
                                counts[rank_of_key(key_6 + CARD_KEYS[g], mask_6 | CARD_MASKS[g])] += 1
    return counts
