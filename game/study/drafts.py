"""The typed forms of the solver and of the board reports, as long as the program runs."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.spot_texts import SpotTexts
from game.study.reports import SAMPLES, ReportForm

REPORT_TARGETS = ("2", "1", "0.5")
"""Exploitability in percent of the pot."""
LIST = "list"


@dataclass(frozen=True, slots=True)
class ReportDraft:
    """The form of a board report as it is typed.

    Attributes:
        texts: The spot without its board.
        listed: The boards that are typed for `LIST`.
        boards: The name of a set of boards, or `LIST`.
        target: Exploitability in percent of the pot.
        threads: The number of threads, unless `cluster` has an address.
        cluster: The address of a Dask scheduler, or "".
    """

    texts: SpotTexts
    listed: str
    boards: str = SAMPLES[0]
    target: str = REPORT_TARGETS[1]
    threads: int = 1
    cluster: str = ""

    @property
    def form(self) -> ReportForm:
        """The report that the form describes."""
        boards = self.listed if self.boards == LIST else self.boards
        return ReportForm(self.texts, boards, float(self.target))


@dataclass(slots=True)
class Drafts:
    """The forms as they were typed last, None for one that was never changed."""

    solver: SpotTexts | None = None
    reports: ReportDraft | None = None
