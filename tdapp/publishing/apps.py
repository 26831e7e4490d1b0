from __future__ import annotations

from django.apps import AppConfig


class PublishingConfig(AppConfig):
    name = "tdapp.publishing"
    label = "publishing"
