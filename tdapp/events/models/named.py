"""How somebody entered is called: the one set of names for rows of the database and for the light ones of long lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from tdapp.people.names import (
    display_name,
    is_guarded,
    listed_name,
    mark,
    order_key,
    short_name,
    spoken_name,
)

if TYPE_CHECKING:
    from tdapp.events.models.events import Division


class Named:
    """Names and marks made of what was frozen at entry; `Any`, because a row's fields take their place."""

    pk: Any
    number: Any
    given: Any
    surname: Any
    club: Any
    division: Any
    team: Any
    rating: Any
    age: Any
    display_consent: Any
    house: Any

    event_id: Any
    # What tells the name from another of the same field, once somebody looked (`tell_apart`). Never stored.
    beside, posted_beside, letters = "", "", 1

    @property
    def short(self) -> str:
        """Surname and initial, for narrow places at the desk: brothers and sisters often sit in one hall."""
        return short_name(self.given, self.surname, self.letters, self.beside and f"#{self.number}")

    @property
    def listed(self) -> str:
        """The name as the desk sees it: "Surname, Given"."""
        return listed_name(self.given, self.surname, self.beside)

    @property
    def spoken(self) -> str:
        """The full name as a paper certificate has it; a list of winners tells two of one name apart."""
        return spoken_name(self.given, self.surname, self.beside)

    @property
    def guarded(self) -> bool:
        return is_guarded(self.age, self.division.guards_unknown_age) and not self.display_consent

    @property
    def public_name(self) -> str:
        """The name as the public sees it (needs division, event and club loaded)."""
        return self._shown(listed=False)

    @property
    def posted_name(self) -> str:
        """The same as a list in the hall has it, surname first: "Reyes, Ana", of a guarded child "R., Ana (Lipa NHS)"."""
        return self._shown(listed=True)

    def _shown(self, *, listed: bool) -> str:
        return display_name(
            self.given, self.surname, club=self.club.name if self.club else "", age=self.age,
            school=self.division.guards_unknown_age, consent=self.display_consent, listed=listed,
            beside=self.posted_beside,
        )  # fmt: skip

    @property
    def mark(self) -> str:
        """Number and rating, as they stand beside the public name (needs division and event loaded)."""
        return mark(self.number, self.rating, rated_too=self.division.event.show_ratings and not self.house)

    @property
    def public_called(self) -> str:
        """The public name, number and rating behind it: for a table's own screens and phones."""
        return f"{self.public_name} {self.mark}"

    @property
    def desk_mark(self) -> str:
        """The same for the desk, which always sees ratings."""
        return mark(self.number, self.rating, rated_too=not self.house)

    @property
    def called(self) -> str:
        """The name as a sheet in the hall has it, number and rating behind it."""
        return f"{self.posted_name} {self.mark}"

    @property
    def order(self) -> str:
        """Where the desk lists the name (needs division and event loaded)."""
        return order_key(self.given, self.surname, under_particle=self.division.event.under_particle)

    @property
    def posted_order(self) -> str:
        """Where the public sees it listed: of a guarded child's surname no more than the initial says where."""
        surname = self.surname[:1] if self.guarded else self.surname
        return order_key(self.given, surname, under_particle=self.division.event.under_particle)


@dataclass(frozen=True, slots=True)
class ClubName:
    """A club as lists write it."""

    pk: UUID
    name: str


@dataclass(eq=False)
class Person(Named):
    """Somebody entered as a list of a whole division needs him: columns, not a row. Never stored. `checked_in_at`: where the
    list asked for that.
    """

    pk: UUID
    division: Division
    club: ClubName | None
    number: int
    given: str
    surname: str
    team: str
    klass: str
    rating: int
    age: str
    display_consent: bool
    house: bool
    checked_in_at: datetime | None = None

    @property
    def event_id(self) -> UUID:
        return self.division.event_id

    @property
    def division_id(self) -> UUID:
        return self.division.pk

    @property
    def club_id(self) -> UUID | None:
        return self.club.pk if self.club else None
