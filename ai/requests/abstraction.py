"""Answers the abstraction explorer.

Everything is counted exactly, from the
buckets of that abstraction; the first question opens it, and the first one for neighbours looks at all flop hands,
some 100 MB, which are kept until another abstraction is asked for, or room is made for play or training; who goes
on asking beside these has them looked at anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.cache_registry import releases_cache
from ai.lab.abstraction import emd_examples
from ai.lab.abstraction.flop_index import FlopIndexBuilder
from ai.lab.abstraction.neighbours import neighbours
from ai.lab.abstraction.opened_abstraction import OpenedAbstraction, opened
from ai.lab.abstraction.spots import apart, checked, looked_at
from ai.training.ready_abstractions import ready_abstractions
from game.core import Progress
from game.messages.abstraction import (
    FindNeighbours,
    ListAbstractions,
    LookUpBucket,
    MeasureDistance,
    WorkEmdExample,
)
from game.messages.abstraction_answers import POTENTIAL, AbstractionHand, Apart, Earth, Neighbours


@ListAbstractions.handler
def list_abstractions(request: ListAbstractions) -> Iterator[tuple[tuple[str, str], ...]]:
    """Return the names and the titles of the abstractions that can be looked at; see `ready_abstractions`."""
    yield tuple(ready_abstractions(POTENTIAL))


@LookUpBucket.handler
def look_up_bucket(request: LookUpBucket) -> Iterator[Progress | AbstractionHand]:
    """Return a hand and its bucket."""
    spot = checked(request.hand, request.board)
    abstraction = yield from opened(request.abstraction)
    yield looked_at(abstraction, spot)


@FindNeighbours.handler
def find_neighbours(request: FindNeighbours) -> Iterator[Progress | Neighbours]:
    """Return the nearest neighbours of a hand on the flop."""
    spot = checked(request.hand, request.board).flop
    abstraction = yield from opened(request.abstraction)
    index = yield from _index_builder(abstraction).build()
    yield (yield from neighbours(abstraction, index, spot))


@MeasureDistance.handler
def measure_distance(request: MeasureDistance) -> Iterator[Progress | Apart]:
    """Return the distance between two hands on the flop."""
    one, other = checked(request.hand, request.board), checked(*request.other)
    abstraction = yield from opened(request.abstraction)
    yield apart(abstraction, one, other)


@WorkEmdExample.handler
def work_emd_example(request: WorkEmdExample) -> Iterator[Earth]:
    """Return a small example of the earth mover's distance with every move of it."""
    yield emd_examples.example(request.example)


_latest: list[FlopIndexBuilder] = []


@releases_cache
def forget() -> None:
    """Keep the hands no longer: they are looked at again when somebody asks for neighbours."""
    _latest.clear()


def _index_builder(abstraction: OpenedAbstraction) -> FlopIndexBuilder:
    """Return the hands of this abstraction as far as they have been looked at, and forget those of others."""
    if not _latest or _latest[0].abstraction is not abstraction:
        _latest[:] = [FlopIndexBuilder(abstraction)]
    return _latest[0]
