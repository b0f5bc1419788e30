"""What a player believes the other one holds: Bayes over all hands, by the strategy that the other is known for.

Before a decision every hand that shares no card with what the believer sees is as likely as any. Each decision of
the other multiplies the weight of a hand by the share with which the other, holding it, would have acted so. How
wide a belief is, is its perplexity: so many equally likely hands would leave as much doubt.
The strategies of a decision are asked some hands at a time, and kept, so that a cancelled request loses nothing and
the next decision of the hand pays for itself alone.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ai.hands.combos import CLASSES, HANDS, Floats, left_by
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.hands.seven_card import prepare
from game.core import Action, Belief, Player, Progress
from game.rules.betting import PublicBetting, Street
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS

HANDS_AT_A_TIME = 100
MOST_KEPT = 256  # decisions

Observed = tuple[PublicState, Action]
"""A decision as everybody saw it."""


@dataclass(slots=True)
class _Likelihood:
    """The share of one observed action for every hand, as far as it is known."""

    shares: Floats = field(default_factory=lambda: np.zeros(len(HANDS)))
    known: int = 0

    @property
    def complete(self) -> bool:
        return self.known == len(HANDS)


class Memory:
    """The likelihoods of decisions, the latest ones; `agent` names whose strategy it is."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Hashable, Observed], _Likelihood] = OrderedDict()

    def of(self, agent: Hashable, observed: Observed) -> _Likelihood:
        """Return what is known of a decision, to be completed."""
        found = self._kept.setdefault((agent, observed), _Likelihood())
        self._kept.move_to_end((agent, observed))
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


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
    """Yield progress in hands, and last what somebody who sees these cards believes after the decisions."""
    began = time.perf_counter()
    total = len(HANDS) * len(decisions)
    weights = left_by(seen).astype(np.float64)
    prior = weights / weights.sum()
    for number, observed in enumerate(decisions):
        likelihood = memory.of(agent, observed)
        for _ in () if likelihood.complete else prepare():
            yield Progress(number * len(HANDS), total, time.perf_counter() - began)
        while not likelihood.complete:
            _complete(likelihood, strategy, observed)
            done = number * len(HANDS) + likelihood.known
            yield Progress(done, total, time.perf_counter() - began)
        weights *= likelihood.shares
        if not weights.any():
            yield _belief(prior, prior, explained=False)
            return
        weights /= weights.sum()
    yield _belief(weights / weights.sum(), prior, explained=True)


def _complete(likelihood: _Likelihood, strategy: RangeStrategy, observed: Observed) -> None:
    """Ask for the next hands; those that hold a card of the board are not asked, and count as known."""
    public, action = observed
    start = likelihood.known
    places = start + np.flatnonzero(left_by(public.board)[start:])[:HANDS_AT_A_TIME]
    likelihood.shares[places] = strategy.range_strategy(public, places).of_action(action)
    likelihood.known = int(places[-1]) + 1 if len(places) == HANDS_AT_A_TIME else len(HANDS)


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
