"""For players and clubs: lists to learn, made of searches, the feed with the word of the day, a word to the committee."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from lexicon_admin import rulesets
from lexicon_admin.commands.feedback import suggest
from lexicon_admin.committee.access import anybody, keyed, require_view, web_lexicon
from lexicon_admin.committee.forms import FeedbackForm
from lexicon_admin.lists import daily, editions, embargo
from lexicon_admin.models import READER, Edition, Lexicon
from lexicon_admin.prints.lists import rare_tiles
from lexicon_admin.views.common import page
from lexicon_admin.words.learning import bracketed
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.pages.answers import attempt, done, posted, sent
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tdapp.kernel.signing_in import devices, limits

LENGTHS = (2, 3, 4, 5, 6, 7, 8)
HOOKED = (2, 3)
SHORT = 5
MOST_RARE = 12
# What one network may tell a committee in an hour.
MOST_SAID, HOUR = 20, 3600


class Prepared(NamedTuple):
    """A list to learn: its title, and the search that finds it as an address has it."""

    title: str
    query: str


def to_learn(row: Edition) -> list[Prepared]:
    """The lists clubs ask for: by length, with hooks, with rare tiles, what is new."""
    found = [_prepared(_of(n), f"length:{n}") for n in LENGTHS]
    found += [
        _prepared(_("%(words)s, with hooks") % {"words": _of(n)}, f"length:{n}", hooks=True) for n in HOOKED
    ]
    for tile in rare_tiles(rulesets.table_of(row.ruleset))[:MOST_RARE]:
        line = f"contains:{bracketed((tile.letters,))} length:-{SHORT}"
        facts = {"tile": tile.letters, "most": SHORT}
        found.append(_prepared(_("With %(tile)s, up to %(most)s tiles") % facts, line))
    if row.base and row.base.public == row.public:
        found.append(
            _prepared(_("New since %(edition)s") % {"edition": row.base.name}, f"added:{row.base.name}")
        )
    return found


def _of(tiles: int) -> str:
    return ngettext("Words of %(n)s tile", "Words of %(n)s tiles", tiles) % {"n": tiles}


def _prepared(title: str, line: str, *, hooks: bool = False) -> Prepared:
    return Prepared(title, _query(line, hooks))


def _query(line: str, hooks: bool) -> str:
    return urlencode({"q": line, **({"with": "hooks"} if hooks else {})})


def title_of(row: Edition, line: str, hooks: bool) -> str:
    """What a prepared list is called; "" for any other search."""
    query = _query(line, hooks)
    return next((one.title for one in to_learn(row) if one.query == query), "")


def open_edition(ctx: Context, lexicon: Lexicon) -> Edition | None:
    """The edition in force, where this reader may ask it now."""
    row = editions.in_force(lexicon)
    if row is None or not (row.public or can(ctx, "lexicon.view")):
        return None
    return None if embargo.is_list_closed(lexicon, ctx) else row


def word_of_today(ctx: Context, lexicon: Lexicon) -> tuple[Edition, daily.Found] | None:
    """The word of the day with its edition, for who may see it."""
    row = open_edition(ctx, lexicon)
    try:
        return daily.word_of(row, clock.today()) if row else None
    except Refusal:
        return None  # its file is gone: the page of the edition says so


@require_safe
def feed(request: HttpRequest, lexicon: str) -> HttpResponse:
    """The word of the day and the editions of a list, for feed readers: what everybody may see, whoever asks."""
    _ctx, row = web_lexicon(request, lexicon)
    found = daily.entries(row, open_edition(anybody(row), row))
    pages = {
        entry.edition.name: request.build_absolute_uri(
            reverse("lexicon_admin:edition", args=[row.slug, entry.edition.name])
        )
        for entry in found
    }
    root = request.build_absolute_uri(reverse("lexicon_admin:lexicon", args=[row.slug]))
    return HttpResponse(daily.atom(row, found, root, pages), "application/atom+xml; charset=utf-8")


@require_http_methods(["GET", "POST"])
def feedback(request: HttpRequest, lexicon: str) -> HttpResponse:
    """A word to the committee, from whoever may read the list: no account, no name of a person."""
    ctx, row = web_lexicon(request, lexicon)
    edition = editions.newest(row)
    if edition is None:
        raise Missing("no-edition", _("This list has no edition yet."))
    require_view(ctx, edition)
    form = FeedbackForm(
        posted(request),
        initial={"word": request.GET.get("word", "")[:60], "action": request.GET.get("action", "add")},
    )
    if sent(request, form):
        _refuse_flood(request)
        says = keyed(request, replace(anybody(row), roles=frozenset({READER})))
        if attempt(form, lambda: suggest(says, row, **form.values())):
            said = _("Thank you: the committee has it.")
            return done(request, said, "lexicon_admin:lexicon", row.slug)
    lead = _(
        "The committee reads it and decides; what it decides stands with the next edition. Nobody's name is asked."
    )
    return page(request, "lists/feedback", _("Tell the committee"), lead, ctx=ctx, lexicon=row, form=form)


def _refuse_flood(request: HttpRequest) -> None:
    if seconds := limits.wait("words suggested", limits.household(devices.address(request)), MOST_SAID, HOUR):
        sentence = _("Much was said from your network in this hour. Please say it later.")
        raise NotAllowed("too-many-tries", sentence, status=429, retry_after=round(seconds) + 1)
