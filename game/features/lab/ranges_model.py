"""The model of the range page: an agent, a betting line, and the ranges at the end of the line.

When the agent or the line changes, `RangeModel` sends a request to the worker. If only the line changes, the
page shows the last answer until the next answer arrives. `node_line` is the line of the shown answer. Amounts
are in big blinds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.core import Action, Player
from game.match.betting_line import BettingLine, parse_line
from game.rules.betting import CALL, HoldemRules, PublicBetting, Street
from game.rules.cards import DECK, Card
from game.rules.holdem import BOARD_CARDS
from game.study.ranges import AskRange, ListRangeAgents, RangeAgent, RangeNode
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act
from game.window.views.betting_path import (
    CHIPS_A_BLIND,
    ActionInk,
    ActionLook,
    action_looks,
    action_name,
    action_parts,
)


class RangeModel:
    """The model of the range page. The callback `changed` is called after every visible change."""

    def __init__(self, app: Services, changed: Act, agent: str, line: BettingLine | None) -> None:
        self.chosen = agent
        self.line = line or BettingLine()
        self.node: RangeNode | None = None
        self.node_line = self.line
        self._on_change = changed
        self._agents = Asked[tuple[RangeAgent, ...]](app, self._take_agents)
        self._range = Asked[RangeNode](app, self._take_range)
        self.questions: Sequence[Asked[Any]] = (self._agents, self._range)
        self._dice = random.Random(app.new_seed())

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def agents(self) -> tuple[RangeAgent, ...]:
        return self._agents.value or ()

    @property
    def agent(self) -> RangeAgent | None:
        return next((agent for agent in self.agents if agent.name == self.chosen), None)

    @property
    def problem(self) -> str:
        return self._agents.problem or self._range.problem

    @property
    def waiting(self) -> bool:
        return self._range.state in ("waiting", "partly")

    @property
    def done(self) -> float:
        return self._range.share

    @property
    def lacks_blueprints(self) -> bool:
        return self._agents.value is not None and not any(agent.is_blueprint for agent in self.agents)

    @property
    def leaves_the_menu(self) -> bool:
        """Whether the line contains a bet that the blueprint never makes.

        Such a bet is translated to the neighbouring bet sizes of the blueprint.
        """
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
        self._range.drop()
        self._agents.ask(ListRangeAgents())

    def _take_agents(self) -> None:
        if self._agents.state == "answered":
            if self.agent is None and self.agents:
                self.chosen = self.agents[0].name
            self._fit()
            self._ask()
        self._on_change()

    def _ask(self) -> None:
        self._range.drop()
        if self.agent is not None:
            self._range.ask(AskRange(self.agent.name, self.line))

    def _take_range(self) -> None:
        if self._range.state in ("answered", "failed"):
            found = self._range.fresh
            self.node = None if found is None else found.aggressive_first()
            self.node_line = self.line
        self._on_change()

    # ---- what is done ---------------------------------------------------------------------------------------
    def choose(self, name: str) -> None:
        """Select another agent. Keep the part of the line that the agent's stacks allow."""
        self.chosen, self.node = name, None
        self._fit()
        self._ask()
        self._on_change()

    def go(self, line: BettingLine) -> None:
        """Show another line, and request the node at its end."""
        self.line = line
        self._ask()
        self._on_change()

    def act(self, decision: int, action: Action) -> None:
        """Take an action at a decision of the line. Later actions are dropped."""
        if self.node_line != self.line:
            return  # the clicked decision belongs to an earlier line
        before = self.line.upto(decision)
        if before.player is not None and action in before.betting.legal_actions():
            self.go(before.after(action))

    def back(self) -> None:
        if self.line.actions:
            self.go(self.line.upto(len(self.line.actions) - 1))

    def type(self, words: str) -> None:
        """Show a typed line.

        Raises:
            BadInput: If the text is not a legal line.
        """
        self.go(parse_line(words, self.line.rules))

    def lay(self, board: Sequence[Card]) -> None:
        self.go(self.line.with_board(board))

    def deal(self) -> None:
        """Deal the missing board cards. If none are missing, deal new cards for this street."""
        street = self.line.betting.street
        if street == Street.PREFLOP:
            return
        most = BOARD_CARDS[street]
        kept = (
            self.line.dealt_board
            if self.line.missing
            else self.line.dealt_board[: BOARD_CARDS[Street(street - 1)]]
        )
        left = [card for card in DECK if card not in kept]
        self.lay((*kept, *self._dice.sample(left, most - len(kept))))

    def _fit(self) -> None:
        """Replace the stacks in the line by the stacks that the agent was trained for."""
        if self.agent is not None:
            chips = CHIPS_A_BLIND * self.agent.depth
            self.line = self.line.with_rules(HoldemRules(stacks=(chips, chips)))


@dataclass(frozen=True, slots=True)
class Acting:
    """The player to act, the betting so far, and the actions (from all-in to fold) with names and colours."""

    player: Player
    betting: PublicBetting
    actions: Sequence[int]
    looks: Sequence[ActionLook]

    @property
    def names(self) -> list[str]:
        return [action_name(self.betting, action) for action in self.actions]

    @property
    def inks(self) -> list[ActionInk]:
        return [look.ink for look in self.looks]

    @property
    def heads(self) -> list[list[str]]:
        return [action_parts(self.betting, action) for action in self.actions]


@dataclass(frozen=True, slots=True)
class ShownNode:
    """A node of the betting tree, and the line that leads to it. `acting` is None if no player is to act."""

    node: RangeNode
    line: BettingLine
    acting: Acting | None

    @staticmethod
    def of(node: RangeNode, line: BettingLine) -> ShownNode:
        """Return the node from the worker's answer about a line."""
        if line.player is None:
            return ShownNode(node, line, None)
        actions = node.decisions[-1].actions
        return ShownNode(
            node, line, Acting(line.player, line.betting, actions, action_looks(line.betting, actions))
        )

    def get_acting(self, player: Player) -> Acting | None:
        return self.acting if self.acting is not None and self.acting.player == player else None
