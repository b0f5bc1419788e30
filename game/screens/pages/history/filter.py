"""Which hands of the history are wanted: the choices above the list, and the filter that they stand for."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from game.agent_entries import AgentEntry
from game.archive.hands import Result
from game.archive.store import HistoryFilter
from game.rules import games
from game.screens.frame.screen import Services
from game.screens.models.opponents import gallery, name_in_words, stage_names
from game.screens.pages.history.filter_column import ALL, FilterColumn
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Choice, Lookup, Option

GAMES = (ALL, *games.NAMES)
RESULTS = (ALL, "won", "drawn", "lost")
PERIODS = {"today": 0, "week": 6, "month": 29, ALL: None}
"""How many days before today each period begins."""
KINDS = (ALL, "played", "watched")


@dataclass(frozen=True, slots=True)
class FilterChoices:
    """What is chosen in the row of filters; `ALL` stands for everything."""

    game: str = ALL
    opponent: str = ALL
    result: str = ALL
    period: str = ALL
    kind: str = ALL

    @property
    def is_open(self) -> bool:
        """Whether everything passes."""
        return self == FilterChoices()

    def wanted(self, now: Callable[[], float] = time.time) -> HistoryFilter:
        """Return the filter that the history understands; a day begins at midnight here."""
        return HistoryFilter(
            game=None if self.game == ALL else self.game,
            opponent=None if self.opponent == ALL else self.opponent,
            result=None if self.result == ALL else cast(Result, self.result),
            since=_first_midnight(now(), PERIODS[self.period]),
            watched=None if self.kind == ALL else self.kind == "watched",
        )


class Filters(FilterColumn):
    """The widgets of the filters. `changed` comes when any of them has changed, `moved` when their page has."""

    words: ClassVar[str] = "history.filters"

    def __init__(self, app: Services, changed: Act, moved: Act) -> None:
        super().__init__(app, moved)
        self._changed = changed
        self.choices = FilterChoices()
        self.game = self._segments("game", GAMES, self._chooser("game"))
        self.result = self._segments("result", RESULTS, self._chooser("result"))
        self.period = self._segments("period", tuple(PERIODS), self._chooser("period"))
        self.kind = self._segments("kind", KINDS, self._chooser("kind"))
        label = text("history.filters.opponent.label")
        everybody = opponents(app.agents, ALL)
        opponent = Lookup("opponent", label, everybody, ALL, self._chooser("opponent"))
        self.opponent = self._lookup(opponent)

    @property
    def widgets(self) -> list[Choice]:
        """All of them, in the order in which they are read."""
        return [self.game, self.opponent, self.kind, self.result, self.period]

    def clear(self) -> None:
        """Let everything pass."""
        self.choices = FilterChoices()
        for choice in self.widgets:
            choice.chosen = ALL
        self._offer_opponents()
        self._changed()

    def _chooser(self, name: str) -> Callable[[str], None]:
        def choose(value: str) -> None:
            self.choices = replace(self.choices, **{name: value})
            if name == "game":
                self._offer_opponents()
            self._changed()

        return choose

    def _offer_opponents(self) -> None:
        """Offer those of the game; somebody of another game gives way to everybody."""
        self.opponent.options = tuple(opponents(self._app.agents, self.choices.game))
        if self.choices.opponent not in {option.value for option in self.opponent.options}:
            self.choices = replace(self.choices, opponent=ALL)
        self.opponent.chosen = self.choices.opponent


def _first_midnight(now: float, days: int | None) -> float | None:
    """Return the beginning of the day so many days ago."""
    if days is None:
        return None
    today = time.localtime(now)
    return time.mktime((today.tm_year, today.tm_mon, today.tm_mday - days, 0, 0, 0, 0, 0, -1))


def opponents(agents: Sequence[AgentEntry], game: str) -> list[Option]:
    """Return everybody who can have sat across the table in a game, or in any."""
    options = {ALL: Option(ALL, text("history.everybody")), "guest": Option("guest", text("seats.guest"))}
    for one in games.NAMES if game == ALL else (game,):
        blinds = sorted({entry.blinds or 1 for entry in agents if entry.game == one})
        for opponent in (shown for s in blinds or [1] for shown in gallery(agents, one, s)):
            stages, unit = stage_names(opponent.entries)
            for entry, stage in zip(opponent.entries, stages, strict=True):
                at = " ".join(filter(None, (stage, unit)))
                alone = len(opponent.entries) == 1
                label = opponent.name if alone else text("watch.at_stage", name=opponent.name, stage=at)
                options.setdefault(entry.name, Option(entry.name, label))
        for entry in agents:
            if entry.game == one and entry.is_checkpoint:
                options[entry.name] = Option(entry.name, name_in_words(agents, entry.name))
    return list(options.values())
