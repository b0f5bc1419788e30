"""What is in the log that is looked at: counts, tables, players, and the lines that were left out, with why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.archive.imported import ImportedLog, LeftOut, LogPlayer
from game.screens.pages.look_back.logs.filter import title_of
from game.screens.pages.look_back.logs.words import table_in_words
from game.screens.ui.canvas.pen import Pen, Rect
from game.screens.ui.layout.box import Box, Column, Space
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.words import Caps, Rule, Words
from game.screens.ui.texts import day_and_time, number, signed, text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

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

    def __init__(self, app: Services, moved: Act, acts: LogActs) -> None:
        self._app = app
        self._log: ImportedLog | None = None
        self.scroll = Scroll(moved)
        self._flow = Column()
        self._train = Button(
            "train", text("logs.train"), acts.train, icon="train", keycap="T", style="label_b"
        )
        self._remove = Button("remove", text("logs.remove"), acts.remove, style="label_b")

    def show(self, log: ImportedLog | None) -> None:
        """Take a log, or none."""
        if log is not self._log:
            self._log = log
            self.scroll.offset = 0.0

    @property
    def widgets(self) -> list[Widget]:
        """What can be pressed."""
        return [] if self._log is None else [self._train, self._remove]

    def lay_out(self, panel: Rect) -> None:
        """Place it all in a panel; it scrolls where it must."""
        x, y, w, h = panel
        pen, inner, view = self._app.pen, w - 2 * PADDING, (x + 2, y + 2, w - 4, h - 4)
        self._flow = Column(*list(self._parts()))
        self.scroll.fit(view, self._flow.measure(pen, inner) + 2 * PADDING)
        self._flow.place_at(pen, x + PADDING, y + PADDING - self.scroll.offset, inner)
        self._train.clip = self._remove.clip = view

    def draw(self, pen: Pen) -> None:
        """Draw what is no control."""
        with pen.clip(self.scroll.view):
            self._flow.draw_all(pen)
        self.scroll.draw(pen)

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
        yield _Players(log.players[:MOST_PLAYERS])
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


@dataclass
class _Players(Box):
    """Who played: the name, how many hands, and what a hundred of them have brought in big blinds."""

    players: Sequence[LogPlayer]

    def measure(self, pen: Pen, width: float) -> float:
        return PLAYER_ROW * len(self.players)

    def draw(self, pen: Pen, rect: Rect) -> None:
        x, y, width, _ = rect
        hands = [number(player.hands) for player in self.players]
        rates = [signed(_rate(player), 1) for player in self.players]
        right = x + width - max(pen.width(rate, "label") for rate in rates) - COLUMN_GAP
        left = right - max(pen.width(count, "label") for count in hands) - COLUMN_GAP
        for place, player in enumerate(self.players):
            middle = y + (place + 0.5) * PLAYER_ROW - 2
            pen.text(player.name, x, middle, "label_b", fit=left - x)
            pen.text(hands[place], right, middle, "label", "dim", al="r")
            pen.text(rates[place], x + width, middle, "label", al="r")


def _rate(player: LogPlayer) -> float:
    """Return the big blinds of a hundred hands."""
    return 100 * player.net_bb / player.hands
