"""A game of tic-tac-toe in words: one true sentence about the position, how it ended, and how well one played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.core import Player
from game.match.reasons import best_merit, threatened_lines
from game.rules.tic_tac_toe import EMPTY_BOARD, LINES, MARKS, Line, TicTacToeState, X
from game.study.judgements import Grade, Mark
from game.study.records import Record
from game.tables.tic_tac_toe.square_values import View, are_equal, best_squares, verdict
from game.texts import english, text
from game.window.views.board import SquareValue

WIN = 1.0  # points


@dataclass(frozen=True, slots=True)
class TicTacToeWords:
    """Tells a position; `own` is the person's role, None where two people play; `name` the opponent's."""

    state: TicTacToeState
    own: Player | None
    name: str

    def line(self, line: Line) -> str:
        """Return "the top row"."""
        return english().many("tic_tac_toe.lines")[LINES.index(line)]

    def turn(self) -> str:
        """Say whose move it is: to the one person who plays, or of the mark where two do."""
        own, anybody = (
            ("any_square", "begins") if self.state.board == EMPTY_BOARD else ("your_move", "to_move")
        )
        mark = mark_in_words(self.state.current_player())
        return text(f"tic_tac_toe.{anybody if self.own is None else own}", mark=mark)

    def comment(self, true: Mapping[int, float] | None) -> str:
        """Say who threatens what, and how many squares are right where their `true` values show; may be empty."""
        return " ".join(filter(None, (self._threat(), self._right_squares(true or {}))))

    def on_board(self, values: Mapping[int, float], view: View) -> Mapping[int, SquareValue]:
        """Return what is written on the squares: what a value means, as a fact or as what a learner believes."""
        best, key = best_squares(values), "thinks" if view == "theirs" else "truly"
        return {
            cell: SquareValue(value, text(f"tic_tac_toe.{key}.{verdict(value)}"), cell in best)
            for cell, value in values.items()
        }

    def why(self, true: Mapping[int, float]) -> str:
        """Say what makes one of the best squares good, where that can be seen on the board; else nothing."""
        found = best_merit(self.state, true)
        if found is None:
            return ""
        merit, cell = found
        return text(f"tic_tac_toe.why.{merit}", square=english().many("tic_tac_toe.squares")[cell])

    def at_turn(self, values: Mapping[int, float] | None, view: View, *, teaching: bool) -> tuple[str, str]:
        """Say whose move it is, and at a table that teaches what is to be seen: no more than the view shows."""
        keys = text("tic_tac_toe.keys")
        if not teaching:
            return self.turn(), keys
        true = values if view == "truth" else None
        comment, note = self.comment(true), self.why(true) if true else ""
        if view == "theirs" and values is not None and are_equal(values):
            note = text("tic_tac_toe.all_equal", name=self.name)
        if self.own is not None:
            return comment or self.turn(), note or keys
        return self.turn(), " ".join(filter(None, (comment, note))) or keys

    def result(self) -> str:
        """Say who has won where, or that nobody has."""
        winner, line = self.state.winner, self.state.line
        if winner is None or line is None:
            return text("tic_tac_toe.drawn")
        words = {"mark": mark_in_words(winner), "line": self.line(line), "name": self.name}
        who = "mark_wins" if self.own is None else "you_win" if winner == self.own else "they_win"
        return text(f"tic_tac_toe.{who}", **words)

    def score(self, results: Sequence[float]) -> str:
        """Say how the games at this table ended; `results` are those of the person, or of the seat named first."""
        won, lost = sum(result > 0 for result in results), sum(result < 0 for result in results)
        counts = {"won": won, "lost": lost, "drawn": len(results) - won - lost}
        key = "score_of_two" if self.own is None else "score"
        return text(f"tic_tac_toe.{key}", name=self.name, **counts)

    def record(self, record: Record, *, stages: int) -> str:
        """Say how the games with the other side ended so far, at whatever of their `stages`."""
        key = "record_of_two" if self.own is None else "record_of_all" if stages > 1 else "record"
        counts = {"won": record.wins, "drawn": record.draws, "lost": record.losses}
        return text(f"tic_tac_toe.{key}", name=self.name, **counts)

    def _threat(self) -> str:
        """Say where whoever is not to move would complete a line."""
        threatening = 1 - self.state.current_player()
        threats = threatened_lines(self.state, threatening)
        mark = mark_in_words(threatening)
        if len(threats) > 1:
            return text("tic_tac_toe.threatens_twice", mark=mark)
        return text("tic_tac_toe.threatens", mark=mark, line=self.line(threats[0])) if threats else ""

    def _right_squares(self, true: Mapping[int, float]) -> str:
        """Say how many squares keep the best result; nothing without values."""
        if not true:
            return ""
        best = max(true.values())
        count = sum(value == best for value in true.values())
        words = english().many("common.counts")
        written = words[count] if count < len(words) else str(count)
        how_many = (
            "last" if len(true) == 1 else "every" if count == len(true) else "one" if count == 1 else "many"
        )
        key = f"tic_tac_toe.squares_{verdict(best)}.{how_many}"
        return text(key, count=written.capitalize())


def mark_in_words(player: Player) -> str:
    """Return "X" or "O"."""
    return text("tic_tac_toe.x" if MARKS[player] == X else "tic_tac_toe.o")


def own_moves_in_words(grades: Sequence[Grade], squares: Sequence[str]) -> str:
    """Say that every move was best, or which gave away the most and what was better; empty without grades."""
    if not grades:
        return ""
    worst = max(grades, key=lambda grade: grade.cost)
    if worst.mark == Mark.BEST:
        return text("tic_tac_toe.own_moves.best")
    judgement = worst.judgement
    had, kept = max(judgement.values.values()), judgement.values[worst.action]
    lost = "draw" if had < WIN else "half" if kept else "win"
    return text(
        f"tic_tac_toe.own_moves.{lost}",
        number=grades.index(worst) + 1,
        square=squares[worst.action].lower(),
        best=squares[judgement.best].lower(),
    )
