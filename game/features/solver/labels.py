"""Labels of a solve, and the view model of the solver page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.agent_entries import AgentEntry
from game.core import Player, Progress
from game.match.spot_texts import SpotTexts
from game.rules.cards import name as card_name
from game.rules.cards import parse
from game.study.amounts import chips
from game.study.opponents import portrait
from game.study.solved import (
    HAND_KINDS,
    CheckedSpot,
    LockSummary,
    RunOuts,
    SolvedNode,
    SolvedStep,
    SolveState,
    StoredSolve,
)
from game.texts import join_list, number, percent, signed, text, uncapitalize
from game.window.views.betting_path import PathColumn, PathRow
from game.window.views.solved_tables import action_label, get_action_looks

SIDES = ("oop", "ip")
FLOP_CARDS = 3


def player_name(player: Player) -> str:
    return text(f"solver.players.{SIDES[player]}")


def acts(node: SolvedNode, player: Player) -> bool:
    return node.state == "decision" and node.here.player == player


def list_columns(node: SolvedNode) -> tuple[PathColumn, ...]:
    """Return a column for each step of the path that leads to a state, and a column for the state itself."""
    columns = [_column(step) for step in node.way[:-1]]
    if node.state == "decision":
        return (*columns, _column(node.here))
    pot = text("solver.walk.pot", chips=chips(node.here.pot))
    return (*columns, PathColumn(text(f"solver.walk.ends.{node.state}"), pot))


def _column(step: SolvedStep) -> PathColumn:
    pot = text("solver.walk.pot", chips=chips(step.pot))
    if step.card is not None:
        return PathColumn(text("solver.walk.dealt", card=card_name(step.card)), pot, opens_street=True)
    taken = step.taken if step.taken >= 0 else None
    looks = get_action_looks(step.actions)
    rows = tuple(
        PathRow(index, action_label(action), percent(share, 1), look)
        for index, (action, share, look) in enumerate(zip(step.actions, step.shares, looks, strict=True))
    )
    return PathColumn(player_name(step.player), pot, rows, taken)


def lock_label(lock: LockSummary, agents: Sequence[AgentEntry]) -> str:
    """Describe a lock: "IP after Bet 50: Fold +20, all hands"."""
    where = join_list(*map(action_label, lock.actions)) or text("solver.locks.at_start")
    known = {"player": player_name(lock.player), "where": where, "hands": hands_label(lock.hands)}
    if (mix := lock.logged) is not None:
        shares = {"folds": mix.folds, "calls": mix.calls, "raises": mix.raises}
        said = {name: percent(share, 1) for name, share in shares.items()}
        return text("solver.locks.as_logged", name=mix.name, count=number(mix.hands), **said, **known)
    if lock.agent:
        key = "like_after" if lock.before else "like"
        agent = edition_name(agents, lock.agent)
        return text(f"solver.locks.{key}", agent=agent, before=lock.before, **known)
    if not lock.action:
        return text("solver.locks.painted", **known)
    return text("solver.locks.summary", action=action_label(lock.action), points=signed(lock.points), **known)


def edition_name(agents: Sequence[AgentEntry], name: str) -> str:
    """Return an agent's name with its stack depth: "The Architect, 100 bb"."""
    seen = portrait(agents, name)
    return join_list(seen.name, seen.stage)


def usual_line(board: str) -> str:
    """Return the usual betting before a spot: a raise and a call before the flop, then only checks.

    >>> usual_line("QsJh2h8d")
    'r250 c / c c'
    """
    streets = max(0, len(parse(board)) - FLOP_CARDS)
    return " / ".join(["r250 c", *["c c"] * streets])


def format_gains(solve: SolveState) -> dict[str, str]:
    """Return a text for each side: the EV that the side gains by the locks. Empty without locks."""
    before = solve.equilibrium or solve.ev
    gains = (signed(won - was, 2) for won, was in zip(solve.ev, before, strict=True))
    return dict(zip(SIDES, gains, strict=True)) if solve.equilibrium is not None else {}


def hands_label(hands: str) -> str:
    """Return the name of the hands of a lock: a class of hands, a kind of hands, or all hands."""
    if not hands:
        return text("solver.locks.all")
    return uncapitalize(text(f"solver.kinds.{hands}")) if hands in HAND_KINDS else hands


@dataclass(frozen=True, slots=True)
class SolverView:
    """The state of the page. All data of a solve, except `other`, belong to the typed spot.

    Attributes:
        checked: The size of the spot, or None before it is known.
        problems: The error message of each field that has an error.
        problem: The error message of a failed request.
        solve: The solve of the typed spot, or None.
        other: The last solve if it belongs to another spot, else None.
        curve: The exploitability of the solve over the seconds so far.
        report: The last progress report of a running solve.
        share: The completed share of a running solve, or None if no solve is running.
        locks: Descriptions of the locks.
        agents: The names of the agents that a lock can imitate.
        node: The state of the solution that the page shows.
        run_outs: The report on every possible next card in this state.
    """

    texts: SpotTexts
    target: str
    checked: CheckedSpot | None
    problems: Mapping[str, str]
    problem: str
    solve: SolveState | None
    other: SolveState | None
    curve: Sequence[tuple[float, float]]
    report: Progress | None
    share: float | None
    locks: Sequence[str]
    agents: Sequence[str]
    files: Sequence[StoredSolve]
    node: SolvedNode | None
    run_outs: RunOuts | None

    @property
    def sizes(self) -> CheckedSpot | None:
        return self.checked if self.checked is not None and not self.checked.problems else None

    @property
    def can_solve(self) -> bool:
        return self.sizes is not None and self.sizes.memory <= self.sizes.allowed

    @property
    def is_solving(self) -> bool:
        return self.share is not None

    @property
    def exploitability(self) -> float | None:
        """The last measured exploitability of the solve, in percent of the pot."""
        return self.curve[-1][1] if self.curve else None

    @property
    def is_current(self) -> bool:
        return self.solve is not None

    @property
    def stands_still(self) -> bool:
        return self.is_current and not self.is_solving

    @property
    def can_play(self) -> bool:
        return self.can_keep

    @property
    def can_keep(self) -> bool:
        return self.stands_still and self.solve is not None and self.solve.iterations > 0

    @property
    def can_play_here(self) -> bool:
        """Whether practice hands can begin at the state that the page shows."""
        goes_on = self.node is not None and self.node.state in ("decision", "deal")
        is_last = self.run_outs is not None and not self.run_outs.actions
        return goes_on and not is_last and self.can_play

    @property
    def can_lock(self) -> bool:
        return self.node is not None and self.node.state == "decision" and self.stands_still


def describe_filter(node: SolvedNode) -> tuple[str, str]:
    """Return a text with the share of each range that passes the filter, and "" as the problem.

    There is no problem, because the filter was applied to `node`.
    """
    left = (
        text(
            "solver.filter.left",
            player=player_name(player),
            share=percent(side.filter_share, 1),
            combos=number(side.combos, 0 if side.combos >= 100 else 1),
        )
        for player, side in enumerate(node.sides)
    )
    return " · ".join(left), ""
