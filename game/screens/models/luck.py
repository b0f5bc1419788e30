"""What the cards gave and what the decisions gave, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.archive.luck import HandLuck, luck_of
from game.rules import games
from game.screens.models.amounts import Amounts
from game.screens.ui.texts import signed, text

if TYPE_CHECKING:
    from game.match.table_spec import TableSpec

CHIP_DIGITS = 2
Written = Sequence[tuple[str, str]]
"""Names and figures."""


def luck_in_words(spec: TableSpec, hands: Sequence[HandLuck], *, in_blinds: bool) -> Written:
    """Return what luck gave in some hands of a table and what the decisions gave, this with its 95 % interval."""
    account = luck_of(spec.game, hands)
    ci95 = account.adjusted.ci95
    spread = None if ci95 is None else ci95 * len(hands)
    decisions = _amount(spec, account.adjusted.total, in_blinds=in_blinds)
    if spread is not None:
        decisions = f"{decisions} ± {_amount(spec, spread, in_blinds=in_blinds).removeprefix('+')}"
    cards = _amount(spec, account.cards, in_blinds=in_blinds)
    return [(text("luck.cards"), cards), (text("luck.decisions"), decisions)]


def _amount(spec: TableSpec, value: float, *, in_blinds: bool) -> str:
    """Write a gain or a loss that is told in the unit of the statistics."""
    if spec.game == games.HOLDEM:
        return Amounts(in_blinds, spec.big_blind).signed(round(value * spec.big_blind))
    return signed(value * spec.unit_of_hand(1), CHIP_DIGITS)
