"""Texts shared by several pages and tables: runs and their settings, grades, solves, dice, unusable files.

A run, a setting or a metric that has no text in the text file is shown with its own name. So a new entry of
the training catalogue needs no change here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.core import Action, BadInput, Decision, Progress
from game.files import user_files
from game.files.user_files import OF_RUN
from game.match.spot_texts import read_number, read_whole
from game.quoting import escape_controls
from game.rules import games
from game.rules.betting import CALL, FOLD, PublicBetting, Street
from game.study.judgements import NEVER, SOUND, Grade, Judgement, Mark, hand_cost
from game.study.training import RunEntry, SettingEntry, StoredRun, Value
from game.texts import (
    apportion,
    current,
    english,
    format_tick,
    join_list,
    join_sentences,
    number,
    percent,
    plural,
    retellable,
    signed,
    text,
    uncapitalize,
)

MINUTE, HOUR = 60, 3600
LENGTH = "iterations"  # the setting that says how long a run is


def format_keys(keys: Sequence[str]) -> str:
    """Return the message for a digit key that chooses nothing here.

    The message lists the digit keys that are in use.

    >>> format_keys(["1", "2"])
    'Keys that choose here: 1, 2.'
    """
    return text("common.digits", keys=join_list(*keys)) if keys else text("common.no_digits")


def own_words(key: str, name: str) -> str:
    """Return the text with this key. Without such a text, return the name with spaces and a capital.

    >>> own_words("train.settings.step_size", "step_size")
    'Step size'
    """
    known = current().has(key)
    return text(key) if known else name.replace("_", " ").replace("-", " ").capitalize()


def run_title(name: str) -> str:
    """Return the title of a run. The title of a preset may be derived from its kind of run and its suffix.

    >>> run_title("holdem-blueprint"), run_title("holdem-blueprint-20"), run_title("my-own")
    ('Strategist', 'Strategist, 20 big blinds', 'My own')
    """
    kind = _find_kind(name)
    if kind in ("", name):
        return own_words(f"train.runs.{name}", name)
    preset = preset_title(name)
    return text("train.of_preset", run=text(f"train.runs.{kind}"), preset=uncapitalize(preset))


def preset_title(name: str) -> str:
    return own_words(f"train.presets.{name}", name)


def _find_kind(name: str) -> str:
    """Return the longest prefix of a run's name that has a title, or ""."""
    while name and not current().has(f"train.runs.{name}"):
        name = name.rpartition("-")[0]
    return name


def get_run_title(run: StoredRun) -> str:
    return title_of_id(run.id)


def title_of_id(run_id: str) -> str:
    """Return the title of a stored run by its id, with its number among runs of the same kind."""
    name, _, run_number = run_id.rpartition("-")
    key = "train.numbered" if _find_kind(name) in ("", name) else "train.numbered_preset"
    return text(key, name=run_title(name), number=run_number)


@retellable
def ready_title(title: str) -> str:
    """Return the title of an option in a list, with the title of a run in place of the id of the run."""
    name, colon, more = title.partition(": ")
    run = name.removeprefix(OF_RUN)
    return title if run == name else title_of_id(run) + colon + more


def tell_catalogue(words: str) -> str:
    """Return a sentence of the training catalogue in the language of the window.

    The catalogue is in English, as the command line shows it. A sentence without a translation is returned
    unchanged.
    """
    key = _catalogue_keys().get(words)
    return text(key) if key is not None else words


@cache
def _catalogue_keys() -> dict[str, str]:
    known = english()
    return {known.template(key): key for key in known.keys() if key.startswith("catalogue.")}  # noqa: SIM118


def setting_title(key: str) -> str:
    return own_words(f"train.settings.{key}", key)


def choice_title(key: str, value: str) -> str:
    known = f"train.choices.{key}.{value}"
    return text(known) if current().has(known) else value


def get_unit(run: RunEntry | None) -> str:
    entry = next((one for one in run.form if one.key == LENGTH), None) if run is not None else None
    return tell_catalogue(entry.unit) if entry is not None and entry.unit else text("train.iterations")


def format_activity(report: Progress | None) -> str:
    """Return the current activity of a run while it makes no iterations. Empty if the report names no activity."""
    return (
        own_words(f"train.doing.{report.doing}", report.doing) if report is not None and report.doing else ""
    )


