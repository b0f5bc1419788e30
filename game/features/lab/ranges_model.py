"""The state of the range page: an agent, a betting line, and the ranges at the end of the line.

The window computes nothing. When the agent or the line changes, `RangeModel` asks the worker. If only the line
changes, the page shows the last answer until the next one arrives. `node_line` is the line of that answer. Amounts
are in big blinds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.core import Action, Player
from game.match.betting_line import BettingLine, parse_line
from game.rules.betting import BUTTON, CALL, FOLD, HoldemRules, PublicBetting, Street
from game.rules.cards import DECK, Card
from game.rules.holdem import BOARD_CARDS
from game.study.amounts import Amounts
from game.study.ranges import AskRange, ListRangeAgents, RangeAgent, RangeNode
from game.texts import current, percents, text
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act
from game.window.views.betting_path import ActionInk, ActionLook, PathColumn, PathRow, action_looks

CHIPS_A_BLIND = 100


class RangeModel:
    """The state of the range page. `changed` is called after everything that shows."""

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
        """Select another agent. The line is kept as far as the agent's stacks allow it."""
        self.chosen, self.node = name, None
        self._fit()
        self._ask()
        self._on_change()

    def go(self, line: BettingLine) -> None:
        """Go to the end of another line."""
        self.line = line
        self._ask()
        self._on_change()

    def act(self, decision: int, action: Action) -> None:
        """Take an action at a decision of the line. Later actions are dropped."""
        if self.node_line != self.line:
            return  # what is clicked at belongs to the former line
        before = self.line.upto(decision)
        if before.player is not None and action in before.betting.legal_actions():
            self.go(before.after(action))

    def back(self) -> None:
        if self.line.actions:
            self.go(self.line.upto(len(self.line.actions) - 1))

    def type(self, words: str) -> None:
        """Go to a typed line.

        Raises:
            BadInput: If it is invalid.
        """
        self.go(parse_line(words, self.line.rules))

    def lay(self, board: Sequence[Card]) -> None:
        self.go(self.line.with_board(board))

    def deal(self) -> None:
        """Deal the missing cards, or those of this street again."""
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
        """Give the line the stacks of the agent."""
        if self.agent is not None:
            chips = CHIPS_A_BLIND * self.agent.depth
            self.line = self.line.with_rules(HoldemRules(stacks=(chips, chips)))


TENTH = 0.0005


@dataclass(frozen=True, slots=True)
class Acting:
    """The player to act, the betting, the actions from all-in to the fold, and their looks."""

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
    """A node with the line that leads to it. `acting` is None if nobody is to act."""

    node: RangeNode
    line: BettingLine
    acting: Acting | None

    @staticmethod
    def of(node: RangeNode, line: BettingLine) -> ShownNode:
        """Return the answer about a line with the actions of the player to act."""
        if line.player is None:
            return ShownNode(node, line, None)
        actions = node.decisions[-1].actions
        return ShownNode(
            node, line, Acting(line.player, line.betting, actions, action_looks(line.betting, actions))
        )

    def get_acting(self, player: Player) -> Acting | None:
        return self.acting if self.acting is not None and self.acting.player == player else None


# ---- the way to a decision ------------------------------------------------------------------------------------
def list_columns(node: RangeNode, line: BettingLine) -> tuple[PathColumn, ...]:
    """Return a column for every decision, and if nobody is to act a last one that says why."""
    bettings = [*(betting for betting, _ in line.steps), line.betting]
    columns = []
    for index, decision in enumerate(node.decisions):
        taken = line.actions[index] if index < len(line.actions) else None
        opens = index > 0 and bettings[index].street != bettings[index - 1].street
        betting = bettings[index]
        actions = decision.actions
        options = zip(actions, shares_written(decision.shares), action_looks(betting, actions), strict=True)
        rows = tuple(PathRow(one, action_name(betting, one), written, look) for one, written, look in options)
        who = player_name(decision.player)
        title = text("lab.ranges.opens", street=street_name(betting.street), player=who) if opens else who
        pot = text("lab.ranges.pot", bb=big_blinds(betting, betting.pot))
        columns.append(PathColumn(title, pot, rows, None if taken is None else actions.index(taken), opens))
    if line.player is None:
        columns.append(_end(line))
    return tuple(columns)


def likeliest(node: RangeNode) -> int:
    """Return the index of the action, other than fold, that the range takes most often at the last decision."""
    decision = node.decisions[-1]
    options = zip(decision.actions, decision.shares, strict=True)
    shares = [share * (action != FOLD) for action, share in options]
    return shares.index(max(shares))


def _end(line: BettingLine) -> PathColumn:
    """Name the missing cards, or say that the hand is over."""
    pot = text("lab.ranges.pot", bb=big_blinds(line.betting, line.betting.pot))
    if line.missing:
        deal = text("lab.ranges.deal", street=street_name(line.betting.street))
        return PathColumn(deal, pot, opens_street=True)
    key = "folded" if line.betting.folded is not None else "showdown"
    return PathColumn(text(f"lab.ranges.{key}"), pot)


# ---- in words ---------------------------------------------------------------------------------------------------
def action_name(betting: PublicBetting, action: Action) -> str:
    return " ".join(action_parts(betting, action))


def action_parts(betting: PublicBetting, action: Action) -> list[str]:
    """Name the kind of an action, and the amount of a bet or a raise that is not all-in."""
    if action == FOLD:
        return [text("lab.ranges.acts.fold")]
    if action == CALL:
        return [text("lab.ranges.acts.call" if betting.to_call else "lab.ranges.acts.check")]
    if action == betting.max_raise_to:
        return [text("lab.ranges.acts.all_in")]
    key = "raise" if any(betting.street_committed) else "bet"
    return [text(f"lab.ranges.acts.{key}"), big_blinds(betting, action - betting.round_start)]


def big_blinds(betting: PublicBetting, chips: int) -> str:
    return Amounts(True, betting.rules.big_blind).bare(chips)


def player_name(player: Player) -> str:
    return text("lab.ranges.button" if player == BUTTON else "lab.ranges.big_blind")


def street_name(street: int) -> str:
    return current().many("lab.ranges.streets")[street]


def share(part: float) -> str:
    return shares_written([part])[0]


def shares_written(parts: Sequence[float]) -> list[str]:
    written = zip(parts, percents(parts, 1), strict=True)
    return [text("lab.ranges.hardly") if 0 < part < TENTH else words for part, words in written]
