from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class PublishingConfig(AppConfig):
    name = "tdapp.publishing"
    label = "publishing"

    def ready(self) -> None:
        import_module("tdapp.publishing.archiving")
