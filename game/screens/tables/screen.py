"""What every table on the screen has: a session that is shown beat by beat, a header, a dock, a side column.

Whoever acts, the game is seen by one view; `play` adds a person to it, `spectator` somebody who looks on. A table
says what stands in its dock and its side column as trees of boxes. The side column becomes a drawer where there is
little room, and scrolls where it needs more than there is. Agents are asked in the worker; when it dies the hand
waits where it was, and one may try again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import AgentEntry, Seat, State
from game.match.session import Session, Step
from game.screens.frame.requests import Received, Requests, Thinking
from game.screens.frame.screen import Screen
from game.screens.models.model_files import entry_of
from game.screens.models.opponents import Portrait, portrait
from game.screens.tables.game_view import AnyView, Known
from game.screens.tables.header import Header
from game.screens.tables.playback import Beat, Timeline
from game.screens.tables.views import view_of
from game.screens.ui.canvas.pen import Pen
from game.screens.ui.layout.box import Box
from game.screens.ui.widgets.button import Button, IconButton
from game.screens.ui.widgets.scroll import Scroll
from game.screens.ui.widgets.widget import Act, Rect, Widget
from game.screens.views import regions

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services

DRAWER_SCRIM = 150


class TableScreen(Screen, ABC):
    """A table. Subclasses say who acts, and what stands in the dock and at the side."""

    sizes: ClassVar[regions.Sizes]
    view: AnyView

    def __init__(self, app: Services, session: Session, below: Seat = 0) -> None:
        super().__init__(app)
        self.session = session
        self.below = below
        self.texts = app.texts
        self.view = view_of(self)
        self.regions = regions.divide(1280, 720, self.sizes)
        self.timeline: Timeline[Any] = Timeline(self._begin_beat)
        self.drawer_open = False
        self.requests = Requests(app)
        self.thinking = Thinking(self.requests)
        self._phase = ""
        self._dock, self._strip, self._foot = Box(), Box(), Box()
        self._sides: Sequence[Box] = ()
        self.side_scroll = Scroll(self.relayout)
        self.header = Header(self.texts, self._header_acts())
        self.try_again = Button("try-again", self.texts("table.try_again"), self.call_back, kind="primary")

    # ---- what a table adds ----------------------------------------------------------------------------------
    @abstractmethod
    def compose_dock(self) -> Box:
        """Return what stands in the dock."""

    @abstractmethod
    def compose_sides(self) -> Sequence[Box]:
        """Return what stands in the side column, and in a second one where a wide window has it."""

    def compose_shelf(self) -> Box:
        """Return what stands between table and dock."""
        return Box()

    def compose_foot(self) -> Box:
        """Return what stays in view at the foot of the side column when the column scrolls."""
        return Box()

    @abstractmethod
    def first_focus(self) -> str:
        """Return the widget that has the focus when a phase begins: the likeliest harmless action."""

    def story(self, before: State, step: Step) -> Sequence[Beat[Any]]:
        """Return the beats that show a step."""
        return self.view.story(before, step)

    def picture(self) -> Any:
        """Return what lies on the table now."""
        beat = self.timeline.beat
        return self.view.picture(beat.scene if beat is not None else None, self.timeline.share)

    def lay_out_table(self) -> list[Widget]:
        """Find the place of the table itself; return the controls that lie on it."""
        self.view.lay_out(self.regions.table)
        return []

    @property
    def icons(self) -> tuple[str, ...]:
        """The buttons of the header that this table adds."""
        return ()

    @property
    def more_icons(self) -> tuple[str, ...]:
        """Further buttons of the header, for which there is no room beside a drawer."""
        return ()

    @property
    @abstractmethod
    def subtitle(self) -> str:
        """The sentence beside the name of the game."""

    @property
    def title(self) -> str:
        """What stands in the header before the sentence."""
        return self.texts(f"games.{self.game}")

    @property
    @abstractmethod
    def phase(self) -> str:
        """What the table waits for; the layout follows it."""

    def phase_begins(self, phase: str) -> None:
        """Take note that the table waits for something else."""

    # ---- what the view sees ---------------------------------------------------------------------------------
    @property
    def known(self) -> Known | None:
        """The players whose cards are seen from the deal on; None where a person sits below."""
        return None

    @property
    def in_blinds(self) -> bool:
        """Whether chips are written as big blinds."""
        return self.app.settings.amounts == "blinds"

    @property
    def hands_in_words(self) -> bool:
        """Whether hands are named at the seats."""
        return self.app.settings.hand_in_words

    @abstractmethod
    def shown_total(self, seat: Seat) -> float:
        """Return what a seat has won in all, as far as it was shown."""

    @property
    def shown_steps(self) -> tuple[Step, ...]:
        """The steps of the hand that the table has shown to their end."""
        return self.session.steps[: self.timeline.mark]

    # ---- who sits here --------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The game that is played here."""
        return self.session.spec.game

    @property
    def agents(self) -> list[AgentEntry]:
        """The agents that can play here; names are known once per game."""
        spec = self.session.spec
        return [one for one in self.app.agents if one.game == spec.game and one.blinds in (None, spec.blinds)]

    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how the one who sits there is shown."""
        return portrait(self.agents, self.session.spec.seats[seat])

    def keep_hand(self) -> None:
        """Add the hand that has just ended to the history."""
        models = filter(None, map(entry_of, self.session.spec.seats))
        versions = {entry.name: entry.version for entry in (*self.agents, *models)}
        first, second = self.session.spec.seats
        self.app.archive.record(self.session, (versions.get(first, ""), versions.get(second, "")))

    def about(self) -> Mapping[str, object]:
        """Tell which hand this is: the seed and the actions rebuild it."""
        spec, session = self.session.spec, self.session
        actions = " ".join(str(step.action) for step in session.steps if step.player >= 0)
        return {
            "game": spec.game,
            "seed": spec.seed,
            "hand": session.hand_number,
            "actions": actions or "none",
        }

    # ---- the side column and the worker ---------------------------------------------------------------------
    def call_back(self) -> None:
        """Ask again after the worker has died or refused."""
        self.thinking.forget()
        self.relayout()

    def toggle_drawer(self) -> None:
        """Open or close the side column where it is a drawer."""
        self.drawer_open = not self.drawer_open
        self.controls.focus("log" if self.drawer_open else self.first_focus())
        self.relayout()

    def show_side(self) -> None:
        """Bring the side column into view where it is a drawer."""
        if self.regions.has_drawer and not self.drawer_open:
            self.toggle_drawer()

    def show_log(self) -> None:
        """L: open the drawer."""
        if self.regions.has_drawer:
            self.toggle_drawer()

    def ask(self, kind: str, payload: Mapping[str, Any], received: Received) -> int:
        """Ask the worker; `received` gets the value or the sentence that says why there is none."""
        return self.requests.ask(kind, payload, received)

    def receive(self, answer: Answer) -> None:
        """Give an answer to whom asked."""
        if self.requests.take(answer):
            self.relayout()

    def agent_payload(self, seat: Seat) -> dict[str, Any]:
        """Return what names an agent and what it may know."""
        spec = self.session.spec
        return {
            "game": spec.game,
            "agent": spec.seats[seat],
            "blinds": spec.blinds,
            "info": self.session.info(seat),
        }

    # ---- how it moves ---------------------------------------------------------------------------------------
    def _begin_beat(self, beat: Beat[Any]) -> None:
        """Let it be heard, and tell at the side what was shown before it."""
        if beat.sound:
            self.app.sound.play(beat.sound, beat.ticks)
        self.relayout()

    def _show_steps(self, start: int) -> None:
        """Add the beats of the steps from `start` on."""
        steps = self.session.steps
        for index in range(start, len(steps)):
            before = steps[index - 1].state if index else None
            beats = self.story(before if before is not None else self.view.first_state(), steps[index])
            self.timeline.add(beats, index)
        self._follow_phase()

    def _follow_phase(self) -> None:
        """Lay out anew when the table waits for something else."""
        phase = self.phase
        if phase != self._phase:
            self._phase = phase
            self.phase_begins(phase)
            self.relayout()

    # ---- layout and drawing ---------------------------------------------------------------------------------
    def layout(self, width: float, height: float) -> None:
        """Divide the window, place header and boxes; the phase first, so that the focus finds its widget."""
        self._follow_phase()
        self.regions = regions.divide(width, height, self.sizes)
        pen, parts = self.app.pen, self.regions
        on_table = self.lay_out_table()
        self._strip, self._dock = self.compose_shelf(), self.compose_dock()
        self._strip.place(pen, parts.shelf)
        self._dock.place(pen, self.dock_place)
        side = list(self._place_sides()) if self._side_shown else []
        self.scroll = self.side_scroll if self._side_shown else None
        header = self._place_header()
        covered = parts.has_drawer and self.drawer_open
        table = [] if covered else [*on_table, *self._strip.controls(), *self._dock.controls()]
        self.place([header[0], *table, *side, *header[1:]])

    def _place_sides(self) -> Iterator[Widget]:
        """Place the side column; it scrolls where it needs more height than there is above its foot."""
        pen = self.app.pen
        self._sides, self._foot = self.compose_sides(), self.compose_foot()
        x, y, w, h = self.regions.sides[0]
        foot = self._foot.measure(pen, w)
        h -= foot
        self._foot.place(pen, (x, y + h, w, foot))
        needed = max(h, self._sides[0].measure(pen, w))
        self.side_scroll.fit((x + 1, y + 4, w - 6, h - 8), needed - 8)
        places = ((x, y - self.side_scroll.offset, w, needed), *self.regions.sides[1:])
        for box, place in zip(self._sides, places, strict=True):
            box.place(pen, place)
        for widget in self._sides[0].controls():
            widget.clip = self.side_scroll.view if self.side_scroll.longest else None
        for box in (*self._sides, self._foot):
            yield from box.controls()

    @property
    def dock_place(self) -> Rect:
        """Where the dock stands."""
        return self.regions.dock

    @property
    def _side_shown(self) -> bool:
        return not self.regions.has_drawer or self.drawer_open

    def _header_acts(self) -> dict[str, Act]:
        return {
            "back": self.escape,
            "log": self.toggle_drawer,
            "sound": self.app.toggle_mute,
            "help": self.app.show_help,
            "settings": self.app.show_settings,
        }

    def _place_header(self) -> list[IconButton]:
        names = ["log", *self.icons] if self.regions.has_drawer else [*self.more_icons, *self.icons]
        self.header["sound"].icon = "mute" if self.app.settings.muted else "sound"
        return self.header.arrange(self.regions.header, names)

    def panels(self) -> Sequence[Rect]:
        """Return the parts of the window that are panels."""
        parts = self.regions
        shelf = (parts.shelf,) if parts.shelf[3] else ()
        return (parts.dock, *(() if parts.has_drawer else parts.sides), *shelf)

    def paint_ground(self, pen: Pen) -> None:
        """Draw what stays, room, table and panels; it goes into a layer."""
        pen.room()
        self.view.paint_ground(pen)
        for panel in self.panels():
            pen.panel(panel)

    def draw(self, pen: Pen) -> None:
        """Draw ground, table, dock, header, side column and widgets."""
        pen.layer((self.name, self.game, self.regions), self.paint_ground)
        self.view.draw(pen, self.picture())
        for box in (self._strip, self._dock):
            box.draw_all(pen)
        if self.regions.has_drawer and self.drawer_open:
            self._draw_drawer_ground(pen)
        self.header.draw(pen, self.title, self.subtitle)
        if self._side_shown:
            self._draw_sides(pen)
        self.draw_controls(pen)

    def _draw_sides(self, pen: Pen) -> None:
        scrolls = self.side_scroll.longest
        with pen.clip(self.side_scroll.view) if scrolls else nullcontext():
            for box in self._sides[:1]:
                box.draw_all(pen)
        self.side_scroll.draw(pen)
        for box in (*self._sides[1:], self._foot):
            box.draw_all(pen)

    def _draw_drawer_ground(self, pen: Pen) -> None:
        """Darken the table and draw the drawer's panel above it."""
        area = self.regions.sides[0]
        pen.scrim(DRAWER_SCRIM)
        pen.shadow(area, None, 24, 170, 8)
        pen.rect(area, "panel", None, "edge")
