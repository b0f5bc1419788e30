"""Locks: what a player does at a decision is set by hand, and the rest is solved around it.

A locked decision, or the hands of it that are locked, plays what it was told in every iteration; neither does it
learn nor does a best response leave it. What is solved is then the best that either player can do besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ai.solver.betting import DECISION, Path
from ai.solver.forest import Bools, Float32s
from ai.solver.spot import Spot
from ai.solver.streets import StreetTables, find_state
from ai.solver.symmetry import NO_MOVES, Symmetry, symmetry
from game.core import BadInput
from game.rules.cards import Card

Strategy = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Lock:
    """What is played after `actions` and the `cards` dealt on the way.

    strategy: float64[1326, actions], rows that add up to 1; NaN for hands that stay free.
    """

    actions: Path
    cards: tuple[Card, ...]
    strategy: Strategy = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class LockedEntries:
    """The entries of a locked decision in the tables of its player, each [actions, classes], and what they hold.

    which: bool[classes], those that are locked.
    """

    regret: Float32s
    total: Float32s
    fixed: Float32s
    which: Bools

    def hold(self) -> None:
        """Write the locked strategy over what was learnt."""
        self.regret[:, self.which] = self.fixed[:, self.which]
        self.total[:, self.which] = self.fixed[:, self.which]


def moves_under(spot: Spot, locks: Sequence[Lock]) -> Symmetry | None:
    """Return what changes nothing in a spot with locks; None where there are none.

    On later boards a lock may tell apart what the ranges do not: then every hand and card stands for itself.
    """
    if not locks:
        return None
    if any(lock.cards for lock in locks):
        return NO_MOVES
    told_apart = [one.astype(float) for one in spot.ranges]
    for lock in locks:
        told_apart += list(np.nan_to_num(lock.strategy, nan=-1.0).T)
    return symmetry(spot.board, told_apart)


def held_in(streets: Sequence[StreetTables], locks: Sequence[Lock]) -> list[LockedEntries]:
    """Return the entries of locks in the tables of a subgame, and mark them there as locked.

    Raises `BadInput` if a lock is not at a decision, or has not as many actions as its decision.
    """
    found: list[LockedEntries] = []
    for lock in locks:
        place = find_state(streets, lock.actions, lock.cards)
        street, player = streets[place.street], place.player(streets)
        node = street.planted.nodes[place.node]
        if node.kind != DECISION or lock.strategy.shape[1] != len(node.actions):
            raise BadInput("A lock needs a decision, and a share for each of its actions.")
        entries, shape = place.entries(streets)
        table = street.tables[player]
        if not len(table.locked):
            table = table._replace(locked=np.zeros(len(table.total), np.bool_))
            tables = list(street.tables)
            tables[player] = table
            street.tables = (tables[0], tables[1])
        class_of = street.deals.boards[place.board].class_of[player][place.places]
        fixed, which = _by_class(lock, class_of, shape[1])
        table.locked[entries].reshape(shape)[:] = which
        regret, total = table.regret[entries].reshape(shape), table.total[entries].reshape(shape)
        found.append(LockedEntries(regret, total, fixed, which))
    return found


def _by_class(lock: Lock, class_of: npt.NDArray[np.int32], classes: int) -> tuple[Float32s, Bools]:
    """Return float32[actions, classes], the strategy by class of hands on a board, and which of them are locked.

    class_of: int32[1326], -1 where a hand is not held.
    """
    fixed = np.zeros((lock.strategy.shape[1], classes), np.float32)
    which = np.zeros(classes, np.bool_)
    given = np.flatnonzero((class_of >= 0) & np.isfinite(lock.strategy).all(axis=1))
    fixed[:, class_of[given]] = lock.strategy[given].T
    which[class_of[given]] = True
    return fixed, which
