"""The page of the buckets in the lab, with sample content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.app.app import App
from game.core import Progress
from game.features.lab import (
    FindNeighbours,
    ListAbstractions,
    LookUpBucket,
    MeasureDistance,
    WorkEmdExample,
)
from game.features.lab.buckets_model import EXAMPLES
from game.features.lab.buckets_page import AbstractionScreen, EmdDemoScreen
from game.features.lab.page import abstraction
from game.files.manifest import SHIPPED_ABSTRACTION
from game.rules.cards import DECK, parse
from game.study.abstraction import (
    BINS,
    COMPILING,
    LOOKING,
    PHASE,
    RIVERS,
    AbstractionHand,
    Apart,
    BoardHand,
    Earth,
    EmdMove,
    Neighbour,
    Neighbours,
    Shape,
    Shapes,
    TransportPlan,
    TurnCard,
    find_bin,
)
from game.window.ui.input import Key
from tests.window.driver import Kind, choose, give_to, named, press

COUNT = 200
OWN, KEPT = "/runs/holdem-abstraction-1/holdem-abstraction-8.npz", "/agents/holdem/mine.npz"
INSIDE = ("AsKs Qs7h2s", "AhQh Kh7h2s", "KsTs AsJh7s", "As9s QhJs8s", "KhTh AhJs7h", "As5s 7h4s3s")
OUTSIDE = ("AhKh Jh8h4s", "AhQh Kh8h6s", "AsJs 7h3s2s", "AhTh Qh3h2s", "KhJh Ah6h2s", "As8s Jh9s7s")
FARTHEST = "6s4h 7s5s4s"


def hand(request: Any) -> AbstractionHand:
    """Return a hand whose strength rises by two percent from each possible turn card to the next."""
    spot = BoardHand(request.hand, request.board)
    left = [card for card in DECK if card not in spot.flop.cards]
    turns = tuple(TurnCard(card, 2 * index, 0.02 * (index + 1)) for index, card in enumerate(left))
    bucket = sum(spot.flop.cards) % COUNT
    later = tuple((bucket + card) % COUNT for card in spot.board[3:])
    return AbstractionHand(
        spot,
        (bucket, *later),
        (COUNT,) * (1 + len(later)),
        0.47,
        0.674,
        (0.583, 0.993),
        turns,
        Shapes(shape(turns), flat(), flat(0.3), flat(0.5)),
        0.66,
        0.045,
        ((bucket + 1) % COUNT, 0.051),
    )


def shape(turns: tuple[TurnCard, ...]) -> Shape:
    counts = [0] * BINS
    for turn in turns:
        counts[find_bin(turn.strength)] += 1
    return tuple(count / len(turns) for count in counts)


def flat(begin: float = 0.0) -> Shape:
    filled = [float(place >= begin * BINS) for place in range(BINS)]
    return tuple(share / sum(filled) for share in filled)


def board_hand(written: str) -> BoardHand:
    held, lying = written.split()
    return BoardHand(parse(held), parse(lying))


def neighbour(written: str, bucket: int, distance: float) -> Neighbour:
    return Neighbour(board_hand(written), bucket, distance, 0.66, flat(0.5))


def neighbours(request: Any) -> Neighbours:
    spot = BoardHand(request.hand, request.board)
    bucket = sum(spot.cards) % COUNT
    return Neighbours(
        spot,
        6_088,
        0.0028,
        tuple(neighbour(one, bucket, 0.001 * index) for index, one in enumerate(INSIDE)),
        tuple(neighbour(one, bucket + 1, 0.018 + 0.001 * index) for index, one in enumerate(OUTSIDE)),
        neighbour(FARTHEST, bucket, 0.079),
    )


def pair(request: Any) -> Apart:
    return Apart(0.0, 0.012, 0.1004)


def earth(request: Any) -> Earth:
    """Return one of the two examples of the earth mover's distance (ai/lab/emd_examples.py)."""
    if request.example == "greedy":
        passes = (EmdMove(1, 3, 4, 2.0, 1.0), EmdMove(1, 7, 7, 1.0, 0.0), EmdMove(3, 5, 1, 2.0, 4.0))
        best = (EmdMove(1, 3, 1, 2.0, 2.0), EmdMove(2, 5, 4, 2.0, 1.0), EmdMove(3, 7, 7, 1.0, 0.0))
        plans = (
            TransportPlan("line", best, 6.0),
            TransportPlan("passes", passes, 10.0),
            TransportPlan("best", best, 6.0),
        )
        return Earth(
            (0.0, 0.0, 0.0, 2.0, 0.0, 2.0, 0.0, 1.0), (0.0, 2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0), plans
        )
    moves = (
        EmdMove(1, 0, 2, 2.0, 2.0),
        EmdMove(1, 2, 2, 2.0, 0.0),
        EmdMove(1, 4, 4, 3.0, 0.0),
        EmdMove(2, 6, 2, 1.0, 4.0),
    )
    plans = tuple(TransportPlan(name, moves, 8.0) for name in ("line", "passes", "best"))
    return Earth((2.0, 0.0, 2.0, 0.0, 3.0, 0.0, 1.0, 0.0), (0.0, 0.0, 5.0, 0.0, 3.0, 0.0, 0.0, 0.0), plans)


