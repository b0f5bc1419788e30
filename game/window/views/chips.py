"""Chips on the felt: an amount in a few stacks side by side, and its figure."""

from __future__ import annotations

from game.window.ui.canvas.chips import MOST_IN_A_STACK
from game.window.ui.canvas.painter import Painter
from game.window.ui.theme import tokens

MOST_STACKS = 3
SMALL_CHANGE = 50  # a chip worth less than this part of the amount
PITCH = 1.13  # from stack to stack, in diameters


def stacks_of(amount: int, most: int = MOST_STACKS) -> tuple[int, ...]:
    """Share an amount out to stacks of at most nine chips, the most valuable first.

    Of chips that are small change in such an amount one stands for all, and what does not fit into `most` stacks
    is left out: the figure beside the picture is exact.
    """
    stacks: list[int] = []
    in_stack = 0
    small_change = amount / SMALL_CHANGE
    for chip in tokens().chips:
        if chip.worth < small_change:
            amount = min(amount, chip.worth)
        while amount >= chip.worth:
            if not stacks or in_stack == MOST_IN_A_STACK:
                if len(stacks) == most:
                    return tuple(stacks)
                stacks.append(0)
                in_stack = 0
            stacks[-1] += chip.worth
            in_stack += 1
            amount -= chip.worth
    return tuple(stacks)


def width_of(amount: int, diameter: float) -> float:
    """Return how wide the stacks of an amount stand."""
    return diameter * (1 + PITCH * (max(1, len(stacks_of(amount))) - 1))


def draw(painter: Painter, cx: float, base: float, amount: int, diameter: float) -> None:
    """Draw an amount around `cx`, the lower edge of its stacks at `base`."""
    stacks = stacks_of(amount)
    left = cx - diameter * PITCH * (len(stacks) - 1) / 2
    for i, part in enumerate(stacks):
        painter.chips(left + i * diameter * PITCH, base, part, diameter)
