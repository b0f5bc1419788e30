"""The odds: two hands or ranges on a board, and everything that follows from them, as it is counted.

What is typed, painted or laid is asked at once; the other process answers bit by bit, and the page shows what has
come so far. Equities are those of the first side, everywhere on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.rules.cards import Card, names, parse
from game.screens import clipboard
from game.screens.expert.screen import ExpertScreen
from game.screens.frame.long_page import LongPage
from game.screens.frame.paged_head import PagedHead
from game.screens.hand_table.screen import HandTableScreen
from game.screens.input import Key
from game.screens.odds import answer, panels
from game.screens.odds.examples import EXAMPLES, Example
from game.screens.odds.grid_panel import GridPanel
from game.screens.odds.head import EXPERT_PAGE, HAND_TABLE_PAGE, ODDS_PAGE, odds_head
from game.screens.odds.inquiry import Inquiry
from game.screens.odds.layout import CARDS_TAB, TAB_NAMES, Places, places
from game.screens.odds.next_cards import NextCards
from game.screens.odds.question import Question
from game.screens.odds.start import StartPanel
from game.screens.odds.words import as_text
from game.screens.pen import Pen
from game.screens.texts import text
from game.screens.views.panel_head import content
from game.screens.widgets.choice import Option
from game.screens.widgets.tabs import Tabs
from game.screens.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services

SHOWN_EVERY = 0.1  # seconds
ABOVE = 4.0
SWITCH_MARGIN = 16.0


class OddsScreen(LongPage):
    """The page."""

    name: ClassVar[str] = "odds"
    _head: PagedHead

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._inquiry = Inquiry(app, self._note)
        self._news = False
        self._since_shown = 0.0
        self._places: Places | None = None
        self._head = odds_head(app, ODDS_PAGE, self.escape, self.turn_page)
        self._question = Question(app, self._inquiry)
        self._grid = GridPanel(self._inquiry)
        self._next = NextCards(self._inquiry, self._lay_next)
        self._start = StartPanel(self._start_from, self._swap, self._clear, self._copy)
        tabs = [Option(tab, text(f"odds.tabs.{tab}")) for tab in TAB_NAMES]
        self._tabs = Tabs("tab", text("odds.tabs.label"), tabs, CARDS_TAB, lambda tab: self.relayout())
        self.controls.focus("view")
        self._start_from(EXAMPLES[0])

    # ---- the question ---------------------------------------------------------------------------------------
    def _start_from(self, example: Example) -> None:
        self._inquiry.begin((example.first, example.second), parse(example.board))
        self._question.rewrite()

    def _swap(self) -> None:
        self._inquiry.swap()
        self._question.rewrite()

    def _clear(self) -> None:
        """Empty both sides and the board, and be ready to be typed into."""
        self._inquiry.forget()
        self._inquiry.begin(("", ""), ())
        self._question.rewrite()
        self.controls.focus("side-0")

    def _copy(self) -> None:
        words = as_text(self._inquiry)
        said = "odds.copied.done" if words and clipboard.put(words) else "odds.copied.failed"
        self.app.say(text(said))

    def _lay_next(self, card: Card) -> None:
        self._inquiry.lay((*self._inquiry.board, card))

    def turn_page(self, page: str) -> None:
        """Open another page above this one; the question stays."""
        self._head.switch.chosen = ODDS_PAGE
        if page == HAND_TABLE_PAGE:
            self.app.go(HandTableScreen(self.app, self.turn_page))
        elif page == EXPERT_PAGE:
            self.app.go(ExpertScreen(self.app, self.turn_page))

    # ---- what comes back ------------------------------------------------------------------------------------
    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "odds"

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

    def _note(self) -> None:
        """Show soon that something has changed; what keeps coming is shown ten times a second."""
        self._news = True
        if not self._inquiry.counting:
            self._show()

    def _show(self) -> None:
        """Show what is known now."""
        self._news, self._since_shown = False, 0.0
        self._question.follow()
        self._grid.follow()
        follows = self._inquiry.parts is not None and bool(self._inquiry.parts.following)
        if self._next.visible != follows:
            self._next.visible = follows
            self.relayout()
        if self.controls.lost:
            self.controls.focus("view")  # what had it is no longer there, as the last card or the stop
        self.dirty = True

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place the panels, and the controls in them."""
        top = self._head.place(width, SWITCH_MARGIN)
        above, tab = top + ABOVE, self._tabs.chosen
        whole = places(width, height - above, above, tab).height
        start = self.fit_below(top, whole + ABOVE) + ABOVE
        self._places = p = places(width, height - above, start, tab)
        page: list[Widget] = [*self._question.widgets, *self._grid.widgets]
        self._question.place(p)
        self._grid.place(self.app.pen, p.panels["grid"])
        if p.tabs is not None:
            self._tabs.measure(self.app.pen, p.tabs[0] + 4, p.tabs[1] + p.tabs[3] / 2 - 4)
            page.append(self._tabs)
        if "next" in p.panels:
            x, y, wide, high = content(p.panels["next"])
            self._next.rect = (x, y + panels.TITLE, wide, high - panels.TITLE)
            page.append(self._next)
        if "start" in p.panels:
            self._start.place(p.panels["start"])
            page += self._start.widgets
        self.place_below(page)

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The question, and what follows from it."""
        return (self._places.question, *self._places.panels.values()) if self._places is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw the question and the figures."""
        if (p := self._places) is None:
            return
        self._question.draw(pen, p)
        answer.draw(pen, p.answer, self._inquiry)
        self._grid.draw(pen, p.panels["grid"])
        drawn = {"next": panels.draw_next, "made": panels.draw_made, "closing": panels.draw_closing}
        for name, draw in drawn.items():
            if name in p.panels:
                draw(pen, p.panels[name], self._inquiry)
        if "start" in p.panels:
            self._start.draw(pen, p.panels["start"])

    # ---- what is done ---------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """A and B go to the sides, C to the board, G and H turn the grid; the rest are buttons."""
        if event.repeat:
            return False
        if event.ctrl:
            return self._head.open_page(event)
        focuses = {"a": "side-0", "b": "side-1", "c": "board"}
        acts = {"s": self._swap, "x": self._clear, "e": self._copy}
        acts |= {"g": self._next_view, "h": self._grid.other_side}
        acts |= {str(place): button.act for place, button in enumerate(self._start.examples, 1)}
        if event.name in focuses:
            self.controls.focus(focuses[event.name])
        elif event.name in acts:
            acts[event.name]()
        else:
            return False
        return True

    def _next_view(self) -> None:
        self._grid.next_view()
        self.controls.focus("grid")

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
            "view": self._grid.view.chosen,
            "whose": self._grid.whose.chosen,
        }
