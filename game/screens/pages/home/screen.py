"""The menu: the three tables, each one key away, and above them a strip with what is unfinished.

Before the first hand is played the strip is a welcome. It also says, once, which files could not be read. If there
is nothing to say, there is no strip, and the tables are higher.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from game.needs import Need
from game.rules import games
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.frame.screen import Screen, Services
from game.screens.models.records import TABLES, record_in_words
from game.screens.models.run_words import title_of
from game.screens.pages.home.links import LINKS, Link
from game.screens.pages.home.strip import WIDE_BAR, Strip, strip_of
from game.screens.pages.home.tile import Tile
from game.screens.ui.canvas.painter import Painter
from game.screens.ui.input import Key
from game.screens.ui.texts import number, text
from game.screens.ui.widgets import Button, IconButton, Rect, Scroll
from game.screens.ui.widgets.widget import acted
from game.screens.views.scenes import scene

SMALL_WIDTH = 1150.0
NARROW_WIDTH = 800.0
TALL_SHAPE = 1.15
STRIP_HEIGHT = 76.0
WORDS_HEIGHT = {False: 112.0, True: 104.0}
LEAST_COLUMN = 236.0
LEAST_ROW = 132.0
SLIMMEST_TILE = 0.98  # the most height of a picture, in widths of its tile
ICON_STEP = 46.0
LINK_HEIGHT, LINK_GAP, SMALL_LINK_GAP = 48.0, 14.0, 6.0
LINK_ABOVE = 18.0


@dataclass(frozen=True, slots=True)
class _Measures:
    """Lengths in dp that follow from the size of the window."""

    small: bool
    narrow: bool
    margin: float
    gap: float
    top: float
    wordmark: float
    foot: float

    @staticmethod
    def of(width: float, height: float) -> _Measures:
        small, narrow = width < SMALL_WIDTH, width < NARROW_WIDTH
        margin = 24.0 if narrow else 40.0 if small else min(96.0, 56 + (width - 1280) * 0.19)
        top = 52.0 if small else 66.0 if height < 800 else 84.0
        return _Measures(small, narrow, margin, 16.0 if small else 24.0, top, 44.0 if small else 54.0, 64.0)

    @property
    def link_rows(self) -> int:
        """The number of rows of links."""
        return 3 if self.narrow else 1

    @property
    def links_height(self) -> float:
        """The height of all rows of links together."""
        return self.link_rows * (LINK_HEIGHT + self.link_gap) - self.link_gap

    @property
    def link_gap(self) -> float:
        """The gap between two links."""
        return SMALL_LINK_GAP if self.small else LINK_GAP

    @property
    def header(self) -> float:
        """The distance from the middle of the wordmark to what is below the header."""
        return 66.0 if self.small else 82.0


class Menu(Screen):
    """The first screen."""

    name: ClassVar[str] = "menu"
    scroll: Scroll

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.relayout)
        self._strip: Strip | None = None
        self._strip_rect: Rect = (0.0, 0.0, 0.0, 0.0)
        self._measures = _Measures.of(1280, 720)
        self._top = 0.0
        self._progress: tuple[str, int] = ("", 0)
        self._tiles = [self._tile(game, str(place)) for place, game in enumerate(TABLES, 1)]
        self._links = [self._link(link) for link in LINKS]
        self._sound = IconButton("sound", "", "sound", app.toggle_mute)
        self._icons = [
            IconButton("settings", text("menu.settings"), "gear", app.show_settings),
            IconButton("help", text("menu.help"), "help", app.show_help),
            self._sound,
            IconButton("quit", text("menu.quit"), "quit", self.escape),
        ]

    # ---- what is shown --------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Read unfinished games and records again, because a game may have been played since."""
        played = [self.app.saves.record(*games_of) for games_of in TABLES.values()]
        for tile, record in zip(self._tiles, played, strict=True):
            tile.record = record_in_words(tile.game, record)
            left = any(self.app.saves.unfinished(game) for game in TABLES[tile.game])
            tile.badge = text("menu.open") if left else ""
        self._show_waits()
        self.app.drills.look()
        if not self.app.preparation.working:
            self.app.drills.collect()
        first_evening = not any(record.hands for record in played)
        self._strip = strip_of(self.app, first_evening=first_evening, again=self.enter)
        if self._strip is not None and self._strip.button is not None and self._strip.takes_focus:
            self.controls.focus(self._strip.button.name)
        elif self.controls.focused is None:
            self.controls.focus(self._tiles[0].name)
        self.relayout()

    def leave(self) -> None:
        """Stop grading for the drills, which would compete with a game for the worker."""
        self.app.drills.pause()

    def background_changed(self) -> None:
        """Show how far the preparation of Hold'em is; rebuild the strip when it begins or ends."""
        preparation = self.app.preparation
        waited = any(tile.waits for tile in self._tiles)
        self._show_waits()
        begins = self._strip is None or self._strip.preparation is None
        if begins or not preparation.working or waited != any(tile.waits for tile in self._tiles):
            self.enter()
        progress = preparation.in_words("ready", Need.TABLE), round(preparation.share * WIDE_BAR)
        self.dirty |= progress != self._progress
        self._progress = progress

    def _show_waits(self) -> None:
        preparation = self.app.preparation
        for tile in self._tiles:
            need = Need.TABLE if tile.game == games.HOLDEM else None
            waits = preparation.working and preparation.holds_up(need)
            tile.waits = preparation.in_words("ready", need) if waits else ""

    # ---- layout ---------------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Place header, strip, tables, links and hints; the page scrolls if the window is too low for them."""
        self._measures = m = _Measures.of(width, height)
        as_rows = width / height < TALL_SHAPE or m.narrow
        above = m.top + m.header + (STRIP_HEIGHT + (24 if not m.small else 18) if self._strip else 0)
        below = LINK_ABOVE + m.links_height + m.foot
        tables = self._height_of_tables(width, height - above - below, as_rows=as_rows)
        content = above + tables + below
        self.scroll.fit((0, 0, width, height), content)
        offset = max(0.0, (height - content) * 0.45) - self.scroll.offset
        self._top = m.top + offset
        self._strip_rect = (m.margin, self._top + m.header, width - 2 * m.margin, STRIP_HEIGHT)
        self._place_tiles((m.margin, above + offset, width - 2 * m.margin, tables), as_rows=as_rows)
        self._place_links(above + offset + tables + LINK_ABOVE)
        self._place_header(width)
        self.place(self._in_order())
        if self.controls.lost:  # the button of the strip has gone
            self.controls.focus(self._tiles[0].name)

    def _height_of_tables(self, width: float, free: float, *, as_rows: bool) -> float:
        gap = self._measures.gap
        if as_rows:
            return max(free, 3 * LEAST_ROW + 2 * gap)
        column = (width - 2 * self._measures.margin - 2 * gap) / 3
        return max(LEAST_COLUMN, min(free, column * SLIMMEST_TILE + WORDS_HEIGHT[self._measures.small]))

    def _place_tiles(self, area: Rect, *, as_rows: bool) -> None:
        x, y, width, height = area
        gap = self._measures.gap
        for place, tile in enumerate(self._tiles):
            if as_rows:
                each = (height - 2 * gap) / 3
                rect = (x, y + place * (each + gap), width, each)
            else:
                each = (width - 2 * gap) / 3
                rect = (x + place * (each + gap), y, each, height)
            tile.lay_out(rect, as_row=as_rows, words_height=WORDS_HEIGHT[self._measures.small])
            tile.clip = (0, 0, self.width, self.height)

    def _place_links(self, y: float) -> None:
        """Place the links below the tables, over the same width; each row's spare width is shared equally.

        If the icons do not fit, no link has one.
        """
        m, painter = self._measures, self.app.painter
        count = math.ceil(len(self._links) / m.link_rows)
        rows = [self._links[first : first + count] for first in range(0, len(self._links), count)]
        wide = self.width - 2 * m.margin - m.link_gap * (count - 1)
        self._show_icons(shown=not m.small)
        if any(sum(link.natural_width(painter) for link in row) > wide for row in rows):
            self._show_icons(shown=False)
        for place, row in enumerate(rows):
            left, top = m.margin, y + place * (LINK_HEIGHT + m.link_gap)
            widths = [link.natural_width(painter) for link in row]
            more = (wide - sum(widths)) / count
            for link, width in zip(row, widths, strict=True):
                link.rect = (left, top, width + more, LINK_HEIGHT)
                link.clip = (0, 0, self.width, self.height)
                left += width + more + m.link_gap

    def _show_icons(self, *, shown: bool) -> None:
        for link, button in zip(LINKS, self._links, strict=True):
            button.icon = link.icon if shown else ""

    def _place_header(self, width: float) -> None:
        muted = self.app.settings.muted
        self._sound.icon, self._sound.label = (
            ("mute", text("menu.unmute")) if muted else ("sound", text("menu.mute"))
        )
        for place, icon in enumerate(reversed(self._icons)):
            icon.centre_at(width - self._measures.margin - 14 - place * ICON_STEP, self._top - 4)
            icon.clip = (0, 0, self.width, self.height)
        if self._strip is not None and self._strip.button is not None:
            x, y, wide, high = self._strip_rect
            button = self._strip.button
            natural = (
                max(160.0, button.natural_width(self.app.painter)) if not self._measures.narrow else 124.0
            )
            button.rect = (x + wide - natural - 18, y + (high - 44) / 2, natural, 44)
            button.clip = (0, 0, self.width, self.height)
            if self._measures.narrow:
                button.keycap = ""

    def _in_order(self) -> list[Any]:
        strip = [self._strip.button] if self._strip is not None and self._strip.button is not None else []
        return [*strip, *self._tiles, *self._links, *self._icons]

    # ---- what is drawn --------------------------------------------------------------------------------------
    def draw(self, painter: Painter) -> None:
        """Draw the background from its layer, then words and controls."""
        rects = (self._strip_rect if self._strip else None, *(tile.picture for tile in self._tiles))
        painter.layer(("menu", rects), self._paint_background)
        self._draw_header(painter)
        if self._strip is not None:
            self._strip.draw(
                painter, self._strip_rect, small=self._measures.small, narrow=self._measures.narrow
            )
        self._draw_hints(painter)
        self.draw_controls(painter)
        self.scroll.draw(painter)

    def _paint_background(self, painter: Painter) -> None:
        painter.room()
        if self._strip is not None:
            x, y, _, height = self._strip_rect
            painter.panel(self._strip_rect)
            painter.rect((x, y + 16, 4, height - 32), "brass", 2)
        for tile in self._tiles:
            painter.panel(tile.rect)
            scene(painter, tile.picture, tile.game)

    def _draw_header(self, painter: Painter) -> None:
        m = self._measures
        wide = painter.text(text("app.name"), m.margin, self._top, "display", size=m.wordmark)
        painter.motif(m.margin + wide + m.wordmark * 0.66, self._top + 1, m.wordmark * 0.72, "brass")
        below = self._top + (40 if m.small else 48)
        painter.text(text("menu.tagline"), m.margin, below, "body", "dim", fit=self.width - 2 * m.margin)

    def _draw_hints(self, painter: Painter) -> None:
        m = self._measures
        lowest = max(link.rect[1] + link.rect[3] for link in self._links)
        y, x = lowest + m.foot / 2, m.margin
        for key, hint in (
            ("keys.tab", "move"),
            ("keys.enter", "choose"),
            ("?", "keys"),
            ("F11", "full_screen"),
        ):
            cap = text(key) if "." in key else key
            x += painter.keycap(x, y, cap, "dim", "l") + 8
            x += painter.text(text(f"menu.hints.{hint}"), x, y, "small", "dim") + 22
        painter.spared.append((m.margin, y - m.foot / 2, x - m.margin, m.foot))
        offline = text("menu.offline")
        if x + painter.width(offline, "small") + m.margin < self.width:
            painter.text(offline, self.width - m.margin, y, "small", "dim", al="r")

    # ---- what is done ---------------------------------------------------------------------------------------
    @property
    def keys(self) -> str:
        """The keys of this page, which the help shows."""
        return "home"

    def key(self, event: Key) -> bool:
        """Open a table for 1, 2 or 3, or the page of a link for its letter."""
        tables = {str(place): tile.act for place, tile in enumerate(self._tiles, 1)}
        links = {link.key: button.act for link, button in zip(LINKS, self._links, strict=True)}
        act = tables.get(event.text) or links.get(event.name)
        return not event.repeat and not event.ctrl and acted(act)

    def escape(self) -> None:
        """Ask before leaving."""
        leave = text("menu.leave.go")
        replies = [Reply("stay", text("menu.leave.stay"), nothing), Reply("leave", leave, self.app.quit)]
        self.app.overlay(Question(self.app, text("menu.leave.title"), self._what_is_left(), replies))

    def _what_is_left(self) -> str:
        """Return what happens on leaving to the games, and to a run, league, report or import in progress."""
        said = [text("menu.leave.body")]
        if (work := self.app.training.at_work) is not None:
            said.append(text("menu.leave.run", name=title_of(work.run), done=number(work.iteration)))
        if (league := self.app.leagues.at_play) is not None:
            said.append(text("menu.leave.league", game=text(f"games.{league.settings.game}")))
        if self.app.reports.at_work is not None:
            said.append(text("menu.leave.report"))
        if (importing := self.app.imports.at_work) is not None:
            said.append(text("menu.leave.import", name=importing.title))
        return " ".join(said)

    def drop(self, file: str) -> bool:
        """Import a log that was dropped onto the window."""
        self.app.routes.import_log(self.app, file)
        return True

    def trace(self) -> dict[str, Any]:
        """Return what tests wait for: the title of the strip, "" without one."""
        return {"strip": self._strip.title if self._strip else ""}

    def _link(self, link: Link) -> Button:
        words = text(f"menu.links.{link.name}")
        act = partial(self._go, link)
        return Button(link.name, words, act, icon=link.icon, style="label_b", keycap=link.key.upper())

    def _go(self, link: Link) -> None:
        self.app.once_ready(link.need, lambda: self.app.go(link.open(self.app)))

    def update(self, dt: float) -> bool:
        """Update the badges of the links, such as the progress of a training run."""
        for link, button in zip(LINKS, self._links, strict=True):
            badge = link.badge(self.app)
            if badge != button.badge:
                button.badge = badge
                self.relayout()
        return False

    def _tile(self, game: str, keycap: str) -> Tile:
        return Tile(game, keycap, lambda: self.app.go(self.app.routes.new_game(self.app, game, "")))
