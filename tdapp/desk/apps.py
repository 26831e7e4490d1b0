from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "tdapp.desk"
    label = "desk"

    def ready(self) -> None:
        import_module("tdapp.desk.standings.jobs")
        import_module("tdapp.desk.prizes.cloning")
        import_module("tdapp.desk.pairing.jobs")
        import_module("tdapp.desk.phones.kiosk_codes")
