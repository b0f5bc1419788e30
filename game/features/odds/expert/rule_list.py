"""The rules as a table, in the order in which they are tried; the one that fired is marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.features.odds.asks import ExpertRule, ExpertRules, ExpertSpot
from game.texts import number, percent, text
from game.window.ui.canvas.painter import Painter
from game.window.ui.widgets import Act, Rect, Rows
from game.window.ui.widgets.rows import BAR_ROOM

ROW, HIGH_ROW = 70.0, 88.0
NUMBER = 34.0
SIDES = 24.0
PLACES = ("street", "position", "facing")
"""What tells where a rule applies; the rest tells to which hands."""


class RuleList:
    """The list; what was found for a spot marks the rules that fire, and the one that decides its hand."""

    def __init__(self, changed: Act) -> None:
        self.rules: Sequence[ExpertRule] = ()
        self._fired: Mapping[int, float] = {}
        self._decisive: int | None = None
        self.rows = Rows(
            "rules",
            text("expert.rules.title"),
            self._draw_row,
            self._in_words,
            changed=changed,
            opened=changed,
        )

    def show(self, known: ExpertRules | None, found: ExpertSpot | None) -> None:
        """Show rules, once they are known, and what was found."""
        self.rules = known.rules if known is not None else ()
        self.rows.count = len(self.rules)
        self.rows.chosen = min(self.rows.chosen, max(0, len(self.rules) - 1))
        self._fired = found.fired if found is not None else {}
        self._decisive = found.hand.rule if found is not None and found.hand is not None else None

    def row_height(self, painter: Painter, width: float) -> float:
        """Return how high a row is: higher where some rule asks for more than a line holds."""
        room = width - BAR_ROOM - NUMBER - SIDES
        longest = max((painter.width(asks(rule), "small") for rule in self.rules), default=0.0)
        return ROW if longest <= room else HIGH_ROW

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        x, y, width, _ = rect
        rule, share = self.rules[place], self._fired.get(place, 0.0)
        left, right = x + NUMBER + SIDES / 2, x + width - SIDES / 2
        decisive = place == self._decisive
        painter.text(number(place + 1), x + NUMBER, y + 18, "small", "dim", al="r")
        fires = ""
        if decisive or share:
            fires = text("expert.rules.fires", share=percent(share)) if share else ""
            painter.text(fires, right, y + 18, "small_b", "brass" if decisive else "dim", al="r")
        room = right - left - (painter.width(fires, "small_b") + 12 if fires else 0)
        painter.text(rule.name, left, y + 18, "label_b", "brass" if decisive else "text", fit=room)
        at = painter.para(asks(rule), left, y + 36, right - left, "small", col="dim", limit=2)
        painter.text(f"→ {rule.does}", left, at, "small", "text", fit=right - left)
        return True

    def _in_words(self, place: int) -> str:
        rule = self.rules[place]
        return f"{rule.name}: {asks(rule)}. {rule.does}"


def asks(rule: ExpertRule) -> str:
    """Return all conditions of a rule: street, position and what is faced, then which hands it asks for."""
    written = rule.written
    where = [text(f"expert.places.{what}", words=written[what]) for what in PLACES if what in written]
    hands = [f"{what} {words}" for what, words in written.items() if what not in PLACES]
    return " · ".join([*(where or [text("expert.anywhere")]), *hands])
