"""The hands that are found near are those that a search through all of them finds."""

import numpy as np
import pytest

from ai.abstraction.kmeans_emd import Nearest, assign, mass_histograms, prepare_means
from ai.lab import flop_neighbours
from ai.lab.flop_neighbours import (
    NEIGHBOURS_SHOWN,
    FlopIndexBuilder,
    canonical_hand,
    match_suits,
    nearest_neighbours,
)
from ai.lab.opened_abstraction import hand_distances, turn_cards, turn_histogram
from ai.steps import run_to_end
from game.rules.cards import RANKS, parse, rank_of
from game.study.abstraction import BoardHand, Neighbour
from tests.ai.lab.abstraction.abstractions import shipped, small_index

DRAW = BoardHand(parse("AhKh"), parse("Qs7h2h"))
PAIR = BoardHand(parse("7d7c"), parse("AsKs2d"))


@pytest.fixture(scope="module")
def distances() -> np.ndarray:
    """Return how far every hand of the index lies from the draw."""
    abstraction, index = shipped(), small_index()
    found = Nearest(np.empty(len(index.where), np.uint8), np.empty(len(index.where), np.float32))
    target = prepare_means(
        turn_histogram(abstraction, turn_cards(abstraction, DRAW))[None].astype(np.float32),
        abstraction.ground,
    )
    assign(index.points, target, abstraction.ground, True, found)
    return found.distances


def test_a_sketch_never_says_more_than_the_distance(distances: np.ndarray) -> None:
    abstraction, index = shipped(), small_index()
    least = index.distance_bounds(turn_histogram(abstraction, turn_cards(abstraction, DRAW)))
    assert (least <= distances + 1e-5).all()
    assert least.max() > 0.3


def test_the_nearest_and_the_farthest_are_those_of_all(distances: np.ndarray) -> None:
    abstraction, index = shipped(), small_index()
    found = run_to_end(nearest_neighbours(abstraction, index, DRAW))
    buckets, own = abstraction.parts.flop[index.where], found.inside[0].bucket
    for shown, among in ((found.inside, buckets == own), (found.outside, buckets != own)):
        nearest = {
            ranks: distances[among & (index.ranks == ranks)].min() for ranks in np.unique(index.ranks[among])
        }
        assert [one.distance for one in shown] == pytest.approx(sorted(nearest.values())[: len(shown)])
    assert len(found.outside) == NEIGHBOURS_SHOWN
    assert found.farthest is not None
    assert found.farthest.distance == pytest.approx(distances[buckets == own].max())
    assert found.hands == (buckets == own).sum()
    assert found.share == pytest.approx(
        index.multiplicities[buckets == own].sum() / index.multiplicities.sum()
    )


def test_what_is_told_of_a_neighbour_is_so() -> None:
    abstraction = shipped()
    found = run_to_end(nearest_neighbours(abstraction, small_index(), DRAW))
    one: Neighbour
    for one in (*found.inside[:2], *found.outside[:2]):
        measured = hand_distances(abstraction, DRAW, one.spot)
        assert measured.turns == pytest.approx(one.distance, abs=1e-5)
        assert sum(one.turn) == pytest.approx(1)
        assert len(set(one.spot.cards)) == 5
    held = [tuple(sorted(map(rank_of, one.spot.hand))) for one in found.outside]
    assert len(set(held)) == len(held)


def test_a_hand_is_no_neighbour_of_its_own() -> None:
    abstraction, index = shipped(), small_index()
    own = index.spot(len(index.where) // 2)
    found = run_to_end(nearest_neighbours(abstraction, index, own))
    assert canonical_hand(own) not in {canonical_hand(one.spot) for one in found.inside}


def test_the_index_finds_the_cards_of_a_hand_by_its_cell() -> None:
    abstraction, index = shipped(), small_index()
    for hand in range(0, len(index.where), 997):
        spot = index.spot(hand)
        points = sorted(turn.bucket for turn in turn_cards(abstraction, spot))
        assert points == index.points[hand].tolist()
        high, low = sorted(map(rank_of, spot.hand), reverse=True)
        assert index.ranks[hand] == high * len(RANKS) + low


def test_hands_whose_suits_are_exchanged_are_one() -> None:
    assert (
        canonical_hand(DRAW)
        == canonical_hand(BoardHand(parse("KsAs"), parse("2sQd7s")))
        != canonical_hand(PAIR)
    )


def test_a_neighbour_wears_the_suits_of_the_hand_beside_it() -> None:
    assert match_suits(BoardHand(parse("AsQs"), parse("Kh7s2s")), DRAW) == BoardHand(
        parse("AhQh"), parse("Ks7h2h")
    )


@pytest.mark.parametrize("taken", [1, 4, 8], ids=["reading blocks", "joining", "joined"])
def test_an_interrupted_build_continues_where_it_stopped(monkeypatch: pytest.MonkeyPatch, taken: int) -> None:
    found, multiplicities = flop_neighbours.boards(3)
    monkeypatch.setattr(flop_neighbours, "boards", lambda cards: (found[:30], multiplicities[:30]))
    builder = FlopIndexBuilder(shipped())
    steps = builder.build()
    assert [next(steps).iteration for _ in range(taken)] == [1, 2, 3, *[1] * 5][:taken]
    steps.close()
    again = builder.build()
    assert [report.iteration for report in again if report.total == 3] == [2, 3][taken - 1 :]
    whole, at_once = run_to_end(builder.build()), run_to_end(FlopIndexBuilder(shipped()).build())
    assert (whole.where == at_once.where).all()
    assert (whole.points == at_once.points).all()
    assert len(whole.where) == len(np.unique(whole.where))
    assert mass_histograms(whole.points[:5], 200).sum(axis=1) == pytest.approx(1)
