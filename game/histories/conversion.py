"""Converts hands of poker rooms to hands of the history: heads-up hands completely, others from the flop on.

A big blind is converted to 100 chips, or to the smallest multiple of 100 for which every amount of the hand
is a whole number, so that nothing is rounded. A hand of a larger table is converted if exactly two players
act after the flop. To start the flop with the right pot, the converted hand begins with invented actions. The
two players raise and call with their own chips, and pay the chips of the folded players as antes, half each.

Unknown hole cards are drawn at random, so that the rules can deal the hand, and are marked as hidden. At a
showdown, the drawn cards agree with the result.
"""

from __future__ import annotations

import math
import random
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from game.archive.code import Dealt
from game.archive.hands import OWN, Origin, PlayedHand
from game.core import CHANCE, Action, BadInput
from game.histories.hand import NOTHING, POSTS, Kind, RoomHand, RoomMove, Unusable, refuse
from game.match.phh import HandRecord, HandReplay
from game.match.table_spec import TableSpec
from game.quoting import escape_controls
from game.rules import games
from game.rules.betting import BIG_BLIND, BUTTON, CALL, FOLD, HoldemRules
from game.rules.cards import DECK, Card
from game.rules.holdem import HoldemState
from game.texts import text

CHIPS_PER_BLIND = 100
MAX_SCALE = 100_000
"""The maximum size of a big blind, in hundreds of chips."""
MAX_STACK_BLINDS = 1_000_000
MAX_DRAWS = 400
"""The maximum number of draws of hidden cards until they agree with the result."""
MAX_NAME, MAX_UNIT = 60, 12
_DIGITS = re.compile(r"\d+")


def to_played(hand: RoomHand, own_name: str = "") -> PlayedHand:
    """Return the hand for the history.

    `own_name` is the user's name at the room, for rooms that do not mark the user's cards.

    Raises:
        Unusable: If the hand cannot be played by our rules. The message is the reason.
    """
    hero = hand.hero
    if own_name:
        named = [index for index, player in enumerate(hand.players) if player.name == own_name]
        hero = named[0] if named else hero
    play = _whole(hand) if len(hand.players) == 2 else _from_flop(hand)
    return _Conversion(hand, hero, play).convert()


@dataclass(frozen=True, slots=True)
class _Play:
    """The part of a hand that two players play. `players` has the indices of the big blind and the button.

    Each of the two players pays `ante`. At a larger table, the function `before` yields invented actions that
    replace the play before the flop. The argument of `before` is a function that converts an amount to chips.
    """

    players: tuple[int, int]
    moves: tuple[RoomMove, ...]
    stacks: tuple[Decimal, Decimal]
    ante: Decimal
    small_blind: Decimal
    before: Callable[[Callable[[Decimal], int]], Iterator[Action]] | None = None


def _whole(hand: RoomHand) -> _Play:
    """Return the play of a heads-up hand, with all its moves."""
    posts = {move.kind: move for move in hand.moves if move.kind in POSTS}
    if Kind.DEAD in posts:
        raise refuse("histories_errors.table.dead_blind", posts[Kind.DEAD].line)
    if Kind.BIG not in posts and Kind.SMALL not in posts:
        raise refuse("histories_errors.table.no_blinds", hand.line)
    big = posts[Kind.BIG].player if Kind.BIG in posts else 1 - posts[Kind.SMALL].player
    if Kind.SMALL not in posts and hand.players[1 - big].stack > _sum_antes(hand, 1 - big):
        raise refuse("histories_errors.table.no_small_blind", hand.line)
    if hand.button == big:
        line = posts[Kind.BIG].line if Kind.BIG in posts else hand.line
        raise refuse("histories_errors.table.button", line)
    antes = [_sum_antes(hand, index) for index in (0, 1)]
    ante = max(antes)
    for index, paid in enumerate(antes):
        if paid != min(ante, hand.players[index].stack):
            line = next(move.line for move in hand.moves if move.kind == Kind.ANTE)
            raise refuse(f"histories_errors.table.{'unequal_antes' if min(antes) else 'one_ante'}", line)
    pair = big, 1 - big
    return _Play(
        pair,
        tuple(move for move in hand.moves if move.kind not in POSTS),
        (hand.players[big].stack, hand.players[1 - big].stack),
        ante,
        hand.small_blind,
    )


