"""What both had in mind at each decision of a hand of Kuhn poker.

Of the opponent the mix behind the decision and the die that chose; of the person the equilibrium beside what was
done, whether that was right, and why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from game.core import Action, InformationState
from game.rules.kuhn_poker import KuhnInformationState, Move
from game.screens.pen import Colour, Pattern, Pen, Rect
from game.screens.tables.die import die_of
from game.screens.tables.kuhn.reasons import NEVER, reason
from game.screens.tables.kuhn.words import KuhnWords, Spoken
from game.screens.texts import percent
from game.screens.views import mix
from game.screens.views.mix import MixRow

if TYPE_CHECKING:
    from game.screens.tables.kuhn.screen import PlayKuhn

HEAD = 68.0
BLOCK_TITLE, ROW = 26.0, 25.0
BLOCK = BLOCK_TITLE + 2 * ROW
DIE, DIE_GAP = 50.0, 12.0
VERDICT, VERDICT_INDENT = 36.0, 28.0
WHY_LINES, SMALL_LINE = 3, 19.4
LOOKS: Mapping[bool, tuple[tuple[Pattern, Colour], tuple[Pattern, Colour]]] = {
    False: (("dots", "info"), ("solid", "brass")),
    True: (("dots", "bad"), ("solid", "good")),
}
"""Of PASS and BET, by whether a bet is faced."""


class KuhnMinds:
    """The decisions of one table's hand, and the equilibrium that is known of them."""

    def __init__(self, table: PlayKuhn) -> None:
        self._table = table
        self._advice: dict[str, Mapping[Action, float]] = {}
        self._asked: set[str] = set()

    @property
    def _words(self) -> KuhnWords:
        return self._table.words

    def own_decisions(self) -> list[Spoken]:
        """Return the decisions of the person."""
        return [spoken for spoken in self._words.spoken() if spoken.player == self._words.own]

    def _their_decisions(self) -> list[Spoken]:
        return [spoken for spoken in self._words.spoken() if spoken.player != self._words.own]

    def ask(self, info: InformationState) -> None:
        """Ask once for the equilibrium of a decision."""
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

    def height(self, width: float) -> float:
        """Return the height of all decisions one below the other."""
        theirs, yours = self._their_decisions(), self.own_decisions()
        told = len(theirs) * (BLOCK + DIE + DIE_GAP) + len(yours) * (BLOCK + VERDICT)
        return told + sum(self._why_height(spoken.info, width) for spoken in yours)

    def why(self, info: KuhnInformationState) -> str:
        """Why the equilibrium plays as it does here; empty until it is known."""
        shares = self._advice.get(info.key)
        return reason(self._words, info, shares) if shares is not None else ""

    def _why_height(self, info: KuhnInformationState, width: float) -> float:
        why = self.why(info)
        lines = self._table.app.pen.wrap(why, width - VERDICT_INDENT, "small") if why else ()
        return SMALL_LINE * min(WHY_LINES, len(lines))

    def draw(self, pen: Pen, columns: Sequence[Rect], *, banded: bool) -> float:
        """Draw every decision with the mix behind it, theirs first; returns where that ends.

        In a band the decisions of the person have the second column.
        """
        x, y, w, _ = columns[0]
        texts, name = self._table.texts, self._table.opponent.name
        theirs, yours = self._their_decisions(), self.own_decisions()
        pen.text(texts("kuhn.in_mind", name=name), x, y + 34, "h2", fit=w)
        top = y + HEAD
        if not theirs:
            pen.text(texts("kuhn.nothing_decided", name=name), x, top, "label", "dim", fit=w)
            top += 34
        for spoken in theirs:
            top = self._draw_their_decision(pen, (x, top, w, 0), spoken)
        top = y + 34 if banded else top
        for spoken in yours:
            room = y + columns[1][3] - top
            top = self._draw_own_decision(pen, (columns[1][0], top, w, room), spoken)
        if not banded and yours:
            pen.line(x, top - 6, x + w, top - 6)
        return top

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
        self.draw_equilibrium(pen, (x, y + BLOCK_TITLE, w, 0), spoken.info, spoken.action)
        y += BLOCK
        why = self._why_height(spoken.info, w)
        shares = self._advice.get(spoken.info.key)
        if shares is not None:
            self._draw_verdict(pen, (x, y, w, 0), shares, spoken.action)
        if BLOCK + VERDICT + why <= h:
            left, width = x + VERDICT_INDENT, w - VERDICT_INDENT
            pen.para(self.why(spoken.info), left, y + 22, width, "small", col="dim", limit=WHY_LINES)
        return y + VERDICT + why

    def draw_equilibrium(self, pen: Pen, r: Rect, info: KuhnInformationState, chosen: Action | None) -> None:
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
