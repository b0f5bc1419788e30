"""Looks up the texts of the window in assets/texts/<language>, and formats its numbers and dates.

The folder of a language has a YAML file for each feature, and some other YAML files. A text is looked up by its
dotted key, and its fields are filled in: `text("menu.hand", number=17)`. The first part of a key is the name of a
top-level section, which is in only one of the files. A key that does not exist is a bug and raises KeyError. Code
that needs an optional text, such as the name of an agent that a user trained, calls `current().has` first.

A text that depends on a count has one version for each plural category: `plural("common.hands", 3)`.

`use` switches the language. Texts that a translation lacks are shown in English. A `Text` remembers its key, so
that `retell` can translate it into another language while the window stays open.
"""

from __future__ import annotations

import math
import string
import time
from collections.abc import Callable, Iterator, KeysView, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial, reduce, wraps
from pathlib import Path
from typing import Any, ParamSpec, Self, cast

from game import languages
from game.core import BadInput
from game.languages import LANGUAGES, Language
from game.quoting import quoted

THOUSAND, MILLION = 1_000, 1_000_000
PLAIN_DIGITS = 4
P = ParamSpec("P")

FOLDER = Path(__file__).parents[1] / "assets" / "texts"
ENGLISH = FOLDER / "en"
OFFERED = tuple(code for code in LANGUAGES if (FOLDER / code).is_dir())
"""The languages that the settings offer: those that have a folder."""
SETTINGS_FILE, SETTINGS_KIND, SETTINGS_VERSION = "settings.json", "settings", 1
WORDS, SOURCE = "text", "en"
"""The keys of an entry of a translation: the words, and the fingerprint of the English text."""

MINUS = "−"


class Text(str):
    """A string that remembers its key and fields, so that it can be translated again.

    Pickling a text gives a plain string. To translate the text in another process, pickle its attribute `retell`.
    """

    retell: Callable[[], str]

    __slots__ = ("retell",)

    def __new__(cls, words: str, retell: Callable[[], str]) -> Self:
        told = super().__new__(cls, words)
        told.retell = retell
        return told

    def __str__(self) -> str:
        return self  # an error that is raised with a text can be told again, too

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str.__str__(self),)


class Texts:
    """The texts of one language, by dotted key.

    Attributes:
        language: The language.
        behind: The English texts, the fallback for keys that have no entry. None for English.
        problems: A message about each file and each text that could not be used.
        spoilt: The number of texts that could not be used, including the texts of unreadable files.
    """

    def __init__(
        self,
        entries: Mapping[str, str],
        language: Language = languages.ENGLISH,
        behind: Texts | None = None,
        problems: Sequence[str] = (),
        spoilt: int = 0,
    ) -> None:
        self._entries = entries
        self.language = language
        self.behind = behind
        self.problems = problems
        self.spoilt = spoilt

    def __call__(self, key: str, /, **fields: object) -> str:
        words = self.language.fill(self.template(key), fields)
        return Text(words, partial(_call_again, text, (key,), _keep_fields(fields)))

    def template(self, key: str) -> str:
        """Return a text without filling in its fields.

        Raises:
            KeyError: If there is no such text.
        """
        if self.behind is None or key in self._entries:
            return self._entries[key]
        return self.behind.template(key)

    def plural(self, key: str, count: int, fields: Mapping[str, object]) -> str:
        """Return the text for the plural category of `count`.

        If the translation has no such text, return the English text.
        """
        own = f"{key}.{self.language.plural(count)}"
        if own not in self._entries and self.behind is not None:
            return self.behind.plural(key, count, fields)
        told = {"count": number(count), **fields}
        words = self.language.fill(self._entries[own], told)
        return Text(words, partial(_call_again, plural, (key, count), _keep_fields(fields)))

    def owns(self, key: str) -> bool:
        return key in self._entries

    def has(self, key: str) -> bool:
        return key in self._entries or (self.behind is not None and self.behind.has(key))

    def many(self, key: str) -> list[str]:
        """Return the texts of a list, in order.

        Raises:
            KeyError: If there is no such list.
        """
        rows: list[str] = []
        while self.has(entry := f"{key}.{len(rows)}"):
            rows.append(Text(self.template(entry), partial(text, entry)))
        if not rows:
            raise KeyError(key)
        return rows

    def keys(self) -> KeysView[str]:
        return self._entries.keys()

    @property
    def complete(self) -> bool:
        return self.behind is None or not any(map(partial(is_missing, texts=self), self.behind.keys()))


