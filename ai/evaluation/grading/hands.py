"""The decisions of a finished hand, as they are graded one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from game.archive.hands import PlayedHand
from game.messages.grades import GradeDecision
from game.rules import games


def decisions_of(hand: PlayedHand) -> Iterator[GradeDecision]:
    """Yield every decision of the player in a hand; `BadInput` where its record does not allow it."""
    session, seat = hand.session(), hand.own_seat
    if seat is None:
        return
    player, blinds = session.player_of(seat), hand.spec.blinds
    first = games.initial_state(hand.game, blinds=blinds) if hand.game != games.HOLDEM else None
    states = [*([first] if first is not None else []), *(step.state for step in session.steps)]
    steps = session.steps if first is not None else session.steps[1:]
    for (before, _), step in zip(pairwise(states), steps, strict=True):
        if step.player == player:
            info = before.information_state(player)
            yield GradeDecision(hand.game, info, step.action, blinds)
