"""New game: the page on which the user chooses the opponent, the stakes and the seats."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import ClassVar

from game.agent_entries import AgentEntry, who_plays
from game.features.new_game.choices import (
    easy_opponent,
    first_opponent,
    format_stakes,
    guest_card,
    list_tables,
    mark_card,
    present_agent,
    stakes_options,
    style_options,
)
from game.rules import games
from game.study.ladder import describe_climb, even_match, next_rung
from game.study.opponents import (
    Opponent,
    describe_left_game,
    format_strength,
    how_measured,
    only_depth,
    strength_at,
)
from game.study.saves import format_record
from game.study.table_choices import (
    GUEST,
    STACKS_BB,
    TableChoices,
    with_last,
)
from game.texts import capitalize, plural, text
from game.window.dialogs.dialog import Dialog
from game.window.frame.actions import action
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.frame.setup_screen import BEGIN_HEIGHT, SetupScreen, format_scale
from game.window.ui.layout import Box, Breakpoint, Column, Row, Space, Stack, Wrap, fixed, grow, natural
from game.window.ui.leaves import Aside, Caps, Control, Divider, Fitted, Line, Panel, Rule, Words
from game.window.ui.leaves import GalleryBox as CardGallery
from game.window.ui.leaves.bands import ButtonRow
from game.window.ui.widgets import Button, RadioList, Segmented
from game.window.ui.widgets.gallery import Gallery

PADDING, LOW_FOOT = 24.0, 18.0
RADIO_STEP = 31.0
TALL_SHAPE = 1.15
ROW, LOW_ROW = (40.0, 8.0), (38.0, 5.0)
LOWEST_PANEL = 178.0
TIGHT_HEIGHT = 760.0
BUTTON_GAP, RESUME_SHARE = 10.0, 0.42
LADDER, GAP = 36.0, 18.0
MEASURED, STYLE_FOOT = 30.0, 10.0
ROW_NAME, NAME_STEP = 86.0, 17.0
FIRST_STACK = "50"


class HowMeasured(Dialog):
    """The dialog that explains an opponent's strength: each measurement has a title and a paragraph."""

    name: ClassVar[str] = "how_measured"

    def __init__(self, app: Services, name: str, sections: Sequence[tuple[str, str]]) -> None:
        super().__init__(app, text("new_game.figures", name=name))
        self._sections = sections
        self._done = Button("close", text("common.close"), self.escape, kind="primary", style="label_b")

    def parts(self) -> Sequence[Box]:
        """Return the titles, each with its paragraph."""
        return [
            box for title, said in self._sections for box in (Caps(title), Words(said, "label", "text", 14))
        ]

    def buttons(self) -> list[Button]:
        return [self._done]

    def foot(self) -> Box:
        return ButtonRow(self.buttons())


