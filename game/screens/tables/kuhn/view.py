"""The view of Kuhn poker, classic or half-street: three cards, chips, and the words of the hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from game.core import Action, Player, Seat, State
from game.match.session import Step
from game.rules.kuhn_poker import KuhnState, Move
from game.screens.tables.game_view import DrawnTable, GameView
from game.screens.tables.kuhn.labels import KuhnWords, chips
from game.screens.tables.kuhn.scene import CARD_CODES, PLAYERS, KuhnScene, animate
from game.screens.ui.animation import AnimationStep
from game.screens.ui.canvas.painter import Pattern
from game.screens.ui.texts import capitalized, signed, text
from game.screens.views import kuhn_table
from game.screens.views.cards import CardPicture
from game.screens.views.kuhn_table import BOTTOM, TOP, ChipFlight, KuhnPicture, Winnings
from game.screens.views.seats import SeatPicture


class KuhnView(GameView[KuhnScene, KuhnPicture]):
    """Kuhn poker."""

    table: ClassVar[DrawnTable] = kuhn_table

    @property
    def state(self) -> KuhnState:
        """The current state of the hand."""
        return self.words.state

    @property
    def words(self) -> KuhnWords:
        """The words for what happens in the hand."""
        return KuhnWords(self.seen.session, self.seen.below, self.other_name)

    def first_state(self) -> State:
        """Return the state before the deal."""
        return KuhnState(self.state.rules)

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[KuhnScene]]:
        """Return the animation steps that show a step of the hand."""
        return animate(step, self.own, self.seen.known)

    def role(self, seat: Seat) -> str:
        """Say whether the seat acts first or second in this hand."""
        first = self.seen.session.player_of(seat) == 0
        return text("kuhn.acts_first" if first else "kuhn.acts_second")

    def called(self, before: State, action: Action) -> str:
        """Name the move: the same action is a check or a fold, a bet or a call, depending on what came before."""
        assert isinstance(before, KuhnState)
        return capitalized(self.words.action(before.information_state(before.current_player()), action))

    def pattern(self, action: Action) -> Pattern:
        """Return the pattern of the action's bar: hatched for a bet or call, solid for a check or fold."""
        return "diagonal" if action == Move.BET else "solid"

    # ---- what lies on the table -----------------------------------------------------------------------------
    def picture(self, scene: KuhnScene | None, share: float) -> KuhnPicture:
        """Return the cards, chips and words of a scene of which `share`, 0 to 1, has passed."""
        now = scene or KuhnScene(self.state)
        state = now.state
        ended = state.is_terminal() and now.moving is None
        return KuhnPicture(
            seats=self.both(lambda player: self._seat(player, now)),
            cards=self.both(lambda player: self._card(player, now, share)),
            unseen=CardPicture(CARD_CODES[0], turned=0.0),
            unseen_word=text("kuhn.unseen"),
            pot=self._pot(now),
            pot_written="" if ended else chips(sum(_paid(state))),
            pot_word=text("table.pot"),
            words=self.words.said(state),
            flight=self._flight(now, share),
            won=self._winnings(state) if ended else None,
        )

    def _seat(self, player: Player, scene: KuhnScene) -> SeatPicture:
        state, seat = scene.state, self.seen.session.seat_of(player)
        portrait, total = self.seen.portrait_of(seat), self.seen.shown_total(seat)
        active = state.current_player() == player or (self.is_person(player) and state.is_terminal())
        return SeatPicture(
            name=portrait.name,
            note=self._note(player, scene),
            stack=signed(total, 0 if total == int(total) else 2),
            device=portrait.device,
            active=scene.moving is None and active,
        )

    def _note(self, player: Player, scene: KuhnScene) -> str:
        state, resting = scene.state, scene.moving is None
        if resting and state.is_terminal():
            return self.words.did(player, state)
        if resting and state.current_player() == player and not self.is_person(player):
            return text("table.thinking")
        return self.words.does(player, state)

    def _card(self, player: Player, scene: KuhnScene, share: float) -> CardPicture | None:
        state, moving = scene.state, scene.moving
        if player >= len(state.cards):
            return None
        turns = {"turn": self.sees(player), "reveal": not self.sees(player)}.get(moving or "", False)
        arrives = moving == "deal" and scene.player == player
        decided = state.is_terminal() and moving in ("result", "award", None)
        return CardPicture(
            CARD_CODES[state.cards[player]],
            lit=decided and state.returns()[player] > 0,
            turned=share if turns else float(self._face_up(player, scene)),
            arrived=share if arrives else 1.0,
        )

    def _face_up(self, player: Player, scene: KuhnScene) -> bool:
        if self.sees(player):
            return scene.moving != "deal" and len(scene.state.cards) == PLAYERS
        return scene.state.is_terminal() and scene.moving in ("result", "award", None)

    def _pot(self, scene: KuhnScene) -> tuple[int, int]:
        """What the chips of (top, bottom) show; those on their way are not there yet."""
        if scene.state.is_terminal() and scene.moving in ("award", None):
            return (0, 0)
        paid = [math.ceil(amount) for amount in _paid(scene.state)]
        if scene.moving == "chips":
            paid[scene.player] -= 1
        return self.both(paid.__getitem__)

    def _flight(self, scene: KuhnScene, share: float) -> ChipFlight | None:
        seat = BOTTOM if scene.player == self.own else TOP
        if scene.moving == "chips":
            return ChipFlight(seat, 1, share)
        if scene.moving == "award":
            return ChipFlight(seat, math.ceil(sum(_paid(scene.state))), share, back=True)
        return None

    def _winnings(self, state: KuhnState) -> Winnings:
        won = state.returns()[self.own]
        return Winnings(BOTTOM if won > 0 else TOP, math.ceil(sum(_paid(state))), f"+{chips(abs(won))}")


def _paid(state: KuhnState) -> tuple[float, float]:
    """Return by player what was put in."""
    blinds = float(state.rules.blinds)
    first, second = (sum(move == "b" for move in state.betting[player::2]) for player in (0, 1))
    return blinds + first, blinds + second
