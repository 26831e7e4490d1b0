from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "tdapp.ratings"
    label = "ratings"

    def ready(self) -> None:
        import_module("tdapp.ratings.jobs")
        import_module("tdapp.ratings.ranking.projected")
        import_module("tdapp.ratings.keeping.commands.lists")
        import_module("tdapp.ratings.identity.commands.identity")
