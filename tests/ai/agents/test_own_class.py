"""A user's agent class can be used in every command.

If the class lacks a method that a command needs, the command names the method in one sentence.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from collections import OrderedDict
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from ai import catalog
from ai.agents import own_class
from ai.features.held_agents import held_agents
from game import texts
from game.files import outside_code, user_files
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.betting import CALL, HoldemRules, PublicBetting
from game.rules.kuhn_poker import KuhnInformationState
from game.study.holdem import AskBelief
from game.study.judgements import AskJudgement, JudgementProgress
from game.study.opponents import Opponent
from game.study.play import AgentKey, Decide, PlayHands
from tests.ai.agents.bots import seat
from tests.ai.asking import Run, ask, ask_with_reports, run_json

DECIDES = """
class Bot:
    def decide(self, info, rng, budget):
        return list(info.legal_actions)[-1]
"""
MIXES = """
class Bot:
    name = "mixer"
    def strategy(self, info):
        return {action: 1 / len(info.legal_actions) for action in info.legal_actions}
"""
CALLS = """
import numpy as np
from ai.hands.range_strategy import RangeMix
class Bot:
    games = ["holdem"]
    def decide(self, info, rng, budget):
        return np.int64(1)
    def range_strategy(self, public):
        return RangeMix.of({1: np.ones(1326)}, np.arange(1326))
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mine.py"


def test_a_class_that_decides_plays_every_game(write: Path, run: Run) -> None:
    write.write_text(DECIDES, encoding="utf-8")
    for game, other in (("tic-tac-toe", "random"), ("kuhn-poker", "station"), ("holdem", "random")):
        row = run_json(run, "match", game, "mine.py:Bot", other, "--hands", "4", "--duplicate")
        assert (row["a"], row["hands"]) == ("mine.py:Bot", 4)
    code, out, err = run("league", "tic-tac-toe", f"{write}:Bot", "random", "--hands", "4")
    assert (code, err) == (0, "")
    assert f"{write}:Bot" in out


@pytest.mark.parametrize(
    "words",
    [
        "measure kuhn-poker mine.py:Bot",
        "league kuhn-poker mine.py:Bot station",
        "measure tic-tac-toe mine.py:Bot",
        "strategy kuhn-poker mine.py:Bot",
    ],
)
def test_a_command_that_needs_a_strategy_asks_for_the_method(words: str, write: Path, run: Run) -> None:
    write.write_text(DECIDES, encoding="utf-8")
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    assert "mine.py:Bot only decides" in err
    assert "give it a method `strategy`" in err


@pytest.mark.parametrize("words", ["measure holdem mine.py:Bot --workers 1", "strategy holdem mine.py:Bot"])
def test_an_agent_that_does_not_know_every_hand_is_named_as_typed(words: str, write: Path, run: Run) -> None:
    write.write_text(DECIDES, encoding="utf-8")
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    assert "mine.py:Bot cannot give its strategy for every hand" in err


def test_a_strategy_alone_decides_and_is_measured(write: Path, run: Run) -> None:
    write.write_text(MIXES, encoding="utf-8")
    mine = run_json(run, "measure", "kuhn-poker", "mine.py:Bot")
    assert mine == run_json(run, "measure", "kuhn-poker", "uniform")
    assert run_json(run, "match", "kuhn-poker", "mine.py:Bot", "station", "--hands", "4")["hands"] == 4
    assert catalog.load("kuhn-poker", "mine.py:Bot").name == "mixer"


BOTH = """
class Bot:
    def decide(self, info, rng, budget):
        return {action}
    def strategy(self, info):
        return {{0 if 0 in info.legal_actions else 1: 1.0}}
"""


