"""The dock of the Hold'em table: the bet panel on your move, else whose move it is, or how the hand ended.

While the cards of an all-in come it shows the street and both equities instead of buttons that nobody can press.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.holdem import BOARD_CARDS, Street
from game.screens.pen import Pen
from game.screens.views import equity_bar, sentences
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.tables.holdem.screen import PlayHoldem

BUTTON_WIDTH = 176.0
WIDEST_BAR = 560.0


class HoldemDock:
    """What stands below one table."""

    def __init__(self, table: PlayHoldem) -> None:
        self._table = table
        texts = table.texts
        self.next_button = Button(
            "next", texts("holdem.next"), table.go_on, kind="primary", keycap=texts("keys.space")
        )
        self.run_out_button = Button(
            "run-out", texts("holdem.run_out.go_on"), table.go_on, keycap=texts("keys.space"), style="label_b"
        )
        self.again_button = Button(
            "again", texts("holdem.again"), table.rewind_hand, keycap="Z", style="label_b"
        )

    def arrange(self) -> list[Widget]:
        """Place what the moment needs."""
        table, panel = self._table, self._table.panel
        panel.use(table.amounts)
        if table.runs_out:
            return self._arrange_single(self.run_out_button)
        if table.phase == "over":
            return self._arrange_result()
        if table.phase == "lost":
            return self._arrange_single(table.try_again)
        if table.phase == "theirs" and table.waits_for_step:
            return self._arrange_single(table.step_button)
        return self._arrange_panel()

    def _arrange_panel(self) -> list[Widget]:
        """Place the bet panel: at rest while the other side is to move, empty for a player who is all-in."""
        table, panel = self._table, self._table.panel
        beside, odds = not table.regions.has_drawer, table.app.settings.pot_odds
        widgets = panel.arrange(table.regions.dock, left_shown=beside, with_odds=odds)
        if table.phase == "yours":
            panel.disable("")
            return widgets
        return [] if table.is_all_in else panel.rest(table.texts("table.not_your_move"))

    def _arrange_single(self, button: Button) -> list[Widget]:
        x, y, w, h = self._table.regions.dock
        button.rect = (x + w - 220, y + (h - 48) / 2, 200, 48)
        return [button]

    def _arrange_result(self) -> list[Widget]:
        x, y, w, h = self._table.regions.dock
        right = x + w - 18
        key = "holdem.rematch" if self._table.session.over else "holdem.next"
        self.next_button.label = self._table.texts(key)
        if not self._table.teaching:
            self.next_button.rect = (right - BUTTON_WIDTH, y + (h - 48) / 2, BUTTON_WIDTH, 48)
            return [self.next_button]
        low = h < 120
        heights = (44, 40) if low else (48, 42)
        top = y + (h - sum(heights) - 8) / 2
        self.next_button.rect = (right - BUTTON_WIDTH, top, BUTTON_WIDTH, heights[0])
        self.again_button.rect = (right - BUTTON_WIDTH, top + heights[0] + 8, BUTTON_WIDTH, heights[1])
        return [self.next_button, self.again_button]

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen) -> None:
        """Draw the words."""
        table = self._table
        if table.runs_out:
            self._draw_run_out(pen)
        elif table.phase == "over":
            self._draw_result(pen)
        elif table.phase == "lost":
            self._draw_beside_buttons(pen, (table.trouble, table.trouble_note))
        elif table.phase == "theirs" and table.waits_for_step:
            self._draw_beside_buttons(pen, (self._their_move(), ""))
        elif table.phase == "theirs":
            self._draw_wait(pen)
        elif table.phase == "yours":
            table.panel.fade(table.guard_share)
            table.panel.draw(pen)

    def _their_move(self) -> str:
        return self._table.texts("table.their_move", name=self._table.opponent.name)

    def _draw_wait(self, pen: Pen) -> None:
        """Draw whose move it is, and that it takes a moment."""
        table = self._table
        x, y, w, h = table.regions.dock
        if table.regions.has_drawer:
            pen.text(self._their_move(), x + 14, y + 28, "strong", fit=w - 28)
            self._draw_all_in(pen, x + 14, y + 56, w - 28)
            return
        table.panel.fade(1.0)
        left = table.panel.sizes.rect[0]
        lines = pen.wrap(self._their_move(), left - x - 48, "h2")[:2]
        for i, line in enumerate(lines):
            pen.text(line, x + 18, y + 34 + i * 25, "h2", fit=left - x - 48)
        pen.text(table.texts("table.thinking"), x + 18, y + 42 + len(lines) * 25, "label", "dim")
        pen.line(left - 20, y + 18, left - 20, y + h - 18)
        pen.bar((left, y + 34, x + w - 18 - left, 8), table.thinking.share, "diagonal")
        self._draw_all_in(pen, left, y + h - 40, x + w - 18 - left)

    def _draw_all_in(self, pen: Pen, x: float, y: float, w: float) -> None:
        """Draw what is played for, in place of the buttons of a player who has no more to decide."""
        if self._table.is_all_in:
            pen.text(self._pot_of_all_in(), x, y, "label", "dim", fit=w)

    def _pot_of_all_in(self) -> str:
        amount = self._table.amounts.write(self._table.state.pot)
        return self._table.texts("holdem.run_out.pot", amount=amount)

    def _draw_run_out(self, pen: Pen) -> None:
        """Draw the street that lies open, and both equities on it once hands and equities are known."""
        table = self._table
        x, y, _, h = table.regions.dock
        beat = table.timeline.beat
        assert beat is not None
        scene = beat.scene
        flying = scene.move is not None and scene.move.what == "board"
        street = max(street for street in Street if BOARD_CARDS[street] <= scene.board - flying)
        left = x + (14 if table.regions.has_drawer else 18)
        room = self.run_out_button.rect[0] - 24 - left
        name = table.texts(f"holdem.streets.{street.name.lower()}")
        taken = pen.text(name, left, y + h * 0.28, "h2", fit=room)
        pen.text(
            self._pot_of_all_in(), left + taken + 16, y + h * 0.28 + 2, "label", "dim", fit=room - taken - 16
        )
        known = table.side.review.equity(BOARD_CARDS[street])
        if known is not None and scene.other_shown:
            equity_bar.draw(pen, left, y + h * 0.5, min(WIDEST_BAR, room), known)

    def _draw_result(self, pen: Pen) -> None:
        x, y, _, h = self._table.regions.dock
        pen.rect((x, y + 22, 4, h - 44), "brass", 2)
        self._draw_beside_buttons(pen, self._table.words.result(), lead=14)

    def _draw_beside_buttons(self, pen: Pen, told: tuple[str, str], lead: float = 0) -> None:
        """Write a headline and a note to the left of the buttons of the dock."""
        x, y, w, h = self._table.regions.dock
        left = x + (14 if self._table.regions.has_drawer else 18) + lead
        names = ("next", "again", "try-again", "step")
        right = min((one.rect[0] for one in self._table.controls if one.name in names), default=x + w)
        sentences.draw(pen, (left, y, right - 18 - left, h), *told)
