"""The judgements of this window: each decision is requested once, and every place shows the same object.

Hint, coach, tutor, grades, review and drills read this store, so a better judgement changes all of them in the same
frame. Screens watch `version`, which every change increases.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from game.core import Action, Progress
from game.request import Refusal
from game.study.judgements import AskJudgement, Grade, Judgement, JudgementProgress
from game.texts import text

if TYPE_CHECKING:
    from game.study.background import Asking

MAX_KEPT = 256
"""The number of decisions with cached judgements. The least recently used one is dropped first."""


@dataclass(slots=True)
class _Entry:
    """A decision with its latest judgement, the open request, and the reason if there is no judgement."""

    judgement: Judgement | None = None
    is_answered: bool = False
    report: Progress | None = None
    problem: str = ""
    ticket: int | None = None
    in_background: bool = False
    actions: set[Action] = field(default_factory=set)
    impossible: set[Action] = field(default_factory=set)

    @property
    def missing(self) -> list[Action]:
        return sorted(self.actions - self.judgement.values.keys()) if self.judgement else sorted(self.actions)

    @property
    def is_settled(self) -> bool:
        return bool(self.problem) or (self.is_answered and not self.missing)


class Judgements:
    """The latest judgement of each decision. Requests that differ only in their action share a decision."""

    def __init__(self, app: Asking) -> None:
        self._app = app
        self._entries: OrderedDict[AskJudgement, _Entry] = OrderedDict()
        self.version = 0

    # ---- asking ---------------------------------------------------------------------------------------------
    def ask(self, decision: AskJudgement, *, again: bool = False) -> None:
        """Request a judgement now, unless the decision is judged or being judged. A background request is dropped.

        Args:
            decision: The decision. Its action, if any, will be part of the judgement.
            again: Whether to repeat a request that failed.
        """
        entry = self._find_entry(decision)
        if again:
            entry.problem = ""
        if not entry.is_settled and (entry.ticket is None or entry.in_background):
            self._drop(one for one in self._entries.values() if one.in_background)
            self._send(decision, entry)

    def ask_when_idle(self, decision: AskJudgement) -> None:
        """Request a judgement if no other decision is being judged.

        Call this again until the decision is judged.
        """
        entry = self._find_entry(decision)
        is_busy = any(one.ticket is not None for one in self._entries.values())
        if not entry.is_settled and not is_busy:
            self._send(decision, entry)
            entry.in_background = True

    def pause(self) -> None:
        self._drop(self._entries.values())

    def leave(self) -> None:
        """Cancel the open requests and forget failures, because the screen was closed."""
        self.pause()
        for entry in self._entries.values():
            entry.problem = ""

    # ---- reading --------------------------------------------------------------------------------------------
    def of(self, decision: AskJudgement) -> Judgement | None:
        return self._read(decision).judgement

    def sure(self, decision: AskJudgement) -> Judgement | None:
        """Return the final judgement of a decision. None until there is one that includes the decision's action."""
        entry = self._read(decision)
        known = entry.judgement if entry.is_answered else None
        return known if known and (decision.action is None or decision.action in known.values) else None

    def sure_grade(self, decision: AskJudgement) -> Grade | None:
        known = self.sure(decision)
        return known.grade(decision.action) if known and decision.action is not None else None

    def report(self, decision: AskJudgement) -> Progress | None:
        return self._read(decision).report

    def problem(self, decision: AskJudgement) -> str:
        entry = self._read(decision)
        return text("grades.failed") if decision.action in entry.impossible else entry.problem

    # ---- within ---------------------------------------------------------------------------------------------
    def _find_entry(self, decision: AskJudgement) -> _Entry:
        """Return the entry of a decision, and add the decision's action to it."""
        key = replace(decision, action=None)
        entry = self._entries.setdefault(key, _Entry())
        self._entries.move_to_end(key)
        if decision.action is not None and decision.action not in entry.impossible:
            entry.actions.add(decision.action)
        while len(self._entries) > MAX_KEPT:
            _, oldest = self._entries.popitem(last=False)
            self._drop([oldest])
        return entry

    def _read(self, decision: AskJudgement) -> _Entry:
        key = replace(decision, action=None)
        if key not in self._entries:
            return _Entry()
        self._entries.move_to_end(key)
        return self._entries[key]

    def _send(self, decision: AskJudgement, entry: _Entry) -> None:
        """Request a judgement that includes an action that is not judged yet, if there is one."""
        self._drop([entry])
        asked = replace(decision, action=next(iter(entry.missing), decision.action))
        received, reported = partial(self._receive, entry, asked), partial(self._report, entry)
        entry.ticket = self._app.worker.ask(asked, received, reported)

    def _receive(self, entry: _Entry, asked: AskJudgement, answer: Judgement | Refusal) -> None:
        entry.ticket, entry.report, was_urgent = None, None, not entry.in_background
        entry.in_background = False
        if isinstance(answer, Refusal):
            entry.problem = answer.sentence
        else:
            entry.judgement, entry.is_answered = answer, True
            if asked.action is not None and asked.action not in answer.values:
                entry.impossible.add(asked.action)
                entry.actions.discard(asked.action)
        self.version += 1
        if was_urgent and not entry.is_settled:
            self._send(asked, entry)

    def _report(self, entry: _Entry, report: Progress) -> None:
        """Process a report. An estimate never replaces a final judgement."""
        entry.report = report
        if isinstance(report, JudgementProgress) and report.estimate is not None and not entry.is_answered:
            entry.judgement = report.estimate
        self.version += 1

    def _drop(self, entries: Iterable[_Entry]) -> None:
        for entry in entries:
            if entry.ticket is not None:
                self._app.worker.drop(entry.ticket)
            entry.ticket, entry.report, entry.in_background = None, None, False
