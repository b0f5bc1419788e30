"""The page of the hash table: its statistics, a hand looked up step by step, waiting, and errors."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core import Progress
from game.features.odds import CountHandTable, LookUpHand
from game.rules.cards import names
from game.study.odds import COMPILING
from tests.features.hand_table import show as answers
from tests.features.hand_table.show import PLACES as HAND_TABLE
from tests.window.conftest import Open as OpenWindow
from tests.window.driver import Asking, give_to, windows
from tests.window.tables import TableWorker


class Curious(Asking):
    """A window whose worker answers the page of the hash table. `look` opens this page."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.table = TableWorker({CountHandTable: answers.statistics, LookUpHand: answers.lookup})
        super().__init__(folder, self.table, **more)

    def look(self) -> None:
        """Open the page from the odds page, and wait for the answers to its requests."""
        self.key("o")
        self.click("page.hand_table")
        self.arrive()

    def lay(self, cards: str) -> None:
        """Replace the cards on the page by `cards`, by typing."""
        self.app.screen.controls.focus("cards")
        self.key("delete")
        self.type(cards)
        self.arrive()


Open = Callable[..., Curious]


@pytest.fixture
def look(user_folder: Path) -> Iterator[Open]:
    def opened(**more: Any) -> Curious:
        window = Curious(user_folder, **more)
        window.look()
        return window

    yield from windows(opened)


def test_the_filling_is_told_in_figures(look: Open) -> None:
    words = look().words()
    for expected in ("62.0%", "of 4,194,304 rows filled", "77.0%", "598,960", "1.77"):
        assert expected in words


def test_a_hand_is_looked_up_as_it_is_typed(look: Open) -> None:
    window = look()
    window.lay("AsAhAdKsKh")
    words = window.words()
    assert "Full house" in words
    assert "rank 167 of 7,462" in words
    assert "3 probes" in words
    assert "this hand" in words
    code = answers.lookup(LookUpHand((12, 25, 51, 11, 24))).sets[0].code
    assert f"{code:016x}" in words


@pytest.mark.parametrize(("cards", "sets"), [("7c2d3h9sKdQc", 6), ("AsKsQsJsTs2d3c", 21)])
def test_of_more_cards_every_five_is_lit_and_the_best_stays(look: Open, cards: str, sets: int) -> None:
    window = look()
    window.app.screen.controls.focus("cards")
    window.key("delete")
    window.type(cards[:-2])
    window.arrive()
    for letter in cards[-2:]:
        window.app.send(key(letter))
    lit = set()
    for _ in range(1000):
        window.app.step([], 0.05)
        lit.add(window.screen.fives.chosen)
        if len(window.screen.lookup.sets) == sets and window.screen.walked is None:
            break
    assert lit == set(range(sets))
    assert window.screen.fives.chosen == window.screen.lookup.best
    assert f"best of {sets} hands" in window.words()


def key(letter: str) -> Any:
    from game.window.ui.input import Key

    return Key(letter.lower(), letter)


def test_with_reduced_motion_the_best_five_shows_at_once(look: Open) -> None:
    window = look(reduced_motion=True)
    window.lay("AsKsQsJsTs2d3c")
    assert window.screen.walked is None
    assert window.screen.fives.chosen == window.screen.lookup.best == 0


def test_arrows_walk_along_the_fives(look: Open) -> None:
    window = look()
    window.lay("AsKsQsJsTs2d")
    assert window.screen.fives.chosen == 0
    window.key("right")
    assert window.screen.fives.chosen == 1
    assert "hand 2 of 6" in window.words()
    window.app.screen.controls.focus("fives")
    window.keys("end", "right")
    assert window.screen.fives.chosen == 5
    window.keys("home", "left")
    assert window.screen.fives.chosen == 0
    window.click("fives")
    assert window.screen.fives.chosen in range(6)


@pytest.mark.parametrize(
    ("cards", "said"),
    [("As", "One card is not a five-card hand"), ("AsKsQsJs", "4 cards are not a five-card hand")],
)
def test_what_is_no_hand_ends_at_an_empty_row(look: Open, cards: str, said: str) -> None:
    window = look()
    window.lay(cards)
    words = window.words()
    assert "an empty row" in words
    assert said in words


def test_of_the_longest_way_first_and_last_slots_show(look: Open) -> None:
    window = look()
    window.key("l")
    window.arrive()
    words = window.words()
    assert "60 probes" in words
    assert "more" in words
    assert "this hand" in words


def test_keys_deal_and_clear(look: Open) -> None:
    window = look()
    for name, count in (("r", 5), ("v", 7), ("x", 0)):
        window.app.screen.controls.focus("five")
        window.key(name)
        window.arrive()
        assert len(names(window.widget("cards").cards)) == 2 * count
    assert "Every card has a random 64-bit" in window.words()


def test_a_mistyped_suit_loses_nothing(look: Open) -> None:
    window = look()
    window.lay("AsKs")
    window.type("shdcKs")
    window.arrive()
    assert names(window.widget("cards").cards) == "AsKs"


def test_cards_are_picked_among_all(look: Open) -> None:
    window = look()
    window.lay("As")
    window.click("cards")
    assert window.state["screen"] == "card_picker"
    window.click("cards.Ks")
    window.key("escape")
    window.arrive()
    assert names(window.widget("cards").cards) == "AsKs"
    assert "2 cards are not a five-card hand" in window.words()


def test_the_odds_lie_below_with_their_question(look: Open) -> None:
    window = look()
    assert window.state["screen"] == "hand_table"
    window.click("page.odds")
    assert window.state["screen"] == "odds"
    window.click("page.hand_table")
    window.click("page.odds")
    assert window.state["screen"] == "odds"


@pytest.mark.parametrize("tab", ["odds", "hand_table", "expert"])
def test_esc_leaves_from_every_tab(look: Open, tab: str) -> None:
    window = look()
    window.click("page.odds")
    if tab != "odds":
        window.click(f"page.{tab}")
    window.key("escape")
    assert window.state["screen"] == "menu"


def test_while_the_table_is_built_it_says_how_far(open_window: OpenWindow) -> None:
    window = open_window()
    HAND_TABLE["hand table waiting"](window.app)
    assert window.screen.filling.state == "waiting"
    give_to(window.app, CountHandTable, progress=Progress(2_598_960, 5_197_920, 1.0, 1.0))
    window.settle()
    assert window.screen.filling.state == "partly"
    assert "50%" in window.texts()
    assert not window.control("farthest").enabled


def test_while_the_kernels_of_the_table_are_compiled_the_page_says_so(open_window: OpenWindow) -> None:
    window = open_window()
    HAND_TABLE["hand table waiting"](window.app)
    give_to(window.app, CountHandTable, progress=Progress(1, 4, 1.0, doing=COMPILING))
    window.settle()
    assert {"25%", "Compiling the table's code. Only the first time."} <= {
        mark.words for mark in window.marks()
    }


def test_trouble_is_said_and_asked_again(user_folder: Path) -> None:
    window = Curious(user_folder)
    window.table.dead = True
    window.look()
    assert window.screen.filling.state == "failed"
    assert "could not be loaded" in window.words()
    window.table.dead = False
    window.click("try-again")
    window.arrive()
    assert window.screen.filling.state == "answered"
    window.close()


def test_everything_is_reached_by_keyboard_alone(look: Open) -> None:
    window = look()
    window.lay("AsKsQsJsTs2d")
    seen = set()
    for _ in range(20):
        window.key("tab")
        seen.add(window.focus)
    assert {"cards", "fives", "five", "seven", "farthest", "clear", "page", "back"} <= seen
