"""Whether all ways to a judgement agree: coach, tutor, review, drill and the solver page, with empty caches.

Run by `python -m tests.benchmarks.judgements --agree N`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ai import catalog, service
from ai.agents.adviser_names import TRAINED
from ai.agents.blueprint import BlueprintAgent
from ai.drills.cards import DrillCard, card_of
from ai.evaluation.grading import stored
from ai.hands.combos import place_of
from ai.requests.judgements import held_judgements
from game.core import CHANCE, Action, InformationState
from game.messages.judgements import AskJudgement, Judgement, JudgementProgress, OpenJudgedSolve
from game.messages.solver import AskSolved, SolveSpot
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState
from tests.benchmarks.judgements import decisions

SOLVED_TO = 0.1
MAX_DIFFERENCES = 10


@dataclass(frozen=True)
class Difference:
    """By how much of the stake two ways to a decision differ."""

    decision: str
    what: str
    share: float


def compare(wanted: int, seed: int) -> None:
    """Ask decisions of every street and of every small game in all ways, and print the largest differences."""
    found, asked = list[Difference](), 0
    for decision in _decisions(wanted, seed):
        found += differences(decision)
        asked += 1
    print(f"{asked} decisions, {sum(one.share > 0 for one in found)} differences above 0")
    for one in sorted(found, key=lambda each: -each.share)[:MAX_DIFFERENCES]:
        print(f"{100 * one.share:9.5f} % of the stake  {one.what}: {one.decision}")


def differences(decision: AskJudgement) -> list[Difference]:
    """Return how far the ways to the judgement of a decision are apart, each way with empty caches."""
    name, info, action = str(decision.info.key), decision.info, decision.action
    first, sure = _stages(decision)
    found = [Difference(name, "asked again, estimate", _apart(first, _stages(decision)[0]))]
    found.append(Difference(name, "asked again, sure", _apart(sure, _stages(decision)[1])))
    held_judgements.judged.clear()
    _last(AskJudgement(decision.game, info, decision.blinds))
    found.append(Difference(name, "after the coach", _apart(sure, _last(decision))))
    kept = stored.from_dict(stored.to_dict(sure))
    found.append(Difference(name, "in a review", _apart(sure, kept)))
    card = DrillCard.from_dict(card_of(info, sure, 0.0).to_dict())
    found.append(Difference(name, "in a drill", _apart(sure, card.solution)))
    if isinstance(info, HoldemInformationState) and info.street > Street.FLOP:
        opened = _last(OpenJudgedSolve(decision))
        shown = _shown(opened.texts, info)
        values = sorted(sure.values.values())
        far = max(abs(one - other) for one, other in zip(values, shown, strict=True))
        found.append(Difference(name, "on the solver page", far / sure.stake))
        _last(SolveSpot(opened.texts, SOLVED_TO))
        on = _shown(opened.texts, info)
        far = max(abs(one - other) for one, other in zip(values, on, strict=True))
        found.append(Difference(name, f"solved on to {SOLVED_TO} %", far / sure.stake))
    assert action is None or action in sure.values
    return found


def _decisions(wanted: int, seed: int) -> Iterator[AskJudgement]:
    trained = catalog.load(games.HOLDEM, TRAINED)
    assert isinstance(trained, BlueprintAgent)
    for street in Street:
        for (info, action), _ in zip(decisions(trained, street, seed), range(wanted), strict=False):
            yield AskJudgement(games.HOLDEM, info, action=action)
    rng = random.Random(seed)
    for game in (games.TIC_TAC_TOE, *games.KUHN_GAMES):
        for _ in range(wanted):
            info, action = _of_small_game(game, rng)
            yield AskJudgement(game, info, action=action)


def _of_small_game(game: str, rng: random.Random) -> tuple[InformationState, Action]:
    """Return a decision of a hand or a game that is played at random."""
    state, made = games.initial_state(game), list[tuple[InformationState, Action]]()
    while not state.is_terminal():
        action = rng.choice(list(state.legal_actions()))
        if state.current_player() != CHANCE:
            made.append((state.information_state(state.current_player()), action))
        state = state.child(action)
    return rng.choice(made)


def _last(request: Any) -> Any:
    *_, last = service.answer(request)
    return last


def _stages(decision: AskJudgement) -> tuple[Judgement, Judgement]:
    """Return the estimate and the sure judgement of a decision, asked with empty caches."""
    held_judgements.judged.clear()
    held_judgements.release()
    *reports, sure = service.answer(decision)
    assert isinstance(sure, Judgement)
    estimates = [one.estimate for one in reports if isinstance(one, JudgementProgress) and one.estimate]
    return (estimates[0] if estimates else sure), sure


def _apart(one: Judgement, other: Judgement) -> float:
    """Return the largest difference of two values as a share of the stake, infinite if anything else differs."""
    same = (one.best, one.advice, one.bounds, one.source) == (
        other.best,
        other.advice,
        other.bounds,
        other.source,
    )
    if not same or one.values.keys() != other.values.keys():
        return float("inf")
    return max(abs(value - other.values[action]) for action, value in one.values.items()) / one.stake


def _shown(texts: Any, info: HoldemInformationState) -> list[float]:
    """Return the values of the hand of a decision on the solver page, in big blinds, in ascending order."""
    node = _last(AskSolved(texts))
    count, place = len(node.here.actions), place_of(info.hole)
    shown = node.action_ev[place * count : (place + 1) * count]
    return sorted(value / info.rules.big_blind for value in shown)
