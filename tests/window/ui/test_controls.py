"""Controls: focus, mouse and drawing."""

from collections.abc import Callable

import pygame
import pytest

from game.window.ui.canvas.painter import Look, Painter
from game.window.ui.input import CLICK, Key, Pointer, Wheel
from game.window.ui.theme import THEMES
from game.window.ui.widgets.button import Button, IconButton, Kind, Toggle
from game.window.ui.widgets.choice import Option, RadioList, Segmented, Stages
from game.window.ui.widgets.controls import Controls, Tooltip
from game.window.ui.widgets.slider import Slider
from game.window.ui.widgets.text_entry import TextEntry
from game.window.ui.widgets.widget import MIN_HIT, Widget, grown_to_hit, overlap
from tests.window.conftest import Open
from tests.window.driver import LoggingPainter


def row(*names: str, group: str = "") -> tuple[Controls, list[Button], list[str]]:
    """Return the controls and buttons of a row, and a list to which a pressed button adds its name."""
    done: list[str] = []
    buttons = [Button(name, name.title(), lambda name=name: done.append(name)) for name in names]
    for index, button in enumerate(buttons):
        button.rect = (100.0 * index, 0.0, 80.0, 44.0)
        button.group = group
    controls = Controls()
    controls.place(buttons)
    return controls, buttons, done


def click(controls: Controls, x: float, y: float) -> None:
    for action in CLICK:
        controls.handle(Pointer(action, x, y))


def focus(controls: Controls) -> str:
    focused = controls.focused
    return focused.name if focused is not None else ""


def test_the_first_enabled_control_has_the_focus() -> None:
    controls, buttons, _ = row("a", "b")
    assert focus(controls) == "a"
    assert buttons[0].focused
    buttons[0].disabled = "Not now."
    fresh = Controls()
    fresh.place(buttons)
    assert focus(fresh) == "b"


def test_tab_walks_the_order_around_and_back_past_nobody() -> None:
    controls, buttons, _ = row("a", "b", "c")
    buttons[1].disabled = "Not now."
    walked = []
    for _ in range(4):
        controls.handle(Key("tab"))
        walked.append(focus(controls))
    assert walked == ["b", "c", "a", "b"], "what is disabled keeps its place in the order"
    controls.handle(Key("tab", shift=True))
    assert focus(controls) == "a"


def test_when_the_focused_control_goes_enter_does_nothing_and_tab_goes_on_from_there() -> None:
    controls, buttons, done = row("a", "b", "c", "d")
    back, _, after, last = buttons
    controls.focus("b")
    controls.place([back, after, last])
    controls.place([back, after, last])
    assert focus(controls) == ""
    assert not controls.handle(Key("return"))
    assert done == []
    controls.handle(Key("tab"))
    assert focus(controls) == "c"


def test_shift_tab_goes_back_from_where_the_lost_control_stood() -> None:
    controls, buttons, _ = row("a", "b", "c")
    controls.focus("b")
    controls.place([buttons[0], buttons[2]])
    controls.handle(Key("tab", shift=True))
    assert focus(controls) == "a"


def test_a_control_that_comes_back_has_its_focus_again() -> None:
    controls, buttons, _ = row("a", "b")
    controls.focus("b")
    controls.place(buttons[:1])
    controls.place(buttons)
    assert focus(controls) == "b"


def test_hidden_controls_are_not_walked() -> None:
    controls, buttons, _ = row("a", "b", "c")
    buttons[1].visible = False
    controls.handle(Key("tab"))
    assert focus(controls) == "c"
    assert [info.name for info in controls.describe()] == ["a", "c"]


def test_without_controls_nothing_happens() -> None:
    controls = Controls()
    assert not controls.handle(Key("tab"))
    assert not controls.handle(Key("return"))
    assert not controls.handle(Pointer("down", 5, 5))
    assert not controls.handle(Pointer("up", 5, 5))
    assert not controls.handle(Wheel(5, 5, 1))


def test_arrows_move_inside_a_group_and_stop_at_its_ends() -> None:
    controls, _, _ = row("a", "b", "c", group="tables")
    for key, expected in (
        ("right", "b"),
        ("down", "c"),
        ("right", "c"),
        ("left", "b"),
        ("up", "a"),
        ("up", "a"),
    ):
        assert controls.handle(Key(key))
        assert focus(controls) == expected


def test_arrows_without_a_group_are_left_to_the_screen() -> None:
    controls, _, _ = row("a", "b")
    assert not controls.handle(Key("right"))


def test_enter_acts_once_however_long_it_is_held() -> None:
    controls, _, done = row("a", "b")
    assert controls.handle(Key("return"))
    assert controls.handle(Key("return", repeat=True))
    assert controls.handle(Key("enter"))
    assert done == ["a", "a"]
    assert not controls.handle(Key("space")), "space acts on no button: it would fold"


def test_a_click_focuses_and_acts_where_it_began() -> None:
    controls, _, done = row("a", "b")
    click(controls, 110, 10)
    assert (focus(controls), done) == ("b", ["b"])
    controls.handle(Pointer("down", 110, 10))
    controls.handle(Pointer("up", 10, 10))
    assert done == ["b"], "letting go elsewhere takes the click back"


