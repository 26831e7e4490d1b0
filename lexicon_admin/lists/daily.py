"""The word of the day of a list: by chance among those it defines, the same for everybody; and the feed that tells it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from lexicon_admin.lists import editions
from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.words.learning import number_of_the_day
from lexicon_admin.words.store import Found, Store
from tdapp.kernel import clock

# Longer words are no use at the table.
MOST_TILES = 8
DAYS = 7
MOST_EDITIONS = 10


class Entry(NamedTuple):
    """One entry of the feed: `name` stays its own, `query` leads to its page behind the edition's."""

    at: datetime
    name: str
    title: str
    text: str
    edition: Edition
    page: str


def word_of(current: Edition, day: date) -> tuple[Edition, Found] | None:
    """The word of a day and the edition it is from; None where that one defines no short word.

    `current`: the edition in force that the reader may ask.
    """
    edition = _edition_of(current, day)
    word = _drawn(editions.store_of(edition), edition.sha256, day)
    return (edition, word) if word else None


def _edition_of(current: Edition, day: date) -> Edition:
    """The edition that was in force when a day began: one published in the middle of it changes no word that was told."""
    rows = editions.published(current.lexicon).filter(public=current.public)
    began = rows.filter(effective_from__lte=day, published_at__date__lt=day)
    return began.order_by("-effective_from", "-number").first() or current


@lru_cache(maxsize=256)
def _drawn(store: Store, seed: str, day: date) -> Found | None:
    count = _count(store)
    return store.told(MOST_TILES, number_of_the_day(seed, day, count)) if count else None


@lru_cache(maxsize=64)
def _count(store: Store) -> int:
    return store.count_told(MOST_TILES)


def entries(lexicon: Lexicon, current: Edition | None) -> list[Entry]:
    """The words of the last days, of the edition the reader may ask, and the public editions; the newest first."""
    found = [*_published(lexicon), *(_words(current) if current else ())]
    return sorted(found, key=lambda entry: (entry.at, entry.name), reverse=True)


def _published(lexicon: Lexicon) -> Iterator[Entry]:
    for row in editions.published(lexicon).filter(public=True)[:MOST_EDITIONS]:
        told = _("%(added)s words added, %(removed)s removed.") % {
            "added": row.counts.get("added", row.words), "removed": row.counts.get("removed", 0),
        }  # fmt: skip
        if row.published_at:
            name = f"edition/{row.name}"
            yield Entry(row.published_at, name, str(row), " ".join((told, row.note)).strip(), row, "changes")


def _words(current: Edition) -> Iterator[Entry]:
    today = clock.today()
    for back in range(DAYS):
        day = today - timedelta(days=back)
        if (told := word_of(current, day)) is not None:
            edition, word = told
            title = _("Word of the day: %(word)s") % {"word": word.printed}
            at = datetime.combine(day, time(), UTC)
            yield Entry(at, f"word/{day.isoformat()}", title, word.definition, edition, f"?q={word.key}")


def atom(lexicon: Lexicon, found: list[Entry], root: str, page_of: dict[str, str]) -> str:
    """The entries as a feed (RFC 4287); `root`: the list's whole address, `page_of`: that of each edition by its name."""
    name = f"tag:tournament-desk,2026:lexicon/{lexicon.slug}"
    updated = max((entry.at for entry in found), default=datetime(1970, 1, 1, tzinfo=UTC))
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoteattr(get_language() or "en")}>',
        f"<id>{escape(name)}</id><title>{escape(lexicon.name)}</title><updated>{_moment(updated)}</updated>",
        f"<author><name>{escape(lexicon.name)}</name></author><link href={quoteattr(root)}/>",
    ]
    for entry in found:
        address = quoteattr(page_of[entry.edition.name] + entry.page)
        credit = " · ".join(part for part in (entry.edition.licence, entry.edition.attribution) if part)
        lines.append(
            f"<entry><id>{escape(name)}/{escape(entry.name)}</id><title>{escape(entry.title)}</title>"
            f"<updated>{_moment(entry.at)}</updated><link href={address}/>"
            f"<summary>{escape(entry.text)}</summary><rights>{escape(credit)}</rights></entry>"
        )
    return "\n".join([*lines, "</feed>", ""])


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
