"""Lists of words, who keeps them, their editions, and the files they are made from."""

from __future__ import annotations

import uuid

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tdapp.kernel import clock
from tdapp.kernel.models import User

SCOPE = "lexicon"


class Lexicon(models.Model):
    """A list under a name: a dictionary, a dialect's words, a theme, or words that are refused."""

    class Kind(models.TextChoices):
        MAIN = "main", _("dictionary")
        DIALECT = "dialect", _("dialect list")
        BLOCK = "block", _("block list")
        THEME = "theme", _("theme list")

    class Diacritics(models.TextChoices):
        FOLD = "fold", _("do not count")
        KEEP = "keep", _("count: Ä is no A")

    class Capitals(models.TextChoices):
        PROPER = "proper", _("a proper noun: leave it out")
        WORDS = "words", _("words like others in this list (German nouns)")

    class Blocks(models.TextChoices):
        AFFIXES = "affixes", _("affixes")
        PROPER = "proper", _("proper nouns")
        ABBREVIATIONS = "abbreviations", _("abbreviations")
        SCHOOL = "school", _("words kept out of schools")
        OTHER = "other", _("other words")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.MAIN)
    blocks = models.CharField(
        max_length=14, choices=Blocks.choices, blank=True, help_text="what a block list holds"
    )
    language = models.CharField(max_length=8, default="fil")
    ruleset = models.CharField(max_length=60, blank=True, help_text="whose tiles count; empty: letters alone")
    diacritics = models.CharField(max_length=4, choices=Diacritics.choices, default=Diacritics.FOLD)
    capitals = models.CharField(max_length=6, choices=Capitals.choices, default=Capitals.PROPER)
    quorum = models.PositiveSmallIntegerField(default=3, validators=[MinValueValidator(1)])
    threshold = models.PositiveSmallIntegerField(
        default=60,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text="percent of yes among yes and no",
    )
    days = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(365)],
        help_text="how long a vote is open; 0: until it is closed",
    )
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["name", "slug"]
        constraints = [
            models.CheckConstraint(
                condition=(Q(kind="block") & ~Q(blocks="")) | (~Q(kind="block") & Q(blocks="")),
                name="lexicon_a_block_list_says_what",
            ),
            models.CheckConstraint(
                condition=Q(quorum__gte=1) & Q(threshold__gte=1) & Q(threshold__lte=100),
                name="lexicon_votes_can_be_won",
            ),
        ]

    @property
    def scope_key(self) -> str:
        return f"{SCOPE}:{self.pk}"

    @property
    def marks(self) -> bool:
        """Whether a letter with a sign on it is one of its own."""
        return self.diacritics == self.Diacritics.KEEP

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """Somebody's place in a lexicon's committee."""

    class Role(models.TextChoices):
        SECRETARY = "secretary", _("secretary")
        COMMITTEE = "committee", _("member")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    lexicon = models.ForeignKey(Lexicon, models.PROTECT, related_name="seats")
    user = models.ForeignKey(User, models.PROTECT, related_name="lexicon_seats")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.COMMITTEE)

    class Meta:
        ordering = ["role", "user__username"]
        constraints = [models.UniqueConstraint(fields=["lexicon", "user"], name="seat_once_per_lexicon")]

    @property
    def scope_key(self) -> str:
        return f"{SCOPE}:{self.lexicon_id}"


