"""What is told of a hand is what counting by hand says."""

import numpy as np
import pytest

from ai.abstraction import transport
from ai.abstraction.card_abstraction import CardAbstraction, Tables
from ai.abstraction.kmeans_1d import best_levels
from ai.abstraction.strengths import GREATEST
from ai.hands.combos import HANDS, place_of
from ai.hands.equities import win_and_tie_probabilities
from ai.lab import opened_abstraction
from ai.lab.opened_abstraction import checked_hand, explain_hand, hand_distances
from game.core import BadInput
from game.rules import hand_rank
from game.rules.cards import DECK, parse
from game.study.abstraction import AbstractionHand, BoardHand
from tests.ai.lab.abstraction.abstractions import shipped

DRAW = BoardHand(parse("AhKh"), parse("Qs7h2h"))
MIDDLE = BoardHand(parse("TcQd"), parse("7h9hQh"))
LOW = BoardHand(parse("5c9d"), parse("3d5d7d"))


@pytest.fixture(scope="module")
def draw() -> AbstractionHand:
    return explain_hand(shipped(), DRAW)


def equity(spot: BoardHand) -> float:
    win, tie = win_and_tie_probabilities(place_of(spot.hand), np.ones(len(HANDS)), spot.board)
    return win + tie / 2


@pytest.mark.parametrize("spot", [DRAW, MIDDLE, LOW])
def test_the_mean_strength_is_the_equity_against_a_random_hand(spot: BoardHand) -> None:
    assert opened_abstraction.river_strengths(shipped(), spot).mean() == pytest.approx(equity(spot), abs=1e-9)


def test_the_range_after_the_turn_is_equity_and_not_the_strength_of_buckets(draw: AbstractionHand) -> None:
    after = [equity(BoardHand(DRAW.hand, (*DRAW.board, card))) for card in DECK if card not in DRAW.cards]
    assert draw.after_turn == (pytest.approx(min(after)), pytest.approx(max(after)))
    assert draw.after_turn == (pytest.approx(0.583, abs=5e-4), pytest.approx(0.993, abs=5e-4))


def test_what_is_beaten_now_is_counted_hand_by_hand(draw: AbstractionHand) -> None:
    own, left = hand_rank.rank(DRAW.cards), [card for card in DECK if card not in DRAW.cards]
    others = [hand_rank.rank((*pair, *DRAW.board)) for pair in HANDS if {*pair} <= {*left}]
    assert draw.now == pytest.approx(sum((own < rank) + (own == rank) / 2 for rank in others) / 1081)


def test_every_card_to_come_leads_to_the_bucket_that_the_tables_say(draw: AbstractionHand) -> None:
    parts = shipped().parts
    tables = Tables(parts.flop, parts.turn, np.zeros(1, np.uint8))
    abstraction = CardAbstraction((169, *parts.counts), tables, "of a test")
    assert len(draw.turns) == 47
    for turn in draw.turns:
        assert turn.bucket == abstraction.bucket(DRAW.hand, (*DRAW.board, turn.card))
    assert draw.buckets == (abstraction.bucket(DRAW.hand, DRAW.board),)
    assert [turn.strength for turn in draw.turns] == sorted(turn.strength for turn in draw.turns)


def test_its_bucket_and_the_next_one_are_the_nearest_of_all_centres(draw: AbstractionHand) -> None:
    abstraction = shipped()
    histogram = np.bincount([turn.bucket for turn in draw.turns], minlength=200) / 47
    distances = {
        bucket: transport.exact(histogram.tolist(), centre.tolist(), abstraction.ground.distances)
        for bucket, centre in enumerate(abstraction.centres.astype(float))
    }
    assert draw.distance == pytest.approx(distances.pop(draw.buckets[0]))
    nearest = min(distances, key=distances.__getitem__)
    assert draw.rival == (nearest, pytest.approx(distances[nearest]))


def test_shapes_hold_all_mass_where_the_strengths_are(draw: AbstractionHand) -> None:
    bins = (np.arange(50) + 0.5) / 50
    means = {"turn": draw.strength, "turn_centre": draw.centre, "river": draw.strength}
    for name, mean in means.items():
        shape = np.array(getattr(draw.shapes, name))
        assert shape.sum() == pytest.approx(1)
        assert shape @ bins == pytest.approx(mean, abs=0.02)
    assert np.array(draw.shapes.river_centre) @ bins == pytest.approx(draw.centre, abs=0.02)


def test_the_line_of_the_river_is_that_by_which_the_abstraction_was_made() -> None:
    abstraction = shipped()
    levels = best_levels(abstraction.rivers.counts, abstraction.parts.counts[2])
    assert (abstraction.parts.river == levels.bucket_of).all()
    assert set(np.rint(abstraction.quantiles.ravel() * GREATEST)) <= set(levels.positions.tolist())


def test_hands_alike_at_the_river_may_part_on_the_turn() -> None:
    """The example of Ganzfried and Sandholm (2014), each hand on its own board."""
    found = hand_distances(shipped(), MIDDLE, LOW)
    assert equity(MIDDLE) == pytest.approx(0.69, abs=0.015)
    assert equity(LOW) == pytest.approx(0.67, abs=0.015)
    assert equity(BoardHand(LOW.hand, MIDDLE.board)) == pytest.approx(0.58, abs=0.015)
    assert found.means < 0.005
    assert found.means < found.rivers < 0.02
    assert found.turns > 0.08


def test_suits_exchanged_are_no_distance() -> None:
    exchanged = BoardHand(parse("AsKs"), parse("Qh7s2s"))
    found = hand_distances(shipped(), DRAW, exchanged)
    assert (found.means, found.rivers, found.turns) == (0, 0, pytest.approx(0))


def test_on_turn_and_river_there_are_buckets_of_those_streets() -> None:
    spot = checked_hand(parse("AhKh"), parse("Qs7h2h3hTs"))
    found = explain_hand(shipped(), spot)
    assert found.counts == (200, 200, 200)
    assert found.buckets[:1] == explain_hand(shipped(), DRAW).buckets
    strength = equity(spot)
    assert found.buckets[2] == shipped().parts.river[round(strength * GREATEST)]


@pytest.mark.parametrize(
    ("hand", "board"), [("Ah", "Qs7h2h"), ("AhKh", "Qs7h"), ("AhKh", "AhQs7h"), ("AhKh", "2s3s4s5s6s7s")]
)
def test_what_is_no_hand_on_a_flop_is_said(hand: str, board: str) -> None:
    with pytest.raises(BadInput, match=r"\.$"):
        checked_hand(parse(hand), parse(board))


def test_a_number_beyond_the_deck_is_no_card() -> None:
    with pytest.raises(BadInput, match="0 to 51"):
        checked_hand((0, 99), parse("Qs7h2h"))
