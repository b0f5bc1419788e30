"""What the solver page asks: how large a spot is, its solve, one state of it, locks, and solves kept in files.

The other process holds what was solved last; a solve that it has let go is refused in a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.match.spot_texts import SpotTexts
from game.messages.solver_answers import (
    ALL_HANDS,
    CheckedSpot,
    DecisionSpot,
    LoggedMix,
    RunOuts,
    SolvedNode,
    SolveList,
    SolveState,
    StoredSolve,
)
from game.request import Request
from game.rules.betting import PublicBetting
from game.rules.cards import Card


@dataclass(frozen=True, slots=True)
class CheckSpot(Request[CheckedSpot]):
    """What is wrong with a spot, or how large it is and how long it takes to a target, in percent of the pot."""

    texts: SpotTexts
    target: float


@dataclass(frozen=True, slots=True)
class AskDecisionSpot(Request[DecisionSpot]):
    """The street of a decision that was played as a spot, with the ranges that the trained strategy has there."""

    board: tuple[Card, ...]
    betting: PublicBetting


@dataclass(frozen=True, slots=True)
class SolveSpot(Request[SolveState]):
    """Solve a spot to a target, in percent of the pot, from where it was solved before.

    Reports have `exploitability_pct` in their metrics once it was measured. A solve that is cancelled is paused:
    asked again it goes on.
    """

    texts: SpotTexts
    target: float


@dataclass(frozen=True, slots=True)
class AskSolve(Request[SolveState]):
    """How a solve stands that was paused."""

    texts: SpotTexts


@dataclass(frozen=True, slots=True)
class AskHeldSolve(Request[SolveState | None]):
    """The solve of a spot, or of the one that was asked about last; None where none is held."""

    texts: SpotTexts | None = None


@dataclass(frozen=True, slots=True)
class AskSolved(Request[SolvedNode]):
    """The state of a solved spot after some actions, with the cards dealt on the way."""

    texts: SpotTexts
    actions: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class AskRunOuts(Request[RunOuts]):
    """What each card that may come next changes; for a state in which one is to be dealt."""

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
    """Let the hands of a class or a kind, or all, take an action oftener at a decision, or play like an agent.

    points: by so many of a percent the action is taken more often by these hands as a whole. With an `agent` of the
    house the action does not count: it is asked what it does there. With a `logged` mix all folds, calls and raises
    come as often as in it, each hand as near to its solution as that allows. What is set so stays while the rest is
    solved anew, from the beginning; until then nothing is known.
    """

    texts: SpotTexts
    actions: tuple[str, ...]
    cards: tuple[Card, ...]
    action: str
    points: float
    hands: str = ALL_HANDS
    agent: str = ""
    logged: LoggedMix | None = None


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