def test_a_disabled_control_takes_the_focus_but_does_not_act() -> None:
    controls, buttons, done = row("a", "b")
    buttons[1].disabled = "The hand is over."
    click(controls, 110, 10)
    controls.handle(Key("return"))
    assert (focus(controls), done) == ("b", [])
    assert not buttons[1].pressed
    assert buttons[1].hint == "The hand is over."
    assert not buttons[1].hand


def test_hover_comes_and_goes_and_fades() -> None:
    controls, buttons, _ = row("a", "b")
    assert controls.handle(Pointer("move", 10, 10))
    assert buttons[0].hovered
    assert not controls.handle(Pointer("move", 12, 12)), "nothing new"
    assert controls.update(0.06)
    assert 0 < buttons[0].warmth < 1
    controls.update(1.0)
    assert buttons[0].warmth == 1
    assert controls.handle(Pointer("move", 500, 10))
    assert not buttons[0].hovered
    controls.update(1.0)
    assert not controls.update(1.0)
    assert buttons[0].warmth == 0


def test_the_mouse_belongs_to_the_control_it_went_down_on() -> None:
    chosen: list[int] = []
    slider = Slider("amount", "Amount", (0, 100), 0, chosen.append)
    slider.rect = (0, 0, 100, 20)
    button = Button("b", "B", lambda: None)
    button.rect = (0, 100, 100, 44)
    controls = Controls()
    controls.place([slider, button])
    controls.handle(Pointer("down", 10, 10))
    controls.handle(Pointer("move", 60, 120))
    controls.handle(Pointer("up", 60, 120))
    assert chosen == [10, 60]


def test_the_focus_stays_on_its_name_when_the_widgets_are_made_anew() -> None:
    controls, _, _ = row("a", "b")
    controls.focus("b")
    controls.handle(Pointer("move", 110, 10))
    controls.handle(Pointer("down", 110, 10))
    fresh = Button("b", "B", lambda: None)
    controls.place([fresh])
    assert fresh.focused
    assert controls.hovered is None
    controls.handle(Pointer("up", 110, 10))


def test_controls_are_described_in_words() -> None:
    controls, _, _ = row("fold", "call")
    info = controls.describe()[1]
    assert (info.name, info.role, info.label, info.value, info.enabled) == (
        "call",
        "button",
        "Call",
        "",
        True,
    )


def test_what_can_be_hit_is_at_least_40_dp_and_only_what_shows() -> None:
    assert grown_to_hit((100, 100, 20, 10)) == (90, 85, MIN_HIT, MIN_HIT)
    assert grown_to_hit((0, 0, 200, 60)) == (0, 0, 200, 60)
    button = Button("b", "B", lambda: None)
    button.rect, button.clip = (0, 0, 100, 44), (0, 20, 100, 100)
    assert button.hit == (0, 20, 100, 24)
    assert overlap((0, 0, 10, 10), (20, 20, 5, 5))[2:] == (0, 0)


def test_neighbours_whose_hit_areas_overlap_do_not_steal_clicks() -> None:
    controls, buttons, done = row("a", "b")
    buttons[0].rect, buttons[1].rect = (0, 0, 20, 20), (20, 0, 20, 20)
    click(controls, 18, 10)
    click(controls, 22, 10)
    click(controls, 10, 28)
    assert done[:2] == ["a", "b"]
    assert len(done) == 3


SIZE = (300, 140)
PLACE = (20.0, 20.0, 220.0, 60.0)
KINDS: tuple[Kind, ...] = ("plain", "primary", "danger", "quiet", "outline")


def nothing(*args: object) -> None: ...


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


@pytest.mark.parametrize(
    ("label", "shown"),
    [("Lock", ["Lock", "L"]), ("Strategies", ["Strategies"]), ("Lock here", ["Lock", "here", "L"])],
)
def test_a_button_shows_its_key_only_if_its_label_stays_whole(label: str, shown: list[str]) -> None:
    pygame.font.init()
    painter = LoggingPainter(pygame.Surface(SIZE))
    painter.log = []
    crowded = Button("b", label, nothing, keycap="L")
    crowded.rect = (10.0, 10.0, painter.width("Strategies", "strong") * 0.9 + 16, 40.0)
    crowded.draw(painter)
    assert [mark.words for mark in painter.log] == shown


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


def test_a_tooltip_covers_no_other_control_if_there_is_room_above(open_window: Open) -> None:
    painter = open_window(painter=LoggingPainter).app.painter
    upper = Button("upper", "Upper", lambda: None)
    lower = Button("lower", "Lower", lambda: None)
    upper.rect, lower.rect = (100.0, 300.0, 200.0, 40.0), (100.0, 345.0, 200.0, 40.0)
    upper.disabled = "Not now."
    for others, is_above in (([upper, lower], True), ([upper], False)):
        controls, tooltip = Controls(), Tooltip()
        controls.place(others)
        controls.focus("upper")
        assert tooltip.follow(controls, 1.0)
        painter.log = []
        tooltip.draw(painter, (0.0, 0.0, 900.0, 600.0))
        [mark] = [one for one in painter.log if one.words]
        assert (mark.rect.centery / painter.u < 300) == is_above
