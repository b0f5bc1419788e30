"""Requests of the solver page and their answers: spots, solves, states, locks, files and practice hands.

The worker holds the latest solves. If it no longer holds a solve, the answer is an error in one sentence. Amounts
are chips of the spot. Players are 0 (`oop`), who acts first on every street, and 1 (`ip`). `now` is in seconds
since 1970, by the clock of the window.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core import CHANCE, Player
from game.match.spot_texts import SpotTexts
from game.request import Request
from game.rules.betting import PublicBetting
from game.rules.cards import Card
from game.study.judgements import Grade
from game.study.solved import (
    ALL_HANDS,
    CheckedSpot,
    Comparison,
    DecisionSpot,
    LoggedMix,
    LoggedPlayer,
    RunOuts,
    SolvedNode,
    SolveList,
    SolveState,
    StoredSolve,
)


@dataclass(frozen=True, slots=True)
class CheckSpot(Request[CheckedSpot]):
    """Return the errors of a spot, or its size and the time to a target exploitability in percent of the pot."""

    texts: SpotTexts
    target: float


@dataclass(frozen=True, slots=True)
class AskDecisionSpot(Request[DecisionSpot]):
    """Return a spot for the street of a played decision, with the ranges of the trained strategy there."""

    board: tuple[Card, ...]
    betting: PublicBetting


@dataclass(frozen=True, slots=True)
class SolveSpot(Request[SolveState]):
    """Solve a spot to a target exploitability, in percent of the pot. Continue from the state of its last solve.

    Reports have `exploitability_pct` in their metrics after the first measurement. A cancelled solve is
    paused, and the same request continues it.
    """

    texts: SpotTexts
    target: float


@dataclass(frozen=True, slots=True)
class AskSolve(Request[SolveState]):
    """Return the state of a paused solve."""

    texts: SpotTexts


@dataclass(frozen=True, slots=True)
class AskHeldSolve(Request[SolveState | None]):
    """Return the solve of a spot that the worker holds, or the solve that was requested last.

    None without one.
    """

    texts: SpotTexts | None = None


@dataclass(frozen=True, slots=True)
class AskSolved(Request[SolvedNode]):
    """Return a state of a solved spot: the state after some actions and dealt cards.

    `hands` filters the hands to show, in the notation of the command `solve --hands`. By default, all are
    shown.
    """

    texts: SpotTexts
    actions: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    hands: str = ALL_HANDS


@dataclass(frozen=True, slots=True)
class AskComparison(Request[Comparison]):
    """Compare a solve with another solve of its tree at a decision.

    Attributes:
        other: The name of the file of the other solve, or "" for the solve without locks.
        hands: The hands that count, in the notation of the command `solve --hands`.
    """

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...]
    other: str
    hands: str = ALL_HANDS


@dataclass(frozen=True, slots=True)
class AskRunOuts(Request[RunOuts]):
    """Return the effect of each possible next card, for a state in which a card is to be dealt."""

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportSolved(Request[str]):
    """Write every hand of a decision to a file and return its name.

    Formats: the JSON of the `solve` command, or CSV. A file .txt gets both ranges at any state, as other programs
    read them.
    """

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...]
    file: str


@dataclass(frozen=True, slots=True)
class SetLock(Request[SolveState]):
    """Lock the strategy of some hands at a decision, for the next solve.

    By default, the hands take `action` more often by `points`, in percent of these hands as a whole. With an
    `agent` that ships with the program, `action` is ignored, and the hands play like the agent. With a
    `logged` mix, all folds, calls and raises together are as frequent as in the mix, and each hand deviates
    as little from its solution as that allows. The next solve keeps the lock and solves all other strategies
    from scratch. Until then no state is known.

    Attributes:
        before: The betting before the spot, like `r250 c / c c` on the turn. An `agent` plays after it.
        shares: Hands with the shares of all actions, like `AA: 20 80 0; pair & !22: 0 50 50`. They override
            all other fields. Actions are in the order of the state, the largest bet first.
    """

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...]
    action: str
    points: float
    hands: str = ALL_HANDS
    agent: str = ""
    logged: LoggedMix | None = None
    before: str = ""
    shares: str = ""


@dataclass(frozen=True, slots=True)
class ClearLocks(Request[SolveState]):
    """Remove all locks, and return to the solve without locks."""

    texts: SpotTexts


@dataclass(frozen=True, slots=True)
class KeepSolve(Request[StoredSolve]):
    """Store the solve of a spot in a file. A stored solve of the same name is replaced."""

    texts: SpotTexts
    name: str


@dataclass(frozen=True, slots=True)
class ListSolves(Request[SolveList]):
    """List the stored solves by name."""


@dataclass(frozen=True, slots=True)
class OpenSolve(Request[SolveState]):
    """Load a stored solve into the worker."""

    name: str


@dataclass(frozen=True, slots=True)
class ForgetSolve(Request[None]):
    """Delete a stored solve."""

    name: str


@dataclass(frozen=True, slots=True)
class ListLoggedPlayers(Request[tuple[LoggedPlayer, ...]]):
    """List the players of the history and of imported logs with enough hands for a lock on their strategy.

    Players with the most hands come first.
    """


@dataclass(frozen=True, slots=True)
class AskLoggedMix(Request[LoggedMix]):
    """Return how often a player folds, calls and raises at one kind of decision: a street and the action faced.

    `actions` lead to a decision of this kind in the spot `texts`. `player` is the player whose hands are
    counted.
    """

    texts: SpotTexts
    actions: tuple[str, ...]
    player: LoggedPlayer


Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HandStep:
    """A step of a hand: an action of a player, or a dealt card (`CHANCE`)."""

    player: Player
    action: str = ""
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class SpotDecision:
    """A decision of a hand, graded by the solve.

    Attributes:
        board: The board at the decision.
        line: The actions of both players before the decision.
        offered: The possible actions, a fold first and the largest bet last.
        pot: The pot before the decision.
        grade: Its actions are indices in `offered`. Its values are chips, and a fold is 0.
        locked: Whether the user has locked the strategy of this hand here. Then its shares are no advice.
    """

    player: Player
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    line: tuple[str, ...]
    offered: tuple[str, ...]
    pot: float
    grade: Grade
    locked: bool = False

    @property
    def pot_share(self) -> float:
        return self.grade.cost / self.pot


@dataclass(frozen=True, slots=True)
class SpotHand:
    """A hand up to the next decision of `player`, or to its end.

    Attributes:
        hole: The cards of `player`.
        steps: All steps from the start of the spot, even if the hand begins later.
        offered: The possible actions, empty if the hand is over.
        pot: All chips put in.
        bets: The part of `pot` that each player has put in on this street.
        behind: The chips that each player has left.
        ev: The value of the hand at the point at which it began.
        other: The cards of the opponent, once the hand is over.
        won: The winnings at the end, less the chips put in since the hand began. The initial pot belongs to
            nobody.
    """

    player: Player
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    steps: tuple[HandStep, ...]
    decisions: tuple[SpotDecision, ...]
    offered: tuple[str, ...]
    pot: float
    bets: Pair
    behind: Pair
    ev: float
    other: tuple[Card, ...] = ()
    won: float | None = None

    @property
    def is_over(self) -> bool:
        return self.won is not None

    @property
    def line(self) -> tuple[str, ...]:
        return tuple(step.action for step in self.steps if step.player != CHANCE)


@dataclass(frozen=True, slots=True)
class PlaySpot(Request[SpotHand]):
    """Deal a hand of a solved spot, play the opponent by the solution, and grade the decisions of `player`.

    `done` holds the actions of `player` so far. The hand begins after `actions` and the dealt `cards`, with
    the ranges of that state. The same seed and number deal the same cards, and then the opponent acts in the
    same way.
    """

    texts: SpotTexts
    player: Player
    seed: int
    number: int
    done: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class KeepSpotMistakes(Request[int]):
    """Turn decisions of a spot that cost too much into cards of the drills. Return the number of new cards."""

    now: float
    texts: SpotTexts
    decisions: tuple[SpotDecision, ...]
