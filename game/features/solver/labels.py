"""Actions, players and amounts of the page in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from game.agent_entries import AgentEntry
from game.core import Player
from game.rules.cards import name as card_name
from game.study.opponents import portrait
from game.study.solved import HAND_KINDS, LockSummary, SolvedNode, SolvedStep, SolveState
from game.study.solver_words import chips
from game.texts import number, percent, signed, text
from game.window.views.action_style import ActionLook, Ink, Kind, looks_of_kinds
from game.window.views.betting_path import PathColumn, PathRow

KINDS = {"raise": "bet"}
SIDES = ("oop", "ip")


def action_label(action: str) -> str:
    """Name an action: "Bet 50".

    >>> action_label("all-in 300"), action_label("check")
    ('All-in 300', 'Check')
    """
    kind, _, amount = action.partition(" ")
    return text(f"solver.acts.{kind}", amount=chips(float(amount)) if amount else "")


def looks_of(actions: Sequence[str]) -> list[ActionLook]:
    """Return how actions look, the largest bet first."""
    kinds = [action.partition(" ")[0] for action in actions]
    return looks_of_kinds([cast(Kind, KINDS.get(kind, kind)) for kind in kinds])


def inks_of(actions: Sequence[str]) -> list[Ink]:
    """Return the colours of actions, the largest bet first."""
    return [look.ink for look in looks_of(actions)]


def player_name(player: Player) -> str:
    """Name a player."""
    return text(f"solver.players.{SIDES[player]}")


def acts(node: SolvedNode, player: Player) -> bool:
    """Whether it is a player's turn at a state."""
    return node.state == "decision" and node.here.player == player


def columns_of(node: SolvedNode) -> tuple[PathColumn, ...]:
    """Return the way to a state as columns of the strip."""
    return (*map(_column, node.way[:-1]), _last(node))


def _column(step: SolvedStep) -> PathColumn:
    pot = text("solver.walk.pot", chips=chips(step.pot))
    if step.card is not None:
        return PathColumn(text("solver.walk.dealt", card=card_name(step.card)), pot, opens_street=True)
    taken = step.taken if step.taken >= 0 else None
    return PathColumn(player_name(step.player), pot, _rows(step), taken)


def _last(node: SolvedNode) -> PathColumn:
    if node.state == "decision":
        return _column(node.here)
    pot = text("solver.walk.pot", chips=chips(node.here.pot))
    return PathColumn(text(f"solver.walk.ends.{node.state}"), pot)


def _rows(step: SolvedStep) -> tuple[PathRow, ...]:
    looks = looks_of(step.actions)
    return tuple(
        PathRow(place, action_label(action), percent(share, 1), look)
        for place, (action, share, look) in enumerate(zip(step.actions, step.shares, looks, strict=True))
    )


def lock_label(lock: LockSummary, agents: Sequence[AgentEntry]) -> str:
    """Say what is locked: "IP after Bet 50: Fold +20, all hands"."""
    where = ", ".join(map(action_label, lock.actions)) or text("solver.locks.at_start")
    known = {"player": player_name(lock.player), "where": where, "hands": hands_label(lock.hands)}
    if (mix := lock.logged) is not None:
        shares = {"folds": mix.folds, "calls": mix.calls, "raises": mix.raises}
        said = {name: percent(share, 1) for name, share in shares.items()}
        return text("solver.locks.as_logged", name=mix.name, count=number(mix.hands), **said, **known)
    if lock.agent:
        return text("solver.locks.like", agent=portrait(agents, lock.agent).name, **known)
    return text("solver.locks.summary", action=action_label(lock.action), points=signed(lock.points), **known)


def gains_in_words(solve: SolveState) -> dict[str, str]:
    """Say what both have gained by the locks, by side; nothing where nothing is locked."""
    before = solve.equilibrium or solve.ev
    gains = (signed(won - was, 2) for won, was in zip(solve.ev, before, strict=True))
    return dict(zip(SIDES, gains, strict=True)) if solve.equilibrium is not None else {}


def hands_label(hands: str) -> str:
    """Name the hands of a lock: a class of hands, a kind of hands, or all."""
    if not hands:
        return text("solver.locks.all")
    return text(f"solver.kinds.{hands}").lower() if hands in HAND_KINDS else hands
