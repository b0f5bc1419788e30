"""The lab's pages about card abstraction: examples of EMD, neighbours, hands, and the worker's answers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any, TypeVar
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai import kernel_cache, preparation
from ai.abstraction import card_abstraction, emd, isomorphism, transport
from ai.abstraction.card_abstraction import CardAbstraction, Tables
from ai.abstraction.kmeans_1d import best_levels
from ai.abstraction.kmeans_emd import Nearest, assign, mass_histograms, prepare_means
from ai.abstraction.strengths import GREATEST
from ai.features import lab as requests
from ai.hands.combos import HANDS, hand_index
from ai.hands.equities import win_and_tie_probabilities
from ai.kernel_cache import KernelSet
from ai.lab import flop_neighbours, opened_abstraction
from ai.lab.emd_examples import EXAMPLES, example, transport_plans
from ai.lab.flop_neighbours import (
    NEIGHBOURS_SHOWN,
    FlopIndex,
    FlopIndexBuilder,
    canonical_hand,
    match_suits,
    nearest_neighbours,
)
from ai.lab.opened_abstraction import (
    OpenedAbstraction,
    checked_hand,
    explain_hand,
    hand_distances,
    turn_cards,
    turn_histogram,
)
from ai.steps import run_to_end
from ai.storage import load_model, save_model
from game.core import BadInput, Progress
from game.features.lab import (
    FindNeighbours,
    ListAbstractions,
    LookUpBucket,
    MeasureDistance,
    WorkEmdExample,
)
from game.files.manifest import SHIPPED_ABSTRACTION, write_manifest
from game.rules import hand_rank
from game.rules.cards import DECK, RANKS, get_rank, parse
from game.rules.tic_tac_toe import TicTacToeState
from game.study.abstraction import (
    COMPILING,
    LOOKING,
    PHASE,
    RIVERS,
    AbstractionHand,
    Apart,
    BoardHand,
    Earth,
    Neighbour,
    Neighbours,
)
from game.study.play import AgentKey, Decide
from tests.ai.asking import ask_with_reports

Value = TypeVar("Value")

FLOPS = slice(600, 1755, 110)


@cache
def open_shipped() -> OpenedAbstraction:
    return run_to_end(opened_abstraction.open_abstraction(SHIPPED_ABSTRACTION))


@cache
def small_index() -> FlopIndex:
    """Return an index of the hands on about every hundredth flop."""
    few = tuple(np.ascontiguousarray(each[FLOPS]) for each in isomorphism.boards(3))  # as kernels know them
    with patch.object(flop_neighbours, "boards", lambda cards: few):
        return run_to_end(FlopIndexBuilder(open_shipped()).build())


@pytest.fixture(autouse=True)
def alike_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_cache, "has", lambda part: True)


MASSES = st.lists(st.integers(0, 3), min_size=6, max_size=6)
GROUND = abs(np.arange(6)[:, None] - np.arange(6)).astype(np.float32)


def costs(earth: Earth) -> dict[str, float]:
    return {plan.name: plan.cost for plan in earth.plans}


def as_printed(point: Sequence[int], mean: Sequence[int]) -> int:
    """Return the distance by the paper's heuristic, computed exactly as printed in the paper.

    The printed listing sets the point's mass to zero before it subtracts this mass from the mean's bin. The
    subtraction therefore has no effect, and a full bin can be filled again.
    """
    left, free, cost = list(point), list(mean), 0
    for rank in range(sum(map(bool, mean))):
        for source, mass in enumerate(left):
            targets = sorted((abs(source - index), index) for index, depth in enumerate(mean) if depth)
            distance, target = targets[rank]
            if not mass or not free[target]:
                continue
            if mass <= free[target]:
                cost += mass * distance
                left[source] = 0
                free[target] -= left[source]
            else:
                cost += free[target] * distance
                left[source] -= free[target]
                free[target] = 0
    return cost


def test_the_articles_example_is_eight_in_every_way_and_six_as_printed() -> None:
    assert costs(example("article")) == pytest.approx({"line": 8, "passes": 8, "best": 8})
    assert as_printed(*EXAMPLES["article"]) == 6


def test_the_heuristic_pays_more_where_it_is_greedy() -> None:
    assert costs(example("greedy")) == pytest.approx({"line": 6, "passes": 10, "best": 6})


@settings(max_examples=40)
@given(MASSES, MASSES)
def test_every_plan_fills_the_holes_for_what_the_programs_own_code_says(
    earth: list[int], holes: list[int]
) -> None:
    short = sum(earth) - sum(holes)  # what is missing is put into the first bin
    (holes if short > 0 else earth)[0] += abs(short)
    if not sum(earth):
        return
    found = transport_plans(earth, holes)
    for plan in found.plans:
        left, filled = list(earth), [0.0] * len(holes)
        for move in plan.moves:
            left[move.source] -= int(move.mass)
            filled[move.target] += move.mass
        assert not any(left)
        assert filled == holes
        assert sum(move.mass * move.distance for move in plan.moves) == pytest.approx(plan.cost, abs=1e-4)
    compiled = {
        "line": emd.on_line(earth, holes),
        "passes": emd.heuristic(earth, holes, GROUND),
        "best": transport.exact(earth, holes, GROUND),
    }
    assert costs(found) == pytest.approx(compiled, abs=1e-4)
    assert compiled["passes"] >= compiled["best"] - 1e-4


def test_nothing_is_compiled_or_loaded_for_the_examples() -> None:
    words = "import sys, ai.lab.emd_examples; print({'numba', 'numpy'} & sys.modules.keys())"
    found = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


def test_another_name_is_no_example() -> None:
    with pytest.raises(BadInput, match="article and greedy"):
        example("none")


DRAW = BoardHand(parse("AhKh"), parse("Qs7h2h"))
PAIR = BoardHand(parse("7d7c"), parse("AsKs2d"))


@pytest.fixture(scope="module")
def distances() -> np.ndarray:
    """Return the earth mover's distance from `DRAW` to every hand in the index."""
    abstraction, index = open_shipped(), small_index()
    found = Nearest(np.empty(len(index.where), np.uint8), np.empty(len(index.where), np.float32))
    target = prepare_means(
        turn_histogram(abstraction, turn_cards(abstraction, DRAW))[None].astype(np.float32),
        abstraction.ground,
    )
    assign(index.points, target, abstraction.ground, True, found)
    return found.distances