def abstractions(request: Any) -> tuple[tuple[str, str], ...]:
    return ((SHIPPED_ABSTRACTION, ""),)


def with_own(request: Any) -> tuple[tuple[str, str], ...]:
    return (*abstractions(request), (OWN, "runs/holdem-abstraction-1: 30/40/50"), (KEPT, "mine: 3/4/5"))


ANSWERS: dict[Kind, Callable[[Any], Any]] = {
    ListAbstractions: abstractions,
    LookUpBucket: hand,
    FindNeighbours: neighbours,
    MeasureDistance: pair,
    WorkEmdExample: earth,
}


MISSING = "No abstraction ships with this copy of the program: train holdem-abstraction makes one."


def opened(app: App, written: str = "AhKh Qs7h2h") -> AbstractionScreen:
    """Open the page on the hand `written`, and answer its requests."""
    screen = abstraction(app)
    app.go(screen)
    spot = board_hand(written)
    screen.model.look(spot)
    give_to(app, LookUpBucket, hand(spot))
    give_to(app, FindNeighbours, neighbours(spot.flop))
    return screen


def choose_bar(app: App, key: str) -> None:
    named(app, "shape").key(Key(key))
    app.screen.relayout()


def show_comparison(app: App) -> None:
    opened(app)
    example = EXAMPLES[1]
    press(app, f"example-{example.name}")
    for spot in (example.spot, example.beside):
        assert spot is not None
        give_to(app, LookUpBucket, hand(spot))
    give_to(app, MeasureDistance, pair(None))
    choose_bar(app, "right")


def at_the_river(app: App) -> None:
    opened(app, "AhKh Qs7h2h3hTs")
    choose(app, "when", "river")
    choose_bar(app, "end")


def in_own_buckets(app: App) -> None:
    model = opened(app).model
    give_to(app, ListAbstractions, with_own(None))
    model.choose(OWN)
    give_to(app, LookUpBucket, hand(model.spot))
    give_to(app, FindNeighbours, neighbours(model.spot))


def waiting(phase: int, total: int | None, *, known: bool = False) -> Callable[[App], None]:
    def go(app: App) -> None:
        screen = opened(app) if known else abstraction(app)
        if known:
            screen.model.near.forget()
            screen.model.begin()
        else:
            app.go(screen)
        left = None if total is None else 8.0
        kind = FindNeighbours if known else LookUpBucket
        give_to(app, kind, progress=Progress(30, total, 4.0, left, metrics={PHASE: phase}))

    return go


def in_trouble(app: App) -> None:
    screen = abstraction(app)
    app.go(screen)
    give_to(app, LookUpBucket, error=MISSING)


def wrong(app: App) -> None:
    opened(app)
    named(app, "cards").submit("AhAh Qs7h2h")


def show_picker(app: App) -> None:
    opened(app)
    press(app, "pick")


def show_moves(example: str, way: str, moves: int) -> Callable[[App], None]:
    def go(app: App) -> None:
        screen = EmdDemoScreen(app)
        app.go(screen)
        choose(app, "example", example)
        give_to(app, WorkEmdExample, earth(WorkEmdExample(example)))
        choose(app, "way", way)
        for _ in range(moves):
            press(app, "step")

    return go


def emd_in_trouble(app: App) -> None:
    screen = EmdDemoScreen(app)
    app.go(screen)
    give_to(app, WorkEmdExample, error="The other process ended unexpectedly.")


PLACES: dict[str, Callable[[App], object]] = {
    "abstraction": opened,
    "abstraction compared": show_comparison,
    "abstraction in own buckets": in_own_buckets,
    "abstraction at the river": at_the_river,
    "abstraction opening": lambda app: app.go(abstraction(app)),
    "abstraction compiling": waiting(COMPILING, 52),
    "abstraction loading": waiting(COMPILING, None),
    "abstraction rivers": waiting(RIVERS, 86),
    "abstraction looking around": waiting(LOOKING, 176, known=True),
    "abstraction in trouble": in_trouble,
    "abstraction wrong": wrong,
    "abstraction picking": show_picker,
    "emd": show_moves("article", "passes", 1),
    "emd untouched": show_moves("article", "line", 0),
    "emd greedy": show_moves("greedy", "passes", 3),
    "emd waiting": lambda app: app.go(EmdDemoScreen(app)),
    "emd in trouble": emd_in_trouble,
}