def format_pace(rate: float | None, unit: str) -> str:
    """Return the pace of a run as text."""
    if rate is None:
        return text("train.measuring_rate")
    rounded = float(f"{rate:.2g}")
    return text("train.rate", rate=format_tick(rounded), unit=unit)


def format_seconds_left(seconds: float | None) -> str:
    """Format the remaining time of a run, with a precision that suits an estimate.

    >>> format_seconds_left(95)
    'about 2 min left'
    """
    if seconds is None:
        return text("train.left.measuring")
    for size, unit in ((HOUR, "hours"), (MINUTE, "minutes")):
        if seconds >= size:
            return text(f"train.left.{unit}", count=number(seconds / size))
    return text("train.left.seconds", count=number(max(1.0, seconds)))


def format_value(value: Value | object) -> str:
    """Return the value of a setting in the form in which a user types it.

    >>> format_value(1_000_000), format_value(0.1), format_value(0.0)
    ('1,000,000', '0.1', '0')
    """
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def parse_setting(entry: SettingEntry, words: str) -> tuple[Value | None, str]:
    """Parse a typed setting. Return (value, ""), or None and a message with the correct form."""
    if isinstance(entry.default, str):
        return words, ""
    whole = isinstance(entry.default, int)
    try:
        value = read_whole(words) if whole else read_number(words)
    except BadInput:
        return None, text(f"train.wrong.{'whole' if whole else 'number'}", limits=format_limits(entry))
    if not entry.admits(value):
        return None, text("train.wrong.range", limits=format_limits(entry))
    return value, ""


def format_limits(entry: SettingEntry) -> str:
    """Return the limits of a number in a few words."""
    low, high, above = (
        None if limit is None else format_value(int(limit) if limit == int(limit) else limit)
        for limit in (entry.low, entry.high, entry.above)
    )
    if above is not None:
        return text("train.limits.above_to" if high else "train.limits.above", above=above, high=high)
    if low is not None and high is not None:
        return text("train.limits.between", low=low, high=high)
    if low is not None:
        return text("train.limits.from", low=low)
    return text("train.limits.to", high=high) if high is not None else text("train.limits.any")


HALF = 0.5
MIN_COST = 0.005
"""A lower cost is written as zero."""
MIN_ERROR = 0.01
"""A smaller error is shown as this value, in big blinds."""
CLOSE = 0.03
"""If the equity is this close to the price of a call, it is no reason for or against the call."""


def format_cost(game: str, grade: Grade, *, chips_a_blind: float | None = None) -> str:
    """Return the cost of a decision as text. Empty if the decision cost nothing.

    In Hold'em, the text also has the cost as a share of the pot. If the cost exceeds the pot, the text says this
    instead. A missed gain is compared with the best move. `chips_a_blind` is the number of chips per big blind, if
    amounts of Hold'em are in chips of a solved spot. The share is then left out.
    """
    if grade.is_unknown:
        return text("grades.cost.unknown")
    if grade.sure_cost < MIN_COST:
        return ""
    if game == games.TIC_TAC_TOE:
        return text(f"grades.cost.{'half' if grade.cost < 1 else 'whole'}")
    cost = number(grade.sure_cost * (chips_a_blind or 1.0), 2)
    if game != games.HOLDEM or chips_a_blind is not None:
        return text("grades.cost.chips", cost=cost)
    key = "above_pot" if grade.cost_share > 1 else "blinds"
    key = "less" if grade.shown_mark == Mark.MISSED else key
    return text(f"grades.cost.{key}", cost=cost, share=percent(grade.cost_share))


def format_verdict_cost(game: str, grade: Grade, name: str, action: str) -> str:
    """Return a sentence with a decision, its cost, and its basis: play against `name`, or theory.

    Empty if the decision cost nothing, or if the cost is unknown.
    """
    cost = format_cost(game, grade)
    if not cost or grade.is_unknown:
        return ""
    if grade.against is not None:
        return text("tutor.cost_against", action=action, name=name, cost=cost)
    return text("tutor.cost_in_theory" if game == games.HOLDEM else "tutor.cost", action=action, cost=cost)


