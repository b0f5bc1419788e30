"""Answer the requests of the drills: the due cards, the next card, and the verdict on an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ai.drills import queue, schedule
from ai.drills.cards import CardDeck
from ai.drills.small_decks import habits
from ai.drills.store import DrillStore
from game.files import user_files
from game.messages.drills import AnswerCard, AskCard, AskDrills, ForgetDeck, SetCardAside
from game.messages.drills_answers import DECKS, Deck, DrillQuestion, DrillsToday, Verdict
from game.rules.kuhn_poker import KuhnInformationState


@AskDrills.handler
def _today(request: AskDrills) -> Iterator[DrillsToday]:
    """Return what is due today."""
    yield today(_store(), request.now)


@AskCard.handler
def _card(request: AskCard) -> Iterator[DrillQuestion | None]:
    """Return the card whose turn it is."""
    store = _store()
    decks: dict[Deck, CardDeck] = {deck: store.deck(deck) for deck in DECKS if request.deck in (None, deck)}
    found = queue.next_card(decks, request.now)
    if found is None:
        yield None
        return
    deck, card = found
    left = sum(len(queue.due_cards(name, cards, request.now)) for name, cards in decks.items())
    question = DrillQuestion(
        card.name, deck, card.game, card.info, card.actions, left, card.shown, card.against, card.spot
    )
    if card.against and isinstance(card.info, KuhnInformationState):
        bets, calls = habits(card.info, card.against)
        question = replace(question, bets=bets, calls=calls)
    yield question


@AnswerCard.handler
def _answer(request: AnswerCard) -> Iterator[Verdict]:
    """Grade the answer, rate it, and keep when the card comes back."""
    store = _store()
    deck = store.deck(request.deck)
    card = deck.find(request.card)
    grade = card.grade(request.action)
    rating = schedule.rating_of(grade.mark, request.seconds, card.game)
    after = deck.cards[card.name] = card.answered(rating, request.now)
    store.keep(request.deck, deck)
    now = schedule.day(request.now)
    diary = store.diary()
    diary.note(now)
    store.keep_diary(diary)
    yield Verdict(grade, rating, max(0, (schedule.due_day(after.schedule) - now).days))


@SetCardAside.handler
def _set_aside(request: SetCardAside) -> Iterator[DrillsToday]:
    """Let a card come last today, tomorrow, or never again."""
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
    """Delete a deck."""
    store = _store()
    store.forget(request.deck)
    yield today(store, request.now)


def today(store: DrillStore, now: float) -> DrillsToday:
    """Return all decks as they are today."""
    decks = tuple(queue.figures(deck, store.deck(deck), now) for deck in DECKS)
    diary, day = store.diary(), schedule.day(now)
    return DrillsToday(decks, diary.streak(day), diary.recent(day), tuple(store.warnings))


def _store() -> DrillStore:
    return DrillStore(user_files.home())
