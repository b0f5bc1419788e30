"""The common parts of the pages that set up a table: the head, a scrolling page of choices, and the start button.

The choices for each table are stored in the settings, so Enter alone starts a game with the same choices as
last time. If the page is longer than the window, the start button is in a separate footer, so that it is
always visible.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from game.agent_entries import AgentEntry, who_plays
from game.rules import games
from game.study.opponents import (
    Opponent,
    figure_at,
    format_peers,
    format_rating,
    gallery,
    stage_names,
    strength_at,
)
from game.study.table_choices import THINKING, USUAL_THINKING, TableChoices, WatchChoices
from game.texts import join_sentences, number, text
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page, TableHead
from game.window.ui.input import ENTER
from game.window.ui.layout.box import Box, Breakpoint, Row, Space, fixed, grow
from game.window.ui.leaves.control import Control
from game.window.ui.leaves.panels import Edged
from game.window.ui.leaves.words import Aside
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.choice import Option, Segmented, Stages
from game.window.ui.widgets.gallery import GalleryCard

if TYPE_CHECKING:
    from game.window.frame.screen import Services


ChoicesT = TypeVar("ChoicesT", TableChoices, WatchChoices)

BEGIN_HEIGHT = 46.0
FOOT_BUTTON = 300.0
MIN_SUMMARY, SUMMARY_STEP = 150.0, 20.0


def make_card(opponent: Opponent, entry: AgentEntry, agents: Sequence[AgentEntry], stack: int) -> GalleryCard:
    """Return the card of an opponent at the stage `entry`, for a table with stacks of `stack` big blinds.

    The hint of the card names the agents in `agents` that are about as strong as the opponent.
    """
    peers = format_peers(who_plays(entry, agents, stack), agents)
    return GalleryCard(
        value=opponent.key,
        label=opponent.name,
        kind=opponent.kind,
        line=opponent.line,
        device=opponent.device,
        diamonds=opponent.diamonds.get(entry.name, 0),
        rating=format_rating(entry.strength),
        figure=figure_at(entry, agents, stack),
        hint=join_sentences(strength_at(entry, agents, stack), peers),
    )


def format_scale(agents: Sequence[AgentEntry]) -> str:
    """Return a sentence about the meaning of the diamonds.

    If the diamonds come from a league, the sentence names the stack depth of the league.
    """
    in_a_league = any(entry.strength is not None and entry.strength.diamonds for entry in agents)
    key = "strength.diamonds_league" if in_a_league else "strength.diamonds"
    return text(key, bb=number(games.HOLDEM_STACK_BB))


class SetupScreen(Page, Generic[ChoicesT]):
    """The base class of pages that set up a game from the menu.

    `begin` is the name of the button that starts the game, and also the text key of its label.
    """

    opponents: Sequence[Opponent]

    def __init__(self, app: Services, table: str, title: str, begin: tuple[str, str]) -> None:
        super().__init__(app)
        self.table = table
        self.choices: ChoicesT = self.last_choices()
        self.usual_thinking = USUAL_THINKING  # the default thinking time of solving opponents
        self._has_changed = True  # the changed choice must still be scrolled into view
        self._head = TableHead(app, title, self.escape, self._choose_table, table)
        name, label = begin
        self.begin_button = Button(name, label, self.begin, kind="primary", keycap=text("keys.enter"))
        self.show()

    # ---- interface of subclasses ----------------------------------------------------------------------------
    @abstractmethod
    def last_choices(self) -> ChoicesT: ...

    @abstractmethod
    def build(self) -> None: ...

    @abstractmethod
    def begin(self) -> None:
        """Store the choices and start the game."""

    @abstractmethod
    def segment_label(self, name: str) -> str: ...

    @property
    @abstractmethod
    def summary(self) -> str:
        """A summary of the choices for the footer, or "" if no opponent is selected."""

    # ---- choices --------------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        return self.choices.game(self.table)

    def choose(self, **words: str) -> None:
        """Change some choices."""
        self.choices = replace(self.choices, **words)
        self._has_changed = True
        self.show()

    def show(self) -> None:
        """Update the page to the current choices."""
        self.opponents = gallery(self.app.agents, self.game, self.choices.blinds)
        self.build()
        self.begin_button.disabled = "" if self.summary else text("new_game.nobody")
        super().show()

    def opponent(self, agent: str) -> Opponent | None:
        named = ((one, entry.name) for one in self.opponents for entry in one.entries)
        return next((one for one, name in named if name == agent), None)

    def make_card(self, opponent: Opponent, entry: AgentEntry) -> GalleryCard:
        return make_card(opponent, entry, self.app.agents, int(self.choices.stack))

    def stages(self, name: str, choice: str, agent: str | None = None) -> Stages | None:
        """Return the control for the training stages of `agent`, by default of the selected agent.

        None for an agent with a single stage. The thinking time at the table is no stage, but has a separate row.
        """
        agent = getattr(self.choices, choice) if agent is None else agent
        opponent = self.opponent(agent)
        if opponent is None or len(entries := opponent.stages) < 2:
            return None
        if agent not in [entry.name for entry in entries]:
            agent = entries[-1].name
        names, unit = stage_names(entries)
        options = [Option(entry.name, stage) for entry, stage in zip(entries, names, strict=True)]
        stages = Stages(name, opponent.question, options, agent, self.chooser(choice))
        stages.unit = unit
        return stages

    def make_thinking_row(self, name: str, choice: str, agent: str | None = None) -> Segmented | None:
        """Return the row of thinking times for `agent`, by default for the selected agent.

        None if the agent does not solve subgames.
        """
        agent = getattr(self.choices, choice) if agent is None else agent
        opponent = self.opponent(agent)
        if opponent is None or opponent.solver is None:
            return None
        times = [Option(one, text("new_game.thinks", seconds=one)) for one in THINKING]
        if opponent.preparations:
            times.insert(0, Option("", text("new_game.thinks_not")))
        chosen = self.choices.think if agent == opponent.solver.name else ""
        change = partial(self._choose_thinking, choice, opponent)
        row = Segmented(name, text("new_game.think"), times, chosen, change)
        row.tooltip = text("new_game.thinks_note")
        return row

    def _choose_thinking(self, choice: str, opponent: Opponent, seconds: str) -> None:
        """Set the thinking time of the opponent, in seconds.

        If `seconds` is empty, select the version of the opponent that plays a prepared strategy and solves nothing.
        """
        assert opponent.solver is not None
        agent = opponent.solver if seconds else opponent.preparations[-1]
        self.choose(**{choice: agent.name, "think": seconds})

    def chooser(self, name: str) -> Callable[[str], None]:
        return lambda value: self.choose(**{name: value})

    def segments(self, name: str, options: list[Option]) -> Segmented:
        """Return the segmented control of one choice.

        If the stored value is not among the options, the first option replaces it.
        """
        chosen = getattr(self.choices, name)
        if chosen not in [option.value for option in options]:
            chosen = options[0].value
        return Segmented(name, self.segment_label(name), options, chosen, self.chooser(name))

    def _choose_table(self, table: str) -> None:
        self.table = table
        self.choices = self.last_choices()
        self._has_changed = True
        self.show()

    # ---- layout -----------------------------------------------------------------------------------------------
    def footer(self, window: Breakpoint) -> Box:
        """Return the button and, if there is room, the summary of the choices next to it."""
        margin = self.margin_at(window)
        wide = window.width - 2 * margin
        button = self.foot_buttons()
        row: tuple[Box, ...] = (button.sized(grow()),)
        if wide >= FOOT_BUTTON + MIN_SUMMARY:
            summary = Aside(self.summary, "label", "text", height=BEGIN_HEIGHT, step=SUMMARY_STEP, cut=True)
            row = (summary.sized(grow()), Space(16), button.sized(fixed(FOOT_BUTTON)))
        return Edged(Space(8), Row(Space(margin), *row, Space(margin)), Space(12))

    def foot_buttons(self) -> Box:
        return Control(self.begin_button, BEGIN_HEIGHT)

    def layout(self, width: float, height: float) -> None:
        """Lay out the page, and scroll the last choice into view."""
        super().layout(width, height)
        if self._has_changed:
            self._has_changed = False
            page, focused = self.root.controls(), self.controls.focused
            if self.scroll.show((focused if focused in page else page[0]).focus_rect()):
                super().layout(width, height)

    # ---- actions --------------------------------------------------------------------------------------------
    choose_keys = control_keys("← → ↑ ↓", hinted=False)

    @action(*ENTER, hinted=False)
    def begin_now(self) -> None:
        self.begin()

    @begin_now.reason
    def _why_not_begin(self) -> str:
        return self.begin_button.disabled
