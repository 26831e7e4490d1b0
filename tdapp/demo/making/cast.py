"""Who plays in the demo: nobody. Given names are things of the sky and the sea, surnames are of grammar."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

GIVEN = (
    "Alon", "Amihan", "Araw", "Bagyo", "Bituin", "Buwan", "Dagat", "Dahon", "Gubat", "Habagat", "Hamog", "Himig",
    "Ilog", "Kidlat", "Kulog", "Langit", "Lawa", "Liwanag", "Pulo", "Sinag", "Talon", "Tala", "Ulan", "Ulap",
    "Bato", "Bukid", "Bulaklak", "Kahoy", "Niyog", "Palay", "Sampaga", "Sanga", "Tubo", "Ugat", "Yelo", "Yungib",
)  # fmt: skip
SURNAMES = (
    "Titik", "Pantig", "Salita", "Parirala", "Pangungusap", "Talata", "Kuwento", "de la Tugma", "Saknong", "Taludtod",
    "Bugtong", "Kasabihan", "Tuldok", "Kuwit", "Gitling", "Panipi", "Kudlit", "Patinig", "Katinig", "dela Diptonggo",
    "Panlapi", "Unlapi", "Gitlapi", "Hulapi", "Pandiwa", "Pangalan", "Panghalip", "Pang-uri", "Pang-abay",
    "Pangatnig", "Pang-ukol", "Simuno", "Panaguri", "Señas", "Tandang-Tanong", "Padron",
)  # fmt: skip
CLUBS = ("Samahang Kuwadro (demo)", "Tile Club (demo)", "Pangkat Blangko (demo)", "Bilog ng Salita (demo)")
SCHOOLS = ("Demo Elementary", "Paaralang Demo", "Demo Word School")
ADULTS, CHILDREN = 24, 12
# Member numbers nobody else has: who plays in both events is one person.
NUMBER = "DEMO-{:02d}"


@dataclass(frozen=True, slots=True)
class Somebody:
    """One of the cast, with the rating they have now."""

    number: str
    given: str
    surname: str
    club: str
    rating: int
    birth_year: int

    def entry(self, rating: int | None = None) -> dict[str, object]:
        """What `entrant.add` is told of them."""
        return {
            "given": self.given, "surname": self.surname, "member_number": self.number, "club": self.club,
            "rating": self.rating if rating is None else rating, "birth_year": self.birth_year, "arrived": True,
        }  # fmt: skip


def cast(seed: int, year: int) -> tuple[list[Somebody], list[Somebody]]:
    """The grown-ups, strongest first, and the children of this year; one seed gives one cast."""
    draw = random.Random(seed)  # noqa: S311 - invented players, not secrets
    adults = [_adult(at, draw, year) for at in range(ADULTS)]
    children = [_child(at, draw, year) for at in range(ADULTS, ADULTS + CHILDREN)]
    return sorted(adults, key=lambda one: -one.rating), children


def _adult(at: int, draw: random.Random, year: int) -> Somebody:
    rating = round(1850 - 1000 * at / ADULTS + draw.gauss(0, 25))
    return _named(at, CLUBS, rating, year - draw.randint(19, 68))


def _child(at: int, draw: random.Random, year: int) -> Somebody:
    return _named(at, SCHOOLS, 0, year - draw.randint(9, 12))


def _named(at: int, clubs: Sequence[str], rating: int, born: int) -> Somebody:
    return Somebody(NUMBER.format(at + 1), GIVEN[at], SURNAMES[at], clubs[at % len(clubs)], rating, born)