def format_best(grade: Grade, name: str, label: Callable[[Action], str]) -> list[str]:
    """Return sentences about the best actions: in theory, or against the opponent `name` if it is known.

    Without a known opponent, the list is empty if the action is among the best. Against a known opponent, the list
    has a single sentence if the action is sound in theory but costs against the opponent (`SOUND`). Otherwise, a
    sentence about the opponent's reply may follow, if the only best action is not the chosen action. In Hold'em,
    the last sentence is about the best actions in theory.
    """

    def name_all(actions: Sequence[Action]) -> str:
        return join_choices(*dict.fromkeys(uncapitalize(label(action)) for action in actions))

    judgement, best = grade.judgement, grade.judgement.named_actions
    if judgement.against is None:
        return [] if grade.mark == Mark.BEST else [text("grades.best", action=name_all(best))]
    if grade.shown_mark in SOUND:
        reply, share = find_reply(judgement) if grade.action <= CALL else ("other", 0.0)
        better = best if reply == "other" else best[:1]
        return [text(f"grades.missed.{reply}", name=name, action=name_all(better), share=percent(share))]
    key = "best_met" if grade.action == best[0] else "equal" if grade.mark == Mark.BEST else "best_against"
    others = [action for action in best if label(action) != label(grade.action)] or best
    said = [text(f"grades.{key}", name=name, action=name_all(others))]
    is_single = key == "best_against" and len(best) == 1
    reply, share = find_reply(judgement) if is_single else ("other", 0.0)
    if reply != "other":
        said.append(text(f"grades.reply.{reply}", name=name, share=percent(share)))
    if judgement.equity is not None:  # the values are in big blinds
        value = signed(judgement.values[judgement.best], 2)
        theory = name_all(judgement.theory_actions)
        said.append(text("holdem.counsel.theory", action=theory, value=value))
    return said


def join_choices(*actions: str) -> str:
    """Join the names of actions of which any may be taken.

    >>> join_choices("Call"), join_choices("Raise to 300", "call", "fold")
    ('Call', 'Raise to 300, call or fold')
    """
    *others, last = actions
    return text("holdem.counsel.or").join(filter(None, (join_list(*others), last)))


def find_reply(judgement: Judgement, bets: Sequence[Action] = ()) -> tuple[str, float]:
    """Return the known opponent's reply that makes the best action good, and the frequency of this reply.

    The reply is "folds" if most hands fold to a bet, "calls" if most stay in and the hand is ahead, else "other".
    The bet is the choice of the judgement. If `bets` is not empty, the opponent makes the same reply to all bets in
    `bets`, and the frequency is the lowest frequency of this reply.
    """
    assert judgement.against is not None
    bets = bets or [judgement.choice]
    folds = [judgement.against.folds[action] for action in bets if action in judgement.against.folds]
    if len(folds) < len(bets):
        return "other", 0.0
    if min(folds) > HALF:
        return "folds", min(folds)
    if max(folds) <= HALF < (judgement.equity or 0.0):
        return "calls", 1 - max(folds)
    return "other", 0.0


def never_folds(judgement: Judgement) -> bool:
    """Return whether the known opponent never folds to the best action.

    If the best action is not a bet, return whether the opponent never folds to any bet.
    """
    if judgement.against is None:
        return False
    folds = judgement.against.folds
    return folds.get(judgement.choice, max(folds.values(), default=1.0)) <= NEVER


def format_mark(grade: Grade) -> str:
    """Return the name of a grade's mark.

    A decision that is a mistake only against this opponent has a name of its own.
    """
    return text(f"grades.marks.{grade.shown_mark}")


def format_grades(game: str, grades: Sequence[Grade], *, waiting: int) -> str:
    """Sum up the grades of a hand: "2 good moves, 1 inaccuracy. Largest loss: 0.40 bb. 1 not graded yet."."""
    said = format_mark_counts(Counter(grade.shown_mark for grade in grades))
    parts = [text("grades.summary.graded", marks=said)] if said else []
    for key, is_gain in (("cost", False), ("gain", True)):
        costs = [grade.sure_cost for grade in grades if (grade.shown_mark == Mark.MISSED) == is_gain]
        cost = hand_cost(game, costs)
        if game == games.HOLDEM and cost >= MIN_COST:
            parts.append(text(f"grades.summary.{key}", cost=number(cost, 2)))
    if waiting:
        parts.append(text("grades.summary.waiting", count=number(waiting)))
    return join_sentences(*parts)


