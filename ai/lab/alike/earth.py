"""Small examples of the earth mover's distance, every move of it told: on the line, pass by pass, and the cheapest.

The first example is the one by which an article on card abstraction explains its heuristic; its listing, printed
as it is, moves mass where there is no room for it any more and finds too little. The second is one on which the
heuristic pays more than it must.

What a plan costs is said by the program's own code (ai/abstraction/emd.py, ai/abstraction/transport.py), and so is
the cheapest plan. The code of the line and of the heuristic only adds up, so their moves are made here, in the
same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from ai.abstraction import emd, transport
from ai.abstraction.emd import WHOLE, Masses, histogram_of, targets_of
from game.alike import Earth, Move, Plan
from game.core import BadInput

EXAMPLES: Mapping[str, tuple[Sequence[int], Sequence[int]]] = {
    "article": ((2, 0, 2, 0, 3, 0, 1, 0), (0, 0, 5, 0, 3, 0, 0, 0)),
    "greedy": ((0, 0, 0, 2, 0, 2, 0, 1), (0, 2, 0, 0, 2, 0, 0, 1)),
}
"""The earth, and the holes to be filled with it."""


def example(name: object) -> Earth:
    """Return one of the examples with all its plans; `BadInput` where there is none of this name."""
    if not isinstance(name, str) or name not in EXAMPLES:
        raise BadInput(f"There is no example {name!r}: there are {' and '.join(EXAMPLES)}.")
    return worked(*EXAMPLES[name])


def worked(earth: Sequence[int], holes: Sequence[int]) -> Earth:
    """Return what it takes to fill whole-numbered holes with as much earth; bins lie on a line, one step apart."""
    places = np.arange(len(earth))
    ground = np.abs(places[:, None] - places).astype(np.float32)
    return Earth(
        tuple(map(float, earth)),
        tuple(map(float, holes)),
        (
            Plan("line", _along_the_line(earth, holes), emd.on_line(earth, holes)),
            Plan("passes", _pass_by_pass(earth, holes, ground), emd.heuristic(earth, holes, ground)),
            Plan("best", _cheapest(earth, holes, ground), transport.exact(earth, holes, ground)),
        ),
    )


def _along_the_line(earth: Sequence[int], holes: Sequence[int]) -> tuple[Move, ...]:
    """Fill the holes from the left with the earth from the left."""
    units = ([place for place, mass in enumerate(masses) for _ in range(mass)] for masses in (earth, holes))
    pairs = Counter(zip(*units, strict=True))
    return tuple(
        _move(step, source, target, pairs[source, target])
        for step, (source, target) in enumerate(sorted(pairs), start=1)
    )


def _pass_by_pass(earth: Sequence[int], holes: Sequence[int], ground: Masses) -> tuple[Move, ...]:
    """Let each bin send what it can to its nearest hole, then to its second nearest, and so on."""
    left, free = list(earth), list(holes)
    moves: list[Move] = []
    ways = {
        source: [target for target in np.argsort(ground[source], kind="stable").tolist() if holes[target]]
        for source, mass in enumerate(earth)
        if mass
    }
    for rank in range(sum(map(bool, holes))):
        for source, targets in ways.items():
            mass = min(left[source], free[targets[rank]])
            if mass:
                moves.append(_move(rank + 1, source, targets[rank], mass))
                left[source] -= mass
                free[targets[rank]] -= mass
    return tuple(moves)


def _cheapest(earth: Sequence[int], holes: Sequence[int], ground: Masses) -> tuple[Move, ...]:
    """Return the flow by which the exact distance was found."""
    histogram = histogram_of(np.array(earth, float))
    targets = targets_of(np.array(holes, float)[None], ground)
    room = transport.room(len(histogram.bins), len(holes))
    transport.distance(histogram, targets, 0, np.inf, room)
    filled = np.flatnonzero(holes)
    moves: list[Move] = []
    for row, source in enumerate(histogram.bins.tolist()):
        for column, target in enumerate(filled.tolist()):
            if room.flow[row, column] > 0:
                mass = round(int(room.flow[row, column]) * sum(earth) / WHOLE)
                moves.append(_move(len(moves) + 1, source, target, mass))
    return tuple(moves)


def _move(step: int, source: int, target: int, mass: int) -> Move:
    return Move(step, source, target, float(mass), float(abs(source - target)))
