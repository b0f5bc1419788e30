"""How long a step through a solved turn of full ranges takes in the worker, from the repository's root.

    python -m tests.benchmarks.solver_walk [TARGET]

A turn with all hands on both sides is solved to a target, in percent of the pot. Then the tree is walked: through
its first decisions, to eight rivers behind two checks, and back to states that were seen before. Printed are the
median, the 99th percentile and the longest step in milliseconds, and the memory of the process.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ai.service import answer
from game.features.solver.asks import AskSolved, SolveSpot
from game.match.spot_texts import SpotTexts
from game.request import Request
from game.rules.cards import Card, parse

SPOT = SpotTexts("QsJh2h8d", "random", "random", "100", "300", "50%,a", "100%")
CHECKED = ("check", "check")
RIVERS = ("2c", "Ah", "8h", "Ks", "Tc", "5d", "7s", "Qc")


def steps() -> Iterator[tuple[tuple[str, ...], tuple[Card, ...]]]:
    """Yield the states that are walked to, each twice."""
    for _ in range(2):
        for first in ("check", "bet 50", "all-in 300"):
            yield (first,), ()
        yield from ((line, ()) for line in (CHECKED, ("check", "bet 50"), ("bet 50", "call")))
        yield from ((CHECKED, parse(river)) for river in RIVERS)


def asked(request: Request[Any]) -> Any:
    """Return what the worker answers last."""
    *_, found = answer(request)
    return found


def main(words: Sequence[str]) -> None:
    """Solve the turn, walk through it, and print how long the steps took."""
    asked(SolveSpot(SPOT, float(words[0]) if words else 5.0))
    took = []
    for actions, cards in steps():
        began = time.perf_counter()
        asked(AskSolved(SPOT, actions, cards))
        took.append(1000 * (time.perf_counter() - began))
    half, most = np.percentile(took, (50, 99))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{len(took)} steps: median {half:.1f} ms, p99 {most:.1f} ms, longest {max(took):.1f} ms; {memory:,.0f} MB"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
