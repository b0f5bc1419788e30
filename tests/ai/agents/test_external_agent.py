"""An external program plays every game, and the table continues even if the program misbehaves."""

from __future__ import annotations

import io
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path

import pytest
import yaml

from ai import catalog
from ai.agents import bot_dialogues, bot_process, bot_protocols, external_agent
from ai.agents.bot_process import log_file
from ai.agents.external_agent import ExternalAgent, RangeExternalAgent
from ai.hands.range_strategy import PublicState
from ai.service import answer
from game import texts
from game.agent_entries import CONSENT_REQUIRED
from game.borders import Border
from game.core import DEFAULT_BUDGET, BadInput, ConnectionFailed, Decision, Progress
from game.files import outside_code
from game.match.outside_agents import FaultCount
from game.rules import cards, games
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnInformationState, KuhnState
from game.study.play import AgentKey, Decide
from tests.ai.agents.bots import CALLS, EVERY_HAND, MIXED, PASSIVE, bot, seat
from tests.ai.asking import Run, run_json

FACING_A_BET = KuhnInformationState(0, 1, "pb")
OPPONENTS = {
    games.TIC_TAC_TOE: "random",
    games.KUHN_POKER: "station",
    games.KUHN_HALF_STREET: "station",
    games.HOLDEM: "random",
}
ECHO = """print(line, file=sys.stderr, flush=True)
        say(type="action", id=n, action="r600", strategy={"c": 0.4, "r600": 0.6})"""
ANSWER = '{"type": "action", "id": %d, "action": "b"}'


def load(game: str, command: list[str], **more: object) -> ExternalAgent:
    agent = catalog.load(game, seat(game, "my-bot", command, **more).stem)
    assert isinstance(agent, ExternalAgent)
    return agent


def decide(agent: ExternalAgent) -> tuple[int, str]:
    decision = agent.decide(FACING_A_BET, random.Random(0))
    return decision.action, decision.note


@pytest.mark.parametrize("game", OPPONENTS)
def test_a_program_plays_every_game_and_its_faults_are_counted(game: str, run: Run) -> None:
    seat(game, "my-bot", bot(f'print("seed", seed, file=sys.stderr) if n == 1 else None // {CALLS}'))
    row = run_json(run, "match", game, "my-bot", OPPONENTS[game], "--hands", "4", "--seed", "7")
    assert row["hands"] == 4
    assert log_file("my-bot").read_text(encoding="utf-8") == "seed 7\n"
    assert row["faults"]["my-bot"]["faults"] == 0
    assert row["faults"]["my-bot"]["decisions"] > 0


FLOP = HoldemInformationState(
    1,
    cards.parse("AsKd"),
    cards.parse("2c7d9h"),
    PublicBetting.start(HoldemRules()).child(300).child(CALL).next_round().child(CALL),
)
"""The decision in the example of the bot protocol: `r300 c / c`."""


def test_the_lines_of_a_decision_are_those_of_the_protocol() -> None:
    agent = load(games.HOLDEM, bot(ECHO))
    decision = agent.decide(FLOP, random.Random(0))
    assert decision.action == 900, "600 on the flop, and 300 before it"
    assert decision.strategy == {CALL: 0.4, 900: 0.6}
    del agent
    said = ""
    until = time.monotonic() + 5
    while not said and time.monotonic() < until:
        said = log_file("my-bot").read_text(encoding="utf-8") if log_file("my-bot").exists() else ""
    assert said.splitlines()[0] == (
        '{"type": "decide", "id": 1, "player": 1, "hole": ["As", "Kd"], "board": ["2c", "7d", "9h"], '
        '"line": "r300 c / c", "pot": 600, "to_call": 0, "legal": ["f", "c"], "raise_to": [100, 19700], '
        '"seconds": 5.0}'
    )


