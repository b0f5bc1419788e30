"""Answers the solver page's requests about stored hands: those of the history and of imported logs."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ai.knowledge import log_store
from ai.solver.agent_mixes import BLINDS
from ai.solver.spot_forms import spot_of_texts
from ai.solver.table_betting import table_betting
from game.archive.decision_counts import (
    NO_ACTIONS,
    ActionCounts,
    DecisionKind,
    count_of,
    counts_in_steps,
    kind_of,
    players_in_steps,
)
from game.archive.imported import LogFilter, Reached
from game.archive.store import Reader
from game.core import Progress
from game.files import user_files
from game.messages.solver_answers import LEAST_LOGGED, LoggedMix, LoggedPlayer
from game.messages.solver_logs import AskLoggedMix, ListLoggedPlayers

_REACHED: tuple[Reached, ...] = (0, 1, 2, 3)
"""By street, the value of `LogFilter.reached` that lets only hands through which reached it."""


@ListLoggedPlayers.handler
def list_logged_players(request: ListLoggedPlayers) -> Iterator[Progress | tuple[LoggedPlayer, ...]]:
    """Yield progress, and last the players with at least `LEAST_LOGGED` hands, those with the most hands first.

    Players of a log that cannot be read are left out.
    """
    found: list[LoggedPlayer] = []
    for item in players_in_steps(Reader(user_files.home())):
        if isinstance(item, Progress):
            yield item
        else:
            found += [LoggedPlayer(name, hands) for name, hands in item.items()]
    for log in log_store.all_logs(user_files.home()).logs:
        found += [LoggedPlayer(one.name, one.hands, log.id, ", ".join(log.files)) for one in log.players]
    enough = [one for one in found if one.hands >= LEAST_LOGGED]
    yield tuple(sorted(enough, key=lambda one: -one.hands))


@AskLoggedMix.handler
def ask_logged_mix(request: AskLoggedMix) -> Iterator[Progress | LoggedMix]:
    """Yield progress, and last how often the player folds, calls and raises, as shares of the hands counted."""
    name = request.player.name
    line = (*request.texts.earlier_actions, *request.actions)
    kind = kind_of(table_betting(spot_of_texts(request.texts), line, BLINDS))
    if request.player.log:
        counting = _counts_in_log(request.player, kind)
    else:
        counting = counts_in_steps(Reader(user_files.home()), name, kind)
    for item in counting:
        if isinstance(item, Progress):
            yield item
        else:
            hands = max(1, item.hands)
            yield LoggedMix(name, item.hands, item.folds / hands, item.calls / hands, item.raises / hands)


def _counts_in_log(player: LoggedPlayer, kind: DecisionKind) -> Iterator[Progress | ActionCounts]:
    """Count the player's actions at a kind of decision in an imported log. Yield progress, then the counts."""
    began, found = time.monotonic(), NO_ACTIONS
    wanted = LogFilter(player.log, player.name, _REACHED[kind.street])
    for number, hand in enumerate(log_store.hands_of(user_files.home(), wanted), 1):
        record = hand.record
        for place, name in enumerate(record.names):
            if name == player.name:
                found += count_of(record.final_state().betting, place, kind)
        if number % log_store.ITEMS_A_STEP == 0:
            yield Progress(number, None, time.monotonic() - began)
    yield found
