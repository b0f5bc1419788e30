"""One sweep of a street for one traverser: reaches down the trees, values up again, regrets on the way: kernels.

A sweep goes down with the other player's reach, which its strategy splits at its decisions, and comes up with the
counterfactual value of every class of the traverser: what it wins, in pots, against all hands of the other player,
each weighed by its reach. Tables lie action by action: the entries of all classes of a board for one action stand
side by side. Strategies are not kept: they follow from the regrets, or from the sums of the average.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.solver.betting import DEAL, DECISION, FOLD, SHOWDOWN
from ai.solver.deals import Hands
from ai.solver.forest import Forest, Rows
from ai.solver.showdowns import LANES, Sums, value_terminals

Float32s = npt.NDArray[np.float32]

UPDATE, BEST, AVERAGE = 0, 1, 2
"""What the traverser does: plays by its regrets and updates them; replies best to the average; plays the average.
The other player plays by its regrets against an update, else its average."""

LEAST = np.float32(1e-30)
"""Weights that sum up to less say nothing: they have lost their digits, or have no reciprocal."""


class Table(NamedTuple):
    """Of one player, float32[entries] each: regrets, and the weighed sums of all strategies; slots: of a board."""

    regret: Float32s
    total: Float32s
    slots: int


class Step(NamedTuple):
    """What a sweep does: its mode; what is kept of regrets above and below 0, their floor; what is kept of the average."""

    mode: int
    good: float
    bad: float
    floor: float
    kept: float


class Scratch(NamedTuple):
    """reach: float32[rows x classes], value: float32[nodes x classes], of a batch; scale, alike: float32[classes]."""

    reach: Float32s
    value: Float32s
    scale: Float32s
    alike: Float32s
    sums: Sums


@kernel
def sweep_rivers(
    forest: Forest,
    rows: Rows,
    traverser: int,
    mine: Hands,
    theirs: Hands,
    own: Table,
    other: Table,
    step: Step,
    begin: int,
    end: int,
    reach_before: Float32s,
    value_before: Float32s,
    scratch: Scratch,
) -> None:
    """Sweep the full boards from `begin` to `end`; values are added to `value_before`.

    reach_before: float32[trees, classes of the other player on the board before]; value_before: the same of mine.
    """
    for board in range(begin, end):
        for batch in range(len(forest.batch) - 1):
            descend(forest, rows, traverser, theirs, other, step, board, batch, reach_before, scratch)
            ascend(
                forest,
                rows,
                traverser,
                mine,
                theirs,
                own,
                step,
                board,
                batch,
                value_before[:0],
                value_before,
                scratch,
            )


@kernel
def descend(
    forest: Forest,
    rows: Rows,
    traverser: int,
    theirs: Hands,
    other: Table,
    step: Step,
    board: int,
    batch: int,
    reach_before: Float32s,
    scratch: Scratch,
) -> None:
    """Fill in the other player's reach at every row of a batch, and add it to the sums of its average in an update."""
    first = theirs.first[board]
    classes = theirs.first[board + 1] - first
    reach, scale, alike = scratch.reach, scratch.scale, scratch.alike
    update = step.mode == UPDATE
    weights = other.regret if update else other.total
    total, kept = other.total, np.float32(step.kept)
    for node in range(forest.batch[batch], forest.batch[batch + 1]):
        source = rows.row[node] * classes
        root = forest.root[node]
        if root >= 0:
            for one in range(classes):
                reach[source + one] = reach_before[root, theirs.parent[first + one]]
        if forest.kind[node] != DECISION or forest.player[node] == traverser:
            continue
        slot = first * other.slots + forest.slot[node] * classes
        actions = forest.actions[node]
        match(weights, slot, actions, classes, scale, alike)
        for action in range(actions):
            entry = slot + action * classes
            target = rows.row[forest.child[node] + action] * classes
            for one in range(classes):
                played = max(weights[entry + one], np.float32(0.0)) * scale[one] + alike[one]
                reach[target + one] = reach[source + one] * played
            if update:
                for one in range(classes):
                    total[entry + one] = total[entry + one] * kept + reach[target + one]


@kernel
def match(weights: Float32s, slot: int, actions: int, classes: int, scale: Float32s, alike: Float32s) -> None:
    """Find the strategy in proportion to what is positive: weight x scale + alike; all alike where nothing is."""
    for one in range(classes):
        scale[one] = 0.0
    for action in range(actions):
        entry = slot + action * classes
        for one in range(classes):
            scale[one] += max(weights[entry + one], np.float32(0.0))
    even = np.float32(1.0 / actions)
    for one in range(classes):
        known = scale[one] > LEAST
        alike[one] = np.float32(0.0) if known else even
        scale[one] = np.float32(1.0) / scale[one] if known else np.float32(0.0)


