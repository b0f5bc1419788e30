"""The kernels of external sampling MCCFR on a public tree, and the average strategy in bytes.

The tables hold a regret and a strategy sum for every action of an information set. The regrets of a set are
followed by its sums, so one memory access gets the regrets and the sums. The tree traversal (the walk) uses
an explicit stack and allocates nothing. At a decision of the traverser, the walk pushes a frame and tries
every action. At a decision of the opponent, the walk samples an action and needs no frame.

Regret-based pruning skips actions with very low regret in 95 % of the walks. Actions that end the hand are never
skipped, because trying them costs nothing (N. Brown, T. Sandholm, "Superhuman AI for multiplayer poker", Science
2019, supplement).

A strategy is uint8[entries], where 255 is probability 1. The entries of an information set sum to about 255. In a
set that training has never visited, all entries are 0, and the strategy is uniform.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice
from ai.algorithms.dice_kernel import STEP, random_float
from ai.algorithms.public_tree import (
    DECISION,
    FOLD,
    PLAYERS,
    DealBatch,
    Int8s,
    Int16s,
    Int32s,
    Int64s,
    Layout,
    PublicTree,
)
from ai.compiled import kernel

Floats32 = npt.NDArray[np.float32]
Counter = npt.NDArray[np.uint64]

FIRST_CHILD, OFFSET, CODE, STAKE = range(4)
"""The columns of `Tree.nodes`. A code packs row, number of actions, player and kind."""
ROW_BITS, ACTION_BITS, PLAYER_BIT = 4, 4, 8
MAX_ACTIONS = (1 << ACTION_BITS) - 1
DEEPEST = 128
"""The maximum number of decisions of the traverser in a line: the size of the stack."""
LEFT_OUT = 0.95
"""The probability that a walk prunes actions."""
SPARE = np.float32(1.05)
"""Regrets do not fall below this multiple of the pruning threshold, so that a pruned action can return soon."""
NEVER = np.float32(-np.inf)

_LEFT_OUT = np.float32(-1.0)
"""Replaces the probability of a pruned action."""


class Tree(NamedTuple):
    """A public tree in the form that the kernels read, 16 bytes for each node.

    Attributes:
        nodes: int32[nodes, 4], the columns `FIRST_CHILD`, `OFFSET`, `CODE` and `STAKE`.
        starts: int64[players * rounds], the first entry of the rows of a player and round in the tables.
        lengths: int64[players * rounds], the length of these rows in entries.
    """

    nodes: Int32s
    starts: Int64s
    lengths: Int64s


class UpdateSettings(NamedTuple):
    """The settings of an update of the tables by a batch of deals.

    Attributes:
        regret_weight: The weight of regrets.
        sum_weight: The weight of strategy sums.
        prune_below: The regret below which an action is pruned. With minus infinity, no action is pruned.
        unit: The regret that corresponds to one unit of stake.
        first, end: The range of the players who learn: player p learns if `first` <= p < `end`.
    """

    regret_weight: np.float32
    sum_weight: np.float32
    prune_below: np.float32
    unit: np.float32
    first: int = 0
    end: int = PLAYERS


def kernel_tree(tree: PublicTree, layout: Layout) -> Tree:
    """Pack a public tree and its layout into the arrays of the kernels."""
    row = tree.player.astype(np.int32) * tree.rounds + tree.round
    code = row | tree.actions.astype(np.int32) << ROW_BITS
    code |= tree.player.astype(np.int32) << PLAYER_BIT | tree.kind.astype(np.int32) << PLAYER_BIT + 1
    nodes = np.stack([tree.first_child, 2 * layout.offset, code, tree.stake], axis=1).astype(np.int32)
    return Tree(nodes, 2 * layout.starts.ravel(), 2 * layout.lengths.ravel())


class _Work(NamedTuple):
    """The working memory of a walk. In the shapes, `depth` is the maximum number of decisions on the stack.

    Attributes:
        nodes: int32[nodes, 4], as in `Tree`.
        tables: float32[2 * entries], the regrets and strategy sums.
        rows: int64[players * rounds], the first entry of the row of the dealt bucket, for each player and round.
        base: int64[depth], the first entry of each decision on the stack.
        child: int64[depth], the first child of each decision.
        actions: int64[depth], the number of actions of each decision.
        action: int64[depth], the action that the traverser is trying at each decision.
        mean: float32[depth], the sum of probability times value over the actions tried so far.
        strategy: float32[depth, actions], the regret-matching strategy at each decision.
        values: float32[depth, actions], the value of each action tried so far.
    """

    nodes: Int32s
    tables: Floats32
    rows: Int64s
    base: Int64s
    child: Int64s
    actions: Int64s
    action: Int64s
    mean: Floats32
    strategy: Floats32
    values: Floats32


class DealtHands(NamedTuple):
    """Deals for the kernels, as in `DealBatch`.

    Attributes:
        buckets: int16[deals, players * rounds].
        results: int8[deals].
    """

    buckets: Int16s
    results: Int8s


@kernel
def learn(
    tree: Tree, tables: Floats32, dealt_hands: DealtHands, settings: UpdateSettings, counter: Counter
) -> None:
    """Let the players learn from every deal.

    Args:
        tree: The public tree.
        tables: float32[2 * entries], the regrets and strategy sums, updated in place.
        dealt_hands: The deals.
        settings: Weights, pruning and learners.
        counter: uint64[1], the state of the random number generator, advanced in place.
    """
    work = _Work(
        tree.nodes,
        tables,
        np.empty(len(tree.starts), np.int64),
        np.empty(DEEPEST, np.int64),
        np.empty(DEEPEST, np.int64),
        np.empty(DEEPEST, np.int64),
        np.empty(DEEPEST, np.int64),
        np.empty(DEEPEST, np.float32),
        np.empty((DEEPEST, MAX_ACTIONS), np.float32),
        np.empty((DEEPEST, MAX_ACTIONS), np.float32),
    )
    for deal in range(len(dealt_hands.results)):
        for row in range(len(tree.starts)):
            work.rows[row] = tree.starts[row] + dealt_hands.buckets[deal, row] * tree.lengths[row]
        for learner in range(settings.first, settings.end):
            result = dealt_hands.results[deal] if learner == 0 else -dealt_hands.results[deal]
            _walk(work, learner, result, settings, counter)


@kernel
def _walk(work: _Work, learner: int, result: int, settings: UpdateSettings, counter: Counter) -> None:
    """Let player `learner` learn from a deal.

    `result` is 1 if this player wins the showdown, -1 for a loss, 0 for a tie.
    """
    nodes, dice = work.nodes, counter[0]
    below = settings.prune_below
    if below > NEVER:
        dice += STEP
        if random_float(dice) >= LEFT_OUT:
            below = NEVER
    won, least = np.float32(result) * settings.unit, settings.prune_below * SPARE
    node, depth = 0, 0
    while True:
        code = nodes[node, CODE]
        while code >> PLAYER_BIT + 1 == DECISION:
            base = int(work.rows[code & (1 << ROW_BITS) - 1] + nodes[node, OFFSET])
            if code >> PLAYER_BIT & 1 == learner:
                node = _try(work, node, base, below, depth)
                depth += 1
            else:
                dice += STEP
                actions, roll = int(code >> ROW_BITS & MAX_ACTIONS), np.float32(random_float(dice))
                node = int(nodes[node, FIRST_CHILD]) + _sample(
                    work.tables, base, actions, roll, settings.sum_weight
                )
            code = nodes[node, CODE]
        value = won
        if code >> PLAYER_BIT + 1 == FOLD:
            value = -settings.unit if code >> PLAYER_BIT & 1 == learner else settings.unit
        value *= np.float32(nodes[node, STAKE])
        depth, node = _climb(work, depth, value, settings.regret_weight, least)
        if depth == 0:
            break
    counter[0] = dice


@kernel
def _try(work: _Work, node: int, base: int, below: np.float32, depth: int) -> int:
    """Push a decision of the traverser with its regret-matching strategy. Return the first child to try."""
    nodes, tables = work.nodes, work.tables
    child = int(nodes[node, FIRST_CHILD])
    actions = int(nodes[node, CODE] >> ROW_BITS & MAX_ACTIONS)
    nothing = np.float32(0.0)
    total = nothing
    for action in range(actions):
        total += max(tables[base + action], nothing)
    share = np.float32(1.0) / (total if total > nothing else np.float32(actions))
    first = actions
    for action in range(actions - 1, -1, -1):
        regret = tables[base + action]
        if total <= nothing:
            work.strategy[depth, action] = share
        elif regret < below and nodes[child + action, CODE] >> PLAYER_BIT + 1 == DECISION:
            work.strategy[depth, action] = _LEFT_OUT
            continue
        else:
            work.strategy[depth, action] = max(regret, nothing) * share
        first = action
    work.base[depth], work.child[depth] = base, child
    work.actions[depth], work.action[depth] = actions, first
    work.mean[depth] = nothing
    return child + first


@kernel
def _sample(tables: Floats32, base: int, actions: int, roll: np.float32, weight: np.float32) -> int:
    """Add the opponent's regret-matching strategy to the strategy sums, and sample an action from this strategy.

    Return the action.
    """
    nothing = np.float32(0.0)
    total = nothing
    for action in range(actions):
        total += max(tables[base + action], nothing)
    share = np.float32(1.0) / (total if total > nothing else np.float32(actions))
    passed, chosen = nothing, -1
    for action in range(actions):
        regret = tables[base + action] if total > nothing else np.float32(1.0)
        if regret > nothing:
            if chosen < 0 or roll >= passed:
                chosen = action
            passed += regret * share
            tables[base + actions + action] += regret * share * weight
    return chosen


@kernel
def _climb(
    work: _Work, depth: int, value: np.float32, weight: np.float32, least: np.float32
) -> tuple[int, int]:
    """Propagate a value up the stack to the nearest decision with an untried action.

    Returns:
        The depth and the node to continue with, or depth 0 at the end of the walk.
    """
    tables = work.tables
    while depth > 0:
        top = depth - 1
        action, actions = int(work.action[top]), int(work.actions[top])
        work.values[top, action] = value
        work.mean[top] += work.strategy[top, action] * value
        action += 1
        while action < actions and work.strategy[top, action] == _LEFT_OUT:
            action += 1
        if action < actions:
            work.action[top] = action
            return depth, int(work.child[top]) + action
        base, value = work.base[top], work.mean[top]
        for action in range(actions):
            if work.strategy[top, action] != _LEFT_OUT:
                regret = tables[base + action] + weight * (work.values[top, action] - value)
                tables[base + action] = max(regret, least)
        depth = top
    return 0, 0


Strategy = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

CERTAIN = 255
"""The byte that represents probability 1."""


def play(tree: Tree, one: Strategy, other: Strategy, deals: DealBatch, dice: Dice) -> Floats:
    """Play every deal twice, with `one` once in each seat, and advance the random number generator `dice`.

    Args:
        tree: The public tree.
        one: A strategy, uint8[entries].
        other: The opponent's strategy, uint8[entries].
        deals: The deals.
        dice: The random numbers.

    Returns:
        float64[deals], the mean winnings of `one`, in the unit of the tree's stakes.
    """
    counter = np.array([dice.counter], np.uint64)
    found = np.zeros(len(deals))
    buckets = deals.buckets.reshape(len(deals), -1)
    _play(tree, np.stack([one, other]), DealtHands(buckets, deals.results), found, counter)
    dice.counter = int(counter[0])
    return found


@kernel
def quantise(tree: Tree, tables: Floats32, buckets: Int64s, found: Strategy) -> None:
    """Fill `found` with the average strategy.

    An information set without strategy sums gets its regret-matching strategy.

    Args:
        tree: The public tree.
        tables: float32[2 * entries], the regrets and strategy sums.
        buckets: int64[rounds], the number of buckets in each round.
        found: uint8[entries], all 0 before the call.
    """
    for node in range(len(tree.nodes)):
        start, apart, number, actions = _infoset_range(tree, node, buckets)
        for base in range(start, start + number * apart, apart):
            first = base + actions
            total = np.float32(0.0)
            for action in range(actions):
                total += tables[first + action]
            if total <= 0:
                first = base
                for action in range(actions):
                    total += max(tables[first + action], np.float32(0.0))
            if total > 0:
                share = np.float32(CERTAIN) / total
                for action in range(actions):
                    amount = max(tables[first + action], np.float32(0.0)) * share
                    found[base // 2 + action] = np.uint8(amount + np.float32(0.5))


@kernel
def put_regrets(tree: Tree, tables: Floats32, buckets: Int64s, strategy: Strategy) -> None:
    """Set the regrets so that regret matching plays a strategy. The strategy sums do not change.

    Args:
        tree: The public tree.
        tables: float32[2 * entries], the regrets and strategy sums.
        buckets: int64[rounds], the number of buckets in each round.
        strategy: uint8[entries].
    """
    for node in range(len(tree.nodes)):
        start, apart, number, actions = _infoset_range(tree, node, buckets)
        for base in range(start, start + number * apart, apart):
            for action in range(actions):
                tables[base + action] = strategy[base // 2 + action]


@kernel
def sum_of_regrets(tree: Tree, tables: Floats32, buckets: Int64s) -> float:
    """Return the sum, over all information sets, of the largest regret of the set. Negative regrets count as 0.

    Args:
        tree: The public tree.
        tables: float32[2 * entries], the regrets and strategy sums.
        buckets: int64[rounds], the number of buckets in each round.
    """
    found = 0.0
    for node in range(len(tree.nodes)):
        start, apart, number, actions = _infoset_range(tree, node, buckets)
        for base in range(start, start + number * apart, apart):
            most = np.float32(0.0)
            for action in range(actions):
                most = max(most, tables[base + action])
            found += float(most)
    return found


@kernel
def _infoset_range(tree: Tree, node: int, buckets: Int64s) -> tuple[int, int, int, int]:
    """Return the position of a node's information sets in the tables as (start, stride, number, actions).

    There is one set for each bucket. `start` is the first entry of the first set, and `actions` is the number of
    actions of each set. If the node is not a decision, `number` is 0.
    """
    code = tree.nodes[node, CODE]
    if code >> PLAYER_BIT + 1 != DECISION:
        return 0, 1, 0, 0
    row, actions = code & (1 << ROW_BITS) - 1, np.int64(code >> ROW_BITS & MAX_ACTIONS)
    start = tree.starts[row] + tree.nodes[node, OFFSET]
    return int(start), int(tree.lengths[row]), int(buckets[row % len(buckets)]), int(actions)


@kernel
def _play(tree: Tree, strategies: Strategy, dealt_hands: DealtHands, found: Floats, counter: Counter) -> None:
    """Add the winnings of strategy 0 to `found`, float64[deals], and advance the counter.

    This is the kernel of `play`.

    The strategies are uint8[2, entries], and the random counter is uint64[1].
    """
    nodes = tree.nodes
    dice = counter[0]
    for deal in range(len(dealt_hands.results)):
        for seat in range(PLAYERS):
            node = np.int64(0)
            while nodes[node, CODE] >> PLAYER_BIT + 1 == DECISION:
                code = nodes[node, CODE]
                row, actions = code & (1 << ROW_BITS) - 1, np.int64(code >> ROW_BITS & MAX_ACTIONS)
                base = (
                    tree.starts[row]
                    + dealt_hands.buckets[deal, row] * tree.lengths[row]
                    + nodes[node, OFFSET]
                )
                played = strategies[0 if code >> PLAYER_BIT & 1 == seat else 1]
                total = 0
                for action in range(actions):
                    total += played[base // 2 + action]
                dice += STEP
                left = random_float(dice) * (total if total else actions)
                chosen = np.int64(-1)
                while left >= 0 and chosen < actions - 1:
                    chosen += 1
                    left -= played[base // 2 + chosen] if total else 1
                node = nodes[node, FIRST_CHILD] + chosen
            code, won = nodes[node, CODE], np.int64(dealt_hands.results[deal])
            if code >> PLAYER_BIT + 1 == FOLD:
                won = np.int64(-1 if code >> PLAYER_BIT & 1 == 0 else 1)
            found[deal] += (won if seat == 0 else -won) * nodes[node, STAKE] / PLAYERS
    counter[0] = dice
