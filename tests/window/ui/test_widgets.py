"""Widgets: buttons, choices, entries and notices."""

from typing import Any

import pygame
import pytest

from game.core import BadInput
from game.window.ui import input
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.input import CLICK, Key, Pointer, Wheel
from game.window.ui.widgets import ReadEntry
from game.window.ui.widgets.button import Button, Toggle
from game.window.ui.widgets.choice import Choice, Cycle, Option, RadioList, Segmented, Stages
from game.window.ui.widgets.controls import Notice
from game.window.ui.widgets.gallery import Gallery, GalleryCard
from game.window.ui.widgets.rows import Rows
from game.window.ui.widgets.slider import Scrubber, Slider
from game.window.ui.widgets.tabs import Nav
from game.window.ui.widgets.text_entry import AmountEntry, TextEntry, is_name_letter
from game.window.ui.widgets.widget import Scroll, Widget
from game.window.views.marks import AnswerButtons
from tests.window.conftest import Open
from tests.window.driver import WordsOnlyPainter

OPTIONS = [Option("a", "First"), Option("b", "Second", disabled="Not with these."), Option("c", "Third")]


def click(widget: Widget, x: float, y: float) -> None:
    widget.hovered = True
    for action in CLICK:
        widget.handle(Pointer(action, x, y))


def choice(kind: type[Choice]) -> tuple[Choice, list[str]]:
    chosen: list[str] = []
    widget = kind("which", "Which", OPTIONS, "a", chosen.append)
    widget.rect = (0, 0, 300, 120)
    return widget, chosen


# ---- choices ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", [Segmented, RadioList, Stages, Nav])
def test_arrows_choose_past_what_cannot_be_chosen(kind: type[Choice]) -> None:
    widget, chosen = choice(kind)
    assert widget.value == "First"
    for key in ("right", "right", "left", "end", "home", "down", "up"):
        assert widget.handle(Key(key))
    assert chosen == ["c", "a", "c", "a", "c", "a"]
    assert not widget.handle(Key("return")), "Enter is left to the screen"


@pytest.mark.parametrize("kind", [Segmented, RadioList, Stages])
def test_a_click_chooses_what_can_be_chosen(kind: type[Choice]) -> None:
    widget, chosen = choice(kind)
    for place in (2, 1, 2, 0):
        x, y, width, height = widget.option_rect(place)
        click(widget, x + width / 2, y + height / 2)
    assert chosen == ["c", "a"]
    click(widget, -50, -50)
    assert widget.chosen == "a"


def test_the_reason_of_a_barred_option_is_its_tooltip() -> None:
    widget, _ = choice(Segmented)
    x, y, width, height = widget.option_rect(1)
    widget.hovered = True
    assert widget.handle(Pointer("move", x + width / 2, y + height / 2))
    assert widget.hint == "Not with these."
    assert not widget.handle(Pointer("move", x + width / 2 + 1, y + height / 2))


def test_a_choice_without_free_options_ignores_keys() -> None:
    chosen: list[str] = []
    widget = Segmented("which", "Which", [Option("a", "A", disabled="No.")], "z", chosen.append)
    assert not widget.handle(Key("right"))
    assert widget.value == ""


def test_a_disabled_choice_does_nothing() -> None:
    widget, chosen = choice(Segmented)
    widget.disabled = "Later."
    widget.handle(Key("right"))
    click(widget, 250, 20)
    assert chosen == []


def gallery(per_row: float = 400.0, free: float = 800.0) -> tuple[Gallery, list[str]]:
    chosen: list[str] = []
    cards = [GalleryCard(str(i), f"Card {i}", hint=f"hint {i}") for i in range(5)]
    widget = Gallery("who", "Who", cards, "0", chosen.append)
    pygame.font.init()
    height = widget.fit(Painter(pygame.Surface((1280, 720))), per_row, free, as_list=False)
    widget.lay_out((0, 0, per_row, height))
    return widget, chosen


def test_up_and_down_go_from_row_to_row_of_a_gallery() -> None:
    widget, chosen = gallery()
    for key in ("down", "down", "right", "up", "up"):
        assert widget.handle(Key(key))
    assert chosen == ["2", "4", "2", "0"]


