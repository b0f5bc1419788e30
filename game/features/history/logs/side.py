"""Beside the hands of a log: the chosen hand, or the log: counts, tables, players, lines that were left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.archive.imported import ImportedHand, ImportedLog, LeftOut, LogPlayer
from game.features.history.detail import HandDetail, scrolling
from game.features.history.labels import table_in_words
from game.features.history.logs.filter import title_of
from game.texts import day_and_time, number, signed, text
from game.window.dialogs.question import Question, Reply, nothing
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, Row, Space, grow
from game.window.ui.leaves import Caps, Control, Line, Rule, TabRow, Words, indented
from game.window.ui.widgets import Act, Button, Scroll, Tabs, options

HAND, LOG = "hand", "log"
TABS, PADDING = 42.0, 20.0
BUTTON = 42.0
MOST_TABLES, MOST_PLAYERS, MOST_LEFT_OUT = 3, 12, 100
PLAYER, PLAYER_GAP, COLUMN_GAP = 21.0, 4.0, 14.0
MEGABYTE = 1_000_000


class LogSide:
    """What stands beside the list: the chosen hand, or what is in the log, behind two tabs.

    In a small window the page has tabs in their stead. `train` learns from the log, and `remove` lets it go.
    """

    def __init__(self, detail: HandDetail[ImportedHand], moved: Act, train: Act, remove: Act) -> None:
        self._detail = detail
        self._log: ImportedLog | None = None
        self._scroll = Scroll(moved)
        sides = options("logs.tabs.{}", (HAND, LOG))
        self._tabs = Tabs("side", text("logs.title"), sides, HAND, lambda side: moved())
        self._train = Button("train", text("logs.train"), train, icon="train", keycap="T", style="label_b")
        self._remove = Button("remove", text("logs.remove"), remove, style="label_b")

    @property
    def scroll(self) -> Scroll:
        """What moves the panel that is seen."""
        return self._detail.scroll if self._tabs.chosen == HAND else self._scroll

    def show(self, log: ImportedLog | None) -> None:
        """Take a log, or none."""
        if log is not self._log:
            self._log = log
            self._scroll.offset = 0.0

    def box(self, tab: str) -> Box:
        """Return the open panel below its tabs, or alone the one behind a tab of the page."""
        self._tabs.chosen = tab or self._tabs.chosen
        panel = self._detail.box() if self._tabs.chosen == HAND else scrolling(self._parts(), self._scroll)
        tabs = indented(TabRow(self._tabs, TABS), PADDING)
        return panel if tab else Column(Space(4), tabs, panel.sized(grow()))

    def _parts(self) -> Iterator[Box]:
        log = self._log
        if log is None:
            return
        yield Words(title_of(log), "strong", after=2)
        size = number(max(0.1, log.bytes / MEGABYTE), 1)
        yield Words(text("logs.about.imported", when=day_and_time(log.at), size=size), "small", "dim", 4)
        for rules in log.tables[:MOST_TABLES]:
            yield Words(table_in_words(rules), "label", "text", 2)
        if len(log.tables) > MOST_TABLES:
            more = number(len(log.tables) - MOST_TABLES)
            yield Words(text("logs.about.more_tables", count=more), "label", "dim", 2)
        if log.assumed:
            yield Words(text("logs.about.assumed", files=", ".join(log.assumed)), "label", "dim", 2)
        yield Space(4)
        yield Control(self._train, BUTTON)
        yield Rule(height=16.0)
        yield Caps(text("logs.about.players", count=number(log.everybody)))
        yield _players(log.players[:MOST_PLAYERS])
        yield Space(PLAYER_GAP)
        if log.everybody > MOST_PLAYERS:
            more = number(log.everybody - MOST_PLAYERS)
            yield Words(text("logs.about.more_players", count=more), "small", "faint", 2)
        yield Rule(height=16.0)
        yield from _left_out(log)
        yield Space(6)
        yield Control(self._remove, BUTTON)


def _left_out(log: ImportedLog) -> Iterator[Box]:
    """Yield the lines that are no hands; of many the first ones."""
    yield Caps(text("logs.about.left_out", count=number(log.bad)))
    if not log.bad:
        yield Words(text("logs.about.nothing_left_out"), "label", "dim", 4)
    several = len(log.files) > 1
    shown = log.left_out[:MOST_LEFT_OUT]
    yield from (Words(_line_in_words(one, several=several), "small", "dim", 4) for one in shown)
    if log.bad > len(shown):
        more = number(log.bad - len(shown))
        yield Words(text("logs.about.more_left_out", count=more), "small", "faint", 4)


def _line_in_words(one: LeftOut, *, several: bool) -> str:
    key = ("file_line" if several else "line") if one.number else "file"
    return text(f"logs.about.{key}", file=one.file, number=number(one.number), sentence=one.sentence)


def _players(players: Sequence[LogPlayer]) -> Box:
    """Return the name, how many hands, and what a hundred of them have brought in big blinds."""
    names = [Line(one.name, "label_b", height=PLAYER) for one in players]
    hands = [Line(number(one.hands), "label", "dim", height=PLAYER, right=True) for one in players]
    rates = [100 * one.net_bb / one.hands for one in players]
    won = [Line(signed(rate, 1), "label", height=PLAYER, right=True) for rate in rates]
    left, *right = (Column(*lines, gap=PLAYER_GAP) for lines in (names, hands, won))
    return Row(left.sized(grow()), *right, gap=COLUMN_GAP)


def ask_to_remove(app: Services, log: ImportedLog, remove: Act) -> None:
    """Ask whether a log goes; keeping it is the harmless answer."""
    replies = [
        Reply("keep", text("logs.removing.keep"), nothing),
        Reply("remove-now", text("logs.removing.remove"), remove, "danger"),
    ]
    body = text("logs.removing.body", title=title_of(log))
    app.overlay(Question(app, text("logs.removing.title"), body, replies))
