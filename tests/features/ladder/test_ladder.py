"""The ladder by keyboard, with the real handler: its page, and its texts on the page "New game" and at a table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from ai.features import ladder as handlers
from game.archive.ladder import UNLOST, Climb, Rung, RungResult, hands_to_go
from game.archive.store import Archive
from game.core import Progress
from game.features.ladder.page import MAX_TOLD_HANDS, LadderScreen, figure, share_climbed, way_left
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.request import Request
from game.rules import games
from game.study.ladder import AskLadder
from game.study.saves import Saves
from game.window.ui.input import Wheel
from tests.features.ladder.show import ladder, standing
from tests.window.conftest import Open
from tests.window.driver import Driver, answer_all, give_to

assert handlers

TIC_TAC_TOE = "tic-tac-toe"


def answer(request: Request[Any]) -> Any:
    if not isinstance(request, AskLadder):
        return NotImplemented
    *_, last = request.run_handler()
    assert not isinstance(last, Progress)
    return last


def settle(window: Driver) -> None:
    for _ in range(3):
        answer_all(window.app, answer)
        window.settle()


def add_results(folder: Path, against: str, games_: int, *, teaching: bool = False) -> None:
    """Store drawn games of tic-tac-toe against the opponent `against`, alternately as X and as O."""
    archive = Archive(folder)
    for number in range(games_):
        first = "seat-0" if number % 2 == 0 else "seat-1"
        spec = TableSpec(TIC_TAC_TOE, ("you", against), seed=number, first=first, teaching=teaching)  # type: ignore[arg-type]
        session = Session(spec)
        for cell in (0, 1, 2, 4, 3, 5, 7, 6, 8):
            session.act(cell)
        archive.record(session, ("", ""))


@pytest.fixture
def opened(open_window: Open) -> Callable[[], Driver]:
    def opener() -> Driver:
        window = open_window()
        window.app.go(LadderScreen(window.app, TIC_TAC_TOE))
        settle(window)
        return window

    return opener


def test_the_weakest_is_chosen_where_nothing_was_played(opened: Callable[[], Driver]) -> None:
    window = opened()
    page = window.screen
    assert (page.name, page.table, page.chosen.rung.agent) == ("ladder", TIC_TAC_TOE, "beginner")
    assert (page.ladder.rungs_beaten, len(page.ladder.rungs)) == (0, 4)


def test_the_next_rung_is_played_by_one_key_at_a_serious_table(
    user_folder: Path, opened: Callable[[], Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    add_results(user_folder, "beginner", 2 * UNLOST)
    window = opened()
    assert (window.screen.ladder.rungs_beaten, window.screen.chosen.rung.agent) == (1, "student")
    window.app.change(tables={TIC_TAC_TOE: {"agent": "champion", "style": "teaching"}})
    window.key("return")
    window.settle()
    assert window.state["screen"] == "play-tic-tac-toe"
    spec = window.app.screen.session.spec  # type: ignore[attr-defined]
    assert (spec.seats, spec.teaching) == (("you", "student"), False)


def test_the_next_rung_is_named_in_words(opened: Callable[[], Driver]) -> None:
    window = opened()
    assert window.texts().count("Next rung · not played yet · loses in 1,840 lines") == 1
    assert "Next rung" in window.control("rungs").value
    window.key("up")
    assert "Next rung" not in window.control("rungs").value


def test_the_stage_in_a_name_is_explained(opened: Callable[[], Driver]) -> None:
    window = opened()
    window.app.agents = catalog.agents()
    window.app.go(LadderScreen(window.app, games.HOLDEM))
    settle(window)
    assert "The Professor (tight)" in window.words()
    assert "Playing style: tight · not played yet" in window.words()


def test_a_stage_is_explained_in_a_narrow_list_with_the_colon_of_the_language(open_window: Open) -> None:
    window = open_window(agents=catalog.agents(), size=(900, 560), language="zh")
    window.app.go(LadderScreen(window.app, games.HOLDEM))
    settle(window)
    window.screen._rows.choose(13)
    window.settle()
    explained = [word for word in window.texts() if "Hyperborean" in word and "：" in word]
    assert explained
    assert not any(": " in word for word in window.texts())


def test_the_gallery_is_built_once_for_all_rows(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    window = open_window(agents=catalog.agents())
    window.app.go(LadderScreen(window.app, games.HOLDEM))
    settle(window)
    monkeypatch.delattr("game.features.ladder.page.gallery")
    assert len({window.screen._row(index).name for index in range(19)}) == 19


def test_games_with_help_are_told_though_they_do_not_count(
    user_folder: Path, opened: Callable[[], Driver]
) -> None:
    add_results(user_folder, "beginner", 3, teaching=True)
    window = opened()
    assert "3 games, none serious" in window.words()
    assert "Only serious hands count: no teaching, no duplicate deals." in window.words()
    add_results(user_folder, "beginner", 1)
    window.screen.enter()
    settle(window)
    assert "1 game" in window.words()
    assert "none serious" not in window.words()


def test_arrows_choose_another_rung_and_n_the_next_one(opened: Callable[[], Driver]) -> None:
    window = opened()
    window.keys("up", "up")
    assert window.screen.chosen.rung.agent == "player"
    window.key("n")
    assert window.screen.chosen.rung.agent == "beginner"


def test_the_strongest_stands_on_top(opened: Callable[[], Driver]) -> None:
    window = opened()
    assert "The last one of your journey." not in window.words()
    window.key("home")
    assert window.screen.chosen.rung.agent == "champion"
    assert "The last one of your journey." in window.words()


def test_the_page_tells_the_result_without_luck_and_how_far_it_is_from_zero(open_window: Open) -> None:
    window = open_window()
    window.app.go(LadderScreen(window.app, games.KUHN_POKER))
    window.settle()
    found = standing(window.app, games.KUHN_POKER)
    give_to(window.app, AskLadder, found)
    window.settle()
    rung = found.rungs[1]
    assert rung.ci95 is not None
    said = window.words()
    assert f"{rung.mean:+.3f} ± {rung.ci95:.3f}" in said
    assert f"So far {rung.mean:+.3f} ± {rung.ci95:.3f} chips a hand." in said
    assert f"To climb now it would take more than +{rung.ci95:.3f}." in said
    assert "play at least 50 hands and win more than luck can explain" in said
    assert "40 of 50 hands played." in said
    shown = window.texts().count(f"{rung.mean:+.3f} ± {rung.ci95:.3f}")
    assert shown == 2, "the row and the panel show the figure"
    assert 460 < (hands_to_go(games.KUHN_POKER, rung) or 0) <= 470
    assert "Next rung · 40 of 50 hands · At this rate about 470 more hands." in said
    assert "40 of 50 hands" in said
    assert "beaten in 50 hands" in said


def test_a_forecast_waits_for_enough_hands() -> None:
    climb = Climb("holdem", Rung("rock"))
    for hands in range(1, 21):
        climb.take(1.0 + hands / 1000, 0)
        is_early = hands < 20
        said, found = way_left("holdem", climb.result()), figure("holdem", climb.result())
        assert ("It is too early for a forecast." in said, "So far" in said) == (is_early, not is_early)
        assert ("±" in found, found == "") == (not is_early, is_early)


def test_a_wide_interval_has_no_decimals() -> None:
    rung = RungResult(Rung("rock"), 60, -2.0, 10.176)
    assert figure("holdem", rung) == "−200 ± 1,018"
    assert "So far −200 ± 1,018 bb/100. To climb now it would take more than +1,018." in way_left(
        "holdem", rung
    )


def test_a_forecast_of_thousands_of_hands_is_not_told() -> None:
    far, near = (RungResult(Rung("rock"), 300, mean, 5.0) for mean in (0.5, 4.0))
    assert (hands_to_go("holdem", far) or 0) > MAX_TOLD_HANDS > (hands_to_go("holdem", near) or 0) > 0
    assert ("At this rate" in way_left("holdem", far), "At this rate" in way_left("holdem", near)) == (
        False,
        True,
    )


def test_a_rung_shows_how_much_of_it_is_done() -> None:
    rung = Rung("rock")
    assert share_climbed("tic-tac-toe", RungResult(rung, 5, unlost=(5, 0))) == 0.5
    assert share_climbed("holdem", RungResult(rung, 50, -1.0, 5.0)) == 0.0, "behind"
    ahead = [share_climbed("holdem", RungResult(rung, 200, mean, 5.0)) for mean in (2.0, 4.0)]
    assert 0 < ahead[0] < ahead[1] < 1
    assert share_climbed("holdem", RungResult(rung, 200, 6.0, 5.0, beaten=True)) == 1.0


def test_another_game_has_its_own_ladder(opened: Callable[[], Driver]) -> None:
    window = opened()
    window.app.screen._head.switch.choose(games.KUHN_POKER)  # type: ignore[attr-defined]
    settle(window)
    assert (window.screen.table, window.screen.chosen.rung.agent) == (games.KUHN_POKER, "always-bluffs")


def test_new_game_marks_the_next_rung_and_leaves_the_choice_as_it_was(
    user_folder: Path, open_window: Open
) -> None:
    add_results(user_folder, "beginner", 2 * UNLOST)
    Saves(user_folder).add_result(games.TIC_TAC_TOE, "beginner", 0.0, (1, 1))  # no longer a newcomer
    window = open_window()
    window.key("1")
    before = window.screen.choices.agent
    settle(window)
    assert window.screen.choices.agent == before
    assert "Next rung" in window.words()
    assert "Ladder: 1 of 4. Next: Learner (1,000 games)." in window.words()
    window.key("l")
    settle(window)
    assert window.state["screen"] == "ladder"


def sit_down(window: Driver, agent: str = "beginner", **more: Any) -> None:
    spec = TableSpec(TIC_TAC_TOE, ("you", agent), seed=100, **more)
    window.app.resume(Session(spec))
    settle(window)


def play_a_draw(window: Driver) -> None:
    """Play both sides of a game to a draw."""
    session = window.app.screen.session  # type: ignore[attr-defined]
    for cell in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        window.app.screen.apply(cell)  # type: ignore[attr-defined]
    assert session.hand_over
    window.settle()
    settle(window)


def test_who_is_beaten_is_said_at_the_table_and_the_next_is_proposed_at_its_end(open_window: Open) -> None:
    window = open_window()
    sit_down(window)
    for number in range(2 * UNLOST):
        play_a_draw(window)
        if number < 2 * UNLOST - 1:
            window.app.screen.next_hand()  # type: ignore[attr-defined]
            settle(window)
    ladder = window.app.models.ladders.find(TIC_TAC_TOE)
    assert ladder is not None
    assert ladder.rungs_beaten == 1
    window.app.screen.stand_up()  # type: ignore[attr-defined]
    window.settle()
    assert window.screen.title == "Learner (100 games) is beaten"
    assert "Next on the ladder: Learner (1,000 games)." in window.words()
    window.click("next-rung")
    window.settle()
    spec = window.app.screen.session.spec  # type: ignore[attr-defined]
    assert spec.seats == ("you", "student")


def test_at_the_top_nobody_is_proposed(user_folder: Path, open_window: Open) -> None:
    add_results(user_folder, "champion", 2 * UNLOST - 1)
    window = open_window()
    sit_down(window, agent="champion", first="seat-1")
    play_a_draw(window)
    window.app.screen.stand_up()  # type: ignore[attr-defined]
    window.settle()
    assert window.screen.title == "Learner (1,000,000 games) is beaten"
    assert "the top of the ladder" in window.words()
    assert "next-rung" not in {control.name for control in window.app.controls()}


def test_nothing_is_proposed_where_nobody_was_beaten(open_window: Open) -> None:
    window = open_window()
    sit_down(window)
    play_a_draw(window)
    window.app.screen.stand_up()  # type: ignore[attr-defined]
    window.settle()
    assert window.state["screen"] == "menu"


def test_a_table_that_teaches_does_not_look_at_the_ladder(open_window: Open) -> None:
    window = open_window()
    sit_down(window, teaching=True)
    play_a_draw(window)
    assert not window.worker.all_asked(AskLadder)


def test_what_is_asked_while_it_is_being_found_out_is_asked_once_more(open_window: Open) -> None:
    window = open_window()
    rooms = window.app.models.ladders
    for _ in range(3):
        rooms.look(TIC_TAC_TOE)
    assert len(window.worker.all_asked(AskLadder)) == 1
    settle(window)
    assert len(window.worker.all_asked(AskLadder)) == 2


def test_a_failure_is_said_and_the_ladder_stays(open_window: Open) -> None:
    window = open_window()
    window.app.go(LadderScreen(window.app, TIC_TAC_TOE))
    window.settle()
    give_to(window.app, AskLadder, error="The other process ended unexpectedly.")
    window.settle()
    assert "The other process ended unexpectedly." in window.words()
    assert len(window.screen.ladder.rungs) == 4


def test_rungs_above_the_list_are_counted_and_named(open_window: Open) -> None:
    window = open_window(agents=catalog.agents(), size=(900, 560))
    ladder(games.HOLDEM)(window.app)
    window.settle()
    hidden = window.screen._rows.seen[0]
    assert f"{hidden} stronger above, up to The Architect (thinks)" in window.texts()
    window.key("home")
    assert window.screen._rows.seen[0] == 0
    assert not any("stronger above" in word for word in window.texts())
    assert f"{window.screen._rows.count - 1 - window.screen._rows.seen[-1]} weaker below" in window.texts()


@pytest.mark.parametrize("size", [(900, 560), (1280, 720), (1920, 1080)])
def test_no_rung_is_cut(open_window: Open, size: tuple[int, int]) -> None:
    window = open_window(agents=catalog.agents(), size=size)
    ladder(games.HOLDEM)(window.app)
    for act in ("", "home", "page down", "wheel", "end"):
        if act == "wheel":
            x, y, width, height = window.screen._rows.rect
            window.screen._rows.scroll.turn(Wheel(x + width / 2, y + height / 2, -1))
        elif act:
            window.key(act)
        window.settle()
        rows = window.screen._rows
        _, top, _, height = rows.rect
        shown = [part.rect for part in rows.parts()]
        assert all(top <= rect[1] and rect[1] + rect[3] <= top + height for rect in shown), act


def test_the_head_names_what_the_rows_show(open_window: Open) -> None:
    window = open_window(agents=catalog.agents(), size=(1280, 720))
    window.app.go(LadderScreen(window.app, games.HOLDEM))
    window.settle()
    assert "rating" in window.texts()
    assert "compared with zero" not in window.words()
    give_to(window.app, AskLadder, standing(window.app, games.HOLDEM))
    window.settle()
    assert "their rating, or your bb/100 if played" in window.texts()
    window.app.go(LadderScreen(window.app, games.TIC_TAC_TOE))
    window.settle()
    assert "unlost in a row, as X and as O" in window.texts()
