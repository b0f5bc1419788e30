"""Pictures of pages: all of a page that scrolls, and every label once."""

from typing import Any

import pygame
import pytest

from game.window.dialogs.stored_data import ENLARGED, Exported, picture
from game.window.frame.page import Page
from game.window.ui.canvas.painter import Painter
from game.window.ui.theme import scale_for
from game.window.views.mix_grid import write_outlined
from tests.features.arena.show import PLACES as ARENA
from tests.features.lab.abstraction.show import PLACES as ABSTRACTION
from tests.features.lab.range_show import PLACES as RANGES
from tests.window.conftest import Open

LOW_WINDOW = (1216, 608)
SHOWN = {**RANGES, **ARENA, **ABSTRACTION}


def no_numbers(kind: str, file: str) -> Any:
    raise AssertionError("a picture asks for no numbers")


@pytest.mark.parametrize("name", ["ranges river", "arena crowded", "abstraction"])
def test_a_page_that_scrolls_is_exported_whole(open_window: Open, name: str) -> None:
    driver = open_window(size=LOW_WINDOW)
    SHOWN[name](driver.app)
    driver.settle()
    page, window = driver.app.screen, driver.app.painter
    assert isinstance(page, Page)
    page.scroll.to_end()
    page.show()
    driver.settle()
    longest, offset, placed = page.scroll.longest, page.scroll.offset, page.root.rect
    assert longest > 0
    lowest: list[float] = []
    draw = page.draw

    def noted(painter: Painter) -> None:
        assert page.scroll.longest == 0
        assert painter.u == ENLARGED * window.u
        lowest.append(page.root.rect[1] + page.root.rect[3])
        draw(painter)

    page.draw = noted  # type: ignore[method-assign]
    surface = picture(Exported(page, "stamp", (), no_numbers))
    assert surface.get_width() == ENLARGED * LOW_WINDOW[0]
    assert lowest[0] <= surface.get_height() / (ENLARGED * window.u)
    assert surface.get_height() / (ENLARGED * window.u) == pytest.approx(page.height + longest, abs=60)
    driver.settle()
    assert (page.scroll.longest, page.scroll.offset, page.root.rect) == (longest, offset, placed)


def test_an_outline_lies_around_its_word_at_any_scale() -> None:
    surface = pygame.Surface((2 * LOW_WINDOW[0], 2 * LOW_WINDOW[1]))
    painter = Painter(pygame.Surface(LOW_WINDOW)).painter_on(surface, enlarged=2)
    assert painter.u == 2 * scale_for(*LOW_WINDOW)
    surface.fill("magenta")
    write_outlined(painter, "AKs", (600.0, 300.0), 12.0, held=True)
    surface.set_colorkey("magenta")
    inked = surface.get_bounding_rect()
    middle = round(600 * painter.u), round(300 * painter.u)
    assert inked.collidepoint(middle)
    assert inked.width < 40 * painter.u
    assert inked.height < 20 * painter.u


def test_a_layer_is_painted_anew_for_another_scale_at_the_same_size() -> None:
    size, scales = (640, 480), []
    painter = Painter(pygame.Surface(size))
    for one in (painter, painter.painter_on(pygame.Surface(size), enlarged=2)):
        one.layer("a layer of two scales", lambda on: scales.append(on.u))
    assert scales == [painter.u, 2 * painter.u]
