"""The formats of the Annual Computer Poker Competition (ACPC): the lines of a log, and the protocol of a client.

    STATE:7:r300c/cr600f:AsKd|Th2c/7s2hQh:-300|300:ann|bob

The big blind is the first player. `rN` is a raise to N chips over the whole hand. After an all-in call the
remaining rounds are empty (`r20000c///`). Blinds and stacks are not in the line of a hand, but in a separate `#`
line of the log. Text that is not a complete, legal hand raises BadInput.

The client speaks protocol 2.0.0:

    MATCHSTATE:1:30:cr300:|As5d   is answered with   MATCHSTATE:1:30:cr300:|As5d:c

A line holds the position of the client (0 the big blind, 1 the button), the number of the hand, the betting as in a
log, and the cards that the client sees. A `|` separates the hole cards of the two players, and hidden cards are
left out. The board follows, with a `/` before each street. The dealer sends a line after every action of either
player. `parse` raises BadInput for text that is not a legal state of a hand.

The client plays for an agent. It sends the version of the protocol first. The dealer closes the connection when the
match is over. Every line of the dealer must be a legal state, must continue the previous line, and must not be too
long. Otherwise, the client does not answer the line, and ends the match with ConnectionFailed.
"""

from __future__ import annotations

import random
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from game import texts
from game.core import DEFAULT_BUDGET, Action, Agent, BadInput, Budget, ConnectionFailed, IllegalAction, Player
from game.match.phh import HandRecord, HandReplay
from game.quoting import quoted
from game.rules import cards
from game.rules.betting import CALL, FOLD, HoldemRules, Pair, PublicBetting, Street, acpc_word
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS, HoldemInformationState, HoldemState

_LINE = re.compile(
    r"STATE:(?P<number>\d{1,12}):(?P<betting>[^:]*):(?P<hole_0>[^:|/]*)\|(?P<hole_1>[^:|/]*)(?P<board>/[^:|]*)?"
    r":(?P<payoff_0>-?\d{1,12})\|(?P<payoff_1>-?\d{1,12}):(?P<name_0>[^:|]*)\|(?P<name_1>[^:|]*)",
    re.ASCII,
)
_ACTION = re.compile(r"[fc]|r\d{1,12}", re.ASCII)
_HEADER = re.compile(r"#.*\bsb=(\d{1,12}) bb=(\d{1,12}) stack=(\d{1,12})(?:,(\d{1,12}))?\b", re.ASCII)


def to_acpc(record: HandRecord) -> str:
    """Return a finished hand as a line of a log, without a line break.

    Raises:
        BadInput: If a name contains `:` or `|`, or the hand has antes.
    """
    if record.rules.ante:
        raise BadInput(texts.text("match_errors.acpc.antes"))
    for name in record.names:
        if set(name) & set(":|\r\n"):
            raise BadInput(texts.text("match_errors.acpc.name", name=quoted(name)))
    final = record.final_state()
    hole = "|".join(map(cards.names, final.hole))
    board = board_text(final.board)
    return (
        f"STATE:{record.number}:{final.betting.acpc}:{hole}{board}:{_bar(final.returns())}:"
        f"{'|'.join(record.names)}"
    )


def from_acpc(line: str, rules: HoldemRules) -> HandRecord:
    """Parse a line of a log. The hand was played with the blinds and stacks of `rules`.

    Raises:
        BadInput: If the line breaks the format or the rules.
    """
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise BadInput(texts.text("match_errors.acpc.format"))
    replay = HandReplay(rules)
    replay.deal_hole([cards.parse(found["hole_0"]), cards.parse(found["hole_1"])])
    board_words = found["board"] or ""
    board = iter(cards.parse(board_words.replace("/", " ")))
    for word in words(found["betting"]):
        replay.deal_what_is_due(board)
        replay.act(action(word), word)
    replay.deal_what_is_due(board)
    record = replay.record((found["name_0"], found["name_1"]), int(found["number"]))
    final = replay.state
    if final.betting.acpc != found["betting"]:
        fields = {"betting": found["betting"], "right": final.betting.acpc}
        raise BadInput(texts.text("match_errors.acpc.rounds", **fields))
    if board_text(final.board) != board_words:
        right = board_text(final.board)
        raise BadInput(texts.text("match_errors.acpc.board", board=board_words, right=right))
    payoffs = int(found["payoff_0"]), int(found["payoff_1"])
    if payoffs != final.returns():
        fields = {"payoffs": _bar(payoffs), "right": _bar(final.returns())}
        raise BadInput(texts.text("match_errors.acpc.payoffs", **fields))
    return record


def header(rules: HoldemRules) -> str:
    """Return the comment line with the blinds and stacks of the hands that follow."""
    first, second = rules.stacks
    stack = f"{first}" if first == second else f"{first},{second}"
    return f"# sb={rules.small_blind} bb={rules.big_blind} stack={stack}"