def is_missing(key: str, texts: Texts) -> bool:
    """Return whether a translation has no text for an English key, not even in another plural category."""
    if texts.behind is None or texts.owns(key):
        return False
    stem = plural_stem(key, texts.behind)
    return not stem or not any(texts.owns(f"{stem}.{one}") for one in texts.language.categories)


def plural_stem(key: str, english: Texts) -> str:
    """Return the key without its plural category, or "" if the text does not depend on a count."""
    stem, _, last = key.rpartition(".")
    ends = (languages.ONE, languages.OTHER)
    return stem if last in languages.CATEGORIES and all(english.has(f"{stem}.{end}") for end in ends) else ""


def load(folder: Path, name: str = "*") -> Texts:
    """Load the texts in the folder of one language, or only the texts in the file `name` (without suffix).

    Raises:
        BadInput: If there is no file, a file cannot be used, or a section is in two files.
    """
    entries: dict[str, str] = {}
    files_by_section: dict[str, str] = {}
    for file in sorted(folder.glob(f"{name}.yaml")):
        entries.update(_read(file, files_by_section))
    if not entries:
        raise BadInput(f"There are no texts in {folder}: it must hold YAML files.")
    return Texts(entries)


def load_translation(folder: Path, language: Language, english: Texts, name: str = "*") -> Texts:
    """Load a translation, or only its file `name`, with English as its fallback.

    Unreadable files, texts with a field that the English text lacks, and keys that English lacks are left out.
    `problems` has a message about each of these.
    """
    entries: dict[str, str] = {}
    broken: list[str] = []
    problems: list[str] = []
    files_by_section: dict[str, str] = {}
    files = sorted(folder.glob(f"{name}.yaml"))
    if not files:
        broken.append(f"There are no texts in {folder}.")
    for file in files:
        try:
            found = _read(file, files_by_section, translated=True)
        except BadInput as error:
            broken.append(str(error))
            continue
        except FileNotFoundError:
            broken.append(f"{file.name} cannot be read: it is a link to a file that does not exist.")
            continue
        for key, words in found.items():
            if problem := find_problem(key, words, language, english):
                problems.append(f"{file.name}: {problem}")
            else:
                entries[key] = words
    spoilt = len(problems)
    if broken:
        sections = {key.partition(".")[0] for key in entries}
        spoilt += sum(key.partition(".")[0] not in sections for key in english.keys())  # noqa: SIM118
    return Texts(entries, language, english, broken + problems, spoilt)


def find_problem(key: str, words: str, language: Language, english: Texts) -> str:
    """Return a message if a translated text cannot be used, else ""."""
    stem = plural_stem(key, english)
    source = f"{stem}.{languages.OTHER}" if stem else key
    if not english.has(source) or (stem and key.rpartition(".")[2] not in language.categories):
        return f"{key} is not a text of this version."
    try:
        fields = find_fields(words)
    except ValueError:
        return f"{key} has a brace that is not closed or not opened."
    if unknown := sorted(fields - find_fields(english.template(source))):
        return f"{key} has the field {quoted(unknown[0])}, which the English text does not have."
    if any(form or conversion for _, _, form, conversion in string.Formatter().parse(words)):
        return f"{key} has a field with : or !, write only the name of the field in braces."
    return ""


def find_fields(words: str) -> set[str]:
    """Return the names of the fields in a text.

    Raises:
        ValueError: If the braces of the text do not match.
    """
    return {field for _, field, _, _ in string.Formatter().parse(words) if field is not None}


