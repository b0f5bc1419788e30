"""The model of the solver page: the spot, its solve, the position in the tree and the stored solves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.core import BadInput
from game.features.solver import (
    AskHeldSolve,
    AskRunOuts,
    AskSolve,
    AskSolved,
    CheckSpot,
    ClearLocks,
    ForgetSolve,
    KeepSolve,
    ListSolves,
    OpenSolve,
    SetLock,
    SolveSpot,
)
from game.features.solver.labels import SolverView, lock_label
from game.match.spot_texts import SpotTexts, read_id
from game.rules.cards import Card, parse
from game.rules.holdem import HoldemInformationState
from game.study.judgements import AskJudgement, OpenJudgedSolve
from game.study.models import SPOTS
from game.study.ranges import ListRangeAgents, RangeAgent
from game.study.solved import (
    ALL_HANDS,
    CheckedSpot,
    DecisionSpot,
    RunOuts,
    SolvedNode,
    SolveList,
    SolveState,
    StoredSolve,
)
from game.texts import text
from game.window.frame.requests import Asked, AskedAfterPause
from game.window.frame.screen import Services
from game.window.ui import input
from game.window.ui.widgets import Act


class Position:
    """A position in the solve of the spot `texts`. `actions` and `cards` lead from the root to the current state.

    `hands` is the filter of hands, in the notation of the command `solve --hands`. The filter stays the same when
    the user moves to another state.
    """

    def __init__(self, model: SolverModel) -> None:
        self.texts: SpotTexts | None = None
        self.actions: tuple[str, ...] = ()
        self.cards: tuple[Card, ...] = ()
        self.hands = ALL_HANDS
        self._model = model
        self._node = Asked[SolvedNode](model.app, self._take_node)
        self._run_outs = Asked[RunOuts](model.app, model.changed)
        self.questions = self._node, self._run_outs

    @property
    def node(self) -> SolvedNode | None:
        return self._node.value

    @property
    def is_awaited(self) -> bool:
        """Whether the worker is computing the state of this position. `node` is then an earlier state."""
        return self._node.awaited

    @property
    def run_outs(self) -> RunOuts | None:
        return self._run_outs.fresh

    def begin(self, texts: SpotTexts, actions: tuple[str, ...]) -> None:
        self.texts, self.actions, self.cards = texts, actions, ()

    def look(self) -> None:
        """Request the state at this position."""
        if self.texts is not None:
            self._run_outs.forget()
            self._node.ask(AskSolved(self.texts, self.actions, self.cards, self.hands))

    def filter(self, hands: str) -> None:
        """Show only the given hands, here and at all later states."""
        if hands != self.hands:
            self.hands = hands
            self.look()

    def visit(self, actions: tuple[str, ...], board: Sequence[Card]) -> None:
        """Show the state after some actions, with the cards that were dealt on `board`."""
        if self.texts is not None:
            before = len(parse(self.texts.board))
            self.actions, self.cards = actions, tuple(board[before:])
            self.look()

    def act(self, index: int, action: int) -> None:
        if self.node is not None and action < len(self.node.way[index].actions):
            self.go(index, self.node.way[index].actions[action])

    def go(self, index: int, *then: str) -> None:
        """Go back to a step of the path, and take the actions `then` from there."""
        assert self.node is not None
        before = self.node.way[:index]
        self.actions = (*(step.actions[step.taken] for step in before if step.card is None), *then)
        self.cards = tuple(step.card for step in before if step.card is not None)
        self.look()

    def deal(self, card: Card) -> None:
        """Deal the next card."""
        if self.node is not None and self.node.state == "deal":
            self.cards = (*self.cards, card)
            self.look()

    def back(self) -> None:
        if self.node is not None and len(self.node.way) > 1:
            self.go(len(self.node.way) - 2)

    def _take_node(self) -> None:
        found = self._node.fresh
        if found is not None and found.state == "deal" and self.texts is not None:
            self._run_outs.ask(AskRunOuts(self.texts, self.actions, self.cards))
        self._model.changed()


class StoredSolves:
    """The list of stored solves as last received.

    The model is notified when a file was written or removed.
    """

    def __init__(self, model: SolverModel) -> None:
        self._app, self._on_change = model.app, model.changed
        self._list_query = Asked[SolveList](self._app, self._take_list)
        self._keep_query = Asked[StoredSolve](self._app, lambda: self._list_after(self._keep_query))
        self._delete_query = Asked[None](self._app, lambda: self._list_after(self._delete_query))
        self.questions: Sequence[Asked[Any]] = (self._list_query, self._keep_query, self._delete_query)

    @property
    def files(self) -> tuple[StoredSolve, ...]:
        return self._list_query.value.solves if self._list_query.value is not None else ()

    def list(self) -> None:
        self._list_query.ask(ListSolves())

    def keep(self, solve: SolveState, name: str) -> None:
        self._keep_query.ask(KeepSolve(solve.texts, name.strip() or solve.texts.board.replace(" ", "")))

    def forget(self, index: int) -> None:
        self._delete_query.ask(ForgetSolve(self.files[index].name))

    def _take_list(self) -> None:
        """Show the files, and report those that cannot be read."""
        if self._list_query.value is not None and self._list_query.value.warnings:
            self._app.say(" ".join(self._list_query.value.warnings))
        self._on_change()

    def _list_after(self, asked: Asked[Any]) -> None:
        """Request the list again after a file was written or removed."""
        self._on_change()
        if asked.state == "answered":
            self.list()


PAUSE = 0.25  # seconds without a change before a spot is checked
EXPLOITABILITY = "exploitability_pct"


class SolverModel:
    """The model of the solver page. It starts with the given spot, or with the spot that was typed last.

    If the worker still has a solve of that spot, the page shows it. A solve runs in the background and
    continues after the user leaves the page. The callback `changed` is called after every change, and the
    callback `solved` when a solve can be explored.

    Attributes:
        solve: The last solve. The view includes this solve only if the solve belongs to the typed spot (`texts`).
        position: The current position in the solve.
    """

    def __init__(self, app: Services, texts: SpotTexts | None, changed: Act, solved: Act) -> None:
        self.app, self.changed, self._solved = app, changed, solved
        running = app.models.solves.at_work.form if app.models.solves.at_work is not None else None
        self._wanted_texts = texts or running or app.models.drafts.solver
        self.texts, self.target = self._wanted_texts or SPOTS["river"], app.models.drafts.solver_target
        self.solve: SolveState | None = None
        self.judged_decision: AskJudgement | None = None
        self._big_blind = 0
        self.curve: list[tuple[float, float]] = []
        self.position = Position(self)
        self._way: DecisionSpot | None = None
        self._curve_texts: SpotTexts | None = None  # the spot of `curve`
        self._is_followed, self._seen_version = False, app.models.solves.version
        self._checked = AskedAfterPause[CheckedSpot](
            app, changed, lambda: CheckSpot(self.texts, float(self.target))
        )
        self._decision = Asked[DecisionSpot](app, self._take_decision)
        self._held_query = Asked[SolveState | None](app, self._take_held)
        self._opened = Asked[SolveState](app, self._take_opened)
        self._paused = Asked[SolveState](app, self._take_pause)
        self._locking = Asked[SolveState](app, self._take_lock)
        self._agents = Asked[tuple[RangeAgent, ...]](app, changed)
        self.stored_solves = StoredSolves(self)
        self.questions: Sequence[Asked[Any]] = (
            self._checked,
            self._decision,
            self._held_query,
            self._opened,
            self._paused,
            self._locking,
            self._agents,
            *self.position.questions,
            *self.stored_solves.questions,
        )

    @property
    def view(self) -> SolverView:
        """The current state of the page."""
        known, work = self._checked.value, self.app.models.solves.find_active(self.texts)
        solve = self.solve if self.solve is not None and self.solve.texts == self.texts else None
        is_walked = solve is not None and solve.iterations > 0 and self.position.texts == self.texts
        share = self._opened.share if self._opened.awaited else None
        if work is not None:
            share = work.progress.share if work.progress is not None else 0.0
        problems = (one.problem for one in self.questions if one.problem)
        return SolverView(
            self.texts,
            self.target,
            checked=None if self._decision.awaited else self._checked.fresh,
            problems=known.problems if known is not None else {},
            problem=self.app.models.solves.trouble.get(self.texts, "") or next(problems, ""),
            solve=solve,
            other=self.solve if solve is None else None,
            curve=tuple(self.curve) if self._curve_texts == self.texts else (),
            report=work.progress if work is not None else None,
            share=share,
            locks=[lock_label(lock, self.app.agents) for lock in solve.locks] if solve is not None else [],
            agents=[agent.name for agent in self._agents.value or ()],
            files=self.stored_solves.files,
            node=self.position.node if is_walked else None,
            run_outs=self.position.run_outs if is_walked else None,
        )

    def enter(self) -> None:
        """Repeat the requests that were dropped when the user left this page or opened another page."""
        self._follow_solve()
        self.aim(self.target)
        self.stored_solves.list()
        if self._agents.state != "answered":
            self._agents.ask(ListRangeAgents())
        if self.solve is None and not self._decision.awaited:
            self._held_query.ask(AskHeldSolve(self._wanted_texts))
        self.position.look()

    # ---- the spot -------------------------------------------------------------------------------------------
    def type(self, **fields: str) -> None:
        self.begin(replace(self.texts, **fields))

    def begin(self, texts: SpotTexts) -> None:
        """Replace the spot. A solve of the previous spot is paused and no longer shown."""
        if texts != self.texts:
            self.pause()
            self.texts = self._wanted_texts = self.app.models.drafts.solver = texts
            self._held_query.drop()
            self._is_followed = False
            self._checked.ask_in(PAUSE)
            self.changed()

    @property
    def way(self) -> tuple[str, ...]:
        return self._way.actions if self._way is not None else ()

    @property
    def big_blind(self) -> int:
        """The big blind of the played hand from which the spot comes, in chips. 0 without such a hand."""
        is_of_hand = self._way is not None and self.texts == self._way.texts
        return self._big_blind if is_of_hand else 0

    def take_back(self) -> None:
        if self.solve is not None:
            self.begin(self.solve.texts)

    def begin_at(self, decision: AskJudgement) -> None:
        self.judged_decision = decision
        self._decision.ask(OpenJudgedSolve(decision))

    def _take_decision(self) -> None:
        if (found := self._decision.fresh) is not None:
            self._way, asked = found, self.judged_decision
            if asked is not None and isinstance(asked.info, HoldemInformationState):
                self._big_blind = asked.info.rules.big_blind
            self.begin(found.texts)
            self._held_query.ask(AskHeldSolve(found.texts))
        self.changed()

    def aim(self, target: str) -> None:
        """Set the target exploitability, in percent of the pot."""
        self.target = self.app.models.drafts.solver_target = target
        self._checked.ask_in(0.0)
        self.changed()

    def update(self, dt: float) -> bool:
        """Poll the solve, and check the spot after a pause in typing. Return whether a check is pending."""
        if self._seen_version != self.app.models.solves.version:
            self._follow_solve()
            self.changed()
        return not self._decision.awaited and self._checked.update(dt)

    def copy(self) -> None:
        done = input.put(self.texts.id)
        self.app.say(text("solver.copied" if done else "solver.not_copied"))

    def paste(self) -> None:
        """Parse a spot from the clipboard. The text must be a single line."""
        try:
            self.begin(read_id(input.get()))
        except BadInput as sentence:
            self.app.say(str(sentence))

    # ---- its solve ------------------------------------------------------------------------------------------
    def toggle(self) -> None:
        """Start, pause or continue the solve. The solve itself checks a spot that is still unchecked."""
        view = self.view
        if view.is_solving:
            self.pause()
            self.changed()
        elif not self._decision.awaited and (view.checked is None or view.can_solve):
            self.start()

    def start(self) -> None:
        """Start or continue the solve. A solve of another spot is paused."""
        if self._curve_texts != self.texts:
            self.curve = []
        self._curve_texts = self.texts
        self._paused.forget()
        self.app.models.solves.pause()
        self.app.models.solves.run(self.texts, SolveSpot(self.texts, float(self.target)))
        self._is_followed = True
        self.changed()

    def pause(self) -> None:
        """Pause the solve of this spot, and show its result so far."""
        self._opened.drop()
        if (work := self.app.models.solves.find_active(self.texts)) is not None:
            self._note_curve()
            self.app.models.solves.pause()
            self._is_followed, self._seen_version = False, self.app.models.solves.version
            if work.progress is not None and work.progress.iteration:
                self._paused.ask(AskSolve(self.texts))

    def _follow_solve(self) -> None:
        """Record the progress of the solve of this spot. When the solve has ended, request the result."""
        self._seen_version = self.app.models.solves.version
        if self.app.models.solves.find_active(self.texts) is not None:
            self._is_followed = True
            self._note_curve()
        elif self._is_followed:
            self._is_followed = False
            if self.texts not in self.app.models.solves.trouble:
                self._paused.ask(AskSolve(self.texts))

    def _note_curve(self) -> None:
        work = self.app.models.solves.find_active(self.texts)
        report = work.progress if work is not None else None
        if report is not None and EXPLOITABILITY in report.metrics:
            if self._curve_texts != self.texts:
                self._curve_texts, self.curve = self.texts, []
            exploitability = report.metrics[EXPLOITABILITY]
            if not self.curve or self.curve[-1][1] != exploitability:
                self.curve.append((report.seconds, exploitability))

    def _take_held(self) -> None:
        """Show the solve that the worker has in memory.

        If locks were set and the solve has not run with them yet, show only the spot and the locks.
        """
        found = self._held_query.fresh
        if found is None and self._held_query.state == "answered" and self.judged_decision is not None:
            self.app.say(text("solver.from_training"))
        if found is not None and not found.iterations:
            self.solve, self.texts = found, found.texts
            self.app.models.drafts.solver = found.texts
            self._checked.ask_in(0.0)
        elif found is not None:
            self._show_solve(found)
        self.changed()

    def _take_pause(self) -> None:
        if (found := self._paused.fresh) is not None and found.texts == self.texts:
            self._show_solve(found)
        else:
            self.changed()

    def _take_opened(self) -> None:
        if (found := self._opened.fresh) is not None:
            self._opened.forget()
            self._show_solve(found)
        else:
            self.changed()

    def _show_solve(self, found: SolveState) -> None:
        """Show a solve. The position is kept if the spot is the same."""
        if found.texts != self.texts:
            self._checked.ask_in(0.0)
        self.solve, self.texts, self.curve = found, found.texts, list(found.curve)
        self._curve_texts = self.app.models.drafts.solver = found.texts
        if self.position.texts != found.texts:
            leads_here = self._way is not None and self._way.texts == found.texts
            self.position.begin(found.texts, self._way.actions if self._way and leads_here else ())
        self.position.look()
        self._solved()

    # ---- its locks ------------------------------------------------------------------------------------------
    def lock(self, wanted: SetLock | ClearLocks) -> None:
        if self.view.is_current:
            self._locking.ask(wanted)

    def unlock(self) -> None:
        self.lock(ClearLocks(self.texts))

    def _take_lock(self) -> None:
        if (found := self._locking.fresh) is not None:
            self._locking.forget()
            self.solve, self.curve, self._curve_texts = found, list(found.curve), found.texts
            if found.iterations:
                self._show_solve(found)
            else:
                self.start()
        self.changed()

    # ---- files ----------------------------------------------------------------------------------------------
    def keep(self, name: str) -> None:
        """Store the solve of this spot in a file."""
        view = self.view
        if view.can_keep and view.solve is not None:
            self.stored_solves.keep(view.solve, name)

    def open(self, index: int) -> None:
        self.pause()
        self._opened.ask(OpenSolve(self.stored_solves.files[index].name))
