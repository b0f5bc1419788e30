"""Of what kind hands are on a board, as a player would say."""

import pytest

from ai.hands.combos import place_of
from ai.solver.node_reports import classify_hands
from game.rules.cards import parse
from game.study.solved import HAND_KINDS


@pytest.mark.parametrize(
    ("board", "hand", "kind"),
    [
        ("QsJh2h", "AsAd", "overpair"),
        ("QsJh2h", "QdTc", "top-pair"),
        ("QsJh2h", "JdTc", "pair"),
        ("QsJh2h", "TdTc", "pair"),
        ("QsJh2h", "QdJc", "two-pair"),
        ("QsJh2h", "2d2c", "three-of-a-kind"),
        ("QsJh2h", "AhKh", "flush-draw"),
        ("QsJh2h", "KdTc", "straight-draw"),
        ("QsJh2h", "AcTd", "straight-draw"),
        ("QsJh2h", "7d6c", "nothing"),
        ("QsJh2h8d5c", "AhKh", "nothing"),
        ("QsJhTh8d5c", "AhKc", "straight"),
        ("Qs2s2h", "AdKc", "nothing"),
        ("Qs2s2h", "QdKc", "top-pair"),
        ("2d2s2h", "AdKc", "nothing"),
        ("2d2s2h", "AdAc", "full-house"),
        ("Ah3d4c", "5h9s", "straight-draw"),
        ("As7s4s", "Ks2d", "flush-draw"),
    ],
)
def test_a_hand_is_of_the_kind_that_players_name(board: str, hand: str, kind: str) -> None:
    assert HAND_KINDS[classify_hands(parse(board))[place_of(parse(hand))]] == kind


def test_hands_that_meet_the_board_are_of_no_kind() -> None:
    kinds = classify_hands(parse("QsJh2h8d"))
    assert (kinds == -1).sum() == 1326 - 48 * 47 // 2
