"""Requests and answers about board reports. A board report solves one spot on many boards.

An answer holds the form, boards with their results, and means by texture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.match.spot_texts import SpotTexts
from game.rules.cards import Card
from game.study.solved import GroupMix

ALL_FLOPS = "all-flops"
SAMPLE = "sample-"
FLOPS = 1_755
"""The number of flops that differ by more than a permutation of the suits."""
TURNS = "turns-"
"""The prefix of a set of boards. For example, turns-Kd7c2h is the flop Kd7c2h with every turn card."""
SAMPLES = (f"{SAMPLE}25", f"{SAMPLE}95")
Texture = Literal[
    "paired", "monotone", "connected-two-tone", "connected-rainbow", "apart-two-tone", "apart-rainbow"
]
TEXTURES: tuple[Texture, ...] = (
    "paired",
    "monotone",
    "connected-two-tone",
    "connected-rainbow",
    "apart-two-tone",
    "apart-rainbow",
)
"""A board has the first texture that fits.

The textures are: two cards of a rank, three of a suit, three ranks that allow a straight, and any other board. The
last two exist with and without two cards of a suit.
"""


@dataclass(frozen=True, slots=True)
class ReportForm:
    """A spot without its board, the boards (a set, turns of a flop, or a list), and the target exploitability.

    The target is in percent of the pot.
    """

    texts: SpotTexts
    boards: str
    target: float

    @property
    def is_named(self) -> bool:
        return self.boards == ALL_FLOPS or self.boards.startswith(SAMPLE)

    @property
    def flop(self) -> str:
        """The flop whose turn cards are the boards, or "" for other boards."""
        return self.boards.removeprefix(TURNS) if self.boards.startswith(TURNS) else ""

    def is_of_spot(self, other: ReportForm) -> bool:
        """Return whether both forms have the same ranges and chips. Bets, target and boards can differ."""
        spots = [(form.texts.oop, form.texts.ip, form.texts.pot, form.texts.stack) for form in (self, other)]
        return spots[0] == spots[1]


@dataclass(frozen=True, slots=True)
class CheckedReport:
    """The problems of a form by field or, if there are no problems, the number of boards.

    Attributes:
        seconds: The estimated time on one thread.
        memory: The memory of the largest checked board, in bytes.
        allowed: The memory that may be used, in bytes.
    """

    problems: Mapping[str, str] = field(default_factory=dict)
    boards: int = 0
    seconds: float = 0.0
    memory: int = 0
    allowed: int = 0


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A solved board. Pairs of figures are in the order `oop` (the player out of position), then `ip`.

    Attributes:
        times: The number of boards that this board represents, itself included.
        weight: `times` multiplied by the number of deals of both ranges.
        bets: The bet frequency of `oop`, and the bet frequency of `ip` after a check.
        ev: The mean chips won, including the pot.
        equity: The equity of `oop`.
        exploitability: The exploitability of the solve in percent of the pot.
        problem: The reason why the board could not be solved, or "". A board with a problem has no figures.
    """

    board: tuple[Card, ...]
    texture: Texture
    times: int
    weight: float = 0.0
    bets: tuple[float, float] = (0.0, 0.0)
    ev: tuple[float, float] = (0.0, 0.0)
    equity: float = 0.0
    exploitability: float = 0.0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class KindMeans:
    """The mean strategy of a kind of hands over several boards. The kind "" has all hands.

    Attributes:
        share: The share of the kind in the range at the decision.
        boards: The number of boards on which the kind reaches the decision.
        mix: The frequencies and EVs, averaged by the weight of the hands.
    """

    name: str
    share: float
    boards: int
    mix: GroupMix


@dataclass(frozen=True, slots=True)
class DecisionMeans:
    """The means of one decision over several boards.

    Attributes:
        actions: The actions, the largest bet first.
        shares: The frequency of each action. A board is weighted by the probability of reaching the decision.
        kinds: All hands, then the kinds of hands from the strongest. Empty for boards stored by earlier
            versions.
    """

    actions: tuple[str, ...]
    shares: tuple[float, ...]
    kinds: tuple[KindMeans, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardMeans:
    """Weighted means over the boards of a texture. The texture "" has all boards.

    `share` is the weight of these boards as a share of the weight of all flops, or of all boards in a list.
    `decisions` has the first decision of `oop`, and the decision of `ip` after a check. The other figures are as in
    `BoardRow`.
    """

    texture: Texture | Literal[""]
    boards: int
    share: float
    bets: tuple[float, float]
    ev: tuple[float, float]
    equity: float
    decisions: tuple[DecisionMeans, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardReport:
    """A report so far: the solved boards in the order of solving, the total number of boards, and means."""

    form: ReportForm
    total: int
    rows: tuple[BoardRow, ...] = ()
    means: tuple[BoardMeans, ...] = ()

    @property
    def solved(self) -> int:
        return sum(not row.problem for row in self.rows)

    @property
    def flops(self) -> int:
        """The number of boards that the means represent: all flops, or the boards of a list."""
        return FLOPS if self.form.is_named else self.total


ReportFigures = BoardRow | BoardMeans


@dataclass(frozen=True, slots=True)
class ReportComparison:
    """Two reports of one spot: the boards solved in both reports, and each report's means over these boards."""

    boards: tuple[tuple[BoardRow, BoardRow], ...]
    means: tuple[BoardMeans, BoardMeans]


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A stored report, and the number of its solved boards."""

    form: ReportForm
    done: int
    total: int
