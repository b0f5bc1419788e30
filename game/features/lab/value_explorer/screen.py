"""What did it learn? The values of a learner of tic-tac-toe, at any moment of its training, from any position.

The board shows what it thinks of each square; the charts show how it came to that and where it was still wrong.
A run at work is followed live; the learners that ship are there from the beginning.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from game.features.lab.page import OpenGame, RunPage
from game.features.lab.parts import CHOICE, GAP, scrubbing
from game.features.lab.value_explorer import panels
from game.features.lab.value_explorer.board import ValueBoard
from game.features.lab.value_explorer.charts import ValueCharts
from game.features.lab.value_explorer.model import ValueExplorerModel
from game.features.lab.value_explorer.sources import draw_in_words
from game.rules import games
from game.rules.tic_tac_toe import CELLS
from game.study.lab import ExportLearntValues
from game.texts import english, number, text
from game.window.dialogs.export import VALUES_CSV
from game.window.frame.page import Binding
from game.window.frame.paged_head import PagedHead
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Either, Row, Wrap, fixed, grow, natural
from game.window.ui.leaves import Aside, Control
from game.window.ui.widgets import Button, Cycle, Option, Segmented, options

VALUES, AUDIT = "values", "audit"
RUN_WIDTH = 272.0
LEAST_BODY, HIGH_BODY = 420.0, 580.0  # in the higher one all charts are beside the board
MOST_BOARD_SHARE, NARROW_PANEL = 0.46, 280.0
WIDEST_COUNT, WIDEST_EPISODE = 65_629, 1_000_000


class ValueExplorerScreen(RunPage):
    """The page; `key` names whose training is looked at, `page_of` makes the page of another game."""

    name: ClassVar[str] = "value_explorer"
    game: ClassVar[str] = games.TIC_TAC_TOE
    words: ClassVar[str] = "lab.value_explorer"
    counted = "lab.value_explorer.episode"
    longest_label = "lab.value_explorer.replay"
    shown_every = 1 / 30
    charts: ValueCharts
    model: ValueExplorerModel

    def __init__(self, app: Services, page_of: OpenGame, key: str = "") -> None:
        super().__init__(app, page_of, ValueExplorerModel(app, key, self.show))
        pages = options("lab.value_explorer.pages.{}", (VALUES, AUDIT))
        switch = Segmented("page", text("lab.title"), pages, VALUES, self.turn_page)
        self.page = VALUES
        self._head = PagedHead(app, text("lab.value_explorer.title"), self.escape, switch)
        model = self.model
        self._learner = Cycle("learner", text("lab.value_explorer.learner"), [], "", model.choose)
        self._board = ValueBoard(model, model.mark, english().many("tic_tac_toe.squares"))
        self._undo = Button("undo", text("lab.value_explorer.undo"), model.undo, style="label_b")
        self._clear = Button("clear", text("lab.value_explorer.clear"), model.clear, style="label_b")
        self.charts = ValueCharts(model)
        if not app.training.listed:
            app.training.look()

    # ---- what is done ---------------------------------------------------------------------------------------
    def _export(self) -> None:
        model = self.model
        model.pause()
        if model.source is None:
            return
        settings, board, upto = dict(model.source.settings), model.state.board, model.done
        stamp = text("lab.value_explorer.stamp", name=model.source.name, games=number(model.now))
        kinds = () if model.state.is_terminal() else (VALUES_CSV,)
        self.export(stamp, kinds, lambda _, file: ExportLearntValues(settings, board, upto, file))

    # ---- what comes back ------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Ask again what was dropped when the screen was covered or left."""
        self.model.look()
        self.show()

    def update(self, dt: float) -> bool:
        """Let the training pass by, and look how far a run at work has come."""
        moves = self.model.update(dt)
        if moves:
            self.show_soon()
        super().update(dt)
        return moves

    @property
    def waiting(self) -> bool:
        """Whether time must be looked at although nothing moves."""
        return super().waiting or self.model.running or self.model.is_live

    @property
    def pointed(self) -> int | None:
        """The moment under the mouse."""
        return self.charts.pointed

    # ---- what stands on it ----------------------------------------------------------------------------------
    @property
    def subtitle(self) -> str:
        """How the one who is looked at learnt."""
        source = self.model.source
        if source is None:
            return ""
        key = "lab.value_explorer.live" if self.model.is_live else "lab.value_explorer.description"
        return text(key, draw=draw_in_words(source.draw_value), games=number(source.length))

    def settings(self, window: Breakpoint) -> Box:
        """Which game and whose training; where there are no runs of one's own, that is said."""
        sources, source = self.model.sources, self.model.source
        self._learner.options = tuple(Option(one.key, one.name) for one in sources)
        self._learner.chosen = source.key if source is not None else ""
        self._learner.tooltip = self.subtitle
        learner = Control(self._learner, CHOICE) if sources else Box()
        has_own = any(source.is_own for source in sources)
        return Wrap(
            self.game_box(),
            learner.sized(fixed(RUN_WIDTH)),
            Aside("" if has_own else text("lab.value_explorer.none_own"), height=CHOICE).sized(grow()),
            gap=16,
            row_gap=6,
        )

    @property
    def problem(self) -> str:
        """What is wrong with what was asked."""
        return self.model.problem

    @property
    def remark(self) -> str:
        """That there is nobody to look at."""
        return "" if self.model.sources else text("lab.value_explorer.nobody")

    def body(self, window: Breakpoint) -> Box:
        """The board beside the charts or above them."""
        model = self.model
        self.charts.follow()
        why_not = "" if model.cells else text("lab.value_explorer.no_marks")
        self._undo.disabled = self._clear.disabled = why_not
        board = panels.board(model, self._board, (self._undo, self._clear))
        if window.narrow:
            main, _ = self._charts()
            return Column(board, main.sized(fixed(NARROW_PANEL)), panels.line_of_play(model), gap=GAP)
        high, low = (self._beside(both=both) for both in (True, False))
        beside = Either(high, low, least=HIGH_BODY).sized(grow())
        size = natural(most_share=MOST_BOARD_SHARE)
        return Row(board.sized(size), beside, gap=GAP).sized(grow(least=LEAST_BODY))

    def _beside(self, *, both: bool) -> Box:
        """Return the chart of this page, where there is room the other one, and the line of play."""
        main, between = self._charts()
        upper, lower = main.sized(grow(0.6)), between.sized(grow(0.4)).when(both)
        return Column(upper, lower, panels.line_of_play(self.model), gap=GAP)

    def _charts(self) -> tuple[Box, Box]:
        """Return the chart of this page and the other one; the focus comes to the values first."""
        values = panels.values(self.model, self.charts.values)
        lines = panels.lines(self.model, self.charts.lines).focused_last()
        return (values, lines) if self.page == VALUES else (lines, values)

    def bar(self, window: Breakpoint) -> Box:
        """How many lines of play beat the learner at this moment."""
        lost, source = self.model.lost_lines, self.model.source
        self.scrubber.marks = source.stages if source is not None else ()
        words, colour = "–" if lost is None else number(sum(lost)), "good" if lost == (0, 0) else "brass"
        widest = number(WIDEST_COUNT), max(WIDEST_EPISODE, self.model.total)
        answer = self.reading(words, text("lab.value_explorer.beat_it"), widest, colour)
        return self.time(window, self.longest_label, answer).focused_last(2)

    # ---- keys, mouse, tests ---------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Digits mark squares, Backspace takes back; Space, arrows, L, P, I, E as on the other pages."""
        model = self.model
        marks = {str(cell + 1): Binding(partial(model.mark, cell)) for cell in range(1, CELLS)}
        return {
            "space": Binding(self._run, cap="keys.space", hint="replay"),
            "1": Binding(partial(model.mark, 0), cap="1–9", hint="mark"),
            **marks,
            "backspace": Binding(model.undo, repeats=True, cap="keys.backspace", hint="undo"),
            "c": Binding(model.clear, cap="C", hint="clear"),
            **scrubbing(self.scrubber),
            "p": Binding(self.play, cap="P", hint="play"),
            "l": Binding(self.toggle_log, cap="L", hint="log"),
            "i": Binding(self.charts.values.isolate_next, cap="I", hint="isolate"),
            "e": Binding(self._export, cap="E", hint="export"),
            "escape": Binding(self.escape, cap="keys.escape", hint="leave"),
        }

    def trace(self) -> dict[str, Any]:
        """Say what is looked at, and at which moment."""
        model = self.model
        return super().trace() | {
            "learner": model.source.key if model.source is not None else "",
            "learners": [source.key for source in model.sources],
            "board": list(model.state.board),
            "episode": model.now,
            "live": model.is_live,
            "values": {cell: round(value, 4) for cell, value in model.squares.items()},
            "lost_lines": model.lost_lines,
            "probe": self.charts.values.probe,
        }
