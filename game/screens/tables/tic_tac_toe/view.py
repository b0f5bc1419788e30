"""The view of tic-tac-toe: the board, its marks and the line of a win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.core import Action, Seat, State
from game.match.session import Step
from game.rules.tic_tac_toe import MARKS, TicTacToeState, X
from game.screens.tables.game_view import DrawnTable, GameView
from game.screens.tables.tic_tac_toe.scene import BoardScene, animate
from game.screens.ui.animation import AnimationStep
from game.screens.ui.texts import english, text
from game.screens.views import board
from game.screens.views.board import BoardPicture


class BoardView(GameView[BoardScene, BoardPicture]):
    """Tic-tac-toe."""

    table: ClassVar[DrawnTable] = board
    margin: ClassVar[float] = 4.0

    @property
    def state(self) -> TicTacToeState:
        """The position."""
        state = self.seen.session.state
        assert isinstance(state, TicTacToeState)
        return state

    def first_state(self) -> State:
        """Return the empty board."""
        return TicTacToeState()

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[BoardScene]]:
        """Return the animation of a mark and of the winning line, with the sound of a loss if the agent wins."""
        state = step.state
        assert isinstance(state, TicTacToeState)
        if self.seen.known is not None:
            return animate(step)
        alone = not self.seen.session.is_person(1 - self.seen.below)
        return animate(step, "loss" if alone and state.winner != self.own else "win")

    def picture(self, scene: BoardScene | None, share: float) -> BoardPicture:
        """Return the marks; in a scene one that is being set, or the line that is being drawn."""
        state = scene.state if scene is not None else self.state
        if scene is None or scene.drawing_line:
            return BoardPicture(state.board, line=state.line, line_share=share if scene is not None else 1.0)
        return BoardPicture(state.board, fresh=scene.fresh, fresh_share=share)

    def role(self, seat: Seat) -> str:
        """Name the mark."""
        mark = MARKS[self.seen.session.player_of(seat)]
        return text("tic_tac_toe.x" if mark == X else "tic_tac_toe.o")

    def called(self, before: State, action: Action) -> str:
        """Name the square."""
        return english().many("tic_tac_toe.squares")[action]
