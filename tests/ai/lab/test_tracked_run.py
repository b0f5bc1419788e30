"""A tracked run: its points are those of the solver, wherever it was stopped and went on."""

import math

import numpy as np
import pytest

from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.lab.tracked_run import TrackedRun, first_state, game_tree, totals_of
from game.core import BadInput
from game.rules import games
from game.study.lab import NO_NODE, LabPart, LabSettings, tracked_iterations


def whole(settings: LabSettings, upto: int) -> LabPart:
    return TrackedRun(settings).advance(upto, math.inf).tracked


@pytest.mark.parametrize("variant", FAMILY)
@pytest.mark.parametrize("game", games.KUHN_GAMES)
def test_every_point_is_what_a_solver_knows_that_stopped_there(game: str, variant: str) -> None:
    settings = LabSettings(game, variant=variant, seed=7)
    part = whole(settings, 137)
    assert list(part.iterations) == [*tracked_iterations(-1, 137), 137]
    solver = Solver(game_tree(first_state(settings)), FAMILY[variant], 7)
    for point, iteration in enumerate(part.iterations):
        solver.iterate(iteration - solver.iteration)
        now, width = solver.totals(), solver.tree.first[-1]
        row = slice(point * width, (point + 1) * width)
        np.testing.assert_array_equal(part.current[row], now.strategy.astype(np.float32))
        np.testing.assert_array_equal(part.regret[row], now.regret.astype(np.float32))
        np.testing.assert_allclose(part.average[row], solver.average(), atol=1e-7)
        assert part.nash_conv[point] == pytest.approx(solver.exploitability().nash_conv, abs=1e-12)


@pytest.mark.parametrize("variant", ["pcfr+", "outcome-sampling"])
def test_a_run_that_was_stopped_goes_on_bit_for_bit(variant: str) -> None:
    settings = LabSettings(games.KUHN_POKER, variant=variant, seed=3)
    first = TrackedRun(settings).advance(90, math.inf)
    again = TrackedRun(settings)
    again.resume(90, first.totals)
    later = again.advance(250, math.inf)
    straight = TrackedRun(settings).advance(250, math.inf)
    assert later.totals == straight.totals
    for name in ("iterations", "current", "average", "regret", "nash_conv", "visited"):
        both = getattr(first.tracked, name) + getattr(later.tracked, name)
        assert both == getattr(straight.tracked, name)


def test_a_part_ends_soon_and_the_next_one_begins_there() -> None:
    run = TrackedRun(LabSettings(games.KUHN_POKER, iterations=10**9))
    first, second = run.advance(10**9, 0.0), run.advance(10**9, 0.0)
    assert first.tracked.after == -1
    assert first.tracked.upto == second.tracked.after < second.tracked.upto < 10**6


def test_a_run_without_end_is_tracked_in_some_four_thousand_points() -> None:
    assert sum(1 for _ in tracked_iterations(-1, 10**9)) < 5_000


def test_only_what_is_wanted_is_tracked() -> None:
    part = whole(LabSettings(games.KUHN_POKER, track=("current",)), 20)
    assert len(part.current) == 21 * 24
    assert not part.average
    assert not part.regret
    assert not part.nash_conv


def test_an_iteration_that_samples_says_where_its_dice_led() -> None:
    part = whole(LabSettings(games.KUHN_HALF_STREET, variant="chance-sampled"), 99)
    assert part.visited[0] == NO_NODE
    assert set(part.visited[1:]) == set(range(4, 10))  # the six deals
    assert not whole(LabSettings(games.KUHN_HALF_STREET), 5).visited


def test_the_equilibrium_is_found() -> None:
    part = whole(LabSettings(games.KUHN_HALF_STREET, blinds=2), 5_000)
    assert part.nash_conv[-1] < 1e-3
    assert part.average[-12 + 1] == pytest.approx(1 / 5, abs=1e-2)


def test_what_was_stored_of_another_game_is_refused() -> None:
    stored = TrackedRun(LabSettings(games.KUHN_POKER)).advance(5, math.inf).totals
    with pytest.raises(BadInput, match="of another game"):
        TrackedRun(LabSettings(games.KUHN_HALF_STREET)).resume(5, stored)
    with pytest.raises(BadInput, match="is damaged"):
        totals_of(b"\xff" * len(stored), 24)
