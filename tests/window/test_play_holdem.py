"""The Hold'em table: hands by keyboard and mouse, amounts, confirmations of bets, hints, the end of a match."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.agent_entries import AgentEntry
from game.archive import hands
from game.core import DEFAULT_BUDGET, PREPARING, Budget, Decision, Progress
from game.match import phh as match_pots
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.needs import Need
from game.rules.betting import CALL, HoldemRules, Street
from game.rules.cards import RANKS
from game.rules.cards import name as card_name
from game.study.holdem import AskDuel, AskEquity, HandEquity
from game.study.judgements import AskJudgement, Judgement, JudgementProgress, Mark
from game.study.play import ActNow, AgentKey, Decide, GetReady
from game.study.words import format_error
from game.tables.holdem.coach import Advice
from game.tables.holdem.screen import PlayHoldem
from game.tables.replay import Replay
from game.window.ui.input import Key, Pointer
from game.window.ui.widgets.button import MoveButton
from tests.played_hands import make_opponent_values
from tests.window.conftest import Sit
from tests.window.driver import SETTLED, WordsOnlyPainter
from tests.window.tables import AGENTS, SlowJudge, Table, TableWorker, decide, fail_to_decide, judged

CASH = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0")
TEACHING = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", teaching=True)
MATCH = TableSpec(
    "holdem",
    ("you", "steady"),
    seed=5,
    first="seat-0",
    form="match",
    stacks=(2000, 2000),
    schedule=((50, 100, 2), (100, 200, 2)),
)


SOLVER = AgentEntry("solver", "holdem", "search", "Solves while she plays.", family="blueprint")
AGAINST_SOLVER = replace(CASH, seats=("you", "solver"), think=10.0)


def counsel(request: Any, **parts: Any) -> Judgement:
    """Return a judgement that advises mostly a call and sometimes a minimum raise."""
    betting = request.info.betting
    fold = {0: 0.0} if betting.to_call else {}
    values = {**fold, 1: 1.25, betting.min_raise_to: 1.25, betting.max_raise_to: -0.5}
    shares, stake = {1: 0.6, betting.min_raise_to: 0.4}, request.info.pot / 100
    bounds = frozenset({betting.max_raise_to})
    found = judged(values, 1, shares, source="blueprint", stake=stake, bounds=bounds, error=0.4, equity=0.6)
    return replace(found, **parts)


def equity(request: Any) -> HandEquity:
    return HandEquity(0.614, 0.6, 0.028)


def open_table(
    opened: list[Table], folder: Path, spec: TableSpec = CASH, *script: int, **settings: Any
) -> Table:
    worker = settings.pop("worker", None) or TableWorker(
        {Decide: decide(*script), AskJudgement: counsel, AskEquity: equity}
    )
    opened.append(Table(folder, PlayHoldem, spec, worker, **settings))
    return opened[-1]


def chips_are_conserved(table: Table) -> bool:
    state = table.session.state
    return sum(state.stacks_left) + state.betting.pot == sum(state.rules.stacks)  # type: ignore[attr-defined]


def test_a_whole_hand_by_keyboard_alone(table: Table) -> None:
    assert (table.screen.phase, table.focus) == ("yours", "call")
    while table.screen.phase == "yours":
        table.key("c")
        assert chips_are_conserved(table)
    assert len(table.screen.view.state.board) == 5
    assert (table.screen.phase, table.focus) == ("over", "next")
    table.key("return")
    assert (table.screen.session.hand_number, table.screen.phase) == (2, "yours")


def test_a_whole_hand_by_mouse(table: Table) -> None:
    table.click("raise")
    assert table.actions[0] == 200
    while table.screen.phase == "yours":
        table.click("call")
    table.click("next")
    assert table.screen.session.hand_number == 2


def test_folding_by_key_and_by_button(table: Table) -> None:
    table.key("f")
    assert (table.screen.phase, table.screen.session.total(table.screen.below)) == ("over", -50)
    assert table.table.view.words.result() == ("You lose 50", "You folded.")


def test_a_hand_that_is_over_prints_no_pot_and_no_blind(table: Table) -> None:
    assert "Pot" in table.texts() or "POT" in table.texts()
    table.key("f")
    picture = table.table.picture()
    assert picture.seats[0].note == "Wins"
    assert picture.pot_written == ""
    assert not {"Pot", "POT"} & set(table.texts())


def test_the_plate_of_an_opponent_has_its_kind_and_no_stage(sit: Sit) -> None:
    architect = AgentEntry("nits", "holdem", "learned", "", family="blueprint", stage="all training")
    table = sit(replace(CASH, seats=("you", "nits"), first="seat-1"), agents=[architect])
    table.key("c")
    assert len(table.screen.view.state.board) == 3
    assert table.table.picture().seats[0].note == "Near equilibrium"


def test_there_is_nothing_to_fold_to_without_a_bet(table: Table) -> None:
    table.key("c")
    assert table.screen.view.state.betting.to_call == 0
    assert not table.control("fold").enabled
    table.key("f")
    assert table.screen.phase == "yours"


@pytest.mark.parametrize(
    ("key", "raise_to"), [("1", 200), ("2", 250), ("3", 300), ("4", 20_000), ("5", 20_000)]
)
def test_number_keys_choose_sizes(table: Table, key: str, raise_to: int) -> None:
    table.key(key)
    assert table.screen.panel.raise_to == raise_to


def test_sizes_can_be_clicked_and_walked(table: Table) -> None:
    x, y, w, h = table.table.panel.sizes.option_rect(2)
    table.click_at(x + w / 2, y + h / 2)
    assert table.screen.panel.raise_to == 300
    table.key("left")
    assert table.screen.panel.raise_to == 250


def test_arrows_change_the_amount_by_one_blind_or_ten(table: Table) -> None:
    table.keys("up", "up")
    assert table.screen.panel.raise_to == 400
    table.key("up", shift=True)
    assert table.screen.panel.raise_to == 1400
    table.key("down")
    assert table.screen.panel.raise_to == 1300
    table.key("down", shift=True)
    table.key("down", shift=True)
    assert table.screen.panel.raise_to == 200


def test_the_wheel_over_the_table_changes_the_amount(table: Table) -> None:
    x, y, w, h = table.table.regions.table
    table.wheel(x + w / 2, y + h / 2, 3)
    assert table.screen.panel.raise_to == 500
    table.wheel(x + w / 2, y + h / 2, -1)
    assert table.screen.panel.raise_to == 400


def test_the_slider_covers_the_legal_range(table: Table) -> None:
    table.app.screen.controls.focus("slider")
    table.key("end")
    assert table.screen.panel.raise_to == 20_000
    table.key("home")
    assert table.screen.panel.raise_to == 200
    x, y, w, h = table.table.panel.slider.rect
    table.click_at(x + w / 2, y + h / 2)
    assert 200 < table.screen.panel.raise_to < 20_000
    assert table.screen.panel.raise_to % 100 == 0


def test_an_amount_can_be_typed(table: Table) -> None:
    table.click("amount")
    table.type("750")
    table.key("return")
    assert table.screen.panel.raise_to == 750
    assert table.control("raise").label == "Raise to 750"
    assert table.state["focus"] == "raise"
    table.key("r")
    assert table.actions[0] == 750


def test_what_is_typed_is_taken_without_enter_too(table: Table) -> None:
    table.click("amount")
    table.type("640")
    assert table.control("raise").label == "Raise to 640"
    table.click("raise")
    assert table.actions[0] == 640


@pytest.mark.parametrize("typed", ["150", "20001", "0", "999999999"])
def test_an_illegal_amount_shows_the_legal_range_and_nothing_happens(table: Table, typed: str) -> None:
    table.click("amount")
    table.type(typed)
    table.keys("return", "r")
    assert table.actions == []
    assert table.screen.panel.problem == "From 200 to 20,000."
    assert "From 200 to 20,000." in table.texts()
    table.keys("tab", "2")
    assert table.screen.panel.problem == ""


def test_an_illegal_amount_is_not_bet_by_the_button_either(table: Table) -> None:
    table.click("amount")
    table.type("3")
    table.click("raise")
    assert table.actions == []
    assert table.screen.panel.problem


def test_letters_cannot_be_typed_into_the_amount(table: Table) -> None:
    table.click("amount")
    table.type("3x0-0.")
    table.key("return")
    assert table.screen.panel.raise_to == 300


def what_stays(table: Table) -> tuple[object, ...]:
    screen = table.screen
    return table.actions, screen.phase, screen.name, screen.side.coach.is_open, screen.panel.raise_to


@pytest.mark.parametrize("typed", ["0-5abcrf", "0-5abcr?mz f", "640crf"])
def test_what_is_typed_after_a_digit_plays_nothing(sit: Sit, typed: str) -> None:
    table = sit(TEACHING)
    before = what_stays(table)
    table.app.screen.controls.focus("amount")
    table.type(typed)
    assert what_stays(table) == before
    assert table.focus == "amount"


def test_a_click_into_the_amount_keeps_letters_from_the_game(table: Table) -> None:
    table.click("amount")
    table.type("call")
    assert (table.actions, table.state["screen"]) == ([], "play-holdem")
    table.keys("escape", "c")
    assert (table.actions[0], table.state["screen"]) == (1, "play-holdem")


def test_letters_act_while_nothing_is_typed_into_the_amount(table: Table) -> None:
    table.app.screen.controls.focus("amount")
    table.key("r")
    assert table.actions[0] == 200


@pytest.mark.parametrize("last", ["return", "escape", "tab", "backspace"])
def test_letters_act_again_once_the_typing_has_ended(table: Table, last: str) -> None:
    table.app.screen.controls.focus("amount")
    table.keys("7", "c")
    assert table.actions == []
    table.keys(last, "c")
    assert table.actions[0] == 1


def test_escape_shows_the_chosen_amount_again(table: Table) -> None:
    table.click("amount")
    table.type("05")
    table.keys("return", "escape")
    assert (table.control("amount").value, table.control("raise").label) == ("200", "Raise to 200")
    assert (table.screen.panel.problem, table.state["screen"]) == ("", "play-holdem")


@pytest.mark.parametrize("leave", ["return", "tab", "raise", "call"])
def test_after_a_decision_the_field_shows_the_chosen_amount(table: Table, leave: str) -> None:
    table.click("amount")
    table.type("05")
    table.click(leave) if leave in ("raise", "call") else table.key(leave)
    if leave != "call":
        table.key("c")
    assert len(table.screen.view.state.board) == 3
    assert table.control("amount").value == table.table.view.amounts.bare(table.screen.panel.raise_to - 100)
    assert table.control("raise").label == f"Bet {table.control('amount').value}"
    chosen = table.screen.panel.raise_to
    table.key("r")
    assert chosen in table.actions


def test_setting_the_amount_another_way_replaces_what_is_typed(table: Table) -> None:
    panel, controls = table.table.panel, table.app.screen.controls
    x, y, w, h = table.table.regions.table

    def slide() -> None:
        controls.focus("slider")
        table.key("home")

    ways = (
        lambda: table.wheel(x + w / 2, y + h / 2, 2),
        lambda: table.key("up"),
        lambda: table.keys("tab", "4"),
        lambda: table.keys("tab", "5"),
        lambda: table.click("sizes.blinds 5/2"),
        slide,
    )
    for way in ways:
        table.click("amount")
        table.type("05")
        assert panel.entry.problem
        way()
        assert panel.entry.value == table.table.view.amounts.bare(table.screen.panel.raise_to)
        assert (panel.entry.problem, table.screen.panel.problem) == ("", "")


def test_an_amount_that_is_not_legal_is_marked_while_it_is_typed(table: Table) -> None:
    panel = table.table.panel
    table.click("amount")
    seen = []
    for letter in "1500":
        table.key(letter)
        button = panel.bet.button
        seen.append((bool(panel.entry.problem), button.label, button.sub))
    refused = (True, "Raise", "200 to 20,000")
    assert seen == [refused, refused, refused, (False, "Raise to 1,500", "")]
    table.keys("backspace", "backspace", "backspace", "backspace")
    assert (panel.entry.value, panel.bet.button.sub) == ("", "200 to 20,000")
    table.key("return")
    assert table.screen.panel.problem == "From 200 to 20,000."


@pytest.mark.parametrize("amounts", ["chips", "blinds"])
def test_the_legal_range_on_the_button_is_not_shortened(sit: Sit, amounts: str) -> None:
    table = sit(CASH, 1, 456, size=(900, 560), amounts=amounts)
    table.key("c")
    table.click("amount")
    table.type("0")
    button = table.table.panel.bet.button
    assert button.sub == {"chips": "712 to 19,900", "blinds": "7.12 to 199 bb"}[amounts]
    assert button.sub in table.texts()
    assert button.keycap == ""
    table.key("escape")
    assert (button.sub, button.keycap) == ("", "R")


def test_a_refused_amount_that_is_mended_is_no_longer_told(table: Table) -> None:
    table.click("amount")
    table.type("5")
    table.keys("return", "7", "0", "0")
    assert (table.screen.panel.problem, table.control("raise").label) == ("", "Raise to 700")


def test_amounts_in_blinds_are_written_and_typed_in_blinds(sit: Sit) -> None:
    table = sit(amounts="blinds")
    assert table.control("raise").label == "Raise to 2 bb"
    table.click("amount")
    table.type("2.5")
    table.key("return")
    assert table.screen.panel.raise_to == 250


def test_all_in_asks_once_more_by_its_label(table: Table) -> None:
    table.keys("5", "r")
    assert (table.control("raise").label, table.table.panel.bet.button.sub) == (
        "All-in 20,000",
        "press again",
    )
    assert table.actions == []
    table.key("r")
    assert table.actions[0] == 20_000


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_while_the_opponent_thinks_about_an_all_in_enter_does_not_leave_the_table(
    size: tuple[int, int], sit: Sit
) -> None:
    table = sit(size=size)
    table.worker.silent = True  # type: ignore[attr-defined]
    table.click("sizes.all_in")
    table.keys("r", "r")
    assert table.screen.phase == "theirs"
    table.key("return")
    assert table.state["screen"] == "play-holdem"
    assert table.actions == [20_000]


def test_a_player_who_is_all_in_sees_no_buttons_that_cannot_be_pressed(table: Table) -> None:
    table.worker.silent = True  # type: ignore[attr-defined]
    table.keys("4", "r", "r")
    assert table.screen.phase == "theirs"
    assert not {"fold", "call", "raise"} & {control.name for control in table.app.controls()}
    assert "All-in. The pot is 20,100." in table.texts()


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_while_the_opponent_thinks_a_quiet_line_takes_the_find_corner_the_moves(
    size: tuple[int, int], sit: Sit
) -> None:
    table = sit(size=size)
    table.worker.silent = True  # type: ignore[attr-defined]
    table.click("call")
    assert table.screen.phase == "theirs"
    assert not {"fold", "call", "raise"} & {control.name for control in table.app.controls()}
    assert "Steady to move" in table.words()


def test_an_all_in_that_is_pressed_once_has_the_focus_so_that_enter_confirms_it(sit: Sit) -> None:
    table = sit()
    table.keys("5", "r")
    assert (table.focus, table.actions) == ("raise", [])
    table.key("return")
    assert table.actions[0] == 20_000


def test_a_call_of_all_chips_that_is_pressed_once_has_the_focus(sit: Sit) -> None:
    table = sit(CASH, 20_000)
    table.keys("c", "tab", "c")
    assert table.focus == "call"


def test_a_typed_amount_moves_the_slider_at_once(sit: Sit) -> None:
    table = sit()
    table.click("amount")
    before = table.table.panel.slider.number
    table.type("1")
    assert table.table.panel.slider.number == before, "it is not legal"
    table.type("500")
    assert table.table.panel.slider.number == 1_500


def test_a_move_that_is_disabled_has_no_ring() -> None:
    button = MoveButton("fold", "Fold", lambda: None)
    assert button.shows_focus
    button.disabled = "It is not your move."
    assert not button.shows_focus


def test_the_header_names_the_level_of_the_opponent_and_the_time_of_a_decision(sit: Sit) -> None:
    table = sit(AGAINST_SOLVER, agents=[replace(SOLVER, stage="all training")])
    assert table.table.subtitle.startswith("The Architect: full preparation. 10 s a decision.")


def test_another_key_takes_the_all_in_back(table: Table) -> None:
    table.keys("5", "r", "4", "5", "r")
    assert table.actions == []
    table.keys("tab", "r")
    assert table.actions == []


def test_calling_all_in_asks_once_more_too(sit: Sit) -> None:
    table = sit(CASH, 20_000)
    table.key("c")
    table.key("c")
    assert (table.control("call").label, table.table.panel.call.button.sub) == (
        "All-in 19,900",
        "press again",
    )
    table.key("c")
    assert table.screen.phase == "over"


def test_space_never_folds_and_never_goes_all_in(table: Table) -> None:
    table.keys("5", "space", "space")
    assert table.actions == []


def test_after_a_raise_the_buttons_wait_a_moment(sit: Sit) -> None:
    table = sit(CASH, 600, speed="instant")
    table.app.send(Key("c", "c"))
    for _ in range(20):
        table.app.step([], 0.01)
        if table.actions == [1, 600]:
            break
    table.app.step([], 0.001)
    assert table.screen.phase == "yours"
    assert not table.screen.may_act
    table.app.send(Key("c", "c"))
    table.app.send(Key("f", "f"))
    table.table.panel.call.button.act()
    table.app.painter.log = []  # the next frame is recorded
    table.app.step([], 0.001)
    assert table.actions == [1, 600]
    assert table.table.panel.call.button.alpha < 255
    for _ in range(2):
        table.app.step([], 0.6)
    assert table.screen.may_act
    table.key("c")
    assert table.actions[:3] == [1, 600, 1]


def test_a_held_key_acts_once_but_moves_the_amount(table: Table) -> None:
    table.key("up", repeat=True)
    assert table.screen.panel.raise_to == 300
    table.key("r", repeat=True)
    assert table.actions == []


def test_when_no_raise_is_possible_the_panel_says_so(sit: Sit) -> None:
    table = sit(CASH, 20_000)
    table.key("c")
    assert not table.control("raise").enabled
    assert "Opponent is all-in: call or fold" in table.texts()
    table.keys("r", "up", "4")
    assert table.actions == [1, 20_000]


def test_the_focus_passes_by_an_amount_that_cannot_be_chosen(sit: Sit) -> None:
    table = sit(CASH, 20_000)
    table.key("c")
    passed = set()
    for _ in range(20):
        table.key("tab")
        passed.add(table.focus)
    assert not passed & {"sizes", "slider", "amount"}
    assert "call" in passed


def test_pot_odds_are_told(table: Table) -> None:
    assert {"50 to call", "Pot odds 3 to 1"} <= set(table.texts())
    assert "A call needs 25% if no more bets come" in table.words()


def test_the_big_blind_may_check_or_raise_after_a_limp_and_bet_later(sit: Sit) -> None:
    table = sit(replace(CASH, first="seat-1"), 1)
    assert "Check or raise" in table.words()
    table.key("c")
    table.settle()
    assert "Check or bet" in table.words()


def test_pot_odds_of_a_call_that_ends_the_betting_name_no_more_bets(sit: Sit) -> None:
    table = sit(CASH, 20_000)
    table.key("c")
    assert "Call if you win 50% or more" in table.words()
    assert "no more bets" not in table.words()


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_the_words_of_the_pot_odds_are_not_cut(size: tuple[int, int], sit: Sit) -> None:
    table = sit(size=size)
    assert any("25%" in word for word in table.texts())
    assert not any("..." in word or "…" in word for word in table.texts() if "25%" in word)


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
def test_large_text_keeps_the_pot_odds(size: tuple[int, int], sit: Sit) -> None:
    table = sit(text_size=200, size=size)
    assert any("25%" in word for word in table.texts())


def test_large_text_tells_no_odds_where_they_are_switched_off(sit: Sit) -> None:
    table = sit(text_size=200, pot_odds=False)
    assert not any("25%" in word for word in table.texts())


LIKELY = "Ten-eight suited: {} against the likely hands."


@pytest.mark.parametrize(
    ("equity", "best", "says"),
    [
        (0.41, 1, f"{LIKELY.format('41%')} A call needs only 25%."),
        (0.41, 200, f"{LIKELY.format('41%')} A raise also wins when the opponent folds."),
        (0.81, 200, f"{LIKELY.format('81%')} A raise makes the pot bigger."),
        (0.19, 0, f"{LIKELY.format('only 19%')} A call needs 25%."),
        (0.26, 0, "Ten-eight suited: 26% where a call needs 25%, but later bets cost more than that gains."),
        (0.26, 1, f"{LIKELY.format('26%')} A call needs 25%: close."),
        (0.40, 0, "Ten-eight suited: 40% where a call needs 25%, but later bets cost more than that gains."),
        (0.15, 1, "Ten-eight suited: 15% where a call needs 25%, but folds and later bets make up for it."),
    ],
)
def test_the_reason_of_the_coach_never_contradicts_its_counsel(
    equity: float, best: int, says: str, sit: Sit
) -> None:
    parts = {"equity": equity, "best": best, "shares": {best: 1.0}, "advice": frozenset({best})}
    table = sit(
        TEACHING,
        worker=TableWorker({AskJudgement: lambda request: counsel(request, **parts)}),
    )
    table.key("h")
    coach = table.table.side.coach.advice
    assert coach.why() == says
    assert coach.headline() == {0: "Fold.", 1: "Call.", 200: "Raise to 200."}[best]
    assert set(says.split()) <= set(" ".join(table.texts()).split())


@pytest.mark.parametrize("folds", [0.0, 0.2])
def test_folds_are_no_reason_for_a_raise_against_somebody_who_never_folds(sit: Sit, folds: float) -> None:
    def judge(request: Any) -> Judgement:
        against = make_opponent_values({0: 0.0, 1: 1.0, 200: 2.0}, 0.1, {200: folds})
        return counsel(request, equity=0.41, best=200, shares={200: 1.0}, against=against)

    table = sit(TEACHING, worker=TableWorker({AskJudgement: judge}))
    table.key("h")
    end = "A raise also wins when the opponent folds." if folds else "A call needs 25%."
    assert table.table.side.coach.advice.why() == f"{LIKELY.format('41%')} {end}"


@pytest.mark.parametrize("folds", [0.0, 0.2])
def test_folds_are_no_reason_for_a_call_against_somebody_who_never_folds(sit: Sit, folds: float) -> None:
    def judge(request: Any) -> Judgement:
        against = make_opponent_values({0: 0.0, 1: 2.0, 200: 1.0}, 0.1, {200: folds})
        return counsel(request, equity=0.15, best=1, shares={1: 1.0}, against=against)

    table = sit(TEACHING, worker=TableWorker({AskJudgement: judge}))
    table.key("h")
    assert ("folds" in table.table.side.coach.advice.why()) == (folds > 0)


def test_the_reason_for_two_equally_good_actions_speaks_for_neither(sit: Sit) -> None:
    table = sit(TEACHING)
    table.key("h")
    assert table.table.side.coach.advice.why() == f"{LIKELY.format('60%')} A call needs 25%."


@pytest.mark.parametrize("size", [(900, 560), (1280, 720)])
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("is_known", [True, False])
def test_nothing_that_the_coach_says_is_cut(
    sit: Sit, size: tuple[int, int], text_size: int, *, is_known: bool
) -> None:
    def long(request: Any) -> Judgement:
        against = replace(AGAINST, folds=dict.fromkeys(FOUND, 0.2)) if is_known else None
        return counsel(request, source="solve", equity=0.7, against=against, is_extended=True)

    worker = TableWorker({AskJudgement: long, AskEquity: equity})
    table = sit(TEACHING, worker=worker, size=size, text_size=text_size)
    table.key("h")
    table.settle()
    advice = table.table.side.coach.advice
    said = set(table.words().split())
    for sentence in (advice.headline(), advice.theory(), advice.why(), advice.sure()):
        assert set(sentence.split()) <= said, sentence


def test_the_coach_keeps_the_capital_letters_of_german_nouns(sit: Sit) -> None:
    table = sit(TEACHING, language="de")
    table.key("h")
    headline = table.table.side.coach.advice.headline()
    assert "Raise auf 200" in headline
    assert "raise" not in headline


def test_the_coach_gives_one_counsel_with_a_value_for_each_action(sit: Sit) -> None:
    table = sit(TEACHING)
    table.key("h")
    coach = table.table.side.coach.advice
    assert coach.headline() == "Call or raise to 200: equally good."
    assert [row.value for row in coach.rows()] == ["0.00", "+1.25", "+1.25", "at most −0.50"]
    assert coach.sure().startswith("By the Architect's training. Accurate to 0.40 bb.")
    assert len(table.worker.all_asked(AskJudgement)) == len(table.worker.all_asked(AskEquity)) == 1


@pytest.mark.parametrize(
    ("source", "stage", "said"),
    [
        ("equity", "sure", "By counted equity, without later bets. Accurate to 0.40 bb."),
        ("solve", "estimate", "An estimate; the solve continues. Accurate to 0.40 bb."),
        ("solve", "sure", "Solved. Accurate to 0.40 bb."),
    ],
)
def test_the_coach_says_where_its_values_come_from(sit: Sit, source: str, stage: str, said: str) -> None:
    worker = TableWorker({AskJudgement: lambda request: counsel(request, source=source, stage=stage)})
    table = sit(TEACHING, worker=worker)
    table.key("h")
    assert table.table.side.coach.advice.sure().startswith(said)


FOUND = {0: 0.0, 1: 1.5, 200: 0.75, 20_000: 2.5}
AGAINST = make_opponent_values(FOUND, 0.1)
"""Values by which the all-in is best against this opponent. Its cost in theory is unknown."""


def meet(request: Any) -> Judgement:
    return counsel(request, against=AGAINST)


def ask_coach_at(sit: Sit, **more: Any) -> Table:
    table = sit(TEACHING, worker=TableWorker({AskJudgement: meet, AskEquity: equity}), **more)
    table.key("h")
    table.settle()
    return table


def test_the_coach_has_one_headline_the_best_action_against_a_known_opponent(sit: Sit) -> None:
    advice = ask_coach_at(sit).table.side.coach.advice
    assert advice.headline() == "Against Steady: all-in 20,000."
    assert advice.theory() == "In theory: call or raise to 200, +1.25 bb."
    estimate = replace(advice.judgement, stage="estimate")
    assert not replace(advice, judgement=estimate).theory(), "a theory that changes is not told"
    assert [row.value for row in advice.rows()] == ["0.00", "+1.50", "+0.75", "+2.50"]
    assert [row.label for row in advice.rows() if row.chosen] == ["All-in 20,000"]
    assert advice.why().endswith("against the likely hands. 1.00 bb more against Steady than to call.")
    theory = replace(advice.judgement, against=None, theory_alone="silent")
    assert replace(advice, judgement=theory).theory() == "Steady gave no strategy, so this is theory alone."
    theory = replace(theory, theory_alone="unsure")
    assert replace(advice, judgement=theory).theory().startswith("Too few cards were sampled")


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_size_that_the_coach_names_goes_into_the_bet_panel_and_commits_nothing(sit: Sit, by: str) -> None:
    table = ask_coach_at(sit)
    table.table.panel.set_amount(300)
    before = table.session.steps
    assert "Press a size to put it into your bet." in table.words()
    if by == "mouse":
        for _ in range(3):
            table.click("size-20000")
    else:
        table.table.controls.focus("size-20000")
        table.keys("return", "return")
    assert (table.screen.panel.raise_to, table.screen.panel.armed_action) == (20_000, None)
    assert table.session.steps == before
    assert table.control("size-20000").value == "+2.50"
    assert not {"size-0", "size-1"} & {control.name for control in table.app.controls()}


def test_a_long_list_of_the_coach_keeps_the_raises_with_the_highest_value(sit: Sit) -> None:
    view = sit(TEACHING).table.view
    known = judged({0: 0.0, 1: 1.0, 200: 0.5, 300: 0.2, 500: 0.3, 20_000: 0.9}, 1)
    info = view.state.information_state(view.own)
    assert Advice(view, info, known).actions() == [0, 1, 200, 500, 20_000]


def test_an_estimate_lists_the_actions_whose_values_are_not_known_yet(sit: Sit) -> None:
    view = sit(TEACHING).table.view
    info, shares = view.state.information_state(view.own), {200: 0.6, 300: 0.4}
    early = judged({0: 0.0, 200: 1.5}, 200, shares, stage="estimate")
    rows = Advice(view, info, early).rows()
    assert [row.label for row in rows] == ["Fold", "Call", "Raise to 200", "Raise to 300"]
    assert [row.value for row in rows] == ["0.00", "–", "+1.50", "–"]


def test_an_all_in_risks_only_what_the_opponent_can_call(sit: Sit) -> None:
    view = sit(replace(TEACHING, stacks=(20_000, 2000))).table.view
    known = judged({0: 0.0, 1: 1.0, 20_000: -9.0}, 1, equity=0.3)
    info = view.state.information_state(view.own)
    assert "risks 1,9" in Advice(view, info, known).why_not(20_000)


def test_a_gain_within_the_error_does_not_change_the_advice(sit: Sit) -> None:
    close = make_opponent_values(FOUND, 1.1)
    worker = TableWorker({AskJudgement: lambda request: counsel(request, against=close, stake=10.0)})
    table = sit(TEACHING, worker=worker)
    table.key("h")
    table.settle()
    advice = table.table.side.coach.advice
    assert [row.label for row in advice.rows() if row.chosen] == ["Call", "All-in 20,000"]
    assert advice.headline() == "Call. About as good: all-in 20,000."


def test_the_reply_of_the_opponent_is_the_reason_of_a_bet_that_theory_makes_too(sit: Sit) -> None:
    view = sit(TEACHING).table.view
    told = ": 65% against the likely hands. Steady stays in 90% of the time."
    for error, is_told in ((0.1, True), (9.0, False)):
        against = make_opponent_values(FOUND, error, {20_000: 0.1})
        known = judged(FOUND, 20_000, equity=0.65, shares={1: 0.5, 20_000: 0.5}, against=against, stake=20.0)
        said = Advice(view, view.state.information_state(view.own), known).why()
        assert said.endswith(told) == is_told, "with several actions, no bet is the one that he answers"


def test_folds_are_the_reason_of_two_raises_as_at_the_tutor(sit: Sit) -> None:
    view = sit(TEACHING).table.view
    against = make_opponent_values({1: 0.5, 200: 3.0, 300: 2.9}, 0.2, {200: 0.56, 300: 0.6})
    known = judged({1: 0.5, 200: 1.5, 300: 1.5}, 200, {200: 0.5, 300: 0.5}, against=against, equity=0.6)
    advice = Advice(view, view.state.information_state(view.own), known)
    assert advice.headline() == "Raise to 200. About as good: raise to 300."
    habit = "Steady folds to a bet or raise 56% of the time."
    assert advice.why().endswith(habit)
    assert advice.why_not(1) == habit


def test_the_coach_shows_how_far_its_judgement_is(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = SlowJudge({AskEquity: equity})
    table = sit(TEACHING, worker=worker)
    drawn: list[float] = []
    monkeypatch.setattr(WordsOnlyPainter, "bar", lambda painter, rect, share, *look: drawn.append(share))

    def bars() -> list[float]:
        drawn.clear()
        table.marks()
        return list(drawn)

    table.key("h")
    assert bars() == [0.0]
    info = table.session.state.information_state(table.table.own_player)
    early = counsel(AskJudgement("holdem", info))
    worker.give(AskJudgement, progress=JudgementProgress(1, 10, 1.5, 3.5, estimate=early))
    assert 0.3 in bars()
    assert table.table.side.coach.advice.headline() == "Against Steady: calculating, about 4 s left."
    worker.give(AskJudgement, replace(early, against=AGAINST))
    assert 0.3 not in bars()


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_nothing_the_coach_says_moves_when_the_values_against_the_opponent_arrive(
    sit: Sit, size: tuple[int, int]
) -> None:
    worker = SlowJudge({AskEquity: equity})
    table = sit(TEACHING, worker=worker, size=size)
    table.key("h")
    info = table.session.state.information_state(table.table.own_player)
    early = counsel(AskJudgement("holdem", info))
    worker.give(AskJudgement, progress=JudgementProgress(1, 10, 1.0, estimate=early))
    table.settle()
    coach = table.table.side.coach
    assert coach.advice.headline() == "Against Steady: calculating."
    words = ("Fold", "Equity vs a random hand", "In theory: call or raise to")
    headline, theory = (mark.rect for mark in table.marks() if mark.words.startswith(("Against", words[2])))
    assert theory.top - headline.bottom < headline.height, "no line of the coach is blank"
    before = [find_corner(table, one) for one in words]
    worker.give(AskJudgement, replace(early, against=AGAINST))
    table.settle()
    assert coach.advice.headline() == "Against Steady: all-in 20,000."
    assert [find_corner(table, one) for one in words] == before


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_the_coach_needs_no_scrolling_on_the_river(sit: Sit, size: tuple[int, int]) -> None:
    def judge(request: Any) -> Judgement:
        raises = [request.info.betting.raise_to_for_fraction(share) for share in (0.5, 1.0, 2.0)]
        found = {1: 2.0, raises[0]: 2.6, raises[1]: 2.7, raises[2]: 2.4}
        against = make_opponent_values(found, 0.3, dict.fromkeys(raises, 0.3))
        return judged(found, 1, {1: 0.8, raises[0]: 0.2}, source="solve", equity=0.61, against=against)

    table = sit(TEACHING, worker=TableWorker({AskEquity: equity, AskJudgement: judge}), size=size)
    while table.session.state.betting.street < Street.RIVER:
        table.key("c")
        table.settle()
    table.key("h")
    table.settle()
    assert find_corner(table, "In theory: ")
    assert not table.table.side_scroll.longest


def test_a_coach_that_has_to_scroll_leaves_no_line_blank(sit: Sit) -> None:
    def judge(request: Any) -> Judgement:
        raises = [request.info.betting.raise_to_for_fraction(share) for share in (0.5, 1.0, 2.0)]
        found = {0: 0.0, 1: 2.0, **dict.fromkeys(raises, 2.5), 20_000: 9.0}
        against = make_opponent_values(found, 0.3, {20_000: 0.2})
        shares = {1: 0.8, raises[0]: 0.2}
        return judged(found, 1, shares, source="solve", equity=0.61, price=0.25, against=against)

    worker = TableWorker({AskEquity: equity, AskJudgement: judge})
    table = sit(replace(TEACHING, tutor=True), worker=worker, size=(900, 560))
    table.table.act(0)
    table.settle()
    table.key("h")
    table.settle()
    assert table.table.side_scroll.longest
    (headline,) = (mark.rect for mark in table.marks() if mark.words == "Against Steady: all-in 20,000.")
    (tab,) = (mark.rect for mark in table.marks() if mark.words == "Coach")
    assert headline.top - tab.bottom < 2 * headline.height


def test_a_value_with_an_error_above_the_pot_is_listed_with_its_error(sit: Sit) -> None:
    view = sit(TEACHING).table.view
    against = replace(make_opponent_values({1: 12.59, 200: 4.05}), errors={1: 19.67, 200: 1.07})
    known = judged({1: 0.5, 200: 1.5}, 200, against=against, equity=0.4)
    advice = Advice(view, view.state.information_state(view.own), known)
    assert [row.value for row in advice.rows()] == ["+13 ± 20", "+4.05"]


def find_corner(table: Table, words: str) -> tuple[int, int]:
    """Return the upper left corner of the lowest text that begins with these words."""
    found = [mark.rect for mark in table.marks() if mark.words.startswith(words)]
    assert found, words
    return max(found, key=lambda rect: rect[1])[:2]


def test_what_the_coach_advised_against_the_opponent_is_best_in_the_grade(sit: Sit) -> None:
    table = ask_coach_at(sit)
    advised = table.table.side.coach.advice.judgement.choice
    assert advised == table.session.state.betting.max_raise_to
    before, advice_before = table.session.state, table.table.side.coach.advice.sure()
    assert advice_before.startswith("How Steady plays is known.")
    table.table.apply(advised)
    table.settle()
    step = next(one for one in table.session.steps if one.player == table.table.own_player)
    grade = table.table.grades.of(step)
    assert grade.mark == Mark.BEST
    assert table.table.grades.costliest() is None
    why = table.table.side.review.why
    assert " ".join(why(before, grade)).startswith(
        "Best against Steady. In theory: call or raise to 200, +1.25 bb."
    )
    assert advice_before not in why(before, grade), "what cost nothing needs no error"
    known = "How Steady plays is known. The {} is accurate to 0.10 bb."
    assert advice_before == known.format("gain over theory")
    call = replace(grade, action=1)
    assert why(before, call)[-1] == known.format("cost")
    assert format_error(call) == "The cost is accurate to 0.10 bb.", "the tutor's error is that of the panel"
    again = Replay(table.app, hands.of(table.session, 0.0))
    steps = table.session.steps
    asked = table.table.grades.question(steps, steps.index(step))
    assert asked.opponent == AgentKey("holdem", "steady")
    assert again.grades.question(again.recorder.steps, steps.index(step)) == asked, (
        "its replay tells the same"
    )


def test_one_refinement_changes_coach_grade_and_marks_in_the_same_frame(sit: Sit) -> None:
    worker = SlowJudge({AskEquity: equity})
    table = sit(TEACHING, worker=worker)
    table.key("h")
    step_before, coach = table.session.state, table.table.side.coach
    info = step_before.information_state(table.table.own_player)
    early = counsel(AskJudgement("holdem", info), stage="estimate")
    worker.give(AskJudgement, progress=JudgementProgress(1, 10, 1.0, estimate=early))
    assert coach.advice.judgement is early
    table.table.apply(1)
    own = table.session.steps[-1] if table.session.steps[-1].player == table.table.own_player else None
    own = own or next(one for one in table.session.steps if one.player == table.table.own_player)
    assert table.table.grades.of(own) is None, "an estimate is no grade"
    sure = counsel(AskJudgement("holdem", info))
    worker.give(AskJudgement, sure)
    table.table.side.coach.open(info)
    assert coach.advice.judgement is sure
    grade = table.table.grades.of(own)
    assert grade is not None
    assert grade.judgement is sure
    table.settle()
    assert grade.mark in table.table.grades.marks()


def test_the_coach_needs_the_solver_from_the_turn_on(sit: Sit) -> None:
    table = sit(TEACHING)
    needs = {}
    for cards in (0, 3, 4, 5):
        while len(table.screen.view.state.board) < cards:
            table.key("c")
        table.key("h")
        needs[cards] = table.table.side.coach.need
        table.key("h")
    assert needs == {0: Need.BLUEPRINT, 3: Need.BLUEPRINT, 4: Need.SOLVER, 5: Need.SOLVER}


def test_where_checking_is_free_the_coach_says_so(sit: Sit) -> None:
    def strong(request: Any) -> Judgement:
        return counsel(request, shares={1: 1.0})

    def weak(request: Any) -> Judgement:
        return replace(strong(request), equity=0.32)

    table = sit(TEACHING, worker=TableWorker({AskJudgement: strong, AskEquity: equity}))
    table.keys("c", "h")
    assert "bet wins no more" in table.table.side.coach.advice.why()
    table = sit(TEACHING, worker=TableWorker({AskJudgement: weak, AskEquity: equity}))
    table.keys("c", "h")
    assert table.table.side.coach.advice.why().endswith("32% against the likely hands. Checking is free.")


def test_a_bet_that_is_advised_is_not_argued_against(sit: Sit) -> None:
    worker = TableWorker(
        {
            AskJudgement: lambda request: counsel(request, best=request.info.betting.min_raise_to),
            AskEquity: equity,
        }
    )
    table = sit(TEACHING, worker=worker)
    table.keys("c", "h")
    assert table.table.side.coach.advice.why().endswith(": 60% against the likely hands.")


def test_pot_odds_and_hands_in_words_can_be_switched_off(sit: Sit) -> None:
    table = sit(pot_odds=False, hand_in_words=False)
    shown = set(table.texts())
    assert "Pot odds 3 to 1" not in shown
    assert "Ten-eight suited" not in shown


def test_own_cards_lie_high_first_as_in_words(opened: list[Table], tmp_path: Path) -> None:
    for seed in range(3, 9):
        table = open_table(opened, tmp_path / str(seed), replace(CASH, seed=seed))
        shown = [card.code for card in table.table.picture().hole[1]]
        assert sorted(shown, key=lambda code: -RANKS.index(code[0])) == shown
        assert sorted(shown) == sorted(
            [card_name(card) for card in table.screen.view.state.hole[table.screen.own_player]]
        )


def test_the_log_follows_its_newest_entry(sit: Sit) -> None:
    table = sit(TEACHING, size=(900, 560))
    scroll = table.screen.side_scroll
    while table.screen.phase == "yours" and not scroll.longest:
        table.key("r")
    assert table.screen.phase == "yours"
    assert scroll.offset == scroll.longest > 0
    scroll.offset = 0.0
    table.key("tab")
    assert scroll.offset == 0  # who has scrolled up reads on until there is a new entry


def test_the_hand_is_told_in_words(sit: Sit) -> None:
    assert "Ten-eight suited" in sit().texts()


def test_the_table_waits_at_the_showdown_and_tells_both_hands(table: Table) -> None:
    table.keys("c", "c", "c", "c")
    assert table.screen.phase == "over"
    for _ in range(30):
        table.app.step([], SETTLED)
    assert table.screen.session.hand_number == 1
    said, note = table.table.view.words.result()
    assert said == "You win 100 with a flush, ace high"
    assert note == "You: ace-high flush. Steady: pair of nines, ace kicker."
    picture = table.table.picture()
    lit = [card.code for card in (*picture.board, *picture.hole[1]) if card.lit]
    assert sorted(lit) == sorted(["Ad", "2d", "9d", "Td", "8d"])
    assert [card.code for card in picture.board if card.veiled] == ["7h", "8c"]


def test_the_opponents_cards_stay_hidden_until_the_showdown(table: Table) -> None:
    table.keys("c", "c")
    assert all(card.turned == 0 for card in table.table.picture().hole[0])
    table.keys("c", "c")
    assert all(card.turned == 1 for card in table.table.picture().hole[0])


def test_a_folded_hand_is_not_shown(sit: Sit) -> None:
    table = sit(CASH, 0)
    table.key("r")
    assert table.table.view.words.result() == ("You win 100", "Steady folded.")
    assert all(card.turned == 0 for card in table.table.picture().hole[0])


def test_after_the_players_fold_the_opponent_wins_and_shows(sit: Sit) -> None:
    table = sit(CASH)
    assert all(card.turned == 0 for card in table.table.picture().hole[0])
    table.key("f")
    picture = table.table.picture()
    assert picture.seats[0].note == "Wins"
    assert all(card.turned == 1 for card in picture.hole[0])


def test_after_a_fold_the_cards_of_a_deal_that_comes_again_stay_hidden(sit: Sit) -> None:
    table = sit(TableSpec("holdem", ("you", "steady"), seed=5, duplicate=True, duplicate_block=1))
    table.key("f")
    assert table.screen.phase == "over"
    assert all(card.turned == 0 for card in table.table.picture().hole[0])


@pytest.mark.parametrize(("roll", "dice"), [(0.415, ["Rolled 42 of 100. 39 to 100: check"]), (0.365, [])])
def test_the_die_is_told_after_the_hand_and_not_before(sit: Sit, roll: float, dice: list[str]) -> None:
    """The opponent's die roll is shown only after the hand, and only if it agrees with the action taken."""
    worker = TableWorker({Decide: decide(1, shares={0: 0.38, 1: 0.62}, roll=roll)})
    table = sit(worker=worker)
    table.key("c")
    assert not any("of 100" in one for one in table.texts())
    while table.screen.phase == "yours":
        table.key("c")
    assert [one for one in table.texts() if "of 100" in one] == dice


