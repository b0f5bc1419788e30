"""A hand of a log: who played, for what, who won how much, how far it went; and how it is played again."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from game.archive.imported import ImportedHand
from game.core import Seat
from game.features.history.detail import Described
from game.features.history.labels import table_in_words
from game.rules.betting import BUTTON
from game.study.amounts import Amounts
from game.study.opponents import Portrait
from game.tables.replay import HandReplay
from game.texts import number, text
from game.window.frame.screen import Services
from game.window.views.cards import code_of
from game.window.views.hand_row import Cards, HandLine

WATCHED, STRANGER = "eye", "mirror"
"""What stands for a hand of others, and for somebody in it."""


def line_of(app: Services, hand: ImportedHand) -> HandLine:
    """Return the row of a hand; the result is that of the first of the two names, who sat where the row says."""
    first, second = hand.spec.seats
    rules = hand.record.rules
    amounts = Amounts(app.settings.amounts == "blinds", rules.big_blind)
    return HandLine(
        device=WATCHED,
        name=text("history.pair", first=first, second=second),
        stake=table_in_words(rules),
        result=amounts.signed(hand.net),
        how=text("logs.on_button" if hand.first == BUTTON else "logs.in_big_blind"),
        ink="text",
        day=text("logs.row", place=number(hand.place)),
        hour=text(f"logs.reached.{hand.reached}"),
    )


def described(app: Services, hand: ImportedHand) -> Described:
    """Return what the panel beside the list says of a hand."""
    count = text("logs.number", place=number(hand.place), number=number(hand.record.number))
    whose = text("history.for", name=hand.spec.seats[0])
    return Described(replace(line_of(app, hand), how=whose), hand.spec.seats, count, text("logs.line"))


def cards_of(hand: ImportedHand) -> Cards:
    """Return the cards of the player who is shown first, and the board."""
    hole, board = hand.cards
    return tuple(map(code_of, hole)), tuple(map(code_of, board))


class LogReplay(HandReplay[ImportedHand]):
    """The table; both who played are strangers, whatever their names."""

    words: ClassVar[str] = "logs.replaying"

    @property
    def origin(self) -> str:
        """That it comes from a log."""
        return text("logs.replaying.origin")

    def may_have_mixed(self, seat: Seat) -> bool:
        """Nobody in a log tells a mix."""
        return False

    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how a seat is shown: by its name alone; two of one name are told apart."""
        names = self.session.spec.seats
        twin = bool(seat) and names[0] == names[1]
        name = text("watch.twin", name=names[seat]) if twin else names[seat]
        return Portrait(name, "", STRANGER)
