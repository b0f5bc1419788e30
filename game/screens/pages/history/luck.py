"""What of the chosen hand the cards gave, and what the decisions gave: asked of the worker when it is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from game.archive.hands import PlayedHand
from game.archive.luck import METHODS, HandLuck
from game.messages.luck import AskLuck
from game.screens.frame.asked import Asked
from game.screens.frame.screen import Services
from game.screens.models.luck import luck_in_words
from game.screens.ui.layout import Box, Space
from game.screens.ui.leaves import Pair, Words
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act


class LuckOfHand:
    """The lines about one hand; none for a game without luck, or where others played."""

    def __init__(self, app: Services, changed: Act) -> None:
        self._app = app
        self._hand: PlayedHand | None = None
        self._asked = Asked[tuple[HandLuck, ...]](app, changed)

    def show(self, hand: PlayedHand) -> None:
        """Take another hand, and ask for what is to be told of it."""
        self._hand = hand if hand.own_seat is not None else None
        self._asked.forget()
        if self._hand is not None and METHODS[self._hand.game] != "none":
            self._asked.ask(AskLuck((self._hand,)))

    def boxes(self) -> Sequence[Box]:
        """Return what is known of the hand; what is not known yet keeps its place."""
        if self._hand is None or METHODS[self._hand.game] == "none":
            return ()
        if self._asked.problem:
            return [Words(self._asked.problem, "small", "dim", 8)]
        found = self._asked.fresh
        if found is None:
            rows = [(text(f"luck.{name}"), text("luck.awaited")) for name in ("cards", "decisions")]
        else:
            in_blinds = self._app.settings.amounts == "blinds"
            rows = list(luck_in_words((self._hand,), found, self._hand.spec, in_blinds=in_blinds))
        unknown = found is not None and not all(luck.known for luck in found)
        note = Words(text("luck.unknown"), "small", "dim", 4).when(unknown)
        return [*(Pair(name, value) for name, value in rows), note, Space(8)]

    def drop(self) -> None:
        """Take no more interest."""
        self._asked.drop()
