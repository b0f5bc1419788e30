"""The row above the panels: which game, whose strategy, the line as it is typed, and writing down."""

from __future__ import annotations

from collections.abc import Callable

from game.match.betting_line import write_line
from game.messages.ranges_answers import RangeAgent
from game.rules import games
from game.screens.frame.screen import Services
from game.screens.models.opponents import portrait
from game.screens.pages.lab.page import GAMES_WIDTH, game_choice
from game.screens.pages.lab.parts import BETWEEN, BETWEEN_ROWS, CHOICE, ReadEntry
from game.screens.pages.lab.ranges.model import RangeModel
from game.screens.ui.layout import Box, Column, Row, fixed, grow
from game.screens.ui.leaves import Filled
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Act, Button, Cycle, Option

AGENT_WIDTH, WIDE_AGENT, EXPORT_WIDTH = 272.0, 312.0, 108.0
LEAST_LINE, ROOMY_LINE = 200.0, 320.0
LONGEST = 300


class RangeSetup:
    """The controls of the row, and what is wrong with what was typed."""

    def __init__(
        self, app: Services, model: RangeModel, open_game: Callable[[str], None], *, export: Act, changed: Act
    ) -> None:
        self._app = app
        self._model = model
        self._game = game_choice(games.HOLDEM, open_game)
        self.agent = Cycle("agent", text("lab.ranges.agent"), [], "", model.choose)
        self.line = ReadEntry("line", text("lab.ranges.line"), model.type, changed, longest=LONGEST)
        self.line.shows_end = True
        self.line.placeholder = text("lab.ranges.placeholder")
        self.line.tooltip = text("lab.ranges.line_tip")
        self._export = Button("export", text("lab.ranges.export"), export, style="label_b", keycap="E")

    @property
    def description(self) -> str:
        """Whose strategy it is, at which stage."""
        agent = self._model.agent
        return text("lab.ranges.subtitle") if agent is None else agent_in_full(self._app, agent)

    def box(self, width: float) -> Box:
        """Return the controls in as many rows as they take in so many dp: who there is, and the line."""
        model = self._model
        short = [agent_name(self._app, agent) for agent in model.agents]
        self.agent.options = tuple(
            Option(agent.name, name if short.count(name) == 1 else agent_in_full(self._app, agent))
            for agent, name in zip(model.agents, short, strict=True)
        )
        self.agent.tooltip = self.description
        self.agent.chosen = model.chosen
        self.agent.disabled = "" if model.agents else text("lab.waiting")
        self.line.follow(write_line(model.line))
        self._export.disabled = "" if model.node is not None else text("lab.waiting")
        fixed_part = GAMES_WIDTH + AGENT_WIDTH + EXPORT_WIDTH + 3 * BETWEEN
        game = Filled(self._game, CHOICE).sized(fixed(min(width, GAMES_WIDTH)))
        more = max(0.0, min(WIDE_AGENT - AGENT_WIDTH, width - fixed_part - ROOMY_LINE))
        agent = Filled(self.agent, CHOICE).sized(fixed(min(width, AGENT_WIDTH + more)))
        line = (
            Filled(self.line, CHOICE).sized(grow()),
            Filled(self._export, CHOICE).sized(fixed(EXPORT_WIDTH)),
        )
        if width - fixed_part >= LEAST_LINE:
            return Row(game, agent, *line, gap=BETWEEN)
        if width >= GAMES_WIDTH + BETWEEN + AGENT_WIDTH:
            return Column(Row(game, agent, gap=BETWEEN), Row(*line, gap=BETWEEN), gap=BETWEEN_ROWS)
        return Column(Row(game), Row(agent), Row(*line, gap=BETWEEN), gap=BETWEEN_ROWS)


def agent_name(app: Services, agent: RangeAgent) -> str:
    """Name an agent, with its depth where it was made for one."""
    name = portrait(app.agents, agent.name).name
    return _of_depth(name, agent) if agent.is_blueprint else name


def agent_in_full(app: Services, agent: RangeAgent) -> str:
    """Name an agent with the depth that it is looked at with, and its stage."""
    shown = portrait(app.agents, agent.name)
    name = _of_depth(shown.name, agent)
    return text("lab.ranges.of_stage", name=name, stage=shown.stage) if shown.stage else name


def _of_depth(name: str, agent: RangeAgent) -> str:
    return text("lab.ranges.of_depth", name=name, depth=number(agent.depth))
