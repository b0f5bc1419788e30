"""The view of tic-tac-toe: the board, its marks and the line of a win."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import Action, Seat, State
from game.match.session import Step
from game.rules.tic_tac_toe import MARKS, TicTacToeState, X
from game.screens.tables.animation import AnimationStep
from game.screens.tables.game_view import GameView
from game.screens.tables.tic_tac_toe.scene import BoardScene, moving_picture, story
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.views import board
from game.screens.views.board import BoardPicture

MARGIN = 4.0


class BoardView(GameView[BoardScene, BoardPicture]):
    """Tic-tac-toe."""

    place: Rect = (0.0, 0.0, 0.0, 0.0)

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

    def lay_out(self, area: Rect) -> None:
        """Put the board into the middle."""
        x, y, w, h = area
        side = min(w, h) - 2 * MARGIN
        self.place = (x + (w - side) / 2, y + (h - side) / 2, side, side)

    def paint_background(self, painter: Painter) -> None:
        """Draw the empty board."""
        board.draw_background(painter, self.place)

    def picture(self, scene: BoardScene | None, share: float) -> BoardPicture:
        """Return the marks."""
        if scene is not None:
            return moving_picture(scene, share)
        return BoardPicture(self.state.board, line=self.state.line)

    def draw(self, painter: Painter, picture: BoardPicture) -> None:
        """Draw the marks."""
        board.draw(painter, self.place, picture)

    def role(self, seat: Seat) -> str:
        """Name the mark."""
        mark = MARKS[self.seen.session.player_of(seat)]
        return self.texts("tic_tac_toe.x" if mark == X else "tic_tac_toe.o")

    def called(self, before: State, action: Action) -> str:
        """Name the square."""
        return self.texts.many("tic_tac_toe.squares")[action]
