"""The sequence form of a game (Koller, Megiddo and von Stengel, 1994), and information sets that are one.

A player with perfect recall comes to a history by one sequence of own actions, so the probability of a history is
the product of three numbers: the players' reaches of their two sequences, and chance. What a sequence of one
player is worth is therefore a sparse matrix, payoffs weighed by chance, times the other player's reaches: a full
pass over the game without visiting its histories.

Many games say the same thing several times over, in Leduc poker once for each suit. `merged` finds the coarsest
division of sequences into classes of equals (those that hold the same payoffs against the same classes, with the
same choices behind them: colour refinement, as in Grohe et al., "Dimension reduction via colour refinement",
2014). A strategy that starts equal within every class stays equal under any rule that looks at values alone, so
solving one of each class goes through the same iterates as solving all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.game_tree import GameTree, Histories, Vector
from game.core import TERMINAL

Unsigned = npt.NDArray[np.uint32]
"""Places that never count from the end: kernels that need not ask run in less than half the time."""

Classes = npt.NDArray[np.int64]

SAME = 9  # decimals to which fingerprints are compared; their rounding errors are some 1e-14


class SequenceForm(NamedTuple):
    """A game by the sequences of both players; sequence n + p is the empty one of player p, n their number.

    first: uint32[infosets + 1], the sequences of information set i are first[i] .. first[i + 1] - 1. parent:
    uint32[infosets], the own sequence that leads there. repeats: float64[infosets], for how many sets below that
    sequence it stands. second: the first set of player 1. Row s of the payoffs (CSR) is what sequence s wins its
    player, chance included, against the sequences of the other: row: uint32[n + 3], column: uint32[entries],
    payoff: float64[entries].
    members, stands_for: which sequences of the tree are solved here, and the one here for each of the tree.
    """

    first: Unsigned
    parent: Unsigned
    repeats: Vector
    second: int
    row: Unsigned
    column: Unsigned
    payoff: Vector
    members: Unsigned
    stands_for: Unsigned

    @property
    def sequences(self) -> int:
        """Return how many sequences there are, the empty ones not counted."""
        return int(self.first[-1])


def sequence_form(tree: GameTree) -> SequenceForm:
    """Return the sequence form of a game; ValueError if a player forgets what it knew or did."""
    histories, count = tree.histories, int(tree.first[-1])
    reached, chance = _reached(histories, count)
    deciding = np.flatnonzero(histories.player >= 0)
    infoset = histories.infoset[deciding]
    own = reached[deciding, histories.player[deciding]]
    parent = np.empty(len(tree.infosets), dtype=np.int64)
    parent[infoset] = own
    if (forgot := parent[infoset] != own).any():
        key = tree.infosets[infoset[forgot.argmax()]].key
        raise ValueError(f"{key}: its player forgets what led there")
    ends = histories.player == TERMINAL
    row, column, payoff = _rows(reached[ends], chance[ends] * histories.payoff[ends], count + 2)
    every = np.arange(count, dtype=np.uint32)
    repeats = np.ones(len(tree.infosets))
    second = tree.own_infosets
    return SequenceForm(
        tree.first.astype(np.uint32),
        parent.astype(np.uint32),
        repeats,
        second,
        row,
        column,
        payoff,
        every,
        every,
    )


def merged(form: SequenceForm) -> SequenceForm:
    """Return the form with one information set for each class of equal ones."""
    infoset, sequence = _classes(form)
    chosen = np.unique(infoset, return_index=True)[1]
    chosen.sort()
    sizes = np.diff(form.first)
    first = np.concatenate(([0], np.cumsum(sizes[chosen]))).astype(np.uint32)
    members = np.concatenate([np.arange(form.first[one], form.first[one + 1]) for one in chosen])
    n = len(members)
    place = np.empty(len(np.unique(sequence)), dtype=np.int64)  # of the class, here
    place[sequence[members]] = np.arange(n)
    place[sequence[-2:]] = n, n + 1
    here = place[sequence]
    alike = _numbered(infoset, form.parent)  # equal sets behind one sequence
    repeats = np.bincount(alike, form.repeats)
    rows = np.concatenate((members, [form.sequences, form.sequences + 1]))
    row, column, payoff = _summed_rows(form, rows, here)
    return SequenceForm(
        first,
        here[form.parent[chosen]].astype(np.uint32),
        repeats[alike[chosen]].astype(np.float64),
        int(np.searchsorted(chosen, form.second)),
        row,
        column,
        payoff,
        form.members[members],
        here[:-2][form.stands_for].astype(np.uint32),
    )


def _reached(histories: Histories, count: int) -> tuple[Classes, Vector]:
    """Return the last sequence of each player, int64[histories, 2], and chance's reach of every history."""
    parent = histories.parent
    mover = histories.player[parent]
    step = np.arange(len(parent)) - histories.first_child[parent]
    sequence = histories.first[histories.infoset[parent]] + step
    reached, chance = np.empty((len(parent), 2), dtype=np.int64), histories.chance.copy()
    reached[0] = count, count + 1
    begin, end = 1, 1 + int(histories.children[0])
    while begin < end:  # the histories of one length
        these = np.arange(begin, end)
        reached[these] = reached[parent[these]]
        chance[these] *= chance[parent[these]]
        moved = these[mover[these] >= 0]
        reached[moved, mover[moved]] = sequence[moved]
        begin, end = end, end + int(histories.children[begin:end].sum())
    return reached, chance


