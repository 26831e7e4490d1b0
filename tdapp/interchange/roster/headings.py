"""Which column is which: headings in English, Filipino and Spanish, in any order and case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from tdapp.kernel.tabular import Row, Value, tidy

NAMES = ("surname", "given", "name")
LOOK_AT = 30

# Whose number it is, and what it is: "Guardian's mobile no.", "Contact number of parent", "Telepono ng magulang".
GUARDIANS = (
    "guardian",
    "parent",
    "parents",
    "parent guardian",
    "parent or guardian",
    "mother",
    "father",
    "emergency",
)
NUMBERS = (
    "contact", "contact no", "contact number", "phone", "phone no", "phone number", "telephone", "telephone no", "tel", "tel no",
    "mobile", "mobile no", "mobile number", "cell", "cellphone", "cellphone no", "cp no", "no", "number",
)  # fmt: skip
TAGAPAG_ALAGA = ("magulang", "tagapag alaga", "magulang o tagapag alaga", "nanay", "tatay")
NUMERO = (
    "telepono",
    "numero",
    "numero ng telepono",
    "kontak",
    "selpon",
    "cp no",
    "contact",
    "contact no",
    "contact number",
)
# Whoever comes with a school's players: their number is the one to ring.
COACHES = ("coach", "adviser", "advisor", "teacher", "trainer")
GURO = ("coach", "guro", "tagapagsanay")
TUTOR = ("tutor", "padre", "madre", "acudiente", "apoderado")
TELEFONO = ("telefono", "celular", "movil", "contacto", "numero de telefono")


def _numbers_of_guardians() -> str:
    english = [text for who in GUARDIANS for what in NUMBERS for text in (f"{who} {what}", f"{what} {who}")]
    filipino = [f"{what} ng {who}" for who in TAGAPAG_ALAGA for what in NUMERO]
    return "|".join((*english, *filipino, *(f"{what} del {who}" for who in TUTOR for what in TELEFONO)))


def _numbers_of_coaches() -> str:
    what_for = [
        what for what in (*NUMBERS, "cp", "cp number", "cel no", "cell no") if what not in ("no", "number")
    ]
    english = [text for who in COACHES for what in what_for for text in (f"{who} {what}", f"{what} {who}")]
    return "|".join((*english, *(f"{what} ng {who}" for who in GURO for what in NUMERO)))


# Folded: lower case, no accents, words apart by one space, "#" as "no".
SYNONYMS: dict[str, str] = {
    "surname": "surname|surnames|last name|lastname|last|lname|family name|familyname|apelyido|apelido|"
    "huling pangalan|apellido|apellidos|primer apellido|apellido paterno",
    "given": "given|given name|given names|givenname|first name|firstname|first|first names|fname|forename|"
    "forenames|unang pangalan|pangalan una|ibinigay na pangalan|nombres|nombre de pila|primer nombre",
    "name": "name|names|full name|fullname|complete name|player|player name|players|name of player|contestant|"
    "participant|participant name|entrant|member name|student|students|student name|name of student|pupil|pupils|learner|"
    "learners|surname given|"
    "surname given name|surname first name|last name first name|last first|last name given name|pangalan|"
    "buong pangalan|kumpletong pangalan|manlalaro|pangalan ng manlalaro|kalahok|pangalan ng kalahok|mag aaral|"
    "pangalan ng mag aaral|mga manlalaro|mga kalahok|mga mag aaral|estudyante|pangalan ng estudyante|pangalan ng bata|"
    "nombre|nombre completo|nombre y apellido|nombre y apellidos|apellidos y nombre|"
    "apellido y nombre|apellido nombre|apellidos nombre|jugador|jugadora|participante|competidor|alumno",
    "suffix": "suffix|name suffix|name extension|extension name|ext|ext name|jr sr|hulapi|sufijo",
    "member": "member no|member number|member num|member id|memberid|membership no|membership number|membership id|"
    "membership|id no|id number|player id|player no|player number|pspa no|pspa number|pspa id|national id|"
    "federation id|numero ng kasapi|bilang ng kasapi|kasapi blg|blg ng kasapi|numero ng miyembro|kasapi no|"
    "no de socio|numero de socio|n de socio|nro de socio|socio|no socio|numero de miembro|id de jugador|"
    "licencia|no de licencia|numero de licencia",
    "club": "club|club name|home club|chapter|affiliation|team club|organization|organisation|klub|samahan|kapisanan|"
    "samahan o klub|kinabibilangan|asociacion|equipo club|entidad|school club|club school|school or club|club or school|"
    "paaralan klub|klub paaralan|paaralan o klub|klub o paaralan|paaralan club|club paaralan|paaralan o club|club o paaralan",
    "school": "school|schools|school name|name of school|skul|skool|university|college|institution|paaralan|eskwelahan|iskul|"
    "pangalan ng paaralan|unibersidad|escuela|colegio|universidad|instituto|liceo|centro educativo",
    "division": "division|div|category|section|bracket|level|dibisyon|kategorya|antas|categoria|seccion|"
    "nivel|modalidad",
    "rating": "rating|ratings|current rating|rtg|elo|elo rating|pspa rating|national rating|wespa rating|marka|antas na "
    "marka|puntos ng rating|puntuacion|clasificacion|valoracion",
    "birth_year": "birth year|birthyear|year of birth|year born|yob|born|taon ng kapanganakan|taong kapanganakan|"
    "taon ng pagsilang|ano de nacimiento|ano nacimiento|ano nac|anio de nacimiento",
    "birth_date": "birth date|birthdate|date of birth|dob|birthday|bday|b day|petsa ng kapanganakan|kapanganakan|"
    "petsa ng pagsilang|kaarawan|fecha de nacimiento|fecha nacimiento|fecha nac|f nacimiento|nacimiento|cumpleanos",
    "consent": "guardian consent|parent consent|parental consent|parents consent|consent|display consent|"
    "consent to show name|name consent|privacy consent|pahintulot|pahintulot ng magulang|pahintulot ng tagapag "
    "alaga|pagsang ayon|may pahintulot|consentimiento|consentimiento del tutor|consentimiento de los padres|"
    "consentimiento paterno|autorizacion|autorizacion del tutor",
    "guardian": "guardian|guardian name|name of guardian|parent|parent guardian|parent or guardian|parent name|"
    "parents|tagapag alaga|magulang|magulang o tagapag alaga|pangalan ng magulang|pangalan ng tagapag alaga|tutor|"
    "padre madre o tutor|padre o tutor|nombre del tutor|acudiente",
    "email": "email|e mail|email address|e mail address|mail|sulatroniko|correo|correo electronico|email adres",
    "contact": "contact|contact no|contact number|contact details|phone|phone no|phone number|telephone|tel|mobile|"
    "mobile no|mobile number|mobile phone|cell|cell no|cell number|cel no|cp number|"
    "cellphone|cellphone no|cp no|cellphone number|telepono|numero ng telepono|selpon|"
    "kontak|makakaugnayan|telefono|numero de telefono|celular|movil|contacto|" + _numbers_of_coaches(),
    "guardian_contact": _numbers_of_guardians(),
    "team": "team|team name|squad|koponan|pangkat na kinabibilangan|equipo|seleccion",
    "klass": "class|player class|rating class|prize class|grade class|grade|grade level|grade year level|year level|year grade|"
    "gr|gr level|gr lvl|grade lvl|year lvl|yr|yr level|yr lvl|gr yr|grade yr|grade year|grade section|grade and section|"
    "gr section|gr and section|year section|year and section|yr and section|baitang at seksyon|taon ng pag aaral|"
    "klase|clase|baitang|grado",
    "fixed_table": "fixed table|table|table no|table number|fixed board|permanent table|permanenteng mesa|mesa|"
    "takdang mesa|mesa blg|mesa fija|numero de mesa|mesa no",
    "gender": "gender|sex|kasarian|sexo|genero|m f|f m|male female|boy girl|lalaki babae",
    "notes": "note|notes|remark|remarks|comment|comments|puna|komento|notas|observacion|observaciones|nota",
    "seed": "seed|seeding|seed no|seed number|ranggo sa simula|binhi|cabeza de serie|siembra|numero de siembra",
}
# Columns that only count the rows, known and left alone.
COUNTERS = frozenset(
    {"", "no", "n", "nr", "num", "blg", "bilang", "item", "item no", "row", "row no", "seq", "hanay"}
)
BY_HEADING = {heading: field for field, headings in SYNONYMS.items() for heading in headings.split("|")}
NOISE = frozenset(
    {
        "player",
        "players",
        "pupil",
        "pupils",
        "student",
        "students",
        "learner",
        "learners",
        "s",
        "the",
        "your",
        "of",
        "optional",
        "required",
        "ng",
        "ang",
        "mo",
        "del",
    }
)
BETWEEN = re.compile(r"[/|\n()\[\]]+")  # "School / Paaralan", "School (Paaralan)": one thing in two languages
IN_BRACKETS = re.compile(r"[(\[{].*?[)\]}]")
NOT_A_WORD = re.compile(r"[^0-9a-z]+")
NUMBER_SIGN = re.compile(r"\bn o\b")  # what is left of "N.º"
NOTHING_SAID: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Heading:
    """The row of headings: field -> 0-based column, headings nobody knows, fields named twice. `number` 0: there is none."""

    number: int
    columns: dict[str, int]
    written: dict[int, str]
    unknown: tuple[int, ...] = ()
    doubled: dict[str, tuple[int, ...]] = field(default_factory=dict)


def folded(text: str) -> str:
    """A heading as the table above has it."""
    plain = tidy(text).text.casefold().replace("#", " no ")
    if plain.isascii():
        return NUMBER_SIGN.sub("no", NOT_A_WORD.sub(" ", plain)).strip()
    flat = unicodedata.normalize("NFKD", plain)
    bare = "".join(char for char in flat if not unicodedata.combining(char))
    return NUMBER_SIGN.sub("no", NOT_A_WORD.sub(" ", bare)).strip()


def field_of(heading: Value, said: Mapping[str, str] = NOTHING_SAID) -> str:
    """The field a heading means, "" for none: as somebody said, as it stands, without its brackets, without words that add
    nothing; of two languages in one heading both mean it.
    """
    if not isinstance(heading, str) or len(heading) > 120:
        return ""
    if said and (key := folded(heading)) in said:
        return said[key]
    return _field_of(heading)


@lru_cache(maxsize=4096)
def _field_of(heading: str) -> str:
    return _plainly(heading) or _of_both(heading)


def _plainly(heading: str) -> str:
    whole, outside = folded(heading), folded(IN_BRACKETS.sub(" ", heading))
    bare = " ".join(word for word in outside.split() if word not in NOISE)
    return next((BY_HEADING[text] for text in (whole, outside, bare) if text in BY_HEADING), "")


def _of_both(heading: str) -> str:
    """What every part of a heading means: "Gr. / Baitang". Parts that mean two things, or nothing, are no heading."""
    found = {_plainly(part) for part in BETWEEN.split(heading) if folded(part)}
    return found.pop() if len(found) == 1 else ""


def find_heading(rows: Sequence[Row], said: Mapping[str, str] = NOTHING_SAID) -> Heading | None:
    """The row among the first ones that names most columns, a name among them; None when there is none."""
    candidates = [(row, found) for row in rows[:LOOK_AT] if (found := _fields(row, said))]
    named = [(len(found), -row.number, row) for row, found in candidates if set(NAMES) & set(found.values())]
    if not named:
        return None
    row = max(named, key=lambda item: item[:2])[2]
    return heading_of(row, _settled(_fields(row, said)))


def _fields(row: Row, said: Mapping[str, str]) -> dict[int, str]:
    return {column: field for column, value in enumerate(row.values) if (field := field_of(value, said))}


def heading_of(row: Row, fields: Mapping[int, str]) -> Heading:
    """The headings in a row, when these are the fields of its columns."""
    places: dict[str, list[int]] = {}
    for column, name in fields.items():
        if name:
            places.setdefault(name, []).append(column)
    written = {column: tidy(str(value)).text for column, value in _filled(row)}
    return Heading(
        row.number,
        {name: columns[0] for name, columns in places.items()},
        written,
        tuple(
            column
            for column, text in written.items()
            if not fields.get(column) and folded(text) not in COUNTERS
        ),
        {name: tuple(columns) for name, columns in places.items() if len(columns) > 1},
    )


def _filled(row: Row) -> Iterator[tuple[int, Value]]:
    return ((column, value) for column, value in enumerate(row.values) if value not in (None, ""))


def _settled(fields: dict[int, str]) -> dict[int, str]:
    """Beside a column of surnames, "Pangalan", "Nombre" or "Name" mean the given name."""
    found = set(fields.values())
    if "surname" in found and "given" not in found:
        return {column: "given" if field == "name" else field for column, field in fields.items()}
    if {"surname", "given"} <= found:
        return {column: field for column, field in fields.items() if field != "name"}
    return fields
