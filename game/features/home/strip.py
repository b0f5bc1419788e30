"""The strip of the menu, which shows an unfinished game, a problem, the progress of the preparation, or a welcome.

The strip has an icon, two lines of text, and at its right end a button, a progress bar, or both.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from game.files import user_files
from game.files.user_files import UncleanEnd
from game.match.session import Session
from game.needs import Need
from game.rules import cards, games
from game.rules.holdem import HoldemState
from game.study.amounts import HOUR, MINUTE
from game.study.background import Preparation
from game.study.opponents import format_style, other_than_you, portrait, where_it_stands
from game.study.saves import Unfinished
from game.study.words import format_unusable_count, where_listed
from game.texts import current, number, plural, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, Stack, fixed, grow, natural
from game.window.ui.leaves import Filled, Fitted, Panel, Picture, upright
from game.window.ui.leaves.bands import ButtonRow
from game.window.ui.widgets import Act, Button, Rect
from game.window.ui.widgets.controls import ARROWS

DAY = 24 * HOUR
WIDE_BAR, NARROW_BAR, BAR = 300.0, 120.0, 10.0
BUTTON, MIN_BUTTON, NARROW_BUTTON, BESIDE_BUTTON = 44.0, 160.0, 124.0, 18.0


@dataclass(frozen=True)
class HomeStrip:
    """The content of the strip.

    The strip has an icon and two lines of text. At the right end, it can have buttons, and to their left a progress
    bar or the board cards of an unfinished Hold'em hand.
    """

    device: str
    title: str
    lines: tuple[str, ...]
    button: Button | None = None
    board: tuple[str, ...] = ()
    left_at: float | None = None
    takes_focus: bool = True
    preparation: Preparation | None = None
    more: Button | None = None
    """The button left of the main button. It opens the list of tables or the tour."""

    @property
    def buttons(self) -> list[Button]:
        return [button for button in (self.more, self.button) if button is not None]

    @property
    def age(self) -> tuple[str, ...]:
        """The time since the user left the game, in words. Empty if the strip is not about a game."""
        if self.left_at is None:
            return ()
        return (text("menu.left", age=age(time.time() - self.left_at)),)

    def draw(self, painter: Painter, rect: Rect, *, small: bool, narrow: bool) -> None:
        """Draw the icon, the texts, and the progress bar or the board cards."""
        x, y, width, height = rect
        left, right, middle = x + 88, x + width - 32, y + height / 2
        painter.medallion(x + 48, middle, 24, self.device, lit=True)
        if self.buttons:
            right = self.buttons[0].rect[0] - 20
            if not small:
                painter.line(right, y + 18, right, y + height - 18)
        if self.preparation is not None and not (narrow and self.more is not None):
            right -= 20 if self.button is not None else 0
            slim = narrow or (small and bool(self.age))
            right -= _draw_progress(painter, self.preparation, right, y, narrow=slim) + 20
        elif self.board and not narrow:
            right -= 20 + painter.inline_cards(self.board, right - 20, middle, 18, "r")
        room = right - left - 12
        painter.text(self.title, left, y + 27, "strong", fit=room)
        painter.text(
            _fit_sentences(painter, (*self.lines, *self.age), room), left, y + 50, "label", "dim", fit=room
        )


class StripBox(Panel):
    """The strip in its panel, with the button at its right end."""

    def __init__(self, strip: HomeStrip, window: Breakpoint) -> None:
        words = Picture(partial(strip.draw, small=window.small, narrow=window.narrow)).sized(grow())
        parts: list[Box] = [words]
        if strip.buttons:
            beside: list[Box] = []
            for button in strip.buttons:
                least = NARROW_BUTTON if window.narrow else MIN_BUTTON if button is strip.button else 0.0
                button.keycap = "" if window.narrow else button.keycap
                beside += [upright(Fitted(button, BUTTON)).sized(natural(least=least)), Space(BESIDE_BUTTON)]
            parts = [Stack(words, Row(Space(), *beside)).sized(grow())]
        super().__init__(*parts, head=0.0, foot=0.0, side=0.0)

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the panel, and the mark at its left edge."""
        super().draw_background(painter, rect)
        x, y, _, height = rect
        painter.rect((x, y + 16, 4, height - 32), "brass", 2)


def _draw_progress(
    painter: Painter, preparation: Preparation, right: float, y: float, *, narrow: bool
) -> float:
    """Draw the progress bar, with the current step and the time left above it. Return the width used."""
    words = preparation.in_words("left")
    wide = max(painter.width(words, "label_b"), NARROW_BAR if narrow else WIDE_BAR)
    painter.text(words, right, y + 27, "label_b", al="r")
    if not narrow:
        painter.text(preparation.step_text, right - wide, y + 27, "label", "dim")
    painter.bar((right - wide, y + 46, wide, BAR), preparation.share, "diagonal")
    return wide


