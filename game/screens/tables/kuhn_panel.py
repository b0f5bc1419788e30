"""The panel beside the Kuhn table: the rules during a hand, and after it what both had in mind.

After the hand it tells the opponent's mix and die at each decision, the equilibrium at each of yours, for how much
each of the two could be beaten, and what would beat you best. A tall window has it as a band of three columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from game.core import Action, InformationState
from game.rules.kuhn_poker import KuhnInformationState, Move
from game.screens.model_files import entry_of
from game.screens.opponents import strength_in_words
from game.screens.pen import Colour, Pattern, Pen, Rect
from game.screens.tables.band import columns_of
from game.screens.tables.die import die_of
from game.screens.tables.kuhn_beaten import Beaten
from game.screens.tables.kuhn_reasons import NEVER, reason
from game.screens.tables.kuhn_words import KuhnWords, Spoken
from game.screens.tables.move_button import MoveButton
from game.screens.texts import number, percent, signed
from game.screens.views import mix
from game.screens.views.mix import MixRow
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.play_kuhn import PlayKuhn

PADDING = 24.0
HEAD = 68.0
BUTTON = 44.0
LINE = 21.0  # of a paragraph
BLOCK_TITLE, ROW = 26.0, 25.0
BLOCK = BLOCK_TITLE + 2 * ROW
DIE, DIE_GAP = 50.0, 12.0
VERDICT, VERDICT_INDENT = 36.0, 28.0
WHY_LINES, SMALL_LINE = 3, 19.4
BAND_GAP = 16.0
FOOT_GAP, FOOT_LINE, ABOVE_BEATEN = 12.0, 6.0, 18.0
LOOKS: Mapping[bool, tuple[tuple[Pattern, Colour], tuple[Pattern, Colour]]] = {
    False: (("dots", "info"), ("solid", "brass")),
    True: (("dots", "bad"), ("solid", "good")),
}
"""Of PASS and BET, by whether a bet is faced."""


class KuhnPanel:
    """What is told beside one table, and the two buttons that ask for more."""

    def __init__(self, table: PlayKuhn) -> None:
        self._table = table
        self.shows_hint = False
        self.beaten = Beaten(table)
        self._advice: dict[str, Mapping[Action, float]] = {}
        self._asked: set[str] = set()
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
        self._ask_advice(info)

    def close(self) -> None:
        """Forget what was shown: the position has changed."""
        self.shows_hint = self.beaten.shows_reply = False

    def hand_ended(self) -> None:
        """Ask for all that is told after the hand."""
        own = [spoken for spoken in self._words.spoken() if spoken.player == self._words.own]
        for spoken in own:
            self._ask_advice(spoken.info)
        self.beaten.hand_ended(own)

    def _ask_advice(self, info: InformationState) -> None:
        if info.key in self._asked:
            return
        self._asked.add(info.key)

        def received(value: Any, sentence: str) -> None:
            if sentence:
                self._asked.discard(info.key)
            else:
                self._advice[info.key] = value["strategy"]

        spec = self._table.session.spec
        payload = {"game": spec.game, "blinds": spec.blinds, "info": info}
        self._table.ask("advice", payload, received)

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
        decisions = list(self._words.spoken())
        yours = [spoken for spoken in decisions if spoken.player == self._words.own]
        theirs = len(decisions) - len(yours)
        told = theirs * (BLOCK + DIE + DIE_GAP) + len(yours) * (BLOCK + VERDICT)
        told += sum(self._why_height(spoken.info, width) for spoken in yours)
        return HEAD + told + ABOVE_BEATEN + self.beaten.height(width)

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
        self._draw_advice(pen, (x, y + 28, w, 0), info, None)
        pen.para(self._why(info), x, y + 28 + 2 * ROW, w, "small", col="dim", limit=WHY_LINES)

    def _why(self, info: KuhnInformationState) -> str:
        """Why the equilibrium plays as it does here; empty until it is known."""
        shares = self._advice.get(info.key)
        return reason(self._words, info, shares) if shares is not None else ""

    def _why_height(self, info: KuhnInformationState, width: float) -> float:
        why = self._why(info)
        lines = self._table.app.pen.wrap(why, width - VERDICT_INDENT, "small") if why else ()
        return SMALL_LINE * min(WHY_LINES, len(lines))

    def _draw_closed_coach(self, pen: Pen, column: Rect) -> None:
        x, y, w, h = column
        words = self._table.texts("table.think_first_note")
        top = y + h - PADDING - BUTTON - LINE * len(pen.wrap(words, w, "label"))
        pen.text(self._table.texts("table.think_first"), x, top - 30, "strong")
        pen.para(words, x, top - 4, w, "label", col="dim")

    def _draw_minds(self, pen: Pen, columns: Sequence[Rect]) -> None:
        """Draw every decision with the mix behind it, theirs first, and what each could be beaten for."""
        x, y, w, _ = columns[0]
        texts, name = self._table.texts, self._table.opponent.name
        decisions = list(self._words.spoken())
        theirs = [spoken for spoken in decisions if spoken.player != self._words.own]
        yours = [spoken for spoken in decisions if spoken.player == self._words.own]
        pen.text(texts("kuhn.in_mind", name=name), x, y + 34, "h2", fit=w)
        top = y + HEAD
        if not theirs:
            pen.text(texts("kuhn.nothing_decided", name=name), x, top, "label", "dim", fit=w)
            top += 34
        for spoken in theirs:
            top = self._draw_their_decision(pen, (x, top, w, 0), spoken)
        top = y + 34 if self._banded else top
        for spoken in yours:
            room = y + columns[1][3] - top
            top = self._draw_own_decision(pen, (columns[1][0], top, w, room), spoken)
        if not self._banded and yours:
            pen.line(x, top - 6, x + w, top - 6)
        x, _, w, _ = columns[2]
        top = y + 28 if self._banded else top + ABOVE_BEATEN
        room = self.beaten.button.rect[1] - top if self._banded else self.beaten.height(w)
        self.beaten.draw(pen, (x, top, w, room))

    def _draw_their_decision(self, pen: Pen, r: Rect, spoken: Spoken) -> float:
        x, y, w, _ = r
        pen.caps(self._words.owner(spoken), x, y, fit=w)
        if spoken.decision is None:
            return y + BLOCK_TITLE
        rows = self._rows(spoken.info, spoken.decision.strategy, spoken.action)
        y = mix.draw_rows(pen, x, y + BLOCK_TITLE, w, rows, pitch=ROW)
        die = die_of(spoken.decision)
        if die is None:
            return y + DIE_GAP
        rolled, bands = self._words.rolled(die), self._words.bands(spoken.info, die)
        mix.draw_die(pen, (x, y - 8, w, DIE), rolled, bands)
        return y + DIE + DIE_GAP

    def _draw_own_decision(self, pen: Pen, r: Rect, spoken: Spoken) -> float:
        """Draw what the person did beside the balance, whether it was right, and why where there is room."""
        x, y, w, h = r
        pen.caps(self._words.owner(spoken), x, y, fit=w)
        self._draw_advice(pen, (x, y + BLOCK_TITLE, w, 0), spoken.info, spoken.action)
        y += BLOCK
        why = self._why_height(spoken.info, w)
        shares = self._advice.get(spoken.info.key)
        if shares is not None:
            self._draw_verdict(pen, (x, y, w, 0), shares, spoken.action)
        if BLOCK + VERDICT + why <= h:
            left, width = x + VERDICT_INDENT, w - VERDICT_INDENT
            pen.para(self._why(spoken.info), left, y + 22, width, "small", col="dim", limit=WHY_LINES)
        return y + VERDICT + why

    def _draw_advice(self, pen: Pen, r: Rect, info: KuhnInformationState, chosen: Action | None) -> None:
        """Draw the equilibrium's mix, or that it is being worked out."""
        x, y, w, _ = r
        shares = self._advice.get(info.key)
        if shares is None:
            pen.text(self._table.texts("table.working"), x, y, "label", "dim")
        else:
            mix.draw_rows(pen, x, y, w, self._rows(info, shares, chosen), pitch=ROW)

    def _draw_verdict(self, pen: Pen, r: Rect, shares: Mapping[Action, float], action: Action) -> None:
        x, y, w, _ = r
        right = shares.get(action, 0.0) > NEVER
        if right:
            pen.icon("check", x + 9, y, 18, "good", weight=2.4)
        else:
            pen.suit("d", x + 9, y, 15, "bad")
        mixed = min(shares.values()) > NEVER
        verdict = "both" if mixed else "right" if right else "wrong"
        left, width = x + VERDICT_INDENT, w - VERDICT_INDENT
        pen.text(self._table.texts(f"kuhn.verdict.{verdict}"), left, y, "label", fit=width)

    def _rows(
        self, info: KuhnInformationState, shares: Mapping[Action, float], chosen: Action | None
    ) -> list[MixRow]:
        rows = []
        for action, (pattern, colour) in zip(Move, LOOKS[info.facing_bet], strict=True):
            share, word = shares.get(action, 0.0), self._words.action(info, action)
            label = word[:1].upper() + word[1:]
            rows.append(MixRow(label, share, percent(share, 1), pattern, colour, action == chosen))
        return rows