def format_mark_counts(counts: Mapping[Mark, int]) -> str:
    """List the decisions by mark, best first: "2 good moves, 1 inaccuracy"."""
    return join_list(*(plural(f"grades.summary.{mark}", counts[mark]) for mark in Mark if counts.get(mark)))


def format_equity(judgement: Judgement, *, last: bool) -> str:
    """Return a sentence on the equity and the price of a call in Hold'em, which supports the best action.

    The equity is against the range in theory. If another action is best against the opponent, the sentence is
    empty. `last` says whether no bets can follow a call.
    """
    assert judgement.equity is not None
    if judgement.choice != judgement.best:
        return ""
    key, need = "free", ""
    if judgement.price is not None:
        found, need = (
            reason(judgement.equity, judgement.price, judgement.best, last=last),
            percent(judgement.price),
        )
        is_told = found in ("later_costs", "later_pays", "folds_pay") and not never_folds(judgement)
        key = found if is_told else "price"
    return text(f"grades.why.{key}", have=percent(judgement.equity), need=need)


def format_source(judgement: Judgement, name: str, action: Action | None = None) -> str:
    """Return the source of the values of a Hold'em decision, and an error.

    The error is that of the cost of `action`, if this action was taken instead of the advised action. Otherwise, it
    is the error of the advice. If the values are against a known opponent, `name` is the name of the opponent.
    """
    extended = text("grades.extended") if judgement.is_extended else ""
    known, choice = judgement.against, judgement.choice
    grade = judgement.grade(action) if action is not None and action != choice else None
    if known is not None and (grade is None or grade.against is not None):
        beside, key = judgement.best, "known_gain"
        if grade is not None:
            beside, key = grade.action, "known_cost"
        elif choice == judgement.best:
            others = [one for one in known.values if one != choice]
            near = min(others, key=lambda one: abs(known.compare(one, choice)[0]), default=choice)
            beside, key = near, "known"
        margin = known.compare(choice, beside)[1]
        unsettled = text("holdem.counsel.unsettled") if judgement.is_unsettled and grade is None else ""
        said = text(f"holdem.counsel.{key}", name=name, error=number(max(MIN_ERROR, margin), 2))
        return join_sentences(said, unsettled, extended)
    source = text(f"grades.sources.{judgement.source}.{judgement.stage}")
    if grade is not None:
        return join_sentences(source, format_error(grade), format_theory_alone(judgement, name), extended)
    is_exact = judgement.source == "exact"
    error = "" if is_exact else text("grades.known", error=number(max(MIN_ERROR, judgement.error), 2))
    return join_sentences(source, error, extended)


def format_theory_alone(judgement: Judgement, name: str) -> str:
    """Return the reason why a judgement is that of theory although `name` is the opponent, or ""."""
    return text(f"holdem.counsel.{judgement.theory_alone}", name=name) if judgement.theory_alone else ""


def format_error(grade: Grade) -> str:
    """Return the error of the cost of a Hold'em decision, or "" if the cost is exact."""
    is_exact = grade.judgement.source == "exact"
    return "" if is_exact else text("grades.known_cost", error=number(max(MIN_ERROR, grade.error), 2))


def reason(equity: float, price: float, best: Action, *, last: bool) -> str:
    """Return the reason for the best action, given the equity and the price of a call.

    "enough", "short" and "even" compare the equity with the price. "later_costs" and "later_pays" mean that
    later bets outweigh this comparison. "folds_pay" means that the opponent's folds to a raise outweigh the
    comparison.
    """
    if best == FOLD and not last and equity >= price:
        return "later_costs"
    if abs(equity - price) < CLOSE:
        return "even"
    if equity > price:
        return "enough"
    if best == FOLD:
        return "short"
    if last:
        return "folds_pay" if best > CALL else "short"
    return "later_pays"


def ends_betting(betting: PublicBetting) -> bool:
    return betting.street == Street.RIVER or betting.child(CALL).is_all_in


MEGABYTE, GIGABYTE = 2**20, 2**30
SOLVER_WORDS_MINUTE, SOLVER_WORDS_HOUR, UNKNOWN = 60.0, 3600.0, "–"


def chips(amount: float) -> str:
    """Format chips with as many digits as necessary, at most two.

    >>> chips(50.0), chips(33.333)
    ('50', '33.33')
    """
    if math.isnan(amount):
        return UNKNOWN
    return number(amount, 2, is_short=True)