def choose_strip(app: Services, *, first_evening: bool, again: Act) -> HomeStrip | None:
    """Return the strip to show, or None if there is nothing to show.

    The welcome and the tour are only offered if `first_evening` is True, which means that no hand has been played
    yet. `again` is called when the user dismisses a strip.
    """
    left = app.saves.open_tables()
    unfinished = left[0] if left else None
    if app.saves.warnings:
        return _warning(app, again)
    if app.unclean_end is not None:
        return _unclean_end(app, app.unclean_end, unfinished, again)
    if app.models.preparation.trouble:  # Hold'em could not be prepared
        heard = _dismiss(partial(setattr, app.models.preparation, "trouble", ""), again)
        return HomeStrip("lock", text("menu.slow.title"), (app.models.preparation.trouble,), heard)
    if unfinished is not None:
        return _resume(app, left)
    if app.models.preparation.working:
        return _make_preparing_strip(app, offers_tour=first_evening and not app.settings.toured)
    return _welcome(app) if first_evening else None


def _warning(app: Services, again: Act) -> HomeStrip:
    said = app.saves.warnings
    if len(said) == 1:
        title, where = text("menu.warning.title"), said[0]
    else:
        title, where = (
            format_unusable_count(said),
            where_listed(app.folder, said),
        )
    return HomeStrip("lock", title, (where,), _dismiss(said.clear, again))


def _unclean_end(app: Services, end: UncleanEnd, unfinished: Unfinished | None, again: Act) -> HomeStrip:
    """Report the crash of the last session with the path of the crash report, and offer to resume the game."""
    report = (
        (text("menu.ended.report", path=user_files.from_home(end.report)),) if end.report is not None else ()
    )
    if unfinished is None:
        lines = (text("menu.ended.kept"), *report)
        heard = _dismiss(partial(setattr, app, "unclean_end", None), again)
        return HomeStrip("lock", text("menu.ended.title"), lines, heard)
    session = unfinished.session
    opponent = portrait(app.agents, other_than_you(session)).name
    title = text("menu.ended.resume", game=text(f"games.{session.spec.game}"), opponent=opponent)
    button = _make_resume_button(app, session)
    button.tooltip = " ".join(report)
    return HomeStrip("lock", title, report or (text("menu.ended.kept"),), button)


def _make_preparing_strip(app: Services, *, offers_tour: bool) -> HomeStrip:
    ready = "ready_now" if app.models.preparation.holds_up(Need.TABLE) else "holdem_too"
    lines = (text("preparation.once"), text(f"preparation.{ready}"))
    title = text("preparation.title")
    button = _tour(app) if offers_tour else None
    return HomeStrip("clockwork", title, lines, button, takes_focus=False, preparation=app.models.preparation)


def _resume(app: Services, left: Sequence[Unfinished]) -> HomeStrip:
    """Offer to resume the table that the user left last, and the list of all open tables if there are several."""
    unfinished, session = left[0], left[0].session
    opponent = portrait(app.agents, other_than_you(session))
    title = text("menu.against", game=text(f"games.{session.spec.game}"), opponent=opponent.name)
    where, whose = where_it_stands(session), whose_move(session, opponent.name)
    lines = (where, whose) if whose else (where,)
    more = None
    if len(left) > 1:
        label = text("menu.open_tables.more", count=len(left) - 1)
        act = partial(_list_tables, app)
        more = Button("more-tables", label, act, kind="outline", style="label_b")
    return HomeStrip(
        opponent.device,
        title,
        lines,
        _make_resume_button(app, session),
        _board(session),
        unfinished.saved_at,
        preparation=app.models.preparation if app.models.preparation.working else None,
        more=more,
    )


def _list_tables(app: Services) -> None:
    app.overlay(OpenTables(app))


ROW, GAP, CLOSE = 50.0, 8.0, 120.0


