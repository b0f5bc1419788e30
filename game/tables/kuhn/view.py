"""The view of Kuhn poker and its texts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal, NamedTuple

from game.core import CHANCE, Action, Player, Seat, State
from game.match.session import Session, Step
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, DECK, KuhnInformationState, KuhnState, Move
from game.study.judgements import Judgement, OpponentValues
from game.study.play import Die
from game.study.words import INDIFFERENT, information_set, kuhn_reason
from game.tables.duplicate import kind_note
from game.tables.game_view import NOBODY, GameView
from game.texts import capitalize, current, join_list, join_sentences, number, percent, signed, text
from game.window.frame.table_frame import DrawnTable
from game.window.ui.animation import AnimationStep, motion
from game.window.ui.canvas.painter import Pattern
from game.window.views import kuhn_table
from game.window.views.cards import CardPicture, SeatPicture
from game.window.views.kuhn_table import BOTTOM, TOP, ChipFlight, KuhnPicture, Winnings

KINDS = {False: ("check", "bet"), True: ("fold", "call")}
"""The names of PASS and BET, by whether a bet is faced."""

PAST = {"check": "checked", "bet": "bet", "fold": "folded", "call": "called"}


class Spoken(NamedTuple):
    """A decision of a hand: the information state, and the step."""

    info: KuhnInformationState
    step: Step


@dataclass(frozen=True, slots=True)
class KuhnWords:
    """The texts for the hand of a session, from the view of the person in `own_seat`.

    `name` is the opponent's name.
    """

    session: Session
    own_seat: Seat
    name: str

    @property
    def state(self) -> KuhnState:
        """The current state of the hand."""
        state = self.session.state
        assert isinstance(state, KuhnState)
        return state

    @property
    def own(self) -> Player:
        return self.session.get_player(self.own_seat)

    @property
    def half_street(self) -> bool:
        return self.session.spec.game == games.KUHN_HALF_STREET

    def decisions(self, *, own: bool) -> Iterator[Spoken]:
        """Yield the decisions of the person (if `own`) or of the opponent in this hand, in order."""
        for before, step in pairwise(self.session.steps):
            state = before.state
            if step.player != CHANCE and (step.player == self.own) == own and isinstance(state, KuhnState):
                yield Spoken(state.information_state(step.player), step)

    # ---- words for one thing --------------------------------------------------------------------------------
    def action(self, info: KuhnInformationState, action: Action) -> str:
        """Return "check", "bet 1", "fold" or "call 1"."""
        return text(f"kuhn.actions.{KINDS[info.facing_bet][action]}")

    def owner(self, spoken: Spoken) -> str:
        """Return the player, the card and the situation of a decision, like "Your king, facing a bet"."""
        key = "your_card" if spoken.step.player == self.own else "their_card"
        whose = text(f"kuhn.{key}", card=card_name(spoken.info.card), name=self.name)
        return f"{whose}, {decision_name(spoken.info)}"

    def why(self, info: KuhnInformationState, judgement: Judgement) -> str:
        return why_played(info, judgement, self.name)

    def worth(self, info: KuhnInformationState, judgement: Judgement) -> str:
        """Return the values of the actions against the known opponent, or "" if no opponent is known."""
        if judgement.against is None:
            return ""
        kinds, values = KINDS[info.facing_bet], judgement.against.values
        listed = (f"{text(f'kuhn.kinds.{kinds[action]}')} {signed(values[action], 2)}" for action in Move)
        return text("kuhn.worth", values=join_list(*listed))

    def roll_sentence(self, die: Die) -> str:
        sides = number(die.sides)
        return text("kuhn.rolled", name=self.name, number=number(die.number), sides=sides)

    def bands(self, info: KuhnInformationState, die: Die) -> str:
        """Return the actions, each with the numbers of the die that select it."""
        bands = []
        for band in die.bands:
            key = "kuhn.band" if band.first != band.last else "kuhn.band_of_one"
            told = {"first": number(band.first), "last": number(band.last)}
            bands.append(text(key, what=self.action(info, band.action), **told))
        return join_list(*bands)

    # ---- at the table ---------------------------------------------------------------------------------------
    def subtitle(self) -> str:
        """Return the stakes, who acts first, the kind of table, and the number of the hand.

        At a table with duplicate deals, return the label of the deal and the stakes.
        """
        key = "kuhn.stakes_half_street" if self.half_street else "kuhn.stakes"
        stakes = text(key, blinds=chips(self.state.rules.blinds))
        kind = kind_note(self.session.spec, self.session.hand_number)
        if self.session.spec.duplicate:
            return join_sentences(kind, stakes)
        first = text("kuhn.first" if self.own == 0 else "kuhn.second")
        return join_sentences(stakes, first, kind)

    def announcements(self, state: KuhnState) -> tuple[str, ...]:
        """Return the texts of all moves so far, in order, with the showdown at the end."""
        words = [text(f"kuhn.actions.{kind}") for kind in move_kinds(state)]
        if state.is_terminal() and not state.betting.endswith("bp"):
            words.append(text("kuhn.actions.show"))
        return tuple(words)

    def does(self, player: Player, state: KuhnState) -> str:
        """Return the last action of a player, or whether the player acts first or second."""
        kinds = move_kinds(state)[player::2]
        if not kinds:
            return text("kuhn.acts_first" if player == 0 else "kuhn.acts_second")
        return text(f"kuhn.does.{kinds[-1]}")

    def did(self, player: Player, state: KuhnState) -> str:
        """Return the card and the last action of a player, as shown after the hand."""
        kinds, held = move_kinds(state)[player::2], state.cards[player]
        card = card_name(held)
        if not kinds:
            return text("kuhn.had", card=card)
        bluffed = kinds[-1] == "bet" and held == DECK[0]
        return text(f"kuhn.did.{'bluffed' if bluffed else PAST[kinds[-1]]}", card=card)

    def card_sentence(self) -> str:
        return text("kuhn.you_hold", card=card_name(self.state.cards[self.own]))

    def situation(self) -> str:
        """Return a text about the actions before the current decision."""
        state = self.state
        mine = state.current_player() == self.own
        if not state.betting:
            opens = text("kuhn.you_open" if mine else "kuhn.they_open", name=self.name)
            return f"{opens} {text('kuhn.half_street_note')}" if self.half_street else opens
        kind = "bet" if state.betting.endswith("b") else "check"
        return text(f"kuhn.situation.{'they' if mine else 'you'}_{kind}", name=self.name)

    def result(self) -> tuple[str, str]:
        """Return two texts about the result.

        The first text has the winner, the amount and the reason. The second text has the hidden cards.
        """
        state = self.state
        won = state.returns()[self.own]
        lead = text("kuhn.you_win" if won > 0 else "kuhn.you_lose", amount=chips(abs(won)))
        if state.betting.endswith("bp"):
            why = text("kuhn.they_folded" if won > 0 else "kuhn.you_folded", name=self.name)
        else:
            low, high = map(card_name, sorted(state.cards))
            why = text("kuhn.beats", high=high.capitalize(), low=low)
        unseen = next(card for card in DECK if card not in state.cards)
        theirs, unseen_card = map(card_name, (state.cards[1 - self.own], unseen))
        return f"{lead} {why}", text("kuhn.they_held", name=self.name, card=theirs, unseen=unseen_card)

    def rules(self) -> list[str]:
        """Return the rules of this variant in a few sentences."""
        kind = "half_street" if self.half_street else "classic"
        blinds = chips(self.state.rules.blinds)
        return [line.format(blinds=blinds) for line in current().many(f"kuhn.rules.{kind}")]


def card_name(card: int) -> str:
    return text(f"kuhn.cards.{CARD_LETTERS[card]}")


def decision_name(info: KuhnInformationState) -> str:
    """Return the situation of a decision: "to open", "after a check", "facing a bet" and so on."""
    place = ("open", "bet" if info.facing_bet else "check", "check_bet")[len(info.betting)]
    return text(f"kuhn.where.{place}")


def why_played(info: KuhnInformationState, judgement: Judgement, name: str) -> str:
    """Return the reason for the best play against `name`, or "" if no reason is known.

    The reason comes from the equilibrium (`kuhn_reason`), or else from a habit of the known opponent.
    """
    reason = kuhn_reason(info, judgement)
    if reason is None and judgement.against is not None:
        return capitalize(tell_habit(info, judgement.against, name))
    if reason != "mixed":
        return text(f"kuhn.why.{reason}") if reason is not None else ""
    theirs = information_set(INDIFFERENT[info.key], info.rules)
    passive, active = (text(f"kuhn.kinds.{kind}") for kind in KINDS[theirs.facing_bet])
    whose = text("kuhn.their_card", name=name, card=card_name(theirs.card))
    return text("kuhn.why.mixed", whose=whose, where=decision_name(theirs), passive=passive, active=active)


def tell_habit(info: KuhnInformationState, known: OpponentValues, name: str) -> str:
    """Return a sentence about the known opponent's habit on which the best decision depends, or "".

    If the player holds the king, the opponent's share of bluffs follows from the value of a call. A call pays if
    this share is above the pot odds, and a bluff with the queen pays if the opponent folds often enough.
    """
    card, blinds, replies = CARD_LETTERS[info.card], float(info.rules.blinds), known.replies
    calls, bets = replies.get(Move.BET), replies.get(Move.PASS)
    if card == "K" and info.facing_bet:
        bluffs = (known.values[Move.BET] / (blinds + 1) + 1) / 2
        need = percent(1 / (2 * blinds + 2))
        return text("kuhn.why.bluffs", name=name, share=percent(bluffs), need=need)
    if card == "A" and calls is not None and bets is not None:
        return text("kuhn.why.bets", name=name, bets=percent(bets), calls=percent(calls))
    if card == "Q" and calls is not None:
        need = percent(1 / (2 * blinds + 1))
        return text("kuhn.why.folds", name=name, share=percent(1 - calls), need=need)
    return ""


def chips(amount: Any) -> str:
    """Write chips, with decimals only if there are any.

    >>> chips(2), chips(0.5)
    ('2', '0.5')
    """
    value = float(amount)
    return number(value) if value == int(value) else number(value, 2).rstrip("0")


def write_total(total: float) -> str:
    """Return the total winnings of a player in chips, with a sign."""
    return signed(total, 0 if total == int(total) else 2)


def move_kinds(state: KuhnState | KuhnInformationState) -> list[str]:
    faced = " " + state.betting
    return [KINDS[before == "b"][move == "b"] for before, move in zip(faced, state.betting, strict=False)]


Moving = Literal["deal", "turn", "word", "chips", "reveal", "result", "award"]

CARD_CODES = ("Qd", "Kh", "As")
WORD_SECONDS = 0.25
PLAYERS = 2


@dataclass(frozen=True, slots=True)
class KuhnScene:
    """The state after a movement, the kind of movement (None at rest), and the player whose objects move."""

    state: KuhnState
    movement: Moving | None = None
    player: Player = 0


class KuhnView(GameView[KuhnScene, KuhnPicture]):
    """The view of Kuhn poker."""

    table: ClassVar[DrawnTable] = kuhn_table

    @property
    def state(self) -> KuhnState:
        return self.words.state

    @property
    def words(self) -> KuhnWords:
        return KuhnWords(self.seen.session, self.seen.below, self.other_name)

    def info(self) -> KuhnInformationState:
        return self.state.information_state(self.own)

    def bets(self, step: Step) -> bool:
        return step.action == Move.BET and not step.state.is_terminal()

    def first_state(self) -> State:
        return KuhnState(self.state.rules)

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[KuhnScene]]:
        """Return the animation of a step: cards, words and chips.

        At the end of the hand, the animation includes the showdown and the pot.
        """
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
        if player == 0 or self.seen.open_players == NOBODY:
            return [dealt]
        return [dealt, AnimationStep(KuhnScene(state, "turn", self.own), motion("flip"), "flip")]

    def _end(self, state: KuhnState) -> list[AnimationStep[KuhnScene]]:
        """Return the animation at the end of a hand: cards, result and pot.

        For spectators, there is no fanfare, and cards that are face up do not turn over.
        """
        won, known = state.returns()[self.own] > 0, self.seen.open_players
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
        first = self.seen.session.get_player(seat) == 0
        return text("kuhn.acts_first" if first else "kuhn.acts_second")

    def name_action(self, before: State, action: Action) -> str:
        assert isinstance(before, KuhnState)
        return capitalize(self.words.action(before.information_state(before.current_player()), action))

    def pattern(self, action: Action) -> Pattern:
        return "diagonal" if action == Move.BET else "solid"

    # ---- the cards and chips ---------------------------------------------------------------------------------
    def picture(self, scene: KuhnScene | None, share: float) -> KuhnPicture:
        """Return the cards, chips and words of a scene after the fraction `share` (0 to 1) of its duration."""
        now = scene or KuhnScene(self.state)
        state = now.state
        ended = state.is_terminal() and now.movement is None
        pot, net = sum(chips_paid(state)), state.returns()[self.own] if ended else 0.0
        winnings = Winnings(BOTTOM if net > 0 else TOP, math.ceil(pot), f"+{chips(abs(net))}")
        return KuhnPicture(
            seats=self.both(lambda player: self._seat(player, now)),
            cards=self.both(lambda player: self._card(player, now, share)),
            unseen=CardPicture(CARD_CODES[0], turned=0.0),
            unseen_word=text("kuhn.unseen"),
            pot=self._pot(now),
            pot_written="" if ended else chips(pot),
            pot_word=text("table.pot"),
            words=self.words.announcements(state),
            flight=self._flight(now, share),
            won=winnings if ended else None,
        )

    def _seat(self, player: Player, scene: KuhnScene) -> SeatPicture:
        state, seat = scene.state, self.seen.session.get_seat(player)
        portrait, total = self.seen.portrait(seat), self.seen.shown_total(seat)
        active = state.current_player() == player or (self.is_person(player) and state.is_terminal())
        return SeatPicture(
            name=portrait.name,
            note=self._note(player, scene),
            stack=write_total(total),
            device=portrait.device,
            active=scene.movement is None and active,
        )

    def _note(self, player: Player, scene: KuhnScene) -> str:
        state, resting = scene.state, scene.movement is None
        if resting and state.is_terminal():
            return self.words.did(player, state)
        if resting and state.current_player() == player and not self.is_person(player):
            return text("table.thinking")
        return self.words.does(player, state)

    def _card(self, player: Player, scene: KuhnScene, share: float) -> CardPicture | None:
        state, movement = scene.state, scene.movement
        if player >= len(state.cards):
            return None
        turns = {"turn": self.sees(player), "reveal": not self.sees(player)}.get(movement or "", False)
        arrives = movement == "deal" and scene.player == player
        decided = state.is_terminal() and movement in ("result", "award", None)
        dealt = movement != "deal" and len(state.cards) == PLAYERS
        return CardPicture(
            CARD_CODES[state.cards[player]],
            lit=decided and state.returns()[player] > 0,
            turned=share if turns else float(dealt if self.sees(player) else decided),
            arrived=share if arrives else 1.0,
        )

    def _pot(self, scene: KuhnScene) -> tuple[int, int]:
        """Return the chips that the top and the bottom player have put into the pot.

        Chips that are still moving are not counted. After the hand, the pot is empty.
        """
        if scene.state.is_terminal() and scene.movement in ("award", None):
            return (0, 0)
        chips_of = [math.ceil(amount) for amount in chips_paid(scene.state)]
        if scene.movement == "chips":
            chips_of[scene.player] -= 1
        return self.both(chips_of.__getitem__)

    def _flight(self, scene: KuhnScene, share: float) -> ChipFlight | None:
        seat = BOTTOM if scene.player == self.own else TOP
        if scene.movement == "chips":
            return ChipFlight(seat, 1, share)
        if scene.movement == "award":
            return ChipFlight(seat, math.ceil(sum(chips_paid(scene.state))), share, back=True)
        return None


def chips_paid(state: KuhnState | KuhnInformationState) -> tuple[float, float]:
    first, second = (float(state.rules.blinds) + state.betting[player::2].count("b") for player in (0, 1))
    return first, second
