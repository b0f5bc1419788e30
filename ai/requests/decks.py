"""Answers what fills the decks of the drills: the program's own solutions, and the player's mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import cast

from ai.agents.adviser_names import TRAINED
from ai.drills import mistakes
from ai.drills.cards import DrillCard
from ai.drills.holdem_decks import opening_raises, river_calls
from ai.drills.pot_odds import pot_odds
from ai.drills.small_decks import bluffs, forks
from ai.drills.store import DrillStore
from ai.requests.drills import today
from ai.requests.held_agents import agent_of
from ai.requests.judgements import judge
from game.core import BadInput, KnownStrategy, Progress
from game.files import user_files
from game.messages.decks import BeginDeck, CollectMistakes
from game.messages.drills_answers import MISTAKES, Deck, DrillsToday
from game.messages.play import AgentKey
from game.rules import games

_ARCHITECT = AgentKey(games.HOLDEM, TRAINED)

Made = Iterator[Progress | DrillCard]

SIZES: dict[Deck, int] = {
    "forks": 24,
    "bluffs": 24,
    "pot-odds": 24,
    "opening-raises": 24,
    "river-calls": 10,
}
"""Cards of a deck. River calls are fewer: many rivers are solved for each."""


@BeginDeck.handler
def _begin(request: BeginDeck) -> Iterator[Progress | DrillsToday]:
    """Fill a deck; each card is kept as soon as it is made, so that nothing is lost where this ends early."""
    if request.deck == MISTAKES:
        raise BadInput("The deck of mistakes fills itself from the games you play.")
    store = DrillStore(user_files.home())
    deck, size = store.deck(request.deck), SIZES[request.deck]
    items = _MAKERS[request.deck](request.seed, request.now)
    while len(deck.cards) < size and (item := next(items, None)) is not None:
        if isinstance(item, Progress):
            yield Progress(len(deck.cards), size, item.seconds)
        elif deck.add(item):
            store.keep(request.deck, deck)
    deck.begun = True
    store.keep(request.deck, deck)
    yield today(store, request.now)


@CollectMistakes.handler
def _collect(request: CollectMistakes) -> Iterator[Progress | int]:
    """Keep the mistakes of the hands that were played since the last time."""
    home = user_files.home()
    yield from mistakes.collect(home, DrillStore(home), judge, request.now)


def _river_calls(seed: int, now: float) -> Made:
    return river_calls(judge, agent_of(_ARCHITECT), seed, now)


def _opening_raises(seed: int, now: float) -> Made:
    return opening_raises(judge, cast(KnownStrategy, agent_of(_ARCHITECT)), seed, now)


_MAKERS: dict[Deck, Callable[[int, float], Made]] = {
    "forks": lambda seed, now: chain(forks(seed, now)),
    "bluffs": lambda seed, now: chain(bluffs(seed, now)),
    "pot-odds": pot_odds,
    "opening-raises": _opening_raises,
    "river-calls": _river_calls,
}
