"""Answers how much of a result was luck, and what errors cost: each hand is remembered while the worker lives."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Generator, Hashable, Iterator
from contextlib import suppress
from typing import TypeVar, cast

from ai import catalog
from ai.agents.adviser_names import ADVISERS
from ai.evaluation.grading import ranks
from ai.evaluation.grading.hands import decisions_of
from ai.evaluation.luck.holdem import HoldemLuck
from ai.evaluation.luck.kuhn import KuhnLuck
from ai.preparation import once_met
from ai.requests.held_agents import agent_of, held_agents
from ai.requests.judgements import judge
from game.archive.errors import ErrorRate
from game.archive.hands import PlayedHand
from game.archive.lines import Row
from game.archive.luck import METHODS, HandLuck, Luck, luck_of
from game.archive.statistics import Tally
from game.archive.store import HistoryFilter, Reader
from game.core import Agent, BadInput, KnownStrategy, Player, Progress
from game.files import user_files
from game.match.table_spec import PEOPLE
from game.messages.judgements import Judgement
from game.messages.luck import AskLuck, CountErrors, CountLuck
from game.messages.play import AgentKey
from game.needs import Need
from game.rules import games
from game.rules.holdem import HOLE_CARDS, HoldemState
from game.rules.kuhn_poker import KuhnState

T = TypeVar("T")

MOST_HANDS = 100_000  # remembered at a time
MOST_TABLES = 32
EVERY = 100
"""Hands of a small game between two reports: some hundredths of a second; at Hold'em every hand is reported."""

_hands: OrderedDict[Hashable, HandLuck] = OrderedDict()
"""What is known of hands, by their id and by the state of the opponent's file."""
_costs: OrderedDict[Hashable, tuple[float, ...]] = OrderedDict()
"""What the player's decisions of a hand cost, by its id."""
_tables: OrderedDict[Hashable, HoldemLuck | KuhnLuck] = OrderedDict()
"""Who takes the luck out, by game, role and opponent."""


@AskLuck.handler
def ask_luck(request: AskLuck) -> Iterator[Progress | tuple[HandLuck, ...]]:
    """Return the luck of each hand; `BadInput` where the record of one does not allow it."""
    found: list[HandLuck] = []
    began = time.monotonic()
    for hand in request.hands:
        yield from until_ready(hand.game)
        found.append(luck_of_hand(hand))
        if hand.game == games.HOLDEM or len(found) % EVERY == 0:
            yield progress(len(found), len(request.hands), began)
    yield tuple(found)


@CountLuck.handler
def count_luck(request: CountLuck) -> Iterator[Progress | Luck]:
    """Return the luck of all hands of a game that the filter lets through."""
    rows = yield from own_rows(request.filter)
    game = request.filter.game or ""
    yield from until_ready(game)
    began = time.monotonic()
    found: list[HandLuck] = []
    for number, row in enumerate(rows, 1):
        with suppress(BadInput):
            found.append(luck_of_hand(row.hand()))
        if game == games.HOLDEM or number % EVERY == 0:
            yield progress(number, len(rows), began)
    yield luck_of(game, found, len(rows) - len(found))


@CountErrors.handler
def count_errors(request: CountErrors) -> Iterator[Progress | ErrorRate]:
    """Return what the decisions of the newest hands cost; a hand that cannot be played again is left out."""
    rows = yield from own_rows(request.filter)
    game, total = request.filter.game or "", min(request.hands, len(rows))
    began, graded, costs = time.monotonic(), 0, Tally()
    for number, row in enumerate(rows[: request.hands], 1):
        with suppress(BadInput):
            hand = row.hand()
            for cost in (yield from _costs_of(hand, number, total, began)):
                costs.add(
                    cost / hand.spec.unit_of_hand(hand.number) if hand.game in games.KUHN_GAMES else cost
                )
            graded += 1
        if game == games.HOLDEM or number % EVERY == 0:
            yield progress(number, total, began)
    yield ErrorRate(game, costs, ranks.shipped().rank_of(game, costs), graded, len(rows))


