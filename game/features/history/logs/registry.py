"""The imported logs as the window knows them, and the one that is looked at."""

from __future__ import annotations

from collections.abc import Callable

from game.archive.imported import ImportedLog, ImportedLogs, LogFilter
from game.request import Refusal
from game.study.history import FindLogHand, ForgetLog, ListLogs
from game.study.unusable_files import in_one
from game.window.frame.asked import Asked
from game.window.frame.requests import Requests
from game.window.frame.screen import Services
from game.window.ui.widgets import Act


class LogRegistry:
    """All logs; `chosen` is the id of the one that is looked at.

    `changed` comes when they were told, or cannot be.
    """

    def __init__(self, app: Services, changed: Act, chosen: str = "") -> None:
        self._app = app
        self._changed = changed
        self._imported = app.imports.finished
        self._asked = Asked[ImportedLogs](app, self._came)
        self._requests = Requests(app)
        self.chosen = chosen

    @property
    def logs(self) -> tuple[ImportedLog, ...] | None:
        """All logs, None until they were told."""
        return self._asked.value.logs if self._asked.value is not None else None

    @property
    def log(self) -> ImportedLog | None:
        """The log that is looked at: the latest where none was chosen, or the chosen one has gone."""
        logs = self.logs or ()
        return next((log for log in logs if log.id == self.chosen), logs[0] if logs else None)

    @property
    def problem(self) -> str:
        """Why they cannot be read."""
        return self._asked.problem

    def read(self) -> None:
        """Ask which logs there are."""
        self._imported = self._app.imports.finished
        self._asked.forget()
        self._asked.ask(ListLogs())

    def follow_imports(self) -> None:
        """Ask again where a log has come in since; meanwhile the same one is looked at."""
        if self._imported != self._app.imports.finished:
            self._imported = self._app.imports.finished
            self._asked.ask(ListLogs())

    def forget(self, log: ImportedLog) -> None:
        """Remove a log."""
        self._requests.ask(ForgetLog(log.id), self._gone)

    def find(self, wanted: LogFilter, number: int, found: Callable[[int], None]) -> None:
        """Ask for the place in the list of a hand, or of the next one that the filter lets through."""

        def told(place: int | Refusal) -> None:
            if isinstance(place, Refusal):
                self._app.say(place.sentence)
            else:
                found(place)

        self._requests.ask(FindLogHand(wanted, number), told)

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._asked.drop()
        self._requests.drop_all()

    def _came(self) -> None:
        found = self._asked.fresh
        if found is not None and found.warnings:
            self._app.say(in_one(self._app.folder, found.warnings))
        if found is not None or self.problem:
            self._changed()

    def _gone(self, answer: Refusal | None) -> None:
        if answer is not None:
            self._app.say(answer.sentence)
        self.read()
