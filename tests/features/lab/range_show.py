"""The page of the ranges in the lab, with sample content."""

from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.app.app import App
from game.core import Action
from game.features.lab.page import ranges
from game.features.lab.ranges_page import RangesScreen
from game.match.betting_line import BettingLine
from game.request import Request
from game.rules.betting import CALL, FOLD, PublicBetting
from game.rules.cards import RANKS, class_at, hand_class
from game.study.ranges import (
    HANDS,
    AskRange,
    ExportRange,
    ListRangeAgents,
    RangeAgent,
    RangeDecision,
    RangeNode,
    RangeSide,
    class_indices,
)
from tests.window.driver import give_to, named

AGENTS = (
    RangeAgent("blueprint-20", 20, is_blueprint=True),
    RangeAgent("tight", 200),
    RangeAgent("maniac", 200),
)
CELLS = range(len(RANKS))
CLASSES = [class_at(row, column) for row in CELLS for column in CELLS]
FRACTIONS = (0.5, 1.0)


def legal_actions(betting: PublicBetting, taken: Action | None = None) -> tuple[Action, ...]:
    """Return a few legal actions.

    These are fold, call, three bets (half the pot, the pot, all-in), and the action `taken`.
    """
    raises = {betting.raise_to_for_fraction(fraction) for fraction in (*FRACTIONS, float("inf"))}
    passive = {FOLD, CALL} if betting.to_call else {CALL}
    return tuple(sorted(passive | {action for action in raises | {taken} if action is not None}))


def mix(name: str, actions: tuple[Action, ...]) -> tuple[float, ...]:
    """Return the mixed strategy of a class of hands. Stronger classes raise more often."""
    good = (RANKS.index(name[0]) + RANKS.index(name[1])) / 24
    weights = [(1 - good) + 0.02, 0.5, *(good * 0.6 for _ in actions[2:])]
    weights = weights[: len(actions)] if len(actions) > 1 else [1.0]
    return tuple(weight / sum(weights) for weight in weights)


def side(line: BettingLine, depth: int) -> RangeSide:
    """Return one side's range at a line. The range narrows with every action."""
    board = frozenset(line.dealt_board)
    left = {hole for hole in HANDS if not board.intersection(hole)}
    weight = {name: max(0.0, 1 - depth * (24 - index % 25) / 60) for index, name in enumerate(CLASSES)}
    reach = array("f", (weight[hand_class(hole)] if hole in left else 0.0 for hole in HANDS))
    held = {name for name in CLASSES if any(HANDS[index] in left for index in class_indices(name))}
    return RangeSide(reach, {name: weight[name] for name in held}, sum(reach), comes=depth < 9)


def node(line: BettingLine) -> RangeNode:
    """Return the answer for a betting line: both ranges and the decision."""
    decisions = []
    for betting, taken in line.steps:
        assert betting.actor is not None
        menu, actions = legal_actions(betting), legal_actions(betting, taken)
        shares = dict(zip(menu, mix("T5", menu), strict=True))
        decided = tuple(shares.get(action, 0.0) for action in actions)
        decisions.append(RangeDecision(betting.actor, actions, decided))
    sides = side(line, len(line.actions)), side(line, len(line.actions) // 2)
    if line.player is None:
        return RangeNode(tuple(decisions), sides)
    actions = legal_actions(line.betting)
    decisions.append(RangeDecision(line.player, actions, mix("T5", actions)))
    mixes = {name: mix(name, actions) for name in sides[line.player].classes}
    every = {name: mix(name, actions) for name in CLASSES}
    of_hands = array("f", (part for hole in HANDS for part in every[hand_class(hole)]))
    board = frozenset(line.dealt_board)
    buckets = array(
        "i", (-1 if board.intersection(hole) else index % 200 for index, hole in enumerate(HANDS))
    )
    return RangeNode(tuple(decisions), sides, of_hands, mixes, buckets if line.dealt_board else array("i"))


def answer(request: Request[Any]) -> Any:
    """Return the answer to a request of the page."""
    match request:
        case ListRangeAgents():
            return AGENTS
        case AskRange():
            return node(request.line)
        case ExportRange():
            return request.file
        case _:
            return NotImplemented


def without_blueprints() -> tuple[RangeAgent, ...]:
    return tuple(replace(agent) for agent in AGENTS if not agent.is_blueprint)


RIVER = "r300 c / board Qs7h2d c r600 c / board 3c c c / board 4c c"


def opened(app: App, typed: str = "") -> RangesScreen:
    """Open the page at the end of the line `typed`."""
    screen = ranges(app)
    app.go(screen)
    model = screen.model
    give_to(app, ListRangeAgents, AGENTS)
    if typed:
        assert not model.type(typed)
    give_to(app, AskRange, node(model.line))
    return screen


def wrong(app: App) -> None:
    opened(app)
    named(app, "line").submit("r300 c / board Qs7h c")


def alone(app: App) -> None:
    model = opened(app).model
    model.look()
    give_to(app, ListRangeAgents, without_blueprints())
    give_to(app, AskRange, node(model.line))


def in_trouble(app: App) -> None:
    screen = opened(app)
    screen.model.go(screen.model.line)
    give_to(app, AskRange, error="blueprint-20.npz is damaged: its data cannot be read.")


def never(app: App) -> None:
    opened(app, "c r200 r300 r400 r500 r600 r700 r800 r900 r1000")


PLACES: dict[str, Callable[[App], object]] = {
    "ranges": opened,
    "ranges waiting": lambda app: app.go(ranges(app)),
    "ranges river": lambda app: opened(app, RIVER),
    "ranges to be dealt": lambda app: opened(app, "r300 c"),
    "ranges folded": lambda app: opened(app, "r300 f"),
    "ranges all-in": lambda app: opened(app, "all-in c"),
    "ranges never": never,
    "ranges wrong": wrong,
    "ranges without blueprints": alone,
    "ranges in trouble": in_trouble,
    "ranges export": lambda app: opened(app, RIVER)._export(),
}
