"""The part of the lock dialog that offers the players of stored hands, and says how the chosen one plays.

That player's frequencies of fold, check or call, and bet or raise at decisions of this kind can be locked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.messages.solver_answers import LEAST_LOGGED, LoggedMix, LoggedPlayer
from game.messages.solver_logs import AskLoggedMix, ListLoggedPlayers
from game.screens.dialogs.option_search import OptionSearch
from game.screens.frame.asked import Asked
from game.screens.frame.screen import Services
from game.screens.models.opponents import name_in_words
from game.screens.pages.solver.position import Position
from game.screens.ui.layout import Box
from game.screens.ui.leaves import Note, Setting, Words
from game.screens.ui.texts import number, percent, text
from game.screens.ui.widgets import Act, Lookup, Option

FREQUENCY_INDEX = {"fold": 0, "check": 1, "call": 1}
"""Action -> index in (folds, calls, raises); every other action is a bet or raise."""
RAISES = 2


class LoggedChoice:
    """The choice of a player, and the mix to lock. `changed` is called for every question, report and answer."""

    def __init__(self, app: Services, position: Position, extent: tuple[float, float], changed: Act) -> None:
        node = position.node
        assert node is not None
        self._app, self._position, self._extent, self._changed = app, position, extent, changed
        self._solved = [0.0, 0.0, 0.0]  # shares of folds, calls and raises in the solution
        for action, share in zip(node.here.actions, node.here.shares, strict=True):
            self._solved[FREQUENCY_INDEX.get(action, RAISES)] += share
        self._players = Asked[tuple[LoggedPlayer, ...]](app, self._take_players)
        self._mix = Asked[LoggedMix](app, changed)
        self._lookup = Lookup("logged", text("solver.locks.logged.player"), [], "", self._choose)
        self._lookup.find = lambda: app.overlay(OptionSearch(app, self._lookup))

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """The requests to the worker: for the players, and for the mix of the chosen one."""
        return self._players, self._mix

    def ask(self) -> None:
        """Ask for the players unless they are known; then ask for the mix if its request was dropped."""
        if self._players.state != "answered":
            self._players.ask(ListLoggedPlayers())
        elif self._lookup.options and self._mix.state == "idle":
            self._choose(self._lookup.chosen)

    def _take_players(self) -> None:
        if (players := self._players.fresh) is not None:
            self._lookup.options = tuple(
                Option(str(place), self._name(one)) for place, one in enumerate(players)
            )
            if players:
                self._lookup.chosen = "0"
                self._choose("0")
        self._changed()

    def _choose(self, place: str) -> None:
        if self._position.texts is not None:
            self._mix.ask(AskLoggedMix(self._position.texts, self._position.actions, self._player(place)))

    def _player(self, place: str) -> LoggedPlayer:
        assert self._players.value is not None
        return self._players.value[int(place)]

    def _name(self, player: LoggedPlayer) -> str:
        """Return the name to show: that of the window for the history; for a log, the name and the log's file."""
        if player.log:
            return text("solver.locks.logged.of_log", name=player.name, file=player.file)
        return name_in_words(self._app.agents, player.name)

    @property
    def mix(self) -> LoggedMix | None:
        """The mix that can be locked; None while it is counted, or with fewer than `LEAST_LOGGED` hands."""
        found = self._mix.fresh
        if found is None or found.hands < LEAST_LOGGED:
            return None
        return replace(found, name=self._name(self._player(self._lookup.chosen)))

    @property
    def problem(self) -> str:
        """A sentence that says why nothing can be locked; "" if a mix can."""
        if sentence := self._players.problem or self._mix.problem:
            return sentence
        if self._players.fresh == ():
            return text("solver.locks.logged.nobody", least=number(LEAST_LOGGED))
        found = self._mix.fresh
        if found is None:
            return text("solver.locks.logged.counting")
        if found.hands < LEAST_LOGGED:
            key = "one" if found.hands == 1 else "few"
            return text(f"solver.locks.logged.{key}", hands=number(found.hands), least=number(LEAST_LOGGED))
        return ""

    def parts(self) -> Sequence[Box]:
        """Return the choice of the player, and below it that player's frequencies beside the solution's."""
        player = Setting(text("solver.locks.logged.player"), "", self._lookup, self._extent)
        boxes = [
            Words(text("solver.locks.logged.note"), "small", "dim", 6),
            player.when(self._lookup.options),
        ]
        if (mix := self.mix) is None:
            return [*boxes, Note(self.problem, wrong=self._mix.fresh is not None or bool(self._mix.problem))]
        shares = zip(
            ("folds", "calls", "raises"), (mix.folds, mix.calls, mix.raises), self._solved, strict=True
        )
        said = [
            text(f"solver.locks.logged.{kind}", share=percent(share, 1), solved=percent(solved, 1))
            for kind, share, solved in shares
            if share or solved
        ]
        hands = text("solver.locks.logged.hands", hands=number(mix.hands))
        return [*boxes, Words(f"{hands} {', '.join(said)}.", "label", "text", 8)]
