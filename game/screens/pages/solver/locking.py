"""Decisions that are locked: what is asked for them, and whose way of playing they can be locked to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.match.spot_texts import SpotTexts
from game.messages.ranges import ListRangeAgents
from game.messages.ranges_answers import RangeAgent
from game.messages.solver import ClearLocks, SetLock
from game.messages.solver_answers import SolveState
from game.screens.frame.asked import Asked
from game.screens.frame.screen import Services
from game.screens.models.opponents import portrait
from game.screens.ui.widgets import Act, Option


class Locking:
    """The model; `locked` gets the spot with its locks as they are now, of which nothing need be solved yet."""

    def __init__(self, app: Services, changed: Act, locked: Callable[[SolveState], None]) -> None:
        self._app, self._changed, self._locked = app, changed, locked
        self._locking = Asked[SolveState](app, self._take)
        self._agents = Asked[tuple[RangeAgent, ...]](app, changed)

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """What is asked of the worker."""
        return self._locking, self._agents

    def lock(self, wanted: SetLock) -> None:
        """Lock a decision, and solve around it."""
        self._locking.ask(wanted)

    def unlock(self, texts: SpotTexts) -> None:
        """Let all decisions be free again."""
        self._locking.ask(ClearLocks(texts))

    def _take(self) -> None:
        if (found := self._locking.fresh) is not None:
            self._locking.forget()
            self._locked(found)
        self._changed()

    # ---- agents ---------------------------------------------------------------------------------------------
    @property
    def agents(self) -> Sequence[Option]:
        """The agents that a decision can be locked to, by their names."""
        return [Option(agent.name, self.agent_name(agent.name)) for agent in self._agents.value or ()]

    def agent_name(self, agent: str) -> str:
        """Return what an agent is called."""
        return portrait(self._app.agents, agent).name

    def list_agents(self) -> None:
        """Ask once which agents a decision can be locked to."""
        if self._agents.state != "answered":
            self._agents.ask(ListRangeAgents())
