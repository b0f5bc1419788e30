"""The answers for the page of board reports: forms, boards with their results, and means by texture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.match.spot_texts import SpotTexts
from game.rules.cards import Card

ALL_FLOPS = "all-flops"
SAMPLE = "sample-"
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
"""A board is of the first of them that fits: two of a rank; three of a suit; three ranks of which a straight can be
made, with or without two of a suit; any other board likewise."""


@dataclass(frozen=True, slots=True)
class ReportForm:
    """A spot without its board, the boards by name or apart by commas, and the target in percent of the pot."""

    texts: SpotTexts
    boards: str
    target: float

    @property
    def is_named(self) -> bool:
        """Whether the boards are given by name, all flops or a sample, and not listed."""
        return self.boards == ALL_FLOPS or self.boards.startswith(SAMPLE)


@dataclass(frozen=True, slots=True)
class CheckedReport:
    """The problems of a form by field, or else the number of boards.

    seconds: the estimated time on one thread. memory, allowed: bytes of the largest board that was tried.
    """

    problems: Mapping[str, str] = field(default_factory=dict)
    boards: int = 0
    seconds: float = 0.0
    memory: int = 0
    allowed: int = 0


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A solved board. Pairs of figures start with `oop`, the first player to act.

    times: the number of boards that it represents. weight: this number times the deals of both ranges. bets: the
    bet frequency of `oop`, and that of `ip` after a check. ev: chips won on average, including the pot. equity: of
    `oop`. exploitability: in percent of the pot. problem: the reason why it could not be solved. Then there are no
    figures.
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
class BoardMeans:
    """Means over boards, by weight: of a texture, or of all ("").

    share: of the weight of all boards. The other figures are as those of a board.
    """

    texture: Texture | Literal[""]
    boards: int
    share: float
    bets: tuple[float, float]
    ev: tuple[float, float]
    equity: float


@dataclass(frozen=True, slots=True)
class BoardReport:
    """What is known of a report: boards in the order in which they were solved, of `total`, and their means."""

    form: ReportForm
    total: int
    rows: tuple[BoardRow, ...] = ()
    means: tuple[BoardMeans, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report in a file, and how many of its boards are done."""

    form: ReportForm
    done: int
    total: int
