"""Compiled iterations of counterfactual regret minimisation (CFR) in small games, and exact exploitability.

- Full width: CFR, CFR+, linear CFR, DCFR and the predictive variants (variants.py) over the sequence form.
- Sampled: Monte Carlo CFR with chance, external and outcome sampling over the histories (Lanctot, Waugh, Zinkevich
  and Bowling, "Monte Carlo sampling for regret minimization in extensive games", NIPS 2009).
- Best response, NashConv and game value over the sequence form. best_response.py computes the same values for any
  `Policy`, and the tests compare the values of the two modules.
- `Trace`: the regrets and strategies that both kinds of iterations record at fixed intervals.

The order of sums is fixed, so a run gives the same bits on every machine. solver.py chooses between the kernels.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.best_response import Exploitability
from ai.algorithms.dice_kernel import STEP, random_float
from ai.algorithms.game_tree import (
    Histories,
    Indices,
    SolverState,
    Vector,
    initial_state,
    smallest_game,
    uniform_strategy,
)
from ai.algorithms.sequence_form import SequenceForm, sequence_form
from ai.algorithms.variants import SUMMED, FullWidth, Sampled, Sampling
from ai.compiled import kernel
from game.core import CHANCE

Notes = npt.NDArray[np.float64]

NO_HISTORY = -1
"""The sampled history of an iteration without a random choice."""


class Trace(NamedTuple):
    """The recorded states of a run, one in each row.

    An iteration after `begin` is recorded if its number is a multiple of `every`. With `every` = 0, no iteration is
    recorded. A record copies three short vectors into new memory. For classic Kuhn poker, a record takes about 150
    ns, and an iteration takes 240 ns. Recording every tenth iteration therefore adds 6 % to the time.

    Attributes:
        regret, strategy, strategy_sum: float64[notes, sequences] each, as in `SolverState`.
        sampled_history: int32[notes], the history after the last random choice of the iteration, -1 if there was
            none.
    """

    every: int
    begin: int
    regret: Notes
    strategy: Notes
    strategy_sum: Notes
    sampled_history: Indices

    @property
    def iterations(self) -> npt.NDArray[np.int64]:
        """The recorded iterations, int64[notes]."""
        first = self.begin // max(self.every, 1) + 1
        return np.arange(first, first + len(self.regret)) * self.every


def empty_trace(sequences: int, done: int = 0, iterations: int = 0, every: int = 0) -> Trace:
    """Return an empty trace with space for the records of `iterations` iterations after iteration `done`."""
    notes = (done + iterations) // every - done // every if every else 0
    regret, strategy, strategy_sum = (np.empty((notes, sequences)) for _ in range(3))
    return Trace(every, done, regret, strategy, strategy_sum, np.full(notes, NO_HISTORY, dtype=np.int32))


@kernel
def first_noted(trace: Trace) -> int:
    """Return the first recorded iteration, 0 if there is none.

    The kernels compare iterations with this number, and so avoid a division in every iteration.
    """
    return trace.begin - trace.begin % trace.every + trace.every if trace.every > 0 else 0


@kernel
def note(trace: Trace, iteration: int, totals: SolverState, sampled_history: int) -> None:
    """Record the state after `iteration`, and the history after the iteration's last random choice."""
    row = iteration // trace.every - trace.begin // trace.every - 1
    for one in range(totals.regret.size):  # assigning slices would take three times as long
        trace.regret[row, one] = totals.regret[one]
        trace.strategy[row, one] = totals.strategy[one]
        trace.strategy_sum[row, one] = totals.strategy_sum[one]
    trace.sampled_history[row] = sampled_history


def iterate_full_width(
    form: SequenceForm, variant: FullWidth, totals: SolverState, trace: Trace, iterations: int
) -> None:
    """Run full-width iterations and update `totals` and `trace` in place.

    Updates alternate between the players. For the player to update:

    - Sequence values: a sparse matrix product multiplies the payoffs by the opponent's reach.
    - Backward pass: each information set adds the value of its strategy to its parent sequence. Then the
      information set adds its regrets to the totals by the rule of the variant, and computes its next strategy by
      regret matching.
    - Forward pass: the strategy of this iteration is added to the strategy sum, weighted by the player's reach and
      by the weight of the iteration. The new reach is computed.

    An iteration costs one pass over the nonzero payoffs.

    Args:
        form: The game.
        variant: The regret rule and the weight of the average.
        totals: The state after iteration `trace.begin`.
        trace: The trace to which the records are added.
        iterations: The number of iterations.
    """
    _iterate_full_width(form, variant, totals, trace, iterations)


