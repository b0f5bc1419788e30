"""What is asked after a hand: how good each decision was."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Action, InformationState
from game.messages.grades_answers import Grade
from game.request import Request
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState


@dataclass(frozen=True, slots=True)
class GradeDecision(Request[Grade]):
    """Grade an action that was taken in an information state of a game.

    early: in Hold'em, with less work, so that something can be shown soon.
    """

    game: str
    info: InformationState
    action: Action
    blinds: float = 1
    early: bool = False


def is_solved(info: InformationState) -> bool:
    """Return whether a solve grades a decision and advises on it: on turn and river of Hold'em."""
    return isinstance(info, HoldemInformationState) and info.betting.street > Street.FLOP
