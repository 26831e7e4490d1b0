from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class InterchangeConfig(AppConfig):
    name = "tdapp.interchange"
    label = "interchange"

    def ready(self) -> None:
        import_module("tdapp.interchange.event_file.beside_games")
        import_module("tdapp.interchange.copies.phone_codes")
