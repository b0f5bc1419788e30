"""The answers for the solver page: a checked spot, the progress of a solve, and states of a solved tree.

Hands are in the order of all 1,326 pairs of cards. The value of an impossible hand is NaN. Player 0 acts first on
every street (`oop`), player 1 second (`ip`).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.core import Player
from game.match.spot_texts import SpotTexts
from game.rules.cards import Card

ALL_HANDS = ""
MAX_AUTOSAVE_BYTES = 2**30
"""The maximum memory of a solve that is autosaved."""
MIN_LOGGED_HANDS = 30
"""The minimum number of hands of a logged player to lock this player's mix. Fewer hands say too little."""
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
"""Kinds of hands on a board, strongest first. A hand counts as a draw only if it has no pair."""
BLUFF_CATCHER = "bluff-catcher"
"""A further kind of hands for filters, which depends on the range of the opponent."""


@dataclass(frozen=True, slots=True)
class CheckedSpot:
    """The problems of a spot by field or, if there are no problems, the size of its tree.

    A problem that concerns several fields has the key "".

    Attributes:
        hands: The number of possible hands of each side on the board.
        decisions: The number of decisions in the tree, summed over all boards.
        memory: The memory of the solve, in bytes.
        allowed: The memory that may be used, in bytes.
        seconds: The estimated time to reach the target.
        smaller: If the memory is too small, changes that make the spot fit, and the memory in bytes after each
            change.
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
    """The spot at the start of a decision's street, and the earlier actions on this street."""

    texts: SpotTexts
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LoggedPlayer:
    """A player with stored Hold'em hands, in the history or in an imported log.

    `log` is the id of the log, and `file` is its file. Both are empty for the history.
    """

    name: str
    hands: int
    log: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class LoggedMix:
    """The number of a player's hands with one kind of decision, and the shares of folds, calls and raises.

    Checks count as calls.
    """

    name: str
    hands: int
    folds: float
    calls: float
    raises: float


@dataclass(frozen=True, slots=True)
class LockSummary:
    """A lock, which fixes the strategy of some hands at a decision.

    The decision is identified by the earlier actions and cards, and the player.

    `hands` is a range, kinds of `HAND_KINDS`, or "" for all. There are four types of locks:

    - `action` is taken `points` percentage points more often than in the solution.
    - The hands play like `agent` after the betting line `before`, which leads to the spot.
    - The total frequencies of the actions are those of the `logged` hands.
    - Otherwise, every hand has its own fixed frequencies.
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
    """The current state of a solve.

    Attributes:
        ev: The mean chips that each player wins, including the pot.
        equilibrium: The `ev` of the latest solve without locks. None if there are no locks.
        curve: Pairs of (seconds, exploitability in percent of the pot).
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
    """A stored solve: its name, spot and progress, its size in bytes, and the number of its locks."""

    name: str
    texts: SpotTexts
    exploitability: float
    size: int
    locks: int = 0


@dataclass(frozen=True, slots=True)
class SolveList:
    """The stored solves by name, and messages about unreadable files."""

    solves: tuple[StoredSolve, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SolvedStep:
    """A state on the line: the player to act (-1 if a card is dealt), the pot, the actions, and their frequencies.

    `taken` is the index of the chosen action, or -1 at the end of the line. `card` is the dealt card, if any.
    """

    player: Player
    pot: float
    actions: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()
    taken: int = -1
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class SolvedSide:
    """One player at a state: reach, EV in chips including the pot, and equity by hand, all float32[1326].

    Attributes:
        classes: The total reach of the possible hands of each class.
        class_ev: The mean EV of each class that reaches the state.
        class_equity: The mean equity of each class that reaches the state.
        combos: The number of combos of the range.
        mean_ev: The mean EV of the range.
        mean_equity: The mean equity of the range against the other range.
        curve: The equity at evenly spaced percentiles of the range, from the weakest hands to the strongest.
        filter_share: The share of the range that passes the filter of the request.
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
    curve: tuple[float, ...] = ()
    filter_share: float = 1.0


@dataclass(frozen=True, slots=True)
class KindSummary:
    """The hands of one kind in a range: their share of the range, and their mean strategy."""

    kind: str
    share: float
    mix: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class SolvedNode:
    """A public state: its line, both ranges, and the strategy of the player to act, with the largest bet first.

    If the request has a filter of hands, `sides`, `kinds`, `mixes` and `chosen_mix` only include hands that
    pass the filter. Shares of kinds are still shares of the whole range, and equities are still against the
    opponent's whole range.

    Attributes:
        state: "decision", "deal", "fold" or "showdown".
        shares: float32[1326 * actions], hand by hand.
        action_ev: float32[1326 * actions], hand by hand.
        mixes: The mean strategy of each class, weighted by reach.
        kinds: The kinds of hands of both sides, strongest first.
        chosen_mix: The frequencies of the actions over all hands that pass the filter.
    """

    state: str
    board: tuple[Card, ...]
    way: tuple[SolvedStep, ...]
    sides: tuple[SolvedSide, SolvedSide]
    kinds: tuple[tuple[KindSummary, ...], tuple[KindSummary, ...]]
    shares: array[float] = field(default_factory=lambda: array("f"))
    action_ev: array[float] = field(default_factory=lambda: array("f"))
    mixes: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    chosen_mix: tuple[float, ...] = ()

    @property
    def here(self) -> SolvedStep:
        return self.way[-1]


@dataclass(frozen=True, slots=True)
class RunOut:
    """A possible next card, with the mean winnings of `oop` and the next player's action frequencies."""

    card: Card
    ev: float
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RunOuts:
    """The possible next cards, and the actions of the next player to act, largest bet first."""

    actions: tuple[str, ...]
    cards: tuple[RunOut, ...]


@dataclass(frozen=True, slots=True)
class GroupMix:
    """The strategy of a group of hands at a decision: action frequencies, EV, and EV of each action."""

    shares: tuple[float, ...]
    ev: float
    action_ev: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ComparedHands:
    """A group of hands in two solves: a kind or a class of hands, or all hands, whose name is "".

    Attributes:
        share: The share of the group in the range of the first solve.
        mixes: The strategy of the group in the first solve and in the second.
    """

    name: str
    share: float
    mixes: tuple[GroupMix, GroupMix]

    def change(self, action: int) -> float:
        return self.mixes[0].shares[action] - self.mixes[1].shares[action]

    @property
    def ev_change(self) -> float:
        return self.mixes[0].ev - self.mixes[1].ev


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two solves of one tree compared at a decision: the actions, largest bet first, and groups of hands."""

    actions: tuple[str, ...]
    hands: tuple[ComparedHands, ...]
