"""What a committee does with one word: propose, discuss, vote, decide by quorum and threshold."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lexicon_admin import rulesets
from lexicon_admin.committee.voting import Count, count
from lexicon_admin.lists import editions, embargo
from lexicon_admin.models import Decision, Edition, Lexicon, Proposal, Remark, Vote
from lexicon_admin.words.normalise import Policy, Reason, Word, alphabet_of, clean, examine, strange_in
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal

# A person names the word: capitals and hyphens are as he writes them, and say nothing.
AS_WRITTEN = Policy(hyphen="keep", apostrophe="strip", capitals="ignore")
Action, Status = Proposal.Action, Proposal.Status
MOST_TEXT = 4000


@command("proposal.make", "word proposed", needs="lexicon.propose")
def propose(
    ctx: Context, lexicon: Lexicon, *, action: str, word: str, definition: str = "", citations: str = "",
    draft: bool = False, precedent: str = "", origin: str = "",
) -> Change:  # fmt: skip
    """Propose to add, remove or define a word. With `draft` it waits for somebody to open it, as rulings do.

    Refuses a word that is none, one that is (not) listed already, and a second proposal for a word not yet decided.
    """
    refuse_in_play(ctx, lexicon)
    read = word_of(lexicon, word)
    refuse_senseless(lexicon, action, read.key, definition)
    if not draft:
        refuse_uncited(citations)
    row = Proposal.objects.create(
        lexicon=lexicon, number=next_number(lexicon), action=action, key=read.key, printed=read.printed,
        definition=short(definition, 1000), citations=short(citations, MOST_TEXT), precedent=short(precedent, 300),
        origin=origin[:80], status=Status.DRAFT if draft else Status.OPEN,
        vote_until=None if draft else last_day(lexicon), made_by=ctx.actor, made_name=ctx.actor_name[:150],
    )  # fmt: skip
    told = {"number": row.number, "action": action, "word": row.printed, "citations": row.citations}
    return Change({"id": row.pk, **told}, f"{lexicon} {row}", None, told)


def last_day(lexicon: Lexicon) -> date | None:
    """The last day of a vote that opens today; None where votes have none."""
    return clock.today() + timedelta(days=lexicon.days) if lexicon.days else None


def refuse_in_play(ctx: Context, lexicon: Lexicon) -> None:
    """Refuse to tell whether a word is listed to whom the list is closed while it is in play: proposing asks just that."""
    edition = editions.newest(lexicon)
    if edition is not None:
        embargo.refuse_closed(edition, ctx)


def word_of(lexicon: Lexicon, text: str) -> Word:
    """The word somebody means; a refusal when it is none."""
    written = replace(AS_WRITTEN, diacritics=lexicon.diacritics)
    alphabet = rulesets.table_of(lexicon.ruleset, lexicon.marks).alphabet
    found = examine(text, written, alphabet)
    if isinstance(found, Reason):
        raise Refusal("no-word", _no_word(text, found, alphabet), reason=found)
    return found


def _no_word(text: str, reason: Reason, alphabet: frozenset[str]) -> str:
    """What is wrong with it; a letter that only looks right is named, as in a search: a Cyrillic А is no A."""
    odd = strange_in(clean(text), alphabet) if reason is Reason.FOREIGN else ""
    if odd and (name := alphabet_of(odd)) != "Latin":
        facts = {"word": text[:30], "sign": odd, "name": name}
        return (
            _("“%(word)s”: “%(sign)s” is a letter of another alphabet (%(name)s). Type the word anew.")
            % facts
        )
    return _("“%(text)s” is no word: letters only, at most 60.") % {"text": text[:60]}


def refuse_senseless(lexicon: Lexicon, action: str, key: str, definition: str) -> None:
    """Refuse what cannot be proposed of this word now: it is listed, or not, or somebody proposed it already."""
    if action not in Action.values:
        raise Refusal("bad-action", _("A proposal adds, removes or defines a word."))
    edition = editions.newest(lexicon)
    listed = edition is not None and key in editions.store_of(edition)
    if listed == (action == Action.ADD):
        there, absent = (
            _("%(word)s stands in %(edition)s already."),
            _("%(word)s does not stand in %(edition)s."),
        )
        facts = {"word": key, "edition": edition or lexicon}
        raise Refusal("senseless", (there if listed else absent) % facts)
    if action == Action.DEFINE and not definition.strip():
        raise Refusal("no-definition", _("Write the definition."))
    waiting = lexicon.proposals.filter(
        key=key, edition=None, status__in=[Status.DRAFT, Status.OPEN, Status.ACCEPTED]
    )
    if other := waiting.first():
        raise Conflict(
            "proposed-already",
            _("%(word)s is in proposal %(number)s already.") % {"word": key, "number": other.number},
        )


def refuse_uncited(citations: str) -> None:
    """Refuse a proposal without a source."""
    if not citations.strip():
        raise Refusal(
            "no-citation", _("Name at least one source: dictionary and page, or where the word was read.")
        )


def short(text: str, most: int) -> str:
    """A text without blanks around it, refused where it is too long."""
    cleaned = text.strip()
    if len(cleaned) > most:
        raise Refusal("too-long", _("At most %(most)s characters fit here.") % {"most": most})
    return cleaned


def next_number(lexicon: Lexicon) -> int:
    """The number of the next proposal."""
    return int(lexicon.proposals.aggregate(last=Max("number"))["last"] or 0) + 1


@command("proposal.open", "proposal put to the vote", needs="lexicon.propose")
def open_proposal(ctx: Context, proposal: Proposal, *, citations: str, definition: str = "") -> Change:
    """Put a draft to the vote, with its citations."""
    _refuse_status(proposal, Status.DRAFT)
    refuse_uncited(citations)
    proposal.citations, proposal.status = short(citations, MOST_TEXT), Status.OPEN
    proposal.definition = short(definition, 1000) or proposal.definition
    proposal.vote_until = last_day(proposal.lexicon)
    proposal.save(update_fields=["citations", "definition", "status", "vote_until"])
    return _changed(
        proposal, {"status": Status.DRAFT}, {"status": Status.OPEN, "citations": proposal.citations}
    )


@command("proposal.remark", "remark on a proposal", needs="lexicon.propose")
def remark(ctx: Context, proposal: Proposal, *, text: str) -> Change:
    """Say something about a proposal."""
    if not text.strip():
        raise Refusal("nothing-said", _("Write what you want to say."))
    said = Remark.objects.create(
        proposal=proposal, text=short(text, MOST_TEXT), made_by=ctx.actor, made_name=ctx.actor_name[:150]
    )
    return _changed(proposal, None, {"remark": said.text})


@command("proposal.vote", "vote on a proposal", needs="lexicon.vote")
def vote(ctx: Context, proposal: Proposal, *, choice: str, conflict: str = "") -> Change:
    """Vote, or vote anew. A note of a conflict of interest keeps the vote on record and out of the count."""
    before, after = cast(ctx, proposal, choice, conflict)
    return _changed(proposal, before, after)


def cast(ctx: Context, proposal: Proposal, choice: str, conflict: str) -> tuple[Any, dict[str, str]]:
    """Store a vote, inside a command; what it was before and is now."""
    _refuse_status(proposal, Status.OPEN)
    if proposal.vote_until and proposal.vote_until < clock.today():
        day = proposal.vote_until.isoformat()
        raise Refusal(
            "vote-over",
            _("The vote was open until %(day)s. The secretary can give it more time.") % {"day": day},
        )
    if choice not in Vote.Choice.values:
        raise Refusal("bad-vote", _("A vote is yes, no or abstain."))
    user = find(User.objects.all(), pk=ctx.actor.removeprefix("user:"))
    before = proposal.votes.filter(user=user).values("choice", "conflict").first()
    facts = {"choice": choice, "conflict": short(conflict, 300), "voted_at": clock.now()}
    Vote.objects.update_or_create(proposal=proposal, user=user, defaults=facts)
    return before, {"choice": choice, "conflict": short(conflict, 300)}


@command("proposal.decide", "proposal decided", needs="lexicon.edit")
def decide(ctx: Context, proposal: Proposal, *, reason: str = "") -> Change:
    """Close the vote. The rule decides, not who closes it; refuses below the quorum of members who still sit."""
    found = close_vote(ctx, proposal, reason)
    return _changed(proposal, {"status": Status.OPEN}, {"status": proposal.status, **found._asdict()}, reason)


def has_quorum(proposal: Proposal) -> bool:
    """Whether enough members who still sit have voted."""
    return count(proposal).counted >= proposal.lexicon.quorum


def close_vote(ctx: Context, proposal: Proposal, reason: str) -> Count:
    """Close one vote, inside a command; how it stood."""
    _refuse_status(proposal, Status.OPEN)
    lexicon = proposal.lexicon
    found = count(proposal)
    if found.counted < lexicon.quorum:
        facts = {"counted": found.counted, "quorum": lexicon.quorum}
        sentence = ngettext(
            "%(counted)s vote counts so far; the quorum is %(quorum)s.",
            "%(counted)s votes count so far; the quorum is %(quorum)s.",
            found.counted,
        )
        raise Refusal("no-quorum", sentence % facts, **facts)
    accepted = found.carried(lexicon.threshold)
    _write_decision(ctx, proposal, found, accepted, short(reason, 1000))
    proposal.status, proposal.decided_at = Status.ACCEPTED if accepted else Status.REJECTED, clock.now()
    proposal.save(update_fields=["status", "decided_at"])
    return found


def _write_decision(ctx: Context, proposal: Proposal, found: Count, accepted: bool, reason: str) -> None:
    Decision.objects.create(
        proposal=proposal, accepted=accepted, yes=found.yes, no=found.no, abstained=found.abstained,
        in_conflict=found.in_conflict, quorum=proposal.lexicon.quorum, threshold=proposal.lexicon.threshold,
        reason=reason, decided_by=ctx.actor, decided_name=ctx.actor_name[:150],
    )  # fmt: skip


@command("proposal.withdraw", "proposal taken back", needs="lexicon.propose")
def withdraw(ctx: Context, proposal: Proposal, *, reason: str = "") -> Change:
    """Take a proposal back: before it is decided who made it may, and who looks after the list.

    One that was accepted only the secretary takes out, with a reason, as long as no published edition holds it; the
    votes and the decision stay on record.
    """
    accepted = proposal.status == Status.ACCEPTED
    if proposal.status not in {Status.DRAFT, Status.OPEN} and not (accepted and _unpublished(proposal)):
        raise Refusal("decided", _("This proposal is decided."))
    if not can(ctx, "lexicon.edit") and (accepted or proposal.made_by != ctx.actor):
        raise NotAllowed("not-yours", _("Only who made a proposal, or the secretary, may take it back."))
    if accepted and not reason.strip():
        raise Refusal("no-reason", _("Say why an accepted word is taken back."))
    before, proposal.status, proposal.edition = proposal.status, Status.WITHDRAWN, None
    proposal.decided_at = clock.now()
    proposal.save(update_fields=["status", "edition", "decided_at"])
    return _changed(proposal, {"status": before}, {"status": Status.WITHDRAWN}, reason)


def _unpublished(proposal: Proposal) -> bool:
    return proposal.edition is None or proposal.edition.status == Edition.Status.DRAFT


def _refuse_status(proposal: Proposal, wanted: str) -> None:
    if proposal.status != wanted:
        facts = {"status": Status(proposal.status).label, "wanted": Status(wanted).label}
        raise Refusal("wrong-status", _("This proposal is %(status)s, not %(wanted)s.") % facts)


def _changed(proposal: Proposal, before: Any, after: Any, reason: str = "") -> Change:
    told = {"id": proposal.pk, "number": proposal.number, "status": proposal.status}
    return Change(told, f"{proposal.lexicon} {proposal}", before, after, reason)
