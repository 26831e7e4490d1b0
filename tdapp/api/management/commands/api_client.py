"""`./td manage api_client > td_client.py`: a client of the API in one file."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tdapp.api.client.writing import written
from tdapp.api.docs import Generator


class Command(BaseCommand):
    help = "Write a Python client of the API, one file that needs the standard library only."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print it."""
        self.stdout.write(written(Generator().get_schema(None, public=True)), ending="")
