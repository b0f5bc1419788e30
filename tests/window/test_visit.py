"""Features of a session: the summary, run-out equities, automatic next hands, notes, and talk."""

import itertools
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.agent_entries import AgentEntry
from game.archive.store import EVERYTHING, Archive, page
from game.features.history import ListHands
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.request import Refusal
from game.rules.betting import Street
from game.study.holdem import AskDuel, HandEquity
from game.study.judgements import AskJudgement
from game.study.play import Decide, LoadEquities
from game.study.saves import Saves
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.tables.visit import HANDS_A_LINE, MIN_HANDS, spoken_line
from game.texts import signed, text
from game.window.ui.input import Key
from tests.archive.hands_for_tests import hand
from tests.window.driver import with_pages
from tests.window.tables import Table, TableWorker, decide, judged
from tests.window.test_layout import assert_readable

CASH = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0")
KUHN = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0")
BOARD = TableSpec("tic-tac-toe", ("you", "values-10k"), first="seat-0")
SHARES = {0: 0.62, 3: 0.4, 4: 0.9, 5: 1.0}


def duel(request: AskDuel) -> HandEquity:
    share = SHARES[len(request.board)]
    return HandEquity(share, share, 0.0)


def check_is_a_mistake(request: Any) -> Any:
    """Judge that in Hold'em, a minimum raise is 2 big blinds better than a check or a call."""
    if request.game != "holdem":
        return Refusal("Only Hold'em is judged.")
    betting = request.info.betting
    least = betting.min_raise_to or betting.max_raise_to
    values = {1: 0.0, least: 2.0} if least else {1: 0.0}
    return judged(values, least or 1, stake=4.0)


def sit(
    opened: list[Table],
    folder: Path,
    spec: TableSpec = CASH,
    *script: int,
    kind: Any = PlayHoldem,
    **more: Any,
) -> Table:
    worker = TableWorker(
        {Decide: decide(*script), AskDuel: duel, AskJudgement: more.pop("grade", check_is_a_mistake)}
    )
    opened.append(Table(folder, kind, spec, worker, **more))
    return opened[-1]


def play_hands(table: Table, count: int) -> None:
    """Play hands to their end by checks and calls. After the last hand, no new hand is dealt."""
    for index in range(count):
        if index:
            table.key("space")
        while table.screen.phase == "yours":
            table.key("c")


# ---- the summary ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("hands", [2, 3])
def test_getting_up_from_a_cash_table_shows_a_summary(
    opened: list[Table], tmp_path: Path, hands: int
) -> None:
    table = sit(opened, tmp_path)
    play_hands(table, hands)
    nets = [result.returns[0] for result in table.session.results]
    table.key("escape")
    assert table.state["screen"] == "summary"
    figures = dict(table.screen.result.figures)
    assert figures["Hands"] == str(hands)
    told = "You won" if sum(nets) > 0 else "You lost" if sum(nets) < 0 else "You neither won nor lost"
    assert table.screen.result.title.startswith(told)
    assert figures["Best hand"] == signed(max(nets))
    assert figures["Worst hand"] == signed(min(nets))
    assert "decisions there cost" in table.screen.body
    table.key("return")
    assert table.state["screen"] == "blank"


def test_a_summary_tells_the_luck_only_if_it_is_known_for_all_hands(
    opened: list[Table], tmp_path: Path
) -> None:
    table = sit(opened, tmp_path)
    play_hands(table, MIN_HANDS)
    luck = [("Cards gave", "-2.44"), (text("luck.counted"), "1 of 2")]
    bodies = []
    for known in (luck[:1], luck):
        card = table.screen.visit.card(table.app, known)
        assert card is not None
        bodies.append(card.body)
    assert ["Cards gave" in body for body in bodies] == [True, False]


def test_getting_up_after_one_hand_tells_nothing(opened: list[Table], tmp_path: Path) -> None:
    table = sit(opened, tmp_path)
    play_hands(table, 1)
    table.key("escape")
    assert (table.state["screen"], table.state["notice"]) == ("blank", "")


