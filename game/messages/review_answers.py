"""What a review tells: the decisions of a hand, a session or a log, each with its grade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.core import InformationState, Progress
from game.messages.grades_answers import Grade

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
    """A graded decision.

    hand, hand_id: the number of the hand, and the text that rebuilds it. player: the name of who decided; place:
    how many decisions of both players came before in the hand. info: what the player knew.
    """

    game: str
    hand: int
    hand_id: str
    player: str
    place: int
    info: InformationState
    grade: Grade

    @property
    def order(self) -> tuple[float, float, int, int]:
        """What sorts decisions: the most costly first, of equal ones the earlier."""
        return -self.grade.sure_cost, -self.grade.cost, self.hand, self.place


@dataclass(frozen=True, slots=True)
class Review:
    """What is known of a target.

    hands were graded, of `total`; left_out could not be played again. decisions counts all that were graded,
    mistakes_found those that were mistakes of any kind; cost is what all cost for sure, in the unit of the game.
    mistakes come by cost, the most costly first; an answer to the window holds `MOST_SHOWN` of them.
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


@dataclass(frozen=True, slots=True)
class ReviewProgress(Progress):
    """How far a review is.

    found: all that is graded so far, but of its mistakes those alone that no report before has told; None where no
    hand was finished since the last report. The first report tells what was graded earlier.
    """

    found: Review | None = None