def test_rewinding_is_for_teaching_tables(opened: list[Table], tmp_path: Path) -> None:
    plain = open_table(opened, tmp_path / "plain")
    plain.keys("c", "z")
    assert plain.actions
    teaching = open_table(opened, tmp_path / "teaching", TEACHING)
    teaching.keys("c", "c")
    board = teaching.screen.view.state.board
    teaching.key("z")
    assert len(teaching.actions) == 3
    teaching.key("y")
    assert teaching.screen.view.state.board == board


def test_a_hand_can_be_played_again_at_a_teaching_table(sit: Sit) -> None:
    table = sit(TEACHING)
    cards = [card_name(card) for card in table.screen.view.state.hole[table.screen.own_player]]
    table.key("f")
    table.click("again")
    assert (table.actions, table.screen.phase) == ([], "yours")
    assert [card_name(card) for card in table.screen.view.state.hole[table.screen.own_player]] == cards


def test_the_hint_tells_values_and_equity_on_demand(sit: Sit) -> None:
    table = sit(TEACHING)
    assert not any(isinstance(one, AskJudgement | AskEquity) for one in table.worker.asked)
    table.key("h")
    shown = set(table.texts())
    assert {"+1.25", "at most −0.50", "61.4%"} <= shown
    [asked] = table.worker.all_asked(AskEquity)
    assert len(asked.hole) == 2
    table.key("c")
    assert not table.screen.side.coach.is_open


