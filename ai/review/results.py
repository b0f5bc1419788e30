"""The file of a review: a line for every hand that is graded, so that work which was ended goes on from there.

Every hand has one line with its checksum, added after the last whole one. Whenever the work is killed, at most the
last line is torn; it is left out, and the next hand is written over it. A hand that is there is not graded again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ai.drills import spots
from ai.evaluation.grading import stored_grades
from game.archive import lines
from game.archive.hands import text, whole
from game.core import BadInput
from game.files import damage, locks, user_files
from game.messages.review_answers import Reviewed, ReviewTarget

FOLDER = "reviews"
SUFFIX = ".jsonl"
MAX_LINE_BYTES = 2**22
"""More than the grades of any hand take."""
BUSY = "This is being reviewed already: wait for it, or cancel it there."


@dataclass(frozen=True, slots=True)
class GradedHand:
    """A hand with the grades of its decisions; `problem` says why it could not be played again."""

    key: str
    decisions: tuple[Reviewed, ...] = ()
    problem: str = ""


@dataclass(slots=True)
class Results:
    """What is graded of a target, by the keys of the hands; `edition` names who grades."""

    home: Path
    target: ReviewTarget
    edition: str
    graded: dict[str, GradedHand] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        """Where the grades lie; files whose names begin alike hold decisions of the same players, graded alike."""
        return self.home / FOLDER / f"{self._graded_alike}-{_digest(asdict(self.target))}{SUFFIX}"

    @property
    def _graded_alike(self) -> str:
        return _digest((self.edition, self.target.player))

    @contextmanager
    def opened(self) -> Iterator[Results]:
        """Read what is there, and be the only one who adds to it; `BadInput` where another one does, or no disk.

        What other reviews have graded of the same players, of a session of which this is a hand, counts too.
        """
        with locks.only_writer(self.file, BUSY):
            for file in (self.file, *sorted(self.file.parent.glob(f"{self._graded_alike}-*{SUFFIX}"))):
                self._take(file)
            yield self

    def _take(self, file: Path) -> None:
        """Take the hands of a file line by line, so that a damaged file of any size takes little memory."""
        try:
            if not file.exists():
                return
            user_files.check_file(file)
            with file.open("rb") as stored:
                while line := stored.readline(MAX_LINE_BYTES):
                    hand = _read(line[:-1]) if line.endswith(b"\n") else None
                    if hand is not None:
                        self.graded.setdefault(hand.key, hand)
        except OSError as error:
            raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from error

    def add(self, hand: GradedHand) -> None:
        """Keep a hand that is graded; `BadInput` where the disk takes no more."""
        if hand.key in self.graded:
            return
        try:
            lines.add_line(self.file, lines.checked_line(to_dict(hand)))
        except OSError as error:
            raise BadInput(f"The review cannot be kept: {error.strerror or error}.") from error
        self.graded[hand.key] = hand


def to_dict(hand: GradedHand) -> dict[str, Any]:
    """Return what JSON can hold."""
    return {
        "key": hand.key,
        "problem": hand.problem,
        "decisions": [
            {
                "game": one.game,
                "hand": one.hand,
                "id": one.hand_id,
                "player": one.player,
                "place": one.place,
                "spot": spots.to_dict(one.info),
                "grade": stored_grades.to_dict(one.grade),
            }
            for one in hand.decisions
        ],
    }


def from_dict(stored: Mapping[str, Any]) -> GradedHand:
    """Read `to_dict` back; one of `damage.PARTS` where it is no graded hand."""
    return GradedHand(
        text(stored["key"]), tuple(map(_decision, stored["decisions"])), text(stored["problem"])
    )


def _digest(identity: object) -> str:
    return hashlib.sha256(repr(identity).encode()).hexdigest()[:16]


def _read(line: bytes) -> GradedHand | None:
    content = lines.content_of(line)
    try:
        return None if content is None else from_dict(content)
    except damage.PARTS:
        return None


def _decision(stored: Mapping[str, Any]) -> Reviewed:
    game = text(stored["game"])
    return Reviewed(
        game,
        whole(stored["hand"]),
        text(stored["id"]),
        text(stored["player"]),
        whole(stored["place"]),
        spots.from_dict(game, stored["spot"]),
        stored_grades.from_dict(stored["grade"]),
    )
