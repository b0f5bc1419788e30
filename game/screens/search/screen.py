"""The search: one decision, what each action brings, how it goes on, and what the other is taken to hold.

The other process searches; how far it may go is chosen at the head, and a new choice searches anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import Progress
from game.rules import games
from game.screens.input import Key
from game.screens.long_page import LongPage
from game.screens.paged_head import PagedHead
from game.screens.pen import Pen
from game.screens.search import panels
from game.screens.search.layout import HEAD, Places, places
from game.screens.search.spot import Spot
from game.screens.tables.requests import Requests
from game.screens.texts import text
from game.screens.views.panel_head import content
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Rect
from game.search import SearchReport

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

CARDS = (4, 16, 64)
"""On so many cards the next round is searched at most. Each sample holds the smaller ones."""
ABOVE = 4.0
SWITCH_MARGIN = 16.0
EACH = 88.0
ROWS_AT_FIRST = 4
LINES_AT_FIRST = 120.0
BAR = 2.0


class SearchScreen(LongPage):
    """The page."""

    name: ClassVar[str] = "search"

    def __init__(self, app: App, spot: Spot) -> None:
        super().__init__(app)
        self._spot = spot
        self._requests = Requests(app)
        self._ticket: int | None = None
        self._done = 0.0
        self._report: SearchReport | None = None
        self._problem = ""
        self._rows: list[list[str]] = []
        self._places: Places | None = None
        works = [Option(str(cards), text(f"search.work.depths.{cards}")) for cards in CARDS]
        self._work = Segmented("work", text("search.work.choice"), works, str(CARDS[0]), self._choose)
        self._head = PagedHead(app, text("search.title"), self.escape, self._work, each=EACH)
        self._head.subtitle = text("search.subtitle")
        self.controls.focus("work")

    # ---- what is asked --------------------------------------------------------------------------------------
    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "search"

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return games.HOLDEM

    def enter(self) -> None:
        """Search, unless that was done."""
        if self._report is None and self._ticket is None:
            self._ask()

    def leave(self) -> None:
        """Take no more interest in the answer."""
        self._drop()

    def receive(self, answer: Answer) -> None:
        """Take what came of it."""
        self._requests.take(answer)

    def _choose(self, work: str) -> None:
        self._work.chosen = work
        self._drop()
        self._ask()

    def _ask(self) -> None:
        spot = self._spot
        payload = {
            "game": games.HOLDEM,
            "agent": spot.agent.name,
            "info": spot.info,
            "seed": spot.seed,
            "cards": int(self._work.chosen),
        }
        self._done, self._problem = 0.0, ""
        self._ticket = self._requests.ask("search", payload, self._take, self._progress)
        self.dirty = True

    def _drop(self) -> None:
        self._requests.drop(self._ticket)
        self._ticket = None

    def _take(self, value: Any, sentence: str) -> None:
        self._ticket, self._problem = None, sentence
        self._report = None if sentence else value
        self.relayout()

    def _progress(self, progress: Progress) -> None:
        self._done = min(1.0, progress.iteration / (progress.total or 1))
        self.dirty = True

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place head and panels; how high they are depends on what was found."""
        top = self._head.place(width, SWITCH_MARGIN)
        above = top + ABOVE
        rows = len(self._report.values) if self._report is not None else ROWS_AT_FIRST
        first = places(width, height - above, above, rows, LINES_AT_FIRST)
        self._rows = self._wrapped(first.lines[2])
        lines = max(LINES_AT_FIRST, panels.lines_height(self._rows))
        whole = places(width, height - above, above, rows, lines).height
        start = self.fit_below(top, whole + ABOVE) + ABOVE
        self._places = places(width, height - above, start, rows, lines)
        self.place_below([])

    def _wrapped(self, width: float) -> list[list[str]]:
        if self._report is None:
            return []
        return panels.line_rows(self.app.pen, width, self._spot, self._report)

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The decision, the actions, the lines, the range, the work."""
        p = self._places
        return (p.spot, p.actions, p.lines, p.grid, p.work) if p is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw what is known; while more is searched for, a bar tells how far it is."""
        if (p := self._places) is None:
            return
        panels.draw_spot(pen, p.spot, self._spot)
        panels.draw_actions(pen, p.actions, self._spot, self._report)
        panels.draw_lines(pen, p.lines, self._spot, self._report, self._rows)
        panels.draw_grid(pen, p.grid, self._spot, self._report)
        panels.draw_work(pen, p.work, self._report)
        if self._ticket is not None:
            x, y, w, _ = p.actions
            pen.rect((x + 1, y + 1, max(BAR, (w - 2) * self._done), BAR), "brass", 0)
        if self._report is None:
            self._draw_waiting(pen, p.actions)

    def _draw_waiting(self, pen: Pen, panel: Rect) -> None:
        x, y, w, _ = content(panel)
        failed = bool(self._problem)
        said = text("search.failed", reason=self._problem) if failed else text("search.waiting")
        pen.para(said, x, y + HEAD, w, "label", col="bad" if failed else "dim", limit=3)

    # ---- keys and tests -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """1 to 3 choose how far it may go."""
        if event.repeat or event.ctrl or event.name not in ("1", "2", "3"):
            return False
        self._work.choose(str(CARDS[int(event.name) - 1]))
        return True

    def trace(self) -> dict[str, Any]:
        """Say what was searched and what was found."""
        report = self._report
        return {
            "agent": self._spot.agent.name,
            "work": int(self._work.chosen),
            "waiting": self._ticket is not None,
            "problem": self._problem,
            "best": report.best if report is not None else None,
            "nodes": report.nodes if report is not None else 0,
        }
