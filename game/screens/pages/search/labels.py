"""Actions and lines of a search in words."""

from __future__ import annotations

from game.core import Action
from game.messages.holdem_answers import SearchLine
from game.rules.betting import CALL, FOLD, PublicBetting
from game.screens.models.search_spot import SearchSpot
from game.screens.ui.texts import percent, text


def called(spot: SearchSpot, betting: PublicBetting, action: Action) -> str:
    """Return an action in a word or two: "Call 200", "Raise 1,500", "All-in 20,000"."""
    if action == FOLD:
        return text("search.acts.fold")
    if action == CALL:
        amount = spot.amounts.write(betting.to_call)
        return text("search.acts.call", amount=amount) if betting.to_call else text("search.acts.check")
    amount = spot.amounts.write(action - betting.round_start)
    kind = "all_in" if betting.puts_all_in(action) else betting.kind(action).name.lower()
    return text(f"search.acts.{kind}", amount=amount)


def line_in_words(spot: SearchSpot, line: SearchLine) -> str:
    """Return how it goes on: each action, the opponent's with how often it comes."""
    betting, steps = spot.info.betting, []
    for step in line.steps:
        what = called(spot, betting, step.action)
        if step.share is None:
            steps.append(what)
        else:
            steps.append(text("search.lines.answer", what=what, share=percent(step.share)))
        betting = betting.child(step.action)
    return text("search.lines.then").join(steps)


def won_from_here(spot: SearchSpot, value: float) -> int:
    """Return what a value over the whole hand means from here on, where a fold is worth 0."""
    return round(value + spot.info.betting.committed[spot.info.player])
