"""Run any CFR variant over a game: iterate, measure the strategies, stop, and resume bit for bit.

`SolverState` holds the whole state as vectors over the sequences of the game. If several information sets are
equivalent by symmetry, the full-width variants solve only one of them (`merge_infosets` in sequence_form.py). This
saves time without changing the iterates.
"""

from __future__ import annotations

from ai.algorithms import cfr_kernels
from ai.algorithms.best_response import Exploitability
from ai.algorithms.cfr_kernels import Notes, Trace, empty_trace
from ai.algorithms.game_tree import GameTree, SolverState, Vector, initial_state, normalise_strategy
from ai.algorithms.sequence_form import Unsigned, merge_infosets, sequence_form
from ai.algorithms.variants import FullWidth, Variant


class Solver:
    """A run of a CFR variant over a game.

    Args:
        tree: The game.
        variant: The variant, from `FAMILY`.
        seed: The random seed, for sampled variants.
    """

    def __init__(self, tree: GameTree, variant: Variant, seed: int = 0) -> None:
        self.tree = tree
        self.variant = variant
        whole = sequence_form(tree)
        self._form = merge_infosets(whole) if isinstance(variant, FullWidth) else whole
        self.resume(0, initial_state(tree.first, seed))

    def compile_kernels(self) -> None:
        """Compile the kernels of this run, or load them from the cache."""
        if isinstance(self.variant, FullWidth):
            cfr_kernels.compile_full_width()
        else:
            cfr_kernels.compile_sampled()
        cfr_kernels.compile_measures()

    def iterate(self, iterations: int) -> None:
        self._iterate(empty_trace(self._form.sequences, self.iteration), iterations)

    def track(self, iterations: int, every: int) -> Trace:
        """Run `iterations` more iterations. Record each state whose iteration is a multiple of `every`."""
        trace = empty_trace(self._form.sequences, self.iteration, iterations, every)
        self._iterate(trace, iterations)
        if self._is_whole:
            return trace
        sequences = self._form.stands_for
        return trace._replace(
            regret=trace.regret[:, sequences],
            strategy=trace.strategy[:, sequences],
            strategy_sum=trace.strategy_sum[:, sequences],
        )

    def measure(self, sums: Notes) -> tuple[Notes, Vector]:
        """Return the average strategy and the NashConv of each row of strategy sums.

        Args:
            sums: float64[rows, tree.sequences], the strategy sums of a `Trace` of this run.

        Returns:
            The average strategies, float64[rows, tree.sequences], and their NashConv, float64[rows].
        """
        if self._is_whole:
            return cfr_kernels.measure_averages(self._form, sums)
        averages, found = cfr_kernels.measure_averages(self._form, sums[:, self._form.members])
        return averages[:, self._form.stands_for], found

    def resume(self, iteration: int, totals: SolverState) -> None:
        self.iteration = iteration
        self._totals = _select(totals, self._form.members)

    def totals(self) -> SolverState:
        return _select(self._totals, self._form.stands_for)

    def average(self) -> Vector:
        """Return the average strategy, float64[tree.sequences], uniform before the first iteration."""
        return normalise_strategy(self.tree.first, self._totals.strategy_sum[self._form.stands_for])

    def exploitability(self) -> Exploitability:
        """Measure the average strategy exactly."""
        return cfr_kernels.exploitability(
            self._form, normalise_strategy(self._form.first, self._totals.strategy_sum)
        )

    @property
    def _is_whole(self) -> bool:
        """Whether no two information sets are equivalent, so that merging changes nothing."""
        return self._form.sequences == len(self._form.stands_for)

    def _iterate(self, trace: Trace, iterations: int) -> None:
        if isinstance(self.variant, FullWidth):
            cfr_kernels.iterate_full_width(self._form, self.variant, self._totals, trace, iterations)
        else:
            cfr_kernels.iterate_sampled(self.tree.histories, self.variant, self._totals, trace, iterations)
        self.iteration += iterations


def _select(totals: SolverState, sequences: Unsigned) -> SolverState:
    regret, strategy, strategy_sum, dice = totals
    return SolverState(regret[sequences], strategy[sequences], strategy_sum[sequences], dice.copy())
