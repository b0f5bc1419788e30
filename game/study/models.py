"""The models of the program, the store of judgements, and the drafts of forms. They outlive the pages.

Each decision is judged once, and its judgement is shared. Hint, coach, tutor, grades, review and drills read the
same store, so a better judgement changes all of these in the same frame. Every change increases `version`, which
screens watch.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from game.agent_entries import AgentEntry
from game.archive.imported import RoomHands
from game.core import Action, Progress
from game.match.betting_line import BettingLine
from game.match.session import Session, Step
from game.match.spot_texts import SpotTexts
from game.request import Refusal
from game.rules import games
from game.rules.holdem import HoldemInformationState, HoldemState
from game.study.amounts import Amounts
from game.study.background import Background, KeepingSettings, LongWork, Preparation
from game.study.drills import DrillModel
from game.study.history import FolderWatch, HandImportModel, ImportModel
from game.study.judgements import AskJudgement, Grade, Judgement, JudgementProgress
from game.study.lab import LabSettings
from game.study.ladder import LadderModel, Listing
from game.study.league import LeagueSettings
from game.study.reports import SAMPLES, TURNS, ReportForm
from game.study.training_model import TrainingModel
from game.texts import text

if TYPE_CHECKING:
    from game.study.background import Asking


TARGETS = ("1", "0.5", "0.2", "0.05")
"""The offered exploitability targets, in percent of the pot, most precise last."""
REPORT_TARGETS = ("2", "1", "0.5")
"""The offered exploitability targets of reports, in percent of the pot."""
LIST, TURN_CARDS = "list", "turns"


@dataclass(frozen=True, slots=True)
class ReportDraft:
    """The typed form of a board report.

    Attributes:
        texts: The typed fields of the spot, except its board.
        listed: The typed boards for `LIST`, or the typed flop for `TURN_CARDS`.
        boards: The name of a set of boards, or `LIST`, or `TURN_CARDS`.
        target: The target exploitability in percent of the pot.
        threads: The number of threads.
    """

    texts: SpotTexts
    listed: str
    boards: str = SAMPLES[0]
    target: str = REPORT_TARGETS[1]
    threads: int = 1

    @property
    def form(self) -> ReportForm:
        """The form of the report. Its boards are the typed boards or a named set."""
        typed = {LIST: self.listed, TURN_CARDS: f"{TURNS}{self.listed.strip()}"}
        boards = typed.get(self.boards, self.boards)
        return ReportForm(self.texts, boards, float(self.target))


@dataclass(slots=True)
class Drafts:
    """The forms as the user typed them last. A form is None if the user has not changed it yet.

    `history` has the selected option of each filter of the history, by the name of the filter. `rooms` has the
    players and stakes of imported hands that the filters offered last.
    """

    solver: SpotTexts | None = None
    solver_target: str = TARGETS[1]
    reports: ReportDraft | None = None
    history: Mapping[str, str] = field(default_factory=dict)
    rooms: RoomHands = field(default_factory=RoomHands)


WIDE = "22+,A2s+,K7s+,Q9s+,J9s+,T8s+,A9o+,KTo+"
TIGHT = "22+,A8s+,KTs+,QTs+,JTs,T9s,98s,AJo+"


def _tree(bets: str, raises: str, **limits: str) -> dict[str, str]:
    """Return the fields of a bet tree. Limits that are not given are empty."""
    unlimited = dict.fromkeys(("raises_a_street", "all_in_below", "donk"), "")
    return {"bets": bets, "raises": raises, **unlimited, **limits}


_SHORT = {"raises_a_street": "1", "all_in_below": "50", "donk": "none"}
_USUAL = {"raises_a_street": "2", "all_in_below": "20", "donk": "none"}
TREES: Mapping[str, Mapping[str, str]] = {
    "one": _tree("66%,a", "100%"),
    "small": _tree("33% / turn 66% / river 66%", "60%", **_SHORT),
    "standard": _tree("33%,75%", "60%", **_USUAL),
    "by-street": _tree("33%,75% / turn 50%,100% / river 50%,100%,a", "75% / river 75%,a"),
    "overbet": _tree("33%,75%,150%", "60%,a"),
    "geometric": _tree("e", "2.5x,a"),
}
"""Bet trees by name."""
POT_TREES: Mapping[str, Mapping[str, str]] = {
    "limped": _tree("50%,100%", "60%", **_USUAL),
    "single-raised": TREES["standard"],
    "3-bet": _tree("25%,50% / turn 33%,75% / river 33%,75%,a", "60%,a", **_USUAL),
    "4-bet": _tree("20%,40% / turn 30%,a / river 30%,a", "a", **_USUAL),
}
"""The standard bet tree for each type of pot. The shorter the stacks, the smaller the bets."""
SPOTS: Mapping[str, SpotTexts] = {
    "river": SpotTexts("QsJh2h8d5c", WIDE, TIGHT, "100", "300", "33%,75%,a", "100%"),
    "turn": SpotTexts("QsJh2h8d", WIDE, TIGHT, "100", "300", "66%,a", "100%"),
    "flop": SpotTexts("Kd7c2h", TIGHT, WIDE, "60", "200", "50%", "100%"),
}


@dataclass(slots=True)
class LabPlace:
    """The game and page of the lab that were last open. Empty if the lab has not been opened yet.

    Attributes:
        moments: The selected run and iteration by game of Kuhn poker.
        agent: The selected agent of the range page.
        line: The selected betting line of the range page.
    """

    game: str = ""
    page: str = ""
    moments: dict[str, tuple[LabSettings, int]] = field(default_factory=dict)
    agent: str = ""
    line: BettingLine | None = None

    def note(self, game: str, page: str) -> None:
        self.game, self.page = game, page


@dataclass(frozen=True, slots=True)
class SearchSpot:
    """A decision in Hold'em that `agent` searches.

    `names` has the players' names by player number in the rules.
    """

    info: HoldemInformationState
    agent: AgentEntry
    names: tuple[str, str]
    amounts: Amounts
    seed: str

    @property
    def name(self) -> str:
        return self.names[self.info.player]

    @property
    def other(self) -> str:
        return self.names[1 - self.info.player]


def searcher(agents: Sequence[AgentEntry], seated: str) -> AgentEntry | None:
    return next((one for one in searchers(agents) if one.name == seated), None)


def searchers(agents: Sequence[AgentEntry]) -> list[AgentEntry]:
    return [one for one in agents if one.game == games.HOLDEM and one.kind == "search" and not one.solves]


def find_decision(session: Session, steps: Sequence[Step]) -> HoldemInformationState | None:
    """Return the current decision, or else the last decision among `steps`. None if there is no decision."""
    state = session.state
    assert isinstance(state, HoldemState)
    if session.seat_to_act is not None and len(steps) == len(session.steps):
        return state.information_state(state.current_player())
    made = [index for index, step in enumerate(steps) if step.player >= 0 and index]
    if not made:
        return None
    before = steps[made[-1] - 1].state
    assert isinstance(before, HoldemState)
    return before.information_state(before.current_player())


class Program(KeepingSettings, Listing, Protocol):
    """The parts of the program that the models use."""

    def shows(self, name: str) -> bool:
        """Return whether the topmost screen has this name."""

    @property
    def is_heard(self) -> bool:
        """Whether the voice is on or a screen reader is active."""


class Models:
    """All models by subject. Pages reach this object as `app.models`."""

    def __init__(self, app: Program) -> None:
        self.preparation = Preparation(app.worker)
        self.training = TrainingModel(app)
        self.imports = ImportModel(app)
        self.hand_imports = HandImportModel(app)
        self.folder_watch = FolderWatch(app, self.hand_imports)
        self.leagues = LongWork[LeagueSettings](
            app, lambda league: text("arena.finished", game=text(f"games.{league.game}"))
        )
        self.reports = LongWork[ReportForm](app, lambda _: text("reports.finished"))
        self.solves = LongWork[SpotTexts](
            app,
            lambda spot: (
                "" if app.shows("solver") and not app.is_heard else text("solver.finished", board=spot.board)
            ),
        )
        self.drills = DrillModel(app)
        self.judgements = Judgements(app)
        self.ladders = LadderModel(app)
        self.drafts = Drafts()
        self.lab = LabPlace()
        self.background = Background(app, (self.training, self.leagues, self.reports, self.solves))

    @property
    def version(self) -> int:
        """A number that changes with the progress of the preparation or of an import.

        Every open screen may show this progress, so all screens watch the number.
        """
        works = (self.preparation, self.imports, self.hand_imports, self.folder_watch)
        return sum(work.version for work in works)


MAX_KEPT = 256
"""The number of decisions with cached judgements. The least recently used decision is dropped first."""


@dataclass(slots=True)
class _Entry:
    """A decision with its latest judgement, the pending request, and the reason if there is no judgement."""

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
    """The latest judgement of each decision. Requests that differ only in the action share a decision."""

    def __init__(self, app: Asking) -> None:
        self._app = app
        self._entries: OrderedDict[AskJudgement, _Entry] = OrderedDict()
        self.version = 0

    # ---- asking ---------------------------------------------------------------------------------------------
    def ask(self, decision: AskJudgement, *, again: bool = False) -> None:
        """Request a judgement now, unless it is known or already requested. All background requests are dropped.

        Args:
            decision: The decision. If it has an action, the judgement will include this action.
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

        The caller repeats the call until the decision is judged.
        """
        entry = self._find_entry(decision)
        is_busy = any(one.ticket is not None for one in self._entries.values())
        if not entry.is_settled and not is_busy:
            self._send(decision, entry)
            entry.in_background = True

    def pause(self) -> None:
        self._drop(self._entries.values())

    def leave(self) -> None:
        """Cancel the pending requests and forget failures, because the screen was closed."""
        self.pause()
        for entry in self._entries.values():
            entry.problem = ""

    # ---- reading --------------------------------------------------------------------------------------------
    def of(self, decision: AskJudgement) -> Judgement | None:
        return self._read(decision).judgement

    def sure(self, decision: AskJudgement) -> Judgement | None:
        """Return the final judgement of a decision.

        Return None until a final judgement includes the decision's action.
        """
        entry = self._read(decision)
        known = entry.judgement if entry.is_answered else None
        return known if known and (decision.action is None or decision.action in known.values) else None

    def sure_grade(self, decision: AskJudgement) -> Grade | None:
        known = self.sure(decision)
        return known.grade(decision.action) if known and decision.action is not None else None

    def report(self, decision: AskJudgement) -> Progress | None:
        return self._read(decision).report

    def share(self, decision: AskJudgement) -> float | None:
        """Return the progress of a judgement in progress, from 0 to 1. None if no judgement is in progress."""
        report = self.report(decision)
        return None if report is None else report.time_share

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
        """Request a judgement that also includes the actions of the decision that are not judged yet."""
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
