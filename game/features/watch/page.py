"""The page that sets up a series between two agents: the agents, the stakes, the length and duplicate deals.

The settings store the choices for each table, so Enter alone starts the same series as last time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from game.agent_entries import MAX_DIAMONDS
from game.needs import Need, need_of_watching
from game.rules import games
from game.study.league import LeagueSettings
from game.study.opponents import figure_at, seated_stage, stage_names, strength_at
from game.study.saves import TABLES
from game.study.table_choices import (
    DEALS,
    LENGTHS,
    STACKS_BB,
    VARIANTS,
    WatchChoices,
    with_last,
)
from game.texts import capitalize, number, text
from game.window.dialogs.dialog import once_allowed
from game.window.frame.actions import action
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.frame.setup_screen import BEGIN_HEIGHT, SetupScreen, format_scale
from game.window.ui.layout import Box, Breakpoint, Column, Columns, Space, fixed
from game.window.ui.leaves import Caps, Control, GalleryBox, Panel, Words
from game.window.ui.widgets import Option, Segmented, options
from game.window.ui.widgets.choice import RadioList, Stages
from game.window.ui.widgets.gallery import GAP, Gallery, GalleryCard, draw_diamonds

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


MEDALLION = 0.38  # of the height of a row
NAME_AT = 14.0  # dp right of the medallion
SIDE = 2.0  # dp by which the plate of the selected opponent extends left of the medallion
DIAMOND, BESIDE = 12.0, 12.0
DIAMONDS = DIAMOND * (MAX_DIAMONDS + GAP * (MAX_DIAMONDS - 1))


class Faces(RadioList):
    """A list of opponents with one line each. One opponent is selected."""

    def __init__(
        self, name: str, label: str, cards: Sequence[GalleryCard], chosen: str, change: Callable[[str], None]
    ) -> None:
        super().__init__(name, label, cards, chosen, change)
        self.cards = tuple(cards)

    def draw(self, painter: Painter) -> None:
        """Draw the opponents. The focus ring surrounds the plate of the selected opponent."""
        for index, card in enumerate(self.cards):
            self._draw_card(painter, index, card)
        if self.focused:
            x, y, width, height = self.focus_rect()
            painter.focus_ring((x - SIDE, y + 1, width + SIDE, height - 2), height / 2)

    def _draw_card(self, painter: Painter, index: int, card: GalleryCard) -> None:
        x, y, width, height = self.option_rect(index)
        radius, chosen, middle = height * MEDALLION, card.value == self.chosen, y + height / 2
        if chosen:
            painter.rect((x - SIDE, y + 1, width + SIDE, height - 2), "sunk", height / 2, "brass")
        painter.medallion(x + radius + 2, middle, radius, card.device, lit=chosen)
        left, right = 2 * radius + 2 + NAME_AT, BESIDE + (DIAMONDS + BESIDE if card.diamonds else 0.0)
        place = x + width - BESIDE - DIAMONDS / 2, middle
        draw_diamonds(painter, place, card.diamonds, "brass", "sunk" if chosen else "panel", size=DIAMOND)
        style = "label_b" if chosen else "label"
        ink = "text" if chosen or index == self._under_mouse else "dim"
        name = painter.short_name(card.label, width - left - right, style)
        painter.text(name, x + left, middle, style, ink)


KEPT_AS = "watch {}"  # the key of a table's last choices in the settings
SEATS = ("first", "second")
PADDING, LOW_PADDING = 28.0, 20.0
LOW_WINDOW = 800.0  # dp, below which the panel has less padding
MIN_FACE, MAX_FACE = 30.0, 44.0  # dp, the height of a row of `Faces`
BELOW_LIST = 14.0
MIN_COLUMN, COLUMN_GAP, NARROW_GAP = 240.0, 56.0, 26.0
NARROW_WINDOW = 1150.0  # dp, below which the columns are closer
WIDEST = 1240.0
ROW, LOW_ROW = (40.0, 12.0), (36.0, 8.0)  # dp: the height of a row of segments, and of the gap below it


@page("watch", key="w", icon="eye", position=10, badge=lambda models: models.leagues.badge)
def open_watch(app: Services) -> WatchSetup:
    """Return the watch page for the table of the running league, else for the table chosen last."""
    league = app.models.leagues.at_work
    if league is None:
        return WatchSetup(app, last_table(app.settings.tables))
    game = league.form.game
    return WatchSetup(app, games.KUHN_POKER if game in games.KUHN_GAMES else game)


def last_table(kept: Mapping[str, Mapping[str, str]]) -> str:
    """Return the table that was played or watched last. This table is the last entry of the settings `kept`.

    >>> last_table({"holdem": {}, "watch kuhn-poker": {}, "train": {}}), last_table({})
    ('kuhn-poker', 'tic-tac-toe')
    """
    names = [name.removeprefix(KEPT_AS.format("")) for name in kept]
    return next((name for name in reversed(names) if name in TABLES), games.TIC_TAC_TOE)


class WatchSetup(SetupScreen[WatchChoices]):
    """The page that sets up a series."""

    name: ClassVar[str] = "watch_setup"
    keys: ClassVar[str] = "watch_setup"
    above, foot = 12.0, 0.0

    def __init__(self, app: Services, table: str = games.TIC_TAC_TOE) -> None:
        super().__init__(app, table, text("watch.title"), ("begin", text("watch.begin")))
        self.controls.focus("first" if self._entries else "table")

    # ---- choices --------------------------------------------------------------------------------------------
    def last_choices(self) -> WatchChoices:
        return WatchChoices.from_words(self.app.settings.tables.get(KEPT_AS.format(self.table), {}))

    def begin(self) -> None:
        """Store the choices and start the series."""
        self.app.change(tables=self._settings_with_choices())
        spec = self.choices.spec(self.table, self.app.new_seed())
        hands = self.choices.hands
        need = need_of_watching(spec.game, spec.seats, self.app.agents)
        open_series = partial(self.app.open, "series", spec, hands)
        once_allowed(self.app, spec.game, spec.seats, partial(self.app.once_ready, need, open_series))

    @action("a", kind="outline", style="label_b", hinted=False)
    def arena(self) -> None:
        """Open the league of this game, in which all agents play each other."""
        self.app.change(tables=self._settings_with_choices())
        choices, game = self.choices, self.game
        settings = LeagueSettings(game, choices.blinds, int(choices.stack))
        need = Need.SEARCH if game == games.HOLDEM else None
        self.app.once_ready(need, lambda: self.app.open("arena", settings))

    def update(self, dt: float) -> bool:
        """Show the progress of the league of this game while it is playing."""
        league = self.app.models.leagues.at_work
        badge = self.app.models.leagues.badge if league is not None and league.form.game == self.game else ""
        self.dirty |= badge != self.arena.button.badge
        self.arena.button.badge = badge
        return super().update(dt)

    def _settings_with_choices(self) -> Mapping[str, Mapping[str, str]]:
        return with_last(self.app.settings.tables, KEPT_AS.format(self.table), self.choices.to_words())

    @property
    def summary(self) -> str:
        """The names of both agents."""
        if not self._entries:
            return ""
        return text(
            "watch.pair",
            first=self._format_opponent(self.choices.first),
            second=self._format_opponent(self.choices.second),
        )

    # ---- the widgets ----------------------------------------------------------------------------------------
    def build(self) -> None:
        """Build the widgets for the current choices."""
        self._entries = {entry.name: entry for one in self.opponents for entry in one.entries}
        names = [one.default_entry.name for one in self.opponents for _ in one.entries] or [""]
        first = self.choices.first if self.choices.first in self._entries else names[-1]
        second = self.choices.second if self.choices.second in self._entries else names[len(names) // 2 - 1]
        self.usual_thinking = self.choices.think or self.usual_thinking
        solves = any(name in self._entries and self._entries[name].solves for name in (first, second))
        think = self.usual_thinking if solves else ""
        self.choices = replace(self.choices, first=first, second=second, think=think)
        self._cards: list[Gallery] = []
        self._faces: list[Faces] = []
        for seat in SEATS:
            listed = seat, text(f"watch.{seat}"), *self._list_cards(seat), partial(self._choose, seat)
            self._cards.append(Gallery(*listed))
            self._faces.append(Faces(*listed))
        self._stages = [self.stages(f"{seat}-stage", seat) for seat in SEATS]
        self._thinking_rows = [self.make_thinking_row(f"{seat}-think", seat) for seat in SEATS]
        self._rows = [self.segments(name, offered) for name, offered in self._row_options().items()]

    def _list_cards(self, seat: str) -> tuple[list[GalleryCard], str]:
        """Return the cards of all opponents, each at one stage, and the key of the selected card."""
        agent = getattr(self.choices, seat)
        chosen = self.opponent(agent)
        entries = [
            self._entries[agent] if opponent == chosen else opponent.default_entry
            for opponent in self.opponents
        ]
        cards = [self.make_card(*one) for one in zip(self.opponents, entries, strict=True)]
        return cards, chosen.key if chosen is not None else ""

    def _choose(self, seat: str, key: str) -> None:
        opponent = next(one for one in self.opponents if one.key == key)
        self.choose(**{seat: opponent.default_entry.name})

    def _format_opponent(self, agent: str) -> str:
        """Return the name of an opponent. If the opponent has several stages, add the stage."""
        opponent = self.opponent(agent)
        assert opponent is not None, "an agent of the gallery is chosen"
        if len(opponent.entries) == 1:
            return opponent.name
        names, unit = stage_names(opponent.entries)
        stage = names[[entry.name for entry in opponent.entries].index(agent)]
        at = seated_stage(self._entries[agent]) if not unit else f"{stage} {unit}"
        if self._entries[agent].solves:
            at = text("watch.thinking", seconds=self.choices.think)
        return text("watch.at_stage", name=opponent.name, stage=at)

    def _row_options(self) -> dict[str, list[Option]]:
        """Return the options of each choice of the series, by the name of the choice."""
        rows = {}
        if self.table == games.KUHN_POKER:
            rows["variant"] = options("new_game.variants.{}", VARIANTS)
        if self.table == games.HOLDEM:
            rows["stack"] = [Option(bb, text("new_game.stacks", bb=bb)) for bb in STACKS_BB]
        rows["length"] = [Option(one, number(int(one))) for one in LENGTHS]
        if self.table != games.TIC_TAC_TOE:
            rows["deals"] = options("watch.deals.{}", DEALS)
        return rows

    def segment_label(self, name: str) -> str:
        counted = name == "length" and self.table == games.TIC_TAC_TOE
        return text(f"watch.rows.{'games' if counted else name}")

    # ---- boxes ----------------------------------------------------------------------------------------------
    def margin_at(self, window: Breakpoint) -> float:
        return 20.0 if window.narrow else 40.0 if window.low else max(40.0, (window.width - WIDEST) / 2)

    def compose(self, window: Breakpoint) -> Box:
        """Return a panel with three columns: both seats, and the series."""
        by = LOW_PADDING if window.height < LOW_WINDOW or window.narrow else PADDING
        margin, gap = self.margin_at(window), COLUMN_GAP if window.width >= NARROW_WINDOW else NARROW_GAP
        width = (window.width - 2 * (margin + by + gap)) / 3
        room = self.room - self.above - margin / 2 - 2 * by if width >= MIN_COLUMN else 0.0
        seats = self._seats(window, width, room)
        series = Column(*self._about_series(window))
        inside = Columns(*seats, series, least=MIN_COLUMN, gap=gap, ruled=True)
        return Column(Panel(inside, head=by, foot=by, side=by), Space(margin / 2))

    def _seats(self, window: Breakpoint, width: float, room: float) -> list[Column]:
        """Return the columns of both seats. If there is enough `room`, the opponents are cards as in New game.

        Otherwise, the opponents are rows with only a name, as high as the room allows. If the list shows no
        descriptions, the description of the selected opponent is below the list, unless the room is too small.

        Below both lists, there is always room for the longest text about an opponent. So the lists do not move when
        another opponent is selected.
        """
        painter, seats = self.app.painter, range(len(SEATS))
        caps = [Caps(text(f"watch.{name}"), "faint" if seat else "brass") for seat, name in enumerate(SEATS)]
        if not self._entries:
            return [Column(one, Words(text("new_game.nobody"), "label", "dim")) for one in caps]
        below = {line: self._tallest(window, width, line=line) for line in (False, True)}
        above = max(one.height_at(painter, width) for one in caps) + BELOW_LIST
        free = {line: room - above - height for line, height in below.items()}
        for line in (False, True):
            highs = [cards.fit_column(painter, width, free[line], brief=line) for cards in self._cards]
            if max(highs) <= free[line]:
                boxes: list[Box] = [GalleryBox(*one) for one in zip(self._cards, highs, strict=True)]
                break
        else:
            count = len(self.opponents)
            line = free[True] >= count * MIN_FACE
            row = max(MIN_FACE, min(MAX_FACE, free[line] / count))
            boxes = [Control(faces, row * count) for faces in self._faces]
        controls = zip(self._stages, self._thinking_rows, strict=True)
        agents = [getattr(self.choices, seat) for seat in SEATS]
        about = [
            self._about_agent(agent, *one, window, line=line)
            for agent, one in zip(agents, controls, strict=True)
        ]
        return [
            Column(caps[seat], boxes[seat], Space(BELOW_LIST), about[seat].sized(fixed(below[line])))
            for seat in seats
        ]

    def _tallest(self, window: Breakpoint, width: float, *, line: bool) -> float:
        """Return the largest height of the text and the controls about any agent."""
        columns = (
            self._about_agent(
                agent,
                self.stages("", SEATS[0], agent),
                self.make_thinking_row("", SEATS[0], agent),
                window,
                line=line,
            )
            for agent in self._entries
        )
        return max(column.height_at(self.app.painter, width) for column in columns)

    def _about_agent(
        self, agent: str, stages: Stages | None, thinking: Segmented | None, window: Breakpoint, *, line: bool
    ) -> Column:
        """Return the text and the controls below a list in which `agent` is selected."""
        entry, opponent = self._entries[agent], self.opponent(agent)
        assert opponent is not None, "an entry belongs to an opponent"
        stack = int(self.choices.stack)
        rating = entry.strength is not None and entry.strength.rating is not None
        prepared: list[Box] = []
        if stages is not None:
            prepared = [Words(stages.label, "label", "text", 2), Control(stages, stages.height, after=8)]
        return Column(
            Words(opponent.line, "label", "dim", 8).when(line),
            *prepared,
            *([] if thinking is None else self._with_name(thinking, window)),
            Words(strength_at(entry, self.app.agents, stack), "small", "text", 2),
            Words(capitalize(figure_at(entry, self.app.agents, stack)), "small", "dim").when(rating),
        )

    def _with_name(self, row: Segmented, window: Breakpoint) -> list[Box]:
        high, after = LOW_ROW if window.low else ROW
        return [Words(row.label, "label", "text", 4), Control(row, high, after=after)]

    def _about_series(self, window: Breakpoint) -> list[Box]:
        return [
            Caps(text("watch.table_caps")),
            *(box for row in self._rows for box in self._with_name(row, window)),
            *(Words(sentence, "small", "dim") for sentence in self._in_words()),
            Space(6),
            Caps(text("watch.seen.caps")),
            Words(text(f"watch.seen.{self.table}"), "small", "dim", 4),
            Words(text("watch.seen.pace"), "small", "dim").when(
                window.large or self.table == games.TIC_TAC_TOE
            ),
            Words(format_scale(list(self._entries.values())), "small", "dim").when(
                not window.low and self.table != games.TIC_TAC_TOE
            ),
            Space(8),
            Control(self.begin_button, BEGIN_HEIGHT, after=12).focused_last().when(not self.has_fixed_footer),
            Control(self.arena.button, BEGIN_HEIGHT, after=4),
        ]

    def _in_words(self) -> list[str]:
        """Describe the stakes and the deals."""
        if self.table == games.TIC_TAC_TOE:
            return [text("watch.stakes.tic-tac-toe")]
        kind = self.choices.variant if self.table == games.KUHN_POKER else "cash"
        chips = number(int(self.choices.stack) * 100)
        return [text(f"new_game.stakes.{kind}", chips=chips), text(f"watch.deals_note.{self.choices.deals}")]
