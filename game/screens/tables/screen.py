"""What every table on the screen has: a session that is shown beat by beat, a header, a dock, a side column.

Whoever acts, the table is drawn the same way; `play` adds a person to it, `watch` somebody who looks on. The side
column becomes a drawer where there is little room, and scrolls where it needs more than there is. Agents are asked
in the worker; when it dies the hand waits where it was, and one may try again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from game.core import AgentEntry, Seat, State
from game.match.session import Session, Step
from game.screens.frame.requests import Received, Requests, Thinking
from game.screens.frame.screen import Screen
from game.screens.models.model_files import entry_of
from game.screens.models.opponents import Portrait, portrait
from game.screens.pen import Pen
from game.screens.tables.header import Header
from game.screens.tables.playback import Beat, Timeline
from game.screens.views import regions
from game.screens.widgets.button import Button, IconButton
from game.screens.widgets.scroll import Scroll
from game.screens.widgets.widget import Act, Rect, Widget

if TYPE_CHECKING:
    from game.match.worker import Answer
    from game.screens.frame.screen import Services

SceneT = TypeVar("SceneT")
DRAWER_SCRIM = 150


class TableScreen(Screen, ABC, Generic[SceneT]):
    """A table. Subclasses say what is drawn, which widgets there are, and how a step looks in beats."""

    sizes: ClassVar[regions.Sizes]

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.texts = app.texts
        self.regions = regions.divide(1280, 720, self.sizes)
        self.timeline: Timeline[SceneT] = Timeline(self._begin_beat)
        self.drawer_open = False
        self.requests = Requests(app)
        self.thinking = Thinking(self.requests)
        self._phase = ""
        self.side_scroll = Scroll(self.relayout)
        self.side_areas: tuple[Rect, ...] = self.regions.sides
        self.header = Header(self.texts, self._header_acts())
        self.try_again = Button("try-again", self.texts("table.try_again"), self.call_back, kind="primary")

    # ---- what a table adds ----------------------------------------------------------------------------------
    @abstractmethod
    def story(self, before: State, step: Step) -> Sequence[Beat[SceneT]]:
        """Return the beats that show a step."""

    @abstractmethod
    def first_state(self) -> State:
        """Return the state before the first step of a hand."""

    @abstractmethod
    def arrange(self) -> list[Widget]:
        """Place the widgets for the regions and the phase; return them in focus order, without the header."""

    @abstractmethod
    def first_focus(self) -> str:
        """Return the widget that has the focus when a phase begins: the likeliest harmless action."""

    @abstractmethod
    def paint_ground(self, pen: Pen) -> None:
        """Draw what stays: felt, wood, panels. It goes into a layer."""

    @abstractmethod
    def draw_table(self, pen: Pen) -> None:
        """Draw what lies on the table."""

    @abstractmethod
    def draw_dock(self, pen: Pen) -> None:
        """Draw the words of the dock."""

    @abstractmethod
    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw the side column (two areas in a wide window) without its widgets."""

    @abstractmethod
    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place the widgets of the side column; return them in focus order."""

    def side_needs(self) -> float:
        """Return the least height in dp that the side column needs above its foot; below it the column scrolls."""
        return 0.0

    @property
    def side_foot(self) -> float:
        """The height in dp at the foot of the side column that stays in view when the column scrolls."""
        return 0.0

    def arrange_side_foot(self, foot: Rect) -> list[Widget]:
        """Place the widgets of the foot of the side column."""
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

    def ground_key(self) -> tuple[Any, ...]:
        """Name what `paint_ground` depends on beside the size."""
        return (self.name, self.regions, self.phase == "over")

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

    @property
    def shown_steps(self) -> tuple[Step, ...]:
        """The steps of the hand that the table has shown to their end."""
        return self.session.steps[: self.timeline.mark]

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
    def _begin_beat(self, beat: Beat[SceneT]) -> None:
        if beat.sound:
            self.app.sound.play(beat.sound, beat.ticks)

    def _show_steps(self, start: int) -> None:
        """Add the beats of the steps from `start` on."""
        steps = self.session.steps
        for index in range(start, len(steps)):
            before = steps[index - 1].state if index else None
            beats = self.story(before if before is not None else self.first_state(), steps[index])
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
        """Divide the window, place header and widgets; the phase first, so that the focus finds its widget."""
        self._follow_phase()
        self.regions = regions.divide(width, height, self.sizes)
        self._fit_side()
        self.scroll = self.side_scroll if self._side_shown else None
        widgets = self.arrange()
        side = self.arrange_side(self.side_areas) if self._side_shown else []
        for widget in side:
            widget.clip = self.side_scroll.view if self.side_scroll.longest else None
        if self._side_shown and self.side_foot:
            x, y, w, h = self.regions.sides[0]
            side += self.arrange_side_foot((x, y + h - self.side_foot, w, self.side_foot))
        header = self._place_header()
        covered = self.regions.has_drawer and self.drawer_open
        self.place([header[0], *([] if covered else widgets), *side, *header[1:]])

    def _fit_side(self) -> None:
        """Let the side column scroll where it needs more height than there is above its foot."""
        x, y, w, h = self.regions.sides[0]
        h -= self.side_foot
        needed = max(h, self.side_needs())
        self.side_scroll.fit((x + 1, y + 4, w - 6, h - 8), needed - 8)
        self.side_areas = ((x, y - self.side_scroll.offset, w, needed), *self.regions.sides[1:])

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

    def draw(self, pen: Pen) -> None:
        """Draw ground, table, dock, header, side column and widgets."""
        pen.layer(self.ground_key(), self.paint_ground)
        self.draw_table(pen)
        self.draw_dock(pen)
        if self.regions.has_drawer and self.drawer_open:
            self._draw_drawer_ground(pen)
        self.header.draw(pen, self.title, self.subtitle)
        if self._side_shown and self.side_scroll.longest:
            with pen.clip(self.side_scroll.view):
                self.draw_side(pen, self.side_areas)
            self.side_scroll.draw(pen)
        elif self._side_shown:
            self.draw_side(pen, self.side_areas)
        self.draw_controls(pen)

    def _draw_drawer_ground(self, pen: Pen) -> None:
        """Darken the table and draw the drawer's panel above it."""
        area = self.regions.sides[0]
        pen.scrim(DRAWER_SCRIM)
        pen.shadow(area, None, 24, 170, 8)
        pen.rect(area, "panel", None, "edge")
