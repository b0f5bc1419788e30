"""What every hand wins at the terminals of a batch, in one pass over the hands: kernels.

Against a range that reaches a terminal, a hand wins when the other player folds what the other hands weigh that
share no card with it: all, less those that hold its first card, less those that hold its second, plus the hand
itself, which both have taken away. At a showdown it wins what is weaker and loses what is stronger; with the hands
sorted by strength, running sums give both. All rows of a batch are summed side by side, [hand][row], since a
processor adds many numbers at a stroke; sums are of float64, hands of float32.
"""

from __future__ import annotations

import numpy as np

from ai.compiled import kernel
from ai.solver.forest import LANES, Place, Scratch, Sums, View
from ai.solver.streets import smallest_streets


def compile_kernels() -> None:
    _, rivers = smallest_streets()
    value_terminals(rivers.seen_by(0), Place(0, 0), rivers.scratch())


@kernel
def value_terminals(view: View, place: Place, scratch: Scratch) -> None:
    """Write into the sums of `scratch` what each class wins per chip at the wanted rows of a batch.

    Rows that no showdown sees get no pass over the strengths.
    """
    rows, sums = view.rows, scratch.sums
    wanted = rows.first[place.batch + 1] - rows.first[place.batch]
    if wanted == 0:
        return
    width = (wanted + LANES - 1) // LANES * LANES
    _gather(view, place, scratch, width)
    _sum_cards(view, place.board, width, sums)
    _value_folds(view, place.board, width, sums)
    shown = (rows.showdowns[place.batch] + LANES - 1) // LANES * LANES
    if shown:
        _value_showdowns(view, place.board, shown, sums)


@kernel
def _gather(view: View, place: Place, scratch: Scratch, width: int) -> None:
    """Turn the wanted rows of reach round: [hand][row], times the hands of each class, 0 in the lanes left over.

    Whole blocks of hands have a length that the compiler knows; indices without a sign need no check.
    """
    theirs, wanted = view.theirs, view.rows.wanted
    reach, held = scratch.reach, scratch.sums.held
    first, begin = theirs.first[place.board], view.rows.first[place.batch]
    hands = theirs.first[place.board + 1] - first
    count = view.rows.first[place.batch + 1] - begin
    whole = hands // LANES * LANES
    for block in range(0, whole, LANES):
        for row in range(count):
            source = np.uint64(wanted[begin + row] * hands + block)
            for lane in range(LANES):
                held[block + lane, row] = reach[source + np.uint64(lane)] * theirs.times[first + block + lane]
    for hand in range(whole, hands):
        for row in range(count):
            held[hand, row] = reach[wanted[begin + row] * hands + hand] * theirs.times[first + hand]
    held[:hands, count:width] = 0.0


@kernel
def _sum_cards(view: View, board: int, width: int, sums: Sums) -> None:
    """Add up what the other player holds, in all and by card."""
    theirs, held, of_card, every = view.theirs, sums.held, sums.all_of_card, sums.all
    of_card[:, :width] = 0.0
    every[:width] = 0.0
    first = theirs.first[board]
    for hand in range(theirs.first[board + 1] - first):
        low, high = theirs.low[first + hand], theirs.high[first + hand]
        low_part, high_part = theirs.low_part[first + hand], theirs.high_part[first + hand]
        for row in range(width):
            of_card[low, row] += held[hand, row] * low_part
        for row in range(width):
            of_card[high, row] += held[hand, row] * high_part
        for row in range(width):
            every[row] += held[hand, row]


@kernel
def _value_folds(view: View, board: int, width: int, sums: Sums) -> None:
    mine, theirs = view.mine, view.theirs
    held, of_card, every, folded = sums.held, sums.all_of_card, sums.all, sums.folded
    first, others = mine.first[board], theirs.first[board]
    for hand in range(mine.first[board + 1] - first):
        low, high, same = mine.low[first + hand], mine.high[first + hand], mine.same[first + hand]
        part = 0.0 if same < 0 else 1.0 / np.float64(theirs.times[others + same])
        same = max(same, 0)
        for row in range(width):
            met = every[row] - of_card[low, row] - of_card[high, row]
            folded[hand, row] = met + held[same, row] * part


@kernel
def _value_showdowns(view: View, board: int, width: int, sums: Sums) -> None:
    """Add up from the weakest hands to the strongest; hands of one strength share the pot."""
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
    """A hand wins what is weaker, and loses all; what is not stronger is given back by `_lose_above`."""
    mine, first = view.mine, view.mine.first[board]
    folded, shown, of_card, below = sums.folded, sums.shown, sums.below_of_card, sums.below
    for hand in range(hands[0], hands[1]):
        low, high = mine.low[first + hand], mine.high[first + hand]
        for row in range(width):
            shown[hand, row] = below[row] - of_card[low, row] - of_card[high, row] - folded[hand, row]


@kernel
def _add_group(view: View, board: int, hands: tuple[int, int], width: int, sums: Sums) -> None:
    theirs, first = view.theirs, view.theirs.first[board]
    held, of_card, below = sums.held, sums.below_of_card, sums.below
    for hand in range(hands[0], hands[1]):
        low, high = theirs.low[first + hand], theirs.high[first + hand]
        low_part, high_part = theirs.low_part[first + hand], theirs.high_part[first + hand]
        for row in range(width):
            of_card[low, row] += held[hand, row] * low_part
        for row in range(width):
            of_card[high, row] += held[hand, row] * high_part
        for row in range(width):
            below[row] += held[hand, row]


@kernel
def _lose_above(view: View, board: int, hands: tuple[int, int], width: int, sums: Sums) -> None:
    mine, first, others = view.mine, view.mine.first[board], view.theirs.first[board]
    held, shown, of_card, below = sums.held, sums.shown, sums.below_of_card, sums.below
    for hand in range(hands[0], hands[1]):
        low, high, same = mine.low[first + hand], mine.high[first + hand], mine.same[first + hand]
        part = 0.0 if same < 0 else 1.0 / np.float64(view.theirs.times[others + same])
        same = max(same, 0)
        for row in range(width):
            met = below[row] - of_card[low, row] - of_card[high, row]
            shown[hand, row] += met + held[same, row] * part
