"""The dock of the tic-tac-toe table: one sentence about the position below the board, and one button beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.pen import Pen, Rect
from game.screens.tables.tic_tac_toe.square_values import are_equal
from game.screens.views import sentences
from game.screens.widgets.button import Button
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.tables.tic_tac_toe.screen import PlayTicTacToe

BUTTON_WIDTH = 196.0
WIDE_DOCK = 440.0  # dp; a smaller board has the whole column below it


class TicTacToeDock:
    """What stands below one board."""

    def __init__(self, table: PlayTicTacToe) -> None:
        self._table = table

    def arrange(self) -> list[Widget]:
        """Place the button that the moment needs."""
        button = self._button()
        if button is None:
            return []
        x, y, w, h = self._area()
        width = min(BUTTON_WIDTH, w * 0.45)
        button.rect = (x + w - width, y + h / 2 - 22, width, 44)
        return [button]

    def _button(self) -> Button | None:
        """The one button that stands below the board now, if any."""
        table = self._table
        if table.phase == "lost":
            return table.try_again
        if table.phase == "theirs" and table.waits_for_step:
            return table.step_button
        if table.phase == "over" and table.regions.has_drawer:
            return table.panel.rematch_button
        return table.values_button if table.teaching and table.phase != "over" else None

    def _area(self) -> Rect:
        """The row below the board: as wide as the board, or as the column where the board is small."""
        table = self._table
        x, y, w, h = table.regions.dock
        left, top, side, _ = table.board.rect
        if not table.regions.has_drawer:
            h, y = min(h, y + h - (top + side + 8)), top + side + 8
        return (left, y, side, h) if side >= WIDE_DOCK else (x, y, w, h)

    def draw(self, pen: Pen) -> None:
        """Draw the sentence about the position."""
        x, y, w, h = self._area()
        said, note = self.sentences()
        low = self._table.regions.has_drawer and h < 70
        button = self._button()
        room = w - button.rect[2] - 20 if button is not None else w
        sentences.draw(pen, (x, y, room, h), said, "" if low else note, "strong")

    def sentences(self) -> tuple[str, str]:
        """Return one true sentence about the position, and a note."""
        table = self._table
        match table.phase:
            case "lost":
                return table.trouble, table.trouble_note
            case "over":
                results = [result.returns[table.own_seat] for result in table.session.results]
                return table.words.result(), table.words.score(results)
            case "yours":
                return self._turn_in_words()
            case "theirs":
                return table.texts("table.their_move", name=table.opponent.name), ""
            case _ if not (table.against_agent or table.session.hand_over):
                return table.words.turn(), ""
            case _:
                return "", ""

    def _turn_in_words(self) -> tuple[str, str]:
        """Say whose move it is, and at a table that teaches what is to be seen: no more than the view shows."""
        table = self._table
        words, keys = table.words, table.texts("tic_tac_toe.keys")
        if not table.teaching:
            return words.turn(), keys
        values, view = table.shown_values, table.values.view
        true = values if view == "truth" else None
        comment, note = words.comment(true), words.why(true) if true else ""
        if view == "theirs" and values is not None and are_equal(values):
            note = table.texts("tic_tac_toe.all_equal", name=table.opponent.name)
        if table.against_agent:
            return comment or words.turn(), note or keys
        return words.turn(), " ".join(filter(None, (comment, note))) or keys
