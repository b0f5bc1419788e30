"""The solver page by keys: typing a spot, solving it, following lines, locking and storing the solve."""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.core import Progress
from game.features.solver import (
    AskComparison,
    AskHeldSolve,
    AskLoggedMix,
    AskRunOuts,
    AskSolve,
    AskSolved,
    CheckSpot,
    ClearLocks,
    ExportSolved,
    ForgetSolve,
    KeepSolve,
    ListLoggedPlayers,
    ListSolves,
    OpenSolve,
    SetLock,
    SolveSpot,
)
from game.features.solver.node_panels import EV, name_spans
from game.features.solver.page import PLAY, WALK, SolverScreen
from game.features.solver.walk import hand_rows
from game.match.spot_texts import SpotTexts
from game.rules.cards import hand_class, names, parse
from game.study.models import POT_TREES, SPOTS, TREES
from game.study.opponents import portrait
from game.study.ranges import HANDS
from game.study.solved import HAND_KINDS, MAX_AUTOSAVE_BYTES, CheckedSpot, LockSummary
from game.window.dialogs.stored_data import Exported, picture
from game.window.ui import input
from game.window.ui.canvas.painter import Painter
from game.window.ui.input import Key
from game.window.ui.leaves import Hints
from game.window.ui.widgets.cells import place_columns
from tests.ai.asking import get_json, get_refusal
from tests.features.solver.show import (
    LOGGED,
    OF_FILES,
    PLAYERS,
    POT_RANGES,
    SMALL,
    answer,
    answered,
    arrive,
    locked,
    locking_as_few_hands,
    locking_as_they_played,
    opened,
    press_keys,
    show_walk,
    solved,
)
from tests.window.conftest import Open
from tests.window.driver import Driver, choose, give_to, named

Show = Callable[[Callable[..., object]], tuple[Driver, SolverScreen]]


@pytest.fixture
def show(open_window: Open) -> Show:
    def go(place: Callable[..., object]) -> tuple[Driver, SolverScreen]:
        driver = open_window()
        place(driver.app)
        screen = next(one for one in driver.app.screens if isinstance(one, SolverScreen))
        return driver, screen

    return go


def test_a_span_whose_ends_are_written_alike_has_one_number() -> None:
    assert name_spans(EV, [99.9, 100.2, 130.0]) == ["EV 100", "EV 100 to 130"]


def test_a_spot_is_checked_as_it_is_typed_and_each_field_says_what_is_wrong(show: Show) -> None:
    driver, screen = show(opened())
    driver.app.screen.controls.focus("pot")
    driver.type("none")
    arrive(driver.app)
    assert screen.model.texts.pot == "none"
    assert list(screen.model.view.problems) == ["pot"]
    assert "is not a number of chips" in driver.words()
    assert not screen.model.view.can_solve


def test_a_form_that_is_edited_keeps_and_shows_the_betting_before_the_spot(show: Show) -> None:
    driver, screen = show(opened())
    screen.model.begin(replace(SMALL, begun="check, bet 50 / raise 180"))
    driver.app.screen.controls.focus("pot")
    driver.type("120")
    arrive(driver.app)
    assert screen.model.texts == replace(SMALL, pot="120", begun="check, bet 50 / raise 180")
    assert "begins after: check, bet 50" in driver.words()


def test_sizes_are_typed_by_street_and_player(show: Show) -> None:
    driver, screen = show(opened())
    driver.key("t")
    driver.app.screen.controls.focus("bets-river-ip")
    driver.type("33,150%")
    assert screen.model.texts.bets == "50%,100%,a / river ip 33,150%"
    arrive(driver.app)
    assert "could be one size or two" in driver.words()
    driver.app.screen.controls.focus("raises-turn-oop")
    driver.type("2.5x")
    assert screen.model.texts.raises == "100% / turn oop 2.5x"


def test_limits_and_rake_are_set_in_a_dialog_and_told_on_the_page(show: Show) -> None:
    driver, screen = show(opened())
    driver.key("t")
    before = driver.words()
    for field, words in (("raises_a_street", "1"), ("donk", "none"), ("rake", "5"), ("rake_cap", "3")):
        driver.app.screen.controls.focus(field)
        driver.type(words)
    arrive(driver.app)
    assert driver.words() != before
    driver.app.screen.controls.focus("done")
    press_keys(driver, "return")
    assert screen.model.texts == replace(SMALL, raises_a_street="1", donk="none", rake="5", rake_cap="3")
    assert "raises a street 1, donk bets none, rake 5%, up to 3" in driver.words()
    assert screen.model.view.can_solve


