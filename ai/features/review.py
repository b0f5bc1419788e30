"""Answer the request for a review: grade decisions while the worker serves other requests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ai.features.held_agents import held_agents
from ai.features.judgements import edition, find_stored, judge, opponent_version
from ai.review.analysis import Results, grade_hands
from ai.review.hands import ReviewHands, read_hands
from game.core import Progress
from game.files import user_files
from game.study.review import AskReview, Review, ReviewProgress, first_shown


@AskReview.handler
def _review(request: AskReview) -> Iterator[Progress | Review]:
    """Grade the decisions of the requested hands, and return the decisions sorted by cost.

    Store every grade as soon as it is known.
    """
    with held_agents.borrow_bots():
        for item in read_hands(request.target):
            if isinstance(item, ReviewHands):
                judged_by = edition(item.game, item.hands[0].spec.blinds)
                results = Results(user_files.home(), item.target, judged_by, opponent_version)
                for report in grade_hands(item, results, judge, known=find_stored):
                    if isinstance(report, Review):
                        yield _shortened(report)
                    elif isinstance(report, ReviewProgress) and report.found is not None:
                        yield replace(report, found=_shortened(report.found))
                    else:
                        yield report
            else:
                yield item


def _shortened(review: Review) -> Review:
    return replace(review, mistakes=first_shown(review.mistakes), good=first_shown(review.good))
