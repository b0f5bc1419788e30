"""The view of heads-up Hold'em: cards, chips that move, two seats. What is hidden stays so, what wins is lit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.core import Action, Player, Seat, State
from game.match.session import Step
from game.rules.betting import CALL, FOLD
from game.rules.cards import high_first
from game.rules.holdem import BUTTON, HOLE_CARDS, HoldemState
from game.study.amounts import Amounts
from game.tables.game_view import GameView
from game.tables.holdem.animation import animate
from game.tables.holdem.labels import HandWords
from game.tables.holdem.scene import (
    WHOLE_BOARDS,
    HandScene,
    best_five,
    board_of_scene,
    flights,
    pot,
    resting_scene,
)
from game.texts import capitalized, text
from game.window.frame.table_frame import DrawnTable
from game.window.ui.animation import AnimationStep
from game.window.ui.canvas.painter import Pattern
from game.window.views import mix, poker_table
from game.window.views.cards import CardPicture, code_of
from game.window.views.poker_table import BOTTOM, TOP, BetPicture, TablePicture
from game.window.views.seats import SeatPicture


class HoldemView(GameView[HandScene, TablePicture]):
    """Heads-up no-limit Hold'em."""

    table: ClassVar[DrawnTable] = poker_table

    @property
    def state(self) -> HoldemState:
        """The current state of the hand."""
        state = self.seen.session.state
        assert isinstance(state, HoldemState)
        return state

    @property
    def amounts(self) -> Amounts:
        """How chips are written."""
        return Amounts(self.seen.in_blinds, self.state.rules.big_blind)

    @property
    def words(self) -> HandWords:
        """The words for what happens in the hand."""
        seen = self.seen
        return HandWords(seen.session, seen.below, self.other_name, self.amounts, seen.shown_steps)

    def first_state(self) -> State:
        """Return the state before the deal."""
        return HoldemState(self.state.rules)

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[HandScene]]:
        """Return the animation steps that show a step of the hand.

        For a player, the run-out after an all-in pauses on every street, so that the equities can be read.
        """
        assert isinstance(before, HoldemState)
        if self.seen.known is None:
            return animate(before, step, self.own, pauses=True)
        return [animation_step.without_fanfare() for animation_step in animate(before, step, self.own)]

    def bets(self, step: Step) -> bool:
        """Return whether a step is a bet or a raise."""
        return step.action > CALL

    def role(self, seat: Seat) -> str:
        """Say who has the button."""
        button = self.seen.session.player_of(seat) == BUTTON
        return text("watch.button" if button else "watch.big_blind")

    def called(self, before: State, action: Action) -> str:
        """Name the action with its amount."""
        assert isinstance(before, HoldemState)
        return capitalized(self.words.short(before, action))

    def pattern(self, action: Action) -> Pattern:
        """A fold is dotted, a bet or raise hatched."""
        return mix.pattern_of(is_fold=action == FOLD, is_bet=action > CALL)

    # ---- what lies on the table -----------------------------------------------------------------------------
    def picture(self, scene: HandScene | None, share: float) -> TablePicture:
        """Return the cards, chips and seats of a scene of which `share`, 0 to 1, has passed."""
        now, resting = scene or resting_scene(self.state), scene is None
        return TablePicture(
            seats=self.both(lambda player: self._seat(player, now, resting=resting)),
            hole=self.both(lambda player: self._hole(player, now, share)),
            board=board_of_scene(now, share),
            bets=self.both(lambda player: self._bet(player, now)),
            pot_chips=now.pot,
            pot_written="" if any(now.won) else self.amounts.write(pot(now)),
            pot_word=text("table.pot"),
            button=BOTTOM if self.own == BUTTON else TOP,
            flights=flights(now, self.own, share),
        )

    def _seat(self, player: Player, scene: HandScene, *, resting: bool) -> SeatPicture:
        portrait = self.seen.portrait_of(self.seen.session.seat_of(player))
        waits = resting and scene.state.current_player() == player
        all_in = not scene.behind[player] and not scene.state.is_terminal()
        return SeatPicture(
            name=portrait.name,
            note=self._note(player, scene, waits=waits) or portrait.kind,
            stack=self.amounts.write(scene.behind[player]),
            device=portrait.device,
            active=waits or (resting and scene.won[player] > 0),
            tag=text("holdem.all_in") if all_in else "",
        )

    def _note(self, player: Player, scene: HandScene, *, waits: bool) -> str:
        """The hand in words where it is known, else what was done last."""
        known = scene.own_shown if self.sees(player) else scene.other_shown
        dealt = len(scene.state.dealt) >= HOLE_CARDS and scene.board in WHOLE_BOARDS
        if known and dealt and self.seen.app.settings.hand_in_words:
            return self.words.hand_in_words(player, scene.board)
        if waits and not self.is_person(player):
            return text("table.thinking")
        return self.words.does(scene.words[player])

    def _hole(self, player: Player, scene: HandScene, share: float) -> list[CardPicture]:
        own, move, count = self.sees(player), scene.move, scene.hole[player]
        what = (move.what, move.player) if move is not None else ("", 0)
        shown = scene.own_shown if own else scene.other_shown
        turns = what[0] == ("own" if own else "other")
        folded = scene.state.betting.folded == player
        best = best_five(scene)
        cards = high_first(scene.state.hole[player][:count]) or (0,) * count
        return [
            CardPicture(
                code_of(card),
                lit=card in best,
                veiled=own and folded,
                turned=share if turns else float(shown),
                arrived=share if what == ("hole", player) and place == count - 1 else 1.0,
                gone=share if what == ("fold", player) else float(folded and not own),
            )
            for place, card in enumerate(cards)
        ]

    def _bet(self, player: Player, scene: HandScene) -> BetPicture:
        """The chips in front of a player: the bet, or after the hand the chips won, with the net result."""
        if scene.won[player]:
            return BetPicture(scene.won[player], self.amounts.signed(round(scene.state.returns()[player])))
        amount = scene.bets[player]
        return BetPicture(amount, self.amounts.write(amount), self.words.below_bet(scene.words[player]))
