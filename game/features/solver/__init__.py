"""Requests of the solver page and their answers: spots, solves, states, locks, files and practice hands.

The worker keeps the latest solves in memory. If a solve is no longer there, the answer is a one-sentence error.
Amounts are chips of the spot. Player 0 (`oop`) acts first on every street. Player 1 is `ip`. `now` is in seconds
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
    """Return the errors of a spot. Without errors, return its size and the time needed to reach a target.

    The target is an exploitability in percent of the pot.
    """

    texts: SpotTexts
    target: float


@dataclass(frozen=True, slots=True)
class AskDecisionSpot(Request[DecisionSpot]):
    """Return the spot at the start of a decision's street, with the ranges of the trained strategy."""

    board: tuple[Card, ...]
    betting: PublicBetting


@dataclass(frozen=True, slots=True)
class SolveSpot(Request[SolveState]):
    """Solve a spot to a target exploitability, in percent of the pot.

    If the spot has an unfinished solve, continue that solve.

    Reports have `exploitability_pct` in their metrics after the first measurement. A cancelled solve is
    paused, and the same request continues it.
    """

    texts: SpotTexts
    target: float


@dataclass(frozen=True, slots=True)
class AskSolve(Request[SolveState]):
    """Return the state of the solve of a spot. The solve must be in the worker's memory."""

    texts: SpotTexts


@dataclass(frozen=True, slots=True)
class AskHeldSolve(Request[SolveState | None]):
    """Return the solve of a spot from the worker's memory. If `texts` is None, return the latest solve.

    Return None if there is no such solve. A solve with neither iterations nor locks does not count.
    """

    texts: SpotTexts | None = None


@dataclass(frozen=True, slots=True)
class AskSolved(Request[SolvedNode]):
    """Return the state of a solved spot after some actions and dealt cards.

    `hands` filters the hands to show, in the notation of the command `solve --hands`. By default, all hands
    are shown.
    """

    texts: SpotTexts
    actions: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    hands: str = ALL_HANDS


@dataclass(frozen=True, slots=True)
class AskComparison(Request[Comparison]):
    """Compare two solves of the same tree at one decision: the current solve and another solve.

    Attributes:
        other: The name of the file of the other solve, or "" for the solve without locks.
        hands: The hands to include, in the notation of the command `solve --hands`.
    """

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...]
    other: str
    hands: str = ALL_HANDS


@dataclass(frozen=True, slots=True)
class AskRunOuts(Request[RunOuts]):
    """Return the effect of each possible next card, for a state before a card is dealt."""

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportSolved(Request[str]):
    """Write the strategy of every hand at a decision to a file, and return the name of the file.

    The extension of the file selects the format. A .json file has the format of the `solve` command. A .csv file is
    a table. A .txt file has both ranges in a notation that other programs read. The ranges can be exported at any
    state.
    """

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...]
    file: str


@dataclass(frozen=True, slots=True)
class SetLock(Request[SolveState]):
    """Lock the strategy of some hands at a decision, for the next solve.

    By default, the frequency of `action` over these hands is raised by `points` percentage points. If an `agent` is
    given, `action` is ignored, and the hands play like this agent, whose strategy for every hand must be known. If
    a `logged` mix is given, the total frequencies of folds, calls and raises become those of the mix, and each hand
    deviates as little from its solution as possible. The next solve keeps the lock and solves all other strategies
    from scratch. Until the next solve, no state can be requested.

    Attributes:
        before: The betting before the spot, like `r250 c / c c` on the turn. The strategy of an `agent` is the
            agent's strategy after this betting.
        shares: Hands with the frequencies of all actions, like `AA: 20 80 0; pair & !22: 0 50 50`. The
            actions are in the order of the state, the largest bet first. This field overrides all others.
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
    """Remove all locks. The solve without locks becomes current again."""

    texts: SpotTexts


@dataclass(frozen=True, slots=True)
class KeepSolve(Request[StoredSolve]):
    """Store the solve of a spot in a file, and overwrite a file of the same name. The solve must not be running."""

    texts: SpotTexts
    name: str


@dataclass(frozen=True, slots=True)
class ListSolves(Request[SolveList]):
    """Return the stored solves, sorted by name."""


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
    """List the players of the history and of imported logs who have enough hands to lock their strategy.

    The player with the most hands comes first.
    """


@dataclass(frozen=True, slots=True)
class AskLoggedMix(Request[LoggedMix]):
    """Return how often a logged player folds, calls and raises at one kind of decision.

    The kind is the street and the action that the player faces. `actions` lead to a decision of this kind in
    the spot `texts`. `player` is the player whose hands are counted.
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
        mix: The probability of each offered action in the solution. If the user has locked the strategy of this
            hand here, these are the probabilities of the lock.
        grade: The grade of the decision. Its actions are indices in `offered`. Its values are in chips, with
            0 for a fold.
        locked: Whether the user has locked the strategy of this hand here. If so, the judgement has no shares,
            because a lock is not theory and excuses no mistake.
    """

    player: Player
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    line: tuple[str, ...]
    offered: tuple[str, ...]
    pot: float
    mix: tuple[float, ...]
    grade: Grade
    locked: bool = False


@dataclass(frozen=True, slots=True)
class SpotHand:
    """A hand up to the next decision of `player`, or up to the end of the hand.

    Attributes:
        hole: The cards of `player`.
        steps: All steps from the start of the spot, even if the hand begins later.
        offered: The possible actions, empty if the hand is over.
        pot: All chips in the pot.
        bets: The part of `pot` that each player has put in on this street.
        behind: The chips that each player has left.
        ev: The value of the hand at the point at which it began.
        other: The opponent's cards once the hand is over, otherwise empty.
        won: The chips won at the end, less the chips that `player` has put in since the hand began.
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

    `done` has the actions of `player` so far. The hand begins at the state after `actions` and the dealt `cards`,
    with the ranges at that state. The same seed and number lead to the same cards and the same choices of the
    opponent.
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
    """Add the costly decisions of a spot to the drills. Return the number of new drill cards."""

    now: float
    texts: SpotTexts
    decisions: tuple[SpotDecision, ...]
