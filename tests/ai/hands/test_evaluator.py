"""Hands on full boards, and the evaluator compared with the plain evaluator, other libraries and the literature."""

from itertools import combinations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from ai.compiled import kernel
from ai.hands import evaluator, evaluator_table
from ai.hands import range_equity as module
from ai.hands.boards import HANDS_LEFT, rivers, run_outs
from ai.hands.canonical_boards import all_boards, exchanges
from ai.hands.combos import CARDS, HANDS, Weights, parse_range
from ai.hands.evaluator import CARD_KEYS, CARD_MASKS, START_7, rank_of_key
from ai.hands.evaluator_table import counts_of_ranks, make_table, read_table
from ai.hands.range_equity import MadeHands, made_hands
from game.core import BadInput
from game.rules import hand_rank
from game.rules.cards import DECK, parse
from game.rules.hand_rank import WORST_RANK, Category, category_of_rank
from tests.ai.hands.plain_equity import random_hands

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


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
def test_five_cards_rank_as_the_plain_evaluator_says() -> None:
    boards, _ = all_boards()
    assert evaluator.ranks(boards).tolist() == list(map(hand_rank.rank, boards.tolist()))


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_rank_as_the_plain_evaluator_says(size: int) -> None:
    hands = random_hands(20_000, size)
    assert evaluator.ranks(hands).tolist() == [hand_rank.rank(hand) for hand in hands.tolist()]


@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
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
    """Return the number of seven-card hands of each rank, int64[7463]."""
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


def count_made_hands(first: str, second: str, board: str) -> MadeHands:
    *_, found = made_hands(parse_range(first), parse_range(second), parse(board), np.random.default_rng(0))
    return found


def plainly(first: Weights, second: Weights, board: tuple[int, ...]) -> np.ndarray:
    """Return the probability of each made hand for both ranges, by enumeration of all deals, float64[2, 9]."""
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
    found = count_made_hands(first, second, board)
    plain = plainly(parse_range(first), parse_range(second), parse(board))
    assert found.exact
    assert np.array(found.shares) == pytest.approx(plain)


def test_before_the_flop_a_pair_of_aces_makes_what_is_known_of_it() -> None:
    found = count_made_hands("AsAh", "KdKc", "")
    assert found.exact
    assert sum(found.shares[0]) == pytest.approx(1)
    assert found.shares[0][hand_rank.Category.HIGH_CARD] == 0
    assert found.shares[0][hand_rank.Category.FOUR_OF_A_KIND] == pytest.approx(0.00876, abs=0.0008)


def test_wide_ranges_before_the_flop_are_drawn_and_near_the_count_of_all_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "DRAWN_BOARDS", 6_000)
    monkeypatch.setattr(module, "MAX_RANKINGS", 0)
    found = count_made_hands("random", "random", "")
    assert not found.exact
    of_seven = np.array([23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584])
    assert np.array(found.shares[0]) == pytest.approx(of_seven / 133_784_560, abs=0.012)
    assert found.shares[0] == pytest.approx(found.shares[1])


def test_what_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(BadInput, match="leaves no hand"):
        count_made_hands("AsAh", "KK", "As2h3d")


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
    for found, indices in zip(ranks, order, strict=True):
        assert sorted(indices) == np.flatnonzero(found).tolist()
        assert (np.diff(found[indices].astype(int)) <= 0).all()


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
        with pytest.raises(BadInput, match="three, four or five"):
            run_outs(parse(cards))


def test_134459_boards_stand_for_all() -> None:
    boards, multiplicities = all_boards()
    assert boards.shape == (134_459, 5)
    assert multiplicities.sum() == 2_598_960
    assert sorted(np.unique(multiplicities)) == [4, 12, 24]


def test_suits_are_exchanged_where_neither_range_nor_board_tells_them_apart() -> None:
    classes, hand = parse_range("QQ+,AKs").astype(float), parse_range("AsAh").astype(float)
    assert len(exchanges((classes,), ())) == 24
    assert exchanges((classes,), parse("AsKh2d")) == [(0, 1, 2, 3)]
    assert len(exchanges((classes,), parse("AsKs2s"))) == 6
    assert len(exchanges((classes, hand), ())) == 4
