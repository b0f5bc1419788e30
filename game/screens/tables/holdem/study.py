"""What is seen beside a watched hand of Hold'em: mixes, odds, what each believes the other holds, the series.

A wide column has a half for each side, its mix above what the other believes of its hand. A narrow one shows one
grid, and B the other; the series becomes a tab, and in a drawer the hand too. Below a tall window it is a band.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core import Seat
from game.rules.betting import Street
from game.rules.holdem import HoldemState
from game.screens.pen import Colour, Pen, Rect
from game.screens.tables.holdem.belief_panel import CAPTIONS, LEAST_GRID, TITLE, BeliefPanel
from game.screens.tables.holdem.beliefs import Beliefs
from game.screens.tables.holdem.moments import Course, Moments, Told, board_of
from game.screens.tables.holdem.odds import Odds
from game.screens.tables.mixes import MIX_HEIGHT, Mixes
from game.screens.tables.watch.series import HEAD, SeriesPanel
from game.screens.texts import number, percent
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option
from game.screens.widgets.tabs import Tabs
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.tables.watch.holdem import WatchHoldem

PADDING, TOP = 20.0, 12.0
GAP = 24.0
WIDE = 460.0  # within the padding, from which each side has a half
TABS = 44.0
OTHER = (124.0, 34.0)
ABOVE, BELOW = 1, 0
COLOURS: dict[Seat, Colour] = {BELOW: "brass", ABOVE: "info"}
BELIEFS, HAND, SERIES = "beliefs", "hand", "series"


class HoldemStudy:
    """The side column, and the hand street by street on its shelf."""

    def __init__(self, watch: WatchHoldem) -> None:
        self._watch = watch
        self.beliefs = Beliefs(watch)
        self.odds = Odds(watch)
        self.course = Course(watch)
        self.about: Seat = ABOVE
        self._mixes = Mixes(watch)
        self._series = SeriesPanel(watch)
        self._panel = BeliefPanel(watch, self.beliefs)
        texts = watch.texts
        self.moments = Moments(texts("watch.hand"), watch.go_to_moment)
        self.moments.tooltip = texts("watch.odds_note")
        self.tabs = Tabs("tabs", texts("watch.side"), (), BELIEFS, self.show)
        self.other_button = Button(
            "other-side",
            texts("watch.beliefs.other"),
            self.switch,
            kind="outline",
            keycap="B",
            style="label_b",
        )

    # ---- what is shown --------------------------------------------------------------------------------------
    def show(self, tab: str) -> None:
        """Open a tab of the narrow column."""
        self.tabs.chosen = tab
        self._watch.side_scroll.offset = 0.0
        self._watch.relayout()

    def switch(self) -> None:
        """Show the grid of the other side where there is only one."""
        if self._form == "narrow":
            self.about = 1 - self.about
            self.show(BELIEFS)
            self._watch.show_side()

    def follow(self) -> None:
        """Ask for what is seen and not known yet; hands at a stroke are let pass."""
        watch, made = self._watch, self.course.made
        self.course.follow()
        if self.course.made != made:
            watch.relayout()
        if watch.instant and watch.phase != "done":
            return
        if watch.open_cards:
            self.odds.follow()
        self.beliefs.follow(self._grids(), at_rest=watch.timeline.beat is None)

    def forget(self) -> None:
        """Ask for all of it again: the worker was lost."""
        self.beliefs.forget()
        self.odds.forget()

    def _grids(self) -> tuple[Seat, ...]:
        """The seats about whom a grid is to be seen."""
        watch = self._watch
        if watch.regions.has_drawer and not watch.drawer_open:
            return ()
        if self._form != "narrow":
            return (ABOVE, BELOW)
        return (self.about,) if self.tabs.chosen == BELIEFS else ()

    @property
    def _form(self) -> str:
        """How it is arranged: "wide", "narrow", or "band"."""
        regions = self._watch.regions
        if regions.kind == "tall":
            return "band"
        return "wide" if regions.sides[0][2] - 2 * PADDING >= WIDE else "narrow"

    # ---- how it is arranged ---------------------------------------------------------------------------------
    def needs(self) -> float:
        """Return the height that all of it needs."""
        grid = TITLE + LEAST_GRID + CAPTIONS
        if self._form == "band":
            return 0.0
        if self._form == "wide":
            return 2 * TOP + MIX_HEIGHT + grid + HEAD
        if self.tabs.chosen == SERIES:
            return TABS + self._watch.side.needs()
        if self.tabs.chosen == HAND:
            return 2 * TOP + TABS + self.moments.height()
        return 2 * TOP + TABS + MIX_HEIGHT + grid

    def arrange_shelf(self, shelf: Rect) -> list[Widget]:
        """Place the hand between table and dock, where there is a place for it."""
        self._tell()
        x, y, w, h = shelf
        self.moments.stacked = not h
        if self.moments.stacked:
            return []
        self.moments.fit((x + 14, y, w - 28, h))
        return [self.moments]

    def arrange(self, area: Rect) -> list[Widget]:
        """Place the widgets of the column."""
        if self._form != "narrow":
            return []
        x, y, w, h = area
        texts = self._watch.texts
        names = [BELIEFS, HAND, SERIES] if self.moments.stacked else [BELIEFS, SERIES]
        self.tabs.options = tuple(Option(name, texts(f"watch.tabs.{name}")) for name in names)
        if self.tabs.chosen not in names:
            self.tabs.chosen = BELIEFS
        middle = y + TOP + TABS / 2 - 2
        self.tabs.measure(self._watch.app.pen, x + PADDING, middle)
        if self.tabs.chosen == HAND:
            top = y + TOP + TABS
            self.moments.fit((x + PADDING - 6, top, w - 2 * PADDING + 12, y + h - top - TOP))
            return [self.tabs, self.moments]
        if self.tabs.chosen == SERIES:
            return [self.tabs]
        wide, high = OTHER
        free = x + w - PADDING - (self.tabs.rect[0] + self.tabs.rect[2]) - 14
        wide = min(wide, free)
        self.other_button.rect = (x + w - PADDING - wide, middle - high / 2, wide, high)
        return [self.tabs, self.other_button]

    def _tell(self) -> None:
        """Tell the hand anew."""
        self.course.follow()
        watch = self._watch
        told = []
        for moment in self.course.moments():
            what = watch.spectacle.called(moment.before, moment.step.action)
            fields = {"name": watch.name_of(moment.seat), "what": what}
            sentence = watch.texts("watch.moment", street=self._street(moment.street), **fields)
            device = watch.portrait_of(moment.seat).device
            mark = watch.mark_of(moment.seat)
            line = watch.texts("watch.marked", mark=mark, what=what) if mark else what
            told.append(Told(moment.street, device, line, sentence))
        self.moments.tell(told, self._heads(), self.course.made)

    def _heads(self) -> Sequence[tuple[str, str]]:
        """Return the name and the odds of every street that the hand has reached."""
        board = self.course.board
        streets = [
            street
            for street in Street
            if street == Street.PREFLOP or len(board_of(street, board)) > street + 1
        ]
        return [(self._street(street), self._odds_of(street)) for street in streets]

    def _odds_of(self, street: Street) -> str:
        if not self._watch.open_cards:
            return ""
        equities = [self.odds.of(seat, board_of(street, self.course.board)) for seat in (ABOVE, BELOW)]
        known = [number(100 * one) for one in equities if one is not None]
        return f"{known[0]} : {known[1]}%" if known else ""

    def _street(self, street: Street) -> str:
        return self._watch.texts(f"watch.streets.{street.name.lower()}")

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen, area: Rect) -> None:
        """Draw it as the place allows."""
        {"wide": self._draw_wide, "band": self._draw_band, "narrow": self._draw_narrow}[self._form](pen, area)

    def _draw_wide(self, pen: Pen, area: Rect) -> None:
        x, y, w, h = area
        half = (w - 2 * PADDING - GAP) / 2
        room = h - 2 * TOP - MIX_HEIGHT - HEAD - TITLE - CAPTIONS
        low = y + TOP + MIX_HEIGHT
        for place, seat in enumerate((ABOVE, BELOW)):
            left = x + PADDING + place * (half + GAP)
            self._draw_mix(pen, (left, y + TOP - 4, half, MIX_HEIGHT), seat)
            end = self._panel.draw(pen, (left, low, half, room), seat, COLOURS[seat])
        pen.line(x + PADDING, end + 4, x + w - PADDING, end + 4)
        self._series.draw_beside(pen, (x + PADDING, end + 6, w - 2 * PADDING, y + h - TOP - end - 6))

    def _draw_band(self, pen: Pen, area: Rect) -> None:
        x, y, w, h = area
        third = (w - 2 * PADDING - 2 * GAP) / 3
        self._draw_mix(pen, (x + PADDING, y + TOP - 4, third, MIX_HEIGHT), ABOVE)
        self._draw_mix(pen, (x + PADDING, y + TOP + MIX_HEIGHT - 8, third, MIX_HEIGHT), BELOW)
        top = y + TOP + 2 * MIX_HEIGHT - 8
        self._series.draw(pen, (x + PADDING, top, third, y + h - TOP - top))
        for place, seat in enumerate((ABOVE, BELOW), start=1):
            left = x + PADDING + place * (third + GAP)
            room = h - 2 * TOP - TITLE - CAPTIONS
            self._panel.draw(pen, (left, y + TOP, third, room), seat, COLOURS[seat])

    def _draw_narrow(self, pen: Pen, area: Rect) -> None:
        x, y, w, h = area
        if self.tabs.chosen == SERIES:
            self._watch.side.draw(pen, (x, y + TABS, w, h - TABS))
        elif self.tabs.chosen == BELIEFS:
            inner = w - 2 * PADDING
            room = h - 2 * TOP - TABS - MIX_HEIGHT - TITLE - CAPTIONS
            place = (x + PADDING, y + TOP + TABS, inner, room)
            end = self._panel.draw(pen, place, self.about, COLOURS[self.about])
            pen.line(x + PADDING, end - 2, x + w - PADDING, end - 2)
            self._draw_mix(pen, (x + PADDING, end, inner, MIX_HEIGHT), self._acting())

    def _acting(self) -> Seat:
        """Return who is to act, or else acted last."""
        session = self._watch.session
        moments = self.course.moments()
        last = moments[-1].seat if moments else self.about
        return last if session.seat_to_act is None else session.seat_to_act

    def _draw_mix(self, pen: Pen, r: Rect, seat: Seat) -> None:
        watch = self._watch
        state = watch.shown_steps[-1].state if watch.shown_steps and watch.open_cards else None
        equity = self.odds.of(seat, state.board) if isinstance(state, HoldemState) else None
        aside = watch.texts("watch.equity", share=percent(equity, 1)) if equity is not None else ""
        self._mixes.draw(pen, r, seat, aside)