class Edition(models.Model):
    """One fixed state of a lexicon. Once published, its words and its facts never change; it can only be taken back."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        REVERTED = "reverted", _("taken back")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    lexicon = models.ForeignKey(Lexicon, models.PROTECT, related_name="editions")
    number = models.PositiveIntegerField()
    name = models.SlugField(max_length=40)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    base = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="heirs")
    effective_from = models.DateField(null=True, blank=True)
    feedback_until = models.DateField(null=True, blank=True)
    sha256 = models.CharField(max_length=64, blank=True, help_text="of its words, the same on every machine")
    file_sha256 = models.CharField(max_length=64, blank=True, help_text="of its store; also the store's name")
    words = models.PositiveIntegerField(default=0)
    source = models.CharField(max_length=300, blank=True)
    licence = models.CharField(max_length=120, blank=True)
    attribution = models.CharField(max_length=500, blank=True)
    public = models.BooleanField(default=False, help_text="the licence lets everybody search and take it")
    language = models.CharField(max_length=8, default="fil")
    ruleset = models.CharField(max_length=60, blank=True)
    diacritics = models.CharField(
        max_length=4, choices=Lexicon.Diacritics.choices, default=Lexicon.Diacritics.FOLD
    )
    note = models.TextField(max_length=4000, blank=True, help_text="what changed and why, for the public")
    counts = models.JSONField(default=dict, help_text="added, removed, changed since the base")
    report = models.JSONField(default=dict, help_text="how the list it was imported from was read")
    job = models.CharField(max_length=36, blank=True, help_text="id of the job that makes its store, as text")
    made_at = models.DateTimeField(default=clock.now)
    made_by = models.CharField(max_length=64)
    made_name = models.CharField(max_length=150)
    published_at = models.DateTimeField(null=True, blank=True)
    reverted_at = models.DateTimeField(null=True, blank=True)
    revert_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["lexicon", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["lexicon", "name"], name="edition_one_name_per_lexicon"),
            models.UniqueConstraint(fields=["lexicon", "number"], name="edition_one_number_per_lexicon"),
            models.UniqueConstraint(
                fields=["lexicon"], condition=Q(status="draft"), name="edition_one_draft_per_lexicon"
            ),
            models.CheckConstraint(
                condition=Q(status="draft")
                | (
                    ~Q(sha256="")
                    & ~Q(file_sha256="")
                    & Q(effective_from__isnull=False)
                    & Q(published_at__isnull=False)
                ),
                name="edition_a_published_one_is_whole",
            ),
            models.CheckConstraint(
                condition=~Q(status="reverted") | (Q(reverted_at__isnull=False) & ~Q(revert_reason="")),
                name="edition_a_reverted_one_says_why",
            ),
        ]

    @property
    def scope_key(self) -> str:
        return f"{SCOPE}:{self.lexicon_id}"

    @property
    def marks(self) -> bool:
        """Whether a letter with a sign on it is one of its own in its words."""
        return self.diacritics == Lexicon.Diacritics.KEEP

    def __str__(self) -> str:
        return f"{self.lexicon.name} {self.name}"


class ListImport(models.Model):
    """A list as it came and what an edition made of it would be. Its store is made aside; applying it only names it."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        READY = "ready"
        APPLIED = "applied"
        DISCARDED = "discarded"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    lexicon = models.ForeignKey(Lexicon, models.PROTECT, related_name="imports")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.WAITING)
    name = models.CharField(max_length=120)
    size = models.PositiveIntegerField()
    content = models.CharField(max_length=64, help_text="sha256 of the list; its name in the work folder")
    affixes = models.CharField(max_length=64, blank=True, help_text="the same of the affix file")
    encoding = models.CharField(
        max_length=20, blank=True, help_text="as somebody said; empty: as it is found"
    )
    policy = models.JSONField(default=dict)
    report = models.JSONField(default=dict)
    sha256 = models.CharField(max_length=64, blank=True)
    file_sha256 = models.CharField(max_length=64, blank=True)
    job = models.CharField(max_length=36, blank=True)
    edition = models.ForeignKey(Edition, models.PROTECT, null=True, blank=True, related_name="imports")
    made_at = models.DateTimeField(default=clock.now)
    made_by = models.CharField(max_length=64)
    made_name = models.CharField(max_length=150)

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(status="ready") | (~Q(sha256="") & ~Q(file_sha256="")),
                name="import_a_ready_one_is_whole",
            ),
            models.CheckConstraint(
                condition=(Q(status="applied") & Q(edition__isnull=False))
                | (~Q(status="applied") & Q(edition__isnull=True)),
                name="import_an_applied_one_has_its_edition",
            ),
        ]

    @property
    def scope_key(self) -> str:
        return f"{SCOPE}:{self.lexicon_id}"

    def __str__(self) -> str:
        return f"list {self.name}"
