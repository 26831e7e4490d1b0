from __future__ import annotations

from django.apps import AppConfig


class LexiconAdminConfig(AppConfig):
    name = "lexicon_admin"
    label = "lexicon_admin"
