"""The pages of the settings: what can be set, shown as it will look, applied at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from game.rules import games
from game.screens.pen import SHAPE, Pen
from game.screens.question import Question, Reply, nothing
from game.screens.records import TABLES
from game.screens.settings_store import AMOUNTS, COACHING, DECKS, SPEEDS, TEXT_SIZES, VOLUMES, Settings
from game.screens.texts import english, number, percent, text
from game.screens.theme import THEMES, tokens
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Choice, Option, RadioList, Segmented
from game.screens.widgets.flow import (
    Caps,
    Columns,
    Control,
    Flow,
    Heading,
    Part,
    Rule,
    Setting,
    Space,
    Words,
)
from game.screens.widgets.keys import KeyRows
from game.screens.widgets.pace import PacePreview
from game.screens.widgets.previews import BackChoice, RoomChoice
from game.screens.widgets.slider import Slider
from game.screens.widgets.toggle import HEIGHT, WIDTH, Toggle
from game.screens.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.screens.app import App

LABEL_WIDTH = 190.0
LEAST_COLUMN = 380.0
CONTROL = (200.0, 40.0)
SWITCH = (WIDTH, HEIGHT)
TEXT_STEP, VOLUME_STEP = 10, 5
DECK_HEIGHT, LAST_ROW = 78.0, 86.0
PATH_LINE = 21.0
GRID_STEP, GRID_GAP = 56.0, 12.0
GRID_LEAST, GRID_WIDEST = 130.0, 210.0
WIDE_PAGE, SHARED_ROW = 700.0, 240.0
SOUNDS = ("card", "chips", "check", "wood", "win", "attention")
PAGES = {
    "appearance": "eye",
    "pace": "clock",
    "sound": "sound",
    "coach": "hint",
    "keys": "next",
    "files": "review",
}


@dataclass
class Page:
    """A page: its parts, its controls in focus order, what it restores, and how its controls follow settings.

    Where the last row is shared, the button that restores stands at its right end.
    """

    parts: Sequence[Part]
    widgets: Sequence[Widget]
    restores: tuple[str, ...] = ()
    follow: Callable[[Settings], None] = lambda settings: None
    preview: PacePreview | None = None
    shares_last_row: bool = False
    flow: Flow = field(init=False)

    def __post_init__(self) -> None:
        self.flow = Flow(self.parts)


def build(name: str, app: App) -> Page:
    """Return a page by its name."""
    pages: dict[str, Callable[[App], Page]] = {
        "appearance": _appearance,
        "pace": _pace,
        "sound": _sound,
        "coach": _coach,
        "keys": _keys,
        "files": _files,
    }
    return pages[name](app)


# ---- appearance ---------------------------------------------------------------------------------------------
def _appearance(app: App) -> Page:
    room = _choice(RoomChoice, app, "theme", _options("theme", THEMES, notes=True))
    size = Slider(
        "text_size",
        _name("text_size"),
        TEXT_SIZES,
        app.settings.text_size,
        lambda value: app.change(text_size=value),
        step=TEXT_STEP,
        ticks=range(TEXT_SIZES[0], TEXT_SIZES[1] + 1, 20),
        say=lambda value: percent(value / 100),
        patient=True,
        shows_value=True,
    )
    deck = _choice(Segmented, app, "deck", _options("deck", DECKS))
    back = _choice(BackChoice, app, "card_back", _options("card_back", tuple(tokens().backs)))
    amounts = _choice(Segmented, app, "amounts", _options("amounts", AMOUNTS))
    switches = [_switch(app, name) for name in ("full_screen", "textures", "hand_in_words", "pot_odds")]

    back_row = Setting(_name("card_back"), _note("card_back"), back, (184.0, 50.0), LABEL_WIDTH)

    def follow(settings: Settings) -> None:
        size.number = settings.text_size
        for choice in (room, deck, back, amounts):
            choice.chosen = getattr(settings, choice.name)
        for switch in switches:
            switch.on = getattr(settings, switch.name)
        contrast = settings.theme == "contrast"
        back.disabled = text("settings.one_back") if contrast else ""
        back_row.note = text("settings.contrast_back") if contrast else _note("card_back")

    left = Flow(
        [
            Setting(_name("text_size"), _note("text_size"), size, CONTROL, LABEL_WIDTH),
            Setting(_name("deck"), _note("deck"), deck, CONTROL, LABEL_WIDTH),
            back_row,
            Setting(_name("amounts"), _note("amounts"), amounts, CONTROL, LABEL_WIDTH),
        ]
    )
    right = Flow([_switch_row(switch) for switch in switches])
    parts = [
        Heading(text("settings.room")),
        _Room(room),
        Rule(),
        Columns([left, right], LEAST_COLUMN),
        Rule(),
        DeckPreview(app),
    ]
    names = ("theme", "text_size", "deck", "card_back", "amounts", "textures", "hand_in_words", "pot_odds")
    widgets = [room, size, deck, back, amounts, *switches]
    return Page(parts, widgets, names, follow, shares_last_row=True)


@dataclass
class _Room(Part):
    """The row of rooms, as high as its width asks for."""

    widget: RoomChoice

    def height(self, pen: Pen, width: float) -> float:
        return RoomChoice.height_for(width)

    def place(self, pen: Pen, rect: Rect) -> None:
        self.widget.rect = rect


class DeckPreview(Part):
    """Four cards as they look with the settings, and a sentence about them."""

    def __init__(self, app: App) -> None:
        self._app = app

    def height(self, pen: Pen, width: float) -> float:
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


# ---- pace, sound, coach -------------------------------------------------------------------------------------
def _pace(app: App) -> Page:
    speed = _choice(Segmented, app, "speed", _options("speed", SPEEDS))
    reduced = _switch(app, "reduced_motion")
    preview = PacePreview(lambda: app.settings)
    again = Button("again", text("settings.pace_again"), preview.start, kind="outline", style="label_b")

    def follow(settings: Settings) -> None:
        if (speed.chosen, reduced.on) != (settings.speed, settings.reduced_motion):
            preview.start()
        speed.chosen, reduced.on = settings.speed, settings.reduced_motion

    parts = [
        Heading(text("settings.pages.pace")),
        Words(text("settings.pace_body"), "label", "dim", 16),
        Caps(_name("speed"), "brass"),
        Control(speed, 40, 12),
        Words(text("settings.pace_step"), "small", "dim", 4),
        _switch_row(reduced),
        Rule(),
        preview,
        Space(14),
        Control(again, 44, 0, 200),
    ]
    return Page(parts, [speed, reduced, again], ("speed", "reduced_motion"), follow, preview)


def _sound(app: App) -> Page:
    muted = _switch(app, "muted")
    volume = Slider(
        "volume",
        _name("volume"),
        VOLUMES,
        app.settings.volume,
        lambda value: app.change(volume=value),
        step=VOLUME_STEP,
        ticks=(0, 25, 50, 75, 100),
        say=lambda value: percent(value / 100),
        shows_value=True,
    )
    listen = [
        Button(
            f"listen.{name}",
            text(f"settings.sounds.{name}"),
            _player(app, name),
            style="label_b",
            icon="play",
        )
        for name in SOUNDS
    ]

    def follow(settings: Settings) -> None:
        muted.on, volume.number = settings.muted, settings.volume
        for button in listen:
            button.disabled = _why_silent(app)

    parts = [
        Heading(text("settings.pages.sound")),
        Words(
            text("settings.sound_body" if app.sound.available else "settings.no_device"), "label", "dim", 16
        ),
        Setting(_name("volume"), _note("volume"), volume, CONTROL, LABEL_WIDTH),
        _switch_row(muted),
        Rule(),
        Caps(text("settings.listen"), "brass"),
        _Grid(listen),
    ]
    return Page(parts, [volume, muted, *listen], ("volume", "muted"), follow)


def _why_silent(app: App) -> str:
    if not app.sound.available:
        return text("settings.no_device")
    return text("app.muted") if app.settings.muted else ""


def _player(app: App, name: str) -> Callable[[], None]:
    return lambda: app.sound.play(name)


def _coach(app: App) -> Page:
    options = [Option(name, text(f"styles.{name}.name"), text(f"styles.{name}.note")) for name in COACHING]
    coaching = RadioList(
        "coaching",
        _name("coaching"),
        options,
        app.settings.coaching,
        lambda value: app.change(coaching=value),
    )

    def follow(settings: Settings) -> None:
        coaching.chosen = settings.coaching

    parts = [
        Heading(text("settings.pages.coach")),
        Words(text("settings.coach_body"), "label", "dim", 16),
        Caps(_name("coaching"), "brass"),
        Control(coaching, 80, 8),
        Rule(),
        *(Words(paragraph, "label", "dim") for paragraph in english().many("settings.coach_more")),
    ]
    return Page(parts, [coaching], ("coaching",), follow)


# ---- keys, files --------------------------------------------------------------------------------------------
def _keys(app: App) -> Page:
    groups = (("everywhere", games.KUHN_POKER), (games.TIC_TAC_TOE,), (games.HOLDEM, "thinking"))
    columns = Columns(
        [Flow([part for group in column for part in _key_group(group)]) for column in groups], 260, 24
    )
    body = Words(text("settings.keys_body"), "label", "dim", 16)
    return Page([Heading(text("settings.pages.keys")), body, columns], [])


def _key_group(group: str) -> list[Part]:
    rows = KeyRows(english().many(f"help.keys.{group}"))
    return [Caps(text(f"help.groups.{group}"), "brass"), rows, Space(16)]


def _files(app: App) -> Page:
    clear = Button(
        "clear", text("settings.clear"), lambda: _ask_to_clear(app), kind="danger", style="label_b"
    )
    kept = sum(app.saves.unfinished(name) is not None for name in games.NAMES)

    def follow(settings: Settings) -> None:
        played = any(app.saves.record(*table).hands for table in TABLES.values())
        clear.disabled = "" if played else text("settings.nothing_to_clear")

    parts = [
        Heading(text("settings.pages.files")),
        Words(text("settings.files_body"), "label", "dim", 16),
        Caps(text("settings.folder"), "brass"),
        _Path(str(app.folder)),
        Caps(text("settings.record"), "brass"),
        *(_Played(app, game) for game in TABLES),
        Space(8),
        Words(text("settings.unfinished", count=number(kept)), "label", "dim", 16),
        Control(clear, 44, 0, 220),
    ]
    return Page(parts, [clear], (), follow)


@dataclass
class _Path(Part):
    """A path, broken wherever the line ends."""

    path: str

    def height(self, pen: Pen, width: float) -> float:
        return len(self._lines(pen, width)) * PATH_LINE + 14

    def draw(self, pen: Pen, rect: Rect) -> None:
        x, y, width, _ = rect
        for place, line in enumerate(self._lines(pen, width)):
            pen.text(line, x, y + (place + 0.5) * PATH_LINE, "label")

    def _lines(self, pen: Pen, width: float) -> list[str]:
        lines = [""]
        for letter in self.path:
            if pen.width(lines[-1] + letter, "label") > width:
                lines.append("")
            lines[-1] += letter
        return lines


@dataclass
class _Played(Part):
    """How many hands were played at a table, as the record says now."""

    app: App
    game: str

    def height(self, pen: Pen, width: float) -> float:
        return 24.0

    def draw(self, pen: Pen, rect: Rect) -> None:
        x, y, width, _ = rect
        hands = number(self.app.saves.record(*TABLES[self.game]).hands)
        words = text("settings.played", game=text(f"games.{self.game}"), hands=hands)
        pen.text(words, x, y + 10, "label", fit=width)


def _ask_to_clear(app: App) -> None:
    def clear() -> None:
        app.saves.clear_records()
        app.say(text("settings.cleared"))
        app.screen.relayout()

    keep = Reply("keep", text("settings.clear_keep"), nothing)
    replies = [keep, Reply("clear-now", text("settings.clear"), clear, "danger")]
    app.overlay(Question(app, text("settings.clear_title"), text("settings.clear_body"), replies))


# ---- what the pages are made of -----------------------------------------------------------------------------
def _name(setting: str) -> str:
    return text(f"settings.names.{setting}")


def _note(setting: str) -> str:
    return text(f"settings.notes.{setting}")


def _options(setting: str, values: Sequence[str], *, notes: bool = False) -> list[Option]:
    return [
        Option(
            value,
            text(f"settings.values.{setting}.{value}"),
            text(f"settings.value_notes.{setting}.{value}") if notes else "",
        )
        for value in values
    ]


ChoiceT = TypeVar("ChoiceT", bound=Choice)


def _choice(kind: type[ChoiceT], app: App, setting: str, options: list[Option]) -> ChoiceT:
    """Return a choice of one setting's values that applies at once."""
    chosen = getattr(app.settings, setting)
    return kind(setting, _name(setting), options, chosen, lambda value: app.change(**{setting: value}))


def _switch(app: App, setting: str) -> Toggle:
    """Return a switch of one setting that applies at once."""
    on = getattr(app.settings, setting)
    return Toggle(setting, _name(setting), on, lambda value: app.change(**{setting: value}))


def _switch_row(switch: Toggle) -> Setting:
    return Setting(switch.label, _note(switch.name), switch, SWITCH)


@dataclass
class _Grid(Part):
    """Buttons side by side, as many as fit."""

    buttons: Sequence[Button]

    def height(self, pen: Pen, width: float) -> float:
        return -(-len(self.buttons) // self._columns(width)) * GRID_STEP

    def place(self, pen: Pen, rect: Rect) -> None:
        x, y, width, _ = rect
        columns = self._columns(width)
        each = min(GRID_WIDEST, (width - (columns - 1) * GRID_GAP) / columns)
        for place, button in enumerate(self.buttons):
            column, row = place % columns, place // columns
            button.rect = (x + column * (each + GRID_GAP), y + row * GRID_STEP, each, 44.0)

    def _columns(self, width: float) -> int:
        return max(1, int((width + GRID_GAP) / (GRID_LEAST + GRID_GAP)))
