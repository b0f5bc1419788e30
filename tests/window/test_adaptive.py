"""A table whose opponent follows the results: who sits down, what is said, and what is remembered."""

from typing import Any

import pytest

from game.match.session import Session
from game.match.table_spec import HANDS_STEP, TableSpec
from game.rules import games
from tests.window.conftest import Open
from tests.window.driver import Driver, named

ENOUGH = HANDS_STEP[games.TIC_TAC_TOE]
X_WINS, O_WINS = (0, 3, 1, 4, 2), (0, 3, 1, 4, 8, 5)


def sit_down(window: Driver, agent: str, **more: Any) -> None:
    window.app.resume(Session(TableSpec(games.TIC_TAC_TOE, ("you", agent), seed=1, **more)))
    window.settle()


def play(window: Driver, count: int, *, won: bool) -> None:
    """Play so many games to their end, each won or lost by the player, and deal the next one after each."""
    for _ in range(count):
        screen: Any = window.app.screen
        x_wins = (screen.session.get_player(0) == 0) == won
        for cell in X_WINS if x_wins else O_WINS:
            screen.apply(cell)
        window.settle()
        screen.next_hand()
        window.settle()


def table(window: Driver) -> TableSpec:
    screen: Any = window.app.screen
    spec: TableSpec = screen.session.spec
    return spec


@pytest.mark.parametrize(
    ("won", "after", "how", "said"), [(True, "player", "up", "ahead"), (False, "beginner", "down", "behind")]
)
def test_the_next_level_takes_over_with_the_next_deal_and_it_is_said(
    open_window: Open, won: bool, after: str, how: str, said: str
) -> None:
    window = open_window()
    sit_down(window, "student", adaptive="on")
    play(window, ENOUGH - 1, won=won)
    assert table(window).seats == ("you", "student")
    play(window, 1, won=won)
    spec = table(window)
    assert (spec.seats, spec.adaptive, spec.skip) == (("you", after), how, ENOUGH)
    assert f"You are {said}. Learner," in window.state["notice"]
    assert window.app.settings.tables[games.TIC_TAC_TOE]["agent"] == after


def test_the_count_begins_anew_with_another_level(open_window: Open) -> None:
    window = open_window()
    sit_down(window, "student", adaptive="on")
    play(window, ENOUGH, won=True)
    screen: Any = window.app.screen
    assert screen.session.results == []
    play(window, ENOUGH - 1, won=True)
    assert table(window).seats == ("you", "player")


@pytest.mark.parametrize(("agent", "won"), [("champion", True), ("beginner", False)])
def test_at_the_ends_of_the_ladder_the_level_stays(open_window: Open, agent: str, won: bool) -> None:
    window = open_window()
    sit_down(window, agent, adaptive="on")
    play(window, ENOUGH + 2, won=won)
    assert table(window).seats == ("you", agent)


def test_without_it_the_opponent_stays(open_window: Open) -> None:
    window = open_window()
    sit_down(window, "student")
    play(window, ENOUGH + 2, won=True)
    assert table(window).seats == ("you", "student")


def test_who_is_not_on_the_ladder_stays(open_window: Open) -> None:
    window = open_window()
    sit_down(window, "uniform", adaptive="on")
    play(window, ENOUGH + 2, won=True)
    assert table(window).seats == ("you", "uniform")


@pytest.mark.parametrize("key", ["1", "2", "3"])
def test_it_is_off_unless_chosen(open_window: Open, key: str) -> None:
    window = open_window()
    window.key(key)
    screen: Any = window.app.screen
    assert screen.choices.style == "match"
    assert screen.choices.spec(screen.table, 1).adaptive == ""
    screen.choose(style="adaptive")
    assert screen.choices.spec(screen.table, 1).adaptive == "on"


def test_it_is_barred_where_no_level_is_next(open_window: Open) -> None:
    window = open_window()
    window.key("1")
    screen: Any = window.app.screen
    for agent, words in (("guest", "not on the ladder"), ("uniform", "not on the ladder")):
        screen.choose(agent=agent)
        [option] = [one for one in named(window.app, "style").options if one.value == "adaptive"]
        assert words in option.disabled


def test_it_is_barred_in_a_match_of_holdem(open_window: Open) -> None:
    window = open_window()
    window.key("3")
    screen: Any = window.app.screen
    screen.choose(form="match", style="adaptive")
    [option] = [one for one in named(window.app, "style").options if one.value == "adaptive"]
    assert "cash game" in option.disabled
    assert screen.choices.spec("holdem", 1).adaptive == ""