@pytest.mark.parametrize(
    ("pot", "chips", "bets"), [("limped", "200", "50%,100%"), ("3-bet", "1800", "25%,50%")]
)
def test_a_pot_is_chosen_by_its_name_and_fills_ranges_chips_and_tree(
    show: Show, pot: str, chips: str, bets: str
) -> None:
    driver, screen = show(opened())
    press_keys(driver, "b")
    choose(driver.app, "pots", pot)
    arrive(driver.app)
    driver.app.screen.controls.focus("fill")
    press_keys(driver, "return")
    texts = screen.model.texts
    assert ((texts.oop, texts.ip), texts.board) == (POT_RANGES, SMALL.board)
    assert (texts.pot, float(texts.stack)) == (chips, 10_000 - float(chips) / 2)
    assert texts.bets.startswith(bets)
    assert (texts.raises_a_street, texts.donk) == ("2", "none")
    assert screen.model.view.can_solve


def test_a_line_before_the_flop_is_clicked_through_at_the_depth_of_a_strategy(show: Show) -> None:
    driver, screen = show(opened())
    press_keys(driver, "b")
    assert named(driver.app, "fill").disabled
    for action in ("0-2", "1-3"):  # a raise to 2 big blinds and a call
        driver.click(f"path.{action}")
        arrive(driver.app)
    assert driver.app.screen.controls.find("line").value == "r200 c"
    driver.key("backspace")
    arrive(driver.app)
    assert driver.app.screen.controls.find("line").value == "r200"
    choose(driver.app, "agent", "blueprint-200")
    arrive(driver.app)
    driver.click("path.1-3")
    arrive(driver.app)
    named(driver.app, "with-tree").key(Key("space", " "))
    driver.app.screen.controls.focus("fill")
    press_keys(driver, "return")
    assert (screen.model.texts.pot, screen.model.texts.stack) == ("400", "19800")
    assert (screen.model.texts.bets, screen.model.texts.raises) == (SMALL.bets, SMALL.raises)


def test_a_typed_line_that_is_none_is_said_and_fills_nothing(show: Show) -> None:
    driver, screen = show(opened())
    press_keys(driver, "b")
    driver.app.screen.controls.focus("line")
    driver.type("r150")
    assert "raise" in driver.words()
    assert named(driver.app, "fill").disabled
    driver.key("escape")
    assert screen.model.texts == SMALL


NOTATIONS = ("33%", "33", "20c", "e", "2e", "3e150%", "a", "allin", "33%,75% / river 50%,a / turn ip 100%")
RIVER = SpotTexts("QsJh2h8d5c", "AA", "KK", "100", "300", "50%", "")


@pytest.mark.parametrize(
    ("field", "words"), [*(("bets", words) for words in NOTATIONS), ("raises", "2.5x"), ("raises", "60%,a")]
)
def test_a_notation_means_the_same_in_the_page_and_in_the_command(
    show: Show, capsys: pytest.CaptureFixture[str], field: str, words: str
) -> None:
    driver, screen = show(opened(RIVER))
    driver.app.screen.controls.focus(field)
    driver.type(words)
    assert getattr(screen.model.texts, field) == words
    arrive(driver.app)
    assert screen.model.view.can_solve
    line = ("bet 50",) if field == "raises" else ()
    answered(SolveSpot(screen.model.texts, 50.0))
    node = answered(AskSolved(screen.model.texts, line))
    typed = ["--line", "bet 50"] if line else []
    found = get_json(capsys, "solve", screen.model.texts.id, "--target", "50", *typed)
    assert list(node.here.actions[::-1]) == found["actions"]


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("pot", "5,5"),
        ("bets", "1e2"),
        ("bets", "1.5e"),
        ("bets", "33,3%"),
        ("bets", "2.5x"),
        ("raises", "pot"),
    ],
)
def test_a_wrong_notation_gets_the_same_sentence_in_the_page_and_from_the_command(
    show: Show, capsys: pytest.CaptureFixture[str], field: str, words: str
) -> None:
    driver, screen = show(opened(RIVER))
    driver.app.screen.controls.focus(field)
    driver.type(words)
    arrive(driver.app)
    [sentence] = screen.model.view.problems.values()
    assert sentence in get_refusal(capsys, "solve", screen.model.texts.id)


@pytest.mark.parametrize("name", TREES)
def test_a_tree_is_chosen_by_its_name_and_leaves_rake_alone(show: Show, name: str) -> None:
    driver, screen = show(opened(replace(SMALL, rake="5", raises_a_street="3")))
    choose(driver.app, "sizes", name)
    arrive(driver.app)
    assert screen.model.texts.has(TREES[name])
    assert screen.model.texts.rake == "5"
    assert screen.model.view.can_solve
    assert named(driver.app, "sizes").chosen == name


