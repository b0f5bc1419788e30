"""Actions, players and agents of the page in words; amounts are big blinds."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import Action, Player
from game.messages.ranges_answers import RangeAgent
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting
from game.screens.frame.screen import Services
from game.screens.models.opponents import portrait
from game.screens.ui.texts import english, number, percents, text

TENTH = 0.0005


def action_name(betting: PublicBetting, action: Action) -> str:
    """Name an action with what it puts in on this street: "Raise 2.5"."""
    return " ".join(action_parts(betting, action))


def action_parts(betting: PublicBetting, action: Action) -> list[str]:
    """Name the kind of an action, and the amount of a bet or a raise that is not all-in."""
    if action == FOLD:
        return [text("lab.ranges.acts.fold")]
    if action == CALL:
        return [text("lab.ranges.acts.call" if betting.to_call else "lab.ranges.acts.check")]
    if action == betting.max_raise_to:
        return [text("lab.ranges.acts.all_in")]
    key = "raise" if any(betting.street_committed) else "bet"
    return [text(f"lab.ranges.acts.{key}"), big_blinds(betting, action - betting.round_start)]


def big_blinds(betting: PublicBetting, chips: int) -> str:
    """Write an amount: "2.25", "13"."""
    written = number(chips / betting.rules.big_blind, 2)
    return written.rstrip("0").rstrip(".")


def player_name(player: Player) -> str:
    """Name a player by the seat."""
    return text("lab.ranges.button" if player == BUTTON else "lab.ranges.big_blind")


def street_name(street: int) -> str:
    """Name a street."""
    return english().many("lab.ranges.streets")[street]


def share(part: float) -> str:
    """Write a share to a tenth of a percent; what is less but happens says so."""
    return shares_written([part])[0]


def shares_written(parts: Sequence[float]) -> list[str]:
    """Write the shares of a whole to a tenth of a percent; what is less but happens says so."""
    return [
        text("lab.ranges.hardly") if 0 < part < TENTH else written
        for part, written in zip(parts, percents(parts, 1), strict=True)
    ]


def agent_name(app: Services, agent: RangeAgent) -> str:
    """Name an agent, with its depth where it was made for one."""
    name = portrait(app.agents, agent.name).name
    return _of_depth(name, agent) if agent.is_blueprint else name


def agent_in_full(app: Services, agent: RangeAgent) -> str:
    """Name an agent with the depth that it is looked at with, and its stage."""
    shown = portrait(app.agents, agent.name)
    name = _of_depth(shown.name, agent)
    return text("lab.ranges.of_stage", name=name, stage=shown.stage) if shown.stage else name


def _of_depth(name: str, agent: RangeAgent) -> str:
    return text("lab.ranges.of_depth", name=name, depth=number(agent.depth))