def test_a_sketch_never_says_more_than_the_distance(distances: np.ndarray) -> None:
    abstraction, index = open_shipped(), small_index()
    least = index.distance_bounds(turn_histogram(abstraction, turn_cards(abstraction, DRAW)))
    assert (least <= distances + 1e-5).all()
    assert least.max() > 0.3


def test_the_nearest_and_the_farthest_are_those_of_all(distances: np.ndarray) -> None:
    abstraction, index = open_shipped(), small_index()
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
    abstraction = open_shipped()
    found = run_to_end(nearest_neighbours(abstraction, small_index(), DRAW))
    one: Neighbour
    for one in (*found.inside[:2], *found.outside[:2]):
        measured = hand_distances(abstraction, DRAW, one.spot)
        assert measured.turns == pytest.approx(one.distance, abs=1e-5)
        assert sum(one.turn) == pytest.approx(1)
        assert len(set(one.spot.cards)) == 5
    held = [tuple(sorted(map(get_rank, one.spot.hand))) for one in found.outside]
    assert len(set(held)) == len(held)


def test_a_hand_is_no_neighbour_of_its_own() -> None:
    abstraction, index = open_shipped(), small_index()
    own = index.spot(len(index.where) // 2)
    found = run_to_end(nearest_neighbours(abstraction, index, own))
    assert canonical_hand(own) not in {canonical_hand(one.spot) for one in found.inside}


def test_the_index_finds_the_cards_of_a_hand_by_its_cell() -> None:
    abstraction, index = open_shipped(), small_index()
    for hand in range(0, len(index.where), 997):
        spot = index.spot(hand)
        points = sorted(turn.bucket for turn in turn_cards(abstraction, spot))
        assert points == index.points[hand].tolist()
        high, low = sorted(map(get_rank, spot.hand), reverse=True)
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
    builder = FlopIndexBuilder(open_shipped())
    steps = builder.build()
    assert [next(steps).iteration for _ in range(taken)] == [1, 2, 3, *[1] * 5][:taken]
    steps.close()
    again = builder.build()
    assert [report.iteration for report in again if report.total == 3] == [2, 3][taken - 1 :]
    whole, at_once = run_to_end(builder.build()), run_to_end(FlopIndexBuilder(open_shipped()).build())
    assert (whole.where == at_once.where).all()
    assert (whole.points == at_once.points).all()
    assert len(whole.where) == len(np.unique(whole.where))
    assert mass_histograms(whole.points[:5], 200).sum(axis=1) == pytest.approx(1)


MIDDLE = BoardHand(parse("TcQd"), parse("7h9hQh"))
LOW = BoardHand(parse("5c9d"), parse("3d5d7d"))


@pytest.fixture(scope="module")
def draw() -> AbstractionHand:
    return explain_hand(open_shipped(), DRAW)


def equity(spot: BoardHand) -> float:
    win, tie = win_and_tie_probabilities(hand_index(spot.hand), np.ones(len(HANDS)), spot.board)
    return win + tie / 2


@pytest.mark.parametrize("spot", [DRAW, MIDDLE, LOW])
def test_the_mean_strength_is_the_equity_against_a_random_hand(spot: BoardHand) -> None:
    assert opened_abstraction.river_strengths(open_shipped(), spot).mean() == pytest.approx(
        equity(spot), abs=1e-9
    )


def test_the_range_after_the_turn_is_equity_and_not_the_strength_of_buckets(draw: AbstractionHand) -> None:
    after = [equity(BoardHand(DRAW.hand, (*DRAW.board, card))) for card in DECK if card not in DRAW.cards]
    assert draw.after_turn == (pytest.approx(min(after)), pytest.approx(max(after)))
    assert draw.after_turn == (pytest.approx(0.583, abs=5e-4), pytest.approx(0.993, abs=5e-4))


def test_what_is_beaten_now_is_counted_hand_by_hand(draw: AbstractionHand) -> None:
    own, left = hand_rank.rank(DRAW.cards), [card for card in DECK if card not in DRAW.cards]
    others = [hand_rank.rank((*pair, *DRAW.board)) for pair in HANDS if {*pair} <= {*left}]
    assert draw.now == pytest.approx(sum((own < rank) + (own == rank) / 2 for rank in others) / 1081)


def test_every_card_to_come_leads_to_the_bucket_that_the_tables_say(draw: AbstractionHand) -> None:
    parts = open_shipped().parts
    tables = Tables(parts.flop, parts.turn, np.zeros(1, np.uint8))
    abstraction = CardAbstraction((169, *parts.counts), tables, "of a test")
    assert len(draw.turns) == 47
    for turn in draw.turns:
        assert turn.bucket == abstraction.bucket(DRAW.hand, (*DRAW.board, turn.card))
    assert draw.buckets == (abstraction.bucket(DRAW.hand, DRAW.board),)
    assert [turn.strength for turn in draw.turns] == sorted(turn.strength for turn in draw.turns)


def test_its_bucket_and_the_next_one_are_the_nearest_of_all_centres(draw: AbstractionHand) -> None:
    abstraction = open_shipped()
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
    abstraction = open_shipped()
    levels = best_levels(abstraction.rivers.counts, abstraction.parts.counts[2])
    assert (abstraction.parts.river == levels.buckets).all()
    assert set(np.rint(abstraction.quantiles.ravel() * GREATEST)) <= set(levels.positions.tolist())


def test_hands_alike_at_the_river_may_part_on_the_turn() -> None:
    """Hands with similar equity distributions on the river can have different distributions on the turn.

    This is the example of Ganzfried and Sandholm (2014), with a separate board for each hand.
    """
    found = hand_distances(open_shipped(), MIDDLE, LOW)
    assert equity(MIDDLE) == pytest.approx(0.69, abs=0.015)
    assert equity(LOW) == pytest.approx(0.67, abs=0.015)
    assert equity(BoardHand(LOW.hand, MIDDLE.board)) == pytest.approx(0.58, abs=0.015)
    assert found.means < 0.005
    assert found.means < found.rivers < 0.02
    assert found.turns > 0.08


def test_suits_exchanged_are_no_distance() -> None:
    exchanged = BoardHand(parse("AsKs"), parse("Qh7s2s"))
    found = hand_distances(open_shipped(), DRAW, exchanged)
    assert (found.means, found.rivers, found.turns) == (0, 0, pytest.approx(0))


def test_on_turn_and_river_there_are_buckets_of_those_streets() -> None:
    spot = checked_hand(parse("AhKh"), parse("Qs7h2h3hTs"))
    found = explain_hand(open_shipped(), spot)
    assert found.counts == (200, 200, 200)
    assert found.buckets[:1] == explain_hand(open_shipped(), DRAW).buckets
    strength = equity(spot)
    assert found.buckets[2] == open_shipped().parts.river[round(strength * GREATEST)]


@pytest.mark.parametrize(
    ("hand", "board"), [("Ah", "Qs7h2h"), ("AhKh", "Qs7h"), ("AhKh", "AhQs7h"), ("AhKh", "2s3s4s5s6s7s")]
)
def test_what_is_no_hand_on_a_flop_is_said(hand: str, board: str) -> None:
    with pytest.raises(BadInput, match=r"\.$"):
        checked_hand(parse(hand), parse(board))


def test_a_number_beyond_the_deck_is_no_card() -> None:
    with pytest.raises(BadInput, match="0 to 51"):
        checked_hand((0, 99), parse("Qs7h2h"))


WAIT_SECONDS = 60.0
FLUSH_DRAW: dict[str, Any] = {
    "abstraction": SHIPPED_ABSTRACTION,
    "hand": parse("AhKh"),
    "board": parse("Qs7h2h"),
}


def at_once(value: Any) -> Generator[Progress, None, Any]:
    yield from ()
    return value


def test_a_hand_a_pair_and_an_example_are_answered() -> None:
    open_shipped()
    _, found = ask_with_reports(LookUpBucket(**FLUSH_DRAW))
    assert isinstance(found, AbstractionHand)
    _, pair = ask_with_reports(MeasureDistance(other=(parse("8d7c"), parse("Js8h3h")), **FLUSH_DRAW))
    assert isinstance(pair, Apart)
    assert pair.rivers >= pair.means
    assert isinstance(ask_with_reports(WorkEmdExample(example="article"))[1], Earth)


def test_neighbours_are_those_of_the_flop_and_all_hands_are_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, multiplicities = flop_neighbours.boards(3)
    monkeypatch.setattr(flop_neighbours, "boards", lambda cards: (found[:60], multiplicities[:60]))
    monkeypatch.setattr(requests, "_latest", [])
    ask_with_reports(LookUpBucket(**FLUSH_DRAW))
    reports, near = ask_with_reports(FindNeighbours(**{**FLUSH_DRAW, "board": parse("Qs7h2h3c")}))
    assert isinstance(near, Neighbours)
    assert near.spot.board == FLUSH_DRAW["board"]
    assert [report.iteration for report in reports if report.total == 6] == list(range(1, 7))
    assert {report.metrics[PHASE] for report in reports} == {LOOKING}
    again, same = ask_with_reports(FindNeighbours(**FLUSH_DRAW))
    assert same == near
    assert not [report for report in again if report.total]
    ask_with_reports(
        Decide(agent=AgentKey("tic-tac-toe", "perfect"), info=TicTacToeState().information_state(0), seed=0)
    )
    assert not requests._latest


def test_kernels_are_compiled_by_another_process_and_where_that_fails_in_this_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked_for: list[str] = []
    has_waited = Event()

    def other_process(part: KernelSet) -> Iterator[Progress]:
        asked_for.append(part)
        yield Progress(3, 12, 2.0, 6.0)
        raise BadInput("No space left on device")

    def compile_kernels() -> None:
        has_waited.wait(WAIT_SECONDS)
        asked_for.append("here")

    monkeypatch.setattr(kernel_cache, "has", lambda part: False)
    monkeypatch.setattr(preparation, "by_another_process", other_process)
    monkeypatch.setattr(opened_abstraction, "_compile_kernels", compile_kernels)
    reports = opened_abstraction.load_kernels()
    assert next(reports) == Progress(3, 12, 2.0, 6.0, {PHASE: COMPILING})
    assert next(reports).metrics == {PHASE: COMPILING}
    assert asked_for == [KernelSet.ABSTRACTION]
    has_waited.set()
    assert {report.metrics[PHASE] for report in reports} <= {COMPILING}
    assert asked_for == [KernelSet.ABSTRACTION, "here"]


def test_those_that_can_be_looked_at_are_listed_and_each_answers_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    monkeypatch.setattr(opened_abstraction, "_all_rivers", lambda: at_once(open_shipped().rivers))
    model = load_model(card_abstraction.find_file(SHIPPED_ABSTRACTION), game="holdem", agent="abstraction")
    own = tmp_path / "agents" / "holdem" / "mine.npz"
    by_strength = replace(model.manifest, config={**model.manifest.config, "kind": "ehs"})
    turned = {
        **model.arrays,
        "flop": 199 - model.arrays["flop"],
        "flop_best": model.arrays["flop_best"][::-1],
    }
    save_model(own, model.manifest, turned)
    write_manifest(own.with_name("flat.yaml"), by_strength)
    _, listed = ask_with_reports(ListAbstractions())
    assert listed == ((SHIPPED_ABSTRACTION, ""), (str(own), "mine: 200/200/200"))
    first, second = (
        ask_with_reports(LookUpBucket(**{**FLUSH_DRAW, "abstraction": name}))[1].buckets[0]
        for name, _ in listed
    )
    assert first + second == 199
    own.unlink()
    with pytest.raises(BadInput, match=r"mine\.npz"):
        ask_with_reports(LookUpBucket(**{**FLUSH_DRAW, "abstraction": str(own)}))


@pytest.fixture
def own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the folder of built-in abstractions with an empty folder, and clear the cache."""
    monkeypatch.setattr(card_abstraction, "FOLDER", tmp_path)
    monkeypatch.setattr(opened_abstraction, "_open", {})
    return tmp_path


def test_without_an_abstraction_there_is_a_sentence(own_shelf: Path) -> None:
    with pytest.raises(BadInput, match=r"^No abstraction ships .*\.$"):
        ask_with_reports(LookUpBucket(**FLUSH_DRAW))


def test_a_broken_abstraction_is_a_sentence(own_shelf: Path) -> None:
    (own_shelf / "abstraction-200.npz").write_bytes(b"PK\x03\x04 cut")
    with pytest.raises(BadInput, match=r"abstraction-200.*\.$"):
        ask_with_reports(LookUpBucket(**FLUSH_DRAW))


def test_an_abstraction_without_histograms_is_a_sentence() -> None:
    model = load_model(card_abstraction.find_file(SHIPPED_ABSTRACTION), game="holdem", agent="abstraction")
    by_strength = replace(model, manifest=replace(model.manifest, config={"kind": "ehs"}))
    with pytest.raises(BadInput, match="clusters hands differently"):
        opened_abstraction.read_abstraction(by_strength, open_shipped().rivers)
    beyond = replace(model, arrays={**model.arrays, "turn_best": np.full((200, 46), 200, np.uint8)})
    with pytest.raises(BadInput, match="damaged"):
        opened_abstraction.read_abstraction(beyond, open_shipped().rivers)


@pytest.mark.parametrize(("cell", "sentence"), [(0.5, "mass 1"), (-1.0, "mass 1"), (np.nan, "not a number")])
def test_a_centre_of_the_flop_that_is_no_histogram_is_a_sentence(cell: float, sentence: str) -> None:
    model = load_model(card_abstraction.find_file(SHIPPED_ABSTRACTION), game="holdem", agent="abstraction")
    centres = model.array("flop_best", (-1, -1)).copy()
    centres[3, :2] = cell
    damaged = replace(model, arrays={**model.arrays, "flop_best": centres})
    with pytest.raises(BadInput, match=sentence):
        opened_abstraction.read_abstraction(damaged, open_shipped().rivers)


def test_the_first_opening_tells_how_far_the_rivers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    known = open_shipped().rivers

    def compute_rivers(folder: Path) -> Iterator[None]:
        yield
        yield
        return known

    monkeypatch.setattr(opened_abstraction, "compute_rivers", compute_rivers)
    monkeypatch.setattr(opened_abstraction, "_open", {})
    reports, _ = ask_with_reports(LookUpBucket(**FLUSH_DRAW))
    river_reports = [report for report in reports if report.metrics[PHASE] == RIVERS]
    assert [(report.iteration, report.total) for report in river_reports] == [(1, 86), (2, 86)]


def test_a_card_twice_is_a_sentence() -> None:
    with pytest.raises(BadInput, match="holds a card twice"):
        ask_with_reports(LookUpBucket(**{**FLUSH_DRAW, "board": parse("AhQs7h")}))
