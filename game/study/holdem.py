"""Beliefs, search and equities of Hold'em, and the requests for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.core import Action, Player
from game.request import Request
from game.rules.betting import PublicBetting
from game.rules.cards import Card
from game.study.play import AgentKey


@dataclass(frozen=True, slots=True)
class Belief:
    """An estimated range by class of hands ("AKs"): probability now, prior, and the effective number of hands.

    Impossible classes are left out. `possible` is the number of hands that the known cards leave. `explained` is
    False if no hand would have taken the observed actions.
    """

    probability: Mapping[str, float]
    prior: Mapping[str, float]
    width: float
    possible: int
    explained: bool = True

    def weights(self) -> dict[str, float]:
        """Return the weight of one hand of each class, relative to a hand of the likeliest class."""
        each = {name: self.probability.get(name, 0.0) / prior for name, prior in self.prior.items()}
        most = max(each.values())
        return {name: weight / most for name, weight in each.items()}

    def lift(self, name: str) -> float:
        return self.probability.get(name, 0.0) / self.prior[name]


@dataclass(frozen=True, slots=True)
class ExpectedStep:
    """An action in a line. `share` is the probability that the opponent takes it. None if it is our own action."""

    player: Player
    action: Action
    share: float | None


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A line to the end of this betting round: our best actions, and the opponent's likeliest."""

    value: float
    """Chips won or lost by the first action, over the whole hand."""
    steps: tuple[ExpectedStep, ...]


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The result of a search so far: the value and the best line of each action, and the work done."""

    values: Mapping[Action, float]
    """Chips over the whole hand, by action. A fold is worth minus the chips put in."""
    lines: tuple[SearchLine, ...]
    """The best first."""
    margins: Mapping[Action, float]
    """Half-widths of 95% intervals of the values, in chips, by action. Empty if no cards were sampled."""
    advised: Mapping[Action, float]
    """The mix of the agent's own strategy, without the search."""
    nodes: int
    """Public states that were evaluated."""
    hits: int
    """How many evaluations came from the cache of public states."""
    cards: int
    """The number of next cards, or full boards, that were sampled. 0 if only this round was searched."""
    seconds: float
    belief: Belief
    """The opponent's estimated range."""

    @property
    def best(self) -> Action:
        """The action with the highest value. Ties go to the most passive."""
        return max(sorted(self.values), key=lambda action: self.values[action])


Board = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AskBelief(Request[Belief]):
    """What somebody who sees some cards believes that `player` holds, whose agent is known."""

    agent: AgentKey
    player: Player
    board: Board
    betting: PublicBetting
    seen: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandEquity:
    """Shares of all deals: what a hand wins on average (a tie counts half), how often it wins, and ties."""

    equity: float
    win: float
    tie: float


@dataclass(frozen=True, slots=True)
class AskEquity(Request[HandEquity]):
    """The exact equity of a hand against a random one."""

    hole: tuple[Card, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class AskDuel(Request[HandEquity]):
    """The exact equity of the first of two open hands."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    board: Board
