"""What each of two players of Kuhn poker can be beaten for, and the best reply to the person, card by card.

The opponent's exploitability was measured; the person's is worked out from the hands played, once there are enough
of them to say something, and a line over its bar shows between what it may lie.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.core import Action
from game.messages.play import ExploitRecordedPlay, RecordedExploitability
from game.request import Refusal
from game.rules.kuhn_poker import CARD_LETTERS
from game.screens.tables.boxes import caps, title
from game.screens.tables.kuhn.own_play import ENOUGH_HANDS, OwnPlay
from game.screens.tables.kuhn.reasons import information_set
from game.screens.ui.layout.box import Box, Column, Row, Space
from game.screens.ui.layout.if_room import IfRoom
from game.screens.ui.layout.size import grow
from game.screens.ui.leaves.control import Picture
from game.screens.ui.leaves.words import Ink, Pair, Words
from game.screens.ui.texts import number, text
from game.screens.ui.widgets.button import Button

if TYPE_CHECKING:
    from game.screens.frame.requests import Requests
    from game.screens.tables.kuhn.view import KuhnView
    from game.screens.tables.kuhn.words import KuhnWords, Spoken
    from game.screens.ui.canvas.pen import Pen, Rect
    from game.screens.ui.widgets.widget import Act

NOTE_LINES, ABOVE_NOTE = 4, 5.3
ROW = 26.0
LABEL, LABEL_SHARE, FIGURE = 126.0, 0.4, 54.0
BELOW_REPLY, BESIDE_REPLY = 16.0, 12.0
LEAST_PITCH, MOST_PITCH = 20.0, 28.0
FULL_BAR = 0.2  # chips a hand that fill a bar
NAME, MOVE = Ink("label", "dim"), Ink("label_b", "text")


@dataclass(frozen=True, slots=True)
class GivenAway:
    """What somebody can be beaten for in chips a hand; None for what is `missing`; and between what it may lie."""

    name: str
    value: float | None
    missing: str
    own: bool = False
    between: tuple[float, float] | None = None


class Beaten:
    """What is known of it at one table, and the button that shows the best reply."""

    def __init__(self, view: KuhnView, requests: Requests, changed: Act) -> None:
        self._view, self._requests, self._changed = view, requests, changed
        self.shows_reply = False
        self.own_play = OwnPlay(view.seen.session, view.seen.below)
        self._found: RecordedExploitability | None = None
        self._button = Button("reply", "", self.toggle_reply, keycap="B", style="label_b")

    def hand_ended(self, own: Sequence[Spoken]) -> None:
        """Count the person's decisions of a hand, and ask how far they can be beaten."""
        session = self._view.seen.session
        if self.own_play.hands < len(session.results):
            self.own_play.note(own)
        if self.own_play.is_enough:
            spec = session.spec
            request = ExploitRecordedPlay(spec.game, self.own_play.counts, spec.blinds)
            self._requests.ask(request, self._take)

    def toggle_reply(self) -> None:
        """Show or hide what would beat the person best."""
        if self.own_play.is_enough:
            self.shows_reply = not self.shows_reply
            self._changed()

    @property
    def is_open(self) -> bool:
        """Whether the reply shows: it was asked for, and is there."""
        return self.shows_reply and self._found is not None

    def _take(self, answer: RecordedExploitability | Refusal) -> None:
        if not isinstance(answer, Refusal):
            self._found = answer

    @property
    def button(self) -> Button:
        """The button that shows the reply."""
        button = self._button
        button.label = text(f"kuhn.reply.{'hide' if self.shows_reply else 'show'}")
        button.disabled = "" if self.own_play.is_enough else _after()
        return button

    # ---- what is told ---------------------------------------------------------------------------------------
    def compose(self, measured: float | None, *, above: float, banded: bool) -> Box:
        """Return what each could be beaten for; `measured` for the opponent. In a band the note may be left out."""
        found, after = self._found, _after()
        name = text("kuhn.exploitability.you", hands=number(self.own_play.hands))
        yours = GivenAway(name, None, after, own=True)
        if found is not None:
            yours = GivenAway(name, found.exploitability, after, own=True, between=found.interval)
        rows = (GivenAway(self._view.other_name, measured, text("kuhn.unmeasured")), yours)
        said = text("kuhn.exploitability.note") if found is None else _how_sure(found)
        note = Column(Space(ABOVE_NOTE), Words(said, "small", "faint", 0.0, NOTE_LINES))
        return Column(
            caps(text("kuhn.exploitability.title"), above=above, below=ROW / 2),
            *(Picture(partial(_draw_row, row), ROW) for row in rows),
            IfRoom(note).sized(grow()) if banded else note,
        )

    def compose_reply(self, columns: int) -> Box:
        """Return what would beat the person, card by card."""
        found = self._found
        assert found is not None
        sure = _how_sure(found)
        note = sure if columns > 1 else f"{text('kuhn.reply.note')} {sure}"
        rows = reply_rows(found.reply, self._view.words)
        count = max(1, math.ceil(len(rows) / columns))
        parts = (rows[first : first + count] for first in range(0, len(rows), count))
        listed = (Row(Column(*part).sized(grow()), Space(BESIDE_REPLY)).sized(grow()) for part in parts)
        return Column(
            title(text("kuhn.reply.title"), height=57.5, middle=34.0),
            Words(note, "label", "dim", 20.5),
            Row(*listed).sized(grow()),
            Space(BELOW_REPLY),
        )


def reply_rows(reply: Mapping[str, Action | None], words: KuhnWords) -> list[Box]:
    """Return a line for each information set: what to do there, or that one never comes there."""
    rows: list[Box] = []
    for key, action in sorted(reply.items(), key=lambda item: (item[0][1:], -CARD_LETTERS.index(item[0][0]))):
        info = information_set(key, words)
        what = f"{words.card(info.card).capitalize()}, {words.where(info)}"
        move = words.action(info, action) if action is not None else text("kuhn.reply.never")
        pair = Pair(what, move, height=LEAST_PITCH, inks=(NAME, NAME if action is None else MOVE))
        rows.append(pair.sized(grow(1, least=LEAST_PITCH, most=MOST_PITCH)))
    return rows


def _after() -> str:
    return text("kuhn.reply.after", count=ENOUGH_HANDS)


def _how_sure(found: RecordedExploitability) -> str:
    low, high = (number(one, 3) for one in found.interval)
    return text("kuhn.exploitability.between", about=number(found.exploitability, 3), low=low, high=high)


def _draw_row(row: GivenAway, pen: Pen, rect: Rect) -> None:
    x, y, w, h = rect
    middle, label = y + h / 2, min(LABEL, w * LABEL_SHARE)
    pen.text(row.name, x, middle, "label", fit=label - 8)
    if row.value is None:
        pen.text(row.missing, x + w, middle, "label", "dim", al="r", fit=w - label)
        return
    left, wide = x + label, w - label - FIGURE
    pen.bar(
        (left, middle - 5, wide, 10),
        min(1.0, row.value / FULL_BAR),
        "solid" if row.own else "diagonal",
        "brass" if row.own else "info",
    )
    if row.between is not None:
        low, high = (left + wide * min(1.0, one / FULL_BAR) for one in row.between)
        pen.rect((low, middle - 1, max(2.0, high - low), 2), "text")
    pen.text(number(row.value, 3), x + w, middle, "label_b", al="r")