def test_the_dialog_of_the_tree_has_the_trees_of_pots(show: Show) -> None:
    driver, screen = show(opened())
    driver.key("t")
    choose(driver.app, "pots", "4-bet")
    press_keys(driver, "escape")
    assert screen.model.texts.has(POT_TREES["4-bet"])
    assert screen.model.view.can_solve


def test_a_river_has_no_sizes_of_the_streets_before(show: Show) -> None:
    driver, screen = show(opened(replace(SMALL, board="QsJh2h8d5c")))
    driver.key("t")
    assert driver.app.screen.controls.find("bets-turn-oop") is None
    assert driver.app.screen.controls.find("bets-river-oop") is not None
    assert screen.model.texts.bets == SMALL.bets


def test_a_solve_is_paused_and_goes_on_with_s(show: Show) -> None:
    driver, screen = show(opened())
    assert "Time to the target" in driver.words()
    driver.key("s")
    assert screen.model.view.is_solving
    give_to(driver.app, SolveSpot, progress=Progress(20, 60, 1.0, 2.0, {"exploitability_pct": 4.0}))
    assert "Time to the target" not in driver.words()
    driver.key("s")
    assert not screen.model.view.is_solving
    assert screen.model.view.exploitability == 4.0
    assert driver.worker.all_asked(AskSolve) == [AskSolve(SMALL)]
    driver.key("s")
    arrive(driver.app)
    assert screen.model.view.exploitability <= 0.5
    assert len(driver.worker.all_asked(SolveSpot)) == 2


def test_a_finer_target_is_asked_of_the_same_solve(show: Show) -> None:
    driver, screen = show(solved)
    screen.model.aim("0.2")
    press_keys(driver, "s")
    assert driver.worker.all_asked(SolveSpot)[-1] == SolveSpot(SMALL, 0.2)
    assert screen.model.view.exploitability <= 0.2


def test_the_target_of_a_solve_is_still_chosen_when_the_page_is_opened_again(show: Show) -> None:
    driver, screen = show(opened())
    screen.model.aim("0.2")
    driver.key("s")
    driver.app.home()
    again = SolverScreen(driver.app)
    driver.app.go(again)
    assert again.model.view.is_solving
    assert again.model.view.target == "0.2"


@pytest.mark.parametrize("memory", [MAX_AUTOSAVE_BYTES, MAX_AUTOSAVE_BYTES + 1])
def test_a_solve_that_is_too_large_for_autosaves_says_so(open_window: Open, memory: int) -> None:
    driver = open_window(size=(1280, 1600))
    driver.app.go(SolverScreen(driver.app, SMALL))
    driver.settle()
    give_to(driver.app, CheckSpot, CheckedSpot({}, (10, 10), 1_000, memory, 2**34, 30.0))
    driver.settle()
    is_told = "A solve of this size is not saved automatically." in driver.words()
    assert is_told == (memory > MAX_AUTOSAVE_BYTES)


def test_the_caption_of_a_picture_covers_the_line_of_keys(open_window: Open) -> None:
    driver = open_window(size=(900, 560), painter=Painter)
    show_walk()(driver.app)
    driver.settle()
    screen = driver.app.screen
    assert isinstance(screen, SolverScreen)
    drawn: list[float] = []
    draw = screen.draw

    def note_top_of_keys(painter: Painter) -> None:
        *_, keys = screen.root.walk()
        assert isinstance(keys, Hints)
        drawn.append(keys.rect[1] * painter.u)
        draw(painter)

    screen.draw = note_top_of_keys  # type: ignore[method-assign]
    surface = picture(Exported(screen, "", (), lambda kind, file: ExportSolved(SMALL, (), (), file)))
    [top] = drawn
    below = surface.subsurface(
        (0, math.ceil(top), surface.get_width(), surface.get_height() - math.ceil(top))
    )
    pixels = pygame.image.tobytes(below, "RGB")
    assert {pixels[start : start + 3] for start in range(0, len(pixels), 3)} == {pixels[:3]}


def test_digits_walk_the_tree_and_backspace_goes_back(show: Show) -> None:
    driver, screen = show(solved)
    press_keys(driver, "w", "3", "2")
    assert list(screen.model.position.actions) == ["bet 50", "call"]
    press_keys(driver, "backspace")
    assert list(screen.model.position.actions) == ["bet 50"]
    assert list(screen.model.view.node.here.actions) == ["all-in 200", "call", "fold"]


