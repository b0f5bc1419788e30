"""The controls of the question about equities, and the panels of its answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from game.core import BadInput
from game.features.odds.answer import faded
from game.features.odds.model import OddsModel
from game.rules.cards import Card, name, names, parse
from game.study.odds import RangeEquity, ReadRanges
from game.texts import current, number, percent, plural, text, written_share
from game.window.dialogs.pickers import pick_cards
from game.window.dialogs.range_dialogs import FilterDialog
from game.window.frame.page import Page
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.charts.axes import Axis
from game.window.ui.charts.chart import Chart, Plot, Series, Target
from game.window.ui.layout import Box, Column, Row, Snug, Space, fixed, grow, natural
from game.window.ui.leaves import (
    Caps,
    Control,
    Filled,
    GridControl,
    Iconic,
    Line,
    Panel,
    Paragraph,
    Picture,
    TabRow,
)
from game.window.ui.theme import RGB
from game.window.ui.widgets import Button, IconButton, Rect, Segmented, Tabs, options
from game.window.ui.widgets.cells import Cell
from game.window.views.cards import CardSlots, cards_width
from game.window.views.marks import equity_graph
from game.window.views.range_grid import CardCells, grid_side
from game.window.views.range_painting import GridCells, RangeEntry, RangeGrid, tint

HEAD, START_HEAD = 44.0, 42.0
BUTTON, BUTTON_GAP = 34.0, 4.0
COURSE, GRAPH, SPREAD = CHARTS = ("closing", "graph", "spread")
TABS, TABS_HEAD, ABOVE_CHART = 32.0, 6.0, 8.0
MADE_NAMES, MAX_NAMES_SHARE, NAME_GAP = 118.0, 0.45, 8.0
MADE_FIGURE = 44.0
MADE_HEAD, HIGHEST_ROW, HIGHEST_BAR = 16.0, 30.0, 18.0
SIDES = (("odds.first", "brass", -1), ("odds.second", "info", 1))
"""The text key of each side's name, its colour, and the direction of its bars."""


class NextCards(CardCells):
    """The 52 cards, each with the equity that the first side has after this card is dealt. A click deals a card."""

    def __init__(self, model: OddsModel) -> None:
        super().__init__("next", text("odds.next.title"), lambda card: model.lay((*model.board, card)))
        self._model = model

    @property
    def hint(self) -> str:
        return text("odds.next.lay", what=self.value) if self.pointed_at else ""

    def figure(self, card: Card) -> float | None:
        parts = self._model.parts
        return parts.next.get(name(card)) if parts is not None else None

    def write_figure(self, figure: float) -> str:
        return f"{figure * 100:.0f}"

    def background(self, painter: Painter, figure: float) -> RGB:
        return tint(painter, figure, pale=self._model.pale_parts)

    def describe(self, card: str, figure: float | None) -> str:
        """Describe in words the equity after a card is dealt."""
        if figure is None:
            return text("odds.next.gone", card=card)
        return text("odds.grid.equity", name=card, share=percent(figure, 1))

    def _choose(self, cell: Cell) -> None:
        if not self._model.pale_parts:
            super()._choose(cell)


def _panel(name: str, box: Box, note: str = "note") -> Panel:
    title, words = text(f"odds.{name}.title"), text(f"odds.{name}.{note}")
    return Panel(box.sized(grow()), title=title, note=words, head=HEAD)


def _empty(name: str, model: OddsModel) -> Box:
    nothing_asked = model.waits_for or model.problem
    return Paragraph(text(f"odds.{name}.empty"), limit=3).when(nothing_asked)


def start(examples: Sequence[Button], acts: Sequence[Button]) -> Panel:
    """Return the panel with the examples, and below them the buttons for the whole question."""
    rows = [Control(button, BUTTON) for button in examples]
    below = [
        Row(*(Control(button, BUTTON).sized(grow()) for button in some), gap=BUTTON_GAP)
        for some in (acts[:2], acts[2:])
    ]
    between = Space().sized(grow(least=BUTTON_GAP))
    return Panel(*rows, between, *below, title=text("odds.start"), head=START_HEAD, gap=BUTTON_GAP)


def next_cards(control: NextCards, model: OddsModel) -> Panel:
    """Return the panel of the next cards. If no cards can be shown, the panel shows the reason."""
    if model.parts is not None and model.parts.next:
        return _panel("next", Filled(control))
    street = {0: "preflop", 5: "river"}.get(len(model.board), "waiting")
    why = text(f"odds.missing.{model.waits_for}" if model.waits_for else f"odds.next.{street}")
    return _panel("next", Paragraph(why, limit=3))


