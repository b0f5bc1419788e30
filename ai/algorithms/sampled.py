"""Monte Carlo CFR over the histories of a game, compiled: chance, external and outcome sampling.

The source is Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive
games" (NIPS 2009). Each iteration updates the players in turn. The walk starts at the root. In each history it
follows either one sampled step or all steps, depending on the variant.

The backward pass estimates values. A sampled step of chance or of the opponent needs no weight, because the
sampling probability is the probability of the step. A sampled step of the player is divided by its sampling
probability, and the value of the player's other steps is 0. The regret of an action is its value minus the value of
the strategy, times the opponents' reach divided by the sampling probability.

The random numbers come from dice.py.
"""

from __future__ import annotations

import numpy as np

from ai.algorithms.dice_kernel import STEP, random_float
from ai.algorithms.game_tree import Histories, SolverState, Vector, initial_state, smallest_game
from ai.algorithms.trace import NO_HISTORY, Trace, empty_trace, first_noted, note
from ai.algorithms.variants import Sampled, Sampling
from ai.compiled import kernel
from game.core import CHANCE

_CHANCE, _OTHERS, _ALL = (int(one) for one in Sampling)


def iterate(
    histories: Histories, variant: Sampled, totals: SolverState, trace: Trace, iterations: int
) -> None:
    """Run iterations and update `totals`, its dice and `trace` in place.

    Args:
        histories: The game.
        variant: The sampling scheme and its exploration.
        totals: The state after iteration `trace.begin`.
        trace: Receives the records.
        iterations: The number of iterations.
    """
    _iterate(histories, (int(variant.sampling), variant.exploration), totals, trace, iterations)


def compile_kernels() -> None:
    """Compile the kernels by visiting the smallest game once."""
    tree = smallest_game()
    totals = initial_state(tree.first)
    iterate(tree.histories, Sampled(Sampling.CHANCE), totals, empty_trace(len(totals.regret)), 1)


@kernel
def _sample_step(share: Vector, steps: tuple[int, int], explored: float, roll: float) -> tuple[int, float]:
    """Sample a step. Return its index and its sampling probability.

    `steps` is (first index, number of steps), and `explored` is the share of uniform sampling.
    """
    begin, count = steps
    chosen, passed, taken = begin - 1, 0.0, 1.0
    while passed <= roll and chosen < begin + count - 1:
        chosen += 1
        taken = explored / count + (1.0 - explored) * share[chosen]
        passed += taken
    return chosen, taken


@kernel
def _iterate(
    histories: Histories, variant: tuple[int, float], totals: SolverState, trace: Trace, iterations: int
) -> None:
    sampling, exploration = variant
    player, first_child, children = histories.player, histories.first_child, histories.children
    chance, payoff, infoset, first = histories.chance, histories.payoff, histories.infoset, histories.first
    regret, strategy, strategy_sum = totals.regret, totals.strategy, totals.strategy_sum
    # Of each visited history: its value, its probability below the parent, the importance weight (0 if another
    # step was sampled), the opponents' reach divided by the sampling probability, and the player's own reach.
    value, share, scale = np.zeros(player.size), np.ones(player.size), np.ones(player.size)
    others, own = np.ones(player.size), np.ones(player.size)
    visited_histories, waiting = np.zeros(player.size, np.int32), np.zeros(player.size, np.int32)
    weight, counter, chosen = own if sampling == _CHANCE else others, totals.dice[0], NO_HISTORY
    noted_next = 2 * (first_noted(trace) - trace.begin) - 1  # the second visit of an iteration is its end
    for visit in range(2 * iterations):
        me = visit % 2
        visited, left, waiting[0] = 0, 1, 0
        while left > 0:
            left -= 1
            here = waiting[left]
            visited_histories[visited], visited = here, visited + 1
            mover, begin, count = player[here], first_child[here], children[here]
            value[here] = payoff[here] if me == 0 else -payoff[here]
            one = first[infoset[here]]
            for step in range(count - 1, -1, -1):
                child = begin + step
                played = chance[child] if mover == CHANCE else strategy[one + step]
                share[child], scale[child] = played, 1.0
                others[child] = others[here] * (1.0 if mover == me else played)
                own[child] = own[here] * (played if mover == me else 1.0)
                waiting[left + count - 1 - step] = child
            if mover == (me if sampling == _CHANCE else 1 - me):
                for step in range(count):
                    strategy_sum[one + step] += weight[here] * strategy[one + step]
            if count > 0 and sampling >= (_CHANCE if mover == CHANCE else _ALL if mover == me else _OTHERS):
                counter += STEP
                chosen, taken = _sample_step(
                    share, (begin, count), exploration if mover == me else 0.0, random_float(counter)
                )
                scale[begin : begin + count] = 0.0
                scale[chosen] = 1.0 / taken if mover == me else 1.0
                share[chosen] = share[chosen] if mover == me else 1.0
                others[chosen] = others[here] * scale[chosen]
                waiting[left] = chosen
                count = 1
            left += count
        for index in range(visited - 1, -1, -1):
            here = visited_histories[index]
            one, begin, count = first[infoset[here]], first_child[here], children[here]
            for child in range(begin, begin + count):
                value[here] += share[child] * scale[child] * value[child]
            if player[here] == me:
                total = 0.0
                for step in range(count):
                    child = begin + step
                    regret[one + step] += others[here] * (scale[child] * value[child] - value[here])
                    strategy[one + step] = max(regret[one + step], 0.0)
                    total += strategy[one + step]
                for at in range(one, one + count):
                    strategy[at] = strategy[at] / total if total > 0.0 else 1.0 / count
        if visit == noted_next:
            note(trace, visit // 2 + 1 + trace.begin, totals, chosen)
            noted_next += 2 * trace.every
    totals.dice[0] = counter
