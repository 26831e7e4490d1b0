"""Lexicons, committees and editions in a few lines, through the real commands."""

from __future__ import annotations

from datetime import date
from typing import Any

from lexicon_admin.commands import editions as edition_commands
from lexicon_admin.commands import imports, lexicons, list_reading, proposals
from lexicon_admin.committee.access import context_of
from lexicon_admin.lists import storage
from lexicon_admin.models import Edition, Lexicon, ListImport, Proposal
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tests import factories as f

DAY = date(2026, 1, 1)
FACTS = {"source": "made for a test", "licence": "public domain"}


def program(lexicon: Lexicon) -> Context:
    return context.system(lexicon.scope_key)


def acting(who: User, lexicon: Lexicon, key: str = "") -> Context:
    return context_of(who, lexicon, "web", key=key)


def lexicon(slug: str = "salita", **facts: Any) -> Lexicon:
    known = {"name": slug.title(), "ruleset": "salitaan-competition", "language": "fil", **facts}
    lexicons.create_lexicon(context.system(), Installation(), slug=slug, **known)
    return Lexicon.objects.get(slug=slug)


def member(of: Lexicon, name: str = "", role: str = "committee") -> User:
    user = f.user(name)
    lexicons.give_seat(program(of), of, username=user.username, role=role)
    return user


def sent(of: Lexicon, words: str | bytes, *, by: Context | None = None, **more: Any) -> ListImport:
    """A list taken in and read at once."""
    data = words.encode() if isinstance(words, str) else words
    stored = storage.keep([data])
    ctx = by or program(of)
    told = imports.start_import(
        ctx, of, name="list.txt", size=stored.size, content=stored.content, at_once=True, **more
    )
    row = ListImport.objects.select_related("lexicon").get(pk=told["id"])
    list_reading.read_import(ctx, row)
    return row


def edition(of: Lexicon, words: str | bytes, name: str = "2026", **facts: Any) -> Edition:
    """A published edition of these words."""
    policy = facts.pop("policy", {})
    row = sent(of, words, policy=policy)
    told = {"effective_from": DAY, **FACTS, **facts}
    made = imports.apply_import(program(of), row, seen=row.sha256, name=name, **told)
    return Edition.objects.select_related("lexicon", "base").get(pk=made["id"])


def proposal(of: Lexicon, action: str = "add", word: str = "aso", **facts: Any) -> Proposal:
    known = {"citations": "UP Diksiyonaryo, 12", **facts}
    told = proposals.propose(program(of), of, action=action, word=word, **known)
    return Proposal.objects.select_related("lexicon").get(pk=told["id"])


def accepted(of: Lexicon, action: str = "add", word: str = "aso", **facts: Any) -> Proposal:
    """A proposal the whole committee is for."""
    row = proposal(of, action, word, **facts)
    voters = [seat.user for seat in of.seats.select_related("user")] or [member(of) for _ in range(3)]
    for user in voters:
        proposals.vote(acting(user, of), row, choice="yes")
    proposals.decide(program(of), row)
    return Proposal.objects.select_related("lexicon").get(pk=row.pk)


def drafted(of: Lexicon, name: str = "2027", **facts: Any) -> Edition:
    known = {"effective_from": date(2026, 3, 1), "feedback_until": date(2026, 2, 1), **facts}
    told = edition_commands.draft_edition(program(of), of, name=name, **{**FACTS, **known})
    return Edition.objects.select_related("lexicon", "base").get(pk=told["id"])