def _sum_antes(hand: RoomHand, player: int) -> Decimal:
    return sum((one.amount for one in hand.moves if one.player == player and one.kind == Kind.ANTE), NOTHING)


def _from_flop(hand: RoomHand) -> _Play:
    """Return the play at a larger table from the flop on, between the two players who see the flop."""
    live = hand.live_after(0)
    if len(hand.board) < 3 or len(live) == 1:
        raise refuse("histories_errors.larger.before_flop", hand.line)
    if len(live) > 2:
        raise refuse("histories_errors.larger.players", hand.line)
    moves = tuple(move for move in hand.moves if move.street > 0)
    if not moves:
        raise refuse("histories_errors.larger.all_in", hand.line)
    order = [*range(hand.button + 1, len(hand.players)), *range(hand.button + 1)]
    first, second = (index for index in order if index in live)
    bets = [
        max((move.total for move in hand.moves if move.street == 0 and move.player == index), default=NOTHING)
        for index in (first, second)
    ]
    if bets[0] != bets[1]:
        raise refuse("histories_errors.larger.different", hand.line)
    pot = sum(hand.put_in(0), NOTHING)
    ante = (pot - 2 * bets[0]) / 2
    behind = [hand.players[index].stack - hand.put_in(0)[index] for index in (first, second)]
    raisers = [move.player for move in hand.moves if move.street == 0 and move.kind == Kind.RAISE]
    bet, raiser = bets[0], raisers[-1] if raisers else None
    if raiser is None and bet != hand.big_blind:
        raise refuse("histories_errors.larger.less", hand.line)
    if raiser not in (None, first, second):
        raise refuse("histories_errors.larger.raiser", hand.line)

    def before(chips: Callable[[Decimal], int]) -> Iterator[Action]:
        total = chips(bet + ante)
        if raiser is None:
            yield from (CALL, CALL)
        elif raiser == second:
            yield from (total, CALL)
        else:
            yield from (CALL, total, CALL)

    return _Play(
        (first, second),
        moves,
        (behind[0] + bet + ante, behind[1] + bet + ante),
        ante,
        min(hand.small_blind, hand.big_blind) or hand.big_blind / 2,
        before,
    )


