"""The judgement of a decision, its grades and marks, and the requests for it.

Hint, coach, tutor, grade, review, drills and the solver page all show the same `Judgement`. A judgement has two
stages: first an estimate, then the final judgement, which replaces the estimate everywhere.

If the strategy of the opponent is known, the judgement also has the values of the actions against this
opponent. Advice, marks and costs are then based on these values, otherwise on theory.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Literal

from game.core import Action, BadInput, InformationState, Progress
from game.files import yaml_text
from game.needs import Need
from game.request import Request
from game.rules import games
from game.rules.betting import PublicBetting, Street
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnInformationState
from game.study.play import AgentKey
from game.study.solved import DecisionSpot

Source = Literal["exact", "solve", "blueprint", "equity"]
"""The source of the values: enumeration, a solve of the subgame, a trained strategy, or counted equity."""
Stage = Literal["estimate", "sure"]

SHIPPED = Path(__file__).parents[2] / "assets" / "marks.yaml"
WHAT = "the file of the marks"
MIN_MIXED = 0.2
"""An action that the reference strategy takes at least this often is no mistake."""
EQUAL = 1e-9
"""Exact values that differ by less are equal: their sums were rounded differently."""
MIN_NAMED = 0.05
"""An action that the reference strategy takes less often is neither named among the best nor sound in theory."""
MAX_NAMED, MAX_NAMED_HOLDEM = 4, 2
"""The maximum number of equally good actions that are named. The headline of the coach has room for two."""
CLOSE = 0.15
"""An action that costs a larger share of the pot is not called as good as the best, even within the error."""


MAX_RISK = 3.0
"""The largest all-in, in pots, that is not called large."""


def is_large_all_in(betting: PublicBetting, action: Action) -> bool:
    """Return whether an action is a bet or raise all-in that risks more than `MAX_RISK` times the pot."""
    if betting.actor is None or not betting.raises_all_in(action):
        return False
    return betting.effective(action) - betting.committed[betting.actor] > MAX_RISK * betting.pot


class Mark(StrEnum):
    """The quality of a decision, best first.

    A `MISSED` or `COSTLY` decision is sound in theory, but loses value against the opponent at the table. A
    `MISSED` decision puts in fewer chips than the best action. A `COSTLY` decision puts in more chips. The cost of
    an `UNKNOWN` decision is not known.
    """

    BEST = "best"
    GOOD = "good"
    MISSED = "missed"
    COSTLY = "costly"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNKNOWN = "unknown"


SOUND = Mark.MISSED, Mark.COSTLY
"""The marks of decisions that are sound in theory, but lose value against the opponent."""
MARKS = tuple(mark for mark in Mark if mark not in (*SOUND, Mark.UNKNOWN))
"""The marks by cost, best first."""


@dataclass(frozen=True, slots=True)
class OpponentValues:
    """The values of the actions of a decision against an opponent with a known strategy.

    Attributes:
        values: The value of each action if the player plays a best response afterwards, in the unit of the
            judgement.
        errors: The half-width of the 95% interval of each value, in the same unit. Missing values are exact.
        folds: The probability that the opponent folds at once, for each bet and raise. Actions with an unknown
            probability are left out.
        replies: In Kuhn poker, the probability of the opponent's reply to each action of the player: a bet after a
            check, or a call after a bet. Actions that end the hand are left out.
        noise: For each value, a vector with an error for each sample of cards. The norm of the vector is the error
            of the value. All values are computed with the same cards, so the error of a difference of two values is
            the norm of the difference of their vectors.
        gambles: The all-ins that are never advised, even if their values are the highest: they risk many times the
            pot with a hand that may well lose.
    """

    values: Mapping[Action, float]
    errors: Mapping[Action, float] = field(default_factory=dict)
    folds: Mapping[Action, float] = field(default_factory=dict)
    replies: Mapping[Action, float] = field(default_factory=dict)
    noise: Mapping[Action, tuple[float, ...]] = field(default_factory=dict)
    gambles: frozenset[Action] = frozenset()

    @property
    def advisable(self) -> Sequence[Action]:
        """The actions in ascending order without the `gambles`."""
        return sorted(self.values.keys() - self.gambles)

    def compare(self, action: Action, other: Action) -> tuple[float, float]:
        """Return how much more `action` is worth than `other`, and the error of this difference."""
        errors, noise = self.errors, self.noise
        if action in noise or other in noise:
            pairs = zip_longest(noise.get(action, ()), noise.get(other, ()), fillvalue=0.0)
            error = math.hypot(*(one - two for one, two in pairs))
        else:
            error = max(errors.get(action, 0.0), errors.get(other, 0.0))
        return self.values[action] - self.values[other], error * (action != other)

    def sure_lead(self, action: Action, other: Action) -> float:
        """Return how much more `action` is worth than `other`, or 0 if it is not surely worth more."""
        lead, error = self.compare(action, other)
        return lead if lead > error + EQUAL else 0.0

    def is_best(self, action: Action) -> bool:
        """Return whether no advisable action is surely worth more than `action`."""
        return not any(self.sure_lead(other, action) for other in self.advisable)

    def find_better(self, action: Action) -> Action | None:
        """Return an advisable action that is surely worth more than `action`, or None if there is none.

        Of several, it is one that satisfies `is_best` if possible, and of these the one with the highest `low_end`.
        A rare flop that wins a stack can make the value of a check large, with a larger error.
        """
        better = [other for other in self.advisable if self.sure_lead(other, action)]
        best = [other for other in better if self.is_best(other)] or better
        return max(best, key=self.low_end, default=None)

    def low_end(self, action: Action) -> float:
        """Return the low end of the 95% interval of a value."""
        return self.values[action] - self.errors.get(action, 0.0)

    def with_values(self, others: OpponentValues) -> OpponentValues:
        """Return these values merged with `others`, the values of other actions."""
        return OpponentValues(
            {**self.values, **others.values},
            {**self.errors, **others.errors},
            {**self.folds, **others.folds},
            {**self.replies, **others.replies},
            {**self.noise, **others.noise},
            self.gambles | others.gambles,
        )

    def among(self, actions: Collection[Action]) -> OpponentValues:
        """Return the values of some of the actions."""
        if self.values.keys() <= {*actions}:
            return self
        values, errors, folds, replies = (
            {action: number for action, number in numbers.items() if action in actions}
            for numbers in (self.values, self.errors, self.folds, self.replies)
        )
        noise = {action: one for action, one in self.noise.items() if action in actions}
        return OpponentValues(values, errors, folds, replies, noise, self.gambles & {*actions})


@dataclass(frozen=True, slots=True)
class Judgement:
    """The values of the actions of one decision.

    Attributes:
        values: The value of each action, counted from this decision on: in big blinds in Hold'em (a fold is 0), in
            chips in Kuhn poker, in points from 0 to 1 in tic-tac-toe.
        errors: The half-width of the 95% interval of each value, in the same unit.
        shares: The probability of each action in the reference strategy.
        best: The most frequent of the actions whose values are within the error of the highest value.
        source: The source of the values.
        stage: The stage: an estimate or the final judgement.
        stake: The pot of this decision in the unit of the values. In tic-tac-toe, a constant.
        equity: The equity of the hand against the opponent's range. None outside Hold'em.
        price: The equity that a call needs (pot odds). None if there is no bet to call.
        bounds: The actions for which only an upper bound of the value is known, because the reference strategy
            never takes them.
        advice: The best actions of this judgement and of earlier judgements that it replaces. None of these is
            graded as a mistake.
        against: The values against the opponent at the table, if its strategy is known.
        is_extended: Whether the decision was solved again because the first tree lacked the action that was taken.
            With this action in the tree, the values of all actions change a little.
        theory_alone: The reason why the judgement lacks values against the opponent at the table: "silent" if the
            opponent's program did not answer with its strategy, "unsure" if the errors of the values are too large,
            or "".
    """

    values: Mapping[Action, float]
    errors: Mapping[Action, float]
    shares: Mapping[Action, float]
    best: Action
    source: Source
    stage: Stage
    stake: float
    equity: float | None = None
    price: float | None = None
    bounds: frozenset[Action] = frozenset()
    advice: frozenset[Action] = frozenset()
    against: OpponentValues | None = None
    is_extended: bool = False
    theory_alone: Literal["", "silent", "unsure"] = ""

    @property
    def choice(self) -> Action:
        """The action to take: `best`, unless an action is surely better against a known opponent."""
        better = self.against.find_better(self.best) if self.against is not None else None
        return self.best if better is None else better

    def with_opponent(self, known: OpponentValues) -> Judgement:
        """Return this judgement with the values against the opponent, unless their errors are too large.

        If no action is surely better than the best action in theory, the errors are too large in two cases: another
        action has a clearly higher value, or the difference between the best action in theory and every other
        action has an error above the pot.
        """
        leads = [known.compare(self.best, one) for one in known.advisable if one != self.best]
        is_even = min((lead for lead, _ in leads), default=0.0) >= -self._close
        is_known = is_even and min((error for _, error in leads), default=0.0) <= self.stake
        if is_known or not known.is_best(self.best):
            return replace(self, against=known)
        return replace(self, theory_alone="unsure")

    @property
    def _close(self) -> float:
        return CLOSE * self.stake + EQUAL

    @property
    def is_unsettled(self) -> bool:
        """Whether the error allows that an action with a clearly different value is as good as `choice`.

        The values are those against the opponent.
        """
        known = self.against
        return known is not None and any(
            abs(known.values[one] - known.values[self.choice]) > self._close and not self.grade(one).sure_cost
            for one in known.advisable
        )

    @property
    def best_actions(self) -> list[Action]:
        """`choice`, followed by the actions that are equally good within the error.

        Against a known opponent, the actions with the surest values come first (`OpponentValues.low_end`). In
        theory, the most frequent actions come first.

        If the opponent is not known, only actions that theory takes (`takes`) are included. If the opponent is
        known and `choice` is also best in theory, an equally good action is included in two cases: theory takes the
        action, or its value is not lower than the value of `choice`.
        """
        known, choice = self.against, self.choice
        others = [one for one in (self.values if known is None else known.advisable) if one != choice]
        if known is not None:
            near = [one for one in others if abs(known.values[one] - known.values[choice]) <= self._close]
            equal = [one for one in near if known.is_best(one)]
            if choice == self.best:
                least = known.values[choice] - EQUAL
                equal = [one for one in equal if self.takes(one) or known.values[one] >= least]
            return [choice, *sorted(equal, key=known.low_end, reverse=True)]
        named = [one for one in others if self.takes(one)]
        equal = [one for one in named if self.grade(one).cost <= self.error_beside(one) + EQUAL]
        return [choice, *sorted({*equal} - self.bounds, key=lambda one: (-self.shares.get(one, 0.0), one))]

    @property
    def named_actions(self) -> list[Action]:
        return self.best_actions[: MAX_NAMED if self.equity is None else MAX_NAMED_HOLDEM]

    @property
    def theory_actions(self) -> list[Action]:
        """The best action in theory and, if there is one, an equally good action that theory plays."""
        return [one for one in self.theory.best_actions if one == self.best or self.plays(one)][
            :MAX_NAMED_HOLDEM
        ]

    def plays(self, action: Action) -> bool:
        """Return whether theory plays an action often enough to name it."""
        return self.shares.get(action, 0.0) >= MIN_NAMED

    def takes(self, action: Action) -> bool:
        """Return whether theory advises or plays an action."""
        return action == self.best or action in self.advice or self.plays(action)

    @property
    def theory(self) -> Judgement:
        return replace(self, against=None)

    @property
    def error(self) -> float:
        return max((error for action, error in self.errors.items() if action not in self.bounds), default=0.0)

    def error_beside(self, action: Action) -> float:
        """Return the larger of two errors: the error of `action` and the error of the most valuable action.

        The error of an upper bound is ignored.
        """
        first = max(self.values, key=lambda one: self.values[one])
        return max(self.errors[action], self.errors[first] if first not in self.bounds else 0.0)

    def grade(self, action: Action) -> Grade:
        """Return the grade of an action.

        Raises:
            BadInput: If the judgement does not have this action.
        """
        if action not in self.values:
            raise BadInput(f"{action} is not among the actions that were judged.")
        return Grade(self, action)


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of one action of a judgement."""

    judgement: Judgement
    action: Action

    @property
    def values(self) -> Mapping[Action, float]:
        """The values of the actions that determine the verdict."""
        return self.judgement.values if self.against is None else self.against.values

    @property
    def cost(self) -> float:
        values = self.judgement.values
        return max(0.0, max(values.values()) - values[self.action])

    @property
    def against(self) -> OpponentValues | None:
        """The values that determine the verdict if the opponent is known.

        None if the verdict is based on theory.
        """
        known = self.judgement.against
        return known if known is not None and self.action in known.values else None

    @property
    def sure_cost(self) -> float:
        """The cost against the known opponent or, if there is none, the cost in theory.

        The cost against the opponent is what the choice is worth more. The result is 0 if the cost is within the
        error of the values, or if the action was advised.
        """
        judgement, action = self.judgement, self.action
        if action == judgement.choice:
            return 0.0
        if self.against is not None:
            return self.against.sure_lead(judgement.choice, action)
        if action == judgement.best or action in judgement.advice:
            return 0.0
        return self.cost if self.cost > judgement.error_beside(action) + EQUAL else 0.0

    @property
    def cost_share(self) -> float:
        return self.sure_cost / self.judgement.stake

    @property
    def error(self) -> float:
        """The error of the cost against the known opponent or, if there is none, of the cost in theory."""
        if self.against is not None:
            return self.against.compare(self.judgement.choice, self.action)[1]
        return self.judgement.error_beside(self.action)

    @property
    def is_unknown(self) -> bool:
        """Whether the cost of the action is unknown, because only an upper bound of its value is known.

        The cost counts as known in three cases: the action was advised, its value against the opponent is
        known, or its upper bound is so low that the action certainly costs something.
        """
        judgement, action = self.judgement, self.action
        if self.against is not None or action == judgement.best or action in judgement.advice:
            return False
        return action in judgement.bounds and not self.sure_cost

    @property
    def mark(self) -> Mark:
        """The mark of the action: `UNKNOWN`, or the mark of its cost minus the error of the cost (`Marks.of`).

        Actions of `best_actions` are `BEST`, and no other action is better than `GOOD`. In theory, an action that
        the reference strategy takes often is `GOOD`.
        """
        if self.is_unknown:
            return Mark.UNKNOWN
        if self.action in self.judgement.best_actions:
            return Mark.BEST
        if self.is_mixed and self.against is None:
            return Mark.GOOD
        found = shipped_marks().of(self.sure_cost, self.judgement.stake, self.error)
        return max(found, Mark.GOOD, key=MARKS.index)

    @property
    def shown_mark(self) -> Mark:
        """The mark, or a mark of the group `SOUND` if the action is a mistake only against the known opponent.

        An action that theory never plays is not sound, even if it was advised or its cost is within the error.
        """
        theory = replace(self, judgement=self.judgement.theory)
        is_sound = self.judgement.plays(self.action) and theory.mark in (Mark.BEST, Mark.GOOD)
        if self.against is None or not self.is_mistake() or not is_sound:
            return self.mark
        return Mark.MISSED if self.action < self.judgement.choice else Mark.COSTLY

    @property
    def is_mixed(self) -> bool:
        return self.judgement.shares.get(self.action, 0.0) >= MIN_MIXED

    @property
    def is_held_back(self) -> bool:
        return self.is_mistake(shipped_marks().held_back)

    def is_mistake(self, least: Mark = Mark.INACCURACY) -> bool:
        mark = self.mark
        return mark != Mark.UNKNOWN and MARKS.index(mark) >= MARKS.index(least)


