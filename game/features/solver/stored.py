"""The solves that are kept in files: listed, written and removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.features.solver.asks import ForgetSolve, KeepSolve, ListSolves
from game.study.solved import SolveList, SolveState, StoredSolve
from game.window.frame.asked import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act


class StoredSolves:
    """The files as they were listed last; `changed` is called when one was written or removed."""

    def __init__(self, app: Services, changed: Act) -> None:
        self._app = app
        self._changed = changed
        self._listed = Asked[SolveList](app, self._take_list)
        self._kept = Asked[StoredSolve](app, lambda: self._list_after(self._kept))
        self._forgotten = Asked[None](app, lambda: self._list_after(self._forgotten))
        self.questions: Sequence[Asked[Any]] = (self._listed, self._kept, self._forgotten)

    @property
    def files(self) -> tuple[StoredSolve, ...]:
        """The files, none until they are listed."""
        return self._listed.value.solves if self._listed.value is not None else ()

    def list(self) -> None:
        """List the files again."""
        self._listed.ask(ListSolves())

    def keep(self, solve: SolveState, name: str) -> None:
        """Write a solve into a file under a name, or under that of its board where none is given."""
        self._kept.ask(KeepSolve(solve.texts, name.strip() or solve.texts.board.replace(" ", "")))

    def forget(self, place: int) -> None:
        """Remove a file."""
        self._forgotten.ask(ForgetSolve(self.files[place].name))

    def _take_list(self) -> None:
        """Show the files, and say which of them cannot be read."""
        if self._listed.value is not None and self._listed.value.warnings:
            self._app.say(" ".join(self._listed.value.warnings))
        self._changed()

    def _list_after(self, asked: Asked[Any]) -> None:
        """List the files again once one was written or removed, as was asked."""
        self._changed()
        if asked.state == "answered":
            self.list()
