"""What is written in the panels of the stored runs, and what stands in the place of a list that is not there."""

from __future__ import annotations

from game.screens.lab.compare.kept import Kept
from game.screens.lab.compare.layout import Places
from game.screens.lab.compare.rows import HEAD, RunRows
from game.screens.lab.compare.table import draw_table
from game.screens.lab.layout import TITLE, content
from game.screens.pen import Pen, Rect
from game.screens.texts import number, text
from game.screens.views.panel_head import write_title

LINE = 22.0


def draw_panels(pen: Pen, p: Places, kept: Kept, rows: RunRows, moment: int) -> None:
    """Write the titles, the table of a moment, and what is said where there are no runs."""
    write_title(pen, p.runs, text("lab.compare.runs"), text("lab.compare.runs_note") if kept.runs else "")
    unit = text("lab.exploit.corner")
    write_title(pen, p.chart, text("lab.exploit.title"), text("lab.exploit.note"), unit)
    write_title(pen, p.table, text("lab.compare.at", iteration=number(moment)), "", unit)
    if not kept.runs:
        _write_instead(pen, p.runs, kept)
        return
    rows.draw_head(pen, (rows.rect[0], p.runs[1] + TITLE, rows.rect[2] - rows.room, HEAD))
    if kept.shown:
        draw_table(pen, p.table, kept, moment)
    else:
        left, top, wide, _ = content(p.chart)
        said = text("lab.waiting" if kept.awaits else "lab.compare.nothing")
        pen.text(said, left, top + 12, "small", "faint", fit=wide)


def _write_instead(pen: Pen, rect: Rect, kept: Kept) -> None:
    """Say why there is no list."""
    x, y, width, height = rect
    said = kept.problem or text("lab.compare.empty" if kept.told else "lab.waiting")
    for place, line in enumerate(reversed(pen.wrap(said, width - 48, "body"))):
        pen.text(line, x + width / 2, y + height / 2 - 12 - place * LINE, "body", "dim", al="c")


def amiss(kept: Kept) -> str:
    """Return what is wrong although there is a list."""
    if kept.problem and kept.runs:
        return kept.problem
    return kept.warnings[0] if kept.warnings else ""


def apart(kept: Kept) -> str:
    """Say that runs of the other game are kept apart; nothing where there are none."""
    if not kept.apart:
        return ""
    key = "lab.compare.apart_one" if kept.apart == 1 else "lab.compare.apart"
    return text(key, count=number(kept.apart))
