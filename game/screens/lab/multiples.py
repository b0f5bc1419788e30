"""Small multiples: for every information set its strategies over iterations, and below them its regrets."""

from __future__ import annotations

from collections.abc import Mapping

from game.screens.lab import pictures
from game.screens.lab.graph import Graph, GraphView
from game.screens.lab.layout import content
from game.screens.lab.names import symbol
from game.screens.lab.record import Record
from game.screens.lab.study import Study
from game.screens.pen import Pen, Rect
from game.screens.texts import number, text
from game.screens.views.panel_head import GAP, PADDING, TITLE_ROW, write_title

LINE = 17.0
INSET = 6.0
WIDEST = "p₁ 0.000"


class Multiples:
    """The panels of all sets."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._record: Record | None = None
        self._drawn = pictures.Drawn()
        self._graphs: dict[str, Graph] = {}
        self._views: dict[str, GraphView] = {}

    def rebuild(self, record: Record, drawn: pictures.Drawn) -> None:
        """Take over what is known now: the curves are made when they are drawn."""
        self._record, self._drawn = record, drawn
        self._graphs = {}

    def draw(self, pen: Pen, panels: Mapping[str, Rect]) -> None:
        """Draw those of the panels that belong to sets."""
        record = self._record
        if record is None or self._study.place < 0 or record is not self._study.record:
            return
        for name, rect in panels.items():
            kind, _, place = name.partition("-")
            if kind in ("set", "regret"):
                self._draw_title(pen, rect, record, kind, int(place))
                view = self._views.setdefault(name, GraphView())
                graph = self._graph(record, name, kind, int(place))
                view.draw(pen, content(rect), graph, self._study.now)
                if kind == "regret":
                    self._write_regrets(pen, rect, view.inner, record, int(place))

    def _graph(self, record: Record, name: str, kind: str, place: int) -> Graph:
        if name not in self._graphs:
            self._graphs[name] = (
                pictures.set_graph(self._study, record, place, self._drawn)
                if kind == "set"
                else pictures.regret_graph(self._study, record, place, self._drawn)
            )
        return self._graphs[name]

    def _draw_title(self, pen: Pen, rect: Rect, record: Record, kind: str, place: int) -> None:
        key = record.sets.keys[place]
        if kind == "regret":
            write_title(pen, rect, text("lab.multiples.regret"))
            return
        share = record.average[record.bets()[place]][self._study.place]
        corner = f"{symbol(record.sets, place)} {number(share, 3)}".strip()
        title = text("lab.multiples.set", player=record.sets.players[place] + 1, who=key)
        room = rect[2] - 2 * PADDING - GAP - pen.width(WIDEST, "small")
        write_title(pen, rect, title if pen.width(title, "label_b") <= room else key, "", corner)

    def _write_regrets(self, pen: Pen, rect: Rect, inner: Rect, record: Record, place: int) -> None:
        """Write the figures of this moment beside the title, or where that has no room at the lower left."""
        told = pictures.regret_told(self._study, record, place)
        needed = sum(pen.width(words, "small_b") + INSET for words, _ in told)
        x, y, width, _ = rect
        right = x + width - PADDING
        if needed + pen.width(text("lab.multiples.regret"), "label_b") + GAP <= width - 2 * PADDING:
            for words, colour in reversed(told):
                right -= pen.text(words, right, y + TITLE_ROW, "small_b", colour, al="r") + INSET
            return
        for row, (words, colour) in enumerate(told):
            level = inner[1] + inner[3] - (len(told) - row - 0.5) * LINE
            pen.text(words, inner[0] + INSET, level, "small_b", colour)
