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

from ai.algorithms.game_tree import GameTree, Vector
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
    histories = tree.histories
    count = int(tree.first[-1])
    reached = np.empty((len(histories.player), 2), dtype=np.int64)
    chance = np.ones(len(histories.player))
    reached[0] = count, count + 1
    parent = np.full(len(tree.infosets), -1, dtype=np.int64)
    for history, player in enumerate(histories.player.tolist()):  # parents come before children
        begin = int(histories.first_child[history])
        behind = slice(begin, begin + int(histories.children[history]))
        reached[behind] = reached[history]
        chance[behind] = chance[history] * histories.chance[behind]
        if player >= 0:
            infoset = int(histories.infoset[history])
            own = int(reached[history, player])
            if parent[infoset] not in (-1, own):
                raise ValueError(f"{tree.infosets[infoset].key}: its player forgets what led there")
            parent[infoset] = own
            reached[behind, player] = np.arange(histories.first[infoset], histories.first[infoset + 1])
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
    alike = _numbered(np.stack((form.parent, infoset), axis=1))  # equal sets behind one sequence
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
    infoset, known = _numbered(np.stack((player, sizes), axis=1)), 0
    while infoset.max() + 1 > known:
        known = int(infoset.max()) + 1
        sequence = _numbered(np.stack((infoset[owner], turn), axis=1))
        sequence = np.append(sequence, sequence.max() + np.array([1, 2]))
        of_sequence, of_infoset = rng.random(int(sequence[-1]) + 1), rng.random(known)
        seen = np.bincount(row_of, form.payoff * of_sequence[sequence[form.column]], form.sequences + 2)
        seen += np.bincount(form.parent, form.repeats * of_infoset[infoset], form.sequences + 2)
        fingerprint = np.bincount(owner, seen[:-2] * of_turn[turn]) + of_sequence[sequence[form.parent]]
        infoset = _numbered(np.stack((infoset, np.round(fingerprint, SAME)), axis=1))
    return infoset, sequence


def _numbered(labels: npt.NDArray[np.generic]) -> Classes:
    """Return the number of each row of `labels` among the different ones."""
    numbers: Classes = np.unique(labels, axis=0, return_inverse=True)[1].reshape(-1)
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