def compile_full_width() -> None:
    """Compile the kernels by one iteration of the smallest game."""
    form = sequence_form(smallest_game())
    iterate_full_width(
        form, FullWidth(SUMMED, 1.0), initial_state(form.first), empty_trace(form.sequences), 1
    )


@kernel
def discount_factor(iteration: int, exponent: float) -> float:
    """Return the discount factor d(t) of `RegretRule` for t = `iteration`."""
    if exponent == np.inf:
        return 1.0
    power: float = float(iteration) ** exponent
    return power / (power + 1.0)


@kernel
def reaches(form: SequenceForm, strategy: Vector) -> Vector:
    """Return for each sequence the probability of all its actions, float64[sequences + 2].

    This is the reach of the player to whom the sequence belongs.

    Args:
        form: The game.
        strategy: float64[form.sequences].
    """
    reach = np.ones(strategy.size + 2)
    for infoset in range(form.parent.size):
        for one in range(form.first[infoset], form.first[infoset + 1]):
            reach[one] = reach[form.parent[infoset]] * strategy[one]
    return reach


@kernel
def _iterate_full_width(
    form: SequenceForm, variant: FullWidth, totals: SolverState, trace: Trace, iterations: int
) -> None:
    first, parent, repeats = form.first, form.parent, form.repeats
    row, column, payoff = form.row, form.column, form.payoff
    regret, strategy, strategy_sum = totals.regret, totals.strategy, totals.strategy_sum
    rule = variant.regret
    floor, prediction = rule.floor, rule.prediction
    value, reach = np.zeros(strategy.size + 2), reaches(form, strategy)
    noted_next = first_noted(trace)
    for iteration in range(trace.begin + 1, trace.begin + iterations + 1):
        weight = float(iteration) ** variant.average
        good, bad = discount_factor(iteration - 1, rule.alpha), discount_factor(iteration - 1, rule.beta)
        ahead = discount_factor(iteration, rule.alpha) if prediction > 0.0 else 1.0
        for player in range(2):
            begin, end = (form.second, parent.size) if player else (0, form.second)
            for one in range(first[begin], first[end]):
                worth = 0.0
                for entry in range(row[one], row[one + 1]):
                    worth += payoff[entry] * reach[column[entry]]
                value[one] = worth
            for infoset in range(end - 1, begin - 1, -1):
                low, high = first[infoset], first[infoset + 1]
                worth = 0.0
                for one in range(low, high):
                    worth += strategy[one] * value[one]
                value[parent[infoset]] += repeats[infoset] * worth
                total = 0.0
                for one in range(low, high):
                    new, summed = value[one] - worth, regret[one]
                    summed = max(summed * (good if summed > 0.0 else bad) + new, floor)
                    regret[one] = summed
                    strategy[one] = max(summed * ahead + prediction * new, 0.0)
                    total += strategy[one]
                scale, alike = (1.0 / total, 0.0) if total > 0.0 else (0.0, 1.0 / (high - low))
                for one in range(low, high):
                    strategy[one] = strategy[one] * scale + alike
            for infoset in range(begin, end):
                before = reach[parent[infoset]]
                for one in range(first[infoset], first[infoset + 1]):
                    strategy_sum[one] += weight * reach[one]
                    reach[one] = before * strategy[one]
        value[-2:] = 0.0
        if iteration == noted_next:
            note(trace, iteration, totals, NO_HISTORY)
            noted_next += trace.every


def exploitability(form: SequenceForm, strategy: Vector) -> Exploitability:
    """Measure the strategies of both players, float64[form.sequences], against best responses.

    A sparse matrix product computes the counterfactual values of one player's sequences from the opponent's
    reach. A backward pass over the information sets then adds the value of each set to its parent sequence.
    For the best response, the value of a set is the value of its best action. For the game value, the value
    of a set is the mean value of its actions under the strategy. One measurement costs one pass over the
    nonzero payoffs.
    """
    first, second, value = _measure(form, strategy)
    return Exploitability(float(first + second), float(value))


def measure_averages(form: SequenceForm, sums: Notes) -> tuple[Notes, Vector]:
    """Normalise strategy sums and measure the average strategies.

    Args:
        form: The game.
        sums: float64[rows, form.sequences], the strategy sums.

    Returns:
        The average strategies, float64[rows, form.sequences], and the NashConv of each row, float64[rows].
        Information sets that were never reached have uniform strategies.
    """
    averages = np.empty_like(sums)
    return averages, _measure_averages(form, sums, averages)


def compile_measures() -> None:
    """Compile the kernels by measuring the uniform strategy of the smallest game."""
    form = sequence_form(smallest_game())
    exploitability(form, uniform_strategy(form.first))
    measure_averages(form, uniform_strategy(form.first).reshape(1, -1))


