"""The bucket page by keys and mouse: a hand is typed, picked or dealt, and its bucket and neighbours are shown."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core import Progress
from game.features.lab import FindNeighbours, ListAbstractions, LookUpBucket
from game.features.lab.buckets_model import format_spot, points
from game.features.lab.buckets_page import AbstractionScreen, EmdDemoScreen
from game.files.manifest import SHIPPED_ABSTRACTION
from game.rules.cards import names
from game.study.abstraction import RIVERS
from tests.features.lab.abstraction import show as answers
from tests.window.driver import Asking, Kind, give_to, windows
from tests.window.tables import TableWorker

FIRST = ("AhKh", "Qs7h2h")


class Explorer(Asking):
    """A window that shows the bucket page, opened from the menu through the lab."""

    def __init__(self, folder: Path, **more: Any) -> None:
        super().__init__(folder, TableWorker(answers.ANSWERS), **more)
        self.key("l")
        self.click("game.holdem")
        self.click("page.abstraction")
        self.arrive()

    @property
    def page(self) -> AbstractionScreen:
        screen = self.app.screen
        assert isinstance(screen, AbstractionScreen)
        return screen

    @property
    def shown(self) -> tuple[str, str]:
        return names(self.screen.model.spot.hand), names(self.screen.model.spot.board)

    @property
    def beside(self) -> str:
        beside = self.screen.model.beside.value
        return format_spot(beside.spot) if beside is not None else ""

    @property
    def apart(self) -> str:
        apart = self.screen.model.apart.value
        return points(apart.turns) if apart is not None else ""

    def submit(self, typed: str) -> None:
        """Type a hand into the field and submit it."""
        self.key("a")
        self.type(typed)
        self.key("return")
        self.arrive()

    def asked(self, kind: Kind) -> int:
        return len(self.worker.all_asked(kind))


@pytest.fixture
def explore(user_folder: Path) -> Iterator[Callable[..., Explorer]]:
    yield from windows(lambda **more: Explorer(user_folder, **more))


@pytest.fixture
def window(explore: Callable[..., Explorer]) -> Explorer:
    return explore()


def test_the_page_begins_with_a_hand_its_bucket_and_what_lies_near(window: Explorer) -> None:
    assert window.shown == FIRST
    words = window.words()
    bucket = window.screen.model.hand.value.buckets[0] + 1
    for expected in (str(bucket), "of 200 flop buckets", "6,088 different hands, 0.28%", "47.0%", "67.4%"):
        assert expected in words
    assert "It gains 20.4 points: it improves." in words
    assert next(format_spot(one.spot) for one in window.screen.near.inside.near) == "AsKs Qs7h2s"
    assert f"In bucket {bucket}" in words
    assert "the farthest" in words


@pytest.mark.parametrize("typed", ["JsTs 9h8h2c", "jsts9h8h2c", "Js Ts, 9h 8h 2c"])
def test_what_is_typed_is_looked_at(window: Explorer, typed: str) -> None:
    window.submit(typed)
    assert window.shown == ("JsTs", "9h8h2c")
    assert window.control("cards").value == "JsTs 9h8h2c"
    assert window.screen.problem == ""


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("AhAh Qs7h2h", 'Card "Ah" appears twice.'),
        ("AhKx Qs7h2h", 'No card "Kx": a card is a rank'),
        ("AhKh Qs7h", "That is 4 cards."),
        ("AhKhQs7h2h3s4s5s", "That is 8 cards."),
    ],
)
def test_what_is_no_hand_is_said_and_nothing_is_lost(window: Explorer, typed: str, sentence: str) -> None:
    window.submit(typed)
    assert sentence in window.words()
    assert window.shown == FIRST
    assert window.control("cards").value == typed
    window.key("tab")
    window.key("r")
    window.arrive()
    assert window.screen.problem == ""


def test_turn_and_river_have_buckets_of_their_own(window: Explorer) -> None:
    window.submit("AhKh Qs7h2h3hTs")
    assert len(window.screen.model.hand.value.buckets) == 3
    words = window.words()
    assert "turn bucket" in words
    assert "river bucket" in words
    near = window.asked(FindNeighbours)
    window.submit("AhKh Qs7h2h3d")
    assert window.asked(FindNeighbours) == near, "they are those of the same flop"


def test_another_hand_is_dealt_and_the_one_before_comes_back(window: Explorer) -> None:
    window.key("r")
    window.arrive()
    dealt = window.shown
    assert dealt != FIRST
    window.click("another")
    window.arrive()
    assert window.shown not in (FIRST, dealt)
    window.key("backspace")
    window.key("backspace")
    window.arrive()
    assert window.shown == FIRST
    assert not window.page.model.go_back()


def test_a_click_on_a_neighbour_goes_there(window: Explorer) -> None:
    window.click("outside.1")
    window.arrive()
    assert window.shown == ("AhQh", "Kh8h6s")


def test_a_neighbour_is_chosen_by_keys_and_drawn_over_the_hand(window: Explorer) -> None:
    window.page.controls.focus("inside")
    window.keys("up", "down", "down")
    assert "KsTs AsJh7s" in window.words()
    window.key("return")
    window.arrive()
    assert window.shown == ("KsTs", "AsJh7s")


def test_the_mouse_over_a_neighbour_draws_it(window: Explorer) -> None:
    window.move_to("outside.0")
    assert "AhKh Jh8h4s" in window.words()


def test_bars_are_chosen_and_tell_their_cards(window: Explorer) -> None:
    window.key("right")
    assert window.screen.histogram.chart.probe == 1
    assert "2–4%: 1 of 47 cards" in window.words()
    window.key("end")
    last = window.screen.histogram.chart.probe
    window.keys("right", "left")
    assert window.screen.histogram.chart.probe < last
    window.key("home")
    window.key("t")
    assert (window.widget("when").chosen, window.screen.histogram.chart.probe) == ("river", None)
    window.key("end")
    assert "of all run-outs" in window.words()
    window.click("when.turn")
    assert window.widget("when").chosen == "turn"


def test_the_bar_under_the_mouse_is_chosen(window: Explorer) -> None:
    window.words()
    window.move_to("shape")
    assert window.screen.histogram.chart.probe is not None


def test_a_hand_is_kept_and_another_compared_with_it_by_three_measures(window: Explorer) -> None:
    window.key("c")
    assert window.beside == "AhKh Qs7h2h"
    window.click("outside.0")
    window.arrive()
    assert window.apart == "10.0"
    assert "Points from AhKh Qs7h2h: 0.0 by mean, 1.2 at the river, 10.0 by turn buckets" in window.words()
    window.click("compare")
    assert (
        window.beside,
        window.apart,
    ) == ("", "")


def test_examples_bring_a_hand_to_compare_with(window: Explorer) -> None:
    window.key("3")
    window.arrive()
    assert window.shown == ("9d5c", "7d5d3d")
    assert window.beside == "QdTc Qh9h7h"
    assert window.apart == "10.0"
    window.click("example-small_pair")
    window.arrive()
    assert (window.shown[0], window.beside) == ("7d7c", "")


def test_cards_are_picked_from_all(window: Explorer) -> None:
    window.key("h")
    assert window.app.screen.name == "card_picker"
    window.keys("backspace", "backspace", "backspace")
    for card in ("As", "3c", "4c", "Td"):
        window.click(f"cards.{card}")
    window.click("done")
    window.arrive()
    assert window.shown == ("AhKh", "As3c4cTd")


def test_what_takes_long_is_told_and_the_old_picture_stays(window: Explorer) -> None:
    window.worker.silent = True
    window.key("r")
    assert window.screen.model.stale
    assert "counting its other hands" in window.words()
    assert window.screen.model.hand.value.buckets
    model = window.page.model
    model.hand.value = None
    for done, seconds_left in ((43, 6.0), (44, 7.0)):
        progress = Progress(done, 86, 2.0, seconds_left, {"phase": RIVERS})
        give_to(window.app, LookUpBucket, progress=progress)
    assert model.share == 0.25, "a bar never goes back"
    words = window.words()
    assert "every hand's strength on every river" in words
    assert "7 s left" in words


def test_a_single_abstraction_leaves_nothing_to_choose(window: Explorer) -> None:
    assert "abstraction" not in {control.name for control in window.app.controls()}
    asked = window.asked(LookUpBucket)
    window.key("b")
    assert (window.screen.model.abstraction, window.asked(LookUpBucket)) == (SHIPPED_ABSTRACTION, asked)


def test_which_abstractions_there_are_is_asked_again_only_where_that_was_refused(
    explore: Callable[..., Explorer],
) -> None:
    window = explore()
    asked = window.asked(ListAbstractions)
    window.key("r")
    assert window.asked(ListAbstractions) == asked
    window.worker.silent = True
    window.page.enter()
    give_to(window.app, ListAbstractions, error="The other process ended unexpectedly.")
    window.key("r")
    assert window.asked(ListAbstractions) == asked + 2


def test_the_same_hand_is_looked_at_in_the_buckets_of_another_abstraction(
    explore: Callable[..., Explorer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(answers.ANSWERS, ListAbstractions, answers.with_own)
    window = explore()
    window.submit("JsTs 9h8h2c")
    window.keys("tab", "c")
    assert window.control("abstraction").value == "Built-in buckets"
    window.worker.silent = True
    window.key("b")
    assert window.screen.model.hand.value is None, "what the other one says is not shown as its own"
    window.worker.silent = False
    window.arrive()
    assert window.control("abstraction").value == "Hand buckets 1: 30/40/50"
    assert window.shown == ("JsTs", "9h8h2c")
    assert window.beside == "JsTs 9h8h2c"
    asked = [one for one in window.worker.asked if isinstance(one, LookUpBucket | FindNeighbours)]
    assert [request.abstraction for request in asked[-3:]] == [answers.OWN] * 3
    window.click("abstraction.next")
    window.arrive()
    assert window.control("abstraction").value == "mine: 3/4/5"
    window.key("b")
    window.arrive()
    assert window.screen.model.abstraction == SHIPPED_ABSTRACTION


def test_until_the_first_hand_is_known_nothing_that_could_do_nothing_is_on_offer(
    explore: Callable[..., Explorer],
) -> None:
    window = explore()
    window.worker.silent = True
    model, others = window.page.model, ("another", "compare", "when", "example-draw")
    model.hand.value = None
    window.page.show()
    assert all(not window.control(name).enabled for name in others)
    before = window.shown
    window.keys("r", "c", "2")
    assert window.shown == before
    model.hand.problem = "The other process ended unexpectedly."
    window.page.show()
    assert all(window.control(name).enabled for name in others)
    window.key("t")
    assert window.widget("when").chosen == "river"


def test_without_an_abstraction_one_sentence_says_so(user_folder: Path) -> None:
    worker = TableWorker()
    window = Asking(user_folder, worker)
    window.key("l")
    window.click("game.holdem")
    window.click("page.abstraction")
    window.arrive()
    assert window.screen.problem == "Nobody answers that."
    assert "Nobody answers that." in window.words()
    worker.answerers.update(answers.ANSWERS)
    window.key("r")
    window.arrive()
    assert window.screen.problem == ""
    assert [format_spot(one.spot) for one in window.screen.near.inside.near]
    window.close()


def test_the_other_games_are_a_click_away(window: Explorer) -> None:
    window.click("game.kuhn-poker")
    assert (window.state["screen"], window.screen.model.settings.game) == ("lab", "kuhn-poker")
    window.click("game.tic-tac-toe")
    assert window.state["screen"] == "value_explorer"
    window.click("game.holdem")
    assert window.state["screen"] == "ranges"
    window.click("page.abstraction")
    assert window.state["screen"] == "abstraction"
    window.click("page.ranges")
    assert window.state["screen"] == "ranges"


def test_the_distance_is_a_page_above_and_the_hand_stays(window: Explorer) -> None:
    window.key("4")
    window.arrive()
    window.key("3", ctrl=True)
    assert isinstance(window.app.screen, EmdDemoScreen)
    window.key("2", ctrl=True)
    window.arrive()
    assert window.shown == ("7d7c", "AsKs2d")
    window.key("escape")
    assert window.state["screen"] == "menu"
