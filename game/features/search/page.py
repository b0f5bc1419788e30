"""The search page: an agent's look-ahead search from one decision.

The page shows the value of each action, the continuation of the betting round, and the opponent's range that the
search assumes. The worker runs the search. The user sets the depth of the search in the page head, and each change
starts a new search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from game.core import Action
from game.needs import Need
from game.rules import games
from game.rules.betting import CALL, FOLD, PublicBetting
from game.rules.cards import high_first
from game.rules.cards import name as card_name
from game.study.holdem import LookAhead, SearchLine, SearchReport
from game.study.models import SearchSpot
from game.study.opponents import portrait
from game.study.play import AgentKey
from game.texts import number, percent, text
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page, PagedHead
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Pattern, Rect
from game.window.ui.layout import Box, Breakpoint, Column, Grid, Row, Space, fixed, grow, natural, share
from game.window.ui.leaves import Bar, Draw, Line, Panel, Paragraph, Picture, Words
from game.window.ui.widgets import Segmented, options
from game.window.views import range_grid
from game.window.views.range_grid import RangePicture

MAX_LINES = 4
ROW, MAX_ROW = 32.0, 43.2
ROWS_HEAD = 50.0
VALUE = 92.0
LEGEND = 48.0
CARD = 22.0


class Square(Picture):
    """A square picture with sides of at most `most` dp, and `below` dp of space below it.

    The height determines the width.
    """

    def __init__(self, draw: Draw, *, below: float = 0.0, most: float = math.inf) -> None:
        super().__init__(draw)
        self._below, self._maximum = below, most

    def measure(self, painter: Painter, width: float) -> float:
        return min(width, self._maximum) + self._below

    def width_at(self, painter: Painter, height: float) -> float:
        return min(height - self._below, self._maximum)


def decision_panel(spot: SearchSpot) -> Panel:
    """Return the panel of the decision: the player to act, the cards, the board and the pot."""
    street = text(f"holdem.streets.{spot.info.street.name.lower()}")
    if spot.name == text("seats.you"):
        title = text("search.spot.your_move", street=street)
    else:
        title = text("search.spot.title", street=street, name=spot.name)
    return Panel(Picture(partial(_draw_spot, spot)).sized(grow()), title=title)


def _draw_spot(spot: SearchSpot, painter: Painter, rect: Rect) -> None:
    info, (x, y, width, _) = spot.info, rect
    row = y + 20
    at = x + painter.text(text("search.spot.hand"), x, row, "small", "dim") + 10
    at += _draw_cards(painter, high_first(info.hole), at, row) + 18
    if info.board and at + 60 + len(info.board) * CARD * 1.7 < x + width:
        at += painter.text(text("search.spot.board"), at, row, "small", "dim") + 10
        at += _draw_cards(painter, info.board, at, row) + 18
    pot = text("search.spot.pot", amount=spot.amounts.write(info.betting.effective_pot))
    call = text("search.spot.to_call", amount=spot.amounts.write(info.to_call)) if info.to_call else ""
    said = " ".join(filter(None, (pot, call)))
    if at + painter.width(said, "label") <= x + width:
        painter.text(said, x + width, row, "label", al="r")


def _draw_cards(painter: Painter, cards: Sequence[int], x: float, y: float) -> float:
    return painter.inline_cards([card_name(card) for card in cards], x, y, CARD)


def actions_panel(spot: SearchSpot, asked: Asked[SearchReport]) -> Panel:
    """Return the panel of actions, best first.

    Each action has its value from this decision on, and its frequency in the advice.
    """
    busy = asked.share if asked.state in ("waiting", "partly") else None
    title, note = text("search.actions.title"), text("search.actions.note")
    if asked.problem:
        rows: Sequence[Box] = [Paragraph(text("search.failed", reason=asked.problem), colour="bad", limit=3)]
    else:
        waiting = Paragraph(text("search.waiting"), limit=3)
        rows = _action_rows(spot, asked.value) if asked.value else [waiting]
    height = ROW * max(4, len(rows)) - 4
    body = Column(*rows).sized(grow(least=height))
    panel = Panel(body, title=title, note=note, head=ROWS_HEAD, busy=busy)
    return panel.sized(grow(99, least=height + 64, most=1.35 * (height + 64)))


def _action_rows(spot: SearchSpot, report: SearchReport) -> Sequence[Box]:
    values = [won_from_here(spot, line.value) for line in report.lines]
    low = min(0, *values)
    span = max(1, max(values) - low)
    rows = []
    for line, value in zip(report.lines, values, strict=True):
        filled = max(0.01, (value - low) / span)
        action = line.steps[0].action
        is_best = action == report.lines[0].steps[0].action
        style = "label_b" if is_best else "label"
        pattern: Pattern = "dots" if action == FOLD else "diagonal" if action > CALL else "solid"
        worth = spot.amounts.signed(won_from_here(spot, report.values[action]))
        margin, advised = round(report.margins.get(action, 0.0)), report.advised.get(action, 0.0)
        off = text("search.actions.margin", amount=spot.amounts.write(margin)) if margin else ""
        said = text("search.actions.advised", share=percent(advised)) if advised else ""
        rows.append(
            Row(
                Line(format_call(spot, spot.info.betting, action), style, height=0).sized(share(0.24)),
                Bar(filled, height=12, pattern=pattern, colour="brass" if is_best else "info").sized(grow()),
                Line(worth, style, height=0, right=True).sized(fixed(VALUE)),
                Space(8),
                Line(off, "small", "dim", height=0).sized(fixed(56)),
                Space(16),
                Line(said, "small", "dim", height=0, right=True).sized(fixed(96)),
            ).sized(grow(most=MAX_ROW))
        )
    return rows


def lines_panel(spot: SearchSpot, report: SearchReport | None) -> Panel:
    """Return the panel that shows the expected rest of the betting round after each action."""
    title, note = text("search.lines.title"), text("search.lines.note", other=spot.other)
    rows = []
    for line in report.lines[:MAX_LINES] if report is not None else ():
        value = spot.amounts.signed(won_from_here(spot, line.value))
        words = Words(format_search_line(spot, line), after=9)
        figure = Column(Line(value, "label_b", "brass", height=words.step)).sized(fixed(VALUE))
        rows.append(Row(figure, words.sized(grow())))
    return Panel(*rows, title=title, note=note)


def grid_panel(spot: SearchSpot, report: SearchReport | None) -> Panel:
    square = Square(partial(_draw_grid, report), below=46, most=640)
    return Panel(square.sized(grow()), title=text("search.grid.title", name=spot.other))


def _draw_grid(report: SearchReport | None, painter: Painter, rect: Rect) -> None:
    x, y, width, height = rect
    side = range_grid.grid_side(painter, min(width, height - 42))
    left, below = x + (width - side) / 2, y + side + 22
    square = (left, y, side, side)
    if report is None:
        range_grid.draw(painter, square, range_grid.nothing_known("info"))
        return
    belief = report.belief
    range_grid.draw(painter, square, RangePicture(belief.weights(), "info"))
    wide = text("search.grid.width", hands=number(belief.width), all=number(belief.possible))
    used = painter.text(wide, left, below, "small", "dim", fit=side)
    if used + LEGEND + 12 <= side:
        range_grid.draw_legend(painter, left + side, below, LEGEND, "info")


def work_panel(report: SearchReport | None) -> Panel:
    """Return the panel of the cost: states, table hits, sampled cards of the next round, and time."""
    figures = {}
    if report is not None:
        seconds = text("search.work.seconds", seconds=number(report.seconds, 2))
        counts = {"states": report.nodes, "hits": report.hits, "cards": report.cards}
        figures = {name: number(count) for name, count in counts.items()} | {"time": seconds}
    cells = (
        Row(
            Line(figure, "label_b", height=28),
            Space(8),
            Line(text(f"search.work.{name}"), "small", "dim", height=28).sized(grow()),
        )
        for name, figure in figures.items()
    )
    return Panel(Grid(*cells, columns=2), title=text("search.work.title"), head=42)


# ---- actions and lines in words --------------------------------------------------------------------------------
def format_call(spot: SearchSpot, betting: PublicBetting, action: Action) -> str:
    """Return an action in a word or two: "Call 200", "Raise 1,500", "All-in 20,000"."""
    kind, chips = betting.name(action)
    return text(
        f"search.acts.{kind}", amount=spot.amounts.write(betting.to_call if action == CALL else chips)
    )


def format_search_line(spot: SearchSpot, line: SearchLine) -> str:
    """Return the actions of a line. The opponent's actions have their probabilities."""
    betting, steps = spot.info.betting, []
    for step in line.steps:
        what = format_call(spot, betting, step.action)
        if step.share is None:
            steps.append(what)
        else:
            steps.append(text("search.lines.answer", what=what, share=percent(step.share)))
        betting = betting.child(step.action)
    return text("search.lines.then").join(steps)


