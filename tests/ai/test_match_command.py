"""The commands `match`, `play` and `yardstick`, for other programs and for people."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from ai.commands.interrupts import interrupts_noted
from ai.commands.output import format_number, format_signed
from ai.evaluation.head_to_head import MatchSpec, play_match
from game.core import Decision
from game.match import acpc, phh
from game.match.acpc import from_acpc, rules_from_header
from game.match.phh import HandRecord
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, KuhnInformationState
from tests.ai.agents.bots import CALLS, bot
from tests.ai.asking import Run, run_json

ROOT = Path(__file__).parents[2]


def test_a_match_reports_mean_interval_and_counts(run: Run) -> None:
    row = run_json(run, "match", "kuhn-poker", "vesper-10000", "uniform", "--hands", "200", "--duplicate")
    assert list(row) == ["a", "b", "hands", "mean", "ci95", "unit", "wins", "draws", "losses", "seconds"]
    assert (row["a"], row["hands"], row["unit"]) == ("vesper-10000", 200, "chips/hand")
    assert row["wins"] + row["draws"] + row["losses"] == 200


def test_the_seed_and_not_the_number_of_workers_decides_a_match(run: Run) -> None:
    words = ("match", "tic-tac-toe", "random", "ada-20", "--hands", "120")
    first, again, other = (
        run_json(run, *words, *more)
        for more in (("--seed", "3"), ("--seed", "3", "--workers", "2"), ("--seed", "4"))
    )
    for row in (first, again, other):
        del row["seconds"]
    assert first == again
    assert first != other


def test_a_match_says_whose_depth_plays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    anybody = catalog.load("holdem", "random")
    monkeypatch.setattr(catalog, "load", lambda game, name, blinds: anybody)
    _, err = run("match", "holdem", "blueprint-20", "sound", "--hands", "2")[1:]
    assert err == "At 200 big blinds blueprint-200 plays for blueprint-20, which plays at --stack 20.\n"
    assert run("match", "holdem", "blueprint-20", "sound", "--hands", "2", "--stack", "20")[2] == ""


@pytest.mark.parametrize(
    "words",
    [
        ("match", "holdem", "{}", "sound", "--hands", "1"),
        ("acpc", "localhost", "1", "{}"),
        ("play", "holdem", "{}"),
    ],
)
def test_an_agent_that_thinks_is_warm_before_it_decides(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    class Thinking:
        name = "thinking"
        is_warm = False

        def warm_up(self) -> None:
            self.is_warm = True

        def decide(self, *position: Any) -> Decision:
            assert self.is_warm
            return anybody.decide(*position)

    anybody, agent, load = catalog.load("holdem", "random"), Thinking(), catalog.load
    monkeypatch.setattr(
        catalog, "load", lambda game, name, *more: agent if name == "random" else load(game, name)
    )
    run(*(word.format("random") for word in words))
    assert agent.is_warm


def test_a_match_in_words(run: Run) -> None:
    code, out, _ = run("match", "tic-tac-toe", "perfect", "random", "--hands", "1", "--seed", "1")
    assert code == 0
    assert out.startswith("perfect against random, 1 hand: ")
    assert "points/game" in out


@pytest.mark.parametrize(
    ("value", "mean", "interval"),
    [
        (2210.43, "+2,210", "2,210"),
        (-12345.6, "-12,346", "-12,346"),
        (0.0556, "+0.0556", "0.0556"),
        (0.325, "+0.325", "0.325"),
        (9.63e-06, "+0.00000963", "0.00000963"),
        (2.8e-17, "0", "0"),
        (-2.8e-17, "0", "0"),
        (0.0, "0", "0"),
    ],
)
def test_figures_have_four_digits_and_no_exponent(value: float, mean: str, interval: str) -> None:
    assert (format_signed(value, 4), format_number(value, 4)) == (mean, interval)


def test_thousands_of_a_match_are_written_out(run: Run) -> None:
    words = ("match", "holdem", "maniac", "station", "--hands", "6", "--seed", "2")
    row = run_json(run, *words)
    out = run(*words)[1]
    assert f": {row['mean']:+,.0f} ± {row['ci95']:,.0f} mbb/hand" in out


def test_half_street_matches_take_blinds_as_fractions_too(run: Run) -> None:
    row = run_json(
        run, "match", "kuhn-half-street", "equilibrium", "station", "--blinds", "1/2", "--hands", "40"
    )
    assert row["hands"] == 40


@pytest.mark.parametrize("name", ["log.txt", "log.phhs", "log.phh"])
def test_hands_of_holdem_are_logged_in_the_format_of_the_ending(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    words = ("match", "holdem", "random", "random", "--hands", "3", "--stack", "20", "--log", str(file))
    assert run_json(run, *words)["unit"] == "mbb/hand"
    if name == "log.txt":
        header, *lines = file.read_text().splitlines()
        rules = acpc.rules_from_header(header)
        assert rules is not None
        records = [acpc.from_acpc(line, rules) for line in lines]
    else:
        records = list(phh.from_phhs(file.read_text()))
    assert [record.rules.stacks for record in records] == [(2_000, 2_000)] * 3


def test_a_single_hand_makes_a_plain_phh_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.phh"
    run_json(run, "match", "holdem", "random", "random", "--hands", "1", "--log", str(file))
    assert phh.from_phh(file.read_text()).number == 1


@pytest.fixture
def ctrl_c_interrupts() -> Iterator[None]:
    """Let SIGINT raise KeyboardInterrupt. Otherwise, a test process in the background would ignore the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_interrupts")
