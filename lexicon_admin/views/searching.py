"""The search of an edition's page: the line, the form that writes it, the words found page by page."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from core.problems import Unfit
from lexicon_admin import rulesets
from lexicon_admin.committee.access import web_context
from lexicon_admin.lists import editions, index_jobs, indexes, searching
from lexicon_admin.models import Edition
from lexicon_admin.prints.found_files import FOUND_FORMATS
from lexicon_admin.prints.pdf import PAPERS
from lexicon_admin.refusals import refusal_of
from lexicon_admin.words.finding import line, names
from lexicon_admin.words.finding.answering import is_pattern
from lexicon_admin.words.finding.index import ORDERS
from lexicon_admin.words.finding.reading import refuse_foreign
from lexicon_admin.words.hooking import hooks, word_asked
from lexicon_admin.words.store import Store
from lexicon_admin.words.tilings import bonus_depends, tilings
from tdapp.kernel.refusals import Refusal

A_PAGE = 100
ROWS = 6
CONDITIONS = [
    (names.PATTERN, _("fits the pattern")), (names.LENGTH, _("number of tiles")), (names.ANAGRAM, _("anagram of")),
    (names.WITHIN, _("made from these tiles")), (names.CONTAINS, _("contains")), (names.STARTS, _("starts with")),
    (names.ENDS, _("ends with")), (names.HOOKS, _("takes the hook")), (names.FRONT, _("takes the front hook")),
    (names.BACK, _("takes the back hook")), (names.POINTS, _("points")), (names.LIST, _("is in the list")),
    (names.ADDED, _("added since edition")), (names.REMOVED, _("removed in edition")),
    (names.DEFINITION, _("definition has")), (names.PART, _("part of speech")), (names.THEME, _("is of the theme")),
    (names.DIALECT, _("is of the dialect")),
]  # fmt: skip
SORTS = (("word", _("Word")), ("length", _("Tiles")), ("points", _("Points")), ("chance", _("Chance")))


class Field(NamedTuple):
    """One row of the form: whether the condition must not hold, which one, its value."""

    never: bool
    name: str
    value: str


class Sort(NamedTuple):
    """A column's head: where pressing it leads, and how the page is sorted by it now ("" not at all)."""

    name: str
    label: str
    to: str
    now: str


def asked_line(request: HttpRequest) -> str:
    """What an address asks for as a line: `q`, or `kind` and `q` as before there were lines."""
    return searching.asked_by_kind(request.GET.get("kind", "exact"), request.GET.get("q", ""))


def built_line(values: QueryDict) -> str:
    """The line the form writes, its rows joined by all or by any; "" for a form without a value."""
    parts: list[line.Tree] = []
    rows = zip(values.getlist("never"), values.getlist("c"), values.getlist("v"), strict=False)
    for never, name, value in rows:
        told = value.replace('"', "").strip()
        if told and name in names.NAMES:
            condition = line.Condition(name, told, 1)
            parts.append(line.Not(condition) if never == "1" else condition)
    if not parts:
        return ""
    kind = line.Some if values.get("join") == "any" else line.All
    return line.written(parts[0] if len(parts) == 1 else kind(tuple(parts)))


def form_of(text: str) -> dict[str, Any]:
    """The rows of the form for a line; empty ones for a line the form cannot write."""
    fields, join = _fields(text)
    blank = Field(False, "", "")
    used = {field.name for field in fields}
    left = [Field(False, name, "") for name, _label in CONDITIONS if name not in used]
    shown = [*fields, *left, blank][: max(ROWS, len(fields) + 1)]
    return {"fields": shown, "join": join, "conditions": CONDITIONS, "by_hand": bool(text) and not fields}


def _fields(text: str) -> tuple[list[Field], str]:
    try:
        tree = line.read(text)
    except Unfit:
        return [], "all"
    parts = tree.parts if isinstance(tree, line.All | line.Some) else (tree,)
    fields = [_field(part) for part in parts]
    join = "any" if isinstance(tree, line.Some) else "all"
    return ([], join) if None in fields else ([field for field in fields if field], join)


