"""No page says anything that cannot be translated: in the pseudo-language every text is wrapped, or it is data."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db.models import CharField, TextField
from django.test import Client

from tests import factories as f
from tests.contracts.addresses import Address, every_address
from tests.contracts.filling import path
from tests.contracts.matrix import ANYBODY, MATRIX
from tests.contracts.worlds import World, signed_in, world
from tests.language.pseudo import WORD, unmarked

pytestmark = pytest.mark.django_db
FILIPINO = {"Accept-Language": "fil"}
# Whole pages that are not said in Filipino: pictures, lists of words.
NOT_SAID = {
    "scoresheets:photo",
    "lexicon_admin:print",
}
# Names of rows that people gave; what the program wrote itself (reasons, intents) is looked at.
NAMES = {
    *(
        "name",
        "venue",
        "slug",
        "username",
        "surname",
        "given",
        "given_name",
        "family_name",
        "label",
        "title",
        "text",
    ),
    *(
        "text_fil",
        "source",
        "licence",
        "attribution",
        "definition",
        "note",
        "word",
        "remark",
        "plan",
        "ruleset",
    ),
    *("actor_name", "decided_note", "text_en", "club"),
}
# Files, formats, keys, units, rulebooks and programs: called so in every language.
CODES = """
json csv xlsx toml gcg pdf trf tsh pin api utf zip esc enter tab ctrl alt shift space liwords aupair salitaan set words
bisonte pspa swiss koth max min naspa fide bis elo glicko iso windows backup certificates pack english filipino
letter random sal wespa web australian
"""
# What the world of these tests makes up: words of its lists, people of its files, announcements in both languages.
MADE_UP = """
aso bahay ibon nga pusa dog house usa upd kwf listeda ana amihanaa amihanab fe look blank public domain made for test
files own oom made program the closed open spread wrong apelyido pangalan
"""


def known_words() -> frozenset[str]:
    """Every word that stands in a name somebody gave, and the codes."""
    found = {*CODES.split(), *MADE_UP.split()}
    for model in apps.get_models():
        fields = [
            f.name for f in model._meta.fields if isinstance(f, CharField | TextField) and f.name in NAMES
        ]
        for row in model._default_manager.values_list(*fields) if fields else ():
            found |= {word.casefold() for value in row for word in WORD.findall(str(value))}
    return frozenset(found)


def pages() -> Iterator[Address]:
    """Every address somebody may look at."""
    return (one for one in every_address() if one.name in MATRIX and MATRIX[one.name].look)


def looked_at(here: World, address: Address, clients: dict[str, Client]) -> str:
    """A page as the first of them sees it who may; "" when it is no page."""
    for role in ("",) if MATRIX[address.name].look == ANYBODY else ("director", "operator"):
        answer = clients[role].get(path(address, here), headers=FILIPINO)
        if answer.status_code == 200:
            return answer.content.decode() if answer["Content-Type"].startswith("text/html") else ""
    return ""


def test_no_page_has_a_text_that_is_not_marked(pseudo_spoken: None) -> None:
    here = world("own")
    people = {"": None, "director": here.who("director"), "operator": f.user("operator", operator=True)}
    clients = {role: signed_in(who) for role, who in people.items()}
    known = known_words()
    said = {one.name: looked_at(here, one, clients) for one in pages() if one.name not in NOT_SAID}
    assert sum(bool(html) for html in said.values()) > 120
    found = {name: unmarked(html, known) for name, html in said.items()}
    assert {name: sorted(texts) for name, texts in found.items() if texts} == {}
