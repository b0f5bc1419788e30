"""What a graded decision cost and how the hand stood, in words: at the tables, in drills and in a review."""

from __future__ import annotations

from game.core import Action
from game.messages.grades_answers import Grade, Mark
from game.rules import games
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.screens.ui.texts import number, percent, text

LEAST_COST = 0.005
"""Less is written as nothing."""
CLOSE = 0.03
"""Equity this near to the price decides nothing."""


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


def equity_in_words(grade: Grade, *, last: bool) -> str:
    """Set the equity of a hand of Hold'em beside the price, in a sentence that agrees with the best action.

    last: whether nobody can bet after a call.
    """
    assert grade.equity is not None
    key, need = "free", ""
    if grade.price is not None:
        found, need = reason(grade.equity, grade.price, grade.best, last=last), percent(grade.price)
        key = found if found in ("later_costs", "later_pays", "folds_pay") else "price"
    return text(f"grades.why.{key}", have=percent(grade.equity), need=need)


def reason(equity: float, price: float, best: Action, *, last: bool) -> str:
    """Name how equity and the price of a call lead to the best action.

    "enough" or "short" of equity, or "even"; or what outweighs it: "later_costs" and "later_pays" by later bets,
    "folds_pay" by folds to a raise.
    """
    if abs(equity - price) < CLOSE:
        return "even"
    if equity > price:
        return "later_costs" if best == FOLD and not last else "enough"
    if best == FOLD:
        return "short"
    if last:
        return "folds_pay" if best > CALL else "short"
    return "later_pays"


def ends_betting(betting: PublicBetting) -> bool:
    """Return whether nobody can bet after the player to act has called."""
    return betting.street == Street.RIVER or betting.child(CALL).is_all_in
