"""Texts of the voice at tables, on pages and in dialogs, and failures of the voice."""

from __future__ import annotations

import stat
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.app import narrator
from game.core import BadInput
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.study.judgements import AskJudgement, Judgement
from game.study.play import Decide
from game.tables.holdem.screen import PlayHoldem
from game.tables.kuhn.screen import PlayKuhn
from game.tables.tic_tac_toe.screen import PlayTicTacToe
from game.tables.tic_tac_toe.view import BoardWidget
from game.texts import english, use, use_texts
from game.window.frame.spoken import end_sentence, name_hands, name_key, read_signs
from game.window.ui import speech
from game.window.ui.canvas.lettering import TextMark, join_lines
from game.window.ui.speech import NoEngine, ProgramEngine, Voice, clean
from tests.features.drills import show as drill_pages
from tests.features.lab import show as lab_pages
from tests.features.solver import show as solver_pages
from tests.window.conftest import Open
from tests.window.driver import Recorder
from tests.window.runs import Training, TrainingWorker
from tests.window.tables import Table, TableWorker, decide, judged, perfect_judgement
from tests.window.watching import Watching
from tests.window.watching import windows as watching_windows


@pytest.fixture
def watching(user_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Watching]]:
    yield from watching_windows(user_folder, monkeypatch)


def sit_down(folder: Path, make: type, spec: TableSpec, worker: TableWorker) -> tuple[Table, Recorder]:
    voice = Recorder()
    return Table(folder, make, spec, worker, voice=voice, voice_rate=100), voice


def test_a_hand_of_holdem_is_played_by_ear(tmp_path: Path) -> None:
    spec = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0")
    table, voice = sit_down(tmp_path, PlayHoldem, spec, TableWorker({Decide: decide(1, 1, 1, 1)}))
    table.key("f2")
    assert voice.take()[:2] == [
        "Hold'em. No limit, blinds 50/100. Hand 1.",
        "You hold ten of diamonds, eight of diamonds. Ten-eight suited. No cards on the board. Your turn. "
        "Pot 150. Fold: press F. Call 50: press C. Raise to 200: press R. "
        "Up and down change the amount, 200 to 20,000.",
    ]
    for key in ("c", "up", "r"):
        table.key(key)
    assert voice.take() == [
        "You call",
        "Steady checks",
        "Flop: ace of diamonds, two of diamonds, nine of diamonds",
        "Steady checks",
        "Your turn. Ace-high flush. Pot 200. Check: press C. Bet 100: press R. "
        "Up and down change the amount, 100 to 19,900.",
        "Check, button",
        "Bet 200",
        "You bet 200",
        "Steady calls",
        "Turn: seven of hearts",
        "Steady checks",
        "Your turn. Ace-high flush. Pot 600. Check: press C. Bet 300: press R. "
        "Up and down change the amount, 100 to 19,700.",
        "Check, button",
    ]
    table.key("f")
    assert voice.take() == ["There is no bet to fold to. Checking is free."]
    table.keys("c", "f5", "f6", "f7")
    assert voice.take()[-3:] == [
        "You hold ten of diamonds, eight of diamonds. Ace-high flush.",
        "Board: ace of diamonds, two of diamonds, nine of diamonds, seven of hearts, eight of clubs",
        "Pot 600. You have 19,700 left. Steady has 19,700 left.",
    ]
    table.keys("c", "f8")
    *_, result, focus, history = voice.take()
    assert result.startswith("Steady has nine of spades, five of clubs. You win 300 with a flush, ace high.")
    assert focus == "Next hand, button"
    assert "Flop: ace of diamonds, two of diamonds, nine of diamonds. Steady checks. You bet 200." in history
    table.key("g")
    replayed = voice.take()
    assert {"Steady calls", "Flop: ace of diamonds, two of diamonds, nine of diamonds"} <= set(replayed)
    assert "You hold ten of diamonds, eight of diamonds" in replayed[1]
    assert [line for line in replayed if line.startswith("You ") and "hold" not in line] == [
        "You call",
        "You bet 200",
        "You check",
        "You check",
    ]
    table.close()


