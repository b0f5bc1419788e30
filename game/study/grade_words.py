"""A judgement and a grade in words: what an action cost, why, and how far that is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.core import Action
from game.rules import games
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.study.judgements import Grade, Judgement, Mark
from game.texts import number, percent, text

MIN_COST = 0.005
"""A lower cost is written as nothing."""
MIN_ERROR = 0.01
"""A smaller error is written as this one, in big blinds."""
CLOSE = 0.03
"""Equity this near to the price decides nothing."""


def cost_in_words(game: str, grade: Grade, *, chips_a_blind: float | None = None) -> str:
    """Return the cost of a decision. The text is empty if it cost nothing for sure.

    chips_a_blind: given if Hold'em is counted in the chips of a solved spot.
    """
    if grade.is_unknown:
        return text("grades.cost.unknown")
    if grade.sure_cost < MIN_COST:
        return ""
    if game == games.TIC_TAC_TOE:
        return text(f"grades.cost.{'half' if grade.cost < 1 else 'whole'}")
    cost = number(grade.sure_cost * (chips_a_blind or 1.0), 2)
    if game != games.HOLDEM or chips_a_blind is not None:
        return text("grades.cost.chips", cost=cost)
    return text("grades.cost.blinds", cost=cost, share=percent(grade.cost_share))


def summary_in_words(game: str, grades: Sequence[Grade], *, waiting: int) -> str:
    """Sum up the grades of a hand in one line: "2 good, 1 inaccuracy, 0.40 bb. 1 not graded yet."."""
    counts = Counter(grade.mark for grade in grades)
    said = [_counted(mark, counts[mark]) for mark in Mark if counts[mark]]
    cost = sum(grade.sure_cost for grade in grades)
    if game == games.HOLDEM and cost >= MIN_COST:
        said.append(text("holdem.in_blinds", amount=number(cost, 2)))
    parts = [text("grades.summary.graded", marks=", ".join(said))] if said else []
    if waiting:
        parts.append(text("grades.summary.waiting", count=number(waiting)))
    return " ".join(parts)


def _counted(mark: Mark, count: int) -> str:
    return text(f"grades.summary.{mark}.{'one' if count == 1 else 'many'}", count=number(count))


def equity_in_words(judgement: Judgement, *, last: bool) -> str:
    """Set the equity of a hand of Hold'em beside the price, in a sentence that agrees with the best action.

    last: whether nobody can bet after a call.
    """
    assert judgement.equity is not None
    key, need = "free", ""
    if judgement.price is not None:
        found, need = (
            reason(judgement.equity, judgement.price, judgement.best, last=last),
            percent(judgement.price),
        )
        key = found if found in ("later_costs", "later_pays", "folds_pay") else "price"
    return text(f"grades.why.{key}", have=percent(judgement.equity), need=need)


def source_in_words(judgement: Judgement) -> str:
    """Return the source of the values of a decision of Hold'em, and their error."""
    error = number(max(MIN_ERROR, judgement.error), 2)
    source = text(f"grades.sources.{judgement.source}.{judgement.stage}")
    return " ".join((source, text("grades.known", error=error))) if judgement.source != "exact" else source


def reason(equity: float, price: float, best: Action, *, last: bool) -> str:
    """Return the reason for the best action, given the equity and the price of a call.

    The reason is "enough", "short" or "even" equity. "later_costs" and "later_pays" mean that later
    bets outweigh the equity, and "folds_pay" that folds to a raise do.
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
