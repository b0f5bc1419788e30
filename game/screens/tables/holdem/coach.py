"""The coach: closed until it is asked, then one counsel with what each action is worth, and how good the hand is.

What it says comes from the worker; until it is there the panel says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.core import Action
from game.needs import Need
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemInformationState
from game.screens.pen import Colour, Pattern, Pen, Rect
from game.screens.texts import number, percent, signed
from game.screens.views import mix
from game.screens.views.mix import MixRow
from game.search import Counsel

if TYPE_CHECKING:
    from game.screens.tables.holdem.screen import PlayHoldem

ROW = 46.0
LOW_ROW, LINE = 22.0, 21.0
MOST_ROWS = 5
WHY, SURE = 88.0, 66.0
CLOSE = 0.03  # equity this near to the odds decides nothing
EQUALLY_GOOD = 0.25  # share from which an action beside the best belongs to the counsel
LOOKS: tuple[tuple[Pattern, Colour], ...] = (("diagonal", "brass"), ("cross", "info"), ("diagonal", "brass"))


class Coach:
    """One decision's counsel at a teaching table."""

    def __init__(self, table: PlayHoldem) -> None:
        self._table = table
        self._info: HoldemInformationState | None = None
        self._counsel: Counsel | None = None
        self._equity: float | None = None
        self._problem = ""
        self._tickets: list[int] = []

    @property
    def is_open(self) -> bool:
        """Whether it was asked about the decision at hand."""
        return self._info is not None

    @property
    def height(self) -> float:
        """How much room it needs when it is open."""
        return 178.0 + WHY + SURE + ROW * max(1, len(self.rows()))

    def open(self, info: HoldemInformationState) -> None:
        """Ask about a decision."""
        if self._info is not None:
            return
        self._info = info
        table = self._table
        self._tickets = [
            table.ask("counsel", table.advice_payload(info), self._got_counsel),
            table.ask("equity", {"hole": info.hole, "board": info.board}, self._got_equity),
        ]

    def close(self) -> None:
        """Forget the decision."""
        for ticket in self._tickets:
            self._table.requests.drop(ticket)
        self._tickets.clear()
        self._info = self._counsel = self._equity = None
        self._problem = ""

    def _got_counsel(self, value: Any, sentence: str) -> None:
        self._counsel = None if sentence else value
        self._problem = sentence
        self._table.relayout()

    def _got_equity(self, value: Any, sentence: str) -> None:
        if not sentence:
            self._equity = value["equity"]

    # ---- what it says ---------------------------------------------------------------------------------------
    def headline(self) -> str:
        """Name the action to take, or the two that are mixed; empty until it is known."""
        if self._counsel is None:
            return ""
        best, shares = self._counsel.best, self._counsel.shares
        others = [action for action in shares if action != best and shares[action] >= EQUALLY_GOOD]
        second = sorted(others, key=lambda action: -shares[action])[:1]
        names = [self._named(action) for action in (best, *second)]
        if len(names) == 1:
            return self._table.texts("holdem.counsel.one", action=names[0])
        return self._table.texts("holdem.counsel.mix", first=names[0], second=names[1].lower())

    def rows(self, most: int = MOST_ROWS) -> list[MixRow]:
        """Return what each action is worth, fold and call first, then raises by size; bars are how often."""
        if self._counsel is None:
            return []
        rows: list[MixRow] = []
        raises = 0
        for action in self._shown(self._counsel, most):
            if action == FOLD:
                look: tuple[Pattern, Colour] = ("dots", "bad")
            elif action == CALL:
                look = ("solid", "good")
            else:
                look = LOOKS[min(raises, len(LOOKS) - 1)]
                raises += 1
            share = self._counsel.shares.get(action, 0.0)
            chosen = action == self._counsel.best
            rows.append(MixRow(self._named(action), share, self._worth(action), *look, chosen=chosen))
        return rows

    @staticmethod
    def _shown(counsel: Counsel, most: int) -> list[Action]:
        """Return the actions for which there is room: raises that are not played give way, the largest first."""
        order = sorted(
            counsel.values, key=lambda action: (action > CALL, -counsel.shares.get(action, 0.0), action)
        )
        return sorted(order[:most])

    def _named(self, action: Action) -> str:
        label = self._table.words.short(self._table.state, action)
        return label[:1].upper() + label[1:]

    def _worth(self, action: Action) -> str:
        assert self._counsel is not None
        written = signed(self._counsel.values[action], 1)
        if action in self._counsel.capped:
            return self._table.texts("holdem.counsel.at_most", value=written)
        return written

    def why(self) -> str:
        """Set the equity beside the price, in a sentence that agrees with the counsel; empty until it is known."""
        if self._info is None or self._counsel is None:
            return ""
        texts, equity = self._table.texts, self._counsel.equity
        if not self._info.to_call:
            return texts("holdem.why.free", have=percent(equity))
        need = self._info.betting.pot_odds
        folds = self._counsel.best == FOLD
        if abs(equity - need) < CLOSE:
            reason = "even"
        elif equity > need:
            reason = "later_costs" if folds else "enough"
        else:
            reason = "short" if folds else "later_pays"
        return texts(f"holdem.why.{reason}", need=percent(need), have=percent(equity))

    def sure(self) -> str:
        """Say whose counsel it is and how far to trust it; empty until it is known."""
        if self._counsel is None:
            return ""
        name, margin = self._table.texts("agents.blueprint.name"), number(self._counsel.margin, 1)
        return self._table.texts(f"holdem.sure.{self._counsel.source}", name=name, margin=margin)

    def draw(self, pen: Pen, r: Rect) -> None:
        """Draw counsel, values, reason, how sure it is, and the chance; in a low place what there is room for."""
        x, y, w, h = r
        texts = self._table.texts
        if self._problem or self._counsel is None:
            status = texts("holdem.no_advice") if self._problem else self._at_work()
            pen.para(status, x, y + 12, w, "label", col="dim")
            return
        top = pen.para(self.headline(), x, y + 10, w, "strong", limit=2)
        if h < self.height:
            self._draw_low(pen, (x, top, w, y + h - top))
            return
        pen.text(texts("holdem.counsel.often"), x, top + 10, "small", "faint", fit=w - 60)
        pen.text(texts("holdem.counsel.unit"), x + w, top + 10, "small", "faint", al="r")
        y = mix.draw_stacked(pen, x, top + 36, w, self.rows())
        pen.line(x, y - 4, x + w, y - 4)
        y = pen.para(self.why(), x, y + 16, w, "label", limit=4)
        y = pen.para(self.sure(), x, y + 16, w, "label", col="dim", limit=3)
        self._draw_chance(pen, (x, y + 18, w, 0))

    def _at_work(self) -> str:
        """Say that the counsel is being worked out, or that what it needs is still being set up."""
        preparation = self._table.app.preparation
        if preparation.holds_up(Need.BLUEPRINT):
            left = preparation.in_words("left", Need.BLUEPRINT)
            return self._table.texts("holdem.counsel.set_up", left=left)
        return self._table.texts("table.working")

    def _draw_low(self, pen: Pen, r: Rect) -> None:
        """Draw as many values as leave room for how sure it is, each on one line."""
        x, y, w, h = r
        lines = min(3, len(pen.wrap(self.sure(), w, "label")))
        rows = self.rows(max(1, int((h - lines * LINE) / LOW_ROW)))
        y = mix.draw_rows(pen, x, y, w, rows, label_width=w * 0.42, pitch=LOW_ROW)
        pen.para(self.sure(), x, y, w, "label", col="dim", limit=lines)

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
