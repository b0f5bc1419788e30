"""A hand of Kuhn poker in words: what was done, what came of it, and what each decision was about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from game.core import CHANCE, Action, Player, Seat
from game.match.reasons import INDIFFERENT, information_set, kuhn_reason
from game.match.session import Session, Step
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, DECK, KuhnInformationState, KuhnState
from game.study.words import Die
from game.tables.duplicate import pass_in_words
from game.texts import english, number, text

KINDS = {False: ("check", "bet"), True: ("fold", "call")}
"""What PASS and BET are called, by whether a bet is faced."""

PAST = {"check": "checked", "bet": "bet", "fold": "folded", "call": "called"}


class Spoken(NamedTuple):
    """A decision of a hand: with what information, and what was done."""

    info: KuhnInformationState
    step: Step


@dataclass(frozen=True, slots=True)
class KuhnWords:
    """Tells the hand of a session as the person in `own_seat` sees it, against `name`."""

    session: Session
    own_seat: Seat
    name: str

    @property
    def state(self) -> KuhnState:
        """The hand as it is."""
        state = self.session.state
        assert isinstance(state, KuhnState)
        return state

    @property
    def own(self) -> Player:
        """The role of the person."""
        return self.session.player_of(self.own_seat)

    @property
    def half_street(self) -> bool:
        """Whether a check of the first player is shown at once."""
        return self.session.spec.game == games.KUHN_HALF_STREET

    def spoken(self, *, own: bool) -> Iterator[Spoken]:
        """Yield the decisions of the person in this hand, or those of the other side, in order."""
        for before, step in pairwise(self.session.steps):
            state = before.state
            if step.player != CHANCE and (step.player == self.own) == own and isinstance(state, KuhnState):
                yield Spoken(state.information_state(step.player), step)

    # ---- words for one thing --------------------------------------------------------------------------------
    def action(self, info: KuhnInformationState, action: Action) -> str:
        """Return "check", "bet 1", "fold" or "call 1"."""
        return text(f"kuhn.actions.{KINDS[info.facing_bet][action]}")

    def owner(self, spoken: Spoken) -> str:
        """Say whose decision it was: "Your king, facing a bet"."""
        key = "your_card" if spoken.step.player == self.own else "their_card"
        whose = text(f"kuhn.{key}", card=card_in_words(spoken.info.card), name=self.name)
        return f"{whose}, {place_in_words(spoken.info)}"

    def why(self, info: KuhnInformationState, shares: Mapping[Action, float]) -> str:
        """Say why the equilibrium plays `shares` here; empty where nothing simple is true."""
        return why_played(info, shares, self.name)

    def rolled(self, die: Die) -> str:
        """Say what was thrown."""
        sides = number(die.sides)
        return text("kuhn.rolled", name=self.name, number=number(die.number), sides=sides)

    def bands(self, info: KuhnInformationState, die: Die) -> str:
        """Say what each number meant."""
        bands = (
            (number(band.first), number(band.last), self.action(info, band.action)) for band in die.bands
        )
        return ", ".join(text("kuhn.band", first=first, last=last, what=what) for first, last, what in bands)

    # ---- at the table ---------------------------------------------------------------------------------------
    def subtitle(self) -> str:
        """Say the stakes, who acts first, and which hand it is."""
        key = "kuhn.stakes_half_street" if self.half_street else "kuhn.stakes"
        parts = (
            text(key, blinds=chips(self.state.rules.blinds)),
            text("kuhn.first" if self.own == 0 else "kuhn.second"),
            pass_in_words(self.session.spec, self.session.hand_number),
            text("table.hand", number=self.session.hand_number),
        )
        return " ".join(filter(None, parts))

    def said(self, state: KuhnState) -> tuple[str, ...]:
        """Return what was said, in order, with the showdown at the end."""
        words = [text(f"kuhn.actions.{kind}") for kind in kinds_of(state)]
        if state.is_terminal() and not state.betting.endswith("bp"):
            words.append(text("kuhn.actions.show"))
        return tuple(words)

    def does(self, player: Player, state: KuhnState) -> str:
        """Say what somebody did last, or when it will be their turn."""
        kinds = kinds_of(state)[player::2]
        if not kinds:
            return text("kuhn.acts_first" if player == 0 else "kuhn.acts_second")
        return text(f"kuhn.does.{kinds[-1]}")

    def did(self, player: Player, state: KuhnState) -> str:
        """Say after the hand what somebody did with which card."""
        kinds, held = kinds_of(state)[player::2], state.cards[player]
        card = card_in_words(held)
        if not kinds:
            return text("kuhn.had", card=card)
        bluffed = kinds[-1] == "bet" and held == DECK[0]
        return text(f"kuhn.did.{'bluffed' if bluffed else PAST[kinds[-1]]}", card=card)

    def holding(self) -> str:
        """Say what you hold."""
        return text("kuhn.you_hold", card=card_in_words(self.state.cards[self.own]))

    def situation(self) -> str:
        """Say what was done before whoever is to act now."""
        state = self.state
        mine = state.current_player() == self.own
        if not state.betting:
            opens = text("kuhn.you_open" if mine else "kuhn.they_open", name=self.name)
            return f"{opens} {text('kuhn.half_street_note')}" if self.half_street else opens
        kind = "bet" if state.betting.endswith("b") else "check"
        return text(f"kuhn.situation.{'they' if mine else 'you'}_{kind}", name=self.name)

    def result(self) -> tuple[str, str]:
        """Say who won how much and why; and what lay hidden."""
        state = self.state
        won = state.returns()[self.own]
        lead = text("kuhn.you_win" if won > 0 else "kuhn.you_lose", amount=chips(abs(won)))
        if state.betting.endswith("bp"):
            why = text("kuhn.they_folded" if won > 0 else "kuhn.you_folded", name=self.name)
        else:
            low, high = map(card_in_words, sorted(state.cards))
            why = text("kuhn.beats", high=high.capitalize(), low=low)
        unseen = next(card for card in DECK if card not in state.cards)
        theirs, unseen_card = map(card_in_words, (state.cards[1 - self.own], unseen))
        return f"{lead} {why}", text("kuhn.they_held", name=self.name, card=theirs, unseen=unseen_card)

    def rules(self) -> list[str]:
        """Return the rules of this game, in a few sentences."""
        kind = "half_street" if self.half_street else "classic"
        blinds = chips(self.state.rules.blinds)
        return [line.format(blinds=blinds) for line in english().many(f"kuhn.rules.{kind}")]


def card_in_words(card: int) -> str:
    """Return "queen", "king" or "ace"."""
    return text(f"kuhn.cards.{CARD_LETTERS[card]}")


def place_in_words(info: KuhnInformationState) -> str:
    """Say when a decision fell: "to open", "after a check", "facing a bet", "after check and bet"."""
    place = ("open", "bet" if info.facing_bet else "check", "check_bet")[len(info.betting)]
    return text(f"kuhn.where.{place}")


def why_played(info: KuhnInformationState, shares: Mapping[Action, float], name: str) -> str:
    """Say why the equilibrium plays `shares` here against `name`; empty where nothing simple is true."""
    reason = kuhn_reason(info, shares)
    if reason != "mixed":
        return text(f"kuhn.why.{reason}") if reason is not None else ""
    theirs = information_set(INDIFFERENT[info.key], info.rules)
    passive, active = KINDS[theirs.facing_bet]
    whose = text("kuhn.their_card", name=name, card=card_in_words(theirs.card))
    return text("kuhn.why.mixed", whose=whose, where=place_in_words(theirs), passive=passive, active=active)


def chips(amount: Any) -> str:
    """Write chips, with digits behind the point only where there are any.

    >>> chips(2), chips(0.5)
    ('2', '0.5')
    """
    value = float(amount)
    return number(value) if value == int(value) else number(value, 2).rstrip("0")


def kinds_of(state: KuhnState | KuhnInformationState) -> list[str]:
    """Return every move of a hand as "check", "bet", "fold" or "call"."""
    faced = " " + state.betting
    return [KINDS[before == "b"][move == "b"] for before, move in zip(faced, state.betting, strict=False)]