@pytest.mark.parametrize("key", ["h", "a", "v"])
def test_a_match_table_gives_no_hint_and_says_so(table: Table, key: str) -> None:
    table.key(key)
    assert not table.screen.side.coach.is_open
    assert table.state["notice"] == "Hints are off. A teaching table gives them."


def test_a_coach_that_cannot_answer_says_so(sit: Sit) -> None:
    table = sit(TEACHING, worker=TableWorker())
    table.key("h")
    assert "The coach has no advice here." in table.texts()


def test_blinds_rise_by_the_schedule_of_a_match(sit: Sit) -> None:
    table = sit(MATCH)
    assert "blinds 50/100" in table.table.subtitle
    assert "Level 1. Blinds rise in 2 hands." in table.table.subtitle
    for _ in range(2):
        table.key("f") if table.screen.view.state.betting.to_call else table.keys("r", "r")
        while table.screen.phase == "yours":
            table.key("c")
        table.key("space")
    assert "blinds 100/200" in table.table.subtitle
    assert "Last level" in table.table.subtitle


def test_a_match_closes_with_a_card(sit: Sit) -> None:
    table = sit(MATCH)
    table.key("c")
    while table.screen.phase == "yours":
        table.key("c")
    table.keys("space", "5", "r", "r", "space")
    assert (table.state["screen"], table.focus) == ("match-card", "rematch")
    assert sorted(table.session.stacks) == [0, 4000]
    won = table.session.total(0) > 0
    assert table.screen.result.title == ("You win the match" if won else "Steady wins the match")
    shown = set(table.texts())
    assert {"Hands", "2", "Result", "+2,000" if won else "-2,000".replace("-", "\N{MINUS SIGN}")} <= shown
    assert {"Biggest pot", "Rematch", "Back to menu"} <= shown


