"""The player's own figures, game by game: results with their intervals, their course, a rating.

The history is read and counted in the worker; the page shows what came back, and asks again whenever it is opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.archive.rating import LEAST_HANDS, even_opponent
from game.archive.statistics import GameStatistics, Statistics, Tally
from game.rules import games
from game.screens.frame.long_page import LongPage
from game.screens.frame.page_head import NARROW_WIDTH
from game.screens.frame.requests import Requests
from game.screens.frame.table_head import TableHead
from game.screens.models.even_match import standing_of
from game.screens.models.opponents import name_in_words
from game.screens.models.records import TABLES, mean_in_words, scaled
from game.screens.models.unusable_files import in_one
from game.screens.pages.statistics.parts import Course, Figure, Message, ResultRow, ResultRows, Winnings
from game.screens.pages.statistics.words import (
    beyond_chance,
    certain,
    counts_in_words,
    course_picture,
    days_in_words,
    not_yet_drawn,
    played,
    unit,
    winnings_chart,
)
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.charts.chart import Chart, Plot
from game.screens.ui.layout.box import Box, Column
from game.screens.ui.layout.columns import Columns
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.words import Caps, Rule, Words
from game.screens.ui.texts import number, text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.choice import Segmented, options
from game.screens.ui.widgets.widget import Rect, Widget

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services

PADDING, LOW_PADDING = 28.0, 20.0
WIDEST = 1160.0
ABOVE = 12.0
LEAST_COLUMN, COLUMN_GAP = 330.0, 56.0
VARIANT_WIDTH, VARIANT_ROOM = 320.0, 58.0


class StatisticsScreen(LongPage):
    """The page."""

    name: ClassVar[str] = "statistics"

    def __init__(self, app: Services, table: str | None = None) -> None:
        super().__init__(app)
        self._requests = Requests(app)
        self._ticket: int | None = None
        self._found: Statistics | None = None
        self._trouble = ""
        self._table = table  # what the player has turned to
        self._panel: Rect = (0.0, 0.0, 0.0, 0.0)
        self._flow = Column()
        self._free = 0.0
        self._plot = Plot()
        self._chart: tuple[GameStatistics, Chart] | None = None  # kept, so that it is painted once
        self._head = TableHead(app, text("statistics.title"), self.escape, self._choose_table)
        self._head.switch.chosen = table or games.TIC_TAC_TOE
        variants = options("statistics.variants.{}", games.KUHN_GAMES)
        label = text("new_game.variant")
        self._variant = Segmented("variant", label, variants, games.KUHN_POKER, lambda game: self._turn())
        self._play = Button("play", text("statistics.play"), self._open_table, kind="primary")
        self._again = Button("try-again", text("table.try_again"), self._ask, kind="primary")
        self.controls.focus("table")

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def table(self) -> str:
        """The table of the menu whose figures are shown."""
        return self._head.switch.chosen

    @property
    def game(self) -> str:
        """The game whose figures are shown."""
        return self._variant.chosen if self.table == games.KUHN_POKER else self.table

    @property
    def keys(self) -> str:
        """The keys of this screen are those of everywhere."""
        return "statistics"

    @property
    def _shown(self) -> GameStatistics | None:
        return self._found.games.get(self.game) if self._found is not None else None

    @property
    def phase(self) -> str:
        """What the page has to say: "counting", "trouble", "empty" or "figures"."""
        if self._trouble:
            return "trouble"
        if self._found is None:
            return "counting"
        return "empty" if self._shown is None else "figures"

    def enter(self) -> None:
        """Count again: something may have been played since."""
        self._ask()

    def leave(self) -> None:
        """Take no more interest in what was asked."""
        self._requests.drop_all()
        self._ticket = None

    def receive(self, answer: Answer) -> None:
        """Take the figures."""
        self._requests.take(answer)

    def _ask(self) -> None:
        if self._ticket is None:
            self._ticket = self._requests.ask("statistics", {}, self._take)

    def _take(self, found: Any, sentence: str) -> None:
        self._ticket = None
        self._trouble = sentence
        if not sentence:
            self._found = found
            self._open_on_what_was_played(found)
        self.relayout()

    def _open_on_what_was_played(self, found: Statistics) -> None:
        """Turn to the game of most hands, unless the player has turned to one."""
        if self._table is None and found.games:
            most = max(found.games.values(), key=lambda one: one.overall.hands).game
            self._head.switch.chosen = next(table for table, played in TABLES.items() if most in played)
            self._variant.chosen = most if most in games.KUHN_GAMES else games.KUHN_POKER

    def _choose_table(self, table: str) -> None:
        self._table = table
        self._turn()

    def _turn(self) -> None:
        """Show another game from its top."""
        self.scroll.offset = 0.0
        self.relayout()

    def _open_table(self) -> None:
        self.app.go(self.app.routes.new_game(self.app, self.table, ""))

    # ---- the page -------------------------------------------------------------------------------------------
    def _parts(self) -> list[Box]:
        found = self._shown
        variant = (
            [Control(self._variant, 38.0, after=VARIANT_ROOM - 38.0, width=VARIANT_WIDTH)]
            if self._has_variants
            else []
        )
        if found is None or self._trouble:
            return [*variant, Message(self._message(), self._button(), self._free)]
        sides = Column(*self._about_results(found)), Column(*self._about_course(found))
        columns = Columns(*sides, least=LEAST_COLUMN, gap=COLUMN_GAP)
        said = in_one(self.app.folder, self._found.warnings) if self._found else ""
        warnings = [Words(said, "small", "dim")] if said else []
        return [
            *variant,
            columns,
            *self._about_winnings(found),
            Rule(height=28.0),
            Caps(text("statistics.opponents")),
            self._about_opponents(found),
            Rule(height=28.0),
            Caps(text("statistics.seats")),
            self._about_roles(found),
            *warnings,
        ]

    @property
    def _has_variants(self) -> bool:
        return self.table == games.KUHN_POKER and self.phase in ("figures", "empty")

    def _message(self) -> str:
        if self.phase == "trouble":
            return text("statistics.trouble", sentence=self._trouble)
        return text(f"statistics.{self.phase}", game=text(f"games.{self.game}"))

    def _button(self) -> Button | None:
        return {"trouble": self._again, "empty": self._play}.get(self.phase)

    def _about_results(self, found: GameStatistics) -> list[Box]:
        overall = found.overall
        clear = beyond_chance(overall)
        certainty = "few" if not certain(overall) else "clear" if clear else "open"
        return [
            Caps(text("statistics.result")),
            Figure(mean_in_words(found.game, overall), unit(found.game), strong=clear),
            Words(counts_in_words(found.game, overall), "label", "text", 4),
            Words(text(f"statistics.certainty.{certainty}"), "small", "dim", 20),
            *self._about_rating(found),
        ]

    def _about_rating(self, found: GameStatistics) -> list[Box]:
        standing = standing_of(self.app.saves, self.app.agents, found.game)
        own = standing.own
        figure = text("statistics.rating.figure", value=number(own.value), ci95=number(own.ci95))
        even = even_opponent(standing, standing.agents)
        return [
            Caps(text("statistics.rating.caps")),
            Figure(figure, ""),
            Words(text(f"statistics.rating.note.{found.game}"), "small", "dim", 6),
            Words(self._even(found.game, standing.hands, even), "label", "text", 20),
        ]

    def _even(self, game: str, hands: int, even: str | None) -> str:
        if even is not None:
            return text("statistics.rating.even", name=name_in_words(self.app.agents, even))
        if hands >= LEAST_HANDS:
            return text("statistics.rating.nobody")
        return text("statistics.rating.soon", count=LEAST_HANDS, unit=played(game))

    def _about_roles(self, found: GameStatistics) -> Box:
        roles = [
            _row(found.game, text(f"statistics.roles.{found.game}.{role}"), tally)
            for role, tally in enumerate(found.roles)
        ]
        return ResultRows(roles)

    def _about_course(self, found: GameStatistics) -> list[Box]:
        parts: list[Box] = [Caps(text("statistics.course"))]
        if not certain(found.overall):
            return [*parts, Words(not_yet_drawn(found.game), "label", "dim")]
        note = text("statistics.course_note", unit=unit(found.game))
        days = days_in_words(found.course)
        return [
            *parts,
            Course(course_picture(found)),
            Words(note, "small", "dim", 2),
            Words(days, "small", "dim", 0),
        ]

    def _about_winnings(self, found: GameStatistics) -> list[Box]:
        if self._chart is None or self._chart[0] is not found:
            self._chart = found, winnings_chart(found)
        return [Rule(height=28.0), Caps(text("statistics.winnings")), Winnings(self._chart[1], self._plot)]

    def _about_opponents(self, found: GameStatistics) -> Box:
        agents = [entry for entry in self.app.agents if entry.game == found.game]
        rows = [
            _row(found.game, name_in_words(agents, name), tally) for name, tally in found.opponents.items()
        ]
        return ResultRows(rows)

    # ---- where it lies --------------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """One panel that scrolls where it must."""
        pen = self.app.pen
        narrow = width < NARROW_WIDTH
        margin = 20.0 if narrow else max(40.0, (width - WIDEST) / 2)
        padding = LOW_PADDING if narrow else PADDING
        top = self._head.place(width, margin)
        inner = width - 2 * margin
        self._free = height - top - ABOVE - 2 * padding - margin / 2 - VARIANT_ROOM * self._has_variants
        self._flow = Column(*self._parts())
        high = self._flow.measure(pen, inner - 2 * padding) + 2 * padding
        content = ABOVE + high + margin / 2
        y = self.fit_below(top, content) + ABOVE
        self._panel = (margin, y, inner, high)
        self._flow.place_at(pen, margin + padding, y + padding, inner - 2 * padding)
        self.place_below(self._page())

    def _page(self) -> list[Widget]:
        button = self._button()
        return [*([self._variant] if self._has_variants else []), *([button] if button is not None else [])]

    # ---- what is drawn --------------------------------------------------------------------------------------
    def panels(self) -> Sequence[Rect]:
        """The one panel."""
        return (self._panel,)

    def draw_page(self, pen: Pen) -> None:
        """Write the words."""
        self._flow.draw_all(pen)

    def trace(self) -> dict[str, Any]:
        """Say what is shown."""
        shown = self._shown
        return {"game": self.game, "phase": self.phase, "hands": shown.overall.hands if shown else 0}


def _row(game: str, name: str, tally: Tally) -> ResultRow:
    ci95 = None if tally.ci95 is None else scaled(game, tally.ci95)
    mean = scaled(game, tally.mean)
    return ResultRow(
        name, counts_in_words(game, tally), mean_in_words(game, tally), mean, ci95, beyond_chance(tally)
    )
