"""The ranges of both players on the flop, after a betting line that the user chose before the flop.

The line to a usual pot (`POTS`) follows the strategy of an agent: each raise is the agent's most frequent raise
that is not all-in, and the last action is a call.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable

import numpy as np

from ai.hands.range_strategy import RangeStrategy
from ai.lab.ranges import Mixes, range_node, range_text
from game.core import BadInput, Progress
from game.match.betting_line import BettingLine
from game.quoting import quoted
from game.rules.betting import BIG_BLIND, BUTTON, CALL, Street
from game.study.ranges import POTS, PreflopPot


def preflop_pot(
    strategy: RangeStrategy, edition: Hashable, line: BettingLine, mixes: Mixes
) -> Generator[Progress, None, PreflopPot]:
    """Yield progress, and return the ranges after a line.

    Raises:
        BadInput: If the line has actions on the flop.
    """
    if any(step[0].street != Street.PREFLOP for step in line.steps):
        raise BadInput("These ranges are those before the flop: end the line with the call, such as r250 c.")
    node = yield from range_node(strategy, edition, line, mixes)
    decisions, betting = node.aggressive_first().decisions, line.betting
    if betting.street == Street.PREFLOP:
        return PreflopPot(line, decisions)
    sides = node.sides[BIG_BLIND], node.sides[BUTTON]
    return PreflopPot(
        line,
        decisions,
        tuple(range_text(np.frombuffer(side.reach, np.float32), ()) for side in sides),
        tuple(side.combos for side in sides),
        tuple(side.comes for side in sides),
        betting.pot,
        min(betting.rules.stacks) - betting.round_start,
    )


def usual_line(
    strategy: RangeStrategy, edition: Hashable, line: BettingLine, pot: str, mixes: Mixes
) -> Generator[Progress, None, BettingLine]:
    """Yield progress, and return the most frequent line of an agent to a pot, with the stacks of `line`.

    Raises:
        BadInput: If `pot` is not in `POTS`, or if the agent raises only all-in at a decision of the line.
    """
    if pot not in POTS:
        raise BadInput(f"{quoted(pot)} is no pot: write {', '.join(POTS)}.")
    found = BettingLine(line.rules)
    for _ in range(POTS.index(pot)):
        node = yield from range_node(strategy, edition, found, mixes)
        decision = node.decisions[-1]
        all_in = found.betting.max_raise_to
        raises = {
            action: share
            for action, share in zip(decision.actions, decision.shares, strict=True)
            if action > CALL and action != all_in
        }
        if not raises:
            raise BadInput(f"There is no {pot} pot at this depth: the raise before it is all-in.")
        found = found.after(max(raises, key=raises.__getitem__))
    return found.after(CALL) if found.actions else found.after(CALL).after(CALL)
