"""The dialog that fills both ranges from a preflop line, as a trained agent plays it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from game.core import Action, BadInput
from game.match.betting_line import BettingLine, parse_line, write_line
from game.rules.betting import HoldemRules
from game.study.ranges import POTS, AskPreflopPot, ListRangeAgents, PreflopPot, RangeAgent
from game.texts import number, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.actions import action
from game.window.frame.requests import Asked
from game.window.ui.layout.box import Box, Row, Space
from game.window.ui.layout.size import fixed, grow
from game.window.ui.leaves.control import Control, Filled
from game.window.ui.leaves.words import Note, Pair, Words
from game.window.ui.widgets.button import Button
from game.window.ui.widgets.choice import Cycle, Option, Segmented, options
from game.window.views.betting_path import HEAD_ROW, ROW, Path
from game.window.views.range_painting import RangeEntry
from game.window.views.range_path import CHIPS_A_BLIND, agent_in_full, big_blinds, likeliest, list_columns

if TYPE_CHECKING:
    from game.window.frame.screen import Services

FIELD, GAP, MIN_ROWS, AGENT_WIDTH = 40.0, 10.0, 6, 300.0
USUAL_DEPTH = 100  # big blinds

TakePot = Callable[[PreflopPot], None]


class PreflopDialog(Dialog):
    """The dialog's choices: the agent, the pots with a common name, and the line, action by action.

    `take` receives the pot with the ranges, after the dialog was closed.
    """

    name: ClassVar[str] = "preflop"
    keys: ClassVar[str] = "preflop"
    widest = 820.0
    arrows_walk: ClassVar[bool] = False

    def __init__(self, app: Services, take: TakePot) -> None:
        super().__init__(app, text("preflop.title"))
        self._take_pot, self._line = take, BettingLine()
        self._agents = Asked[tuple[RangeAgent, ...]](app, self._take_agents)
        self._pot = Asked[PreflopPot](app, self._show)
        self._agent = Cycle("agent", text("preflop.agent"), (), "", lambda name: self._follow(self._line))
        self._pots = Segmented(
            "pots", text("preflop.pots.label"), options("preflop.pots.{}", POTS), "", self._seek
        )
        self._entry = RangeEntry("line", text("preflop.line"), self._type)
        self._entry.tooltip = text("preflop.line_tip")
        self._path = Path(text("preflop.path"), self._act, self._go)
        self._fill = Button("fill", text("preflop.fill"), self.submit, kind="primary")
        self._close = Button("close", text("common.close"), self.escape, style="label_b")
        self.controls.focus("pots")

    # ---- requests -------------------------------------------------------------------------------------------
    def enter(self) -> None:
        self._agents.ask(ListRangeAgents())

    def leave(self) -> None:
        self._agents.drop()
        self._pot.drop()

    def _take_agents(self) -> None:
        if (agents := self._agents.fresh) is not None:
            trained = [agent for agent in agents if agent.is_blueprint] or list(agents)
            self._agent.options = tuple(
                Option(agent.name, agent_in_full(self.app.agents, agent)) for agent in trained
            )
            if self._agent.chosen not in [agent.name for agent in trained] and trained:
                usual = [agent.name for agent in trained if agent.depth == USUAL_DEPTH]
                self._agent.chosen = (usual or [trained[0].name])[0]
            self._follow(self._line)
        self.relayout()

    @property
    def _rules(self) -> HoldemRules:
        """The rules of Hold'em with the stacks of the selected agent."""
        known = {agent.name: agent.depth for agent in self._agents.value or ()}
        chips = CHIPS_A_BLIND * known.get(self._agent.chosen, USUAL_DEPTH)
        return HoldemRules(stacks=(chips, chips))

    def _follow(self, line: BettingLine) -> None:
        """Request the ranges after a line, shortened if the agent's stacks do not allow all of it."""
        self._line = line.with_rules(self._rules)
        self._ask()

    def _seek(self, pot: str) -> None:
        self._line = BettingLine(self._rules)
        self._ask(pot)

    def _ask(self, pot: str = "") -> None:
        self._entry.problem = ""
        if self._agent.chosen:
            self._pot.ask(AskPreflopPot(self._agent.chosen, self._line, pot))
        self.relayout()

    def _show(self) -> None:
        """Show the line of the answer, with the cursor on its likeliest next action."""
        if (found := self._pot.fresh) is not None:
            self._line = found.line
            columns = list_columns(found.decisions, found.line)
            self._path.show(columns, likeliest(found.decisions[-1]) if columns[-1].rows else 0)
            if not self._entry.focused:
                self._entry.show(write_line(found.line).rstrip(" /"))
        self.relayout()

    # ---- actions --------------------------------------------------------------------------------------------
    def _act(self, decision: int, action: Action) -> None:
        """Take an action at a decision of the line. Later actions are dropped."""
        before = self._line.upto(decision)
        if self._pot.fresh is not None and action in before.betting.legal_actions():
            self._follow(before.after(action))

    def _go(self, decision: int) -> None:
        self._follow(self._line.upto(decision))

    def _type(self, words: str) -> None:
        """Parse and follow a typed line, or show the problem with it."""
        try:
            self._follow(parse_line(words, self._rules))
        except BadInput as sentence:
            self._entry.problem = str(sentence)
            self.relayout()

    @action("backspace")
    def back(self) -> None:
        if self._line.actions:
            self._go(len(self._line.actions) - 1)

    @property
    def pot(self) -> PreflopPot | None:
        """The pot of the line. None if it is not known yet, or if the line does not end on the flop."""
        found = self._pot.fresh
        return found if found is not None and found.ranges and not self._entry.problem else None

    @Dialog.submit.override
    def submit(self) -> None:
        """Fill in the ranges, and close."""
        if (pot := self.pot) is not None:
            self.app.back()
            self._take_pot(pot)

    # ---- the layout -----------------------------------------------------------------------------------------
    def parts(self) -> Sequence[Box]:
        """Return the agent, the pots, the line, and the figures of both ranges."""
        known = self._pot.value
        self._pots.chosen = known.name if known is not None and known.ranges else ""
        problem = self._entry.problem or self._agents.problem or self._pot.problem
        rows = max(MIN_ROWS, *(len(column.rows) for column in self._path.columns), 0)
        return [
            Words(text("preflop.note"), "label", "dim", GAP),
            Row(
                Control(self._agent, FIELD).sized(fixed(AGENT_WIDTH)),
                Control(self._entry, FIELD).sized(grow()),
                gap=GAP,
            ),
            Space(GAP),
            Control(self._pots, FIELD),
            Space(GAP),
            Filled(self._path, HEAD_ROW + rows * ROW),
            Space(GAP),
            *self._figures(known),
            Note(problem, wrong=True),
        ]

    def _figures(self, pot: PreflopPot | None) -> list[Box]:
        """Return the figures of both ranges and the chips of the spot, or the reason why they are missing."""
        if pot is None or not pot.ranges:
            return [Note(text("preflop.waiting" if self._pot.awaited else "preflop.unfinished"))]
        chips = {name: big_blinds(pot.line.betting, getattr(pot, name)) for name in ("pot", "stack")}
        pairs = [
            Pair(
                text(f"preflop.ranges.{side}"),
                text("preflop.combos" if played else "preflop.never", combos=number(combos)),
            )
            for side, combos, played in zip(("oop", "ip"), pot.combos, pot.played, strict=True)
        ]
        return [*pairs, Pair(text("preflop.chips"), text("preflop.in_blinds", **chips))]

    def buttons(self) -> list[Button]:
        self._fill.disabled = "" if self.pot is not None else text("preflop.unfinished")
        return [self._fill, self._close]
