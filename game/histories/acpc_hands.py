"""Read the logs of the annual computer poker competition: a hand a line, complete, and heads-up.

`game.match.acpc` reads the lines. This module only makes hands of the history of them, because the layout has no
room, no time and no names of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from game.core import BadInput
from game.histories.conversion import record_to_played
from game.histories.files import FileLine
from game.histories.layout import Found, ReadingState, Refused, RoomLayout
from game.match.acpc import from_acpc, rules_from_header
from game.rules.betting import HoldemRules

ACPC = "acpc"


def _cut_acpc(name: str, lines: Iterator[FileLine], reading: ReadingState) -> Iterator[Found]:
    rules = HoldemRules()
    for line in lines:
        text = line.text.strip()
        try:
            if text.startswith("#"):
                rules = rules_from_header(text) or rules
            elif text and not text.startswith("SCORE:") and reading.wants(line.number):
                table = f"{rules.small_blind}/{rules.big_blind}/{rules.stacks}"
                number = hashlib.sha256(f"{table}/{text}".encode()).hexdigest()[:24]
                yield record_to_played(from_acpc(text, rules), ACPC, number, reading.names.get(ACPC, ""))
        except BadInput as error:
            sentence = str(error)
            yield Refused(name, line.number, f"{sentence[:1].upper()}{sentence[1:].rstrip('.')}.")


def _fits(head: Sequence[str]) -> bool:
    first = next((text for text in head if text and not text.startswith("#")), "")
    return first.startswith("SCORE:") or any(text.startswith("STATE:") for text in head)


LAYOUT = RoomLayout(ACPC, _fits, _cut_acpc)
