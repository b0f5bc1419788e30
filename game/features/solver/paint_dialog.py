"""Paints the range of a side: on the grid by mouse and keys, and in its line of text, which always say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from game.core import BadInput
from game.match.spot_texts import LONGEST, SpotTexts
from game.rules.cards import parse
from game.study.odds import Board, ReadRange, ReadRanges, ReadTexts, repainted
from game.texts import number, percent, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.asked import AskedAfterPause
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.layout import Box, Row, Space, fixed, grow
from game.window.ui.leaves import Control, GridControl, Line, Note, Picture
from game.window.ui.widgets import Button, Rect, Segmented, Slider, options
from game.window.views.range_entry import RangeEntry
from game.window.views.range_grid import side_of
from game.window.views.range_painting import GridPicture, RangeGrid
from game.window.views.spot_fields import SIDES

PAUSE = 0.2  # seconds without a change before the text is read
GRID, BELOW, FIELD, GAP = 364.0, 28.0, 36.0, 8.0
LEAST_BRUSH = 5  # percent
SIDE_WIDTH, BRUSH_WIDTH = 170.0, 240.0


class PaintDialog(Dialog):
    """The overlay, on the range of a `side`; `typed` gets at once what is painted or typed, by side."""

    name: ClassVar[str] = "paint"

    def __init__(self, app: Services, spot: SpotTexts, side: str, typed: Callable[..., None]) -> None:
        super().__init__(app, text("solver.paint.title"))
        self._spot, self._typed = spot, typed
        self._range = ReadRange()
        self._read = AskedAfterPause[ReadRanges](app, self._take, self._question)
        self._painted = False
        self._side = Segmented(
            "side", text("solver.paint.side"), options("solver.players.{}", SIDES), side, self._turn
        )
        self._grid = RangeGrid(self._paint)
        self._brush = Slider(
            "brush",
            text("solver.paint.brush"),
            (LEAST_BRUSH, 100),
            100,
            self._take_brush,
            step=LEAST_BRUSH,
            say=lambda share: percent(share / 100),
            shows_value=True,
        )
        self._entry = RangeEntry("text", text("solver.paint.text"), self._type, longest=LONGEST)
        self._done = Button("done", text("common.close"), self.escape, kind="primary")
        self.controls.focus("grid")
        self._turn(side)

    @property
    def _words(self) -> str:
        return str(getattr(self._spot, self._side.chosen))

    def _question(self) -> ReadTexts:
        try:
            board: Board = tuple(parse(self._spot.board))
        except BadInput:
            board = ()
        return ReadTexts((self._words, self._words), board)

    # ---- what is done ---------------------------------------------------------------------------------------
    def _turn(self, side: str) -> None:
        """Show the range of a side."""
        self._range = ReadRange()
        self._entry.show(self._words)
        self._wait(painted=False, pause=0.0)

    def _take_brush(self, share: float) -> None:
        self._grid.brush = share / 100
        self.relayout()

    def _paint(self, weights: Mapping[str, float]) -> None:
        self._range = repainted(self._range, weights)
        self._write(self._range.text)
        self._wait(painted=True)

    def _type(self, words: str) -> None:
        self._tell(words)
        self._wait(painted=False)

    def _write(self, words: str) -> None:
        self._tell(words)
        self._entry.show(words)

    def _tell(self, words: str) -> None:
        changed = {self._side.chosen: words}
        self._spot = replace(self._spot, **changed)
        self._typed(**changed)

    def _wait(self, *, painted: bool, pause: float = PAUSE) -> None:
        """Read the text once nothing changes any more; what was painted is then written in short."""
        self._read.drop()
        self._read.ask_in(pause)
        self._painted = painted
        self._entry.mark(None, "")
        self.relayout()

    # ---- what comes back ------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Ask what the text says when it is time."""
        return self._read.update(dt)

    def _take(self) -> None:
        if (found := self._read.fresh) is not None:
            read = found.sides[0]
            if not read.problem:
                self._range = read
                if self._painted:
                    self._write(read.text)
            elif not self._words.strip():
                self._range = ReadRange()
            else:
                self._entry.mark(read.span, read.problem)
        self.relayout()

    def enter(self) -> None:
        """Read the text, which was dropped where the dialog was covered."""
        self._read.ask_in(0.0)

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        self._read.drop()

    # ---- what stands on it ----------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """The side, the grid, the weight that one paints with, and the text."""
        self._grid.picture = GridPicture(self._range.weights, None, SIDES[self._side.chosen])
        grid = GridControl(self._grid, Picture(self._draw_below, BELOW), side_of, least=GRID)
        problem = self._entry.problem or self._read.problem
        side, line = (
            Control(self._side, FIELD).sized(fixed(SIDE_WIDTH)),
            Control(self._entry, FIELD).sized(grow()),
        )
        label = Line(text("solver.paint.brush"), "label", "dim", height=FIELD).sized(grow())
        return [
            Row(side, line, gap=GAP),
            Note(problem, wrong=True),
            Space(GAP),
            grid,
            Row(label, Control(self._brush, FIELD).sized(fixed(BRUSH_WIDTH)), gap=GAP),
        ]

    def buttons(self) -> list[Button]:
        """Close it."""
        return [self._done]

    def _draw_below(self, painter: Painter, rect: Rect) -> None:
        """Write the weight of the class at hand, and how many hands there are in all."""
        x, y, width, height = rect
        hands = text("solver.hands", count=number(self._range.hands)) if self._range.hands else ""
        used = painter.text(hands, x + width, y + height / 2, "small", "dim", al="r")
        painter.text(self._grid.value, x, y + height / 2, "small", "text", fit=width - used - 16)

    def trace(self) -> dict[str, Any]:
        """Say what is painted."""
        held = {name: weight for name, weight in self._range.weights.items() if weight}
        return {"text": self._words, "weights": held, "problem": self._entry.problem}
