"""What is inside a copy once it is opened: a zip of the event's rows, the pictures of its sheets and incidents, its word
lists.

Rows are taken while the scope's turn is held, so that no result is half in; they are written out after it was given
back. Nothing in a copy is believed before its size, name and hash were looked at.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.apps import apps
from django.core.exceptions import EmptyResultSet
from django.db import connections, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from core import messages, zip_faults
from lexicon_admin.lists import storage
from tdapp.events.models import Event
from tdapp.interchange.copies.sealed import damaged, newer
from tdapp.interchange.event_file import event_tables
from tdapp.interchange.event_file.left_out import PICTURED, SCOPED
from tdapp.kernel import clock
from tdapp.kernel.audit import lock
from tdapp.kernel.models import AuditHead
from tdapp.kernel.pages import photos
from tdapp.kernel.tabular.limits import MIB

FORMAT, VERSION = "td-copy", 1
FACTS, ROWS = "copy.json", "rows.jsonl"
UNREADABLE: tuple[type[Exception], ...] = (TypeError, *zip_faults.FAULTS)
PHOTO, STORE = re.compile(r"photos/([0-9a-f]{64})\.jpg"), re.compile(r"lexicons/([0-9a-f]{64})\.sqlite3")
MOST_ROWS_BYTES, MOST_FACTS, MOST_FILES, MOST_ALL = 400 * MIB, MIB, 20_000, 1024 * MIB
LOG, PRIVATE = "kernel.AuditEntry", "people.PlayerPrivate"
LATEST_TERM = 2**31 - 1
Step = Callable[[int, int, str], None]
Row = dict[str, Any]


@dataclass
class EventCopy:
    """What a copy says of itself, and its rows by table (`app.Model` -> rows as field values)."""

    facts: dict[str, Any]
    rows: dict[str, list[Row]] = field(default_factory=dict)

    @property
    def event(self) -> UUID:
        return UUID(self.facts["event"]["id"])


def gathered(event: Event, facts: dict[str, Any]) -> EventCopy:
    """Every row of the event as of one moment, and what it refers to as it is then or a little later; `facts` goes along.

    The log so far never changes, so it is read before; only what else the event is made of is fetched while its turn is
    held, and is made plain after it was given back.
    """
    before = _log_so_far(event)
    wanted = [event_tables.rows_of(model, event) for model in event_tables.owned()]
    wanted += [_rows_of(label, event) for label in (*SCOPED, PRIVATE) if label != LOG]
    with transaction.atomic():
        head = lock(event.scope_key)
        fetched = [Fetched(rows) for rows in wanted]
        since = Fetched(_rows_of(LOG, event).filter(number__gt=before.upto))
        if before.blank != _blank(event, before.upto):
            before = replace(
                before, rows=Fetched(_rows_of(LOG, event).filter(number__lte=before.upto)).plain()
            )
    found = {one.label: one.plain() for one in fetched}
    found[LOG] = before.rows + since.plain()
    private = found.pop(PRIVATE)
    found |= _around(found) | {PRIVATE: private}
    rounds = [row for row in found["events.Round"] if row["status"] != "planned"]
    told = {
        "format": FORMAT, "version": VERSION, "at": clock.now().isoformat(), "term": head.term, "holder": head.holder,
        "number": head.number, "chained": head.chained, "rounds": len(rounds), "migrations": migrations(),
        "event": {"id": str(event.pk), "slug": event.slug, "name": event.name}, **facts,
    }  # fmt: skip
    return EventCopy(told, {label: rows for label, rows in found.items() if rows})


class Fetched:
    """Rows as the database handed them over. What makes them plain takes longer than that, and nobody waits for it."""

    def __init__(self, rows: models.QuerySet[Any]) -> None:
        self.label = rows.model._meta.label
        self._names = [one.attname for one in rows.model._meta.concrete_fields]
        self._compiler = rows.order_by().values_list(*self._names).query.get_compiler(rows.db)
        try:
            sql, params = self._compiler.as_sql(with_col_aliases=False)
        except EmptyResultSet:
            self._rows: list[Any] = []
            return
        with connections[rows.db].cursor() as cursor:
            cursor.execute(sql, params)
            self._rows = cursor.fetchall()

    def plain(self) -> list[Row]:
        """Each row by the names of its columns."""
        if not self._rows:
            return []
        rows = self._compiler.results_iter([self._rows])
        return [dict(zip(self._names, map(messages.kept, values), strict=True)) for values in rows]


@dataclass(frozen=True, slots=True)
class LogSoFar:
    """The log up to an entry, and how much of it was blank by then."""

    rows: list[Row]
    upto: int
    blank: dict[str, int]


def _log_so_far(event: Event) -> LogSoFar:
    upto = AuditHead.objects.filter(pk=event.scope_key).values_list("number", flat=True).first() or 0
    blank = _blank(event, upto)
    return LogSoFar(Fetched(_rows_of(LOG, event).filter(number__lte=upto)).plain(), upto, blank)


def _blank(event: Event, upto: int) -> dict[str, int]:
    """How many entries were erased: all that ever changes in a log."""
    rows = _rows_of(LOG, event).filter(number__lte=upto).order_by()
    return rows.aggregate(contents=Count("pk", filter=Q(salt="")), names=Count("pk", filter=Q(name_salt="")))


def _rows_of(label: str, event: Event) -> models.QuerySet[Any]:
    return apps.get_model(label)._base_manager.filter(scope=event.scope_key)


def _values(rows: models.QuerySet[Any]) -> list[Row]:
    return Fetched(rows).plain()


def _around(found: dict[str, list[Row]]) -> dict[str, list[Row]]:
    """The rows outside that those of the event refer to, and what these refer to in turn."""
    outside: dict[event_tables.Model, dict[Any, Row]] = defaultdict(dict)
    wanted = _wanted(found)
    while wanted:
        new: dict[str, list[Row]] = {}
        for model, keys in wanted.items():
            fresh = _values(model._base_manager.filter(pk__in=keys - set(outside[model])))
            outside[model] |= {row[model._meta.pk.attname]: row for row in fresh}
            new[model._meta.label] = fresh
        wanted = {model: left for model, keys in _wanted(new).items() if (left := keys - set(outside[model]))}
    return {model._meta.label: list(rows.values()) for model, rows in outside.items()}


def _wanted(found: dict[str, list[Row]]) -> dict[event_tables.Model, set[Any]]:
    wanted: dict[event_tables.Model, set[Any]] = defaultdict(set)
    for label, rows in found.items():
        for name, model in event_tables.references(apps.get_model(label)):
            wanted[model] |= {row[name] for row in rows} - {None}
    return {model: keys for model, keys in wanted.items() if keys}


def migrations() -> list[str]:
    """The state of the tables: what this program has applied."""
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith(event_tables.OURS)}
    rows = MigrationRecorder.Migration.objects.filter(app__in=ours | {"lexicon_admin"})
    return sorted(f"{app}.{name}" for app, name in rows.values_list("app", "name"))


def write(told: EventCopy, target: IO[bytes], step: Step) -> dict[str, int]:
    """Write a copy's inside; tells how many rows and files. Files that are gone from the disk are left out and counted."""
    files = list(_files(told))
    missing = 0
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        archive.writestr(FACTS, json.dumps(told.facts))
        with archive.open(ROWS, "w") as stream:
            for label, rows in told.rows.items():
                for row in rows:
                    stream.write(json.dumps([label, row], default=_plain).encode() + b"\n")
        for done, (name, path) in enumerate(files):
            step(done, len(files), _("Writing pictures and word lists"))
            try:
                archive.write(path, name)
            except FileNotFoundError:
                missing += 1
    return {
        "rows": sum(map(len, told.rows.values())),
        "files": len(files) - missing,
        "missing": missing,
    }


