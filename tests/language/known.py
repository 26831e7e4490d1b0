"""What is data on a page in the pseudo-language, and no text that would have to be marked."""

from __future__ import annotations

from django.apps import apps
from django.db.models import CharField, TextField

from tests.language.pseudo import WORD

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
    *("actor_name", "decided_note", "text_en", "club", "about", "joining"),
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
