"""Plays an agent as a client of an ACPC dealer, protocol 2.0.0: sends the version, then answers on its turn.

The dealer sends line after line and closes the connection when the match is over. Every line is checked: it must be
a legal state, follow the line before, and not be too long. Any violation ends the match with ConnectionFailed; the
client never answers a line that it does not understand.
"""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from game.core import DEFAULT_BUDGET, Agent, BadInput, Budget, ConnectionFailed
from game.match.matchstate import MatchState, check_order, parse
from game.quoting import quoted
from game.rules.betting import HoldemRules

VERSION = "VERSION:2.0.0"
LONGEST_LINE = 65_536  # bytes
CONNECT_SECONDS = 10.0
COMMENTS = ("#", ";")


class DealerConnection(Protocol):
    """A connection to the dealer: lines without line breaks."""

    def lines(self) -> Iterator[str]:
        """Yield the dealer's lines until it closes."""

    def send(self, line: str) -> None:
        """Send a line to the dealer."""


@dataclass(frozen=True, slots=True)
class ClientHand:
    """A finished hand: its number, and the chips that the agent won."""

    number: int
    chips: int


def play(
    dealer: DealerConnection, agent: Agent, rules: HoldemRules, seed: int = 0, budget: Budget = DEFAULT_BUDGET
) -> Iterator[ClientHand]:
    """Play until the dealer closes, and yield every hand as it ends; ConnectionFailed if the dealer is wrong."""
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
    """Connect to the dealer; ConnectionFailed if it does not answer."""
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
