"""The panels of the arena: the bar of the league, the mean of each agent, and the selected pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.agent_entries import AgentEntry
from game.features.arena.cross_table import (
    all_alike,
    count_games,
    format_interval,
    format_mean,
    format_result,
    get_counted_kind,
    get_counted_unit,
    get_unit,
    is_certain,
)
from game.features.arena.model import ArenaModel, ArenaRow
from game.match.series import MIN_CERTAIN_SAMPLES
from game.study.amounts import HOUR, MINUTE
from game.study.league import FieldResult, LeaguePair, get_digits
from game.study.opponents import gallery, seated_stage
from game.study.training import format_seconds_left
from game.texts import format_tick, number, plural, text
from game.window.frame.setup_screen import make_card
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.charts.axes import linear
from game.window.ui.charts.chart import Chart, Plot
from game.window.ui.charts.spread import FunnelPoint, funnel
from game.window.ui.input import ENTER, Key
from game.window.ui.layout import Space, grow
from game.window.ui.leaves import GalleryBox, Line, Panel, Picture, Words, WorkBar
from game.window.ui.leaves.panels import FOOT
from game.window.ui.theme import tokens
from game.window.ui.widgets import Act, Button
from game.window.ui.widgets.gallery import Gallery
from game.window.views.board import value_tint

HIGHEST_ROW, FIELD_AXIS = 34.0, 26.0
MIN_AXIS, TICK_ROOM, MIN_TICKS = 60.0, 42.0, 3
MAX_NAME = 0.42
DOT, WHISKER = 4.0, 5.0
LINE, COURSE = 19.0, 44.0
PADDING = 16.0
LEGEND_WIDTH, LEGEND_HEIGHT, LEGEND_STEPS = 220.0, 7.0, 44
BAR, NARROW_BAR = 72.0, 136.0
PRICE = 4  # an interval is halved by this factor of deals


def draw_legend(painter: Painter, rect: Rect) -> None:
    """Draw the legend of the tints."""
    left, top, width, _ = rect
    wide = min(LEGEND_WIDTH, width / 2 + PADDING)
    step = wide / LEGEND_STEPS
    for index in range(LEGEND_STEPS):
        tint = value_tint(painter, (index + 0.5) / LEGEND_STEPS)
        painter.rect((left + index * step, top, step + 1, LEGEND_HEIGHT), tint, 0)
    row = top + LEGEND_HEIGHT + 12
    column_wins, row_wins = text("arena.legend.column"), text("arena.legend.row")
    if painter.width(column_wins, "small") + painter.width(row_wins, "small") + 12 <= wide:
        painter.text(column_wins, left, row, "small", "faint")
        painter.text(row_wins, left + wide, row, "small", "faint", al="r")
    words = text("arena.legend.untinted")
    if wide + 20 + painter.width(words, "small") <= width:
        painter.text(words, left + width, row, "small", "faint", al="r")


def draw_field(rows: Sequence[ArenaRow], game: str, painter: Painter, rect: Rect) -> None:
    """Draw the mean of each agent as a disc with its interval.

    The disc is hollow if the mean does not include all opponents.
    """
    x, top, width, height = rect
    high = min(HIGHEST_ROW, (height - FIELD_AXIS) / max(1, len(rows)))
    labels, room = [row.name for row in rows], width * MAX_NAME
    if any(painter.width(label, "small") > room for label in labels):
        labels = [_short_name(painter, row, room) for row in rows]
    names = min(max((painter.width(label, "small") for label in labels), default=0.0), room)
    fields = [row.field for row in rows if row.field is not None]
    figure = max((painter.width(format_mean(field.mean, game), "label_b") for field in fields), default=0.0)
    left, wide = x + names + 14, width - names - figure - 30
    axis, bottom = linear([end for field in fields for end in _ends(field)]), top + high * len(rows)
    if fields and wide > MIN_AXIS:
        for tick in axis.ticks(max(MIN_TICKS, int(wide / TICK_ROOM))):
            at = left + wide * axis.share(tick)
            painter.line(at, top, at, bottom, "edge" if tick == 0 else "line")
            painter.text(format_tick(tick), at, bottom + FIELD_AXIS / 2, "small", "faint", al="c")
    for index, row in enumerate(rows):
        middle = top + (index + 0.5) * high
        painter.text(labels[index], x, middle, "small", fit=names + 1)
        if row.field is None:
            painter.text("–", x + width, middle, "label", "faint", al="r")
            continue
        painter.text(format_mean(row.field.mean, game), x + width, middle, "label_b", al="r")
        if wide > MIN_AXIS:
            at, *ends = (left + wide * axis.share(one) for one in (row.field.mean, *_ends(row.field)))
            painter.line(ends[0], middle, ends[1], middle, "brass", lw=1.4)
            for end in ends:
                painter.line(end, middle - WHISKER, end, middle + WHISKER, "brass", lw=1.4)
            hollow = row.field.met < len(rows) - 1
            painter.disc(at, middle, DOT, "panel" if hollow else "brass")
            if hollow:
                painter.ring(at, middle, DOT, "brass", 1.4)


def _ends(field: FieldResult) -> tuple[float, float]:
    """Return the ends of the interval of a mean. If the interval is unknown, both ends are the mean."""
    half = field.ci95 or 0.0
    return field.mean - half, field.mean + half


def pair_panel(chosen: tuple[ArenaRow, ArenaRow, LeaguePair] | None, standings: ArenaModel) -> Panel:
    """Return the panel of the selected pair: the mean, and the number of deals that would halve the interval."""
    if chosen is None:
        return Panel(title=text("arena.pair.nobody"))
    row, column, pair = chosen
    game = standings.settings.game
    title = text("arena.pair.title", a=row.name, b=column.name)
    short = text(
        "arena.pair.title", a=_name_with_place(row, row.title), b=_name_with_place(column, column.title)
    )
    drawn = partial(Plot().draw, chart=_funnel(pair, standings))
    course = Picture(drawn).sized(grow()).when(len(pair.course) > 1)
    first, *others = _sentences(pair, game)
    lines = [Line(first, "small", height=LINE), *(Line(line, "small", "dim", height=LINE) for line in others)]
    note = text("arena.exact" if pair.exact else "arena.pair.note")
    return Panel(
        course,
        Space(8),
        *lines,
        title=title,
        short=short,
        note=note,
        corner=get_unit(game),
        head=COURSE,
        foot=FOOT,
    )


def _short_name(painter: Painter, row: ArenaRow, room: float) -> str:
    """Return the number of the row and the agent's name. If the text is too wide, leave out the stage."""
    short = _name_with_place(row, row.short)
    return short if painter.width(short, "small") <= room else _name_with_place(row, row.title)


