"""The match loop: ask the agent to act, apply its action, until the hand is over."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from game.core import DEFAULT_BUDGET, Agent, Budget
from game.match.session import Session, Step


def play_hand(session: Session, agents: Sequence[Agent], budget: Budget = DEFAULT_BUDGET) -> Iterator[Step]:
    """Play the current hand to its end; yield every step, including the deals.

    `agents` are ordered by seat. The session is left at the end of the hand.
    """
    seen = 0
    while True:
        yield from session.steps[seen:]
        seen = len(session.steps)
        seat = session.seat_to_act
        if seat is None:
            return
        decision = agents[seat].decide(session.info(seat), random.Random(session.decision_seed), budget)
        session.act(decision.action, decision)
