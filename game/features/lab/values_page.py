"""The page about a learner of tic-tac-toe: its values in any position, after any number of training games.

The board shows the value of each square. The charts show how the values developed, and for how long they were
wrong. A line of play that beats the learner is shown board by board, and the learner's errors are marked. A
training run in progress is followed live. The built-in learners are always in the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import ClassVar

from game.core import TERMINAL
from game.features.lab import ExportLearntValues
from game.features.lab.base import CHOICE, SIDE, TITLE, LabPage, RunControls, lab_panel
from game.features.lab.base import GAP as BASE_GAP
from game.features.lab.values_charts import RESULTS, ValueBoard, ValueCharts, wait_words
from game.features.lab.values_model import HALF, ValueExplorerModel, format_draw_value
from game.rules import games
from game.rules.tic_tac_toe import CELLS, TicTacToeState
from game.study.lab import LostLine
from game.texts import current, number, text
from game.window.dialogs.stored_data import VALUES_CSV
from game.window.frame.actions import action, control_keys
from game.window.frame.page import PagedHead
from game.window.frame.screen import Services
from game.window.ui.canvas.lettering import MIN_SHRINK
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import (
    Box,
    Breakpoint,
    Column,
    Either,
    Row,
    Space,
    Squared,
    Wrap,
    fixed,
    grow,
    natural,
)
from game.window.ui.leaves import Aside, Control, Filled, Fitted, Panel, Paragraph, Picture
from game.window.ui.theme import mix
from game.window.ui.widgets import Button, Cycle, Option, Segmented, Widget, options
from game.window.views.board import draw_plain_mark, plain_square, value_tint

BUTTON, GAP, BELOW = 40.0, 8.0, 62.0
STRIP = 156.0
LEGEND_BAR, LEGEND_WIDTH, LEGEND_STEPS, BETWEEN_NAMES = 8.0, 190.0, 48, 8.0
BETWEEN_BOARDS, CELL_GAP, WORDS = 12.0, 1.5, 20.0  # dp in a line of play
MIN_SIDE, LARGEST = 18.0, 84.0  # dp: the side of a board in a line of play
REACH, STROKE = 0.26, 0.10
ERROR_SHARE = 0.55
MARKS = ("X", "O")


# ---- the board ------------------------------------------------------------------------------------------------
def board_panel(model: ValueExplorerModel, squares: Widget, buttons: Sequence[Button]) -> Panel:
    """Return the panel of the board.

    From top to bottom, it shows the player to move or the winner, the board, the legend and the buttons.
    """
    legend = Picture(partial(_draw_legend, make_legend(model))).sized(grow(most=LEGEND_WIDTH))
    row = Row(Row(legend, Space(GAP)).sized(grow()), *(Fitted(button, BUTTON) for button in buttons), gap=GAP)
    below = Column(Space(10), row.sized(fixed(BUTTON)))
    shown = Squared(Filled(squares), below, strip=BELOW).sized(grow())
    player = model.state.current_player()
    if player == TERMINAL:
        winner = model.state.winner
        over = "lab.value_explorer.drawn_game" if winner is None else "lab.value_explorer.won_game"
        title, note, corner = text(over, mark="" if winner is None else MARKS[winner]), "", ""
    else:
        keys = "lab.value_explorer.to_move", "lab.value_explorer.of_each"
        title, note = (text(key, mark=MARKS[player]) for key in keys)
        corner = ""
        if model.values is not None and model.values.exact:
            result = text(f"lab.value_explorer.results.{RESULTS[max(model.values.exact.values())]}")
            corner = text("lab.value_explorer.perfect", result=result)
    return Panel(shown, title=title, note=note, corner=corner, head=TITLE, foot=0, side=SIDE)


def make_legend(model: ValueExplorerModel) -> tuple[str, str, str]:
    """Return the meanings of the lowest, the middle and the highest value for this learner."""
    worth = model.source.draw_value if model.source is not None else HALF
    lost, won = text("lab.value_explorer.legend.lost"), text("lab.value_explorer.legend.won")
    if worth == 0:
        return text("lab.value_explorer.legend.lost_or_drawn"), "", won
    if worth == 1:
        return lost, "", text("lab.value_explorer.legend.drawn_or_won")
    return lost, text("lab.value_explorer.legend.drawn", worth=format_draw_value(worth)), won


def _draw_legend(words: tuple[str, str, str], painter: Painter, rect: Rect) -> None:
    """Draw the colour scale from lost to won with its names.

    If there is little room, name only the two ends.
    """
    x, y, width, height = rect
    bar = y + height / 2 - LEGEND_BAR - 2
    for step in range(LEGEND_STEPS):
        left = x + width * step / LEGEND_STEPS
        colour = value_tint(painter, step / (LEGEND_STEPS - 1))
        painter.fill(colour, painter.box((left, bar, width / LEGEND_STEPS + 0.5, LEGEND_BAR)))
    row = bar + LEGEND_BAR + 12
    figures = (words[0].split()[0], "", words[2].split()[0])
    for names in (words, (words[0], "", words[2]), figures):
        wanted = [painter.width(name, "small") for name in names]
        scale = min(1.0, (width - 2 * BETWEEN_NAMES) / sum(wanted))
        if scale >= MIN_SHRINK:
            break
    lost, drawn, won = (scale * wide for wide in wanted)
    painter.text(names[0], x, row, "small", "dim", fit=lost)
    middle = max(lost + BETWEEN_NAMES, min(width - won - BETWEEN_NAMES - drawn, (width - drawn) / 2))
    painter.text(names[1], x + middle, row, "small", "dim", fit=drawn)
    painter.text(names[2], x + width, row, "small", "dim", al="r", fit=won)


# ---- beside it ------------------------------------------------------------------------------------------------
def line_of_play(model: ValueExplorerModel) -> Panel:
    """Return the panel with a line that beats the learner, and the episode of this line.

    The line may be from an earlier episode, because no lines are requested while the replay is running.
    """
    line, games = model.line, number(model.line_episode)
    said = text("lab.value_explorer.unbeaten") if model.lost_lines == (0, 0) else wait_words(model)
    shown: Box = Paragraph(said, "small")
    if line is not None and model.values is not None and not said:
        shown = Picture(partial(_draw_line, line))
    title, note = text("lab.value_explorer.strip_title"), ""
    if line is not None:
        note = text("lab.value_explorer.strip_note", mark=MARKS[line.player], games=games)
    return lab_panel(shown.sized(grow()), title=title, note=note).sized(fixed(STRIP))


def _draw_line(line: LostLine, painter: Painter, rect: Rect) -> None:
    """Draw the boards side by side and as large as possible. The newest mark of each board is highlighted."""
    x, y, width, height = rect
    count = len(line.cells)
    side = min(LARGEST, height - WORDS, (width - (count - 1) * BETWEEN_BOARDS) / count)
    if side < MIN_SIDE:
        return
    states = [TicTacToeState()]
    for cell in line.cells:
        states.append(states[-1].child(cell))
    for index, (before, after) in enumerate(pairwise(states)):
        left = x + index * (side + BETWEEN_BOARDS)
        is_error = index in line.errors
        _draw_board(painter, (left, y, side, side), after, line.cells[index], is_error=is_error)
        mark = "X" if before.current_player() == 0 else "O"
        words = text("lab.value_explorer.error") if is_error else f"{mark} {index // 2 + 1}"
        style, ink = ("small_b", "bad") if is_error else ("small", "dim")
        middle, row = left + side / 2, y + side + WORDS / 2 + 1
        painter.text(words, middle, row, style, ink, al="c", fit=side + BETWEEN_BOARDS)


def _draw_board(painter: Painter, rect: Rect, state: TicTacToeState, fresh: int, *, is_error: bool) -> None:
    if painter.hc:
        painter.rect(rect, None, 2, "line")
    for cell in range(CELLS):
        place = plain_square(rect, cell, CELL_GAP)
        background = painter.col("raised") if cell == fresh else painter.col("sunk")
        if cell == fresh and is_error:
            background = mix(background, painter.col("bad"), ERROR_SHARE)
        if cell == fresh or not painter.hc:
            painter.rect(place, background, 2, "edge" if cell == fresh else "line")
        draw_plain_mark(painter, place, state.board[cell], REACH, STROKE)


VALUES, AUDIT = "values", "audit"
RUN_WIDTH = 272.0
MIN_BODY, HIGH_BODY = 420.0, 580.0  # dp: from the second height on, both charts are beside the board
MAX_BOARD_SHARE, NARROW_PANEL = 0.46, 280.0
WIDEST_COUNT, WIDEST_EPISODE = 65_629, 1_000_000


class ValueExplorerScreen(LabPage):
    """The page about learnt values. `key` names the training run to show."""

    name: ClassVar[str] = "value_explorer"
    keys: ClassVar[str] = "value_explorer"
    game: ClassVar[str] = games.TIC_TAC_TOE
    shown_every = 1 / 30
    charts: ValueCharts

    def __init__(self, app: Services, key: str = "") -> None:
        super().__init__(app)
        self.model = model = ValueExplorerModel(app, key, self.show)
        self.run = RunControls(self, model)
        pages = options("lab.value_explorer.pages.{}", (VALUES, AUDIT))
        switch = Segmented("page", text("lab.title"), pages, VALUES, self.turn_page)
        self.page = VALUES
        self._head = PagedHead(app, text("lab.value_explorer.title"), self.escape, switch)
        self._learner = Cycle("learner", text("lab.value_explorer.learner"), [], "", model.choose)
        self._board = ValueBoard(model, current().many("tic_tac_toe.squares"))
        self.charts = ValueCharts(model)
        if not app.models.training.listed:
            app.models.training.look()

    # ---- actions --------------------------------------------------------------------------------------------
    ends = RunControls.ends
    curve = RunControls.curve
    run_or_pause = RunControls.run_or_pause.of("run")

    @action(*"123456789", cap="1–9")
    def mark(self, cell: int) -> None:
        self.model.mark(cell)

    @action("backspace", repeats=True, style="label_b", capped=False)
    def undo(self) -> None:
        self.model.undo()

    @action("c", style="label_b", capped=False)
    def clear(self) -> None:
        self.model.clear()

    @undo.reason
    @clear.reason
    def _why_no_marks(self) -> str:
        return "" if self.model.cells else text("lab.value_explorer.no_marks")

    scrub = RunControls.scrub.of("run")
    play = RunControls.play.of("run")
    axes = RunControls.axes.of("run")

    @action("i")
    def isolate(self) -> None:
        self.charts.values.isolate_next()

    other_page = control_keys("Ctrl+1 2", hinted=False)

    @action("e")
    def _export(self) -> None:
        """Export a picture of the page, or the values as CSV."""
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
        self.model.look()
        self.show()

    def leave(self) -> None:
        """Pause the replay and drop its requests."""
        super().leave()
        self.model.pause()
        self.model.drop()

    def update(self, dt: float) -> bool:
        """Advance the replay of the training, and poll the progress of an active run."""
        moves = self.model.update(dt)
        if moves:
            self.show_soon()
        super().update(dt)
        return moves

    @property
    def waiting(self) -> bool:
        return super().waiting or self.model.running or self.model.is_live

    @property
    def hover_target(self) -> int | None:
        return self.charts.hover_target

    # ---- the layout -----------------------------------------------------------------------------------------
    @property
    def subtitle(self) -> str:
        """The description of the selected learner."""
        source = self.model.source
        if source is None:
            return ""
        key = "lab.value_explorer.live" if self.model.is_live else "lab.value_explorer.description"
        return text(key, draw=format_draw_value(source.draw_value), games=number(source.length))

    def settings(self, window: Breakpoint) -> Box:
        """Return the choices of game and learner, with a note if the user has no runs."""
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
        return self.model.problem

    @property
    def remark(self) -> str:
        return "" if self.model.sources else text("lab.value_explorer.nobody")

    def body(self, window: Breakpoint) -> Box:
        """Return the board beside or above the charts."""
        model = self.model
        board = board_panel(model, self._board, (self.undo.button, self.clear.button))
        if window.narrow:
            main, _ = self._charts()
            return Column(board, main.sized(fixed(NARROW_PANEL)), line_of_play(model), gap=BASE_GAP)
        columns = []
        for both in (True, False):
            main, between = self._charts()
            upper, lower = main.sized(grow(0.6)), between.sized(grow(0.4)).when(both)
            columns.append(Column(upper, lower, line_of_play(model), gap=BASE_GAP))
        beside = Either(*columns, least=HIGH_BODY).sized(grow())
        size = natural(max_share=MAX_BOARD_SHARE)
        return Row(board.sized(size), beside, gap=BASE_GAP).sized(grow(least=MIN_BODY))

    def _charts(self) -> tuple[Box, Box]:
        """Return the panels of the selected chart and of the other chart, in this order.

        The chart of values always comes first in the focus order.
        """
        values, lines = self.charts.panels()
        lines.focused_last()
        return (values, lines) if self.page == VALUES else (lines, values)

    def bar(self, window: Breakpoint) -> Box:
        """Return the time bar with the number of lines that beat the learner at this episode."""
        lost, source = self.model.lost_lines, self.model.source
        self.run.scrubber.marks = source.stages if source is not None else ()
        words, colour = "–" if lost is None else number(sum(lost)), "good" if lost == (0, 0) else "brass"
        widest = number(WIDEST_COUNT), max(WIDEST_EPISODE, self.model.total)
        answer = self.run.reading(words, text("lab.value_explorer.beat_it"), widest, colour)
        return self.run.bar(window, answer).focused_last(2)
