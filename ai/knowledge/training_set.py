"""What is learnt from: the decisions of chosen players in some logs, and which of them are held out.

Logs are files (ACPC or PHH, packed or not) or logs that were imported in the window, by their ids. Players are
chosen by patterns of their names; a pattern with a `!` before it leaves players out. The filter by strength keeps
for learning the decisions of players who won over the logs; what is held out always keeps those of all, so that
filtered and unfiltered learning are judged by the same decisions.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.knowledge import decision_cache
from ai.knowledge.decision_cache import About
from ai.knowledge.decisions import Collector, Decisions
from ai.knowledge.logs import LogCounts, read_logs
from game.core import BadInput
from game.match.history import HandRecord

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


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Decisions of the chosen players; net_bb is what each player has won, in big blinds, by place."""

    decisions: Decisions
    logs: tuple[LogRead, ...]
    players: tuple[str, ...]
    net_bb: tuple[float, ...]

    @property
    def hands(self) -> int:
        """Return the hands in which a chosen player sat."""
        return sum(log.hands for log in self.logs)

    def learnt(self, *, winners_only: bool) -> npt.NDArray[np.int64]:
        """Return the places of the decisions to learn from; `BadInput` where none are left."""
        chosen = ~self.decisions.held_out
        if winners_only:
            chosen &= (np.array(self.net_bb) > 0)[self.decisions.player]
        found = np.flatnonzero(chosen)
        if not len(found):
            reason = "nobody has won" if winners_only else "there are too few hands"
            raise BadInput(f"There is nothing to learn from in these logs: {reason}.")
        return found

    def held_out(self) -> npt.NDArray[np.int64]:
        """Return the places of the decisions of deals that are held out."""
        return np.flatnonzero(self.decisions.held_out)


def log_files(words: str) -> list[Path]:
    """Return the files that a comma list names; `BadInput` where there is none, or one is not there."""
    names = [word.strip() for word in words.split(",") if word.strip()]
    if not names:
        raise BadInput("Which logs are to be learnt from? Name files under logs, several with commas.")
    files = [Path(name).expanduser() for name in names]
    for file in files:
        if not file.is_file():
            raise BadInput(f"There is no log {file}: name files under logs, several with commas.")
    return files


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


def gather(files: Sequence[Path], learn_from: str) -> Reading:
    """Read logs, from the cache where they were read before, and return what is learnt from."""
    parts: list[Decisions] = []
    logs: list[LogRead] = []
    net: dict[str, float] = {}
    for file in files:
        about = yield from _read(file, learn_from, parts, net)
        logs.append(LogRead(file.name, about.hands, about.bad))
    if not sum(map(len, parts)):
        raise BadInput(
            f"No decision of a player {learn_from!r} stands in {', '.join(log.name for log in logs)}."
        )
    return TrainingSet(Decisions.joined(parts), tuple(logs), tuple(net), tuple(net.values()))


def _read(
    file: Path, learn_from: str, parts: list[Decisions], net: dict[str, float]
) -> Generator[int, None, About]:
    """Append the decisions of a log to `parts`, their players as places in `net`, and add up who won what."""
    try:
        name = yield from _silently(decision_cache.digest_of(file, learn_from))
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from error
    before, read = len(parts), 0
    kept = decision_cache.read(name)
    while True:
        try:
            part = next(kept)
        except StopIteration as end:
            about: About | None = end.value
            break
        parts.append(part)
        yield read
    if about is None:
        del parts[before:]
        about = yield from _replayed(file, learn_from, name, parts)
    for player, won in zip(about.players, about.net_bb, strict=True):
        net[player] = net.get(player, 0.0) + won
    places = np.array([list(net).index(player) for player in about.players], np.uint16)
    parts[before:] = [replace(part, player=places[part.player]) for part in parts[before:]]
    return about


def _replayed(file: Path, learn_from: str, name: str, parts: list[Decisions]) -> Generator[int, None, About]:
    """Read the log itself, and keep what was found."""
    collector, counts = Collector(partial(is_wanted, learn_from)), LogCounts()
    writer = decision_cache.Writer(name)
    taken: list[Decisions] = []
    try:
        for item in read_logs([file], counts):
            if isinstance(item, HandRecord):
                collector.add(item)
            if (counts.hands + counts.bad) % HANDS_A_STEP == 0:
                taken.append(collector.take())
                yield counts.hands
            if sum(map(len, taken)) >= DECISIONS_A_PART:
                _keep(taken, writer, parts)
        _keep([*taken, collector.take()], writer, parts)
        about = About(collector.hands, counts.bad, *collector.results())
        writer.finish(about)
    finally:
        writer.drop()
    return about


def _keep(taken: list[Decisions], writer: decision_cache.Writer, parts: list[Decisions]) -> None:
    """Make one part of what was taken, and write it."""
    part = Decisions.joined(taken)
    taken.clear()
    writer.add(part)
    parts.append(part)


def _silently(steps: Generator[None, None, str]) -> Generator[int, None, str]:
    """Report nothing but that it goes on."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            name: str = end.value
            return name
        yield 0