def _plain(value: Any) -> Any:
    """Values JSON does not know; times keep every microsecond, because the log's chain covers them."""
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _files(told: EventCopy) -> Iterator[tuple[str, Path]]:
    for digest in sorted({row["sha256"] for label in PICTURED for row in told.rows.get(label, [])}):
        yield f"photos/{digest}.jpg", photos.folder() / f"{digest}.jpg"
    pinned = {row["edition_id"] for row in told.rows.get("judging.Pin", [])}
    stores = {row["file_sha256"] for row in told.rows.get("lexicon_admin.Edition", []) if row["id"] in pinned}
    for digest in sorted(stores - {""}):
        yield f"lexicons/{digest}.sqlite3", storage.store_path(digest)


def read(source: IO[bytes]) -> EventCopy:
    """A copy's facts and rows. Refuses what is not whole, too large, of another kind, or of a newer program."""
    try:
        with zipfile.ZipFile(source) as archive:
            _look_over(archive)
            told = EventCopy(json.loads(_bounded(archive, FACTS, MOST_FACTS)))
            _refuse_foreign(told.facts)
            _refuse_misshapen(told.facts)
            for line in _bounded(archive, ROWS, MOST_ROWS_BYTES).splitlines():
                label, row = json.loads(line)
                told.rows.setdefault(label, []).append(row)
    except UNREADABLE as error:
        raise damaged(_("its inside is not what this program writes")) from error
    return told


