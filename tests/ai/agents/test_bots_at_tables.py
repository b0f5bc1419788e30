"""The process of an outside agent ends when the table, match or league for which it was started ends."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai import catalog
from ai.drills.store import Diary, DrillStore
from ai.features import judgements
from ai.features.held_agents import held_agents
from ai.features.history import _hands
from ai.service import answer
from game.archive import hands
from game.archive.store import Archive, HistoryFilter
from game.core import ConnectionFailed, Decision
from game.features.arena import AskStandings, PlayLeague
from game.files import outside_code, user_files
from game.match.outside_agents import OutsideAgent
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.match.worker import Worker
from game.request import Request
from game.rules import cards, games
from game.rules.betting import CALL, HoldemRules, PublicBetting
from game.rules.holdem import HoldemInformationState
from game.rules.kuhn_poker import KuhnInformationState
from game.study.drills import CollectMistakes
from game.study.history import AskLuck, CountLuck
from game.study.holdem import AskBelief
from game.study.judgements import AskJudgement, Judgement
from game.study.league import LeagueSettings
from game.study.play import AgentKey, Decide, EndBots, PlayHands, TellResult
from game.study.review import AskReview, ReviewTarget
from tests.ai.agents.bots import CALLS, MIXED, PASSIVE, bot, seat
from tests.ai.asking import Run, ask
from tests.killing import PATIENCE_SECONDS, ROOT
from tests.match.heard import Heard

BOT = AgentKey(games.KUHN_POKER, "my-bot")
MOVE = Decide(BOT, KuhnInformationState(0, 1, "pb"), "7/1/0")
SPEC = TableSpec(games.KUHN_POKER, ("my-bot", "station"), seed=7)


@pytest.fixture(autouse=True)
def no_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_agents, "loaded", OrderedDict())


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    return tmp_path / "pids"


def note_pid(pids: Path, decides: str = PASSIVE) -> str:
    """Return the code of a bot that writes its process id to `pids` before it decides."""
    return f'import os // open({str(pids)!r}, "a").write(f"{{os.getpid()}}\\n") // {decides}'


def seat_allowed(game: str, command: list[str], **more: object) -> None:
    outside_code.allow(command, seat(game, "my-bot", command, **more).parent)


def list_running(pids: Path) -> list[int]:
    return [pid for pid in map(int, pids.read_text().split()) if _is_running(pid)]


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_end(pids: Path) -> None:
    until = time.monotonic() + 5
    while list_running(pids) and time.monotonic() < until:
        time.sleep(0.02)
    assert list_running(pids) == []


def test_a_program_hears_the_result_of_every_hand_at_a_table_of_the_window(tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    command = ["/bin/sh", "-c", f"tee {lines} | {shlex.join(bot(PASSIVE))}"]
    seat(games.KUHN_POKER, "my-bot", command)
    session = Session(SPEC)
    while session.seat_to_act is not None:
        session.act(0)
    players = (BOT, None) if session.get_seat(0) == 0 else (None, BOT)
    assert not ask(TellResult(players, session.state)), "it is not at the table yet"
    ask(PlayHands(SPEC, 1, (), 2))
    ask(MOVE)
    assert ask(TellResult(players, session.state))
    until = time.monotonic() + 5
    while lines.read_text(encoding="utf-8").count("result") < 3 and time.monotonic() < until:
        time.sleep(0.01)
    said = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    results = [line for line in said if line["type"] == "result"]
    assert [line["hands"] for line in results] == [1, 2, 3]
    assert results[-1]["won"] == session.results[-1].returns[0]
    assert said[-1] == results[-1]
    ask(EndBots())


@pytest.mark.parametrize("request_of_table", [MOVE, PlayHands(SPEC, 1, (), 1)])
def test_a_program_ends_when_its_table_is_left(request_of_table: Request[Any], pids: Path) -> None:
    seat(games.KUHN_POKER, "my-bot", bot(note_pid(pids)))
    for _ in answer(request_of_table):
        pass
    assert not ask(EndBots((BOT,)))
    assert list_running(pids), "its table is still open"
    assert ask(EndBots())
    assert list_running(pids) == []
    assert isinstance(ask(MOVE), Decision), "it sits down again"


def test_a_program_that_thinks_ends_when_its_table_is_left(pids: Path) -> None:
    seat(games.KUHN_POKER, "my-bot", bot(note_pid(pids, "time.sleep(60)")), seconds=60)
    thinking = answer(MOVE)
    while not pids.exists():
        next(thinking)
    thinking.close()
    ask(EndBots())
    assert list_running(pids) == []


def test_a_program_that_is_being_started_ends_when_its_table_is_left(pids: Path) -> None:
    code = f"import os, time\nopen({str(pids)!r}, 'w').write(str(os.getpid()))\ntime.sleep(0.3)\n"
    command = bot()
    seat(games.KUHN_POKER, "my-bot", [*command[:-1], code + command[-1]])
    starting = answer(MOVE)
    while not pids.exists():
        next(starting)
    starting.close()
    ask(EndBots())
    wait_for_end(pids)
    assert not held_agents.has(BOT)


def silent(pids: Path) -> list[str]:
    code = f"import os, time\nopen({str(pids)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)"
    return [sys.executable, "-S", "-c", code]


def test_a_program_that_is_silent_from_the_start_ends_when_its_table_is_left(pids: Path) -> None:
    seat(games.KUHN_POKER, "my-bot", silent(pids))
    starting = answer(MOVE)
    while not pids.exists() or not pids.read_text():
        next(starting)
    starting.close()
    assert ask(EndBots())
    wait_for_end(pids)
    assert not held_agents.has(BOT)


@pytest.mark.parametrize("game", [games.TIC_TAC_TOE, games.KUHN_POKER])
def test_a_league_that_is_left_ends_a_program_that_is_silent_from_the_start(game: str, pids: Path) -> None:
    seat_allowed(game, silent(pids))
    settings, names = LeagueSettings(game), ("my-bot", "random" if game == games.TIC_TAC_TOE else "station")
    exact = game == games.KUHN_POKER
    playing = answer(AskStandings(settings, names) if exact else PlayLeague(settings, 1, names))
    began = time.monotonic()
    while not pids.exists() or not pids.read_text():
        next(playing)
    assert time.monotonic() - began < 5, "it keeps nobody waiting"
    playing.close()
    wait_for_end(pids)


@pytest.mark.parametrize("game", [games.TIC_TAC_TOE, games.KUHN_POKER])
def test_a_program_ends_with_its_league(game: str, pids: Path) -> None:
    seat_allowed(game, bot(note_pid(pids, MIXED), whole=True))
    settings = LeagueSettings(game)
    if game == games.KUHN_POKER:
        ask(AskStandings(settings, ("my-bot", "station")))
    else:
        ask(PlayLeague(settings, 1, ("my-bot", "random")))
    assert list_running(pids) == []


def test_a_league_waits_for_a_program_without_keeping_others_waiting(pids: Path) -> None:
    seat_allowed(games.TIC_TAC_TOE, bot(note_pid(pids, "time.sleep(60)")), seconds=60)
    playing = answer(PlayLeague(LeagueSettings(games.TIC_TAC_TOE), 1000, ("my-bot", "random")))
    while not pids.exists():
        next(playing)
    began = time.monotonic()
    next(playing)
    assert time.monotonic() - began < 1
    playing.close()
    assert list_running(pids) == []


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker("ai.service:answer")
    yield worker
    worker.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the guard is a shell")
def test_a_program_ends_when_the_worker_is_killed(worker: Worker, pids: Path) -> None:
    seat_allowed(games.KUHN_POKER, bot(note_pid(pids)))
    assert isinstance(Heard(worker, MOVE).wait(), Decision)
    assert list_running(pids)
    assert worker.process_id is not None
    os.kill(worker.process_id, signal.SIGKILL)
    wait_for_end(pids)


WINDOW = """
import sys, threading, time
from pathlib import Path
import pygame
import main
from game.match.session import Session
from game.match.table_spec import TableSpec

