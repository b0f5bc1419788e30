"""The drills: all decks with what is due in each, the days practised, and the way to the next card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.messages.decks import BeginDeck
from game.messages.drills import ForgetDeck
from game.messages.drills_answers import DECKS, MISTAKES, Deck, DeckFigures, DrillsToday
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.frame.asked import Asked
from game.screens.frame.page import Binding, Page
from game.screens.frame.paged_head import PagedHead
from game.screens.frame.screen import Services
from game.screens.models.unusable_files import in_one
from game.screens.pages.drills.card import CardScreen
from game.screens.pages.drills.pictures import ROW_HEIGHT, draw_days, draw_deck, in_words
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout import Box, Breakpoint, Column, Row, Space, grow, share
from game.screens.ui.leaves import Caps, Control, Figure, Hints, Listed, Note, Panel, Picture, Words
from game.screens.ui.texts import count_of, number, text
from game.screens.ui.widgets import Button, Rows

NOTHING = DrillsToday(tuple(DeckFigures(deck, begun=False) for deck in DECKS))
SIDE, LEAST_SIDE, MOST_SIDE = 0.34, 300.0, 400.0
BUTTON, GAP = 46.0, 10.0
DAYS = 110.0


class DrillsScreen(Page):
    """The page."""

    name: ClassVar[str] = "drills"
    keys: ClassVar[str] = "drills"

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._head = PagedHead(app, text("drills.title"), self.escape)
        self._filling = Asked[DrillsToday](app, self._filled)
        self._forgetting = Asked[DrillsToday](app, self._filled)
        self._begins: Deck | None = None
        self._opens_begun = False
        self._version = -1
        self._rows = Rows(
            "decks",
            text("drills.decks"),
            self._draw_row,
            lambda place: in_words(self._figures(place)),
            changed=self.show,
            opened=self._open_deck,
        )
        self._rows.count = len(DECKS)
        practise, space = text("drills.practise"), text("keys.space")
        self._practise = Button("practise", practise, self._practise_all, kind="primary", keycap=space)
        self._open = Button("open-deck", "", self._open_deck, keycap=text("keys.enter"))
        self._forget = Button("forget", text("drills.forget.button"), self._ask_to_forget, keycap="F")
        self.controls.focus("decks")

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def today(self) -> DrillsToday:
        """How the drills stand, as far as it is known."""
        return self.app.drills.today or NOTHING

    @property
    def chosen(self) -> DeckFigures:
        """The chosen deck."""
        return self._figures(self._rows.chosen)

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """A deck that is being filled, or forgotten."""
        return self._filling, self._forgetting

    def enter(self) -> None:
        """Look what is due, go on grading what was played, and go on filling a deck where that was interrupted."""
        self.app.drills.look()
        self.app.drills.collect()
        if self._begins is not None:
            self._fill(self._begins)

    def leave(self) -> None:
        """Grade and fill nothing more for now; a deck that is filled later opens nothing by itself."""
        super().leave()
        self._opens_begun = False
        self.app.drills.pause()

    def update(self, dt: float) -> bool:
        """Show what has become known."""
        if self._version != self.app.drills.version:
            self._version = self.app.drills.version
            self.show()
        return super().update(dt)

    def _figures(self, place: int) -> DeckFigures:
        return self.today.decks[place]

    # ---- the page -------------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The decks, and beside them today."""
        chosen, filling = self.chosen, self._filling.awaited
        self._practise.disabled = "" if self.today.due else text("drills.closed.due")
        is_new, has_something = not chosen.begun and chosen.deck != MISTAKES, chosen.begun or chosen.cards
        why_closed = "" if chosen.due or is_new else text("drills.closed.due")
        begin = text("drills.complete" if chosen.cards else "drills.begin")
        self._open.label = begin if is_new else text("drills.open")
        self._open.disabled = text("drills.filling") if filling else why_closed
        self._forget.disabled = "" if has_something and not filling else text("drills.closed.forget")
        buttons = (Control(button, BUTTON).sized(grow()) for button in (self._open, self._forget))
        decks = Panel(
            Listed(self._rows, ROW_HEIGHT).sized(grow(least=len(DECKS) * ROW_HEIGHT)),
            Words(text(f"drills.about.{chosen.deck}"), "small", "dim", 8),
            Row(*buttons, gap=GAP),
            title=text("drills.decks"),
            busy=self._filling.share if filling else None,
        )
        hints = Hints(self.hints).when(not window.narrow)
        if window.narrow:
            return Column(self._about_today(), decks, gap=12)
        side = self._about_today().sized(share(SIDE, LEAST_SIDE, MOST_SIDE))
        return Column(Row(decks.sized(grow()), side, gap=12).sized(grow()), hints)

    def _about_today(self) -> Box:
        today = self.today
        due = text("drills.due.one" if today.due == 1 else "drills.due.many")
        warnings = in_one(self.app.folder, today.warnings)
        grading = text("drills.grading", hands=count_of("hands", self.app.drills.hands_left))
        trouble = self._filling.problem or self._forgetting.problem or self.app.drills.trouble
        return Panel(
            Figure(number(today.due), due),
            Space(10),
            Control(self._practise, BUTTON, after=20),
            Caps(text("drills.days")),
            Picture(partial(draw_days, counts=today.recent), DAYS),
            Space(8),
            Words(self._streak(), "label", "text", 6),
            Words(grading, "small", "dim", 6).when(self.app.drills.hands_left),
            Note(trouble, wrong=True),
            Words(warnings, "small", "dim").when(warnings),
            Space(),
            title=text("drills.today"),
        )

    def _streak(self) -> str:
        streak = self.today.streak
        if streak < 2:
            return text("drills.streak.one" if streak else "drills.streak.none")
        return text("drills.streak.many", days=number(streak))

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        filling = self._filling.awaited and DECKS[place] == self._begins
        draw_deck(painter, rect, self._figures(place), self._filling.report if filling else None)
        return True

    # ---- what is done ---------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Space takes the next card of all, Enter one of the chosen deck, F forgets that."""
        return {
            "space": Binding(self._practise, cap="keys.space", hint="drills.hints.all"),
            "return": Binding(self._open, cap="keys.enter", hint="drills.hints.deck"),
            "f": Binding(self._forget, cap="F", hint="drills.hints.forget"),
            "r": Binding(self.app.drills.look),
        }

    def _practise_all(self) -> None:
        self.app.go(CardScreen(self.app, None))

    def _open_deck(self) -> None:
        """Practise the chosen deck, or fill it first."""
        chosen = self.chosen
        if not self._open.enabled:
            return
        if chosen.begun:
            self.app.go(CardScreen(self.app, chosen.deck))
        else:
            self._opens_begun = True
            self._fill(chosen.deck)

    def _fill(self, deck: Deck) -> None:
        self._begins = deck
        self._filling.ask(BeginDeck(self.app.drills.now(), deck, self.app.new_seed()))

    def _filled(self) -> None:
        """Take how the drills stand now; a deck that was begun is practised at once."""
        begun, begins = self._filling.fresh, self._begins
        if not self._filling.awaited:
            self._begins = None
        for asked in (self._filling, self._forgetting):
            if asked.fresh is not None:
                self.app.drills.heed(asked.fresh)
                asked.forget()
        self.show()
        deck = next((one for one in begun.decks if one.deck == begins), None) if begun else None
        if deck is not None and deck.due and self._opens_begun:
            self.app.go(CardScreen(self.app, deck.deck))

    def _ask_to_forget(self) -> None:
        deck = self.chosen.deck

        def forget() -> None:
            self._forgetting.ask(ForgetDeck(self.app.drills.now(), deck))

        replies = [
            Reply("keep", text("drills.forget.keep"), nothing),
            Reply("forget", text("drills.forget.go"), forget, "danger"),
        ]
        title = text("drills.forget.title", deck=text(f"drills.names.{deck}"))
        self.app.overlay(Question(self.app, title, text("drills.forget.body"), replies))

    def trace(self) -> dict[str, Any]:
        """Say what is due and which deck is chosen."""
        return {"due": self.today.due, "deck": self.chosen.deck, "streak": self.today.streak}
