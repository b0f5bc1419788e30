"""Watching Hold'em: beliefs, equities, the hand street by street, and stepping back."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.agent_entries import AgentEntry
from game.core import Decision, Progress
from game.rules.cards import class_at
from game.study.holdem import AskBelief, AskDuel, Belief
from game.study.play import Decide
from game.tables.holdem.streets import boards_reached
from game.window.ui.canvas.painter import Painter
from game.window.views import range_grid
from game.window.views.hand_log import StreetHeading
from tests.window import watching
from tests.window.driver import Kind, LoggingPainter, WordsOnlyPainter
from tests.window.watching import Open, Watching, assert_everything_is_readable, beliefs, windows

SMALL, USUAL, LARGE = (900, 560), (1280, 720), (1920, 1080)
LONG_NAME = "strategist-of-the-second-evening-run-{}"


@pytest.fixture
def watch(user_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    yield from windows(user_folder, monkeypatch)


def begin_watching(watch: Open, **more: Any) -> Watching:
    window: Watching = watch("holdem", **more).begin()
    window.settle()
    return window


def requests(window: Watching, kind: Kind) -> list[Any]:
    worker: Any = window.worker
    return worker.all_asked(kind)


def model(window: Watching) -> Any:
    return window.app.screen.side  # type: ignore[attr-defined]


# ---- beliefs -------------------------------------------------------------------------------------------------
def test_each_side_believes_something_of_the_other_from_what_it_sees_itself(watch: Open) -> None:
    window = begin_watching(watch)
    screen: Any = window.app.screen
    state = screen.session.state
    about = {request.player: request for request in requests(window, AskBelief)}
    assert about[0].seen == state.hole[1]
    assert about[1].seen == state.hole[0]
    assert about[0].agent.name == screen.session.spec.seats[screen.session.get_seat(0)]
    assert [window.screen.side.beliefs.of(seat).width for seat in (0, 1)] == [1000.0, 1000.0]
    words = window.texts()
    names = [screen.seat_name(seat) for seat in (0, 1)]
    assert sum(all(name in word for name in names) for word in words) == 2
    assert words.count("range: about 1,000 of 1,225 hands") == 2


def test_a_decision_is_asked_about_once_however_long_one_looks(watch: Open) -> None:
    window = begin_watching(watch)
    window.pass_time(20)
    assert len(requests(window, AskBelief)) == 2
    window.step()
    assert len(requests(window, AskBelief)) == 4


def list_odds(window: Watching) -> list[str]:
    """Return the texts with the equity of the leading player or, if no player leads, of each player."""
    names = "|".join(re.escape(window.screen.seat_name(seat)) for seat in (0, 1))
    return [words for words in window.texts() if re.fullmatch(rf"(?:{names}) \d+%|\d+% each", words)]


def test_open_cards_frame_the_true_hand_and_closed_ones_tell_neither_it_nor_the_odds(watch: Open) -> None:
    window = begin_watching(watch)
    words = window.texts()
    assert sum(word.startswith("Actual hand ") for word in words) == 2
    assert sum(" times as likely" in word for word in words) == 2
    assert len(list_odds(window)) == 1
    assert not any(word.endswith(" equity") for word in words)
    window.key("o")
    words = window.texts()
    missing = [word for word in words if "ctual hand" in word or " times" in word or "equity" in word]
    assert not missing
    assert not list_odds(window)
    assert "The cards are hidden." in words


def test_a_small_window_has_one_grid_and_b_the_other_side(watch: Open) -> None:
    window = begin_watching(watch, size=SMALL)
    assert (model(window).tabs.chosen, model(window).studied_seat) == ("beliefs", 1)
    assert len(requests(window, AskBelief)) == 1
    titles = [word for word in window.texts() if word.startswith("What ")]
    window.key("b")
    assert model(window).studied_seat == 0
    other = [word for word in window.texts() if word.startswith("What ")]
    assert len(titles) == len(other) == 1
    assert titles != other
    assert window.control("other-side").label == "Other player"
    window.click("other-side")
    assert model(window).studied_seat == 1


def test_the_series_is_a_tab_where_there_is_one_grid(watch: Open) -> None:
    window = begin_watching(watch, size=SMALL)
    assert not any("WHAT" in word for word in window.texts())
    window.app.screen.controls.focus("tabs")
    window.key("right")
    assert model(window).tabs.chosen == "series"
    assert any(word.startswith("WHAT") for word in window.texts())


def test_the_smallest_window_shows_the_whole_chart_of_a_series(watch: Open) -> None:
    window = begin_watching(watch, size=SMALL, words={"length": "200"})
    window.keys("5", "space")
    window.pass_time(5, 0.01)
    window.key("space")
    window.click("tabs.series")
    screen: Any = window.app.screen
    assert screen.series.account.ci95 is not None, "there is a chart"
    assert screen.side_scroll.longest == 0.0


def test_progress_of_the_worker_reaches_the_panel(watch: Open) -> None:
    window = begin_watching(watch)
    screen: Any = window.app.screen
    worker: Any = window.worker
    worker.silent = True
    screen.session.act(1)
    screen.timeline.finish()
    window.app.step([], 0.0)
    for waiting in worker.unanswered(AskBelief):
        worker.hand_over(waiting.ticket, Progress(300, 1200, 0.1))
    assert [model(window).beliefs.progress(seat) for seat in (0, 1)] == [0.25, 0.25]
    worker.silent = False
    window.settle()
    assert [model(window).beliefs.progress(seat) for seat in (0, 1)] == [None, None]


def test_an_agent_that_does_not_tell_is_said_to_be_so(watch: Open) -> None:
    window = watch("holdem")
    del window.worker.answerers[AskBelief]  # type: ignore[attr-defined]
    window.begin()
    assert "cannot say what it would do" in " ".join(window.texts())


def test_what_an_agent_never_does_is_said_to_be_so(watch: Open) -> None:
    window = watch("holdem")
    worker: Any = window.worker
    worker.answerers[AskBelief] = lambda request: replace(beliefs(request), explained=False)
    window.begin()
    assert window.texts().count("No hand would have acted this way.") == 2


def test_after_the_worker_was_called_back_everything_is_asked_again(watch: Open) -> None:
    window = begin_watching(watch)
    worker: Any = window.worker
    worker.dead = True
    window.step()
    window.pass_time(12)
    assert window.screen.phase == "lost"
    worker.dead = False
    window.key("space")
    window.settle()
    assert [window.screen.side.beliefs.of(seat).width for seat in (0, 1)] == [1000.0, 1000.0]
    assert model(window).odds.of(0, ()) is not None


# ---- odds and the hand ---------------------------------------------------------------------------------------
def test_the_odds_of_every_street_are_asked_once(watch: Open) -> None:
    window = begin_watching(watch)
    for _ in range(3):
        window.step()
    boards = [request.board for request in requests(window, AskDuel)]
    screen: Any = window.app.screen
    assert boards == boards_reached(screen.session.state.board)
    assert len(boards) == 2
    assert {"Preflop", "Flop"} <= set(window.texts())
    names = [window.screen.seat_name(seat) for seat in (0, 1)]
    assert "50% each" in window.texts()
    assert {f"{name} 65%" for name in names} & set(window.texts())


def test_a_name_without_room_beside_its_street_is_an_emblem_and_the_share_stays(watch: Open) -> None:
    painter = begin_watching(watch, painter=LoggingPainter).app.painter
    heading = StreetHeading("Preflop", "The Architect 53%", "53%", "compass")
    for width, drawn in ((300, ["Preflop", "The Architect 53%"]), (110, ["Preflop", "53%"])):
        painter.log = []
        heading.draw(painter, 0, 20, width)
        assert [mark.words for mark in painter.log] == drawn


def test_a_click_goes_to_a_moment_and_what_came_after_stays_listed(watch: Open) -> None:
    window = begin_watching(watch)
    for _ in range(4):
        window.step()
    before = window.actions
    decisions = model(window).decision_list
    x, y, w, h = decisions.option_rect(1)
    window.click_at(x + w / 2, y + h / 2)
    assert window.actions == before[:1]
    assert (len(decisions.options), decisions.chosen) == (4, "1")
    window.app.screen.controls.focus("decisions")
    window.key("right")
    assert window.actions == before[:2]
    window.key("home")
    assert window.actions == []
    window.key("end")
    assert window.actions == before[:3]
    assert not window.screen.pace.running


def test_arrows_go_back_from_the_newest_decision(watch: Open) -> None:
    window = begin_watching(watch)
    for _ in range(3):
        window.step()
    before = window.actions
    window.app.screen.controls.focus("decisions")
    window.key("left")
    assert window.actions == before[:2]
    window.keys("right", "left", "up")
    assert window.actions == before[:0]
    window.key("down")
    assert window.actions == before[:1]


def test_a_moment_is_told_in_a_sentence(watch: Open) -> None:
    window = begin_watching(watch)
    window.step()
    [option] = model(window).decision_list.options
    assert option.label.startswith("Preflop, ")
    assert option.label.endswith(": Call")


def test_two_of_one_agent_are_told_apart_in_the_hand(watch: Open) -> None:
    window = begin_watching(watch, words={"first": "tight", "second": "tight"})
    for _ in range(2):
        window.step()
    lines = [row.what for row in model(window).decision_list.decisions]
    assert sorted(line.partition(": ")[0] for line in lines) == ["I", "II"]


def test_agents_of_different_names_need_no_mark(watch: Open) -> None:
    window = begin_watching(watch)
    window.step()
    assert [row.what for row in model(window).decision_list.decisions] == ["Call"]


def test_of_a_long_street_the_lines_around_the_present_are_seen(watch: Open) -> None:
    window = watch("holdem", size=SMALL)
    raises = iter([300, 900, 2700, 8100, 1])

    def decide(request: Any) -> Decision:
        action = next(raises, 1)
        return Decision(action, {action: 1.0}, 0.5)

    window.worker.answerers[Decide] = decide  # type: ignore[attr-defined]
    window.begin()
    for _ in range(5):
        window.step()
    decisions = model(window).decision_list
    shown = [place for place in range(5) if decisions.option_rect(place)[3]]
    assert len(decisions.options) == 5
    assert shown == [2, 3, 4]
    window.keys("left", "left", "left", "left", "left")
    assert [place for place in range(5) if decisions.option_rect(place)[3]] == [0, 1, 2]


def test_another_hand_begins_another_list(watch: Open) -> None:
    window = begin_watching(watch)
    for _ in range(12):
        window.step()
        if window.screen.session.hand_number > 1:
            break
    assert window.screen.session.hand_number == 2
    assert len(model(window).decision_list.options) == len(window.actions)


def test_in_a_drawer_the_hand_is_a_tab_of_its_own(watch: Open) -> None:
    window = begin_watching(watch, text_size=150)
    window.step()
    assert requests(window, AskBelief) == []
    window.key("l")
    assert len(requests(window, AskBelief)) == 1
    window.app.screen.controls.focus("tabs")
    window.key("right")
    assert model(window).tabs.chosen == "hand"
    assert "decisions" in {found.name for found in window.app.controls()}
    assert_everything_is_readable(window, "hand in the drawer", may_shorten=True)


# ---- the grid ------------------------------------------------------------------------------------------------
def test_the_grid_holds_every_class_once() -> None:
    places = range(range_grid.CELLS)
    classes = [class_at(row, column) for row in places for column in places]
    assert len(set(classes)) == 169
    assert (classes[0], classes[1], classes[13], classes[-1]) == ("AA", "AKs", "AKo", "22")


@pytest.mark.parametrize("size", [SMALL, USUAL, LARGE])
def test_what_is_likelier_is_brighter_and_what_cannot_be_is_empty(watch: Open, size: tuple[int, int]) -> None:
    window = begin_watching(watch, size=size, painter=LoggingPainter)
    painter = window.app.painter
    side = range_grid.grid_side(painter, 260)
    weights = {"AKs": 1.0, "AQs": 0.3, "AJs": 0.0}
    range_grid.draw(painter, (0, 0, side, side), range_grid.RangePicture(weights, "brass"))
    cell = round(side * painter.u) // range_grid.CELLS
    aks, aqs, ajs, aces = (painter.s.get_at((place * cell + 2, 2))[:3] for place in (1, 2, 3, 0))
    assert aks == painter.col("brass")
    assert sum(aks) > sum(aqs) > sum(ajs)
    assert aces == painter.col("panel")


@pytest.mark.parametrize("cell", [range_grid.RANK_CELL + 1, range_grid.NAME_CELL, 40])
def test_names_lie_within_their_cells(watch: Open, cell: int) -> None:
    painter = begin_watching(watch, painter=LoggingPainter).app.painter
    painter.log = []
    range_grid.paint(painter, (0, 0), cell, range_grid.nothing_known("brass"))
    names = {mark.words: mark.rect for mark in painter.log}
    assert len(names) == (13 if cell < range_grid.NAME_CELL else 169)
    for rect in names.values():
        column, row = rect.centerx // cell, rect.centery // cell
        assert pygame.Rect(column * cell, row * cell, cell - 1, cell - 1).contains(rect)


def test_the_true_hand_is_framed(watch: Open) -> None:
    window = begin_watching(watch, painter=LoggingPainter)
    painter = window.app.painter
    side = range_grid.grid_side(painter, 240)
    picture = range_grid.nothing_known("brass")
    range_grid.draw(painter, (0, 0, side, side), picture)
    plain = pygame.image.tobytes(painter.s, "RGB")
    range_grid.draw(painter, (0, 0, side, side), range_grid.RangePicture(picture.weights, "brass", "QJs"))
    assert pygame.image.tobytes(painter.s, "RGB") != plain


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("size", [SMALL, USUAL, LARGE, (900, 1100), (2000, 820)])
def test_no_line_of_text_is_struck_through_where_an_agent_cannot_tell_its_strategy(
    watch: Open, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text_size: int
) -> None:
    rules: list[pygame.Rect] = []

    def note_rule(
        painter: Painter, x0: float, y0: float, x1: float, y1: float, *look: Any, **more: Any
    ) -> None:
        if y0 == y1:
            rules.append(pygame.Rect(painter.box((x0, y0, x1 - x0, 1))))

    monkeypatch.setattr(WordsOnlyPainter, "line", note_rule)
    names = [LONG_NAME.format(place) for place in (1, 2)]
    monkeypatch.setattr(
        watching, "AGENTS", [AgentEntry(name, "holdem", "learned", "Kept.") for name in names]
    )
    window = watch("holdem", size=size, text_size=text_size)
    worker: Any = window.worker
    worker.answerers.pop(AskBelief)
    window.begin()
    for _ in range(3):
        for drawer in (False, True):
            rules.clear()
            struck = [
                mark.words for mark in window.marks() if mark.rect.inflate(0, -2).collidelist(rules) >= 0
            ]
            assert not struck
            if not drawer:
                window.key("l")
        window.key("l")
        window.step()


class WordsWritten:
    """A painter that records the drawn text. The width of a text is its number of letters."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def width(self, words: str, style: str) -> float:
        return float(len(words))

    def text(self, words: str, *args: Any, **more: Any) -> float:
        self.words.append(words)
        return float(len(words))


@pytest.mark.parametrize(
    ("now", "width", "said"),
    [
        (0.01, 200.0, "1.0%, as likely as before"),
        (0.01, 20.0, "1.0%"),
        (0.02, 200.0, "2.0%, 2.0 times as likely as before"),
    ],
)
def test_a_belief_that_has_not_changed_says_its_share_once(now: float, width: float, said: str) -> None:
    painter = WordsWritten()
    belief = Belief({"AKs": now}, {"AKs": 0.01}, 1000.0, 1225)
    range_grid.draw_true_hand(painter, (0.0, 0.0, width, 20.0), belief, "AKs")  # type: ignore[arg-type]
    assert painter.words == [said, "Actual hand AKs"]