def test_the_card_of_a_match_waits_for_the_person(sit: Sit) -> None:
    table = sit(MATCH)
    table.keys("5", "r", "r")
    for _ in range(10):
        table.app.step([], 60.0)
    assert (table.state["screen"], table.screen.phase) == ("play-holdem", "over")
    assert table.control("next").label == "See the result"
    table.click("next")
    assert table.state["screen"] == "match-card"


@pytest.mark.parametrize("reply", ["rematch", "menu", "look"])
def test_the_card_of_a_match_leads_on(sit: Sit, reply: str) -> None:
    table = sit(MATCH)
    table.keys("5", "r", "r", "space")
    table.click(reply)
    if reply == "rematch":
        assert (table.screen.session.hand_number, table.screen.phase) == (1, "yours")
        assert table.session.spec.seed != MATCH.seed
    elif reply == "menu":
        assert table.state["screen"] == "blank"
    else:
        assert table.screen.phase == "over"
        table.key("space")
        assert table.state["screen"] == "match-card", "the result can be seen again"


def test_a_match_that_is_over_is_not_offered_again(sit: Sit) -> None:
    table = sit(MATCH)
    table.keys("5", "r", "r", "escape")
    assert table.state["screen"] == "blank"
    assert table.app.saves.unfinished("holdem") is None


