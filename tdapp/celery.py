"""The Celery application. Celery carries job ids, nothing else; the Job row is the truth (`tdapp.kernel.jobs`)."""

from __future__ import annotations

import os

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")

app = Celery("tdapp")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# For every thread: without it only the importing one knows this application, and what a request's thread or the
# keeper's sends goes to a broker that is not there.
app.set_default()

# A look at data that is not there makes none.
if not settings.REDIS_URL and settings.DATA_DIR.is_dir():
    for folder in ("queue", "control"):
        (settings.BROKER_DIR / folder).mkdir(parents=True, exist_ok=True)
