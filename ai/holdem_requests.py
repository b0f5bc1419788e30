"""What the window asks about Hold'em: odds, counsel, and what one player believes the other holds.

It stands on compiled kernels, which take half a second to load: the worker imports it with the first such request.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

import numpy as np

from ai.agents.blueprint import BlueprintAgent
from ai.evaluation.beliefs import believe
from ai.hands import odds, table_view
from ai.hands.combos import HANDS, Hole, place_of
from ai.hands.equities import shares_of_hand
from ai.hands.observed import Memory, decisions_of
from ai.hands.preflop import starting_hand
from ai.hands.range_equity import RangeEquity, exact_equity
from ai.hands.range_strategy import RangeStrategy
from ai.hands.ranges import Weights
from ai.search.counsel import counsel as advise
from ai.search.phased_search import PhasedSearch
from ai.search.training_reach import FARTHEST, Training
from game.core import Belief, Progress, nearest_depth
from game.manifest import read_manifest
from game.rules.holdem import HoldemInformationState
from game.search import Counsel, SearchReport

Payload = Mapping[str, Any]

_memory = Memory()


def equity(payload: Payload) -> Iterator[dict[str, float]]:
    """Return the exact odds of a hand against a random one."""
    hole, board = payload["hole"], payload["board"]
    if board:
        win, tie = shares_of_hand(place_of(hole), np.ones(len(HANDS)), board)
    else:
        known = starting_hand(hole)
        win, tie = known.win, known.tie
    yield {"equity": win + tie / 2, "win": win, "tie": tie}


def duel(payload: Payload) -> Iterator[Progress | dict[str, float]]:
    """Return the odds of the first of two open hands, counted over all boards that may come."""
    first, second = map(_alone, payload["hands"])
    for item in exact_equity(first, second, payload["board"]):
        if isinstance(item, RangeEquity):
            yield {"equity": item.equity[0], "win": item.win[0], "tie": item.tie}
        else:
            yield item


def beliefs(payload: Payload, agent: RangeStrategy, edition: Hashable) -> Iterator[Progress | Belief]:
    """Return what somebody who sees some cards believes that a player holds, whose strategy is known."""
    decisions = decisions_of(payload["player"], payload["board"], payload["betting"])
    yield from believe(agent, edition, decisions, payload["seen"], _memory)


def search(begun: PhasedSearch) -> Iterator[Progress | SearchReport]:
    """Do a search, telling how far it is, and return what came of it."""
    for _ in begun.steps():
        yield begun.progress()
    yield begun.report()


def counsel(
    info: HoldemInformationState, trained: BlueprintAgent, solid: RangeStrategy
) -> Iterator[Progress | Counsel]:
    """Return what the coach says of a decision; stacks far from every depth of the training count as untrained."""
    stack = min(info.rules.stacks) / info.rules.big_blind
    depth = nearest_depth(trained.files, stack)
    near = max(stack, depth) <= FARTHEST * min(stack, depth)
    manifest = read_manifest(trained.files[depth].with_suffix(".yaml"))
    buckets = tuple(trained.at_depth(depth).layout.buckets.tolist())
    training = Training(manifest.iterations or 0 if near else 0, buckets)
    yield from advise(info, trained, training, solid)


ANSWERS: Mapping[str, Callable[[Payload], Iterator[Any]]] = {
    "equity": equity,
    "duel": duel,
    **odds.ANSWERS,
    **table_view.ANSWERS,
}


def _alone(hole: Hole) -> Weights:
    """Return the range of one hand."""
    weights = np.zeros(len(HANDS), np.float32)
    weights[place_of(hole)] = 1.0
    return weights
