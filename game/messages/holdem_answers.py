"""What a search reports of a decision: the words that searches and the screens which show them share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from game.core import Action, Player


@dataclass(frozen=True, slots=True)
class Belief:
    """By class of hands ("AKs"): how likely it is now, and was before anybody acted; and how many hands it is like.

    Classes that cannot be held are left out. `explained` is false where no hand would have acted so.
    """

    probability: Mapping[str, float]
    prior: Mapping[str, float]
    width: float
    explained: bool = True

    def weights(self) -> dict[str, float]:
        """Return what one hand of each class weighs beside one of the likeliest class."""
        each = {name: self.probability.get(name, 0.0) / prior for name, prior in self.prior.items()}
        most = max(each.values())
        return {name: weight / most for name, weight in each.items()}

    def lift(self, name: str) -> float:
        """Return how many times likelier a class is than it was."""
        return self.probability.get(name, 0.0) / self.prior[name]


@dataclass(frozen=True, slots=True)
class ExpectedStep:
    """An action in a line; `share` is how often the opponent takes it, None where we choose."""

    player: Player
    action: Action
    share: float | None


@dataclass(frozen=True, slots=True)
class SearchLine:
    """How it goes on in this betting round: our best actions, and the opponent's likeliest."""

    value: float
    """Chips won or lost by the first action, over the whole hand."""
    steps: tuple[ExpectedStep, ...]


@dataclass(frozen=True, slots=True)
class Counsel:
    """What the coach says of a decision: one voice, whoever it comes from."""

    source: Literal["trained", "counted"]
    """Whether a trained strategy speaks, or the equity is counted that a solid player sees."""
    best: Action
    values: Mapping[Action, float]
    """Big blinds from here on, by action in ascending order; a fold is 0."""
    shares: Mapping[Action, float]
    """How often each of these is played; all on the best where the equity is counted."""
    capped: frozenset[Action]
    """Actions never played here, of which it is only known that they are worth no more than is said."""
    margin: float
    """Big blinds by which the values may be off, as far as it can be told."""
    equity: float
    """Share of the pot against what the betting shows, if no more is bet."""
    visits: float
    """How often, on average, training came here with such a hand."""


@dataclass(frozen=True, slots=True)
class SearchReport:
    """What is known so far: the value of each action, the best line of each, and the work it took."""

    values: Mapping[Action, float]
    """Chips over the whole hand, by action; a fold now is worth what was put in."""
    lines: tuple[SearchLine, ...]
    """The best first."""
    margins: Mapping[Action, float]
    """Half-widths of 95% intervals of the values, in chips, by action; empty where no cards were sampled."""
    advised: Mapping[Action, float]
    """What our own strategy would do by itself."""
    nodes: int
    """Public states that somebody was asked about."""
    hits: int
    """Of all questions, those that the table of public states answered."""
    cards: int
    """Sampled cards on which the next round was searched, or full boards; 0 where this round is all."""
    seconds: float
    belief: Belief
    """What the opponent is taken to hold."""

    @property
    def best(self) -> Action:
        """Return the action of the highest value, the most passive of equals."""
        return max(sorted(self.values), key=lambda action: self.values[action])
