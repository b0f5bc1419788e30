"""Walks over a whole game, for games small enough to be walked."""

from __future__ import annotations

from game.core import InformationState, State


def reachable_states(root: State) -> list[State]:
    """Return every state that can be reached, each once, `root` first and parents before children."""
    states = [root]
    seen = {root}
    for state in states:  # grows while it is walked
        for action in state.legal_actions():
            child = state.child(action)
            if child not in seen:
                seen.add(child)
                states.append(child)
    return states


def information_states(root: State) -> dict[str, InformationState]:
    """Return what a player may know when it has to decide, by key, in the order of the walk."""
    found: dict[str, InformationState] = {}
    for state in reachable_states(root):
        if (player := state.current_player()) >= 0:
            info = state.information_state(player)
            found.setdefault(info.key, info)
    return found
