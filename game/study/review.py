"""What a review tells: the decisions of a hand, a session or a log, each with its grade."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.core import Action, InformationState, Progress
from game.study.judgements import Grade, Mark

Kind = Literal["hand", "session", "log"]


@dataclass(frozen=True, slots=True)
class ReviewTarget:
    """What is reviewed.

    kind and name: a hand by its id; the whole session of that hand; or a log by its file, by the id of its import,
    or `played-here`. place: only this hand of a log, 0 for all. player: only the decisions of this player.
    """

    kind: Kind
    name: str
    place: int = 0
    player: str = ""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision that was made, with its grade once it is known.

    Attributes:
        hand: The number of the hand.
        hand_id: The text that rebuilds the hand.
        player: The name of the player who decided.
        place: The number of decisions of both players that came before it in the hand.
        info: What the player knew.
        action: What the player did.
        grade: The grade by the sure judgement, or None until the decision is graded.
    """

    game: str
    hand: int
    hand_id: str
    player: str
    place: int
    info: InformationState
    action: Action
    grade: Grade | None = None

    @property
    def order(self) -> tuple[float, float, int, int]:
        """The sort key: the most costly first, of equal ones the earlier, and ungraded ones last."""
        if self.grade is None:
            return 1.0, 0.0, self.hand, self.place
        return -self.grade.sure_cost, -self.grade.cost, self.hand, self.place


@dataclass(frozen=True, slots=True)
class Review:
    """What is known of a target.

    Attributes:
        hands: The number of hands whose decisions are all graded.
        total: The number of hands.
        left_out: The number of hands that could not be played again.
        decisions: The number of graded decisions.
        mistakes_found: The number of graded decisions that are mistakes of any kind.
        cost: The sure cost of all graded decisions, in the unit of the game.
        mistakes: The mistakes, the most costly first. An answer to the window holds at most `MAX_SHOWN`.
        good: The graded decisions that are no mistakes, the most costly first. An answer to the window holds at
            most `MAX_SHOWN`.
        ungraded: The decisions without a grade so far, in the order in which they will be graded. A report holds
            only decisions that no earlier report has told. The window removes a decision once it hears the grade.
        marks: How many of the graded decisions have each mark.
    """

    game: str
    title: str
    hands: int
    total: int
    left_out: int
    decisions: int
    mistakes_found: int
    cost: float
    mistakes: tuple[Reviewed, ...]
    good: tuple[Reviewed, ...] = ()
    ungraded: tuple[Reviewed, ...] = ()
    marks: Mapping[Mark, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReviewProgress(Progress):
    """How far a review is, counted in decisions.

    Attributes:
        found: The figures of all graded decisions, with the decisions that no earlier report has told. None if no
            decision was graded since the last report. The first report tells what was graded before.
    """

    found: Review | None = None
