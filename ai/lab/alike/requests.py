"""What the window asks of an abstraction; see `game.alike` for what it is told.

A hand is {abstraction: its name, hand: two cards, board: three to five}. Everything is counted exactly, from the
buckets of that abstraction; the first question opens it, and the first one for neighbours looks at all flop hands,
some 100 MB, which are kept until another abstraction is asked for, or room is made for play or training; who goes
on asking beside these has them looked at anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ai.lab.alike.atlas import Atlas, opened
from ai.lab.alike.crowd import Gathering
from ai.lab.alike.neighbours import neighbours
from ai.lab.alike.spots import apart, checked, looked_at
from ai.spare_memory import spared_by
from ai.training.ready_abstractions import ready_abstractions
from game.alike import POTENTIAL, AlikeHand, Apart, Neighbours
from game.core import Progress

Payload = Mapping[str, Any]


def alike_abstractions(payload: Payload) -> Iterator[tuple[tuple[str, str], ...]]:
    """Return the names and the titles of the abstractions that can be looked at; see `ready_abstractions`."""
    yield tuple(ready_abstractions(POTENTIAL))


def alike_hand(payload: Payload) -> Iterator[Progress | AlikeHand]:
    """Return a hand and its bucket: {abstraction, hand, board}."""
    spot = checked(payload["hand"], payload["board"])
    atlas = yield from opened(payload["abstraction"])
    yield looked_at(atlas, spot)


def alike_neighbours(payload: Payload) -> Iterator[Progress | Neighbours]:
    """Return what lies around a hand on the flop: {abstraction, hand, board}."""
    spot = checked(payload["hand"], payload["board"]).flop
    atlas = yield from opened(payload["abstraction"])
    crowd = yield from _gathering(atlas).gathered()
    yield (yield from neighbours(atlas, crowd, spot))


def alike_pair(payload: Payload) -> Iterator[Progress | Apart]:
    """Return how far two hands lie apart on the flop: {abstraction, hand, board, other: (hand, board)}."""
    one, other = checked(payload["hand"], payload["board"]), checked(*payload["other"])
    atlas = yield from opened(payload["abstraction"])
    yield apart(atlas, one, other)


ANSWERS: Mapping[str, Callable[[Payload], Iterator[Any]]] = {
    "alike_abstractions": alike_abstractions,
    "alike_hand": alike_hand,
    "alike_neighbours": alike_neighbours,
    "alike_pair": alike_pair,
}

_latest: list[Gathering] = []


@spared_by
def forget() -> None:
    """Keep the hands no longer: they are looked at again when somebody asks for neighbours."""
    _latest.clear()


def _gathering(atlas: Atlas) -> Gathering:
    """Return the hands of this abstraction as far as they have been looked at, and forget those of others."""
    if not _latest or _latest[0].atlas is not atlas:
        _latest[:] = [Gathering(atlas)]
    return _latest[0]
