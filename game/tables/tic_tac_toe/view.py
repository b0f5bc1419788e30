"""The view of tic-tac-toe and its texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from game.core import Action, Player, Seat, State
from game.match.session import Step
from game.rules.tic_tac_toe import CELLS, EMPTY_BOARD, LINES, MARKS, Line, TicTacToeState, X
from game.study.judgements import Grade, Mark
from game.study.saves import Record
from game.study.words import best_merit, threatened_lines
from game.tables.game_view import GameView
from game.texts import capitalize, current, join_list, join_sentences, plural, text, uncapitalize
from game.window.frame.table_frame import DrawnTable
from game.window.ui.animation import AnimationStep, motion
from game.window.ui.input import ENTER, Key
from game.window.ui.widgets import Rect, Widget, holds
from game.window.views import board
from game.window.views.board import BoardPicture, SquareValue

Verdict = Literal["wins", "holds", "loses"]
View = Literal["theirs", "truth", "off"]

WINS, HOLDS = 0.75, 0.25  # a value above WINS wins, one above HOLDS holds
DECIMALS = 2  # of a displayed value


def verdict(value: float) -> Verdict:
    """Classify a value (0 to 1) by the result that it predicts: "wins", "holds" or "loses".

    >>> verdict(0.52), verdict(0.03)
    ('holds', 'loses')
    """
    return "wins" if value > WINS else "holds" if value > HOLDS else "loses"


def are_equal(values: Mapping[int, float]) -> bool:
    """Return whether there are several squares, and their values are equal when rounded to `DECIMALS` digits.

    >>> are_equal({0: 0.5, 1: 0.5004}), are_equal({0: 0.5, 1: 0.51}), are_equal({4: 0.5})
    (True, False, False)
    """
    return len(values) > 1 and len({round(value, DECIMALS) for value in values.values()}) == 1


def best_squares(values: Mapping[int, float]) -> frozenset[int]:
    """Return the squares with the highest rounded value. Empty if all squares have equal values.

    >>> sorted(best_squares({0: 0.501, 1: 0.498, 2: 0.1})), best_squares({0: 0.5, 1: 0.5})
    ([0, 1], frozenset())
    """
    if not values or are_equal(values):
        return frozenset()
    shown = {cell: round(value, DECIMALS) for cell, value in values.items()}
    return frozenset(cell for cell, value in shown.items() if value == max(shown.values()))


WIN = 1.0  # points


@dataclass(frozen=True, slots=True)
class TicTacToeWords:
    """The texts for a position.

    `own` is the player number of the person, or None for two people. `name` is the opponent's name.
    """

    state: TicTacToeState
    own: Player | None
    name: str

    def line(self, line: Line) -> str:
        return current().many("tic_tac_toe.lines")[LINES.index(line)]

    def turn(self) -> str:
        """Return the player to act: "you" if only one person plays, else the mark."""
        own, anybody = (
            ("any_square", "begins") if self.state.board == EMPTY_BOARD else ("your_move", "to_move")
        )
        mark = mark_name(self.state.current_player())
        return text(f"tic_tac_toe.{anybody if self.own is None else own}", mark=mark)

    def comment(self, true: Mapping[int, float] | None) -> str:
        return join_sentences(self._threat(), self._right_squares(true or {}))

    def on_board(self, values: Mapping[int, float], view: View) -> Mapping[int, SquareValue]:
        """Return the label of each square: the meaning of its value, as a fact or a learner's belief."""
        best, key = best_squares(values), "thinks" if view == "theirs" else "truly"
        return {
            cell: SquareValue(value, text(f"tic_tac_toe.{key}.{verdict(value)}"), cell in best)
            for cell, value in values.items()
        }

    def why(self, true: Mapping[int, float]) -> str:
        """Return the reason why one of the best squares is good, or "" if there is no simple reason."""
        found = best_merit(self.state, true)
        if found is None:
            return ""
        merit, cell = found
        return text(f"tic_tac_toe.why.{merit}", square=current().many("tic_tac_toe.squares")[cell])

    def at_turn(self, values: Mapping[int, float] | None, view: View, *, teaching: bool) -> tuple[str, str]:
        """Return two texts: the player to act, and the keys.

        At a table with hints, comments on the position replace these texts if the values are known.
        """
        keys = text("tic_tac_toe.keys")
        if not teaching:
            return self.turn(), keys
        true = values if view == "truth" else None
        comment, note = self.comment(true), self.why(true) if true else ""
        if view == "theirs" and values is not None and are_equal(values):
            note = text("tic_tac_toe.all_equal", name=self.name)
        if self.own is not None:
            return comment or self.turn(), note or keys
        return self.turn(), join_sentences(comment, note) or keys

    def result(self) -> str:
        """Return the winner and the winning line, or that the game is drawn."""
        winner, line = self.state.winner, self.state.line
        if winner is None or line is None:
            return text("tic_tac_toe.drawn")
        words = {"mark": mark_name(winner), "line": self.line(line), "name": self.name}
        who = "mark_wins" if self.own is None else "you_win" if winner == self.own else "they_win"
        return text(f"tic_tac_toe.{who}", **words)

    def score(self, results: Sequence[float]) -> str:
        """Return the results of the games at this table.

        `results` are the results of the person, or of the seat that the text names first.
        """
        won, lost = sum(result > 0 for result in results), sum(result < 0 for result in results)
        counts = {"won": won, "lost": lost, "drawn": len(results) - won - lost}
        key = "score_of_two" if self.own is None else "score"
        return text(f"tic_tac_toe.{key}", name=self.name, **counts)

    def record(self, record: Record, *, stages: int) -> str:
        """Return the record against the opponent at all of its `stages`."""
        key = "record_of_two" if self.own is None else "record_of_all" if stages > 1 else "record"
        counts = {"won": record.wins, "drawn": record.draws, "lost": record.losses}
        return text(f"tic_tac_toe.{key}", name=self.name, **counts)

    def _threat(self) -> str:
        """Return a text about the line that the player who is not to act would complete next, or ""."""
        threatening = 1 - self.state.current_player()
        threats = threatened_lines(self.state, threatening)
        mark = mark_name(threatening)
        if len(threats) > 1:
            return text("tic_tac_toe.threatens_twice", mark=mark)
        return text("tic_tac_toe.threatens", mark=mark, line=self.line(threats[0])) if threats else ""

    def _right_squares(self, true: Mapping[int, float]) -> str:
        """Return a text with the number of squares that keep the best result, or "" if it is unknown."""
        if not true:
            return ""
        best = max(true.values())
        count = sum(value == best for value in true.values())
        words = current().many("common.counts")
        written = words[count] if count < len(words) else str(count)
        key = f"tic_tac_toe.squares_{verdict(best)}"
        if count == len(true):
            return text(f"{key}.{'last' if count == 1 else 'every'}")
        return plural(key, count, count=capitalize(written))


