"""The smallest changes to a spot that make its tree fit into the memory limit.

The nodes are counted without building the whole tree. For each distinct start of a street, the nodes of the betting
tree are counted once. This number is multiplied by the number of lines that lead to the start. Boards and hands
don't depend on the betting, so their memory is known from the tree that is too large.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from ai.solver.betting import DEAL, DECISION, Begin
from ai.solver.spot import IP, OOP, Spot
from ai.solver.streets import (
    MAX_FOREST_NODES,
    NODE_BYTES,
    BettingShape,
    StreetTables,
    begin_after,
    street_menu,
    table_bytes,
)
from game.core import BadInput
from game.texts import text

NODE_ARRAY_BYTES = 60
"""The bytes of a node in the arrays of a forest and its rows."""
ALL_IN_BELOW, RAISES = (10, 20, 50, 100), (3, 2, 1)
MAX_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class SmallerTree:
    """A change to a spot, and the bytes that the changed spot takes.

    The change is a list of pairs: a key of the spot's document, and the new value of this key.
    """

    change: tuple[tuple[str, str], ...]
    memory: int

    @property
    def words(self) -> str:
        changes = [f"{key}: {value}" for key, value in self.change]
        return reduce(lambda one, other: text("solver_errors.memory.both", first=one, second=other), changes)


@dataclass(frozen=True, slots=True)
class TreeCount:
    """The number and sizes of the trees of a street.

    Attributes:
        nodes: The total number of nodes of all trees.
        distinct: The number of nodes of the distinct trees.
        slots: The number of actions of each player at all decisions.
        ends: The number of lines that lead to each start of the next street.
    """

    nodes: int
    distinct: int
    slots: tuple[int, int]
    ends: Counter[Begin]


def count_trees(spot: Spot, shape: BettingShape, streets: int) -> list[TreeCount]:
    """Count the trees and nodes of the first `streets` streets. Return one entry for each street.

    Raises:
        BadInput: If one of the trees is too large.
    """
    cards = len(spot.board)
    starts: Counter[Begin] = Counter({shape.begin: 1})
    found = []
    for number in range(cards, cards + streets):
        menu = street_menu(spot, number)
        if number == cards:
            menu.extra = shape.extra
        has_donks = number + 1 < cards + streets and spot.donk_sizes(number + 1) is not None
        nodes = distinct = 0
        slots, ends = [0, 0], Counter[Begin]()
        for start, times in starts.items():
            tree = list(menu.street(start, number == cards + streets - 1).nodes())
            distinct += len(tree)
            nodes += times * len(tree)
            for node in tree:
                if node.kind == DECISION:
                    slots[node.player] += times * len(node.actions)
                elif node.kind == DEAL:
                    ends[begin_after(node, donks=has_donks)] += times
        found.append(TreeCount(nodes, distinct, (slots[OOP], slots[IP]), ends))
        starts = ends
    return found


def estimate_bytes(
    streets: Sequence[StreetTables], counts: Sequence[TreeCount], threads: int, bits: int = 32
) -> int:
    """Return the bytes of a solve with the boards of `streets` and with trees of the sizes in `counts`."""
    total = 0
    for number, (street, count) in enumerate(zip(streets, counts, strict=True)):
        entries = sum(int(street.deals.hands[player].first[-1]) * count.slots[player] for player in (OOP, IP))
        trees = NODE_BYTES * count.distinct + NODE_ARRAY_BYTES * count.nodes
        before = len(street.trees.nodes)
        built = NODE_BYTES * len(_distinct(street)) + NODE_ARRAY_BYTES * before
        scratch = street.scratch_bytes(bits) * min(1.0, count.nodes / before) * (threads if number else 1)
        rows = len(street.deals.boards) * sum(count.slots)
        total += table_bytes(entries, rows, bits) + trees + int(scratch)
        total += max(0, street.fixed_bytes - built)
    return total


def _distinct(street: StreetTables) -> set[int]:
    return {id(node) for node in street.trees.nodes}


def smaller_trees(
    spot: Spot,
    shape: BettingShape,
    streets: Sequence[StreetTables],
    threads: int,
    allowed: int,
    *,
    bits: int = 32,
) -> list[SmallerTree]:
    """Return the smallest change of each kind that makes a spot fit into the memory.

    If no single change is enough, combine several.

    Args:
        spot: The spot that is too large.
        shape: The differences between the tree of the subgame and the plain tree of the spot.
        streets: The streets of the spot.
        threads: The number of threads of the solve.
        allowed: The memory in bytes.
        bits: The bits of a number in the tables.
    """
    if not shape.to_river or shape.later is not None:
        return []
    end, found = time.monotonic() + MAX_SECONDS, []
    for kind in (_earlier_all_ins, _fewer_raises, _no_donks):
        for key, value, changed in kind(spot):
            memory = _memory(changed, shape, streets, threads, bits)
            if memory is not None and memory <= allowed:
                found.append(SmallerTree(((key, value),), memory))
                break
            if time.monotonic() > end:
                return found
    if found:
        return found
    changes: list[tuple[str, str]] = []
    for kind in (_earlier_all_ins, _fewer_raises, _no_donks):
        *_, (key, value, spot) = [("", "", spot), *kind(spot)]
        if key:
            changes.append((key, value))
            memory = _memory(spot, shape, streets, threads, bits)
            if memory is not None and memory <= allowed:
                return [SmallerTree(tuple(changes), memory)]
    return []


def _memory(
    spot: Spot, shape: BettingShape, streets: Sequence[StreetTables], threads: int, bits: int
) -> int | None:
    """Return the bytes of a changed spot, or None if its trees are too large."""
    try:
        counts = count_trees(spot, shape, len(streets))
    except BadInput:
        return None
    if max(count.nodes for count in counts) > MAX_FOREST_NODES:
        return None
    return estimate_bytes(streets, counts, threads, bits)


def _earlier_all_ins(spot: Spot) -> Iterator[tuple[str, str, Spot]]:
    for percent in ALL_IN_BELOW:
        if percent / 100 > spot.limits.all_in_below:
            limits = replace(spot.limits, all_in_below=percent / 100)
            yield "all_in_below", str(percent), replace(spot, limits=limits)


def _fewer_raises(spot: Spot) -> Iterator[tuple[str, str, Spot]]:
    for raises in RAISES:
        if spot.limits.raises is None or raises < spot.limits.raises:
            yield "raises_a_street", str(raises), replace(spot, limits=replace(spot.limits, raises=raises))


def _no_donks(spot: Spot) -> Iterator[tuple[str, str, Spot]]:
    if spot.donk != () or spot.other_donk:
        yield "donk", "none", replace(spot, donk=(), other_donk={})