def _name_with_place(row: ArenaRow, name: str) -> str:
    return text("arena.table.row", place=row.column_number, name=name)


def _funnel(pair: LeaguePair, standings: ArenaModel) -> Chart:
    game = standings.settings.game
    points = [
        FunnelPoint(count_games(one.samples, game), one.mean, one.ci95)
        for one in pair.course
        if one.ci95 is not None
    ]
    return funnel(points, count_games(max(pair.deals, standings.league.deals), game))


def _sentences(pair: LeaguePair, game: str) -> list[str]:
    """Describe a pair: progress, significance of the lead, and the deals needed to halve the interval."""
    if not pair.is_known or pair.ci95 is None:
        return [text("arena.pair.not_yet")]
    if pair.exact:
        return [format_mean(pair.mean, game), text("arena.pair.exact")]
    unit, count = get_counted_unit(game), number(count_games(pair.deals, game))
    first = text("arena.pair.stands", count=count, unit=unit, stands=format_result(pair, game))
    if all_alike(pair):
        return [first, text("arena.pair.alike")]
    state = "few" if pair.deals < MIN_CERTAIN_SAMPLES else "beyond" if is_certain(pair) else "level"
    labels = [first, text(f"arena.pair.{state}")]
    if round(pair.ci95 / 2, get_digits(game)):
        half, needs = format_interval(pair.ci95 / 2, game), number(count_games(PRICE * pair.deals, game))
        labels.append(text("arena.pair.price", half=half, needs=needs, unit=unit))
    return labels


