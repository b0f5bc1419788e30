"""What is learnt from: the decisions of chosen players in some logs, and which of them are not.

By deal they fall into three parts: most are learnt, some are set aside to choose by (temperatures, and the best
checkpoint), and some are held out of both, for the figures that are told.

Players are chosen by patterns of their names; a pattern with a `!` before it leaves players out. The filter by
strength keeps the decisions of players who won over the logs, to learn and to choose by; what is held out always
keeps those of all, so that filtered and unfiltered learning are judged by the same decisions. A log may be held out
whole: then more is told by, and what is learnt stays the same.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial

import numpy as np
import numpy.typing as npt

from ai.knowledge import decision_cache
from ai.knowledge.decision_cache import About
from ai.knowledge.decisions import Collector, Decisions
from ai.knowledge.log_files import BadLine
from ai.knowledge.log_sources import LogSource
from ai.steps import relayed
from game.core import BadInput
from game.match.history import HandRecord
from game.quoting import quoted

NOT_LBR = "!LBR*"
"""Everybody but local best responses, artificial exploiters whose play teaches nothing."""
HANDS_A_STEP = 50
"""Some hundredths of a second."""
DECISIONS_A_PART = 20_000
"""As many as are written at a time."""

Reading = Generator[int, None, "TrainingSet"]
"""Yields how many hands have been read so far."""


@dataclass(frozen=True, slots=True)
class LogRead:
    """A log by the name of its file: hands and bad lines in it."""

    name: str
    hands: int
    bad: int
    held_out: bool = False


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Decisions of the chosen players; net_bb is what each player has won, in big blinds, by place.

    in_held_out_log: bool[n], which decisions are of a log that is held out whole; nothing is won there.
    """

    decisions: Decisions
    in_held_out_log: npt.NDArray[np.bool_]
    logs: tuple[LogRead, ...]
    players: tuple[str, ...]
    net_bb: tuple[float, ...]

    @property
    def hands(self) -> int:
        """Return the hands in which a chosen player sat, but for logs that are held out whole."""
        return sum(log.hands for log in self.logs if not log.held_out)

    def learnt(self, *, winners_only: bool) -> npt.NDArray[np.int64]:
        """Return the places of the decisions to learn from; `BadInput` where none are left."""
        apart = self._held_out | self.decisions.set_aside
        found = np.flatnonzero(~apart & self._wanted(winners_only=winners_only))
        if not len(found):
            reason = "nobody has won" if winners_only else "there are too few hands"
            raise BadInput(f"There is nothing to learn from in these logs: {reason}.")
        return found

    def set_aside(self, *, winners_only: bool) -> npt.NDArray[np.int64]:
        """Return the places of the decisions to choose by; `BadInput` where there are none."""
        apart = ~self._held_out & self.decisions.set_aside
        found = np.flatnonzero(apart & self._wanted(winners_only=winners_only))
        if not len(found):
            raise BadInput("These logs contain too few hands: no deals are left for validation.")
        return found

    def held_out(self) -> npt.NDArray[np.int64]:
        """Return the places of the decisions of deals that are held out; `BadInput` where there are none.

        What a log that is held out whole has in common with what is learnt or set aside is no part of it.
        """
        deals = self.decisions.deal
        found = np.flatnonzero(self._held_out & ~np.isin(deals, deals[~self._held_out]))
        if not len(found):
            raise BadInput("These logs hold too few hands: none of their deals is held out.")
        return found

    @property
    def _held_out(self) -> npt.NDArray[np.bool_]:
        """bool[n]: which decisions are neither learnt nor set aside."""
        return self.in_held_out_log | self.decisions.held_out

    def _wanted(self, *, winners_only: bool) -> npt.NDArray[np.bool_]:
        """Return bool[n]: whose decisions count."""
        if not winners_only:
            return np.ones(len(self.decisions), np.bool_)
        won: npt.NDArray[np.bool_] = (np.array(self.net_bb) > 0)[self.decisions.player]
        return won


