"""CFR, CFR+, linear CFR, DCFR and the predictive variants (variants.py) over the sequence form, compiled.

Updates alternate between the players. For the player to update:

- Sequence values: payoffs times the opponent's reach, one sparse matrix product.
- Backward pass: each information set adds the value of its strategy to its parent sequence. It adds its regrets to
  the totals by the rule of the variant, and computes the next strategy by regret matching.
- Forward pass: the strategy of this iteration is added to the strategy sum, weighted by the player's reach and by
  the weight of the iteration. The new reach is computed.

An iteration costs one pass over the nonzero payoffs. The order of sums is fixed, so a run gives the same bits on
every machine.
"""

from __future__ import annotations

import numpy as np

from ai.algorithms.game_tree import SolverState, Vector, initial_state, smallest_game
from ai.algorithms.sequence_form import SequenceForm, sequence_form
from ai.algorithms.trace import NO_HISTORY, Trace, empty_trace, first_noted, note
from ai.algorithms.variants import SUMMED, FullWidth
from ai.compiled import kernel


def iterate(
    form: SequenceForm, variant: FullWidth, totals: SolverState, trace: Trace, iterations: int
) -> None:
    """Run iterations and update `totals` and `trace` in place.

    Args:
        form: The game.
        variant: The regret rule and the weight of the average.
        totals: The state after iteration `trace.begin`.
        trace: Receives the records.
        iterations: The number of iterations.
    """
    _iterate(form, variant, totals, trace, iterations)


def compile_kernels() -> None:
    form = sequence_form(smallest_game())
    iterate(form, FullWidth(SUMMED, 1.0), initial_state(form.first), empty_trace(form.sequences), 1)


@kernel
def discount_factor(iteration: int, exponent: float) -> float:
    """Return the factor d(t) of `RegretRule` that discounts a total after `iteration`."""
    if exponent == np.inf:
        return 1.0
    power: float = float(iteration) ** exponent
    return power / (power + 1.0)


@kernel
def reaches(form: SequenceForm, strategy: Vector) -> Vector:
    """Return the probability that the player of a sequence takes all of its actions, float64[sequences + 2].

    Args:
        form: The game.
        strategy: float64[form.sequences].
    """
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
        good, bad = discount_factor(iteration - 1, rule.alpha), discount_factor(iteration - 1, rule.beta)
        ahead = discount_factor(iteration, rule.alpha) if prediction > 0.0 else 1.0
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