# ---- the end of a hand ------------------------------------------------------------------------------------
def duel(request: Any) -> HandEquity:
    return HandEquity({0: 0.4, 3: 0.25, 4: 0.1, 5: 0.0}[len(request.board)], 0.0, 0.0)


def with_duel(*script: int, **more: Any) -> TableWorker:
    return TableWorker({Decide: decide(*script, **more), AskDuel: duel})


@pytest.mark.parametrize("spec", [CASH, TEACHING], ids=["serious", "teaching"])
@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080), (900, 1200), (1720, 760)])
def test_after_a_showdown_both_sides_of_the_hand_are_told(
    sit: Sit, spec: TableSpec, size: tuple[int, int]
) -> None:
    worker = with_duel(1, shares={1: 0.62, 300: 0.38}, roll=0.21)
    table = sit(spec, worker=worker, size=size)
    while table.screen.phase == "yours":
        table.key("c")
    if table.table.regions.has_drawer:
        table.key("l")
    shown = set(table.texts())
    assert {"62%", "38%", "Rolled 22 of 100. 1 to 62: check"} <= shown
    assert {"Ace-high flush", "Pair of nines, ace kicker"} <= shown
    assert {"You 60.0%", "Steady 40.0%", "You 100.0%"} <= shown
    boards = [len(request.board) for request in worker.all_asked(AskDuel)]
    assert boards == [0, 3, 4, 5]


