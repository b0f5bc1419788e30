"""What the other process answers can be read by a window that knows nothing of it: no class of `ai`, no array."""

import io
import pickle
from typing import Any

import pytest

from ai import catalog
from ai.service import answer
from ai.training import store
from game.core import InformationState
from game.features.odds.asks import AskOdds, AskParts
from game.request import Request
from game.rules import games
from game.rules.cards import parse
from game.study.holdem import AskDuel, AskEquity
from game.study.judgements import AskJudgement
from game.study.odds import ReadTexts
from game.study.play import AgentKey, Decide
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


class Window(pickle.Unpickler):
    """Unpickles as the window does and notes of which modules it needs something."""

    def __init__(self, pickled: bytes) -> None:
        super().__init__(io.BytesIO(pickled))
        self.modules: set[str] = set()

    def find_class(self, module: str, name: str) -> Any:
        self.modules.add(module.partition(".")[0])
        return super().find_class(module, name)


def modules_of(request: Request[Any]) -> set[str]:
    """Return the packages that the window loads to read what is answered."""
    found: set[str] = set()
    for item in answer(request):
        window = Window(pickle.dumps(item))
        window.load()
        found |= window.modules
    return found


def refused(request: Request[Any]) -> bool:
    return bool(modules_of(request) & {"ai", "numpy"})


def opening(game: str) -> InformationState:
    """Return what the first to act knows."""
    state = games.initial_state(game)
    while state.current_player() < 0:
        state = state.child(state.chance_outcomes()[0][0])
    return state.information_state(state.current_player())


@pytest.mark.parametrize("game", games.NAMES)
def test_a_decision_of_every_agent_is_plain(game: str) -> None:
    for entry in catalog.agents(game):
        blinds = entry.blinds or 1
        request = Decide(AgentKey(game, entry.name, blinds), opening(game), 1)
        assert not refused(request), entry.name


@pytest.mark.parametrize("game", games.NAMES)
def test_advice_is_plain(game: str) -> None:
    assert not refused(AskJudgement(game, opening(game)))


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
        assert not refused(request), request
    assert not refused(CreateRun(run=name, settings={"iterations": 100}))


def test_odds_are_plain() -> None:
    board = parse("Kd7s2s")
    assert not refused(AskEquity(hole=parse("AsKs"), board=board))
    assert not refused(AskDuel(hands=(parse("AsKs"), parse("QhQd")), board=board))


def test_the_odds_screen_is_answered_plainly() -> None:
    for kind in (ReadTexts, AskOdds, AskParts):
        assert not refused(kind(("AhKh", "QQ,JJ"), parse("Qs7h2h"))), kind
