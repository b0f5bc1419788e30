"""Judgements of Hold'em decisions that were graded at a table, stored for reviews and for the next start.

The file has a line with a checksum for each judged decision, and later lines replace earlier lines of the same
decision. Each version of the judge has its own file. If the file is larger than `MAX_BYTES`, its older half is
dropped.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ai.drills import cards
from ai.evaluation.grading.decisions import judgement_from_dict, judgement_to_dict
from ai.review.analysis import FOLDER, SUFFIX
from game.archive import lines
from game.core import BadInput
from game.files import damage, locks, user_files
from game.study.judgements import AskJudgement, Judgement

MAX_BYTES = 2**24
"""The maximum size of the file: about 10,000 decisions."""
MAX_READ_BYTES = 2 * MAX_BYTES
"""The maximum size of a file that this class can have written. A larger file is dropped."""


class StoredJudgements:
    """The stored judgements of one version of the judge.

    A key identifies a decision and its opponent. The opponent is "" if it is unknown. Otherwise it is the version
    of its file and of the values against it.
    """

    def __init__(self, home: Path, edition: str) -> None:
        name = hashlib.sha256(edition.encode()).hexdigest()[:16]
        self.file = home / FOLDER / f"table-{name}{SUFFIX}"
        self._judgements: dict[str, Judgement] = {}
        self._read()

    def find(self, asked: AskJudgement, opponent: str) -> Judgement | None:
        """Return the judgement of a decision, if it includes the requested action."""
        known = self._judgements.get(_key(asked, opponent))
        is_whole = known is not None and (asked.action is None or asked.action in known.values)
        return known if is_whole else None

    def add(self, asked: AskJudgement, opponent: str, judgement: Judgement) -> None:
        """Store a judgement. If the file cannot be written, the judgement stays in memory for this process."""
        key = _key(asked, opponent)
        if self._judgements.get(key) == judgement:
            return
        self._judgements[key] = judgement
        with suppress(OSError, BadInput):
            if self.file.exists() and self.file.stat().st_size > MAX_BYTES:
                self._drop_older_half()
            line = {"key": key, "judgement": judgement_to_dict(judgement)}
            lines.add_line(self.file, lines.checked_line(line))

    def _read(self) -> None:
        with suppress(OSError, BadInput):
            user_files.check_file(self.file)
            if self.file.stat().st_size > MAX_READ_BYTES:
                self.file.unlink()
            for line in self.file.read_bytes().split(b"\n")[:-1]:
                content = lines.parse_content(line)
                with suppress(*damage.PARTS):
                    if content is not None:
                        self._judgements[str(content["key"])] = judgement_from_dict(content["judgement"])

    def _drop_older_half(self) -> None:
        stored = self.file.read_bytes().splitlines(keepends=True)
        locks.write_alone(self.file, b"".join(stored[len(stored) // 2 :]))


def _key(asked: AskJudgement, opponent: str) -> str:
    decision = replace(asked, action=None)
    identity = (
        decision.game,
        decision.blinds,
        cards.decision_to_dict(decision.info),
        asked.info.player,
        opponent,
    )
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:24]