def hand_cost(game: str, costs: Sequence[float]) -> float:
    """Return the amount that a player lost through the decisions in a hand.

    In Hold'em, only the costliest decision of a player counts. Values against a known opponent look ahead two
    streets, so a gain that was missed on every street would otherwise count several times, and the sum could exceed
    the stacks. If the opponent is not known, the result is therefore a lower bound of the loss.
    """
    return max(costs, default=0.0) if game == games.HOLDEM else math.fsum(costs)


@dataclass(frozen=True, slots=True)
class JudgementProgress(Progress):
    """The progress of a judgement. As soon as an estimate is known, every report includes the estimate."""

    estimate: Judgement | None = None


@dataclass(frozen=True, slots=True)
class AskJudgement(Request[Judgement]):
    """Judge a decision. If `action` is given, the judgement includes this action.

    If `opponent` is an agent whose strategy for every hand can be computed, the actions are also judged against
    this agent. In Hold'em, the worker reports `JudgementProgress`. The same request always has the same answer.
    """

    game: str
    info: InformationState
    blinds: float = 1
    action: Action | None = None
    opponent: AgentKey | None = None

    @property
    def need(self) -> Need | None:
        """The compiled code that the judgement waits for.

        On turn and river, it is the code of the solver. On earlier streets, it is the code of the blueprint. None
        outside Hold'em.
        """
        if not isinstance(self.info, HoldemInformationState):
            return None
        return Need.SOLVER if self.info.street > Street.FLOP else Need.BLUEPRINT


