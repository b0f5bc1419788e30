"""Replays of a hand."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.app.start import find_pages
from game.archive.export import from_id
from game.archive.hands import PlayedHand
from game.core import CHANCE
from game.features.review.decision import RetryScreen, where
from game.match.table_spec import TableSpec
from game.rules.betting import CALL, FOLD
from game.study.judgements import AskJudgement, Judgement, Mark
from game.tables.kuhn.screen import PlayKuhn
from game.tables.replay import Replay
from game.window.ui import input
from game.window.ui.animation import AnimationStep, Timeline, motion
from game.window.ui.theme import THEMES
from game.window.views import marks as grade_mark
from tests.histories.plain_hands import WINAMAX, read_hand
from tests.window import samples as histories
from tests.window.driver import LoggingPainter, RunningDriver, WordsOnlyPainter, windows
from tests.window.samples import AGENTS
from tests.window.tables import Table, TableWorker, judged
from tests.window.test_layout import assert_readable


def a_timeline(*seconds: float) -> tuple[Timeline[str], list[str]]:
    begun: list[str] = []
    timeline: Timeline[str] = Timeline(lambda animation_step: begun.append(animation_step.scene))
    timeline.add(AnimationStep(name, length) for name, length in zip("abc", seconds, strict=False))
    return timeline, begun


def test_animation_steps_follow_each_other() -> None:
    timeline, begun = a_timeline(0.2, 0.3)
    assert timeline.advance(0.1)
    assert (timeline.animation_step.scene if timeline.animation_step else "", begun) == ("a", ["a"])
    assert timeline.advance(0.2)
    assert (timeline.animation_step.scene if timeline.animation_step else "", begun) == ("b", ["a", "b"])
    assert not timeline.advance(0.2)
    assert timeline.animation_step is None


def test_a_long_advance_begins_every_animation_step_with_its_sound() -> None:
    timeline, begun = a_timeline(0.2, 0.0, 0.3)
    assert not timeline.advance(5.0)
    assert begun == ["a", "b", "c"]


def test_shares_are_eased_between_nothing_and_all() -> None:
    timeline, _ = a_timeline(1.0)
    shares = []
    for _ in range(9):
        timeline.advance(0.1)
        shares.append(timeline.share)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.1
    assert shares[4] == 0.5
    assert timeline.seconds_left < 0.11


def test_what_arrives_is_quick_at_first() -> None:
    timeline: Timeline[str] = Timeline(lambda animation_step: None)
    timeline.add([AnimationStep("card", 1.0, arrives=True)])
    timeline.advance(0.25)
    assert timeline.share > 0.5


def test_reduced_motion_puts_everything_in_its_place_and_is_short() -> None:
    timeline, _ = a_timeline(1.0, 1.0)
    timeline.reduced = True
    timeline.advance(0.01)
    assert timeline.share == 1.0
    assert timeline.seconds_left <= 2 * motion("touch")


def test_finishing_leaves_the_table_at_rest() -> None:
    timeline, begun = a_timeline(1.0, 1.0)
    timeline.finish()
    assert timeline.animation_step is None
    assert timeline.share == 1.0
    assert not timeline.advance(1.0)
    assert begun == []


def test_an_animation_step_knows_the_step_of_the_hand_it_shows() -> None:
    timeline: Timeline[str] = Timeline(lambda animation_step: None)
    timeline.add([AnimationStep("a", 0.1), AnimationStep("b", 0.1)], 3)
    timeline.add([AnimationStep("c", 0.1)], 4)
    marks = []
    while timeline.advance(0.05):
        marks.append(timeline.mark)
    assert sorted(set(marks), key=marks.index) == [3, 4]
    assert timeline.mark is None


SIZES = [(900, 560), (1280, 720), (1920, 1080), (900, 1100)]
GAMES: dict[str, Callable[[], list[PlayedHand]]] = {
    "tic-tac-toe": histories.tic_tac_toe,
    "kuhn-poker": histories.kuhn,
    "holdem": histories.holdem,
    "watched": histories.watched_hands,
}


class HandsAround:
    """A replayed hand with the hands before and after it, newest first. Hands in `unread` are not loaded yet."""

    def __init__(self, hands: list[PlayedHand]) -> None:
        self.hands, self.index = hands, 0
        self.unread: set[int] = set()

    def has(self, by: int) -> bool:
        return 0 <= self.index + by < len(self.hands)

    def take(self, by: int) -> PlayedHand | None:
        if self.index + by in self.unread:
            return None
        self.index += by
        return self.hands[self.index]


class Replaying(RunningDriver):
    """A window that shows a replay, paused at the deal. `pass_time` lets time pass."""

    def __init__(
        self,
        folder: Path,
        hand: PlayedHand,
        hands: HandsAround | None = None,
        painter: type[LoggingPainter] = WordsOnlyPainter,
        **more: Any,
    ) -> None:
        super().__init__(folder, find_pages(), AGENTS, painter=painter, **more)
        self.app.worker = TableWorker()  # type: ignore[assignment]
        self.app.go(Replay(self.app, hand, hands))
        self.key("space")
        self.pass_time(4)

    def step(self) -> None:
        self.key("right")
        self.pass_time(4)


Open = Callable[..., Replaying]


@pytest.fixture
def replay(user_folder: Path) -> Iterator[Open]:
    yield from windows(partial(Replaying, user_folder))


# ---- steps and pace ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_steps_forwards_and_back_go_through_the_hand_as_it_was(replay: Open, game: str) -> None:
    hand = GAMES[game]()[0]
    window = replay(hand)
    assert (window.state["screen"], window.actions) == ("replay", [])
    for count in range(1, len(hand.actions) + 1):
        window.step()
        assert window.actions == list(hand.actions[:count])
    assert window.screen.phase == "done"
    for count in range(len(hand.actions) - 1, -1, -1):
        window.key("left")
        assert window.actions == list(hand.actions[:count])
    window.key("left")
    assert window.actions == []


def test_home_and_end_go_to_the_deal_and_to_the_result(replay: Open) -> None:
    hand = histories.holdem()[0]
    window = replay(hand)
    window.key("end")
    assert (window.actions, window.screen.phase) == (list(hand.actions), "done")
    window.key("home")
    assert (window.actions, window.screen.phase) == ([], "replaying")


def test_it_plays_by_itself_and_space_pauses_and_begins_again(replay: Open) -> None:
    window = replay(histories.kuhn()[0])
    window.key("space")
    window.pass_time(40)
    assert (window.screen.phase, window.screen.pace.running) == ("done", True)
    window.key("space")
    assert window.actions == []
    assert window.screen.pace.running
    window.key("space")
    window.pass_time(20)
    assert window.actions == []


def test_at_once_shows_the_end_and_four_speeds_differ(replay: Open) -> None:
    window = replay(histories.holdem()[0])
    window.keys("4", "space")
    window.pass_time(1, 0.3)
    assert window.screen.pace.speed == "4"
    window.key("5")
    window.pass_time(2)
    assert window.screen.phase == "done"


# ---- trying again --------------------------------------------------------------------------------------------
def asked_again(window: Replaying) -> AskJudgement:
    """Return the decision that the retry page has asked the worker to judge."""
    assert isinstance(window.app.screen, RetryScreen)
    worker: Any = window.app.worker
    request: AskJudgement = worker.all_asked(AskJudgement)[-1]
    return request


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_can_be_tried_again(replay: Open, game: str) -> None:
    hand = GAMES[game]()[0]
    decided = [step for step in hand.session().steps if step.player != CHANCE]
    window = replay(hand)
    for step in decided:
        window.key("t")
        asked = asked_again(window)
        assert (asked.game, asked.info.player, asked.action) == (hand.game, step.player, step.action)
        assert step.action in asked.info.legal_actions
        window.key("escape")
        window.step()


def test_at_the_end_the_last_decision_of_the_player_is_tried_again(replay: Open) -> None:
    hand = histories.kuhn()[0]
    session = hand.session()
    own = [step for step in session.steps if step.player == session.get_player(0)]
    window = replay(hand)
    window.key("end")
    window.click("retry")
    assert asked_again(window).action == own[-1].action


def test_with_closed_cards_only_own_decisions_are_tried_again(replay: Open) -> None:
    hand = histories.kuhn()[0]
    session = hand.session()
    window = replay(hand)
    window.key("o")
    for step in session.steps:
        if step.player == CHANCE:
            continue
        window.key("t")
        own = step.player == session.get_player(0)
        assert isinstance(window.app.screen, RetryScreen) == own
        if own:
            window.key("escape")
        window.step()


# ---- marks ---------------------------------------------------------------------------------------------------
def mark_all(window: Replaying, mark: Mark) -> None:
    """Let the window get only grades with this mark."""
    worker: Any = window.app.worker
    cost = {Mark.BEST: 0.0, Mark.INACCURACY: 0.05, Mark.MISTAKE: 0.1, Mark.BLUNDER: 0.9}[mark]

    def judge(asked: AskJudgement) -> Judgement:
        action = asked.action or 0
        return judged({action: -cost, -1: 0.0}, -1 if cost else action, stake=1.0)

    worker.answerers[AskJudgement] = judge


def grades_asked(window: Replaying) -> list[tuple[int, int]]:
    worker: Any = window.app.worker
    asked = worker.all_asked(AskJudgement)
    return [(one.info.player, one.action) for one in asked]


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_marked_once_it_was_shown_and_never_before(replay: Open, game: str) -> None:
    hand = GAMES[game]()[0]
    session = hand.session()
    decided = [step for step in session.steps if step.player != CHANCE]
    window, wanted = replay(hand), hand.game != "holdem"
    mark_all(window, Mark.MISTAKE)
    if not wanted:
        window.key("right")
        window.pass_time(4)
        assert grades_asked(window) == []
        window.key("home")
        window.key("g")
    shown: list[tuple[int, int]] = []
    marks: list[Mark | None] = []
    for step in decided:
        assert grades_asked(window) == shown
        window.step()
        if hand.own_seat in (None, session.get_seat(step.player)):
            shown.append((step.player, step.action))
            assert grades_asked(window) == shown
            marks.append(Mark.MISTAKE)
        else:
            marks.append(None)
        assert window.screen.marks == marks
    window.key("left")
    assert window.screen.marks == marks[:-1]
    window.key("g")
    assert not any(window.screen.marks)


def test_marks_that_are_wanted_stay_wanted_in_the_next_hand(replay: Open) -> None:
    hands = histories.holdem()
    window = replay(hands[0], HandsAround(hands))
    window.key("g")
    window.key("n")
    screen: Any = window.app.screen
    assert screen.is_marked


def test_a_mark_stands_at_the_end_of_its_line(replay: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Mark, float]] = []
    monkeypatch.setattr(
        grade_mark,
        "draw_grade",
        lambda mark, cost, painter, rect: drawn.append((mark, rect[0] + grade_mark.DOTS)),
    )
    window = replay(histories.kuhn()[0])
    mark_all(window, Mark.BLUNDER)
    window.key("end")
    window.pass_time(4)
    window.marks()
    assert {mark for mark, _ in drawn} == {Mark.BLUNDER}
    assert len({right for _, right in drawn}) == 1


# ---- content -------------------------------------------------------------------------------------------------
def test_closed_cards_are_told_only_at_the_end(replay: Open) -> None:
    hand = next(hand for hand in histories.kuhn(6) if len(hand.actions) > 1)
    window = replay(hand)
    window.key("o")
    window.step()
    card = window.words()
    assert not window.screen.open_cards
    assert "check, " not in card
    assert "bet 1, " not in card
    window.key("end")
    assert ", " in window.words()


def test_the_mix_and_the_die_of_that_evening_stand_beside_the_table(replay: Open) -> None:
    hand = next(hand for hand in histories.kuhn(6) if any(hand.decisions))
    window = replay(hand)
    window.key("end")
    said = window.words()
    assert "50%" in said
    assert "rolled 91 of 100" in said
    assert "Frequencies are shown for agents only." in said


@pytest.mark.parametrize("game", GAMES)
def test_a_stored_decision_that_failed_is_told_as_one(replay: Open, game: str) -> None:
    hand = next(hand for hand in GAMES[game]() if any(hand.decisions))
    failed = [one and replace(one, strategy={}, roll=None) for one in hand.decisions]
    window = replay(PlayedHand.from_dict(replace(hand, decisions=tuple(failed)).to_dict()))
    window.key("end")
    assert "No valid decision, so the table plays instead." in window.words()


def test_an_id_says_that_it_tells_no_mixes(replay: Open) -> None:
    hand = histories.kuhn()[0]
    window = replay(from_id(hand.id))
    said = window.words()
    assert "Not recorded" in said
    assert "from an id" in said
    window.key("end")
    assert window.actions == list(hand.actions)


def test_a_hand_of_a_room_has_the_number_of_the_room(replay: Open, tmp_path: Path) -> None:
    window = replay(read_hand(tmp_path, WINAMAX))
    table: Any = window.app.screen
    assert "Hand 7-22-17700000, " in table.subtitle
    assert "Hand 7-22-17700000." in table.narration.speaker.history(table.view)
    worker: Any = window.app.worker
    worker.answerers[AskJudgement] = lambda asked: judged({FOLD: 0.0, asked.action or CALL: -1.0}, FOLD)
    window.key("t")
    window.settle()
    assert isinstance(window.app.screen, RetryScreen)
    assert window.app.screen.selection is not None
    assert where(window.app.screen.selection, AGENTS).startswith("Hand 7-22-17700000, ")


def test_you_sit_below_whatever_your_seat_was(replay: Open) -> None:
    (hand,) = histories.play(TableSpec("kuhn-poker", ("cfr-1000", "you"), seed=5), 1)
    window = replay(hand)
    assert window.app.screen.below == 1  # type: ignore[attr-defined]
    window.key("end")
    assert "You" in window.words()


def test_two_that_were_watched_are_told_by_name(replay: Open) -> None:
    hand = next(hand for hand in histories.watched_hands(4) if hand.returns[0] != 0)
    window = replay(hand)
    window.key("end")
    said = window.words()
    assert " wins " in said
    assert "You" not in said


def test_a_game_without_cards_has_none_to_close(replay: Open) -> None:
    window = replay(histories.tic_tac_toe()[0])
    assert not window.control("sight").enabled
    assert replay(histories.kuhn()[0]).control("sight").enabled


def test_id_is_copied_from_the_replay(replay: Open) -> None:
    hand = histories.holdem()[0]
    window = replay(hand)
    window.key("c")
    assert input.get() == hand.id
    input.put("")
    window.key("c", ctrl=True)
    assert from_id(input.get()) == hand


# ---- neighbours ----------------------------------------------------------------------------------------------
def test_next_and_previous_hand_of_the_list(replay: Open) -> None:
    hands = histories.holdem(3)[::-1]
    window = replay(hands[0], HandsAround(hands))
    window.key("4")
    window.key("n")
    assert (window.screen.hand.id, window.screen.pace.speed) == (hands[1].id, "4")
    window.key("n")
    window.key("n")
    assert window.screen.hand.id == hands[2].id
    window.key("p")
    assert window.screen.hand.id == hands[1].id
    window.key("escape")
    assert window.state["screen"] == "menu"


def test_a_neighbour_that_is_not_read_yet_is_waited_for(replay: Open) -> None:
    hands = histories.holdem(2)[::-1]
    source = HandsAround(hands)
    source.unread = {1}
    window = replay(hands[0], source)
    window.key("n")
    assert window.screen.hand.id == hands[0].id
    assert "Loading the history." in window.state["notice"]


def test_a_hand_of_a_match_is_replayed_with_its_stacks(replay: Open) -> None:
    spec = TableSpec("holdem", ("you", "tight"), seed=5, form="match", stacks=(3000, 3000))
    hand = histories.play(spec, 3)[2]
    window = replay(hand)
    window.key("end")
    assert window.app.screen.session.results[-1].returns == hand.returns  # type: ignore[attr-defined]


def test_someone_who_is_not_here_any_more_is_shown_by_name(replay: Open) -> None:
    hand = histories.kuhn(1)[0]
    gone = replace(hand, spec=replace(hand.spec, seats=("you", "retired")))
    assert "retired" in replay(gone).words()


def test_a_hand_is_looked_at_again_from_its_table(user_folder: Path) -> None:
    window = Table(user_folder, PlayKuhn, TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=4))
    window.key("g")
    assert window.state["screen"] == "play-kuhn"
    while window.screen.phase != "over":
        window.key("c")
    played = window.actions
    window.click("review")
    assert window.state["screen"] == "replay"
    window.key("end")
    assert window.actions == played
    window.key("escape")
    assert (window.state["screen"], window.screen.phase) == ("play-kuhn", "over")
    window.close()


# ---- drawing -------------------------------------------------------------------------------------------------
@pytest.mark.no_cover  # many cases, so untraced. Other tests cover this code.
@pytest.mark.parametrize("text_size", [80, 100, 200])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_no_text_leaves_its_place_or_touches_another(
    replay: Open, game: str, size: tuple[int, int], text_size: int
) -> None:
    window = replay(GAMES[game]()[0], size=size, text_size=text_size)
    for moment in ("begin", "right", "end"):
        if moment != "begin":
            window.key(moment)
            window.pass_time(4)
        place = f"{game} at {moment}, {text_size}%"
        assert_readable(window.marks(), window.app.painter.s.get_rect(), place)


@pytest.mark.parametrize("theme", THEMES)
def test_a_replay_draws_in_every_theme(replay: Open, theme: str) -> None:
    window = replay(histories.holdem()[0], painter=LoggingPainter, theme=theme)
    for moment in ("right", "end"):
        window.key(moment)
        window.pass_time(3)
    surface = window.app.painter.s
    colours = {tuple(surface.get_at((x, y))) for x in range(5, 1280, 40) for y in range(5, 720, 40)}
    assert len(colours) > 6
