"""Widgets as they look: every state of every widget differs from rest, in every theme."""

from collections.abc import Callable

import pygame
import pytest

from game.window.ui.canvas.painter import Look, Painter
from game.window.ui.input import Key
from game.window.ui.theme import THEMES
from game.window.ui.widgets.button import Button, IconButton, Kind, Toggle
from game.window.ui.widgets.choice import Option, RadioList, Segmented, Stages
from game.window.ui.widgets.slider import Slider
from game.window.ui.widgets.text_entry import TextEntry
from game.window.ui.widgets.widget import Widget

SIZE = (300, 140)
PLACE = (20.0, 20.0, 220.0, 60.0)
KINDS: tuple[Kind, ...] = ("plain", "primary", "danger", "quiet", "outline")


def nothing(*args: object) -> None:
    """Do nothing."""


def button(kind: Kind) -> Button:
    return Button("b", "Call 500", nothing, kind=kind, keycap="C", icon="hint", sub="half the pot")


def options() -> list[Option]:
    return [Option("a", "One", "first of all"), Option("b", "Two", disabled="No."), Option("c", "Three")]


MAKERS: dict[str, Callable[[], Widget]] = {
    **{f"button {kind}": (lambda kind=kind: button(kind)) for kind in KINDS},
    "icon": lambda: IconButton("i", "Help", "help", nothing),
    "segmented": lambda: Segmented("s", "S", options(), "a", nothing),
    "radio": lambda: RadioList("r", "R", options(), "c", nothing),
    "stages": lambda: Stages("t", "T", options(), "b", nothing),
    "slider": lambda: Slider("l", "L", (0, 10), 4, nothing, ticks=(0, 5, 10), shows_value=True),
    "toggle on": lambda: Toggle("o", "O", True, nothing),
    "toggle off": lambda: Toggle("o", "O", False, nothing),
    "entry": lambda: TextEntry("e", "E", "1500", nothing, allowed=str.isdigit),
}


def picture(widget: Widget, theme: str) -> bytes:
    pygame.display.init()
    pygame.font.init()
    if pygame.display.get_surface() is None:
        pygame.display.set_mode((64, 64))
    painter = Painter(pygame.Surface(SIZE), Look(theme))
    painter.s.fill(painter.col("panel"))
    scale = painter.u
    widget.rect = tuple(length / scale for length in PLACE)  # type: ignore[assignment]
    widget.draw(painter)
    return pygame.image.tobytes(painter.s, "RGB")


def focused(widget: Widget) -> None:
    widget.focused = True


def disabled(widget: Widget) -> None:
    widget.disabled = "Not now."


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("change", [focused, disabled])
@pytest.mark.parametrize("name", MAKERS)
def test_focus_and_being_disabled_can_be_seen(
    name: str, change: Callable[[Widget], None], theme: str
) -> None:
    widget = MAKERS[name]()
    rest = picture(widget, theme)
    change(widget)
    assert picture(widget, theme) != rest


@pytest.mark.parametrize("kind", KINDS)
def test_hovering_and_pressing_can_be_seen(kind: Kind) -> None:
    widget = button(kind)
    pictures = [picture(widget, "dark")]
    widget.hovered = True
    widget.update(1.0)
    pictures.append(picture(widget, "dark"))
    widget.pressed = True
    pictures.append(picture(widget, "dark"))
    assert len(set(pictures)) == 3


def test_a_button_is_wide_enough_for_what_it_says() -> None:
    pygame.font.init()
    painter = Painter(pygame.Surface(SIZE))
    short = Button("b", "Call", nothing)
    long = Button("b", "Call 19,500", nothing, keycap="C", icon="hint")
    assert short.natural_width(painter) < long.natural_width(painter)
    assert long.natural_width(painter) > painter.width("Call 19,500", "strong") + painter.keycap_width("C")


def test_an_entry_shows_what_is_wrong_and_starts_at_the_left_if_asked() -> None:
    entry = TextEntry("e", "E", "1500", nothing, allowed=str.isdigit)
    rest = picture(entry, "dark")
    entry.problem = "At least 200."
    assert picture(entry, "dark") != rest
    left = TextEntry("e", "E", "1500", nothing, allowed=str.isdigit, al="l")
    assert picture(left, "dark") != rest


def test_a_long_line_shows_the_letters_around_the_caret() -> None:
    pygame.font.init()
    words = "p1-" + "0123456789" * 12
    entry = TextEntry("e", "E", words, nothing, allowed=str.isprintable, longest=200, style="label", al="l")
    entry.rect = (10, 10, 180, 40)
    painter = Painter(pygame.Surface(SIZE))
    entry.focused = True
    for key in ("end", "home"):
        entry.handle(Key(key))
        painter.log = []
        entry.draw(painter)
        (mark,) = painter.log
        caret = mark.rect.left / painter.u + (painter.width(words, "label") if key == "end" else 0.0)
        assert 10 <= caret <= 190
