"""The named peer of `results.py`: Django and waitress with one view that inserts one row, and nothing else.

No session, no CSRF token, no permission, no idempotency key, no log, no page: the least the same stack does for one
committed row. Same database settings, same number of threads as `./td run`.
`python bench/hall/_bare.py PORT THREADS`; the database comes from DATABASE_URL.
"""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

import django
import environ
import waitress
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection, models, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tdapp.launch.requests import databases

JOURNAL = databases.journal_mode("")
settings.configure(
    SECRET_KEY="bench",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[],
    DATABASES={"default": databases.profile(environ.Env().db("DATABASE_URL"), JOURNAL)},
    USE_TZ=True,
)
django.setup()


class Score(models.Model):
    """One row: what a bare result needs."""

    table = models.PositiveIntegerField()
    first = models.SmallIntegerField()
    second = models.SmallIntegerField()

    class Meta:
        app_label = "bare"


def insert(request: HttpRequest) -> HttpResponse:
    """One row in one transaction."""
    typed = json.loads(request.body)
    with transaction.atomic():
        row = Score.objects.create(table=typed["table"], first=typed["first"], second=typed["second"])
    return JsonResponse({"id": row.pk})


def count(request: HttpRequest) -> HttpResponse:
    """How many rows there are."""
    return JsonResponse({"rows": Score.objects.count()})


urlpatterns = [path("insert", insert), path("count", count)]

if __name__ == "__main__":
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    with connection.schema_editor() as editor:
        editor.create_model(Score)
    waitress.serve(get_wsgi_application(), host="127.0.0.1", port=int(sys.argv[1]), threads=int(sys.argv[2]))
