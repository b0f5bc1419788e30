"""A hand of Hold'em in words: log, result, dice, header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise

from game.core import CHANCE, Action, Decision, Player, Seat
from game.match.session import Session, Step
from game.rules.betting import CALL, FOLD, ActionKind, Street
from game.rules.cards import Card
from game.rules.hand_words import ENGLISH, words_against
from game.rules.hand_words import words as hand_words
from game.rules.holdem import BOARD_CARDS, HoldemState
from game.study.amounts import Amounts
from game.study.words import die_of
from game.tables.duplicate import pass_in_words
from game.texts import capitalized, english, number, text
from game.window.views.cards import code_of
from game.window.views.hand_log import LogLine, LogStreet

PHRASE_FIELDS = ("first", "second", "first_plural", "second_plural")


@dataclass(frozen=True, slots=True)
class HandWords:
    """Tells one hand of a session as the person in `own_seat` may know it, as far as `steps` are shown.

    `own_name` is the name of who sits there, where that is an agent and nobody is addressed.
    """

    session: Session
    own_seat: Seat
    name: str
    amounts: Amounts
    steps: tuple[Step, ...]
    own_name: str = ""

    @property
    def state(self) -> HoldemState:
        """The hand as it is."""
        state = self.session.state
        assert isinstance(state, HoldemState)
        return state

    @property
    def own_player(self) -> Player:
        """The role of the person."""
        return self.session.player_of(self.own_seat)

    # ---- the header -----------------------------------------------------------------------------------------
    def subtitle(self) -> str:
        """Say the blinds, the form, and where a match or a duplicate block stands."""
        spec = self.session.spec
        blinds = f"{number(self.state.rules.small_blind)}/{number(self.state.rules.big_blind)}"
        parts = (
            text("holdem.blinds", blinds=blinds),
            self._level() if spec.form == "match" else "",
            pass_in_words(spec, self.session.hand_number),
            text("holdem.tutored" if spec.tutor else "holdem.teaching") if spec.teaching else "",
            text("table.hand", number=self.session.hand_number),
        )
        return " ".join(filter(None, parts))

    def _level(self) -> str:
        """Say when the blinds rise."""
        schedule = self.session.spec.schedule
        for level, last_hand in enumerate(accumulate(hands for _, _, hands in schedule[:-1]), start=1):
            left = last_hand - self.session.hand_number + 1
            if left > 0:
                return text(f"holdem.level.{'one' if left == 1 else 'many'}", level=level, hands=left)
        return text("holdem.last_level" if schedule else "holdem.match")

    # ---- at the seats ---------------------------------------------------------------------------------------
    def does(self, word: str) -> str:
        """Return "Checks", "Raises" or nothing."""
        return text(f"holdem.does.{word}") if word else ""

    def below_bet(self, word: str) -> str:
        """Return the word under a bet: "bets", "small blind"."""
        return text(f"holdem.below.{word}") if word and word not in ("check", "fold") else ""

    def hand_in_words(self, player: Player, board: int) -> str:
        """Return what somebody holds: "Pair of kings, flush draw"."""
        return capitalized(hand_words(self.state.hole[player], self.state.board[:board], _phrases()))

    # ---- the log --------------------------------------------------------------------------------------------
    def log(self) -> list[LogStreet]:
        """Return the hand street by street."""
        lines: dict[Street, list[LogLine]] = {Street.PREFLOP: []}
        for before, step in self.actions():
            after = step.state
            assert isinstance(after, HoldemState)
            own = step.player == self.own_player
            closes = after.betting.actor is None
            pot = text("holdem.log_pot", amount=self.amounts.write(after.betting.pot)) if closes else ""
            who = (self.own_name or text("seats.you")) if own else self.name
            action_words = self.action_words(before, step.action, own=own and not self.own_name)
            lines.setdefault(before.street, []).append(LogLine(who, action_words, pot, own))
        streets = []
        for street in Street:
            cards = self.cards_of(street)
            if street in lines or cards:
                name = text(f"holdem.streets.{street.name.lower()}")
                streets.append(LogStreet(name, cards, tuple(lines.get(street, ()))))
        if not lines[Street.PREFLOP]:
            streets[0] = LogStreet(streets[0].name, (), (LogLine("", text("holdem.blinds_in")),))
        return streets

    def cards_of(self, street: Street) -> tuple[str, ...]:
        """Return the codes of the cards that came on a street, as far as they are shown."""
        before = BOARD_CARDS[Street(street - 1)] if street else 0
        return tuple(code_of(card) for card in self._board[before : BOARD_CARDS[street]])

    @property
    def _board(self) -> tuple[Card, ...]:
        """The shared cards that are shown."""
        state = self.steps[-1].state if self.steps else None
        return state.board if isinstance(state, HoldemState) else ()

    def actions(self) -> Iterator[tuple[HoldemState, Step]]:
        """Return every action with the state before it."""
        for before, step in pairwise(self.steps):
            if step.player != CHANCE and isinstance(before.state, HoldemState):
                yield before.state, step

    def action_words(self, before: HoldemState, action: Action, *, own: bool) -> str:
        """Return an action as the log tells it: "raise to 250", "calls"."""
        amount = self.amounts.write(action - before.betting.round_start) if action > CALL else ""
        all_in = action > CALL and before.betting.puts_all_in(action)
        kind = "all_in" if all_in else before.kind(action).name.lower()
        return text(f"holdem.did.{'you' if own else 'they'}.{kind}", amount=amount)

    # ---- the result -----------------------------------------------------------------------------------------
    def result(self) -> tuple[str, str]:
        """Return who won how much with what, and both hands in words."""
        net = round(self.state.returns()[self.own_player])
        amount = self.amounts.write(abs(net))
        ended = self._match_end(net)
        if self.state.betting.folded is not None:
            key = "they_folded" if net > 0 else "you_folded"
            said = text("holdem.you_win" if net > 0 else "holdem.you_lose", amount=amount)
            return said, ended or text(f"holdem.{key}", name=self.name)
        players = (self.own_player, 1 - self.own_player)
        board, phrases = self.state.board, _phrases()
        holes = [self.state.hole[player] for player in players]
        own = words_against(holes[0], holes[1], board, phrases)
        other = words_against(holes[1], holes[0], board, phrases)
        if net == 0:
            said = text("holdem.split")
        else:
            key = "holdem.you_win_with" if net > 0 else "holdem.you_lose_to"
            winner, loser = holes if net > 0 else holes[::-1]
            hand = words_against(winner, loser, board, _phrases("with_article"))
            said = text(key, amount=amount, hand=hand)
        return said, ended or text("holdem.both_hands", own=own, name=self.name, other=other)

    def _match_end(self, net: int) -> str:
        if not self.session.over:
            return ""
        return text("holdem.match_won" if net > 0 else "holdem.match_lost", name=self.name)

    # ---- the dice -------------------------------------------------------------------------------------------
    def die(self, before: HoldemState, decision: Decision) -> str:
        """Say what was rolled and which numbers meant that action; empty where nothing was thrown for."""
        die = die_of(decision)
        if die is None:
            return ""
        band = next(band for band in die.bands if band.first <= die.number <= band.last)
        first, last, what = number(band.first), number(band.last), self.short(before, band.action)
        key = "holdem.band" if first != last else "holdem.band_of_one"
        meaning = text(key, first=first, last=last, what=what)
        return text("holdem.rolled", number=number(die.number), sides=number(die.sides), meaning=meaning)

    def short(self, before: HoldemState, action: Action) -> str:
        """Return an action in a word or two: "call", "raise to 1,500", "all-in 19,800"."""
        if action == FOLD:
            return text("holdem.short.fold")
        kind = before.kind(action)
        if action == CALL:
            return text("holdem.short.check" if kind == ActionKind.CHECK else "holdem.short.call")
        amount = self.amounts.write(action - before.betting.round_start)
        key = "all_in" if before.betting.puts_all_in(action) else kind.name.lower()
        return text(f"holdem.short.{key}", amount=amount)


@cache
def _phrases(*books: str) -> Mapping[str, str]:
    """Return the phrases for hands; phrases in `books` take precedence over those in the book "hands"."""
    phrases = {}
    for key in ENGLISH:
        known = (
            f"holdem.{book}.{key}" for book in (*books, "hands") if english().known(f"holdem.{book}.{key}")
        )
        phrases[key] = text(next(known), **{field: f"{{{field}}}" for field in PHRASE_FIELDS})
    return phrases
