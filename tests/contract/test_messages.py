"""The contract of every request: it has a handler, its answer is typed, and no class of `ai` reaches the window."""

import importlib
import inspect
import io
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import chain
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

import pytest

import game.features
import game.study
from ai import catalog
from ai.drills.decks import forks
from ai.service import answer, answered_by
from ai.training import store
from game.archive.imported import LogFilter
from game.archive.ladder import Rung
from game.archive.store import Archive, HistoryFilter
from game.core import Budget, Decision, InformationState
from game.features import lab as lab_asks
from game.features import odds as odds_asks
from game.features import solver as solver_asks
from game.features.arena import AskStandings, ExportLeague, PlayLeague
from game.features.history import (
    CountRooms,
    ExportHands,
    FindLogHand,
    ForgetLog,
    ListHands,
    ListLogHands,
    ListLogs,
)
from game.features.odds import AskOdds, AskParts, WriteRange
from game.features.reports import (
    AskReport,
    CheckReport,
    CompareReports,
    ExportReport,
    ForgetReport,
    ListReports,
    RunReport,
)
from game.files.manifest import SHIPPED_ABSTRACTION
from game.match.betting_line import BettingLine
from game.match.spot_texts import SpotTexts
from game.match.table_spec import TableSpec
from game.match.worker import Worker
from game.request import Refusal, Request
from game.rules import games
from game.rules.betting import CALL, HoldemRules, PublicBetting
from game.rules.cards import parse
from game.rules.holdem import HoldemState
from game.study import (
    drills,
    history,
    holdem,
    judgements,
    lab,
    ladder,
    odds,
    play,
    ranges,
    training,
)
from game.study import drills as drills_asks
from game.study import review as review_asks
from game.study.holdem import AskDuel, AskEquity
from game.study.judgements import AskJudgement
from game.study.lab import LabSettings
from game.study.league import LeagueSettings
from game.study.odds import ReadTexts
from game.study.play import AgentKey, Decide
from game.study.reports import ReportForm
from game.study.review import ReviewTarget
from game.study.solved import LoggedPlayer
from game.study.training import (
    CreateRun,
    ForgetRun,
    HoldCheckpoint,
    KeepCheckpoints,
    ListRuns,
    ListStoredRuns,
    TakeSnapshot,
    Train,
)
from tests.archive.hands_for_tests import hand
from tests.features.logs.show import write_log
from tests.histories.room_writers import pokerstars
from tests.histories.simulated_hands import simulate
from tests.match.heard import Heard
from tests.played_hands import spot
from tests.window.sweep import find_declared

ROOT = Path(__file__).parents[2]
FOLDERS = [Path(game.study.__file__).parent, Path(game.features.__file__).parent]
FILES = [*FOLDERS[0].glob("*.py"), *FOLDERS[1].glob("*/__init__.py")]
MODULES = [
    importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    for file in sorted(FILES)
]
KINDS = [
    kind
    for module in MODULES
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, Request) and kind.__module__ == module.__name__
]
HAND, FLOP = parse("AhKh"), parse("Qs7h2h")
TURN = SpotTexts("Qs7h2h3c", "AA,KQs", "QQ,AJs", "100", "200", "66%")
RIVERS = ReportForm(TURN, "Qs7h2h3c8c, Qs7h2h3cAd", 5.0)
HALF = LabSettings(games.KUHN_HALF_STREET, iterations=20)
QUICK = {"epsilon": 0.3, "seed": 5}
EMPTY = (0,) * 9
NOON = 1_795_000_000.0


def opening(game: str) -> InformationState:
    state = games.initial_state(game)
    while state.current_player() < 0:
        state = state.child(state.chance_outcomes()[0][0])
    return state.information_state(state.current_player())


def deal_preflop() -> HoldemState:
    state = HoldemState()
    for card in parse("2c7dAsAh"):
        state = state.child(card)
    return state


def on_the_flop() -> PublicBetting:
    return PublicBetting.start(HoldemRules()).child(300).child(CALL).next_round().child(CALL).child(400)