def make_categories_panel(model: OddsModel) -> Panel:
    """Return the panel with the frequency of each made hand for each side, as bars left and right of the names."""
    parts = model.parts
    if parts is None:
        return _panel("made", _empty("made", model))
    note = "note" if "made" in parts.exact else "sampled"
    kinds = current().many("help.hands.names")
    return _panel("made", Picture(partial(_draw_mirrored, kinds, parts.made, model.pale_parts)), note)


def _draw_mirrored(
    kinds: Sequence[str],
    both: Sequence[Sequence[float]],
    pale: bool,
    painter: Painter,
    rect: Rect,
) -> None:
    """Draw the shares of both sides as bars left and right of the names. The last kind is at the top."""
    x, y, width, height = rect
    middle = x + width / 2
    step = min(HIGHEST_ROW, (height - MADE_HEAD) / len(kinds))
    high = min(HIGHEST_BAR, step - 5)
    widest = max(painter.width(kind, "small") for kind in kinds) + NAME_GAP
    names = max(MADE_NAMES, min(widest, width * MAX_NAMES_SHARE))
    reach, most = (width - names) / 2 - MADE_FIGURE, max(0.01, *(max(one) for one in both))
    levels = [y + MADE_HEAD + (index + 0.5) * step for index in range(len(kinds))]
    for kind, level in zip(kinds, levels, strict=True):
        painter.text(kind, middle, level, "small", "dim", al="c", fit=names - NAME_GAP)
    for (side, colour, away), shares in zip(SIDES, both, strict=True):
        inner = middle + away * names / 2
        painter.text(text(side), inner, y + 4, "small_b", colour, al="r" if away < 0 else "l")
        bar, ink = faded(painter, colour, pale=pale), faded(painter, "text", pale=pale)
        for level, share in zip(levels, reversed(shares), strict=True):
            long = max(2.0, reach * (share / most)) if share > 0 else 0.0
            if long:
                painter.rect((inner - long if away < 0 else inner, level - high / 2, long, high), bar, 2)
            figure = number(share * 100, 1) if share > 0 else "–"
            painter.text(figure, inner + away * (long + 6), level, "small", ink, al="r" if away < 0 else "l")


def make_charts_panel(model: OddsModel, tabs: Tabs) -> Panel:
    """Return the panel with the chart of the selected tab."""
    charts = {COURSE: _course, GRAPH: _graph, SPREAD: _spread}
    return Panel(
        TabRow(tabs, TABS), Space(ABOVE_CHART), charts[tabs.chosen](model).sized(grow()), head=TABS_HEAD
    )


def _course(model: OddsModel) -> Box:
    """Return the chart of the estimate and its interval over the number of deals.

    The exact value is added once known.
    """
    course, found = model.course, model.equity
    if len(course) < 2:
        return _empty("closing", model)
    exact = found.equity[0] if found is not None and found.exact else None
    return Picture(partial(_draw_closing, tuple(course), exact, model.stale))


def _graph(model: OddsModel) -> Box:
    """Return the chart of the equity of both sides over the percentiles of their ranges."""
    parts = model.parts
    if parts is None or not any(parts.curves):
        return _uncounted(model)
    curves = [
        (text(name), curve, colour) for (name, colour, _), curve in zip(SIDES, parts.curves, strict=True)
    ]
    return equity_graph(Plot(), curves)


def _spread(model: OddsModel) -> Box:
    """Return the chart of the share of each range that has an equity of 0 to 20%, 20 to 40%, and so on."""
    parts = model.parts
    if parts is None or not any(parts.spread):
        return _uncounted(model)
    lows = range(80, -1, -20)
    fifths = [text("odds.spread", low=low, high=low + 20) for low in lows]
    return Picture(partial(_draw_mirrored, fifths, parts.spread, model.pale_parts))


def _uncounted(model: OddsModel) -> Box:
    why = "waiting" if model.board or model.parts is None else "preflop"
    return Paragraph(text(f"odds.graph.{why}"), limit=3)


def _draw_closing(
    course: Sequence[RangeEquity], exact: float | None, pale: bool, painter: Painter, rect: Rect
) -> None:
    brass, good = (faded(painter, colour, pale=pale) for colour in ("brass", "good"))
    # The axis covers the first interval and every estimate, and ends at round values.
    middle = course[-1].equity[0]
    reach = max(course[0].ci95, *(abs(one.equity[0] - middle) for one in course), 0.004)
    step = 0.02 if reach > 0.02 else 0.01
    low = max(0.0, math.floor((middle - reach) / step) * step)
    level = Axis(low, min(1.0, math.ceil((middle + reach) / step) * step))
    known = text("odds.closing.exact")
    deals = Axis(course[0].deals, max(course[-1].deals, 10 * course[0].deals), log=True)
    xs, ys, band = zip(*((one.deals, one.equity[0], one.ci95) for one in course), strict=True)
    estimate = Series("", xs, ys, brass, band=band)
    targets = [] if exact is None else [Target(exact, known, good)]
    title = text("odds.closing.axis")
    Plot().draw(
        painter, rect, Chart([estimate], deals, level, title, targets, write=written_share, widest=known)
    )