def won_from_here(spot: SearchSpot, value: float) -> int:
    """Convert the value of a whole hand into a value from this decision on, for which a fold is worth 0."""
    return round(value + spot.info.betting.committed[spot.info.player])


CARDS = ("4", "16", "64")
"""The maximum number of cards on which the next round is searched. A larger sample contains the smaller samples."""
EACH = 88.0
GAP = 12.0
SPOT, LINES, WORK = 92.0, 176.0, 104.0
MIN_GRID, WIDEST_GRID, GRID_SHARE = 332.0, 672.0, 0.44


@page("search", need=Need.SEARCH)
class SearchScreen(Page):
    """The page that shows an agent's search from one decision."""

    name: ClassVar[str] = "search"
    keys: ClassVar[str] = "search"
    game: ClassVar[str] = games.HOLDEM

    def __init__(self, app: Services, spot: SearchSpot) -> None:
        super().__init__(app)
        self._spot = spot
        self.search = Asked[SearchReport](app, self.show)
        works = options("search.work.depths.{}", CARDS)
        self._work = Segmented("work", text("search.work.choice"), works, CARDS[0], lambda _: self._ask())
        agent = portrait(app.agents, spot.agent.name)
        self._head = PagedHead(app, text("search.title", name=agent.name), self.escape, self._work, each=EACH)
        self._head.subtitle = text("search.subtitle", model=agent.stage or text("search.same"))
        self.controls.focus("work")

    # ---- requests -------------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return (self.search,)

    @property
    def report(self) -> SearchReport | None:
        return None if self.search.problem else self.search.value

    def enter(self) -> None:
        if self.search.state == "idle":
            self._ask()

    def _ask(self) -> None:
        agent, info, seed = self._spot.agent.name, self._spot.info, self._spot.seed
        cards = int(self._work.chosen)
        self.search.ask(LookAhead(AgentKey(games.HOLDEM, agent), info, seed, cards))

    # ---- boxes ----------------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Return the decision, the actions and the lines on the left, and the range and the cost on the right.

        A narrow window stacks them in one column.
        """
        spot, report = self._spot, self.report
        decision = decision_panel(spot).sized(fixed(SPOT))
        actions = actions_panel(spot, self.search)
        lines = lines_panel(spot, report).sized(grow(least=LINES))
        grid, work = grid_panel(spot, report), work_panel(report).sized(fixed(WORK))
        if window.narrow:
            return Column(decision, actions, lines, grid, work, gap=GAP)
        left = Column(decision, actions, lines, gap=GAP)
        right = Column(grid.sized(grow(least=MIN_GRID + 76)), work, gap=GAP)
        return Row(
            left.sized(grow()), right.sized(natural(MIN_GRID, WIDEST_GRID, max_share=GRID_SHARE)), gap=GAP
        )

    # ---- actions --------------------------------------------------------------------------------------------
    @action(*"123", cap="1 – 3", hinted=False)
    def depth(self, index: int) -> None:
        self._work.choose(CARDS[index])

    scroll_keys = control_keys("PgUp PgDn", hinted=False)
