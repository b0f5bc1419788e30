"""The page of drills: all decks with the number of due cards, and the days of practice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from game.features.drills.card import ROW_HEIGHT, CardScreen, draw_days, draw_deck, in_words
from game.study.drills import DECKS, MISTAKES, Deck, DeckFigures, DrillsToday, ForgetDeck
from game.study.training import format_seconds_left
from game.study.words import in_one
from game.texts import number, plural, text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.actions import action
from game.window.frame.page import Page, PagedHead
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, grow, share
from game.window.ui.leaves import Caps, Control, Figure, Hints, Listed, Note, Panel, Picture, Words
from game.window.ui.widgets import Rows

NOTHING = DrillsToday(tuple(DeckFigures(deck, begun=False) for deck in DECKS))
SIDE, MIN_SIDE, MAX_SIDE = 0.34, 300.0, 400.0
BUTTON, GAP = 46.0, 10.0
DAYS = 110.0


@page("drills", key="d", icon="drill", position=80, badge=lambda models: models.drills.badge)
class DrillsScreen(Page):
    """The page that lists the decks and opens the next card."""

    name: ClassVar[str] = "drills"
    keys: ClassVar[str] = "drills"

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._head = PagedHead(app, text("drills.title"), self.escape)
        self._delete_query = Asked[DrillsToday](app, self._take_deletion)
        self._opens: Deck | None = None  # the deck that opens as soon as it has a card
        self._version = -1
        self._rows = Rows(
            "decks",
            text("drills.decks"),
            self._draw_row,
            lambda index: in_words(self._figures(index)),
            changed=self._show_deck,
            opened=self.open_deck,
        )
        self._rows.count = len(DECKS)
        self.controls.focus("decks")

    # ---- state ----------------------------------------------------------------------------------------------
    @property
    def today(self) -> DrillsToday:
        return self.app.models.drills.today or NOTHING

    @property
    def chosen(self) -> DeckFigures:
        return self._figures(self._rows.chosen)

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return (self._delete_query,)

    def enter(self) -> None:
        self.app.models.drills.look()
        self.app.models.drills.collect()

    def leave(self) -> None:
        """Pause the grading of played hands.

        The filling of a deck continues, but the deck does not open by itself when it gets its first card.
        """
        super().leave()
        self._opens = None
        self.app.models.drills.pause()

    def update(self, dt: float) -> bool:
        """Show new results. If the user has started a deck and its first card exists, open the deck."""
        drills = self.app.models.drills
        if self._version != drills.version:
            self._version = drills.version
            self.show()
            if self._opens is not None and self.chosen.due:
                self.app.go(CardScreen(self.app, self._opens))
            elif self._opens not in drills.filling:
                self._opens = None
        return super().update(dt)

    def _figures(self, index: int) -> DeckFigures:
        return self.today.decks[index]

    # ---- layout ---------------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Compose the list of decks, and beside it the practice of the last days."""
        chosen = self.chosen
        shown = (self.open_deck.button, (self.stop if self._is_filled() else self.forget).button)
        buttons = (Control(button, BUTTON).sized(grow()) for button in shown)
        decks = Panel(
            Listed(self._rows, ROW_HEIGHT).sized(grow(least=len(DECKS) * ROW_HEIGHT)),
            Words(text(f"drills.about.{chosen.deck}"), "small", "dim", 8),
            Row(*buttons, gap=GAP),
            title=text("drills.decks"),
        )
        hints = Hints(self.hints).when(not window.narrow)
        if window.narrow:
            return Column(self._about_today(), decks, gap=12)
        side = self._about_today().sized(share(SIDE, MIN_SIDE, MAX_SIDE))
        return Column(Row(decks.sized(grow()), side, gap=12).sized(grow()), hints)

    def _about_today(self) -> Box:
        today, drills = self.today, self.app.models.drills
        streak = plural("drills.streak", today.streak) if today.streak else text("drills.streak.none")
        due = plural("drills.due", today.due)
        warnings = in_one(self.app.folder, today.warnings)
        trouble = drills.filling_trouble or self._delete_query.problem or drills.trouble
        return Panel(
            Figure(number(today.due), due),
            Space(10),
            Control(self.practise.button, BUTTON, after=20),
            Caps(text("drills.days")),
            Picture(partial(draw_days, counts=today.recent), DAYS),
            Space(8),
            Words(streak, "label", "text", 6),
            Words(self._format_grading(), "small", "dim", 6).when(self._is_grading()),
            Control(self.grade.button, BUTTON, after=8).when(self._is_grading()),
            Note(trouble, wrong=True),
            Words(warnings, "small", "dim").when(warnings),
            Space(),
            title=text("drills.today"),
        )

    @property
    def _is_new(self) -> bool:
        """Whether the selected deck has no cards and is not being filled."""
        chosen = self.chosen
        return (
            not chosen.begun and chosen.deck != MISTAKES and chosen.deck not in self.app.models.drills.filling
        )

    def _format_grading(self) -> str:
        """Return the number of played hands still to be graded, and the time left, as a text."""
        drills = self.app.models.drills
        if drills.is_grading_stopped or drills.grading is None:
            return text("drills.grading.stopped")
        hands, left = (
            plural("common.hands", drills.hands_left),
            format_seconds_left(drills.grading.seconds_left),
        )
        return text("drills.grading.working", hands=hands, left=left)

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        draw_deck(painter, rect, self._figures(index), self.app.models.drills.filling.get(DECKS[index]))
        return True

    # ---- actions --------------------------------------------------------------------------------------------
    @action("space", kind="primary")
    def practise(self) -> None:
        self.app.go(CardScreen(self.app, None))

    @practise.reason
    def _why_not_practise(self) -> str:
        return "" if self.today.due else text("drills.closed.due")

    @action("return")
    def open_deck(self) -> None:
        """Practise the selected deck. A new deck is filled first, and opens when it has a card."""
        deck = self.chosen.deck
        if self._is_new:
            self.app.models.drills.fill(deck)
            self._opens = deck
        else:
            self.app.go(CardScreen(self.app, deck))

    @open_deck.label
    def _open_label(self) -> str:
        begin = text("drills.complete" if self.chosen.cards else "drills.begin")
        return begin if self._is_new else text("drills.open")

    @open_deck.reason
    def _why_not_open(self) -> str:
        if self.chosen.due or self._is_new:
            return ""
        return text(f"drills.closed.{'filling' if self._is_filled() else 'due'}")

    @action("f")
    def forget(self) -> None:
        """Ask the user whether to delete the selected deck."""
        deck = self.chosen.deck

        def forget() -> None:
            self._delete_query.ask(ForgetDeck(self.app.models.drills.now(), deck))

        replies = [
            Reply("keep", text("drills.forget.keep"), nothing),
            Reply("forget", text("drills.forget.go"), forget, "danger"),
        ]
        title = text("drills.forget.title", deck=text(f"drills.names.{deck}"))
        self.app.overlay(Question(self.app, title, text("drills.forget.body"), replies))

    @forget.when
    def _is_not_filled(self) -> bool:
        return not self._is_filled()

    @forget.reason
    def _why_not_forget(self) -> str:
        return "" if self.chosen.begun or self.chosen.cards else text("drills.closed.forget")

    @action("c")
    def stop(self) -> None:
        self._opens = None
        self.app.models.drills.stop_filling(self.chosen.deck)

    @stop.when
    def _is_filled(self) -> bool:
        return self.chosen.deck in self.app.models.drills.filling

    @action("g", hinted=False)
    def grade(self) -> None:
        self.app.models.drills.stop_or_resume_grading()

    @grade.when
    def _is_grading(self) -> bool:
        return self.app.models.drills.hands_left > 0 or self.app.models.drills.is_grading_stopped

    @grade.label
    def _grade_label(self) -> str:
        return text(f"drills.grading.{'resume' if self.app.models.drills.is_grading_stopped else 'stop'}")

    @action("r", hinted=False)
    def look(self) -> None:
        self.app.models.drills.look()

    def _show_deck(self) -> None:
        """Show another deck. A deck that the user started before no longer opens by itself."""
        if self._opens != self.chosen.deck:
            self._opens = None
        self.show()

    def _take_deletion(self) -> None:
        if self._delete_query.fresh is not None:
            self.app.models.drills.heed(self._delete_query.fresh)
            self._delete_query.forget()
        self.show()
