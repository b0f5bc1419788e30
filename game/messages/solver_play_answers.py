"""Answers about a hand played against a solution: its current state, and the cost of each decision.

Amounts are chips of the spot. Players are 0, who acts first on every street (`oop`), and 1 (`ip`).
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import CHANCE, Player
from game.messages.judgements import Grade
from game.rules.cards import Card

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HandStep:
    """What has happened in a hand: a player took an action, or a card was dealt (`CHANCE`)."""

    player: Player
    action: str = ""
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class SpotDecision:
    """A decision of a hand, graded by the solve.

    line: the actions of both before it; board: what lay on the table by then; pot: what was in it. offered: what
    could be done, a fold first and the largest bet last; the actions of `grade` are places in it, and its values
    are chips, where a fold is 0. locked: what this hand does here was set by hand, and its shares are no advice.
    """

    player: Player
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    line: tuple[str, ...]
    offered: tuple[str, ...]
    pot: float
    grade: Grade
    locked: bool = False

    @property
    def pot_share(self) -> float:
        """The cost as a share of the pot at this decision."""
        return self.grade.cost / self.pot


@dataclass(frozen=True, slots=True)
class SpotHand:
    """A hand up to the next decision of the one who is asked, or to its end.

    hole: the cards of who is asked; other: those of the other, once the hand is over. steps: from the start of the
    spot, also where the hand begins later. offered: what can be done, empty if the hand is over. pot: all that
    was put in; bets: of it, what either has put in on this street; behind: what either has left. ev: what the hand
    was worth where it began. won: what it has won in the end, beyond what was put in since then; the pot that was
    there belongs to nobody.
    """

    player: Player
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    steps: tuple[HandStep, ...]
    decisions: tuple[SpotDecision, ...]
    offered: tuple[str, ...]
    pot: float
    bets: Pair
    behind: Pair
    ev: float
    other: tuple[Card, ...] = ()
    won: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.won is not None

    @property
    def line(self) -> tuple[str, ...]:
        """The actions of both so far."""
        return tuple(step.action for step in self.steps if step.player != CHANCE)
