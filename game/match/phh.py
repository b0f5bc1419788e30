"""A finished hand of Hold'em as a list of events, and its text in the poker hand history format (PHH).

PHH (Kim 2023, arXiv 2312.11753) is TOML. In heads-up, p1 is the big blind and p2 the button. `cbr N` is a bet
or raise to N chips in this betting round, `cc` a check or call, and `sm` shows cards. A .phhs file has a
numbered section for each hand. Text that is not a complete, legal heads-up Hold'em hand raises BadInput.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game import texts
from game.core import CHANCE, Action, BadInput, IllegalAction, Player
from game.match.session import HandResult
from game.match.table_spec import TableSpec
from game.quoting import quoted
from game.rules.betting import CALL, FOLD, HoldemRules, Pair, PublicBetting
from game.rules.cards import Card
from game.rules.cards import names as card_names
from game.rules.cards import parse as parse_cards
from game.rules.holdem import BOARD_CARDS, HOLE_CARDS, HoldemState

PLAYERS = ("big blind", "button")


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A finished hand: the table, all events including deals, and the names of the players (big blind first).

    `end` caches the state after the last event, so that the hands of a log are not replayed twice.
    """

    rules: HoldemRules
    actions: tuple[Action, ...]
    names: tuple[str, str] = PLAYERS
    number: int = 1
    end: HoldemState | None = field(default=None, repr=False, compare=False)

    def states(self) -> Iterator[HoldemState]:
        """Yield the state before the first event, and the state after each event.

        Raises:
            IllegalAction: If an event is illegal.
        """
        state = HoldemState(self.rules)
        yield state
        for action in self.actions:
            state = state.child(action)
            yield state

    def final_state(self) -> HoldemState:
        """Return the state after the last event."""
        if self.end is not None:
            return self.end
        *_, final = self.states()
        return final


class HandReplay:
    """Replays a hand that was read from text. An illegal event raises a BadInput that quotes the event's text."""

    def __init__(self, rules: HoldemRules) -> None:
        self.state = HoldemState(rules)
        self._actions: list[Action] = []

    def deal_hole(self, hole: Sequence[Sequence[Card]]) -> None:
        """Deal two cards to each player.

        Raises:
            BadInput: If a player does not get two cards.
        """
        if [len(cards) for cards in hole] != [2, 2]:
            raise BadInput(texts.text("match_errors.replay.hole_cards"))
        for cards in hole:
            for card in cards:
                self._apply(card, "hole")

    def deal_board(self, cards: Sequence[Card]) -> None:
        """Deal cards of the board.

        Raises:
            BadInput: If more cards are dealt than are due now.
        """
        for card in cards:
            if self.state.current_player() != CHANCE:
                raise BadInput(texts.text("match_errors.replay.board_full"))
            self._apply(card, "board")

    def deal_what_is_due(self, board: Iterator[Card]) -> None:
        """Deal cards from `board` until a player is to act, the hand is over, or no card of `board` is left."""
        while self.state.current_player() == CHANCE:
            card = next(board, None)
            if card is None:
                return
            self._apply(card, "board")

    def act(self, action: Action, event: str, player: Player | None = None) -> None:
        """Take an action of the player to act. `event` is the action in words, for an error.

        Raises:
            BadInput: If cards are due first, if the action is illegal, or if it is not the turn of `player`.
        """
        actor = self.state.current_player()
        if actor == CHANCE:
            raise BadInput(texts.text("match_errors.replay.deal_first", event=event))
        if player is not None and player != actor:
            raise BadInput(texts.text("match_errors.replay.turn", event=event))
        self._apply(action, "event", event)

    def record(self, names: tuple[str, str], number: int) -> HandRecord:
        """Return the finished hand.

        Raises:
            BadInput: If the hand is not over.
        """
        if not self.state.is_terminal():
            raise BadInput(texts.text("match_errors.replay.unfinished"))
        return HandRecord(self.state.rules, tuple(self._actions), names, number, self.state)

    def _apply(self, action: Action, kind: str, event: str = "") -> None:
        try:
            self.state = self.state.child(action)
        except IllegalAction as error:
            said = texts.text(f"match_errors.replay.{kind}", event=event, reason=str(error))
            raise BadInput(said) from error
        self._actions.append(action)


def finishing_stacks(final: HoldemState) -> Pair:
    first, second = final.returns()
    return final.rules.stacks[0] + first, final.rules.stacks[1] + second