def test_the_readme_of_the_examples_has_the_messages_as_they_are_sent() -> None:
    file = Path(__file__).parents[3] / "assets" / "examples" / "README.md"
    lines = file.read_text(encoding="utf-8").splitlines()
    board, kuhn = (games.initial_state(game) for game in (games.TIC_TAC_TOE, games.KUHN_POKER))
    for cell in (8, 6):
        board = board.child(cell)
    info = board.information_state(0)
    matchstate = bot_protocols.matchstates(FLOP, 0)[-1]
    sent = [
        bot_protocols.hello(games.KUHN_POKER, kuhn, None, 7),
        bot_protocols.hello(games.HOLDEM, kuhn, HoldemRules(), 7),
        bot_protocols.decide(FACING_A_BET, 1, 5.0),
        bot_protocols.decide(info, 2, 5.0),
        bot_protocols.decide(FLOP, 3, 5.0),
        bot_protocols.all_hands(PublicState.of(FLOP), 4, 20.0),
        bot_protocols.result(KuhnState(cards=(1, 2), betting="pbb"), 0, 1),
        bot_protocols.bye(),
        matchstate,
    ]
    assert sorted(line for line in lines if line.startswith("> ")) == sorted(f"> {line}" for line in sent)
    ready, in_kuhn, on_board, in_holdem, *_ = (line[2:] for line in lines if line.startswith('< {"type'))
    assert bot_protocols.read_ready(json.loads(ready)) == bot_protocols.Welcome("My bot", all_hands=False)
    infos = (FACING_A_BET, info, FLOP)
    answers = map(json.loads, (in_kuhn, on_board, in_holdem))
    actions = [bot_protocols.read_action(*one).action for one in zip(answers, infos, strict=True)]
    assert actions == [1, 7, 900]
    assert f"< {matchstate}:r900" in lines
    assert bot_protocols.read_matchstate(f"{matchstate}:r900", matchstate, FLOP).action == 900


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("f", CALL),
        ("c", CALL),
        ("r100", 400),
        ("r19700", 20_000),
        ("r99", None),
        ("r19701", None),
        ("r0", None),
    ],
)
def test_a_raise_has_the_chips_of_its_street_and_a_needless_fold_checks(
    word: str, action: int | None
) -> None:
    if action is None:
        with pytest.raises(bot_protocols.Broken, match="is illegal"):
            bot_protocols.to_action(word, FLOP)
    else:
        assert bot_protocols.to_action(word, FLOP) == action


def test_the_result_of_a_hand_shows_a_folded_hand_to_nobody(run: Run) -> None:
    log_file("lines").parent.mkdir(parents=True)
    command = ["/bin/sh", "-c", f"tee {log_file('lines')} | {shlex.join(bot(PASSIVE))}"]
    seat(games.KUHN_POKER, "my-bot", command)
    run("match", "kuhn-poker", "my-bot", "station", "--hands", "30")
    said = [json.loads(line) for line in log_file("lines").read_text(encoding="utf-8").splitlines()]
    results = [line for line in said if line["type"] == "result"]
    assert [line["hands"] for line in results] == list(range(1, 31))
    assert {line["won"] for line in results} <= {-1, 1, 2, -2}
    folded = [line["hole"] for line in results if "" in line["hole"]]
    shown = [line["hole"] for line in results if "" not in line["hole"]]
    assert folded
    assert shown
    assert said[-1] == {"type": "bye"}


def test_the_worker_stays_free_while_a_program_thinks() -> None:
    seat(games.KUHN_POKER, "my-bot", bot(f"time.sleep(0.4) // {PASSIVE}"))
    request = Decide(AgentKey(games.KUHN_POKER, "my-bot"), FACING_A_BET, "seed", DEFAULT_BUDGET)
    *reports, decision = answer(request)
    assert sum(isinstance(report, Progress) for report in reports) >= 3
    assert isinstance(decision, Decision)
    assert (decision.action, decision.note) == (0, "")


def test_a_program_without_a_bet_to_fold_to_checks_when_it_fails() -> None:
    agent = load(games.HOLDEM, bot("pass"), seconds=0.1)
    start = PublicBetting.start(HoldemRules())
    hole = cards.parse("AsKd")
    assert agent.decide(HoldemInformationState(1, hole, (), start), random.Random(0)).action == FOLD
    limped = HoldemInformationState(0, hole, (), start.child(CALL))
    assert agent.decide(limped, random.Random(0)).action == CALL


