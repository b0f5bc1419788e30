"""The worker's answers to the window's requests, training runs in the worker, and work in threads."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai import catalog, service
from ai.features import held_agents as held_agents_module
from ai.features import holdem as holdem_requests
from ai.features.held_agents import HeldAgents, held_agent
from ai.steps import run_in_steps
from ai.training import runs
from ai.training.run import train
from game.archive.store import Archive
from game.core import BadInput, Budget, Decision, Progress
from game.features.arena import PlayLeague
from game.features.history import ListHands
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.request import Request
from game.rules import games
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import classic, half_street
from game.rules.tic_tac_toe import TicTacToeState
from game.study.history import EraseHistory
from game.study.holdem import AskBelief, AskDuel, AskEquity, LookAhead
from game.study.judgements import AskJudgement
from game.study.league import LeagueSettings
from game.study.play import (
    AgentKey,
    AskValues,
    Decide,
    ExploitRecordedPlay,
    GetReady,
    LoadEquities,
    PlayHands,
)
from game.study.training import (
    CreateRun,
    ForgetRun,
    KeepCheckpoints,
    ListRuns,
    ListStoredRuns,
    TakeSnapshot,
    Train,
)
from tests.ai.asking import ask
from tests.archive.hands_for_tests import hand

PERFECT = AgentKey("tic-tac-toe", "perfect"), TicTacToeState().information_state(0)


def answer_to(request: Request[Any]) -> Any:
    """Return the answer to a request, which is the last item of its handler."""
    *reports, value = service.answer(request)
    assert all(isinstance(report, Progress) for report in reports)
    return value


def opening(game: str) -> Any:
    state = games.initial_state(game)
    while state.current_player() < 0:
        state = state.child(state.legal_actions()[0])
    return state.information_state(state.current_player())


@pytest.mark.parametrize("game", games.NAMES)
def test_every_agent_decides_and_the_same_seed_decides_the_same(game: str) -> None:
    for entry in catalog.agents(game):
        key = AgentKey(game, entry.name, entry.blinds or 1)
        decide = Decide(key, opening(game), "0/1/0", Budget(work=20))
        first = answer_to(decide)
        assert isinstance(first, Decision)
        assert first == answer_to(decide)


def test_values_lie_over_the_free_squares() -> None:
    info = TicTacToeState().child(4).information_state(1)
    values = answer_to(AskValues(agent=AgentKey(games.TIC_TAC_TOE, "ada-1000000"), info=info))
    assert set(values) == {0, 1, 2, 3, 5, 6, 7, 8}
    assert answer_to(AskValues(agent=AgentKey(games.TIC_TAC_TOE, "perfect"), info=info))[0] == 0.5


def test_an_agent_without_values_says_so() -> None:
    with pytest.raises(BadInput, match="random has no values to show"):
        answer_to(
            AskValues(agent=AgentKey(games.TIC_TAC_TOE, "random"), info=TicTacToeState().information_state(0))
        )


def test_advice_in_tic_tac_toe_has_the_true_values() -> None:
    state = TicTacToeState().child(0).child(3).child(1).child(4)
    advice = answer_to(AskJudgement("tic-tac-toe", state.information_state(0)))
    assert advice.shares[2] == advice.values[2] == 1.0


def test_counsel_counts_less_equity_against_a_raise() -> None:
    session = Session(TableSpec("holdem", ("you", "sound"), seed=5, first="seat-0"))
    *_, first = service.answer(AskJudgement(games.HOLDEM, session.info(0)))
    session.act(1)
    session.act(600)
    *_, raised = service.answer(AskJudgement(games.HOLDEM, session.info(0)))
    assert raised.equity < first.equity < 0.8


def test_a_search_tells_how_far_it_is_and_then_what_each_action_brings() -> None:
    session = Session(TableSpec("holdem", ("you", "sound"), seed=5, first="seat-0"))
    info = session.info(0)
    *reports, found = service.answer(LookAhead(AgentKey("holdem", "search-expert"), info, "1", 4))
    assert [report.iteration for report in reports] == sorted(report.iteration for report in reports)
    assert reports[-1].total == found.cards == 4
    assert set(found.values) == {line.steps[0].action for line in found.lines}
    with pytest.raises(BadInput, match="sound does not search"):
        list(service.answer(LookAhead(AgentKey("holdem", "sound"), info, "1", 4)))


def test_advice_in_kuhn_is_the_equilibrium_of_the_blinds_played() -> None:
    info = half_street(2).child(0).child(1).information_state(0)
    advice = answer_to(AskJudgement("kuhn-half-street", info, 2))
    assert advice.shares[1] == pytest.approx(1 / 5)


def test_the_odds_of_a_hand_are_the_same_whenever_they_are_asked() -> None:
    first = answer_to(AskEquity(hole=(12, 25), board=()))
    assert first.equity == pytest.approx(0.852, abs=1e-3)
    flop = AskEquity((12, 25), (0, 1, 30))
    assert answer_to(flop) == answer_to(flop)


def test_the_best_reply_to_a_bluffer_calls_with_the_king() -> None:
    always_bluffs = {"Q": (0, 9), "K": (8, 0), "A": (0, 7)}
    found = answer_to(ExploitRecordedPlay(game="kuhn-half-street", blinds=1, counts=always_bluffs))
    assert found.reply["Kb"] == 1
    assert found.exploitability > 0.01
    assert set(found.reply) == {"A", "K", "Q", "Ab", "Kb", "Qb"}


def test_nobody_is_blamed_for_what_was_never_played() -> None:
    found = answer_to(ExploitRecordedPlay(game="kuhn-poker", blinds=1, counts={}))
    assert found.exploitability == pytest.approx(0, abs=1e-12)
    assert found.interval == pytest.approx((0, 0), abs=1e-12)


def test_an_unknown_agent_is_a_sentence() -> None:
    with pytest.raises(BadInput, match="There is no agent 'hal'"):
        answer_to(Decide(agent=AgentKey("kuhn-poker", "hal"), info=None, seed=0))


class Secretive:
    name = "secretive"

    def decide(self, *_: object) -> None: ...


def test_an_agent_stays_loaded_until_its_file_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    file = catalog.user_folder("kuhn-poker") / "mine.npz"
    loads = []
    load = catalog.load
    monkeypatch.setattr(catalog, "load", lambda *what: loads.append(what) or load(*what))
    info = classic().child(1).child(2).information_state(0)

    def mix() -> dict[int, float]:
        return held_agent(AgentKey("kuhn-poker", "mine")).strategy(info)

    for _ in train(runs.start("kuhn-cfr", iterations=1), file):
        pass
    early = mix()
    assert mix() == early
    assert len(loads) == 1
    for _ in train(runs.resume("kuhn-cfr", file, iterations=40), file):
        pass
    assert mix() != early
    assert len(loads) == 2


class Thinking:
    """An agent that only pretends to solve. Its decisions need the result of `warm_up`."""

    name = "thinking"
    quick = None

    def __init__(self) -> None:
        self.is_warm = False

    def warm_up(self) -> None:
        self.is_warm = True

    def decide(self, info: Any, rng: Any, budget: Any = None) -> Decision:
        assert self.is_warm
        action = info.legal_actions[0]
        return Decision(action, {action: 1.0})

    def deliberate(self, info: Any, rng: Any, budget: Any) -> Iterator[Decision]:
        yield self.decide(info, rng)

    def prepare(self, info: Any) -> Iterator[Progress]:
        return iter(())

    def hurry(self) -> None:
        pass


@pytest.mark.parametrize(
    "request_for",
    [
        lambda key, spec: PlayHands(spec=spec, number=1, actions=(), hands=1),
        lambda key, spec: GetReady(key, classic().child(1).child(2).information_state(0)),
    ],
)
def test_agents_that_think_are_warm_before_hands_and_decisions(
    request_for: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, key = Thinking(), AgentKey("kuhn-poker", "thinking")
    monkeypatch.setattr(HeldAgents, "take", lambda agents, key: (agent, key))
    answer_to(request_for(key, TableSpec("kuhn-poker", ("thinking", "thinking"), seed=3)))
    assert agent.is_warm


def test_hands_at_a_stroke_are_played_by_the_agents_of_the_table() -> None:
    spec = TableSpec("kuhn-poker", ("equilibrium", "bluffer"), seed=3)
    segment = answer_to(PlayHands(spec=spec, number=4, actions=(), hands=5))
    assert 1 <= len(segment.results) <= 5
    assert segment.results[0].number == 4
    assert [one.action for one in segment.decisions] == list(segment.results[-1].actions)


def test_room_is_made_for_play_and_training_and_not_for_what_is_only_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []
    monkeypatch.setattr(held_agents_module, "_releases", [])
    held_agents_module.releases_cache(lambda: made.append("room"))
    run = answer_to(CreateRun(run="kuhn-cfr", settings={"iterations": 1}))
    spec = TableSpec("kuhn-poker", ("equilibrium", "bluffer"), seed=3)
    begun: list[Request[Any]] = [
        Decide(*PERFECT, 0),
        PlayHands(spec, 1, (), 1),
        Train(run.id),
        PlayLeague(LeagueSettings("kuhn-poker"), 1),
    ]
    list(service.answer(ListStoredRuns()))
    assert made == []
    for number, request in enumerate(begun, 1):
        next(service.answer(request))
        assert made == ["room"] * number, request


def test_the_history_is_read_a_page_at_a_time_and_erased(user_folder: Path) -> None:
    archive = Archive(user_folder)
    archive.append(hand(seed=1))
    archive.append(hand(seed=2))
    assert answer_to(ListHands(limit=1)).hands == (hand(seed=2),)
    (user_folder / "drills").mkdir()
    (user_folder / "drills" / "mistakes.json").write_text("{}")
    assert answer_to(EraseHistory()) == 2
    assert answer_to(ListHands()).total == 0
    assert not list((user_folder / "drills").iterdir())


def test_beliefs_come_with_progress() -> None:
    state = games.initial_state("holdem")
    for action in (12, 25, 0, 1, 250):
        state = state.child(action)
    request = AskBelief(AgentKey("holdem", "sound"), 1, (), state.betting, (12, 25))
    reports = list(service.answer(request))
    assert all(isinstance(report, Progress) for report in reports[:-1])
    belief = reports[-1]
    assert belief.width < belief.possible == 1225
    assert belief.lift("KK") > 1 > belief.lift("32o")
    assert list(service.answer(request)) == [belief]
    *_, later = service.answer(replace(request, board=(0, 1, 2), seen=(12, 25, 0, 1, 2)))
    assert later.possible == 1081


def test_only_the_agents_asked_for_lately_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_agents_module, "MAX_AGENTS", 2)
    agents = HeldAgents()
    for name in ("random", "perfect", "random", "ada-20"):
        agents.take(AgentKey("tic-tac-toe", name))
    assert [key.name for key in agents.loaded] == ["random", "ada-20"]


def test_the_agent_at_an_open_table_stays_loaded_however_many_others_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(held_agents_module, "MAX_AGENTS", 2)
    agents, at_table = HeldAgents(), AgentKey("tic-tac-toe", "random")
    list(agents.load_in_thread(at_table, at_table=True))
    for name in ("perfect", "ada-20", "ada-500"):
        agents.take(AgentKey("tic-tac-toe", name))
    assert [key.name for key in agents.loaded] == ["random", "ada-500"]


def test_an_agent_that_answers_for_one_hand_alone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeldAgents, "take", lambda agents, key: (Secretive(), key))
    request = AskBelief(AgentKey("holdem", "secretive"), 0, (), HoldemState().betting, ())
    with pytest.raises(BadInput, match="secretive cannot give its strategy for every hand"):
        list(service.answer(request))


def test_two_open_hands_are_counted_out() -> None:
    *_, odds = service.answer(AskDuel(hands=((12, 25), (0, 14)), board=(40, 41, 29)))
    assert odds.equity > 0.7


def test_two_open_hands_before_the_flop_take_few_turns_of_the_worker() -> None:
    *turns, odds = service.answer(AskDuel(hands=((12, 25), (0, 14)), board=()))
    assert odds.equity > 0.8
    assert len(turns) < 300, "beside the grades of a hand, each turn takes up to 100 ms"


def test_the_equities_of_open_hands_are_loaded_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []
    load = holdem_requests.load_kernels

    def load_kernels() -> None:
        threads.append(threading.current_thread())
        load()

    monkeypatch.setattr(holdem_requests, "load_kernels", load_kernels)
    *_, answer = service.answer(LoadEquities())
    assert answer is True
    assert threading.main_thread() not in threads
    assert len(threads) == 1


def test_an_agent_whose_file_is_gone_plays_on_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    for _ in train(runs.start("kuhn-cfr", iterations=3), file):
        pass
    info = classic().child(1).child(2).information_state(0)
    key = AgentKey("kuhn-poker", str(file))
    before = held_agent(key).strategy(info)
    file.with_suffix(".yaml").unlink()
    file.unlink()
    assert held_agent(key).strategy(info) == before


def test_small_games_are_answered_without_what_compiles_kernels() -> None:
    asks = """
