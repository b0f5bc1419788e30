"""The dialog that compares three ranges on the board of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.features.odds.asks import AskThreeWay
from game.features.odds.model import PAUSE, OddsModel
from game.rules.cards import names
from game.study.odds import ThreeWayEquity
from game.texts import number, percent, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.requests import AskedAfterPause
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, Row, Space, fixed, grow
from game.window.ui.leaves import Bar, Caps, Control, Line, Note, Words
from game.window.ui.widgets import Button
from game.window.views.range_painting import RangeEntry

SIDES = (("first", "brass"), ("second", "info"), ("third", "good"))
CAPS, FIELD, BAR, GAP, FIGURE = 22.0, 38.0, 12.0, 8.0, 170.0


class ThreeWayDialog(Dialog):
    """The dialog with a line for each range, its equity, and the interval of the estimate.

    Changes are sent after a pause (debounce).
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
            for side, (name, _) in enumerate(SIDES)
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
        rows = [self._row(side, self.found) for side in range(len(SIDES))]
        return [
            Words(where, "label", "dim", GAP),
            *rows,
            Note(self._odds.problem or self._said(), wrong=bool(self._odds.problem)),
        ]

    def _row(self, side: int, found: ThreeWayEquity | None) -> Box:
        name, colour = SIDES[side]
        share = found.equity[side] if found is not None else 0.0
        figure = ""
        if found is not None:
            ci95 = number(found.ci95[side] * 100, 2)
            key = "exact" if found.is_exact else "estimate"
            figure = text(f"odds.three.{key}", share=percent(share, 2), ci95=ci95)
        only = text("odds.filter.only", hands=self._filters[side]) if self._filters[side] else ""
        title = " · ".join(filter(None, (text(f"odds.three.{name}"), only)))
        head = Caps(title, colour).sized(fixed(CAPS))
        line = Line(figure, "label_b", "text", height=FIELD, right=True).sized(fixed(FIGURE))
        field = Row(Control(self._entries[side], FIELD).sized(grow()), line, gap=GAP)
        return Column(head, field, Space(GAP / 2), Bar(share, height=BAR, colour=colour), Space(GAP))

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