def test_a_last_line_of_fewer_cards_stands_in_the_middle() -> None:
    widget, _ = gallery()
    first, last = widget.option_rect(0), widget.option_rect(4)
    assert first[0] < last[0]
    assert last[0] + last[2] / 2 == pytest.approx(200)


def test_lines_of_cards_that_do_not_fit_become_a_list_in_columns() -> None:
    chosen: list[str] = []
    pygame.font.init()
    cards = [GalleryCard(str(i), f"Card {i}") for i in range(8)]
    widget = Gallery("who", "Who", cards, "0", chosen.append)
    for free, lines in ((800, 2), (400, 4)):
        height = widget.fit(Painter(pygame.Surface((1280, 720))), 720, free, as_list=False)
        widget.lay_out((0, 0, 720, height))
        assert height <= free
        assert len({widget.option_rect(place)[1] for place in range(8)}) == lines
    assert widget.option_rect(0)[0] < widget.option_rect(1)[0]
    widget.handle(Key("down"))
    assert chosen == ["2"]


def test_a_gallery_in_one_row_takes_up_and_down_as_left_and_right() -> None:
    widget, chosen = gallery(1200)
    widget.handle(Key("down"))
    assert chosen == ["1"]


def test_a_gallery_tells_more_about_the_card_under_the_mouse() -> None:
    widget, _ = gallery()
    x, y, width, height = widget.option_rect(3)
    widget.hovered = True
    widget.handle(Pointer("move", x + width / 2, y + height / 2))
    assert widget.hint == "hint 3"
    assert widget.hint_rect() == widget.option_rect(3)
    assert widget.focus_rect() == widget.option_rect(0)


def test_an_empty_gallery_is_harmless() -> None:
    widget = Gallery("who", "Who", [], "", lambda value: None)
    widget.lay_out((0, 0, 300, 200))
    assert not widget.handle(Key("down"))
    assert widget.focus_rect() == (0, 0, 300, 200)


def test_a_row_of_icons_tells_the_name_of_the_page() -> None:
    widget, _ = choice(Nav)
    assert isinstance(widget, Nav)
    widget.hovered = widget.as_row = True
    widget.handle(Pointer("move", 10, 10))
    assert widget.hint == "First"


# ---- switches -----------------------------------------------------------------------------------------------
def test_a_switch_turns_on_enter_space_and_click_once_each() -> None:
    turned: list[bool] = []
    switch = Toggle("sound", "Sound", False, turned.append)
    switch.rect = (52, 6, 48, 28)
    for key in (Key("return"), Key("return", repeat=True), Key("space")):
        assert switch.handle(key)
    click(switch, 90, 20)
    switch.handle(Pointer("down", 90, 20))
    switch.handle(Pointer("up", 400, 20))
    assert not switch.handle(Key("a"))
    assert (turned, switch.value) == ([True, False, True], "on")


# ---- sliders ------------------------------------------------------------------------------------------------
def slider(**more: object) -> tuple[Slider, list[int]]:
    chosen: list[int] = []
    widget = Slider("bet", "Bet", (100, 1100), 100, chosen.append, step=50, **more)  # type: ignore[arg-type]
    widget.rect = (0, 0, 200, 20)
    return widget, chosen


def test_keys_move_a_slider_by_steps_tens_and_to_its_ends() -> None:
    widget, chosen = slider()
    for key in ("right", "left", "up", "page up", "end", "home", "page down"):
        assert widget.handle(Key(key))
    widget.handle(Key("right", shift=True, repeat=True))
    assert chosen == [150, 100, 150, 650, 1100, 100, 600]
    assert not widget.handle(Key("x"))


def test_the_mouse_moves_a_slider_to_whole_steps() -> None:
    widget, chosen = slider()
    widget.handle(Pointer("down", 101, 10))
    widget.handle(Pointer("move", 500, 10))
    widget.handle(Pointer("up", 500, 10))
    assert chosen == [600, 1100]


def test_a_patient_slider_speaks_when_the_mouse_lets_go() -> None:
    widget, chosen = slider(patient=True)
    widget.handle(Pointer("down", 101, 10))
    widget.handle(Pointer("move", 150, 10))
    assert chosen == []
    widget.handle(Pointer("up", 150, 10))
    assert chosen == [850]
    widget.handle(Key("right"))
    assert chosen == [850, 900]


