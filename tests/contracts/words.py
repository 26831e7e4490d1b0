"""Lists of words for the worlds: one with an edition, a dry run, proposals and a committee; one with a draft to publish."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from lexicon_admin.commands import (
    editions,
    imports,
    invitations,
    lexicons,
    list_reading,
    proposals,
    searches,
)
from lexicon_admin.committee.access import context_of
from lexicon_admin.lists import storage
from lexicon_admin.models import Lexicon, ListImport, Proposal, SavedSearch
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.signing_in import accounts
from tests import factories as f

LICENCE = {"source": "made for a test", "licence": "public domain", "public": True}
DAY = date(2026, 1, 1)


def lists(name: str) -> dict[str, Any]:
    """The facts of a world's lists, and who may vote."""
    here = _lexicon(name)
    voters = [f.user(f"voter-{n}-{name}") for n in range(3)]
    for voter in voters:
        lexicons.give_seat(_program(here), here, username=voter.username, role="committee")
    _edition(here, "salita,kahulugan\nbahay,house\nnga,\n", "2025")
    _edition(here, "salita,kahulugan\nbahay,a house\naso,dog\nnga,\n", "2026")
    _proposals(here, voters)
    drafted = _lexicon(f"{name}-drafted")
    _edition(drafted, "bahay\n", "2025")
    days = {"feedback_until": date(2025, 6, 1), "effective_from": DAY}
    editions.draft_edition(_program(drafted), drafted, name="2026", **days)
    invited = invitations.invite(_program(here), here, role="committee", name="Lia")
    brought = imported(here, "pusa\nibon\n")
    return {
        "lexicon": here,
        "drafted": drafted,
        "brought": brought,
        "seat": here.seats.all()[0],
        "seat_invitation": Invitation.objects.get(pk=invited["id"]),
        "voter": voters[0],
    }


def saved(of: Lexicon, user: User) -> SavedSearch:
    """A search somebody keeps for a list."""
    told = searches.save_search(accounts.own_context(user), user, lexicon=of, name="short", line="length:2")
    return SavedSearch.objects.get(pk=told["id"])


def _lexicon(slug: str) -> Lexicon:
    facts = {"name": f"List {slug}", "ruleset": "salitaan-competition"}
    lexicons.create_lexicon(context.system(), Installation(), slug=slug, **facts)
    return Lexicon.objects.get(slug=slug)


def _program(of: Lexicon) -> context.Context:
    return context.system(of.scope_key)


def imported(of: Lexicon, words: str) -> ListImport:
    """A list read and waiting."""
    stored, ctx = storage.keep([words.encode()]), _program(of)
    told = imports.start_import(
        ctx, of, name="list.txt", size=stored.size, content=stored.content, at_once=True
    )
    row = ListImport.objects.select_related("lexicon").get(pk=told["id"])
    list_reading.read_import(ctx, row)
    return row


def _edition(of: Lexicon, words: str, name: str) -> None:
    row = imported(of, words)
    imports.apply_import(_program(of), row, seen=row.sha256, name=name, effective_from=DAY, **LICENCE)


def _proposals(of: Lexicon, voters: list[User]) -> None:
    """Number 1 is open with three votes, of those proposed at once; number 2 a draft of a judge's."""
    proposals.propose(_program(of), of, action="add", word="pusa", citations="KWF, 12")
    proposals.propose(
        _program(of), of, action="remove", word="nga", draft=True, precedent="Open 2026, table 3"
    )
    Proposal.objects.filter(lexicon=of, number=1).update(batch=1)
    row = Proposal.objects.select_related("lexicon").get(lexicon=of, number=1)
    for voter in voters:
        proposals.vote(context_of(voter, of, "web"), row, choice="yes")
    proposals.remark(_program(of), row, text="found in two dictionaries")


def upload() -> SimpleUploadedFile:
    """A small list to be sent."""
    return SimpleUploadedFile("list.txt", b"bahay\naso\nibon\n")
