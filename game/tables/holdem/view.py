"""The view of a Hold'em hand and its texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from typing import ClassVar

from game.core import CHANCE, Action, Decision, Player, Seat, State
from game.match.session import Session, Step
from game.rules.betting import CALL, FOLD, Street
from game.rules.cards import Card, high_first
from game.rules.hand_rank import ENGLISH_PHRASES, describe_hand, describe_hand_against
from game.rules.holdem import BOARD_CARDS, BUTTON, HOLE_CARDS, HoldemState
from game.study.amounts import Amounts
from game.study.play import make_die
from game.tables.duplicate import deal_comes_again, kind_note
from game.tables.game_view import GameView
from game.tables.holdem.scene import (
    HandScene,
    animate,
    best_five,
    board_of_scene,
    flights,
    pot,
    pot_word,
    resting_scene,
    total_pot,
    turned_board,
)
from game.texts import Texts, capitalize, current, join_sentences, number, plural, text
from game.window.frame.table_frame import DrawnTable
from game.window.ui.animation import AnimationStep
from game.window.ui.canvas.painter import Pattern
from game.window.views import poker_table
from game.window.views.cards import CardPicture, SeatPicture, card_code
from game.window.views.hand_log import HandLogLine, LogStreet, name_replacement
from game.window.views.poker_table import BOTTOM, TOP, BetPicture, TablePicture

PHRASE_FIELDS = ("first", "second", "first_plural", "second_plural", "hand")


@dataclass(frozen=True, slots=True)
class HandWords:
    """The texts for one hand of a session after the shown `steps`, from the view of `own_seat`.

    `own_name` is the name of the player in `own_seat` if this player is an agent.
    """

    session: Session
    own_seat: Seat
    name: str
    amounts: Amounts
    steps: tuple[Step, ...]
    own_name: str = ""

    @property
    def state(self) -> HoldemState:
        """The state of the hand after the shown steps."""
        state = self.session.state
        assert isinstance(state, HoldemState)
        return state

    @property
    def own_player(self) -> Player:
        return self.session.get_player(self.own_seat)

    # ---- the header -----------------------------------------------------------------------------------------
    def subtitle(self) -> str:
        """Return the blinds, the level of a match, the kind of table, and the number of the hand or of the deal."""
        spec = self.session.spec
        blinds = f"{number(self.state.rules.small_blind)}/{number(self.state.rules.big_blind)}"
        parts = (
            text("holdem.blinds", blinds=blinds),
            self._level() if spec.form == "match" else "",
            kind_note(spec, self.session.hand_number),
        )
        return join_sentences(*parts)

    def _level(self) -> str:
        """Return a text with the number of hands until the blinds rise, or a text that they rise no more."""
        schedule = self.session.spec.schedule
        for level, last_hand in enumerate(accumulate(hands for _, _, hands in schedule[:-1]), start=1):
            left = last_hand - self.session.hand_number + 1
            if left > 0:
                return plural("holdem.level", left, level=level)
        return text("holdem.last_level" if schedule else "holdem.match")

    # ---- at the seats ---------------------------------------------------------------------------------------
    def does(self, word: str) -> str:
        return text(f"holdem.does.{word}") if word else ""

    def describe_hand(self, player: Player, board: int) -> str:
        """Return a description of a player's hand, like "Pair of kings, flush draw".

        At a showdown, the descriptions include the kickers that decide between the two hands.
        """
        state, phrases = self.state, _phrases(current())
        own, other, seen = state.hole[player], state.hole[1 - player], state.board[:board]
        is_shown = state.is_terminal() and state.betting.folded is None and not self.session.hidden_players
        if is_shown and board == len(state.board):
            return capitalize(describe_hand_against(own, other, seen, phrases))
        return capitalize(describe_hand(own, seen, phrases))

    # ---- the log --------------------------------------------------------------------------------------------
    def log(self) -> list[LogStreet]:
        """Return the log of the hand, street by street."""
        lines: dict[Street, list[HandLogLine]] = {Street.PREFLOP: []}
        for before, step in self.actions():
            after = step.state
            assert isinstance(after, HoldemState)
            own = step.player == self.own_player
            closes = after.betting.actor is None
            pot = text("holdem.log_pot", amount=self.amounts.write(after.betting.pot)) if closes else ""
            who = (self.own_name or text("seats.you")) if own else self.name
            action_words = self.action_words(before, step.action, own=own and not self.own_name)
            what = name_replacement(action_words, step.decision)
            lines.setdefault(before.street, []).append(HandLogLine(who, what, pot, own))
        streets = []
        for street in Street:
            cards = self.street_cards(street)
            if street in lines or cards:
                name = text(f"holdem.streets.{street.name.lower()}")
                streets.append(LogStreet(name, cards, tuple(lines.get(street, ()))))
        if not lines[Street.PREFLOP]:
            streets[0] = LogStreet(streets[0].name, (), (HandLogLine("", text("holdem.blinds_in")),))
        return streets

    def street_cards(self, street: Street) -> tuple[str, ...]:
        before = BOARD_CARDS[Street(street - 1)] if street else 0
        return tuple(card_code(card) for card in self._board[before : BOARD_CARDS[street]])

    @property
    def _board(self) -> tuple[Card, ...]:
        state = self.steps[-1].state if self.steps else None
        return state.board if isinstance(state, HoldemState) else ()

    def actions(self) -> Iterator[tuple[HoldemState, Step]]:
        """Yield every action of the hand, with the state before it."""
        for before, step in pairwise(self.steps):
            if step.player != CHANCE and isinstance(before.state, HoldemState):
                yield before.state, step

    def action_words(self, before: HoldemState, action: Action, *, own: bool) -> str:
        """Return an action in the form of the log, like "raise to 250" or "calls"."""
        kind, chips = before.betting.name(action)
        return text(f"holdem.did.{'you' if own else 'they'}.{kind}", amount=self.amounts.write(chips))

    # ---- the result -----------------------------------------------------------------------------------------
    def result(self) -> tuple[str, str]:
        """Return two texts about the result.

        The first text has the winner, the amount and the winning hand. The second text describes both hands.
        """
        net = round(self.state.returns()[self.own_player])
        amount = self.amounts.write(abs(self.session.net_returns[self.own_player]))
        ended = text("holdem.match_won" if net > 0 else "holdem.match_lost", name=self.name)
        ended = ended if self.session.over else ""
        if self.state.betting.folded is not None:
            key = "they_folded" if net > 0 else "you_folded"
            said = text("holdem.you_win" if net > 0 else "holdem.you_lose", amount=amount)
            return said, ended or text(f"holdem.{key}", name=self.name)
        if self.session.hidden_players:
            key = "holdem.split" if net == 0 else "holdem.you_win" if net > 0 else "holdem.you_lose"
            return text(key, amount=amount), ended or text("holdem.hidden_hand")
        players = (self.own_player, 1 - self.own_player)
        board, phrases = self.state.board, _phrases(current())
        holes = [self.state.hole[player] for player in players]
        own = describe_hand_against(holes[0], holes[1], board, phrases)
        other = describe_hand_against(holes[1], holes[0], board, phrases)
        if net == 0:
            said = text("holdem.split")
        else:
            key = "holdem.you_win_with" if net > 0 else "holdem.you_lose_to"
            winner, loser = holes if net > 0 else holes[::-1]
            hand = describe_hand_against(winner, loser, board, _phrases(current(), "with_article"))
            said = text(key, amount=amount, hand=hand)
        return said, ended or text("holdem.both_hands", own=own, name=self.name, other=other)

    # ---- the dice -------------------------------------------------------------------------------------------
    def die(self, before: HoldemState, decision: Decision) -> str:
        """Return a text about the rolled number, the selected action, and all numbers that select this action.

        The text is empty if nothing was rolled.
        """
        die = make_die(decision)
        if die is None:
            return ""
        band = next(band for band in die.bands if band.first <= die.number <= band.last)
        first, last, what = number(band.first), number(band.last), self.short(before, band.action)
        key = "holdem.band" if first != last else "holdem.band_of_one"
        meaning = text(key, first=first, last=last, what=what)
        return text("holdem.rolled", number=number(die.number), sides=number(die.sides), meaning=meaning)

    def short(self, before: HoldemState, action: Action) -> str:
        """Return a short name of an action, like "call", "raise to 1,500" or "all-in 19,800"."""
        kind, chips = before.betting.name(action)
        return text(f"holdem.short.{kind}", amount=self.amounts.write(chips))


@cache
def _phrases(shown: Texts, *books: str) -> Mapping[str, str]:
    """Return the phrases for hands in a language.

    Phrases in `books` take precedence over those in "hands".
    """
    phrases = {}
    for key in ENGLISH_PHRASES:
        known = (f"holdem.{book}.{key}" for book in (*books, "hands") if shown.has(f"holdem.{book}.{key}"))
        phrases[key] = shown(next(known), **{field: f"{{{field}}}" for field in PHRASE_FIELDS})
    return phrases


class HoldemView(GameView[HandScene, TablePicture]):
    """The view of heads-up no-limit Hold'em."""

    table: ClassVar[DrawnTable] = poker_table

    @property
    def state(self) -> HoldemState:
        """The current state of the hand."""
        state = self.seen.session.state
        assert isinstance(state, HoldemState)
        return state

    @property
    def amounts(self) -> Amounts:
        return Amounts(self.seen.in_blinds, self.state.rules.big_blind, self.seen.session.chip_unit)

    @property
    def words(self) -> HandWords:
        seen = self.seen
        return HandWords(seen.session, seen.below, self.other_name, self.amounts, seen.shown_steps)

    def first_state(self) -> State:
        return HoldemState(self.state.rules)

    def animate(self, before: State, step: Step) -> Sequence[AnimationStep[HandScene]]:
        """Return the animation steps that show a step of the hand.

        For a player, the run-out after an all-in pauses on every street, so that the equities can be read.
        """
        assert isinstance(before, HoldemState)
        if self.seen.open_players is None:
            return animate(before, step, self.own, pauses=True)
        return [animation_step.without_fanfare() for animation_step in animate(before, step, self.own)]

    def role(self, seat: Seat) -> str:
        button = self.seen.session.get_player(seat) == BUTTON
        return text("watch.button" if button else "watch.big_blind")

    def name_action(self, before: State, action: Action) -> str:
        assert isinstance(before, HoldemState)
        return capitalize(self.words.short(before, action))

    def pattern(self, action: Action) -> Pattern:
        return "dots" if action == FOLD else "diagonal" if action > CALL else "solid"

    # ---- the cards and chips ---------------------------------------------------------------------------------
    def picture(self, scene: HandScene | None, share: float) -> TablePicture:
        """Return the cards, chips and seats of a scene after the fraction `share` (0 to 1) of its duration."""
        now, resting = scene or resting_scene(self.state), scene is None
        return TablePicture(
            seats=self.both(lambda player: self._seat(player, now, resting=resting)),
            hole=self.both(lambda player: self._hole(player, now, share)),
            board=board_of_scene(now, share),
            bets=self.both(lambda player: self._bet(player, now)),
            pot_chips=now.pot,
            pot_written="" if any(now.won) else self.amounts.write(pot(now)),
            pot_word=pot_word(pot(now), total_pot(now)),
            button=BOTTOM if self.own == BUTTON else TOP,
            flights=flights(now, self.own, share),
            flourish=share if now.move is not None and now.move.what == "triumph" else 1.0,
        )

    def _seat(self, player: Player, scene: HandScene, *, resting: bool) -> SeatPicture:
        portrait = self.seen.portrait(self.seen.session.get_seat(player))
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
        """Return the description of a player's hand if it is visible, else the player's last action."""
        is_hidden = player in self.seen.session.hidden_players
        if scene.won[player] and scene.state.betting.folded is not None and not self.sees(player):
            return self.words.does("win")
        known = (scene.own_shown if self.sees(player) else scene.other_shown) and not is_hidden
        dealt = len(scene.state.dealt) >= HOLE_CARDS
        if known and dealt and self.seen.app.settings.hand_in_words:
            return self.words.describe_hand(player, turned_board(scene))
        if waits and not self.is_person(player):
            return text("table.thinking")
        return self.words.does(scene.words[player])

    def _is_open_after_fold(self, scene: HandScene) -> bool:
        """Return whether the opponent's cards are shown at the end of the hand because the person has folded."""
        ended = scene.state.is_terminal() and scene.move is None and bool(scene.won[1 - self.own])
        folded = scene.state.betting.folded == self.own
        return ended and folded and self.seen.open_players is None and not deal_comes_again(self.seen.session)

    def _hole(self, player: Player, scene: HandScene, share: float) -> list[CardPicture]:
        own, move, count = self.sees(player), scene.move, scene.hole[player]
        what = (move.what, move.player) if move is not None else ("", 0)
        is_hidden = player in self.seen.session.hidden_players
        is_open = scene.own_shown if own else scene.other_shown or self._is_open_after_fold(scene)
        shown = is_open and not is_hidden
        turns = what[0] == ("own" if own else "other") and not is_hidden
        folded = scene.state.betting.folded == player
        best = best_five(scene)
        cards = high_first(scene.state.hole[player][:count]) or (0,) * count
        return [
            CardPicture(
                card_code(card),
                lit=card in best,
                veiled=own and folded,
                turned=share if turns else float(shown),
                arrived=share if what == ("hole", player) and index == count - 1 else 1.0,
                gone=share if what == ("fold", player) else float(folded and not own),
            )
            for index, card in enumerate(cards)
        ]

    def _bet(self, player: Player, scene: HandScene) -> BetPicture:
        """Return the chips in front of a player: the bet or, after the hand, the winnings with the net result.

        If the pot is split evenly, the chips have no figure.
        """
        if scene.won[player]:
            net = self.seen.session.net_returns[player]
            return BetPicture(scene.won[player], self.amounts.signed(net) if net else "")
        amount = scene.bets[player]
        word = scene.words[player]
        below = text(f"holdem.below.{word}") if word not in ("", "check", "fold") else ""
        return BetPicture(amount, self.amounts.write(amount), below)
