from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class KernelConfig(AppConfig):
    name = "tdapp.kernel"
    label = "kernel"

    def ready(self) -> None:
        import_module("tdapp.kernel.tasks")
