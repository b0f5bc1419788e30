"""Duplicate deals at a table: the words of a deal, and the card at the end of a block."""

from __future__ import annotations

from functools import partial

from game.core import Seat
from game.match.dealt_again import build_block, find_pass
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.amounts import signed_chips
from game.study.opponents import DEVICES_OF_PEOPLE, Portrait
from game.texts import number, text
from game.window.dialogs.dialog import MatchCard, MatchOutcome, Reply, nothing
from game.window.frame.screen import Services
from game.window.ui.widgets import Act


def deal_note(spec: TableSpec, number_of_hand: int) -> str:
    """Return the number of the deal and whether it has been played with swapped seats, or "" at other tables."""
    if not spec.duplicate:
        return ""
    deal, _ = spec.deal_of_hand(number_of_hand)
    swapped = find_pass(spec, number_of_hand).swapped
    return text(f"table.duplicate.{'second' if swapped else 'first'}", deal=number(deal + 1))


def other_with_these_cards(session: Session, seat: Seat, name: str, *, in_blinds: bool) -> str:
    """Return the other side's result with the cards that the player has just played, or "" until it is known."""
    spec = session.spec
    if not (spec.duplicate and session.hand_over and find_pass(spec, session.hand_number).swapped):
        return ""
    before = session.hand_number - spec.duplicate_block
    first = next((result for result in session.results if result.number == before), None)
    if first is None:
        return ""
    won = signed_chips(spec, first.returns[1 - seat], in_blinds=in_blinds)
    return text("table.duplicate.same_cards", name=name, amount=won)


def block_card(
    app: Services, session: Session, seat: Seat, other: Portrait, *, go_on: Act, leave: Act
) -> MatchCard:
    """Return the card at the end of a block: what both made of the same cards, and the difference."""
    in_blinds, spec = app.settings.amounts == "blinds", session.spec
    block, written = (
        build_block(spec, session.results, seat),
        partial(signed_chips, spec, in_blinds=in_blinds),
    )
    difference = text("duplicate.difference")
    if block.ci95 is not None:
        difference = text("duplicate.difference_within", spread=written(block.ci95).removeprefix("+"))
    figures = [
        (text("seats.you"), written(block.own)),
        (other.name, written(block.other)),
        (difference, written(block.difference)),
    ]
    better = block.difference > 0
    device = DEVICES_OF_PEOPLE["you"] if better else other.device
    key = "ahead" if better else "behind" if block.difference < 0 else "even"
    replies = (
        Reply("next-deals", text("duplicate.next"), go_on, "primary"),
        Reply("menu", text("duplicate.leave"), leave),
        Reply("look", text("duplicate.look"), nothing),
    )
    return MatchCard(app, MatchOutcome(device, text(f"duplicate.{key}"), figures), replies)
