"""The commands on logs: `review` grades all decisions, and `foretell` predicts decisions by a network.

`review` prints and writes the mistakes. `foretell` prints log loss, accuracy and calibration by street. Its
baseline is a table of action frequencies. With `--held-out`, only deals held out from training are predicted, and
the frequencies are taken from the other deals. Otherwise, the frequencies are taken from the predicted decisions
themselves, so the results of the baseline are too good.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from ai import catalog
from ai.commands.executors import open_executor
from ai.commands.interrupts import SAVE_LOCK, interrupts_noted
from ai.commands.options import INTERRUPTED
from ai.commands.output import (
    Estimate,
    check_writable,
    print_document,
    run_measurement,
    show_progress,
    write_text,
)
from ai.features.judgements import edition, find_stored, judge, opponent_version
from ai.knowledge.batches import Examination, FrequencyTable, PredictionScore
from ai.knowledge.dataset import TrainingSet, gather
from ai.knowledge.log_store import safe_name, sources
from ai.knowledge.network_strategy import read_network
from ai.review import document
from ai.review.analysis import Results, counts_of_marks, grade_hands
from ai.review.document import review_csv, review_html, review_summary
from ai.review.hands import MAX_HANDS, ReviewHands, read_hands
from ai.steps import relay, run_to_end
from ai.storage import load_model
from game.archive.export import from_id
from game.borders import say
from game.core import BadInput, Progress
from game.files import user_files
from game.quoting import count_noun
from game.rules import games
from game.rules.betting import Street
from game.study.review import IMPORTED, Review, Reviewed, ReviewProgress, ReviewTarget

DIGITS = 4
COUNTED_AT_A_TIME = 50_000


def review(options: argparse.Namespace) -> int:
    """Print the mistakes, sorted by cost.

    With `--html FILE`, also write a report to the file. With `--csv FILE`, also write a table to the file.

    Raises:
        BadInput: If the target cannot be read, an option does not fit the target, or a file cannot be written.
    """
    for file in (options.html, options.csv):
        if file is not None:
            check_writable(file)
    if options.html is not None and options.html == options.csv:
        raise BadInput("--html and --csv name the same file: give each its own.")
    hands = run_measurement(read_hands(review_target(options), options.hands or MAX_HANDS))
    found, complete = _grade_all(hands, options)
    with SAVE_LOCK:
        if options.html is not None:
            write_text(options.html, review_html(found))
        if options.csv is not None:
            write_text(options.csv, review_csv(found))
    if not complete:
        written = [str(file) for file in (options.html, options.csv) if file is not None]
        files = f", also in {' and '.join(written)}" if written else ""
        say(
            f"Interrupted. {count_noun(found.decisions, 'decision')} so far, graded and kept{files}. "
            "The same command continues."
        )
        return INTERRUPTED
    for line in hands.skipped:
        say(f"Left out: {line}")
    if (more := hands.left_out - len(hands.skipped)) > 0:
        say(f"Left out: {count_noun(more, 'more line')}.")
    listed = found.mistakes[: options.list]
    return print_document(
        options, _review_document(found, listed), [*review_summary(found), *map(_line, listed)]
    )


def review_target(options: argparse.Namespace) -> ReviewTarget:
    """Return the target of a review.

    Raises:
        BadInput: If an option does not fit the target.
    """
    if options.what == IMPORTED and not (options.session or options.player):
        return ReviewTarget("imported", IMPORTED)
    try:
        from_id(options.what)
    except BadInput:
        if options.session:
            raise BadInput("--session is for the id of a hand; a log is reviewed whole.") from None
        player = safe_name(options.player) if options.player else ""
        return ReviewTarget("log", options.what, player=player)
    if options.player:
        raise BadInput("--player is for logs; of a hand that was played here your own decisions are graded.")
    return ReviewTarget("session" if options.session else "hand", options.what)


def _grade_all(hands: ReviewHands, options: argparse.Namespace) -> tuple[Review, bool]:
    """Grade all hands. Return the review, and whether it is complete (not interrupted)."""
    blinds = hands.hands[0].spec.blinds
    results = Results(user_files.home(), hands.target, edition(hands.game, blinds), opponent_version)
    estimate = Estimate(wanted=not options.json)
    latest, mistakes = None, list[Reviewed]()
    with interrupts_noted() as interrupted, open_executor(options) as executor:
        work: Iterator[Progress | Review] = grade_hands(hands, results, judge, executor, find_stored)
        for item in work:
            if isinstance(item, Review):
                return item, True
            show_progress(item)
            estimate.heed(item)
            if isinstance(item, ReviewProgress) and item.found is not None:
                latest = item.found
                mistakes += latest.mistakes
            if interrupted.is_set() and latest is not None:
                work.close()  # type: ignore[attr-defined]
                mistakes.sort(key=lambda one: one.order)
                return replace(latest, mistakes=tuple(mistakes)), False
    raise AssertionError("a review ends with its result")


def _review_document(found: Review, listed: tuple[Reviewed, ...]) -> dict[str, object]:
    return {
        "title": found.title,
        "game": found.game,
        "hands": found.hands,
        "left_out": found.left_out,
        "decisions": found.decisions,
        "unit": document.cost_unit(found.game),
        "cost": round(found.cost, 2),
        "marks": {mark.value: count for mark, count in counts_of_marks(found).items()},
        "mistakes": len(found.mistakes),
        "listed": [_row(one) for one in listed],
    }


def _row(one: Reviewed) -> dict[str, object]:
    assert one.grade is not None
    return {
        "hand": one.hand,
        "room_number": one.room_number,
        "player": one.player,
        "position": document.position_name(one),
        "street": document.street_name(one),
        "cards": document.card_names(one),
        "action": document.action_name(one, one.action),
        "mark": one.grade.shown_mark.value,
        "cost": round(one.grade.sure_cost, 2),
        "of_pot": round(one.grade.cost_share, 4),
        "best": document.action_name(one, one.grade.judgement.choice),
        "best_actions": [document.action_name(one, action) for action in one.grade.judgement.best_actions],
        "id": one.hand_id,
    }


def _line(one: Reviewed) -> str:
    assert one.grade is not None
    played, best = (
        document.action_name(one, one.action),
        document.best_names(one, one.grade.judgement.named_actions),
    )
    told = (one.player, document.position_name(one), document.street_name(one), document.card_names(one))
    mark, number = document.mark_name(one.grade).lower(), one.room_number or f"{one.hand:,}"
    return (
        f"{document.format_cost(one.game, one.grade):>26}  {mark:11}  hand {number}, "
        f"{', '.join(filter(None, told))}: {played}; best: {best}"
    )


def foretell(options: argparse.Namespace) -> int:
    """Print log loss, accuracy and calibration over the decisions of some players.

    Raises:
        BadInput: If the agent has no network, or a log cannot be read.
    """
    entry = catalog.find(games.HOLDEM, options.agent)
    if entry.file is None or not entry.file.with_suffix(".npz").exists():
        raise BadInput(
            f"{entry.name} has no network: those that have are named search-network-..., or trained here."
        )
    network = read_network(load_model(entry.file))
    material = _read_logs(options)
    decisions = material.decisions
    indices = material.held_out() if options.held_out else np.arange(len(decisions))
    learnt = material.training(winners_only=False) if options.held_out else indices
    table = FrequencyTable()
    for start in range(0, len(learnt), COUNTED_AT_A_TIME):
        table.count(decisions.of(learnt[start : start + COUNTED_AT_A_TIME]))
    examination = Examination(network, decisions, indices, table)
    began = time.monotonic()
    while not examination.is_over:
        examination.go_on()
        show_progress(Progress(examination.position, len(indices), time.monotonic() - began))
    sums = examination.network
    document: dict[str, Any] = {
        "agent": entry.name,
        "logs": [log.name for log in material.logs],
        "hands": sum(log.hands for log in material.logs),
        **_figures(sums.score()),
        "table": _figures(examination.table.score()),
        "streets": {street.name.lower(): _figures(sums.score([street])) for street in Street},
    }
    return print_document(
        options, document, [*_prediction_lines(document), describe_baseline(document, options.held_out)]
    )


def _read_logs(options: argparse.Namespace) -> TrainingSet:
    """Read the logs, and show the progress."""
    reading = gather(sources(options.logs), options.players)
    began = time.monotonic()
    return run_to_end(
        relay(reading, lambda hands: show_progress(Progress(hands, None, time.monotonic() - began)))
    )


def _figures(judgement: PredictionScore) -> dict[str, Any]:
    return {
        name: None if value is None else round(value, DIGITS) for name, value in asdict(judgement).items()
    }


def describe_baseline(document: dict[str, Any], held_out: bool) -> str:
    """Return a sentence about the baseline, and about whether the network predicts better."""
    counted = "all other deals" if held_out else "these same decisions"
    ours, baseline = document["log_loss"], document["table"]["log_loss"]
    compared = "better than" if ours < baseline else "worse than" if ours > baseline else "as well as"
    return (
        f"table: how often each action was chosen, counted on {counted}. By log-loss (less is better), "
        f"the network predicts {compared} the table."
    )


def _format_share(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _prediction_lines(document: dict[str, Any]) -> list[str]:
    """Return a line for all decisions, a line for the baseline, and a line for each street."""
    rows = {"all": document, "table": document["table"], **document["streets"]}
    return [
        f"{name:8} {row['decisions']:>9,} decisions  log-loss {row['log_loss']:.4f}  "
        f"right {row['accuracy']:.1%}  calibration error {row['calibration_error']:.1%}"
        f"  worst bin {_format_share(row['worst_bin'])}"
        for name, row in rows.items()
    ]