@pytest.mark.parametrize(
    ("decides", "reason"),
    [
        ("pass", "it did not answer within 0.2 s"),
        ("time.sleep(60)", "it did not answer within 0.2 s"),
        ("sys.exit()", "it has ended"),
        ('say(type="action", id=n, action="r500")', "its action 'r500' is illegal"),
        ('say(type="action", id=n)', "is illegal"),
        ('say(type="action", id=n, action={"b": [1]})', "is illegal"),
        ('say(type="action", id=n, action="\\ud800\\x00")', "its action '\\ud800\\x00' is illegal"),
        ('say(type="action", id=n + 1, action="b")', "its answer has the id 2 instead of 1"),
        ('say(type="action", action="b")', "its answer has the id null instead of 1"),
        ('say(type="action", id=[n], action="b")', "its answer has the id [1] instead of 1"),
        ('say(type="action", id=n, action="b", strategy={"b": float("nan")})', "nan, which is not a prob"),
        ('say(type="action", id=n, action="b", strategy={"b": float("inf")})', "inf, which is not a prob"),
        ('say(type="action", id=n, action="b", strategy=[1])', "is not an object of probabilities"),
        ('say(type="action", id=n, action="b", strategy={"b": "1"})', "which is not a probability"),
        ("print(9 * 10 ** 4290, flush=True)", "which is not an object"),
        ("import os // os.close(1) // time.sleep(60)", "it has ended"),
        ("import os // os.close(0) // time.sleep(60)", "it did not answer within 0.2 s"),
        ('print("hello there", flush=True)', "which is not JSON"),
        ('print("[" * 99999, flush=True)', "which is not JSON"),
        ('print("x" * (1 << 22), flush=True)', "a line of more than"),
        ('[say(type="noise") for _ in range(5000)]', "lines that are no answer"),
        ('say(type="action", id=n, action="b", strategy={"b": 0.5, "p": 0.2})', "add up to 0.7"),
        ('say(type="action", id=n, action="b", strategy={"p": 1})', "has no probability"),
        ('say(type="action", id=n, action="b", strategy={"b": -1, "p": 2})', "is not a probability"),
        ('sys.stdout.buffer.write(b"\\xff\\n") // sys.stdout.flush()', "not UTF-8"),
    ],
)
def test_a_program_that_fails_checks_or_folds_with_a_note(decides: str, reason: str) -> None:
    agent = load(games.KUHN_POKER, bot(decides), seconds=0.2)
    decision = agent.decide(FACING_A_BET, random.Random(0))
    assert (decision.action, decision.is_replacement) == (0, True)
    assert decision.note.startswith("my-bot checks or folds: ")
    assert reason in decision.note
    assert agent.take_faults().faults == 1


def test_a_program_that_answers_without_reading_is_not_waited_for() -> None:
    guesses = f"[print({ANSWER!r} % guess, flush=True) for guess in range(1, 9999)] // time.sleep(60)"
    agent = load(games.KUHN_POKER, bot(guesses), seconds=1)
    notes = [note for _ in range(800) if (note := decide(agent)[1])]
    assert "it does not read its input" in notes[0]


def test_an_answer_with_the_id_of_an_answered_question_is_no_late_answer() -> None:
    agent = load(games.KUHN_POKER, bot('say(type="action", id=1, action="b")'), seconds=0.1)
    assert [decide(agent)[1] for _ in range(2)] == [
        "",
        "my-bot checks or folds: its answer has the id 1 instead of 2.",
    ]
    count = agent.take_faults()
    assert (count.decisions, count.faults, count.time_outs) == (2, 1, 0)


def test_an_id_that_never_changes_is_told_after_the_late_answer_that_had_it() -> None:
    says = 'time.sleep(0.6 if n == 1 else 0) // say(type="action", id=1, action="b")'
    agent = load(games.KUHN_POKER, bot(says), seconds=0.1)
    notes = []
    for _ in range(3):
        notes.append(decide(agent)[1])
        time.sleep(0.4)
    assert "did not answer within" in notes[0]
    assert "the id 1 instead of 3" in notes[2]


def test_a_program_may_repeat_an_answer() -> None:
    agent = load(games.KUHN_POKER, bot('for _ in range(2): say(type="action", id=n, action="b")'), seconds=1)
    assert [decide(agent) for _ in range(3)] == [(1, "")] * 3


def test_a_ready_with_an_id_is_told_at_once() -> None:
    code = 'input(); print(\'{"type": "ready", "id": 0}\', flush=True); input()'
    with pytest.raises(ConnectionFailed, match="its answer has the id 0 instead of null"):
        load(games.KUHN_POKER, [sys.executable, "-S", "-c", code])


def test_a_bot_of_the_acpc_that_repeats_another_line_is_told_so() -> None:
    code = "import sys\nfor line in sys.stdin: print(line.strip().replace(':0:', ':7:') + ':c', flush=True)"
    agent = load(games.HOLDEM, [sys.executable, "-S", "-c", code], protocol="acpc")
    note = agent.decide(FLOP, random.Random(0)).note
    assert "it wrote 'MATCHSTATE:1:7::|AsKd:c' instead of the line and an action" in note
    assert agent.take_faults().time_outs == 0


