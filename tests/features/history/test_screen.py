"""The page of the history."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai.features.history import luck_of_hand
from ai.steps import run_to_end
from game.archive import code
from game.archive.export import export, read_back
from game.archive.hands import PlayedHand, Stake
from game.archive.imported import NAME, ImportedHands, RoomStore, SkippedHands
from game.archive.store import FOLDER, HistoryFilter
from game.core import Progress
from game.features.history import ListHands, hand_list
from game.features.history.details import get_cards
from game.features.history.hand_list import PAGE
from game.match.table_spec import TableSpec
from game.rules.cards import RANKS
from game.study.history import AskLuck, EraseHistory, ImportHands, Importing
from game.study.lab import ForgetLabRuns
from game.study.review import ReviewTarget
from game.study.saves import Saves
from game.tables.replay import Replay
from game.texts import signed
from game.window.ui import input
from game.window.ui.input import get, put
from tests.features.history.show import PLACES
from tests.histories.plain_hands import HANDS, WINAMAX, read_hand
from tests.window import samples as histories
from tests.window.driver import Asking, Kind, give_to, windows
from tests.window.tables import HistoryWorker
from tests.window.test_layout import check

SIZES = [(900, 560), (1280, 720), (1920, 1080), (900, 1100)]
DAY = 86_400.0


class Looking(Asking):
    """A window that shows the list of hands in the history."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.history = HistoryWorker()
        super().__init__(folder, self.history, **more)
        self.key("b")
        self.answer()


Open = Callable[..., Looking]


@pytest.fixture
def look(user_folder: Path) -> Iterator[Open]:
    def opened(*groups: list[PlayedHand], **more: Any) -> Looking:
        histories.keep(user_folder, *groups)
        return Looking(user_folder, **more)

    yield from windows(opened)


@pytest.fixture
def newest_first() -> list[PlayedHand]:
    return [*histories.holdem(2), *histories.kuhn(2, at=histories.BEGAN + 1000)][::-1]


# ---- the list ------------------------------------------------------------------------------------------------
def test_hands_are_listed_newest_first_with_result_and_stake(look: Open) -> None:
    window = look(histories.holdem(3), histories.kuhn(2, at=histories.BEGAN + 1000))
    assert (window.state["screen"], window.screen.pages.total, window.focus) == ("history", 5, "hands")
    said = window.words()
    assert "5 hands" in said
    assert "Kuhn poker, ante 1" in said
    assert "Hold'em, 50/100, 200 bb" in said
    assert window.control("hands.0").label.startswith(window.control("hands").value[:6])


def test_arrows_walk_and_the_hand_beside_the_list_follows(look: Open, newest_first: list[PlayedHand]) -> None:
    window = look(newest_first)
    ids = []
    for _ in newest_first:
        ids.append(window.screen.list.chosen.id)
        window.key("down")
    assert ids == [hand.id for hand in newest_first]
    window.key("home")
    assert window.screen.list.rows.chosen == 0
    window.key("end")
    assert window.screen.list.rows.chosen == len(newest_first) - 1


def test_a_hand_of_a_room_has_the_number_of_the_room(look: Open, tmp_path: Path) -> None:
    hand = read_hand(tmp_path, WINAMAX)
    assert "Hand 7-22-17700000, " in look([hand]).words()
    assert "hand 7-22-17700000, " in export([hand], "text")


