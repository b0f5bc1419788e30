"""Read ACPC logs and replay the hands by the rules: hands per second, against the package `pokerkit`.

Both programs read the same hands, which two characters have played, and replay each hand to the end. Rounds of the
program and of the peer alternate. The best round of each counts, in processor time.
"""

from __future__ import annotations

import importlib
import importlib.util
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ai import catalog
from ai.commands.benching import Measured
from ai.evaluation.head_to_head import MatchResult, MatchSpec, play_match
from ai.knowledge.logs import BadLine, LogCounts, read_logs
from game.match.acpc import header, to_acpc
from game.rules.games import HOLDEM

ROUNDS = 3
HANDS = 400
PLAYERS = ("sound", "splash")


def acpc_beside_pokerkit() -> Measured:
    """Measure the hands per second of this program, against pokerkit."""
    *_, played = play_match(MatchSpec(HOLDEM, *PLAYERS, hands=HANDS, record=True), catalog.load)
    assert isinstance(played, MatchResult)
    lines = [to_acpc(record) for record in played.records]
    peer = _pokerkit("\n".join(lines)) if importlib.util.find_spec("pokerkit") is not None else None
    best = peer_best = 0.0
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "match.log"
        log.write_text("\n".join([header(played.records[0].rules), *lines]))
        for _ in range(ROUNDS):
            best = max(best, HANDS / _seconds(lambda: _read(log)))
            if peer is not None:
                peer_best = max(peer_best, HANDS / _seconds(peer))
    return Measured(best, None if peer is None else peer_best, "hands/s")


BENCHMARKS = {"log-hands-pokerkit": acpc_beside_pokerkit}


def _read(log: Path) -> None:
    counts = LogCounts()
    assert not any(isinstance(item, BadLine) for item in read_logs([log], counts))
    assert counts.hands == HANDS


def _pokerkit(lines: str) -> Callable[[], None]:
    kit = importlib.import_module("pokerkit")
    game = kit.NoLimitTexasHoldem((), True, 0, (50, 100), 100)

    def read() -> None:
        hands = 0
        for history in kit.HandHistory.from_acpc_protocol(game, 20_000, lines, error_status=True):
            for _ in history:
                pass
            hands += 1
        assert hands == HANDS

    return read


def _seconds(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
