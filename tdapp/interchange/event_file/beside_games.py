"""The tables an archive holds beside the games: prizes, words, rulings, incidents, sheets, questions."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from lexicon_admin.models import Edition
from tdapp.desk.models import Finalisation
from tdapp.desk.prizes.commands.prizes import MOST_PRIZES
from tdapp.events.models import Division
from tdapp.interchange.event_file import shapes
from tdapp.interchange.event_file.fields import Data, damaged
from tdapp.interchange.event_file.names import Book
from tdapp.interchange.event_file.table_spec import ACCOUNT, COUNTED, TableSpec, spec
from tdapp.judging.models import Pin
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.storing import checked, figure

NOT_HERE = "not_in_the_file"
OF_DIVISION = ("division__order", "division__slug")
OF_ENTRANT = ("entrant__division__order", "entrant__division__slug", "entrant__number")
OF_TABLE = (
    "table__round__division__order", "table__round__division__slug", "table__round__number", "table__number",
)  # fmt: skip
ON_THE_DAY = "how the ceremony went on the day; what was won is in"

spec(TableSpec(
    "desk.Freeze", "freezes", private=("last", "unveiled_at", "unveiled_name"), refs={"division": "division"},
    order=OF_DIVISION,
))  # fmt: skip
spec(TableSpec(
    "desk.PrizeGiving", "prize_rules", open=True, above="event",
    public=("protest_minutes", "most_each", "withdrawn_win", "currency"), private=("signer", "signer_title"),
    left={"cards": ON_THE_DAY, "step": ON_THE_DAY, "started_at": ON_THE_DAY, "ended_at": ON_THE_DAY, "version": COUNTED},
))  # fmt: skip
spec(TableSpec(
    "desk.Prize", "prizes", open=True, above="event",
    public=("order", "kind", "title", "klass", "first", "places", "ties", "breakers", "best"),
    private=("given_text", "among"),
    refs={"division": "division", "given_to": "entrant"}, maybe=frozenset({"division", "given_to"}),
    hidden=frozenset({"given_to"}), left={"version": COUNTED}, order=("order",), fits=shapes.prize, most=MOST_PRIZES,
))  # fmt: skip
spec(TableSpec("desk.Saying", "sayings", private=("text",), refs={"entrant": "entrant"}, order=OF_ENTRANT))


def _awards_out(book: Book, row: Finalisation, data: Data) -> Data:
    """Awards name their line of prizes by its place in the list; 0 when the line is gone."""
    places = {str(pk): place for pk, place in book.numbers["prizes"].items()}
    return {**data, "awards": [{**one, "prize": places.get(one["prize"], 0)} for one in row.awards]}


def _awards_back(book: Book, data: Data) -> Data:
    keys = ["", *(str(one.pk) for one in book.lists["prizes"])]
    known = [one["prize"] if one["prize"] < len(keys) else 0 for one in data["awards"]]
    awards = [{**one, "prize": keys[place]} for one, place in zip(data["awards"], known, strict=True)]
    return {**data, "awards": awards}


spec(TableSpec(
    "desk.Finalisation", "finals",
    private=("version", "after", "rows", "awards", "changes", "digest", "reason", "protest_until", "at", "by_name"),
    refs={"division": "division"}, left={"by": ACCOUNT}, order=(*OF_DIVISION, "version"), fits=shapes.final,
    out=_awards_out, back=_awards_back,
))  # fmt: skip
spec(TableSpec(
    "judging.WordRules", "word_rules", open=True, public=("mode", "in_play", "judges"), refs={"division": "division"},
    order=OF_DIVISION,
))  # fmt: skip


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


spec(TableSpec(
    "judging.Pin", "word_lists", open=True, public=("layer", "place"), refs={"division": "division"},
    said={"edition": "list"}, order=(*OF_DIVISION, "layer", "place"), along=("edition__lexicon",),
    fits=lambda row: len(row["list"]) == 3 and all(isinstance(one, str) for one in row["list"]),
    out=_list_out, back=_list_back,
))  # fmt: skip
spec(TableSpec(
    "judging.WordOverride", "word_overrides", private=("key", "verdict", "reason", "at", "by_name"), above="event",
    left={"by": ACCOUNT}, order=("at", "key"),
))  # fmt: skip
spec(TableSpec(
    "judging.Ruling", "rulings",
    private=("round_number", "play", "turn", "challengers", "challenged", "words", "answers", "acceptable", "by_list",
             "source", "page", "note", "penalty", "layers", "stopped_seconds", "ruled_by", "at", "judge_name", "reason"),
    refs={"division": "division", "table": "table", "supersedes": "rulings"}, maybe=frozenset({"table", "supersedes"}),
    left={"call": "who waited for a judge is in no archive", "judge": ACCOUNT},
    order=("at", *OF_DIVISION, "round_number", "turn"), fits=shapes.ruling,
))  # fmt: skip
spec(TableSpec(
    "judging.Incident", "incidents", above="event",
    private=("number", "kind", "state", "version", "turn", "text", "deadline", "at", "by_name"),
    refs={"division": "division", "table": "table"}, maybe=frozenset({"division", "table"}), left={"by": ACCOUNT},
    order=("number",),
))  # fmt: skip
spec(TableSpec(
    "judging.IncidentParty", "incident_parties", refs={"incident": "incidents", "entrant": "entrant"},
    order=("incident__number", *OF_ENTRANT),
))  # fmt: skip
spec(TableSpec(
    "judging.IncidentStep", "incident_steps", private=("kind", "text", "measure", "amount", "at", "by_name"),
    refs={"incident": "incidents", "entrant": "entrant"}, maybe=frozenset({"entrant"}), left={"by": ACCOUNT},
    order=("incident__number", "at"),
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


spec(TableSpec(
    "scoresheets.Sheet", "sheets",
    private=("number", "kept_by", "origin", "status", "version", "head", "head_version", "rows", "created_at",
             "created_name", "finished_at", "finished_name", "released_at"),
    refs={"table": "table"}, left={"totals": COUNTED, "verdict": COUNTED, "errors": COUNTED, "created_by": ACCOUNT},
    order=(*OF_TABLE, "number"), fits=shapes.sheet, done=_figured,
))  # fmt: skip
spec(TableSpec(
    "scoresheets.Timing", "timings", private=("move", "seat", "seconds", "limit", "at", "by_name"),
    refs={"table": "table"}, order=(*OF_TABLE, "move"),
))  # fmt: skip
spec(TableSpec(
    "desk.SheetDecision", "sheet_decisions", private=("sheet_version", "decision", "reason", "at", "by_name"),
    refs={"sheet": "sheets", "result": "result"}, left={"by": ACCOUNT}, order=("at", "sheet_version"),
))  # fmt: skip
spec(TableSpec(
    "desk.TableQuestion", "questions",
    private=("kind", "text", "at", "by_name", "resolved_at", "resolved_name", "answer"), refs={"table": "table"},
    left={"by": ACCOUNT, "resolved_by": ACCOUNT}, order=(*OF_TABLE, "at"),
))  # fmt: skip
