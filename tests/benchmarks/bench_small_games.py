"""Solving small games: CFR+ against OpenSpiel's C++ version, and Leduc poker against a linear program.

Rounds of the program and of the peer alternate. The best round of each counts, in processor time. Both games are
flattened before the measurement, and kernels are compiled. The linear program (HiGHS) gets the finished sequence
form. In contrast, the program's time includes making the sequence form, merging equivalent information sets, and
measuring NashConv.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

from ai.algorithms import cfr_kernels
from ai.algorithms.cfr_kernels import empty_trace
from ai.algorithms.game_tree import GameTree, flatten, initial_state
from ai.algorithms.sequence_form import sequence_form
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.commands.benching import Measured
from game.core import State
from game.rules.kuhn_poker import classic

ROUNDS = 5
KUHN_ITERATIONS, PEER_KUHN_ITERATIONS = 100_000, 1_000
LEDUC_ITERATIONS, PEER_LEDUC_ITERATIONS = 2_000, 5
CHECKS_GROW_BY = 1.05
COARSE, FINE = 1e-3, 1e-6
COARSE_VARIANT, FINE_VARIANT = "dcfr+", "sapcfr+"
"""The fastest variants to a coarse and to a fine target."""

_JUDGES = Path(__file__).parents[1] / "ai" / "algorithms"


def cfr_plus_on_kuhn() -> Measured:
    """Measure the iterations per second of CFR+ on Kuhn poker."""
    run = Solver(flatten(classic()), FAMILY["cfr+"])
    peer = _open_spiel("kuhn_poker", PEER_KUHN_ITERATIONS)
    return _speed(run.iterate, KUHN_ITERATIONS, peer, PEER_KUHN_ITERATIONS)


def cfr_plus_on_leduc() -> Measured:
    """Measure the iterations per second of CFR+ on Leduc poker.

    Information sets that differ only in suits are solved once.
    """
    run = Solver(flatten(_leduc()), FAMILY["cfr+"])
    peer = _open_spiel("leduc_poker", PEER_LEDUC_ITERATIONS)
    return _speed(run.iterate, LEDUC_ITERATIONS, peer, PEER_LEDUC_ITERATIONS)


def cfr_plus_on_all_of_leduc() -> Measured:
    """Measure the iterations per second of CFR+ on Leduc poker, without merging information sets."""
    form = sequence_form(flatten(_leduc()))
    totals, variant = initial_state(form.first), FAMILY["cfr+"]

    def iterate(iterations: int) -> None:
        cfr_kernels.iterate_full_width(form, variant, totals, empty_trace(form.sequences), iterations)

    peer = _open_spiel("leduc_poker", PEER_LEDUC_ITERATIONS)
    return _speed(iterate, LEDUC_ITERATIONS, peer, PEER_LEDUC_ITERATIONS)


def leduc_to_one_thousandth() -> Measured:
    return _solved(COARSE_VARIANT, COARSE)


def leduc_to_one_millionth() -> Measured:
    return _solved(FINE_VARIANT, FINE)


BENCHMARKS = {
    "kuhn-cfr+": cfr_plus_on_kuhn,
    "leduc-cfr+": cfr_plus_on_leduc,
    "leduc-cfr+-unmerged": cfr_plus_on_all_of_leduc,
    "leduc-to-1e-3": leduc_to_one_thousandth,
    "leduc-to-1e-6": leduc_to_one_millionth,
}


def _speed(
    ours: Callable[[int], None], iterations: int, peer: Callable[[], None] | None, peer_iterations: int
) -> Measured:
    cfr_kernels.compile_kernels()
    best, peer_best = _in_turns(partial(ours, iterations), peer)
    theirs = None if peer_best is None else peer_iterations / peer_best
    return Measured(iterations / best, theirs, "iterations/s")


def _solved(variant: str, target: float) -> Measured:
    cfr_kernels.compile_kernels()
    tree = flatten(_leduc())
    peer = None
    if importlib.util.find_spec("scipy") is not None:
        peer = partial(_loaded("plain_cfr").solve, sequence_form(tree))
    return Measured(*_in_turns(partial(_approach, tree, variant, target), peer), "s")


def _approach(tree: GameTree, variant: str, target: float) -> None:
    """Iterate until NashConv is at most `target`.

    NashConv is measured whenever the number of iterations has grown by 5 %.
    """
    run = Solver(tree, FAMILY[variant])
    while run.exploitability().nash_conv > target:
        run.iterate(max(10, int(run.iteration * (CHECKS_GROW_BY - 1))))


def _open_spiel(game: str, iterations: int) -> Callable[[], None] | None:
    if importlib.util.find_spec("pyspiel") is None:
        return None
    pyspiel = importlib.import_module("pyspiel")
    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(game))

    def iterate() -> None:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()

    return iterate


def _leduc() -> State:
    state: State = _loaded("small_games").LeducState()
    return state


def _loaded(name: str) -> ModuleType:
    """Load the test module `name` by its path, because another package may have the name `tests`."""
    known = f"parlour_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, _JUDGES / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[known] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[known])
    return sys.modules[known]


def _in_turns(ours: Callable[[], object], peer: Callable[[], object] | None) -> tuple[float, float | None]:
    """Run the program and the peer alternately. Return the shortest time of each in seconds."""
    turns = [(_seconds(ours), None if peer is None else _seconds(peer)) for _ in range(ROUNDS)]
    theirs = [seconds for _, seconds in turns if seconds is not None]
    return min(seconds for seconds, _ in turns), min(theirs, default=None)


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
