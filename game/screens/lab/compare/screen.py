"""The lab's page of stored runs: which member of the family comes closer, how soon, and with which dice.

Every run of the lab is kept as it goes. Here runs of one game stand side by side: what their averages gave away
over iterations, and at the one that is looked at. A run is looked at again from here, or thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.lab import LabRun
from game.rules import games
from game.screens.input import Key, Pointer, Wheel
from game.screens.lab.compare.bar import CompareBar
from game.screens.lab.compare.kept import Kept, name_of
from game.screens.lab.compare.layout import Places, places
from game.screens.lab.compare.panels import amiss, apart, draw_panels
from game.screens.lab.compare.rows import HEAD, ROW, RunRows
from game.screens.lab.compare.table import graph_of, told_of
from game.screens.lab.export import PICTURE, SERIES, Exported, ExportLab
from game.screens.lab.head import lab_head
from game.screens.lab.layout import COMPARE, TITLE, content, margin_of
from game.screens.lab.lines import Lines
from game.screens.lab.names import stamp
from game.screens.long_page import LongPage
from game.screens.paged_head import PagedHead
from game.screens.pen import Pen
from game.screens.question import Question, Reply, nothing
from game.screens.texts import number, text
from game.screens.views.panel_head import write_hints
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Act, Rect, Widget, acted

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

ABOVE, CHOICE, BELOW_CHOICE = 6.0, 40.0, 8.0
CHOICE_WIDTH, WORDS_GAP = 204.0, 16.0
HINTS = (
    ("keys.space", "compare"),
    ("← →", "scrub"),
    ("I", "isolate"),
    ("L", "axes"),
    ("O", "look"),
    ("E", "export"),
    ("keys.delete", "forget"),
    ("keys.escape", "leave"),
)


class CompareScreen(LongPage):
    """The page. `turn` opens another page of the lab, `look` the lab on a run."""

    name: ClassVar[str] = "lab_compare"
    _head: PagedHead

    def __init__(
        self, app: App, game: str, turn: Callable[[str], None], look: Callable[[LabRun], None]
    ) -> None:
        super().__init__(app)
        self._turn, self._look = turn, look
        self.kept = Kept(app, game, self._show)
        self._head = lab_head(app, COMPARE, self.escape, self._turn_page)
        options = [Option(one, text(f"lab.games.{one}")) for one in games.KUHN_GAMES]
        self._game = Segmented("game", text("lab.game"), options, game, self._choose_game)
        self.rows = RunRows(self.kept, self._toggle, self._show)
        self._chart = Lines("compared", text("lab.exploit.title"))
        self._bar = CompareBar(self.kept, self._look_at, self._ask_to_forget)
        self._first = Button("first", text("lab.compare.first"), self.app.back, kind="primary")
        self.log = True
        self._version: tuple[int, bool] = (-1, True)
        self._places: Places | None = None
        self.controls.focus("runs")

    # ---- what is done ---------------------------------------------------------------------------------------
    def _turn_page(self, page: str) -> None:
        self._head.switch.chosen = COMPARE
        if page != COMPARE:
            self.app.back()
            self._turn(page)

    def _choose_game(self, game: str) -> None:
        self.rows.chosen = 0
        self._chart.isolated = ""
        self.kept.turn_to(game)

    def _toggle(self, run: LabRun) -> None:
        if objection := self.kept.toggle(run):
            self.app.say(objection)

    def _look_at(self) -> None:
        if (run := self.rows.run) is not None:
            self.app.back()
            self._look(run)

    def _ask_to_forget(self) -> None:
        run = self.rows.run
        if run is None:
            return
        replies = [
            Reply("stay", text("train.forget.stay"), nothing, "primary"),
            Reply("forget", text("lab.compare.forget.go"), partial(self.kept.forget, run), "danger"),
        ]
        others = [other.settings for other in self.kept.runs]
        title = text("lab.compare.forget.title", name=name_of(run.settings, others))
        body = text("lab.compare.forget.body", iterations=number(run.iteration))
        self.app.overlay(Question(self.app, title, body, replies))

    def _export(self) -> None:
        """Write the page down, or the numbers of the chosen run."""
        run = self.rows.run
        words = stamp([one.settings for one, _ in self.kept.shown], self.kept.now)
        kinds = (PICTURE, SERIES) if run is not None else (PICTURE,)
        exported = Exported(self, words, {"settings": run.settings} if run is not None else {}, kinds)
        self.app.overlay(ExportLab(self.app, exported))

    def _toggle_log(self) -> None:
        self.log = not self.log
        self._show()

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask what is stored now."""
        self.kept.ask()

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        self.kept.drop()

    def receive(self, answer: Answer) -> None:
        """Take what is stored."""
        self.kept.take(answer)

    def _show(self) -> None:
        """Show what is known now."""
        kept = self.kept
        self.rows.follow()
        self._bar.follow(self.rows.run)
        if (version := (kept.version, self.log)) != self._version:
            self._version = version
            self._chart.graph = graph_of(kept, log=self.log) if kept.shown else None
            self.relayout()
        self._chart.now = kept.now
        self._read_out()
        self.dirty = True

    def _read_out(self) -> None:
        """Tell the values of the iteration under the mouse, else of the one that is scrubbed to."""
        under = self._chart.under
        self._chart.probe = min(round(under), self.kept.total) if under is not None else None
        self._chart.told = told_of(self.kept, self._moment)

    @property
    def _moment(self) -> int:
        return self.kept.now if self._chart.probe is None else self._chart.probe

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place head, choice, panels, bar and keys; the page scrolls where the window is too low."""
        margin, top = margin_of(width), self._head.place(width, margin_of(width))
        above = ABOVE + CHOICE + BELOW_CHOICE
        lay_out = partial(places, width, height - top - above, compared=len(self.kept.compared))
        start = self.fit_below(top, above + lay_out(0.0).height)
        self._game.rect = (margin, start + ABOVE, CHOICE_WIDTH, CHOICE)
        self._places = p = lay_out(start + above)
        self._chart.rect = content(p.chart)
        self._bar.place(self.app.pen, p.bar, narrow=p.narrow)
        listed = self._place_list(p.runs)
        page: list[Widget] = [
            self._game,
            *listed,
            *([self._chart] if self._chart.graph else []),
            *self._bar.widgets,
        ]
        if self.controls.lost and listed:
            self.controls.focus(listed[0].name)
        self.place_below(page)

    def _place_list(self, panel: Rect) -> list[Widget]:
        """Place the list, or the button that fills it."""
        x, y, width, height = panel
        self.rows.follow()
        self._bar.follow(self.rows.run)
        if self.kept.runs:
            inner = (x + 6, y + TITLE + HEAD, width - 12, height - TITLE - HEAD - 6)
            self.rows.lay_out(inner, ROW)
            return [self.rows]
        wide = min(width - 32, self._first.natural_width(self.app.pen))
        self._first.rect = (x + (width - wide) / 2, y + height / 2 + 16, wide, 44)
        return [self._first] if self.kept.told and not self.kept.problem else []

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The list, the chart, the table and the bar."""
        p = self._places
        return (p.runs, p.chart, p.table, p.bar) if p is not None else ()

    def draw_page(self, pen: Pen) -> None:
        """Draw words and curves."""
        if (p := self._places) is None:
            return
        self._read_out()
        self._write_beside(pen)
        draw_panels(pen, p, self.kept, self.rows, self._moment)
        self._bar.draw(pen)
        write_hints(pen, p.hints, [(key, text(f"lab.hints.{hint}")) for key, hint in HINTS])

    def _write_beside(self, pen: Pen) -> None:
        x, y, width, height = self._game.rect
        left = x + width + WORDS_GAP
        wrong = amiss(self.kept)
        words, colour = wrong or apart(self.kept), "bad" if wrong else "dim"
        pen.text(words, left, y + height / 2, "label", colour, fit=self.width - left - x)

    # ---- keys, mouse, tests ---------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Arrows scrub; I, L, O, E, Del, Ctrl and a digit: see the page of keys."""
        if event.name in ("left", "right", "home", "end") and not event.ctrl:
            return self._bar.scrubber.key(event)
        if event.repeat:
            return False
        if event.ctrl:
            return self._head.open_page(event)
        acts: dict[str, Act] = {
            "i": self._chart.isolate_next,
            "l": self._toggle_log,
            "e": self._export,
            "o": self._look_at,
            "delete": self._ask_to_forget,
        }
        return acted(acts.get(event.name))

    def escape(self) -> None:
        """Let all curves stand equal again, else go back."""
        if self._chart.isolated:
            self._chart.isolated, self.dirty = "", True
        else:
            self.app.back()

    def point(self, event: Pointer) -> bool:
        """Follow the mouse on a bar."""
        followed = [scroll.point(event) for scroll in (self.rows.scroll, self.scroll)]
        return any(followed)

    def turn(self, event: Wheel) -> bool:
        """Follow the wheel over the list, else over the page."""
        listed = bool(self.kept.runs) and self.rows.scroll.turn(event)
        return listed or self.scroll.turn(event)

    @property
    def keys(self) -> str:
        """The group of keys that the help page tells of."""
        return "lab_compare"

    @property
    def game(self) -> str:
        """The game whose rules the help page opens on."""
        return games.KUHN_POKER

    def trace(self) -> dict[str, Any]:
        """Say which runs are stored and compared, and at which moment."""
        kept = self.kept
        return {
            "page": COMPARE,
            "game": kept.game,
            "runs": [run.id for run in kept.runs],
            "compared": [run.id for run, _ in kept.shown],
            "chosen": self.rows.run.id if self.rows.run is not None else None,
            "apart": kept.apart,
            "iteration": kept.now,
            "log": self.log,
            "probe": self._chart.probe,
            "isolated": self._chart.isolated,
            "problem": kept.problem,
        }