def _read(file: Path, files_by_section: dict[str, str], *, translated: bool = False) -> dict[str, str]:
    """Return the texts of a file by key. Add the sections of the file to `files_by_section`."""
    from game.files import yaml_text  # noqa: PLC0415 - rules and matches load no YAML until they need a text

    sections = yaml_text.read_file(file)
    if not isinstance(sections, dict):
        raise BadInput(f"{file.name} must be a tree of texts.")
    for section in map(str, sections):
        other = files_by_section.setdefault(section, file.name)
        if other != file.name:
            raise BadInput(
                f"The section {quoted(section)} is in {other} and in {file.name}: keep it in one of them."
            )
    try:
        return dict(_flat("", _without_sources(sections) if translated else sections))
    except BadInput as error:
        raise BadInput(f"{file.name} cannot be used: {error}") from error


def _without_sources(node: Any) -> Any:
    """Return a tree in which each entry with a text and a fingerprint is replaced by the text."""
    if isinstance(node, dict):
        if set(node) == {WORDS, SOURCE}:
            return node[WORDS]
        return {key: _without_sources(child) for key, child in node.items()}
    return [_without_sources(child) for child in node] if isinstance(node, list) else node


# ---- the language in use --------------------------------------------------------------------------------------
@cache
def english() -> Texts:
    return load(ENGLISH)


@cache
def _translation(code: str) -> Texts:
    return load_translation(FOLDER / code, LANGUAGES[code], english())


class _Shown:
    """Holds the texts of the current language."""

    texts: Texts | None = None


def current() -> Texts:
    return english() if _Shown.texts is None else _Shown.texts


def use(code: str) -> Texts:
    """Switch the window to the language `code`, or to English if there are no texts in this language.

    If `code` is "", use the language of the system.
    """
    code = find_offered(code)
    use_texts(english() if code == languages.ENGLISH.code else _translation(code))
    return current()


def find_offered(code: str) -> str:
    """Return `code`, or the code of English if there are no texts in the language `code`.

    If `code` is "", it means the language of the system.
    """
    code = code or languages.system_language()
    return code if code in OFFERED else languages.ENGLISH.code


def use_texts(texts: Texts) -> None:
    _Shown.texts = texts


def load_file(name: str) -> Texts:
    """Load one file of texts in the language of the user's settings, without loading the other files."""
    code, known = find_offered(read_language()), load(ENGLISH, name)
    if code == languages.ENGLISH.code:
        return known
    return load_translation(FOLDER / code, LANGUAGES[code], known, name)


def read_language() -> str:
    """Return the language in the settings of the user.

    Return "" if no language is set or if the settings cannot be read.
    """
    from game.files import user_files  # noqa: PLC0415 - as in _read

    try:
        stored = user_files.peek_versioned(user_files.home() / SETTINGS_FILE, SETTINGS_KIND, SETTINGS_VERSION)
    except BadInput:
        return ""
    return str(stored.get("language", ""))


def text(key: str, /, **fields: object) -> str:
    """Return the text `key` in the language of the window, with its fields filled in."""
    return current()(key, **fields)


def plural(key: str, count: int, /, **fields: object) -> str:
    """Return the text `key` in the plural category of `count`. The field `count` is filled in.

    >>> plural("common.hands", 1), plural("common.hands", 1200)
    ('1 hand', '1,200 hands')
    """
    return current().plural(key, count, fields)


def retell(words: str) -> str:
    """Translate a text into the current language of the window. Plain strings are returned unchanged."""
    return words.retell() if isinstance(words, Text) else words


@dataclass(frozen=True, slots=True)
class _Part:
    """A field or argument that is itself a text, as the function that translates it."""

    retell: Callable[[], str]


def _keep_fields(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: _keep_part(value) for name, value in fields.items()}


def _keep_part(value: object) -> object:
    """Return a value with a `_Part` in place of each text, because a text loses its key when it is pickled."""
    if isinstance(value, tuple | list):
        return type(value)(map(_keep_part, value))
    return _Part(value.retell) if isinstance(value, Text) else value


def _retell_part(value: object) -> object:
    if isinstance(value, tuple | list):
        return type(value)(map(_retell_part, value))
    return value.retell() if isinstance(value, _Part) else value


def _call_again(write: Callable[..., str], args: Sequence[object], kwargs: Mapping[str, object]) -> str:
    """Repeat the call of a function that returns a text. The texts among its arguments are translated first."""
    return write(*map(_retell_part, args), **{name: _retell_part(value) for name, value in kwargs.items()})


