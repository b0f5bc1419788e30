"""The settings screen and its pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, ClassVar, TypeVar

from game import texts
from game.languages import LANGUAGES
from game.rules import games
from game.study.saves import TABLES
from game.texts import current, find_offered, number, percent, text
from game.window.dialogs.stored_data import DeleteData
from game.window.frame.actions import help_heading, help_rows
from game.window.frame.pages import page
from game.window.frame.screen import Screen, Services
from game.window.frame.settings_store import (
    AMOUNTS,
    COACHING,
    DECKS,
    SPEEDS,
    TEXT_SIZES,
    VOICE_RATES,
    VOLUMES,
    Settings,
)
from game.window.ui.canvas.painter import SHAPE, Painter
from game.window.ui.layout import Box, Column, Columns, Row, Scrolled, Space, Stack, fixed, grow
from game.window.ui.leaves import (
    Aside,
    ButtonGrid,
    Caps,
    Control,
    Filled,
    Heading,
    Iconic,
    Letters,
    Line,
    Panel,
    Picture,
    Rule,
    Setting,
    Words,
    indented,
)
from game.window.ui.leaves.panels import KeyRows
from game.window.ui.theme import THEMES, tokens
from game.window.ui.widgets import (
    Button,
    Choice,
    Cycle,
    IconButton,
    Option,
    RadioList,
    Rect,
    Scroll,
    Segmented,
    Slider,
    Toggle,
    Widget,
    options,
)
from game.window.ui.widgets.button import HEIGHT, WIDTH
from game.window.ui.widgets.previews import BackChoice, PacePreview, RoomChoice
from game.window.ui.widgets.tabs import ROW, STEP, Nav

LABEL_WIDTH = 190.0
CONTROL = (200.0, 40.0)
WIDE_PAGE, LAST_ROW = 700.0, 86.0  # dp: a page this wide has the restore button in its last row
SWITCH = (WIDTH, HEIGHT)
SETTINGS = {one.name for one in fields(Settings)}
KEPT = ("full_screen", "language")
"""The settings that the restore button leaves unchanged."""


@dataclass
class SettingsSection:
    """A page of settings.

    A control that has the name of a setting shows the value of that setting. If `shares_last_row`, the
    restore button is at the right end of the last row.

    Attributes:
        flow: The boxes of the page.
        follow_too: A function that updates further parts of the page to the settings.
    """

    flow: Column
    follow_too: Callable[[Settings], None] = lambda settings: None
    preview: PacePreview | None = None
    shares_last_row: bool = False

    @property
    def restores(self) -> tuple[str, ...]:
        names = (widget.name for widget in self.flow.controls())
        return tuple(name for name in names if name in SETTINGS and name not in KEPT)

    def follow(self, settings: Settings) -> None:
        """Update all controls to the values of the settings."""
        self.follow_too(settings)
        for widget in self.flow.controls():
            value: Any = getattr(settings, widget.name, None)
            match widget:
                case Choice():
                    widget.chosen = value
                case Toggle():
                    widget.on = value
                case Slider():
                    widget.number = value


def get_setting_name(setting: str) -> str:
    return text(f"settings.names.{setting}")


def get_setting_note(setting: str) -> str:
    return text(f"settings.notes.{setting}")


def make_options(setting: str, values: Sequence[str], *, notes: bool = False) -> list[Option]:
    """Return the options of a setting for these values. If `notes`, each option has a note."""
    return [
        Option(
            value,
            text(f"settings.values.{setting}.{value}"),
            text(f"settings.value_notes.{setting}.{value}") if notes else "",
        )
        for value in values
    ]


ChoiceT = TypeVar("ChoiceT", bound=Choice)


def make_choice(kind: type[ChoiceT], app: Services, setting: str, options: list[Option]) -> ChoiceT:
    """Return a control that chooses the value of a setting. A choice takes effect at once."""
    chosen = getattr(app.settings, setting)
    return kind(
        setting, get_setting_name(setting), options, chosen, lambda value: app.change(**{setting: value})
    )


def make_slider(app: Services, setting: str, bounds: tuple[int, int], **more: Any) -> Slider:
    """Return a slider for a setting in percent. A change takes effect at once."""
    return Slider(
        setting,
        get_setting_name(setting),
        bounds,
        getattr(app.settings, setting),
        lambda value: app.change(**{setting: value}),
        say=lambda value: percent(value / 100),
        shows_value=True,
        **more,
    )


def make_row(widget: Widget, extent: tuple[float, float] = CONTROL) -> Setting:
    return Setting(widget.label, get_setting_note(widget.name), widget, extent, LABEL_WIDTH)


def switch_row(app: Services, setting: str) -> Setting:
    """Return a row with the name, the note and the switch of a setting. A change takes effect at once."""
    on = getattr(app.settings, setting)
    switch = Toggle(setting, get_setting_name(setting), on, lambda value: app.change(**{setting: value}))
    return Setting(switch.label, get_setting_note(setting), switch, SWITCH)


VOLUME_STEP = 5
VOICE_STEP = 25
PLAYED = 24.0
SOUNDS = ("card", "chips", "check", "wood", "win", "attention")
MIN_COLUMN = 380.0
TEXT_STEP = 10
DECK_HEIGHT, SHARED_ROW = 78.0, 240.0
BACKS = (184.0, 50.0)
SWITCHES = ("full_screen", "textures", "hand_in_words")


# ---- pace, sound, coach -------------------------------------------------------------------------------------
def _pace(app: Services) -> SettingsSection:
    speed = make_choice(Segmented, app, "speed", make_options("speed", SPEEDS))
    preview = PacePreview(lambda: app.settings)
    again = Button("again", text("settings.pace_again"), preview.start, kind="outline", style="label_b")
    parts = [
        Heading(text("settings.pages.pace")),
        Words(text("settings.pace_body"), "label", "dim", 16),
        Caps(get_setting_name("speed"), "brass"),
        Control(speed, 40, after=12),
        Words(text("settings.pace_step"), "small", "dim", 4),
        switch_row(app, "reduced_motion"),
        switch_row(app, "auto_next"),
        switch_row(app, "talk"),
        Rule(height=20.0),
        preview,
        Space(14),
        Control(again, 44, width=200),
    ]
    return SettingsSection(Column(*parts), preview=preview)


def _sound(app: Services) -> SettingsSection:
    rate = make_slider(
        app, "voice_rate", VOICE_RATES, step=VOICE_STEP, ticks=(50, 100, 200, 300), patient=True
    )
    volume = make_slider(app, "volume", VOLUMES, step=VOLUME_STEP, ticks=(0, 25, 50, 75, 100))
    named = {name: (text(f"settings.sounds.{name}"), partial(app.sound.play, name)) for name in SOUNDS}
    listen = [
        Button(f"listen.{name}", label, play, style="label_b", icon="play")
        for name, (label, play) in named.items()
    ]

    def follow(settings: Settings) -> None:
        silent = text("app.muted") if settings.muted else ""
        for button in listen:
            button.disabled = silent if app.sound.available else text("settings.no_device")

    body = "settings.sound_body" if app.sound.available else "settings.no_device"
    parts = [
        Heading(text("settings.pages.sound")),
        Words(text(body), "label", "dim", 16),
        make_row(volume),
        switch_row(app, "muted"),
        Rule(height=20.0),
        switch_row(app, "voice"),
        make_row(rate),
        Rule(height=20.0),
        Caps(text("settings.listen"), "brass"),
        ButtonGrid(listen),
    ]
    return SettingsSection(Column(*parts), follow)


def _coach(app: Services) -> SettingsSection:
    options = [Option(name, text(f"styles.{name}.name"), text(f"styles.{name}.note")) for name in COACHING]
    coaching = make_choice(RadioList, app, "coaching", options)
    parts = [
        Heading(text("settings.pages.coach")),
        Words(text("settings.coach_body"), "label", "dim", 16),
        Caps(get_setting_name("coaching"), "brass"),
        Control(coaching, 80, after=8),
        switch_row(app, "pot_odds"),
        Rule(height=20.0),
        *(Words(paragraph, "label", "dim") for paragraph in current().many("settings.coach_more")),
    ]
    return SettingsSection(Column(*parts))


# ---- keys, files --------------------------------------------------------------------------------------------
def _keys(app: Services) -> SettingsSection:
    groups = (("everywhere", games.KUHN_POKER), (games.TIC_TAC_TOE,), (games.HOLDEM, "thinking"))
    columns = []
    for column in groups:
        parts: list[Box] = []
        for group in column:
            parts += [Caps(help_heading(group), "brass"), KeyRows(help_rows(group)), Space(16)]
        columns.append(Column(*parts))
    body = Words(text("settings.keys_body"), "label", "dim", 16)
    heading = Heading(text("settings.pages.keys"))
    return SettingsSection(Column(heading, body, Columns(*columns, least=260, gap=24)))


def _files(app: Services) -> SettingsSection:

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
    return SettingsSection(Column(*parts))


def _draw_played(app: Services, game: str, painter: Painter, rect: Rect) -> None:
    """Draw the number of hands counted in the user's current record of a game."""
    x, y, width, _ = rect
    hands = number(app.saves.record(*TABLES[game]).hands)
    words = text("settings.played", game=text(f"games.{game}"), hands=hands)
    painter.text(words, x, y + 10, "label", fit=width)