import sys
from ai import service
from ai.features.held_agents import ADVISERS
from game.study.judgements import AskJudgement
from game.study.play import AgentKey, Decide
from game.rules import games
for game in ("tic-tac-toe", "kuhn-poker"):
    state = games.initial_state(game)
    while state.current_player() < 0:
        state = state.child(state.legal_actions()[0])
    info = state.information_state(state.current_player())
    key = AgentKey(game, ADVISERS[game])
    for request in (AskJudgement(game, info), Decide(key, info, 1)):
        list(service.answer(request))
print("numba" in sys.modules, "ai.compiled" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_what_can_be_trained_is_told_with_its_form_and_its_curves() -> None:
    entries = {entry.name: entry for entry in ask(ListRuns())}
    assert list(entries) == [entry.name for entry in catalog.runs()]
    learner = entries["value-learner"]
    assert [field.key for field in learner.form] == list(learner.settings)
    assert {metric.chart for metric in learner.metrics} >= {"against random play", "against perfect play"}


def test_a_run_is_stored_trained_looked_at_kept_and_thrown_away() -> None:
    run = ask(CreateRun(run="kuhn-cfr", settings={"iterations": 100}))
    assert ask(Train(id=run.id)) is None
    [run] = ask(ListStoredRuns()).runs
    assert run.done
    assert ask(TakeSnapshot(id=run.id)).iteration == 100
    assert ask(KeepCheckpoints(id=run.id, game="kuhn-poker", name="mine", iteration=100)) == ("mine",)
    assert "mine" in [entry.name for entry in catalog.agents("kuhn-poker")]
    ask(ForgetRun(id=run.id))
    assert ask(ListStoredRuns()).runs == ()
    assert "mine" in [entry.name for entry in catalog.agents("kuhn-poker")]


def test_training_that_is_closed_leaves_the_run_as_it_was() -> None:
    run = ask(CreateRun(run="value-learner", settings={}))
    reports = service.answer(Train(id=run.id))
    iteration = next(report.iteration for report in reports if report.iteration)
    reports.close()
    assert ask(ListStoredRuns()).runs[0].iteration == iteration


@pytest.mark.parametrize("name", ["My agent", "", "a/b", "perfect", "ada"])
def test_an_agent_is_kept_under_a_free_name_of_small_letters(name: str) -> None:
    run = ask(CreateRun(run="value-learner", settings={}))
    with pytest.raises(BadInput, match=r"lowercase letters, digits and hyphens|An agent called"):
        ask(KeepCheckpoints(id=run.id, game="tic-tac-toe", name=name, iteration=0))


def test_an_agent_that_is_kept_twice_is_the_same_and_another_one_is_refused() -> None:
    first, second = (ask(CreateRun(run="kuhn-cfr", settings={"seed": seed})) for seed in (1, 2))
    for _ in range(2):
        assert ask(KeepCheckpoints(id=first.id, game="kuhn-poker", name="mine", iteration=0)) == ("mine",)
    with pytest.raises(BadInput, match="An agent called mine already exists: choose another name"):
        ask(KeepCheckpoints(id=second.id, game="kuhn-poker", name="mine", iteration=0))


def test_a_run_that_is_not_there_is_a_sentence() -> None:
    for kind in (Train, TakeSnapshot, ForgetRun):
        with pytest.raises(BadInput, match="There is no run 'kuhn-cfr-7'"):
            ask(kind("kuhn-cfr-7"))


def test_items_come_in_order_with_none_while_they_are_waited_for() -> None:
    def work() -> Iterator[int]:
        yield 1
        time.sleep(0.2)
        yield 2

    found = list(run_in_steps(work()))
    assert [item for item in found if item is not None] == [1, 2]
    assert found.count(None) >= 2


def test_what_it_raises_is_raised_after_what_it_has_yielded() -> None:
    def work() -> Iterator[int]:
        yield 1
        raise BadInput("no more")

    items = run_in_steps(work())
    assert next(item for item in items if item is not None) == 1
    with pytest.raises(BadInput, match="no more"):
        list(items)


def test_closing_it_ends_the_work_and_cleans_up_after_it() -> None:
    ended = threading.Event()

    def work() -> Iterator[int]:
        try:
            for number in range(1_000_000):
                time.sleep(0.01)
                yield number
        finally:
            ended.set()

    items = run_in_steps(work())
    next(items)
    items.close()
    assert ended.wait(5)