def test_a_hand_of_a_room_is_reviewed_with_its_room(
    look: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, opened = read_hand(tmp_path, WINAMAX), list[tuple[object, ...]]()
    window = look([hand])
    monkeypatch.setattr(window.app, "open", lambda *given: opened.append(given))
    monkeypatch.setattr(window.app, "once_ready", lambda need, act: act())
    window.key("h")
    window.click("review-hand")
    assert opened == [("review", ReviewTarget("hand", hand.id, origin=hand.origin))] * 2


def test_the_result_of_a_hand_of_a_room_is_after_the_rake(look: Open, tmp_path: Path) -> None:
    hand = read_hand(tmp_path, WINAMAX)
    said = look([hand], amounts="blinds").words()
    assert "+73.75 bb" in said
    assert "After a rake of 1.5 bb." in said
    assert "You win 73.75 bb with" in said
    assert "75.25" not in said
    told = "Result after a rake of 3 EUR: you +147.50 EUR, winamax/Tom -150.50 EUR"
    assert told in export([hand], "text")
    for other in (replace(hand, origin=None), histories.holdem(1)[0]):
        assert "After a rake" not in look([other]).words()
        assert "rake" not in export([other], "text")


def test_amounts_of_a_hand_of_a_room_are_in_its_currency(look: Open, tmp_path: Path) -> None:
    hand = read_hand(tmp_path, WINAMAX)
    window = look([hand], amounts="chips")
    said = window.words()
    for told in (
        "1/2 EUR, 75 bb",
        "+147.50 EUR",
        "After a rake of 3 EUR.",
        "You win 147.50 EUR",
        "145.50 EUR",
    ):
        assert told in said
    screen = Replay(window.app, hand)
    window.app.go(screen)
    assert screen.no_mix(1) == "Logs do not record mixes."
    picture = screen.view.picture(None, 1.0)
    assert {seat.stack for seat in picture.seats} == {"1,198 EUR", "149.50 EUR"}
    assert picture.pot_written == "3 EUR"
    screen.to_end()
    window.app.step([], 0.0)
    assert "You win 147.50 EUR" in window.words()
    picture = screen.view.picture(None, 1.0)
    assert [one.words for one in picture.bets if one.amount] == ["+147.50 EUR"]
    written = export([hand], "text")
    assert "blinds 1/2 EUR, stacks 1,200 EUR and 150.50 EUR." in written
    assert "winamax/Tom: raises to 5 EUR" in written
    assert ",147.5,-150.5,EUR/hand," in export([hand], "csv")


def test_amounts_of_small_stakes_have_the_decimals_of_their_blinds(look: Open, tmp_path: Path) -> None:
    hand = read_hand(tmp_path, WINAMAX)
    assert hand.origin is not None
    small = replace(hand, origin=replace(hand.origin, unit="BTC", big_blind="0.0002", rake="0", nets=""))
    said = look([small], amounts="chips").words()
    assert "0.0001/0.0002 BTC, 75 bb" in said
    assert "+0.0150 BTC" in said
    assert "blinds 0.0001/0.0002 BTC" in export([small], "text")
    assert ",0.015,-0.015,BTC/hand," in export([small], "csv")


def test_amounts_of_play_money_have_the_word_chips(look: Open, tmp_path: Path) -> None:
    hand = read_hand(tmp_path, WINAMAX)
    assert hand.origin is not None
    said = look([replace(hand, origin=replace(hand.origin, unit="chips"))], amounts="chips").words()
    assert "1/2 chips, 75 bb" in said
    assert "+147.5 chips" in said


def test_a_hand_without_a_date_has_no_day(look: Open, tmp_path: Path) -> None:
    said = look([replace(read_hand(tmp_path, WINAMAX), at=0.0)]).words()
    assert "Hand 7-22-17700000" in said
    assert "1970" not in said


def test_the_rake_of_a_pot_that_was_lost_is_not_named(look: Open, tmp_path: Path) -> None:
    hand = read_hand(tmp_path, WINAMAX)
    lost = replace(hand, spec=replace(hand.spec, seats=hand.spec.seats[::-1]))
    assert "After a rake" not in look([lost]).words()


def test_a_long_history_is_asked_for_page_by_page(look: Open) -> None:
    window = look(histories.kuhn(2 * PAGE + 30))
    assert [request.offset for request in window.history.all_asked(ListHands)] == [0]
    window.key("end")
    window.answer()
    assert [request.offset for request in window.history.all_asked(ListHands)][-1] == 2 * PAGE
    assert window.screen.list.chosen.id
    assert window.screen.pages.total == 2 * PAGE + 30


def test_of_many_pages_those_around_are_kept(look: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_list, "MAX_PAGES", 2)
    window = look(histories.kuhn(3 * PAGE))
    window.key("end")
    window.answer()
    window.key("home")
    window.answer()
    window.keys(*["page down"] * 30)
    window.answer()
    assert window.screen.list.chosen.id
    assert len({request.offset for request in window.history.all_asked(ListHands)}) == 3


def test_a_hand_that_breaks_the_rules_is_said_and_not_replayed(look: Open) -> None:
    good = histories.holdem(2)
    broken = replace(good[1], actions=(77_777,), decisions=(None,))
    window = look([good[0], broken])
    assert "cannot be replayed" in window.words()
    window.key("return")
    assert window.state["screen"] == "history"
    window.keys("down", "return")
    assert window.state["screen"] == "replay"


@pytest.mark.parametrize("make", [histories.holdem, histories.kuhn, histories.tic_tac_toe])
def test_a_move_that_the_table_made_is_marked(look: Open, make: Callable[[], list[PlayedHand]]) -> None:
    hand = next(hand for hand in make() if any(hand.decisions))
    failed = [one and replace(one, strategy={}, roll=None) for one in hand.decisions]
    window = look([replace(hand, decisions=tuple(failed))])
    lines = [line.what for street in window.screen.detail._summary.streets for line in street.lines]
    marked = [" (by the table)" in line for line in lines]
    assert 0 < sum(marked) == sum(one is not None for one in failed)
    assert " (by the table)" in window.words()


def test_the_hand_beside_the_list_scrolls_by_keys_while_it_has_the_focus(look: Open) -> None:
    window = look(histories.holdem(3), size=(900, 560))
    detail: Any = window.app.screen.detail  # type: ignore[attr-defined]
    window.key("page down")
    assert detail.scroll.offset == 0
    window.app.screen.controls.focus("copy")
    window.key("page down")
    assert detail.scroll.offset > 0


def test_amounts_follow_the_settings_when_the_list_is_seen_again(look: Open) -> None:
    window = look(histories.holdem(3))
    window.app.show_settings()
    window.app.change(amounts="blinds")
    window.key("escape")
    assert " bb" in window.control("hands").value.split("200 bb")[1]
    assert "200 bb" in window.words()


def test_a_click_chooses_and_another_one_opens(look: Open) -> None:
    window = look(histories.kuhn(4))
    window.click("hands.2")
    assert window.screen.list.rows.chosen == 2
    window.click("hands.2")
    assert window.state["screen"] == "replay"


def test_the_wheel_moves_the_list_and_leaves_the_choice(look: Open) -> None:
    window = look(histories.kuhn(60))
    seen = window.words()
    window.wheel(*window.middle("hands"), -10)
    assert window.words() != seen
    assert window.screen.list.rows.chosen == 0


def test_what_is_not_shown_does_not_scroll(look: Open) -> None:
    window = look(histories.kuhn(60))
    assert window.app.screen.scroll is not None
    window.choose("game.holdem")
    assert "hands" not in {control.name for control in window.app.controls()}
    assert window.app.screen.scroll is None


def test_the_newest_hand_of_the_person_is_chosen_though_watched_ones_are_newer(look: Open) -> None:
    window = look(histories.kuhn(4), histories.watched_hands(30, at=histories.BEGAN + 9000))
    assert (window.screen.list.rows.chosen, window.screen.list.chosen.own_seat) == (30, 0)
    window.settle()
    assert 30 in window.screen.list.rows.seen
    window.choose("kind.watched")
    assert window.screen.list.rows.chosen == 0


def test_new_hands_of_the_watched_folder_come_and_the_selected_hand_stays_selected(
    look: Open, user_folder: Path
) -> None:
    window = look(histories.holdem(5))
    window.keys("down", "down")
    chosen = window.screen.list.chosen
    histories.keep(user_folder, histories.kuhn(3, at=histories.BEGAN + 5000))
    watch = window.app.models.folder_watch
    watch.finished = 1
    window.screen.background_changed()
    window.settle()
    assert window.screen.pages.total == 8
    assert (window.screen.list.chosen.id, window.screen.list.rows.chosen) == (chosen.id, 5)
    histories.keep(user_folder, histories.watched_hands(2, at=histories.BEGAN - 5000))
    watch.finished = 2
    window.screen.background_changed()
    window.settle()
    assert window.screen.list.chosen.id == chosen.id, "older hands came"
    window.key("home")
    watch.finished = 3
    window.screen.background_changed()
    window.settle()
    assert window.screen.list.rows.chosen == 0


# ---- filters -------------------------------------------------------------------------------------------------
def test_each_filter_leaves_what_it_names(look: Open) -> None:
    now = time.time()
    window = look(
        histories.holdem(3, at=now - 40 * DAY),
        histories.kuhn(4, at=now - 3 * DAY),
        histories.watched_hands(2, at=now - 1000),
    )
    assert window.screen.pages.total == 9
    window.choose("game.holdem")
    assert window.screen.pages.total == 3
    window.choose("game.all")
    window.choose("kind.watched")
    assert window.screen.pages.total == 2
    window.choose("kind.all")
    window.choose("period.week")
    assert window.screen.pages.total == 6
    window.choose("period.month")
    assert window.screen.pages.total == 6
    window.choose("period.all")
    counts = []
    for result in ("won", "drawn", "lost"):
        window.choose(f"result.{result}")
        counts.append(window.screen.pages.total)
    assert sum(counts) == 7


def test_the_opponent_is_gone_through_and_only_those_of_the_game_are_offered(look: Open) -> None:
    window = look(histories.holdem(3, "tight"), histories.holdem(2, "maniac", at=histories.BEGAN + 1000))
    window.choose("game.holdem")
    opponent: Any = window.app.screen.controls.find("opponent")
    assert [option.value for option in opponent.options[:2]] == ["all", "guest"]
    assert "champion" not in [option.value for option in opponent.options]
    while opponent.chosen != "maniac":
        window.choose("opponent.next")
    assert window.screen.pages.total == 2
    window.choose("opponent.previous")
    assert opponent.chosen != "maniac"
    window.choose("game.tic-tac-toe")
    assert opponent.chosen == "all"


def test_opponents_and_stakes_of_imported_hands_are_found(
    look: Open, user_folder: Path, tmp_path: Path
) -> None:
    with RoomStore(user_folder / FOLDER) as rooms:
        rooms.add([read_hand(tmp_path, HANDS[room]) for room in ("pokerstars", "winamax")])
        rooms.add(
            [
                read_hand(
                    tmp_path, HANDS["pokerstars"].replace("$", "").replace(" USD", "").replace("#2201", "#7")
                )
            ]
        )
    window = look(histories.holdem(2), histories.kuhn(1))
    opponent: Any = window.app.screen.controls.find("opponent")
    stake: Any = window.app.screen.controls.find("stake")
    assert {"pokerstars/Tom", "winamax/Tom"} <= {option.value for option in opponent.options}
    labels = ["All rooms and stakes", "Played here", "PokerStars"]
    labels += ["PokerStars, 1/2 USD", "PokerStars, 1/2 chips", "Winamax"]
    assert sorted(option.label for option in stake.options) == sorted(labels)
    counts = {}
    for option in stake.options:
        stake.choose(option.value)
        window.answer()
        counts[option.label] = window.screen.pages.total
    assert counts["All rooms and stakes"] == 6
    assert counts["Played here"] == 3
    assert counts["PokerStars"] == 2
    assert counts["Winamax"] == 1
    stake.choose("all")
    opponent.choose("winamax/Tom")
    window.answer()
    assert window.screen.pages.total == 1
    window.choose("game.kuhn-poker")
    assert opponent.chosen == "all"


def test_kept_filters_of_rooms_are_offered_at_once_until_their_hands_are_gone(
    look: Open, user_folder: Path, tmp_path: Path
) -> None:
    with RoomStore(user_folder / FOLDER) as rooms:
        rooms.add([read_hand(tmp_path, WINAMAX)])
    window = look(histories.kuhn(1))
    for name, chosen in (("stake", "winamax"), ("opponent", "winamax/Tom")):
        window.screen.filters.clear()
        control: Any = window.app.screen.controls.find(name)
        control.choose(chosen)
        window.answer()
        assert window.screen.pages.total == 1
        (user_folder / FOLDER / NAME).rename(tmp_path / NAME)
        with RoomStore(user_folder / FOLDER) as rooms:
            rooms.add([read_hand(tmp_path, HANDS["pokerstars"])])
        window.key("escape")
        window.history.silent = True
        window.key("b")
        filters = window.screen.filters
        assert chosen in {option.value for option in getattr(filters, name).options}
        assert filters.stake in filters.widgets
        filters.game.choose("holdem")
        assert getattr(filters, name).chosen == chosen
        window.history.silent = False
        window.screen.read_anew()
        window.answer()
        assert (getattr(filters, name).chosen, window.screen.pages.total) == ("all", 1)
        filters.clear()
        (tmp_path / NAME).replace(user_folder / FOLDER / NAME)
        window.screen.read_anew()
        window.answer()


def test_imported_hands_that_the_filters_show_are_reviewed(
    look: Open, user_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_offered() -> bool:
        return "mistakes" in {control.name for control in window.app.controls()}

    window = look(histories.kuhn(1))
    assert not is_offered()
    with RoomStore(user_folder / FOLDER) as rooms:
        rooms.add([read_hand(tmp_path, WINAMAX)])
    window = look(histories.kuhn(1))
    assert is_offered()
    for choice in ("game.kuhn-poker", "kind.watched"):
        window.choose(choice)
        window.answer()
        assert not is_offered(), choice
        window.screen.show_all()
        window.answer()
    stake: Any = window.app.screen.controls.find("stake")
    for option, offered in (("Played here", False), ("Winamax", True)):
        stake.choose(next(one.value for one in stake.options if one.label == option))
        window.answer()
        assert is_offered() is offered
    opened: list[tuple[object, ...]] = []
    monkeypatch.setattr(window.app, "once_ready", lambda need, act: act())
    monkeypatch.setattr(window.app, "open", lambda *given: opened.append(given))
    window.key("f")
    wanted = HistoryFilter(stake=Stake("winamax"))
    assert opened == [("review", ReviewTarget("imported", "imported", filter=wanted))]


def test_an_import_forecasts_its_time_once_it_has_read_some() -> None:
    work = Importing("march.zip")
    for seconds, share, forecast in (
        (1.0, 0.05, ""),
        (3.0, 0.01, ""),
        (3.0, 0.05, " About 60 seconds left."),
    ):
        work.report = Progress(10, None, seconds, seconds / share - seconds, {"share": share, "bad": 0})
        assert work.how_far == f"10 hands, {share:.0%} read.{forecast}"


def test_the_result_of_an_import_is_shown_once_when_its_dialog_opens_again(look: Open) -> None:
    window = look(histories.kuhn(1))
    PLACES["importing hands"](window.app)
    window.settle()
    window.screen.submit()
    window.screen.escape()
    give_to(window.app, ImportHands, ImportedHands(9, 0, 9, (SkippedHands("march.txt", 7, "Odd.", 3),)))
    for is_shown in (True, False):
        window.key("m")
        assert ("Odd. 3 hands, the first in march.txt, line 7." in window.words()) is is_shown
        window.key("escape")
        window.answer()
    window.app.models.hand_imports.is_unseen = True
    window.key("delete")
    window.choose("delete-now")
    window.key("m")
    assert "Odd." not in window.words(), "its hands are deleted"


def test_a_user_who_is_unknown_at_a_room_sees_the_most_frequent_names(look: Open) -> None:
    window = look(histories.kuhn(1))
    PLACES["imported hands of somebody"](window.app)
    assert "Most often in these hands: Ada, bob.2, Zoë K." in window.words()


@pytest.mark.parametrize("place", ["importing hands", "imported hands"])
def test_stacked_buttons_of_the_import_lie_apart_and_one_leads_on(
    look: Open, user_folder: Path, place: str
) -> None:
    window = look(histories.kuhn(1), size=(440, 900))
    PLACES[place](window.app)
    window.settle()
    buttons = window.screen.buttons()
    assert sum(button.kind == "primary" for button in buttons) == 1
    for above, below in pairwise(buttons):
        is_beside = above.rect[0] + above.rect[2] <= below.rect[0] - 6
        assert is_beside or above.rect[1] + above.rect[3] <= below.rect[1] - 6


def test_hole_cards_lie_high_first_as_at_a_table() -> None:
    for hand in histories.holdem(8):
        shown = [RANKS.index(card[0]) for card in get_cards(hand)[0]]
        assert shown == sorted(shown, reverse=True)


def test_a_cash_out_is_said(look: Open, tmp_path: Path) -> None:
    text = HANDS["ggpoker"].replace("Iris: calls $145.50", "Iris: calls $145.50\nTom: Chooses to EV Cashout")
    hand = read_hand(tmp_path, text)
    assert "A player took a cash-out. The result is by the cards." in look([hand]).words()
    assert "Result by the cards, with a cash-out" in export([hand], "text")


def test_filters_are_chosen_by_keyboard(look: Open) -> None:
    window = look(histories.holdem(3), histories.kuhn(2))
    window.app.screen.controls.focus("game")
    window.keys("right", "right")
    window.answer()
    assert window.screen.pages.total == 2


def test_filters_are_kept_when_the_page_is_left(look: Open, user_folder: Path, tmp_path: Path) -> None:
    with RoomStore(user_folder / FOLDER) as rooms:
        rooms.add([read_hand(tmp_path, WINAMAX)])
    window = look(histories.holdem(3), histories.kuhn(2))
    window.choose("game.holdem")
    stake: Any = window.app.screen.controls.find("stake")
    stake.choose(next(one.value for one in stake.options if one.label == "Winamax"))
    window.answer()
    for _ in range(2):
        assert window.screen.pages.total == 1
        assert (window.control("game").value, window.control("stake").value) == ("Hold'em", "Winamax")
        window.keys("escape", "b")
        window.answer()


# ---- states --------------------------------------------------------------------------------------------------
def test_an_empty_history_says_so_and_offers_a_game(look: Open) -> None:
    window = look()
    assert "Nothing here yet" in window.words()
    assert window.focus == "play"
    assert not window.control("export-all").enabled
    window.key("e")
    assert window.state["screen"] == "history"
    window.key("return")
    assert window.state["screen"] == "new_game"


def test_where_nothing_watched_was_kept_it_is_said_what_is(look: Open) -> None:
    window = look(histories.kuhn(2))
    window.choose("kind.watched")
    assert "saved only when shown move by move" in window.words()


def test_filters_that_leave_nothing_are_taken_off_by_one_button(look: Open) -> None:
    window = look(histories.kuhn(2))
    window.choose("game.holdem")
    assert "No hand matches" in window.words()
    assert "move by move" not in window.words()
    window.choose("show-all")
    assert (window.screen.pages.total, window.focus) == (2, "hands")
    assert window.control("game").value == "All games"


def test_waiting_is_said_after_a_moment(look: Open) -> None:
    window = look(histories.kuhn(2))
    window.history.silent = True
    window.click("game.kuhn-poker")
    assert window.screen.pages.total is None
    assert "Loading the history." in window.words()
    window.history.silent = False
    window.answer()
    assert window.screen.pages.total == 2


def test_a_history_that_cannot_be_read_is_said_and_tried_again(look: Open) -> None:
    window = look(histories.kuhn(2))
    window.history.broken = "The other process ended unexpectedly."
    window.choose("game.kuhn-poker")
    assert "could not be read. The other process ended" in window.words()
    window.history.broken = ""
    window.choose("try-again")
    assert window.screen.pages.total == 2


def test_a_damaged_line_is_said_below_the_list(look: Open, user_folder: Path) -> None:
    histories.keep(user_folder, histories.kuhn(3))
    file = next((user_folder / "history").glob("*.jsonl"))
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + b"[garbage]\n" + b"".join(lines[1:]))
    window = look()
    assert window.screen.pages.total == 3
    assert "could not be read" in window.words()


# ---- ids -----------------------------------------------------------------------------------------------------
def test_an_id_is_copied_pasted_and_equal(look: Open) -> None:
    window = look(histories.holdem(3))
    window.keys("down", "c")
    copied = window.screen.list.chosen.id
    assert input.get() == copied
    window.key("v")
    assert window.state["screen"] == "paste_id"
    assert window.widget("id").value == copied
    window.key("return")
    assert (window.state["screen"], window.screen.hand.id) == ("replay", copied)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hello", "not the id of a hand"),
        ("p9-abcdefgh", "version 9"),
        ("p1-abcdefgh", "mistyped"),
    ],
)
def test_a_wrong_id_is_answered_at_the_field(look: Open, typed: str, said: str) -> None:
    window = look(histories.kuhn(1))
    input.put("")
    window.key("v")
    window.type(typed)
    window.key("return")
    assert window.state["screen"] == "paste_id"
    assert said in window.widget("id").problem
    assert said in window.words()
    window.keys("escape")
    assert window.state["screen"] == "history"


