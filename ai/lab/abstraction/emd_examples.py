"""Small examples of the earth mover's distance, every move of it told: on the line, pass by pass, and the cheapest.

The first example is the one by which an article on card abstraction explains its heuristic; its listing, printed
as it is, moves mass where there is no room for it any more and finds too little. The second is one on which the
heuristic pays more than it must.

Every move is made here in plain Python, in the order of the compiled code (ai/abstraction/emd.py,
ai/abstraction/transport.py), so the examples are there before anything is compiled; what they cost is what that
code finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from game.core import BadInput
from game.messages.abstraction_answers import Earth, EarthMove, TransportPlan
from game.quoting import quoted

EXAMPLES: Mapping[str, tuple[Sequence[int], Sequence[int]]] = {
    "article": ((2, 0, 2, 0, 3, 0, 1, 0), (0, 0, 5, 0, 3, 0, 0, 0)),
    "greedy": ((0, 0, 0, 2, 0, 2, 0, 1), (0, 2, 0, 0, 2, 0, 0, 1)),
}
"""The earth, and the holes to be filled with it."""


def example(name: object) -> Earth:
    """Return one of the examples with all its plans; `BadInput` where there is none of this name."""
    if not isinstance(name, str) or name not in EXAMPLES:
        raise BadInput(f"There is no example {quoted(name)}: there are {' and '.join(EXAMPLES)}.")
    return worked(*EXAMPLES[name])


def worked(earth: Sequence[int], holes: Sequence[int]) -> Earth:
    """Return what it takes to fill whole-numbered holes with as much earth; bins lie on a line, one step apart."""
    ways = {
        "line": _along_the_line(earth, holes),
        "passes": _pass_by_pass(earth, holes),
        "best": _cheapest(earth, holes),
    }
    plans = [
        TransportPlan(name, moves, sum(move.mass * move.distance for move in moves))
        for name, moves in ways.items()
    ]
    return Earth(tuple(map(float, earth)), tuple(map(float, holes)), tuple(plans))


def _along_the_line(earth: Sequence[int], holes: Sequence[int]) -> tuple[EarthMove, ...]:
    """Fill the holes from the left with the earth from the left."""
    return _in_order(Counter(zip(_blocks(earth), _blocks(holes), strict=True)))


def _pass_by_pass(earth: Sequence[int], holes: Sequence[int]) -> tuple[EarthMove, ...]:
    """Let each bin send what it can to its nearest hole, then to its second nearest, and so on."""
    left, free = list(earth), list(holes)
    moves: list[EarthMove] = []
    targets = [place for place, depth in enumerate(holes) if depth]
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


def _cheapest(earth: Sequence[int], holes: Sequence[int]) -> tuple[EarthMove, ...]:
    """Try every hole for every block, what is left to be filled being worked out once: right for any distances."""
    blocks = _blocks(earth)

    @cache
    def filled(free: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return what it costs to fill what is free with the last blocks, and the hole for each of them."""
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
    """Return the place of every block."""
    return [place for place, mass in enumerate(masses) for _ in range(mass)]


def _in_order(flow: Mapping[tuple[int, int], int]) -> tuple[EarthMove, ...]:
    """Return what goes from where to where as moves, one after the other."""
    return tuple(_move(step, *pair, flow[pair]) for step, pair in enumerate(sorted(flow), start=1))


def _move(step: int, source: int, target: int, mass: int) -> EarthMove:
    return EarthMove(step, source, target, float(mass), float(abs(source - target)))
