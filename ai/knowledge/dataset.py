"""The decisions in logs as a dataset with training, validation and test deals, cached by log file.

Most deals are training deals. Validation deals determine the temperatures and the best checkpoint, and test deals
give the published results.

Players are selected by patterns of their names. A `!` before a pattern excludes players. With the option
`winners_only`, training and validation use only the players who won money over all logs. The test set always has
all players, so runs with and without the option are compared on the same decisions. A log may be held out as a
whole. A held-out log is used only for testing.

The cache has one zip file of arrays for each log. The name of the file is a digest of the log's bytes, the selected
players and the version of the features. Writes are atomic. The newest `FILES_KEPT` files are kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import zipfile
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai.knowledge.decisions import DecisionCollector, Decisions
from ai.knowledge.log_store import LogSource, first_problem
from ai.knowledge.logs import BadLine
from ai.steps import relay
from ai.storage import read_array
from game.core import BadInput
from game.files import damage, user_files
from game.match.phh import HandRecord
from game.quoting import list_names, quoted
from game.texts import text

FEATURES_VERSION = 1
"""The version of the features. It is part of the digest, so a new version makes all cached files invalid."""
FILES_KEPT = 8
BYTES_A_STEP = 1 << 22
"""The number of bytes that are hashed between two yields."""
MAX_ARRAY_BYTES = 2**25
"""The maximum bytes of an array in a file. The arrays of a part of a log are smaller."""

_SUMMARY = "about.json"


@dataclass(frozen=True, slots=True)
class LogSummary:
    """A summary of a log: the number of hands with a selected player, the number of bad lines, and the winnings.

    `net_bb` has the winnings of each of `players` in big blinds. `Decisions.player` is an index into `players`.
    """

    hands: int
    bad: int
    players: tuple[str, ...]
    net_bb: tuple[float, ...]


def file_digest(file: Path, learn_from: str) -> Generator[None, None, str]:
    """Return the name of a log's cache file, a digest. Yield after every `BYTES_A_STEP` bytes.

    Args:
        file: The log.
        learn_from: The setting that selects the players.

    Raises:
        OSError: If the log cannot be read.
    """
    digest = hashlib.sha256(f"{FEATURES_VERSION} {learn_from}\n".encode())
    with file.open("rb") as stream:
        while chunk := stream.read(BYTES_A_STEP):
            digest.update(chunk)
            yield
    return digest.hexdigest()[:24]


def read(name: str) -> Generator[Decisions, None, LogSummary | None]:
    """Yield the cached decisions part by part, and return the summary of the log.

    If the file is missing or damaged, return None. The caller must then discard the parts yielded so far.
    """
    try:
        user_files.check_file(_file(name))
        with zipfile.ZipFile(_file(name)) as archive:
            if archive.getinfo(_SUMMARY).file_size > user_files.MAX_BYTES:
                return None
            stored = json.loads(archive.read(_SUMMARY))
            for part in range(stored["parts"]):
                names = (f"{entry.name}-{part}" for entry in fields(Decisions))
                yield Decisions(*(read_array(archive, name, MAX_ARRAY_BYTES) for name in names))
            return LogSummary(
                stored["hands"], stored["bad"], tuple(stored["players"]), tuple(stored["net_bb"])
            )
    except damage.ARRAYS:
        return None


class Writer:
    """Writes the decisions of a log to the cache, part by part.

    If a write fails (for example on a full disk), the file is deleted, no error is raised, and later calls do
    nothing.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._file = _file(name)
        self._temporary = self._file.with_name(f".{name}.{secrets.token_hex(4)}{user_files.PART}")
        self._parts = 0
        self._archive: zipfile.ZipFile | None = None
        self._failed = False

    def add(self, part: Decisions) -> None:
        """Write the next part."""
        if self._failed:
            return
        try:
            if self._archive is None:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                self._archive = zipfile.ZipFile(self._temporary, "w")
            for entry in fields(part):
                with self._archive.open(f"{entry.name}-{self._parts}.npy", "w") as stream:
                    np.lib.format.write_array(stream, getattr(part, entry.name), allow_pickle=False)
            self._parts += 1
        except OSError:
            self.drop()

    def finish(self, summary: LogSummary) -> None:
        """Write the summary, rename the complete file, and delete the oldest files of the cache."""
        if self._archive is None:
            return
        try:
            self._archive.writestr(_SUMMARY, json.dumps({**asdict(summary), "parts": self._parts}))
            self._archive.close()
            self._archive = None
            os.replace(self._temporary, self._file)
            _delete_old_files(self._file.parent)
        except OSError:
            self.drop()

    def drop(self) -> None:
        """Stop writing, and delete the file if it is incomplete."""
        self._failed = True
        with suppress(OSError):
            if self._archive is not None:
                self._archive.close()
        self._archive = None
        with suppress(OSError):
            self._temporary.unlink(missing_ok=True)