def test_after_a_split_pot_no_chips_have_the_figure_0(sit: Sit) -> None:
    for seed in range(500):
        session = Session(replace(CASH, seed=seed))
        while not session.hand_over:
            session.act(CALL)
        if not any(session.net_returns):
            break
    table = sit(replace(CASH, seed=seed))
    while table.screen.phase == "yours":
        table.key("c")
    bets = table.screen.view.picture(None, 1.0).bets
    assert [(bet.amount > 0, bet.words) for bet in bets] == [(True, "")] * 2


def test_what_is_told_of_a_hand_does_not_move_when_the_equities_arrive(sit: Sit) -> None:
    heights = []
    for worker in (TableWorker({Decide: decide()}), with_duel()):
        table = sit(CASH, worker=worker)
        while table.screen.phase != "over":
            table.key("c")
        heights.append(table.table.side.review.compose().measure(table.app.painter, 300))
    assert heights[0] == heights[1]


def test_a_decision_that_failed_is_not_shown_as_a_mix_of_the_opponent(sit: Sit) -> None:
    table = sit(CASH, worker=TableWorker({Decide: fail_to_decide}))
    while table.screen.phase != "over":
        table.key("c")
    assert "No valid decision, so the table plays instead." in table.words()
    assert "100%" not in table.texts()


