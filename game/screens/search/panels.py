"""The panels of the search: the decision, what each action brings, how it goes on, the range, the work."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.betting import CALL, FOLD
from game.rules.cards import name as card_name
from game.screens.pen import Pattern, Pen, Rect
from game.screens.search.layout import GRID_FOOT, HEAD, LINE_GAP, LINE_STEP, ROW
from game.screens.search.spot import Spot
from game.screens.search.words import called, line_in_words, won_from_here
from game.screens.texts import number, percent, text
from game.screens.views import range_grid
from game.screens.views.panel_head import PADDING, content, write_title
from game.screens.views.range_grid import RangePicture
from game.search import SearchReport

MOST_LINES = 4
ALL_HANDS = 1_225
LABEL, ADVISED, VALUE, MARGIN = 0.24, 96.0, 92.0, 64.0
LEGEND = 48.0
CARD = 22.0
WORK_ROW = 28.0


def line_rows(pen: Pen, width: float, spot: Spot, report: SearchReport) -> list[list[str]]:
    """Return the words of the best lines, wrapped for a panel of this width."""
    room = width - 2 * PADDING - VALUE
    return [list(pen.wrap(line_in_words(spot, line), room, "label")) for line in report.lines[:MOST_LINES]]


def lines_height(rows: Sequence[Sequence[str]]) -> float:
    """Return the height of wrapped lines."""
    return sum(len(row) * LINE_STEP + LINE_GAP for row in rows)


def draw_spot(pen: Pen, panel: Rect, spot: Spot) -> None:
    """Draw who decides, with which cards, on which board, and for what."""
    info = spot.info
    street = text(f"watch.streets.{info.street.name.lower()}")
    write_title(pen, panel, text("search.spot.title", street=street, name=spot.name))
    x, y, width, _ = content(panel)
    row = y + HEAD + 10
    at = x + pen.text(text("search.spot.hand"), x, row, "small", "dim") + 10
    at += _draw_cards(pen, info.hole, at, row) + 18
    if info.board and at + 60 + len(info.board) * CARD * 1.7 < x + width:
        at += pen.text(text("search.spot.board"), at, row, "small", "dim") + 10
        at += _draw_cards(pen, info.board, at, row) + 18
    pot = text("search.spot.pot", amount=spot.amounts.write(info.pot))
    call = text("search.spot.to_call", amount=spot.amounts.write(info.to_call)) if info.to_call else ""
    said = " ".join(filter(None, (pot, call)))
    if at + pen.width(said, "label") <= x + width:
        pen.text(said, x + width, row, "label", al="r")


def _draw_cards(pen: Pen, cards: Sequence[int], x: float, y: float) -> float:
    return pen.inline_cards([card_name(card) for card in cards], x, y, CARD)


def draw_actions(pen: Pen, panel: Rect, spot: Spot, report: SearchReport | None) -> None:
    """Draw for each action what it brings from here on, the best first, and how often the rules would take it."""
    write_title(pen, panel, text("search.actions.title"), text("search.actions.note"))
    x, y, width, height = content(panel)
    if report is None:
        return
    order = [line.steps[0].action for line in report.lines]
    values = [won_from_here(spot, report.values[action]) for action in order]
    span = max(1, max(values) - min(0, *values))
    step = min(ROW * 1.35, (height - HEAD + 8) / len(order))
    label = width * LABEL
    bar = width - label - VALUE - MARGIN - ADVISED - 16
    for place, (action, value) in enumerate(zip(order, values, strict=True)):
        row = y + HEAD - 8 + (place + 0.5) * step
        best = place == 0
        pen.text(
            called(spot, spot.info.betting, action), x, row, "label_b" if best else "label", fit=label - 8
        )
        pattern: Pattern = "dots" if action == FOLD else "diagonal" if action > CALL else "solid"
        share = max(0.01, (value - min(0, *values)) / span)
        pen.bar((x + label, row - 6, bar, 12), share, pattern, "brass" if best else "info")
        signed = spot.amounts.signed(value)
        pen.text(signed, x + label + bar + VALUE, row, "label_b" if best else "label", al="r", fit=VALUE - 8)
        margin = round(report.margins.get(action, 0.0))
        if margin:
            off = text("search.actions.margin", amount=spot.amounts.write(margin))
            pen.text(off, x + label + bar + VALUE + 8, row, "small", "dim", fit=MARGIN - 8)
        advised = report.advised.get(action, 0.0)
        if advised:
            said = text("search.actions.advised", share=percent(advised))
            pen.text(said, x + width, row, "small", "dim", al="r", fit=ADVISED)


def draw_lines(
    pen: Pen, panel: Rect, spot: Spot, report: SearchReport | None, rows: Sequence[Sequence[str]]
) -> None:
    """Draw how this round goes on after each action."""
    write_title(pen, panel, text("search.lines.title"), text("search.lines.note", other=spot.other))
    if report is None:
        return
    x, y, _, height = content(panel)
    at = y + HEAD
    for line, words in zip(report.lines, rows, strict=False):
        if at + len(words) * LINE_STEP > y + height + 6:
            return
        value = spot.amounts.signed(won_from_here(spot, line.value))
        pen.text(value, x, at, "label_b", "brass", fit=VALUE - 12)
        for place, said in enumerate(words):
            pen.text(said, x + VALUE, at + place * LINE_STEP, "label")
        at += len(words) * LINE_STEP + LINE_GAP


def draw_grid(pen: Pen, panel: Rect, spot: Spot, report: SearchReport | None) -> None:
    """Draw what who searches takes the other to hold."""
    write_title(pen, panel, text("search.grid.title", name=spot.thinker))
    x, y, width, height = content(panel)
    side = range_grid.side_of(pen, min(width, height - HEAD - GRID_FOOT + 2 * PADDING))
    left, top = x + (width - side) / 2, y + HEAD - 10
    grid, below = (left, top, side, side), top + side + 22
    if report is None:
        range_grid.draw(pen, grid, range_grid.nothing_known("info"))
        return
    belief = report.belief
    range_grid.draw(pen, grid, RangePicture(belief.weights(), "info"))
    wide = text("search.grid.width", hands=number(belief.width), all=number(ALL_HANDS))
    used = pen.text(wide, left, below, "small", "dim", fit=side)
    if used + LEGEND + 12 <= side:
        range_grid.draw_legend(pen, left + side, below, LEGEND, "info")


def draw_work(pen: Pen, panel: Rect, report: SearchReport | None) -> None:
    """Draw what it took: states, those found in the table, cards on which the next round was searched, time."""
    write_title(pen, panel, text("search.work.title"))
    if report is None:
        return
    x, y, width, _ = content(panel)
    figures = {
        "states": number(report.nodes),
        "hits": number(report.hits),
        "cards": number(report.cards),
        "time": text("search.work.seconds", seconds=number(report.seconds, 2)),
    }
    each = width / 2
    for place, (name, figure) in enumerate(figures.items()):
        left, row = x + place % 2 * each, y + HEAD - 2 + place // 2 * WORK_ROW
        used = pen.text(figure, left, row, "label_b", fit=each / 2)
        pen.text(text(f"search.work.{name}"), left + used + 8, row, "small", "dim", fit=each - used - 12)