def test_a_late_answer_is_not_taken_for_the_next_one() -> None:
    decides = 'time.sleep(0.6 if n == 1 else 0) // say(type="action", id=n, action="pb"[n % 2])'
    agent = load(games.KUHN_POKER, bot(decides), seconds=0.1)
    assert decide(agent)[0] == 0
    time.sleep(0.4)
    assert decide(agent) == (0, "")
    assert agent.take_faults() == FaultCount(2, 1, 1, "it did not answer within 0.1 s.")


def test_a_program_that_has_died_is_started_again_and_given_up_at_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agent = load(games.KUHN_POKER, bot("sys.exit()"))
    reasons = [decide(agent)[1] for _ in range(external_agent.MAX_STARTS + 1)]
    assert "it has ended" in reasons[0]
    assert f"it has failed after {external_agent.MAX_STARTS} starts" in reasons[-1]


def test_a_match_without_a_result_keeps_its_hands(run: Run, tmp_path: Path) -> None:
    seat(games.HOLDEM, "my-bot", bot("sys.exit()"))
    log = tmp_path / "hands.log"
    code, _, err = run("match", "holdem", "my-bot", "station", "--hands", "6", "--log", str(log))
    kept, reason = err.splitlines()[-2:]
    assert (code, kept) == (3, f"The match gives no result; 6 finished hands kept in {log}.")
    assert reason.startswith("There is no result: my-bot failed in ")
    assert sum(line.startswith("STATE") for line in log.read_text().splitlines()) == 6


def test_a_program_of_many_faults_gives_no_result(run: Run) -> None:
    seat(games.KUHN_POKER, "my-bot", bot("sys.exit()"))
    for words in ("match kuhn-poker my-bot station --hands 50", "match kuhn-poker station my-bot --hands 50"):
        code, out, err = run(*words.split())
        assert (code, out) == (3, "")
        assert err.startswith("There is no result: my-bot failed in ")
        assert err.count("\n") == 1
    seat(games.TIC_TAC_TOE, "my-bot", bot("sys.exit()"))
    code, out, err = run("league", "tic-tac-toe", "my-bot", "random", "--hands", "10")
    assert (code, out) == (3, "")
    assert err.startswith("There is no result: my-bot failed in ")


