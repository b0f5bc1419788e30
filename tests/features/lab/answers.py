"""What the other process would answer, for tests of the lab: a run that spirals in, and the game around it."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from game.core import CHANCE
from game.features.lab.asks import DrawTree, ListInformationSets, ListLabRuns, MeasureField, RunSegment
from game.request import Request
from game.rules import games
from game.rules.kuhn_poker import CARD_LETTERS, KuhnRules, KuhnState
from game.study.lab import (
    NASH_CONV,
    NO_NODE,
    LabField,
    LabNode,
    LabPart,
    LabRun,
    LabRuns,
    LabSets,
    LabSettings,
    LabTree,
    LabVariant,
    tracked_iterations,
)

VARIANTS = (
    LabVariant("cfr", "The regrets as they are.", is_sampled=False),
    LabVariant("cfr+", "Regrets never fall below zero.", is_sampled=False),
    LabVariant("linear", "Later iterations weigh more.", is_sampled=False),
    LabVariant("dcfr", "Early regrets are forgotten.", is_sampled=False),
    LabVariant("chance-sampled", "One deal an iteration.", is_sampled=True),
)
STORED = 400  # iterations of the stored runs
HALF_STREET = {"Q": None, "K": 0.0, "A": 1.0, "Qb": 0.0, "Kb": None, "Ab": 1.0}
CLASSIC = {
    **{"Q": 1 / 6, "K": 0.0, "A": 0.5, "Qpb": 0.0, "Kpb": 0.5, "Apb": 1.0},
    **{"Qp": 1 / 3, "Kp": 0.0, "Ap": 1.0, "Qb": 0.0, "Kb": 1 / 3, "Ab": 1.0},
}


GROWTH = {"Q": 1.0, "A": 3.0, "Kpb": 1.0}  # of the classic equilibria with alpha


def nash(blinds: float) -> tuple[float, float]:
    if blinds < 0.5:
        return 0.0, 0.0
    return 1 / (1 + 2 * blinds), (2 * blinds - 1) / (1 + 2 * blinds)


@cache
def sets_of(settings: LabSettings) -> LabSets:
    """The sets of either game, player 0's first."""
    half = settings.game == games.KUHN_HALF_STREET
    p1, p2 = nash(settings.blinds)
    table = {**HALF_STREET, "Q": p1, "Kb": p2} if half else CLASSIC
    keys = sorted(table, key=lambda key: (len(key) - 1) % 2)
    equilibrium = tuple(share for key in keys for share in (1 - table[key], table[key]))  # type: ignore[operator]
    return LabSets(
        keys=tuple(keys),
        players=tuple((len(key) - 1) % 2 for key in keys),
        actions=(("p", "b"),) * len(keys),
        sequences=tuple((place, action) for place in range(len(keys)) for action in (0, 1)),
        equilibrium=equilibrium,
        value=1 / 18 if half else -1 / 18,
        variants=VARIANTS,
        alpha=0.0 if half else 1 / 6,
        most_alpha=0.0 if half else 1 / 3,
        per_alpha=()
        if half
        else tuple(s for key in keys for s in (-GROWTH.get(key, 0.0), GROWTH.get(key, 0.0))),
    )


@cache
def tree_of(settings: LabSettings) -> LabTree:
    """All histories, by the rules."""
    street = "half-street" if settings.game == games.KUHN_HALF_STREET else "classic"
    keys, nodes = sets_of(settings).keys, list[LabNode]()

    def visit(state: KuhnState, parent: int, step: str, chance: float) -> None:
        player, number = state.current_player(), len(nodes)
        infoset = keys.index(state.information_state(player).key) if player in (0, 1) else NO_NODE
        payoff = float(state.returns()[0]) if state.is_terminal() else 0.0
        nodes.append(LabNode(parent, step, player, infoset, payoff, chance))
        for action in state.legal_actions():
            dealt = player == CHANCE
            chance = 1 / len(state.legal_actions()) if dealt else 1.0
            visit(state.child(action), number, CARD_LETTERS[action] if dealt else "pb"[action], chance)

    visit(KuhnState(KuhnRules(street, settings.blinds)), NO_NODE, "", 1.0)  # type: ignore[arg-type]
    return LabTree(tuple(nodes))


