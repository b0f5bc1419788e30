"""Check translations against the English texts, and exchange them with translators as .po files.

    python -m tests.translations check            list what is missing, stale or wrong in each language
    python -m tests.translations drop de          remove stale and wrong texts, which are then shown in English
    python -m tests.translations adopt de FILE    add fingerprints to the plain texts of a YAML file
    python -m tests.translations export de FILE   write a .po file, in which a stale text is marked as fuzzy
    python -m tests.translations import de FILE   take the texts of a .po file that are not fuzzy

A translated text is stored with the fingerprint of its English text: `{text: "Zurück", en: "bcdfg"}`. The
translation is stale if the English text has changed since. Every plural category has the fingerprint of the English
text for the category "other".
"""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from game import texts
from game.core import BadInput
from game.files import yaml_text
from game.languages import LANGUAGES, OTHER, Language
from game.quoting import quoted
from game.texts import FOLDER, SOURCE, WORDS, find_fields, find_problem, plural_stem

CONSONANTS = "bcdfghjklmnpqrstvwxz"
"""The letters of fingerprints. Without vowels, no fingerprint is a YAML word like "no"."""
LENGTH = 5
FUZZY = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)
SHARE = 0.9
"""The minimum share of translated texts with which the settings offer a language."""


@dataclass(frozen=True)
class Translated:
    """A translated text, and the fingerprint of its English text."""

    words: str
    source: str


def fingerprint(words: str) -> str:
    """Return five consonants that identify a version of a text.

    >>> fingerprint("Back"), fingerprint("Back!")
    ('vmrpb', 'cxbgt')
    """
    number = int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")
    letters = []
    for _ in range(LENGTH):
        number, index = divmod(number, len(CONSONANTS))
        letters.append(CONSONANTS[index])
    return "".join(letters)


def get_source(key: str) -> str:
    """Return the key of the English text that a text translates. For a plural, this is the key of "other"."""
    stem = plural_stem(key, texts.english())
    return f"{stem}.{OTHER}" if stem else key


def wanted_keys(language: Language) -> list[str]:
    """Return every key of a complete translation, in the order of the English files."""
    keys: dict[str, None] = {}
    for key in texts.english().keys():  # noqa: SIM118
        stem = plural_stem(key, texts.english())
        keys |= dict.fromkeys(f"{stem}.{one}" for one in language.categories) if stem else {key: None}
    return list(keys)


def read(code: str) -> dict[str, Translated]:
    """Return the texts of a translation by key."""
    found: dict[str, Translated] = {}
    for file in sorted((FOLDER / code).glob("*.yaml")):
        found |= dict(_flat("", yaml_text.read_file(file)))
    return found


def _flat(prefix: str, node: Any) -> Iterator[tuple[str, Translated]]:
    if isinstance(node, str):
        yield prefix, Translated(node, "")
    elif set(node) == {WORDS, SOURCE}:
        yield prefix, Translated(node[WORDS], node[SOURCE])
    else:
        for key, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from _flat(f"{prefix}.{key}" if prefix else str(key), child)


def write(code: str, found: Mapping[str, Translated]) -> None:
    """Write a translation into files like the English files. Texts whose key is unknown in English are left out."""
    folder = FOLDER / code
    folder.mkdir(exist_ok=True)
    homes = {
        key.partition(".")[0]: file.stem
        for file in texts.ENGLISH.glob("*.yaml")
        for key in yaml_text.read_file(file)
    }
    lines: dict[str, list[str]] = defaultdict(list)
    for key in wanted_keys(LANGUAGES[code]):
        if key in found:
            entry = found[key]
            quoted = yaml.safe_dump(entry.words, allow_unicode=True, width=10**6, default_style='"').strip()
            lines[homes[key.partition(".")[0]]].append(
                f"{key}: {{{WORDS}: {quoted}, {SOURCE}: {entry.source}}}"
            )
    for home in set(homes.values()):
        file = folder / f"{home}.yaml"
        if home in lines:
            file.write_text("\n".join(_as_tree(lines[home])) + "\n", encoding="utf-8")
        else:
            file.unlink(missing_ok=True)


def _as_tree(lines: list[str]) -> Iterator[str]:
    """Turn lines with dotted keys into an indented tree. The key of a list item is its index."""
    open_parts: list[str] = []
    for line in lines:
        key, _, rest = line.partition(": ")
        *parts, last = key.split(".")
        shared = sum(1 for _ in _common(open_parts, parts))
        for depth, part in enumerate(parts[shared:], shared):
            yield f"{'  ' * depth}{_key(part)}:"
        open_parts = parts
        yield f"{'  ' * len(parts)}{_key(last)}: {rest}"


def _common(first: list[str], second: list[str]) -> Iterator[str]:
    for one, other in zip(first, second, strict=False):
        if one != other:
            return
        yield one


def _key(part: str) -> str:
    return (
        part
        if part.replace("_", "").replace("-", "").isalpha() and part not in ("on", "off", "no")
        else f'"{part}"'
    )


def stamp(found: Mapping[str, str]) -> dict[str, Translated]:
    """Return plain texts with the fingerprints of the English texts. Texts with an unknown key are left out."""
    english = texts.english()
    return {
        key: Translated(words, fingerprint(english.template(get_source(key))))
        for key, words in found.items()
        if english.has(get_source(key))
    }


# ---- faults -----------------------------------------------------------------------------------------------------
def missing(code: str) -> list[str]:
    found = read(code)
    return [key for key in wanted_keys(LANGUAGES[code]) if key not in found]


def stale(code: str) -> list[str]:
    """Return the keys whose English text has changed since the translation."""
    english = texts.english()
    return [
        key
        for key, entry in read(code).items()
        if english.has(get_source(key)) and entry.source != fingerprint(english.template(get_source(key)))
    ]