class NewGame(SetupScreen[TableChoices]):
    """The page on which a game is set up."""

    name: ClassVar[str] = "new_game"
    keys: ClassVar[str] = "new_game"
    above, foot = 8.0, 0.0

    def __init__(self, app: Services, table: str) -> None:
        self._last_stages: dict[str, str] = {}  # the stage that was selected last, for each opponent
        self._usual_stack = STACKS_BB[-1]  # the stacks for opponents that play any stacks
        super().__init__(app, table, text("new_game.title"), ("sit-down", text("new_game.sit_down")))
        self.controls.focus("opponents")

    # ---- what is chosen -------------------------------------------------------------------------------------
    def last_choices(self) -> TableChoices:
        kept = self.app.settings.tables.get(self.table, {})
        return TableChoices.from_words(kept, self.app.settings.coaching)

    @property
    def summary(self) -> str:
        """Name the selected opponent."""
        guest = text("new_game.guest.label")
        name = self._opponent.name if self._opponent is not None else guest
        return text("new_game.chosen", name=name) if self.choices.agent else ""

    def begin(self) -> None:
        """Store the choices and open the table."""
        tables = with_last(self.app.settings.tables, self.table, self.choices.to_words())
        self.app.change(tables=tables)
        self.app.sit_down(self.choices.spec(self.table, self.app.new_seed()))

    def enter(self) -> None:
        self.app.models.ladders.look(self.table)

    @property
    def live_version(self) -> Hashable:
        return self.app.models.ladders.version

    @action("r", style="label_b", hinted=False)
    def resume(self) -> None:
        """Resume the unfinished game at this table."""
        unfinished = self.app.saves.unfinished(self.game)
        if unfinished is not None:
            self.app.back()
            self.app.resume(unfinished.session)

    @action("l", style="label_b", hinted=False)
    def ladder(self) -> None:
        self.app.open("ladder", self.table)

    @action("h", style="label_b", hinted=False)
    def show_figures(self) -> None:
        assert self._opponent is not None
        self.app.overlay(HowMeasured(self.app, self._opponent.name, self._figures))

    @show_figures.when
    def _has_figures(self) -> bool:
        return self._opponent is not None and bool(self._figures)

    @property
    def _figures(self) -> Sequence[tuple[str, str]]:
        assert self._opponent is not None
        return how_measured(self._player(self._find_entry(self._opponent)).strength)

    def _player(self, entry: AgentEntry) -> AgentEntry:
        """Return the agent that plays for `entry` with the selected stacks."""
        return who_plays(entry, self.app.agents, int(self.choices.stack))

    @action("s", style="label_b", hinted=False)
    def start_here(self) -> None:
        """Open a first table for a newcomer: an easy opponent, a small stack, and hints."""
        self.choose_first_table()
        self.begin()

    @start_here.when
    def _is_offered(self) -> bool:
        return self._is_newcomer and bool(self.opponents)

    def choose_first_table(self) -> None:
        """Select the choices for a newcomer: an easy opponent, a small stack, and hints."""
        easy = easy_opponent(self.opponents)
        agent = easy.default_entry.name if easy is not None else ""
        self.choose(agent=agent, stack=FIRST_STACK, style="teaching", form="cash", think="")

    # ---- the widgets ----------------------------------------------------------------------------------------
    def build(self) -> None:
        """Make the widgets for the current choices."""
        self._scale = format_scale([one for one in self.app.agents if one.game == self.game])
        self._even = even_match(self.app.saves, self.app.agents, self.game, self.opponents)
        even = self._even.agent if self._even is not None else ""
        guests = (GUEST,) if self.table == games.TIC_TAC_TOE else ()
        self._is_newcomer = not any(hands for hands, _ in self.app.saves.scores(self.game).values())
        agent = present_agent(self.choices.agent, self.opponents, even, guests)
        self.choices = replace(self.choices, agent=agent)
        if self._opponent is not None:
            self._last_stages[self._opponent.key] = self.choices.agent
        self._settle_stack()
        self.usual_thinking = self.choices.think or self.usual_thinking
        solves = self._opponent is not None and self._find_entry(self._opponent).solves
        self.choices = replace(self.choices, think=self.usual_thinking if solves else "")
        cards = [self.make_card(opponent, self._find_entry(opponent)) for opponent in self.opponents]
        ladder = self.app.models.ladders.find(self.game)
        next_one = first_opponent(self.opponents) if self._is_newcomer else next_rung(ladder, self.opponents)
        cards = [mark_card(card, next_one, self._even) for card in cards]
        if self.table == games.TIC_TAC_TOE:
            cards.append(guest_card())
        chosen = self._opponent.key if self._opponent is not None else GUEST
        self._gallery = Gallery("opponents", text("new_game.opponents"), cards, chosen, self._choose_opponent)
        self._gallery.empty = text("new_game.nobody")
        self._stages = self.stages("stage", "agent")
        self._rows = self._make_rows(self.choices)
        on_ladder = self.app.models.ladders.has(self.game, self.choices.agent)
        styles, style = style_options(self.table, self.choices, on_ladder=on_ladder), self.choices.style
        self._style = RadioList("style", text("new_game.style"), styles, style, self.chooser("style"))

    def _make_rows(self, choices: TableChoices) -> list[Segmented]:
        """Return the rows of the table that `choices` describe."""
        rows = stakes_options(self.table, choices, self._stacks)
        thinking = self.make_thinking_row("think", "agent")
        made = [self.segments(name, options) for name, options in rows.items()]
        return made if thinking is None else [*made, thinking]

    def _settle_stack(self) -> None:
        """List the stacks that the selected opponent can play, and select an available stack.

        If an opponent can play any stacks, the user's choice is remembered for the next such opponent.
        """
        depth = self._find_depth(self._opponent)
        own = () if depth is None else (depth,)
        self._stacks = sorted({*map(int, STACKS_BB), *own})
        if int(self.choices.stack) not in self._stacks:
            self.choices = replace(self.choices, stack=self._usual_stack)
        if depth is None:
            self._usual_stack = self.choices.stack

    def _find_depth(self, opponent: Opponent | None) -> int | None:
        return None if opponent is None else only_depth(opponent, self.app.agents)

    @property
    def _opponent(self) -> Opponent | None:
        return self.opponent(self.choices.agent)

    def _find_entry(self, opponent: Opponent) -> AgentEntry:
        """Return the entry of an opponent: the stage chosen last, else the even match, else the default entry."""
        even = self._even.agent if self._even is not None else ""
        met = self._last_stages.get(opponent.key, even)
        return next((entry for entry in opponent.entries if entry.name == met), opponent.default_entry)

    def _choose_opponent(self, key: str) -> None:
        """Select an opponent at the stage chosen last.

        If the opponent has learnt only one stack depth, select this depth too.
        """
        stages = {opponent.key: self._find_entry(opponent).name for opponent in self.opponents}
        depth = self._find_depth(next((one for one in self.opponents if one.key == key), None))
        self.choose(agent=stages.get(key, GUEST), stack=self._usual_stack if depth is None else str(depth))

    def segment_label(self, name: str) -> str:
        return text(f"new_game.{name}")

    # ---- the layout -----------------------------------------------------------------------------------------
    def margin_at(self, window: Breakpoint) -> float:
        side = max(24.0, min(96.0, 40 + (window.width - 1280) * 0.2))
        return 20.0 if window.narrow else 40.0 if window.low else side

    def compose(self, window: Breakpoint) -> Box:
        """Return the gallery and a panel with three columns, which are stacked in a narrow window.

        The panel is as high as its longest possible content, so that no choice changes the size of the cards.
        """
        painter, inner = self.app.painter, window.width - 2 * self.margin_at(window)
        above, foot = (14.0, 12.0) if window.height < TIGHT_HEIGHT else (26.0, 28.0)
        heading = self._heading(inner).when(not window.narrow)
        every = self._every_opponent(window), self._every_table(window)
        longest = self._panel(window, inner, *every, lowest=LOWEST_PANEL)
        others = Column(Space(self.above), heading, Space(above), longest, Space(foot))
        room = self.room - others.measure(painter, inner)
        lines = 2 if window.width / window.height < TALL_SHAPE else 1
        high = self._gallery.fit(painter, inner, room, as_list=window.narrow, lines=lines)
        about = Column(*self._about_opponent(window, self.choices.agent))
        stakes = Column(*self._about_table(window, self.choices, self._rows))
        lowest = longest.measure(painter, inner) - PADDING - LOW_FOOT
        gallery = CardGallery(self._gallery, high)
        panel = self._panel(window, inner, about, stakes, lowest=lowest)
        return Column(heading, gallery, Space(above), panel, Space(foot))

    def _heading(self, inner: float) -> Box:
        painter, heading = self.app.painter, text("new_game.heading")
        has_room = (
            painter.width(heading, "h1", 27)
            + painter.width(self._scale, "label")
            + 60
            + self.ladder.button.natural_width(painter)
            + (self.start_here.button.natural_width(painter) + GAP if self._is_offered() else 0)
            < inner
        )
        title = Column(Line(heading, "h1", height=28, size=27))
        scale = Column(Space(3), Line(self._scale, "label", "dim", height=28)).when(has_room)
        first = Column(Fitted(self.start_here.button, LADDER)).when(self._is_offered())
        ladder = Column(Fitted(self.ladder.button, LADDER))
        return Row(
            title, Space(), scale, Space(GAP), first, Space(GAP).when(self._is_offered()), ladder
        ).sized(fixed(46))

    def _every_opponent(self, window: Breakpoint) -> Box:
        """Return the descriptions of all opponents at all stages, one on top of another."""
        agents = [self.choices.agent]
        if not window.narrow:
            agents += [entry.name for opponent in self.opponents for entry in opponent.entries]
            agents += [GUEST] if self.table == games.TIC_TAC_TOE else []
        return Stack(*(Column(*self._about_opponent(window, agent)) for agent in agents))

    def _every_table(self, window: Breakpoint) -> Box:
        """Return the choices of all kinds of tables, one on top of another."""
        every = [self.choices] if window.narrow else list_tables(self.choices, self._stacks)
        return Stack(*(Column(*self._about_table(window, one, self._make_rows(one))) for one in every))

    def _panel(self, window: Breakpoint, inner: float, *about: Box, lowest: float) -> Panel:
        """Return the panel. `about` has the descriptions of the opponent and of the table.

        In a window that is not narrow, the columns of the panel are at least `lowest` dp high.
        """
        shares = (0.28, 0.35, 0.37) if inner < 1100 else (0.31, 0.31, 0.38)
        style = self._style_parts(window, inner - 2 * PADDING, shares[-1])
        begin = self.foot_buttons().when(not self.has_fixed_footer)
        if window.narrow:
            rules = [Rule(height=2 * PADDING) for _ in about]
            columns = [part for pair in zip(about, rules, strict=True) for part in pair]
            return Panel(*columns, *style, begin, head=PADDING, foot=PADDING, side=PADDING)
        style_column = Column(
            *style, Space(), begin, Space(PADDING - LOW_FOOT).when(not self.has_fixed_footer)
        )
        columns = [box.sized(grow(share)) for box, share in zip((*about, style_column), shares, strict=True)]
        first, second, third = columns
        row = Row(first, _divider(), second, _divider(), third)
        return Panel(row.sized(natural(lowest)), head=PADDING, foot=LOW_FOOT, side=PADDING)

    def _style_parts(self, window: Breakpoint, inner: float, share: float) -> list[Box]:
        """Return the styles with their notes.

        In a low window that is too narrow for the notes, the styles are in two columns. If the note of the chosen
        style has no room next to it, the note is below the styles.
        """
        options, painter = self._style.options, self.app.painter
        width = inner if window.narrow else (inner - 4 * PADDING) * share
        is_noted = not window.low or self._style.has_room(options, painter, width)
        self._style.columns = 1 if is_noted else 2
        chosen = [option for option in options if option.value == self.choices.style]
        is_shown = self._style.has_room(chosen, painter, width / self._style.columns)
        return [
            Caps(text("new_game.style_caps")),
            Control(self._style, RADIO_STEP * self._style.lines, after=STYLE_FOOT),
            *(Words(option.note, "small", "dim").when(not is_shown) for option in chosen),
        ]

    def foot_buttons(self) -> Box:
        """Return the start button, with the button that resumes the unfinished game beside it."""
        begin, left = Control(self.begin_button, BEGIN_HEIGHT), self.app.saves.unfinished(self.game)
        if left is not None:
            self.resume.button.tooltip = describe_left_game(self.app.agents, left.session)
        resume = Control(self.resume.button, BEGIN_HEIGHT).sized(grow(RESUME_SHARE)).when(left is not None)
        return Row(resume, begin.sized(grow(1 - RESUME_SHARE)), gap=BUTTON_GAP)

    def _about_opponent(self, window: Breakpoint, agent: str) -> list[Box]:
        """Describe the opponent of which `agent` is a stage."""
        opponent, ladder = self.opponent(agent), self.app.models.ladders.find(self.game)
        stages = self._stages if agent == self.choices.agent else self.stages("stage", "agent", agent)
        if opponent is None:
            guest = agent == GUEST
            caps, body = "new_game.strength", "new_game.nobody"
            if guest:
                caps, body = "new_game.two_people.caps", "new_game.two_people.body"
            return [Caps(text(caps)), Words(text(body), "label", "dim")]
        even = standing = ""
        if self._even is not None and self._even.agent == agent and not window.low:
            even = self._even.hint
        if ladder is not None and (stages is None or not window.low):
            standing = describe_climb(ladder, self.app.agents)
        record = self.app.saves.record_against(self.game, *(entry.name for entry in opponent.entries))
        hands = plural(f"common.{games.played_in(self.game)}", record.left_out)
        not_counted = text("new_game.not_counted", hands=hands)
        has_room = not window.low or stages is None
        return [
            Caps(opponent.question if stages is not None else text("new_game.strength")),
            Box() if stages is None else Control(stages, stages.height, after=8.0),
            Words(opponent.line, "label", "dim", 4).when(self._gallery.is_brief and stages is None),
            *self._about_strength(next(one for one in opponent.entries if one.name == agent), window),
            Words(even, "label", "brass", 16).when(even),
            Control(self.ladder.button, LADDER, after=16.0).when(window.narrow),
            Caps(text("new_game.record")).when(has_room),
            Words(format_record(self.table, record), "label", "dim", 0).when(has_room),
            Words(not_counted, "label", "dim", 0).when(has_room and record.left_out),
            Space(8).when(standing),
            Words(standing, "label", "dim", 0).when(standing),
        ]

    def _about_strength(self, entry: AgentEntry, window: Breakpoint) -> list[Box]:
        """Return a sentence about the strength of an agent.

        If the agent has a rating, add the rating, and a button that explains how the strength was measured.

        In a low window, only the button is shown.
        """
        strength, measured = strength_at(entry, self.app.agents, int(self.choices.stack)), self._player(entry)
        if not how_measured(measured.strength):
            return [Words(strength, "label", "text", 16)]
        rating = Line(capitalize(format_strength(measured.strength)), "small", "dim", height=MEASURED)
        rating = rating.when(not window.low)
        button = Fitted(self.show_figures.button, MEASURED)
        return [Words(strength, "label", "text", 8), Wrap(rating, button, gap=GAP, row_gap=0), Space(12)]

    def _about_table(self, window: Breakpoint, choices: TableChoices, rows: Sequence[Segmented]) -> list[Box]:
        size, after = LOW_ROW if window.height < TIGHT_HEIGHT else ROW
        return [
            Caps(text("new_game.table_caps")),
            *(self._named_row(row, size, after) for row in rows),
            Words(format_stakes(self.table, choices), "small", "dim", after=0),
            Space(size + after).when(self._has_solvers and rows[-1].name != "think"),
        ]

    @property
    def _has_solvers(self) -> bool:
        """Whether any opponent has a thinking time.

        If so, space for the row of thinking times is always reserved, so that nothing moves.
        """
        return any(opponent.solver is not None for opponent in self.opponents)

    def _named_row(self, row: Segmented, height: float, after: float) -> Box:
        """Return a segmented control beside its name.

        If the control has three long options, the control is below the name at full width.
        """
        if row.name == "variant" or (row.name == "first" and self.table != games.HOLDEM):
            return Column(
                Line(row.label, "small", "dim", height=NAME_STEP), Control(row, height, after=after)
            )
        name = Aside(row.label, "small", "dim", height=height, step=NAME_STEP)
        line = Row(name.sized(fixed(ROW_NAME)), Control(row, height).sized(grow()), gap=8)
        return Column(line.sized(fixed(height)), Space(after))


def _divider() -> Row:
    line = Column(Divider(overhang=2).sized(grow()), Space(PADDING - LOW_FOOT))
    return Row(Space(PADDING), line, Space(PADDING))


@page("new_game")
def new_game(app: Services, table: str, agent: str = "") -> NewGame:
    """Return the page that sets up a game at a table of the menu.

    On this page, `agent` is selected, or if `agent` is empty, the suggested agent.
    """
    setup = NewGame(app, table)
    if agent:
        setup.choose(agent=agent)
    return setup


@page("first_hand")
def start_first_hand(app: Services, table: str) -> None:
    """Start a first game at a table of the menu: an easy opponent, a small stack, and hints."""
    setup = NewGame(app, table)
    setup.choose_first_table()
    app.go(setup)
    setup.begin()


@page("challenge")
def challenge(app: Services, table: str, agent: str) -> None:
    """Start a game of the default style at a table of the menu against an agent."""
    setup = NewGame(app, table)
    setup.choose(agent=agent, style="match")
    app.go(setup)
    setup.begin()