def test_a_filter_limits_hands_totals_and_kinds_and_is_carried_to_the_next_street(show: Show) -> None:
    driver, screen = show(show_walk("check", "bet 50"))
    whole = screen.model.view.node
    press_keys(driver, "f")
    driver.type("top-pair & A, pair & A")
    arrive(driver.app)
    assert "% of the range" in driver.words()
    press_keys(driver, "return")
    node = screen.model.view.node
    assert driver.worker.all_asked(AskSolved)[-1].hands == "top-pair & A, pair & A"
    ip = node.sides[1]
    held = {hand_class(HANDS[hand]) for hand, reach in enumerate(ip.reach) if reach > 0}
    assert held == {"AJs", "AJo"}
    assert {kind.kind for kind in node.kinds[1]} == {"pair"}
    assert 0 < ip.filter_share < 1
    assert sum(kind.share for kind in node.kinds[1]) == pytest.approx(ip.filter_share)
    assert whole.sides[1].filter_share == 1.0
    assert "Only top-pair & A, pair & A" in driver.words()
    screen.model.position.go(2, "call")
    arrive(driver.app)
    screen.model.position.deal(parse("2c")[0])
    arrive(driver.app)
    assert screen.model.view.node.board[-1] == parse("2c")[0]
    assert driver.worker.all_asked(AskSolved)[-1].hands == "top-pair & A, pair & A"


def test_a_filter_with_an_unknown_word_is_refused_in_its_dialog(show: Show) -> None:
    driver, screen = show(show_walk("check"))
    press_keys(driver, "f")
    driver.type("sets")
    driver.app.screen.update(1.0)
    give_to(driver.app, AskSolved, error="'sets' is neither a range nor a kind of hands.")
    assert "neither a range nor a kind of hands" in driver.words()
    driver.key("return")
    driver.app.screen.update(1.0)
    give_to(driver.app, AskSolved, error="'sets' is neither a range nor a kind of hands.")
    assert driver.app.screen.name == "filter"
    assert screen.model.position.hands == ""


def test_hands_are_sorted_by_any_column(show: Show) -> None:
    driver, screen = show(show_walk("check"))
    press_keys(driver, "h")
    table = screen._walk._hands.table
    driver.click("hands-sort.equity")
    node = screen.model.view.node
    equities = [cell.cells["equity"].value for cell in table._rows]
    assert equities == sorted(equities, reverse=True)
    assert len(equities) == sum(reach > 0 for reach in node.sides[1].reach)
    driver.click("hands-sort.equity")
    assert [cell.cells["equity"].value for cell in table._rows] == sorted(equities)
    press_keys(driver, "h")
    assert table.heads.sorted_by == "ev"


def test_equity_curves_rise_from_the_weakest_hand_and_average_to_the_equity_of_the_range(show: Show) -> None:
    driver, screen = show(show_walk("check", tab="graph"))
    for side in screen.model.view.node.sides:
        assert list(side.curve) == sorted(side.curve)
        assert sum(side.curve) / len(side.curve) == pytest.approx(side.mean_equity, abs=0.01)
    assert "Equity of both ranges" in driver.words()


def test_a_locked_solve_is_compared_with_the_one_before_the_lock(show: Show) -> None:
    driver, screen = show(locked)
    press_keys(driver, "c")
    assert driver.worker.all_asked(AskComparison)[-1] == AskComparison(SMALL, ("bet 50",), (), "")
    found = answered(driver.worker.all_asked(AskComparison)[-1])
    whole = found.hands[0]
    fold = found.actions.index("fold")
    assert whole.change(fold) == pytest.approx(0.2, abs=0.01)
    assert whole.ev_change < 0
    assert {one.name for one in found.hands} >= {"", "pair", "AJo"}
    assert sum(one.share for one in found.hands if one.name in HAND_KINDS) == pytest.approx(1)
    assert "All hands" in driver.words()
    press_keys(driver, "escape")
    screen.model.unlock()
    arrive(driver.app)
    driver.app.screen.controls.focus("compare")
    assert "There is no other solve" in named(driver.app, "compare").disabled


def test_the_next_card_is_chosen_by_arrows_and_enter(show: Show) -> None:
    driver, screen = show(show_walk("check", "check"))
    assert driver.worker.all_asked(AskRunOuts)
    driver.app.screen.controls.focus("run-outs")
    press_keys(driver, "right", "return")
    assert names(screen.model.position.cards) == "Ks"
    assert list(screen.model.view.node.here.actions)
    press_keys(driver, "backspace")
    assert names(screen.model.position.cards) == ""


def test_a_decision_is_locked_by_two_keys_solved_around_and_freed(show: Show) -> None:
    driver, screen = show(show_walk("bet 50"))
    before = screen.model.solve
    press_keys(driver, "l", "return")
    assert driver.worker.all_asked(SetLock)[-1] == SetLock(SMALL, ("bet 50",), (), "fold", 20.0, "")
    after = screen.model.solve
    assert before is not None
    assert after is not None
    assert after.equilibrium == before.ev
    assert after.ev[0] > before.ev[0] + 1
    assert "Locked: IP after Bet 50: Fold +20 points" in driver.words()
    screen.model.unlock()
    arrive(driver.app)
    assert driver.worker.all_asked(ClearLocks)
    assert len(screen.model.view.locks) == 0