@pytest.mark.parametrize(
    ("command", "code", "sentence"),
    [
        (["/nowhere/bot"], 2, "cannot be started: No such file or directory. Name a program"),
        (["./my-bot.yaml"], 2, "cannot be started: Permission denied. Name a program"),
        (["."], 2, "cannot be started: Permission denied. Name a program"),
        ([sys.executable, "-S", "-c", "print('Loading...')"], 3, "it wrote 'Loading...', which is not JSON"),
        ([sys.executable, "-S", "-c", "pass"], 3, "my-bot.log."),
        ([sys.executable, "-S", "-c", "input(); print('hi')"], 3, "which is not JSON"),
    ],
)
def test_a_command_that_is_no_bot_is_one_sentence(
    command: list[str], code: int, sentence: str, run: Run
) -> None:
    seat(games.KUHN_POKER, "my-bot", command)
    found, out, err = run("match", "kuhn-poker", "my-bot", "station", "--hands", "2")
    assert (found, out) == (code, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_program_is_not_sent_to_a_cluster(run: Run) -> None:
    seat(games.TIC_TAC_TOE, "my-bot", bot())
    for words in ("match tic-tac-toe my-bot random", "league tic-tac-toe my-bot random"):
        code, out, err = run(*words.split(), "--cluster", "tcp://127.0.0.1:1")
        assert (code, out) == (2, "")
        assert err == "my-bot is a program of this computer: it plays without --cluster.\n"


STARTS_CHILDREN = """import subprocess
        sleep = ["sleep", "60"]
        orphan = subprocess.check_output(["sh", "-c", "setsid sleep 60 >/dev/null & echo $!"], text=True)
        ids = [one.pid for one in (
            subprocess.Popen(sleep),
            subprocess.Popen(sleep, start_new_session=True),
            subprocess.Popen(sleep, start_new_session=True, env=ENVIRONMENT),
        )]
        open(FILE, "w").write(f"{ids[0]} {ids[1]} {ids[2]} {orphan}")
        say(type="action", id=n, action="b")"""


@pytest.mark.skipif(sys.platform != "linux", reason="the descendants are listed in /proc")
@pytest.mark.parametrize(("then", "environment"), [("time.sleep(60)", "{}"), ("pass", "None")])
def test_a_program_that_hangs_or_ends_leaves_no_child_that_left_its_group(
    then: str, environment: str, tmp_path: Path
) -> None:
    file = tmp_path / "children"
    starts = STARTS_CHILDREN.replace("FILE", repr(str(file))).replace("ENVIRONMENT", environment)
    agent = load(games.KUHN_POKER, bot(f"{starts} // {then}"))
    assert decide(agent)[0] == 1
    children = list(map(int, file.read_text().split()))
    assert [child for child in children if _is_running(child)] == children
    del agent
    assert _wait_for_end(children) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the descendants are listed in /proc")
def test_the_guard_kills_a_program_and_a_child_that_left_its_group() -> None:
    program = subprocess.Popen(["sleep", "60"], start_new_session=True)
    marked = os.environ | {bot_process.MARK: "0123456789abcdef"}
    child = subprocess.Popen(["sleep", "60"], start_new_session=True, env=marked)
    guard = bot_process._start_guard(program.pid, "0123456789abcdef")
    assert guard is not None
    assert guard.stdin is not None
    guard.stdin.close()
    assert (program.wait(5), child.wait(5)) == (-signal.SIGKILL, -signal.SIGKILL)
    guard.wait(5)


def _wait_for_end(processes: list[int]) -> list[int]:
    """Wait up to 5 s for processes to end. Return the processes that are still running."""
    until = time.monotonic() + 5
    while (left := [one for one in processes if _is_running(one)]) and time.monotonic() < until:
        time.sleep(0.02)
    return left


def _is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_flood_of_messages_stays_within_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "MAX_LOG_BYTES", 1000)
    agent = load(games.KUHN_POKER, bot(f"print('x' * 100_000, file=sys.stderr, flush=True) // {PASSIVE}"))
    assert decide(agent) == (0, "")
    assert log_file("my-bot").stat().st_size <= 1000


def test_the_strategy_of_a_whole_program_is_measured_exactly(run: Run) -> None:
    seat(games.KUHN_POKER, "my-bot", bot(MIXED, whole=True))
    mine = run_json(run, "measure", "kuhn-poker", "my-bot")
    uniform = run_json(run, "measure", "kuhn-poker", "uniform")
    assert mine.pop("faults") == {"my-bot": {"decisions": 12, "faults": 0, "time_outs": 0}}
    assert mine == uniform
    code, _, err = run("league", "kuhn-poker", "my-bot", "station")
    assert (code, err) == (0, "")


@pytest.mark.parametrize("words", ["measure kuhn-poker my-bot", "league kuhn-poker my-bot station"])
def test_a_program_that_only_decides_is_told_what_a_program_needs(words: str, run: Run) -> None:
    seat(games.KUHN_POKER, "my-bot", bot())
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    assert 'answer `hello` with `"all_hands": true` and give `strategy` with every action' in err
    assert "method" not in err


def test_a_local_best_response_says_what_a_program_needs(run: Run) -> None:
    seat(games.HOLDEM, "my-bot", bot())
    code, out, err = run("measure", "holdem", "my-bot", "--hands", "2", "--workers", "1")
    assert (code, out) == (2, "")
    assert "a program needs answers to all_hands" in err


def test_a_program_that_answers_for_every_hand_is_measured_with_aivat_and_lbr(run: Run) -> None:
    seat(games.HOLDEM, "my-bot", bot(CALLS, EVERY_HAND, whole=True))
    words = ("match", "holdem", "my-bot", "random", "--hands", "4", "--duplicate")
    row = run_json(run, *words, "--aivat")
    assert row["faults"]["my-bot"]["faults"] == 0
    assert row["mean"] != run_json(run, *words)["mean"]
    lbr = run_json(run, "measure", "holdem", "my-bot", "--hands", "2", "--menu", "fc", "--workers", "1")
    assert lbr["lbr"]["hands"] == 2
    assert lbr["faults"]["my-bot"]["decisions"] > 0


