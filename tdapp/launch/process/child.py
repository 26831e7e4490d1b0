"""How the supervisor starts a child: `python -m tdapp.launch.process.child web|worker`. Wrong settings become one sentence."""

from __future__ import annotations

import importlib
import logging
import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured

from core import gc_settings
from tdapp.launch.host import machine
from tdapp.launch.process import control


def main(arguments: list[str]) -> int:
    """Run the named child to its end."""
    gc_settings.wait()
    machine.keep_to_ourselves()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")
    name, *rest = arguments
    try:
        django.setup()
        # What a library warns of is a line of the log like any other, with the request it was said in.
        logging.captureWarnings(True)
        child = importlib.import_module(f"tdapp.launch.{name}")
        gc_settings.settle()
    except ImproperlyConfigured as error:
        control.tell(stop=str(error))
        return 2
    return int(child.main(rest))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
