import numpy as np

from ai.hands.range_strategy import PublicState
from ai.knowledge.decisions import (
    FLOP,
    NO_CARD,
    OWN,
    RIVER,
    SITUATION,
    TURN,
    betting_plane,
    planes,
    seven_cards,
    situation,
)
from game.rules.betting import HoldemRules
from game.rules.cards import as_array, parse
from tests.ai.knowledge.tables import at


def test_each_street_has_a_plane_of_its_own():
    hole, board = parse("AsKd"), parse("QsJh2h8d5c")
    found = planes(np.array([seven_cards(hole, board)], np.uint8))[0]
    for plane, cards in ((OWN, hole), (FLOP, board[:3]), (TURN, board[3:4]), (RIVER, board[4:])):
        assert found[plane].tolist() == [list(row) for row in as_array(cards)]


def test_cards_to_come_lie_on_no_plane():
    assert seven_cards(parse("AsKd"), parse("QsJh2h")) == [12, 50, 10, 22, 13, NO_CARD, NO_CARD]
    assert planes(np.array([seven_cards(parse("AsKd"), ())], np.uint8)).sum() == 2


def test_the_betting_plane_has_a_row_for_each_street_reached():
    plane = betting_plane(at("r300 c / c r600 c /", "QsJh2h8d").betting)
    assert plane[:, 0].tolist() == [1, 1, 1, 0]
    assert plane[:, 1].tolist() == [0, 0, 1, 0]
    assert not plane[3].any()


def test_the_betting_is_seen_with_the_eyes_of_the_player_to_act():
    facing = betting_plane(at("r300").betting)[0]
    own_raise = betting_plane(at("r300 r900").betting)[0]
    assert (facing[4], facing[5], facing[8], facing[9]) == (0, 0.25, 0, 1)
    assert (own_raise[4], own_raise[5], own_raise[8], own_raise[9]) == (0.25, 0.25, 0, 1)
    assert facing[7] == 0.5  # a raise by the pot, halved
    assert facing[6] == 0


def test_the_situation_tells_odds_position_and_street():
    bet_into = situation(at("r300 c / r900", "QsJh2h"))
    assert bet_into[:6].tolist() == [0, 1, 0, 0, 1, 1]
    assert np.isclose(bet_into[6], 2 * 600 / 1800)
    assert len(bet_into) == SITUATION


def test_nothing_depends_on_cards_that_are_private_or_on_the_unit_of_chips():
    small = HoldemRules(1, 2, (400, 400))
    assert np.allclose(situation(at("r300 c /", "QsJh2h")), situation(at("r6 c /", "QsJh2h", small)))
    assert np.allclose(
        betting_plane(at("r300 c / c").betting), betting_plane(at("r6 c / c", rules=small).betting)
    )


def test_the_look_of_a_board_knows_no_suit_by_name():
    looks = {
        tuple(situation(PublicState(0, parse(board), at("c c /").betting))[-8:].tolist())
        for board in ("QsJh2h", "QdJs2s")
    }
    assert len(looks) == 1


def test_numbers_lie_about_one():
    for public in (at(""), at("r20000"), at("r300 r900 r2700 r8100"), at("c c / c r20000", "AsAhAd")):
        for numbers in (betting_plane(public.betting), situation(public)):
            assert (numbers >= 0).all()
            assert (numbers <= 3).all()