def samples(folder: Path) -> Mapping[type[Request[Any]], Request[Any]]:
    """Return a request of every kind, in an order in which each request can be answered."""
    honest, sound = play.AgentKey("kuhn-poker", "honest"), play.AgentKey("holdem", "sound")
    kuhn, preflop = opening("kuhn-poker"), opening("holdem")
    assert isinstance(preflop, type(deal_preflop().information_state(1)))
    run = store.create_run("kuhn-cfr", {"iterations": 20}).id
    spec = TableSpec("kuhn-poker", ("equilibrium", "bluffer"), seed=3)
    log = str(write_log(folder / "evening.log", 5))
    rooms = folder / "evening.txt"
    rooms.write_text(pokerstars(simulate(1)))
    [card, *_] = forks(1, NOON)
    betting, kuhn_league = deal_preflop().betting, LeagueSettings("kuhn-poker")
    all_of_them: list[Request[Any]] = [
        play.Prepare(),
        play.Decide(honest, kuhn, 1),
        play.ActNow(honest),
        play.GetReady(honest, kuhn),
        play.LoadEquities(),
        play.PlayHands(spec, 1, (), 2),
        play.TellResult((honest, None), games.initial_state("kuhn-poker")),
        play.EndBots(),
        play.AskValues(play.AgentKey("tic-tac-toe", "perfect"), opening("tic-tac-toe")),
        play.ExploitRecordedPlay("kuhn-poker", {}),
        holdem.AskBelief(sound, 1, (), betting, parse("2c7d")),
        holdem.LookAhead(play.AgentKey("holdem", "search-expert"), preflop, 1, 4),
        holdem.AskEquity(HAND, FLOP),
        holdem.AskDuel((HAND, parse("QdQc")), FLOP),
        judgements.AskJudgement("kuhn-poker", kuhn, 1, 0, honest),
        judgements.OpenJudgedSolve(judgements.AskJudgement("holdem", spot("2c7dAsAh", 1, 1, "AdKc2h"))),
        ListHands(),
        history.CountResults(),
        CountRooms(),
        ExportHands("json", str(folder / "hands.json")),
        history.AskLuck((hand(games.KUHN_POKER), hand(games.TIC_TAC_TOE))),
        history.CountLuck(HistoryFilter(games.TIC_TAC_TOE)),
        review_asks.AskReview(ReviewTarget("hand", hand(games.KUHN_POKER).id)),
        history.CountErrors(HistoryFilter(games.TIC_TAC_TOE), 100),
        ladder.AskLadder(games.TIC_TAC_TOE, (Rung("ada-20"),)),
        history.EraseHistory(),
        training.ListRuns(),
        training.CreateRun("kuhn-cfr", {"iterations": 20}),
        training.Train(run),
        training.ListStoredRuns(),
        training.TakeSnapshot(run),
        training.HoldCheckpoint(run, 20),
        training.KeepCheckpoints(run, "kuhn-poker", "kept", 20),
        training.ForgetRun(run),
        AskStandings(kuhn_league),
        PlayLeague(LeagueSettings("tic-tac-toe"), 0),
        ExportLeague(kuhn_league, str(folder / "league.csv")),
        history.ImportLog(log),
        ListLogs(),
        ListLogHands(LogFilter("evening")),
        FindLogHand(LogFilter("evening"), 2),
        ForgetLog("evening"),
        odds_asks.ListExperts(),
        odds_asks.ReadExpertRules("sound"),
        odds_asks.AskExpert("sound", 1, (), betting, HAND),
        odds_asks.CopyExpert("sound"),
        odds.ReadTexts(("AhKh", "QQ,JJ"), FLOP),
        WriteRange("QQ+,AKs:0.5", "gto-plus"),
        odds_asks.AskOdds(("AhKh", "QQ,JJ"), FLOP),
        odds_asks.AskParts(("AhKh", "QQ,JJ"), FLOP, quick=True),
        odds_asks.AskThreeWay(("AhKh", "QQ", "JTs"), FLOP, ("", "three-of-a-kind", "")),
        odds_asks.CountHandTable(),
        odds_asks.LookUpHand(parse("AsKsQsJsTs")),
        lab_asks.ListInformationSets(HALF),
        lab_asks.RunSegment(HALF, 20),
        lab_asks.DrawTree(HALF),
        lab_asks.MeasureField(1.0, 4),
        lab_asks.WritePolicy(HALF, 10),
        lab_asks.ListLabRuns(),
        lab_asks.ExportSeries(HALF, str(folder / "series.csv")),
        lab_asks.ExportField(1.0, str(folder / "field.csv")),
        lab_asks.AskLearntValues(QUICK, EMPTY, 20),
        lab_asks.ExportLearntValues(QUICK, EMPTY, 20, str(folder / "values.csv")),
        lab_asks.WriteLearner(QUICK, 20),
        lab_asks.FindLostLine(QUICK, 20),
        lab.ForgetLabRuns(),
        lab_asks.ListAbstractions(),
        lab_asks.LookUpBucket(SHIPPED_ABSTRACTION, HAND, FLOP),
        lab_asks.MeasureDistance(SHIPPED_ABSTRACTION, HAND, FLOP, (parse("8d7c"), parse("Js8h3h"))),
        lab_asks.FindNeighbours(SHIPPED_ABSTRACTION, HAND, FLOP),
        lab_asks.WorkEmdExample("article"),
        ranges.ListRangeAgents(),
        ranges.AskRange("rock", BettingLine()),
        ranges.AskPreflopPot("rock", BettingLine(), "single-raised"),
        ranges.ExportRange("rock", BettingLine(), str(folder / "range.csv")),
        solver_asks.CheckSpot(TURN, 1.0),
        solver_asks.AskDecisionSpot(FLOP, on_the_flop()),
        solver_asks.SolveSpot(TURN, 5.0),
        solver_asks.AskSolve(TURN),
        solver_asks.AskHeldSolve(TURN),
        solver_asks.AskSolved(TURN, ("check",)),
        solver_asks.AskRunOuts(TURN, ("check", "check")),
        solver_asks.ExportSolved(TURN, (), (), str(folder / "turn.csv")),
        solver_asks.KeepSolve(TURN, "turn"),
        solver_asks.ListSolves(),
        solver_asks.OpenSolve("turn"),
        solver_asks.AskComparison(TURN, ("check",), (), "turn"),
        solver_asks.SetLock(TURN, (), (), "check", 10.0),
        solver_asks.ClearLocks(TURN),
        solver_asks.ListLoggedPlayers(),
        solver_asks.AskLoggedMix(TURN, ("check",), LoggedPlayer("you", 40)),
        solver_asks.PlaySpot(TURN, 0, 3, 1, ("check",)),
        solver_asks.KeepSpotMistakes(NOON, TURN, ()),
        solver_asks.ForgetSolve("turn"),
        CheckReport(RIVERS),
        RunReport(RIVERS),
        AskReport(RIVERS),
        CompareReports(RIVERS, RIVERS),
        ListReports(),
        ExportReport(RIVERS, str(folder / "report.csv")),
        ForgetReport(RIVERS),
        drills.BeginDeck(NOON, "forks", 1),
        drills.CollectMistakes(NOON),
        history.ImportHands(str(rooms)),
        history.WatchFolder(str(rooms.parent)),
        drills.AskDrills(NOON),
        drills_asks.AskCard(NOON, "forks"),
        drills_asks.AnswerCard(NOON, "forks", card.name, card.actions[0], 5.0),
        drills_asks.SetCardAside(NOON, "forks", card.name, "bury"),
        drills_asks.ForgetDeck(NOON, "forks"),
        *chain.from_iterable(find_declared("SAMPLES")),
    ]
    return {type(one): one for one in all_of_them}


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker("ai.service:answer")
    yield worker
    worker.close()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_request_has_a_handler_in_the_namesake_of_its_module(kind: type[Request[Any]]) -> None:
    handlers = importlib.import_module(answered_by(kind.__module__))
    assert Request.handlers[kind].__module__ == handlers.__name__


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_request_names_the_type_of_its_answer_and_holds_no_any(kind: type[Request[Any]]) -> None:
    assert answer_type(kind) is not Any
    assert all("Any" not in str(one.type) for one in fields(kind))  # type: ignore[arg-type]


