"""The decisions of a finished hand, as they are judged one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.archive.hands import PlayedHand
from game.archive.imported import ImportedHand
from game.core import CHANCE, Action, Progress, Seat
from game.rules import games
from game.study.judgements import AskJudgement, Judgement, question_at

Judge = Callable[[AskJudgement], Iterator[Progress | Judgement]]
"""Judges a decision: yields progress, and the sure judgement last."""
Made = tuple[AskJudgement, Action]
"""A decision and the action that was taken. The request names the action, so the judgement has it."""


def decisions_by_seat(hand: PlayedHand | ImportedHand) -> Iterator[tuple[Seat, Made]]:
    """Yield every decision of a hand with the seat that made it.

    The request holds only what the player of that seat knew.

    Raises:
        BadInput: If the rules do not allow the hand.
    """
    session, blinds = hand.session(), hand.spec.blinds
    before = games.initial_state(hand.game, blinds=blinds)
    for step in session.steps:
        if step.player != CHANCE:
            info = before.information_state(step.player)
            asked = question_at(hand.game, info, step.action)
            yield session.seat_of(step.player), (asked, step.action)
        before = step.state


def decisions_of(hand: PlayedHand) -> Iterator[Made]:
    """Yield every decision of the player in a hand. Raises `BadInput` if its record does not allow it."""
    return (made for seat, made in decisions_by_seat(hand) if seat == hand.own_seat)