def wrong(code: str) -> list[str]:
    """Return a sentence on each text that is unknown in English or has other fields than the English text."""
    faults = (find_fault(key, entry.words, LANGUAGES[code]) for key, entry in read(code).items())
    return [fault for fault in faults if fault]


def find_fault(key: str, words: str, language: Language) -> str:
    """Return a sentence about the fault of a text that does not fit the English text.

    If there is no fault, return an empty string.
    """
    english = texts.english()
    if problem := find_problem(key, words, language, english):
        return problem
    lost = find_fields(english.template(get_source(key))) - find_fields(words)
    if lost and not (plural_stem(key, english) and is_single(key, language)):
        return f"{key} leaves out {', '.join(sorted(lost))}."
    return ""


def is_single(key: str, language: Language) -> bool:
    """Return whether a plural category applies to only one number. If so, the text may omit the number."""
    category = key.rpartition(".")[2]
    return sum(language.plural(count) == category for count in range(1, 1_000)) == 1


def share_done(code: str) -> float:
    wanted = wanted_keys(LANGUAGES[code])
    return 1 - len(missing(code)) / len(wanted)


def check() -> None:
    for code in TRANSLATED:
        if not (FOLDER / code).is_dir():
            continue
        lacking, changed, bad = missing(code), stale(code), wrong(code)
        print(
            f"{code}: {share_done(code):.1%} done, {len(lacking)} missing, {len(changed)} stale, {len(bad)} wrong"
        )
        for title, rows in (("missing", lacking), ("stale", changed), ("wrong", bad)):
            for row in rows:
                print(f"  {title}: {row}")


# ---- files of translators ---------------------------------------------------------------------------------------
def adopt(code: str, file: Path) -> None:
    plain = {key: entry.words for key, entry in _flat("", yaml_text.read_file(file))}
    write(code, read(code) | stamp(plain))


def drop(code: str) -> None:
    """Remove stale texts, and texts with a fault (`find_fault`).

    If the text of one plural category is removed, the texts of all other categories are removed, too.
    """
    english, old = texts.english(), set(stale(code))
    found = read(code)
    bad = {key for key, entry in found.items() if key in old or find_fault(key, entry.words, LANGUAGES[code])}
    stems = {stem for key in bad if (stem := plural_stem(key, english))}
    bad |= {key for key in found if plural_stem(key, english) in stems}
    write(code, {key: entry for key, entry in found.items() if key not in bad})


def export_po(code: str, file: Path) -> None:
    """Write all texts of a language to a .po file.

    The context of an entry (msgctxt) is the key, including any plural category.
    """
    found, old = read(code), set(stale(code))
    blocks = [f'msgid ""\nmsgstr "Language: {code}\\nContent-Type: text/plain; charset=UTF-8\\n"']
    for key in wanted_keys(LANGUAGES[code]):
        source = texts.english().template(get_source(key))
        words = found[key].words if key in found else ""
        flag = "#, fuzzy\n" if key in old else ""
        blocks.append(f"{flag}msgctxt {_po(key)}\nmsgid {_po(source)}\nmsgstr {_po(words)}")
    file.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


def import_po(code: str, file: Path) -> None:
    """Take the texts of a .po file.

    If the English text in the file differs from the current English text, the translated text is stale. A text
    with a fault (`find_fault`) is left out and reported on stdout.

    Raises:
        BadInput: If the file cannot be read or is in another language. No text is taken in this case.
    """
    try:
        blocks = _split_po(file.read_text("utf-8-sig"))
        entries = [_read_po(block) for block in blocks if not FUZZY.search(block)]
    except OSError as error:
        raise BadInput(f"{file.name} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file.name} cannot be read: it is not text in UTF-8.") from error
    header = next((entry.get("msgstr", "") for entry in entries if "msgctxt" not in entry), "")
    named = re.search(r"^Language: *([a-z]+)", header, re.MULTILINE)
    if named is None or named.group(1) != code:
        raise BadInput(
            f'{file.name} is not in this language: its header must have the line "Language: {code}".'
        )
    taken: dict[str, Translated] = {}
    for entry in entries:
        key, source, words = (entry.get(name, "") for name in ("msgctxt", "msgid", "msgstr"))
        if not (key and words):
            continue
        if problem := find_fault(key, words, LANGUAGES[code]):
            print(f"left out: {problem}")
        else:
            taken[key] = Translated(words, fingerprint(source))
    write(code, read(code) | taken)


def _split_po(content: str) -> list[str]:
    """Return the entries of a .po file with their comments. A blank line or the next msgctxt ends an entry."""
    return re.split(r"\n\s*\n|(?<=\")\n(?=#|msgctxt )", content)


def _po(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _read_po(block: str) -> dict[str, str]:
    """Return the strings of an entry by keyword. A string may have several lines."""
    entry: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if line.startswith("msg"):
            name, _, line = line.partition(" ")  # noqa: PLW2901 - the rest of the line is read below
        if line.startswith('"'):
            try:
                entry[name] = entry.get(name, "") + str(ast.literal_eval(line))
            except (SyntaxError, ValueError) as error:
                raise BadInput(f"The string {quoted(line)} of a .po file is not closed.") from error
    return entry


COMMANDS: Mapping[str, Callable[..., None]] = {"adopt": adopt, "export": export_po, "import": import_po}
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")


def main(arguments: list[str]) -> None:
    match arguments:
        case ["check"]:
            check()
        case ["drop", code] if code in TRANSLATED:
            drop(code)
        case [("adopt" | "export" | "import") as name, code, file] if code in TRANSLATED:
            try:
                COMMANDS[name](code, Path(file))
            except BadInput as error:
                sys.exit(str(error))
        case _:
            print(__doc__, file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
