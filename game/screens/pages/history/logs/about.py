"""What is in the log that is looked at: counts, tables, players, and the lines that were left out, with why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from game.archive.imported import ImportedLog, LeftOut, LogPlayer
from game.screens.pages.history.labels import table_in_words
from game.screens.pages.history.logs.filter import title_of
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout import Box, Column, Scrolled, Space
from game.screens.ui.leaves import Caps, Control, Picture, Rule, Words
from game.screens.ui.texts import day_and_time, number, signed, text
from game.screens.ui.widgets import Act, Button, Scroll

PADDING = 20.0
BUTTON = 42.0
MOST_TABLES, MOST_PLAYERS, MOST_LEFT_OUT = 3, 12, 100
PLAYER_ROW, COLUMN_GAP = 25.0, 14.0
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class LogActs:
    """What can be done with a log: learn from it, and let it go."""

    train: Act
    remove: Act


class LogAbout:
    """The panel."""

    def __init__(self, moved: Act, acts: LogActs) -> None:
        self._log: ImportedLog | None = None
        self.scroll = Scroll(moved)
        self._train = Button(
            "train", text("logs.train"), acts.train, icon="train", keycap="T", style="label_b"
        )
        self._remove = Button("remove", text("logs.remove"), acts.remove, style="label_b")

    def show(self, log: ImportedLog | None) -> None:
        """Take a log, or none."""
        if log is not self._log:
            self._log = log
            self.scroll.offset = 0.0

    def box(self) -> Box:
        """Return it all; it scrolls where it must."""
        column = Column(*self._parts())
        return Scrolled(
            column, self.scroll, sides=(PADDING, PADDING), above=PADDING, below=PADDING + 4, least=0
        )

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
        players = log.players[:MOST_PLAYERS]
        yield Picture(partial(_draw_players, players=players), PLAYER_ROW * len(players))
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


def _draw_players(painter: Painter, rect: Rect, players: Sequence[LogPlayer]) -> None:
    """Draw the name, how many hands, and what a hundred of them have brought in big blinds."""
    x, y, width, _ = rect
    hands = [number(player.hands) for player in players]
    rates = [signed(_rate(player), 1) for player in players]
    right = x + width - max(painter.width(rate, "label") for rate in rates) - COLUMN_GAP
    left = right - max(painter.width(count, "label") for count in hands) - COLUMN_GAP
    for place, player in enumerate(players):
        middle = y + (place + 0.5) * PLAYER_ROW - 2
        painter.text(player.name, x, middle, "label_b", fit=left - x)
        painter.text(hands[place], right, middle, "label", "dim", al="r")
        painter.text(rates[place], x + width, middle, "label", al="r")


def _rate(player: LogPlayer) -> float:
    """Return the big blinds of a hundred hands."""
    return 100 * player.net_bb / player.hands