@pytest.mark.parametrize(
    "words",
    [
        "match kuhn-poker mine.py:Bot mine.py:Bot --hands 2",
        "match holdem mine.py:Bot random --hands 2",
        "league kuhn-poker mine.py:Bot station",
        "measure kuhn-poker mine.py:Bot",
    ],
)
def test_a_class_that_decides_against_its_strategy_is_named_once(words: str, write: Path, run: Run) -> None:
    write.write_text(BOTH.format(action=1), encoding="utf-8")
    code, _, err = run(*words.split())
    assert code == 0
    assert err.count("mine.py:Bot decides for 1 at ") == err.count("which its strategy never does") == 1
    write.write_text(BOTH.format(action="list(info.legal_actions)[0]"), encoding="utf-8")
    assert "never does" not in run(*words.split())[2]


def test_a_range_strategy_gives_aivat(write: Path, run: Run) -> None:
    write.write_text(CALLS, encoding="utf-8")
    words = ("match", "holdem", "mine.py:Bot", "random", "--hands", "4", "--duplicate")
    assert run_json(run, *words, "--aivat")["mean"] != run_json(run, *words)["mean"]
    assert (
        run("match", "kuhn-poker", "mine.py:Bot", "station")[2]
        == "mine.py:Bot plays holdem, not kuhn-poker.\n"
    )


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (
            "class Bot:\n    def decide(self, i, r, b):\n        return 1 / 0\n",
            "failed in mine.py, line 3: Zero",
        ),
        (
            "class Bot:\n    def __init__(self):\n        self.x = [][1]\n",
            "failed in mine.py, line 3: IndexError",
        ),
        ("import nowhere_to_be_found\n", "failed in mine.py, line 1: ModuleNotFoundError"),
        ("class Bot\n    pass\n", "failed in mine.py, line 1: SyntaxError"),
        ("class Bot:\n    pass\n", "needs a method decide(info, rng, budget)"),
        ("class Other:\n    pass\n", "mine.py has no class 'Bot': it has Other."),
        ("class Bot:\n    def decide(self, i, r, b):\n        return 7\n", "chose 7 at "),
        (
            "class Bot:\n    def decide(self, i, r, b):\n        return [1]\n",
            "which is illegal there: return one of the whole numbers 0, 1.",
        ),
        ("class Bot:\n    def decide(self, i, r, b):\n        return 1.0\n", "chose 1.0 at "),
        (
            "class Bot:\n    def decide(self, i):\n        return 1\n",
            "In mine.py:Bot, decide takes (i) instead of (info, rng, budget).",
        ),
        (
            "class Bot:\n    def __init__(self, x):\n        self.x = x\n",
            "In mine.py:Bot, the class takes (x) instead of ().",
        ),
        ("class Bot:\n    def decide(self, i, r, b):\n        exit(7)\n", "line 3: SystemExit: 7."),
        ("class Bot:\n    def decide(self, i, r, b):\n        raise SystemExit\n", "line 3: SystemExit."),
        ("import os\nos._exit(3)\nclass Bot: ...\n", "failed in mine.py, line 2: SystemExit: os._exit(3)."),
        (
            "from os import _exit\nclass Bot:\n    def decide(self, i, r, b):\n        _exit(3)\n",
            "failed in mine.py, line 4: SystemExit: os._exit(3).",
        ),
        ("raise GeneratorExit\n", "failed in mine.py, line 1: GeneratorExit."),
        (
            "class Bot:\n    @property\n    def games(self):\n        return 1 / 0\n",
            "line 4: ZeroDivisionError",
        ),
        (
            "class Bot:\n    @property\n    def decide(self):\n        return 1 / 0\n",
            "line 4: ZeroDivisionError",
        ),
        (
            "class X(Exception):\n    __str__ = lambda self: 1 / 0\n"
            "class Bot:\n    def decide(self, i, r, b):\n        raise X\n",
            "failed in mine.py, line 5: X.",
        ),
        (
            "class N:\n    def __index__(self):\n        return 1 // 0\n"
            "class Bot:\n    def decide(self, i, r, b):\n        return N()\n",
            "line 3: ZeroDivisionError",
        ),
        (
            "from game.core import Decision\nclass Bot:\n    def decide(self, i, r, b):\n"
            "        return Decision(1, {1: 2.0})\n",
            "has no strategy at ",
        ),
        ("class Bot:\n    def decide(self, i, r, b):\n        i.card = 2\n", "line 3: FrozenInstanceError"),
        ("class Bot:\n    def strategy(self, i):\n        return {0: 0.5}\n", "has no strategy at "),
        (
            "class Bot:\n    def strategy(self, i):\n        return None\n",
            "return a dict of probabilities that add up to 1, with some of the whole numbers 0, 1 as keys.",
        ),
    ],
)
def test_a_fault_of_the_class_is_one_sentence_with_its_line(
    code: str, sentence: str, write: Path, run: Run
) -> None:
    write.write_text(code, encoding="utf-8")
    status, out, err = run("match", "kuhn-poker", "mine.py:Bot", "station", "--hands", "2")
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert "fault in Parlour" not in err


