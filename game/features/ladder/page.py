"""The page of the ladder: its rungs with their agents, and the user's progress."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from game.agent_entries import AgentEntry, Strength
from game.archive.ladder import MIN_HANDS, UNLOST, Ladder, RungResult, hands_to_go
from game.rules import games
from game.study.opponents import (
    Portrait,
    format_name,
    format_strength,
    gallery,
    portrait,
    strength_in_full,
)
from game.study.saves import format_mean, write_mean
from game.study.training import format_seconds_left
from game.tables.narration import end_sentences
from game.texts import join_sentences, number, plural, text
from game.window.frame.actions import action, control_keys
from game.window.frame.page import Page, TableHead
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.spread import draw_interval, interval_reach
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, grow, share
from game.window.ui.leaves import Bar, Control, Figure, Hints, Listed, Note, Pair, Panel, Picture, Words
from game.window.ui.widgets import Rows

MAX_TOLD_HANDS = 5_000
"""The maximum number of hands of a forecast."""
ROW_HEIGHT = 58.0
SIDE, GAP = 14.0, 16.0
MEDALLION = 19.0
MIN_NAME, PLOT_SHARE, MIN_PLOT = 200.0, 0.34, 130.0
BAR_REACH, ZERO_REACH = 7.0, 9.0
DOT, DOT_STEP, MIDDLE_GAP = 4.5, 14.0, 10.0
SIGN, TRACK = 18.0, 2.0
FIGURE_ABOVE, PLOT_BELOW, BAR_HEIGHT, MIN_BAR = 9.0, 9.0, 5.0, 0.04
MORE = 20.0  # dp: the height of the text above and below the list
Line = tuple[float, float, float]
"""The place of a picture within a row in dp: its left end, the y of its middle, and its length."""


# ---- in words -------------------------------------------------------------------------------------------------
def short_note(game: str, rung: RungResult) -> str:
    """Return the result against a rung in a few words."""
    played, least = games.played_in(game), MIN_HANDS[game]
    if rung.beaten:
        return text(f"ladder.beaten.{played}", hands=number(rung.hands))
    key = "played" if rung.hands else "uncounted"
    count = rung.hands or rung.casual_hands
    if not count:
        return text("ladder.unplayed")
    if 0 < rung.hands < least:
        return text("ladder.played.some", hands=number(rung.hands), least=number(least))
    return plural(f"ladder.{key}.{played}", count)


def figure(game: str, rung: RungResult) -> str:
    """Format the luck-adjusted mean and its interval, or in tic-tac-toe the number of unlost games in a row.

    The text is empty before the first game, and as long as the mean has no interval.
    """
    if game == games.TIC_TAC_TOE and rung.hands:
        as_x, as_o = (number(min(UNLOST, count)) for count in rung.unlost)
        return text("ladder.unlost", x=as_x, o=as_o, all=number(UNLOST))
    return "" if rung.ci95 is None else format_mean(game, rung)


def way_left(game: str, rung: RungResult) -> str:
    """Describe the results that are still needed to beat a rung."""
    if rung.beaten:
        return text(f"ladder.done.{games.played_in(game)}", hands=number(rung.hands))
    if game == games.TIC_TAC_TOE:
        x, o = (number(max(0, UNLOST - count)) for count in rung.unlost)
        return text("ladder.left.games", x=x, o=o)
    least, told = MIN_HANDS[game], []
    if rung.hands < least:
        told.append(text("ladder.left.nothing", hands=number(rung.hands), least=number(least)))
    if rung.worst is None or rung.ci95 is None:
        return join_sentences(*told, text("ladder.left.early") if rung.hands else "")
    if rung.worst > rung.rung.bar:
        return join_sentences(*told, text("ladder.left.hands", hands=number(least - rung.hands)))
    need = write_mean(game, rung.rung.bar + rung.ci95, rung.ci95)
    told.append(text(f"ladder.left.need.{game}", mean=format_mean(game, rung), need=need))
    return join_sentences(*told, format_pace(game, rung))


def format_pace(game: str, rung: RungResult) -> str:
    """Return the number of hands that are still needed if the mean stays the same, rounded up to two digits.

    Return "" if the number is unknown or above `MAX_TOLD_HANDS`, because such a forecast would mean nothing.
    """
    left = hands_to_go(game, rung)
    if left is None or left > MAX_TOLD_HANDS:
        return ""
    step = 10 ** max(0, len(str(left)) - 2)
    return text("ladder.left.pace", hands=number(-(-left // step) * step))


def share_climbed(game: str, rung: RungResult) -> float:
    """Return the progress on a rung, 0 to 1: the hands played, divided by the hands needed in total.

    The number of hands needed assumes that the mean stays the same.
    """
    if rung.beaten:
        return 1.0
    if game == games.TIC_TAC_TOE:
        return sum(min(UNLOST, count) for count in rung.unlost) / (2 * UNLOST)
    left = hands_to_go(game, rung)
    return 0.0 if left is None else rung.hands / (rung.hands + left)


def rule(game: str, rung: RungResult, name: str) -> str:
    """Return the condition for beating the opponent `name` of a rung, with the numbers of the condition."""
    if game == games.TIC_TAC_TOE:
        return text("ladder.rules.games", name=name, games=number(UNLOST))
    least = number(MIN_HANDS[game])
    if rung.rung.bar < 0:
        return text("ladder.rules.held", name=name, least=least, bar=number(-rung.rung.bar, 2))
    return text("ladder.rules.hands", name=name, least=least)


# ---- as a row -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class RungRow:
    """The content of a row: a rung, its agent, a note, a figure, and the progress on the rung.

    `notes` are forms of the note, the longest first. The first form that fits is shown. `is_next` marks the rung to
    beat next. `strength` is a pair: the rating as a text, and the position of the rating from 0 (the weakest) to 1
    (the strongest). `strength` is None if the row has a figure instead, or if no rung has a rating.
    """

    rung: RungResult
    who: Portrait
    name: str
    notes: tuple[str, ...]
    figure: str
    is_next: bool
    progress: float
    strength: tuple[str, float] | None


def draw_rung(painter: Painter, rect: Rect, row: RungRow, reach: float | None) -> None:
    """Draw a row. If `reach` is given, draw the interval of the mean, otherwise the unlost games in a row.

    `reach` is the largest absolute value on the axis of the interval.
    """
    x, y, width, height = rect
    middle = y + height / 2
    left, right = x + SIDE + 2 * MEDALLION + GAP, x + width - SIDE
    painter.medallion(x + SIDE + MEDALLION, middle, MEDALLION, row.who.device, lit=row.is_next)
    if 0 < row.progress < 1:
        painter.rect((x + SIDE, y + height - TRACK - 1, row.progress * (width - 2 * SIDE), TRACK), "brass", 1)
    if row.rung.beaten:
        painter.icon("check", right - SIGN / 2, middle, SIGN, "good")
    right -= SIGN + GAP
    wide = max(MIN_PLOT, PLOT_SHARE * width)
    plotted = right - left - wide >= MIN_NAME
    if plotted:
        right -= wide
        level = middle + PLOT_BELOW
        painter.text(row.figure, right + wide / 2, middle - FIGURE_ABOVE, "small", al="c", fit=wide)
        if row.strength is not None:
            words, rating = row.strength
            painter.text(words, right + wide, middle - FIGURE_ABOVE, "small", "faint", al="r")
            bar = (right, level - BAR_HEIGHT / 2, wide, BAR_HEIGHT)
            painter.bar(bar, max(MIN_BAR, rating), "solid", "edge")
        elif reach is None:
            _draw_unlost(painter, (right, level, wide), row.rung)
        else:
            _draw_interval(painter, (right, level, wide), row.rung, reach)
        right -= GAP
    ink = "brass" if row.is_next else "text"
    painter.text(row.name, left, y + height * 0.33, "label_b", ink, fit=right - left)
    strength = row.strength[0] if row.strength is not None else ""
    notes = row.notes
    if not plotted:
        notes = *(" · ".join(filter(None, (row.figure, one, strength))) for one in notes), notes[-1]
    note = next((one for one in notes if painter.width(one, "small") <= right - left), notes[-1])
    painter.text(note, left, y + height * 0.69, "small", "dim", fit=right - left)


def _draw_interval(painter: Painter, line: Line, rung: RungResult, reach: float) -> None:
    """Draw the interval on an axis around zero. If the mean to beat is not zero, draw a mark at this mean."""
    if rung.ci95 is None:
        return
    x, middle, wide = line
    zero = x + wide / 2
    painter.line(zero, middle - ZERO_REACH, zero, middle + ZERO_REACH, "edge")
    if rung.rung.bar:
        bar = zero + wide / 2 * max(-1.0, rung.rung.bar / reach)
        painter.line(bar, middle - BAR_REACH, bar, middle + BAR_REACH, "dim")
    ink = "good" if rung.beaten else "text"
    draw_interval(painter, line, rung.mean, rung.ci95, reach=reach, ink=ink)


def _draw_unlost(painter: Painter, line: Line, rung: RungResult) -> None:
    """Draw a dot for each game that must not be lost, first as X, then as O.

    The dots of unlost games are filled.
    """
    x, middle, wide = line
    ink = "good" if rung.beaten else "text"
    at = x + wide / 2 - UNLOST * DOT_STEP - MIDDLE_GAP
    for count in rung.unlost:
        for index in range(UNLOST):
            centre = at + (index + 0.5) * DOT_STEP
            if index < count:
                painter.disc(centre, middle, DOT, ink)
            else:
                painter.ring(centre, middle, DOT, "edge", 1.2)
        at += UNLOST * DOT_STEP + 2 * MIDDLE_GAP


PORTRAIT = 48.0


def _draw_portrait(device: str, name: str, kind: str, painter: Painter, rect: Rect) -> None:
    x, y, width, height = rect
    radius, left = height / 2, x + height + GAP
    painter.medallion(x + radius, y + radius, radius, device, lit=True)
    painter.text(name, left, y + height * 0.3, "strong", fit=x + width - left)
    painter.text(kind, left, y + height * 0.76, "small", "dim", fit=x + width - left)


SCREEN_SIDE, MIN_SIDE, MAX_SIDE = 0.34, 300.0, 400.0
BUTTON = 46.0
MIN_ROWS, MIN_REACH = 5, 0.1


@page("ladder")
class LadderScreen(Page):
    """The page of the ladder."""

    name: ClassVar[str] = "ladder"
    keys: ClassVar[str] = "ladder"

    def __init__(self, app: Services, table: str) -> None:
        super().__init__(app)
        self._head = TableHead(app, text("ladder.title"), self.escape, self._choose_table, table)
        self._rows = Rows(
            "rungs",
            text("ladder.rungs"),
            self._draw_row,
            self._speak_row,
            changed=self.show,
            opened=self.play,
        )
        self._rows.shows_whole_rows = True
        self._stood: tuple[str, int] | None = None
        self._has_moved = False
        self.controls.focus("rungs")
        self.show()

    # ---- what is shown --------------------------------------------------------------------------------------
    @property
    def table(self) -> str:
        return self._head.switch.chosen

    @property
    def game(self) -> str:
        return self.table

    @property
    def live_version(self) -> Hashable:
        return self.app.models.ladders.version

    @property
    def ladder(self) -> Ladder:
        return self.app.models.ladders.find(self.table) or self.app.models.ladders.empty(self.table)

    @property
    def chosen(self) -> RungResult | None:
        return self._rung(self._rows.chosen) if self._rows.count else None

    def _rung(self, index: int) -> RungResult:
        return self.ladder.rungs[-1 - index]

    def enter(self) -> None:
        self.app.models.ladders.look(self.table)

    def show(self) -> None:
        """Update the rungs.

        If the results are new or have changed, select the next rung to beat.
        """
        ladder, opponents = self.ladder, gallery(self._agents, self.table)
        self._opponents = {entry.name: one for one in opponents for entry in one.entries}
        self._rows.count = len(ladder.rungs)
        if self._stood != (self.table, ladder.rungs_beaten):
            self._stood = (self.table, ladder.rungs_beaten)
            self._rows.chosen = max(0, len(ladder.rungs) - 1 - ladder.rungs_beaten)
            self._has_moved = True
        super().show()

    def _choose_table(self, table: str) -> None:
        self.enter()
        self.show()

    def layout(self, width: float, height: float) -> None:
        """Lay out the page. The next rung is scrolled into view."""
        super().layout(width, height)
        if self._has_moved:
            self._has_moved = False
            self._rows.show_chosen()

    # ---- the page -------------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Compose the list of rungs, and beside it the selected rung."""
        rungs = Panel(
            Picture(self._draw_above, MORE),
            Space(4),
            Listed(self._rows, ROW_HEIGHT).sized(grow(least=MIN_ROWS * ROW_HEIGHT)),
            Picture(self._draw_below, MORE),
            title=text("ladder.rungs"),
            corner=self._format_scale(),
        )
        hints = Hints(self.hints).when(not window.narrow)
        if window.narrow:
            return Column(self._about(), rungs, gap=12)
        side = self._about().sized(share(SCREEN_SIDE, MIN_SIDE, MAX_SIDE))
        return Column(Row(rungs.sized(grow()), side, gap=12).sized(grow()), hints)

    def _format_scale(self) -> str:
        """Return the name of the scale in the rows: ratings, the user's results, or both."""
        is_rated = [self._row(index).strength is not None for index in range(self._rows.count)]
        if any(is_rated):
            return text("ladder.scales.rating" if all(is_rated) else f"ladder.scales.both.{self.table}")
        return text(f"ladder.scales.{self.table}")

    def _draw_above(self, painter: Painter, rect: Rect) -> None:
        """Draw the number of rungs hidden above the scrolled list, and the name of the strongest of them."""
        if count := self._rows.seen[0] if self._rows.count else 0:
            words = plural("ladder.above", count, name=self._name(self._rung(0)))
            self._draw_more(painter, rect, "up", words)

    def _draw_below(self, painter: Painter, rect: Rect) -> None:
        if (count := self._rows.count - self._rows.seen[-1] - 1 if self._rows.count else 0) > 0:
            self._draw_more(painter, rect, "down", plural("ladder.below", count))

    def _draw_more(self, painter: Painter, rect: Rect, way: str, words: str) -> None:
        x, y, _, height = rect
        painter.icon(way, x + SIDE + MEDALLION, y + height / 2, MORE, "dim")
        painter.text(words, x + SIDE + 2 * MEDALLION + GAP, y + height / 2, "small", "dim")

    def _about(self) -> Box:
        ladder, trouble = self.ladder, self.app.models.ladders.trouble.get(self.table, "")
        return Panel(
            Figure(number(ladder.rungs_beaten), text("ladder.of", all=number(len(ladder.rungs)))),
            Space(10),
            *self._progress_boxes(),
            *self._about_rung(self.chosen),
            Words(text("ladder.counted"), "small", "dim", 6),
            Note(trouble, wrong=True),
            Space(),
            title=text("ladder.stand"),
        )

    def _about_rung(self, rung: RungResult | None) -> list[Box]:
        """Describe the result against an opponent, and the results that the user still needs to win."""
        if rung is None:
            return [Words(text("new_game.nobody"), "label", "dim", 12)]
        found, result = figure(self.table, rung), text(f"ladder.results.{self.table}")
        who, name = portrait(self._agents, rung.rung.agent), self._name(rung)
        told = [opponent.line] if (opponent := self._opponents.get(rung.rung.agent)) is not None else []
        if stage := self._stage(rung):
            told.append(end_sentences(stage))
        if rung == self.ladder.rungs[-1]:
            told.append(text("ladder.last"))
        return [
            Picture(partial(_draw_portrait, who.device, name, who.kind), PORTRAIT),
            Space(8),
            Words(" ".join(told), "label", "dim", 8).when(told),
            Words(strength_in_full(self._strength(rung)), "small", "dim", 10),
            Words(rule(self.table, rung, self._name(rung)), "label", "text", 10),
            Pair(text("ladder.serious"), short_note(self.table, rung)).when(not rung.beaten),
            Pair(result, found).when(found),
            Words(way_left(self.table, rung), "label", "dim", 6),
            Bar(share_climbed(self.table, rung), height=8),
            Space(12),
            Control(self.play.button, BUTTON, after=14),
        ]

    def _progress_boxes(self) -> list[Box]:
        """Return the progress of counting the user's hands, and the time left."""
        report = self.app.models.ladders.report.get(self.table)
        if report is None or not report.total:
            return []
        left = format_seconds_left(report.seconds_left)
        return [
            Words(text("ladder.working", left=left), "small", "dim", 2),
            Bar(report.share),
            Space(10),
        ]

    def _stage(self, rung: RungResult) -> str:
        """Return the meaning of the stage in the agent's name, such as "Playing style: tight"."""
        agent = rung.rung.agent
        if (opponent := self._opponents.get(agent)) is None:
            return ""
        return next(opponent.explain_stage(entry) for entry in opponent.entries if entry.name == agent)

    def _name(self, rung: RungResult) -> str:
        return format_name(self._agents, rung.rung.agent)

    def _strength(self, rung: RungResult) -> Strength | None:
        return next((one.strength for one in self._agents if one.name == rung.rung.agent), None)

    @property
    def _agents(self) -> list[AgentEntry]:
        return [entry for entry in self.app.agents if entry.game == self.table]

    def _row(self, index: int) -> RungRow:
        rung = self._rung(index)
        note, is_next = short_note(self.table, rung), rung == self.ladder.next
        notes = [note, note]
        strength, said = self._rating_share(rung), format_strength(self._strength(rung))
        found = figure(self.table, rung)
        rated = None if found or strength is None else (said, strength)
        if rated is None:
            notes = [f"{note} · {said}", note if rung.hands else said]
        if not rung.beaten and (forecast := format_pace(self.table, rung)):
            notes = [f"{note} · {forecast} · {said}", f"{note} · {forecast}", *notes]
        if is_next:
            notes = [f"{text('ladder.next')} · {one}" for one in notes]
        if rated is not None and not is_next and (stage := self._stage(rung)):
            longer = [f"{stage} · {notes[0]}", f"{stage} · {notes[-1]}"]
            notes = [*longer, *notes] if rung.hands else [*longer, stage]
        who = portrait(self._agents, rung.rung.agent)
        climbed = share_climbed(self.table, rung)
        return RungRow(rung, who, self._name(rung), tuple(notes), found, is_next, climbed, rated)

    def _rating_share(self, rung: RungResult) -> float | None:
        """Return the position of a rung's rating from 0 (lowest) to 1 (highest), or None without a rating."""
        strengths = {one.rung.agent: self._strength(one) for one in self.ladder.rungs}
        ratings = {name: one.rating for name, one in strengths.items() if one and one.rating is not None}
        own = ratings.get(rung.rung.agent)
        low, high = min(ratings.values(), default=0.0), max(ratings.values(), default=0.0)
        return None if own is None or high == low else (own - low) / (high - low)

    def _draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        played = [(rung.mean, rung.ci95) for rung in self.ladder.rungs if rung.ci95 is not None]
        reach = None if self.table == games.TIC_TAC_TOE else interval_reach(played, MIN_REACH)
        draw_rung(painter, rect, self._row(index), reach)
        return True

    def _speak_row(self, index: int) -> str:
        row = self._row(index)
        strength = row.strength[0] if row.strength is not None else ""
        return ". ".join(filter(None, (row.name, row.notes[0], row.figure, strength)))

    # ---- actions --------------------------------------------------------------------------------------------
    choose = control_keys("↑ ↓", hinted=False)

    @action("return", control="play-rung", kind="primary")
    def play(self) -> None:
        if self.chosen is not None:
            self.app.open("challenge", self.table, self.chosen.rung.agent)

    @play.label
    def _play_label(self) -> str:
        return text("ladder.play", name=self._name(self.chosen) if self.chosen is not None else "")

    @play.reason
    def _why_not_play(self) -> str:
        return "" if self.chosen is not None else text("new_game.nobody")

    @action("n")
    def next(self) -> None:
        """Select the next rung to beat, or the highest rung if all are beaten."""
        self._rows.choose(len(self.ladder.rungs) - 1 - self.ladder.rungs_beaten)