def test_a_summary_counts_the_hands_since_the_player_sat_down(opened: list[Table], tmp_path: Path) -> None:
    table = sit(opened, tmp_path)
    play_hands(table, MIN_HANDS)
    table.key("space")
    again = sit(opened, tmp_path / "again", Session.from_dict(table.session.to_dict()))  # type: ignore[arg-type]
    play_hands(again, 1)
    again.key("escape")
    assert again.state["screen"] == "blank"


def test_a_summary_says_which_part_of_the_session_it_counts(opened: list[Table], tmp_path: Path) -> None:
    table = sit(opened, tmp_path)
    play_hands(table, MIN_HANDS)
    table.key("escape")
    assert "of this session" not in table.screen.body
    session = Session.from_dict(table.session.to_dict())
    session.next_hand()
    again = sit(opened, tmp_path / "again", session)  # type: ignore[arg-type]
    play_hands(again, MIN_HANDS)
    again.key("escape")
    part = f"These are {MIN_HANDS} of the {2 * MIN_HANDS} hands of this session."
    assert again.screen.body.startswith(part)


def test_the_hands_of_the_session_alone_are_shown_first(opened: list[Table], tmp_path: Path) -> None:
    Archive(tmp_path).append(hand("holdem", at=time.time() - 60))
    table = sit(opened, tmp_path)
    table.app.pages = with_pages()
    play_hands(table, MIN_HANDS)
    table.key("escape")
    table.click("history")
    (request,) = table.worker.all_asked(ListHands)
    assert page(tmp_path, request.filter).total == MIN_HANDS
    assert page(tmp_path).total == MIN_HANDS + 1
    assert table.widget("period").value == "Since you sat down"
    table.screen.show_all()
    assert table.worker.all_asked(ListHands)[-1].filter == EVERYTHING


def test_a_match_and_a_short_visit_have_no_summary(opened: list[Table], tmp_path: Path) -> None:
    for name, spec, hands in (
        ("short", CASH, MIN_HANDS - 1),
        ("match", replace(CASH, form="match"), MIN_HANDS),
    ):
        table = sit(opened, tmp_path / name, spec)
        play_hands(table, hands)
        table.key("escape")
        assert table.state["screen"] == "blank"


def test_the_costliest_street_is_named_for_practice(opened: list[Table], tmp_path: Path) -> None:
    table = sit(opened, tmp_path)
    table.table.visit._costs = {1: (Street.TURN, 1.5), 2: (Street.RIVER, 1.0), 3: (Street.TURN, 2.0)}
    assert table.table.visit.practise() == "To practise: the turn. 2 decisions there cost 3.5 bb."


def test_no_mistake_is_said_only_if_every_decision_is_graded(opened: list[Table], tmp_path: Path) -> None:
    def refuse(request: Any) -> Any:
        return Refusal("It is not judged.")

    def all_good(request: Any) -> Any:
        return judged({0: 0.0, 1: 0.0}, 1, stake=4.0)

    for name, grade in (("ungraded", refuse), ("graded", all_good)):
        table = sit(opened, tmp_path / name, grade=grade)
        play_hands(table, 2)
        count = sum(step.player == table.table.view.own for step in table.session.steps)
        visit = table.table.visit
        if name == "graded":
            assert visit.practise() == "No mistake in these hands."
        else:
            assert count
            assert visit._ungraded[2] == count
            both = sum(visit._ungraded.values())
            assert visit.practise() == f"{both} decisions are not graded yet."


# ---- an all-in -----------------------------------------------------------------------------------------------
def run_out(opened: list[Table], folder: Path, **settings: Any) -> list[tuple[str, str]]:
    """Go all-in, and return every pair of equities that the table then shows."""
    table = sit(opened, folder, **settings)
    table.keys("5", "r")
    table.app.send(Key("r", "r"))
    seen: list[tuple[str, str]] = []
    for _ in range(1_500):
        table.app.step([], 0.02)
        if (shown := table.table.picture().equities) != ("", "") and shown not in seen[-1:]:
            seen.append(shown)
        if table.screen.phase == "over":
            break
    return seen


def test_a_table_loads_the_equities_of_an_all_in_when_it_opens(opened: list[Table], tmp_path: Path) -> None:
    table = sit(opened, tmp_path)
    assert table.worker.all_asked(LoadEquities) == [LoadEquities()]