def retellable(write: Callable[P, str]) -> Callable[P, str]:
    """Decorate a function so that its result is a `Text`.

    To translate the result, the function is called again. Arguments that are texts are translated first.
    """

    @wraps(write)
    def tell(*args: P.args, **kwargs: P.kwargs) -> str:
        kept = tuple(map(_keep_part, args)), _keep_fields(kwargs)
        return Text(write(*args, **kwargs), partial(_call_again, tell, *kept))

    return tell


def find_keys(words: str) -> tuple[str, ...]:
    """Return the keys of a text and of the texts within it. A plain string is its own key.

    >>> find_keys(text("common.labelled", label=text("common.close"), value="Ann"))
    ('common.labelled', 'common.close')
    """
    return tuple(_list_keys(words.retell)) if isinstance(words, Text) else (words,)


def _list_keys(retell: Callable[[], str]) -> Iterator[str]:
    given = cast("partial[str]", retell).args
    write, args, fields = given if len(given) == 3 else (text, given, {})
    if write in (text, plural):
        yield args[0]
        args = [value for name, value in fields.items() if name == "reason" or isinstance(value, _Part)]
    for part in args:
        yield from _list_keys(part.retell) if isinstance(part, _Part) else (str(part),)


@retellable
def capitalize(words: str) -> str:
    return words[:1].upper() + words[1:]


@retellable
def uncapitalize(words: str) -> str:
    """Return a title as written within a sentence: unchanged in German, else with a small first letter."""
    return words if current().language.capital_nouns else words[:1].lower() + words[1:]


@retellable
def as_clause(sentence: str) -> str:
    """Return a sentence without its full stop, so that it can end another sentence after a colon."""
    return sentence.removesuffix(".").removesuffix("。")


def join_list(*parts: str) -> str:
    """Return the non-empty parts as a list, with the commas of the language.

    >>> join_list("ace of spades", "", "two of hearts")
    'ace of spades, two of hearts'
    """
    return _fold("common.listed", parts)


def join_label(label: str, value: str) -> str:
    """Return a label and a value, with the colon of the language.

    >>> join_label("Playing style", "tight")
    'Playing style: tight'
    """
    return text("common.labelled", label=label, value=value)


def join_sentences(*parts: str) -> str:
    """Join the non-empty sentences, with the spaces of the language.

    >>> join_sentences("Steady folds.", "You win 300.")
    'Steady folds. You win 300.'
    """
    return _fold("common.sentences", parts)


def _fold(key: str, parts: Sequence[str]) -> str:
    said = [part for part in parts if part]
    return reduce(lambda first, second: text(key, first=first, second=second), said) if said else ""


@retellable
def number(value: float, digits: int = 0, *, is_short: bool = False) -> str:
    """Format a number with the separators of the language and a true minus sign.

    If `is_short`, trailing zeros after the decimal separator are left out.

    >>> number(-19500), number(0.125, 2), number(1.50, 2, is_short=True)
    ('−19,500', '0.12', '1.5')
    """
    written = f"{value:,.{digits}f}"
    if is_short and digits:
        written = written.rstrip("0").rstrip(".")
    is_zero = not float(written.replace(",", ""))
    marked = current().language.mark(written)
    return marked.removeprefix("-") if is_zero else marked.replace("-", MINUS)


def read_marks(typed: str) -> str:
    """Convert a number typed with the separators of the language to the notation of `read_number`."""
    return current().language.unmark(typed)


@retellable
def signed(value: float, digits: int = 0) -> str:
    """Format a gain or a loss with a plus or a true minus sign. A zero has no sign.

    >>> signed(40), signed(-18), signed(0.001, 2)
    ('+40', '−18', '0.00')
    """
    written = number(value, digits)
    return f"+{written}" if value > 0 and any(digit in written for digit in "123456789") else written


def with_interval(value: str, ci95: float | None, digits: int) -> str:
    """Add the 95% interval, if there is one, to a formatted value: "+12.3 ± 8.1"."""
    if ci95 is None:
        return value
    return text("common.with_interval", value=value, ci95=number(ci95, digits))


