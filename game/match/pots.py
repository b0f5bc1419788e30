"""The pots of a Hold'em session, computed from the actions of its finished hands."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import IllegalAction
from game.match.session import HandResult
from game.match.table_spec import TableSpec
from game.rules.betting import PublicBetting
from game.rules.holdem import HoldemRules


def pots(spec: TableSpec, results: Sequence[HandResult], known: int = 0) -> list[int]:
    """Return the final pot, in chips, of each hand of a session after the first `known` ones.

    `results` must contain all hands from the first one on, because they determine the stacks. For a hand with
    illegal actions (an edited save) it returns twice the amount won.
    """
    found, stacks = [], spec.stacks
    for place, result in enumerate(results):
        if place >= known:
            found.append(_pot_of(spec, stacks, result))
        if spec.form == "match":
            stacks = stacks[0] + round(result.returns[0]), stacks[1] + round(result.returns[1])
    return found


def _pot_of(spec: TableSpec, stacks: tuple[int, int], result: HandResult) -> int:
    seat = result.player_0_seat
    small, big = spec.blinds_of_hand(result.number)
    try:
        return _pot(HoldemRules(small, big, (stacks[seat], stacks[1 - seat])), result.actions)
    except IllegalAction:
        return round(2 * abs(result.returns[0]))


def _pot(rules: HoldemRules, actions: Sequence[int]) -> int:
    betting = PublicBetting.start(rules)
    for action in actions:
        if betting.actor is None:
            betting = betting.next_round()
        betting = betting.child(action)
    return betting.pot
