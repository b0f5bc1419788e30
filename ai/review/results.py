"""The file of a review: a line for every graded decision, so that an interrupted review can continue.

Every line has a checksum and follows the last complete one. If the process is killed, at most the last line is
truncated. It is ignored and overwritten by the next decision. A decision in the file is not graded again. Files of
earlier versions have other names, and are not read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ai.drills import cards
from ai.evaluation.grading import records
from game.archive import lines
from game.archive.hands import text, whole
from game.core import BadInput
from game.files import damage, locks, user_files
from game.study.review import Reviewed, ReviewTarget

FOLDER = "reviews"
SUFFIX = ".jsonl"
MAX_LINE_BYTES = 2**22
"""The maximum length of a line, more than any decision needs."""
BUSY = "This is being reviewed already: wait for it, or cancel it there."


@dataclass(frozen=True, slots=True)
class Stored:
    """A graded decision with its key, or the key of a hand with the reason why it could not be replayed."""

    key: str
    decision: Reviewed | None = None
    problem: str = ""


@dataclass(slots=True)
class Results:
    """The graded decisions of a target by their keys, and the hands that could not be replayed.

    Attributes:
        edition: The version of the judge.
    """

    home: Path
    target: ReviewTarget
    edition: str
    graded: dict[str, Reviewed] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)

    @property
    def file(self) -> Path:
        """The file of the grades. Files with the same prefix have the same judge and player."""
        return self.home / FOLDER / f"{self._prefix}-{_digest(asdict(self.target))}{SUFFIX}"

    @property
    def _prefix(self) -> str:
        return _digest((self.edition, self.target.player))

    @contextmanager
    def claim(self) -> Iterator[Results]:
        """Claim the file, and read it together with the other files of the same judge and player.

        So a decision that is part of another review, for example of its session, is not graded again.

        Raises:
            BadInput: If another process or thread writes to the file, or it cannot be read or written.
        """
        with locks.only_writer(self.file, BUSY):
            for file in (self.file, *sorted(self.file.parent.glob(f"{self._prefix}-*{SUFFIX}"))):
                self._read_file(file)
            yield self

    def _read_file(self, file: Path) -> None:
        """Read a file line by line, so that a damaged file of any size takes little memory."""
        try:
            if not file.exists():
                return
            user_files.check_file(file)
            with file.open("rb") as kept:
                while line := kept.readline(MAX_LINE_BYTES):
                    stored = _read(line[:-1]) if line.endswith(b"\n") else None
                    if stored is not None:
                        self._note(stored)
        except OSError as error:
            raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from error

    def add(self, stored: Stored) -> None:
        """Store a decision or a broken hand.

        Raises:
            BadInput: If the file cannot be written.
        """
        if stored.key in self.graded or stored.key in self.broken:
            return
        try:
            lines.add_line(self.file, lines.checked_line(to_dict(stored)))
        except OSError as error:
            raise BadInput(f"The review cannot be kept: {error.strerror or error}.") from error
        self._note(stored)

    def _note(self, stored: Stored) -> None:
        if stored.decision is None:
            self.broken.add(stored.key)
        else:
            self.graded.setdefault(stored.key, stored.decision)


def to_dict(stored: Stored) -> dict[str, Any]:
    """Return a stored decision as a dict for JSON."""
    one = stored.decision
    if one is None:
        return {"key": stored.key, "problem": stored.problem}
    assert one.grade is not None
    return {
        "key": stored.key,
        "game": one.game,
        "hand": one.hand,
        "id": one.hand_id,
        "player": one.player,
        "place": one.place,
        "spot": cards.decision_to_dict(one.info),
        "action": one.action,
        "judgement": records.judgement_to_dict(one.grade.judgement),
    }


def from_dict(content: Mapping[str, Any]) -> Stored:
    """Read a decision that `to_dict` wrote.

    Raises:
        ValueError: If it is not a decision. Other errors of `damage.PARTS` are possible.
    """
    key = text(content["key"])
    if "problem" in content:
        return Stored(key, problem=text(content["problem"]))
    game, action = text(content["game"]), whole(content["action"])
    decision = Reviewed(
        game,
        whole(content["hand"]),
        text(content["id"]),
        text(content["player"]),
        whole(content["place"]),
        cards.decision_from_dict(game, content["spot"]),
        action,
        records.judgement_from_dict(content["judgement"]).grade(action),
    )
    return Stored(key, decision)


def _digest(identity: object) -> str:
    return hashlib.sha256(repr(identity).encode()).hexdigest()[:16]


def _read(line: bytes) -> Stored | None:
    content = lines.content_of(line)
    try:
        return None if content is None else from_dict(content)
    except damage.PARTS:
        return None
