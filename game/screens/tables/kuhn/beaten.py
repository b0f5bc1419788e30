"""What each of two players of Kuhn poker can be beaten for, and the best reply to the person, card by card.

The opponent's exploitability was measured; the person's is worked out from the hands played, once there are enough
of them to say something, and a line over its bar shows between what it may lie.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from game.core import Action
from game.rules.kuhn_poker import CARD_LETTERS
from game.screens.pen import Pen, Rect
from game.screens.tables.kuhn.own_play import ENOUGH_HANDS, OwnPlay
from game.screens.tables.kuhn.reasons import information_set
from game.screens.tables.kuhn.words import Spoken
from game.screens.texts import number
from game.screens.widgets.button import Button

if TYPE_CHECKING:
    from game.screens.tables.kuhn.screen import PlayKuhn

NOTE, NOTE_LINES, SMALL_LINE = 80.0, 4, 19.4
REPLY_TITLE, REPLY_NOTE = 34.0, 68.0
LINE, BELOW_NOTE = 21.0, 10.0
LEAST_PITCH, MOST_PITCH, ABOVE_BUTTON = 20.0, 28.0, 16.0
FULL_BAR = 0.2  # chips a hand that fill a bar


class Beaten:
    """Two bars after the hand, and on demand the best reply."""

    def __init__(self, table: PlayKuhn) -> None:
        self._table = table
        self.shows_reply = False
        self.own_play = OwnPlay(table.session, table.own_seat)
        self._found: Mapping[str, Any] | None = None
        self.button = Button("reply", "", self.toggle_reply, keycap="B", style="label_b")

    def hand_ended(self, own: Sequence[Spoken]) -> None:
        """Count the person's decisions of a hand, and ask how far they can be beaten."""
        table = self._table
        if self.own_play.hands < len(table.session.results):
            self.own_play.note(own)
        if self.own_play.is_enough:
            spec = table.session.spec
            payload = {"game": spec.game, "blinds": spec.blinds, "counts": self.own_play.counts}
            table.ask("best_response", payload, self._got_reply)

    def toggle_reply(self) -> None:
        """Show or hide what would beat the person best."""
        if self.own_play.is_enough:
            self.shows_reply = not self.shows_reply
            self._table.relayout()

    @property
    def is_open(self) -> bool:
        """Whether the reply shows: it was asked for, and is there."""
        return self.shows_reply and self._found is not None

    def _got_reply(self, value: Any, sentence: str) -> None:
        if not sentence:
            self._found = value

    def place_button(self, place: Rect) -> Button:
        """Place and label the button that shows the reply."""
        texts = self._table.texts
        self.button.label = texts("kuhn.reply.hide" if self.shows_reply else "kuhn.reply.show")
        missing = texts("kuhn.reply.after", count=ENOUGH_HANDS)
        self.button.disabled = "" if self.own_play.is_enough else missing
        self.button.rect = place
        return self.button

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen, r: Rect) -> None:
        """Draw what each could be beaten for, in chips a hand."""
        x, y, w, room = r
        texts = self._table.texts
        pen.caps(texts("kuhn.exploitability.title"), x, y, fit=w)
        own_name = texts("kuhn.exploitability.you", hands=number(self.own_play.hands))
        own = self._found["exploitability"] if self._found is not None else None
        between = self._found["interval"] if self._found is not None else None
        after = texts("kuhn.reply.after", count=ENOUGH_HANDS)
        their_name, unmeasured = self._table.opponent.name, texts("kuhn.unmeasured")
        self._draw_beaten(pen, (x, y + 26, w, 0), their_name, self._given_away(), unmeasured)
        self._draw_beaten(pen, (x, y + 52, w, 0), own_name, own, after, between=between)
        if room >= self.height(w):
            pen.para(self._note(), x, y + NOTE, w, "small", col="faint", limit=NOTE_LINES)

    def height(self, width: float) -> float:
        """Return the height that bars and note need in dp."""
        lines = len(self._table.app.pen.wrap(self._note(), width, "small"))
        return NOTE + SMALL_LINE * min(NOTE_LINES, lines)

    def _note(self) -> str:
        """Say what the figures are: of the person's, once it is known, how sure it is."""
        return self._table.texts("kuhn.exploitability.note") if self._found is None else self._how_sure()

    def _how_sure(self) -> str:
        assert self._found is not None
        low, high = (number(one, 3) for one in self._found["interval"])
        about = number(self._found["exploitability"], 3)
        return self._table.texts("kuhn.exploitability.between", about=about, low=low, high=high)

    def _given_away(self) -> float | None:
        """The measured exploitability of the opponent."""
        entry = self._table.entry
        strength = entry.strength if entry is not None else None
        return strength.mean if strength is not None and strength.metric == "exploitability" else None

    def _draw_beaten(
        self,
        pen: Pen,
        r: Rect,
        who: str,
        value: float | None,
        missing: str,
        *,
        between: tuple[float, float] | None = None,
    ) -> None:
        x, y, w, _ = r
        label = min(126.0, w * 0.4)
        pen.text(who, x, y, "label", fit=label - 8)
        if value is None:
            pen.text(missing, x + w, y, "label", "dim", al="r", fit=w - label)
            return
        own = who != self._table.opponent.name
        bar = (x + label, y - 5, w - label - 54, 10)
        pen.bar(bar, min(1.0, value / FULL_BAR), "solid" if own else "diagonal", "brass" if own else "info")
        if between is not None:
            low, high = (bar[0] + bar[2] * min(1.0, one / FULL_BAR) for one in between)
            pen.rect((low, y - 1, max(2.0, high - low), 2), "text")
        pen.text(number(value, 3), x + w, y, "label_b", al="r")

    def reply_height(self, width: float) -> float:
        """Return the least height that the reply needs in one column, in dp."""
        assert self._found is not None
        lines = len(self._table.app.pen.wrap(self._reply_note(), width, "label"))
        return REPLY_NOTE + LINE * lines + BELOW_NOTE + LEAST_PITCH * len(self._found["reply"]) + ABOVE_BUTTON

    def _reply_note(self) -> str:
        return f"{self._table.texts('kuhn.reply.note')} {self._how_sure()}"

    def draw_reply(self, pen: Pen, r: Rect, columns: int) -> None:
        """Draw what would beat the person, card by card."""
        x, y, w, h = r
        texts, words = self._table.texts, self._table.words
        assert self._found is not None
        reply: Mapping[str, Action | None] = self._found["reply"]
        pen.text(texts("kuhn.reply.title"), x, y + REPLY_TITLE, "h2", fit=w)
        note = self._how_sure() if columns > 1 else self._reply_note()
        top = pen.para(note, x, y + REPLY_NOTE, w, "label", col="dim") + BELOW_NOTE
        rows = max(1, math.ceil(len(reply) / columns))
        pitch = min(MOST_PITCH, (y + h - ABOVE_BUTTON - top) / rows)
        width = w / columns
        for place, (key, action) in enumerate(sorted(reply.items(), key=_by_card)):
            column, row = divmod(place, rows)
            left, middle = x + column * width, top + (row + 0.5) * pitch
            info = information_set(key, words)
            what = f"{words.card(info.card).capitalize()}, {words.where(info)}"
            pen.text(what, left, middle, "label", "dim", fit=width * 0.65)
            right = left + width - 12
            if action is None:
                pen.text(texts("kuhn.reply.never"), right, middle, "label", "dim", al="r")
            else:
                pen.text(words.action(info, action), right, middle, "label_b", al="r")


def _by_card(item: tuple[str, Action | None]) -> tuple[str, int]:
    key = item[0]
    return key[1:], -CARD_LETTERS.index(key[0])
