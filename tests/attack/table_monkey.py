"""Random clicks and keys at tables. No hasty click may commit chips, and no chips or saved games may be lost.

`python -m tests.attack.table_monkey --events 20000` runs the whole attack and prints the result. On the
window's clock, successive events are 0.05 to 1 s apart. In the test suite, the attack has a few hundred events.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from game.core import CHANCE, Decision
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import Move
from game.study.play import Decide
from game.tables.play import PlayScreen
from game.window.frame.settings_store import SPEEDS
from game.window.ui.input import Key, Pointer
from tests.window.driver import Asking
from tests.window.tables import TableWorker

GUARD_SECONDS = 0.6
FRAME_SECONDS = 0.05
SHORTEST, LONGEST = 0.05, 1.0  # seconds between two events
SIZES = ((900, 560), (1280, 720), (1920, 1080), (720, 900))
KEYS = (
    *"cccffrrbbkn123459zythsvxpqw",
    "return",
    "return",
    "tab",
    "up",
    "down",
    "space",
    "space",
    "backspace",
)
SELDOM_KEYS = ("escape", "g", "?", "l", "m")
AWAY = ("settings", "help", "history", "back", "review")
SELDOM = 0.05
SAME_PLACE = 0.35  # the share of clicks where the last one was
EVENTS_A_SETTING = 50
EVENTS_A_TABLE = 120
OPPONENTS = {
    games.TIC_TAC_TOE: "player",
    games.KUHN_POKER: "cfr-10",
    games.KUHN_HALF_STREET: "half-1",
    games.HOLDEM: "station",
}


def decide_at_random(request: Any) -> Decision:
    """Take a random legal action. In Hold'em, mostly take a cheap action, so that hands last."""
    rng = random.Random(str(request.seed))
    legal = request.info.legal_actions
    if request.agent.game == games.HOLDEM and rng.random() < 0.8:
        betting = request.info.betting
        least = betting.min_raise_to
        action = least if least is not None and rng.random() < 0.3 else CALL
    else:
        action = rng.choice(list(legal))
    return Decision(action, {action: 1.0}, rng.random())


@dataclass
class Attack:
    """The counts of an attack."""

    events: int = 0
    committed: int = 0
    hands: int = 0
    resumes: int = 0
    quickest: float = 1e9
    screens: Counter[str] = field(default_factory=Counter)


