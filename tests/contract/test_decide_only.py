"""An agent that can only decide works in every command, or the command says in one sentence what is missing."""

import random

import pytest

from ai import catalog
from ai.command_line import main
from game.core import DEFAULT_BUDGET, Agent, Budget, Decision, InformationState
from game.rules import games

BARE = {games.TIC_TAC_TOE: "random", games.KUHN_POKER: "uniform", games.HOLDEM: "random"}
"""The agent of each game that is replaced by one that only decides."""
PLAYED = {
    "match tic-tac-toe random perfect --hands 4",
    "match kuhn-poker uniform station --hands 4 --duplicate",
    "match kuhn-half-street uniform honest --hands 4",
    "match holdem random rock --hands 2 --aivat",
    "league tic-tac-toe random perfect --hands 4",
    "league holdem random rock --hands 2 --aivat",
    "play tic-tac-toe random --seat 1",
    "play kuhn-poker uniform --seat 1",
    "play holdem random --seat 1",
    "agents",
}
SAID = {
    "league kuhn-poker uniform station": "only decides",
    "measure kuhn-poker uniform": "only decides",
    "measure tic-tac-toe random": "only decides",
    "measure holdem random --hands 2 --workers 1": "cannot give its strategy for every hand",
    "strategy kuhn-poker uniform": "only decides",
    "strategy tic-tac-toe random": "only decides",
    "strategy holdem random": "strategy",
    "foretell random hands.log": "has no network",
    "acpc 127.0.0.1 1 random": "127.0.0.1",
}


class Bare:
    """An agent that chooses any legal action and can do nothing else."""

    def __init__(self, name: str) -> None:
        self.name = name

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        action = rng.choice(list(info.legal_actions)[:2])
        return Decision(action, {action: 1.0})


@pytest.fixture(autouse=True)
def bare_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    load = catalog.load

    def load_bare(game: str, name: str, blinds: float = 1) -> Agent:
        return Bare(name) if name in BARE.values() else load(game, name, blinds)

    def leave(question: str = "") -> str:
        raise EOFError

    monkeypatch.setattr(catalog, "load", load_bare)
    monkeypatch.setattr("builtins.input", leave)


@pytest.mark.parametrize("words", sorted(PLAYED))
def test_a_command_that_plays_needs_decisions_only(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 0, capsys.readouterr().err


@pytest.mark.parametrize("words", sorted(SAID))
def test_a_command_that_needs_more_says_so_in_a_sentence(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) in (2, 3)
    said = capsys.readouterr()
    assert said.out == ""
    assert SAID[words] in said.err
    assert said.err.count("\n") == 1
    assert "fault in Parlour" not in said.err
