"""What the pages of the lab are made of: settings in a row, panels with a low head, and the bar of time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.texts import text
from game.window.frame.page import Binding
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, Stack, Wrap, fixed, grow
from game.window.ui.leaves import Filled, Line, Panel, upright
from game.window.ui.widgets.scrubber import Scrubber

GAP = 12.0
CHOICE, BUTTON = 40.0, 42.0
BETWEEN, BETWEEN_ROWS = 16.0, 6.0  # two settings
SIDE, TITLE, FOOT = 14.0, 34.0, 10.0
BAR, LINE = 66.0, 52.0
WAITING = 24.0


def settings_row(*boxes: Box) -> Wrap:
    """Return the row above the panels, in as many rows as it takes."""
    return Wrap(*boxes, gap=BETWEEN, row_gap=BETWEEN_ROWS)


def lab_panel(*boxes: Box, title: str = "", note: str = "", corner: str = "") -> Panel:
    """Return a panel."""
    return Panel(*boxes, title=title, note=note, corner=corner, head=TITLE, foot=FOOT, side=SIDE)


def awaiting(box: Box, *, awaited: bool) -> Box:
    """Return what fills a panel, with a line of words over it while it is being prepared."""
    line = Line(text("lab.waiting"), "small", "faint", height=WAITING)
    return (Stack(box, Column(line)) if awaited else box).sized(grow())


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


def time_line(seek: Callable[[int], None], counted: str = "lab.bar.iteration") -> Scrubber:
    """Return the line of iterations; `counted` is the text that says a moment in words."""
    return Scrubber("moment", text("lab.bar.moment"), seek, counted)


def scrubbing(scrubber: Scrubber) -> Mapping[str, Binding]:
    """Return the keys that move along the line of iterations."""
    others = dict.fromkeys(("right", "home", "end"), Binding(scrubber, repeats=True))
    return {"left": Binding(scrubber, repeats=True, cap="← →", hint="scrub"), **others}
