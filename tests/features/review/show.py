"""The states of the review for the tests that check every screen.

The states are an active review, a cancelled review, and a finished review with mistakes of every game.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from game.app.app import App
from game.core import Progress
from game.features.review.decision import RetryScreen
from game.features.review.page import ReviewScreen
from game.study.judgements import AskJudgement
from game.study.review import AskReview, HandNumber, Review, Reviewed, ReviewProgress, ReviewTarget
from tests.features.drills.show import GRADES, QUESTIONS
from tests.window.driver import give_to

Go = Callable[[App], None]

TARGET = ReviewTarget("log", "evening.log")
LONG_NAME = "Hyperborean_2017"


def reviewed_decision(name: str, hand: int, player: str = "you") -> Reviewed:
    """Return a graded decision."""
    question, grade = QUESTIONS[name], GRADES[name]
    if name == "odds":
        grade = replace(grade.judgement, source="solve").grade(grade.action)
    return Reviewed(question.game, hand, "an-id", player, 3, question.info, grade.action, grade)


def ungraded_decision(name: str, hand: int) -> Reviewed:
    return replace(reviewed_decision(name, hand), grade=None)


def good(name: str, hand: int) -> Reviewed:
    """Return a graded decision in which the player took the best action."""
    one = reviewed_decision(name, hand)
    assert one.grade is not None
    best = one.grade.judgement.best
    return replace(one, action=best, grade=one.grade.judgement.grade(best))


def session_review(*made_ones: Reviewed) -> Review:
    """Return the review of some decisions."""
    ordered = tuple(sorted(made_ones, key=lambda one: one.order))
    cost = sum(one.grade.sure_cost for one in ordered if one.grade is not None)
    marks = Counter(one.grade.mark for one in ordered if one.grade is not None)
    return Review(
        ordered[0].game, "Evening", 1_000, 1_012, 12, 4_310, len(ordered), cost, ordered, marks=marks
    )


HOLDEM = session_review(
    reviewed_decision("opening", 4),
    reviewed_decision("mistake", 998, LONG_NAME),
    *(reviewed_decision("odds", hand, "Ann") for hand in range(5, 20)),
)
KUHN = session_review(reviewed_decision("bluff", 3), reviewed_decision("bluff", 12))
TIC_TAC_TOE = session_review(reviewed_decision("fork", 2))
WITH_GOOD = replace(
    session_review(reviewed_decision("opening", 4), reviewed_decision("mistake", 998, LONG_NAME)),
    good=(good("river", 7), good("odds", 8)),
)
CLEAN = Review("holdem", "Evening", 3, 3, 0, 9, 0, 0.0, ())


def show_review(review: Review) -> Go:
    def go(app: App) -> None:
        app.go(ReviewScreen(app, TARGET))
        app.step([], 0.0)
        give_to(app, AskReview, review)
        app.step([], 0.0)

    return go


def again(review: Review) -> Go:
    def go(app: App) -> None:
        show_review(review)(app)
        app.screen.controls.find("retry").act()  # type: ignore[attr-defined]
        app.step([], 0.0)

    return go


def show_retry(name: str, *, answered: bool = False) -> Go:
    """Return a function that opens a retry page, before or after the answer."""

    def go(app: App) -> None:
        one = reviewed_decision(name, 4)
        app.go(
            RetryScreen(
                app, AskJudgement(one.game, one.info, action=one.action), HandNumber(4, one.hand_id), "you"
            )
        )
        app.step([], 0.0)
        give_to(app, AskJudgement, one.grade.judgement if one.grade is not None else None)
        app.step([], 0.0)
        if answered:
            app.screen.controls.find("answer-1").act()  # type: ignore[attr-defined]
            app.step([], 0.0)

    return go


def retry_waits(app: App) -> None:
    one = reviewed_decision("opening", 4)
    app.go(
        RetryScreen(
            app, AskJudgement(one.game, one.info, action=one.action), HandNumber(4, one.hand_id), "you"
        )
    )
    app.step([], 0.0)


def retry_in_trouble(app: App) -> None:
    retry_waits(app)
    give_to(app, AskJudgement, error="The other process ended unexpectedly.")


def at_work(app: App) -> None:
    app.go(ReviewScreen(app, TARGET))
    app.step([], 0.0)
    give_to(app, AskReview, progress=Progress(340, 1_000, 20.0, 140.0))


def review_progress(done: int, *made_ones: Reviewed) -> ReviewProgress:
    found = replace(session_review(*made_ones), hands=done) if made_ones else replace(CLEAN, hands=done)
    return ReviewProgress(done, 1_000, done / 17, (1_000 - done) / 7, found=found)


def show_imports(app: App) -> None:
    """Show a review of imported hands. The page names the order in which the hands are graded."""
    app.go(ReviewScreen(app, ReviewTarget("imported", "imported")))
    app.step([], 0.0)
    give_to(app, AskReview, progress=review_progress(341, reviewed_decision("opening", 4)))


def show_progress(app: App) -> None:
    at_work(app)
    first = review_progress(341, reviewed_decision("opening", 4), reviewed_decision("odds", 7, LONG_NAME))
    assert first.found is not None
    waiting = (
        ungraded_decision("mistake", 342),
        ungraded_decision("river", 343),
        ungraded_decision("opening", 344),
    )
    give_to(app, AskReview, progress=replace(first, found=replace(first.found, ungraded=waiting)))
    give_to(app, AskReview, progress=review_progress(342, reviewed_decision("mistake", 342, "Ann")))


def stopped_filling(app: App) -> None:
    show_progress(app)
    app.step([], 1.0)
    app.screen.controls.find("cancel").act()  # type: ignore[attr-defined]
    app.step([], 0.0)


def cancelled(app: App) -> None:
    at_work(app)
    app.screen.controls.find("cancel").act()  # type: ignore[attr-defined]
    app.step([], 0.0)


def filling_in_trouble(app: App) -> None:
    show_progress(app)
    give_to(app, AskReview, error="The other process ended unexpectedly.")


def in_trouble(app: App) -> None:
    app.go(ReviewScreen(app, TARGET))
    app.step([], 0.0)
    give_to(app, AskReview, error="The other process ended unexpectedly.")


PLACES: dict[str, Go] = {
    "review": show_review(HOLDEM),
    "review kuhn": show_review(KUHN),
    "review with good decisions": show_review(WITH_GOOD),
    "review tic-tac-toe": show_review(TIC_TAC_TOE),
    "review again": again(HOLDEM),
    "review kuhn again": again(KUHN),
    "review tic-tac-toe again": again(TIC_TAC_TOE),
    "review clean": show_review(CLEAN),
    "review at work": at_work,
    "review filling": show_progress,
    "review of imported hands": show_imports,
    "review filling in trouble": filling_in_trouble,
    "review filling cancelled": stopped_filling,
    "review cancelled": cancelled,
    "review in trouble": in_trouble,
    "retry": show_retry("opening"),
    "retry kuhn": show_retry("bluff"),
    "retry tic-tac-toe": show_retry("fork"),
    "retry answered": show_retry("opening", answered=True),
    "retry waiting": retry_waits,
    "retry in trouble": retry_in_trouble,
}
