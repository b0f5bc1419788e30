"""The ladder of a game: its opponents, the strongest on top, how far the player has climbed, and the next one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar

from game.agent_entries import AgentEntry
from game.archive.ladder import Ladder, RungResult
from game.features.ladder.rungs import ROW_HEIGHT, RungRow, draw_rung, figure, rule, short_note, way_left
from game.rules import games
from game.study.opponents import name_in_words, portrait
from game.study.run_words import left_in_words
from game.texts import number, text
from game.window.frame.page import Binding, Page
from game.window.frame.screen import Services
from game.window.frame.table_head import TableHead
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.interval import reach_of
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, grow, share
from game.window.ui.leaves import Bar, Caps, Control, Figure, Hints, Listed, Note, Pair, Panel, Words
from game.window.ui.widgets import Button, Rows

SIDE, LEAST_SIDE, MOST_SIDE = 0.34, 300.0, 400.0
BUTTON = 46.0
LEAST_ROWS, LEAST_REACH = 5, 0.1


class LadderScreen(Page):
    """The page."""

    name: ClassVar[str] = "ladder"
    keys: ClassVar[str] = "ladder"

    def __init__(self, app: Services, table: str) -> None:
        super().__init__(app)
        self._head = TableHead(app, text("ladder.title"), self.escape, self._choose_table, table)
        self._rows = Rows(
            "rungs",
            text("ladder.rungs"),
            self._draw_row,
            self._row_in_words,
            changed=self.show,
            opened=self._play_chosen,
        )
        self._play = Button("play-rung", "", self._play_chosen, kind="primary", keycap=text("keys.enter"))
        self._stood: tuple[str, int] | None = None
        self._has_moved = False
        self.controls.focus("rungs")
        self.show()

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def table(self) -> str:
        """The table of the menu whose ladder is shown."""
        return self._head.switch.chosen

    @property
    def game(self) -> str:
        """The game of the ladder."""
        return self.table

    @property
    def followed(self) -> Hashable:
        """What is known of all ladders."""
        return self.app.ladders.version

    @property
    def ladder(self) -> Ladder:
        """How the player stands, as far as it is known."""
        return self.app.ladders.known(self.table) or self.app.ladders.empty(self.table)

    @property
    def _chosen(self) -> RungResult | None:
        return self._rung(self._rows.chosen) if self._rows.count else None

    def _rung(self, place: int) -> RungResult:
        """Return the rung of a row: the strongest stands on top."""
        return self.ladder.rungs[-1 - place]

    def enter(self) -> None:
        """Find out how the player stands."""
        self.app.ladders.look(self.table)

    def show(self) -> None:
        """Show the rungs; who is next is chosen where the ladder has just become known, or has changed."""
        ladder = self.ladder
        self._rows.count = len(ladder.rungs)
        if self._stood != (self.table, ladder.climbed):
            self._stood = (self.table, ladder.climbed)
            self._rows.chosen = max(0, len(ladder.rungs) - 1 - ladder.climbed)
            self._has_moved = True
        super().show()

    def _choose_table(self, table: str) -> None:
        self.enter()
        self.show()

    def layout(self, width: float, height: float) -> None:
        """Lay the page out; the rung to climb next is brought into view."""
        super().layout(width, height)
        if self._has_moved:
            self._has_moved = False
            self._rows.show_chosen()

    # ---- the page -------------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The rungs, and beside them the chosen one."""
        chosen = self._chosen
        self._play.label = text("ladder.play", name=self._name(chosen) if chosen is not None else "")
        self._play.disabled = "" if chosen is not None else text("new_game.nobody")
        rungs = Panel(
            Listed(self._rows, ROW_HEIGHT).sized(grow(least=LEAST_ROWS * ROW_HEIGHT)),
            title=text("ladder.rungs"),
            corner=text(f"ladder.scales.{self.table}"),
        )
        hints = Hints(self.hints).when(not window.narrow)
        if window.narrow:
            return Column(self._about(), rungs, gap=12)
        side = self._about().sized(share(SIDE, LEAST_SIDE, MOST_SIDE))
        return Column(Row(rungs.sized(grow()), side, gap=12).sized(grow()), hints)

    def _about(self) -> Box:
        ladder, trouble = self.ladder, self.app.ladders.trouble.get(self.table, "")
        return Panel(
            Figure(number(ladder.climbed), text("ladder.of", all=number(len(ladder.rungs)))),
            Space(10),
            *self._working(),
            *self._about_rung(self._chosen),
            Words(text("ladder.counted"), "small", "dim", 6),
            Note(trouble, wrong=True),
            Space(),
            title=text("ladder.stand"),
        )

    def _about_rung(self, rung: RungResult | None) -> list[Box]:
        """Say how the player stands against somebody, and what is missing."""
        if rung is None:
            return [Words(text("new_game.nobody"), "label", "dim", 12)]
        found, result = figure(self.table, rung), text(f"ladder.results.{self.table}")
        return [
            Caps(self._name(rung)),
            Pair(result, found).when(found),
            Words(way_left(self.table, rung), "label", "text", 12),
            Control(self._play, BUTTON, after=14),
            Words(rule(self.table, rung), "small", "dim", 6),
        ]

    def _working(self) -> list[Box]:
        """Say how long it takes until all hands are counted."""
        report = self.app.ladders.report.get(self.table)
        if report is None or not report.total:
            return []
        left = left_in_words(report.seconds_left)
        return [
            Words(text("ladder.working", left=left), "small", "dim", 2),
            Bar(min(1.0, report.iteration / report.total)),
            Space(10),
        ]

    def _name(self, rung: RungResult) -> str:
        return name_in_words(self._agents, rung.rung.agent)

    @property
    def _agents(self) -> list[AgentEntry]:
        return [entry for entry in self.app.agents if entry.game == self.table]

    def _row(self, place: int) -> RungRow:
        rung = self._rung(place)
        note, is_next = short_note(self.table, rung), rung == self.ladder.next
        if is_next:
            note = f"{text('ladder.next')} · {note}"
        who = portrait(self._agents, rung.rung.agent)
        return RungRow(rung, who, self._name(rung), note, figure(self.table, rung), is_next)

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        played = [(rung.mean, rung.ci95) for rung in self.ladder.rungs if rung.hands]
        reach = None if self.table == games.TIC_TAC_TOE else reach_of(played, LEAST_REACH)
        draw_rung(painter, rect, self._row(place), reach)
        return True

    def _row_in_words(self, place: int) -> str:
        row = self._row(place)
        return ". ".join(filter(None, (row.name, row.note, row.figure)))

    # ---- what is done ---------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Enter plays the chosen rung, N goes to the next one."""
        return {
            "return": Binding(self._play, cap="keys.enter", hint="ladder.hints.play"),
            "n": Binding(self._choose_next, cap="N", hint="ladder.hints.next"),
        }

    def _choose_next(self) -> None:
        """Choose the rung to climb next; at the top the last one."""
        self._rows.choose(len(self.ladder.rungs) - 1 - self.ladder.climbed)

    def _play_chosen(self) -> None:
        if self._chosen is not None:
            self.app.routes.challenge(self.app, self.table, self._chosen.rung.agent)

    def trace(self) -> dict[str, Any]:
        """Say where the player stands and who is chosen."""
        return {
            "table": self.table,
            "climbed": self.ladder.climbed,
            "rungs": len(self.ladder.rungs),
            "chosen": self._chosen.rung.agent if self._chosen is not None else "",
        }
