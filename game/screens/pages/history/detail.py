"""The chosen hand beside the list: how it ended, what can be done with it, the hand in words, its id."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from game.core import BadInput
from game.screens.frame.screen import Services
from game.screens.tables.hand_summary import HandSummary, HandT
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout import Box, Column, Row, Scrolled, Space, Wrap, grow, natural
from game.screens.ui.leaves import (
    Caps,
    Centred,
    Control,
    Letters,
    Line,
    Picture,
    Rule,
    Words,
    indented,
    upright,
)
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Button, Scroll
from game.screens.views import hand_log
from game.screens.views.hand_log import LogStreet
from game.screens.views.hand_row import HandLine

ShownT_contra = TypeVar("ShownT_contra", contravariant=True)

PADDING = 20.0
BUTTON, PAIR_GAP = 42.0, 10.0


@dataclass(frozen=True, slots=True)
class Described:
    """What is said of a hand: its row, who sat where, which one it is, and what its id is called."""

    line: HandLine
    names: tuple[str, str]
    count: str
    id_name: str


@dataclass(frozen=True, slots=True)
class DetailActs:
    """What can be done with the hand; without `export` there is no button for it."""

    replay: Act
    copy: Act
    export: Act | None = None


class More(Protocol[ShownT_contra]):
    """What else is told of a hand, below its result."""

    def show(self, hand: ShownT_contra) -> None:
        """Take another hand."""

    def boxes(self) -> Sequence[Box]:
        """Return the lines."""


class HandDetail(Generic[HandT]):
    """The panel at the right. `show` takes another hand; what its record does not allow is said in its place."""

    def __init__(
        self,
        app: Services,
        describe: Callable[[HandT], Described],
        moved: Act,
        acts: DetailActs,
        copy_label: str,
        *,
        more: More[HandT] | None = None,
    ) -> None:
        self._app = app
        self._describe = describe
        self._more = more
        self._hand: HandT | None = None
        self._summary: HandSummary | None = None
        self._said: Described | None = None
        self.problem = ""
        self.scroll = Scroll(moved)
        enter = text("keys.enter")
        self.replay = Button("replay", text("history.replay"), acts.replay, kind="primary", keycap=enter)
        self.copy = Button("copy", copy_label, acts.copy, keycap="C", style="label_b")
        self.export: Button | None = None
        if acts.export is not None:
            self.export = Button("export", text("history.export"), acts.export, keycap="E", style="label_b")

    def show(self, hand: HandT | None) -> None:
        """Take a hand, or none."""
        if hand is self._hand:
            return
        self._hand, self._summary, self.problem = hand, None, ""
        self.scroll.offset = 0.0
        if hand is None:
            return
        self._said = self._describe(hand)
        in_blinds = self._app.settings.amounts == "blinds"
        try:
            session = hand.session()
        except BadInput as error:
            self.problem = text("history.broken", reason=error)
            return
        person, below = hand.own_seat is not None, hand.own_seat or 0
        self._summary = HandSummary(session, below, self._said.names, person, in_blinds)
        if self._more is not None:
            self._more.show(hand)

    def box(self) -> Box:
        """Return the hand, which scrolls where it must; or that none is chosen."""
        if self._hand is None:
            return upright(indented(Centred(text("history.none_chosen"), "label", "faint"), PADDING))
        self.replay.disabled = self.problem
        column = Column(*self._parts())
        return Scrolled(
            column, self.scroll, sides=(PADDING, PADDING), above=PADDING, below=PADDING + 4, least=0
        )

    def _parts(self) -> list[Box]:
        hand, said = self._hand, self._said
        if hand is None or said is None:
            return []
        line = said.line
        parts: list[Box] = [
            Words(line.name, "strong", after=2),
            Words(line.stake, "small", "dim", 0),
            Words(said.count, "small", "faint", 6),
            _result(line),
            *(self._more.boxes() if self._more is not None and self._summary is not None else ()),
            Control(self.replay, BUTTON, after=10),
            self._copies(),
            Rule(height=16.0),
        ]
        if self.problem:
            return [*parts, Words(self.problem, "label", "bad")]
        if self._summary is not None:
            ending, why = self._summary.ending
            parts.append(Words(ending, "label_b", "text", 2))
            parts += [Words(why, "label", "dim", 6)] if why else []
            streets = self._summary.streets
            log = Picture(partial(_draw_log, streets=streets), hand_log.height(streets))
            parts += [Space(8), log]
        return [*parts, Caps(said.id_name), Letters(hand.id, "small", "dim")]

    def _copies(self) -> Box:
        """Return the buttons beside each other; in a narrow column they are below each other."""
        if self.export is None:
            return Control(self.copy, BUTTON, after=8)
        both = (self.copy, self.export)
        widest = max(button.natural_width(self._app.painter) for button in both) - 16
        return Wrap(*(Control(button, BUTTON).sized(grow(least=widest)) for button in both), gap=PAIR_GAP)


def _result(line: HandLine) -> Box:
    """Return the result, large, with the word that says how it ended."""
    result = Line(line.result, "strong", "brass", size=26, height=32).sized(natural(most_share=0.6))
    how = Column(Space(4), Line(line.how, "label", "dim", height=28)).sized(grow())
    return Column(Row(result, Space(12), how), Space(8))


def _draw_log(painter: Painter, rect: Rect, streets: Sequence[LogStreet]) -> None:
    hand_log.draw(painter, rect, streets)
