"""A flop that is solved to the end of its round: its ends in the tree of a blueprint, and the time it takes."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import lru_cache

import numpy as np

from ai.abstraction.blueprint import Blueprint
from ai.cache_registry import releases_cache
from ai.hands.range_strategy import PublicState, Shares
from ai.search.continuations import CHOICES, Continuations
from ai.search.flop_ends import ALL_IN, End, valued
from ai.search.street_line import StreetLine
from ai.solver.betting import DEAL, DECISION, Node
from ai.solver.opt_out import OptOut
from ai.solver.spot import Spot
from ai.solver.streets import Shape
from ai.solver.subgame import Limits, Subgame
from game.rules.betting import PublicBetting

PAIRS_A_SECOND = 5_000_000
"""Pairs of hands, counted once for each end of a tree, for which a second of solving is enough."""

_continuations = lru_cache(maxsize=2)(Continuations)
releases_cache(_continuations.cache_clear)


def seconds_needed(ranges: tuple[Shares, Shares], tree: Node) -> float:
    """Return about how many seconds it takes to solve a flop; `tree` is the betting of that street."""
    first, second = (int(np.count_nonzero(weights)) for weights in ranges)
    return first * second * sum(node.kind == DEAL for node in tree.nodes()) / PAIRS_A_SECOND


def flop_game(
    spot: Spot, line: StreetLine, public: PublicState, blueprint: Blueprint, opt_out: OptOut | None
) -> Generator[None, None, Subgame]:
    """Return the subgame of a flop from the start of the tree that contains `line`; yield now and then.

    public: a decision of the player for whom the subgame is solved, at the line or after it. At the ends of the
    tree, the other player chooses a continuation strategy.
    """
    chooser = 1 - public.player
    shape = Shape(line.begin, line.extra_chips, to_river=False, chooser=chooser, choices=CHOICES)
    game = Subgame(spot, shape=shape, limits=Limits(), opt_out=opt_out)
    street = game.streets[0]
    by_node = dict(_ends(street.planted.nodes[0], line, line.beginning(public.betting), blueprint))
    ends = [by_node[id(node)] for node in street.ends[::CHOICES]]
    held = [weights > 0 for weights in spot.ranges]
    game.ends = yield from valued(spot.board, held, ends, chooser, _continuations(blueprint))
    return game


def _ends(
    node: Node, line: StreetLine, betting: PublicBetting, blueprint: Blueprint
) -> Iterator[tuple[int, End]]:
    """Yield the ends of the street below a node, each by the id of the node of its first continuation."""
    if node.kind != DECISION:
        return
    if node.children[0].kind == DEAL:
        staked = line.pot / 2 + node.chips
        place = ALL_IN if betting.is_all_in else blueprint.nearest_node(betting.next_round())
        scale = 1.0 if place == ALL_IN else staked / float(blueprint.tree.committed[place].min())
        yield id(node.children[0]), End(place, staked, scale)
        return
    for name, child in zip(node.actions, node.children, strict=True):
        over = betting.actor is None
        yield from _ends(
            child, line, betting if over else betting.child(line.action_of(name, betting)), blueprint
        )
