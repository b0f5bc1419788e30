"""The odds page: typed, painted and picked input, requests to the worker, and the display of the answers."""

from dataclasses import replace

import pytest

from game.core import Progress
from game.features.odds import AskOdds, AskParts, AskThreeWay, WriteRange
from game.match.betting_line import BettingLine
from game.rules.betting import CALL
from game.rules.cards import names
from game.study.odds import ReadRange, ReadTexts, ThreeWayEquity
from game.study.ranges import AskPreflopPot, ListRangeAgents, PreflopPot, RangeAgent
from game.window.ui import input
from game.window.ui.input import Key, Pointer
from tests.features.odds.show import answer_all, equity, give, parts, progress, read, read_range, sampled
from tests.window.conftest import Open
from tests.window.driver import Driver, choose, named


@pytest.fixture
def odds(open_window: Open) -> Driver:
    driver = open_window()
    driver.key("o")
    return driver


def cell(driver: Driver, row: int, column: int) -> tuple[float, float]:
    rect = driver.app.screen.controls.find("grid").rect  # type: ignore[union-attr]
    return rect[0] + rect[2] * (column + 0.5) / 13, rect[1] + rect[3] * (row + 0.5) / 13


def paint(driver: Driver) -> None:
    answer_all(driver)
    driver.key("g")


def test_the_page_is_never_empty(odds: Driver) -> None:
    assert odds.state["screen"] == "odds"
    assert odds.screen.model.texts[0] == "AhKh"
    assert odds.worker.all_asked(ReadTexts)[-1].texts == tuple(odds.screen.model.texts)
    answer_all(odds)
    assert odds.screen.model.equity.equity[0] == 0.5178
    assert "51.78%" in odds.words()


@pytest.mark.parametrize(("key", "texts"), [("3", ["AA", "KK"]), ("4", ["AKs", "QQ"])])
def test_a_digit_starts_from_an_example(odds: Driver, key: str, texts: list[str]) -> None:
    odds.key(key)
    assert list(odds.screen.model.texts) == texts
    assert names(odds.screen.model.board) == ""


def test_both_ranges_are_filled_by_a_line_before_the_flop(odds: Driver) -> None:
    answer_all(odds)
    board = odds.screen.model.board
    odds.key("p")
    give(odds, ListRangeAgents, (RangeAgent("blueprint-100", 100, is_blueprint=True),))
    choose(odds.app, "pots", "single-raised")
    asked = odds.worker.all_asked(AskPreflopPot)[-1]
    assert (asked.agent, asked.pot) == ("blueprint-100", "single-raised")
    line = BettingLine(asked.line.rules, (250, CALL))
    pot = PreflopPot(line, (), ("KQs,77", "AA:0.5,T9s"), (10.0, 8.0), (True, True), 500, 9750)
    give(odds, AskPreflopPot, pot)
    odds.click("fill")
    assert list(odds.screen.model.texts) == ["KQs,77", "AA:0.5,T9s"]
    assert odds.screen.model.board == board
    assert odds.control("side-0").value == "KQs,77"


def test_what_is_typed_is_asked_at_once_and_the_old_answer_stays_pale(odds: Driver) -> None:
    answer_all(odds)
    odds.key("b")
    odds.type("KK")
    assert odds.worker.all_asked(ReadTexts)[-1].texts == ("AhKh", "KK")
    assert odds.screen.model.stale
    assert odds.screen.model.equity.equity[0] == 0.5178
    read(odds)
    give(odds, AskOdds, progress=sampled(500, 0.4))
    assert not odds.screen.model.stale
    assert odds.screen.model.equity.equity[0] == 0.4


def test_a_wrong_token_is_said_and_nothing_is_lost(odds: Driver) -> None:
    answer_all(odds)
    odds.key("b")
    odds.type("KK,KxQ")
    read(odds, second=ReadRange(problem="“KxQ” is not part of a range.", span=(3, 6)))
    assert "KxQ” is not part" in odds.screen.model.problem
    assert odds.control("side-1").value == "KK,KxQ"
    assert odds.screen.model.equity.equity[0] == 0.5178
    assert len(odds.worker.all_asked(AskOdds)) == 1
    assert "51.78%" in odds.words()


def test_two_sides_that_cannot_meet_are_a_sentence(odds: Driver) -> None:
    read(odds, problem="The board leaves no hand of the first range.")
    assert "no hand of the first" in odds.words()