def test_the_shares_of_a_mix_add_up_and_are_those_of_the_die(sit: Sit) -> None:
    shares = {0: 0.255, 1: 0.305, 800: 0.44}
    table = sit(CASH, worker=with_duel(1, shares=shares, roll=0.4))
    while table.screen.phase != "over":
        table.key("c")
    assert {"26%", "30%", "44%", "Rolled 41 of 100. 27 to 56: check"} <= set(table.texts())


def test_after_a_fold_both_sides_of_the_hand_are_told_too(sit: Sit) -> None:
    worker = with_duel(0, shares={0: 0.7, 1: 0.3}, roll=0.5)
    table = sit(worker=worker)
    table.key("r")
    shown = set(table.texts())
    assert {"raise to 200", "folds", "Fold", "70%", "Rolled 51 of 100. 1 to 70: fold"} <= shown
    assert {"Ten-eight suited", "You 60.0%"} <= shown
    hand = table.table.view.words.describe_hand(1 - table.table.own_player, 0)
    assert hand in shown


def test_equities_that_wait_for_the_preparation_leave_no_gap(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(CASH, worker=TableWorker({Decide: decide()}))
    while table.screen.phase != "over":
        table.key("c")
    review, painter = table.table.side.review, table.app.painter
    high = review.compose().measure(painter, 300)
    monkeypatch.setattr(table.app.models.preparation, "_unmet", {Need.SOLVER: 20.0})
    monkeypatch.setattr(table.app.models.preparation, "settled", False)
    assert review.compose().measure(painter, 300) < high


def test_nothing_of_the_other_hand_is_asked_or_told_before_the_end(sit: Sit) -> None:
    worker = with_duel(1, shares={1: 0.62, 300: 0.38})
    table = sit(TEACHING, worker=worker)
    table.keys("c", "c")
    assert table.screen.phase == "yours"
    assert not worker.all_asked(AskDuel)
    assert not any("Steady 4" in one or "62%" in one for one in table.texts())


def test_an_all_in_pauses_on_every_street_with_both_equities(sit: Sit) -> None:
    table = sit(worker=with_duel())
    table.keys("5", "r")
    table.app.send(Key("r", "r"))
    paused: dict[int, set[str]] = {}
    for _ in range(1500):
        table.app.step([], 0.02)
        animation_step = table.table.timeline.animation_step
        if animation_step is not None and animation_step.pause and animation_step.scene.board not in paused:
            names = {control.name for control in table.app.controls()}
            assert not {"fold", "call", "raise"} & names
            assert table.focus == "run-out"
            table.app.painter.log = []
            table.app.screen.dirty = True
            table.app.step([], 0.0)
            paused[animation_step.scene.board] = {mark.words for mark in table.app.painter.log}
            table.app.painter.log = None
    assert list(paused) == [0, 3, 4]
    assert {"Preflop", "You 60.0%", "Steady 40.0%"} <= paused[0]
    assert {"Flop", "You 75.0%", "Steady 25.0%"} <= paused[3]
    assert {"Turn", "You 90.0%", "All-in. The pot is 40,000."} <= paused[4]
    assert table.screen.phase == "over"


@pytest.mark.parametrize("way", ["space", "return", "click"])
def test_a_run_out_goes_on_at_once(sit: Sit, way: str) -> None:
    table = sit(worker=with_duel())
    table.keys("5", "r")
    table.app.send(Key("r", "r"))
    for _ in range(100):
        table.app.step([], 0.0 if table.table.bar.runs_out else 0.02)

    def go_on() -> None:
        if way == "click":
            x, y, w, h = table.table.regions.table
            for action in ("down", "up"):
                table.app.send(Pointer(action, x + w / 2, y + h / 2))
        else:
            table.app.send(Key(way, " " if way == "space" else ""))
        table.app.step([], 0.0)

    seen = []
    for _ in range(8):
        if (animation_step := table.table.timeline.animation_step) is not None:
            seen.append((animation_step.scene.board, animation_step.pause))
            go_on()
    assert [board for board, pause in seen if pause] == [0, 3, 4]
    assert table.screen.phase == "over"


def test_a_serious_table_shows_how_the_session_stands(table: Table) -> None:
    table.keys("f", "space")
    while table.screen.phase == "yours":
        table.key("c")
    table.key("space")
    shown = set(table.texts())
    assert {"Hands", "2", "Hands won", "Result", "Biggest pot", "200"} <= shown
    assert table.table.side.session.standing.course == tuple(
        sum(round(one.returns[0]) for one in table.session.results[: count + 1]) for count in range(2)
    )


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_session_stands_below_a_hand_that_is_told(sit: Sit, size: tuple[int, int]) -> None:
    table = sit(worker=with_duel(), size=size)
    while table.screen.phase == "yours":
        table.key("c")
    x, y, width, height = table.table.regions.sides[0]
    table.wheel(x + width / 2, y + height / 2, -99)
    shown = [mark for mark in table.marks() if mark.words == "Hands won"]
    assert any(mark.clip.contains(mark.rect) for mark in shown)


def raise_by_the_minimum(request: Any) -> Decision:
    """Raise by the minimum, up to four times per street."""
    betting = request.info.betting
    raises = sum(action > 1 for _, action in betting.history[-1])
    action = betting.min_raise_to if raises < 4 and betting.min_raise_to else 1
    return Decision(action, {action: 1.0}, 0.5)


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_the_total_of_the_session_stays_in_view_in_a_long_hand(sit: Sit, size: tuple[int, int]) -> None:
    table = sit(worker=TableWorker({Decide: raise_by_the_minimum}), size=size)
    table.keys("f", "space")
    while table.screen.phase == "yours":
        shown = [mark for mark in table.marks() if mark.words == "Session −50"]
        assert shown
        assert all(mark.clip.contains(mark.rect) for mark in shown)
        raise_to = table.session.state.betting.min_raise_to
        table.table.act(raise_to if raise_to and len(table.actions) % 5 else 1)
        table.settle()
    assert len(table.actions) > 15


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720)])
def test_the_hint_stays_in_view_in_a_long_hand(sit: Sit, size: tuple[int, int]) -> None:
    table = sit(TEACHING, worker=TableWorker({Decide: raise_by_the_minimum}), size=size)
    button = table.table.ask_coach.button
    while table.screen.phase == "yours":
        shown = [mark for mark in table.marks() if mark.words == button.label]
        assert any(mark.clip.contains(mark.rect) for mark in shown), table.words()
        raise_to = table.session.state.betting.min_raise_to
        table.table.act(raise_to if raise_to and len(table.actions) % 5 else 1)
        table.settle()
    assert len(table.actions) > 15