def points(share: float, digits: int = 2) -> str:
    """Format a share of the pot. `share` is in percent. A share that was not measured is a dash.

    >>> points(0.364), points(float("nan"))
    ('0.36%', '–')
    """
    return UNKNOWN if math.isnan(share) else text("solver.percent", count=number(share, digits))


def size(count: int) -> str:
    """Format a number of bytes."""
    if count >= GIGABYTE:
        return text("solver.size.gigabytes", count=number(count / GIGABYTE, 1))
    return text("solver.size.megabytes", count=number(max(1.0, count / MEGABYTE)))


def duration(seconds: float) -> str:
    """Format an approximate duration.

    >>> duration(3.21), duration(95.0), duration(9_000.0)
    ('3.2 s', '2 min', '2.5 h')
    """
    if seconds >= SOLVER_WORDS_HOUR:
        return text("solver.size.hours", count=number(seconds / SOLVER_WORDS_HOUR, 1))
    if seconds >= SOLVER_WORDS_MINUTE:
        return text("solver.size.minutes", count=number(seconds / SOLVER_WORDS_MINUTE))
    return text("solver.size.seconds", count=number(seconds, 1 if seconds < 10 else 0))


SIDES = (100, 1_000, 10_000, 1_000_000)
CERTAIN = 0.9995


@dataclass(frozen=True, slots=True)
class Band:
    """The numbers on a die that select an action: all numbers from `first` to `last`."""

    action: Action
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Die:
    """A rolled die: its number, its number of sides, and the band of each action.

    The die illustrates the random choice of an agent with a mixed strategy.
    """

    number: int
    sides: int
    bands: tuple[Band, ...]


def make_die(decision: Decision) -> Die | None:
    """Return the die that illustrates a decision. None if there was no random choice.

    The die has a hundred sides. If rounding would move the rolled number into the band of another action, the die
    has more sides.

    >>> make_die(Decision(1, {1: 0.333, 0: 0.667}, 0.205)).number
    21
    """
    played = {action: share for action, share in decision.strategy.items() if share > 0}
    if decision.roll is None or not played or max(played.values()) > CERTAIN:
        return None
    for sides in SIDES:
        number = min(sides, int(decision.roll * sides) + 1)
        bands = _bands(played, sides)
        if any(band.action == decision.action and band.first <= number <= band.last for band in bands):
            return Die(number, sides, bands)
    return None


def in_percent(decision: Decision, *actions: Action) -> str:
    """Format the total probability of some actions in percent, rounded so that all actions add up to 100%.

    >>> decision = Decision(1, {0: 0.125, 1: 0.125, 2: 0.75})
    >>> [in_percent(decision, action) for action in (0, 1, 2)], in_percent(decision, 0, 2)
    (['13%', '12%', '75%'], '88%')
    """
    strategy = decision.strategy
    parts = dict(zip(strategy, apportion(tuple(strategy.values()), SIDES[0]), strict=True))
    return percent(sum(parts[action] for action in actions) / SIDES[0])


def _bands(played: dict[Action, float], sides: int) -> tuple[Band, ...]:
    bands = []
    first = 1
    for action, width in zip(played, apportion(tuple(played.values()), sides), strict=True):
        if width:
            bands.append(Band(action, first, first + width - 1))
        first += width
    return tuple(bands)


LIST = Path("logs") / "unusable-files.txt"


def in_one(folder: Path, problems: Sequence[str]) -> str:
    """Combine the messages about all problems in one short text. Empty if there are no problems."""
    if len(problems) < 2:
        return "".join(problems)
    return text("unusable_files.both", count=number(len(problems)), listed=where_listed(folder, problems))


def format_unusable_count(problems: Sequence[str]) -> str:
    return text("unusable_files.count", count=number(len(problems)))


def where_listed(folder: Path, problems: Sequence[str]) -> str:
    """Write the problems to a file in the user's folder, and return a text with the path of the file.

    If the file cannot be written, return the first problem.
    """
    file = folder / LIST
    try:
        lines = "".join(f"{escape_controls(one)}\n" for one in problems)
        user_files.atomic_write(file, lines.encode(), durable=False)
    except OSError:
        return problems[0]
    return text("unusable_files.list", path=user_files.from_home(file))
