"""The page of the settings on how things look: the room, the text, the deck, amounts, and a deck to see it by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.screens.models.settings_store import AMOUNTS, DECKS, TEXT_SIZES, Settings
from game.screens.pages.settings.parts import (
    CONTROL,
    LABEL_WIDTH,
    LAST_ROW,
    WIDE_PAGE,
    Page,
    choice_of,
    name_of,
    note_of,
    options_of,
    switch_of,
    switch_row,
)
from game.screens.ui.canvas.pen import SHAPE, Pen
from game.screens.ui.layout.box import Box, Column
from game.screens.ui.layout.columns import Columns
from game.screens.ui.leaves.control import Setting
from game.screens.ui.leaves.words import Heading, Rule
from game.screens.ui.texts import percent, text
from game.screens.ui.theme import THEMES, tokens
from game.screens.ui.widgets.choice import Segmented
from game.screens.ui.widgets.previews import BackChoice, RoomChoice
from game.screens.ui.widgets.slider import Slider
from game.screens.ui.widgets.widget import Rect

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

LEAST_COLUMN = 380.0
TEXT_STEP = 10
DECK_HEIGHT, SHARED_ROW = 78.0, 240.0


def appearance(app: Services) -> Page:
    """Return the page."""
    room = choice_of(RoomChoice, app, "theme", options_of("theme", THEMES, notes=True))
    size = Slider(
        "text_size",
        name_of("text_size"),
        TEXT_SIZES,
        app.settings.text_size,
        lambda value: app.change(text_size=value),
        step=TEXT_STEP,
        ticks=range(TEXT_SIZES[0], TEXT_SIZES[1] + 1, 20),
        say=lambda value: percent(value / 100),
        patient=True,
        shows_value=True,
    )
    deck = choice_of(Segmented, app, "deck", options_of("deck", DECKS))
    back = choice_of(BackChoice, app, "card_back", options_of("card_back", tuple(tokens().backs)))
    amounts = choice_of(Segmented, app, "amounts", options_of("amounts", AMOUNTS))
    switches = [switch_of(app, name) for name in ("full_screen", "textures", "hand_in_words", "pot_odds")]

    back_row = Setting(name_of("card_back"), note_of("card_back"), back, (184.0, 50.0), LABEL_WIDTH)

    def follow(settings: Settings) -> None:
        size.number = settings.text_size
        for choice in (room, deck, back, amounts):
            choice.chosen = getattr(settings, choice.name)
        for switch in switches:
            switch.on = getattr(settings, switch.name)
        contrast = settings.theme == "contrast"
        back.disabled = text("settings.one_back") if contrast else ""
        back_row.note = text("settings.contrast_back") if contrast else note_of("card_back")

    left = Column(
        Setting(name_of("text_size"), note_of("text_size"), size, CONTROL, LABEL_WIDTH),
        Setting(name_of("deck"), note_of("deck"), deck, CONTROL, LABEL_WIDTH),
        back_row,
        Setting(name_of("amounts"), note_of("amounts"), amounts, CONTROL, LABEL_WIDTH),
    )
    right = Column(*[switch_row(switch) for switch in switches])
    parts = [
        Heading(text("settings.room")),
        _Room(room),
        Rule(height=20.0),
        Columns(left, right, least=LEAST_COLUMN),
        Rule(height=20.0),
        DeckPreview(app),
    ]
    names = ("theme", "text_size", "deck", "card_back", "amounts", "textures", "hand_in_words", "pot_odds")
    widgets = [room, size, deck, back, amounts, *switches]
    return Page(parts, widgets, names, follow, shares_last_row=True)


@dataclass
class _Room(Box):
    """The row of rooms, as high as its width asks for."""

    widget: RoomChoice

    def measure(self, pen: Pen, width: float) -> float:
        return RoomChoice.height_for(width)

    def place(self, pen: Pen, rect: Rect) -> None:
        super().place(pen, rect)
        self.widget.rect = rect


class DeckPreview(Box):
    """Four cards as they look with the settings, and a sentence about them."""

    def __init__(self, app: Services) -> None:
        self._app = app

    def measure(self, pen: Pen, width: float) -> float:
        """The cards and some room."""
        return LAST_ROW

    def draw(self, pen: Pen, rect: Rect) -> None:
        """Draw the cards and the sentence, which leaves room for a button in a wide page."""
        x, y, width, _ = rect
        width -= SHARED_ROW if width >= WIDE_PAGE else 0
        step = DECK_HEIGHT * SHAPE + 10
        for place, code in enumerate(("As", "Kh", "Qd", "Jc")):
            pen.card(code, x + place * step, y + 4, DECK_HEIGHT)
        words = text("settings.deck_four" if self._app.settings.four_colours else "settings.deck_two")
        left = x + 4 * step + 16
        lines = pen.wrap(words, width - (left - x), "label")
        middle = y + 4 + DECK_HEIGHT / 2
        for i, line in enumerate(lines):
            pen.text(line, left, middle + (i - (len(lines) - 1) / 2) * 21, "label", "dim")
