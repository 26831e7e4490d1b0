from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class ScoresheetsConfig(AppConfig):
    name = "tdapp.scoresheets"
    label = "scoresheets"

    def ready(self) -> None:
        import_module("tdapp.scoresheets.after_a_ruling")
        import_module("tdapp.scoresheets.ruling_ports")
