"""The decisions of a finished hand, as they are graded one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.archive.hands import PlayedHand
from game.archive.imported import ImportedHand
from game.core import CHANCE, Progress, Seat
from game.messages.grades import GradeDecision
from game.messages.grades_answers import Grade
from game.rules import games

Grading = Callable[[GradeDecision], Iterator[Progress | Grade]]
"""Grades a decision: yields progress, and the grade last."""


def decisions_by_seat(hand: PlayedHand | ImportedHand) -> Iterator[tuple[Seat, GradeDecision]]:
    """Yield every decision of a hand beside the seat that made it.

    What is asked holds only what the player of that seat knew. `BadInput` where the rules do not allow the hand.
    """
    session, blinds = hand.session(), hand.spec.blinds
    before = games.initial_state(hand.game, blinds=blinds)
    for step in session.steps:
        if step.player != CHANCE:
            info = before.information_state(step.player)
            yield session.seat_of(step.player), GradeDecision(hand.game, info, step.action, blinds)
        before = step.state


def decisions_of(hand: PlayedHand) -> Iterator[GradeDecision]:
    """Yield every decision of the player in a hand; `BadInput` where its record does not allow it."""
    return (asked for seat, asked in decisions_by_seat(hand) if seat == hand.own_seat)
