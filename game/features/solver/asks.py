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
    """Return the errors of a spot, or its size and the time to a target, in percent of the pot."""

    texts: SpotTexts
    target: float


@dataclass(frozen=True, slots=True)
class AskDecisionSpot(Request[DecisionSpot]):
    """The street of a decision that was played as a spot, with the ranges that the trained strategy has there."""

    board: tuple[Card, ...]
    betting: PublicBetting


@dataclass(frozen=True, slots=True)
class SolveSpot(Request[SolveState]):
    """Solve a spot to a target, in percent of the pot, from the state of its last solve.

    Reports have `exploitability_pct` in their metrics once it was measured. A cancelled solve is paused, and the
    same request continues it.
    """

    texts: SpotTexts
    target: float


@dataclass(frozen=True, slots=True)
class AskSolve(Request[SolveState]):
    """Return the state of a paused solve."""

    texts: SpotTexts


@dataclass(frozen=True, slots=True)
class AskHeldSolve(Request[SolveState | None]):
    """Return the held solve of a spot, or the one that was requested last. None if there is none."""

    texts: SpotTexts | None = None


@dataclass(frozen=True, slots=True)
class AskSolved(Request[SolvedNode]):
    """The state of a solved spot after some actions, with the cards dealt on the way.

    `hands` are the hands to show, in the notation of the command `solve --hands`. By default, all are shown.
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
    """Return the effect of each card that may come next, for a state in which a card is to be dealt."""

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportSolved(Request[str]):
    """Write every hand of a decision into a file: JSON as the `solve` command prints it, else CSV; its name."""

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...]
    file: str


@dataclass(frozen=True, slots=True)
class SetLock(Request[SolveState]):
    """Lock the strategy of some hands at a decision, for the next solve.

    Without `agent` and `logged`, the hands take `action` more often by `points`, in percent of these hands as a
    whole. With an `agent` that ships, `action` does not count, and the hands play like the agent. With a `logged`
    mix all folds, calls and raises are as frequent as in it, and each hand stays as near to its solution as that
    allows. The lock stays while all other strategies are solved again from the beginning. Until then no state is
    known.

    Attributes:
        before: The betting before the spot, after which an `agent` plays, like `r250 c / c c` on the turn.
        shares: Hands with the shares of all actions, like `AA: 20 80 0; pair & !22: 0 50 50`. They take the place
            of everything else. Actions are in the order of the state, the largest bet first.
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
    """Let all decisions be free again: back to what was solved without locks."""

    texts: SpotTexts


@dataclass(frozen=True, slots=True)
class KeepSolve(Request[StoredSolve]):
    """Write the solve of a spot into a file under a name, in place of one of the same name."""

    texts: SpotTexts
    name: str


@dataclass(frozen=True, slots=True)
class ListSolves(Request[SolveList]):
    """The solves in files, by name."""


@dataclass(frozen=True, slots=True)
class OpenSolve(Request[SolveState]):
    """Read the solve of a file, and hold it."""

    name: str


@dataclass(frozen=True, slots=True)
class ForgetSolve(Request[None]):
    """Remove the solve of a file."""

    name: str


@dataclass(frozen=True, slots=True)
class ListLoggedPlayers(Request[tuple[LoggedPlayer, ...]]):
    """List the players of the history and of imported logs who have enough hands to lock a strategy to theirs.

    Those with the most hands come first.
    """


@dataclass(frozen=True, slots=True)
class AskLoggedMix(Request[LoggedMix]):
    """Ask how often a player folds, calls and raises at decisions of one kind: its street and what is faced.

    `actions` lead to a decision of the kind in the spot `texts`. `player` is the player whose hands are counted.
    """

    texts: SpotTexts
    actions: tuple[str, ...]
    player: LoggedPlayer


Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HandStep:
    """What has happened in a hand: a player took an action, or a card was dealt (`CHANCE`)."""

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
    """Deal a hand of a solved spot, play the other as it was solved, and grade what was done.

    `player` is who is asked, `done` what it did so far. The hand begins after `actions` and the `cards` dealt on
    the way, with the ranges that come there. The same seed and number deal the same cards there, and the other then
    does the same.
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
