"""The WSGI application, for any server (`./td run` starts its own)."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")

import tdapp.celery  # noqa: F401 - makes it the application the rooms' tasks belong to
from core import gc_settings

django = get_wsgi_application()

# What they need is loaded once the application is.
from tdapp.launch import counting  # noqa: E402
from tdapp.publishing.kept.layer import KeptPages  # noqa: E402

application = counting.counted(KeptPages(django))

gc_settings.settle()
