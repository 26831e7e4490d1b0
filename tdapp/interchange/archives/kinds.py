"""The sorts of rows an archive holds beside its divisions, and how each is said in the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from lexicon_admin.models import Edition
from tdapp.desk.models import Finalisation, Freeze, Prize, PrizeGiving, Saying, SheetDecision, TableQuestion
from tdapp.desk.prizes.commands.prizes import MOST_PRIZES
from tdapp.events.models import Division, Event
from tdapp.interchange.archives import shapes
from tdapp.interchange.archives.fields import Data, damaged
from tdapp.interchange.archives.table_specs import Book, Sort, sort
from tdapp.judging.models import Pin, Ruling, WordOverride, WordRules
from tdapp.judging.models.incidents import Incident, IncidentParty, IncidentStep
from tdapp.scoresheets.models import Sheet, Timing
from tdapp.scoresheets.sheet.storing import checked, figure

NOT_HERE = "not_in_the_file"
OF_DIVISION = ("division__order", "division__slug")
OF_TABLE = (
    "table__round__division__order",
    "table__round__division__slug",
    "table__round__number",
    "table__number",
)


def _divided(model: Any, *then: str) -> Any:
    """The rows of an event's divisions, in order."""
    return lambda event: (
        model.objects.filter(division__event=event).select_related("division").order_by(*OF_DIVISION, *then)
    )


def _tabled(model: Any, *then: str) -> Any:
    """The rows of an event's tables, in order."""
    return lambda event: (
        model.objects.filter(table__round__division__event=event)
        .select_related("table__round__division__event")
        .order_by(*OF_TABLE, *then)
    )


def _of_incident(model: Any, *then: str) -> Any:
    return lambda event: (
        model.objects.filter(incident__event=event)
        .select_related("incident", "entrant__division")
        .order_by("incident__number", *then)
    )


sort(
    Sort(
        "freezes",
        Freeze,
        _divided(Freeze),
        ("last", "unveiled_at", "unveiled_name"),
        refs={"division": "division"},
    )
)
sort(Sort(
    "prize_rules", PrizeGiving, lambda event: PrizeGiving.objects.filter(event=event),
    ("protest_minutes", "most_each", "withdrawn_win", "currency"), ("signer", "signer_title"), open=True,
))  # fmt: skip


def _prizes(event: Event) -> QuerySet[Prize]:
    return (
        Prize.objects.filter(event=event).select_related("division", "given_to__division").order_by("order")
    )


sort(Sort(
    "prizes", Prize, _prizes, ("order", "kind", "title", "klass", "first", "places", "ties", "breakers", "best"),
    ("given_text", "given_to"), open=True, refs={"division": "division", "given_to": "entrant"},
    maybe=frozenset({"division", "given_to"}), fits=shapes.prize, most=MOST_PRIZES,
))  # fmt: skip
sort(Sort(
    "sayings", Saying,
    lambda event: Saying.objects.filter(entrant__event=event).select_related("entrant__division").order_by(
        "entrant__division__order", "entrant__division__slug", "entrant__number"
    ), ("text",), refs={"entrant": "entrant"},
))  # fmt: skip


def _awards_out(book: Book, row: Finalisation, data: Data) -> Data:
    """Awards name their line of prizes by its place in the list; 0 when the line is gone."""
    places = {str(pk): place for pk, place in book.numbers["prizes"].items()}
    return {**data, "awards": [{**one, "prize": places.get(one["prize"], 0)} for one in row.awards]}


def _awards_back(book: Book, data: Data) -> Data:
    keys = ["", *(str(one.pk) for one in book.lists["prizes"])]
    known = [one["prize"] if one["prize"] < len(keys) else 0 for one in data["awards"]]
    awards = [{**one, "prize": keys[place]} for one, place in zip(data["awards"], known, strict=True)]
    return {**data, "awards": awards}


sort(Sort(
    "finals", Finalisation, _divided(Finalisation, "version"),
    ("version", "after", "rows", "awards", "changes", "digest", "reason", "protest_until", "at", "by_name"),
    refs={"division": "division"}, fits=shapes.final, out=_awards_out, back=_awards_back,
))  # fmt: skip
sort(Sort("word_rules", WordRules, _divided(WordRules), ("mode",), open=True, refs={"division": "division"}))


def _list_out(book: Book, row: Pin, data: Data) -> Data:
    """A list of words by its name and the digest of its words: the words themselves are no part of an event."""
    return {**data, "list": [row.edition.lexicon.slug, row.edition.name, row.edition.sha256]}