def test_a_comma_at_the_end_is_no_mistake_yet(odds: Driver) -> None:
    odds.key("a")
    odds.type("AA,")
    assert odds.worker.all_asked(ReadTexts)[-1].texts[0] == "AA"


def test_one_card_of_a_flop_says_what_is_missing(odds: Driver) -> None:
    odds.key("3")
    answer_all(odds)
    before = len(odds.worker.all_asked(ReadTexts))
    odds.key("c")
    odds.type("Qs")
    assert "The flop needs two more cards." in odds.words()
    odds.type("7h")
    assert "The flop needs one more card." in odds.words()
    assert len(odds.worker.all_asked(ReadTexts)) == before
    assert odds.screen.model.stale
    odds.type("2h")
    assert names(odds.screen.model.board) == "Qs7h2h"
    assert len(odds.worker.all_asked(ReadTexts)) > before


def test_backspace_and_delete_take_cards_from_the_board(odds: Driver) -> None:
    odds.key("c")
    odds.keys("k", "backspace", "backspace")
    assert names(odds.screen.model.board) == "Qs7h"
    odds.key("delete")
    assert names(odds.screen.model.board) == ""


def test_cards_typed_within_one_frame_are_all_laid(odds: Driver) -> None:
    odds.keys("c", "delete")
    for letter in "2s7h":
        odds.app.send(Key(letter, letter))
    assert names(odds.screen.model.board) == "2s7h"


def test_a_card_is_laid_once_and_the_board_holds_five(odds: Driver) -> None:
    odds.key("c")
    odds.type("Qs")
    assert names(odds.screen.model.board) == "Qs7h2h"
    odds.type("2s3s4s")
    assert names(odds.screen.model.board) == "Qs7h2h2s3s"


def test_the_estimate_closes_in_and_a_count_can_be_stopped(odds: Driver) -> None:
    read(odds)
    give(odds, AskOdds, progress=sampled(500))
    assert "sampled" in odds.words()
    give(odds, AskOdds, progress=progress())
    assert "40% done, about 8 s left" in odds.words()
    odds.app.screen.controls.focus("stop")
    odds.key("return")
    assert odds.state["focus"] == "view"
    assert "Stopped" in odds.words()
    assert odds.screen.model.equity.equity[0] == 0.5


def test_the_parts_come_at_a_glance_and_then_in_full(odds: Driver) -> None:
    read(odds)
    assert odds.worker.all_asked(AskParts)[-1].quick
    give(odds, AskParts, parts(exact=False))
    assert "sampled" in odds.words()
    assert not odds.worker.all_asked(AskParts)[-1].quick
    give(odds, AskParts, parts())
    assert "sampled" not in odds.words()


def test_without_one_next_card_the_panel_says_why(odds: Driver) -> None:
    odds.key("3")
    read(odds)
    give(odds, AskParts, parts(following=False))
    assert "Deal a flop to see which cards help" in odds.words()


def test_the_focus_stays_on_the_page_when_the_last_card_takes_the_others_away(odds: Driver) -> None:
    answer_all(odds)
    odds.app.screen.controls.focus("next")
    odds.key("return")
    read(odds)
    give(odds, AskParts, parts(following=False))
    assert odds.state["focus"] == "view"


def test_the_grid_is_painted_by_click_and_drag(odds: Driver) -> None:
    paint(odds)
    odds.app.send(Pointer("down", *cell(odds, 0, 0)))
    odds.app.send(Pointer("move", *cell(odds, 0, 1)))
    odds.app.send(Pointer("up", *cell(odds, 0, 1)))
    odds.settle()
    assert list(odds.screen.model.texts)[1] == "QQ,JJ,TT,AA,AKs"
    odds.click_at(*cell(odds, 2, 2))
    assert list(odds.screen.model.texts)[1] == "JJ,TT,AA,AKs"


def test_the_wheel_and_keys_change_a_weight(odds: Driver) -> None:
    paint(odds)
    odds.app.send(Pointer("move", *cell(odds, 2, 2)))
    odds.wheel(*cell(odds, 2, 2), -3)
    assert list(odds.screen.model.texts)[1] == "JJ,TT,QQ:0.9"
    odds.keys("space", "right", "4", "+", "down")
    assert list(odds.screen.model.texts)[1] == "JJ,TT,QQ:0.9,AA,AKs:0.5"
    odds.keys("up", "delete")
    assert list(odds.screen.model.texts)[1] == "JJ,TT,QQ:0.9,AA"


