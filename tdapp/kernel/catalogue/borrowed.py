"""What Django and the REST framework say to people, as installed: Django's English catalogues, the framework's source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import django
import rest_framework
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tdapp.kernel.catalogue.marked import gathered, of_python

LIBRARIES = Path(django.__file__).parents[1]
CATALOGUES = (
    "django/conf/locale/en",
    "django/contrib/auth/locale/en",
    "django/contrib/admin/locale/en",
    "django/contrib/contenttypes/locale/en",
    "django/contrib/sessions/locale/en",
)
LANGUAGES_FROM, LANGUAGES_TO = "Afrikaans", "Traditional Chinese"


def borrowed() -> Catalog:
    """Their strings, once each; the names of Django's hundred languages are left out, nobody is shown them."""
    return gathered((*_of_django(), *_of_the_framework()))


def _of_django() -> Iterator[tuple[str, Message]]:
    for folder in CATALOGUES:
        with open(LIBRARIES / folder / "LC_MESSAGES" / "django.po", encoding="utf-8") as lines:
            for message in _spoken(read_po(lines)):
                yield folder.rsplit("/locale", 1)[0], message


def _of_the_framework() -> Iterator[tuple[str, Message]]:
    for path in sorted(Path(rest_framework.__file__).parent.glob("*.py")):
        for message in of_python(path):
            yield f"rest_framework/{path.name}", message


def _spoken(catalog: Catalog) -> Iterator[Message]:
    languages = False
    for message in catalog:
        languages = languages or message.id == LANGUAGES_FROM
        if message.id and not languages:
            yield message
        languages = languages and message.id != LANGUAGES_TO
