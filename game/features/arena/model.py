"""The model of the arena. It requests the standings of a league, runs the league, and sorts the table."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from game.agent_entries import AgentEntry
from game.core import Progress
from game.features.arena import AskStandings, ExportLeague, PlayLeague
from game.rules import games
from game.study.league import (
    FIRST_DEALS,
    MAX_DEALS,
    FieldResult,
    League,
    LeaguePair,
    LeagueSettings,
    describe_left_out,
)
from game.study.opponents import format_name, gallery, portrait
from game.study.table_choices import with_last
from game.texts import join_sentences, text
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

WORST, MEAN, COLUMN = "worst", "mean", "column"
ASKED_EVERY = 1.0  # seconds, while the league is playing
MORE = 4
KEPT_AS = "arena {}"  # the key of the setting that lists the agents that do not play
MAX_FIRST_PLAYERS = 6
DEAL_SECONDS = {"quick": 0.015, "search": 0.3, "solves": 2.0}
"""The estimated processor time of a deal in seconds, by the pace of the slower agent.

It is used until the pair has played.

Measured in Hold'em at 200 bb against a quick agent: 0.006 to 0.014 s for rules and trained tables, 0.07 to 0.30 s
for agents with a search, and 1.7 s on average (up to 5.7 s) for the agent that solves.
"""


@dataclass(frozen=True, slots=True)
class ArenaRow:
    """A row of the table: an agent, its results, and their mean.

    `pairs` has the results of the agent in the order of the columns. The entry for the agent itself is None.
    `column_number` counts the columns from 1. `short` is the agent's name without its article. `title` is `short`
    without the training stage.
    """

    agent: str
    column_number: int
    name: str
    short: str
    title: str
    pairs: tuple[LeaguePair | None, ...]
    field: FieldResult | None


class ArenaModel:
    """The model of the page. It calls the callback `changed` when there is something new to show.

    The columns are sorted by the worst result or by the mean of each agent. The rows have the same order, or are
    sorted by the results in the column that the user has chosen.
    """

    def __init__(self, app: Services, settings: LeagueSettings, changed: Act) -> None:
        self.settings = settings
        kept = app.settings.tables.get(KEPT_AS.format(settings.game))
        names = self.available(app)
        first = quick_players(app.agents, settings.game, settings.blinds)
        self.playing = tuple(first if kept is None else (name for name in names if name not in kept))
        """The agents that play: a few quick agents until the user selects others."""
        if len(self.playing) < 2:
            self.playing = tuple(names)
        self.order = self.columns_by = WORST
        self.against = ""
        self.rows: Sequence[ArenaRow] = ()
        self.columns: Sequence[ArenaRow] = ()
        self.largest_mean = 1.0
        """The largest absolute mean of all pairs. A cell with this mean has the full tint."""
        self.query = Asked[League](app, self._take)
        self.available_names = tuple(names)
        self._app, self._leagues, self._on_change = app, app.models.leagues, changed
        self._since_asked = 0.0
        self._was_playing = False

    # ---- state ----------------------------------------------------------------------------------------------
    @property
    def league(self) -> League:
        """The current league. Empty until the first answer."""
        return self.query.value or League(self.settings, (), (), 0)

    @property
    def left_out(self) -> str:
        """A sentence with the chosen agents that cannot play and the reasons, or "" if all can play."""
        left_out = self.league.left_out
        return describe_left_out(
            {format_name(self._app.agents, name): reason for name, reason in left_out.items()}
        )

    @property
    def why_empty(self) -> str:
        return self.problem or join_sentences(self.waits_for, self.left_out)

    @property
    def waits_for(self) -> str:
        """The short reason why there is no table.

        If there is no pair although the game has at least two agents, the reason advises choosing other agents.
        Otherwise, it may advise training new agents.
        """
        has_others = self.phase == "nobody" and len(self.available_names) > 1
        return text("arena.players.others" if has_others else f"arena.{self.phase}")

    @property
    def phase(self) -> str:
        """The phase: "waiting", "nobody", "exact", "new", "playing", "paused", "done" or "lost".

        "nobody" means that there is no pair. "exact" means that the results are computed exactly, so nothing is
        played. "lost" means that a request failed.
        """
        league = self.league
        if self.problem:
            return "lost"
        if not league.pairs:
            return "waiting" if self.query.value is None else "nobody"
        if league.exact:
            return "exact"
        if self._is_playing:
            return "playing"
        if not league.total:
            return "new"
        return "done" if league.done >= league.total else "paused"

    @property
    def problem(self) -> str:
        return self.query.problem or self._leagues.trouble.get(self.settings, "")

    @property
    def other(self) -> str:
        at_work = None if self._is_playing else self._leagues.at_work
        return text(f"games.{at_work.form.game}") if at_work is not None else ""

    @property
    def done(self) -> int:
        return self.league.done if self._report is None else self._report.iteration

    @property
    def total(self) -> int:
        """The total number of deals. Before the start, it is the number of deals in the first round."""
        return (self.league.deals or FIRST_DEALS) * len(self.league.pairs)

    @property
    def seconds_left(self) -> float | None:
        return self.league.seconds_left if self._report is None else self._report.seconds_left

    @property
    def estimated_seconds(self) -> float:
        """The estimated duration of the first round. The slower agent determines the pace of a pair."""
        entries = {entry.name: entry for entry in self._app.agents if entry.game == self.settings.game}
        pace = {name: DEAL_SECONDS[_pace(entries[name])] for name in self.playing}
        return FIRST_DEALS * sum(max(pace[a], pace[b]) for a, b in combinations(self.playing, 2))

    @property
    def _is_playing(self) -> bool:
        return self._leagues.find_active(self.settings) is not None

    @property
    def _report(self) -> Progress | None:
        at_work = self._leagues.find_active(self.settings)
        return at_work.progress if at_work is not None else None

    def available(self, app: Services) -> list[str]:
        game, blinds = self.settings.game, self.settings.blinds
        return [entry.name for one in gallery(app.agents, game, blinds) for entry in one.entries]

    # ---- actions --------------------------------------------------------------------------------------------
    def toggle(self) -> None:
        """Start, resume or pause the league.

        If the league has finished, play more deals. If a request has failed, request the standings again.
        """
        if self.phase == "playing":
            self._leagues.pause()
        elif self.phase in ("new", "paused"):
            self._play(self.league.deals or FIRST_DEALS)
        elif self.phase == "done":
            self.more()
        elif self.phase == "lost":
            self._leagues.trouble.pop(self.settings, None)
            self.ask()

    def more(self) -> None:
        """Quadruple the number of deals of every pair, which halves the intervals."""
        if self.phase in ("done", "paused", "new"):
            self._play(min(MAX_DEALS, self.league.deals * MORE or FIRST_DEALS))

    def _play(self, deals: int) -> None:
        self._leagues.run(self.settings, PlayLeague(self.settings, deals, self._agents_to_ask))

    @property
    def _agents_to_ask(self) -> tuple[str, ...]:
        """The names of the agents for the request. Empty means all agents."""
        return self.playing if len(self.playing) < len(self.available(self._app)) else ()

    def export(self, file: str) -> ExportLeague:
        return ExportLeague(self.settings, file, self._agents_to_ask)

    def choose(self, playing: Collection[str]) -> None:
        """Let only these agents play, and store the choice."""
        names = self.available(self._app)
        self.playing = tuple(name for name in names if name in playing)
        left_out = {name: "" for name in names if name not in playing}
        kept = with_last(self._app.settings.tables, KEPT_AS.format(self.settings.game), left_out)
        self._app.change(tables=kept)
        self.ask()

    def sort_by(self, order: str, against: str = "") -> None:
        """Sort the table by `order`: the worst result, the mean, or the column of the agent `against`."""
        self.order, self.against = order, against
        self.columns_by = self.columns_by if order == COLUMN else order
        self._set_in_order()
        self._on_change()

    def sort_against(self, agent: str) -> None:
        """Sort the rows by the column of an agent.

        If the rows are sorted by this column already, restore the order of the columns.
        """
        again = self.against == agent
        self.sort_by(self.columns_by if again else COLUMN, "" if again else agent)

    def ask(self) -> None:
        self._since_asked = 0.0
        self.query.ask(AskStandings(self.settings, self._agents_to_ask))

    def update(self, dt: float) -> None:
        """Request the standings regularly while the league plays, and once when it has stopped."""
        self._since_asked += dt
        ended, self._was_playing = self._was_playing and not self._is_playing, self._is_playing
        is_due = self._is_playing and self._since_asked >= ASKED_EVERY and not self.query.awaited
        if ended or is_due:
            self.ask()

    # ---- internal -------------------------------------------------------------------------------------------
    def _take(self) -> None:
        """Show the answer, or the error of the request, unless the request is still pending."""
        if not self.query.awaited:
            self._set_in_order()
            self._on_change()

    def _set_in_order(self) -> None:
        """Sort rows and columns: the best agent is first, and agents without a result are last."""
        league = self.league
        self.largest_mean = max((abs(pair.mean) for pair in league.pairs), default=0.0) or 1.0
        agents = league.ranked(by_mean=self.columns_by == MEAN) if league.pairs else ()
        self.columns = self.rows = [self._row(league, agent, agents) for agent in agents]
        if self.order == COLUMN:
            self.rows = sorted(
                self.columns, key=lambda row: _rank_against(league, row.agent, self.against), reverse=True
            )

    def _row(self, league: League, agent: str, columns: Sequence[str]) -> ArenaRow:
        article, name = text("arena.article"), format_name(self._app.agents, agent)
        title = portrait(self._app.agents, agent).name.removeprefix(article)
        pairs, column_number = tuple(league.pair(agent, other) for other in columns), columns.index(agent) + 1
        return ArenaRow(
            agent, column_number, name, name.removeprefix(article), title, pairs, league.field(agent)
        )


def _pace(entry: AgentEntry) -> str:
    return "solves" if entry.solves else "search" if entry.kind == "search" or entry.command else "quick"


def quick_players(agents: Sequence[AgentEntry], game: str, blinds: float) -> list[str]:
    """Return the agents that play by default, weakest first.

    Each agent is the strongest stage of an opponent that decides quickly. If there are many such opponents, only
    some of them play.

    In Kuhn poker all agents play, because the results are computed exactly.
    """
    names = [entry.name for one in gallery(agents, game, blinds) for entry in one.entries]
    if game in games.KUHN_GAMES:
        return names
    quick = []
    for opponent in gallery(agents, game, blinds):
        found = [entry.name for entry in opponent.entries if _pace(entry) == "quick"]
        quick += found[-1:]
    if len(quick) > MAX_FIRST_PLAYERS:
        step = (len(quick) - 1) / (MAX_FIRST_PLAYERS - 1)
        quick = [quick[round(step * index)] for index in range(MAX_FIRST_PLAYERS)]
    return quick if len(quick) > 1 else names


def _rank_against(league: League, agent: str, against: str) -> float:
    """Return the mean winnings of `agent` against the agent `against`, or 0 if both are the same."""
    pair = league.pair(agent, against)
    if pair is None:
        return 0.0
    return pair.mean if pair.is_known else -math.inf
