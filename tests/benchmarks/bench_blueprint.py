"""Monte Carlo CFR at 100 big blinds (half pot, pot, all-in): deals per second on two threads and on one.

Rounds with one thread and with two threads alternate. All rounds start from trained tables, because a trained
strategy prunes more. Times are wall times, so other work on the machine affects the result. The processor
time of one thread without pruning is measured separately.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from math import inf

from ai.abstraction import bet_menu
from ai.abstraction import card_abstraction as registry
from ai.abstraction.betting_tree import RULES, build
from ai.abstraction.card_deals import CardDealer
from ai.algorithms.dice import Dice
from ai.algorithms.mccfr import MCCFR, UpdateRule
from ai.commands.benching import Measured
from ai.training.holdem_settings import HoldemBlueprintConfig
from game.files.manifest import SHIPPED_ABSTRACTION

DEPTH = 100
FIRST = 60_000
"""The number of deals before the measurement."""
ROUNDS = 3
DEALS = 40_000


def two_threads() -> Measured:
    return _measure(inf)


def two_threads_pruned() -> Measured:
    """Measure deals per second of two threads against one, with the pruning of a training run."""
    return _measure(HoldemBlueprintConfig().prune)


def one_thread_cpu() -> Measured:
    """Measure deals per second of processor time, without pruning."""
    one = _training(1, inf)
    best = max(
        DEALS / _seconds(lambda: one.learn(_dealer(), DEALS), time.process_time) for _ in range(ROUNDS)
    )
    return Measured(best, None, "deals/CPU s")


BENCHMARKS = {"mccfr": two_threads, "mccfr-pruned": two_threads_pruned, "mccfr-cpu": one_thread_cpu}


def _measure(prune_after: float) -> Measured:
    one, two = (_training(threads, prune_after) for threads in (1, 2))
    best = {1: 0.0, 2: 0.0}
    for _ in range(ROUNDS):
        for threads, training in ((1, one), (2, two)):
            seconds = _seconds(lambda now=training: now.learn(_dealer(), DEALS), time.perf_counter)
            best[threads] = max(best[threads], DEALS / seconds)
    return Measured(best[2], best[1], "deals/s")


def _training(threads: int, prune_after: float) -> MCCFR:
    tree = build(bet_menu.load_menu("half-pot"), DEPTH)
    rule = UpdateRule(prune_after=prune_after)
    found = MCCFR(tree.public, _dealer().cards.counts, rule, unit=1 / RULES.big_blind, threads=threads)
    found.learn(_dealer(), FIRST)
    return found


@cache
def _dealer() -> CardDealer:
    dealer = CardDealer(registry.opened(registry.find_file(SHIPPED_ABSTRACTION)))
    dealer.deal(1, Dice(0))
    return dealer


def _seconds(work: Callable[[], None], clock: Callable[[], float]) -> float:
    began = clock()
    work()
    return clock() - began
