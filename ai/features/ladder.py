"""Answer the request for the ladder: the user's luck-adjusted results in hands without help, by opponent."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from ai.features.history import EVERY, luck_of_hand, own_rows, progress, until_ready
from game.archive.ladder import Climb, Ladder
from game.archive.lines import HistoryRow
from game.archive.store import HistoryFilter
from game.core import BadInput, Progress
from game.match.session import player_0_seat
from game.match.table_spec import PEOPLE
from game.rules import games
from game.study.ladder import AskLadder


@AskLadder.handler
def ask_ladder(request: AskLadder) -> Iterator[Progress | Ladder]:
    """Return the results on every rung of the ladder. Hands that cannot be replayed are left out."""
    game = request.game
    rows = yield from own_rows(HistoryFilter(game))
    serious: dict[str, list[HistoryRow]] = {rung.agent: [] for rung in request.rungs}
    casual_hands = Counter[str]()
    for row in rows:
        opponent, table = row.seats[1 - row.seats.index(PEOPLE[0])], row.stored["table"]
        has_help = table.get("teaching") or table.get("duplicate") or "rewound" in row.stored
        if opponent in serious and not has_help:
            serious[opponent].append(row)
        elif opponent in serious:
            casual_hands[opponent] += 1
    if any(serious.values()):
        yield from until_ready(game)
    total, done, began = sum(map(len, serious.values())), 0, time.monotonic()
    found = []
    for rung in request.rungs:
        climb = Climb(game, rung)
        for row in reversed(serious[rung.agent]):
            done += 1
            if climb.beaten:
                continue
            with suppress(BadInput):
                hand = row.hand()
                role = 0 if player_0_seat(hand.spec, hand.number) == hand.own_seat else 1
                luck = yield from luck_of_hand(hand)
                climb.take(luck.adjusted, role)
            if game == games.HOLDEM or done % EVERY == 0:
                yield progress(done, total, began)
        found.append(replace(climb.result(), casual_hands=casual_hands[rung.agent]))
    yield Ladder(game, tuple(found))
