"""The odds: two hands or ranges on a board, and everything that follows from them, as it is counted.

What is typed, painted or laid is asked at once; the other process answers bit by bit, and the page shows what has
come so far. The grid shows one of four things: either range to be painted, or the equity of each of its classes
against the other side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import BadInput
from game.rules.cards import Card, names, parse
from game.screens import clipboard
from game.screens.hand_table.screen import HandTableScreen
from game.screens.input import Key, Pointer
from game.screens.odds import answer, panels
from game.screens.odds.entry import RangeEntry
from game.screens.odds.examples import EXAMPLES, Example
from game.screens.odds.grid import GridPicture, RangeGrid, tint
from game.screens.odds.head import HAND_TABLE_PAGE, ODDS_PAGE, OddsHead
from game.screens.odds.inquiry import Inquiry
from game.screens.odds.layout import (
    CAPS,
    CARDS_TAB,
    FIELD,
    GRID_FOOT,
    GRID_HEAD,
    SLOT,
    TAB_NAMES,
    Places,
    content,
    places,
)
from game.screens.odds.picker import CardPicker
from game.screens.odds.words import as_text
from game.screens.pen import Pen
from game.screens.screen import Screen
from game.screens.texts import number, text
from game.screens.views.range_grid import CELLS
from game.screens.widgets.button import Button, IconButton
from game.screens.widgets.card_slots import CardSlots
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.scroll import Scroll
from game.screens.widgets.tabs import Tabs
from game.screens.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

HAND, BOARD = 2, 5
SIDES = ("first", "second")
COLOURS = ("brass", "info")
EQUITY, PAINT = "equity", "paint"
EXAMPLE, EXAMPLE_GAP = 34.0, 4.0
ICON_STEP = 44.0
SWITCH, GRID_GAP = 34.0, 10.0
LEGEND = 120.0
SHOWN_EVERY = 0.1  # seconds


class OddsScreen(Screen):
    """The page."""

    name: ClassVar[str] = "odds"
    scroll: Scroll

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self._inquiry = Inquiry(app, self._note)
        self._news = False
        self._since_shown = 0.0
        self._places: Places | None = None
        self._painted: list[bool] = [False, False]
        self._head = OddsHead(app, ODDS_PAGE, self.escape, self._turn_page)
        self._entries = [
            RangeEntry(f"side-{side}", text(f"odds.{name}_label"), partial(self._typed, side))
            for side, name in enumerate(SIDES)
        ]
        self._pickers = [
            IconButton(f"pick-{side}", text(f"odds.pick.{name}"), "cards", partial(self._pick_hand, side))
            for side, name in enumerate(SIDES)
        ]
        self._board = CardSlots("board", text("odds.board"), BOARD, self._lay, self._pick_board)
        self._board.tooltip = text("odds.board_tip")
        self._stop = IconButton("stop", text("odds.stop"), "close", self._stop_counting)
        views = [Option(view, text(f"odds.views.{view}")) for view in (EQUITY, PAINT)]
        self._view = Segmented("view", text("odds.grid.view"), views, EQUITY, self._turn, style="small_b")
        whose = [Option(side, text(f"odds.{side}")) for side in SIDES]
        self._whose = Segmented(
            "whose", text("odds.grid.whose"), whose, SIDES[1], self._turn, style="small_b"
        )
        self._grid = RangeGrid(self._paint)
        tabs = [Option(tab, text(f"odds.tabs.{tab}")) for tab in TAB_NAMES]
        self._tabs = Tabs("tab", text("odds.tabs.label"), tabs, CARDS_TAB, lambda tab: self.relayout())
        self._examples = [
            Button(
                f"example-{one.name}",
                text(f"odds.examples.{one.name}"),
                partial(self._start_from, one),
                kind="outline",
                style="label",
                keycap=str(place),
            )
            for place, one in enumerate(EXAMPLES, 1)
        ]
        self._acts = [
            Button("swap", text("odds.swap"), self._swap, style="label_b", keycap="S"),
            Button("clear", text("odds.clear"), self._clear, style="label_b", keycap="X"),
            Button("copy", text("odds.copy"), self._copy, style="label_b", keycap="E"),
        ]
        self.controls.focus("view")
        self._start_from(EXAMPLES[0])

    # ---- the question ---------------------------------------------------------------------------------------
    def _start_from(self, example: Example) -> None:
        self._ask_of((example.first, example.second), parse(example.board))

    def _ask_of(self, texts: tuple[str, str], board: Sequence[Card]) -> None:
        for side, words in enumerate(texts):
            self._inquiry.texts[side] = words
            self._entries[side].show(words)
        self._painted = [False, False]
        self._inquiry.board = list(board)
        self._inquiry.change()

    def _typed(self, side: int, words: str) -> None:
        if words != self._inquiry.texts[side]:
            self._painted[side] = False
            self._inquiry.texts[side] = words
            self._inquiry.change()

    def _paint(self, weights: Mapping[str, float]) -> None:
        side = self._side
        self._painted[side] = True
        self._inquiry.paint(side, weights)

    def _lay(self, cards: Sequence[Card]) -> None:
        self._inquiry.board = list(cards)
        self._inquiry.change()

    def _swap(self) -> None:
        self._painted.reverse()
        self._inquiry.swap()
        for side, entry in enumerate(self._entries):
            entry.show(self._inquiry.texts[side])

    def _clear(self) -> None:
        """Empty both sides and the board, and be ready to be typed into."""
        self._inquiry.forget()
        self._ask_of(("", ""), ())
        self.controls.focus("side-0")

    def _copy(self) -> None:
        words = as_text(self._inquiry)
        said = "odds.copied.done" if words and clipboard.put(words) else "odds.copied.failed"
        self.app.say(text(said))

    def _stop_counting(self) -> None:
        self._inquiry.stop()

    # ---- choosing cards -------------------------------------------------------------------------------------
    def _pick_hand(self, side: int) -> None:
        taken = {*self._inquiry.board, *hand_of(self._inquiry.texts[1 - side])}
        held = [card for card in hand_of(self._inquiry.texts[side]) if card not in taken]
        title = text(f"odds.pick.{SIDES[side]}")
        note, hold = text("odds.picker.hand"), partial(self._hold, side)
        self.app.overlay(CardPicker(self.app, title, held, taken, most=HAND, note=note, choose=hold))

    def _hold(self, side: int, cards: Sequence[Card]) -> None:
        """Take two exact cards for a side; with fewer the range stays as it was."""
        if len(cards) == HAND:
            self._typed(side, names(cards))
            self._entries[side].show(names(cards))

    def _pick_board(self) -> None:
        taken = {card for words in self._inquiry.texts for card in hand_of(words)}
        title, note, laid = text("odds.pick.board"), text("odds.picker.board"), self._inquiry.board
        self.app.overlay(CardPicker(self.app, title, laid, taken, most=BOARD, note=note, choose=self._lay))

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def _side(self) -> int:
        return SIDES.index(self._whose.chosen)

    @property
    def _painting(self) -> bool:
        return self._view.chosen == PAINT

    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "odds"

    def _turn(self, chosen: str) -> None:
        self._show()

    def _note(self) -> None:
        """Show soon that something has changed; what keeps coming is shown ten times a second."""
        self._news = True
        if not self._inquiry.counting:
            self._show()

    def _show(self) -> None:
        """Take over what has come back."""
        inquiry = self._inquiry
        self._news, self._since_shown = False, 0.0
        for side, entry in enumerate(self._entries):
            span = inquiry.spans[side]
            entry.mark(span, inquiry.problem)
            if self._painted[side]:
                read = not inquiry.stale and inquiry.told[side].text
                entry.show(inquiry.told[side].text if read else inquiry.texts[side])
        self._board.cards = inquiry.board
        self._grid.picture = self._picture()
        self._stop.visible = inquiry.counting
        self.dirty = True

    def _picture(self) -> GridPicture:
        told, side = self._inquiry.told[self._side], self._side
        if self._painting:
            return GridPicture(told.weights, None, COLOURS[side])
        parts = self._inquiry.parts
        own = parts.classes[side] if parts is not None else {}
        equities = own if side == 0 else {name: 1 - share for name, share in own.items()}
        return GridPicture(told.weights, equities, COLOURS[side], self._inquiry.pale_parts)

    def _turn_page(self, page: str) -> None:
        """Open the hand table above this page; the question stays."""
        self._head.switch.chosen = ODDS_PAGE
        if page == HAND_TABLE_PAGE:
            self.app.go(HandTableScreen(self.app))

    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self._inquiry.change()

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        self._inquiry.drop()

    def receive(self, answer: Answer) -> None:
        """Take what has been counted."""
        self._inquiry.take(answer)

    def update(self, dt: float) -> bool:
        """Ask what has changed, once nothing changes any more; show what has come."""
        self._since_shown += dt
        if self._news and self._since_shown >= SHOWN_EVERY:
            self._show()
        return self._inquiry.update(dt) or self._news

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place the panels, and the controls in them."""
        top = self._head.place(width, 16.0)
        above = top + 4
        first = places(width, height - above, above, self._tabs.chosen)
        self.scroll.fit((0.0, top, width, height - top), first.height + 4)
        self._places = p = places(width, height - above, above - self.scroll.offset, self._tabs.chosen)
        for side, (x, y, wide, _) in enumerate(p.sides):
            self._entries[side].rect = (x, y + CAPS, wide - ICON_STEP, FIELD)
            self._pickers[side].centre_at(x + wide - 20, y + CAPS + FIELD / 2)
        x, y, wide, _ = p.board
        self._board.rect = (x, y + CAPS, wide, SLOT)
        x, y, wide, _ = p.answer
        self._stop.centre_at(x + wide - 14, y + 18)
        self._place_grid(p.panels["grid"])
        if p.tabs is not None:
            self._tabs.measure(self.app.pen, p.tabs[0] + 4, p.tabs[1] + p.tabs[3] / 2 - 4)
        self._place_start(p.panels.get("start"))
        self._place_in_order(p)

    def _place_grid(self, panel: Rect) -> None:
        x, y, wide, high = content(panel)
        each = (wide - GRID_GAP) / 2
        self._view.rect = (x, y, each, SWITCH)
        self._whose.rect = (x + each + GRID_GAP, y, each, SWITCH)
        pixels = self.app.pen.px(min(wide, high - GRID_HEAD - GRID_FOOT)) // CELLS * CELLS
        side = pixels / self.app.pen.u
        self._grid.rect = (x + (wide - side) / 2, y + GRID_HEAD, side, side)

    def _place_start(self, panel: Rect | None) -> None:
        if panel is None:
            return
        x, y, wide, high = content(panel)
        for place, button in enumerate(self._examples):
            button.rect = (x, y + 28 + place * (EXAMPLE + EXAMPLE_GAP), wide, EXAMPLE)
        each = (wide - 2 * EXAMPLE_GAP) / 3
        bottom = y + high - EXAMPLE
        for place, button in enumerate(self._acts):
            button.rect = (x + place * (each + EXAMPLE_GAP), bottom, each, EXAMPLE)

    def _place_in_order(self, p: Places) -> None:
        sides = [[self._entries[side], self._pickers[side]] for side in (0, 1)]
        start = [*self._examples, *self._acts] if "start" in p.panels else []
        tabs = [self._tabs] if p.tabs is not None else []
        page: list[Widget] = [
            *sides[0],
            self._board,
            *sides[1],
            self._stop,
            self._view,
            self._whose,
            self._grid,
        ]
        page += [*tabs, *start]
        for widget in page:
            widget.clip = self.scroll.view
        self.place(self._head.around(page))

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw the still ground from its layer, then figures and controls."""
        p = self._places
        if p is None:
            return
        rects = (p.question, *p.panels.values(), self.scroll.view)
        pen.layer((self.name, rects), self._paint_ground)
        self._head.draw(pen)
        with pen.clip(self.scroll.view):
            self._draw_question(pen, p)
            self._draw_panels(pen, p)
        self.draw_controls(pen)
        self.scroll.draw(pen)

    def _paint_ground(self, pen: Pen) -> None:
        pen.room()
        if self._places is not None:
            with pen.clip(self.scroll.view):
                for rect in (self._places.question, *self._places.panels.values()):
                    pen.panel(rect)

    def _draw_question(self, pen: Pen, p: Places) -> None:
        inquiry = self._inquiry
        for side, (x, y, wide, _) in enumerate(p.sides):
            pen.caps(text(f"odds.{SIDES[side]}"), x, y + 8, COLOURS[side])
            pen.keycap(x + wide - ICON_STEP, y + 8, "AB"[side])
            hands = inquiry.told[side].hands
            below = text("odds.hand" if hands == 1 else "odds.hands", count=number(hands)) if hands else ""
            colour = answer.faded(pen, "dim", pale=inquiry.stale)
            if p.question[3] < 200:
                pen.text(below, x, y + CAPS + FIELD + 16, "small", colour, fit=wide)
        x, y, wide, _ = p.board
        pen.caps(text("odds.board"), x, y + 8)
        pen.keycap(x + min(wide, self._board.rect[2]), y + 8, "C")
        answer.draw(pen, p.answer, inquiry)

    def _draw_panels(self, pen: Pen, p: Places) -> None:
        self._draw_grid_foot(pen, p.panels["grid"])
        drawn = {"next": panels.draw_next, "made": panels.draw_made, "closing": panels.draw_closing}
        for name, draw in drawn.items():
            if name in p.panels:
                draw(pen, content(p.panels[name]), self._inquiry)
        if "start" in p.panels:
            panels.draw_title(pen, content(p.panels["start"]), text("odds.start"), "")

    def _draw_grid_foot(self, pen: Pen, panel: Rect) -> None:
        x, _, wide, _ = content(panel)
        _, top, _, side = self._grid.rect
        y = top + side + 18
        told = pen.text(self._grid.value, x, y, "small", "text", fit=wide - LEGEND - 16)
        if self._painting:
            how = text("odds.grid.painting")
            if told + 16 + pen.width(how, "small") <= wide:
                pen.text(how, x + wide, y, "small", "dim", al="r")
            return
        steps = 24
        for step in range(steps):
            left = x + wide - LEGEND + step * LEGEND / steps
            pen.rect((left, y - 5, LEGEND / steps + 1, 10), tint(pen, (step + 0.5) / steps), 0)

    # ---- what is done ---------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """A and B go to the sides, C to the board, G and H turn the grid; the rest are buttons."""
        if event.repeat or event.ctrl:
            return False
        focuses = {"a": "side-0", "b": "side-1", "c": "board"}
        acts = {
            "s": self._swap,
            "x": self._clear,
            "e": self._copy,
            "g": self._next_view,
            "h": self._other_side,
        }
        acts |= {str(place): button.act for place, button in enumerate(self._examples, 1)}
        if event.name in focuses:
            self.controls.focus(focuses[event.name])
        elif event.name in acts:
            acts[event.name]()
        else:
            return False
        return True

    def _next_view(self) -> None:
        """Turn from equities to painting, or back; the grid gets the focus."""
        self._view.choose(EQUITY if self._painting else PAINT)
        self.controls.focus("grid")

    def _other_side(self) -> None:
        self._whose.choose(SIDES[1 - self._side])

    def point(self, event: Pointer) -> bool:
        """Follow the mouse on the bar."""
        return self.scroll.point(event)

    def trace(self) -> dict[str, Any]:
        """Say what is asked and what is known."""
        inquiry = self._inquiry
        found = inquiry.equity
        return {
            "texts": list(inquiry.texts),
            "board": names(inquiry.board),
            "problem": inquiry.problem,
            "stale": inquiry.stale,
            "exact": found.exact if found is not None else False,
            "equity": round(found.shares[0], 6) if found is not None else None,
            "view": self._view.chosen,
            "whose": self._whose.chosen,
        }


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
