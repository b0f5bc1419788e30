"""Notes in an expert's manifest which version of its rules is in use, by a digest of the rule files.

The user edits the rule files in place, and the manifest stays as it was. Once the new digest is noted, everybody
who has loaded the agent loads it again, and its results from then on are counted separately.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ai.agents.expert_agent import rules_of
from ai.knowledge.expert import FOLDER
from ai.knowledge.rule_documents import BrokenRules, documents
from game.core import BadInput
from game.files import user_files, yaml_text
from game.files.manifest import read_manifest, write_manifest

DIGEST = "digest"
"""The manifest's setting that identifies the version of the rules."""


def experts_in(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the manifests of a folder whose rules are not shipped with the program, each with its rule file."""
    for manifest in sorted(folder.glob("*.yaml")):
        try:
            rules = rules_of(manifest) if read_manifest(manifest).agent == "expert" else None
        except BadInput:
            continue
        if rules is not None and rules.parent != FOLDER:
            yield manifest, rules


def note_all(folder: Path) -> None:
    """Note the state of the rules of every expert in a folder."""
    for manifest, rules in experts_in(folder):
        note(manifest, rules)


def digest_of(rules: Path) -> str:
    """Return 16 hexadecimal digits that identify the content of a rule file and of the shared file it names."""
    found = sha256()
    for path, _ in documents(rules):
        found.update(user_files.read_bytes(path, yaml_text.MOST_BYTES))
    return found.hexdigest()[:16]


def note(manifest: Path, rules: Path) -> None:
    """Note the digest of the rules, unless they are broken. Raises `BadInput` if the manifest cannot be written."""
    try:
        digest = digest_of(rules)
    except BrokenRules:
        return
    known = read_manifest(manifest)
    if known.config.get(DIGEST) == digest:
        return
    try:
        write_manifest(manifest, replace(known, config={**known.config, DIGEST: digest}))
    except OSError as error:
        raise BadInput(f"{manifest} cannot be written: {error.strerror or error}.") from error
