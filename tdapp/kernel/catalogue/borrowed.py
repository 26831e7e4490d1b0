"""What Django and the REST framework say to people, as installed: Django's English catalogues, the framework's source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import django
import rest_framework

from tdapp.kernel.catalogue.marked import of_python
from tdapp.kernel.catalogue.po import Entry, read

LIBRARIES = Path(django.__file__).parents[1]
CATALOGUES = (
    "django/conf/locale/en",
    "django/contrib/auth/locale/en",
    "django/contrib/admin/locale/en",
    "django/contrib/contenttypes/locale/en",
    "django/contrib/sessions/locale/en",
)
LANGUAGES_FROM, LANGUAGES_TO = "Afrikaans", "Traditional Chinese"


def borrowed() -> list[Entry]:
    """Their strings, once each; the names of Django's hundred languages are left out, nobody is shown them."""
    found: dict[tuple[str, str], Entry] = {}
    for place, entry in (*_of_django(), *_of_the_framework()):
        kept = found.setdefault(entry.key, Entry(entry.text, entry.context, entry.plural))
        kept.places += [place] if place not in kept.places else []
    return list(found.values())


def _of_django() -> Iterator[tuple[str, Entry]]:
    for folder in CATALOGUES:
        for entry in _spoken(read(LIBRARIES / folder / "LC_MESSAGES" / "django.po")):
            yield folder.rsplit("/locale", 1)[0], entry


def _of_the_framework() -> Iterator[tuple[str, Entry]]:
    for path in sorted(Path(rest_framework.__file__).parent.glob("*.py")):
        for entry in of_python(path):
            yield f"rest_framework/{path.name}", entry


def _spoken(entries: list[Entry]) -> Iterator[Entry]:
    languages = False
    for entry in entries:
        languages = languages or entry.text == LANGUAGES_FROM
        if not languages:
            yield entry
        languages = languages and entry.text != LANGUAGES_TO
