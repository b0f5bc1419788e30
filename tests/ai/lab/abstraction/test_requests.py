"""What the window asks is answered, with reports on the way, or with a sentence."""

from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from ai import kernel_cache, preparation, service
from ai.abstraction import card_abstraction, strengths
from ai.features import lab as requests
from ai.kernel_cache import KernelSet
from ai.lab import flop_neighbours, opened_abstraction
from ai.storage import load_model, save_model
from game.core import BadInput, Progress
from game.features.lab.asks import (
    FindNeighbours,
    ListAbstractions,
    LookUpBucket,
    MeasureDistance,
    WorkEmdExample,
)
from game.files.manifest import SHIPPED_ABSTRACTION, write_manifest
from game.request import Request
from game.rules.cards import parse
from game.rules.tic_tac_toe import TicTacToeState
from game.study.abstraction import (
    COMPILING,
    LOOKING,
    PHASE,
    RIVERS,
    AbstractionHand,
    Apart,
    Earth,
    Neighbours,
)
from game.study.play import AgentKey, Decide
from tests.ai.lab.abstraction.abstractions import shipped

WAIT_SECONDS = 60.0
DRAW: dict[str, Any] = {"abstraction": SHIPPED_ABSTRACTION, "hand": parse("AhKh"), "board": parse("Qs7h2h")}


def asked(request: Request[Any]) -> tuple[list[Progress], Any]:
    *reports, value = service.answer(request)
    return reports, value


def at_once(value: Any) -> Generator[Progress, None, Any]:
    yield from ()
    return value


def test_a_hand_a_pair_and_an_example_are_answered() -> None:
    shipped()
    _, found = asked(LookUpBucket(**DRAW))
    assert isinstance(found, AbstractionHand)
    _, pair = asked(MeasureDistance(other=(parse("8d7c"), parse("Js8h3h")), **DRAW))
    assert isinstance(pair, Apart)
    assert pair.rivers >= pair.means
    assert isinstance(asked(WorkEmdExample(example="article"))[1], Earth)


def test_neighbours_are_those_of_the_flop_and_all_hands_are_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, multiplicities = flop_neighbours.boards(3)
    monkeypatch.setattr(flop_neighbours, "boards", lambda cards: (found[:60], multiplicities[:60]))
    monkeypatch.setattr(requests, "_latest", [])
    asked(LookUpBucket(**DRAW))
    reports, near = asked(FindNeighbours(**{**DRAW, "board": parse("Qs7h2h3c")}))
    assert isinstance(near, Neighbours)
    assert near.spot.board == DRAW["board"]
    assert [report.iteration for report in reports if report.total == 6] == list(range(1, 7))
    assert {report.metrics[PHASE] for report in reports} == {LOOKING}
    again, same = asked(FindNeighbours(**DRAW))
    assert same == near
    assert not [report for report in again if report.total]
    asked(
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
    monkeypatch.setattr(opened_abstraction, "_all_rivers", lambda: at_once(shipped().rivers))
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
    _, listed = asked(ListAbstractions())
    assert listed == ((SHIPPED_ABSTRACTION, ""), (str(own), "mine: 200/200/200"))
    first, second = (asked(LookUpBucket(**{**DRAW, "abstraction": name}))[1].buckets[0] for name, _ in listed)
    assert first + second == 199
    own.unlink()
    with pytest.raises(BadInput, match=r"mine\.npz"):
        asked(LookUpBucket(**{**DRAW, "abstraction": str(own)}))


@pytest.fixture
def own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in the place of the one that ships, and nothing opened yet."""
    monkeypatch.setattr(card_abstraction, "FOLDER", tmp_path)
    monkeypatch.setattr(opened_abstraction, "_open", {})
    return tmp_path


def test_without_an_abstraction_there_is_a_sentence(own_shelf: Path) -> None:
    with pytest.raises(BadInput, match=r"^No abstraction ships .*\.$"):
        asked(LookUpBucket(**DRAW))


def test_a_broken_abstraction_is_a_sentence(own_shelf: Path) -> None:
    (own_shelf / "abstraction-200.npz").write_bytes(b"PK\x03\x04 cut")
    with pytest.raises(BadInput, match=r"abstraction-200.*\.$"):
        asked(LookUpBucket(**DRAW))


def test_an_abstraction_without_histograms_is_a_sentence() -> None:
    model = load_model(card_abstraction.find_file(SHIPPED_ABSTRACTION), game="holdem", agent="abstraction")
    by_strength = replace(model, manifest=replace(model.manifest, config={"kind": "ehs"}))
    with pytest.raises(BadInput, match="clusters hands differently"):
        opened_abstraction.read_abstraction(by_strength, shipped().rivers)
    beyond = replace(model, arrays={**model.arrays, "turn_best": np.full((200, 46), 200, np.uint8)})
    with pytest.raises(BadInput, match="damaged"):
        opened_abstraction.read_abstraction(beyond, shipped().rivers)


@pytest.mark.parametrize(("cell", "sentence"), [(0.5, "mass 1"), (-1.0, "mass 1"), (np.nan, "not a number")])
def test_a_centre_of_the_flop_that_is_no_histogram_is_a_sentence(cell: float, sentence: str) -> None:
    model = load_model(card_abstraction.find_file(SHIPPED_ABSTRACTION), game="holdem", agent="abstraction")
    centres = model.array("flop_best", (-1, -1)).copy()
    centres[3, :2] = cell
    damaged = replace(model, arrays={**model.arrays, "flop_best": centres})
    with pytest.raises(BadInput, match=sentence):
        opened_abstraction.read_abstraction(damaged, shipped().rivers)


def test_the_first_opening_tells_how_far_the_rivers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    known = shipped().rivers

    def worked_out(folder: Path) -> Iterator[None]:
        yield
        yield
        return known

    monkeypatch.setattr(strengths, "compute_rivers", worked_out)
    monkeypatch.setattr(opened_abstraction, "_open", {})
    reports, _ = asked(LookUpBucket(**DRAW))
    river_reports = [report for report in reports if report.metrics[PHASE] == RIVERS]
    assert [(report.iteration, report.total) for report in river_reports] == [(1, 86), (2, 86)]


def test_a_card_twice_is_a_sentence() -> None:
    with pytest.raises(BadInput, match="holds a card twice"):
        asked(LookUpBucket(**{**DRAW, "board": parse("AhQs7h")}))
