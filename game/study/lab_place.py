"""Where the lab was left, as long as the program runs: it opens there again."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.match.betting_line import Line
from game.study.lab import LabSettings


@dataclass(slots=True)
class LabPlace:
    """A game of the lab and one of its pages; empty where the lab was not opened yet.

    moments: by game of Kuhn poker the run that was looked at, and the iteration; agent, line: of the ranges.
    """

    game: str = ""
    page: str = ""
    moments: dict[str, tuple[LabSettings, int]] = field(default_factory=dict)
    agent: str = ""
    line: Line | None = None

    def note(self, game: str, page: str) -> None:
        """Take note that this page is left."""
        self.game, self.page = game, page
