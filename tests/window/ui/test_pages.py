"""Every page that is made of boxes: at sizes of all kinds its panels lie in the page and hold what is in them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from game.app.app import App
from game.window.frame.page import Page
from game.window.ui.leaves.panels import Panel
from tests.features.hand_table.show import PLACES as HAND_TABLE
from tests.features.lab.abstraction.show import PLACES as ABSTRACTION_PAGES
from tests.features.odds.show import PLACES as ODDS
from tests.features.search.show import PLACES as SEARCH
from tests.window.conftest import Open
from tests.window.driver import Driver

SIZES = (
    (900, 560),
    (1000, 700),
    (1150, 620),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (900, 1100),
    (2560, 900),
)
TEXT_SIZES = (80, 100, 125, 150, 200)
PAGES: dict[str, Callable[[App], object]] = {
    **HAND_TABLE,
    **ODDS,
    **SEARCH,
    **{name: go for name, go in ABSTRACTION_PAGES.items() if name.startswith("emd")},
}
ROUNDING = 0.6


@pytest.mark.parametrize("text_size", TEXT_SIZES)
def test_no_panel_leaves_its_page(text_size: int, open_window: Open, user_folder: Path) -> None:
    driver = open_window(text_size=text_size)
    for size in SIZES:
        driver.resize(*size)
        for name, go in PAGES.items():
            go(driver.app)
            driver.settle()
            for page in driver.app.screens:
                if isinstance(page, Page):
                    assert_inside(page, driver, f"{name} at {size}, {text_size}%")
            driver.app.home()


def assert_inside(page: Page, driver: Driver, where: str) -> None:
    left, _, width, _ = page.root.rect
    for box in page.root.walk():
        if isinstance(box, Panel):
            x, _, wide, _ = box.rect
            assert wide > 0, where
            assert x >= left - ROUNDING, where
            assert x + wide <= left + width + ROUNDING, where