def is_wanted(learn_from: str, name: str) -> bool:
    """Return whether decisions of a player are learnt, by patterns like `P*`, `!LBR*` or `ann, bob`.

    >>> [is_wanted("!LBR*,!DeepStack", name) for name in ("P01", "LBR-fcpa", "DeepStack")]
    [True, False, False]
    """
    patterns = [word.strip() for word in learn_from.split(",") if word.strip()]
    for_them = [pattern for pattern in patterns if not pattern.startswith("!")]
    against = [pattern[1:] for pattern in patterns if pattern.startswith("!")]
    left_out = any(fnmatchcase(name, pattern) for pattern in against)
    return not left_out and (not for_them or any(fnmatchcase(name, pattern) for pattern in for_them))


def gather(logs: Sequence[LogSource], learn_from: str) -> Reading:
    """Return the decisions in logs, from the cache where they were read before.

    `BadInput` where the player to learn from has made none.
    """
    parts: list[Decisions] = []
    held_out: list[npt.NDArray[np.bool_]] = []
    read: list[LogRead] = []
    net: dict[str, float] = {}
    for log in logs:
        before = sum(map(len, parts))
        about = yield from _read(log, learn_from, parts, net)
        read.append(LogRead(log.name, about.hands, about.bad, log.held_out))
        held_out.append(np.full(sum(map(len, parts)) - before, log.held_out))
    if not sum(map(len, parts)):
        names = ", ".join(log.name for log in read)
        raise BadInput(f"There is no decision by a player {quoted(learn_from)} in {names}.")
    return TrainingSet(
        Decisions.joined(parts), np.concatenate(held_out), tuple(read), tuple(net), tuple(net.values())
    )


def _read(
    log: LogSource, learn_from: str, parts: list[Decisions], net: dict[str, float]
) -> Generator[int, None, About]:
    """Append the decisions of a log to `parts`, their players as places in `net`, and add up who won what."""
    before = len(parts)
    try:
        writer = yield from _writer(log, learn_from)
    except OSError as error:
        raise BadInput(f"{log.name} cannot be read: {error.strerror or error}.") from error
    about = None
    if writer is not None:
        about = yield from _from_cache(writer.name, parts)
    if about is None:
        del parts[before:]
        about = yield from _replayed(log, learn_from, writer, parts)
    for player, won in zip(about.players, about.net_bb, strict=True):
        net[player] = net.get(player, 0.0) + (0.0 if log.held_out else won)
    place_of = {player: place for place, player in enumerate(net)}
    places = np.array([place_of[player] for player in about.players], np.uint32)
    parts[before:] = [replace(part, player=places[part.player]) for part in parts[before:]]
    return about


def _writer(log: LogSource, learn_from: str) -> Generator[int, None, decision_cache.Writer | None]:
    """Return what keeps the decisions of a log; None for the history, which grows from hand to hand."""
    if log.file is None:
        return None
    digest = yield from relayed(decision_cache.digest_of(log.file, learn_from), lambda _: 0)
    return decision_cache.Writer(digest)


def _from_cache(name: str, parts: list[Decisions]) -> Generator[int, None, About | None]:
    """Append what is kept under a name, and return what it tells; None where nothing whole is kept."""
    decisions = 0

    def take(part: Decisions) -> int:
        nonlocal decisions
        parts.append(part)
        decisions += len(part)
        return decisions

    return (yield from relayed(decision_cache.read(name), take))


def _replayed(
    log: LogSource, learn_from: str, writer: decision_cache.Writer | None, parts: list[Decisions]
) -> Generator[int, None, About]:
    """Read the log itself, and keep what was found."""
    collector, bad, taken = Collector(partial(is_wanted, learn_from)), 0, list[Decisions]()
    try:
        for number, item in enumerate(log.hands(), start=1):
            if isinstance(item, HandRecord):
                collector.add(item)
            bad += isinstance(item, BadLine)
            if item is None or number % HANDS_A_STEP == 0:
                taken.append(collector.take())
                yield collector.hands
            if sum(map(len, taken)) >= DECISIONS_A_PART:
                _keep(taken, writer, parts)
        _keep([*taken, collector.take()], writer, parts)
        about = About(collector.hands, bad, *collector.results())
        if writer is not None:
            writer.finish(about)
    finally:
        if writer is not None:
            writer.drop()
    return about


def _keep(taken: list[Decisions], writer: decision_cache.Writer | None, parts: list[Decisions]) -> None:
    """Make one part of what was taken, and write it."""
    part = Decisions.joined(taken)
    taken.clear()
    parts.append(part)
    if writer is not None:
        writer.add(part)
