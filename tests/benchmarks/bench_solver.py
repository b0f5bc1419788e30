"""The solver: seconds to a target on the reference river, the reference turn and a flop.

In the reference river and turn, both ranges contain all hands. Suits without a possible flush are therefore
equivalent, and one board of each equivalent group is dealt. `every-hand` solves the same turn without this
symmetry, as if the ranges differed by suit. Kernels are compiled before the measurement. The time ends at the
first measured exploitability below the target, and the best of some rounds counts.
"""

from __future__ import annotations

import time
from functools import partial

from ai.commands.benching import Measured
from ai.hands.combos import parse_range
from ai.solver import streets
from ai.solver.deals import NO_MOVES
from ai.solver.solving import Goal, solved
from ai.solver.spot import Spot
from ai.solver.subgame import Limits, Subgame
from ai.solver.sweeps import compile_kernels
from game.rules.cards import parse

RIVER, TURN, FLOP = "QsJh2h8d5c", "QsJh2h8d", "QsJh2h"
SIZES, RAISES = (0.5, 1.0, float("inf")), (1.0,)
WIDE = "22+,A2s+,K9s+,Q9s+,J9s+,T9s,98s,87s,76s,65s,ATo+,KTo+,QTo+,JTo"
NARROW = "22+,A8s+,KTs+,QTs+,JTs,T9s,98s,87s,AJo+,KJo+,QJo"


def reference(board: str) -> Spot:
    every = parse_range("random")
    return Spot(parse(board), (every, every), 100, 300, SIZES, RAISES)


def flop() -> Spot:
    return Spot(parse(FLOP), (parse_range(WIDE), parse_range(NARROW)), 100, 300, (1.0,), (1.0,))


def seconds(spot: Spot, target: float, threads: int = 1, rounds: int = 3) -> Measured:
    """Measure the seconds to solve a spot to a target exploitability, in percent of the pot."""
    compile_kernels()
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        found = solved(Subgame(spot, limits=Limits(threads)), Goal(target=target))
        best = min(best, time.perf_counter() - began)
        assert found.reached
    return Measured(best, None, "s")


def every_hand(target: float, threads: int) -> Measured:
    """Measure the reference turn without symmetry."""
    known = streets.symmetry
    streets.symmetry = lambda board, ranges: NO_MOVES
    try:
        return seconds(reference(TURN), target, threads, rounds=1)
    finally:
        streets.symmetry = known


BENCHMARKS = {
    "river-to-0.3": partial(seconds, reference(RIVER), 0.3, rounds=20),
    "turn-to-0.5": partial(seconds, reference(TURN), 0.5),
    "turn-to-0.5-two-threads": partial(seconds, reference(TURN), 0.5, 2),
    "turn-to-0.5-every-hand": partial(every_hand, 0.5, 1),
    "turn-to-0.5-every-hand-two-threads": partial(every_hand, 0.5, 2),
    "flop-to-1-two-threads": partial(seconds, flop(), 1.0, 2, rounds=1),
}
