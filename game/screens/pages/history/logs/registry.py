"""The imported logs as the window knows them, and the one that is looked at."""

from __future__ import annotations

from game.archive.imported import ImportedLog, ImportedLogs
from game.messages.logs import ForgetLog, ListLogs
from game.request import Refusal
from game.screens.frame.requests import Requests
from game.screens.frame.screen import Services
from game.screens.models.unusable_files import in_one
from game.screens.ui.widgets import Act


class LogRegistry:
    """All logs, None until they were told. `changed` comes when they are, or when one was removed."""

    def __init__(self, app: Services, changed: Act, chosen: str = "") -> None:
        self._app = app
        self._changed = changed
        self._chosen = chosen
        self._requests = Requests(app)
        self.logs: tuple[ImportedLog, ...] | None = None
        self.problem = ""

    @property
    def chosen(self) -> ImportedLog | None:
        """The log that is looked at: the latest where none was chosen, or the chosen one has gone."""
        logs = self.logs or ()
        return next((log for log in logs if log.id == self._chosen), logs[0] if logs else None)

    def choose(self, log: str) -> None:
        """Look at another log."""
        self._chosen = log

    def read(self, choose: str | None = None) -> None:
        """Ask which logs there are, and look at one of them."""
        self._requests.drop_all()
        self._chosen = self._chosen if choose is None else choose
        self.logs, self.problem = None, ""
        self._requests.ask(ListLogs(), self._came)

    def look_again(self) -> None:
        """Ask which logs there are now, and look at the same one meanwhile."""
        self._requests.ask(ListLogs(), self._came)

    def forget(self, log: ImportedLog) -> None:
        """Remove a log."""
        self._requests.ask(ForgetLog(log.id), self._gone)

    def drop(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()

    def _came(self, found: ImportedLogs | Refusal) -> None:
        if isinstance(found, Refusal):
            self.problem = found.sentence
        else:
            self.problem, self.logs = "", found.logs
            if found.warnings:
                self._app.say(in_one(self._app.folder, found.warnings))
        self._changed()

    def _gone(self, answer: Refusal | None) -> None:
        if answer is not None:
            self._app.say(answer.sentence)
        self.read()
