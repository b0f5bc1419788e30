"""What the menu leads to: the tables, each a tile with its game, and the links below them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.needs import Need
from game.texts import text
from game.window.frame.screen import Screen, Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.leaves import Filled
from game.window.ui.widgets import Act, Pressable, Rect
from game.window.ui.widgets.button import badge_width, draw_badge
from game.window.views.scenes import scene

LINE, SIDE = 20.0, 20.0


class TileBox(Filled):
    """A tile in its place: its picture above the words, or beside them in a row."""

    def __init__(self, tile: Tile, words_height: float, *, as_row: bool) -> None:
        super().__init__(tile)
        self._tile, self._words_height, self._as_row = tile, words_height, as_row

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place tile, picture and words."""
        super().place(painter, rect)
        self._tile.lay_out(rect, as_row=self._as_row, words_height=self._words_height)

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the panel with the game on felt."""
        painter.panel(rect)
        scene(painter, self._tile.picture, self._tile.game)


class Tile(Pressable):
    """A table: the game itself on felt, its name, a sentence, the player's record, or how long it takes to open.

    A badge tells that a game was left there.
    """

    def __init__(self, game: str, keycap: str, act: Act) -> None:
        super().__init__(f"table.{game}", text(f"games.{game}"), act)
        self.game = game
        self.group = "tables"
        self.record = ""
        self.waits = ""
        self.badge = ""
        self._keycap = keycap
        self._words: Rect = (0.0, 0.0, 0.0, 0.0)
        self.picture: Rect = (0.0, 0.0, 0.0, 0.0)

    @property
    def value(self) -> str:
        """Whether a game is open, and how long it takes until the table opens, else what the record says."""
        return " ".join(filter(None, (self.badge, self.waits or self.record)))

    def lay_out(self, rect: Rect, *, as_row: bool, words_height: float) -> None:
        """Divide the tile: picture above and words below, or side by side."""
        x, y, width, height = self.rect = rect
        if as_row:
            wide = width * 0.5 if width > 560 else width * 0.40
            self.picture = (x + 8, y + 8, wide, height - 16)
            left = x + wide + 28
            self._words = (left, y + height / 2 - 58, x + width - 20 - left, 104.0)
        else:
            self.picture = (x + 8, y + 8, width - 16, height - words_height - 8)
            self._words = (x + SIDE, y + height - words_height, width - 2 * SIDE, words_height)

    def lines(self, painter: Painter, width: float) -> int:
        """Return how many lines the sentence takes in a tile of a width."""
        return len(painter.wrap(text(f"menu.tables.{self.game}"), width - 2 * SIDE, "label"))

    def draw(self, painter: Painter) -> None:
        """Draw the words, and the state of mouse and focus. The rest is drawn in the menu's layer."""
        if self.warmth or self.pressed:
            painter.rect(self.rect, None, 14, "brass", 2.5 if self.pressed else 0.6 + self.warmth)
        x, y, width, _ = self._words
        key = painter.keycap_width(self._keycap)
        right = x + width - key - 8
        painter.keycap(x + width, y + 28, self._keycap)
        if self.badge:
            draw_badge(painter, right, y + 28, self.badge)
            right -= badge_width(painter, self.badge) + 8
        painter.text(self.label, x, y + 28, "h2", fit=right - x)
        lines = painter.wrap(text(f"menu.tables.{self.game}"), width, "label")
        for i, line in enumerate(lines):
            painter.text(line, x, y + 57 + LINE * i, "label", "dim")
        never = self.record == text("menu.never")
        below = y + 64 + LINE * len(lines)
        faint = never and not self.waits
        ink = "faint" if faint else "brass"
        painter.text(self.waits or self.record, x, below, "small", ink, fit=width)
        if self.focused:
            painter.focus_ring(self.rect, 14)


@dataclass(frozen=True, slots=True)
class Link:
    """What the menu leads to beside the tables: its name in the texts, icon, key, screen, and news.

    `need` is what it waits for on the first start, where it has one.
    """

    name: str
    icon: str
    key: str
    open: Callable[[Services], Screen]
    badge: Callable[[Services], str] = lambda app: ""
    need: Need | None = None


LINKS = (
    Link("watch", "eye", "w", lambda app: app.routes.watching(app), lambda app: app.leagues.badge),
    Link("train", "train", "t", lambda app: app.routes.training(app), lambda app: app.training.badge),
    Link("odds", "odds", "o", lambda app: app.routes.odds(app), need=Need.ODDS),
    Link(
        "solver",
        "solver",
        "v",
        lambda app: app.routes.solver(app, None),
        lambda app: app.solves.badge,
        Need.SOLVER,
    ),
    Link(
        "reports",
        "cards",
        "r",
        lambda app: app.routes.reports(app, None),
        lambda app: app.reports.badge,
        Need.SOLVER,
    ),
    Link("lab", "lab", "l", lambda app: app.routes.lab(app), need=Need.LAB),
    Link("look-back", "review", "b", lambda app: app.routes.history(app), lambda app: app.imports.badge),
    Link("drills", "drill", "d", lambda app: app.routes.drills(app), lambda app: app.drills.badge),
    Link("statistics", "stats", "s", lambda app: app.routes.statistics(app)),
)
