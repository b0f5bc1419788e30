"""The ladders of this window: how far the player has climbed at each game, as far as it is known.

The worker tells it from the history, which takes a while where many hands are new to it. Screens look at `version`,
which every change raises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from game.archive.ladder import LADDERS, Ladder, Rung, RungResult, newly_beaten, rungs_of
from game.core import Progress
from game.request import Refusal
from game.study.ladder import AskLadder
from game.study.opponents import trained_here
from game.study.services import Asking

if TYPE_CHECKING:
    from game.agent_entries import AgentEntry


class Listing(Asking, Protocol):
    """Who reaches the other process, and knows the agents."""

    agents: list[AgentEntry]


class LadderModel:
    """How the player stands, by game. The agents that ship are the rungs: a kept one moves nobody else."""

    def __init__(self, app: Listing) -> None:
        self._app = app
        self._known: dict[str, Ladder] = {}
        self._looking: dict[str, int] = {}
        self._again: set[str] = set()
        self._news: dict[str, list[RungResult]] = {}
        self.report: dict[str, Progress] = {}
        self.trouble: dict[str, str] = {}
        self.version = 0

    def known(self, game: str) -> Ladder | None:
        """Return how the player stands at a game; None while it is not known."""
        return self._known.get(game)

    def empty(self, game: str) -> Ladder:
        """Return the ladder of a game before anything is known of the player."""
        return Ladder(game, tuple(RungResult(rung) for rung in self._rungs(game)))

    def has(self, game: str, agent: str) -> bool:
        """Return whether an agent stands on the ladder of a game."""
        return agent in self.agents(game)

    def agents(self, game: str) -> list[str]:
        """Return the agents of a ladder, weakest first; nobody where a game has none."""
        return [rung.agent for rung in self._rungs(game)] if game in LADDERS else []

    def look(self, game: str) -> None:
        """Find out how the player stands; where that is under way, do it once more after it."""
        if game in self._looking:
            self._again.add(game)
            return
        self._looking[game] = self._app.worker.ask(
            AskLadder(game, self._rungs(game)),
            lambda answer: self._seen(game, answer),
            lambda report: self._report(game, report),
        )

    def take_news(self, game: str) -> RungResult | None:
        """Return the strongest opponent who was beaten since it was asked last; None for nobody."""
        news = self._news.pop(game, [])
        return news[-1] if news else None

    def _rungs(self, game: str) -> tuple[Rung, ...]:
        return rungs_of(game, [entry for entry in self._app.agents if not trained_here(entry)])

    def _seen(self, game: str, answer: Ladder | Refusal) -> None:
        del self._looking[game]
        self.report.pop(game, None)
        if isinstance(answer, Refusal):
            self.trouble[game] = answer.sentence
        else:
            self.trouble.pop(game, None)
            beaten = newly_beaten(self._known.get(game), answer)
            self._news.setdefault(game, []).extend(beaten)
            self._known[game] = answer
        self.version += 1
        if game in self._again:
            self._again.remove(game)
            self.look(game)

    def _report(self, game: str, report: Progress) -> None:
        self.report[game] = report
        self.version += 1