def test_ctrl_c_interrupts_a_class_and_a_keyboard_interrupt_of_its_own_is_a_fault(
    write: Path, run: Run
) -> None:
    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    words = ("match", "kuhn-poker", "mine.py:Bot", "station", "--hands", "2")
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        write.write_text(DECIDES.replace("return", "raise KeyboardInterrupt #"), encoding="utf-8")
        assert run(*words) == (2, "", "mine.py:Bot failed in mine.py, line 4: KeyboardInterrupt.\n")
        kill = "__import__('signal').raise_signal(2)\n        return"
        write.write_text(DECIDES.replace("return", kill), encoding="utf-8")
        assert run(*words) == (130, "", "Interrupted.\n")
    finally:
        signal.signal(signal.SIGINT, before)


LEAVES = """
import os, threading
class Bot:
    def decide(self, info, rng, budget):
        thread = threading.Thread(target=os._exit, args=(3,))
        thread.start()
        thread.join()
        if hasattr(os, "fork"):
            child = os.fork() or os._exit(4)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4
        return 0
"""


def test_a_thread_and_a_forked_process_of_a_class_still_end(
    write: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    leave, here, ended = own_class._leave, os.getpid(), []
    monkeypatch.setattr(
        own_class, "_leave", lambda code: ended.append(code) if os.getpid() == here else leave(code)
    )
    write.write_text(LEAVES, encoding="utf-8")
    assert run("match", "kuhn-poker", "mine.py:Bot", "station", "--hands", "1")[0] == 0
    assert set(ended) == {3}


def test_the_legal_actions_of_holdem_are_a_range(write: Path, run: Run) -> None:
    write.write_text("class Bot:\n    def decide(self, i, r, b):\n        return 3\n", encoding="utf-8")
    assert (
        "one of the whole numbers 0, 1, 200 to 20000." in run("match", "holdem", "mine.py:Bot", "random")[2]
    )


def test_what_a_class_prints_goes_to_stderr(write: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(sys, "__stderr__", terminal := io.StringIO())
    write.write_text(DECIDES.replace("return", "print('hm')\n        return"), encoding="utf-8")
    code, out, err = run("match", "kuhn-poker", "mine.py:Bot", "station", "--hands", "2", "--json")
    assert (code, err, set(terminal.getvalue().split())) == (0, "", {"hm"})
    assert json.loads(out)["hands"] == 2


MOVES = """
import os
def move(place):
    for name in ("PARLOUR_HOME", "PARLOUR_CACHE", "HOME", "XDG_DATA_HOME"):
        os.environ[name] = os.path.abspath(place)
move("by loading")
class Bot:
    def __init__(self):
        move("by making")
    def decide(self, info, rng, budget):
        move("by deciding")
        return list(info.legal_actions)[-1]
"""


def test_a_class_that_names_another_folder_moves_no_file_of_the_program(write: Path, run: Run) -> None:
    write.write_text(MOVES, encoding="utf-8")
    folders = user_files.home(), user_files.cache_folder()
    run_json(run, "match", "kuhn-poker", "mine.py:Bot", "station", "--hands", "2")
    assert (user_files.home(), user_files.cache_folder()) == folders
    assert not [file.name for file in write.parent.iterdir() if file.name.startswith("by ")]


def test_a_class_that_closes_its_output_leaves_that_of_the_command(write: Path, run: Run) -> None:
    write.write_text("import sys\nsys.stdout.close()\n" + DECIDES, encoding="utf-8")
    code, out, err = run("match", "kuhn-poker", "mine.py:Bot", "station", "--hands", "2", "--json")
    assert (code, err, json.loads(out)["hands"]) == (0, "", 2)
    assert sys.__stderr__ is None or not sys.__stderr__.closed


def test_at_a_table_of_the_window_a_class_that_fails_checks_or_folds_with_a_note(
    write: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write.write_text("class Bot:\n    def decide(self, i, r, b):\n        return 1 / 0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(write.parent)
    monkeypatch.setattr(held_agents, "loaded", OrderedDict())
    offer(monkeypatch, "mine:Bot")
    info = KuhnInformationState(0, 1, "pb")
    decision = ask(Decide(AgentKey("kuhn-poker", "my-agent"), info, "7/1/0"))
    assert decision.action == 0
    assert decision.is_replacement
    assert decision.note == (
        "my-agent failed in mine.py, line 3: ZeroDivisionError: division by zero. It checks or folds."
    )
    batch = ask(PlayHands(TableSpec("kuhn-poker", ("my-agent", "station"), seed=7), 1, (), 1))
    assert batch.note == decision.note
    try:
        assert texts.retell(batch.note) == decision.note.replace("my-agent", "My agent"), (
            "as the window shows it"
        )
        assert texts.use("de")("agent_errors.own_class.instead") in texts.retell(batch.note)
    finally:
        texts.use("en")


def test_a_class_that_thinks_keeps_nobody_else_waiting(write: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = DECIDES.replace("return", "__import__('time').sleep(0.3)\n        return")
    write.write_text(slow, encoding="utf-8")
    monkeypatch.syspath_prepend(write.parent)
    monkeypatch.setattr(held_agents, "loaded", OrderedDict())
    offer(monkeypatch, "mine:Bot")
    reports, decision = ask_with_reports(
        Decide(AgentKey("kuhn-poker", "my-agent"), KuhnInformationState(0, 1, "pb"), "7/1/0")
    )
    assert len(reports) >= 3
    assert decision.action == 1


def test_a_class_whose_strategy_takes_long_keeps_nobody_else_waiting(
    write: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write.write_text(
        MIXES.replace("return", "__import__('time').sleep(0.3)\n        return"), encoding="utf-8"
    )
    monkeypatch.syspath_prepend(write.parent)
    monkeypatch.setattr(held_agents, "loaded", OrderedDict())
    offer(monkeypatch, "mine:Bot")
    info = KuhnInformationState(1, 1, "b")
    met = AskJudgement("kuhn-poker", info, opponent=AgentKey("kuhn-poker", "my-agent"))
    reports, judgement = ask_with_reports(met)
    assert len([report for report in reports if not isinstance(report, JudgementProgress)]) >= 3
    assert judgement.against is not None
    slow = CALLS.replace("return RangeMix", "__import__('time').sleep(0.3)\n        return RangeMix")
    write.with_name("other.py").write_text(slow, encoding="utf-8")
    offer(monkeypatch, "other:Bot")
    betting = PublicBetting.start(HoldemRules()).child(CALL)
    reports, _ = ask_with_reports(AskBelief(AgentKey("holdem", "my-agent"), 1, (), betting, ()))
    assert len(reports) >= 3


def test_a_file_that_does_not_exist_is_one_sentence(write: Path, run: Run) -> None:
    code, _, err = run("match", "kuhn-poker", "mine.py:Bot", "station")
    assert code == 2
    assert err == "mine.py cannot be read: No such file or directory.\n"


def offer(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """Pretend that an installed package offers the class `value` as the agent my-agent."""
    monkeypatch.delitem(sys.modules, value.partition(":")[0], raising=False)
    entry = EntryPoint("my-agent", value, outside_code.GROUP)
    monkeypatch.setattr(catalog, "installed_classes", lambda: {"my-agent": entry})
    for cached in (outside_code.read_games, outside_code._parse):
        cached.cache_clear()


def test_an_installed_class_is_listed_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    (tmp_path / "my_agents.py").write_text(DECIDES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    offer(monkeypatch, "my_agents:Bot")
    names = [row["name"] for row in run_json(run, "agents", "--game", "kuhn-poker")["agents"]]
    assert "my-agent" in names
    assert "my_agents" not in sys.modules
    assert run_json(run, "match", "kuhn-poker", "my-agent", "station", "--hands", "4")["hands"] == 4


@pytest.mark.parametrize(
    ("declares", "expected"),
    [
        ("class Bot:\n    games = ('kuhn-poker',)\n", ["kuhn-poker"]),
        ("class Bot:\n    games: list[str] = ['holdem', 'chess']\n", ["holdem"]),
        ("class Bot:\n    games = 'kuhn-poker'\n", ["kuhn-poker"]),
        ("MINE = 'holdem'\nclass Bot:\n    games = {MINE, 'kuhn-poker'}\n", ["kuhn-poker", "holdem"]),
        ("class Base:\n    games = ('holdem',)\nclass Bot(Base):\n    pass\n", ["holdem"]),
        ("from .bots import Kuhn as Bot\n", ["kuhn-poker"]),
        ("class Bot:\n    pass\n", list(games.NAMES)),
        ("class Bot:\n    games = tuple(['holdem'])\n", list(games.NAMES)),
        ("class Bot(Bot):\n    pass\n", list(games.NAMES)),
        ("from own_agents import Bot\n", list(games.NAMES)),
        ("class Bot\n", list(games.NAMES)),
    ],
)
def test_an_installed_class_is_listed_for_the_games_that_it_declares(
    declares: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "own_agents"
    package.mkdir()
    (package / "__init__.py").write_text(declares, encoding="utf-8")
    (package / "bots.py").write_text("class Kuhn:\n    games = ('kuhn-poker',)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    offer(monkeypatch, "own_agents:Bot")
    assert [entry.game for entry in catalog.agents() if entry.name == "my-agent"] == expected
    assert "own_agents" not in sys.modules


def test_the_origin_of_an_own_agent_is_told_in_the_language_of_the_window(
    write: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write.write_text(f"{DECIDES}    games = ('kuhn-poker',)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(write.parent)
    offer(monkeypatch, "mine:Bot")
    seat(games.KUHN_POKER, "my-bot", ["python", "my_bot.py"])
    entries = {entry.name: entry for entry in catalog.agents()}
    cards = [Opponent(name, (entries[name],)) for name in ("my-agent", "my-bot")]
    assert [card.line for card in cards] == [
        "From the package mine.",
        "A program of its own: python my_bot.py.",
    ]
    try:
        texts.use("de")
        assert [card.line for card in cards] == [
            "Aus dem Paket mine.",
            "Ein eigenes Programm: python my_bot.py.",
        ]
    finally:
        texts.use("en")


def test_a_command_that_names_an_agent_of_another_game_says_so(
    write: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    write.write_text(f"{DECIDES}    games = ('kuhn-poker',)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(write.parent)
    offer(monkeypatch, "mine:Bot")
    for words in ("match holdem my-agent random", "league holdem my-agent random", "measure holdem my-agent"):
        code, out, err = run(*words.split())
        assert (code, out) == (2, "")
        assert err.startswith("my-agent plays kuhn-poker, not holdem: the agents are ")
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("declares", "sentence"),
    [
        ("games = 'kuhn-poker'", "mine.py:Bot plays kuhn-poker, not tic-tac-toe.\n"),
        ("games = 3", "The games of mine.py:Bot are 3: name them, as in ('kuhn-poker',).\n"),
    ],
)
def test_games_of_another_type_are_one_sentence(declares: str, sentence: str, write: Path, run: Run) -> None:
    write.write_text(f"{DECIDES}    {declares}\n", encoding="utf-8")
    assert run("match", "tic-tac-toe", "mine.py:Bot", "random") == (2, "", sentence)