def test_the_title_comes_first_and_amounts_and_an_all_in_are_heard(tmp_path: Path) -> None:
    spec = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", teaching=True)
    table, voice = sit_down(tmp_path, PlayHoldem, spec, TableWorker({Decide: decide(1, 1)}))
    table.app.change(voice=True)
    table.settle()
    voice.take()
    table.app.resume(Session(spec))
    table.settle()
    title, deal, turn, _ = voice.take()
    assert title.startswith("Hold'em. No limit")
    assert deal.startswith("Hand 1. You have the button")
    assert turn.startswith("Your turn. Pot 150.")
    table.keys("f9", "2", "4", "r")
    choices, *amounts = voice.take()
    assert choices.endswith(
        "The digits set the amount. 1: 200; 2: 250; 3: 300; 4: All-in 20,000. Raise to 200."
    )
    assert amounts == ["Raise to 250", "All-in 20,000", "All-in 20,000, press again", "All-in 20,000, button"]
    table.keys("c", "z")
    told = [line for line in voice.take() if line.startswith(("Hand 1.", "Your turn."))]
    assert told[-2:] == [deal, turn]
    table.keys("4", "r", "r")
    assert "You go all-in, 20,000" in voice.take()
    table.close()


def test_a_digit_without_an_amount_says_which_digits_have_one(tmp_path: Path) -> None:
    spec = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", stacks=(300, 300))
    table, voice = sit_down(tmp_path, PlayHoldem, spec, TableWorker())
    table.app.change(voice=True)
    table.settle()
    voice.take()
    table.key("4")
    assert voice.take() == ["Keys that choose here: 1, 2, 3."]
    table.close()


def test_the_grades_of_a_hand_of_holdem_are_heard(tmp_path: Path) -> None:
    spec = TableSpec("holdem", ("you", "steady"), seed=5, first="seat-0", teaching=True)

    def judge(request: AskJudgement) -> Judgement:
        is_first = not request.info.board
        return judged({0: -1.0, 1: -2.2}, 0) if is_first else judged({1: 1.0, 100: 1.0}, 1)

    worker = TableWorker({Decide: decide(1, 1, 1, 1), AskJudgement: judge})
    table, voice = sit_down(tmp_path, PlayHoldem, spec, worker)
    table.key("f2")
    table.keys("c", "c", "c")
    voice.take()
    table.key("c")
    said = voice.take()
    assert said[0] == "You check"
    assert said[1].startswith("Steady has nine of spades, five of clubs. You win 100 with a flush, ace high.")
    assert said[2:] == [
        "3 best moves, 1 blunder. Largest loss: 1.20 big blinds. Costliest: Preflop: Call. Best: fold. "
        "Retry mistake: press T.",
        "Next hand, button",
    ]
    table.close()


def test_a_hand_of_kuhn_poker_its_hint_and_its_grade_are_heard(tmp_path: Path) -> None:
    spec = TableSpec("kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0", teaching=True)
    judge = {AskJudgement: lambda request: judged({0: -1.0, 1: -1.0}, 1, {0: 1 / 3, 1: 2 / 3})}
    table, voice = sit_down(tmp_path, PlayKuhn, spec, TableWorker({Decide: decide(1), **judge}))
    table.app.change(voice=True)
    table.settle()
    voice.take()
    table.keys("h", "c", "c")
    assert voice.take() == [
        "Best strategy: to open: 33% check, 67% bet 1.",
        "You check",
        "Kuhn cfr final bets",
        "Your turn. You hold the king. Kuhn cfr final bets 1. Calling costs 1. Pot 3. "
        "Fold: press F. Call 1: press C.",
        "Call 1, button",
        "You call",
        "You win 2. King beats queen. Kuhn cfr final held the queen. The ace stayed hidden. "
        "Press Space to continue.",
        "2 best moves.",
        "Next hand, button",
    ]
    table.close()


def test_a_decision_that_the_tutor_gives_back_is_told_again(tmp_path: Path) -> None:
    spec = TableSpec(
        "kuhn-poker", ("you", "kuhn-cfr-final"), seed=3, first="seat-0", teaching=True, tutor=True
    )
    judge = {AskJudgement: lambda request: judged({0: -1.0, 1: -2.0}, 0, error=0.0)}
    table, voice = sit_down(tmp_path, PlayKuhn, spec, TableWorker({Decide: decide(1), **judge}))
    table.app.change(voice=True)
    table.settle()
    voice.take()
    table.key("b")
    assert voice.take()[1].endswith("Stop tutor: press Q.")
    table.key("w")
    assert voice.take() == [
        "Your turn. You open. Pot 2. Check: press C. Bet 1: press B.",
        "Check, button",
    ]
    table.close()


