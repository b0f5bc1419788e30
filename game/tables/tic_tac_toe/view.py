"""The view of tic-tac-toe: the board, its marks and the line of a win, and how both are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from game.core import Action, Seat, State
from game.match.session import Step
from game.rules.tic_tac_toe import TicTacToeState
from game.tables.game_view import GameView
from game.tables.tic_tac_toe.labels import mark_in_words
from game.texts import english
from game.window.frame.table_frame import DrawnTable
from game.window.ui.animation import AnimationStep, motion
from game.window.views import board
from game.window.views.board import BoardPicture

MARK_SECONDS = 0.22


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A mark that is being set, or the line that is being drawn, on a board."""

    state: TicTacToeState
    fresh: int | None = None


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
        """Return the animation of a mark and of the line of a win, with a fanfare for those who play."""
        state = step.state
        assert isinstance(state, TicTacToeState)
        mark = AnimationStep(BoardScene(state, fresh=step.action), MARK_SECONDS, "wood", arrives=True)
        if state.line is None:
            return [mark]
        alone = not self.seen.session.is_person(1 - self.seen.below)
        fanfare = "loss" if alone and state.winner != self.own else "win"
        sound = fanfare if self.seen.known is None else ""
        return [mark, AnimationStep(BoardScene(state), motion("result"), sound)]

    def picture(self, scene: BoardScene | None, share: float) -> BoardPicture:
        """Return the marks; in a scene one that is being set, or the line that is being drawn."""
        if scene is None:
            return BoardPicture(self.state.board, line=self.state.line)
        if scene.fresh is None:
            return BoardPicture(scene.state.board, line=scene.state.line, line_share=share)
        return BoardPicture(scene.state.board, fresh=scene.fresh, fresh_share=share)

    def role(self, seat: Seat) -> str:
        """Name the mark."""
        return mark_in_words(self.seen.session.player_of(seat))

    def called(self, before: State, action: Action) -> str:
        """Name the square."""
        return english().many("tic_tac_toe.squares")[action]
