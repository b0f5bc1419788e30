"""A review as CSV: a line for every mistake, the most costly first."""

from __future__ import annotations

from ai.review import describing
from game.messages.review_answers import Review, Reviewed
from game.quoting import csv_line
from game.rules import cards
from game.rules.holdem import HoldemInformationState

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
    "margin",
    "best",
    "mix",
    "source",
    "equity",
    "price",
    "id",
)
DIGITS = 4


def csv_of(review: Review) -> str:
    """Return the table. Costs are in the unit of the game, equity and price as shares of the pot."""
    return "".join(map(csv_line, (COLUMNS, *map(_row, review.mistakes))))


def _row(one: Reviewed) -> tuple[object, ...]:
    grade, info = one.grade, one.info
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
        round(grade.sure_cost, DIGITS),
        describing.unit_of(one.game),
        round(grade.margin, DIGITS),
        describing.action_of(one, grade.best),
        describing.mix_of(one),
        grade.source,
        "" if grade.equity is None else round(grade.equity, DIGITS),
        "" if grade.price is None else round(grade.price, DIGITS),
        one.hand_id,
    )
