"""Sample agents and histories for tests of the window."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from game.agent_entries import AgentEntry, Strength
from game.archive import hands
from game.archive.hands import PlayedHand
from game.archive.store import Archive
from game.core import Decision
from game.match.session import Session
from game.match.table_spec import TableSpec
from tests.archive.hands_for_tests import MOMENT, play_out

CHAMPION = "champion"


def _learner(name: str, stage: str, lost: float) -> AgentEntry:
    strength = Strength("lost lines", lost, None, "every line of the opponent", None)
    description = "Learned the value of every square by playing herself."
    return AgentEntry(name, "tic-tac-toe", "learned", description, strength, family="learner", stage=stage)


def _kuhn(name: str, description: str, given_away: float, game: str, **more: object) -> AgentEntry:
    strength = Strength("exploitability", given_away, None, "the best reply", None)
    return AgentEntry(name, game, "rules", description, strength, **more)  # type: ignore[arg-type]


def _holdem(name: str, description: str, mean: float, kind: str = "rules") -> AgentEntry:
    strength = Strength("mbb/hand", mean, 61.0, "rock-solid", 100_000)
    return AgentEntry(name, "holdem", kind, description, strength)  # type: ignore[arg-type]


AGENTS = [
    AgentEntry("uniform", "tic-tac-toe", "random", "Plays any free square."),
    _learner("beginner", "100 games", 1840),
    _learner("student", "1,000 games", 730),
    _learner("player", "10,000 games", 212),
    _learner(CHAMPION, "1,000,000 games", 0),
    _kuhn("always-bluffs", "Bets every queen and never folds an ace.", 0.5, "kuhn-poker"),
    _kuhn("never-bluffs", "Bets the ace and nothing else.", 0.1667, "kuhn-poker"),
    _kuhn("cfr-10", "Kept the average of its play.", 0.08, "kuhn-poker", family="cfr", stage="10 rounds"),
    _kuhn(
        "cfr-1000", "Kept the average of its play.", 0.004, "kuhn-poker", family="cfr", stage="1,000 rounds"
    ),
    _kuhn("half-1", "Kept the average of its play.", 0.0, "kuhn-half-street", blinds=1),
    _kuhn("half-2", "Kept the average of its play.", 0.0, "kuhn-half-street", blinds=2),
    _holdem("station", "Calls whatever is bet, and waits for the showdown.", -9310),
    _holdem("maniac", "Raises first and looks at the cards afterwards.", -5128),
    _holdem("loose", "Plays most hands and pays to see the river.", -1240),
    _holdem("tight", "Waits for good cards and folds the rest.", -285),
    _holdem("rock-solid", "Counts odds and outs, and bets what the hand is worth.", 0),
]


BEGAN = 1_790_000_000.0
MINUTE = 60.0


def play(spec: TableSpec, count: int, at: float = BEGAN) -> list[PlayedHand]:
    """Play `count` hands at the table `spec`.

    In Hold'em, all players call. In other games, a person takes the first legal action, and an agent takes
    the last legal action.
    """
    session = Session(spec)
    played = []
    for number in range(count):
        while not session.hand_over:
            _move(session)
        played.append(hands.of(session, at + number * MINUTE))
        session.next_hand()
    return played


def _move(session: Session) -> None:
    seat, legal = session.seat_to_act, session.state.legal_actions()
    assert seat is not None
    first, last = (legal[1], legal[1]) if session.spec.game == "holdem" else (legal[0], legal[-1])
    if session.is_person(seat):
        session.act(first)
    else:
        shares = {first: 0.5, last: 0.5} if first != last else {first: 1.0}
        session.act(last, Decision(last, shares, 0.9))


def holdem(count: int = 3, opponent: str = "tight", at: float = BEGAN) -> list[PlayedHand]:
    return play(TableSpec("holdem", ("you", opponent), seed=5), count, at)


def kuhn(count: int = 3, opponent: str = "cfr-1000", at: float = BEGAN) -> list[PlayedHand]:
    return play(TableSpec("kuhn-poker", ("you", opponent), seed=5), count, at)


def tic_tac_toe(count: int = 3, opponent: str = "champion", at: float = BEGAN) -> list[PlayedHand]:
    return play(TableSpec("tic-tac-toe", ("you", opponent), seed=5), count, at)


def watched_hands(count: int = 3, at: float = BEGAN) -> list[PlayedHand]:
    return play(TableSpec("kuhn-poker", ("never-bluffs", "cfr-1000"), seed=6), count, at)


def keep(folder: Path, *groups: list[PlayedHand]) -> list[PlayedHand]:
    """Write hands into the history of a folder. Return the hands, newest first."""
    archive = Archive(folder)
    everything = sorted((hand for group in groups for hand in group), key=lambda hand: hand.at)
    for hand in everything:
        archive.append(hand)
    return everything[::-1]


OPPONENTS = {
    "tic-tac-toe": ("uniform", "student", "champion"),
    "kuhn-poker": ("always-bluffs", "cfr-10"),
    "holdem": ("station", "tight", "rock-solid"),
}


def fill(folder: Path, game: str, count: int, **entries: Any) -> None:
    """Add `count` hands to the history, a quarter of an hour apart. The opponents take turns."""
    archive = Archive(folder)
    for number in range(count):
        names = OPPONENTS[game]
        seats = ("you", names[number % len(names)])
        session = Session(TableSpec(game, seats, seed=number, skip=number, **entries))
        play_out(session, random.Random(number))
        archive.append(hands.of(session, MOMENT + 900 * number))
