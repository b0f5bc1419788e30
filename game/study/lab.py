"""Tracked runs of small games: settings, tracked points, game trees, fields of utilities, learnt values.

Runs with equal `LabSettings` have bitwise equal numbers, so an answer can be either read from the store or
computed. Points are sent in parts (`LabPart`) as plain arrays, which are cheap to send and can be drawn without
numpy. A sequence is a pair of an information set and one of its actions. "Per sequence" means in the order of
`LabSets.sequences`.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from game.core import Player
from game.request import Request
from game.rules import games

CURRENT, AVERAGE, REGRET, NASH_CONV = "current", "average", "regret", "nash_conv"
TRACKED = (CURRENT, AVERAGE, REGRET, NASH_CONV)
"""The series that can be tracked: strategies and total regrets of every sequence, and NashConv of the average."""

EVERY = 10
MAX_ITERATIONS = 1_000_000_000

DENSE, EVEN = 10, 2_500
"""Up to DENSE * `every`, every iteration is tracked. From there up to EVEN * `every`, one in `every` is tracked."""

START = -1
"""The value of `after` for the part that starts with iteration 0, the uniform strategy."""

NO_NODE = -1

Measured = Mapping[str, float]
"""The measurements at a point of a curve, by metric."""


@dataclass(frozen=True, slots=True)
class LabSettings:
    """The settings of a run: game, ante, variant, length, seed, tracked series.

    The ante is called `blinds`. It is S in the half-street game and 1 in the classic game. The length does not
    identify a run, because a longer run continues a shorter run.
    """

    game: str
    blinds: float = 1.0
    variant: str = "cfr+"
    iterations: int = 25_000
    seed: int = 0
    every: int = EVERY
    track: tuple[str, ...] = TRACKED

    @property
    def half_street(self) -> bool:
        return self.game == games.KUHN_HALF_STREET


def tracked_iterations(after: int, upto: int, every: int = EVERY) -> Iterator[int]:
    """Yield the tracked iterations in (after, upto].

    Whether an iteration is tracked does not depend on the length of the run. Up to iteration `DENSE * every`, every
    iteration is tracked. Up to `EVEN * every`, one iteration in `every` is tracked. Beyond that, about a hundred
    are tracked each time the number of iterations doubles. A billion iterations give about four thousand points.

    >>> list(tracked_iterations(-1, 3)), list(tracked_iterations(97, 125)), list(tracked_iterations(24_985, 25_600))
    ([0, 1, 2, 3], [98, 99, 100, 110, 120], [24990, 25000, 25250, 25500])
    """
    iteration = max(after, START)
    while iteration < upto:
        step, _ = tracked_segment(iteration, every)
        iteration = (iteration // step + 1) * step
        if iteration <= upto:
            yield iteration


def tracked_segment(iteration: int, every: int = EVERY) -> tuple[int, int]:
    """Return (step, end): after `iteration`, every `step`-th iteration is tracked, up to `end`.

    >>> tracked_segment(0), tracked_segment(100), tracked_segment(60_000)
    ((1, 100), (10, 25000), (500, 100000))
    """
    if iteration < DENSE * every:
        return 1, DENSE * every
    step, end = every, EVEN * every
    while iteration >= end:
        step, end = end // 100, 2 * end
    return step, end


@dataclass(frozen=True, slots=True)
class LabVariant:
    """A variant of CFR: its name, a one-line description, and whether it samples the game tree."""

    name: str
    description: str
    is_sampled: bool


@dataclass(frozen=True, slots=True)
class LabSets:
    """The information sets of a game and an equilibrium. The information sets of player 0 come first.

    The classic game has a family of equilibria with the parameter alpha, the probability of a bluff.

    Attributes:
        keys: The keys of the information sets.
        players: The player to act in each information set.
        actions: The actions of each information set, as letters.
        sequences: The pair (information set, action) of each sequence.
        equilibrium: Per sequence, the probability in the displayed equilibrium.
        value: The value of the game to player 0.
        alpha: The parameter of the displayed equilibrium.
        max_alpha: The largest alpha of the family.
        per_alpha: Per sequence, the derivative of the probability with respect to alpha.
    """

    keys: tuple[str, ...]
    players: tuple[Player, ...]
    actions: tuple[tuple[str, ...], ...]
    sequences: tuple[tuple[int, int], ...]
    equilibrium: tuple[float | None, ...]
    value: float
    variants: tuple[LabVariant, ...]
    alpha: float = 0.0
    max_alpha: float = 0.0
    per_alpha: tuple[float, ...] = ()

    def get_equilibrium(self, alpha: float) -> tuple[float | None, ...]:
        """Return the equilibrium with this alpha, clamped to the family's range."""
        if not self.per_alpha:
            return self.equilibrium
        moved = min(max(alpha, 0.0), self.max_alpha) - self.alpha
        both = zip(self.equilibrium, self.per_alpha, strict=True)
        return tuple(None if one is None else one + slope * moved for one, slope in both)

    def sequence(self, key: str, action: str) -> int:
        """Return the index of a sequence.

        Raises:
            ValueError: If there is no such sequence.
        """
        index = self.keys.index(key)
        return self.sequences.index((index, self.actions[index].index(action)))


