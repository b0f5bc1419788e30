"""Tables and their parts: how deep tables are, and in which order parts hear of a step."""

from pathlib import Path
from typing import Any

import pytest

from game.match.session import Step
from game.match.table_spec import TableSpec
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.tables.parts import TablePart
from game.tables.replay import Replay
from game.tables.screen import TableScreen
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.tables.watch.screen import Watch
from game.window.frame.screen import Screen
from tests.window.tables import Table

TABLES = [PlayHoldem, PlayKuhn, PlayTicTacToe, Replay, Watch]
CALLERS = ("after_change", "show_steps", "follow_phase", "update", "apply")


class Listener(TablePart):
    """Notes what it hears."""

    def __init__(self, name: str, heard: list[tuple[str, str]]) -> None:
        self.name, self.heard = name, heard

    def on_change(self) -> None:
        self.heard.append((self.name, "change"))

    def on_step(self, step: Step) -> None:
        self.heard.append((self.name, f"step {step.action}"))

    def on_phase(self, phase: str, before: str) -> None:
        self.heard.append((self.name, f"{before} to {phase}"))


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_at_most_three_classes_below_screen(table: type[Screen]) -> None:
    screens = [base for base in table.__mro__ if issubclass(base, Screen) and base is not Screen]
    assert screens[-1] is TableScreen
    assert len(screens) <= 3


@pytest.mark.parametrize("table", TABLES)
def test_only_the_base_of_tables_calls_parts(table: type[Screen]) -> None:
    below = table.__mro__[: table.__mro__.index(TableScreen)]
    assert not [(base.__name__, name) for base in below for name in CALLERS if name in vars(base)]


def test_parts_hear_of_the_change_then_of_its_steps_then_of_the_phase_in_their_order(tmp_path: Path) -> None:
    spec = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), 3, first="seat-0")
    window = Table(tmp_path, PlayKuhn, spec)
    heard: list[tuple[str, str]] = []
    table: Any = window.table
    table.parts = (Listener("first", heard), *table.parts, Listener("last", heard))
    window.worker.silent = True
    table.act(0)
    assert heard == [
        ("first", "change"),
        ("last", "change"),
        ("first", "step 0"),
        ("last", "step 0"),
        ("first", "yours to moving"),
        ("last", "yours to moving"),
    ]
    window.close()


def test_an_action_is_saved_before_its_animation_begins(tmp_path: Path) -> None:
    spec = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), 3, first="seat-0")
    window = Table(tmp_path, PlayKuhn, spec)
    saved: list[int] = []

    class Looker(TablePart):
        def on_step(self, step: Step) -> None:
            game = window.app.saves.unfinished("kuhn-poker")
            assert game is not None
            saved.append(len(game.session.steps))

    table: Any = window.table
    table.parts = (Looker(), *table.parts)
    window.worker.silent = True
    table.act(0)
    assert saved == [len(window.session.steps)]
    window.close()