@kernel
def ascend(
    forest: Forest,
    rows: Rows,
    traverser: int,
    mine: Hands,
    theirs: Hands,
    own: Table,
    step: Step,
    board: int,
    batch: int,
    value_after: Float32s,
    value_before: Float32s,
    scratch: Scratch,
) -> None:
    """Value a batch whose reaches are known, and add the values of its trees to those of the board before.

    value_after: float32[ends, classes], what the ends of the street are worth, empty on rivers.
    """
    first = mine.first[board]
    classes = mine.first[board + 1] - first
    value, base = scratch.value, forest.batch[batch]
    value_terminals(mine, theirs, board, rows, batch, scratch.reach, scratch.sums)
    _take_terminals(forest, rows, traverser, batch, classes, value, scratch.sums)
    for node in range(forest.batch[batch + 1] - 1, base - 1, -1):
        kind, here = forest.kind[node], (node - base) * classes
        if kind == DEAL:
            for one in range(classes):
                value[here + one] = value_after[forest.end[node], one]
        elif kind == DECISION:
            actions, child = forest.actions[node], (forest.child[node] - base) * classes
            slot = first * own.slots + forest.slot[node] * classes
            if forest.player[node] != traverser:
                _add_up(value, here, child, actions, classes)
            elif step.mode == BEST:
                _take_best(value, here, child, actions, classes)
            else:
                weights = own.regret if step.mode == UPDATE else own.total
                _play(weights, slot, value, here, child, actions, classes, scratch)
                if step.mode == UPDATE:
                    _regret(own.regret, slot, value, here, child, actions, classes, step)
        root = forest.root[node]
        if root >= 0:
            for one in range(classes):
                above, share = mine.parent[first + one], mine.share[first + one]
                value_before[root, above] += share * value[here + one]


@kernel
def _take_terminals(
    forest: Forest, rows: Rows, traverser: int, batch: int, classes: int, value: Float32s, sums: Sums
) -> None:
    """Write the values of all terminals of a batch: what a chip wins there, times the stake."""
    base = forest.batch[batch]
    folded, shown = sums.folded, sums.shown
    for block in range(0, classes, LANES):
        stop = min(block + LANES, classes)
        for node in range(base, forest.batch[batch + 1]):
            row, here, stake = rows.place[node], (node - base) * classes, forest.stake[node]
            if forest.kind[node] == FOLD:
                won = -stake if forest.player[node] == traverser else stake
                for one in range(block, stop):
                    value[here + one] = folded[one, row] * won
            elif forest.kind[node] == SHOWDOWN:
                for one in range(block, stop):
                    value[here + one] = shown[one, row] * stake


@kernel
def _add_up(value: Float32s, here: int, child: int, actions: int, classes: int) -> None:
    for one in range(classes):
        value[here + one] = value[child + one]
    for action in range(1, actions):
        after = child + action * classes
        for one in range(classes):
            value[here + one] += value[after + one]


@kernel
def _take_best(value: Float32s, here: int, child: int, actions: int, classes: int) -> None:
    for one in range(classes):
        value[here + one] = value[child + one]
    for action in range(1, actions):
        after = child + action * classes
        for one in range(classes):
            value[here + one] = max(value[here + one], value[after + one])


@kernel
def _play(
    weights: Float32s,
    slot: int,
    value: Float32s,
    here: int,
    child: int,
    actions: int,
    classes: int,
    scratch: Scratch,
) -> None:
    """Value a decision of the traverser by the strategy that follows from `weights`."""
    scale, alike = scratch.scale, scratch.alike
    match(weights, slot, actions, classes, scale, alike)
    for one in range(classes):
        value[here + one] = 0.0
    for action in range(actions):
        entry, after = slot + action * classes, child + action * classes
        for one in range(classes):
            played = max(weights[entry + one], np.float32(0.0)) * scale[one] + alike[one]
            value[here + one] += played * value[after + one]


@kernel
def _regret(
    regret: Float32s,
    slot: int,
    value: Float32s,
    here: int,
    child: int,
    actions: int,
    classes: int,
    step: Step,
) -> None:
    """Add what each action would have won more, after what was before is discounted."""
    good, bad, floor = np.float32(step.good), np.float32(step.bad), np.float32(step.floor)
    for action in range(actions):
        entry, after = slot + action * classes, child + action * classes
        for one in range(classes):
            before = regret[entry + one]
            kept = before * (good if before > 0.0 else bad) + (value[after + one] - value[here + one])
            regret[entry + one] = max(kept, floor)
