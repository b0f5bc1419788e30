"""A minimal dealer of the ACPC protocol 2.0.0 on loopback, with a player of its own, and one that says anything."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from types import TracebackType
from typing import Self, TextIO

from game.core import CHANCE, Action
from game.match import acpc
from game.match.history import HandRecord
from game.rules import cards
from game.rules.betting import HoldemRules
from game.rules.holdem import BOARD_CARDS, HoldemState

RULES = HoldemRules()
Decide = Callable[[HoldemState, random.Random], Action]


def wild(state: HoldemState, rng: random.Random) -> Action:
    """Do anything that is legal, most often something cheap."""
    legal = state.legal_actions()
    return legal[rng.randrange(min(len(legal), rng.choice([2, 2, 2, 100, 30_000])))]


def match_state(state: HoldemState, player: int, number: int) -> str:
    """Write what `player` sees."""
    shown = state.showdown() is not None
    hole = "|".join(
        cards.names(hand) if shown or who == player else "" for who, hand in enumerate(state.hole)
    )
    ends = [end for end in BOARD_CARDS.values() if end <= len(state.board)]
    board = "".join("/" + cards.names(state.board[a:b]) for a, b in pairwise(ends))
    return f"MATCHSTATE:{player}:{number}:{state.betting.acpc}:{hole}{board}"


class LoopbackDealer:
    """Listens on loopback and deals `hands` to one client, the other seat played by `decide`; keeps a log."""

    def __init__(self, hands: int, decide: Decide = wild, seed: int = 0) -> None:
        self.log = [acpc.header(RULES)]
        self.faults: list[str] = []
        self._hands, self._decide, self._seed = hands, decide, seed
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._thread.join(60)
        self._server.close()

    def _serve(self) -> None:
        client, _ = self._server.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with client, client.makefile("rw", encoding="ascii", newline="") as line:
            self._expect(line.readline(), "VERSION:2.0.0\r\n")
            for number in range(self._hands):
                if self.faults:
                    return
                self._deal(line, number)

    def _expect(self, said: str, due: str) -> None:
        if said != due:
            self.faults.append(f"{said!r} where {due!r} was due")

    def _deal(self, line: TextIO, number: int) -> None:
        rng = random.Random(f"{self._seed}/{number}")
        deck = rng.sample(cards.DECK, 9)
        state, events, client = HoldemState(RULES), [], number % 2
        while True:
            while state.current_player() == CHANCE:
                events.append(deck[len(state.dealt)])
                state = state.child(events[-1])
            said = match_state(state, client, number)
            line.write(f"{said}\r\n")
            line.flush()
            if state.is_terminal():
                break
            if state.current_player() == client:
                answer = line.readline()
                if not answer.startswith(f"{said}:") or not answer.endswith("\r\n"):
                    self.faults.append(f"{answer!r} to {said!r}")
                    return
                action = acpc.action(answer[len(said) + 1 : -2])
            else:
                action = self._decide(state, rng)
            events.append(action)
            state = state.child(action)
        names = ("client", "dealer") if client == 0 else ("dealer", "client")
        self.log.append(acpc.to_acpc(HandRecord(RULES, tuple(events), names, number)))


@contextmanager
def dealer_that_says(data: bytes) -> Iterator[int]:
    """Listen on loopback, say `data` to whoever connects, and close; yields the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            client, _ = server.accept()
            with client:
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
                with suppress(ConnectionResetError):
                    while client.recv(4096):
                        pass

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(10)


class Script:
    """A dealer in this process that says fixed lines and keeps the answers."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.said: list[str] = []
        self._lines = lines

    def lines(self) -> Iterator[str]:
        return iter(self._lines)

    def send(self, line: str) -> None:
        self.said.append(line)