def test_the_account_of_a_session_replays_each_hand_once(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    replayed: list[tuple[int, ...]] = []
    pot_of = match_pots._pot

    def count(rules: HoldemRules, actions: tuple[int, ...]) -> int:
        replayed.append(actions)
        return pot_of(rules, actions)

    monkeypatch.setattr(match_pots, "_pot", count)
    table = sit()
    account = table.table.side.session
    for hand in range(1, 4):
        while table.screen.phase == "yours":
            table.key("c")
            assert account.standing.hands in (hand - 1, hand)
        assert account.standing.hands == len(replayed) == hand
        table.key("space")


def test_a_duplicate_table_says_which_deal_it_is(sit: Sit) -> None:
    spec = TableSpec("holdem", ("you", "steady"), seed=5, duplicate=True, duplicate_block=1)
    table = sit(spec)
    assert "Duplicate, deal 1 of 1, then the same cards, seats swapped." in table.table.subtitle
    while table.screen.phase == "yours":
        table.key("c")
    table.key("space")
    assert "deal 1 of 1, seats swapped" in table.table.subtitle


def test_the_log_tells_the_hand_street_by_street(sit: Sit) -> None:
    table = sit(CASH, 1, 1, 1000)
    table.keys("r", "r")
    streets = table.table.view.words.log()
    assert [street.name for street in streets] == ["Preflop", "Flop"]
    log = [(line.who, line.what, line.pot) for street in streets for line in street.lines]
    assert log[:2] == [("You", "raise to 200", ""), ("Steady", "calls", "Pot 400")]
    assert log[2:] == [("Steady", "checks", ""), ("You", "bet 200", ""), ("Steady", "raises to 800", "")]


def test_nothing_is_told_before_it_is_shown(table: Table) -> None:
    table.keys("5", "r")
    table.app.send(Key("r", "r"))
    for _ in range(800):
        table.app.step([], 0.02)
        if table.screen.phase != "moving":
            continue
        scene = table.table.timeline.animation_step.scene
        logged = sum(len(street.cards) for street in table.table.view.words.log())
        assert logged <= scene.board
        assert table.table.shown_total(0) == 0
    assert table.screen.phase == "over"
    assert table.table.shown_total(0) == table.screen.session.total(table.screen.below) != 0


def test_the_record_counts_big_blinds(table: Table) -> None:
    table.key("f")
    assert table.app.saves.record_against("holdem", "steady").net == -0.5


def test_an_agent_that_raises_without_end_is_followed_to_the_all_in(sit: Sit) -> None:
    def raise_always(request: Any) -> Decision:
        legal = request.info.legal_actions
        action = legal.min_raise_to or 1
        return Decision(action, {action: 1.0}, 0.5)

    table = sit(worker=TableWorker({Decide: raise_always}), speed="4")
    for _ in range(60):
        if table.screen.phase == "over":
            break
        table.keys("4", "r", "r") if table.control("raise").enabled else table.keys("c", "c")
        assert chips_are_conserved(table)
    assert table.screen.phase == "over"


def thinking_table(sit: Sit) -> tuple[Table, TableWorker]:
    """Return a table, and its worker, after the opponent has reported that it will think for 8 s more."""
    worker = TableWorker({Decide: decide(), ActNow: lambda request: True})
    table = sit(AGAINST_SOLVER, worker=worker, agents=[*AGENTS, SOLVER])
    worker.consider = lambda ticket, request: None  # type: ignore[method-assign]
    table.key("c")
    [waiting] = worker.unanswered(Decide)
    worker.hand_in(waiting.ticket, Progress(40, None, 2.0, 8.0))
    table.settle()
    return table, worker


def test_an_opponent_who_solves_has_the_time_that_was_agreed_on(sit: Sit) -> None:
    _, worker = thinking_table(sit)
    assert worker.all_asked(Decide)[-1].budget == Budget(seconds=10.0)


def test_any_other_opponent_takes_its_own_time(sit: Sit) -> None:
    worker = TableWorker({Decide: decide()})
    sit(replace(CASH, think=10.0), worker=worker).key("c")
    assert worker.all_asked(Decide)[-1].budget == DEFAULT_BUDGET


def test_the_table_says_how_long_an_opponent_still_thinks(sit: Sit) -> None:
    table, worker = thinking_table(sit)
    assert "Thinking, 8 s left" in table.texts()
    assert table.table.thinking.share == pytest.approx(0.2)
    [waiting] = worker.unanswered(Decide)
    worker.hand_in(waiting.ticket, Decision(1, {1: 1.0}))
    table.settle()
    assert "Thinking, 8 s left" not in table.texts()


def test_the_preparation_of_a_flop_is_named_and_has_its_own_bar(sit: Sit) -> None:
    table, worker = thinking_table(sit)
    [waiting] = worker.unanswered(Decide)
    worker.hand_in(waiting.ticket, Progress(6, 24, 9.9, 0.0, doing=PREPARING))
    table.settle()
    assert "Preparing the flop ..." in table.texts()
    assert table.table.thinking.share == pytest.approx(0.25)
    worker.hand_in(waiting.ticket, Progress(3, None, 9.5, 0.0))
    table.settle()
    assert "Thinking, 1 s left" in table.texts()


@pytest.mark.parametrize(
    "report",
    [None, Progress(9, None, 10.0, 0.0), Progress(9, None, 0.0, 0.0), Progress(24, 24, 9.0, doing=PREPARING)],
)
def test_the_bar_of_an_opponent_is_full_only_after_the_decision(sit: Sit, report: Progress | None) -> None:
    worker = TableWorker({Decide: decide()})
    table = sit(AGAINST_SOLVER, worker=worker, agents=[*AGENTS, SOLVER])
    worker.consider = lambda ticket, request: None  # type: ignore[method-assign]
    table.key("c")
    [waiting] = worker.unanswered(Decide)
    if report is not None:
        worker.hand_in(waiting.ticket, report)
    table.settle()
    for _ in range(5):
        table.table.thinking.advance(10.0)
        assert table.table.thinking.share < 1.0
    thinking = table.table.thinking
    thinking._received(decide()(waiting.request))
    assert thinking.share == 1.0


def test_the_loading_of_an_opponent_is_named(sit: Sit) -> None:
    table, worker = thinking_table(sit)
    [waiting] = worker.unanswered(Decide)
    worker.hand_in(waiting.ticket, Progress(0, None, 2.0, doing=PREPARING))
    table.settle()
    assert "Getting ready ..." in table.texts()


def test_an_opponent_who_solves_gets_ready_when_a_hand_is_dealt(sit: Sit) -> None:
    table, worker = thinking_table(sit)
    [asked] = worker.all_asked(GetReady)
    assert asked.agent == AgentKey("holdem", "solver", 1)
    assert asked.info.player == table.table.session.get_player(1)


@pytest.mark.parametrize("way", ["space", "hurry"])
def test_an_opponent_who_thinks_can_be_told_to_act_now(sit: Sit, way: str) -> None:
    table, worker = thinking_table(sit)
    table.key("space") if way == "space" else table.click("hurry")
    assert worker.all_asked(ActNow) == [ActNow(AgentKey("holdem", "solver", 1))]
    assert table.screen.phase == "theirs"


def test_who_decides_at_once_is_not_hurried(sit: Sit) -> None:
    worker = TableWorker({Decide: decide()})
    table = sit(worker=worker)
    worker.consider = lambda ticket, request: None  # type: ignore[method-assign]
    table.key("c")
    table.key("space")
    assert "hurry" not in {control.name for control in table.app.controls()}
    assert not worker.all_asked(ActNow)
