"""Choosing somebody to play: a gallery of opponents, how far they had come, the table, and how to play.

The choices of each table are remembered in the settings, so Enter alone sits down where one sat last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from game.agent_entries import AgentEntry
from game.rules import games
from game.screens.dialogs.question import Question, Reply, nothing
from game.screens.frame.page import Binding
from game.screens.frame.screen import Services
from game.screens.frame.setup_screen import BEGIN_HEIGHT, SetupScreen
from game.screens.models.left_games import left_in_words
from game.screens.models.matchmaking import even_match, next_rung, place_in_words
from game.screens.models.opponents import Opponent, gallery, stage_names
from game.screens.models.records import record_in_words
from game.screens.models.stack_depths import only_depth, strength_at
from game.screens.models.table_choices import GUEST, STACKS_BB, USUAL_THINKING, TableChoices, with_last
from game.screens.pages.new_game.labels import (
    card_of,
    first_options,
    guest_card,
    marked,
    scale_in_words,
    stakes_in_words,
    style_options,
)
from game.screens.pages.new_game.opponent import present_agent
from game.screens.pages.new_game.stakes import stakes_rows
from game.screens.ui.layout import Box, Breakpoint, Column, Row, Space, fixed, grow, natural
from game.screens.ui.leaves import Caps, Control, Divider, Fitted, Line, Panel, Rule, Words
from game.screens.ui.leaves import Gallery as CardGallery
from game.screens.ui.texts import text
from game.screens.ui.widgets import Button, Option, RadioList
from game.screens.ui.widgets.gallery import Gallery
from game.screens.ui.widgets.stages import Stages

PADDING, LOW_FOOT = 24.0, 18.0
RADIO_STEP, BESIDE_STYLES = 31.0, 30.0
TALL_SHAPE = 1.15
ROW, LOW_ROW = (40.0, 8.0), (38.0, 5.0)
LOWEST_PANEL = 178.0
TIGHT_HEIGHT = 760.0
BUTTON_GAP, RESUME_SHARE = 10.0, 0.42
LADDER, GAP = 36.0, 18.0


class NewGame(SetupScreen[TableChoices]):
    """The screen before a table."""

    name: ClassVar[str] = "new_game"
    above, foot = 8.0, 0.0

    def __init__(self, app: Services, table: str) -> None:
        self._met: dict[str, str] = {}  # the stage of each opponent that was chosen last
        self._usual_stack = STACKS_BB[-1]  # of opponents who play any stacks
        self._usual_thinking = USUAL_THINKING  # of opponents who solve
        self._version = app.ladders.version
        super().__init__(app, table, text("new_game.title"))
        self.controls.focus("opponents")

    # ---- what is chosen -------------------------------------------------------------------------------------
    def remembered(self) -> TableChoices:
        """Return what was chosen last; the style that the settings propose where nothing was."""
        kept = self.app.settings.tables.get(self.table, {})
        return TableChoices.from_words(kept, self.app.settings.coaching)

    @property
    def summary(self) -> str:
        """Say who is chosen."""
        guest = text("new_game.guest.label")
        name = self._opponent.name if self._opponent is not None else guest
        return text("new_game.chosen", name=name) if self.choices.agent else ""

    def begin(self) -> None:
        """Open the table; ask first where that would end a hand in play or a match."""
        left = self.app.saves.under_way(self.game)
        if left is None:
            self._sit_down()
            return
        body = left_in_words(self.app.agents, left)
        replies = [
            Reply("stay", text("new_game.left.stay"), nothing, "primary"),
            Reply("resume", text("new_game.left.resume"), self.resume),
            Reply("sit-down", text("new_game.left.go"), self._sit_down),
        ]
        self.app.overlay(Question(self.app, text("new_game.left.title"), body, replies))

    def _sit_down(self) -> None:
        """Remember the choices and open the table."""
        tables = with_last(self.app.settings.tables, self.table, self.choices.to_words())
        self.app.change(tables=tables)
        self.app.sit_down(self.choices.spec(self.table, self.app.new_seed()))

    def _open_ladder(self) -> None:
        self.app.go(self.app.routes.ladder(self.app, self.table))

    def enter(self) -> None:
        """Find out how far the player has climbed."""
        self.app.ladders.look(self.table)

    def update(self, dt: float) -> bool:
        """Show what has become known of the ladder."""
        if self._version != self.app.ladders.version:
            self._version = self.app.ladders.version
            self.build()
            self.show()
        return super().update(dt)

    def resume(self) -> None:
        """Go on with the game that was left at this table."""
        unfinished = self.app.saves.unfinished(self.game)
        if unfinished is not None:
            self.app.back()
            self.app.resume(unfinished.session)

    # ---- the widgets ----------------------------------------------------------------------------------------
    def build(self) -> None:
        """Make the widgets for the choices as they are."""
        self._scale = scale_in_words([one for one in self.app.agents if one.game == self.game])
        self._opponents = gallery(self.app.agents, self.game, self.choices.blinds)
        self._even = even_match(self.app.saves, self.app.agents, self.game, self._opponents)
        even = self._even.agent if self._even is not None else ""
        guests = (GUEST,) if self.table == games.TIC_TAC_TOE else ()
        agent = present_agent(self.choices.agent, self._opponents, even, guests)
        self.choices = replace(self.choices, agent=agent)
        if self._opponent is not None:
            self._met[self._opponent.key] = self.choices.agent
        self._settle_stack()
        self._settle_thinking()
        agents, stack = self.app.agents, int(self.choices.stack)
        cards = [card_of(opponent, self._entry_of(opponent), agents, stack) for opponent in self._opponents]
        ladder = self.app.ladders.known(self.game)
        cards = [marked(card, next_rung(ladder, self._opponents), self._even) for card in cards]
        if self.table == games.TIC_TAC_TOE:
            cards.append(guest_card())
        chosen = self._opponent.key if self._opponent is not None else GUEST
        self._gallery = Gallery("opponents", text("new_game.opponents"), cards, chosen, self._choose_opponent)
        self._gallery.empty = text("new_game.nobody")
        self._stages = self._make_stages()
        self._first = self.segments("first", first_options(self.table))
        self._stakes = stakes_rows(self.table, self.choices, self._stacks, self.segments)
        styles, style = self._styles(), self.choices.style
        self._style = RadioList("style", text("new_game.style"), styles, style, self.chooser("style"))
        label, key = text("new_game.sit_down"), text("keys.enter")
        self.begin_button = Button("sit-down", label, self.begin, kind="primary", keycap=key)
        self._ladder = Button("ladder", text("ladder.button"), self._open_ladder, keycap="L", style="label_b")
        self._resume = Button("resume", text("new_game.resume"), self.resume, keycap="R", style="label_b")
        self.begin_button.disabled = "" if self.choices.agent else text("new_game.nobody")

    def _settle_stack(self) -> None:
        """Let the stacks be some that are on offer; those against who plays any are kept for the next one."""
        depth = self._depth_of(self._opponent)
        own = () if depth is None else (depth,)
        self._stacks = sorted({*map(int, STACKS_BB), *own})
        if int(self.choices.stack) not in self._stacks:
            self.choices = replace(self.choices, stack=self._usual_stack)
        if depth is None:
            self._usual_stack = self.choices.stack

    def _settle_thinking(self) -> None:
        """Let only an opponent who solves have time to think, as much as the last one."""
        self._usual_thinking = self.choices.think or self._usual_thinking
        solves = self._opponent is not None and self._entry_of(self._opponent).solves
        self.choices = replace(self.choices, think=self._usual_thinking if solves else "")

    def _depth_of(self, opponent: Opponent | None) -> int | None:
        return None if opponent is None else only_depth(opponent, self.app.agents)

    @property
    def _opponent(self) -> Opponent | None:
        agent = self.choices.agent
        for opponent in self._opponents:
            if any(entry.name == agent for entry in opponent.entries):
                return opponent
        return None

    def _entry_of(self, opponent: Opponent) -> AgentEntry:
        """The stage of an opponent that is chosen, or was the last time; else the even match or the middle one."""
        even = self._even.agent if self._even is not None else ""
        met = self._met.get(opponent.key, even)
        middle = opponent.entries[
            (len(opponent.entries) - 1) // 2
        ]  # as `_present_agent` has it for a newcomer
        return next((entry for entry in opponent.entries if entry.name == met), middle)

    def _choose_opponent(self, key: str) -> None:
        """Take an opponent at the stage that was met last, and at the stacks where it has learnt only those."""
        stages = {opponent.key: self._entry_of(opponent).name for opponent in self._opponents}
        depth = self._depth_of(next((one for one in self._opponents if one.key == key), None))
        self.choose(agent=stages.get(key, GUEST), stack=self._usual_stack if depth is None else str(depth))

    def _styles(self) -> list[Option]:
        on_ladder = self.app.ladders.has(self.game, self.choices.agent)
        return style_options(self.table, self.choices, on_ladder=on_ladder)

    def _make_stages(self) -> Stages | None:
        opponent = self._opponent
        if opponent is None or len(opponent.entries) < 2:
            return None
        names, unit = stage_names(opponent.entries)
        options = [Option(entry.name, name) for entry, name in zip(opponent.entries, names, strict=True)]
        stages = Stages("stage", opponent.question, options, self.choices.agent, self.chooser("agent"))
        stages.unit = unit
        return stages

    def segment_label(self, name: str) -> str:
        """Name a row of segments."""
        return text(f"new_game.{name}")

    # ---- what stands on it ----------------------------------------------------------------------------------
    def margin_at(self, window: Breakpoint) -> float:
        """Return the margin, which grows with the window."""
        side = max(24.0, min(96.0, 40 + (window.width - 1280) * 0.2))
        return 20.0 if window.narrow else 40.0 if window.low else side

    def compose(self, window: Breakpoint) -> Box:
        """Gallery, and three columns in a panel, which stand below each other in a narrow window."""
        painter, inner = self.app.painter, window.width - 2 * self.margin_at(window)
        tight = window.height < TIGHT_HEIGHT
        panel = self._panel(window, inner)
        below = [Space(14.0 if tight else 26.0), panel, Space(12.0 if tight else 28.0)]
        heading = self._heading(inner).when(not window.narrow)
        others = self.above + Column(heading, *below).measure(painter, inner)
        lines = 2 if window.width / window.height < TALL_SHAPE else 1
        high = self._gallery.fit(painter, inner, self.room - others, as_list=window.narrow, lines=lines)
        return Column(heading, CardGallery(self._gallery, high), *below)

    def _heading(self, inner: float) -> Box:
        painter, heading = self.app.painter, text("new_game.heading")
        has_room = (
            painter.width(heading, "h1", 27)
            + painter.width(self._scale, "label")
            + 60
            + self._ladder.natural_width(painter)
            < inner
        )
        title = Column(Line(heading, "h1", height=28, size=27))
        scale = Column(Space(3), Line(self._scale, "label", "dim", height=28)).when(has_room)
        ladder = Column(Fitted(self._ladder, LADDER))
        return Row(title, Space(), scale, Space(GAP), ladder).sized(fixed(46))

    def _panel(self, window: Breakpoint, inner: float) -> Panel:
        about = Column(*self._about_opponent(window)), Column(*self._about_table(window))
        style = self._about_style(window)
        begin = self._buttons().when(not self.footed)
        if window.narrow:
            rules = [Rule(height=2 * PADDING) for _ in about]
            columns = [part for pair in zip(about, rules, strict=True) for part in pair]
            return Panel(*columns, *style, begin, head=PADDING, foot=PADDING, side=PADDING)
        shares = (0.30, 0.35, 0.35) if inner < 1100 else (0.31, 0.31, 0.38)
        style_column = Column(*style, Space(), begin, Space(PADDING - LOW_FOOT).when(not self.footed))
        columns = [box.sized(grow(share)) for box, share in zip((*about, style_column), shares, strict=True)]
        first, second, third = columns
        row = Row(first, _divider(), second, _divider(), third)
        return Panel(row.sized(natural(LOWEST_PANEL)), head=PADDING, foot=LOW_FOOT, side=PADDING)

    def _buttons(self) -> Box:
        """The button that begins, and beside it that which goes on with the game that was left."""
        begin, left = Control(self.begin_button, BEGIN_HEIGHT), self.app.saves.unfinished(self.game)
        resume = Control(self._resume, BEGIN_HEIGHT).sized(grow(RESUME_SHARE)).when(left is not None)
        return Row(resume, begin.sized(grow(1 - RESUME_SHARE)), gap=BUTTON_GAP)

    def _about_opponent(self, window: Breakpoint) -> list[Box]:
        opponent = self._opponent
        if opponent is None and self.choices.agent != GUEST:
            return [Caps(text("new_game.strength")), Words(text("new_game.nobody"), "label", "dim")]
        if opponent is None:
            return [
                Caps(text("new_game.two_people.caps")),
                Words(text("new_game.two_people.body"), "label", "dim"),
            ]
        strength = strength_at(self._entry_of(opponent), self.app.agents, int(self.choices.stack))
        parts: list[Box] = [Caps(opponent.question if self._stages else text("new_game.strength"))]
        if self._stages is not None:
            parts += [Control(self._stages, self._stages.height, after=8.0)]
        parts.append(Words(strength, "label", "text", 16))
        if self._even is not None and self._even.agent == self.choices.agent and not window.low:
            parts.append(Words(self._even.words, "label", "brass", 16))
        if window.narrow:
            parts.append(Control(self._ladder, LADDER, after=16.0))
        if window.low and self._stages is not None:
            return parts
        record = self.app.saves.record_against(self.game, *(entry.name for entry in opponent.entries))
        parts += [
            Caps(text("new_game.record")),
            Words(record_in_words(self.table, record), "label", "dim", 0),
        ]
        ladder = self.app.ladders.known(self.game)
        if ladder is not None and not window.low:
            parts += [Space(8), Words(place_in_words(ladder, self.app.agents), "label", "dim", 0)]
        return parts

    def _about_table(self, window: Breakpoint) -> list[Box]:
        rows = [self._first, *self._stakes]
        size, after = LOW_ROW if window.low else ROW
        parts: list[Box] = [Caps(text("new_game.table_caps"))]
        parts += [Control(row, size, after=after) for row in rows]
        return [*parts, Words(stakes_in_words(self.table, self.choices), "small", "dim", after=0)]

    def _has_room_for_notes(self, window: Breakpoint) -> bool:
        """Whether the styles stand below each other, with their notes: as high as the table beside them."""
        beside = len((self._first, *self._stakes)) * sum(LOW_ROW) + BESIDE_STYLES
        return not window.low or RADIO_STEP * len(self._style.options) <= max(3 * RADIO_STEP, beside)

    def _about_style(self, window: Breakpoint) -> list[Box]:
        self._style.columns = 1 if self._has_room_for_notes(window) else 2
        size = RADIO_STEP * self._style.lines
        left = self.app.saves.unfinished(self.game)
        closer = 0.0 if self.footed or window.narrow else PADDING - LOW_FOOT  # what the buttons leave free
        after = 16.0 if left is not None else 16.0 - closer
        parts: list[Box] = [Caps(text("new_game.style_caps")), Control(self._style, size, after=after)]
        if left is not None:
            if self.footed:
                parts.append(Control(self._resume, 40.0, after=8.0))
            words = left_in_words(self.app.agents, left.session, opening="game")
            parts.append(Words(words, "small", "dim", 10.0 - closer))
        return parts

    # ---- keys -----------------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Enter sits down, R goes on with the game that was left, L opens the ladder."""
        return {**super().bindings, "r": Binding(self.resume), "l": Binding(self._open_ladder)}


def _divider() -> Row:
    line = Column(Divider(overhang=2).sized(grow()), Space(PADDING - LOW_FOOT))
    return Row(Space(PADDING), line, Space(PADDING))
