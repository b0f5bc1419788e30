"""A history of hands against the agents of the tests' catalogue."""

import random
from pathlib import Path
from typing import Any

from game.archive import hands
from game.archive.store import Archive
from game.match.session import Session
from game.match.table_spec import TableSpec
from tests.archive.hands_for_tests import MOMENT, play_out

OPPONENTS = {
    "tic-tac-toe": ("uniform", "student", "champion"),
    "kuhn-poker": ("always-bluffs", "cfr-10"),
    "holdem": ("station", "tight", "rock-solid"),
}


def fill(folder: Path, game: str, count: int, **entries: Any) -> None:
    """Put so many hands into the history, a quarter of an hour apart, against each opponent in turn."""
    archive = Archive(folder)
    for number in range(count):
        names = OPPONENTS[game]
        seats = ("you", names[number % len(names)])
        session = Session(TableSpec(game, seats, seed=number, skip=number, **entries))
        play_out(session, random.Random(number))
        archive.append(hands.of(session, MOMENT + 900 * number))
