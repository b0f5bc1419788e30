"""The sampled members of the CFR family, compiled, over the histories of a game (Lanctot et al., 2009).

In every iteration each player in turn makes one visit. It goes down from the deal: where steps are sampled it
follows one of them, elsewhere all. Back from the last history to the first, what was met is summed up: a sampled
step of the others stands for all of theirs, for the die has weighed it; a sampled own step is divided by the
probability of following it, and those left out count nothing. What an action brings more than the strategy does is
its regret, weighed by the others' reach over the probability of coming here.

The dice are those of dice.py.
"""

from __future__ import annotations

import numpy as np

from ai.algorithms.dice_kernel import STEP, thrown
from ai.algorithms.game_tree import Histories, SolverState, Vector, nothing_known, smallest_game
from ai.algorithms.trace import NO_HISTORY, Trace, empty_trace, first_noted, note
from ai.algorithms.variants import Sampled, Sampling
from ai.compiled import kernel
from game.core import CHANCE

_CHANCE, _OTHERS, _ALL = (int(one) for one in Sampling)


def iterate(
    histories: Histories, variant: Sampled, totals: SolverState, trace: Trace, iterations: int
) -> None:
    """Run `iterations` after those before `trace` began over `totals`; both change in place, the dice too."""
    _iterate(histories, (int(variant.sampling), variant.exploration), totals, trace, iterations)


def compile_kernels() -> None:
    """Visit the smallest game once."""
    tree = smallest_game()
    totals = nothing_known(tree.first)
    iterate(tree.histories, Sampled(Sampling.CHANCE), totals, empty_trace(len(totals.regret)), 1)


@kernel
def _drawn(share: Vector, steps: tuple[int, int], explored: float, roll: float) -> tuple[int, float]:
    """Return which of the steps (from, how many) the dice lead to, and how probable it was that they would."""
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
    # For each visited history: its value, its share in the parent's value and the factor it is multiplied by there
    # (0 if another step was sampled); the others' reach divided by the sampling probability, and the own reach.
    value, share, scale = np.zeros(player.size), np.ones(player.size), np.ones(player.size)
    others, own = np.ones(player.size), np.ones(player.size)
    met, waiting = np.zeros(player.size, np.int32), np.zeros(player.size, np.int32)
    weight, counter, chosen = own if sampling == _CHANCE else others, totals.dice[0], NO_HISTORY
    noted_next = 2 * (first_noted(trace) - trace.begin) - 1  # the second visit of an iteration is its end
    for visit in range(2 * iterations):
        me = visit % 2
        visited, left, waiting[0] = 0, 1, 0
        while left > 0:
            left -= 1
            here = waiting[left]
            met[visited], visited = here, visited + 1
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
                chosen, taken = _drawn(
                    share, (begin, count), exploration if mover == me else 0.0, thrown(counter)
                )
                scale[begin : begin + count] = 0.0
                scale[chosen] = 1.0 / taken if mover == me else 1.0
                share[chosen] = share[chosen] if mover == me else 1.0
                others[chosen] = others[here] * scale[chosen]
                waiting[left] = chosen
                count = 1
            left += count
        for place in range(visited - 1, -1, -1):
            here = met[place]
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
