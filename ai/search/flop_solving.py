"""Depth-limited solving of a flop: the tree ends with the flop betting, and the blueprint plays on.

A leaf has a value for every pair of hands and every continuation strategy. Each pair of hands is evaluated on a
sample of turn cards, which are spread evenly over the deck. The value has two parts: the continuation value of the
groups of both hands (ai/search/continuations.py), and the showdown results over a sample of rivers. The game is
zero-sum, so one table gives the values of both players. A table is float32[ends * CHOICES, hands, hands], up to
some hundred megabytes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.blueprint import Blueprint
from ai.compiled import kernel
from ai.hands.boards import rivers
from ai.hands.combos import HANDS, Bools, Floats, apart
from ai.hands.evaluator import Ranks
from ai.hands.range_strategy import PublicState, Shares
from ai.search.continuations import CHOICES, GROUPS, Continuations
from ai.search.street_line import StreetLine, line_in_play
from ai.solver.betting import DEAL, DECISION, Node
from ai.solver.spot import Spot
from ai.solver.streets import BettingShape
from ai.solver.subgame import Limits, OptOut, Subgame
from ai.steps import step_pace
from game.core import Player
from game.rules.betting import CALL, PublicBetting
from game.rules.cards import DECK, Card

Float32s = npt.NDArray[np.float32]
Uint8s = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]

TURNS, RIVERS = 12, 12
"""The number of sampled turn cards, and the number of sampled river cards for each turn card."""
ALL_IN = -1
_ABSENT = 255


@dataclass(frozen=True, slots=True)
class StreetEnd:
    """A leaf of the flop tree: the betting of the flop has ended.

    Attributes:
        node: The node of the blueprint's tree at the start of the turn. ALL_IN if no chips are left to bet.
        stake: The chips of each player in the pot.
        scale: The number of chips at the table that one chip of the blueprint's tree represents.
    """

    node: int
    stake: float
    scale: float


class _Tables(NamedTuple):
    """The fields of `Continuation` for all leaves, each float32[ends * CHOICES, GROUPS, GROUPS]."""

    won: Float32s
    stake: Float32s


@dataclass(frozen=True, slots=True, eq=False)
class FlopEnds:
    """The leaf values.

    Attributes:
        hands: The indices of each player's hands, int64[hands] for each player.
        won: float32[ends * CHOICES, hands of player 0, hands of player 1], the chips that player 0 wins.
    """

    hands: tuple[Int64s, Int64s]
    won: Float32s

    def values(self, player: Player, reach: Float32s) -> Floats:
        """Return the counterfactual values of a player in chips, float64[ends * CHOICES, 1326].

        `reach` is the opponent's reach, float32[ends * CHOICES, 1326].
        """
        own, other = self.hands[player], self.hands[1 - player]
        weights = np.ascontiguousarray(reach[:, other])
        found = np.zeros((len(reach), len(HANDS)))
        if player == 0:
            found[:, own] = (self.won @ weights[:, :, None])[:, :, 0]
        else:
            found[:, own] = -(weights[:, None] @ self.won)[:, 0]
        return found


def evaluate_ends(
    board: Sequence[Card],
    counted: Sequence[Bools],
    ends: Sequence[StreetEnd],
    chooser: Player,
    continuations: Continuations,
) -> Generator[float, None, FlopEnds]:
    """Return the leaf values. Before each step, yield the expected seconds of the step.

    A step evaluates a part of a leaf, clears a part of the table, or evaluates one turn card.

    Args:
        board: The flop.
        counted: A mask of each player's possible hands, bool[1326] for each player.
        ends: The leaves.
        chooser: The player who chooses a continuation strategy.
        continuations: The continuations of the blueprint.
    """
    hands = (np.flatnonzero(counted[0]), np.flatnonzero(counted[1]))
    first, second = hands
    pairs = float(len(first) * len(second) * len(ends))
    for end in ends:
        yield from _compute_leaf(end, chooser, continuations)
    tables = _tables(ends, chooser, continuations)
    together = apart()[np.ix_(first, second)]
    total = yield from _zeros((len(ends) * CHOICES, len(first), len(second)))
    times = np.zeros((len(first), len(second)), np.float32)
    for number, turn in enumerate(_spread(board, TURNS)):
        yield step_pace.seconds("turn card", pairs)
        with step_pace.measure("turn card", pairs):
            four = (*board, turn)
            groups = np.where((found := continuations.groups(four)) < 0, _ABSENT, found).astype(np.uint8)
            net_wins = _showdowns(four, hands, _spread(four, RIVERS, number))
            _add(tables, (groups[first], groups[second]), net_wins, together, total)
            times += together & (groups[first] != _ABSENT)[:, None] & (groups[second] != _ABSENT)[None]
    total /= np.maximum(times, 1)
    return FlopEnds(hands, total)


def _zeros(shape: tuple[int, int, int]) -> Generator[float, None, Float32s]:
    """Return an array of zeros. Before each step, yield the expected seconds of the step.

    The system supplies memory at the first write. Filling the whole array at once takes up to ten times as long as
    evaluating a turn card.
    """
    found = np.empty(shape, np.float32)
    for start in range(0, len(found), CHOICES):
        part = found[start : start + CHOICES]
        yield step_pace.seconds("cleared number", part.size)
        with step_pace.measure("cleared number", part.size):
            part[:] = 0.0
    return found


def _compute_leaf(end: StreetEnd, chooser: Player, continuations: Continuations) -> Iterator[float]:
    """Compute the continuations of a leaf. Before each step, yield the expected seconds of the step."""
    if end.node == ALL_IN or continuations.has(end.node, chooser):
        return
    steps, is_done = continuations.compute(end.node, chooser), False
    while not is_done:
        yield step_pace.seconds("leaf")
        with step_pace.measure("leaf"):
            is_done = bool(next(steps, True))


def _tables(ends: Sequence[StreetEnd], chooser: Player, continuations: Continuations) -> _Tables:
    """Return the continuations of all leaves, in chips at the table. `chooser` chooses the strategies."""
    won, stake = (np.zeros((len(ends), CHOICES, GROUPS, GROUPS), np.float32) for _ in range(2))
    for number, end in enumerate(ends):
        if end.node == ALL_IN:
            stake[number] = end.stake
        else:
            at = continuations.at(end.node, chooser)
            won[number], stake[number] = end.scale * at.won, end.scale * at.stake
    return _Tables(won.reshape(-1, GROUPS, GROUPS), stake.reshape(-1, GROUPS, GROUPS))


def _spread(board: Sequence[Card], number: int, shift: int = 0) -> list[Card]:
    """Return `number` cards spread evenly over the rest of the deck.

    `shift` is the number of cards by which the selection is moved.
    """
    left = [card for card in DECK if card not in board]
    return [left[(index * len(left) // number + shift) % len(left)] for index in range(number)]


def _showdowns(
    board: tuple[Card, ...], hands: tuple[Int64s, Int64s], river_cards: Sequence[Card]
) -> Float32s:
    """Return the net fraction of showdowns that player 0 wins, float32[hands, hands].

    The net fraction is the fraction won minus the fraction lost. The entries are the pairs of a hand of player 0
    and a hand of player 1.
    """
    ranks = rivers(np.array([[*board, river] for river in river_cards], np.uint8))[0]
    found = np.zeros((len(hands[0]), len(hands[1])), np.float32)
    _compare(np.ascontiguousarray(ranks[:, hands[0]]), np.ascontiguousarray(ranks[:, hands[1]]), found)
    return found


@kernel
def _compare(first: Ranks, second: Ranks, found: Float32s) -> None:
    """Fill `found[one, other]` with the share of rivers that hand `one` wins, minus the share that `other` wins.

    Rivers that share a card with one of the two hands are not counted.
    """
    boards, others = second.shape
    met = np.empty(others, np.float32)
    for one in range(first.shape[1]):
        row = found[one]
        met[:] = 0.0
        for board in range(boards):
            rank = first[board, one]
            if rank > 0:
                ranks = second[board]
                for other in range(others):
                    possible = np.float32(ranks[other] > 0)
                    row[other] += possible * (
                        np.float32(rank < ranks[other]) - np.float32(rank > ranks[other])
                    )
                    met[other] += possible
        for other in range(others):
            row[other] /= max(met[other], np.float32(1.0))


@kernel
def _add(
    tables: _Tables, groups: tuple[Uint8s, Uint8s], net_wins: Float32s, together: Bools, total: Float32s
) -> None:
    """For one turn card, add the winnings of every pair of hands at every leaf to `total`."""
    first, second = groups
    for one in range(len(first)):
        if first[one] == _ABSENT:
            continue
        for end in range(len(total)):
            won, stake, sums = tables.won[end, first[one]], tables.stake[end, first[one]], total[end, one]
            for other in range(len(second)):
                group = second[other]
                if group != _ABSENT and together[one, other]:
                    sums[other] += won[group] + stake[group] * net_wins[one, other]


def compile_kernels() -> None:
    """Compile the kernels of the leaf values."""
    ranks, pair = np.ones((1, 1), np.uint16), np.zeros((1, 1), np.float32)
    _compare(ranks, ranks, pair)
    tables, groups = np.zeros((1, 1, 1), np.float32), np.zeros(1, np.uint8)
    _add(_Tables(tables, tables), (groups, groups), pair, pair == 0, tables)


PAIRS_A_SECOND = 5_000_000
"""The approximate number of pairs (pair of hands, leaf of the tree) that are solved per second."""

MAX_BLUEPRINTS, MAX_RAISES = 2, 2
_continuations: OrderedDict[Blueprint, Continuations] = OrderedDict()
"""The continuations of recent blueprints, cached because computing them takes too long during a decision."""


def seconds_needed(ranges: tuple[Shares, Shares], tree: Node) -> float:
    """Return the approximate time in seconds to solve a flop.

    Args:
        ranges: float32[1326] of each player.
        tree: The betting of the flop.
    """
    first, second = (int(np.count_nonzero(weights)) for weights in ranges)
    return first * second * sum(node.kind == DEAL for node in tree.nodes()) / PAIRS_A_SECOND


def flop_game(
    spot: Spot, line: StreetLine, public: PublicState, blueprint: Blueprint, opt_out: OptOut | None
) -> Generator[float, None, Subgame]:
    """Return the subgame of a flop. The subgame starts at the root of the tree that contains `line`.

    Before each step, yield the expected seconds of the step. At the leaves, the opponent chooses a
    continuation strategy.

    Args:
        spot: The spot at the start of the street.
        line: The line of the decision.
        public: A decision of the player for whom the flop is solved. The decision is on the line or after the line.
        blueprint: The strategy on turn and river.
        opt_out: The re-solving gadget, or None.
    """
    chooser = 1 - public.player
    shape = BettingShape(line.begin, line.extra_chips, to_river=False, chooser=chooser, choices=CHOICES)
    yield step_pace.seconds("tree", of="flop")
    with step_pace.measure("tree", of="flop"):
        game = Subgame(spot, shape=shape, limits=Limits(), opt_out=opt_out)
    street = game.streets[0]
    by_node = dict(_ends(street.trees.nodes[0], line, line.beginning(public.betting), blueprint))
    ends = [by_node[id(node)] for node in street.ends[::CHOICES]]
    counted = [weights > 0 for weights in spot.ranges]
    continuations = yield from _load_continuations(blueprint)
    game.ends = yield from evaluate_ends(spot.board, counted, ends, chooser, continuations)
    return game


def prepare_flops(blueprint: Blueprint, betting: PublicBetting, chooser: Player) -> Iterator[float]:
    """Compute the continuations for the most common pots on the flop before the flop is dealt, smallest pot first.

    The most common pots are the pots after a limp and after the two smallest raises. Before each step, yield
    the expected seconds of the step. `betting` is the betting at the start of the hand.
    """
    continuations = yield from _load_continuations(blueprint)
    assert betting.actor is not None
    actions = blueprint.range_strategy(PublicState(betting.actor, (), betting)).actions
    raises = sorted(action for action in actions if CALL < action < min(betting.rules.stacks))
    for first in (CALL, *raises[:MAX_RAISES]):
        root = betting.child(first).child(CALL)
        if root.is_all_in:
            return
        line = line_in_play(root.next_round())
        for _, end in _ends(line.node, line, line.root, blueprint):
            yield from _compute_leaf(end, chooser, continuations)


def _load_continuations(blueprint: Blueprint) -> Generator[float, None, Continuations]:
    if blueprint not in _continuations:
        yield step_pace.seconds("continuations")
        with step_pace.measure("continuations"):
            _continuations[blueprint] = Continuations(blueprint)
        if len(_continuations) > MAX_BLUEPRINTS:
            _continuations.popitem(last=False)
    return _continuations[blueprint]


def _ends(
    node: Node, line: StreetLine, betting: PublicBetting, blueprint: Blueprint
) -> Iterator[tuple[int, StreetEnd]]:
    """Yield the leaves below a node.

    With each leaf, yield the `id` of the tree node for the first continuation of the leaf.
    """
    if node.kind != DECISION:
        return
    if node.children[0].kind == DEAL:
        stake = line.pot / 2 + node.chips
        end = ALL_IN if betting.is_all_in else blueprint.nearest_node(betting.next_round())
        scale = 1.0 if end == ALL_IN else stake / float(blueprint.tree.committed[end].min())
        yield id(node.children[0]), StreetEnd(end, stake, scale)
        return
    for name, child in zip(node.actions, node.children, strict=True):
        over = betting.actor is None
        yield from _ends(
            child, line, betting if over else betting.child(line.table_action(name, betting)), blueprint
        )
