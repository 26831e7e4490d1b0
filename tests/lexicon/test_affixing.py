"""Rules looked up by the edge of a word give what trying every rule gives, in the same order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon_admin.words.files import affixing
from lexicon_admin.words.files.hunspell import expand, read_affixes

LETTERS = "abc"
FLAGS = "PQST"


class Line(NamedTuple):
    """A rule as its line has it: SFX flag strip add/flags condition."""

    prefix: bool
    flag: str
    cross: bool
    strip: str
    add: str
    then: str
    condition: str


def slow(word: str, flags: str, rules: list[Line], need: str) -> list[str]:
    """hunspell(5) by the letter: every rule of every flag is tried on every form."""
    found = dict.fromkeys(_slow_forms(word, flags, rules, need))
    if need and need in flags:
        found.pop(word, None)
    return [form for form in found if form]


def _slow_forms(word: str, flags: str, rules: list[Line], need: str) -> Iterator[str]:
    yield word
    yield from _tried(word, flags, rules, prefix=True)
    for rule in _of(flags, rules, prefix=False):
        for made in _apply(word, rule):
            twice = list(_tried(made, rule.then, rules, prefix=False))
            for form in [*([] if need and need in rule.then else [made]), *twice]:
                yield form
                yield from _tried(form, flags, rules, prefix=True) if rule.cross else ()


def _of(flags: str, rules: list[Line], *, prefix: bool) -> list[Line]:
    return [
        rule for flag in sorted(set(flags)) for rule in rules if (rule.flag, rule.prefix) == (flag, prefix)
    ]


def _tried(word: str, flags: str, rules: list[Line], *, prefix: bool) -> Iterator[str]:
    for rule in _of(flags, rules, prefix=prefix):
        yield from _apply(word, rule)


def _apply(word: str, rule: Line) -> Iterator[str]:
    condition = "" if rule.condition == "." else rule.condition
    if len(word) <= len(rule.strip):
        return
    if rule.prefix and re.match(condition, word) and word.startswith(rule.strip):
        yield rule.add + word[len(rule.strip) :]
    if not rule.prefix and re.search(f"(?:{condition})$", word) and word.endswith(rule.strip):
        yield word[: len(word) - len(rule.strip)] + rule.add


def written(rules: list[Line], need: str) -> str:
    """The affix file of these rules."""
    heads = {(rule.flag, rule.prefix, rule.cross) for rule in rules}
    lines = [
        f"{'PFX' if prefix else 'SFX'} {flag} {'Y' if cross else 'N'} 9"
        for flag, prefix, cross in sorted(heads)
    ]
    for rule in rules:
        then = f"/{rule.then}" if rule.then else ""
        kind = "PFX" if rule.prefix else "SFX"
        lines.append(f"{kind} {rule.flag} {rule.strip or 0} {rule.add or 0}{then} {rule.condition}")
    return "\n".join([*([f"NEEDAFFIX {need}"] if need else []), *lines])


short = st.text(LETTERS, max_size=3)
piece = st.sampled_from([*LETTERS, ".", "[ab]", "[^ab]", "[^c]"])
condition = st.one_of(st.just("."), st.lists(piece, min_size=1, max_size=5).map("".join))


@st.composite
def lines(draw: st.DrawFn) -> list[Line]:
    """Two prefix and two suffix flags; some of the forms take suffixes again."""
    kinds = {flag: (flag in "PQ", draw(st.booleans())) for flag in FLAGS}
    flags = draw(st.lists(st.sampled_from(FLAGS), max_size=12))
    then = st.text(FLAGS + "N", max_size=2)
    return [
        Line(kinds[f][0], f, kinds[f][1], draw(short), draw(short), draw(then), draw(condition))
        for f in flags
    ]


@settings(max_examples=250, deadline=None, derandomize=True)
@given(lines(), st.lists(st.tuples(st.text(LETTERS, min_size=1, max_size=7), st.text(FLAGS, max_size=4)), max_size=6),
       st.sampled_from(["", "N", "S"]))  # fmt: skip
def test_every_word_has_the_forms_that_trying_every_rule_makes(
    rules: list[Line], words: list[tuple[str, str]], need: str
) -> None:
    affixes = read_affixes(written(rules, need))
    for word, flags in words:
        assert expand(word, frozenset(flags), affixes) == slow(word, flags, rules, need), (word, flags)


def test_a_full_memory_begins_anew_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "SFX S Y 2\nSFX S 0 an/T [^a]\nSFX S a ahan/T a\nSFX T Y 1\nSFX T n ng n\nPFX P Y 1\nPFX P 0 nag [^a]\n"
    words = ["punta", "alok", "bili", "luto", "sulat", "basa"]
    plain = [expand(word, frozenset("PS"), read_affixes(text)) for word in words]
    monkeypatch.setattr(affixing, "MOST_KEPT", 2)
    small = read_affixes(text)
    assert [expand(word, frozenset("PS"), small) for word in words] == plain
    assert len(small.suffixes.of_flags) <= 2


def test_a_rule_is_not_tried_on_a_word_whose_edge_it_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand rules of a second suffix, one of which fits: few letters are compared for the second word."""
    ends = [a + b + c for a in "bcdfghjklm" for b in "aeioubcdfg" for c in "aeioubcdfg"]
    rules = "".join(f"SFX T 0 x {end}\n" for end in ends)
    affixes = read_affixes(f"SFX S Y 1\nSFX S 0 bab/T .\nSFX T Y {len(ends)}\n{rules}")
    tried: list[str] = []
    fits = affixing._fits
    monkeypatch.setattr(affixing, "_fits", lambda *args: tried.append(args[1]) or fits(*args))  # type: ignore[func-returns-value]
    assert expand("una", frozenset("S"), affixes) == ["una", "unabab", "unababx"]
    first = len(tried)
    assert expand("ikalawa", frozenset("S"), affixes)[-1] == "ikalawababx"
    assert first > len(ends)
    assert len(tried) - first < 5
