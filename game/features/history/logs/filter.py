"""Which log, and which of its hands: the choices above the list, and the field that goes to a hand by number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from game.archive.imported import SHOWDOWN, ImportedLog, LogFilter, LogPlayer, Reached
from game.features.history.filter import ALL, FilterColumn, FilterRow
from game.texts import number, text
from game.window.frame.screen import Services
from game.window.ui.widgets import Act, Button, Lookup, Option, WordEntry

REACHED: Mapping[str, Reached] = {ALL: 0, "flop": 1, "turn": 2, "river": 3, "showdown": SHOWDOWN}
POTS: Mapping[str, tuple[float, float | None]] = {
    ALL: (0, None),
    "small": (0, 10),
    "medium": (10, 40),
    "large": (40, 150),
    "huge": (150, None),
}
"""Pots in big blinds, from the first number up to but without the second."""
LONGEST_NUMBER = 9


class LogFilters(FilterColumn):
    """The widgets. `turned` gets the id of another log, `changed` comes when a filter has, `went` when one goes."""

    words: ClassVar[str] = "logs.filters"

    def __init__(
        self,
        app: Services,
        turned: Callable[[str], None],
        changed: Act,
        went: Callable[[int], None],
        moved: Act,
    ) -> None:
        super().__init__(app, changed, moved)
        self._went = went
        nobody = [Option(ALL, text("history.everybody"))]
        self.log = self._lookup(Lookup("log", text("logs.filters.log"), [Option("", "")], "", turned))
        self.player = self._lookup(Lookup("player", text("logs.filters.player"), nobody, ALL, self._choose))
        self.reached = self._segments("reached", tuple(REACHED))
        self.pot = self._segments("pot", tuple(POTS))
        label, digits = text("logs.filters.go_to"), "0123456789".__contains__
        self.go_to = WordEntry("go-to", label, "", self._go, longest=LONGEST_NUMBER, allowed=digits)
        self.choices = [self.player, self.reached, self.pot]
        self.widgets = [self.log, *self.choices, self.go_to]

    def wanted(self, log: str) -> LogFilter:
        """Return the filter for a log."""
        player = None if self.player.chosen == ALL else self.player.chosen
        return LogFilter(log, player, REACHED[self.reached.chosen], POTS[self.pot.chosen])

    def rows(self, *beside: Button) -> tuple[FilterRow, FilterRow]:
        """Return the two rows, a button beside the choice of the log; nothing is chosen while there is no log."""
        for widget in self.widgets:
            widget.disabled = "" if self.log.chosen else text("logs.no_log")
        self.go_to.placeholder = self.go_to.label
        above = (self.log, 5.2), (self.player, 2.8), (beside[0], 2.0)
        return above, ((self.reached, 4.4), (self.pot, 4.0), (self.go_to, 1.6))

    def offer(self, logs: Sequence[ImportedLog], chosen: ImportedLog | None) -> None:
        """Offer these logs, and the players of the chosen one; whoever is not among them gives way to everybody."""
        none = Option("", text("logs.none"))
        hands = {log.id: text("logs.count_all", count=number(log.hands)) for log in logs}
        self.log.options = tuple(Option(log.id, title_of(log), hands[log.id]) for log in logs) or (none,)
        self.log.chosen = chosen.id if chosen is not None else none.value
        players = chosen.players if chosen is not None else ()
        self.player.options = (
            Option(ALL, text("history.everybody")),
            *(Option(player.name, player.name, _note(player)) for player in players),
        )
        if self.player.chosen not in {option.value for option in self.player.options}:
            self.player.chosen = ALL

    def _go(self, words: str) -> None:
        if words:
            self._went(int(words))


def _note(player: LogPlayer) -> str:
    """Say how much of somebody there is in the log."""
    key = "one_hand" if player.hands == 1 else "hands_of"
    return text(f"logs.filters.{key}", count=number(player.hands))


def title_of(log: ImportedLog) -> str:
    """Return what a log is called: its file, and how many more there were."""
    first, *more = log.files
    return text("logs.and_more", file=first, count=number(len(more))) if more else first
