"""The page of the settings on how things look: the room, the text, the deck, amounts, and a deck to see it by."""

from __future__ import annotations

from functools import partial

from game.screens.frame.screen import Services
from game.screens.models.settings_store import AMOUNTS, DECKS, TEXT_SIZES, Settings
from game.screens.pages.settings.parts import (
    LAST_ROW,
    WIDE_PAGE,
    Page,
    choice_of,
    note_of,
    options_of,
    row_of,
    slider_of,
    switch_row,
)
from game.screens.ui.canvas.painter import SHAPE, Painter
from game.screens.ui.layout import Column, Columns
from game.screens.ui.leaves import Filled, Heading, Picture, Rule
from game.screens.ui.texts import text
from game.screens.ui.theme import THEMES, tokens
from game.screens.ui.widgets import Rect, Segmented
from game.screens.ui.widgets.previews import BackChoice, RoomChoice

LEAST_COLUMN = 380.0
TEXT_STEP = 10
DECK_HEIGHT, SHARED_ROW = 78.0, 240.0
BACKS = (184.0, 50.0)
SWITCHES = ("full_screen", "textures", "hand_in_words", "pot_odds")


def appearance(app: Services) -> Page:
    """Return the page."""
    room = choice_of(RoomChoice, app, "theme", options_of("theme", THEMES, notes=True))
    ticks = range(TEXT_SIZES[0], TEXT_SIZES[1] + 1, 20)
    size = slider_of(app, "text_size", TEXT_SIZES, step=TEXT_STEP, ticks=ticks, patient=True)
    deck = choice_of(Segmented, app, "deck", options_of("deck", DECKS))
    back = choice_of(BackChoice, app, "card_back", options_of("card_back", tuple(tokens().backs)))
    amounts = choice_of(Segmented, app, "amounts", options_of("amounts", AMOUNTS))
    back_row = row_of(back, BACKS)

    def follow(settings: Settings) -> None:
        contrast = settings.theme == "contrast"
        back.disabled = text("settings.one_back") if contrast else ""
        back_row.note = text("settings.contrast_back") if contrast else note_of("card_back")

    left = Column(row_of(size), row_of(deck), back_row, row_of(amounts))
    right = Column(*(switch_row(app, name) for name in SWITCHES))
    parts = [
        Heading(text("settings.room")),
        _Room(room),
        Rule(height=20.0),
        Columns(left, right, least=LEAST_COLUMN),
        Rule(height=20.0),
        Picture(partial(_draw_deck, app), LAST_ROW),
    ]
    return Page(parts, follow, shares_last_row=True)


class _Room(Filled):
    """The row of rooms, as high as its width asks for."""

    def measure(self, painter: Painter, width: float) -> float:
        return RoomChoice.height_for(width)


def _draw_deck(app: Services, painter: Painter, rect: Rect) -> None:
    """Draw four cards as they look with the settings, and a sentence, which leaves room for a button."""
    x, y, width, _ = rect
    width -= SHARED_ROW if width >= WIDE_PAGE else 0
    step = DECK_HEIGHT * SHAPE + 10
    for place, code in enumerate(("As", "Kh", "Qd", "Jc")):
        painter.card(code, x + place * step, y + 4, DECK_HEIGHT)
    words = text("settings.deck_four" if app.settings.four_colours else "settings.deck_two")
    left = x + 4 * step + 16
    lines = painter.wrap(words, width - (left - x), "label")
    middle = y + 4 + DECK_HEIGHT / 2
    for i, line in enumerate(lines):
        painter.text(line, left, middle + (i - (len(lines) - 1) / 2) * 21, "label", "dim")