# ---- before the first deal ------------------------------------------------------------------------------------
class PlayerGallery(Gallery):
    """The cards of the players. A click or Enter opens the choice of the players instead of selecting a card."""

    def choose(self, value: str) -> None:
        self.change(value)

    def key(self, event: Key) -> bool:
        """Handle a key: Enter opens the choice."""
        if event.name not in ENTER:
            return False
        if not event.repeat:
            self.change("")
        return True

    def draw(self, painter: Painter) -> None:
        """Draw the cards, and the focus ring around all of them."""
        super().draw(painter)
        if self.focused:
            painter.focus_ring(self.rect, tokens().radius["panel"])


class PlayerCards(GalleryBox):
    """The cards of the players. The cards use the full height of their place."""

    def measure(self, painter: Painter, width: float) -> float:
        return self._cards.fit(painter, width, 0.0, as_list=True)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the cards in rows, as high as the room allows."""
        x, y, width, height = rect
        high = self._cards.fit(painter, width, height, as_list=False)
        super().place(painter, (x, y, width, min(high, height)))


def start_panel(standings: ArenaModel, agents: Sequence[AgentEntry], choose_players: Act) -> Panel:
    """Return the panel before the first deal: a sentence about the arena, and the cards of the players."""
    game, stack = standings.settings.game, standings.settings.stack_bb
    seats = {
        entry.name: (one, entry)
        for one in gallery(agents, game, standings.settings.blinds)
        for entry in one.entries
    }
    cards = []
    for name in standings.playing:
        if name in standings.league.left_out:
            continue
        card, stage = make_card(*seats[name], agents, stack), seated_stage(seats[name][1])
        cards.append(replace(card, value=name, kind=stage if len(seats[name][0].entries) > 1 else card.kind))
    title = text("arena.players.title")
    shown = PlayerCards(PlayerGallery("players", title, cards, "", lambda _: choose_players()), 0.0)
    return Panel(
        Words(text(f"arena.start.what.{get_counted_kind(game)}"), "label", "text", 14),
        shown.sized(grow()),
        title=title,
        corner=text("arena.start.of", count=number(len(cards)), all=number(len(standings.available_names))),
    )


def format_about(seconds: float) -> str:
    """Return an approximate duration in words.

    >>> format_about(30), format_about(3000), format_about(20000)
    ('less than a minute', 'about 50 minutes', 'about 6 hours')
    """
    if seconds < MINUTE:
        return text("arena.start.seconds")
    if seconds < HOUR:
        return plural("arena.start.minutes", round(seconds / MINUTE))
    return plural("arena.start.hours", round(seconds / HOUR))


# ---- the bar --------------------------------------------------------------------------------------------------
def league_bar(standings: ArenaModel, buttons: Sequence[Button], *, narrow: bool) -> WorkBar:
    """Return the bar with the progress of the league. Buttons that are disabled are hidden."""
    phase = standings.phase
    for button in buttons:
        button.visible = phase not in ("waiting", "nobody", "exact")
    share = 1.0 if phase == "exact" else standings.done / max(1, standings.total)
    high, said = NARROW_BAR if narrow else BAR, [_describe_progress(standings)]
    return WorkBar(buttons, share, said, standings.problem, height=high, narrow=narrow)


def _describe_progress(standings: ArenaModel) -> tuple[str, str]:
    """Describe the progress: the deals played so far, and the time left or the problem."""
    phase, league, game = standings.phase, standings.league, standings.settings.game
    if not league.pairs:
        return text("arena.title"), standings.waits_for
    if phase == "exact":
        return text("arena.exact"), standings.left_out or text("arena.exact_note")
    done, total = (number(count_games(deals, game)) for deals in (standings.done, standings.total))
    counted = text(f"arena.counted.{get_counted_kind(game)}", done=done, total=total)
    if warning := league.warning or (standings.left_out if phase != "playing" else ""):
        return counted, warning
    if phase == "new":
        pairs, time = number(len(league.pairs)), format_about(standings.estimated_seconds)
        return counted, text("arena.start.time", pairs=pairs, time=time)
    if phase == "done":
        return counted, text("arena.done", unit=get_counted_unit(game))
    begun = text("arena.begun", begun=number(league.begun), pairs=number(len(league.pairs)))
    cost = "arena.cost_playing" if phase == "playing" else "arena.cost"
    return counted, text(cost, begun=begun, left=format_seconds_left(standings.seconds_left))