def _costs_of(
    hand: PlayedHand, number: int, total: int, began: float
) -> Generator[Progress, None, tuple[float, ...]]:
    """Grade the player's decisions of a hand, once; report meanwhile."""
    key = hand.id
    if key not in _costs:
        found = []
        for asked, action in decisions_of(hand):
            for item in judge(asked):
                if isinstance(item, Judgement):
                    found.append(item.grade(action).sure_cost)
                else:
                    seconds = time.monotonic() - began
                    yield Progress(number - 1, total, seconds, seconds / number * (total - number + 1))
        _keep(_costs, key, tuple(found), MOST_HANDS)
    return _costs[key]


def own_rows(wanted: HistoryFilter) -> Generator[Progress, None, list[Row]]:
    """Return the rows of the player's hands of a game, newest first."""
    if wanted.game is None:
        raise BadInput("Luck and skill are counted for one game at a time: name it.")
    reader = Reader(user_files.home())
    rows: list[Row] = []
    for row in reader.rows(wanted):
        if row is None:
            yield reader.progress
        elif PEOPLE[0] in row.seats:
            rows.append(row)
    return rows


def luck_of_hand(hand: PlayedHand) -> HandLuck:
    """Return the luck of one of the player's hands. Raises `BadInput` if no seat was the player's."""
    seat = hand.own_seat
    if seat is None or hand.net is None:
        raise BadInput("Luck is computed only for hands that you played, and you did not play this one.")
    unit = hand.spec.unit_of_hand(hand.number)
    if METHODS[hand.game] == "none":
        return HandLuck(hand.net / unit, hand.net / unit)
    agent, edition = _opponent(hand)
    key = hand.id, edition
    if key not in _hands:
        session = hand.session()
        player = session.player_of(seat)
        table = _table(hand, player, agent, edition)
        if isinstance(table, HoldemLuck):
            dealt = session.steps[HOLE_CARDS - 1 :]
            adjusted = table.adjusted([cast(HoldemState, step.state) for step in dealt])
        else:
            adjusted = table.adjusted(cast(KuhnState, session.state))
        _keep(_hands, key, HandLuck(hand.net / unit, adjusted / unit, table.known), MOST_HANDS)
    return _hands[key]


def until_ready(game: str) -> Iterator[Progress]:
    """Wait until what the game needs is compiled."""
    if game == games.HOLDEM:
        yield from once_met(Need.BLUEPRINT)


def _opponent(hand: PlayedHand) -> tuple[Agent | None, Hashable]:
    """Return the opponent as it was when the hand was played, or None; and what names it."""
    name = hand.opponent
    if name is None or name in PEOPLE:
        return None, None
    key = AgentKey(hand.game, name, hand.spec.blinds)
    version = hand.versions[1 - (hand.own_seat or 0)]
    try:
        if version and catalog.find(key.game, key.name, key.blinds).version != version:
            return None, None
        return held_agents.take(key)
    except BadInput:
        return None, None


def _table(hand: PlayedHand, player: Player, agent: Agent | None, edition: Hashable) -> HoldemLuck | KuhnLuck:
    """Return who takes the luck out of such a hand."""
    root = games.initial_state(hand.game, blinds=hand.spec.blinds)
    rules = root.rules if isinstance(root, KuhnState) else None
    key = hand.game, rules, player, edition
    if key not in _tables:
        if rules is None:
            table: HoldemLuck | KuhnLuck = HoldemLuck(player, agent)
        else:
            perfect = agent_of(AgentKey(hand.game, ADVISERS[hand.game], hand.spec.blinds))
            known = agent if isinstance(agent, KnownStrategy) else None
            table = KuhnLuck(rules, player, cast(KnownStrategy, perfect), known)
        _keep(_tables, key, table, MOST_TABLES)
    return _tables[key]


def _keep(kept: OrderedDict[Hashable, T], key: Hashable, value: T, most: int) -> None:
    """Remember a value; what has been there longest gives way."""
    kept[key] = value
    if len(kept) > most:
        kept.popitem(last=False)


def progress(done: int, total: int, began: float) -> Progress:
    """Return a report on hands that take about the same time each."""
    seconds = time.monotonic() - began
    return Progress(done, total, seconds, seconds / done * (total - done))