def test_single_hands_survive_painting_beside_them(odds: Driver) -> None:
    mixed = read_range("QQ", "JTs")
    mixed = replace(mixed, parts={**mixed.parts, "JTs": "JhTh"})
    read(odds, second=mixed)
    odds.key("g")
    odds.click_at(*cell(odds, 0, 0))
    assert list(odds.screen.model.texts)[1] == "QQ,JhTh,AA"


def test_what_was_painted_is_written_in_short_once_it_was_read(odds: Driver) -> None:
    paint(odds)
    odds.click_at(*cell(odds, 3, 3))
    odds.click_at(*cell(odds, 3, 3))
    read(odds, second=read_range("QQ", "JJ", "TT", text="QQ-TT"))
    give(odds, AskOdds, progress=sampled(500))
    assert odds.control("side-1").value == "QQ-TT"


def test_equities_cannot_be_painted(odds: Driver) -> None:
    answer_all(odds)
    odds.click_at(*cell(odds, 0, 0))
    odds.wheel(*cell(odds, 0, 0), 1)
    odds.key("space")
    assert list(odds.screen.model.texts)[1] == "TT-QQ,AQ,KQs,JTs"
    assert odds.control("grid").value == "AA: 90.0% for the first"


def test_the_grid_tells_of_either_side(odds: Driver) -> None:
    answer_all(odds)
    odds.key("h")
    assert odds.widget("whose").chosen == "first"
    odds.key("g")
    odds.key("right")
    assert odds.control("grid").value == "AKs: 100%"


def test_two_exact_cards_are_picked(odds: Driver) -> None:
    odds.click("pick-0")
    assert odds.state["screen"] == "card_picker"
    odds.click("cards.Ah")
    odds.click("cards.As")
    odds.click("cards.Qs")  # already on the board
    odds.key("escape")
    assert odds.screen.model.texts[0] == "KhAs"


def test_the_board_is_picked_by_keys_alone(odds: Driver) -> None:
    odds.keys("3", "c", "return")
    odds.keys("space", "right", "space", "down", "return", "backspace", "down", "space", "escape")
    assert names(odds.screen.model.board) == "AsKsKc"


def test_clearing_in_the_picker_empties_the_board(odds: Driver) -> None:
    odds.click("board")
    odds.click("clear")
    odds.click("done")
    assert names(odds.screen.model.board) == ""


def test_sides_are_swapped_and_cleared(odds: Driver) -> None:
    first, second = list(odds.screen.model.texts)
    odds.key("s")
    assert list(odds.screen.model.texts) == [second, first]
    assert odds.control("side-0").value == second
    odds.key("x")
    assert list(odds.screen.model.texts) == ["", ""]
    assert odds.focus == "side-0"
    assert "Enter a hand or range for each side." in odds.words()
    assert "How often each side makes each hand." in odds.words()
    assert "How the sampled equity converges to the exact one." in odds.words()