def percent(share: float, digits: int = 0) -> str:
    """Format a share as a percentage, with or without a space as the language requires.

    >>> percent(0.25), percent(1 / 3, 1)
    ('25%', '33.3%')
    """
    return as_percent(number(100 * share, digits))


@retellable
def as_percent(written: str) -> str:
    return f"{written}{current().language.percent}"


def percents(shares: Sequence[float], digits: int = 0) -> list[str]:
    """Format the shares of a whole so that the rounded percentages add up to 100%.

    The shares with the largest remainders are rounded up.

    >>> percents((0.466, 0.266, 0.134, 0.067, 0.067)), percents((1 / 3, 2 / 3), 1)
    (['47%', '26%', '13%', '7%', '7%'], ['33.3%', '66.7%'])
    """
    unit = 100 * 10**digits
    return [percent(part / unit, digits) for part in apportion(shares, unit)]


def apportion(shares: Sequence[float], parts: int) -> list[int]:
    """Divide `parts` among shares that add up to 1. The shares with the largest remainders get one more part each.

    >>> apportion((1 / 3, 2 / 3), 100), apportion((0.125, 0.125, 0.75), 100)
    ([33, 67], [13, 12, 75])
    """
    floors = [math.floor(share * parts) for share in shares]
    left = round(sum(shares) * parts) - sum(floors)
    by_remainder = sorted(range(len(shares)), key=lambda index: floors[index] - shares[index] * parts)
    for index in by_remainder[:left]:
        floors[index] += 1
    return floors


def percent_done(share: float) -> str:
    """Format the finished part of a task as a percentage, rounded down.

    >>> percent_done(0.9999)
    '99%'
    """
    return as_percent(str(int(100 * share)))


def day_and_time(at: float) -> str:
    """Format a time (seconds since the epoch) as local day and time: "21 Nov 2026, 14:05"."""
    moment = time.localtime(at)
    return text("common.day_and_time", day=day(at), time=f"{moment.tm_hour:02}:{moment.tm_min:02}")


def day(at: float, *, has_year: bool = True) -> str:
    """Format a time (seconds since the epoch) as the local day: "21 Nov 2026"."""
    moment = time.localtime(at)
    month = current().many("common.months")[moment.tm_mon - 1]
    key = "common.day" if has_year else "common.day_of_year"
    return text(key, day=moment.tm_mday, month=month, year=moment.tm_year)


def _flat(prefix: str, node: object) -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for key, child in node.items():
            yield from _flat(f"{prefix}.{key}" if prefix else str(key), child)
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from _flat(f"{prefix}.{index}", child)
    elif isinstance(node, str):
        yield prefix, node
    else:
        raise BadInput(f"the text {prefix} must be words, not {quoted(node)}; quote it.")


@retellable
def format_tick(value: float) -> str:
    """Return a short label for a tick of an axis.

    >>> format_tick(10_000), format_tick(2_500_000), format_tick(0.01), format_tick(1e-6), format_tick(-40)
    ('10k', '2.5M', '0.01', '1e−6', '−40')
    """
    size = abs(value)
    if size >= MILLION:
        return f"{_plain(value / MILLION)}M"
    if size >= THOUSAND:
        return f"{_plain(value / THOUSAND)}k"
    if 0 < size < 10.0**-PLAIN_DIGITS:
        return f"1e{number(round(math.log10(size)))}"
    return _plain(value)


def written_share(share: float) -> str:
    """Return the label for a tick of an axis that shows shares: a percentage without trailing zeros.

    >>> written_share(0.5), written_share(0.525)
    ('50%', '52.5%')
    """
    return as_percent(format_tick(100 * share))


def _plain(value: float) -> str:
    """Format a value without trailing zeros."""
    digits = next(
        digits for digits in range(PLAIN_DIGITS + 1) if digits == PLAIN_DIGITS or _is_round(value, digits)
    )
    return number(value, digits)


def _is_round(value: float, digits: int) -> bool:
    return math.isclose(value, round(value, digits), abs_tol=10.0 ** -(PLAIN_DIGITS + 1))
