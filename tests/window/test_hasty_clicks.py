"""No hasty click or key commits chips, and the button "next hand" is far from the bet buttons."""

from pathlib import Path

import pytest

from game.match.table_spec import TableSpec
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.window.ui.input import Key, Pointer
from game.window.ui.widgets.widget import overlap
from tests.attack.table_monkey import GUARD_SECONDS, TableMonkey
from tests.window.tables import Table, TableWorker

HOLDEM = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0")
KUHN = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0")
SIZES = [(900, 560), (1280, 720), (1920, 1080)]
CASES = [(PlayHoldem, HOLDEM, "c"), (PlayKuhn, KUHN, "b")]


def pass_time(table: Table, seconds: float) -> None:
    for _ in range(round(seconds / 0.05)):
        table.app.step([], 0.05)


def until_yours(table: Table) -> None:
    """Step frames until the buttons of the user's decision appear."""
    for _ in range(400):
        if table.screen.phase == "yours":
            table.app.controls()
            return
        table.app.step([], 0.05)
    raise AssertionError("it is never the person's turn")


@pytest.mark.parametrize(("kind", "spec", "key"), CASES)
def test_no_chips_are_committed_in_the_first_moment_of_a_decision(
    kind: type, spec: TableSpec, key: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, kind, spec, TableWorker())
    table.key(key)
    while table.screen.phase != "over":
        table.key("c")
    table.app.send(Key("space", " "))
    until_yours(table)
    before = table.actions
    for _ in range(round((GUARD_SECONDS - 0.1) / 0.1)):
        for pressed in "cbr":
            table.app.send(Key(pressed, pressed))
        for name in {"call", "raise", "bet", "pass"} & {control.name for control in table.app.controls()}:
            for action in ("move", "down", "up"):
                table.app.send(Pointer(action, *table.middle(name)))  # type: ignore[arg-type]
        pass_time(table, 0.1)
    assert table.actions == before
    pass_time(table, 0.3)
    table.app.send(Key(key, key))
    assert len(table.actions) == len(before) + 1
    table.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("kind", "spec", "key"), CASES)
def test_the_next_hand_is_in_no_place_of_a_bet(
    kind: type, spec: TableSpec, key: str, size: tuple[int, int], tmp_path: Path
) -> None:
    table = Table(tmp_path, kind, spec, TableWorker(), size=size)
    shown = {control.name: control.rect for control in table.app.controls()}
    bets = [shown[name] for name in ("fold", "call", "raise", "pass", "bet") if name in shown]
    table.key(key)
    while table.screen.phase != "over":
        table.key("c")
    following = table.control("next").rect
    assert len(bets) >= 2
    for bet in bets:
        _, _, width, height = overlap(bet, following)
        assert not (width and height)
    table.close()


def test_eight_clicks_on_the_next_hand_half_a_second_apart_bet_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path, PlayHoldem, HOLDEM, TableWorker())
    table.key("f")
    place = table.middle("next")
    for _ in range(8):
        for action in ("move", "down", "up"):
            table.app.send(Pointer(action, *place))  # type: ignore[arg-type]
        pass_time(table, 0.5)
    session = table.session
    assert session.hand_number == 2
    assert not [step for step in session.steps if step.player == session.get_player(0)]
    table.close()


def test_a_monkey_at_the_tables_commits_nothing_in_haste_and_loses_nothing(user_folder: Path) -> None:
    done = TableMonkey(user_folder, seed=7).attack(400)
    assert done.committed >= 3
    assert done.quickest > GUARD_SECONDS - 1e-6
    assert done.hands >= 2