@cache
def field_of(blinds: float, steps: int) -> LabField:
    """U1 by the formula of the references."""
    axis = tuple(place / steps for place in range(steps + 1))

    def u1(p1: float, p2: float) -> float:
        return (p1 * (2 * blinds - 1 - p2 - 2 * blinds * p2) + p2) / 6

    values = tuple(tuple(u1(p1, p2) for p2 in axis) for p1 in axis)
    flat = [value for row in values for value in row]
    return LabField(
        axis,
        values,
        tuple((2 * blinds - 1 - p2 - 2 * blinds * p2) / 6 for p2 in axis),
        tuple(-(1 - p1 - 2 * blinds * p1) / 6 for p1 in axis),
        nash(blinds),
        u1(*nash(blinds)),
        min(flat),
        max(flat),
    )


@cache
def part_of(settings: LabSettings, after: int, upto: int) -> LabPart:
    """A stretch of a run: the averages close in on the equilibrium, the current strategy runs around it."""
    sets = sets_of(settings)
    done = np.array([*tracked_iterations(after, upto - 1, settings.every), upto])
    place, action = np.array(sets.sequences).T
    goal, sign = np.array(sets.equilibrium), np.where(action, 1, -1)
    turn, slow = 6 * np.log1p(done), 0.5 + 0.1 * [one.name for one in VARIANTS].index(settings.variant)
    shrink = (1 + done)[:, np.newaxis] ** (-slow / 2)
    around = sign * np.cos(turn[:, np.newaxis] + place)
    away = np.where((goal > 0) & (goal < 1), 0.5 * around, 0.5 - goal)
    part = LabPart(after, upto)
    part.iterations.extend(done.tolist())
    part.average.extend((goal + shrink * away).clip(0, 1).ravel().tolist())
    part.current.extend((0.5 + around).clip(0, 1).ravel().tolist())
    part.regret.extend((np.sqrt(done)[:, np.newaxis] * around).ravel().tolist())
    part.nash_conv.extend((0.9 / (1 + done) ** slow * (1.2 + np.cos(turn + settings.seed))).tolist())
    if settings.variant == "chance-sampled":
        deals = [number for number, node in enumerate(tree_of(settings).nodes) if node.player == 0]
        part.visited.extend(deals[iteration % len(deals)] for iteration in done.tolist())
    return part


def runs_of(iterations: int) -> LabRuns:
    """Stored runs of both games: variants, seeds and S that differ, one shorter, one without exploitability."""
    half, classic = (
        LabSettings(game, iterations=iterations) for game in (games.KUHN_HALF_STREET, games.KUHN_POKER)
    )
    kept = (
        (replace(half, variant="chance-sampled"), iterations),
        (replace(half, variant="chance-sampled", seed=7), iterations),
        (half, iterations // 4),
        (replace(half, variant="linear", blinds=2.0), iterations),
        (replace(half, variant="dcfr", track=("average",)), iterations),
        (classic, iterations),
        (replace(classic, variant="linear"), iterations),
    )
    return LabRuns(
        tuple(
            LabRun(
                number,
                one,
                done,
                done,
                0.01 if NASH_CONV in one.track else None,
                1_790_000_000 - 9_000 * number,
            )
            for number, (one, done) in enumerate(kept, 1)
        )
    )


def answer_of(request: Request[Any]) -> Any:
    """The answer to any question of the lab but those that write files."""
    match request:
        case ListInformationSets():
            return sets_of(request.settings)
        case DrawTree():
            return tree_of(request.settings)
        case MeasureField():
            return field_of(request.blinds, request.steps)
        case ListLabRuns():
            return runs_of(STORED)
        case RunSegment():
            return part_of(request.settings, request.after, request.upto)
        case _:
            return NotImplemented