def test_a_game_of_tic_tac_toe_is_played_by_ear(tmp_path: Path) -> None:
    spec = TableSpec("tic-tac-toe", ("you", "values-1m"), seed=1, first="seat-0")
    worker = TableWorker({Decide: decide(1, 0), AskJudgement: perfect_judgement})
    table, voice = sit_down(tmp_path, PlayTicTacToe, spec, worker)
    table.app.change(voice=True)
    table.settle()
    voice.take()
    table.keys("return", "left", "return", "up", "right", "down", "right", "return")
    assert [line for line in voice.take() if "arrows" not in line] == [
        "You, X: Centre",
        "Values, O: Top centre",
        "Middle left",
        "You, X: Middle left",
        "Values, O: Top left",
        "Top left, O",
        "Top centre, O",
        "Centre, X",
        "Middle right",
        "You, X: Middle right",
        "You win along the middle row. Press Space to continue.",
        "Rematch, button",
        "3 best moves.",
    ]
    table.close()


def test_a_watched_table_calls_no_player_you(watching: Callable[..., Watching]) -> None:
    voice = Recorder()
    window = watching("tic-tac-toe", voice=voice)
    window.app.change(voice=True)
    window.begin()
    name = window.screen.portrait(window.screen.below).name
    window.keys("f5", "f7")
    assert voice.take()[-2:] == [f"{name} has X", "X starts. Any square."]


def test_a_square_is_told_with_the_comma_of_the_language() -> None:
    board = BoardWidget("", lambda cell: None, ["左上"] * 9)
    board.contents = {board.cursor: "O"}
    try:
        use("zh")
        assert board.value == "左上，O"
    finally:
        use_texts(english())


def test_menu_tour_and_settings_are_read(open_window: Open) -> None:
    voice = Recorder()
    driver = open_window(voice=voice, toured=True)
    driver.key("f2")
    driver.key("tab")
    assert [line for line in voice.take() if not line.startswith("Voice on")] == [
        "Parlour",
        "Tic-tac-toe, button. No results here yet",
        "Kuhn poker, button. No results here yet",
    ]
    driver.app.show_tour()
    driver.settle()
    tour = voice.take()
    driver.key("return")
    assert (tour[0], tour[-1]) == ("Show me around the menu", "Next, button")
    assert len(tour[1]) > 40
    assert [line for line in voice.take() if len(line) > 40 and line != tour[1]]
    driver.key("escape")
    driver.app.open("settings", "sound")
    driver.settle()
    driver.keys("tab", "tab")
    assert voice.take()[-4:] == [
        "Settings",
        "Settings, tabs. Sound, 3 of 6",
        "Volume, slider. 70%",
        "Mute, switch. off",
    ]
    driver.key("f3")
    assert "Voice. reads everything aloud; F2 at any time." in voice.take()[0]
    driver.key("?")
    assert voice.take()[0] == "Keys and rules"
    driver.key("?")
    voice.take()
    driver.app.say("Saved.")
    driver.settle()
    assert voice.take() == ["Saved."]
    driver.app.open("new_game", "tic-tac-toe")
    driver.settle()
    voice.take()
    driver.key("left")
    assert voice.take() == ["Toss, 1 of 3. The coin. Flips a coin for every decision. no measurement."]
    driver.screen.controls.focus("style")
    driver.settle()
    assert voice.take()[-1] == "Kind of table, choice. Serious, 1 of 4. no hints, counts for the ladder."


def test_a_button_that_changes_late_is_told(user_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrator, "ECHO_SECONDS", -1.0)
    voice = Recorder()
    window = Training(user_folder, TrainingWorker(), voice=voice, toured=True)
    try:
        window.app.change(voice=True)
        window.begin()
        window.train_to(2_600)
        voice.take()
        window.key("space")
        assert voice.take()[-1] == "Continue, button"
    finally:
        window.close()


