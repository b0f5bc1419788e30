"""What the page knows: the spot as it is typed, its solve with its locks, and the solves in files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.core import BadInput
from game.match.spot_texts import SpotTexts, read_id
from game.messages.judgements import AskJudgement, OpenJudgedSolve
from game.messages.ranges import ListRangeAgents
from game.messages.ranges_answers import RangeAgent
from game.messages.solver import (
    AskHeldSolve,
    AskSolve,
    CheckSpot,
    ClearLocks,
    OpenSolve,
    SetLock,
    SolveSpot,
)
from game.messages.solver_answers import CheckedSpot, DecisionSpot, SolveState
from game.screens.frame.asked import Asked, AskedAfterPause
from game.screens.frame.screen import Services
from game.screens.models.spot_presets import SPOTS, TARGETS
from game.screens.pages.solver.labels import lock_label
from game.screens.pages.solver.position import Position
from game.screens.pages.solver.stored import StoredSolves
from game.screens.pages.solver.view import SolverView
from game.screens.ui import clipboard
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act

PAUSE = 0.25  # seconds without a change before a spot is checked
EXPLOITABILITY = "exploitability_pct"


class SolverModel:
    """The model; `changed` is called when there is something new, `solved` when a solve is ready to be walked.

    It begins with the solve that the other process holds: of its spot, or the last one where no spot is given.
    `solve` is the last solve, of `texts` or of what they were before; `position` is what is looked at in it.
    """

    def __init__(self, app: Services, texts: SpotTexts | None, changed: Act, solved: Act) -> None:
        self._wanted, self.texts, self.target = texts, texts or SPOTS["river"], TARGETS[1]
        self.solve: SolveState | None = None
        self.judged: AskJudgement | None = None
        self.curve: list[tuple[float, float]] = []
        self.position = Position(app, changed)
        self._app, self._changed, self._solved = app, changed, solved
        self._way: DecisionSpot | None = None
        self._begun: SpotTexts | None = None
        self._checked = AskedAfterPause[CheckedSpot](app, changed, self._check)
        self._decision = Asked[DecisionSpot](app, self._take_decision)
        self._held = Asked[SolveState | None](app, self._take_held)
        self._solving = Asked[SolveState](app, self._take_solve)
        self._paused = Asked[SolveState](app, self._take_pause)
        self._locking = Asked[SolveState](app, self._take_lock)
        self._agents = Asked[tuple[RangeAgent, ...]](app, changed)
        self.stored = StoredSolves(app, changed)
        self.questions: Sequence[Asked[Any]] = (
            self._checked,
            self._decision,
            self._held,
            self._solving,
            self._paused,
            self._locking,
            self._agents,
            *self.position.questions,
            *self.stored.questions,
        )

    @property
    def view(self) -> SolverView:
        """Everything as it is now."""
        known, locks = self._checked.value, self.solve.locks if self.solve is not None else ()
        return SolverView(
            self.texts,
            self.target,
            checked=None if self._decision.awaited else self._checked.fresh,
            problems=known.problems if known is not None else {},
            problem=next((one.problem for one in self.questions if one.problem), ""),
            solve=self.solve,
            curve=tuple(self.curve),
            report=self._solving.report,
            share=self._solving.share if self._solving.awaited else None,
            locks=[lock_label(lock, self._app.agents) for lock in locks],
            agents=[agent.name for agent in self._agents.value or ()],
            files=self.stored.files,
            node=self.position.node,
            run_outs=self.position.run_outs,
        )

    def enter(self) -> None:
        """Ask again what was dropped when the page was covered or left."""
        self.aim(self.target)
        self.stored.list()
        if self._agents.state != "answered":
            self._agents.ask(ListRangeAgents())
        if self.solve is None and not self._decision.awaited:
            self._held.ask(AskHeldSolve(self._wanted))
        self.position.look()

    # ---- the spot -------------------------------------------------------------------------------------------
    def type(self, **fields: str) -> None:
        """Change some fields of the spot."""
        self.begin(replace(self.texts, **fields))

    def begin(self, texts: SpotTexts) -> None:
        """Take another spot; what was solved stays until this one is solved."""
        if texts != self.texts:
            self.texts = self._wanted = texts
            self._held.drop()
            self.pause()
            self._checked.ask_in(PAUSE)
            self._changed()

    @property
    def way(self) -> tuple[str, ...]:
        """The actions that lead to the decision at which the page was opened."""
        return self._way.actions if self._way is not None else ()

    def begin_at(self, decision: AskJudgement) -> None:
        """Take the solve behind the judgement of a decision, and look at this decision."""
        self.judged = decision
        self._decision.ask(OpenJudgedSolve(decision))

    def _take_decision(self) -> None:
        if (found := self._decision.fresh) is not None:
            self._way = found
            self.begin(found.texts)
            self._held.ask(AskHeldSolve(found.texts))
        self._changed()

    def aim(self, target: str) -> None:
        """Take another target, in percent of the pot."""
        self.target = target
        self._checked.ask_in(0.0)
        self._changed()

    def _check(self) -> CheckSpot:
        return CheckSpot(self.texts, float(self.target))

    def update(self, dt: float) -> bool:
        """Check the spot once nothing changes any more; return whether that is still to come."""
        return not self._decision.awaited and self._checked.update(dt)

    def copy(self) -> None:
        """Put the spot into the clipboard, in one line."""
        done = clipboard.put(self.texts.id)
        self._app.say(text("solver.copied" if done else "solver.not_copied"))

    def paste(self) -> None:
        """Take over the spot in the clipboard, a line of text."""
        try:
            self.begin(read_id(clipboard.get()))
        except BadInput as sentence:
            self._app.say(str(sentence))

    # ---- its solve ------------------------------------------------------------------------------------------
    def toggle(self) -> None:
        """Solve, pause, or go on; a spot that was not checked yet is refused where it is solved."""
        view = self.view
        if view.is_solving:
            self.pause()
            self._changed()
        elif not self._decision.awaited and (view.checked is None or view.can_solve):
            self.start()

    def start(self) -> None:
        """Solve from where it was."""
        if self._begun != self.texts:
            self.curve = []
        self._begun = self.texts
        self._paused.forget()
        self._solving.ask(SolveSpot(self.texts, float(self.target)))

    def pause(self) -> None:
        """Stop the solve where it is, and look at it; asked again it goes on."""
        report = self._solving.report
        if self._solving.awaited:
            self._solving.drop()
            if report is not None and report.iteration and self._begun is not None:
                self._paused.ask(AskSolve(self._begun))

    def _take_held(self) -> None:
        """Show a held solve; if it is not solved around its locks yet, show only its spot and these."""
        found = None if self._solving.awaited else self._held.fresh
        if self._held.fresh is None and self._held.state == "answered" and self.judged is not None:
            self._app.say(text("solver.from_training"))
        if found is not None and not found.iterations:
            self.solve, self.texts = found, found.texts
            self._checked.ask_in(0.0)
        elif found is not None:
            self._show_solve(found)
        self._changed()

    def _take_pause(self) -> None:
        if (found := self._paused.fresh) is not None and found.texts == self.texts:
            self._show_solve(found)
        else:
            self._changed()

    def _take_solve(self) -> None:
        report = self._solving.report
        if report is not None and EXPLOITABILITY in report.metrics:
            share = report.metrics[EXPLOITABILITY]
            if not self.curve or self.curve[-1][1] != share:
                self.curve.append((report.seconds, share))
        if (found := self._solving.fresh) is not None and found is not self.solve:
            self._show_solve(found)
        else:
            self._changed()

    def _show_solve(self, found: SolveState) -> None:
        """Look at a solve; the state that is looked at stays where it can."""
        if found.texts != self.texts:
            self._checked.ask_in(0.0)
        self.solve, self.texts, self.curve = found, found.texts, list(found.curve)
        self._begun = found.texts
        if self.position.texts != found.texts:
            leads_here = self._way is not None and self._way.texts == found.texts
            self.position.begin(found.texts, self._way.actions if self._way and leads_here else ())
        self.position.look()
        self._solved()

    # ---- its locks ------------------------------------------------------------------------------------------
    def lock(self, wanted: SetLock | ClearLocks) -> None:
        """Lock a decision of the spot that is solved, or let all be free again, and solve around that."""
        if self.view.is_current:
            self._locking.ask(wanted)

    def unlock(self) -> None:
        """Let all decisions be free again."""
        self.lock(ClearLocks(self.texts))

    def _take_lock(self) -> None:
        if (found := self._locking.fresh) is not None:
            self._locking.forget()
            self.solve, self.curve = found, list(found.curve)
            if found.iterations:
                self._show_solve(found)
            else:
                self.start()
        self._changed()

    # ---- files ----------------------------------------------------------------------------------------------
    def keep(self, name: str) -> None:
        """Write the solve into a file, once it has begun."""
        if self.solve is not None and self.solve.iterations:
            self.stored.keep(self.solve, name)

    def open(self, place: int) -> None:
        """Read a solve."""
        self.pause()
        self._solving.ask(OpenSolve(self.stored.files[place].name))