def _list_back(book: Book, data: Data) -> Data | None:
    """The same words, where this installation has them; a list it has not is left out."""
    slug, _name, digest = data["list"]
    editions = Edition.objects.filter(lexicon__slug=slug, sha256=digest, status=Edition.Status.PUBLISHED)
    found = editions.order_by("number").first() if digest else None
    if found is None:
        _tell_missing(book.find("division", data["division"]), data["list"])
        return None
    return {**data, "+edition": found}


def _tell_missing(division: Division, asked: list[str]) -> None:
    """The dry run, and the division's own page of imports, say which list is not here."""
    sentence = _("The list of words %(list)s is not on this installation; bring it in and choose it again.")
    told = [*division.extras.get(NOT_HERE, []), sentence % {"list": " ".join(asked[:2])}]
    division.extras = {**division.extras, NOT_HERE: told}
    division.save(update_fields=["extras"])


sort(Sort(
    "word_lists", Pin,
    lambda event: _divided(Pin, "layer", "place")(event).select_related("division", "edition__lexicon"),
    ("layer", "place"), open=True, refs={"division": "division"},
    fits=lambda row: len(row["list"]) == 3 and all(isinstance(one, str) for one in row["list"]),
    out=_list_out, back=_list_back,
))  # fmt: skip
sort(Sort(
    "word_overrides", WordOverride, lambda event: WordOverride.objects.filter(event=event).order_by("at", "key"),
    ("key", "verdict", "reason", "at", "by_name"),
))  # fmt: skip
sort(Sort(
    "rulings", Ruling,
    lambda event: Ruling.objects.filter(division__event=event).select_related(
        "division", "table__round__division", "supersedes"
    ).order_by("at", *OF_DIVISION, "round_number", "turn"),
    ("round_number", "play", "turn", "challengers", "challenged", "words", "answers", "acceptable", "by_list", "source",
     "page", "note", "penalty", "layers", "stopped_seconds", "ruled_by", "at", "judge_name", "reason"),
    refs={"division": "division", "table": "table", "supersedes": "rulings"}, maybe=frozenset({"table", "supersedes"}),
    fits=shapes.ruling,
))  # fmt: skip
sort(Sort(
    "incidents", Incident,
    lambda event: Incident.objects.filter(event=event).select_related("division", "table__round__division").order_by("number"),
    ("number", "kind", "state", "version", "turn", "text", "deadline", "at", "by_name"),
    refs={"division": "division", "table": "table"}, maybe=frozenset({"division", "table"}),
))  # fmt: skip
sort(Sort(
    "incident_parties", IncidentParty,
    _of_incident(IncidentParty, "entrant__division__order", "entrant__division__slug", "entrant__number"), (),
    refs={"incident": "incidents", "entrant": "entrant"},
))  # fmt: skip
sort(Sort(
    "incident_steps", IncidentStep, _of_incident(IncidentStep, "at"),
    ("kind", "text", "measure", "amount", "at", "by_name"),
    refs={"incident": "incidents", "entrant": "entrant"}, maybe=frozenset({"entrant"}),
))  # fmt: skip


def _figured(made: Sequence[Sheet]) -> None:
    """Every turn looked at beside its table, and the figures lists show made anew: no file is believed in them."""
    for row in made:
        seats = row.table.seats.count()
        if row.kept_by is not None and not 1 <= row.kept_by <= seats:
            facts = {"where": "sheets", "seat": row.kept_by, "seats": seats}
            raise damaged(_("%(where)s: there is no seat %(seat)s; this table has %(seats)s.") % facts)
        row.rows, row.head = checked(row.rows, row.head, seats)
        figure(row)
    Sheet.objects.bulk_update(made, ["rows", "head", "totals", "verdict", "errors"], batch_size=100)


sort(Sort(
    "sheets", Sheet, _tabled(Sheet, "number"),
    ("number", "kept_by", "origin", "status", "version", "head", "head_version", "rows", "created_at", "created_name",
     "finished_at", "finished_name", "released_at"),
    refs={"table": "table"}, fits=shapes.sheet, done=_figured,
))  # fmt: skip
sort(Sort(
    "timings", Timing, _tabled(Timing, "move"), ("move", "seat", "seconds", "limit", "at", "by_name"),
    refs={"table": "table"},
))  # fmt: skip
sort(Sort(
    "sheet_decisions", SheetDecision,
    lambda event: SheetDecision.objects.filter(sheet__table__round__division__event=event).select_related(
        "sheet", "result__table__round__division"
    ).order_by("at", "sheet_version"),
    ("sheet_version", "decision", "reason", "at", "by_name"), refs={"sheet": "sheets", "result": "result"},
))  # fmt: skip
sort(Sort(
    "questions", TableQuestion, _tabled(TableQuestion, "at"),
    ("kind", "text", "at", "by_name", "resolved_at", "resolved_name", "answer"), refs={"table": "table"},
))  # fmt: skip
