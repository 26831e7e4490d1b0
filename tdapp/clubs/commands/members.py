"""The members of a club: its own list of players. What is private of them is kept under the club's scope alone."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _

from tdapp.clubs import hosted, roll
from tdapp.events.models import Entrant, Event, as_data
from tdapp.interchange.roster.parse import parse_roster
from tdapp.interchange.roster.reader import Rules
from tdapp.interchange.roster.rows import Roster
from tdapp.kernel import clock, tabular
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can, require
from tdapp.kernel.refusals import Conflict, Missing, Refusal
from tdapp.kernel.tabular.text import tidy
from tdapp.people import registry
from tdapp.people.models import ClubHome, ClubMember, Player
from tdapp.people.names import fold, listed_name

PRIVATE = "club.private"
LOGGED = ("number", "since", "paid_until")
TOLD = ("birth_date", "birth_year", "guardian", "contact", "notes")
MOST_BROUGHT, MOST_SAID = 500, 5


@command("club.member_add", "member of the club added", needs="club.member_edit", private=("birth_date",))
def add_member(
    ctx: Context, home: ClubHome, *, given: str = "", surname: str, federation_number: str = "", number: str = "",
    since: date | None = None, paid_until: date | None = None, birth_date: date | None = None,
) -> Change:  # fmt: skip
    """Add a player to the club's list: a known one by the federation's number, else a new one.

    Refuses 409 who is a member already or a number of the club's that is taken, 422 a federation's number of another name.
    """
    if birth_date is not None:
        require(ctx, PRIVATE)
    _refuse_long(given, surname, federation_number)
    _refuse_taken(home, number.strip())
    player = registry.player(given=given, surname=surname, number=federation_number, club=home.club)
    if ClubMember.objects.filter(club=home.club_id, player=player).exists():
        facts = {"name": f"{player.surname}, {player.given}".strip(", ")}
        raise Conflict("already-member", _("%(name)s is a member already.") % facts)
    registry.keep_private(player, ctx.scope, consent=False, by=ctx.actor_name, birth_date=birth_date)
    row = ClubMember.objects.create(
        club=home.club, player=player, number=number.strip(), since=since, paid_until=paid_until
    )
    return Change(_answer(row), str(row), None, as_data(row, *LOGGED))


def _read(data: bytes) -> Roster:
    """A spreadsheet or CSV as the import of players reads it. Refuses (422) what is no list, and rows that cannot go in."""
    roster = parse_roster(tabular.read(data), Rules(clock.today()))
    if roster.errors:
        raise Refusal("bad-list", *(one.sentence for one in roster.errors[:MOST_SAID]))
    if len(roster.rows) > MOST_BROUGHT:
        facts = {"many": len(roster.rows), "most": MOST_BROUGHT}
        raise Refusal(
            "bad-list", _("The list has %(many)s people; %(most)s can be taken in at once.") % facts
        )
    return roster


@command(
    "club.member_bring", "list of members taken in", needs="club.member_edit", private=("data",), ahead={"data": _read}
)  # fmt: skip
def bring_members(ctx: Context, home: ClubHome, *, data: Roster) -> Change:
    """Everybody in a list becomes a member, all or nobody; who is one by number or, without one, by name stays as they are.

    Births, guardians and numbers to ring are kept for the club alone, by who may. Refuses a number of another name (422).
    """
    known = set(ClubMember.objects.filter(club=home.club_id).values_list("player__key", flat=True))
    made, today = 0, clock.today()
    for row in data.rows:
        if not row.member and fold(f"{row.surname} {row.given}") in known:
            continue
        try:
            player = registry.player(given=row.given, surname=row.surname, number=row.member, club=home.club)
        except Refusal as refusal:
            told = {"row": row.row, "said": refusal.sentences[0]}
            raise Refusal(refusal.code, _("Row %(row)s: %(said)s") % told) from refusal
        if not ClubMember.objects.get_or_create(club=home.club, player=player, defaults={"since": today})[1]:
            continue
        made += 1
        if can(ctx, PRIVATE):
            facts = {name: getattr(row, name) for name in TOLD}
            registry.keep_private(player, ctx.scope, consent=False, by=ctx.actor_name, **facts)
    told = {"members": made, "passed": len(data.rows) - made}
    return Change(told, str(home), None, told)


@command("club.member_edit", "member of the club changed", needs="club.member_edit")
def edit_member(
    ctx: Context, member: ClubMember, *, seen: int, number: str, since: date | None, paid_until: date | None
) -> Change:
    """Change number and days of a member; `seen` is the version the editor saw (409 with both when it moved on)."""
    number = number.strip()
    _refuse_taken(member, number, but=member)
    values = {"number": number, "since": since, "paid_until": paid_until}
    before = as_data(member, *LOGGED)
    if not ClubMember.objects.filter(pk=member.pk, version=seen).update(version=F("version") + 1, **values):
        stored = as_data(ClubMember.objects.get(pk=member.pk), *LOGGED)
        sentence = _("Somebody else changed this member. Nothing was saved; both are shown.")
        raise Conflict("stale", sentence, stored=stored, typed=values)
    return Change(_answer(member), str(member), before, values)


@command(
    "club.member_name",
    "name of a member corrected",
    needs="club.member_edit",
    private=("given", "surname", "seen"),
)
def correct_name(
    ctx: Context, member: ClubMember, *, given: str = "", surname: str, reason: str, seen: str
) -> Change:
    """Correct how a member is written; entries keep the name they have. `seen` is the name the editor saw (409).

    The log has both names, of a junior only that it was corrected. Refuses 422 without a reason, and whose name is not this
    club's alone: with a federation's number on a rating list, a member elsewhere, entered at others' events.
    """
    if not reason.strip():
        raise Refusal("no-reason", _("Say why the name is corrected."))
    _refuse_long(given, surname, "")
    home = ClubHome.objects.select_related("club").get(club=member.club_id)
    line = roll.line(home, member, clock.today())
    player = Player.objects.get(pk=line.player.pk)
    _refuse_shared(home, player)
    before = listed_name(player.given, player.surname)
    if not registry.respell(player, given=given, surname=surname, seen=seen):
        sentence = _(
            "Somebody else corrected this name meanwhile. Nothing was saved; send it again to keep yours."
        )
        raise Conflict("stale", sentence, stored={"name": before})
    if line.junior:
        return Change(_answer(member), str(member), reason=reason)
    after = listed_name(tidy(given).text, tidy(surname).text)
    return Change(_answer(member), str(member), {"name": before}, {"name": after}, reason)


def _refuse_shared(home: ClubHome, player: Player) -> None:
    """Refuse to write somebody otherwise whom others know by this name. It does not say who they are."""
    them = Q(player=player) | Q(player__merged_into=player)
    listed = not player.is_temporary and player.ratings.exists()
    elsewhere = player.club_id not in {None, home.club_id} or ClubMember.objects.exclude(
        club=home.club_id
    ).filter(them)
    if listed or elsewhere or Entrant.objects.exclude(event__host=home.club_id).filter(them):
        sentence = _(
            "Others know this player by this name too: a rating list, another club or its events. An owner of this"
            " installation corrects it under Ratings, One person, two numbers."
        )
        raise Refusal("name-shared", sentence)


@command("club.member_remove", "member of the club removed", needs="club.member_edit")
def remove_member(ctx: Context, member: ClubMember) -> Change:
    """Take a player off the club's list, and forget what the club was told of them, but not that they want no page.

    Entries and results stay.
    """
    before = as_data(member, *LOGGED)
    registry.forget(member.player_id, ctx.scope)
    ClubMember.objects.filter(pk=member.pk).delete()
    return Change(_answer(member), str(member), before, None)


@command("club.member_take", "players of an event made members", needs="club.member_edit")
def take_entrants(ctx: Context, home: ClubHome, *, event: Event) -> Change:
    """Whoever played for this club at one of its own events becomes a member. Missing for another's event, and for
    a draft where nobody but those who work there sees it."""
    if not hosted.events_of(ctx, home).filter(pk=event.pk).exists():
        raise Missing("missing", _("There is no such event here."))
    entered = Entrant.objects.filter(event=event, club=home.club_id, player__isnull=False, house=False)
    new = entered.exclude(player__club_memberships__club=home.club_id)
    players = Player.objects.filter(pk__in=new.values("player"), merged_into=None)
    made = ClubMember.objects.bulk_create(ClubMember(club=home.club, player=one) for one in players)
    told = {"event": event.slug, "members": len(made)}
    return Change(told, str(home), None, told)


@command("club.open_private", "private data of a member looked at", needs=PRIVATE)
def open_private(ctx: Context, member: ClubMember) -> Change:
    """Note that somebody looks at a member's private data; the page reads them afterwards."""
    return Change(_answer(member), str(member))