@dataclass(slots=True)
class _Conversion:
    """The conversion of one hand. `hero` is the index of the user's own seat, None if it is unknown."""

    hand: RoomHand
    hero: int | None
    play: _Play
    scale: int = 1

    def convert(self) -> PlayedHand:
        """Return the hand for the history."""
        self._choose_scale()
        rules = self._rules()
        dealt, final = self._deal(rules)
        spec, flipped = self._spec(rules)
        seats = self.play.players[::-1] if flipped else self.play.players
        nets = [self.hand.nets[player] for player in seats] if self.hand.is_settled else []
        won = final.returns()
        return PlayedHand(
            at=self.hand.at,
            spec=spec,
            actions=tuple(self._actions(rules)),
            returns=(float(won[1]), float(won[0])) if flipped else (float(won[0]), float(won[1])),
            decisions=(),
            deal=dealt,
            origin=Origin(
                self.hand.room,
                self.hand.number,
                escape_controls(self.hand.unit[:MAX_UNIT]),
                f"{self.hand.big_blind:f}",
                f"{self.hand.rake:f}",
                escape_controls(self.hand.table[:MAX_NAME]),
                " ".join(f"{net:f}" for net in nets),
                self.hand.is_cashed_out,
            ),
        )

    def chips(self, amount: Decimal) -> int:
        """Convert an amount to chips. `_choose_scale` has ensured that the result is whole."""
        chips = self._exact_chips(amount) * self.scale
        assert chips.denominator == 1
        return chips.numerator

    def _exact_chips(self, amount: Decimal) -> Fraction:
        """Convert an amount to chips at 100 chips per big blind, as an exact fraction."""
        return Fraction(amount) * CHIPS_PER_BLIND / Fraction(self.hand.big_blind)

    def _choose_scale(self) -> None:
        """Find the smallest big blind, in hundreds of chips, for which every amount is a whole number."""
        amounts = [*self.play.stacks, self.play.ante, self.play.small_blind]
        amounts += [move.total for move in self.hand.moves if move.player in self.play.players]
        if max(amounts) > MAX_STACK_BLINDS * self.hand.big_blind:
            raise refuse("histories_errors.table.stacks", self.hand.line)
        self.scale = math.lcm(*(self._exact_chips(amount).denominator for amount in amounts))
        if self.scale > MAX_SCALE:
            raise refuse("histories_errors.table.fine", self.hand.line)

    def _rules(self) -> HoldemRules:
        first, second = map(self.chips, self.play.stacks)
        try:
            return HoldemRules(
                self.chips(self.play.small_blind),
                self.chips(self.hand.big_blind),
                (first, second),
                self.chips(self.play.ante),
            )
        except BadInput as error:
            raise refuse("histories_errors.table.other", self.hand.line, reason=str(error)) from None

    def _actions(self, rules: HoldemRules) -> Iterator[Action]:
        """Yield the actions in the notation of our rules.

        A bet or raise is written as the total that the player has then put in over the hand.
        """
        if self.play.before is not None:
            yield from self.play.before(self.chips)
        replayed = dict.fromkeys(self.play.players, self.chips(self.play.ante))
        base, street = replayed.copy(), 0
        if self.play.before is not None:
            totals = [
                max(move.total for move in self.hand.moves if move.street == 0 and move.player == index)
                for index in self.play.players
            ]
            base = {
                index: self.chips(self.play.ante + total)
                for index, total in zip(self.play.players, totals, strict=True)
            }
            street = 1
        level = base
        reached = dict(level)
        for move in self.play.moves:
            if move.street != street:
                level, street = dict(reached), move.street
            reached[move.player] = level[move.player] + self.chips(move.total)
            if move.kind == Kind.RAISE:
                yield reached[move.player]
            else:
                yield FOLD if move.kind == Kind.FOLD else CALL

    def _deal(self, rules: HoldemRules) -> tuple[Dealt, HoldemState]:
        """Return the cards and the final state of the hand.

        Unknown hole cards are drawn at random until the hand ends as the room states.
        """
        hand, pair = self.hand, self.play.players
        known = [hand.players[index].cards for index in pair]
        hidden = tuple(player for player in (BIG_BLIND, BUTTON) if not known[player])
        seed = random.Random(f"{hand.room}/{hand.number}")
        rest = [card for card in DECK if card not in {*known[0], *known[1], *hand.board}]
        for _ in range(MAX_DRAWS if hidden else 1):
            drawn = seed.sample(rest, 2 * len(hidden))
            hole = [known[player] or (drawn.pop(), drawn.pop()) for player in (BIG_BLIND, BUTTON)]
            final = self._play(rules, hole)
            if self._agrees(final):
                cards = (*hole[0], *hole[1], *final.board)
                is_from_flop = self.play.before is not None
                return Dealt(cards, hidden, is_from_flop), final
            if final.betting.folded is not None:
                break
            if hidden and not hand.is_settled:
                raise refuse("histories_errors.end.unknown", hand.result_line)
        raise refuse("histories_errors.end.winner", hand.result_line)

    def _play(self, rules: HoldemRules, hole: Sequence[tuple[Card, ...]]) -> HoldemState:
        """Return the final state of the hand with these hole cards.

        Raises:
            Unusable: If an action is not allowed. The error has the line number of the action.
        """
        replay = HandReplay(rules)
        replay.deal_hole(hole)
        board = iter(self.hand.board)
        actions = list(self._actions(rules))
        forced = len(actions) - len(self.play.moves)
        for number, action in enumerate(actions):
            move = self.play.moves[number - forced] if number >= forced else None
            line = move.line if move is not None else self.hand.line
            replay.deal_what_is_due(board)
            try:
                if replay.state.is_terminal():
                    raise refuse("histories_errors.end.action", line)
                replay.act(action, self._name_action(move))
            except Unusable:
                raise
            except BadInput as error:
                raise refuse("histories_errors.sentence", line, reason=str(error)) from None
            if move is not None:
                self._check_actor(replay, move)
        replay.deal_what_is_due(board)
        if not replay.state.is_terminal():
            raise refuse("histories_errors.end.unfinished", self.hand.moves[-1].line)
        if next(board, None) is not None and replay.state.betting.folded is not None:
            raise refuse("histories_errors.end.cards", self.hand.moves[-1].line)
        return replay.state

    def _check_actor(self, replay: HandReplay, move: RoomMove) -> None:
        actor, _ = replay.state.betting.history[-1][-1]
        if self.play.players[actor] != move.player:
            raise refuse("histories_errors.action.turn", move.line)

    def _name_action(self, move: RoomMove | None) -> str:
        if move is None:
            return text("histories_errors.event.invented")
        key = f"histories_errors.event.{move.kind.value}"
        return text(key, name=self.hand.players[move.player].name)

    def _agrees(self, final: HoldemState) -> bool:
        """Return whether the hand ends with the result that the room states. An odd chip may go to either player.

        If the room states no result, return whether a fold or known cards decide the hand.
        """
        folded = final.betting.folded
        if not self.hand.is_settled:
            return folded is not None or not self._is_unknown()
        collected = [self.hand.winnings[index] for index in self.play.players]
        if folded is not None:
            return collected[1 - folded] > 0 and collected[folded] <= 0
        pot = sum(collected, NOTHING)
        won = final.returns()
        if abs(won[0] - won[1]) <= 1:
            smallest = min(Decimal(1).scaleb(_exponent(amount)) for amount in collected)
            return abs(collected[0] - collected[1]) <= 2 * smallest + pot / 100
        winner = 0 if won[0] > won[1] else 1
        return collected[winner] > 0 and collected[1 - winner] <= 0

    def _is_unknown(self) -> bool:
        return any(not self.hand.players[index].cards for index in self.play.players)

    def _spec(self, rules: HoldemRules) -> tuple[TableSpec, bool]:
        """Return the table with the user's own seat first, and whether seat 0 is the button."""
        hand, pair = self.hand, self.play.players
        is_flipped = self.hero == pair[BUTTON]
        roles = (BUTTON, BIG_BLIND) if is_flipped else (BIG_BLIND, BUTTON)
        number = _hand_number(hand)
        button_seat = 0 if is_flipped else 1
        is_even = (number - 1) % 2 == button_seat
        first, second = (self._seat(pair[role]) for role in roles)
        return (
            TableSpec(
                games.HOLDEM,
                (first, second),
                seed=zlib.crc32(f"{hand.room}/{hand.table}".encode()),
                first="seat-0" if is_even else "seat-1",
                small_blind=rules.small_blind,
                big_blind=rules.big_blind,
                stacks=(rules.stacks[roles[0]], rules.stacks[roles[1]]),
                skip=number - 1,
                ante=rules.ante,
            ),
            is_flipped,
        )

    def _seat(self, player: int) -> str:
        if player == self.hero:
            return OWN
        return f"{self.hand.room}/{escape_controls(self.hand.players[player].name[:MAX_NAME])}"