def rules_from_header(line: str) -> HoldemRules | None:
    """Return the blinds and stacks in a `#` line of a log, or None if the line is another comment.

    >>> rules_from_header("# seed=1 sb=1 bb=2 stack=200").stacks
    (200, 200)
    """
    found = _HEADER.match(line)
    if found is None:
        return None
    small, big, first, second = found.groups()
    return HoldemRules(int(small), int(big), (int(first), int(second or first)))


def words(betting: str) -> list[str]:
    """Split the actions of a betting round: "cr300c" becomes ["c", "r300", "c"].

    Raises:
        BadInput: If the text contains anything else.
    """
    words = _ACTION.findall(betting)
    if "".join(words) != betting.replace("/", ""):
        raise BadInput(texts.text("match_errors.acpc.actions", betting=betting))
    return words


def action(word: str) -> Action:
    return FOLD if word == "f" else CALL if word == "c" else int(word[1:])


def board_text(board: tuple[Card, ...]) -> str:
    ends = [end for end in BOARD_CARDS.values() if end <= len(board)]
    return "".join("/" + cards.names(board[start:end]) for start, end in pairwise(ends))


def _bar(pair: Pair) -> str:
    return f"{pair[0]}|{pair[1]}"


_STATE = re.compile(
    r"MATCHSTATE:(?P<position>[01]):(?P<hand>\d{1,12}):(?P<betting>[^:]*)"
    r":(?P<hole_0>[^:|/]*)\|(?P<hole_1>[^:|/]*)(?P<board>(?:/[^:|/]*)*)",
    re.ASCII,
)
_CARDS = re.compile(r"(?:[2-9TJQKA][shdc])*", re.ASCII)


@dataclass(frozen=True, slots=True)
class MatchState:
    """A hand as the client sees it. `hole` has the hole cards of each player, empty if they are hidden."""

    text: str
    player: Player
    hand: int
    betting: PublicBetting
    hole: tuple[tuple[Card, ...], tuple[Card, ...]]
    board: tuple[Card, ...]

    @property
    def is_own_turn(self) -> bool:
        return self.betting.actor == self.player

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.betting.folded is not None or (
            self.betting.actor is None and self.betting.street == Street.RIVER
        )

    def information_state(self) -> HoldemInformationState:
        return HoldemInformationState(self.player, self.hole[self.player], self.board, self.betting)

    def net_chips(self) -> int:
        """Return the client's net result of a finished hand.

        Raises:
            BadInput: If the opponent's cards are hidden at a showdown.
        """
        if self.betting.folded is None and not all(self.hole):
            raise BadInput("a showdown shows the cards of both players")
        dealt = (*self.hole[0], *self.hole[1], *self.board)
        return HoldemState(self.betting.rules, dealt, self.betting).returns()[self.player]

    def answer(self, action: Action) -> str:
        return f"{self.text}:{acpc_word(action)}"


def parse(line: str, rules: HoldemRules) -> MatchState:
    """Parse a line of the dealer. The match is played with the blinds and stacks of `rules`.

    Raises:
        BadInput: If the line is not a legal state.
    """
    found = _STATE.fullmatch(line)
    if found is None:
        raise BadInput("it reads MATCHSTATE:position:hand:betting:cards|cards/board")
    player = int(found["position"])
    betting = _betting(found["betting"], rules)
    first, second = _cards(found["hole_0"]), _cards(found["hole_1"])
    board = _board(found["board"], betting.street)
    dealt = (*first, *second, *board)
    if len(set(dealt)) < len(dealt):
        raise BadInput("a card is dealt twice")
    own, other = (len(first), len(second)) if player == 0 else (len(second), len(first))
    if own != 2 or other not in (0, 2):
        raise BadInput("the reader has two cards, the other player two or none that are shown")
    return MatchState(line, player, int(found["hand"]), betting, (first, second), board)


def check_order(state: MatchState, before: MatchState | None, answer: Action | None = None) -> None:
    """Check that `state` can follow `before`.

    `answer` is the client's reply to `before`, or None if no reply was due.

    Raises:
        BadInput: If `state` cannot follow.
    """
    played = [action for street in state.betting.history for _, action in street]
    if before is None or before.is_over:
        if before is not None and state.hand <= before.hand:
            raise BadInput(f"hand {before.hand} is over, a later one is due")
        if played:
            raise BadInput("a hand begins before anybody has acted")
        return
    if (state.hand, state.player) != (before.hand, before.player):
        raise BadInput(f"hand {before.hand} is not over")
    known = [action for street in before.betting.history for _, action in street]
    if len(played) != len(known) + 1 or played[:-1] != known or answer not in (None, played[-1]):
        due = "what was answered" if answer is not None else "one action"
        raise BadInput(f'the betting is not "{before.betting.acpc}" and {due} more')
    if (
        state.hole[state.player] != before.hole[before.player]
        or state.board[: len(before.board)] != before.board
    ):
        raise BadInput("the cards have changed within the hand")


