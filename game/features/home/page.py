"""The menu: the three tables, unfinished games, and links to every page.

Each table has a key that opens it. The strip above the tables shows the first of these that applies: a
problem with files, the crash of the last session, a problem with the preparation of Hold'em, an unfinished
game beside the progress of the preparation, this progress alone, or a welcome before the first hand. If there
is nothing to show, there is no strip, and the tables are higher.
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from game.features.home.strip import WIDE_BAR, HomeStrip, StripBox, choose_strip
from game.needs import Need
from game.rules import games
from game.study.saves import TABLES, format_record
from game.study.training import get_run_title
from game.texts import join_sentences, number, text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame.actions import control_keys
from game.window.frame.page import NoHead, Page
from game.window.frame.pages import RegisteredPage, page, pages_in_menu
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, Stack, fixed, grow
from game.window.ui.leaves import ButtonLine, Filled, Iconic, Picture
from game.window.ui.widgets import Button, IconButton, Pressable, Rect
from game.window.ui.widgets.button import badge_width, draw_badge
from game.window.ui.widgets.widget import try_act
from game.window.views.board import scene

LINE, SIDE = 20.0, 20.0


class TileBox(Filled):
    """The box of a tile. The picture is above the words, or beside them in the narrow layout."""

    def __init__(self, tile: Tile, words_height: float, *, as_row: bool) -> None:
        super().__init__(tile)
        self._tile, self._words_height, self._as_row = tile, words_height, as_row

    def place(self, painter: Painter, rect: Rect) -> None:
        super().place(painter, rect)
        self._tile.lay_out(rect, as_row=self._as_row, words_height=self._words_height)

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        painter.panel(rect)
        scene(painter, self._tile.picture, self._tile.game)


class Tile(Pressable):
    """A tile that opens a table: a picture of the game, its name, a sentence, and the user's record.

    If the table can't be opened yet, the time to wait replaces the record. A badge marks an unfinished game.
    """

    def __init__(self, app: Services, game: str, keycap: str) -> None:
        super().__init__(f"table.{game}", text(f"games.{game}"), partial(app.open, "new_game", game))
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
        """The badge and the record, or the time until the table can be opened, as one line of text."""
        return " ".join(filter(None, (self.badge, self.waits or self.record)))

    def lay_out(self, rect: Rect, *, as_row: bool, words_height: float) -> None:
        """Divide the tile into the picture and the words, with the words at the right (`as_row`) or below."""
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
        return len(painter.wrap(text(f"menu.tables.{self.game}"), width - 2 * SIDE, "label"))

    def draw(self, painter: Painter) -> None:
        """Draw the words, and the highlights for mouse and focus.

        `TileBox` draws the background and the picture.
        """
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
        ink = "faint" if faint else "text"
        painter.text(self.waits or self.record, x, below, "small", ink, fit=width)
        if self.focused:
            painter.focus_ring(self.rect, 14)


HINTED_KEYS = (("keys.tab", "move"), ("keys.enter", "choose"), ("?", "keys"), ("F11", "full_screen"))
STRIP = 76.0
MIN_COLUMN, MIN_ROW = 236.0, 132.0
SLIMMEST_TILE = 0.98  # the maximum height of a picture, as a multiple of the width of its tile
TALL_SHAPE = 1.15
ICON, ICON_WIDTH, ICON_GAP, ICONS_ABOVE = 44.0, 28.0, 18.0, 26.0
LINK_HEIGHT, ABOVE_LINKS, HINTS = 48.0, 18.0, 64.0
MAX_LINES = 3  # of rows of links
SQUEEZED = 1.15  # links get another row only if they are wider than the room by more than this factor
HIGHER = 0.45  # the share of the free height that is above the page


@page("menu")
class HomePage(Page):
    """The menu, which is the first screen."""

    name: ClassVar[str] = "menu"
    keys: ClassVar[str] = "home"
    tables = control_keys("1 2 3", hinted=False)
    focus_instead: ClassVar[str] = f"table.{next(iter(TABLES))}"
    above, foot = 0.0, 0.0

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._head = NoHead()
        self.strip: HomeStrip | None = None
        self._age: tuple[str, ...] = ()
        self._progress: tuple[str, int] = ("", 0)
        self._tiles = [Tile(app, game, str(index)) for index, game in enumerate(TABLES, 1)]
        self._pages = pages_in_menu(app.pages)
        self._links = [self._link(link) for link in self._pages]
        self._sound = IconButton("sound", "", "sound", app.toggle_mute)
        self._icons = [
            IconButton("settings", text("menu.settings"), "gear", app.show_settings),
            IconButton("help", text("menu.help"), "help", app.show_help),
            self._sound,
            IconButton("quit", text("menu.quit"), "quit", self.escape),
        ]

    # ---- what is shown --------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Read unfinished games and records again, because the user may have played in the meantime."""
        played = [self.app.saves.record(*games_of) for games_of in TABLES.values()]
        for tile, record in zip(self._tiles, played, strict=True):
            tile.record = format_record(tile.game, record)
            left = any(self.app.saves.unfinished(game) for game in TABLES[tile.game])
            tile.badge = text("menu.open") if left else ""
        self._show_waits()
        self.app.models.drills.look()
        if not self.app.models.preparation.working:
            self.app.models.drills.collect()
        first_evening = not any(record.hands for record in played)
        self.strip = choose_strip(self.app, first_evening=first_evening, again=self.enter)
        if self.strip is not None and self.strip.button is not None and self.strip.takes_focus:
            self.controls.focus(self.strip.button.name)
        elif self.controls.focused is None:
            self.controls.focus(self._tiles[0].name)
        self.relayout()

    def leave(self) -> None:
        """Pause the grading for the drills.

        The grading would compete with a game for the worker process.
        """
        self.app.models.drills.pause()

    def background_changed(self) -> None:
        """Show the progress of the preparation of Hold'em.

        Rebuild the strip when the preparation begins or ends.
        """
        preparation = self.app.models.preparation
        waited = any(tile.waits for tile in self._tiles)
        self._show_waits()
        begins = self.strip is None or self.strip.preparation is None
        if begins or not preparation.working or waited != any(tile.waits for tile in self._tiles):
            self.enter()
        progress = preparation.in_words("ready", Need.TABLE), round(preparation.share * WIDE_BAR)
        self.dirty |= progress != self._progress
        self._progress = progress

    def _show_waits(self) -> None:
        preparation = self.app.models.preparation
        for tile in self._tiles:
            need = Need.TABLE if tile.game == games.HOLDEM else None
            waits = preparation.working and preparation.holds_up(need)
            tile.waits = preparation.in_words("ready", need) if waits else ""

    # ---- boxes ----------------------------------------------------------------------------------------------
    def margin_at(self, window: Breakpoint) -> float:
        """Return the margin, which grows with the window."""
        if window.small:
            return 24.0 if window.narrow else 40.0
        return min(96.0, 56 + (window.width - 1280) * 0.19)

    def compose(self, window: Breakpoint) -> Box:
        """Compose name, strip, tables, links and key hints.

        In a high window, the whole menu is a little above the middle.
        """
        inner = window.width - 2 * self.margin_at(window)
        above = self._compose_head(window), self._compose_strip(window)
        below = Space(ABOVE_LINKS), self._compose_links(window, inner), Picture(self._draw_hints, HINTS)
        tables = self._compose_tables(window, inner, Column(*above, *below).measure(self.app.painter, inner))
        return Column(Space().sized(grow(HIGHER)), *above, tables, *below, Space().sized(grow(1 - HIGHER)))

    def _compose_head(self, window: Breakpoint) -> Box:
        """Return the name of the program and the icons next to it."""
        muted = self.app.settings.muted
        self._sound.icon = "mute" if muted else "sound"
        self._sound.label = text("menu.unmute" if muted else "menu.mute")
        top, below = (52.0, 66.0) if window.small else (66.0 if window.height < 800 else 84.0, 82.0)
        icons = (Iconic(icon, ICON).sized(fixed(ICON_WIDTH)) for icon in self._icons)
        beside = Column(Space(top - ICONS_ABOVE), Row(Space(), *icons, gap=ICON_GAP).sized(fixed(ICON)))
        name = Picture(partial(_draw_name, top, small=window.small))
        return Stack(name, beside.focused_last()).sized(fixed(top + below))

    def _compose_strip(self, window: Breakpoint) -> Box:
        if self.strip is None:
            return Box()
        strip, gap = StripBox(self.strip, window).sized(fixed(STRIP)), 18 if window.small else 24
        return Column(strip, Space(gap))

    def _compose_tables(self, window: Breakpoint, inner: float, others: float) -> Box:
        """Return the tables in a row, or stacked in a tall or narrow window.

        `others` is the height of everything else on the page, in dp.
        """
        gap = 16.0 if window.small else 24.0
        as_rows = window.width / window.height < TALL_SHAPE or window.narrow
        lines = max(tile.lines(self.app.painter, (inner - 2 * gap) / 3) for tile in self._tiles)
        words = (104.0 if window.small else 112.0) + LINE * (lines - 1)
        tiles = [TileBox(tile, words, as_row=as_rows).sized(grow()) for tile in self._tiles]
        if as_rows:
            return Column(*tiles, gap=gap).sized(fixed(max(self.room - others, 3 * MIN_ROW + 2 * gap)))
        highest = (inner - 2 * gap) / 3 * SLIMMEST_TILE + words
        return Row(*tiles, gap=gap).sized(fixed(max(MIN_COLUMN, min(self.room - others, highest))))

    def _compose_links(self, window: Breakpoint, inner: float) -> Box:
        """Return rows of links as wide as the tables.

        The links have no icons if the window is small, or if the links with icons are too wide.
        """
        gap, lines = 6.0 if window.small else 14.0, 3 if window.narrow else 1
        self._show_icons(shown=not window.small)
        rows = self._link_rows(lines, gap)
        if any(row.natural_width(self.app.painter) > inner for row in rows):
            self._show_icons(shown=False)
        while lines < MAX_LINES and any(
            row.natural_width(self.app.painter) > SQUEEZED * inner for row in rows
        ):
            lines += 1
            rows = self._link_rows(lines, gap)
        return Column(*rows, gap=gap)

    def _link_rows(self, lines: int, gap: float) -> list[ButtonLine]:
        count = -(-len(self._links) // lines)
        parts = (self._links[first : first + count] for first in range(0, len(self._links), count))
        return [ButtonLine(part, LINK_HEIGHT, gap) for part in parts]

    def _show_icons(self, *, shown: bool) -> None:
        for link, button in zip(self._pages, self._links, strict=True):
            button.icon = link.icon if shown else ""

    def _draw_hints(self, painter: Painter, rect: Rect) -> None:
        left, top, width, height = rect
        x, y = left, top + height / 2
        for key, hint in HINTED_KEYS:
            x += painter.keycap(x, y, text(key) if "." in key else key, "dim", "l") + 8
            x += painter.text(text(f"menu.hints.{hint}"), x, y, "small", "dim") + 22
        painter.spared.append((left, top, x - left, height))
        offline = text("menu.offline")
        if x + painter.width(offline, "small") < left + width:
            painter.text(offline, left + width, y, "small", "dim", al="r")

    # ---- what is done ---------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Handle a key: 1, 2 or 3 opens a table, and the letter of a link opens its page."""
        tables = {str(index): tile.act for index, tile in enumerate(self._tiles, 1)}
        links = {link.key: button.act for link, button in zip(self._pages, self._links, strict=True)}
        act = tables.get(event.text) or links.get(event.name)
        return not event.repeat and not event.ctrl and try_act(act)

    def escape(self) -> None:
        """Ask whether to leave the program."""
        leave = text("menu.leave.go")
        replies = [Reply("stay", text("menu.leave.stay"), nothing), Reply("leave", leave, self.app.quit)]
        self.app.overlay(Question(self.app, text("menu.leave.title"), self._what_is_left(), replies))

    def _what_is_left(self) -> str:
        """Describe the consequences of leaving the program for unfinished games and running work."""
        said = [text("menu.leave.body")]
        if (work := self.app.models.training.at_work) is not None:
            said.append(text("menu.leave.run", name=get_run_title(work.run), done=number(work.iteration)))
        if (league := self.app.models.leagues.at_work) is not None:
            said.append(text("menu.leave.league", game=text(f"games.{league.form.game}")))
        if self.app.models.reports.at_work is not None:
            said.append(text("menu.leave.report"))
        said += [
            text("menu.leave.deck", deck=text(f"drills.names.{deck}"))
            for deck in self.app.models.drills.filling
        ]
        if self.app.models.solves.at_work is not None:
            said.append(text("menu.leave.solve", board=self.app.models.solves.at_work.form.board))
        said += [
            text("menu.leave.import", name=model.at_work.title)
            for model in (self.app.models.imports, self.app.models.hand_imports)
            if model.at_work is not None
        ]
        return join_sentences(*said)

    def drop(self, file: str) -> bool:
        self.app.open("import_log", file)
        return True

    def _link(self, link: RegisteredPage) -> Button:
        words = text(link.short_title)
        act = partial(self.app.open, link.name)
        return Button(link.name, words, act, icon=link.icon, style="label_b", keycap=link.key.upper())

    def update(self, dt: float) -> bool:
        """Update texts that change with time: the badges of the links, and the time since a game was left."""
        age = self.strip.age if self.strip is not None else ()
        self.dirty |= age != self._age
        self._age = age
        for link, button in zip(self._pages, self._links, strict=True):
            badge = link.badge(self.app.models)
            if badge != button.badge:
                button.badge = badge
                self.relayout()
        return super().update(dt)


def _draw_name(top: float, painter: Painter, rect: Rect, *, small: bool) -> None:
    """Write the name of the program, centred `top` dp below the upper edge, and the tagline below it."""
    x, y, width, _ = rect
    size = 44.0 if small else 54.0
    wide = painter.text(text("app.name"), x, y + top, "display", size=size)
    painter.motif(x + wide + size * 0.66, y + top + 1, size * 0.72, "brass")
    painter.text(text("menu.tagline"), x, y + top + (40 if small else 48), "body", "dim", fit=width)
