"""The solves in files, and what is done with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.match.spot_texts import SpotTexts
from game.messages.solver import ForgetSolve, KeepSolve, ListSolves
from game.messages.solver_answers import StoredSolve
from game.screens.frame.asked import Asked
from game.screens.frame.screen import Services
from game.screens.ui.widgets import Act


class Files:
    """The list, read again after every change."""

    def __init__(self, app: Services, changed: Act) -> None:
        self._listed = Asked[tuple[StoredSolve, ...]](app, changed)
        self._kept = Asked[StoredSolve](app, self._read_again(changed))
        self._forgotten = Asked[None](app, self._read_again(changed))

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """What is asked of the worker."""
        return self._listed, self._kept, self._forgotten

    @property
    def all(self) -> tuple[StoredSolve, ...]:
        """The solves in files."""
        return self._listed.value or ()

    def read(self) -> None:
        """Ask which solves there are in files."""
        self._listed.ask(ListSolves())

    def keep(self, texts: SpotTexts, name: str) -> None:
        """Write a solve into a file."""
        self._kept.ask(KeepSolve(texts, name))

    def forget(self, name: str) -> None:
        """Remove a solve."""
        self._forgotten.ask(ForgetSolve(name))

    def _read_again(self, changed: Act) -> Act:
        def act() -> None:
            changed()
            if "answered" in (self._kept.state, self._forgotten.state):
                self.read()

        return act
