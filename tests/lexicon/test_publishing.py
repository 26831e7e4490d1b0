"""Drafts of the committee, looked at and published, or not; and an edition taken back."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from lexicon_admin import preview
from lexicon_admin.commands import editions as edition_commands
from lexicon_admin.commands import lexicons, proposals, publishing
from lexicon_admin.lists import editions
from lexicon_admin.models import Decision, Edition, Lexicon, Proposal
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.refusals import Conflict, Refusal
from tests.lexicon import making as m

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> Lexicon:
    row = m.lexicon()
    m.edition(row, "salita,kahulugan\nbahay,house\nnga,\nwala,\n")
    return row


def test_a_draft_becomes_an_edition_with_what_was_accepted(here: Lexicon) -> None:
    m.accepted(here, "add", "pusa", definition="cat")
    m.accepted(here, "remove", "wala")
    m.accepted(here, "define", "bahay", definition="a house or home")
    draft = m.drafted(here)
    assert draft.proposals.count() == 3
    publishing.publish(m.program(here), draft)
    draft.refresh_from_db()
    words = {word.key: word.definition for word in editions.store_of(draft)}
    assert words == {"BAHAY": "a house or home", "NGA": "", "PUSA": "cat"}
    assert draft.counts == {"added": 1, "removed": 1, "changed": 1}
    changes = editions.changes(draft)
    assert changes is not None
    assert [word.key for word in changes.added] == ["PUSA"]


def test_the_worker_publishes_too(here: Lexicon) -> None:
    m.accepted(here, "add", "pusa")
    draft = m.drafted(here)
    told = publishing.publish_later(m.program(here), draft, seen=publishing.changes_seen(draft))
    jobs.run(told["job"])
    assert Job.objects.get(pk=told["job"]).status == "done"
    assert Edition.objects.get(pk=draft.pk).status == "published"


def later(draft: Edition, **more: Any) -> str:
    """Give the draft to the worker, and let it work; what became of the edition."""
    told = publishing.publish_later(
        m.program(draft.lexicon), draft, seen=publishing.changes_seen(draft), **more
    )
    jobs.run(told["job"])
    return Edition.objects.get(pk=draft.pk).status


def test_nothing_is_published_while_feedback_is_open_unless_somebody_says_so(here: Lexicon) -> None:
    m.accepted(here, "add", "pusa")
    draft = m.drafted(here, feedback_until=date(2090, 1, 1), effective_from=date(2090, 2, 1))
    for call in (lambda: later(draft), lambda: publishing.publish(m.program(here), draft)):
        with pytest.raises(Refusal) as refused:
            call()
        assert refused.value.code == "feedback-open"
    assert Edition.objects.get(pk=draft.pk).status == "draft"
    assert later(draft, early=True) == "published"
    assert AuditEntry.objects.get(intent="edition.publish_later", refused="").payload["after"]["early"]


@pytest.mark.parametrize("until", [None, "today", "yesterday"])
def test_a_small_club_may_publish_on_the_day_it_drafts(here: Lexicon, until: str | None) -> None:
    today = clock.today()
    days = {None: None, "today": today, "yesterday": today - timedelta(days=1)}
    m.accepted(here, "add", "pusa")
    draft = m.drafted(here, feedback_until=days[until], effective_from=today)
    assert later(draft, early=until == "today") == "published"
    assert editions.in_force(here) == draft


def test_the_facts_looked_at_last_are_those_of_the_edition(here: Lexicon) -> None:
    draft = m.drafted(here, feedback_until=None, public=False)
    facts = {"licence": "CC BY-SA 4.0", "attribution": "the committee", "public": True, "note": "n"}
    later(draft, effective_from=date(2027, 5, 1), source="their own", **facts)
    draft.refresh_from_db()
    assert {name: getattr(draft, name) for name in facts} == facts
    assert (draft.source, draft.effective_from) == ("their own", date(2027, 5, 1))


def test_an_unsound_publication_is_refused_before_a_worker_hears_of_it(here: Lexicon) -> None:
    draft = m.drafted(here, feedback_until=None)
    with pytest.raises(Refusal) as refused:
        later(draft, licence=" ")
    assert refused.value.code == "bad-edition"
    draft.refresh_from_db()
    assert (draft.job, draft.licence) == ("", "public domain")


def test_a_draft_that_would_never_count_is_refused(here: Lexicon) -> None:
    sentence = "From 2025-12-31 it will not count: 2026 is in force from 2026-01-01."
    early = date(2025, 12, 31)
    with pytest.raises(Refusal, match=sentence):
        m.drafted(here, effective_from=early, feedback_until=None)
    draft = m.drafted(here, feedback_until=None)
    with pytest.raises(Refusal, match=sentence):
        later(draft, effective_from=early)
    with pytest.raises(Refusal, match=sentence):
        edition_commands.redraft_edition(m.program(here), draft, effective_from=early)


def test_what_was_not_looked_at_is_not_published(here: Lexicon) -> None:
    draft = m.drafted(here, feedback_until=None)
    seen = publishing.changes_seen(draft)
    m.accepted(here, "add", "pusa")
    edition_commands.redraft_edition(m.program(here), draft, effective_from=date(2026, 3, 1))
    with pytest.raises(Conflict) as refused:
        publishing.publish_later(m.program(here), draft, seen=seen)
    assert refused.value.code == "changed-meanwhile"


def test_a_preview_tells_what_comes_goes_and_changes_and_what_is_so_already(here: Lexicon) -> None:
    for action, word in (("add", "pusa"), ("add", "aso"), ("remove", "wala"), ("define", "bahay")):
        m.accepted(here, action, word, definition="house" if action == "define" else "")
    m.edition(here, "salita,kahulugan\nbahay,house\nwala,\nnga,\naso,\n", "2026-2")
    shown = preview.of(m.drafted(here, feedback_until=None))
    assert [row.key for row in shown.added] == ["PUSA"]
    assert [row.key for row in shown.removed] == ["WALA"]
    assert (shown.changed, shown.idle, shown.before, shown.words) == ((), ("ASO", "BAHAY"), 4, 4)


def test_the_words_of_an_edition_taken_back_wait_for_the_next_one(here: Lexicon) -> None:
    row = m.accepted(here, "add", "pusa")
    draft = m.drafted(here, feedback_until=None)
    publishing.publish(m.program(here), draft)
    told = edition_commands.revert_edition(m.program(here), _again(draft), reason="a wrong day")
    assert told["proposals_waiting"] == [row.number]
    assert m.drafted(here, "2028", feedback_until=None).proposals.get() == row


def test_an_edition_another_was_made_from_keeps_its_words_when_it_is_taken_back(here: Lexicon) -> None:
    m.accepted(here, "add", "pusa")
    first = m.drafted(here, feedback_until=None)
    publishing.publish(m.program(here), first)
    m.accepted(here, "add", "aso")
    publishing.publish(m.program(here), m.drafted(here, "2028", feedback_until=None))
    told = edition_commands.revert_edition(m.program(here), _again(first), reason="a wrong day")
    assert told["proposals_waiting"] == []
    assert first.proposals.count() == 1


def _again(edition: Edition) -> Edition:
    return Edition.objects.select_related("lexicon", "base").get(pk=edition.pk)


def test_a_draft_waits_for_the_newest_edition(here: Lexicon) -> None:
    m.accepted(here, "add", "pusa")
    draft = m.drafted(here)
    m.edition(here, "bahay\naso\n", "2026-2")
    with pytest.raises(Conflict) as refused:
        publishing.publish(m.program(here), draft)
    assert refused.value.code == "base-changed"
    days = {"effective_from": draft.effective_from, "feedback_until": draft.feedback_until}
    edition_commands.redraft_edition(m.program(here), draft, **days, note="on the newest")
    publishing.publish(m.program(here), Edition.objects.select_related("lexicon", "base").get(pk=draft.pk))
    draft.refresh_from_db()
    assert [word.key for word in editions.store_of(draft)] == ["ASO", "BAHAY", "PUSA"]


def test_a_draft_that_changed_while_its_store_was_made_is_not_published(here: Lexicon) -> None:
    m.accepted(here, "add", "pusa")
    draft = m.drafted(here)
    with pytest.raises(Conflict) as refused:
        publishing.note_published(
            m.program(here), draft, sha256="a", file_sha256="b", words=1, counts={}, numbers=[99]
        )
    assert refused.value.code == "changed-meanwhile"


def test_a_dropped_draft_frees_its_proposals(here: Lexicon) -> None:
    row = m.accepted(here, "add", "pusa")
    draft = m.drafted(here)
    with pytest.raises(Conflict) as refused:
        m.drafted(here, "2028")
    assert refused.value.code == "drafted-already"
    edition_commands.drop_draft(m.program(here), draft)
    row.refresh_from_db()
    assert (row.status, row.edition) == ("accepted", None)
    assert m.drafted(here, "2028").proposals.get() == row


@pytest.mark.parametrize(
    "facts", [{"effective_from": date(2026, 1, 31)}, {"source": ""}, {"licence": " "}, {"name": "no spaces"}]
)
def test_an_unsound_draft_is_refused(here: Lexicon, facts: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        m.drafted(here, **facts)
    assert refused.value.code == "bad-edition"


def test_a_draft_has_no_words_to_be_judged_by(here: Lexicon) -> None:
    with pytest.raises(Refusal) as refused:
        editions.store_of(m.drafted(here))
    assert refused.value.code == "no-words-yet"


def test_an_edition_without_a_word_is_not_published() -> None:
    empty = m.lexicon("empty")
    draft = m.drafted(empty)
    with pytest.raises(Refusal) as refused:
        publishing.publish(m.program(empty), draft)
    assert refused.value.code == "no-words"


def test_what_is_published_never_changes(here: Lexicon) -> None:
    """Whatever a committee does afterwards, facts and words of an edition stay."""
    edition = editions.newest(here)
    assert edition is not None
    before = Edition.objects.filter(pk=edition.pk).values().get(), [*editions.store_of(edition)]
    m.accepted(here, "remove", "wala")
    draft = m.drafted(here)
    publishing.publish(m.program(here), draft)
    for call in (
        lambda: edition_commands.redraft_edition(
            m.program(here), edition, effective_from=m.DAY, feedback_until=m.DAY
        ),
        lambda: edition_commands.drop_draft(m.program(here), edition),
        lambda: publishing.publish(m.program(here), edition),
    ):
        with pytest.raises(Refusal) as refused:
            call()
        assert refused.value.code == "not-a-draft"
    lexicons.change_lexicon(m.program(here), here, ruleset="", name="Renamed")
    assert (Edition.objects.filter(pk=edition.pk).values().get(), [*editions.store_of(edition)]) == before


def test_an_accepted_word_is_taken_back_with_a_reason_until_it_is_published(here: Lexicon) -> None:
    row = m.accepted(here, "add", "pusa")
    draft = m.drafted(here, feedback_until=None)
    member = m.member(here)
    for ctx, reason, code in (
        (m.acting(member, here), "a typo", "not-yours"), (m.program(here), " ", "no-reason"),
    ):  # fmt: skip
        with pytest.raises(Refusal) as refused:
            proposals.withdraw(ctx, _of(row), reason=reason)
        assert refused.value.code == code
    proposals.withdraw(m.program(here), _of(row), reason="a typo")
    assert (_of(row).status, _of(row).edition, draft.proposals.count()) == ("withdrawn", None, 0)
    assert Decision.objects.filter(proposal=row).exists()
    other = m.accepted(here, "add", "aso")
    edition_commands.redraft_edition(m.program(here), draft, effective_from=date(2026, 3, 1))
    publishing.publish(m.program(here), _again(draft))
    with pytest.raises(Refusal) as refused:
        proposals.withdraw(m.program(here), _of(other), reason="too late")
    assert refused.value.code == "decided"


def _of(row: Proposal) -> Proposal:
    return Proposal.objects.select_related("lexicon", "edition").get(pk=row.pk)
