"""What arguments hold that are annotated with no more than Any: the columns they set, or the kind they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tdapp.api.doors.columns import of_model
from tdapp.api.doors.kinds import DATA, ID, NUMBER, OBJECT, TEXT, Kind, fields, many, mapping, or_nothing
from tdapp.clubs.commands import homes, seasons
from tdapp.clubs.models import Season
from tdapp.events.entries import wishes
from tdapp.events.entries.commands import entrants
from tdapp.events.models import Division, Entrant, Event
from tdapp.events.rules import divisions
from tdapp.events.setup import event_fields
from tdapp.people.models import ClubHome, RatingList
from tdapp.publishing.entering import telling
from tdapp.publishing.models import EventEntering, HallScreen
from tdapp.publishing.screens.commands import screens
from tdapp.ratings.keeping.commands import lists

_DIVISION = of_model(Division, *divisions.FIELDS)
_TILE = {
    "id": TEXT,
    "letters": TEXT,
    "value": or_nothing(NUMBER),
    "count": or_nothing(NUMBER),
    "bag": or_nothing(NUMBER),
}
_LIST = of_model(RatingList, *(name for name in lists.EDITABLE if name != "club"))


@dataclass(frozen=True, slots=True)
class Values:
    """What `**values` takes: each by its name, those `needed` always."""

    of: Mapping[str, Kind]
    needed: frozenset[str] = frozenset()


VALUES: Mapping[str, Values] = {
    "event.edit": Values(of_model(Event, *event_fields.EVENT_FIELDS)),
    "division.add": Values(_DIVISION, frozenset({"name"})),
    "division.edit": Values(_DIVISION),
    "division.wishes": Values(dict.fromkeys(wishes.FIELDS, TEXT)),
    "entrant.edit": Values(of_model(Entrant, *entrants.EDITABLE)),
    "club.page": Values(of_model(ClubHome, *homes.PAGE)),
    "club.season_add": Values(of_model(Season, *seasons.FIELDS), frozenset(seasons.FIELDS)),
    "club.season_edit": Values(of_model(Season, *seasons.FIELDS), frozenset(seasons.FIELDS)),
    "screen.set": Values(of_model(HallScreen, *screens.FIELDS)),
    "event.entering": Values(of_model(EventEntering, *telling.FIELDS)),
    "round.edit": Values({"one": TEXT, "other": TEXT, "table": NUMBER, "to": NUMBER}),
}
ARGUMENTS: Mapping[tuple[str, str], Kind] = {
    ("event.create", "divisions"): many(fields(_DIVISION, {"name"})),
    ("club.create_event", "divisions"): many(fields(_DIVISION, {"name"})),
    ("entrant.check_in_together", "entrants"): many(ID, lambda ids: [str(one) for one in ids]),
    ("entrant.leave_together", "entrants"): many(ID, lambda ids: [str(one) for one in ids]),
    ("roll_call.mark", "entrants"): many(ID, lambda ids: [str(one) for one in ids]),
    ("announcement.take_down", "announcement"): Kind(ID.schema, lambda v, a: str(ID.read(v, a))),
    ("round.draft", "params"): or_nothing(OBJECT),
    ("round.draft", "wishes"): or_nothing(OBJECT),
    ("ratings.rate", "divisions"): many(ID),
    ("ratings.seed", "divisions"): many(ID),
    ("ratings.foresee", "divisions"): many(ID),
    ("ratings.foresee", "without"): many(ID),
    ("ratings.take_off", "run"): ID,
    ("ratings.create_list", "facts"): fields(_LIST, {"name"}),
    ("ratings.edit_list", "facts"): fields(_LIST, ()),
    ("player.merge", "gone"): ID,
    ("player.two", "other"): ID,
    ("player.maybe_one", "other"): ID,
    ("words.set_up", "editions"): many(ID),
    ("division.tiles", "rows"): many(fields(_TILE, {"id", "value", "count"})),
    ("division.eligible", "conditions"): OBJECT,
    ("prize.sayings", "sayings"): mapping(Kind(ID.schema, lambda v, a: str(ID.read(v, a))), TEXT),
    ("sheet.write", "operations"): many(OBJECT, list),
    # Pictures: what was made of them ahead is what the command is annotated with.
    ("event.logo", "data"): DATA,
    ("club.logo", "data"): DATA,
    ("sponsor.add", "data"): DATA,
    ("incident.photo", "data"): DATA,
    ("sheet.photo", "data"): DATA,
}
