"""Watching two agents: at four speeds, at once, or step by step forwards and back, with cards open or closed.

The window decides nothing: move by move it asks the worker for one decision, and at once for whole hands at a
stroke, which come out the same because cards and dice follow from the seed. Going back takes steps off the
session; going on plays them again. A hand counts in the series once, however often it is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import Decision, Seat, State
from game.match.series import Account
from game.match.session import Session, Step
from game.match.table_spec import TableSpec
from game.rules import games
from game.screens.input import Key
from game.screens.opponents import Portrait
from game.screens.pen import Pen, Rect
from game.screens.question import Question, Reply, nothing
from game.screens.table_screen import TableScreen
from game.screens.tables.playback import Beat
from game.screens.tables.spectacle import spectacle_of
from game.screens.tables.watch_side import WatchSide
from game.screens.views import regions
from game.screens.widgets.button import Button
from game.screens.widgets.choice import Option, Segmented
from game.screens.widgets.widget import Act, Widget

if TYPE_CHECKING:
    from game.screens.app import App

PACES = {"0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "instant": None}
AT_ONCE = 1e6  # a pace at which nothing takes time
REST_SECONDS = 1.4  # between two hands at normal speed
GAP = 8.0
FIRST_ROW = (1.8, 1.0, 1.0, 3.2)
SECOND_ROW = (1.75, 1.1, 1.2, 1.3, 1.5)
WIDEST_ROW = 920.0
ROOM_FOR_KEYS = 640.0


class Watch(TableScreen[Any]):
    """A series between two agents."""

    name: ClassVar[str] = "watch"
    sizes: ClassVar[regions.Sizes] = regions.Sizes(112, 88, (268, 320, 380), band=(236, 260))

    def __init__(self, app: App, spec: TableSpec, hands: int) -> None:
        super().__init__(app, Session(spec))
        self.hands = hands
        self.account = Account(spec)
        self.running = True
        self.open_cards = True
        self.speed = app.settings.speed if app.settings.speed in PACES else "1"
        self.spectacle = spectacle_of(self)
        self.side = WatchSide(self)
        self._granted = False
        self._rested = 0.0
        self._stretch: int | None = None
        self._make_controls()
        self.controls.focus("run")

    def _make_controls(self) -> None:
        texts = self.texts
        self.run_button = Button("run", "", self.toggle, kind="primary")
        self.back_button = Button("step-back", texts("watch.back"), self.step_back, style="label_b")
        self.step_button = Button("step", texts("watch.step"), self.step, style="label_b")
        speeds = [Option(speed, texts(f"watch.speeds.{speed}")) for speed in PACES]
        self.speeds = Segmented("speed", texts("watch.speed"), speeds, self.speed, self.set_speed)
        sights = [Option("open", texts("watch.open")), Option("closed", texts("watch.closed"))]
        self.sight = Segmented("sight", texts("watch.cards"), sights, "open", self._set_sight)
        self.swap_button = Button("swap", texts("watch.swap"), self.swap, style="label_b")
        self.rematch_button = Button("rematch", texts("watch.rematch"), self.rematch, style="label_b")
        self.seat_button = Button("take-over", texts("watch.take_over"), self.take_over, style="label_b")

    # ---- what is watched ------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        """What is seen: "moving", "thinking", "over" (a hand), "done" (the series), "lost" (the worker)."""
        if self.timeline.beat is not None:
            return "moving"
        if self.thinking.failed:
            return "lost"
        if self.session.hand_over:
            return "done" if self.session.hand_number >= self.hands else "over"
        return "thinking"

    @property
    def keys(self) -> str:
        """The keys of this screen."""
        return "watch"

    @property
    def instant(self) -> bool:
        """Whether hands are played at a stroke."""
        return self.running and PACES[self.speed] is None

    @property
    def samples(self) -> int:
        """How many samples the series will have: hands, or pairs of hands of one deal."""
        return self.hands // 2 if self.session.spec.duplicate else self.hands

    @property
    def title(self) -> str:
        """The name of the screen."""
        return self.texts("watch.title")

    @property
    def subtitle(self) -> str:
        """The game, and which hand of how many."""
        spec, texts = self.session.spec, self.texts
        kind = "duplicate" if spec.duplicate else "fresh"
        key = "watch.game_number" if self.game == games.TIC_TAC_TOE else f"watch.hand_number.{kind}"
        hand = texts(key, number=f"{self.session.hand_number:,}", count=f"{self.hands:,}")
        done = texts("watch.done") if self.phase == "done" else ""
        return " ".join(filter(None, (texts(f"watch.games.{self.game}", blinds=spec.blinds), hand, done)))

    def name_of(self, seat: Seat) -> str:
        """Return the name of a seat, with its stage or a number where both have the same."""
        return self.portrait_of(seat).name

    def portrait_of(self, seat: Seat) -> Portrait:
        """Return how a seat is shown; two of one name are told apart."""
        own, other = super().portrait_of(seat), super().portrait_of(1 - seat)
        if own.name != other.name:
            return own
        if own.stage and own.stage != other.stage:
            return replace(own, name=self.texts("watch.at_stage", name=own.name, stage=own.stage.split()[0]))
        return replace(own, name=self.texts("watch.twin", name=own.name)) if seat else own

    def first_state(self) -> State:
        """Return the state before the first step."""
        return self.spectacle.first_state()

    def story(self, before: State, step: Step) -> Sequence[Beat[Any]]:
        """Return the beats of a step."""
        return self.spectacle.story(before, step)

    # ---- what the spectator does ----------------------------------------------------------------------------
    def toggle(self) -> None:
        """Pause or go on; after the series begin another."""
        if self.phase == "done":
            self.rematch()
        elif self.phase == "lost":
            self.call_back()
        else:
            self._set_running(running=not self.running)

    def step(self) -> None:
        """Pause, and show one action more; what moves comes to its end first."""
        self._set_running(running=False)
        if self.timeline.beat is not None:
            self.timeline.finish()
        elif self.phase != "done":
            self._granted = True
        self.relayout()

    def step_back(self) -> None:
        """Pause, and go back to the last decision."""
        self._set_running(running=False)
        if self.session.can_step_back:
            self.session.step_back()
            self.timeline.finish()
            self._changed()

    def set_speed(self, speed: str) -> None:
        """Go on at another speed."""
        self.speed = self.speeds.chosen = speed
        self._drop_stretch()
        self.relayout()

    def toggle_cards(self) -> None:
        """Open or close the cards."""
        self._set_sight("closed" if self.open_cards else "open")

    def swap(self) -> None:
        """Play the same cards with the seats swapped."""
        first, second = self.session.spec.seats
        self._begin(replace(self.session.spec, seats=(second, first)))

    def rematch(self) -> None:
        """Play the series again with other cards."""
        self._begin(replace(self.session.spec, seed=self.app.new_seed()))

    def take_over(self) -> None:
        """Ask whose seat the spectator takes."""
        self._set_running(running=False)
        texts = self.texts
        replies = [Reply("stay", texts("watch.over.stay"), nothing, "primary")]
        for seat in (0, 1):
            label = texts("watch.over.seat", name=self.name_of(seat))
            replies.append(Reply(f"seat-{seat}", label, partial(self.sit_in, seat)))
        body = [texts("watch.over.body")]
        if self.app.saves.unfinished(self.game) is not None:
            body.append(texts("new_game.ends_unfinished"))
        self.app.overlay(Question(self.app, texts("watch.over.title"), " ".join(body), replies))

    def sit_in(self, seat: Seat) -> None:
        """Become "you" in a seat of this hand, and play on."""
        seats = list(self.session.spec.seats)
        seats[seat] = "you"
        self.requests.drop_all()
        self.app.take_seat(self.session.handed_over((seats[0], seats[1])))

    def escape(self) -> None:
        """Close the drawer; else leave."""
        if self.drawer_open and self.regions.has_drawer:
            self.toggle_drawer()
        else:
            self.requests.drop_all()
            self.app.back()

    def _begin(self, spec: TableSpec) -> None:
        self.requests.drop_all()
        again = Watch(self.app, spec, self.hands)
        again.speed = again.speeds.chosen = self.speed
        again._set_sight(self.sight.chosen)
        self.app.replace(again)

    def _set_running(self, *, running: bool) -> None:
        self.running = running
        self._granted = False
        self._rested = REST_SECONDS if running else 0.0
        self._drop_stretch()
        self.relayout()

    def _set_sight(self, sight: str) -> None:
        self.sight.chosen = sight
        self.open_cards = sight == "open"
        self.timeline.finish()
        self.relayout()

    # ---- time -----------------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Show the first deal."""
        if not self._phase:
            self._show_steps(0)

    def update(self, dt: float) -> bool:
        """Let the table move, and the agents act at the pace that is set."""
        pace = PACES[self.speed]
        self.timeline.reduced = self.app.settings.reduced_motion
        if pace is None:
            self.timeline.finish()
        moving = self.timeline.advance(dt * (pace or 1.0))
        if self.timeline.beat is None:
            if self.session.hand_over:
                self.account.enter(self.session.results[-1])
            moving = self._go_on(dt * (pace or AT_ONCE)) or moving
        self._follow_phase()
        return moving or self._wants_layout

    def _go_on(self, dt: float) -> bool:
        """Take the next step if it is wanted and due; return whether the next frame is."""
        wanted = self.running or self._granted
        if self.phase in ("lost", "done"):
            return False
        if self.instant:
            self._ask_for_stretch()
            return False
        if self.session.hand_over:
            return wanted and self._next_hand(dt)
        if self.session.can_redo:
            return wanted and self._play_again(dt)
        return self._follow_agents(dt, wanted=wanted)

    def _next_hand(self, dt: float) -> bool:
        self._rested += dt
        if self._granted or self._rested >= REST_SECONDS:
            self.session.next_hand()
            self._changed()
            self._show_steps(0)
        return True

    def _play_again(self, dt: float) -> bool:
        """Show what was taken back, at the pace of an agent that thinks."""
        self._rested += dt
        if self._granted or self._rested >= self.thinking.LEAST_SECONDS:
            before = len(self.session.steps)
            self.session.redo()
            self._changed()
            self._show_steps(before)
        return True

    def _follow_agents(self, dt: float, *, wanted: bool) -> bool:
        """Ask whoever is to decide; the mix is seen while it is awaited, the action when it is due."""
        seat = self.session.seat_to_act
        assert seat is not None
        self.thinking.begin(lambda: {**self.agent_payload(seat), "seed": self.session.decision_seed})
        decision: Decision | None = self.thinking.decision
        if decision is None or not wanted:
            return False
        self.thinking.advance(dt)
        if self._granted or self.thinking.due:
            self._apply(decision)
        return True

    def _apply(self, decision: Decision) -> None:
        """Show what an agent has decided; one that breaks the rules has left the table."""
        if decision.action not in self.session.state.legal_actions():
            self.thinking.failed = True
            return
        before = len(self.session.steps)
        self.session.act(decision.action, decision)
        self._changed()
        self._show_steps(before)

    def _changed(self) -> None:
        self.thinking.forget()
        self._granted = False
        self._rested = 0.0
        self.relayout()

    # ---- hands at a stroke ----------------------------------------------------------------------------------
    def _ask_for_stretch(self) -> None:
        """Ask for this hand's end and the hands after it, or after a finished hand for the next ones."""
        if self._stretch is not None:
            return
        self.thinking.forget()
        session = self.session
        number, actions = (
            session.hand_number,
            tuple(step.action for step in session.steps if step.player >= 0),
        )
        if session.hand_over:
            number, actions = number + 1, ()
        payload = {
            "spec": session.spec,
            "number": number,
            "actions": actions,
            "hands": self.hands - number + 1,
        }
        self._stretch = self.ask("hands", payload, self._take_stretch)

    def _take_stretch(self, stretch: Any, sentence: str) -> None:
        """Enter the hands; the last one is played here too, so that it lies on the table with its mixes."""
        self._stretch = None
        if sentence:
            self.thinking.failed = True
            return
        if self.session.hand_over:
            self.session.next_hand()
        for result in stretch.results[:-1]:
            self.account.enter(result)
            self.session.remember(result)
        for decision in stretch.decisions:
            self.session.act(decision.action, decision)

    def _drop_stretch(self) -> None:
        self.requests.drop(self._stretch)
        self._stretch = None

    # ---- layout ---------------------------------------------------------------------------------------------
    def first_focus(self) -> str:
        """The button that runs and pauses."""
        return "run"

    def arrange(self) -> list[Widget]:
        """Place the two rows of the dock."""
        self.spectacle.lay_out(self.regions.table)
        self._label()
        x, y, w, h = self.regions.dock
        pad = 10.0 if h < 100 else 12.0
        height = (h - 2 * pad - GAP) / 2
        first: list[Widget] = [self.run_button, self.back_button, self.step_button, self.speeds]
        second: list[Widget] = [self.sight, self.swap_button, self.rematch_button, self.seat_button]
        inner = min(w - 2 * pad, WIDEST_ROW)
        left = x + (w - inner) / 2
        _in_a_row(first, FIRST_ROW, (left, y + pad, inner, height))
        _in_a_row(second, SECOND_ROW, (left, y + pad + height + GAP, inner, height))
        return [*first, *second]

    def _label(self) -> None:
        texts, phase = self.texts, self.phase
        key = {"done": "again", "lost": "try_again"}.get(phase, "pause" if self.running else "run")
        self.run_button.label = texts(f"watch.{key}")
        keys = {"run": texts("keys.space"), "step-back": "←", "step": "→", "swap": "X", "rematch": "N"}
        roomy = self.regions.dock[2] > ROOM_FOR_KEYS
        for button in (
            self.run_button,
            self.back_button,
            self.step_button,
            self.swap_button,
            self.rematch_button,
            self.seat_button,
        ):
            button.keycap = keys.get(button.name, "T") if roomy else ""
        self.back_button.disabled = "" if self.session.can_step_back else texts("watch.at_the_start")
        self.step_button.disabled = texts("watch.at_the_end") if phase == "done" else ""

    def side_needs(self) -> float:
        """Return what the mixes and the series need."""
        return self.side.needs()

    def arrange_side(self, areas: Sequence[Rect]) -> list[Widget]:
        """Nothing in the side column can be pressed."""
        return []

    def ground_key(self) -> tuple[Any, ...]:
        """Name what the ground depends on beside the size."""
        return (self.name, self.game, self.regions)

    # ---- drawing --------------------------------------------------------------------------------------------
    def paint_ground(self, pen: Pen) -> None:
        """Draw room, table and panels."""
        pen.room()
        self.spectacle.paint_ground(pen)
        pen.panel(self.regions.dock)
        if not self.regions.has_drawer:
            pen.panel(self.regions.sides[0])

    def draw_table(self, pen: Pen) -> None:
        """Draw what lies on the table."""
        beat = self.timeline.beat
        self.spectacle.draw(pen, beat.scene if beat is not None else None, self.timeline.share)

    def draw_dock(self, pen: Pen) -> None:
        """The dock holds nothing but controls."""

    def draw_side(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw mixes and series."""
        self.side.draw(pen, areas[0])

    # ---- keys and tests -------------------------------------------------------------------------------------
    def key(self, event: Key) -> bool:
        """Take the keys of the watching screen; a held arrow goes on stepping."""
        steps: dict[str, Act] = {"left": self.step_back, "right": self.step, "s": self.step}
        acts: dict[str, Act] = {
            "space": self.toggle,
            "o": self.toggle_cards,
            "x": self.swap,
            "n": self.rematch,
            "t": self.take_over,
            "l": self.show_log,
        }
        for place, speed in enumerate(PACES, 1):
            acts[str(place)] = partial(self.set_speed, speed)
        act = steps.get(event.name) or (
            None if event.repeat else acts.get(event.name) or acts.get(event.text)
        )
        if act is None or event.ctrl:
            return False
        act()
        return True

    def show_log(self) -> None:
        """L: open the side column where it is a drawer."""
        if self.regions.has_drawer:
            self.toggle_drawer()

    def trace(self) -> dict[str, Any]:
        """Return what a test may wait for."""
        return {
            "game": self.game,
            "hand": self.session.hand_number,
            "phase": self.phase,
            "running": self.running,
            "speed": self.speed,
            "open": self.open_cards,
            "actions": [step.action for step in self.session.steps if step.player >= 0],
            "counted": self.account.hands,
            "mean": self.account.mean,
        }


def _in_a_row(widgets: Sequence[Widget], shares: Sequence[float], row: Rect) -> None:
    """Divide a row among widgets by their shares."""
    x, y, w, h = row
    free = w - GAP * (len(widgets) - 1)
    for widget, share in zip(widgets, shares, strict=False):
        wide = free * share / sum(shares[: len(widgets)])
        widget.rect = (x, y, wide, h)
        x += wide + GAP
