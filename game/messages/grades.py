"""What is asked after a hand: how good each decision was."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Action, InformationState
from game.messages.grades_answers import Grade
from game.request import Request


@dataclass(frozen=True, slots=True)
class GradeDecision(Request[Grade]):
    """Grade an action that was taken in an information state of a game.

    early: with a quarter of the work where a grade takes a solve, so that something can be shown soon.
    """

    game: str
    info: InformationState
    action: Action
    blinds: float = 1
    early: bool = False
