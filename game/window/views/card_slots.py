"""Cards as places in a row: typing lays them ("Qs7h2h"), Backspace takes the last away, a click picks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

from game.rules.cards import RANKS, SUITS, Card, names, parse
from game.window.ui.canvas.painter import SHAPE, Painter
from game.window.ui.input import ENTER, Key
from game.window.ui.widgets.widget import Act, Widget
from game.window.views.cards import code_of

GAP = 7.0


class CardSlots(Widget):
    """The control. `lay` gets the cards after a change, `pick` opens the cards to choose from."""

    role: ClassVar[str] = "cards"
    takes_text: ClassVar[bool] = True

    def __init__(
        self, name: str, label: str, most: int, lay: Callable[[Sequence[Card]], None], pick: Act
    ) -> None:
        super().__init__(name, label)
        self.cards: Sequence[Card] = ()
        self.veiled: Collection[int] = ()
        """Places of cards that do not count now."""
        self.most = most
        self._lay = lay
        self._pick = pick
        self._rank = ""

    @property
    def value(self) -> str:
        """The cards."""
        return names(self.cards) + self._rank

    def key(self, event: Key) -> bool:
        """Take a rank and then a suit; Backspace takes back, Enter opens the cards."""
        if event.name in ENTER and not event.repeat:
            self._pick()
        elif event.name == "backspace" and (self._rank or self.cards):
            self._take_back()
        elif event.name == "delete" and self.cards:
            self._lay(())
        elif event.text and not event.ctrl:
            return self._type(event.text)
        else:
            return False
        return True

    def blur(self) -> None:
        """Forget half a card."""
        self._rank = ""

    def release(self, x: float, y: float) -> bool:
        """Open the cards."""
        self._pick()
        return True

    def _type(self, letter: str) -> bool:
        """Take a letter of a card; what is none is left to the screen."""
        if self._rank and letter.lower() in SUITS:
            [card] = parse(self._rank + letter)
            self._rank = ""
            if card not in self.cards:
                self._lay((*self.cards, card))
            return True
        if letter.upper() in RANKS:
            self._rank = letter.upper() if len(self.cards) < self.most else ""
            return True
        return False

    def _take_back(self) -> None:
        if self._rank:
            self._rank = ""
        else:
            self._lay(self.cards[:-1])

    def draw(self, painter: Painter) -> None:
        """Draw the cards and the places of those to come."""
        x, y, _, height = self.rect
        for place in range(self.most):
            left = x + place * (height * SHAPE + GAP)
            if place < len(self.cards):
                painter.card(code_of(self.cards[place]), left, y, height, dim=place in self.veiled)
                continue
            painter.slot(left, y, height)
            if place == len(self.cards) and self._rank:
                middle = left + height * SHAPE / 2
                painter.text(self._rank, middle, y + height / 2, "amount", "on_felt", al="c")
        if self.focused:
            painter.focus_ring(self.rect)


def width_of(cards: int, height: float) -> float:
    """Return how wide so many places of a height are."""
    return cards * height * SHAPE + (cards - 1) * GAP
