"""Trees that are counted without being built, and the changes that make a large one fit."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ai.features.solver import checked_spot
from ai.solver.smaller_trees import count_trees, estimate_bytes, smaller_trees
from ai.solver.spot_forms import spot_of_texts
from ai.solver.streets import PLAIN, StreetTables, build_streets, memory_bytes
from ai.solver.subgame import Limits, Subgame
from game.core import BadInput
from game.match.spot_texts import SpotTexts

TURN = SpotTexts("QsJh2h8d", "22+,A2s+,KTs+", "22+,A2s+,K9s+", "100", "900", "33%,75%", "60%")
FLOP = SpotTexts("Kd7c2h", "AA,KQs,76s", "QQ,AKs,87s", "60", "400", "50%", "100%", donk="33%")


def build(texts: SpotTexts) -> list[StreetTables]:
    spot = spot_of_texts(texts)
    return build_streets(spot, [one > 0 for one in spot.ranges], PLAIN, None)


@pytest.mark.parametrize("texts", [TURN, FLOP, replace(TURN, raises_a_street="1")])
def test_a_counted_tree_has_the_nodes_and_slots_of_the_built_one(texts: SpotTexts) -> None:
    built = build(texts)
    for street, count in zip(built, count_trees(spot_of_texts(texts), PLAIN, len(built)), strict=True):
        assert count.nodes == len(street.trees.nodes)
        assert count.slots == street.trees.slots
        assert count.distinct == len({id(node) for node in street.trees.nodes})


@pytest.mark.parametrize(
    "change", [{"raises_a_street": "1"}, {"all_in_below": "100"}, {"raises_a_street": "2"}]
)
def test_the_estimate_of_a_smaller_tree_is_its_memory(change: dict[str, str]) -> None:
    smaller = replace(TURN, **change)
    counts = count_trees(spot_of_texts(smaller), PLAIN, 2)
    assert estimate_bytes(build(TURN), counts, 2) == pytest.approx(memory_bytes(build(smaller), 2), rel=0.05)


def test_the_smallest_change_of_each_kind_that_fits_is_told() -> None:
    spot, built = spot_of_texts(TURN), build(TURN)
    allowed = memory_bytes(build(replace(TURN, raises_a_street="2")), 1) * 21 // 20
    found = {one.change[0][0]: one for one in smaller_trees(spot, PLAIN, built, 1, allowed)}
    assert found["raises_a_street"].change == (("raises_a_street", "2"),)
    assert all(one.memory <= allowed for one in found.values())


def test_changes_are_joined_if_none_is_enough_and_none_is_told_if_nothing_helps() -> None:
    spot, built = spot_of_texts(TURN), build(TURN)
    least = memory_bytes(build(replace(TURN, raises_a_street="1", all_in_below="100")), 1)
    [both] = smaller_trees(spot, PLAIN, built, 1, least * 21 // 20)
    assert both.words == "all_in_below: 100 and raises_a_street: 1"
    assert smaller_trees(spot, PLAIN, built, 1, 1000) == []


def test_a_solve_that_is_too_large_names_what_fits() -> None:
    spot = spot_of_texts(TURN)
    allowed = memory_bytes(build(replace(TURN, raises_a_street="1")), 1, 16) * 21 // 20
    with pytest.raises(BadInput, match=r'may be used: it fits with .*"raises_a_street: 1" \(\d+ MB\)'):
        Subgame(spot, limits=Limits(1, allowed))
    with pytest.raises(BadInput, match="name fewer sizes or narrower ranges"):
        Subgame(spot, limits=Limits(1, 1000))


def test_the_page_hears_what_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = memory_bytes(build(replace(TURN, raises_a_street="1")), 1, 16) * 5 // 4
    monkeypatch.setattr("ai.features.solver.limits", lambda: Limits(1, allowed))
    checked = checked_spot(TURN, 0.5)
    assert checked.memory > checked.allowed == allowed
    assert {"raises_a_street": "1"} in [dict(change) for change, _ in checked.smaller]
    assert checked_spot(replace(TURN, raises_a_street="1"), 0.5).smaller == ()


RESIDENT = """
from pathlib import Path
from ai.solver.solving import Goal, solved
from ai.solver.spot_forms import read_spot
from ai.solver.subgame import Limits, Subgame

def resident():
    return next(int(line.split()[1]) for line in Path("/proc/self/status").open() if line.startswith("VmRSS"))

solved(Subgame(read_spot("QsJh2h8d; AA; KK; 100; 100; a; a"), limits=Limits(2)), Goal(iterations=1))
before = resident()
game = Subgame(read_spot(SPOT), limits=Limits(2))
solved(game, Goal(iterations=1))
print((resident() - before) * 1024 / game.memory_needed)
"""
"""Prints the resident memory of a flop solve as a part of the stated memory."""
WIDE_FLOP = "Kd7c2h; 22+,A8s+,KTs+,QTs+,AJo+; 22+,A2s+,K9s+,QTs+,ATo+; 60; 200; 50%; 100%"


@pytest.mark.long
@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="resident memory is read as Linux tells it"
)
def test_the_stated_memory_is_what_is_resident() -> None:
    script = RESIDENT.replace("SPOT", repr(WIDE_FLOP))
    ran = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert float(ran.stdout) == pytest.approx(1.0, abs=0.1)
