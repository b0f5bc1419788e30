"""A review as CSV: a line for every mistake, the most costly first."""

from __future__ import annotations

from ai.review import describing
from game.quoting import csv_line
from game.rules import cards
from game.rules.holdem import HoldemInformationState
from game.study.review import Review, Reviewed

COLUMNS = (
    "hand",
    "player",
    "position",
    "street",
    "cards",
    "board",
    "action",
    "mark",
    "cost",
    "unit",
    "of pot",
    "error",
    "best",
    "mix",
    "source",
    "equity",
    "price",
    "id",
)
DIGITS = 4


def csv_of(review: Review) -> str:
    """Return the table; costs in the unit of the game, "of pot", equity and price as shares of the pot.

    A cost that is not known is an empty cell.
    """
    return "".join(map(csv_line, (COLUMNS, *map(_row, review.mistakes))))


def _row(one: Reviewed) -> tuple[object, ...]:
    grade, info = one.grade, one.info
    assert grade is not None
    judgement = grade.judgement
    hole, board = (info.hole, info.board) if isinstance(info, HoldemInformationState) else ((), ())
    return (
        one.hand,
        one.player,
        describing.position_of(one),
        describing.street_of(one),
        cards.names(hole),
        cards.names(board),
        describing.action_of(one, grade.action),
        grade.mark.value,
        "" if grade.is_unknown else f"{grade.sure_cost:.2f}",
        describing.unit_of(one.game),
        "" if grade.is_unknown else round(grade.cost_share, DIGITS),
        round(judgement.errors[grade.action], DIGITS),
        describing.action_of(one, judgement.best),
        describing.mix_of(one),
        judgement.source,
        "" if judgement.equity is None else round(judgement.equity, DIGITS),
        "" if judgement.price is None else round(judgement.price, DIGITS),
        one.hand_id,
    )
