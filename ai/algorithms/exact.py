"""Exact best response, NashConv and game value over the sequence form, compiled.

A sparse matrix product turns the reach of one player into the counterfactual values of the opponent's sequences. A
backward pass over the information sets then adds the value of each set to its parent sequence: the value of the
best action, or of the strategy. One measurement costs one pass over the nonzero payoffs. best_response.py computes
the same for any `Policy` and is the oracle.
"""

from __future__ import annotations

import numpy as np

from ai.algorithms.best_response import Exploitability
from ai.algorithms.full_width import reaches
from ai.algorithms.game_tree import Vector, smallest_game, uniform_strategy
from ai.algorithms.sequence_form import SequenceForm, sequence_form
from ai.algorithms.trace import Notes
from ai.compiled import kernel


def exploitability(form: SequenceForm, strategy: Vector) -> Exploitability:
    """Measure a strategy of both players, float64[form.sequences], against its best responses."""
    first, second, value = _measure(form, strategy)
    return Exploitability(float(first + second), float(value))


def measure_averages(form: SequenceForm, sums: Notes) -> tuple[Notes, Vector]:
    """Normalise strategy sums and measure the average strategies.

    Args:
        form: The game.
        sums: float64[rows, form.sequences].

    Returns:
        The averages, float64[rows, form.sequences], uniform in sets that were never reached, and the NashConv of
            each row, float64[rows].
    """
    averages = np.empty_like(sums)
    return averages, _measure_averages(form, sums, averages)


def compile_kernels() -> None:
    """Compile the kernels by measuring the uniform strategy of the smallest game."""
    form = sequence_form(smallest_game())
    exploitability(form, uniform_strategy(form.first))
    measure_averages(form, uniform_strategy(form.first).reshape(1, -1))


@kernel
def _measure_averages(form: SequenceForm, sums: Notes, averages: Notes) -> Vector:
    first, parent, repeats = form.first, form.parent, form.repeats
    row, column, payoff = form.row, form.column, form.payoff
    sequences = sums.shape[1]
    reach, best, found = np.ones(sequences + 2), np.zeros(sequences + 2), np.zeros(len(sums))
    for number in range(len(sums)):
        for infoset in range(parent.size):
            begin, end = first[infoset], first[infoset + 1]
            total = 0.0
            for one in range(begin, end):
                total += sums[number, one]
            scale, alike = (1.0 / total, 0.0) if total > 0.0 else (0.0, 1.0 / (end - begin))
            before = reach[parent[infoset]]
            for one in range(begin, end):
                share = sums[number, one] * scale + alike
                averages[number, one] = share
                reach[one] = before * share
        for one in range(sequences + 2):
            worth = 0.0
            for entry in range(row[one], row[one + 1]):
                worth += payoff[entry] * reach[column[entry]]
            best[one] = worth
        for infoset in range(parent.size - 1, -1, -1):
            top = best[first[infoset]]
            for one in range(first[infoset] + 1, first[infoset + 1]):
                top = max(top, best[one])
            best[parent[infoset]] += repeats[infoset] * top
        found[number] = best[sequences] + best[sequences + 1]
    return found


@kernel
def _measure(form: SequenceForm, strategy: Vector) -> Vector:
    """Return the values of both best responses, and the game value to player 0, float64[3]."""
    sequences = strategy.size
    best = np.zeros(sequences + 2)
    reach = reaches(form, strategy)
    for one in range(sequences + 2):
        for entry in range(form.row[one], form.row[one + 1]):
            best[one] += form.payoff[entry] * reach[form.column[entry]]
    played = best.copy()
    for infoset in range(form.parent.size - 1, -1, -1):
        begin, end = form.first[infoset], form.first[infoset + 1]
        top, worth = best[begin], 0.0
        for one in range(begin, end):
            worth += strategy[one] * played[one]
            top = max(top, best[one])
        best[form.parent[infoset]] += form.repeats[infoset] * top
        played[form.parent[infoset]] += form.repeats[infoset] * worth
    return np.array([best[sequences], best[sequences + 1], played[sequences]])
