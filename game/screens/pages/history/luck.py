"""What of the chosen hand the cards gave, and what the decisions gave: asked of the worker when it is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.archive.hands import PlayedHand
from game.archive.luck import METHODS, HandLuck
from game.messages.luck import AskLuck
from game.screens.frame.asked import Asked
from game.screens.frame.screen import Services
from game.screens.models.luck import luck_in_words
from game.screens.pages.history.detail import Described, HandDetail
from game.screens.ui.layout import Box, Space
from game.screens.ui.leaves import Pair, Words
from game.screens.ui.texts import text
from game.screens.ui.widgets import Act, Button


class PlayedDetail(HandDetail[PlayedHand]):
    """A hand that was played here, with its luck; none in a game without luck, or where others played."""

    def __init__(
        self,
        app: Services,
        describe: Callable[[PlayedHand], Described],
        moved: Act,
        buttons: Sequence[Button],
    ) -> None:
        super().__init__(app, describe, moved, buttons)
        self.luck = Asked[tuple[HandLuck, ...]](app, moved)

    def ask(self, hand: PlayedHand) -> None:
        """Ask for the luck of a hand."""
        self.luck.forget()
        if _has_luck(hand):
            self.luck.ask(AskLuck((hand,)))

    def more(self, hand: PlayedHand) -> Sequence[Box]:
        """Return what is known of the luck; what is not known yet keeps its place."""
        if not _has_luck(hand):
            return ()
        if self.luck.problem:
            return [Words(self.luck.problem, "small", "dim", 8)]
        found = self.luck.fresh
        if found is None:
            rows = [(text(f"luck.{name}"), text("luck.awaited")) for name in ("cards", "decisions")]
        else:
            in_blinds = self._app.settings.amounts == "blinds"
            rows = list(luck_in_words((hand,), found, hand.spec, in_blinds=in_blinds))
        unknown = found is not None and not all(luck.known for luck in found)
        note = Words(text("luck.unknown"), "small", "dim", 4).when(unknown)
        return [*(Pair(name, value) for name, value in rows), note, Space(8)]


def _has_luck(hand: PlayedHand) -> bool:
    return hand.own_seat is not None and METHODS[hand.game] != "none"
