"""Best response, NashConv and the value of the game, exact and compiled, over the sequence form.

The reaches of one player turn the payoffs into what every sequence of the other is worth; from the last
information set to the first the best action, or the mix that is played, hands its worth on to the sequence before.
`best_response.py` says the same in plain words, for any policy that can be asked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ai.algorithms.best_response import Exploitability
from ai.algorithms.full_width import reaches
from ai.algorithms.game_tree import (
    SequenceForm,
    Unsigned,
    Vector,
    sequence_form,
    smallest_game,
    uniform_strategy,
)
from ai.algorithms.trace import Notes
from ai.compiled import kernel


@dataclass(frozen=True, slots=True)
class Replies:
    """What the best reply of each player wins, and which of its actions it takes: uint32[infosets], from 0."""

    values: tuple[float, float]
    actions: Unsigned


def exploitability(form: SequenceForm, strategy: Vector) -> Exploitability:
    """Measure a strategy of both players, float64[form.sequences], against its best replies."""
    values, _ = _answers(form, strategy)
    return Exploitability(float(values[0] + values[1]), float(values[2]))


def measured(form: SequenceForm, sums: Notes) -> tuple[Notes, Vector]:
    """Return the average strategies that many sums make, and NashConv of each; all rows at a stroke.

    sums: float64[rows, form.sequences]; so are the averages, uniform where a set was never reached.
    """
    averages = np.empty_like(sums)
    return averages, _measured(form, sums, averages)


def best_replies(form: SequenceForm, strategy: Vector) -> Replies:
    """Return the best reply to each player's strategy, float64[form.sequences]; the first action of equals."""
    values, actions = _answers(form, strategy)
    return Replies((float(values[0]), float(values[1])), actions)


def compile_kernels() -> None:
    """Measure the uniform strategy of the smallest game."""
    form = sequence_form(smallest_game())
    exploitability(form, uniform_strategy(form.first))
    measured(form, uniform_strategy(form.first).reshape(1, -1))


@kernel
def _measured(form: SequenceForm, sums: Notes, averages: Notes) -> Vector:
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
def _answers(form: SequenceForm, strategy: Vector) -> tuple[Vector, Unsigned]:
    """Return the values of both best replies and of the strategy itself to player 0, and the actions replied."""
    sequences = strategy.size
    best = np.zeros(sequences + 2)
    reach = reaches(form, strategy)
    for one in range(sequences + 2):
        for entry in range(form.row[one], form.row[one + 1]):
            best[one] += form.payoff[entry] * reach[form.column[entry]]
    played = best.copy()
    actions = np.zeros(form.parent.size, np.uint32)
    for infoset in range(form.parent.size - 1, -1, -1):
        begin, end = form.first[infoset], form.first[infoset + 1]
        top, worth = begin, 0.0
        for one in range(begin, end):
            worth += strategy[one] * played[one]
            if best[one] > best[top]:
                top = one
        actions[infoset] = top - begin
        best[form.parent[infoset]] += form.repeats[infoset] * best[top]
        played[form.parent[infoset]] += form.repeats[infoset] * worth
    return np.array([best[sequences], best[sequences + 1], played[sequences]]), actions