def test_typing_does_not_repeat_what_a_field_is_for(open_window: Open) -> None:
    voice = Recorder()
    driver = open_window(voice=voice, toured=True)
    driver.app.change(voice=True)
    driver.app.open("solver")
    driver.settle()
    driver.screen.controls.focus("oop")
    driver.settle()
    assert voice.take()[-1].endswith(
        ". AA, KTs+, 99-66, AQo:0.5, queen of hearts, jack of hearts: a weight follows a colon."
    )
    driver.keys("a", "k")
    assert voice.take() == ["a", "ak"]


def test_a_river_solve_a_tree_and_a_chart_are_walked_point_by_point(open_window: Open) -> None:
    voice = Recorder()
    driver = open_window(voice=voice, toured=True)
    driver.app.change(voice=True)
    solver_pages.PLACES["solver river"](driver.app)
    driver.settle()
    said = voice.take()
    assert "Solver: queen of spades, jack of hearts, two of hearts, eight of diamonds is solved." in said
    assert said[-1] == "Betting, path. OOP, Check, 100.0%"
    assert said[-2].startswith("Card two of clubs. OOP, pot 200. 1: ")
    driver.keys("left", "right")
    assert voice.take() == ["Card two of clubs", "OOP, All-in 150, 0.0%"]
    driver.screen.controls.focus("grid")
    driver.settle()
    driver.keys("right", "down")
    assert voice.take() == [
        "Range of the player to act, grid. pair of aces: Check 100%",
        "ace king suited: not in range",
        "pair of kings: not in range",
    ]
    lab_pages.PLACES["lab tree"](driver.app)
    driver.settle()
    driver.words()  # drawing places the boxes
    driver.screen.controls.focus("game_tree")
    driver.settle()
    driver.keys("right", "down")
    tree = voice.take()
    assert tree[2].startswith("Game tree, picture. Q-K, Q: player 1, worth +0.411")
    assert tree[-1].startswith("Q-A, Q: player 1, worth ")
    driver.screen.controls.focus("exploit")
    driver.settle()
    assert voice.take()[-1].startswith("Exploitability, chart. cfr 0.0")


@pytest.mark.parametrize("place", ["spot", "fork"])
def test_a_drill_card_is_answered_by_ear(open_window: Open, place: str) -> None:
    question, digits, verdict = DRILLS[place]
    voice = Recorder()
    driver = open_window(voice=voice, toured=True)
    driver.app.change(voice=True)
    drill_pages.PLACES[f"drill {place}"](driver.app)
    driver.settle()
    assert question in voice.take()
    driver.keys("f9", "9")
    assert voice.take() == [question, digits]
    driver.app.home()
    drill_pages.PLACES[f"drilled {place}"](driver.app)
    driver.settle()
    assert voice.take()[-2:] == [verdict, "Next card, button"]
    driver.key("f9")
    assert voice.take() == [verdict]


DRILLS = {
    "spot": (
        "You hold ten of spades, nine of spades. Board: queen of spades, jack of hearts, two of hearts, "
        "eight of diamonds, five of clubs. A spot of the solver: queen of spades, jack of hearts, two of "
        "hearts, eight of diamonds, five of clubs, pot 80, 120 behind. River: you check, opponent bets 60. "
        "Pot 140. You have 120 left. Opponent has 60 left. You face a bet of 60. What do you do? "
        "Fold: press 1. Call 60: press 2. All-in 120: press 3.",
        "Keys that choose here: 1, 2, 3.",
        "Your answer: Fold. Blunder. costs 90.00 chips. Best: all-in 120. Your equity against the likely "
        "hands is 93%; a call needs 30%. You will see it again in 12 days.",
    ),
    "fork": (
        "You are O. Your move. Top left, X. Centre, O. Bottom right, X. Keys 1 to 9 play a square.",
        "Keys that choose here: 2, 3, 4, 6, 7, 8.",
        "Your answer: Top right. Mistake. gives away half a point. Best: top centre, middle left, "
        "middle right or bottom centre. Four squares draw. "
        "You will see it again in 12 days.",
    ),
}
"""The question of a drill card, the answer to a digit without a button, and the verdict, as the voice says them."""


