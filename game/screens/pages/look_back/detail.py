"""The chosen hand beside the list: how it ended, what can be done with it, the hand in words, its id."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from game.core import BadInput
from game.screens.tables.hand_told import HandTold
from game.screens.tables.replay import HandT
from game.screens.ui.canvas.pen import Pen, Rect
from game.screens.ui.layout.box import Box, Column, Space
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.words import Caps, Letters, Rule, Words
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.widget import Act, Widget
from game.screens.views import hand_log
from game.screens.views.hand_log import LogStreet
from game.screens.views.hand_row import HandLine

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

PADDING = 20.0
BUTTON, PAIR_GAP = 42.0, 10.0
FIGURE_LINE = 40.0


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


class HandDetail(Generic[HandT]):
    """The panel at the right. `show` takes another hand; what its record does not allow is said in its place."""

    def __init__(
        self,
        app: Services,
        describe: Callable[[HandT], Described],
        moved: Act,
        acts: DetailActs,
        copy_label: str,
    ) -> None:
        self._app = app
        self._describe = describe
        self._hand: HandT | None = None
        self._told: HandTold | None = None
        self._said: Described | None = None
        self.problem = ""
        self.scroll = Scroll(moved)
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._flow = Column()
        enter = text("keys.enter")
        self.replay = Button("replay", text("look_back.replay"), acts.replay, kind="primary", keycap=enter)
        self.copy = Button("copy", copy_label, acts.copy, keycap="C", style="label_b")
        self.export: Button | None = None
        if acts.export is not None:
            self.export = Button("export", text("look_back.export"), acts.export, keycap="E", style="label_b")

    def show(self, hand: HandT | None) -> None:
        """Take a hand, or none."""
        if hand is self._hand:
            return
        self._hand, self._told, self.problem = hand, None, ""
        self.scroll.offset = 0.0
        if hand is None:
            return
        self._said = self._describe(hand)
        in_blinds = self._app.settings.amounts == "blinds"
        try:
            session = hand.session()
        except BadInput as error:
            self.problem = text("look_back.broken", reason=error)
            return
        person, below = hand.own_seat is not None, hand.own_seat or 0
        self._told = HandTold(self._app.texts, session, below, self._said.names, person, in_blinds)

    @property
    def widgets(self) -> list[Widget]:
        """What can be pressed."""
        if self._hand is None:
            return []
        self.replay.disabled = self.problem
        more = [] if self.export is None else [self.export]
        return [self.replay, self.copy, *more]

    def lay_out(self, panel: Rect) -> None:
        """Place it all in a panel; it scrolls where it must."""
        self._panel = panel
        x, y, w, h = panel
        self._flow = Column(*self._parts())
        inner = w - 2 * PADDING
        view = (x + 2, y + 2, w - 4, h - 4)
        self.scroll.fit(view, self._flow.measure(self._app.pen, inner) + 2 * PADDING)
        self._flow.place_at(self._app.pen, x + PADDING, y + PADDING - self.scroll.offset, inner)
        for widget in self.widgets:
            widget.clip = view

    def draw(self, pen: Pen) -> None:
        """Draw what is no control."""
        if self._hand is None:
            x, y, w, h = self._panel
            pen.text(
                text("look_back.none_chosen"), x + w / 2, y + h / 2, "label", "faint", al="c", fit=w - 40
            )
            return
        with pen.clip(self.scroll.view):
            self._flow.draw_all(pen)
        self.scroll.draw(pen)

    def _parts(self) -> list[Box]:
        hand, said = self._hand, self._said
        if hand is None or said is None:
            return []
        line = said.line
        others = (
            Control(self.copy, BUTTON, after=8.0) if self.export is None else _Pair(self.copy, self.export)
        )
        parts: list[Box] = [
            Words(line.name, "strong", after=2),
            Words(line.stake, "small", "dim", 0),
            Words(said.count, "small", "faint", 6),
            _Figure(line),
            Control(self.replay, BUTTON, after=10),
            others,
            Rule(height=16.0),
        ]
        if self.problem:
            return [*parts, Words(self.problem, "label", "bad")]
        if self._told is not None:
            ending, why = self._told.ending
            parts.append(Words(ending, "label_b", "text", 2))
            parts += [Words(why, "label", "dim", 6)] if why else []
            parts += [Space(8), _Log(self._told.streets)]
        return [*parts, Caps(said.id_name), Letters(hand.id, "small", "dim")]


@dataclass
class _Figure(Box):
    """The result, large, with the word that says how it ended."""

    line: HandLine

    def measure(self, pen: Pen, width: float) -> float:
        return FIGURE_LINE

    def draw(self, pen: Pen, rect: Rect) -> None:
        x, y, width, _ = rect
        wide = pen.text(self.line.result, x, y + 16, "strong", "brass", size=26, fit=width * 0.6)
        pen.text(self.line.how, x + wide + 12, y + 18, "label", "dim", fit=width - wide - 12)


@dataclass
class _Pair(Box):
    """Two buttons side by side; in a narrow column below each other."""

    left: Button
    right: Button

    def measure(self, pen: Pen, width: float) -> float:
        return BUTTON if self._fits(pen, width) else 2 * BUTTON + PAIR_GAP

    def place(self, pen: Pen, rect: Rect) -> None:
        super().place(pen, rect)
        x, y, width, _ = rect
        if self._fits(pen, width):
            each = (width - PAIR_GAP) / 2
            self.left.rect = (x, y, each, BUTTON)
            self.right.rect = (x + each + PAIR_GAP, y, each, BUTTON)
        else:
            self.left.rect = (x, y, width, BUTTON)
            self.right.rect = (x, y + BUTTON + PAIR_GAP, width, BUTTON)

    def _fits(self, pen: Pen, width: float) -> bool:
        widest = max(self.left.natural_width(pen), self.right.natural_width(pen)) - 16
        return 2 * widest + PAIR_GAP <= width


@dataclass
class _Log(Box):
    """The hand, round by round."""

    streets: Sequence[LogStreet]

    def measure(self, pen: Pen, width: float) -> float:
        return hand_log.height(self.streets)

    def draw(self, pen: Pen, rect: Rect) -> None:
        hand_log.draw(pen, rect, self.streets)
