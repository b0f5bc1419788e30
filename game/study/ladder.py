"""The ladder in this window: the player's progress at each game, the next rung, and an even match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from game.agent_entries import AgentEntry
from game.archive.ladder import LADDERS, Ladder, Rung, RungResult, build_rungs, newly_beaten
from game.archive.rating import Standing, even_opponent, standing
from game.core import Progress
from game.request import Refusal, Request
from game.study.background import Asking
from game.study.opponents import Opponent, format_name, trained_here
from game.study.saves import Saves
from game.texts import number, text


class Listing(Asking, Protocol):
    """Gives access to the worker process and to the list of agents."""

    agents: list[AgentEntry]


class LadderModel:
    """The player's progress on the ladder of each game. The progress is unknown until the worker answers.

    The worker computes the progress from the history, which takes some time if there are many new hands. The
    rungs are the built-in agents, so the user's own agents do not change the ladder. Every change increases
    `version`, which pages watch.
    """

    def __init__(self, app: Listing) -> None:
        self._app = app
        self._ladders: dict[str, Ladder] = {}
        self._look_tickets: dict[str, int] = {}
        self._again: set[str] = set()
        self._news: dict[str, list[RungResult]] = {}
        self.report: dict[str, Progress] = {}
        self.trouble: dict[str, str] = {}
        self.version = 0

    def find(self, game: str) -> Ladder | None:
        return self._ladders.get(game)

    def empty(self, game: str) -> Ladder:
        return Ladder(game, tuple(RungResult(rung) for rung in self._rungs(game)))

    def has(self, game: str, agent: str) -> bool:
        return agent in self.agents(game)

    def agents(self, game: str) -> list[str]:
        return [rung.agent for rung in self._rungs(game)] if game in LADDERS else []

    def look(self, game: str) -> None:
        """Request the ladder. If a request is pending, send another request after its answer."""
        if game in self._look_tickets:
            self._again.add(game)
            return
        self._look_tickets[game] = self._app.worker.ask(
            AskLadder(game, self._rungs(game)),
            lambda answer: self._take_ladder(game, answer),
            lambda report: self._report(game, report),
        )

    def take_news(self, game: str) -> RungResult | None:
        news = self._news.pop(game, [])
        return news[-1] if news else None

    def _rungs(self, game: str) -> tuple[Rung, ...]:
        return build_rungs(game, [entry for entry in self._app.agents if not trained_here(entry)])

    def _take_ladder(self, game: str, answer: Ladder | Refusal) -> None:
        del self._look_tickets[game]
        self.report.pop(game, None)
        if isinstance(answer, Refusal):
            self.trouble[game] = answer.sentence
        else:
            self.trouble.pop(game, None)
            beaten = newly_beaten(self._ladders.get(game), answer)
            self._news.setdefault(game, []).extend(beaten)
            self._ladders[game] = answer
        self.version += 1
        if game in self._again:
            self._again.remove(game)
            self.look(game)

    def _report(self, game: str, report: Progress) -> None:
        self.report[game] = report
        self.version += 1


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal to play `agent` next. `opponent` is the key of the agent's card in the gallery.

    `mark` and `hint` are the texts on this card.
    """

    agent: str
    opponent: str
    mark: str
    hint: str


def compute_standing(saves: Saves, agents: Sequence[AgentEntry], game: str) -> Standing:
    """Return the ratings of the player and of the agents of a game."""
    here = [entry for entry in agents if entry.game == game]
    own = [entry.name for entry in here if trained_here(entry)]
    rated = {
        entry.name: entry.strength.rating
        for entry in here
        if entry.strength is not None and entry.strength.rating is not None
    }
    shipped = [entry.name for entry in here if entry.name not in own]
    return standing(game, saves.scores(game), shipped, own, rated)


def even_match(
    saves: Saves, agents: Sequence[AgentEntry], game: str, opponents: Sequence[Opponent]
) -> Proposal | None:
    """Return a proposal for an even match against one of the opponents of a gallery.

    The ratings are computed from the results of the player's own hands. The hint does not state the opponent's
    rating, because the card shows the league rating, which is a different number.

    Return None if too few games were played, or if no opponent is about as strong as the player.
    """
    found = compute_standing(saves, agents, game)
    families = {entry.name: opponent.key for opponent in opponents for entry in opponent.entries}
    match = even_opponent(found, families)
    if match is None:
        return None
    key = (
        "same"
        if match.agent == match.basis
        else "up"
        if found.own.value > found.agents[match.basis]
        else "down"
    )
    count, name = number(found.hands_by_agent[match.basis]), format_name(agents, match.basis)
    hint = text(f"new_game.even.{key}", count=count, name=name)
    return Proposal(match.agent, families[match.agent], text("new_game.even.mark"), hint)


def next_rung(ladder: Ladder | None, opponents: Sequence[Opponent]) -> Proposal | None:
    """Return a proposal to play the agent of the next rung, one of the opponents of a gallery.

    Return None at the top of the ladder, or if the ladder is unknown.
    """
    rung = ladder.next if ladder is not None else None
    agent = rung.rung.agent if rung is not None else ""
    found = [one.key for one in opponents if any(entry.name == agent for entry in one.entries)]
    return Proposal(agent, found[0], text("ladder.next"), text("ladder.next_hint")) if found else None


def describe_climb(ladder: Ladder, agents: Sequence[AgentEntry]) -> str:
    """Describe the player's progress and name the next opponent."""
    if ladder.next is None:
        return text("ladder.top")
    done, every = number(ladder.rungs_beaten), number(len(ladder.rungs))
    return text("ladder.place", done=done, all=every, name=format_name(agents, ladder.next.rung.agent))


@dataclass(frozen=True, slots=True)
class AskLadder(Request[Ladder]):
    """Compute the player's results on these rungs.

    Only those hands of the history are used that count for the ladder.
    """

    game: str
    rungs: tuple[Rung, ...]
