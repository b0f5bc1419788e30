"""Where the page is: whose strategy, which line, and what the other process has said of it.

The window computes nothing: a line that has changed is asked about, and until the answer has come the former one is
kept, as stale.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.core import Action, BadInput, Progress
from game.match.betting_line import Line, parse_line
from game.messages.ranges import AskRange, ListRangeAgents
from game.messages.ranges_answers import RangeAgent, RangeNode
from game.request import Refusal
from game.rules.betting import CALL, HoldemRules, Street
from game.rules.cards import DECK, Card
from game.rules.holdem import BOARD_CARDS
from game.screens.frame.requests import Requests
from game.screens.ui.widgets.widget import Act

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

CHIPS_A_BLIND = 100


class RangeModel:
    """The state of the page; `changed` is called after everything that shows."""

    def __init__(self, app: Services, changed: Act, agent: str = "", line: Line | None = None) -> None:
        self.agents: Sequence[RangeAgent] = ()
        self.listed = False
        self.chosen = agent
        self.line = line or Line()
        self.node: RangeNode | None = None
        self.node_line = self.line
        self.problem = ""
        self.done = 0.0
        self._changed = changed
        self._requests = Requests(app)
        self._ticket: int | None = None
        self._dice = random.Random(app.new_seed())

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def agent(self) -> RangeAgent | None:
        """Whose strategy is looked at."""
        return next((agent for agent in self.agents if agent.name == self.chosen), None)

    @property
    def waiting(self) -> bool:
        """Whether an answer is on its way."""
        return self._ticket is not None

    @property
    def lacks_blueprints(self) -> bool:
        """Whether nobody near equilibrium is there."""
        return self.listed and not any(agent.is_blueprint for agent in self.agents)

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
        self._requests.drop_all()
        self._ticket = None
        self._requests.ask(ListRangeAgents(), self._take_agents)

    def drop(self) -> None:
        """Take no more interest in any answer."""
        self._requests.drop_all()
        self._ticket = None

    def _take_agents(self, found: tuple[RangeAgent, ...] | Refusal) -> None:
        if isinstance(found, Refusal):
            self.problem = found.sentence
        else:
            self.problem, self.agents, self.listed = "", found, True
            if self.agent is None and self.agents:
                self.chosen = self.agents[0].name
            self._fit()
            self._ask()
        self._changed()

    def _ask(self) -> None:
        self._requests.drop(self._ticket)
        self._ticket = None
        if self.agent is not None:
            asked, self.done = self.line, 0.0
            request = AskRange(self.agent.name, asked)
            self._ticket = self._requests.ask(request, partial(self._take_node, asked), self._report)

    def _report(self, progress: Progress) -> None:
        self.done = progress.iteration / (progress.total or 1)
        self._changed()

    def _take_node(self, asked: Line, found: RangeNode | Refusal) -> None:
        self._ticket, self.problem, self.node_line = None, "", asked
        if isinstance(found, Refusal):
            self.problem, self.node = found.sentence, None
        else:
            self.node = found.aggressive_first()
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

    def type(self, words: str) -> str:
        """Go where a typed line leads; return what is wrong with it, else nothing."""
        try:
            line = parse_line(words, self.line.rules)
        except BadInput as sentence:
            return str(sentence)
        self.go(line)
        return ""

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
