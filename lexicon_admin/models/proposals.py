"""What a committee does with one word: it is proposed, talked about, voted on and decided."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from lexicon_admin.models.editions import SCOPE, Edition, Lexicon
from tdapp.kernel import clock
from tdapp.kernel.models import User

# Who has no account and says something on the public page.
READER = "reader"


class Proposal(models.Model):
    """One word to add, remove or define, with its citations; a judge's ruling arrives as a draft."""

    class Action(models.TextChoices):
        ADD = "add", _("add")
        REMOVE = "remove", _("remove")
        DEFINE = "define", _("define")

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for votes")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")
        WITHDRAWN = "withdrawn", pgettext_lazy("a proposal", "withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    lexicon = models.ForeignKey(Lexicon, models.PROTECT, related_name="proposals")
    number = models.PositiveIntegerField()
    action = models.CharField(max_length=6, choices=Action.choices)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    key = models.CharField(max_length=60)
    printed = models.CharField(max_length=60)
    definition = models.CharField(max_length=1000, blank=True)
    citations = models.TextField(max_length=4000, blank=True, help_text="dictionary and page, one a line")
    precedent = models.CharField(max_length=300, blank=True, help_text="the ruling it came from, in words")
    origin = models.CharField(max_length=80, blank=True, help_text="the ruling's id as opaque text")
    batch = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="the first number of those proposed at once; voted on together or singly",
    )
    vote_until = models.DateField(
        null=True, blank=True, help_text="the last day of its vote; empty: until it is closed"
    )
    edition = models.ForeignKey(Edition, models.PROTECT, null=True, blank=True, related_name="proposals")
    made_at = models.DateTimeField(default=clock.now)
    made_by = models.CharField(max_length=64)
    made_name = models.CharField(max_length=150)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["lexicon", "number"], name="proposal_one_number_per_lexicon"),
            models.UniqueConstraint(
                fields=["lexicon", "key"],
                condition=Q(status__in=["draft", "open"]),
                name="proposal_one_undecided_per_word",
            ),
            models.CheckConstraint(
                condition=Q(edition__isnull=True) | Q(status="accepted"),
                name="proposal_only_accepted_ones_enter",
            ),
        ]

    @property
    def scope_key(self) -> str:
        return f"{SCOPE}:{self.lexicon_id}"

    @property
    def by(self) -> str:
        """Who made it; of the public page's the club they named, if any."""
        return name_of(self)

    @property
    def comes_from(self) -> str:
        """The ruling it came from, or that the public page was its way, in the language of who reads it; else ""."""
        return gettext("feedback: %(club)s") % {"club": self.by} if self.made_by == READER else self.precedent

    def __str__(self) -> str:
        return f"proposal {self.number}: {self.action} {self.printed}"


class Remark(models.Model):
    """What somebody said about a proposal. Nothing said is changed or taken away."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    proposal = models.ForeignKey(Proposal, models.PROTECT, related_name="remarks")
    text = models.TextField(max_length=4000)
    made_at = models.DateTimeField(default=clock.now)
    made_by = models.CharField(max_length=64)
    made_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["made_at"]

    @property
    def by(self) -> str:
        """Who said it; on the public page the club they named, if any."""
        return name_of(self)


class Vote(models.Model):
    """A member's vote; a new one replaces it while the proposal is open. With a conflict it counts for nothing."""

    class Choice(models.TextChoices):
        YES = "yes", _("yes")
        NO = "no", _("no")
        ABSTAIN = "abstain", _("abstain")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    proposal = models.ForeignKey(Proposal, models.PROTECT, related_name="votes")
    user = models.ForeignKey(User, models.PROTECT, related_name="lexicon_votes")
    choice = models.CharField(max_length=7, choices=Choice.choices)
    conflict = models.CharField(max_length=300, blank=True, help_text="why this vote must not count")
    voted_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["voted_at"]
        constraints = [models.UniqueConstraint(fields=["proposal", "user"], name="vote_once_per_member")]


class Decision(models.Model):
    """How a proposal was decided, with the figures and the rule it was decided by."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    proposal = models.OneToOneField(Proposal, models.PROTECT, related_name="decision")
    accepted = models.BooleanField()
    yes = models.PositiveSmallIntegerField()
    no = models.PositiveSmallIntegerField()
    abstained = models.PositiveSmallIntegerField()
    in_conflict = models.PositiveSmallIntegerField()
    quorum = models.PositiveSmallIntegerField()
    threshold = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=1000, blank=True)
    decided_at = models.DateTimeField(default=clock.now)
    decided_by = models.CharField(max_length=64)
    decided_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["-decided_at"]


def name_of(row: Proposal | Remark) -> str:
    """The name kept with it, or the public page's in the reader's language."""
    return row.made_name or (gettext("the public page") if row.made_by == READER else "")
