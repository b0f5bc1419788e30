"""A box that scrolls inside its place: how far it can be moved, and what is seen of its controls."""

from typing import cast

from game.window.ui.canvas.painter import Painter
from game.window.ui.layout.arrangements import EDGE, Scrolled
from game.window.ui.layout.box import Column
from game.window.ui.layout.size import grow
from game.window.ui.leaves.control import Control
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.scroll import Scroll

NO_PEN = cast(Painter, None)


def scrolled(scroll: Scroll, *buttons: Button, least: float | None = None) -> Scrolled:
    column = Column(*(Control(button, 50) for button in buttons))
    return Scrolled(column, scroll, sides=(10, 20), above=15, below=5, least=least)


def buttons(count: int) -> list[Button]:
    return [Button(f"b{place}", "Deal", lambda: None) for place in range(count)]


def test_it_is_moved_by_what_is_higher_than_its_place() -> None:
    scroll = Scroll(lambda: None)
    first, second = buttons(2)
    box = scrolled(scroll, first, second)
    assert box.measure(NO_PEN, 200) == 15 + 100 + 5
    box.place(NO_PEN, (0, 0, 200, 120))
    assert (scroll.longest, first.rect) == (0, (10, 15, 170, 50))
    box.place(NO_PEN, (0, 0, 200, 90))
    assert scroll.longest == 30
    scroll.to_end()
    box.place(NO_PEN, (0, 0, 200, 90))
    assert second.rect == (10, 15 + 50 - 30, 170, 50)


def test_its_controls_are_seen_inside_its_edge_alone() -> None:
    (button,) = buttons(1)
    box = scrolled(Scroll(lambda: None), button)
    box.place(NO_PEN, (0, 0, 200, 40))
    assert box.controls() == [button]
    assert button.clip == (EDGE, EDGE, 200 - 2 * EDGE, 40 - 2 * EDGE)


def test_with_a_least_height_it_takes_what_others_leave() -> None:
    box = scrolled(Scroll(lambda: None), *buttons(9), least=0)
    column = Column(box.sized(grow()), Control(buttons(1)[0], 30))
    assert column.measure(NO_PEN, 200) == 30
    column.place(NO_PEN, (0, 0, 200, 100))
    assert box.rect == (0, 0, 200, 70)
