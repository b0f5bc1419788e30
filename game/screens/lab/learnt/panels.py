"""The panels of the page: the board with its legend, the charts, and the line of play that beats the learner."""

from __future__ import annotations

from collections.abc import Mapping

from game.core import TERMINAL
from game.screens.lab.layout import content
from game.screens.lab.learnt import pictures, strip
from game.screens.lab.learnt.board import ValueBoard
from game.screens.lab.learnt.groups import RESULTS, found_out
from game.screens.lab.learnt.layout import BOARD, CHART, LINES, STRIP, LearntPlaces
from game.screens.lab.learnt.sources import HALF, draw_in_words
from game.screens.lab.learnt.study import LearntStudy
from game.screens.lab.lines import Lines
from game.screens.pen import Pen, Rect
from game.screens.texts import english, number, text
from game.screens.views.panel_head import write_title
from game.screens.views.value_tint import value_tint
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Widget

BUTTON, BUTTON_GAP = 40.0, 8.0
LEGEND_BAR, LEGEND_WIDTH = 8.0, 190.0
LEGEND_STEPS = 48
MARKS = ("X", "O")


class LearntPanels:
    """What every panel shows of the study."""

    def __init__(self, study: LearntStudy) -> None:
        self._study = study
        self.log = True
        self._version: tuple[int, bool] = (-1, True)
        self._probe: int | None = None
        self._board = ValueBoard(study, study.mark, english().many("tic_tac_toe.squares"))
        self._undo = Button("undo", text("lab.learnt.undo"), study.undo, style="label_b")
        self._clear = Button("clear", text("lab.learnt.clear"), study.clear, style="label_b")
        self._chart = Lines(CHART, text("lab.learnt.values_title"))
        self._lines = Lines(LINES, text("lab.learnt.lines_title"))
        self._legend: Rect = (0.0, 0.0, 0.0, 0.0)

    def follow(self) -> None:
        """Show what is known now, at this moment."""
        study, values = self._study, self._study.values
        nothing = "" if study.cells else text("lab.learnt.no_marks")
        self._undo.disabled = self._clear.disabled = nothing
        if values is None:
            self._version = (-1, self.log)
            for chart in (self._chart, self._lines):
                chart.graph, chart.told = None, {}
            return
        version = (study.version, self.log)
        if version != self._version:
            self._version = version
            self._chart.graph = pictures.values_graph(study, values, log=self.log) if values.values else None
            self._chart.together = pictures.together(study)
            self._lines.graph = pictures.lines_graph(study, values, log=self.log)
        self._read_out()

    def _read_out(self) -> None:
        """Tell the values of the moment under the mouse on both charts at once, else of the one that is shown."""
        study = self._study
        self._probe = probe = self._under()
        moment = study.now if probe is None else probe
        self._chart.told = pictures.values_told(study, moment)
        self._lines.told = pictures.lines_told(study, moment)
        self._chart.now = self._lines.now = study.now
        self._chart.probe = self._lines.probe = probe

    def _under(self) -> int | None:
        """Return the moment that is known under the mouse."""
        under = self._chart.under if self._chart.under is not None else self._lines.under
        if under is None or self._study.values is None:
            return None
        return self._study.values.episodes[self._study.place_of(int(under))]

    @property
    def probe(self) -> int | None:
        """The moment that is read out, where the mouse is on a chart."""
        return self._probe

    def place(self, pen: Pen, p: LearntPlaces) -> list[Widget]:
        """Place the controls of a page; return them in focus order."""
        self._board.rect = p.board
        x, y, width, height = p.below
        row, right = y + (height - BUTTON) / 2 - 1, x + width
        for button in (self._clear, self._undo):
            wide = button.natural_width(pen)
            button.rect = (right - wide, row, wide, BUTTON)
            right -= wide + BUTTON_GAP
        self._legend = (x, row, min(LEGEND_WIDTH, right - x - BUTTON_GAP), BUTTON)
        charts = {CHART: self._chart, LINES: self._lines}
        shown = [name for name in charts if name in p.panels]
        for name in shown:
            charts[name].rect = content(p.panels[name])
        return [self._board, self._undo, self._clear, *(charts[name] for name in shown)]

    def isolate_next(self) -> None:
        """Let the next group of squares stand out."""
        self._chart.isolate_next()

    def give_back(self) -> bool:
        """Let all curves stand equal; return whether one stood out."""
        stood_out = bool(self.isolated)
        self._chart.isolated = self._lines.isolated = ""
        return stood_out

    @property
    def isolated(self) -> str:
        """The curve that stands out, empty for none."""
        return self._chart.isolated or self._lines.isolated

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, pen: Pen, p: LearntPlaces) -> None:
        """Write the titles, and draw what is no control."""
        self._read_out()
        titles = self._titles()
        for name, rect in p.panels.items():
            write_title(pen, rect, *titles[name])
        self._draw_legend(pen)
        for name, sentence in self._instead().items():
            if name in p.panels:
                x, y, width, _ = content(p.panels[name])
                pen.para(sentence, x, y + 12, width, "small", col="dim")
        if STRIP in p.panels and self._study.line is not None and STRIP not in self._instead():
            strip.draw(pen, content(p.panels[STRIP]), self._study.line)

    def _instead(self) -> Mapping[str, str]:
        """What panels say that have nothing to show."""
        study = self._study
        if study.values is None:
            waiting = "" if study.problem or study.source is None else text("lab.waiting")
            return {CHART: waiting, LINES: waiting, STRIP: waiting}
        said = {}
        if study.state.is_terminal():
            said[CHART] = text("lab.learnt.over")
        if study.lost_lines == (0, 0):
            said[STRIP] = text("lab.learnt.unbeaten")
        return said

    def _titles(self) -> dict[str, tuple[str, str, str]]:
        """Return for every panel its subject, its reading rule, and the word at its right."""
        study = self._study
        player = study.state.current_player()
        if player == TERMINAL:
            winner = study.state.winner
            over = "lab.learnt.drawn_game" if winner is None else "lab.learnt.won_game"
            board = text(over, mark="" if winner is None else MARKS[winner]), "", ""
        else:
            mark = MARKS[player]
            board = (
                text("lab.learnt.to_move", mark=mark),
                text("lab.learnt.of_each", mark=mark),
                self._perfect(),
            )
        return {
            BOARD: board,
            CHART: (self._finding(), text("lab.learnt.values_note"), text("lab.strategy.corner")),
            LINES: (
                text("lab.learnt.lines_title"),
                text("lab.learnt.lines_note"),
                text("lab.learnt.lines_corner"),
            ),
            STRIP: (text("lab.learnt.strip_title"), self._seat(), ""),
        }

    def _perfect(self) -> str:
        """What the position is worth to the player to move if nobody errs."""
        values = self._study.values
        if values is None or not values.exact:
            return ""
        result = text(f"lab.learnt.results.{RESULTS[max(values.exact.values())]}")
        return text("lab.learnt.perfect", result=result)

    def _finding(self) -> str:
        study = self._study
        if study.values is None or not study.squares:
            return text("lab.learnt.values_title")
        if study.now == 0:
            return text("lab.learnt.untrained")
        kind = found_out(study.state.board, study.squares, study.values.exact)
        return text(f"lab.learnt.found.{kind}") if kind else text("lab.learnt.values_title")

    def _seat(self) -> str:
        """Which part it plays in the line that is drawn, and when: a replay does not wait for another line."""
        line, games = self._study.line, number(self._study.line_of)
        return "" if line is None else text("lab.learnt.strip_note", mark=MARKS[line.player], games=games)

    def _draw_legend(self, pen: Pen) -> None:
        """Draw the grounds from lost to won, and name them."""
        x, y, width, height = self._legend
        bar = y + height / 2 - LEGEND_BAR - 2
        for step in range(LEGEND_STEPS):
            left = x + width * step / LEGEND_STEPS
            colour = value_tint(pen, step / (LEGEND_STEPS - 1))
            pen.fill(colour, pen.box((left, bar, width / LEGEND_STEPS + 0.5, LEGEND_BAR)))
        row = bar + LEGEND_BAR + 12
        lost, drawn, won = self.legend
        pen.text(lost, x, row, "small", "dim")
        pen.text(won, x + width, row, "small", "dim", al="r")
        if drawn:
            pen.text(drawn, x + width / 2, row, "small", "dim", al="c")

    @property
    def legend(self) -> tuple[str, str, str]:
        """What the least value, one in between and the greatest stand for to this learner."""
        worth = self._study.source.draw_value if self._study.source is not None else HALF
        lost, won = text("lab.learnt.legend.lost"), text("lab.learnt.legend.won")
        if worth == 0:
            return text("lab.learnt.legend.lost_or_drawn"), "", won
        if worth == 1:
            return lost, "", text("lab.learnt.legend.drawn_or_won")
        return lost, text("lab.learnt.legend.drawn", worth=draw_in_words(worth)), won
