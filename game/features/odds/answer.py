"""The answer to a question about equities, the head with the tabs, and two dialogs.

One dialog copies the answer as text, or a range in the notation of another program. The other dialog compares
three ranges on the board of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, cast

from game.core import Progress
from game.features.odds import AskThreeWay, WriteRange
from game.features.odds.model import PAUSE, OddsModel
from game.request import Refusal
from game.rules.cards import names
from game.study.odds import RANGE_FORMS, RangeEquity, RangeForm, ThreeWayEquity
from game.texts import number, percent, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.page import PagedHead
from game.window.frame.requests import AskedAfterPause, Requests
from game.window.frame.screen import Services
from game.window.ui import input
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Column, Row, Space, Stack, fixed, grow
from game.window.ui.leaves import Aside, Bar, Caps, Control, Iconic, Line, Note, Paragraph, Picture, Words
from game.window.ui.theme import RGB, mix
from game.window.ui.widgets import Act, Button, IconButton, Rect, Segmented, options
from game.window.views.range_painting import RangeEntry

ODDS_PAGE, HAND_TABLE_PAGE, EXPERT_PAGE = "odds", "hand_table", "expert"


def odds_head(app: Services, page: str, back: Act, turn: Callable[[str], None]) -> PagedHead:
    """Return the head of one of the odds pages. `turn` opens another of these pages."""
    pages = options("odds.pages.{}", (ODDS_PAGE, HAND_TABLE_PAGE, EXPERT_PAGE))
    title = text("odds.title")
    head = PagedHead(app, title, back, Segmented("page", title, pages, page, turn))
    head.subtitle = text(f"odds.subtitles.{page}")
    return head


FIGURE = 32.0
BAR, SLIM, TRACK = 24.0, 8.0, 3.0
LINE = 30.0
HEAD = 36.0
PALE = 0.5
BESIDE = 14.0
LONG = 3.0  # seconds: a shorter remaining time is not shown
STOP = 40.0  # dp that stay free for the stop button


def answer(painter: Painter, model: OddsModel, stop: IconButton) -> Box:
    """Return the equity with a bar of wins, ties and losses, and the number of deals below.

    If there is a problem, it is shown together with the previous equity. The button `stop` ends the exact
    count.
    """
    found = model.equity
    if model.problem:
        content: Box = Picture(partial(_draw_problem, model.problem, found))
    elif found is None:
        waits = f"odds.missing.{model.waits_for}" if model.waits_for else "odds.waiting"
        content = Column(Space(2), Paragraph(text(waits)))
    else:
        content = _figures(painter, model, found)
    button = Row(Space(), Iconic(stop, HEAD).sized(fixed(2 * BESIDE)))
    return Stack(content, Column(button).when(model.counting))


def _figures(painter: Painter, model: OddsModel, found: RangeEquity) -> Box:
    brass, dim, ink = (faded(painter, colour, pale=model.stale) for colour in ("brass", "dim", "text"))
    figure = Line(percent(found.equity[0], 2), "strong", brass, height=HEAD, size=FIGURE)
    sure = Aside(format_accuracy(found), "label", dim, height=HEAD - 8, limit=1)
    head = Row(
        figure,
        Space(BESIDE),
        Column(Space(8), sure).sized(grow()),
        Space(STOP).when(model.counting),
    )
    bar = Picture(partial(_draw_bar, found, model.stale), BAR)
    if model.waits_for:
        missing = text(f"odds.missing.{model.waits_for}")
        return Column(head, Space(10), bar, Line(missing, "small", height=LINE))
    count = model.count
    said = format_progress(count) if count is not None else format_deals(found)
    said = text("odds.stopped") if model.stopped and not found.exact else said
    below = Row(
        Line(_share("odds.tie", found.tie), "small", ink, height=LINE),
        Line(said, "small", dim, height=LINE, right=True).sized(grow()),
        gap=16,
    )
    done = count.share if count is not None and count.total else None
    track = Picture(partial(_draw_track, done or 0.0), TRACK)
    return Column(head, Space(10), bar, Stack(Column(below), Column(Space(28), track).when(done is not None)))


def _draw_problem(problem: str, found: RangeEquity | None, painter: Painter, rect: Rect) -> None:
    """Draw the problem, and above it the previous answer in one pale line."""
    x, y, width, _ = rect
    top = y + 10
    if found is not None:
        wide = BESIDE + painter.text(
            percent(found.equity[0], 2), x, top, "amount", faded(painter, "brass", pale=True)
        )
        _draw_shares(painter, (x + wide, top - SLIM / 2, width - wide, SLIM), found, pale=True)
        top += 27
    painter.para(problem, x, top, width, "small", col="bad", lead=1.25)


def _draw_bar(found: RangeEquity, pale: bool, painter: Painter, rect: Rect) -> None:
    """Draw wins, ties and losses as one bar. The percentages of wins and losses are written if they fit."""
    x, y, width, high = rect
    _draw_shares(painter, rect, found, pale=pale)
    ink = "panel" if painter.theme.name == "light" else "on_brass"
    middle = y + high / 2
    win, lose = _share("odds.win", found.win[0]), _share("odds.lose", found.win[1])
    if painter.width(win, "small_b") + 16 <= width * found.win[0]:
        painter.text(win, x + 8, middle, "small_b", ink)
    if painter.width(lose, "small_b") + 16 <= width * found.win[1]:
        painter.text(lose, x + width - 8, middle, "small_b", ink, al="r")


def _draw_shares(painter: Painter, rect: Rect, found: RangeEquity, *, pale: bool) -> None:
    """Draw the bar: wins at the left, ties in the middle, losses at the right."""
    x, y, width, high = rect
    won, lost = width * found.win[0], width * found.win[1]
    for wide, colour in ((won, "brass"), (width - won - lost, "edge"), (lost, "info")):
        if wide > 0.5:
            painter.rect((x, y, wide, high), faded(painter, colour, pale=pale), 0)
        x += wide


def _share(key: str, share: float) -> str:
    return text(key, share=number(share * 100, 1))


def _draw_track(done: float, painter: Painter, rect: Rect) -> None:
    x, y, width, high = rect
    painter.rect(rect, "sunk", high / 2)
    painter.rect((x, y, max(high, width * done), high), "brass", high / 2)


def faded(painter: Painter, colour: str, *, pale: bool) -> RGB:
    full = painter.col(colour)
    return mix(full, painter.col("panel"), PALE) if pale else full


def format_accuracy(found: RangeEquity) -> str:
    """Describe the accuracy of an equity: exact, or sampled with the half-width of its 95% interval."""
    if found.exact:
        return text("odds.exact")
    return text("odds.sampled", ci95=number(found.ci95 * 100, 2))


def format_deals(found: RangeEquity) -> str:
    return text("odds.deals_exact" if found.exact else "odds.deals_sampled", deals=large(found.deals))


def large(count: int) -> str:
    """Format a number of deals. Numbers of at least 10 billion are given in billions.

    >>> large(29_700), large(1_712_304), large(264_294_122_400)
    ('29,700', '1,712,304', '264.3 billion')
    """
    if count >= 10**10:
        return text("odds.billion", count=number(count / 10**9, 1))
    return number(count)


def format_progress(count: Progress) -> str:
    """Format the progress of the exact count. Add the time left in seconds, unless this time is short."""
    share = percent(count.share)
    left = count.seconds_left or 0.0
    if left < LONG:
        return text("odds.counting", share=share)
    return text("odds.counting_left", share=share, seconds=number(left))


def as_text(model: OddsModel) -> str:
    """Return the board and the results of both sides as text for the clipboard."""
    found = model.equity
    if found is None:
        return ""
    board = names(model.board)
    lines = [
        text(
            "odds.copied.side",
            side=model.texts[side],
            share=percent(found.equity[side], 2),
            wins=percent(found.win[side], 2),
            tie=percent(found.tie, 2),
        )
        for side in (0, 1)
    ]
    head = [text("odds.copied.board", board=board)] if board else []
    return "\n".join([*head, *lines, f"{format_accuracy(found)}, {format_deals(found)}"])


CHOICE = 40.0
ANSWER, SIDES = "answer", ("first", "second")


class CopyOdds(Dialog):
    """The dialog that copies the answer, or a range in the notation of another program.

    The worker converts the range to this notation.
    """

    name: ClassVar[str] = "copy_odds"

    def __init__(self, app: Services, model: OddsModel) -> None:
        super().__init__(app, text("odds.copying.title"))
        self._model, self._requests = model, Requests(app)
        self.problem = ""
        parts = options("odds.copying.parts.{}", (ANSWER, *SIDES))
        self._part = Segmented("part", text("odds.copying.part"), parts, ANSWER, self._choose)
        forms = options("odds.copying.forms.{}", RANGE_FORMS)
        self._form = Segmented("form", text("odds.copying.form"), forms, RANGE_FORMS[0], self._choose)
        self._copy = Button("copy-now", text("odds.copying.copy"), self.submit, kind="primary")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("copy-now")

    @Dialog.submit.override
    def submit(self) -> None:
        """Copy the answer, or request the text of a range from the worker."""
        if self._part.chosen == ANSWER:
            self._put(as_text(self._model), text("odds.copied.done"))
            return
        typed = self._model.texts[SIDES.index(self._part.chosen)]
        self._requests.ask(WriteRange(typed, cast(RangeForm, self._form.chosen)), self._take)

    def _take(self, written: str | Refusal) -> None:
        if isinstance(written, Refusal):
            self.problem = written.sentence
            self.relayout()
        else:
            form = text(f"odds.copying.forms.{self._form.chosen}")
            self._put(written, text("odds.copying.done", form=form))

    def _put(self, words: str, done: str) -> None:
        if words and input.put(words):
            self.app.back()
            self.app.say(done)
        else:
            self.problem = text("odds.copied.failed")
            self.relayout()

    def _choose(self, _: str) -> None:
        self.problem = ""
        self.relayout()

    def parts(self) -> Sequence[Box]:
        """Return the choices, and below them a note on the notation, or the problem of the last attempt."""
        is_range = self._part.chosen != ANSWER
        note = self._form.chosen if is_range else ANSWER
        said = self.problem or text(f"odds.copying.notes.{note}")
        return [
            Control(self._part, CHOICE, after=10),
            *([Control(self._form, CHOICE, after=10)] if is_range else []),
            Words(said, "label", "bad" if self.problem else "dim", 6),
        ]

    def buttons(self) -> list[Button]:
        return [self._copy, self._close]


THREE_SIDES = (("first", "brass"), ("second", "info"), ("third", "good"))
CAPS, FIELD, SHARE_BAR, GAP, SHARE_FIGURE = 22.0, 38.0, 12.0, 8.0, 170.0


class ThreeWayDialog(Dialog):
    """The dialog that compares three ranges.

    Each range has a line with its equity and the interval of the estimate.

    A changed question is sent after a pause (debounce).
    """

    name: ClassVar[str] = "three_way"
    widest = 760.0
    arrows_walk: ClassVar[bool] = False

    def __init__(self, app: Services, model: OddsModel) -> None:
        super().__init__(app, text("odds.three.title"))
        self._board = tuple(model.board)
        self._filters = model.filters[0], model.filters[1], ""
        self._odds = AskedAfterPause[ThreeWayEquity](app, self.relayout, self._question)
        self._entries = [
            RangeEntry(f"range-{side}", text(f"odds.three.{name}"), self._type)
            for side, (name, _) in enumerate(THREE_SIDES)
        ]
        for entry, words in zip(self._entries, (*model.texts, ""), strict=True):
            entry.show(words)
        self._close = Button("close", text("common.close"), self.escape, kind="primary")
        self.controls.focus("range-2")

    def _question(self) -> AskThreeWay:
        first, second, third = (entry.value.strip().rstrip(",") for entry in self._entries)
        return AskThreeWay((first, second, third), self._board, self._filters)

    @property
    def _is_complete(self) -> bool:
        return all(entry.value.strip() for entry in self._entries) and len(self._board) not in (1, 2)

    def _type(self, words: str) -> None:
        self._odds.drop()
        if self._is_complete:
            self._odds.ask_in(PAUSE)
        self.relayout()

    def update(self, dt: float) -> bool:
        return self._odds.update(dt)

    def enter(self) -> None:
        if self._is_complete:
            self._odds.ask_in(0.0)

    def leave(self) -> None:
        self._odds.drop()

    @property
    def found(self) -> ThreeWayEquity | None:
        """The equities or their latest estimate. None before the first estimate."""
        report = self._odds.report
        if self._odds.fresh is not None:
            return self._odds.fresh
        return ThreeWayEquity.of_samples(report) if report is not None and report.metrics else None

    # ---- the layout -----------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the ranges with their equities, and the number of deals."""
        board = names(self._board)
        where = text("odds.three.board", board=board) if board else text("odds.three.preflop")
        rows = [self._row(side, self.found) for side in range(len(THREE_SIDES))]
        return [
            Words(where, "label", "dim", GAP),
            *rows,
            Note(self._odds.problem or self._said(), wrong=bool(self._odds.problem)),
        ]

    def _row(self, side: int, found: ThreeWayEquity | None) -> Box:
        name, colour = THREE_SIDES[side]
        share = found.equity[side] if found is not None else 0.0
        figure = ""
        if found is not None:
            ci95 = number(found.ci95[side] * 100, 2)
            key = "exact" if found.is_exact else "estimate"
            figure = text(f"odds.three.{key}", share=percent(share, 2), ci95=ci95)
        only = text("odds.filter.only", hands=self._filters[side]) if self._filters[side] else ""
        title = " · ".join(filter(None, (text(f"odds.three.{name}"), only)))
        head = Caps(title, colour).sized(fixed(CAPS))
        line = Line(figure, "label_b", "text", height=FIELD, right=True).sized(fixed(SHARE_FIGURE))
        field = Row(Control(self._entries[side], FIELD).sized(grow()), line, gap=GAP)
        return Column(head, field, Space(GAP / 2), Bar(share, height=SHARE_BAR, colour=colour), Space(GAP))

    def _said(self) -> str:
        """Return the missing part of the question, or the number of deals."""
        if not self._is_complete:
            return text("odds.three.missing")
        found = self.found
        if found is None:
            return text("odds.waiting")
        return text("odds.deals_exact" if found.is_exact else "odds.deals_sampled", deals=number(found.deals))

    def buttons(self) -> list[Button]:
        return [self._close]
