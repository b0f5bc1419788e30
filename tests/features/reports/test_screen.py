"""Board reports by keys and mouse: a form is run and paused, and its boards are sorted, filtered and opened."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.core import Progress
from game.features.reports import (
    AskReport,
    CheckReport,
    CompareReports,
    ExportReport,
    ForgetReport,
    ListReports,
    RunReport,
)
from game.features.reports.page import ACTS, ReportsScreen
from game.features.solver.page import SolverScreen
from game.match.spot_texts import SpotTexts
from game.request import Refusal
from game.rules.cards import RANKS, get_rank, names, parse
from game.study.background import WorkAtHand
from game.study.models import SPOTS, TURN_CARDS
from game.study.reports import DecisionMeans, ReportForm, StoredReport
from game.texts import number, percent, signed, text
from tests.features.reports.show import (
    FILES,
    HALF,
    LISTED,
    TURNS,
    WHOLE,
    arrive,
    board_report,
    make_comparison,
    opened,
    show_acts,
    show_board,
    show_solve,
)
from tests.window.conftest import Open
from tests.window.driver import Driver, choose, give_to, named

Show = Callable[[Callable[..., ReportsScreen]], tuple[Driver, ReportsScreen]]


@pytest.fixture
def show(open_window: Open) -> Show:
    def go(place: Callable[..., ReportsScreen]) -> tuple[Driver, ReportsScreen]:
        driver = open_window()
        return driver, place(driver.app)

    return go


def test_the_boards_for_a_spot_on_a_turn_are_the_turn_cards_of_its_flop(show: Show) -> None:
    _, screen = show(opened(replace(SPOTS["turn"], board="Qs Jh 2h 8d")))
    assert (screen.model.setup.boards, screen.model.setup.listed) == (TURN_CARDS, "QsJh2h")
    assert screen.model.can_run
    _, screen = show(opened(SPOTS["flop"]))
    assert screen.model.setup.boards != TURN_CARDS


def test_a_form_is_checked_and_run_by_one_key(show: Show) -> None:
    driver, _ = show(opened())
    flop = SPOTS["flop"]
    form = ReportForm(SpotTexts("", flop.oop, flop.ip, "60", "200", "50%", "100%"), "sample-25", 1.0)
    assert driver.worker.all_asked(CheckReport)[-1] == CheckReport(form)
    assert driver.screen.model.checked.boards == 25
    driver.key("s")
    assert driver.worker.all_asked(RunReport) == [RunReport(form, 1)]
    assert (driver.screen.tab, driver.screen.model.at_work is not None) == ("found", True)
    give_to(driver.app, RunReport, progress=Progress(5, 25, 50.0, 200.0))
    driver.settle()
    assert driver.screen.model.done == 5
    assert any(mark.words.startswith("about 3 min left") for mark in driver.marks())


def test_a_report_tells_the_limits_and_the_rake_that_it_takes_over(show: Show) -> None:
    driver, _ = show(opened(replace(SPOTS["flop"], raises_a_street="1", rake="5")))
    assert "Also: raises a street 1, rake 5%." in driver.words()
    [*_, asked] = driver.worker.all_asked(CheckReport)
    assert (asked.form.texts.raises_a_street, asked.form.texts.rake) == ("1", "5")


@pytest.mark.parametrize(("file", "words"), [(0, "40 of 1,755 boards"), (1, "95 of 1,755 boards")])
def test_the_mean_of_a_part_of_the_flops_says_how_many_and_its_shares_are_those_of_all(
    show: Show, file: int, words: str
) -> None:
    driver, screen = show(show_board(file))
    assert words in driver.texts()
    assert "All boards" not in driver.texts()
    assert "means · shares of all flops" in driver.words()
    screen.turn_to(ACTS)
    driver.settle()
    assert f"OOP at the start · {words}" in driver.words()


def test_a_list_whose_boards_are_all_solved_has_the_mean_of_all_boards(show: Show) -> None:
    driver, _ = show(show_board(FILES.index(StoredReport(LISTED, 3, 3))))
    assert "All boards" in driver.texts()
    assert "shares of all flops" not in driver.words()


def test_threads_are_chosen_beside_the_target(show: Show) -> None:
    driver, screen = show(opened())
    choose(driver.app, "target", "2")
    choose(driver.app, "workers", "2")
    arrive(driver.app)
    screen.run()
    [run] = driver.worker.all_asked(RunReport)
    assert (run.form.target, run.threads) == (2.0, 2)


def test_what_is_wrong_is_said_at_its_field_and_nothing_runs(show: Show) -> None:
    driver, screen = show(opened())
    choose(driver.app, "boards", "list")
    screen.model.choose(listed="")
    arrive(driver.app)
    assert list(driver.screen.model.problems) == ["boards"]
    assert "Name a board" in driver.words()
    driver.key("s")
    assert driver.worker.all_asked(RunReport) == []


def test_a_report_is_paused_and_gone_on_with_by_space(show: Show) -> None:
    driver, _ = show(show_solve)
    driver.key("space")
    assert driver.screen.model.at_work is None
    assert not driver.app.models.reports.busy
    driver.key("space")
    assert driver.screen.model.at_work is not None
    assert [run.form for run in driver.worker.all_asked(RunReport)] == [HALF, HALF]


def test_a_report_goes_on_while_one_is_elsewhere_and_is_looked_at_again(show: Show) -> None:
    driver, _ = show(show_solve)
    driver.keys("escape")
    give_to(driver.app, RunReport, progress=Progress(500, 1_755, 700.0, 4_000.0))
    driver.app.go(ReportsScreen(driver.app))
    arrive(driver.app)
    assert (driver.screen.tab, driver.screen.model.done) == ("found", 500)
    assert driver.screen.model.at_work is not None


def test_boards_that_were_solved_meanwhile_are_asked_for(show: Show) -> None:
    driver, screen = show(show_solve)
    before = len(driver.worker.all_asked(AskReport))
    screen.update(2.5)
    assert len(driver.worker.all_asked(AskReport)) == before + 1


def test_the_chosen_board_stays_chosen_when_more_boards_arrive(show: Show) -> None:
    driver, screen = show(show_solve)
    asked = driver.worker.all_asked(AskReport)[-1].form
    driver.app.screen.controls.focus("boards-found")
    driver.keys("down", "down")
    chosen = screen.table.chosen
    assert chosen is not None
    screen.update(2.5)
    give_to(driver.app, AskReport, board_report(asked, 80))
    driver.settle()
    assert screen.table.chosen == chosen


def test_the_files_are_listed_anew_when_a_report_ends(show: Show) -> None:
    driver, screen = show(show_solve)
    screen.update(0.1)
    before = len(driver.worker.all_asked(ListReports))
    screen.model.toggle()
    screen.update(0.1)
    assert len(driver.worker.all_asked(ListReports)) == before + 1


def test_the_turns_of_a_flop_are_run_and_opened_from_their_file(show: Show) -> None:
    driver, screen = show(opened())
    choose(driver.app, "boards", "turns")
    screen.model.choose(listed=" QsJh2h ")
    arrive(driver.app)
    assert screen.model.setup.form.boards == "turns-QsJh2h"
    screen.open(FILES.index(StoredReport(TURNS, 49, 49)))
    arrive(driver.app)
    assert screen.model.setup.form == TURNS
    assert (screen.model.setup.boards, screen.model.setup.listed) == ("turns", "Kd7c2h")
    assert any(words.startswith("Turns of Kd7c2h") for words in driver.texts())


@pytest.mark.parametrize(("boards", "named"), [("all-flops", True), ("sample-40", True), ("kd7c2h", False)])
def test_boards_are_named_or_listed(boards: str, named: bool) -> None:
    assert replace(FILES[0].form, boards=boards).is_named is named


def test_an_interrupted_report_is_opened_from_its_file(show: Show) -> None:
    driver, screen = show(opened())
    driver.app.screen.controls.focus("reports")
    driver.key("return")
    arrive(driver.app)
    assert (driver.screen.tab, driver.screen.model.done) == ("found", 40)
    driver.key("space")
    assert driver.worker.all_asked(RunReport)[-1].form == FILES[0].form
    assert screen.model.setup.form == FILES[0].form


def test_a_refusal_is_shown_on_the_bar(show: Show) -> None:
    driver, _ = show(show_solve)
    sentence = "The report cannot be written: the disk is full."
    give_to(driver.app, RunReport, error=sentence)
    driver.settle()
    assert driver.screen.model.problem == sentence
    assert driver.screen.model.at_work is None


def test_boards_are_sorted_by_keys_and_by_a_click_on_a_head(show: Show) -> None:
    driver, screen = show(show_board(1))
    rows = board_report(WHOLE, 95).rows
    highest = [
        get_rank(parse(board)[0]) for board in [names(row.board) for row in driver.screen.model.view.rows]
    ]
    assert max(highest) == RANKS.index("A")
    driver.keys("o", "o")
    assert [row.bets[0] for row in screen.model.view.rows] == sorted(
        (row.bets[0] for row in rows), reverse=True
    )
    driver.key("r")
    assert [row.bets[0] for row in screen.model.view.rows] == sorted(row.bets[0] for row in rows)
    heads = named(driver.app, "sort")
    rect = next(part.rect for part in heads.parts() if part.name == "equity")
    driver.click_at(rect[0] + rect[2] / 2, rect[1] + rect[3] / 2)
    assert [row.equity for row in screen.model.view.rows] == sorted(
        (row.equity for row in rows), reverse=True
    )


def test_boards_are_filtered_by_texture_and_by_highest_card(show: Show) -> None:
    driver, screen = show(show_board(1))
    driver.key("x")
    assert driver.screen.model.view.texture == "paired"
    assert {row.texture for row in screen.model.view.rows} == {"paired"}
    driver.keys("h", "h")
    assert {max(map(get_rank, row.board)) for row in screen.model.view.rows} == {RANKS.index("K")}
    for _ in range(6):
        driver.key("x")
    assert driver.screen.model.view.texture == ""


def test_kinds_of_hands_show_what_they_do_on_the_boards_of_a_texture(show: Show) -> None:
    driver, screen = show(show_acts)
    every, paired = screen.model.means[:2]
    table = screen.kinds.table
    assert table.names[:3] == ["All hands", "Straight flush", "Four of a kind"]
    ev = every.decisions[0].kinds[0].mix.ev
    assert table.rows.value.startswith(f"All hands: share 100.0%, EV {ev:.1f}")
    driver.keys("p", "x")
    assert paired.texture == screen.model.view.texture == "paired"
    assert "IP after a check · Paired" in driver.words()
    every_hand, *kinds = paired.decisions[1].kinds
    assert table.rows.value.startswith(f"All hands: share 100.0%, EV {every_hand.mix.ev:.1f}")
    table.heads.choose("check")
    checks = {text(f"solver.kinds.{kind.name}"): kind.mix.shares[-1] for kind in kinds}
    assert [checks[name] for name in table.names[1:]] == sorted(checks.values(), reverse=True)


def test_bet_sizes_are_shown_by_texture_and_a_texture_filters_the_kinds(show: Show) -> None:
    driver, screen = show(show_acts)
    means, table = screen.model.means, screen.sizes.table
    paired = percent(means[1].decisions[0].shares[1], 1)
    table.rows.choose(1)
    assert f"Bet 40 {paired}" in table.rows.value
    driver.settle()
    assert screen.model.view.texture == "paired"
    assert "OOP at the start · Paired" in driver.words()
    table.heads.choose("bet 40")
    driver.settle()
    assert screen.model.view.texture == "paired"
    assert table.chosen_row.name == "Paired"


def test_two_reports_are_compared_board_by_board_with_the_largest_change_first(show: Show) -> None:
    driver, _ = show(show_board(1))
    driver.key("c")
    [asked] = driver.worker.all_asked(CompareReports)
    assert (asked.form, asked.other) == (WHOLE, HALF)
    found = make_comparison()
    give_to(driver.app, CompareReports, found)
    driver.settle()
    table = driver.app.screen.table
    changes = sorted((abs(row.bets[0] - other.bets[0]) for row, other in found.boards), reverse=True)
    assert (len(table.names), table.names[0]) == (41, "40 shared boards")
    table.rows.choose(1)
    largest = signed(100 * changes[0], 1)
    assert f"({largest})" in table.rows.value
    assert f"{number(found.means[0].ev[0], 2)} (+1.00)" in driver.words()


def test_a_report_of_another_spot_is_not_compared(show: Show) -> None:
    driver, screen = show(show_board(1))
    screen.model.look(replace(WHOLE, texts=replace(WHOLE.texts, pot="61")))
    arrive(driver.app)
    driver.key("c")
    assert driver.worker.all_asked(CompareReports) == []
    assert screen.compare.button.disabled.startswith("There is no other report of these ranges and chips")


def test_a_report_without_kinds_of_hands_says_how_to_get_them(show: Show) -> None:
    driver, screen = show(show_acts)
    old = board_report(WHOLE, 95)
    means = [replace(mean, decisions=(DecisionMeans((), ()), DecisionMeans((), ()))) for mean in old.means]
    screen.model.look(WHOLE)
    give_to(driver.app, AskReport, replace(old, means=tuple(means)))
    driver.settle()
    assert "An earlier version solved these boards" in driver.words()


def test_the_other_players_bets_are_shown_by_p(show: Show) -> None:
    driver, screen = show(show_board(1))
    driver.keys("o", "o", "p")
    assert screen.model.view.player == 1
    assert [row.bets[1] for row in screen.model.view.rows] == sorted(
        (row.bets[1] for row in board_report(WHOLE, 95).rows), reverse=True
    )


def test_enter_opens_the_board_in_the_solver(show: Show) -> None:
    driver, _ = show(show_board(1))
    first = names(driver.screen.model.view.rows[0].board)
    driver.key("return")
    page = driver.app.screen
    assert isinstance(page, SolverScreen)
    assert page.model.texts.board == first
    assert page.model.texts.oop == WHOLE.texts.oop


def test_the_solver_opens_its_spot_on_many_boards_by_r(open_window: Open) -> None:
    driver = open_window()
    driver.app.go(SolverScreen(driver.app, SPOTS["flop"]))
    driver.key("r")
    page = driver.app.screen
    assert isinstance(page, ReportsScreen)
    assert (page.model.setup.texts.ip, page.model.setup.listed) == (SPOTS["flop"].ip, "Kd7c2h")


@pytest.mark.parametrize(("what", "has_kinds"), [("boards", False), ("hand_kinds", True)])
def test_boards_and_kinds_of_hands_are_written_as_csv(show: Show, what: str, has_kinds: bool) -> None:
    driver, _ = show(show_board(1))
    driver.key("e")
    choose(driver.app, "what", what)
    driver.key("return")
    [asked] = driver.worker.all_asked(ExportReport)
    assert (asked.form, asked.has_kinds) == (WHOLE, has_kinds)
    assert asked.file.endswith(".csv")


def test_a_report_is_removed_by_its_button(show: Show) -> None:
    driver, _ = show(opened())
    driver.click("forget")
    assert driver.worker.all_asked(ForgetReport) == [ForgetReport(HALF)]


def test_a_report_that_may_not_be_removed_stays_on_the_page(show: Show) -> None:
    driver, screen = show(show_board(0))
    driver.app.models.reports.at_work = WorkAtHand(HALF)
    screen.model.forget(0)
    give_to(driver.app, ForgetReport, Refusal("This report is running: pause it first."))
    driver.settle()
    assert screen.model.shown_form == HALF
    assert screen.model.problem.startswith("This report is running")


def test_the_end_of_the_program_waits_until_the_report_is_kept(show: Show) -> None:
    driver, _ = show(show_solve)
    driver.app.home()
    driver.key("escape")
    assert "board report pauses" in driver.words()
    driver.app.models.background.close()
    assert driver.app.models.reports.at_work is None
    assert not driver.app.models.reports.busy


def test_s_during_the_check_begins_the_report_after_it(show: Show) -> None:
    driver, screen = show(opened())
    screen.model.choose(target="2")
    driver.key("s")
    assert driver.worker.all_asked(RunReport) == []
    assert "Begins once it is checked" in driver.words()
    arrive(driver.app)
    [run] = driver.worker.all_asked(RunReport)
    assert run.form.target == 2.0
    assert driver.screen.tab == "found"


def test_s_during_the_check_of_a_wrong_form_begins_nothing(show: Show) -> None:
    driver, screen = show(opened())
    screen.model.choose(boards="list", listed="")
    driver.key("s")
    arrive(driver.app)
    assert driver.worker.all_asked(RunReport) == []
    assert driver.screen.tab == "setup"


def test_a_form_that_is_changed_after_s_begins_nothing(show: Show) -> None:
    driver, screen = show(opened())
    screen.model.choose(target="2")
    driver.key("s")
    screen.model.type(pot="80")
    arrive(driver.app)
    assert driver.worker.all_asked(RunReport) == []


def test_the_form_stays_when_the_page_is_left(show: Show) -> None:
    driver, screen = show(opened())
    screen.model.type(pot="80")
    choose(driver.app, "target", "2")
    choose(driver.app, "workers", "2")
    driver.app.home()
    driver.key("r")
    arrive(driver.app)
    again = driver.app.screen
    assert isinstance(again, ReportsScreen)
    assert again is not screen
    assert again.model.setup == screen.model.setup
    assert again.model.setup.texts.pot == "80"
    assert (named(driver.app, "target").chosen, named(driver.app, "workers").chosen) == ("2", "2")