def test_each_quarter_of_long_work_is_said_once(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    voice = Recorder()
    driver = open_window(voice=voice, toured=True)
    driver.app.change(voice=True)
    driver.settle()
    voice.take()
    badge = [""]
    pages = {"solver": replace(driver.app.pages["solver"], badge=lambda models: badge[0])}
    monkeypatch.setattr(driver.app, "pages", {**driver.app.pages, **pages})
    for share in ("3%", "26%", "31%", "74%", "80%", "", "30%"):
        badge[0] = share
        driver.settle()
    shares = (26, 74, 80, 30)
    assert voice.take() == [f"Solver: {share} percent done." for share in shares]


@pytest.mark.parametrize("key", ["w", "return"])
def test_a_key_that_cannot_act_says_why(open_window: Open, key: str) -> None:
    voice = Recorder()
    driver = open_window(voice=voice, toured=True)
    driver.app.change(voice=True)
    driver.app.open("solver")
    driver.screen.controls.focus("keep" if key == "return" else "walk")
    driver.settle()
    voice.take()
    driver.key(key)
    reasons = {"w": "Solve a spot first, or open a file.", "return": "This spot is not solved yet."}
    assert voice.take() == [reasons[key]]


def test_lines_of_a_paragraph_are_one_sentence() -> None:
    lines = [("The blinds rise", 10), ("after this hand.", 30), ("Pot", 90)]
    marks = [
        TextMark(words, pygame.Rect(5, top, 90, 14), pygame.Rect(0, 0, 200, 200)) for words, top in lines
    ]
    assert join_lines(marks) == "The blinds rise after this hand. Pot"


def test_a_wrapped_line_goes_on_and_abbreviations_stay_capitals() -> None:
    drawn = ("Then choose an opponent, or", 5, 10), ("climb the ladder.", 7, 30), ("OOP, 31 HANDS", 5, 90)
    marks = [
        TextMark(words, pygame.Rect(left, top, 90, 14), pygame.Rect(0, 0, 200, 200))
        for words, left, top in drawn
    ]
    assert join_lines(marks) == "Then choose an opponent, or climb the ladder. OOP, 31 hands"


def test_a_heading_is_read_as_it_was_written_before_it_became_capitals() -> None:
    place = pygame.Rect(5, 10, 90, 14)
    mark = TextMark("BEFORE THE FLOP, OOP", place, pygame.Rect(0, 0, 200, 200), "Before the flop, OOP")
    assert join_lines([mark]) == "Before the flop, OOP"


def test_an_amount_before_a_chinese_full_stop_is_no_hand() -> None:
    assert [name_hands(words) for words in ("底池 75。", "底池 75，", "pot 75.")] == [
        "底池 75。",
        "底池 75，",
        "pot 75.",
    ]


def test_keys_are_read_as_words() -> None:
    assert [name_key(key) for key in ("Space", "\u2192 or S", "1\u20139", "?")] == [
        "key Space",
        "key right arrow or S",
        "key 1 to 9",
        "key question mark",
    ]


def test_hands_and_signs_are_read_as_words() -> None:
    assert name_hands("AKs: raise 80%, call 20%") == "ace king suited: raise 80%, call 20%"
    assert name_hands("QQ and Td") == "pair of queens and ten of diamonds"
    assert read_signs("\u22122.5 bb, AsKd, 3x") == (
        "minus 2.5 big blinds, ace of spades, king of diamonds, 3 times"
    )


def _program(folder: Path, body: str) -> ProgramEngine:
    file = folder / "speaks"
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return ProgramEngine(lambda words, language, rate: (str(file), language, words))


def test_a_translation_without_words_is_no_sentence() -> None:
    assert [end_sentence(one) for one in ("", "Pot 9", "Pot 9.")] == ["", "Pot 9.", "Pot 9."]


UNSAFE = (
    "Bob\u2019); Remove-Item *; (\u2018",
    "'; calc; '",
    "--stdin -w owned.wav",
    '"; calc; "',
    "$(calc) `calc`",
    "[[volm 0]] Bob",
)


def test_windows_gets_spoken_words_by_the_environment_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launched: list[tuple[tuple[str, ...], dict[str, str]]] = []
    monkeypatch.setattr(
        speech, "_launch", lambda command, environment: launched.append((command, environment))
    )
    engine = ProgramEngine(speech._sapi)
    for words in UNSAFE:
        engine.start(words, "de", 100)
    commands = {command for command, _ in launched}
    assert len(commands) == 1
    assert [given["PARLOUR_SPOKEN_WORDS"] for _, given in launched] == list(UNSAFE)
    assert all(given["PARLOUR_SPOKEN_LANGUAGE"] == "de" and "PATH" in given for _, given in launched)
    assert "$env:PARLOUR_SPOKEN_WORDS" in commands.pop()[-1]


@pytest.mark.parametrize("command", [*(command for _, command in speech.PROGRAMS), speech._say])
def test_spoken_words_are_no_options_of_a_speech_program(command: speech.Command) -> None:
    for words in UNSAFE:
        line = command(words, "en", 100)
        assert line[-2:] == ("--", words)
        assert not any(words in part for part in line[:-1])


def test_a_program_gets_the_words_as_they_are_but_no_signs_of_control(tmp_path: Path) -> None:
    said = tmp_path / "said"
    voice = Voice(lambda: _program(tmp_path, f'echo "$2|$PARLOUR_SPOKEN_WORDS" >> {said}'))
    voice.set(on=True, rate=100)
    for words in (UNSAFE[0], "Bob\0\ud800\nfolds", "[[volm 0]] Bob", "[[[volm 0]] Bob"):
        voice.tell(words, "en")
    _wait_for(voice)
    voice.close()
    expected = (UNSAFE[0], "Bob   folds", "[ [volm 0]] Bob", "[ [ [volm 0]] Bob")
    assert said.read_text("utf-8").splitlines() == [f"{one}|{one}" for one in expected]
    assert len(clean("a" * 10**6)) == speech.MAX_LETTERS


VOICES_OF_A_MAC = """Albert              en_US    # Hello! My name is Albert.
Anna                de_DE    # Hallo! Ich hei\xdfe Anna.
Bad News            en_US    # Hello! My name is Bad News.
Eddy (German (Germany)) de_DE    # Hallo! Ich hei\xdfe Eddy.
Majed               ar_001   # Hallo
Samantha            en_US    # Hello! My name is Samantha.
Yuri                ru_RU    # Hello
"""


def test_a_mac_speaks_the_language_of_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "_list_mac_voices", lambda: VOICES_OF_A_MAC)
    monkeypatch.setattr(speech, "system_language", lambda: "es")
    voices = {code: speech._say("a", code, 100)[1:3] for code in ("en", "de", "ru", "es", "zh")}
    own = ("-r", "175")
    expected = {"en": ("-v", "Samantha"), "de": ("-v", "Anna"), "ru": ("-v", "Yuri"), "es": own, "zh": own}
    assert voices == expected