def _field(part: line.Tree) -> Field | None:
    never = isinstance(part, line.Not)
    if isinstance(part, line.Not):
        part = part.part
    if not isinstance(part, line.Condition):
        return None
    if not part.name:
        return Field(never, names.PATTERN, part.value) if is_pattern(part.value) else None
    name = names.KNOWN.get(part.name.lower(), "")
    return Field(never, name, part.value) if name in dict(CONDITIONS) else None


def asked(request: HttpRequest, row: Edition) -> dict[str, Any]:
    """The answer to a page's search: one word with all that is told of it, or the words found."""
    text = request.GET.get("q", "")
    try:
        text = asked_line(request)
        if not text:
            return {"line": ""}
        if (alone := searching.word_alone(text)) is not None:
            return {"line": text, **_one(row, alone)}
        found = searching.search(row, text, _asking(request))
    except Refusal as refusal:
        wrong = {"line": text, "problems": refusal.sentences, "status": refusal.status}
        return {**wrong, **making(row)} if refusal.code == index_jobs.MAKING else wrong
    return {"line": found.line, **_page(request, found)}


def making(row: Edition) -> dict[str, Any]:
    """What a page that waits for the worker shows: whether it still does, and the job."""
    return {"is_making": indexes.is_waiting(row), "job": index_jobs.running(row)}


def found_by(request: HttpRequest, row: Edition) -> searching.Search:
    """The words an address asks for, to be written to a file: one word alone is looked for as such, nothing is all."""
    text = asked_line(request) or "*"
    alone = searching.word_alone(text)
    return searching.search(row, f'word:"{alone}"' if alone is not None else text, _asking(request))


def _asking(request: HttpRequest) -> searching.Asking:
    return lambda lexicon: web_context(request, lexicon)


def sorted_by(request: HttpRequest) -> tuple[str, bool]:
    """By which of ORDERS an address sorts, and whether backwards; by the alphabet for one there is not."""
    said = request.GET.get("sort", "")
    order = said.removeprefix("-")
    return (order, said.startswith("-")) if order in ORDERS else (ORDERS[0], False)


def _page(request: HttpRequest, found: searching.Search) -> dict[str, Any]:
    order, backwards = sorted_by(request)
    pages = Paginator(range(found.total), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    rows = found.rows(order, backwards, max(0, page.start_index() - 1), A_PAGE)
    return {
        "found": found, "page": page, "rows": rows, "sorts": _sorts(order, backwards), "found_formats": list(FOUND_FORMATS),
        "papers": list(PAPERS),
    }  # fmt: skip


def _sorts(order: str, backwards: bool) -> list[Sort]:
    """Pressed once the dear, the long and the likely come first; pressed again they come last."""
    heads = []
    for name, label in SORTS:
        here = name == order
        first = name if name in ("word", "length") else f"-{name}"
        other = f"-{name}" if first == name else name
        pressed = here and backwards == first.startswith("-")
        now = ("descending" if backwards else "ascending") if here else ""
        heads.append(Sort(name, str(label), other if pressed else first, now))
    return heads


def _one(row: Edition, text: str) -> dict[str, Any]:
    """One word: whether it is in the edition, how it is laid, what it hooks."""
    store, book = editions.store_of(row), editions.with_printed(row)
    key = word_asked(text, store.table)
    for at, letter in enumerate(key, 1):
        if letter not in store.table.alphabet:
            _refuse_foreign(letter, at)
    return {
        "word": _word(row, book, key),
        "word_found": store.get(key),
        "book": rulesets.printed_words(row.ruleset),
    }


def _refuse_foreign(letter: str, at: int) -> None:
    """As in a condition: a Cyrillic А is named, and not said to be missing from the edition."""
    try:
        refuse_foreign(letter, at)
    except Unfit as problem:
        raise refusal_of(problem) from problem


def _word(row: Edition, store: Store, key: str) -> dict[str, Any]:
    ways = tilings(key, store.table) if store.table.tiles else ()
    return {
        "key": key, "ways": ways, "bonus": bool(ways) and bonus_depends(key, store.table), "tiles": store.table.bonus_at,
        "hooks": hooks(store, key) if key else None, "printed": key in rulesets.printed_words(row.ruleset),
    }  # fmt: skip
