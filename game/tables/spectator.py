"""A table with a spectator: its pace, its controls, and the pages on which a decision can be studied."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Protocol

from game.core import Decision, Seat
from game.match.session import Session
from game.rules import games
from game.rules.betting import Street
from game.study.amounts import Amounts
from game.study.judgements import question_at
from game.study.models import SearchSpot, find_decision, searcher
from game.study.opponents import Portrait
from game.tables.game_view import EVERYBODY, MIX_HEIGHT, NOBODY, Known, mix_box
from game.tables.parts import TablePace
from game.tables.screen import TableScreen
from game.texts import current, text
from game.window.frame import table_frame
from game.window.frame.actions import BoundAction, action
from game.window.frame.requests import Thinking
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, Row, grow, share
from game.window.ui.leaves import Filled, across
from game.window.ui.widgets import Act, Button, Option, Segmented, Widget

PACES = {"0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "instant": None}
REST_SECONDS = 1.4  # seconds between two hands at normal speed


class StepSource(Protocol):
    """The source of the steps at a watched table: agents in the worker, or a stored hand."""

    @property
    def next_decision(self) -> Decision | None:
        """The upcoming decision if it is already known."""

    def go_on(self, dt: float) -> bool:
        """Take the next step if the user has requested a step or a step is due.

        Return whether the next frame is needed.
        """

    def interrupt(self) -> None:
        """Cancel the pending requests, because the user takes over a seat or has changed the pace."""


class Playback(TablePace):
    """The pace of a watched table: the hand runs, is paused, or takes single steps."""

    table: Spectator
    source: StepSource

    def __init__(self, table: Spectator) -> None:
        super().__init__(table)
        speed = table.app.settings.speed
        self.running = True
        self.speed = speed if speed in PACES else "1"
        self.is_step_granted = False
        self._seconds_rested = 0.0

    @property
    def rate(self) -> float | None:
        return PACES[self.speed]

    @property
    def wanted(self) -> bool:
        return self.running or self.is_step_granted

    @property
    def instant(self) -> bool:
        return self.running and self.rate is None

    def set_running(self, *, running: bool) -> None:
        """Start or pause the table."""
        self.running = running
        self.is_step_granted = False
        self._seconds_rested = REST_SECONDS if running else 0.0
        self.source.interrupt()
        self.table.relayout()

    def come_to_rest(self) -> None:
        self.set_running(running=False)
        self.table.timeline.finish()

    def on_change(self) -> None:
        self.is_step_granted = False
        self._seconds_rested = 0.0

    def proceed(self, dt: float) -> bool:
        return self.table.timeline.animation_step is None and self.source.go_on(dt)

    def is_rested(self, dt: float, seconds: float) -> bool:
        """Let `dt` seconds pass.

        Return whether a pause of `seconds` is over or the user has requested a step.
        """
        self._seconds_rested += dt
        return self.is_step_granted or self._seconds_rested >= seconds

    def play_again(self, dt: float) -> bool:
        """Redo the next action that was undone, once the minimum thinking time of an agent has passed."""
        if self.is_rested(dt, Thinking.MIN_SECONDS):
            table = self.table
            before = len(table.session.steps)
            table.session.redo()
            table.after_change()
            table.show_steps(before)
        return True


AHEAD, RULES = "ahead", "rules"
"""The names of the buttons in the header."""


def has_look_ahead(table: TableScreen) -> bool:
    """Return whether an agent at this table searches ahead."""
    return table.game == games.HOLDEM and any(
        searcher(table.agents, seat) for seat in table.session.spec.seats
    )


def look_ahead(table: TableScreen) -> None:
    """Open the search page for this decision, or the solver if the agent does not search."""
    app, session = table.app, table.session
    info = find_decision(session, table.shown_steps)
    if info is None:
        app.say(text("search.no_decision"))
        return
    seat = session.get_seat(info.player)
    who = 1 - seat if session.is_person(seat) else seat
    agent = searcher(app.agents, session.spec.seats[who])
    if agent is None:
        solve_decision(table)
        return
    first, second = (table.portrait(session.get_seat(player)).name for player in (0, 1))
    at_hand = session.seat_to_act is not None and info == session.info(seat)
    seed = session.decision_seed if at_hand else ""
    amounts = Amounts(table.in_blinds, info.rules.big_blind, session.chip_unit)
    spot = SearchSpot(info, agent, (first, second), amounts, seed)
    app.open("search", spot)


def solve_decision(table: TableScreen) -> None:
    """Open the solver at the current decision. Before the flop, say that there is no decision to solve."""
    app, info = table.app, find_decision(table.session, table.shown_steps)
    if info is None or info.street == Street.PREFLOP:
        app.say(text("solver.no_decision"))
    else:
        app.open("solver_at", question_at(games.HOLDEM, info))


def ask_experts(table: TableScreen, *, open_cards: bool) -> None:
    """Open the experts page for the current decision. Cards that are hidden here are left out."""
    app, info = table.app, find_decision(table.session, table.shown_steps)
    if info is None:
        app.say(text("expert.no_decision"))
    else:
        app.open("experts", info, open_cards)


GAP = 8.0
FIRST_ROW = (1.8, 1.0, 1.0, 3.2)
TIGHT_FIRST_ROW = (1.4, 0.9, 0.9, 3.8)
WIDEST_ROW = 920.0
ROOM_FOR_KEYS = 640.0
PADDING, LOW_PADDING, LOW_ACTION_BAR = 12.0, 10.0, 100.0


class Spectator(TableScreen):
    """A table with a spectator. Subclasses define the side column and the source of the actions.

    The lower row of the action bar has the switch that shows all cards, and the buttons of `more`. `shares`
    are the relative widths of these controls.
    """

    shares: ClassVar[Sequence[float]]
    sizes: table_frame.Sizes = table_frame.Sizes(112, 88, (268, 320, 380), band=(236, 260))

    def __init__(self, app: Services, session: Session, below: Seat = 0) -> None:
        super().__init__(app, session, below)
        self.open_cards = True
        self.pace = Playback(self)
        speeds = [Option(speed, text(f"watch.speeds.{speed}")) for speed in PACES]
        self.speeds = Segmented("speed", text("watch.speed"), speeds, self.pace.speed, self.set_speed)
        sights = [Option("open", text("watch.open")), Option("closed", text("watch.closed"))]
        self.sight = Segmented("sight", text("watch.cards"), sights, "open", self.set_sight)
        self.sight.disabled = text("watch.no_cards") if self.game == games.TIC_TAC_TOE else ""
        self.controls.focus("run")

    # ---- interface of subclasses ----------------------------------------------------------------------------
    @property
    @abstractmethod
    def more(self) -> Sequence[BoundAction[[]]]:
        """The actions that have a button in the lower row."""

    def no_mix(self, seat: Seat) -> str:
        return text("watch.no_mix")

    def run_label(self) -> str:
        """Return the label of the main button, as a text key without the prefix "watch"."""
        return "pause" if self.pace.running else "run"

    # ---- content --------------------------------------------------------------------------------------------
    @property
    def open_players(self) -> Known:
        """The players whose cards are visible before the showdown. Unknown cards are never visible."""
        return EVERYBODY - self.session.hidden_players if self.open_cards else NOBODY

    def seat_name(self, seat: Seat) -> str:
        return self.portrait(seat).name

    def portrait(self, seat: Seat) -> Portrait:
        """Return the portrait of a seat. If both seats have the same name, the portrait's name gets an addition.

        The addition is the stage or, if the stages are also the same, a mark for one of the seats.
        """
        shown, mark = super().portrait(seat), self.seat_mark(seat)
        if mark and mark == shown.stage.partition(" ")[0]:
            return replace(shown, name=text("watch.at_stage", name=shown.name, stage=mark))
        return replace(shown, name=text("watch.twin", name=shown.name)) if mark and seat else shown

    def seat_mark(self, seat: Seat) -> str:
        """Return the stage or number that distinguishes a seat from another seat of the same name, else ""."""
        own, other = super().portrait(seat), super().portrait(1 - seat)
        if own.name != other.name:
            return ""
        if own.stage and own.stage != other.stage:
            return own.stage.split()[0]
        return current().many("watch.twin_marks")[seat]

    def mix(self, seat: Seat, aside: str = "", height: float = MIX_HEIGHT) -> Box:
        upcoming = self.pace.source.next_decision if self.timeline.animation_step is None else None
        return mix_box(self.view, seat, upcoming, self.no_mix(seat), mark=aside, height=height)

    def enter(self) -> None:
        if not self._phase:
            self.show_steps(0)

    # ---- actions of the spectator ---------------------------------------------------------------------------
    @action("space", kind="primary")
    def run(self) -> None:
        self.pace.set_running(running=not self.pace.running)

    @run.label
    def _run_label(self) -> str:
        return text(f"watch.{self.run_label()}")

    @action("right", "s", cap="→ or S", repeats=True, control="step", style="label_b")
    def step_on(self) -> None:
        """Pause, and show one more action. If an animation is running, end it first."""
        self.pace.set_running(running=False)
        if self.timeline.animation_step is not None:
            self.timeline.finish()
        elif self.phase != "done":
            self.pace.is_step_granted = True
        self.relayout()

    @action("left", cap="←", repeats=True, style="label_b")
    def step_back(self) -> None:
        """Pause, and go back to the last decision."""
        self.pace.set_running(running=False)
        if self.session.can_step_back:
            self.session.step_back()
            self.timeline.finish()
            self.after_change()

    @action(*map(str, range(1, len(PACES) + 1)), cap=f"1 – {len(PACES)}")
    def choose_speed(self, index: int) -> None:
        self.set_speed(list(PACES)[index])

    def set_speed(self, speed: str) -> None:
        """Let the hand run at another speed."""
        self.pace.speed = self.speeds.chosen = speed
        self.pace.source.interrupt()
        self.relayout()

    @action("o")
    def toggle_cards(self) -> None:
        self.set_sight("closed" if self.open_cards else "open")

    def set_sight(self, sight: str) -> None:
        """Show all cards, or only the cards that a showdown reveals."""
        self.sight.chosen = sight
        self.open_cards = sight == "open"
        self.timeline.finish()
        self.relayout()

    def go_on_like(self, before: Spectator) -> None:
        self.pace.speed = self.speeds.chosen = before.pace.speed
        self.set_sight(before.sight.chosen)

    @action("a", game=games.HOLDEM)
    def look_ahead(self) -> None:
        """Open the search or the solver for the current decision, if all cards are shown."""
        self.pace.come_to_rest()
        if self.open_cards:
            look_ahead(self)
        else:
            self.app.say(text("search.closed"))

    @action("v", game=games.HOLDEM)
    def solve_decision(self) -> None:
        self.pace.come_to_rest()
        solve_decision(self)

    @action("e", game=games.HOLDEM)
    def ask_experts(self) -> None:
        self.pace.come_to_rest()
        ask_experts(self, open_cards=self.open_cards)

    @look_ahead.when
    @solve_decision.when
    @ask_experts.when
    def _has_studies(self) -> bool:
        return self.game == games.HOLDEM

    @property
    def icons(self) -> tuple[str, ...]:
        ahead = (AHEAD,) if has_look_ahead(self) else ()
        return (*ahead, RULES) if self.game == games.HOLDEM else ahead

    def _header_acts(self) -> dict[str, Act]:
        return super()._header_acts() | {AHEAD: self.look_ahead, RULES: self.ask_experts}

    # ---- layout and drawing ---------------------------------------------------------------------------------
    def first_focus(self) -> str:
        return "run"

    def compose_action_bar(self) -> Box:
        """Return two rows of buttons."""
        _, _, width, height = self.regions.action_bar
        roomy, pad = width > ROOM_FOR_KEYS, LOW_PADDING if height < LOW_ACTION_BAR else PADDING
        pace, more = (
            [self._button(one, roomy=roomy) for one in row]
            for row in ((self.run, self.step_back, self.step_on), self.more)
        )
        self.step_back.button.disabled = "" if self.session.can_step_back else text("watch.at_the_start")
        self.step_on.button.disabled = text("watch.at_the_end") if self.phase == "done" else ""
        first = zip((*pace, self.speeds), FIRST_ROW if roomy else TIGHT_FIRST_ROW, strict=True)
        second = zip((self.sight, *more), self.shares, strict=True)
        rows = Column(_shared(first), _shared(second), gap=GAP, padding=pad)
        return across(rows.sized(share(1.0, most=WIDEST_ROW + 2 * pad)))

    def _button(self, act: BoundAction[[]], *, roomy: bool) -> Button:
        """Return the button of an action. If there is room, the button shows the first key."""
        button = act.button
        button.keycap = act.action.first_key if roomy else ""
        return button


def _shared(widgets: Iterable[tuple[Widget, float]]) -> Row:
    boxes = (Filled(widget).sized(grow(weight)) for widget, weight in widgets)
    return Row(*boxes, gap=GAP).sized(grow())