def _look_over(archive: zipfile.ZipFile) -> None:
    infos = archive.infolist()
    names = [info.filename for info in infos]
    fine = len(names) == len(set(names)) <= MOST_FILES and {FACTS, ROWS} <= set(names)
    known = all(name in (FACTS, ROWS) or PHOTO.fullmatch(name) or STORE.fullmatch(name) for name in names)
    if not fine or not known or sum(info.file_size for info in infos) > MOST_ALL:
        raise damaged(_("its inside is not what this program writes"))


def _bounded(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    with archive.open(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise damaged(_("it is larger than any copy of an event"))
    return data


def _refuse_foreign(facts: dict[str, Any]) -> None:
    if facts["format"] != FORMAT or type(facts["version"]) is not int or facts["version"] < VERSION:
        raise damaged(_("it is of another kind"))
    if facts["version"] > VERSION or set(facts["migrations"]) - set(migrations()):
        raise newer()


def _refuse_misshapen(facts: dict[str, Any]) -> None:
    """ValueError, KeyError or TypeError for facts that are not what `gathered` writes."""
    UUID(facts["event"]["id"])
    bytes.fromhex(facts["secret"])
    aware = datetime.fromisoformat(facts["at"]).tzinfo is not None
    names = (facts["event"]["slug"], facts["event"]["name"], facts["holder"], facts["from"], facts["chained"])
    numbers = (facts["term"], facts["number"])
    fine = aware and all(isinstance(one, str) for one in (*names, *facts["addresses"]))
    if not fine or not all(type(one) is int and 0 <= one < LATEST_TERM for one in numbers):
        raise ValueError


def put_files(source: IO[bytes]) -> int:
    """Put a copy's pictures and word lists where this program looks for them; each must be what its name says."""
    put = 0
    with zipfile.ZipFile(source) as archive:
        for info in archive.infolist():
            if match := PHOTO.fullmatch(info.filename):
                put += _put(archive, info, photos.folder() / f"{match[1]}.jpg", match[1])
            elif match := STORE.fullmatch(info.filename):
                put += _put(archive, info, storage.store_path(match[1]), match[1])
    return put


def _put(archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path, digest: str) -> int:
    if target.is_file():
        return 0
    target.parent.mkdir(parents=True, exist_ok=True)
    part, found = target.with_suffix(".part"), hashlib.sha256()
    try:
        with archive.open(info) as stream, part.open("wb") as out:
            while piece := stream.read(MIB):
                found.update(piece)
                out.write(piece)
        if found.hexdigest() != digest:
            raise damaged(_("%(name)s is not what its name says") % {"name": info.filename})
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return 1
