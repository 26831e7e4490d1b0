from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "tdapp.desk"
    label = "desk"

    def ready(self) -> None:
        import_module("tdapp.desk.chances_job")
        import_module("tdapp.desk.cloning")
        import_module("tdapp.desk.jobs")
        import_module("tdapp.desk.kiosk_codes")