def _exponent(amount: Decimal) -> int:
    exponent = amount.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _hand_number(hand: RoomHand) -> int:
    """Return a number that orders the hands of a table: the number that the room gave, or else the time."""
    digits = _DIGITS.findall(hand.number)
    if len(digits) == 1 and len(digits[0]) <= 15:
        return max(1, int(digits[0]))
    return max(1, int(hand.at) or zlib.crc32(hand.number.encode()))


def record_to_played(record: HandRecord, room: str, number: str, own_name: str = "") -> PlayedHand:
    """Convert a hand of a log to a hand of the history. All cards of the hand must be known."""
    final = record.final_state()
    won, names = final.returns(), record.names
    is_flipped = own_name == names[BUTTON]
    roles = (BUTTON, BIG_BLIND) if is_flipped else (BIG_BLIND, BUTTON)
    seats = [OWN if own_name and names[role] == own_name else f"{room}/{names[role]}" for role in roles]
    rules, hand_number = record.rules, max(1, record.number)
    button_seat = 0 if is_flipped else 1
    states = list(record.states())
    actions = tuple(
        action
        for state, action in zip(states, record.actions, strict=False)
        if state.current_player() != CHANCE
    )
    return PlayedHand(
        at=0.0,
        spec=TableSpec(
            games.HOLDEM,
            (seats[0], seats[1]),
            seed=zlib.crc32("/".join((room, *sorted(names))).encode()),
            first="seat-0" if (hand_number - 1) % 2 == button_seat else "seat-1",
            small_blind=rules.small_blind,
            big_blind=rules.big_blind,
            stacks=(rules.stacks[roles[0]], rules.stacks[roles[1]]),
            skip=hand_number - 1,
            ante=rules.ante,
        ),
        actions=actions,
        returns=(float(won[roles[0]]), float(won[roles[1]])),
        deal=Dealt(final.dealt),
        origin=Origin(room, number, "chips", str(rules.big_blind), "0"),
    )
