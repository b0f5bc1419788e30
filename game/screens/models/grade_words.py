"""What a graded decision cost and how the hand stood, in words: at the tables, in drills and in a review."""

from __future__ import annotations

from game.messages.grades_answers import Grade, Mark
from game.rules import games
from game.rules.betting import FOLD
from game.screens.ui.texts import number, percent, text

LEAST_COST = 0.005
"""Less is written as nothing."""


def cost_in_words(game: str, grade: Grade, *, chips_a_blind: float | None = None) -> str:
    """Say what a decision cost, or costs for sure; nothing of the best one, or where nothing is sure.

    chips_a_blind: where Hold'em is counted in the chips of a solved spot.
    """
    if grade.never_taken:
        return text("grades.cost.unknown")
    if grade.mark == Mark.BEST or grade.sure_cost < LEAST_COST:
        return ""
    if game == games.TIC_TAC_TOE:
        return text(f"grades.cost.{'half' if grade.cost < 1 else 'whole'}")
    cost = grade.sure_cost * (chips_a_blind or 1.0)
    unit = "blinds" if game == games.HOLDEM and chips_a_blind is None else "chips"
    return text(
        f"grades.cost.{unit if grade.sure_cost == grade.cost else 'at_least'}",
        cost=number(cost, 2 if cost < 1 else 1),
    )


def equity_in_words(grade: Grade, *, river: bool) -> str:
    """Set the equity of a hand of Hold'em beside the price, in a sentence that agrees with the best action."""
    assert grade.equity is not None
    have, need = percent(grade.equity), percent(grade.price or 0.0)
    return text(f"grades.why.{_reason(grade, grade.equity, river)}", have=have, need=need)


def _reason(grade: Grade, equity: float, river: bool) -> str:
    """Name how equity and price lead to the best action; before the river, later bets may turn them over."""
    if grade.price is None:
        return "free"
    enough = equity > grade.price
    if river or enough == (grade.best != FOLD):
        return "price"
    return "later_costs" if enough else "later_pays"