QUESTION_SIDES = ("first", "second")
COLOURS = ("brass", "info")
KEYS = "AB"
HAND, BOARD = 2, 5
CAPS, FIELD, ICON, SLOT = 24.0, 40.0, 40.0, 66.0
QUESTION, ANSWER = 128.0, 96.0
BETWEEN, ROW_GAP = 28.0, 12.0
WIDEST_SIDE = 320.0
EQUITY, PAINT = "equity", "paint"
SWITCH, GAP = 34.0, 10.0
QUESTION_HEAD, BELOW, FOOT = 14.0, 32.0, 18.0
MIN_GRID, WIDEST_GRID = 338.0, 620.0
LEGEND, LEGEND_STEPS = 120.0, 24


class OddsQuestion:
    """The controls of the question: two ranges and a board, which the user types or picks."""

    def __init__(self, app: Services, model: OddsModel) -> None:
        self._app, self._model = app, model
        self.entries = [
            RangeEntry(f"side-{side}", text(f"odds.{name}_label"), partial(model.type, side))
            for side, name in enumerate(QUESTION_SIDES)
        ]
        self._pickers = [
            IconButton(f"pick-{side}", text(f"odds.pick.{name}"), "cards", partial(self.pick_hand, side))
            for side, name in enumerate(QUESTION_SIDES)
        ]
        self._filters = [
            IconButton(f"filter-{side}", text(f"odds.filter.{name}"), "find", partial(self.filter, side))
            for side, name in enumerate(QUESTION_SIDES)
        ]
        self._board = CardSlots("board", text("odds.board"), BOARD, model.lay, self.pick_board)
        self._board.tooltip = text("odds.board_tip")

    def pick_hand(self, side: int) -> None:
        """Open the card picker for the hand of a side."""
        texts, hold = self._model.texts, partial(self._hold, side)
        taken = {*self._model.board, *parse_hand(texts[1 - side])}
        held = [card for card in parse_hand(texts[side]) if card not in taken]
        title = f"odds.pick.{QUESTION_SIDES[side]}"
        pick_cards(self._app, title, "odds.picker.hand", held, hold, most=HAND, taken=taken)

    def filter(self, side: int) -> None:
        """Open the filter of a side."""
        model = self._model
        ask = partial(model.filter_question, side)
        take = partial(model.filter, side)
        self._app.overlay(FilterDialog(self._app, model.filters[side], ask, partial(_describe, side), take))

    def _hold(self, side: int, cards: Sequence[Card]) -> None:
        """Set the range of a side to two cards. If there are fewer, leave the range unchanged."""
        if len(cards) == HAND:
            self._model.type(side, names(cards))
            self.rewrite()

    def pick_board(self) -> None:
        """Open the card picker for the board."""
        board, lay = self._model.board, self._model.lay
        taken = {card for words in self._model.texts for card in parse_hand(words)}
        pick_cards(self._app, "odds.pick.board", "odds.picker.board", board, lay, most=BOARD, taken=taken)

    def rewrite(self) -> None:
        for entry, words in zip(self.entries, self._model.texts, strict=True):
            entry.show(words)

    def panel(self, painter: Painter, answer: Box, *, narrow: bool) -> Panel:
        """Return the panel with the board between the two sides, and the answer.

        In a narrow window, these are stacked.

        Once the text of a painted range has been parsed, a shorter text of the same range replaces it.
        """
        model = self._model
        for side, entry in enumerate(self.entries):
            entry.mark(model.spans[side], model.problem)
            if model.painted[side]:
                read = not model.stale and model.ranges[side].text
                entry.show(model.ranges[side].text if read else model.texts[side])
        self._board.cards = model.board
        first, second = (self._side(painter, side) for side in (0, 1))
        board = Column(Caps(text("odds.board"), key="C").sized(fixed(CAPS)), Control(self._board, SLOT))
        if narrow:
            return Panel(first, board, second, answer.sized(fixed(ANSWER)), gap=ROW_GAP)
        for column in (first, second):
            column.sized(grow(31, most=WIDEST_SIDE))
        board.sized(fixed(cards_width(BOARD, SLOT)))
        return Panel(Row(first, board, second, answer.sized(grow(38)), gap=BETWEEN)).sized(fixed(QUESTION))

    def _side(self, painter: Painter, side: int) -> Column:
        """Return the field of a side and, if there is room, the number of hands in its range."""
        name = Caps(text(f"odds.{QUESTION_SIDES[side]}"), COLOURS[side], KEYS[side]).sized(fixed(CAPS))
        field = Column(name, Control(self.entries[side], FIELD)).sized(grow())
        picker = Column(Space(CAPS), Iconic(self._pickers[side], FIELD)).sized(fixed(ICON))
        ink = faded(painter, "dim", pale=self._model.stale)
        hands = self._model.ranges[side].hands
        count = plural("odds.hands", hands) if hands else ""
        only = self._model.filters[side]
        self._filters[side].tooltip = text("odds.filter.only", hands=only) if only else ""
        if only:
            count = text("odds.filter.counted", count=count)
        below = Row(
            Line(count, "small", ink, height=32).sized(grow()),
            Iconic(self._filters[side], 32).sized(fixed(ICON)),
        )
        return Column(Row(field, picker, gap=4), below)


