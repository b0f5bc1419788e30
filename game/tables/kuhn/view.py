"""The view of Kuhn poker, classic or half-street: three cards, chips, the words of the hand, and how they move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from game.core import CHANCE, Action, Player, Seat, State
from game.match.session import Step
from game.rules.kuhn_poker import KuhnInformationState, KuhnState, Move
from game.tables.game_view import NOBODY, GameView
from game.tables.kuhn.labels import KuhnWords, chips
from game.texts import capitalized, signed, text
from game.window.frame.table_frame import DrawnTable
from game.window.ui.animation import AnimationStep, motion
from game.window.ui.canvas.painter import Pattern
from game.window.views import kuhn_table
from game.window.views.cards import CardPicture
from game.window.views.kuhn_table import BOTTOM, TOP, ChipFlight, KuhnPicture, Winnings
from game.window.views.seats import SeatPicture

Moving = Literal["deal", "turn", "word", "chips", "reveal", "result", "award"]

CARD_CODES = ("Qd", "Kh", "As")
WORD_SECONDS = 0.25
PLAYERS = 2


@dataclass(frozen=True, slots=True)
class KuhnScene:
    """The state behind a movement, what moves (nothing: None), and whose it is."""

    state: KuhnState
    moving: Moving | None = None
    player: Player = 0


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

    def info(self) -> KuhnInformationState:
        """Return what the person knows."""
        return self.state.information_state(self.own)

    def bets(self, step: Step) -> bool:
        """Return whether a step is a bet that is still to be answered."""
        return step.action == Move.BET and not step.state.is_terminal()

    def first_state(self) -> State:
        """Return the state before the deal."""
        return KuhnState(self.state.rules)

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[KuhnScene]]:
        """Return the animation steps that show a step: cards, words, chips; at the end the showdown and the pot."""
        state = step.state
        assert isinstance(state, KuhnState)
        if step.player == CHANCE:
            return self._deal(state)
        if step.action == Move.BET:
            moved = AnimationStep(KuhnScene(state, "chips", step.player), motion("chips"), "chips", 1)
        else:
            moved = AnimationStep(KuhnScene(state, "word", step.player), WORD_SECONDS, "check")
        return [moved, *self._end(state)] if state.is_terminal() else [moved]

    def _deal(self, state: KuhnState) -> list[AnimationStep[KuhnScene]]:
        player = len(state.cards) - 1
        dealt = AnimationStep(KuhnScene(state, "deal", player), motion("deal"), "card", arrives=True)
        if player == 0 or self.seen.known == NOBODY:
            return [dealt]
        return [dealt, AnimationStep(KuhnScene(state, "turn", self.own), motion("flip"), "flip")]

    def _end(self, state: KuhnState) -> list[AnimationStep[KuhnScene]]:
        """Show cards, result and pot; to spectators without fanfare, and no card where everything is open."""
        won, known = state.returns()[self.own] > 0, self.seen.known
        winner = self.own if won else 1 - self.own
        steps = [
            AnimationStep(KuhnScene(state, "reveal", 1 - self.own), motion("flip"), "flip"),
            AnimationStep(KuhnScene(state, "result", winner), motion("result"), "win" if won else "loss"),
            AnimationStep(KuhnScene(state, "award", winner), motion("chips"), "chips", 2),
        ]
        if known is None:
            return steps
        return [one.without_fanfare() for one in (steps if len(known) < PLAYERS else steps[1:])]

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
            pot_written="" if ended else chips(sum(paid(state))),
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
        dealt = moving != "deal" and len(state.cards) == PLAYERS
        return CardPicture(
            CARD_CODES[state.cards[player]],
            lit=decided and state.returns()[player] > 0,
            turned=share if turns else float(dealt if self.sees(player) else decided),
            arrived=share if arrives else 1.0,
        )

    def _pot(self, scene: KuhnScene) -> tuple[int, int]:
        """What the chips of (top, bottom) show; those on their way are not there yet."""
        if scene.state.is_terminal() and scene.moving in ("award", None):
            return (0, 0)
        chips_of = [math.ceil(amount) for amount in paid(scene.state)]
        if scene.moving == "chips":
            chips_of[scene.player] -= 1
        return self.both(chips_of.__getitem__)

    def _flight(self, scene: KuhnScene, share: float) -> ChipFlight | None:
        seat = BOTTOM if scene.player == self.own else TOP
        if scene.moving == "chips":
            return ChipFlight(seat, 1, share)
        if scene.moving == "award":
            return ChipFlight(seat, math.ceil(sum(paid(scene.state))), share, back=True)
        return None

    def _winnings(self, state: KuhnState) -> Winnings:
        won = state.returns()[self.own]
        return Winnings(BOTTOM if won > 0 else TOP, math.ceil(sum(paid(state))), f"+{chips(abs(won))}")


def paid(state: KuhnState | KuhnInformationState) -> tuple[float, float]:
    """Return by player what was put in."""
    first, second = (float(state.rules.blinds) + state.betting[player::2].count("b") for player in (0, 1))
    return first, second
