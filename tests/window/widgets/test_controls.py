"""Focus order, hover, capture: who gets an event."""

from game.window.ui.input import Key, Pointer, Wheel
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.controls import Controls
from game.window.ui.widgets.slider import Slider
from game.window.ui.widgets.widget import MIN_HIT, grown_to_hit, overlap


def row(*names: str, group: str = "") -> tuple[Controls, list[Button], list[str]]:
    """Buttons side by side; the list collects what they did."""
    done: list[str] = []
    buttons = [Button(name, name.title(), lambda name=name: done.append(name)) for name in names]
    for place, button in enumerate(buttons):
        button.rect = (100.0 * place, 0.0, 80.0, 44.0)
        button.group = group
    controls = Controls()
    controls.place(buttons)
    return controls, buttons, done


def click(controls: Controls, x: float, y: float) -> None:
    for action in ("move", "down", "up"):
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
