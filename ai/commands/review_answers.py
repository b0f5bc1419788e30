"""The command `review`: grade all decisions, and print and write the result."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

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
from ai.features.judgements import edition, judge
from ai.knowledge.log_store import safe_name
from ai.review import document
from ai.review.analysis import Results, counts_of_marks, grade_hands
from ai.review.document import review_csv, review_html, review_summary
from ai.review.hands import MAX_HANDS, ReviewHands, read_hands
from game.archive.export import from_id
from game.borders import say
from game.core import BadInput, Progress
from game.files import user_files
from game.quoting import count_noun
from game.study.review import IMPORTED, Review, Reviewed, ReviewProgress, ReviewTarget


def review(options: argparse.Namespace) -> int:
    """Print the mistakes by cost, and write the report and the table of `--html` and `--csv`.

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
    return print_document(options, _document(found, listed), [*review_summary(found), *map(_line, listed)])


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
    """Grade all hands. Return the review, and False if it was interrupted."""
    blinds = hands.hands[0].spec.blinds
    results = Results(user_files.home(), hands.target, edition(hands.game, blinds))
    estimate = Estimate(wanted=not options.json)
    latest, mistakes = None, list[Reviewed]()
    with interrupts_noted() as interrupted, open_executor(options) as executor:
        work: Iterator[Progress | Review] = grade_hands(hands, results, judge, executor)
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


def _document(found: Review, listed: tuple[Reviewed, ...]) -> dict[str, object]:
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
        "player": one.player,
        "position": document.position_name(one),
        "street": document.street_name(one),
        "cards": document.card_names(one),
        "action": document.action_name(one, one.action),
        "mark": one.grade.mark.value,
        "cost": round(one.grade.sure_cost, 2),
        "of_pot": round(one.grade.cost_share, 4),
        "best": document.action_name(one, one.grade.judgement.choice),
        "id": one.hand_id,
    }


def _line(one: Reviewed) -> str:
    assert one.grade is not None
    played, best = (document.action_name(one, action) for action in (one.action, one.grade.judgement.choice))
    told = (one.player, document.position_name(one), document.street_name(one), document.card_names(one))
    return (
        f"{document.format_cost(one.game, one.grade):>26}  {one.grade.mark.value:10}  hand {one.hand:,}, "
        f"{', '.join(filter(None, told))}: {played}; best: {best}"
    )
