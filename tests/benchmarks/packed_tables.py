"""Compare solves in 16 and in 32 bits, stated and resident memory, and trees with and without limits.

    python -m tests.benchmarks.packed_tables values [--spots N] [--target PERCENT]
    python -m tests.benchmarks.packed_tables memory [SPOT ...] [--bits 16|32] [--threads N]
    python -m tests.benchmarks.packed_tables caps [--target PERCENT]

All spots have the form of the command `solve`.

`values` solves random rivers and turns in 32 bits to a target, and again in 16 bits with as many iterations. The
output is the exploitability of both solves, and the difference of their values in percent of the pot.

`memory` runs one iteration of each spot in a separate process and compares the stated memory with the peak of the
resident memory (Linux). Without a SPOT, the spots are a river, a turn and four flops, each in 32 and 16 bits.

`caps` measures the cost of limits on the tree. The command solves a river and a turn without limits and with each
of `CAPS`. Then one player keeps the strategy of the limited tree, and the tree without limits is solved again. In
this tree, the opponent may use all sizes, and the player answers sizes outside of the limits optimally. The losses
of both players are the cost of the limits. The mean of these losses is the exploitability of the limited solution.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ai.solver.betting import DEAL, DECISION
from ai.solver.forest import Float32s, Planted, Table
from ai.solver.sizes import BetLimits
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP, Spot
from ai.solver.spot_forms import read_spot
from ai.solver.streets import ALL_BITS, StatePlace
from ai.solver.subgame import MEGABYTE, Limits, Subgame
from ai.solver.sweeps import compile_kernels
from game.rules.cards import DECK, names
from tests.benchmarks.bench_solver import NARROW, WIDE

BOTH = "22+,A2s+,K9s+,Q9s+,J9s+,T9s,98s,87s,76s,ATo+,KJo+,QJo"
TREES = (
    f"Ks8h3d5c2s; {WIDE}; {NARROW}; 10; 1000; 25%,33%,50%,75%,100%,150%,a; 2.5x,60%,a",
    f"QsJh2h8d; {WIDE}; {NARROW}; 100; 900; 33%,75%; 60%",
    "QsJh2h; TT+,AKs,AQs,KQs; TT+,AKs,A9s; 10; 30; 50%,a; 100%,a",
    f"Ks8h3d; {BOTH}; {NARROW}; 100; 300; 50%; 60%",
    "Ks8s3s; TT+,AJs+,KQs,AQo+; 22+,A9s+,KTs+,QTs+,AJo+; 100; 300; 33%,75%; 60%",
    "QsJh2h; random; random; 100; 200; 50%; a",
)
NOBODY = np.empty(0, np.int64)
CAPS = {
    "raises_a_street: 2": BetLimits(raises=2),
    "all_in_below: 20": BetLimits(all_in_below=0.2),
    "all_in_below: 100": BetLimits(all_in_below=1.0),
}
CAPPED = (
    f"Ks8h3d5c2s; {WIDE}; {NARROW}; 5.5; 97.5; 33%,75%,a; 60%,a",
    f"Ks8h3d5c; {WIDE}; {NARROW}; 16.5; 92; 33%,75%,a; 60%,a",
)


def random_spots(number: int) -> Iterator[Spot]:
    """Yield rivers and turns alternately, with random boards, stacks and sizes."""
    for seed in range(number):
        rng = np.random.default_rng(seed)
        board = names(rng.choice(len(DECK), 5 - seed % 2, replace=False).tolist())
        ranges = (WIDE, NARROW) if rng.random() < 0.5 else (NARROW, WIDE)
        stack = int(rng.integers(50, 400))
        bets = ",".join(
            f"{part}%" for part in sorted(rng.choice([25, 33, 50, 75, 100, 150], 2, replace=False))
        )
        yield read_spot(f"{board}; {ranges[0]}; {ranges[1]}; 100; {stack}; {bets},a; 60%")


def compare_values(number: int, target: float) -> None:
    """Solve random spots in 16 and in 32 bits, and print the differences and the largest difference."""
    for bits in ALL_BITS:
        compile_kernels(bits)
    largest, worst = 0.0, 0.0
    for spot in random_spots(number):
        plain = solved(Subgame(spot, limits=Limits(bits=32)), Goal(target=target))
        packed = solved(Subgame(spot, limits=Limits(bits=16)), Goal(iterations=plain.iterations))
        moved = 100 * abs(packed.ev[OOP] - plain.ev[OOP]) / spot.pot
        largest, worst = max(largest, moved), max(worst, packed.exploitability - plain.exploitability)
        print(
            f"{names(spot.board):10} {plain.iterations:5} iterations: exploitability {plain.exploitability:.4f} "
            f"and {packed.exploitability:.4f}%, values {moved:.4f}% apart, {plain.seconds:.2f} and "
            f"{packed.seconds:.2f} s",
            flush=True,
        )
    print(f"largest difference of values {largest:.4f}% of the pot, of exploitability {worst:+.4f}%")


def compare_memory(spots: list[str], all_bits: tuple[int, ...], threads: int) -> None:
    """Print the stated and the resident megabytes of each spot, measured in a separate process for each spot."""
    for spot in spots:
        for bits in all_bits:
            command = [sys.executable, "-m", __spec__.name, "inside", spot, "--bits", str(bits)]
            done = subprocess.run(
                [*command, "--threads", str(threads)], stdout=subprocess.PIPE, check=True, text=True
            )
            stated, taken = json.loads(done.stdout)
            print(
                f"{spot.split(';')[0]:10} {bits} bits: {stated:8,.1f} MB stated, {taken:8,.1f} MB resident, ratio "
                f"{stated / taken:.3f}",
                flush=True,
            )


def measure_memory(spot: str, bits: int, threads: int) -> tuple[float, float]:
    """Return the stated megabytes of a solve, and the growth of its peak resident memory (Linux).

    The kernels must be compiled. Before the measurement, all memory that the process has freed is returned to the
    system.
    """
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")  # reset the peak
    before = _peak()
    game = Subgame(read_spot(spot), limits=Limits(threads, bits=bits))
    solved(game, Goal(iterations=1))
    return game.memory_needed / MEGABYTE, (_peak() - before) / MEGABYTE


def _peak() -> int:
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return 1024 * next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))


class Keeping(Subgame):
    """A subgame in which players keep their strategies from a solve with fewer sizes."""

    fixed: Sequence[tuple[Table, Float32s]] = ()

    def hold_locks(self) -> None:
        for table, strategy in self.fixed:
            for numbers in (table.regret, table.total):
                numbers[table.locked] = strategy

    def keep(self, player: int, known: Subgame) -> None:
        """Lock the player's decisions that `known` contains.

        Actions that are missing in `known` get probability 0.
        """
        pairs = [(0, 0)]
        for number, (street, source) in enumerate(zip(self.streets, known.streets, strict=True)):
            found = np.full(street.entries(player), -1.0, np.float32)
            ends = []
            for node, other in _shared_nodes(street.trees, source.trees, pairs):
                if street.trees.nodes[node].kind == DEAL:
                    ends.append((street.trees.forest.end[node], source.trees.forest.end[other]))
                if street.trees.nodes[node].player != player or street.trees.nodes[node].kind != DECISION:
                    continue
                actions = street.trees.nodes[node].actions
                rows = [actions.index(action) for action in source.trees.nodes[other].actions]
                for board in range(len(street.deals.boards)):
                    sums = StatePlace(number, board, other, NOBODY, ()).strategy_sums(known.streets)
                    entries, shape = StatePlace(number, board, node, NOBODY, ()).entries(self.streets)
                    total, strategy = sums.sum(axis=0), np.zeros(shape, np.float32)
                    strategy[rows] = np.where(total > 0, sums / np.maximum(total, 1e-30), 1 / len(rows))
                    found[entries] = strategy.ravel()
            table = street.tables[player]._replace(locked=found >= 0)
            street.tables = (table, street.tables[1]) if player == OOP else (street.tables[0], table)
            self.fixed = (*self.fixed, (table, found[table.locked]))
            pairs = [
                (_root(self.streets[number + 1].trees, mine), _root(known.streets[number + 1].trees, theirs))
                for mine, theirs in ends
            ]
        self.hold_locks()


def _root(trees: Planted, end: int) -> int:
    """Return the root of the tree that follows the terminal node `end` of the previous street."""
    return int(np.flatnonzero(trees.forest.root == end)[0])


def _shared_nodes(
    trees: Planted, others: Planted, roots: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield pairs of nodes in `trees` and `others` that the same actions reach from a pair of `roots`."""
    ahead = list(roots)
    while ahead:
        node, other = ahead.pop()
        yield node, other
        names_here = trees.nodes[node].actions
        for step, action in enumerate(others.nodes[other].actions):
            child = int(trees.forest.child[node]) + names_here.index(action)
            ahead.append((child, int(others.forest.child[other]) + step))


