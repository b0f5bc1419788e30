"""The full-width members of the CFR family, compiled, over the sequence form.

Every iteration updates the players in turn. For the player in turn, all sequences are valued at once against the
other's reaches; then, from the last information set to the first, each set takes what its strategy is worth to the
sequence before it, adds its regrets to the totals as the rule says, and matches the next strategy to them; then,
from the first set to the last, the new reaches follow. The strategy of the iteration goes into the sum of the
average before it changes, weighed by the player's own reach and the weight of the iteration.

Nothing is reordered for speed that would round otherwise from machine to machine: a run gives the same bits.
"""

from __future__ import annotations

import numpy as np

from ai.algorithms.game_tree import (
    SequenceForm,
    SolverState,
    Vector,
    nothing_known,
    sequence_form,
    smallest_game,
)
from ai.algorithms.trace import NO_HISTORY, Trace, empty_trace, first_noted, note
from ai.algorithms.variants import SUMMED, FullWidth
from ai.compiled import kernel


def iterate(
    form: SequenceForm, variant: FullWidth, totals: SolverState, trace: Trace, iterations: int
) -> None:
    """Run `iterations` after those before `trace` began over `totals`; both change in place."""
    _iterate(form, variant, totals, trace, iterations)


def compile_kernels() -> None:
    """Iterate once over the smallest game."""
    form = sequence_form(smallest_game())
    iterate(form, FullWidth(SUMMED, 1.0), nothing_known(form.first), empty_trace(form.sequences), 1)


@kernel
def kept(iteration: int, exponent: float) -> float:
    """Return the factor that discounts a total after `iteration`: d(t) of `RegretRule`."""
    if exponent == np.inf:
        return 1.0
    power: float = float(iteration) ** exponent
    return power / (power + 1.0)


@kernel
def reaches(form: SequenceForm, strategy: Vector) -> Vector:
    """Return float64[sequences + 2]: the probability that a sequence's player plays all actions of the sequence."""
    reach = np.ones(strategy.size + 2)
    for infoset in range(form.parent.size):
        for one in range(form.first[infoset], form.first[infoset + 1]):
            reach[one] = reach[form.parent[infoset]] * strategy[one]
    return reach


@kernel
def _iterate(
    form: SequenceForm, variant: FullWidth, totals: SolverState, trace: Trace, iterations: int
) -> None:
    first, parent, repeats = form.first, form.parent, form.repeats
    row, column, payoff = form.row, form.column, form.payoff
    regret, strategy, strategy_sum = totals.regret, totals.strategy, totals.strategy_sum
    rule = variant.regret
    floor, prediction = rule.floor, rule.prediction
    value, reach = np.zeros(strategy.size + 2), reaches(form, strategy)
    noted_next = first_noted(trace)
    for iteration in range(trace.begin + 1, trace.begin + iterations + 1):
        weight = float(iteration) ** variant.average
        good, bad = kept(iteration - 1, rule.alpha), kept(iteration - 1, rule.beta)
        ahead = kept(iteration, rule.alpha) if prediction > 0.0 else 1.0
        for player in range(2):
            begin, end = (form.second, parent.size) if player else (0, form.second)
            for one in range(first[begin], first[end]):
                worth = 0.0
                for entry in range(row[one], row[one + 1]):
                    worth += payoff[entry] * reach[column[entry]]
                value[one] = worth
            for infoset in range(end - 1, begin - 1, -1):
                low, high = first[infoset], first[infoset + 1]
                worth = 0.0
                for one in range(low, high):
                    worth += strategy[one] * value[one]
                value[parent[infoset]] += repeats[infoset] * worth
                total = 0.0
                for one in range(low, high):
                    new, summed = value[one] - worth, regret[one]
                    summed = max(summed * (good if summed > 0.0 else bad) + new, floor)
                    regret[one] = summed
                    strategy[one] = max(summed * ahead + prediction * new, 0.0)
                    total += strategy[one]
                scale, alike = (1.0 / total, 0.0) if total > 0.0 else (0.0, 1.0 / (high - low))
                for one in range(low, high):
                    strategy[one] = strategy[one] * scale + alike
            for infoset in range(begin, end):
                before = reach[parent[infoset]]
                for one in range(first[infoset], first[infoset + 1]):
                    strategy_sum[one] += weight * reach[one]
                    reach[one] = before * strategy[one]
        value[-2:] = 0.0
        if iteration == noted_next:
            note(trace, iteration, totals, NO_HISTORY)
            noted_next += trace.every
