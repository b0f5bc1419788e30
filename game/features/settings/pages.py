"""The pages of the settings: what can be set, shown as it will look, applied at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.features.settings.parts import (
    LAST_ROW,
    WIDE_PAGE,
    Page,
    choice_of,
    name_of,
    note_of,
    options_of,
    row_of,
    slider_of,
    switch_row,
)
from game.rules import games
from game.study.records import TABLES
from game.texts import english, number, text
from game.window.dialogs.delete import DeleteData
from game.window.frame.screen import Services
from game.window.frame.settings_store import AMOUNTS, COACHING, DECKS, SPEEDS, TEXT_SIZES, VOLUMES, Settings
from game.window.ui.canvas.painter import SHAPE, Painter
from game.window.ui.layout import Box, Column, Columns, Space
from game.window.ui.leaves import ButtonGrid, Caps, Control, Filled, Heading, Letters, Picture, Rule, Words
from game.window.ui.theme import THEMES, tokens
from game.window.ui.widgets import Button, Option, RadioList, Rect, Segmented
from game.window.ui.widgets.keys import KeyRows
from game.window.ui.widgets.pace import PacePreview
from game.window.ui.widgets.previews import BackChoice, RoomChoice

VOLUME_STEP = 5
PLAYED = 24.0
SOUNDS = ("card", "chips", "check", "wood", "win", "attention")
LEAST_COLUMN = 380.0
TEXT_STEP = 10
DECK_HEIGHT, SHARED_ROW = 78.0, 240.0
BACKS = (184.0, 50.0)
SWITCHES = ("full_screen", "textures", "hand_in_words", "pot_odds")


# ---- pace, sound, coach -------------------------------------------------------------------------------------
def _pace(app: Services) -> Page:
    speed = choice_of(Segmented, app, "speed", options_of("speed", SPEEDS))
    preview = PacePreview(lambda: app.settings)
    again = Button("again", text("settings.pace_again"), preview.start, kind="outline", style="label_b")
    parts = [
        Heading(text("settings.pages.pace")),
        Words(text("settings.pace_body"), "label", "dim", 16),
        Caps(name_of("speed"), "brass"),
        Control(speed, 40, after=12),
        Words(text("settings.pace_step"), "small", "dim", 4),
        switch_row(app, "reduced_motion"),
        Rule(height=20.0),
        preview,
        Space(14),
        Control(again, 44, width=200),
    ]
    return Page(Column(*parts), preview=preview)


def _sound(app: Services) -> Page:
    volume = slider_of(app, "volume", VOLUMES, step=VOLUME_STEP, ticks=(0, 25, 50, 75, 100))
    named = {name: (text(f"settings.sounds.{name}"), partial(app.sound.play, name)) for name in SOUNDS}
    listen = [
        Button(f"listen.{name}", label, play, style="label_b", icon="play")
        for name, (label, play) in named.items()
    ]

    def follow(settings: Settings) -> None:
        for button in listen:
            button.disabled = _why_silent(app)

    body = "settings.sound_body" if app.sound.available else "settings.no_device"
    parts = [
        Heading(text("settings.pages.sound")),
        Words(text(body), "label", "dim", 16),
        row_of(volume),
        switch_row(app, "muted"),
        Rule(height=20.0),
        Caps(text("settings.listen"), "brass"),
        ButtonGrid(listen),
    ]
    return Page(Column(*parts), follow)


def _why_silent(app: Services) -> str:
    if not app.sound.available:
        return text("settings.no_device")
    return text("app.muted") if app.settings.muted else ""


def _coach(app: Services) -> Page:
    options = [Option(name, text(f"styles.{name}.name"), text(f"styles.{name}.note")) for name in COACHING]
    coaching = choice_of(RadioList, app, "coaching", options)
    parts = [
        Heading(text("settings.pages.coach")),
        Words(text("settings.coach_body"), "label", "dim", 16),
        Caps(name_of("coaching"), "brass"),
        Control(coaching, 80, after=8),
        Rule(height=20.0),
        *(Words(paragraph, "label", "dim") for paragraph in english().many("settings.coach_more")),
    ]
    return Page(Column(*parts))


# ---- keys, files --------------------------------------------------------------------------------------------
def _keys(app: Services) -> Page:
    groups = (("everywhere", games.KUHN_POKER), (games.TIC_TAC_TOE,), (games.HOLDEM, "thinking"))
    columns = [Column(*[part for group in column for part in _key_group(group)]) for column in groups]
    body = Words(text("settings.keys_body"), "label", "dim", 16)
    heading = Heading(text("settings.pages.keys"))
    return Page(Column(heading, body, Columns(*columns, least=260, gap=24)))


def _key_group(group: str) -> list[Box]:
    rows = KeyRows(english().many(f"help.keys.{group}"))
    return [Caps(text(f"help.groups.{group}"), "brass"), rows, Space(16)]


def _files(app: Services) -> Page:

    def ask() -> None:
        app.overlay(DeleteData(app, app.screen.relayout))

    delete = Button("delete-data", text("settings.delete_data"), ask, kind="danger", style="label_b")
    kept = sum(app.saves.unfinished(name) is not None for name in games.NAMES)

    parts = [
        Heading(text("settings.pages.files")),
        Words(text("settings.files_body"), "label", "dim", 16),
        Caps(text("settings.folder"), "brass"),
        Letters(str(app.folder)),
        Caps(text("settings.record"), "brass"),
        *(Picture(partial(_draw_played, app, game), PLAYED) for game in TABLES),
        Space(8),
        Words(text("settings.unfinished", count=number(kept)), "label", "dim", 16),
        Control(delete, 44, width=220),
    ]
    return Page(Column(*parts))


def _draw_played(app: Services, game: str, painter: Painter, rect: Rect) -> None:
    """Write how many hands were played at a table, as the record says now."""
    x, y, width, _ = rect
    hands = number(app.saves.record(*TABLES[game]).hands)
    words = text("settings.played", game=text(f"games.{game}"), hands=hands)
    painter.text(words, x, y + 10, "label", fit=width)


# ---- appearance ---------------------------------------------------------------------------------------------
def _appearance(app: Services) -> Page:
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
    return Page(Column(*parts), follow, shares_last_row=True)


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


PAGES: Mapping[str, tuple[str, Callable[[Services], Page]]] = {
    "appearance": ("eye", _appearance),
    "pace": ("clock", _pace),
    "sound": ("sound", _sound),
    "coach": ("hint", _coach),
    "keys": ("next", _keys),
    "files": ("review", _files),
}
"""The icon of each page, and what makes it."""
