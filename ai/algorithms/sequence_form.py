"""The sequence form of a game, and the merging of its equivalent information sets by colour refinement.

`SequenceForm` is the representation of a game by Koller, Megiddo and von Stengel ("Fast algorithms for finding
randomized strategies in game trees", STOC 1994). With perfect recall, the probability of a history is the product
of both players' reach and the probability of chance. The values of one player's sequences are therefore the product
of a sparse payoff matrix and the opponent's reach. The product costs one pass over the nonzero payoffs.

`merge_infosets` removes symmetries, such as those between suits, by colour refinement (Grohe, Kersting, Mladenov
and Selman, "Dimension reduction via colour refinement", ESA 2014). The function divides the sequences into as few
classes as possible. All sequences of a class have the same payoffs against each class, and are followed by the same
choices. If a strategy is constant within each class at the start, it stays constant under every update rule that
depends only on values. The merged game therefore has the same iterates as the whole game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.game_tree import GameTree, Histories, Vector
from game.core import TERMINAL, BadInput
from game.quoting import quoted

Unsigned = npt.NDArray[np.uint32]
"""Unsigned indices. Kernels take less than half the time if they need not handle negative indices."""

Classes = npt.NDArray[np.int64]

DECIMALS = 9  # decimals of the compared fingerprints: their rounding errors are about 1e-14


class SequenceForm(NamedTuple):
    """A game in sequence form. With n sequences, sequence n + p is the empty sequence of player p.

    The payoffs are a matrix in CSR format. Row s holds the winnings of the player of sequence s against the
    opponent's sequences, weighted by the probability of chance.

    Attributes:
        first: uint32[infosets + 1]. The sequences of information set i are first[i] .. first[i + 1] - 1.
        parent: uint32[infosets], the player's last sequence before the set.
        repeats: float64[infosets], the number of equivalent sets with the same parent sequence that the set
            represents.
        second: The index of the first information set of player 1.
        row: uint32[n + 3], the index of the first entry of each row, followed by the total number of entries.
        column: uint32[entries], the opponent's sequence.
        payoff: float64[entries], the weighted payoffs.
        members: uint32[n], for each sequence of this form, a sequence of the whole game that it represents.
        stands_for: uint32[sequences of the whole game], the sequence of this form that represents each sequence of
            the whole game.
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
        """The number of sequences without the two empty sequences."""
        return int(self.first[-1])


def sequence_form(tree: GameTree) -> SequenceForm:
    """Return the sequence form of a game.

    Raises:
        BadInput: If a player lacks perfect recall.
    """
    histories, count = tree.histories, int(tree.first[-1])
    reached, chance = _last_sequences(histories, count)
    deciding = np.flatnonzero(histories.player >= 0)
    infoset = histories.infoset[deciding]
    own = reached[deciding, histories.player[deciding]]
    parent = np.empty(len(tree.infosets), dtype=np.int64)
    parent[infoset] = own
    if (forgot := parent[infoset] != own).any():
        key = tree.infosets[infoset[forgot.argmax()]].key
        raise BadInput(f"At {quoted(key)}, its player forgets what led there. CFR needs perfect recall.")
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


def merge_infosets(form: SequenceForm) -> SequenceForm:
    """Return the form with one information set for each class of equivalent sets."""
    infoset, sequence = _classes(form)
    chosen = np.unique(infoset, return_index=True)[1]
    chosen.sort()
    sizes = np.diff(form.first)
    first = np.concatenate(([0], np.cumsum(sizes[chosen]))).astype(np.uint32)
    members = np.concatenate([np.arange(form.first[one], form.first[one + 1]) for one in chosen])
    n = len(members)
    number = np.empty(len(np.unique(sequence)), dtype=np.int64)  # of each class in the merged form
    number[sequence[members]] = np.arange(n)
    number[sequence[-2:]] = n, n + 1
    here = number[sequence]
    alike = _pair_numbers(infoset, form.parent)  # equal sets after the same sequence
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


def _last_sequences(histories: Histories, count: int) -> tuple[Classes, Vector]:
    """Return the last sequence of each player, int64[histories, 2], and the reach of chance, float64[histories]."""
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
    """Return the class of every information set and of every sequence, int64. The empty sequences are last.

    Each round refines the classes. Every class has a random number, and every member sums the numbers of its
    neighbours' classes. Members with different sums are put into different classes. If the neighbours' classes
    differ, the sums almost surely differ.
    """
    rng = np.random.default_rng(0)
    sizes = np.diff(form.first)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    turn = np.arange(form.sequences) - form.first[owner]
    player = (np.arange(len(sizes)) >= form.second).astype(np.int64)
    row_of = np.repeat(np.arange(form.sequences + 2), np.diff(form.row))
    of_turn = rng.random(sizes.max())
    infoset, known = _pair_numbers(player, sizes), 0
    while infoset.max() + 1 > known:
        known = int(infoset.max()) + 1
        sequence = _pair_numbers(infoset[owner], turn)
        sequence = np.append(sequence, sequence.max() + np.array([1, 2]))
        of_sequence, of_infoset = rng.random(int(sequence[-1]) + 1), rng.random(known)
        seen = np.bincount(row_of, form.payoff * of_sequence[sequence[form.column]], form.sequences + 2)
        seen += np.bincount(form.parent, form.repeats * of_infoset[infoset], form.sequences + 2)
        fingerprint = np.bincount(owner, seen[:-2] * of_turn[turn]) + of_sequence[sequence[form.parent]]
        infoset = _pair_numbers(infoset, np.round(fingerprint, DECIMALS))
    return infoset, sequence


def _pair_numbers(label: Classes, other: npt.NDArray[np.generic]) -> Classes:
    """Return an index for each pair of a label and another value, int64. Equal pairs have equal indices."""
    number = np.unique(other, return_inverse=True)[1]
    numbers: Classes = np.unique(label * (number.max() + 1) + number, return_inverse=True)[1]
    return numbers


def _rows(pairs: Classes, worth: Vector, count: int) -> tuple[Unsigned, Unsigned, Vector]:
    """Return the payoffs of each sequence against the opponent's sequences in CSR format.

    Args:
        pairs: int64[ends, 2], the last sequence of each player at every terminal history.
        worth: float64[ends], the payoffs of player 0 weighted by chance.
        count: The number of sequences, including the empty sequences.
    """
    both = np.concatenate((pairs, pairs[:, ::-1]))
    return _compressed(both[:, 0], both[:, 1], np.concatenate((worth, -worth)), count)


def _summed_rows(form: SequenceForm, rows: Classes, here: Classes) -> tuple[Unsigned, Unsigned, Vector]:
    """Return the selected rows of a form in CSR format. The columns of each class are added up."""
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
    """Return a sparse matrix in CSR format. Entries at the same position are summed, and zeros are dropped."""
    positions, inverse = np.unique(row * count + column, return_inverse=True)
    total = np.bincount(inverse, worth)
    positions, total = positions[total != 0], total[total != 0]
    begins = np.searchsorted(positions, np.arange(count + 1) * count)
    return begins.astype(np.uint32), (positions % count).astype(np.uint32), total
