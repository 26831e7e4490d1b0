"""What Django and the REST framework say to people: their own English catalogues, as installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import django
import rest_framework

from tdapp.kernel.catalogue.po import Entry, read

LIBRARIES = Path(django.__file__).parents[1]
CATALOGUES = (
    "django/conf/locale/en",
    "django/contrib/auth/locale/en",
    "django/contrib/admin/locale/en",
    "django/contrib/contenttypes/locale/en",
    "django/contrib/sessions/locale/en",
    "rest_framework/locale/en_US",
)
LANGUAGES_FROM, LANGUAGES_TO = "Afrikaans", "Traditional Chinese"


def borrowed() -> list[Entry]:
    """Their strings, once each; the names of Django's hundred languages are left out, nobody is shown them."""
    assert Path(rest_framework.__file__).parents[1] == LIBRARIES
    found: dict[tuple[str, str], Entry] = {}
    for folder in CATALOGUES:
        for entry in _spoken(read(LIBRARIES / folder / "LC_MESSAGES" / "django.po")):
            kept = found.setdefault(entry.key, Entry(entry.text, entry.context, entry.plural))
            kept.places.append(folder.rsplit("/locale", 1)[0])
    return list(found.values())


def _spoken(entries: list[Entry]) -> Iterator[Entry]:
    languages = False
    for entry in entries:
        languages = languages or entry.text == LANGUAGES_FROM
        if not languages:
            yield entry
        languages = languages and entry.text != LANGUAGES_TO
