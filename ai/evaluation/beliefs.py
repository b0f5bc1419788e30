"""What a player believes the other one holds: Bayes over all hands, by the strategy that the other is known for.

Before a decision every hand that shares no card with what the believer sees is as likely as any. Each decision of
the other multiplies the weight of a hand by the share with which the other, holding it, would have acted so.
What a decision says of each hand is kept, so that a cancelled request loses nothing and the next decision of the
hand pays for itself alone.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from ai.hands.combos import left_by
from ai.hands.range_strategy import (
    LikelihoodCache,
    ObservedDecision,
    RangeStrategy,
    action_likelihood,
    summarise_belief,
)
from game.core import Progress
from game.rules.cards import Card
from game.study.holdem import Belief


def believe(
    strategy: RangeStrategy,
    agent: Hashable,
    decisions: Sequence[ObservedDecision],
    seen: Sequence[Card],
    memory: LikelihoodCache,
) -> Iterator[Progress | Belief]:
    """Yield progress in decisions as they are worked out, and last what somebody who sees these cards believes."""
    began = time.perf_counter()
    weights = left_by(seen).astype(np.float64)
    prior = weights / weights.sum()
    for number, observed in enumerate(decisions):
        likelihood = memory.find(agent, observed)
        if likelihood is None:
            public, action = observed
            likelihood = memory.keep(agent, observed, action_likelihood(strategy, public, action))
            yield Progress(number + 1, len(decisions), time.perf_counter() - began)
        weights *= likelihood
        if not weights.any():
            yield summarise_belief(prior, prior, explained=False)
            return
        weights /= weights.sum()
    yield summarise_belief(weights / weights.sum(), prior, explained=True)
