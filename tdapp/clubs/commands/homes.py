"""Clubs that run their own events: opened by who keeps the installation, then kept by themselves."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from django.db.models import F
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tdapp.events.models import as_data
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.tabular.text import tidy
from tdapp.people import registry
from tdapp.people.models import Club, ClubHome, FormerName
from tdapp.people.names import fold
from tdapp.publishing.embed import origins
from tdapp.publishing.look import tones
from tdapp.publishing.look.pictures import Logo, made_anew

# Addresses of who keeps the installation stand beside those of the clubs: /c/<club>/.
RESERVED = frozenset({"open", "invite", "invitation", "new"})
PAGE = ("public", "about", "joining", "contact")
LENGTHS = {"about": 2000, "joining": 2000, "contact": 160}


@command("club.open", "club opened", needs="installation.clubs")
def open_club(
    ctx: Context, target: Installation, *, name: str, kind: str = Club.Kind.CLUB, slug: str = ""
) -> Change:
    """Give a club or school a home here: the one players already carry by this name, or a new one.

    Refuses 422 without a name or with an address that cannot be, 409 when the club has a home or the address is taken.
    """
    name = tidy(name).text
    if kind not in Club.Kind.values:
        raise Refusal("unknown-kind", _("Choose club or school."))
    chosen = slugify(slug or name)[:60].strip("-")
    _refuse_bad(name, chosen)
    club = registry.club(name)
    assert club is not None
    if ClubHome.objects.filter(club=club).exists():
        raise Conflict("club-there", _("%(name)s is already here.") % {"name": club.name})
    if ClubHome.objects.filter(slug=chosen).exists():
        raise Conflict(
            "slug-taken", _("The short name %(slug)s is taken; choose another.") % {"slug": chosen}
        )
    Club.objects.filter(pk=club.pk).update(kind=kind)
    home = ClubHome.objects.create(club=club, slug=chosen)
    told = {"slug": home.slug, "name": club.name, "kind": kind}
    return Change({"id": home.pk, **told}, str(home), None, told)


def _refuse_unnamed(name: str) -> None:
    if not 1 <= len(name) <= 120:
        raise Refusal("bad-club", _("A club needs a name of at most 120 characters."))


def _refuse_bad(name: str, slug: str) -> None:
    _refuse_unnamed(name)
    if not slug or slug in RESERVED:
        sentence = _("The short name %(slug)s cannot be used; use letters, digits and hyphens.")
        raise Refusal("bad-club", sentence % {"slug": slug})


@command("club.rename", "club renamed", needs="club.officers")
def rename(ctx: Context, home: ClubHome, *, name: str, seen: str) -> Change:
    """Call the club something else, everywhere it is named; its address stays, and lists with the old name still mean it.

    `seen` is the name the officer saw. Refuses 422 without a name, 409 where another club is called so, or was, and where
    somebody renamed it meanwhile.
    """
    name = tidy(name).text
    _refuse_unnamed(name)
    # Read in the turn: a name given a moment ago is one that lists may still have.
    before = Club.objects.get(pk=home.club_id)
    if before.name != seen:
        facts = {"name": before.name}
        sentence = _(
            "Somebody else named the club %(name)s meanwhile. Nothing was saved; send it again to call it as typed."
        )
        raise Conflict("stale", sentence % facts, stored=facts, typed={"name": name})
    key = fold(name)[:120]
    other = registry.clubs_by_key([key]).get(key)
    if other is not None and other.pk != home.club_id:
        facts = {"name": other.name}
        raise Conflict("name-taken", _("There is a club %(name)s here already; choose another name.") % facts)
    FormerName.objects.filter(club=home.club_id, key=key).delete()
    if key != before.key:
        FormerName.objects.create(club=before, name=before.name, key=before.key)
    Club.objects.filter(pk=home.club_id).update(name=name, key=key)
    ClubHome.objects.filter(pk=home.pk).update(version=F("version") + 1, renamed_at=clock.now())
    return Change({"slug": home.slug, "name": name}, str(home), {"name": before.name}, {"name": name})


@command("club.page", "page of the club changed", needs="club.edit")
def edit_page(ctx: Context, home: ClubHome, *, seen: int, **values: Any) -> Change:
    """Change what the club says of itself; `seen` is the version the editor saw (409 with both when it moved on)."""
    if unknown := set(values) - set(PAGE):
        raise Refusal("bad-page", _("A club has no %(names)s.") % {"names": ", ".join(sorted(unknown))})
    for name, most in LENGTHS.items():
        if (many := len(values.get(name, ""))) > most:
            facts = {"field": name, "most": most, "many": many}
            raise Refusal("bad-page", _("%(field)s may have %(most)s characters, not %(many)s.") % facts)
    before = as_data(home, *PAGE)
    rows = ClubHome.objects.filter(pk=home.pk, version=seen)
    if not rows.update(version=F("version") + 1, **values):
        stored = as_data(ClubHome.objects.get(pk=home.pk), *PAGE)
        sentence = _("Somebody else changed this page. Nothing was saved; both are shown.")
        raise Conflict("stale", sentence, stored=stored, typed=values)
    return Change({"slug": home.slug}, str(home), before, {**before, **values})


@command("club.frames", "websites named that may show the club's events", needs="club.edit")
def set_frames(ctx: Context, home: ClubHome, *, websites: str, seen: int) -> Change:
    """Name the websites that may show the pages of all the club's events in a frame. Refuses as `origins.read`; 409 stale."""
    told = {"frames": origins.read(websites)}
    if not ClubHome.objects.filter(pk=home.pk, version=seen).update(version=F("version") + 1, **told):
        raise origins.stale(ClubHome.objects.get(pk=home.pk).frames)
    return Change(told, str(home), {"frames": home.frames}, told)


@command("club.colour", "colour of the club chosen", needs="club.edit")
def set_colour(ctx: Context, home: ClubHome, *, colour: str) -> Change:
    """Choose the colour (`#0b5d7a`), "" for none. Refuses 422 what is no colour."""
    chosen = tones.read(colour) if colour.strip() else ""
    if colour.strip() and not chosen:
        sentence = _("“%(text)s” is no colour: write # and six digits, such as #0b5d7a.")
        raise Refusal("no-colour", sentence % {"text": colour.strip()[:40]})
    before = home.colour
    _look(home, colour=chosen)
    return Change({"colour": chosen}, str(home), {"colour": before}, {"colour": chosen})


@command(
    "club.logo", "logo of the club kept", needs="club.edit", private=("data",), ahead={"data": made_anew}
)
def set_logo(ctx: Context, home: ClubHome, *, data: Logo) -> Change:
    """Keep the logo, made anew before the transaction. Refuses as `made_anew`."""
    _look(home, logo=b64encode(data.png).decode(), width=data.width, height=data.height)
    told = {"width": data.width, "height": data.height, "bytes": len(data.png)}
    return Change(told, str(home), None, told)


@command("club.logo_off", "logo of the club removed", needs="club.edit")
def remove_logo(ctx: Context, home: ClubHome) -> Change:
    """Take the logo away; without one nothing happens."""
    told = {"width": home.width, "height": home.height}
    _look(home, logo="", width=0, height=0)
    return Change({"removed": int(bool(home.width))}, str(home), told, None)


def _look(home: ClubHome, **facts: object) -> None:
    ClubHome.objects.filter(pk=home.pk).update(version=F("version") + 1, **facts)
