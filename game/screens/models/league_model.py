"""The league that this window is playing. It continues while the player is on other screens.

A league in progress is one request to the worker, which streams reports until every pair has played often enough or
the request is cancelled. However it ends, the standings so far are stored in the user's folder. Every change
increases `version`, so that screens can see it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.core import Progress
from game.messages.league import PlayLeague
from game.messages.league_answers import League, LeagueSettings
from game.request import Refusal
from game.screens.ui.texts import percent_done, text

if TYPE_CHECKING:
    from game.screens.models.services import AskingAloud


@dataclass(slots=True)
class AtPlay:
    """The league at play, and what was reported of it last."""

    settings: LeagueSettings
    ticket: int = 0
    report: Progress | None = None


class LeagueModel:
    """One league at a time: each would only be slower beside another one."""

    def __init__(self, app: AskingAloud) -> None:
        self._app = app
        self._stopping: set[int] = set()
        self.at_play: AtPlay | None = None
        self.trouble: dict[LeagueSettings, str] = {}
        self.version = 0

    def playing(self, settings: LeagueSettings) -> AtPlay | None:
        """Return the league of this agreement if it is at play."""
        return self.at_play if self.at_play is not None and self.at_play.settings == settings else None

    @property
    def badge(self) -> str:
        """The percent of the league at play, empty where there is none."""
        report = self.at_play.report if self.at_play is not None else None
        return percent_done(report.iteration / report.total) if report is not None and report.total else ""

    @property
    def busy(self) -> bool:
        """Whether a league that was paused is still being kept."""
        return bool(self._stopping)

    def play(self, settings: LeagueSettings, deals: int) -> None:
        """Let every pair play so many deals, unless another league is at play."""
        if self.at_play is None:
            self.trouble.pop(settings, None)
            work = self.at_play = AtPlay(settings)
            work.ticket = self._app.worker.ask(
                PlayLeague(settings, deals), partial(self._ended, work), partial(self._report, work)
            )
            self.version += 1

    def pause(self) -> None:
        """Stop playing; what was played is kept."""
        if self.at_play is not None:
            self._stopping.add(self.at_play.ticket)
            self._app.worker.cancel(self.at_play.ticket)
            self.at_play = None
            self.version += 1

    def _report(self, work: AtPlay, report: Progress) -> None:
        work.report = report
        self.version += 1

    def _ended(self, work: AtPlay, answer: League | Refusal) -> None:
        """Take note that nothing more is played, and why."""
        self._stopping.discard(work.ticket)
        self.version += 1
        if work is not self.at_play:
            return
        self.at_play = None
        if isinstance(answer, Refusal):
            self.trouble[work.settings] = answer.sentence
        else:
            self._app.say(text("arena.finished", game=text(f"games.{work.settings.game}")))
