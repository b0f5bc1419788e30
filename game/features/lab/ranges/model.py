"""Where the page is: whose strategy, which line, and what the other process has said of it.

The window computes nothing: a line that has changed is asked about, and until the answer has come the former one is
kept, as stale.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from game.core import Action
from game.match.betting_line import Line, parse_line
from game.rules.betting import CALL, HoldemRules, Street
from game.rules.cards import DECK, Card
from game.rules.holdem import BOARD_CARDS
from game.study.ranges import AskRange, ListRangeAgents, RangeAgent, RangeNode
from game.window.frame.asked import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

CHIPS_A_BLIND = 100


class RangeModel:
    """The state of the page; `changed` is called after everything that shows."""

    def __init__(self, app: Services, changed: Act, agent: str, line: Line | None) -> None:
        self.chosen = agent
        self.line = line or Line()
        self.node: RangeNode | None = None
        self.node_line = self.line
        self._changed = changed
        self._agents = Asked[tuple[RangeAgent, ...]](app, self._take_agents)
        self._range = Asked[RangeNode](app, self._take_range)
        self.questions: Sequence[Asked[Any]] = (self._agents, self._range)
        self._dice = random.Random(app.new_seed())

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def agents(self) -> tuple[RangeAgent, ...]:
        """Who can be looked at."""
        return self._agents.value or ()

    @property
    def agent(self) -> RangeAgent | None:
        """Whose strategy is looked at."""
        return next((agent for agent in self.agents if agent.name == self.chosen), None)

    @property
    def problem(self) -> str:
        """What is wrong with what was asked."""
        return self._agents.problem or self._range.problem

    @property
    def waiting(self) -> bool:
        """Whether an answer is on its way."""
        return self._range.state in ("waiting", "partly")

    @property
    def done(self) -> float:
        """How much of it is done."""
        return self._range.share

    @property
    def lacks_blueprints(self) -> bool:
        """Whether nobody near equilibrium is there."""
        return self._agents.value is not None and not any(agent.is_blueprint for agent in self.agents)

    @property
    def leaves_the_menu(self) -> bool:
        """Whether the line takes a bet that a blueprint never makes, which counts for those around it."""
        node, agent = self.node, self.agent
        if node is None or agent is None or not agent.is_blueprint:
            return False
        taken = zip(node.decisions, self.node_line.actions, strict=False)
        return all(side.comes for side in node.sides) and any(
            action > CALL and not decision.shares[decision.actions.index(action)]
            for decision, action in taken
            if action in decision.actions
        )

    # ---- what is asked --------------------------------------------------------------------------------------
    def look(self) -> None:
        """Ask who is there, and again what is done at the end of the line."""
        self._range.drop()
        self._agents.ask(ListRangeAgents())

    def _take_agents(self) -> None:
        if self._agents.state == "answered":
            if self.agent is None and self.agents:
                self.chosen = self.agents[0].name
            self._fit()
            self._ask()
        self._changed()

    def _ask(self) -> None:
        self._range.drop()
        if self.agent is not None:
            self._range.ask(AskRange(self.agent.name, self.line))

    def _take_range(self) -> None:
        if self._range.state in ("answered", "failed"):
            found = self._range.fresh
            self.node = None if found is None else found.aggressive_first()
            self.node_line = self.line
        self._changed()

    # ---- what is done ---------------------------------------------------------------------------------------
    def choose(self, name: str) -> None:
        """Look at another agent; the line is kept as far as its stacks allow it."""
        self.chosen, self.node = name, None
        self._fit()
        self._ask()
        self._changed()

    def go(self, line: Line) -> None:
        """Go to the end of another line."""
        self.line = line
        self._ask()
        self._changed()

    def act(self, decision: int, action: Action) -> None:
        """Take an action at one of the decisions of the line; what came after it is forgotten."""
        if self.node_line != self.line:
            return  # what is clicked at belongs to the former line
        before = self.line.upto(decision)
        if before.player is not None and action in before.betting.legal_actions():
            self.go(before.after(action))

    def back(self) -> None:
        """Take the last action back."""
        if self.line.actions:
            self.go(self.line.upto(len(self.line.actions) - 1))

    def type(self, words: str) -> None:
        """Go where a typed line leads.

        Raises:
            BadInput: It is none.
        """
        self.go(parse_line(words, self.line.rules))

    def lay(self, board: Sequence[Card]) -> None:
        """Lay another board."""
        self.go(self.line.with_board(board))

    def deal(self) -> None:
        """Deal the cards that are missing, or those of this street anew."""
        street = self.line.betting.street
        if street == Street.PREFLOP:
            return
        most = BOARD_CARDS[street]
        kept = self.line.shown if self.line.missing else self.line.shown[: BOARD_CARDS[Street(street - 1)]]
        left = [card for card in DECK if card not in kept]
        self.lay((*kept, *self._dice.sample(left, most - len(kept))))

    def _fit(self) -> None:
        """Give the line the stacks of the agent."""
        if self.agent is not None:
            chips = CHIPS_A_BLIND * self.agent.depth
            self.line = self.line.with_rules(HoldemRules(stacks=(chips, chips)))
