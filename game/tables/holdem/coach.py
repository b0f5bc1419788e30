"""The coach: closed until the user asks, then the judgement of the decision and the strength of the hand.

The coach uses the window's cached judgement, so it agrees with the tutor and with the later grade.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from game.core import Action
from game.needs import Need
from game.rules import games
from game.rules.betting import CALL
from game.rules.holdem import HoldemInformationState
from game.study.holdem import AskEquity, HandEquity
from game.study.judgements import AskJudgement, question_at
from game.study.play import AgentKey
from game.study.words import format_seconds_left
from game.tables.holdem.advice import Advice
from game.tables.holdem.bet_panel import BetPanel
from game.tables.holdem.view import HoldemView
from game.texts import percent, text
from game.window.frame.requests import Answers, Requests
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Column, Either, Space, fixed, grow
from game.window.ui.leaves import Bar, Control, Ink, Line, Pair, Paragraph, Picture, Rule, Words
from game.window.ui.widgets import Button
from game.window.ui.widgets.button import Pressable
from game.window.views import marks

ROOM = 352.0  # dp for the advice without its values
LOW_ROW, LINE = 22.0, 21.0
LOW_LABEL = 0.42
HEADLINE_LINES, SURE_LINES = 2, 4
BUTTON, PLATE = 44.0, 8.0
FAINT = Ink("small", "faint")


@dataclass
class RoomyWords(Words):
    """Text that reserves the height of several other texts that may replace it."""

    others: Sequence[str] = ()

    def measure(self, painter: Painter, width: float) -> float:
        others = (Words(words, self.style, self.col, self.after, self.limit) for words in self.others)
        return max(super().measure(painter, width), *(one.measure(painter, width) for one in others), 0.0)


class SizeRow(Pressable):
    """The row of a bet or raise in an open coach. A click chooses the amount but does not bet."""

    row: marks.MixRow

    def show(self, row: marks.MixRow) -> SizeRow:
        self.row, self.label = row, row.label
        return self

    @property
    def value(self) -> str:
        return self.row.value

    def draw(self, painter: Painter) -> None:
        """Draw the row, with a plate if it is hovered or focused."""
        x, y, w, h = self.rect
        plate = (x - PLATE, y + 2, w + 2 * PLATE, h - 2)
        if self.hovered or self.focused:
            painter.rect(plate, "sunk" if self.pressed else "raised", PLATE)
        marks.draw_stacked_row(painter, self.rect, self.row)
        if self.focused:
            painter.focus_ring(plate, PLATE)


class Coach:
    """The judgement of one decision at a teaching table.

    `opponent` is the agent across the table, or None if the coach must not reveal its strategy. A click on
    a bet chooses its amount in `panel`.
    """

    def __init__(
        self,
        view: HoldemView,
        app: Services,
        requests: Requests,
        opponent: AgentKey | None,
        panel: BetPanel,
    ) -> None:
        self._view, self._judgements, self._opponent = view, app.models.judgements, opponent
        self._preparation = app.models.preparation
        self._info: HoldemInformationState | None = None
        self._held_action: Action | None = None
        self._panel = panel
        self._sizes: dict[Action, SizeRow] = {}
        self._equities: Answers[HoldemInformationState, HandEquity] = Answers(requests)

    @property
    def is_open(self) -> bool:
        return self._info is not None

    def open(self, info: HoldemInformationState, held: Action | None = None) -> None:
        """Request the judgement of a decision. The action that a tutor holds back is always shown."""
        self._info, self._held_action = info, held
        self._judgements.ask(self._request(info), again=True)
        self._equities.ask(info, AskEquity(info.hole, info.board))

    def follow(self) -> None:
        if self._info is not None:
            self._judgements.ask(self._request(self._info))

    @property
    def need(self) -> Need:
        """The preparation that the current judgement needs, or that any judgement needs."""
        need = self._request(self._info).need if self._info is not None else None
        return need or Need.BLUEPRINT

    def close(self) -> None:
        """Forget the decision, its sizes and its equity."""
        self._info = self._held_action = None
        self._sizes.clear()
        self._equities.forget()

    def _request(self, info: HoldemInformationState) -> AskJudgement:
        return question_at(games.HOLDEM, info, opponent=self._opponent)

    @property
    def advice(self) -> Advice | None:
        """The judgement of the current decision in words. None before the first estimate."""
        if self._info is None:
            return None
        asked = self._request(self._info)
        known = self._judgements.of(asked)
        if known is None:
            return None
        is_settled = self._judgements.sure(asked) is not None or bool(self._judgements.problem(asked))
        is_awaited = self._opponent is not None and not is_settled
        return Advice(self._view, self._info, known, is_awaited, self._held_action)

    def _say_what_is_awaited(self) -> str:
        """Return the reason for the wait before the first advice, with the remaining time if it is known."""
        preparation = self._preparation
        if preparation.holds_up(self.need):
            return text("holdem.counsel.set_up", left=preparation.in_words("left", self.need))
        if preparation.working:
            return text("holdem.counsel.slowed", left=preparation.in_words("left"))
        report = self._judgements.report(self._request(self._info)) if self._info is not None else None
        if report is None or report.seconds_left is None:
            return text("table.working")
        return text("holdem.counsel.working", left=format_seconds_left(report.seconds_left))

    # ---- drawing --------------------------------------------------------------------------------------------
    def compose(self, *, may_be_low: bool = False) -> Box:
        """Return the advice, its values, luck, reason and certainty.

        If there is little height, some are left out.

        If the values against the opponent are still being computed, the headline already has room for them,
        and the reasons are below everything else.
        """
        advice = self.advice
        if advice is None:
            failed = self._info is not None and self._judgements.problem(self._request(self._info))
            status = text("holdem.no_advice") if failed else self._say_what_is_awaited()
            return Column(Space(2), Paragraph(status))
        headline = [RoomyWords(advice.headline(), "strong", "text", 4.0, HEADLINE_LINES, advice.headlines())]
        if self._opponent is not None:
            headline.append(
                RoomyWords(advice.theory(), "small", "dim", 8.0, HEADLINE_LINES, advice.theories())
            )
        why = Paragraph(advice.why(), "label", "text", limit=4)
        sure = Paragraph(advice.sure(), limit=SURE_LINES)
        rows, held = advice.rows(), advice.held_cost()
        full = Column(
            *headline,
            Pair(*advice.units(), height=20, inks=(FAINT, FAINT)),
            *self._rows(advice),
            Words(held, "label_b", "text", 4.0).when(held),
            Space(4),
            Rule(height=16),
            *_chance(self._equities.get(advice.info)),
            Column(Space(10), why, Space(4), sure).when(not advice.is_awaited),
        )
        if not may_be_low:
            return full
        low = Column(*headline, Picture(partial(_draw_low, advice)).sized(grow()))
        return Either(full, low, least=ROOM + marks.STACKED_STEP * max(1, len(rows)))

    def _rows(self, advice: Advice) -> Iterator[Box]:
        """Yield the value of each action. Bets and raises can be pressed, and a line below them says so."""
        actions = advice.actions()
        for action, row in zip(actions, advice.rows(), strict=True):
            if action <= CALL:
                yield marks.stacked_rows([row])
                continue
            if action not in self._sizes:
                self._sizes[action] = SizeRow(
                    f"size-{action}", row.label, partial(self._panel.set_amount, action)
                )
            yield Control(self._sizes[action].show(row), marks.STACKED_STEP)
        yield Line(text("holdem.counsel.take"), "small", "faint", height=20).when(actions[-1] > CALL)


def _draw_low(advice: Advice, painter: Painter, rect: Rect) -> None:
    """Draw the values, one per line, above the certainty. Values that do not fit are left out."""
    x, y, w, h = rect
    sure = advice.sure()
    lines = min(SURE_LINES, len(painter.wrap(sure, w, "label")))
    rows = advice.rows(max(1, int((h - lines * LINE) / LOW_ROW)))
    y = marks.draw_rows(painter, x, y, w, rows, label_width=w * LOW_LABEL, pitch=LOW_ROW)
    painter.para(sure, x, y, w, "label", col="dim", limit=lines)


def _chance(found: HandEquity | None) -> tuple[Box, ...]:
    """Return the hand's chance to win, or a placeholder until it is known."""
    if found is None:
        return Line(text("table.working"), "label", "dim", height=20), Space(12)
    inks = (Ink("label", "text"), Ink("label_b", "brass"))
    figure = Pair(text("holdem.chance"), percent(found.equity, 1), height=20, inks=inks)
    return figure, Space(3), Bar(found.equity, height=9)


def closed_coach(hint: Button, *, note: float) -> Box:
    """Return the closed coach: two lines of text, and the button `note` dp below the first line."""
    words = Paragraph(text("table.think_first_note"), limit=2).sized(fixed(note))
    return Column(
        Line(text("table.think_first"), "strong", height=24), Space(1), words, Control(hint, BUTTON)
    )
