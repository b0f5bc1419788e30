"""The question: a field for each side around the board, and the grid on which a range is painted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core import BadInput
from game.features.odds.answer import faded
from game.features.odds.model import OddsModel
from game.rules.cards import Card, parse
from game.texts import number, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Row, Snug, Space, fixed, grow, natural
from game.window.ui.leaves import Caps, Control, GridControl, Iconic, Line, Panel, Picture
from game.window.ui.widgets import Act, IconButton, Rect, Segmented, options
from game.window.views.card_slots import CardSlots, width_of
from game.window.views.range_entry import RangeEntry
from game.window.views.range_grid import side_of
from game.window.views.range_painting import GridPicture, RangeGrid, tint

SIDES = ("first", "second")
COLOURS = ("brass", "info")
KEYS = "AB"
HAND, BOARD = 2, 5
CAPS, FIELD, ICON, SLOT = 24.0, 40.0, 40.0, 66.0
QUESTION, ANSWER = 128.0, 96.0
BETWEEN, ROW_GAP = 28.0, 12.0
WIDEST_SIDE = 320.0
EQUITY, PAINT = "equity", "paint"
SWITCH, GAP = 34.0, 10.0
HEAD, BELOW, FOOT = 14.0, 32.0, 18.0
LEAST_GRID, WIDEST_GRID = 338.0, 620.0
LEGEND, LEGEND_STEPS = 120.0, 24


class Question:
    """The controls with which the question is put; `pick_hand` and `pick_board` open the cards to choose from."""

    def __init__(self, model: OddsModel, pick_hand: Callable[[int], None], pick_board: Act) -> None:
        self._model = model
        self.entries = [
            RangeEntry(f"side-{side}", text(f"odds.{name}_label"), partial(model.type, side))
            for side, name in enumerate(SIDES)
        ]
        self._pickers = [
            IconButton(f"pick-{side}", text(f"odds.pick.{name}"), "cards", partial(pick_hand, side))
            for side, name in enumerate(SIDES)
        ]
        self._board = CardSlots("board", text("odds.board"), BOARD, model.lay, pick_board)
        self._board.tooltip = text("odds.board_tip")

    def rewrite(self) -> None:
        """Show both texts as they are now, whatever was being typed."""
        for entry, words in zip(self.entries, self._model.texts, strict=True):
            entry.show(words)

    def follow(self) -> None:
        """Mark what is wrong, and show the board; what was painted is written in short once it was read."""
        model = self._model
        for side, entry in enumerate(self.entries):
            entry.mark(model.spans[side], model.problem)
            if model.painted[side]:
                read = not model.stale and model.ranges[side].text
                entry.show(model.ranges[side].text if read else model.texts[side])
        self._board.cards = model.board

    def panel(self, painter: Painter, answer: Box, *, narrow: bool) -> Panel:
        """Return the sides around the board, and the answer: in a row, or below each other in a narrow window."""
        first, second = (self._side(painter, side, narrow=narrow) for side in (0, 1))
        board = Column(Caps(text("odds.board"), key="C").sized(fixed(CAPS)), Control(self._board, SLOT))
        if narrow:
            return Panel(first, board, second, answer.sized(fixed(ANSWER)), gap=ROW_GAP)
        for side in (first, second):
            side.sized(grow(31, most=WIDEST_SIDE))
        board.sized(fixed(width_of(BOARD, SLOT)))
        return Panel(Row(first, board, second, answer.sized(grow(38)), gap=BETWEEN)).sized(fixed(QUESTION))

    def _side(self, painter: Painter, side: int, *, narrow: bool) -> Column:
        """Return the field of a side, and how many hands it holds where there is room for it."""
        name = Caps(text(f"odds.{SIDES[side]}"), COLOURS[side], KEYS[side]).sized(fixed(CAPS))
        field = Column(name, Control(self.entries[side], FIELD)).sized(grow())
        picker = Column(Space(CAPS), Iconic(self._pickers[side], FIELD)).sized(fixed(ICON))
        ink = faded(painter, "dim", pale=self._model.stale)
        return Column(
            Row(field, picker, gap=4), Line(self._hands(side), "small", ink, height=32).when(not narrow)
        )

    def _hands(self, side: int) -> str:
        hands = self._model.ranges[side].hands
        return text("odds.hand" if hands == 1 else "odds.hands", count=number(hands)) if hands else ""


def hand_of(words: str) -> tuple[Card, ...]:
    """Return the two cards that a text names; none where it names a range.

    >>> hand_of("AsAh"), hand_of("AA")
    ((12, 25), ())
    """
    try:
        cards = parse(words)
    except BadInput:
        return ()
    return cards if len(cards) == HAND else ()


class GridPanel:
    """Two switches above the grid: what it shows, and whose hands; `changed` is called when one is turned."""

    def __init__(self, model: OddsModel, changed: Act) -> None:
        self._model = model
        views, sides = options("odds.views.{}", (EQUITY, PAINT)), options("odds.{}", SIDES)
        self.view = Segmented(
            "view", text("odds.grid.view"), views, EQUITY, lambda view: changed(), style="small_b"
        )
        self.whose = Segmented(
            "whose", text("odds.grid.whose"), sides, SIDES[1], lambda side: changed(), style="small_b"
        )
        self._grid = RangeGrid(lambda weights: model.paint(self._side, weights))

    @property
    def _side(self) -> int:
        return SIDES.index(self.whose.chosen)

    @property
    def _painting(self) -> bool:
        return self.view.chosen == PAINT

    def next_view(self) -> None:
        """Turn from equities to painting, or back."""
        self.view.choose(EQUITY if self._painting else PAINT)

    def other_side(self) -> None:
        """Turn to the hands of the other side."""
        self.whose.choose(SIDES[1 - self._side])

    def follow(self) -> None:
        """Show what is known now; equities are those of the first side, whose hands ever they are."""
        side, model = self._side, self._model
        equities = None
        if not self._painting:
            own = model.parts.classes[side] if model.parts is not None else {}
            equities = {name: 1 - share if side else share for name, share in own.items()}
        pale = model.pale_parts and not self._painting
        self._grid.picture = GridPicture(model.ranges[side].weights, equities, COLOURS[side], pale)

    def panel(self) -> Panel:
        """Return switches, grid, and below it a line about one class."""
        switches = Row(*(Control(one, SWITCH).sized(grow()) for one in (self.view, self.whose)), gap=GAP)
        grid = GridControl(self._grid, Picture(self._draw_below, BELOW), side_of, least=WIDEST_GRID)
        return Panel(switches, Space(GAP), grid.sized(grow()), head=HEAD, foot=FOOT)

    def snug(self, most_share: float) -> Box:
        """Return the panel as high as there is room, never wider than its share of a row."""
        return Snug(self.panel()).sized(natural(LEAST_GRID, WIDEST_GRID, most_share=most_share))

    def _draw_below(self, painter: Painter, rect: Rect) -> None:
        """Write about one class; beside it the scale, or how one paints."""
        x, y, wide, _ = rect
        y += FOOT
        looked_at = self._grid.focused or self._grid.hovered or self._painting
        about = self._grid.value if looked_at else text(f"odds.grid.about.{self.whose.chosen}")
        used = painter.text(about, x, y, "small", "text" if looked_at else "dim", fit=wide - LEGEND - 16)
        how = text("odds.grid.painting")
        if not self._painting:
            _draw_scale(painter, x + wide - LEGEND, y)
        elif used + 16 + painter.width(how, "small") <= wide:
            painter.text(how, x + wide, y, "small", "dim", al="r")


def _draw_scale(painter: Painter, x: float, y: float) -> None:
    """Draw the tints from 0 to 100 %."""
    each = LEGEND / LEGEND_STEPS
    for step in range(LEGEND_STEPS):
        painter.rect((x + step * each, y - 5, each + 1, 10), tint(painter, (step + 0.5) / LEGEND_STEPS), 0)
