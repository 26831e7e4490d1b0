"""What must never be among the lists of words: one way for each of their constraints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lexicon_admin.models import Decision, Edition, Lexicon, ListImport, Proposal, SavedSearch, Seat, Vote
from tdapp.kernel import clock
from tests import factories as f

Twice = Callable[..., None]
HASHES = {"sha256": "a" * 64, "file_sha256": "b" * 64}


def lexicon() -> Lexicon:
    return Lexicon.objects.create(slug="guarded", name="Guarded")


def edition(**facts: Any) -> Edition:
    known = {"number": 1, "name": "2026", "made_by": "system", "made_name": "", **facts}
    return Edition.objects.create(lexicon=lexicon(), **known)


def published(**facts: Any) -> Edition:
    now = clock.now()
    return edition(status="published", effective_from=clock.today(), published_at=now, **HASHES, **facts)


def brought() -> ListImport:
    return ListImport.objects.create(
        lexicon=lexicon(), name="x", size=1, content="c", made_by="", made_name=""
    )


def proposal(**facts: Any) -> Proposal:
    known = {
        "number": 1,
        "action": "add",
        "key": "ASO",
        "printed": "aso",
        "made_by": "",
        "made_name": "",
        **facts,
    }
    return Proposal.objects.create(lexicon=lexicon(), **known)


def vote() -> Vote:
    return Vote.objects.create(proposal=proposal(), user=f.user(), choice="yes")


def decision() -> Decision:
    figures = {"yes": 3, "no": 0, "abstained": 0, "in_conflict": 0, "quorum": 3, "threshold": 60}
    return Decision.objects.create(
        proposal=proposal(), accepted=True, decided_by="", decided_name="", **figures
    )


def entered() -> None:
    row = edition()
    known = {"number": 1, "action": "add", "key": "ASO", "printed": "aso", "made_by": "", "made_name": ""}
    Proposal.objects.create(lexicon=row.lexicon, edition=row, status="open", **known)


def ways(twice: Twice, changed: Twice) -> dict[str, Callable[[Any], None]]:
    """By constraint, as in the table of all the others."""
    return {
        "Lexicon.slug": lambda h: twice(lexicon()),
        "lexicon_a_block_list_says_what": lambda h: changed(lexicon(), kind="block"),
        "lexicon_votes_can_be_won": lambda h: changed(lexicon(), threshold=0),
        "seat_once_per_lexicon": lambda h: twice(Seat.objects.create(lexicon=lexicon(), user=f.user())),
        "search_one_name_per_person": lambda h: twice(
            SavedSearch.objects.create(lexicon=lexicon(), user=f.user(), name="short", line="length:2")
        ),
        "edition_one_name_per_lexicon": lambda h: twice(published(), number=2),
        "edition_one_number_per_lexicon": lambda h: twice(published(), name="2027"),
        "edition_one_draft_per_lexicon": lambda h: twice(edition(), number=2, name="2027"),
        "edition_a_published_one_is_whole": lambda h: changed(published(), sha256=""),
        "edition_a_reverted_one_says_why": lambda h: changed(published(), status="reverted"),
        "import_a_ready_one_is_whole": lambda h: changed(brought(), status="ready"),
        "import_an_applied_one_has_its_edition": lambda h: changed(brought(), status="applied"),
        "proposal_one_number_per_lexicon": lambda h: twice(proposal(), key="PUSA"),
        "proposal_one_undecided_per_word": lambda h: twice(proposal(), number=2),
        "proposal_only_accepted_ones_enter": lambda h: entered(),
        "vote_once_per_member": lambda h: twice(vote()),
        "Decision.proposal": lambda h: twice(decision()),
    }
