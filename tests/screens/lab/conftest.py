"""Tests of the lab draw its pages where words are read or pixels are looked at, and nowhere else."""

import pytest

from game.screens.pen import Pen
from game.screens.stage import Stage
from tests.screens.driver import WordsOnlyPen


@pytest.fixture(autouse=True)
def drawn_when_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pass a frame over that nobody looks at: most of what these tests took was to draw those."""
    draw = Stage.draw

    def look(stage: Stage, pen: Pen, seconds_of_fade: float) -> bool:
        if isinstance(pen, WordsOnlyPen) and pen.log is None:
            stage._wants_fade = False
            return False
        return draw(stage, pen, seconds_of_fade)

    monkeypatch.setattr(Stage, "draw", look)
