"""The chosen hand beside the list: how it ended, its luck, what can be done with it, the hand in words, its id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic

from game.archive.hands import PlayedHand
from game.archive.luck import METHODS, HandLuck
from game.core import BadInput
from game.study.history import AskLuck
from game.study.luck_words import luck_in_words
from game.tables.hand_summary import HandSummary, HandT
from game.texts import text
from game.window.frame.asked import Asked
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Column, Row, Scrolled, Space, Wrap, grow, natural
from game.window.ui.leaves import Caps, Centred, Control, Letters, Line, Pair, Picture, Rule, Words, indented
from game.window.ui.widgets import Act, Button, Scroll
from game.window.views import hand_log
from game.window.views.hand_row import HandLine

PADDING = 20.0
BUTTON, PAIR_GAP = 42.0, 10.0


@dataclass(frozen=True, slots=True)
class Described:
    """What is said of a hand: its row, who sat where, which one it is, and what its id is called."""

    line: HandLine
    names: tuple[str, str]
    count: str
    id_name: str


class HandDetail(Generic[HandT]):
    """The panel at the right. `show` takes another hand; what its record does not allow is said in its place.

    Below what `describe` says of the hand stand the `buttons`, the first one across all of it.
    """

    def __init__(
        self, app: Services, describe: Callable[[HandT], Described], moved: Act, buttons: Sequence[Button]
    ) -> None:
        self._app = app
        self._describe = describe
        self._first, *self._others = buttons
        self._hand: HandT | None = None
        self._summary: HandSummary | None = None
        self.problem = ""
        self.scroll = Scroll(moved)

    def show(self, hand: HandT | None) -> None:
        """Take a hand, or none."""
        if hand is self._hand:
            return
        self._hand, self._summary, self.problem = hand, None, ""
        self.scroll.offset = 0.0
        if hand is None:
            return
        try:
            session = hand.session()
        except BadInput as error:
            self.problem = text("history.broken", reason=error)
            return
        names, in_blinds = self._describe(hand).names, self._app.settings.amounts == "blinds"
        self._summary = HandSummary(session, hand.own_seat or 0, names, hand.own_seat is not None, in_blinds)
        self.ask(hand)

    def ask(self, hand: HandT) -> None:
        """Ask for the further facts about a hand."""

    def more(self, hand: HandT) -> Sequence[Box]:
        """Return the further facts, shown below its result."""
        return ()

    def box(self) -> Box:
        """Return the hand, which scrolls where it must; or that none is chosen."""
        if self._hand is None:
            none = Centred(text("history.none_chosen"), "label", "faint")
            return Column(Space(), indented(none, PADDING), Space())
        self._first.disabled = self.problem
        return scrolling(self._parts(self._hand), self.scroll)

    def _parts(self, hand: HandT) -> Iterator[Box]:
        said = self._describe(hand)
        yield Words(said.line.name, "strong", after=2)
        yield Words(said.line.stake, "small", "dim", 0)
        yield Words(said.count, "small", "faint", 6)
        yield _result(said.line)
        if self._summary is not None:
            yield from self.more(hand)
        yield Control(self._first, BUTTON, after=10)
        widths = (button.natural_width(self._app.painter) - 16 for button in self._others)
        size = grow(least=max(widths))
        yield Wrap(*(Control(button, BUTTON).sized(size) for button in self._others), gap=PAIR_GAP)
        yield Space(8).when(len(self._others) == 1)
        yield Rule(height=16.0)
        if self._summary is None:
            yield Words(self.problem, "label", "bad")
            return
        ending, why = self._summary.ending
        yield Words(ending, "label_b", "text", 2)
        yield Words(why, "label", "dim", 6).when(why)
        yield Space(8)
        streets = self._summary.streets
        yield Picture(partial(hand_log.draw, streets=streets), hand_log.height(streets))
        yield Caps(said.id_name)
        yield Letters(hand.id, "small", "dim")


def scrolling(parts: Iterable[Box], scroll: Scroll) -> Box:
    """Return the content of a side panel, which scrolls if it is too long."""
    sides = (PADDING, PADDING)
    return Scrolled(Column(*parts), scroll, sides=sides, above=PADDING, below=PADDING + 4, least=0)


def _result(line: HandLine) -> Box:
    """Return the result, large, with the word that says how it ended."""
    result = Line(line.result, "strong", "brass", size=26, height=32).sized(natural(most_share=0.6))
    how = Column(Space(4), Line(line.how, "label", "dim", height=28)).sized(grow())
    return Column(Row(result, Space(12), how), Space(8))


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