@dataclass(frozen=True, slots=True)
class LabPart:
    """The tracked points of the iterations (after, upto], in order. `upto` itself need not be a tracked point.

    Arrays that are not tracked are empty.

    Attributes:
        iterations: int64[points].
        current: float32[points * sequences], point after point.
        average: float32[points * sequences].
        regret: float32[points * sequences], the cumulative regrets as the variant of CFR stores them.
        nash_conv: float64[points].
        visited: int32[points], for variants that sample: the node of `LabTree` that the last random draw of the
            iteration chose.
        warning: A message about a problem with the store, or "".
    """

    after: int
    upto: int
    iterations: array[int] = field(default_factory=lambda: array("q"))
    current: array[float] = field(default_factory=lambda: array("f"))
    average: array[float] = field(default_factory=lambda: array("f"))
    regret: array[float] = field(default_factory=lambda: array("f"))
    nash_conv: array[float] = field(default_factory=lambda: array("d"))
    visited: array[int] = field(default_factory=lambda: array("i"))
    warning: str = ""


@dataclass(frozen=True, slots=True)
class LabNode:
    """A node of the game tree: a history, described by its last step.

    Attributes:
        parent: The index of the parent node, or NO_NODE for the root.
        step: The last step: the dealt card, or the action.
        player: The player to move, CHANCE or TERMINAL.
        infoset: The index in `LabSets.keys` of the information set of the player to move, or NO_NODE.
        payoff: The winnings of player 0 at the end.
        chance: The probability of the last step if it was a chance event.
    """

    parent: int
    step: str
    player: Player
    infoset: int
    payoff: float
    chance: float


@dataclass(frozen=True, slots=True)
class LabTree:
    """All histories of a game. Parents come before children, and siblings are adjacent."""

    nodes: tuple[LabNode, ...]


@dataclass(frozen=True, slots=True)
class LabField:
    """The utility U1 of player 0 in the half-street game as a function of two probabilities p1 and p2.

    p1 is P(bet | Q), and p2 is P(call | K facing a bet). All other decisions are optimal.

    Attributes:
        axis: The values of p1, and also of p2.
        u1: u1[i][j] is the utility in chips at p1 = axis[i], p2 = axis[j].
        along_p1: dU1/dp1, which depends only on p2.
        along_p2: -dU1/dp2, which depends only on p1.
        nash: (p1, p2) of the equilibrium.
        value: U1 in the equilibrium.
        lowest: The minimum of `u1`.
        highest: The maximum of `u1`.
    """

    axis: tuple[float, ...]
    u1: tuple[tuple[float, ...], ...]
    along_p1: tuple[float, ...]
    along_p2: tuple[float, ...]
    nash: tuple[float, float]
    value: float
    lowest: float
    highest: float


