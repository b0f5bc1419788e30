"""The models of the program, which outlive pages, and the drafts of forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from game.agent_entries import AgentEntry
from game.match.betting_line import BettingLine
from game.match.session import Session, Step
from game.match.spot_texts import SpotTexts
from game.rules import games
from game.rules.holdem import HoldemInformationState, HoldemState
from game.study.amounts import Amounts
from game.study.background import Background, KeepingSettings, LongWork, Preparation
from game.study.drill_model import DrillModel
from game.study.history import FolderWatch, HandImportModel, ImportModel
from game.study.judgement_model import Judgements
from game.study.lab import LabSettings
from game.study.ladder import LadderModel, Listing
from game.study.league import LeagueSettings
from game.study.reports import SAMPLES, TURNS, ReportForm
from game.study.training_model import TrainingModel
from game.texts import text

REPORT_TARGETS = ("2", "1", "0.5")
"""Exploitability in percent of the pot."""
LIST, TURN_CARDS = "list", "turns"


@dataclass(frozen=True, slots=True)
class ReportDraft:
    """The typed form of a board report.

    Attributes:
        texts: The spot without its board.
        listed: The typed boards for `LIST`, or the typed flop for `TURN_CARDS`.
        boards: The name of a set of boards, `LIST` or `TURN_CARDS`.
        target: Exploitability in percent of the pot.
        threads: The number of threads.
    """

    texts: SpotTexts
    listed: str
    boards: str = SAMPLES[0]
    target: str = REPORT_TARGETS[1]
    threads: int = 1

    @property
    def form(self) -> ReportForm:
        """The form of the report. Its boards are typed, or a named set."""
        typed = {LIST: self.listed, TURN_CARDS: f"{TURNS}{self.listed.strip()}"}
        boards = typed.get(self.boards, self.boards)
        return ReportForm(self.texts, boards, float(self.target))


@dataclass(slots=True)
class Drafts:
    """The forms as last typed, None for a form that was never changed."""

    solver: SpotTexts | None = None
    reports: ReportDraft | None = None


WIDE = "22+,A2s+,K7s+,Q9s+,J9s+,T8s+,A9o+,KTo+"
TIGHT = "22+,A8s+,KTs+,QTs+,JTs,T9s,98s,AJo+"


def _tree(bets: str, raises: str, **limits: str) -> dict[str, str]:
    """Return the fields of a bet tree. A limit that is not given is none."""
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
"""The standard bet tree of each pot: the shorter the stacks are, the smaller the bets."""
SPOTS: Mapping[str, SpotTexts] = {
    "river": SpotTexts("QsJh2h8d5c", WIDE, TIGHT, "100", "300", "33%,75%,a", "100%"),
    "turn": SpotTexts("QsJh2h8d", WIDE, TIGHT, "100", "300", "66%,a", "100%"),
    "flop": SpotTexts("Kd7c2h", TIGHT, WIDE, "60", "200", "50%", "100%"),
}
TARGETS = ("1", "0.5", "0.2", "0.05")
"""Exploitability in percent of the pot, most precise last."""


@dataclass(slots=True)
class LabPlace:
    """The game and page of the lab that were last open. Empty if the lab has not been opened yet.

    Attributes:
        moments: By game of Kuhn poker, the selected run and iteration.
        agent: The selected agent of the ranges.
        line: The selected line of the ranges.
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
    """A decision in Hold'em that `agent` searches. `names` are the players' names by their role in the rules."""

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
    """Return the current decision, or the last decision within `steps`. None before the first."""
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
    """The models by subject. A page reaches them as `app.models`."""

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
        """Changes with the progress of the preparation or of an import, which every open screen may show."""
        works = (self.preparation, self.imports, self.hand_imports, self.folder_watch)
        return sum(work.version for work in works)
