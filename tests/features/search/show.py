"""The states of the search page for the tests that check every screen.

The states are a river with many actions, a decision before the flop, and a page that waits for an answer.
"""

from collections.abc import Callable

from game.agent_entries import AgentEntry
from game.app.app import App
from game.features.search.page import SearchScreen
from game.rules.cards import class_at, parse
from game.rules.holdem import CALL, FOLD, HoldemInformationState, HoldemRules, HoldemState
from game.study.amounts import Amounts
from game.study.holdem import Belief, ExpectedStep, LookAhead, SearchLine, SearchReport
from game.study.models import SearchSpot
from game.window.ui.input import Key
from tests.window.driver import give_to

SURVEYOR = AgentEntry("surveyor", "holdem", "search", "Looks ahead.")


def hand(*actions: int) -> HoldemInformationState:
    """Return the information state after these actions."""
    state, cards = HoldemState(HoldemRules()), iter(parse("AsKh2c3dQsJh2h8d5c"))
    for card in [next(cards) for _ in range(4)]:
        state = state.child(card)
    for action in actions:
        state = state.child(action)
        while state.current_player() < 0:
            state = state.child(next(cards))
    return state.information_state(state.current_player())


def spot(info: HoldemInformationState) -> SearchSpot:
    return SearchSpot(info, SURVEYOR, ("Mrs Sterling", "The Surveyor"), Amounts(False, 100), "seed")


def report(info: HoldemInformationState) -> SearchReport:
    """Return a report in which larger bets have higher values, with long lines of play."""
    betting, player = info.betting, info.player
    raises = {betting.raise_to_for_fraction(share) for share in (1 / 3, 1 / 2, 2 / 3, 1.0, 100.0)}
    actions = [
        *([FOLD] if betting.to_call else []),
        CALL,
        *sorted(raise_to for raise_to in raises if raise_to),
    ]
    values = {action: -betting.committed[player] + 137.0 * index for index, action in enumerate(actions)}
    lines = []
    for action in reversed(actions):
        steps = [ExpectedStep(player, action, None)]
        if action > CALL:
            steps.append(ExpectedStep(1 - player, CALL if betting.puts_all_in(action) else FOLD, 0.62))
        lines.append(SearchLine(values[action], tuple(steps)))
    classes = [class_at(row, column) for row in range(13) for column in range(13)]
    prior = dict.fromkeys(classes, 1 / 169)
    belief = Belief({name: index / 14_196 for index, name in enumerate(classes)}, prior, 874.0, 1_225)
    margins = dict.fromkeys(actions[1:], 38.0)
    return SearchReport(
        values, tuple(lines), margins, {CALL: 0.6, actions[-2]: 0.4}, 60, 112, 1, 0.053, belief
    )


def give_report(app: App, info: HoldemInformationState) -> None:
    app.go(SearchScreen(app, spot(info)))
    give_to(app, LookAhead, report(info))


RIVER = hand(250, CALL, CALL, CALL, CALL, CALL, 1_200)


def waiting(app: App) -> None:
    app.go(SearchScreen(app, spot(RIVER)))


def failed(app: App) -> None:
    app.go(SearchScreen(app, spot(RIVER)))
    give_to(app, LookAhead, error="The other process ended unexpectedly.")


def searching_on(app: App) -> None:
    give_report(app, RIVER)
    app.step([], 0.0)
    app.send(Key("3", "3"))


PLACES: dict[str, Callable[[App], object]] = {
    "search": lambda app: give_report(app, RIVER),
    "search preflop": lambda app: give_report(app, hand()),
    "search waiting": waiting,
    "search failed": failed,
    "search on": searching_on,
}
