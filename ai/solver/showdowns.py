"""Kernels for the counterfactual values of all hands at terminals, by sorted prefix sums and inclusion-exclusion.

The kernels take O(hands) operations per terminal (Johanson et al., IJCAI 2011), and compute a batch at a time.

If the other player folds, a hand wins the total weight of the hands that share no card with this hand. By
inclusion-exclusion, this total is the weight of the range, minus the weight of the hands with the first card, minus
the weight of the hands with the second card, plus the weight of the hand itself, which was subtracted twice. At a
showdown, a hand wins the weight of the weaker hands and loses the weight of the stronger hands. If the hands are
sorted by strength, prefix sums give both weights.

To use SIMD instructions, all rows of a batch are summed in parallel lanes, in the layout [hand][row]. Sums are
float64, and the values of hands are float32.
"""

from __future__ import annotations

import numpy as np

from ai.compiled import kernel
from ai.solver.forest import LANES, Place, Scratch, Sums, View
from ai.solver.streets import smallest_streets


def compile_kernels() -> None:
    _, rivers = smallest_streets()
    value_terminals(rivers.seen_by(0).street, Place(0, 0), rivers.scratch())


@kernel
def value_terminals(view: View, place: Place, scratch: Scratch) -> None:
    """Compute the value of each class, per chip at stake, at the terminal rows of a batch.

    The values are written into the sums of `scratch`.

    Rows without a showdown skip the pass over the strengths.
    """
    rows, sums = view.rows, scratch.sums
    count = rows.first[place.batch + 1] - rows.first[place.batch]
    if count == 0:
        return
    width = (count + LANES - 1) // LANES * LANES
    _gather(view, place, scratch, width)
    _sum_cards(view, place.board, width, sums)
    _value_folds(view, place.board, width, sums)
    shown = (rows.showdowns[place.batch] + LANES - 1) // LANES * LANES
    if shown:
        _value_showdowns(view, place.board, shown, sums)


@kernel
def _gather(view: View, place: Place, scratch: Scratch, width: int) -> None:
    """Transpose the terminal rows of reach to [hand][row], and multiply them by the number of hands in each class.

    Lanes beyond `width` are unused and stay 0. Blocks of hands have a constant length, so that the compiler
    can unroll the loop. Indices are unsigned, which saves a check for negative values.
    """
    theirs, end_rows = view.theirs, view.rows.end_rows
    reach, summed = scratch.reach, scratch.sums.reach
    first, begin = theirs.first[place.board], view.rows.first[place.batch]
    hands = theirs.first[place.board + 1] - first
    count = view.rows.first[place.batch + 1] - begin
    whole = hands // LANES * LANES
    for block in range(0, whole, LANES):
        for row in range(count):
            source = np.uint64(end_rows[begin + row] * hands + block)
            for lane in range(LANES):
                summed[block + lane, row] = (
                    reach[source + np.uint64(lane)] * theirs.times[first + block + lane]
                )
    for hand in range(whole, hands):
        for row in range(count):
            summed[hand, row] = reach[end_rows[begin + row] * hands + hand] * theirs.times[first + hand]
    summed[:hands, count:width] = 0.0


@kernel
def _sum_cards(view: View, board: int, width: int, sums: Sums) -> None:
    """Sum the reach of the other player, in total and by card."""
    theirs, reach, of_card, every = view.theirs, sums.reach, sums.all_of_card, sums.all
    of_card[:, :width] = 0.0
    every[:width] = 0.0
    first = theirs.first[board]
    for hand in range(theirs.first[board + 1] - first):
        low, high = theirs.low[first + hand], theirs.high[first + hand]
        low_part, high_part = theirs.low_part[first + hand], theirs.high_part[first + hand]
        for row in range(width):
            of_card[low, row] += reach[hand, row] * low_part
        for row in range(width):
            of_card[high, row] += reach[hand, row] * high_part
        for row in range(width):
            every[row] += reach[hand, row]


@kernel
def _value_folds(view: View, board: int, width: int, sums: Sums) -> None:
    mine, theirs = view.mine, view.theirs
    reach, of_card, every, folded = sums.reach, sums.all_of_card, sums.all, sums.folded
    first, others = mine.first[board], theirs.first[board]
    for hand in range(mine.first[board + 1] - first):
        low, high, same = mine.low[first + hand], mine.high[first + hand], mine.same[first + hand]
        part = 0.0 if same < 0 else 1.0 / np.float64(theirs.times[others + same])
        same = max(same, 0)
        for row in range(width):
            met = every[row] - of_card[low, row] - of_card[high, row]
            folded[hand, row] = met + reach[same, row] * part


@kernel
def _value_showdowns(view: View, board: int, width: int, sums: Sums) -> None:
    """Compute the showdown values by sums from the weakest hands to the strongest.

    Hands of equal strength share the pot.
    """
    mine, theirs = view.mine, view.theirs
    sums.below_of_card[:, :width] = 0.0
    sums.below[:width] = 0.0
    begin, other_begin = 0, 0
    for group in range(mine.group[board], mine.group[board + 1]):
        end, other_end = mine.end[group], theirs.end[group]
        _win_below(view, board, (begin, end), width, sums)
        _add_group(view, board, (other_begin, other_end), width, sums)
        _lose_above(view, board, (begin, end), width, sums)
        begin, other_begin = end, other_end


@kernel
def _win_below(view: View, board: int, hands: tuple[int, int], width: int, sums: Sums) -> None:
    """Set the showdown value of each hand to the weight of the weaker hands minus the weight of all hands.

    Afterwards, the kernel `_lose_above` adds back all hands except the stronger hands.
    """
    mine, first = view.mine, view.mine.first[board]
    folded, shown, of_card, below = sums.folded, sums.showdown, sums.below_of_card, sums.below
    for hand in range(hands[0], hands[1]):
        low, high = mine.low[first + hand], mine.high[first + hand]
        for row in range(width):
            shown[hand, row] = below[row] - of_card[low, row] - of_card[high, row] - folded[hand, row]


@kernel
def _add_group(view: View, board: int, hands: tuple[int, int], width: int, sums: Sums) -> None:
    theirs, first = view.theirs, view.theirs.first[board]
    reach, of_card, below = sums.reach, sums.below_of_card, sums.below
    for hand in range(hands[0], hands[1]):
        low, high = theirs.low[first + hand], theirs.high[first + hand]
        low_part, high_part = theirs.low_part[first + hand], theirs.high_part[first + hand]
        for row in range(width):
            of_card[low, row] += reach[hand, row] * low_part
        for row in range(width):
            of_card[high, row] += reach[hand, row] * high_part
        for row in range(width):
            below[row] += reach[hand, row]


@kernel
def _lose_above(view: View, board: int, hands: tuple[int, int], width: int, sums: Sums) -> None:
    mine, first, others = view.mine, view.mine.first[board], view.theirs.first[board]
    reach, shown, of_card, below = sums.reach, sums.showdown, sums.below_of_card, sums.below
    for hand in range(hands[0], hands[1]):
        low, high, same = mine.low[first + hand], mine.high[first + hand], mine.same[first + hand]
        part = 0.0 if same < 0 else 1.0 / np.float64(view.theirs.times[others + same])
        same = max(same, 0)
        for row in range(width):
            met = below[row] - of_card[low, row] - of_card[high, row]
            shown[hand, row] += met + reach[same, row] * part