def test_both_equities_count_on_the_felt_while_a_run_out_is_dealt(
    opened: list[Table], tmp_path: Path
) -> None:
    seen = run_out(opened, tmp_path)
    own = [int(shown[1].rstrip("%")) for shown in seen]
    assert all(int(other.rstrip("%")) + int(mine.rstrip("%")) == 100 for other, mine in seen)
    assert abs(own[0] - 50) <= 5, "before the flop too they count, from even"
    assert len(own) > 20, "it counts in steps"
    assert max(abs(first - second) for first, second in itertools.pairwise(own)) <= 5


def test_an_all_in_waits_before_the_flop_for_equities_that_are_late(
    opened: list[Table], tmp_path: Path
) -> None:
    table = sit(opened, tmp_path)
    table.keys("5", "r")
    table.app.send(Key("r", "r"))
    timeline, review = table.screen.timeline, table.table.side.review
    equity, paused = review.equity, 0.0
    review.equity = lambda board: None
    for _ in range(400):
        table.app.step([], 0.02)
        step = timeline.animation_step
        paused += 0.02 * (step is not None and step.pause and step.scene.board == 0)
        if paused > 2.5:
            review.equity = equity
        if step is not None and step.scene.board > 0:
            break
    assert paused == pytest.approx(2.5 + 1.6, abs=0.1), "a whole pause follows"


def test_with_reduced_motion_equities_change_at_once(opened: list[Table], tmp_path: Path) -> None:
    assert len(run_out(opened, tmp_path, reduced_motion=True)) <= len(SHARES)


def sounds_of_showdowns(table: Table, monkeypatch: pytest.MonkeyPatch, *keys: str) -> list[str]:
    heard: list[str] = []
    monkeypatch.setattr(table.app.sound, "play", lambda name, ticks=3: heard.append(name))
    table.keys(*keys)
    while table.screen.phase == "yours":
        table.key("c")
    return [name for name in heard if name in ("win", "big_win", "loss")]


