"""A game as a spectator sees it: how it is drawn, how a step moves, how an action is called.

One class a game, around the same pictures that the tables use at which a person plays. The seat from which one
looks is below. With open cards both hands are seen from the deal on, with closed cards none before the showdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from game.core import Action, Player, Seat, State
from game.match.session import Step
from game.rules import games
from game.rules.betting import CALL, FOLD
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import KuhnState, Move
from game.rules.tic_tac_toe import MARKS, TicTacToeState, X
from game.screens.models.amounts import Amounts
from game.screens.pen import Pattern, Pen, Rect
from game.screens.tables.holdem import story as holdem_story
from game.screens.tables.holdem.picture import BUTTON, HoldemEyes
from game.screens.tables.holdem.words import HandWords
from game.screens.tables.kuhn import picture as kuhn_picture
from game.screens.tables.kuhn.picture import Known, KuhnEyes, KuhnScene, Sitter
from game.screens.tables.kuhn.words import KuhnWords
from game.screens.tables.playback import Beat
from game.screens.tables.tic_tac_toe import picture as board_picture
from game.screens.views import board, kuhn_table, mix, poker_table

if TYPE_CHECKING:
    from game.screens.tables.spectator import Spectator

EVERYBODY: Known = frozenset((0, 1))


class Spectacle(Protocol):
    """One game as it is looked on. `draw` shows a scene of the story, or with None what lies there at rest."""

    def first_state(self) -> State:
        """Return the state before the first step of a hand."""

    def story(self, before: State, step: Step) -> Sequence[Beat[Any]]:
        """Return the beats of a step."""

    def lay_out(self, area: Rect) -> None:
        """Find the places of everything in this part of the window."""

    def paint_ground(self, pen: Pen) -> None:
        """Draw what stays."""

    def draw(self, pen: Pen, scene: Any, share: float) -> None:
        """Draw what lies on the table."""

    def role(self, seat: Seat) -> str:
        """Name what a seat is in this hand."""

    def called(self, before: State, action: Action) -> str:
        """Name an action in a word or two."""

    def pattern(self, action: Action) -> Pattern:
        """Return how the bar of an action looks."""


def spectacle_of(screen: Spectator) -> Spectacle:
    """Return the spectacle of the game that is seen."""
    kinds: dict[str, type[BoardSpectacle | KuhnSpectacle | HoldemSpectacle]] = {
        games.TIC_TAC_TOE: BoardSpectacle,
        games.HOLDEM: HoldemSpectacle,
    }
    return kinds.get(screen.game, KuhnSpectacle)(screen)


class BoardSpectacle:
    """Tic-tac-toe."""

    def __init__(self, screen: Spectator) -> None:
        self._screen = screen
        self._squares = screen.texts.many("tic_tac_toe.squares")
        self._board: Rect = (0.0, 0.0, 0.0, 0.0)

    def first_state(self) -> State:
        """Return the empty board."""
        return TicTacToeState()

    def story(self, before: State, step: Step) -> Sequence[Beat[Any]]:
        """Set the mark."""
        return board_picture.story(step)

    def lay_out(self, area: Rect) -> None:
        """Put the board into the middle."""
        x, y, w, h = area
        side = min(w, h) - 8
        self._board = (x + (w - side) / 2, y + (h - side) / 2, side, side)

    def paint_ground(self, pen: Pen) -> None:
        """Draw the empty board."""
        board.draw_ground(pen, self._board)

    def draw(self, pen: Pen, scene: Any, share: float) -> None:
        """Draw the marks."""
        if scene is not None:
            board.draw(pen, self._board, board_picture.moving_picture(scene, share))
            return
        state = self._screen.session.state
        assert isinstance(state, TicTacToeState)
        board.draw(pen, self._board, board.BoardPicture(state.board, line=state.line))

    def role(self, seat: Seat) -> str:
        """Name the mark."""
        mark = MARKS[self._screen.session.player_of(seat)]
        return self._screen.texts("tic_tac_toe.x" if mark == X else "tic_tac_toe.o")

    def called(self, before: State, action: Action) -> str:
        """Name the square."""
        return self._squares[action]

    def pattern(self, action: Action) -> Pattern:
        """No square is bolder than another."""
        return "solid"


class KuhnSpectacle:
    """Kuhn poker, classic or half-street."""

    def __init__(self, screen: Spectator) -> None:
        self._screen = screen
        self._spots = kuhn_table.layout((0.0, 0.0, 800.0, 500.0))

    @property
    def _state(self) -> KuhnState:
        state = self._screen.session.state
        assert isinstance(state, KuhnState)
        return state

    @property
    def _below(self) -> Player:
        return self._screen.session.player_of(self._screen.below)

    @property
    def _words(self) -> KuhnWords:
        screen = self._screen
        return KuhnWords(screen.texts, screen.session, screen.below, screen.name_of(1 - screen.below))

    def first_state(self) -> State:
        """Return the state before the deal."""
        return KuhnState(self._state.rules)

    def story(self, before: State, step: Step) -> Sequence[Beat[Any]]:
        """Return the beats of a step."""
        return kuhn_picture.story(step, self._below, self._known)

    def lay_out(self, area: Rect) -> None:
        """Divide the table."""
        self._spots = kuhn_table.layout(area)

    def paint_ground(self, pen: Pen) -> None:
        """Draw the table."""
        kuhn_table.draw_ground(pen, self._spots)

    def draw(self, pen: Pen, scene: Any, share: float) -> None:
        """Draw cards, chips and words."""
        screen, total = self._screen, self._screen.total
        below = Sitter(screen.portrait_of(screen.below), total)
        above = Sitter(screen.portrait_of(1 - screen.below), -total)
        eyes = KuhnEyes(self._below, self._words, below, above, self._known)
        shown = scene if scene is not None else KuhnScene(self._state)
        kuhn_table.draw(pen, self._spots, eyes.picture(shown, share))

    def role(self, seat: Seat) -> str:
        """Say who acts first."""
        first = self._screen.session.player_of(seat) == 0
        return self._screen.texts("kuhn.acts_first" if first else "kuhn.acts_second")

    def called(self, before: State, action: Action) -> str:
        """Name the move as it stands after a bet or without one."""
        assert isinstance(before, KuhnState)
        word = self._words.action(before.information_state(before.current_player()), action)
        return word[:1].upper() + word[1:]

    def pattern(self, action: Action) -> Pattern:
        """A bet is hatched."""
        return "diagonal" if action == Move.BET else "solid"

    @property
    def _known(self) -> Known:
        return EVERYBODY if self._screen.open_cards else kuhn_picture.NOBODY


class HoldemSpectacle:
    """Heads-up Hold'em."""

    def __init__(self, screen: Spectator) -> None:
        self._screen = screen
        self._spots = poker_table.layout((0.0, 0.0, 800.0, 500.0))

    @property
    def _state(self) -> HoldemState:
        state = self._screen.session.state
        assert isinstance(state, HoldemState)
        return state

    @property
    def _below(self) -> Player:
        return self._screen.session.player_of(self._screen.below)

    @property
    def _amounts(self) -> Amounts:
        return Amounts(self._screen.app.settings.amounts == "blinds", self._state.rules.big_blind)

    @property
    def _words(self) -> HandWords:
        screen = self._screen
        name, steps = screen.name_of(1 - screen.below), screen.shown_steps
        return HandWords(screen.texts, screen.session, screen.below, name, self._amounts, steps)

    def first_state(self) -> State:
        """Return the state before the deal."""
        return HoldemState(self._state.rules)

    def story(self, before: State, step: Step) -> Sequence[Beat[Any]]:
        """Return the beats of a step; a spectator hears no fanfare."""
        assert isinstance(before, HoldemState)
        return [beat.without_fanfare() for beat in holdem_story.story(before, step, self._below)]

    def lay_out(self, area: Rect) -> None:
        """Divide the table."""
        self._spots = poker_table.layout(area)

    def paint_ground(self, pen: Pen) -> None:
        """Draw the table."""
        poker_table.draw_ground(pen, self._spots)

    def draw(self, pen: Pen, scene: Any, share: float) -> None:
        """Draw cards, chips and seats."""
        screen = self._screen
        portraits = (screen.portrait_of(screen.below), screen.portrait_of(1 - screen.below))
        in_words = screen.app.settings.hand_in_words
        known = EVERYBODY if screen.open_cards else kuhn_picture.NOBODY
        eyes = HoldemEyes(self._below, self._words, self._amounts, portraits, in_words, known)
        shown = scene if scene is not None else holdem_story.resting_scene(self._state)
        poker_table.draw(pen, self._spots, eyes.picture(shown, share, resting=scene is None))

    def role(self, seat: Seat) -> str:
        """Say who has the button."""
        button = self._screen.session.player_of(seat) == BUTTON
        return self._screen.texts("watch.button" if button else "watch.big_blind")

    def called(self, before: State, action: Action) -> str:
        """Name the action with its amount."""
        assert isinstance(before, HoldemState)
        word = self._words.short(before, action)
        return word[:1].upper() + word[1:]

    def pattern(self, action: Action) -> Pattern:
        """A fold is dotted, a bet or raise hatched."""
        return mix.pattern_of(is_fold=action == FOLD, is_bet=action > CALL)
