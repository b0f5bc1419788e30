"""Answer the requests about equities, ranges, the hand table, and the rules of experts.

The name of an expert is the name of its rules: a built-in style, or a rule file of the user. If a rule file has
errors, the answer lists all errors. The expert stays in the catalogue, and a table at which it plays reports the
same errors.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ai import catalog
from ai.agents.expert_agent import RULES, experts_in, note_digest, rules_digest
from ai.hands import hash_table_maker
from ai.hands.combos import (
    CLASS_NAMES,
    CLASS_OF,
    Bools,
    Floats,
    Weights,
    hand_index,
    mean_by_class,
    opposing_weight,
    parse_range,
    treats_classes_alike,
    unblocked_hands,
    write_by_class,
    write_range,
    write_range_as,
)
from ai.hands.equities import (
    QuickEstimate,
    RandomDeals,
    class_equities,
    equities,
    equity_curve,
    find_bluff_catchers,
    next_card_equities,
    sampled_equity,
)
from ai.hands.range_equity import cleared, exact_equity, made_hands
from ai.hands.range_scanner import BadToken
from ai.hands.range_strategy import PublicState
from ai.hands.three_way import three_way_equity
from ai.knowledge.rule_file import (
    FOLDER,
    STYLES,
    BrokenRules,
    ExpertStrategy,
    built_in_expert,
    read_documents,
    read_rules,
)
from ai.knowledge.rules import BLOCKED_HAND
from ai.solver.lines import select_hands
from game import texts
from game.core import BadInput, Progress
from game.features.odds import (
    AskExpert,
    AskOdds,
    AskParts,
    AskThreeWay,
    CopyExpert,
    CountHandTable,
    Expert,
    ExpertHand,
    ExpertRule,
    ExpertRules,
    ExpertSpot,
    ListExperts,
    LookUpHand,
    ReadExpertRules,
    WriteRange,
)
from game.files import user_files
from game.files.manifest import Manifest, write_manifest
from game.quoting import quoted
from game.rules import games
from game.rules.cards import Card, name
from game.study.odds import (
    CardLookup,
    EquityParts,
    HandTableStatistics,
    RangeEquity,
    ReadRange,
    ReadRanges,
    ReadTexts,
    ThreeWayEquity,
)

SAMPLED_FIRST = 100_000
"""The number of random deals that give a quick estimate before the exact count."""
FEW_SAMPLES = 500
BEARABLE_SECONDS = 20.0
TRIED_SECONDS = 1.0
NARROW_ENOUGH = 0.0005
"""Sampling ends when the half-width of the confidence interval is below this."""
DEALS_AT_A_TIME = 20_000
QUICK_DEALS, LONGEST_DEALS = 20_000, 600_000
SEED = 0
FLOP, RIVER = 3, 5
FIFTHS = 5


@ReadTexts.handler
def read(request: ReadTexts) -> Iterator[ReadRanges]:
    """Return the range of each text, or the error in the text with the error's position.

    If both texts are valid but the ranges can't be dealt together, the answer has an error about the pair of
    ranges.
    """
    ranges: list[Weights] = []
    sides: list[ReadRange] = []
    for number, text in enumerate(request.texts):
        try:
            ranges.append(_filtered_range(request, number))
        except BadToken as wrong:
            sides.append(ReadRange(problem=str(wrong), span=(wrong.start, wrong.end)))
        except BadInput as wrong:
            sides.append(ReadRange(problem=str(wrong), span=(0, len(text))))
        else:
            weights = ranges[-1]
            hands = int(np.count_nonzero(weights * unblocked_hands(request.board)))
            sides.append(
                ReadRange(mean_by_class(weights), write_by_class(weights), write_range(weights), hands)
            )
    problem = _trouble(ranges, request.board) if len(ranges) == len(sides) else ""
    if len(ranges) == len(sides) and not problem:
        sides = [
            replace(side, hands=_possible(own, other, request.board))
            for side, own, other in zip(sides, ranges, reversed(ranges), strict=True)
        ]
    yield ReadRanges(sides, problem)


Ranged = ReadTexts | AskOdds | AskParts | AskThreeWay


def _filtered_range(request: Ranged, number: int) -> Weights:
    """Return range `number` of a request, float32[1326], limited to the hands of its filter, if any.

    Raises:
        BadInput: If the range or its filter is wrong, or if the filter leaves no hand of the range.
    """
    weights, filter_text = parse_range(request.texts[number]), request.filters[number]
    if not filter_text.strip():
        return weights
    others = [text for index, text in enumerate(request.texts) if index != number]

    def catchers() -> Bools:
        if len(others) > 1:
            raise BadInput(texts.text("input_errors.filter.three_ranges"))
        try:
            other = parse_range(others[0])
        except BadInput:
            raise BadInput(texts.text("input_errors.filter.other_range")) from None
        return find_bluff_catchers(other.astype(np.float64), weights.astype(np.float64), request.board)

    found: Weights = (weights * select_hands(filter_text, request.board, catchers)).astype(np.float32)
    if not found.any():
        raise BadInput(texts.text("input_errors.filter.no_hand", filter=quoted(filter_text)))
    return found


def _filtered_ranges(request: Ranged) -> list[Weights]:
    return [_filtered_range(request, number) for number in range(len(request.texts))]


@WriteRange.handler
def write(request: WriteRange) -> Iterator[str]:
    """Return a range in the notation of another program.

    Raises:
        BadInput: If the range cannot be read, or is empty.
    """
    yield write_range_as(parse_range(request.text), request.form)


@AskOdds.handler
def equity(request: AskOdds) -> Iterator[Progress | RangeEquity]:
    """Compute the equity of two ranges.

    Yield sampled estimates, then the progress of the exact count, and finally the equity.

    The reports of sampled estimates have `metrics`, and the reports of the exact count have none. If the count
    would take too long, sampling continues instead until the confidence interval is narrow enough.
    """
    first, second = _filtered_ranges(request)
    rng = np.random.default_rng(SEED)
    samples = sampled_equity(first, second, request.board, rng, at_first=FEW_SAMPLES)
    for report in samples:
        yield report
        if isinstance(report, Progress) and report.iteration >= SAMPLED_FIRST:
            break
    for item in _while_bearable(exact_equity(first, second, request.board)):
        yield item
        if isinstance(item, RangeEquity):
            return
    for report in samples:
        yield report
        if isinstance(report, Progress) and report.metrics["ci95"] < NARROW_ENOUGH:
            yield RangeEquity.of_samples(report)
            return


@AskThreeWay.handler
def three_way(request: AskThreeWay) -> Iterator[Progress | ThreeWayEquity]:
    """Yield estimates, and finally the equities of three ranges.

    Raises:
        BadInput: If a range cannot be read, or if no deal is possible.
    """
    yield from three_way_equity(_filtered_ranges(request), request.board, np.random.default_rng(SEED))


@AskParts.handler
def parts(request: AskParts) -> Iterator[Progress | EquityParts]:
    """Return both sides' equities by hand class, the first side's equity by next card, and both sides' made hands.

    The answer to a quick request is estimated from a few random deals. Otherwise, the field `exact` of the
    answer names the exact parts. Before the flop, the equities by class are exact if the hands of each class
    have equal weights in both ranges. Otherwise, these equities are estimated from more deals.
    """
    first, second = _filtered_ranges(request)
    board = request.board
    one, other = cleared(first, second, board)
    if request.quick:
        yield (yield from _sampled_parts(one, other, board, QUICK_DEALS))
        return
    if board or (treats_classes_alike(one) and treats_classes_alike(other)):
        found = yield from _counted_parts(one, other, board)
    else:
        found = yield from _sampled_parts(one, other, board, LONGEST_DEALS)
    yield (yield from _with_made_hands(found, first, second, board))


@CountHandTable.handler
def count_hand_table(request: CountHandTable) -> Iterator[Progress | HandTableStatistics]:
    return hash_table_maker.statistics()


@LookUpHand.handler
def look_up_hand(request: LookUpHand) -> Iterator[Progress | CardLookup]:
    return hash_table_maker.lookup(request.cards)


PartsOnTheWay = Generator[Progress, None, EquityParts]


def _sampled_parts(one: Floats, other: Floats, board: Sequence[Card], deals: int) -> PartsOnTheWay:
    """Yield progress, and return estimates of all parts from `deals` random deals."""
    rng = np.random.default_rng(SEED)
    random_deals, seen = RandomDeals(one, other, board), QuickEstimate()
    for done in range(0, deals, DEALS_AT_A_TIME):
        seen.add(random_deals.throw(DEALS_AT_A_TIME, rng), len(board))
        if done + DEALS_AT_A_TIME < deals:
            yield Progress(done + DEALS_AT_A_TIME, deals, 0.0)
    return EquityParts(
        classes=[seen.class_equities(side) for side in (0, 1)],
        next=seen.next_equities(),
        made=[seen.made_shares(side) for side in (0, 1)],
    )


def _counted_parts(one: Floats, other: Floats, board: Sequence[Card]) -> PartsOnTheWay:
    """Yield progress, and return the exact equities by class and by next card."""
    classes, curves, spread = [], [], []
    for own, against in ((one, other), (other, one)):
        equity = equities(against, board)
        classes.append(class_equities(own, against, equity))
        weights = own * opposing_weight(against)
        curves.append(equity_curve(equity, weights))
        shares, _ = np.histogram(np.nan_to_num(equity), FIFTHS, (0.0, 1.0), weights=weights)
        spread.append(tuple((shares / weights.sum()).tolist()))
        yield Progress(len(classes), None, 0.0)
    following: dict[str, float] = {}
    if FLOP <= len(board) < RIVER:
        for card, share in next_card_equities(one, other, board):
            following[name(card)] = share
            yield Progress(len(following), None, 0.0)
    return EquityParts(classes, following, exact=("classes", "next"), curves=curves, spread=spread)


def _with_made_hands(
    found: EquityParts, first: Weights, second: Weights, board: Sequence[Card]
) -> PartsOnTheWay:
    """Yield progress, and return the parts with the made hands added.

    The made hands are exact if the count is short enough.
    """
    for number, made in enumerate(made_hands(first, second, board, np.random.default_rng(SEED))):
        last = made
        yield Progress(number, None, 0.0)
    return replace(found, made=list(last.shares), exact=(*found.exact, "made") if last.exact else found.exact)


def _possible(own: Weights, other: Weights, board: Sequence[Card]) -> int:
    left = unblocked_hands(board)
    return int(np.count_nonzero(own * left * opposing_weight((other * left > 0).astype(np.float64))))


def _trouble(ranges: Sequence[Weights], board: Sequence[Card]) -> str:
    """Return the reason why two ranges cannot be dealt on a board, or an empty text."""
    try:
        cleared(ranges[0], ranges[1], board)
    except BadInput as wrong:
        return str(wrong)
    return ""


def _while_bearable(count: Iterator[Progress | RangeEquity]) -> Iterator[Progress | RangeEquity]:
    """Yield the items of an exact count, but stop if the count would take too long at the measured rate.

    Only the time of the count is measured. The first item is ignored, because its time may include compiling.
    """
    worked, first = 0.0, None
    while True:
        began = time.perf_counter()
        item = next(count)
        seconds = time.perf_counter() - began
        yield item
        if isinstance(item, RangeEquity):
            return
        if first is None:
            first = item.iteration
            continue
        worked += seconds
        left = (item.total or 0) - item.iteration
        if worked > TRIED_SECONDS and worked / (item.iteration - first) * left > BEARABLE_SECONDS:
            return


_COMMON = "common"
_SHARED = re.compile(r"""(?P<quote>["']?)shared(?P=quote)\s*:.*""")
_NO_NAME = re.compile(r"[^a-z0-9]+")


@ListExperts.handler
def _experts(request: ListExperts) -> Iterator[tuple[Expert, ...]]:
    """Return all experts, the built-in experts first."""
    found = [Expert(style, f"expert-{style}") for style in STYLES]
    for manifest, rules in experts_in(catalog.user_folder(games.HOLDEM)):
        found.append(Expert(rules.stem, manifest.stem, str(rules)))
    yield tuple(found)


@ReadExpertRules.handler
def _rules(request: ReadExpertRules) -> Iterator[ExpertRules]:
    """Return the rules of an expert in words, or all errors in the rules. A changed rule file is read again."""
    try:
        base = _expert(request.rules).base
    except BrokenRules as broken:
        yield ExpertRules(problems=tuple(broken.sentences))
        return
    _note_edition(request.rules)
    rules = [ExpertRule(rule.name, rule.where, dict(rule.written), rule.does) for rule in base.rules]
    yield ExpertRules(base.description, rules)


@AskExpert.handler
def _spot(request: AskExpert) -> Iterator[ExpertSpot]:
    """Return the strategy of an expert by hand class.

    If the request has a hand, also return the rule that fires for the hand.
    """
    public = PublicState(request.player, request.board, request.betting)
    expert = _expert(request.rules)
    consulted = expert.consult(public)
    held = consulted.rule_numbers != BLOCKED_HAND
    hands_of_class = np.bincount(CLASS_OF[held], minlength=len(CLASS_NAMES))
    by_class: dict[str, dict[int, float]] = {}
    for number, hand_class in enumerate(CLASS_NAMES):
        if hands_of_class[number]:
            shares = consulted.mix.shares[(number == CLASS_OF) & held].mean(axis=0)
            by_class[hand_class] = dict(zip(consulted.mix.actions, map(float, shares), strict=True))
    numbers, counts = np.unique(consulted.rule_numbers[held], return_counts=True)
    yield ExpertSpot(
        classes=by_class,
        fired=dict(zip(numbers.tolist(), (counts / counts.sum()).tolist(), strict=True)),
        whole=dict(
            zip(consulted.mix.actions, map(float, consulted.mix.shares[held].mean(axis=0)), strict=True)
        ),
        hand=_hand(expert, public, request.hole) if request.hole else None,
    )


def _hand(expert: ExpertStrategy, public: PublicState, hole: Sequence[Card]) -> ExpertHand:
    """Return the rule that fires for a hand, its action probabilities, and the equity that the rule uses."""
    hand, consulted = hand_index(hole), expert.consult(public)
    shares = consulted.mix.shares[hand]
    return ExpertHand(
        rule=int(consulted.rule_numbers[hand]),
        mix={action: float(share) for action, share in zip(consulted.mix.actions, shares, strict=True)},
        equity=float(expert.situation(public).equity[hand]),
    )


@CopyExpert.handler
def _copy(request: CopyExpert) -> Iterator[Expert]:
    """Copy the rules of an expert into the user's folder, and create an agent that plays by the copied rules."""
    folder = catalog.user_folder(games.HOLDEM)
    name = _free_name(folder, request.rules)
    own, manifest = folder / RULES / f"{name}.yaml", folder / f"{name}.yaml"
    written: list[Path] = []
    try:
        for place, content in _copies(_file(request.rules), own):
            user_files.atomic_write(place, content)
            written.append(place)
        made = Manifest(games.HOLDEM, "expert", "rules", config={RULES: name}, description=f"By {own.name}.")
        write_manifest(manifest, made)
    except OSError as error:
        for place in written:
            place.unlink()
        reason = error.strerror or str(error)
        raise BadInput(texts.text("input_errors.files.unwritable", file=str(own), reason=reason)) from error
    note_digest(manifest, own)
    yield Expert(name, name, str(own))


def _copies(source: Path, own: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the path and content of each file of a copy.

    The files are the rules and, under a new name, the shared file that the rules include, if any.
    """
    common = own.with_name(f"{own.stem}-{_COMMON}.yaml")
    for file, _ in read_documents(source):
        if file == source:
            yield own, _with_shared(user_files.read_text(file), common.name).encode()
        else:
            yield common, user_files.read_bytes(file, user_files.MAX_BYTES)


_read: dict[tuple[Path, str], ExpertStrategy] = {}
"""The expert that was last read from the user's files, by path and digest."""


def _expert(name: str) -> ExpertStrategy:
    """Return an expert. A changed file of the user is read again.

    Raises:
        BrokenRules: If the rules have errors.
    """
    if name in STYLES:
        return built_in_expert(name)
    edition = _file(name), rules_digest(_file(name))
    if edition not in _read:
        read = ExpertStrategy(read_rules(edition[0]))
        _read.clear()
        _read[edition] = read
    return _read[edition]


def _file(name: str) -> Path:
    if name in STYLES:
        return FOLDER / f"{name}.yaml"
    if Path(name).name != name:
        raise BadInput(f"There are no rules {quoted(name)}.")
    return catalog.user_folder(games.HOLDEM) / RULES / f"{name}.yaml"


def _note_edition(name: str) -> None:
    """Write the digest of the current rules into the manifest of every agent that plays by these rules."""
    for manifest, rules in experts_in(catalog.user_folder(games.HOLDEM)):
        if rules.stem == name:
            note_digest(manifest, rules)


def _free_name(folder: Path, rules: str) -> str:
    """Return a valid name that no agent has, such as "my-sound" or "my-sound-2"."""
    plain = _NO_NAME.sub("-", rules.lower()).strip("-")
    stem = plain if plain.startswith("my-") else f"my-{plain}".rstrip("-")
    names = [stem, *(f"{stem}-{number}" for number in range(2, 1_000))]
    return next(
        name
        for name in names
        if not catalog.is_taken(games.HOLDEM, name) and not (folder / RULES / f"{name}.yaml").exists()
    )


def _with_shared(written: str, shared: str) -> str:
    """Return the text of a rule file with the name of its shared file replaced by `shared`, also in comments."""
    lines = written.splitlines()
    former = next((line.partition(":")[2].strip(" \"'") for line in lines if _SHARED.match(line)), shared)
    named = (line.replace(former, shared) if line.startswith("#") else line for line in lines)
    return "\n".join(f"shared: {shared}" if _SHARED.match(line) else line for line in named) + "\n"
