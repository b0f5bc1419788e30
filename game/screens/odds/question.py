"""The row of the question: a field for each side, the board between them, and the ways to choose cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.core import BadInput
from game.rules.cards import Card, names, parse
from game.screens.dialogs.card_picker import CardPicker
from game.screens.odds import answer
from game.screens.odds.entry import RangeEntry
from game.screens.odds.inquiry import Inquiry
from game.screens.odds.layout import CAPS, FIELD, QUESTION, SLOT, Places
from game.screens.pen import Pen
from game.screens.texts import number, text
from game.screens.views.card_slots import CardSlots
from game.screens.widgets.button import IconButton
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

SIDES = ("first", "second")
COLOURS = ("brass", "info")
KEYS = "AB"
HAND, BOARD = 2, 5
ICON_STEP = 44.0


class Question:
    """The controls with which the question is put."""

    def __init__(self, app: Services, inquiry: Inquiry) -> None:
        self._app = app
        self._inquiry = inquiry
        self.entries = [
            RangeEntry(f"side-{side}", text(f"odds.{name}_label"), partial(inquiry.type, side))
            for side, name in enumerate(SIDES)
        ]
        self._pickers = [
            IconButton(f"pick-{side}", text(f"odds.pick.{name}"), "cards", partial(self._pick_hand, side))
            for side, name in enumerate(SIDES)
        ]
        self._board = CardSlots("board", text("odds.board"), BOARD, inquiry.lay, self.pick_board)
        self._board.tooltip = text("odds.board_tip")
        self._stop = IconButton("stop", text("odds.stop"), "close", inquiry.stop)

    @property
    def widgets(self) -> list[Widget]:
        """The controls in focus order."""
        first, second = ([self.entries[side], self._pickers[side]] for side in (0, 1))
        return [*first, self._board, *second, self._stop]

    def rewrite(self) -> None:
        """Show both texts as they are now, whatever was being typed."""
        for entry, words in zip(self.entries, self._inquiry.texts, strict=True):
            entry.show(words)

    def follow(self) -> None:
        """Mark what is wrong, and show the board; what was painted is written in short once it was read."""
        inquiry = self._inquiry
        for side, entry in enumerate(self.entries):
            entry.mark(inquiry.spans[side], inquiry.problem)
            if inquiry.painted[side]:
                read = not inquiry.stale and inquiry.told[side].text
                entry.show(inquiry.told[side].text if read else inquiry.texts[side])
        self._board.cards = inquiry.board
        self._stop.visible = inquiry.counting

    # ---- choosing cards -------------------------------------------------------------------------------------
    def _pick_hand(self, side: int) -> None:
        taken = {*self._inquiry.board, *hand_of(self._inquiry.texts[1 - side])}
        held = [card for card in hand_of(self._inquiry.texts[side]) if card not in taken]
        title = text(f"odds.pick.{SIDES[side]}")
        note, hold = text("odds.picker.hand"), partial(self._hold, side)
        self._app.overlay(CardPicker(self._app, title, held, taken, most=HAND, note=note, choose=hold))

    def _hold(self, side: int, cards: Sequence[Card]) -> None:
        """Take two exact cards for a side; with fewer the range stays as it was."""
        if len(cards) == HAND:
            self._inquiry.type(side, names(cards))
            self.entries[side].show(names(cards))

    def pick_board(self) -> None:
        """Open the cards to choose the board from."""
        inquiry = self._inquiry
        taken = {card for words in inquiry.texts for card in hand_of(words)}
        title, note = text("odds.pick.board"), text("odds.picker.board")
        picker = CardPicker(self._app, title, inquiry.board, taken, most=BOARD, note=note, choose=inquiry.lay)
        self._app.overlay(picker)

    # ---- where it lies, and what is drawn -------------------------------------------------------------------
    def place(self, p: Places) -> None:
        """Place the controls."""
        for side, (x, y, wide, _) in enumerate(p.sides):
            self.entries[side].rect = (x, y + CAPS, wide - ICON_STEP, FIELD)
            self._pickers[side].centre_at(x + wide - 20, y + CAPS + FIELD / 2)
        x, y, wide, _ = p.board
        self._board.rect = (x, y + CAPS, wide, SLOT)
        x, y, wide, _ = p.answer
        self._stop.centre_at(x + wide - 14, y + 18)

    def draw(self, pen: Pen, p: Places) -> None:
        """Write what the fields are, and how many hands they hold where there is room for it."""
        for side, (x, y, wide, _) in enumerate(p.sides):
            pen.caps(text(f"odds.{SIDES[side]}"), x, y + 8, COLOURS[side])
            pen.keycap(x + wide - ICON_STEP, y + 8, KEYS[side])
            if p.question[3] == QUESTION:
                colour = answer.faded(pen, "dim", pale=self._inquiry.stale)
                pen.text(self._hands(side), x, y + CAPS + FIELD + 16, "small", colour, fit=wide)
        x, y, wide, _ = p.board
        pen.caps(text("odds.board"), x, y + 8)
        pen.keycap(x + min(wide, self._board.rect[2]), y + 8, "C")

    def _hands(self, side: int) -> str:
        hands = self._inquiry.told[side].hands
        if not hands:
            return ""
        return text("odds.hand" if hands == 1 else "odds.hands", count=number(hands))


def hand_of(words: str) -> tuple[Card, ...]:
    """Return the two cards that a text names; none where it names a range.

    >>> hand_of("AsAh"), hand_of("AA")
    ((12, 25), ())
    """
    try:
        cards = parse(words)
    except BadInput:
        return ()
    return cards if len(cards) == HAND else ()
