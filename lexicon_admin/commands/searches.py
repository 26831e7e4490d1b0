"""A person's own searches, kept under a name; nobody else sees them."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from lexicon_admin.models import Lexicon, SavedSearch
from lexicon_admin.refusals import refusing
from lexicon_admin.words.finding import line as lines
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Refusal

MOST = 50


@command("search.save", "search of a word list saved", needs="account.own")
def save_search(ctx: Context, user: User, *, lexicon: Lexicon, name: str, line: str) -> Change:
    """Keep a line under a name; one of this name at the list takes the new line. Refuses a line nobody can read."""
    shown = " ".join(name.split())
    if not 1 <= len(shown) <= 60:
        raise Refusal("bad-name", _("A search is kept under a name of 1 to 60 characters."))
    with refusing():
        kept = lines.written(lines.read(line))
    own = SavedSearch.objects.filter(user=user, lexicon=lexicon)
    row = own.filter(name=shown).first()
    if row is None and own.count() >= MOST:
        sentence = _("At most %(most)s searches of a list are kept; remove one first.")
        raise Refusal("too-many-searches", sentence % {"most": MOST})
    before = {"line": row.line} if row else None
    row = row or SavedSearch(user=user, lexicon=lexicon, name=shown)
    row.line = kept
    row.save()
    told = {"list": lexicon.slug, "name": shown, "line": kept}
    return Change({"id": row.pk, **told}, str(row), before, told)


@command("search.forget", "saved search of a word list removed", needs="account.own")
def forget_search(ctx: Context, user: User, *, lexicon: Lexicon, pk: UUID) -> Change:
    """Remove one of a person's own searches; another's is not theirs to find."""
    row = SavedSearch.objects.filter(user=user, lexicon=lexicon, pk=pk).first()
    if row is None:
        raise Refusal("no-search", _("You keep no such search."))
    told = {"list": lexicon.slug, "name": row.name, "line": row.line}
    row.delete()
    return Change(told, f"search {told['name']}", told)