def answer_type(kind: type[Request[Any]]) -> Any:
    [base] = [base for base in kind.__orig_bases__ if get_origin(base) is Request]  # type: ignore[attr-defined]
    [answer] = get_args(base)
    return answer


def test_a_real_worker_answers_every_request_with_what_it_promises(
    worker: Worker, user_folder: Path, tmp_path: Path
) -> None:
    Archive(user_folder).append(hand(seed=1))
    wanted = samples(tmp_path)
    assert set(wanted) == set(KINDS)
    log = ""
    for kind, request in wanted.items():
        found = get_answer(worker, with_log(request, log))
        assert not isinstance(found, Refusal), (request, found)
        assert is_of(found, answer_type(kind)), (kind, type(found))
        if isinstance(request, history.ImportLog):
            log = found.id


def test_an_agent_that_thinks_for_long_acts_at_once_when_asked_to(worker: Worker) -> None:
    state, key = on_the_turn(), play.AgentKey("holdem", "architect-thinks")
    info = state.information_state(state.current_player())
    get_answer(worker, play.Decide(key, info, 1, Budget(work=1)))  # compiles the kernels that it needs
    heard = Heard(worker, play.Decide(key, info, 1, Budget(seconds=60)))
    while not heard.reports:
        worker.poll()
        time.sleep(0.002)
    began = time.monotonic()
    assert get_answer(worker, play.ActNow(key)) is True
    while not heard.answers:
        worker.poll()
        time.sleep(0.002)
    assert time.monotonic() - began < 20
    [decision] = heard.answers
    assert isinstance(decision, Decision)
    assert decision.action in state.legal_actions()


def on_the_turn() -> HoldemState:
    """Return a state on the turn in which both players have only called and checked."""
    state = deal_preflop()
    for action in (CALL, CALL, *parse("Qs7h2h"), CALL, CALL, *parse("Tc")):
        state = state.child(action)
    return state