def _betting(text: str, rules: HoldemRules) -> PublicBetting:
    """Replay the betting of a line, round by round, and return the final betting."""
    betting = PublicBetting.start(rules)
    for number, played in enumerate(text.split("/")):
        if number:
            if betting.actor is not None or betting.folded is not None or betting.street == Street.RIVER:
                raise BadInput(f'betting "{text}": a round begins where none can')
            betting = betting.next_round()
        for word in words(played):
            try:
                betting = betting.child(action(word))
            except IllegalAction as error:
                raise BadInput(f'betting "{text}": {error}') from error
    if betting.actor is None and betting.folded is None and betting.street != Street.RIVER:
        raise BadInput(f'betting "{text}": the next round has not begun')
    return betting


def _cards(text: str) -> tuple[Card, ...]:
    """Parse cards without separators. The caller checks for duplicates when all cards of the line are known."""
    if not _CARDS.fullmatch(text):
        raise BadInput(f'"{cards.quote_typed(text)}" is not a list of cards like AsTd')
    return tuple(cards.parse(text[start : start + 2])[0] for start in range(0, len(text), 2))


def _board(text: str, street: Street) -> tuple[Card, ...]:
    """Parse the board up to a street. In the text, a `/` precedes the cards of each street."""
    parts = [_cards(part) for part in text.split("/")[1:]]
    due = [end - start for start, end in pairwise(BOARD_CARDS.values())][: int(street)]
    if [len(part) for part in parts] != due:
        raise BadInput(
            f'board "{cards.quote_typed(text)}": {sum(due)} cards are due, with a / before each street'
        )
    return tuple(card for part in parts for card in part)


VERSION = "VERSION:2.0.0"
LONGEST_LINE = 65_536  # bytes
CONNECT_SECONDS = 10.0
COMMENTS = ("#", ";")


class DealerConnection(Protocol):
    """A connection to the dealer that sends and receives lines. The lines are without line breaks."""

    def lines(self) -> Iterator[str]:
        """Yield the dealer's lines until the dealer closes the connection."""

    def send(self, line: str) -> None: ...


@dataclass(frozen=True, slots=True)
class ClientHand:
    """A finished hand: its number, and the chips that the agent won."""

    number: int
    chips: int


def play(
    dealer: DealerConnection, agent: Agent, rules: HoldemRules, seed: int = 0, budget: Budget = DEFAULT_BUDGET
) -> Iterator[ClientHand]:
    """Play until the dealer closes the connection, and yield each hand when the hand ends.

    Raises:
        ConnectionFailed: If the dealer breaks the protocol.
    """
    dealer.send(VERSION)
    before: MatchState | None = None
    answer = None
    for line in dealer.lines():
        if not line or line.startswith(COMMENTS):
            continue
        try:
            state = parse(line, rules)
            check_order(state, before, answer)
            net = state.net_chips() if state.is_over else 0
        except BadInput as error:
            raise ConnectionFailed(f"The dealer sent {quoted(line)}, which cannot be: {error}.") from error
        before, answer = state, None
        if state.is_over:
            yield ClientHand(state.hand, net)
        elif state.is_own_turn:
            rng = random.Random(f"{seed}/{state.hand}/{state.player}/{state.betting.acpc}")
            answer = agent.decide(state.information_state(), rng, budget).action
            dealer.send(state.answer(answer))
    if before is None:
        raise ConnectionFailed("The dealer closed the connection before the first hand.")
    if not before.is_over:
        raise ConnectionFailed(f"The dealer closed the connection in the middle of hand {before.hand}.")


@contextmanager
def connected(host: str, port: int) -> Iterator[DealerConnection]:
    """Connect to the dealer.

    Raises:
        ConnectionFailed: If the dealer does not answer.
    """
    try:
        line = socket.create_connection((host, port), CONNECT_SECONDS)
    except (OSError, UnicodeError) as error:
        raise ConnectionFailed(f"No dealer answers at {host}:{port}: {_reason(error)}.") from error
    with line:
        line.settimeout(None)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)  # detects a dealer whose machine is gone
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # answers are short and urgent
        yield _Line(line)


class _Line:
    """A `DealerConnection` over a socket."""

    def __init__(self, line: socket.socket) -> None:
        self._socket = line
        self._reader = line.makefile("rb")

    def lines(self) -> Iterator[str]:
        while data := self._read():
            if not data.endswith(b"\n"):
                said = (
                    "sent a line without end" if len(data) > LONGEST_LINE else "went in the middle of a line"
                )
                raise ConnectionFailed(f"The dealer {said}.")
            yield data.decode("ascii", "backslashreplace").rstrip("\r\n")

    def send(self, line: str) -> None:
        try:
            self._socket.sendall(f"{line}\r\n".encode("ascii"))
        except OSError as error:
            raise ConnectionFailed(f"The connection to the dealer is lost: {_reason(error)}.") from error

    def _read(self) -> bytes:
        try:
            return self._reader.readline(LONGEST_LINE + 1)
        except OSError as error:
            raise ConnectionFailed(f"The connection to the dealer is lost: {_reason(error)}.") from error


def _reason(error: OSError | UnicodeError) -> str:
    return getattr(error, "strerror", None) or str(error)
