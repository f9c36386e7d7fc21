"""Every form that a hunspell dictionary accepts: stems from a .dic, affixes from a .aff.

    .aff   SFX A Y 2                        .dic   cantar/AP
           SFX A ar o     ar
           SFX A ar ando  ar                       cantar, canto, cantando, recantar,
           PFX P Y 1                               recanto, recantando
           PFX P 0  re    .

A rule strips `ar` and adds `o` where the stem ends as its condition requires.  The added text may have flags
of its own, `ción/S`: one more suffix may follow.  A prefix, too, may allow suffixes.  The two combine only
if both are Y.  Flags that the .aff names forbid a word, or forbid it without an affix.

Compound words and words of mixed case are not produced; the caller selects among the forms.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from scrabble.lexicon.dawg import LexiconError

Flags: TypeAlias = frozenset[str]

NONE: Flags = frozenset()
MARKS = ("NEEDAFFIX", "FORBIDDENWORD", "CIRCUMFIX", "ONLYINCOMPOUND")


class AffixRule(NamedTuple):
    """One rule of a prefix or suffix."""

    flag: str
    strip: str
    add: str
    condition: re.Pattern[str]
    flags: Flags  # of the affixes that may follow
    crosses: bool  # a prefix and a suffix may be used together


class WordForm(NamedTuple):
    """A stem with its suffixes, before any prefix."""

    text: str
    flags: Flags  # of the last affix or, without one, of the stem
    prefixes: Flags  # those that it may take
    is_bare: bool  # without a suffix
    crosses: bool


@dataclass
class AffixFile:
    """The contents of a .aff."""

    may_strip_all: bool = False  # a rule may strip the whole stem
    flag_type: str = "short"  # one character; or "long", two; or "num", separated by commas
    marks: dict[str, str] = field(default_factory=dict)  # the flags of NEEDAFFIX and the other MARKS
    suffixes: dict[str, list[AffixRule]] = field(default_factory=lambda: defaultdict(list))
    prefixes: dict[str, list[AffixRule]] = field(default_factory=lambda: defaultdict(list))

    def flags(self, text: str) -> Flags:
        """Return the flags of a stem or an affix."""
        if self.flag_type == "long":
            return frozenset(text[at : at + 2] for at in range(0, len(text), 2))
        return frozenset(text.split(",") if self.flag_type == "num" else text)

    def has(self, mark: str, flags: Flags) -> bool:
        """Return whether the flag of a mark such as NEEDAFFIX is among these."""
        return self.marks.get(mark) in flags


def encoding(aff: bytes) -> str:
    """Return the encoding that a .aff states for both files."""
    found = re.search(rb"^SET[ \t]+(\S+)", aff, re.MULTILINE)
    name = found.group(1).decode("ascii", "replace") if found else "ISO8859-1"
    return name.replace("microsoft-cp", "cp")


def expand(aff: bytes, dic: bytes) -> set[str]:
    """Return the forms of a dictionary.  Raises LexiconError for files of another kind."""
    try:
        affixes = read_affixes(aff.decode(encoding(aff)).removeprefix("\ufeff").splitlines())
        lines = dic.decode(encoding(aff)).removeprefix("\ufeff").splitlines()
    except (LookupError, UnicodeDecodeError) as error:
        raise LexiconError(f"not a hunspell dictionary: {error}") from error
    if not lines or not lines[0].strip().isdigit():
        raise LexiconError("not a hunspell dictionary: no number of words at the head of the .dic")
    forms: set[str] = set()
    forbidden: set[str] = set()
    for line in lines[1:]:
        stem, _, flags = re.split(r"[\t ]", line, maxsplit=1)[0].partition("/")
        own = affixes.flags(flags)
        if affixes.has("FORBIDDENWORD", own):
            forbidden.add(stem)
        elif stem and not affixes.has("ONLYINCOMPOUND", own):
            forms.update(forms_of(stem, own, affixes))
    return forms - forbidden


def read_affixes(lines: Iterable[str]) -> AffixFile:
    """Read a .aff.  The first line of a rule states whether it crosses and how many lines follow."""
    affixes = AffixFile()
    crosses: dict[tuple[str, str], bool] = {}
    for line in lines:
        words = line.split()
        if words[:1] == ["FULLSTRIP"]:
            affixes.may_strip_all = True
        elif len(words) >= 2 and words[0] == "FLAG":
            affixes.flag_type = words[1] if words[1] in ("long", "num") else "short"
        elif len(words) >= 2 and words[0] in MARKS:
            affixes.marks[words[0]] = words[1]
        elif len(words) >= 4 and words[0] in ("PFX", "SFX"):
            kind, flag = words[:2]
            if (kind, flag) not in crosses:
                crosses[kind, flag] = words[2] == "Y"
                continue
            add, _, flags = words[3].partition("/")
            condition = words[4] if len(words) > 4 else "."
            strip = "" if words[2] == "0" else words[2]
            rules = affixes.prefixes if kind == "PFX" else affixes.suffixes
            rules[flag].append(
                AffixRule(
                    flag,
                    strip,
                    "" if add == "0" else add,
                    _pattern(condition, kind == "PFX"),
                    affixes.flags(flags),
                    crosses[kind, flag],
                )
            )
    return affixes


def _pattern(condition: str, is_prefix: bool) -> re.Pattern[str]:
    # Only [...], [^...] and the full stop are special in a condition.
    text = "".join(
        part if part.startswith("[") or part == "." else re.escape(part)
        for part in re.findall(r"\[[^\]]*\]|.", condition)
    )
    return re.compile(f"^{text}" if is_prefix else f"{text}$")


def forms_of(stem: str, flags: Flags, affixes: AffixFile) -> Iterator[str]:
    """Yield the forms of one entry of a .dic."""
    for form in _suffixed(stem, flags, affixes):
        is_circumfix = affixes.has("CIRCUMFIX", form.flags) and not form.is_bare
        if not affixes.has("NEEDAFFIX", form.flags) and not is_circumfix:
            yield form.text
        for prefix in _rules(form.prefixes, affixes.prefixes):
            crosses = form.is_bare or (form.crosses and prefix.crosses)
            if crosses and affixes.has("CIRCUMFIX", prefix.flags) == is_circumfix:
                yield from _prefixed(form, prefix, affixes)


def _prefixed(form: WordForm, prefix: AffixRule, affixes: AffixFile) -> Iterator[str]:
    """Yield a form after a prefix and, if it has none yet, before the suffixes that the prefix allows."""
    text = form.text
    if not text.startswith(prefix.strip) or not prefix.condition.search(text):
        return
    if not affixes.may_strip_all and len(text) == len(prefix.strip):
        return
    text = prefix.add + text[len(prefix.strip) :]
    if not affixes.has("NEEDAFFIX", prefix.flags):
        yield text
    if form.is_bare and prefix.crosses:
        for suffix in _rules(prefix.flags, affixes.suffixes):
            longer = _add(text, suffix, affixes.may_strip_all)
            if longer is not None and suffix.crosses and not affixes.has("NEEDAFFIX", suffix.flags):
                yield longer


def _suffixed(stem: str, flags: Flags, affixes: AffixFile) -> Iterator[WordForm]:
    yield WordForm(stem, flags, flags, True, True)
    for suffix in _rules(flags, affixes.suffixes):
        once = _add(stem, suffix, affixes.may_strip_all)
        if once is None:
            continue
        yield WordForm(
            once, suffix.flags, (flags if suffix.crosses else NONE) | suffix.flags, False, suffix.crosses
        )
        for second in _rules(suffix.flags, affixes.suffixes):
            twice = _add(once, second, affixes.may_strip_all)
            if twice is not None:
                prefixes = (flags if second.crosses else NONE) | suffix.flags | second.flags
                yield WordForm(twice, second.flags, prefixes, False, second.crosses)


def _rules(flags: Flags, rules: dict[str, list[AffixRule]]) -> Iterator[AffixRule]:
    for flag in flags:
        yield from rules.get(flag, ())


def _add(stem: str, suffix: AffixRule, may_strip_all: bool) -> str | None:
    if not stem.endswith(suffix.strip) or not suffix.condition.search(stem):
        return None
    if not may_strip_all and len(stem) == len(suffix.strip):
        return None
    return stem[: len(stem) - len(suffix.strip)] + suffix.add