def with_log(request: Request[Any], log: str) -> Request[Any]:
    """Return a copy of `request` about the imported log `log`."""
    match request:
        case ListLogHands():
            return ListLogHands(LogFilter(log))
        case FindLogHand():
            return FindLogHand(LogFilter(log), 2)
        case ForgetLog():
            return ForgetLog(log)
        case _:
            return request


def get_answer(worker: Worker, request: Request[Any]) -> Any:
    heard, end = Heard(worker, request), time.monotonic() + 300
    while not heard.answers and time.monotonic() < end:
        worker.poll()
        time.sleep(0.002)
    [found] = heard.answers
    return found


def is_of(found: Any, kind: Any) -> bool:
    """Return whether an answer is of a type. The elements of containers are not checked."""
    if isinstance(kind, UnionType):
        return any(is_of(found, one) for one in get_args(kind))
    outer = get_origin(kind) or kind
    return found is None if outer in (None, type(None)) else isinstance(found, outer)


PLANTED = """
from game.core import Decision
from game.study.play import AgentKey, Decide
from game.study.reports import ReportForm
from game.request import Refusal
from game.window.frame.requests import Requests


def ask(requests: Requests, decide: Decide) -> None:
    requests.ask({request}, {received})


def take(answer: Decision | Refusal) -> None: ...


def take_number(answer: int | Refusal) -> None: ...
"""


def test_mypy_finds_a_misspelt_field_and_a_wrong_answer(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    misspelt = 'Decide(AgentKey("holdem", "sound"), decide.info, sed=1)'
    planted = {
        "right": ("decide", "take"),
        "misspelt": (misspelt, "take"),
        "wrong": ("decide", "take_number"),
    }
    files = [tmp_path / f"{name}.py" for name in planted]
    for file, (request, received) in zip(files, planted.values(), strict=True):
        file.write_text(PLANTED.format(request=request, received=received))
    options = ["--strict", "--no-incremental", "--follow-imports=silent"]
    words = [sys.executable, "-m", "mypy", *options, *map(str, files)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert not [line for line in errors if "right.py" in line]
    assert any("misspelt.py" in line and 'Unexpected keyword argument "sed"' in line for line in errors)
    assert any("wrong.py" in line and "incompatible type" in line for line in errors)
    assert all("misspelt.py" in line or "wrong.py" in line for line in errors)


class Window(pickle.Unpickler):
    """Unpickles answers as the window does, and records the packages that are loaded for this."""

    def __init__(self, pickled: bytes) -> None:
        super().__init__(io.BytesIO(pickled))
        self.modules: set[str] = set()

    def find_class(self, module: str, name: str) -> Any:
        self.modules.add(module.partition(".")[0])
        return super().find_class(module, name)


def list_modules(request: Request[Any]) -> set[str]:
    """Return the packages that the window loads to unpickle the answer to `request`."""
    found: set[str] = set()
    for item in answer(request):
        window = Window(pickle.dumps(item))
        window.load()
        found |= window.modules
    return found


def is_refused(request: Request[Any]) -> bool:
    return bool(list_modules(request) & {"ai", "numpy"})


@pytest.mark.parametrize("game", games.NAMES)
def test_a_decision_of_every_agent_is_plain(game: str) -> None:
    for entry in catalog.agents(game):
        blinds = entry.blinds or 1
        request = Decide(AgentKey(game, entry.name, blinds), opening(game), 1)
        assert not is_refused(request), entry.name


@pytest.mark.parametrize("game", games.NAMES)
def test_advice_is_plain(game: str) -> None:
    assert not is_refused(AskJudgement(game, opening(game)))


@pytest.mark.parametrize("name", ["value-learner", "kuhn-cfr"])
def test_what_is_told_of_training_is_plain(name: str) -> None:
    run = store.create_run(name, {"iterations": 100})
    for request in (
        Train(run.id),
        TakeSnapshot(run.id),
        ListStoredRuns(),
        HoldCheckpoint(run.id, 100),
        KeepCheckpoints(run.id, run.game, "kept", 100),
        ListRuns(),
        ForgetRun(run.id),
    ):
        assert not is_refused(request), request
    assert not is_refused(CreateRun(run=name, settings={"iterations": 100}))


def test_odds_are_plain() -> None:
    board = parse("Kd7s2s")
    assert not is_refused(AskEquity(hole=parse("AsKs"), board=board))
    assert not is_refused(AskDuel(hands=(parse("AsKs"), parse("QhQd")), board=board))


def test_the_odds_screen_is_answered_plainly() -> None:
    for kind in (ReadTexts, AskOdds, AskParts):
        assert not is_refused(kind(("AhKh", "QQ,JJ"), parse("Qs7h2h"))), kind
