"""What whoever keeps the installation says on its first page."""

from __future__ import annotations

from django.db import models

from tdapp.kernel.context import INSTALLATION

LONGEST = 4000


class FrontText(models.Model):
    """One row: whose installation it is, and a text of theirs in each language. Plain text; addresses in it become links."""

    ONLY = "text"

    only = models.CharField(max_length=4, primary_key=True, default=ONLY, editable=False)
    name = models.CharField(max_length=80, blank=True, help_text="of the federation, over its first page")
    english = models.TextField(max_length=LONGEST, blank=True)
    filipino = models.TextField(max_length=LONGEST, blank=True)
    version = models.PositiveIntegerField(default=1)

    @property
    def scope_key(self) -> str:
        return INSTALLATION
