"""A copy's rows put into this installation: the event's own under their own ids; people, clubs, lists and users as they
are known here already, else as they came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Max
from django.utils.translation import gettext as _

from lexicon_admin.models import Lexicon
from tdapp.desk.models import KeptRound
from tdapp.events.models import Event
from tdapp.interchange.copies.content import EventCopy, Row
from tdapp.interchange.copies.sealed import damaged
from tdapp.interchange.event_file import event_tables
from tdapp.interchange.event_file.left_out import SCOPED
from tdapp.kernel.models import AuditHead, User
from tdapp.people import registry
from tdapp.people.matching import How
from tdapp.people.models import Club, Player, PlayerPrivate, new_code

Maps = dict[str, dict[str, Any]]
BATCH = 500


def forget(event: Event) -> None:
    """Take every row of the event away, children first, to put those of a copy, or nothing, in their place."""
    KeptRound.objects.filter(round__division__event=event).delete()
    for model in reversed(event_tables.owned()):
        rows = event_tables.rows_of(model, event)
        rows._raw_delete(rows.db)
    for label in SCOPED:
        apps.get_model(label)._base_manager.filter(scope=event.scope_key).delete()
    PlayerPrivate._base_manager.filter(scope=event.scope_key).delete()


def put(told: EventCopy) -> Event:
    """Write a copy's rows, inside a transaction; the event as it is now. Refuses rows of tables that do not go along,
    and rows that belong to another event.
    """
    _refuse_strangers(told)
    maps: Maps = {}
    for model, arrange in AROUND:
        maps[model._meta.label] = _arranged(model, told.rows.get(model._meta.label, []), arrange, maps)
    outside = {model._meta.label for model in event_tables.around()}
    rest = [label for label in told.rows if label not in maps and label in outside]
    for label in rest:
        maps[label] = _arranged(apps.get_model(label), told.rows[label], lambda row: None, maps)
    _people(told, maps)
    event = _event(told, maps)
    for label, rows in told.rows.items():
        if label not in maps and label not in ("people.PlayerPrivate", "events.Event"):
            _insert(apps.get_model(label), rows, maps)
    AuditHead.objects.update_or_create(
        scope=event.scope_key, defaults={"number": told.facts["number"], "chained": told.facts["chained"]}
    )
    return event


def _refuse_strangers(told: EventCopy) -> None:
    """Whoever knows the passphrase can write a copy by hand: what it holds must be this one event, and nothing beside it."""
    known = {label: {str(row["id"]) for row in rows} for label, rows in told.rows.items()}
    if known.get(Event._meta.label) != {str(told.event)}:
        raise damaged(_("it is not of one event"))
    for label, rows in told.rows.items():
        if not _goes_along(label) or not all(_is_of(told, label, row, known) for row in rows):
            raise damaged(_("it holds what does not belong to its event"))


def _goes_along(label: str) -> bool:
    if label in (*SCOPED, "people.PlayerPrivate"):
        return True
    try:
        model = apps.get_model(label)
    except (LookupError, ValueError):
        return False
    return model in event_tables.owned() or model in event_tables.around()


def _is_of(told: EventCopy, label: str, row: Row, known: dict[str, set[str]]) -> bool:
    """Whether whatever a row refers to within an event is in the copy itself."""
    if label in SCOPED:
        return bool(row["scope"] == f"event:{told.event}")
    return all(
        row.get(name) is None or str(row[name]) in known.get(target._meta.label, ())
        for name, target in event_tables.inside(apps.get_model(label))
    )


def _arranged(model: Any, rows: list[Row], arrange: Callable[[Row], Any], maps: Maps) -> dict[str, Any]:
    """Put rows of a table around the event; tells under which id each stands here, where that is another one."""
    here = {
        str(pk)
        for pk in model._base_manager.filter(pk__in=[r["id"] for r in rows]).values_list("pk", flat=True)
    }
    moved: dict[str, Any] = {}
    maps[model._meta.label] = moved
    fresh = []
    for row in rows:
        if row["id"] in here:
            continue
        if (known := arrange(row)) is not None:
            moved[row["id"]] = known
        else:
            fresh.append(row)
            if model is Player:
                _insert(model, [row], maps)
    if model is not Player:
        _insert(model, fresh, maps)
    return moved


def _club(row: Row) -> Any:
    known = registry.clubs_by_key([row["key"]]).get(row["key"])
    return known.pk if known else None


def _player(row: Row) -> Any:
    """Who has this number here under this name is that player; another name's number is a new temporary one."""
    if Player.objects.filter(code=row.get("code", "")).exists():
        row["code"] = new_code()
    found = registry.of_number(row["number"], row["key"])
    if found.how == How.NEW:
        return None
    if found.player and not row["number"].startswith("T-"):
        return found.player.pk
    row["number"] = registry.temporary_number()
    return None