def test_a_kind_of_hands_is_locked_to_an_agent_by_keys(show: Show) -> None:
    driver, _ = show(show_walk("bet 50"))
    press_keys(driver, "l")
    driver.app.screen.controls.focus("source")
    press_keys(driver, "right")
    driver.app.screen.controls.focus("scope")
    press_keys(driver, "right")
    driver.app.screen.controls.focus("agent")
    press_keys(driver, "right")
    driver.worker.answered = len(driver.worker.asked)
    driver.key("return")
    [asked] = driver.worker.all_asked(SetLock)
    wanted = SetLock(SMALL, ("bet 50",), (), "", 0.0, asked.hands, "sound", before="r250 c / c c")
    assert asked == wanted
    assert asked.hands in HAND_KINDS


def test_hands_are_painted_with_shares_of_several_actions_at_once(show: Show) -> None:
    driver, screen = show(show_walk("bet 50"))
    press_keys(driver, "l")
    choose(driver.app, "source", "painted")
    for index, presses in ((0, 10), (2, 0)):
        driver.app.screen.controls.focus(f"share-{index}")
        press_keys(driver, "home", *["right"] * presses)
    driver.app.screen.controls.focus("hands")
    driver.type("AJ & !AhJh")
    driver.app.screen.controls.focus("paint")
    press_keys(driver, "return")
    driver.app.screen.controls.focus("hands")
    driver.type("QQ")
    driver.app.screen.controls.focus("paint")
    press_keys(driver, "return")
    driver.app.screen.controls.focus("lock")
    press_keys(driver, "return")
    [wanted] = driver.worker.all_asked(SetLock)
    first, second = wanted.shares.split("; ")
    assert first.startswith("AJ & !AhJh: 10 ")
    assert second == first.replace("AJ & !AhJh", "QQ")
    arrive(driver.app)
    [lock] = screen.model.solve.locks
    assert lock.hands == wanted.shares
    assert "Locked by hand: IP after Bet 50, AJ & !AhJh: 10" in driver.words()


@pytest.mark.parametrize(("typed", "painted"), [("QQ", ["AJ", "QQ"]), ("AJ", ["AJ"])])
def test_hands_that_were_changed_after_the_last_stroke_are_locked_too(
    show: Show, typed: str, painted: list[str]
) -> None:
    driver, _ = show(show_walk("bet 50"))
    press_keys(driver, "l")
    choose(driver.app, "source", "painted")
    driver.app.screen.controls.focus("hands")
    driver.type("AJ")
    driver.app.screen.controls.focus("paint")
    press_keys(driver, "return")
    driver.app.screen.controls.focus("hands")
    driver.type(typed)
    driver.app.screen.controls.focus("lock")
    press_keys(driver, "return")
    [wanted] = driver.worker.all_asked(SetLock)
    assert [stroke.partition(":")[0] for stroke in wanted.shares.split("; ")] == painted


def test_nothing_painted_cannot_be_locked(show: Show) -> None:
    driver, _ = show(show_walk("bet 50"))
    press_keys(driver, "l")
    choose(driver.app, "source", "painted")
    driver.app.screen.controls.focus("hands")
    press_keys(driver, *["backspace"] * 4)
    press_keys(driver, "return")
    assert driver.worker.all_asked(SetLock) == []
    assert driver.app.screen.name == "lock"


def test_a_decision_is_locked_to_what_somebody_did_in_kept_hands(show: Show) -> None:
    driver, screen = show(locking_as_they_played)
    said = driver.words()
    assert "In 118 hands: folds 62.0% (solution" in said
    press_keys(driver, "return")
    [wanted] = driver.worker.all_asked(SetLock)
    assert wanted.logged == replace(LOGGED, name="Tight")
    assert (wanted.hands, wanted.action, wanted.agent) == ("", "", "")
    assert screen.model.view.node.here.shares == pytest.approx([0.07, 0.31, 0.62], abs=0.01)
    said = driver.words()
    assert "Locked: IP after Bet 50: folds 62.0%, calls 31.0%, raises 7.0% (Tight, 118 hands)" in said


def test_no_choice_moves_the_buttons_of_a_lock(show: Show) -> None:
    driver, _ = show(locking_as_they_played)
    dialog = driver.app.screen
    places = {driver.middle("lock")}
    for source in dialog._source.options:
        dialog._source.choose(source.value)
        for scope in ("kind", "all"):
            dialog._scope.choose(scope)
            driver.settle()
            places.add(driver.middle("lock"))
    assert len(places) == 1