def loss_by_keeping(player: int, known: Subgame, spot: Spot, value: float, target: float) -> float:
    """Return a player's loss by keeping a smaller tree's strategy in a larger tree, in percent of the pot.

    Args:
        player: The player.
        known: The solve of the smaller tree.
        spot: The spot of the larger tree, which must contain all actions of the smaller tree.
        value: The value of the spot to the player, in chips.
        target: The exploitability at which the solve stops, in percent of the pot.
    """
    game = Keeping(spot)
    game.keep(player, known)
    return 100 * (value - solved(game, Goal(target=target)).ev[player]) / spot.pot


def compare_caps(target: float) -> None:
    """Measure and print the costs of limits on a river and a turn."""
    compile_kernels()
    for text in CAPPED:
        spot = read_spot(text)
        whole = Subgame(spot)
        free = solved(whole, Goal(target=target))
        print(
            f"{names(spot.board):10} no limits: {whole.memory_needed / MEGABYTE:,.1f} MB, value of oop "
            f"{free.ev[OOP]:.4f}, exploitability {free.exploitability:.3f}%",
            flush=True,
        )
        for name, limits in CAPS.items():
            game = Subgame(replace(spot, limits=limits))
            found = solved(game, Goal(target=target))
            oop, ip = (loss_by_keeping(player, game, spot, free.ev[player], target) for player in (OOP, IP))
            moved = 100 * (found.ev[OOP] - free.ev[OOP]) / spot.pot
            print(
                f"{names(spot.board):10} {name}: {game.memory_needed / MEGABYTE:,.1f} MB, value of oop "
                f"{found.ev[OOP]:.4f} ({moved:+.3f}% of the pot), exploitability {found.exploitability:.3f}%; "
                f"without limits oop loses {oop:.3f}%, ip {ip:.3f}%, exploitability {(oop + ip) / 2:.3f}%",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("study", choices=("values", "memory", "caps", "inside"))
    parser.add_argument("spot", nargs="*", default=list(TREES))
    parser.add_argument("--spots", type=int, default=20)
    parser.add_argument("--target", type=float, default=0.1)
    parser.add_argument("--bits", type=int, choices=(16, 32))
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if options.study == "values":
        compare_values(options.spots, options.target)
    elif options.study == "caps":
        compare_caps(options.target)
    elif options.study == "inside":
        compile_kernels(options.bits)
        measure_memory("QsJh2h8d; AA; KK; 100; 100; a; a", options.bits, options.threads)
        print(json.dumps(measure_memory(options.spot[0], options.bits, options.threads)))
    else:
        compare_memory(options.spot, (options.bits,) if options.bits else (32, 16), options.threads)


if __name__ == "__main__":
    main()