@kernel
def _measure_averages(form: SequenceForm, sums: Notes, averages: Notes) -> Vector:
    first, parent, repeats = form.first, form.parent, form.repeats
    row, column, payoff = form.row, form.column, form.payoff
    sequences = sums.shape[1]
    reach, best, found = np.ones(sequences + 2), np.zeros(sequences + 2), np.zeros(len(sums))
    for number in range(len(sums)):
        for infoset in range(parent.size):
            begin, end = first[infoset], first[infoset + 1]
            total = 0.0
            for one in range(begin, end):
                total += sums[number, one]
            scale, alike = (1.0 / total, 0.0) if total > 0.0 else (0.0, 1.0 / (end - begin))
            before = reach[parent[infoset]]
            for one in range(begin, end):
                share = sums[number, one] * scale + alike
                averages[number, one] = share
                reach[one] = before * share
        for one in range(sequences + 2):
            worth = 0.0
            for entry in range(row[one], row[one + 1]):
                worth += payoff[entry] * reach[column[entry]]
            best[one] = worth
        for infoset in range(parent.size - 1, -1, -1):
            top = best[first[infoset]]
            for one in range(first[infoset] + 1, first[infoset + 1]):
                top = max(top, best[one])
            best[parent[infoset]] += repeats[infoset] * top
        found[number] = best[sequences] + best[sequences + 1]
    return found


@kernel
def _measure(form: SequenceForm, strategy: Vector) -> Vector:
    """Return the values of both best responses, and the game value to player 0, float64[3]."""
    sequences = strategy.size
    best = np.zeros(sequences + 2)
    reach = reaches(form, strategy)
    for one in range(sequences + 2):
        for entry in range(form.row[one], form.row[one + 1]):
            best[one] += form.payoff[entry] * reach[form.column[entry]]
    played = best.copy()
    for infoset in range(form.parent.size - 1, -1, -1):
        begin, end = form.first[infoset], form.first[infoset + 1]
        top, worth = best[begin], 0.0
        for one in range(begin, end):
            worth += strategy[one] * played[one]
            top = max(top, best[one])
        best[form.parent[infoset]] += form.repeats[infoset] * top
        played[form.parent[infoset]] += form.repeats[infoset] * worth
    return np.array([best[sequences], best[sequences + 1], played[sequences]])


_CHANCE, _OTHERS, _ALL = (int(one) for one in Sampling)


def iterate_sampled(
    histories: Histories, variant: Sampled, totals: SolverState, trace: Trace, iterations: int
) -> None:
    """Run sampled iterations and update `totals`, its random counter (dice.py) and `trace` in place.

    Each iteration updates the players in turn. The walk starts at the root. In each history, the walk follows
    either one sampled action or all actions, depending on the variant and on whose turn it is.

    The backward pass estimates values. A sampled action of chance or of the opponent needs no weight, because it is
    sampled with its own probability. The value of a sampled action of the player is divided by the sampling
    probability. The player's other actions have value 0. The regret of an action is its value minus the value of
    the strategy. This difference is multiplied by the reach of the opponent and chance, and divided by the
    probability with which the history was sampled.

    Args:
        histories: The game.
        variant: The sampling scheme and its exploration.
        totals: The state after iteration `trace.begin`.
        trace: The trace to which the records are added.
        iterations: The number of iterations.
    """
    _iterate_sampled(histories, (int(variant.sampling), variant.exploration), totals, trace, iterations)


def compile_sampled() -> None:
    """Compile the kernels by visiting the smallest game once."""
    tree = smallest_game()
    totals = initial_state(tree.first)
    iterate_sampled(tree.histories, Sampled(Sampling.CHANCE), totals, empty_trace(len(totals.regret)), 1)


@kernel
def _sample_step(share: Vector, steps: tuple[int, int], explored: float, roll: float) -> tuple[int, float]:
    """Sample one of the steps by the probabilities `share` and the random number `roll`.

    Return the index of the step, and its sampling probability.

    `steps` is (first index, number of steps). `explored` is the probability that the step is drawn uniformly.
    """
    begin, count = steps
    chosen, passed, taken = begin - 1, 0.0, 1.0
    while passed <= roll and chosen < begin + count - 1:
        chosen += 1
        taken = explored / count + (1.0 - explored) * share[chosen]
        passed += taken
    return chosen, taken


@kernel
def _iterate_sampled(
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


def compile_kernels() -> None:
    """Compile all kernels. The iterations also compile the kernels of `Trace`."""
    compile_measures()
    compile_full_width()
    compile_sampled()