def test_an_all_in_that_is_won_sounds_larger_than_a_small_pot(
    opened: list[Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = set()
    for seed in range(6):
        spec = replace(CASH, seed=seed)
        large = sit(opened, tmp_path / f"large-{seed}", spec)
        heard |= {("large", name) for name in sounds_of_showdowns(large, monkeypatch, "5", "r", "r")}
        small = sit(opened, tmp_path / f"small-{seed}", spec)
        heard |= {("small", name) for name in sounds_of_showdowns(small, monkeypatch)}
    assert heard == {("large", "big_win"), ("large", "loss"), ("small", "win"), ("small", "loss")}


# ---- the next hand -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("kind", "spec", "key"), [(PlayHoldem, CASH, "f"), (PlayKuhn, KUHN, "b")])
def test_the_next_hand_comes_by_itself_if_that_is_set(
    opened: list[Table], tmp_path: Path, kind: Any, spec: TableSpec, key: str
) -> None:
    table = sit(opened, tmp_path, spec, kind=kind)
    table.app.change(speed="0.5")
    table.key(key)
    while table.screen.phase == "yours":
        table.key("c")
    assert (table.screen.phase, table.session.hand_number) == ("over", 1)
    table.key("n")
    assert table.app.settings.auto_next
    assert table.session.hand_number == 2


def test_whoever_does_something_deals_the_next_hand_without_help(opened: list[Table], tmp_path: Path) -> None:
    table = sit(opened, tmp_path)
    table.key("f")
    table.app.change(auto_next=True)
    table.table.auto_next.on_phase("over", "moving")
    table.key("tab")
    assert (table.screen.phase, table.session.hand_number) == ("over", 1)


# ---- shown cards, notes and talk -----------------------------------------------------------------------------
def test_fold_and_show_turns_the_cards_over(opened: list[Table], tmp_path: Path) -> None:
    table = sit(opened, tmp_path)
    table.key("f", shift=True)
    assert table.actions == [0]
    assert "You folded and showed your cards." in table.words()
    assert not any(card.veiled for card in table.table.picture().hole[1])
    table.keys("space", "c")
    while table.screen.phase != "over":
        table.key("c")
    assert "You folded and showed your cards." not in table.words(), "the next hand was not folded"
    table.keys("space")
    table.table.person.guard()
    table.key("f", shift=True)
    assert not table.table.panel.shows_fold, "the key was ignored"
    hidden = sit(opened, tmp_path / "hidden")
    hidden.key("f")
    assert all(card.veiled for card in hidden.table.picture().hole[1])


def test_a_note_is_kept_with_the_opponent_and_shown_at_the_table(opened: list[Table], tmp_path: Path) -> None:
    table = sit(opened, tmp_path)
    table.key("k")
    assert table.state["screen"] == "note"
    table.type("folds to big bets")
    table.key("return")
    assert "folds to big bets" in table.words()
    assert Saves(tmp_path).note_on("holdem", "steady") == "folds to big bets"
    table.app.saves.add_result("holdem", "steady", 1.0, (5, 1))
    assert Saves(tmp_path).note_on("holdem", "steady") == "folds to big bets"
    table.app.saves.forget_records()
    assert table.app.saves.note_on("holdem", "steady") == ""


def test_an_opponent_speaks_seldom_and_the_same_words_for_the_same_hand() -> None:
    colonel = AgentEntry("maniac", "holdem", "rules", "Raises.")
    session = Session(replace(CASH, seats=("you", "maniac")))
    said = []
    for _ in range(4 * HANDS_A_LINE):
        words = spoken_line(session, colonel, 3_000.0)
        assert words == spoken_line(session, colonel, 3_000.0)
        said.append(words)
        session.act(0)
        session.next_hand()
    assert len([words for words in said if words]) == 4
    assert spoken_line(session, AgentEntry("nobody", "holdem", "rules", ""), 3_000.0) == ""


def test_lines_of_opponents_can_be_switched_off(opened: list[Table], tmp_path: Path) -> None:
    agents = [AgentEntry("maniac", "holdem", "rules", "Raises.")]
    table = sit(opened, tmp_path, replace(CASH, seats=("you", "maniac")), agents=agents)
    notes = []
    for _ in range(HANDS_A_LINE):
        table.key("f" if table.screen.view.state.betting.to_call else "c")
        while table.screen.phase == "yours":
            table.key("c")
        notes.append(table.table.picture().seats[0].note)
        if table.table.line:
            table.app.change(talk=False)
            assert table.table.line == ""
            table.app.change(talk=True)
        table.key("space")
    assert sum(note.startswith("“") for note in notes) == 1


# ---- the layout ----------------------------------------------------------------------------------------------
LOOKS = [((900, 560), 100), ((900, 560), 200), ((1280, 720), 100), ((1920, 1080), 100), ((640, 400), 100)]


@pytest.mark.parametrize(("size", "text_size"), LOOKS)
@pytest.mark.parametrize("kind", [PlayHoldem, PlayKuhn, PlayTicTacToe])
def test_the_words_of_the_tutor_fit_below_every_table(
    opened: list[Table], tmp_path: Path, kind: Any, size: tuple[int, int], text_size: int
) -> None:
    game = {PlayHoldem: CASH, PlayKuhn: KUHN, PlayTicTacToe: BOARD}[kind]
    spec = replace(game, teaching=True, tutor=True)
    table = sit(opened, tmp_path, spec, kind=kind, size=size, text_size=text_size)
    grade = judged({1: 0.0, 2: 3.0}, 2, equity=0.14 if kind is PlayHoldem else None).grade(1)
    table.table.tutor._warn(1, grade)
    assert {"think", "anyway"} <= {control.name for control in table.app.controls()}
    assert_readable(table.marks(), table.app.painter.s.get_rect(), "the tutor")


@pytest.mark.parametrize(("size", "text_size"), LOOKS)
def test_the_words_of_result_note_and_summary_fit(
    opened: list[Table], tmp_path: Path, size: tuple[int, int], text_size: int
) -> None:
    table = sit(opened, tmp_path, size=size, text_size=text_size)
    window = table.app.painter.s.get_rect()
    play_hands(table, MIN_HANDS)
    assert_readable(table.marks(), window, "the result")
    table.key("k")
    assert_readable(table.marks(), window, "the note")
    table.key("escape")
    table.app.saves.set_note("holdem", "steady", "a note that is as long as a note can be, " * 3)
    table.key("space")
    assert_readable(table.marks(), window, "a hand with a note")
    table.key("escape")
    assert table.state["screen"] == "summary"
    assert_readable(table.marks(), window, "the summary")
