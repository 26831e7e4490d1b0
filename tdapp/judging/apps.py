from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "tdapp.judging"
    label = "judging"

    def ready(self) -> None:
        import_module("tdapp.judging.words.commands.setup")
        import_module("tdapp.judging.rulings.commands.calls")
        import_module("tdapp.judging.rulings.commands.rulings")
        import_module("tdapp.judging.rulings.commands.committee")
        import_module("tdapp.judging.kiosk.commands.kiosks")
        import_module("tdapp.judging.phone.commands.table_links")
        import_module("tdapp.judging.words.cloning")
        import_module("tdapp.judging.words.embargo")
        import_module("tdapp.judging.words.named")
