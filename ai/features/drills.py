"""Answer the requests about drills and their decks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import cast

from ai.drills import mistakes
from ai.drills.cards import CardDeck, DrillCard, day, due_day
from ai.drills.decks import bluffs, forks, habits, opening_raises, pot_odds, river_calls
from ai.drills.store import DrillStore, deck_figures, due_cards, next_card
from ai.features.held_agents import TRAINED, held_agent, held_agents
from ai.features.judgements import find_stored, judge
from ai.preparation import once_met
from ai.training.run import GETTING_READY
from game.core import BadInput, KnownStrategy, Progress
from game.files import user_files
from game.needs import Need
from game.rules import games
from game.rules.kuhn_poker import KuhnInformationState
from game.study.drills import (
    DECKS,
    MISTAKES,
    AnswerCard,
    AskCard,
    AskDrills,
    BeginDeck,
    CollectMistakes,
    Deck,
    DrillQuestion,
    DrillsToday,
    ForgetDeck,
    SetCardAside,
    Verdict,
)
from game.study.judgements import AskJudgement, Judgement
from game.study.play import AgentKey


@AskDrills.handler
def _today(request: AskDrills) -> Iterator[DrillsToday]:
    yield today(_store(), request.now)


@AskCard.handler
def _card(request: AskCard) -> Iterator[DrillQuestion | None]:
    """Return the next card."""
    store = _store()
    decks: dict[Deck, CardDeck] = {deck: store.deck(deck) for deck in DECKS if request.deck in (None, deck)}
    found = next_card(decks, request.now)
    if found is None:
        yield None
        return
    deck, card = found
    left = sum(len(due_cards(name, cards, request.now)) for name, cards in decks.items())
    question = DrillQuestion(
        card.name,
        deck,
        card.game,
        card.info,
        card.actions,
        left,
        card.shown,
        card.against,
        card.spot,
        unit=card.unit,
        hand=card.hand,
    )
    if card.against and isinstance(card.info, KuhnInformationState):
        bets, calls = habits(card.info, card.against)
        question = replace(question, bets=bets, calls=calls)
    yield question


@AnswerCard.handler
def _answer(request: AnswerCard) -> Iterator[Verdict]:
    """Grade and rate the answer, and schedule the card.

    An answer of unknown cost changes no schedule. Its card is shown again tomorrow.
    """
    store = _store()
    deck = store.deck(request.deck)
    card = deck.find(request.card)
    grade = card.grade(request.action)
    rating = card.rate(grade, request.seconds)
    now = day(request.now)
    if grade.is_unknown:
        deck.cards[card.name], days = card.buried_until_tomorrow(request.now), 1
    else:
        after = deck.cards[card.name] = card.after_answer(rating, request.now)
        days = max(0, (due_day(after.schedule) - now).days)
    store.keep(request.deck, deck)
    diary = store.diary()
    diary.note(now)
    store.keep_diary(diary)
    yield Verdict(grade, rating, days)


@SetCardAside.handler
def _set_aside(request: SetCardAside) -> Iterator[DrillsToday]:
    """Postpone a card to the end of today or to tomorrow, or remove it from the deck."""
    store = _store()
    deck = store.deck(request.deck)
    card = deck.find(request.card)
    if request.how == "remove":
        del deck.cards[card.name]
    elif request.how == "bury":
        deck.cards[card.name] = card.buried_until_tomorrow(request.now)
    else:
        deck.cards[card.name] = replace(card, skipped=request.now)
    store.keep(request.deck, deck)
    yield today(store, request.now)


@ForgetDeck.handler
def _forget(request: ForgetDeck) -> Iterator[DrillsToday]:
    store = _store()
    store.forget(request.deck)
    yield today(store, request.now)


def today(store: DrillStore, now: float) -> DrillsToday:
    """Return the current state of all decks."""
    decks = tuple(deck_figures(deck, store.deck(deck), now) for deck in DECKS)
    diary, date = store.diary(), day(now)
    return DrillsToday(decks, diary.streak(date), diary.recent(date), tuple(store.warnings))


def _store() -> DrillStore:
    return DrillStore(user_files.home())


_ARCHITECT = AgentKey(games.HOLDEM, TRAINED)

Made = Iterator[Progress | DrillCard]

SIZES: dict[Deck, int] = {"forks": 24, "bluffs": 24, "pot-odds": 24, "opening-raises": 24, "river-calls": 10}
"""The number of cards in a deck. River calls are fewer, because each needs many solved rivers."""
GRADED_A_CARD: dict[Deck, float] = {"opening-raises": 1.1, "river-calls": 4.5}
"""The mean number of graded positions per card. The other decks take almost no time."""
CARDS_OF_USUAL = 2
"""The weight of the usual number of positions per card in the estimate, as a number of cards."""


class FillingClock:
    """Estimates the time until a deck is full.

    The seconds per position are the mean over the positions graded so far. The number of positions per card is
    known only after some cards, so the estimate begins with a usual number.
    """

    def __init__(self, usual: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._usual, self._clock = usual, clock
        self._start = clock()
        self._card_count = 0
        self.position_count = 0

    def report(self, cards: int, size: int) -> Progress:
        """Return the progress after `cards` of the `size` cards of a deck."""
        seconds = self._clock() - self._start
        left = None
        if self.position_count:
            a_card = (CARDS_OF_USUAL * self._usual + self.position_count) / (
                CARDS_OF_USUAL + self._card_count
            )
            left = (size - cards) * a_card * seconds / self.position_count
        return Progress(cards, size, seconds, left)

    def heed(self, item: Progress | DrillCard) -> None:
        """Count a graded position, or a new card."""
        if isinstance(item, Progress):
            self.position_count = item.iteration
        else:
            self._card_count += 1
            self.position_count += 1


@BeginDeck.handler
def _begin(request: BeginDeck) -> Iterator[Progress | DrillsToday]:
    """Fill a deck, and store every card as soon as it is made.

    The user may practise with the deck at the same time, so the deck is read again before each change.
    """
    if request.deck == MISTAKES:
        raise BadInput("The deck of mistakes fills itself from the games you play.")
    store = DrillStore(user_files.home())
    cards, size = len(store.deck(request.deck).cards), SIZES[request.deck]
    if request.deck in GRADED_A_CARD:
        for _ in once_met(Need.SOLVER):
            yield Progress(cards, size, 0.0, doing=GETTING_READY)
    clock = FillingClock(GRADED_A_CARD.get(request.deck, 1.0))
    items = _MAKERS[request.deck](request.seed, request.now)
    while cards < size and (item := next(items, None)) is not None:
        clock.heed(item)
        if isinstance(item, DrillCard):
            deck = store.deck(request.deck)
            if deck.add(item):
                store.keep(request.deck, deck)
            cards = len(deck.cards)
        yield clock.report(cards, size)
    deck = store.deck(request.deck)
    deck.begun = True
    store.keep(request.deck, deck)
    yield today(store, request.now)


@CollectMistakes.handler
def _collect(request: CollectMistakes) -> Iterator[Progress | int]:
    home = user_files.home()
    with held_agents.borrow_bots():
        yield from mistakes.collect_mistakes(home, DrillStore(home), _stored_or_judged, request.now)


def _stored_or_judged(asked: AskJudgement) -> Iterator[Progress | Judgement]:
    if (known := find_stored(asked)) is not None:
        yield known
    else:
        yield from judge(asked)


def _river_calls(seed: int, now: float) -> Made:
    return river_calls(judge, held_agent(_ARCHITECT), seed, now)


def _opening_raises(seed: int, now: float) -> Made:
    return opening_raises(judge, cast(KnownStrategy, held_agent(_ARCHITECT)), seed, now)


_MAKERS: dict[Deck, Callable[[int, float], Made]] = {
    "forks": lambda seed, now: chain(forks(seed, now)),
    "bluffs": lambda seed, now: chain(bluffs(seed, now)),
    "pot-odds": pot_odds,
    "opening-raises": _opening_raises,
    "river-calls": _river_calls,
}
