"""What the arena knows of its league: it asks how it stands, lets it be played on, and puts it in order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.core import Progress
from game.messages.league import AskStandings
from game.messages.league_answers import FIRST_DEALS, MOST_DEALS, League, LeaguePair, LeagueSettings
from game.request import Refusal
from game.screens.frame.requests import Requests
from game.screens.frame.screen import Services
from game.screens.models.opponents import portrait
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act

WORST, MEAN, COLUMN = "worst", "mean", "column"
ASKED_EVERY = 1.0  # seconds, while it is being played
SHOWN_EVERY = 0.1  # seconds, likewise
MORE = 4


@dataclass(frozen=True, slots=True)
class Row:
    """An agent in the table: its result against each in the order of the columns (None: itself), and all together.

    `place` counts the columns from 1. `short` is the name without its article.
    """

    agent: str
    place: int
    name: str
    short: str
    pairs: tuple[LeaguePair | None, ...]
    met: int = 0
    mean: float | None = None
    ci95: float | None = None
    worst: float | None = None


class ArenaModel:
    """The model of the page; `changed` is called when there is something new to show.

    The columns stand by the worst result of each or by the mean; the rows as they do, or by the column `against`.
    """

    def __init__(self, app: Services, settings: LeagueSettings, changed: Act) -> None:
        self.settings = settings
        self.league: League | None = None
        self.order = self.columns_by = WORST
        self.against = ""
        self.rows: Sequence[Row] = ()
        self.columns: Sequence[Row] = ()
        self._app = app
        self._room = app.leagues
        self._changed = changed
        self._requests = Requests(app)
        self._problem = ""
        self._asked: int | None = None
        self._since_asked = self._since_shown = 0.0
        self._seen = self._room.version
        self._was_playing = False

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        """What goes on: waiting, nobody, exact, new, playing, paused, done or lost."""
        if self.problem:
            return "lost"
        if self.league is None or not self.league.pairs:
            return "waiting" if self.league is None else "nobody"
        if self.league.exact:
            return "exact"
        if self._is_playing:
            return "playing"
        if not self.league.total:
            return "new"
        return "done" if self.league.done >= self.league.total else "paused"

    @property
    def problem(self) -> str:
        """What went wrong."""
        return self._problem or self._room.trouble.get(self.settings, "")

    @property
    def other(self) -> str:
        """The game of another league that is at play."""
        at_play = None if self._is_playing else self._room.at_play
        return text(f"games.{at_play.settings.game}") if at_play is not None else ""

    @property
    def done(self) -> int:
        """How many deals were played."""
        report = self._report
        return report.iteration if report is not None else self.league.done if self.league else 0

    @property
    def total(self) -> int:
        """How many deals there are to play; before the beginning those of a first round."""
        if self.league is None:
            return 0
        return (self.league.deals or FIRST_DEALS) * len(self.league.pairs)

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take at the pace so far."""
        report = self._report
        if report is not None:
            return report.seconds_left
        return self.league.seconds_left if self.league is not None else None

    @property
    def longest(self) -> float:
        """The largest mean of any pair, for the tint; at least 1."""
        pairs = self.league.pairs if self.league is not None else ()
        return max((abs(pair.mean) for pair in pairs), default=0.0) or 1.0

    @property
    def _is_playing(self) -> bool:
        return self._room.playing(self.settings) is not None

    @property
    def _report(self) -> Progress | None:
        at_play = self._room.playing(self.settings)
        return at_play.report if at_play is not None else None

    # ---- what is done ---------------------------------------------------------------------------------------
    def toggle(self) -> None:
        """Play on, or pause."""
        if self.phase == "playing":
            self._room.pause()
            self._look_again()
        elif self.phase in ("new", "paused"):
            self._play(self.league.deals or FIRST_DEALS if self.league else FIRST_DEALS)
        elif self.phase == "done":
            self.more()
        elif self.phase == "lost":
            self._problem = ""
            self._room.trouble.pop(self.settings, None)
            self.ask()

    def more(self) -> None:
        """Let every pair play on, to four times its deals: that halves the intervals."""
        if self.league is not None and self.phase in ("done", "paused", "new"):
            self._play(min(MOST_DEALS, self.league.deals * MORE or FIRST_DEALS))

    def sort_by(self, order: str, against: str = "") -> None:
        """Put the table into another order: by the worst result, by the mean, or by the column of an agent."""
        self.order, self.against = order, against
        self.columns_by = self.columns_by if order == COLUMN else order
        self._set_in_order()

    def ask(self) -> None:
        """Ask how it stands."""
        if self._asked is None:
            self._since_asked = 0.0
            self._asked = self._requests.ask(AskStandings(self.settings), self._take)

    def leave(self) -> None:
        """Take no more interest in answers; what is being played goes on."""
        self._requests.drop_all()
        self._asked = None

    def update(self, dt: float) -> None:
        """Ask again from time to time while it is being played, and when that has ended; show what is reported."""
        self._since_asked += dt
        self._since_shown += dt
        if self._is_playing and self._since_asked >= ASKED_EVERY:
            self.ask()
        if self._was_playing and not self._is_playing:
            self._look_again()
        elif self._seen != self._room.version and self._since_shown >= SHOWN_EVERY:
            self._show_anew()

    # ---- within ---------------------------------------------------------------------------------------------
    def _play(self, deals: int) -> None:
        self._room.play(self.settings, deals)
        self._show_anew()

    def _look_again(self) -> None:
        """Ask how it stands now that nobody plays."""
        self.leave()
        self.ask()
        self._show_anew()

    def _show_anew(self) -> None:
        self._seen, self._since_shown, self._was_playing = self._room.version, 0.0, self._is_playing
        self._changed()

    def _take(self, league: League | Refusal) -> None:
        self._asked = None
        if isinstance(league, Refusal):
            self._problem = league.sentence
        else:
            self._problem, self.league = "", league
            self._set_in_order()
        self._show_anew()

    def _set_in_order(self) -> None:
        """Make rows and columns: the best first, who has not met anybody last."""
        league = self.league
        if league is None:
            return
        agents = league.ranked(by_mean=self.columns_by == MEAN)
        self.columns = [self._row(league, agent, agents) for agent in agents]
        self.rows = self.columns
        if self.order == COLUMN:
            self.rows = sorted(
                self.columns, key=lambda row: _rank_against(league, row.agent, self.against), reverse=True
            )

    def _row(self, league: League, agent: str, columns: Sequence[str]) -> Row:
        shown, place = portrait(self._app.agents, agent), columns.index(agent) + 1
        staged = text("watch.at_stage", name=shown.name, stage=shown.stage)
        name = staged if shown.stage else shown.name
        short = name.removeprefix(text("arena.article"))
        pairs = tuple(league.pair(agent, other) for other in columns)
        if (field := league.field(agent)) is None:
            return Row(agent, place, name, short, pairs)
        return Row(agent, place, name, short, pairs, field.met, field.mean, field.ci95, field.worst)


def _rank_against(league: League, agent: str, against: str) -> float:
    """Return what an agent wins of another one; of itself nothing."""
    pair = league.pair(agent, against)
    if pair is None:
        return 0.0
    return pair.mean if pair.is_known else -math.inf
