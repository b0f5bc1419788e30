"""Check that hint, coach, tutor, grade, review, drill and solver page agree in their judgements.

Two worker processes with empty caches get the requests of the window. Run the comparison with `python -m
tests.benchmarks.judgements --agree N`. Ctrl-C prints the differences found so far.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ai import catalog
from ai.agents.blueprint import BlueprintAgent
from ai.drills.cards import DrillCard, new_card
from ai.evaluation.grading.decisions import judgement_from_dict, judgement_to_dict
from ai.features.held_agents import TRAINED
from ai.hands.combos import hand_index
from game.core import CHANCE, Action, InformationState
from game.features.solver import AskSolved, SolveSpot
from game.match.spot_texts import SpotTexts
from game.match.worker import Worker
from game.rules import games
from game.rules.betting import Street
from game.rules.holdem import HoldemInformationState
from game.study.judgements import AskJudgement, Judgement, JudgementProgress, OpenJudgedSolve
from tests.benchmarks.judgements import decisions
from tests.match.heard import Heard

SOLVED_TO = 0.1
SOLVED_ON = f"solved on to {SOLVED_TO} %"
CLOSE = 0.003
MAX_DIFFERENCES = 10
PATIENCE_SECONDS = 600.0
SMALL_GAMES = (games.TIC_TAC_TOE, *games.KUHN_GAMES)


@dataclass(frozen=True)
class Difference:
    """The largest difference between two judgements as a share of the stake."""

    decision: str
    what: str
    share: float


def compare(wanted: int, seed: int) -> None:
    """Judge decisions of every street and small game by each kind of request, and print the largest differences."""
    first, second = Worker("ai.service:answer"), Worker("ai.service:answer")
    found, asked, on = list[Difference](), Counter[str](), list[float]()
    total, began = wanted * (len(Street) + len(SMALL_GAMES)), time.monotonic()
    for worker in (first, second):
        worker.start()
    try:
        for done, (kind, decision) in enumerate(_decisions(wanted, seed), 1):
            here = differences(decision, first, second)
            on += [one.share for one in here if one.what == SOLVED_ON]
            found += here
            asked[kind] += 1
            left = (time.monotonic() - began) / done * (total - done)
            print(f"{done} of {total}: {kind}, at most {left:.0f} s left", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        first.close()
        second.close()
    kinds = ", ".join(f"{count} {kind}" for kind, count in asked.items())
    print(f"{kinds}: {len(found)} comparisons, {sum(one.share > 0 for one in found)} differences above 0")
    print(
        f"{SOLVED_ON}: {sum(share <= CLOSE for share in on)} of {len(on)} within {100 * CLOSE} % of the stake"
    )
    for one in sorted(found, key=lambda each: -each.share)[:MAX_DIFFERENCES]:
        print(f"{100 * one.share:9.5f} % of the stake  {one.what}: {one.decision}")


def differences(decision: AskJudgement, first: Worker, second: Worker) -> list[Difference]:
    """Ask for a decision's judgement by every request, and return the differences between the answers.

    Neither worker has judged this decision before. The worker `first` gets the requests of tutor, grade and
    review, which include the chosen action. The worker `second` gets the requests of hint and coach, then the
    request of the grade.
    """
    name, info, action = str(decision.info.key), decision.info, decision.action
    estimate, sure = _stages(first, decision)
    hinted_estimate, hinted = _stages(second, replace(decision, action=None))
    regraded, hinted_again = (
        Heard(second, one).wait(patience=PATIENCE_SECONDS)
        for one in (decision, replace(decision, action=None))
    )
    card = DrillCard.from_dict(new_card(info, sure, 0.0).to_dict())
    others = {
        "hint or coach, sure": _apart(sure, hinted) if action in hinted.values else _with_more(hinted, sure),
        "grade after the coach": _apart(sure, regraded),
        "coach after the grade": _apart(sure, hinted_again),
        "in a review": _apart(sure, judgement_from_dict(judgement_to_dict(sure))),
        "in a drill": _apart(sure, card.solution),
    }
    if estimate is not None and hinted_estimate is not None:
        others["hint or coach, estimate"] = _apart(estimate, hinted_estimate)
    found = [Difference(name, what, share) for what, share in others.items()]
    assert action is None or action in sure.values
    if isinstance(info, HoldemInformationState) and info.street > Street.FLOP:
        for what, worker in (("on the solver page", first), ("on the solver page after the coach", second)):
            opened = Heard(worker, OpenJudgedSolve(decision)).wait(patience=PATIENCE_SECONDS)
            found.append(Difference(name, what, _beside_page(sure, worker, opened.texts, info)))
        Heard(first, SolveSpot(opened.texts, SOLVED_TO)).wait(patience=PATIENCE_SECONDS)
        found.append(Difference(name, SOLVED_ON, _beside_page(sure, first, opened.texts, info)))
    return found


def _decisions(wanted: int, seed: int) -> Iterator[tuple[str, AskJudgement]]:
    """Yield decisions, each with the name of its street or game."""
    trained = catalog.load(games.HOLDEM, TRAINED)
    assert isinstance(trained, BlueprintAgent)
    for street in Street:
        for (info, action), _ in zip(decisions(trained, street, seed), range(wanted), strict=False):
            yield street.name.lower(), AskJudgement(games.HOLDEM, info, action=action)
    rng = random.Random(seed)
    for game in SMALL_GAMES:
        for _ in range(wanted):
            info, action = _of_small_game(game, rng)
            yield game, AskJudgement(game, info, action=action)


def _of_small_game(game: str, rng: random.Random) -> tuple[InformationState, Action]:
    """Return a decision of a randomly played hand of a small game, and the action taken."""
    state, made = games.initial_state(game), list[tuple[InformationState, Action]]()
    while not state.is_terminal():
        action = rng.choice(list(state.legal_actions()))
        if state.current_player() != CHANCE:
            made.append((state.information_state(state.current_player()), action))
        state = state.child(action)
    return rng.choice(made)


def _stages(worker: Worker, decision: AskJudgement) -> tuple[Judgement | None, Judgement]:
    """Return the estimate and the final judgement of a decision.

    If the final judgement was ready before the first report, the estimate is None.
    """
    heard = Heard(worker, decision)
    sure = heard.wait(patience=PATIENCE_SECONDS)
    assert isinstance(sure, Judgement), sure
    estimates = [one.estimate for one in heard.reports if isinstance(one, JudgementProgress) and one.estimate]
    return (estimates[0] if estimates else None), sure


def _with_more(narrow: Judgement, wide: Judgement) -> float:
    """Return the largest change of a value if one more action is judged, as a share of the stake.

    If `wide` no longer advises an action that `narrow` advises, the result is infinite.
    """
    if not narrow.advice <= wide.advice:
        return float("inf")
    return max(abs(value - wide.values[action]) for action, value in narrow.values.items()) / wide.stake


def _apart(one: Judgement, other: Judgement) -> float:
    """Return the largest difference between values of two judgements, as a share of the stake.

    If the judgements differ in something other than values, the result is infinite.
    """
    same = (one.best, one.advice, one.bounds, one.source) == (
        other.best,
        other.advice,
        other.bounds,
        other.source,
    )
    if not same or one.values.keys() != other.values.keys():
        return float("inf")
    return max(abs(value - other.values[action]) for action, value in one.values.items()) / one.stake


def _beside_page(judged: Judgement, worker: Worker, texts: SpotTexts, info: HoldemInformationState) -> float:
    """Return the largest difference between a value on the solver page and the value in a judgement.

    The difference is a share of the stake.
    """
    node = Heard(worker, AskSolved(texts)).wait(patience=PATIENCE_SECONDS)
    count = len(node.here.actions)
    begin = count * hand_index(info.hole)
    held = node.action_ev[begin : begin + count]
    shown = sorted(value / info.rules.big_blind for value in held)
    far = (abs(one - other) for one, other in zip(sorted(judged.values.values()), shown, strict=True))
    return max(far) / judged.stake
