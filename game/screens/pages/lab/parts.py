"""What the pages of the lab are made of: panels with a low head, and the bar of time below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.screens.frame.page import Binding
from game.screens.pages.lab.scrubber import Scrubber
from game.screens.ui.layout.box import Box, Row, Space
from game.screens.ui.layout.breakpoint import Breakpoint
from game.screens.ui.layout.size import fixed, grow
from game.screens.ui.leaves.centred import upright
from game.screens.ui.leaves.filled import Filled
from game.screens.ui.leaves.panel import Panel

GAP = 12.0
CHOICE, BUTTON = 40.0, 42.0
SIDE, TITLE, FOOT = 14.0, 34.0, 10.0
BAR, LINE = 66.0, 52.0


def lab_panel(*boxes: Box, title: str, note: str = "", corner: str = "") -> Panel:
    """Return a panel with a title."""
    return Panel(*boxes, title=title, note=note, corner=corner, head=TITLE, foot=FOOT, side=SIDE)


def time_bar(
    window: Breakpoint, scrubber: Scrubber, before: Sequence[Box], answer: Box, after: Box | None = None
) -> Panel:
    """Return the bar: buttons, the line of iterations, what is read out, a button; in rows where it is narrow.

    There the answer stands only beside the button that comes after it.
    """
    buttons, line = Row(*map(upright, before), gap=8), Filled(scrubber)
    if not window.narrow:
        last = (Space(16), upright(after)) if after is not None else ()
        row = Row(buttons, Space(18), line.sized(grow()), Space(16), answer, *last)
        rows: Sequence[Box] = (row.sized(fixed(BAR)),)
    else:
        rows = (Space(8), buttons, Space(12 if after is None else 4), line.sized(fixed(LINE)), Space(10))
        if after is not None:
            rows = (*rows, Space(4), Row(answer.sized(grow()), after, gap=12), Space(10))
    return Panel(*rows, head=0, foot=0, side=SIDE)


def scrubbing(scrubber: Scrubber, hint: str) -> Mapping[str, Binding]:
    """Return the keys that move along the line of iterations."""
    others = dict.fromkeys(("right", "home", "end"), Binding(scrubber, repeats=True))
    return {"left": Binding(scrubber, repeats=True, cap="← →", hint=hint), **others}