# ---- appearance ---------------------------------------------------------------------------------------------
def _appearance(app: Services) -> SettingsSection:
    room = make_choice(RoomChoice, app, "theme", make_options("theme", THEMES, notes=True))
    ticks = range(TEXT_SIZES[0], TEXT_SIZES[1] + 1, 20)
    size = make_slider(app, "text_size", TEXT_SIZES, step=TEXT_STEP, ticks=ticks, patient=True)
    deck = make_choice(Segmented, app, "deck", make_options("deck", DECKS))
    back = make_choice(BackChoice, app, "card_back", make_options("card_back", tuple(tokens().backs)))
    language = make_choice(Cycle, app, "language", _languages())
    amounts = make_choice(Segmented, app, "amounts", make_options("amounts", AMOUNTS))
    back_row = make_row(back, BACKS)

    def follow(settings: Settings) -> None:
        contrast = settings.theme == "contrast"
        back.disabled = text("settings.one_back") if contrast else ""
        back_row.note = text("settings.contrast_back") if contrast else get_setting_note("card_back")

    left = Column(make_row(language), make_row(size), make_row(deck), back_row)
    right = Column(make_row(amounts), *(switch_row(app, name) for name in SWITCHES))
    parts = [
        Heading(text("settings.room")),
        _Room(room),
        Rule(height=20.0),
        Columns(left, right, least=MIN_COLUMN),
        Rule(height=20.0),
        Picture(partial(_draw_deck, app), LAST_ROW),
    ]
    return SettingsSection(Column(*parts), follow, shares_last_row=True)


