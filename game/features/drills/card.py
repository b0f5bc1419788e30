"""The page of a drill card, and the drawing of the list of decks and of the days of practice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from game.core import Action
from game.match.spot_texts import read_id
from game.rules import games
from game.study.drills import (
    MISTAKES,
    AnswerCard,
    Aside,
    AskCard,
    Deck,
    DeckFigures,
    DrillQuestion,
    DrillsToday,
    Filling,
    SetCardAside,
    Verdict,
)
from game.study.judgements import can_be_solved, question_at
from game.study.opponents import Portrait, portrait
from game.study.training import format_activity, format_seconds_left
from game.tables.position_view import CardWords, PositionPicture, deck_note, hand_so_far, worth_of_answers
from game.texts import number, text
from game.window.frame.actions import action
from game.window.frame.page import Page, PagedHead
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.input import ENTER
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, grow, share
from game.window.ui.leaves import Centred, Control, Hints, Note, Panel, Words
from game.window.ui.widgets import Button
from game.window.ui.widgets.button import badge_width, draw_badge
from game.window.views.marks import AnswerButtons, tell_answer

ROW_HEIGHT, PICTURES_SIDE = 60.0, 14.0
BAR_WIDTH, BAR_HEIGHT = 0.3, 8.0
DAY_GAP, FOOT, HEAD, EMPTY = 4.0, 22.0, 18.0, 2.0
FEWEST = 5
"""The number of answers whose column fills the height, unless some day has more answers."""


def draw_deck(painter: Painter, rect: Rect, deck: DeckFigures, filling: Filling | None) -> None:
    """Draw a row of the list of decks. A deck that is being filled shows its progress and the time left."""
    x, y, width, height = rect
    left, right, above, below = (
        x + PICTURES_SIDE,
        x + width - PICTURES_SIDE,
        y + height * 0.34,
        y + height * 0.7,
    )
    if deck.due:
        draw_badge(painter, right, y + height / 2, number(deck.due))
    wide = BAR_WIDTH * width
    bar = right - badge_width(painter, "000") - PICTURES_SIDE - wide
    bar_rect = (bar, above - BAR_HEIGHT / 2, wide, BAR_HEIGHT)
    if deck.cards and filling is None:
        painter.bar(bar_rect, deck.known / deck.cards, "solid", "brass")
        known = text("drills.known", known=number(deck.known), cards=number(deck.cards))
        painter.text(known, bar, below, "small", "dim", fit=wide)
    elif filling is not None:
        painter.bar(bar_rect, filling.share, "diagonal")
        painter.text(time_left(filling), bar, below, "small", "dim", fit=wide)
    painter.text(text(f"drills.names.{deck.deck}"), left, above, "label_b", fit=bar - left - 8)
    painter.text(_note(deck, filling), left, below, "small", "dim", fit=bar - left - 8)


def in_words(deck: DeckFigures) -> str:
    due = text("drills.row_due", due=number(deck.due)) if deck.due else ""
    return " ".join(filter(None, (text(f"drills.names.{deck.deck}"), due)))


def time_left(filling: Filling) -> str:
    report = filling.report
    return format_activity(report) or format_seconds_left(None if report is None else report.seconds_left)


def _note(deck: DeckFigures, filling: Filling | None) -> str:
    if filling is not None and filling.report is not None and filling.report.total:
        done, total = number(filling.report.iteration), number(filling.report.total)
        return text("drills.filled", done=done, total=total)
    if deck.begun and not deck.cards:
        return text("drills.empty")
    if not deck.begun and deck.deck != MISTAKES:
        return text("drills.unfinished" if deck.cards else "drills.not_begun", game=deck_note(deck.deck))
    return deck_note(deck.deck)


def draw_days(painter: Painter, rect: Rect, counts: Sequence[int]) -> None:
    """Draw a column for the number of answers on each day. The last column is today's and has a label."""
    x, y, width, height = rect
    each = (width - DAY_GAP * (len(counts) - 1)) / len(counts)
    most = max(FEWEST, *counts)
    room = height - FOOT - HEAD
    for index, count in enumerate(counts):
        today = index == len(counts) - 1
        high = max(EMPTY, room * count / most)
        left = x + index * (each + DAY_GAP)
        colour = "line" if not count else "brass" if today else "brass_fill"
        painter.rect((left, y + HEAD + room - high, each, high), colour, 2)
        if count and today:
            top = y + HEAD + room - high - 10
            painter.text(number(count), left + each, top, "small", "brass", al="r")
    row = y + height - FOOT / 2 + 2
    first, last = text("drills.days_ago", days=number(len(counts) - 1)), text("drills.day_today")
    painter.text(last, x + width, row, "small", "dim", al="r")
    painter.text(first, x, row, "small", "dim", fit=width - painter.width(last, "small") - 12)


SIDE, MIN_SIDE, MAX_SIDE = 0.32, 300.0, 400.0
BUTTON, SMALL_BUTTON, GAP = 46.0, 38.0, 8.0
MIN_PICTURE, NARROW_PICTURE = 300.0, 200.0
MIN_SECONDS = 0.3
"""The minimum seconds of an answer. An earlier answer is a double press of Enter and is ignored."""


