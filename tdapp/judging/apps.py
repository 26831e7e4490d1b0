from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "tdapp.judging"
    label = "judging"

    def ready(self) -> None:
        for name in ("setup", "calls", "rulings", "kiosks", "committee", "table_links"):
            import_module(f"tdapp.judging.commands.{name}")
        import_module("tdapp.judging.cloning")
        import_module("tdapp.judging.embargo")
        import_module("tdapp.judging.named")
