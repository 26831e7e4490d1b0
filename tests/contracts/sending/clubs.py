"""Clubs: for who keeps the installation, for their officers."""

from __future__ import annotations

from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from tdapp.clubs.commands.taking import place_of
from tdapp.clubs.models import Season
from tdapp.desk.models import Freeze
from tdapp.events.models import Division, Membership
from tdapp.people.names import listed_name
from tests import factories as f
from tests.contracts.sending.send import Send, send
from tests.contracts.worlds import World
from tests.scoresheets.pictures import png


def _page(here: World) -> dict[str, object]:
    return {
        "public": "on",
        "about": "Tuesdays",
        "joining": "Ring",
        "contact": "",
        "seen": here.facts["home"].version,
    }


def _new_name(here: World) -> dict[str, object]:
    return {"name": "Lipa Word Club", "seen": here.facts["home"].club.name}


def _websites(here: World) -> dict[str, object]:
    return {"websites": "https://club.example.org", "seen": here.facts["home"].version}


def _member(here: World) -> dict[str, object]:
    return {"number": "8", "since": "2026-01-01", "paid_until": "", "seen": here.facts["club_member"].version}


def _spelled(here: World) -> dict[str, object]:
    """How the member is written now, and another way."""
    player = here.facts["club_member"].player
    return {
        "surname": "Salonga",
        "given": "Pia",
        "reason": "misheard",
        "seen": listed_name(player.given, player.surname),
    }


def _season(here: World) -> dict[str, object]:
    days = {"starts_on": "2026-01-01", "ends_on": "2026-06-30"}
    how = {"points": "5 3 1", "rest": 0, "best": 0, "school_best": 0}
    return {"name": "First half", **days, **how, "seen": here.facts["season"].version}


def _certificates(here: World) -> dict[str, object]:
    """The last round of a division is out, kept back no longer, and everybody in it took part."""
    Freeze.objects.filter(division=here.divisions["open"].pk).delete()
    Division.objects.filter(pk=here.divisions["open"].pk).update(rounds_planned=1)
    Season.objects.filter(pk=here.facts["season"].pk).update(certificate_events=1)
    cache.clear()  # a season may be told as it was two seconds ago
    return {"part": "1"}


def _own_event(here: World) -> dict[str, object]:
    """An event that no club runs, of the director of the club's events."""
    event = f.event("loose")
    Membership.objects.create(event=event, user=here.who("club-director"), role="director")
    return {"event": event.slug}


def _file_made(here: World) -> dict[str, object]:
    """The worker has made what was ordered."""
    place = place_of(here.facts["club_file"])
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(b"made")
    return {}


SENDS: dict[str, Send] = {
    "clubs:open": send("club.open", by="operator", name="Quezon Tile Club", kind="club"),
    "clubs:keeper_invite": send("club.invite_first", by="operator", name="Ana Cruz", days=14),
    "clubs:keeper_revoke": send("club.revoke_first", by="organiser"),
    "clubs:hand_over": Send(_own_event, ("event.host",), "club-director"),
    "clubs:page": Send(_page, ("club.page",), "club-publisher"),
    "clubs:rename": Send(_new_name, ("club.rename",), "club-officer"),
    "clubs:look": Send(
        lambda _here: {"colour": "#0b5d7a", "logo": SimpleUploadedFile("logo.png", png())},
        ("club.colour", "club.logo"),
        "club-publisher",
    ),
    "clubs:remove_logo": send("club.logo_off", by="club-publisher"),
    "clubs:websites": Send(_websites, ("club.frames",), "club-publisher"),
    "clubs:add_season": Send(_season, ("club.season_add",), "club-publisher"),
    "clubs:season": Send(_season, ("club.season_edit",), "club-publisher"),
    "clubs:certificates": Send(_certificates, ("club.certificates",), "club-director"),
    "clubs:withdraw": send("club.certificate_withdraw", by="club-director"),
    "clubs:remove_season": send("club.season_remove", by="club-publisher"),
    "clubs:files": send("club.file", by="club-officer", what="copies"),
    "clubs:file": Send(_file_made, ("club.file_taken",), "club-officer"),
    "clubs:invite": send("club.invite", by="club-officer", role="club-director", days=7),
    "clubs:revoke": send("club.revoke_invitation", by="club-officer"),
    "clubs:end": send("club.officer_out", by="club-officer"),
    "clubs:add_member": send("club.member_add", by="member-manager", surname="Salonga", given="Pia"),
    "clubs:bring": Send(
        lambda _here: {"file": SimpleUploadedFile("members.csv", b"Surname,Given name\nSalonga,Ben\n")},
        ("club.member_bring",),
        "member-manager",
    ),
    "clubs:take": Send(lambda here: {"event": here.event.slug}, ("club.member_take",), "member-manager"),
    "clubs:member": Send(_member, ("club.member_edit",), "member-manager"),
    "clubs:member_name": Send(_spelled, ("club.member_name",), "member-manager"),
    "clubs:remove_member": send("club.member_remove", by="member-manager"),
    "clubs:open_private": send("club.open_private", by="member-manager"),
    "clubs:private": send(
        "club.private", by="member-manager", birth_date="2011-05-01", guardian="Her mother"
    ),
}
