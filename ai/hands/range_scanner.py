"""Split the text of a range into tokens with weights, in the notations of several programs.

Tokens are separated by commas, blanks or line breaks. A weight is a fraction or a percentage. A fraction follows a
colon ("AKs:0.5" in Pio, GTO Wizard and wasm-postflop). A percentage follows a colon or an @ ("AKs:50%", "AKs@50"),
precedes the hands ("50: AKs"), or encloses the hands ("[50%]AKs,AQs[/50%]" in GTO+ and Flopzilla). After a colon, a
number up to 1 without a percent sign is a fraction. Everywhere else, such a number is ambiguous and refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from game import texts
from game.core import BadInput
from game.rules.cards import quote_typed

MIN_WEIGHT = 0.000001
RANK = "(?:10|[2-9TJQKA])"
HAND = rf"{RANK}[shcd]\s*{RANK}[shcd]"

_SIGNS = str.maketrans("–—−‐‑♠♥♦♣♤♡♢♧", "-----shdcshdc")
_TOKEN = re.compile(
    rf"(?:(?P<share>\d+(?:\.\d+)?\s*%?)\s*:\s*(?={RANK}(?:{RANK}|[shcdx])))?"
    rf"(?P<what>{HAND}|[^\s,:@\[\]]+(?:\s*-\s*[^\s,:@\[\]]+)?)"
    r"(?:\s*(?P<mark>[:@])\s*(?P<weight>[^\s,\[\]]*))?",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\[\s*(?P<close>/?)\s*(?P<share>\d+(?:\.\d+)?\s*%?)\s*\]")
_END = re.compile(r"[\s,]+\Z")
_GARBAGE = re.compile(r"[^\s,]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?|\.\d+", re.ASCII)
_PAIR = re.compile(r"([2-9])\1")


class BadToken(BadInput):
    """A token that is not part of a range: the characters text[start:end]."""

    def __init__(self, sentence: str, start: int, end: int) -> None:
        super().__init__(sentence)
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class RangeToken:
    """Hands as the user typed them, without their weight: the characters text[start:end]."""

    hands: str
    weight: float
    text: str
    start: int
    end: int


def scan_range(text: str) -> Iterator[RangeToken]:
    """Yield the tokens of a range.

    Raises:
        BadToken: If a weight is wrong or ambiguous, or there is nothing between two commas.
        BadInput: If the range is empty.
    """
    plain = text.translate(_SIGNS)
    end = len(_END.sub("", plain))
    if not end:
        raise BadInput(texts.text("input_errors.range.empty"))
    position, bracket, prefixed = 0, "", ""
    after_comma = True
    while position < end:
        letter = plain[position]
        if letter.isspace() or letter == ",":
            if letter == "," and after_comma:
                raise BadToken(texts.text("input_errors.range.commas"), position, position + 1)
            after_comma |= letter == ","
            position += 1
            continue
        found = _BRACKET.match(plain, position)
        if found is not None:
            bracket = _turn_bracket(found, bracket, text)
            position, after_comma = found.end(), after_comma and not found["close"]
            continue
        token = _TOKEN.match(plain, position)
        if token is None:
            garbage = _GARBAGE.match(plain, position)
            last = garbage.end() if garbage is not None else position + 1
            shown = quote_typed(text[position:last])
            raise BadToken(texts.text("input_errors.range.no_token", token=shown), position, last)
        if prefixed and not token["share"]:
            shown, other = quote_typed(token[0]), quote_typed(prefixed)
            raise BadToken(
                texts.text("input_errors.range.no_weight", token=shown, other=other), *token.span()
            )
        prefixed = token[0] if token["share"] else prefixed
        yield _read_token(token, bracket, text)
        position, after_comma = token.end(), False
    if bracket:
        raise BadToken(texts.text("input_errors.range.not_closed", weight=bracket), 0, end)


def read_weights(text: str, count: int) -> list[float] | None:
    """Return the weights of a range that is written as `count` numbers. Return None if the text has another form.

    Raises:
        BadInput: If there are more or fewer than `count` numbers, or a number is above 1.
    """
    words = re.split(r"[\s,]+", _END.sub("", text.lstrip()))
    if len(words) <= 200 or not all(map(_NUMBER.fullmatch, words)):
        return None
    if len(words) != count:
        counts = {"wanted": texts.number(count), "found": texts.number(len(words))}
        raise BadInput(texts.text("input_errors.range.numbers", **counts))
    weights = list(map(float, words))
    if max(weights) > 1:
        raise BadInput(texts.text("input_errors.range.above_one", weight=f"{max(weights):g}"))
    return weights


def _turn_bracket(found: re.Match[str], bracket: str, text: str) -> str:
    """Return the weight of the bracket that is open after `found`.

    If `found` closes a bracket, return an empty string.
    """
    share = found["share"].replace(" ", "")
    shown = quote_typed(text[found.start() : found.end()])
    if not found["close"]:
        if bracket:
            raise BadToken(
                texts.text("input_errors.range.nested", token=shown, weight=bracket), *found.span()
            )
        _percentage(share, shown, found.span())
        return share
    if share.rstrip("%") != bracket.rstrip("%"):
        if bracket:
            sentence = texts.text("input_errors.range.closes_other", token=shown, weight=bracket)
        else:
            sentence = texts.text("input_errors.range.closes_nothing", token=shown)
        raise BadToken(sentence, *found.span())
    return ""


def _read_token(token: re.Match[str], bracket: str, text: str) -> RangeToken:
    span = token.span()
    shown = quote_typed(text[span[0] : span[1]])
    marks = [bool(bracket), bool(token["share"]), bool(token["mark"])]
    if sum(marks) > 1:
        raise BadToken(texts.text("input_errors.range.two_weights", token=shown), *span)
    weight = 1.0
    if token["share"]:
        if _PAIR.fullmatch(token["share"]):
            fields = {"token": shown, "pair": token["share"], "hands": token["what"]}
            raise BadToken(texts.text("input_errors.range.ambiguous_pair", **fields), *span)
        weight = _percentage(token["share"].replace(" ", ""), shown, span)
    elif bracket:
        weight = _percentage(bracket, shown, span)
    elif token["mark"] == "@":
        weight = _percentage(token["weight"], shown, span)
    elif token["mark"]:
        weight = _fraction(token["weight"], shown, span)
    hands = (
        re.sub(r"\s*-\s*", "-", token["what"]).replace("10", "T")
        if "%" not in token["what"]
        else token["what"]
    )
    return RangeToken(hands, weight, shown, *span)


def _percentage(typed: str, shown: str, span: tuple[int, int]) -> float:
    """Return the percentage `typed` as a fraction.

    `shown` is the part of the text that an error quotes, and `span` is its position.

    A number up to 1 needs a percent sign, because it could also be meant as a fraction.
    """
    number = typed.removesuffix("%")
    if _NUMBER.fullmatch(number) is None or not MIN_WEIGHT <= float(number) / 100 <= 1:
        raise BadToken(texts.text("input_errors.range.percentage", token=shown), *span)
    if float(number) <= 1 and not typed.endswith("%"):
        raise BadToken(texts.text("input_errors.range.ambiguous", token=shown, weight=number), *span)
    return float(number) / 100


def _fraction(typed: str, shown: str, span: tuple[int, int]) -> float:
    if typed.endswith("%"):
        return _percentage(typed, shown, span)
    try:
        weight = float(typed)
    except ValueError:
        weight = 0.0
    if not MIN_WEIGHT <= weight <= 1:
        fields = {"token": shown, "least": f"{MIN_WEIGHT:f}"}
        if not 1 < weight <= 100:
            raise BadToken(texts.text("input_errors.range.fraction", **fields), *span)
        fields |= {"fraction": f"{weight / 100:g}", "percentage": typed}
        raise BadToken(texts.text("input_errors.range.fraction_like", **fields), *span)
    return weight