def _languages() -> list[Option]:
    """Return the language options: the language of the system first, then each language by its own name."""
    own = LANGUAGES[find_offered("")].name
    named = [Option(code, LANGUAGES[code].name) for code in texts.OFFERED]
    return [Option("", text("settings.values.language", language=own)), *named]


class _Room(Filled):
    """The row that selects the room in which the game is set. The height of the row depends on its width."""

    def measure(self, painter: Painter, width: float) -> float:
        return RoomChoice.height_for(width)


def _draw_deck(app: Services, painter: Painter, rect: Rect) -> None:
    """Draw four sample cards in the current style, and a sentence that leaves room for a button."""
    x, y, width, _ = rect
    width -= SHARED_ROW if width >= WIDE_PAGE else 0
    step = DECK_HEIGHT * SHAPE + 10
    for index, code in enumerate(("As", "Kh", "Qd", "Jc")):
        painter.card(code, x + index * step, y + 4, DECK_HEIGHT)
    words = text("settings.deck_four" if app.settings.four_colours else "settings.deck_two")
    left = x + 4 * step + 16
    lines = painter.wrap(words, width - (left - x), "label")
    middle = y + 4 + DECK_HEIGHT / 2
    for i, line in enumerate(lines):
        painter.text(line, left, middle + (i - (len(lines) - 1) / 2) * 21, "label", "dim")


PAGES: Mapping[str, tuple[str, Callable[[Services], SettingsSection]]] = {
    "appearance": ("eye", _appearance),
    "pace": ("clock", _pace),
    "sound": ("sound", _sound),
    "coach": ("hint", _coach),
    "keys": ("next", _keys),
    "files": ("review", _files),
}
"""Page name -> the icon of the page and the function that builds it."""