@dataclass(frozen=True, slots=True)
class LabPolicy:
    """The model file of the average strategy at one iteration, and its exploitability.

    An agent can play this model.
    """

    file: str
    iteration: int
    exploitability: float
    value: float


@dataclass(frozen=True, slots=True)
class LabRun:
    """A stored run: its settings, its last iteration, and the Unix time at which it was last extended."""

    id: int
    settings: LabSettings
    iteration: int
    points: int
    nash_conv: float | None
    changed: float


@dataclass(frozen=True, slots=True)
class LabRuns:
    """The stored runs, latest first, and warnings about unreadable runs."""

    runs: tuple[LabRun, ...]
    warnings: tuple[str, ...] = ()


EPISODES_A_DECADE = (
    1,
    1.12,
    1.25,
    1.4,
    1.6,
    1.8,
    2,
    2.25,
    2.5,
    2.8,
    3.15,
    3.55,
    4,
    4.5,
    5,
    5.6,
    6.3,
    7.1,
    8,
    9,
)
"""The displayed episodes in each power of ten. These preferred numbers grow in steps of about an eighth."""


def shown_episodes(after: int, upto: int) -> Iterator[int]:
    """Yield the episodes in (after, upto] at which a value learner is shown. Episode 0 is untrained.

    >>> list(shown_episodes(-1, 9)), list(shown_episodes(90, 115))
    ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [100, 112])
    """
    if after < 0 <= upto:
        yield 0
    power, last = 1, max(after, 0)
    while power <= upto:
        for step in EPISODES_A_DECADE:
            episode = round(step * power)
            if last < episode <= upto:
                yield episode
                last = episode
        power *= 10


def pick_spread(points: Sequence[tuple[int, Measured]]) -> list[tuple[int, Measured]]:
    """Return about half of the points of a curve.

    The last point and the points at `shown_episodes` always stay.

    >>> [iteration for iteration, _ in pick_spread([(n, {}) for n in (9, 10, 101, 102, 103, 112, 113, 114)])]
    [9, 10, 101, 103, 112, 113, 114]
    """
    shown = set(shown_episodes(0, points[-1][0]))
    last = len(points) - 1
    return [
        point for index, point in enumerate(points) if index % 2 == 0 or index == last or point[0] in shown
    ]


@dataclass(frozen=True, slots=True)
class LearntValues:
    """A learner's values of the empty squares of a board during its training.

    Attributes:
        episodes: The number of training games at each point, ascending. The first is 0.
        values: By square, a list parallel to `episodes`: the value for the player to move, from 0 to 1.
        exact: By square, the value under perfect play: 0 lost, 1/2 drawn, 1 won.
        lost_lines: Parallel to `episodes`: the number of lines that beat the learner when it plays X, and the
            number when it plays O.
    """

    episodes: tuple[int, ...]
    values: dict[int, tuple[float, ...]]
    exact: dict[int, float]
    lost_lines: tuple[tuple[int, int], ...]

    def place(self, episode: int) -> int:
        """Return the index of the last point at or before an episode, or -1 if there is no such point."""
        return bisect_right(self.episodes, episode) - 1

    def squares(self, episode: int) -> dict[int, float]:
        index = self.place(episode)
        return {cell: values[index] for cell, values in self.values.items() if index >= 0}


@dataclass(frozen=True, slots=True)
class LostLine:
    """A line of play that beats a value learner that plays as `player`: the cells in the order of the moves.

    `errors` has the indices in `cells` of the moves with which the learner gave away a win or a draw. `errors` is
    empty if the learner's position was lost from the start.
    """

    player: Player
    cells: tuple[int, ...]
    errors: tuple[int, ...]


FIELD_STEPS = 100

LearnerSettings = Mapping[str, object]
"""The settings of a run of the value learner, by name."""


@dataclass(frozen=True, slots=True)
class ForgetLabRuns(Request[None]):
    """Delete a stored run, or all runs if none is named.

    The strategy files in `spare` are kept.
    """

    id: int | None = None
    spare: Collection[str] = ()
