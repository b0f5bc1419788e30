"""Worked examples of the earth mover's distance, with every move of three transport plans.

The first plan is exact if the bins are on a line. The second plan is the heuristic of the paper on potential-aware
abstraction (Ganzfried and Sandholm, AAAI 2014). The third plan is the optimum for any distances. The first example
is from the paper. The listing printed in the paper moves mass to bins that are already full, so the cost in the
listing is too low. In the second example, the heuristic costs more than the optimum.

This module is plain Python, so the examples need no compiler. The code works in the same order as the compiled code
(ai/abstraction/emd.py, ai/abstraction/transport.py), and gives the same costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from game.core import BadInput
from game.quoting import quoted
from game.study.abstraction import Earth, EmdMove, TransportPlan

EXAMPLES: Mapping[str, tuple[Sequence[int], Sequence[int]]] = {
    "article": ((2, 0, 2, 0, 3, 0, 1, 0), (0, 0, 5, 0, 3, 0, 0, 0)),
    "greedy": ((0, 0, 0, 2, 0, 2, 0, 1), (0, 2, 0, 0, 2, 0, 0, 1)),
}
"""The examples by name, as (earth, holes): the mass of each bin, and the target mass of each bin."""


def example(name: object) -> Earth:
    """Return an example with all its plans.

    Raises:
        BadInput: If there is no example of this name.
    """
    if not isinstance(name, str) or name not in EXAMPLES:
        raise BadInput(f"There is no example {quoted(name)}: there are {' and '.join(EXAMPLES)}.")
    return transport_plans(*EXAMPLES[name])


def transport_plans(earth: Sequence[int], holes: Sequence[int]) -> Earth:
    """Return all three plans for moving the mass `earth` into `holes` of the same total size.

    Bins are on a line, one step apart.
    """
    ways = {
        "line": _in_order(Counter(zip(_blocks(earth), _blocks(holes), strict=True))),
        "passes": _pass_by_pass(earth, holes),
        "best": _cheapest(earth, holes),
    }
    plans = [
        TransportPlan(name, moves, sum(move.mass * move.distance for move in moves))
        for name, moves in ways.items()
    ]
    return Earth(tuple(map(float, earth)), tuple(map(float, holes)), tuple(plans))


def _pass_by_pass(earth: Sequence[int], holes: Sequence[int]) -> tuple[EmdMove, ...]:
    """Move as much as fits from each bin to its nearest hole, then to its second nearest hole, and so on."""
    left, free = list(earth), list(holes)
    moves: list[EmdMove] = []
    targets = [index for index, depth in enumerate(holes) if depth]
    ways = {
        source: [target for _, target in sorted((abs(source - target), target) for target in targets)]
        for source, mass in enumerate(earth)
        if mass
    }
    for rank in range(len(targets)):
        for source, nearest in ways.items():
            target = nearest[rank]
            mass = min(left[source], free[target])
            if mass:
                moves.append(_move(rank + 1, source, target, mass))
                left[source] -= mass
                free[target] -= mass
    return tuple(moves)


def _cheapest(earth: Sequence[int], holes: Sequence[int]) -> tuple[EmdMove, ...]:
    """Try every hole for every block of earth, with memoisation over the free holes.

    The result is the minimum for any distances.
    """
    blocks = _blocks(earth)

    @cache
    def filled(free: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return the minimum cost of filling the free holes with the remaining blocks, and each block's hole."""
        if not any(free):
            return 0, ()
        source = blocks[-sum(free)]
        ways = []
        for target, depth in enumerate(free):
            if depth:
                cost, targets = filled((*free[:target], depth - 1, *free[target + 1 :]))
                ways.append((cost + abs(source - target), (target, *targets)))
        return min(ways)

    return _in_order(Counter(zip(blocks, filled(tuple(holes))[1], strict=True)))


def _blocks(masses: Sequence[int]) -> list[int]:
    return [index for index, mass in enumerate(masses) for _ in range(mass)]


def _in_order(flow: Mapping[tuple[int, int], int]) -> tuple[EmdMove, ...]:
    return tuple(_move(step, *pair, flow[pair]) for step, pair in enumerate(sorted(flow), start=1))


def _move(step: int, source: int, target: int, mass: int) -> EmdMove:
    return EmdMove(step, source, target, float(mass), float(abs(source - target)))
