"""Read a spot from a YAML file, a line or the texts of a form. Each bad field of a form gets an error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TypeGuard

from ai.solver.betting import Begin
from ai.solver.sizes import BadField
from ai.solver.spot import IP, OOP, READERS, Spot, parse_spot
from ai.solver.streets import PLAIN, BettingShape
from game.core import BadInput, shortened
from game.files import yaml_text
from game.match.spot_texts import APART, SpotTexts, read_id
from game.quoting import quoted
from game.texts import capitalize, text


def read_spot(source: str) -> Spot:
    """Return the spot in `source`: the path of a YAML file, or the spot as one line of text.

    Raises:
        BadInput: If the file cannot be read, or the spot cannot be solved.
    """
    document = read_document(source)
    try:
        return parse_spot(document)
    except BadInput as sentence:
        raise BadInput(f"{short_name(source)}{sentence}") from None


def read_document(source: str) -> object:
    """Return the document of a YAML file with a spot, or of a spot in one line.

    Raises:
        BadInput: If there is no such file, or the file cannot be read.
    """
    if APART in source:
        return spot_document(read_id(source))
    if not source.strip():
        raise BadInput("The spot is empty: name a YAML file, or write it in one line.")
    try:
        return yaml_text.read_file(Path(source))
    except FileNotFoundError:
        raise BadInput(f"There is no spot file {quoted(source)}.") from None


def short_name(source: str) -> str:
    """Return the start of an error message about a source.

    This is the file's name, or "" for a spot in one line.
    """
    return "" if APART in source else f"{Path(source).name}: "


def spot_document(texts: SpotTexts) -> dict[str, object]:
    return dict(texts.items())


def texts_of_document(document: object, source: str) -> SpotTexts:
    """Return the texts of the spot in a document that was read from `source`.

    If the spot was given in one line, its earlier betting is kept.

    Raises:
        BadInput: If `source` is a line that is not a spot.
    """
    if APART in source:
        return read_id(source)
    assert isinstance(document, Mapping)
    return SpotTexts(
        **{key: " ".join(str(words).split()) for key, words in document.items() if words is not None}
    )


def spot_of_texts(texts: SpotTexts) -> Spot:
    """Return the spot that texts describe.

    Raises:
        BadInput: If the texts don't describe a spot. The message is about the first bad text.
    """
    return parse_spot(spot_document(texts))


def betting_shape(texts: SpotTexts, stack: float) -> BettingShape:
    """Return the betting before the first decision of a spot, and the additional bets that the tree then needs.

    Raises:
        BadInput: If the earlier betting is not possible with this stack, or ends the street.

    >>> betting_shape(SpotTexts(begun="check, bet 50 / raise 180"), 300.0).begin.chips
    (0.0, 50.0)
    """
    if not texts.begun:
        return PLAIN
    player, put_in, has_checked, bets = OOP, [0.0, 0.0], False, 0
    for action in texts.earlier_actions:
        chips = _parse_chips(action)
        own, other = put_in[player] + chips, put_in[1 - player]
        if not chips and (has_checked or own != other):
            done = quoted(", ".join(texts.earlier_actions))
            raise BadField(text("solver_errors.begun.over", actions=done), "begun")
        if chips and not other < own <= stack:
            raise BadField(
                text("solver_errors.begun.impossible", action=quoted(action), stack=f"{stack:.15g}"), "begun"
            )
        put_in[player], has_checked, player = own, not chips, 1 - player
        bets += chips > 0
    extra = tuple(_parse_chips(action) for action in texts.added_actions)
    is_checked = has_checked and player == IP
    begin = Begin(player, (put_in[OOP], put_in[IP]), is_checked, bets=bets)
    return BettingShape(begin, {(): extra} if extra else {})


def find_problems(texts: SpotTexts) -> Mapping[str, str]:
    """Return the error of each bad field by the field's name. An error about several fields has the key "".

    The mapping is empty if the spot is valid.

    >>> list(find_problems(SpotTexts("QsJh2h", "AA", "KK", "0", "300", "50%", "5bb")))
    ['pot', 'raises']
    """
    document, found = spot_document(texts), {}
    for key, read in READERS.items():
        try:
            read(document)
        except BadInput as error:
            found[key] = _alone(error)
    if not found:
        try:
            betting_shape(texts, parse_spot(document).stack)
        except BadInput as error:
            found[error.field if _is_of_field(error) else ""] = _alone(error)
    return found


def _parse_chips(action: str) -> float:
    """Return the chips that a bet or raise puts in, 0 for a check."""
    kind, _, amount = action.partition(" ")
    if action == "check":
        return 0.0
    try:
        chips = float(amount)
    except ValueError:
        chips = 0.0
    if kind not in ("bet", "raise", "all-in") or not 0.0 < chips < math.inf:
        raise BadField(text("solver_errors.begun.unreadable", action=quoted(action)), "begun")
    return chips


def _alone(error: BadInput) -> str:
    """Return an error without the name of its field, for display next to the field."""
    return capitalize(shortened(error.alone if _is_of_field(error) else str(error)))


def _is_of_field(error: BadInput) -> TypeGuard[BadField]:
    return isinstance(error, BadField) and error.field in READERS