def mark_name(player: Player) -> str:
    return text("tic_tac_toe.x" if MARKS[player] == X else "tic_tac_toe.o")


def own_moves_summary(grades: Sequence[Grade], squares: Sequence[str]) -> str:
    """Return a text with the costliest move and a better move, or a text that says that every move was best.

    Empty without grades.
    """
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
        square=uncapitalize(squares[worst.action]),
        best=uncapitalize(squares[judgement.best]),
    )


MARK_SECONDS = 0.22


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A scene of the animation: the mark or the line that is being drawn."""

    state: TicTacToeState
    fresh: int | None = None


class BoardView(GameView[BoardScene, BoardPicture]):
    """The view of tic-tac-toe."""

    table: ClassVar[DrawnTable] = board
    margin: ClassVar[float] = 4.0
    has_chips: ClassVar[bool] = False

    @property
    def state(self) -> TicTacToeState:
        """The current position."""
        state = self.seen.session.state
        assert isinstance(state, TicTacToeState)
        return state

    def first_state(self) -> State:
        return TicTacToeState()

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[BoardScene]]:
        """Return the animation of a mark and of a winning line. For a spectator, there is no fanfare."""
        state = step.state
        assert isinstance(state, TicTacToeState)
        mark = AnimationStep(BoardScene(state, fresh=step.action), MARK_SECONDS, "wood", arrives=True)
        if state.line is None:
            return [mark]
        alone = not self.seen.session.is_person(1 - self.seen.below)
        fanfare = "loss" if alone and state.winner != self.own else "win"
        sound = fanfare if self.seen.open_players is None else ""
        return [mark, AnimationStep(BoardScene(state), motion("result"), sound)]

    def picture(self, scene: BoardScene | None, share: float) -> BoardPicture:
        """Return the picture of the board, with the mark or line that is being drawn in a scene."""
        if scene is None:
            return BoardPicture(self.state.board, line=self.state.line)
        if scene.fresh is None:
            return BoardPicture(scene.state.board, line=scene.state.line, line_share=share)
        return BoardPicture(scene.state.board, fresh=scene.fresh, fresh_share=share)

    def role(self, seat: Seat) -> str:
        return mark_name(self.seen.session.get_player(seat))

    def name_action(self, before: State, action: Action) -> str:
        return current().many("tic_tac_toe.squares")[action]


SIDE = 3
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class BoardWidget(Widget):
    """A board as a control. The callback `play` gets the chosen square. `names` are the squares' names."""

    role: ClassVar[str] = "board"

    def __init__(self, label: str, play: Callable[[int], None], names: Sequence[str]) -> None:
        super().__init__("board", label)
        self.play = play
        self.names = names
        self.contents: Mapping[int, str] = {}
        self.cursor = CELLS // 2
        self.under: int | None = None

    @property
    def value(self) -> str:
        return join_list(self.names[self.cursor], self.contents.get(self.cursor, ""))

    @property
    def hand(self) -> bool:
        return self.under is not None

    def cell_at(self, x: float, y: float) -> int | None:
        return next((cell for cell in range(CELLS) if holds(self.cell_rect(cell), x, y)), None)

    def cell_rect(self, cell: int) -> Rect:
        return board.square(self.rect, cell)

    def key(self, event: Key) -> bool:
        """Move the cursor, or play a square."""
        if event.name in STEPS:
            across, down = STEPS[event.name]
            column, row = self.cursor % SIDE + across, self.cursor // SIDE + down
            if 0 <= column < SIDE and 0 <= row < SIDE:
                self.cursor = row * SIDE + column
            return True
        if event.name in ENTER and not event.repeat:
            self.play(self.cursor)
        return event.name in ENTER

    def hover(self, x: float, y: float) -> bool:
        before, self.under = self.under, self.cell_at(x, y)
        return before != self.under

    def release(self, x: float, y: float) -> bool:
        """Play the square under the mouse."""
        cell = self.cell_at(x, y)
        if cell is not None:
            self.choose(cell)
        return True

    def choose(self, cell: int) -> None:
        self.cursor = cell
        self.play(cell)
