"""A notice: where it lies."""

from typing import Any

import pygame
import pytest

from game.window.ui.canvas.painter import Rect
from game.window.ui.widgets.tooltip import Notice
from tests.window.conftest import Open
from tests.window.driver import WordsOnlyPainter


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
