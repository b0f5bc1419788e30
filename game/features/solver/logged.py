"""How the players of stored hands play at decisions of a kind: their frequencies, which can be locked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.features.solver.asks import AskLoggedMix, ListLoggedPlayers, SetLock
from game.study.opponents import name_in_words
from game.study.solved import LEAST_LOGGED, LoggedMix, LoggedPlayer, SolvedStep
from game.texts import number, percent, text
from game.window.frame.asked import Asked
from game.window.frame.screen import Services
from game.window.ui.widgets import Act

FREQUENCY_INDEX = {"fold": 0, "check": 1, "call": 1}
"""Action -> index in (folds, calls, raises); every other action is a bet or raise."""
RAISES = 2


class LoggedMixes:
    """The players, and the mix of the `chosen` one at the decision where a lock is `begun`.

    `changed` is called for every question, report and answer.
    """

    def __init__(self, app: Services, begun: SetLock, changed: Act) -> None:
        self._app, self._begun, self._changed = app, begun, changed
        self._players = Asked[tuple[LoggedPlayer, ...]](app, self._take_players)
        self._mix = Asked[LoggedMix](app, changed)
        self.questions: Sequence[Asked[Any]] = (self._players, self._mix)
        self.chosen = 0

    def ask(self) -> None:
        """Ask for the players unless they are known; then ask for the mix if its request was dropped."""
        if self._players.state != "answered":
            self._players.ask(ListLoggedPlayers())
        elif self._players.value and self._mix.state == "idle":
            self.choose(self.chosen)

    def _take_players(self) -> None:
        if self._players.fresh:
            self.choose(0)
        self._changed()

    def choose(self, place: int) -> None:
        """Ask how a player plays."""
        if players := self._players.value:
            self.chosen = place
            self._mix.ask(AskLoggedMix(self._begun.texts, self._begun.actions, players[place]))

    @property
    def names(self) -> list[str]:
        """The names to show: those of the window for the history; for a log, the name and the log's file."""
        return [
            text("solver.locks.logged.of_log", name=one.name, file=one.file)
            if one.log
            else name_in_words(self._app.agents, one.name)
            for one in self._players.value or ()
        ]

    @property
    def mix(self) -> LoggedMix | None:
        """The mix that can be locked; None while it is counted, or with fewer than `LEAST_LOGGED` hands."""
        found = self._mix.fresh
        if found is None or found.hands < LEAST_LOGGED:
            return None
        return replace(found, name=self.names[self.chosen])

    @property
    def problem(self) -> str:
        """A sentence that says why nothing can be locked; "" if a mix can."""
        if sentence := self._players.problem or self._mix.problem:
            return sentence
        if self._players.fresh == ():
            return text("solver.locks.logged.nobody", least=number(LEAST_LOGGED))
        if (found := self._mix.fresh) is None:
            return text("solver.locks.logged.counting")
        if found.hands < LEAST_LOGGED:
            key = "one" if found.hands == 1 else "few"
            return text(f"solver.locks.logged.{key}", hands=number(found.hands), least=number(LEAST_LOGGED))
        return ""

    @property
    def is_counted(self) -> bool:
        """Whether the count has ended, with a mix or with a problem."""
        return self._mix.fresh is not None or bool(self._mix.problem)


def mix_in_words(mix: LoggedMix, here: SolvedStep) -> str:
    """Say how often somebody folds, calls and raises at a decision, beside the solution."""
    in_solution = [0.0, 0.0, 0.0]
    for action, share in zip(here.actions, here.shares, strict=True):
        in_solution[FREQUENCY_INDEX.get(action, RAISES)] += share
    kinds, played = ("folds", "calls", "raises"), (mix.folds, mix.calls, mix.raises)
    said = [
        text(f"solver.locks.logged.{kind}", share=percent(share, 1), solved=percent(solved, 1))
        for kind, share, solved in zip(kinds, played, in_solution, strict=True)
        if share or solved
    ]
    return f"{text('solver.locks.logged.hands', hands=number(mix.hands))} {', '.join(said)}."