def question_at(
    game: str, info: InformationState, action: Action | None = None, opponent: AgentKey | None = None
) -> AskJudgement:
    blinds = float(info.rules.blinds) if isinstance(info, KuhnInformationState) else 1
    return AskJudgement(game, info, blinds, action, opponent)


def can_be_solved(info: InformationState) -> bool:
    """Return whether the solver page can show a decision: a Hold'em decision on the flop, turn or river."""
    return isinstance(info, HoldemInformationState) and info.street != Street.PREFLOP


@dataclass(frozen=True, slots=True)
class OpenJudgedSolve(Request[DecisionSpot]):
    """Load the solve on which the judgement of a Hold'em decision is based. Return the decision's spot and line.

    After this request, `AskHeldSolve` returns the solve. On the flop, `AskHeldSolve` returns None, because
    the judgement of a flop decision is not based on a solve. The solver page then shows only the spot, with
    the ranges and the pot of the judgement. Before the flop, the request is refused.
    """

    decision: AskJudgement


class Marks:
    """The marks and their limits.

    The limits are the maximum cost of each mark as a share of the stake, the stakes of games without a pot,
    and the cost above which the tutor stops a move.
    """

    def __init__(self, stored: object) -> None:
        found = yaml_text.section(stored, ("marks", "stakes", "held-back"), WHAT)
        ends = yaml_text.positive_numbers(found["marks"], MARKS, WHAT)
        self._ends = [ends[mark] for mark in MARKS]
        yaml_text.check_rising(self._ends, WHAT)
        self.stakes = yaml_text.positive_numbers(found["stakes"], (games.TIC_TAC_TOE,), WHAT)
        if found["held-back"] not in MARKS[1:]:
            raise BadInput(f"held-back in {WHAT} must be one of {', '.join(MARKS[1:])}.")
        self.held_back = Mark(str(found["held-back"]))

    @property
    def equal(self) -> float:
        """Two values count as equal if they differ by at most this share of the stake."""
        return self._ends[0]

    def of(self, cost: float, stake: float, error: float = 0.0) -> Mark:
        """Return the mark of `cost` minus `error`. Both have the unit of `stake`.

        A cost above its error is at best `GOOD`, unless the cost alone would get the mark `BEST`.

        >>> [shipped_marks().of(cost, 10.0).value for cost in (0.0, 0.5, 5.0)]
        ['best', 'inaccuracy', 'blunder']
        >>> [shipped_marks().of(2.1, 10.0, error).value for error in (0.0, 0.5, 2.0, 2.2)]
        ['blunder', 'mistake', 'good', 'best']
        """
        least, full = (sum(one > end * stake for end in self._ends) for one in (cost - error, cost))
        return MARKS[max(least, min(full, MARKS.index(Mark.GOOD))) if cost > error else 0]


@cache
def shipped_marks() -> Marks:
    return Marks(yaml_text.read_file(SHIPPED))
