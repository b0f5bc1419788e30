"""A hand of Kuhn poker in movements, and what the table shows of each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from game.core import CHANCE, Player
from game.match.session import Step
from game.rules.kuhn_poker import KuhnState, Move
from game.screens.models.opponents import Portrait
from game.screens.tables.animation import AnimationStep, motion
from game.screens.tables.game_view import NOBODY, Known
from game.screens.tables.kuhn.labels import KuhnWords, chips
from game.screens.ui.texts import signed
from game.screens.views.cards import CardPicture
from game.screens.views.kuhn_table import BOTTOM, TOP, ChipFlight, KuhnPicture, Winnings
from game.screens.views.seats import SeatPicture

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


def animate(step: Step, own: Player, known: Known | None = None) -> list[AnimationStep[KuhnScene]]:
    """Return the animation steps that show a step: cards, words, chips; at the end the showdown and the pot.

    `known` are the players whose cards are seen from the deal on; if it is None, the person in the role `own` sees
    that player's card.
    """
    state = step.state
    assert isinstance(state, KuhnState)
    if step.player == CHANCE:
        return _deal(state, own, seen=known != NOBODY)
    if step.action == Move.BET:
        animation_steps = [AnimationStep(KuhnScene(state, "chips", step.player), motion("chips"), "chips", 1)]
    else:
        animation_steps = [AnimationStep(KuhnScene(state, "word", step.player), WORD_SECONDS, "check")]
    if not state.is_terminal():
        return animation_steps
    return animation_steps + (_end(state, own) if known is None else _end_for_spectators(state, own, known))


def _deal(state: KuhnState, own: Player, *, seen: bool) -> list[AnimationStep[KuhnScene]]:
    player = len(state.cards) - 1
    animation_steps = [AnimationStep(KuhnScene(state, "deal", player), motion("deal"), "card", arrives=True)]
    if player == 1 and seen:
        animation_steps.append(AnimationStep(KuhnScene(state, "turn", own), motion("flip"), "flip"))
    return animation_steps


def _end(state: KuhnState, own: Player) -> list[AnimationStep[KuhnScene]]:
    won = state.returns()[own] > 0
    winner = own if won else 1 - own
    return [
        AnimationStep(KuhnScene(state, "reveal", 1 - own), motion("flip"), "flip"),
        AnimationStep(KuhnScene(state, "result", winner), motion("result"), "win" if won else "loss"),
        AnimationStep(KuhnScene(state, "award", winner), motion("chips"), "chips", 2),
    ]


def _end_for_spectators(state: KuhnState, own: Player, known: Known) -> list[AnimationStep[KuhnScene]]:
    """The same end without fanfare, and with nothing to turn over where everything is open."""
    animation_steps = [animation_step.without_fanfare() for animation_step in _end(state, own)]
    return animation_steps if len(known) < PLAYERS else animation_steps[1:]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at the table and what was won or lost in all."""

    portrait: Portrait
    total: float


@dataclass(frozen=True, slots=True)
class KuhnTableView:
    """How the person in the role `own` sees the table; or a spectator, who sees the cards of `known` players."""

    own: Player
    words: KuhnWords
    self_seat: Sitter
    other_seat: Sitter
    known: Known | None = None

    def picture(self, scene: KuhnScene, share: float) -> KuhnPicture:
        """Return what lies on the table in a scene of which `share` has passed."""
        state, texts = scene.state, self.words.texts
        players = (1 - self.own, self.own)
        ended = state.is_terminal() and scene.moving is None
        return KuhnPicture(
            seats=(self._seat(players[TOP], scene), self._seat(players[BOTTOM], scene)),
            cards=(self._card(players[TOP], scene, share), self._card(players[BOTTOM], scene, share)),
            unseen=CardPicture(CARD_CODES[0], turned=0.0),
            unseen_word=texts("kuhn.unseen"),
            pot=self._pot(scene),
            pot_written="" if ended else chips(sum(_paid(state))),
            pot_word=texts("table.pot"),
            words=self.words.said(state),
            flight=self._flight(scene, share),
            won=self._winnings(state) if ended else None,
        )

    def _is_person(self, player: Player) -> bool:
        return self.known is None and player == self.own

    def _sees(self, player: Player) -> bool:
        return player == self.own if self.known is None else player in self.known

    def _seat(self, player: Player, scene: KuhnScene) -> SeatPicture:
        own = player == self.own
        sitter = self.self_seat if own else self.other_seat
        resting, state = scene.moving is None, scene.state
        active = state.current_player() == player or (own and self.known is None and state.is_terminal())
        return SeatPicture(
            name=sitter.portrait.name,
            note=self._note(player, scene),
            stack=signed(sitter.total, 0 if sitter.total == int(sitter.total) else 2),
            device=sitter.portrait.device,
            active=resting and active,
        )

    def _note(self, player: Player, scene: KuhnScene) -> str:
        state, resting = scene.state, scene.moving is None
        if resting and state.is_terminal():
            return self.words.did(player, state)
        if resting and state.current_player() == player and not self._is_person(player):
            return self.words.texts("table.thinking")
        return self.words.does(player, state)

    def _card(self, player: Player, scene: KuhnScene, share: float) -> CardPicture | None:
        state = scene.state
        if player >= len(state.cards):
            return None
        turns = {"turn": self._sees(player), "reveal": not self._sees(player)}.get(scene.moving or "", False)
        arrives = scene.moving == "deal" and scene.player == player
        decided = state.is_terminal() and scene.moving in ("result", "award", None)
        return CardPicture(
            CARD_CODES[state.cards[player]],
            lit=decided and state.returns()[player] > 0,
            turned=share if turns else float(self._face_up(player, scene)),
            arrived=share if arrives else 1.0,
        )

    def _face_up(self, player: Player, scene: KuhnScene) -> bool:
        if self._sees(player):
            return scene.moving != "deal" and len(scene.state.cards) == PLAYERS
        return scene.state.is_terminal() and scene.moving in ("result", "award", None)

    def _pot(self, scene: KuhnScene) -> tuple[int, int]:
        """What the chips of (top, bottom) show; those on their way are not there yet."""
        if scene.state.is_terminal() and scene.moving in ("award", None):
            return (0, 0)
        paid = [math.ceil(amount) for amount in _paid(scene.state)]
        if scene.moving == "chips":
            paid[scene.player] -= 1
        return paid[1 - self.own], paid[self.own]

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
