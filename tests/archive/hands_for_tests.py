"""Random hands of every game, for the package `hypothesis` and for archives."""

import random
from typing import Any

from hypothesis import strategies as st

from game.archive import hands
from game.archive.hands import PlayedHand
from game.core import Decision
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games

MOMENT = 1_790_000_000.0
"""A day in September 2026."""

_SEATS = [("you", "ada-20"), ("vesper-3", "you"), ("you", "guest"), ("rock", "station")]
_VERSIONS = [("", ""), ("", "0a1b2c3d"), ("ffffffff", "00000000")]


def play_out(session: Session, rng: random.Random) -> None:
    """Play the current hand to its end with random actions. For agents, also record a mixed strategy."""
    while (seat := session.seat_to_act) is not None:
        options = list(session.state.legal_actions()[:6])
        action = rng.choice(options)
        mix = Decision(action, dict.fromkeys(options, 1 / len(options)), rng.random())
        session.act(action, None if session.is_person(seat) else mix)


def hand(game: str = games.TIC_TAC_TOE, at: float = MOMENT, **entries: Any) -> PlayedHand:
    """Return a finished hand. Cards and moves are random, but determined by the seed of the table."""
    seats = entries.pop("seats", ("you", "ada-20"))
    session = Session(TableSpec(game, seats, **entries))
    play_out(session, random.Random(session.spec.seed))
    return hands.of(session, at)


@st.composite
def tables(draw: st.DrawFn) -> TableSpec:
    """Draw the settings of a random table."""
    game = draw(st.sampled_from(games.NAMES))
    form = draw(st.sampled_from(["cash", "match"])) if game == games.HOLDEM else "cash"
    small = draw(st.integers(1, 200))
    return TableSpec(
        game,
        draw(st.sampled_from(_SEATS)),
        seed=draw(st.integers(-(2**70), 2**70)),
        first=draw(st.sampled_from(["alternate", "seat-0", "seat-1"])),
        blinds=draw(st.one_of(st.integers(1, 5), st.floats(0.01, 1e6))),
        form=form,  # type: ignore[arg-type]
        small_blind=small,
        big_blind=draw(st.integers(small, 400)),
        stacks=draw(st.tuples(st.integers(400, 50_000), st.integers(400, 50_000))),
        schedule=((10, 20, 2), (20, 40, 1)) if form == "match" and draw(st.booleans()) else (),
        duplicate=form == "cash" and draw(st.booleans()),
        duplicate_block=draw(st.integers(1, 12)),
        teaching=draw(st.booleans()),
        skip=draw(st.integers(0, 10_000)),
        deals_first=draw(st.integers(0, 1)),
        shuffled=draw(st.booleans()),
    )


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """Draw a session of up to three hands. The last hand is over."""
    session = Session(draw(tables()))
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 2))):
        play_out(session, rng)
        if session.over:
            return session
        session.next_hand()
    play_out(session, rng)
    return session


@st.composite
def played_hands(draw: st.DrawFn) -> PlayedHand:
    moment = draw(st.floats(0, 4e9))
    return hands.of(draw(sessions()), moment, draw(st.sampled_from(_VERSIONS)))
