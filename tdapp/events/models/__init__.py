"""Events, divisions, entrants, memberships, rounds, tables and slots: the facts a hall is made of."""

from __future__ import annotations

from typing import Any

from django.db import models

from tdapp.events.models.championship import Eligibility as Eligibility
from tdapp.events.models.entrants import UNKNOWN_AGE_GUARDED as UNKNOWN_AGE_GUARDED
from tdapp.events.models.entrants import Entrant as Entrant
from tdapp.events.models.entrants import Presence as Presence
from tdapp.events.models.entrants import arrivals_of as arrivals_of
from tdapp.events.models.entrants import entrants_of as entrants_of
from tdapp.events.models.entrants import give_clubs as give_clubs
from tdapp.events.models.entrants import give_divisions as give_divisions
from tdapp.events.models.entrants import letters_apart as letters_apart
from tdapp.events.models.entrants import people_at as people_at
from tdapp.events.models.entrants import people_in as people_in
from tdapp.events.models.entrants import people_of as people_of
from tdapp.events.models.entrants import tell_apart as tell_apart
from tdapp.events.models.entrants import tell_apart_in_field as tell_apart_in_field
from tdapp.events.models.events import Division as Division
from tdapp.events.models.events import Event as Event
from tdapp.events.models.events import RatingKind as RatingKind
from tdapp.events.models.front import FrontText as FrontText
from tdapp.events.models.hall import Announcement as Announcement
from tdapp.events.models.hall import DayPlan as DayPlan
from tdapp.events.models.hall import Leaving as Leaving
from tdapp.events.models.hall import RollCall as RollCall
from tdapp.events.models.hall import RollCallMark as RollCallMark
from tdapp.events.models.hall import RoundClock as RoundClock
from tdapp.events.models.hall import RoundTime as RoundTime
from tdapp.events.models.library import NamedSet as NamedSet
from tdapp.events.models.members import JoinLink as JoinLink
from tdapp.events.models.members import Membership as Membership
from tdapp.events.models.named import Named as Named
from tdapp.events.models.named import Person as Person
from tdapp.events.models.pins import DeskPin as DeskPin
from tdapp.events.models.rounds import Round as Round
from tdapp.events.models.rounds import Slot as Slot
from tdapp.events.models.rounds import Table as Table


def as_data(row: models.Model, *names: str) -> dict[str, Any]:
    """The named fields of a row, for an audit entry's before and after."""
    return {name: getattr(row, name) for name in names}
