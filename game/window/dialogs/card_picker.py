"""A dialog to choose from all 52 cards: two for a hand, up to five for a board, up to seven to rank a hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, ClassVar

from game.rules.cards import DECK, SUITS, Card, name
from game.texts import text
from game.window.dialogs.dialog import Dialog
from game.window.ui.canvas.painter import SHAPE, Painter
from game.window.ui.input import ENTER, Key
from game.window.ui.layout.box import Box
from game.window.ui.leaves.control import Control
from game.window.ui.leaves.words import Words
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.cells import Cells
from game.window.ui.widgets.widget import Rect, WidgetPart, holds
from game.window.views.card_cells import COLUMNS, card_at
from game.window.views.cards import code_of

if TYPE_CHECKING:
    from game.window.frame.screen import Services

GAP = 4.0
WIDTH = Dialog.widest - 2 * Dialog.padding
HEIGHT = ((WIDTH + GAP) / COLUMNS - GAP) / SHAPE * len(SUITS) + GAP * (len(SUITS) - 1)

Choose = Callable[[Sequence[Card]], None]


class CardGrid(Cells):
    """All cards, a row for each suit from the ace down. Those in `taken` are in use and cannot be chosen."""

    role: ClassVar[str] = "cards"
    rows, columns, spacing = len(SUITS), COLUMNS, GAP

    def __init__(self, chosen: Sequence[Card], taken: Collection[Card], most: int, choose: Choose) -> None:
        super().__init__("cards", text("odds.picker.label"))
        self.chosen = list(chosen)
        self.taken = taken
        self.most = most
        self._choose = choose

    @property
    def value(self) -> str:
        """The name of the card that the arrow keys have reached."""
        return name(card_at(*self._at))

    def parts(self) -> list[WidgetPart]:
        """Return the cards."""
        return [
            WidgetPart(name(card), name(card), self.card_rect(card), card in self.chosen, self._free(card))
            for card in DECK
        ]

    @property
    def area(self) -> Rect:
        """The control's rectangle with the spacing after the last row and column, as `Cells` expects."""
        x, y, width, height = self.rect
        return x, y, width + GAP, height + GAP

    def card_rect(self, card: Card) -> Rect:
        """Return the rectangle of a card."""
        return self.rect_of((card // COLUMNS, COLUMNS - 1 - card % COLUMNS))

    def key(self, event: Key) -> bool:
        """Move among the cards for arrows; Space and Enter choose or give back, Backspace gives back the last."""
        if event.name in ("space", *ENTER) and not event.repeat:
            self._toggle(card_at(*self._at))
        elif event.name == "backspace" and self.chosen:
            self._toggle(self.chosen[-1])
        else:
            return self.walk(event)
        return True

    def release(self, x: float, y: float) -> bool:
        """Choose the card under the mouse, or give it back."""
        cell = self.cell_at(x, y)
        if cell is not None and holds(self.rect_of(cell), x, y):
            self._at = cell
            self._toggle(card_at(*cell))
        return True

    def clear(self) -> None:
        """Give all cards back."""
        self.chosen = []
        self._choose(())

    def _free(self, card: Card) -> bool:
        return card not in self.taken

    def _toggle(self, card: Card) -> None:
        if card in self.chosen:
            self.chosen.remove(card)
        elif not self._free(card):
            return
        elif len(self.chosen) < self.most:
            self.chosen.append(card)
        else:
            self.chosen[-1] = card
        self._choose(tuple(self.chosen))

    def draw(self, painter: Painter) -> None:
        """Draw the cards: chosen ones with a brass rim, taken ones as empty places."""
        for card in DECK:
            x, y, wide, high = self.card_rect(card)
            tall = min(high, wide / SHAPE)
            left, top = x + (wide - tall * SHAPE) / 2, y + (high - tall) / 2
            if self._free(card):
                painter.card(code_of(card), left, top, tall, glow=card in self.chosen, shadow=False)
            else:
                painter.rect((left, top, tall * SHAPE, tall), "sunk", 4, "line")
        if self.focused:
            painter.focus_ring(self.rect_of(self._at), 5)


def pick_cards(
    app: Services,
    title: str,
    note: str,
    chosen: Sequence[Card],
    choose: Choose,
    *,
    most: int,
    taken: Collection[Card] = (),
) -> None:
    """Open the dialog with the texts of these names; `choose` is called with the cards after every change."""
    app.overlay(CardPicker(app, text(title), text(note), CardGrid(chosen, taken, most, choose)))


class CardPicker(Dialog):
    """The dialog. `note` says how many cards may be chosen."""

    name: ClassVar[str] = "card_picker"

    def __init__(self, app: Services, title: str, note: str, grid: CardGrid) -> None:
        super().__init__(app, title)
        self._note, self.grid = note, grid
        self._done = Button("done", text("odds.picker.done"), self.escape, kind="primary", style="label_b")
        self._clear = Button("clear", text("odds.picker.clear"), self.grid.clear, style="label_b")
        self.controls.focus("cards")

    def parts(self) -> Sequence[Box]:
        """Return the cards and the note."""
        return [
            Control(self.grid, HEIGHT, width=WIDTH, after=10, scales=True),
            Words(self._note, "small", "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        """Return the buttons that clear the choice and close the dialog."""
        return [self._clear, self._done]
