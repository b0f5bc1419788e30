"""A zero-sum game with perfect recall as a linear program: an exact solution without CFR.

In the sequence form (Koller, Megiddo and von Stengel, 1994), player 0 chooses the reach x of its sequences to
maximise its value against a best response. Every information set of player 1 has a free variable, the value of
player 1's best action there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

from ai.algorithms.game_tree import Vector
from ai.algorithms.sequence_form import SequenceForm


@dataclass(frozen=True)
class Solution:
    """The value to player 0, and player 0's reach of its sequences. The empty sequence is last."""

    value: float
    reaches: Vector


def solve(form: SequenceForm) -> Solution:
    """Solve a whole game, without merged information sets."""
    count, cut = form.sequences, int(form.first[form.second])
    payoffs = csr_matrix((form.payoff, form.column, form.row), shape=(count + 2, count + 2))
    mine, theirs = [*range(cut), count], [*range(cut, count), count + 1]
    payoff = payoffs[mine][:, theirs]
    own, other = (_constraints(form, player) for player in (0, 1))
    sets = other.shape[0]
    # maximise values[0] where other.T @ values <= payoff.T @ x, own @ x = (1, 0, ..), x >= 0
    objective = np.zeros(len(mine) + sets)
    objective[len(mine)] = -1.0
    start = np.zeros(own.shape[0])
    start[0] = 1.0
    found = linprog(
        objective,
        A_ub=hstack((-payoff.T, other.T)),
        b_ub=np.zeros(len(theirs)),
        A_eq=hstack((own, csr_matrix((own.shape[0], sets)))),
        b_eq=start,
        bounds=[(0, None)] * len(mine) + [(None, None)] * sets,
        method="highs",
    )
    assert found.status == 0, found.message
    return Solution(-float(found.fun), found.x[: len(mine)])


def strategy(form: SequenceForm, first: Vector, second: Vector) -> Vector:
    """Return the reach of both players as a strategy over all sequences. The empty sequences are last."""
    played = np.concatenate((first[:-1], second[:-1], first[-1:], second[-1:])).clip(0)
    sizes = np.diff(form.first)
    before = np.repeat(played[form.parent], sizes)
    alike = np.repeat(1.0 / sizes, sizes)
    return np.divide(played[:-2], before, out=alike, where=before > 1e-9)


def swapped(form: SequenceForm) -> SequenceForm:
    """Return the game with the players swapped. `solve` then finds the second player's strategy."""
    count, cut = form.sequences, int(form.first[form.second])
    order = np.concatenate((np.arange(cut, count), np.arange(cut), [count + 1, count]))
    place = np.argsort(order)
    payoffs = csr_matrix((form.payoff, form.column, form.row), shape=(count + 2, count + 2))[order][:, order]
    payoffs.sort_indices()
    sizes = np.diff(form.first)
    moved = np.concatenate((np.arange(form.second, len(sizes)), np.arange(form.second)))
    return form._replace(
        first=np.concatenate(([0], np.cumsum(sizes[moved]))).astype(np.int32),
        parent=place[form.parent[moved]].astype(np.int32),
        second=len(sizes) - form.second,
        row=payoffs.indptr,
        column=payoffs.indices,
        payoff=payoffs.data,
    )


def _constraints(form: SequenceForm, player: int) -> csr_matrix:
    """Return the constraints on the reach of sequences.

    The empty sequence has reach 1. The reaches after an information set sum to the reach before it.
    """
    count, cut = form.sequences, int(form.first[form.second])
    begin, end = (form.second, len(form.parent)) if player else (0, form.second)
    offset, size = (cut, count - cut) if player else (0, cut)
    rows, columns, entries = [0], [size], [1.0]
    for row, infoset in enumerate(range(begin, end), 1):
        parent = int(form.parent[infoset])
        own = range(form.first[infoset] - offset, form.first[infoset + 1] - offset)
        rows += [row] * (len(own) + 1)
        columns += [size if parent >= count else parent - offset, *own]
        entries += [-1.0] + [1.0] * len(own)
    return csr_matrix((entries, (rows, columns)), shape=(end - begin + 1, size + 1))