@command(
    "club.private", "private data of a member changed", needs=PRIVATE,
    private=("birth_date", "birth_year", "guardian", "contact", "notes"),
)  # fmt: skip
def edit_private(
    ctx: Context, member: ClubMember, *, birth_date: date | None, birth_year: int | None, guardian: str, contact: str,
    notes: str = "", page: str | None = None,
) -> Change:  # fmt: skip
    """Replace what the club knows of a member's birth, guardian and contact. The log says that, never what.

    `page`: what they say of a page over all public events ("yes", "no", "" nothing); None leaves it as it is.
    """
    facts = {
        "birth_date": birth_date, "birth_year": birth_year, "guardian": guardian, "contact": contact, "notes": notes,
    }  # fmt: skip
    row = registry.set_private(member.player, ctx.scope, consent=False, by=ctx.actor_name, **facts)
    before = {"page": row.page}
    if page is None:
        return Change(_answer(member), str(member))
    registry.say_page(member.player, ctx.scope, page, ctx.actor_name)
    return Change(_answer(member), str(member), before, {"page": page})


def _refuse_long(given: str, surname: str, number: str) -> None:
    if len(given) > 80 or len(surname) > 80 or len(number) > 24:
        raise Refusal("bad-member", _("A name has at most 80 characters, a number at most 24."))


def _refuse_taken(of: ClubHome | ClubMember, number: str, but: ClubMember | None = None) -> None:
    if len(number) > 24:
        raise Refusal("bad-member", _("A name has at most 80 characters, a number at most 24."))
    rows = ClubMember.objects.filter(club=of.club_id, number=number)
    if but is not None:
        rows = rows.exclude(pk=but.pk)
    if number and rows.exists():
        raise Conflict("number-taken", _("Member number %(number)s is taken.") % {"number": number})


def _answer(row: ClubMember) -> dict[str, Any]:
    return {"id": row.pk, "number": row.number}
