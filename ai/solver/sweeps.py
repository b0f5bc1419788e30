"""Kernels of vector-form CFR: one traversal ("sweep") of a street's tree for one traverser (see subgame.py).

On the way down a tree, each decision of the other player divides that player's reach among the actions by the
strategy. On the way up, the counterfactual value of every class of the traverser is computed. This value is the
class's winnings in pots against all hands of the other player, weighted by the reach of these hands. The
traverser's regrets are updated at the same time. Strategies are not stored, because they can be computed from the
regrets or from the sums of the average strategy.

A row of a table belongs to an action of a decision. Tables in 16 bits have integers and a scale for each row. A
decision is unpacked to float32, updated in the same way as in 32 bits, and packed with new scales. Rounding is
dithered: over the iterations, each entry is rounded up with a frequency equal to its fractional part (an additive
recurrence with the golden ratio). Small changes therefore add up instead of being lost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.compiled import kernel
from ai.solver.betting import DEAL, DECISION, FOLD, SHOWDOWN
from ai.solver.deals import Int32s
from ai.solver.forest import (
    BEST,
    LANES,
    MAX_LEVEL,
    UPDATE,
    Bools,
    Float32s,
    Int16s,
    PackedTable,
    Place,
    Scratch,
    Sides,
    SweepStep,
    Table,
    View,
)
from ai.solver.showdowns import value_terminals
from ai.solver.streets import smallest_streets

MIN_WEIGHT = np.float32(1e-30)
"""Smaller sums of weights count as 0, because they have lost their precision, or have no reciprocal in float32."""
GOLDEN_RATIO = 0.6180339887498949
"""The fractional part of the golden ratio. Its multiples are spread evenly over 0 to 1, modulo 1."""


class _Decision(NamedTuple):
    """Indices of a decision.

    Attributes:
        slot: The first entry of the decision in the table of its player.
        row: The first row of the decision in this table.
        here: The start of the numbers of the decision's node in the scratch memory. The numbers are values if
            the traverser acts, otherwise reaches.
        child: The corresponding start for the node after the first action.
    """

    slot: int
    row: int
    here: int
    child: int
    actions: int
    classes: int


def compile_kernels(bits: int = 32) -> None:
    """Compile the kernels for tables in 32 or 16 bits by sweeping a turn with two hands for each player."""
    turn, rivers = smallest_streets(bits)
    scratch, step = turn.scratch(), SweepStep(UPDATE, 1.0, 1.0, 0.0, 1.0)
    classes = turn.deals.classes(0, 0)
    values = np.zeros((len(turn.ends), classes), np.float32)
    descend(turn.seen_by(0), step, Place(0, 0), np.ones((1, classes), np.float32), scratch)
    sweep_rivers(rivers.seen_by(0), step, (0, 1), (values, values), rivers.scratch())
    ascend(turn.seen_by(0), step, Place(0, 0), (values, np.zeros((1, classes), np.float32)), scratch)


@kernel
def sweep_rivers(
    sides: Sides,
    step: SweepStep,
    boards: tuple[int, int],
    before: tuple[Float32s, Float32s],
    scratch: Scratch,
) -> None:
    """Sweep the rivers from the first to the last (exclusive) index of `boards`.

    `before` has the other player's reach and the traverser's values on the previous board, float32[trees, classes]
    each. The values of the rivers are added to these values.
    """
    reach, value = before
    for board in range(boards[0], boards[1]):
        for batch in range(len(sides.street.forest.batch) - 1):
            place = Place(board, batch)
            descend(sides, step, place, reach, scratch)
            ascend(sides, step, place, (value, value), scratch)


@kernel
def descend(sides: Sides, step: SweepStep, place: Place, reach_before: Float32s, scratch: Scratch) -> None:
    """Compute the other player's reach at every row of a batch. In an update, also update the strategy sums.

    `reach_before` is the reach at the ends of the previous street, float32[trees, classes].
    """
    view, other, reach = sides.street, sides.other, scratch.reach
    forest, theirs = view.forest, view.theirs
    first = theirs.first[place.board]
    classes = theirs.first[place.board + 1] - first
    for node in range(forest.batch[place.batch], forest.batch[place.batch + 1]):
        source = view.rows.row[node] * classes
        root = forest.root[node]
        if root >= 0:
            _take_over(reach[source : source + classes], reach_before[root], theirs.parent[first:])
        if forest.kind[node] == DECISION and forest.player[node] != view.traverser:
            target = view.rows.row[forest.child[node]] * classes
            slot = first * other.slots + forest.slot[node] * classes
            row = place.board * other.slots + forest.slot[node]
            here = _Decision(slot, row, source, target, forest.actions[node], classes)
            _split_reach(other, other.packed, here, step, scratch)


@kernel
def _take_over(reach: Float32s, before: Float32s, parent: Int32s) -> None:
    for one in range(len(reach)):
        reach[one] = before[parent[one]]


@kernel
def _hand_back(value: Float32s, before: Float32s, parent: Int32s, share: Float32s) -> None:
    for one in range(len(value)):
        before[parent[one]] += share[one] * value[one]


@kernel
def _split_reach(
    table: Table, packed: PackedTable | None, at: _Decision, step: SweepStep, scratch: Scratch
) -> None:
    """Multiply the reach of a decision by the strategy of its table. In an update, add the products to the sums.

    `packed` is a separate argument, because numba removes branches that the type of an argument makes impossible.
    """
    reach = scratch.reach
    if packed is not None:
        _split_packed(packed, at, step, scratch)
    elif step.mode == UPDATE:
        _split(table.regret, at, reach, scratch.scale, scratch.alike)
        _average(table.total, at, reach, np.float32(step.average))
    else:
        _split(table.total, at, reach, scratch.scale, scratch.alike)


@kernel
def _split(weights: Float32s, at: _Decision, reach: Float32s, scale: Float32s, alike: Float32s) -> None:
    """Write the reach of each action: the reach of the decision times the probability of the action (see `match`).

    `weights` and `reach` store the actions of a decision one after the other.
    """
    match(weights, at, scale, alike)
    source = reach[at.here : at.here + at.classes]
    for action in range(at.actions):
        weight, target = _of_action(weights, at.slot, action, at), _of_action(reach, at.child, action, at)
        for one in range(at.classes):
            target[one] = source[one] * (max(weight[one], np.float32(0.0)) * scale[one] + alike[one])


@kernel
def _average(total: Float32s, at: _Decision, reach: Float32s, discount: np.float32) -> None:
    """Discount the sums of the average strategy, and add the reach of every action."""
    size = at.actions * at.classes
    sums, reached = total[at.slot : at.slot + size], reach[at.child : at.child + size]
    for entry in range(size):
        sums[entry] = sums[entry] * discount + reached[entry]


@kernel
def _of_action(numbers: Float32s, begin: int, action: int, at: _Decision) -> Float32s:
    """Return the numbers of an action, float32[classes].

    In `numbers`, the actions of a decision follow each other, starting at the index `begin`.
    """
    first = begin + action * at.classes
    return numbers[first : first + at.classes]


@kernel
def match(weights: Float32s, at: _Decision, scale: Float32s, alike: Float32s) -> None:
    """Prepare regret matching: compute `scale` and `alike`, float32[classes].

    The strategy is max(weight, 0) * scale + alike.

    If a class has no positive weight, its strategy is uniform.
    """
    scale[: at.classes] = 0.0
    for action in range(at.actions):
        weight = _of_action(weights, at.slot, action, at)
        for one in range(at.classes):
            scale[one] += max(weight[one], np.float32(0.0))
    even = np.float32(1.0 / at.actions)
    for one in range(at.classes):
        total = scale[one]
        known = total > MIN_WEIGHT
        alike[one] = np.float32(0.0) if known else even
        scale[one] = np.float32(1.0) / total if known else np.float32(0.0)


@kernel
def ascend(
    sides: Sides, step: SweepStep, place: Place, values: tuple[Float32s, Float32s], scratch: Scratch
) -> None:
    """Compute the values of a batch from its reaches, and add the values of its roots to the previous board.

    `values` has the values at the ends of the street (float32[ends, classes]) and the values on the previous board
    (float32[trees, classes]). The first array is not used on rivers.
    """
    after, before = values
    view, own, value = sides.street, sides.own, scratch.value
    forest, mine = view.forest, view.mine
    first, base = mine.first[place.board], forest.batch[place.batch]
    classes = mine.first[place.board + 1] - first
    value_terminals(view, place, scratch)
    _take_terminals(view, place.batch, classes, scratch)
    if len(forest.rake):
        _pay_rake(view, place.batch, classes, scratch)
    for node in range(forest.batch[place.batch + 1] - 1, base - 1, -1):
        here = (node - base) * classes
        if forest.kind[node] == DEAL:
            value[here : here + classes] = after[forest.end[node], :classes]
        elif forest.kind[node] == DECISION:
            slot = first * own.slots + forest.slot[node] * classes
            child = (forest.child[node] - base) * classes
            row = place.board * own.slots + forest.slot[node]
            at = _Decision(slot, row, here, child, forest.actions[node], classes)
            if forest.player[node] == view.traverser:
                _decide(own, own.packed, step, at, scratch)
            else:
                _add_up(value, at)
        root = forest.root[node]
        if root >= 0:
            _hand_back(value[here : here + classes], before[root], mine.parent[first:], mine.share[first:])


@kernel
def _take_terminals(view: View, batch: int, classes: int, scratch: Scratch) -> None:
    """Write the values of all terminals of a batch: the value per chip at stake, times the stake."""
    whole = classes // LANES * LANES
    for block in range(0, whole, LANES):
        _take_block(view, batch, (block, classes), scratch, LANES)
    _take_block(view, batch, (whole, classes), scratch, classes - whole)


@kernel
def _take_block(view: View, batch: int, classes: tuple[int, int], scratch: Scratch, lanes: int) -> None:
    """Write the values of `lanes` classes at all terminals of a batch.

    `classes` is (the first of these classes, the number of all classes).
    """
    forest, value = view.forest, scratch.value
    folded, shown = scratch.sums.folded, scratch.sums.showdown
    block, number = classes
    base = forest.batch[batch]
    for node in range(base, forest.batch[batch + 1]):
        kind, stake = forest.kind[node], forest.stake[node]
        here = np.uint64((node - base) * number + block)
        row = np.uint64(max(view.rows.end_row[node], 0))
        if kind == FOLD:
            won = -stake if forest.player[node] == view.traverser else stake
            for lane in range(lanes):
                value[here + np.uint64(lane)] = folded[np.uint64(block + lane), row] * won
        elif kind == SHOWDOWN:
            for lane in range(lanes):
                value[here + np.uint64(lane)] = shown[np.uint64(block + lane), row] * stake


@kernel
def _pay_rake(view: View, batch: int, classes: int, scratch: Scratch) -> None:
    """Subtract the rake from the values of the terminals of a batch.

    The winner pays the rake. In a tie, each player pays half. At a showdown, the traverser's hand therefore pays
    the whole rake against the hands that it beats, and half against hands of equal strength. Let A be the weight of
    all compatible hands, and D the weight of the beaten hands minus the weight of the better hands. The traverser
    pays the rake times (A + D) / 2.
    """
    forest, value = view.forest, scratch.value
    folded, shown = scratch.sums.folded, scratch.sums.showdown
    base = forest.batch[batch]
    for node in range(base, forest.batch[batch + 1]):
        kind, rake = forest.kind[node], forest.rake[node]
        here, row = (node - base) * classes, max(view.rows.end_row[node], 0)
        if kind == FOLD and forest.player[node] != view.traverser:
            for one in range(classes):
                value[here + one] -= folded[one, row] * rake
        elif kind == SHOWDOWN:
            for one in range(classes):
                value[here + one] -= (folded[one, row] + shown[one, row]) * rake * np.float32(0.5)


@kernel
def _decide(
    table: Table, packed: PackedTable | None, step: SweepStep, at: _Decision, scratch: Scratch
) -> None:
    """Compute the value of a decision of the traverser. In an update, also update the regrets of the decision."""
    if packed is not None:
        _decide_packed(packed, table.locked, step, at, scratch)
    elif step.mode == BEST:
        _take_best(scratch.value, at)
        if len(table.locked):
            _stay_locked(table.total, table.locked[at.slot :], at, scratch)
    elif step.mode == UPDATE:
        _play(table.regret, at, scratch.value, scratch.scale, scratch.alike)
        _regret(table.regret, at, scratch.value, step)
    else:
        _play(table.total, at, scratch.value, scratch.scale, scratch.alike)


@kernel
def _add_up(value: Float32s, at: _Decision) -> None:
    here = value[at.here : at.here + at.classes]
    here[:] = 0.0
    for action in range(at.actions):
        after = _of_action(value, at.child, action, at)
        for one in range(at.classes):
            here[one] += after[one]


@kernel
def _take_best(value: Float32s, at: _Decision) -> None:
    here = value[at.here : at.here + at.classes]
    here[:] = _of_action(value, at.child, 0, at)
    for action in range(1, at.actions):
        after = _of_action(value, at.child, action, at)
        for one in range(at.classes):
            here[one] = max(here[one], after[one])


@kernel
def _stay_locked(total: Float32s, locked: Bools, at: _Decision, scratch: Scratch) -> None:
    """Compute the values of the locked classes of a decision from their fixed strategy.

    `locked`, bool[classes or more], begins with the entries of the decision.
    """
    match(total, at, scratch.scale, scratch.alike)
    here = scratch.value[at.here : at.here + at.classes]
    for one in range(at.classes):
        if locked[one]:
            here[one] = 0.0
            for action in range(at.actions):
                weight = _of_action(total, at.slot, action, at)[one]
                played = max(weight, np.float32(0.0)) * scratch.scale[one] + scratch.alike[one]
                here[one] += _of_action(scratch.value, at.child, action, at)[one] * played


@kernel
def _play(weights: Float32s, at: _Decision, value: Float32s, scale: Float32s, alike: Float32s) -> None:
    """Compute the value of a decision of the traverser under the regret-matching strategy for `weights`."""
    match(weights, at, scale, alike)
    here = value[at.here : at.here + at.classes]
    here[:] = 0.0
    for action in range(at.actions):
        weight, after = _of_action(weights, at.slot, action, at), _of_action(value, at.child, action, at)
        for one in range(at.classes):
            here[one] += after[one] * (max(weight[one], np.float32(0.0)) * scale[one] + alike[one])


@kernel
def _regret(regret: Float32s, at: _Decision, value: Float32s, step: SweepStep) -> None:
    """Discount the regrets, and add the advantage of each action over the strategy."""
    good, bad, floor = np.float32(step.good), np.float32(step.bad), np.float32(step.floor)
    here = value[at.here : at.here + at.classes]
    for action in range(at.actions):
        known, after = _of_action(regret, at.slot, action, at), _of_action(value, at.child, action, at)
        for one in range(at.classes):
            before = known[one]
            now = before * (good if before > 0.0 else bad) + (after[one] - here[one])
            known[one] = now if now > floor else floor


@kernel
def _split_packed(packed: PackedTable, at: _Decision, step: SweepStep, scratch: Scratch) -> None:
    """Multiply the reach of a decision by the strategy from tables in 16 bits. See `_split_reach`."""
    weights, reach = scratch.unpacked, scratch.reach
    apart = _Decision(0, 0, at.here, at.child, at.actions, at.classes)
    if step.mode == UPDATE:
        _unpack(packed.regret, packed.regret_scale, at, weights)
        _split(weights, apart, reach, scratch.scale, scratch.alike)
        _unpack(packed.total, packed.total_scale, at, weights)
        _average(weights, apart, reach, np.float32(step.average))
        _pack(weights, at, packed.total, packed.total_scale, step.dither)
    else:
        _unpack(packed.total, packed.total_scale, at, weights)
        _split(weights, apart, reach, scratch.scale, scratch.alike)


@kernel
def _decide_packed(
    packed: PackedTable, locked: Bools, step: SweepStep, at: _Decision, scratch: Scratch
) -> None:
    """Compute the value of a decision of the traverser from tables in 16 bits.

    In an update, also update the regrets.
    """
    weights = scratch.unpacked
    apart = _Decision(0, 0, at.here, at.child, at.actions, at.classes)
    if step.mode == UPDATE:
        _unpack(packed.regret, packed.regret_scale, at, weights)
        _play(weights, apart, scratch.value, scratch.scale, scratch.alike)
        _regret(weights, apart, scratch.value, step)
        _pack(weights, at, packed.regret, packed.regret_scale, step.dither)
    elif step.mode == BEST:
        _take_best(scratch.value, at)
        if len(locked):
            _unpack(packed.total, packed.total_scale, at, weights)
            _stay_locked(weights, locked[at.slot :], apart, scratch)
    else:
        _unpack(packed.total, packed.total_scale, at, weights)
        _play(weights, apart, scratch.value, scratch.scale, scratch.alike)


@kernel
def _unpack(packed: Int16s, scales: Float32s, at: _Decision, weights: Float32s) -> None:
    """Write the entries of a decision from 16 bits to float32[actions x classes]."""
    for action in range(at.actions):
        scale, source, target = scales[at.row + action], at.slot + action * at.classes, action * at.classes
        for one in range(at.classes):
            weights[target + one] = packed[source + one] * scale


@kernel
def _pack(weights: Float32s, at: _Decision, packed: Int16s, scales: Float32s, dither: float) -> None:
    """Write the entries of a decision, float32[actions x classes], in 16 bits with new scales and dithering."""
    ratio, magnitude = np.float32(GOLDEN_RATIO), np.int32(0x7FFFFFFF)
    bits = weights.view(np.int32)  # without the sign bit, they order like the absolute values (SIMD)
    scale_bits = scales.view(np.int32)
    for action in range(at.actions):
        row, source, target = at.row + action, action * at.classes, at.slot + action * at.classes
        highest = np.int32(0)
        for one in range(at.classes):
            highest = np.int32(max(highest, np.int32(bits[source + one] & magnitude)))
        scale_bits[row] = highest
        largest = scales[row]
        known = largest > MIN_WEIGHT
        scales[row] = largest / MAX_LEVEL if known else np.float32(0.0)
        inverse = MAX_LEVEL / largest if known else np.float32(0.0)
        turned = dither + row * GOLDEN_RATIO
        shift = np.float32(turned - np.floor(turned))
        for one in range(at.classes):
            offset = np.float32(one) * ratio + shift
            level = weights[source + one] * inverse + (offset - np.floor(offset))
            packed[target + one] = np.int16(np.floor(level))