class OpenTables(Dialog):
    """The dialog that lists the open tables, most recently left first. Each table can be resumed or closed."""

    name: ClassVar[str] = "open_tables"

    def __init__(self, app: Services) -> None:
        super().__init__(app, text("menu.open_tables.title"))
        self._to_be_ended: Session | None = None  # the game that a second press would end
        self._done = Button("done", text("common.close"), self.escape, style="label_b")
        self._rows = self._make_rows()
        self.controls.focus("table-0")

    def _make_rows(self) -> list[tuple[Button, Button]]:
        rows = []
        for index, one in enumerate(self.app.saves.open_tables()):
            session = one.session
            name = portrait(self.app.agents, other_than_you(session)).name
            label = text("menu.against", game=text(f"games.{session.spec.game}"), opponent=name)
            left = text("menu.left", age=age(time.time() - one.saved_at))
            where = f"{where_it_stands(session)} {format_style(session.spec)} {left}"
            resume, close = partial(self._resume, session), partial(self._close, session)
            table = Button(f"table-{index}", label, resume, style="label_b", sub=where)
            ends = "end" if session.is_under_way else "close"
            if self._to_be_ended is not None and session.spec == self._to_be_ended.spec:
                ends = "sure"
            label = text(f"menu.open_tables.{ends}")
            rows.append((table, Button(f"close-{index}", label, close, kind="outline", style="label_b")))
        return rows

    def parts(self) -> Sequence[Box]:
        """Return a row for each table."""
        rows = (
            Row(Filled(table, ROW).sized(grow()), Filled(close, ROW).sized(fixed(CLOSE)), gap=GAP)
            for table, close in self._rows
        )
        return [Column(*rows, gap=GAP), Space(GAP)]

    def buttons(self) -> list[Button]:
        return [*(button for row in self._rows for button in row), self._done]

    def foot(self) -> Box:
        return ButtonRow([self._done])

    def escape(self) -> None:
        self.app.back()
        self.app.screen.enter()

    def _resume(self, session: Session) -> None:
        self.app.back()
        self.app.resume(session)

    @Dialog.walk.override
    def walk(self, index: int) -> bool:
        """Move the focus between tables with up and down, and between all buttons with left and right."""
        focused = self.controls.focused
        what, _, row = (focused.name if focused is not None else "").partition("-")
        to = int(row or -1) + {"up": -1, "down": 1}.get(list(ARROWS)[index], 0)
        if list(ARROWS)[index] in ("up", "down") and row and 0 <= to < len(self._rows):
            self.controls.focus(f"{what}-{to}")
            return True
        return bool(super().walk(index))

    def _close(self, session: Session) -> None:
        """Close a table.

        If the game at the table is unfinished, the first press asks for confirmation, and the second press ends the
        game.
        """
        is_asked = self._to_be_ended is not None and self._to_be_ended.spec == session.spec
        self._to_be_ended = None if is_asked or not session.is_under_way else session
        if self._to_be_ended is None:
            self.app.saves.forget(session)
        self._rows = self._make_rows()
        if self._rows:
            self.relayout()
        else:
            self.escape()


def _make_resume_button(app: Services, session: Session) -> Button:
    resume = partial(app.resume, session)
    return Button("resume", text("menu.resume"), resume, kind="primary", keycap=text("keys.enter"))


def _welcome(app: Services) -> HomeStrip:
    """Welcome a new user and offer a first hand.

    The tour is also offered until the user has seen or skipped it.
    """
    start = Button(
        "start-here",
        text("menu.welcome.start"),
        partial(app.open, "first_hand", games.HOLDEM),
        kind="primary",
        style="label_b",
    )
    start.tooltip = text("menu.welcome.start_note")
    more = _tour(app)
    if app.settings.toured:
        label = text("menu.welcome.button")
        more = Button("welcome", label, app.show_help, kind="outline", keycap="?", style="label_b")
    lines = tuple(current().many("menu.welcome.lines"))
    return HomeStrip("owl", text("menu.welcome.title"), lines, start, takes_focus=False, more=more)


def _tour(app: Services) -> Button:
    return Button("tour", text("menu.welcome.tour"), app.show_tour, kind="outline", style="label_b")


def _dismiss(forget: Act, again: Act) -> Button:
    """Return the button that dismisses a strip.

    The button calls `forget` to drop the message, and `again` to rebuild the menu.
    """

    def heard() -> None:
        forget()
        again()

    return Button("dismiss", text("menu.warning.button"), heard, kind="outline", style="label_b")


def whose_move(session: Session, opponent: str) -> str:
    """Return a short sentence about the player to move. The sentence is empty if no player is to move."""
    seat = session.seat_to_act
    if seat is None:
        return ""
    if session.spec.seats[seat] == "you":
        return text("menu.to_move.you")
    return text("menu.to_move.other", name=opponent)


def _fit_sentences(painter: Painter, sentences: tuple[str, ...], room: float) -> str:
    """Return as many of the sentences as fit into one line, but at least the first."""
    line = sentences[0]
    for sentence in sentences[1:]:
        if painter.width(f"{line} {sentence}", "label") > room:
            break
        line = f"{line} {sentence}"
    return line


def _board(session: Session) -> tuple[str, ...]:
    state = session.state
    return tuple(cards.name(card) for card in state.board) if isinstance(state, HoldemState) else ()


def age(seconds: float) -> str:
    """Format an age in words.

    >>> age(30), age(250), age(90_000)
    ('a moment ago', 'four minutes ago', 'yesterday')
    """
    counts = current().many("common.counts")
    for unit, name in ((DAY, "days"), (HOUR, "hours"), (MINUTE, "minutes")):
        if count := int(seconds // unit):
            written = counts[count] if count < len(counts) else number(count)
            return plural(f"menu.ages.{name}", count, count=written)
    return text("menu.ages.now")
