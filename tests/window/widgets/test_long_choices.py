"""What is too long for a row: a list of which only a part is seen, and options that are shown one at a time."""

import pygame

from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key, Pointer
from game.window.ui.widgets.choice import Cycle, Option
from game.window.ui.widgets.rows import Rows
from tests.window.widgets.test_widgets import click

HEIGHT, ROW = 400.0, 50.0


class List(Rows):
    """Rows that remember what was asked of them."""

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