def test_a_second_ctrl_c_does_not_wait() -> None:
    def interrupt() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)

    with interrupts_noted() as noted:
        interrupt()
        assert noted.is_set()
        with pytest.raises(KeyboardInterrupt):
            interrupt()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def without_notices(err: str) -> str:
    return "".join(line for line in err.splitlines(True) if not line.startswith("Preparing "))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="sends Ctrl-C to a group of processes")
@pytest.mark.usefixtures("ctrl_c_interrupts")
@pytest.mark.parametrize("seconds", [0.5, pytest.param(1.0, marks=pytest.mark.long), 2.0])
def test_ctrl_c_ends_a_match_at_once_while_its_workers_start_or_play(seconds: float) -> None:
    words = [sys.executable, "main.py", "match", "holdem", "blueprint-200", "sound", "--hands", "200000"]
    with subprocess.Popen(
        [*words, "--workers", "2"], cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, without_notices(err)) == (130, "Interrupted.\n")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="sends Ctrl-C to a group of processes")
@pytest.mark.usefixtures("ctrl_c_interrupts")
@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_ctrl_c_keeps_the_finished_hands_of_a_match_with_a_log(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "evening.log"
    words = [sys.executable, "main.py", "match", "holdem", "random", "random", "--hands", "2000000"]
    with subprocess.Popen(
        [*words, "--log", str(file), "--workers", workers],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(6.0)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    found = re.fullmatch(r"Interrupted; ([0-9,]+) finished hands kept in (.*)\.\n", without_notices(err))
    assert found is not None, err
    table, *lines = file.read_text().splitlines()
    rules = acpc.rules_from_header(table)
    assert rules is not None
    assert len([acpc.from_acpc(line, rules) for line in lines]) == int(found[1].replace(",", "")) > 0


def test_hands_that_are_finished_before_an_interruption_are_there_one_by_one() -> None:
    finished: list[HandRecord] = []
    played = 0

    class Interrupting:
        name = "random"

        def decide(self, *asked: object) -> Decision:
            nonlocal played
            played += 1
            if len(finished) == 7:
                raise KeyboardInterrupt
            return Decision(0, {0: 1.0})  # the button folds

    spec = MatchSpec("holdem", "random", "random", record=True)
    with pytest.raises(KeyboardInterrupt):
        list(play_match(spec, lambda *named: Interrupting(), None, finished))
    assert [record.number for record in finished] == [1, 2, 3, 4, 5, 6, 7]
    assert played == 8


@pytest.fixture
def type_words(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def answers(*lines: str) -> None:
        remaining: Iterator[str] = iter(lines)

        def typed(prompt: str) -> str:
            try:
                return next(remaining)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", typed)

    return answers


def test_a_game_is_played_at_the_terminal_and_another_one_offered(
    run: Run, type_words: Callable[..., None]
) -> None:
    type_words("1", "99", "2", "3", "4", "5", "6", "7", "8", "9", "q")
    code, out, err = run("play", "tic-tac-toe", "perfect")
    assert (code, err) == (0, "")
    assert "perfect takes square 5." in out
    assert "'99' is not a free square" in out


def test_question_and_answer_stand_on_lines_of_their_own(run: Run, type_words: Callable[..., None]) -> None:
    type_words("5", "q")
    lines = run("play", "tic-tac-toe", "perfect")[1].splitlines()
    assert "Your square (1, 2, 3, 4, 5, 6, 7, 8, 9):" in lines
    assert any(line.startswith("perfect takes square") for line in lines)


def test_after_a_wrong_entry_the_question_stands_once(run: Run, type_words: Callable[..., None]) -> None:
    type_words("x", "q")
    assert run("play", "kuhn-poker", "station")[1].count("Check (c) or bet 1 (b)?") == 2


def test_help_lists_what_can_be_typed_and_asks_again(run: Run, type_words: Callable[..., None]) -> None:
    type_words("help", "b", "?", "g", "q")
    code, out, err = run("play", "kuhn-poker", "equilibrium", "--seed", "4")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert {"c: check, or call 1", "b: bet 1", "f: fold", "q: leave", "help or ?: this list"} <= set(lines)
    assert out.count("Check (c) or bet 1 (b)?") == 2
    assert "Enter: another hand or game" in lines
    assert "1. bets 1: " in out
    type_words("5", "1", "?", "x", "q")
    tutored = run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")[1]
    assert "x: play on without the tutor" in tutored.splitlines()


def test_kuhn_and_holdem_are_played_too_from_either_seat(run: Run, type_words: Callable[..., None]) -> None:
    type_words(*["c"] * 6, "q")
    assert "You hold" in run("play", "kuhn-poker", "station", "--seat", "1")[1]
    type_words(*["c"] * 40)
    code, out, _ = run("play", "holdem", "random", "--stack", "20", "--work", "1")
    assert code == 0
    assert "Board:" in out


def test_the_tutor_holds_a_costly_move_back_once_and_lets_the_player_insist(
    run: Run, type_words: Callable[..., None]
) -> None:
    asked = "Play anyway (p), think again (t), show me (s), or stop the tutor (x)?"
    type_words("5", "1", "t", "1", "q")
    code, out, _ = run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")
    assert code == 0
    assert out.count("This looks like a mistake: it costs 0.50 points on average.") == out.count(asked) == 1
    type_words("5", "1", "s", "1", "q")
    shown = run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")[1]
    assert "takes square 1: mistake, costs 0.50 points. Best: takes square" in shown
    type_words("5", "1", "p", "q")
    assert run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")[1].count("Your square") == 3
    type_words("5", "1", "t", "2", "t", "1", "q")
    assert run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")[1].count(asked) == 2, (
        "each bad move"
    )


def test_the_tutor_can_be_stopped_and_is_silent_unless_asked_for(
    run: Run, type_words: Callable[..., None]
) -> None:
    type_words("5", "1", "x", "1", "4", "6", "q")
    assert run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")[1].count("This looks like") == 1
    type_words("5", "1", "q")
    assert "This looks like" not in run("play", "tic-tac-toe", "perfect", "--seat", "1")[1]


def test_the_tutor_judges_against_the_opponent_as_in_the_window(
    run: Run, type_words: Callable[..., None]
) -> None:
    """Against a station that calls everything, a bet with the king wins more than a check."""

    def card(seed: int) -> str:
        session = Session(TableSpec(games.KUHN_POKER, ("you", "station"), seed=seed))
        info = session.info(0)
        assert isinstance(info, KuhnInformationState)
        return CARD_LETTERS[info.card] if session.seat_to_act == 0 else ""

    seed = next(seed for seed in range(20) if card(seed) == "K")
    words = ("play", "kuhn-poker", "station", "--seed", str(seed))
    type_words("b", "g", "q")
    alone = run(*words)[1]
    assert "bets 1: mistake" in alone
    assert "Values in chips: " in alone
    type_words("b", "G", "q")
    known = run(*words, "--tutor")[1]
    assert "This looks like" not in known
    assert "bets 1: best" in known
    assert "Values in chips against station: " in known


def test_who_leaves_at_the_question_of_the_tutor_leaves_the_game(
    run: Run, type_words: Callable[..., None]
) -> None:
    type_words("5", "1", "q", "2", "2", "2")
    code, out, _ = run("play", "tic-tac-toe", "perfect", "--seat", "1", "--tutor")
    assert code == 0
    assert out.splitlines()[-1].startswith("Play anyway")


def test_after_a_hand_the_decisions_are_graded_when_asked_for(
    run: Run, type_words: Callable[..., None]
) -> None:
    type_words("b", "g", "", "q")
    out = run("play", "kuhn-poker", "equilibrium", "--seed", "4")[1]
    assert "1. bets 1: " in out
    assert "Values in chips: checks" in out
    assert "A bet gains nothing: the queen folds and the ace calls." in out
    assert out.count("Enter for another, g for grades of your decisions, q to leave:") == 2


def test_the_end_of_the_input_ends_the_game(run: Run, type_words: Callable[..., None]) -> None:
    type_words()
    assert run("play", "kuhn-half-street", "honest", "--blinds", "0.5")[0] == 0
    type_words("c", "", "c", "", "q")
    assert run("play", "kuhn-half-street", "honest")[0] == 0


# ---- yardstick ----------------------------------------------------------------------------------------------
SHORT = ("yardstick", "holdem", "random", "--hands", "4")
ECHO = [
    sys.executable,
    "-S",
    "-c",
    "import sys\nfor line in sys.stdin: print(line.strip() + ':c', flush=True)",
]


def test_a_command_is_a_yardstick_and_its_hands_are_logged(tmp_path: Path, run: Run) -> None:
    log = tmp_path / "hands.log"
    row = run_json(run, *SHORT, "--against", shlex.join(bot(CALLS)), "--log", str(log))
    assert list(row) == ["agent", "against", "hands", "mean", "ci95", "unit", "aivat", "seconds", "faults"]
    assert (row["agent"], row["hands"], row["unit"], row["aivat"]) == ("random", 4, "mbb/hand", True)
    assert row["faults"]["opponent"]["faults"] == 0
    header, *lines = log.read_text(encoding="utf-8").splitlines()
    rules = rules_from_header(header)
    assert rules is not None
    assert [from_acpc(line, rules).number for line in lines] == [1, 2, 3, 4]


def test_a_bot_of_the_acpc_is_a_yardstick(run: Run) -> None:
    row = run_json(run, *SHORT, "--against", shlex.join(ECHO), "--protocol", "acpc")
    assert row["faults"]["opponent"]["faults"] == 0


@contextmanager
def listening_bot() -> Iterator[str]:
    """Yield the address of a bot that always calls. The bot accepts only one connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection, connection.makefile("r", encoding="utf-8") as lines:
                for asked in map(json.loads, lines):
                    said = {"type": "action", "id": asked.get("id"), "action": "c"}
                    if asked["type"] == "hello":
                        said = {"type": "ready", "name": "Bot"}
                    if asked["type"] in ("hello", "decide"):
                        connection.sendall(json.dumps(said).encode() + b"\n")

        threading.Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def test_a_program_that_listens_is_a_yardstick(run: Run) -> None:
    with listening_bot() as address:
        there = run_json(run, *SHORT, "--against", address)
    here = run_json(run, *SHORT, "--against", shlex.join(bot(CALLS)))
    assert there["mean"] == here["mean"]


def test_a_program_that_does_not_play_is_no_yardstick(run: Run) -> None:
    for against, sentence in (
        ("127.0.0.1:1", "Nothing answers at 127.0.0.1:1"),
        ("/nowhere/bot", "cannot be started"),
        ("", "--against needs a command"),
        ("'unclosed", "is not a command"),
    ):
        code, out, err = run(*SHORT, "--against", against)
        assert (code in (2, 3), out) == (True, "")
        assert sentence in err
        assert err.count("\n") == 1


def test_a_dealer_of_the_acpc_that_does_not_answer_is_one_sentence(run: Run) -> None:
    code, _, err = run(*SHORT, "--against", "127.0.0.1:1", "--protocol", "acpc")
    assert (code, err) == (3, "No dealer answers at 127.0.0.1:1: Connection refused.\n")


@pytest.mark.parametrize("decides", ["sys.exit()", 'say(type="action", id=n, action="r7")'])
def test_a_yardstick_that_fails_gives_no_result(decides: str, run: Run) -> None:
    code, out, err = run(*SHORT, "--against", shlex.join(bot(decides)))
    assert (code, out) == (3, "")
    assert err.startswith("There is no result: opponent failed in ")
