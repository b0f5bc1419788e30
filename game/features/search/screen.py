"""The search: one decision, what each action brings, how it goes on, and what the other is taken to hold.

The other process searches; how far it may go is chosen at the head, and a new choice searches anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.features.search import panels
from game.rules import games
from game.study.holdem import LookAhead, SearchReport
from game.study.opponents import portrait
from game.study.play import AgentKey
from game.study.search_spot import SearchSpot
from game.texts import text
from game.window.frame.asked import Asked
from game.window.frame.page import Binding, Page
from game.window.frame.paged_head import PagedHead
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, fixed, grow, natural
from game.window.ui.widgets import Segmented, options

CARDS = ("4", "16", "64")
"""On so many cards the next round is searched at most. Each sample holds the smaller ones."""
EACH = 88.0
GAP = 12.0
SPOT, LINES, WORK = 92.0, 176.0, 104.0
LEAST_GRID, WIDEST_GRID, GRID_SHARE = 332.0, 672.0, 0.44


class SearchScreen(Page):
    """The page."""

    name: ClassVar[str] = "search"
    keys: ClassVar[str] = "search"
    game: ClassVar[str] = games.HOLDEM

    def __init__(self, app: Services, spot: SearchSpot) -> None:
        super().__init__(app)
        self._spot = spot
        self._search = Asked[SearchReport](app, self.show)
        works = options("search.work.depths.{}", CARDS)
        self._work = Segmented("work", text("search.work.choice"), works, CARDS[0], lambda _: self._ask())
        agent = portrait(app.agents, spot.agent.name)
        self._head = PagedHead(app, text("search.title", name=agent.name), self.escape, self._work, each=EACH)
        self._head.subtitle = text("search.subtitle", model=agent.stage or text("search.same"))
        self.controls.focus("work")

    # ---- what is asked --------------------------------------------------------------------------------------
    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """The search."""
        return (self._search,)

    @property
    def _report(self) -> SearchReport | None:
        """What was found; nothing where the last search has failed."""
        return None if self._search.problem else self._search.value

    def enter(self) -> None:
        """Search, unless that was done."""
        if self._search.state == "idle":
            self._ask()

    def _ask(self) -> None:
        agent, info, seed = self._spot.agent.name, self._spot.info, self._spot.seed
        cards = int(self._work.chosen)
        self._search.ask(LookAhead(AgentKey(games.HOLDEM, agent), info, seed, cards))

    # ---- what stands on it ----------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Decision, actions and lines at the left, the range above the work at the right; or one column."""
        spot, report = self._spot, self._report
        decision = panels.decision(spot).sized(fixed(SPOT))
        actions = panels.actions(spot, self._search)
        lines = panels.lines(spot, report).sized(grow(least=LINES))
        grid, work = panels.grid(spot, report), panels.work(report).sized(fixed(WORK))
        if window.narrow:
            return Column(decision, actions, lines, grid, work, gap=GAP)
        left = Column(decision, actions, lines, gap=GAP)
        right = Column(grid.sized(grow(least=LEAST_GRID + 76)), work, gap=GAP)
        return Row(
            left.sized(grow()), right.sized(natural(LEAST_GRID, WIDEST_GRID, most_share=GRID_SHARE)), gap=GAP
        )

    # ---- keys and tests -------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """1 to 3 choose how far it may go."""
        return {str(key): Binding(partial(self._work.choose, cards)) for key, cards in enumerate(CARDS, 1)}

    def trace(self) -> dict[str, Any]:
        """Say what was searched and what was found."""
        search, report = self._search, self._report
        return {
            "waiting": search.awaited,
            "best": report.best if report is not None else None,
        }
