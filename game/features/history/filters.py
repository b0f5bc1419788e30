"""The filters for hands of the history and of imported logs."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Protocol, cast

from game.agent_entries import AgentEntry
from game.archive.hands import Result
from game.archive.imported import SHOWDOWN, ImportedLog, LogFilter, Reached, RoomHands
from game.archive.store import HistoryFilter
from game.features.history.hand_list import HandsPage
from game.match.table_spec import find_room
from game.rules import games
from game.study.opponents import format_name, gallery, stage_names
from game.texts import join_list, number, plural, text
from game.window.dialogs.pickers import ALL, OptionSearch, find_stake, stake_options
from game.window.frame.actions import BoundAction
from game.window.ui.layout import Box, Column, Scrolled
from game.window.ui.leaves import Control, Words
from game.window.ui.widgets import (
    Button,
    Choice,
    Lookup,
    Option,
    Scroll,
    Segmented,
    Widget,
    WordEntry,
    options,
)

ROW, PADDING = 40.0, 14.0
PERIODS = {"today": 0, "week": 6, "month": 29, ALL: None}
"""The number of days before today at which each period begins. None means no limit."""
VISIT = "visit"


FilterRow = Sequence[tuple[Widget, float]]
"""Widgets side by side, each with its relative width in the row."""


def name_above(widget: Widget, height: float, *, gap: float = 2.0, after: float) -> tuple[Box, Box]:
    return Words(widget.label, "small", "dim", gap), Control(widget, height, after=after)


class FilterColumn(ABC):
    """The filters of a list of hands, in rows above the list.

    If there is no room for rows, the filters are in a labelled column.

    Subclasses create the `widgets`, in reading order. `choices` are the widgets with the option `ALL`, which
    matches all hands.
    """

    words: ClassVar[str]
    widgets: Sequence[Widget]
    choices: Sequence[Choice]

    def __init__(self, page: HandsPage) -> None:
        self._page, self._app = page, page.app
        self.scroll = Scroll(page.relayout)

    @property
    def is_open(self) -> bool:
        return all(choice.chosen == ALL for choice in self.choices)

    def open(self) -> None:
        """Set all filters to match all hands, without reading the hands again."""
        for choice in self.choices:
            choice.chosen = ALL

    @abstractmethod
    def rows(self, *beside: Button) -> tuple[FilterRow, FilterRow]:
        """Return the two rows above a list, with the buttons `beside` next to the filters."""

    def clear(self) -> None:
        self.open()
        self._page.read_hands()

    def _choose(self, value: str) -> None:
        self._page.read_hands()

    def _segments(
        self, name: str, values: Sequence[str], change: Callable[[str], None] | None = None
    ) -> Segmented:
        offered = options(f"{self.words}.{name}.{{}}", values)
        return Segmented(name, text(f"{self.words}.{name}.label"), offered, ALL, change or self._choose)

    def _lookup(self, lookup: Lookup) -> Lookup:
        lookup.find = lambda: self._app.overlay(OptionSearch(self._app, lookup))
        return lookup

    def box(self, buttons: Sequence[Button]) -> Box:
        """Return a scrolling column with each filter below its name, and the buttons at the end."""
        parts = (part for one in self.widgets for part in name_above(one, ROW, after=8))
        column = Column(*parts, *(Control(button, ROW, after=8) for button in buttons))
        return Scrolled(
            column, self.scroll, sides=(PADDING, PADDING + 10), above=PADDING, below=PADDING + 4, least=0
        )


class Filters(FilterColumn):
    """The filters of the history.

    The argument `since` is the Unix time at which the user sat down at a table. If `since` is given, the period
    "since then" replaces the period "today", and is selected at first. If `since` is None, the filters that the
    user chose last are selected.
    """

    words: ClassVar[str] = "history.filters"

    def __init__(self, page: HandsPage, since: float | None = None) -> None:
        super().__init__(page)
        self._since = since
        self.game = self._segments("game", (ALL, *games.NAMES), self._choose_game)
        self.result = self._segments("result", (ALL, "won", "drawn", "lost"))
        self.period = self._segments("period", tuple(PERIODS))
        if since is not None:
            visit = Option(VISIT, text("visit.since"))
            self.period.options = (visit, *self.period.options[1:])
            self.period.chosen = VISIT
        self.kind = self._segments("kind", (ALL, "played", "watched"))
        label, everybody = text("history.filters.opponent.label"), opponents(page.app.agents, ALL)
        self.opponent = self._lookup(Lookup("opponent", label, everybody, ALL, self._choose))
        label = text("common.stakes.label")
        self.stake = self._lookup(Lookup("stake", label, stake_options({}), ALL, self._choose))
        self.choices = [self.game, self.opponent, self.stake, self.kind, self.result, self.period]
        if since is None:
            for choice in self.choices:
                choice.chosen = self._app.models.drafts.history.get(choice.name, ALL)
        self._rooms: RoomHands | None = None
        self.offer_rooms(self._app.models.drafts.rooms)

    def rows(self, *beside: Button) -> tuple[FilterRow, FilterRow]:
        """Return the two rows of filters.

        The buttons to paste and to export are at the end of the second row.
        """
        paste, export = beside
        first = self.widgets[:-2]
        sizes = (5.0, 2.4, 2.6) if len(first) == 3 else (4.4, 2.2, 2.6, 2.4)
        above = tuple(zip(first, sizes, strict=True))
        return above, ((self.result, 3.4), (self.period, 3.4), (paste, 1.45), (export, 1.75))

    def build_filter(self) -> HistoryFilter:
        """Return the filter for the history. A day starts at midnight, local time."""
        if self._since is None:
            self._app.models.drafts.history = {one.name: one.chosen for one in self.choices}
        period, asked = self.period.chosen, (self.game, self.opponent, self.result)
        game, opponent, result = (None if one.chosen == ALL else one.chosen for one in asked)
        return HistoryFilter(
            game,
            opponent,
            cast("Result | None", result),
            since=self._since if period == VISIT else _first_midnight(time.time(), PERIODS[period]),
            watched=None if self.kind.chosen == ALL else self.kind.chosen == "watched",
            stake=find_stake(self.stake.chosen),
        )

    def offer_rooms(self, rooms: RoomHands) -> None:
        """Offer the opponents and the stakes of imported hands."""
        if rooms == self._rooms:
            return  # many players take long to describe
        self._rooms = self._app.models.drafts.rooms = rooms
        self._room_players = tuple(room_players(rooms.players))
        self._offer_opponents()
        self.stake.options = stake_options(rooms.stakes)
        if self.stake.chosen not in {option.value for option in self.stake.options}:
            self.stake.chosen = ALL
        self.widgets = [one for one in self.choices if one is not self.stake or rooms.stakes]

    def clear(self) -> None:
        """Match all hands, and offer the opponents of all games."""
        self.game.chosen = ALL
        self._offer_opponents()
        super().clear()

    def _offer_opponents(self) -> None:
        """Offer the opponents of the selected game.

        If the selected opponent is not among these opponents, select "everybody".
        """
        game = self.game.chosen
        players = self._room_players if game in (ALL, games.HOLDEM) else ()
        self.opponent.options = (*opponents(self._app.agents, game), *players)
        if self.opponent.chosen not in {option.value for option in self.opponent.options}:
            self.opponent.chosen = ALL

    def _choose_game(self, game: str) -> None:
        self._offer_opponents()
        self._page.read_hands()


def _first_midnight(now: float, days: int | None) -> float | None:
    """Return the Unix time of the start of the day, `days` days ago. Return None if `days` is None."""
    if days is None:
        return None
    today = time.localtime(now)
    return time.mktime((today.tm_year, today.tm_mon, today.tm_mday - days, 0, 0, 0, 0, 0, -1))


def opponents(agents: Sequence[AgentEntry], game: str) -> list[Option]:
    """Return all possible opponents of the user in a game, or in any game if `game` is `ALL`."""
    options = {ALL: Option(ALL, text("history.everybody")), "guest": Option("guest", text("seats.guest"))}
    for one in games.NAMES if game == ALL else (game,):
        blinds = sorted({entry.blinds or 1 for entry in agents if entry.game == one})
        for opponent in (shown for s in blinds or [1] for shown in gallery(agents, one, s)):
            stages, unit = stage_names(opponent.entries)
            for entry, stage in zip(opponent.entries, stages, strict=True):
                at = " ".join(filter(None, (stage, unit)))
                alone = len(opponent.entries) == 1
                label = opponent.name if alone else text("watch.at_stage", name=opponent.name, stage=at)
                options.setdefault(entry.name, Option(entry.name, label))
        for entry in agents:
            if entry.game == one and entry.is_checkpoint:
                options[entry.name] = Option(entry.name, format_name(agents, entry.name))
    return list(options.values())


def room_players(players: Mapping[str, int]) -> Iterator[Option]:
    """Yield an option for each player of a poker room, with the room and the number of hands as its note."""
    for seat, hands in players.items():
        room, name = find_room(seat) or ("", seat)
        yield Option(seat, name, join_list(text(f"rooms.{room}"), plural("common.hands", hands)))


REACHED: Mapping[str, Reached] = {ALL: 0, "flop": 1, "turn": 2, "river": 3, "showdown": SHOWDOWN}
POTS: Mapping[str, tuple[float, float | None]] = {
    ALL: (0, None),
    "small": (0, 10),
    "medium": (10, 40),
    "large": (40, 150),
    "huge": (150, None),
}
"""The ranges of pots in big blinds, by option: from the first number up to the second, which is excluded."""
LONGEST_NUMBER = 9


class LogsPage(HandsPage, Protocol):
    """The interface that the parts of the page of imported logs use."""

    @property
    def train(self) -> BoundAction[[]]: ...

    @property
    def remove(self) -> BoundAction[[]]: ...

    def bring(self) -> None:
        """Ask the user for a log to import."""

    def turn_to(self, log: str) -> None:
        """Show the log with this id."""

    def go_to_hand(self, number: int) -> None:
        """Go to the hand with this number, or to the next hand that matches the filters."""


class LogFilters(FilterColumn):
    """The filters of an imported log, with the choice of the log and a field for the number of a hand."""

    words: ClassVar[str] = "logs.filters"

    def __init__(self, page: LogsPage) -> None:
        super().__init__(page)
        self._logs = page
        nobody = [Option(ALL, text("history.everybody"))]
        self.log = self._lookup(Lookup("log", text("logs.filters.log"), [Option("", "")], "", page.turn_to))
        self.player = self._lookup(Lookup("player", text("logs.filters.player"), nobody, ALL, self._choose))
        self.reached = self._segments("reached", tuple(REACHED))
        self.pot = self._segments("pot", tuple(POTS))
        label, digits = text("logs.filters.go_to"), "0123456789".__contains__
        self.go_to = WordEntry("go-to", label, "", self._go, longest=LONGEST_NUMBER, allowed=digits)
        self.choices = [self.player, self.reached, self.pot]
        self.widgets = [self.log, *self.choices, self.go_to]

    def build_filter(self, log: str) -> LogFilter:
        player = None if self.player.chosen == ALL else self.player.chosen
        return LogFilter(log, player, REACHED[self.reached.chosen], POTS[self.pot.chosen])

    def rows(self, *beside: Button) -> tuple[FilterRow, FilterRow]:
        """Return the two rows of filters.

        If there is no log, the button next to the choice of the log is replaced by an empty space.
        """
        for widget in self.widgets:
            widget.disabled = "" if self.log.chosen else text("logs.no_log")
        self.go_to.placeholder = self.go_to.label
        above = (self.log, 5.2), (self.player, 2.8), (beside[0], 2.0)
        return above, ((self.reached, 4.4), (self.pot, 4.0), (self.go_to, 1.6))

    def offer(self, logs: Sequence[ImportedLog], chosen: ImportedLog | None) -> None:
        """Offer these logs, and the players of the log `chosen`.

        If the selected player is not in the log, select "everybody".
        """
        none = Option("", text("logs.none"))
        hands = {log.id: text("logs.count_all", count=number(log.hands)) for log in logs}
        self.log.options = tuple(Option(log.id, format_log_title(log), hands[log.id]) for log in logs) or (
            none,
        )
        self.log.chosen = chosen.id if chosen is not None else none.value
        players = chosen.players if chosen is not None else ()
        offered = [Option(ALL, text("history.everybody"))]
        for player in players:
            offered.append(Option(player.name, player.name, plural("logs.filters.hands_of", player.hands)))
        self.player.options = tuple(offered)
        if self.player.chosen not in {option.value for option in self.player.options}:
            self.player.chosen = ALL

    def _go(self, words: str) -> None:
        if words:
            self._logs.go_to_hand(int(words))


def format_log_title(log: ImportedLog) -> str:
    first, *more = log.files
    return text("logs.and_more", file=first, count=number(len(more))) if more else first
