"""What the panels of the page are told: the spot as it is typed, its solve, and the state that is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.core import Progress
from game.match.spot_texts import SpotTexts
from game.study.solved import CheckedSpot, RunOuts, SolvedNode, SolveState, StoredSolve


@dataclass(frozen=True, slots=True)
class SolverView:
    """The page at one moment. All that is solved is of the spot as it is typed, or missing.

    Attributes:
        checked: The size of the spot, None before it is known.
        problems: A sentence by field.
        problem: The sentence of a failed request.
        solve: The solve of this spot, None if there is none.
        other: The last solve, if it is of another spot.
        curve: The seconds and the exploitability of the solve so far.
        report: The last progress report of a running solve.
        share: The completed part of a running solve, None if nothing is running.
        locks: The locks in words.
        agents: The names of agents for a lock.
        node: The state that is looked at.
        run_outs: The report on every possible next card there.
    """

    texts: SpotTexts
    target: str
    checked: CheckedSpot | None
    problems: Mapping[str, str]
    problem: str
    solve: SolveState | None
    other: SolveState | None
    curve: Sequence[tuple[float, float]]
    report: Progress | None
    share: float | None
    locks: Sequence[str]
    agents: Sequence[str]
    files: Sequence[StoredSolve]
    node: SolvedNode | None
    run_outs: RunOuts | None

    @property
    def sizes(self) -> CheckedSpot | None:
        """What the spot takes, where nothing is wrong with it."""
        return self.checked if self.checked is not None and not self.checked.problems else None

    @property
    def can_solve(self) -> bool:
        """Whether the spot is one that can be solved with the memory that there is."""
        return self.sizes is not None and self.sizes.memory <= self.sizes.allowed

    @property
    def is_solving(self) -> bool:
        """Whether a solve is at work."""
        return self.share is not None

    @property
    def exploitability(self) -> float | None:
        """How far the solve is from equilibrium, in percent of the pot, as last measured."""
        return self.curve[-1][1] if self.curve else None

    @property
    def is_current(self) -> bool:
        """Whether this spot is solved."""
        return self.solve is not None

    @property
    def stands_still(self) -> bool:
        """Whether this spot is solved, and is not being solved further."""
        return self.is_current and not self.is_solving

    @property
    def can_play(self) -> bool:
        """Whether hands of the solve can be dealt."""
        return self.can_keep

    @property
    def can_keep(self) -> bool:
        """Whether the solve can be written into a file."""
        return self.stands_still and self.solve is not None and self.solve.iterations > 0

    @property
    def can_play_here(self) -> bool:
        """Whether hands can begin at the state that is looked at."""
        goes_on = self.node is not None and self.node.state in ("decision", "deal")
        is_last = self.run_outs is not None and not self.run_outs.actions
        return goes_on and not is_last and self.can_play

    @property
    def can_lock(self) -> bool:
        """Whether somebody decides at the state that is looked at, in a spot that stands still."""
        return self.node is not None and self.node.state == "decision" and self.stands_still