class CardScreen(Page):
    """The page of a drill card. The argument `deck` is None for the cards of all decks."""

    name: ClassVar[str] = "drill"
    keys: ClassVar[str] = "drills"

    def __init__(self, app: Services, deck: Deck | None) -> None:
        super().__init__(app)
        self._deck = deck
        title = text("drills.title") if deck is None else text(f"drills.names.{deck}")
        self._head = PagedHead(app, title, self.escape)
        self._card = Asked[DrillQuestion | None](app, self._show_card)
        self._verdict = Asked[Verdict](app, self._show_verdict)
        self._left = Asked[DrillsToday](app, self._set_aside)
        self._since = 0.0
        self._interrupted = False
        self._version = -1
        self._answers = AnswerButtons()
        self._ask()

    # ---- state ----------------------------------------------------------------------------------------------
    @property
    def question(self) -> DrillQuestion | None:
        """The drill card on the page. None before the first card has arrived, and when no more cards are due."""
        return self._card.value

    @property
    def verdict(self) -> Verdict | None:
        return self._verdict.fresh

    @property
    def phase(self) -> str:
        """The state of the page: "waiting", "question", "answered", "done" or "trouble"."""
        if self._problem:
            return "trouble"
        if self._card.state != "answered":
            return "waiting"
        if self.question is None:
            return "done"
        return "question" if self.verdict is None else "answered"

    @property
    def _is_open(self) -> bool:
        return self.phase == "question" and self._verdict.state == self._left.state == "idle"

    @property
    def _problem(self) -> str:
        return self._card.problem or self._verdict.problem or self._left.problem

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self._card, self._verdict, self._left

    def enter(self) -> None:
        """When the user returns to the page, request a card if the earlier request was dropped or had failed.

        If the user left before the verdict on an answer arrived, the worker may have rated the answer
        already. The worker then sends another card.
        """
        if self._interrupted:
            self._ask()
        self.app.models.drills.collect()

    def leave(self) -> None:
        """Drop the pending requests, and remember for the user's return whether there were any."""
        self._interrupted = any(asked.awaited or asked.problem for asked in self.questions)
        self.app.models.drills.pause()
        super().leave()

    def update(self, dt: float) -> bool:
        """Request a card if the deck was finished but has since received a new card."""
        today, version = self.app.models.drills.today, self.app.models.drills.version
        if self._version != version and self.phase == "done":
            decks = today.decks if today is not None else ()
            if any(one.due for one in decks if self._deck in (None, one.deck)):
                self._ask()
            self.show()
        self._version = version
        return super().update(dt)

    def _ask(self) -> None:
        self._verdict.forget()
        self._left.forget()
        self._card.ask(AskCard(self.app.models.drills.now(), self._deck))

    def _show_card(self) -> None:
        """Lay out a new card and start its timer."""
        asked = self._card.fresh
        if asked is not None:
            words, self._since = self._words(asked), self.app.models.drills.now()
            self._answers.offer(
                (words.keycap(one), words.label(one), partial(self._answer, one)) for one in asked.actions
            )
            self.controls.focus(self._answers.buttons[0].name)
            self.app.tell(self.spoken_state)
            self.scroll.offset = 0.0
        elif self._card.state == "answered":
            self.controls.focus("done")
            self.app.models.drills.look()
        self.show()

    def _show_verdict(self) -> None:
        """Show the verdict on the answer, scrolled to its top, and announce the verdict."""
        if self.verdict is not None:
            self.app.tell(self.spoken_state)
        self._show_from_top()

    def _show_from_top(self) -> None:
        self.scroll.offset = 0.0
        self.show()

    def _words(self, asked: DrillQuestion) -> CardWords:
        return CardWords(asked, self._opponent(asked).name, self.app.settings.in_blinds)

    def _opponent(self, asked: DrillQuestion) -> Portrait:
        if seat := asked.against or (asked.hand.opponent if asked.hand is not None else ""):
            return portrait(self.app.agents, seat)
        return Portrait(text("drills.opponent"), "", "compass")

    # ---- layout ---------------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Compose the position, and beside it the answers or the result."""
        asked = self.question
        if asked is None or self.phase in ("waiting", "trouble"):
            return self._message()
        words, verdict = self._words(asked), self.verdict
        values = words.squares(verdict.grade) if verdict and asked.game == games.TIC_TAC_TOE else None
        least = NARROW_PICTURE if window.narrow else MIN_PICTURE
        picture = PositionPicture(asked, words, self._opponent(asked), values, least=least)
        side = self._side(words, verdict)
        hints = Hints(self.hints).when(not window.narrow)
        if window.narrow:
            return Column(*((picture, side) if verdict is None else (side, picture)), gap=12)
        row = Row(picture.sized(grow()), side.sized(share(SIDE, MIN_SIDE, MAX_SIDE)), gap=16)
        return Column(row.sized(grow()), hints)

    def _side(self, words: CardWords, verdict: Verdict | None) -> Panel:
        asked = words.question
        left = text("drills.left", left=number(asked.left_after(verdict)))
        title = text(f"drills.names.{asked.deck}")
        if verdict is None:
            asides = (self.skip, self.bury, self.remove)
            parts = [
                hand_so_far(words),
                Words(words.prompt(), "strong", "text", 14),
                self._answers.box(BUTTON),
                Space(),
                Row(*(Control(one.button, SMALL_BUTTON).sized(grow()) for one in asides), gap=GAP),
            ]
            return Panel(*parts, title=title, corner=left)
        grade = verdict.grade
        said = Column(
            Words(words.played(), "label", "dim", 4).when(words.played()),
            Words(text("drills.answered", action=words.label(grade.action)), "label", "dim", 6),
        )
        values = () if asked.game == games.TIC_TAC_TOE else worth_of_answers(words, grade)
        parts = [
            *tell_answer(said, grade, words.cost(grade), words.why(grade), values),
            Words(words.describe_rating(verdict), "small", "dim", 12),
            Space(),
            *([Control(self.spot.button, SMALL_BUTTON), Space(GAP)] if self.spot.is_offered else ()),
            Control(self.next_card.button, BUTTON),
        ]
        return Panel(*parts, title=title, corner=left)

    def _message(self) -> Box:
        if self.phase == "trouble":
            return Panel(Note(self._problem, wrong=True))
        if self.phase == "waiting":
            return Panel(Centred(text("drills.waiting"), step=24).sized(grow(least=120)))
        filling = {
            deck: work for deck, work in self.app.models.drills.filling.items() if self._deck in (None, deck)
        }
        words = [
            text("drills.done.more", deck=text(f"drills.names.{deck}"), left=time_left(work))
            for deck, work in filling.items()
        ] or [text("drills.done.words")]
        title = text(f"drills.done.{'making' if filling else 'title'}")
        said = (Words(one, "strong", "text", 14) for one in words)
        return Panel(*said, Control(self.done.button, BUTTON, width=240), title=title)

    # ---- actions ---------------------------------------------------------------------------------------
    @action(*"123456789", cap="1 – 9")
    def answer(self, index: int) -> Button | bool:
        return self._is_open and self._answers.find(index, self.app.say)

    @action("f9", hinted=False, cap="F9")
    def say_card(self) -> None:
        self.app.tell_at_once(self.spoken_state)

    @property
    def spoken_state(self) -> str:
        """The question of the card, or the verdict on the answer."""
        if (asked := self.question) is None or self.phase not in ("question", "answered"):
            return ""
        words = self._words(asked)
        return words.read_question() if self.verdict is None else words.read_verdict(self.verdict)

    @answer.cap
    def _answer_keys(self) -> str:
        return self._answers.keys

    @action("up", "down", cap="↑ ↓", repeats=True, hinted=False)
    def walk(self, index: int) -> bool:
        return self._answers.walk(self.controls, index)

    @action("s", capped=False)
    def skip(self) -> None:
        self._leave_card("skip")

    @action("b", capped=False)
    def bury(self) -> None:
        self._leave_card("bury")

    @action("x", capped=False)
    def remove(self) -> None:
        self._leave_card("remove")

    @answer.when
    @walk.when
    @skip.when
    @bury.when
    @remove.when
    def _is_asked(self) -> bool:
        return self.phase == "question"

    @action(*ENTER, "space", control="next", kind="primary")
    def next_card(self) -> None:
        self._ask()

    @next_card.when
    def _is_answered(self) -> bool:
        return self.phase == "answered"

    @action("v", style="label_b")
    def spot(self) -> None:
        """Open the spot of the card in the solver.

        For a card from a played hand, open the solver at the decision that the card asks.
        """
        asked, verdict = self.question, self.verdict
        assert asked is not None
        assert verdict is not None
        if asked.spot:
            self.app.open("solver", read_id(asked.spot))
        else:
            self.app.open("solver_at", question_at(asked.game, asked.info, verdict.grade.action))

    @spot.when
    def _has_spot(self) -> bool:
        asked = self.question
        if self.phase != "answered" or asked is None:
            return False
        return bool(asked.spot) or (asked.deck == MISTAKES and can_be_solved(asked.info))

    @action(*ENTER, kind="primary", capped=False, hinted=False, row=next_card)
    def done(self) -> None:
        self.escape()

    @done.when
    def _is_done(self) -> bool:
        return self.phase == "done"

    def _answer(self, action: Action) -> None:
        asked, now = self.question, self.app.models.drills.now()
        seconds = now - self._since
        if asked is not None and self._is_open and seconds >= MIN_SECONDS:
            self.controls.focus("next")
            self._verdict.ask(AnswerCard(now, asked.deck, asked.card, action, seconds))

    def _leave_card(self, how: Aside) -> None:
        asked = self.question
        if asked is not None and self._is_open:
            self._left.ask(SetCardAside(self.app.models.drills.now(), asked.deck, asked.card, how))

    def _set_aside(self) -> None:
        """Request the next card after the worker has set this card aside."""
        if self._left.fresh is not None:
            self.app.models.drills.heed(self._left.fresh)
            self._ask()
        self.show()