def pots(spec: TableSpec, results: Sequence[HandResult], known: int = 0) -> list[int]:
    """Return the final pot in chips of each hand of a session, except for the first `known` hands.

    `results` must also contain the first `known` hands, because they determine the stacks. If a hand has illegal
    actions (from an edited save), its pot is assumed to be twice the amount won.
    """
    found, stacks = [], spec.stacks
    for index, result in enumerate(results):
        if index >= known:
            found.append(_compute_pot(spec, stacks, result))
        if spec.form == "match":
            stacks = stacks[0] + round(result.returns[0]), stacks[1] + round(result.returns[1])
    return found


def _compute_pot(spec: TableSpec, stacks: tuple[int, int], result: HandResult) -> int:
    seat = result.player_0_seat
    small, big = spec.blinds_of_hand(result.number)
    try:
        rules = HoldemRules(small, big, (stacks[seat], stacks[1 - seat]), spec.ante)
        return _pot(rules, result.actions)
    except IllegalAction:
        return round(2 * abs(result.returns[0]))


def _pot(rules: HoldemRules, actions: Sequence[int]) -> int:
    betting = PublicBetting.start(rules)
    for action in actions:
        if betting.actor is None:
            betting = betting.next_round()
        betting = betting.child(action)
    return betting.pot


_HOLE = re.compile(r"d dh p([12]) (\S+)")
_BOARD = re.compile(r"d db (\S+)")
_BET = re.compile(r"p([12]) (f|cc|cbr (\d{1,12}))", re.ASCII)
_SHOW = re.compile(r"p([12]) sm(?: (\S+))?")
MAX_KEY_PARTS = 16
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:\.[ \t]*+{_PART}){{{MAX_KEY_PARTS}}}")
"""Matches a dotted key with too many parts. The memory of `tomllib` grows with the square of their number."""


def to_phh(record: HandRecord) -> str:
    """Return one finished hand in PHH."""
    rules = record.rules
    return (
        "variant = 'NT'\n"
        f"antes = [{rules.ante}, {rules.ante}]\n"
        f"blinds_or_straddles = [{rules.small_blind}, {rules.big_blind}]\n"
        f"min_bet = {rules.big_blind}\n"
        f"starting_stacks = {list(rules.stacks)}\n"
        f"actions = {_toml_list(_events(record))}\n"
        f"hand = {record.number}\n"
        f"players = {_toml_list(record.names)}\n"
        f"finishing_stacks = {list(finishing_stacks(record.final_state()))}\n"
    )


def from_phh(text: str) -> HandRecord:
    return _record(_toml(text))


def to_phhs(records: Iterable[HandRecord]) -> str:
    return "\n".join(f"[{index}]\n{to_phh(record)}" for index, record in enumerate(records, start=1))


def from_phhs(text: str) -> tuple[HandRecord, ...]:
    """Parse every hand of a .phhs file. BadInput names the section that is wrong."""
    return tuple(_section(title, fields) for title, fields in _toml(text).items())


# ---- writing ----------------------------------------------------------------------------------------------
def _events(record: HandRecord) -> Iterator[str]:
    states = list(record.states())
    for before, action, after in zip(states, record.actions, states[1:], strict=False):
        event = _event(before, action, after)
        if event is not None:
            yield event
        if _cards_are_up(after) and not _cards_are_up(before):
            yield from _shows(states[-1])


def _event(before: HoldemState, action: Action, after: HoldemState) -> str | None:
    """Return the line of an event, or None if a later event has the line.

    Cards that are dealt together share one line, which is the line of the last of these cards.
    """
    player = before.current_player()
    if player != CHANCE:
        return f"p{player + 1} {_verb(before, action)}"
    if after.board:
        board = after.board if len(after.board) == 3 else after.board[-1:]
        return f"d db {card_names(board)}" if len(after.board) in BOARD_CARDS.values() else None
    player, second_card = divmod(len(after.dealt) - 1, 2)
    return f"d dh p{player + 1} {card_names(after.hole[player])}" if second_card else None


def _cards_are_up(state: HoldemState) -> bool:
    shown_down = state.is_terminal() and state.betting.folded is None
    return len(state.dealt) >= HOLE_CARDS and (state.betting.is_all_in or shown_down)


def _verb(state: HoldemState, action: Action) -> str:
    if action == FOLD:
        return "f"
    return "cc" if action == CALL else f"cbr {action - state.betting.round_start}"


def _shows(final: HoldemState) -> Iterator[str]:
    """Yield the lines in which both players show their hands.

    The last player to bet or raise in the last round with betting shows first. If nobody bet in this round, the big
    blind shows first.
    """
    last_round = next((played for played in reversed(final.betting.history) if played), ())
    raisers = [player for player, action in last_round if action not in (FOLD, CALL)]
    first = raisers[-1] if raisers else 0
    yield from (f"p{player + 1} sm {card_names(final.hole[player])}" for player in (first, 1 - first))