def _classes(form: SequenceForm) -> tuple[Classes, Classes]:
    """Return the class of every information set and of every sequence (the two empty ones last).

    Two of a class are told apart when a sum over what surrounds them differs, each neighbour weighed by a random
    number of its class; that numbers differ while sums agree has no measurable probability.
    """
    rng = np.random.default_rng(0)
    sizes = np.diff(form.first)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    turn = np.arange(form.sequences) - form.first[owner]
    player = (np.arange(len(sizes)) >= form.second).astype(np.int64)
    row_of = np.repeat(np.arange(form.sequences + 2), np.diff(form.row))
    of_turn = rng.random(sizes.max())
    infoset, known = _numbered(player, sizes), 0
    while infoset.max() + 1 > known:
        known = int(infoset.max()) + 1
        sequence = _numbered(infoset[owner], turn)
        sequence = np.append(sequence, sequence.max() + np.array([1, 2]))
        of_sequence, of_infoset = rng.random(int(sequence[-1]) + 1), rng.random(known)
        seen = np.bincount(row_of, form.payoff * of_sequence[sequence[form.column]], form.sequences + 2)
        seen += np.bincount(form.parent, form.repeats * of_infoset[infoset], form.sequences + 2)
        fingerprint = np.bincount(owner, seen[:-2] * of_turn[turn]) + of_sequence[sequence[form.parent]]
        infoset = _numbered(infoset, np.round(fingerprint, SAME))
    return infoset, sequence


def _numbered(label: Classes, other: npt.NDArray[np.generic]) -> Classes:
    """Return the number of each pair of a label and something else among the different ones."""
    number = np.unique(other, return_inverse=True)[1]
    numbers: Classes = np.unique(label * (number.max() + 1) + number, return_inverse=True)[1]
    return numbers


def _rows(pairs: Classes, worth: Vector, count: int) -> tuple[Unsigned, Unsigned, Vector]:
    """Return as CSR what each sequence wins against each other one; pairs: int64[ends, 2] by player."""
    both = np.concatenate((pairs, pairs[:, ::-1]))
    return _compressed(both[:, 0], both[:, 1], np.concatenate((worth, -worth)), count)


def _summed_rows(form: SequenceForm, rows: Classes, here: Classes) -> tuple[Unsigned, Unsigned, Vector]:
    """Return as CSR the given rows of a form, the columns of a class added up."""
    lengths = np.diff(form.row)[rows].astype(np.int64)
    begins = np.repeat(
        form.row[rows].astype(np.int64) - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths
    )
    entries = begins + np.arange(lengths.sum())
    row = np.repeat(np.arange(len(rows)), lengths)
    return _compressed(row, here[form.column[entries]], form.payoff[entries], len(rows))


def _compressed(
    row: Classes, column: Classes, worth: Vector, count: int
) -> tuple[Unsigned, Unsigned, Vector]:
    """Return entries as CSR, those of one place added up, zeros left out."""
    places, inverse = np.unique(row * count + column, return_inverse=True)
    total = np.bincount(inverse, worth)
    places, total = places[total != 0], total[total != 0]
    begins = np.searchsorted(places, np.arange(count + 1) * count)
    return begins.astype(np.uint32), (places % count).astype(np.uint32), total
