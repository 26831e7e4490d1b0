"""The hall as a whole: loaded after all its rooms, so that they can be connected."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class HallConfig(AppConfig):
    name = "tdapp"
    label = "hall"

    def ready(self) -> None:
        # By its name: no room is loaded before Django is ready for models.
        import_module("tdapp.wiring").connect()