def _toml_list(texts: Iterable[str]) -> str:
    return "[" + ", ".join(map(_toml_string, texts)) + "]"


def _toml_string(text: str) -> str:
    """Quote a text like JSON, but also escape the one control character that JSON allows and TOML forbids."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# ---- reading ----------------------------------------------------------------------------------------------
def check_keys(text: str) -> None:
    """Check that `tomllib` can read the keys of a text in reasonable memory.

    Raises:
        BadInput: If a dotted key has too many parts.
    """
    if _LONG_KEY.search(text):
        raise BadInput(texts.text("match_errors.phh.key", most=MAX_KEY_PARTS))


def _toml(text: str) -> dict[str, Any]:
    check_keys(text)
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise BadInput(texts.text("match_errors.phh.nested")) from error
    except ValueError as error:  # malformed, or a number of thousands of digits
        raise BadInput(texts.text("match_errors.phh.toml", reason=str(error))) from error


def _section(title: str, fields: object) -> HandRecord:
    if not isinstance(fields, dict):
        raise BadInput(texts.text("match_errors.phh.outside", title=title))
    try:
        return _record(fields)
    except BadInput as error:
        raise BadInput(texts.text("match_errors.phh.hand", title=title, reason=str(error))) from error


def _record(fields: Mapping[str, Any]) -> HandRecord:
    rules = _rules(fields)
    events = [text.partition("#")[0].strip() for text in _field(fields, "actions", _is_texts)]
    replay = HandReplay(rules)
    replay.deal_hole(_hole_cards(events))
    for event in events:
        _play(replay, event)
    names = _field(fields, "players", lambda value: _is_texts(value) and len(value) == 2, list(PLAYERS))
    record = replay.record((names[0], names[1]), _field(fields, "hand", _is_number, 1))
    finishing = list(finishing_stacks(replay.state))
    if fields.get("finishing_stacks", finishing) != finishing:
        raise BadInput(texts.text("match_errors.phh.finishing_stacks", stacks=str(finishing)))
    return record


def _rules(fields: Mapping[str, Any]) -> HoldemRules:
    if fields.get("variant") != "NT":
        raise BadInput(texts.text("match_errors.phh.variant", variant=quoted(fields.get("variant"))))
    ante, other_ante = _field(fields, "antes", _is_two_numbers)
    if ante != other_ante:
        raise BadInput(texts.text("match_errors.phh.antes"))
    small, big = _field(fields, "blinds_or_straddles", _is_two_numbers)
    first, second = _field(fields, "starting_stacks", _is_two_numbers)
    if _field(fields, "min_bet", _is_number) != big:
        raise BadInput(texts.text("match_errors.phh.min_bet", chips=big))
    return HoldemRules(small, big, (first, second), ante)


def _hole_cards(events: Sequence[str]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    dealt: dict[str, str] = {"1": "", "2": ""}
    for event in events:
        found = _HOLE.fullmatch(event)
        if found is not None:
            dealt[found[1]] += found[2]
    return parse_cards(dealt["1"]), parse_cards(dealt["2"])


def _play(replay: HandReplay, event: str) -> None:
    if not event or _HOLE.fullmatch(event):
        return
    if board := _BOARD.fullmatch(event):
        replay.deal_board(parse_cards(board[1]))
    elif bet := _BET.fullmatch(event):
        replay.act(_action(replay.state, bet), event, player=int(bet[1]) - 1)
    elif show := _SHOW.fullmatch(event):
        _check_shown(replay.state, int(show[1]) - 1, show[2], event)
    else:
        raise BadInput(texts.text("match_errors.phh.event", event=event))


def _action(state: HoldemState, bet: re.Match[str]) -> Action:
    if bet[2] == "f":
        return FOLD
    return CALL if bet[2] == "cc" else state.betting.round_start + int(bet[3])


def _check_shown(state: HoldemState, player: Player, shown: str | None, event: str) -> None:
    if shown not in (None, "-") and set(parse_cards(shown)) != set(state.hole[player]):
        cards = card_names(state.hole[player])
        raise BadInput(texts.text("match_errors.phh.shown", event=event, cards=cards))


_NO_DEFAULT: Any = object()


def _field(
    fields: Mapping[str, Any], key: str, fits: Callable[[Any], bool], default: Any = _NO_DEFAULT
) -> Any:
    value = fields.get(key, default)
    if value is _NO_DEFAULT:
        raise BadInput(texts.text("match_errors.phh.missing", key=key))
    if not fits(value):
        raise BadInput(texts.text("match_errors.phh.field", key=key))
    return value


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_two_numbers(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))