def test_a_program_that_lies_about_its_hands_fails_in_one_sentence(run: Run) -> None:
    few = 'say(type="all_hands", id=n, actions=["c"], strategy={"AsKd": [1]})'
    seat(games.HOLDEM, "my-bot", bot(CALLS, few, whole=True))
    code, out, err = run("measure", "holdem", "my-bot", "--hands", "2", "--workers", "1")
    assert (code, out) == (3, "")
    assert err.startswith("my-bot does not give its strategy for every hand: its probabilities with ")


def test_a_bot_of_the_acpc_gets_every_line_of_a_hand(run: Run) -> None:
    code = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    line = line.strip()\n"
        "    print(line, file=sys.stderr, flush=True)\n"
        "    print(line + ':c', flush=True)"
    )
    seat(games.HOLDEM, "my-bot", [sys.executable, "-S", "-c", code], protocol="acpc")
    row = run_json(run, "match", "holdem", "my-bot", "random", "--hands", "6")
    assert row["faults"]["my-bot"]["faults"] == 0


def test_the_window_starts_no_command_that_the_user_has_not_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONSENT_REQUIRED, "1")
    file = seat(games.KUHN_POKER, "my-bot", bot())
    with pytest.raises(BadInput, match="which you have not allowed"):
        catalog.load(games.KUHN_POKER, "my-bot")
    outside_code.allow(bot(), file.parent)
    assert isinstance(catalog.load(games.KUHN_POKER, "my-bot"), ExternalAgent)
    assert not outside_code.is_allowed([*bot(), "more"], file.parent)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"command": "python bot.py"}, "an impossible value for its command"),
        ({"command": []}, "an impossible value for its command"),
        ({"protocol": "uci"}, "an impossible value for its protocol"),
        ({"seconds": 0}, "an impossible value for its seconds"),
        ({"agent": "table"}, "one does not go without the other"),
        ({"protocol": "acpc"}, "has the protocol acpc, which is for holdem alone: choose json"),
        ({"game": "holdem"}, "my-bot.yaml plays holdem: move it from kuhn-poker to holdem"),
    ],
)
def test_a_manifest_that_cannot_be_is_left_out(more: dict[str, object], sentence: str) -> None:
    file = seat(games.KUHN_POKER, "my-bot", bot())
    file.write_text(yaml.safe_dump(yaml.safe_load(file.read_text(encoding="utf-8")) | more), encoding="utf-8")
    ((_, said),) = catalog.broken()
    assert sentence in said
    assert "my-bot" not in [entry.name for entry in catalog.agents()]


def test_a_file_that_is_left_out_keeps_no_caller_alive() -> None:
    def load_beside_it() -> weakref.ref[object]:
        caller = random.Random()
        catalog.broken()
        return weakref.ref(caller)

    seat(games.KUHN_POKER, "my-bot", [])
    assert load_beside_it()() is None


def test_a_hello_that_is_not_answered_in_time_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_dialogues, "START_SECONDS", 0.1)
    with pytest.raises(ConnectionFailed, match="did not answer within"):
        load(games.KUHN_POKER, [sys.executable, "-S", "-c", "input()\ninput()"])


def test_the_reason_of_a_program_is_told_in_the_language_of_the_window() -> None:
    with Border(lambda failure: "") as border:
        load(games.KUHN_POKER, [sys.executable, "-S", "-c", "print('hello')"])
    assert "does not play: it wrote 'hello', which is not JSON." in border.sentence
    try:
        reason = texts.use("de")("agent_errors.answer.no_json", line="'hello'")
        assert f" ({reason})." in texts.retell(border.sentence)
    finally:
        texts.use("en")


def test_a_note_about_a_program_is_told_in_the_language_of_the_window() -> None:
    agent = load(games.KUHN_POKER, bot('say(type="action", id=n, action="x")'))
    notes = [decide(agent)[1] for _ in range(2)]
    first = agent.take_faults().first
    fault = "its action 'x' is illegal"
    assert notes == [f"my-bot checks or folds: {fault}."] * 2
    assert first == f"{fault}."
    try:
        telling = texts.use("de")
        fault = telling("agent_errors.answer.illegal", action="'x'")
        assert texts.retell(notes[0]) == telling("agent_errors.program.instead", name="My bot", reason=fault)
        assert texts.retell(first) == f"{fault}."
    finally:
        texts.use("en")