home, pids, closes = sys.argv[1:]
app = main.make_app(Path(home))
show_menu = app.start

def sit_down():
    show_menu()
    session = Session(TableSpec("kuhn-poker", ("you", "my-bot"), seed=7))
    session.act(1)
    app.resume(session)

def close():
    while not Path(pids).exists() or not Path(pids).read_text():
        time.sleep(0.01)
    pygame.event.post(pygame.event.Event(pygame.QUIT))

app.start = sit_down
if closes == "QUIT":
    threading.Thread(target=close, daemon=True).start()
app.run()
"""
"""A window in which a program is to act. It closes by itself like by the button of its frame, or waits."""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM kills a process at once there")
@pytest.mark.parametrize("decides", [PASSIVE, "time.sleep(60)"])
@pytest.mark.parametrize("closes", ["QUIT", "SIGTERM"])
def test_a_program_ends_when_the_window_is_closed(closes: str, decides: str, pids: Path) -> None:
    seat_allowed(games.KUHN_POKER, bot(note_pid(pids, decides)), seconds=60)
    words = [sys.executable, "-c", WINDOW, str(user_files.home()), str(pids), closes]
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with subprocess.Popen(words, cwd=ROOT, env=os.environ | dummies) as window:
        try:
            until = time.monotonic() + PATIENCE_SECONDS
            while (
                not (pids.exists() and pids.read_text())
                and window.poll() is None
                and time.monotonic() < until
            ):
                time.sleep(0.02)
            if closes == "SIGTERM":
                assert list_running(pids)
                window.send_signal(signal.SIGTERM)
            assert window.wait(PATIENCE_SECONDS) == 0
            wait_for_end(pids)
        finally:
            window.kill()


def test_a_program_that_does_not_start_is_refused_once(monkeypatch: pytest.MonkeyPatch, pids: Path) -> None:
    command = bot()
    code = f"import os\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\nprint('Loading', flush=True)\n"
    seat(games.KUHN_POKER, "my-bot", [*command[:-1], code + command[-1]])
    with pytest.raises(ConnectionFailed, match="which is not JSON"):
        ask(MOVE)
    assert len(pids.read_text().split()) == 1
    assert list_running(pids) == []


FLOODS = '[print("x" * 65_536, end="") for _ in range(10**9)]'


@pytest.mark.parametrize(
    ("decides", "reason"),
    [
        ("time.sleep(60)", "it did not answer within 0.1 s"),
        (FLOODS, "a line of more than 2,097,152 bytes"),
        ('[say(type="noise") for _ in range(10**9)]', "1,000 lines that are no answer"),
        ("sys.exit()", "it has ended"),
        ('say(type="action", id=n, action="r7")', "its action 'r7' is illegal"),
        ('say(type="action", id=n, action={"p": 1})', "is illegal"),
        ('sys.stdout.buffer.write(b"\\xff\\n") // sys.stdout.flush()', "not UTF-8"),
        ('print("[" * 99_999, flush=True)', "which is not JSON"),
    ],
)
def test_a_series_with_a_bot_that_fails_is_played_on_with_a_note(decides: str, reason: str) -> None:
    seat(games.KUHN_POKER, "my-bot", bot(decides), seconds=0.1)
    batch = ask(PlayHands(SPEC, 1, (), 1))
    assert batch.note.startswith("my-bot checks or folds: ")
    assert reason in batch.note
    assert [result.number for result in batch.results] == [1]
    ask(EndBots())


def test_a_belief_about_a_bot_that_hangs_keeps_nobody_waiting() -> None:
    seat(games.HOLDEM, "my-bot", bot(CALLS, "time.sleep(60)", whole=True), seconds=0.05)
    betting = PublicBetting.start(HoldemRules()).child(CALL)
    reports: list[object] = []
    with pytest.raises(ConnectionFailed, match="my-bot does not give its strategy"):
        reports.extend(answer(AskBelief(AgentKey(games.HOLDEM, "my-bot"), 1, (), betting, ())))
    assert len(reports) >= 3


def test_a_judgement_asks_a_bot_that_hangs_once_and_then_is_theory_alone() -> None:
    seat(games.KUHN_POKER, "my-bot", bot("time.sleep(60)", whole=True), seconds=0.05)
    for card in (0, 2):
        info = KuhnInformationState(1, card, "b")
        *reports, judgement = answer(AskJudgement(games.KUHN_POKER, info, 1, 0, BOT))
        assert judgement.theory_alone == "silent"
        assert judgement.against is None
        assert judgement.values
    assert reports
    known = held_agents.find(BOT)
    assert isinstance(known, OutsideAgent)
    assert known.take_faults().decisions == 1
    ask(EndBots())


def test_a_judgement_without_the_strategy_of_a_bot_is_not_stored_as_one_against_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    betting = PublicBetting.start(HoldemRules()).child(CALL)
    info = HoldemInformationState(0, cards.parse("AsKd"), (), betting)
    judgement = Judgement({CALL: 0.5}, {CALL: 0.1}, {CALL: 1.0}, CALL, "blueprint", "sure", 2.0)
    silent = replace(judgement, theory_alone="silent")
    monkeypatch.setattr(judgements, "judge", lambda _: iter([silent]))
    seat(games.HOLDEM, "my-bot", bot(whole=True))
    in_theory = AskJudgement(games.HOLDEM, info, 1, CALL)
    against = replace(in_theory, opponent=AgentKey(games.HOLDEM, "my-bot"))
    assert ask(against) == silent
    assert judgements.find_stored(in_theory) == judgement
    assert judgements.find_stored(against) is None, "it is asked again at the next table"


def test_luck_against_a_bot_that_hangs_or_sits_down_again_is_known_as_far_as_possible() -> None:
    session = Session(TableSpec(games.KUHN_POKER, ("you", "my-bot"), seed=7))
    while session.seat_to_act is not None:
        session.act(0)
    luck = AskLuck((hands.of(session, 0.0),))
    seat(games.KUHN_POKER, "my-bot", bot("time.sleep(60)", whole=True), seconds=0.05)
    *reports, [found] = answer(luck)
    assert reports
    assert not found.known
    ask(EndBots())
    seat(games.KUHN_POKER, "my-bot", bot(MIXED, whole=True))
    for _ in range(2):
        _hands.clear()
        [found] = ask(luck)
        assert found.known
        ask(EndBots())


@pytest.mark.parametrize("kind", ["luck of a hand", "luck of all hands", "review", "mistakes"])
def test_a_program_that_only_past_hands_need_ends_with_the_answer(
    kind: str, pids: Path, user_folder: Path
) -> None:
    ask(EndBots())
    seat_allowed(games.KUHN_POKER, bot(note_pid(pids, MIXED), whole=True))
    session = Session(TableSpec(games.KUHN_POKER, ("you", "my-bot"), teaching=True, seed=7))
    while session.seat_to_act is not None:
        session.act(0)
    hand = hands.of(session, 0.0)
    Archive(user_folder).append(hand)
    question: Request[Any] = {
        "luck of a hand": AskLuck((hand,)),
        "luck of all hands": CountLuck(HistoryFilter(games.KUHN_POKER)),
        "review": AskReview(ReviewTarget("hand", hand.id)),
        "mistakes": CollectMistakes(0.0),
    }[kind]
    _hands.clear()
    ask(question)
    assert pids.read_text().split(), "the program was asked"
    wait_for_end(pids)
    ask(MOVE)
    _hands.clear()
    DrillStore(user_folder).keep_diary(Diary())  # the hand is graded again
    ask(question)
    assert list_running(pids), "its table is still open"
    ask(EndBots())
    assert list_running(pids) == []


def test_a_bot_that_does_not_start_costs_neither_judgement_nor_luck() -> None:
    session = Session(TableSpec(games.KUHN_POKER, ("you", "my-bot"), seed=7))
    info = session.info(session.seat_to_act or 0)
    while session.seat_to_act is not None:
        session.act(0)
    seat(games.KUHN_POKER, "my-bot", [sys.executable, "-S", "-c", "pass"])
    judgement = ask(AskJudgement(games.KUHN_POKER, info, 1, 0, BOT))
    assert judgement.values
    assert judgement.against is None
    [luck] = ask(AskLuck((hands.of(session, 0.0),)))
    assert luck.net == session.results[0].returns[0]


@pytest.mark.parametrize(
    ("command", "reason"), [(bot(), "unknown"), ([sys.executable, "-S", "-c", "pass"], "failed")]
)
def test_a_bot_without_a_strategy_is_left_out_of_an_exact_league(
    command: list[str], reason: str, run: Run
) -> None:
    settings = LeagueSettings(games.KUHN_POKER)
    before = ask(AskStandings(settings))
    seat_allowed(games.KUHN_POKER, command)
    assert ask(AskStandings(settings)) == replace(before, left_out={"my-bot": reason})
    code, out, err = run("league", "kuhn-poker")
    assert (code, "my-bot" in out) == (0, False)
    assert err.startswith("Left out: my-bot (")
    assert json.loads(run("league", "kuhn-poker", "--json")[1])["left_out"] == ["my-bot"]
    some = ask(AskStandings(settings, ("my-bot", "station", "uniform")))
    assert (set(some.agents), some.left_out) == ({"uniform", "station"}, {"my-bot": reason})
    alone = ask(AskStandings(settings, ("my-bot", "station")))
    assert (alone.pairs, alone.left_out) == ((), {"my-bot": reason})
    code, _, err = run("league", "kuhn-poker", "my-bot", "station")
    assert code
    assert re.search(r"my-bot (only decides|does not play)", err), "in the terminal, the user named it"


def test_a_strategy_that_fails_in_one_place_stops_no_exact_league() -> None:
    settings = LeagueSettings(games.KUHN_POKER)
    before = ask(AskStandings(settings))
    fails = f"asked['key'] == 'Kpb' and sys.exit() // {MIXED}"
    seat_allowed(games.KUHN_POKER, bot(fails, whole=True))
    assert ask(AskStandings(settings)) == replace(before, left_out={"my-bot": "failed"})


@pytest.mark.parametrize("game", [games.TIC_TAC_TOE, games.KUHN_POKER])
def test_a_league_tells_that_a_program_is_not_allowed(game: str) -> None:
    seat(game, "my-bot", bot())
    others = sorted(entry.name for entry in catalog.agents(game) if entry.name != "my-bot")[:2]
    for names in ((), ("my-bot", *others)):
        found = ask(AskStandings(LeagueSettings(game), names))
        assert found.left_out == {"my-bot": "not_allowed"}
        assert set(others) <= set(found.agents)