def _wait_for(voice: Voice, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while voice.is_busy and time.monotonic() < end:
        time.sleep(0.005)
    assert not voice.is_busy


@pytest.mark.parametrize("body", ["exec sleep 60", "exit 3"])
def test_a_program_that_hangs_or_dies_is_silence_and_one_notice(
    open_window: Open, tmp_path: Path, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.window.ui.speech.SECONDS_A_LETTER", 0.0)
    voice = Voice(lambda: _program(tmp_path, body), patience=0.05)
    driver = open_window(voice=voice, toured=True)
    driver.key("f2")
    before = driver.app._notice.said_count
    _wait_for(voice)
    for _ in range(3):
        driver.keys("tab")
    assert driver.state["notice"].startswith("The speech program has stopped.")
    assert driver.app._notice.said_count == before + 1


class Scripted:
    """An engine that records its sentences. Each call blocks until the test sets `may_go_on`."""

    def __init__(self, error: Exception | None = None, fails_in: str = "") -> None:
        self.said: list[str] = []
        self.may_go_on = threading.Event()
        self._error, self._fails_in = error, fails_in
        self._is_stopped = True

    def find(self) -> Scripted:
        self._call("find")
        return self

    def start(self, words: str, language: str, rate: int) -> None:
        self.said.append(words)
        self._is_stopped = False
        self._call("start")

    @property
    def speaking(self) -> bool:
        self._call("speaking")
        return not self._is_stopped

    def stop(self) -> None:
        self._is_stopped = True

    def _call(self, name: str) -> None:
        if self._error is not None and name == self._fails_in:
            raise self._error
        assert self.may_go_on.wait(10.0)


def test_silenced_words_are_not_heard_again_as_the_focus_moves() -> None:
    engine = Scripted()
    voice = Voice(lambda: engine)
    voice.set(on=True, rate=100)
    voice.tell("Steady bets 4", "en")
    while not engine.said:
        time.sleep(0.001)
    voice.hush()
    voice.focus("Fold", "en")
    engine.may_go_on.set()
    end = time.monotonic() + 5.0
    while len(engine.said) < 2 and time.monotonic() < end:
        time.sleep(0.001)
    voice.close()
    assert engine.said == ["Steady bets 4", "Fold"]


@pytest.mark.parametrize("fails_in", ["find", "start", "speaking"])
@pytest.mark.parametrize(
    "error", [AttributeError("Context"), UnicodeEncodeError("latin-1", "\u2014", 0, 1, "")]
)
def test_an_error_of_any_kind_is_silence(fails_in: str, error: Exception) -> None:
    engine = Scripted(error, fails_in)
    engine.may_go_on.set()
    voice = Voice(engine.find)
    voice.set(on=True, rate=100)
    voice.tell("Steady bets 4", "en")
    _wait_for(voice)
    assert voice.trouble == "failed"
    voice.set(on=False, rate=100)
    voice.set(on=True, rate=100)
    assert voice.trouble == ""
    voice.close()


def test_an_engine_that_is_not_found_in_time_is_silence_until_the_voice_is_on_again() -> None:
    engine = Scripted()
    voice = Voice(engine.find, patience=0.05)
    voice.set(on=True, rate=100)
    voice.tell("Steady bets 4", "en")
    _wait_for(voice, 5.0)
    assert voice.trouble == "failed"
    voice.tell("Steady folds", "en")
    for on in (False, True):
        voice.set(on=on, rate=100)
    time.sleep(0.06)
    assert (voice.is_busy, voice.trouble) == (False, "")
    engine.may_go_on.set()
    voice.close()
    assert engine.said == []


def test_no_frame_waits_for_an_engine_that_hangs(open_window: Open) -> None:
    engine = Scripted()
    driver = open_window(voice=Voice(engine.find), toured=True)
    driver.key("f2")
    for key in ("tab", "down", "f3", "f4", "tab", "f2", "f2"):
        driver.key(key)
    driver.app.step([], 0.02)
    assert driver.app.settings.voice
    assert driver.app.is_speaking
    assert not engine.said
    engine.may_go_on.set()


def test_a_page_that_cannot_be_read_is_drawn_as_before(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = open_window(voice=Recorder(), toured=True)
    driver.key("f2")
    before = driver.app.painter.log

    def fail(painter: object) -> None:
        raise BadInput("unreadable")

    monkeypatch.setattr(driver.screen, "draw", fail)
    with pytest.raises(BadInput):
        driver.app.read_page()
    assert driver.app.painter.log is before


def test_a_missing_program_is_one_notice(open_window: Open) -> None:
    def find() -> ProgramEngine:
        raise NoEngine

    voice = Voice(find)
    driver = open_window(voice=voice, toured=True)
    driver.key("f2")
    _wait_for(voice)
    driver.key("tab")
    assert driver.state["notice"].startswith("No speech program found.")


def test_what_happened_is_read_though_the_focus_moves(tmp_path: Path) -> None:
    said = tmp_path / "said"
    voice = Voice(lambda: _program(tmp_path, f'sleep 0.03; echo "$1 $2" >> {said}'))
    voice.set(on=True, rate=100)
    voice.tell("Steady bets 4", "en")
    for words in ("Fold", "Call", "Raise"):
        voice.focus(words, "de")
    voice.tell("Pot 9", "en")
    _wait_for(voice)
    voice.close()
    assert said.read_text().splitlines() == ["en Steady bets 4", "de Raise", "en Pot 9"]


def test_a_notice_stays_until_it_is_read(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = open_window(toured=True)
    monkeypatch.setattr(Voice, "is_busy", True)
    driver.app.say("Saved.")
    for _ in range(5):
        driver.app.step([], 2.0)
    assert driver.state["notice"] == "Saved."
    monkeypatch.setattr(Voice, "is_busy", False)
    for _ in range(5):
        driver.app.step([], 2.0)
    assert not driver.state["notice"]
