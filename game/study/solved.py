"""The answers for the solver page: a checked spot, the state of a solve, and one public state of it.

Hands are in the order of all 1,326 pairs of cards. The value of a hand that is not possible there is NaN. Player 0
acts first on every street (`oop`), player 1 second (`ip`).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.core import Player
from game.match.spot_texts import SpotTexts
from game.rules.cards import Card

ALL_HANDS = ""
MIN_LOGGED_HANDS = 30
"""With fewer hands behind it, what somebody does at a decision is not known well enough to be locked."""
HAND_KINDS = (
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pair",
    "overpair",
    "top-pair",
    "pair",
    "flush-draw",
    "straight-draw",
    "nothing",
)
"""Kinds of hands on a board, the strongest first. A hand counts as a draw only if it makes no pair."""


@dataclass(frozen=True, slots=True)
class CheckedSpot:
    """The problems of a spot by field ("" if several fields are involved), or if there are none its size.

    hands: how many hands each side can have on the board. decisions: in the tree, summed over all boards. memory,
    allowed: bytes. seconds: about how long the solve takes to reach its target. smaller: if the memory is too
    small, changes of the spot with which it fits, and the bytes that it then takes.
    """

    problems: Mapping[str, str] = field(default_factory=dict)
    hands: tuple[int, int] = (0, 0)
    decisions: int = 0
    memory: int = 0
    allowed: int = 0
    seconds: float = 0.0
    smaller: tuple[tuple[Mapping[str, str], int], ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionSpot:
    """The street of a decision as a spot, and the actions on that street before the decision."""

    texts: SpotTexts
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LoggedPlayer:
    """A player with stored Hold'em hands: in the history, or in the imported log with this id and file."""

    name: str
    hands: int
    log: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class LoggedMix:
    """How many hands of a player have a kind of decision, and the shares of folds, checks or calls, and raises."""

    name: str
    hands: int
    folds: float
    calls: float
    raises: float


@dataclass(frozen=True, slots=True)
class LockSummary:
    """A lock: a decision set by hand, found by the actions and cards before it, the player and the hands.

    hands: a range, kinds of `HAND_KINDS`, or "" for all. Either `action` is taken `points` percentage points more
    often than in the solution, or the decision is played like `agent`, or as often as in the `logged` hands.
    Otherwise the hands have shares of their own, and `hands` names them. `agent` plays after the betting `before`
    the spot.
    """

    actions: tuple[str, ...]
    cards: tuple[Card, ...]
    player: Player
    hands: str
    action: str
    points: float
    agent: str = ""
    logged: LoggedMix | None = None
    before: str = ""


@dataclass(frozen=True, slots=True)
class SolveState:
    """The current state of a solve. ev: the mean chips that each player wins, including the pot.

    equilibrium: the ev of the solve without locks, as far as it got. None if there are no locks. curve: pairs of
    (seconds, exploitability in percent of the pot) so far.
    """

    texts: SpotTexts
    exploitability: float
    iterations: int
    seconds: float
    memory: int
    ev: tuple[float, float]
    locks: tuple[LockSummary, ...] = ()
    equilibrium: tuple[float, float] | None = None
    curve: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True, slots=True)
class StoredSolve:
    """A solve in a file: its name, its spot, how far it was solved, and the size in bytes."""

    name: str
    texts: SpotTexts
    exploitability: float
    size: int


@dataclass(frozen=True, slots=True)
class SolveList:
    """The solves in files by name, and sentences about files that cannot be read."""

    solves: tuple[StoredSolve, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SolvedStep:
    """A state on the way: the player to act (-1: a card is dealt), the pot before, the actions, their shares.

    `taken` is the index of the action taken, -1 at the end of the way. `card` is the dealt card instead.
    """

    player: Player
    pot: float
    actions: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()
    taken: int = -1
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class SolvedSide:
    """A player at a state: reach, ev in chips including the pot, and equity of every hand, float32[1326] each.

    classes: by class, the total reach of its possible hands. class_ev and class_equity: their means, for classes
    with reach. combos, mean_ev, mean_equity: of the range against the other range.
    """

    reach: array[float]
    ev: array[float]
    equity: array[float]
    classes: Mapping[str, float]
    class_ev: Mapping[str, float]
    class_equity: Mapping[str, float]
    combos: float
    mean_ev: float
    mean_equity: float


@dataclass(frozen=True, slots=True)
class KindSummary:
    """The hands of a range that are of one kind on the board: their share of it, and what they do on average."""

    kind: str
    share: float
    mix: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class SolvedNode:
    """A public state: the way there, both ranges, and the strategy of the player to act, the largest bet first.

    state: "decision", "deal", "fold" or "showdown". shares, action_ev: float32[1326 * actions], hand by hand.
    mixes: by class, the mean of its hands weighted by reach. kinds: of both sides, the strongest first.
    """

    state: str
    board: tuple[Card, ...]
    way: tuple[SolvedStep, ...]
    sides: tuple[SolvedSide, SolvedSide]
    kinds: tuple[tuple[KindSummary, ...], tuple[KindSummary, ...]]
    shares: array[float] = field(default_factory=lambda: array("f"))
    action_ev: array[float] = field(default_factory=lambda: array("f"))
    mixes: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def here(self) -> SolvedStep:
        """The last step: what is to be done here."""
        return self.way[-1]


@dataclass(frozen=True, slots=True)
class RunOut:
    """A card that may come: what `oop` wins after it on average, and what the first to act then does."""

    card: Card
    ev: float
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RunOuts:
    """The cards that may come next, and the actions of whoever acts first after each, the largest bet first."""

    actions: tuple[str, ...]
    cards: tuple[RunOut, ...]
