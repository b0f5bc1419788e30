"""What a player believes the other one holds: Bayes over all hands, by the strategy that the other is known for.

Before a decision every hand that shares no card with what the believer sees is as likely as any. Each decision of
the other multiplies the weight of a hand by the share with which the other, holding it, would have acted so. How
wide a belief is, is its perplexity: so many equally likely hands would leave as much doubt.
What a decision says of each hand is kept, so that a cancelled request loses nothing and the next decision of the
hand pays for itself alone.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from ai.hands.combos import CLASSES, Floats, left_by
from ai.hands.range_strategy import PublicState, RangeStrategy, Shares
from game.core import Action, Belief, Player, Progress
from game.rules.betting import PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS

MOST_KEPT = 256  # decisions

Observed = tuple[PublicState, Action]
"""A decision as everybody saw it."""


class Memory:
    """What decisions say of each hand, the latest ones; `agent` names whose strategy it is."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Hashable, Observed], Shares] = OrderedDict()

    def find(self, agent: Hashable, observed: Observed) -> Shares | None:
        """Return float32[1326], the share of an observed action for every hand, if it is known."""
        found = self._kept.get((agent, observed))
        if found is not None:
            self._kept.move_to_end((agent, observed))
        return found

    def keep(self, agent: Hashable, observed: Observed, likelihood: Shares) -> Shares:
        """Keep what `find` will return; what was not asked for longest gives way."""
        self._kept[agent, observed] = likelihood
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return likelihood


def decisions_of(player: Player, board: Sequence[Card], betting: PublicBetting) -> list[Observed]:
    """Return every decision of a player in a hand, with what was public when it was made."""
    observed: list[Observed] = []
    before = PublicBetting.start(betting.rules)
    for street, played in enumerate(betting.history):
        shown = tuple(board[: BOARD_CARDS[Street(street)]])
        if street:
            before = before.next_round()
        for actor, action in played:
            if actor == player:
                observed.append((PublicState(player, shown, before), action))
            before = before.child(action)
    return observed


def believe(
    strategy: RangeStrategy,
    agent: Hashable,
    decisions: Sequence[Observed],
    seen: Sequence[Card],
    memory: Memory,
) -> Iterator[Progress | Belief]:
    """Yield progress in decisions as they are worked out, and last what somebody who sees these cards believes."""
    began = time.perf_counter()
    weights = left_by(seen).astype(np.float64)
    prior = weights / weights.sum()
    for number, observed in enumerate(decisions):
        likelihood = memory.find(agent, observed)
        if likelihood is None:
            public, action = observed
            likelihood = memory.keep(agent, observed, strategy.range_strategy(public).of_action(action))
            yield Progress(number + 1, len(decisions), time.perf_counter() - began)
        weights *= likelihood
        if not weights.any():
            yield _belief(prior, prior, explained=False)
            return
        weights /= weights.sum()
    yield _belief(weights / weights.sum(), prior, explained=True)


def _belief(weights: Floats, prior: Floats, *, explained: bool) -> Belief:
    held = weights[weights > 0.0]
    width = float(np.exp(-(held * np.log(held)).sum()))
    return Belief(_by_class(weights), _by_class(prior), width, explained)


def _by_class(weights: Floats) -> dict[str, float]:
    sums: dict[str, float] = {}
    for name, weight in zip(CLASSES, weights.tolist(), strict=True):
        if weight > 0.0:
            sums[name] = sums.get(name, 0.0) + weight
    return sums