def test_too_few_hands_are_said_in_a_sentence_and_lock_nothing(show: Show) -> None:
    driver, _ = show(locking_as_few_hands)
    assert "Only 12 hands have such a decision, and a lock needs 30." in [m.words for m in driver.marks()]
    press_keys(driver, "return")
    assert driver.state["screen"] == "lock"
    assert not driver.worker.all_asked(SetLock)


def test_a_player_is_found_by_name_and_counted_again(show: Show) -> None:
    driver, _ = show(locking_as_they_played)
    driver.app.screen.controls.focus("logged")
    press_keys(driver, "return")
    assert driver.state["screen"] == "option_search"
    press_keys(driver, "h", "y", "return")
    assert driver.state["screen"] == "lock"
    assert driver.worker.all_asked(AskLoggedMix)[-1].player == PLAYERS[1]


def test_where_nobody_has_enough_hands_that_is_said(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OF_FILES, ListLoggedPlayers, ())
    driver, _ = show(locking_as_they_played)
    said = driver.words()
    assert "Nobody has 30 hands of Hold'em in your history or imported logs." in said


def test_what_an_agent_is_locked_to_is_said_by_its_name(show: Show) -> None:
    driver, screen = show(locked)
    assert screen.model.solve is not None
    [lock] = screen.model.solve.locks
    like = replace(lock, hands="two-pair", action="", points=0.0, agent="sound")
    screen.model.solve = replace(screen.model.solve, locks=(like,))
    screen.show()
    said = f"Locked: IP after Bet 50 plays like {portrait(driver.app.agents, 'sound').name}, two pair."
    assert said in driver.words()


def test_the_value_without_locks_stands_beside_the_gain(show: Show) -> None:
    driver, screen = show(locked)
    driver.key("1", ctrl=True)
    said = set(driver.texts())
    solve = screen.model.solve
    assert solve is not None
    assert solve.equilibrium is not None
    assert {"EV without locks", "Gain over equilibrium"} <= said
    assert f"{solve.equilibrium[0]:.2f} and {solve.equilibrium[1]:.2f}" in said


def test_a_solve_is_kept_opened_and_deleted(show: Show) -> None:
    driver, _ = show(solved)
    assert "behind · 2 locked" in driver.words()
    press_keys(driver, "k")
    assert driver.worker.all_asked(KeepSolve) == [KeepSolve(SMALL, "QsJh2h8d")]
    driver.app.screen.controls.focus("files")
    press_keys(driver, "return")
    assert driver.worker.all_asked(OpenSolve) == [OpenSolve("river 1")]
    driver.click("forget")
    arrive(driver.app)
    assert driver.worker.all_asked(ForgetSolve) == [ForgetSolve("river 1")]


def test_a_table_of_hands_without_room_for_all_columns_hides_the_reach_and_not_the_fold(show: Show) -> None:
    _, screen = show(show_walk("bet 50"))
    node = screen.model.view.node
    assert node is not None
    heads = hand_rows(node, node.here.player).heads
    width = sum(head.width for head in heads)
    kept = [head.value for head, _, _ in place_columns(heads, width - 1)]
    assert kept == [head.value for head in heads if head.value != "reach"]
    assert kept[-1] == "fold"


def test_a_solve_whose_values_are_not_measured_says_nothing_of_them(show: Show) -> None:
    driver, screen = show(show_walk())
    assert "OOP wins" in driver.words()
    assert screen.model.solve is not None
    screen.model.solve = replace(screen.model.solve, ev=(math.nan, math.nan))
    screen.show()
    driver.app.step([], 0.0)
    said = driver.words()
    assert "of the pot from equilibrium" in said
    assert "OOP wins" not in said


def test_files_are_listed_once_after_each_is_written_or_removed(show: Show) -> None:
    driver, screen = show(solved)
    model, before = screen.model, len(driver.worker.all_asked(ListSolves))
    model.keep("")
    arrive(driver.app)
    assert len(driver.worker.all_asked(ListSolves)) == before + 1
    model.stored_solves.forget(0)
    assert len(driver.worker.all_asked(ListSolves)) == before + 1
    arrive(driver.app)
    assert len(driver.worker.all_asked(ListSolves)) == before + 2


def test_a_solve_from_a_file_is_checked_as_the_spot_that_it_is(show: Show) -> None:
    driver, screen = show(opened(SPOTS["river"]))
    river = screen.model.view.checked
    press_keys(driver, "f", "return")
    assert driver.worker.all_asked(OpenSolve) == [OpenSolve("river 1")]
    assert screen.model.texts == SMALL
    assert driver.worker.all_asked(CheckSpot)[-1].texts == SMALL
    assert screen.model.view.checked not in (None, river)


