"""The row above the panels: which game, whose strategy, the line as it is typed, and writing down."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.match.betting_line import write_line
from game.rules import games
from game.screens.pages.lab import game_choice
from game.screens.pages.lab.ranges.study import RangeStudy
from game.screens.pages.lab.ranges.words import agent_in_full, agent_name
from game.screens.pages.lab.setup import BETWEEN_ROWS, GAP, ROW
from game.screens.ui.texts import text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.choice import Option
from game.screens.ui.widgets.cycle import Cycle
from game.screens.ui.widgets.text_entry import TextEntry
from game.screens.ui.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services
    from game.screens.ui.canvas.pen import Pen

AGENT_WIDTH, WIDE_AGENT, EXPORT_WIDTH = 272.0, 312.0, 108.0
LEAST_LINE, ROOMY_LINE = 200.0, 320.0
LONGEST = 300


class RangeSetup:
    """The controls of the row, and what is wrong with what was typed."""

    def __init__(
        self, app: Services, study: RangeStudy, open_game: Callable[[str], None], *, export: Act, changed: Act
    ) -> None:
        self._app = app
        self._study = study
        self._changed = changed
        self._game = game_choice.game_choice(games.HOLDEM, open_game)
        self._agent = Cycle("agent", text("lab.ranges.agent"), [], "", study.choose)
        self.line = TextEntry(
            "line",
            text("lab.ranges.line"),
            "",
            self._submit,
            allowed=str.isprintable,
            longest=LONGEST,
            style="label",
            al="l",
        )
        self.line.shows_end = True
        self.line.placeholder = text("lab.ranges.placeholder")
        self.line.tooltip = text("lab.ranges.line_tip")
        self._export = Button("export", text("lab.ranges.export"), export, style="label_b", keycap="E")
        self.follow()

    @property
    def widgets(self) -> list[Widget]:
        """The controls in focus order."""
        return [self._game, self._agent, self.line, self._export]

    @property
    def description(self) -> str:
        """Whose strategy it is, at which stage."""
        agent = self._study.agent
        return text("lab.ranges.subtitle") if agent is None else agent_in_full(self._app, agent)

    @property
    def problem(self) -> str:
        """What is wrong with the line that was typed."""
        return self.line.problem

    def next_agent(self) -> None:
        """Look at the next agent."""
        if self._agent.options:
            self._agent.step(1)

    def follow(self) -> None:
        """Show who there is, and the line."""
        study = self._study
        short = [agent_name(self._app, agent) for agent in study.agents]
        self._agent.options = tuple(
            Option(agent.name, name if short.count(name) == 1 else agent_in_full(self._app, agent))
            for agent, name in zip(study.agents, short, strict=True)
        )
        self._agent.tooltip = self.description
        self._agent.chosen = study.chosen
        self._agent.disabled = "" if study.agents else text("lab.waiting")
        if not self.line.problem:
            self.line.set_words(write_line(study.line))
        self._export.disabled = "" if study.node is not None else text("lab.waiting")

    def forget_problem(self) -> None:
        """Show the line as it is: somebody has gone another way."""
        if self.line.problem:
            self.line.problem = ""
            self.follow()

    def _submit(self, words: str) -> None:
        self.line.problem = self._study.type(words)
        self._changed()

    def place(self, pen: Pen, rect: Rect) -> float:
        """Place the row into `rect`, in as many rows as it takes; return how high that is."""
        x, y, width, _ = rect
        fixed = game_choice.WIDTH + AGENT_WIDTH + EXPORT_WIDTH + 3 * GAP
        if width - fixed >= LEAST_LINE:
            self._in_a_row([self._game, self._agent, self.line, self._export], rect, width - fixed)
            more = max(0.0, min(WIDE_AGENT - AGENT_WIDTH, width - fixed - ROOMY_LINE))
            self._widen_agent(more)
            return ROW
        second = (x, y + ROW + BETWEEN_ROWS, width, ROW)
        if width >= game_choice.WIDTH + GAP + AGENT_WIDTH:
            self._in_a_row([self._game, self._agent], rect, 0.0)
            self._in_a_row([self.line, self._export], second, width - EXPORT_WIDTH - GAP)
            return 2 * ROW + BETWEEN_ROWS
        self._game.rect = (x, y, min(width, game_choice.WIDTH), ROW)
        self._agent.rect = (x, second[1], min(width, AGENT_WIDTH), ROW)
        third = (x, second[1] + ROW + BETWEEN_ROWS, width, ROW)
        self._in_a_row([self.line, self._export], third, width - EXPORT_WIDTH - GAP)
        return 3 * ROW + 2 * BETWEEN_ROWS

    def _widen_agent(self, by: float) -> None:
        """Give names more room, and the line as much less."""
        x, y, width, height = self._agent.rect
        self._agent.rect = (x, y, width + by, height)
        x, y, width, height = self.line.rect
        self.line.rect = (x + by, y, width - by, height)

    def _in_a_row(self, widgets: list[Widget], rect: Rect, line: float) -> None:
        x, y, _, _ = rect
        widths = {
            self._game.name: game_choice.WIDTH,
            self._agent.name: AGENT_WIDTH,
            self.line.name: line,
            self._export.name: EXPORT_WIDTH,
        }
        for widget in widgets:
            widget.rect = (x, y, widths[widget.name], ROW)
            x += widths[widget.name] + GAP
