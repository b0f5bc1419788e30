"""The spot of a decision that was played: its street from the beginning, with the ranges of the blueprint there.

Both players are taken to have played the blueprint up to the street. The bets that were really made in it are
among the sizes, so that the decision is found in the tree.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from ai.hands.combos import CLASS_NAMES, CLASS_OF, left_by
from ai.hands.range_strategy import RangeStrategy
from ai.hands.ranges import write_range
from ai.lab.ranges import Mixes, range_node
from game.core import BadInput, Progress
from game.match.betting_line import BettingLine
from game.match.spot_texts import SpotTexts
from game.rules.betting import BIG_BLIND, BUTTON, CALL, FOLD, PublicBetting, Street
from game.rules.cards import Card, names
from game.rules.holdem import BOARD_CARDS
from game.study.solved import DecisionSpot

SIZES = {Street.FLOP: ("75%,a", "a")}
USUAL_SIZES = ("33%,75%,a", "100%,a")
"""Bets and raises; on the flop fewer, since the tree has all run-outs."""
LEAST, STEPS, ALIKE = 0.03, 20, 0.2
"""Hands that come more rarely, beside the likeliest, are left out; weights are rounded to such a part.
The hands of a class that differ by less are written alike."""
STREETS = ("", "flop", "turn", "river")
SAME_CHIPS, SAME_PART = 0.5, 0.01
"""Chips, and the part of the pot, by which a bet may differ from a usual one to count as it."""


def decision_spot(
    strategy: RangeStrategy, edition: Hashable, board: tuple[Card, ...], betting: PublicBetting, mixes: Mixes
) -> Generator[Progress, None, DecisionSpot]:
    """Return the spot of the street of a decision, and what was done in it before; `BadInput` before the flop."""
    street = betting.street
    if street == Street.PREFLOP:
        raise BadInput("The solver begins on the flop: choose a decision after it.")
    before = tuple(action for one in betting.history[:-1] for _, action in one)
    shown = board[: BOARD_CARDS[street]]
    root = yield from range_node(strategy, edition, BettingLine(betting.rules, before, shown), mixes)
    pot = 2 * betting.round_start
    stack = min(betting.rules.stacks) - betting.round_start
    made = _Made(pot, stack)
    for _, action in betting.history[-1]:
        made.take(action, betting.round_start)
    oop, ip = (
        _written(np.frombuffer(root.sides[player].reach, np.float32), shown) for player in (BIG_BLIND, BUTTON)
    )
    bets, raises = (
        _sizes(usual, sizes_made, STREETS[street])
        for usual, sizes_made in zip(SIZES.get(street, USUAL_SIZES), (made.bets, made.raises), strict=True)
    )
    texts = SpotTexts(names(shown), oop, ip, str(pot), str(stack), bets, raises)
    return DecisionSpot(texts, tuple(made.path))


@dataclass(frozen=True, slots=True)
class _Size:
    """A bet or raise of so many chips, beyond what it calls, into a pot that has the call."""

    chips: int
    pot: int

    @property
    def written(self) -> str:
        return f"{100 * self.chips / self.pot:.8g}%"

    def is_about(self, usual: str) -> bool:
        """Return whether a size is the same bet but for rounding."""
        percent = usual.removesuffix("%")
        apart = abs(float(percent) / 100 * self.pot - self.chips) if percent != usual else math.inf
        return apart <= min(SAME_CHIPS, SAME_PART * self.pot)


def _sizes(usual: str, made: Sequence[_Size], street: str) -> str:
    """Write the usual sizes, and those that were made on a street, in place of usual ones that they equal."""
    if not made:
        return usual
    others = [one for one in usual.split(",") if not any(size.is_about(one) for size in made)]
    return f"{usual} / {street} {','.join([*others, *(size.written for size in made)])}"


class _Made:
    """What was done on a street, as the solver names it, and the sizes of its bets."""

    def __init__(self, pot: int, stack: int) -> None:
        self.path: list[str] = []
        self.bets: list[_Size] = []
        self.raises: list[_Size] = []
        self._pot, self._stack = pot, stack
        self._chips = [0, 0]

    def take(self, action: int, round_start: int) -> None:
        """Take the next action; oop acts first."""
        player = len(self.path) % 2
        own, other = self._chips[player], self._chips[1 - player]
        if action == FOLD:
            self.path.append("fold")
        elif action == CALL:
            self.path.append("call" if other > own else "check")
            self._chips[player] = other
        else:
            total = min(action - round_start, self._stack)
            size = _Size(total - other, self._pot + 2 * other)
            kind = "all-in" if total == self._stack else "raise" if other > own else "bet"
            if kind != "all-in":
                (self.raises if other > own else self.bets).append(size)
            self.path.append(f"{kind} {total - own}")
            self._chips[player] = total


def _written(reach: np.ndarray, board: tuple[Card, ...]) -> str:
    """Write a range by its likeliest hand, roughly enough to be read.

    Where the hands of a class come about equally often, the class is written; those that the board takes count with
    the others.
    """
    live = left_by(board)
    weights = reach / max(float(reach[live].max()), 1e-30)
    for one in range(len(CLASS_NAMES)):
        of_class = one == CLASS_OF
        there = weights[of_class & live]
        if len(there) and there.max() - there.min() <= ALIKE:
            weights[of_class] = there.mean()
    rough = np.where(weights < LEAST, 0.0, np.maximum(np.round(weights * STEPS), 1) / STEPS)
    return write_range(rough.astype(np.float32))
