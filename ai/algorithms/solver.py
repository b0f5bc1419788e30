"""A run of any member of the CFR family over a game: iterate, look at the strategies, stop, go on bit for bit.

What a run knows is in its `SolverState`, vectors over the sequences of the whole game; `Solver.resume` goes on from
them. The full-width members solve one information set of each class of equal ones (see `merged` of game_tree.py), which
changes nothing but the time it takes.
"""

from __future__ import annotations

from ai.algorithms import exact, full_width, sampled
from ai.algorithms.best_response import Exploitability
from ai.algorithms.game_tree import (
    GameTree,
    SolverState,
    Unsigned,
    Vector,
    merged,
    normalise_strategy,
    nothing_known,
    sequence_form,
)
from ai.algorithms.trace import Notes, Trace, empty_trace
from ai.algorithms.variants import FullWidth, Variant


class Solver:
    """A run of `variant` over `tree`; `seed` is that of the dice, where steps are sampled."""

    def __init__(self, tree: GameTree, variant: Variant, seed: int = 0) -> None:
        self.tree = tree
        self.variant = variant
        whole = sequence_form(tree)
        self._form = merged(whole) if isinstance(variant, FullWidth) else whole
        self.resume(0, nothing_known(tree.first, seed))

    def compile_kernels(self) -> None:
        """Compile the kernels of this run, or load what was compiled before."""
        kernels = full_width if isinstance(self.variant, FullWidth) else sampled
        kernels.compile_kernels()
        exact.compile_kernels()

    def iterate(self, iterations: int) -> None:
        """Run `iterations` more iterations."""
        self._iterate(empty_trace(self._form.sequences, self.iteration), iterations)

    def traced(self, iterations: int, every: int) -> Trace:
        """Run `iterations` more iterations and return what was known after each that `every` divides."""
        trace = empty_trace(self._form.sequences, self.iteration, iterations, every)
        self._iterate(trace, iterations)
        if self._is_whole:
            return trace
        places = self._form.stands_for
        return trace._replace(
            regret=trace.regret[:, places],
            strategy=trace.strategy[:, places],
            strategy_sum=trace.strategy_sum[:, places],
        )

    def measured(self, sums: Notes) -> tuple[Notes, Vector]:
        """Return the average strategy that each row of sums makes, and NashConv of each, exactly.

        sums: float64[rows, tree.sequences], as a `Trace` of this run has them.
        """
        if self._is_whole:
            return exact.measured(self._form, sums)
        averages, found = exact.measured(self._form, sums[:, self._form.members])
        return averages[:, self._form.stands_for], found

    def resume(self, iteration: int, totals: SolverState) -> None:
        """Go on after `iteration` from what a run of the same variant knew then."""
        self.iteration = iteration
        self._totals = _picked(totals, self._form.members)

    def totals(self) -> SolverState:
        return _picked(self._totals, self._form.stands_for)

    def average(self) -> Vector:
        """Return the strategy that approaches equilibrium, float64[tree.sequences]; uniform at first."""
        return normalise_strategy(self.tree.first, self._totals.strategy_sum[self._form.stands_for])

    def exploitability(self) -> Exploitability:
        """Measure the average strategy exactly."""
        return exact.exploitability(
            self._form, normalise_strategy(self._form.first, self._totals.strategy_sum)
        )

    @property
    def _is_whole(self) -> bool:
        """Return whether every information set is solved, for no two are equal."""
        return self._form.sequences == len(self._form.stands_for)

    def _iterate(self, trace: Trace, iterations: int) -> None:
        if isinstance(self.variant, FullWidth):
            full_width.iterate(self._form, self.variant, self._totals, trace, iterations)
        else:
            sampled.iterate(self.tree.histories, self.variant, self._totals, trace, iterations)
        self.iteration += iterations


def _picked(totals: SolverState, places: Unsigned) -> SolverState:
    """Return a copy of the totals of some sequences, in the order of `places`."""
    regret, strategy, strategy_sum, dice = totals
    return SolverState(regret[places], strategy[places], strategy_sum[places], dice.copy())