def test_the_result_is_copied_as_text(odds: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(input, "put", lambda words: bool(copied.append(words)) or True)
    odds.keys("e", "return")
    assert "Could not copy." in odds.words()
    odds.key("escape")
    answer_all(odds)
    odds.keys("e", "return")
    assert copied[0].splitlines()[:2] == ["Board Qs7h2h", "AhKh: 51.78% (wins 51.28%, ties 1.00%)"]
    assert "all of them" in copied[0]
    odds.key("e")
    odds.widget("part").choose("second")
    odds.widget("form").choose("gto-plus")
    odds.key("return")
    give(odds, WriteRange, "AA,[25%]AKs[/25%]")
    assert copied[1] == "AA,[25%]AKs[/25%]"
    assert odds.state["notice"] == "Range copied for GTO+."


def test_coming_back_asks_again(odds: Driver) -> None:
    answer_all(odds)
    before = len(odds.worker.all_asked(ReadTexts))
    odds.key("?")
    odds.key("escape")
    assert len(odds.worker.all_asked(ReadTexts)) == before + 1


def test_a_dead_process_is_said(odds: Driver) -> None:
    give(odds, ReadTexts, error="The other process ended unexpectedly.")
    assert "ended unexpectedly" in odds.words()


def test_a_large_count_is_said_in_billions(odds: Driver) -> None:
    read(odds)
    give(odds, AskOdds, equity(deals=264_294_122_400))
    assert "264.3 billion deals, all of them" in odds.words()


def test_a_next_card_is_laid_by_a_click_or_by_keys(odds: Driver) -> None:
    answer_all(odds)
    odds.move_to("next.As")
    assert odds.control("next").value == "As: 94.1% for the first"
    odds.click("next.As")
    assert names(odds.screen.model.board) == "Qs7h2hAs"
    answer_all(odds)
    odds.app.screen.controls.focus("next")
    odds.keys("right", "down", "up", "return")
    assert names(odds.screen.model.board) == "Qs7h2hAsKs"


def test_a_card_of_an_older_question_is_not_laid(odds: Driver) -> None:
    answer_all(odds)
    odds.key("s")
    odds.click("next.As")
    assert names(odds.screen.model.board) == "Qs7h2h"


def test_ctrl_and_a_digit_open_a_page(odds: Driver) -> None:
    for index, screen in enumerate(("odds", "hand_table", "expert", "odds"), 1):
        odds.key(str(index if index < 4 else 1), ctrl=True)
        assert odds.state["screen"] == screen


def test_c_moves_the_focus_to_the_board(odds: Driver) -> None:
    odds.key("c")
    focused = odds.app.screen.controls.focused
    assert focused is not None
    assert focused.name == "board"


def test_a_filter_of_a_side_is_chosen_asked_and_named(odds: Driver) -> None:
    answer_all(odds)
    odds.key("v")
    odds.click("top-pair")
    odds.screen.update(1.0)
    tried = odds.worker.all_asked(ReadTexts)[-1]
    assert tried.filters == ("", "top-pair")
    read(odds)
    odds.click("ok")
    odds.screen.update(1.0)
    read(odds)
    assert odds.worker.all_asked(AskOdds)[-1].filters == ("", "top-pair")
    assert odds.worker.all_asked(AskParts)[-1].filters == ("", "top-pair")
    assert "filtered" in odds.words()
    assert named(odds.app, "filter-1").tooltip == "only top-pair"
    odds.key("s")
    assert odds.screen.model.filters == ["top-pair", ""]
    odds.key("3")
    assert odds.screen.model.filters == ["", ""]


def test_a_filter_that_leaves_nothing_is_said_and_not_taken(odds: Driver) -> None:
    answer_all(odds)
    odds.key("f")
    odds.type("straight-flush")
    odds.screen.update(1.0)
    read(odds, first=ReadRange(problem="The filter leaves no hand of the range.", span=(0, 4)))
    assert "leaves no hand" in odds.words()
    odds.key("return")
    assert odds.screen.name == "filter"
    odds.key("escape")
    assert odds.screen.model.filters == ["", ""]


def test_the_charts_show_convergence_equity_graph_and_fifths(odds: Driver) -> None:
    answer_all(odds)
    odds.key("d")
    assert named(odds.app, "chart").chosen == "graph"
    assert "% of range" in odds.words()
    odds.key("d")
    assert "80–100%" in odds.words()
    odds.screen.model.parts = replace(odds.screen.model.parts, curves=(), spread=())
    odds.screen.show()
    assert "Calculating" in odds.words()


def test_a_third_range_is_typed_beside_both_of_the_page(odds: Driver) -> None:
    answer_all(odds)
    texts, board = odds.screen.model.texts, odds.screen.model.board
    odds.screen.model.filters[1] = "nothing"
    odds.key("t")
    assert "for each player" in odds.words()
    odds.type("JTs")
    odds.screen.update(1.0)
    asked = AskThreeWay((texts[0], texts[1], "JTs"), board, ("", "nothing", ""))
    assert odds.worker.all_asked(AskThreeWay)[-1] == asked
    assert "only nothing" in odds.words().lower()
    figures = {f"equity{side}": share for side, share in enumerate((0.5, 0.3, 0.2))}
    figures |= {f"ci95{side}": 0.01 for side in range(3)}
    give(odds, AskThreeWay, progress=Progress(2_000, None, 0.1, metrics=figures))
    assert "50.00% ± 1.00" in odds.words()
    give(odds, AskThreeWay, ThreeWayEquity((0.51, 0.29, 0.2), (0.0, 0.0, 0.0), 990, is_exact=True))
    assert "51.00%" in odds.words()
    assert "990 deals, all of them" in odds.words()