def test_the_wheel_moves_a_slider_only_while_it_is_focused() -> None:
    widget, chosen = slider()
    assert not widget.wheel(1)
    widget.focused = True
    assert widget.wheel(2)
    assert chosen == [200]


def test_bounds_bring_the_number_within() -> None:
    widget, _ = slider()
    widget.set_bounds(300, 300)
    assert (widget.number, widget.share_at(300), widget.number_at(1.0)) == (300, 0.0, 300)


def test_a_bent_line_gives_small_numbers_more_room() -> None:
    widget, _ = slider()
    widget.bend = 2.0
    assert widget.number_at(0.5) == 350
    assert widget.share_at(350) == pytest.approx(0.5)


class Course:
    """A run with 100 moments, for a scrubber. The first 40 moments are known."""

    now, done, total = 10, 40, 100

    def seek(self, moment: int) -> None:
        self.now = moment


def test_every_key_of_a_scrubber_goes_on_from_the_moment_of_its_model() -> None:
    course = Course()
    scrubber = Scrubber("moment", "Moment", course, "lab.bar.iteration")
    moments = []
    for name in ("right", "right", "left", "end", "home"):
        scrubber.handle(Key(name))
        moments.append(course.now)
    assert moments == [11, 12, 11, 40, 0]


def test_an_answer_has_the_key_that_it_is_offered_with() -> None:
    given: list[str] = []
    answers = AnswerButtons()
    answers.offer((key, f"Square {key}", lambda key=key: given.append(key)) for key in "379")
    button = answers.find(6)
    assert isinstance(button, Button)
    button.act()
    assert (given, button.name, answers.find(0), answers.keys) == (["7"], "answer-7", False, "3 – 9")


def test_a_slider_says_its_value() -> None:
    widget, _ = slider(say=lambda number: f"{number} chips")
    assert widget.value == "100 chips"


# ---- text entries -------------------------------------------------------------------------------------------
def entry(words: str = "500") -> tuple[TextEntry, list[str]]:
    handed: list[str] = []
    return TextEntry("amount", "Amount", words, handed.append, allowed=str.isdigit, longest=6), handed


def write(widget: TextEntry, words: str) -> None:
    for letter in words:
        widget.handle(Key(letter, letter))


def test_the_first_letter_replaces_and_enter_hands_over() -> None:
    widget, handed = entry()
    write(widget, "1250")
    assert widget.value == "1250"
    assert widget.typing
    assert widget.handle(Key("return"))
    assert not widget.handle(Key("return")), "nothing new: Enter is left to the screen"
    assert handed == ["1250"]


def test_letters_that_are_not_allowed_and_too_long_texts_are_refused() -> None:
    widget, _ = entry()
    assert not widget.handle(Key("f", "f"))
    write(widget, "12345678")
    assert widget.value == "123456"
    assert is_name_letter("é")
    assert not is_name_letter("/")


def test_the_caret_walks_and_erases_both_ways() -> None:
    widget, _ = entry("1234")
    for key in ("left", "left", "backspace", "delete", "home", "backspace"):
        assert widget.handle(Key(key))
    assert widget.value == "14"
    write(widget, "9")
    widget.handle(Key("end"))
    write(widget, "0")
    widget.handle(Key("right"))
    assert widget.value == "9140"


def test_ctrl_a_selects_the_line_for_the_next_key() -> None:
    for key, left in (
        (Key("7", "7"), "7"),
        (Key("backspace"), ""),
        (Key("delete"), ""),
        (Key("left"), "1234"),
    ):
        widget, _ = entry("1234")
        widget.handle(Key("left"))
        assert widget.handle(Key("a", ctrl=True))
        widget.handle(key)
        assert widget.value == left


def test_what_is_pasted_replaces_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    widget, _ = entry()
    write(widget, "12")
    monkeypatch.setattr(input, "get", lambda: "34")
    widget.handle(Key("v", ctrl=True))
    assert widget.value == "1234"
    widget.problem = "At least 2,000."
    monkeypatch.setattr(input, "get", lambda: "5000")
    widget.handle(Key("v", ctrl=True))
    assert (widget.value, widget.problem) == ("5000", "")


