"""What the arena knows of its league: it asks how it stands, lets it be played on, and puts it in order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game.core import Progress
from game.league import FIRST_DEALS, MOST_DEALS, League, LeaguePair, LeagueSettings
from game.screens.opponents import Portrait, portrait
from game.screens.tables.requests import Requests
from game.screens.texts import text
from game.screens.widgets.widget import Act

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.app import App

WORST, MEAN = "worst", "mean"
ASKED_EVERY = 1.0  # seconds, while it is being played
MORE = 4


@dataclass(frozen=True, slots=True)
class Row:
    """An agent in the table: its result against each in the order of the table (None: itself), and all together.

    `short` is its stage where it has one, else its name.
    """

    agent: str
    name: str
    short: str
    pairs: tuple[LeaguePair | None, ...]
    mean: float | None
    ci95: float | None
    worst: float | None

    @property
    def met(self) -> int:
        """How many opponents it has met."""
        return sum(pair is not None and pair.deals > 0 for pair in self.pairs)


class Standings:
    """The model of the page; `changed` is called when there is something new to show."""

    def __init__(self, app: App, settings: LeagueSettings, changed: Act) -> None:
        self.settings = settings
        self.league: League | None = None
        self.report: Progress | None = None
        self.problem = ""
        self.wanted = False
        self.order = WORST
        self.rows: Sequence[Row] = ()
        self._app = app
        self._changed = changed
        self._requests = Requests(app)
        self._playing: int | None = None
        self._asked: int | None = None
        self._since = 0.0

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        """What goes on: "waiting", "nobody", "new", "playing", "paused", "done" or "lost"."""
        if self.problem:
            return "lost"
        if self.league is None:
            return "waiting"
        if not self.league.pairs:
            return "nobody"
        if self._playing is not None:
            return "playing"
        if not self.league.total:
            return "new"
        return "done" if self.league.done >= self.league.total else "paused"

    @property
    def done(self) -> int:
        """How many deals were played."""
        return self.report.iteration if self.report is not None else self.league.done if self.league else 0

    @property
    def total(self) -> int:
        """How many deals there are to play; before the beginning those of a first round."""
        if self.league is None:
            return 0
        return (self.league.deals or FIRST_DEALS) * len(self.league.pairs)

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take at the pace so far."""
        if self.report is not None:
            return self.report.seconds_left
        return self.league.seconds_left if self.league is not None else None

    @property
    def longest(self) -> float:
        """The largest mean of any pair, for the tint; at least 1."""
        pairs = self.league.pairs if self.league is not None else ()
        return max((abs(pair.mean) for pair in pairs), default=0.0) or 1.0

    # ---- what is done ---------------------------------------------------------------------------------------
    def toggle(self) -> None:
        """Play on, or pause."""
        if self._playing is not None:
            self.pause()
        elif self.phase in ("new", "paused"):
            self._play(self.league.deals or FIRST_DEALS if self.league else FIRST_DEALS)
        elif self.phase == "done":
            self.more()
        elif self.phase == "lost":
            self.problem = ""
            self.ask()

    def more(self) -> None:
        """Let every pair play on, to four times its deals: that halves the intervals."""
        if self.league is not None and self.phase in ("done", "paused", "new"):
            self._play(min(MOST_DEALS, self.league.deals * MORE or FIRST_DEALS))

    def pause(self) -> None:
        """Stop playing; what was played is kept."""
        self.wanted = False
        self._stop()
        self.ask()

    def sort_by(self, order: str) -> None:
        """Put the table into another order."""
        self.order = order
        self._set_in_order()

    def enter(self) -> None:
        """Ask how it stands, and go on where it was left playing."""
        self.ask()
        if self.wanted and self.league is not None:
            self._play(self.league.deals)

    def leave(self) -> None:
        """Let the play rest as long as nobody looks on."""
        self._stop()
        self._requests.drop_all()
        self._asked = None

    def ask(self) -> None:
        """Ask how it stands."""
        if self._asked is None:
            self._since = 0.0
            self._asked = self._requests.ask("league", {"settings": self.settings}, self._take)

    def update(self, dt: float) -> None:
        """Ask again from time to time while it is being played."""
        self._since += dt
        if self._playing is not None and self._since >= ASKED_EVERY:
            self.ask()

    def receive(self, answer: Answer) -> None:
        """Take an answer of the other process."""
        self._requests.take(answer)

    # ---- within ---------------------------------------------------------------------------------------------
    def _play(self, deals: int) -> None:
        self.wanted = True
        payload = {"settings": self.settings, "deals": deals}
        self._playing = self._requests.ask("league_play", payload, self._take_end, self._take_report)
        self._changed()

    def _stop(self) -> None:
        self._requests.drop(self._playing)
        self._playing, self.report = None, None

    def _take(self, league: Any, sentence: str) -> None:
        self._asked = None
        self._show(league, sentence)

    def _take_end(self, league: Any, sentence: str) -> None:
        self._playing, self.report, self.wanted = None, None, False
        self._show(league, sentence)

    def _take_report(self, report: Progress) -> None:
        self.report = report
        self._changed()

    def _show(self, league: Any, sentence: str) -> None:
        self.problem = sentence
        if sentence:
            self._stop()
        else:
            self.league = league
            self._set_in_order()
        self._changed()

    def _set_in_order(self) -> None:
        """Make the rows: the best first, by the worst result or by the mean; who has not met anybody last."""
        league = self.league
        if league is None:
            return
        results = {agent: _results(league, agent) for agent in league.agents}

        def rank(agent: str) -> float:
            means = [pair.mean for pair in results[agent]]
            if not means:
                return -math.inf
            return min(means) if self.order == WORST else sum(means) / len(means)

        ranked = sorted(league.agents, key=rank, reverse=True)
        shown = {agent: portrait(self._app.agents, agent) for agent in ranked}
        self.rows = [_row(league, agent, shown[agent], ranked, results[agent]) for agent in ranked]


def _results(league: League, agent: str) -> list[LeaguePair]:
    """Return the results of an agent against all whom it has met."""
    found = (league.pair(agent, other) for other in league.agents if other != agent)
    return [pair for pair in found if pair is not None and pair.deals]


def _row(
    league: League, agent: str, shown: Portrait, ranked: Sequence[str], met: Sequence[LeaguePair]
) -> Row:
    staged = text("watch.at_stage", name=shown.name, stage=shown.stage)
    name, short = (staged, shown.stage) if shown.stage else (shown.name, shown.name)
    pairs = tuple(league.pair(agent, other) for other in ranked)
    if not met:
        return Row(agent, name, short, pairs, None, None, None)
    known = [pair.ci95 for pair in met if pair.ci95 is not None]
    ci95 = math.hypot(*known) / len(met) if len(known) == len(met) else None
    means = [pair.mean for pair in met]
    return Row(agent, name, short, pairs, sum(means) / len(means), ci95, min(means))
