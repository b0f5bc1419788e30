"""Card abstractions and average hand strengths."""

from pathlib import Path

import numpy as np
import pytest

from ai.abstraction import card_abstraction
from ai.abstraction.card_abstraction import CardAbstraction, Tables
from ai.abstraction.isomorphism import cell_index, cells
from ai.abstraction.next_street import average_strengths
from ai.abstraction.strengths import GREATEST, no_strengths, river_strengths
from ai.hands.boards import run_outs
from ai.hands.combos import CLASS_OF, HANDS, hand_index, unblocked_hands
from ai.hands.equities import equities
from ai.storage import Array, save_model
from game.core import BadInput
from game.files.manifest import Manifest
from game.rules.cards import parse

MANIFEST = Manifest("holdem", "abstraction", "abstraction", run="holdem-abstraction")
RIVER = parse("Qs8s5h2d2c")


@pytest.fixture(scope="module")
def abstraction() -> CardAbstraction:
    flop, turn, river = ((np.arange(cells(cards)) % 199).astype(np.uint8) for cards in (3, 4, 5))
    return CardAbstraction((169, 200, 200, 200), Tables(flop, turn, river), "of a test")


@pytest.mark.parametrize("lying", [3, 4, 5])
def test_the_bucket_of_a_hand_stands_in_its_cell(abstraction: CardAbstraction, lying: int) -> None:
    board = RIVER[:lying]
    found = abstraction.buckets(board)
    for hand in (hand_index(parse("AsKs")), hand_index(parse("7h7d")), hand_index(parse("3s4c"))):
        cell = cell_index(np.array(board, np.uint8), np.array(HANDS[hand], np.uint8))
        assert abstraction.bucket(HANDS[hand], board) == found[hand] == cell % 199
    assert ((found == -1) == ~unblocked_hands(board)).all()


def test_before_the_flop_every_class_is_a_bucket(abstraction: CardAbstraction) -> None:
    assert (abstraction.buckets(()) == CLASS_OF).all()
    assert abstraction.bucket(parse("7c2s"), ()) == CLASS_OF[hand_index(parse("2s7c"))]


def test_a_kernel_looks_up_streets_before_the_last(abstraction: CardAbstraction) -> None:
    board = np.array(RIVER, np.uint8)
    for street, lying in ((0, 0), (1, 3), (2, 4), (3, 5)):
        found = card_abstraction.bucket(abstraction.tables, street, 12, 25, board)
        assert found == abstraction.bucket((12, 25), RIVER[:lying])


@pytest.mark.parametrize(
    ("hand", "board"), [("AsKs", "AsQd2c"), ("As", ""), ("AsKsQs", ""), ("AsKs", "QdQc")]
)
def test_what_is_no_hand_on_a_board_is_said(abstraction: CardAbstraction, hand: str, board: str) -> None:
    with pytest.raises(BadInput):
        abstraction.bucket(parse(hand), parse(board))


def _parts(**changes: Array) -> dict[str, Array]:
    return {
        "counts": np.array([2, 3, 4]),
        "flop": np.zeros(cells(3), np.uint8),
        "turn": np.full(cells(4), 2, np.uint8),
        "river": np.minimum(np.arange(1981) // 400, 3).astype(np.uint8),
        **changes,
    }


def test_a_file_gives_back_what_was_kept_and_is_told_by_its_digest(tmp_path: Path) -> None:
    for name, changes in (("one", {}), ("other", {"counts": np.array([2, 3, 5])})):
        save_model(tmp_path / f"{name}.npz", MANIFEST, _parts(**changes))
    one, again, other = (card_abstraction.load(tmp_path / f"{name}.npz") for name in ("one", "one", "other"))
    assert one.counts == (169, 2, 3, 4)
    assert one.digest == again.digest != other.digest
    assert one.bucket(parse("AsAd"), parse("2c2d3d4s5h"[:6])) == 0
    assert one.bucket(parse("AhKh"), parse("QhJhTh2c2d")) == 3


@pytest.mark.parametrize(
    "changes",
    [
        {"flop": np.full(cells(3), 2, np.uint8)},
        {"turn": np.zeros(cells(4), np.uint16)},
        {"turn": np.zeros(7, np.uint8)},
        {"counts": np.array([0, 3, 4])},
        {"counts": np.array([2, 3, 400])},
        {"counts": np.array([2, 3])},
    ],
)
def test_a_broken_file_is_refused_in_a_sentence(tmp_path: Path, changes: dict[str, Array]) -> None:
    save_model(tmp_path / "broken.npz", MANIFEST, _parts(**changes))
    with pytest.raises(BadInput, match=r"^broken\.npz .*\.$"):
        card_abstraction.load(tmp_path / "broken.npz")


def test_a_run_that_is_not_finished_is_no_abstraction_yet(tmp_path: Path) -> None:
    save_model(tmp_path / "half.npz", MANIFEST, {"iteration": np.array(1)})
    with pytest.raises(BadInput, match="not finished"):
        card_abstraction.load(tmp_path / "half.npz")


def test_a_foreign_model_is_refused(tmp_path: Path) -> None:
    save_model(tmp_path / "foreign.npz", Manifest("holdem", "imitator", "learned"), _parts())
    with pytest.raises(BadInput, match="model of 'imitator'"):
        card_abstraction.load(tmp_path / "foreign.npz")


ONCE = np.ones(1, np.int64)
EVEN = np.ones(len(HANDS))


@pytest.mark.parametrize(
    "text", ["Ks8s5h2d2c", "QsJs2s8d5c", "QsJs2s8s5c", "AsKs5s4s2s", "AsKsQsJsTs", "7s7h7d7c2s"]
)
def test_strengths_on_a_river_are_the_equities_against_a_random_hand(text: str) -> None:
    board = parse(text)
    table, counts = no_strengths(5)
    river_strengths(np.array([board], np.uint8), ONCE, table, counts)
    expected = np.rint(equities(EVEN, board) * GREATEST)
    for hand in np.flatnonzero(unblocked_hands(board)):
        assert table[_cell(hand, board)] == expected[hand]
    assert counts.sum() == 1_081
    assert counts @ np.arange(len(counts)) == 1_081 * GREATEST / 2


def test_strengths_on_a_turn_are_the_equities_to_half_a_step() -> None:
    board = parse("Qs8s5h2d")
    rivers, counts = no_strengths(5)
    to_come = run_outs(board)
    river_strengths(to_come, np.ones(len(to_come), np.int64), rivers, counts)
    table, counts = no_strengths(4)
    average_strengths(np.array([board], np.uint8), ONCE, rivers, table, counts)
    expected = equities(EVEN, board) * GREATEST
    for hand in np.flatnonzero(unblocked_hands(board)):
        assert abs(table[_cell(hand, board)] - expected[hand]) <= 0.5 + 1e-6
    assert counts.sum() == 1_128


def test_every_board_counts_as_often_as_it_stands_for_others() -> None:
    board = np.array([parse("Ks8s5h2d2c")], np.uint8)
    table, counts = no_strengths(5)
    river_strengths(board, 12 * ONCE, table, counts)
    assert counts.sum() == 12 * 1_081


def _cell(hand: int, board: tuple[int, ...]) -> int:
    return cell_index(np.array(board, np.uint8), np.array(HANDS[hand], np.uint8))
