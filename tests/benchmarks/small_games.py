"""Solving small games beside the peers: OpenSpiel's CFR+ in C++, and a linear program (HiGHS).

Run by hand: `python -m tests.benchmarks.small_games`. Ours and the peer take turns, so that whatever else the
machine does takes from both; speeds are the best of the turns, for what is to be compared is the code. Games are
flattened before the clock runs, ours and OpenSpiel's, and the linear program has the sequence form already.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pyspiel

from ai.algorithms import full_width
from ai.algorithms.family import FAMILY
from ai.algorithms.game_tree import GameTree, flatten
from ai.algorithms.sequence_form import sequence_form
from ai.algorithms.solver import Solver
from ai.algorithms.totals import nothing_known
from ai.algorithms.trace import blank
from ai.algorithms.variants.cfr_plus import CFR_PLUS
from game.core import State
from game.rules.kuhn_poker import classic
from tests.ai.algorithms.leduc_poker import LeducState
from tests.ai.algorithms.linear_program import solve

TURNS = 8


@dataclass(frozen=True, slots=True)
class Peer:
    """A game that OpenSpiel has too, and iterations of it that take some tens of milliseconds."""

    name: str
    root: State
    open_spiel: str
    ours: int
    theirs: int


PEERS = (
    Peer("kuhn", classic(), "kuhn_poker", 50_000, 1_000),
    Peer("leduc", LeducState(), "leduc_poker", 2_000, 4),
)

TARGETS = {
    1e-3: ("cfr+", "dcfr", "dcfr+", "pcfr+", "sapcfr+", "pdcfr+"),
    1e-6: ("pcfr+", "sapcfr+", "pdcfr+"),
}
"""NashConv to be reached on Leduc, and the variants that are sent for it."""

CHECKS_GROW_BY = 1.05
MOST_ITERATIONS = 200_000


def main() -> None:
    """Print all figures."""
    print(f"load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for peer in PEERS:
        _print_speeds(peer)
    tree = flatten(LeducState())
    form = sequence_form(tree)
    program = [_seconds(partial(solve, form))]
    for target, variants in TARGETS.items():
        for variant in variants:
            _print_time_to(tree, variant, target)
            program.append(_seconds(partial(solve, form)))
    print(f"leduc by linear program: {1000 * min(program):.0f} ms, best of {len(program)} between the others")


def _print_speeds(peer: Peer) -> None:
    tree = flatten(peer.root)
    run, whole = Solver(tree, FAMILY["cfr+"]), WholeGame(tree)
    theirs = pyspiel.CFRPlusSolver(pyspiel.load_game(peer.open_spiel))

    def theirs_iterate() -> None:
        for _ in range(peer.theirs):
            theirs.evaluate_and_update_policy()

    ours_iterate = partial(run.iterate, peer.ours), partial(whole.iterate, peer.ours)
    turns = [[_seconds(work) for work in (*ours_iterate, theirs_iterate)] for _ in range(TURNS)]
    ours, unmerged, theirs_best = (min(seconds) for seconds in zip(*turns, strict=True))
    speed = peer.theirs / theirs_best
    print(
        f"cfr+ on {peer.name}: {peer.ours / ours:,.0f} iterations a second, OpenSpiel {speed:,.0f}, "
        f"ratio {peer.ours / ours / speed:,.0f}; equal sets not merged {peer.ours / unmerged / speed:,.0f}"
    )


class WholeGame:
    """CFR+ that solves every information set, equal or not."""

    def __init__(self, tree: GameTree) -> None:
        self._form = sequence_form(tree)
        self._totals = nothing_known(self._form.first)
        self._done = 0

    def iterate(self, iterations: int) -> None:
        """Run `iterations` more iterations."""
        full_width.iterate(
            self._form, CFR_PLUS, self._totals, blank(self._form.sequences, self._done), iterations
        )
        self._done += iterations


def _print_time_to(tree: GameTree, variant: str, target: float) -> None:
    found = [_time_to(tree, variant, target) for _ in range(TURNS)]
    iterations, seconds = found[0][0], min(one for _, one in found)
    reached = "" if iterations < MOST_ITERATIONS else " (not reached)"
    print(f"leduc to {target:g} by {variant}: {1000 * seconds:.1f} ms, {iterations:,} iterations{reached}")


def _time_to(tree: GameTree, variant: str, target: float) -> tuple[int, float]:
    """Return iterations and seconds until NashConv is measured at `target`; measuring counts."""
    run = Solver(tree, FAMILY[variant])
    begun = time.perf_counter()
    while run.exploitability().nash_conv > target and run.iteration < MOST_ITERATIONS:
        run.iterate(max(10, int(run.iteration * (CHECKS_GROW_BY - 1))))
    return run.iteration, time.perf_counter() - begun


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
