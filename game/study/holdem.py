"""Beliefs, search and equities of Hold'em, and the requests for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.core import Action, InformationState, Player
from game.request import Request
from game.rules.betting import PublicBetting
from game.rules.cards import Card
from game.study.play import AgentKey


@dataclass(frozen=True, slots=True)
class Belief:
    """An estimated range by class of hands ("AKs"): probability, prior, and effective number of hands (`width`).

    Impossible classes are left out. `possible` is the number of hands that contain no known card. `explained` is
    False if there is no hand with which the strategy takes the observed actions.
    """

    probability: Mapping[str, float]
    prior: Mapping[str, float]
    width: float
    possible: int
    explained: bool = True

    def weights(self) -> dict[str, float]:
        """Return the weight of a single hand of each class. The largest weight is 1."""
        each = {name: self.probability.get(name, 0.0) / prior for name, prior in self.prior.items()}
        most = max(each.values())
        return {name: weight / most for name, weight in each.items()}

    def lift(self, name: str) -> float:
        return self.probability.get(name, 0.0) / self.prior[name]


@dataclass(frozen=True, slots=True)
class ExpectedStep:
    """An action in a line. For an action of the opponent, `share` is its probability, otherwise None."""

    player: Player
    action: Action
    share: float | None


@dataclass(frozen=True, slots=True)
class SearchLine:
    """An expected line to the end of this street: the agent's best and the opponent's likeliest actions."""

    value: float
    """The chips won or lost by the first action, over the whole hand."""
    steps: tuple[ExpectedStep, ...]


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The result of a search so far: the value and the best line of each action, and the work done."""

    values: Mapping[Action, float]
    """The expected net chips of the whole hand, by action. The value of a fold is minus the chips put in so far."""
    lines: tuple[SearchLine, ...]
    """The best line of each action, best first."""
    margins: Mapping[Action, float]
    """The half-widths of the 95% intervals of the values, in chips, by action. Empty if no cards were sampled."""
    advised: Mapping[Action, float]
    """The action probabilities of the agent's own strategy, without the search."""
    nodes: int
    """The number of evaluated public states."""
    hits: int
    """The number of evaluations from the cache."""
    cards: int
    """The number of sampled next cards or full boards. 0 if only this street was searched."""
    seconds: float
    belief: Belief
    """The opponent's estimated range."""

    @property
    def best(self) -> Action:
        """The action with the highest value. On a tie, the most passive of these actions."""
        return max(sorted(self.values), key=lambda action: self.values[action])


Board = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AskBelief(Request[Belief]):
    """Estimate the range of `player` from the betting and some known cards.

    The strategy of the agent that plays `player` must be known.
    """

    agent: AgentKey
    player: Player
    board: Board
    betting: PublicBetting
    seen: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LookAhead(Request[SearchReport]):
    """Ask an agent to search from a decision. `cards` is the number of next cards to sample."""

    agent: AgentKey
    info: InformationState
    seed: int | str
    cards: int


@dataclass(frozen=True, slots=True)
class HandEquity:
    """The equity of a hand (a tie counts half), and the shares of deals that the hand wins and ties."""

    equity: float
    win: float
    tie: float


@dataclass(frozen=True, slots=True)
class AskEquity(Request[HandEquity]):
    """Compute the exact equity of a hand against a random hand."""

    hole: tuple[Card, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class AskDuel(Request[HandEquity]):
    """Compute the exact equity of the first of two known hands against the second."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    board: Board
