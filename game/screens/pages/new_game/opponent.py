"""Who sits across the table where nobody was chosen."""

from __future__ import annotations

from collections.abc import Sequence

from game.screens.models.opponents import Opponent


def present_agent(chosen: str, opponents: Sequence[Opponent], even: str, guests: Sequence[str]) -> str:
    """Return the chosen agent if it is here, else the even match, else a learner or another of middling strength.

    `even` is the agent of the even match, empty where there is none; `guests` may be chosen, too.
    """
    entries = [entry for opponent in opponents for entry in opponent.entries]
    names = [*(entry.name for entry in entries), *guests]
    if chosen in names:
        return chosen
    if even:
        return even
    fit = (
        [entry.name for entry in entries if entry.kind == "learned"]
        or [entry.name for entry in entries if entry.kind != "random"]
        or names
    )
    return fit[(len(fit) - 1) // 2] if fit else ""
