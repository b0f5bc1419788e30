"""Small logs of random hands, as files."""

import functools
from pathlib import Path

from game.match.acpc import to_acpc
from tests.ai.knowledge.tables import random_hands


@functools.cache
def log_text(hands: int, seed: int = 0, names: tuple[str, str] = ("ann", "bob")) -> str:
    lines = [to_acpc(record) for record in random_hands(hands, seed, names)]
    return "# sb=50 bb=100 stack=20000\n" + "\n".join(lines) + "\n"


def write_log(file: Path, hands: int = 60, seed: int = 0, names: tuple[str, str] = ("ann", "bob")) -> Path:
    file.write_text(log_text(hands, seed, names))
    return file
