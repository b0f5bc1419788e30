"""What the page knows: the spot as it is typed, its solve, and the state that is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.match.spot_texts import SpotTexts
from game.messages.solver import AskDecisionSpot, AskSolve, CheckSpot, OpenSolve, SetLock, SolveSpot
from game.messages.solver_answers import CheckedSpot, DecisionSpot, SolveState
from game.rules.holdem import HoldemInformationState
from game.screens.frame.asked import Asked
from game.screens.frame.screen import Services
from game.screens.models.spot_presets import TARGETS
from game.screens.pages.solver.files import Files
from game.screens.pages.solver.locking import Locking
from game.screens.pages.solver.position import Position
from game.screens.ui.widgets import Act

PAUSE = 0.25  # seconds without a change before a spot is checked
EXPLOITABILITY = "exploitability_pct"


class SolverModel:
    """The model; `changed` is called when there is something new, `solved` when a solve is ready to be walked.

    `solve` is the last solve, of `texts` or of what they were before; `position` is what is looked at in it.
    """

    def __init__(self, app: Services, texts: SpotTexts, changed: Act, solved: Act) -> None:
        self.texts = texts
        self.target = TARGETS[1]
        self.solve: SolveState | None = None
        self.curve: list[tuple[float, float]] = []
        self.position = Position(app, changed)
        self.files = Files(app, changed)
        self._due: float | None = 0.0
        self._changed, self._ready = changed, solved
        self._checked = Asked[CheckedSpot](app, changed)
        self._decision = Asked[DecisionSpot](app, self._take_decision)
        self._way: tuple[SpotTexts, tuple[str, ...]] | None = None
        self.solving = Asked[SolveState](app, self._take_solve)
        self._begun: SpotTexts | None = None
        self._paused = Asked[SolveState](app, self._take_pause)
        self.locking = Locking(app, changed, self._take_lock)

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """What is asked of the worker."""
        return (
            self._checked,
            self._decision,
            self.solving,
            self._paused,
            *self.locking.questions,
            *self.position.questions,
            *self.files.questions,
        )

    # ---- the spot -------------------------------------------------------------------------------------------
    def type(self, **fields: str) -> None:
        """Change some fields of the spot."""
        self.begin(replace(self.texts, **fields))

    def begin(self, texts: SpotTexts) -> None:
        """Take another spot; what was solved stays until this one is solved."""
        if texts != self.texts:
            self.texts = texts
            self.pause()
            self._due = PAUSE
            self._changed()

    def begin_at(self, info: HoldemInformationState) -> None:
        """Take the street of a decision; once it is solved, the decision is looked at."""
        self._decision.ask(AskDecisionSpot(info.board, info.betting))

    def _take_decision(self) -> None:
        if (found := self._decision.fresh) is not None:
            self._way = found.texts, found.actions
            self.begin(found.texts)
        self._changed()

    def aim(self, target: str) -> None:
        """Take another target, in percent of the pot."""
        self.target, self._due = target, 0.0
        self._changed()

    def update(self, dt: float) -> bool:
        """Check the spot once nothing changes any more; return whether that is still to come."""
        if self._due is None or self._awaits_spot:
            return False
        self._due -= dt
        if self._due > 0:
            return True
        self._due = None
        self._checked.ask(CheckSpot(self.texts, float(self.target)))
        return False

    @property
    def checked(self) -> CheckedSpot | None:
        """What the spot takes, as it is typed now; None before that is known."""
        return self._checked.fresh if self._due is None and not self._awaits_spot else None

    @property
    def _awaits_spot(self) -> bool:
        """Whether the spot of a decision is on its way."""
        return self._decision.state in ("waiting", "partly")

    @property
    def problems(self) -> dict[str, str]:
        """What is wrong, by field."""
        known = self._checked.value
        return dict(known.problems) if known is not None else {}

    @property
    def problem(self) -> str:
        """What went wrong with what was asked last."""
        return next((one.problem for one in self.questions if one.problem), "")

    # ---- its solve ------------------------------------------------------------------------------------------
    @property
    def is_solving(self) -> bool:
        """Whether it is being solved."""
        return self.solving.state in ("waiting", "partly")

    @property
    def can_solve(self) -> bool:
        """Whether the spot is one that can be solved with the memory that there is."""
        known = self.checked
        return known is not None and not known.problems and known.memory <= known.allowed

    @property
    def exploitability(self) -> float | None:
        """How far the solve is from equilibrium, in percent of the pot, as last measured."""
        return self.curve[-1][1] if self.curve else None

    @property
    def is_current(self) -> bool:
        """Whether what was solved is the spot as it is typed."""
        return self.solve is not None and self.solve.texts == self.texts

    @property
    def can_play(self) -> bool:
        """Whether hands can be dealt of what was solved: it is the spot as it is typed, and stands still."""
        return (
            self.is_current and not self.is_solving and self.solve is not None and self.solve.iterations > 0
        )

    def keep(self, name: str) -> None:
        """Write the solve into a file."""
        if self.solve is not None:
            self.files.keep(self.solve.texts, name)

    def open(self, name: str) -> None:
        """Read a solve."""
        self.pause()
        self.solving.ask(OpenSolve(name))

    def toggle(self) -> None:
        """Solve, pause, or go on; a spot that was not checked yet is refused where it is solved."""
        if self.is_solving:
            self.pause()
            self._changed()
        elif not self._awaits_spot and (self.checked is None or self.can_solve):
            self.start()

    def start(self) -> None:
        """Solve from where it was."""
        if self._begun != self.texts:
            self.curve = []
        self._begun = self.texts
        self._paused.forget()
        self.solving.ask(SolveSpot(self.texts, float(self.target)))

    def pause(self) -> None:
        """Stop the solve where it is, and look at it; asked again it goes on."""
        report, begun = self.solving.report, self._begun
        if self.is_solving:
            self.solving.drop()
            if report is not None and report.iteration and begun is not None:
                self._paused.ask(AskSolve(begun))

    def _take_pause(self) -> None:
        if (found := self._paused.fresh) is not None and found.texts == self.texts:
            self._show_solve(found)
        else:
            self._changed()

    def _take_solve(self) -> None:
        report = self.solving.report
        if report is not None and EXPLOITABILITY in report.metrics:
            share = report.metrics[EXPLOITABILITY]
            if not self.curve or self.curve[-1][1] != share:
                self.curve.append((report.seconds, share))
        if (found := self.solving.fresh) is not None and found is not self.solve:
            self._show_solve(found)
            return
        self._changed()

    def _show_solve(self, found: SolveState) -> None:
        """Look at a solve; the state that is looked at stays where it can."""
        before = self.solve
        if found.texts != self.texts:
            self._due = 0.0
        self.solve, self.texts, self.curve = found, found.texts, list(found.curve)
        self._begun = found.texts
        if before is None or before.texts != found.texts:
            known = self._way is not None and self._way[0] == found.texts
            self.position.begin(found.texts, self._way[1] if known and self._way is not None else ())
        self.position.look()
        self._ready()

    # ---- locks ----------------------------------------------------------------------------------------------
    def lock(self, wanted: SetLock) -> None:
        """Lock a decision of the spot that is solved, and solve around it."""
        if self.is_current:
            self.locking.lock(wanted)

    def unlock(self) -> None:
        """Let all decisions be free again."""
        if self.is_current:
            self.locking.unlock(self.texts)

    def _take_lock(self, found: SolveState) -> None:
        self.solve, self.curve = found, list(found.curve)
        if found.iterations:
            self._show_solve(found)
        else:
            self.start()
