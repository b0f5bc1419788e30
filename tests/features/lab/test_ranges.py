"""The range page: boards, grids, exports, and betting lines by keys, by mouse and as text."""

from array import array
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from game.features.lab.page import LabScreen, ranges
from game.features.lab.ranges_page import RangesScreen
from game.features.lab.values_page import ValueExplorerScreen
from game.match.betting_line import BettingLine, parse_line, write_line
from game.rules.betting import BIG_BLIND, BUTTON, CALL, HoldemRules
from game.rules.cards import names, parse
from game.study.ranges import HANDS, AskRange, ExportRange, RangeAgent, RangeDecision, RangeNode, RangeSide
from game.texts import percents
from game.window.ui.input import Pointer
from game.window.views.betting_path import ActionInk
from game.window.views.mix_grid import MixPicture, paint_cell
from tests.features.lab import range_show as range_answers
from tests.features.lab.range_show import RIVER, answer
from tests.window.conftest import Open
from tests.window.driver import Answering, Driver, LoggingPainter, give_to

NO_SIDE = RangeSide(array("f"), {}, 0.0, comes=True)
TURN = "c c / Qs7h2d c c / 3c"
"""After this line, the big blind is to act, and here never holds aces or ace-queen."""


class Ranges(Answering):
    """A window that shows the range page. Its requests are answered."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver, answer)
        driver.app.go(ranges(driver.app))
        self.all()

    def type(self, words: str) -> None:
        """Replace the betting line in the field by `words`."""
        self.keys("t")
        self.driver.type(words)
        self.keys("return")


@pytest.fixture
def page(open_window: Open) -> Ranges:
    return Ranges(open_window())


def test_it_begins_with_all_hands_of_the_button(page: Ranges) -> None:
    assert page.screen.model.chosen == "blueprint-20"
    assert page.screen.model.line.player == BUTTON
    assert page.screen.model.line.rules.stacks == (2_000, 2_000)
    words = page.words()
    assert "1,326 combos" in words
    assert "Button acts" in words
    assert "Big blind holds" in words


def test_the_lab_leads_there_and_back(page: Ranges) -> None:
    page.click("game.kuhn-poker")
    assert isinstance(page.driver.app.screen, LabScreen)
    page.click("game.holdem")
    assert isinstance(page.driver.app.screen, RangesScreen)
    page.click("game.tic-tac-toe")
    assert isinstance(page.driver.app.screen, ValueExplorerScreen)
    page.click("game.holdem")
    page.driver.key("3", ctrl=True)
    assert page.screen.name == "emd"
    page.driver.key("1", ctrl=True)
    assert isinstance(page.driver.app.screen, RangesScreen)
    page.keys("escape")
    assert page.screen.name == "menu"


def test_the_lab_opens_where_it_was_left(page: Ranges) -> None:
    places = (
        (("game.holdem", "page.abstraction"), "abstraction", "abstraction"),
        (("game.tic-tac-toe", "page.audit"), "value_explorer", "audit"),
        (("game.kuhn-poker", "page.strategies"), "lab", "strategies"),
        (("game.holdem",), "ranges", "ranges"),
    )
    driver = page.driver
    driver.keys("escape", "l")
    for clicks, screen, shown in places:
        for name in clicks:
            page.click(name)
        driver.keys("escape", "l")
        assert (driver.state["screen"], driver.screen.page) == (screen, shown)


# ---- down and up -----------------------------------------------------------------------------------------------
def test_arrows_and_enter_go_down_and_backspace_up(page: Ranges) -> None:
    assert page.driver.focus == "path"
    page.keys("down", "down", "down", "down", "up", "return")
    assert write_line(page.screen.model.line) == "c"
    page.keys("return")
    assert write_line(page.screen.model.line) != "c"
    page.keys("backspace", "backspace")
    assert write_line(page.screen.model.line) == ""
    page.keys("backspace")
    assert write_line(page.screen.model.line) == ""


def test_digits_take_actions_from_the_top(page: Ranges) -> None:
    page.keys("3", "4")
    first = page.screen.model.line.actions
    assert first == (first[0], 1)
    assert first[0] > 1
    page.keys("backspace", "9")
    assert len(page.screen.model.line.actions) == 1


def test_a_click_takes_another_way_and_the_head_of_a_column_leads_back(page: Ranges) -> None:
    page.click("path.0-2")
    page.click("path.1-3")
    page.click("path.0-3")
    assert write_line(page.screen.model.line) == "c"
    x, y, _, _ = page.driver.widget("path").rect
    page.driver.click_at(x + 20, y + 8)
    page.all()
    assert write_line(page.screen.model.line) == ""


def test_arrows_lead_to_decisions_that_were_made(page: Ranges) -> None:
    page.type("r200 c / board Qs7h2d c c")
    page.keys("home", "down", "down", "down", "down", "return")
    assert write_line(page.screen.model.line) == "f"
    assert "Folded" in page.words()


def test_a_long_way_is_scrolled_by_its_cursor(open_window: Open) -> None:
    page = Ranges(open_window(size=(900, 560)))
    page.type("c c / Qs7h2d c c / 3c c c / 4c")
    shown = {one.name for one in page.driver.app.controls()}
    assert "path.6-0" in shown
    assert "path.0-0" not in shown
    page.keys("home")
    assert "path.0-0" in {one.name for one in page.driver.app.controls()}


# ---- the line, typed -------------------------------------------------------------------------------------------
def test_a_typed_line_leads_anywhere(page: Ranges) -> None:
    page.type("r300 c / board Qs7h2d c r400")
    assert write_line(page.screen.model.line) == "r300 c / board Qs7h2d c r400"
    assert page.screen.model.line.player == BIG_BLIND
    assert page.driver.control("line").value == write_line(page.screen.model.line)
    assert page.driver.focus == "path"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [("r150", "minimum is 200"), ("r300 c c", "new cards come first"), ("hello", "is not an action")],
)
def test_a_line_that_cannot_be_is_said_and_loses_nothing(words: str, sentence: str, page: Ranges) -> None:
    page.type("r300")
    page.type(words)
    assert sentence in str(page.screen.problem)
    assert sentence in page.words()
    assert write_line(page.screen.model.line) == "r300"
    page.click("path.1-1")
    assert not page.screen.problem


# ---- boards ----------------------------------------------------------------------------------------------------
def test_the_end_of_a_street_asks_for_the_board(page: Ranges) -> None:
    page.type("r300")
    page.click("path.1-3")
    assert page.screen.model.line.missing == 3
    assert page.driver.focus == "board"
    assert "Flop: deal it" in page.words()
    page.driver.type("Qs7h2d")
    page.all()
    assert names(page.screen.model.line.dealt_board) == "Qs7h2d"
    assert page.driver.focus == "path"
    assert list(page.screen.shown.acting.actions)


def test_a_key_deals_by_chance_and_deals_anew(page: Ranges) -> None:
    page.keys("r")
    assert names(page.screen.model.line.dealt_board) == ""
    page.type("c c /")
    page.keys("r")
    first = str(names(page.screen.model.line.dealt_board))
    assert len(parse(first)) == 3
    page.keys("r")
    assert names(page.screen.model.line.dealt_board) != first
    page.click("random")
    assert len(str(names(page.screen.model.line.dealt_board))) == 6


def test_the_turn_alone_is_dealt_anew_on_the_turn(page: Ranges) -> None:
    page.type("c c / Qs7h2d c c / 3c")
    for _ in range(3):
        page.keys("r")
        assert str(names(page.screen.model.line.dealt_board)).startswith("Qs7h2d")


def test_cards_are_picked_by_a_click(page: Ranges) -> None:
    page.type("c c /")
    page.click("board")
    assert page.driver.state["screen"] == "card_picker"
    for card in ("As", "Kd", "2c"):
        page.click(f"cards.{card}")
    page.click("done")
    assert names(page.screen.model.line.dealt_board) == "AsKd2c"
    assert page.driver.focus == "path"


def test_taking_a_card_away_goes_back_to_where_it_came(page: Ranges) -> None:
    page.type("c c / Qs7h2d c c / 3c c")
    page.keys("b", "backspace")
    assert write_line(page.screen.model.line) == "c c / board Qs7h2d c c /"
    page.keys("backspace")
    assert write_line(page.screen.model.line) == "c c / board Qs7h"


# ---- grids and hands -------------------------------------------------------------------------------------------
def test_arrows_walk_the_grid_and_the_class_is_told(page: Ranges) -> None:
    page.keys("g", "right")
    assert page.screen.grids.first.shown == "AKs"
    words = page.words()
    assert "AKs, Button" in words
    assert "4 hands · reach 100.0%" in words
    assert page.driver.control("grid").value.startswith("AKs: ")


def test_on_a_board_every_hand_of_a_class_is_told(page: Ranges) -> None:
    page.type("c c / Qs7h2d")
    page.keys("g", *["right"] * 2, *["down"] * 2)
    assert page.screen.grids.first.shown == "QQ"
    words = page.words()
    assert "3 hands" in words
    assert "bucket" in words


def test_cells_bars_and_columns_run_in_the_order_of_the_strip(page: Ranges) -> None:
    acting = page.screen.shown
    assert acting is not None
    assert acting.acting is not None
    picture = page.driver.widget("grid").picture
    assert (
        list(picture.names)
        == acting.acting.names
        == [part.label for part in page.driver.widget("path").parts()]
    )
    assert picture.names[0] == "All-in"
    assert picture.names[-1] == "Fold"
    assert picture.shares["AKs"] == acting.node.mixes["AKs"]


def test_columns_of_a_hand_are_named_and_their_shares_add_up(page: Ranges) -> None:
    page.type("c c / Qs7h2d")
    words = page.words().partition("6 hands")[2]
    for head in ("Check", "Bet 1", "Bet 2", "All-in"):
        assert head in words
    shown = page.screen.shown
    assert shown is not None
    for hand in range(40):
        assert sum(float(one[:-1]) for one in percents(shown.node.get_mix(hand))) == 100


def test_the_class_told_of_is_framed_and_one_that_comes_there(page: Ranges) -> None:
    page.type(RIVER)
    assert page.words()
    reached = page.driver.widget("grid").picture.heights
    assert reached is not None
    assert page.screen.grids.first.shown != "AA"
    assert reached[str(page.screen.grids.first.shown)] > 0
    assert page.driver.widget("grid").shown_in_table
    assert not page.driver.widget("second").shown_in_table


def test_a_class_that_is_walked_to_stays_though_it_is_not_held(page: Ranges) -> None:
    page.type(TURN)
    page.keys("g")
    while page.screen.grids.first.shown != "AA":
        page.keys("left" if str(page.screen.grids.first.shown).endswith("s") else "up")
    page.keys("x")
    assert page.screen.grids.first.shown == "AA"
    page.driver.key("/", "?")
    assert page.screen.name == "help"
    page.driver.key("escape")
    page.all()
    assert page.screen.grids.first.shown == "AA"


def test_a_chosen_class_comes_back_where_it_is_held_again(page: Ranges) -> None:
    page.keys("g", "right", "right")
    page.type(TURN)
    assert page.screen.grids.first.shown != "AQs"
    page.keys("backspace")
    assert page.screen.grids.first.shown == "AQs"


def test_units_are_said_and_a_wrong_line_moves_nothing(page: Ranges) -> None:
    assert "big blinds. The typed line is in chips" in page.words()
    before = page.screen.panels()
    page.type("x9")
    assert "is not an action" in page.words()
    assert page.screen.panels() == before


def test_a_bet_off_the_menu_is_explained(page: Ranges) -> None:
    for line, is_off in (("r225", True), ("r225 c", True), ("c", False), ("r300", False), ("", False)):
        page.type(line)
        assert ("next smaller or larger size" in page.words()) is is_off, line


def test_the_mouse_on_the_other_grid_tells_of_the_other_range(page: Ranges) -> None:
    x, y, width, height = page.driver.widget("second").rect
    page.driver.app.send(Pointer("move", x + width / 26, y + height / 26))
    assert "AA, Big blind" in page.words()


def test_in_a_small_window_a_key_shows_the_other_player(open_window: Open) -> None:
    page = Ranges(open_window(size=(900, 560)))
    assert page.screen.grids.players[0] == BUTTON
    page.keys("o")
    assert page.screen.grids.players[0] == BIG_BLIND
    assert "Big blind holds" in page.words()


def test_patterns_are_drawn_where_they_are_asked_for(open_window: Open) -> None:
    page = Ranges(open_window(painter=LoggingPainter))
    plain = colours(page)
    page.keys("x")
    assert page.screen.grids.patterned
    assert colours(page) != plain
    assert Ranges(open_window(theme="contrast")).screen.grids.patterned


def colours(page: Ranges) -> Sequence[object]:
    page.driver.marks()
    x, y, width, height = (
        round(side * page.driver.app.painter.u) for side in page.driver.widget("grid").rect
    )
    return [tuple(page.driver.app.painter.s.get_at((x + at, y + height // 2))) for at in range(width)]


# ---- agents ----------------------------------------------------------------------------------------------------
def test_another_agent_plays_the_same_line_as_far_as_its_stacks_allow(page: Ranges) -> None:
    page.keys("a")
    assert page.screen.model.chosen == "tight"
    page.type("r3000 c")
    page.keys("a", "a")
    assert page.screen.model.chosen == "blueprint-20"
    assert write_line(page.screen.model.line) == ""


def test_where_nobody_is_near_equilibrium_that_is_said(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(range_answers, "AGENTS", (RangeAgent("tight", 200),))
    page = Ranges(open_window())
    assert "No near-equilibrium strategy is installed" in page.words()
    assert page.screen.model.chosen == "tight"


def test_a_model_that_cannot_be_read_is_said(page: Ranges) -> None:
    page.screen.model.go(BettingLine())
    give_to(page.driver.app, AskRange, error="blueprint-20.npz is damaged: its data cannot be read.")
    assert "blueprint-20.npz is damaged" in page.words()
    assert "No strategy for this spot." in page.words()
    page.keys("e", "2", "x")
    assert page.screen.name == "ranges"


def test_an_answer_to_a_former_question_changes_nothing(page: Ranges) -> None:
    model = page.screen.model
    model.type("r300")
    model.type("r400")
    page.all(latest_first=True)
    assert model.node_line.actions == (400,)


def test_what_is_clicked_at_belongs_to_the_line_that_is_shown(page: Ranges) -> None:
    page.keys("up", "up", "up", "up", "down")
    page.screen.model.type("r300")
    page.driver.key("return")
    page.screen.model.act(0, CALL)
    assert page.screen.model.line.actions == (300,)
    page.all()
    page.keys("return")
    assert len(page.screen.model.line.actions) == 2


# ---- writing down ----------------------------------------------------------------------------------------------
def test_the_picture_of_the_page_is_written(open_window: Open) -> None:
    page = Ranges(open_window(painter=LoggingPainter))
    page.type(RIVER)
    page.driver.keys("e", "return")
    [file] = (page.driver.app.folder / "exports").glob("ranges-picture-*.png")
    assert pygame.image.load(file).get_size() == (2560, 1440)
    assert str(file) in str(page.driver.state["notice"])


def test_every_hand_is_written_by_the_other_process(page: Ranges) -> None:
    page.type(RIVER)
    page.click("export")
    page.click("what.hands")
    page.click("write")
    [request] = page.driver.worker.all_asked(ExportRange)
    assert request.agent == "blueprint-20"
    assert request.line.actions == parse_line(RIVER, HoldemRules()).actions
    assert Path(request.file).suffix == ".csv"


def test_where_nobody_acts_only_the_picture_is_offered(page: Ranges) -> None:
    page.type("r300 f")
    page.keys("e")
    parts = {one.name for one in page.driver.app.controls()}
    assert "what.picture" in parts
    assert "what.hands" not in parts


def test_a_mix_reads_from_all_in_to_fold_and_loses_no_share() -> None:
    node = RangeNode(
        (RangeDecision(BUTTON, (0, 1, 300), (0.5, 0.3, 0.2)),),
        (NO_SIDE, NO_SIDE),
        array("f", [0.1, 0.2, 0.7] * len(HANDS)),
        {"AA": (0.1, 0.2, 0.7)},
    )
    turned = node.aggressive_first()
    assert (turned.decisions[0].actions, turned.decisions[0].shares) == ((300, 1, 0), (0.2, 0.3, 0.5))
    assert turned.mixes["AA"] == (0.7, 0.2, 0.1)
    assert turned.get_mix(7) == pytest.approx((0.7, 0.2, 0.1))


def test_a_full_cell_is_filled_to_its_top(page: Ranges) -> None:
    painter = page.driver.app.painter
    picture = MixPicture({"AKs": (1.0,)}, inks=[ActionInk("act_call")])
    box = pygame.Rect(40, 40, 40, 40)
    paint_cell(painter, box, "AKs", picture)
    assert painter.s.get_at((box.left, box.top)) == painter.s.get_at((box.left, box.bottom - 1))


def test_the_grain_of_stored_shares_is_said_beside_a_blueprint(page: Ranges) -> None:
    assert page.screen.model.agent is not None
    assert page.screen.model.agent.is_blueprint
    assert "steps of 6.7 points" in page.words()
    page.screen.model.choose(next(one.name for one in page.screen.model.agents if not one.is_blueprint))
    page.all()
    assert "steps of 6.7 points" not in page.words()


def test_the_line_is_there_again_after_another_page(page: Ranges) -> None:
    page.type("r300 c / board Qs7h2d c r400")
    agent = page.screen.model.chosen
    page.driver.key("2", ctrl=True)
    page.driver.key("1", ctrl=True)
    page.all()
    assert write_line(page.screen.model.line) == "r300 c / board Qs7h2d c r400"
    assert (names(page.screen.model.line.dealt_board), page.screen.model.chosen) == ("Qs7h2d", agent)