def test_digits_take_the_examples(show: Show) -> None:
    driver, screen = show(opened())
    for digit, spot in enumerate(SPOTS.values(), 1):
        driver.key(str(digit))
        assert screen.model.texts == spot


def test_a_spot_travels_as_a_line_through_the_clipboard(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, screen = show(opened())
    held: list[str] = []
    monkeypatch.setattr(input, "put", lambda words: held.append(words) or True)
    press_keys(driver, "c")
    assert held == [SMALL.id]
    other = replace(SMALL, pot="80")
    monkeypatch.setattr(input, "get", lambda: other.id)
    press_keys(driver, "p")
    assert screen.model.texts == other
    monkeypatch.setattr(input, "get", lambda: "a shopping list")
    press_keys(driver, "p")
    assert screen.model.texts == other


CHANGES = {
    "board": "QsJh2h9d",
    "oop": "AA,KQs",
    "ip": "QQ,AJ",
    "pot": "80",
    "stack": "150",
    "bets": "75%",
    "raises": "60%",
}


@pytest.mark.parametrize("field", CHANGES)
def test_a_changed_spot_shows_nothing_of_the_solve_before(show: Show, field: str) -> None:
    driver, screen = show(locked)
    driver.key("1", ctrl=True)
    before = set(driver.texts())
    assert any(words.startswith("Locked:") for words in before)
    assert "Exploitability" in before
    screen.model.type(**{field: CHANGES[field]})
    arrive(driver.app)
    said = set(driver.texts())
    assert not any(words.startswith("Locked:") for words in said)
    assert not said & {"Exploitability", "EV of OOP and IP", "EV without locks", "Unlock all", "Continue"}
    assert "Solve" in said
    assert not named(driver.app, "walk").enabled
    assert not named(driver.app, "keep").enabled
    press_keys(driver, "k", "w", "n")
    assert not driver.worker.all_asked(KeepSolve)
    assert screen.tab != WALK
    assert screen.tab != PLAY


def test_a_solve_is_shown_again_when_its_spot_is_typed_again(show: Show) -> None:
    driver, screen = show(solved)
    share = screen.model.view.exploitability
    screen.model.type(pot="80")
    arrive(driver.app)
    assert screen.model.view.exploitability is None
    assert any("another spot" in mark.words and "pot 100" in mark.words for mark in driver.marks())
    driver.click("take-back")
    arrive(driver.app)
    assert screen.model.view.texts.id == SMALL.id
    assert screen.model.view.exploitability == share
    press_keys(driver, "w", "1")
    assert driver.worker.all_asked(AskSolved)[-1].texts == SMALL


def test_a_lock_hides_the_solve_before_it_until_it_is_solved_around(show: Show) -> None:
    driver, screen = show(show_walk("bet 50"))
    screen.model.lock(SetLock(SMALL, ("bet 50",), (), "fold", 20.0))
    give_to(driver.app, SetLock, answer(SetLock(SMALL, ("bet 50",), (), "fold", 20.0)))
    driver.settle()
    assert screen.model.view.is_solving
    assert screen.model.view.node is None
    assert screen.model.view.exploitability is None
    assert "is being solved" in driver.words()
    arrive(driver.app)
    assert list(screen.model.view.node.here.actions)


def test_a_solve_goes_on_when_the_page_is_left_with_a_badge_and_a_sentence_at_its_end(show: Show) -> None:
    driver, screen = show(opened())
    driver.key("s")
    driver.app.home()
    driver.settle()
    assert screen.model.view.is_solving
    give_to(driver.app, SolveSpot, progress=Progress(15, 60, 1.0, 2.0, {"exploitability_pct": 4.0}))
    driver.settle()
    assert driver.control("solver").value == "25%"
    driver.key("v")
    again = driver.app.screen
    assert isinstance(again, SolverScreen)
    assert again.model.view.texts.id == SMALL.id
    assert again.model.view.is_solving
    assert again.model.view.exploitability == 4.0
    driver.app.home()
    give_to(driver.app, SolveSpot, answer(SolveSpot(SMALL, 0.5)))
    driver.settle()
    assert driver.state["notice"] == "Solver: QsJh2h8d is solved."
    assert driver.control("solver").value == ""


def test_a_page_that_is_covered_while_its_solve_ends_shows_the_result(show: Show) -> None:
    driver, screen = show(opened())
    driver.key("s")
    driver.app.show_settings()
    driver.settle()
    give_to(driver.app, SolveSpot, answer(SolveSpot(SMALL, 0.5)))
    driver.app.back()
    arrive(driver.app)
    assert not screen.model.view.is_solving
    assert screen.model.view.exploitability <= 0.5


def test_a_solve_of_another_spot_pauses_the_one_that_runs(show: Show) -> None:
    driver, screen = show(opened())
    driver.key("s")
    other = SolverScreen(driver.app, SPOTS["river"])
    driver.app.go(other)
    driver.settle()
    assert not other.model.view.is_solving
    driver.key("s")
    assert driver.app.models.solves.at_work is not None
    assert driver.app.models.solves.at_work.form == SPOTS["river"]
    assert not screen.model.view.is_solving


def test_a_spot_that_is_typed_stays_when_the_page_is_left(show: Show) -> None:
    driver, screen = show(opened())
    screen.model.type(pot="80")
    driver.app.home()
    driver.key("v")
    assert driver.app.screen.model.view.texts.id == replace(SMALL, pot="80").id


def test_a_process_that_ended_is_said_and_the_page_stays(show: Show) -> None:
    driver, screen = show(opened())
    driver.key("s")
    give_to(driver.app, SolveSpot, error="The other process ended unexpectedly.")
    assert "ended unexpectedly" in driver.words()
    assert not screen.model.view.is_solving


def test_the_page_begins_with_a_spot_that_it_is_given(show: Show) -> None:
    given = SpotTexts("Kd7c2h", "AA", "KQs", "60", "200", "50%", "100%")
    driver, screen = show(opened(given))
    assert driver.worker.all_asked(CheckSpot)[-1].texts == given
    assert answer(CheckSpot(given, 0.5)).problems == {}
    assert screen.model.view.texts.id == given.id


@pytest.mark.parametrize("texts", [None, SMALL])
def test_a_page_that_is_opened_anew_shows_the_solve_that_is_held_and_its_locks(
    show: Show, texts: SpotTexts | None
) -> None:
    driver, screen = show(show_walk("bet 50"))
    press_keys(driver, "l", "return")
    before = screen.model.solve
    assert before is not None
    driver.app.home()
    again = SolverScreen(driver.app, texts)
    driver.app.go(again)
    give_to(driver.app, AskHeldSolve, answered(AskHeldSolve(texts)))
    arrive(driver.app)
    assert again.model.view.texts.id == SMALL.id
    assert len(again.model.view.locks) == 1
    assert again.model.view.exploitability == screen.model.view.exploitability
    assert "Locked: IP after Bet 50: Fold +20 points" in driver.words()
    press_keys(driver, "w")
    assert list(again.model.view.node.here.actions)


def test_a_lock_that_is_not_solved_around_yet_is_shown_when_the_page_is_opened_anew(show: Show) -> None:
    driver, screen = show(show_walk("bet 50"))
    solve = screen.model.solve
    driver.app.home()
    again = SolverScreen(driver.app, SMALL)
    driver.app.go(again)
    assert solve is not None
    locks = (LockSummary(("bet 50",), (), 1, "", "fold", 20.0),)
    give_to(driver.app, AskHeldSolve, replace(solve, iterations=0, locks=locks, curve=()))
    arrive(driver.app)
    assert len(again.model.view.locks) == 1
    assert "Locked: IP after Bet 50: Fold +20 points" in driver.words()
    press_keys(driver, "s", "w")
    assert list(again.model.view.node.here.actions)


def test_a_page_that_is_opened_anew_keeps_what_is_typed_meanwhile(show: Show) -> None:
    driver, screen = show(solved)
    driver.app.home()
    again = SolverScreen(driver.app, None)
    driver.app.go(again)
    again.model.type(pot="80")
    give_to(driver.app, AskHeldSolve, screen.model.solve)
    assert again.model.texts.pot == "80"


def test_the_menu_opens_the_solver_with_v(open_window: Open, user_folder: Path) -> None:
    driver = open_window()
    driver.key("v")
    assert isinstance(driver.app.screen, SolverScreen)


def test_v_shows_the_mix_what_classes_win_and_their_equity(show: Show) -> None:
    driver, _ = show(show_walk("check"))
    driver.app.screen.controls.focus("grid")
    said = []
    for _ in range(3):
        said.append(driver.control("grid").value)
        driver.key("v")
    assert "Check" in said[0]
    assert "EV" in said[1]
    assert "Equity" in said[2]


def test_a_paused_solve_is_walked_through_as_far_as_it_is(show: Show) -> None:
    driver, screen = show(solved)
    screen.model.aim("0.05")
    driver.key("s")
    give_to(driver.app, SolveSpot, progress=Progress(90, 200, 1.0, 2.0, {"exploitability_pct": 0.3}))
    press_keys(driver, "s", "w")
    assert not screen.model.view.is_solving
    assert list(screen.model.view.node.here.actions)
    assert driver.worker.all_asked(AskSolved)[-1].texts == SMALL
