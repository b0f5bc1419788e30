"""The coach: closed until it is asked, then what a sound player and the balance would do, and how good the hand is.

What it says comes from the worker; until it is there the panel says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from game.core import Action
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from game.screens.pen import Colour, Pattern, Pen, Rect
from game.screens.texts import percent
from game.screens.views import mix
from game.screens.views.mix import MixRow

if TYPE_CHECKING:
    from game.screens.play_holdem import PlayHoldem

ROW = 46.0
LOW_ROW = 26.0
MOST_ROWS = 5
WHY, BALANCE = 88.0, 64.0
LEAST_SHARE = 0.005
CLOSE = 0.03  # equity this near to the odds decides nothing
LOOKS: tuple[tuple[Pattern, Colour], ...] = (("diagonal", "brass"), ("cross", "info"), ("diagonal", "brass"))


class Coach:
    """One decision's advice at a teaching table."""

    def __init__(self, table: PlayHoldem) -> None:
        self._table = table
        self._info: HoldemInformationState | None = None
        self._strategy: Mapping[Action, float] | None = None
        self._balance: Mapping[Action, float] = {}
        self._equity: float | None = None
        self._likely: float | None = None  # equity against the hands that the betting makes likely
        self._problem = ""
        self._tickets: list[int] = []

    @property
    def is_open(self) -> bool:
        """Whether it was asked about the decision at hand."""
        return self._info is not None

    @property
    def height(self) -> float:
        """How much room it needs when it is open."""
        return self._least_height + (BALANCE if self._balance else 0.0)

    @property
    def _least_height(self) -> float:
        """How much is needed where the balance gives way."""
        return 150.0 + WHY + ROW * (len(self.rows()) if self._strategy is not None else 1)

    def open(self, info: HoldemInformationState) -> None:
        """Ask about a decision."""
        if self._info is not None:
            return
        self._info = info
        table = self._table
        self._tickets = [
            table.ask("advice", table.advice_payload(info), self._got_advice),
            table.ask("balance", table.advice_payload(info), self._got_balance),
            table.ask("equity", {"hole": info.hole, "board": info.board}, self._got_equity),
        ]

    def close(self) -> None:
        """Forget the decision."""
        for ticket in self._tickets:
            self._table.requests.drop(ticket)
        self._tickets.clear()
        self._info = self._strategy = self._equity = self._likely = None
        self._balance, self._problem = {}, ""

    def _got_advice(self, value: Any, sentence: str) -> None:
        self._strategy = None if sentence else value["strategy"]
        self._likely = None if sentence else value["equity"]
        self._problem = sentence

    def _got_balance(self, value: Any, sentence: str) -> None:
        self._balance = {} if sentence else value

    def _got_equity(self, value: Any, sentence: str) -> None:
        if not sentence:
            self._equity = value["equity"]

    def rows(self) -> list[MixRow]:
        """Return the advice as bars, fold and call first, then raises by size."""
        assert self._info is not None
        betting, words = self._info.betting, self._table.words
        before = self._table.state
        rows: list[MixRow] = []
        raises = 0
        for action, share in sorted((self._strategy or {}).items()):
            if action == FOLD:
                look: tuple[Pattern, Colour] = ("dots", "bad")
            elif action == CALL:
                look = ("solid", "good")
            else:
                look = LOOKS[min(raises, len(LOOKS) - 1)]
                raises += 1
            if share < LEAST_SHARE and action > CALL:
                continue
            label = words.short(before, action) if betting is not None else ""
            rows.append(MixRow(label[:1].upper() + label[1:], share, percent(share), *look))
        return rows[:MOST_ROWS]

    def why(self) -> str:
        """Weigh the chance against the pot odds, in a sentence; empty until both are known."""
        if self._info is None or self._likely is None:
            return ""
        texts, have = self._table.texts, percent(self._likely)
        if not self._info.to_call:
            return texts("holdem.why.free", have=have)
        need = self._info.betting.pot_odds
        verdict = "even" if abs(self._likely - need) < CLOSE else "pays" if self._likely > need else "loses"
        return texts(f"holdem.why.{verdict}", need=percent(need), have=have)

    def balance(self) -> str:
        """Say what a strategy near equilibrium would do, the likeliest first; empty until it is known."""
        texts, words, before = self._table.texts, self._table.words, self._table.state
        likeliest = sorted(self._balance.items(), key=lambda part: -part[1])[:MOST_ROWS]
        parts = [
            texts("holdem.balance_part", action=words.short(before, action), share=percent(share))
            for action, share in likeliest
            if share >= LEAST_SHARE
        ]
        name = texts("agents.blueprint.name")
        return texts("holdem.balance", name=name, mix=", ".join(parts)) if parts else ""

    def draw(self, pen: Pen, r: Rect) -> None:
        """Draw the advice, its reason and the chance; in a low place each row on one line, without the chance."""
        x, y, w, h = r
        texts = self._table.texts
        if self._problem:
            pen.para(texts("holdem.no_advice"), x, y + 12, w, "label", col="dim")
            return
        pen.text(texts("holdem.sound_player"), x, y + 6, "small", "faint", fit=w - 60)
        pen.text(texts("holdem.share"), x + w, y + 6, "small", "faint", al="r")
        y += 32
        low = h < self._least_height
        if self._strategy is None:
            pen.text(texts("table.working"), x, y, "label", "dim")
            y += ROW
        elif low:
            y = mix.draw_rows(pen, x, y, w, self.rows(), label_width=w * 0.42, pitch=LOW_ROW)
        else:
            y = mix.draw_stacked(pen, x, y, w, self.rows())
        pen.line(x, y - 4, x + w, y - 4)
        why = self.why()
        if why:
            y = pen.para(why, x, y + 16, w, "label", limit=4)
        balance = self.balance()
        if balance and h >= self.height:
            y = pen.para(balance, x, y + 16, w, "label", col="dim", limit=4)
        if not why or not low:
            self._draw_chance(pen, (x, y + 18, w, 0))

    def _draw_chance(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        texts = self._table.texts
        if self._equity is None:
            pen.text(texts("table.working"), x, y, "label", "dim")
            return
        pen.text(texts("holdem.chance"), x, y, "label", fit=w - 60)
        pen.text(percent(self._equity, 1), x + w, y, "label_b", "brass", al="r")
        pen.bar((x, y + 15, w, 9), self._equity)
        pen.text(texts("holdem.exact"), x, y + 44, "small", "faint", fit=w)