def test_a_pasted_text_that_is_no_amount_is_refused_and_not_stripped(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = AmountEntry(
        "Amount", lambda _: None, allowed=str.isdecimal, judge=refuse_words, edited=lambda: None
    )
    for pasted in ("1e5", "-50", "12 apples"):
        monkeypatch.setattr(input, "get", lambda pasted=pasted: f"{pasted}\n")
        typed.set_words("500")
        assert typed.handle(Key("v", ctrl=True))
        assert (typed.value, typed.problem) == (pasted, "Type an amount.")


def refuse_words(typed: str) -> str:
    return "" if typed.isdecimal() else "Type an amount."


def test_escape_takes_typing_back_and_then_belongs_to_the_screen() -> None:
    widget, handed = entry()
    write(widget, "7")
    assert widget.handle(Key("escape"))
    assert widget.value == "500"
    assert not widget.handle(Key("escape"))
    assert handed == []


def test_leaving_hands_over_and_a_new_amount_waits_for_the_typing() -> None:
    widget, handed = entry()
    write(widget, "8")
    widget.set_words("300")
    assert widget.value == "8", "nobody takes away what is being typed"
    widget.blur()
    assert handed == ["8"]
    widget.set_words("300")
    assert widget.value == "300"
    write(widget, "4")
    assert widget.value == "4", "after coming back the first letter replaces again"


def test_a_problem_is_told_until_the_text_changes() -> None:
    widget, _ = entry()
    widget.problem = "Between 200 and 19,500."
    assert widget.hint == "Between 200 and 19,500."
    write(widget, "2")
    assert widget.hint == ""


# ---- scrolling ----------------------------------------------------------------------------------------------
def page(content: float = 1000.0) -> tuple[Scroll, list[int]]:
    moved: list[int] = []
    scroll = Scroll(lambda: moved.append(1))
    scroll.fit((0, 100, 400, 200), content)
    return scroll, moved


def test_wheel_and_keys_move_a_page_within_its_ends() -> None:
    scroll, moved = page()
    assert scroll.turn(Wheel(10, 150, -1))
    assert scroll.offset == 56
    assert not scroll.turn(Wheel(10, 50, -1)), "the mouse is elsewhere"
    for key, offset in (("page down", 200), ("end", 800), ("home", 0), ("down", 56), ("up", 0)):
        assert scroll.key(Key(key))
        assert scroll.offset == offset
    assert not scroll.key(Key("up"))
    assert not scroll.key(Key("a"))
    assert len(moved) == 6


def test_the_bar_is_dragged() -> None:
    scroll, _ = page()
    assert not scroll.point(Pointer("down", 395, 110)), "taken hold of, not moved yet"
    assert scroll.point(Pointer("move", 395, 500))
    assert scroll.offset == 800
    assert not scroll.point(Pointer("up", 395, 500))
    assert not scroll.point(Pointer("move", 395, 110)), "let go"
    assert scroll.point(Pointer("down", 395, 120))
    assert not scroll.point(Pointer("down", 10, 120))


def test_a_page_that_fits_does_not_move() -> None:
    scroll, _ = page(150)
    assert scroll.longest == 0
    assert not scroll.key(Key("end"))
    assert not scroll.point(Pointer("down", 395, 120))


def test_what_has_the_focus_is_brought_into_view_by_the_least_way() -> None:
    scroll, _ = page()
    assert not scroll.show((0, 150, 100, 40))
    assert scroll.show((0, 400, 100, 40))
    assert scroll.offset == 400 + 40 + 12 - 300
    assert scroll.show((0, 80, 100, 40))
    scroll.fit((0, 100, 400, 200), 250)
    assert scroll.offset <= 50


def test_the_chosen_row_stays_in_view_when_its_list_gets_lower() -> None:
    rows = Rows("rungs", "Rungs", lambda *_: True, str, changed=lambda: None, opened=lambda: None)
    rows.count = 20
    rows.lay_out((0.0, 0.0, 100.0, 500.0), 50.0)
    rows.choose(9)
    rows.lay_out((0.0, 0.0, 100.0, 200.0), 50.0)
    assert list(rows.seen) == [6, 7, 8, 9]


HEIGHT, ROW = 400.0, 50.0


class List(Rows):
    """A list of rows that records the requests for its rows."""

    def __init__(self, count: int) -> None:
        self.opened_rows: list[int] = []
        self.seen_rows: list[tuple[int, int]] = []
        super().__init__(
            "rows",
            "Rows",
            lambda painter, rect, place: place % 2 == 0,
            lambda place: f"row {place}",
            changed=self.fit,
            opened=lambda: self.opened_rows.append(self.chosen),
            looked_at=lambda first, last: self.seen_rows.append((first, last)),
        )
        self.count = count
        self.fit()

    def fit(self) -> None:
        self.lay_out((0, 0, 300, HEIGHT), ROW)


# ---- rows ----------------------------------------------------------------------------------------------------
def test_arrows_pages_and_ends_choose_and_the_choice_stays_in_view() -> None:
    rows = List(1000)
    for key, place in (
        ("down", 1),
        ("page down", 8),
        ("end", 999),
        ("up", 998),
        ("page up", 991),
        ("home", 0),
    ):
        assert rows.handle(Key(key))
        assert rows.chosen == place
        assert rows.chosen in rows.seen
    assert rows.value == "row 0"


def test_only_what_is_seen_is_looked_at_and_named() -> None:
    rows = List(100_000)
    rows.handle(Key("end"))
    assert rows.seen_rows[-1] == (99_992, 99_999)
    assert [part.name for part in rows.parts()] == [str(place) for place in range(99_992, 100_000)]


def test_enter_and_a_second_click_open_the_chosen_row() -> None:
    rows = List(20)
    rows.handle(Key("return"))
    rows.handle(Key("return", repeat=True))
    click(rows, 50, 2.5 * ROW)
    assert (rows.chosen, rows.opened_rows) == (2, [0])
    click(rows, 50, 2.5 * ROW)
    assert rows.opened_rows == [0, 2]


def test_a_click_below_the_last_row_and_keys_of_an_empty_list_do_nothing() -> None:
    rows = List(2)
    click(rows, 50, 6 * ROW)
    assert rows.chosen == 0
    empty = List(0)
    assert not empty.handle(Key("down"))
    assert not empty.handle(Key("return"))
    assert (empty.value, empty.parts(), list(empty.seen)) == ("", [], [])


def test_the_bar_is_not_part_of_the_rows() -> None:
    assert List(100).hit[2] < 300
    assert List(3).hit[2] == 300


def test_rows_that_are_not_known_yet_draw_too() -> None:
    surface = pygame.Surface((300, 400))
    rows = List(100)
    rows.focused = rows.hovered = True
    rows.handle(Pointer("move", 50, 60))
    rows.draw(Painter(surface))
    assert len({tuple(surface.get_at((x, y))) for x in range(0, 300, 9) for y in range(0, 400, 9)}) > 2


# ---- one at a time -------------------------------------------------------------------------------------------
def cycle() -> tuple[Cycle, list[str]]:
    chosen: list[str] = []
    widget = Cycle("who", "Who", [Option(name, name.upper()) for name in "abc"], "a", chosen.append)
    widget.rect = (0, 0, 200, 40)
    return widget, chosen


def test_both_ends_go_round_and_the_middle_does_nothing() -> None:
    widget, chosen = cycle()
    for x in (190, 190, 190, 10, 100):
        click(widget, x, 20)
    assert chosen == ["b", "c", "a", "c"]
    assert widget.value == "C"


def test_arrows_and_wheel_go_through_the_options() -> None:
    widget, chosen = cycle()
    widget.handle(Key("right"))
    widget.handle(Key("end"))
    widget.wheel(1)
    widget.wheel(-1)
    assert chosen == ["b", "c", "b", "c"]


def test_the_arrows_are_named_parts() -> None:
    widget, _ = cycle()
    assert [part.name for part in widget.parts()] == ["previous", "next"]
    assert widget.option_rect(1) == widget.rect


def seed_entry(taken: list[int]) -> ReadEntry:
    def read(typed: str) -> None:
        if not typed.isdecimal():
            raise BadInput("A whole number is needed.")
        taken.append(int(typed))

    return ReadEntry("seed", "Seed", read, lambda: None, longest=9)


def test_what_cannot_be_read_stays_with_its_reason() -> None:
    taken: list[int] = []
    seed = seed_entry(taken)
    seed.follow("7")
    seed.set_words("many")
    seed.submit("many")
    seed.follow("7")
    assert (seed.problem, seed.value, taken) == ("A whole number is needed.", "many", [])
    seed.submit("9")
    assert (seed.problem, taken) == ("", [9])


def test_what_is_wrong_goes_where_something_else_holds() -> None:
    seed = seed_entry([])
    seed.follow("7")
    seed.submit("many")
    seed.follow("8")
    assert (seed.problem, seed.value) == ("", "8")


@pytest.mark.parametrize(
    ("reach", "at"), [(0.0, "middle"), (400.0, "middle"), (640.0, "right"), (1240.0, "above")]
)
def test_a_notice_covers_no_key_that_is_to_be_read(reach: float, at: str) -> None:
    pygame.font.init()
    painter = WordsOnlyPainter(pygame.Surface((1280, 720)))
    row = (20.0, painter.H - 34.0, reach - 20.0, 34.0)
    painter.spared = [row] if reach else []
    plates: list[Rect] = []
    painter.rect = lambda rect, *more, **named: plates.append(rect)  # type: ignore[method-assign]
    notice = Notice()
    notice.say("The run has joined the opponents.")
    notice.draw(painter)
    x, y, width, height = plates[0]
    assert at == (
        "above" if y + height <= row[1] else "middle" if x + width / 2 == painter.W / 2 else "right"
    )
    assert x >= reach or y + height <= row[1]
    assert x + width <= painter.W


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_a_long_notice_stays_in_the_header_of_a_table(size: tuple[int, int]) -> None:
    pygame.font.init()
    painter = WordsOnlyPainter(pygame.Surface(size))
    plates: list[Rect] = []
    painter.rect = lambda rect, *more, **named: plates.append(rect)  # type: ignore[method-assign]
    notice = Notice()
    notice.say(
        "The players could not be set up. Parlour tries again at its next start. Kuhn poker is ready now."
    )
    notice.draw(painter, (300.0, 0.0, 250.0, 60.0))
    x, y, width, height = plates[0]
    assert 0 <= y < y + height <= 60
    assert 0 <= x < x + width <= painter.W


def test_a_notice_covers_no_button(open_window: Open) -> None:
    window = open_window()
    window.key("1")
    window.app.say("The run has joined the opponents.")
    plates: list[Rect] = []
    painter = window.app.painter
    draw = painter.rect

    def noted(rect: Rect, *more: Any, **named: Any) -> None:
        plates.append(rect)
        draw(rect, *more, **named)

    painter.rect = noted  # type: ignore[method-assign]
    window.marks()
    x, y, width, height = plates[-1]
    for name in ("sit-down", "back"):
        left, top, wide, high = (side / painter.u for side in window.control(name).rect)
        assert x >= left + wide or left >= x + width or y >= top + high or top >= y + height


def test_a_notice_finds_a_place_above_buttons_that_stand_on_each_other() -> None:
    pygame.font.init()
    painter = WordsOnlyPainter(pygame.Surface((1280, 720)))
    painter.spared = [(0.0, painter.H - 40.0 * row, painter.W, 36.0) for row in (1, 2, 3)]
    plates: list[Rect] = []
    painter.rect = lambda rect, *more, **named: plates.append(rect)  # type: ignore[method-assign]
    notice = Notice()
    notice.say("The run has joined the opponents.")
    notice.draw(painter)
    assert plates[0][1] + plates[0][3] <= painter.H - 120.0


def test_a_page_says_where_its_keys_are_to_be_read(open_window: Open) -> None:
    window = open_window()
    marks = window.marks()
    keys = next(mark for mark in marks if mark.words == "Tab")
    assert any(keys.rect.colliderect(window.app.painter.box(row)) for row in window.app.painter.spared)