def _file(name: str) -> Path:
    return user_files.cache_folder() / "decisions" / f"{name}.zip"


def _delete_old_files(folder: Path) -> None:
    user_files.remove_leftovers(folder)
    for file in _oldest_first(folder)[:-FILES_KEPT]:
        file.unlink(missing_ok=True)


def _oldest_first(folder: Path) -> list[Path]:
    def changed(file: Path) -> float:
        return file.stat().st_mtime

    return sorted(folder.glob("*.zip"), key=changed)


NOT_LBR = "!LBR*"
"""All players except local best responses, which exploit a known opponent and should not be imitated."""
HANDS_A_STEP = 50
"""The number of hands in a step, which takes some hundredths of a second."""
DECISIONS_A_PART = 20_000
"""The number of decisions in a part of the file."""

Reading = Generator[int, None, "TrainingSet"]
"""A generator that yields the number of hands read so far, and returns the training set."""


@dataclass(frozen=True, slots=True)
class LogRead:
    """The name of a log file, and the numbers of hands and bad lines in the file."""

    name: str
    hands: int
    bad: int
    held_out: bool = False


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Decisions of the selected players.

    Attributes:
        in_held_out_log: bool[n], True for decisions of a log that is held out as a whole.
        net_bb: The winnings of each player in big blinds. Logs that are held out as a whole are not included.
    """

    decisions: Decisions
    in_held_out_log: npt.NDArray[np.bool_]
    logs: tuple[LogRead, ...]
    players: tuple[str, ...]
    net_bb: tuple[float, ...]

    @property
    def hands(self) -> int:
        return sum(log.hands for log in self.logs if not log.held_out)

    def training(self, *, winners_only: bool) -> npt.NDArray[np.int64]:
        """Return the indices of the training decisions, int64[m], of all players or only of the winners.

        Raises:
            BadInput: If there are no training decisions.
        """
        apart = self._held_out | self.decisions.set_aside
        found = np.flatnonzero(~apart & self._chosen_players(winners_only=winners_only))
        if not len(found):
            if winners_only:
                raise BadInput(text("input_errors.learning.no_winner"))
            raise BadInput(text("input_errors.learning.too_few_hands"))
        return found

    def set_aside(self, *, winners_only: bool) -> npt.NDArray[np.int64]:
        """Return the indices of the validation decisions, int64[m], of all players or only of the winners.

        Raises:
            BadInput: If there are no validation decisions.
        """
        apart = ~self._held_out & self.decisions.set_aside
        found = np.flatnonzero(apart & self._chosen_players(winners_only=winners_only))
        if not len(found):
            raise BadInput(text("input_errors.learning.no_validation"))
        return found

    def held_out(self) -> npt.NDArray[np.int64]:
        """Return the indices of the test decisions, int64[m].

        Deals of a held-out log that also occur in other logs are left out.

        Raises:
            BadInput: If there are no test decisions.
        """
        deals = self.decisions.deal
        found = np.flatnonzero(self._held_out & ~np.isin(deals, deals[~self._held_out]))
        if not len(found):
            raise BadInput(text("input_errors.learning.no_test"))
        return found

    @property
    def _held_out(self) -> npt.NDArray[np.bool_]:
        """A mask of the decisions that are neither for training nor for validation, bool[n]."""
        return self.in_held_out_log | self.decisions.held_out

    def _chosen_players(self, *, winners_only: bool) -> npt.NDArray[np.bool_]:
        """Return a mask of the decisions of all players, or only of the winners, bool[n]."""
        if not winners_only:
            return np.ones(len(self.decisions), np.bool_)
        won: npt.NDArray[np.bool_] = (np.array(self.net_bb) > 0)[self.decisions.player]
        return won


def is_wanted(learn_from: str, name: str) -> bool:
    """Return whether the patterns `learn_from` select a name. Examples are `P*`, `!LBR*` and `ann, bob`.

    >>> [is_wanted("!LBR*,!DeepStack", name) for name in ("P01", "LBR-fcpa", "DeepStack")]
    [True, False, False]
    """
    patterns = [word.strip() for word in learn_from.split(",") if word.strip()]
    for_them = [pattern for pattern in patterns if not pattern.startswith("!")]
    against = [pattern[1:] for pattern in patterns if pattern.startswith("!")]
    left_out = any(fnmatchcase(name, pattern) for pattern in against)
    return not left_out and (not for_them or any(fnmatchcase(name, pattern) for pattern in for_them))


def gather(logs: Sequence[LogSource], learn_from: str) -> Reading:
    """Read the decisions of the players that `learn_from` selects in the logs, from the cache if possible.

    Raises:
        BadInput: If the selected players made no decision, or a log cannot be read.
    """
    parts: list[Decisions] = []
    held_out: list[npt.NDArray[np.bool_]] = []
    read: list[LogRead] = []
    net: dict[str, float] = {}
    for log in logs:
        before = sum(map(len, parts))
        summary = yield from _read(log, learn_from, parts, net)
        read.append(LogRead(log.name, summary.hands, summary.bad, log.held_out))
        held_out.append(np.full(sum(map(len, parts)) - before, log.held_out))
    if not sum(map(len, parts)):
        raise BadInput(_why_nothing(logs, learn_from))
    return TrainingSet(
        Decisions.joined(parts), np.concatenate(held_out), tuple(read), tuple(net), tuple(net.values())
    )


def _why_nothing(logs: Sequence[LogSource], learn_from: str) -> str:
    names = list_names([log.name for log in logs])
    if learn_from == NOT_LBR:
        if reason := first_problem(logs):
            return text("input_errors.learning.unreadable", reason=reason)
        return text("input_errors.learning.no_hand", logs=names)
    return text("input_errors.learning.no_player", pattern=quoted(learn_from), logs=names)


def _read(
    log: LogSource, learn_from: str, parts: list[Decisions], net: dict[str, float]
) -> Generator[int, None, LogSummary]:
    """Append the decisions of a log to `parts`, and add the players' winnings to `net`.

    `Decisions.player` in `parts` is an index into the keys of `net`.
    """
    before = len(parts)
    try:
        writer = yield from _writer(log, learn_from)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(text("input_errors.files.unreadable", file=log.name, reason=reason)) from error
    summary = None
    if writer is not None:
        summary = yield from _from_cache(writer.name, parts)
    if summary is None:
        del parts[before:]
        summary = yield from _replay(log, learn_from, writer, parts)
    for player, won in zip(summary.players, summary.net_bb, strict=True):
        net[player] = net.get(player, 0.0) + (0.0 if log.held_out else won)
    index_of = {player: index for index, player in enumerate(net)}
    indices = np.array([index_of[player] for player in summary.players], np.uint32)
    parts[before:] = [replace(part, player=indices[part.player]) for part in parts[before:]]
    return summary


def _writer(log: LogSource, learn_from: str) -> Generator[int, None, Writer | None]:
    """Return a cache writer for a log.

    Return None for the history, which is not cached because every hand changes it.
    """
    if log.file is None:
        return None
    digest = yield from relay(file_digest(log.file, learn_from), lambda _: 0)
    return Writer(digest)


def _from_cache(name: str, parts: list[Decisions]) -> Generator[int, None, LogSummary | None]:
    """Append the cached decisions to `parts`, and return the summary of the log.

    If there is no complete file, return None.
    """
    decisions = 0

    def take(part: Decisions) -> int:
        nonlocal decisions
        parts.append(part)
        decisions += len(part)
        return decisions

    return (yield from relay(read(name), take))


def _replay(
    log: LogSource, learn_from: str, writer: Writer | None, parts: list[Decisions]
) -> Generator[int, None, LogSummary]:
    """Read the decisions from the log itself, and write them to the cache."""
    collector, bad, taken = DecisionCollector(partial(is_wanted, learn_from)), 0, list[Decisions]()
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
        summary = LogSummary(collector.hands, bad, *collector.results())
        if writer is not None:
            writer.finish(summary)
    finally:
        if writer is not None:
            writer.drop()
    return summary


def _keep(taken: list[Decisions], writer: Writer | None, parts: list[Decisions]) -> None:
    """Join some decisions into one part, append it to `parts`, and write it to the cache."""
    part = Decisions.joined(taken)
    taken.clear()
    parts.append(part)
    if writer is not None:
        writer.add(part)