class TableMonkey:
    """A monkey that clicks and types in every part of the program."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.worker = TableWorker({Decide: decide_at_random})
        self.window = Asking(folder, self.worker)
        self.done = Attack()
        self._clock = 0.0
        self._place: tuple[float, float] | None = None
        self._came_up: float | None = None
        self._decision: object = None
        self._hands: dict[Session, int] = {}

    @property
    def table(self) -> PlayScreen | None:
        screen = self.window.app.screen
        return screen if isinstance(screen, PlayScreen) else None

    def attack(self, events: int) -> Attack:
        """Send `events` random events to the window, and return the counts."""
        for index in range(events):
            if index % EVENTS_A_SETTING == 0:
                self._change_setting()
            if index % EVENTS_A_TABLE == 0 or not self._is_at_a_table():
                self._sit_down()
            self._event()
            self.done.events += 1
            self._pass_time(self.rng.uniform(SHORTEST, LONGEST))
            self._check_save()
        self.done.hands = sum(self._hands.values())
        self.window.close()
        return self.done

    # ---- random actions -------------------------------------------------------------------------------------
    def _is_at_a_table(self) -> bool:
        return any(isinstance(screen, PlayScreen) for screen in self.window.app.screens)

    def _change_setting(self) -> None:
        app, rng = self.window.app, self.rng
        app.change(speed=rng.choice(SPEEDS), reduced_motion=rng.random() < 0.3, auto_next=rng.random() < 0.3)
        pygame.display.set_mode(size := rng.choice(SIZES), pygame.RESIZABLE)
        width, height = size
        app.step([pygame.event.Event(pygame.VIDEORESIZE, w=width, h=height, size=size)], 0.0)

    def _sit_down(self) -> None:
        """Go to the menu, and open a new table or resume a saved table."""
        app, rng = self.window.app, self.rng
        app.home()
        left = app.saves.open_tables()
        if left and rng.random() < 0.4:
            self.done.resumes += 1
            app.resume(rng.choice(left).session)
        else:
            game = rng.choice((*games.NAMES, *3 * (games.HOLDEM,)))
            style = rng.choice(({}, {"teaching": True}, {"duplicate": True} if "kuhn" in game else {}))
            seats = ("you", OPPONENTS[game])
            app.resume(Session(TableSpec(game, seats, rng.randrange(10**6), **style)))
        self._clock_decision()

    def _event(self) -> None:
        app, rng = self.window.app, self.rng
        self.done.screens[app.screen.name] += 1
        before = self._committed_by_person()
        if (lost := self.table is None and rng.random() < 0.3) or rng.random() < 0.45:
            key = "escape" if lost else rng.choice(KEYS if rng.random() > SELDOM else SELDOM_KEYS)
            app.send(Key(key, key if len(key) == 1 else " " if key == "space" else ""))
        else:
            if self._place is None or rng.random() > SAME_PLACE:
                self._place = self._choose_place()
            for what in ("move", "down", "up"):
                app.send(Pointer(what, *self._place))
        self._check_commitment(before)

    def _choose_place(self) -> tuple[float, float]:
        app, rng = self.window.app, self.rng
        every = app.controls()
        shown = [control for control in every if control.name not in AWAY or rng.random() < SELDOM]
        if not shown or rng.random() < 0.1:
            return rng.uniform(0, app.screen.width), rng.uniform(0, app.screen.height)
        x, y, w, h = rng.choice(shown).rect
        scale = app.painter.u
        return (x + rng.uniform(0, w)) / scale, (y + rng.uniform(0, h)) / scale

    def _pass_time(self, seconds: float) -> None:
        while seconds > 0:
            dt = min(FRAME_SECONDS, seconds)
            before = self._committed_by_person()
            self.window.app.step([], dt)
            self._check_commitment(before)
            self._clock += dt
            seconds -= dt
            self._clock_decision()
        assert self.window.app.running or not setattr(self.window.app, "running", True)
        crashes = list((self.window.app.folder / "crashes").glob("*.txt"))
        assert not crashes, crashes[0].read_text()

    # ---- checks ---------------------------------------------------------------------------------------------
    def _clock_decision(self) -> None:
        """Record when the buttons of a decision appeared."""
        table = self.table
        self.window.app.controls()  # lays out, so that the buttons are placed
        decision = (
            (
                id(table),
                table.session.hand_number,
                len(table.session.steps),
                table.tutor.warning,
                table.drawer_open,
            )
            if table is not None and table.phase == "yours"
            else None
        )
        if decision != self._decision:
            self._decision, self._came_up = decision, self._clock if decision is not None else None

    def _committed_by_person(self) -> tuple[Session | None, int]:
        """Return the session at the table, and a count of the person's actions that put in chips.

        The count begins at 1,000 times the number of the hand, so it grows with every new hand.
        """
        table = self.table
        if table is None or table.game == games.TIC_TAC_TOE:
            return None, 0
        session, before, count = table.session, table.view.first_state(), 0
        for step in session.steps:
            if step.player != CHANCE and session.is_person(session.get_seat(step.player)):
                count += _commits(before, step.action)
            before = step.state
        return session, count + 1000 * session.hand_number

    def _check_commitment(self, before: tuple[Session | None, int]) -> None:
        session, count = self._committed_by_person()
        if session is None or session is not before[0] or not 0 < count - before[1] < 500:
            return
        assert self._came_up is not None, "chips were committed although no button was there"
        waited = self._clock - self._came_up
        self.done.committed += 1
        self.done.quickest = min(self.done.quickest, waited)
        assert waited > GUARD_SECONDS - 1e-6, f"chips were committed {waited:.2f} s after the buttons came up"

    def _check_save(self) -> None:
        """Check that an unfinished hand is saved correctly, and that the sum of chips is constant."""
        table = self.table
        if table is None:
            return
        session = table.session
        self._hands[session] = len(session.results)
        state = session.state
        if isinstance(state, HoldemState):
            assert sum(state.stacks_left) + state.pot == sum(state.rules.stacks) or state.is_terminal()
        kept = [one.session for one in self.window.app.saves.open_tables(table.game)]
        if session.hand_in_play:
            assert any(one.to_dict() == session.to_dict() for one in kept), "the hand in play was not kept"


def _commits(state: Any, action: int) -> bool:
    if isinstance(state, HoldemState):
        return action > CALL or ((action == CALL and state.betting.to_call > 0) and action != FOLD)
    return action == Move.BET


def main(words: Sequence[str] | None = None) -> None:
    """Run the attack with the options on the command line, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        done = TableMonkey(Path(folder), given.seed).attack(given.events)
    print(
        f"{done.events} events, {done.hands} hands, chips committed {done.committed} times, "
        f"{done.quickest:.2f} s after the buttons came up at the earliest, {done.resumes} tables resumed; "
        f"{dict(done.screens)}"
    )


if __name__ == "__main__":
    main()
