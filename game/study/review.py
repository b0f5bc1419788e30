"""The request for a review, and its content: the decisions of a hand, a session or a log, each with its grade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.archive.hands import Origin
from game.archive.store import EVERYTHING, HistoryFilter
from game.core import Action, InformationState, Progress
from game.match.table_spec import IN_CHIPS, ChipUnit
from game.request import Request
from game.rules.holdem import HoldemInformationState
from game.study.judgements import Grade, Mark

Kind = Literal["hand", "session", "log", "imported"]
IMPORTED = "imported"
"""The name of the target of all imported hands."""


@dataclass(frozen=True, slots=True)
class ReviewTarget:
    """The hands and decisions to review.

    Attributes:
        kind: One of: a hand, the whole session of a hand (for an imported hand, its table), a log, or the imported
            hands of the user that match `filter`.
        name: The id of the hand. For a log: its file, the id of its import, `played-here` or `imported`.
        place: The number of the only hand of a log to review, or 0 for all hands.
        player: The name of the only player to review, or "".
        origin: The room of an imported hand. The id of the hand does not contain the room.
        filter: The filter for imported hands.
    """

    kind: Kind
    name: str
    place: int = 0
    player: str = ""
    origin: Origin | None = None
    filter: HistoryFilter = EVERYTHING

    @property
    def is_largest_first(self) -> bool:
        """Whether hands with the largest wins and losses are graded first, as in reviews of imported hands."""
        return self.kind == "imported" or (self.kind == "session" and self.origin is not None)


@dataclass(frozen=True, slots=True)
class HandNumber:
    """The number and the id of a hand, and the unit of its amounts.

    `printed` is the number that a poker room printed for the hand, or "".
    """

    number: int
    id: str
    printed: str = ""
    unit: ChipUnit = IN_CHIPS


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision of a player, with its grade once it is known.

    Attributes:
        hand: The number of the hand.
        hand_id: The text from which the hand can be rebuilt.
        player: The name of the player who decided.
        index: The number of earlier decisions of both players in the hand.
        info: The information state of the player.
        action: The chosen action.
        grade: The final grade, or None until the decision is graded.
        room_number: The number that a poker room printed for the hand, or "".
        unit: The unit of the amounts of the hand.
        at: The time of an imported hand, 0 for other hands.
    """

    game: str
    hand: int
    hand_id: str
    player: str
    index: int
    info: InformationState
    action: Action
    grade: Grade | None = None
    room_number: str = ""
    unit: ChipUnit = IN_CHIPS
    at: float = 0.0

    @property
    def street(self) -> str:
        """The street of a Hold'em decision in lower case. Empty in other games."""
        return self.info.street.name.lower() if isinstance(self.info, HoldemInformationState) else ""

    @property
    def order(self) -> tuple[float, float, int, int]:
        """The sort key: most costly decisions first, on a tie earlier decisions first, ungraded decisions last."""
        if self.grade is None:
            return 1.0, 0.0, self.hand, self.index
        return -self.grade.sure_cost, -self.grade.cost, self.hand, self.index


@dataclass(frozen=True, slots=True)
class Review:
    """A review so far.

    Attributes:
        hands: The number of hands whose decisions are all graded.
        total: The number of hands.
        left_out: The number of hands that could not be replayed.
        decisions: The number of graded decisions.
        mistakes_found: The number of graded decisions that are mistakes of any kind.
        cost: The sum over all hands of what their graded decisions lost (`hand_cost`), in the unit of the game. A
            cost within the error of the values counts as 0.
        mistakes: The mistakes, most costly first. A report to the window has at most `MAX_SHOWN`.
        good: The graded decisions that are not mistakes, most costly first. A report to the window has at most
            `MAX_SHOWN`.
        ungraded: The ungraded decisions in the order of grading. A report has only new decisions. When a grade
            arrives, the window removes the decision from this list.
        marks: The number of graded decisions by mark.
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
    """The progress of a review, counted in decisions.

    Attributes:
        found: The counts over all graded decisions, and the decisions that are new since the last
            report. The first report includes decisions graded earlier. None if no decision was graded since
            the last report.
    """

    found: Review | None = None


MAX_SHOWN = 500
"""The maximum number of decisions of each kind (mistakes, good, ungraded) and street that the window receives."""


def first_shown(decisions: Iterable[Reviewed]) -> tuple[Reviewed, ...]:
    """Return the first `MAX_SHOWN` decisions of each street, in the same order."""
    shown, counts = list[Reviewed](), Counter[str]()
    for one in decisions:
        counts[one.street] += 1
        if counts[one.street] <= MAX_SHOWN:
            shown.append(one)
    return tuple(shown)


@dataclass(frozen=True, slots=True)
class AskReview(Request[Review]):
    """Review a target. A decision with a stored grade is not graded again."""

    target: ReviewTarget
