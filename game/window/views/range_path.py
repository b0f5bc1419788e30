"""A line of Hold'em as the columns of a path, and the names of its players, actions and agents."""

from __future__ import annotations

from collections.abc import Sequence

from game.agent_entries import AgentEntry
from game.core import Action, Player
from game.match.betting_line import BettingLine
from game.rules.betting import BUTTON, CALL, FOLD, PublicBetting
from game.study.amounts import Amounts
from game.study.opponents import portrait
from game.study.ranges import RangeAgent, RangeDecision
from game.texts import current, number, percents, text
from game.window.views.betting_path import PathColumn, PathRow, action_looks

CHIPS_A_BLIND = 100
TENTH = 0.0005  # a smaller share is written as less than a tenth of a percent


def list_columns(decisions: Sequence[RangeDecision], line: BettingLine) -> tuple[PathColumn, ...]:
    """Return a column for every decision. If no player is to act, add a last column with the reason."""
    bettings = [*(betting for betting, _ in line.steps), line.betting]
    columns = []
    for index, decision in enumerate(decisions):
        taken = line.actions[index] if index < len(line.actions) else None
        opens = index > 0 and bettings[index].street != bettings[index - 1].street
        betting = bettings[index]
        actions = decision.actions
        options = zip(actions, shares_written(decision.shares), action_looks(betting, actions), strict=True)
        rows = tuple(PathRow(one, action_name(betting, one), written, look) for one, written, look in options)
        who = player_name(decision.player)
        title = text("lab.ranges.opens", street=street_name(betting.street), player=who) if opens else who
        pot = text("lab.ranges.pot", bb=big_blinds(betting, betting.pot))
        columns.append(PathColumn(title, pot, rows, None if taken is None else actions.index(taken), opens))
    if line.player is None:
        columns.append(_end(line))
    return tuple(columns)


def likeliest(decision: RangeDecision) -> int:
    """Return the index of the most frequent action of the range at a decision, folds excluded."""
    options = zip(decision.actions, decision.shares, strict=True)
    shares = [share * (action != FOLD) for action, share in options]
    return shares.index(max(shares))


def _end(line: BettingLine) -> PathColumn:
    """Return the last column: the cards to deal, or that the hand is over."""
    pot = text("lab.ranges.pot", bb=big_blinds(line.betting, line.betting.pot))
    if line.missing:
        deal = text("lab.ranges.deal", street=street_name(line.betting.street))
        return PathColumn(deal, pot, opens_street=True)
    key = "folded" if line.betting.folded is not None else "showdown"
    return PathColumn(text(f"lab.ranges.{key}"), pot)


def action_name(betting: PublicBetting, action: Action) -> str:
    return " ".join(action_parts(betting, action))


def action_parts(betting: PublicBetting, action: Action) -> list[str]:
    """Return the kind of an action and, for a bet or a raise below all-in, its amount."""
    if action == FOLD:
        return [text("lab.ranges.acts.fold")]
    if action == CALL:
        return [text("lab.ranges.acts.call" if betting.to_call else "lab.ranges.acts.check")]
    if action == betting.max_raise_to:
        return [text("lab.ranges.acts.all_in")]
    key = "raise" if any(betting.street_committed) else "bet"
    return [text(f"lab.ranges.acts.{key}"), big_blinds(betting, action - betting.round_start)]


def big_blinds(betting: PublicBetting, chips: int) -> str:
    return Amounts(True, betting.rules.big_blind).bare(chips)


def player_name(player: Player) -> str:
    return text("lab.ranges.button" if player == BUTTON else "lab.ranges.big_blind")


def street_name(street: int) -> str:
    return current().many("lab.ranges.streets")[street]


def share(part: float) -> str:
    return shares_written([part])[0]


def shares_written(parts: Sequence[float]) -> list[str]:
    written = zip(parts, percents(parts, 1), strict=True)
    return [text("lab.ranges.hardly") if 0 < part < TENTH else words for part, words in written]


def agent_in_full(agents: Sequence[AgentEntry], agent: RangeAgent) -> str:
    """Return the name of an agent with its stack depth and its stage."""
    shown = portrait(agents, agent.name)
    name = with_depth(shown.name, agent)
    return text("lab.ranges.of_stage", name=name, stage=shown.stage) if shown.stage else name


def with_depth(name: str, agent: RangeAgent) -> str:
    return text("lab.ranges.of_depth", name=name, depth=number(agent.depth))