def test_a_new_hello_announces_other_stacks() -> None:
    log_file("lines").parent.mkdir(parents=True)
    agent = load(games.HOLDEM, ["/bin/sh", "-c", f"tee {log_file('lines')} | {shlex.join(bot())}"])
    for stack in (20_000, 20_000, 5_000):
        betting = PublicBetting.start(HoldemRules(stacks=(stack, 20_000)))
        agent.decide(HoldemInformationState(1, cards.parse("AsKd"), (), betting), random.Random(0))
    said = [json.loads(line) for line in log_file("lines").read_text(encoding="utf-8").splitlines()]
    assert [line["type"] for line in said] == ["hello", "decide", "decide", "hello", "decide"]
    assert said[3] == said[0] | {"stack": 5000}
    agent.start_session(9)
    agent.start_session(9)
    agent.decide(HoldemInformationState(1, cards.parse("AsKd"), (), betting), random.Random(0))
    again = [json.loads(line) for line in log_file("lines").read_text(encoding="utf-8").splitlines()]
    assert [line["type"] for line in again] == ["hello", "decide"], "it was started again, at this table"
    assert again[0] == said[3] | {"seed": 9}
    first = {"type": "hello", "protocol": 1, "game": "holdem", "stack": 20_000, "blinds": [50, 100]}
    assert said[0] == first | {"seed": 0}


SLOW_HELLO = """
import json, sys, time
hellos = 0
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        hellos += 1
        time.sleep(2 * (hellos - 1))
        print(json.dumps({"type": "ready", "name": "Bot"}), flush=True)
    elif asked["type"] == "decide":
        print(json.dumps({"type": "action", "id": asked["id"], "action": "c"}), flush=True)
"""


def test_a_hello_between_hands_is_part_of_the_time_of_the_decision() -> None:
    agent = load(games.HOLDEM, [sys.executable, "-S", "-c", SLOW_HELLO], seconds=0.1)
    hole = cards.parse("AsKd")
    start, other = (PublicBetting.start(HoldemRules(stacks=(stack, 20_000))) for stack in (20_000, 5_000))
    assert agent.decide(HoldemInformationState(1, hole, (), start), random.Random(0)).note == ""
    began = time.monotonic()
    assert "within 0.1 s" in agent.decide(HoldemInformationState(1, hole, (), other), random.Random(0)).note
    assert time.monotonic() - began < 1


def test_faults_can_be_taken_while_the_program_thinks_and_none_is_lost() -> None:
    agent = load(games.KUHN_POKER, bot(f"time.sleep(0.3) // {PASSIVE}"))
    thinking = threading.Thread(target=decide, args=(agent,))
    thinking.start()
    began = time.monotonic()
    taken = agent.take_faults().decisions
    assert time.monotonic() - began < 0.2
    thinking.join()
    assert taken + agent.take_faults().decisions == 1


def test_a_decision_that_fails_after_its_table_was_left_marks_no_later_hand() -> None:
    agent = load(games.HOLDEM, bot("time.sleep(0.3) // sys.exit()", EVERY_HAND, whole=True))
    assert isinstance(agent, RangeExternalAgent)
    start = PublicBetting.start(HoldemRules())
    info = HoldemInformationState(1, cards.parse("AsKd"), (), start)
    thinking = threading.Thread(target=agent.decide, args=(info, random.Random(0)))
    thinking.start()
    time.sleep(0.1)
    agent.hear_result(games.initial_state(games.HOLDEM), 1)
    thinking.join()
    assert agent.range_strategy(PublicState.of(info)).actions == (CALL,), (
        "not the fold of the failed decision"
    )


def test_a_decision_that_failed_marks_no_later_hand_with_the_same_betting() -> None:
    decides = 'say(type="action", id=n, action="r1" if n == 1 else "c")'
    agent = load(games.HOLDEM, bot(decides, EVERY_HAND, whole=True))
    assert isinstance(agent, RangeExternalAgent)
    info = HoldemInformationState(1, cards.parse("AsKd"), (), PublicBetting.start(HoldemRules()))
    for expected in (FOLD, CALL):
        agent.decide(info, random.Random(0))
        [action] = [one for one, share in agent.strategy(info).items() if share]
        assert action == expected


def test_a_write_that_blocks_has_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "WRITE_SECONDS", 0.1)
    reader, writer = os.pipe()
    patient = bot_process._PatientWriter(io.FileIO(writer, "wb"))
    patient.send(b"hello\n")
    assert os.read(reader, 100) == b"hello\n"
    for _ in range(2):
        with pytest.raises(bot_process.Unread):
            patient.send(b"x" * (1 << 20))
    os.close(reader)
    patient.close()
