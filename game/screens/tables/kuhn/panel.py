"""The panel beside the Kuhn table: the rules during a hand, and after it what both had in mind.

After the hand it tells the opponent's mix and die at each decision, the equilibrium at each of yours, for how much
each of the two could be beaten, and what would beat you best. A tall window has it as a band of three columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core import InformationState
from game.rules.kuhn_poker import KuhnInformationState
from game.screens.models.model_files import entry_of
from game.screens.models.opponents import strength_in_words
from game.screens.pen import Pen, Rect
from game.screens.tables.band import columns_of
from game.screens.tables.kuhn.beaten import Beaten
from game.screens.tables.kuhn.minds import HEAD, ROW, SMALL_LINE, WHY_LINES, KuhnMinds
from game.screens.tables.kuhn.words import KuhnWords
from game.screens.tables.move_button import MoveButton
from game.screens.texts import number, signed
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.tables.kuhn.screen import PlayKuhn

PADDING = 24.0
BUTTON = 44.0
LINE = 21.0  # of a paragraph
BAND_GAP = 16.0
FOOT_GAP, FOOT_LINE, ABOVE_BEATEN = 12.0, 6.0, 18.0


class KuhnPanel:
    """What is told beside one table, and the two buttons that ask for more."""

    def __init__(self, table: PlayKuhn) -> None:
        self._table = table
        self.shows_hint = False
        self.beaten = Beaten(table)
        self._minds = KuhnMinds(table)
        self.hint_button = MoveButton(
            "hint-button",
            table.texts("table.show_hint"),
            table.hint,
            kind="outline",
            keycap="H",
            icon="hint",
            style="label_b",
        )

    @property
    def _words(self) -> KuhnWords:
        return self._table.words

    @property
    def _banded(self) -> bool:
        return self._table.regions.kind == "tall"

    @property
    def _over(self) -> bool:
        return self._table.phase == "over"

    # ---- what is asked --------------------------------------------------------------------------------------
    def open_hint(self, info: InformationState) -> None:
        """Show the equilibrium of a decision."""
        self.shows_hint = True
        self._minds.ask(info)

    def close(self) -> None:
        """Forget what was shown: the position has changed."""
        self.shows_hint = self.beaten.shows_reply = False

    def hand_ended(self) -> None:
        """Ask for all that is told after the hand."""
        own = self._minds.own_decisions()
        for spoken in own:
            self._minds.ask(spoken.info)
        self.beaten.hand_ended(own)

    # ---- how it is arranged ---------------------------------------------------------------------------------
    def needs(self) -> float:
        """Return the height that all of it needs; a band is high enough."""
        if self._banded:
            return 0.0
        if not self._over:
            return self._rules_height()
        width = self._table.regions.sides[0][2] - 2 * PADDING
        if self.beaten.is_open:
            return self.beaten.reply_height(width)
        return HEAD + self._minds.height(width) + ABOVE_BEATEN + self.beaten.height(width)

    @property
    def foot(self) -> float:
        """The height of the button that stays below what is told after the hand; a band has it in a column."""
        return BUTTON + FOOT_GAP + PADDING if self._over and not self._banded else 0.0

    def arrange_foot(self, foot: Rect) -> list[Widget]:
        """Place the button below what is told after the hand."""
        x, y, w, _ = foot
        return [self.beaten.place_button((x + PADDING, y + FOOT_GAP, w - 2 * PADDING, BUTTON))]

    def _rules_height(self) -> float:
        table, pen = self._table, self._table.app.pen
        width = table.regions.sides[0][2] - 2 * PADDING
        rules = self._words.rules()
        lines = sum(len(pen.wrap(line, width, "label")) for line in rules)
        note = len(pen.wrap(table.texts("table.think_first_note"), width, "label"))
        below = (
            180.0 + WHY_LINES * SMALL_LINE
            if self.shows_hint
            else 120 + LINE * note
            if table.teaching
            else 30.0
        )
        return 150 + LINE * lines + 8 * len(rules) + below

    def arrange(self, area: Rect) -> list[Widget]:
        """Place the hint during the hand, in a band the reply after it."""
        texts = self._table.texts
        x, y, w, h = self._columns(area)[-1]
        place = (x, y + h - PADDING - BUTTON, w, BUTTON)
        if self._over:
            return [self.beaten.place_button(place)] if self._banded else []
        if not self._table.teaching or self.shows_hint:
            return []
        yours = self._table.phase == "yours"
        self.hint_button.disabled = "" if yours else texts("table.not_your_move")
        self.hint_button.rect = place
        return [self.hint_button]

    def _columns(self, area: Rect) -> tuple[Rect, Rect, Rect]:
        return columns_of(area, PADDING, BAND_GAP, banded=self._banded)

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen, area: Rect) -> None:
        """Draw what belongs to the moment."""
        if not self._over:
            self._draw_rules(pen, self._columns(area))
        elif self.beaten.is_open:
            x, y, w, h = area
            inner = (x + PADDING, y, w - 2 * PADDING, h - (PADDING + BUTTON if self._banded else 0.0))
            self.beaten.draw_reply(pen, inner, columns=3 if self._banded else 1)
        else:
            self._draw_minds(pen, self._columns(area))
        if self.foot:
            x, y, w, h = self._table.regions.sides[0]
            edge = y + h - self.foot - FOOT_LINE
            pen.line(x + PADDING, edge, x + w - PADDING, edge)

    def _draw_rules(self, pen: Pen, columns: Sequence[Rect]) -> None:
        """Draw rules, record and coach."""
        x, y, w, _ = columns[0]
        pen.text(self._table.texts("kuhn.rules.title"), x, y + 34, "h2", fit=w)
        top = y + HEAD
        for line in self._words.rules():
            top = pen.para(line, x, top, w, "label", col="dim") + 8
        if self._banded:
            top = y + 8
        else:
            pen.line(x, top + 6, x + w, top + 6)
        self._draw_record(pen, columns[1], top + 32)
        if self.shows_hint:
            self._draw_hint(pen, columns[2], y + 34 if self._banded else top + 104)
        elif self._table.teaching:
            self._draw_closed_coach(pen, columns[2])

    def _draw_record(self, pen: Pen, column: Rect, y: float) -> None:
        x, _, w, _ = column
        table, texts = self._table, self._table.texts
        record = table.record
        pen.caps(texts("kuhn.record", name=table.opponent.name), x, y, fit=w)
        if entry_of(table.session.spec.seats[table.other_seat]) is not None and not table.teaching:
            self._draw_leak(pen, x, y + 52, w)
        if not record.hands:
            pen.text(texts("kuhn.no_record"), x, y + 28, "label", "dim", fit=w)
            return
        each = signed(record.net / record.hands, 2)
        key = "kuhn.first_hand" if record.hands == 1 else "kuhn.per_hand"
        pen.text(texts(key, hands=number(record.hands), each=each), x, y + 28, "label", fit=w)

    def _draw_leak(self, pen: Pen, x: float, y: float, w: float) -> None:
        """Say of a moment of a run which one it is, and what it gives away."""
        entry = self._table.entry
        if entry is not None:
            words = ": ".join(filter(None, (entry.stage, strength_in_words(entry.strength))))
            pen.text(words, x, y, "label", "dim", fit=w)

    def _draw_hint(self, pen: Pen, column: Rect, y: float) -> None:
        x, _, w, _ = column
        if self._table.phase != "yours":
            return
        info = self._table.session.info(self._table.own_seat)
        assert isinstance(info, KuhnInformationState)
        if not self._banded:
            pen.line(x, y - 24, x + w, y - 24)
        pen.caps(self._table.texts("kuhn.equilibrium", what=self._words.where(info)), x, y, fit=w)
        self._minds.draw_equilibrium(pen, (x, y + 28, w, 0), info, None)
        pen.para(self._minds.why(info), x, y + 28 + 2 * ROW, w, "small", col="dim", limit=WHY_LINES)

    def _draw_closed_coach(self, pen: Pen, column: Rect) -> None:
        x, y, w, h = column
        words = self._table.texts("table.think_first_note")
        top = y + h - PADDING - BUTTON - LINE * len(pen.wrap(words, w, "label"))
        pen.text(self._table.texts("table.think_first"), x, top - 30, "strong")
        pen.para(words, x, top - 4, w, "label", col="dim")

    def _draw_minds(self, pen: Pen, columns: Sequence[Rect]) -> None:
        """Draw what both had in mind, and below it or beside it what each could be beaten for."""
        x, y, w, _ = columns[2]
        end = self._minds.draw(pen, columns, banded=self._banded)
        top = y + 28 if self._banded else end + ABOVE_BEATEN
        room = self.beaten.button.rect[1] - top if self._banded else self.beaten.height(w)
        self.beaten.draw(pen, (x, top, w, room))
