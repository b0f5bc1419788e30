"""Depth-limited solving of a flop: the tree ends with the flop betting, and the blueprint plays on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator

import numpy as np

from ai.abstraction.blueprint import Blueprint
from ai.hands.range_strategy import PublicState, Shares
from ai.search.continuations import CHOICES, Continuations
from ai.search.flop_ends import ALL_IN, StreetEnd, evaluate_ends
from ai.search.street_line import StreetLine, line_in_play
from ai.solver.betting import DEAL, DECISION, Node
from ai.solver.spot import Spot
from ai.solver.streets import BettingShape
from ai.solver.subgame import Limits, OptOut, Subgame
from ai.steps import step_pace
from game.core import Player
from game.rules.betting import CALL, PublicBetting

PAIRS_A_SECOND = 5_000_000
"""The number of pairs of hands, times leaves of the tree, that one second of solving can handle."""

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
    """Return the subgame of a flop from the start of the tree that contains `line`.

    The expected seconds of each step are yielded before it starts. At the leaves, the opponent chooses a
    continuation strategy.

    Args:
        spot: The spot at the start of the street.
        line: The line of the decision.
        public: A decision of the player for whom the flop is solved, on the line or after it.
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
    """Compute the continuations of common flops before the board is dealt, in ascending order of the pot.

    These are the flops after a limp and after the two smallest raises. The expected seconds of each step are
    yielded before it starts. `betting` is the betting at the start of the hand.
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
            if end.node != ALL_IN and not continuations.has(end.node, chooser):
                yield step_pace.seconds("ends")
                with step_pace.measure("ends"):
                    continuations.at(end.node, chooser)


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
    """Yield the leaves below a node, each with the id of the node of its first continuation strategy."""
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
