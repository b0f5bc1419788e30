"""Where the lab was left, as long as the program runs: it opens there again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class LabPlace:
    """A game of the lab and one of its pages; empty where the lab was not opened yet."""

    game: str = ""
    page: str = ""

    def note(self, game: str, page: str) -> None:
        """Take note that this page is left."""
        self.game, self.page = game, page