def test_a_hostile_id_is_answered_at_the_field(look: Open) -> None:
    window = look(histories.kuhn(1))
    input.put(code.encode(TableSpec("kuhn-poker", ("you", "guest"), seed=1 << 20_000), (0, 0), ("", "")))
    window.keys("v", "return")
    assert window.state["screen"] == "paste_id"
    assert window.widget("id").problem


def test_a_hand_is_played_again_only_when_it_is_opened(look: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    window = look(histories.kuhn(1))
    copied = window.screen.list.chosen.id
    input.put("")
    window.key("v")
    monkeypatch.setattr(PlayedHand, "session", pytest.fail)
    window.type(copied)
    window.key("tab")
    assert (window.state["screen"], window.widget("id").problem) == ("paste_id", "")


def test_ctrl_v_types_what_lies_in_the_clipboard(look: Open) -> None:
    window = look(histories.kuhn(1))
    input.put("not an id")
    window.key("v")
    assert window.widget("id").value == ""
    window.key("v", ctrl=True)
    assert window.widget("id").value == "not an id"


def test_where_there_is_no_clipboard_a_sentence_says_so(look: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    window = look(histories.kuhn(1))
    monkeypatch.setattr(input, "put", lambda words: False)
    window.key("c")
    assert "No clipboard" in window.state["notice"]


def test_a_clipboard_that_fails_is_empty(open_window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    open_window()

    def refuse(*arguments: object) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "init", refuse)
    monkeypatch.setattr(pygame.scrap, "put_text", refuse, raising=False)
    monkeypatch.setattr(pygame.scrap, "get_text", refuse, raising=False)
    assert not put("words")
    assert get() == ""


# ---- export --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("form", ["json", "csv"])
def test_all_that_is_shown_is_written_and_read_back_equal(look: Open, user_folder: Path, form: Any) -> None:
    kept = histories.holdem(3)
    window = look(kept, histories.kuhn(2))
    window.choose("game.holdem")
    window.click("export-all")
    window.click(f"format.{form}")
    window.choose("write")
    assert window.state["screen"] == "history"
    (file,) = (user_folder / "exports").iterdir()
    assert f"3 hands saved in {file}." in window.state["notice"]
    assert read_back(file.read_text(), form) == kept


def test_one_hand_is_written_by_keyboard(look: Open, user_folder: Path) -> None:
    window = look(histories.kuhn(3))
    window.key("e")
    assert window.state["focus"] == "format"
    window.keys("end", "return")
    window.answer()
    (file,) = (user_folder / "exports").iterdir()
    assert len(read_back(file.read_text(), "csv")) == 1
    assert "One hand saved" in window.state["notice"]


def test_one_hand_is_copied_as_text(look: Open) -> None:
    window = look(histories.kuhn(1))
    window.keys("e")
    window.click("copy-text")
    assert "Kuhn" in input.get()
    assert window.state["screen"] == "history"


def test_a_format_that_cannot_hold_the_game_says_so(look: Open, user_folder: Path) -> None:
    window = look(histories.kuhn(1))
    window.key("e")
    window.click("format.phh")
    window.choose("write")
    assert "Hold'em only" in window.screen.problem
    assert not list((user_folder / "exports").iterdir())
    window.click("copy-text")
    assert "Hold'em only" in window.screen.problem


def test_a_folder_that_cannot_be_made_is_said(look: Open, user_folder: Path) -> None:
    window = look(histories.kuhn(1))
    (user_folder / "exports").write_text("in the way")
    window.key("e")
    window.click("write")
    assert "Cannot create" in window.screen.problem


def test_what_an_export_leaves_out_is_said(look: Open, user_folder: Path) -> None:
    window = look(histories.kuhn(3))
    file = next((user_folder / "history").glob("*.jsonl"))
    file.write_bytes(file.read_bytes() + b"[garbage]\n")
    window.click("export-all")
    window.choose("write")
    assert "3 hands saved" in window.state["notice"]
    assert f"One line of {file.name} could not be read and is left out." in window.state["notice"]


def test_two_exports_in_one_second_lie_side_by_side(look: Open, user_folder: Path) -> None:
    window = look(histories.kuhn(1))
    for _ in range(2):
        window.key("e")
        window.choose("write")
    assert len(list((user_folder / "exports").iterdir())) == 2


# ---- deleting ------------------------------------------------------------------------------------------------
def test_deleting_says_what_goes_and_what_stays_and_keeps_by_default(look: Open) -> None:
    window = look(histories.kuhn(3))
    window.key("delete")
    said = window.words()
    assert "history" in said
    assert "stored in the lab" in said
    assert "trained agents" in said
    assert window.focus == "keep"
    window.key("return")
    assert (window.state["screen"], window.screen.pages.total) == ("history", 3)


def test_what_is_deleted_is_gone_from_list_and_record(look: Open, user_folder: Path) -> None:
    window = look(histories.kuhn(3))
    for number in (1, 2):
        window.app.saves.add_result("kuhn-poker", "cfr-1000", 1, (1, number))
    assert (user_folder / "records.json.bak").exists()
    window.key("delete")
    window.choose("delete-now")
    assert (window.state["screen"], window.screen.pages.total) == ("history", 0)
    assert "are deleted" in window.state["notice"]
    assert ForgetLabRuns(spare=()) in window.history.asked
    assert window.app.saves.record("kuhn-poker").hands == 0
    assert not list(user_folder.glob("records.json*"))
    assert Saves(user_folder).record("kuhn-poker").hands == 0


def test_a_history_that_cannot_be_deleted_leaves_the_record(look: Open) -> None:
    window = look(histories.kuhn(3))
    window.app.saves.add_result("kuhn-poker", "cfr-1000", 1, (1, 1))
    window.key("delete")
    window.history.broken = "kuhn-poker-2026-09.jsonl could not be deleted: it is in use."
    window.choose("delete-now")
    assert "it is in use" in window.screen.problem
    assert window.app.saves.record("kuhn-poker").hands == 1
    window.key("escape")
    assert window.screen.pages.total == 3


@pytest.mark.parametrize("broken", [ForgetLabRuns, EraseHistory])
def test_what_cannot_be_deleted_is_said_and_can_be_tried_again(broken: Kind, look: Open) -> None:
    window = look(histories.kuhn(3))
    window.key("delete")
    window.history.broken_kind, window.history.broken = broken, "The file is in use."
    window.choose("delete-now")
    assert window.screen.problem == "The file is in use."
    window.history.broken = ""
    window.choose("delete-now")
    assert window.screen.pages.total == 0


# ---- drawing -------------------------------------------------------------------------------------------------
@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("text_size", [80, 100, 200])
@pytest.mark.parametrize("size", SIZES)
def test_no_text_leaves_its_place_or_touches_another(
    look: Open, size: tuple[int, int], text_size: int
) -> None:
    window = look(
        histories.holdem(8),
        histories.kuhn(8, at=histories.BEGAN + 5000),
        histories.watched_hands(3, at=histories.BEGAN + 9000),
        histories.tic_tac_toe(3, at=histories.BEGAN + 15_000),
        size=size,
        text_size=text_size,
    )
    shorten = text_size > 100
    check(window, f"the list at {text_size}%", may_shorten=shorten)
    for tab in ("hand", "filters", "hands"):
        if "tab" in {control.name for control in window.app.controls()}:
            window.click(f"tab.{tab}")
            check(window, f"{tab} at {text_size}%", may_shorten=shorten)
    for key, screen in (("e", "export"), ("v", "paste_id"), ("delete", "delete_data")):
        window.key(key)
        assert window.state["screen"] == screen
        check(window, f"{screen} at {text_size}%", may_shorten=shorten)
        window.key("escape")


def test_the_luck_of_the_chosen_hand_stands_below_its_result(look: Open) -> None:
    hands = histories.kuhn(2, opponent="honest")
    window = look(hands)
    window.answer()
    for hand in hands[::-1]:
        luck = run_to_end(luck_of_hand(hand))
        said = f"Cards gave {signed(luck.cards, 2)} Decisions gave {signed(luck.adjusted, 2)}"
        assert said in window.words()
        assert "is not known" not in window.words()
        window.key("down")
        window.answer()


@pytest.mark.parametrize(
    "hands",
    [histories.tic_tac_toe(1), histories.watched_hands(1), histories.holdem(1)],
    ids=["no luck", "watched", "only estimated"],
)
def test_where_there_is_no_exact_luck_of_yours_nothing_is_asked(look: Open, hands: list[PlayedHand]) -> None:
    window = look(hands)
    window.answer()
    assert "Cards gave" not in window.words()
    assert not window.history.all_asked(AskLuck)


def test_what_cannot_be_told_is_said_in_a_sentence(look: Open) -> None:
    window = look(histories.kuhn(1))
    window.history.broken, window.history.broken_kind = "The worker is busy.", AskLuck
    window.app.screen.detail.show(None)
    window.app.screen.show_selection()
    window.answer()
    assert "The worker is busy." in window.words()


def test_an_opponent_who_is_not_known_is_said(look: Open) -> None:
    window = look(histories.kuhn(1, opponent="guest"))
    window.answer()
    assert "How this opponent plays is not known" in window.words()


def test_the_voice_says_the_title_of_the_page(look: Open) -> None:
    assert look([]).screen.spoken_title == "Look back"
