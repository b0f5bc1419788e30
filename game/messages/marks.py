"""How good a decision is called, by what it cost beside what was at stake: one scale for every game.

The shares at which the marks end are in assets/marks.yaml.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from game.core import Action, BadInput, InformationState
from game.files import sections, yaml_text
from game.messages.grades_answers import MARKS, Grade, Mark
from game.rules import games
from game.rules.bet_sizes import near_bets
from game.rules.betting import CALL
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnInformationState

SHIPPED = Path(__file__).parents[2] / "assets" / "marks.yaml"
WHAT = "the file of the marks"
NOISE = 0.1
"""An action that a trained strategy takes less often than this is noise of its training, and not called correct."""


class Marks:
    """The marks with the shares at which they end, what is at stake without a pot, and what a tutor holds back."""

    def __init__(self, stored: object) -> None:
        found = sections.section(stored, ("marks", "stakes", "held-back"), WHAT)
        ends = sections.positive_numbers(found["marks"], MARKS, WHAT)
        self._ends = [ends[mark] for mark in MARKS]
        sections.check_rising(self._ends, WHAT)
        self.stakes = sections.positive_numbers(found["stakes"], (games.TIC_TAC_TOE,), WHAT)
        if found["held-back"] not in MARKS[1:]:
            raise BadInput(f"held-back in {WHAT} must be one of {', '.join(MARKS[1:])}.")
        self._held_back = MARKS.index(Mark(str(found["held-back"])))

    @property
    def equal(self) -> float:
        """Values that differ by no more than this share of the stake count as equal."""
        return self._ends[0]

    def of(self, cost: float, stake: float) -> Mark:
        """Return the mark of a decision that cost so much of what was at stake, in the same unit.

        >>> [shipped().of(cost, 10.0).value for cost in (0.0, 0.5, 5.0)]
        ['best', 'inaccuracy', 'blunder']
        """
        return MARKS[sum(cost > end * stake for end in self._ends)]

    def holds_back(self, mark: Mark) -> bool:
        """Whether a tutor holds back a decision of this mark."""
        return MARKS.index(mark) >= self._held_back

    def best(self, values: Mapping[Action, float], shares: Mapping[Action, float], stake: float) -> Action:
        """Return the best action: of those that are worth about the most, what is taken most often.

        >>> shipped().best({0: 0.0, 1: 2.0, 300: 2.01}, {1: 0.7, 300: 0.3}, 10.0)
        1
        """
        most = max(values.values())
        equal = [action for action, value in values.items() if most - value <= self.equal * stake]
        return max(equal, key=lambda action: (shares.get(action, 0.0), -action))


@cache
def shipped() -> Marks:
    """Return the marks of the program."""
    return Marks(yaml_text.read_file(SHIPPED))


def stake_of(info: InformationState) -> float:
    """Return the stake of a decision in the unit of its values: the pot, or at tic-tac-toe a constant."""
    if isinstance(info, HoldemInformationState):
        return info.pot / info.rules.big_blind
    if isinstance(info, KuhnInformationState):
        return 2 * float(info.rules.blinds) + info.betting.count("b")
    return shipped().stakes[games.TIC_TAC_TOE]


def regraded(solution: Grade, action: Action, stake: float, info: InformationState) -> Grade:
    """Return the grade of another action at a decision that is graded; what may be an error of the values is free.

    Where a trained strategy hardly ever takes an action, nor a bet near it, it is an inaccuracy at least: the
    training has turned away from it, even where the values are too close to tell by how much. Of one that it never
    takes it is then not known what it costs.
    """
    given = replace(solution, action=action, never_taken=False)
    mark = shipped().of(given.sure_cost, stake)
    taken = [one for one, share in given.shares.items() if share >= NOISE]
    avoided = given.source == "trained" and action not in taken and not _is_near(info, action, taken)
    if not avoided or mark not in (Mark.BEST, Mark.GOOD):
        return replace(given, mark=mark)
    return replace(given, mark=Mark.INACCURACY, never_taken=not given.shares.get(action))


def _is_near(info: InformationState, action: Action, taken: Collection[Action]) -> bool:
    """Return whether an action is a bet near one of those taken."""
    if not isinstance(info, HoldemInformationState) or action <= CALL:
        return False
    return bool(near_bets(info.betting, action, taken))
