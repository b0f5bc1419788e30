"""The worked examples: the numbers of the literature, and plans that do what they cost."""

import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.abstraction import emd, transport
from ai.lab.flop_neighbours import EXAMPLES, example, worked
from game.core import BadInput
from game.study.abstraction import Earth

MASSES = st.lists(st.integers(0, 3), min_size=6, max_size=6)
GROUND = abs(np.arange(6)[:, None] - np.arange(6)).astype(np.float32)


def costs(earth: Earth) -> dict[str, float]:
    return {plan.name: plan.cost for plan in earth.plans}


def as_printed(point: Sequence[int], mean: Sequence[int]) -> int:
    """Return what the article's listing finds, in which a hole that is filled stays as deep as it was.

    The point's remainder is set to zero before the mean is lowered by it.
    """
    left, free, cost = list(point), list(mean), 0
    for rank in range(sum(map(bool, mean))):
        for source, mass in enumerate(left):
            targets = sorted((abs(source - place), place) for place, depth in enumerate(mean) if depth)
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
    found = worked(earth, holes)
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
    words = "import sys, ai.lab.flop_neighbours; print({'numba', 'numpy'} & sys.modules.keys())"
    found = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


def test_another_name_is_no_example() -> None:
    with pytest.raises(BadInput, match="article and greedy"):
        example("none")