def _user(row: Row) -> None:
    """Who worked there signs in here with the same password, and keeps nothing but his part in this event."""
    row |= {"operator": False, "is_staff": False, "is_superuser": False}
    row["username"] = _free(User, "username", row["username"])


def _lexicon(row: Row) -> None:
    row["slug"] = _free(Lexicon, "slug", row["slug"])


def _free(model: Any, name: str, wanted: str) -> str:
    """`wanted`, or with a number behind where somebody has it."""
    most = model._meta.get_field(name).max_length - 5
    taken = set(
        model._base_manager.filter(**{f"{name}__startswith": wanted[:most]}).values_list(name, flat=True)
    )
    if wanted not in taken:
        return wanted
    return next(one for n in range(2, 10_000) if (one := f"{wanted[:most]}-{n}") not in taken)


AROUND: tuple[tuple[Any, Callable[[Row], Any]], ...] = (
    (Club, _club),
    (Player, _player),
    (User, _user),
    (Lexicon, _lexicon),
)


def _people(told: EventCopy, maps: Maps) -> None:
    """What this event was told of its people, and who of its users plays."""
    rows = told.rows.get("people.PlayerPrivate", [])
    mine = f"event:{told.event}"
    _insert(PlayerPrivate, [row for row in rows if row["scope"] == mine], maps)
    moved = maps["people.Player"]
    for row in told.rows.get("events.Membership", []):
        if (person := row.get("person")) in moved:
            row["person"] = str(moved[person])
    for row in told.rows.get("kernel.User", []):
        if row["person"] in moved:
            User.objects.filter(pk=row["id"], person=row["person"]).update(person=str(moved[row["person"]]))


def _event(told: EventCopy, maps: Maps) -> Event:
    (row,) = told.rows["events.Event"]
    taken = Event.objects.filter(sequence=row["sequence"]).exists()
    if taken:
        row["sequence"] = (Event.objects.aggregate(last=Max("sequence"))["last"] or 0) + 1
    row["slug"] = _free(Event, "slug", row["slug"])
    _insert(Event, [row], maps)
    return Event.objects.get(pk=row["id"])


def _insert(model: Any, rows: Iterable[Row], maps: Maps) -> None:
    outside = {name: maps.get(target._meta.label, {}) for name, target in event_tables.references(model)}
    fields = {field.attname: field for field in model._meta.concrete_fields}
    made: list[Any] = []
    for row in rows:
        values = {name: _value(fields[name], value) for name, value in row.items() if name in fields}
        for name, moved in outside.items():
            values[name] = moved.get(str(row.get(name)), values.get(name))
        made.append(model(**values))
    # Rows that refer to others of their table have to come together; of others a batch at a time is enough for whoever
    # is in no transaction.
    alone = not any(field.related_model is model for field in fields.values())
    for at in range(0, len(made), BATCH if alone else len(made) or 1):
        model._base_manager.bulk_create(made[at : at + BATCH] if alone else made, batch_size=BATCH)


def insert(model: Any, rows: Iterable[Row]) -> None:
    """Rows of this installation itself, which refer to nothing that has another id here."""
    _insert(model, rows, {})


def _value(field: models.Field[Any, Any], value: Any) -> Any:
    return None if value is None else field.to_python(value)
