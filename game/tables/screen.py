"""The screen of every table: a session, its view, its parts, and the layout of the window.

README.md lists which module is responsible for what. The module `play` adds a person, the module `spectator`
a spectator. Agents decide in the worker process. If the worker dies, the hand waits, and the user can try
again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from game.agent_entries import AgentEntry
from game.core import DEFAULT_BUDGET, Action, Budget, Decision, Seat
from game.match.session import Session, Step
from game.rules import games
from game.study.opponents import Portrait, load_entry, portrait
from game.study.play import ActNow, AgentKey, Decide, GetReady, TellResult
from game.tables.game_view import AnyView, Known
from game.tables.holdem.view import HoldemView
from game.tables.kuhn.view import KuhnView
from game.tables.narration import Narration, end_sentences
from game.tables.parts import TablePart
from game.tables.tic_tac_toe.view import BoardView
from game.texts import text
from game.window.dialogs.dialog import Question, Reply, nothing
from game.window.frame import table_frame
from game.window.frame.actions import action
from game.window.frame.requests import Requests, Thinking
from game.window.frame.screen import Screen, Services
from game.window.frame.table_frame import Header, SideColumn, TableBox
from game.window.ui.animation import AnimationStep, Timeline
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.input import Key
from game.window.ui.layout import Box, Column, grow
from game.window.ui.widgets import Act, Button, Scroll, Widget

VIEWS: Mapping[str, type[BoardView | KuhnView | HoldemView]] = {
    games.TIC_TAC_TOE: BoardView,
    games.KUHN_POKER: KuhnView,
    games.KUHN_HALF_STREET: KuhnView,
    games.HOLDEM: HoldemView,
}


class TableScreen(Screen, ABC):
    """The base class of tables. Subclasses define who acts, the phases, the parts and the boxes."""

    shared_words: ClassVar[str] = "table"
    sizes: table_frame.Sizes
    view: AnyView
    parts: tuple[TablePart, ...] = ()
    """The parts, in the order in which they are notified of steps, changes, phases and time."""

    def __init__(self, app: Services, session: Session, below: Seat = 0) -> None:
        super().__init__(app)
        self.session = session
        self.below = below
        self.view = VIEWS[self.game](self)
        self.timeline: Timeline[Any] = Timeline(self._begin_animation)
        self.requests = Requests(app, self.relayout)
        self.thinking = Thinking(self.requests)
        self.try_again = Button("try-again", text("table.try_again"), self.call_back, kind="primary")
        self.regions = table_frame.divide(1280, 720, self.sizes)
        self.drawer_open = False
        self.side_scroll = Scroll(self.relayout)
        self._side_column = SideColumn(self.side_scroll)
        self._middle: Sequence[Box] = ()
        self._phase = ""
        self._getting_ready: list[int] = []
        self.narration = Narration(self)

    # ---- interface of subclasses ----------------------------------------------------------------------------
    @property
    @abstractmethod
    def phase(self) -> str:
        """The phase of the table, which says for whom or what the table waits. The layout depends on the phase."""

    @abstractmethod
    def first_focus(self) -> str:
        """Return the name of the control that is focused when a phase begins: a likely, harmless action."""

    @abstractmethod
    def compose_action_bar(self) -> Box: ...

    @abstractmethod
    def compose_sides(self) -> Sequence[Box]:
        """Return the boxes of the side column and, in a wide window, of the second column."""

    def compose_foot(self) -> Box:
        """Return the bottom of the side column, which stays visible when the column scrolls."""
        return Box()

    def compose_strip(self) -> Box:
        return Box()

    def compose_middle(self) -> Sequence[tuple[Box, Rect]]:
        """Return table, strip and action bar, each with its rectangle."""
        table = Column(TableBox(self.view.table, self.picture).sized(grow()), padding=self.view.margin)
        strip, action_bar = self.compose_strip(), self.compose_action_bar()
        parts = self.regions
        return (table, parts.table), (strip, parts.strip), (action_bar, parts.action_bar)

    @property
    @abstractmethod
    def subtitle(self) -> str: ...

    @property
    def title(self) -> str:
        return text(f"games.{self.game}")

    @property
    def notice_room(self) -> Rect | None:
        return self.header.notice_room

    @property
    def icons(self) -> tuple[str, ...]:
        return ()

    @property
    def more_icons(self) -> tuple[str, ...]:
        """The names of further buttons of the header.

        If there is a drawer, these buttons are hidden to save room.
        """
        return ()

    def panels(self) -> Sequence[Rect]:
        """Return the rectangles of the window that are drawn as panels."""
        parts = self.regions
        strip = (parts.strip,) if parts.strip[3] else ()
        return (parts.action_bar, *(() if parts.has_drawer else parts.sides), *strip)

    # ---- content --------------------------------------------------------------------------------------------
    @property
    def open_players(self) -> Known | None:
        return None

    @property
    def known_opponent(self) -> AgentKey | None:
        return None

    @property
    def shown_steps(self) -> tuple[Step, ...]:
        return self.session.steps[: self.timeline.mark]

    @property
    def in_blinds(self) -> bool:
        return self.app.settings.in_blinds

    @abstractmethod
    def shown_total(self, seat: Seat) -> float:
        """Return the total winnings of a seat over the hands whose animation has ended."""

    def picture(self) -> Any:
        """Return the current picture of the table."""
        animation_step = self.timeline.animation_step
        scene = animation_step.scene if animation_step is not None else None
        return self.view.picture(scene, self.timeline.share)

    # ---- players --------------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        return self.session.spec.game

    @property
    def agents(self) -> list[AgentEntry]:
        spec = self.session.spec
        return [one for one in self.app.agents if one.game == spec.game and one.blinds in (None, spec.blinds)]

    def portrait(self, seat: Seat) -> Portrait:
        return portrait(self.agents, self.session.spec.seats[seat])

    def solves(self, seat: Seat) -> bool:
        return any(one.solves for one in self.agents if one.name == self.session.spec.seats[seat])

    def agent_at(self, seat: Seat) -> AgentKey:
        spec = self.session.spec
        return AgentKey(spec.game, spec.seats[seat], spec.blinds)

    @property
    def seated_agents(self) -> tuple[AgentKey, ...]:
        return self.agent_at(0), self.agent_at(1)

    def known_agent(self, seat: Seat) -> AgentKey | None:
        """Return the agent in a seat if this is a poker table with hints and the strategy is not secret."""
        spec, name = self.session.spec, self.session.spec.seats[seat]
        if not spec.teaching or self.game == games.TIC_TAC_TOE:
            return None
        entry = next((one for one in self.agents if one.name == name), None) or load_entry(name)
        return self.agent_at(seat) if entry is not None and entry.is_coached_against else None

    def keep_hand(self) -> None:
        """Add the finished hand to the history."""
        models = filter(None, map(load_entry, self.session.spec.seats))
        versions = {entry.name: entry.version for entry in (*self.agents, *models)}
        first, second = self.session.spec.seats
        self.app.archive.record(self.session, (versions.get(first, ""), versions.get(second, "")))

    # ---- voice ----------------------------------------------------------------------------------------------
    @property
    def spoken_title(self) -> str:
        return end_sentences(self.title, self.subtitle)

    @property
    def spoken_state(self) -> str:
        """The text about the cards, the table, and the possible actions or the result."""
        speaker = self.narration.speaker
        now = (
            speaker.choices() if self.phase == "yours" else speaker.result() if self.session.hand_over else ""
        )
        return end_sentences(speaker.cards(), speaker.board(), now)

    @property
    def spoken_note(self) -> str:
        return ""

    @property
    def spoken_asides(self) -> tuple[str, ...]:
        """The advice, warnings and grades that are shown now."""
        return ()

    @property
    def spoken_change(self) -> str:
        """A text about a value that keys change without moving the focus, such as the amount of a bet."""
        return ""

    @action("f5", hinted=False, cap="F5")
    def say_cards(self) -> None:
        self.app.tell_at_once(self.narration.speaker.cards())

    @action("f6", hinted=False, cap="F6")
    def say_board(self) -> None:
        self.app.tell_at_once(self.narration.speaker.board())

    @action("f7", hinted=False, cap="F7")
    def say_pot(self) -> None:
        self.app.tell_at_once(self.narration.speaker.pot())

    @action("f8", hinted=False, cap="F8")
    def say_history(self) -> None:
        self.app.tell_at_once(self.narration.speaker.history(self.view))

    @action("f9", hinted=False, cap="F9")
    def say_choices(self) -> None:
        """Announce the possible actions and the keys of bet amounts, or the result of the hand."""
        speaker = self.narration.speaker
        if self.phase == "yours":
            self.app.tell_at_once(end_sentences(speaker.choices(), speaker.amounts(), self.spoken_change))
        else:
            self.app.tell_at_once(speaker.result() if self.session.hand_over else text("table.not_your_move"))

    # ---- animation ------------------------------------------------------------------------------------------
    def update(self, dt: float) -> bool:
        """Update the parts in their order. One of the parts, the pace, drives the table."""
        moving = [part.update(dt) for part in self.parts]
        return any(moving) or self._wants_layout

    def apply(self, action: Action, decision: Decision | None = None) -> None:
        """Play an action and show it. If an agent's decision is illegal, the agent leaves the table."""
        if decision is not None and action not in self.session.state.legal_actions():
            self.thinking.failed = True
            return
        if decision is not None and decision.note:
            self.app.say(decision.note)
        before = len(self.session.steps)
        self.session.act(action, decision)
        if self.session.hand_over and not self.session.is_played_again:
            self._tell_result()
        self.after_change()
        self.show_steps(before)

    def _tell_result(self) -> None:
        """Send the result of the hand to outside agents.

        The table does not wait for the answer, and may close before the answer arrives.
        """
        session, programs = self.session, {one.name for one in self.agents if one.command}
        seats = session.get_seat(0), session.get_seat(1)
        first, second = (
            self.agent_at(seat) if session.spec.seats[seat] in programs else None for seat in seats
        )
        if first or second:
            self.app.worker.ask(TellResult((first, second), session.state), lambda _: None)

    def after_change(self) -> None:
        """Handle a change of the session: drop the pending decision, notify the parts, and lay out again."""
        self.thinking.forget()
        for part in self.parts:
            part.on_change()
        self.relayout()

    def show_steps(self, start: int) -> None:
        """Show the steps of the hand, beginning with the step at index `start`.

        The parts are notified of each step before it is animated.
        """
        steps = self.session.steps
        for index in range(start, len(steps)):
            for part in self.parts:
                part.on_step(steps[index])
            before = steps[index - 1].state if index else self.view.first_state()
            self.timeline.add(self.view.animate(before, steps[index]), index)
        self.follow_phase()

    def follow_phase(self) -> None:
        """If a new phase has begun, notify the parts and lay out again."""
        phase, before = self.phase, self._phase
        if phase != before:
            self._phase = phase
            for part in self.parts:
                part.on_phase(phase, before)
            self.relayout()

    def _begin_animation(self, animation_step: AnimationStep[Any]) -> None:
        """Play the sound of an animation step. Let the side panel show the state before this step."""
        if animation_step.sound:
            self.app.sound.play(animation_step.sound, animation_step.ticks)
        self.relayout()

    # ---- the agents in the worker ---------------------------------------------------------------------------
    def consult(self, seat: Seat) -> Decision | None:
        """Return the decision of the agent in a seat, or None while the agent thinks.

        The first call for a decision sends the request.
        """
        think = self.session.spec.think
        budget = Budget(seconds=think) if think is not None and self.solves(seat) else DEFAULT_BUDGET
        self.thinking.begin(
            lambda: Decide(self.agent_at(seat), self.session.info(seat), self.session.decision_seed, budget)
        )
        return self.thinking.decision

    def get_ready(self) -> None:
        """Let agents that solve prepare the flop of the hand that has just been dealt."""
        for ticket in self._getting_ready:
            self.requests.drop(ticket)
        self._getting_ready = [
            self.requests.ask(GetReady(self.agent_at(seat), self.session.info(seat)), lambda _: None)
            for seat in filter(self.solves, (0, 1))
        ]

    def hurry(self) -> None:
        """Let a thinking agent act now, with the best action that it has found so far."""
        seat = self.session.seat_to_act
        if seat is not None and self.thinking.seconds_left is not None:
            self.requests.ask(ActNow(self.agent_at(seat)), lambda _: None)

    def call_back(self) -> None:
        self.thinking.forget()
        self.relayout()

    # ---- the way out ----------------------------------------------------------------------------------------
    def escape(self) -> None:
        """Close the drawer if it is open, otherwise leave."""
        if self.drawer_open and self.regions.has_drawer:
            self.toggle_drawer()
        else:
            self.leave_table()

    def leave_table(self) -> None:
        self.stand_up()

    def stand_up(self) -> None:
        self.requests.drop_all()
        self.app.back()

    def ask_to_leave(self, words: str, body: str, leave: Act, stay: Act = nothing) -> None:
        """Ask the user to confirm, because leaving the table would lose something.

        `words` is the key of the question's texts.
        """
        staying = Reply("stay", text(f"{words}.stay"), stay, "primary")
        replies = (staying, Reply("leave", text(f"{words}.leave"), leave))
        self.app.overlay(Question(self.app, text(f"{words}.title"), body, replies))

    # ---- the side column ------------------------------------------------------------------------------------
    def toggle_drawer(self) -> None:
        """Open or close the drawer with the side column."""
        self.drawer_open = not self.drawer_open
        self.controls.focus("log" if self.drawer_open else self.first_focus())
        self.relayout()

    def show_side(self) -> None:
        if self.regions.has_drawer and not self.drawer_open:
            self.toggle_drawer()

    @action("l")
    def show_log(self) -> None:
        """Show the log, at the side or in the drawer."""
        if self.regions.has_drawer:
            self.toggle_drawer()
        else:
            self.turn_to_log()

    def turn_to_log(self) -> None:
        """Show the tab of the log if the side column has tabs."""

    # ---- keys -----------------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Run the action of a pressed key. The action is found by the name or the letter of the key."""
        modifiers = ("ctrl " if event.ctrl else "") + ("shift " if event.shift else "")
        names = [modifiers + event.name, *([] if event.ctrl else [event.name, event.text])]
        return any(
            self.press_action(replace(event, name=name), self.controls) for name in dict.fromkeys(names)
        )

    # ---- layout and drawing ---------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Divide the window and place all controls and boxes.

        The phase is updated first, so that the control to be focused exists.
        """
        self.follow_phase()
        painter = self.app.painter
        self.regions = table_frame.divide(width, height, self.sizes)
        placed = self.compose_middle()
        self._middle = [box for box, _ in placed]
        for box, place in placed:
            box.place(painter, place)
        side: Sequence[Widget] = ()
        if self._is_side_shown:
            sides, foot = self.compose_sides(), self.compose_foot()
            side = [*self._side_column.place(painter, self.regions.sides, sides, foot)]
        self.scroll = self.side_scroll if self._is_side_shown else None
        back, *icons = self._place_header()
        covered = self.regions.has_drawer and self.drawer_open
        table = [] if covered else [widget for box in self._middle for widget in box.controls()]
        self.place([back, *table, *side, *icons])

    @property
    def _is_side_shown(self) -> bool:
        return not self.regions.has_drawer or self.drawer_open

    @cached_property
    def header(self) -> Header:
        return Header(self._header_acts())

    def _header_acts(self) -> dict[str, Act]:
        return {
            "back": self.escape,
            "log": self.show_log,
            "sound": self.app.toggle_mute,
            "help": self.app.show_help,
            "settings": self.app.show_settings,
        }

    def _place_header(self) -> list[Widget]:
        names = ["log", *self.icons] if self.regions.has_drawer else [*self.more_icons, *self.icons]
        self.header["sound"].icon = "mute" if self.app.settings.muted else "sound"
        return self.header.arrange(self.app.painter, self.regions.header, names)

    def draw(self, painter: Painter) -> None:
        """Draw the background, the table, the action bar, the header, the side column and the controls.

        A notice takes the place of the subtitle.
        """
        grounds = tuple(box.grounds() for box in self._middle)
        painter.layer((self.name, self.game, self.regions, grounds), self._draw_ground)
        for box in self._middle:
            box.draw_all(painter)
        if self.regions.has_drawer and self.drawer_open:
            self._side_column.draw_drawer(painter, self.regions.sides[0])
        self.header.draw(painter, self.title, "" if self.app.notice else self.subtitle)
        if self._is_side_shown:
            self._side_column.draw(painter)
        self.draw_controls(painter)

    def _draw_ground(self, painter: Painter) -> None:
        """Draw the static background: the room, the table and the panels."""
        painter.room()
        for box in self._middle:
            box.draw_grounds(painter)
        for panel in self.panels():
            painter.panel(panel)

    # ---- reports and tests ----------------------------------------------------------------------------------
    def about(self) -> Mapping[str, object]:
        """Return the seed and the actions, which reproduce the hand."""
        spec, session = self.session.spec, self.session
        actions = " ".join(str(step.action) for step in session.steps if step.player >= 0)
        return {
            "game": spec.game,
            "seed": spec.seed,
            "hand": session.hand_number,
            "actions": actions or "none",
        }
