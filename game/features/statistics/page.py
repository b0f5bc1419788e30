"""The user's statistics by game: results with confidence intervals, their course over time, and a rating.

The worker reads and counts the history. The page requests the statistics each time it opens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from game.archive.hands import Stake
from game.archive.statistics import GameStatistics, Statistics, Tally
from game.archive.store import HistoryFilter
from game.features.statistics.sections import (
    GRADED,
    ErrorSection,
    LuckSection,
    ResultRows,
    about_rating,
    beyond_chance,
    certain,
    course_chart,
    format_counts,
    format_course,
    format_days,
    format_money,
    large_figure,
    merge_small,
    name_opponents,
    not_yet_drawn,
    poker_section,
    unit,
    winnings_chart,
)
from game.rules import games
from game.study.history import CountResults
from game.study.saves import TABLES, format_mean, scaled
from game.study.words import in_one
from game.texts import number, text
from game.window.dialogs.pickers import ALL, OptionSearch, find_stake, format_stake, stake_options
from game.window.frame.actions import control_keys
from game.window.frame.page import Page, TableHead
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.charts.chart import Chart, Plot
from game.window.ui.layout import Box, Breakpoint, Column, Columns, Space, grow, share
from game.window.ui.leaves import Caps, Centred, Control, Panel, Picture, Rule, Words, across, halved
from game.window.ui.widgets import Button, Lookup, Rect, Segmented, options

WIDEST = 1160.0
MARGIN, NARROW_MARGIN = 40.0, 20.0
PADDING, NARROW_PADDING = 28.0, 20.0
MIN_COLUMN, COLUMN_GAP = 400.0, 56.0
MIN_EMPTY, EMPTY_HEIGHT, EMPTY_WIDTH = 190.0, 300.0, 420.0
WINNINGS, COURSE = 188.0, 198.0
MAX_CERTAIN = 200  # bb/100, the widest interval of a meaningful result


@page("statistics", key="s", icon="stats", position=90)
class StatisticsScreen(Page):
    """The statistics page."""

    name: ClassVar[str] = "statistics"
    keys: ClassVar[str] = "statistics"
    choose = control_keys("← →", hinted=False)
    scroll_keys = control_keys("PgUp PgDn", hinted=False)
    above, foot = 12.0, 0.0

    def __init__(self, app: Services, table: str | None = None) -> None:
        super().__init__(app)
        self._query = Asked[Statistics](app, self._take_statistics)
        self._luck, self._errors = LuckSection(self), ErrorSection(self)
        self._table = table  # the game that the user has selected
        shown = table or games.TIC_TAC_TOE
        self._head = TableHead(app, text("statistics.title"), self.escape, self._choose_table, shown)
        variants = options("statistics.variants.{}", games.KUHN_GAMES)
        label = text("new_game.variant")
        self._variant = Segmented("variant", label, variants, games.KUHN_POKER, lambda game: self._turn())
        self._opponents: Mapping[str, Mapping[str, Tally]] = {}  # the rows of each game, by seat
        self._stakes: Mapping[Stake, Tally] = {}
        label = text("common.stakes.label")
        self._stake = Lookup("stake", label, stake_options({}), ALL, lambda stake: self._choose_stake())
        self._stake.find = lambda: app.overlay(OptionSearch(app, self._stake))
        self._play = Button("play", text("statistics.play"), self._open_table, kind="primary")
        self._again = Button("try-again", text("table.try_again"), self._ask, kind="primary")
        self.controls.focus("table")

    # ---- content --------------------------------------------------------------------------------------------
    @property
    def table(self) -> str:
        return self._head.switch.chosen

    @property
    def game(self) -> str:
        return self._variant.chosen if self.table == games.KUHN_POKER else self.table

    @property
    def shown(self) -> GameStatistics | None:
        return self._query.value.games.get(self.game) if self._query.value is not None else None

    @property
    def phase(self) -> str:
        """The phase of the page: "counting", "trouble", "empty" or "figures"."""
        if self._query.problem:
            return "trouble"
        if self._query.value is None:
            return "counting"
        return "empty" if self.shown is None else "figures"

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return self._query, self._luck.asked, self._errors.asked

    def enter(self) -> None:
        self._ask()

    def _ask(self) -> None:
        self._query.ask(CountResults(HistoryFilter(stake=find_stake(self._stake.chosen))))

    def _choose_stake(self) -> None:
        self.scroll.offset = 0.0
        self._ask()

    def _take_statistics(self) -> None:
        """Select the game with the most hands, unless the user has selected a game."""
        found = self._query.value
        if found is not None:
            self._opponents = {game: merge_small(one.opponents) for game, one in found.games.items()}
        if self._query.state == "answered" and self._stake.chosen == ALL and found is not None:
            holdem = found.games.get(games.HOLDEM)
            self._stakes = holdem.stakes if holdem is not None else {}
            self._stake.options = stake_options({stake: tally.hands for stake, tally in self._stakes.items()})
        if self._query.state == "answered" and self._table is None and found and found.games:
            most = max(found.games.values(), key=lambda one: one.overall.hands).game
            self._head.switch.chosen = next(table for table, played in TABLES.items() if most in played)
            self._variant.chosen = most if most in games.KUHN_GAMES else games.KUHN_POKER
        self._count_luck()
        self.show()

    def _count_luck(self) -> None:
        """Request the luck and the errors of the selected game, once its hands are counted."""
        found = self.shown
        if self._query.state == "answered" and found is not None:
            wanted = HistoryFilter(self.game, stake=find_stake(self._stake.chosen))
            self._luck.turn_to(wanted, found.overall.hands)
            self._errors.turn_to(wanted, found.overall.hands, at_once=self.game not in GRADED)

    def _choose_table(self, table: str) -> None:
        """Show another game. The filter by stakes is only for Hold'em."""
        self._table = table
        self._turn()
        if self._stake.chosen != ALL and table != games.HOLDEM:
            self._stake.chosen = ALL
            self._ask()

    def _turn(self) -> None:
        """Show another game, scrolled to the top of the page."""
        self.scroll.offset = 0.0
        self._count_luck()
        self.show()

    def _open_table(self) -> None:
        self.app.open("new_game", self.table)

    # ---- the page -------------------------------------------------------------------------------------------
    def margin_at(self, window: Breakpoint) -> float:
        return NARROW_MARGIN if window.narrow else max(MARGIN, (window.width - WIDEST) / 2)

    def compose(self, window: Breakpoint) -> Box:
        """Return one panel, which scrolls if its content doesn't fit."""
        padding = NARROW_PADDING if window.narrow else PADDING
        variants = self.table == games.KUHN_POKER and self.phase in ("figures", "empty")
        variant = Control(self._variant, 38, width=320, after=20).when(variants)
        stakes = bool(self._stakes) and self.table == games.HOLDEM and self.phase in ("figures", "empty")
        stake = Control(self._stake, 38, width=320, after=20).when(stakes)
        found = self.shown
        has_figures = found is not None and self.phase == "figures"
        parts = self._figures(found) if found is not None and has_figures else self._message()
        panel = Panel(variant, stake, *parts, head=padding, foot=padding, side=padding)
        if not has_figures:
            panel.sized(grow(most=EMPTY_HEIGHT + 2 * padding + 58 * (variants or stakes)))
        return Column(panel, Space(self.margin_at(window) / 2))

    def _message(self) -> list[Box]:
        """Return a sentence for the middle of the page, and a button that helps."""
        if self.phase == "trouble":
            words = text("statistics.trouble", sentence=self._query.problem)
        elif self.phase == "empty":
            words = text(f"statistics.empty.{games.played_in(self.game)}", game=text(f"games.{self.game}"))
        else:
            words = text("statistics.counting")
        button = {"trouble": self._again, "empty": self._play}.get(self.phase)
        sentence = Centred(words, step=24).sized(share(1, most=EMPTY_WIDTH))
        above = Column(Picture(_icon, 51), across(sentence))
        below = Column(Space(24), across(Control(button, 46, width=240) if button else Box()))
        return [halved(above, below).sized(grow(least=MIN_EMPTY))]

    def _figures(self, found: GameStatistics) -> list[Box]:
        sides = Column(*self._about_results(found)), Column(*self._about_course(found))
        warnings = in_one(self.app.folder, self._query.value.warnings) if self._query.value else ""
        agents = [entry for entry in self.app.agents if entry.game == found.game]
        opponents = name_opponents(agents, self._opponents[found.game], len(found.opponents))
        seats = {
            text(f"statistics.roles.{found.game}.{role}"): tally for role, tally in enumerate(found.roles)
        }
        skill = Column(self._luck.compose(), Space(20), self._errors.compose())
        poker = [poker_section(*found.poker)] if found.poker is not None else []
        sections = (
            (Columns(*sides, least=MIN_COLUMN, gap=COLUMN_GAP),),
            (Columns(skill, *poker, least=MIN_COLUMN, gap=COLUMN_GAP),),
            (Caps(text("statistics.winnings")), _make_picture(winnings_chart(found), WINNINGS)),
            (Caps(text("statistics.opponents")), ResultRows(found.game, opponents)),
            *self._by_stakes(found),
            (Caps(text("statistics.seats")), ResultRows(found.game, seats)),
        )
        first, *others = sections
        below = (part for section in others for part in (Rule(height=28), *section))
        return [*first, *below, Words(warnings, "small", "dim").when(warnings)]

    def _by_stakes(self, found: GameStatistics) -> Iterator[tuple[Box, ...]]:
        if found.stakes:
            rows = {format_stake(stake): tally for stake, tally in found.stakes.items()}
            money = {
                format_stake(stake): format_money({stake.unit: tally.total * stake.big_blind})
                for stake, tally in found.stakes.items()
            }
            yield Caps(text("common.stakes.label")), ResultRows(found.game, rows, money)

    def _about_results(self, found: GameStatistics) -> list[Box]:
        overall = found.overall
        clear = beyond_chance(overall)
        certainty = "few" if not certain(overall) else "clear" if clear else "open"
        said = text(f"statistics.certainty.{certainty}")
        if found.game == games.HOLDEM and not clear and scaled(found.game, overall.ci95 or 0.0) > MAX_CERTAIN:
            said = text("statistics.certainty.wide", least=number(MAX_CERTAIN))
        of_rooms = text("statistics.of_rooms", amounts=format_money(found.money))
        return [
            Caps(text("statistics.result")),
            large_figure(format_mean(found.game, overall), unit(found.game), strong=clear),
            Words(format_counts(found.game, overall), "label", "text", 4),
            Words(of_rooms, "label", "text", 4).when(found.stakes),
            Words(said, "small", "dim", 20),
            *about_rating(self.app, found.game),
        ]

    def _about_course(self, found: GameStatistics) -> list[Box]:
        caps = Caps(text("statistics.course"))
        if not certain(found.overall):
            return [caps, Words(not_yet_drawn(found.game), "label", "dim")]
        return [
            caps,
            _make_picture(course_chart(found), COURSE),
            Words(format_course(found.game), "small", "dim", 2),
            Words(format_days(found.course), "small", "dim", 0),
        ]


def _icon(painter: Painter, rect: Rect) -> None:
    painter.icon("stats", rect[0] + rect[2] / 2, rect[1] + 17, 34, "faint")


def _make_picture(chart: Chart, height: float) -> Box:
    return Column(Space(4), Picture(partial(Plot().draw, chart=chart), height), Space(8))