def _describe(side: int, read: ReadRanges) -> tuple[str, str]:
    found = read.sides[side]
    return plural("odds.hands", found.hands), found.problem or read.problem


def parse_hand(words: str) -> tuple[Card, ...]:
    """Return the two cards that a text names, or an empty tuple if it names a range.

    >>> parse_hand("AsAh"), parse_hand("AA")
    ((12, 25), ())
    """
    try:
        cards = parse(words)
    except BadInput:
        return ()
    return cards if len(cards) == HAND else ()


class GridPanel:
    """The grid with two switches above it. One switch selects the side, the other the quantity in the cells."""

    def __init__(self, model: OddsModel, page: Page) -> None:
        self._model = model
        views, sides = options("odds.views.{}", (EQUITY, PAINT)), options("odds.{}", QUESTION_SIDES)
        self.view = Segmented(
            "view", text("odds.grid.view"), views, EQUITY, lambda view: page.show(), style="small_b"
        )
        self.whose = Segmented(
            "whose",
            text("odds.grid.whose"),
            sides,
            QUESTION_SIDES[1],
            lambda side: page.show(),
            style="small_b",
        )
        self._grid = RangeGrid(self._find_cells, lambda weights: model.paint(self._side, weights))

    @property
    def _side(self) -> int:
        return QUESTION_SIDES.index(self.whose.chosen)

    @property
    def _painting(self) -> bool:
        return self.view.chosen == PAINT

    def next_view(self) -> None:
        self.view.choose(EQUITY if self._painting else PAINT)

    def other_side(self) -> None:
        self.whose.choose(QUESTION_SIDES[1 - self._side])

    def _find_cells(self) -> GridCells:
        """Return the cells of the grid.

        Equities are those of the first side, even if the grid shows the second side.
        """
        side, model = self._side, self._model
        equities = None
        if not self._painting:
            own = model.parts.classes[side] if model.parts is not None else {}
            equities = {name: 1 - share if side else share for name, share in own.items()}
        pale = model.pale_parts and not self._painting
        return GridCells(model.ranges[side].weights, equities, COLOURS[side], pale)

    def panel(self) -> Panel:
        """Return the panel with the switches, the grid, and a line about one class below it."""
        switches = Row(*(Control(one, SWITCH).sized(grow()) for one in (self.view, self.whose)), gap=GAP)
        grid = GridControl(self._grid, Picture(self._draw_below, BELOW), grid_side, least=WIDEST_GRID)
        return Panel(switches, Space(GAP), grid.sized(grow()), head=QUESTION_HEAD, foot=FOOT)

    def snug(self, max_share: float) -> Box:
        return Snug(self.panel()).sized(natural(MIN_GRID, WIDEST_GRID, max_share=max_share))

    def _draw_below(self, painter: Painter, rect: Rect) -> None:
        """Write the details of a class, and next to them the colour scale or the hint on painting."""
        x, y, wide, _ = rect
        y += FOOT
        looked_at = self._grid.focused or self._grid.hovered or self._painting
        about = self._grid.value if looked_at else text(f"odds.grid.about.{self.whose.chosen}")
        used = painter.text(about, x, y, "small", "text" if looked_at else "dim", fit=wide - LEGEND - 16)
        how = text("odds.grid.painting")
        if not self._painting:
            each, left = LEGEND / LEGEND_STEPS, x + wide - LEGEND
            for step in range(LEGEND_STEPS):
                fill = tint(painter, (step + 0.5) / LEGEND_STEPS)
                painter.rect((left + step * each, y - 5, each + 1, 10), fill, 0)
        elif used + 16 + painter.width(how, "small") <= wide:
            painter.text(how, x + wide, y, "small", "dim", al="r")