HEADER, TOP = 64.0, 76.0
SIDE, ICON = 14.0, 44.0
SMALL_WIDTH = 1150.0
NARROW_WIDTH = 800.0
WIDEST = 1240.0
NAV_WIDTH = 220.0
RESTORE, ABOVE_RESTORE = (210.0, 44.0), 18.0


@page("settings")
class SettingsScreen(Screen):
    """The settings screen. It shows one page at a time."""

    name: ClassVar[str] = "settings"
    scroll: Scroll

    def __init__(self, app: Services, page: str = "appearance") -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        choices = options("settings.pages.{}", PAGES)
        self._nav = Nav("page", text("settings.title"), choices, page, self._open)
        self._nav.icons = {name: icon for name, (icon, _) in PAGES.items()}
        self._back = IconButton("back", text("common.back"), "back", self.escape)
        self._help = IconButton("help", text("menu.help"), "help", app.show_help)
        self._restore = Button(
            "restore",
            text("settings.restore"),
            lambda: app.restore(self._page.restores),
            kind="outline",
            style="label_b",
        )
        self._page, self._texts = PAGES[page][1](app), current()
        self.controls.focus("page")

    def layout(self, width: float, height: float) -> None:
        """Lay out the list of pages on the left, or on top in a narrow window. The open page scrolls."""
        if current() is not self._texts:
            self._texts, self._page = current(), PAGES[self._nav.chosen][1](self.app)
        narrow, small = width < NARROW_WIDTH, width < SMALL_WIDTH
        margin = 20.0 if narrow else 24.0 if small else max(40.0, (width - WIDEST) / 2)
        self._nav.as_row = narrow
        self._page.follow(self.app.settings)
        if narrow:
            card = self._panel(20.0, width - 2 * margin)
            nav = Control(self._nav, ROW, after=12)
            body = Column(Space(HEADER - 8), nav, card, Space(margin))
        else:
            gap, below = (18.0, 20.0) if small else (28.0, 28.0)
            card = self._panel(26.0, width - 2 * margin - NAV_WIDTH - gap)
            nav = Control(self._nav, STEP * len(PAGES))
            row = Row(nav.sized(fixed(NAV_WIDTH)), card, gap=gap)
            body = Column(Space(TOP), row.sized(grow()), Space(below))
        back, guide = (Iconic(icon, ICON).sized(fixed(ICON)) for icon in (self._back, self._help))
        title = Line(text("settings.title"), "h2", height=HEADER)
        note = Column(Space(2), Aside(text("settings.note"), "label", height=HEADER - 2, limit=1)).sized(
            grow()
        )
        head = Row(Space(SIDE), back, Space(10), title, Space(16), note, Space(12), guide, Space(SIDE))
        self.root = Stack(Column(head), indented(body, margin))
        self.root.place(self.app.painter, (0.0, 0.0, width, height))
        self.place([self._back, self._nav, *card.controls(), self._help])

    def _panel(self, padding: float, width: float) -> Box:
        """Return the open page. Its restore button is in the last row or at the bottom."""
        page: Box = self._page.flow
        restore = Row(Space(), Control(self._restore, RESTORE[1], width=RESTORE[0]))
        if self._page.restores and self._page.shares_last_row and width - 2 * padding >= WIDE_PAGE:
            last = Column(Space(), restore, Space((LAST_ROW - RESTORE[1]) / 2))
            page = Column(Stack(page, last))
        elif self._page.restores:
            page = Column(page, Space().sized(grow(least=ABOVE_RESTORE)), restore)
        sides = (padding, padding)
        scrolled = Scrolled(page, self.scroll, sides=sides, above=padding, below=padding, least=0.0)
        return Panel(scrolled.sized(grow()), head=0, foot=0, side=0).sized(grow())

    def update(self, dt: float) -> bool:
        return self._page.preview is not None and self._page.preview.advance(dt)

    def _open(self, name: str) -> None:
        self._page = PAGES[name][1](self.app)
        self.scroll.offset = 0.0
        self.relayout()
