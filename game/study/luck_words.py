"""What the cards gave and what the decisions gave, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.archive.hands import PlayedHand
from game.archive.luck import HandLuck, luck_of
from game.rules import games
from game.study.amounts import Amounts
from game.texts import signed, text

if TYPE_CHECKING:
    from game.match.table_spec import TableSpec

CHIP_DIGITS = 2
Written = Sequence[tuple[str, str]]
"""Names and figures."""


def luck_in_words(
    hands: Sequence[PlayedHand], lucks: Sequence[HandLuck], spec: TableSpec, *, in_blinds: bool
) -> Written:
    """Return what luck gave in some hands of a table and what the decisions gave, this with its 95 % interval."""
    account = luck_of(spec.game, map(_in_chips, hands, lucks))
    ci95 = account.adjusted.ci95
    spread = None if ci95 is None else ci95 * len(hands)
    decisions = signed_chips(spec, account.adjusted.total, in_blinds=in_blinds)
    if spread is not None:
        decisions = f"{decisions} ± {signed_chips(spec, spread, in_blinds=in_blinds).removeprefix('+')}"
    cards = signed_chips(spec, account.cards, in_blinds=in_blinds)
    return [(text("luck.cards"), cards), (text("luck.decisions"), decisions)]


def _in_chips(hand: PlayedHand, luck: HandLuck) -> HandLuck:
    """Return the luck of a hand in chips: blinds may rise from hand to hand."""
    chips = hand.spec.unit_of_hand(hand.number)
    return HandLuck(luck.net * chips, luck.adjusted * chips, luck.known)


def signed_chips(spec: TableSpec, chips: float, *, in_blinds: bool) -> str:
    """Write a gain or a loss of a game in chips, at Hold'em in big blinds where that is set."""
    if spec.game == games.HOLDEM:
        return Amounts(in_blinds, spec.big_blind).signed(round(chips))
    return signed(chips, CHIP_DIGITS)
